//! Answers to questions as text for a person, as tables, and as lines of the protocol.

mod answered;
mod json;
mod records;
mod reply;
mod request;
mod text;

pub use answered::{Answered, Source, explain};
pub use json::write as write_json;
pub use reply::{Outcome, Reply, notes_of};
pub use request::{conclusions, reply};
pub use text::bounding_end;
