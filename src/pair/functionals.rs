//! Divergences of a finite pair, and the moments of the loss that Dong, Roth & Su call kl, kappa_2,
//! kappa_3 and kappa_3-bar: sums over atoms.
//!
//! The null hypothesis is Q: with `f = T(Q, P)`, `|f'|` is the likelihood ratio P/Q on a level that
//! is uniform under Q, so that `kl(f) = -E_Q[L] = KL(Q || P)` and `kappa_i(f) = E_Q[|L|^i]`.

use super::{Atom, FinitePair};
use crate::exact::Extended;
use crate::exact::log_linear::LogLinear;
use crate::exact::real::{Node, Real};
use crate::exact::tree::tree;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Why a divergence of P from Q is infinite.
pub const P_ALONE: &str = "P has mass where Q has none";
/// Why a divergence of Q from P is infinite.
pub const Q_ALONE: &str = "Q has mass where P has none";
/// Why orders below 1 are infinite.
pub const DISJOINT: &str = "P and Q have no outcome in common";
/// Why the largest loss is infinite.
pub const UNBOUNDED: &str = "the loss is not bounded";

/// A moment of the loss that does not add up over steps.
#[derive(Clone, Debug)]
pub enum Moment {
    /// `kappa_3 = E_Q[|L|^3]`.
    Kappa3,
    /// `kappa_3-bar = E_Q[|L + KL(Q || P)|^3]`, with `KL(Q || P)`.
    Kappa3Bar(Real),
    /// `chi^2_+`.
    ChiSquaredPositive,
}

/// A sum as a tree of small depth.
pub(crate) fn sum(terms: &[Real]) -> Real {
    tree(terms, |x, y| x + y).unwrap_or_else(Real::zero)
}

/// The most logarithms of a combination that is collected: each is compared with the bases of all
/// others. A longer one stays as it is, and is as right.
const MAX_TERMS: usize = 100;

/// The number of terms of a sum, up to `limit`.
fn terms(x: &Real, limit: usize) -> usize {
    match x {
        Real::Expression(node) if limit > 0 => match node.as_ref() {
            Node::Add(x, y) => {
                let head = terms(x, limit);
                head + terms(y, limit.saturating_sub(head))
            }
            Node::Mul(x, y) if x.as_rational().is_some() => terms(y, limit),
            _ => 1,
        },
        _ => 1,
    }
}

/// The same number with its logarithms collected, those of r and 1/r together, if it is not too
/// long.
pub fn collected(x: &Real) -> Real {
    if terms(x, MAX_TERMS + 1) > MAX_TERMS {
        return x.clone();
    }
    let form = LogLinear::of(x);
    if form.rational() == Some(&Rational::ZERO) {
        return Real::zero();
    }
    let above_one = |(c, r): &(Rational, Rational)| {
        if *r < 1 { (-c, Rational::ONE / r) } else { (c.clone(), r.clone()) }
    };
    let logarithms: Vec<Real> = form
        .logarithms
        .iter()
        .map(above_one)
        .map(|(c, r)| Real::from(c) * Real::from(r).ln())
        .collect();
    let rest = LogLinear { logarithms: Vec::new(), ..form };
    LogLinear::of(&(sum(&logarithms) + rest.to_real())).to_real()
}

/// The square; the logarithms of r and of 1/r have the same expression.
fn square(x: &Real) -> Real {
    collected(x).pow(2)
}

/// Functionals of finite pairs, as exact expressions: rational combinations of logarithms where the
/// masses are rational. Cost: a few operations on expressions for each atom.
impl FinitePair {
    fn total(&self, term: impl Fn(&Atom) -> Real) -> Real {
        sum(&self.atoms.iter().map(term).collect::<Vec<_>>())
    }

    /// `KL(P || Q) = E_P[L]`.
    pub fn kl(&self) -> Extended {
        match self.p_infinite.is_zero() {
            true => Extended::Finite(collected(&self.total(|atom| &atom.p * &atom.loss))),
            false => Extended::Infinite(P_ALONE),
        }
    }

    /// `KL(Q || P) = -E_Q[L]`: kl of the trade-off function.
    pub fn kl_reverse(&self) -> Extended {
        match self.q_infinite.is_zero() {
            true => Extended::Finite(collected(&self.total(|atom| &atom.q * -&atom.loss))),
            false => Extended::Infinite(Q_ALONE),
        }
    }

    /// The Renyi divergence of order `order` of P from Q, for a rational order > 0 and != 1:
    /// `ln(sum p^a q^(1-a)) / (a-1)`.
    pub fn renyi(&self, order: &Rational) -> Extended {
        let less = order - Rational::ONE;
        if *order > 1 && !self.p_infinite.is_zero() {
            return Extended::Infinite(P_ALONE);
        }
        if self.atoms.is_empty() {
            return Extended::Infinite(DISJOINT);
        }
        let exponent = Real::from(less.clone());
        let moment = self.total(|atom| &atom.p * (&exponent * &atom.loss).exp());
        Extended::Finite(Real::from(Rational::ONE / less) * moment.ln())
    }

    /// The largest loss: the Renyi divergence of order infinity. `None` if two losses cannot be
    /// compared.
    pub fn largest_loss(&self) -> Option<Extended> {
        if !self.p_infinite.is_zero() {
            return Some(Extended::Infinite(P_ALONE));
        }
        Some(Extended::Finite(self.largest_atom()?.loss.clone()))
    }

    /// `1 + chi^2(P || Q) = E_P[e^L]`.
    pub fn chi_squared_plus_one(&self) -> Extended {
        match self.p_infinite.is_zero() {
            true => Extended::Finite(self.total(|atom| &atom.p * atom.loss.exp())),
            false => Extended::Infinite(P_ALONE),
        }
    }

    /// `chi^2_+ = E_Q[(P/Q - 1)_+^2]`; infinite where P has mass and Q has none, as for every
    /// divergence that no kernel increases. `None` if the sign of a loss is undecided.
    ///
    /// Source: Dong, Roth & Su, Theorem 11, for f with `f(0) = 1`.
    pub fn chi_squared_positive(&self) -> Option<Extended> {
        if !self.p_infinite.is_zero() {
            return Some(Extended::Infinite(P_ALONE));
        }
        let mut terms = Vec::new();
        for atom in &self.atoms {
            if atom.loss.sign()? == Ordering::Greater {
                let excess = &atom.p - &atom.q;
                terms.push(&excess * &excess / &atom.q);
            }
        }
        Some(Extended::Finite(sum(&terms)))
    }

    /// The hockey-stick divergence `sum [p - g q]_+` at any g >= 0. `None` if a sign is undecided.
    ///
    /// ```
    /// use dpcert::exact::Real;
    /// use dpcert::pair::FinitePair;
    /// let third = Real::one() / 3;
    /// let outcomes = [(1 - &third, third.clone(), None), (third.clone(), 1 - &third, None)];
    /// let pair = FinitePair::from_outcomes(outcomes).expect("rational masses have signs");
    /// // 2/3 - 1/4 * 1/3 + 1/3 - 1/4 * 2/3 = 3/4
    /// let quarter = Real::one() / 4;
    /// assert_eq!(pair.hockey_stick(&quarter).map(|delta| delta.to_string()).as_deref(), Some("3/4"));
    /// ```
    pub fn hockey_stick(&self, g: &Real) -> Option<Real> {
        let mut terms = vec![self.p_infinite.clone()];
        for atom in &self.atoms {
            let excess = &atom.p - g * &atom.q;
            if excess.sign()? == Ordering::Greater {
                terms.push(excess);
            }
        }
        Some(sum(&terms))
    }

    /// `kappa_2 = E_Q[L^2]`.
    pub fn kappa2(&self) -> Extended {
        match self.q_infinite.is_zero() {
            true => Extended::Finite(collected(&self.total(|atom| &atom.q * square(&atom.loss)))),
            false => Extended::Infinite(Q_ALONE),
        }
    }

    /// `E_Q[|L + shift|^3]`: kappa_3 at shift 0, and kappa_3-bar at `KL(Q || P)`. `None` if a sign
    /// is undecided.
    pub fn third_moment(&self, shift: &Real) -> Option<Extended> {
        if !self.q_infinite.is_zero() {
            return Some(Extended::Infinite(Q_ALONE));
        }
        let mut terms = Vec::new();
        for atom in &self.atoms {
            let distance = collected(&(&atom.loss + shift));
            let distance = if distance.sign()? == Ordering::Less { -&distance } else { distance };
            terms.push(&atom.q * distance.pow(3));
        }
        Some(Extended::Finite(collected(&sum(&terms))))
    }
}
