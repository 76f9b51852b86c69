//! Random allocation: listed outcomes by all sequences of outputs, bounds by values of quadratures
//! and by limits, and what is refused.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, Shown, decimal, effort, fraction, real, whole};
use dpcert::composition::cost::{Budget, Limits};
use dpcert::composition::{Route, Shape};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite};
use dpcert::mechanism::{ComputedPairs, Dominating, LossPair, Operation};
use dpcert::pair::Evaluated;
use dpcert::pair::tails::GridPoint;
use dpcert::{Content, Control, Mechanism, Options, Query, Rational, Refusal};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::time::{Duration, Instant};

/// The pair of all sequences of outputs of `steps` steps, of which a record is in one.
fn allocated(base: &Outcomes, steps: u64) -> Outcomes {
    let mut sequences = vec![(Fraction::zero(), Fraction::one())];
    for _ in 0..steps {
        // With the record in one of the steps before, in this one, or in none of both.
        let next = |(p, q): &(Fraction, Fraction)| {
            let (p, q) = (p.clone(), q.clone());
            let of_one = move |(with, without): &(Fraction, Fraction)| {
                (&p * without + &q * with, &q * without)
            };
            base.0.iter().map(of_one).collect::<Vec<_>>()
        };
        sequences = sequences.iter().flat_map(next).collect();
    }
    Outcomes(sequences.into_iter().map(|(p, q)| (p / whole(steps), q)).collect())
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

fn outcomes(pairs: &[(&str, &str)]) -> Outcomes {
    Outcomes(pairs.iter().map(|(p, q)| (fraction(p), fraction(q))).collect())
}

fn worst(pair: &Outcomes, ratio: &str) -> Fraction {
    pair.delta(&fraction(ratio)).max(reversed(pair).delta(&fraction(ratio)))
}

const THREE: &[(&str, &str)] = &[("3/4", "1/4"), ("1/4", "3/4")];

/// Some pairs with their notation; of the last ones some outcomes have mass under one distribution
/// only.
fn bases() -> Vec<(String, Outcomes)> {
    let given = |pairs: &[(&str, &str)]| {
        let list = |side: fn(&(&str, &str)) -> String| {
            pairs.iter().map(side).collect::<Vec<_>>().join(", ")
        };
        let text = format!(
            "finite-pair(p=[{}], q=[{}])",
            list(|pair| pair.0.into()),
            list(|pair| pair.1.into())
        );
        (text, outcomes(pairs))
    };
    vec![
        ("randomized-response(eps=ln(3))".to_owned(), outcomes(THREE)),
        (
            "approx-dp(eps=ln(2), delta=1/10)".to_owned(),
            outcomes(&[("1/10", "0"), ("3/5", "3/10"), ("3/10", "3/5"), ("0", "1/10")]),
        ),
        given(&[("1/2", "1/5"), ("1/6", "2/5"), ("1/3", "2/5")]),
        given(&[("1/2", "0"), ("1/6", "2/5"), ("1/3", "3/5")]),
        given(&[("0", "1/7"), ("5/6", "3/7"), ("1/6", "3/7")]),
    ]
}

#[test]
fn values_of_both_directions() {
    let disclosing = [("1/10", "0"), ("3/5", "3/10"), ("3/10", "3/5"), ("0", "1/10")];
    let cases = [
        (outcomes(THREE), 4, "41/512", "81/512"),
        (outcomes(&disclosing), 3, "227/2000", "49/400"),
    ];
    for (base, steps, remove, add) in cases {
        let pair = allocated(&base, steps);
        assert_eq!(pair.delta(&fraction("3/2")), fraction(remove));
        assert_eq!(reversed(&pair).delta(&fraction("3/2")), fraction(add));
    }
    assert_eq!(
        exactly("random-allocation(4, randomized-response(eps=ln(3)))", &at("3/2")),
        fraction("81/512")
    );
    assert_eq!(
        exactly("random-allocation(3, approx-dp(eps=ln(2), delta=1/10))", &at("3/2")),
        fraction("49/400")
    );
}

#[test]
fn few_steps_are_listed() {
    let most = if effort() > 1 { 12 } else { 9 };
    for (text, base) in bases() {
        for steps in 1..=most {
            if base.0.len().pow(u32::try_from(steps).unwrap()) > 1 << 13 {
                continue;
            }
            let pair = allocated(&base, steps);
            let both = [pair.whole(), reversed(&pair).whole()];
            for ratio in ["1", "9/8", "3/2", "2", "5"] {
                let text = format!("random-allocation(steps={steps}, mechanism={text})");
                let [remove, add] = both.each_ref().map(|pair| pair.delta(&fraction(ratio)));
                assert_eq!(exactly(&text, &at(ratio)), remove.max(add), "{text} {ratio}");
            }
        }
    }
}

/// Epochs with a new draw, blocks, the same step of all epochs, and another step beside them.
#[test]
fn schemes_are_powers() {
    let base = outcomes(THREE);
    let text = "randomized-response(eps=ln(3))";
    let anew = allocated(&base, 3).power(2);
    let same = allocated(&base.power(2), 3);
    let beside = allocated(&base, 3).product(&base);
    for ratio in ["1", "4/3", "2"] {
        assert_eq!(
            exactly(&format!("random-allocation(3, {text})^2"), &at(ratio)),
            worst(&anew, ratio)
        );
        assert_eq!(
            exactly(&format!("random-allocation(3, {text}^2)"), &at(ratio)),
            worst(&same, ratio)
        );
        assert_eq!(
            exactly(&format!("random-allocation(3, {text}) * {text}"), &at(ratio)),
            worst(&beside, ratio)
        );
    }
}

/// A run keeps its direction: the larger of both at each step would be larger.
#[test]
fn directions_are_composed_apart() {
    let pair = allocated(&outcomes(THREE), 4);
    let (remove, add) = (pair.power(3), reversed(&pair).power(3));
    let largest = remove.delta(&fraction("3/2")).max(add.delta(&fraction("3/2")));
    assert_eq!(
        exactly("random-allocation(4, randomized-response(eps=ln(3)))^3", &at("3/2")),
        largest
    );
}

/// Balle, Barthe & Gaboardi's samples of rate 1/t are below it at eps = 0 for two steps, and above
/// it for four.
#[test]
fn poisson_samples_are_no_bound() {
    let text = "randomized-response(eps=ln(3))";
    for (steps, of_one, sampled) in [(2u64, "3/8", "5/16"), (4, "27/128", "")] {
        let allocated = exactly(&format!("random-allocation({steps}, {text})"), &at("1"));
        let poisson = exactly(&format!("poisson(1/{steps}, {text})^{steps}"), &at("1"));
        assert_eq!(allocated, fraction(of_one));
        if steps == 2 {
            assert!(poisson == fraction(sampled) && poisson < allocated);
        } else {
            assert!(poisson > allocated, "{poisson}");
        }
    }
}

fn within(mechanism: &str, query: &Query, value: (&str, &str), gap: &str) {
    let (low, high) = ends(mechanism, query);
    assert!(low <= decimal(value.1) && decimal(value.0) <= high, "{mechanism}: [{low}, {high}]");
    assert!(&high - &low <= fraction(gap) * &high, "{mechanism}: [{low}, {high}] is too wide");
}

/// Values of quadratures, of which the larger direction counts; and an interval that was computed
/// in floating point.
#[test]
fn gaussian_steps() {
    let delta = |eps: &str| Query::Delta { eps: real(eps) };
    let two = "random-allocation(steps=2, mechanism=gaussian(sigma=1))";
    let value = "0.1491775231355201722597144";
    within(two, &delta("1/2"), (value, value), "1/1000");
    assert!(answer(two, &delta("1/2")).tight);
    let value = "0.8702029793686926230531701";
    within("random-allocation(2, gaussian(sigma=3/10))", &delta("0"), (value, value), "1/1000");
    let thousand = "random-allocation(steps=1000, mechanism=gaussian(sigma=1))";
    within(thousand, &Query::Eps { delta: real("1e-6") }, ("0.171717", "0.171755"), "1/1000");
}

/// Little noise has ratios of thousands of octaves, and much noise hardly any: answers are as close
/// as promised. By Jensen's inequality delta is at most that of the step in which the record takes
/// part; where it is removed, the sum of the ratios is at least each of them, so that eps is less
/// by at most ln t.
#[test]
fn any_noise_is_as_close_as_promised() {
    let cases = [("1/50", 2), ("50", 16)];
    let more = [
        ("1/3", 64),
        ("1/10", 3),
        ("1/50", 64),
        ("1/30", 17),
        ("1/20", 5),
        ("1/7", 33),
        ("2/3", 3),
        ("4", 2),
        ("7", 12),
        ("20", 31),
    ];
    let query = Query::Eps { delta: real("1e-6") };
    for (sigma, steps) in cases.iter().chain(if effort() > 1 { &more[..] } else { &[] }) {
        let step = format!("gaussian(sigma={sigma})");
        let text = format!("random-allocation({steps}, {step})");
        let Content::Number(found) = answer(&text, &query).content else { panic!("{text}") };
        let printed = found.printed();
        assert!(found.bounds.met, "{text}: {printed:?}");
        let (low, high) = (decimal(&printed.lo), decimal(&printed.hi));
        let (least, most) = ends(&step, &query);
        let saved =
            real(&format!("ln({steps})")).enclose::<Malachite>(64).upper().to_rational().unwrap();
        assert!(high >= least - fraction(&saved.to_string()) && low <= most, "{text}: {printed:?}");
    }
}

/// With much noise the mean of the ratios is nearly normal: of t steps with sigma one of sigma
/// sqrt(t).
#[test]
fn much_noise_is_gaussian() {
    let query = Query::Delta { eps: real("1/200") };
    let (low, high) = ends("random-allocation(steps=64, mechanism=gaussian(sigma=50))", &query);
    let (least, most) = ends("gaussian(sigma=400)", &query);
    let near = |x: &Fraction, y: &Fraction| {
        (x - y) * whole(50) < y.clone() && (y - x) * whole(50) < y.clone()
    };
    assert!(near(&low, &least) && near(&high, &most), "[{low}, {high}], [{least}, {most}]");
}

/// Too many steps to be listed: by the exact sum over the number of steps with the likelier answer.
#[test]
fn many_steps_of_randomised_response() {
    let steps = 3_000i64;
    let text = "random-allocation(steps=3000, mechanism=randomized-response(eps=ln(3)))";
    // Of q in 4^steps, and of gains in 60 steps.
    let (mut remove, mut add) = (BigInt::zero(), BigInt::zero());
    let mut ways = BigInt::from(3).pow(3_000);
    for count in 0..=steps {
        // The mean of the ratios is (3 count + (steps - count) / 3) / steps.
        let mean = 20 * (9 * count + (steps - count));
        remove += &ways * (mean - 21 * 3 * steps).max(0);
        add += &ways * (60 * steps - mean / 20 * 21).max(0);
        ways = ways * (steps - count) / (3 * (count + 1));
    }
    let worst = Fraction::new(remove.max(add), BigInt::from(4).pow(3_000) * 60 * steps);
    let (low, high) = ends(text, &at("21/20"));
    assert!(
        low <= worst && worst <= high && &high - &low <= &high / whole(1_000),
        "[{low}, {high}]"
    );
    // In ten epochs the loss is nearly normal: its variance is 10 times that of the mean of the
    // ratios, 4/3 over the steps.
    let (low, high) = ends(&format!("{text}^10"), &at("11/10"));
    let (least, most) = ends("gaussian(sigma=15)", &at("11/10"));
    let near = |x: &Fraction, y: &Fraction| {
        (x - y) * whole(20) < y.clone() && (y - x) * whole(20) < y.clone()
    };
    assert!(near(&low, &least) && near(&high, &most), "[{low}, {high}], [{least}, {most}]");
    assert!(&high - &low <= high / whole(1_000));
}

#[test]
fn one_step_is_the_mechanism() {
    let query = Query::Delta { eps: real("1") };
    assert_eq!(
        ends("random-allocation(1, gaussian(sigma=1))", &query),
        ends("gaussian(sigma=1)", &query)
    );
    assert_eq!(
        exactly("random-allocation(1000, approx-dp(eps=0, delta=0))", &at("1")),
        Fraction::zero()
    );
}

#[test]
fn what_is_refused() {
    for (text, reason) in [
        (
            "random-allocation(10, gaussian(sigma=1), adjacency=replace-one)",
            "adjacency replace-one",
        ),
        ("random-allocation(10, zcdp(rho=1))", "no pair is known that dominates this class"),
        ("random-allocation(10, exponential(eps=1))", "no mechanism is known to attain the pair"),
        ("random-allocation(10, poisson(1/10, gaussian(sigma=1)))", "a sampled step"),
        (
            "group(size=2, mechanism=random-allocation(10, gaussian(sigma=1)))",
            "a group under random allocation",
        ),
        (
            "random-allocation(10, random-allocation(10, gaussian(sigma=1)))",
            "a record would draw a step twice",
        ),
        (
            "union(mechanisms=[random-allocation(10, gaussian(sigma=1)), gdp(mu=1)])",
            "only be composed",
        ),
        (
            "poisson(1/10, random-allocation(10, gaussian(sigma=1)))",
            "a sample under random allocation",
        ),
    ] {
        match Mechanism::parse(text) {
            Err(refusal @ Refusal::Unsupported { .. }) => {
                assert!(refusal.to_string().contains(reason), "{text}: {refusal}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for (text, reason) in [
        ("random-allocation(0, gaussian(sigma=1))", "steps = 0"),
        (
            "random-allocation(epochs=10, steps=10, mechanism=gaussian(sigma=1))",
            "has no field \"epochs\"",
        ),
        ("balls-in-bins(steps=10, mechanism=gaussian(sigma=1))", "random-allocation(steps=1000"),
    ] {
        match Mechanism::parse(text) {
            Err(Refusal::Input(error)) => {
                assert!(
                    error.to_string().contains(reason) || error.help.contains(reason),
                    "{error}"
                )
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

fn budget(limits: &Limits) -> Budget {
    Options { limits: *limits, ..Options::default() }.budget()
}

/// The pairs are charged before they are computed, and their computation ends when it is asked to.
#[test]
fn pairs_are_within_the_budget() {
    let mechanism = Mechanism::parse("random-allocation(1000, gaussian(sigma=1/2))").unwrap();
    let little = Limits { work: 1_000_000, ..Limits::default() };
    assert!(matches!(Route::within(&mechanism, &budget(&little)), Err(Refusal::TooCostly(_))));
    let cancelled = Control::default();
    cancelled.cancel();
    let ended = |control: &Control| {
        Route::within(
            &mechanism,
            &Options { control: control.clone(), ..Options::default() }.budget(),
        )
        .err()
    };
    assert_eq!(ended(&cancelled), Some(Refusal::Cancelled));
    // It began before the deadline.
    let soon = Control::with_deadline(Instant::now() + Duration::from_millis(50));
    assert_eq!(ended(&soon), Some(Refusal::TimedOut));
    assert!(soon.progress().planned > 0);
}

/// Another question about a mechanism has the same pairs, and is charged for them: its answer does
/// not depend on the first one.
#[test]
fn pairs_are_computed_once() {
    let mechanism = Mechanism::parse("random-allocation(3, gaussian(sigma=2))").unwrap();
    let control = Control::default();
    let pairs = || {
        let route = Route::within(
            &mechanism.clone(),
            &Options { control: control.clone(), ..Options::default() }.budget(),
        )
        .unwrap();
        let Route::Polygons { between, .. } = route else { panic!("{route:?}") };
        let Route::Between { dominating, .. } = *between else { panic!() };
        let Route::Worst(directions) = *dominating else { panic!() };
        let step = |route: &Route| match route {
            Route::Exact(Shape::Step(pair)) => pair.clone(),
            other => panic!("{other:?}"),
        };
        directions.iter().map(step).collect::<Vec<LossPair>>()
    };
    let first = pairs();
    let planned = control.progress().planned;
    assert!(planned > 0 && pairs() == first);
    assert_eq!(control.progress().planned, planned);
    let little = Limits { work: 1_000_000, ..Limits::default() };
    assert!(matches!(Route::within(&mechanism, &budget(&little)), Err(Refusal::TooCostly(_))));
}

/// Bits of the pairs of bounds.
const PRECISION: u64 = 128;

/// The pairs in both directions of neighbours: those that dominate, and those that are attained.
struct Pairs {
    dominating: Vec<Evaluated<Malachite>>,
    attained: Vec<Evaluated<Malachite>>,
}

impl Pairs {
    /// Of a mechanism in one of some steps, also where its outcomes could be listed, after some
    /// refinements.
    fn of(steps: u64, mechanism: &str, refinements: usize) -> Pairs {
        let part = match Mechanism::parse(mechanism).unwrap() {
            Mechanism::Step(Dominating::Finite(pair)) => Operation::Exact(pair),
            Mechanism::Step(Dominating::ThreePoint(pair)) => Operation::Exact(pair.to_finite()),
            other => Operation::Part { mechanism: Box::new(other), is_drawn: false },
        };
        let computed = ComputedPairs::default();
        let allocation =
            Operation::Allocation { steps, part: Box::new(part), computed, is_zeroed: true };
        let mut route = Route::within(
            &Mechanism::Step(Dominating::Operation(Box::new(allocation))),
            &budget(&Limits::default()),
        )
        .unwrap();
        for _ in 0..refinements {
            route = route.finer(&budget(&Limits::default())).unwrap();
        }
        let Route::Polygons { between, .. } = route else { panic!("{route:?}") };
        let Route::Between { dominating, attained, .. } = *between else { panic!() };
        Pairs { dominating: both(*dominating), attained: both(*attained) }
    }

    /// Lower and upper bounds of delta at `e^eps`, where a record is removed and where it is added.
    fn deltas(&self, ratio: &str) -> Vec<(Rational, Rational)> {
        let ratio = real(ratio);
        let point =
            GridPoint { loss: ratio.ln().enclose(PRECISION), ratio: ratio.enclose(PRECISION) };
        let bounds = |(above, below): (&Evaluated<Malachite>, &Evaluated<Malachite>)| {
            let (lower, upper) = (below.delta(&point), above.delta(&point));
            (lower.lower().to_rational().unwrap(), upper.upper().to_rational().unwrap())
        };
        self.dominating.iter().zip(&self.attained).map(bounds).collect()
    }
}

fn both(route: Route) -> Vec<Evaluated<Malachite>> {
    let Route::Worst(directions) = route else { panic!("{route:?}") };
    let pair = |route: &Route| match route {
        Route::Exact(Shape::Step(pair @ LossPair::Allocated(_))) => pair.evaluate(PRECISION),
        other => panic!("{other:?}"),
    };
    directions.iter().map(pair).collect()
}

fn rational(text: &str) -> Rational {
    real(text).as_rational().unwrap().clone()
}

/// Values of quadratures over the ratios of all steps but one, of which 25 or 10 digits are given.
#[test]
fn both_directions_of_gaussian_steps() {
    for (steps, sigma, ratio, remove, add) in [
        (2, "1", "exp(1/2)", "0.1491775231355201722597144", "0.1426869658237432029775129"),
        (2, "3/10", "1", "0.8702029793686926230531701", "0.8702029793686926230531701"),
        (3, "1", "exp(1/2)", "0.1068406436", "0.0980949441"),
        (3, "1", "exp(1)", "0.0335007730", "0.0238387090"),
        (3, "2", "exp(1/4)", "0.0386315891", "0.0377139136"),
    ] {
        let found = Pairs::of(steps, &format!("gaussian(sigma={sigma})"), 0).deltas(ratio);
        for ((lower, upper), value) in found.iter().zip([remove, add]) {
            let value = rational(value);
            assert!(
                *lower < value && value < *upper,
                "{steps} {sigma} {ratio}: {value} is not in [{lower}, {upper}]"
            );
            assert!(
                (upper - lower) * Rational::from(2_000u32) < *upper,
                "{steps} {sigma}: [{lower}, {upper}]"
            );
        }
    }
}

#[test]
fn bounds_enclose_listed_outcomes() {
    let irregular = &[("1/2", "1/5"), ("1/6", "2/5"), ("1/3", "2/5")];
    let list = |side: fn(&(&str, &str)) -> String| {
        irregular.iter().map(side).collect::<Vec<_>>().join(", ")
    };
    let given = format!(
        "finite-pair(p=[{}], q=[{}])",
        list(|pair| pair.0.into()),
        list(|pair| pair.1.into())
    );
    for (steps, text, base) in [
        (2, "randomized-response(eps=ln(3))", outcomes(THREE)),
        (7, "randomized-response(eps=ln(3))", outcomes(THREE)),
        (4, "approx-dp(eps=ln(2), delta=1/10)", bases().remove(1).1),
        (5, given.as_str(), outcomes(irregular)),
    ] {
        let (pair, pairs) = (allocated(&base, steps), Pairs::of(steps, text, 0));
        for ratio in ["1", "9/8", "3/2", "2"] {
            let values = [pair.delta(&fraction(ratio)), reversed(&pair).delta(&fraction(ratio))];
            for ((lower, upper), value) in pairs.deltas(ratio).iter().zip(values) {
                let value = rational(&value.to_string());
                assert!(
                    *lower <= value && value <= *upper,
                    "{steps} {text} {ratio}: {value} is not in [{lower}, {upper}]"
                );
                assert!(
                    (upper - lower) * Rational::from(2_000u32) < 1,
                    "{steps} {text} {ratio}: [{lower}, {upper}]"
                );
            }
        }
    }
}

#[test]
fn closer_bounds_are_inside() {
    let (wide, close) =
        (Pairs::of(16, "gaussian(sigma=1)", 0), Pairs::of(16, "gaussian(sigma=1)", 1));
    for ratio in ["exp(1/4)", "exp(1/2)", "exp(1)"] {
        for ((lower, upper), (low, high)) in wide.deltas(ratio).iter().zip(close.deltas(ratio)) {
            assert!(*lower <= low && low <= high && high <= *upper, "{ratio}");
            assert!((high - low) * Rational::from(2u32) < upper - lower, "{ratio}");
        }
    }
}

/// What dominates has at least all of both masses, and hardly more: a spread that lost the mean
/// would have less of P. What is attained has at most all.
#[test]
fn masses_are_all_of_both_distributions() {
    let tiny = Rational::from(1) >> 40u32;
    let one = Rational::from(1);
    for (steps, mechanism) in
        [(7, "gaussian(sigma=1)"), (3, "gaussian(sigma=3/10)"), (20, "laplace(eps=2)")]
    {
        let Pairs { dominating, attained } = Pairs::of(steps, mechanism, 0);
        type End = fn(&Interval<Malachite>) -> Rational;
        let totals = |pair: &Evaluated<Malachite>, end: End| {
            let Evaluated::Atoms(atoms) = pair else { panic!() };
            let start = (end(&atoms.infinite.p), end(&atoms.infinite.q));
            atoms
                .atoms
                .iter()
                .fold(start, |(p, q), atom| (p + end(&atom.masses.p), q + end(&atom.masses.q)))
        };
        for pair in &dominating {
            let (p, q) = totals(pair, |x| x.upper().to_rational().unwrap());
            assert!(
                p >= one && q >= one && p <= &one + &tiny && q <= &one + &tiny,
                "{mechanism}: {p} {q}"
            );
        }
        for pair in &attained {
            let (p, q) = totals(pair, |x| x.lower().to_rational().unwrap());
            // Q is rounded up by the errors of all steps.
            assert!(
                p <= one && p >= &one - &tiny && q <= &one + (Rational::from(1) >> 20u32),
                "{mechanism}: {p} {q}"
            );
        }
    }
}
