//! A tiny or huge parameter is no hard question: closed forms have their digits at every scale, at
//! a small cost.

use crate::support::effort;
use dpcert::exact::special::{ln_1p, normal_cdf};
use dpcert::exact::{Engine, Interval, Malachite, profile};
use dpcert::mechanism::Zcdp;
use dpcert::{Bounds, Content, Mechanism, Options, Query, Question, Real};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

/// A million word operations for each bit of the answer, or a third of a second: so much a question
/// may cost here.
const WORK: u64 = 300_000_000;

/// Numbers that look random and are the same each time (Knuth's multiplier, the leading bits).
struct Numbers(u64);

impl Numbers {
    /// A whole number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let width = u64::try_from(high - low + 1).unwrap();
        low + i64::try_from((self.0 >> 33) % width).unwrap()
    }

    /// `m 10^e` with three digits and an exponent from `low` to `high`.
    fn scaled(&mut self, low: i64, high: i64) -> Rational {
        let exponent = self.between(low, high);
        Rational::from(self.between(100, 999)) * Rational::from(10).pow(exponent - 2)
    }
}

fn ask(mechanism: &str, query: &Query) -> Bounds {
    let mut options = Options::default();
    options.limits.work = WORK;
    let mechanism = Mechanism::parse(mechanism).unwrap();
    let answer = dpcert::ask(&Question::of(&mechanism, query), &options);
    match answer.unwrap_or_else(|e| panic!("{mechanism:?} {query:?}: {e}")).content {
        Content::Number(number) => number.bounds,
        other => panic!("{other:?}"),
    }
}

fn known(mechanism: &str, query: &Query) -> Bounds {
    let bounds = ask(mechanism, query);
    assert!(bounds.met, "{mechanism} {query:?}: {bounds:?}");
    bounds
}

fn delta(mechanism: &str, eps: &Rational) -> Bounds {
    known(mechanism, &Query::Delta { eps: eps.clone().into() })
}

fn ends(bounds: &Bounds) -> [Rational; 2] {
    [bounds.lower(), bounds.upper()].map(|end| end.to_rational().unwrap())
}

/// The eps at a delta lies between points at which delta is on either side of it, and is not always
/// 0.
fn eps_is_inverse(mechanism: &str, target: &Rational) {
    let eps = known(mechanism, &Query::Eps { delta: target.clone().into() });
    let [low, high] = ends(&eps);
    assert!(low <= high, "{mechanism} {target}");
    // There delta may be beyond the range of the exponents: on its side all the same.
    let at = |eps: &Rational| ask(mechanism, &Query::Delta { eps: eps.clone().into() });
    assert!(low == 0 || at(&low).upper().compare(target).is_ge(), "{mechanism} {target}: {eps:?}");
    assert!(at(&high).lower().compare(target).is_le(), "{mechanism} {target}: {eps:?}");
}

/// `Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)`, with as many bits as it loses.
fn profile<E: Engine>(mu: &Rational, eps: &Rational, precision: u64) -> Interval<E> {
    let at = |x: Rational| Interval::<E>::from_rational(&x, precision);
    let (half, ratio) = (mu / Rational::from(2), eps / mu);
    let far =
        &Real::from(eps.clone()).exp().enclose(precision) * &normal_cdf(&at(-(&half + &ratio)));
    &normal_cdf(&at(half - ratio)) - &far
}

fn overlaps<E: Engine>(bounds: &Bounds, other: &Interval<E>) -> bool {
    use dpcert::exact::engine::DirectedFloat;
    *bounds.lower() <= other.upper().to_dyadic() && other.lower().to_dyadic() <= *bounds.upper()
}

#[test]
fn a_gaussian_of_any_scale() {
    let mut numbers = Numbers(1);
    for case in 0..12 * effort() {
        let mu = match case % 6 {
            5 => numbers.scaled(-3, 3),
            _ => numbers.scaled(-1000, 1000),
        };
        let mechanism = format!("gaussian(mu={mu})");
        let tv = known(&mechanism, &Query::Tv);
        assert_eq!(ends(&delta(&mechanism, &Rational::from(0))), ends(&tv), "{mechanism}");
        // Between eps = 0 and twelve standard deviations of the loss above its mean; and near its
        // median.
        for place in
            [Rational::from_signeds(numbers.between(1, 1200), 100), numbers.scaled(-1000, -1)]
        {
            let half = &mu / Rational::from(2);
            let place = if numbers.between(0, 1) == 0 { -place } else { place };
            let eps = (&mu * (&half + place)).max(Rational::from(0));
            let found = delta(&mechanism, &eps);
            let [low, high] = ends(&found);
            assert!(high <= ends(&tv)[1], "{mechanism} {eps}");
            for target in [&low * Rational::from_signeds(9, 10), (low + high) / Rational::from(2)] {
                if target < ends(&tv)[0] {
                    eps_is_inverse(&mechanism, &target);
                }
            }
        }
        // 1 - delta is as small as it likes.
        if mu > 1000 {
            eps_is_inverse(&mechanism, &(Rational::from(1) - numbers.scaled(-1000, -2)));
        }
    }
}

/// The same profile by its formula, with the bits that it loses; by MPFR, where that is there.
#[test]
fn the_profile_is_its_formula() {
    #[cfg(feature = "mpfr")]
    type Other = dpcert::exact::Mpfr;
    #[cfg(not(feature = "mpfr"))]
    type Other = Malachite;
    let mut numbers = Numbers(2);
    // Around 2^-64, 2^-128: where one form of the difference ends and the other begins.
    let mut cases: Vec<Rational> =
        (55..75).chain(120..136).map(|n: u32| Rational::from(3) >> n).collect();
    cases.extend((0..30 * effort()).map(|_| numbers.scaled(-100, 2)));
    for mu in cases {
        let place = Rational::from_signeds(numbers.between(-300, 1500), 100);
        let eps = (&mu * (&mu / Rational::from(2) + place)).max(Rational::from(0));
        let found = delta(&format!("gaussian(mu={mu})"), &eps);
        let other = profile::<Other>(&mu, &eps, 1200);
        assert!(
            other.has_relative_bits(200) && overlaps(&found, &other),
            "{mu} {eps}: {found:?} {other:?}"
        );
    }
}

/// A trade-off function is its own inverse.
#[test]
fn a_gaussian_level_of_any_scale() {
    let mut numbers = Numbers(3);
    for _ in 0..24 * effort() {
        let mu = numbers.scaled(-1000, 3);
        let mechanism = format!("gaussian(mu={mu})");
        let small = numbers.scaled(-1000, -1);
        for alpha in [Rational::from(1) - &small, small] {
            let beta = |alpha: &Rational| {
                ends(&known(&mechanism, &Query::Beta { alpha: alpha.clone().into() }))
            };
            let [low, high] = beta(&alpha);
            assert!(beta(&high)[0] <= alpha && alpha <= beta(&low)[1], "{mechanism} {alpha}");
        }
    }
}

#[test]
fn laplace_noise_of_any_scale() {
    let mut numbers = Numbers(4);
    for _ in 0..24 * effort() {
        let scale = numbers.scaled(-1000, 1000);
        let mechanism = format!("laplace(eps={scale})");
        let tv = ends(&known(&mechanism, &Query::Tv));
        let eps = &scale * Rational::from_signeds(numbers.between(0, 999), 1000);
        assert!(ends(&delta(&mechanism, &eps))[1] <= tv[1], "{mechanism} {eps}");
        for target in [
            &tv[0] * Rational::from_signeds(numbers.between(1, 999), 1000),
            numbers.scaled(-1000, -1),
        ] {
            eps_is_inverse(&mechanism, &target);
        }
    }
}

/// `1 - delta` of a response that tells the truth with odds e^eps is `2 / (1 + e^eps)` at eps = 0.
#[test]
fn a_response_of_any_scale() {
    let mut numbers = Numbers(5);
    for _ in 0..24 * effort() {
        let scale = numbers.scaled(-1000, 1000);
        let mechanism = format!("randomized-response(eps={scale})");
        let tv = known(&mechanism, &Query::Tv);
        if scale < 100 {
            let e = Real::from(scale.clone()).exp();
            let formula = e.sub(&Real::one()).div(&e.add(&Real::one()));
            assert!(overlaps(&tv, &formula.enclose::<Malachite>(8000)), "{mechanism}: {tv:?}");
        }
        let eps = &scale * Rational::from_signeds(numbers.between(0, 999), 1000);
        assert!(ends(&delta(&mechanism, &eps))[1] <= ends(&tv)[1], "{mechanism} {eps}");
    }
}

/// The conversion from zCDP ends at once, and at an order that no other one betters by much.
#[test]
fn the_conversion_at_any_scale() {
    const PRECISION: u64 = 4_000;
    let at = |x: &Rational| Interval::<Malachite>::from_rational(x, PRECISION);
    let one = Interval::one(PRECISION);
    let mut numbers = Numbers(6);
    for _ in 0..8 * effort() {
        let rho = numbers.scaled(-1000, 1000);
        let zcdp = Zcdp { rho: rho.clone().into() };
        let delta = numbers.scaled(-1000, -1);
        let found = zcdp.eps_above::<Malachite>(&delta.clone().into(), 256);
        ask(&format!("zcdp(rho={rho})"), &Query::Eps { delta: delta.clone().into() });
        let (rho, log) = (at(&rho), -&at(&delta).ln());
        // The order best where only rho and delta count, and others around it.
        let best = (&log / &rho).sqrt();
        for shift in [-40, -3, -1, 0, 1, 3, 40] {
            let less = best.shift(shift);
            let alpha = &one + &less;
            let numerator = &(&log + &(&less * &(&less / &alpha).ln())) - &alpha.ln();
            let eps = &(&alpha * &rho) + &(&numerator / &less);
            let slack = Interval::from_rational(
                &(Rational::from(1) + (Rational::from(1) >> 40u32)),
                PRECISION,
            );
            assert!(
                found.lower() <= (&eps * &slack).positive_part().upper(),
                "{rho:?} {delta}: {shift}"
            );
        }
    }
}

/// Few bits take the first term of a small difference alone, and enclose what many bits say.
#[test]
fn the_first_term_is_not_all() {
    for (precision, exponent) in [(8u64, 6u32), (16, 10), (24, 14), (64, 34), (64, 60)] {
        let mu = Rational::from(1) >> exponent;
        for place in [0, 1, 3, 40] {
            let at = |precision| {
                let point = |x: &Rational| Interval::<Malachite>::from_rational(x, precision);
                profile::delta(&point(&Rational::from(place)), &point(&mu))
            };
            let (few, many) = (at(precision), at(precision + 2 * u64::from(exponent) + 100));
            assert!(
                few.lower() <= many.lower() && many.upper() <= few.upper(),
                "{exponent} {place}: {few:?} {many:?}"
            );
            assert!(few.has_relative_bits(precision - 4), "{exponent} {place}: {few:?}");
        }
    }
}

/// At all places of a few bits, some of which have a value just above what can be written with as
/// many: the terms after the first are smaller than a unit there, and are seen only where they lead
/// across one.
#[test]
fn the_first_term_is_not_all_in_few_bits() {
    for (precision, exponent, stride) in [(9u64, 7u32, 1), (11, 8, 5)] {
        let mu = Rational::from(1) >> exponent;
        let stride = if effort() == 1 { stride } else { 1 };
        for mantissa in (1u32 << (precision - 1)..1 << precision).step_by(stride) {
            for scale in -3..4i64 {
                let place = (Rational::from(mantissa) >> precision) << scale;
                let at = |precision| {
                    let point = |x: &Rational| Interval::<Malachite>::from_rational(x, precision);
                    profile::delta(&point(&place), &point(&mu))
                };
                let (few, many) = (at(precision), at(precision + 100));
                assert!(
                    few.lower() <= many.lower() && many.upper() <= few.upper(),
                    "{exponent} {place}: {few:?} {many:?}"
                );
            }
        }
    }
}

/// An enclosed place has the values at both of its ends.
#[test]
fn a_wide_place_is_enclosed() {
    let point = |x: i64| Interval::<Malachite>::from_rational(&Rational::from_signeds(x, 4), 64);
    for (low, high, mu) in [(-1, 3, 2), (4, 20, 1), (-8, -2, 40)] {
        let mu = point(mu);
        let wide = point(low).hull(&point(high));
        let value = profile::delta(&wide, &mu);
        let rest = profile::complement(&wide, &mu);
        for end in [low, high] {
            let (at, beside) =
                (profile::delta(&point(end), &mu), profile::complement(&point(end), &mu));
            assert!(value.lower() <= at.lower() && at.upper() <= value.upper(), "{low} {high}");
            assert!(
                rest.lower() <= beside.lower() && beside.upper() <= rest.upper(),
                "{low} {high}"
            );
            assert!((&at + &beside).contains(&Rational::from(1)));
        }
    }
}

/// Few bits enclose what many bits say, where 1 + x loses x too.
#[test]
fn a_logarithm_near_one() {
    for exponent in [-2000i64, -200, -70, -35, -33, -31, -10, -1, 0, 5, 400] {
        for precision in [8, 24, 64, 128] {
            let x = Rational::from(3) * Rational::from(2).pow(exponent);
            let few = ln_1p(&Interval::<Malachite>::from_rational(&x, precision));
            let many =
                (&Interval::one(5000) + &Interval::<Malachite>::from_rational(&x, 5000)).ln();
            assert!(
                few.lower() <= many.lower() && many.upper() <= few.upper(),
                "{exponent} {precision}: {few:?}"
            );
            assert!(few.has_relative_bits(precision - 4), "{exponent} {precision}: {few:?}");
        }
    }
    // All numbers of a few bits, where x is just so small that two bounds are used.
    for precision in [7u32, 9, 11] {
        for numerator in 1i64 << (precision - 1)..1 << precision {
            let x = Rational::from(numerator) >> (precision + precision / 2 + 1);
            let few = ln_1p(&Interval::<Malachite>::from_rational(&x, u64::from(precision)));
            let many = (&Interval::one(200) + &Interval::<Malachite>::from_rational(&x, 200)).ln();
            assert!(
                few.lower() <= many.lower() && many.upper() <= few.upper(),
                "{x} {precision}: {few:?}"
            );
        }
    }
}
