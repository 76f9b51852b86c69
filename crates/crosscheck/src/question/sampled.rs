//! Steps on a sample.

use super::build::{
    approx_dp, beta, delta, eps, gaussian, laplace, plain, poisson, random_allocation,
    randomized_response, renyi, tv, without_replacement,
};
use super::number::two;
use super::{Flag, Question, Rows};

pub(super) fn poisson_questions() -> Vec<Question> {
    let mut rows = Rows::of("poisson");
    for base in [gaussian(1.0), laplace(1.0), approx_dp(1.0, 1e-6), randomized_response(2.0, 3)] {
        for rate in [0.0, 0.0009765625, 0.25, 1.0] {
            rows.ask(&poisson(rate, &base), [tv(), delta(0.0625), delta(0.5)], &[]);
        }
        rows.ask(&poisson(0.125, &base), [beta(0.1), beta(0.9), renyi(2.0)], &[]);
    }
    // A rate that is lost in 1 - q + q x.
    rows.ask(&poisson(two(-60), &gaussian(0.5)), [tv()], &[Flag::Cancellation, Flag::DomainEdge]);
    for base in [gaussian(1.0), approx_dp(1.0, 1e-6), randomized_response(2.0, 3)] {
        rows.ask(&poisson(0.25, &base), [eps(1e-3), eps(1e-4)], &[]);
    }
    rows.ask(
        &poisson(0.5, &approx_dp(1000.0, 0.0)),
        [tv(), delta(1.0), delta(999.0)],
        &[Flag::NanSwallowed],
    );
    rows.ask(&poisson(0.5, &approx_dp(1.0, 1.0)), [tv(), delta(10.0), eps(0.25)], &[]);
    // Training runs.
    for (rate, sigma, count) in
        [(0.01, 1.0, 100), (0.015625, 1.25, 500), (0.25, 4.0, 50), (0.001, 0.6, 200)]
    {
        let run = poisson(rate, &gaussian(sigma)).repeat(count);
        rows.ask(&run, [delta(1.0), delta(2.0), eps(1e-5)], &[Flag::AsymptoticAsBound]);
    }
    let run = poisson(0.01, &gaussian(1.0)).repeat(100);
    rows.ask(&run, [delta(6.0), eps(1e-12), eps(1e-18)], &[Flag::FftNoise]);
    rows.ask(&run, [renyi(8.0), plain("chi-squared")], &[]);
    for base in [laplace(0.5), approx_dp(0.5, 0.0)] {
        rows.ask(&poisson(0.125, &base).repeat(20), [tv(), delta(0.5), eps(1e-6)], &[]);
    }
    rows.rows
}

pub(super) fn without_replacement_questions() -> Vec<Question> {
    let mut rows = Rows::of("without-replacement");
    for base in [gaussian(1.0), laplace(1.0), approx_dp(1.0, 1e-6)] {
        for (size, population) in [(0, 8), (1, 8), (100, 1000), (8, 8)] {
            rows.ask(
                &without_replacement(size, population, &base),
                [tv(), delta(0.125), eps(1e-4)],
                &[],
            );
        }
    }
    // Neither direction of the mixture dominates, nor does the larger of both.
    for base in [gaussian(1.0), laplace(0.5), approx_dp(2.0, 0.0)] {
        let run = without_replacement(1, 8, &base).repeat(20);
        rows.ask(&run, [delta(0.5), delta(1.0), eps(1e-4)], &[Flag::AdjacencyDirection]);
    }
    rows.rows
}

pub(super) fn allocation_questions() -> Vec<Question> {
    let mut rows = Rows::of("random-allocation");
    for base in [randomized_response("ln(3)", 2), approx_dp("ln(2)", 0.125)] {
        for steps in [1, 2, 4, 12] {
            rows.ask(
                &random_allocation(steps, &base),
                [tv(), delta("ln(3/2)"), eps(0.015625)],
                &[],
            );
        }
        // Drawn anew in each epoch, and the same step in all of them.
        rows.ask(&random_allocation(4, &base).repeat(3), [delta("ln(3/2)")], &[]);
        rows.ask(&random_allocation(4, &base.repeat(3)), [delta("ln(3/2)")], &[]);
    }
    for (steps, sigma) in [(2, 1.0), (16, 0.5), (100, 1.0)] {
        rows.ask(&random_allocation(steps, &gaussian(sigma)), [tv(), delta(0.5), eps(1e-5)], &[]);
    }
    rows.ask(&random_allocation(10, &laplace(1.0)), [delta(0.125), eps(1e-5)], &[]);
    rows.ask(&random_allocation(10, &gaussian(1.0)).repeat(10), [eps(1e-5)], &[]);
    rows.ask(&random_allocation(10, &gaussian(1.0).repeat(10)), [eps(1e-5)], &[]);
    rows.rows
}
