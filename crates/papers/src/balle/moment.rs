//! Theorem 6: moments of the privacy loss from privacy profiles.

use crate::family::{distributions, inside_unit, larger, largest_difference, pairs, show};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/moment.toml",
    text: include_str!("moment.toml"),
    checks: &[
        ("BA-15", moment_identity),
        ("BA-16", largest_moment),
        ("BA-48", below_one),
        ("BA-49", moments_of_both_orders),
        ("BA-50", moment_as_integral),
    ],
};

type Laws = (Vec<Real>, Vec<Real>);

/// Is the first absolutely continuous?
fn is_continuous(p: &[Real], q: &[Real]) -> bool {
    p.iter().zip(q).all(|(p, q)| p.is_zero() || !q.is_zero())
}

/// `E_P[(P/Q)^s]`, where P is absolutely continuous if s > 0.
fn moment(p: &[Real], q: &[Real], s: i64) -> Real {
    let term = |(p, q): (&Real, &Real)| {
        if p.is_zero() { Real::zero() } else { p * (p / q).pow(s) }
    };
    p.iter().zip(q).map(term).fold(Real::zero(), |sum, term| sum + term)
}

fn sum(terms: impl Iterator<Item = Real>) -> Real {
    terms.fold(Real::zero(), |sum, term| sum + term)
}

fn sorted(mut places: Vec<Real>) -> Vec<Real> {
    places.sort_by(|x, y| x.compare(y).unwrap_or(Ordering::Equal));
    places
}

/// The places from `start` on between which every divergence `D_g` of these pairs is linear in g:
/// the likelihood ratios.
fn knots(start: &Real, laws: &[Laws]) -> Vec<Real> {
    let ratios = laws
        .iter()
        .flat_map(|(p, q)| p.iter().zip(q).filter(|(_, q)| !q.is_zero()).map(|(p, q)| p / q));
    let beyond = ratios.filter(|ratio| ratio.compare(start) == Some(Ordering::Greater));
    sorted(beyond.chain([start.clone()]).collect())
}

/// The integral of `g^n (c - d g)` over [low, high], or to infinity; n + 1 and n + 2 are not 0.
fn piece(n: i64, low: &Real, high: Option<&Real>, c: &Real, d: &Real) -> Real {
    let power = |k: i64| high.map_or_else(Real::zero, |high| high.pow(k)) - low.pow(k);
    c * power(n + 1) / Real::from(n + 1) - d * power(n + 2) / Real::from(n + 2)
}

/// The integral of `g^n f(g)` from the first place on, f linear between the places, and constant
/// after the last.
fn integral(n: i64, places: &[Real], f: impl Fn(&Real) -> Real) -> Real {
    let between = places.windows(2).map(|ends| match ends {
        [low, high] if low.compare(high) == Some(Ordering::Less) => {
            let (x, y) = (f(low), f(high));
            let slope = (&x - &y) / (high - low);
            piece(n, low, Some(high), &(x + &slope * low), &slope)
        }
        _ => Real::zero(),
    });
    let rest = places.last().map_or_else(Real::zero, |last| {
        let level = f(last);
        if level.is_zero() { level } else { piece(n, last, None, &level, &Real::zero()) }
    });
    sum(between) + rest
}

/// Absolutely continuous pairs and orders.
fn for_orders(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &[Real], &[Real], i64) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for ((p, q), s) in pairs(&pairs(&laws, &laws), &[1i64, 2, 3]) {
            if is_continuous(&p, &q) {
                trial.at("mu", show(&p));
                trial.at("mu'", show(&q));
                trial.at("s", s);
                check(trial, &p, &q, s)?;
            }
        }
    }
    Ok(())
}

fn moment_identity(trial: &mut Trial) -> Result<(), CheckError> {
    for_orders(trial, |trial, p, q, s| {
        // With g = e^eps, deps = dg/g.
        let one = Real::one();
        let first = integral(s - 1, &knots(&one, &[(p.to_vec(), q.to_vec())]), |g| {
            largest_difference(p, q, g)
        });
        let places = knots(&one, &[(q.to_vec(), p.to_vec())]);
        let second = integral(-s - 2, &places, |g| largest_difference(q, p, g));
        let right = 1 + Real::from(s * trial.either(s + 1, s)) * (first + second);
        trial.equal(("phi(s)", moment(p, q, s)), ("the right side", right))
    })
}

/// Pairs of laws that are each other's mirror images.
fn mirrored() -> Vec<Laws> {
    let laws = distributions(3, 6).into_iter().filter(|law| match law.as_slice() {
        [a, _, c] => a.compare(c) == Some(Ordering::Greater) && !c.is_zero(),
        _ => false,
    });
    laws.map(|law| (law.clone(), law.into_iter().rev().collect())).collect()
}

fn largest_moment(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = mirrored();
    for ((first, second), s) in pairs(&pairs(&laws, &laws), &[1i64, 2, 3]) {
        trial.at(
            "the laws of the first pair",
            format_args!("{} and its mirror image", show(&first.0)),
        );
        trial.at("of the second pair", format_args!("{} and its mirror image", show(&second.0)));
        trial.at("s", s);
        let divergence = |(p, q): &Laws, g: &Real| largest_difference(p, q, g);
        let profile = |g: &Real| larger(divergence(&first, g), divergence(&second, g));
        let mut places = knots(&Real::one(), &[first.clone(), second.clone()]);
        // Where the two profiles cross, within a piece.
        let crossings: Vec<Real> = places
            .windows(2)
            .filter_map(|ends| {
                let [low, high] = ends else { return None };
                let gap = |g: &Real| divergence(&first, g) - divergence(&second, g);
                let (x, y) = (gap(low), gap(high));
                let is_crossing = (&x * &y).sign() == Some(Ordering::Less);
                is_crossing.then(|| low + (high - low) * &x / (&x - &y))
            })
            .collect();
        places = sorted([places, crossings].concat());
        let forward = integral(s - 1, &places, profile);
        let backward = integral(-s - 2, &places, profile);
        let both = trial.either(&forward + backward, forward);
        let right = 1 + Real::from(s * (s + 1)) * both;
        let moments = larger(moment(&first.0, &first.1, s), moment(&second.0, &second.1, s));
        if trial.reading() == Reading::Printed {
            trial.equal(("the largest phi(s)", moments), ("the integral", right))?;
        } else {
            trial.at_most(("the largest phi(s)", &moments), ("the integral", &right))?;
            let exceeds = |x: &Laws, y: &Laws| {
                let is_le = |g: &Real| {
                    divergence(y, g).compare(&divergence(x, g)).is_some_and(Ordering::is_le)
                };
                places.iter().all(is_le)
            };
            if exceeds(&first, &second) || exceeds(&second, &first) {
                trial.equal(("the largest phi(s)", moments), ("the integral", right))?;
            }
        }
    }
    Ok(())
}

fn below_one(trial: &mut Trial) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for ((p, q), g) in pairs(&pairs(&laws, &laws), &inside_unit(4)) {
            trial.at("mu", show(&p));
            trial.at("mu'", show(&q));
            trial.at("g", &g);
            let inverse = 1 / &g;
            let (x, y) = trial.either((&q, &p), (&p, &q));
            let right = 1 - &g + &g * largest_difference(x, y, &inverse);
            trial.equal(
                ("D_g(mu || mu')", largest_difference(&p, &q, &g)),
                ("the right side", right),
            )?;
        }
    }
    Ok(())
}

fn moments_of_both_orders(trial: &mut Trial) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for ((p, q), s) in pairs(&pairs(&laws, &laws), &[1i64, 2, 3]) {
            trial.at("mu", show(&p));
            trial.at("mu'", show(&q));
            trial.at("s", s);
            // Where mu is 0, L~ is infinite and e^(-(s+1) L~) is 0.
            let order = trial.either(s + 1, s);
            let term = |(p, q): (&Real, &Real)| {
                if q.is_zero() { Real::zero() } else { q * (p / q).pow(order) }
            };
            let right = sum(p.iter().zip(&q).map(term));
            let found = || "dmu/dmu' has a denominator 0 where mu has mass".to_owned();
            if trial.has_value(is_continuous(&p, &q), found) {
                trial.equal(("phi(s)", moment(&p, &q, s)), ("phi~(-s-1)", right))?;
            } else {
                trial.less(("phi~(-s-1)", right), ("phi(s)", Number::infinite()))?;
            }
        }
    }
    Ok(())
}

fn moment_as_integral(trial: &mut Trial) -> Result<(), CheckError> {
    for_orders(trial, |trial, p, q, s| {
        // With t = g^s, dt = s g^(s-1) dg.
        let places = knots(&Real::zero(), &[(p.to_vec(), q.to_vec())]);
        let whole = Real::from(s) * integral(s - 1, &places, |g| largest_difference(p, q, g));
        let factor = trial.either(s + 1, s);
        trial.equal(("phi(s)", moment(p, q, s)), ("the right side", Real::from(factor) * whole))
    })
}
