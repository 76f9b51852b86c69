//! Section 2.5: total variation, trade-off functions and Gaussian differential privacy.

use super::{Printed, contains, figures, is_private, power, subsets, three_point, total_by_variation};
use crate::corpus::entry::{Check, Computation, Correction, Entry, Evidence};
use crate::corpus::family::{distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples, unit};
use crate::corpus::number::Number;
use crate::corpus::trial::{Stop, Trial};
use crate::corpus::verdict::Verdict;
use crate::exact::polynomial::Polynomial;
use crate::exact::real::Real;
use crate::pair::{FinitePair, ThreePoint};
use crate::tradeoff::Curve;
use crate::tradeoff::functionals::Functional;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-72",
        locus: "Section 2.5, first item",
        statement: "A mechanism is (eps, 0)-DP exactly if the Renyi divergence of order infinity is at most eps.",
        formula: "P(T) <= e^eps Q(T) for all T <=> D_inf(P || Q) <= eps",
        domain: "eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on three outcomes with denominators up to 4, all events, E = e^eps with \
                 numerators up to 4",
            ),
            run: infinite_order,
            altered: "D_inf(Q || P)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
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
        locus: "Text after corollary 28",
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
                "P(A) = 1 - x and Q(A) = alpha; also all pairs of distributions on three outcomes with denominators up to 5",
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
        statement: "The total variation of each figure is one that theorem 29 allows for its eps and delta.",
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
        statement: "k mechanisms that are (eps, delta)-DP and eta-TV are (j eps, 1 - (1 - delta)^k (1 - delta_j))-DP in sequence.",
        formula: "delta_j = sum over i, l of C(k, i) C(k-i, l) ((mu - 1)/(E + 1))^(k-i) mu^l (E^(k-l-i) - E^(l+j)), \
                  mu = 1 - (delta - eta)/(delta - 1) (E - 1)/(E + 1)",
        domain: "E = e^eps >= 1, delta in [0, 1], eta in [delta, delta + (1 - delta)(E - 1)/(E + 1)], 0 <= j <= k",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the worst case as a product of trade-off functions, k up to 4, E with numerators up to 3, delta in \
                 {0, 1/2, 1/3}, three values of eta, all j",
            ),
            run: theorem_29,
            altered: "only the exponent as it is printed: ((1 - mu)/(E + 1))^(k-i) mu^l with the corrected mu",
            correction: Some(Correction::Statement(
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
        statement: "The region of five (0.6, 0.05)-DP and 0.2-TV mechanisms in sequence is that of theorem 29.",
        formula: "delta at j 0.6 is 1 - 0.95^5 (1 - delta_j), j = 0, 1, ..., 5",
        domain: "eps = 0.6, delta = 0.05, eta = 0.2, k = 5",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("all six constraints, with E = e^0.6 as an element of Q(e^(3/5))"),
            run: figure,
            altered: "only the exponent as it is printed",
            correction: Some(Correction::Statement("delta_j as it is corrected at TH-22")),
        }),
        reading: Some("The formula is checked, not the picture: as it is printed it gives delta below 0."),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-71",
        locus: "Proposition 30",
        statement: "The trade-off functions are the functions on [0, 1] that are convex, continuous, not increasing and at \
                    most 1 - x.",
        formula: "f = T(P, Q) for some P, Q <=> the four conditions",
        domain: "f: [0, 1] -> [0, 1]",
        check: Check::Cited { reason: "a theorem of Dong, Roth and Su [10] about all functions" },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "TH-25",
        locus: "Corollary 32",
        statement: "A mechanism is (eps, delta)-DP exactly if it is f-DP for a piecewise-linear f.",
        formula: "f(a) = max(0, 1 - delta - e^eps a, e^-eps (1 - delta - a))",
        domain: "eps >= 0, delta in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity(
                "both lines are the inequalities of TH-06, solved for FN; they fall, so that the least FN at FP <= a is above \
                 them too; E (x), a (alpha) and delta are indeterminates. Also all pairs of distributions on three outcomes with denominators up to 4, either way, E in {1, 3/2, 2, 3}, \
                 delta with denominators up to 3; the trade-off functions by their vertices",
            ),
            run: as_trade_off_function,
            altered: "e^eps (1 - delta - a) in place of e^-eps (1 - delta - a)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-69",
        locus: "Theorem 34",
        statement: "A mechanism that is f-DP and one that is g-DP, which may see the first output, are together f (x) g-DP.",
        formula: "T((M_1, M_2)) >= f (x) g",
        domain: "trade-off functions f and g",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "a first pair on two outcomes and a second pair for each of them, denominators up to 3; f is the trade-off \
                 function of the first pair, g the largest one below those of the second pairs",
            ),
            run: adaptive,
            altered: "g is the trade-off function of the second pair after the first outcome",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-26",
        locus: "Corollary 35",
        statement: "The composition of mu_i-GDP mechanisms is mu-GDP with mu^2 = sum mu_i^2, and no smaller mu will do.",
        formula: "G_mu_1 (x) G_mu_2 = G_mu, mu = sqrt(mu_1^2 + mu_2^2)",
        domain: "mu_i >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity(
                "the likelihood ratio is a function of mu_1 y_1 + mu_2 y_2, a normal number whose shift over its standard \
                 deviation is mu; mu_1 (x) and mu_2 (alpha) are indeterminates",
            ),
            run: gaussians,
            altered: "mu = mu_1 + mu_2",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-70",
        locus: "Theorem 36",
        statement: "The composition of symmetric trade-off functions is within gamma of a Gaussian one.",
        formula: "G_mu(a + gamma) - gamma <= f(a) <= G_mu(a - gamma) + gamma",
        domain: "gamma < 1/2, a in [gamma, 1 - gamma]",
        check: Check::Cited {
            reason: "a theorem of Dong, Roth and Su [10]; it is among the statements of their paper",
        },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "TH-28",
        locus: "Theorem 37, its conditions",
        statement: "The theorem is about arrays whose sums to infinity of kl, kappa_2 and kappa_3 are K, s^2 > 0 and 0.",
        formula: "there is f with kappa_2(f) > 0 and kappa_3(f) = 0",
        domain: "symmetric trade-off functions",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n-fold randomised response with eps = 1/sqrt(n), n = 1, 4, 9, ..., 100"),
            run: moments_of_an_array,
            altered: "the sum of kappa_3 is 1/n",
            correction: Some(Correction::Statement(
                "sums to n, and limits for n to infinity: in the array of randomised responses with eps = 1/sqrt(n), \
                 the sum of kappa_2 is 1 and that of kappa_3 is 1/sqrt(n)",
            )),
        }),
        reading: Some(
            "kappa_3 = 0 makes every f the identity, so that s = 0 and 2K/s is no number: as printed the theorem is about \
             nothing. Dong, Roth and Su [10] have limits. The limit itself is not checked here.",
        ),
        recorded: Verdict::Corrected,
    },
];

fn each_pair(
    trial: &mut Trial,
    denominator: u64,
    mut check: impl FnMut(&mut Trial, &[Real], &[Real]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let laws = distributions(3, denominator);
    for (p, q) in pairs(&laws, &laws) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        check(trial, &p, &q)?;
    }
    Ok(())
}

fn of_event(law: &[Real], event: &[bool]) -> Real {
    law.iter().zip(event).filter(|(_, is_in)| **is_in).fold(Real::zero(), |sum, (mass, _)| sum + mass)
}

/// Do all events satisfy `P(A) <= E Q(A) + delta`?
fn all_events(p: &[Real], q: &[Real], e: &Real, delta: &Real) -> bool {
    subsets(p.len()).all(|event| {
        let bound = e * of_event(q, &event) + delta;
        of_event(p, &event).compare(&bound).is_some_and(Ordering::is_le)
    })
}

fn infinite_order(trial: &mut Trial) -> Result<(), Stop> {
    each_pair(trial, 4, |trial, p, q| {
        let (first, second) = trial.either((p, q), (q, p));
        let Some(divergence) = pair(first, second)?.largest_loss() else { return Ok(()) };
        let divergence = match divergence {
            Functional::Finite(x) => Number::from(x),
            Functional::Infinite(_) => Number::infinite(),
        };
        for e in exponentials(4) {
            trial.at("E = e^eps", &e);
            let is_private = all_events(p, q, &e, &Real::zero());
            let is_bounded = divergence.compare(&Number::from(e.ln())).is_some_and(Ordering::is_le);
            trial.holds(is_private == is_bounded, "(eps, 0)-DP exactly if D_inf <= eps", || {
                format!("(eps, 0)-DP: {is_private}, D_inf = {divergence}")
            })?;
        }
        Ok(())
    })
}

fn total_variation(trial: &mut Trial) -> Result<(), Stop> {
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

fn three_inequalities(trial: &mut Trial) -> Result<(), Stop> {
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

fn at_most_one(trial: &mut Trial) -> Result<(), Stop> {
    let (one, whole) = (Polynomial::constant(1), Polynomial::constant(trial.either(1, 2)));
    let difference = &(&one - &Polynomial::x()) - &Polynomial::alpha();
    trial.never_negative("the bound less P(A) - Q(A)", &(&one - &(&whole * &difference)))?;
    let bound = trial.either(Real::one(), ratio(1, 2));
    each_pair(trial, 5, |trial, p, q| {
        let delta = Curve::of(&pair(p, q)?)?.delta(&Real::one())?;
        trial.at_most(("TV(P, Q)", delta), ("the bound", &bound))
    })
}

fn admissible(trial: &mut Trial) -> Result<(), Stop> {
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

fn theorem_29(trial: &mut Trial) -> Result<(), Stop> {
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

fn figure(trial: &mut Trial) -> Result<(), Stop> {
    let form = trial.choose(Printed::THEOREM_29, Printed::CORRECTED, Printed::EXPONENT);
    let (e, delta, eta, k) = (ratio(3, 5).exp(), ratio(1, 20), ratio(1, 5), 5);
    let composed = power(&three_point(&e, &delta, &eta)?, 5)?;
    for j in (0..=k).rev() {
        trial.at("j", j);
        let total = total_by_variation(&e, &delta, &eta, k, j, form);
        trial.equal(("delta at j 0.6", composed.delta(&e.pow(j))?), ("the formula", total))?;
    }
    Ok(())
}

fn as_trade_off_function(trial: &mut Trial) -> Result<(), Stop> {
    // E times the last line, and the line before.
    let (e, alpha, rest) = (Polynomial::x(), Polynomial::alpha(), &Polynomial::constant(1) - &Polynomial::delta());
    let last = &trial.either(Polynomial::constant(1), e.pow(2)) * &(&rest - &alpha);
    trial.identical("a + E f(a) = 1 - delta on the last line", &(&alpha + &last), &rest)?;
    let steep = &rest - &(&e * &alpha);
    trial.identical("E a + f(a) = 1 - delta on the one before", &(&(&e * &alpha) + &steep), &rest)?;
    let all = pairs(&[ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)], &unit(3));
    each_pair(trial, 4, |trial, p, q| {
        let either_way = [Curve::of(&pair(q, p)?)?.vertices(), Curve::of(&pair(p, q)?)?.vertices()].concat();
        for (e, delta) in &all {
            trial.at("E = e^eps", e);
            trial.at("delta", delta);
            let slope = trial.either(1 / e, e.clone());
            let is_above = either_way.iter().all(|(alpha, beta)| {
                let lines = [Real::zero(), 1 - delta - e * alpha, &slope * (1 - delta - alpha)];
                lines.iter().all(|line| line.compare(beta).is_some_and(Ordering::is_le))
            });
            let is_private = all_events(p, q, e, delta) && all_events(q, p, e, delta);
            trial.holds(is_private == is_above, "private exactly if T >= f", || {
                format!("private: {is_private}, T >= f: {is_above}")
            })?;
        }
        Ok(())
    })
}

fn adaptive(trial: &mut Trial) -> Result<(), Stop> {
    let laws = distributions(2, 3);
    let all = pairs(&laws, &laws);
    let curve = |(p, q): &(Vec<Real>, Vec<Real>)| -> Result<Curve, Stop> { Ok(Curve::of(&pair(p, q)?)?) };
    for (first, left, right) in triples(&all, &all, &all) {
        trial.at("M_1", format_args!("{}, {}", show(&first.0), show(&first.1)));
        trial.at("M_2 after the first outcome", format_args!("{}, {}", show(&left.0), show(&left.1)));
        trial.at("M_2 after the second outcome", format_args!("{}, {}", show(&right.0), show(&right.1)));
        let parts = [curve(&left)?, curve(&right)?];
        let below = Curve::hull_of_minimum(&parts)?;
        let [after_first, _] = parts;
        let bound = curve(&first)?.tensor(&trial.either(below, after_first))?;
        let joint = |law: &[Real], second: [&[Real]; 2]| -> Vec<Real> {
            law.iter().zip(second).flat_map(|(mass, next)| next.iter().map(move |share| mass * share)).collect()
        };
        let both = pair(&joint(&first.0, [&left.0, &right.0]), &joint(&first.1, [&left.1, &right.1]))?;
        trial.holds(contains(&bound, &Curve::of(&both)?)?, "T((M_1, M_2)) >= f (x) g", || {
            "it is below at a vertex".to_owned()
        })?;
    }
    Ok(())
}

fn gaussians(trial: &mut Trial) -> Result<(), Stop> {
    let (first, second) = (Polynomial::x(), Polynomial::alpha());
    // The likelihood ratio is a function of mu_1 y_1 + mu_2 y_2: its variance, and its mean under the other law.
    let variance = &first.pow(2) + &second.pow(2);
    let shift = &(&first * &first) + &(&second * &second);
    let mu_squared = trial.either(&first.pow(2) + &second.pow(2), (&first + &second).pow(2));
    trial.identical("mu^2, times the variance, is the shift squared", &(&mu_squared * &variance), &shift.pow(2))
}

fn moments_of_an_array(trial: &mut Trial) -> Result<(), Stop> {
    for root in 1..=10i64 {
        let n = root * root;
        trial.at("n", n);
        let step = ThreePoint { eps: 1 / Real::from(root), delta: Real::zero(), alpha: Real::zero() };
        let sum = |moment: fn(&FinitePair) -> Option<Functional>| match moment(&step.to_finite()) {
            Some(Functional::Finite(moment)) => Ok(Real::from(n) * moment),
            _ => Err(Stop::Undecided("a moment of the loss".to_owned())),
        };
        trial.equal(("the sum of kappa_2", sum(|pair| Some(pair.kappa2()))?), ("1", Real::one()))?;
        let third = sum(|pair| pair.third_moment(&Real::zero()))?;
        let claimed = trial.choose(Real::zero(), 1 / Real::from(root), 1 / Real::from(n));
        trial.equal(("the sum of kappa_3", third), ("the claim", claimed))?;
    }
    Ok(())
}
