//! The algebra on trade-off functions that are no polygons: against closed forms, and pointwise.

use super::*;
use crate::support::{Printed, chain, decimal, effort, written};
use dpcert::exact::literal::parse;
use dpcert::tradeoff::Gap;
use dpcert::{Content, Mechanism, Options, Query, Question, Refusal};
use num_traits::{One, Zero};

const POISSON: &str =
    "subsample(method=poisson, rate=1/4, adjacency=add-remove, mechanism=gdp(mu=2))";

fn content(mechanism: &str, query: &Query) -> Content {
    let parsed = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    dpcert::ask(&Question::of(&parsed, query), &Options::default())
        .unwrap_or_else(|e| panic!("{mechanism}: {e}"))
        .content
}

fn bounds(mechanism: &str, query: &Query) -> Printed {
    match content(mechanism, query) {
        Content::Number(bounds) => Printed::of(&bounds),
        other => panic!("{mechanism}: {other:?}"),
    }
}

/// Both ends of a number.
fn ends(mechanism: &str, query: &Query) -> (Fraction, Fraction) {
    let bounds = bounds(mechanism, query);
    (decimal(&bounds.lo), decimal(&bounds.hi))
}

fn delta(mechanism: &str, eps: &str) -> (Fraction, Fraction) {
    ends(mechanism, &Query::Delta { eps: real(eps) })
}

fn beta(mechanism: &str, alpha: &Fraction) -> (Fraction, Fraction) {
    ends(mechanism, &Query::Beta { alpha: real(&alpha.to_string()) })
}

/// Do two enclosures meet, and is the first one narrow: relatively, and to less than 2^-10?
fn agree(found: &(Fraction, Fraction), known: &(Fraction, Fraction), what: &str) {
    assert!(found.0 <= known.1 && known.0 <= found.1, "{what}: {found:?} {known:?}");
    assert!(&found.1 - &found.0 <= &found.1 * fraction("1/1000"), "{what}: {found:?}");
}

fn combined(parts: &[(&str, (Fraction, Fraction))]) -> (Fraction, Fraction) {
    let zero = (Fraction::zero(), Fraction::zero());
    parts.iter().fold(zero, |sum, (weight, (lo, hi))| {
        (sum.0 + fraction(weight) * lo, sum.1 + fraction(weight) * hi)
    })
}

const EPS: [&str; 6] = ["0", "ln(5)", "1/3", "1", "sqrt(5)", "4"];

#[test]
fn profiles_of_mixtures_and_unions_are_those_of_their_parts() {
    for eps in EPS.into_iter().take(effort()) {
        let (one, two, laplace) =
            (delta("gdp(mu=1)", eps), delta("gdp(mu=2)", eps), delta("laplace(eps=3)", eps));
        let found = delta("mixture(weights=[1/3, 2/3], mechanisms=[gdp(mu=1), gdp(mu=2)])", eps);
        agree(&found, &combined(&[("1/3", one.clone()), ("2/3", two.clone())]), eps);
        agree(
            &delta("erasure(rate=1/4, mechanism=gdp(mu=2))", eps),
            &combined(&[("3/4", two.clone())]),
            eps,
        );
        let found = delta("union(mechanisms=[gdp(mu=1), laplace(eps=3)])", eps);
        agree(&found, &(one.0.clone().max(laplace.0), one.1.clone().max(laplace.1)), eps);
        // A finite part next to it, and the other order of neighbours.
        let mixed = "mixture(weights=[1/2, 1/2], mechanisms=[finite-pair(p=[1/2, 1/2], q=[1/5, 4/5]), gdp(mu=1)])";
        let turned = "mixture(weights=[1/2, 1/2], mechanisms=[finite-pair(p=[1/5, 4/5], q=[1/2, 1/2]), gdp(mu=1)])";
        for (found, finite) in [
            (delta(mixed, eps), delta("finite-pair(p=[1/2, 1/2], q=[1/5, 4/5])", eps)),
            (delta(turned, eps), delta("finite-pair(p=[1/5, 4/5], q=[1/2, 1/2])", eps)),
            (
                delta(&format!("inverse(mechanism={mixed})"), eps),
                delta("finite-pair(p=[1/5, 4/5], q=[1/2, 1/2])", eps),
            ),
        ] {
            agree(&found, &combined(&[("1/2", finite), ("1/2", one.clone())]), eps);
        }
    }
    // What is left of irrational weights is bounded on both sides.
    let found =
        delta("mixture(weights=[exp(-1), 1-exp(-1)], mechanisms=[gdp(mu=1), gdp(mu=2)])", "1");
    let (one, two) = (delta("gdp(mu=1)", "1"), delta("gdp(mu=2)", "1"));
    let weight = |text: &str| fraction(text);
    let (low, high) = (weight("3678794411/10000000000"), weight("3678794412/10000000000"));
    let known = (
        &high * &one.0 + (Fraction::one() - &high) * &two.0,
        &low * &one.1 + (Fraction::one() - &low) * &two.1,
    );
    agree(&found, &known, "irrational weights");
}

#[test]
fn parts_that_hide_nothing_are_parts_too() {
    // The masses beyond a loss of the first part have exponents of up to 10^11 bits.
    for mu in ["1000", "1000000"] {
        let mixture =
            format!("mixture(weights=[1/2, 1/2], mechanisms=[gdp(mu={mu}), laplace(eps=1)])");
        let known = combined(&[
            ("1/2", (fraction("1"), fraction("1"))),
            ("1/2", delta("laplace(eps=1)", "0")),
        ]);
        agree(&delta(&mixture, "0"), &known, &mixture);
        let union = format!("union(mechanisms=[gdp(mu={mu}), laplace(eps=1)])");
        agree(&delta(&union, "0"), &(fraction("1"), fraction("1")), &union);
    }
}

/// `C_p(f) = min(f_p, f_p^-1)**` is both directions of a sample.
#[test]
fn samples_are_parts_and_have_parts() {
    let sample = |mechanism: &str, method: &str| {
        format!("subsample(method={method}, rate=1/4, adjacency=ADJ, mechanism={mechanism})")
            .replace("ADJ", if method == "poisson" { "add-remove" } else { "replace-one" })
    };
    for (i, eps) in ["0", "1/3", "11/10"].into_iter().enumerate() {
        let known = delta(POISSON, eps);
        let all = [
            format!("union(mechanisms=[{POISSON}])"),
            format!("inverse(mechanism={POISSON})"),
            format!("symmetrised(mechanism={POISSON})"),
            sample("union(mechanisms=[gdp(mu=2)])", "poisson"),
            sample("union(mechanisms=[gdp(mu=2)])", "without-replacement"),
            format!("union(mechanisms=[{}])", sample("gdp(mu=2)", "without-replacement")),
        ];
        // Every second one, all with more effort.
        for same in all.iter().skip(if effort() > 1 { 0 } else { i % 2 }).step_by(if effort() > 1 {
            1
        } else {
            2
        }) {
            agree(&delta(same, eps), &known, same);
        }
        agree(
            &delta(&format!("erasure(rate=1/3, mechanism={POISSON})"), eps),
            &combined(&[("2/3", known)]),
            eps,
        );
    }
    let finite = "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=approx-dp(eps=1, delta=1/10))";
    agree(&delta(&format!("union(mechanisms=[{finite}])"), "1/4"), &delta(finite, "1/4"), finite);
    let discrete = "discrete-gaussian(sigma_sq=4)";
    agree(
        &delta(&format!("erasure(rate=1/2, mechanism={discrete})"), "1/4"),
        &combined(&[("1/2", delta(discrete, "1/4"))]),
        discrete,
    );
    let asymmetric = "mixture(weights=[1/2, 1/2], mechanisms=[finite-pair(p=[1/2, 1/2], q=[1/5, 4/5]), gdp(mu=1)])";
    let refusal = Mechanism::parse(&sample(asymmetric, "without-replacement")).unwrap_err();
    assert!(refusal.to_string().contains("asymmetric pair"), "{refusal}");
}

/// The intersection with a finite function: from below by tests, `delta(g) >= 1 - g alpha - max(f,
/// h)(alpha)`, and from above by mixed profiles, `delta(s g_1 + (1-s) g_2) <= s delta_f(g_1) +
/// (1-s) delta_h(g_2)`.
#[test]
fn an_intersection_is_pointwise_the_largest() {
    let (f, h) = ("gdp(mu=1)", "approx-dp(eps=ln(3), delta=1/100)");
    let both = format!("intersection(mechanisms=[{f}, {h}])");
    let levels = (1..60).map(|i| fraction(&format!("{i}/120")));
    let largest = |alpha: &Fraction| beta(f, alpha).1.max(beta(h, alpha).1);
    let function: Vec<_> = levels.map(|alpha| (largest(&alpha), alpha)).collect();
    for g in ["1", "3/2", "2"] {
        let found = delta(&both, &format!("ln({g})"));
        let gain =
            |(beta, alpha): &(Fraction, Fraction)| Fraction::one() - fraction(g) * alpha - beta;
        let best = function.iter().map(gain).max().unwrap();
        assert!(best <= found.1 && &found.1 - &best <= fraction("1/300"), "{g}: {best} {found:?}");
        for (s, first) in [("1/3", "1/2"), ("1/2", "1"), ("2/3", "5/4"), ("1/4", "1/10")] {
            let (s, first) = (fraction(s), fraction(first));
            let second = (fraction(g) - &s * &first) / (Fraction::one() - &s);
            let profile = |name: &str, g: &Fraction| {
                // delta(1/g) = 1 - (1 - delta(g)) / g for both.
                if *g >= Fraction::one() {
                    return delta(name, &format!("ln({g})")).1;
                }
                Fraction::one()
                    - g * (Fraction::one() - delta(name, &format!("ln({})", g.recip())).1)
            };
            let above = &s * profile(f, &first) + (Fraction::one() - &s) * profile(h, &second);
            assert!(found.0 <= above, "{g}: {found:?} {above}");
        }
    }
    for i in 1..20 {
        let alpha = fraction(&format!("{i}/20"));
        let (first, second, found) = (beta(f, &alpha), beta(h, &alpha), beta(&both, &alpha));
        assert!(
            found.0 <= first.1.clone().max(second.1) && found.1 >= first.0.max(second.0),
            "{alpha}"
        );
        assert!(&found.1 - &found.0 <= fraction("1/1000"), "{alpha}: {found:?}");
    }
}

/// `1 - (1 - f)^{o 2}` is `f(1 - f(alpha))`; for noise whose logarithm is concave, `1 - f` is a
/// shift of its distribution function, so that it is the noise at twice the distance.
#[test]
fn groups_of_a_class() {
    for i in (1..12).step_by(if effort() > 1 { 1 } else { 3 }) {
        let alpha = fraction(&format!("{i}/24"));
        for f in ["gdp(mu=1)", "laplace(eps=1)"] {
            let found = beta(&format!("group(size=2, mechanism=union(mechanisms=[{f}]))"), &alpha);
            let (low, high) = beta(f, &alpha);
            let known = (beta(f, &(Fraction::one() - low)).0, beta(f, &(Fraction::one() - high)).1);
            assert!(
                found.0 <= known.1 && known.0 <= found.1,
                "{f} at {alpha}: {found:?} {known:?}"
            );
            assert!(&found.1 - &found.0 <= fraction("1/1000"), "{f} at {alpha}: {found:?}");
            let shifted = beta(&format!("group(size=2, mechanism={f})"), &alpha);
            assert!(
                found.0 <= shifted.1 && shifted.0 <= found.1,
                "{f} at {alpha}: {found:?} {shifted:?}"
            );
        }
    }
    let parse = |text: &str| Mechanism::parse(text).unwrap();
    for noise in ["gdp(mu=1)", "laplace(eps=1)"] {
        let class = format!("group(size=2, mechanism=inverse(mechanism={noise}))");
        assert_eq!(parse(&class), parse(&format!("group(size=2, mechanism={noise})")));
    }
    // The draw does not look at the data: a mixture of groups.
    let drawn =
        delta("group(size=3, mechanism=erasure(rate=1/2, mechanism=laplace(eps=1)))", "1/2");
    agree(&drawn, &combined(&[("1/2", delta("laplace(eps=3)", "1/2"))]), "group of an erasure");
}

#[test]
fn compositions_of_operations_are_bounded() {
    let found = delta("union(mechanisms=[gdp(mu=1), gdp(mu=1/2)])^2", "1");
    let known = delta("gdp(mu=sqrt(2))", "1");
    assert!(found.0 <= known.1 && known.0 <= found.1, "{found:?} {known:?}");
    assert!(&found.1 - &found.0 <= fraction("1/500"), "{found:?}");
    let found = delta("union(mechanisms=[gdp(mu=1)]) * gdp(mu=1)", "1");
    let known = delta("gdp(mu=sqrt(2))", "1");
    assert!(found.0 <= known.1 && known.0 <= found.1, "{found:?} {known:?}");
    if effort() == 1 {
        return;
    }
    let sampled = format!("erasure(rate=1/2, mechanism={POISSON})^2");
    let found = delta(&sampled, "1");
    let once = delta(POISSON, "1");
    let twice = delta(&format!("{POISSON}^2"), "1");
    let known = combined(&[("1/2", once), ("1/4", twice)]);
    assert!(found.0 <= known.1 && known.0 <= found.1, "{found:?} {known:?}");
}

type Chain = Vec<(Fraction, Fraction)>;

fn height(chain: &Chain, alpha: &Fraction) -> Fraction {
    // The first vertex from alpha on, but for the first one of all.
    let end = chain.partition_point(|vertex| vertex.0 < *alpha).max(1);
    let ((left, high), (right, low)) = (&chain[end - 1], &chain[end]);
    if left == right { low.clone() } else { high - (high - low) * (alpha - left) / (right - left) }
}

/// Polygons of what was made lie on the right side of the parts, and as close as they say.
#[test]
fn polygons_are_drawn_around_operations() {
    let fine = if effort() > 1 { "1e-5" } else { "1e-3" };
    for (name, gap) in [("union", "1/100"), ("union", fine), ("intersection", fine)] {
        let mechanism = format!("{name}(mechanisms=[gdp(mu=1), laplace(eps=1)])");
        let query = Query::Polygon {
            gap: Gap::absolute(parse(gap).unwrap().as_rational().unwrap().clone()),
        };
        let Content::Polygons { inner, outer, gap: reached, met } = content(&mechanism, &query)
        else {
            panic!()
        };
        assert!(met && decimal(&written(&reached)) <= back(&real(gap)));
        let reached = written(&reached);
        let (inner, outer) = (chain(&inner), chain(&outer));
        for (alpha, _) in inner.iter().chain(&outer) {
            let distance = height(&inner, alpha) - height(&outer, alpha);
            assert!(
                distance >= Fraction::zero() && distance <= decimal(&reached),
                "{alpha}: {distance}"
            );
        }
        for i in 0..=40 {
            let alpha = fraction(&format!("{}/1600", i * i));
            let (first, second) = (beta("gdp(mu=1)", &alpha), beta("laplace(eps=1)", &alpha));
            if name == "union" {
                // The hull may be below both.
                assert!(height(&outer, &alpha) <= first.1.min(second.1), "{alpha}");
            } else {
                assert!(height(&outer, &alpha) <= first.1.clone().max(second.1.clone()), "{alpha}");
                assert!(height(&inner, &alpha) >= first.0.max(second.0), "{alpha}");
            }
        }
    }
}

/// What is symmetric is its own inverse and its own symmetrisation; so is what needs no operation.
#[test]
fn closed_forms_stay() {
    let parse = |text: &str| Mechanism::parse(text).unwrap();
    for mechanism in [
        "gdp(mu=1)",
        "laplace(eps=2)",
        "discrete-gaussian(sigma_sq=3)",
        POISSON,
        "gdp(mu=1) * laplace(eps=1)",
    ] {
        for kind in
            ["inverse(mechanism=M)", "symmetrised(mechanism=M)", "erasure(rate=0, mechanism=M)"]
        {
            let same = parse(&kind.replace('M', "gdp(mu=9)")).steps() == parse("gdp(mu=9)").steps();
            assert!(same, "{kind}");
            let made = Mechanism::parse(&kind.replace("M)", &format!("{mechanism})"))).unwrap();
            assert_eq!(made.steps(), parse(mechanism).steps(), "{kind} {mechanism}");
        }
    }
    let single = parse("mixture(weights=[0, 1], mechanisms=[gdp(mu=1), laplace(eps=1)])");
    assert_eq!(single, parse("laplace(eps=1)"));
    assert_eq!(parse("group(size=3, mechanism=gdp(mu=1))"), parse("gdp(mu=3)"));
}

#[test]
fn what_cannot_be_a_part_says_why() {
    let drawn = format!("mixture(weights=[1/2, 1/2], mechanisms=[{POISSON}, gdp(mu=1)])");
    for (mechanism, reason) in [
        ("union(mechanisms=[zcdp(rho=1), gdp(mu=1)])".to_owned(), "no trade-off function of its own"),
        ("union(mechanisms=[gdp(mu=1) * laplace(eps=1)])".to_owned(), "on a grid of losses"),
        ("union(mechanisms=[union(mechanisms=[gdp(mu=1)])^2])".to_owned(), "only bounds on its trade-off function"),
        (format!("group(size=2, mechanism=union(mechanisms=[{drawn}]))"), "take the union with the inverse"),
        (
            "group(size=2, mechanism=intersection(mechanisms=[gdp(mu=1), finite-pair(p=[1/2, 1/2], q=[1/5, 4/5])]))"
                .to_owned(),
            "take the union with the inverse",
        ),
        ("mixture(weights=[1/2, 1/3], mechanisms=[gdp(mu=1), gdp(mu=2)])".to_owned(), "sum of the weights is 5/6"),
    ] {
        let query = Query::Tv;
        let refusal = Mechanism::parse(&mechanism)
            .and_then(|mechanism| dpcert::ask(&Question::of(&mechanism, &query), &Options::default()).map(|_| ()))
            .unwrap_err();
        assert!(refusal.to_string().contains(reason), "{mechanism}: {refusal}");
        assert!(matches!(refusal, Refusal::Unsupported { .. } | Refusal::Input(_)), "{mechanism}: {refusal:?}");
    }
}
