//! The sensitivity of a strategy, as numbers.

use crate::answer::{Answer, Content, Options, Sensitivity};
use crate::composition::Method;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::formula::{Formula, bounds};
use crate::refusal::Refusal;
use crate::sensitivity::{Question, Way, squared};

/// Answers a question about the sensitivity of a strategy.
///
/// # Errors
/// See [`squared`].
pub(super) fn answer<E: Engine>(question: &Question, options: &Options) -> Result<Answer, Refusal> {
    let found = squared(question, &options.limits, &options.control)?;
    let style = options.style();
    let is_exact = found.lower == found.upper;
    let (squared, sensitivity) = if is_exact {
        let value = Real::from(found.upper);
        let number = |x: Real| bounds::<E>(&Formula::from(x), &style, options.limits.precision);
        (number(value.clone()), number(value.sqrt()))
    } else {
        let precision = style.bits() + 64;
        let end = |x, rounding| <E::Float as DirectedFloat>::from_rational(x, precision, rounding);
        let (lower, upper) = (end(&found.lower, Rounding::Down), end(&found.upper, Rounding::Up));
        let squared = Interval::<E>::new(lower, upper, precision);
        (style.interval(&squared), style.interval(&squared.sqrt()))
    };
    let (squared, sensitivity) = (style.styled(squared), style.styled(sensitivity));
    let pattern = found.pattern.into_iter().map(|step| step as u64).collect();
    let content = Content::Sensitivity(Box::new(Sensitivity { squared, sensitivity, pattern }));
    let method = match found.way {
        Way::ClosedForm => Method::ClosedForm,
        Way::Patterns => Method::Patterns,
        Way::Semidefinite => Method::Semidefinite,
    };
    Ok(Answer { met: content.is_met(), tight: is_exact, content, method, engine: E::NAME })
}
