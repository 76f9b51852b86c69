//! The floating-point references: right where they are easy, wrong where they are known to be.

mod known_failures;

use dpcert_crosscheck::floats::{Point, point};
use dpcert_crosscheck::reference::{
    Case, Composition, Normal, Sample, Steps, central_limit, fourier, gaussian, ghazi_issa, kairouz,
};
use dpcert_crosscheck::ulps::{Error, Finding};
use malachite::rational::Rational;

fn normal(formula: fn(&Normal) -> f64, mu: f64, eps: f64) -> Point {
    point(&Case::Normal(Normal { mu, eps }, formula)).unwrap()
}

fn composition(formula: fn(&Composition) -> f64, at: Composition) -> Point {
    point(&Case::Composition(at, formula)).unwrap()
}

fn error(point: &Point) -> &Error {
    match &point.finding {
        Finding::Error(error) => error,
        other => panic!("{:?}: {} is {other:?}", point.inputs, point.value),
    }
}

/// Is the value certainly within that part of the truth?
fn agrees(point: &Point, relative: (u64, u64)) -> bool {
    error(point).is_within_relative(&Rational::from_unsigneds(relative.0, relative.1))
}

#[test]
fn every_formula_agrees_where_it_is_easy() {
    let tolerance = (1, 100_000_000_000);
    for (mu, eps) in [(0.5, 0.25), (1.0, 1.0), (2.0, 3.0), (4.0, 1.0)] {
        for formula in [gaussian::literal, gaussian::scaled, gaussian::log_space] {
            let point = normal(formula, mu, eps);
            assert!(agrees(&point, tolerance), "{point:?}");
        }
    }
    for (k, j) in [(2, 0), (4, 2), (10, 4), (11, 1), (30, 10)] {
        for (eps, delta) in [(0.1, 0.0), (0.5, 1e-3), (1.0, 0.1), (0.7, 0.0)] {
            let at = Composition { eps, delta, eta: None, k, j };
            for formula in [kairouz::literal, kairouz::log_space, kairouz::products, fourier::pairs]
            {
                let point = composition(formula, at);
                assert!(agrees(&point, tolerance), "{point:?}");
            }
            let at = Composition { eta: Some(delta + (1.0 - delta) * (eps / 4.0).tanh()), ..at };
            for formula in [ghazi_issa::literal, ghazi_issa::recurrence] {
                let point = composition(formula, at);
                assert!(agrees(&point, tolerance), "{point:?}");
            }
        }
    }
}

/// The error of a discretised composition is that of its grid: first order, and upward.
#[test]
fn a_discretised_composition_is_above_the_truth() {
    for (k, mu, eps, tolerance) in
        [(1, 1.0, 1.0, (1, 1000)), (10, 0.25, 0.5, (1, 100)), (100, 0.1, 1.0, (1, 4))]
    {
        let point = point(&Case::Steps(Steps { mu, k, eps }, fourier::steps)).unwrap();
        assert!(agrees(&point, tolerance), "{point:?}");
        assert!(error(&point).lower > 1_000_000, "{point:?}");
    }
}

/// In the limit that it is about, the central limit is near.
#[test]
fn the_central_limit_is_near_for_much_noise() {
    let at = Sample { rate: 0.5, sigma: 8.0, steps: 100, eps: 0.5 };
    let point = point(&Case::Sample(at, central_limit::delta)).unwrap();
    assert!(agrees(&point, (1, 4)), "{point:?}");
}

#[test]
fn the_scaled_error_function_is_smooth_where_its_formulas_meet() {
    for (x, expected) in [
        (0.0, 1.0),
        (1.0, 0.427583576155807),
        (2.0, 0.2553956763105057),
        (10.0, 0.05614099274382259),
    ] {
        let relative = (gaussian::erfcx(x) / expected - 1.0_f64).abs();
        assert!(relative < 1e-14, "erfcx({x}): {relative:e}");
    }
    let below = f64::from_bits(2.0_f64.to_bits() - 1);
    assert!((gaussian::erfcx(below) / gaussian::erfcx(2.0) - 1.0).abs() < 1e-14);
}

/// An input that is no number, or outside its domain, is turned down.
#[test]
fn inputs_outside_their_domain_are_not_judged() {
    for (mu, eps, reason) in
        [(f64::NAN, 1.0, "mu = NaN is not finite"), (1.0, f64::INFINITY, "eps = inf")]
    {
        let refused = point(&Case::Normal(Normal { mu, eps }, gaussian::literal)).unwrap_err();
        assert!(refused.to_string().contains(reason), "{refused}");
    }
    for (rate, reason) in [(0.0, "not positive"), (2.0, "outside [0, 1]")] {
        let at = Sample { rate, sigma: 1.0, steps: 1, eps: 1.0 };
        let refused = point(&Case::Sample(at, central_limit::delta)).unwrap_err();
        assert!(refused.to_string().contains(reason), "{refused}");
    }
}
