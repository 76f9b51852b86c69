//! The exponential function, the logarithm and the normal tail in registers: for many evaluations
//! with about 100 bits.
//!
//! For arguments with more than 128 bits the functions of the engine are used, with full precision.
//!
//! Every series has positive terms only, so that each result is a bound on its side; where a
//! difference is needed, it is one of fixed-point integers. [`super::special`] has the same
//! functions for any precision, and is the reference.

use super::engine::{DirectedFloat, Engine, Malachite, Rounding};
use super::interval::Interval;
use super::register::RegisterFloat;
use super::special::normal_cdf;
use malachite::rational::Rational;
use std::sync::LazyLock;

/// The precision up to which registers suffice, in bits: that of a float in registers.
const BITS: u64 = 128;

/// Arguments of the exponential are fixed-point integers in units of `2^-108`: with the 17 bits
/// before the point of the largest one, 125 bits, which leaves room for sums in 128.
const FRACTION: i64 = 108;

/// Arguments are reduced to less than `2^-7`: bits of the fixed-point remainder. With a smaller
/// remainder the series would have fewer terms, and the tables more powers to multiply.
const REDUCED: u32 = 101;

/// Powers `e^(2^j / 128)` for j below this: arguments up to 2^17.
const POWERS: usize = 24;

/// Terms of the series of a reduced argument: `2^(-7*15) / 15!` is below `2^-145`.
const TERMS: u64 = 15;

/// Constants, rounded to one side.
struct Tables<const UP: bool> {
    /// `e^(-2^j / 128)`.
    falling: Vec<RegisterFloat<UP>>,
    /// `e^(2^j / 128)`.
    rising: Vec<RegisterFloat<UP>>,
    /// `1 / n!`; where rounded up, the last one is doubled for the rest of the series.
    factorials: Vec<RegisterFloat<UP>>,
    /// `1 / (2n + 1)`.
    odd: Vec<RegisterFloat<UP>>,
    /// `1 / sqrt(2 pi)`.
    density: RegisterFloat<UP>,
}

impl<const UP: bool> Tables<UP> {
    fn new() -> Self {
        let end = |x: &Interval<Malachite>| {
            RegisterFloat::from_float(if UP { x.upper() } else { x.lower() })
                .unwrap_or(RegisterFloat::ONE)
        };
        let power = |j: usize, sign: i64| {
            let exponent = Rational::from(sign) * (Rational::from(1u64 << j) >> 7u32);
            end(&Interval::from_rational(&exponent, 200).exp())
        };
        let mut factorial = Rational::from(1);
        let mut factorials = Vec::new();
        for n in 0..=TERMS {
            factorial *= Rational::from(n.max(1));
            let rest = Rational::from(if UP && n == TERMS { 2 } else { 1 });
            factorials.push(end(&Interval::from_rational(&(rest / &factorial), 200)));
        }
        let root = Interval::<Malachite>::pi(200).shift(1).sqrt();
        Tables {
            falling: (0..POWERS).map(|j| power(j, -1)).collect(),
            rising: (0..POWERS).map(|j| power(j, 1)).collect(),
            factorials,
            odd: (0..400).map(|n| RegisterFloat::reciprocal(2 * n + 1)).collect(),
            density: end(&(&Interval::one(200) / &root)),
        }
    }
}

static UPPER: LazyLock<Tables<true>> = LazyLock::new(Tables::new);
static LOWER: LazyLock<Tables<false>> = LazyLock::new(Tables::new);

/// Access to the tables of a side.
trait Side<const UP: bool> {
    fn tables() -> &'static Tables<UP>;
}

struct Tabulated;

impl Side<true> for Tabulated {
    fn tables() -> &'static Tables<true> {
        &UPPER
    }
}

impl Side<false> for Tabulated {
    fn tables() -> &'static Tables<false> {
        &LOWER
    }
}

/// `e^r` for `r = rest 2^-108 < 2^-7`.
fn exp_of_rest<const UP: bool>(rest: u128, tables: &Tables<UP>) -> RegisterFloat<UP> {
    let r = RegisterFloat::<UP>::from_integer(rest).shift(-FRACTION);
    let mut terms = tables.factorials.iter().rev();
    let last = terms.next().copied().unwrap_or(RegisterFloat::ZERO);
    terms.fold(last, |sum, coefficient| sum.times(r).plus(*coefficient))
}

/// The product of the powers at the bits of n.
fn power<const UP: bool>(
    n: u128,
    powers: &[RegisterFloat<UP>],
    first: RegisterFloat<UP>,
) -> RegisterFloat<UP> {
    let bits = powers.iter().enumerate().filter(|(j, _)| n >> j & 1 == 1);
    bits.fold(first, |product, (_, power)| product.times(*power))
}

/// `e^(-y)` for `y 2^108` up to 2^125.
fn exp_falling<const UP: bool>(y: u128) -> RegisterFloat<UP>
where
    Tabulated: Side<UP>,
{
    let tables = <Tabulated as Side<UP>>::tables();
    let n = y.div_ceil(1 << REDUCED);
    power(n, &tables.falling, exp_of_rest((n << REDUCED) - y, tables))
}

/// `e^y` for `y 2^108` up to 2^125.
fn exp_rising<const UP: bool>(y: u128) -> RegisterFloat<UP>
where
    Tabulated: Side<UP>,
{
    let tables = <Tabulated as Side<UP>>::tables();
    let n = y >> REDUCED;
    power(n, &tables.rising, exp_of_rest(y - (n << REDUCED), tables))
}

/// `|x| 2^108`, rounded; `None` beyond the tables.
fn fixed<F: DirectedFloat>(x: &F, rounding: Rounding) -> Option<u128> {
    let magnitude = if x.sign().is_lt() { x.neg() } else { x.clone() };
    if magnitude.exponent().is_some_and(|e| e > 16) || !magnitude.is_finite() {
        return None;
    }
    match rounding {
        Rounding::Up => RegisterFloat::<true>::from_float(&magnitude)?.shift(FRACTION).to_integer(),
        Rounding::Down => {
            RegisterFloat::<false>::from_float(&magnitude)?.shift(FRACTION).to_integer()
        }
    }
}

/// `e^x` with about 105 bits for arguments below 2^16; otherwise by the engine.
pub fn exp<E: Engine>(x: &Interval<E>) -> Interval<E> {
    if x.precision() > BITS {
        return x.exp();
    }
    let lower = if x.lower().sign().is_lt() {
        fixed(x.lower(), Rounding::Up).map(exp_falling::<false>)
    } else {
        fixed(x.lower(), Rounding::Down).map(exp_rising::<false>)
    };
    let upper = if x.upper().sign().is_lt() {
        fixed(x.upper(), Rounding::Down).map(exp_falling::<true>)
    } else {
        fixed(x.upper(), Rounding::Up).map(exp_rising::<true>)
    };
    match (lower, upper) {
        (Some(lower), Some(upper)) => {
            Interval::new(lower.to_float(), upper.to_float(), x.precision())
        }
        _ => x.exp(),
    }
}

/// Logarithms are fixed-point integers in units of `2^-110`: with the 14 bits before the point of
/// the largest one, 124 bits, which leaves room for sums in signed integers of 128.
const LOG_FRACTION: i64 = 110;

/// The largest binary exponent whose logarithm fits in 127 bits.
const LOG_EXPONENTS: u64 = 1 << 14;

/// `ln(1 + j/128)` for j up to 128, rounded down and up; the last one is `ln 2`.
static LOGARITHMS: LazyLock<Vec<(i128, i128)>> = LazyLock::new(|| {
    let fixed = |j: u64| {
        let ratio = Rational::from(1) + (Rational::from(j) >> 7u32);
        let log = Interval::<Malachite>::from_rational(&ratio, 200).ln();
        let lower = RegisterFloat::<false>::from_float(log.lower())
            .and_then(|x| x.shift(LOG_FRACTION).to_integer());
        let upper = RegisterFloat::<true>::from_float(log.upper())
            .and_then(|x| x.shift(LOG_FRACTION).to_integer());
        Some((i128::try_from(lower?).ok()?, i128::try_from(upper?).ok()?))
    };
    (0..=128).map_while(fixed).collect()
});

/// `ln(x) 2^110` rounded to a side, for an exact x > 0.
///
/// With `x = 2^e m`, `1 <= m < 2` and `t = 1 + j/128` the next such number below m, it is
/// `e ln 2 + ln t + 2 (w + w^3/3 + w^5/5 + ...)` with `w = (m - t) / (m + t) < 2^-8`.
fn fixed_ln<const UP: bool>(x: RegisterFloat<UP>) -> Option<i128> {
    let exponent = x.magnitude()? - 1;
    if exponent.unsigned_abs() > LOG_EXPONENTS {
        return None;
    }
    // m 2^127 and t 2^127.
    let mantissa = x.shift(127 - exponent).to_integer()?;
    let below = mantissa >> 120 << 120;
    let j = usize::try_from((mantissa >> 120) & 127).ok()?;
    let difference = RegisterFloat::<UP>::from_integer(mantissa - below);
    // Half the sum fits; it is rounded away from the side to which w is rounded.
    let half = (mantissa >> 1) + (below >> 1) + u128::from(!UP && mantissa % 2 == 1);
    let w = difference.over(RegisterFloat::from_integer(half)).shift(-1);
    let square = w.times(w);
    // w^15/15 is below 2^-123; the rest is less than the last term once more.
    let (mut power, mut sum, mut last) = (w, w, w);
    for n in 1..=7u64 {
        power = power.times(square);
        last = power.times(RegisterFloat::reciprocal(2 * n + 1));
        sum = sum.plus(last);
    }
    let sum = if UP { sum.plus(last) } else { sum };
    let series = i128::try_from(sum.shift(1 + LOG_FRACTION).to_integer()?).ok()?;
    let pick = |(lower, upper): (i128, i128), up: bool| if up { upper } else { lower };
    let whole = i128::from(exponent) * pick(*LOGARITHMS.get(128)?, UP == (exponent >= 0));
    Some(whole + pick(*LOGARITHMS.get(j)?, UP) + series)
}

/// `ln x` within about `2^-94`, absolutely, for x > 0 of moderate size; otherwise by the engine.
pub fn ln<E: Engine>(x: &Interval<E>) -> Interval<E> {
    if x.precision() > BITS {
        return x.ln();
    }
    let lower = RegisterFloat::<false>::from_float(x.lower()).and_then(fixed_ln::<false>);
    let upper = RegisterFloat::<true>::from_float(x.upper()).and_then(fixed_ln::<true>);
    match (lower, upper) {
        (Some(lower), Some(upper)) => {
            let float = |n: i128| {
                let magnitude =
                    RegisterFloat::<true>::from_integer(n.unsigned_abs()).shift(-LOG_FRACTION);
                let magnitude: E::Float = magnitude.to_float();
                if n < 0 { magnitude.neg() } else { magnitude }
            };
            Interval::new(float(lower), float(upper), x.precision())
        }
        _ => x.ln(),
    }
}

/// From this argument on the continued fraction is used: a larger number would cost bits, because
/// the series is taken from 1/2 and what is left is small; a smaller one would cost terms, of which
/// the fraction needs about `1250/x^2`.
const FAR: u64 = 6;

/// The standard normal upper tail `1 - Phi(z)`, with at least 72 bits.
///
/// - for `|z| < 6`: 1/2 minus or plus `phi(x) (x + x^3/3 + x^5/(3*5) + ...)` (DLMF 7.6.2);
/// - beyond: `phi(x) / (x + 1/(x + 2/(x + 3/...)))` (DLMF 7.9.1), whose convergents are alternately
///   above and below.
pub fn normal_tail<E: Engine>(z: &Interval<E>) -> Interval<E> {
    if z.precision() > BITS {
        return normal_cdf(&-z);
    }
    let ends = (tail_below::<E>(z.upper()), tail_above::<E>(z.lower()));
    match ends {
        (Some(lower), Some(upper)) => Interval::new(lower, upper, z.precision()),
        _ => normal_cdf(&-z),
    }
}

/// A lower bound of the tail at z.
fn tail_below<E: Engine>(z: &E::Float) -> Option<E::Float> {
    if z.sign().is_lt() {
        let x = RegisterFloat::<false>::from_float(&z.neg())?;
        if is_far(x) {
            return complement::<E>(&far_tail::<E, true>(x.exactly())?, Rounding::Down);
        }
        Some(half_plus(near_body::<false>(x)?).to_float())
    } else {
        let x = RegisterFloat::<true>::from_float(z)?;
        if is_far(x) {
            return far_tail::<E, false>(x.exactly());
        }
        Some(half_minus::<false, true>(near_body::<true>(x)?).to_float())
    }
}

/// An upper bound of the tail at z.
fn tail_above<E: Engine>(z: &E::Float) -> Option<E::Float> {
    if z.sign().is_lt() {
        let x = RegisterFloat::<true>::from_float(&z.neg())?;
        if is_far(x) {
            return complement::<E>(&far_tail::<E, false>(x.exactly())?, Rounding::Up);
        }
        Some(half_plus(near_body::<true>(x)?).to_float())
    } else {
        let x = RegisterFloat::<false>::from_float(z)?;
        if is_far(x) {
            return far_tail::<E, true>(x.exactly());
        }
        Some(half_minus::<true, false>(near_body::<false>(x)?).to_float())
    }
}

fn is_far<const UP: bool>(x: RegisterFloat<UP>) -> bool {
    x >= RegisterFloat::from_integer(u128::from(FAR))
}

fn complement<E: Engine>(x: &E::Float, rounding: Rounding) -> Option<E::Float> {
    Some(E::Float::from_u64(1).sub(x, RegisterFloat::<true>::PRECISION, rounding))
}

fn half_plus<const UP: bool>(x: RegisterFloat<UP>) -> RegisterFloat<UP> {
    RegisterFloat::ONE.shift(-1).plus(x)
}

/// `1/2 - x` for `x <= 1/2`, in units of `2^-126`; a bound on the side of `UP`, if x is a bound on
/// the other side.
fn half_minus<const UP: bool, const OTHER: bool>(x: RegisterFloat<OTHER>) -> RegisterFloat<UP> {
    let x = x.shift(126).to_integer().unwrap_or(u128::MAX);
    RegisterFloat::from_integer((1u128 << 125).saturating_sub(x)).shift(-126)
}

/// phi(x) rounded to a side.
fn density<const UP: bool>(x: RegisterFloat<UP>) -> Option<RegisterFloat<UP>>
where
    Tabulated: Side<UP>,
{
    // An upper bound of phi comes from a lower bound of x^2, and a lower bound from an upper one.
    let half_square = if UP {
        let x = x.exactly::<false>();
        x.times(x).shift(FRACTION - 1).to_integer()
    } else {
        let x = x.exactly::<true>();
        x.times(x).shift(FRACTION - 1).to_integer()
    };
    let y = half_square.filter(|y| *y < 1 << 125)?;
    Some(exp_falling::<UP>(y).times(<Tabulated as Side<UP>>::tables().density))
}

/// `phi(x) (x + x^3/3 + x^5/15 + ...)` rounded to a side, for an exact `0 <= x < 6`.
fn near_body<const UP: bool>(x: RegisterFloat<UP>) -> Option<RegisterFloat<UP>>
where
    Tabulated: Side<UP>,
{
    let square = x.times(x);
    let (mut term, mut sum) = (x, x);
    let tables = <Tabulated as Side<UP>>::tables();
    // x^2 < 36, so that from n = 36 on each term is less than half the last.
    for (n, reciprocal) in tables.odd.iter().enumerate().skip(1) {
        term = term.times(square).times(*reciprocal);
        sum = sum.plus(term);
        let negligible = match (term.magnitude(), sum.magnitude()) {
            (Some(term), Some(sum)) => term < sum - 126,
            _ => true,
        };
        if n > 36 && negligible {
            break;
        }
    }
    // The remainder is at most the last term once more.
    let sum = if UP { sum.plus(term) } else { sum };
    Some(density(x)?.times(sum))
}

/// The tail at an exact `x >= 6` rounded to a side, by a convergent on that side.
fn far_tail<E: Engine, const UP: bool>(x: RegisterFloat<UP>) -> Option<E::Float>
where
    Tabulated: Side<UP>,
{
    let density = density(x)?;
    // The error decreases like e^(-x sqrt(2 n)): here to about 2^-100. Odd convergents are above.
    let whole = u64::try_from(x.to_integer()?).ok()?.max(FAR);
    let terms = 2 * (1_250 / (whole * whole) + 5) + u64::from(UP);
    // Numerators are rounded to this side, denominators to the other one.
    let numerator = convergent(x, terms, true);
    let denominator = if UP {
        convergent(x.exactly::<false>(), terms, false).exactly()
    } else {
        convergent(x.exactly::<true>(), terms, false).exactly()
    };
    Some(density.times(numerator.over(denominator)).to_float())
}

/// The numerator or denominator of the n-th convergent of `1/(x + 1/(x + 2/(x + 3/...)))`: both
/// obey `c_n = x c_(n-1) + (n-1) c_(n-2)`.
fn convergent<const UP: bool>(x: RegisterFloat<UP>, n: u64, numerator: bool) -> RegisterFloat<UP> {
    let (one, zero) = (RegisterFloat::ONE, RegisterFloat::ZERO);
    // c_0 and c_1.
    let (mut before, mut current) = if numerator { (zero, one) } else { (one, x) };
    for i in 2..=n {
        let next = current.times(x).plus(before.times_word(i - 1));
        (before, current) = (current, next);
    }
    current
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::special::normal_cdf;

    fn check(z: &Rational) {
        let exact = Interval::<Malachite>::from_rational(z, 400);
        let point = Interval::<Malachite>::from_rational(z, 128);
        for (name, wide, fine) in [
            ("tail", normal_tail(&point), normal_cdf(&-&exact)),
            ("exp", exp(&point), exact.exp()),
            ("ln", ln(&exp(&point)), exact.clone()),
        ] {
            assert!(wide.lower() <= fine.lower() && fine.upper() <= wide.upper(), "{name}({z})");
            let width = wide.upper().sub(wide.lower(), 64, Rounding::Up);
            let absolute = width.exponent().is_none_or(|e| e < -88);
            assert!(
                wide.has_relative_bits(72) || (name == "ln" && absolute),
                "{name}({z}) is in {wide:?}"
            );
        }
    }

    #[test]
    fn every_power_of_the_tables_is_right() {
        for n in [3000, 32_767, 65_000, -3000, -65_000] {
            let (wide, fine) = (
                exp(&Interval::<Malachite>::from_rational(&Rational::from(n), 128)),
                Interval::<Malachite>::from_rational(&Rational::from(n), 400).exp(),
            );
            assert!(wide.lower() <= fine.lower() && fine.upper() <= wide.upper(), "e^{n}");
            assert!(wide.has_relative_bits(90), "e^{n} is in {wide:?}");
        }
    }

    /// ln of exact arguments, so that a width of the argument hides no error.
    #[test]
    fn logarithms_of_exact_arguments_contain_the_truth() {
        for shift in [-900i64, -40, -3, -1, 0, 1, 7, 300, 16_000] {
            for n in 64u64..192 {
                let x = Rational::from(3 * n + 1) << (shift - 8);
                let (wide, fine) = (
                    ln(&Interval::<Malachite>::from_rational(&x, 128)),
                    Interval::from_rational(&x, 400),
                );
                let fine: Interval<Malachite> = fine.ln();
                assert!(
                    wide.lower() <= fine.lower() && fine.upper() <= wide.upper(),
                    "ln({x}) is in {wide:?}"
                );
            }
        }
    }

    /// For an interval between ends that are far apart, the image of either end is inside.
    #[test]
    fn wide_arguments_have_wide_images() {
        for n in [-250i64, -60, -9, -1, 0, 3, 50, 170] {
            let end =
                |n: i64| Interval::<Malachite>::from_rational(&(Rational::from(n) >> 3u32), 128);
            let (low, high) = (end(n), end(n + 2));
            let contains = |name: &str, f: &dyn Fn(&Interval<Malachite>) -> Interval<Malachite>| {
                let (wide, low, high) = (f(&low.hull(&high)), f(&low), f(&high));
                let inside = [&low, &high]
                    .iter()
                    .all(|x| wide.lower() <= x.lower() && x.upper() <= wide.upper());
                assert!(inside, "{name} between {n}/8 and {}/8 is in {wide:?}", n + 2);
            };
            contains("exp", &exp);
            contains("tail", &normal_tail);
            contains("ln", &|x| ln(&exp(x)));
        }
    }

    #[test]
    fn enclosures_contain_the_truth_and_are_tight() {
        for n in -400i64..400 {
            check(&(Rational::from(n) >> 5u32));
            check(&Rational::from_signeds(n * 37 + 1, 97));
        }
        for n in [17, 30, 100, 255] {
            check(&Rational::from(n));
            check(&Rational::from(-n));
        }
    }
}
