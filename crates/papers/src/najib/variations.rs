//! Sections 2.5 and 2.5.2: Renyi divergence, trade-off functions and Gaussian differential privacy.

use super::{all_events, contains, each_pair};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, exponentials, pair, pairs, ratio, show, triples, unit};
use crate::number::Number;
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::Extended;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::pair::{FinitePair, ThreePoint};
use dpcert::tradeoff::Curve;
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
            evidence: Evidence::Core {
                decided: "both lines are the inequalities of TH-06, solved for FN; E (x), a (alpha) and delta are \
                          indeterminates. Also all pairs of distributions on three outcomes with denominators up to \
                          4, either way, E in {1, 3/2, 2, 3}, delta with denominators up to 3; the trade-off \
                          functions by their vertices",
                by_hand: "the lines fall, so that the least FN at FP <= a is above them too",
            },
            run: as_trade_off_function,
            altered: "e^eps (1 - delta - a) in place of e^-eps (1 - delta - a)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-69",
        locus: "Theorem 34",
        statement: "A mechanism that is f-DP and one that is g-DP, which may see the first output, are together f \
                    (x) g-DP.",
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
        statement: "The composition of mu_i-GDP mechanisms is mu-GDP with mu^2 = sum mu_i^2, and no smaller mu will \
                    do.",
        formula: "G_mu_1 (x) G_mu_2 = G_mu, mu = sqrt(mu_1^2 + mu_2^2)",
        domain: "mu_i >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "the shift of mu_1 y_1 + mu_2 y_2 and its variance: mu_1 (x) and mu_2 (alpha) are \
                          indeterminates",
                by_hand: "the likelihood ratio is a function of mu_1 y_1 + mu_2 y_2, a normal number whose shift \
                          over its standard deviation is mu; more factors by induction",
            },
            run: gaussians,
            altered: "mu = mu_1 + mu_2",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
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
        locus: "Theorem 37, its conditions, and figure 3.10",
        statement: "Arrays such as figure 3.10's satisfy the conditions: the sums to infinity of kl, kappa_2 and kappa_3 are K, \
                    s^2 > 0 and 0.",
        formula: "for randomised responses with eps = 1/sqrt(n): sum of kappa_2 = 1 and sum of kappa_3 = 0",
        domain: "arrays of symmetric trade-off functions",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("n-fold randomised response with eps = 1/sqrt(n), n = 1, 4, 9, ..., 100"),
            run: moments_of_an_array,
            altered: "the sum of kappa_3 is 1/n",
            correction: Some(Correction::Statement(
                Severity::Misprint,
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

fn infinite_order(trial: &mut Trial) -> Result<(), CheckError> {
    each_pair(trial, 4, |trial, p, q| {
        let (first, second) = trial.either((p, q), (q, p));
        let Some(divergence) = pair(first, second)?.largest_loss() else { return Ok(()) };
        let divergence = match divergence {
            Extended::Finite(x) => Number::from(x),
            Extended::Infinite(_) => Number::infinite(),
        };
        for e in exponentials(4) {
            trial.at("E = e^eps", &e);
            let is_private = all_events(p, q, &e, &Real::zero());
            let is_bounded = trial.order(&divergence, e.ln()).is_some_and(Ordering::is_le);
            trial.holds(is_private == is_bounded, "(eps, 0)-DP exactly if D_inf <= eps", || {
                format!("(eps, 0)-DP: {is_private}, D_inf = {divergence}")
            })?;
        }
        Ok(())
    })
}

fn as_trade_off_function(trial: &mut Trial) -> Result<(), CheckError> {
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

fn adaptive(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 3);
    let all = pairs(&laws, &laws);
    let curve = |(p, q): &(Vec<Real>, Vec<Real>)| -> Result<Curve, CheckError> { Ok(Curve::of(&pair(p, q)?)?) };
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

fn gaussians(trial: &mut Trial) -> Result<(), CheckError> {
    let (first, second) = (Polynomial::x(), Polynomial::alpha());
    // The likelihood ratio is a function of mu_1 y_1 + mu_2 y_2: its variance, and its mean under the other law.
    let variance = &first.pow(2) + &second.pow(2);
    let shift = &(&first * &first) + &(&second * &second);
    let mu_squared = trial.either(&first.pow(2) + &second.pow(2), (&first + &second).pow(2));
    trial.identical("mu^2, times the variance, is the shift squared", &(&mu_squared * &variance), &shift.pow(2))
}

fn moments_of_an_array(trial: &mut Trial) -> Result<(), CheckError> {
    for root in 1..=10i64 {
        let n = root * root;
        trial.at("n", n);
        let step = ThreePoint { eps: 1 / Real::from(root), delta: Real::zero(), alpha: Real::zero() };
        let sum = |moment: fn(&FinitePair) -> Option<Extended>| match moment(&step.to_finite()) {
            Some(Extended::Finite(moment)) => Ok(Real::from(n) * moment),
            _ => Err(CheckError::Undecided("a moment of the loss".to_owned())),
        };
        trial.equal(("the sum of kappa_2", sum(|pair| Some(pair.kappa2()))?), ("1", Real::one()))?;
        let third = sum(|pair| pair.third_moment(&Real::zero()))?;
        let claimed = trial.choose(Real::zero(), 1 / Real::from(root), 1 / Real::from(n));
        trial.equal(("the sum of kappa_3", third), ("the claim", claimed))?;
    }
    Ok(())
}
