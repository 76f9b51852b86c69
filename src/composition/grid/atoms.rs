//! Pairs given by their outcomes.

use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::mechanism::DiscreteGaussian;
use crate::pair::FinitePair;

use super::tails::Masses;

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

/// A pair with countably many outcomes, of which all but two remainders are listed.
#[derive(Clone, Debug)]
pub struct Atoms<E: Engine> {
    /// In no particular order.
    pub atoms: Vec<Atom<E>>,
    /// What has a finite loss at least that of every atom.
    pub above: Masses<E>,
    /// What has a finite loss at most that of every atom.
    pub below: Masses<E>,
    /// P-mass at loss +inf, Q-mass at loss -inf.
    pub infinite: Masses<E>,
}

impl<E: Engine> Atoms<E> {
    /// A finite pair.
    pub fn finite(pair: &FinitePair, precision: u64) -> Self {
        let atom = |atom: &crate::pair::Atom| Atom {
            loss: atom.loss.enclose(precision),
            masses: Masses { p: atom.p.enclose(precision), q: atom.q.enclose(precision) },
        };
        let zero = Masses::zero(precision);
        Atoms {
            atoms: pair.atoms.iter().map(atom).collect(),
            above: zero.clone(),
            below: zero,
            infinite: Masses { p: pair.p_infinite.enclose(precision), q: pair.q_infinite.enclose(precision) },
        }
    }

    /// `P(n) = e^(-(n-s)^2/(2 sigma^2)) / Z`, `Q(n) = e^(-n^2/(2 sigma^2)) / Z`: the loss at n is
    /// `s (2n - s) / (2 sigma^2)`.
    ///
    /// Listed until a mass is below `2^-depth`; from there on each mass is less than `rho` times its predecessor, which
    /// bounds the remainder by a geometric series. The depth is the precision, and of more than 128 bits it grows with
    /// their square: what is far out is seldom wanted, and then it is very small.
    pub fn discrete_gaussian(gaussian: &DiscreteGaussian, precision: u64) -> Self {
        let one = Interval::<E>::one(precision);
        let variance: Interval<E> = gaussian.sigma_sq.enclose(precision);
        // t_(n+1) = t_n r_n with r_n = e^(-(2n+1)/(2 sigma^2)).
        let unit = (-&(&one / &variance)).exp();
        let mut ratio = (-&(&one / &variance).shift(-1)).exp();
        let mut terms = vec![one.clone()];
        let depth = precision.saturating_mul(precision.max(128) / 128);
        let small = -i64::try_from(depth).unwrap_or(i64::MAX);
        let mut term = one.clone();
        while term.upper().exponent().is_some_and(|e| e > small) {
            term = &term * &ratio;
            ratio = &ratio * &unit;
            terms.push(term.clone());
        }
        // What follows the last term, at most.
        let rest = &(&term * &ratio) / &(&one - &ratio);
        let rest = Interval::new(E::Float::zero(), rest.upper().clone(), precision);
        let half = terms.iter().skip(1).fold(rest.clone(), |sum, term| &sum + term);
        let total = &one + &half.shift(1);
        let mass = |n: i128| terms.get(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX));
        // No place is beyond an i128.
        let (s, last) = (i128::from(gaussian.shift), terms.len() as i128 - 1);
        // n from s - last to last has both masses listed; the rest is symmetric under n -> s - n.
        let (mut atoms, mut above_p) = (Vec::new(), rest.clone());
        let above_q = rest;
        for n in (last + 1).max(s - last)..=last + s {
            if let Some(p) = mass(n - s) {
                above_p = &above_p + p;
            }
        }
        for n in s - last..=last {
            if let (Some(p), Some(q)) = (mass(n - s), mass(n)) {
                let numerator =
                    Interval::from_rational(&malachite::rational::Rational::from(s * (2 * n - s)), precision);
                let loss = &numerator.shift(-1) / &variance;
                atoms.push(Atom { loss, masses: Masses { p: p / &total, q: q / &total } });
            }
        }
        let above = Masses { p: &above_p / &total, q: &above_q / &total };
        let zero = Masses::zero(precision);
        Atoms { atoms, below: above.reversed(), above, infinite: zero }
    }

    /// What has a loss at least that of every atom, also an infinite one.
    pub fn certain(&self) -> Masses<E> {
        Masses { p: &self.above.p + &self.infinite.p, q: self.above.q.clone() }
    }

    /// `((1-q) Q + q P, Q)`.
    pub fn mixed(&self, rate: &Interval<E>) -> Self {
        let one = Interval::<E>::one(rate.precision());
        let rest = &one - rate;
        let atom = |atom: &Atom<E>| {
            // A loss of 0 stays 0, exactly: it is on a line, and its own mirror image.
            let is_zero = atom.loss.is_point() && atom.loss.contains_zero();
            let loss = if is_zero { atom.loss.clone() } else { (&rest + &(rate * &atom.loss.exp())).ln() };
            Atom { loss, masses: atom.masses.mixed(rate) }
        };
        let mut atoms: Vec<Atom<E>> = self.atoms.iter().map(atom).collect();
        let present = |x: &Interval<E>| x.upper().sign().is_gt();
        let mut infinite = Masses { p: rate * &self.infinite.p, q: Interval::zero(rate.precision()) };
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

    /// (Q, P).
    pub fn reversed(&self) -> Self {
        Atoms {
            atoms: self.atoms.iter().map(Atom::reversed).collect(),
            above: self.below.reversed(),
            below: self.above.reversed(),
            infinite: self.infinite.reversed(),
        }
    }

    /// The symmetric pair with the same masses at positive losses: their mirror image below 0, and
    /// what is missing to 1 at 0.
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
        atoms.push(Atom { loss: Interval::zero(precision), masses: Masses { p: middle.clone(), q: middle } });
        let infinite = Masses { p: self.infinite.p.clone(), q: self.infinite.p.clone() };
        Atoms { atoms, above: self.above.clone(), below: self.above.reversed(), infinite }
    }
}
