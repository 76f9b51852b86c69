//! Mixtures of shifts, groups under Poisson sampling, and truncated Poisson samples.

use super::build::{
    beta, delta, discrete_laplace, eps, gaussian, group, laplace, mixture_of_shifts, poisson,
    truncated_poisson, tv,
};
use super::number::Number;
use super::{Flag, Question, Rows};

pub(super) fn shift_questions() -> Vec<Question> {
    let mut rows = Rows::of("shifts");
    let two = [("0.8125", "0"), ("0.125", "1"), ("0.0625", "2")]
        .map(|(weight, shift)| (weight.into(), shift.into()));
    let apart = [("0.5", "1"), ("0.5", "2")]
        .map(|(weight, shift): (&str, &str)| (weight.into(), shift.into()));
    let other = [("0.5", "0"), ("0.5", "-1")]
        .map(|(weight, shift): (&str, &str)| (weight.into(), shift.into()));
    let none: [(Number, Number); 0] = [];
    for noise in [gaussian(1.0), gaussian(4.0), laplace(0.5), discrete_laplace("ln(2)", 1)] {
        let mechanism = mixture_of_shifts("two", &noise, &two, &none);
        rows.ask(&mechanism, [tv(), delta(0.125), delta(0.5), eps(1e-3), beta(0.125)], &[]);
        rows.ask(&mixture_of_shifts("apart", &noise, &apart, &other), [tv(), delta(0.5)], &[]);
    }
    rows.ask(
        &mixture_of_shifts("two", &gaussian(1.0), &two, &none).repeat(50),
        [delta(1.0), eps(1e-5)],
        &[],
    );
    for (size, rate, sigma) in [(2, 0.125, 1.0), (8, 0.015625, 1.0), (3, 0.9375, 2.0)] {
        let mechanism = group(size, &poisson(rate, &gaussian(sigma)));
        rows.ask(&mechanism, [tv(), delta(0.5), eps(1e-3)], &[]);
        rows.ask(&mechanism.repeat(20), [delta(1.0), eps(1e-4)], &[]);
    }
    rows.ask(&group(3, &poisson(0.25, &laplace(0.5))), [tv(), delta(0.25)], &[]);
    rows.ask(
        &group(2, &poisson(0.25, &discrete_laplace("ln(2)", 1))),
        [tv(), delta("ln(5/4)")],
        &[Flag::OffByOneTail],
    );
    for (rate, n, most) in [(0.25, 20, 8), (0.015625, 6400, 120), (0.5, 10, 10)] {
        let mechanism = truncated_poisson(rate, n, most, &gaussian(1.0));
        rows.ask(&mechanism, [tv(), delta(0.5)], &[]);
        rows.ask(&mechanism.repeat(20), [delta(2.0)], &[]);
    }
    rows.rows
}
