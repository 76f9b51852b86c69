//! Noise: Gaussian, Laplace and discrete Gaussian, and the classes that are about a Gaussian.

use super::build::{
    beta, compose, delta, discrete_gaussian, eps, gaussian, gaussian_scales, gdp,
    generalised_gaussian, laplace, matrix_gaussian, plain, polygon, renyi, test, tv, zcdp,
};
use super::number::{Number, two};
use super::{Flag, Question, Rows};

pub(super) fn gaussian_questions() -> Vec<Question> {
    let mut rows = Rows::of("gaussian");
    for sigma in [0.5, 1.0, 2.0, 10.0, 100.0] {
        rows.ask(
            &gaussian(sigma),
            [tv(), delta(0.5), delta(1.0), delta(5.0), eps(1e-5), beta(0.1)],
            &[],
        );
    }
    // Hardly any noise, and values near 1.
    rows.ask(&gaussian(two(-20)), [tv()], &[Flag::DomainEdge, Flag::NearOne]);
    for sigma in [Number::from(0.05), two(20), two(100), two(1000)] {
        let known = [Flag::DomainEdge, Flag::Cancellation, Flag::NearOne];
        rows.ask(&gaussian(sigma), [tv(), beta(0.5)], &known);
    }
    // The difference of both terms cancels every digit.
    for (sigma, at) in
        [(1.0, 20.0), (1.0, 38.0), (4.0, 10.0), (100.0, 0.0625), (1e4, 1e-3), (1e8, 1e-8)]
    {
        rows.ask(&gaussian(sigma), [delta(at)], &[Flag::Cancellation]);
    }
    for (sigma, at) in
        [(1.0, 40.0), (1.0, 100.0), (0.5, 200.0), (0.05, 710.0), (0.03125, 2000.0), (2.0, 30.0)]
    {
        rows.ask(&gaussian(sigma), [delta(at)], &[Flag::Underflow, Flag::NanSwallowed]);
    }
    for mass in [1e-9, 1e-15, 1e-50, 1e-300, 5e-324, 0.25, 0.5] {
        rows.ask(&gaussian(1.0), [eps(mass)], &[Flag::Cancellation]);
    }
    for level in [0.0, 5e-324, 1e-300, 1e-100, 1e-9, 1e-3, 0.5, 0.999, 1.0] {
        rows.ask(&gaussian(1.0), [beta(level)], &[Flag::NearOne]);
    }
    for sigma in [0.1, 0.25] {
        rows.ask(&gaussian(sigma), [beta(0.1), beta(0.5), beta(1e-5)], &[Flag::Underflow]);
    }
    for count in [0, 1, 50, 1000, 1_000_000] {
        let mechanism = gaussian(8.0).repeat(count);
        rows.ask(&mechanism, [tv(), delta(1.0), eps(1e-6), beta(0.01)], &[]);
    }
    let mixed = compose(&[gaussian(2.0), gaussian(3.0), gaussian(8.0).repeat(20)]);
    rows.ask(
        &mixed,
        [tv(), delta(1.0), eps(1e-8), beta(0.1), plain("rho"), plain("kl"), renyi(2.0)],
        &[],
    );
    rows.ask(&gaussian(1.0), [test(0.1), test(1e-9), polygon("1/20")], &[]);
    for (name, strategy, participation) in RUNS {
        let run = matrix_gaussian(name, strategy, participation, 2.0);
        rows.ask(&run, [delta(1.0), eps(1e-5), plain("rho")], &[]);
    }
    for (ratio, dimension) in [(1.25, 1), (1.125, 10), (0.75, 3), (1.0078125, 1001), (1.0, 5)] {
        rows.ask(
            &gaussian_scales(ratio, dimension),
            [tv(), delta(0.5), eps(1e-5), beta(0.125), renyi(2.0)],
            &[],
        );
    }
    let scales = compose(&[gaussian_scales(1.25, 2), gaussian_scales(0.875, 7).repeat(3)]);
    rows.ask(&scales, [delta(1.0), eps(1e-5)], &[]);
    for (power, scale) in [(1.0, 2.0), (1.5, 1.0), (2.0, 4.0), (4.0, 2.0), (4.0, 1024.0)] {
        rows.ask(
            &generalised_gaussian(power, scale),
            [tv(), delta(0.25), eps(1e-5), beta(0.125)],
            &[],
        );
    }
    rows.ask(&generalised_gaussian(4.0, 8.0).repeat(10), [delta(1.0), eps(1e-5)], &[]);
    rows.rows
}

/// Strategies and participations whose squared sensitivity is 15/4, 21/16, 28 and 30.
const RUNS: [(&str, &str, &str); 4] = [
    // Coefficients that are not padded to the number of steps would give 5/4.
    (
        "banded",
        r#"{"kind":"toeplitz","coefficients":["1","0.5"],"n":"6"}"#,
        r#"{"kind":"min-sep","b":"2","k":"3"}"#,
    ),
    (
        "buffered",
        r#"{"kind":"blt","omega":["0.5"],"theta":["0.5"],"n":"3"}"#,
        r#"{"kind":"single"}"#,
    ),
    (
        "prefix-sums",
        r#"{"kind":"inverse-toeplitz","coefficients":["1","-1"],"n":"6"}"#,
        r#"{"kind":"periodic","b":"2","k":"3"}"#,
    ),
    // Of vectors; numbers would give 29.
    (
        "signs",
        r#"{"kind":"toeplitz","coefficients":["2","2","-1"],"n":"3"}"#,
        r#"{"kind":"min-sep","b":"1"}"#,
    ),
];

pub(super) fn gdp_questions() -> Vec<Question> {
    let mut rows = Rows::of("gdp");
    for mu in [0.125, 1.0, 3.0, 20.0] {
        rows.ask(
            &gdp(mu),
            [tv(), delta(0.5), delta(2.0), eps(1e-6), beta(0.25)],
            &[Flag::Cancellation],
        );
    }
    for (mu, at) in
        [(20.0, 500.0), (20.0, 690.0), (0.5, 20.0), (0.125, 3.0), (40.0, 800.0), (100.0, 5000.0)]
    {
        rows.ask(&gdp(mu), [delta(at)], &[Flag::NanSwallowed, Flag::Cancellation, Flag::Overflow]);
    }
    rows.ask(&gdp(0.0), [tv(), delta(0.0), eps(0.0), beta(0.5)], &[Flag::DomainEdge]);
    rows.ask(&gdp(two(-60)), [tv(), beta(0.5)], &[Flag::Cancellation]);
    rows.ask(&gdp(two(-1074)), [tv()], &[Flag::Underflow]);
    for count in [4, 10_000] {
        rows.ask(
            &gdp(0.03125).repeat(count),
            [tv(), delta(1.0), eps(1e-9), plain("rho"), plain("kl")],
            &[],
        );
    }
    rows.rows
}

pub(super) fn laplace_questions() -> Vec<Question> {
    let mut rows = Rows::of("laplace");
    for loss in [0.125, 1.0, 10.0, 100.0, 710.0, 2000.0] {
        rows.ask(&laplace(loss), [tv(), delta(0.0625), eps(1e-3), beta(0.25)], &[]);
        rows.ask(&laplace(loss), [delta(loss), eps(0.0)], &[Flag::OffByOneTail]);
    }
    rows.ask(&laplace(two(-50)), [tv(), delta(two(-51)), beta(0.5)], &[Flag::Cancellation]);
    rows.ask(&laplace(two(-1074)), [tv()], &[Flag::Underflow]);
    // Next to eps, where 1 - e^x cancels, and where the curve has a kink.
    rows.ask(
        &laplace(1.0),
        [delta(0.999_999_999), delta(0.5), beta(0.0), beta(1.0), test(0.125)],
        &[Flag::Cancellation],
    );
    for count in [2, 10, 100] {
        let mechanism = laplace(0.125).repeat(count);
        rows.ask(
            &mechanism,
            [tv(), delta(0.1875), delta(1.0), eps(1e-6)],
            &[Flag::AsymptoticAsBound],
        );
    }
    // All of it is far below the rounding errors of a transform.
    let mechanism = laplace(0.125).repeat(100);
    rows.ask(&mechanism, [delta(6.0), delta(8.0), eps(1e-15), eps(1e-20)], &[Flag::FftNoise]);
    rows.ask(&laplace(0.125).repeat(10), [delta(1.25)], &[Flag::DomainEdge]);
    rows.ask(&laplace(1.0).repeat(0), [tv(), beta(0.25)], &[]);
    rows.ask(&laplace(1.0), [polygon("1/20"), plain("functionals")], &[]);
    rows.rows
}

pub(super) fn discrete_gaussian_questions() -> Vec<Question> {
    let mut rows = Rows::of("discrete-gaussian");
    // Noise below one unit differs entirely from the continuous distribution.
    for sigma_sq in [0.0625, 0.25, 1.0, 4.0, 100.0] {
        rows.ask(
            &discrete_gaussian(sigma_sq, &[1]),
            [tv(), delta(0.25), eps(1e-6)],
            &[Flag::AsymptoticAsBound],
        );
    }
    for shifts in [[2, 1].as_slice(), &[1, 1, 1]] {
        rows.ask(&discrete_gaussian(9.0, shifts), [delta(0.5), plain("rho")], &[Flag::MixedLedger]);
    }
    let mechanism = discrete_gaussian(16.0, &[1]);
    for count in [10, 100] {
        rows.ask(&mechanism.repeat(count), [delta(1.0), eps(1e-6), plain("rho")], &[]);
    }
    rows.ask(&mechanism, [delta(1.0), delta(2.0)], &[Flag::Cancellation]);
    rows.rows
}

pub(super) fn zcdp_questions() -> Vec<Question> {
    let mut rows = Rows::of("zcdp");
    for rho in [0.0, 0.005, 0.125, 0.5, 8.0, 100.0] {
        let mechanism = zcdp(rho);
        rows.ask(&mechanism, [delta(0.25), delta(3.0), eps(1e-6), plain("rho"), renyi(2.0)], &[]);
    }
    rows.ask(
        &zcdp(0.05),
        [delta(10.0), delta(12.0), eps(1e-300)],
        &[Flag::Underflow, Flag::FixedBracketSearch],
    );
    rows.ask(&zcdp(two(-60)), [plain("rho"), delta(two(-30))], &[Flag::Cancellation]);
    let ledger = compose(&[zcdp(0.005).repeat(100), gaussian(10.0).repeat(10)]);
    rows.ask(&ledger, [delta(2.0), eps(1e-9), plain("rho"), renyi("3/2")], &[]);
    rows.rows
}
