//! Divergences and moments of the loss: against sums and integrals in floating point (with a
//! tolerance), the papers' formulas, kernels, and products enumerated outcome by outcome.

#![allow(clippy::float_arithmetic)]

use crate::support::Shown;
use crate::support::{Fraction, Outcomes, Printed, effort, fraction, real};
use dpcert::mechanism::{Dominating, RenyiOrder};
use dpcert::{Content, Mechanism, Options, Query, Question, Real};
use malachite::rational::Rational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;

fn ask(mechanism: &str, query: &Query) -> Vec<(&'static str, Printed)> {
    ask_for(mechanism, query, Options::default().digits)
}

fn ask_for(mechanism: &str, query: &Query, digits: u64) -> Vec<(&'static str, Printed)> {
    let parsed = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    let answer =
        dpcert::ask(&Question::of(&parsed, query), &Options { digits, ..Options::default() });
    let answer = answer.unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    assert!(answer.met, "{mechanism}: {answer:?}");
    match answer.content {
        Content::Number(bounds) => vec![(query.name(), Printed::of(&bounds))],
        Content::Named(rows) => rows.iter().map(|(name, x)| (*name, Printed::of(x))).collect(),
        other => panic!("{other:?}"),
    }
}

/// Where delta is 0 by another name no mass is at infinite loss.
#[test]
fn zero_by_another_name() {
    for zero in ["ln(6) - ln(2) - ln(3)", "(exp(1) - 1)*(exp(1) + 1) - exp(2) + 1"] {
        for query in [Query::Kl, Query::ChiSquared, order("2"), order("inf")] {
            let [plain, other] =
                ["0", zero].map(|delta| ask(&format!("approx-dp(eps=1, delta={delta})"), &query));
            assert_ne!(plain[0].1.lo, "inf");
            assert_eq!(format!("{plain:?}"), format!("{other:?}"), "{zero}");
        }
    }
}

/// Ghazi & Issa, equation (72): kl is eps eta. The powers of e in the masses cancel.
#[test]
fn a_divergence_is_rational_where_it_is() {
    let exact: Vec<_> = ask("approx-dp-tv(eps=1, delta=0, eta=1/4)", &Query::Kl)
        .into_iter()
        .map(|(name, number)| (name, number.exact.unwrap(), number.lo == number.hi))
        .collect();
    let expected = [("kl", "1/4"), ("reverse", "1/4"), ("symmetrised", "1/2")];
    assert_eq!(exact, expected.map(|(name, text)| (name, text.to_owned(), true)));
}

/// The same where the number was never a literal.
#[test]
fn zero_by_another_name_in_rust() {
    let ln = |n: u64| Real::from(n).ln();
    let zero = ln(6).sub(&ln(2)).sub(&ln(3));
    let mechanism = Mechanism::Step(Dominating::approx_dp(Real::one(), zero).unwrap());
    let answer = dpcert::ask(&Question::of(&mechanism, &Query::Kl), &Options::default()).unwrap();
    let Content::Named(rows) = answer.content else { panic!("{answer:?}") };
    let rows: Vec<_> = rows.iter().map(|(name, x)| (*name, Printed::of(x))).collect();
    assert_eq!(rows, ask("approx-dp(eps=1, delta=0)", &Query::Kl));
}

fn order(text: &str) -> Query {
    let order = if text == "inf" {
        RenyiOrder::Infinite
    } else {
        RenyiOrder::Finite(text.parse::<Rational>().unwrap())
    };
    Query::Renyi { order, reverse: false }
}

fn reverse(text: &str) -> Query {
    let Query::Renyi { order, .. } = order(text) else { unreachable!() };
    Query::Renyi { order, reverse: true }
}

fn one(mechanism: &str, query: &Query) -> Printed {
    ask(mechanism, query).remove(0).1
}

fn float(text: &str) -> f64 {
    text.parse().unwrap()
}

/// Every functional with its name, as floats.
fn all(mechanism: &str) -> Vec<(&'static str, f64)> {
    let mut rows = ask(mechanism, &Query::Kl);
    rows.extend(ask(mechanism, &Query::ChiSquared));
    let functionals = ask(mechanism, &Query::Functionals).into_iter();
    rows.extend(functionals.filter(|(name, _)| *name != "kl"));
    rows.into_iter().map(|(name, bounds)| (name, float(&bounds.lo))).collect()
}

fn close(found: f64, expected: f64, tolerance: f64, place: &str) {
    let near = (found - expected).abs() <= tolerance * expected.abs().max(1e-3);
    assert!(near || found == expected, "{place}: {found}, expected {expected}");
}

/// The definitions over outcomes (p, q), p and q not both 0.
fn by_definition(outcomes: &[(f64, f64)]) -> Vec<(&'static str, f64)> {
    let sum =
        |term: &dyn Fn(f64, f64) -> f64| outcomes.iter().map(|(p, q)| term(*p, *q)).sum::<f64>();
    let entropy = |p: f64, q: f64| if p == 0.0 { 0.0 } else { p * (p / q).ln() };
    let (kl, reverse) = (sum(&entropy), sum(&|p, q| entropy(q, p)));
    let chi = |excess: f64, q: f64| {
        if excess == 0.0 { 0.0 } else { excess * excess / q }
    };
    let moment = |shift: f64, n: i32| {
        sum(&|p, q| {
            if q == 0.0 { 0.0 } else { q * ((p / q).ln() + shift).abs().powi(n) }
        })
    };
    vec![
        ("kl", kl),
        ("reverse", reverse),
        ("symmetrised", kl + reverse),
        ("chi-squared", sum(&|p, q| chi(p - q, q))),
        ("kappa2", moment(0.0, 2)),
        ("kappa3", moment(0.0, 3)),
        ("kappa3-bar", if reverse.is_finite() { moment(reverse, 3) } else { f64::INFINITY }),
        ("chi-squared-plus", sum(&|p, q| chi((p - q).max(0.0), q))),
    ]
}

fn renyi_by_definition(outcomes: &[(f64, f64)], a: f64) -> f64 {
    let term = |p: f64, q: f64| match (p == 0.0, q == 0.0) {
        (true, _) => 0.0,
        (_, true) => {
            if a > 1.0 {
                f64::INFINITY
            } else {
                0.0
            }
        }
        _ => p.powf(a) * q.powf(1.0 - a),
    };
    outcomes.iter().map(|(p, q)| term(*p, *q)).sum::<f64>().ln() / (a - 1.0)
}

fn same(
    found: &[(&'static str, f64)],
    expected: &[(&'static str, f64)],
    tolerance: f64,
    place: &str,
) {
    for ((name, found), (known, expected)) in found.iter().zip(expected) {
        assert_eq!(name, known);
        close(*found, *expected, tolerance, &format!("{place}: {name}"));
    }
    assert_eq!(found.len(), expected.len());
}

fn floats(pair: &Outcomes) -> Vec<(f64, f64)> {
    let present = pair.0.iter().filter(|(p, q)| !(p.is_zero() && q.is_zero()));
    present.map(|(p, q)| (p.to_f64().unwrap(), q.to_f64().unwrap())).collect()
}

fn notation(pair: &Outcomes) -> String {
    let list = |side: fn(&(Fraction, Fraction)) -> &Fraction| {
        pair.0.iter().map(|masses| side(masses).to_string()).collect::<Vec<_>>().join(", ")
    };
    format!("finite-pair(p=[{}], q=[{}])", list(|m| &m.0), list(|m| &m.1))
}

fn distribution(weights: &[u32]) -> Vec<Fraction> {
    let sum: u32 = weights.iter().sum();
    weights.iter().map(|w| Fraction::new((*w).into(), sum.into())).collect()
}

fn pair(least: u32, n: usize) -> impl Strategy<Value = Outcomes> {
    let side = move || {
        proptest::collection::vec(least..7u32, n)
            .prop_filter("no mass", |w| w.iter().any(|x| *x > 0))
    };
    (side(), side())
        .prop_map(|(p, q)| Outcomes(distribution(&p).into_iter().zip(distribution(&q)).collect()))
}

const ORDERS: [(&str, f64); 6] =
    [("1/3", 1.0 / 3.0), ("1/2", 0.5), ("3/2", 1.5), ("2", 2.0), ("3", 3.0), ("21/2", 10.5)];

/// 1 - delta where delta is near 1. At even odds the Bayes error is `Phi(-mu/2)` and `e^(-eps/2) /
/// 2`: beta of a Gaussian of half the distance at level 1/2, and a power.
#[test]
fn bayes_errors_that_are_small() {
    let half = real("1/2");
    let bayes = |mechanism: &str| one(mechanism, &Query::BayesError { prior: half.clone() });
    for (mechanism, halved) in
        [("gdp(mu=1000)", "gdp(mu=500)"), ("gaussian(scale=1, sensitivity=60000)", "gdp(mu=30000)")]
    {
        assert_eq!(
            bayes(mechanism),
            one(halved, &Query::Beta { alpha: half.clone() }),
            "{mechanism}"
        );
    }
    let found = bayes("laplace(eps=1000000*ln(4))");
    assert_eq!(found.exact, None);
    assert!(found.lo.starts_with("5.05017029") && found.lo.ends_with("e-301031"), "{found:?}");
    // Another prior: 1/3 of P and 2/3 of Q, ratio 2; by 1 - delta, which still has digits here.
    let prior = real("1/3");
    for mechanism in ["gdp(mu=3)", "laplace(eps=5)"] {
        let delta = one(mechanism, &Query::Delta { eps: real("ln(2)") });
        let direct = one(mechanism, &Query::BayesError { prior: prior.clone() });
        let (low, high) = (crate::support::decimal(&delta.lo), crate::support::decimal(&delta.hi));
        let third = |x: Fraction| (Fraction::one() - x) / fraction("3");
        assert!(
            crate::support::decimal(&direct.lo) <= third(low)
                && third(high) <= crate::support::decimal(&direct.hi),
            "{mechanism}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16 * effort() as u32, ..ProptestConfig::default() })]

    #[test]
    fn finite_pairs_by_definition(pair in prop_oneof![pair(0, 4), pair(1, 4)]) {
        let text = notation(&pair);
        same(&all(&text), &by_definition(&floats(&pair)), 1e-9, &text);
        for (a, order_float) in ORDERS {
            close(float(&one(&text, &order(a)).lo), renyi_by_definition(&floats(&pair), order_float), 1e-9, a);
        }
        for (_, bounds) in ask(&text, &Query::Functionals) {
            prop_assert_eq!(bounds.lo == "inf", bounds.reason.is_some());
        }
    }

    /// Moments of products, with every outcome listed: kl, kappa_2 and chi^2 from the steps, the
    /// others composed.
    #[test]
    fn compositions_by_definition(a in pair(1, 3), b in pair(1, 2)) {
        let product = a.product(&a).product(&b);
        let text = format!("{}^2 * {}", notation(&a), notation(&b));
        same(&all(&text), &by_definition(&floats(&product)), 1e-9, &text);
        for (order_text, a) in ORDERS {
            close(float(&one(&text, &order(order_text)).lo), renyi_by_definition(&floats(&product), a), 1e-9, &text);
        }
    }

    /// Poisson samples of symmetric pairs: the mixture's divergence from Q, and no less than that
    /// of Q from it.
    #[test]
    fn samples_by_definition(base in pair(0, 3), rate in 1..=9u32) {
        let mirrored = base.0.iter().flat_map(|(p, q)| [(p, q), (q, p)]);
        let half = fraction("1/2");
        let base = Outcomes(mirrored.map(|(p, q)| (p * &half, q * &half)).collect());
        let rate = Fraction::new(rate.into(), 10.into());
        let mixed = base.0.iter().map(|(p, q)| ((Fraction::one() - &rate) * q + &rate * p, q.clone()));
        let mixed = Outcomes(mixed.collect());
        let text = sample(&rate.to_string(), &notation(&base));
        let known = by_definition(&floats(&mixed));
        let rows: Vec<_> = ask(&text, &Query::Kl).iter().map(|(name, x)| (*name, float(&x.lo))).collect();
        same(&rows, &known[..3], 1e-9, &text);
        close(float(&one(&text, &Query::ChiSquared).lo), known[3].1, 1e-9, &text);
        for (order_text, a) in ORDERS {
            let exchanged: Vec<_> = floats(&mixed).into_iter().map(|(p, q)| (q, p)).collect();
            let (of, from) = (renyi_by_definition(&floats(&mixed), a), renyi_by_definition(&exchanged, a));
            close(float(&one(&text, &order(order_text)).lo), if a < 0.5 { from } else { of }, 1e-9, &text);
            close(float(&one(&text, &reverse(order_text)).lo), from, 1e-9, &text);
            let (larger, smaller) = if a < 0.5 { (from, of) } else { (of, from) };
            prop_assert!(smaller <= larger + 1e-12);
        }
    }

    /// It grows with the order, has KL between the orders around 1, and ends at the largest loss.
    #[test]
    fn renyi_grows(pair in pair(1, 4)) {
        let text = notation(&pair);
        let at = |a: &str| one(&text, &order(a));
        let kl = one(&text, &Query::Kl);
        let steps: Vec<Printed> = ["1/2", "999/1000", "999999/1000000"].iter().map(|a| at(a)).chain([kl])
            .chain(["1000001/1000000", "1001/1000", "2", "100", "inf"].iter().map(|a| at(a))).collect();
        for ends in steps.windows(2) {
            prop_assert!(float(&ends[0].lo) <= float(&ends[1].hi), "{:?}", ends);
        }
        let near = float(&steps[4].hi) - float(&steps[2].lo);
        prop_assert!((0.0..1e-4).contains(&near), "{near}");
    }

    /// No kernel increases any of them.
    #[test]
    fn data_processing(pair in pair(0, 4), rows in proptest::collection::vec(proptest::collection::vec(1..5u32, 3), 4)) {
        let rows: Vec<Vec<Fraction>> = rows.iter().map(|row| distribution(row)).collect();
        let column = |j: usize| {
            let zero = (Fraction::zero(), Fraction::zero());
            pair.0.iter().zip(&rows).fold(zero, |(p, q), (m, row)| (p + &m.0 * &row[j], q + &m.1 * &row[j]))
        };
        let (before, after) = (notation(&pair), notation(&Outcomes((0..3).map(column).collect())));
        let queries = [Query::Kl, Query::ChiSquared, order("1/2"), order("3"), order("inf")];
        for query in &queries {
            for ((name, x), (_, y)) in ask(&before, query).iter().zip(ask(&after, query)) {
                prop_assert!(float(&x.hi) >= float(&y.lo), "{name}: {before} {after}");
            }
        }
        let plus = |text: &str| ask(text, &Query::Functionals).remove(4).1;
        prop_assert!(float(&plus(&before).hi) >= float(&plus(&after).lo));
    }

    /// `sum min(prior p, (1-prior) q)`, and no test does better than half the advantage.
    #[test]
    fn bayes_error_by_definition(a in pair(0, 4), b in pair(0, 3), n in 0..=10u32) {
        let prior = Fraction::new(n.into(), 10.into());
        let other = Fraction::one() - &prior;
        let query = Query::BayesError { prior: real(&prior.to_string()) };
        let product = a.product(&b);
        let least = product.0.iter().map(|(p, q)| (&prior * p).min(&other * q));
        let expected = least.fold(Fraction::zero(), |sum, x| sum + x);
        let found = one(&format!("{} * {}", notation(&a), notation(&b)), &query);
        prop_assert_eq!(crate::support::exact_of(&found), expected.clone());
        if n == 5 {
            let tv = product.0.iter().map(|(p, q)| (p - q).abs()).fold(Fraction::zero(), |sum, x| sum + x) / fraction("2");
            prop_assert_eq!(expected, (Fraction::one() - tv) / fraction("2"));
        }
    }
}

/// Ghazi & Issa, equations (72) to (74): kl = eps eta, kappa_i = eta eps^i (e^eps + 1) / (e^eps -
/// 1), and the boundaries of the three edges. As printed, (72) begins the last edge at `1 - eta
/// e^eps / (e^eps + 1)`; it begins at `1 - eta e^eps / (e^eps - 1)`.
#[test]
fn the_moments_of_ghazi_and_issa() {
    for (eps, eta) in
        [("ln(3)", "1/4"), ("ln(3)", "1/2"), ("ln(3/2)", "1/7"), ("1", "1/3"), ("1/10", "1/40")]
    {
        let text = format!("approx-dp-tv(eps={eps}, delta=0, eta={eta})");
        let e = format!("exp({eps})");
        let rows = ask(&text, &Query::Functionals);
        let scale = format!("{eta}*({e}+1)/({e}-1)");
        for ((name, bounds), expected) in rows.iter().zip([
            format!("({eps})*({eta})"),
            format!("{scale}*({eps})^2"),
            format!("{scale}*({eps})^3"),
        ]) {
            let expected = real(&expected);
            let (lo, hi) = (real(&bounds.lo), real(&bounds.hi));
            let within =
                lo.compare(&expected).unwrap().is_le() && expected.compare(&hi).unwrap().is_le();
            assert!(within && bounds.exact.is_some(), "{text}: {name} {bounds:?}");
        }
    }
    // One that is printed in full.
    assert_eq!(
        one("approx-dp-tv(eps=ln(3), delta=0, eta=1/4)", &Query::Kl).exact.as_deref(),
        Some("1/4*ln(3)")
    );
    let vertices = dpcert::ask(
        &Question::of(
            &Mechanism::parse("approx-dp-tv(eps=ln(3), delta=0, eta=1/4)").unwrap(),
            &Query::Region,
        ),
        &Options::default(),
    );
    let Content::Region(vertices) = vertices.unwrap().content else { panic!("vertices") };
    let alphas: Vec<_> =
        vertices.iter().map(|(alpha, _)| alpha.printed().exact.clone().unwrap()).collect();
    // 1 - 1/4 * 3/2 = 5/8, not 1 - 1/4 * 3/4 = 13/16.
    assert_eq!(alphas, ["0", "1/8", "5/8", "1"]);
}

/// Simpson's rule; the integrands are smooth between the breaks.
fn integral(f: &dyn Fn(f64) -> f64, breaks: &[f64]) -> f64 {
    const N: u32 = 4000;
    let piece = |a: f64, b: f64| {
        let h = (b - a) / f64::from(N);
        let weight = |i: u32| {
            if i == 0 || i == N {
                1.0
            } else if i % 2 == 1 {
                4.0
            } else {
                2.0
            }
        };
        (0..=N).map(|i| weight(i) * f(a + h * f64::from(i))).sum::<f64>() * h / 3.0
    };
    breaks.windows(2).map(|ends| piece(ends[0], ends[1])).sum()
}

#[test]
fn laplace_by_integration() {
    for (text, e) in [("1/10", 0.1), ("1", 1.0), ("ln(3)", 3f64.ln()), ("5", 5.0)] {
        let text = format!("laplace(eps={text})");
        // Outside of [0, eps0] the loss is constant; inside it is 2t - eps0 with density e^-t/2 of
        // Q.
        let ends = [(0.5, 0.5 * (-e).exp()), (0.5 * (-e).exp(), 0.5)];
        let kl = e - 1.0 + (-e).exp();
        let q = |t: f64| 0.5 * (-t).exp();
        let inner =
            |f: &dyn Fn(f64) -> f64, at: f64| integral(&|t| q(t) * f(2.0 * t - e), &[0.0, at, e]);
        let expect = |f: &dyn Fn(f64) -> f64, at: f64| {
            ends.iter().map(|(p, q)| q * f((p / q).ln())).sum::<f64>() + inner(f, at)
        };
        let chi_plus = expect(&|l| (l.exp() - 1.0).max(0.0).powi(2), e / 2.0);
        let expected = [
            ("kl", kl),
            ("reverse", expect(&|l| -l, e / 2.0)),
            ("symmetrised", 2.0 * kl),
            ("chi-squared", expect(&|l| (l.exp() - 1.0).powi(2), e / 2.0)),
            ("kappa2", expect(&|l| l * l, e / 2.0)),
            ("kappa3", expect(&|l| l.abs().powi(3), e / 2.0)),
            ("kappa3-bar", expect(&|l| (l + kl).abs().powi(3), (e - kl) / 2.0)),
            ("chi-squared-plus", chi_plus),
        ];
        same(&all(&text), &expected, 1e-8, &text);
        for (a, x) in ORDERS {
            let expected = expect(&|l| (x * l).exp(), e / 2.0).ln() / (x - 1.0);
            close(float(&one(&text, &order(a)).lo), expected, 1e-8, a);
        }
        close(float(&one(&text, &order("inf")).lo), e, 1e-12, "inf");
    }
}

#[test]
fn gaussian_by_integration() {
    for (text, mu) in [("gdp(mu=1/4)", 0.25f64), ("gaussian(sigma=1)", 1.0), ("gdp(mu=1)^4", 2.0)] {
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let loss = |x: f64| mu * x - mu * mu / 2.0;
        let expect = |f: &dyn Fn(f64) -> f64| {
            integral(&|x| density(x) * f(loss(x)), &[-14.0, 0.0, mu / 2.0, 7.0, 20.0])
        };
        let kl = mu * mu / 2.0;
        let expected = [
            ("kl", expect(&|l| l * l.exp())),
            ("reverse", kl),
            ("symmetrised", 2.0 * kl),
            ("chi-squared", expect(&|l| (l.exp() - 1.0).powi(2))),
            ("kappa2", expect(&|l| l * l)),
            ("kappa3", expect(&|l| l.abs().powi(3))),
            ("kappa3-bar", expect(&|l| (l + kl).abs().powi(3))),
            ("chi-squared-plus", expect(&|l| (l.exp() - 1.0).max(0.0).powi(2))),
        ];
        same(&all(text), &expected, 1e-8, text);
        assert_eq!(
            one(text, &order("3/2")).exact,
            Some(real(&format!("3/4*{}", mu * mu)).to_string())
        );
        assert_eq!(one(text, &order("inf")).reason, Some("the loss is not bounded"));
    }
}

fn sample(rate: &str, mechanism: &str) -> String {
    format!("subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism={mechanism})")
}

/// The mixture `w = 1 - q + q P/Q` under Q, and what the other direction of neighbours would lose.
#[test]
fn samples_by_integration() {
    type Expectation = Box<dyn Fn(&dyn Fn(f64) -> f64) -> f64>;
    let gaussian = |mu: f64| -> Expectation {
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        Box::new(move |f| {
            integral(
                &|x| density(x) * f(mu * x - mu * mu / 2.0),
                &[-14.0, 0.0, mu / 2.0, 7.0, 14.0 + 7.0 * mu],
            )
        })
    };
    let laplace = |e: f64| -> Expectation {
        Box::new(move |f| {
            let inner = integral(&|t| 0.5 * (-t).exp() * f(2.0 * t - e), &[0.0, e / 2.0, e]);
            0.5 * (-e).exp() * f(e) + 0.5 * f(-e) + inner
        })
    };
    let mechanisms = [
        ("gaussian(sigma=1)", gaussian(1.0)),
        ("gaussian(sigma=1/2)", gaussian(2.0)),
        ("laplace(eps=1)", laplace(1.0)),
        ("laplace(eps=4)", laplace(4.0)),
    ];
    for (i, (mechanism, expect)) in mechanisms.into_iter().enumerate() {
        for (j, (rate, q)) in [("1/100", 0.01), ("1/2", 0.5), ("9/10", 0.9)].into_iter().enumerate()
        {
            // Each mechanism and each rate once, all pairs with more effort.
            if (i + j) % 3 != 0 && effort() == 1 {
                continue;
            }
            let text = sample(rate, mechanism);
            let w = |loss: f64| 1.0 + q * loss.exp_m1();
            let (of, from) = (expect(&|l| w(l) * w(l).ln()), expect(&|l| -w(l).ln()));
            let expected = [("kl", of), ("reverse", from), ("symmetrised", of + from)];
            let rows = ask_for(&text, &Query::Kl, 9);
            let rows: Vec<_> = rows.iter().map(|(name, x)| (*name, float(&x.lo))).collect();
            same(&rows, &expected, 1e-7, &text);
            close(
                float(&one(&text, &Query::ChiSquared).lo),
                expect(&|l| (w(l) - 1.0).powi(2)),
                1e-7,
                &text,
            );
            for (order_text, a) in
                [("3", 3.0), ("9/4", 2.25), ("2", 2.0), ("5", 5.0)].into_iter().take(1 + effort())
            {
                let [forward, backward] =
                    [a, 1.0 - a].map(|x| expect(&|l| w(l).powf(x)).ln() / (a - 1.0));
                close(float(&one(&text, &order(order_text)).lo), forward, 1e-7, &text);
                close(float(&one(&text, &reverse(order_text)).lo), backward, 1e-7, &text);
            }
        }
    }
    // The same steps twice, and with others: they add.
    let once = sample("1/2", "gaussian(sigma=1)");
    let kl = |text: &str| ask_for(text, &Query::Kl, 9);
    let (single, both) = (kl(&once), kl(&format!("{once}^2 * laplace(eps=1)")));
    let falling = (-1f64).exp();
    for (laplace, ((name, x), (_, y))) in
        [falling, falling, 2.0 * falling].iter().zip(single.iter().zip(&both))
    {
        close(float(&y.lo), 2.0 * float(&x.lo) + laplace, 1e-8, name);
    }
    let noise = sample("1/2", "laplace(eps=1)");
    let all = kl(&format!("{noise}^3 * {once}"));
    for ((name, one), ((_, x), (_, y))) in single.iter().zip(kl(&noise).iter().zip(&all)) {
        close(float(&y.lo), 3.0 * float(&x.lo) + float(&one.lo), 1e-8, name);
    }
    // 20 digits of q^2 eps^2 / 2 (1 + O(eps)), the Fisher information of the location being 1.
    let tiny = ask(&sample("1/2", "laplace(eps=1e-30)"), &Query::Kl);
    let expected = [("kl", 1.25e-61), ("reverse", 1.25e-61), ("symmetrised", 2.5e-61)];
    for ((name, x), (_, expected)) in tiny.iter().zip(expected) {
        assert!((float(&x.lo) / expected - 1.0).abs() < 1e-9, "{name}: {x:?}");
    }
    assert_eq!(one(&sample("1/2", "laplace(eps=0)"), &Query::Kl).hi, "0");
    assert_eq!(one(&sample("1", "laplace(eps=1)"), &Query::Kl).exact.as_deref(), Some("exp(-1)"));
    assert_eq!(one(&sample("1", "gaussian(sigma=1)"), &Query::Kl).exact.as_deref(), Some("1/2"));
    assert_eq!(one(&sample("1", "gaussian(sigma=1)"), &order("3/2")).exact.as_deref(), Some("3/4"));
    let largest = one(&sample("1/2", "laplace(eps=ln(3))"), &order("inf"));
    assert_eq!(largest.exact.as_deref(), Some("ln(2)"));
}

/// Outcome by outcome, to far beyond what a float sees.
#[test]
fn discrete_mechanisms_by_sums() {
    let gaussian = |n: f64| (-n * n / 4.0).exp();
    let total: f64 = (-60..=60).map(|n| gaussian(f64::from(n))).sum();
    let outcomes: Vec<(f64, f64)> = (-30..=30)
        .map(|n| (gaussian(f64::from(n - 2)) / total, gaussian(f64::from(n)) / total))
        .collect();
    let text = "discrete-gaussian(sigma_sq=2, shifts=[2])";
    close(float(&one(text, &Query::Kl).lo), by_definition(&outcomes)[0].1, 1e-9, text);
    close(float(&one(text, &Query::ChiSquared).lo), by_definition(&outcomes)[3].1, 1e-9, text);
    for (a, x) in [("1/2", 0.5), ("3/2", 1.5), ("2", 2.0), ("7/2", 3.5)] {
        close(float(&one(text, &order(a)).lo), renyi_by_definition(&outcomes, x), 1e-9, a);
    }
    let text = "discrete-laplace(eps=1/2, sensitivity=3)";
    let mass = |n: i32| {
        (-0.5 * f64::from(n.abs())).exp() * (1.0 - (-0.5f64).exp()) / (1.0 + (-0.5f64).exp())
    };
    let outcomes: Vec<(f64, f64)> = (-100..=100).map(|n| (mass(n), mass(n - 3))).collect();
    same(&all(text), &by_definition(&outcomes), 1e-9, text);
}

#[test]
fn infinities_have_reasons() {
    let (alone, other) = (Some("P has mass where Q has none"), Some("Q has mass where P has none"));
    let reasons = |text: &str, query: &Query| -> Vec<_> {
        ask(text, query).iter().map(|(_, x)| x.reason).collect()
    };
    let class = "approx-dp(eps=1, delta=1/100)^5";
    assert_eq!(reasons(class, &Query::Kl), [alone, other, alone]);
    assert_eq!(reasons(class, &Query::Functionals), [other, other, other, other, alone]);
    assert_eq!(reasons(class, &order("3/2")), [alone]);
    assert_eq!(reasons(class, &order("inf")), [alone]);
    assert_eq!(reasons(class, &order("1/2")), [None]);
    let only_p = "finite-pair(p=[1/2, 1/2], q=[0, 1])";
    assert_eq!(reasons(only_p, &Query::Kl), [alone, None, alone]);
    assert_eq!(reasons(only_p, &Query::Functionals), [None, None, None, None, alone]);
    let disjoint = "finite-pair(p=[1, 0], q=[0, 1])";
    assert_eq!(reasons(disjoint, &order("1/2")), [Some("P and Q have no outcome in common")]);
    assert_eq!(reasons("gdp(mu=1)", &order("inf")), [Some("the loss is not bounded")]);
    assert_eq!(one("gdp(mu=0)", &order("inf")).lo, "0");
}

#[test]
fn simple_values_are_exact() {
    for (text, query, expected) in [
        ("randomized-response(eps=ln(3))^4", Query::Kl, "2*ln(3)"),
        ("randomized-response(eps=ln(3))", order("2"), "ln(7/3)"),
        ("randomized-response(eps=ln(3))^2", Query::ChiSquared, "40/9"),
        ("zcdp(rho=1/8) * gaussian(sigma=1)", order("3"), "15/8"),
        ("zcdp(rho=1/8) * discrete-gaussian(sigma_sq=1, shifts=[1])", Query::Kl, "5/8"),
        ("discrete-gaussian(sigma_sq=1, shifts=[1])", Query::ChiSquared, "exp(1) - 1"),
        ("laplace(eps=1)^10", Query::Kl, "10*exp(-1)"),
        ("compose(mechanisms=[])", Query::Kl, "0"),
        ("approx-dp(eps=0, delta=0)", order("5"), "0"),
        ("compose(mechanisms=[])", order("inf"), "0"),
        ("staircase(eps=ln(2), gamma=1/3)^3", order("inf"), "3*ln(2)"),
    ] {
        assert_eq!(one(text, &query).exact.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn what_is_not_known_is_refused() {
    let (precise, laplace) =
        (sample("1/2", "gaussian(sigma=1/9)"), sample("1/2", "laplace(eps=1)"));
    let (range, skellam) =
        (sample("1/2", "exponential(eps=1)"), sample("1/2", "additive(noise=skellam, variance=4)"));
    let beside = format!("{laplace} * finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])");
    let replaced = "subsample(method=without-replacement, rate=1/2, adjacency=replace-one, mechanism=laplace(eps=1))";
    for (text, query, reason) in [
        (
            range.as_str(),
            order("3/2"),
            "a Poisson sample of the class of all mechanisms of a range",
        ),
        (skellam.as_str(), order("3/2"), "a Poisson sample of integer noise"),
        (precise.as_str(), Query::Kl, "sigma below 1/8"),
        (
            range.as_str(),
            Query::Functionals,
            "a Poisson sample of the class of all mechanisms of a range",
        ),
        (beside.as_str(), order("2"), "in different directions of neighbours"),
        (beside.as_str(), Query::ChiSquared, "in different directions of neighbours"),
        (replaced, Query::Kl, "a sample without replacement of laplace noise"),
        (replaced, order("2"), "a sample without replacement of laplace noise"),
        (replaced, Query::ChiSquared, "a sample without replacement of laplace noise"),
        ("zcdp(rho=1)", order("1/2"), "ask for an order above 1"),
        ("zcdp(rho=1)", Query::Functionals, "they are not known for zcdp"),
        ("additive(noise=skellam, variance=4)", order("3/2"), "it is not known for integer noise"),
        ("laplace(eps=1)^2", Query::Functionals, "only those that add are known"),
        ("randomized-response(eps=ln(3))", order("1000000000"), "millions of digits"),
    ] {
        let refusal = dpcert::ask(
            &Question::of(&Mechanism::parse(text).unwrap(), &query),
            &Options::default(),
        );
        let refusal = refusal.unwrap_err().to_string();
        assert!(refusal.contains(reason), "{text}: {refusal}");
    }
}

/// Functionals of samples and of noise without closed forms, by mpmath: quadrature over the noise,
/// split at the kinks of the integrand (30 digits), and sums over 400 integers.
#[test]
fn functionals_of_one_step_of_any_kind() {
    let names = ["kl", "kappa2", "kappa3", "kappa3-bar", "chi-squared-plus"];
    let cases: [(&str, f64, [f64; 5]); 8] = [
        (
            "without-replacement(0.35, gdp(mu=1.8))",
            1e-13,
            [
                0.3842245407158095,
                1.180573842953887,
                3.356689149077647,
                2.524704345427553,
                2.939678728927452,
            ],
        ),
        (
            "poisson(0.35, gaussian(mu=1.8))",
            1e-6,
            [
                0.1649195704581808,
                0.2057883840506382,
                0.225376653913909,
                0.2607197501970582,
                2.939678728927452,
            ],
        ),
        (
            "poisson(1/2, laplace(eps=1))",
            1e-6,
            [
                0.08851964020127479,
                0.1672666868070283,
                0.0803679080205748,
                0.08862422073968522,
                0.1552238579807187,
            ],
        ),
        (
            "without-replacement(1/2, laplace(eps=1))",
            1e-6,
            [
                0.1133225833354555,
                0.2334503426780331,
                0.1396172758515043,
                0.1322070068958661,
                0.1552238579807187,
            ],
        ),
        (
            "without-replacement(1/10, laplace(eps=3))",
            1e-6,
            [
                0.06829952689172351,
                0.1477782102126345,
                0.1456145199309963,
                0.1344142026010646,
                0.1168786482898968,
            ],
        ),
        (
            "discrete-gaussian(sigma_sq=4, sensitivity=1)",
            1e-13,
            [0.125, 0.265625, 0.2182217954084757, 0.1995263975817328, 0.1968994189494158],
        ),
        (
            "poisson(1/3, discrete-gaussian(sigma_sq=4, sensitivity=1))",
            1e-13,
            [
                0.01385217817729528,
                0.02641654489022132,
                0.007515441497542666,
                0.007719166520231693,
                0.02187771321660176,
            ],
        ),
        // Outcomes 3/4, 1/4 mixed with 1/4, 3/4 at rate 1/2: ratios 2, 1 and 1/2 with the Q-masses
        // 1/4, 1/4 and 1/2, and the loss l = ln 2.
        (
            "without-replacement(1/2, randomized-response(eps=ln(3)))",
            1e-13,
            [
                0.17328679513998632,
                0.36033976043865107,
                0.2497684889916971,
                0.23415795842971604,
                0.25,
            ],
        ),
    ];
    for (mechanism, tolerance, expected) in cases {
        let found = ask_for(mechanism, &Query::Functionals, 14);
        for (((name, number), wanted), expected) in found.iter().zip(names).zip(expected) {
            assert_eq!(*name, wanted);
            close(float(&number.lo), expected, tolerance, &format!("{mechanism}: {name}"));
            assert!(float(&number.lo) <= expected * (1.0 + 1e-14), "{mechanism}: {name}");
            assert!(float(&number.hi) >= expected * (1.0 - 1e-14), "{mechanism}: {name}");
        }
    }
}

/// A sample at rate 1 is the mechanism, and one at rate 0 reveals nothing.
#[test]
fn functionals_at_the_ends_of_the_rate() {
    for sampler in ["poisson", "without-replacement"] {
        let of =
            |rate: &str| ask(&format!("{sampler}({rate}, laplace(eps=1))"), &Query::Functionals);
        assert_eq!(
            format!("{:?}", of("1")),
            format!("{:?}", ask("laplace(eps=1)", &Query::Functionals))
        );
        assert!(of("0").iter().all(|(_, number)| number.lo == "0"), "{sampler}");
    }
}

/// What has no pair, or no known third moment, is refused.
#[test]
fn functionals_that_are_not_known() {
    for mechanism in [
        "exponential(eps=1)",
        "poisson(1/2, exponential(eps=1))",
        // Without polygons its loss pair is that of no privacy.
        "poisson(1/2, union(mechanisms=[gdp(mu=1), laplace(eps=1)]))",
        "without-replacement(1/2, union(mechanisms=[gdp(mu=1), laplace(eps=1)]))",
        "zcdp(rho=1/10)",
        "laplace(eps=1)^2",
        "noisy-max(noise=laplace, eps=1)",
    ] {
        let parsed = Mechanism::parse(mechanism).unwrap();
        let answer = dpcert::ask(&Question::of(&parsed, &Query::Functionals), &Options::default());
        let refusal = answer.expect_err(mechanism).to_string();
        assert!(refusal.contains("functionals of this mechanism"), "{mechanism}: {refusal}");
    }
}
