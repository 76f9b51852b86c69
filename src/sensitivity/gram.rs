//! The inner products of columns in which one user may participate together.

use super::ZERO;
use super::participation::Participation;
use super::strategy::Strategy;
use crate::control::{Control, Interrupted};
use crate::exact::effort;
use crate::limits::Cost;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

/// `G = C^T C` at the diagonal and at all pairs of columns that a pattern may have together.
#[derive(Clone, Debug)]
pub struct Gram {
    diagonal: Vec<Integer>,
    /// For each column the later ones with an inner product other than 0, ascending.
    later: Vec<Vec<(usize, Integer)>>,
}

impl Gram {
    /// The estimated cost.
    pub fn cost(strategy: &Strategy, participation: &Participation) -> Cost {
        let n = strategy.len();
        let words = u128::from(strategy.bits() / 64 + 1);
        let gap = participation.gap();
        let pairs_of = |j: usize| {
            let reached = strategy.reach(j) - j;
            let pairs = if participation.is_periodic() {
                reached / gap
            } else {
                (reached + 1).saturating_sub(gap)
            };
            pairs as u128
        };
        // A Toeplitz matrix has each product by one from the product before it.
        let width = |j: usize| {
            if strategy.coefficients().is_some() { 1 } else { strategy.column(j).1.len() as u128 }
        };
        let pairs = (0..n).map(pairs_of).fold(0, u128::saturating_add);
        let products =
            (0..n).map(|j| pairs_of(j).saturating_mul(width(j))).fold(0, u128::saturating_add);
        Cost { work: products * (20 + words * words * 2), memory: pairs * (48 + words * 16) }
    }

    /// All inner products.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn of(
        strategy: &Strategy,
        participation: &Participation,
        control: &Control,
    ) -> Result<Gram, Interrupted> {
        let n = strategy.len();
        let diagonal = (0..n).map(|j| strategy.inner(j, j)).collect();
        let later = match strategy.coefficients() {
            Some(coefficients) => by_lag(coefficients, participation, n, control)?,
            None => {
                let mut later = Vec::with_capacity(n);
                for i in 0..n {
                    control.check()?;
                    let together =
                        (i + 1..=strategy.reach(i)).filter(|j| participation.allows(j - i, n));
                    later.push(
                        together
                            .map(|j| (j, strategy.inner(i, j)))
                            .filter(|(_, g)| *g != 0)
                            .collect(),
                    );
                }
                later
            }
        };
        Ok(Gram { diagonal, later })
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// The squared norm of a column.
    pub fn norm(&self, i: usize) -> &Integer {
        self.diagonal.get(i).unwrap_or(&ZERO)
    }

    /// The squared norms of all columns.
    pub fn norms(&self) -> &[Integer] {
        &self.diagonal
    }

    /// The inner product of two columns i < j that a pattern may have together.
    pub fn inner(&self, i: usize, j: usize) -> &Integer {
        let found = self.later.get(i).and_then(|later| {
            let place = later.binary_search_by_key(&j, |(other, _)| *other).ok()?;
            later.get(place)
        });
        found.map_or(&ZERO, |(_, g)| g)
    }

    /// The last column with an inner product other than 0 with this one; itself if there is no
    /// later one.
    pub fn reach(&self, i: usize) -> usize {
        self.later.get(i).and_then(|later| later.last()).map_or(i, |(last, _)| *last)
    }

    /// Is every inner product of columns of a pattern other than neighbours 0, for gaps of at least
    /// b?
    pub fn is_chain(&self, b: usize) -> bool {
        (0..self.len()).all(|i| (self.reach(i) - i) / 2 < b)
    }

    /// All pairs i < j with an inner product other than 0.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, &Integer)> {
        self.later
            .iter()
            .enumerate()
            .flat_map(|(i, later)| later.iter().map(move |(j, g)| (i, *j, g)))
    }

    /// The sizes of all inner products.
    pub fn sizes(&self) -> Gram {
        let sizes =
            |later: &Vec<(usize, Integer)>| later.iter().map(|(j, g)| (*j, g.abs())).collect();
        Gram { diagonal: self.diagonal.clone(), later: self.later.iter().map(sizes).collect() }
    }

    /// The inner products of the columns of a pattern.
    pub fn of_pattern(&self, pattern: &[usize]) -> Vec<Vec<Integer>> {
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Equal => self.norm(i).clone(),
            std::cmp::Ordering::Less => self.inner(i, j).clone(),
            std::cmp::Ordering::Greater => self.inner(j, i).clone(),
        };
        pattern.iter().map(|i| pattern.iter().map(|j| entry(*i, *j)).collect()).collect()
    }
}

/// Column i and column i + lag have the inner product of the first coefficients with those from the
/// lag on, as far as the rows go.
fn by_lag(
    coefficients: &[Integer],
    participation: &Participation,
    n: usize,
    control: &Control,
) -> Result<Vec<Vec<(usize, Integer)>>, Interrupted> {
    let mut later: Vec<Vec<(usize, Integer)>> = vec![Vec::new(); n];
    for lag in (1..coefficients.len().min(n)).filter(|lag| participation.allows(*lag, n)) {
        control.check()?;
        let mut sum = Integer::ZERO;
        let mut products = coefficients.iter().zip(coefficients.iter().skip(lag));
        // From the last pair of columns, which share the fewest rows.
        for (i, later) in later.iter_mut().enumerate().take(n - lag).rev() {
            if let Some((x, y)) = products.next() {
                effort::product(x.significant_bits().max(y.significant_bits()));
                sum += x * y;
            }
            effort::sum(sum.significant_bits());
            if sum != 0 {
                later.push((i + lag, sum.clone()));
            }
        }
    }
    Ok(later)
}
