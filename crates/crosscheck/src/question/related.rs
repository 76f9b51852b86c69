//! Pairs of questions whose answers must be equal or ordered, whatever the answers are.
//!
//! A mechanism n times at once is `repeat`, and in a loop it is the `compose` of n mechanisms: an
//! adapter hands over a count for the one, and composes step by step for the other. Numbers are
//! binary64 values, and no answer is near the rounding errors of a convolution.

use super::build::{
    Ask, Spec, approx_dp, beta, compose, delta, discrete_gaussian, discrete_laplace, eps,
    exponential, gaussian, gdp, group, in_units, laplace, poisson, randomized_response, tv,
    without_replacement, zcdp,
};
use super::number::two;
use crate::relation::{Law, Order};
use dpcert::input::quoted;

/// Two questions in the line protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The id of the pair.
    pub id: String,
    /// Why the answers are equal or ordered.
    pub law: Law,
    /// Equal or ordered.
    pub order: Order,
    /// The request whose answer is at most the other one, without a line break.
    pub first: String,
    /// The other request.
    pub second: String,
}

/// How many steps are many.
const MANY: u64 = 8;

/// The pairs of a law.
struct Pairs {
    law: Law,
    pairs: Vec<Pair>,
}

impl Pairs {
    fn of(law: Law) -> Pairs {
        Pairs { law, pairs: Vec::new() }
    }

    /// Both mechanisms are the same, so that every answer is.
    fn equal(&mut self, first: &Spec, second: &Spec, asks: impl IntoIterator<Item = Ask>) {
        for ask in asks {
            self.push(Order::Equal, &first.label, (first, &ask), (second, &ask));
        }
    }

    /// The second mechanism reveals no less than the first.
    fn ordered(&mut self, first: &Spec, second: &Spec, asks: impl IntoIterator<Item = Ask>) {
        let name = format!("{}-to-{}", first.label, second.label);
        for ask in asks {
            // The errors of a test fall where budgets rise.
            let (low, high) =
                if ask.quantity == "beta" { (second, first) } else { (first, second) };
            self.push(Order::AtMost, &name, (low, &ask), (high, &ask));
        }
    }

    /// The quantity falls as its argument rises.
    fn falling(&mut self, mechanism: &Spec, asks: impl IntoIterator<Item = [Ask; 2]>) {
        for [smaller, larger] in asks {
            self.push(Order::AtMost, &mechanism.label, (mechanism, &larger), (mechanism, &smaller));
        }
    }

    fn push(&mut self, order: Order, name: &str, first: (&Spec, &Ask), second: (&Spec, &Ask)) {
        let line = |(mechanism, ask): (&Spec, &Ask)| {
            let id = quoted(&format!("side-{}-{}", mechanism.label, ask.label));
            format!("{{\"id\":{id},\"mechanism\":{},\"query\":{}}}", mechanism.json, ask.json)
        };
        let id = format!("relation-{}-{name}-{}", self.law.slug(), second.1.label);
        self.pairs.push(Pair {
            id,
            law: self.law,
            order,
            first: line(first),
            second: line(second),
        });
    }
}

/// One step of each kind that several libraries have.
fn steps() -> [Spec; 9] {
    [
        gaussian(2.0),
        laplace(0.5),
        approx_dp(0.25, two(-20)),
        randomized_response("ln(3)", 2),
        discrete_laplace(0.5, 1),
        discrete_gaussian(4.0, &[1]),
        zcdp(0.03125),
        poisson(0.25, &gaussian(2.0)),
        exponential(0.125, "non-adaptive"),
    ]
}

/// Two steps of different kinds, as many libraries have both.
fn neighbours() -> Vec<[Spec; 2]> {
    steps().into_iter().zip(steps().into_iter().skip(1)).map(|(a, b)| [a, b]).collect()
}

/// The budget that a step spends.
fn budget() -> [Ask; 2] {
    [delta(0.125), eps(two(-10))]
}

/// The same, and the errors of tests.
fn everything() -> [Ask; 4] {
    [delta(0.125), eps(two(-10)), tv(), beta(0.125)]
}

/// All pairs, law by law.
pub(crate) fn pairs() -> Vec<Pair> {
    let laws: [fn() -> Pairs; 14] = [
        loops,
        permutations,
        once,
        wrapped,
        nested,
        groups_of_one,
        samples_at_one,
        scaled,
        null,
        larger_arguments,
        more_steps,
        higher_rates,
        larger_sensitivities,
        more_noise,
    ];
    laws.iter().flat_map(|law| law().pairs).collect()
}

fn loops() -> Pairs {
    let mut pairs = Pairs::of(Law::Loop);
    for step in steps() {
        let one_by_one: Vec<Spec> = (0..MANY).map(|_| step.clone()).collect();
        let one_by_one = compose(&one_by_one).named(&format!("{MANY}-times-{}", step.label));
        pairs.equal(&one_by_one, &step.repeat(MANY), everything());
    }
    pairs
}

fn permutations() -> Pairs {
    let mut pairs = Pairs::of(Law::Permuted);
    for [a, b] in neighbours() {
        let (some, more) = (a.repeat(3), b.repeat(2));
        pairs.equal(&compose(&[more.clone(), some.clone()]), &compose(&[some, more]), everything());
        pairs.equal(
            &compose(&[a.clone(), b.clone(), a.clone()]),
            &compose(&[a.clone(), a, b]),
            budget(),
        );
    }
    pairs
}

fn once() -> Pairs {
    let mut pairs = Pairs::of(Law::Once);
    for step in steps() {
        pairs.equal(&step.repeat(1), &step, everything());
    }
    pairs
}

fn wrapped() -> Pairs {
    let mut pairs = Pairs::of(Law::Wrapped);
    for step in steps() {
        let wrapped = compose(std::slice::from_ref(&step)).named(&format!("one-{}", step.label));
        pairs.equal(&wrapped, &step, budget());
        pairs.equal(&wrapped.repeat(MANY), &step.repeat(MANY), budget());
    }
    pairs
}

fn nested() -> Pairs {
    let mut pairs = Pairs::of(Law::Nested);
    for step in steps() {
        pairs.equal(&step.repeat(MANY / 2).repeat(2), &step.repeat(MANY), budget());
    }
    pairs
}

fn groups_of_one() -> Pairs {
    let mut pairs = Pairs::of(Law::GroupOfOne);
    for step in [gaussian(2.0), laplace(0.5), approx_dp(0.25, two(-20))] {
        pairs.equal(&group(1, &step), &step, budget());
    }
    pairs
}

fn samples_at_one() -> Pairs {
    let mut pairs = Pairs::of(Law::SampledAtOne);
    for step in [gaussian(2.0), laplace(0.5), discrete_laplace(0.5, 1), approx_dp(0.25, two(-20))] {
        pairs.equal(&poisson(1.0, &step), &step, budget());
        pairs.equal(&poisson(1.0, &step).repeat(MANY), &step.repeat(MANY), budget());
    }
    for step in [gaussian(2.0), laplace(0.5)] {
        let all = without_replacement(MANY, MANY, &step).repeat(MANY);
        pairs.equal(&all, &step.repeat(MANY), budget());
    }
    pairs
}

fn scaled() -> Pairs {
    let mut pairs = Pairs::of(Law::Scaled);
    pairs.equal(&gdp(0.5), &gaussian(2.0), everything());
    for (kind, step) in [("gaussian", gaussian(2.0)), ("laplace", laplace(0.5))] {
        pairs.equal(&in_units(kind, 6.0, 3.0), &step, budget());
        pairs.equal(&in_units(kind, 2.0, 1.0), &in_units(kind, 6.0, 3.0), budget());
    }
    pairs
}

fn null() -> Pairs {
    let mut pairs = Pairs::of(Law::Null);
    let nothing = compose(&[]);
    for step in [gaussian(2.0), laplace(0.5), approx_dp(0.25, two(-20))] {
        pairs.equal(&step.repeat(0), &nothing, budget());
        pairs.equal(&compose(&[step.clone(), approx_dp(0.0, 0.0)]), &step, budget());
    }
    for blind in [approx_dp(0.0, 0.0), gdp(0.0), zcdp(0.0), poisson(0.0, &gaussian(2.0))] {
        pairs.equal(&blind, &nothing, budget());
    }
    pairs
}

fn larger_arguments() -> Pairs {
    let mut pairs = Pairs::of(Law::LargerArgument);
    for step in steps() {
        let deltas = [delta(0.125), delta(0.25)];
        let all = [deltas, [eps(two(-10)), eps(two(-9))], [beta(0.125), beta(0.25)]];
        pairs.falling(&step.repeat(MANY), all);
    }
    pairs
}

fn more_steps() -> Pairs {
    let mut pairs = Pairs::of(Law::MoreSteps);
    for step in steps() {
        pairs.ordered(&step, &step.repeat(MANY), everything());
        pairs.ordered(&step.repeat(MANY), &step.repeat(MANY + 1), budget());
    }
    for [a, b] in neighbours() {
        pairs.ordered(&a.repeat(MANY), &compose(&[a.repeat(MANY), b]), budget());
    }
    pairs
}

fn higher_rates() -> Pairs {
    let mut pairs = Pairs::of(Law::HigherRate);
    for step in [gaussian(2.0), laplace(0.5), discrete_laplace(0.5, 1)] {
        let sampled = |rate: f64| poisson(rate, &step).repeat(MANY);
        pairs.ordered(&sampled(0.25), &sampled(0.5), budget());
        pairs.ordered(&sampled(0.5), &step.repeat(MANY), budget());
    }
    pairs
}

fn larger_sensitivities() -> Pairs {
    let mut pairs = Pairs::of(Law::LargerSensitivity);
    pairs.ordered(&gdp(0.5), &gdp(1.0), everything());
    pairs.ordered(&discrete_laplace(0.5, 1), &discrete_laplace(0.5, 2), budget());
    pairs.ordered(&discrete_gaussian(4.0, &[1]), &discrete_gaussian(4.0, &[2]), budget());
    for kind in ["gaussian", "laplace"] {
        pairs.ordered(&in_units(kind, 2.0, 1.0), &in_units(kind, 2.0, 2.0), budget());
    }
    pairs
}

fn more_noise() -> Pairs {
    let mut pairs = Pairs::of(Law::MoreNoise);
    let fewer_and_more = [
        [gaussian(4.0), gaussian(2.0)],
        [laplace(0.25), laplace(0.5)],
        [approx_dp(0.125, two(-20)), approx_dp(0.25, two(-20))],
        [randomized_response("ln(2)", 2), randomized_response("ln(3)", 2)],
        [zcdp(0.015625), zcdp(0.03125)],
        [poisson(0.25, &gaussian(4.0)), poisson(0.25, &gaussian(2.0))],
    ];
    for [more, less] in fewer_and_more {
        pairs.ordered(&more, &less, everything());
        pairs.ordered(&more.repeat(MANY), &less.repeat(MANY), budget());
    }
    pairs
}
