//! Parameters that meet a budget, and whether one mechanism dominates another.

use super::build::{
    Spec, approx_dp, calibrate, compose, discrete_laplace, dominates, finite_pair, gaussian, gdp,
    group, laplace, open, operation, poisson, randomized_response, trade_off, zcdp,
};
use super::number::Number;
use super::{Flag, Question, Rows};

/// Only parameters in which delta is known to be monotone: the answer is the one value where it
/// crosses the budget.
pub(super) fn calibration_questions() -> Vec<Question> {
    let mut rows = Rows::of("calibration");
    for (at, mass) in [(0.5, 1e-5), (1.0, 1e-6), (8.0, 1e-9), (0.0, 0.25), (1.0, 5e-324)] {
        let flags: &[Flag] =
            if mass < 1e-9 { &[Flag::FixedBracketSearch, Flag::Underflow] } else { &[] };
        rows.ask(&gaussian(open()), [calibrate(at, mass)], flags);
        rows.ask(&gdp(open()), [calibrate(at, mass)], flags);
    }
    for count in [50, 10_000] {
        rows.ask(&gaussian(open()).repeat(count), [calibrate(1.0, 1e-6)], &[]);
    }
    for mass in [0.0, 1e-6, 0.25] {
        let edge: &[Flag] = if mass > 0.0 { &[] } else { &[Flag::DomainEdge] };
        rows.ask(&laplace(open()), [calibrate(0.5, mass), calibrate(3.0, mass)], edge);
        rows.ask(&approx_dp(open(), 0.0), [calibrate(0.5, mass)], edge);
        rows.ask(&randomized_response(open(), 4), [calibrate(1.0, mass)], edge);
    }
    rows.ask(
        &approx_dp(open(), 1e-9).repeat(30),
        [calibrate(1.0, 1e-6)],
        &[Flag::InfiniteLossMass],
    );
    rows.ask(
        &approx_dp(0.25, open()),
        [calibrate(0.25, 1e-6), calibrate(0.125, 0.25)],
        &[Flag::InfiniteLossMass],
    );
    rows.ask(
        &approx_dp(0.0625, open()).repeat(20),
        [calibrate(1.0, 0.125)],
        &[Flag::InfiniteLossMass],
    );
    rows.ask(&zcdp(open()), [calibrate(1.0, 1e-6)], &[]);
    // The number of steps: the last count that meets the budget, where the next one does not.
    for step in [gaussian(20.0), gdp(0.0625), approx_dp(0.0625, 1e-9), discrete_laplace(0.125, 1)] {
        rows.ask(&step.repeat_open(), [calibrate(1.0, 1e-6)], &[]);
    }
    rows.ask(
        &approx_dp(1.0, 0.0).repeat_open(),
        [calibrate(3.0, 0.0)],
        &[Flag::DomainEdge, Flag::OffByOneTail],
    );
    rows.ask(&group(open(), &gaussian(10.0)), [calibrate(1.0, 1e-6)], &[]);
    rows.ask(
        &poisson(open(), &approx_dp(2.0, 0.0)),
        [calibrate(0.5, 0.0), calibrate(0.5, 1e-3)],
        &[],
    );
    rows.rows
}

pub(super) fn dominance_questions() -> Vec<Question> {
    let mut rows = Rows::of("dominance");
    let numbers = |list: [f64; 3]| list.map(Number::from);
    let skewed =
        finite_pair("skewed", &numbers([0.5, 0.25, 0.25]), &numbers([0.0625, 0.0625, 0.875]));
    let half = |x: f64| Number::from(x);
    let kink = trade_off(
        "kink",
        &[(half(0.0), half(1.0)), (half(0.125), half(0.5)), (half(1.0), half(0.0))],
    );
    let mut both_ways = |a: &Spec, b: &Spec, flags: &[Flag]| {
        rows.ask(a, [dominates(b)], flags);
        rows.ask(b, [dominates(a)], flags);
    };
    // Of one kind: the one with more loss.
    both_ways(&gdp(1.0), &gdp(1.0625), &[]);
    both_ways(&gaussian(2.0).repeat(4), &gaussian(4.0).repeat(17), &[]);
    both_ways(&laplace(0.5), &laplace(0.50000001), &[]);
    both_ways(&approx_dp(1.0, 0.0), &approx_dp(0.5, 0.0).repeat(2), &[]);
    both_ways(&approx_dp(1.0, 1e-6), &approx_dp(0.5, 1e-3), &[Flag::InfiniteLossMass]);
    // Every mechanism with these guarantees is dominated by the worst one.
    both_ways(&approx_dp(0.5, 0.0), &laplace(0.5), &[]);
    both_ways(&approx_dp(0.5, 0.0), &randomized_response(0.5, 4), &[]);
    both_ways(&approx_dp(0.5, 0.0), &discrete_laplace(0.5, 1), &[]);
    // Neither is better everywhere.
    both_ways(&gdp(0.5), &laplace(0.5), &[]);
    both_ways(&gdp(1.0), &approx_dp(1.0, 1e-3), &[Flag::InfiniteLossMass]);
    both_ways(&skewed, &operation("inverse", &skewed), &[Flag::AdjacencyDirection]);
    both_ways(&skewed, &operation("symmetrised", &skewed), &[Flag::AdjacencyDirection]);
    both_ways(&skewed.repeat(3), &kink.repeat(3), &[Flag::AdjacencyDirection]);
    // An empty composition, and equal mechanisms.
    both_ways(&compose(&[]), &gdp(0.0), &[Flag::DomainEdge]);
    both_ways(&skewed, &approx_dp(0.0, 0.0), &[Flag::DomainEdge]);
    both_ways(
        &compose(&[skewed.clone(), kink.clone()]),
        &compose(&[kink.clone(), skewed.clone()]),
        &[],
    );
    rows.rows
}
