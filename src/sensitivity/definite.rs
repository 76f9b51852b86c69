//! Whether a symmetric matrix of integers is positive semidefinite, exactly.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::One;

/// By elimination without fractions: all pivots are >= 0, and a pivot of 0 has a row of zeros.
///
/// Only entries at and above the diagonal are read. Cost: O(k^3) operations on integers that grow
/// to k times the length of the entries.
///
/// Source: Bareiss, "Sylvester's Identity and Multistep Integer-Preserving Gaussian Elimination".
pub fn is_semidefinite(mut rows: Vec<Vec<Integer>>) -> bool {
    let mut divisor = Integer::ONE;
    for k in 0..rows.len() {
        let (above, below) = rows.split_at_mut(k + 1);
        let Some((pivot, row)) =
            above.last().and_then(|row| row.get(k..)).and_then(<[Integer]>::split_first)
        else {
            return false;
        };
        if *pivot < 0 {
            return false;
        }
        if *pivot == 0 {
            if row.iter().any(|x| *x != 0) {
                return false;
            }
            continue;
        }
        for (i, (other, factor)) in below.iter_mut().zip(row).enumerate() {
            for (x, y) in other.iter_mut().skip(k + 1 + i).zip(row.iter().skip(i)) {
                *x = (&*x * pivot - factor * y).div_exact(&divisor);
            }
        }
        divisor = pivot.clone();
    }
    true
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn determinant(rows: &[Vec<i64>], kept: &[usize]) -> i64 {
        let Some((first, rest)) = kept.split_first() else {
            return 1;
        };
        minor(rows, *first, rest, kept)
    }

    /// By expansion along a row, over the columns that are left.
    fn minor(rows: &[Vec<i64>], row: usize, rest: &[usize], columns: &[usize]) -> i64 {
        let term = |(place, column): (usize, &usize)| {
            let others: Vec<usize> =
                columns.iter().filter(|other| *other != column).copied().collect();
            let below =
                rest.split_first().map_or(1, |(next, rest)| minor(rows, *next, rest, &others));
            let sign = if place % 2 == 0 { 1 } else { -1 };
            sign * rows[row][*column] * below
        };
        columns.iter().enumerate().map(term).sum()
    }

    /// A matrix is positive semidefinite if all its principal minors are >= 0: all matrices of
    /// three rows, and some of four.
    #[test]
    fn matrices_are_those_of_minors() {
        for number in 0..5i64.pow(6) + 1000 {
            let (n, digits) = if number < 5i64.pow(6) {
                (3, number)
            } else {
                (4, number * 7_654_321 % 9_765_625)
            };
            let mut rows = vec![vec![0; n]; n];
            let places = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
            for (place, (i, j)) in places.enumerate() {
                let entry = digits / 5i64.pow(place as u32) % 5 - 2;
                rows[i][j] = if i == j { entry + 2 } else { entry };
                rows[j][i] = rows[i][j];
            }
            let subsets =
                (1u32..1 << n).map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>());
            let expected = subsets.into_iter().all(|kept| determinant(&rows, &kept) >= 0);
            let integers =
                rows.iter().map(|row| row.iter().map(|x| Integer::from(*x)).collect()).collect();
            assert_eq!(is_semidefinite(integers), expected, "{rows:?}");
        }
    }
}
