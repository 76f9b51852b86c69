//! The options of an answer, as Python passes them.

use dpcert::exact::literal;
use dpcert::input::{Field, InputError, text_node};
use dpcert::quantity::{DIGITS, digits_of_gap, gap_bits};
use dpcert::{Control, EngineChoice, Limits, Options, Question, Refusal, ShowExact};
use pyo3::prelude::*;
use std::time::Duration;

/// The keywords of a question; missing ones have their defaults.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    digits: Option<u64>,
    rel_gap: Option<String>,
    exact: Option<bool>,
    engine: Option<String>,
    max_work: Option<u64>,
    max_memory: Option<u64>,
    max_precision: Option<u64>,
    timeout: Option<f64>,
}

impl Wanted {
    /// The engine, and the limits of the cost.
    ///
    /// # Errors
    /// An engine that does not exist.
    pub fn limits(&self) -> Result<(EngineChoice, Limits), Refusal> {
        let usual = Limits::default();
        let limits = Limits {
            work: self.max_work.unwrap_or(usual.work),
            memory: self.max_memory.map_or(usual.memory, |mib| mib.saturating_mul(1 << 20)),
            precision: self.max_precision.unwrap_or(usual.precision),
        };
        let engine = match &self.engine {
            None => EngineChoice::default(),
            Some(name) => within(name, "engine", |field| field.choice(&EngineChoice::ALL))?,
        };
        Ok((engine, limits))
    }

    /// The significant digits, if they are given.
    ///
    /// # Errors
    /// A number of digits outside its domain.
    pub fn digits(&self) -> Result<Option<u64>, Refusal> {
        let Some(digits) = self.digits else {
            return Ok(None);
        };
        if DIGITS.contains(&digits) {
            return Ok(Some(digits));
        }
        let help = format!("ask for {} to {} significant digits", DIGITS.start(), DIGITS.end());
        within(&digits.to_string(), "digits", |field| {
            Err(field.error("this many digits cannot be requested", help))
        })
    }

    /// The options of the library for a question.
    ///
    /// # Errors
    /// A keyword outside its domain.
    pub fn options(&self, question: &Question, control: &Control) -> Result<Options, Refusal> {
        let digits = self.digits()?;
        let gap = match &self.rel_gap {
            None => None,
            Some(text) => Some(within(text, "rel_gap", |field| {
                let gap =
                    literal::parse(text).map_err(|error| field.error(error.message, error.help))?;
                gap_bits(&gap).map_err(|(message, help)| field.error(message, help))
            })?),
        };
        let (engine, limits) = self.limits()?;
        let usual = Options::default();
        Ok(Options {
            digits: digits.unwrap_or(question.usual_digits()).max(gap.map_or(0, digits_of_gap)),
            gap_bits: gap.unwrap_or(usual.gap_bits),
            exact: match self.exact {
                None => ShowExact::Short,
                Some(true) => ShowExact::Always,
                Some(false) => ShowExact::Never,
            },
            limits,
            engine,
            control: control.clone(),
            ..usual
        })
    }

    /// The time limit.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// Reads a text as the keyword of a name.
fn within<T>(
    text: &str,
    name: &str,
    read: impl FnOnce(&Field<'_>) -> Result<T, InputError>,
) -> Result<T, Refusal> {
    let node = text_node(text, 0..text.len());
    Ok(read(&Field { node: &node, path: name.to_owned() })?)
}
