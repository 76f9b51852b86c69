//! Noise on integers by its masses, or by a formula.

use super::build::{additive, additive_noise, beta, delta, eps, tv};
use super::number::Number;
use super::{Flag, Question, Rows};

pub(super) fn additive_questions() -> Vec<Question> {
    let mut rows = Rows::of("additive");
    let numbers = |texts: &[&str]| texts.iter().map(|text| Number::from(*text)).collect::<Vec<_>>();
    let binomial = numbers(&["1/16", "4/16", "6/16", "4/16", "1/16"]);
    for sensitivity in [1, 2, 5] {
        rows.ask(
            &additive("binomial", &binomial, sensitivity),
            [tv(), delta("ln(2)"), eps(0.125)],
            &[],
        );
    }
    rows.ask(
        &additive("binomial", &binomial, 1).repeat(3),
        [tv(), delta("ln(3)"), beta(0.125)],
        &[Flag::OffByOneTail],
    );
    // Not log-concave: the smaller shift is the worse one.
    rows.ask(
        &additive("with-a-hole", &numbers(&["1/2", "0", "1/2"]), 2),
        [tv(), delta(1.0)],
        &[Flag::AdjacencyDirection],
    );
    // Not symmetric: the two directions of neighbours are different pairs.
    let falling = additive("falling", &numbers(&["1/2", "1/4", "1/8", "1/8"]), 1);
    rows.ask(
        &falling,
        [tv(), delta("ln(3/2)"), delta("ln(2)"), eps(0.25)],
        &[Flag::AdjacencyDirection],
    );
    rows.ask(&falling.repeat(2), [tv(), delta(1.0)], &[Flag::AdjacencyDirection]);
    for (noise, parameters) in [
        ("uniform", vec![("outcomes", Number::from(64u64))]),
        ("binomial", vec![("trials", Number::from(64u64)), ("p", Number::from(0.5))]),
        ("geometric", vec![("eps", Number::from(0.5))]),
        (
            "truncated-discrete-laplace",
            vec![("eps", Number::from(0.5)), ("bound", Number::from(16u64))],
        ),
        (
            "wrapped-discrete-laplace",
            vec![("eps", Number::from(0.5)), ("modulus", Number::from(4u64))],
        ),
        (
            "truncated-discrete-gaussian",
            vec![("sigma_sq", Number::from(4.0)), ("bound", Number::from(8u64))],
        ),
        (
            "wrapped-discrete-gaussian",
            vec![("sigma_sq", Number::from(4.0)), ("modulus", Number::from(16u64))],
        ),
        ("skellam", vec![("variance", Number::from(16.0))]),
        ("negative-binomial", vec![("failures", Number::from(4u64)), ("p", Number::from(0.5))]),
    ] {
        for sensitivity in [1, 3] {
            rows.ask(
                &additive_noise(noise, &parameters, sensitivity),
                [tv(), delta(0.5), eps(1e-3)],
                &[],
            );
        }
        rows.ask(&additive_noise(noise, &parameters, 1).repeat(10), [delta(1.0)], &[]);
    }
    rows.rows
}
