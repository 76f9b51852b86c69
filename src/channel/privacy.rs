//! How private a channel is: eps, total variation and leakage.

use super::matrix::Channel;
use super::order::{largest_of, logarithm, order, order_of_formulas, ratio, sum_of};
use crate::exact::real::Real;
use crate::exact::tree::tree;
use crate::formula::Formula;
use crate::pair::functionals::sum;
use crate::pair::simplest_logarithm;
use std::cmp::Ordering;

/// The hockey-stick divergence `sum [p - g q]_+`, for g > 0.
pub(super) fn hockey_stick(p: &[Real], q: &[Real], g: &Real) -> Formula {
    let (mut of_p, mut of_q, mut terms) = (Vec::new(), Vec::new(), Vec::new());
    for (p, q) in p.iter().zip(q) {
        let scaled = g * q;
        match order(p, &scaled) {
            Some(Ordering::Greater) => {
                of_p.push(p.clone());
                of_q.push(q.clone());
            }
            Some(_) => {}
            None => terms.push(Formula::from(p - scaled).max(&Formula::zero())),
        }
    }
    terms.push((sum(&of_p) - g * sum(&of_q)).into());
    sum_of(&terms)
}

/// `1/2 sum |p - q|`.
pub(super) fn total_variation(p: &[Real], q: &[Real]) -> Formula {
    hockey_stick(p, q, &Real::one())
}

/// The largest of the entries of a column.
fn largest_entry(column: Vec<&Real>) -> Option<Formula> {
    let largest = largest_of(column, |x, y| order(x, y));
    let largest: Vec<Formula> = largest.into_iter().map(|x| x.clone().into()).collect();
    tree(&largest, Formula::max)
}

/// Numbers are exact expressions, except where the order of irrational entries is undecided: then
/// they are maxima, which are enclosed. The order of rationals is always decided, and so is that of
/// numbers in a field Q(e^r), unless the expressions are enormous.
impl Channel {
    /// The largest ratios of two entries of a column; `None` where one is 0 and the other is not.
    fn largest_ratios(&self) -> Option<Vec<Real>> {
        let mut largest = vec![Real::one()];
        for column in self.columns() {
            let bottoms = largest_of(column.clone(), |x, y| order(y, x));
            let tops = largest_of(column, |x, y| order(x, y));
            // An output that no input gives is left out.
            if tops.iter().all(|top| top.is_zero()) {
                continue;
            }
            if bottoms.iter().any(|bottom| bottom.is_zero()) {
                return None;
            }
            let ratios = tops.iter().flat_map(|x| bottoms.iter().map(move |y| ratio(x, y)));
            largest = largest_of(largest.into_iter().chain(ratios), order);
        }
        Some(largest)
    }

    /// `e^eps` for the least eps with which it is eps-LDP: the largest ratio within a column.
    /// `None` where an output is possible for one input and impossible for another: then there is
    /// no eps.
    ///
    /// Ratios of sets of outputs are no larger than that of their worst output. An output that no
    /// input gives is left out.
    pub fn largest_ratio(&self) -> Option<Formula> {
        let ratios: Vec<Formula> = self.largest_ratios()?.into_iter().map(Formula::from).collect();
        tree(&ratios, Formula::max)
    }

    /// The least eps with which it is eps-LDP, if there is one.
    pub fn eps(&self) -> Option<Formula> {
        self.largest_ratio().map(|ratio| logarithm(&ratio))
    }

    /// Is it eps-LDP? Decided exactly where the entries are rational and eps is a combination of
    /// rationals and logarithms, and where both are in a field Q(e^r); `None` where the two sides
    /// are too close to decide.
    pub fn is_private(&self, eps: &Real) -> Option<bool> {
        let Some(ratios) = self.largest_ratios() else {
            return Some(false);
        };
        let orders = || ratios.iter().map(|ratio| simplest_logarithm(ratio).compare(eps));
        if orders().any(|order| order == Some(Ordering::Greater)) {
            return Some(false);
        }
        orders().all(|order| order.is_some()).then_some(true)
    }

    /// The largest total variation between two rows: the Dobrushin coefficient.
    pub fn total_variation(&self) -> Formula {
        let rows = || self.rows().iter().enumerate();
        let pairs =
            rows().flat_map(|(i, row)| self.rows().iter().skip(i + 1).map(move |it| (row, it)));
        let distances = pairs.map(|(row, other)| total_variation(row, other));
        let largest = largest_of(distances, order_of_formulas);
        tree(&largest, Formula::max).unwrap_or_else(Formula::zero)
    }

    /// e to the maximal leakage: `sum_y max_x Q(y|x)`.
    pub fn leakage_ratio(&self) -> Formula {
        sum_of(&self.columns().filter_map(largest_entry).collect::<Vec<_>>())
    }

    /// The maximal leakage (Sibson's mutual information of order infinity): `ln sum_y max_x
    /// Q(y|x)`.
    ///
    /// For two inputs the sum is 1 + total variation. Ghazi & Issa (appendix G) print it without
    /// the logarithm, and `tv = 1 - e^-leakage`: for [[3/4, 1/4], [1/4, 3/4]] that is 1/3, and tv
    /// is 1/2. Their bound `ln(2 eps/(e^eps+1))` should be `ln(2 e^eps/(e^eps+1))`.
    pub fn leakage(&self) -> Formula {
        logarithm(&self.leakage_ratio())
    }
}
