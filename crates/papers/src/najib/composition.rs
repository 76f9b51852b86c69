//! Section 2.3: worst-case bounds for compositions.

use super::{delta_i, is_private, power, subsets, total_delta, worst_case};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, exponentials, larger, pair, pairs, ratio, show, triples, unit};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::tradeoff::{Curve, Kernel};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-08",
        locus: "Proposition 10",
        statement: "In the composition of mechanisms, the eps and the delta add up.",
        formula: "(M_1, ..., M_L) is (sum eps_l, sum delta_l)-DP",
        domain: "eps_l >= 0, delta_l in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "the mass at infinite loss of two worst cases, delta_1 + (1 - delta_1) delta_2, is at most \
                          delta_1 + delta_2, both (alpha, delta) indeterminates; also two mechanisms, E_l = e^eps_l \
                          with numerators up to 4 or 1, delta_l with denominators up to 3",
                by_hand: "the worst cases (TH-77) have no finite loss above the sum of eps_l; more mechanisms by \
                          induction",
            },
            run: basic_composition,
            altered: "delta_1 in place of the sum",
            correction: None,
        }),
        reading: Some("A sum of delta above 1 is allowed and says nothing."),
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-65",
        locus: "Proof of proposition 10, the choice of T",
        statement: "The proof shows the inequality for product events T_1 x T_2, which is not enough for all events: \
                    it is incomplete, and the proposition holds.",
        formula: "sup over T of P(T) - E Q(T) is reached at a T = T_1 x T_2",
        domain: "two independent outputs, E = e^eps >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("two outputs with the same pair of laws on two outcomes, denominators up to 4"),
            run: product_events,
            altered: "a T = T_1 x Y is enough",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "it is reached at a T that has a T_2 of its own for every first output: condition on that, and the \
                 sum over the first outputs gives the proposition for all events",
            )),
        }),
        reading: Some(
            "That the proof means a T = T_1 x T_2 without loss of generality is the charitable reading of its first \
             line.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-66",
        locus: "Proof of proposition 10, the last inequality",
        statement: "In the proof, the factor e^eps_1 P(M_1(X') in T_1) of delta_2 is dropped as if it were at most 1.",
        formula: "E_1 p (E_2 q + delta_2) + delta_1 <= E_1 p E_2 q + delta_2 + delta_1",
        domain: "p, q, delta_1, delta_2 in [0, 1], E_l = e^eps_l >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("p, q and delta_2 with denominators up to 3, E_1 = E_2 with numerators up to 4"),
            run: dropped_factor,
            altered: "min(1, E_1 p), and delta_2/2 on the right",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "min(1, E_1 p) (E_2 q + delta_2) + delta_1 <= E_1 p E_2 q + delta_2 + delta_1, which suffices: \
                 P(M_1(X) in T_1) <= min(1, E_1 p) + delta_1",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-09",
        locus: "Section 2.3.1, the last paragraph",
        statement: "If nothing is given up, k mechanisms cost k eps.",
        formula: "the k-fold composition of eps-DP mechanisms has delta > 0 below k eps, and 0 at k eps",
        domain: "eps > 0, delta = 0, k >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the worst case, E = e^eps with numerators up to 4, k up to 4; below it: e^(k eps) less a tenth of \
                 it, and half of it",
            ),
            run: linear_cost,
            altered: "k eps - ln(20/19) in place of k eps",
            correction: None,
        }),
        reading: Some(
            "The remark is read of eps, which the next sentence lowers for a slack in delta. Of (k eps, k delta) as \
             a pair it would not be true: by theorem 11, a page later, delta is 1 - (1 - delta)^k at k eps.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-10",
        locus: "Theorem 11",
        statement: "The composition of k (eps, delta)-DP mechanisms is ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i))-DP, and \
                    no delta is too large.",
        formula: "delta_i = sum over l < i of C(k, l) (e^((k-l) eps) - e^((k-2i+l) eps)) / (1 + e^eps)^k",
        domain: "eps >= 0, delta in [0, 1], 0 <= i <= k/2",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E = e^eps with numerators up to 4 and 1, delta with denominators up to 3, k up to 5, all i; the worst case \
                 as a product of trade-off functions",
            ),
            run: tight_composition,
            altered: "(1 + e^eps)^(k-1) in the denominator",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-67",
        locus: "Text after theorem 11",
        statement: "The privacy region of the k-fold composition is the intersection of the regions of theorem 11.",
        formula: "f_{eps, delta}^(x k) = max over i of f_{(k-2i) eps, 1 - (1 - delta)^k (1 - delta_i)}",
        domain: "eps >= 0, delta in [0, 1], k >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E = e^eps with numerators up to 4 and 1, delta with denominators up to 3, k up to 5",
            ),
            run: intersection,
            altered: "i from 1",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-77",
        locus: "Text after theorem 11",
        statement: "The mechanism of Kairouz, Oh and Viswanath dominates exactly the (eps, delta)-DP mechanisms.",
        formula: "(delta, (1 - delta) E/(1 + E), (1 - delta)/(1 + E), 0) and its mirror image become (P, Q) by a \
                  random mapping",
        domain: "all pairs (P, Q) that are (eps, delta)-DP either way, E = e^eps",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on three outcomes with denominators up to 4, E in {1, 3/2, 2, 3}, delta with \
                 denominators up to 3; every mapping is a kernel that is multiplied out",
            ),
            run: dominating_mechanism,
            altered: "delta/2 in place of delta in the mechanism",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-57",
        locus: "Figure 2.2",
        statement: "An observation: the region of five (0.6, 0.05)-DP mechanisms in sequence is that of theorem 11.",
        formula: "delta at (5 - 2i) 0.6 is 1 - 0.95^5 (1 - delta_i), i = 0, 1, 2",
        domain: "eps = 0.6, delta = 0.05, k = 5",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("all three constraints, with E = e^0.6 as an element of Q(e^(3/5))"),
            run: figure,
            altered: "0.95^4 in place of 0.95^5",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-12",
        locus: "Theorem 12",
        statement: "With a slack d > 0 in delta, the composition has the least of three eps.",
        formula: "eps = min(sum eps_l, A + sqrt(2 B ln(1/d)), A + sqrt(2 B ln(e + sqrt(B)/d))) at 1 - (1 - d) prod (1 - delta_l), \
                  where A = sum eps_l (e^eps_l - 1)/(e^eps_l + 1), B = sum eps_l^2",
        domain: "eps_l >= 0, delta_l in [0, 1], d > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "worst cases of one to thirty mechanisms, equal ones and two different ones, d in {1, 1/2, 2, 1/10, \
                 1/1000}",
            ),
            run: simplified_composition,
            altered: "1 - prod (1 - delta_l), without the slack",
            correction: Some(Correction::Domain {
                holds_for: "0 < d <= 1",
                beyond: "for d > 1 the second eps is the root of a negative number; the delta is 1 or more, and says \
                         nothing",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
];

/// Values of E = e^eps, from 1.
fn values_of_e() -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(4)).collect()
}

fn basic_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let (first, second) = (Polynomial::alpha(), Polynomial::delta());
    let leak = &first + &(&(&Polynomial::constant(1) - &first) * &second);
    let bound = trial.either(&first + &second, first);
    trial.never_negative("the bound less the mass at infinite loss", &(&bound - &leak))?;
    let all = pairs(&values_of_e(), &unit(3));
    for ((e, delta), (f, other)) in pairs(&all, &all) {
        trial.at("E_1, delta_1", format_args!("{e}, {delta}"));
        trial.at("E_2, delta_2", format_args!("{f}, {other}"));
        let both = worst_case(&e, &delta)?.tensor(&worst_case(&f, &other)?)?;
        let bound = trial.either(&delta + &other, delta);
        trial.at_most(("delta at eps_1 + eps_2", both.delta(&(e * f))?), ("the bound", bound))?;
    }
    Ok(())
}

fn product_events(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    for ((p, q), e) in pairs(&pairs(&laws, &laws), &values_of_e()) {
        trial.at("P of each output", show(&p));
        trial.at("Q of each output", show(&q));
        trial.at("E", &e);
        let every = Curve::of(&pair(&p, &q)?)?;
        let every = every.tensor(&every)?.delta(&e)?;
        let sum = |law: &[Real], event: &[bool]| {
            let chosen = law.iter().zip(event).filter(|(_, is_in)| **is_in);
            chosen.fold(Real::zero(), |sum, (mass, _)| sum + mass)
        };
        // Of the second outputs, where the first have these two probabilities.
        let best = |p_first: &Real, q_first: &Real| {
            let whole = |second: &Vec<bool>| trial.either(true, second.iter().all(|is_in| *is_in));
            let events = subsets(2).filter(whole);
            let differences = events.map(|second| p_first * sum(&p, &second) - &e * (q_first * sum(&q, &second)));
            differences.fold(Real::zero(), larger)
        };
        let largest = if trial.reading() == Reading::Corrected {
            p.iter().zip(&q).fold(Real::zero(), |total, (p_first, q_first)| total + best(p_first, q_first))
        } else {
            subsets(2).map(|first| best(&sum(&p, &first), &sum(&q, &first))).fold(Real::zero(), larger)
        };
        trial.at_most(("the largest difference of all events", every), ("that of such events", largest))?;
    }
    Ok(())
}

fn dropped_factor(trial: &mut Trial) -> Result<(), CheckError> {
    for ((p, q), delta, e) in triples(&pairs(&unit(3), &unit(3)), &unit(3), &values_of_e()) {
        trial.at("p", &p);
        trial.at("q", &q);
        trial.at("delta_2", &delta);
        trial.at("E_1 = E_2", &e);
        let product = &e * &p;
        let is_large = product.compare(&Real::one()) == Some(Ordering::Greater);
        let capped = if is_large { Real::one() } else { product.clone() };
        let (factor, kept) =
            (trial.choose(&product, &capped, &capped), trial.choose(&delta, &delta, &(&delta / 2)).clone());
        trial.at_most(
            ("left side, without delta_1", factor * (&e * &q + &delta)),
            ("right side, without delta_1", &product * (&e * &q) + kept),
        )?;
    }
    Ok(())
}

fn linear_cost(trial: &mut Trial) -> Result<(), CheckError> {
    for (k, e) in pairs(&[1i64, 2, 3, 4], &exponentials(4)) {
        trial.at("E = e^eps", &e);
        trial.at("k", k);
        let composed = power(&worst_case(&e, &Real::zero())?, k.unsigned_abs())?;
        let end = e.pow(k) * trial.either(Real::one(), ratio(19, 20));
        for below in [&end * ratio(9, 10), &end * ratio(1, 2)] {
            trial.less(("0", 0), ("delta below k eps", composed.delta(&larger(Real::one(), below))?))?;
        }
        trial.equal(("delta at k eps", composed.delta(&end)?), ("0", 0))?;
    }
    Ok(())
}

/// Calls `check` with E, delta and k, and with the k-fold composition of the worst case.
fn each_composition(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Real, &Real, i64, &Curve) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (k, delta, e) in triples(&[1i64, 2, 3, 4, 5], &unit(3), &values_of_e()) {
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        trial.at("k", k);
        let composed = power(&worst_case(&e, &delta)?, k.unsigned_abs())?;
        check(trial, &e, &delta, k, &composed)?;
    }
    Ok(())
}

fn tight_composition(trial: &mut Trial) -> Result<(), CheckError> {
    each_composition(trial, |trial, e, delta, k, composed| {
        for i in 0..=k / 2 {
            trial.at("i", i);
            let share = delta_i(e, k, i) * trial.either(Real::one(), 1 + e);
            let formula = 1 - (1 - delta).pow(k) * (1 - share);
            trial.equal(("delta at (k - 2i) eps", composed.delta(&e.pow(k - 2 * i))?), ("the formula", formula))?;
        }
        Ok(())
    })
}

fn intersection(trial: &mut Trial) -> Result<(), CheckError> {
    each_composition(trial, |trial, e, delta, k, composed| {
        let first = trial.either(0, 1);
        let constraints: Result<Vec<Curve>, CheckError> =
            (first..=k / 2).map(|i| worst_case(&e.pow(k - 2 * i), &total_delta(e, delta, k, i))).collect();
        let region = Curve::maximum(&constraints?)?;
        trial.holds(region.equals(composed)?, "both trade-off functions are the same", || {
            format!("they have {} and {} edges", region.edges().len(), composed.edges().len())
        })
    })
}

fn dominating_mechanism(trial: &mut Trial) -> Result<(), CheckError> {
    let rational = |x: &Real| x.as_rational().cloned().ok_or_else(|| CheckError::Wrong(format!("{x} is not rational")));
    let masses = |p: &[Real], q: &[Real]| -> Result<Vec<(Rational, Rational)>, CheckError> {
        p.iter().zip(q).map(|(p, q)| Ok((rational(p)?, rational(q)?))).collect()
    };
    let laws = distributions(3, 4);
    let budgets = pairs(&[ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)], &unit(3));
    for ((p, q), (e, delta)) in pairs(&pairs(&laws, &laws), &budgets) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        let leak = &delta / trial.either(1, 2);
        let low = (1 - &leak) / (1 + &e);
        let mut law = vec![leak, &e * &low, low, Real::zero()];
        let first = law.clone();
        law.reverse();
        let mapping = Kernel::between(&masses(&first, &law)?, &masses(&p, &q)?);
        let is_private = is_private(&p, &q, &e, &delta)?;
        trial.holds(is_private == mapping.is_some(), "there is a mapping exactly if the pair is private", || {
            format!("private: {is_private}, a mapping: {}", mapping.is_some())
        })?;
    }
    Ok(())
}

fn figure(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, delta, k) = (ratio(3, 5).exp(), ratio(1, 20), 5);
    let composed = power(&worst_case(&e, &delta)?, 5)?;
    for i in 0..=k / 2 {
        trial.at("i", i);
        let finite = (1 - &delta).pow(trial.either(k, k - 1));
        let formula = 1 - finite * (1 - delta_i(&e, k, i));
        trial.equal(("delta at (5 - 2i) 0.6", composed.delta(&e.pow(k - 2 * i))?), ("the formula", formula))?;
    }
    Ok(())
}

fn simplified_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let slacks = [(1, 1), (1, 2), (2, 1), (1, 10), (1, 1000)];
    let (half, none) = (ratio(1, 2), Real::zero());
    let runs = [
        (1, vec![(ratio(2, 1), none.clone())]),
        (2, vec![(ratio(2, 1), half)]),
        (1, vec![(ratio(2, 1), none.clone()), (ratio(3, 1), ratio(1, 10))]),
        (30, vec![(ratio(11, 10), none)]),
        (10, vec![(ratio(11, 10), ratio(1, 100)), (ratio(6, 5), ratio(1, 1000))]),
    ];
    for ((times, steps), (n, d)) in pairs(&runs, &slacks) {
        let slack = ratio(n, d);
        let written: Vec<String> = steps.iter().map(|(e, delta)| format!("({e}, {delta})")).collect();
        trial.at("(E_l, delta_l)", format_args!("{times} x {}", written.join(" and ")));
        trial.at("d", &slack);
        let mut composed = Curve::identity();
        let (mut basic, mut drift, mut square, mut kept) = (Real::zero(), Real::zero(), Real::zero(), Real::one());
        for (e, delta) in &steps {
            composed = composed.tensor(&power(&worst_case(e, delta)?, times)?)?;
            let (eps, count) = (e.ln(), Real::from(times));
            basic = basic + &count * &eps;
            drift = drift + &count * (&eps * (e - 1) / (e + 1));
            square = square + &count * eps.pow(2);
            kept = kept * (1 - delta).pow(i64::try_from(times).unwrap_or(i64::MAX));
        }
        let delta = 1 - trial.either((1 - &slack) * &kept, kept);
        let logarithm = (1 / &slack).ln();
        let is_below = logarithm.compare(&Real::zero()) == Some(Ordering::Less);
        trial.at("eps", "the second");
        if !trial.has_value(!is_below, || format!("the second eps has the root of {logarithm} times a positive number"))
        {
            trial.at_most(("1", 1), ("the delta that is claimed", delta))?;
            continue;
        }
        let advanced = &drift + (2 * &square * logarithm).sqrt();
        let scaled = &drift + (2 * &square * (Real::one().exp() + square.sqrt() / &slack).ln()).sqrt();
        for (name, eps) in [("first", basic), ("second", advanced), ("third", scaled)] {
            trial.at("eps", format_args!("the {name}"));
            trial.at_most(("delta at eps", composed.delta(&eps.exp())?), ("the bound", &delta))?;
        }
    }
    Ok(())
}
