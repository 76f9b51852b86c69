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
const MOST_NUMBERS: u64 = 40;

/// Answers a question about a channel.
///
/// # Errors
/// More digits than the limits allow.
pub(crate) fn answer<E: Engine>(question: &Question, options: &Options) -> Result<Answer, Refusal> {
    let style = options.style();
    options.budget().charge(&cost::digits(MOST_NUMBERS, style.bits()))?;
    let styled =
        |formula: Formula| style.styled(bounds::<E>(&formula, &style, options.limits.precision));
    let number = |x: Extended| match x {
        Extended::Finite(x) => styled(x.into()),
        Extended::Infinite(_) => styled(Formula::Infinite),
    };
    let channel = &question.channel;
    let report = Report {
        eps: number(channel.eps().map_or(Extended::Infinite(P_ALONE), Extended::Finite)),
        tv: number(channel.total_variation().into()),
        leakage: number(Extended::Finite(channel.leakage())),
        ldp: question.ldp.as_ref().map(|eps: &Real| channel.is_private(eps)),
        inputs: question.inputs.as_ref().map(|inputs| report(inputs, &number, &styled)),
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

fn report(
    inputs: &Inputs,
    number: &dyn Fn(Extended) -> Styled,
    styled: &dyn Fn(Formula) -> Styled,
) -> InputsReport {
    let [forward, backward, both] = inputs.divergences();
    let [chernoff, chernoff_tv] = inputs.chernoff();
    let quantities = vec![
        ("input-tv", number(inputs.input_tv().into())),
        ("output-tv", number(inputs.output_tv().into())),
        ("kl", number(forward)),
        ("reverse-kl", number(backward)),
        ("symmetric-kl", number(both)),
        ("chi-squared", number(inputs.chi_squared())),
        ("squared-hellinger", number(inputs.squared_hellinger().into())),
        ("chernoff", styled(chernoff)),
        ("tv-from-chernoff", styled(chernoff_tv)),
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
