//! Section 2.2 and corollary 1: Gaussian differential privacy.

use super::family::{order, show_curve, small_pairs, trade_off};
use super::polygons::{around, gaussian, phi};
use crate::family::{exponentials, inside_unit, pairs, ratio, show};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::formula::Formula;
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};
use malachite::rational::Rational;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/gaussian.toml",
    text: include_str!("gaussian.toml"),
    checks: &[
        ("GDP-07", |trial| both_errors(trial, 3, "0.07")),
        ("GDP-08", |trial| both_errors(trial, 6, "0.001")),
        ("GDP-09", trade_off_function),
        ("GDP-10", gaussian_mechanism),
        ("GDP-14", dual),
        ("GDP-65", decreasing),
        ("GDP-66", infimum),
    ],
};

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
            trial.at_most(
                ("lower polygon", polygons.outer.value(&alpha)?),
                ("G_mu(alpha)", &value),
            )?;
            trial.at_most(
                ("G_mu(alpha)", value),
                ("upper polygon", polygons.inner.value(&alpha)?),
            )?;
        }
    }
    Ok(())
}

fn decreasing(trial: &mut Trial) -> Result<(), CheckError> {
    let all: Vec<Real> = [(1, 2), (1, 1), (2, 1), (4, 1)].map(|(n, d)| ratio(n, d)).to_vec();
    for mu in &all {
        let smaller: Vec<Real> = match trial.either(true, false) {
            true => all
                .iter()
                .filter(|x| mu.compare(x).is_some_and(std::cmp::Ordering::is_gt))
                .cloned()
                .collect(),
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
    for ((sens, mu), (part, e)) in pairs(&pairs(&values, &values), &pairs(&parts, &exponentials(3)))
    {
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
    trial.holds(false, "some infimum is not convex", || {
        "all infima of small pairs are convex".to_owned()
    })
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
            trial.at_most(
                ("sup over the upper polygon", polygons.inner.delta(&e)?),
                ("delta", &delta),
            )?;
            trial.at_most(
                ("delta", delta),
                ("sup over the lower polygon", polygons.outer.delta(&e)?),
            )?;
        }
    }
    Ok(())
}
