//! Finite pairs with exact masses, not yet evaluated in any tier.

use crate::exact::field::Element;
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use std::cmp::Ordering;

/// All outcomes with one likelihood ratio.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The privacy loss `ln(p/q)`.
    pub loss: Real,
    /// The mass under P, > 0.
    pub p: Real,
    /// The mass under Q, > 0.
    pub q: Real,
}

/// A pair of distributions with finitely many likelihood ratios.
///
/// The masses of P sum to 1 and so do those of Q; losses are distinct as expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FinitePair {
    /// The outcomes of finite loss, in no particular order.
    pub atoms: Vec<Atom>,
    /// P-mass where Q is 0: loss +inf.
    pub p_infinite: Real,
    /// Q-mass where P is 0: loss -inf.
    pub q_infinite: Real,
}

impl FinitePair {
    /// A pair from its outcomes: masses `(p, q)` and, where it is known in a better form than
    /// `ln(p/q)`, the loss. Outcomes of mass 0 are dropped, equal losses merged.
    ///
    /// `None` if the sign of a mass cannot be decided. Negative masses are the caller's error.
    pub fn from_outcomes(outcomes: impl IntoIterator<Item = (Real, Real, Option<Real>)>) -> Option<FinitePair> {
        let mut pair = FinitePair { atoms: Vec::new(), p_infinite: Real::zero(), q_infinite: Real::zero() };
        for (p, q, loss) in outcomes {
            match (p.sign()?, q.sign()?) {
                (Ordering::Equal, Ordering::Equal) => {}
                (_, Ordering::Equal) => pair.p_infinite = pair.p_infinite.add(&p),
                (Ordering::Equal, _) => pair.q_infinite = pair.q_infinite.add(&q),
                _ => {
                    let loss = loss.unwrap_or_else(|| log_ratio(&p, &q));
                    pair.add_atom(Atom { loss, p, q });
                }
            }
        }
        Some(pair)
    }

    fn add_atom(&mut self, atom: Atom) {
        match self.atoms.iter_mut().find(|known| known.loss == atom.loss) {
            Some(known) => {
                known.p = known.p.add(&atom.p);
                known.q = known.q.add(&atom.q);
            }
            None => self.atoms.push(atom),
        }
    }
}

/// `ln(p/q)`, recognised as a rational multiple of r plus the logarithm of a rational where p/q
/// is `c e^(n r)` in Q(e^r).
fn log_ratio(p: &Real, q: &Real) -> Real {
    let ratio = p.div(q);
    match &ratio {
        Real::Rational(_) => ratio.ln(),
        _ => match Element::of(&ratio).and_then(|element| element.logarithm()) {
            Some(loss) => loss,
            None => LogLinear::of(&ratio.ln()).to_real(),
        },
    }
}
