//! The spelling of numbers in a certificate.

use dpcert_checker::expression::Expression;
use dpcert_checker::log_linear::LogLinear;
use dpcert_checker::number::{parse, show};
use dpcert_checker::rational::BigRational;
use serde::{Serialize, Serializer};

/// A computed number: the checker reads it in one form only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub BigRational);

impl Number {
    /// The number as the checker reads it.
    ///
    /// # Errors
    /// The reason why the checker does not read it.
    pub fn read(&self) -> Result<BigRational, String> {
        parse(&show(&self.0)).map_err(|fault| fault.to_string())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&show(&self.0))
    }
}

/// A number that the checker reads like those of a claim file.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Literal {
    /// An integer.
    Integer(i64),
    /// An expression.
    Text(String),
}

/// A literal for a number.
pub fn literal_of(x: &Expression) -> String {
    x.rational().map_or_else(|| LogLinear::of(x).literal(), BigRational::to_string)
}
