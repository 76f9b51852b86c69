//! The primal-dual correspondence between a trade-off function and its privacy profile.

use super::curve::{infinite_mass, order, steepness};
use super::{AlgebraError, Curve};
use crate::exact::real::Real;
use crate::exact::show;
use crate::pair::{Atom, simplest_logarithm};

/// A privacy profile as a function of `g = e^eps` on all of [0, inf): piecewise linear, convex,
/// decreasing from (0, 1), at least `1 - g`, and constant after its last knot.
///
/// A symmetric profile is determined by its values at g >= 1, by `delta(1/g) = 1 - (1 -
/// delta(g))/g`; an asymmetric one is not, and needs negative eps too.
#[derive(Clone, Debug)]
pub struct Profile {
    knots: Vec<(Real, Real)>,
}

impl Curve {
    /// The hockey-stick divergence `delta = sum [P - g Q]_+` at `g = e^eps >= 0`.
    ///
    /// # Errors
    /// g < 0, or an undecided order.
    pub fn delta(&self, g: &Real) -> Result<Real, AlgebraError> {
        if order(g, &Real::zero())?.is_lt() {
            return Err(AlgebraError::Domain(format!("e^eps = {} is negative", show(g))));
        }
        let mut delta = self.p_infinite.clone();
        for edge in &self.edges {
            if order(&steepness(edge), g)?.is_le() {
                break;
            }
            delta = delta + (&edge.p - g * &edge.q);
        }
        Ok(delta)
    }

    /// The convex conjugate `f*(y) = sup (alpha y - f(alpha))` over [0, 1]: `delta(-y) - 1` for y
    /// <= 0, and y for y >= 0.
    ///
    /// Source: Dong, Roth & Su, Proposition 6; with f = T(Q, P) it holds for asymmetric pairs too.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn conjugate(&self, y: &Real) -> Result<Real, AlgebraError> {
        if order(y, &Real::zero())?.is_ge() { Ok(y.clone()) } else { Ok(self.delta(&-y)? - 1) }
    }

    /// The privacy profile: a knot for each edge, and (0, 1).
    pub fn profile(&self) -> Profile {
        // delta at the ratio of an edge is the sum over the steeper edges.
        let mut knots = Vec::with_capacity(self.edges.len() + 1);
        let (mut p, mut q) = (self.p_infinite.clone(), Real::zero());
        for edge in &self.edges {
            let ratio = steepness(edge);
            knots.push((ratio.clone(), &p - &ratio * &q));
            (p, q) = (&p + &edge.p, &q + &edge.q);
        }
        knots.push((Real::zero(), Real::one()));
        knots.reverse();
        Profile { knots }
    }
}

impl Profile {
    /// The profile through some points `(g, delta)`, from (0, 1), with ascending g; after the last
    /// one it is constant.
    ///
    /// # Errors
    /// [`AlgebraError::Domain`] with the first condition that is violated; an undecided order.
    pub fn new(knots: Vec<(Real, Real)>) -> Result<Profile, AlgebraError> {
        let fail = |i: usize, (g, delta): &(Real, Real), what: &str| {
            Err(AlgebraError::Domain(format!("knot {i}, ({}, {}), {what}", show(g), show(delta))))
        };
        match knots.first() {
            Some((g, delta))
                if order(g, &Real::zero())?.is_eq() && order(delta, &Real::one())?.is_eq() => {}
            Some(first) => return fail(0, first, "is not (0, 1)"),
            None => return Err(AlgebraError::Domain("there is no knot".into())),
        }
        for (i, knot) in knots.iter().enumerate() {
            if order(&knot.1, &Real::zero())?.is_lt()
                || order(&(&knot.0 + &knot.1), &Real::one())?.is_lt()
            {
                return fail(i, knot, "is below 0 or 1 - g");
            }
        }
        for (i, ends) in knots.windows(2).enumerate() {
            if let [from, to] = ends
                && (order(&from.0, &to.0)?.is_ge() || order(&from.1, &to.1)?.is_lt())
            {
                return fail(
                    i + 1,
                    to,
                    "does not follow its predecessor: g rises and delta does not",
                );
            }
        }
        for (i, ends) in knots.windows(3).enumerate() {
            if let [a, b, c] = ends {
                let first = (&a.1 - &b.1) * (&c.0 - &b.0);
                if order(&first, &((&b.1 - &c.1) * (&b.0 - &a.0)))?.is_lt() {
                    return fail(i + 1, b, "is not convex");
                }
            }
        }
        Ok(Profile { knots })
    }

    /// The knots `(g, delta)`, ascending, from (0, 1).
    pub fn knots(&self) -> &[(Real, Real)] {
        &self.knots
    }

    /// The trade-off function with this profile: `f(alpha) = sup (1 - delta(g) - g alpha)`.
    ///
    /// The decrease of the profile between two knots is the Q-mass of the ratios from the second
    /// on, so that a knot at g is an edge of slope -g. Source: Dong, Roth & Su, Proposition 5, here
    /// for all g >= 0.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn curve(&self) -> Result<Curve, AlgebraError> {
        let mut tails = vec![Real::one()];
        tails.extend(self.knots.windows(2).map(|ends| match ends {
            [from, to] => (&from.1 - &to.1) / (&to.0 - &from.0),
            _ => Real::zero(),
        }));
        tails.push(Real::zero());
        let mut curve = Curve {
            p_infinite: infinite_mass(
                self.knots.last().map_or_else(Real::one, |last| last.1.clone()),
            )?,
            edges: Vec::new(),
            q_infinite: Real::zero(),
        };
        for (i, (ends, (g, _))) in tails.windows(2).zip(&self.knots).enumerate() {
            let [left, right] = ends else { continue };
            let q = left - right;
            if i == 0 {
                curve.q_infinite = infinite_mass(q)?;
            } else if order(left, right)?.is_ne() {
                curve.edges.push(Atom { loss: simplest_logarithm(g), p: g * &q, q });
            }
        }
        curve.edges.reverse();
        Ok(curve)
    }
}
