//! The distance of a binary64 from a true value that is enclosed by two rationals: itself an
//! interval, computed exactly.

use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// The exponent of the smallest normal binary64.
const SMALLEST_NORMAL: i64 = -1022;
/// Digits after the leading one, in bits.
const FRACTION_BITS: i64 = 52;

/// A true value in [0, 1], enclosed by two rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    lower: Rational,
    upper: Rational,
}

impl Truth {
    /// A true value between two rationals; `None` unless `0 <= lower <= upper <= 1`.
    pub fn new(lower: Rational, upper: Rational) -> Option<Truth> {
        (lower >= 0 && lower <= upper && upper <= 1).then_some(Truth { lower, upper })
    }

    /// A lower bound of the true value.
    pub fn lower(&self) -> &Rational {
        &self.lower
    }

    /// An upper bound of the true value.
    pub fn upper(&self) -> &Rational {
        &self.upper
    }
}

/// The result of comparing a float with a true value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Not a number.
    NotANumber,
    /// Infinite.
    Infinite,
    /// Less than zero.
    Negative,
    /// More than one.
    AboveOne,
    /// Zero, though the true value is certainly a normal binary64 or larger.
    Underflow,
    /// A number in [0, 1], with its error.
    Error(Error),
}

/// The side of the true value on which a float is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Certainly less: not an upper bound.
    Below,
    /// Equal.
    Exact,
    /// Certainly more.
    Above,
    /// Too close to decide.
    Undecided,
}

/// The error of a float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Its side.
    pub direction: Direction,
    /// A lower bound of `(value - truth) / ulp(truth)`, which is negative below the truth; see
    /// [`spacing`].
    pub lower: Rational,
    /// An upper bound of it.
    pub upper: Rational,
    /// An upper bound of `|value - truth| / truth`; `None` where the truth may be 0 and the float
    /// is not.
    pub relative: Option<Rational>,
}

impl Error {
    /// An upper bound of the distance from the truth in ulps.
    pub fn magnitude(&self) -> Rational {
        (&self.lower).abs().max((&self.upper).abs())
    }

    /// Is it certainly no further away than that many ulps?
    pub fn is_within(&self, ulps: u64) -> bool {
        self.magnitude() <= ulps
    }

    /// Is it certainly no further away than `relative` times the truth?
    pub fn is_within_relative(&self, relative: &Rational) -> bool {
        self.relative.as_ref().is_some_and(|error| error <= relative)
    }
}

/// Compares a float with a true value in [0, 1].
///
/// Guarantee: the finding is correct for every true value between its two ends.
pub fn judge(value: f64, truth: &Truth) -> Finding {
    if value.is_nan() {
        return Finding::NotANumber;
    }
    let Ok(value) = Rational::try_from(value) else {
        return if value > 0.0 { Finding::Infinite } else { Finding::Negative };
    };
    if value < 0 {
        return Finding::Negative;
    }
    if value > 1 {
        return Finding::AboveOne;
    }
    if value == 0 && truth.lower >= Rational::power_of_2(SMALLEST_NORMAL) {
        return Finding::Underflow;
    }
    let (low, high) = (&value - &truth.upper, &value - &truth.lower);
    // The further from zero the numerator can be, the smaller is the spacing by which it is
    // divided.
    let (fine, coarse) = (spacing(&truth.lower), spacing(&truth.upper));
    let lower = &low / if low < 0 { &fine } else { &coarse };
    let upper = &high / if high > 0 { &fine } else { &coarse };
    let direction = if low > 0 {
        Direction::Above
    } else if high < 0 {
        Direction::Below
    } else if low == high {
        Direction::Exact
    } else {
        Direction::Undecided
    };
    let relative = match (low == 0 && high == 0, truth.lower > 0) {
        (true, _) => Some(Rational::from(0)),
        (false, true) => Some(low.abs().max(high.abs()) / &truth.lower),
        (false, false) => None,
    };
    Finding::Error(Error { direction, lower, upper, relative })
}

/// An ulp: the distance of two neighbouring binary64 at `x` in [0, 1], which is `2^(e-52)` for `2^e
/// <= x < 2^(e+1)`, and `2^-1074` below the normal numbers, at 0 too.
pub fn spacing(x: &Rational) -> Rational {
    Rational::power_of_2(
        binary_exponent(x).unwrap_or(SMALLEST_NORMAL).max(SMALLEST_NORMAL) - FRACTION_BITS,
    )
}

/// The e with `2^e <= x < 2^(e+1)`, for `x > 0`.
fn binary_exponent(x: &Rational) -> Option<i64> {
    if *x <= 0 {
        return None;
    }
    let bits = |n: &malachite::Natural| i64::try_from(n.significant_bits()).ok();
    let guess = bits(x.numerator_ref())? - bits(x.denominator_ref())?;
    // The quotient of two numbers of m and n bits is more than 2^(m-n-1) and less than 2^(m-n+1).
    Some(if *x >= Rational::power_of_2(guess) { guess } else { guess - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(text: &str) -> Rational {
        let real = dpcert::exact::literal::parse(text).expect("a literal");
        real.as_rational().expect("a rational").clone()
    }

    fn truth(lower: &str, upper: &str) -> Truth {
        Truth::new(rational(lower), rational(upper)).expect("a truth")
    }

    fn error(value: f64, lower: &str, upper: &str) -> Error {
        let found = match judge(value, &truth(lower, upper)) {
            Finding::Error(error) => Some(error),
            _ => None,
        };
        found.expect("a number in [0, 1]")
    }

    #[test]
    fn the_spacing_is_that_of_binary64() {
        for (x, expected) in [
            ("1", "2^-52"),
            ("1 - 2^-53", "2^-53"),
            ("1/2", "2^-53"),
            ("1/3", "2^-54"),
            ("3/4", "2^-53"),
            ("2^-1022", "2^-1074"),
            ("2^-1021", "2^-1073"),
            ("2^-1021 - 2^-1100", "2^-1074"),
            ("2^-1023", "2^-1074"),
            ("2^-2000", "2^-1074"),
            ("0", "2^-1074"),
        ] {
            assert_eq!(spacing(&rational(x)), rational(expected), "{x}");
        }
        // Against the neighbours themselves.
        for x in [0.1_f64, 0.3, 0.5, 0.999, 1e-300, 3e-310, 5e-324] {
            let next = f64::from_bits(x.to_bits() + 1);
            let exact = |x: f64| Rational::try_from(x).expect("finite");
            assert_eq!(exact(next) - exact(x), spacing(&exact(x)), "{x}");
        }
    }

    #[test]
    fn what_is_no_probability_has_no_error() {
        let half = truth("1/2", "1/2");
        for (value, expected) in [
            (f64::NAN, Finding::NotANumber),
            (f64::INFINITY, Finding::Infinite),
            (f64::NEG_INFINITY, Finding::Negative),
            (-5e-324, Finding::Negative),
            (1.0000000000000002, Finding::AboveOne),
            (0.0, Finding::Underflow),
            (-0.0, Finding::Underflow),
        ] {
            assert_eq!(judge(value, &half), expected, "{value}");
        }
        // Zero is an underflow only where the true value is certainly a normal number.
        assert_eq!(judge(0.0, &truth("2^-1022", "2^-1021")), Finding::Underflow);
        assert!(matches!(judge(0.0, &truth("2^-1023", "2^-1021")), Finding::Error(_)));
        assert_eq!(error(0.0, "0", "0").direction, Direction::Exact);
        assert_eq!(error(1.0, "1", "1").direction, Direction::Exact);
    }

    #[test]
    fn errors_are_enclosed() {
        // value, truth; direction, (value - truth) / ulp.
        for (value, (lower, upper), direction, (low, high)) in [
            (0.5, ("1/2", "1/2"), Direction::Exact, ("0", "0")),
            (0.5, ("1/2 - 2^-54", "1/2 - 2^-54"), Direction::Above, ("1", "1")),
            (0.5, ("1/2 + 2^-54", "1/2 + 2^-54"), Direction::Below, ("-1/2", "-1/2")),
            (0.75, ("3/4 - 2^-52", "3/4 - 2^-53"), Direction::Above, ("1", "2")),
            (0.75, ("3/4 + 2^-53", "3/4 + 2^-52"), Direction::Below, ("-2", "-1")),
            (0.75, ("3/4 - 2^-53", "3/4 + 2^-52"), Direction::Undecided, ("-2", "1")),
            // The spacing doubles inside: each end is divided by the one that makes the interval
            // wider.
            (0.75, ("1/2 - 2^-10", "1/2"), Direction::Above, ("2^51", "(1/4 + 2^-10)*2^54")),
            (0.25, ("1/2 - 2^-10", "1/2"), Direction::Below, ("-2^52", "-(1/4 - 2^-10)*2^53")),
            (0.25, ("1/4 - 2^-55", "1/4 + 2^-54"), Direction::Undecided, ("-2", "1")),
            // Below the normal numbers.
            (0.0, ("2^-1076", "2^-1075"), Direction::Below, ("-1/2", "-1/4")),
            (5e-324, ("0", "0"), Direction::Above, ("1", "1")),
        ] {
            let found = error(value, lower, upper);
            assert_eq!(found.direction, direction, "{value} in [{lower}, {upper}]");
            assert_eq!(
                (found.lower, found.upper),
                (rational(low), rational(high)),
                "{value} in [{lower}, {upper}]"
            );
        }
    }

    #[test]
    fn an_error_within_a_bound_is_so_for_every_possible_truth() {
        let found = error(0.75, "3/4 - 2^-52", "3/4 - 2^-53");
        assert!(found.is_within(2) && !found.is_within(1));
        // Relative to the smallest possible truth.
        assert_eq!(found.relative, Some(rational("2^-52 / (3/4 - 2^-52)")));
        assert!(
            found.is_within_relative(&rational("2^-51"))
                && !found.is_within_relative(&rational("2^-52"))
        );
        assert_eq!(
            error(0.75, "3/4 + 2^-53", "3/4 + 2^-52").relative,
            Some(rational("2^-52 / (3/4 + 2^-53)"))
        );
        assert_eq!(error(5e-324, "0", "2^-1074").relative, None);
        assert_eq!(error(0.0, "0", "0").relative, Some(rational("0")));
    }

    #[test]
    fn a_truth_is_a_probability() {
        for (lower, upper) in [("1/2", "1/3"), ("-1/2", "1/2"), ("1/2", "3/2")] {
            assert_eq!(Truth::new(rational(lower), rational(upper)), None);
        }
    }
}
