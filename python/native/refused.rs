//! Refusals as Python raises them: a word for the exception, and its fields.

use super::run::Ended;
use dpcert::{Refusal, Resource, Sentence, TooCostly};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The reason why there is no answer.
pub enum Refused {
    /// A refusal of the library, and the text in which it may have a position.
    Question(Refusal, String),
    /// The computation ended without a result.
    Ended(Ended),
}

/// The name of the keyword for a limit.
fn keyword(resource: Resource) -> &'static str {
    match resource {
        Resource::Work => "max_work",
        Resource::Memory => "max_memory",
        Resource::Precision => "max_precision",
    }
}

/// A sentence of the library, rendered with the keywords of this package for its limits.
pub fn rendered(sentence: &Sentence) -> String {
    sentence.render(keyword)
}

impl Refused {
    /// `("bad-input", {...})`, from which `dpcert._errors` makes an exception.
    ///
    /// # Errors
    /// If the interpreter has no memory left.
    pub fn to_python<'py>(&self, py: Python<'py>) -> PyResult<(&'static str, Bound<'py, PyDict>)> {
        let fields = PyDict::new(py);
        let word = match self {
            Refused::Question(refusal, text) => match refusal {
                Refusal::Input(error) => {
                    fields.set_item("reason", &error.message)?;
                    fields.set_item("field", (!error.field.is_empty()).then_some(&error.field))?;
                    fields.set_item("help", (!error.help.is_empty()).then_some(&error.help))?;
                    fields.set_item("text", text)?;
                    fields.set_item("start", characters(text, error.span.start))?;
                    fields.set_item("end", characters(text, error.span.end))?;
                    "bad-input"
                }
                Refusal::Unsupported { missing, .. } => {
                    fields.set_item("message", rendered(&refusal.sentence()))?;
                    fields.set_item("missing", rendered(missing))?;
                    "unsupported"
                }
                Refusal::TooCostly(TooCostly { estimate, limit, resource, .. }) => {
                    fields.set_item("message", rendered(&refusal.sentence()))?;
                    fields.set_item("estimate", *estimate)?;
                    fields.set_item("limit", *limit)?;
                    fields.set_item("keyword", keyword(*resource))?;
                    "too-costly"
                }
                Refusal::Cancelled | Refusal::TimedOut => "late",
                _ => {
                    fields.set_item("message", refusal.to_string())?;
                    "fault"
                }
            },
            Refused::Ended(Ended::Late) => "late",
            Refused::Ended(Ended::Fault(message)) => {
                fields.set_item("message", message)?;
                "fault"
            }
        };
        Ok((word, fields))
    }
}

/// A position in bytes, converted to characters: 0 if it is not a character boundary.
fn characters(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count())
}
