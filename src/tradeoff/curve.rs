//! Piecewise-linear trade-off functions: vertices, values, and pairs.

use super::{AlgebraError, Asymmetry};
use crate::exact::real::Real;
use crate::exact::show;
use crate::pair::{Atom, FinitePair, descending};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A piecewise-linear trade-off function `f = T(Q, P)` on [0, 1]: convex, decreasing, at most `1 -
/// alpha`.
///
/// It jumps from 1 to `1 - p_infinite` at alpha = 0, decreases along its edges, steepest first, and
/// is 0 on the last `q_infinite` of [0, 1]. It need not be symmetric: see [`Curve::is_symmetric`].
#[derive(Clone, Debug)]
pub struct Curve {
    pub(super) p_infinite: Real,
    /// The edges, with strictly descending losses: an edge decreases by p over the width q, and its
    /// loss is `ln(p/q)`.
    pub(super) edges: Vec<Atom>,
    pub(super) q_infinite: Real,
}

/// The absolute slope of an edge: p/q.
pub(super) fn steepness(edge: &Atom) -> Real {
    match (&edge.p, &edge.q) {
        (Real::Rational(p), Real::Rational(q)) => Real::from(p / q),
        _ => edge.loss.exp(),
    }
}

/// The order, or [`AlgebraError::Undecided`].
pub(super) fn order(x: &Real, y: &Real) -> Result<Ordering, AlgebraError> {
    x.compare(y).ok_or(AlgebraError::Undecided)
}

/// A mass at infinite loss: the rational 0 where it is 0, so that its form shows whether there is
/// any.
pub(super) fn infinite_mass(mass: Real) -> Result<Real, AlgebraError> {
    let sign = mass.sign().ok_or(AlgebraError::Undecided)?;
    Ok(if sign.is_eq() { Real::zero() } else { mass })
}

/// Requires `lower <= x <= upper`.
pub(super) fn require_within(
    name: &str,
    x: &Real,
    lower: i64,
    upper: i64,
) -> Result<(), AlgebraError> {
    let inside = order(x, &Real::from(lower))?.is_ge() && order(x, &Real::from(upper))?.is_le();
    let outside =
        || AlgebraError::Domain(format!("{name} = {} is outside [{lower}, {upper}]", show(x)));
    inside.then_some(()).ok_or_else(outside)
}

impl Curve {
    /// `f(alpha) = 1 - alpha`: perfect privacy, the identity of the tensor product.
    pub fn identity() -> Curve {
        let all = Atom { loss: Real::zero(), p: Real::one(), q: Real::one() };
        Curve { p_infinite: Real::zero(), edges: vec![all], q_infinite: Real::zero() }
    }

    /// `f = 0`: no privacy at all.
    pub fn no_privacy() -> Curve {
        Curve { p_infinite: Real::one(), edges: Vec::new(), q_infinite: Real::one() }
    }

    /// T(Q, P) of a pair. Cost: a sort.
    ///
    /// # Errors
    /// [`AlgebraError::Undecided`] if two losses cannot be ordered.
    pub fn of(pair: &FinitePair) -> Result<Curve, AlgebraError> {
        Curve::from_edges(pair.p_infinite.clone(), pair.atoms.clone(), pair.q_infinite.clone())
    }

    /// The pair with this trade-off function.
    pub fn to_pair(&self) -> FinitePair {
        FinitePair {
            atoms: self.edges.clone(),
            p_infinite: self.p_infinite.clone(),
            q_infinite: self.q_infinite.clone(),
        }
    }

    /// Edges in any order, with masses > 0; those of equal steepness are merged.
    pub(super) fn from_edges(
        p_infinite: Real,
        edges: Vec<Atom>,
        q_infinite: Real,
    ) -> Result<Curve, AlgebraError> {
        let edges = descending(edges).ok_or(AlgebraError::Undecided)?;
        Ok(Curve {
            p_infinite: infinite_mass(p_infinite)?,
            edges,
            q_infinite: infinite_mass(q_infinite)?,
        })
    }

    /// The function with the given vertices `(alpha, beta)`, from alpha = 0 to (1, 0): convex,
    /// decreasing, at most `1 - alpha`.
    ///
    /// # Errors
    /// [`AlgebraError::Domain`] with the first condition that is not known to hold, and the vertex.
    pub fn from_vertices(vertices: &[(Real, Real)]) -> Result<Curve, AlgebraError> {
        let fail = |message: String| Err(AlgebraError::Domain(message));
        let point = |i: usize, (alpha, beta): &(Real, Real)| {
            format!("vertex {i}, ({}, {})", show(alpha), show(beta))
        };
        let (Some(first), Some(last)) = (vertices.first(), vertices.last()) else {
            return fail("there is no vertex".into());
        };
        if first.0.sign() != Some(Ordering::Equal) {
            return fail(format!("{} is not at alpha = 0", point(0, first)));
        }
        if last.0.compare(&Real::one()) != Some(Ordering::Equal)
            || last.1.sign() != Some(Ordering::Equal)
        {
            return fail(format!("{} is not (1, 0)", point(vertices.len() - 1, last)));
        }
        for (i, vertex) in vertices.iter().enumerate() {
            let above = (&vertex.0 + &vertex.1).compare(&Real::one());
            if !matches!(above, Some(Ordering::Less | Ordering::Equal)) {
                return fail(format!(
                    "{} is not known to be on or below beta = 1 - alpha",
                    point(i, vertex)
                ));
            }
        }
        let mut edges = Vec::new();
        for (i, ends) in vertices.windows(2).enumerate() {
            let [from, to] = ends else { continue };
            let (fall, width) = (&from.1 - &to.1, &to.0 - &from.0);
            let signs = (fall.sign(), width.sign());
            if !matches!(signs.1, Some(Ordering::Greater | Ordering::Equal)) {
                return fail(format!("alpha is not known to rise after {}", point(i, from)));
            }
            if !matches!(signs.0, Some(Ordering::Greater | Ordering::Equal)) {
                return fail(format!("beta is not known to fall after {}", point(i, from)));
            }
            // A vertex that is repeated is one vertex.
            if signs != (Some(Ordering::Equal), Some(Ordering::Equal)) {
                edges.push((i, from, fall, width));
            }
        }
        for ends in edges.windows(2) {
            let [(_, _, fall, width), (i, vertex, next_fall, next_width)] = ends else {
                continue;
            };
            // Steeper first: fall/width >= next_fall/next_width.
            let turn = (fall * next_width).compare(&(next_fall * width));
            if !matches!(turn, Some(Ordering::Greater | Ordering::Equal)) {
                return fail(format!(
                    "the function is not known to be convex at {}",
                    point(*i, vertex)
                ));
            }
        }
        let at_infinity = (1 - &first.1, Real::zero(), None);
        let outcomes =
            edges.into_iter().map(|(_, _, fall, width)| (fall, width, None)).chain([at_infinity]);
        match FinitePair::from_outcomes(outcomes) {
            Some(pair) => Curve::of(&pair),
            None => fail("cannot decide which edges have length 0".into()),
        }
    }

    /// The edges, steepest first.
    pub fn edges(&self) -> &[Atom] {
        &self.edges
    }

    /// The jump at alpha = 0: P-mass at infinite loss.
    pub fn p_infinite(&self) -> &Real {
        &self.p_infinite
    }

    /// The length of the flat part: Q-mass at loss -inf.
    pub fn q_infinite(&self) -> &Real {
        &self.q_infinite
    }

    /// Are all its masses known to be rational?
    pub fn is_rational(&self) -> bool {
        let masses = self.edges.iter().flat_map(|edge| [&edge.p, &edge.q]);
        masses.chain([&self.p_infinite, &self.q_infinite]).all(|mass| mass.as_rational().is_some())
    }

    /// The vertices, from (0, 1 - p_infinite) to (1, 0); no three of them are collinear.
    pub fn vertices(&self) -> Vec<(Real, Real)> {
        // From both ends, which are known without summation: sums stay short.
        let one = Real::one();
        let (first, second) = self.edges.split_at(self.edges.len() / 2);
        let mut point = (Real::zero(), 1 - &self.p_infinite);
        let mut vertices = Vec::with_capacity(self.edges.len() + 2);
        if !self.edges.is_empty() {
            vertices.push(point.clone());
        }
        for edge in first {
            point = (&point.0 + &edge.q, &point.1 - &edge.p);
            vertices.push(point.clone());
        }
        let mut point = (1 - &self.q_infinite, Real::zero());
        let mut rest = vec![point.clone()];
        for edge in second.iter().skip(1).rev() {
            point = (&point.0 - &edge.q, &point.1 + &edge.p);
            rest.push(point.clone());
        }
        vertices.extend(rest.into_iter().rev());
        if !self.q_infinite.is_zero() {
            vertices.push((one, Real::zero()));
        }
        vertices
    }

    /// The vertices, where all are known to be rational.
    pub(crate) fn rational_vertices(&self) -> Option<Vec<(Rational, Rational)>> {
        let rational =
            |(x, y): &(Real, Real)| Some((x.as_rational()?.clone(), y.as_rational()?.clone()));
        self.vertices().iter().map(rational).collect()
    }

    /// `f(alpha)`; at alpha = 0 the value to the right of the jump.
    ///
    /// # Errors
    /// alpha outside [0, 1], or an undecided order.
    pub fn value(&self, alpha: &Real) -> Result<Real, AlgebraError> {
        require_within("alpha", alpha, 0, 1)?;
        let (mut from, mut beta) = (Real::zero(), 1 - &self.p_infinite);
        for edge in &self.edges {
            let to = &from + &edge.q;
            if order(alpha, &to)?.is_lt() {
                return Ok(&beta - steepness(edge) * (alpha - &from));
            }
            (from, beta) = (to, &beta - &edge.p);
        }
        Ok(Real::zero())
    }

    /// `f^-1(alpha) = inf{t : f(t) <= alpha}`, which is T(P, Q): the other order of the pair.
    ///
    /// Source: Dong, Roth & Su, equation 3.
    pub fn inverse(&self) -> Curve {
        let turn = |edge: &Atom| Atom { loss: -&edge.loss, p: edge.q.clone(), q: edge.p.clone() };
        Curve {
            p_infinite: self.q_infinite.clone(),
            edges: self.edges.iter().rev().map(turn).collect(),
            q_infinite: self.p_infinite.clone(),
        }
    }

    /// Are both the same function?
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn equals(&self, other: &Curve) -> Result<bool, AlgebraError> {
        let ends = [(&self.p_infinite, &other.p_infinite), (&self.q_infinite, &other.q_infinite)];
        if self.edges.len() != other.edges.len() {
            return Ok(false);
        }
        let edges = self.edges.iter().zip(&other.edges);
        for (x, y) in ends.into_iter().chain(edges.flat_map(|(a, b)| [(&a.p, &b.p), (&a.q, &b.q)]))
        {
            if order(x, y)?.is_ne() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is it its own inverse?
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn is_symmetric(&self) -> Result<bool, AlgebraError> {
        self.equals(&self.inverse())
    }

    /// # Errors
    /// [`AlgebraError::Asymmetric`] unless it is its own inverse.
    pub(super) fn require_symmetric(&self) -> Result<(), AlgebraError> {
        if self.is_symmetric()? {
            return Ok(());
        }
        let inverse = self.inverse();
        for (alpha, _) in self.vertices().into_iter().chain(inverse.vertices()) {
            let (beta, inverse) = (self.value(&alpha)?, inverse.value(&alpha)?);
            if order(&beta, &inverse)?.is_ne() {
                return Err(AlgebraError::Asymmetric(Box::new(Asymmetry { alpha, beta, inverse })));
            }
        }
        Ok(())
    }
}
