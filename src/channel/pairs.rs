//! The worst pair of rows: the privacy profile and the trade-off function of a channel.

use super::matrix::Channel;
use super::order::{largest_of, log_ratio, order_of_formulas};
use super::privacy::hockey_stick;
use crate::exact::real::Real;
use crate::exact::tree::tree;
use crate::formula::Formula;
use crate::pair::FinitePair;
use crate::tradeoff::{AlgebraError, Curve};

/// The largest or the least of a quantity of two different rows.
#[derive(Clone, Debug, PartialEq)]
pub struct OfRows {
    /// Its value.
    pub value: Formula,
    /// Two rows that attain it, in their order and counted from 0; `None` where there is one row
    /// only, or where the order of the quantities of several pairs is undecided.
    pub rows: Option<(usize, usize)>,
}

type Candidate = (Formula, (usize, usize));

impl OfRows {
    /// From those of the pairs of which one is the worst.
    fn of(candidates: &[Candidate], by: fn(&Formula, &Formula) -> Formula) -> Option<OfRows> {
        let values: Vec<Formula> = candidates.iter().map(|(value, _)| value.clone()).collect();
        let rows = match candidates {
            [(_, rows)] => Some(*rows),
            _ => None,
        };
        Some(OfRows { value: tree(&values, by)?, rows })
    }
}

impl Channel {
    /// All ordered pairs of different rows, by their places.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let inputs = self.inputs();
        (0..inputs).flat_map(move |x| (0..inputs).filter(move |y| *y != x).map(move |y| (x, y)))
    }

    fn row(&self, x: usize) -> &[Real] {
        self.rows().get(x).map_or(&[], Vec::as_slice)
    }

    /// The least delta with which it is (eps, delta)-LDP: the largest hockey-stick divergence
    /// `sum_y [Q(y|x) - e^eps Q(y|x')]_+` over inputs x != x', for eps >= 0. At eps = 0 it is the
    /// total variation. A channel with one input has 0.
    ///
    /// Cost: an operation on each entry for each other input.
    pub fn delta(&self, eps: &Real) -> OfRows {
        let g = eps.exp();
        let of_pair = |(x, y)| (hockey_stick(self.row(x), self.row(y), &g), (x, y));
        let largest = largest_of(self.pairs().map(of_pair), |(x, _): &Candidate, (y, _)| {
            order_of_formulas(x, y)
        });
        let none = OfRows { value: Formula::zero(), rows: None };
        OfRows::of(&largest, Formula::max).unwrap_or(none)
    }

    /// The least type II error at level alpha in [0, 1] of a test between two inputs: the least
    /// `T(Q(.|x), Q(.|x'))(alpha)` over inputs x != x', where x is the null hypothesis. The channel
    /// is locally f-DP if and only if f is at most this at each level. A channel with one input has
    /// 1 - alpha.
    ///
    /// As a function of alpha it need not be convex: the worst pair may change.
    ///
    /// Source: Dong, Roth & Su, section 6, local f-DP.
    ///
    /// Cost: a sort of the outputs for each pair of inputs.
    ///
    /// # Errors
    /// alpha outside [0, 1], or likelihood ratios whose order is undecided, as it may be where they
    /// are in no field Q(e^r).
    pub fn beta(&self, alpha: &Real) -> Result<OfRows, AlgebraError> {
        let of_pair = |(x, y)| Ok((self.error(x, y, alpha)?.into(), (x, y)));
        let errors: Vec<Candidate> = self.pairs().map(of_pair).collect::<Result<_, _>>()?;
        let least = largest_of(errors, |(x, _): &Candidate, (y, _)| order_of_formulas(y, x));
        match OfRows::of(&least, Formula::min) {
            Some(found) => Ok(found),
            None => Ok(OfRows { value: Curve::identity().value(alpha)?.into(), rows: None }),
        }
    }

    /// The least type II error at level alpha where input x is the null hypothesis.
    fn error(&self, x: usize, y: usize, alpha: &Real) -> Result<Real, AlgebraError> {
        // Whether the masses of all outputs sum to 1 need not be visible.
        if alpha.is_one() {
            return Ok(Real::zero());
        }
        let outcome = |(p, q): (&Real, &Real)| {
            let loss = (!p.is_zero() && !q.is_zero()).then(|| log_ratio(p, q));
            (p.clone(), q.clone(), loss)
        };
        // The curve of (P, Q) is T(Q, P).
        let outcomes = self.row(y).iter().zip(self.row(x)).map(outcome);
        let pair = FinitePair::from_outcomes(outcomes).ok_or(AlgebraError::Undecided)?;
        Ok(Curve::of(&pair)?.value(alpha)?.simplified())
    }
}
