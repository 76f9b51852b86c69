//! Sections 3.3 and 3.4: the trade-off functions of particular mechanisms, and a limit.

use super::{exponential, power, response, subsets, worst_case};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::Formula;
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/regions.toml",
    text: include_str!("regions.toml"),
    checks: &[
        ("TH-29", laplace_formula),
        ("TH-30", laplace_in_two_dimensions),
        ("TH-31", laplace_equality),
        ("TH-32", gaussian_formula),
        ("TH-33", response_region),
        ("TH-34", test_region),
        ("TH-35", infinite_mass),
        ("TH-36", uniforms),
        ("TH-78", laplace_region),
    ],
};

fn laplace(eps: &Real) -> Result<Mechanism, CheckError> {
    Ok(Mechanism::Step(Dominating::laplace(eps.clone())?))
}

fn laplace_formula(trial: &mut Trial) -> Result<(), CheckError> {
    let is_negative = |x: &Real| x.sign().is_some_and(Ordering::is_lt);
    let cdf = |x: &Real| {
        if is_negative(x) { x.exp() / 2 } else { 1 - (-x).exp() / 2 }
    };
    let quantile = |p: &Real| {
        if is_negative(&(p - ratio(1, 2))) { (2 * p).ln() } else { -(2 * (1 - p)).ln() }
    };
    for (e, alpha) in pairs(&exponentials(6), &inside_unit(8)) {
        trial.at("E = e^eps", &e);
        trial.at("a", &alpha);
        let eps = e.ln();
        let beta = trial.ask(&laplace(&eps)?, &Query::Beta { alpha: alpha.clone() })?;
        let shift = trial.either(-eps.clone(), eps);
        trial.equal(
            ("the least type II error", beta),
            ("L(a)", cdf(&(quantile(&(1 - alpha)) + shift))),
        )?;
    }
    Ok(())
}

fn laplace_region(trial: &mut Trial) -> Result<(), CheckError> {
    // w = e^(eps/2), E = w^2; the line of f_{0, eta} is 1 - eta - a, and 1 - eta is 1/w, or halfway
    // to 1 if altered.
    let (constant, x, a) = (Polynomial::constant, Polynomial::x(), Polynomial::alpha());
    let w = &constant(1) + &x;
    let e = &w * &w;
    let times = |n: i64, p: &Polynomial| &constant(n) * p;
    // 4 E a L = 1 in the middle; 2 (1 - eta) w is a polynomial.
    let height = trial.either(constant(2), &constant(1) + &w);
    let under = |line: &Polynomial, root: &Polynomial| (&constant(1) - line, root.pow(2));
    let middle = [
        (
            "1 - E a",
            under(
                &times(4, &(&(&e * &a) * &(&constant(1) - &(&e * &a)))),
                &(&constant(1) - &times(2, &(&e * &a))),
            ),
        ),
        (
            "(1 - a)/E",
            under(&times(4, &(&a * &(&constant(1) - &a))), &(&constant(1) - &times(2, &a))),
        ),
        (
            "1 - eta - a",
            under(
                &(&times(2, &(&(&w * &a) * &height)) - &times(4, &(&e * &a.pow(2)))),
                &(&constant(1) - &times(2, &(&w * &a))),
            ),
        ),
    ];
    for (line, (difference, square)) in middle {
        trial.identical(&format!("4 E a (L - ({line})) is a square"), &difference, &square)?;
    }
    // a = 1/(2 E (1 + s)): 2 w^2 (1 + s) times 1 - E a less 1/w - a.
    let longer = &constant(1) + &a;
    let first = &times(2, &(&(&e * &longer) - &(&w * &longer))) - &(&e - &constant(1));
    trial.never_negative("the first edge above the line of f_{0, eta}", &first)?;
    // The first edge is also above (1 - a)/E: E - 1 >= (E^2 - 1) a.
    let outer = &times(2, &(&e * &longer)) - &(&e + &constant(1));
    trial.never_negative("the first edge above the last line, over E - 1", &outer)?;
    for (e, alpha) in pairs(&exponentials(6), &inside_unit(8)) {
        trial.at("E = e^eps", &e);
        trial.at("a", &alpha);
        let is_first = (2 * &e * &alpha).compare(&Real::one()).is_some_and(Ordering::is_le);
        let is_last = alpha.compare(&ratio(1, 2)).is_some_and(Ordering::is_ge);
        let piece = match (is_first, is_last) {
            (true, _) => 1 - &e * &alpha,
            (_, true) => (1 - &alpha) / &e,
            _ => 1 / (4 * &e * &alpha),
        };
        let beta = trial.ask(&laplace(&e.ln())?, &Query::Beta { alpha })?;
        trial.equal(("L(a)", beta), ("the piece", piece))?;
    }
    Ok(())
}

/// delta of two coordinates that move by these distances, in units of the scale.
fn two_coordinates(trial: &Trial, a: &Real, b: &Real, eps: &Real) -> Result<Number, CheckError> {
    let mechanism = Mechanism::Compose(vec![laplace(a)?, laplace(b)?]);
    trial.ask_within(&mechanism, &Query::Delta { eps: eps.clone() }, 8)
}

fn laplace_in_two_dimensions(trial: &mut Trial) -> Result<(), CheckError> {
    let moves = [ratio(2, 1).ln(), ratio(3, 1).ln(), ratio(1, 2)];
    for (a, b) in pairs(&moves, &moves) {
        let is_less = a.compare(&b) == Some(Ordering::Less);
        let sum = trial.either(&a + &b, if is_less { b.clone() } else { a.clone() });
        for eps in [Real::zero(), (&a + &b) / 2] {
            trial.at("a", &a);
            trial.at("b", &b);
            trial.at("eps", &eps);
            let both = two_coordinates(trial, &a, &b, &eps)?;
            let one = trial.ask(&laplace(&sum)?, &Query::Delta { eps })?;
            trial.at_most(("delta of both coordinates", both), ("delta of one coordinate", one))?;
        }
    }
    Ok(())
}

fn laplace_equality(trial: &mut Trial) -> Result<(), CheckError> {
    for eps in [ratio(4, 1).ln(), Real::one(), ratio(9, 1).ln()] {
        trial.at("eps", &eps);
        let half = &eps / 2;
        let both = two_coordinates(trial, &half, &half, &Real::zero())?;
        let distance = trial.either(&eps, &half);
        let one = trial.ask(&laplace(distance)?, &Query::Tv)?;
        let (left, right) = (("TV of two halves", both), ("TV of one whole move", one));
        if trial.choose(true, false, false) {
            trial.equal(left, right)?;
        } else {
            trial.at_most(left, right)?;
        }
    }
    Ok(())
}

fn gaussian_formula(trial: &mut Trial) -> Result<(), CheckError> {
    let budgets =
        pairs(&[ratio(1, 2), ratio(1, 1), ratio(4, 1)], &[ratio(1, 1), ratio(1, 2), ratio(1, 100)]);
    let thresholds = [ratio(1, 2), -Real::one(), Real::zero(), ratio(2, 1)];
    for ((eps, delta), t) in pairs(&budgets, &thresholds) {
        trial.at("eps", &eps);
        trial.at("delta", &delta);
        trial.at("t", &t);
        let twice = 2 * (ratio(5, 4) / &delta).ln();
        let sigma = twice.sqrt() / &eps;
        let mu = &eps / trial.either(twice.sqrt(), twice);
        let (positive, negative) =
            (Formula::from(-&t).normal_cdf(), Formula::from(&t - 1 / sigma).normal_cdf());
        let quantile = (1 - positive).normal_quantile();
        trial.agree(("G_mu(FP)", (quantile - Formula::from(mu)).normal_cdf()), ("FN", negative))?;
    }
    Ok(())
}

fn response_region(trial: &mut Trial) -> Result<(), CheckError> {
    for (size, e) in pairs(&[2u64, 3, 4, 5, 6], &exponentials(6)) {
        trial.at("E = e^eps", &e);
        trial.at("|X|", size);
        let values = Real::from(size);
        let kept = (&e - 1) / (&e + &values - 1);
        let eta = (&e - 1) / trial.either(&e + &values - 1, &e + values);
        let exact = match response(&kept, size).as_slice() {
            [first, second, ..] => Curve::of(&pair(first, second)?)?,
            _ => Curve::identity(),
        };
        let bound =
            Curve::maximum(&[worst_case(&e, &Real::zero())?, worst_case(&Real::one(), &eta)?])?;
        let (left, right) = (exact.delta(&Real::one())?, bound.delta(&Real::one())?);
        trial.holds(exact.equals(&bound)?, "both regions are the same", || {
            format!("eta = {eta}, the total variation of the mechanism is {left}, that of the region {right}")
        })?;
    }
    Ok(())
}

fn test_region(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2];
    let two = pairs(&values, &values).into_iter().map(|(x, y)| vec![x, y]);
    let three = triples(&values, &values, &values).into_iter().map(|(x, y, z)| vec![x, y, z]);
    for scores in [two.collect::<Vec<_>>(), three.collect()] {
        let mut cases = pairs(&pairs(&scores, &scores), &[ratio(2, 1), ratio(3, 1)]);
        // Those first whose likelihood ratios are all different.
        cases.sort_by_key(|((first, second), _)| {
            let mut changes: Vec<i64> = first.iter().zip(second).map(|(x, y)| y - x).collect();
            changes.sort_unstable();
            changes.windows(2).any(|ends| matches!(ends, [x, y] if x == y))
        });
        for ((first, second), base) in cases {
            let changes: Vec<i64> = first.iter().zip(&second).map(|(x, y)| y - x).collect();
            if changes.iter().any(|change| change.abs() > 1) {
                continue;
            }
            let (null, other) = (exponential(&base, &first), exponential(&base, &second));
            trial.at("s(X_0, .), s(X_1, .)", format_args!("{first:?}, {second:?}"));
            trial.at("e^(eps/2)", &base);
            trial.at("laws", format_args!("{}, {}", show(&null), show(&other)));
            best_regions(trial, &changes, &null, &other)?;
        }
    }
    Ok(())
}

/// At each level: does one of the threshold regions have the least FN?
fn best_regions(
    trial: &mut Trial,
    changes: &[i64],
    null: &[Real],
    other: &[Real],
) -> Result<(), CheckError> {
    let sum = |law: &[Real], region: &[bool], is_in: bool| {
        let chosen = law.iter().zip(region).filter(|(_, chosen)| **chosen == is_in);
        chosen.fold(Real::zero(), |sum, (mass, _)| sum + mass)
    };
    let sign = trial.either(1, -1);
    let is_threshold = |region: &[bool]| {
        let of = |is_in: bool| {
            changes
                .iter()
                .zip(region)
                .filter(move |(_, chosen)| **chosen == is_in)
                .map(|(x, _)| sign * x)
        };
        of(true).min().is_none_or(|least| of(false).all(|change| change < least))
    };
    let regions: Vec<(Real, Real, bool)> = subsets(changes.len())
        .map(|region| (sum(null, &region, true), sum(other, &region, false), is_threshold(&region)))
        .collect();
    let least = |level: &Real, thresholds: bool| {
        let allowed = regions.iter().filter(|(positive, _, is_threshold)| {
            (*is_threshold || !thresholds) && positive.compare(level).is_some_and(Ordering::is_le)
        });
        allowed.fold(Real::one(), |least, (_, negative, _)| match negative.compare(&least) {
            Some(Ordering::Less) => negative.clone(),
            _ => least,
        })
    };
    if trial.choose(false, true, false) {
        for (alpha, beta) in Curve::of(&pair(other, null)?)?.vertices() {
            let mut thresholds = regions.iter().filter(|(_, _, is_threshold)| *is_threshold);
            let is_spanned =
                thresholds.any(|(positive, negative, _)| *positive == alpha && *negative == beta);
            trial.holds(is_spanned, "the thresholds span the lower boundary", || {
                format!("({alpha}, {beta}) is a corner of the region and no threshold")
            })?;
        }
    }
    for (level, _, attained) in &regions {
        if level.is_zero() || !attained && !trial.choose(true, false, false) {
            continue;
        }
        trial.at("a", level);
        trial.at_most(
            ("the least FN of a threshold region", least(level, true)),
            ("that of all", least(level, false)),
        )?;
    }
    Ok(())
}

fn infinite_mass(trial: &mut Trial) -> Result<(), CheckError> {
    let totals = [ratio(1, 1), ratio(2, 1), ratio(1, 2)];
    for (n, c) in pairs(&[4u64, 8, 16, 32], &totals) {
        trial.at("n", n);
        trial.at("delta_i", format_args!("{c}/n"));
        let count = Real::from(n);
        let delta = &c / &count;
        let composed = power(&worst_case(&Real::one(), &delta)?, n)?;
        let mass = composed.p_infinite();
        let squares = &count * delta.pow(2);
        trial.equal(("the sum of squares", &squares), ("c^2/n", c.pow(2) / &count))?;
        trial.at_most(("1 - e^-c", 1 - (-&c).exp()), ("the mass at infinite loss", mass))?;
        let upper = 1 - (-(&c + squares)).exp();
        trial.at_most(("the mass at infinite loss", mass), ("1 - e^-(c + c^2/n)", upper))?;
    }
    trial.clear_parameters();
    for c in totals {
        trial.at("delta_i", format_args!("{c}/n"));
        // The limits of c^2/n, of c, and of its half.
        let delta = trial.choose(Real::zero(), c.clone(), &c / 2);
        trial.equal(
            ("the limit of the mass", 1 - (-c).exp()),
            ("1 - e^-delta", 1 - (-delta).exp()),
        )?;
    }
    Ok(())
}

fn uniforms(trial: &mut Trial) -> Result<(), CheckError> {
    for delta in [ratio(1, 1), ratio(2, 1), ratio(1, 2), ratio(2, 1).ln(), ratio(10, 1)] {
        trial.at("delta", &delta);
        let rest = (-&delta).exp();
        let shift = 1 - &rest;
        // Below the second, where they overlap, above the first.
        let (first, second) = (
            [shift.clone(), rest.clone(), Real::zero()],
            [Real::zero(), rest.clone(), shift.clone()],
        );
        let curve = Curve::of(&pair(&second, &first)?)?;
        let claimed = trial.either(shift, rest);
        let is_same = curve.equals(&worst_case(&Real::one(), &claimed)?)?;
        trial.holds(is_same, "both trade-off functions are the same", || {
            format!("the mass at infinite loss is {}", Number::from(curve.p_infinite()))
        })?;
    }
    Ok(())
}
