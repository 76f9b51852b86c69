//! The value of a semidefinite programme between two certificates that an ascent proposes.

use super::programme::{FRACTION, Matrix, dual, exact, norm, pull, value};
use crate::control::{Control, Interrupted};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// The bits of the entries with which the ascent computes: as many as the vectors have. The
/// certificates have all of them.
const BITS: u64 = 96;
/// The gap at which the ascent ends, relative, as a power of 2: about fourteen digits, from which
/// the exact value is guessed and proved. A smaller one would need more sweeps, and more bits.
const GAP: u64 = 48;
/// The most sweeps: an ascent that has not ended by then converges slowly, and its certificates are
/// as right, with a wider gap.
const MOST_SWEEPS: u64 = 1 << 12;

/// The value of a programme: between two ends, which are equal where it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// It is at least this.
    pub lower: Rational,
    /// It is at most this.
    pub upper: Rational,
}

/// Encloses `max <G, X>` over positive semidefinite X with a diagonal of at most 1, until it is
/// narrow, or at most `enough`. `work` is charged.
///
/// Each sweep turns every vector towards what pulls it, which never lowers the value; rounding
/// errors only widen the result.
///
/// Cost: O(k^3) multiplications for a sweep; their number depends on the matrix.
///
/// # Errors
/// If the computation is interrupted.
///
/// Source: Wang, Chang & Kolter, "The Mixing method: low-rank coordinate descent for semidefinite
/// programming with diagonal constraints", for the ascent.
pub fn enclose(
    matrix: &Matrix,
    enough: &Rational,
    work: &mut u128,
    control: &Control,
) -> Result<Enclosed, Interrupted> {
    let k = matrix.len();
    let longest = matrix.iter().flatten().map(SignificantBits::significant_bits).max().unwrap_or(0);
    let shift = longest.saturating_sub(BITS);
    let short: Vec<Vec<Integer>> =
        matrix.iter().map(|row| row.iter().map(|g| g >> shift).collect()).collect();
    let unit = |i: usize| {
        (0..k).map(|j| if i == j { Integer::ONE << FRACTION } else { Integer::ZERO }).collect()
    };
    let mut vectors: Vec<Vec<Integer>> = (0..k).map(unit).collect();
    let (mut done, mut end) = (0, 8);
    loop {
        control.check()?;
        while done < end {
            for i in 0..k {
                let pull = pull(&short, &vectors, i);
                let length = norm(&pull);
                if length != 0
                    && let Some(vector) = vectors.get_mut(i)
                {
                    // Rounded towards 0, so that the norm stays at most 1.
                    *vector = pull.iter().map(|x| (x << FRACTION) / &length).collect();
                }
            }
            done += 1;
        }
        let (diagonal, upper) = dual(matrix, &vectors);
        let lower = value(matrix, &vectors);
        let is_narrow = (&upper - &lower) << GAP <= upper;
        if upper <= *enough {
            *work += cost(k, done, longest);
            return Ok(Enclosed { lower, upper });
        }
        if is_narrow || end >= MOST_SWEEPS {
            *work += cost(k, done, longest);
            let exact = exact(matrix, &vectors, &diagonal);
            let (lower, upper) = exact.map_or((lower, upper), |value| (value.clone(), value));
            return Ok(Enclosed { lower, upper });
        }
        end *= 2;
    }
}

/// Word operations of the sweeps and of the certificates between them.
fn cost(k: usize, sweeps: u64, longest: u64) -> u128 {
    let k = k as u128;
    let words = u128::from((longest + FRACTION) / 64 + 1) * k;
    k * k * k * (u128::from(sweeps) * 80 + 200 * words * words)
}
