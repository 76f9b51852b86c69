//! The style in which numbers are requested, and numbers as closely as it needs them.

use super::bounds::{Bounds, Exact};
use super::outcome::Outcome;
use super::styled::Styled;
use crate::exact::dyadic::Dyadic;
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use malachite::rational::Rational;

/// Whether exact values are computed and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ShowExact {
    /// Where they have fewer than 1000 characters.
    #[default]
    Short,
    /// Always, however long.
    Always,
    /// Never.
    Never,
}

/// The most bits with which an exact value is evaluated for few digits: those of the default limit
/// of the precision.
const MOST_BITS: u64 = 1 << 16;

/// The style in which numbers are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Significant digits: `hi - lo <= 10^(1-digits) |hi|` where the value allows it.
    pub digits: u64,
    /// Whether exact values are shown.
    pub exact: ShowExact,
}

impl Style {
    /// Relative accuracy of an enclosure, in bits, that leaves room for rounding the decimals.
    pub fn bits(&self) -> u64 {
        self.digits.saturating_sub(1).saturating_mul(3_322) / 1_000 + 2
    }

    /// One digit more is printed than promised: rounding outward then costs at most a fifth of
    /// the promised width.
    pub(crate) fn printed(&self) -> u64 {
        self.digits + 1
    }

    /// Does an enclosure with this outcome have the promised width?
    pub fn is_met<E: Engine>(&self, outcome: &Outcome<E>, precision: u64) -> bool {
        match outcome {
            Outcome::Number(Value::Exact(_)) | Outcome::Infinite => true,
            other => other.enclose(precision).has_relative_bits(self.bits()),
        }
    }

    /// An enclosure in this style.
    pub fn styled(&self, bounds: Bounds) -> Styled {
        Styled { bounds, style: *self }
    }

    /// A value as bounds for this style.
    pub fn bounds<E: Engine>(&self, value: &Value<E>, precision: u64) -> Bounds {
        self.outcome(&Outcome::Number(value.clone()), precision)
    }

    /// An outcome as bounds for this style.
    pub fn outcome<E: Engine>(&self, outcome: &Outcome<E>, precision: u64) -> Bounds {
        match outcome {
            Outcome::Infinite => Style::infinite(),
            Outcome::Number(Value::Exact(x)) => self.rational(x),
            // Irrational except for ln(1): as many bits as the digits need.
            Outcome::Logarithm(Value::Exact(_)) | Outcome::Expression(_) => {
                // Where that many do not suffice, the value is too near to 0 for any.
                let most = (8 * self.bits()).max(MOST_BITS).max(precision);
                let precisions = std::iter::successors(Some(precision), |p| Some(p * 2))
                    .take_while(|p| *p <= most);
                let mut last = None;
                for enclosure in precisions.map(|p| outcome.enclose(p)) {
                    let met = enclosure.has_relative_bits(self.bits());
                    last = Some(enclosure);
                    if met {
                        break;
                    }
                }
                let enclosure = last.unwrap_or_else(|| outcome.enclose(precision));
                let exact = match outcome {
                    Outcome::Logarithm(Value::Exact(g)) => Some(Exact::Logarithm(g.clone())),
                    Outcome::Expression(x) => Some(Exact::Expression(x.clone())),
                    _ => None,
                };
                Bounds { exact, ..self.interval(&enclosure) }
            }
            Outcome::Between(least, most) => {
                let ends = [least, most].map(|end| end.as_rational().cloned());
                Bounds { ends, ..self.interval(&outcome.enclose(precision.max(self.bits()))) }
            }
            other => self.interval(&other.enclose(precision)),
        }
    }

    /// A rational number as bounds for this style.
    pub fn rational(&self, x: &Rational) -> Bounds {
        let near = Interval::<Malachite>::from_rational(x, self.bits() + 64);
        Bounds { met: true, exact: Some(Exact::Rational(x.clone())), ..self.interval(&near) }
    }

    /// Infinity as bounds.
    pub fn infinite() -> Bounds {
        let infinity = Dyadic::INFINITY;
        Bounds {
            lower: infinity.clone(),
            upper: infinity,
            exact: None,
            ends: [None, None],
            met: true,
            reason: None,
        }
    }

    /// An interval as bounds for this style.
    pub fn interval<E: Engine>(&self, x: &Interval<E>) -> Bounds {
        Bounds {
            lower: x.lower().to_dyadic(),
            upper: x.upper().to_dyadic(),
            exact: None,
            ends: [None, None],
            met: x.has_relative_bits(self.bits()),
            reason: None,
        }
    }
}
