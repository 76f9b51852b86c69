//! Section 2.2 and corollary 1: Gaussian differential privacy.

use super::family::{order, show_curve, small_pairs, trade_off};
use super::polygons::{around, gaussian, phi};
use crate::entry::{Check, Computation, Correction, Entry, Evidence};
use crate::family::{exponentials, inside_unit, pairs, ratio, show};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::Mechanism;
use dpcert::exact::real::Real;
use dpcert::mechanism::Dominating;
use dpcert::quantity::Query;
use dpcert::theorem::Formula;
use dpcert::tradeoff::Curve;
use malachite::rational::Rational;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GDP-07",
        locus: "Figure 3, caption (mu = 3)",
        statement: "At mu = 3 both errors can be 0.07.",
        formula: "G_3(alpha) = alpha at alpha = Phi(-3/2), about 0.07",
        domain: "mu = 3",
        check: Check::Computed(Computation {
            evidence: Evidence::Number("Phi(-3/2), where both errors of the test that rejects above mu/2 are equal"),
            run: |trial| both_errors(trial, 3, "0.07"),
            altered: "mu = 2 in place of mu = 3",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-08",
        locus: "Figure 3, caption (mu = 6)",
        statement: "At mu = 6 both errors can be as small as 0.001.",
        formula: "G_6(alpha) = alpha at alpha = Phi(-3), about 0.001",
        domain: "mu = 6",
        check: Check::Computed(Computation {
            evidence: Evidence::Number("Phi(-3), where both errors of the test that rejects above mu/2 are equal"),
            run: |trial| both_errors(trial, 6, "0.001"),
            altered: "mu = 5 in place of mu = 6",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-09",
        locus: "Equation (5)",
        statement: "The trade-off function of two normal distributions of variance 1 at distance mu.",
        formula: "T(N(0, 1), N(mu, 1))(alpha) = G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu)",
        domain: "mu >= 0, alpha in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu in {1/2, 1, 2}, alpha with denominators up to 5: the formula lies between certified polygons, \
                 1/1000 apart, that come from the likelihood ratio tests",
            ),
            run: trade_off_function,
            altered: "Phi^-1(1 - alpha) - mu/2 in place of Phi^-1(1 - alpha) - mu",
            correction: None,
        }),
        reading: Some("At alpha = 0 and 1 the formula is meant by its limits 1 and 0; at mu = 0 it is 1 - alpha."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-65",
        locus: "Section 2.2, text after equation (5)",
        statement: "G_mu decreases with mu.",
        formula: "G_mu <= G_mu' if mu >= mu'",
        domain: "mu >= mu' >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu in {1/2, 1, 2, 4}, alpha with denominators up to 4, and mu' = 0, where G_0 = Id",
            ),
            run: decreasing,
            altered: "mu^2/2 in place of mu'",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-10",
        locus: "Theorem 1, equation (6)",
        statement: "Gaussian noise of variance sens^2/mu^2 gives mu-GDP, and no more: at the distance sens the \
                    trade-off function is G_mu.",
        formula: "T(N(theta(S), sens^2/mu^2), N(theta(S'), sens^2/mu^2)) >= G_mu, = G_mu if |theta(S) - theta(S')| = \
                  sens",
        domain: "mu > 0, sens > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "sens and mu in {1, 2, 1/2, 3}, |theta(S) - theta(S')|/sens in {1, 1/2, 1/3}, e^eps in {2, 3, 3/2}: \
                 the delta of the noise at that distance against that of mu-GDP by corollary 1, to 25 decimals",
            ),
            run: gaussian_mechanism,
            altered: "sens^2/mu in place of sens^2/mu^2",
            correction: None,
        }),
        reading: Some("The order of trade-off functions is that of delta(eps) at every eps (proposition 6)."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-66",
        locus: "Section 2.2, text after equation (6)",
        statement: "The infimum of trade-off functions over neighbours is in general not convex and then no trade-off \
                    function.",
        formula: "min(T(M(S), M(S')), T(M(S'), M(S))) is not convex for some M, S, S'",
        domain: "existence",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("an example: one mechanism with two neighbours, in both orders"),
            run: infimum,
            altered: "for some M with a symmetric T(M(S), M(S'))",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GDP-14",
        locus: "Corollary 1",
        statement: "The delta of mu-GDP at every eps.",
        formula: "delta(eps) = Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)",
        domain: "mu >= 0, eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu in {1/2, 1, 2}, e^eps in {1, 2, 3, 3/2, 4, 4/3}: sup(1 - beta - e^eps alpha) over certified \
                 polygons around G_mu, 1/1000 apart, encloses it",
            ),
            run: dual,
            altered: "e^eps Phi(-eps/mu + mu/2) in place of e^eps Phi(-eps/mu - mu/2)",
            correction: Some(Correction::Domain {
                holds_for: "mu > 0",
                beyond: "at mu = 0 the formula divides by 0; delta is 0 there, as G_0 is 1 - alpha",
            }),
        }),
        reading: Some("Definition 4 admits mu = 0."),
        recorded: Verdict::Verified,
    },
];

fn both_errors(trial: &mut Trial, mu: i64, printed: &str) -> Result<(), CheckError> {
    let mu = trial.either(mu, mu - 1);
    trial.at("mu", mu);
    let half = Real::from(mu) / 2;
    // The test that rejects above mu/2.
    let (alpha, beta) = (phi(-&half), phi(&half - mu));
    trial.rounds_to("alpha", &alpha, printed)?;
    trial.agree(("alpha", alpha), ("beta", beta))
}

fn rational(n: u64, d: u64) -> Rational {
    Rational::from_unsigneds(n, d)
}

fn trade_off_function(trial: &mut Trial) -> Result<(), CheckError> {
    for mu in [rational(1, 2), rational(1, 1), rational(2, 1)] {
        trial.at("mu", &mu);
        let polygons = around(&mu, &rational(1, 1000))?;
        let shift = Formula::from(Real::from(mu) / trial.either(1, 2));
        for alpha in inside_unit(5) {
            trial.at("alpha", &alpha);
            let value = gaussian(&shift, &alpha.clone().into());
            trial.at_most(("lower polygon", polygons.outer.value(&alpha)?), ("G_mu(alpha)", &value))?;
            trial.at_most(("G_mu(alpha)", value), ("upper polygon", polygons.inner.value(&alpha)?))?;
        }
    }
    Ok(())
}

fn decreasing(trial: &mut Trial) -> Result<(), CheckError> {
    let all: Vec<Real> = [(1, 2), (1, 1), (2, 1), (4, 1)].map(|(n, d)| ratio(n, d)).to_vec();
    for mu in &all {
        let smaller: Vec<Real> = match trial.either(true, false) {
            true => all.iter().filter(|x| mu.compare(x).is_some_and(std::cmp::Ordering::is_gt)).cloned().collect(),
            false => vec![mu * mu / 2],
        };
        for alpha in inside_unit(4) {
            let level = Formula::from(alpha.clone());
            trial.at("mu", mu);
            trial.at("alpha", &alpha);
            let value = gaussian(&mu.clone().into(), &level);
            trial.at_most(("G_mu(alpha)", &value), ("G_0(alpha)", 1 - &alpha))?;
            for other in &smaller {
                trial.at("mu'", other);
                let larger = gaussian(&other.clone().into(), &level);
                if other.compare(mu) != Some(std::cmp::Ordering::Equal) {
                    trial.at_most(("G_mu(alpha)", &value), ("G_mu'(alpha)", larger))?;
                }
            }
        }
    }
    Ok(())
}

/// Corollary 1, as it is printed.
fn printed_delta(mu: &Real, eps: &Real) -> Formula {
    let near = -(eps / mu) + mu / 2;
    let far = -(eps / mu) - mu / 2;
    phi(near) - Formula::from(eps.exp()) * phi(far)
}

fn gaussian_mechanism(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [ratio(1, 1), ratio(2, 1), ratio(1, 2), ratio(3, 1)];
    let parts = [ratio(1, 1), ratio(1, 2), ratio(1, 3)];
    for ((sens, mu), (part, e)) in pairs(&pairs(&values, &values), &pairs(&parts, &exponentials(3))) {
        let variance = trial.either(sens.pow(2) / mu.pow(2), sens.pow(2) / &mu);
        let (distance, eps) = (&part * &sens, e.ln());
        trial.at("sens", &sens);
        trial.at("mu", &mu);
        trial.at("|theta(S) - theta(S')|", &distance);
        trial.at("eps", &eps);
        let noise = Mechanism::Step(Dominating::gaussian(&(variance.sqrt() / &distance))?);
        let delta = trial.ask(&noise, &Query::Delta { eps: eps.clone() })?;
        let bound = printed_delta(&mu, &eps);
        trial.at_most(("delta", &delta), ("delta of mu-GDP", rounded_up(&bound)))?;
        if part.is_one() {
            trial.at_most(("delta of mu-GDP", rounded_down(&bound)), ("delta", &delta))?;
        }
    }
    Ok(())
}

/// More by 10^-25: answers have 30 digits.
fn rounded_up(x: &Formula) -> Formula {
    x + Formula::from(Real::from(10i64).pow(-25))
}

fn rounded_down(x: &Formula) -> Formula {
    x - Formula::from(Real::from(10i64).pow(-25))
}

fn infimum(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, q) in small_pairs() {
        let (f, inverse) = (trade_off(&p, &q)?, trade_off(&q, &p)?);
        if f.is_symmetric()? != trial.either(false, true) {
            continue;
        }
        let smaller = |alpha: &Real| -> Result<Real, CheckError> {
            let (x, y) = (f.value(alpha)?, inverse.value(alpha)?);
            Ok(if order(&x, &y)?.is_le() { x } else { y })
        };
        let hull = Curve::hull_of_minimum(&[f.clone(), inverse.clone()])?;
        for alpha in super::family::levels(&f).iter().chain(&super::family::levels(&hull)) {
            if order(&smaller(alpha)?, &hull.value(alpha)?)?.is_gt() {
                trial.at("M(S)", show(&p));
                trial.at("M(S')", show(&q));
                return trial.holds(true, "above its convex hull", || show_curve(&hull));
            }
        }
    }
    trial.holds(false, "some infimum is not convex", || "all infima of small pairs are convex".to_owned())
}

fn dual(trial: &mut Trial) -> Result<(), CheckError> {
    let nothing = Real::zero();
    trial.at("mu", &nothing);
    if !trial.divides("mu, the denominator of eps/mu", &nothing) {
        for e in [Real::one()].into_iter().chain(exponentials(4)) {
            trial.equal(("sup over 1 - alpha", Curve::identity().delta(&e)?), ("0", 0))?;
        }
    }
    for mu in [rational(1, 2), rational(1, 1), rational(2, 1)] {
        let polygons = around(&mu, &rational(1, 1000))?;
        let mu = Real::from(mu);
        for e in [Real::one()].into_iter().chain(exponentials(4)) {
            trial.at("mu", &mu);
            trial.at("e^eps", &e);
            let eps = e.ln();
            let printed = printed_delta(&mu, &eps);
            let altered = phi(&mu / 2 - &eps / &mu) * Formula::from(1 - &e);
            let delta = trial.either(printed, altered);
            trial.at_most(("sup over the upper polygon", polygons.inner.delta(&e)?), ("delta", &delta))?;
            trial.at_most(("delta", delta), ("sup over the lower polygon", polygons.outer.delta(&e)?))?;
        }
    }
    Ok(())
}
