//! Blackwell's order: kernels multiplied out a second time, witnesses against outcomes enumerated
//! one by one.

use crate::support::Shown;
use crate::support::{Fraction, Outcomes, decimal, effort, exact_of, five_outcomes, fraction};
use dpcert::answer::Dominance;
use dpcert::exact::literal::parse;
use dpcert::tradeoff::Kernel;
use dpcert::{Content, Mechanism, Options, Query, Question, Styled};
use malachite::rational::Rational;
use num_traits::{One, Zero};
use proptest::prelude::*;

fn compare(a: &str, b: &str) -> Dominance {
    let parse = |text: &str| Mechanism::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let answer = dpcert::ask(
        &Question::Dominance { a: parse(a), b: parse(b), kernel: false },
        &Options::default(),
    );
    match answer.unwrap_or_else(|e| panic!("{a}, {b}: {e}")).content {
        Content::Dominance(found) => *found,
        other => panic!("not an order: {other:?}"),
    }
}

/// By the definition: delta_A >= delta_B at every ratio of A and B, at 0 and far out.
fn brute_force(a: &Outcomes, b: &Outcomes) -> bool {
    let mut ratios: Vec<Fraction> =
        a.ratios().into_iter().chain(b.ratios()).filter_map(|(ratio, ..)| ratio).collect();
    ratios.extend([
        Fraction::zero(),
        ratios.iter().max().cloned().unwrap_or_default() + Fraction::one(),
    ]);
    ratios.iter().all(|g| a.delta(g) >= b.delta(g))
}

fn notation(pair: &Outcomes) -> String {
    let list = |side: fn(&(Fraction, Fraction)) -> &Fraction| {
        let texts: Vec<String> = pair.0.iter().map(|masses| side(masses).to_string()).collect();
        texts.join(", ")
    };
    format!("finite-pair(p=[{}], q=[{}])", list(|m| &m.0), list(|m| &m.1))
}

fn rationals(pair: &Outcomes) -> Vec<(Rational, Rational)> {
    let rational = |x: &Fraction| x.to_string().parse::<Rational>().unwrap();
    pair.0.iter().map(|(p, q)| (rational(p), rational(q))).collect()
}

/// Weights over their sum.
fn distribution(weights: &[u32]) -> Vec<Fraction> {
    let sum: u32 = weights.iter().sum();
    weights.iter().map(|w| Fraction::new((*w).into(), sum.into())).collect()
}

fn pair(largest: usize) -> impl Strategy<Value = Outcomes> {
    let weights = (1..=largest).prop_flat_map(|n| {
        let side = || {
            proptest::collection::vec(0..6u32, n)
                .prop_filter("no mass", |w| w.iter().any(|x| *x > 0))
        };
        (side(), side())
    });
    weights
        .prop_map(|(p, q)| Outcomes(distribution(&p).into_iter().zip(distribution(&q)).collect()))
}

/// A pair and what a random kernel makes of it.
fn processed() -> impl Strategy<Value = (Outcomes, Outcomes)> {
    (pair(6), 1..6usize).prop_flat_map(|(a, columns)| {
        let row = proptest::collection::vec(0..4u32, columns)
            .prop_filter("no mass", |w| w.iter().any(|x| *x > 0));
        proptest::collection::vec(row, a.0.len()).prop_map(move |rows| {
            let rows: Vec<Vec<Fraction>> = rows.iter().map(|row| distribution(row)).collect();
            let column = |j: usize| {
                let zero = (Fraction::zero(), Fraction::zero());
                a.0.iter()
                    .zip(&rows)
                    .fold(zero, |(p, q), (m, row)| (p + &m.0 * &row[j], q + &m.1 * &row[j]))
            };
            (a.clone(), Outcomes((0..columns).map(column).collect()))
        })
    })
}

/// Multiplied out on fractions of another library.
fn check_kernel(kernel: &Kernel, a: &Outcomes, b: &Outcomes) {
    let rows: Vec<Vec<Fraction>> = kernel
        .to_rows()
        .iter()
        .map(|row| row.iter().map(|x| fraction(&x.to_string())).collect())
        .collect();
    assert_eq!(rows.len(), a.0.len());
    for row in &rows {
        assert!(row.len() == b.0.len() && row.iter().all(|x| *x >= Fraction::zero()));
        assert!(row.iter().fold(Fraction::zero(), |sum, x| sum + x).is_one());
    }
    for (j, (p, q)) in b.0.iter().enumerate() {
        let sum = |side: fn(&(Fraction, Fraction)) -> &Fraction| {
            a.0.iter()
                .zip(&rows)
                .fold(Fraction::zero(), |sum, (masses, row)| sum + side(masses) * &row[j])
        };
        assert_eq!((&sum(|m| &m.0), &sum(|m| &m.1)), (p, q));
    }
}

/// The outcomes merged by likelihood ratio, descending: the rows and columns of the kernel of an
/// answer.
fn merged(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.ratios().into_iter().map(|(_, p, q)| (p, q)).collect())
}

/// All that an answer says about two pairs, checked.
fn check(found: &Dominance, a: &Outcomes, b: &Outcomes) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.dominates, Some(brute_force(a, b)));
    match &found.witness {
        None => check_kernel(found.kernel.as_ref().unwrap(), &merged(a), &merged(b)),
        Some(witness) => {
            prop_assert!(found.kernel.is_none());
            let [alpha, beta, other, ratio, delta, other_delta] = witness.numbers().map(exact_of);
            prop_assert!(beta > other && delta < other_delta);
            prop_assert_eq!(Fraction::one() - a.best_power(&alpha), beta);
            prop_assert_eq!(Fraction::one() - b.best_power(&alpha), other);
            prop_assert_eq!((a.delta(&ratio), b.delta(&ratio)), (delta, other_delta));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100 * effort() as u32, ..ProptestConfig::default() })]

    #[test]
    fn any_two_pairs(a in pair(6), b in pair(5)) {
        check(&compare(&notation(&a), &notation(&b)), &a, &b)?;
        prop_assert_eq!(Kernel::between(&rationals(&a), &rationals(&b)).is_some(), brute_force(&a, &b));
    }

    #[test]
    fn what_a_kernel_makes_is_dominated((a, b) in processed()) {
        let kernel = Kernel::between(&rationals(&a), &rationals(&b)).expect("there is a kernel");
        check_kernel(&kernel, &a, &b);
        check(&compare(&notation(&a), &notation(&b)), &a, &b)?;
        check(&compare(&notation(&b), &notation(&a)), &b, &a)?;
    }

    /// A kernel of the one followed by a kernel of the other is a kernel.
    #[test]
    fn the_order_is_transitive(a in pair(4), b in pair(4), c in pair(4)) {
        let yes = |x: &Outcomes, y: &Outcomes| Kernel::between(&rationals(x), &rationals(y)).is_some();
        prop_assert!(!(yes(&a, &b) && yes(&b, &c)) || yes(&a, &c));
        prop_assert!(yes(&a, &a));
    }

    /// A kernel that is not quite right is not taken for one.
    #[test]
    fn a_wrong_kernel_is_seen((a, b) in processed(), c in pair(5)) {
        let kernel = Kernel::between(&rationals(&a), &rationals(&b)).unwrap();
        prop_assert!(kernel.turns(&rationals(&a), &rationals(&b)));
        prop_assert_eq!(kernel.turns(&rationals(&a), &rationals(&c)), b.0 == c.0);
        let rest = &rationals(&a)[1..];
        prop_assert!(!kernel.turns(rest, &rationals(&b)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40 * effort() as u32, ..ProptestConfig::default() })]

    /// More steps give more away, and the steps may be ordered one by one.
    #[test]
    fn composition_keeps_the_order((a, b) in processed()) {
        let (strong, weak) = (notation(&a), notation(&b));
        let (twice, less) = (a.product(&a), b.product(&a));
        check(&compare(&format!("{strong}^2"), &format!("{weak} * {strong}")), &twice, &less)?;
        prop_assert_eq!(compare(&format!("{strong}^3"), &format!("{strong}^2")).dominates, Some(true));
    }
}

/// Compositions on lattices: KOV and Ghazi-Issa pairs with every multiple enumerated.
#[test]
fn compositions_of_the_papers_pairs() {
    let (three, nine) = (fraction("3"), fraction("9"));
    let (zero, tenth, half) = (fraction("0"), fraction("1/10"), fraction("1/2"));
    let rows = [
        ("approx-dp(eps=ln(3), delta=1/10)", five_outcomes(&three, &tenth, &zero), 3),
        ("approx-dp-tv(eps=ln(9), delta=0, alpha=1/2)", five_outcomes(&nine, &zero, &half), 2),
        ("approx-dp(eps=ln(9), delta=0)", five_outcomes(&nine, &zero, &zero), 1),
        (
            "approx-dp(eps=0, delta=1/2)",
            Outcomes(vec![
                (half.clone(), zero.clone()),
                (half.clone(), half.clone()),
                (zero.clone(), half.clone()),
            ]),
            1,
        ),
        (
            "approx-dp(eps=1, delta=1)",
            Outcomes(vec![(Fraction::one(), zero.clone()), (zero.clone(), Fraction::one())]),
            1,
        ),
        ("compose(mechanisms=[])", Outcomes(vec![(Fraction::one(), Fraction::one())]), 1),
    ];
    let mut yes = 0;
    for (a, first, j) in &rows {
        for (b, second, k) in &rows {
            let found = compare(&format!("({a})^{j}"), &format!("({b})^{k}"));
            check(&found, &first.power(*j), &second.power(*k))
                .unwrap_or_else(|e| panic!("{a}, {b}: {e}"));
            yes += u32::from(found.dominates == Some(true));
        }
    }
    // Each itself, the last but one all others, all others the last one, and the two that remain.
    assert!(yes > 6 + 5 + 4 && yes < 36, "{yes}");
}

/// In Q(e^r) ties are decided; a yes has no kernel there.
#[test]
fn pairs_without_rational_masses() {
    for (a, b, expected) in [
        ("approx-dp(eps=2, delta=0)", "approx-dp(eps=1, delta=0)^2", Some(true)),
        ("approx-dp(eps=1, delta=0)^2", "approx-dp(eps=2, delta=0)", Some(false)),
        ("approx-dp(eps=1, delta=0)", "approx-dp-tv(eps=1, delta=0, alpha=1/2)", Some(true)),
        ("approx-dp(eps=1, delta=1/10)", "approx-dp(eps=1, delta=1/10)", Some(true)),
        ("approx-dp(eps=1, delta=0)", "discrete-laplace(eps=1/2, sensitivity=2)", Some(true)),
        ("discrete-laplace(eps=1/2, sensitivity=2)", "approx-dp(eps=1, delta=0)", Some(false)),
        (
            "discrete-laplace(eps=1/10, sensitivity=50)",
            "discrete-laplace(eps=1/10, sensitivity=50)",
            Some(true),
        ),
        // With a = e^(-1/10), the largest loss, 1, has probability 1/(1+a)^2 under the first and
        // 1/(1+a) under the second.
        (
            "discrete-laplace(eps=1/10, sensitivity=5)^2",
            "discrete-laplace(eps=1/10, sensitivity=10)",
            Some(false),
        ),
        ("approx-dp(eps=1/2, delta=0)^2", "randomized-response(eps=ln(2))", Some(false)),
        ("approx-dp(eps=1/2, delta=0)", "randomized-response(eps=ln(3/2))", Some(true)),
        ("approx-dp(eps=sqrt(2), delta=0)^3", "approx-dp(eps=1, delta=0)^3", Some(true)),
        ("approx-dp(eps=1, delta=0)^3", "approx-dp(eps=sqrt(2), delta=0)^3", Some(false)),
        // Equal, and not seen to be: nothing is claimed.
        ("approx-dp(eps=sqrt(8), delta=0)", "approx-dp(eps=2*sqrt(2), delta=0)", None),
    ] {
        let found = compare(a, b);
        assert_eq!(found.dominates, expected, "{a}, {b}");
        assert_eq!(
            (found.kernel, found.witness.is_some()),
            (None, expected == Some(false)),
            "{a}, {b}"
        );
        if let Some(witness) = found.witness {
            let below =
                |x: &Styled, y: &Styled| decimal(&x.printed().hi) < decimal(&y.printed().lo);
            assert!(below(&witness.other_beta, &witness.beta), "{witness:?}");
            assert!(below(&witness.delta, &witness.other_delta), "{witness:?}");
        }
    }
}

#[test]
fn families_are_ordered_by_their_parameter() {
    for (a, b, expected) in [
        ("gaussian(sigma=1)", "gaussian(sigma=2)^4", Some(true)),
        ("gaussian(sigma=2)^4", "gaussian(sigma=1)", Some(true)),
        ("gdp(mu=1)", "gdp(mu=3/2)", Some(false)),
        ("laplace(eps=1)", "laplace(eps=1)", Some(true)),
        ("laplace(eps=1)", "laplace(eps=ln(3))", Some(false)),
        ("laplace(eps=sqrt(8))", "laplace(eps=2*sqrt(2))", None),
        ("laplace(eps=sqrt(8))", "laplace(eps=sqrt(8))", Some(true)),
    ] {
        let found = compare(a, b);
        assert_eq!((found.dominates, found.kernel), (expected, None), "{a}, {b}");
    }
    let witness = compare("gdp(mu=1)", "gdp(mu=2)").witness.unwrap();
    // Phi(-1), Phi(-2), 2 Phi(1/2) - 1, 2 Phi(1) - 1, from tables.
    let starts = [
        "0.5",
        "0.158655253931457",
        "0.0227501319481792",
        "1",
        "0.382924922548026",
        "0.682689492137085",
    ];
    for (number, start) in witness.numbers().into_iter().zip(starts) {
        assert!(number.printed().lo.starts_with(start), "{number:?} {start}");
    }
}

fn number(mechanism: &str, query: &Query) -> (Fraction, Fraction) {
    let answer = dpcert::ask(
        &Question::of(&Mechanism::parse(mechanism).unwrap(), query),
        &Options::default(),
    )
    .unwrap();
    let Content::Number(bounds) = answer.content else { panic!("{mechanism}: one number") };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
}

/// The trade-off function of A is nowhere known to be above that of B, at many levels; and if the
/// answer is no, the witness holds by itself.
#[test]
fn continuous_mechanisms_are_compared() {
    let exact = |x: &Fraction| parse(&x.to_string()).unwrap();
    let corner = "trade-off(vertices=[[0, 1], [1/8, 1/2], [1/2, 1/8], [1, 0]])";
    let touching = "trade-off(vertices=[[0, 1], [1/4, exp(-1)], [exp(-1), 1/4], [1, 0]])";
    for (a, b, expected) in [
        // 2 Phi(mu/2) - 1 is 0.3829 and 0.8664; Laplace noise has 1 - e^(-1/2) = 0.3935.
        ("gdp(mu=1)", "laplace(eps=1)", Some(false)),
        ("gdp(mu=3)", "laplace(eps=1)", Some(true)),
        ("gdp(mu=11/10)", "laplace(eps=1)", Some(true)),
        ("laplace(eps=1)", "gdp(mu=1)", Some(false)),
        ("laplace(eps=3)", "gdp(mu=1/2)", Some(false)),
        ("laplace(eps=3)", "gdp(mu=1/100)", Some(false)),
        // e^eps/(1 + e^eps) - 1/(1 + e^eps) is 0.2449 at 1/2.
        ("gdp(mu=2)", "approx-dp(eps=1/2, delta=0)", Some(true)),
        ("gdp(mu=1/2)", "approx-dp(eps=1/2, delta=0)", Some(false)),
        ("gdp(mu=9)", "approx-dp(eps=1/2, delta=1/100)", Some(false)),
        ("gdp(mu=2)^4", "randomized-response(eps=ln(3))^3", Some(true)),
        ("gdp(mu=2)", "randomized-response(eps=ln(3))^9", Some(false)),
        ("gdp(mu=2)", "trade-off(vertices=[[0, 1], [1/2, 1/4], [9/10, 0], [1, 0]])", Some(false)),
        ("approx-dp(eps=2, delta=1/2)", "gdp(mu=1/2)", Some(true)),
        ("approx-dp(eps=2, delta=1/1000)", "gdp(mu=1)", Some(false)),
        ("approx-dp(eps=1/3, delta=0)^40", "gdp(mu=1/10)", Some(false)),
        ("finite-pair(p=[1/2, 1/2], q=[0, 1])", "gdp(mu=1/10)", Some(false)),
        // Every eps-DP mechanism is dominated by randomised response, at both corners with
        // equality.
        ("approx-dp(eps=2, delta=0)", "laplace(eps=2)", Some(true)),
        ("approx-dp(eps=sqrt(2), delta=0)", "laplace(eps=sqrt(2))", Some(true)),
        ("approx-dp(eps=2, delta=0)", "laplace(eps=21/10)", Some(false)),
        ("laplace(eps=2)", "approx-dp(eps=2, delta=0)", Some(false)),
        // The middle of Laplace noise is 1/(4 e^eps alpha): at (1/8, 1/2) and back with e^eps = 4.
        ("laplace(eps=ln(4))", corner, Some(true)),
        ("laplace(eps=ln(4)-1/1000000)", corner, Some(false)),
        // They touch where both are expressions: the line of the total variation, the slopes of a
        // group, and two vertices on the middle.
        ("approx-dp-tv(eps=1, delta=0, eta=1-exp(-1/2))", "laplace(eps=1)", Some(true)),
        ("approx-dp-tv(eps=1, delta=0, eta=1-exp(-1/2)-1e-9)", "laplace(eps=1)", Some(false)),
        ("approx-dp-tv(eps=1, delta=0, eta=1-exp(-1/2)+1e-30)", "laplace(eps=1)", Some(true)),
        ("group(size=4, mechanism=approx-dp(eps=1/4, delta=0))", "laplace(eps=1)", Some(true)),
        ("laplace(eps=1)", touching, Some(true)),
        ("laplace(eps=1-1e-9)", touching, Some(false)),
        ("laplace(eps=1)", "approx-dp(eps=1, delta=0)^0", Some(true)),
        ("approx-dp(eps=1, delta=0)^0", "gdp(mu=1/100)", Some(false)),
    ] {
        let found = compare(a, b);
        assert_eq!((found.dominates, found.kernel), (expected, None), "{a}, {b}");
        if expected == Some(true) {
            for i in (0..=40).step_by(if effort() > 1 { 1 } else { 4 }) {
                let query = Query::Beta { alpha: exact(&fraction(&format!("{}/1600", i * i))) };
                assert!(number(a, &query).0 <= number(b, &query).1, "{a}, {b}: {query:?}");
            }
            continue;
        }
        let witness = found.witness.unwrap();
        let [alpha, beta, other_beta, ratio, delta, other_delta] =
            witness.numbers().map(|x| (decimal(&x.printed().lo), decimal(&x.printed().hi)));
        assert!(beta.1 > other_beta.0 && delta.1 < other_delta.0, "{a}, {b}");
        // The curves fall: at the ends of the level they are on either side of what is said.
        let at = |name: &str, alpha: &Fraction| number(name, &Query::Beta { alpha: exact(alpha) });
        let slack = fraction("1/1000000000000");
        assert!(
            at(a, &alpha.1).0 <= &beta.1 + &slack && &beta.0 - &slack <= at(a, &alpha.0).1,
            "{a}, {b}"
        );
        if alpha.1 > Fraction::zero() {
            assert!(at(b, &alpha.0).0 <= &other_beta.1 + &slack, "{a}, {b}");
        }
        if ratio.0 >= Fraction::one() {
            let profile =
                |name: &str, g: &Fraction| number(name, &Query::Delta { eps: exact(g).ln() });
            assert!(
                profile(a, &ratio.1).0 <= &delta.1 + &slack
                    && &delta.0 - &slack <= profile(a, &ratio.0).1,
                "{a}, {b}"
            );
            let other = (profile(b, &ratio.1).0, profile(b, &ratio.0).1);
            assert!(
                other.0 <= &other_delta.1 + &slack && &other_delta.0 - &slack <= other.1,
                "{a}, {b}"
            );
        }
    }
    // Two enclosures that touch are no proof.
    assert_eq!(compare("laplace(eps=ln(4)+sqrt(8)-2*sqrt(2))", corner).dominates, None);
}

#[test]
fn other_orders_are_refused() {
    for (a, b, reason) in [
        (
            "laplace(eps=1)^2",
            "laplace(eps=1)",
            "of a composition with laplace noise only bounds are known",
        ),
        (
            "union(mechanisms=[gdp(mu=1)])",
            "laplace(eps=1)",
            "a union is known between two polygons",
        ),
        ("zcdp(rho=1)", "zcdp(rho=1/2)", "zcdp is a class for which no dominating pair is known"),
        (
            "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=laplace(eps=1))",
            "randomized-response(eps=ln(2))",
            "of a Poisson sample of laplace noise no closed form is known",
        ),
        (
            "approx-dp(eps=1/10, delta=0)^1000000000",
            "approx-dp(eps=1/10, delta=0)",
            "word operations",
        ),
    ] {
        let parse = |text: &str| Mechanism::parse(text).unwrap();
        let refusal = dpcert::ask(
            &Question::Dominance { a: parse(a), b: parse(b), kernel: false },
            &Options::default(),
        )
        .unwrap_err()
        .to_string();
        assert!(refusal.contains(reason), "{a}, {b}: {refusal}");
    }
}

/// The fractions of a kernel do not grow with the number of outcomes.
#[test]
fn a_kernel_of_many_outcomes() {
    let n = if effort() > 1 { 100 } else { 40 };
    // Weights without a pattern: a linear congruence.
    let mut state = 1u64;
    let mut weight = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 50).unwrap() + 1
    };
    let mut side = |n: usize| distribution(&(0..n).map(|_| weight()).collect::<Vec<_>>());
    let a = Outcomes(side(n).into_iter().zip(side(n)).collect());
    let rows: Vec<Vec<Fraction>> = (0..n).map(|_| side(n)).collect();
    let column = |j: usize| {
        let zero = (Fraction::zero(), Fraction::zero());
        a.0.iter()
            .zip(&rows)
            .fold(zero, |(p, q), (m, row)| (p + &m.0 * &row[j], q + &m.1 * &row[j]))
    };
    // Half of A itself and half of what the kernel makes: not all alike.
    let half = fraction("1/2");
    let b = Outcomes(
        (0..n)
            .map(|j| (&half * (column(j).0 + &a.0[j].0), &half * (column(j).1 + &a.0[j].1)))
            .collect(),
    );
    let kernel = Kernel::between(&rationals(&a), &rationals(&b)).expect("there is a kernel");
    check_kernel(&kernel, &a, &b);
    let longest = kernel
        .to_rows()
        .iter()
        .flatten()
        .map(|x| x.denominator_ref().to_string().len())
        .max()
        .unwrap();
    assert!(longest < 40 * n, "{longest} digits");
    println!("{longest} digits");
}
