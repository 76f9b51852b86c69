//! The largest divergence of the outputs over all channels that are as private.
//!
//! A channel that is eps-LDP has columns whose entries are within the factor `E = e^eps` of each
//! other. Such a column is a sum of patterns, columns of entries 1 and E times a weight, whose sets
//! of E are nested (by levels of the column). Because they are nested, the distance of two entries
//! of the column is the sum of their distances in the patterns, and total variations stay. A
//! divergence does not fall where outputs are split. So the largest divergence at eps and a total
//! variation eta is that of a linear programme: weights >= 0 of the patterns, each row sums to 1,
//! and two rows differ by at most eta. The simplex method solves it in exact arithmetic; it ends
//! where no pattern has a positive reduced cost, which is a dual solution of the same value.

use crate::exact::effort;
use crate::exact::real::Real;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The most inputs: there are `2^inputs` patterns.
const MOST_INPUTS: usize = 5;
/// The most exchanges of the simplex method; a few dozen are usual.
const MOST_EXCHANGES: usize = 1 << 12;

/// The share of an output in a divergence, by its two probabilities, which are > 0: homogeneous and
/// convex.
pub(super) type Share = fn(&Rational, &Rational) -> Real;

/// The rows of a programme in the form that its basis gives: the column of basic variable i is the
/// i-th unit vector.
struct Tableau {
    rows: Vec<Vec<Rational>>,
    values: Vec<Rational>,
    basis: Vec<usize>,
}

impl Tableau {
    /// Makes `column` basic in `row`, where its entry is not 0.
    fn exchange(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot = self.rows.get(row)?.get(column)?.clone();
        let top: Vec<Rational> = self.rows.get(row)?.iter().map(|x| x / &pivot).collect();
        let value = self.values.get(row)? / &pivot;
        for (i, (other, rest)) in self.rows.iter_mut().zip(&mut self.values).enumerate() {
            let factor = other.get(column)?.clone();
            if i == row {
                other.clone_from(&top);
                rest.clone_from(&value);
            } else if factor != 0 {
                for (x, y) in other.iter_mut().zip(&top) {
                    effort::rationals(2, &factor, y);
                    *x -= &factor * y;
                }
                *rest -= &factor * &value;
            }
        }
        *self.basis.get_mut(row)? = column;
        Some(())
    }

    /// `cost of the column - costs of the basis * column`: what a unit of it adds.
    fn gain(&self, costs: &[Real], column: usize) -> Option<Real> {
        let parts = self.rows.iter().zip(&self.basis);
        parts.map(|(row, basic)| Some((row.get(column)?, costs.get(*basic)?))).try_fold(
            costs.get(column)?.clone(),
            |gain, part| {
                let (entry, cost) = part?;
                Some(if *entry == 0 { gain } else { gain - cost * Real::from(entry.clone()) })
            },
        )
    }

    /// The row that bounds the growth of a column first; of several, that of the least variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let bounds = self.rows.iter().zip(&self.values).zip(&self.basis).enumerate();
        let bounds = bounds.filter_map(|(i, ((row, value), basic))| {
            let entry = row.get(column).filter(|entry| **entry > 0)?;
            Some((value / entry, *basic, i))
        });
        bounds.min().map(|(_, _, i)| i)
    }
}

/// The largest divergence of the outputs for input distributions p and q, over all channels that
/// are ln(e)-LDP and, if eta is given, of total variation at most eta.
///
/// `None` beyond 5 inputs, or where a sign is undecided.
pub(super) fn largest(
    [p, q]: [&[Rational]; 2],
    e: &Rational,
    eta: Option<&Rational>,
    share: Share,
) -> Option<Real> {
    let inputs = p.len();
    if !(1..=MOST_INPUTS).contains(&inputs) {
        return None;
    }
    if *e == 1 || inputs == 1 {
        return Some(Real::zero());
    }
    // Pattern 0 has ones only, which the pattern of E only is too.
    let patterns = (1usize << inputs) - 1;
    let has = |pattern: usize, i: usize| pattern >> i & 1 == 1;
    let entry = |pattern: usize, i: usize| {
        if has(pattern, i) { e.clone() } else { Rational::ONE }
    };
    let pairs: Vec<(usize, usize)> = match eta {
        Some(_) => (0..inputs).flat_map(|i| (0..i).map(move |j| (i, j))).collect(),
        None => Vec::new(),
    };
    let apart = (e - Rational::ONE) / Rational::from(2);
    let sums = (0..inputs).map(|i| {
        let slacks = pairs.iter().map(|_| Rational::ZERO);
        (0..patterns).map(|pattern| entry(pattern, i)).chain(slacks).collect()
    });
    let distances = pairs.iter().enumerate().map(|(n, &(i, j))| {
        let unit = (0..pairs.len()).map(|m| Rational::from(u32::from(m == n)));
        let distance = |pattern: usize| {
            if has(pattern, i) == has(pattern, j) { Rational::ZERO } else { apart.clone() }
        };
        (0..patterns).map(distance).chain(unit).collect()
    });
    let rows: Vec<Vec<Rational>> = sums.chain(distances).collect();
    let values = (0..inputs).map(|_| Rational::ONE);
    let values = values.chain(pairs.iter().filter_map(|_| eta.cloned())).collect();
    let basis = (0..inputs).chain(patterns..patterns + pairs.len()).collect();
    let mut tableau = Tableau { rows, values, basis };
    // The channel that says nothing: pattern 0 with weight 1, beside patterns of one input with
    // weight 0.
    for i in 0..inputs {
        tableau.exchange(i, if i == 0 { 0 } else { 1 << i })?;
    }
    let mass = |law: &[Rational], pattern: usize| {
        law.iter().enumerate().fold(Rational::ZERO, |sum, (i, mass)| sum + mass * entry(pattern, i))
    };
    let cost = |pattern: usize| share(&mass(p, pattern), &mass(q, pattern));
    let costs: Vec<Real> =
        (0..patterns).map(cost).chain(pairs.iter().map(|_| Real::zero())).collect();
    for _ in 0..MOST_EXCHANGES {
        let mut entering = None;
        // The first column that gains enters (Bland): then no basis comes back.
        for column in 0..costs.len() {
            if tableau.basis.contains(&column) {
                continue;
            }
            if tableau.gain(&costs, column)?.sign()? == Ordering::Greater {
                entering = Some(column);
                break;
            }
        }
        let Some(column) = entering else {
            let used = tableau.basis.iter().zip(&tableau.values).filter(|(_, value)| **value != 0);
            return used.map(|(basic, value)| Some((costs.get(*basic)?, value))).try_fold(
                Real::zero(),
                |sum, part| {
                    let (cost, value) = part?;
                    Some(sum + cost * Real::from(value.clone()))
                },
            );
        };
        tableau.exchange(tableau.leaving(column)?, column)?;
    }
    None
}
