//! Leaves and steps: the parts of a certificate.

use super::number::{Literal, Number};
use super::rule::{Directions, Rule};
use num_bigint::BigInt;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// The id of a leaf or a step; both are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// `l1`, `l2`, ...
    Leaf(usize),
    /// `s1`, `s2`, ...
    Step(usize),
}

impl Id {
    /// The same id after other leaves and steps.
    pub fn behind(self, leaves: usize, steps: usize) -> Id {
        match self {
            Id::Leaf(number) => Id::Leaf(number + leaves),
            Id::Step(number) => Id::Step(number + steps),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Leaf(number) => write!(formatter, "l{number}"),
            Id::Step(number) => write!(formatter, "s{number}"),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A function that leaves enclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Function {
    /// The exponential function.
    Exp,
    /// The complementary error function.
    Erfc,
}

/// A function at a rational number, enclosed.
#[derive(Clone, Debug, Serialize)]
pub struct Leaf {
    /// Its id.
    pub id: Id,
    /// The function.
    pub function: Function,
    /// The number.
    pub at: Number,
    /// The fractional bits.
    pub bits: u64,
    /// The terms of the series.
    pub terms: u32,
    /// The lower end.
    pub lo: Number,
    /// The upper end.
    pub hi: Number,
}

impl Leaf {
    /// The numbers in it.
    pub fn numbers(&self) -> [&Number; 3] {
        [&self.at, &self.lo, &self.hi]
    }
}

/// A conclusion that follows from earlier ones.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Its id.
    pub id: Id,
    /// The rule by which it follows.
    #[serde(flatten)]
    pub rule: Rule,
    /// The premises from which it follows.
    pub premises: Vec<Id>,
    /// The conclusion.
    pub conclusion: Conclusion,
}

impl Step {
    /// The numbers in it.
    pub fn numbers(&self) -> Vec<&Number> {
        self.rule.numbers().into_iter().chain(self.conclusion.number()).collect()
    }
}

/// The conclusion of a step.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// Masses on a lattice: the ledger rows with their counts, the lattice points, and the mass
    /// beyond all losses.
    Row {
        #[serde(serialize_with = "counts")]
        covers: BTreeMap<String, BigInt>,
        from: i64,
        to: i64,
        infinite: Number,
    },
    /// The sum of rho.
    Rho { equals: Number },
    /// A bound on a quantity of the whole ledger.
    #[serde(untagged)]
    Bound(Bound),
    /// The claim in its own words, and whether it holds.
    #[serde(untagged)]
    Claim(Map<String, Value>),
}

impl Conclusion {
    /// The number in it; those of a claim are literals.
    pub fn number(&self) -> Option<&Number> {
        match self {
            Conclusion::Row { infinite: number, .. } | Conclusion::Rho { equals: number } => {
                Some(number)
            }
            Conclusion::Bound(bound) => Some(bound.limit.number()),
            Conclusion::Claim(_) => None,
        }
    }
}

fn counts<S: Serializer>(
    covers: &BTreeMap<String, BigInt>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(covers.iter().map(|(id, count)| (id, count.to_string())))
}

/// A bound on a quantity of the whole ledger.
#[derive(Clone, Debug, Serialize)]
pub struct Bound {
    /// The quantity.
    #[serde(flatten)]
    pub subject: Subject,
    /// The bound.
    #[serde(flatten)]
    pub limit: Limit,
}

/// A quantity that is bounded.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// delta at eps.
    Delta { eps: Literal, direction: Directions },
    /// The trade-off function at alpha.
    Beta { alpha: Literal },
}

/// A bound: its side, and a number.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// An upper bound: the quantity is not more.
    AtMost(Number),
    /// A lower bound: the quantity is not less.
    AtLeast(Number),
}

impl Limit {
    /// The number.
    pub fn number(&self) -> &Number {
        match self {
            Limit::AtMost(number) | Limit::AtLeast(number) => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpcert_checker::rational::BigRational;
    use dpcert_checker::row::Bounds;
    use serde_json::json;

    #[test]
    fn steps_are_written_as_the_checker_reads_them() {
        let (direction, quarter) = (Directions::Both, Number(BigRational::new(1.into(), 4.into())));
        let subject = Subject::Delta { eps: Literal::Text("ln(2)".to_owned()), direction };
        let step = Step {
            id: Id::Step(2),
            rule: Rule::Infinite { eps: Literal::Integer(1), bounds: Bounds::Test, direction },
            premises: vec![Id::Leaf(1), Id::Step(1).behind(3, 4)],
            conclusion: Conclusion::Bound(Bound { subject, limit: Limit::AtLeast(quarter) }),
        };
        let text = r#"{"id": "s2", "premises": ["l1", "s5"], "rule": "infinite",
            "arguments": {"eps": 1, "bounds": "test", "direction": "both"},
            "conclusion": {"delta": {"eps": "ln(2)", "direction": "both"}, "at-least": "1*2^-2"}}"#;
        assert_eq!(Some(json!(step)), serde_json::from_str(text).ok());
        let step = Step {
            rule: Rule::Rho {},
            conclusion: Conclusion::Rho {
                equals: Number(BigRational::from_integer(BigInt::from(3))),
            },
            ..step
        };
        assert_eq!(json!(step)["arguments"], json!({}));
        assert_eq!(json!(step)["conclusion"], json!({"rho": {"equals": "3"}}));
    }
}
