//! Operations on the trade-off function of a mechanism that is mixed, erased, sampled or scaled.

use super::curve::{order, require_within};
use super::{AlgebraError, Curve};
use crate::exact::real::Real;
use crate::exact::show;
use crate::pair::Atom;

impl Curve {
    /// `f (x) f_{0, delta}`: with probability delta the data are revealed.
    ///
    /// It is `(1 - delta) f(alpha / (1 - delta))` up to `alpha = 1 - delta`, and 0 from there.
    /// Source: Dong, Roth & Su, section 3.3.
    ///
    /// # Errors
    /// delta outside [0, 1].
    pub fn scaled(&self, delta: &Real) -> Result<Curve, AlgebraError> {
        require_within("delta", delta, 0, 1)?;
        Curve::mixture(&[(delta.clone(), Curve::no_privacy()), (1 - delta, self.clone())])
    }

    /// The erasure channel: with probability `rate` there is no output.
    ///
    /// # Errors
    /// A rate outside [0, 1].
    pub fn erased(&self, rate: &Real) -> Result<Curve, AlgebraError> {
        require_within("rate", rate, 0, 1)?;
        Curve::mixture(&[(rate.clone(), Curve::identity()), (1 - rate, self.clone())])
    }

    /// One of several mechanisms is chosen with the given probabilities, and the choice is
    /// published: at a level alpha, the least `sum w_i f_i(alpha_i)` over levels with `sum w_i
    /// alpha_i = alpha`.
    ///
    /// The outcomes are those of the parts, with their probabilities; so the profile is
    /// `delta(eps) = sum w_i delta_i(eps)`. Cost: a sort of all edges.
    ///
    /// # Errors
    /// A negative weight, or weights that do not sum to 1.
    pub fn mixture(parts: &[(Real, Curve)]) -> Result<Curve, AlgebraError> {
        let (mut sum, mut p_infinite, mut q_infinite) = (Real::zero(), Real::zero(), Real::zero());
        let mut edges = Vec::new();
        for (i, (weight, curve)) in parts.iter().enumerate() {
            match order(weight, &Real::zero())? {
                std::cmp::Ordering::Less => {
                    return Err(AlgebraError::Domain(format!(
                        "weights[{i}] = {} is negative",
                        show(weight)
                    )));
                }
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Greater => {}
            }
            sum = sum + weight;
            p_infinite = p_infinite + weight * &curve.p_infinite;
            q_infinite = q_infinite + weight * &curve.q_infinite;
            let weighted = |edge: &Atom| Atom {
                loss: edge.loss.clone(),
                p: weight * &edge.p,
                q: weight * &edge.q,
            };
            edges.extend(curve.edges.iter().map(weighted));
        }
        if order(&sum, &Real::one())?.is_ne() {
            return Err(AlgebraError::Domain(format!(
                "the sum of the weights is {}, not 1",
                show(&sum)
            )));
        }
        Curve::from_edges(p_infinite, edges, q_infinite)
    }

    /// `f_p = p f + (1 - p) (1 - alpha)`: the pair `((1-p) Q + p P, Q)`.
    ///
    /// # Errors
    /// A rate outside [0, 1].
    pub fn diluted(&self, rate: &Real) -> Result<Curve, AlgebraError> {
        require_within("rate", rate, 0, 1)?;
        if order(rate, &Real::one())?.is_eq() {
            return Ok(self.clone());
        }
        Curve::of(&self.to_pair().mixed(rate).ok_or(AlgebraError::Undecided)?)
    }

    /// The subsampling operator `C_p(f) = min(f_p, f_p^-1)**`: a bound for a mechanism of trade-off
    /// function f on a sample of the share p, drawn without replacement, where one record is
    /// replaced.
    ///
    /// It bounds one step. Its profile at `g = e^eps >= 1` is `p delta(1 + (g-1)/p)`. Source: Dong,
    /// Roth & Su, Definition 6 and Theorem 9, whose proof uses f in both directions of neighbours:
    /// hence its domain.
    ///
    /// # Errors
    /// [`AlgebraError::Asymmetric`] for a curve that is not its own inverse; a rate outside [0, 1].
    pub fn subsampled(&self, rate: &Real) -> Result<Curve, AlgebraError> {
        self.require_symmetric()?;
        let diluted = self.diluted(rate)?;
        Curve::hull_of_minimum(&[diluted.inverse(), diluted])
    }
}
