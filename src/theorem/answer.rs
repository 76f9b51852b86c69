//! The conclusions of a theorem as numbers.

use super::conclusion::Conclusion;
use super::registry::Theorem;
use crate::answer::{Answer, Content, Guarantee, Options};
use crate::composition::{Method, cost};
use crate::exact::engine::Engine;
use crate::formula::bounds;
use crate::quantity::on_cells;
use crate::refusal::Refusal;

/// Evaluates the conclusions of a theorem, with growing precision until they have the requested
/// digits.
///
/// # Errors
/// More digits than the limits allow.
pub(crate) fn answer<E: Engine>(
    theorem: &'static Theorem,
    conclusions: &[Conclusion],
    options: &Options,
) -> Result<Answer, Refusal> {
    let style = options.style();
    options.budget().charge(&cost::digits(conclusions.len() as u64, style.bits()))?;
    let number = |conclusion: &Conclusion| {
        let value = match conclusion.value.contains_cells() {
            true => on_cells::<E>(&conclusion.value, options),
            false => style.styled(bounds::<E>(&conclusion.value, &style, options.limits.precision)),
        };
        (conclusion.name, conclusion.guarantee, value)
    };
    let conclusions: Vec<_> = conclusions.iter().map(number).collect();
    Ok(Answer {
        tight: conclusions.iter().all(|(_, guarantee, _)| *guarantee == Guarantee::Exact),
        met: conclusions.iter().all(|(_, _, bounds)| bounds.met),
        content: Content::Conclusions {
            theorem: theorem.name,
            source: theorem.source,
            conclusions,
        },
        method: Method::Theorem,
        engine: E::NAME,
    })
}
