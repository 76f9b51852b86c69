//! Products of finite pairs by their atoms, over any semiring and any set of losses.

use crate::exact::semiring::Semiring;
use std::collections::BTreeMap;

/// A finite pair with its losses as integer vectors and its masses as numerators over one
/// denominator for each of P and Q.
///
/// The denominator is kept as an element of the semiring too (1 for intervals), because an outcome
/// at infinity in one factor meets *every* outcome of the other.
#[derive(Clone, Debug)]
pub struct Product<S> {
    /// P- and Q-numerators by loss vector.
    pub atoms: BTreeMap<Vec<i64>, (S, S)>,
    /// Numerator of the P-mass at loss +inf.
    pub p_infinite: S,
    /// Numerator of the Q-mass at loss -inf.
    pub q_infinite: S,
    /// The common denominator.
    pub denominator: S,
}

impl<S: Semiring> Product<S> {
    /// The empty composition: one outcome of loss 0.
    pub fn identity(width: usize, zero: S, one: S) -> Self {
        let atoms = BTreeMap::from([(vec![0; width], (one.clone(), one.clone()))]);
        Product { atoms, p_infinite: zero.clone(), q_infinite: zero, denominator: one }
    }

    /// The composition of two pairs.
    ///
    /// Cost: one pair of products for each pair of atoms.
    pub fn times(&self, other: &Self) -> Self {
        let mut atoms: BTreeMap<Vec<i64>, (S, S)> = BTreeMap::new();
        for (x, (p, q)) in &self.atoms {
            for (y, (r, s)) in &other.atoms {
                let loss: Vec<i64> = x.iter().zip(y).map(|(a, b)| a + b).collect();
                let (p, q) = (p.times(r), q.times(s));
                match atoms.get_mut(&loss) {
                    Some(known) => *known = (known.0.plus(&p), known.1.plus(&q)),
                    None => drop(atoms.insert(loss, (p, q))),
                }
            }
        }
        // Infinite in the first factor with any outcome of the second, or finite and then infinite.
        let infinite = |first: &S, finite: Option<S>, second: &S| {
            let head = first.times(&other.denominator);
            finite.map_or_else(|| head.clone(), |finite| head.plus(&finite.times(second)))
        };
        let finite = |side: fn(&(S, S)) -> &S| {
            self.atoms.values().map(side).cloned().reduce(|sum, x| sum.plus(&x))
        };
        Product {
            p_infinite: infinite(&self.p_infinite, finite(|atom| &atom.0), &other.p_infinite),
            q_infinite: infinite(&self.q_infinite, finite(|atom| &atom.1), &other.q_infinite),
            denominator: self.denominator.times(&other.denominator),
            atoms,
        }
    }

    /// The n-fold composition, by squaring; n >= 1.
    pub fn power(&self, n: u64) -> Self {
        let mut result: Option<Self> = None;
        let mut square = self.clone();
        let mut left = n;
        while left > 0 {
            if left & 1 == 1 {
                result =
                    Some(result.map_or_else(|| square.clone(), |result| result.times(&square)));
            }
            left >>= 1;
            if left > 0 {
                square = square.times(&square);
            }
        }
        result.unwrap_or(square)
    }
}
