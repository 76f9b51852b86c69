//! The distance of a claim from being false, or from being true.
//!
//! A verdict alone does not distinguish a printed digit from a broken formula. The margin does: it
//! is the distance from the certified value to the claimed one, positive on the side where the
//! claim is true. It comes with the quotient of the two.

use super::literal::Literal;
use super::relation::Relation;
use crate::enclosure::{Outcome, ShowExact, Style, Styled};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The margin of a claim. A relation holds exactly if its margin is >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Margin {
    /// The distance, enclosed: `at-most v` has `v - x`, `at-least v` has `x - v`, `between` the
    /// smaller one of both, `equals v` has `-|x - v|`. Infinite where no finite eps exists.
    pub distance: Styled,
    /// The claimed value divided by the certified one, enclosed, where both are positive. For
    /// `between` it is the end that is closer to being violated.
    pub ratio: Option<Styled>,
}

/// Significant digits of a margin: enough to see how close a claim is.
const DIGITS: u64 = 2;
/// Relative precision, in bits, that suffices for these digits: they need seven, and the rest keeps
/// the rounding of the decimal out of them. More bits would double the precision in vain where a
/// margin is small.
const BITS: u64 = 16;
/// The most bits with which exact values are subtracted. A difference that is still not sharp is
/// nearly always 0; then the margin is printed as the interval around 0 that it is.
const MAX_PRECISION: u64 = 1 << 17;

/// A margin as numbers.
pub(super) struct Distance<'a, E: Engine> {
    value: Value<E>,
    precision: u64,
    claimed: &'a Literal,
}

impl<E: Engine> Distance<'_, E> {
    fn interval(&self) -> Interval<E> {
        self.value.enclose(self.precision)
    }

    /// Is it known to a few digits?
    pub fn is_sharp(&self) -> bool {
        self.value.as_rational().is_some()
            || self.interval().has_relative_bits(BITS)
            || !self.interval().lower().is_finite()
    }

    /// The number of bits of the value that agree with the claimed one.
    pub fn common_bits(&self, outcome: &Outcome<E>, precision: u64) -> u64 {
        let magnitude = |x: &Interval<E>| match x.sign() {
            Some(Ordering::Greater) => x.lower().exponent(),
            Some(Ordering::Less) => x.upper().exponent(),
            _ => None,
        };
        match (outcome.enclose(precision).upper().exponent(), magnitude(&self.interval())) {
            (Some(value), Some(distance)) => {
                u64::try_from(value.saturating_sub(distance)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Is the value known to be exactly the claimed one?
    pub fn is_zero(&self) -> bool {
        self.value.compare(&Value::Exact(Rational::from(0))) == Some(Ordering::Equal)
    }

    /// The claimed value from which the distance is measured.
    pub fn claimed(&self) -> &Real {
        &self.claimed.value
    }

    /// The distance and the quotient as bounds.
    pub fn margin(&self, outcome: &Outcome<E>, precision: u64) -> Margin {
        let style = Style { digits: DIGITS, exact: ShowExact::Never };
        let claimed = self.claimed.value.enclose::<E>(precision);
        // Enclosures of two equal numbers need not be equal.
        let truth = if self.is_zero() { claimed.clone() } else { outcome.enclose(precision) };
        let positive = |x: &Interval<E>| x.lower().sign().is_gt() && x.upper().is_finite();
        let ratio = (positive(&claimed) && positive(&truth)).then(|| {
            match (outcome, self.claimed.value.as_rational()) {
                (Outcome::Number(Value::Exact(truth)), Some(claimed)) => {
                    style.rational(&(claimed / truth))
                }
                _ if self.is_zero() => style.interval(&Interval::<E>::one(precision)),
                _ => style.interval(&(&claimed / &truth)),
            }
        });
        Margin {
            distance: style.styled(style.bounds(&self.value, self.precision)),
            ratio: ratio.map(|ratio| style.styled(ratio)),
        }
    }
}

/// The distance between a value and a claimed one.
pub(super) fn distance<'a, E: Engine>(
    relation: &'a Relation,
    outcome: &Outcome<E>,
    precision: u64,
) -> Distance<'a, E> {
    let above = |value: &Literal| above(outcome, value, precision);
    let negated = |x: &Value<E>| &Value::Exact(Rational::from(0)) - x;
    let distance = |value, claimed| Distance { value, precision, claimed };
    match relation {
        Relation::AtMost(value) => distance(negated(&above(value)), value),
        Relation::AtLeast(value) => distance(above(value), value),
        Relation::Equals(value) => {
            let difference = above(value);
            distance(lesser(&difference, &negated(&difference), precision), value)
        }
        Relation::Between(low, high) => {
            let (below, above) = (above(low), negated(&above(high)));
            let claimed = if below.compare(&above) == Some(Ordering::Less) { low } else { high };
            distance(lesser(&below, &above, precision), claimed)
        }
    }
}

/// `outcome - value`: exactly where both are rational, to a few digits where the outcome is exact.
fn above<E: Engine>(outcome: &Outcome<E>, value: &Literal, precision: u64) -> Value<E> {
    if let Outcome::Infinite = outcome {
        let infinity = E::Float::infinity(false);
        return Value::Enclosed(Interval::new(infinity.clone(), infinity, precision));
    }
    if outcome.compare(&value.value, precision) == Some(Ordering::Equal) {
        return Value::Exact(Rational::from(0));
    }
    if let Outcome::Between(least, most) = outcome {
        let [least, most] = [least, most].map(|end| (end - &value.value).enclose::<E>(precision));
        let ends = Interval::new(least.lower().clone(), most.upper().clone(), precision);
        return Value::Enclosed(ends);
    }
    let exact = match (outcome, value.value.as_rational()) {
        (Outcome::Number(Value::Exact(x)), Some(y)) => return Value::Exact(x - y),
        (Outcome::Number(x @ Value::Field(_)), Some(y)) => Some(x - &Value::Exact(y.clone())),
        _ => None,
    };
    let mut precision = precision;
    loop {
        let difference = match &exact {
            Some(difference) => difference.enclose(precision),
            None => &outcome.enclose(precision) - &value.value.enclose(precision),
        };
        if !outcome.is_exact() || difference.has_relative_bits(BITS) || precision >= MAX_PRECISION {
            return Value::Enclosed(difference);
        }
        precision *= 2;
    }
}

/// The smaller of two numbers.
fn lesser<E: Engine>(x: &Value<E>, y: &Value<E>, precision: u64) -> Value<E> {
    match x.compare(y) {
        Some(Ordering::Less | Ordering::Equal) => x.clone(),
        Some(Ordering::Greater) => y.clone(),
        None => {
            let [x, y] = [x, y].map(|x| x.enclose(precision));
            Value::Enclosed(-&(-&x).maximum(&-&y))
        }
    }
}
