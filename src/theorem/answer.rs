//! The conclusions of a theorem as numbers.

use super::conclusion::Conclusion;
use super::registry::Theorem;
use crate::answer::{Answer, Content, Guarantee, Options};
use crate::composition::Method;
use crate::exact::engine::Engine;
use crate::formula::bounds;

/// Evaluates the conclusions of a theorem, with growing precision until they have the requested digits.
pub(crate) fn answer<E: Engine>(theorem: &'static Theorem, conclusions: &[Conclusion], options: &Options) -> Answer {
    let style = options.style();
    let number = |conclusion: &Conclusion| {
        let value = bounds::<E>(&conclusion.value, &style, options.limits.precision);
        (conclusion.name, conclusion.guarantee, style.styled(value))
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
