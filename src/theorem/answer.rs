//! The conclusions of a theorem as numbers.

use super::conclusion::{Conclusion, Guarantee};
use super::formula::Formula;
use super::registry::Theorem;
use crate::composition::Method;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::quantity::{Answer, Bounds, Content, Options, Outcome, Style};

/// More precision than this is not spent on a formula: a difference that is still hidden may be 0.
const MOST: u64 = 8192;

/// Evaluates the conclusions of a theorem, with growing precision until they have the digits asked for.
pub(crate) fn answer<E: Engine>(theorem: &'static Theorem, conclusions: &[Conclusion], options: &Options) -> Answer {
    let style = Style { digits: options.digits, exact: options.exact };
    let number = |conclusion: &Conclusion| {
        (conclusion.name, conclusion.guarantee, bounds::<E>(&conclusion.value, &style, options.limits.precision))
    };
    let conclusions: Vec<_> = conclusions.iter().map(number).collect();
    Answer {
        tight: conclusions.iter().all(|(_, guarantee, _)| *guarantee == Guarantee::Exact),
        met: conclusions.iter().all(|(_, _, bounds)| bounds.met),
        content: Content::Conclusions { theorem: theorem.name, source: theorem.source, conclusions },
        method: Method::Theorem,
        engine: E::NAME,
    }
}

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
