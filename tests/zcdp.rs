//! zCDP: the conversion against every order, against the Gaussian, and against itself inverted; rho
//! against sums by hand and against Renyi divergences summed outcome by outcome.

use crate::support::{Shown, effort};
use dpcert::exact::literal::parse;
use dpcert::exact::{Interval, Malachite};
use dpcert::mechanism::Zcdp;
use dpcert::{Content, Mechanism, Options, Query, Question, Real};
use malachite::rational::Rational;
use proptest::prelude::*;

type Enclosure = Interval<Malachite>;

fn real(text: &str) -> Real {
    parse(text).unwrap()
}

/// `e^((a-1)(a rho - eps)) / (a-1) (1 - 1/a)^a`, as Canonne, Kamath & Steinke print it.
fn at_order(rho: &Enclosure, eps: &Enclosure, order: &Rational) -> Enclosure {
    let a = Enclosure::from_rational(order, 256);
    let one = Enclosure::one(256);
    let less = &a - &one;
    let exponent = &less * &(&(&a * rho) - eps);
    let power = (&a * &(&less / &a).ln()).exp();
    &(&exponent.exp() / &less) * &power
}

#[test]
fn no_order_is_better() {
    for (rho, eps) in
        [("1/2", "4"), ("1/100", "1"), ("293764/114921", "17.14"), ("5", "2"), ("1e-6", "1e-3")]
    {
        let (rho, eps) = (real(rho), real(eps));
        let ours = Zcdp { rho: rho.clone() }.delta_above::<Malachite>(&eps.enclose(256));
        let (rho, eps) = (rho.enclose(256), eps.enclose(256));
        let slack =
            Enclosure::from_rational(&(Rational::from(1) + (Rational::from(1) >> 40u32)), 256);
        let mut best: Option<Enclosure> = None;
        for n in (1i64..4000).step_by(if effort() > 1 { 1 } else { 5 }) {
            // From 1.00025 to 4000, denser near 1.
            let order = Rational::from(1) + Rational::from(n * n) / Rational::from(4000);
            let other = at_order(&rho, &eps, &order);
            assert!(
                ours.lower() <= (&other * &slack).upper(),
                "order {order} gives {other:?} instead of {ours:?}"
            );
            if best.as_ref().is_none_or(|best| other.upper() < best.upper()) {
                best = Some(other);
            }
        }
        // And it is a value of the formula: near the best of these.
        let best = best.unwrap();
        let near = Enclosure::from_rational(&Rational::from_unsigneds(9u32, 10u32), 256);
        assert!(
            ours.upper() >= (&best * &near).lower() || ours.contains(&Rational::from(1)),
            "{ours:?} {best:?}"
        );
    }
}

#[test]
fn the_inverse_is_an_inverse() {
    for (rho, delta) in
        [("1/2", "1e-6"), ("1/100", "1e-10"), ("3", "1e-3"), ("293764/114921", "1e-10")]
    {
        let zcdp = Zcdp { rho: real(rho) };
        let eps = zcdp.eps_above::<Malachite>(&real(delta), 256);
        let back = zcdp.delta_above::<Malachite>(&eps);
        let target: Enclosure = real(delta).enclose(256);
        let ratio = &back / &target;
        let tiny = Rational::from(1) >> 40u32;
        assert!(
            ratio.lower() <= Enclosure::from_rational(&(Rational::from(1) + &tiny), 256).upper(),
            "{ratio:?}"
        );
        assert!(
            ratio.upper() >= Enclosure::from_rational(&(Rational::from(1) - &tiny), 256).lower(),
            "{ratio:?}"
        );
    }
}

fn bounds(mechanism: &str, query: &Query) -> (Real, Real, dpcert::Answer) {
    let result = dpcert::ask(
        &Question::of(&Mechanism::parse(mechanism).unwrap(), query),
        &Options::default(),
    )
    .unwrap();
    let Content::Number(bounds) = &result.content else { panic!("one number") };
    (real(&bounds.printed().lo), real(&bounds.printed().hi), result)
}

/// The Gaussian of the class is the lower end, and below the upper one everywhere.
#[test]
fn the_gaussian_is_in_the_class() {
    for rho in ["1e-4", "1/50", "1/2", "2", "20"] {
        for eps in ["0", "1/10", "1", "5"] {
            let query = Query::Delta { eps: real(eps) };
            let (low, high, result) = bounds(&format!("zcdp(rho={rho})"), &query);
            let gaussian = format!("gdp(mu=sqrt(2*{rho}))");
            let (least, most, _) = bounds(&gaussian, &query);
            assert!(
                low.compare(&most).unwrap().is_le() && high.compare(&least).unwrap().is_ge(),
                "{rho} {eps}"
            );
            assert!(!result.tight && result.method.name() == "zcdp-conversion");
        }
    }
}

/// Beside purely private steps the bound is the smaller of two: with all steps in the class, and of
/// the class at the eps that theirs leaves.
#[test]
fn pure_steps_beside_the_class_are_taken_in_or_left_out() {
    let eps = |delta: &str| Query::Eps { delta: real(delta) };
    let mut taken_in = 0;
    for (rho, pure, sum, own) in [
        ("1/50", "laplace(eps=2)", "2", "2 + exp(-2) - 1"),
        ("1/50", "randomized-response(eps=1)^2", "2", ""),
        ("1/2", "laplace(eps=1/10)^2", "1/5", "2*(1/10 + exp(-1/10) - 1)"),
        ("1/10", "exponential(eps=3)", "3", ""),
        ("2", "group(2, laplace(eps=1/20))", "1/10", ""),
        // Its rho is not an expression: it is left out.
        ("1/50", "finite-pair(p=[1/100, 99/100], q=[1/10000, 9999/10000])", "ln(100)", ""),
    ] {
        let composed = format!("zcdp(rho={rho}) * {pure}");
        let class = format!("zcdp(rho={rho})");
        for delta in ["1e-6", "1e-3", "1/10"] {
            let (low, high, _) = bounds(&composed, &eps(delta));
            let (_, alone, _) = bounds(&class, &eps(delta));
            let left_out = &alone + &real(sum);
            // As many digits are printed as the width has, at least four, rounded upwards.
            let slack = |x: &Real| x * &real("1.001");
            assert!(low.compare(&high).unwrap().is_le());
            assert!(high.compare(&slack(&left_out)).unwrap().is_le(), "{composed} at {delta}");
            if !own.is_empty() {
                let whole = format!("zcdp(rho={rho} + {own})");
                let (_, whole, _) = bounds(&whole, &eps(delta));
                assert!(high.compare(&slack(&whole)).unwrap().is_le(), "{composed} at {delta}");
                let least =
                    if whole.compare(&left_out).unwrap().is_lt() { whole } else { left_out };
                assert!(slack(&high).compare(&least).unwrap().is_ge(), "{composed} at {delta}");
                taken_in += usize::from(high.compare(&(&alone + &real(sum))).unwrap().is_lt());
            }
            // delta at this eps, and each line of beta, follow from the same.
            let (_, at, _) = bounds(&composed, &Query::Delta { eps: &high * &real("1.001") });
            assert!(at.compare(&real(delta)).unwrap().is_le(), "{composed} at {delta}");
        }
        let (low, _, _) = bounds(&composed, &Query::Tv);
        assert!(low.compare(&real("1")).unwrap().is_le());
        for alpha in ["1/100", "1/5"] {
            let (low, high, _) = bounds(&composed, &Query::Beta { alpha: real(alpha) });
            assert!(low.compare(&high).unwrap().is_le());
            for line in ["1/2", "2", "3"] {
                let (_, delta, _) = bounds(&composed, &Query::Delta { eps: real(line) });
                let above = 1 - &delta - real(&format!("exp({line})*{alpha}"));
                let above = &above - &real("1e-5");
                assert!(low.compare(&above).unwrap().is_ge(), "{composed} at {alpha}: {line}");
            }
        }
    }
    assert!(taken_in > 0, "each bound is the better one somewhere");
    // A member of the class beside the same step is within the bounds.
    for at in ["1", "2", "3"] {
        let query = Query::Delta { eps: real(at) };
        let (low, high, _) = bounds("zcdp(rho=1/50) * laplace(eps=2)", &query);
        let (least, most, _) = bounds("gdp(mu=1/5) * laplace(eps=2)", &query);
        assert!(
            low.compare(&most).unwrap().is_le() && high.compare(&least).unwrap().is_ge(),
            "{at}"
        );
    }
}

#[test]
fn rho_adds() {
    let query = Query::Eps { delta: real("1e-6") };
    let (_, whole, _) = bounds("zcdp(rho=3/4)", &query);
    for parts in [
        "zcdp(rho=1/4)^3",
        "zcdp(rho=1/2) * gaussian(sigma=sqrt(2))",
        "zcdp(rho=1/4) * discrete-gaussian(sigma_sq=2, shifts=[1, -1])",
    ] {
        let (_, high, _) = bounds(parts, &query);
        assert_eq!(high.to_string(), whole.to_string(), "{parts}");
    }
}

/// What the Census published before rounding: 17.1436.
#[test]
fn the_conversion_of_the_census() {
    let (_, high, _) = bounds("zcdp(rho=293764/114921)", &Query::Eps { delta: real("1e-10") });
    assert!(
        high.compare(&real("17.1435")).unwrap().is_gt()
            && high.compare(&real("17.1437")).unwrap().is_lt()
    );
}

fn rho(mechanism: &str) -> Real {
    let (low, high, result) = bounds(mechanism, &Query::Rho);
    let Content::Number(bounds) = &result.content else { panic!("one number") };
    let exact = real(
        bounds.printed().exact.as_deref().unwrap_or_else(|| panic!("{mechanism}: {bounds:?}")),
    );
    assert!(
        low.compare(&exact).unwrap().is_le() && exact.compare(&high).unwrap().is_le(),
        "{bounds:?}"
    );
    assert_eq!(
        (result.tight, result.met, result.method.name()),
        (true, true, "zcdp-sum"),
        "{mechanism}"
    );
    exact
}

#[test]
fn rho_is_exact() {
    for (mechanism, expected) in [
        ("zcdp(rho=293764/114921)", "(542/339)^2"),
        ("gaussian(sigma=10/sqrt(10))", "1/20"),
        ("gdp(mu=sqrt(2*0.015))", "3/200"),
        ("discrete-gaussian(sigma_sq=2, shifts=[1, -1, 3])", "11/4"),
        ("discrete-gaussian(sigma_sq=2, shifts=[0])", "0"),
        ("compose(mechanisms=[])", "0"),
        ("laplace(eps=1)^0", "0"),
        ("gaussian(sigma=1)^18446744073709551615", "18446744073709551615/2"),
        ("gaussian(sigma=exp(1/2))^3", "3/2*exp(-1)"),
        ("zcdp(rho=ln(2)) * gaussian(sigma=1)", "ln(2) + 1/2"),
    ] {
        assert_eq!(rho(mechanism).to_string(), real(expected).to_string(), "{mechanism}");
    }
    let many = Options { digits: 2000, ..Options::default() };
    let result = dpcert::ask(
        &Question::of(&Mechanism::parse("zcdp(rho=sqrt(2))").unwrap(), &Query::Rho),
        &many,
    )
    .unwrap();
    let Content::Number(bounds) = result.content else { panic!("one number") };
    assert!(result.met && bounds.printed().lo.len() > 2000, "{bounds:?}");
    assert!(real(&bounds.printed().lo).pow(2).compare(&real("2")).unwrap().is_lt());
    assert!(real(&bounds.printed().hi).pow(2).compare(&real("2")).unwrap().is_gt());
}

#[test]
fn no_rho_is_refused() {
    for (mechanism, reason) in [
        (
            "gaussian(sigma=1) * approx-dp(eps=1, delta=1/10)",
            "a finite pair has infinite losses, so that it is rho-zCDP for no rho",
        ),
        (
            "subsample(method=poisson, rate=1/2, adjacency=add-remove, mechanism=gaussian(sigma=1))",
            "rho is not known for a Poisson sample of gaussian noise",
        ),
    ] {
        let parsed = Mechanism::parse(mechanism).unwrap();
        let refusal = dpcert::ask(&Question::of(&parsed, &Query::Rho), &Options::default())
            .unwrap_err()
            .to_string();
        let expected =
            format!("rho of this mechanism is not supported: {reason}; ask for delta or eps");
        assert_eq!(refusal, expected, "{mechanism}");
    }
    let endless = Mechanism::parse("(gdp(mu=1)^18446744073709551615)^2").unwrap();
    let refusal = dpcert::ask(&Question::of(&endless, &Query::Rho), &Options::default())
        .unwrap_err()
        .to_string();
    assert!(refusal.contains("2^64 - 1 times"), "{refusal}");
}

/// Beside a guarantee of zCDP the rho of each step is needed, whatever is asked: an advice does not
/// name what was asked. The parts do have what it names.
#[test]
fn beside_zcdp_no_advice_is_what_was_asked() {
    for (step, reason) in [
        ("approx-dp(eps=1, delta=1/10)", "infinite losses"),
        ("poisson(1/2, gaussian(sigma=1))", "rho is not known for a Poisson sample"),
        ("generalised-gaussian(power=3, scale=1, sensitivity=1)", "rho"),
    ] {
        let parsed = Mechanism::parse(&format!("zcdp(rho=1/2) * {step}")).unwrap();
        let asked = [
            Query::Delta { eps: real("1") },
            Query::Eps { delta: real("1/1000") },
            Query::Tv,
            Query::Beta { alpha: real("1/10") },
        ];
        for query in asked {
            let refusal = dpcert::ask(&Question::of(&parsed, &query), &Options::default());
            let Err(refusal) = refusal.map_err(|refusal| refusal.to_string()) else {
                panic!("{step}, {query:?}: an answer")
            };
            assert!(refusal.contains(reason), "{step}: {refusal}");
            assert!(!refusal.contains("ask for delta"), "{step}: {refusal}");
            assert!(refusal.contains("their eps add up"), "{step}: {refusal}");
        }
        let alone = Mechanism::parse(step).unwrap();
        let eps = Query::Eps { delta: real("1/5") };
        dpcert::ask(&Question::of(&alone, &eps), &Options::default()).unwrap();
    }
}

/// A step in the notation and its rho, by hand.
fn step() -> impl Strategy<Value = (String, Rational)> {
    let parts = (0..4u32, 1..20u32, 1..20u32, 0..4u32, 0..4u32, 0..5u32);
    parts.prop_map(|(kind, p, q, a, b, count)| {
        let over = |n: u32, d: u32| Rational::from_unsigneds(n, d);
        let (name, rho) = match kind {
            0 => (format!("gaussian(sigma={p}/{q})"), over(q * q, 2 * p * p)),
            1 => (format!("gdp(mu={p}/{q})"), over(p * p, 2 * q * q)),
            2 => (format!("zcdp(rho={p}/{q})"), over(p, q)),
            _ => (
                format!("discrete-gaussian(sigma_sq={p}/{q}, shifts=[{a}, -{b}])"),
                over((a * a + b * b) * q, 2 * p),
            ),
        };
        (format!("{name}^{count}"), rho * Rational::from(count))
    })
}

proptest! {
    #[test]
    fn rho_is_the_sum_over_the_steps(steps in proptest::collection::vec(step(), 1..6), count in 0..9u32) {
        let names: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
        let all = names.join(" * ");
        let sum = steps.iter().fold(Rational::from(0), |sum, (_, rho)| sum + rho);
        prop_assert_eq!(rho(&all), Real::from(sum.clone()));
        prop_assert_eq!(rho(&format!("({all})^{count}")), Real::from(sum.clone() * Rational::from(count)));
        // More of the same is more, unless nothing is released.
        let order = rho(&format!("({all})^{}", count + 1)).compare(&rho(&format!("({all})^{count}"))).unwrap();
        prop_assert_eq!(order.is_eq(), sum == 0);
        prop_assert!(order.is_ge());
    }
}

/// `D_alpha / alpha` of `N_Z(s, sigma^2)` from `N_Z(0, sigma^2)`, or the other way round, from its
/// definition: all outcomes up to 100, and a bound on the rest.
fn renyi(sigma_sq: &Rational, shift: i64, order: &Rational, reverse: bool) -> Enclosure {
    const LAST: i64 = 100;
    let twice = Rational::from(2) * sigma_sq;
    let exp = |x: Rational| Enclosure::from_rational(&x, 256).exp();
    let log_mass = |n: i64, center: i64| Rational::from(-(n - center) * (n - center)) / &twice;
    let (p, q) = if reverse { (0, shift) } else { (shift, 0) };
    let less = order - Rational::from(1);
    // Beyond LAST the exponent of a term is below -n^2 / (4 sigma^2), and the terms at least halve.
    let rest = exp(Rational::from(-LAST * LAST) / (Rational::from(4) * sigma_sq)).shift(2);
    let sum = |term: &dyn Fn(i64) -> Rational| {
        let sum = (-LAST..=LAST).map(|n| exp(term(n))).reduce(|x, y| &x + &y).unwrap();
        sum.hull(&(&sum + &rest))
    };
    let moment = sum(&|n| order * log_mass(n, p) - &less * log_mass(n, q));
    let total = sum(&|n| log_mass(n, 0));
    &(&moment / &total).ln() / &Enclosure::from_rational(&(less * order), 256)
}

/// At orders that shift the lattice onto itself the discrete Gaussian has the divergence of the
/// Gaussian; elsewhere it has less.
#[test]
fn the_discrete_gaussian_attains_its_rho() {
    let ratio = |n: u64, d: u64| Rational::from_unsigneds(n, d);
    for (i, sigma_sq) in (0..).zip([ratio(1, 10), ratio(1, 2), ratio(4, 5)]) {
        for shift in [1, 2, 3] {
            // Each variance and each shift once, all pairs with more effort.
            if (i + shift) % 3 != 0 && effort() == 1 {
                continue;
            }
            let expected =
                rho(&format!("discrete-gaussian(sigma_sq={sigma_sq}, shifts=[{shift}])"));
            let expected = expected.as_rational().unwrap();
            for order in
                [ratio(3, 2), ratio(2, 1), ratio(5, 2), ratio(8, 3), ratio(3, 1), ratio(7, 1)]
            {
                let whole = *(&order * Rational::from(shift)).denominator_ref() == 1u32;
                for reverse in [false, true] {
                    let found = renyi(&sigma_sq, shift, &order, reverse);
                    let place =
                        format!("sigma^2 = {sigma_sq}, s = {shift}, order {order}: {found:?}");
                    if whole {
                        assert!(
                            found.contains(expected) && found.has_relative_bits(200),
                            "{place}"
                        );
                    } else {
                        assert!(
                            found.upper() < Enclosure::from_rational(expected, 256).lower(),
                            "{place}"
                        );
                    }
                }
            }
        }
    }
}

/// The type II error of the class: not above that of its members, and not below any of the lines
/// that delta gives on a grid of eps.
#[test]
fn the_type_two_error_is_between_lines_and_members() {
    for (rho, members) in [
        ("1/2", ["gdp(mu=1)", "randomized-response(eps=1)", "laplace(eps=1)"]),
        ("1/50", ["gdp(mu=1/5)", "randomized-response(eps=1/5)", "laplace(eps=1/5)"]),
        ("8", ["gdp(mu=4)", "randomized-response(eps=4)", "laplace(eps=4)"]),
    ] {
        let class = format!("zcdp(rho={rho})");
        for level in ["1/1000", "1/10", "1/2", "9/10", "999/1000"] {
            let alpha = real(level);
            let (low, high, result) = bounds(&class, &Query::Beta { alpha: alpha.clone() });
            assert!(!result.tight, "{class}, {level}");
            for member in members {
                let (_, most, _) = bounds(member, &Query::Beta { alpha: alpha.clone() });
                assert!(low.compare(&most).unwrap().is_le(), "{class}, {member}, {level}");
            }
            let (least, most, _) = bounds(members[0], &Query::Beta { alpha: alpha.clone() });
            let meets =
                high.compare(&least).unwrap().is_ge() && low.compare(&most).unwrap().is_le();
            assert!(meets, "{class}, {level}");
            // The search ends within 2^-40 of the best one.
            let slack = Real::from(Rational::from(1) >> 40u32);
            for n in 0..=160 {
                let eps = Rational::from_unsigneds(n, 16u64);
                let (_, delta, _) = bounds(&class, &Query::Delta { eps: Real::from(eps.clone()) });
                let e = Real::from(eps).exp();
                let kept = 1 - &delta;
                for line in [&kept - &e * &alpha, (&kept - &alpha) / &e] {
                    assert!(
                        (&low + &slack).compare(&line).unwrap().is_ge(),
                        "{class}, {level}, eps = {n}/16: {line} > {low}"
                    );
                }
            }
        }
        let (low, high, _) = bounds(&class, &Query::Beta { alpha: Real::zero() });
        assert!(low.is_one() && high.is_one(), "{class}: [{low}, {high}]");
        let (_, high, _) = bounds(&class, &Query::Beta { alpha: Real::one() });
        assert!(high.is_zero(), "{class}: {high}");
    }
}
