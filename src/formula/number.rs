//! A formula as a number.

use super::Formula;
use crate::enclosure::{Bounds, Outcome, Style};
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;

/// The most precision for a formula, in bits: a difference that is still undecided may be 0. More
/// would only make such a formula take longer, with an answer that is as undecided.
const MOST: u64 = 8192;

/// A formula as a number.
pub fn bounds<E: Engine>(formula: &Formula, style: &Style, most: u64) -> Bounds {
    let outcome = match formula {
        Formula::Exact(Real::Rational(x)) => Outcome::<E>::Number(Value::Exact(x.clone())),
        Formula::Exact(x) => Outcome::Expression(x.clone()),
        Formula::Infinite => Outcome::Infinite,
        Formula::Operation(_) => {
            let mut precision = (style.bits() + 48).max(64);
            loop {
                let outcome = Outcome::<E>::Number(Value::Enclosed(formula.enclose(precision)));
                if style.is_met(&outcome, precision) || 2 * precision > most.min(MOST) {
                    return style.outcome(&outcome, precision);
                }
                precision *= 2;
            }
        }
    };
    style.outcome(&outcome, 128)
}
