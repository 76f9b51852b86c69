//! The report on a channel, as numbers.

use super::bounds::{Comparison, Inputs};
use super::pairs::OfRows;
use super::pointwise::{OfOutput, Pointwise};
use super::read::Question;
use crate::answer::{
    Answer, Content, InputsReport, Options, OutputRow, PointwiseReport, Report, Row, RowsReport,
};
use crate::composition::{Method, cost};
use crate::enclosure::Styled;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::formula::{Formula, bounds};
use crate::refusal::Refusal;

/// About the most numbers of a report, beside two for each output.
const MOST_NUMBERS: u64 = 40;

/// Answers a question about a channel.
///
/// # Errors
/// More digits than the limits allow.
pub(crate) fn answer<E: Engine>(question: &Question, options: &Options) -> Result<Answer, Refusal> {
    let style = options.style();
    let outputs = question.pointwise.as_ref().map_or(0, |found| found.outputs.len() as u64);
    options.budget().charge(&cost::digits(MOST_NUMBERS + 2 * outputs, style.bits()))?;
    let number = |x: Formula| style.styled(bounds::<E>(&x, &style, options.limits.precision));
    let channel = &question.channel;
    let report = Report {
        eps: number(channel.eps().unwrap_or(Formula::Infinite)),
        tv: number(channel.total_variation()),
        leakage: number(channel.leakage()),
        ldp: question.ldp.as_ref().map(|eps: &Real| channel.is_private(eps)),
        delta: question.delta.as_ref().map(|eps| of_rows(channel.delta(eps), &number)),
        beta: match &question.beta {
            None => None,
            Some(alpha) => {
                let least = channel.beta(alpha).map_err(|error| Refusal::Unsupported {
                    what: "the beta of this channel".into(),
                    missing: error.to_string().into(),
                })?;
                Some(of_rows(least, &number))
            }
        },
        inputs: question.inputs.as_ref().map(|inputs| report(inputs, &number)),
        pointwise: question.pointwise.as_ref().map(|found| pointwise(found, &number)),
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

fn of_rows(OfRows { value, rows }: OfRows, number: &dyn Fn(Formula) -> Styled) -> RowsReport {
    let rows = rows.map_or_else(Vec::new, |(x, y)| vec![x as u64, y as u64]);
    RowsReport { value: number(value), rows }
}

fn pointwise(found: &Pointwise, number: &dyn Fn(Formula) -> Styled) -> PointwiseReport {
    let row = |of: &OfOutput| OutputRow {
        output: of.output as u64,
        probability: number(of.probability.clone().into()),
        leakage: number(of.leakage.clone()),
    };
    PointwiseReport {
        largest: number(found.largest.clone()),
        output: found.attained.map(|output| output as u64),
        outputs: found.outputs.iter().map(row).collect(),
    }
}

fn report(inputs: &Inputs, number: &dyn Fn(Formula) -> Styled) -> InputsReport {
    let [forward, backward, both] = inputs.divergences().map(Formula::from);
    let [chernoff, chernoff_tv] = inputs.chernoff();
    let quantities = vec![
        ("input-tv", number(Real::from(inputs.input_tv()).into())),
        ("output-tv", number(inputs.output_tv())),
        ("kl", number(forward)),
        ("reverse-kl", number(backward)),
        ("symmetric-kl", number(both)),
        ("chi-squared", number(inputs.chi_squared().into())),
        ("squared-hellinger", number(inputs.squared_hellinger().into())),
        ("chernoff", number(chernoff)),
        ("tv-from-chernoff", number(chernoff_tv)),
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
