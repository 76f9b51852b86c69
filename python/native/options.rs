//! How an answer is wanted, as Python says it.

use dpcert::exact::literal;
use dpcert::input::{Field, InputError, text_node};
use dpcert::quantity::{DIGITS, digits_of_gap, gap_bits};
use dpcert::{Control, EngineChoice, Limits, Options, Question, Refusal, ShowExact};
use pyo3::prelude::*;
use std::time::Duration;

/// The keywords of a question; whatever is missing is as usual.
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
    /// Who computes, and what that may cost.
    ///
    /// # Errors
    /// An engine that is none.
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

    /// Significant digits, where they are asked for.
    ///
    /// # Errors
    /// More or fewer than can be.
    pub fn digits(&self) -> Result<Option<u64>, Refusal> {
        let Some(digits) = self.digits else { return Ok(None) };
        if DIGITS.contains(&digits) {
            return Ok(Some(digits));
        }
        let help = format!("ask for {} to {} significant digits", DIGITS.start(), DIGITS.end());
        within(&digits.to_string(), "digits", |field| Err(field.error("so many cannot be asked for", help)))
    }

    /// What the library calls these, for a question.
    ///
    /// # Errors
    /// A keyword outside its domain.
    pub fn options(&self, question: &Question, control: &Control) -> Result<Options, Refusal> {
        let digits = self.digits()?;
        let gap = match &self.rel_gap {
            None => None,
            Some(text) => Some(within(text, "rel_gap", |field| {
                let gap = literal::parse(text).map_err(|error| field.error(error.message, error.help))?;
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
        })
    }

    /// How long it may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// Reads a text as the keyword of a name.
fn within<T>(text: &str, name: &str, read: impl FnOnce(&Field<'_>) -> Result<T, InputError>) -> Result<T, Refusal> {
    let node = text_node(text, 0..text.len());
    Ok(read(&Field { node: &node, path: name.to_owned() })?)
}
