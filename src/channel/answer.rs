//! The report on a channel, as numbers.

use super::bounds::{Comparison, Inputs};
use super::read::Question;
use crate::answer::{Answer, Content, InputsReport, Options, Report, Row};
use crate::composition::{Method, cost};
use crate::enclosure::Styled;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::formula::{Formula, bounds};
use crate::pair::functionals::P_ALONE;
use crate::refusal::Refusal;

/// About the most numbers of a report.
const MOST_NUMBERS: u64 = 24;

/// Answers a question about a channel.
///
/// # Errors
/// More digits than the limits allow.
pub(crate) fn answer<E: Engine>(question: &Question, options: &Options) -> Result<Answer, Refusal> {
    let style = options.style();
    options.budget().charge(&cost::digits(MOST_NUMBERS, style.bits()))?;
    let number = |x: Extended| {
        let formula = match x {
            Extended::Finite(x) => Formula::from(x),
            Extended::Infinite(_) => Formula::Infinite,
        };
        style.styled(bounds::<E>(&formula, &style, options.limits.precision))
    };
    let channel = &question.channel;
    let report = Report {
        eps: number(channel.eps().map_or(Extended::Infinite(P_ALONE), Extended::Finite)),
        tv: number(channel.total_variation().into()),
        leakage: number(Extended::Finite(channel.leakage())),
        ldp: question.ldp.as_ref().map(|eps: &Real| channel.is_private(eps)),
        inputs: question.inputs.as_ref().map(|inputs| report(inputs, &number)),
    };
    let content = Content::Channel(Box::new(report));
    Ok(Answer {
        met: content.is_met(),
        tight: true,
        content,
        method: Method::Channel,
        engine: E::NAME,
    })
}

fn report(inputs: &Inputs, number: &dyn Fn(Extended) -> Styled) -> InputsReport {
    let [forward, backward, both] = inputs.divergences();
    let quantities = vec![
        ("input-tv", number(inputs.input_tv().into())),
        ("output-tv", number(inputs.output_tv().into())),
        ("kl", number(forward)),
        ("reverse-kl", number(backward)),
        ("symmetric-kl", number(both)),
    ];
    let row = |Comparison { name, source, relation, value, bound, holds }| Row {
        name,
        source,
        relation,
        value: number(value),
        bound: number(bound),
        holds,
    };
    InputsReport { quantities, bounds: inputs.bounds().into_iter().map(row).collect() }
}
