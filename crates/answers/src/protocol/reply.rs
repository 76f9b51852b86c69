//! The answer to one request, as data: its content and its exit code.

use crate::exit::Exit;
use crate::settings::{render_refusal, rendered};
use dpcert::input::{Node, from_notation};
use dpcert::question::notes;
use dpcert::{Answer, Content, Known, Refusal};
use dpcert_picture::Scene;
use serde_json::value::RawValue;

/// The answer to one request.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The request's id, as it was given.
    pub id: Option<Box<RawValue>>,
    /// The content.
    pub outcome: Outcome,
    /// The assumptions of the answer where the question states nothing.
    pub notes: Vec<String>,
}

/// The content of a reply.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The numbers.
    Answered(Box<Answer>),
    /// A picture.
    Drawn {
        /// The scene of the picture.
        scene: Box<Scene>,
        /// The drawing, if it was requested.
        svg: Option<String>,
    },
    /// The request is invalid.
    Error {
        /// The path of the value in question; none if the text as a whole is malformed.
        field: Option<String>,
        /// The error.
        reason: String,
        /// Its column in the request, in characters, from 1.
        column: Option<usize>,
        /// A suggestion how to correct it.
        help: Option<String>,
    },
    /// The request is valid, but there is no answer.
    Unsupported {
        /// What an answer would need.
        missing: String,
        /// The unsupported part of the request.
        reason: String,
        /// The path of the value that it is about, where a request has several.
        field: Option<String>,
    },
    /// A fault of this program.
    Fault {
        /// The message of the fault.
        reason: String,
    },
}

/// The assumptions about mechanisms in the compact notation; a text that is not a mechanism has
/// none.
pub fn notes_of(written: &[&str]) -> Vec<String> {
    let nodes: Vec<Node> = written.iter().filter_map(|text| from_notation(text).ok()).collect();
    notes(nodes.iter())
}

impl Outcome {
    /// The outcome for a question about `text`.
    pub fn of(result: Result<Answer, Refusal>, text: &str) -> Outcome {
        let refusal = match result {
            Ok(answer) => return Outcome::Answered(Box::new(answer)),
            Err(refusal) => refusal,
        };
        match refusal {
            Refusal::Input(error) => {
                let before = text.get(..error.span.start).unwrap_or(text);
                Outcome::Error {
                    field: (!error.field.is_empty()).then_some(error.field),
                    reason: error.message,
                    column: Some(before.chars().count() + 1),
                    help: (!error.help.is_empty()).then_some(error.help),
                }
            }
            Refusal::TooCostly(costly) => Outcome::Unsupported {
                missing: rendered(&costly.sentence()),
                reason: match costly.known == Known::Stopped {
                    true => "the cost is above the limit, as it showed".to_owned(),
                    false => "the estimated cost is above the limit".to_owned(),
                },
                field: None,
            },
            Refusal::Unsupported { ref missing, .. } => Outcome::Unsupported {
                missing: rendered(missing),
                reason: render_refusal(&refusal),
                field: None,
            },
            Refusal::Cancelled | Refusal::TimedOut => Outcome::Unsupported {
                missing: "more time".to_owned(),
                reason: refusal.to_string(),
                field: None,
            },
            _ => Outcome::Fault { reason: refusal.to_string() },
        }
    }

    /// The same for a part of a request: its path, if that is known, and its name.
    #[must_use]
    pub fn about(self, field: Option<String>, name: &str) -> Outcome {
        let named = |reason| format!("{name}: {reason}");
        match self {
            Outcome::Unsupported { missing, reason, .. } => {
                Outcome::Unsupported { missing, reason: named(reason), field }
            }
            Outcome::Error { field: inner, reason, help, .. } => {
                Outcome::Error { field: field.or(inner), reason: named(reason), column: None, help }
            }
            other => other,
        }
    }

    /// The exit code of the outcome.
    pub fn exit(&self) -> Exit {
        match self {
            Outcome::Answered(answer) => match &answer.content {
                Content::Dominance(found) if found.dominates.is_none() => Exit::Undecided,
                _ => Exit::Good,
            },
            Outcome::Drawn { .. } => Exit::Good,
            Outcome::Error { .. } => Exit::BadInput,
            Outcome::Unsupported { .. } => Exit::Undecided,
            Outcome::Fault { .. } => Exit::Internal,
        }
    }
}
