//! Groups of records, and mechanisms made of others.

use super::build::{
    Spec, approx_dp, approx_dp_tv, beta, delta, discrete_laplace, eps, erasure, finite_pair,
    gaussian, gdp, group, laplace, mixture, of_all, operation, plain, poisson, tv, zcdp,
};
use super::number::Number;
use super::{Flag, Question, Rows};

pub(super) fn group_questions() -> Vec<Question> {
    let mut rows = Rows::of("group");
    for size in [1, 2, 5, 100] {
        for part in [approx_dp(0.25, 1e-6), gaussian(4.0), laplace(0.125), gdp(0.25)] {
            rows.ask(&group(size, &part), [tv(), delta(0.5), eps(1e-3), beta(0.25)], &[]);
        }
    }
    // Delta grows like e^(k eps) delta.
    let part = approx_dp("ln(20)", "1/1000");
    rows.ask(&group(2, &part), [tv(), delta("2*ln(20)"), plain("region")], &[Flag::OffByOneTail]);
    rows.ask(
        &group(3, &approx_dp_tv(1.0, 1e-6, 0.125)),
        [tv(), delta(2.0), delta(3.0)],
        &[Flag::OffByOneTail],
    );
    rows.ask(
        &group(3, &discrete_laplace(0.5, 1)),
        [tv(), delta(1.5), delta(0.5)],
        &[Flag::OffByOneTail],
    );
    rows.ask(&group(10, &zcdp(0.0078125)), [plain("rho"), delta(3.0)], &[]);
    rows.ask(
        &group(100, &approx_dp(8.0, 0.0)),
        [tv(), delta(799.0)],
        &[Flag::NanSwallowed, Flag::NearOne],
    );
    rows.ask(&group(2, &approx_dp(0.25, 1e-6)).repeat(30), [tv(), delta(3.0), eps(1e-2)], &[]);
    rows.rows
}

/// P = (1/2, 1/4, 1/4), Q = (1/16, 1/16, 7/8).
fn skewed() -> Spec {
    let numbers = |list: [f64; 3]| list.map(Number::from);
    finite_pair("skewed", &numbers([0.5, 0.25, 0.25]), &numbers([0.0625, 0.0625, 0.875]))
}

pub(super) fn operator_questions() -> Vec<Question> {
    let mut rows = Rows::of("operators");
    let (coin, wide) = (approx_dp(0.5, 0.0), approx_dp(2.0, 1e-6));
    let half = |x: Spec, y: Spec| mixture(&[(Number::from(0.5), x), (Number::from(0.5), y)]);
    let exact = [
        operation("inverse", &skewed()),
        operation("symmetrised", &skewed()),
        of_all("intersection", &[approx_dp(0.5, 0.0625), approx_dp(1.0, 0.0)]),
        of_all("union", &[approx_dp(0.5, 0.0625), approx_dp(1.0, 0.0)]),
        half(coin.clone(), wide.clone()),
        mixture(&[
            (Number::from(0.875), approx_dp(0.0, 0.0)),
            (Number::from(0.125), approx_dp(1000.0, 0.0)),
        ]),
        erasure(0.25, &wide),
        erasure(0.0, &coin),
        erasure(1.0, &coin),
    ];
    for mechanism in &exact {
        rows.ask(mechanism, [tv(), delta(0.25), eps(0.03125), beta(0.125), plain("region")], &[]);
        rows.ask(&mechanism.repeat(4), [tv(), delta(1.0)], &[]);
    }
    // The parts have densities: two polygons each.
    let between = [
        half(gaussian(1.0), gaussian(4.0)),
        of_all("intersection", &[gaussian(1.0), approx_dp(1.0, 1e-3)]),
        of_all("union", &[laplace(0.5), gdp(0.5)]),
        erasure(0.5, &laplace(1.0)),
        operation("symmetrised", &poisson(0.25, &gaussian(1.0))),
        operation("inverse", &poisson(0.25, &gaussian(1.0))),
    ];
    for mechanism in &between {
        rows.ask(mechanism, [tv(), delta(0.25), beta(0.125)], &[]);
    }
    rows.rows
}
