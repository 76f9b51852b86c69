//! Answers of the library to questions in its notation, with the options that a user has by
//! default.

use super::{Fraction, Shown, decimal, exact_of, real};
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Styled};

pub fn answer(mechanism: &str, query: &Query) -> Answer {
    let mechanism = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    dpcert::ask(&Question::of(&mechanism, query), &Options::default()).unwrap()
}

fn bounds(mechanism: &str, query: &Query) -> Styled {
    let Content::Number(bounds) = answer(mechanism, query).content else { panic!("one number") };
    bounds
}

pub fn exactly(mechanism: &str, query: &Query) -> Fraction {
    exact_of(&bounds(mechanism, query))
}

/// The ends that are printed.
pub fn ends(mechanism: &str, query: &Query) -> (Fraction, Fraction) {
    let printed = bounds(mechanism, query).printed();
    (decimal(&printed.lo), decimal(&printed.hi))
}

/// delta at `e^eps`.
pub fn at(ratio: &str) -> Query {
    Query::Delta { eps: real(&format!("ln({ratio})")) }
}
