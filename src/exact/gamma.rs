//! The upper incomplete gamma function of an order in (0, 1], on intervals.

use super::engine::{DirectedFloat, Engine, Rounding};
use super::interval::Interval;
use super::kernel::{exp, ln};
use super::series::sum_of_falling;
use super::special::magnitude;
use malachite::base::num::arithmetic::traits::Sign;
use malachite::base::num::basic::traits::One;
use malachite::natural::Natural;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// `Gamma(a, y) = integral from y to inf of u^(a-1) e^-u`, and `Gamma(a)`, for one a in (0, 1].
#[derive(Clone, Debug)]
pub struct UpperGamma<E: Engine> {
    order: Rational,
    /// `Gamma(a)`, with the bits that the subtraction of the series needs.
    whole: Interval<E>,
    precision: u64,
}

/// From here on the asymptotic series has terms below `2^-bits`: its least term is about `e^-y`.
fn turn(bits: u64) -> u64 {
    (bits + 8) * 7 / 10 + 2
}

/// The bits of the series at y: `e^y` of them are cancelled, and the rest absorbs the roundings of
/// its terms.
fn working(bits: u64, y: u64) -> u64 {
    bits + y * 3 / 2 + 2 * u64::from(bits.max(2).ilog2()) + 32
}

impl<E: Engine> UpperGamma<E> {
    /// The function of this order, with relative accuracy of about this precision.
    ///
    /// `Gamma(a) = gamma(a, N) + Gamma(a, N)`, where `0 < Gamma(a, N) <= N^(a-1) e^-N <= e^-N`
    /// because a is at most 1.
    pub fn new(order: &Rational, precision: u64) -> Self {
        debug_assert!(order.sign().is_gt() && *order <= 1, "an order in (0, 1]");
        let bits = working(precision, turn(precision));
        let cut = Interval::from_u64(bits * 7 / 10 + 2, bits);
        let rest = Interval::zero(bits).hull(&exp(&-&cut));
        let whole = &lower(order, &cut) + &rest;
        UpperGamma { order: order.clone(), whole, precision }
    }

    /// `Gamma(a)`.
    pub fn whole(&self) -> &Interval<E> {
        &self.whole
    }

    /// `Gamma(a, y) / Gamma(a)` for `y >= 0`.
    ///
    /// It is computed at the upper end. The rest is at most the width times the largest integrand,
    /// which is that at the lower end. Cost: O(precision) operations.
    pub fn tail(&self, y: &Interval<E>) -> Interval<E> {
        let bits = self.precision;
        let quotient =
            |gamma: &Interval<E>| (gamma / &self.whole).with_precision(bits).probability();
        if y.lower().sign().is_le() {
            let least =
                if y.upper().sign().is_gt() { self.at(y.upper()) } else { self.whole.clone() };
            return quotient(&least).hull(&Interval::one(bits));
        }
        let found = self.at(y.upper());
        if y.is_point() {
            return quotient(&found);
        }
        let lower = Interval::new(y.lower().clone(), y.lower().clone(), bits);
        let width =
            Interval::new(E::Float::zero(), y.upper().sub(y.lower(), bits, Rounding::Up), bits);
        let less = Interval::from_rational(&(&self.order - Rational::ONE), bits);
        quotient(&(&found + &(&width * &exp(&(&(&less * &ln(&lower)) - &lower)))))
    }

    /// `Gamma(a, y)` at `y > 0`.
    fn at(&self, y: &E::Float) -> Interval<E> {
        if !y.is_finite() {
            return Interval::zero(self.precision);
        }
        match magnitude(y) {
            Some(size) if size <= turn(self.precision) => {
                let bits = working(self.precision, size);
                &self.whole - &lower(&self.order, &Interval::new(y.clone(), y.clone(), bits))
            }
            _ => self.asymptotic(y),
        }
    }

    /// `y^(a-1) e^-y (1 + (a-1)/y + (a-1)(a-2)/y^2 + ...)`: the error is at most the first omitted
    /// term and has its sign (NIST DLMF 8.11(i), for a real order at most 1).
    fn asymptotic(&self, y: &E::Float) -> Interval<E> {
        // An absolute error in y is a relative one in e^-y.
        let bits =
            self.precision + u64::try_from(y.exponent().unwrap_or(0)).unwrap_or(0).min(64) + 16;
        let y = Interval::<E>::new(y.clone(), y.clone(), bits);
        let less = Interval::from_rational(&(&self.order - Rational::ONE), bits);
        let factor = exp(&(&(&less * &ln(&y)) - &y));
        let small = -i64::try_from(self.precision + 8).unwrap_or(i64::MAX);
        let (mut sum, mut term, mut next) = (Interval::one(bits), Interval::one(bits), less);
        loop {
            term = &(&term * &next) / &y;
            let one = Interval::one(bits);
            next = &next - &one;
            let grows = (-&next).compare(&y) != Some(Ordering::Less);
            if grows
                || term
                    .lower()
                    .neg()
                    .exponent()
                    .max(term.upper().exponent())
                    .is_none_or(|e| e < small)
            {
                return &factor * &(&sum + &term.hull(&Interval::zero(bits)));
            }
            sum = &sum + &term;
        }
    }
}

/// `gamma(a, y) = y^a e^-y sum_n y^n / (a (a+1) ... (a+n))` for `y > 0`: its terms are positive.
fn lower<E: Engine>(order: &Rational, y: &Interval<E>) -> Interval<E> {
    let bits = y.precision();
    let a = Interval::from_rational(order, bits);
    let factor = exp(&(&(&a * &ln(y)) - y));
    let (above, below) = (order.to_numerator(), order.to_denominator());
    let scaled = y * &Interval::from_rational(&Rational::from(below.clone()), bits);
    let quotients = (1u64..).map(|n| {
        let whole = &above + Natural::from(n) * &below;
        &scaled / &Interval::from_rational(&Rational::from(whole), bits)
    });
    &factor * &sum_of_falling(&Interval::one(bits) / &a, quotients)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::Malachite;

    /// Both expansions are enclosures with their own bits, before those that are cancelled are cut
    /// off.
    #[test]
    fn few_bits_contain_many() {
        for order in [(1u64, 2u64), (1, 3), (9, 10), (1, 64), (2, 3)] {
            let order = Rational::from_unsigneds(order.0, order.1);
            let precise = UpperGamma::<Malachite>::new(&order, 400);
            for precision in [4, 8, 16, 40] {
                let few = UpperGamma::<Malachite>::new(&order, precision);
                for y in 1..60 {
                    let y = DirectedFloat::from_u64(y);
                    let truth = precise.at(&y);
                    let found = [few.at(&y), few.asymptotic(&y)];
                    for found in found {
                        assert!(
                            found.intersection(&truth).is_some(),
                            "{order} {precision} {y:?}: {found:?} {truth:?}"
                        );
                    }
                }
            }
        }
    }
}
