//! Chains of neighbours: the trade-off function of a group.

use super::curve::order;
use super::{AlgebraError, Curve};
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use crate::pair::Atom;
use std::cmp::Ordering;

/// The largest power of a test as a function of its level: `1 - f`, concave, from (0, p_infinite) to
/// (1 - q_infinite, 1). An edge lies between two points.
///
/// Chains are composed on points, not on edges, so that irrational coordinates stay short: a link
/// adds one product and one sum to each.
struct Power {
    points: Vec<(Real, Real)>,
    losses: Vec<Real>,
}

impl Curve {
    /// What is left for the ends of a chain: `g(1 - f(alpha))` for `f = self` and `g = next`.
    ///
    /// If `T(A, B) >= f` and `T(B, C) >= g`, then `T(A, C) >= next(1 - f)`: a test of level alpha under
    /// A has a power of at most `1 - f(alpha)` under B, which is its level for B and C. On [0, 1], take
    /// A uniform, B with the distribution function `F = 1 - f` and C with `G = (1 - g)(F)`: the densities
    /// of B to A and of C to B fall, because `1 - f` and `1 - g` are concave, so that all bounds hold
    /// with equality.
    ///
    /// Source: Dong, Roth & Su, Lemma 5 (the proof of Theorem 2.14).
    ///
    /// # Errors
    /// An undecided order.
    pub fn then(&self, next: &Curve) -> Result<Curve, AlgebraError> {
        Ok(self.power_function().followed_by(&next.power_function())?.curve())
    }

    /// Group privacy: `1 - (1 - f)^{o k}`, the trade-off function of the class of all mechanisms with
    /// the trade-off function f, for data sets that differ in k records.
    ///
    /// It bounds every mechanism of the class, and it is attained: by the chain that
    /// [`Curve::then`] describes, the data set with i changed records in the place i; f is symmetric, so
    /// that the order of two neighbours does not matter. Groups of 0 have perfect privacy.
    ///
    /// Source: Dong, Roth & Su, Theorem 2.14. Cost: k passes over all edges.
    ///
    /// # Errors
    /// [`AlgebraError::Asymmetric`] for a curve that is not its own inverse: symmetrise it first. An
    /// undecided order.
    pub fn group(&self, size: u64) -> Result<Curve, AlgebraError> {
        self.require_symmetric()?;
        let step = self.power_function();
        let mut power = Curve::identity().power_function();
        for _ in 0..size {
            if power.is_full() {
                break;
            }
            power = step.followed_by(&power)?;
        }
        Ok(power.curve())
    }

    fn power_function(&self) -> Power {
        let mut points: Vec<_> =
            self.vertices().into_iter().map(|(alpha, beta)| (alpha, Real::one().sub(&beta))).collect();
        points.truncate(self.edges.len() + 1);
        Power { points, losses: self.edges.iter().map(|edge| edge.loss.clone()).collect() }
    }
}

impl Power {
    /// Is the power 1 at level 0?
    fn is_full(&self) -> bool {
        self.losses.is_empty()
    }

    /// `outer(self(alpha))`.
    fn followed_by(&self, outer: &Power) -> Result<Power, AlgebraError> {
        let full = || Power { points: vec![(Real::zero(), Real::one())], losses: Vec::new() };
        let Some((_, start)) = self.points.first() else { return Ok(full()) };
        // The outer edge on which the inner value lies, by the points at its ends.
        let mut edges = outer.points.windows(2).zip(&outer.losses).filter_map(|(ends, loss)| match ends {
            [from, to] => Some((from, to, loss)),
            _ => None,
        });
        let mut edge = edges.next();
        while let Some((_, to, _)) = edge {
            if order(start, &to.0)?.is_lt() {
                break;
            }
            edge = edges.next();
        }
        let Some((from, _, loss)) = edge else { return Ok(full()) };
        let mut result = Power { points: Vec::new(), losses: Vec::new() };
        result.points.push((Real::zero(), on_line(from, loss, start)));
        for (ends, inner) in self.points.windows(2).zip(&self.losses) {
            let [left, right] = ends else { continue };
            // Outer points before the end of this inner edge.
            while let Some((from, to, loss)) = edge {
                let along = sum(inner, loss);
                match order(&to.0, &right.1)? {
                    Ordering::Less => {
                        let alpha = left.0.add(&to.0.sub(&left.1).mul(&inner.neg().exp()));
                        result.push((alpha, to.1.clone()), along)?;
                        edge = edges.next();
                    }
                    Ordering::Equal => {
                        result.push((right.0.clone(), to.1.clone()), along)?;
                        edge = edges.next();
                        break;
                    }
                    Ordering::Greater => {
                        result.push((right.0.clone(), on_line(from, loss, &right.1)), along)?;
                        break;
                    }
                }
            }
        }
        Ok(result)
    }

    /// Adds a point behind an edge; an edge with the loss of the one before is its continuation.
    fn push(&mut self, point: (Real, Real), loss: Real) -> Result<(), AlgebraError> {
        match self.losses.last() {
            Some(last) if order(last, &loss)?.is_eq() => {
                self.points.pop();
            }
            _ => self.losses.push(loss),
        }
        self.points.push(point);
        Ok(())
    }

    fn curve(&self) -> Curve {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else { return Curve::nothing() };
        let edges = self.points.windows(2).zip(&self.losses).filter_map(|(ends, loss)| match ends {
            [from, to] => Some(Atom { loss: loss.clone(), p: to.1.sub(&from.1), q: to.0.sub(&from.0) }),
            _ => None,
        });
        Curve { p_infinite: first.1.clone(), edges: edges.collect(), q_infinite: Real::one().sub(&last.0) }
    }
}

/// The value at x of the line through a point whose slope is e^loss.
fn on_line(point: &(Real, Real), loss: &Real, x: &Real) -> Real {
    point.1.add(&x.sub(&point.0).mul(&loss.exp()))
}

/// The sum of two losses in normal form, so that lattices stay recognisable.
fn sum(x: &Real, y: &Real) -> Real {
    LogLinear::of(&x.add(y)).to_real()
}
