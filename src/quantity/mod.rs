//! Quantities: what can be asked of a composition, and the answers.
//!
//! [`Query`] is the question, [`answer`] the way to an [`Answer`]: exact where the input is
//! rational, otherwise intervals whose precision grows until the digits asked for are there.

mod answer;
mod beta;
mod bounds;
mod calibrate;
mod closed_form;
mod continuous;
mod dominance;
mod enclosure;
mod evaluate;
mod finite;
mod functionals;
mod polygon;
mod query;
mod rho;
pub mod table;

pub use answer::{Answer, Calibrated, Content, Options, answer};
pub use bounds::{Found, Means, decide_on};
pub use calibrate::{Target, calibrate};
pub use dominance::{Dominance, Witness, dominates};
pub use enclosure::{Bounds, Exact, ShowExact, Style, big_rational};
pub use evaluate::{Decision, Outcome, Scalar, decide};
pub use query::Query;
pub use rho::{decide_rho, rho};
pub use table::{Entry, QUANTITIES};
