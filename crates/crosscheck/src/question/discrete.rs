//! Mechanisms with finitely many outputs, or with a comparable loss.

use super::build::{
    beta, bits, delta, discrete_laplace, eps, hadamard_response, plain, randomized_response,
    staircase, subset_selection, thresholded, thresholded_scale, tv, unary_encoding,
};
use super::number::two;
use super::{Flag, Question, Rows};

pub(super) fn randomized_response_questions() -> Vec<Question> {
    let mut rows = Rows::of("randomized-response");
    for loss in [0.0, 0.5, 1.0, 5.0, 50.0, 710.0, 1000.0] {
        for categories in [2, 3, 1000] {
            rows.ask(&randomized_response(loss, categories), [tv(), delta(0.25), beta(0.125)], &[]);
        }
    }
    for categories in [2, 4] {
        for count in [10, 100] {
            let mechanism = randomized_response(1.0, categories).repeat(count);
            rows.ask(
                &mechanism,
                [tv(), delta(1.0), delta(5.0), eps(1e-6), eps(1e-12), beta(0.01)],
                &[],
            );
            rows.ask(&mechanism, [delta(9.0), delta(10.0)], &[Flag::OffByOneTail]);
        }
    }
    // The level 0: nothing may be rejected, and the type II error is 1.
    rows.ask(
        &randomized_response("ln(4)", 2),
        [beta(0.0), beta(1.0), beta("1/5"), beta("1/10")],
        &[],
    );
    // More answers than there are integers in a binary64.
    rows.ask(&randomized_response(1.0, (1 << 53) + 1), [tv(), delta(0.5)], &[Flag::Cancellation]);
    let mechanism = randomized_response("ln(3)", 3).repeat(3);
    rows.ask(
        &mechanism,
        ["tv", "deltas", "region", "likelihood-ratios"].map(plain),
        &[Flag::OffByOneTail],
    );
    rows.rows
}

/// Reports of one person about a category.
pub(super) fn local_questions() -> Vec<Question> {
    let mut rows = Rows::of("local");
    for loss in [0.5, 1.0, 8.0, 700.0] {
        for encoding in ["symmetric", "optimized"] {
            rows.ask(&unary_encoding(loss, encoding), [tv(), delta(0.25), beta(0.125)], &[]);
        }
        for (categories, size) in [(3, 2), (16, 4), (1 << 33, 1 << 30)] {
            rows.ask(
                &subset_selection(loss, categories, size),
                [tv(), delta(0.25), beta(0.125)],
                &[],
            );
        }
        for blocks in [1, 2, 1000] {
            rows.ask(&hadamard_response(loss, blocks), [tv(), delta(0.25), beta(0.125)], &[]);
        }
    }
    let encodings = [unary_encoding("ln(9)", "symmetric"), unary_encoding("ln(4)", "optimized")];
    let others = [subset_selection("ln(3)", 5, 2), hadamard_response("ln(3)", 3)];
    for mechanism in encodings.into_iter().chain(others) {
        rows.ask(&mechanism, [tv(), delta(0.5), beta(0.25)], &[]);
        let composed = mechanism.repeat(20);
        rows.ask(&composed, [tv(), delta(2.0), eps(1e-6), eps(1e-12), beta(0.01)], &[]);
        rows.ask(&mechanism.repeat(2), ["deltas", "region"].map(plain), &[Flag::OffByOneTail]);
    }
    for (p, q) in [("1/2", "0"), ("1", "1/3"), ("2/5", "2/5"), ("1/7", "2/3")] {
        rows.ask(&bits(p, q), [tv(), delta(0.0), delta(1.0), beta(0.25)], &[Flag::DomainEdge]);
    }
    rows.rows
}

/// Releases of the keys above a threshold.
pub(super) fn thresholded_questions() -> Vec<Question> {
    let mut rows = Rows::of("thresholded");
    for release in ["at-least", "above"] {
        for (new, known) in [(1, 0), (1, 1), (2, 3)] {
            let mechanism = thresholded(1.0, 6, release, &[("new", new), ("known", known)]);
            rows.ask(&mechanism, [tv(), delta(0.5), delta(2.0), eps(0.125)], &[]);
        }
        rows.ask(
            &thresholded("ln(2)", 6, release, &[("keys", 3)]),
            [tv(), delta("ln(2)"), delta(2.0)],
            &[],
        );
        rows.ask(
            &thresholded(0.125, 200, release, &[("keys", 1)]),
            [delta(0.125), delta(1.0), eps(1e-9)],
            &[],
        );
    }
    let mechanism = thresholded(0.5, 40, "at-least", &[("new", 1), ("known", 1)]).repeat(10);
    rows.ask(&mechanism, [tv(), delta(2.0), eps(1e-6)], &[]);
    for noise in ["laplace", "gaussian"] {
        for (new, known) in [(1, 0), (3, 0), (0, 2)] {
            let mechanism = thresholded_scale(noise, 2.0, 20, &[("new", new), ("known", known)]);
            rows.ask(&mechanism, [tv(), delta(0.5), eps(1e-2)], &[]);
        }
        let mechanism = thresholded_scale(noise, 4.0, 80, &[("new", 1), ("known", 1)]);
        rows.ask(&mechanism, [tv(), delta(0.5), eps(1e-3)], &[]);
        rows.ask(
            &thresholded_scale(noise, 4.0, 80, &[("keys", 1)]),
            [tv(), delta(0.125), eps(1e-3)],
            &[],
        );
    }
    rows.rows
}

pub(super) fn discrete_laplace_questions() -> Vec<Question> {
    let mut rows = Rows::of("discrete-laplace");
    for loss in [0.125, 1.0, 30.0, 800.0] {
        for sensitivity in [1, 2, 7] {
            rows.ask(
                &discrete_laplace(loss, sensitivity),
                [tv(), delta(0.5), eps(1e-3), beta(0.25)],
                &[],
            );
        }
    }
    rows.ask(
        &discrete_laplace(two(-40), 3),
        [tv(), delta(two(-39)), beta(0.5)],
        &[Flag::Cancellation],
    );
    rows.ask(
        &discrete_laplace(1.0, 0),
        [tv(), delta(0.0), eps(0.0), beta(0.5)],
        &[Flag::DomainEdge],
    );
    rows.ask(
        &discrete_laplace(0.0078125, 300),
        [tv(), delta(1.0), delta(2.34375)],
        &[Flag::OffByOneTail],
    );
    for (loss, sensitivity, count) in [(0.25, 1, 100), (0.5, 3, 20), (0.1, 2, 50), (1.0, 5, 10)] {
        let mechanism = discrete_laplace(loss, sensitivity).repeat(count);
        rows.ask(
            &mechanism,
            [tv(), delta(2.0), delta(8.0), eps(1e-6), eps(1e-30), beta(0.05)],
            &[],
        );
    }
    let mechanism = discrete_laplace("ln(2)", 2).repeat(2);
    rows.ask(
        &mechanism,
        ["tv", "deltas", "region", "likelihood-ratios"].map(plain),
        &[Flag::OffByOneTail],
    );
    rows.rows
}

pub(super) fn staircase_questions() -> Vec<Question> {
    let mut rows = Rows::of("staircase");
    for loss in [0.125, 1.0, 10.0, 800.0] {
        for gamma in [0.0, 0.25, 0.5, 1.0] {
            rows.ask(&staircase(loss, gamma), [tv(), delta(0.0625), beta(0.125)], &[]);
        }
    }
    rows.ask(&staircase(two(-50), 0.25), [tv(), beta(0.5)], &[Flag::Cancellation]);
    for count in [10, 200] {
        let mechanism = staircase(0.5, 0.25).repeat(count);
        rows.ask(&mechanism, [tv(), delta(1.0), delta(4.75), eps(1e-9), beta(0.1)], &[]);
    }
    let mechanism = staircase("ln(2)", "1/3").repeat(2);
    rows.ask(&mechanism, ["tv", "deltas", "region"].map(plain), &[Flag::OffByOneTail]);
    rows.rows
}
