//! Divergences and moments of the loss, and the mu of Gaussian differential privacy.

use super::build::{
    Spec, approx_dp, approx_dp_tv, bayes_error, discrete_gaussian, discrete_laplace, gaussian,
    gdp_regret, laplace, least_mu, plain, poisson, randomized_response, renyi, staircase,
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
        rows.ask(
            &mechanism,
            [plain("kl"), renyi(2.0), plain("chi-squared")],
            &[Flag::Cancellation],
        );
    }
    for mechanism in [randomized_response(800.0, 2), laplace(800.0)] {
        let known = [Flag::NanSwallowed, Flag::Overflow];
        rows.ask(&mechanism, [plain("kl"), renyi(8.0), renyi(0.5), bayes_error(0.25)], &known);
    }
    // Mass at infinite loss: the divergence is infinite, except at order 1/2, which is below 1.
    rows.ask(
        &approx_dp(0.5, 1e-6),
        [plain("kl"), renyi(2.0), renyi(0.5), plain("chi-squared")],
        &[Flag::NanSwallowed],
    );
    for mechanism in common().into_iter().chain([approx_dp(0.5, 1e-6)]) {
        rows.ask(&mechanism, [least_mu(1e-3), least_mu(1e-9)], &[]);
    }
    for mechanism in
        [gaussian(2.0), randomized_response(1.0, 2), approx_dp(0.25, 0.0), laplace(0.5)]
    {
        rows.ask(&mechanism.repeat(16), [least_mu(1e-9)], &[]);
    }
    for mechanism in
        [gaussian(2.0), randomized_response(1.0, 2), laplace(1.0), approx_dp(0.5, 1e-6)]
    {
        rows.ask(&mechanism, [gdp_regret(1e-9)], &[]);
    }
    // Where P and Q are hardly distinguished, and where every test with such errors distinguishes
    // them.
    for mechanism in [laplace(two(-30)), laplace(800.0), randomized_response(800.0, 2)] {
        rows.ask(&mechanism, [least_mu(1e-9)], &[Flag::Cancellation]);
    }
    // The tail decides.
    rows.ask(
        &poisson(0.01, &gaussian(1.0)),
        [least_mu(1e-3), least_mu(1e-9), gdp_regret(1e-3)],
        &[Flag::Cancellation],
    );
    for order in [2.0, 32.0, 256.0] {
        rows.ask(&poisson(0.01, &gaussian(1.0)), [renyi(order)], &[Flag::Cancellation]);
    }
    // Between whole orders: a series whose signs alternate, and a lattice that is not the line.
    for (rate, base) in [
        (0.01, gaussian(1.0)),
        (0.0009765625, gaussian(0.5)),
        (0.0009765625, discrete_gaussian(0.25, &[1])),
        (0.125, laplace(1.0)),
    ] {
        let sampled = poisson(rate, &base);
        rows.ask(
            &sampled,
            [renyi(1.0625), renyi(1.5), renyi(2.5), renyi(10.5)],
            &[Flag::Cancellation],
        );
        rows.ask(&sampled.repeat(1000), [renyi(1.5)], &[Flag::Cancellation]);
    }
    rows.ask(&discrete_gaussian(0.5, &[1]), [renyi(1.5), renyi(0.75)], &[]);
    rows.rows
}
