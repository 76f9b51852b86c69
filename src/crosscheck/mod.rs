//! Cross-validation: floating-point formulas, held against certified answers.
//!
//! [`reference`] has the formulas, [`ulps`] the measure of an error, and [`floats`] looks at a grid of parameters.

pub mod binary64;
pub mod floats;
pub mod reference;
pub mod ulps;
