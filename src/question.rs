//! What can be asked: one type, read in one place, answered by any engine.

use crate::channel;
use crate::exact::Engine;
use crate::input::{Field, InputError, Item};
use crate::mechanism::{Family, Mechanism};
use crate::quantity::{self, Answer, Options, Query, Target};
use crate::refusal::Refusal;
use crate::theorem::{self, Conclusion, Theorem};

/// What is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// A quantity of a mechanism.
    Quantity(Mechanism, Query),
    /// The parameter with which a mechanism meets a budget.
    Calibration(Family, Target),
    /// Whether the first mechanism dominates the second.
    Dominance {
        /// The first.
        a: Mechanism,
        /// The second.
        b: Mechanism,
        /// Is the kernel to be shown?
        kernel: bool,
    },
    /// What a theorem concludes.
    Conclusions(&'static Theorem, Vec<Conclusion>),
    /// What is known about a channel.
    Channel(channel::Question),
}

impl Question {
    /// Reads what is asked about a mechanism: both are fields of a line of the protocol, or missing there.
    ///
    /// # Errors
    /// A field that is wrong, or else asks for something unsupported.
    pub fn read(
        mechanism: Result<Field<'_>, InputError>,
        query: Result<Field<'_>, InputError>,
    ) -> Result<Question, Refusal> {
        let only = |name| query.as_ref().ok().and_then(|query| only(query, name));
        match (only("calibrate"), only("dominates")) {
            (Some(target), _) => calibrate(mechanism, &target),
            (_, Some(other)) => dominance(mechanism, &other),
            _ => quantity(mechanism, query),
        }
    }

    /// The digits that are promised where none are asked for: those of a calibrated parameter are few, since each
    /// costs evaluations.
    pub fn usual_digits(&self) -> u64 {
        match self {
            Question::Calibration(..) => 4,
            _ => Options::default().digits,
        }
    }

    /// Its answer, by an engine.
    ///
    /// # Errors
    /// A question that is turned down.
    pub fn answer<E: Engine>(&self, options: &Options) -> Result<Answer, Refusal> {
        match self {
            Question::Quantity(mechanism, query) => quantity::answer::<E>(mechanism, query, options),
            Question::Calibration(family, target) => quantity::calibrate::<E>(family, target, options),
            Question::Dominance { a, b, kernel } => quantity::dominates::<E>(a, b, *kernel, options),
            Question::Conclusions(theorem, conclusions) => Ok(theorem::answer::<E>(theorem, conclusions, options)),
            Question::Channel(question) => Ok(channel::answer::<E>(question, options)),
        }
    }
}

/// The parameters of `{"name": {...}}`.
fn only<'a>(query: &Field<'a>, name: &'static str) -> Option<Field<'a>> {
    match &query.node.item {
        Item::Table(table) if table.len() == 1 => query.fields().ok()?.optional(name),
        _ => None,
    }
}

fn dominance(mechanism: Result<Field<'_>, InputError>, other: &Field<'_>) -> Result<Question, Refusal> {
    let a = postpone(Mechanism::read(&mechanism?))?;
    let mut fields = other.fields()?;
    fields.expect(&["mechanism", "kernel"]);
    let b = postpone(Mechanism::read(&fields.required("mechanism")?))?;
    let kernel = fields.optional("kernel").map_or(Ok(false), |field| field.boolean())?;
    fields.finish()?;
    Ok(Question::Dominance { a: a?, b: b?, kernel })
}

fn calibrate(mechanism: Result<Field<'_>, InputError>, target: &Field<'_>) -> Result<Question, Refusal> {
    let family = postpone(Family::read(&mechanism?))?;
    let target = Target::read(target)?;
    Ok(Question::Calibration(family?, target))
}

fn quantity(
    mechanism: Result<Field<'_>, InputError>,
    query: Result<Field<'_>, InputError>,
) -> Result<Question, Refusal> {
    let (mechanism, query) = (mechanism?, query?);
    // Before the mechanism: a "?" in it has a meaning only if the query is a calibration, well spelled.
    let query = postpone(Query::read(&query))?;
    let mechanism = postpone(Mechanism::read(&mechanism))?;
    Ok(Question::Quantity(mechanism?, query?))
}

/// Lets errors of the input through, and keeps other refusals for later.
pub fn postpone<T>(result: Result<T, Refusal>) -> Result<Result<T, Refusal>, Refusal> {
    match result {
        Err(Refusal::Input(error)) => Err(Refusal::Input(error)),
        other => Ok(other),
    }
}
