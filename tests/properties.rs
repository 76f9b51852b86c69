//! Laws that hold for every parameter.

use crate::support::*;
use dpcert::composition::lattice::{Measure, Scaling};
use dpcert::composition::{Arithmetic, Route, tabulate};
use dpcert::exact::{Malachite, Rounding, Value};
use dpcert::{Content, Control, Mechanism, Options, Query, Question};
use malachite::Natural;
use malachite::rational::Rational;
use num_traits::{One, Zero};
use proptest::prelude::*;

/// e^eps as p/q > 1, and shares in [0, 1], all small.
fn e() -> impl Strategy<Value = String> {
    (1u32..9, 1u32..9).prop_map(|(p, q)| format!("{}/{q}", p + q))
}

fn share() -> impl Strategy<Value = String> {
    (0u32..=12).prop_map(|n| format!("{n}/12"))
}

fn three_point(e: &str, delta: &str, alpha: &str) -> String {
    format!("approx-dp-tv(eps=ln({e}), delta={delta}, alpha={alpha})")
}

fn scalar(name: &str, query: Query) -> Fraction {
    exact_of(&number(ask(name, query)))
}

fn delta(name: &str, g: &str) -> Fraction {
    scalar(name, Query::Delta { eps: real(&format!("ln({g})")) })
}

fn beta(name: &str, alpha: &str) -> Fraction {
    scalar(name, Query::Beta { alpha: real(alpha) })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// More budget, more steps, less slack: delta grows with eps_0, delta_0, eta and k, and falls
    /// in the eps at which it is read.
    #[test]
    fn delta_is_monotone(e in e(), d in share(), a in share(), k in 0u64..7, g in e(), more in 1u32..5) {
        let at = |e: &str, d: &str, a: &str, k: u64, g: &str| delta(&format!("{}^{k}", three_point(e, d, a)), g);
        let here = at(&e, &d, &a, k, &g);
        let larger = |x: &str| (fraction(x) + Fraction::new(more.into(), 60.into())).min(Fraction::one()).to_string();
        let wider = (fraction(&e) + Fraction::new(more.into(), 7.into())).to_string();
        // Larger alpha is less total variation.
        prop_assert!(at(&e, &d, &larger(&a), k, &g) <= here);
        prop_assert!(at(&e, &d, &a, k + 1, &g) >= here);
        prop_assert!(at(&e, &d, &a, k, &(fraction(&g) + Fraction::one()).to_string()) <= here);
        // With alpha fixed the total variation moves with delta and eps; for alpha = 0 the class
        // grows.
        let kov = at(&e, &d, "0", k, &g);
        prop_assert!(at(&wider, &d, "0", k, &g) >= kov);
        prop_assert!(at(&e, &larger(&d), "0", k, &g) >= kov);
    }

    /// Kairouz-Oh-Viswanath is Ghazi-Issa at alpha = 0, and so is the largest eta.
    #[test]
    fn kov_is_ghazi_issa_at_alpha_0(e in e(), d in share(), k in 0u64..9, g in e()) {
        let kov = format!("approx-dp(eps=ln({e}), delta={d})^{k}");
        let expected = delta(&kov, &g);
        let at_zero = format!("{}^{k}", three_point(&e, &d, "0"));
        prop_assert_eq!(&delta(&at_zero, &g), &expected);
        let eta = format!("{d} + (1-{d})*({e}-1)/({e}+1)");
        let largest = format!("approx-dp-tv(eps=ln({e}), delta={d}, eta={eta})^{k}");
        prop_assert_eq!(&delta(&largest, &g), &expected);
    }

    /// The region of a symmetric pair is symmetric, convex, decreasing, and below 1 - alpha; the
    /// trade-off function is the conjugate of delta: beta = max over g of 1 - delta(ln g) - g
    /// alpha.
    #[test]
    fn regions_are_symmetric_and_convex(e in e(), d in share(), a in share(), k in 1u64..6, level in share()) {
        let name = format!("{}^{k}", three_point(&e, &d, &a));
        let Content::Region(vertices) = ask(&name, Query::Region) else { panic!() };
        let points: Vec<_> = vertices.iter().map(|(x, y)| (exact_of(x), exact_of(y))).collect();
        let mut mirrored: Vec<_> = points.iter().map(|(x, y)| (y.clone(), x.clone())).collect();
        mirrored.reverse();
        // The axes differ: the region starts at (0, 1 - delta) and ends at (1, 0).
        let inner = |points: &[(Fraction, Fraction)]| -> Vec<_> {
            points.iter().filter(|(x, y)| *x < Fraction::one() && *y < Fraction::one()).cloned().collect()
        };
        prop_assert_eq!(inner(&points), inner(&mirrored));
        for ends in points.windows(3) {
            let [p, q, r] = ends else { continue };
            let turn = (&q.0 - &p.0) * (&r.1 - &q.1) - (&r.0 - &q.0) * (&q.1 - &p.1);
            prop_assert!(turn > Fraction::zero());
        }
        let level = fraction(&level);
        let slopes: Vec<Fraction> = points.windows(2).filter(|w| w[1].0 > w[0].0)
            .map(|w| (&w[0].1 - &w[1].1) / (&w[1].0 - &w[0].0)).collect();
        let conjugate = slopes.iter().filter(|g| **g >= Fraction::one())
            .map(|g| Fraction::one() - delta(&name, &g.to_string()) - g * &level)
            .fold(Fraction::zero(), Ord::max);
        let value = beta(&name, &level.to_string());
        prop_assert!(value >= conjugate);
        // On the steep half the supremum is over g >= 1.
        if level <= value {
            prop_assert_eq!(value, conjugate);
        }
    }

    /// Composition is associative and commutative, and a power is a product.
    #[test]
    fn composition_is_associative(e in e(), f in e(), d in share(), a in share(), g in e(), level in share()) {
        let (x, y) = (three_point(&e, &d, &a), three_point(&f, "1/12", "1/3"));
        let z = "finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])";
        let orders = [
            format!("({x} * {y}) * {z}^2"), format!("{x} * ({y} * {z}^2)"), format!("{z} * {y} * {x} * {z}"),
            format!("({z}^1 * {x}^1)^1 * ({z} * {y})"),
        ];
        let all: Vec<_> = orders.iter().map(|name| (delta(name, &g), beta(name, &level))).collect();
        prop_assert!(all.windows(2).all(|w| w[0] == w[1]), "{:?}", all);
        let power = format!("{x}^3");
        let split = format!("{x} * {x}^2");
        prop_assert_eq!(delta(&power, &g), delta(&split, &g));
        // The same numbers by the general product instead of the recurrence: a step of loss 0 in
        // between.
        let mixed = format!("{x}^3 * approx-dp(eps=0, delta=1/97)");
        let scaled = Fraction::one() - (Fraction::one() - delta(&power, &g)) * fraction("96/97");
        prop_assert_eq!(delta(&mixed, &g), scaled);
    }

    /// Tables in fixed point and on intervals contain the exact ones, at precisions where a wrong
    /// rounding would show.
    #[test]
    fn enclosed_tables_contain_the_exact_ones(e in e(), d in share(), a in share(), k in 1u64..6, bits in 12u64..40) {
        for name in [
            format!("{}^{k}", three_point(&e, &d, &a)),
            format!("{}^{k} * {}", three_point(&e, &d, &a), three_point(&format!("({e})^2"), "1/9", "1/2")),
            format!("{}^{k} * finite-pair(p=[5/7, 2/7], q=[1/11, 10/11])", three_point(&e, &d, &a)),
        ] {
            let Route::Exact(shape) = Route::within(&Mechanism::parse(&name).unwrap(), &Options::default().budget()).unwrap() else { panic!("{name}") };
            let control = Control::default();
            let exact = tabulate::<Malachite>(&shape, Arithmetic::Exact, &control).unwrap().unwrap();
            let wide = tabulate::<Malachite>(&shape, Arithmetic::Enclosed { precision: bits }, &control).unwrap().unwrap();
            prop_assert_eq!(exact.rows.len(), wide.rows.len());
            let inside = |exact: &Value<Malachite>, wide: &Value<Malachite>| {
                exact.as_rational().is_some_and(|x| wide.enclose(bits).contains(x))
            };
            for (exact, wide) in exact.rows.iter().zip(&wide.rows) {
                prop_assert!(inside(&exact.p, &wide.p) && inside(&exact.q, &wide.q), "{}: {:?} {:?}", name, exact, wide);
            }
            prop_assert!(inside(&exact.p_infinite, &wide.p_infinite) && inside(&exact.q_infinite, &wide.q_infinite));
        }
    }
}

/// Fixed-point convolution keeps its side; rounded the other way it does not.
#[test]
fn a_flipped_fixed_point_rounding_is_noticed() {
    let masses: Vec<(i64, Natural)> =
        [(0, 1365u32), (1, 1366), (3, 1365)].map(|(i, n)| (i, Natural::from(n))).to_vec();
    let bits = 12;
    let exact = Measure::from_masses(&masses).power(5, Scaling::Exact);
    let keeps_side = |rounding: Rounding, used: Rounding| {
        let fixed =
            Measure::from_masses(&masses).power(5, Scaling::FixedPoint { bits, rounding: used });
        fixed.numerators.iter().zip(&exact.numerators).all(|(fixed, exact)| {
            let (fixed, exact) = (Rational::from(fixed), Rational::from(exact) >> (4 * bits));
            if rounding == Rounding::Down { fixed <= exact } else { fixed >= exact }
        })
    };
    for rounding in [Rounding::Down, Rounding::Up] {
        assert!(keeps_side(rounding, rounding));
        assert!(!keeps_side(rounding, rounding.opposite()));
    }
}

fn ask_on(name: &str, query: &Query) -> dpcert::Answer {
    let mechanism = Mechanism::parse(name).unwrap();
    dpcert::ask(&Question::of(&mechanism, query), &Options::default())
        .unwrap_or_else(|e| panic!("{name}: {e}"))
}

const ASSORTED: [&str; 9] = [
    "approx-dp(eps=1/10, delta=1e-6)^100",
    "approx-dp-tv(eps=3/5, delta=1/20, eta=1/5)^5",
    "approx-dp(eps=sqrt(2), delta=1e-3)^7",
    "randomized-response(eps=1, categories=5)^20",
    "multi-dp(constraints=[{eps=3/5, delta=1/20}, {eps=0, delta=1/5}])^4",
    "staircase(eps=1, gamma=1/3)^9 * approx-dp(eps=1/2, delta=1e-9)^3",
    "gaussian(sigma=sqrt(3))^3",
    "gdp(mu=40)",
    "laplace(eps=3/2)",
];

fn scalars() -> Vec<Query> {
    let mut all = vec![Query::Tv];
    all.extend(["0", "1/7", "1", "5/2"].map(|x| Query::Delta { eps: real(x) }));
    all.extend(["1e-5", "1/100", "1/3"].map(|x| Query::Eps { delta: real(x) }));
    all.extend(["0", "1e-6", "1/10", "1/2", "99/100", "1"].map(|x| Query::Beta { alpha: real(x) }));
    all
}

/// One thread or many: the same bytes.
#[test]
fn serial_is_parallel() {
    let all = || -> Vec<_> {
        let queries = || scalars().into_iter().chain([Query::Test { alpha: real("1/10") }]);
        ASSORTED.iter().flat_map(|name| queries().map(|query| ask_on(name, &query))).collect()
    };
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let serial = single.install(all);
    assert_eq!(serial, all());
    assert!(
        serial.iter().all(|answer| answer.met || answer.content == serial[0].content),
        "digits are missing"
    );
}

/// The ends of an answer as fractions; infinity compares above everything.
#[cfg(feature = "mpfr")]
fn ends(bounds: &Printed) -> (Option<Fraction>, Option<Fraction>) {
    let end = |text: &str| (text != "inf").then(|| decimal(text));
    (end(&bounds.lo), end(&bounds.hi))
}

/// Two engines, one truth: their enclosures overlap, and exact values are the same text. Whoever
/// asks both is told so.
#[cfg(feature = "mpfr")]
#[test]
fn malachite_and_mpfr_overlap() {
    use dpcert::EngineChoice;
    for name in ASSORTED {
        for query in scalars() {
            let question = Question::of(&Mechanism::parse(name).unwrap(), &query);
            let by =
                |engine| dpcert::ask(&question, &Options { engine, ..Options::default() }).unwrap();
            let (ours, theirs) = (by(EngineChoice::Malachite), by(EngineChoice::Mpfr));
            let both = by(EngineChoice::Both);
            assert_eq!((ours.engine, theirs.engine, both.engine), ("malachite", "mpfr", "both"));
            assert_eq!(both.content, ours.content, "{name} {query:?}");
            let (ours, theirs) = (number(ours.content), number(theirs.content));
            assert_eq!(ours.exact, theirs.exact);
            match (ends(&ours), ends(&theirs)) {
                ((Some(a), Some(b)), (Some(c), Some(d))) => {
                    assert!(a <= d && c <= b, "{name} {query:?}: {ours:?} {theirs:?}")
                }
                _ => assert_eq!((ours.lo, ours.hi), (theirs.lo, theirs.hi)),
            }
        }
    }
}

/// A promise of d digits is kept: `hi - lo <= 10^(1-d) |hi|`.
#[test]
fn digits_are_kept() {
    for digits in if effort() > 1 { &[1, 2, 5, 20, 60][..] } else { &[1, 5, 60] } {
        let digits = *digits;
        let options = Options { digits, ..Options::default() };
        for name in ASSORTED {
            for query in scalars() {
                let answer =
                    dpcert::ask(&Question::of(&Mechanism::parse(name).unwrap(), &query), &options)
                        .unwrap();
                let Printed { lo, hi, .. } = number(answer.content);
                assert!(answer.met, "{name} {query:?}");
                if hi != "inf" {
                    let (lo, hi) = (decimal(&lo), decimal(&hi));
                    let promise = &hi * decimal(&format!("10^(1-{digits})"));
                    assert!(
                        lo <= hi && &hi - &lo <= promise,
                        "{name} {query:?} {digits}: {lo} {hi}"
                    );
                }
            }
        }
    }
}
