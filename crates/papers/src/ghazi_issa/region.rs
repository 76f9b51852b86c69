//! Section II: the privacy region.

use crate::family::{
    distributions, exponentials, inside_unit, larger, largest_difference, pair, pairs, ratio, show,
    triples, unit,
};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::mechanism::Dominating;
use dpcert::pair::ThreePoint;
use dpcert::tradeoff::{Curve, Kernel};
use dpcert::{Mechanism, Real};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/region.toml",
    text: include_str!("region.toml"),
    checks: &[
        ("GI-01", total_variation_as_line),
        ("GI-02", privacy_as_lines),
        ("GI-03", privacy_and_total_variation_as_lines),
        ("GI-04", largest_total_variation),
        ("GI-18", shift_of_a_line),
        ("GI-38", corners),
        ("GI-63", best_set),
        ("GI-64", simulation),
    ],
};

fn is_at_most(x: &Real, y: &Real) -> Result<bool, CheckError> {
    x.compare(y)
        .map(Ordering::is_le)
        .ok_or_else(|| CheckError::Undecided(format!("the order of {x} and {y}")))
}

fn total_variation_as_line(trial: &mut Trial) -> Result<(), CheckError> {
    let slope = Real::from(trial.either(1i64, 2));
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            let vertices = Curve::of(&pair(&p, &q)?)?.vertices();
            let tv = largest_difference(&p, &q, &Real::one());
            trial.at("P", show(&p));
            trial.at("Q", show(&q));
            for eta in unit(5) {
                trial.at("eta", &eta);
                let is_above = all_above(&vertices, &slope, &Real::one(), &(1 - &eta))?;
                let is_private = is_at_most(&tv, &eta)?;
                trial.holds(
                    is_above == is_private,
                    "TV <= eta exactly if f is above the line",
                    || {
                        format!(
                            "TV = {tv}, f is {}above the line",
                            if is_above { "" } else { "not " }
                        )
                    },
                )?;
            }
        }
    }
    Ok(())
}

/// Is `a t + b f(t) >= c` at all vertices?
fn all_above(vertices: &[(Real, Real)], a: &Real, b: &Real, c: &Real) -> Result<bool, CheckError> {
    for (t, f) in vertices {
        if !is_at_most(c, &(a * t + b * f))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn privacy_as_lines(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 3);
        for (p, q) in pairs(&laws, &laws) {
            let vertices =
                [Curve::of(&pair(&p, &q)?)?.vertices(), Curve::of(&pair(&q, &p)?)?.vertices()];
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for e in [vec![Real::one()], exponentials(4)].concat() {
                let worst = larger(largest_difference(&p, &q, &e), largest_difference(&q, &p, &e));
                trial.at("E", &e);
                for delta in unit(4) {
                    trial.at("delta", &delta);
                    let level = 1 - factor * &delta;
                    let mut is_above = true;
                    for f in &vertices {
                        is_above &= all_above(f, &Real::one(), &e, &level)?
                            && all_above(f, &e, &Real::one(), &level)?;
                    }
                    let is_private = is_at_most(&worst, &delta)?;
                    trial.holds(
                        is_above == is_private,
                        "private exactly if f is above both lines",
                        || {
                            format!(
                                "the least delta is {worst}, f is {}above",
                                if is_above { "" } else { "not " }
                            )
                        },
                    )?;
                }
            }
        }
    }
    Ok(())
}

fn privacy_and_total_variation_as_lines(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    let one = Real::one();
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 3);
        for (p, q) in pairs(&laws, &laws) {
            let vertices =
                [Curve::of(&pair(&p, &q)?)?.vertices(), Curve::of(&pair(&q, &p)?)?.vertices()];
            let tv = largest_difference(&p, &q, &one);
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for (e, delta, eta) in triples(&exponentials(3), &unit(3), &unit(3)) {
                trial.at("E", &e);
                trial.at("delta", &delta);
                trial.at("eta", &eta);
                let worst = larger(largest_difference(&p, &q, &e), largest_difference(&q, &p, &e));
                let level = 1 - &delta;
                let mut is_above = true;
                for f in &vertices {
                    is_above &= all_above(f, &one, &e, &level)?
                        && all_above(f, &e, &one, &level)?
                        && all_above(f, &one, &one, &(1 - factor * &eta))?;
                }
                let is_private = is_at_most(&worst, &delta)? && is_at_most(&tv, &eta)?;
                trial.holds(
                    is_above == is_private,
                    "both properties exactly if f is above the lines",
                    || {
                        format!(
                            "the least delta is {worst}, TV = {tv}, f is {}above",
                            if is_above { "" } else { "not " }
                        )
                    },
                )?;
            }
        }
    }
    Ok(())
}

fn largest_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, delta, one) = (Polynomial::x(), Polynomial::delta(), Polynomial::constant(1));
    let finite = &one - &delta;
    let left = &Polynomial::constant(trial.either(2, 1)) * &finite;
    let plus = &e + &one;
    let largest = &(&delta * &plus) + &(&finite * &(&e - &one));
    trial.identical("the identity, times 1 + E", &left, &(&plus - &largest))
}

fn shift_of_a_line(trial: &mut Trial) -> Result<(), CheckError> {
    let factor = trial.either(1i64, 2);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            // beta_I is the level under P_0, so that the curve over beta_II is that of (P_0, P_1).
            let vertices = Curve::of(&pair(&p, &q)?)?.vertices();
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            for g in [vec![Real::zero(), Real::one()], exponentials(4), inside_unit(3)].concat() {
                trial.at("g", &g);
                let slope = factor * &g;
                let shift = vertices
                    .iter()
                    .map(|(two, one)| 1 - one - &slope * two)
                    .fold(Real::zero(), larger);
                trial.equal(("max_A", largest_difference(&p, &q, &g)), ("the shift", shift))?;
            }
        }
    }
    Ok(())
}

/// The trade-off function of "(eps, delta)-DP".
pub(super) fn of_privacy(e: &Real, delta: &Real) -> Result<Curve, CheckError> {
    let pair = ThreePoint { eps: e.ln(), delta: delta.clone(), alpha: Real::zero() };
    Ok(Curve::of(&pair.to_finite())?)
}

/// `r (E - 1)/(E + 1)`.
pub(super) fn share_of_largest(e: &Real, r: &Real) -> Real {
    r * (e - 1) / (e + 1)
}

fn corners(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, r) in pairs(&exponentials(5), &inside_unit(4)) {
        let eta = share_of_largest(&e, &r);
        trial.at("E", &e);
        trial.at("eta", &eta);
        let curve =
            Curve::maximum(&[of_privacy(&e, &Real::zero())?, of_privacy(&Real::one(), &eta)?])?;
        let (near, far) = (&eta / (&e - 1), 1 - &eta * &e / trial.either(&e - 1, &e + 1));
        let vertices = curve.vertices();
        // (0, 1), the two corners, and (1, 0).
        let [_, (x, y), (z, w), _] = vertices.as_slice() else {
            return Err(CheckError::Wrong(format!("{} vertices", vertices.len())));
        };
        trial.equal(("the first corner's level", x), ("eta/(E - 1)", &near))?;
        trial.equal(("its height", y), ("1 - eta E/(E - 1)", &far))?;
        trial.equal(("the second corner's level", z), ("1 - eta E/(E - 1)", &far))?;
        trial.equal(("its height", w), ("eta/(E - 1)", &near))?;
    }
    Ok(())
}

fn best_set(trial: &mut Trial) -> Result<(), CheckError> {
    let wanted = trial.either(Ordering::is_ge as fn(Ordering) -> bool, Ordering::is_lt);
    for letters in [2, 3] {
        let laws = distributions(letters, 5);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            let inside = p.iter().zip(&q).filter(|(p, q)| p.compare(q).is_some_and(wanted));
            let difference = inside.fold(Real::zero(), |sum, (p, q)| sum + (p - q));
            let tv = largest_difference(&p, &q, &Real::one());
            trial.equal(("TV", tv), ("P_0(A) - P_1(A)", difference))?;
        }
    }
    Ok(())
}

fn simulation(trial: &mut Trial) -> Result<(), CheckError> {
    let all = |outcomes: usize, denominator: u64| {
        let laws = distributions(outcomes, denominator);
        pairs(&laws, &laws)
    };
    let (two, mixed) = (all(2, 4), [all(2, 2), all(3, 2)].concat());
    let rational = |pair: &(Vec<Real>, Vec<Real>)| -> Vec<(Rational, Rational)> {
        let both = pair.0.iter().zip(&pair.1);
        both.filter_map(|(p, q)| Some((p.as_rational()?.clone(), q.as_rational()?.clone())))
            .collect()
    };
    for (a, b) in pairs(&two, &two).into_iter().chain(pairs(&mixed, &mixed)) {
        trial.at("A", format_args!("{} against {}", show(&a.0), show(&a.1)));
        trial.at("B", format_args!("{} against {}", show(&b.0), show(&b.1)));
        let (f_a, f_b) = (Curve::of(&pair(&a.0, &a.1)?)?, Curve::of(&pair(&b.0, &b.1)?)?);
        let (low, high) = trial.either((&f_a, &f_b), (&f_b, &f_a));
        let mut is_above = true;
        for (t, _) in low.vertices().iter().chain(&high.vertices()) {
            is_above &= is_at_most(&low.value(t)?, &high.value(t)?)?;
        }
        let (a, b) = (rational(&a), rational(&b));
        let kernel = Kernel::between(&a, &b).filter(|kernel| kernel.turns(&a, &b));
        trial.holds(is_above == kernel.is_some(), "a kernel exactly if f_B >= f_A", || {
            let (no, not) =
                (if kernel.is_some() { "a" } else { "no" }, if is_above { "" } else { " not" });
            format!("there is {no} kernel, and f_B >= f_A does{not} hold")
        })?;
    }
    Ok(())
}

/// A mechanism of one step, taken k times.
pub(super) fn repeated(step: Dominating, k: u64) -> Mechanism {
    Mechanism::Step(step).repeat(k)
}

/// Some `e^eps`, rational and not.
pub(super) fn mixed_exponentials() -> Vec<Real> {
    [exponentials(4), vec![Real::one().exp(), ratio(1, 2).exp()]].concat()
}
