//! Quantities of a composition, and their answers.
//!
//! [`Query`] is the question. An [`Answer`](crate::Answer) is exact where the input is rational;
//! otherwise it consists of intervals whose precision grows until they have the requested digits.
//! [`ask`](crate::ask) leads from one to the other.

mod answer;
mod at_hand;
mod calibrate;
mod decide;
mod decide_on_route;
mod dominance;
mod enclose;
mod functionals;
mod gdp;
mod goal;
mod kfold;
mod largest_eps;
mod polygon;
mod promise;
mod query;
mod regret;
mod renyi;
mod rho;
mod step;
pub mod table;
mod table_reader;

pub(crate) use answer::answer;
pub use calibrate::Target;
pub(crate) use calibrate::calibrate;
pub use decide::{Decision, Scalar, ScalarGoal, decide};
pub use decide_on_route::{Evaluation, Refinement, decide_on};
pub(crate) use dominance::dominates;
pub(crate) use functionals::{on_cells, require_direction};
pub use goal::{DIGITS, digits_of_gap, gap_bits};
pub use query::Query;
pub use renyi::{Divergence, decide_renyi, renyi};
pub use rho::{decide_rho, rho};
pub use table::{Entry, QUANTITIES};
