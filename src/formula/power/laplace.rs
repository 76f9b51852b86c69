//! Laplace noise: an integral of an analytic function over a bounded interval.
//!
//! Under Q the loss of the base is eps with probability `e^-eps / 2`, -eps with probability 1/2,
//! and has the density `e^-t / 2` at `2t - eps` for `0 < t < eps`. On cells of t, of half the width
//! r <= 1/8, the integrand `g(t) = e^-t R^b / 2` with `R = 1 - q + q e^(2t - eps)` is replaced by
//! its Taylor polynomial.
//!
//! Within the distance 1 of the centre c of a cell, the two terms of R are at an angle of at most
//! 2. So `|R|` is at most R at `c + 1`, and at least `cos(1) > 1/2` times R at `c - 1` (see
//! `normal`). There g is analytic, and at most some M. Its coefficients are at most M (Cauchy), so
//! that the terms from the K-th on contribute at most `2 r M r^K / (1 - r)`.

use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::parallel;
use malachite::base::num::arithmetic::traits::{Abs, Ceiling};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// `E_Q[R^b]` of Laplace distributions at the distance eps > 0, for q in (0, 1).
pub(super) fn moment<E: Engine>(
    eps: &Real,
    rate: &Real,
    exponent: &Rational,
    precision: u64,
) -> Interval<E> {
    let Some(cells) = number_of_cells(eps) else {
        return Interval::whole(precision);
    };
    let distance = eps.enclose::<E>(precision);
    let integral = Integral {
        radius: &distance.shift(-1) / &Interval::from_u64(cells, precision),
        eps: distance,
        rate: rate.enclose(precision),
        rest: (1 - rate).enclose(precision),
        exponent: Interval::from_rational(exponent, precision),
        next: Interval::from_rational(&(exponent + Rational::ONE), precision),
        is_negative: *exponent < 0,
        terms: number_of_terms(exponent, precision),
        precision,
    };
    let parts: Vec<Interval<E>> = parallel::map(0..cells, |cell| integral.cell(cell));
    let (above, below) = (integral.power_at(&integral.eps), integral.power_at(&-&integral.eps));
    let ends = (&below + &(&above * &(-&integral.eps).exp())).shift(-1);
    parts.iter().fold(ends, |sum, part| &sum + part)
}

/// About the number of exponentials that [`moment`] could evaluate instead.
pub(super) fn evaluations(eps: &Real, exponent: &Rational, precision: u64) -> u64 {
    let terms = number_of_terms(exponent, precision);
    // A product is less than a hundredth of an exponential.
    let cell = u64::try_from(terms.saturating_mul(terms) / 50 + 4).unwrap_or(u64::MAX);
    number_of_cells(eps).map_or(u64::MAX, |cells| cells.saturating_mul(cell))
}

/// So many that half the width of a cell is at most 1/8; `None` beyond all limits.
fn number_of_cells(eps: &Real) -> Option<u64> {
    let cells = (4 * eps).enclose::<Malachite>(64);
    let cells = Ceiling::ceiling(&cells.upper().to_rational()?);
    u64::try_from(&cells).ok().filter(|cells| *cells < MOST_CELLS).map(|cells| cells.max(1))
}

/// The most cells of an integral, one for each quarter of an eps, and a series each: eps is below
/// `2^18`.
const MOST_CELLS: u64 = 1 << 20;

/// An even number of terms: each gains three bits, and M is less than `2^(6 |b|)` times as large as
/// the values of g.
fn number_of_terms(exponent: &Rational, precision: u64) -> usize {
    let size = Ceiling::ceiling(&exponent.abs());
    let size = usize::try_from(&size).unwrap_or(usize::MAX);
    let bits =
        usize::try_from(precision).unwrap_or(usize::MAX).saturating_add(size.saturating_mul(6));
    bits / 6 * 2 + 8
}

struct Integral<E: Engine> {
    eps: Interval<E>,
    rate: Interval<E>,
    rest: Interval<E>,
    /// b.
    exponent: Interval<E>,
    /// `b + 1`.
    next: Interval<E>,
    is_negative: bool,
    /// Half the width of a cell.
    radius: Interval<E>,
    terms: usize,
    precision: u64,
}

impl<E: Engine> Integral<E> {
    fn natural(&self, n: usize) -> Interval<E> {
        Interval::from_u64(u64::try_from(n).unwrap_or(u64::MAX), self.precision)
    }

    /// R at a loss of the base.
    fn ratio(&self, loss: &Interval<E>) -> Interval<E> {
        &self.rest + &(&self.rate * &loss.exp())
    }

    fn power(&self, ratio: &Interval<E>) -> Interval<E> {
        (&self.exponent * &ratio.ln()).exp()
    }

    fn power_at(&self, loss: &Interval<E>) -> Interval<E> {
        self.power(&self.ratio(loss))
    }

    /// The integral of g over a cell.
    fn cell(&self, index: u64) -> Interval<E> {
        let centre = &self.radius * &Interval::from_u64(2 * index + 1, self.precision);
        let loss = &centre.shift(1) - &self.eps;
        let power = self.power_series(&loss);
        let decay = self.decay_series();
        let square = self.radius.square();
        // The integral of u^k is 2 r^(k+1) / (k+1) for an even k, and 0 for an odd one.
        let mut weight = self.radius.shift(1);
        let mut sum = Interval::zero(self.precision);
        for k in (0..self.terms).step_by(2) {
            let terms = power.iter().take(k + 1).rev().zip(&decay).map(|(x, y)| x * y);
            let coefficient = terms.fold(Interval::zero(self.precision), |sum, term| &sum + &term);
            sum = &sum + &(&(&coefficient * &weight) / &self.natural(k + 1));
            weight = &weight * &square;
        }
        let one = Interval::one(self.precision);
        let two = one.shift(1);
        let most = if self.is_negative {
            self.power(&self.ratio(&(&loss - &two)).shift(-1))
        } else {
            self.power_at(&(&loss + &two))
        };
        // Here the weight is 2 r r^K.
        let bound = &(&weight * &(&one.exp() * &most)) / &(&one - &self.radius);
        let all = &sum + &bound.hull(&-&bound);
        // All of it is positive.
        (&all.positive_part() * &(-&centre).exp()).shift(-1)
    }

    /// The coefficients `y_k` of `R^b` around a loss, as a function of t, by those of R, which are
    /// `q e^loss 2^k / k!`: `k R_0 y_k = sum_(j=1)^k ((b+1) j - k) R_j y_(k-j)`.
    fn power_series(&self, loss: &Interval<E>) -> Vec<Interval<E>> {
        let first = self.ratio(loss);
        let mut term = &self.rate * &loss.exp();
        let mut steps = Vec::with_capacity(self.terms);
        let mut power = vec![self.power(&first)];
        for k in 1..self.terms {
            let order = self.natural(k);
            term = &term.shift(1) / &order;
            steps.push((term.clone(), &self.next * &order));
            let products = steps.iter().zip(power.iter().rev());
            let products =
                products.map(|((ratio, weight), power)| &(&(weight - &order) * ratio) * power);
            let sum = products.fold(Interval::zero(self.precision), |sum, term| &sum + &term);
            power.push(&sum / &(&first * &order));
        }
        power
    }

    /// The coefficients of `e^-u`.
    fn decay_series(&self) -> Vec<Interval<E>> {
        let mut term = Interval::one(self.precision);
        let mut series = Vec::with_capacity(self.terms);
        for k in 1..=self.terms {
            series.push(term.clone());
            term = -&(&term / &self.natural(k));
        }
        series
    }
}
