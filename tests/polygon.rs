//! Polygons around trade-off functions: the function lies between, and they are as close as they
//! say.

use crate::support::{Fraction, Shown, chain, decimal, effort, fraction, written};
use dpcert::exact::literal::parse;
use dpcert::tradeoff::Gap;
use dpcert::{Content, Mechanism, Options, Query, Question, Real};
use malachite::rational::Rational;
use num_traits::{One, Zero};

type Chain = Vec<(Fraction, Fraction)>;

fn polygons(mechanism: &str, gap: &str) -> (Chain, Chain, Fraction, bool) {
    let gap: Rational = parse(gap).unwrap().as_rational().unwrap().clone();
    let mechanism = Mechanism::parse(mechanism).unwrap();
    let answer = dpcert::ask(
        &Question::of(&mechanism, &Query::Polygon { gap: Gap::absolute(gap) }),
        &Options::default(),
    )
    .unwrap();
    let Content::Polygons { inner, outer, gap, met } = answer.content else { panic!("polygons") };
    (chain(&inner), chain(&outer), decimal(&written(&gap)), met)
}

fn height(chain: &Chain, alpha: &Fraction) -> Fraction {
    // The first vertex from alpha on, but for the first one of all.
    let end = chain.partition_point(|vertex| vertex.0 < *alpha).max(1);
    let ((left, high), (right, low)) = (&chain[end - 1], &chain[end]);
    if left == right { low.clone() } else { high - (high - low) * (alpha - left) / (right - left) }
}

fn beta(mechanism: &str, alpha: &Fraction) -> (Fraction, Fraction) {
    let alpha: Real = parse(&alpha.to_string()).unwrap();
    let query = Query::Beta { alpha };
    let answer = dpcert::ask(
        &Question::of(&Mechanism::parse(mechanism).unwrap(), &query),
        &Options::default(),
    )
    .unwrap();
    let Content::Number(bounds) = answer.content else { panic!("one number") };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
}

/// From alpha = 0 to (1, 0), falling, convex but for the last digits, and as close as `gap`.
fn are_sound(inner: &Chain, outer: &Chain, gap: &Fraction) {
    for chain in [inner, outer] {
        assert_eq!(chain.first().unwrap().0, Fraction::zero());
        assert_eq!(*chain.last().unwrap(), (Fraction::one(), Fraction::zero()));
        assert!(chain.windows(2).all(|ends| ends[0].0 <= ends[1].0 && ends[0].1 >= ends[1].1));
    }
    for (alpha, _) in inner.iter().chain(outer) {
        let distance = height(inner, alpha) - height(outer, alpha);
        assert!(distance >= Fraction::zero() && distance <= *gap, "{alpha}: {distance}");
    }
}

#[test]
fn the_function_lies_between() {
    for mechanism in
        ["gdp(mu=1)", "gdp(mu=1/10)^7", "gdp(mu=6)", "laplace(eps=1)", "laplace(eps=9)"]
    {
        for gap in ["1/10", "1e-3", "1e-5"].into_iter().take(1 + effort()) {
            let (inner, outer, reached, met) = polygons(mechanism, gap);
            assert!(met && reached <= parse_fraction(gap), "{mechanism}");
            are_sound(&inner, &outer, &reached);
            for i in 0..=40 {
                let alpha = fraction(&format!("{}/1600", i * i));
                let (lo, hi) = beta(mechanism, &alpha);
                assert!(height(&inner, &alpha) >= lo, "{mechanism} at {alpha}");
                assert!(height(&outer, &alpha) <= hi, "{mechanism} at {alpha}");
            }
        }
    }
}

fn parse_fraction(text: &str) -> Fraction {
    fraction(&parse(text).unwrap().as_rational().unwrap().to_string())
}

/// One direction of Poisson sampling has the trade-off function `q f + (1-q) Id`, the other its
/// inverse (Dong, Roth & Su, section 4): the polygons are those of the convex hull of both.
#[test]
fn sampling_in_both_directions() {
    let base = "gdp(mu=2)";
    let (inner, outer, reached, met) = polygons(
        "subsample(method=poisson, rate=1/4, adjacency=add-remove, mechanism=gdp(mu=2))",
        "1e-4",
    );
    assert!(met);
    are_sound(&inner, &outer, &reached);
    let quarter = fraction("1/4");
    let mut largest = Fraction::zero();
    for i in 1..40 {
        let alpha = fraction(&format!("{}/1600", i * i));
        let (lo, hi) = beta(base, &alpha);
        let sampled =
            |f: &Fraction| &quarter * f + (Fraction::one() - &quarter) * (Fraction::one() - &alpha);
        // (alpha, f) and, for the inverse, (f, alpha) are in the region.
        let (low, high) = (sampled(&lo), sampled(&hi));
        assert!(height(&outer, &alpha) <= high, "{alpha}");
        assert!(height(&outer, &high) <= alpha, "{alpha}");
        // Where the tangent of f_q supports the hull, the inner polygon is no higher than the gap.
        largest = largest.max(&low - height(&inner, &alpha));
        if i == 5 {
            assert!(height(&inner, &alpha) >= &low - fraction("1/1000000000"), "{alpha}");
        }
    }
    assert!(largest > Fraction::zero(), "the hull is below one direction somewhere");
}

/// More distance means fewer vertices: about the square root of the inverse gap.
#[test]
fn vertices_grow_with_the_root() {
    let count = |gap| polygons("gdp(mu=1)", gap).0.len();
    let (few, many) = (count("1e-3"), count("1e-5"));
    assert!(many < 16 * few && many > 5 * few, "{few}, {many}");
}

#[test]
fn mechanisms_that_hide_little_have_polygons_too() {
    // Lines that say nothing at the first losses, and two peaks of the loss far from each other.
    let sample =
        "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=gaussian(sigma=1/40))";
    for mechanism in ["gaussian(sigma=1)^1000", "laplace(eps=180)", "laplace(eps=50)^4", sample] {
        let (inner, outer, reached, met) = polygons(mechanism, "1e-4");
        assert!(met, "{mechanism}");
        are_sound(&inner, &outer, &reached);
    }
    // Beyond all losses that are tried: far apart, and it is said.
    let (inner, outer, reached, met) = polygons("gaussian(sigma=1/10000)", "1e-4");
    assert!(!met && reached >= Fraction::one());
    are_sound(&inner, &outer, &reached);
}
