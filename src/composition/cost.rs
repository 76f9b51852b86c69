//! Cost estimates, made before a computation.

use super::{Arithmetic, FiniteShape, Shape, kfold};
use crate::exact::real::{Node, Real, rational_bits};
pub use crate::limits::{Budget, Cost, Limits};
use crate::mechanism::LossPair;
use crate::pair::{FinitePair, ThreePoint};

/// Word operations of an operation on numbers of `bits` bits, with its overhead.
fn words(bits: u64) -> u128 {
    u128::from(bits / 64 + 1)
}

/// Walks count lattice points in 64 bits, up to twice k.
pub const MAX_COUNT: u64 = 1 << 60;

/// An enclosing walk over k lattice points, with `kept` numbers in memory for each.
pub fn enclosed_walk(k: u64, precision: u64, kept: u64) -> Cost {
    let word = words(precision);
    Cost {
        work: u128::from(k) * 400 * (word + word * word / 4),
        memory: u128::from(k) * u128::from(kept) * (96 + word * 8),
    }
}

/// An exact walk: about four passes over integers that grow to k log d bits.
pub fn exact_walk(pair: &ThreePoint, k: u64, kept: u64) -> Option<Cost> {
    let bits = kfold::RationalPair::of(pair)?.denominator_bits();
    let long = words(k.saturating_mul(bits));
    Some(Cost {
        work: u128::from(k) * 4 * long,
        memory: u128::from(k) * u128::from(kept) * (32 + long * 8 / 2),
    })
}

/// A few exponentials and logarithms at a precision.
fn expressions(precision: u64) -> Cost {
    let word = words(precision);
    Cost { work: 100_000 + word * word * 1_000, memory: word * 800 }
}

/// One attempt at a closed form of the normal distribution, at a precision. A series has as many
/// terms as the precision has bits; a value takes a few series, and the search for an eps a few
/// dozen values.
pub fn closed_form(precision: u64, is_searched: bool) -> Cost {
    let word = words(precision);
    let searched = u128::from(precision) * (100_000 + word * word.isqrt() * 800);
    Cost { work: if is_searched { searched } else { searched / 24 }, memory: word * 8_000 }
}

/// An expression, evaluated once: each of its nodes as an exponential or a logarithm.
pub fn expression(x: &Real, precision: u64) -> Cost {
    digits(nodes(x, MAX_NODES), precision.max(largest_rational(x).min(1 << 30)))
}

/// Exponentials or logarithms of any precision: products of long numbers take less than the square
/// of their length.
pub fn digits(count: u64, precision: u64) -> Cost {
    let word = words(precision);
    Cost {
        work: u128::from(count).saturating_mul(4_000).saturating_mul(word * word.isqrt()),
        memory: u128::from(count) * (200 + word * 64),
    }
}

/// Nodes of an expression are counted up to this: what is larger is refused in any case, and an
/// expression whose parts are shared can have more nodes than could ever be counted.
const MAX_NODES: u64 = 1 << 20;

/// The nodes of an expression, as often as they are evaluated, up to a number.
fn nodes(x: &Real, most: u64) -> u64 {
    let Real::Expression(node) = x else { return 1 };
    if most == 0 {
        return 0;
    }
    1 + match node.as_ref() {
        Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => {
            let first = nodes(x, most - 1);
            first + nodes(y, (most - 1).saturating_sub(first))
        }
        Node::Pow(x, _) | Node::Exp(x) | Node::Ln(x) | Node::Sqrt(x) => nodes(x, most - 1),
    }
}

/// So many exponentials or logarithms, one after the other.
pub fn evaluations(count: u64, precision: u64) -> Cost {
    let word = words(precision);
    Cost {
        work: u128::from(count) * 4_000 * word * word,
        memory: u128::from(count) * (200 + word * 16),
    }
}

/// The masses of one step beyond one loss: two values of a closed form, with the series that they
/// have, or a sum over its outcomes.
pub fn at_loss(loss_pair: &LossPair, precision: u64) -> Cost {
    let word = words(precision);
    let outcomes = u128::from(loss_pair.outcomes()) * (u128::from(precision) / 128).max(1);
    let series = u128::from(loss_pair.series_work()).saturating_mul(1 + word * word / 8);
    let work = match outcomes {
        0 => u128::from(precision) * 500 * word.isqrt(),
        outcomes => outcomes.saturating_mul(100 + word * word),
    };
    Cost { work: work.saturating_add(series), memory: 0 }
}

/// What does not depend on a loss: the list of the outcomes of one step.
pub fn listing(loss_pair: &LossPair, precision: u64) -> Cost {
    match loss_pair.outcomes() {
        0 => Cost::default(),
        outcomes => of_outcomes(outcomes, precision, false),
    }
}

/// Losses at which a search for an eps or a beta evaluates tails, about: it is for the estimate
/// alone.
const SEARCHED_LOSSES: u128 = 100;

/// One attempt at one step.
pub fn step(loss_pair: &LossPair, precision: u64, is_searched: bool) -> Cost {
    match loss_pair.outcomes() {
        0 => {
            let tails = closed_form(precision, is_searched);
            let series =
                u128::from(loss_pair.series_work()).saturating_mul(1 + words(precision).pow(2) / 8);
            let losses = if is_searched { SEARCHED_LOSSES } else { 1 };
            Cost { work: (2 * tails.work).saturating_add(series.saturating_mul(losses)), ..tails }
        }
        outcomes => of_outcomes(outcomes, precision, is_searched),
    }
}

fn of_outcomes(outcomes: u64, precision: u64, is_searched: bool) -> Cost {
    let (word, searched) = (words(precision), if is_searched { 3 } else { 1 });
    // The depth to which outcomes are listed grows with the square of the precision, and their
    // number with its root.
    let listed = u128::from(outcomes) * (u128::from(precision) / 128).max(1);
    Cost {
        work: listed.saturating_mul(searched * (20_000 + word * word * 300)),
        memory: listed.saturating_mul(400 + word * 48),
    }
}

/// Listing the outcomes of loss pairs.
pub fn listed(outcomes: u64) -> Cost {
    Cost { work: u128::from(outcomes) * 5_000, memory: u128::from(outcomes) * 1_000 }
}

/// Reading delta at every point of the lattice of a finite shape: an exponential each.
pub fn lattice_points(shape: &Shape) -> Cost {
    let points = match shape {
        Shape::Finite(finite) => finite.span().map_or(0, u128::from),
        _ => 0,
    };
    Cost { work: points * 30_000, memory: points * 500 }
}

/// Products with more lattice points than this are enumerated instead, where that is cheaper.
/// Estimates are cut off here: that number of points is terabytes.
const MAX_SPARSE: u128 = 1 << 40;

/// Atoms of the enumerated composition: at most the multisets of each step's atoms.
fn enumerated_atoms(shape: &FiniteShape) -> u128 {
    let span = shape.span().map_or(MAX_SPARSE, u128::from);
    let step = |(pair, count): &(FinitePair, u64)| multisets(pair.atoms.len(), *count);
    shape
        .steps
        .iter()
        .map(step)
        .fold(1u128, |atoms, step| atoms.saturating_mul(step).min(MAX_SPARSE))
        .min(span)
}

/// Multisets of size `count` from `atoms` atoms.
fn multisets(atoms: usize, count: u64) -> u128 {
    (1..atoms).fold(1u128, |product, i| {
        (product.saturating_mul(u128::from(count) + i as u128) / i as u128).min(MAX_SPARSE)
    })
}

/// Pairs of atoms that meet when the composition is enumerated: each step's power by squaring, and
/// then the product of the powers.
fn enumerated_pairs(shape: &FiniteShape) -> u128 {
    let span = shape.span().map_or(MAX_SPARSE, u128::from);
    let (mut pairs, mut composed) = (0u128, 0u128);
    for (pair, count) in &shape.steps {
        let atoms = |count| multisets(pair.atoms.len(), count).min(span);
        let mut done = 0u64;
        for bit in 0..count.checked_ilog2().map_or(0, |highest| highest + 1) {
            let square = 1u64 << bit;
            if count & square != 0 {
                let met = if done == 0 { 0 } else { atoms(done).saturating_mul(atoms(square)) };
                pairs = pairs.saturating_add(met);
                done |= square;
            }
            if square.leading_zeros() > count.leading_zeros() {
                pairs = pairs.saturating_add(atoms(square).saturating_mul(atoms(square)));
            }
        }
        pairs = pairs.saturating_add(composed.saturating_mul(atoms(*count)));
        composed = composed.max(1).saturating_mul(atoms(*count)).min(span);
    }
    pairs
}

/// The most units of which one loss of the enumerated composition has multiples.
fn most_terms(shape: &FiniteShape) -> u128 {
    let terms = |vector: &Vec<i64>| vector.iter().filter(|n| **n != 0).count() as u128;
    let steps = shape.steps.iter().zip(&shape.vectors).map(|((_, count), vectors)| {
        let most = vectors.iter().map(terms).max().unwrap_or(0);
        most.saturating_mul(u128::from(*count))
    });
    steps.fold(0u128, u128::saturating_add).min(shape.coordinates.units.len() as u128)
}

/// Is it cheaper to multiply the composition as dense polynomials than to enumerate it?
pub fn is_dense(shape: &FiniteShape) -> bool {
    match shape.span() {
        Some(span) => u128::from(span) <= 64 * enumerated_atoms(shape).max(16),
        None => false,
    }
}

/// Bits of the largest rational number in each step's masses, times the number of steps: the growth
/// of exact coefficients.
pub fn denominator_bits(shape: &FiniteShape) -> u64 {
    let bits = largest_rational;
    let step = |pair: &FinitePair| {
        let masses = pair.atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
        masses.chain([&pair.p_infinite, &pair.q_infinite]).map(bits).max().unwrap_or(0)
    };
    shape
        .steps
        .iter()
        .fold(0u64, |sum, (pair, count)| sum.saturating_add(step(pair).saturating_mul(*count)))
}

/// Bits of the largest rational number in an expression.
pub(super) fn largest_rational(x: &Real) -> u64 {
    let node = match x {
        Real::Rational(x) => return rational_bits(x),
        Real::Expression(node) => node,
    };
    match node.as_ref() {
        Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => {
            largest_rational(x).max(largest_rational(y))
        }
        Node::Pow(x, n) => largest_rational(x).saturating_mul(n.unsigned_abs()),
        Node::Exp(x) | Node::Ln(x) | Node::Sqrt(x) => largest_rational(x),
    }
}

/// The cost of a table in an arithmetic.
pub fn table(shape: &Shape, arithmetic: Arithmetic) -> Cost {
    let finite = match shape {
        Shape::Closed(closed) => {
            return match arithmetic {
                Arithmetic::Exact => Cost::default(),
                Arithmetic::Enclosed { precision } if closed.has_expressions() => {
                    expressions(precision)
                }
                Arithmetic::Enclosed { precision } => closed_form(precision, true),
            };
        }
        Shape::KFold { pair, k } => {
            return match arithmetic {
                Arithmetic::Exact => exact_walk(pair, *k, 8).unwrap_or_default(),
                Arithmetic::Enclosed { precision } => enclosed_walk(*k, precision, 10),
            };
        }
        Shape::Listed(pair) => {
            // Atoms are sorted by likelihood ratio, and summed.
            let atoms = pair.atoms.len() as u128;
            return Cost {
                work: atoms.saturating_mul(20_000),
                memory: atoms.saturating_mul(1_000),
            };
        }
        Shape::Step(loss_pair) => {
            return match arithmetic {
                Arithmetic::Exact => Cost::default(),
                Arithmetic::Enclosed { precision } => step(loss_pair, precision, true),
            };
        }
        Shape::Finite(finite) => finite,
    };
    let bits = match arithmetic {
        Arithmetic::Exact => denominator_bits(finite),
        Arithmetic::Enclosed { precision } => precision,
    };
    let word = words(bits);
    match finite.span() {
        Some(span) if is_dense(finite) => {
            let size = u128::from(span) * 2 * word;
            // The masses of each step are enclosed from both sides: an exponential each.
            let masses: u128 =
                finite.steps.iter().map(|(pair, _)| pair.atoms.len() as u128 * 4).sum();
            Cost {
                work: size.saturating_mul(200 + 20 * u128::from(size.max(2).ilog2()))
                    + masses * 30_000,
                memory: size.saturating_mul(64),
            }
        }
        _ => {
            let (atoms, units) = (enumerated_atoms(finite), finite.coordinates.units.len() as u128);
            // Vectors are added and compared as pairs of atoms meet, and each loss in the end is a
            // sum of multiples of units.
            let pairs = enumerated_pairs(finite)
                .saturating_mul(500 + word.saturating_mul(word) + 60 * units);
            Cost {
                work: pairs.saturating_add(atoms.saturating_mul(3_000 + 400 * most_terms(finite))),
                memory: atoms.saturating_mul(300 + word * 32 + 8 * units),
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::composition::Route;
    use crate::composition::product::Product;
    use crate::exact::semiring::Semiring;
    use crate::mechanism::Mechanism;
    use malachite::rational::Rational;
    use std::cell::Cell;

    thread_local! {
        static PRODUCTS: Cell<u128> = const { Cell::new(0) };
    }

    /// An element that only counts its products.
    #[derive(Clone)]
    struct Counting;

    impl Semiring for Counting {
        fn plus(&self, _: &Self) -> Self {
            Counting
        }
        fn times(&self, _: &Self) -> Self {
            PRODUCTS.set(PRODUCTS.get() + 1);
            Counting
        }
        fn is_null(&self) -> bool {
            false
        }
    }

    /// Masses 1/n at prime ratios: no two multisets of these losses have the same sum.
    fn step(atoms: usize) -> FinitePair {
        let primes = [2, 3, 5, 7, 11];
        let real = |n: u64, d: u64| Real::from(Rational::from_unsigneds(n, d));
        let outcome = |(i, prime): (usize, &u64)| {
            let p = real(1, 100 + i as u64);
            (p.clone(), &p / real(*prime, 1), Some(Real::from(Rational::from(*prime)).ln()))
        };
        FinitePair::from_outcomes(primes.iter().take(atoms).enumerate().map(outcome)).unwrap()
    }

    #[test]
    fn pairs_are_counted_as_they_meet() {
        for (atoms, counts) in
            [(2, vec![1, 2, 3, 4, 6, 7, 8, 21, 64]), (3, vec![1, 2, 5, 8, 13]), (4, vec![3, 4])]
        {
            for count in counts {
                let shape = FiniteShape::new(vec![(step(atoms), count), (step(2), 3)]).unwrap();
                PRODUCTS.set(0);
                let powers =
                    shape.steps.iter().zip(&shape.vectors).map(|((pair, count), vectors)| {
                        let masses = pair.atoms.iter().map(|_| (Counting, Counting));
                        let atoms = vectors.iter().cloned().zip(masses).collect();
                        let (p_infinite, q_infinite, denominator) = (Counting, Counting, Counting);
                        let factor = Product { atoms, p_infinite, q_infinite, denominator };
                        factor.power(*count)
                    });
                powers.reduce(|product, power| product.times(&power)).unwrap();
                // Two for each pair of atoms, and five beside them each time.
                let (products, estimate) = (PRODUCTS.get(), 2 * enumerated_pairs(&shape));
                assert!(
                    (estimate..estimate + 5 * 32).contains(&products),
                    "{atoms}^{count}: {products}, {estimate}"
                );
            }
        }
    }

    /// The composition of a mechanism of finite pairs.
    fn finite(mechanism: &str) -> FiniteShape {
        let budget = crate::Options::default().budget();
        match Route::within(&Mechanism::parse(mechanism).unwrap(), &budget).unwrap() {
            Route::Exact(Shape::Finite(shape)) => shape,
            Route::Worst(routes) => match routes.into_iter().next() {
                Some(Route::Exact(Shape::Finite(shape))) => shape,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// The atoms of the composition, and the pairs that met, with elements that only count.
    fn enumerated(shape: &FiniteShape) -> (u128, u128) {
        PRODUCTS.set(0);
        let powers = shape.steps.iter().zip(&shape.vectors).map(|((_, count), vectors)| {
            let atoms =
                vectors.iter().map(|vector| (vector.clone(), (Counting, Counting))).collect();
            let (p_infinite, q_infinite, denominator) = (Counting, Counting, Counting);
            Product { atoms, p_infinite, q_infinite, denominator }.power(*count)
        });
        let product = powers.reduce(|product, power| product.times(&power)).unwrap();
        (product.atoms.len() as u128, PRODUCTS.get() / 2)
    }

    /// Work for each loss that is listed, and each of its units, is part of the estimate.
    #[test]
    fn losses_are_counted_with_their_units() {
        for (atoms, count) in [(3, 13), (4, 8), (5, 6)] {
            let shape = FiniteShape::new(vec![(step(atoms), count)]).unwrap();
            let (units, terms) = (shape.coordinates.units.len() as u128, most_terms(&shape));
            let (listed, pairs) = enumerated(&shape);
            // No two multisets have one sum.
            assert_eq!(listed, enumerated_atoms(&shape));
            let cost = table(&Shape::Finite(shape), Arithmetic::Enclosed { precision: 128 });
            // An interval has two ends: four products and two sums of words for a pair, one of each
            // for a unit.
            let counted = pairs * (6 * 9 + units) + listed * terms * 6 * 9;
            assert!(
                cost.work > 4 * counted && cost.work < 100 * counted,
                "{} {counted}",
                cost.work
            );
        }
    }

    /// Residues whose losses are unrelated: what would take minutes is refused, and is then merged
    /// on a grid.
    #[test]
    fn unrelated_losses_are_refused_in_time() {
        for eps in ["ln(2)", "1"] {
            let of = |count: u64| {
                finite(&format!(
                    "additive(noise=wrapped-discrete-laplace, eps={eps}, modulus=16, sensitivity=1)^{count}"
                ))
            };
            let shape = of(3);
            // Opposite losses are seen, as inverse ratios: fewer sums differ than there are
            // multisets.
            let vectors = shape.vectors.first().unwrap();
            let opposite = |vector: &Vec<i64>| vector.iter().map(|n| -n).collect::<Vec<_>>();
            assert!(vectors.iter().all(|vector| vectors.contains(&opposite(vector))), "{eps}");
            let (listed, pairs) = enumerated(&shape);
            assert!(
                listed < enumerated_atoms(&shape) && pairs <= enumerated_pairs(&shape) + 5 * 32,
                "{eps}"
            );
            let check = |count| {
                table(&Shape::Finite(of(count)), Arithmetic::Enclosed { precision: 128 })
                    .check(&Limits::default())
            };
            assert!(check(8).is_ok() && check(10).is_err(), "{eps}");
        }
    }
}
