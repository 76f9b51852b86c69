//! Quantities: what can be asked of a composition, and the answers.
//!
//! [`Query`] is the question, [`answer`] the way to an [`Answer`]: exact where the input is
//! rational, otherwise intervals whose precision grows until the digits asked for are there.

mod answer;
mod closed_form;
mod evaluate;
mod finite;
mod query;
mod render;

pub(crate) use answer::method;
pub use answer::{Answer, Content, Options, answer};
pub use evaluate::{Decision, Outcome, Scalar, decide};
pub use query::Query;
pub use render::{Bounds, ShowExact, Style};
