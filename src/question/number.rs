//! The value of an expression.

use crate::answer::{Answer, Content, Options};
use crate::composition::{Method, cost};
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::formula::{Formula, bounds};
use crate::refusal::Refusal;

/// A number as itself where it is rational, and otherwise with the requested digits.
///
/// # Errors
/// More digits than the limits allow.
pub(super) fn answer<E: Engine>(number: &Real, options: &Options) -> Result<Answer, Refusal> {
    let style = options.style();
    options.budget().charge(&cost::expression(number, style.bits()))?;
    let found = bounds::<E>(&Formula::from(number.clone()), &style, options.limits.precision);
    let content = Content::Number(style.styled(found));
    Ok(Answer {
        met: content.is_met(),
        content,
        tight: true,
        method: Method::ClosedForm,
        engine: E::NAME,
    })
}
