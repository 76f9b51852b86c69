//! Certificates of a semidefinite programme: `max <G, X>` over positive semidefinite X with a
//! diagonal of at most 1.
//!
//! Unit vectors v_i have the Gram matrix `X_ij = <v_i, v_j>`, and `<G, X>` is a lower bound. A
//! diagonal d with `diag(d) - G` positive semidefinite is an upper bound, `sum d`: `<G, X> <=
//! <diag(d), X> <= sum d`. Both are checked exactly.

use super::ZERO;
use super::definite::is_semidefinite;
use malachite::base::num::arithmetic::traits::{Abs, CeilingSqrt, Lcm, Square, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use malachite::{Integer, Natural};

/// Fractional bits of the vectors: twice those of the gap at which the ascent ends, so that their
/// rounding is not what certificates are wide by.
pub const FRACTION: u64 = 96;

/// The matrix of a programme, symmetric and positive semidefinite.
pub type Matrix = [Vec<Integer>];

/// Vectors of norm at most 1, times `2^FRACTION`.
pub type Vectors = [Vec<Integer>];

/// `sum_{j != i} G_ij v_j`, times `2^FRACTION`.
pub fn pull(matrix: &Matrix, vectors: &Vectors, i: usize) -> Vec<Integer> {
    let mut sum = vec![Integer::ZERO; vectors.len()];
    let entries = matrix.get(i).map(Vec::as_slice).unwrap_or_default();
    for (_, (g, vector)) in
        entries.iter().zip(vectors).enumerate().filter(|(j, (g, _))| *j != i && **g != 0)
    {
        sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += g * x);
    }
    sum
}

/// The norm of a vector of integers, rounded up.
pub fn norm(vector: &[Integer]) -> Integer {
    let squares = vector.iter().fold(Integer::ZERO, |sum, x| sum + x.square());
    Integer::from(squares.unsigned_abs().ceiling_sqrt())
}

/// `<G, X>` for the Gram matrix X of the vectors: a lower bound.
pub fn value(matrix: &Matrix, vectors: &Vectors) -> Rational {
    let sum = matrix.iter().zip(vectors).fold(Integer::ZERO, |sum, (row, left)| {
        let terms = row.iter().zip(vectors).map(|(g, right)| g * inner(left, right));
        terms.fold(sum, |sum, term| sum + term)
    });
    Rational::from(sum) >> (2 * FRACTION)
}

fn inner(left: &[Integer], right: &[Integer]) -> Integer {
    left.iter().zip(right).fold(Integer::ZERO, |sum, (x, y)| sum + x * y)
}

/// An upper bound: the diagonal that the vectors would have if they were optimal, with the least
/// tried addition to each entry that makes it feasible.
pub fn dual(matrix: &Matrix, vectors: &Vectors) -> (Vec<Rational>, Rational) {
    let entry = |i: usize| {
        let own = matrix.get(i).and_then(|row| row.get(i)).unwrap_or(&ZERO);
        (own << FRACTION) + norm(&pull(matrix, vectors, i))
    };
    let diagonal: Vec<Integer> = (0..matrix.len()).map(entry).collect();
    let sum = diagonal.iter().fold(Integer::ZERO, |sum, x| sum + x);
    let mut slack = Integer::ZERO;
    while !is_feasible(matrix, &diagonal, &slack) {
        // Ends where the diagonal dominates each row.
        slack = if slack == 0 { (&sum >> 64u32) + Integer::ONE } else { slack << 2u32 };
    }
    let entries: Vec<Rational> =
        diagonal.iter().map(|x| Rational::from(x + &slack) >> FRACTION).collect();
    let sum = entries.iter().fold(Rational::ZERO, |sum, x| sum + x);
    (entries, sum)
}

fn is_feasible(matrix: &Matrix, diagonal: &[Integer], slack: &Integer) -> bool {
    let row = |(i, row): (usize, &Vec<Integer>)| {
        let entry = |(j, g): (usize, &Integer)| match (i == j, diagonal.get(i)) {
            (true, Some(d)) => d + slack - (g << FRACTION),
            _ => -(g << FRACTION),
        };
        row.iter().enumerate().map(entry).collect()
    };
    is_semidefinite(matrix.iter().enumerate().map(row).collect())
}

/// How far a simple rational may be from the number in its place, as a power of 2: the widest
/// first, because simple values are the usual ones. What is found is proved; with more trials
/// values with longer fractions would be found.
const TRIALS: [u64; 4] = [10, 16, 22, 28];

/// The value itself, if simple rationals next to the Gram matrix of the vectors and to the diagonal
/// of the dual prove it.
pub fn exact(matrix: &Matrix, vectors: &Vectors, diagonal: &[Rational]) -> Option<Rational> {
    let largest =
        (0..matrix.len()).filter_map(|i| matrix.get(i)?.get(i)).max().cloned().unwrap_or_default();
    TRIALS.iter().find_map(|bits| {
        let simple = |x: &Rational, width: &Rational| {
            Rational::simplest_rational_in_closed_interval(&(x - width), &(x + width))
        };
        let width = Rational::from(largest.clone()) >> *bits;
        let diagonal: Vec<Rational> = diagonal.iter().map(|d| simple(d, &width)).collect();
        let width = Rational::ONE >> *bits;
        let entry = |i: usize, j: usize| match i == j {
            true => Some(Rational::ONE),
            false => Some(simple(
                &(Rational::from(inner(vectors.get(i)?, vectors.get(j)?)) >> (2 * FRACTION)),
                &width,
            )),
        };
        let indices = 0..matrix.len();
        let row = |i: usize| {
            indices.clone().map(|j| entry(i.min(j), i.max(j))).collect::<Option<Vec<_>>>()
        };
        let products: Vec<Vec<Rational>> = indices.clone().map(row).collect::<Option<_>>()?;
        proved(matrix, &products, &diagonal)
    })
}

/// The value of a programme, if X and d are feasible and have the same value.
pub fn proved(
    matrix: &Matrix,
    products: &[Vec<Rational>],
    diagonal: &[Rational],
) -> Option<Rational> {
    let upper = diagonal.iter().fold(Rational::ZERO, |sum, d| sum + d);
    let lower = matrix.iter().zip(products).fold(Rational::ZERO, |sum, (row, products)| {
        let terms = row.iter().zip(products).map(|(g, x)| Rational::from(g) * x);
        terms.fold(sum, |sum, term| sum + term)
    });
    let rest = |(i, row): (usize, &Vec<Integer>)| {
        let entry = |(j, g): (usize, &Integer)| match (i == j, diagonal.get(i)) {
            (true, Some(d)) => d - Rational::from(g),
            _ => -Rational::from(g),
        };
        row.iter().enumerate().map(entry).collect::<Vec<_>>()
    };
    let rest: Vec<Vec<Rational>> = matrix.iter().enumerate().map(rest).collect();
    let is_proved =
        lower == upper && is_semidefinite(integers(products)) && is_semidefinite(integers(&rest));
    is_proved.then_some(upper)
}

/// A matrix times the common denominator of its entries.
fn integers(rows: &[Vec<Rational>]) -> Vec<Vec<Integer>> {
    let common =
        rows.iter().flatten().fold(Natural::ONE, |common, x| common.lcm(x.denominator_ref()));
    let common = Rational::from(common);
    let integer = |x: &Rational| {
        let scaled = x * &common;
        Integer::from_sign_and_abs(scaled >= 0, scaled.numerator_ref().clone())
    };
    rows.iter().map(|row| row.iter().map(integer).collect()).collect()
}

/// The sum of the sizes of all entries: an upper bound, which signs attain where the matrix is
/// balanced.
pub fn sizes(matrix: &Matrix) -> Integer {
    matrix.iter().flatten().fold(Integer::ZERO, |sum, g| sum + g.abs())
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn integers_of(rows: &[&[i64]]) -> Vec<Vec<Integer>> {
        rows.iter().map(|row| row.iter().map(|x| Integer::from(*x)).collect()).collect()
    }

    fn rationals(entries: &[(i64, i64)]) -> Vec<Rational> {
        entries.iter().map(|(p, q)| Rational::from_signeds(*p, *q)).collect()
    }

    /// The strategy (2, 2, -1) of three steps: 29 with signs, and 30.
    const GRAM: [&[i64]; 3] = [&[9, 2, -2], &[2, 8, 4], &[-2, 4, 4]];

    #[test]
    fn a_value_needs_both_certificates() {
        let matrix = integers_of(&GRAM);
        let products = vec![
            rationals(&[(1, 1), (1, 4), (-1, 4)]),
            rationals(&[(1, 4), (1, 1), (7, 8)]),
            rationals(&[(-1, 4), (7, 8), (1, 1)]),
        ];
        let diagonal = rationals(&[(10, 1), (12, 1), (8, 1)]);
        assert_eq!(proved(&matrix, &products, &diagonal), Some(Rational::from(30)));
        // The same sums, but no Gram matrix, or not at least G.
        let mut others = products.clone();
        for (i, j, by) in [(0, 1, 1), (1, 0, 1), (0, 2, 1), (2, 0, 1)] {
            others[i][j] += Rational::from(by);
        }
        assert_eq!(proved(&matrix, &others, &diagonal), None);
        assert_eq!(proved(&matrix, &products, &rationals(&[(11, 1), (11, 1), (8, 1)])), None);
        // Different sums.
        assert_eq!(proved(&matrix, &products, &rationals(&[(11, 1), (12, 1), (8, 1)])), None);
    }

    /// Vectors that are divided by it have a norm of at most 1.
    #[test]
    fn norms_are_rounded_up() {
        let vector =
            |entries: &[i64]| entries.iter().map(|x| Integer::from(*x)).collect::<Vec<_>>();
        assert_eq!(
            (norm(&vector(&[3, -4])), norm(&vector(&[1, 1])), norm(&[])),
            (5.into(), 2.into(), 0.into())
        );
    }

    /// Whatever the vectors are, their value and the dual made from them are on both sides of 30,
    /// and the dual is feasible.
    #[test]
    fn proposals_become_certificates() {
        let matrix = integers_of(&GRAM);
        for number in (0..3u32.pow(9)).step_by(50) {
            let digit = |place: u32| i64::from(number / 3u32.pow(place) % 3) - 1;
            let vector = |i: u32| {
                (0..3)
                    .map(|j| Integer::from(digit(3 * i + j)) << FRACTION >> 1u32)
                    .collect::<Vec<_>>()
            };
            let vectors: Vec<Vec<Integer>> = (0..3).map(vector).collect();
            let (diagonal, upper) = dual(&matrix, &vectors);
            assert!(value(&matrix, &vectors) <= 30 && upper >= 30);
            assert_eq!(diagonal.iter().fold(Rational::ZERO, |sum, x| sum + x), upper);
            let rest: Vec<Vec<Rational>> = (0..3usize)
                .map(|i| {
                    let entry = |j: usize| match i == j {
                        true => &diagonal[i] - Rational::from(&matrix[i][j]),
                        false => -Rational::from(&matrix[i][j]),
                    };
                    (0..3).map(entry).collect()
                })
                .collect();
            assert!(is_semidefinite(integers(&rest)));
        }
    }
}
