//! Section 2.5.1: differential privacy with total variation.

use super::{Printed, all_events, each_pair, figures, is_private, power, three_point, total_by_variation};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, triples, unit};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-20",
        locus: "Definition 26 and corollary 28",
        statement: "A mechanism has total variation at most eta exactly if it is (0, eta)-DP.",
        formula: "sup over A of P(A) - Q(A) <= eta <=> M is (0, eta)-DP",
        domain: "eta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on three outcomes with denominators up to 4, all events, eta with denominators \
                 up to 4",
            ),
            run: total_variation,
            altered: "(0, eta/2)-DP",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-68",
        locus: "Corollary 28, second half",
        statement: "A mechanism is (eps, delta)-DP and eta-TV exactly if its trade-off functions satisfy three linear \
                    inequalities.",
        formula: "a + e^eps T(a) >= 1 - delta, e^eps a + T(a) >= 1 - delta and a + T(a) >= 1 - eta for all a",
        domain: "eps >= 0, delta and eta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on three outcomes with denominators up to 4, E in {2, 3}, delta in \
                 {0, 1/10, 1/2}, eta with denominators up to 3; T by its vertices",
            ),
            run: three_inequalities,
            altered: "e^eps a + e^eps T(a) >= 1 - delta in place of the first",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-21",
        locus: "Text after figure 2.3",
        statement: "All (eps, delta)-DP mechanisms are 1-TV.",
        formula: "TV(P, Q) <= 1",
        domain: "all P, Q",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "P(A) = 1 - x and Q(A) = alpha; also all pairs of distributions on three outcomes with denominators \
                 up to 5",
            ),
            run: at_most_one,
            altered: "1/2-TV",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-59",
        locus: "Figures 2.3, 2.4, 3.4, 3.9 and 4.1",
        statement: "An observation: the total variation of each figure is one that theorem 29 allows for its eps and \
                    delta.",
        formula: "delta <= eta <= delta + (1 - delta)(e^eps - 1)/(e^eps + 1)",
        domain: "(eps, delta, eta) = (0.6, 0.15, 0.25), (0.6, 0.05, 0.2), (0.6, 0.05, 0.15)",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("all three cases"),
            run: admissible,
            altered: "twice each eta",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-22",
        locus: "Theorem 29",
        statement: "k mechanisms that are (eps, delta)-DP and eta-TV are (j eps, 1 - (1 - delta)^k (1 - delta_j))-DP \
                    in sequence.",
        formula: "delta_j = sum over i, l of C(k, i) C(k-i, l) ((mu - 1)/(E + 1))^(k-i) mu^l (E^(k-l-i) - E^(l+j)), \
                  mu = 1 - (delta - eta)/(delta - 1) (E - 1)/(E + 1)",
        domain: "E = e^eps >= 1, delta in [0, 1], eta in [delta, delta + (1 - delta)(E - 1)/(E + 1)], 0 <= j <= k",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the worst case as a product of trade-off functions, k up to 4, E with numerators up to 3, delta in \
                 {0, 1/2, 1/3}, four values of eta, both ends among them, all j",
            ),
            run: theorem_29,
            altered: "only the exponent as it is printed: ((1 - mu)/(E + 1))^(k-i) mu^l with the corrected mu",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "((1 - mu)/(E + 1))^(k-i) mu^i with mu = 1 - (delta - eta)/(delta - 1) (E + 1)/(E - 1), for eps > 0 and \
                 delta < 1: sign, exponent and fraction; then no delta is too large",
            )),
        }),
        reading: Some(
            "Theorem 53 prints the same sign and fraction: they are the document's. It has the right exponent.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-58",
        locus: "Figure 2.4",
        statement: "The region of five (0.6, 0.05)-DP and 0.2-TV mechanisms in sequence is cut out by six deltas.",
        formula: "delta at j 0.6 is 1 - 0.95^5 (1 - delta_j), j = 0, 1, ..., 5",
        domain: "eps = 0.6, delta = 0.05, eta = 0.2, k = 5",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("all six constraints, with E = e^0.6 as an element of Q(e^(3/5))"),
            run: figure,
            altered: "only the exponent as theorem 29 prints it",
            correction: None,
        }),
        reading: Some(
            "The caption has no formula, and the picture is not judged: delta_j is that of theorem 29 as TH-22 \
             corrects it.",
        ),
        recorded: Verdict::Proved,
    },
];

fn total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let part = Real::from(trial.either(1i64, 2));
    each_pair(trial, 4, |trial, p, q| {
        for eta in unit(4) {
            trial.at("eta", &eta);
            let is_bounded = all_events(p, q, &Real::one(), &eta);
            let is_private = is_private(p, q, &Real::one(), &(&eta / &part))?;
            trial.holds(is_bounded == is_private, "eta-TV exactly if (0, eta)-DP", || {
                format!("eta-TV: {is_bounded}, private: {is_private}")
            })?;
        }
        Ok(())
    })
}

fn three_inequalities(trial: &mut Trial) -> Result<(), CheckError> {
    let budgets = [Real::zero(), ratio(1, 10), ratio(1, 2)];
    let all = triples(&[ratio(2, 1), ratio(3, 1)], &budgets, &unit(3));
    each_pair(trial, 4, |trial, p, q| {
        let vertices = Curve::of(&pair(q, p)?)?.vertices();
        for (e, delta, eta) in &all {
            trial.at("E = e^eps", e);
            trial.at("delta", delta);
            trial.at("eta", eta);
            let is_private = is_private(p, q, e, delta)? && all_events(p, q, &Real::one(), eta);
            let weight = trial.either(Real::one(), e.clone());
            let is_above = vertices.iter().all(|(alpha, beta)| {
                let sums = [(&weight * alpha + e * beta, delta), (e * alpha + beta, delta), (alpha + beta, eta)];
                sums.iter().all(|(sum, lost)| sum.compare(&(1 - *lost)).is_some_and(Ordering::is_ge))
            });
            trial.holds(is_private == is_above, "private exactly if all inequalities hold", || {
                format!("private: {is_private}, all hold: {is_above}")
            })?;
        }
        Ok(())
    })
}

fn at_most_one(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, whole) = (Polynomial::constant(1), Polynomial::constant(trial.either(1, 2)));
    let difference = &(&one - &Polynomial::x()) - &Polynomial::alpha();
    trial.never_negative("the bound less P(A) - Q(A)", &(&one - &(&whole * &difference)))?;
    let bound = trial.either(Real::one(), ratio(1, 2));
    each_pair(trial, 5, |trial, p, q| {
        let delta = Curve::of(&pair(p, q)?)?.delta(&Real::one())?;
        trial.at_most(("TV(P, Q)", delta), ("the bound", &bound))
    })
}

fn admissible(trial: &mut Trial) -> Result<(), CheckError> {
    let e = ratio(3, 5).exp();
    for (delta, eta) in figures() {
        trial.at("delta", &delta);
        let eta = trial.either(1, 2) * eta;
        let largest = &delta + (1 - &delta) * ((&e - 1) / (&e + 1));
        trial.at_most(("delta", delta), ("eta", &eta))?;
        trial.at_most(("eta", eta), ("the largest one", largest))?;
    }
    Ok(())
}

fn theorem_29(trial: &mut Trial) -> Result<(), CheckError> {
    let form = trial.choose(Printed::THEOREM_29, Printed::CORRECTED, Printed::EXPONENT);
    let budgets = [Real::zero()].into_iter().chain(inside_unit(3).into_iter().take(2)).collect::<Vec<_>>();
    let places = [ratio(1, 2), ratio(1, 3), Real::one(), Real::zero()];
    for (k, (e, delta), place) in triples(&[1i64, 2, 3, 4], &pairs(&exponentials(3), &budgets), &places) {
        let eta = &delta + (1 - &delta) * ((&e - 1) / (&e + 1)) * place;
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        trial.at("eta", &eta);
        trial.at("k", k);
        let composed = power(&three_point(&e, &delta, &eta)?, k.unsigned_abs())?;
        for j in 0..=k {
            trial.at("j", j);
            let total = total_by_variation(&e, &delta, &eta, k, j, form);
            trial.equal(("delta at j eps", composed.delta(&e.pow(j))?), ("1 - (1 - delta)^k (1 - delta_j)", total))?;
        }
    }
    Ok(())
}

fn figure(trial: &mut Trial) -> Result<(), CheckError> {
    let form = trial.either(Printed::CORRECTED, Printed::EXPONENT);
    let (e, delta, eta, k) = (ratio(3, 5).exp(), ratio(1, 20), ratio(1, 5), 5);
    let composed = power(&three_point(&e, &delta, &eta)?, 5)?;
    for j in (0..=k).rev() {
        trial.at("j", j);
        let total = total_by_variation(&e, &delta, &eta, k, j, form);
        trial.equal(("delta at j 0.6", composed.delta(&e.pow(j))?), ("the formula", total))?;
    }
    Ok(())
}
