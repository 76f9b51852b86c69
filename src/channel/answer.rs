//! What is known about a channel, as numbers.

use super::bounds::{Comparison, Inputs};
use super::read::Question;
use crate::composition::Method;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::pair::functionals::P_ALONE;
use crate::quantity::{Answer, Bounds, Content, Options, Style};
use crate::theorem::{Formula, bounds};

/// What is known about a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The least eps with which it is eps-LDP; `inf` if there is none.
    pub eps: Bounds,
    /// The largest total variation between two rows.
    pub tv: Bounds,
    /// The maximal leakage.
    pub leakage: Bounds,
    /// For the eps that was asked about: is it eps-LDP? `Some(None)` where that cannot be decided.
    pub ldp: Option<Option<bool>>,
    /// What is known about the two inputs, where they were given.
    pub inputs: Option<InputsReport>,
}

/// What is known about two inputs of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsReport {
    /// Named quantities.
    pub quantities: Vec<(&'static str, Bounds)>,
    /// The bounds of Ghazi & Issa, section VII.
    pub bounds: Vec<Row>,
}

/// A comparison as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What is bounded.
    pub name: &'static str,
    /// Where the bound is from.
    pub source: &'static str,
    /// `<=`, `>=` or `=`.
    pub relation: &'static str,
    /// The left side.
    pub value: Bounds,
    /// The right side.
    pub bound: Bounds,
    /// Does it hold? `None` where that cannot be decided.
    pub holds: Option<bool>,
}

impl Report {
    /// All numbers, in order.
    pub fn numbers(&self) -> impl Iterator<Item = &Bounds> {
        let inputs = self.inputs.iter();
        let quantities = inputs.clone().flat_map(|inputs| inputs.quantities.iter().map(|(_, bounds)| bounds));
        let bounds = inputs.flat_map(|inputs| inputs.bounds.iter().flat_map(|row| [&row.value, &row.bound]));
        [&self.eps, &self.tv, &self.leakage].into_iter().chain(quantities).chain(bounds)
    }
}

/// Answers a question about a channel.
pub(crate) fn answer<E: Engine>(question: &Question, options: &Options) -> Answer {
    let style = Style { digits: options.digits, exact: options.exact };
    let number = |x: Extended| {
        let formula = match x {
            Extended::Finite(x) => Formula::from(x),
            Extended::Infinite(_) => Formula::Infinite,
        };
        bounds::<E>(&formula, &style, options.limits.precision)
    };
    let channel = &question.channel;
    let report = Report {
        eps: number(channel.eps().map_or(Extended::Infinite(P_ALONE), Extended::Finite)),
        tv: number(channel.total_variation().into()),
        leakage: number(Extended::Finite(channel.leakage())),
        ldp: question.ldp.as_ref().map(|eps: &Real| channel.is_private(eps)),
        inputs: question.inputs.as_ref().map(|inputs| report(inputs, &number)),
    };
    let met = report.numbers().all(|bounds| bounds.met);
    Answer { met, tight: true, content: Content::Channel(Box::new(report)), method: Method::Channel, engine: E::NAME }
}

fn report(inputs: &Inputs, number: &dyn Fn(Extended) -> Bounds) -> InputsReport {
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
