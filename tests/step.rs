//! Single steps that are evaluated without a grid: the same as sums written out, formulas of
//! sampling, grids and inverses.

use crate::support::{Fraction, Shown, decimal, effort, power, whole};
use dpcert::composition::Route;
use dpcert::enclosure::Outcome;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::literal::parse;
use dpcert::exact::{Interval, Malachite};
use dpcert::quantity::{Scalar, ScalarGoal, evaluate_scalar};
use dpcert::{Answer, Content, Mechanism, Method, Options, Query, Question};
use num_traits::{One, Zero};
use proptest::prelude::*;

fn poisson(rate: &str, mechanism: &str) -> String {
    format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={mechanism})")
}

fn answer(mechanism: &str, query: &Query) -> (Fraction, Fraction, Answer) {
    let mechanism = Mechanism::parse(mechanism).unwrap();
    let answer = dpcert::ask(&Question::of(&mechanism, query), &Options::default()).unwrap();
    let Content::Number(bounds) = &answer.content else { panic!("{query:?}") };
    assert!(answer.met, "{mechanism:?} {query:?}: {:?}", bounds.printed());
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi), answer)
}

fn delta(mechanism: &str, eps: &str) -> (Fraction, Fraction, Answer) {
    answer(mechanism, &Query::Delta { eps: parse(eps).unwrap() })
}

fn eps(mechanism: &str, delta: &str) -> (Fraction, Fraction, Answer) {
    answer(mechanism, &Query::Eps { delta: parse(delta).unwrap() })
}

fn beta(mechanism: &str, alpha: &str) -> (Fraction, Fraction, Answer) {
    answer(mechanism, &Query::Beta { alpha: parse(alpha).unwrap() })
}

/// Twenty digits, and the same number.
fn agree(x: &(Fraction, Fraction, Answer), low: &Fraction, high: &Fraction) {
    assert!(&x.1 - &x.0 <= decimal("1e-19") * &x.1, "{} {}", x.0, x.1);
    assert!(x.0 <= *high && *low <= x.1, "[{}, {}] and [{low}, {high}]", x.0, x.1);
}

/// For eps >= 0 the pair of a Poisson sample is `q delta(ln(1 + (e^eps - 1)/q))`, with the delta of
/// the pair that is sampled.
#[test]
fn a_sample_has_the_profile_of_the_formula() {
    for (rate, base, loss) in [
        ("1/1000", "gaussian(sigma=1)", "1"),
        ("1/1000", "gaussian(sigma=1)", "1/100"),
        ("1e-30", "gaussian(sigma=1/2)", "1e-20"),
        ("1/2", "gaussian(sigma=1/50)", "700"),
        ("999/1000", "gaussian(sigma=80)", "1/50"),
        ("1/7", "laplace(eps=3)", "2/3"),
        ("1/7", "laplace(eps=3)", "5"),
        // e^-1000, far beyond what is listed at 128 bits.
        ("1/3000", "discrete-gaussian(sigma_sq=60, sensitivity=2)", "1/2"),
    ] {
        let sample = delta(&poisson(rate, base), loss);
        let moved = delta(base, &format!("ln(1 + (exp({loss}) - 1)/({rate}))"));
        let rate = decimal(rate);
        agree(&sample, &(&rate * moved.0), &(&rate * moved.1));
        let is_listed = base.starts_with("discrete");
        assert_eq!(
            sample.2.method,
            if is_listed { Method::Enumeration } else { Method::ClosedForm }
        );
    }
}

/// `P(n) - Q(n)` of a shift by 1 telescopes: the total variation is the mass at 0.
#[test]
fn a_discrete_gaussian_is_a_sum() {
    for (variance, terms) in [("1/2", 20), ("4", 40), ("100", 200)] {
        let masses: Vec<String> =
            (1..terms).map(|n| format!("exp(-{}/(2*({variance})))", n * n)).collect();
        let total = parse(&format!("1 + 2*({})", masses.join(" + "))).unwrap();
        let total = total.enclose::<Malachite>(256);
        let [low, high] = [total.upper(), total.lower()]
            .map(|x| decimal(&x.to_rational().unwrap().to_string()).recip());
        let tv = answer(&format!("discrete-gaussian(sigma_sq={variance})"), &Query::Tv);
        agree(&tv, &low, &high);
        assert_eq!(tv.2.method, Method::Enumeration);
        // A sample of a symmetric pair is as far away as the rate says.
        let sample =
            answer(&poisson("1/3", &format!("discrete-gaussian(sigma_sq={variance})")), &Query::Tv);
        agree(&sample, &(low / whole(3)), &(high / whole(3)));
    }
}

/// Where the trade-off function of a sample is that of its first direction it is `q f(alpha) + (1 -
/// q)(1 - alpha)`, where it is that of the second the inverse of this.
#[test]
fn a_sample_has_the_errors_of_the_formula() {
    let (first, second) = (["1e-12", "1/100", "1/5"], ["4/5", "99/100"]);
    for (rate, base, first, second) in [
        ("7/20", "gdp(mu=9/5)", first.as_slice(), second.as_slice()),
        ("7/20", "laplace(eps=2)", &first, &second),
        ("7/20", "discrete-gaussian(sigma_sq=2/3)", &first, &second),
        // About e^-700, and 1 minus it beside a number near 1.
        ("1997/2000", "gdp(mu=39)", &[], &["9/4000"]),
    ] {
        let name = poisson(rate, base);
        let rate = decimal(rate);
        let mixed = |alpha: &Fraction| {
            let (low, high, _) = beta(base, &alpha.to_string());
            let rest = (Fraction::one() - &rate) * (Fraction::one() - alpha);
            (&rate * low + &rest, &rate * high + &rest)
        };
        for alpha in first {
            let (low, high) = mixed(&decimal(alpha));
            agree(&beta(&name, alpha), &low, &high);
        }
        for alpha in second {
            let found = beta(&name, alpha);
            let (above, below) = (mixed(&found.0).1, mixed(&found.1).0);
            assert!(below <= decimal(alpha) && decimal(alpha) <= above, "{name} {alpha}");
            assert!(&found.1 - &found.0 <= decimal("1e-19") * &found.1, "{name} {alpha}");
        }
    }
    // A level that few bits do not tell from 1: e^-100 is 3.72007597602...e-44.
    let name = poisson("1/100", "gaussian(sigma=1)");
    let [less, found, more] = ["3.7200759760e-44", "exp(-100)", "3.7200759761e-44"]
        .map(|x| beta(&name, &format!("1 - {x}")));
    assert!(less.0 < found.0 && found.1 < more.1, "{} {}", found.0, found.1);
    assert!(&found.1 - &found.0 <= decimal("1e-19") * &found.1);
}

/// eps is where delta is what it was asked for.
/// Each of two pairs beside noise may disclose everything: 1 - 9/10 * 3/4, whatever the noise.
#[test]
fn two_disclosures_are_both_infinite() {
    let both =
        "approx-dp(eps=0, delta=1/10) * finite-pair(p=[1/4, 3/4], q=[0, 1]) * gaussian(sigma=1)";
    let infinite = Fraction::new(13.into(), 40.into());
    agree(&delta(both, "60"), &infinite, &infinite);
}

#[test]
fn eps_and_back() {
    let replaced = "subsample(method=without-replacement, rate=1/9, adjacency=replace-one, mechanism=laplace(eps=1))";
    let mechanisms = [
        &poisson("1/1000", "gaussian(sigma=1)"),
        &poisson("1e-9", "gaussian(sigma=1/10)"),
        replaced,
        "discrete-gaussian(sigma_sq=30, sensitivity=2)",
        &poisson("1/50", "discrete-gaussian(sigma_sq=3)"),
    ];
    for (i, mechanism) in mechanisms.into_iter().enumerate() {
        for (j, loss) in ["1e-9", "1/64", "1/2", "1/10"].into_iter().enumerate() {
            // Every second loss, all with more effort.
            if (i + j) % 2 == 1 && effort() == 1 {
                continue;
            }
            let (low, high, _) = delta(mechanism, loss);
            if low.is_zero() {
                continue;
            }
            let [high, low] = [low, high].map(|delta| eps(mechanism, &delta.to_string()));
            assert!(
                low.0 <= decimal(loss) && decimal(loss) <= high.1,
                "{mechanism} {loss}: {} {}",
                low.0,
                high.1
            );
            assert!(
                &high.1 - &low.0 <= decimal("1e-8") * &high.1,
                "{mechanism} {loss}: {} {}",
                low.0,
                high.1
            );
        }
    }
    let none = eps(&poisson("1/1000", "gaussian(sigma=1)"), "1/2");
    assert!(none.0.is_zero() && none.1.is_zero());
    // At 128 bits all outcomes that matter are beyond those that are listed.
    let hidden = eps("discrete-gaussian(sigma_sq=7/100, sensitivity=3)", "1e-19");
    assert!(hidden.0 > whole(100) && &hidden.1 - &hidden.0 < decimal("1e-16"));
    let far = eps(&poisson("1/10", "gaussian(sigma=1)"), "1e-300");
    assert!(far.0 > power(&whole(2), 4) && far.1 - far.0 < decimal("1e-17"));
}

/// A scalar on a route, as it is first come by.
fn first(route: &Route, scalar: &Scalar) -> Interval<Malachite> {
    let budget = Options::default().budget();
    let found = evaluate_scalar::<Malachite>(
        route,
        &ScalarGoal::new(scalar),
        &budget,
        |_: &Outcome<_>, _, _| true,
    )
    .unwrap();
    found.decision.outcome.enclose(found.decision.precision)
}

fn base() -> impl Strategy<Value = String> {
    let scale = -8i32..8;
    prop_oneof![
        scale.clone().prop_map(|n| format!("gaussian(sigma=exp({n}/4))")),
        scale.clone().prop_map(|n| format!("laplace(eps=exp({n}/4))")),
        (scale, 1..4u32)
            .prop_map(|(n, s)| format!("discrete-gaussian(sigma_sq=exp({n}/3), sensitivity={s})")),
    ]
}

/// The n-th scalar at `e^-size`, with and without a grid: both enclosures contain the truth.
fn meets_its_grid(text: &str, size: i32, n: usize) -> Result<(), TestCaseError> {
    let route =
        Route::within(&Mechanism::parse(text).unwrap(), &Options::default().budget()).unwrap();
    let x = parse(&format!("exp(-{size})")).unwrap();
    let scalars = [
        Scalar::Delta { eps: x.clone() },
        Scalar::Eps { delta: x.clone() },
        Scalar::Tv,
        Scalar::Beta { alpha: x },
    ];
    let scalar = &scalars[n];
    prop_assume!(!matches!(scalar, Scalar::Eps { .. } | Scalar::Beta { .. }) || size > 0);
    let (step, grid) = (first(&route, scalar), first(&route.on_grid().unwrap(), scalar));
    prop_assert!(step.intersection(&grid).is_some(), "{text} {scalar:?}: {step:?} {grid:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6 * effort() as u32))]

    /// Beside pairs that disclose everything or nothing, in both directions of neighbours.
    #[test]
    fn what_a_grid_says_meets_a_disclosure(base in base(), size in 0..12i32, other in 2..9i32, n in 0..4usize, kind in 0..3usize) {
        let beside = match kind {
            0 => format!("approx-dp(eps=0, delta=exp(-{other})) * {base}"),
            1 => format!("finite-pair(p=[1/{other}, 1-1/{other}], q=[0, 1])^2 * {base}"),
            _ => format!("thresholded(noise=gaussian, scale=2, sensitivity=1, threshold={other}, new=2, known=0) * {base}"),
        };
        meets_its_grid(&beside, size, n)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3 * effort() as u32))]

    /// The same question on a grid, which knows only bins: both enclosures contain the truth.
    #[test]
    fn what_a_grid_says_meets_it(base in base(), rate in 1..20u32, size in 0..12i32, n in 0..4usize) {
        meets_its_grid(&poisson(&format!("exp(-{rate}/4)"), &base), size, n)?;
    }
}
