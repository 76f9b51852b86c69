//! The conclusions of a theorem as text.

use super::conclusion::{Conclusion, Guarantee};
use super::formula::Formula;
use super::registry::Theorem;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::quantity::{Answer, Bounds, Content, Options, Outcome, Style};

/// More precision than this is not spent on a formula: a difference that is still hidden may be 0.
const MOST: u64 = 8192;

/// Writes the conclusions of a theorem, with growing precision until they have the digits asked for.
pub fn answer<E: Engine>(theorem: &'static Theorem, conclusions: &[Conclusion], options: &Options) -> Answer {
    let style = Style { digits: options.digits, exact: options.exact };
    let text = |conclusion: &Conclusion| {
        (conclusion.name, conclusion.guarantee.name(), bounds::<E>(&conclusion.value, &style, options.limits.precision))
    };
    let conclusions: Vec<_> = conclusions.iter().map(text).collect();
    let exact = Guarantee::Exact.name();
    Answer {
        tight: conclusions.iter().all(|(_, guarantee, _)| *guarantee == exact),
        met: conclusions.iter().all(|(_, _, bounds)| bounds.met),
        content: Content::Conclusions { theorem: theorem.name, source: theorem.source, conclusions },
        method: "theorem",
        engine: E::NAME,
    }
}

/// A formula as text.
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
