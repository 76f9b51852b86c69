//! A claimed number next to the certified value, with enough digits to see which of them is larger.
//!
//! A verdict rests on all digits and a table has room for some. Shortened, the two may look as if
//! the verdict were wrong: `~0.599186` is not below `0.5991856185[3,4]`, but the number that it
//! approximates may be. So a claimed number gets more digits until it is shown on its true side of
//! the certified value, and so does the value.

use crate::number::{
    DIGITS, approximation, bounds_text, is_verbatim, nearest, pair_text, short_exact,
};
use dpcert::claim::{Evidence, Literal, Relation};
use dpcert::exact::decimal::Decimal;
use dpcert::exact::literal;
use dpcert::{Exact, Printed, Real, Styled};
use std::cmp::Ordering;

/// The most digits of a certified value that is shown with all of them.
const MOST_DIGITS: usize = 24;
/// The most digits of a claimed number.
const MOST_CLAIMED: u64 = 20;

/// The position of a number relative to a certified value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
    /// Between the ends, or equal to the value.
    Within,
}

impl Side {
    fn of(number: &Real, bounds: &Styled) -> Side {
        // As shown: the exact value where it is short. A text that is not a number is infinite.
        let exact = bounds
            .exact()
            .filter(|_| short_exact(&Printed::of(bounds)).is_some())
            .map(Exact::to_real);
        let against =
            |end: Decimal| match exact.clone().or_else(|| end.to_rational().map(Real::from)) {
                Some(end) => number.compare(&end),
                None => Some(Ordering::Less),
            };
        match (against(bounds.printed_lower()), against(bounds.printed_upper())) {
            (Some(Ordering::Equal), Some(Ordering::Equal)) => Side::Within,
            (Some(Ordering::Less | Ordering::Equal), _) => Side::Below,
            (_, Some(Ordering::Greater | Ordering::Equal)) => Side::Above,
            _ => Side::Within,
        }
    }
}

/// The texts of claimed numbers and of the certified value next to them.
pub struct Comparison<'a> {
    evidence: Option<&'a Evidence>,
    bounds: Option<&'a Styled>,
    must_differ: bool,
}

impl<'a> Comparison<'a> {
    /// For these numbers and this certified value, where there is one. If the verdict says that
    /// they differ, they differ as they are shown; otherwise they do not appear to differ in the
    /// opposite direction.
    pub fn new<'b>(
        claimed: impl IntoIterator<Item = &'b Literal>,
        evidence: Option<&'a Evidence>,
        must_differ: bool,
    ) -> Comparison<'a> {
        let bounds = evidence.map(|evidence| {
            let Evidence { shown, witness, .. } = evidence;
            let is_seen = |claimed: &Literal| {
                Side::of(&claimed.value, shown) == Side::of(&claimed.value, witness)
            };
            let Printed { lo, hi, .. } = Printed::of(witness);
            let is_long = lo.len().max(hi.len()) > MOST_DIGITS;
            if !must_differ || is_long || claimed.into_iter().all(is_seen) {
                shown
            } else {
                witness
            }
        });
        Comparison { evidence, bounds, must_differ }
    }

    /// The certified value; empty where there is none.
    pub fn certified(&self) -> String {
        self.bounds.map(bounds_text).unwrap_or_default()
    }

    /// A claimed number: as it was written where that is short, otherwise as a decimal.
    pub fn claimed(&self, literal: &Literal) -> String {
        if is_verbatim(literal) { literal.text.clone() } else { self.decimal(literal) }
    }

    /// A decimal on that side of the certified value on which the number is. Where there is none of
    /// moderate length, the side is named.
    fn decimal(&self, literal: &Literal) -> String {
        let plain = approximation(&literal.value, DIGITS);
        let (Some(evidence), Some(bounds)) = (self.evidence, self.bounds) else {
            return plain;
        };
        let side = Side::of(&literal.value, &evidence.witness);
        let is_seen = |text: &String| {
            let shown =
                literal::parse(text.trim_start_matches('~')).map(|shown| Side::of(&shown, bounds));
            side == Side::Within
                || shown
                    .is_ok_and(|shown| shown == side || !self.must_differ && shown == Side::Within)
        };
        let longer =
            (DIGITS..=MOST_CLAIMED).step_by(2).map(|digits| nearest(&literal.value, digits));
        let mut texts = std::iter::once(plain.clone()).chain(longer);
        texts.find(is_seen).unwrap_or_else(|| match side {
            Side::Above => format!("{plain} (above)"),
            _ => format!("{plain} (below)"),
        })
    }

    /// A relation with the claimed value, such as `<= 1e-10`.
    pub fn relation(&self, relation: &Relation) -> String {
        match relation {
            Relation::AtMost(value) => format!("<= {}", self.claimed(value)),
            Relation::AtLeast(value) => format!(">= {}", self.claimed(value)),
            Relation::Equals(value) => format!("= {}", self.claimed(value)),
            Relation::Between(low, high) => format!("in {}", self.between(low, high)),
        }
    }

    fn between(&self, low: &Literal, high: &Literal) -> String {
        if let Some(written) = pair_text(&low.text, &high.text) {
            return written;
        }
        let plain = approximation(&low.value, DIGITS);
        if !self.must_differ && plain == approximation(&high.value, DIGITS) {
            let width = approximation(&high.value.sub(&low.value), 2);
            return format!("{plain}, width {}", width.trim_start_matches('~'));
        }
        format!("[{}, {}]", self.decimal(low), self.decimal(high))
    }
}
