//! Bounds on a grid of losses: the truth lies inside, wherever it is known by another route.

use crate::support::Shown;
use crate::support::{Fraction, decimal, effort, fraction, idle};
use dpcert::composition::grid::bins::{Bins, Grid};
use dpcert::composition::grid::bounds::{Lower, Upper};
use dpcert::composition::grid::compose::Ledger;
use dpcert::composition::grid::measure::{Resolution, TiltedMeasure};
use dpcert::composition::grid::plan::{Aim, Plan};
use dpcert::composition::grid::regrid::{DoublingSchedule, SplitWeights};
use dpcert::composition::grid::sketch::{Sketch, delta_above};
use dpcert::composition::grid::tilt::Tilt;
use dpcert::composition::{Route, Shape};
use dpcert::enclosure::Outcome;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::register::RegisterFloat;
use dpcert::exact::{Engine, Interval, Malachite};
use dpcert::mechanism::{LossPair, Mixed, Replaced, Role};
use dpcert::pair::any_of;
use dpcert::pair::{Direction, Evaluated};
use dpcert::quantity::{Refinement, Scalar, ScalarGoal, evaluate_scalar};
use dpcert::{Content, Control, Limits, Mechanism, Options, Query, Question, Real};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use num_traits::{One, Zero};
use proptest::prelude::*;

fn real(text: &str) -> Real {
    parse(text).unwrap()
}

fn rational(text: &str) -> Rational {
    real(text).as_rational().unwrap().clone()
}

/// The laws of a mechanism in one direction, whatever route it would take.
fn loss_pairs(mechanism: &str) -> Vec<(LossPair, u64)> {
    let steps = Mechanism::parse(mechanism).unwrap().steps().unwrap();
    let part = |(step, count): &(dpcert::mechanism::Dominating, u64)| {
        step.loss_pairs(Direction::Forward, Role::Dominating)
            .into_iter()
            .map(|loss_pair| (loss_pair, *count))
            .collect::<Vec<_>>()
    };
    steps.iter().flat_map(part).collect()
}

/// delta of a mechanism that is forced onto a grid, with a relative gap of about `2^-bits`.
fn on_grid<E: Engine>(mechanism: &str, eps: &str, bits: u64) -> (Rational, Rational) {
    let scalar = Scalar::Delta { eps: real(eps) };
    let once = |_: &Outcome<E>, _, _| true;
    let route = Route::Grid(loss_pairs(mechanism));
    let limits = Limits::default();
    let sought = ScalarGoal { gap_bits: bits, ..ScalarGoal::new(&scalar) };
    let found = evaluate_scalar::<E>(
        &route,
        &sought,
        &Options { limits, ..Options::default() }.budget(),
        once,
    )
    .unwrap();
    assert_eq!(found.refinement, Refinement::Grid);
    ends(&found.decision.outcome.enclose(found.decision.precision))
}

fn ends<E: Engine>(interval: &Interval<E>) -> (Rational, Rational) {
    (interval.lower().to_rational().unwrap(), interval.upper().to_rational().unwrap())
}

fn number(mechanism: &str, query: &Query) -> (Fraction, Fraction, dpcert::Answer) {
    let result = dpcert::ask(
        &Question::of(&Mechanism::parse(mechanism).unwrap(), query),
        &Options::default(),
    )
    .unwrap();
    let Content::Number(bounds) = &result.content else { panic!("one number") };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi), result)
}

fn delta(mechanism: &str, eps: &str) -> (Fraction, Fraction, dpcert::Answer) {
    number(mechanism, &Query::Delta { eps: real(eps) })
}

/// Mechanisms whose delta is known by a closed form or a lattice, forced onto a grid: it must
/// contain what the exact route says, and not be much wider than was asked for.
#[test]
fn the_truth_lies_inside() {
    for (mechanism, eps) in [
        ("gdp(mu=1/2)", "1"),
        ("gdp(mu=1/10)^100", "2"),
        ("gdp(mu=3/10)^10", "12"),
        ("gdp(mu=1)", "40"),
        ("gdp(mu=1/20)", "6/10"),
        ("gdp(mu=1)^4", "0"),
        ("laplace(eps=1)", "1/2"),
        ("laplace(eps=1/3)", "0"),
        ("approx-dp(eps=1/10, delta=1e-6)^100", "3/2"),
        ("approx-dp(eps=1, delta=1/10)^3", "1"),
        ("approx-dp-tv(eps=1/5, delta=1e-9, alpha=1/3)^30", "2"),
        ("randomized-response(eps=ln(3), categories=5)^6", "2"),
        ("multi-dp(constraints=[{eps=3/5, delta=1/20}, {eps=0, delta=1/5}])^5", "1"),
        ("approx-dp(eps=1/7, delta=0)^10 * approx-dp(eps=1/9, delta=1e-3)^5", "1/2"),
        ("discrete-laplace(eps=1/4, sensitivity=3)^8", "1"),
        ("finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])^7", "1"),
        (
            "additive(masses=[2/45, 3/45, 5/45, 7/45, 11/45, 7/45, 5/45, 3/45, 2/45], sensitivity=1)^3",
            "1/3",
        ),
        (
            "additive(masses=[13/70, 11/70, 17/70, 17/70, 11/70, 1/70], modulus=5, sensitivity=1)^6",
            "1/10",
        ),
    ] {
        let (low, high, _) = delta(mechanism, eps);
        let (lower, upper) = on_grid::<Malachite>(mechanism, eps, 6);
        let show = |x: &Rational| fraction(&x.to_string());
        assert!(show(&lower) <= high, "{mechanism} at {eps}: {lower:?} is above {high}");
        assert!(show(&upper) >= low, "{mechanism} at {eps}: {upper:?} is below {low}");
        assert!(
            show(&(&upper - &lower)) <= &high * fraction("1/20"),
            "{mechanism} at {eps}: from {lower} to {upper} is wide"
        );
    }
}

/// A bound by few grid points is above delta, where that is known by a closed form or a lattice;
/// and it is not far above.
#[test]
fn a_bound_without_a_composition() {
    for (mechanism, eps) in [
        ("gdp(mu=1/2)^9", "5"),
        ("gdp(mu=1/10)^500", "12"),
        ("laplace(eps=1/2)^20", "7"),
        ("approx-dp(eps=1/10, delta=1e-3)^100", "5"),
        ("approx-dp(eps=1, delta=1e-9)^3 * gdp(mu=1)^2", "9"),
    ] {
        let control = Control::default();
        let rough = |(pair, count): &(LossPair, u64)| {
            Sketch::rough(&pair.evaluate::<Malachite>(128), *count, 60, 128, &control).unwrap()
        };
        let sketches: Vec<Sketch> = loss_pairs(mechanism).iter().map(rough).collect();
        let (_, above) = ends(&delta_above(&sketches, &rational(eps)));
        let (lower, upper) = on_grid::<Malachite>(mechanism, eps, 6);
        assert!(
            above >= lower && above <= upper * Rational::from(16u32),
            "{mechanism} at {eps}: {above}"
        );
    }
}

/// Sampled finite pairs are known exactly by enumeration; the grid must agree.
#[test]
fn sampled_pairs_agree_with_enumeration() {
    let sample = |rate: &str, base: &str| {
        format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={base})")
    };
    for (mechanism, eps) in [
        (format!("{}^4", sample("1/4", "randomized-response(eps=ln(3))")), "1/2"),
        (format!("{}^3", sample("1/10", "approx-dp(eps=1, delta=1/100)")), "1/4"),
        (format!("{}^3", sample("1/3", "randomized-response(eps=ln(5), categories=4)")), "1/3"),
    ] {
        let (low, high, result) = delta(&mechanism, eps);
        assert!(result.tight && result.met, "{result:?}");
        let (lower, upper) = on_grid::<Malachite>(&mechanism, eps, 6);
        // One direction of the two, and that with more.
        assert!(fraction(&lower.to_string()) <= high, "{mechanism}");
        assert!(fraction(&upper.to_string()) >= low, "{mechanism}");
        let Route::Worst(routes) =
            Route::within(&Mechanism::parse(&mechanism).unwrap(), &Options::default().budget())
                .unwrap()
        else {
            panic!()
        };
        assert!(routes.iter().all(|route| matches!(route, Route::Exact(Shape::Finite(_)))));
    }
}

/// ((1-q) Q + q P, Q) and its reverse for randomised response, by hand: E = 3, q = 1/4, g = 5/4.
#[test]
fn poisson_has_two_directions() {
    let sampled = "subsample(method=poisson, rate=1/4, adjacency=add-remove, \
                   mechanism=randomized-response(eps=ln(3)))";
    let (low, high, result) = delta(sampled, "ln(5/4)");
    assert_eq!((low, high), (fraction("1/16"), fraction("1/16")));
    assert!(result.tight);
}

/// The short cut (one direction of the mixture, or the larger of both) is below the true delta of
/// sampling without replacement: with A = (1,1,E)/(E+2), B = (E,1,1)/(E+2), B' = (1,E,1)/(E+2), one
/// record drawn of ten, E = 10, the neighbours (9 A + B)/10 and (9 A + B')/10 have more.
#[test]
fn without_replacement_the_mixture_does_not_dominate() {
    let mixture = |last: usize| {
        let mut masses = [fraction("9/120"), fraction("9/120"), fraction("90/120")];
        for (i, mass) in masses.iter_mut().enumerate() {
            *mass += if i == last { fraction("10/120") } else { fraction("1/120") };
        }
        masses
    };
    let (p, q) = (mixture(0), mixture(1));
    let literal = |masses: &[Fraction; 3]| {
        masses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let neighbours = format!("finite-pair(p=[{}], q=[{}])^20", literal(&p), literal(&q));
    let (truth, _, _) = delta(&neighbours, "1");
    let sampled = "subsample(method=without-replacement, size=1, population=10, adjacency=replace-one, \
                   mechanism=randomized-response(eps=ln(10), categories=3))^20";
    let (low, high, result) = delta(sampled, "1");
    assert!(truth > fraction("279/1000"), "{truth}");
    assert!(high >= truth, "the upper bound {high} misses an attained {truth}");
    assert!(low < truth && low > fraction("176/1000"), "{low}");
    assert!(!result.tight, "the bounds are of different pairs");
    // The short cut, exactly.
    for pair in [
        "p=[19/120, 91/120, 10/120], q=[10/120, 100/120, 10/120]",
        "q=[19/120, 91/120, 10/120], p=[10/120, 100/120, 10/120]",
    ] {
        let (_, short_cut, _) = delta(&format!("finite-pair({pair})^20"), "1");
        assert!(short_cut < fraction("177/1000"));
    }
}

/// Values of a floating-point prototype with another scheme, and of two other libraries.
#[test]
fn subsampled_gaussians_are_where_others_find_them() {
    let sampled =
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))";
    let (lower, upper) = on_grid::<Malachite>(&format!("{sampled}^1000"), "2", 6);
    assert!(lower <= rational("2.6665e-6") && upper >= rational("2.6651e-6"), "{lower} {upper}");
    assert!(upper < rational("2.75e-6"));
}

/// The discrete Gaussian with a small variance, by the definition: truncated sums with num-rational
/// weights are not rational, so that the sums run over decimal enclosures of e^-1/2.
#[test]
fn a_discrete_gaussian_is_what_it_is_defined_to_be() {
    // sigma^2 = 1: masses proportional to x^(n^2) with x = e^(-1/2); delta at 0 is the mass at 1
    // and above minus that at 2 and above: the mass at 0 ... P(n >= 1) - Q(n >= 1) = Q(n >= 0) -
    // Q(n >= 1).
    let masses: Vec<Real> =
        (0u64..40).map(|n| real("exp(-1/2)").pow(i64::try_from(n * n).unwrap())).collect();
    let total = masses.iter().skip(1).fold(Real::one(), |sum, mass| sum.add(mass).add(mass));
    let truth: Interval<Malachite> = Real::one().div(&total).enclose(128);
    let (low, high) = on_grid::<Malachite>("discrete-gaussian(sigma_sq=1)", "0", 10);
    let (lower, upper) = ends(&truth);
    assert!(low <= upper && lower <= high && &high - low <= high >> 10u32);
}

/// An even sensitivity has an outcome half way, of loss exactly 0, which a sample keeps there. By
/// enumeration of pairs of outcomes; what is left out of either is below e^-300.
#[test]
fn an_outcome_half_way_has_loss_0() {
    let ball = |text: &str| real(text).enclose::<Malachite>(200);
    for (rate, sigma_sq, sensitivity, eps) in [
        ("0.0328", "1.52", 2i64, "1"),
        ("0.3", "1.52", 2, "1"),
        ("1/3", "5/2", 4, "1/2"),
        ("1/3", "5/2", 3, "1/2"),
    ] {
        let (q, growth) = (ball(rate), real(eps).exp().enclose::<Malachite>(200));
        let keep = &Interval::one(200) - &q;
        let term =
            |n: i64| real(&format!("exp(-{} / (2 * {sigma_sq}))", n * n)).enclose::<Malachite>(200);
        let places: Vec<i64> = (-40..=40 + sensitivity).collect();
        let total = places.iter().fold(Interval::zero(200), |sum, n| &sum + &term(*n));
        let without: Vec<Interval<Malachite>> = places.iter().map(|n| &term(*n) / &total).collect();
        let with = places
            .iter()
            .zip(&without)
            .map(|(n, mass)| &(&keep * mass) + &(&q * &(&term(n - sensitivity) / &total)));
        let with: Vec<Interval<Malachite>> = with.collect();
        let of_two = |p: &[Interval<Malachite>], q: &[Interval<Malachite>]| {
            let pairs = (0..p.len()).flat_map(|i| (0..p.len()).map(move |j| (i, j)));
            pairs.fold(Interval::zero(200), |sum, (i, j)| {
                &sum + &(&(&p[i] * &p[j]) - &(&growth * &(&q[i] * &q[j]))).positive_part()
            })
        };
        let (removed, added) = (ends(&of_two(&with, &without)), ends(&of_two(&without, &with)));
        let (lower, upper) = (removed.0.max(added.0), removed.1.max(added.1));
        let mechanism = format!(
            "subsample(method=poisson, rate={rate}, adjacency=add-remove, \
             mechanism=discrete-gaussian(sigma_sq={sigma_sq}, sensitivity={sensitivity}))^2"
        );
        let (low, high, result) = delta(&mechanism, eps);
        assert!(
            low <= fraction(&upper.to_string()) && fraction(&lower.to_string()) <= high,
            "{mechanism}: {low} {high}"
        );
        assert!(result.met, "{mechanism}: {low} {high}");
    }
    // Without replacement the pair is symmetric, and what is not known to be at 0 would be
    // mirrored.
    let (low, high, _) = delta(
        "subsample(method=without-replacement, rate=9/10, adjacency=replace-one, \
         mechanism=discrete-gaussian(sigma_sq=1.52, sensitivity=2))",
        "0.1",
    );
    assert!(high <= fraction("1/2") && low <= high, "{low} {high}");
}

/// eps(delta) is between points where delta is certainly above and below.
#[test]
fn eps_and_delta_are_inverse() {
    for mechanism in [
        "laplace(eps=1/4)^20",
        "gdp(mu=1/4)^9 * laplace(eps=1/2)",
        "discrete-gaussian(sigma_sq=9)^5",
    ] {
        let (low, high, result) = number(mechanism, &Query::Eps { delta: real("1e-4") });
        assert!(result.met, "{mechanism}: [{low}, {high}]");
        let at = |eps: &Fraction| delta(mechanism, &eps.to_string());
        let target = fraction("1/10000");
        assert!(at(&low).1 >= target, "{mechanism}");
        assert!(at(&high).0 <= target, "{mechanism}");
    }
}

#[test]
fn eps_has_its_ends() {
    let eps = |mechanism: &str, at: &str| number(mechanism, &Query::Eps { delta: real(at) });
    let three = "laplace(eps=1)^3";
    assert_eq!(eps(three, "0").0, fraction("3"));
    assert_eq!(eps(three, "1").1, Fraction::zero());
    let infinite = Query::Eps { delta: real("1e-3") };
    let mechanism =
        Mechanism::parse("laplace(eps=1/8)^2 * approx-dp(eps=1/8, delta=1e-2)").unwrap();
    let result = dpcert::ask(&Question::of(&mechanism, &infinite), &Options::default()).unwrap();
    let Content::Number(bounds) = result.content else { panic!("one number") };
    assert_eq!((bounds.printed().lo.as_str(), bounds.printed().hi.as_str()), ("inf", "inf"));
}

#[test]
fn bounded_losses_end() {
    let (low, high, result) = delta("laplace(eps=1/4)^4", "1");
    assert_eq!((low, high), (Fraction::zero(), Fraction::zero()));
    assert!(result.met);
}

#[test]
fn composition_is_monotone_and_commutes() {
    let one = delta("laplace(eps=1/4)^3 * gdp(mu=1/4)^2", "1/2");
    let two = delta("gdp(mu=1/4) * laplace(eps=1/4)^3 * gdp(mu=1/4)", "1/2");
    assert_eq!((&one.0, &one.1), (&two.0, &two.1));
    let more = delta("laplace(eps=1/4)^4 * gdp(mu=1/4)^2", "1/2");
    assert!(more.0 > one.1);
}

// ---- directions of rounding, at few bits ----

fn loss_pair(p: &[&str], q: &[&str]) -> LossPair {
    let masses = |xs: &[&str]| xs.iter().map(|x| real(x)).collect::<Vec<_>>();
    let outcomes = masses(p).into_iter().zip(masses(q)).map(|(p, q)| (p, q, None));
    LossPair::Finite(dpcert::pair::FinitePair::from_outcomes(outcomes).unwrap())
}

/// With 12 to 16 bits every rounding shows: the bounds are wide, and on the right side.
#[test]
fn coarse_arithmetic_stays_on_its_side() {
    let pair = loss_pair(&["1/2", "3/10", "1/5"], &["1/5", "3/10", "1/2"]);
    let truth = |k: u64, eps: &str| {
        let pair = "finite-pair(p=[1/2, 3/10, 1/5], q=[1/5, 3/10, 1/2])";
        delta(&format!("{pair}^{k}"), eps)
    };
    for (bits, cut) in [(12, 6), (14, 8), (16, 8), (16, 30), (60, 8)] {
        for k in [1, 2, 3, 7, 16, 25] {
            for (eps, lambda) in [("0", "0"), ("1/2", "1"), ("ln(5)", "3"), ("3", "5/2")] {
                let ledger =
                    Ledger::<Malachite>::new(&[(pair.clone(), k)], 100, &Control::default())
                        .unwrap();
                let saddle = ledger.saddle_of_eps(&Rational::from(1));
                let plan = ledger.plan(&saddle, &Aim::at(&rational("1/50")));
                let plan =
                    Plan { resolution: Resolution { bits, cut }, lambda: rational(lambda), ..plan };
                let (lower, upper) =
                    ends(&ledger.compose(&plan, &idle()).unwrap().delta(&real(eps)));
                let (low, high, _) = truth(k, eps);
                let context =
                    format!("{bits} bits, cut {cut}, {k} steps at {eps}, tilted by {lambda}");
                assert!(fraction(&lower.to_string()) <= high, "{context}: lower bound {lower}");
                assert!(fraction(&upper.to_string()) >= low, "{context}: upper bound {upper}");
            }
        }
    }
}

/// What a plan leaves out below its window counts, wherever the window begins.
#[test]
fn what_lies_below_the_window_is_not_forgotten() {
    for (mechanism, eps) in
        [("gdp(mu=1)^2", "1"), ("laplace(eps=1)^3", "1/2"), ("gdp(mu=1/2)^5", "0")]
    {
        let (low, _, _) = delta(mechanism, eps);
        let ledger =
            Ledger::<Malachite>::new(&loss_pairs(mechanism), 60, &Control::default()).unwrap();
        let plan = ledger.plan(&ledger.saddle_of_eps(&rational(eps)), &Aim::at(&rational("1/100")));
        for start in ["-1/3", "0", "1/5", "0.77"] {
            let mut plan = plan.clone();
            plan.parts.iter_mut().for_each(|part| part.range.0 = rational(start));
            let upper = ledger.compose(&plan, &idle()).unwrap().upper(&real(eps));
            let upper = upper.upper().to_rational().unwrap();
            assert!(
                fraction(&upper.to_string()) >= low,
                "{mechanism} from {start}: {upper} is below {low}"
            );
        }
    }
}

/// Losses on the lines, so that the grid itself costs nothing, and 12 bits: what is left is
/// rounding, and it goes to either side.
#[test]
fn bins_of_few_bits_round_to_their_side() {
    let pair = Mechanism::parse("approx-dp(eps=1/4, delta=1/100)").unwrap();
    let loss_pair =
        pair.steps().unwrap()[0].0.loss_pairs(Direction::Forward, Role::Dominating).remove(0);
    let resolution = Resolution { bits: 100, cut: 100 };
    for bits in [10, 12, 14, 16] {
        let grid = Grid::<Malachite>::new(rational("1/8"), bits);
        let bins =
            Bins::of(&loss_pair.evaluate(bits), &grid, (-2..=3).collect(), &Control::default())
                .unwrap();
        let shares = bins.shares(&grid);
        let (masses, infinite) = bins.dominating(&grid, &shares);
        let finite = TiltedMeasure::new(bins.start(), &masses, RegisterFloat::ZERO, resolution);
        let upper = Upper { finite, tilt: Tilt::NONE, infinite };
        let lower = Lower {
            accepted: bins.accepted(&bins.statistics(&shares), &Tilt::NONE, resolution),
            accepted_tilt: Tilt::NONE,
            rejected: bins.rejected(&bins.statistics(&shares), &Tilt::NONE, resolution),
            rejected_tilt: Tilt::NONE,
            infinite: bins.infinite.clone(),
        };
        for eps in ["0", "1/16", "1/8", "1/5"] {
            let (low, high, _) = delta("approx-dp(eps=1/4, delta=1/100)", eps);
            let above = fraction(
                &upper.delta(&grid, &real(eps), 128).upper().to_rational().unwrap().to_string(),
            );
            let below =
                fraction(&lower.delta(&real(eps), 128).lower().to_rational().unwrap().to_string());
            assert!(above >= low, "{bits} bits at {eps}: {above} is below {low}");
            assert!(below <= high, "{bits} bits at {eps}: {below} is above {high}");
            let wide = fraction("64") / fraction(&(1u64 << bits).to_string());
            assert!(above - below <= wide, "{bits} bits at {eps} are wide");
        }
    }
}

/// What a plan leaves out above its window counts in the upper bound, and not in the lower one.
#[test]
fn what_lies_above_the_window_is_not_forgotten() {
    for (mechanism, eps) in [
        ("gdp(mu=1)^2", "1"),
        ("laplace(eps=1)^3", "1/2"),
        ("approx-dp(eps=1, delta=1/100)^3", "1/2"),
    ] {
        let (low, high, _) = delta(mechanism, eps);
        let ledger =
            Ledger::<Malachite>::new(&loss_pairs(mechanism), 60, &Control::default()).unwrap();
        let plan = ledger.plan(&ledger.saddle_of_eps(&rational(eps)), &Aim::at(&rational("1/100")));
        for end in ["0", "1/5", "0.77", "2"] {
            let mut plan = plan.clone();
            plan.parts.iter_mut().for_each(|part| part.range.1 = rational(end));
            let composed = ledger.compose(&plan, &idle()).unwrap();
            let (lower, upper) = ends(&composed.delta(&real(eps)));
            assert!(
                fraction(&upper.to_string()) >= low,
                "{mechanism} up to {end}: {upper} is below {low}"
            );
            assert!(
                fraction(&lower.to_string()) <= high,
                "{mechanism} up to {end}: {lower} is above {high}"
            );
        }
    }
}

/// A loss that few bits cannot tell from a line may be on either side of it.
#[test]
fn an_undecided_loss_is_in_both_bins() {
    let pair = Mechanism::parse("approx-dp(eps=1/3 + 1/2^20, delta=0)").unwrap();
    let loss_pair =
        pair.steps().unwrap()[0].0.loss_pairs(Direction::Forward, Role::Dominating).remove(0);
    let resolution = Resolution { bits: 100, cut: 100 };
    let (truth, _, _) = delta("approx-dp(eps=1/3 + 1/2^20, delta=0)", "1/3");
    assert!(truth > Fraction::zero());
    for bits in [10, 12, 14, 16] {
        let grid = Grid::<Malachite>::new(rational("1/3"), bits);
        let bins =
            Bins::of(&loss_pair.evaluate(bits), &grid, (-3..=3).collect(), &Control::default())
                .unwrap();
        let shares = bins.shares(&grid);
        let (masses, infinite) = bins.dominating(&grid, &shares);
        let finite = TiltedMeasure::new(bins.start(), &masses, RegisterFloat::ZERO, resolution);
        let upper = Upper { finite, tilt: Tilt::NONE, infinite }.delta(&grid, &real("1/3"), 128);
        let above = fraction(&upper.upper().to_rational().unwrap().to_string());
        assert!(above >= truth, "{bits} bits: {above} is below {truth}");
    }
}

/// With exact masses what is left is the rounding of their shares, up.
#[test]
fn the_shares_of_the_upper_bound_round_up() {
    let half = RegisterFloat::<true>::ONE.shift(-1);
    let masses = [half, half.shift(-1), half.shift(-2), half.shift(-2)];
    let resolution = Resolution { bits: 100, cut: 100 };
    for bits in [10, 12, 16] {
        for step in ["1/7", "1/10", "3/11"] {
            let grid = Grid::<Malachite>::new(rational(step), bits);
            for eps in ["0", "1/9", "1/3", "2/5", "3/7"] {
                let finite = TiltedMeasure::new(1, &masses, RegisterFloat::ZERO, resolution);
                let upper = Upper { finite, tilt: Tilt::NONE, infinite: Interval::zero(bits) };
                let (_, above) = ends(&upper.delta(&grid, &real(eps), bits));
                let zero = Interval::<Malachite>::zero(400);
                let truth = (1u64..).zip(&masses).fold(zero.clone(), |sum, (n, mass)| {
                    let gap = rational(eps) - &grid.step * Rational::from(n);
                    let share = &Interval::one(400) - &Interval::from_rational(&gap, 400).exp();
                    &sum + &(&share.positive_part()
                        * &Interval::from_rational(&mass.to_rational(), 400))
                });
                let (low, high) = ends(&truth);
                assert!(
                    above >= low,
                    "{bits} bits, step {step}, eps = {eps}: {above} is below {low}"
                );
                assert!(
                    (above - high) << bits <= 16,
                    "{bits} bits, step {step}, eps = {eps} are wide"
                );
            }
        }
    }
}

/// eps just below a line, by less than the precision: a loss on the line counts.
#[test]
fn a_line_just_above_eps_counts() {
    let grid = Grid::<Malachite>::new(rational("1/8"), 128);
    let finite = TiltedMeasure::new(
        1,
        &[RegisterFloat::ONE],
        RegisterFloat::ZERO,
        Resolution { bits: 100, cut: 100 },
    );
    let upper = Upper { finite, tilt: Tilt::NONE, infinite: Interval::zero(128) };
    let (_, above) = ends(&upper.delta(&grid, &real("1/8 - 1/2^140"), 128));
    assert!(above >= Rational::from(1) >> 141u32, "{above}");
}

/// Lost mass counts with the weight of the first line above eps, rounded up, wherever the window
/// is.
#[test]
fn lost_mass_counts_at_the_first_line_above_eps() {
    let grid = Grid::<Malachite>::new(rational("1/8"), 128);
    let tilt = Tilt::near_exp(&rational("1/64"));
    let tiny = RegisterFloat::ONE.shift(-500);
    for (start, first) in [(400i64, 300i64), (90, 89), (-20, 7), (31, 1)] {
        let (masses, resolution) = (vec![tiny; 40], Resolution { bits: 100, cut: 100 });
        let finite = TiltedMeasure::new(start, &masses, RegisterFloat::ONE.shift(-9), resolution);
        let upper = Upper { finite, tilt, infinite: Interval::zero(200) };
        let eps = Rational::from(first) * &grid.step - rational("1/100");
        let (_, above) = ends(&upper.delta(&grid, &Real::from(eps), 200));
        let weight =
            ends(&Interval::<Malachite>::from_rational(&tilt.weight(), 400).pow(-first)).0 >> 9u32;
        assert!(above >= weight, "{start}, {first}: {above} is below {weight}");
        assert!(above <= &weight + (&weight >> 100u32), "{start}, {first} are wide");
    }
}

/// The sums of a test's P-masses round down: exactly, where 128 bits suffice.
#[test]
fn the_sums_of_the_lower_bound_round_down() {
    let resolution = Resolution { bits: 110, cut: 110 };
    let masses: Vec<RegisterFloat<false>> =
        (1u128..300).map(|n| RegisterFloat::from_integer((n * n) << 80 | 1).shift(-110)).collect();
    let truth = masses.iter().fold(Rational::from(0), |sum, mass| sum + mass.to_rational());
    let lower = Lower {
        accepted: TiltedMeasure::new(0, &masses, RegisterFloat::ZERO, resolution),
        accepted_tilt: Tilt::NONE,
        rejected: TiltedMeasure::new(0, &[RegisterFloat::ZERO], RegisterFloat::ZERO, resolution),
        rejected_tilt: Tilt::NONE,
        infinite: Interval::<Malachite>::zero(200),
    };
    let (below, _) = ends(&lower.delta(&Real::zero(), 200));
    assert!(
        truth < 1 && below <= truth && &below * rational("1.000001") >= truth,
        "{below} is above {truth}"
    );
}

/// e^eps is rounded up where it is taken against Q.
#[test]
fn the_ratio_of_the_lower_bound_rounds_up() {
    let resolution = Resolution { bits: 100, cut: 100 };
    let mass = |n: u128| Rational::from(n) >> 5u32;
    for bits in [10, 12, 14, 16, 20] {
        for eps in ["1/60", "1/50", "1/40", "1/30", "1/25", "1/20", "1/17"] {
            let lower = Lower {
                accepted: TiltedMeasure::new(
                    1,
                    &[RegisterFloat::from_integer(16).shift(-5)],
                    RegisterFloat::ZERO,
                    resolution,
                ),
                accepted_tilt: Tilt::NONE,
                rejected: TiltedMeasure::new(
                    1,
                    &[RegisterFloat::from_integer(15).shift(-5)],
                    RegisterFloat::ZERO,
                    resolution,
                ),
                rejected_tilt: Tilt::NONE,
                infinite: Interval::<Malachite>::zero(bits),
            };
            let (below, _) = ends(&lower.delta(&real(eps), bits));
            let against = &Interval::<Malachite>::from_rational(&rational(eps), 400).exp()
                * &Interval::from_rational(&mass(15), 400);
            let (_, truth) = ends(&(&Interval::from_rational(&mass(16), 400) - &against));
            assert!(below <= truth, "{bits} bits at {eps}: {below} is above {truth}");
        }
    }
}

/// A loss inside a cell of the sketch counts below a window with its own weight, or more.
#[test]
fn what_is_tilted_below_a_window_is_enough() {
    for text in ["1/3", "2/7", "5/11"] {
        // Losses of -eps and eps, each a line of the grid, and few of them a line of the sketch.
        let (eps, n) = (rational(text), 1i64 << 12);
        let loss_pair = loss_pairs(&format!("approx-dp(eps={text}, delta=0)")).remove(0).0;
        let tilt = Tilt::near_exp(&rational("1/256"));
        let e = real(text).exp();
        let mass = |x: &Real| ends(&x.div(&Real::one().add(&e)).enclose::<Malachite>(200)).0;
        for is_close_near_0 in [false, true] {
            let sketch = Sketch::of::<Malachite>(
                &loss_pair.evaluate(128),
                1,
                60,
                is_close_near_0,
                128,
                &Control::default(),
            )
            .unwrap();
            let just_above = &eps + (&eps >> 12u32);
            for (end, index, mass) in [
                (Rational::from(0), -n, mass(&Real::one())),
                (just_above, n, mass(&e)),
                (&eps + &eps, n, mass(&e)),
            ] {
                let found =
                    sketch.tilted_below(&end, &tilt, &(&eps / Rational::from(n))).to_rational();
                let truth = mass * tilt.power::<false>(index).to_rational();
                assert!(found >= truth, "{text} below {end}: {found} is less than {truth}");
            }
        }
    }
}

/// A discrete Gaussian of few bits: every mass, every loss and both remainders contain the truth.
#[test]
fn a_discrete_gaussian_of_few_bits_contains_its_masses() {
    for (sigma_sq, shift) in [("1/2", 1i64), ("1", 1), ("5", 3), ("40", 2)] {
        let loss_pair =
            loss_pairs(&format!("discrete-gaussian(sigma_sq={sigma_sq}, shifts=[{shift}])"))
                .remove(0)
                .0;
        let term = |n: i64| {
            real("exp(-1/2)")
                .ln()
                .mul(&Real::from((n * n).unsigned_abs()))
                .div(&real(sigma_sq))
                .exp()
        };
        let term = |n: i64| term(n).enclose::<Malachite>(300);
        let sum =
            |range: std::ops::Range<i64>| range.fold(Interval::zero(300), |sum, n| &sum + &term(n));
        let total = sum(-200..200);
        for bits in [10, 12, 16, 24] {
            let Evaluated::Atoms(atoms) = loss_pair.evaluate::<Malachite>(bits) else {
                panic!("outcomes")
            };
            let last = (i64::try_from(atoms.atoms.len()).unwrap() + shift - 1) / 2;
            let check = |name: &str, wide: &Interval<Malachite>, truth: &Interval<Malachite>| {
                let ((low, high), (least, most)) = (ends(wide), ends(truth));
                let slack = Rational::from(1) >> 250u32;
                let inside = low <= &most + &slack && high >= &least - &slack;
                assert!(
                    inside,
                    "{name} of {sigma_sq}, {shift} with {bits} bits: [{low}, {high}] misses {least}"
                );
            };
            for (n, atom) in (shift - last..).zip(&atoms.atoms) {
                check("P", &atom.masses.p, &(&term(n - shift) / &total));
                check("Q", &atom.masses.q, &(&term(n) / &total));
                let loss = Rational::from_signeds(shift * (2 * n - shift), 2) / rational(sigma_sq);
                assert!(atom.loss.contains(&loss), "loss at {n}");
            }
            check("P above", &atoms.above.p, &(&sum(last + 1 - shift..200) / &total));
            check("Q above", &atoms.above.q, &(&sum(last + 1..200) / &total));
            check("P below", &atoms.below.p, &(&sum(-200..-last) / &total));
            check("Q below", &atoms.below.q, &(&sum(-200..shift - last) / &total));
        }
    }
}

/// Losses and levels that no line of 64 bits reaches are bounded, not computed with.
#[test]
fn what_no_line_reaches_is_bounded() {
    let grid = Grid::<Malachite>::new(rational("1/8"), 128);
    let far = Mechanism::parse("approx-dp(eps=1e30, delta=0)").unwrap();
    let loss_pair =
        far.steps().unwrap()[0].0.loss_pairs(Direction::Forward, Role::Dominating).remove(0);
    for (start, end) in [(-9, -3), (-2, 3), (4, 9)] {
        let bins =
            Bins::of(&loss_pair.evaluate(128), &grid, (start..=end).collect(), &Control::default())
                .unwrap();
        let shares = bins.shares(&grid);
        let (masses, infinite) = bins.dominating(&grid, &shares);
        let resolution = Resolution { bits: 100, cut: 100 };
        let finite = TiltedMeasure::new(bins.start(), &masses, RegisterFloat::ZERO, resolution);
        let upper = Upper { finite, tilt: Tilt::near_exp(&Rational::from(1)), infinite };
        for eps in ["0", "1e25", "1e300"] {
            // All but e^-1e30 of P is at a loss of 1e30, which is not at eps = 1e300.
            let (low, high) = ends(&upper.delta(&grid, &real(eps), 128));
            assert!(low <= 1 && high == 1, "{eps}: [{low}, {high}]");
        }
    }
}

/// Q-mass that was cut off may lie above any threshold.
#[test]
fn what_was_cut_from_q_counts() {
    let loss_pair = loss_pairs("gdp(mu=1)").remove(0).0;
    let grid = Grid::<Malachite>::new(rational("1/16"), 128);
    let bins = Bins::of(&loss_pair.evaluate(128), &grid, (-80..=80).collect(), &Control::default())
        .unwrap();
    let (fine, coarse) = (Resolution { bits: 100, cut: 100 }, Resolution { bits: 100, cut: 3 });
    let at = bins.statistics(&bins.shares(&grid));
    let pace = DoublingSchedule::default();
    for k in [1, 2, 4] {
        let lower = Lower {
            accepted: bins
                .accepted(&at, &Tilt::NONE, fine)
                .power(k, &pace, &SplitWeights::NONE, fine, &idle())
                .unwrap(),
            accepted_tilt: Tilt::NONE,
            rejected: bins
                .rejected(&at, &Tilt::NONE, coarse)
                .power(k, &pace, &SplitWeights::NONE, coarse, &idle())
                .unwrap(),
            rejected_tilt: Tilt::NONE,
            infinite: Interval::<Malachite>::zero(128),
        };
        for eps in ["0", "1", "3"] {
            let (_, high, _) = delta(&format!("gdp(mu=1)^{k}"), eps);
            let below = lower.delta(&real(eps), 128).lower().to_rational().unwrap();
            assert!(
                fraction(&below.to_string()) <= high,
                "{k} steps at {eps}: {below} is above {high}"
            );
        }
    }
}

/// A measure as exact masses.
fn exact<const UP: bool>(measure: &TiltedMeasure<UP>) -> Vec<(i64, Rational)> {
    (measure.start()..).zip(measure.masses().map(RegisterFloat::to_rational)).collect()
}

fn convolution(
    a: &[(i64, Rational)],
    b: &[(i64, Rational)],
) -> std::collections::BTreeMap<i64, Rational> {
    let mut sums = std::collections::BTreeMap::new();
    for (i, x) in a {
        for (j, y) in b {
            *sums.entry(i + j).or_insert_with(|| Rational::from(0)) += x * y;
        }
    }
    sums
}

fn check_convolution<const UP: bool>(a: &[u64], b: &[u64], resolution: Resolution) {
    let masses = |xs: &[u64]| -> Vec<RegisterFloat<UP>> {
        xs.iter().map(|x| RegisterFloat::from_integer(u128::from(*x)).shift(-20)).collect()
    };
    let exactly = |start: i64, xs: &[u64]| -> Vec<(i64, Rational)> {
        (start..).zip(xs.iter().map(|x| Rational::from(*x) >> 20u32)).collect()
    };
    let (x, y) = {
        let measure =
            |start, xs| TiltedMeasure::new(start, &masses(xs), RegisterFloat::ZERO, resolution);
        (measure(-3, a), measure(5, b))
    };
    let total =
        |masses: &[(i64, Rational)]| masses.iter().fold(Rational::from(0), |sum, (_, x)| sum + x);
    for (measure, truth) in [
        (x.clone(), exactly(-3, a)),
        (y.clone(), exactly(5, b)),
        (
            x.convolve(Some(&y), resolution, &idle()).unwrap(),
            convolution(&exactly(-3, a), &exactly(5, b)).into_iter().collect(),
        ),
        (
            x.convolve(None, resolution, &idle()).unwrap(),
            convolution(&exactly(-3, a), &exactly(-3, a)).into_iter().collect(),
        ),
    ] {
        let kept = exact(&measure);
        let lost = measure.lost().to_rational();
        let zero = Rational::from(0);
        for (i, mass) in &kept {
            let true_mass = truth.iter().find(|(j, _)| j == i).map_or(&zero, |(_, x)| x);
            // A cut in a factor is missing here, and among what was lost.
            let side = if UP { mass + &lost >= *true_mass } else { mass <= true_mass };
            assert!(side, "mass {mass} for {true_mass} at {i}");
        }
        if UP {
            assert!(total(&kept) + lost >= total(&truth), "mass has disappeared");
            assert!(truth.iter().all(|(i, x)| *x == 0 || *i <= measure.reach()));
        } else {
            assert!(total(&kept) <= total(&truth));
        }
        // What is rounded is little: a unit for each coefficient, and twice what may be cut.
        let unit = total(&truth) / Rational::from(1u64 << (resolution.bits - 1));
        let allowed = unit * Rational::from(3 * (a.len() + b.len() + 3)) * Rational::from(3)
            + total(&truth) * Rational::from(10) / Rational::from(1u64 << resolution.cut.min(62));
        let difference = total(&kept) - total(&truth);
        assert!(
            -&allowed <= difference && difference <= allowed,
            "{difference} is more than {allowed}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40 * effort() as u32))]

    #[test]
    fn measures_round_to_their_side(
        a in prop::collection::vec(0u64..1 << 20, 1..40),
        b in prop::collection::vec(0u64..1 << 20, 1..40),
        (bits, cut) in (12u32..60, 4u32..40),
    ) {
        prop_assume!(a.iter().sum::<u64>() > 0 && b.iter().sum::<u64>() > 0);
        check_convolution::<true>(&a, &b, Resolution { bits, cut });
        check_convolution::<false>(&a, &b, Resolution { bits, cut });
    }

    #[test]
    fn tilting_there_and_back_stays_on_its_side(
        masses in prop::collection::vec(1u64..1 << 40, 1..60),
        start in -1000i64..1000,
        weight in 1u64..1 << 20,
    ) {
        let tilt = Tilt::near_exp(&(Rational::from(weight) >> 24u32));
        prop_assert!(tilt.weight() > 1);
        fn check<const UP: bool>(tilt: &Tilt, start: i64, masses: &[u64]) {
            let floats: Vec<RegisterFloat<UP>> =
                masses.iter().map(|x| RegisterFloat::from_integer(u128::from(*x))).collect();
            let tilted = tilt.apply(start, &floats);
            let back = tilt.remove(start, tilted.iter().copied());
            let mut power = Interval::<Malachite>::from_rational(&tilt.weight(), 400).pow(start);
            for ((there, back), mass) in tilted.iter().zip(&back).zip(masses) {
                let truth = &power * &Interval::from_u64(*mass, 400);
                let (low, high) = ends(&truth);
                assert!(if UP { there.to_rational() >= low } else { there.to_rational() <= high });
                assert!(if UP { back.to_rational() >= *mass } else { back.to_rational() <= *mass });
                let distance = there.to_rational() / &low - Rational::from(1);
                assert!((Rational::from(-1) >> 100u32) < distance && distance < (Rational::from(1) >> 100u32));
                power = &power * &Interval::from_rational(&tilt.weight(), 400);
            }
        }
        check::<true>(&tilt, start, &masses);
        check::<false>(&tilt, start, &masses);
    }

    /// Any k, mu and eps: the closed form of the Gaussian lies inside.
    #[test]
    fn gaussians_contain_their_closed_form(mu in 1u64..30, k in 1u64..30, tenths in 0u64..120) {
        let mechanism = format!("gdp(mu={mu}/20)^{k}");
        let eps = format!("{tenths}/10");
        let (lower, upper) = on_grid::<Malachite>(&mechanism, &eps, 3);
        let (low, high, _) = delta(&mechanism, &eps);
        let (lower, upper) = (fraction(&lower.to_string()), fraction(&upper.to_string()));
        prop_assert!(lower <= high && upper >= low, "{mechanism} at {eps}");
        // Within thirty standard deviations the gap is the one that was asked for, or nearly.
        let near = tenths * tenths * 4 <= 900 * mu * mu * k;
        prop_assert!(!near || &upper - &lower <= &upper * fraction("1/4"), "{mechanism} at {eps}: wide");
    }
}

/// Every bin keeps the masses of P and Q, and its losses are where it says.
#[test]
fn bins_partition_the_masses() {
    for mechanism in [
        "gdp(mu=1)",
        "laplace(eps=3/4)",
        "discrete-gaussian(sigma_sq=5, shifts=[2])",
        "subsample(method=poisson, rate=1/7, adjacency=add-remove, mechanism=gaussian(sigma=2))",
        "subsample(method=poisson, rate=1/7, adjacency=add-remove, mechanism=discrete-gaussian(sigma_sq=4))",
        "subsample(method=without-replacement, rate=1/7, adjacency=replace-one, mechanism=laplace(eps=1))",
    ] {
        let steps = Mechanism::parse(mechanism).unwrap().steps().unwrap();
        for direction in [Direction::Forward, Direction::Reverse] {
            for loss_pair in
                steps.iter().flat_map(|(step, _)| step.loss_pairs(direction, Role::Dominating))
            {
                check_partition(mechanism, &loss_pair, 128);
                check_partition(mechanism, &loss_pair, 14);
            }
        }
    }
    // Infinite losses, which a mixture takes from Q and leaves to P.
    let (base, rate) =
        (Box::new(loss_pairs("approx-dp(eps=1, delta=1/50)").remove(0).0), real("1/7"));
    check_partition(
        "mixture",
        &LossPair::Mixed(Mixed {
            base: base.clone(),
            rate: rate.clone(),
            direction: Direction::Forward,
        }),
        128,
    );
    check_partition(
        "reverse mixture",
        &LossPair::Mixed(Mixed {
            base: base.clone(),
            rate: rate.clone(),
            direction: Direction::Reverse,
        }),
        128,
    );
    check_partition("replaced", &LossPair::Replaced(Replaced { base, rate }), 128);
}

fn check_partition(name: &str, loss_pair: &LossPair, bits: u64) {
    let grid = Grid::<Malachite>::new(rational("1/8"), bits);
    let loss_pair = loss_pair.evaluate(bits);
    let bins = Bins::of(&loss_pair, &grid, (-40..=40).collect(), &Control::default()).unwrap();
    let sum = |q: bool| {
        let all = bins.bins.iter().chain([&bins.above, &bins.below]);
        let zero = Interval::<Malachite>::zero(bits);
        all.fold(zero, |sum, masses| &sum + if q { &masses.q } else { &masses.p })
    };
    // Q-mass at minus infinity is in no bin.
    let nowhere = if let Evaluated::Atoms(atoms) = &loss_pair {
        &atoms.infinite.q
    } else {
        &Interval::zero(bits)
    };
    assert!((&sum(true) + nowhere).contains(&Rational::from(1)), "{name}: Q {:?}", sum(true));
    assert!(
        (&sum(false) + &bins.infinite).contains(&Rational::from(1)),
        "{name}: P {:?}",
        sum(false)
    );
    for (i, masses) in (bins.start()..).zip(&bins.bins) {
        // e^(i h) Q <= P <= e^((i+1) h) Q, as far as intervals can tell.
        let low = &grid.line(i).ratio * &masses.q;
        let high = &grid.line(i + 1).ratio * &masses.q;
        assert!(low.lower() <= masses.p.upper(), "{name}, bin {i}");
        assert!(masses.p.lower() <= high.upper(), "{name}, bin {i}");
    }
}

#[test]
fn infinite_masses_add_up() {
    let x = |text: &str| Interval::<Malachite>::from_rational(&rational(text), 128);
    let none = (Fraction::one() - fraction("1/10")).pow(3) * (Fraction::one() - fraction("1/1000"));
    let (low, high) = ends(&any_of(&[(x("1/10"), 3), (x("1/1000"), 1)], 128));
    let truth = Fraction::one() - none;
    assert!(fraction(&low.to_string()) <= truth && truth <= fraction(&high.to_string()));
    // Small enough for the expansion to be the better one, large enough for its second term to be
    // seen.
    for (text, count) in [("1e-21", 3u64), ("3e-20", 1), ("1e-22", 90)] {
        let (low, high) = ends(&any_of(&[(x(text), count)], 128));
        let truth = Rational::from(1) - (Rational::from(1) - rational(text)).pow(count);
        assert!(
            low <= truth && truth <= high,
            "{count} times {text}: [{low}, {high}] misses {truth}"
        );
        assert!((&high - &low) << 62u32 <= truth, "{count} times {text}: wide");
    }
    let (low, high) = ends(&any_of(&[(x("1e-60"), 1000)], 128));
    assert!(low <= rational("1e-57") && rational("1e-57") - rational("1e-113") <= high);
    assert!((high - low) * rational("1e35") < rational("1e-57"), "no cancellation");
}

/// A step that hides nothing, beside one with finite losses: delta is 1 and no eps is finite.
#[test]
fn a_step_without_finite_losses() {
    for nothing_hidden in ["approx-dp(eps=0, delta=1)", "finite-pair(p=[1, 0], q=[0, 1])^3"] {
        let mechanism = format!("gaussian(sigma=3/2) * {nothing_hidden} * laplace(eps=1)");
        let (lo, hi, answer) = delta(&mechanism, "5");
        assert!(answer.met && lo == Fraction::one() && hi == Fraction::one(), "{answer:?}");
        let eps = dpcert::eps(mechanism.as_str(), "1/2").unwrap();
        assert!(eps.is_infinite(), "{mechanism}");
    }
}

/// Losses on a lattice leave gaps between the masses of a finer grid, where rounding up Q alone
/// leaves something: the best test must not be looked for there.
#[test]
fn the_lower_bound_is_not_lost_in_gaps() {
    let mechanism = Mechanism::parse("discrete-gaussian(sigma_sq=1, shifts=[1, -1])^65").unwrap();
    let question = Question::of(&mechanism, &Query::Delta { eps: Real::from(1u64) });
    let answer = dpcert::ask(&question, &Options { gap_bits: 20, ..Options::default() }).unwrap();
    let Content::Number(bounds) = &answer.content else { panic!("one number") };
    let (lo, hi) = (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi));
    assert!(answer.met && lo > fraction("9999/10000") && hi < Fraction::one(), "{answer:?}");
}

/// The two directions of Poisson sampling have the same total variation, exactly.
#[test]
fn directions_that_agree_stay_exact() {
    let sampled = "subsample(method=poisson, rate=1/5, adjacency=add-remove, mechanism=randomized-response(eps=ln(3)))";
    let (_, _, answer) = number(sampled, &Query::Tv);
    let Content::Number(bounds) = answer.content else { panic!("one number") };
    assert_eq!(bounds.printed().exact.as_deref(), Some("1/10"));
}

/// A lattice or an enumeration that would be too costly is merged on a grid: between both ends is
/// what it says.
#[test]
fn too_many_losses_are_merged() {
    let sample = "subsample(method=poisson, rate=1/10, adjacency=add-remove, \
                  mechanism=randomized-response(eps=1, categories=3))";
    for (mechanism, eps, work) in [
        ("approx-dp(eps=1/3000, delta=1e-8)^(10^7)".to_owned(), "2", 15_000_000_000),
        // In both directions together.
        (format!("{sample}^60"), "1/2", 2_000_000),
    ] {
        let parsed = Mechanism::parse(&mechanism).unwrap();
        let query = Query::Delta { eps: real(eps) };
        let limits = Limits { work, ..Limits::default() };
        let merged = dpcert::ask(
            &Question::of(&parsed, &query),
            &Options { gap_bits: 4, limits, ..Options::default() },
        )
        .unwrap();
        assert_eq!(
            (merged.method.name(), merged.met, merged.tight),
            ("grid", true, true),
            "{mechanism}"
        );
        let Content::Number(merged) = merged.content else { panic!("one number") };
        let (lower, upper) = (decimal(&merged.printed().lo), decimal(&merged.printed().hi));
        let (low, high, exact) = delta(&mechanism, eps);
        assert_ne!(exact.method.name(), "grid", "{mechanism}");
        assert!(lower <= low && high <= upper, "{mechanism}: {merged:?}, but {low} to {high}");
        assert!(&upper - &lower <= &upper * fraction("1/16"), "{mechanism}: {merged:?}");
    }
}
