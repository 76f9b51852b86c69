//! Section 4 and appendix B: Poisson samples under substitution, Theorem 14.

use super::replacement::choose;
use super::samples::{
    Records, Samples, added, neighbours, poisson, records, removed, replaced, show_records, subsets, subsets_of_size,
    tables, total_variation, without_replacement,
};
use super::sampling::{for_poisson, note, outer, quarters, stretched};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, inside_unit, largest_difference, pairs, ratio};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::real::Real;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "BA-34",
        locus: "Theorem 14, equation (32)",
        statement: "Poisson sampling amplifies privacy with respect to substitution, by a longer formula.",
        formula: "delta of M on the sample, at alpha', <= gamma delta_M(alpha) + sum_{k=1}^{n-1} w_k delta_M(alpha_k) \
                  + w_n with alpha = 1 + (alpha'-1)/gamma, alpha_k = (gamma/(1-gamma)) (n/k - 1) alpha, w_k = C(n-1, \
                  k-1) gamma^(k-1) (1-gamma)^(n-k)",
        domain: "gamma in (0, 1), alpha' >= 1, n >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "n = 1: all mechanisms on subsets of {1, 2} with laws on two outcomes with denominators up to 3; n = \
                 2: on subsets of {1, 2, 3} with the laws (1/4, 3/4) and (3/4, 1/4); all neighbours, gamma = 1/2, 1/3, \
                 2/3, alpha' = 1, 2, 3/2, 5/4; the profile by all events, for alpha_k < 1 too",
            ),
            run: substitution,
            altered: "without the last term w_n",
            correction: None,
        }),
        reading: Some(
            "The proof shows more: gamma (beta delta_M(alpha) + (1-beta) R) with beta = alpha'/alpha, where R is the \
             rest of the printed sum, which has lost its factor gamma (1-beta).",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-35",
        locus: "Theorem 14, equation (32), with the definition of the privacy profile",
        statement: "The orders at which the bound takes the profile.",
        formula: "delta_M(alpha_k), alpha_k = (gamma/(1-gamma)) (n/k - 1) alpha, for 1 <= k <= n-1",
        domain: "gamma in (0, 1), alpha >= 1; profiles are defined on [1, inf)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n from 2 to 6, gamma with denominators up to 5, alpha = 1, 2, 3/2, 5/4"),
            run: inside_the_profile,
            altered: "alpha_k < 1 for k > (n-1) gamma alpha/(1 - gamma + gamma alpha)",
            correction: Some(Correction::Domain {
                holds_for: "k <= n gamma alpha/(1 - gamma + gamma alpha), where alpha_k >= 1",
                beyond: "the supremum of the divergences, which (2) defines for alpha >= 1, is delta(g) = 1 - g + g \
                         delta(1/g) for g < 1, see BA-48, and Theorem 14 holds with that, see BA-34",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-40",
        locus: "Section 4, when the neighbouring relation is wrong",
        statement: "The total variation distance of the Poisson samples of two data sets that differ in one record.",
        formula: "TV(omega, omega') = gamma",
        domain: "x and x' of n records, related by substitution",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n from 1 to 4, gamma with denominators up to 5"),
            run: distance,
            altered: "1 - (1-gamma)^2 in place of gamma",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-60",
        locus: "Section 4, when the neighbouring relation is wrong, the first half of the last sentence",
        statement: "The part of the sample with v and the common part are not compatible with substitution: some \
                    samples have to be moved where no path leads.",
        formula: "omega_1 = omega_0 + v and omega_0 = S(x_0) give some size different probabilities",
        domain: "gamma in (0, 1), n >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n from 1 to 5, gamma with denominators up to 5"),
            run: sizes_differ,
            altered: "the same of omega_1 and omega_1' = omega_0 + v'",
            correction: None,
        }),
        reading: Some(
            "A coupling that moves a sample where no path leads is not compatible: Theorem 7 has no term for such a \
             pair. BA-53 reads it the same way. Were infinite distances counted, the two would be compatible for n = \
             1, and for gamma >= (n-1)/n.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-61",
        locus: "Section 4, when the neighbouring relation is wrong, the last sentence and the next one",
        statement: "The parts with v and with v' are not compatible with remove/add-one either, so that the method \
                    cannot be extended to Poisson sampling under substitution.",
        formula: "no coupling of omega_1 = omega_0 + v and omega_1' = omega_0 + v' has d(y, y') = d(y, supp(omega_1')) \
                  throughout",
        domain: "gamma in (0, 1], n >= 1; d counts records removed or added",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "couplings: n from 1 to 4, gamma with denominators up to 4 and 1; the bound: all mechanisms on \
                 subsets of {1, 2} with laws on two outcomes with denominators up to 2 and on subsets of {1, 2, 3} \
                 with the laws (1/4, 3/4) and (3/4, 1/4), gamma = 1, 1/2, 1/3, 2/3, alpha' = 1, 2, 3/2, 5/4",
            ),
            run: parts_by_removal,
            altered: "delta_1 in place of delta_2 in the bound",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "they are: y + v and y + v' are 2 apart, and no sample without v is nearer; omega_1 and omega_0 are, \
                 too, at distance 1, and the method gives delta of M on the sample, at alpha', <= gamma ((1-beta) \
                 delta_1(alpha) + beta delta_2(alpha)), beta = alpha'/alpha, for profiles with respect to \
                 remove/add-one",
            )),
        }),
        reading: Some(
            "With remove/add-one there is a path between any two samples, and y + v has no sample with v' nearer \
             than y + v'; with substitution there is none between samples of two sizes, so that the obstacle is real \
             in BA-60. Theorem 14, which the paper announces right after and proves in its appendix, is a bound by \
             profiles with respect to substitution, where the method needs the help of a decomposition by size.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-64",
        locus: "Appendix B, proof of Theorem 14, the last line",
        statement: "The quotient of the two probabilities of a sample's size.",
        formula: "alpha gamma_k/w_k = alpha (gamma/(1-gamma)) (n/k - 1) with gamma_k = C(n-1, k) gamma^k \
                  (1-gamma)^(n-1-k)",
        domain: "gamma in (0, 1), 1 <= k <= n-1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "n up to 6, gamma with denominators up to 5; the probabilities by all samples of n - 1 records",
            ),
            run: sizes,
            altered: "n/k in place of n/k - 1",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-65",
        locus: "Appendix B, proof of Theorem 14, equation (34)",
        statement: "The divergence of the part with v from the common part, size by size.",
        formula: "D_alpha(omega_1 M || omega_0 M) <= sum_{k=1}^{n-1} w_k D_{alpha_k}(t_k M || s_k M) + w_n, s_k and \
                  t_k the laws of omega_0 and omega_1 given the size k",
        domain: "gamma in (0, 1), alpha >= 1, n >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "n = 1, 2 with all mechanisms on the subsets with laws on two outcomes with denominators up to 3, n = \
                 3 with the laws (1/4, 3/4) and (3/4, 1/4); gamma = 1/2, 1/3, 2/3, alpha = 1, 2, 3/2, 5/4; by all \
                 events",
            ),
            run: size_by_size,
            altered: "alpha in place of alpha_k",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
];

/// `C(n-1, k-1) gamma^(k-1) (1-gamma)^(n-k)`.
fn weight(n: u64, k: u64, gamma: &Real) -> Real {
    choose(n - 1, k - 1) * gamma.pow(k as i64 - 1) * (1 - gamma).pow((n - k) as i64)
}

/// `(gamma/(1-gamma)) (n/k - 1) alpha`.
fn shrunk(n: u64, k: u64, gamma: &Real, alpha: &Real) -> Real {
    gamma / (1 - gamma) * (ratio(n, k) - 1) * alpha
}

fn substitution(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, laws) in [(1u8, distributions(2, 3)), (2, quarters())] {
        trial.at("n", n);
        let (universe, size) = (records(n + 1), u64::from(n));
        let samples = subsets(&universe);
        let both = neighbours(&subsets_of_size(&universe, n.into()), replaced);
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for (gamma, outer) in pairs(&inside_unit(3), &outer()) {
                trial.at("gamma", &gamma);
                trial.at("alpha'", &outer);
                let alpha = stretched(&outer, &gamma);
                let term = |k: u64| weight(size, k, &gamma) * table.profile(1, &shrunk(size, k, &gamma, &alpha));
                let sum = (1..size).map(term).fold(&gamma * table.profile(1, &alpha), |sum, term| sum + term);
                let bound = sum + trial.either(weight(size, size, &gamma), Real::zero());
                for (x, y) in &both {
                    note(trial, x, y);
                    let (p, q) = (table.on(&poisson(x, &gamma)), table.on(&poisson(y, &gamma)));
                    trial.at_most(("D_alpha'", largest_difference(&p, &q, &outer)), ("the bound", &bound))?;
                }
            }
        }
    }
    Ok(())
}

fn inside_the_profile(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, (gamma, alpha)) in pairs(&[2u64, 3, 4, 5, 6], &pairs(&inside_unit(5), &outer())) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        trial.at("alpha", &alpha);
        for k in 1..n {
            trial.at("k", k);
            let shrunk = shrunk(n, k, &gamma, &alpha);
            trial.has_value(shrunk.compare(&Real::one()) != Some(Ordering::Less), || format!("alpha_k = {shrunk} < 1"));
            let count = Real::from(trial.either(n, n - 1));
            let end = count * &gamma * &alpha / (1 - &gamma + &gamma * &alpha);
            let is_beyond = Real::from(k).compare(&end) == Some(Ordering::Greater);
            let is_below = shrunk.compare(&Real::one()) == Some(Ordering::Less);
            trial.holds(is_beyond == is_below, "alpha_k < 1 exactly for k beyond the end", || {
                format!("alpha_k = {shrunk}, the end is {end}")
            })?;
        }
    }
    Ok(())
}

/// `{1, ..., n}` with the last record replaced by n + 1.
fn substituted(n: u8) -> Records {
    records(n - 1).into_iter().chain([n + 1]).collect()
}

fn distance(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let tv = total_variation(&poisson(&records(n), &gamma), &poisson(&substituted(n), &gamma));
        trial.equal(("TV", tv), ("the formula", trial.either(gamma.clone(), 1 - (1 - &gamma).pow(2))))?;
    }
    Ok(())
}

/// The probability of a size.
fn of_size(samples: &Samples, size: usize) -> Real {
    let sets = samples.iter().filter(|(y, _)| y.len() == size);
    sets.fold(Real::zero(), |sum, (_, mass)| sum + mass)
}

fn sizes_differ(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4, 5], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let other = trial.either(common.clone(), added(&common, n + 1, 1));
        let part = added(&common, n, 1);
        let differs = |size: &usize| of_size(&part, *size).compare(&of_size(&other, *size)) != Some(Ordering::Equal);
        let size = (0..=usize::from(n)).find(differs);
        trial.holds(size.is_some(), "a size has different probabilities", || "all are the same".to_owned())?;
    }
    Ok(())
}

/// What the coupling of BA-61 is.
const COMPATIBLE: &str = "the coupling of y + v with y + v' is compatible";

fn parts_by_removal(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4], &[inside_unit(4), vec![Real::one()]].concat()) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let (part, other) = (added(&common, n, 1), added(&common, n + 1, 1));
        // Every y + v is moved to y + v', which has the same probability.
        let partner = |y: &Records| -> Records { y.iter().copied().filter(|&u| u != n).chain([n + 1]).collect() };
        let is_nearest = |y: &Records| {
            let nearest = other.keys().filter_map(|z| removed(y, z)).min();
            removed(y, &partner(y)) == nearest && nearest == Some(2)
        };
        let is_coupling = part.iter().all(|(y, mass)| other.get(&partner(y)) == Some(mass));
        let is_compatible = is_coupling && part.keys().all(is_nearest);
        let is_as_claimed = is_compatible == (trial.reading() != Reading::Printed);
        let claimed = trial.choose("no coupling is compatible", COMPATIBLE, COMPATIBLE);
        trial.holds(is_as_claimed, claimed, || {
            let example = part.keys().next().map(|y| show_records(y)).unwrap_or_default();
            format!("{COMPATIBLE} for v = {n}, v' = {}: it moves {example} and all others by 2, the least", n + 1)
        })?;
    }
    trial.clear_parameters();
    for_poisson(trial, removed, |trial, table, gamma, outer| {
        let inner = stretched(outer, gamma);
        let beta = outer / &inner;
        let (one, two) = (table.profile(1, &inner), table.profile(trial.either(2, 1), &inner));
        let bound = gamma * ((1 - &beta) * one + &beta * two);
        for (x, y) in neighbours(table.samples(), replaced) {
            note(trial, &x, &y);
            let (p, q) = (table.on(&poisson(&x, gamma)), table.on(&poisson(&y, gamma)));
            trial.at_most(("D_alpha'", largest_difference(&p, &q, outer)), ("the bound", &bound))?;
        }
        Ok(())
    })
}

fn sizes(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[2u8, 3, 4, 5, 6], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let part = added(&common, n, 1);
        for k in 1..n {
            trial.at("k", k);
            let quotient = of_size(&common, k.into()) / of_size(&part, k.into());
            let share = ratio(n.into(), k.into()) - trial.either(1i64, 0);
            trial.equal(("gamma_k/w_k", quotient), ("the formula", &gamma / (1 - &gamma) * share))?;
        }
    }
    Ok(())
}

fn size_by_size(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, laws) in [(1u8, distributions(2, 3)), (2, distributions(2, 3)), (3, quarters())] {
        trial.at("n", n);
        let (samples, rest) = (subsets(&records(n)), records(n - 1));
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for (gamma, alpha) in pairs(&inside_unit(3), &outer()) {
                trial.at("gamma", &gamma);
                trial.at("alpha", &alpha);
                let common = poisson(&rest, &gamma);
                let divergence = largest_difference(&table.on(&added(&common, n, 1)), &table.on(&common), &alpha);
                let term = |k: u8| {
                    let with = added(&without_replacement(&rest, usize::from(k) - 1), n, 1);
                    let order = trial.either(shrunk(n.into(), k.into(), &gamma, &alpha), alpha.clone());
                    let without = without_replacement(&rest, k.into());
                    weight(n.into(), k.into(), &gamma)
                        * largest_difference(&table.on(&with), &table.on(&without), &order)
                };
                let last = weight(n.into(), n.into(), &gamma);
                let sum = (1..n).map(term).fold(last, |sum, term| sum + term);
                trial.at_most(("D_alpha(omega_1 M || omega_0 M)", divergence), ("the sum", sum))?;
            }
        }
    }
    Ok(())
}
