//! Numbers: as they are computed ([`Outcome`]), and as they are returned to the caller ([`Bounds`]).

mod bounds;
mod disagreement;
mod outcome;
mod printed;
mod style;

pub use bounds::{Bounds, Exact, big_rational};
pub use disagreement::disagreement;
pub use outcome::Outcome;
pub use printed::Printed;
pub use style::{ShowExact, Style};
