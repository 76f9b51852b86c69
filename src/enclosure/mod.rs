//! Numbers: as they are computed ([`Outcome`]), and as they are known ([`Bounds`]), and as they are
//! printed ([`Styled`]).

mod bounds;
mod disagreement;
mod outcome;
mod printed;
mod style;
mod styled;

pub use bounds::{Bounds, Exact, big_rational};
pub use disagreement::disagreement;
pub use outcome::Outcome;
pub use printed::Printed;
pub use style::{ShowExact, Style};
pub use styled::Styled;
