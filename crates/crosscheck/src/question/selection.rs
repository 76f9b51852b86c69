//! Selections: the exponential mechanism and noisy max, sparse vector, and the best of several
//! runs; and rho of mechanisms with a pure guarantee.

use super::build::{
    Runs, approx_dp, best_of, beta, delta, discrete_laplace, eps, exponential,
    exponential_of_scores, gaussian, laplace, noisy_max, permute_and_flip, plain,
    private_selection, randomized_response, sparse_vector, sparse_vector_of_queries, tv,
    unary_encoding,
};
use super::number::{Number, two};
use super::{Flag, Question, Rows};

const ADAPTIVE: &str = "adaptive";
const FIXED: &str = "non-adaptive";

pub(super) fn selection_questions() -> Vec<Question> {
    let mut rows = Rows::of("selection");
    for loss in [0.125, 1.0, 8.0, 800.0] {
        let asks = [tv(), delta(0.0625), delta(1.0), eps(1e-3), beta(0.125)];
        rows.ask(&exponential(loss, ADAPTIVE), asks, &[]);
    }
    rows.ask(
        &exponential(two(-40), ADAPTIVE),
        [tv(), delta(two(-41)), beta(0.5)],
        &[Flag::Cancellation],
    );
    rows.ask(&exponential(0.0, ADAPTIVE), [tv(), delta(0.0), beta(0.25)], &[]);
    rows.ask(&exponential("ln(4)", ADAPTIVE), [tv(), delta("ln(25/16)"), beta("1/5")], &[]);
    // The worst mechanism is another one at each eps: at eps = 0 both losses of one are equally far
    // from 0.
    rows.ask(&exponential("ln(8)", FIXED).repeat(2), [tv(), delta("ln(2)")], &[]);
    for (loss, count) in [(1.0, 2), (0.5, 10), (0.125, 100)] {
        let asks = [tv(), delta(0.25), delta(1.0), eps(1e-6), beta(0.125)];
        rows.ask(&exponential(loss, FIXED).repeat(count), asks, &[]);
    }
    for (loss, count) in [(1.0, 2), (0.25, 10)] {
        rows.ask(&exponential(loss, ADAPTIVE).repeat(count), [tv(), delta(0.5)], &[]);
    }
    let [scores, neighbour] =
        [["0", "-1", "-2"], ["-1", "0", "-1"]].map(|scores| scores.map(Number::from));
    let mechanism = exponential_of_scores("three", &"ln(4)".into(), &scores, &neighbour);
    rows.ask(&mechanism, [tv(), delta("ln(3/2)"), eps(0.125)], &[]);
    rows.ask(&mechanism.repeat(2), [tv(), delta("ln(2)")], &[Flag::OffByOneTail]);
    // Gumbel noise is the exponential mechanism; permute-and-flip alone is as Laplace noise, and
    // Laplace noise at most that.
    for noise in ["exponential", "gumbel", "laplace"] {
        rows.ask(&noisy_max(noise, 1.0), [tv(), delta(0.25), beta(0.125)], &[]);
        rows.ask(&noisy_max(noise, "ln(4)"), [tv(), delta("ln(25/16)"), eps(1e-3)], &[]);
    }
    rows.ask(&noisy_max("exponential", 800.0), [tv(), delta(1.0), eps(1e-3)], &[]);
    rows.ask(&noisy_max("exponential", two(-40)), [tv(), delta(two(-41))], &[Flag::Cancellation]);
    rows.ask(&noisy_max("exponential", 0.5).repeat(10), [tv(), delta(0.5)], &[]);
    let mechanism = permute_and_flip("three", &"ln(4)".into(), &scores, &neighbour);
    rows.ask(&mechanism, [tv(), delta("ln(3/2)"), eps(0.125)], &[]);
    rows.ask(&mechanism.repeat(2), [tv(), delta("ln(2)")], &[Flag::OffByOneTail]);
    for (threshold, query, cutoff) in [(0.5, 0.5, 1), (0.25, 2.0, 4)] {
        rows.ask(
            &sparse_vector(threshold, query, cutoff),
            [tv(), delta(0.25), eps(0.0), eps(1e-3)],
            &[],
        );
    }
    rows.ask(&sparse_vector(0.5, 0.5, 1).repeat(10), [delta(2.0), eps(1e-6)], &[]);
    let [queries, neighbour] =
        [["0", "0", "-1"], ["1", "1", "0"]].map(|queries| queries.map(Number::from));
    let mechanism = sparse_vector_of_queries(&"ln(2)".into(), &queries, &neighbour);
    rows.ask(&mechanism, [tv(), delta("ln(3/2)"), eps(0.0)], &[]);
    for runs in [
        Runs::Geometric { gamma: "0.5" },
        Runs::Geometric { gamma: "0.0009765625" },
        Runs::Logarithmic { gamma: "0.125" },
        Runs::NegativeBinomial { eta: "0.5", gamma: "0.125" },
        Runs::Poisson { mean: "8" },
    ] {
        rows.ask(&private_selection(approx_dp(1.0, 0.0), runs), [delta(1.5), eps(0.0)], &[]);
        // The failures of all runs add up.
        rows.ask(
            &private_selection(approx_dp(0.125, two(-20)), runs),
            [delta(10.0), eps(0.25)],
            &[Flag::OffByOneTail],
        );
        rows.ask(&private_selection(gaussian(4.0), runs), [delta(2.0), eps(1e-6)], &[]);
    }
    rows.ask(
        &private_selection(laplace(1.0), Runs::Geometric { gamma: "0.5" }).repeat(2),
        [delta(3.0)],
        &[],
    );
    let [p, q] =
        [["1/2", "1/3", "1/6"], ["1/4", "1/2", "1/4"]].map(|masses| masses.map(Number::from));
    let mechanism = best_of(&p, &q, Runs::Geometric { gamma: "1/4" });
    rows.ask(&mechanism, [tv(), delta("ln(3/2)"), eps(0.125)], &[]);
    for count in [1, 100] {
        rows.ask(&exponential(0.5, ADAPTIVE).repeat(count), [plain("rho")], &[]);
    }
    // At order 1, and at a larger one from 7 categories on.
    for (loss, categories) in [(1.0, 2), (1.0, 6), (0.25, 7), (3.0, 1000)] {
        rows.ask(&randomized_response(loss, categories), [plain("rho")], &[]);
    }
    for pure in [
        laplace(0.5),
        laplace(1.0).repeat(10),
        discrete_laplace(0.5, 2),
        unary_encoding(2.0, "symmetric"),
    ] {
        rows.ask(&pure, [plain("rho")], &[]);
    }
    rows.rows
}
