//! Two engines, one number: what they may not disagree about.

use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::value::Value;
use crate::quantity::Outcome;

/// A contradiction between two values of the same quantity, in words.
///
/// Rational results must be identical; otherwise the enclosures must have a point in common.
/// `None` means that both may be right.
pub fn disagreement<A: Engine, B: Engine>(first: &Outcome<A>, second: &Outcome<B>, precision: u64) -> Option<String> {
    let names = |what: &str| Some(format!("{} and {} {what}", A::NAME, B::NAME));
    match (first, second) {
        (Outcome::Number(Value::Exact(x)), Outcome::Number(Value::Exact(y)))
        | (Outcome::Logarithm(Value::Exact(x)), Outcome::Logarithm(Value::Exact(y))) => {
            if x == y {
                None
            } else {
                names("give different rational results")
            }
        }
        _ => {
            let (x, y) = (first.enclose(precision), second.enclose(precision));
            let apart = exceeds(x.lower(), y.upper()) || exceeds(y.lower(), x.upper());
            if apart { names("give enclosures that do not meet") } else { None }
        }
    }
}

/// Is `x > y`? Floats of two engines, so compared by sign, then exponent, then mantissa: the
/// rational numbers themselves may be too long to write down.
fn exceeds<A: DirectedFloat, B: DirectedFloat>(x: &A, y: &B) -> bool {
    /// No enclosure has a longer mantissa; if one had, it would be shortened towards agreement.
    const BITS: u64 = 1 << 20;
    if x.sign() != y.sign() || x.sign().is_eq() {
        return x.sign() > y.sign();
    }
    let negative = x.sign().is_lt();
    let (Some(x_exponent), Some(y_exponent)) = (x.exponent(), y.exponent()) else {
        return if negative { x.is_finite() && !y.is_finite() } else { !x.is_finite() && y.is_finite() };
    };
    if x_exponent != y_exponent {
        return (x_exponent > y_exponent) != negative;
    }
    let x = x.shift(-x_exponent, BITS, Rounding::Down).to_rational();
    let y = y.shift(-y_exponent, BITS, Rounding::Up).to_rational();
    matches!((x, y), (Some(x), Some(y)) if x > y)
}
