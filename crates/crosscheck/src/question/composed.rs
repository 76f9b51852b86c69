//! Different mechanisms in one composition.

use super::build::{
    approx_dp, approx_dp_tv, beta, compose, delta, discrete_laplace, eps, gaussian, gdp, laplace,
    plain, randomized_response, renyi, tv,
};
use super::{Flag, Question, Rows};

pub(super) fn heterogeneous_questions() -> Vec<Question> {
    let mut rows = Rows::of("heterogeneous");
    rows.ask(&compose(&[]), [tv(), delta(0.0), eps(0.0), beta(0.25), plain("kl")], &[]);
    // One lattice for all of them.
    let two = compose(&[approx_dp(1.0, 0.1), approx_dp(2.0, 0.2)]);
    rows.ask(&two, [tv(), delta(1.0), delta(2.5), eps(0.5), beta(0.1)], &[]);
    rows.ask(&two, [delta(3.0), eps(0.25)], &[Flag::OffByOneTail]);
    let quarters = [(0.25, 1e-6, 40), (0.5, 0.0, 20), (1.25, 1e-9, 5)];
    let ledger = compose(&quarters.map(|(loss, mass, count)| approx_dp(loss, mass).repeat(count)));
    rows.ask(&ledger, [tv(), delta(5.0), delta(20.0), eps(1e-3), eps(1e-5), beta(0.1)], &[]);
    rows.ask(&ledger, [delta(26.0), delta(26.25)], &[Flag::OffByOneTail, Flag::DomainEdge]);
    let shares = compose(&[
        randomized_response(1.0, 4).repeat(10),
        discrete_laplace(0.5, 2).repeat(5),
        approx_dp_tv(1.5, 0.0, 0.125).repeat(3),
    ]);
    rows.ask(&shares, [tv(), delta(3.0), delta(10.0), eps(1e-6), eps(1e-12), beta(0.01)], &[]);
    // Losses without a common step: few of them are listed, many are composed on a grid.
    let apart =
        compose(&[approx_dp("ln(2)", "0").repeat(4), approx_dp("ln(3)", "1/1000").repeat(4)]);
    rows.ask(
        &apart,
        [tv(), delta("ln(12)"), beta("1/10"), plain("region"), plain("likelihood-ratios")],
        &[],
    );
    let apart = compose(&[approx_dp(0.1, 0.0).repeat(30), approx_dp(0.3, 1e-6).repeat(5)]);
    rows.ask(&apart, [tv(), delta(1.0), delta(4.0), eps(1e-5)], &[]);
    // Dwarfed: the sum is slightly more than the larger one.
    let dwarfed = compose(&[approx_dp(10.0, 0.0), approx_dp(0.0009765625, 0.0).repeat(100)]);
    rows.ask(&dwarfed, [tv(), delta(10.0), delta(10.0625)], &[Flag::NearOne]);
    let huge = compose(&[approx_dp(1000.0, 0.0), approx_dp(1.0, 1e-6).repeat(10)]);
    rows.ask(&huge, [tv(), delta(1000.0), eps(0.5)], &[Flag::NanSwallowed, Flag::NearOne]);
    // Continuous with discrete.
    let ledgers = [
        compose(&[laplace(0.5).repeat(4), gaussian(4.0).repeat(8)]),
        compose(&[randomized_response(0.5, 2).repeat(10), gdp(0.5)]),
        compose(&[laplace(1.0).repeat(2), laplace(0.25).repeat(6)]),
        compose(&[approx_dp(0.125, 1e-6).repeat(16), gaussian(2.0), laplace(0.5)]),
    ];
    for ledger in &ledgers {
        rows.ask(ledger, [tv(), delta(1.0), delta(3.0), eps(1e-5)], &[]);
    }
    rows.ask(&ledgers[0], [plain("kl"), renyi(2.0), beta(0.1)], &[]);
    rows.rows
}
