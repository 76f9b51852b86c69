//! The line protocol: a line in, its answer out.

mod json;
mod progress;
mod reply;
mod request;

pub use json::write as write_json;
pub use progress::Progress;
pub use reply::{Outcome, Reply, notes_of};
pub use request::{conclusions, reply};
