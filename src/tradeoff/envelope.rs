//! The maximum and the hull of the minimum of several curves: intersections and unions of privacy
//! regions.

use super::curve::{infinite_mass, order, steepness};
use super::{AlgebraError, Curve};
use crate::exact::real::Real;
use crate::exact::sorted::sorted_by;
use crate::pair::{Atom, Line, envelope, log_ratio};
use std::cmp::Ordering;

/// A vertex with its curve and its position there.
struct Corner {
    alpha: Real,
    beta: Real,
    source: (usize, usize),
}

impl Curve {
    /// The maximum of some trade-off functions: the boundary of the intersection of their privacy
    /// regions, and the worst case of all mechanisms that satisfy each of them.
    ///
    /// A maximum of convex functions is convex, so it is the trade-off function of a pair. The
    /// maximum of no functions is 0. Cost: a sort of all edges.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn maximum(curves: &[Curve]) -> Result<Curve, AlgebraError> {
        let lines = curves.iter().flat_map(Curve::lines).collect();
        Curve::of(&envelope(lines).ok_or(AlgebraError::Undecided)?)
    }

    /// The lines through the edges, each by its end with the shorter coordinates.
    fn lines(&self) -> Vec<Line> {
        let vertices = self.vertices();
        let count = self.edges.len();
        let line = |(i, edge): (usize, &Atom)| {
            let (alpha, beta) = vertices.get(if 2 * i < count { i } else { i + 1 })?;
            let slope = steepness(edge);
            let intercept = beta + &slope * alpha;
            Some(Line { loss: Some(edge.loss.clone()), slope, intercept })
        };
        self.edges.iter().enumerate().filter_map(line).collect()
    }

    /// `max(f, f^-1)`: the constraint f for neighbours in either order.
    ///
    /// Source: Dong, Roth & Su, Proposition 2.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn symmetrised(&self) -> Result<Curve, AlgebraError> {
        Curve::maximum(&[self.clone(), self.inverse()])
    }

    /// `min(f_1, ..., f_n)**`, the largest trade-off function below each of some functions: the
    /// boundary of the convex hull of the union of their privacy regions.
    ///
    /// A mechanism that satisfies any one of them satisfies it, and delta(eps) is the largest of
    /// theirs. For no functions it is perfect privacy. Cost: a sort of all vertices.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn hull_of_minimum(curves: &[Curve]) -> Result<Curve, AlgebraError> {
        if curves.is_empty() {
            return Ok(Curve::identity());
        }
        let mut hull: Vec<Corner> = Vec::new();
        for corner in sorted_corners(curves)? {
            // Of several corners at one level the lowest comes first.
            if let Some(last) = hull.last()
                && order(&last.alpha, &corner.alpha)?.is_eq()
            {
                continue;
            }
            while let [.., first, second] = hull.as_slice() {
                if turns_left(first, second, &corner)? {
                    break;
                }
                hull.pop();
            }
            hull.push(corner);
        }
        let top = hull.first().map_or_else(Real::one, |corner| corner.beta.clone());
        let mut curve = Curve {
            p_infinite: infinite_mass(1 - &top)?,
            edges: Vec::new(),
            q_infinite: Real::zero(),
        };
        for ends in hull.windows(2) {
            let [from, to] = ends else { continue };
            let (p, q) = (&from.beta - &to.beta, &to.alpha - &from.alpha);
            if order(&from.beta, &to.beta)?.is_eq() {
                curve.q_infinite = q;
                continue;
            }
            let known = (from.source.0 == to.source.0 && from.source.1 + 1 == to.source.1)
                .then(|| curves.get(from.source.0).and_then(|curve| curve.edges.get(from.source.1)))
                .flatten();
            let loss = known.map_or_else(|| log_ratio(&p, &q), |edge| edge.loss.clone());
            curve.edges.push(Atom { loss, p, q });
        }
        Ok(curve)
    }
}

/// All vertices by level, and by height within a level.
fn sorted_corners(curves: &[Curve]) -> Result<Vec<Corner>, AlgebraError> {
    let mut corners = Vec::new();
    for (i, curve) in curves.iter().enumerate() {
        let vertices = curve.vertices().into_iter().enumerate();
        corners.extend(vertices.map(|(j, (alpha, beta))| Corner { alpha, beta, source: (i, j) }));
    }
    let mut compare = |x: &Corner, y: &Corner| match x.alpha.compare(&y.alpha)? {
        Ordering::Equal => x.beta.compare(&y.beta),
        aside => Some(aside),
    };
    sorted_by(corners, &mut compare).ok_or(AlgebraError::Undecided)
}

/// Is the path from a to b to c convex, with a corner at b?
fn turns_left(a: &Corner, b: &Corner, c: &Corner) -> Result<bool, AlgebraError> {
    let first = (&b.beta - &a.beta) * (&c.alpha - &b.alpha);
    let second = (&c.beta - &b.beta) * (&b.alpha - &a.alpha);
    Ok(order(&first, &second)?.is_lt())
}
