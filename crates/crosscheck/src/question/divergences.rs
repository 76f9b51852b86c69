//! Divergences and moments of the loss.

use super::build::{
    Spec, approx_dp, approx_dp_tv, bayes_error, discrete_laplace, gaussian, laplace, plain, poisson,
    randomized_response, renyi, staircase,
};
use super::number::two;
use super::{Flag, Question, Rows};

fn common() -> Vec<Spec> {
    vec![
        gaussian(2.0),
        laplace(0.5),
        randomized_response(1.0, 2),
        randomized_response(1.0, 10),
        discrete_laplace(0.5, 2),
        staircase(1.0, 0.25),
        approx_dp(0.25, 0.0),
        approx_dp_tv(1.0, 0.0, 0.25),
    ]
}

pub(super) fn divergences_questions() -> Vec<Question> {
    let mut rows = Rows::of("divergences");
    for mechanism in common() {
        rows.ask(&mechanism, [plain("kl"), renyi(2.0), renyi(64.0), renyi(0.5), renyi("inf")], &[]);
        rows.ask(&mechanism, [plain("chi-squared"), bayes_error(0.5), bayes_error(0.0625)], &[]);
        rows.ask(&mechanism.repeat(16), [plain("kl"), renyi(1.0625), plain("chi-squared")], &[]);
    }
    for mechanism in [gaussian(2.0), laplace(0.5), randomized_response(1.0, 2)] {
        rows.ask(&mechanism, [plain("functionals")], &[]);
    }
    for mechanism in [gaussian(2.0), laplace(0.5)] {
        rows.ask(&mechanism, [renyi(two(20))], &[Flag::Overflow]);
    }
    // Quadratic in eps: the remainder of a difference of terms that are linear in it.
    for mechanism in [randomized_response(two(-30), 2), laplace(two(-30)), gaussian(two(30))] {
        rows.ask(&mechanism, [plain("kl"), renyi(2.0), plain("chi-squared")], &[Flag::Cancellation]);
    }
    for mechanism in [randomized_response(800.0, 2), laplace(800.0)] {
        let known = [Flag::NanSwallowed, Flag::Overflow];
        rows.ask(&mechanism, [plain("kl"), renyi(8.0), renyi(0.5), bayes_error(0.25)], &known);
    }
    // Mass at infinite loss: the divergence is infinite, except at order 1/2, which is below 1.
    rows.ask(&approx_dp(0.5, 1e-6), [plain("kl"), renyi(2.0), renyi(0.5), plain("chi-squared")], &[Flag::NanSwallowed]);
    for order in [2.0, 32.0, 256.0] {
        rows.ask(&poisson(0.01, &gaussian(1.0)), [renyi(order)], &[Flag::Cancellation]);
    }
    rows.rows
}
