//! The tensor product: two mechanisms on the same data, edge by edge.
//!
//! Rational curves are multiplied as integers over a common denominator. The expensive part is to
//! sort n m likelihood ratios. They are compared by the leading 127 bits; only ties, which are
//! usually equal ratios, are compared exactly.

use super::{AlgebraError, Curve};
use crate::exact::effort;
use crate::exact::field::common_denominator;
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use crate::pair::{Atom, FinitePair, compare_products};
use crate::parallel;
use malachite::Natural;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use rayon::prelude::*;
use std::cmp::Ordering;

impl Curve {
    /// `f (x) g`, the trade-off function of the product of their pairs: two mechanisms in sequence.
    /// Edges of equal slope are merged.
    ///
    /// Commutative, associative, with [`Curve::identity`]. Source: Dong, Roth & Su, Definition 5.
    /// Cost: a sort of all pairs of edges; for two rational curves of 1000 edges about a second.
    ///
    /// # Errors
    /// If an order is undecided.
    pub fn tensor(&self, other: &Curve) -> Result<Curve, AlgebraError> {
        let p_infinite = union(&self.p_infinite, &other.p_infinite);
        let q_infinite = union(&self.q_infinite, &other.q_infinite);
        if let (Some(first), Some(second)) = (Factor::of(self), Factor::of(other)) {
            return Ok(Curve { p_infinite, edges: product(&first, &second), q_infinite });
        }
        let edges = self.edges.iter().flat_map(|x| {
            other.edges.iter().map(|y| Atom {
                loss: LogLinear::of(&(&x.loss + &y.loss)).to_real(),
                p: &x.p * &y.p,
                q: &x.q * &y.q,
            })
        });
        Curve::from_edges(p_infinite, edges.collect(), q_infinite)
    }
}

impl Curve {
    /// The tensor product of pairs, each as often as it is counted; `None` if it has more than `most`
    /// edges, or a pair is counted more often.
    ///
    /// # Errors
    /// If an order is undecided.
    pub(crate) fn of_steps(
        steps: &[(FinitePair, u64)],
        most: usize,
    ) -> Result<Option<Curve>, AlgebraError> {
        let mut whole = Curve::identity();
        for (pair, count) in steps {
            if *count > most as u64 || pair.atoms.len() > most {
                return Ok(None);
            }
            let step = Curve::of(pair)?;
            for _ in 0..*count {
                whole = whole.tensor(&step)?;
                if whole.edges.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(whole))
    }
}

/// `1 - (1 - x)(1 - y)`.
fn union(x: &Real, y: &Real) -> Real {
    x + (1 - x) * y
}

/// A rational curve, as integers.
struct Factor {
    edges: Vec<Edge>,
    p_denominator: Natural,
    q_denominator: Natural,
}

struct Edge {
    p: Natural,
    q: Natural,
    ratio: Rational,
    /// `mantissa 2^exponent <= ratio < (mantissa + 1) 2^exponent`, `2^63 <= mantissa < 2^64`.
    mantissa: u64,
    exponent: i64,
    residue: u64,
}

impl Factor {
    /// The factor of a curve; `None` unless all masses are rational.
    fn of(curve: &Curve) -> Option<Factor> {
        let side = |mass: fn(&Atom) -> &Real| -> Option<(Vec<Natural>, Natural)> {
            let masses: Vec<&Rational> =
                curve.edges.iter().map(|edge| mass(edge).as_rational()).collect::<Option<_>>()?;
            let denominator = common_denominator(masses.iter().copied());
            let scale = Rational::from(&denominator);
            Some((
                masses.iter().map(|mass| (*mass * &scale).into_numerator()).collect(),
                denominator,
            ))
        };
        let (p, p_denominator) = side(|edge| &edge.p)?;
        let (q, q_denominator) = side(|edge| &edge.q)?;
        let edges = curve.edges.iter().zip(p.into_iter().zip(q)).map(|(edge, (p, q))| {
            let ratio = edge.p.as_rational()? / edge.q.as_rational()?;
            let (mantissa, exponent) = leading(&ratio)?;
            let residue = residue(&ratio);
            Some(Edge { p, q, ratio, mantissa, exponent, residue })
        });
        Some(Factor { edges: edges.collect::<Option<_>>()?, p_denominator, q_denominator })
    }
}

/// The leading 64 bits of a positive number, rounded down.
fn leading(ratio: &Rational) -> Option<(u64, i64)> {
    let (top, bottom) = (ratio.numerator_ref(), ratio.denominator_ref());
    let bits = |x: &Natural| i64::try_from(x.significant_bits()).ok();
    // The quotient has 64 or 65 bits.
    let mut shift = 64 - (bits(top)? - bits(bottom)?);
    let mut quotient = if shift >= 0 { (top << shift) / bottom } else { top / (bottom << -shift) };
    if quotient.significant_bits() > 64 {
        quotient >>= 1u32;
        shift -= 1;
    }
    Some((u64::try_from(&quotient).ok()?, -shift))
}

/// The prime 2^61 - 1.
const MODULUS: u64 = (1 << 61) - 1;

fn times(x: u64, y: u64) -> u64 {
    (u128::from(x) * u128::from(y) % u128::from(MODULUS)) as u64
}

/// A homomorphism from the positive rationals: equal ratios have equal residues, others hardly
/// ever.
fn residue(ratio: &Rational) -> u64 {
    let modulus = Natural::from(MODULUS);
    let unit = |x: &Natural| {
        let mut x = x.clone();
        loop {
            let rest = &x % &modulus;
            if rest != Natural::ZERO {
                return u64::try_from(&rest).unwrap_or(1);
            }
            x /= &modulus;
        }
    };
    // The inverse is the power MODULUS - 2.
    let (mut inverse, mut square, mut left) = (1, unit(ratio.denominator_ref()), MODULUS - 2);
    while left > 0 {
        if left & 1 == 1 {
            inverse = times(inverse, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    times(unit(ratio.numerator_ref()), inverse)
}

/// One edge of each factor.
#[derive(Clone, Copy)]
struct Term<'a> {
    /// `mantissa 2^exponent <= ratio < (mantissa + SLACK) 2^exponent`, with `2^127 <= mantissa`.
    mantissa: u128,
    exponent: i64,
    residue: u64,
    edges: (&'a Edge, &'a Edge),
}

const SLACK: u128 = 1 << 67;

impl<'a> Term<'a> {
    fn new(x: &'a Edge, y: &'a Edge) -> Term<'a> {
        let (mut mantissa, mut exponent) =
            (u128::from(x.mantissa) * u128::from(y.mantissa), x.exponent + y.exponent);
        if mantissa.leading_zeros() > 0 {
            mantissa <<= 1;
            exponent -= 1;
        }
        Term { mantissa, exponent, residue: times(x.residue, y.residue), edges: (x, y) }
    }

    fn ratio(&self) -> Rational {
        &self.edges.0.ratio * &self.edges.1.ratio
    }

    /// The order of the ratios by products, none of which is reduced.
    fn compare_ratios(&self, other: &Term<'_>) -> Ordering {
        let (n, d) = (Rational::numerator_ref, Rational::denominator_ref);
        let [(a, b), (x, y)] =
            [self.edges, other.edges].map(|(first, second)| (&first.ratio, &second.ratio));
        compare_products([n(a), n(b), d(x), d(y)], [n(x), n(y), d(a), d(b)])
    }

    /// The order of the ratios, if the leading bits decide it.
    fn compare_leading(&self, other: &Term<'_>) -> Option<Ordering> {
        let (x, y) = match self.exponent - other.exponent {
            0 => (self.mantissa, other.mantissa),
            1 => (self.mantissa, other.mantissa >> 1),
            -1 => (self.mantissa >> 1, other.mantissa),
            difference => return Some(difference.cmp(&0)),
        };
        (x.abs_diff(y) > SLACK).then(|| x.cmp(&y))
    }

    /// The order of the ratios.
    fn compare(&self, other: &Term<'_>) -> Ordering {
        self.compare_leading(other).unwrap_or_else(|| self.compare_ratios(other))
    }

    /// The order of the ratios, where near ones with the same residue count as equal.
    fn compare_by_residue(&self, other: &Term<'_>) -> Ordering {
        self.compare_leading(other).unwrap_or_else(|| match self.residue == other.residue {
            true => Ordering::Equal,
            false => self.compare_ratios(other),
        })
    }
}

/// The edges of a product, steepest first.
fn product(first: &Factor, second: &Factor) -> Vec<Atom> {
    let count = first.edges.len().saturating_mul(second.edges.len()) as u64;
    let bits = first.p_denominator.significant_bits() + second.p_denominator.significant_bits();
    // Four products each, and comparisons: as many as the count has bits.
    effort::products(count.saturating_mul(4 + u64::from(count.max(1).ilog2())), bits);
    let mut terms: Vec<Term<'_>> = first
        .edges
        .iter()
        .flat_map(|x| second.edges.iter().map(move |y| Term::new(x, y)))
        .collect();
    parallel::uncounted(|| {
        terms.par_sort_unstable_by(|x, y| y.compare_by_residue(x));
        // Residues are not a proof: the order is checked.
        let is_ordered = terms.par_windows(2).all(|ends| match ends {
            [x, y] => x.compare(y).is_ge(),
            _ => true,
        });
        if !is_ordered {
            terms.par_sort_unstable_by(|x, y| y.compare(x));
        }
    });
    let runs: Vec<&[Term<'_>]> =
        terms.chunk_by(|x, y| x.residue == y.residue && x.compare(y).is_eq()).collect();
    let p_denominator = &first.p_denominator * &second.p_denominator;
    let q_denominator = &first.q_denominator * &second.q_denominator;
    let edge = |run: &&[Term<'_>]| {
        let (mut p, mut q) = (Natural::ZERO, Natural::ZERO);
        for Term { edges: (x, y), .. } in run.iter() {
            p += &x.p * &y.p;
            q += &x.q * &y.q;
        }
        let loss = run.first().map_or_else(Real::zero, |term| Real::from(term.ratio()).ln());
        let mass = |x: Natural, denominator: &Natural| {
            Real::from(Rational::from_naturals(x, denominator.clone()))
        };
        Atom { loss, p: mass(p, &p_denominator), q: mass(q, &q_denominator) }
    };
    parallel::map(&runs, edge)
}
