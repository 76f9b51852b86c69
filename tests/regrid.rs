//! Grids whose step grows while a power is taken, and of which not all points are evaluated: each
//! rounding goes to its side.

use crate::support::{Fraction, Shown, decimal, fraction, idle};
use dpcert::composition::grid::bins::{Bins, Grid};
use dpcert::composition::grid::bounds::Upper;
use dpcert::composition::grid::compose::Ledger;
use dpcert::composition::grid::measure::{Resolution, TiltedMeasure};
use dpcert::composition::grid::plan::{Aim, Part, Plan};
use dpcert::composition::grid::regrid::{DoublingSchedule, SplitWeights};
use dpcert::composition::grid::tilt::Tilt;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::register::RegisterFloat;
use dpcert::exact::{Interval, Malachite};
use dpcert::mechanism::{LossPair, Role};
use dpcert::pair::Direction;
use dpcert::{Content, Control, Mechanism, Options, Query, Question, Real};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;

type Ball = Interval<Malachite>;

fn rational(text: &str) -> Rational {
    parse(text).unwrap().as_rational().unwrap().clone()
}

fn ends(x: &Ball) -> (Rational, Rational) {
    (x.lower().to_rational().unwrap(), x.upper().to_rational().unwrap())
}

fn shown(x: &Rational) -> Fraction {
    fraction(&x.to_string())
}

fn loss_pairs(mechanism: &str) -> Vec<(LossPair, u64)> {
    let steps = Mechanism::parse(mechanism).unwrap().steps().unwrap();
    let loss_pairs = steps.iter().flat_map(|(step, count)| {
        let loss_pairs = step.loss_pairs(Direction::Forward, Role::Dominating);
        loss_pairs.into_iter().map(|loss_pair| (loss_pair, *count)).collect::<Vec<_>>()
    });
    loss_pairs.collect()
}

fn delta(mechanism: &str, eps: &str) -> (Fraction, Fraction) {
    let query = Query::Delta { eps: parse(eps).unwrap() };
    let question = Question::of(&Mechanism::parse(mechanism).unwrap(), &query);
    let Content::Number(bounds) = dpcert::ask(&question, &Options::default()).unwrap().content
    else {
        panic!("one number")
    };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
}

/// A ledger with a plan for it at an eps, and both bounds there.
struct Planned {
    ledger: Ledger<Malachite>,
    plan: Plan,
    eps: Rational,
}

impl Planned {
    fn new(mechanism: &str, eps: &str, gap: &str) -> Planned {
        let ledger = Ledger::new(&loss_pairs(mechanism), 80, &Control::default()).unwrap();
        let eps = rational(eps);
        let plan = ledger.plan(&ledger.saddle_of_eps(&eps), &Aim::at(&rational(gap)));
        Planned { ledger, plan, eps }
    }

    /// With each part of the plan changed.
    fn with(&self, change: impl Fn(&mut Part)) -> Planned {
        let mut plan = self.plan.clone();
        plan.parts.iter_mut().for_each(change);
        Planned { ledger: self.ledger.clone(), plan, eps: self.eps.clone() }
    }

    /// With one step for all, at which every line is drawn.
    fn fixed(&self) -> Planned {
        self.with(|part| (part.pace, part.strides) = (DoublingSchedule::default(), Vec::new()))
    }

    fn bounds(&self) -> (Fraction, Fraction) {
        let composed = self.ledger.compose(&self.plan, &idle()).unwrap();
        let (lower, upper) = ends(&composed.delta(&Real::from(self.eps.clone())));
        (shown(&lower), shown(&upper))
    }
}

const PACES: [&[u32]; 7] =
    [&[], &[1], &[0, 1], &[0, 1, 2, 3, 4, 5], &[0, 0, 1, 1, 2], &[1, 1, 1, 4], &[0, 2, 2, 5]];

/// At few bits, where a rounding to the wrong side shows: doubled in the beginning, at every
/// squaring, at some and at none.
#[test]
fn every_pace_is_on_its_side() {
    let pair = "finite-pair(p=[1/2, 3/10, 1/5], q=[1/5, 3/10, 1/2])";
    for k in [1u64, 2, 3, 7, 16, 25] {
        for (eps, lambda) in [("0", "0"), ("1/2", "1"), ("3", "5/2")] {
            let mechanism = format!("{pair}^{k}");
            let (low, high) = delta(&mechanism, eps);
            let planned = Planned {
                ledger: Ledger::new(&[(loss_pairs(pair).remove(0).0, k)], 80, &Control::default())
                    .unwrap(),
                ..Planned::new(&mechanism, eps, "1/50")
            };
            for pace in PACES {
                for (bits, cut) in [(10, 4), (12, 6), (14, 30), (60, 8)] {
                    let mut planned =
                        planned.with(|part| part.pace = DoublingSchedule::new(pace.to_vec()));
                    planned.plan = Plan {
                        resolution: Resolution { bits, cut },
                        lambda: rational(lambda),
                        ..planned.plan
                    };
                    let (lower, upper) = planned.bounds();
                    let context = format!(
                        "{k} steps at {eps}, {bits} bits, cut {cut}, pace {pace:?}, tilted by {lambda}"
                    );
                    assert!(lower <= high, "{context}: {lower} is above {high}");
                    assert!(upper >= low, "{context}: {upper} is below {low}");
                }
            }
        }
    }
}

/// Rows with paces of their own meet on the lines of the coarsest.
#[test]
fn rows_meet_on_common_lines() {
    let mechanism = "gdp(mu=1/8)^20 * approx-dp(eps=1/7, delta=1e-4)^9 * laplace(eps=1/5)^3";
    let (low, high) = delta(mechanism, "3/2");
    let planned = Planned::new(mechanism, "3/2", "1/1000");
    for paces in [[1usize, 2, 0], [2, 0, 1], [0, 3, 2], [5, 1, 4], [6, 5, 3]] {
        let mut planned = planned.with(|_| ());
        for (part, pace) in planned.plan.parts.iter_mut().zip(paces) {
            part.pace = DoublingSchedule::new(PACES[pace].to_vec());
        }
        let (lower, upper) = planned.bounds();
        assert!(
            lower <= high && low <= upper,
            "{paces:?}: {lower} to {upper}, but {low} to {high}"
        );
        assert!(&upper - &lower <= &high * fraction("1/2"), "{paces:?}: {lower} to {upper}");
    }
}

/// Whichever grid points are evaluated: every n-th, from some loss on, or all.
#[test]
fn every_stride_is_on_its_side() {
    for (mechanism, eps) in [
        ("gdp(mu=1)", "1"),
        ("gdp(mu=1/4)^9", "2"),
        ("laplace(eps=1)", "1/3"),
        ("gdp(mu=1/5)^4 * laplace(eps=1/2)", "1/2"),
    ] {
        let (low, high) = delta(mechanism, eps);
        let planned = Planned::new(mechanism, eps, "1/20");
        for (from, stride) in
            [("-30", 1i64), ("-30", 7), ("-30", 64), ("0", 16), ("1/3", 1000), ("1", 1 << 40)]
        {
            let ends = |part: &mut Part| {
                part.strides = vec![
                    (rational(from), 1),
                    (rational("1/2"), stride),
                    (rational("100"), 2 * stride),
                ];
            };
            let (lower, upper) = planned.with(ends).bounds();
            let context = format!("{mechanism} at {eps}, one line of {stride} from {from} on");
            assert!(lower <= high, "{context}: {lower} is above {high}");
            assert!(upper >= low, "{context}: {upper} is below {low}");
        }
    }
}

/// A fixed step is another route to the numbers of a plan that doubles it, and a prototype in
/// floating point with another scheme a third.
#[test]
fn the_fixed_step_agrees() {
    let mechanism = "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))^1000";
    let planned = Planned::new(mechanism, "2", "1/10");
    assert!(
        planned
            .plan
            .parts
            .iter()
            .all(|part| part.pace.last() > 0 && part.strides.iter().any(|(_, n)| *n > 1))
    );
    let fixed = planned.fixed();
    let every_second = planned.with(|part| {
        part.pace = DoublingSchedule::new((0..10).map(|squarings| squarings / 2).collect())
    });
    let sparse = every_second.with(|part| {
        part.strides = vec![
            (rational("-1/20"), 16),
            (rational("1/20"), 1),
            (rational("1/2"), 4),
            (rational("9"), 64),
        ];
    });
    let all = [planned.bounds(), fixed.bounds(), every_second.bounds(), sparse.bounds()];
    for (lower, upper) in &all {
        assert!(*lower <= fraction("26665/10000000000") && *upper >= fraction("26651/10000000000"));
        assert!(upper - lower <= upper * fraction("1/5"), "{lower} to {upper}");
        assert!(all.iter().all(|(other, _)| other <= upper), "{all:?}");
    }
}

/// Sampled at a rate of 1/50.
fn sampled(mechanism: &str) -> String {
    format!("subsample(method=poisson, rate=1/50, adjacency=add-remove, mechanism={mechanism})")
}

/// The bounds meet those of a fixed step, and are within the gap of 1/50 that was asked for.
fn agrees_with_a_fixed_step(planned: &Planned, mechanism: &str) {
    let ((lower, upper), (low, high)) = (planned.bounds(), planned.fixed().bounds());
    assert!(lower <= high && low <= upper, "{mechanism}: {lower} to {upper}, but {low} to {high}");
    assert!(&upper - &lower <= &upper * fraction("1/50"), "{mechanism}: {lower} to {upper}");
}

/// Many copies of one law with a tilt: whatever the law, the bounds meet those of a fixed step, and
/// are as close as was asked.
#[test]
fn a_long_run_is_paced() {
    for (mechanism, eps) in [
        (sampled("gaussian(sigma=3)") + "^3000", "3/2"),
        (sampled("laplace(eps=1/4)") + "^700", "2/3"),
        (sampled("discrete-gaussian(sigma_sq=9, sensitivity=1)") + "^1500", "1"),
        ("laplace(eps=1/20)^1001".to_owned(), "4"),
        ("discrete-gaussian(sigma_sq=1000, sensitivity=1)^400".to_owned(), "3"),
    ] {
        let planned = Planned::new(&mechanism, eps, "1/50");
        assert!(planned.plan.parts.iter().all(|part| part.pace.last() > 0), "{mechanism}");
        agrees_with_a_fixed_step(&planned, &mechanism);
    }
    // Far in a tail it is not.
    let planned = Planned::new(&(sampled("gaussian(sigma=1)") + "^1000"), "90", "1/50");
    assert!(planned.plan.parts.iter().all(|part| part.pace.last() == 0));
}

/// Laws that are there once and laws that are there often begin with steps of their own: the bounds
/// meet those of one step for all, and are as close as was asked.
#[test]
fn every_row_has_its_own_first_step() {
    for (mechanism, eps) in [
        (sampled("gaussian(sigma=3)") + "^3000 * gaussian(sigma=2)", "3/2"),
        (sampled("laplace(eps=1/4)") + "^700 * laplace(eps=1)^3", "2/3"),
        (
            sampled("discrete-gaussian(sigma_sq=9, sensitivity=2)")
                + "^1500 * approx-dp(eps=1, delta=1e-9)",
            "0",
        ),
        (
            "laplace(eps=1/20)^1001 * laplace(eps=1/2) * ".to_owned()
                + &sampled("gaussian(sigma=1)")
                + "^2",
            "4",
        ),
    ] {
        let planned = Planned::new(&mechanism, eps, "1/50");
        assert!(planned.plan.parts.iter().any(|part| part.pace.after(0) > 0), "{mechanism}");
        assert!(planned.plan.parts.iter().any(|part| part.pace.after(0) == 0), "{mechanism}");
        agrees_with_a_fixed_step(&planned, &mechanism);
    }
}

/// What goes to the lines on both sides keeps P-mass and Q-mass: of a unit at l, `down` is at l - h
/// and `up` at l + h.
#[test]
fn shares_keep_both_masses() {
    for (step, lambda) in [("1/8", "0"), ("1/1000", "3"), ("3/7", "1/2")] {
        let step = rational(step);
        let tilt = Tilt::near_exp(&(&step * rational(lambda)));
        let carry = SplitWeights::dominating::<Malachite>(&step, &tilt, 5, 128);
        for doublings in 0..5 {
            let (down, up) = carry.shares(doublings).unwrap();
            let weight = tilt.doubled(doublings).weight();
            let (down, up) = (down.to_rational() * &weight, up.to_rational() / &weight);
            let growth: Ball = Interval::from_rational(&(&step << doublings), 300).exp();
            let number = |x: &Rational| Interval::from_rational(x, 300);
            let (_, q) = ends(&(&(&number(&down) * &growth) + &(&number(&up) / &growth)));
            let slack = Rational::from(1) >> 100u32;
            for (name, sum) in [("P", down + up), ("Q", q)] {
                assert!(
                    sum >= 1 && sum <= Rational::from(1) + &slack,
                    "{name} after {doublings}: {sum}"
                );
            }
        }
        assert!(carry.shares(5).is_none());
        let (accepted, rejected) =
            (SplitWeights::<false>::of_a_test(&tilt, 3), SplitWeights::<true>::of_a_test(&tilt, 3));
        for doublings in 0..3 {
            let weight = tilt.doubled(doublings).weight();
            let half = Rational::from_unsigneds(1u32, 2u32);
            let (less, more) =
                (accepted.shares(doublings).unwrap(), rejected.shares(doublings).unwrap());
            assert!(
                less.0.to_rational() <= &half / &weight && less.1.to_rational() <= &half * &weight
            );
            assert!(
                more.0.to_rational() >= &half / &weight && more.1.to_rational() >= &half * &weight
            );
        }
    }
}

/// Exact masses on lines, after one doubling with shares of the mass on odd lines that go down and
/// up.
fn doubled(
    masses: &[(i64, Rational)],
    (down, up): (&Rational, &Rational),
) -> BTreeMap<i64, Rational> {
    let mut sums = BTreeMap::new();
    let mut add =
        |line: i64, mass: Rational| *sums.entry(line).or_insert_with(|| Rational::from(0)) += mass;
    for (n, mass) in masses {
        if n % 2 == 0 {
            add(n / 2, mass.clone());
        } else {
            add((n - 1) / 2, mass * down);
            add((n + 1) / 2, mass * up);
        }
    }
    sums
}

fn check_doubling<const UP: bool>(
    start: i64,
    masses: &[u64],
    tilt: &Tilt,
    carry: &SplitWeights<UP>,
    shares: (&Rational, &Rational),
    bits: u32,
) {
    let fine = Resolution { bits: 110, cut: 110 };
    let floats: Vec<RegisterFloat<UP>> =
        masses.iter().map(|x| RegisterFloat::from_integer(u128::from(*x))).collect();
    let measure = TiltedMeasure::new(start, &floats, RegisterFloat::ZERO, fine);
    let result = measure.doubled_to(1, carry, Resolution { bits, cut: 100 });
    assert_eq!(result.doublings(), 1);
    // Tilted masses are what they are: those at n stand for `mass / w^n`.
    let weight = tilt.weight();
    let exact: Vec<(i64, Rational)> =
        (start..).zip(masses).map(|(n, x)| (n, Rational::from(*x) * (&weight).pow(-n))).collect();
    let truth = doubled(&exact, shares);
    let total: Rational =
        truth.iter().fold(Rational::from(0), |sum, (m, x)| sum + x * (&weight).pow(2 * m));
    let unit = total >> (bits - 3);
    let kept: BTreeMap<i64, Rational> =
        (result.start()..).zip(result.masses().map(RegisterFloat::to_rational)).collect();
    for line in truth.keys().chain(kept.keys()) {
        let mass = kept.get(line).cloned().unwrap_or_else(|| Rational::from(0));
        let true_mass =
            truth.get(line).map_or_else(|| Rational::from(0), |x| x * (&weight).pow(2 * line));
        let (side, close) = if UP {
            (mass >= true_mass, &mass - &true_mass <= unit)
        } else {
            (mass <= true_mass, &true_mass - &mass <= unit)
        };
        assert!(side && close, "line {line}: {mass} for {true_mass}");
    }
    assert!(truth.iter().all(|(line, x)| *x == 0 || *line <= result.reach()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn doubling_rounds_to_its_side(
        masses in prop::collection::vec(1u64..1 << 30, 1..30),
        start in -50i64..50,
        bits in 10u32..60,
        weight in 0u64..1 << 20,
    ) {
        let step = rational("1/8");
        let tilt = Tilt::near_exp(&(Rational::from(weight) >> 22u32));
        // The share that goes up, from below and from above.
        let growth: Ball = Interval::from_rational(&step, 400).exp();
        let (low, _) = ends(&(&growth / &(&growth + &Interval::one(400))));
        let carry = SplitWeights::dominating::<Malachite>(&step, &tilt, 1, 128);
        check_doubling::<true>(start, &masses, &tilt, &carry, (&(Rational::from(1) - &low - (Rational::from(1) >> 390u32)), &low), bits);
        let half = Rational::from_unsigneds(1u32, 2u32);
        check_doubling::<false>(start, &masses, &tilt, &SplitWeights::of_a_test(&tilt, 1), (&half, &half), bits);
        check_doubling::<true>(start, &masses, &tilt, &SplitWeights::of_a_test(&tilt, 1), (&half, &half), bits);
    }

    /// What was cut off may have been on any line: with it, no delta is smaller than that of what
    /// there was.
    #[test]
    fn lost_mass_is_carried_too(
        masses in prop::collection::vec(1u64..1 << 30, 2..30),
        start in -20i64..20,
        cut in 1u32..4,
        weight in 0u64..1 << 20,
        doublings in 1u32..4,
        at in -100i64..300,
    ) {
        let grid = Grid::<Malachite>::new(rational("1/8"), 200);
        let tilt = Tilt::near_exp(&(Rational::from(weight) >> 22u32));
        let floats: Vec<RegisterFloat<true>> = masses.iter().map(|x| RegisterFloat::from_integer(u128::from(*x)).shift(-40)).collect();
        let resolution = Resolution { bits: 60, cut };
        let carry = SplitWeights::dominating::<Malachite>(&grid.step, &tilt, doublings, 128);
        let measure = TiltedMeasure::new(start, &tilt.apply(start, &floats), RegisterFloat::ZERO, resolution);
        let finite = measure.doubled_to(doublings, &carry, resolution);
        let upper = Upper { finite, tilt: tilt.doubled(doublings), infinite: Interval::zero(200) };
        let coarse = Grid::new(&grid.step << doublings, 200);
        let eps = Rational::from(at) / Rational::from(80);
        let (_, above) = ends(&upper.delta(&coarse, &Real::from(eps.clone()), 200));
        let truth = (start..).zip(&floats).fold(Ball::zero(400), |sum, (n, mass)| {
            let gap = &eps - &grid.step * Rational::from(n);
            let share = (&Interval::one(400) - &Interval::from_rational(&gap, 400).exp()).positive_part();
            &sum + &(&share * &Interval::from_rational(&mass.to_rational(), 400))
        });
        let (low, _) = ends(&truth);
        prop_assert!(above >= low.min(Rational::from(1)), "{above} at {eps}");
    }
}

/// Bins between any lines keep the masses of P and Q, and their statistics are inside of them.
#[test]
fn bins_between_any_lines() {
    for mechanism in ["gdp(mu=1)", "laplace(eps=3/4)", "discrete-gaussian(sigma_sq=5, shifts=[2])"]
    {
        let grid = Grid::<Malachite>::new(rational("1/8"), 128);
        let lines = vec![-40, -39, -30, -8, -7, -6, 0, 1, 3, 6, 7, 20, 40];
        let loss_pair = loss_pairs(mechanism).remove(0).0.evaluate(128);
        let bins = Bins::of(&loss_pair, &grid, lines.clone(), &Control::default()).unwrap();
        let shares = bins.shares(&grid);
        for (bin, (low, high)) in bins.bins.iter().zip(&shares) {
            assert!(
                matches!((low + high).compare(&bin.p), None | Some(Ordering::Equal)),
                "{mechanism}"
            );
        }
        let statistics = bins.statistics(&shares);
        assert_eq!(statistics.len(), lines.len());
        for (ends, at) in lines.windows(2).zip(&statistics) {
            assert!(ends[0] <= *at && *at < ends[1], "{mechanism}: {at} between {ends:?}");
        }
        let (masses, infinite) = bins.dominating(&grid, &shares);
        assert_eq!(masses.len(), 81);
        let sum = masses
            .iter()
            .fold(infinite.upper().to_rational().unwrap(), |sum, mass| sum + mass.to_rational());
        let (less, more) = ends(&bins.below.p);
        assert!(&sum + more >= 1, "{mechanism}");
        // A loss that may be on either side of a line is on both.
        let is_smooth = !mechanism.starts_with("discrete");
        assert!(
            !is_smooth || sum + less <= Rational::from(1) + (Rational::from(1) >> 90u32),
            "{mechanism}"
        );
    }
}
