//! zCDP: the conversion against every order, against the Gaussian, and against itself inverted.
#![allow(clippy::unwrap_used, clippy::panic)]

use dpcert::exact::literal::parse;
use dpcert::exact::{Interval, Malachite, Real};
use dpcert::mechanism::Zcdp;
use dpcert::{Content, Mechanism, Options, Query, answer};
use malachite::rational::Rational;

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
    for (rho, eps) in [("1/2", "4"), ("1/100", "1"), ("293764/114921", "17.14"), ("5", "2"), ("1e-6", "1e-3")] {
        let (rho, eps) = (real(rho), real(eps));
        let ours = Zcdp { rho: rho.clone() }.delta_above::<Malachite>(&eps.enclose(256));
        let (rho, eps) = (rho.enclose(256), eps.enclose(256));
        let slack = Enclosure::from_rational(&(Rational::from(1) + (Rational::from(1) >> 40u32)), 256);
        let mut best: Option<Enclosure> = None;
        for n in 1i64..4000 {
            // From 1.001 to 4001, denser near 1.
            let order = Rational::from(1) + Rational::from(n * n) / Rational::from(4000);
            let other = at_order(&rho, &eps, &order);
            assert!(ours.lower() <= (&other * &slack).upper(), "order {order} gives {other:?} instead of {ours:?}");
            if best.as_ref().is_none_or(|best| other.upper() < best.upper()) {
                best = Some(other);
            }
        }
        // And it is a value of the formula: near the best of these.
        let best = best.unwrap();
        let near = Enclosure::from_rational(&Rational::from_unsigneds(9u32, 10u32), 256);
        assert!(ours.upper() >= (&best * &near).lower() || ours.contains(&Rational::from(1)), "{ours:?} {best:?}");
    }
}

#[test]
fn the_inverse_is_an_inverse() {
    for (rho, delta) in [("1/2", "1e-6"), ("1/100", "1e-10"), ("3", "1e-3"), ("293764/114921", "1e-10")] {
        let zcdp = Zcdp { rho: real(rho) };
        let eps = zcdp.eps_above::<Malachite>(&real(delta).enclose(256));
        let back = zcdp.delta_above::<Malachite>(&eps);
        let target: Enclosure = real(delta).enclose(256);
        let ratio = &back / &target;
        let tiny = Rational::from(1) >> 40u32;
        assert!(ratio.lower() <= Enclosure::from_rational(&(Rational::from(1) + &tiny), 256).upper(), "{ratio:?}");
        assert!(ratio.upper() >= Enclosure::from_rational(&(Rational::from(1) - &tiny), 256).lower(), "{ratio:?}");
    }
}

fn bounds(mechanism: &str, query: &Query) -> (Real, Real, dpcert::Answer) {
    let result = answer::<Malachite>(&Mechanism::parse(mechanism).unwrap(), query, &Options::default()).unwrap();
    let Content::Number(bounds) = &result.content else { panic!("one number") };
    (real(&bounds.lo), real(&bounds.hi), result)
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
            assert!(low.compare(&most).unwrap().is_le() && high.compare(&least).unwrap().is_ge(), "{rho} {eps}");
            assert!(!result.tight && result.method == "zcdp-conversion");
        }
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
    assert!(high.compare(&real("17.1435")).unwrap().is_gt() && high.compare(&real("17.1437")).unwrap().is_lt());
}
