//! Trade-off functions on a grid of losses: the truth lies inside, wherever it is known by another
//! route.

use crate::support::{Fraction, Shown, chain, decimal, effort, fraction, idle, written};
use dpcert::composition::Route;
use dpcert::composition::grid::compose::{Composed, Ledger};
use dpcert::composition::grid::measure::Resolution;
use dpcert::composition::grid::plan::{Aim, Plan};
use dpcert::composition::grid::trade_off::Curve;
use dpcert::enclosure::Outcome;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::{Interval, Malachite};
use dpcert::mechanism::{LossPair, Role};
use dpcert::pair::Direction;
use dpcert::quantity::{Refinement, Scalar, ScalarGoal, evaluate_scalar};
use dpcert::tradeoff::{Gap, Height, Side};
use dpcert::{
    Answer, Content, Control, Limits, Mechanism, Options, Query, Question, Real, Refusal,
};
use malachite::rational::Rational;
use num_traits::{One, Zero};

type Chain = Vec<(Fraction, Fraction)>;

fn real(text: &str) -> Real {
    parse(text).unwrap()
}

fn shown(x: &Rational) -> Fraction {
    fraction(&x.to_string())
}

fn loss_pairs(mechanism: &str, direction: Direction) -> Vec<(LossPair, u64)> {
    let steps = Mechanism::parse(mechanism).unwrap().steps().unwrap();
    let part = |(step, count): &(dpcert::mechanism::Dominating, u64)| {
        step.loss_pairs(direction, Role::Dominating)
            .into_iter()
            .map(|loss_pair| (loss_pair, *count))
            .collect::<Vec<_>>()
    };
    steps.iter().flat_map(part).collect()
}

fn ask(mechanism: &str, query: &Query) -> Result<Answer, Refusal> {
    dpcert::ask(&Question::of(&Mechanism::parse(mechanism).unwrap(), query), &Options::default())
}

fn number(mechanism: &str, query: &Query) -> (Fraction, Fraction) {
    let Content::Number(bounds) = ask(mechanism, query).unwrap().content else {
        panic!("one number")
    };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
}

fn beta(mechanism: &str, alpha: &str) -> (Fraction, Fraction) {
    number(mechanism, &Query::Beta { alpha: real(alpha) })
}

/// beta of a mechanism that is forced onto a grid, and whether `2^-bits` was reached.
fn on_grid(mechanism: &str, direction: Direction, alpha: &str, bits: u64) -> (Fraction, Fraction) {
    let scalar = Scalar::Beta { alpha: real(alpha) };
    let once = |_: &Outcome<Malachite>, _, _| true;
    let route = Route::Grid(loss_pairs(mechanism, direction));
    let limits = Limits::default();
    let sought = ScalarGoal { gap_bits: bits, ..ScalarGoal::new(&scalar) };
    let found = evaluate_scalar::<Malachite>(
        &route,
        &sought,
        &Options { limits, ..Options::default() }.budget(),
        once,
    )
    .unwrap();
    assert_eq!(found.refinement, Refinement::Grid);
    let interval = found.decision.outcome.enclose(found.decision.precision);
    (
        shown(&interval.lower().to_rational().unwrap()),
        shown(&interval.upper().to_rational().unwrap()),
    )
}

/// Mechanisms whose trade-off function is known by a closed form or a lattice.
const KNOWN: [&str; 10] = [
    "gdp(mu=1/10)^100",
    "gdp(mu=1)^2",
    "gdp(mu=3)",
    "laplace(eps=1)",
    "approx-dp(eps=1/10, delta=1e-3)^30",
    "approx-dp(eps=1, delta=1/10)^3",
    "multi-dp(constraints=[{eps=3/5, delta=1/20}, {eps=0, delta=1/5}])^5",
    "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])^7",
    "finite-pair(p=[1/2, 1/4, 1/4, 0], q=[1/8, 1/4, 1/2, 1/8])^3",
    "finite-pair(p=[1/3, 1/4, 1/4, 1/6], q=[0, 1/4, 1/2, 1/4])^2 * approx-dp(eps=1/7, delta=0)^10",
];

/// Relative accuracy where one of the errors is not small; and at both ends.
#[test]
fn the_truth_lies_inside() {
    let levels =
        ["0", "1e-9", "1/1000", "1/20", "1/3", "2/3", "19/20", "999/1000", "999999/1000000"];
    for (i, mechanism) in KNOWN.into_iter().enumerate() {
        for (j, alpha) in levels.into_iter().enumerate() {
            // Every second level, all with more effort.
            if (i + j) % 2 == 1 && effort() == 1 {
                continue;
            }
            let (low, high) = beta(mechanism, alpha);
            let (lower, upper) = on_grid(mechanism, Direction::Forward, alpha, 6);
            assert!(lower <= high, "{mechanism} at {alpha}: {lower} is above {high}");
            assert!(upper >= low, "{mechanism} at {alpha}: {upper} is below {low}");
            assert!(
                &upper - &lower <= &upper * fraction("1/20"),
                "{mechanism} at {alpha}: {lower} to {upper}"
            );
        }
    }
}

/// The function of the exchanged pair is the inverse: f(f^-1(alpha)) = alpha where it falls.
#[test]
fn both_directions() {
    let mechanism = "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])^7";
    for alpha in ["1/100", "1/5", "4/5"] {
        let (low, high) = on_grid(mechanism, Direction::Reverse, alpha, 10);
        let there = |x: &Fraction| beta(mechanism, &x.to_string());
        assert!(there(&high).0 <= fraction(alpha) && fraction(alpha) <= there(&low).1, "{alpha}");
    }
}

/// A small second error has all its digits: down to the level at which a symmetric function is its
/// inverse.
#[test]
fn small_errors_are_relative() {
    let (lower, upper) = on_grid("gdp(mu=2)^9", Direction::Forward, "1/2", 10);
    let (low, high) = beta("gdp(mu=6)", "1/2");
    assert!(lower <= high && low <= upper && upper < fraction("1/1000000000"));
    assert!(&upper - &lower <= &upper / fraction("1000"));
}

/// What the curve itself says, at losses of both signs: its lines run below the truth, its points
/// lie above.
fn is_sound(mechanism: &str, curve: &Curve<Malachite>, levels: &[(&str, Fraction, Fraction)]) {
    for i in -40i64..=40 {
        let loss = Rational::from_signeds(i * i.abs(), 100);
        let (slope, intercept) = curve.line(&loss).unwrap();
        for (alpha, _, high) in levels {
            let line = shown(&intercept) - shown(&slope) * fraction(alpha);
            assert!(
                line <= *high,
                "{mechanism}: the line at {loss} is above the function at {alpha}"
            );
        }
        let (alpha, error) = curve.point(&loss).unwrap();
        if alpha <= 1 {
            // On a convex function's graph or above it: the lines through it and known points tell.
            let (low, _) = beta(mechanism, &alpha.to_string());
            assert!(shown(&error) >= low, "{mechanism}: the point at {loss} is below the function");
        }
    }
    for (alpha, low, high) in levels {
        let level: Interval<Malachite> = real(alpha).enclose(128);
        let found = curve.beta(&level);
        assert!(shown(&found.lower().to_rational().unwrap()) <= *high, "{mechanism} at {alpha}");
        assert!(shown(&found.upper().to_rational().unwrap()) >= *low, "{mechanism} at {alpha}");
        // The least level with power 1 - f(alpha) is alpha, where f falls.
        let level = |beta: &Fraction| {
            curve.level(&Real::one().sub(&Real::from(rational(beta))).enclose(128))
        };
        assert!(
            shown(&level(high).lower().to_rational().unwrap()) <= exact(alpha),
            "{mechanism} at {alpha}"
        );
        if *low > Fraction::zero() {
            assert!(
                shown(&level(low).upper().to_rational().unwrap()) >= exact(alpha),
                "{mechanism} at {alpha}"
            );
        }
    }
}

/// A literal as a fraction.
fn exact(text: &str) -> Fraction {
    shown(real(text).as_rational().unwrap())
}

fn rational(x: &Fraction) -> Rational {
    parse(&x.to_string()).unwrap().as_rational().unwrap().clone()
}

const LEVELS: [&str; 9] =
    ["1/100000", "1/1000", "1/50", "1/10", "1/4", "1/2", "3/4", "9/10", "199/200"];

fn known(mechanism: &str) -> Vec<(&'static str, Fraction, Fraction)> {
    LEVELS
        .map(|alpha| (alpha, beta(mechanism, alpha)))
        .map(|(alpha, (low, high))| (alpha, low, high))
        .to_vec()
}

fn composed(mechanism: &str, change: impl Fn(Plan) -> Plan) -> Composed<Malachite> {
    let ledger = Ledger::<Malachite>::new(
        &loss_pairs(mechanism, Direction::Forward),
        60,
        &Control::default(),
    )
    .unwrap();
    let plan =
        change(ledger.plan(&ledger.untilted(), &Aim::at(&Rational::from_unsigneds(1u32, 100u32))));
    ledger.compose(&plan, &idle()).unwrap()
}

#[test]
fn lines_and_points_are_on_their_sides() {
    for mechanism in KNOWN {
        is_sound(mechanism, &Curve::of(&composed(mechanism, |plan| plan)), &known(mechanism));
    }
}

/// Few bits, coarse cuts and a window that is too narrow: wide, but not wrong.
#[test]
fn coarse_curves_are_right() {
    for mechanism in KNOWN {
        let truth = known(mechanism);
        for (bits, cut) in [(9, 3), (12, 6), (24, 12)].into_iter().take(effort()) {
            let coarse = |plan: Plan| Plan { resolution: Resolution { bits, cut }, ..plan };
            is_sound(mechanism, &Curve::of(&composed(mechanism, coarse)), &truth);
        }
        let narrow = |mut plan: Plan| {
            plan.parts
                .iter_mut()
                .for_each(|part| part.range = (&part.range.0 >> 2u32, &part.range.1 >> 2u32));
            plan
        };
        is_sound(mechanism, &Curve::of(&composed(mechanism, narrow)), &truth);
    }
}

fn polygons(mechanism: &str, gap: &str) -> (Chain, Chain, Fraction, Answer) {
    let gap = real(gap).as_rational().unwrap().clone();
    let found = ask(mechanism, &Query::Polygon { gap: Gap::absolute(gap) }).unwrap();
    let Content::Polygons { inner, outer, gap, .. } = &found.content else { panic!("polygons") };
    (chain(inner), chain(outer), decimal(&written(gap)), found.clone())
}

fn height(chain: &Chain, alpha: &Fraction) -> Fraction {
    // The first vertex from alpha on, but for the first one of all.
    let end = chain.partition_point(|vertex| vertex.0 < *alpha).max(1);
    let ((left, high), (right, low)) = (&chain[end - 1], &chain[end]);
    if left == right { low.clone() } else { high - (high - low) * (alpha - left) / (right - left) }
}

fn sampled(base: &str, rate: &str) -> String {
    format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={base})")
}

/// Compositions that only a grid knows: the inner polygon is above the outer one by no more than
/// the gap, and beta, evaluated apart, is compatible with both.
#[test]
fn polygons_of_compositions() {
    for mechanism in [
        "gdp(mu=1/2) * laplace(eps=1/3)^2",
        "laplace(eps=1)^20",
        "approx-dp(eps=1/4, delta=1/50) * laplace(eps=1/3)",
        "discrete-gaussian(sigma_sq=4)",
        "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])^2 * gdp(mu=1/4)",
    ] {
        let levels = known(mechanism);
        for gap in ["1/20", if effort() > 1 { "1e-4" } else { "1e-3" }] {
            let (inner, outer, reached, found) = polygons(mechanism, gap);
            assert!(found.met && reached <= exact(gap), "{mechanism}: {reached}");
            for chain in [&inner, &outer] {
                assert_eq!(*chain.last().unwrap(), (Fraction::one(), Fraction::zero()));
                assert!(
                    chain.windows(2).all(|ends| ends[0].0 <= ends[1].0 && ends[0].1 >= ends[1].1)
                );
            }
            for (alpha, _) in inner.iter().chain(&outer) {
                let distance = height(&inner, alpha) - height(&outer, alpha);
                assert!(
                    distance >= Fraction::zero() && distance <= reached,
                    "{mechanism} at {alpha}: {distance}"
                );
            }
            for (alpha, low, high) in &levels {
                let alpha = fraction(alpha);
                assert!(
                    height(&inner, &alpha) >= *low && height(&outer, &alpha) <= *high,
                    "{mechanism} at {alpha}"
                );
            }
        }
    }
}

/// A gap that is a part of the power, or of the type II error: at every vertex and between two the
/// polygons are that near, beta is between them, and there are far fewer vertices than with the
/// least of these distances everywhere.
#[test]
fn polygons_with_a_relative_gap() {
    let (size, plus) = (fraction("1/100"), fraction("1/100000"));
    let rational = |text: &str| real(text).as_rational().unwrap().clone();
    for mechanism in [
        "gdp(mu=2/3)".to_owned(),
        "laplace(eps=1/3)^5".to_owned(),
        format!("{}^60", sampled("gdp(mu=1)", "1/20")),
        "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/2, 1/3])^2 * gdp(mu=1/4)".to_owned(),
    ] {
        for of in [Side::Power, Side::Beta] {
            let height_of = Some(Height { of, plus: rational("1e-5") });
            let gap = Gap { size: rational("1/100"), height: height_of };
            let found = ask(&mechanism, &Query::Polygon { gap }).unwrap();
            let Content::Polygons { inner, outer, gap, met } = &found.content else {
                panic!("polygons")
            };
            assert!(*met && decimal(&written(gap)) <= size, "{mechanism}: {gap}");
            let (inner, outer) = (chain(inner), chain(outer));
            assert!(inner.len() < 300, "{mechanism}: {}", inner.len());
            let mut levels: Vec<Fraction> =
                inner.iter().chain(&outer).map(|(alpha, _)| alpha.clone()).collect();
            levels.sort();
            let middles: Vec<Fraction> =
                levels.windows(2).map(|ends| (&ends[0] + &ends[1]) / fraction("2")).collect();
            for alpha in levels.iter().chain(&middles) {
                let (low, high) = (height(&outer, alpha), height(&inner, alpha));
                let unit = match of {
                    Side::Power => Fraction::one() - &high,
                    Side::Beta => low.clone(),
                };
                let distance = &high - low;
                assert!(distance >= Fraction::zero(), "{mechanism} at {alpha}");
                assert!(distance <= &size * (unit + &plus), "{mechanism} at {alpha}");
            }
            for alpha in ["1e-5", "1e-4", "1/100", "1/2", "99/100", "9999/10000"] {
                let (low, high) = beta(&mechanism, alpha);
                let alpha = exact(alpha);
                // The hull of both directions may be below each.
                assert!(height(&outer, &alpha) <= high, "{mechanism} at {alpha}");
                if !mechanism.starts_with("subsample") {
                    assert!(height(&inner, &alpha) >= low, "{mechanism} at {alpha}");
                }
            }
        }
    }
}

/// Duality: `delta(eps)` is the largest `1 - f(alpha) - e^eps alpha`, so that the polygons enclose
/// it; delta is evaluated by another tilt on another grid.
#[test]
fn a_sampled_gaussian_by_duality() {
    let mechanism = format!("{}^60", sampled("gdp(mu=1)", "1/20"));
    let (inner, outer, reached, found) = polygons(&mechanism, "1e-4");
    assert!(found.met && found.tight);
    for (eps, ratio) in [("0", "1"), ("ln(3/2)", "3/2"), ("ln(3)", "3"), ("ln(8)", "8")] {
        let (low, high) = number(&mechanism, &Query::Delta { eps: real(eps) });
        let largest = |chain: &Chain| {
            let gain = |(alpha, beta): &(Fraction, Fraction)| {
                Fraction::one() - beta - fraction(ratio) * alpha
            };
            chain.iter().map(gain).max().unwrap()
        };
        assert!(largest(&inner) <= high && largest(&outer) >= low, "{eps}");
        assert!(largest(&outer) - largest(&inner) <= reached, "{eps}");
    }
}

/// `f` and its inverse of a Poisson sample: beta is the smaller one, the polygons are those of the
/// hull.
#[test]
fn both_directions_of_a_sample() {
    let mechanism = format!("{}^3", sampled("randomized-response(eps=ln(3))", "1/4"));
    let (inner, outer, _, found) = polygons(&mechanism, "1e-4");
    assert!(found.met && found.tight);
    for alpha in LEVELS {
        let (low, high) = beta(&mechanism, alpha);
        let alpha = fraction(alpha);
        assert!(height(&outer, &alpha) <= low, "the outer one is below both at {alpha}");
        // Where the hull is below both, the inner one may be, too, but not below the outer one.
        assert!(height(&inner, &alpha) <= &high + fraction("1/10000"), "{alpha}");
    }
    let on_grid = format!("{}^4", sampled("laplace(eps=1)", "1/4"));
    let (inner, outer, _, _) = polygons(&on_grid, "1e-3");
    for alpha in LEVELS {
        let (_, high) = beta(&on_grid, alpha);
        assert!(height(&outer, &fraction(alpha)) <= high, "{alpha}");
        assert!(height(&inner, &fraction(alpha)) <= high + fraction("1/1000"), "{alpha}");
    }
}

/// Without replacement nobody attains the dominating pair: two polygons that nothing brings
/// together, and the search ends all the same.
#[test]
fn a_gap_that_no_grid_closes() {
    let mechanism = "subsample(method=without-replacement, rate=1/4, adjacency=replace-one, mechanism=gdp(mu=1))^3";
    let (inner, outer, reached, found) = polygons(mechanism, "1e-4");
    assert!(!found.met && !found.tight && reached > fraction("1/1000"));
    for (alpha, _) in inner.iter().chain(&outer) {
        assert!(height(&inner, alpha) >= height(&outer, alpha));
    }
    let (low, high) = beta(mechanism, "1/4");
    let quarter = fraction("1/4");
    assert!(height(&outer, &quarter) <= high && height(&inner, &quarter) >= low);
    assert!(height(&outer, &quarter) >= &low - fraction("1/1000"));
    assert!(high - low > fraction("1/1000"));
}

/// The same with infinite losses, of which neighbours attain less: no loss is large enough to bring
/// f(0) down.
#[test]
fn a_gap_at_infinity() {
    let sampled = "subsample(method=without-replacement, rate=1/4, adjacency=replace-one, mechanism=approx-dp(eps=1, delta=1/5))";
    let (inner, outer, _, found) = polygons(&format!("{sampled}^3 * laplace(eps=1/3)"), "1e-2");
    assert!(!found.tight);
    for (alpha, _) in inner.iter().chain(&outer) {
        assert!(height(&inner, alpha) >= height(&outer, alpha));
    }
    assert!(inner[0].1 < fraction("19/20") && outer[0].1 > fraction("17/20"));
}

/// Mass at infinite loss: f(0) is what is left, and f is 0 before 1.
#[test]
fn infinite_losses() {
    let mechanism = "approx-dp(eps=1, delta=1/100) * laplace(eps=1/3)";
    let (low, high) = beta(mechanism, "0");
    assert!(
        low <= fraction("99/100")
            && fraction("99/100") <= high
            && high - low < fraction("1/1000000000")
    );
    assert_eq!(beta(mechanism, "199/200"), (Fraction::zero(), Fraction::zero()));
    let (inner, outer, _, _) = polygons(mechanism, "1e-4");
    let start = |chain: &Chain| chain[0].1.clone();
    assert!(start(&inner) >= fraction("99/100") && start(&outer) <= fraction("99/100"));
    assert!(start(&inner) <= fraction("9901/10000"));
}

#[test]
fn what_a_grid_does_not_answer() {
    let mechanism = "gdp(mu=1/2) * laplace(eps=1/3)";
    for (query, reason) in [
        (Query::Test { alpha: real("1/10") }, "ask for beta = 1 - power"),
        (Query::Region, "ask for polygon"),
    ] {
        let Err(refusal) = ask(mechanism, &query) else { panic!("{query:?} has an answer") };
        assert!(refusal.to_string().contains(reason), "{refusal}");
    }
}
