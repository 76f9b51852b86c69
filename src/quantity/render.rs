//! Numbers as text: decimals rounded outward, and the exact value where there is one.

use super::evaluate::Outcome;
use crate::exact::decimal::{float_to_decimal, rational_to_decimal};
use crate::exact::engine::{Engine, Rounding};
use crate::exact::real::{Real, rational_bits};
use crate::exact::value::Value;
use malachite::rational::Rational;

/// An enclosure as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At most the true value: a decimal, or `inf`.
    pub lo: String,
    /// At least the true value; equal to `lo` where the value is a short decimal.
    pub hi: String,
    /// The exact value where it is known and shown: `p/q` or `ln(p/q)`, for rho any expression.
    pub exact: Option<String>,
    /// Have the ends the digits that were asked for?
    pub met: bool,
    /// Why it is infinite, where that is known.
    pub reason: Option<&'static str>,
}

/// Whether exact values are shown.
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

/// Exact results are shown by default up to this many characters.
const SHORT: usize = 1000;

/// How numbers are written.
#[derive(Clone, Copy, Debug)]
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
    fn printed(&self) -> u64 {
        self.digits + 1
    }

    /// Does an enclosure with this outcome keep the promise?
    pub fn is_met<E: Engine>(&self, outcome: &Outcome<E>, precision: u64) -> bool {
        match outcome {
            Outcome::Number(Value::Exact(_)) | Outcome::Infinite => true,
            other => other.enclose(precision).has_relative_bits(self.bits()),
        }
    }

    /// A value as text.
    pub fn bounds<E: Engine>(&self, value: &Value<E>, precision: u64) -> Bounds {
        self.outcome(&Outcome::Number(value.clone()), precision)
    }

    /// An outcome as text.
    pub fn outcome<E: Engine>(&self, outcome: &Outcome<E>, precision: u64) -> Bounds {
        match outcome {
            Outcome::Infinite => Bounds { lo: "inf".into(), hi: "inf".into(), exact: None, met: true, reason: None },
            Outcome::Number(Value::Exact(x)) => Bounds {
                lo: rational_to_decimal(x, self.printed(), Rounding::Down),
                hi: rational_to_decimal(x, self.printed(), Rounding::Up),
                exact: self.exact_text(x, false),
                met: true,
                reason: None,
            },
            // Irrational but for ln(1): as many bits as the digits need.
            Outcome::Logarithm(Value::Exact(_)) | Outcome::Expression(_) => {
                let precisions = std::iter::successors(Some(precision), |p| Some(p * 2)).take(12);
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
                    Outcome::Logarithm(Value::Exact(g)) => self.exact_text(g, true),
                    Outcome::Expression(x) => self.expression_text(x),
                    _ => None,
                };
                Bounds { exact, ..self.interval(&enclosure) }
            }
            other => self.interval(&other.enclose(precision)),
        }
    }

    /// An interval as text.
    pub fn interval<E: Engine>(&self, x: &crate::exact::interval::Interval<E>) -> Bounds {
        Bounds {
            lo: float_to_decimal::<E>(x.lower(), self.printed(), Rounding::Down),
            hi: float_to_decimal::<E>(x.upper(), self.printed(), Rounding::Up),
            exact: None,
            met: x.has_relative_bits(self.bits()),
            reason: None,
        }
    }

    fn exact_text(&self, x: &Rational, logarithm: bool) -> Option<String> {
        // log10(2) < 0.302: a number of b bits has at most 0.302 b + 1 digits, and at least one in four.
        let long = rational_bits(x) / 4 > SHORT as u64;
        if self.exact == ShowExact::Never || (self.exact == ShowExact::Short && long) {
            return None;
        }
        let text = if logarithm { Real::from(x.clone()).ln().to_string() } else { x.to_string() };
        self.shown(text)
    }

    pub(super) fn expression_text(&self, x: &Real) -> Option<String> {
        if self.exact == ShowExact::Never { None } else { self.shown(x.to_string()) }
    }

    fn shown(&self, text: String) -> Option<String> {
        (self.exact == ShowExact::Always || text.len() < SHORT).then_some(text)
    }
}
