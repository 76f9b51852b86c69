//! Pairs given by their outcomes, evaluated.

use super::FinitePair;
use super::tails::{Disclosure, Masses};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;

/// Outcomes of one likelihood ratio.
#[derive(Clone, Debug)]
pub struct Atom<E: Engine> {
    /// `ln(p/q)`.
    pub loss: Interval<E>,
    /// The masses.
    pub masses: Masses<E>,
}

impl<E: Engine> Atom<E> {
    /// The same outcomes in (Q, P).
    fn reversed(&self) -> Self {
        Atom { loss: -&self.loss, masses: self.masses.reversed() }
    }
}

/// A pair with countably many outcomes; all but two remainders are listed.
#[derive(Clone, Debug)]
pub struct Atoms<E: Engine> {
    /// The listed outcomes, in no particular order.
    pub atoms: Vec<Atom<E>>,
    /// The remainder whose finite losses are at least those of every atom.
    pub above: Masses<E>,
    /// The remainder whose finite losses are at most those of every atom.
    pub below: Masses<E>,
    /// P-mass at loss +inf, Q-mass at loss -inf.
    pub infinite: Masses<E>,
}

impl<E: Engine> Atoms<E> {
    /// A finite pair.
    pub fn finite(pair: &FinitePair, precision: u64) -> Self {
        let atom = |atom: &super::Atom| {
            let masses = Masses { p: atom.p.enclose(precision), q: atom.q.enclose(precision) };
            let are_known = atom.p.as_rational().is_some() && atom.q.as_rational().is_some();
            // Logarithms of many ratios are computed in registers. A loss that is rational stays
            // exact.
            let loss = match are_known && atom.loss.as_rational().is_none() {
                true => ln(&(&masses.p / &masses.q)),
                false => atom.loss.enclose(precision),
            };
            Atom { loss, masses }
        };
        let zero = Masses::zero(precision);
        Atoms {
            atoms: pair.atoms.iter().map(atom).collect(),
            above: zero.clone(),
            below: zero,
            infinite: Masses {
                p: pair.p_infinite.enclose(precision),
                q: pair.q_infinite.enclose(precision),
            },
        }
    }

    /// The masses whose loss is at least that of every atom, including infinite losses.
    pub fn certain(&self) -> Masses<E> {
        Masses { p: &self.above.p + &self.infinite.p, q: self.above.q.clone() }
    }

    /// `((1-q) Q + q P, Q)`.
    pub fn mixed(&self, rate: &Interval<E>) -> Self {
        let one = Interval::<E>::one(rate.precision());
        let rest = &one - rate;
        let atom = |atom: &Atom<E>| {
            // A loss of 0 stays 0, exactly: it is a grid point, and its own mirror image.
            let is_zero = atom.loss.is_point() && atom.loss.contains_zero();
            let loss =
                if is_zero { atom.loss.clone() } else { (&rest + &(rate * &atom.loss.exp())).ln() };
            Atom { loss, masses: atom.masses.mixed(rate) }
        };
        let mut atoms: Vec<Atom<E>> = self.atoms.iter().map(atom).collect();
        let present = |x: &Interval<E>| x.upper().sign().is_gt();
        let mut infinite =
            Masses { p: rate * &self.infinite.p, q: Interval::zero(rate.precision()) };
        if present(&self.infinite.q) {
            let q = self.infinite.q.clone();
            if rest.lower().sign().is_gt() {
                atoms.push(Atom { loss: rest.ln(), masses: Masses { p: &rest * &q, q } });
            } else {
                infinite.q = q;
            }
        }
        Atoms { atoms, above: self.above.mixed(rate), below: self.below.mixed(rate), infinite }
    }

    /// The pair (Q, P).
    pub fn reversed(&self) -> Self {
        Atoms {
            atoms: self.atoms.iter().map(Atom::reversed).collect(),
            above: self.below.reversed(),
            below: self.above.reversed(),
            infinite: self.infinite.reversed(),
        }
    }

    /// The same pair beside outcomes that disclose everything, or nothing.
    pub fn beside(&self, disclosure: &Disclosure<E>) -> Self {
        let atom = |atom: &Atom<E>| Atom {
            loss: &atom.loss + &disclosure.loss.loss,
            masses: disclosure.thinned(&atom.masses),
        };
        Atoms {
            atoms: self.atoms.iter().map(atom).collect(),
            above: disclosure.thinned(&self.above),
            below: disclosure.thinned(&self.below),
            infinite: disclosure.thinned(&self.infinite).plus(&disclosure.infinite),
        }
    }

    /// The symmetric pair with the same masses at positive losses: their mirror image below 0, and
    /// the mass missing to 1 at 0.
    pub fn folded(&self) -> Self {
        let precision = self.infinite.p.precision();
        let one = Interval::<E>::one(precision);
        let positive: Vec<Atom<E>> =
            self.atoms.iter().filter(|atom| atom.loss.upper().sign().is_gt()).cloned().collect();
        let mut known = &self.above.p + &self.above.q;
        known = &known + &self.infinite.p;
        for atom in &positive {
            known = &known + &(&atom.masses.p + &atom.masses.q);
        }
        let middle = (&one - &known).positive_part();
        let mut atoms: Vec<Atom<E>> = positive.iter().map(Atom::reversed).collect();
        atoms.extend(positive);
        atoms.push(Atom {
            loss: Interval::zero(precision),
            masses: Masses { p: middle.clone(), q: middle },
        });
        let infinite = Masses { p: self.infinite.p.clone(), q: self.infinite.p.clone() };
        Atoms { atoms, above: self.above.clone(), below: self.above.reversed(), infinite }
    }
}
