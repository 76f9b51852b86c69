//! Chains of neighbours: the trade-off function of a group.

use super::curve::{infinite_mass, order};
use super::{AlgebraError, Curve};
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use crate::exact::sorted::sorted_by;
use crate::pair::Atom;
use std::cmp::Ordering;

/// The largest power of a test as a function of its level: `1 - f`, concave, from (0, p_infinite)
/// to (1 - q_infinite, 1). An edge connects two points.
///
/// Chains are composed on points, not on edges, so that irrational coordinates stay short: a link
/// adds one product and one sum to each.
struct Power {
    points: Vec<(Real, Real)>,
    losses: Vec<Real>,
}

impl Curve {
    /// The trade-off function of the two ends of a chain: `g(1 - f(alpha))` for `f = self` and `g =
    /// next`.
    ///
    /// If `T(A, B) >= f` and `T(B, C) >= g`, then `T(A, C) >= next(1 - f)`: a test of level alpha
    /// under A has a power of at most `1 - f(alpha)` under B, which is its level for B and C. It is
    /// attained: on [0, 1], take A uniform, B with the distribution function `F = 1 - f` and C with
    /// `G = (1 - g)(F)`. The densities of B to A and of C to B decrease, because `1 - f` and `1 -
    /// g` are concave, so that all bounds hold with equality.
    ///
    /// Source: derived; the bound is the step in the proof of Dong, Roth & Su, Theorem 3.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn then(&self, next: &Curve) -> Result<Curve, AlgebraError> {
        self.power_function().followed_by(&next.power_function())?.curve()
    }

    /// Group privacy: `1 - (1 - f)^{o k}`, the trade-off function of the class of all mechanisms
    /// with the trade-off function f, for data sets that differ in k records.
    ///
    /// It bounds every mechanism of the class. It is attained by the chain that [`Curve::then`]
    /// describes, with the data set of i changed records at place i; f is symmetric, so that the
    /// order of two neighbours does not matter. Groups of 0 have perfect privacy.
    ///
    /// Source: Dong, Roth & Su, Theorem 3. Cost: at most k edges for each edge, sorted.
    ///
    /// # Errors
    /// [`AlgebraError::Asymmetric`] for a curve that is not its own inverse: symmetrise it first.
    /// An undecided order.
    pub fn group(&self, size: u64) -> Result<Curve, AlgebraError> {
        self.require_symmetric()?;
        if size == 0 {
            return Ok(Curve::identity());
        }
        // A point is a break of the k-th power of h = 1 - f where one of its first k images is a
        // break of h. Each break has at most one preimage: the breaks are the orbits under the
        // inverse of h.
        let power = self.power_function();
        let mut orbits = Vec::new();
        for (point, _) in power.points.iter().skip(1) {
            orbits.push(power.orbit(point, size)?);
        }
        let lengths: Vec<u64> = orbits.iter().map(|orbit| orbit.len() as u64).collect();
        let Some(end) = orbits
            .pop()
            .filter(|orbit| orbit.len() as u64 == size)
            .and_then(|mut orbit| orbit.pop())
        else {
            return Ok(Curve::no_privacy());
        };
        // The number of the k images of 0+ on each edge: those that are not beyond its end.
        let mut counts: Vec<i64> = Vec::new();
        for (i, length) in lengths.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| lengths.get(i)).copied().unwrap_or(0);
            counts.push(i64::try_from(length.saturating_sub(before)).unwrap_or(i64::MAX));
        }
        let orbits = orbits.into_iter().enumerate();
        let breaks = orbits
            .flat_map(|(edge, orbit)| orbit.into_iter().rev().map(move |point| (point, edge)));
        let mut group = Power { points: vec![(Real::zero(), Real::zero())], losses: Vec::new() };
        for (point, edge) in sorted(breaks.collect())? {
            if order(&point, &end)?.is_ge() {
                break;
            }
            let loss = power.weighted_loss(&counts);
            let last = group.points.last().map(|(alpha, _)| alpha);
            if last.map_or(Ok(true), |last| order(last, &point).map(Ordering::is_lt))? {
                group.push((point, Real::zero()), loss)?;
            }
            for (edge, change) in [(edge, -1), (edge + 1, 1)] {
                if let Some(count) = counts.get_mut(edge) {
                    *count += change;
                }
            }
        }
        group.push((end, Real::zero()), power.weighted_loss(&counts))?;
        group.symmetric_curve()
    }

    fn power_function(&self) -> Power {
        let mut points: Vec<_> =
            self.vertices().into_iter().map(|(alpha, beta)| (alpha, 1 - &beta)).collect();
        points.truncate(self.edges.len() + 1);
        Power { points, losses: self.edges.iter().map(|edge| edge.loss.clone()).collect() }
    }
}

impl Power {
    /// A point > 0, its preimage, the preimage of that, and so on: those that are > 0, at most
    /// `size`.
    ///
    /// On one edge, `(x, y)` to the right with the slope g, taking preimages is `z -> x + (z -
    /// y)/g`, and m of them are `c + (z - c)/g^m` with the fixed point c. Hence the coordinates
    /// stay short.
    fn orbit(&self, point: &Real, size: u64) -> Result<Vec<Real>, AlgebraError> {
        let mut orbit = vec![point.clone()];
        let (mut start, mut edge, mut steps) = (point.clone(), None, 0i64);
        while (orbit.len() as u64) < size {
            let Some(last) = orbit.last() else { break };
            let Some((next, is_corner)) = self.edge_at(last)? else {
                break;
            };
            if edge != Some(next) {
                (start, edge, steps) = (last.clone(), Some(next), 0);
            }
            steps += 1;
            let (Some((x, y)), Some((corner, _)), Some(loss)) =
                (self.points.get(next), self.points.get(next + 1), self.losses.get(next))
            else {
                break;
            };
            orbit.push(if is_corner {
                edge = None;
                corner.clone()
            } else if order(loss, &Real::zero())?.is_eq() {
                &start - Real::from(steps) * (y - x)
            } else {
                let slope = loss.exp();
                let fixed = (&slope * x - y) / (&slope - 1);
                &fixed + (&start - &fixed) * (Real::from(-steps) * loss).exp()
            });
        }
        Ok(orbit)
    }

    /// The edge on which a value > 0 is reached first, and whether that is at its end; `None` where
    /// it is at level 0.
    fn edge_at(&self, value: &Real) -> Result<Option<(usize, bool)>, AlgebraError> {
        for (i, (_, y)) in self.points.iter().enumerate() {
            match (order(value, y)?, i.checked_sub(1)) {
                (Ordering::Less | Ordering::Equal, None) => return Ok(None),
                (Ordering::Less, Some(edge)) => return Ok(Some((edge, false))),
                (Ordering::Equal, Some(edge)) => return Ok(Some((edge, true))),
                (Ordering::Greater, _) => {}
            }
        }
        Ok(None)
    }

    /// The sum of the losses of the edges, each times its count.
    fn weighted_loss(&self, counts: &[i64]) -> Real {
        let terms = counts.iter().zip(&self.losses).filter(|(count, _)| **count != 0);
        let sum = terms.fold(Real::zero(), |sum, (count, loss)| sum + Real::from(*count) * loss);
        LogLinear::of(&sum).to_real()
    }

    /// The symmetric curve with these levels: the falls are the widths in reverse order.
    fn symmetric_curve(&self) -> Result<Curve, AlgebraError> {
        let width = |ends: &[(Real, Real)]| match ends {
            [from, to] => &to.0 - &from.0,
            _ => Real::zero(),
        };
        let widths: Vec<Real> = self.points.windows(2).map(width).collect();
        let falls = widths.iter().rev();
        let edges = widths.iter().zip(falls).zip(&self.losses);
        let infinite =
            infinite_mass(self.points.last().map_or_else(Real::one, |last| 1 - &last.0))?;
        Ok(Curve {
            p_infinite: infinite.clone(),
            edges: edges
                .map(|((q, p), loss)| Atom { loss: loss.clone(), p: p.clone(), q: q.clone() })
                .collect(),
            q_infinite: infinite,
        })
    }

    /// `outer(self(alpha))`.
    fn followed_by(&self, outer: &Power) -> Result<Power, AlgebraError> {
        let full = || Power { points: vec![(Real::zero(), Real::one())], losses: Vec::new() };
        let Some((_, start)) = self.points.first() else {
            return Ok(full());
        };
        // The outer edge that contains the inner value, by the points at its ends.
        let mut edges =
            outer.points.windows(2).zip(&outer.losses).filter_map(|(ends, loss)| match ends {
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
        let Some((from, _, loss)) = edge else {
            return Ok(full());
        };
        let mut result = Power { points: Vec::new(), losses: Vec::new() };
        result.points.push((Real::zero(), on_line(from, loss, start)));
        for (ends, inner) in self.points.windows(2).zip(&self.losses) {
            let [left, right] = ends else { continue };
            // Outer points before the end of this inner edge.
            while let Some((from, to, loss)) = edge {
                let along = sum(inner, loss);
                match order(&to.0, &right.1)? {
                    Ordering::Less => {
                        let alpha = &left.0 + (&to.0 - &left.1) * (-inner).exp();
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

    /// Adds a point after an edge; an edge with the loss of the one before continues it.
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

    fn curve(&self) -> Result<Curve, AlgebraError> {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return Ok(Curve::no_privacy());
        };
        let edges =
            self.points.windows(2).zip(&self.losses).filter_map(|(ends, loss)| match ends {
                [from, to] => {
                    Some(Atom { loss: loss.clone(), p: &to.1 - &from.1, q: &to.0 - &from.0 })
                }
                _ => None,
            });
        let (p_infinite, q_infinite) =
            (infinite_mass(first.1.clone())?, infinite_mass(1 - &last.0)?);
        Ok(Curve { p_infinite, edges: edges.collect(), q_infinite })
    }
}

/// Sorts the breaks in ascending order.
fn sorted(breaks: Vec<(Real, usize)>) -> Result<Vec<(Real, usize)>, AlgebraError> {
    sorted_by(breaks, &mut |(x, _), (y, _)| x.compare(y)).ok_or(AlgebraError::Undecided)
}

/// The value at x of the line through a point whose slope is e^loss.
fn on_line(point: &(Real, Real), loss: &Real, x: &Real) -> Real {
    &point.1 + (x - &point.0) * loss.exp()
}

/// The sum of two losses in normal form, so that lattices stay recognisable.
fn sum(x: &Real, y: &Real) -> Real {
    LogLinear::of(&(x + y)).to_real()
}
