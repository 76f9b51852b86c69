//! The normal distribution on intervals: erfc, its distribution function and quantiles.

use super::engine::{DirectedFloat, Engine, Rounding};
use super::interval::Interval;
use super::kernel;
use malachite::Integer;
use malachite::rational::Rational;
use std::cmp::Ordering;

use Rounding::{Down, Up};

/// The complementary error function `erfc(x) = 2/sqrt(pi) * integral from x to inf of e^(-t^2)`.
///
/// It is decreasing, so that the two ends come from the two ends of `x`. An engine with an erfc of
/// its own uses it; otherwise the series below is summed.
pub fn erfc<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let precision = x.precision();
    let lower = erfc_at::<E>(x.upper(), precision, Down);
    let upper = erfc_at::<E>(x.lower(), precision, Up);
    Interval::new(lower, upper, precision)
}

fn erfc_at<E: Engine>(x: &E::Float, precision: u64, rounding: Rounding) -> E::Float {
    if !x.is_finite() {
        return if x.sign().is_gt() { E::Float::zero() } else { E::Float::from_u64(2) };
    }
    if let Some(value) = x.native_erfc(precision, rounding) {
        return value;
    }
    let value = erfc_series::<E>(x, precision);
    match rounding {
        Down => value.lower().clone(),
        Up => value.upper().clone(),
    }
}

/// erfc at a point by one of two expansions, whichever reaches the precision.
///
/// - `x^2` large: the asymptotic series, whose error is at most the first omitted term and has
///   its sign (NIST DLMF 7.12.1).
/// - otherwise `1 - erf(x)` by the series of positive terms `erf(x) = 2/sqrt(pi) e^(-x^2) sum 2^n
///   x^(2n+1) / (2n+1)!!` (DLMF 7.6.2), with as many additional bits as the subtraction cancels.
///
/// Cost: O(precision + x^2) operations.
pub fn erfc_series<E: Engine>(x: &E::Float, precision: u64) -> Interval<E> {
    if x.sign().is_lt() {
        return &Interval::from_u64(2, precision) - &erfc_series::<E>(&x.neg(), precision);
    }
    let square = match magnitude_of_square(x) {
        Some(square) if square <= (precision + 8) * 7 / 10 + 2 => square,
        _ => return erfc_asymptotic(x, precision + 8),
    };
    // erfc has about 1.4427 x^2 leading zero bits; the remaining bits absorb the roundings of the
    // sum.
    let working = precision + square * 3 / 2 + 2 * u64::from(precision.ilog2()) + 24;
    let point = Interval::<E>::new(x.clone(), x.clone(), working);
    &Interval::one(working) - &erf(&point)
}

/// An upper bound of x^2 as an integer; `None` where it has more than 40 bits.
fn magnitude_of_square<F: DirectedFloat>(x: &F) -> Option<u64> {
    magnitude(&x.mul(x, 64, Up))
}

/// An upper bound of `x >= 0` as an integer; `None` where it has more than 40 bits.
pub(super) fn magnitude<F: DirectedFloat>(x: &F) -> Option<u64> {
    match x.exponent() {
        _ if !x.is_finite() => None,
        None => Some(0),
        Some(exponent) if exponent > 40 => None,
        Some(exponent) if exponent <= 0 => Some(1),
        Some(_) => {
            let integer = Integer::try_from(&floor(&x.to_rational()?)).ok()?;
            u64::try_from(&integer).ok().map(|n| n + 1)
        }
    }
}

fn floor(x: &Rational) -> Rational {
    use malachite::base::num::arithmetic::traits::Floor;
    Rational::from(Floor::floor(x))
}

/// `erf(x)` for a point `x >= 0`.
fn erf<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let working = x.precision();
    if x.contains_zero() {
        return Interval::zero(working);
    }
    let square = x.square();
    let double = square.shift(1);
    let mut term = x.clone();
    let mut sum = x.clone();
    let mut odd = 1u64;
    loop {
        odd += 2;
        term = &(&term * &double) / &Interval::from_u64(odd, working);
        // From here on each term is less than half its predecessor: the remainder is at most twice
        // the next term, so at most this one added once more.
        let halving = double.shift(1).upper() < &E::Float::from_u64(odd);
        let negligible = match (term.upper().exponent(), sum.lower().exponent()) {
            (Some(term), Some(sum)) => term + signed(working) < sum,
            _ => true,
        };
        if halving && negligible {
            let rest = Interval::new(E::Float::zero(), term.shift(1).upper().clone(), working);
            sum = &sum + &rest;
            break;
        }
        sum = &sum + &term;
    }
    let factor = &Interval::from_u64(2, working) / &Interval::<E>::pi(working).sqrt();
    &(&factor * &(-&square).exp()) * &sum
}

/// From `x = 2^20` on erfc(x) is below the smallest number of every engine, and only its bound
/// `e^(-x^2)` is returned.
const MAX_EXPONENT: u64 = 20;

/// `erfc(x) = e^(-x^2) / (x sqrt(pi)) * (1 - 1/(2x^2) + 1*3/(2x^2)^2 - ...)` for `x > 0`.
fn erfc_asymptotic<E: Engine>(x: &E::Float, precision: u64) -> Interval<E> {
    let exponent = u64::try_from(x.exponent().unwrap_or(0)).unwrap_or(0);
    if exponent > MAX_EXPONENT {
        let x = Interval::<E>::new(x.clone(), x.clone(), precision);
        return (-&x.square()).exp().hull(&Interval::zero(precision));
    }
    // An absolute error in x^2 is a relative one in e^(-x^2).
    let working = precision + 2 * exponent + 16;
    let x = Interval::<E>::new(x.clone(), x.clone(), working);
    let square = x.square();
    let denominator = &x * &Interval::<E>::pi(working).sqrt();
    &(&(-&square).exp() / &denominator) * &asymptotic_sum(&square.shift(1), precision)
}

/// `1 - 1/y + 1*3/y^2 - 1*3*5/y^3 + ...` for `y > 0`, while the terms decrease and until they are
/// below `2^-precision`.
fn asymptotic_sum<E: Engine>(y: &Interval<E>, precision: u64) -> Interval<E> {
    let working = y.precision();
    let mut term = Interval::one(working);
    let mut sum = Interval::one(working);
    let mut odd = 1u64;
    loop {
        let next = &(-&(&term * &Interval::from_u64(odd, working))) / y;
        odd += 2;
        let grows = Interval::from_u64(odd, working).compare(y) != Some(Ordering::Less);
        let small = next.upper().exponent().is_none_or(|e| e + signed(precision) < 0);
        if grows || small {
            // The error has the sign of the first omitted term and at most its size.
            let rest = next.hull(&Interval::zero(working));
            return &sum + &rest;
        }
        sum = &sum + &next;
        term = next;
    }
}

/// Mills' ratio `(1 - Phi(z)) / phi(z)` for `z >= 0`: it decreases, and neither overflows nor
/// underflows.
///
/// It is computed by the asymptotic series where that reaches the precision (its least term is
/// about `e^(-z^2/2)`), and otherwise as the quotient, which loses twice the integer bits of z.
pub fn mills_ratio<E: Engine>(z: &Interval<E>) -> Interval<E> {
    let precision = z.precision();
    let at = |z: &E::Float| {
        if !z.is_finite() {
            return Interval::zero(precision);
        }
        let size = u64::try_from(z.exponent().unwrap_or(0)).unwrap_or(0);
        match magnitude_of_square(z) {
            Some(square) if square <= (precision + 24) * 3 / 2 => {
                let z = Interval::<E>::new(z.clone(), z.clone(), precision + 2 * size + 12);
                &normal_cdf(&-&z) / &normal_density(&z)
            }
            _ => {
                let z = Interval::<E>::new(z.clone(), z.clone(), precision + 8);
                &asymptotic_sum(&z.square(), precision + 8) / &z
            }
        }
    };
    if z.is_point() {
        return at(z.lower()).with_precision(precision);
    }
    Interval::new(at(z.upper()).lower().clone(), at(z.lower()).upper().clone(), precision)
}

/// `ln(1 + x)` for `x >= 0`, with a relative accuracy also for a small x.
///
/// The bits that `1 + x` loses are added, at most half the precision. Where x is still smaller, the
/// bounds `2x/(2+x) <= ln(1+x) <= x/sqrt(1+x)` are equally narrow: the square of their quotient is
/// `1 + x^2/(4(1+x))`.
pub fn ln_1p<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let precision = x.precision();
    let small = x.upper().exponent().map_or(0, |exponent| exponent.min(0).unsigned_abs());
    let working = if small > precision / 2 { precision + 4 } else { precision + small + 4 };
    let x = at_precision(x, working);
    let sum = &Interval::one(working) + &x;
    let logarithm = if small > precision / 2 {
        let lower = &x.shift(1) / &(&Interval::one(working) + &sum);
        let upper = &x / &sum.sqrt();
        Interval::new(lower.lower().clone(), upper.upper().clone(), working)
    } else {
        sum.ln().positive_part()
    };
    logarithm.with_precision(precision)
}

/// The standard normal distribution function `Phi(z)`.
pub fn normal_cdf<E: Engine>(z: &Interval<E>) -> Interval<E> {
    let half = Interval::<E>::from_rational(&Rational::from_unsigneds(1u32, 2u32), z.precision());
    let scaled = &-z * &half.sqrt();
    erfc(&scaled).shift(-1)
}

/// The standard normal density `phi(z)`.
pub fn normal_density<E: Engine>(z: &Interval<E>) -> Interval<E> {
    density(z, Interval::exp)
}

/// The density by an exponential function.
fn density<E: Engine>(z: &Interval<E>, exp: fn(&Interval<E>) -> Interval<E>) -> Interval<E> {
    let exponent = -&z.square().shift(-1);
    let root = Interval::<E>::pi(z.precision()).shift(1).sqrt();
    &exp(&exponent) / &root
}

/// The standard normal quantile: the z with `Phi(z) = p`, for p in [0, 1].
///
/// Newton's method gives a candidate, and the distribution function certifies it: the ends returned
/// are points at which `Phi` is provably on either side of `p`.
pub fn normal_quantile<E: Engine>(p: &Interval<E>) -> Interval<E> {
    let precision = p.precision();
    let half = Interval::<E>::from_rational(&Rational::from_unsigneds(1u32, 2u32), precision);
    if p.lower() > half.lower() {
        return -&normal_quantile(&(&Interval::one(precision) - p).positive_part());
    }
    if p.lower().sign().is_le() || p.upper() >= &E::Float::from_u64(1) {
        // One end is infinite, so that more bits of the other are of no use; and at the smallest
        // numbers of the engine the distribution function is not known.
        let bits = precision.min(UNBOUNDED_BITS);
        let at = |end: &E::Float| quantile_of::<E>(&Interval::new(end.clone(), end.clone(), bits));
        let (one, least) =
            (E::Float::from_u64(1), E::Float::from_u64(1).shift(LEAST_EXPONENT, bits, Up));
        let (lower, upper) = (p.lower(), p.upper());
        let lower = match lower {
            lower if *lower < least => E::Float::infinity(true),
            lower if *lower < one => at(lower).lower().clone(),
            _ => E::Float::infinity(false),
        };
        let upper = match upper {
            upper if upper.sign().is_le() => E::Float::infinity(true),
            upper if *upper < one => {
                at(if *upper < least { &least } else { upper }).upper().clone()
            }
            _ => E::Float::infinity(false),
        };
        return Interval::new(lower, upper, precision);
    }
    // Steps away from a candidate do not reach the ends of a wide interval.
    if !p.is_point() && !p.has_relative_bits(precision / 2) {
        let at = |end: &E::Float| {
            normal_quantile(&Interval::<E>::new(end.clone(), end.clone(), precision))
        };
        return at(p.lower()).hull(&at(p.upper()));
    }
    quantile_of(p)
}

/// Up to this many bits quantiles are found and certified in registers, where the tail has at least
/// 72 bits: the eight beyond are for what the certificate needs. Beyond, the functions of the
/// engine are used, which are slower.
const REGISTER_BITS: u64 = 64;

/// The precision of a quantile that is unbounded on one side, in bits: more of them do not make an
/// infinite interval narrower.
const UNBOUNDED_BITS: u64 = 128;
/// A probability that may be 0 and is below `2^-(2^20)` has the upper end of that one.
const LEAST_EXPONENT: i64 = -(1 << 20);

/// The quantile for `0 < p < 1`, best for p at most about 1/2.
fn quantile_of<E: Engine>(p: &Interval<E>) -> Interval<E> {
    type Function<E> = fn(&Interval<E>) -> Interval<E>;
    let is_short = p.precision() <= REGISTER_BITS;
    let (exp, ln): (Function<E>, Function<E>) =
        if is_short { (kernel::exp, kernel::ln) } else { (Interval::exp, Interval::ln) };
    let cdf = |z: &Interval<E>| {
        if is_short { kernel::normal_tail(&-z) } else { normal_cdf(z) }
    };
    let log = ln(p);
    let start = -&(-&log).shift(1).sqrt();
    // A relative error in z is z^2 times as large in Phi(z).
    let magnitude = u64::try_from(start.lower().exponent().unwrap_or(0)).unwrap_or(0);
    let working = p.precision() + 2 * magnitude + 24;
    let log = ln(&at_precision(p, working));
    // ln Phi is concave and the start is left of the root: Newton's method increases towards it.
    let newton = |z: &Interval<E>| {
        let cdf = cdf(z);
        let step = &(&(&ln(&cdf) - &log) * &cdf) / &density(z, exp);
        midpoint(&at_precision(&(z - &step), z.precision()))
    };
    let candidate = newton_iterate(midpoint(&start), working, Some(0), newton);
    let root = certify_increasing(&candidate, p, Some(0), cdf);
    at_precision(&root, p.precision())
}

/// A point near the middle of an interval; infinite if an end is.
pub(crate) fn midpoint<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let is_bounded = x.lower().is_finite() && x.upper().is_finite();
    let sum = if is_bounded {
        x.lower().add(x.upper(), x.precision(), Down)
    } else {
        E::Float::infinity(false)
    };
    let middle = sum.shift(-1, x.precision(), Down);
    Interval::new(middle.clone(), middle, x.precision())
}

/// The same point, with another precision for further operations.
pub(crate) fn at_precision<E: Engine>(x: &Interval<E>, precision: u64) -> Interval<E> {
    Interval::new(x.lower().clone(), x.upper().clone(), precision)
}

/// Iterates a map that converges quadratically, at doubling precision. The result is only a
/// candidate: nothing is proved about it.
///
/// Precision is relative to the root, or to `2^floor` where the root is smaller.
pub fn newton_iterate<E: Engine>(
    start: Interval<E>,
    precision: u64,
    floor: Option<i64>,
    step: impl Fn(&Interval<E>) -> Interval<E>,
) -> Interval<E> {
    let mut working = 64.min(precision);
    let mut x = at_precision(&start, working);
    for _ in 0..200 {
        let next = step(&x);
        if !next.lower().is_finite() {
            break;
        }
        let settled = match ((&next - &x).upper().exponent(), next.upper().exponent()) {
            (Some(change), size) => {
                scale_of(size, floor).is_some_and(|size| change < size - signed(working / 3))
            }
            (None, _) => true,
        };
        x = next;
        if settled {
            if working >= precision {
                break;
            }
            working = (2 * working).min(precision);
            x = at_precision(&x, working);
        }
    }
    at_precision(&x, precision)
}

/// The larger of two binary exponents, if at least one exists.
fn scale_of(exponent: Option<i64>, floor: Option<i64>) -> Option<i64> {
    exponent.max(floor)
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The interval of all z at which the increasing function f is within `target`, given a candidate:
/// both ends are proved by evaluating f there.
pub(crate) fn certify_increasing<E: Engine>(
    candidate: &Interval<E>,
    target: &Interval<E>,
    floor: Option<i64>,
    f: impl Fn(&Interval<E>) -> Interval<E>,
) -> Interval<E> {
    let precision = candidate.precision();
    let search = |direction: Rounding| {
        let scale = scale_of(candidate.upper().exponent(), floor).unwrap_or(0);
        let mut width = scale - signed(precision) + 4;
        let mut step = 2;
        loop {
            let offset = E::Float::from_u64(1).shift(width, precision, Up);
            let end = match direction {
                Down => candidate.lower().sub(&offset, precision, Down),
                Up => candidate.upper().add(&offset, precision, Up),
            };
            let value = f(&Interval::new(end.clone(), end.clone(), precision));
            let proved = match direction {
                Down => value.upper() <= target.lower(),
                Up => value.lower() >= target.upper(),
            };
            if proved {
                return end;
            }
            if width > scale + 64 {
                return E::Float::infinity(direction == Down);
            }
            width += step;
            step *= 2;
        }
    };
    Interval::new(search(Down), search(Up), precision)
}

/// The interval of all z at which the decreasing function f is within `target`: see
/// [`normal_quantile`].
pub fn certify_decreasing<E: Engine>(
    candidate: &Interval<E>,
    target: &Interval<E>,
    floor: Option<i64>,
    f: impl Fn(&Interval<E>) -> Interval<E>,
) -> Interval<E> {
    certify_increasing(candidate, &-target, floor, |z| -&f(z))
}
