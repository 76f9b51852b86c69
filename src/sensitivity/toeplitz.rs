//! Toeplitz strategies whose coefficients fall: a closed form, and an upper bound for all others.

use super::ZERO;
use crate::exact::effort;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

/// The squared norm of the sum of the columns 0, b, 2b, ..., k of them that fit in n steps, for
/// coefficients without zeros at their end.
///
/// Cost: O(min(n, k b + w)) additions for w coefficients.
pub fn regular_sum(coefficients: &[Integer], n: usize, b: usize, k: usize) -> Integer {
    let width = coefficients.len();
    let end = n.min((k - 1).saturating_mul(b).saturating_add(width));
    let coefficient = |i: usize| coefficients.get(i).unwrap_or(&ZERO);
    // Entry t is the sum of the coefficients t, t - b, ..., t - (k-1) b: that b steps before, one
    // more and one less.
    let bits = coefficients.iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
    effort::integers(end as u64, bits);
    let mut sums: Vec<Integer> = Vec::with_capacity(end);
    for t in 0..end {
        let mut sum = coefficient(t).clone();
        if let Some(before) = t.checked_sub(b).and_then(|i| sums.get(i)) {
            sum += before;
        }
        if let Some(lost) = k.checked_mul(b).and_then(|kb| t.checked_sub(kb)) {
            sum -= coefficient(lost);
        }
        effort::sum(sum.significant_bits());
        sums.push(sum);
    }
    sums.iter().fold(Integer::ZERO, |sum, x| {
        effort::product(x.significant_bits());
        sum + x.square()
    })
}

/// The coefficients where they are `s t^i c_i` with `c_0 >= c_1 >= ... >= 0` and signs s and t:
/// then those c_i.
///
/// Signs of rows and columns move no sensitivity, and `s t^(i-j) c_{i-j}` is `C` with such signs.
pub fn falling(coefficients: &[Integer]) -> Option<Vec<Integer>> {
    let signs = |alternates: bool| {
        let first = coefficients.first().is_none_or(|x| *x >= 0);
        let sign = |i: usize| first ^ (alternates && i % 2 == 1);
        coefficients.iter().enumerate().all(|(i, x)| *x == 0 || (*x > 0) == sign(i))
    };
    let sizes: Vec<Integer> = coefficients.iter().map(Abs::abs).collect();
    let is_falling = sizes.is_sorted_by(|x, y| x >= y);
    (is_falling && (signs(false) || signs(true))).then_some(sizes)
}

/// The least falling coefficients that are at least the sizes of the given ones. No inner product
/// of columns is larger in size than that of the columns of these, so that their sensitivity is an
/// upper bound.
///
/// Source: Kalinin, McMahan & Upadhyay, "Back to Square Roots", for coefficients >= 0.
pub fn majorant(coefficients: &[Integer]) -> Vec<Integer> {
    let mut largest = Integer::ZERO;
    let mut sizes: Vec<Integer> = coefficients.iter().map(Abs::abs).collect();
    for x in sizes.iter_mut().rev() {
        if *x < largest {
            x.clone_from(&largest);
        } else {
            largest.clone_from(x);
        }
    }
    sizes
}
