//! Answers to questions as text for a person and as tables.

mod answered;
mod records;
mod text;

pub use answered::{Answered, Source, explain};
pub use text::interval;
