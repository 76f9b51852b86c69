//! Section 4 and appendix B: samples with replacement, Theorems 10 and 11.

use super::samples::{
    Records, Samples, Table, added, given, mixed, multisets, neighbours, records, removed, replaced, show_records,
    subsets_of_size, tables, with_replacement,
};
use super::sampling::{halves, note, outer, quarters, same_law, stretched};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{largest_difference, ratio};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::real::Real;

/// The mechanisms that the steps of the proofs are checked with.
const STEPS: Evidence = Evidence::Family(
    "(n, m) = (2, 1), (2, 2), x = {1, ..., n}, v = n, all mechanisms on the multisets of m of n records with laws on \
     two outcomes with denominators up to 2; alpha' = 1, 2, 3/2, 5/4",
);

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "BA-23",
        locus: "Theorem 10, equation (12)",
        statement: "Sampling with replacement amplifies privacy with respect to substitution, by the profiles for \
                    groups.",
        formula: "delta of M on the sample, at alpha', <= sum_{k=1}^m C(m, k) n^-k (1-1/n)^(m-k) delta_k(alpha) with \
                  alpha = 1 + (alpha'-1)/(1-(1-1/n)^m)",
        domain: "1 <= m <= n, alpha' >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "(n, m) = (1, 1), (2, 1), (2, 2) with n + 1 records in all and laws on two outcomes with denominators \
                 up to 2, and (3, 2) with the laws (1/4, 3/4) and (3/4, 1/4): all mechanisms on the multisets, all \
                 neighbours in both orders, alpha' = 1, 2, 3/2, 5/4",
            ),
            run: substitution,
            altered: "delta_1 in place of delta_k",
            correction: None,
        }),
        reading: Some("That m <= n is not needed."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-24",
        locus: "Theorem 11, equation (13)",
        statement: "The same bound for data sets of n records and a neighbour by remove/add-one, for every n >= 0.",
        formula: "sup over x of n records and x' of D_alpha' of M on the samples <= sum_{k=1}^m C(m, k) n^-k \
                  (1-1/n)^(m-k) delta_k(alpha) with alpha = 1 + (alpha'-1)/(1-(1-1/n)^m)",
        domain: "n >= 0, alpha' >= 1; delta_k with respect to substitution",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "(n, m) = (1, 1), (1, 2), (2, 1), (2, 2) with n + 1 records in all and all mechanisms on the multisets \
                 with laws on two outcomes with denominators up to 2, alpha' = 1, 2, 3/2, 5/4",
            ),
            run: hybrid,
            altered: "delta_1 in place of delta_k",
            correction: Some(Correction::Domain {
                holds_for: "n >= 1, both data sets with a record",
                beyond: "from a data set of no records nothing can be drawn, and 1/n has no value at n = 0",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-25",
        locus: "Section 4, sampling with replacement",
        statement: "The law of a sample with replacement.",
        formula: "omega(y) = (m!/n^m) prod_{u in U} x_u/(y_u!)",
        domain: "x a set of n records of the universe U, y of m records",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "n and m up to 3, a universe of n + 1 records; the sampler makes every sequence of m draws",
            ),
            run: law,
            altered: "without the factorials of y_u",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "the product of x_u^(y_u)/(y_u!): as printed it is 0 as soon as there is a record outside x",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-26",
        locus: "Appendix B, proofs of Theorems 10 and 11",
        statement: "The part of the sample that has the record v: a sample of one draw less from x, and v.",
        formula: "omega = (1-gamma) S_m(x_0) + gamma omega_1 with omega_1 = S_{m-1}(x) + v",
        domain: "1 <= m <= n, gamma = 1 - (1-1/n)^m",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n and m up to 4"),
            run: mixture,
            altered: "omega_1 = S_{m-1}(x_0) + v",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "omega_1 is the law of the sample given that it has v: k copies of v with the probability C(m, k) n^-k \
                 (1-1/n)^(m-k)/gamma, k >= 1, and S_{m-k}(x_0); the rest of both proofs uses that law",
            )),
        }),
        reading: Some(
            "Given that v is in the sample, it is not known at which draw: the first draw of v is the one to take out.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-27",
        locus: "The text after Theorem 10",
        statement: "For samples of a constant share of many records the probability of a hit is that share, \
                    approximately.",
        formula: "1 - (1-1/n)^(c n) ~ 1 - e^-c ~ c",
        domain: "n large, c small",
        check: Check::Cited {
            reason: "An approximation without a bound on its error; the probability of a hit is checked for small n in \
                     BA-37.",
        },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "BA-57",
        locus: "Appendix B, proof of Theorem 10, after equation (27)",
        statement: "The divergence from the common part is at most the right-hand side of (27).",
        formula: "D_alpha(mu_1 || mu_0) <= sum_{k=1}^m C(m, k) n^-k (1-1/n)^(m-k) delta_k(alpha)",
        domain: "the samples of Theorem 10, n >= 2",
        check: Check::Computed(Computation {
            evidence: STEPS,
            run: common_part,
            altered: "gamma D_alpha(mu_1 || mu_0) is at most the sum with delta_1 in place of delta_k",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "gamma D_alpha(mu_1 || mu_0) is at most the sum, as for the other divergence; this is what the theorem \
                 needs",
            )),
        }),
        reading: Some("omega_1 is the law of the sample given that it has v, see BA-26."),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-58",
        locus: "Appendix B, proof of Theorem 10, equation (26)",
        statement: "How likely the part of the sample that has v is k substitutions from the other one's.",
        formula: "omega_1(Y_k) = C(m, k) n^-k (1-1/n)^(m-k)/gamma",
        domain: "1 <= m <= n, 1 <= k <= m",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "n and m up to 3, v = n and v' = n + 1; distances to all samples of x' that have v'",
            ),
            run: groups,
            altered: "without the division by gamma",
            correction: None,
        }),
        reading: Some("omega_1 is the law of the sample given that it has v, see BA-26."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-59",
        locus: "Appendix B, proof of Theorem 11, equation (29)",
        statement: "If a record is removed, the divergence is exactly that of the part with the record from the rest.",
        formula: "D_alpha'(omega M || omega' M) = gamma D_alpha(omega_1 M || omega_0 M)",
        domain: "x' = x without v, of n - 1 >= 1 records",
        check: Check::Computed(Computation {
            evidence: STEPS,
            run: removed_record,
            altered: "with omega_1 = S_{m-1}(x) + v as printed before it",
            correction: None,
        }),
        reading: Some("omega_1 is the law of the sample given that it has v, see BA-26."),
        recorded: Verdict::Verified,
    },
];

/// `C(n, k)`.
pub(super) fn choose(n: u64, k: u64) -> Real {
    (0..k.min(n)).fold(if k > n { Real::zero() } else { Real::one() }, |product, i| product * ratio(n - i, i + 1))
}

/// `C(m, k) n^-k (1-1/n)^(m-k)`.
fn weight(n: u64, m: u64, k: u64) -> Real {
    let hit = ratio(1, n);
    choose(m, k) * hit.pow(k as i64) * (1 - hit).pow((m - k) as i64)
}

/// `1 - (1-1/n)^m`.
fn hit_rate(n: u64, m: u64) -> Real {
    1 - (1 - ratio(1, n)).pow(m as i64)
}

/// The right-hand side of (12) at the inner alpha; `one` counts groups as single records.
fn sum_over_groups(table: &Table<'_>, n: u64, m: u64, inner: &Real, one: bool) -> Real {
    let term = |k: u64| weight(n, m, k) * table.profile(if one { 1 } else { k as usize }, inner);
    (1..=m).map(term).fold(Real::zero(), |sum, term| sum + term)
}

/// Checks the bound for all mechanisms and these pairs of data sets.
fn bounds(
    trial: &mut Trial,
    (n, m): (u8, u8),
    laws: &[Vec<Real>],
    both: &[(Records, Records)],
) -> Result<(), CheckError> {
    trial.at("(n, m)", format_args!("({n}, {m})"));
    let samples = multisets(&records(n + 1), m.into());
    let inner = |outer: &Real| stretched(outer, &hit_rate(n.into(), m.into()));
    let draws: Vec<(Samples, Samples)> =
        both.iter().map(|(x, y)| (with_replacement(x, m.into()), with_replacement(y, m.into()))).collect();
    for table in tables(&samples, laws, replaced) {
        trial.at("M", &table);
        for outer in outer() {
            trial.at("alpha'", &outer);
            let bound = sum_over_groups(&table, n.into(), m.into(), &inner(&outer), trial.either(false, true));
            for ((x, y), (first, second)) in both.iter().zip(&draws) {
                note(trial, x, y);
                let divergence = largest_difference(&table.on(first), &table.on(second), &outer);
                trial.at_most(("D_alpha'", divergence), ("the bound", &bound))?;
            }
        }
    }
    Ok(())
}

fn substitution(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m, laws) in [(1, 1, halves()), (2, 1, halves()), (2, 2, halves()), (3, 2, quarters())] {
        let both = neighbours(&subsets_of_size(&records(n + 1), n.into()), replaced);
        bounds(trial, (n, m), &laws, &both)?;
    }
    Ok(())
}

fn hybrid(trial: &mut Trial) -> Result<(), CheckError> {
    for size in 0..=1u8 {
        trial.at("n", size);
        let drawn = with_replacement(&records(size), 1);
        if trial.divides("the denominator n", &Real::from(i64::from(size))) {
            trial.equal(
                ("the probabilities of a draw, summed", drawn.values().fold(Real::zero(), |sum, mass| sum + mass)),
                ("1", 1),
            )?;
        } else {
            trial.holds(drawn.is_empty(), "nothing can be drawn", || format!("{} samples", drawn.len()))?;
        }
    }
    trial.clear_parameters();
    for (n, m) in [(1u8, 1), (1, 2), (2, 1), (2, 2)] {
        let size = usize::from(n);
        let sizes = [size - 1, size, size + 1].map(|size| subsets_of_size(&records(n + 1), size)).concat();
        let mut both = neighbours(&sizes, removed);
        both.retain(|(x, y)| x.len() == size && !y.is_empty());
        bounds(trial, (n, m), &halves(), &both)?;
    }
    Ok(())
}

fn law(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=3).flat_map(|n| (1u8..=3).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (x, universe) = (records(n), records(n + 1));
        let omega = with_replacement(&x, m.into());
        for y in multisets(&universe, m.into()) {
            trial.at("y", show_records(&y));
            let of_record = |product: Real, record: &u8| {
                let drawn = y.iter().filter(|other| *other == record).count() as u64;
                let has = Real::from(i64::from(x.contains(record)));
                let base = if trial.reading() == Reading::Printed { has } else { has.pow(drawn as i64) };
                product * base / factorial(trial.either(drawn, 1))
            };
            let start = factorial(m.into()) / Real::from(i64::from(n)).pow(m.into());
            let formula = universe.iter().fold(start, of_record);
            let mass = omega.get(&y).cloned().unwrap_or_else(Real::zero);
            trial.equal(("omega(y)", mass), ("the formula", formula))?;
        }
    }
    Ok(())
}

fn factorial(n: u64) -> Real {
    (1..=n).fold(Real::one(), |product, i| product * Real::from(i))
}

/// `S_{m-1}(x) + v` for the last record v.
fn printed_part(n: u8, m: u8) -> Samples {
    added(&with_replacement(&records(n), usize::from(m) - 1), n, 1)
}

fn mixture(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=4).flat_map(|n| (1u8..=4).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (rest, size) = (records(n - 1), usize::from(m));
        let gamma = hit_rate(n.into(), m.into());
        let from_rest = |draws: usize| with_replacement(&rest, draws);
        let with_copies: Vec<Samples> = (1..=size).map(|k| added(&from_rest(size - k), n, k)).collect();
        let weights = (1..=u64::from(m)).map(|k| weight(n.into(), m.into(), k) / &gamma);
        let given = mixed(weights.zip(&with_copies));
        let first = trial.choose(printed_part(n, m), given, added(&from_rest(size - 1), n, 1));
        let sides = mixed([(1 - &gamma, &from_rest(size)), (gamma, &first)]);
        let omega = with_replacement(&records(n), size);
        same_law(trial, &omega, &sides)?;
    }
    Ok(())
}

fn groups(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=3).flat_map(|n| (1u8..=3).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let other: Records = records(n - 1).into_iter().chain([n + 1]).collect();
        let (first, gamma) = given(&with_replacement(&records(n), m.into()), n);
        let (second, _) = given(&with_replacement(&other, m.into()), n + 1);
        for k in 1..=m {
            trial.at("k", k);
            let nearest = |y: &Records| second.keys().filter_map(|z| replaced(y, z)).min();
            let at_k = first.iter().filter(|(y, _)| nearest(y) == Some(k.into()));
            let mass = at_k.fold(Real::zero(), |sum, (_, mass)| sum + mass);
            let formula = weight(n.into(), m.into(), k.into()) / trial.either(gamma.clone(), Real::one());
            trial.equal(("omega_1(Y_k)", mass), ("the formula", formula))?;
        }
    }
    Ok(())
}

/// All mechanisms on the samples of x = {1, ..., n}, with the part that has n and the one that has not.
fn for_steps(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, (u8, u8), &Table<'_>, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (n, m) in [(2u8, 1u8), (2, 2)] {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (samples, laws) = (multisets(&records(n), m.into()), halves());
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for outer in outer() {
                trial.at("alpha'", &outer);
                check(trial, (n, m), &table, &outer)?;
            }
        }
    }
    Ok(())
}

fn common_part(trial: &mut Trial) -> Result<(), CheckError> {
    for_steps(trial, |trial, (n, m), table, outer| {
        let (first, gamma) = given(&with_replacement(&records(n), m.into()), n);
        let rest = with_replacement(&records(n - 1), m.into());
        let inner = stretched(outer, &gamma);
        let divergence = largest_difference(&table.on(&first), &table.on(&rest), &inner);
        let sum = sum_over_groups(table, n.into(), m.into(), &inner, trial.either(false, true));
        let factor = trial.choose(Real::one(), gamma.clone(), gamma);
        let name = trial.choose("D_alpha(mu_1 || mu_0)", "gamma D_alpha(mu_1 || mu_0)", "gamma D_alpha(mu_1 || mu_0)");
        trial.at_most((name, factor * divergence), ("the sum", sum))
    })
}

fn removed_record(trial: &mut Trial) -> Result<(), CheckError> {
    for_steps(trial, |trial, (n, m), table, outer| {
        let (whole, rest) = (with_replacement(&records(n), m.into()), with_replacement(&records(n - 1), m.into()));
        let (first, gamma) = given(&whole, n);
        let first = trial.either(first, printed_part(n, m));
        let left = largest_difference(&table.on(&whole), &table.on(&rest), outer);
        let right = &gamma * largest_difference(&table.on(&first), &table.on(&rest), &stretched(outer, &gamma));
        trial.equal(("D_alpha'", left), ("the right side", right))
    })
}
