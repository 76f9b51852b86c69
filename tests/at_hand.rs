//! An answer is within every bound that is at hand: basic composition, wider and narrower classes,
//! and delta next to an eps at which the loss has an atom.

use crate::support::answered::{answer, at, ends};
use crate::support::{Fraction, effort, fraction, real, whole};
use dpcert::exact::Malachite;
use dpcert::exact::engine::DirectedFloat;
use dpcert::{Method, Query};
use num_traits::{One, Zero};

/// A fraction above a number, and next to it.
fn above(text: &str) -> Fraction {
    let upper = real(text).enclose::<Malachite>(128).upper().to_rational().unwrap();
    fraction(&upper.to_string())
}

fn delta(eps: &str) -> Query {
    Query::Delta { eps: real(eps) }
}

fn eps(delta: &str) -> Query {
    Query::Eps { delta: real(delta) }
}

fn beta(alpha: &str) -> Query {
    Query::Beta { alpha: real(alpha) }
}

/// Mechanisms with the sum of the largest losses of their steps; the last ones take longer.
const PURE: [(&str, &str); 13] = [
    ("exponential(eps=1/1000)^2", "1/500"),
    ("exponential(eps=1)^3", "3"),
    ("exponential(eps=100)^2", "200"),
    ("laplace(eps=1/2) * randomized-response(eps=1)^2", "5/2"),
    (
        "mixture-of-shifts(laplace(eps=1/2), p=[1/2,1/2], shifts=[0,1], q=[1/2,1/2], q_shifts=[0,-1])",
        "1/2",
    ),
    ("group(2, poisson(1/2, laplace(eps=1/2)))", "2*ln(1/2 + exp(1/2)/2)"),
    ("noisy-max(noise=laplace, eps=1/2)^2", "1"),
    (
        "mixture(weights=[1/2,1/2], mechanisms=[laplace(eps=1/2), randomized-response(eps=1/3)])",
        "1/2",
    ),
    ("union(mechanisms=[laplace(eps=1/2), randomized-response(eps=1/3)])", "1/2"),
    ("exponential(eps=14/5)^2", "28/5"),
    ("exponential(eps=3) * exponential(eps=1/10)^2 * laplace(eps=1/2)", "37/10"),
    ("exponential(eps=3) * exponential(eps=1/10, composition=non-adaptive)^2", "16/5"),
    (
        "exponential(eps=1, composition=non-adaptive) * exponential(eps=3/2, composition=non-adaptive)^2",
        "4",
    ),
];
const QUICK: usize = 9;

/// An answer that is as narrow as asked may exceed a bound by as much.
#[test]
fn losses_add_up() {
    let some = fraction("1001/1000");
    let number = if effort() > 1 { PURE.len() } else { QUICK };
    for (mechanism, sum) in &PURE[..number] {
        for beyond in [sum.to_string(), format!("{sum} + 1/3")] {
            assert_eq!(
                ends(mechanism, &delta(&beyond)),
                (Fraction::zero(), Fraction::zero()),
                "{mechanism} {beyond}"
            );
        }
        let (low, high) = ends(mechanism, &eps("1e-60"));
        assert!(low <= high && high <= above(sum) * &some, "{mechanism}: {high}");
        let (_, high) = ends(mechanism, &Query::Tv);
        assert!(high <= above(&format!("1 - exp(-({sum}))")) * &some, "{mechanism}: {high}");
        let (low, _) = ends(mechanism, &beta("1/10"));
        for least in [format!("1 - exp({sum})/10"), format!("9/10*exp(-({sum}))")] {
            assert!(&low * &some >= above(&least), "{mechanism}: {least}");
        }
    }
}

/// With infinite losses, whose probabilities add up as well.
#[test]
fn infinite_losses_add_up() {
    let mechanism = "exponential(eps=1)^2 * approx-dp(eps=1/2, delta=1/100)";
    let (some, rest) = (fraction("1001/1000"), above("1/100"));
    let (low, high) = ends(mechanism, &delta("5/2"));
    assert!(low <= rest && rest <= high && high <= &rest * &some, "[{low}, {high}]");
    for delta in ["1/100", "1/99"] {
        let (_, high) = ends(mechanism, &eps(delta));
        assert!(high <= fraction("5/2") * &some, "{high}");
    }
}

/// The steps, with all ranges chosen before any output.
fn fixed(ranges: &str) -> String {
    ranges.replace(')', ", composition=non-adaptive)")
}

#[test]
fn a_class_is_within_a_wider_one() {
    let all = [
        "exponential(eps=3)^2",
        "exponential(eps=100)^2",
        "exponential(eps=1/10)^2 * exponential(eps=3)",
        "exponential(eps=1) * exponential(eps=3/2)^2",
    ];
    let queries =
        [delta("1/1000"), delta("4/5"), delta("3"), Query::Tv, eps("1/100"), eps("1e-30")];
    let few = if effort() > 1 { queries.len() } else { 4 };
    for ranges in all {
        for query in queries.iter().take(few) {
            let (low, high) = ends(ranges, query);
            let (fixed_low, fixed_high) = ends(&fixed(ranges), query);
            // The ends of one answer are as near to each other as asked, and no nearer.
            let near = fraction("1001/1000");
            assert!(fixed_high <= &high * &near, "{ranges} {query:?}: {fixed_high} > {high}");
            assert!(low * &near >= fixed_low, "{ranges} {query:?}: {fixed_low}");
        }
        let (low, high) = ends(ranges, &beta("1/10"));
        let (fixed_low, fixed_high) = ends(&fixed(ranges), &beta("1/10"));
        let near = fraction("999/1000");
        assert!(fixed_low >= &low * &near && high * &near <= fixed_high, "{ranges}");
    }
}

/// Two mechanisms of range ln(E), the second chosen after the first: the largest of many pairs of
/// two losses of the first, each with the best second one, `(1 - sqrt(v/E))^2 E/(E-1)` at v.
#[test]
fn large_ranges_have_polygons() {
    for root in [2u64, 4, 5, 20, 30] {
        let (one, r) = (Fraction::one(), whole(root));
        let e = &r * &r;
        let scale = &e / (&e - &one);
        // At `x^2`, for x >= 1/r.
        let second = |x: &Fraction| {
            let left = &one - x / &r;
            if *x >= r { Fraction::zero() } else { &left * &left * &scale }
        };
        for v in [one.clone(), r.clone(), e.clone()] {
            let pair = |x: &Fraction| {
                let s = &v * &e / (x * x);
                let (larger, smaller) = ((&e - &s) / (&e - &one), (&s - &one) / (&e - &one));
                let first = if *x >= one { second(&(x / &r)) } else { &one - x * x / &e };
                (s >= one && s <= e).then(|| larger * first + smaller * second(x))
            };
            let parts = 400 * root;
            let all = (1..=parts).filter_map(|i| pair(&(&e * whole(i) / whole(parts))));
            let best = all.max().unwrap();
            let answer = answer(&format!("exponential(eps=ln({e}))^2"), &at(&v.to_string()));
            assert!(answer.met && answer.method == Method::Polygons, "{e} {v}");
            let (low, high) = ends(&format!("exponential(eps=ln({e}))^2"), &at(&v.to_string()));
            assert!(
                best <= high && low <= &best * fraction("1001/1000"),
                "{e} {v}: [{low}, {high}], {best}"
            );
        }
    }
}

/// Beside another mechanism each of its outcomes has a range of its own.
#[test]
fn a_large_range_beside_another_mechanism() {
    // E = 36 at v = 4: V(v q/p) for the two outcomes of randomised response of ln(4), `(1 -
    // sqrt(v/E))^2 E/(E-1)`.
    let (low, high) = ends("exponential(eps=ln(36)) * randomized-response(eps=ln(4))", &at("4"));
    let truth = (fraction("4/5") * fraction("25/36") + fraction("1/5") * fraction("1/9"))
        * fraction("36/35");
    assert!(
        low <= truth && truth <= high && high <= &low * fraction("1001/1000"),
        "[{low}, {high}], {truth}"
    );
}

/// Mechanisms with an eps at which the loss has an atom, where e^eps is rational and where it is
/// not.
const TIES: [(&str, &str); 14] = [
    ("laplace(eps=1/2)", "1/2"),
    ("laplace(eps=ln(2))", "ln(2)"),
    ("poisson(1/2, laplace(eps=1/2))", "ln(1/2 + exp(1/2)/2)"),
    ("without-replacement(n=2, batch=1, mechanism=laplace(eps=1/2))", "ln(1/2 + exp(1/2)/2)"),
    ("laplace(eps=1/2) * finite-pair(p=[1,0], q=[1/3,2/3])", "ln(3) - 1/2"),
    ("laplace(eps=1/2) * finite-pair(p=[1,0], q=[1/3,2/3])", "ln(3) + 1/2"),
    ("laplace(eps=ln(2)) * finite-pair(p=[1,0], q=[1/3,2/3])", "ln(3/2)"),
    (
        "mixture-of-shifts(laplace(eps=1/2), p=[1/2,1/2], shifts=[0,1], q=[1/2,1/2], q_shifts=[0,-1])",
        "1/2",
    ),
    (
        "mixture-of-shifts(laplace(eps=ln(2)), p=[1/2,1/2], shifts=[0,1], q=[1/2,1/2], q_shifts=[0,-1])",
        "ln(2)",
    ),
    ("mixture-of-shifts(laplace(eps=1/2), p=[1/3,2/3], shifts=[0,2])", "ln(1/3 + 2/3*exp(1))"),
    ("group(2, poisson(1/2, laplace(eps=1/2)))", "1/2"),
    ("group(3, poisson(1/2, laplace(eps=1/2)))", "1/2"),
    ("group(2, poisson(1/3, laplace(eps=1/2)))", "2*ln(2/3 + exp(1/2)/3)"),
    ("exponential(eps=1/2, composition=non-adaptive)^3", "1/2"),
];

/// delta is convex in e^eps, falls, and falls by no more than eps grows.
#[test]
fn delta_is_continuous_at_atoms() {
    let distance = fraction("1/1000000000");
    for (mechanism, place) in TIES {
        let [before, here, after] = ["-1e-9", "+0", "+1e-9"].map(|moved| {
            let query = delta(&format!("{place}{moved}"));
            assert!(answer(mechanism, &query).met, "{mechanism} {place}{moved}");
            ends(mechanism, &query)
        });
        assert!(before.1 >= here.0 && here.1 >= after.0, "{mechanism} {place}");
        assert!(
            before.1 <= &after.0 + &distance * whole(2) + fraction("1/1000000000000"),
            "{mechanism} {place}"
        );
        // Twice the value in the middle is at most the sum of the others, but for the square of the
        // distance.
        let bend = &distance * &distance * whole(4);
        assert!(&here.0 * whole(2) <= &before.1 + &after.1 + bend, "{mechanism} {place}");
        assert!(
            before.0 <= here.1 + &distance && here.0 <= after.1 + &distance,
            "{mechanism} {place}"
        );
    }
}

/// The answers of mixtures and groups whose largest loss is asked.
#[test]
fn atoms_at_the_largest_loss() {
    let mixture = "mixture-of-shifts(laplace(eps=1/2), p=[1/2,1/2], shifts=[0,1], q=[1/2,1/2], q_shifts=[0,-1])";
    assert_eq!(ends(mixture, &delta("1/2")), (Fraction::zero(), Fraction::zero()));
    // Below the lower atom all of P is rejected, 1 - g/3; at it that is still the best test: g = 3
    // e^(-1/2).
    let (low, high) =
        ends("laplace(eps=1/2) * finite-pair(p=[1,0], q=[1/3,2/3])", &delta("ln(3) - 1/2"));
    let truth = above("1 - exp(-1/2)");
    assert!(low <= truth && truth <= high + fraction("1/1000000000000000000"), "{low}");
}

/// Scores that are moved alike disclose nothing.
#[test]
fn equal_distributions_have_no_distance() {
    let moved = "exponential(eps=1, scores=[3,3], neighbour_scores=[4,4], sensitivity=1)";
    for query in [Query::Tv, delta("0"), delta("1")] {
        assert_eq!(ends(moved, &query), (Fraction::zero(), Fraction::zero()), "{query:?}");
    }
}
