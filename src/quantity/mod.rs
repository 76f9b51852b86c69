//! Quantities of a composition, and their answers.
//!
//! [`Query`] is the question. An [`Answer`](crate::Answer) is exact where the input is rational;
//! otherwise it consists of intervals whose precision grows until they have the requested digits.
//! [`ask`](crate::ask) leads from one to the other.

mod answer;
mod at_hand;
mod calibrate;
mod dominance;
mod enclose;
mod evaluate;
mod functionals;
mod gdp;
mod goal;
mod kfold;
mod largest_eps;
mod on_grids;
mod on_shape;
mod polygon;
mod promise;
mod query;
mod regret;
mod renyi;
mod rho;
mod rising;
mod scalar;
mod step;
pub mod table;
mod table_reader;
mod target;
mod vectors;

pub(crate) use answer::answer;
pub(crate) use calibrate::calibrate;
pub(crate) use dominance::dominates;
pub use evaluate::evaluate_scalar;
pub(crate) use functionals::{on_cells, require_direction};
pub use goal::{DIGITS, digits_of_gap, gap_bits};
pub use query::Query;
pub use renyi::{Divergence, evaluate_renyi, renyi};
pub use rho::{evaluate_rho, rho};
pub use scalar::{Decision, Evaluation, Refinement, Scalar, ScalarGoal};
pub use table::{Entry, QUANTITIES};
pub use target::Target;
