//! Numbers: literals, exact expressions, rationals, the field Q(e^r), intervals and their ends,
//! engines.
//!
//! Three tiers, determined by the input: *rational* answers are rational numbers; in *Q(e^r)*
//! (rational eps) identity and sign tests are exact questions about polynomials; everything else is
//! an *enclosure* computed with directed rounding.

pub(crate) mod advice;
pub mod arctan;
pub mod decimal;
pub mod dyadic;
pub(crate) mod effort;
pub mod engine;
mod extended;
pub mod field;
pub mod gamma;
pub mod interval;
pub mod kernel;
pub mod literal;
pub mod log_linear;
mod operators;
pub mod polynomial;
pub mod profile;
pub mod real;
pub mod register;
pub mod semiring;
pub(crate) mod series;
mod shown;
pub(crate) mod sorted;
pub mod special;
pub(crate) mod tree;
pub mod value;

pub use dyadic::Dyadic;
#[cfg(feature = "mpfr")]
pub use engine::Mpfr;
pub use engine::{Computation, Engine, EngineChoice, ExactEngine, Malachite, Rounding, Said};
pub use extended::Extended;
pub use interval::Interval;
pub(crate) use operators::operators;
pub use real::Real;
pub(crate) use shown::show;
pub use value::Value;
