//! Pairs of distributions and trade-off functions, outcome by outcome and vertex by vertex.

use super::build::{Spec, bayes_error, beta, delta, eps, finite_pair, plain, test, trade_off, tv};
use super::number::Number;
use super::{Flag, Question, Rows};

/// Vertices (alpha, beta) as literals.
type Vertices = &'static [(&'static str, &'static str)];

fn numbers(list: &[&str]) -> Vec<Number> {
    list.iter().map(|text| Number::from(*text)).collect()
}

fn vertices(list: &[(&str, &str)]) -> Vec<(Number, Number)> {
    list.iter().map(|(alpha, beta)| (Number::from(*alpha), Number::from(*beta))).collect()
}

pub(super) fn finite_pair_questions() -> Vec<Question> {
    let mut rows = Rows::of("finite-pair");
    let dyadic = |name, p: [&str; 3], q: [&str; 3]| finite_pair(name, &numbers(&p), &numbers(&q));
    let symmetric =
        dyadic("symmetric", ["0x1p-1", "0x1.8p-2", "0x1p-3"], ["0x1p-3", "0x1.8p-2", "0x1p-1"]);
    let pairs: [(Spec, &[Flag]); 6] = [
        (symmetric, &[]),
        (
            dyadic("skewed", ["0x1p-1", "0x1p-2", "0x1p-2"], ["0x1p-4", "0x1p-4", "0x1.cp-1"]),
            &[Flag::AdjacencyDirection],
        ),
        // Mass where the other distribution has none, on either side.
        (
            dyadic("infinite", ["0x1p-10", "0x1.ff8p-1", "0"], ["0", "0x1.ff8p-1", "0x1p-10"]),
            &[Flag::InfiniteLossMass, Flag::OffByOneTail],
        ),
        (
            dyadic("one-sided", ["0x1p-10", "0x1.ff8p-1", "0"], ["0", "1", "0"]),
            &[Flag::InfiniteLossMass, Flag::AdjacencyDirection],
        ),
        (
            dyadic("equal", ["0x1p-1", "0x1p-2", "0x1p-2"], ["0x1p-1", "0x1p-2", "0x1p-2"]),
            &[Flag::DomainEdge],
        ),
        (
            dyadic("apart", ["1", "0", "0"], ["0", "0x1p-1", "0x1p-1"]),
            &[Flag::DomainEdge, Flag::InfiniteLossMass, Flag::AdjacencyDirection],
        ),
    ];
    for (pair, flags) in &pairs {
        rows.ask(pair, [tv(), delta(0.5), eps(0.125), beta(0.25), bayes_error(0.25)], flags);
        rows.ask(pair, ["region", "likelihood-ratios"].map(plain), flags);
        rows.ask(&pair.repeat(12), [tv(), delta(2.0), eps(1e-3), beta(0.0625)], flags);
    }
    // An outcome that is a subnormal number.
    let tiny =
        finite_pair("subnormal", &numbers(&["0x1p-1074", "1 - 0x1p-1074"]), &numbers(&["0", "1"]));
    rows.ask(&tiny, [tv(), delta(1.0), eps(0.0)], &[Flag::Subnormal, Flag::InfiniteLossMass]);
    let thirds =
        finite_pair("thirds", &numbers(&["1/3", "1/3", "1/3"]), &numbers(&["1/6", "1/6", "2/3"]));
    rows.ask(
        &thirds,
        [tv(), delta("ln(2)"), test("1/4"), bayes_error("1/3")],
        &[Flag::AdjacencyDirection],
    );
    rows.rows
}

pub(super) fn trade_off_questions() -> Vec<Question> {
    let mut rows = Rows::of("trade-off");
    let curves: [(&str, Vertices, &[Flag]); 5] = [
        ("symmetric", &[("0", "1"), ("0x1p-3", "0x1p-1"), ("0x1p-1", "0x1p-3"), ("1", "0")], &[]),
        ("skewed", &[("0", "1"), ("0x1p-4", "0x1p-1"), ("1", "0")], &[Flag::AdjacencyDirection]),
        (
            "gap",
            &[("0", "0x1.fp-1"), ("0x1p-2", "0x1p-2"), ("0x1.fp-1", "0"), ("1", "0")],
            &[Flag::InfiniteLossMass],
        ),
        ("silent", &[("0", "1"), ("1", "0")], &[Flag::DomainEdge]),
        ("open", &[("0", "0"), ("1", "0")], &[Flag::DomainEdge, Flag::InfiniteLossMass]),
    ];
    for (name, list, flags) in curves {
        let mechanism = trade_off(name, &vertices(list));
        rows.ask(
            &mechanism,
            [tv(), delta(0.5), delta(0.0), eps(0.0625), beta(0.125), beta(0.0)],
            flags,
        );
        rows.ask(&mechanism, [plain("region")], flags);
        rows.ask(&mechanism.repeat(6), [tv(), delta(1.0), beta(0.25)], flags);
    }
    rows.rows
}
