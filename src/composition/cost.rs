//! Estimates, made before anything is computed.

use super::{Arithmetic, FiniteShape, Shape, kfold};
use crate::exact::real::{Node, Real, rational_bits};
use crate::pair::ThreePoint;
use crate::refusal::{Refusal, Resource, TooCostly};

/// How much a request may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations on machine words.
    pub work: u64,
    /// Bytes.
    pub memory: u64,
    /// Bits of working precision.
    pub precision: u64,
}

impl Default for Limits {
    /// About two minutes of one core, 4 GiB, 65536 bits.
    fn default() -> Self {
        Limits { work: 100_000_000_000, memory: 4 << 30, precision: 1 << 16 }
    }
}

/// Estimated consumption.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Operations on machine words.
    pub work: u128,
    /// Bytes.
    pub memory: u128,
}

impl Cost {
    /// Both, one after the other.
    pub fn plus(&self, other: &Cost) -> Cost {
        Cost { work: self.work.saturating_add(other.work), memory: self.memory.saturating_add(other.memory) }
    }

    /// Is it within the limits?
    ///
    /// # Errors
    /// The resource that is short, with the estimate.
    pub fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        let over = |estimate, limit, resource| Err(Refusal::TooCostly(TooCostly { estimate, limit, resource }));
        if self.work > u128::from(limits.work) {
            over(self.work, u128::from(limits.work), Resource::Work)
        } else if self.memory > u128::from(limits.memory) {
            over(self.memory, u128::from(limits.memory), Resource::Memory)
        } else {
            Ok(())
        }
    }
}

/// Words an operation on numbers of so many bits touches, with its overhead.
fn words(bits: u64) -> u128 {
    u128::from(bits / 64 + 1)
}

/// Walks count lattice points in 64 bits, up to twice k.
pub const MAX_COUNT: u64 = 1 << 60;

/// An enclosing walk over k lattice points: `kept` numbers stay in memory for each.
pub fn enclosed_walk(k: u64, precision: u64, kept: u64) -> Cost {
    let word = words(precision);
    Cost {
        work: u128::from(k) * 400 * (word + word * word / 4),
        memory: u128::from(k) * u128::from(kept) * (96 + word * 8),
    }
}

/// An exact walk: about five passes over integers that grow to k log d bits.
pub fn exact_walk(pair: &ThreePoint, k: u64, kept: u64) -> Option<Cost> {
    let bits = kfold::RationalPair::of(pair)?.denominator_bits();
    let long = words(k.saturating_mul(bits));
    Some(Cost { work: u128::from(k) * 4 * long, memory: u128::from(k) * u128::from(kept) * (32 + long * 8 / 2) })
}

/// Reading delta at every point of the lattice of a finite shape: an exponential each.
pub fn lattice_points(shape: &Shape) -> Cost {
    let points = match shape {
        Shape::Finite(finite) => finite.span().map_or(0, u128::from),
        _ => 0,
    };
    Cost { work: points * 30_000, memory: points * 500 }
}

/// Products of more lattice points than this are enumerated instead, where that is cheaper.
const MAX_SPARSE: u128 = 1 << 40;

/// Atoms of the enumerated composition: at most the multisets of each step's atoms.
fn enumerated_atoms(shape: &FiniteShape) -> u128 {
    let span = shape.span().map_or(MAX_SPARSE, u128::from);
    let mut atoms = 1u128;
    for (pair, count) in &shape.steps {
        let extra = pair.atoms.len().saturating_sub(1);
        let step = (0..extra).fold(1u128, |product, i| {
            let i = i as u128 + 1;
            (product.saturating_mul(u128::from(*count) + i) / i).min(MAX_SPARSE)
        });
        atoms = atoms.saturating_mul(step).min(MAX_SPARSE);
    }
    atoms.min(span)
}

/// Is the composition better multiplied as dense polynomials than enumerated?
pub fn is_dense(shape: &FiniteShape) -> bool {
    match shape.span() {
        Some(span) => u128::from(span) <= 64 * enumerated_atoms(shape).max(16),
        None => false,
    }
}

/// Bits of the largest rational number in each step's masses, times the steps: how far exact
/// coefficients grow.
pub fn denominator_bits(shape: &FiniteShape) -> u64 {
    let bits = largest_rational;
    let step = |pair: &crate::pair::FinitePair| {
        let masses = pair.atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
        masses.chain([&pair.p_infinite, &pair.q_infinite]).map(bits).max().unwrap_or(0)
    };
    shape.steps.iter().fold(0u64, |sum, (pair, count)| sum.saturating_add(step(pair).saturating_mul(*count)))
}

/// Bits of the largest rational number in an expression.
fn largest_rational(x: &Real) -> u64 {
    let node = match x {
        Real::Rational(x) => return rational_bits(x),
        Real::Expression(node) => node,
    };
    match node.as_ref() {
        Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => largest_rational(x).max(largest_rational(y)),
        Node::Pow(x, n) => largest_rational(x).saturating_mul(n.unsigned_abs()),
        Node::Exp(x) | Node::Ln(x) | Node::Sqrt(x) => largest_rational(x),
    }
}

/// What a table costs in a tier.
pub fn table(shape: &Shape, arithmetic: Arithmetic) -> Cost {
    let finite = match shape {
        Shape::Gaussian(_) | Shape::Laplace(_) => return Cost::default(),
        Shape::KFold { pair, k } => {
            return match arithmetic {
                Arithmetic::Exact => exact_walk(pair, *k, 8).unwrap_or_default(),
                Arithmetic::Enclosed { precision } => enclosed_walk(*k, precision, 10),
            };
        }
        Shape::Listed(pair) => {
            // Sorted by likelihood ratio, and summed up.
            let atoms = pair.atoms.len() as u128;
            return Cost { work: atoms.saturating_mul(20_000), memory: atoms.saturating_mul(1_000) };
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
            Cost {
                work: size.saturating_mul(200 + 20 * u128::from(size.max(2).ilog2())),
                memory: size.saturating_mul(64),
            }
        }
        _ => {
            let atoms = enumerated_atoms(finite);
            let largest = finite.steps.iter().map(|(pair, _)| pair.atoms.len() as u128).max().unwrap_or(1);
            let pairs = atoms.saturating_mul(atoms.min(largest.saturating_mul(16)));
            Cost {
                work: pairs.saturating_mul(500 + word.saturating_mul(word)),
                memory: atoms.saturating_mul(300 + word * 32),
            }
        }
    }
}
