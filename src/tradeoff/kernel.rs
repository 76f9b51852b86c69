//! Blackwell's theorem, constructively: the kernel that turns a dominating pair into the dominated
//! one.

use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A row-stochastic matrix K of rationals with `P_A K = P_B` and `Q_A K = Q_B` for the two pairs of
/// distributions for which it was constructed; both products were computed and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// For each outcome of A the outcomes of B that it may become, with their probabilities > 0.
    rows: Vec<Vec<(usize, Rational)>>,
    columns: usize,
}

/// The remaining part of an outcome of A.
struct Piece<'a> {
    row: usize,
    /// `p/(p+q)`, in [0, 1].
    share: &'a Rational,
    /// The remaining mass `p+q`, > 0.
    mass: Rational,
}

impl Kernel {
    /// The kernel that turns the pair A into the pair B, both given by their masses (p, q), outcome
    /// by outcome in any order; `None` where A does not dominate B.
    ///
    /// ```
    /// use dpcert::tradeoff::Kernel;
    /// use malachite::rational::Rational;
    /// let mirrored = |masses: &[(u32, u32)], sum: u32| -> Vec<_> {
    ///     masses.iter().map(|(p, q)| (Rational::from_unsigneds(*p, sum), Rational::from_unsigneds(*q, sum))).collect()
    /// };
    /// // Randomised response with e^eps = 4 becomes that with e^eps = 2 by randomising the response.
    /// let (strong, weak) = (mirrored(&[(4, 1), (1, 4)], 5), mirrored(&[(2, 1), (1, 2)], 3));
    /// let kernel = Kernel::between(&strong, &weak).expect("the first dominates");
    /// assert_eq!(kernel.to_rows()[0], [Rational::from_unsigneds(7u32, 9u32), Rational::from_unsigneds(2u32, 9u32)]);
    /// assert_eq!(Kernel::between(&weak, &strong), None);
    /// ```
    ///
    /// An outcome of mass `m = p + q` is a point at `c = p/(p+q)` in [0, 1], where infinite
    /// likelihood ratios are the ordinary point 1. Write `h(c) = sum [(1-c) p - c q]_+`, which is
    /// `(1-c) delta(c/(1-c))`: A dominates B if and only if `h_A >= h_B` (Blackwell). The outcomes
    /// of B are served one by one, each with a *window* of the remainder of A. A window is a
    /// sub-measure that is contiguous in the order of c, split only at its two ends, with exactly
    /// the outcome's masses p and q.
    ///
    /// - *The window exists.* The outcome b is a sum of parts of A, because A dominates. Among the
    ///   parts of A that weigh `m_b`, the leftmost window has the most p and the rightmost one the
    ///   least, and p varies continuously as the window slides from the one to the other: some
    ///   window has `p_b`.
    /// - *The remainder of A dominates the remainder of B.* Let the window reach from c = l to c =
    ///   u. Outside of (l, u) all of the window is on one side of c, where `[.]_+` is linear. So
    ///   window and b contribute the same to h, and the difference `h_A - h_B` is unchanged. Inside
    ///   of (l, u) nothing of A remains. There its h is therefore linear in c, that of B is convex,
    ///   and the order is known at both ends.
    ///
    /// The last window takes the last of A, whose masses are those of B: every row sums to 1. That
    /// is the shadow of Beiglböck & Juillet 2016, used here for finite measures and two moments.
    ///
    /// The result is checked at the end, so that a kernel is a proof by itself. Cost: the slides of
    /// a window pass an outcome of A at most twice, O(n m) operations on rationals; at most n + 2 m
    /// entries. The fractions are solutions of two linear equations in the given masses, and do not
    /// grow.
    pub fn between(a: &[(Rational, Rational)], b: &[(Rational, Rational)]) -> Option<Kernel> {
        let weight = |(p, q): &(Rational, Rational)| p + q;
        let share = |masses: &(Rational, Rational)| {
            let weight = weight(masses);
            if weight == 0 { Rational::ZERO } else { &masses.0 / weight }
        };
        let shares: Vec<Rational> = a.iter().map(share).collect();
        let pieces = a.iter().zip(&shares).enumerate();
        let mut pieces: Vec<Piece<'_>> = pieces
            .map(|(row, (masses, share))| Piece { row, share, mass: weight(masses) })
            .collect();
        pieces.retain(|piece| piece.mass != 0);
        pieces.sort_by(|x, y| y.share.cmp(x.share));

        let mut rows = vec![Vec::new(); a.len()];
        for (column, masses) in b.iter().enumerate() {
            let taken = window(&masses.0, weight(masses), &pieces)?;
            for (piece, part) in pieces.iter_mut().zip(taken) {
                if part != 0 {
                    rows.get_mut(piece.row)?.push((column, &part / weight(a.get(piece.row)?)));
                    piece.mass -= part;
                }
            }
            pieces.retain(|piece| piece.mass != 0);
        }
        // Where A has no mass, any row is valid.
        for (row, masses) in rows.iter_mut().zip(a) {
            if weight(masses) == 0 && !b.is_empty() {
                row.push((0, Rational::ONE));
            }
        }
        let kernel = Kernel { rows, columns: b.len() };
        kernel.turns(a, b).then_some(kernel)
    }

    /// Is it row-stochastic, and do its products with the masses of A equal those of B?
    pub fn turns(&self, a: &[(Rational, Rational)], b: &[(Rational, Rational)]) -> bool {
        let mut sums = vec![(Rational::ZERO, Rational::ZERO); self.columns];
        for (row, (p, q)) in self.rows.iter().zip(a) {
            let mut total = Rational::ZERO;
            for (column, probability) in row {
                let Some(sum) = sums.get_mut(*column) else {
                    return false;
                };
                if *probability < 0 {
                    return false;
                }
                total += probability;
                sum.0 += probability * p;
                sum.1 += probability * q;
            }
            if total != 1 {
                return false;
            }
        }
        self.rows.len() == a.len() && sums == b
    }

    /// The number of outcomes of A and of B.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns)
    }

    /// All entries, row by row.
    pub fn to_rows(&self) -> Vec<Vec<Rational>> {
        let dense = |row: &Vec<(usize, Rational)>| {
            let mut entries = vec![Rational::ZERO; self.columns];
            for (column, probability) in row {
                if let Some(entry) = entries.get_mut(*column) {
                    *entry = probability.clone();
                }
            }
            entries
        };
        self.rows.iter().map(dense).collect()
    }
}

/// The part of each piece in the window that has mass `mass`, `p` of it under P; `None` if there is
/// no such window. The shares of the pieces descend.
fn window(p: &Rational, mass: Rational, pieces: &[Piece<'_>]) -> Option<Vec<Rational>> {
    let mut taken = vec![Rational::ZERO; pieces.len()];
    // The leftmost window, and its excess of p over the wanted one.
    let mut missing = mass;
    let mut excess = -p;
    let mut right = 0;
    while missing > 0 {
        let piece = pieces.get(right)?;
        let part = if missing < piece.mass { missing.clone() } else { piece.mass.clone() };
        missing -= &part;
        excess += &part * piece.share;
        taken[right] = part;
        right += 1;
    }
    right = right.saturating_sub(1);
    let mut left = 0;
    // The window slides to the right until one end meets the border of a piece, or p is the wanted
    // one.
    while excess > 0 {
        while *taken.get(left)? == 0 {
            left += 1;
        }
        while right <= left || taken.get(right)? == &pieces.get(right)?.mass {
            right += 1;
            pieces.get(right)?;
        }
        let room = &pieces[right].mass - &taken[right];
        let whole = if taken[left] < room { taken[left].clone() } else { room };
        let fall = pieces[left].share - pieces[right].share;
        let step = match (&whole * &fall).cmp(&excess) {
            Ordering::Greater => &excess / &fall,
            _ => whole,
        };
        excess -= &step * &fall;
        taken[left] -= &step;
        taken[right] += step;
    }
    (excess == 0).then_some(taken)
}
