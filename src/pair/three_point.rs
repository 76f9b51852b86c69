//! The dominating pair of "(eps, delta)-DP and eta-TV": losses +eps, 0 and -eps.

use super::finite::{Atom, FinitePair};
use crate::exact::real::Real;

/// `P = [delta at +inf, cE at +eps, (1-delta) alpha at 0, c at -eps, 0]`, Q its mirror image, with
/// `E = e^eps` and `c = (1-delta)(1-alpha)/(1+E)`.
///
/// Source: Ghazi & Issa, section III-B (delta = 0) and appendix A; `alpha = 0` is the pair of
/// Kairouz, Oh & Viswanath. Randomised response and the staircase mechanism have this pair too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreePoint {
    /// The finite loss, eps >= 0.
    pub eps: Real,
    /// The mass at infinite loss, in [0, 1].
    pub delta: Real,
    /// The share of the remaining mass at loss 0, in [0, 1].
    pub alpha: Real,
}

impl ThreePoint {
    /// `E = e^eps`.
    pub fn e(&self) -> Real {
        self.eps.exp()
    }

    /// The P-mass at loss -eps and the Q-mass at +eps: `c = (1-delta)(1-alpha)/(1+E)`.
    pub fn c(&self) -> Real {
        let rest = (1 - &self.delta) * (1 - &self.alpha);
        &rest / (1 + self.e())
    }

    /// The mass at loss 0: `(1-delta) alpha`.
    pub fn middle(&self) -> Real {
        (1 - &self.delta) * &self.alpha
    }

    /// Is every loss 0 or infinite? Then there is no lattice to walk on: eps = 0, alpha = 1 or
    /// delta = 1.
    pub fn is_degenerate(&self) -> bool {
        self.eps.is_zero() || self.alpha.is_one() || self.delta.is_one()
    }

    /// The same pair, atom by atom.
    pub fn to_finite(&self) -> FinitePair {
        let rest = 1 - &self.delta;
        let mut pair = FinitePair {
            atoms: Vec::new(),
            p_infinite: self.delta.clone(),
            q_infinite: self.delta.clone(),
        };
        if self.delta.is_one() {
            return pair;
        }
        if self.is_degenerate() {
            pair.atoms.push(Atom { loss: Real::zero(), p: rest.clone(), q: rest });
            return pair;
        }
        let (low, high) = (self.c(), self.c() * self.e());
        pair.atoms.push(Atom { loss: self.eps.clone(), p: high.clone(), q: low.clone() });
        if !self.alpha.is_zero() {
            pair.atoms.push(Atom { loss: Real::zero(), p: self.middle(), q: self.middle() });
        }
        pair.atoms.push(Atom { loss: -&self.eps, p: low, q: high });
        pair
    }
}
