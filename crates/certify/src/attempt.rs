//! A certificate in the making: its leaves and steps, which an attempt that fails leaves no trace of.

use dpcert_checker::fixed::{ALL_TERMS, Interval, Scale};
use dpcert_checker::number::{bits_of, show};
use dpcert_checker::row::{Bounds, Row};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// Leaves and steps.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The leaves.
    pub leaves: Vec<Value>,
    /// The steps.
    pub steps: Vec<Value>,
}

/// A row that a step has shown.
#[derive(Clone, Debug)]
pub struct Built {
    /// The id of the step.
    pub id: String,
    /// The row.
    pub row: Row,
}

impl Attempt {
    /// Adds a step; its id.
    pub fn step(&mut self, rule: &str, premises: &[&str], arguments: Value, conclusion: Value) -> String {
        let id = format!("s{}", self.steps.len() + 1);
        self.steps.push(json!({
            "id": id, "rule": rule, "premises": premises, "arguments": arguments, "conclusion": conclusion,
        }));
        id
    }

    /// Adds the step that shows a row.
    pub fn row(&mut self, rule: &str, premises: &[&str], arguments: Value, row: Row) -> Built {
        let covers: serde_json::Map<String, Value> =
            row.covers.iter().map(|(id, count)| (id.clone(), json!(count.to_string()))).collect();
        let infinite = BigRational::new(row.infinite_p.clone(), row.denominator.clone());
        let infinite = rounded(&infinite, row.bounds == Bounds::Upper);
        let conclusion =
            json!({"row": {"covers": covers, "from": row.from, "to": row.to(), "infinite": show(&infinite)}});
        Built { id: self.step(rule, premises, arguments, conclusion), row }
    }

    /// A leaf for a function at a rational number: its id, and its enclosure. Known leaves are used again.
    pub fn leaf(&mut self, function: &str, at: &BigRational, bits: u64) -> (String, Interval) {
        let scale = Scale::new(bits);
        let argument = scale.rational(at);
        let derive = |terms: u32| match function {
            "exp" => Interval { lo: scale.exp_of(&argument.lo, terms).lo, hi: scale.exp_of(&argument.hi, terms).hi },
            _ => Interval { lo: scale.erfc_of(&argument.hi, terms).lo, hi: scale.erfc_of(&argument.lo, terms).hi },
        };
        let value = derive(ALL_TERMS);
        let found = self.leaves.iter().find(|leaf| {
            leaf.get("function") == Some(&json!(function))
                && leaf.get("at") == Some(&json!(show(at)))
                && leaf.get("bits") == Some(&json!(bits))
        });
        if let Some(id) = found.and_then(|leaf| leaf.get("id")).and_then(Value::as_str) {
            return (id.to_owned(), value);
        }
        // The fewest terms, up to a factor of 2, that give the same enclosure.
        let mut terms = 8;
        while terms < 1 << 15 && derive(terms) != value {
            terms *= 2;
        }
        let id = format!("l{}", self.leaves.len() + 1);
        let (lo, hi) = scale.ends(&value);
        self.leaves.push(json!({
            "id": id, "function": function, "at": show(at), "bits": bits, "terms": terms,
            "lo": show(&lo), "hi": show(&hi),
        }));
        (id, value)
    }
}

/// A number with at most 64 significant bits on the safe side; short numbers are left as they are.
pub fn rounded(x: &BigRational, is_up: bool) -> BigRational {
    const BITS: u64 = 64;
    if x.is_zero() || bits_of(x) <= BITS {
        return x.clone();
    }
    let shift = (x.denom().bits() + BITS).saturating_sub(x.numer().bits());
    let scaled: BigInt = x.numer() << shift;
    let mantissa = if is_up { -((-scaled).div_floor(x.denom())) } else { scaled.div_floor(x.denom()) };
    BigRational::new(mantissa, BigInt::one() << shift)
}
