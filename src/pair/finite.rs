//! Finite pairs with exact masses, not yet evaluated.

use crate::exact::effort;
use crate::exact::field::Element;
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use crate::exact::sorted::sorted_by;
use malachite::Natural;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::collections::HashMap;

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

impl Atom {
    /// The order of the losses of two atoms: without logarithms where their masses are rational.
    pub(crate) fn compare_loss(&self, other: &Atom) -> Option<Ordering> {
        if self.loss == other.loss {
            return Some(Ordering::Equal);
        }
        if let (Some(p), Some(q), Some(r), Some(s)) = (
            self.p.as_rational(),
            self.q.as_rational(),
            other.p.as_rational(),
            other.q.as_rational(),
        ) {
            let (n, d) = (Rational::numerator_ref, Rational::denominator_ref);
            return Some(compare_products([n(p), d(q), n(s), d(r)], [n(r), d(s), n(q), d(p)]));
        }
        self.loss.compare(&other.loss).or_else(|| self.loss.exp().compare(&other.loss.exp()))
    }
}

/// The order of two products of positive integers. Mostly their lengths decide, and nothing is
/// multiplied.
pub(crate) fn compare_products(left: [&Natural; 4], right: [&Natural; 4]) -> Ordering {
    let bits = |factors: [&Natural; 4]| factors.iter().map(|x| x.significant_bits()).sum::<u64>();
    // A product has as many bits as its factors together, or up to three less.
    let (most_left, most_right) = (bits(left), bits(right));
    if most_left + 3 < most_right {
        return Ordering::Less;
    }
    if most_right + 3 < most_left {
        return Ordering::Greater;
    }
    effort::products(4, most_left);
    let product = |[a, b, c, d]: [&Natural; 4]| (a * b) * (c * d);
    product(left).cmp(&product(right))
}

/// Atoms by descending loss, those of equal losses merged; `None` if two losses cannot be compared.
/// Cost: a sort.
pub(crate) fn descending(atoms: Vec<Atom>) -> Option<Vec<Atom>> {
    let atoms = sorted_by(atoms, &mut |x, y| y.compare_loss(x))?;
    let mut merged: Vec<Atom> = Vec::with_capacity(atoms.len());
    for atom in atoms {
        match merged.last_mut() {
            Some(last) if last.compare_loss(&atom)?.is_eq() => {
                last.p = &last.p + &atom.p;
                last.q = &last.q + &atom.q;
            }
            _ => merged.push(atom),
        }
    }
    Some(merged)
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
    /// A pair from its outcomes: the masses `(p, q)` and, where a better form than `ln(p/q)` is
    /// known, the loss. Outcomes of mass 0 are dropped, equal losses merged.
    ///
    /// `None` if the sign of a mass is undecided. The caller must not pass negative masses.
    pub fn from_outcomes(
        outcomes: impl IntoIterator<Item = (Real, Real, Option<Real>)>,
    ) -> Option<FinitePair> {
        let mut pair =
            FinitePair { atoms: Vec::new(), p_infinite: Real::zero(), q_infinite: Real::zero() };
        let mut places = HashMap::new();
        let outcomes = outcomes.into_iter();
        effort::outcomes(outcomes.size_hint().0 as u64);
        for (p, q, loss) in outcomes {
            match (p.sign()?, q.sign()?) {
                (Ordering::Equal, Ordering::Equal) => {}
                (_, Ordering::Equal) => pair.p_infinite = &pair.p_infinite + &p,
                (Ordering::Equal, _) => pair.q_infinite = &pair.q_infinite + &q,
                _ => {
                    let loss = loss.unwrap_or_else(|| log_ratio(&p, &q));
                    pair.add_atom(Atom { loss, p, q }, &mut places);
                }
            }
        }
        Some(pair)
    }

    /// `((1-q) Q + q P, Q)`, with losses `ln(1 - q + q e^L)`.
    ///
    /// `None` if the sign of a mass is undecided.
    pub fn mixed(&self, rate: &Real) -> Option<FinitePair> {
        let rest = 1 - rate;
        let mix = |p: &Real, q: &Real| &rest * q + rate * p;
        let zero = Real::zero();
        let atoms = self.atoms.iter().map(|atom| {
            let ratio = &rest + rate * atom.loss.exp();
            (mix(&atom.p, &atom.q), atom.q.clone(), Some(simplest_logarithm(&ratio)))
        });
        let infinite = [
            (rate * &self.p_infinite, zero, None),
            (&rest * &self.q_infinite, self.q_infinite.clone(), Some(simplest_logarithm(&rest))),
        ];
        FinitePair::from_outcomes(atoms.chain(infinite))
    }

    /// Are the masses of all finite losses known to be rational?
    pub(crate) fn is_rational(&self) -> bool {
        self.atoms
            .iter()
            .all(|atom| atom.p.as_rational().is_some() && atom.q.as_rational().is_some())
    }

    /// The pair (Q, P).
    pub fn reversed(&self) -> FinitePair {
        let atom = |atom: &Atom| Atom { loss: -&atom.loss, p: atom.q.clone(), q: atom.p.clone() };
        FinitePair {
            atoms: self.atoms.iter().map(atom).collect(),
            p_infinite: self.q_infinite.clone(),
            q_infinite: self.p_infinite.clone(),
        }
    }

    /// The symmetric pair with the same masses at positive losses: their mirror image below 0, and
    /// at 0 the mass missing to 1.
    ///
    /// `None` if the sign of a loss or a mass is undecided.
    pub fn folded(&self) -> Option<FinitePair> {
        let mut outcomes = vec![
            (self.p_infinite.clone(), Real::zero(), None),
            (Real::zero(), self.p_infinite.clone(), None),
        ];
        let mut middle = 1 - &self.p_infinite;
        for atom in &self.atoms {
            if atom.loss.sign()? == Ordering::Greater {
                middle = &middle - &atom.p - &atom.q;
                outcomes.push((atom.p.clone(), atom.q.clone(), Some(atom.loss.clone())));
                outcomes.push((atom.q.clone(), atom.p.clone(), Some(-&atom.loss)));
            }
        }
        outcomes.push((middle.clone(), middle, Some(Real::zero())));
        FinitePair::from_outcomes(outcomes)
    }

    /// The atom with the largest loss; `None` if there is none, or if losses cannot be compared.
    pub(crate) fn largest_atom(&self) -> Option<&Atom> {
        let mut atoms = self.atoms.iter();
        let first = atoms.next()?;
        atoms.try_fold(first, |x, y| Some(if x.compare_loss(y)?.is_lt() { y } else { x }))
    }

    /// Is (Q, P) the same pair? `None` if two numbers cannot be compared. Cost: a sort.
    pub fn is_symmetric(&self) -> Option<bool> {
        let equal = |x: &Real, y: &Real| Some(x.compare(y)? == Ordering::Equal);
        if !equal(&self.p_infinite, &self.q_infinite)? {
            return Some(false);
        }
        // Exchanged masses have opposite losses.
        let atoms = descending(self.atoms.clone())?;
        for (atom, opposite) in atoms.iter().zip(atoms.iter().rev()).take(atoms.len().div_ceil(2)) {
            if !(equal(&atom.p, &opposite.q)? && equal(&atom.q, &opposite.p)?) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn add_atom(&mut self, atom: Atom, places: &mut HashMap<Real, usize>) {
        let place = *places.entry(atom.loss.clone()).or_insert(self.atoms.len());
        match self.atoms.get_mut(place) {
            Some(known) => {
                known.p = &known.p + &atom.p;
                known.q = &known.q + &atom.q;
            }
            None => self.atoms.push(atom),
        }
    }
}

/// `ln(p/q)`, recognised as a rational multiple of r plus the logarithm of a rational where p/q
/// is `c e^(n r)` in Q(e^r).
pub(crate) fn log_ratio(p: &Real, q: &Real) -> Real {
    simplest_logarithm(&(p / q))
}

pub(crate) fn simplest_logarithm(ratio: &Real) -> Real {
    match ratio {
        Real::Rational(_) => ratio.ln(),
        _ => match Element::of(ratio).and_then(|element| element.logarithm()) {
            Some(loss) => loss,
            None => LogLinear::of(&ratio.ln()).to_real(),
        },
    }
}
