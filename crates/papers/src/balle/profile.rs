//! Section 3: privacy profiles of noise, and the privacy loss.

use crate::family::{
    distributions, exponentials, inside_unit, larger, largest_difference, pairs, ratio, show,
};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::formula::Formula;
use dpcert::mechanism::Dominating;
use dpcert::{Mechanism, Query, Real};
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/profile.toml",
    text: include_str!("profile.toml"),
    checks: &[
        ("BA-11", laplace),
        ("BA-12", classical_gaussian),
        ("BA-13", gaussian),
        ("BA-14", loss_variables),
        ("BA-46", positive_integrand),
        ("BA-47", tail_of_the_loss),
        ("BA-62", half_line),
    ],
};

fn laplace(trial: &mut Trial) -> Result<(), CheckError> {
    for (r, n) in pairs(&exponentials(4), &[1i64, 2, 3, 4, 5, 6]) {
        trial.at("eta", Real::from(n) * r.ln());
        // The laws Lap(0, 1) and Lap(n ln r, 1) on the intervals between multiples of ln r.
        let left = |cell: i64| ratio(1, 2) * r.pow(-cell);
        let inside = |cell: i64| left(cell) - left(cell + 1);
        let mut p: Vec<Real> = (0..n).map(inside).collect();
        let mut q: Vec<Real> = (0..n).map(|cell| inside(n - 1 - cell)).collect();
        p.extend([left(0), left(n)]);
        q.extend([left(n), left(0)]);
        for steps in (0..=n / 2).map(|i| n - 2 * i).chain([n + 1]) {
            trial.at("eps", Real::from(steps) * r.ln());
            let (g, half) = (r.pow(steps), if steps > n { 0 } else { (n - steps) / 2 });
            let formula = 1 - r.pow(-trial.either(half, 2 * half));
            trial.equal(("delta", largest_difference(&p, &q, &g)), ("the formula", formula))?;
        }
    }
    Ok(())
}

fn classical_gaussian(trial: &mut Trial) -> Result<(), CheckError> {
    let etas = [
        ratio(1, 4),
        ratio(1, 2),
        Real::one(),
        Real::from(2i64),
        Real::from(4i64),
        Real::from(10i64),
    ];
    for (eps, eta) in pairs(&inside_unit(5), &etas) {
        trial.at("eps", &eps);
        trial.at("eta", &eta);
        let delta = trial
            .ask(&Mechanism::Step(Dominating::gdp(&eta)?), &Query::Delta { eps: eps.clone() })?;
        let exponent = &eps * &eps / (trial.either(2i64, 1) * &eta * &eta);
        trial.less(("delta", &delta), ("the bound", ratio(5, 4) * (-exponent).exp()))?;
    }
    Ok(())
}

/// Equation (7), with the place of the first distribution function at `shift - eps/eta`.
fn gaussian_formula(shift: &Real, eta: &Real, eps: &Real) -> Formula {
    let ratio = eps / eta;
    let near = Formula::from(shift - &ratio).normal_cdf();
    near - Formula::from(eps.exp()) * Formula::from(-(eta / 2 + ratio)).normal_cdf()
}

/// The profile (7) of the Gaussian mechanism.
pub(super) fn gaussian_profile(eta: &Real, eps: &Real) -> Formula {
    gaussian_formula(&(eta / 2), eta, eps)
}

fn gaussian(trial: &mut Trial) -> Result<(), CheckError> {
    let etas = [Real::one(), Real::from(2i64), ratio(1, 2), Real::from(4i64), ratio(1, 4)];
    for (eta, eps) in pairs(&etas, &[Real::zero(), Real::one(), ratio(1, 2), Real::from(2i64)]) {
        trial.at("eta", &eta);
        trial.at("eps", &eps);
        // The loss has the law N(eta^2/2, eta^2) under P, and N(-eta^2/2, eta^2) under Q.
        let beyond = |loss: &Real| Formula::from((&eta * &eta / 2 - loss) / &eta).normal_cdf();
        let beyond_q = |loss: &Real| Formula::from((-(&eta * &eta) / 2 - loss) / &eta).normal_cdf();
        let (low, high) = (&eps - ratio(1, 128), &eps + ratio(1, 128));
        let sure = beyond(&high) - Formula::from(eps.exp()) * beyond_q(&high);
        // Next to eps the integrand is at most 1 - e^(eps - loss) of the mass of P.
        let most = Formula::from(1 - ratio(1, 128).exp().pow(-1));
        let open = (beyond(&low) - beyond(&high)) * most;
        let formula = gaussian_formula(&trial.either(&eta / 2, eta.clone()), &eta, &eps);
        trial.at_most(("the sum beyond eps + 1/128", &sure), ("the formula", &formula))?;
        trial.at_most(
            ("the formula", &formula),
            ("the sum, with what is next to eps", sure.clone() + open.clone()),
        )?;
        trial.less(("their distance", open), ("1/1000", ratio(1, 1000)))?;
    }
    Ok(())
}

/// The mass of one law where it is more than g times the other one, and the other one's mass there.
fn beyond(p: &[Real], q: &[Real], g: &Real) -> (Real, Real) {
    let is_more = |(p, q): &(&Real, &Real)| p.compare(&(g * *q)) == Some(Ordering::Greater);
    p.iter()
        .zip(q)
        .filter(is_more)
        .fold((Real::zero(), Real::zero()), |(x, y), (p, q)| (x + p, y + q))
}

/// Two neighbours, all pairs of laws.
fn for_neighbours(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &[Real], &[Real], &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("M(x)", show(&p));
            trial.at("M(x')", show(&q));
            for e in [vec![Real::one()], exponentials(4)].concat() {
                trial.at("E", &e);
                check(trial, &p, &q, &e)?;
            }
        }
    }
    Ok(())
}

fn profile(p: &[Real], q: &[Real], g: &Real) -> Real {
    larger(largest_difference(p, q, g), largest_difference(q, p, g))
}

fn loss_variables(trial: &mut Trial) -> Result<(), CheckError> {
    for_neighbours(trial, |trial, p, q, e| {
        let factor = trial.either(e.clone(), Real::one());
        // L~ = ln(dM(x')/dM(x)) < -eps under M(x') where M(x) has more than E times the mass.
        let difference = |(mass, other): (Real, Real)| mass - &factor * other;
        let right = larger(difference(beyond(p, q, e)), difference(beyond(q, p, e)));
        trial.equal(("delta", profile(p, q, e)), ("the right side", right))
    })
}

fn tail_of_the_loss(trial: &mut Trial) -> Result<(), CheckError> {
    for_neighbours(trial, |trial, p, q, e| {
        let g = trial.either(e.clone(), e * e);
        let tail = larger(beyond(p, q, &g).0, beyond(q, p, &g).0);
        trial.at_most(("delta", profile(p, q, e)), ("sup Pr[L > eps]", tail))
    })
}

fn absolute(x: &Real) -> Real {
    larger(x.clone(), -x)
}

/// Places z on the line with two Laplace laws at 0 and at d.
fn for_places(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Real, &Real, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let distances = [Real::one(), Real::from(2i64), ratio(1, 2)];
    for (d, share) in pairs(&distances, &[Real::zero(), Real::one(), ratio(1, 2)]) {
        let eps = &d * share;
        trial.at("d", &d);
        trial.at("eps", &eps);
        for z in (-8i64..=12).map(|n| Real::from(n) / 4).chain([(&d - &eps) / 2, &d - &eps]) {
            trial.at("z", &z);
            check(trial, &d, &eps, &z)?;
        }
    }
    Ok(())
}

fn is_at_least(x: &Real, y: &Real) -> bool {
    x.compare(y).is_some_and(Ordering::is_ge)
}

fn positive_integrand(trial: &mut Trial) -> Result<(), CheckError> {
    for_places(trial, |trial, d, eps, z| {
        let (near, far) = (absolute(z), absolute(&(z - d)));
        let is_positive = (-&near).exp().compare(&(eps - &far).exp()) == Some(Ordering::Greater);
        let difference = &far - &near;
        let is_above = trial.choose(
            is_at_least(&difference, eps),
            !is_at_least(eps, &difference),
            !is_at_least(&(2 * eps), &difference),
        );
        let claimed = trial.choose(
            "the integrand is positive exactly where |z-d| - |z| >= eps b",
            "the integrand is positive exactly where |z-d| - |z| > eps b",
            "the integrand is positive exactly where |z-d| - |z| > 2 eps b",
        );
        trial.holds(is_positive == is_above, claimed, || {
            format!(
                "|z-d| - |z| = {difference}, the integrand is {}positive",
                if is_positive { "" } else { "not " }
            )
        })
    })
}

fn half_line(trial: &mut Trial) -> Result<(), CheckError> {
    for_places(trial, |trial, d, eps, z| {
        let is_above = is_at_least(&(absolute(&(z - d)) - absolute(z)), eps);
        let end = (d - eps) / trial.either(2, 1);
        trial.holds(
            is_above == is_at_least(&end, z),
            "z is in the set exactly up to its end",
            || format!("the end is {end}, z is {}in the set", if is_above { "" } else { "not " }),
        )
    })
}
