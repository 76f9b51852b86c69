//! `min over 0 <= s <= 1 of sum p^s q^(1-s)`: e to minus the Chernoff information.

use crate::exact::effort;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Two distributions, by the masses of the outcomes that both have; at least one outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Chernoff {
    /// The masses p and q of each outcome, both > 0.
    masses: Vec<(Real, Real)>,
}

impl Chernoff {
    /// From the masses >= 0 of each outcome, where 0 is the rational 0; `None` if no outcome has
    /// both: then the information is infinite.
    pub(crate) fn new(p: &[Real], q: &[Real]) -> Option<Chernoff> {
        let both = p.iter().zip(q).filter(|(p, q)| !p.is_zero() && !q.is_zero());
        let masses: Vec<_> = both.map(|(p, q)| (p.clone(), q.clone())).collect();
        (!masses.is_empty()).then_some(Chernoff { masses })
    }

    /// The least value of `S(s) = sum p^s q^(1-s)` on [0, 1].
    ///
    /// S is convex. Bisection by the sign of its slope finds a minimiser in [a, b], and at any m in
    /// [a, b] `S(m) - |S'(m)| (b-a) <= min S <= S(m)`: the search may end anywhere.
    ///
    /// Cost: two functions an outcome, and an exponential an outcome for each bit of precision.
    pub(crate) fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        let logarithms: Vec<(Interval<E>, Interval<E>)> = self
            .masses
            .iter()
            .map(|(p, q)| {
                let enclosed = |x: &Real| x.enclose::<E>(precision + 32).ln();
                let (p, q) = (enclosed(p), enclosed(q));
                (&p - &q, q)
            })
            .collect();
        // S and its slope.
        let at = |s: &Rational| -> (Interval<E>, Interval<E>) {
            let s = Interval::<E>::from_rational(s, precision + 32);
            let zero = || Interval::zero(precision + 32);
            logarithms.iter().fold((zero(), zero()), |(sum, slope), (ratio, q)| {
                effort::function(precision);
                let term = (q + &(&s * ratio)).exp();
                (&sum + &term, &slope + &(&term * ratio))
            })
        };
        let (mut a, mut width) = (Rational::ZERO, Rational::ONE);
        for _ in 0..precision {
            let half = &width / Rational::from(2);
            let middle = &a + &half;
            match at(&middle).1.sign() {
                // The minimiser is on the side to which S falls.
                Some(Ordering::Less) => a = middle,
                Some(Ordering::Greater) => {}
                // The slope is within its rounding of 0.
                _ => break,
            }
            width = half;
        }
        let (sum, slope) = at(&(&a + &width / Rational::from(2)));
        let steep = slope.maximum(&-&slope);
        let width = Interval::from_rational(&width, precision + 32);
        let least = &sum - &(&steep * &width);
        // S is >= 0, and <= 1 at both ends.
        Interval::new(least.lower().clone(), sum.upper().clone(), precision).probability()
    }
}
