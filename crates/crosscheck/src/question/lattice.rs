//! Classes with losses on a lattice: approx-dp, with total variation, and several constraints at
//! once.

use super::build::{approx_dp, approx_dp_tv, beta, delta, diluted, eps, multi_dp, plain, test, tv};
use super::number::{Number, times, two};
use super::{Flag, Question, Rows};

pub(super) fn approx_dp_questions() -> Vec<Question> {
    let mut rows = Rows::of("approx-dp");
    single(&mut rows);
    pure(&mut rows);
    approximate(&mut rows);
    extreme(&mut rows);
    whole_tables(&mut rows);
    rows.rows
}

fn single(rows: &mut Rows) {
    for loss in [0.0, 0.01, 0.5, 1.0, 10.0, 100.0, 710.0, 1000.0, 1e5] {
        for mass in [0.0, 1e-6] {
            let mechanism = approx_dp(loss, mass);
            rows.ask(&mechanism, [tv(), delta(0.25), beta(0.0625), eps(1e-3)], &[]);
            rows.ask(&mechanism, [delta(loss)], &[Flag::OffByOneTail]);
        }
    }
    rows.ask(
        &approx_dp(1e6, 0.0),
        [tv(), delta(1.0), delta(1e6), eps(1e-6)],
        &[Flag::NanSwallowed, Flag::NearOne],
    );
    for mass in [two(-1074), two(-1022), Number::from(0.5), Number::from(1.0)] {
        let mechanism = approx_dp(1.0, mass.clone());
        rows.ask(
            &mechanism,
            [delta(1.0), delta(2.0), eps(mass), eps(0.0), beta(0.0), beta(1.0)],
            &[],
        );
        rows.ask(&mechanism, [tv()], &[Flag::RoundingDirection]);
    }
    // An eps that the sum 1 + eps cannot hold.
    let mechanism = approx_dp(two(-60), 0.0);
    rows.ask(&mechanism, [tv(), delta(two(-61)), beta(0.5)], &[Flag::Cancellation]);
}

fn pure(rows: &mut Rows) {
    let mechanism = approx_dp(0.125, 0.0);
    for count in [0, 1, 2, 3, 10, 100, 1000, 10_000] {
        rows.ask(&mechanism.repeat(count), [tv(), delta(0.5), eps(1e-5), beta(0.01)], &[]);
    }
    // Between the lattice points, and on them.
    let mechanism = approx_dp(0.5, 0.0);
    for at in [0.0, 0.25, 1.0, 1.5, 5.0, 10.0, 24.5, 24.75] {
        rows.ask(&mechanism.repeat(50), [delta(at)], &[Flag::OffByOneTail]);
    }
    rows.ask(
        &mechanism.repeat(50),
        [delta(25.0), delta(26.0)],
        &[Flag::OffByOneTail, Flag::DomainEdge],
    );
    // The answers fall below the rounding errors of a transform, and then below every binary64.
    let mechanism = approx_dp(0.1, 0.0).repeat(1000);
    for at in [15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 75.0, 90.0] {
        rows.ask(&mechanism, [delta(at)], &[Flag::FftNoise]);
    }
    rows.ask(
        &mechanism,
        [delta(times(250, 0.1)), delta(times(300, 0.1))],
        &[Flag::FftNoise, Flag::OffByOneTail],
    );
    for mass in [1e-10, 1e-15, 1e-20, 1e-50, 1e-100, 1e-300, 5e-324] {
        rows.ask(&mechanism, [eps(mass)], &[Flag::FftNoise]);
    }
    for level in [1e-15, 1e-9, 1e-3, 0.5, 0.999] {
        rows.ask(&mechanism, [beta(level)], &[Flag::FftNoise]);
    }
    // sqrt(k) eps is 1: the domain of a central limit theorem.
    for (loss, count) in [(0.1, 100), (0.01, 10_000), (0.00390625, 65_536)] {
        let mechanism = approx_dp(loss, 0.0).repeat(count);
        rows.ask(
            &mechanism,
            [tv(), delta(1.0), delta(3.0), eps(1e-9), beta(0.1)],
            &[Flag::AsymptoticAsBound],
        );
    }
}

fn approximate(rows: &mut Rows) {
    for (loss, mass) in [(0.1, 1e-6), (1.0, 1e-9), (0.25, two_to_minus_ten())] {
        for count in [1, 30, 1000] {
            let mechanism = approx_dp(loss, mass).repeat(count);
            rows.ask(&mechanism, [tv(), delta(3.0), beta(0.1)], &[]);
            // Below the mass at infinite loss no eps suffices.
            rows.ask(&mechanism, [eps(mass), eps(0.75)], &[]);
        }
    }
    // 1 - (1 - delta)^k, for a delta that is lost in 1 - delta.
    for mass in [1e-17, 1e-20, 1e-100, 1e-300, 5e-324] {
        let mechanism = approx_dp(0.5, mass).repeat(8);
        rows.ask(&mechanism, [delta(4.0), delta(4.5)], &[Flag::Cancellation]);
    }
    for count in [2, 1000] {
        rows.ask(
            &approx_dp(0.5, 1.0).repeat(count),
            [tv(), delta(10.0), eps(0.5), beta(0.25)],
            &[],
        );
    }
}

fn two_to_minus_ten() -> f64 {
    0.000_976_562_5
}

fn extreme(rows: &mut Rows) {
    // e^(k eps) is above the largest binary64; delta is not far from 1, or far from 0.
    for (loss, count) in [(10.0, 100), (1.0, 1000), (100.0, 10), (1000.0, 2), (1e4, 3)] {
        let mechanism = approx_dp(loss, 0.0).repeat(count);
        let known = [Flag::NanSwallowed, Flag::NearOne];
        rows.ask(&mechanism, [tv(), delta(loss), delta(0.0), beta(0.0009765625)], &known);
    }
    rows.ask(
        &approx_dp(1.0, 0.0).repeat(1000),
        [delta(500.0), delta(700.0), delta(990.0)],
        &[Flag::Underflow],
    );
    rows.ask(
        &approx_dp(10.0, 0.0).repeat(100),
        [delta(999.0), eps(0.5), eps(1e-300)],
        &[Flag::NanSwallowed],
    );
    // A million steps.
    let mechanism = approx_dp(two(-10), 0.0).repeat(1_000_000);
    rows.ask(&mechanism, [tv(), delta(5.0), beta(0.25)], &[]);
}

fn whole_tables(rows: &mut Rows) {
    for (loss, mass, count) in
        [("ln(2)", "0", 3), ("ln(2)", "1/10", 3), ("ln(3)", "1/1000", 6), ("1/2", "0", 4)]
    {
        let mechanism = approx_dp(loss, mass).repeat(count);
        rows.ask(
            &mechanism,
            ["deltas", "region", "likelihood-ratios"].map(plain),
            &[Flag::OffByOneTail],
        );
        rows.ask(&mechanism, [tv(), test("1/10"), test(0.0)], &[]);
    }
    let mechanism = approx_dp(0.5, 1e-5).repeat(10);
    rows.ask(&mechanism, ["deltas", "region", "likelihood-ratios"].map(plain), &[]);
    rows.ask(&mechanism, [test(0.01), test(0.5), test(1.0)], &[]);
}

pub(super) fn approx_dp_tv_questions() -> Vec<Question> {
    let mut rows = Rows::of("approx-dp-tv");
    // eta at both ends: delta, and the largest one that eps allows.
    let largest = |loss: &str| {
        let text = format!("(exp({loss}) - 1)/(exp({loss}) + 1)");
        Number { label: "largest".into(), ..Number::from(text.as_str()) }
    };
    for loss in ["1/2", "1", "10", "710"] {
        let mechanism = approx_dp_tv(loss, "0", largest(loss)).flagged([Flag::DomainEdge]);
        rows.ask(&mechanism, [tv(), delta("1/4"), beta("1/10")], &[]);
    }
    for mass in [0.0, 0.125, 1.0] {
        let mechanism = approx_dp_tv(1.0, mass, mass).flagged([Flag::DomainEdge]);
        rows.ask(&mechanism, [tv(), delta(0.5), eps(0.0625)], &[]);
        rows.ask(&mechanism.repeat(5), [tv(), delta(1.0)], &[]);
    }
    rows.ask(&approx_dp_tv(0.0, 0.25, 0.25), [tv(), delta(0.0), eps(0.25), beta(0.5)], &[]);
    for (loss, mass, total) in
        [(1.0, 0.0, 0.25), (1.0, 1e-6, 0.125), (10.0, 0.0, 0.2), (0.1, 0.0, 0.01)]
    {
        for count in [1, 10, 100] {
            let mechanism = approx_dp_tv(loss, mass, total).repeat(count);
            rows.ask(&mechanism, [tv(), delta(0.0), delta(loss), eps(1e-5), beta(0.1)], &[]);
        }
    }
    // e^(k eps) is beyond binary64, and almost nothing is private.
    for count in [80, 800] {
        let mechanism = approx_dp_tv(10.0, 0.0, 0.2).repeat(count);
        rows.ask(
            &mechanism,
            [delta(0.0), delta(10.0), delta(100.0)],
            &[Flag::NanSwallowed, Flag::NearOne],
        );
    }
    for at in [0.5, 0.625] {
        let mechanism = diluted(1.0, 0.0, at).repeat(30);
        rows.ask(
            &mechanism,
            [tv(), delta(15.0), delta(29.0), delta(29.5)],
            &[Flag::Cancellation, Flag::OffByOneTail],
        );
    }
    for alpha in [0.0, 1.0] {
        rows.ask(&diluted(0.5, 1e-6, alpha).repeat(100), [tv(), delta(2.0), eps(0.5)], &[]);
    }
    // A step that reveals almost nothing.
    rows.ask(
        &approx_dp_tv(1.0, 0.0, two(-60)),
        [tv(), delta(0.5), beta(0.5)],
        &[Flag::Cancellation],
    );
    rows.ask(&approx_dp_tv(1.0, 0.0, two(-1074)), [tv(), delta(0.5)], &[Flag::Underflow]);
    let mechanism = approx_dp_tv("ln(3)", "1/100", "1/4").repeat(4);
    rows.ask(
        &mechanism,
        ["tv", "deltas", "region", "likelihood-ratios"].map(plain),
        &[Flag::OffByOneTail],
    );
    rows.rows
}

pub(super) fn multi_dp_questions() -> Vec<Question> {
    let mut rows = Rows::of("multi-dp");
    let pairs = |list: &[(f64, f64)]| {
        list.iter().map(|(x, y)| (Number::from(*x), Number::from(*y))).collect::<Vec<_>>()
    };
    for constraints in [
        pairs(&[(0.5, 0.0625), (1.0, 0.0)]),
        pairs(&[(0.25, 0.125), (1.0, 0.0078125), (4.0, 0.0)]),
        pairs(&[(0.0, 0.5), (1.0, 1e-6)]),
        pairs(&[(0.1, 1e-3), (0.2, 1e-5), (1.0, 5e-324)]),
    ] {
        let mechanism = multi_dp(&constraints);
        for count in [1, 2, 5] {
            rows.ask(
                &mechanism.repeat(count),
                [tv(), delta(0.5), delta(1.0), eps(1e-3), beta(0.1)],
                &[],
            );
        }
    }
    // The second constraint is implied by the first.
    let idle = multi_dp(&pairs(&[(1.0, 1e-6), (2.0, 1e-3)]));
    rows.ask(&idle.repeat(3), [tv(), delta(1.0), delta(2.0)], &[Flag::DomainEdge]);
    let exact =
        [("ln(2)", "1/20"), ("ln(4)", "0")].map(|(x, y)| (Number::from(x), Number::from(y)));
    let mechanism = multi_dp(&exact);
    rows.ask(&mechanism, ["tv", "region", "likelihood-ratios"].map(plain), &[]);
    rows.ask(&mechanism.repeat(2), ["tv", "deltas", "region"].map(plain), &[]);
    rows.rows
}
