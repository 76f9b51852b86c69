//! Sections 2 and 3: the divergence.

use crate::family::{distributions, events, exponentials, larger, largest_difference, ratio, unit};
use crate::family::{inside_unit, pair, pairs, show};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/divergence.toml",
    text: include_str!("divergence.toml"),
    checks: &[
        ("BA-01", sum_over_outcomes),
        ("BA-02", density_form),
        ("BA-03", privacy_as_divergence),
        ("BA-04", simple_properties),
        ("BA-05", vanishing),
        ("BA-06", larger_parameters),
        ("BA-39", scaling),
        ("BA-41", sums_of_measures),
        ("BA-42", zero_measure),
    ],
};

/// Values of alpha.
pub(super) fn alphas() -> Vec<Real> {
    [vec![Real::one()], exponentials(3)].concat()
}

fn undecided() -> CheckError {
    CheckError::Undecided("the sign of a rational".to_owned())
}

fn sum_over_outcomes(trial: &mut Trial) -> Result<(), CheckError> {
    let alphas = [vec![Real::zero(), Real::one(), ratio(1, 2)], exponentials(4)].concat();
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("mu", show(&p));
            trial.at("mu'", show(&q));
            let pair = pair(&p, &q)?;
            for alpha in &alphas {
                trial.at("alpha", alpha);
                let g = trial.either(alpha.clone(), alpha * alpha);
                let sum = pair.hockey_stick(&g).ok_or_else(undecided)?;
                trial.equal(("sup_E", largest_difference(&p, &q, alpha)), ("the sum", sum))?;
            }
        }
    }
    Ok(())
}

fn density_form(trial: &mut Trial) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("mu", show(&p));
            trial.at("mu'", show(&q));
            let singular = p
                .iter()
                .zip(&q)
                .filter(|(_, q)| q.is_zero())
                .fold(Real::zero(), |sum, (p, _)| sum + p);
            for alpha in [vec![Real::one()], exponentials(4)].concat() {
                trial.at("alpha", &alpha);
                trial.has_value(singular.is_zero(), || {
                    format!("dmu/dmu' has a denominator 0, and mu the mass {singular} there")
                });
                let level = trial.either(alpha.clone(), alpha.pow(2));
                let term = |(p, q): (&Real, &Real)| larger(Real::zero(), p / q - &level) * q;
                let finite = p.iter().zip(&q).filter(|(_, q)| !q.is_zero()).map(term);
                let integral = finite.fold(singular.clone(), |sum, term| sum + term);
                trial.equal(
                    ("D_alpha", largest_difference(&p, &q, &alpha)),
                    ("the right side", integral),
                )?;
            }
        }
    }
    Ok(())
}

fn privacy_as_divergence(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 3);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("M(x)", show(&p));
            trial.at("M(x')", show(&q));
            let pair = pair(&p, &q)?;
            let events = [events(&p, &q), events(&q, &p)].concat();
            for (e, delta) in pairs(&[vec![Real::one()], exponentials(4)].concat(), &unit(4)) {
                trial.at("E", &e);
                trial.at("delta", &delta);
                let (one, other) = (pair.hockey_stick(&e), pair.reversed().hockey_stick(&e));
                let worst = larger(one.ok_or_else(undecided)?, other.ok_or_else(undecided)?);
                let is_below = worst.compare(&(factor * &delta)).is_some_and(Ordering::is_le);
                let is_good = |(x, y): &(Real, Real)| {
                    x.compare(&(&e * y + &delta)).is_some_and(Ordering::is_le)
                };
                let is_private = events.iter().all(is_good);
                trial.holds(
                    is_private == is_below,
                    "private exactly if the divergences are at most delta",
                    || {
                        format!(
                            "it is {}private, the larger divergence is {worst}",
                            if is_private { "" } else { "not " }
                        )
                    },
                )?;
            }
        }
    }
    Ok(())
}

fn simple_properties(trial: &mut Trial) -> Result<(), CheckError> {
    for (outcomes, denominator) in [(2, 3), (3, 2)] {
        let laws = distributions(outcomes, denominator);
        of_laws(trial, &pairs(&laws, &laws))?;
    }
    Ok(())
}

fn of_laws(trial: &mut Trial, both: &[(Vec<Real>, Vec<Real>)]) -> Result<(), CheckError> {
    trial.clear_parameters();
    for (p, q) in both {
        trial.at("mu", show(p));
        trial.at("mu'", show(q));
        for alpha in alphas() {
            trial.at("alpha", &alpha);
            let here = largest_difference(p, q, &alpha);
            trial.at_most(("0", 0), ("D_alpha", &here))?;
            trial.at_most(("D_alpha", &here), ("1", 1))?;
            let further = largest_difference(p, q, &(&alpha + ratio(1, 2)));
            trial.at_most(("D at alpha + 1/2", further), ("D_alpha", &here))?;
        }
    }
    for ((p, q), (r, s)) in pairs(both, both) {
        trial.at("mu", show(&p));
        trial.at("mu'", show(&q));
        trial.at("nu", show(&r));
        trial.at("nu'", show(&s));
        for (alpha, t) in pairs(&alphas(), &inside_unit(3)) {
            trial.at("alpha", &alpha);
            trial.at("t", &t);
            let mixed = largest_difference(&mixture(&t, &p, &r), &mixture(&t, &q, &s), &alpha);
            let mean = &t * largest_difference(&p, &q, &alpha)
                + (1 - &t) * largest_difference(&r, &s, &alpha);
            let sides = (("D_alpha of the mixtures", mixed), ("the mean of both D_alpha", mean));
            let (low, high) = trial.either(sides.clone(), (sides.1, sides.0));
            trial.at_most(low, high)?;
        }
    }
    Ok(())
}

/// `t p + (1-t) q`.
pub(super) fn mixture(t: &Real, p: &[Real], q: &[Real]) -> Vec<Real> {
    p.iter().zip(q).map(|(p, q)| t * p + (1 - t) * q).collect()
}

fn vanishing(trial: &mut Trial) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("mu", show(&p));
            trial.at("mu'", show(&q));
            // Masses are multiples of quarters or thirds: no finite ratio is above 4.
            let far = [5i64, 10, 100].map(|alpha| largest_difference(&p, &q, &Real::from(alpha)));
            let [first, second, third] = &far;
            trial.equal(("D_5", first), ("D_10", second))?;
            trial.equal(("D_10", second), ("D_100", third))?;
            let (inner, outer) = trial.either((&p, &q), (&q, &p));
            let is_within = inner.iter().zip(outer).all(|(x, y)| x.is_zero() || !y.is_zero());
            trial.holds(
                first.is_zero() == is_within,
                "the limit is 0 exactly if the support is within",
                || {
                    format!(
                        "the limit is {first}, the support is {}within",
                        if is_within { "" } else { "not " }
                    )
                },
            )?;
        }
    }
    Ok(())
}

fn larger_parameters(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    let parameters = pairs(&alphas(), &unit(3));
    for (p, q) in pairs(&laws, &laws) {
        trial.at("M(x)", show(&p));
        trial.at("M(x')", show(&q));
        for ((e, delta), (e_more, delta_more)) in pairs(&parameters, &parameters) {
            let share = trial.either(1i64, 2);
            let is_le = |x: &Real, y: &Real| x.compare(y).is_some_and(Ordering::is_le);
            if is_le(&e, &e_more)
                && is_le(&delta, &(share * &delta_more))
                && is_le(&largest_difference(&p, &q, &e), &delta)
            {
                trial.at("(E, delta)", format_args!("({e}, {delta})"));
                trial.at("E'", &e_more);
                trial.at_most(
                    ("D_E'", largest_difference(&p, &q, &e_more)),
                    ("delta'", &delta_more),
                )?;
            }
        }
    }
    Ok(())
}

fn scaling(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    let values = [Real::one(), ratio(1, 2), Real::from(2i64)];
    let factors = [values.to_vec(), vec![Real::zero()]].concat();
    for ((p, q), (a, b)) in pairs(&pairs(&laws, &laws), &pairs(&factors, &values)) {
        trial.at("nu_1", show(&p));
        trial.at("nu_2", show(&q));
        trial.at("a", &a);
        trial.at("b", &b);
        for alpha in alphas() {
            trial.at("alpha", &alpha);
            let left = largest_difference(&scaled(&p, &a), &scaled(&q, &b), &alpha);
            if !trial.divides("the denominator a", &a) {
                trial.equal(("the left side", left), ("0", 0))?;
                continue;
            }
            let order = trial.either(&alpha * &b / &a, &alpha * &a / &b);
            trial.equal(
                ("the left side", left),
                ("the right side", &a * largest_difference(&p, &q, &order)),
            )?;
        }
    }
    Ok(())
}

fn scaled(law: &[Real], factor: &Real) -> Vec<Real> {
    law.iter().map(|mass| mass * factor).collect()
}

fn with_doubles(laws: Vec<Vec<Real>>) -> Vec<Vec<Real>> {
    let doubles: Vec<Vec<Real>> = laws.iter().map(|law| scaled(law, &Real::from(2i64))).collect();
    [laws, doubles].concat()
}

fn sums_of_measures(trial: &mut Trial) -> Result<(), CheckError> {
    let measures = with_doubles(distributions(2, 2));
    let both = pairs(&measures, &measures);
    let sum =
        |p: &[Real], q: &[Real]| -> Vec<Real> { p.iter().zip(q).map(|(p, q)| p + q).collect() };
    for ((p, q), (r, s)) in pairs(&both, &both) {
        trial.at("nu_1", show(&p));
        trial.at("nu_1'", show(&q));
        trial.at("nu_2", show(&r));
        trial.at("nu_2'", show(&s));
        for alpha in [Real::one(), Real::from(2i64), ratio(3, 2)] {
            trial.at("alpha", &alpha);
            let (first, second) =
                (largest_difference(&p, &q, &alpha), largest_difference(&r, &s, &alpha));
            let bound = trial.either(&first + &second, larger(first, second));
            trial.at_most(
                ("D_alpha of the sums", largest_difference(&sum(&p, &r), &sum(&q, &s), &alpha)),
                ("the bound", bound),
            )?;
        }
    }
    Ok(())
}

fn zero_measure(trial: &mut Trial) -> Result<(), CheckError> {
    for (measure, alpha) in pairs(&with_doubles(distributions(3, 4)), &alphas()) {
        trial.at("nu_1", show(&measure));
        trial.at("alpha", &alpha);
        let zero = vec![Real::zero(); measure.len()];
        let mass = measure.iter().fold(Real::zero(), |sum, mass| sum + mass);
        let mass = trial.either(mass.clone(), &alpha * mass);
        trial.equal(
            ("D_alpha(nu_1 || 0)", largest_difference(&measure, &zero, &alpha)),
            ("the right side", mass),
        )?;
    }
    Ok(())
}
