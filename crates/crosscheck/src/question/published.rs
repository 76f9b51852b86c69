//! Questions that were answered in print, or in the tests of a library.

use super::build::{
    Ask, Spec, approx_dp, approx_dp_tv, beta, compose, delta, discrete_laplace, eps, finite_pair,
    gaussian, gdp, laplace, poisson, randomized_response, tv, zcdp,
};
use super::number::{Number, times, two};
use super::{Flag, Question, Rows};

/// Reports of one bit: the true bit has the probability `truth`, and the other one exactly `1 -
/// truth`.
fn coin(name: &str, truth: f64, other: f64) -> Spec {
    let (truth, other) = (Number::from(truth), Number::from(other));
    finite_pair(name, &[truth.clone(), other.clone()], &[other, truth])
}

/// Questions that some implementation was seen to answer wrongly: the number in an id is that of
/// the case.
pub(super) fn failure_questions() -> Vec<Question> {
    let small = || approx_dp(0.01, 0.0).repeat(10_000);
    let tenth = |count| approx_dp(0.1, 0.0).repeat(count);
    let thesis = || approx_dp_tv(10.0, 0.0, 0.2).repeat(80);
    // ln(2) itself, and the binary64 next to it.
    let (exact, near) = ("ln(2)", std::f64::consts::LN_2);
    let with_tv = |loss: Number| approx_dp_tv(loss, 0.0, 0.1).repeat(30);
    let training = || poisson(0.001, &gaussian(0.6)).repeat(10_000);
    let cases: Vec<(u32, Spec, Ask, &[Flag])> = vec![
        (1, small(), delta(10.0), &[Flag::FftNoise]),
        (2, tenth(1000), delta(30.0), &[Flag::FftNoise]),
        (3, tenth(1000), delta(25.0), &[Flag::FftNoise]),
        (4, small(), eps(1e-13), &[Flag::FftNoise]),
        (5, tenth(1000), eps(1e-6), &[Flag::Overflow]),
        (6, tenth(100), eps(1e-20), &[Flag::FixedBracketSearch]),
        (6, tenth(100), delta(8.0), &[Flag::FixedBracketSearch]),
        (7, approx_dp(0.1, 1e-3).repeat(1000), delta(17.325), &[]),
        (7, approx_dp(0.1, 1e-3).repeat(1000), eps(0.2330), &[]),
        (8, thesis(), delta(0.0), &[Flag::NanSwallowed, Flag::NearOne]),
        (8, thesis(), beta(0.5), &[Flag::NanSwallowed]),
        (9, with_tv(exact.into()), delta("27*ln(2)"), &[Flag::Cancellation, Flag::OffByOneTail]),
        (
            9,
            with_tv(near.into()),
            delta(times(27, near)),
            &[Flag::Cancellation, Flag::OffByOneTail],
        ),
        (9, with_tv(near.into()), delta(18.75), &[Flag::Cancellation]),
        (10, approx_dp(10.0, 0.0).repeat(100), tv(), &[Flag::NanSwallowed, Flag::NearOne]),
        (11, gdp(20.0), delta(700.0), &[Flag::Cancellation]),
        (12, gdp(20.0), delta(710.0), &[Flag::NanSwallowed]),
        (12, gdp(1.0), delta(40.0), &[Flag::Underflow]),
        (13, training(), eps(1e-5), &[Flag::AsymptoticAsBound]),
        (14, coin("coin-0.6", 0.6, 0.4).repeat(20), eps(1e-5), &[Flag::OffByOneTail]),
        (15, gaussian(1.0), beta(1e-9), &[Flag::NearOne]),
        (16, coin("coin-0.8", 0.8, 0.199_999_999_999_999_96), beta(0.0), &[Flag::OffByOneTail]),
        (17, zcdp(2.0), delta(2.0), &[Flag::RoundingDirection]),
        (17, gaussian(0.5), delta(2.0), &[Flag::RoundingDirection]),
    ];
    let mut rows = Rows::of("failures");
    for (case, mechanism, ask, flags) in cases {
        let id = format!("failure-{case:02}-{}-{}", mechanism.label, ask.label);
        rows.ask_as(id, &mechanism.flagged([Flag::Published]), &ask, flags);
    }
    rows.rows
}

/// Values in the tests of other libraries; for a calibration, the value that the library found.
pub(super) fn golden_questions() -> Vec<Question> {
    // sqrt(3), 1/13.6 and 1/3 as a program rounds them.
    let (root, inverse, third) =
        (1.732_050_807_568_877_2, 0.073_529_411_764_705_88, 0.333_333_333_333_333_3);
    let pairs = || compose(&[approx_dp(1.0, 0.1), approx_dp(2.0, 0.2)]);
    let kov = |mass| approx_dp(1.0, mass).repeat(30);
    let mut cases: Vec<(&str, Spec, Vec<Ask>)> = vec![
        ("dp-accounting", gaussian(root).repeat(3), vec![delta(1.0), beta(0.1), eps(0.126936)]),
        ("dp-accounting", poisson(0.2, &gaussian(0.5)).repeat(3), vec![delta(1.0)]),
        (
            "dp-accounting",
            compose(&[laplace(1.0).repeat(3), laplace(0.5).repeat(2)]),
            vec![delta(4.0)],
        ),
        ("dp-accounting", poisson(0.2, &laplace(2.0)).repeat(3), vec![eps(1e-14)]),
        (
            "dp-accounting",
            compose(&[discrete_laplace(1.0, 1).repeat(3), discrete_laplace(0.5, 1).repeat(2)]),
            vec![delta(4.0)],
        ),
        ("dp-accounting", pairs(), vec![delta(3.0), beta(0.1)]),
        ("dp-accounting", compose(&[approx_dp(1.0, 0.0), approx_dp(2.0, 0.0)]), vec![beta(0.1)]),
        ("dp-accounting", randomized_response(1.0, 4), vec![eps(0.0)]),
        ("dp-accounting", laplace(0.3).repeat(10), vec![delta(3.0)]),
        ("dp-accounting", laplace(inverse).repeat(20), vec![delta(1.0)]),
        ("dp-accounting", discrete_laplace(0.073, 1).repeat(20), vec![delta(1.0)]),
        ("dp-accounting", discrete_laplace(0.014, 5).repeat(20), vec![delta(1.0)]),
        ("dp-accounting", gaussian(third), vec![delta(1.0)]),
        ("dp-accounting", poisson(0.01, &gaussian(0.673_792_946_82)), vec![delta(1.0)]),
        ("dp-accounting", poisson(0.001, &gaussian(0.534_927_504_33)).repeat(25), vec![delta(1.0)]),
        ("dp-accounting", kov(0.0), vec![eps(0.0)]),
        ("dp-accounting", kov(0.001), vec![eps(0.06), eps(0.1)]),
        ("dp-accounting", approx_dp(1.0, 0.2), vec![eps(0.1)]),
        ("dp-accounting", kov(0.01), vec![eps(0.26)]),
        ("opacus", poisson(0.04, &gaussian(1.5)).repeat(2250), vec![eps(1e-5)]),
        ("tensorflow-privacy", gaussian(0.7).repeat(2), vec![eps(1e-5)]),
        ("tensorflow-privacy", gaussian(0.35).repeat(2), vec![eps(1e-5)]),
        ("tensorflow-privacy", poisson(0.01, &gaussian(0.7)).repeat(120), vec![eps(1e-5)]),
        ("tensorflow-privacy", poisson(0.0025, &gaussian(1.3)).repeat(6000), vec![eps(1e-5)]),
        ("opendp", zcdp(0.05), vec![delta(0.25)]),
        ("opendp", zcdp(0.5), vec![delta(0.0)]),
        ("opendp", zcdp(two(-5)), vec![eps(0.001), delta(0.0)]),
        ("diffprivlib", approx_dp(two(-9), 0.0).repeat(700), vec![eps(two(-25))]),
    ];
    let levels = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
    cases.push(("dp-accounting", gaussian(1.0), levels.map(beta).to_vec()));
    let mut rows = Rows::of("golden");
    for (library, mechanism, asks) in cases {
        let mechanism = mechanism.flagged([Flag::Published]);
        for ask in asks {
            rows.ask_as(
                format!("golden-{library}-{}-{}", mechanism.label, ask.label),
                &mechanism,
                &ask,
                &[],
            );
        }
    }
    rows.rows
}
