//! The numbers with which other programs compute, as exact rationals: they are only converted here,
//! never added.

use dpcert::exact::Rounding;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

/// Digits of the significand after its leading one, in bits.
const FRACTION_BITS: u32 = 52;

/// A binary64 as a C99 hexadecimal float with as few digits as it has: `0x1.8p-3`, `0x1p-1074`,
/// `inf`.
///
/// Exact for every value; Python's `float.fromhex` and C's `strtod` read it.
pub fn hex(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{sign}inf");
    }
    let bits = x.to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    // The exponent is stored with 1023 added, in 11 bits.
    let stored = i64::try_from((bits >> FRACTION_BITS) & 0x7ff).unwrap_or_default();
    let (fraction, exponent) = match (stored, fraction) {
        (0, 0) => return format!("{sign}0x0p+0"),
        (0, small) => {
            let leading = small.ilog2();
            let moved = FRACTION_BITS - leading;
            ((small << moved) & ((1 << FRACTION_BITS) - 1), -1022 - i64::from(moved))
        }
        _ => (fraction, stored - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x1{point}{digits}p{exponent:+}")
}

/// The least binary64 that is at least `x` (`Up`), or the largest that is at most `x` (`Down`).
pub fn rounded(x: &Rational, rounding: Rounding) -> f64 {
    let mode = match rounding {
        Rounding::Down => RoundingMode::Floor,
        Rounding::Up => RoundingMode::Ceiling,
    };
    f64::rounding_from(x, mode).0
}

/// Is it exactly a finite binary64?
pub fn is_binary64(x: &Rational) -> bool {
    let nearest = rounded(x, Rounding::Down);
    nearest.is_finite() && Rational::try_from(nearest).is_ok_and(|value| value == *x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpcert::exact::literal;

    #[test]
    fn hexadecimal_floats_are_exact() {
        for (x, text) in [
            (0.0, "0x0p+0"),
            (0.1, "0x1.999999999999ap-4"),
            (-1.5, "-0x1.8p+0"),
            (25.0, "0x1.9p+4"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (5e-324, "0x1p-1074"),
            (1.5e-323, "0x1.8p-1073"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(hex(x), text);
            if x.is_finite() {
                let read = literal::parse(text).expect("a literal");
                assert_eq!(read.as_rational(), Rational::try_from(x).ok().as_ref(), "{text}");
            }
        }
    }

    #[test]
    fn rationals_are_rounded_to_their_side() {
        let rational = |text: &str| {
            literal::parse(text).ok().and_then(|x| x.as_rational().cloned()).expect("a rational")
        };
        for (text, below, above) in [
            ("1/10", 0.09999999999999999, 0.1),
            ("1", 1.0, 1.0),
            ("1 + 2^-53", 1.0, 1.0000000000000002),
            ("2^-1075", 0.0, 5e-324),
            ("3*2^-1075", 5e-324, 1e-323),
            ("2^-1022 - 2^-1080", 2.225073858507201e-308, 2.2250738585072014e-308),
            ("2^1024", f64::MAX, f64::INFINITY),
            ("0", 0.0, 0.0),
        ] {
            let x = rational(text);
            assert_eq!(
                (rounded(&x, Rounding::Down), rounded(&x, Rounding::Up)),
                (below, above),
                "{text}"
            );
            assert_eq!(is_binary64(&x), matches!(text, "1" | "0"), "{text}");
        }
    }
}
