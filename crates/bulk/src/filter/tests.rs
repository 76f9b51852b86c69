//! Tests of the constants of the proofs, in exact arithmetic, and of the results, against the
//! engines.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::span::Span;
use super::{exponential, laplace, normal};
use dpcert::Real;
use dpcert::exact::engine::{DirectedFloat, Engine};
use dpcert::exact::special::{normal_cdf, normal_density};
use dpcert::exact::{Interval, Malachite, Rounding};
use malachite::base::num::arithmetic::traits::{Abs, Pow};
use malachite::rational::Rational;

type Ball = Interval<Malachite>;

/// Arbitrary numbers in [0, 1), the same in every run.
pub struct Arbitrary(pub u64);

impl Arbitrary {
    pub fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between 2^low and 2^high, uniform in its exponent.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        (low + (high - low) * self.next()).exp2()
    }
}

fn exact(x: f64) -> Rational {
    Rational::try_from(x).unwrap()
}

fn two_to(exponent: i64) -> Rational {
    Rational::from(2).pow(exponent)
}

fn ends(x: &Ball) -> (Rational, Rational) {
    (x.lower().to_rational().unwrap(), x.upper().to_rational().unwrap())
}

/// An upper bound of the relative distance of a number from an enclosed positive number.
fn error(x: f64, truth: &Ball) -> Rational {
    let (lower, upper) = ends(truth);
    let distance = |end: &Rational| (exact(x) - end).abs();
    distance(&lower).max(distance(&upper)) / lower
}

fn ball(x: f64) -> Ball {
    Ball::from_rational(&exact(x), 160)
}

#[test]
fn the_step_of_the_exponential_is_split_as_said() {
    let step: Ball = Real::from(2u64).ln().div(&Real::from(32u64)).enclose(200);
    let (lower, upper) = ends(&step);
    let (high, low) = (exact(exponential::STEP_HIGH), exact(exponential::STEP_LOW));
    // A multiple of 2^-43 with 38 bits.
    assert!(&high * two_to(43) < two_to(38) && *(&high * two_to(43)).denominator_ref() == 1u32);
    assert!(high < lower && &lower - &high < two_to(-44));
    for end in [lower.clone(), upper] {
        assert!((end - &high - &low).abs() <= two_to(-97));
    }
    // 32 / ln 2 is accurate enough: the error of products with numbers up to 700 is less than 2^-36
    // / 3.
    assert!((exact(exponential::PER_STEP) * &lower - Rational::from(1)).abs() < two_to(-52));
    // Half a step, and the possible addition by the choice of n.
    assert!(&lower * (two_to(-1) + two_to(-36)) < Rational::from_signeds(11, 1000));
}

#[test]
fn the_tables_of_the_exponential_are_as_close_as_said() {
    for (j, root) in (0i64..).zip(exponential::ROOTS.iter()) {
        let truth: Ball = Real::from(Rational::from_signeds(-j, 32))
            .mul(&Real::from(2u64).ln())
            .exp()
            .enclose(200);
        assert!(error(*root, &truth) <= two_to(-52), "{j}");
    }
    let mut factorial = 1u64;
    for (k, coefficient) in (1u64..).zip(exponential::FACTORIALS) {
        factorial *= k;
        let truth = Rational::from_unsigneds(1, factorial);
        assert!((exact(coefficient) - &truth).abs() <= truth * two_to(-53), "{k}");
    }
    // The series after r^7, and the roundings of the sum, against e^-r >= 0.989.
    let r = Rational::from_signeds(11, 1000);
    let rest = (&r).pow(8u64) / Rational::from(40320) / (Rational::from(1) - &r);
    assert!(rest < two_to(-67));
    let gamma = |m: u64| {
        Rational::from(m) * two_to(-53) / (Rational::from(1) - Rational::from(m) * two_to(-53))
    };
    let mut term = Rational::from(1);
    let mut sum = rest + gamma(1);
    for k in 1u64..=7 {
        term = term * &r / Rational::from(k);
        sum += &term * (gamma(2 * k + 1) + two_to(-53));
    }
    let sum = sum / Rational::from_signeds(989, 1000);
    assert!(sum <= Rational::from_signeds(11, 10) * two_to(-53));
    // The error 2^-59 of r, 2u of the table and u of the product: together with their products
    // below the bound.
    let one = Rational::from(1);
    let factors = [sum, two_to(-58), two_to(-52), two_to(-53)];
    let total = factors.iter().fold(one.clone(), |product, factor| product * (&one + factor)) - one;
    assert!(total < exact(exponential::ERROR));
    // Factors of the ends.
    let (down, up) = (exact(exponential::below(1.0)), exact(exponential::above(1.0)));
    let (e, u, one) = (exact(exponential::ERROR), two_to(-53), Rational::from(1));
    assert!(down * (&one + &u) * (&one + &e) <= one && up * (&one - &u) * (&one - &e) >= one);
}

#[test]
fn exponentials_are_as_close_as_said() {
    let mut arbitrary = Arbitrary(1);
    let step = exponential::STEP_HIGH + exponential::STEP_LOW;
    let middles = (0..400)
        .map(|n| (f64::from(n * 80) + 0.5) * step)
        .flat_map(|t| [t.next_down(), t, t.next_up()]);
    let scaled: Vec<f64> = (0..800).map(|_| arbitrary.scale(-40.0, 9.4)).collect();
    let mut worst = Rational::from(0);
    for t in middles.chain(scaled).chain([0.0, 5e-324, 700.0]) {
        let truth = (-&ball(t)).exp();
        let error = error(exponential::exp_neg_near(t), &truth);
        assert!(error < exact(exponential::ERROR), "{t:?}");
        worst = worst.max(error);
        let (span, (lower, upper)) = (exponential::exp_neg(Span::point(t)), ends(&truth));
        assert!(exact(span.lo) <= lower && upper <= exact(span.hi), "{t:?}");
        let wide = exponential::exp_neg(Span { lo: t / 2.0, hi: t });
        let (_, upper_half) = ends(&(-&ball(t / 2.0)).exp());
        assert!(exact(wide.lo) <= lower && upper_half <= exact(wide.hi), "{t:?}");
        let complement = exponential::exp_neg_complement(Span::point(t));
        let one = Rational::from(1);
        assert!(
            exact(complement.lo) <= &one - lower && &one - upper <= exact(complement.hi),
            "{t:?}"
        );
        assert!(
            complement.hi - complement.lo <= complement.hi * 1e-12 + 1e-322,
            "{t:?}: {complement:?}"
        );
    }
    // The bound is not far too large either.
    assert!(worst > two_to(-54));
    let beyond = exponential::exp_neg(Span { lo: 700.5, hi: 800.0 });
    let (_, upper) = ends(&(-&ball(700.0)).exp());
    assert!(beyond.lo == 0.0 && exact(beyond.hi) >= upper);
    assert!(exponential::exp_neg(Span { lo: 1.0, hi: 800.0 }).lo == 0.0);
}

/// The error of the sum over one piece is less than `2^-51` for every argument: the proof of the
/// module, summed.
#[test]
fn mills_ratio_is_proved_in_each_piece() {
    let u = two_to(-53);
    let gamma = |m: u64| Rational::from(m) * &u / (Rational::from(1) - Rational::from(m) * &u);
    let half_width = two_to(-4);
    // b_11 decreases, and b_11(0) = 2^5 Gamma(6) / 11!.
    let first_rest = Rational::from_signeds(32 * 120, 39_916_800);
    let mut above = first_rest;
    let mut worst = Rational::from(0);
    for (piece, coefficients) in (0i64..).zip(normal::COEFFICIENTS.iter()) {
        let truth = normal::enclosed_coefficients(usize::try_from(piece).unwrap());
        // The remainder is at most that at the left end; b_11 <= b_10 / c there.
        let mut error = &above * (&half_width).pow(11u64);
        if piece == 0 {
            error += two_to(-57);
        }
        for (n, (coefficient, (lower, upper))) in (0u64..).zip(coefficients.iter().zip(&truth)) {
            let (lower, upper) = (lower.to_rational(), upper.to_rational());
            assert!(lower < upper && &upper - &lower < &lower * two_to(-60), "{piece}, {n}");
            let size = exact(*coefficient).abs();
            assert_eq!(*coefficient > 0.0, n % 2 == 0);
            assert!(size <= upper && &upper - &size <= &upper * two_to(-52), "{piece}, {n}");
            assert!(size >= two_to(-59));
            let power = (&half_width).pow(n);
            error += (&upper - &size) * &power + &size * power * gamma(2 * n + 1);
        }
        // M decreases: in this piece it is at least b_0 - b_1/16.
        let least = truth[0].0.to_rational() - truth[1].1.to_rational() * &half_width;
        worst = worst.max(error / least);
        // For the next piece: b_11 at its left end, by r_11 < 1/c.
        let c = Rational::from_signeds(2 * piece + 1, 16);
        above = (truth[10].1.to_rational() / c).min(above);
    }
    assert!(worst < two_to(-51) && worst > two_to(-53), "{worst:?}");
}

#[test]
fn tables_and_constants_of_the_normal_distribution() {
    for (piece, coefficients) in (0i64..).zip(normal::COEFFICIENTS.iter()).step_by(7) {
        // A second route: the engine's Phi and phi, and M' = c M - 1.
        let c = Ball::from_rational(&Rational::from_signeds(2 * piece + 1, 16), 400);
        let ratio = &normal_cdf(&-&c) / &normal_density(&c);
        assert!(error(coefficients[0], &ratio) <= two_to(-52), "{piece}");
        let slope = &Ball::one(400) - &(&c * &ratio);
        assert!(error(-coefficients[1], &slope) <= two_to(-52), "{piece}");
    }
    let (lower, upper) = ends(&normal_density(&Ball::zero(200)));
    let known = normal::DENSITY_AT_0;
    assert!(exact(known.lo) <= lower && upper <= exact(known.hi) && known.lo.next_up() == known.hi);
    // Two tails beyond 37, each with M <= M(0) < 2.
    let (_, upper) = ends(&normal_density(&ball(normal::FAR)));
    assert!(upper * Rational::from(4) <= exact(normal::TINY));
}

#[test]
fn tails_and_quantiles_enclose() {
    let mut arbitrary = Arbitrary(2);
    let edges = (0..=321)
        .flat_map(|n| [(f64::from(n) * 0.125).next_down(), f64::from(n) * 0.125])
        .step_by(5);
    let arguments: Vec<f64> = edges.chain((0..300).map(|_| arbitrary.scale(-30.0, 5.4))).collect();
    for x in arguments {
        for x in [x, -x].into_iter().filter(|x| x.abs() <= 45.0) {
            let (lower, upper) = ends(&normal_cdf(&-&ball(x)));
            let span = normal::tail(x);
            assert!(exact(span.lo) <= lower && upper <= exact(span.hi), "{x:?}: {span:?}");
            assert!(x > normal::FAR || span.hi - span.lo <= span.hi * 1e-11, "{x:?}: {span:?}");
        }
    }
    for x in [39.999, 40.0, 41.5, 1e3, 1e9, 1e200] {
        let (span, truth) = (normal::mills(x), dpcert::exact::special::mills_ratio(&ball(x)));
        let (lower, upper) = ends(&truth);
        assert!(
            exact(span.lo) <= lower.max(exact(span.lo))
                && exact(span.hi) >= upper.clone().min(exact(span.hi))
        );
        // The engine's series does not reach its precision where z^2 is below it: elsewhere it
        // decides.
        if x >= 1e3 {
            let (lower, upper) = ends(&truth);
            assert!(exact(span.lo) <= lower && upper <= exact(span.hi), "{x}");
        }
        assert!(span.hi - span.lo <= span.hi * 1e-14, "{x}: {span:?}");
    }
    for _ in 0..500 {
        let p = match arbitrary.next() {
            x if x < 0.5 => arbitrary.scale(-290.0, -1.0),
            x => x,
        };
        let z = normal::quantile(Span::point(p));
        let at = |z: f64| ends(&normal_cdf(&-&ball(z)));
        assert!(at(z.lo).0 >= exact(p) && at(z.hi).1 <= exact(p), "{p:?}: {z:?}");
        assert!(z.hi - z.lo < 1e-12 * (1.0 + z.hi.abs()), "{p:?}: {z:?}");
    }
}

/// Both errors of the tests "more than t", by the distribution functions, without the pieces of the
/// trade-off function.
#[test]
fn laplace_errors_are_those_of_thresholds() {
    let (one, half) = (ball(1.0), ball(0.5));
    let tail = |x: &Ball| &x.exp() * &half;
    let mut arbitrary = Arbitrary(2);
    for _ in 0..1_000 {
        let eps = arbitrary.scale(-6.0, 5.0);
        let t = eps * (3.0 * arbitrary.next() - 1.0);
        let (is_above, is_beyond) = (t > 0.0, t > eps);
        let (t, eps_ball) = (ball(t), ball(eps));
        let alpha = if is_above { tail(&-&t) } else { &one - &tail(&t) };
        let beta =
            if is_beyond { &one - &tail(&(&eps_ball - &t)) } else { tail(&(&t - &eps_ball)) };
        let float = |end: &<Malachite as Engine>::Float, rounding| end.to_dyadic().to_f64(rounding);
        let span = Span {
            lo: float(alpha.lower(), Rounding::Down),
            hi: float(alpha.upper(), Rounding::Up),
        };
        let (lower, upper) = ends(&beta);
        let found = laplace::beta(Span::point(eps), span).unwrap();
        assert!(
            exact(found.lo) <= lower && upper <= exact(found.hi),
            "{eps:?} {span:?}: {found:?}"
        );
        assert!(found.hi - found.lo <= found.hi * 1e-9 + 1e-12, "{eps:?} {span:?}: {found:?}");
    }
}
