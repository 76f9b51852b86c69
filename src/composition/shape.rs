//! The shape of a composition, which determines how it is computed.

use super::coordinates::Coordinates;
use crate::exact::real::Real;
use crate::mechanism::{ClosedForm, LossPair};
use crate::pair::{Atom, FinitePair, ThreePoint};
use crate::refusal::Refusal;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A composition, by how it is computed.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Noise with closed forms: one step, or several steps that are equivalent to one.
    Closed(ClosedForm),
    /// One three-point pair, k >= 1 times, eps > 0, alpha < 1, delta < 1.
    KFold {
        /// The pair.
        pair: ThreePoint,
        /// The number of steps.
        k: u64,
    },
    /// Finite pairs; without steps it is the empty composition.
    Finite(FiniteShape),
    /// One finite pair of many losses that is not composed, so that no common lattice is searched
    /// for.
    Listed(FinitePair),
    /// One pair of any other kind that is not composed.
    Step(LossPair),
}

/// A composition of finite pairs with the integer coordinates of their losses.
#[derive(Clone, Debug)]
pub struct FiniteShape {
    /// The pairs and their counts.
    pub steps: Vec<(FinitePair, u64)>,
    /// Coordinates of all their losses.
    pub coordinates: Coordinates,
    /// For each step, the coordinate vectors of its atoms.
    pub vectors: Vec<Vec<Vec<i64>>>,
}

impl FiniteShape {
    /// The coordinates of all losses of some finite pairs.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for losses whose coordinates do not fit in 64 bits, or a step of
    /// undecidable sign.
    pub fn new(steps: Vec<(FinitePair, u64)>) -> Result<FiniteShape, Refusal> {
        let losses: Vec<Real> = steps
            .iter()
            .flat_map(|(pair, _)| pair.atoms.iter().map(|atom| atom.loss.clone()))
            .collect();
        let unsupported = |missing: &str| Refusal::Unsupported {
            what: "this composition".into(),
            missing: missing.into(),
        };
        let mut coordinates = Coordinates::of(&losses)
            .ok_or_else(|| unsupported("its losses have no common lattice of 64-bit indices"))?;
        if let Some(step) = &coordinates.step {
            match step.sign() {
                Some(Ordering::Less) => coordinates.flip(),
                Some(_) => {}
                None => return Err(unsupported("the sign of a loss cannot be decided")),
            }
        }
        let mut rest = coordinates.vectors.clone();
        let (steps, vectors): (Vec<_>, Vec<_>) = steps
            .into_iter()
            .map(|(pair, count)| {
                let vectors = rest.drain(..pair.atoms.len()).collect();
                let (pair, vectors) = merged(pair, vectors);
                ((pair, count), vectors)
            })
            .unzip();
        // Sums of losses must fit in 64 bits.
        let reach = steps.iter().zip(&vectors).try_fold(0u64, |sum, ((_, count), vectors)| {
            let largest = vectors.iter().flatten().map(|n| n.unsigned_abs()).max().unwrap_or(0);
            sum.checked_add(largest.checked_mul(*count)?)
        });
        if reach.is_none_or(|reach| i64::try_from(reach).is_err()) {
            return Err(unsupported("its losses have no common lattice of 64-bit indices"));
        }
        Ok(FiniteShape { steps, coordinates, vectors })
    }

    /// The number of lattice points that the composition spans; `None` without a common step or
    /// beyond 64 bits.
    pub fn span(&self) -> Option<u64> {
        self.coordinates.step.as_ref()?;
        let mut span = 1u64;
        for ((_, count), vectors) in self.steps.iter().zip(&self.vectors) {
            let indices = || vectors.iter().filter_map(|v| v.first().copied());
            let (low, high) = (indices().min().unwrap_or(0), indices().max().unwrap_or(0));
            let width = u64::try_from(i128::from(high) - i128::from(low)).ok()?;
            span = span.checked_add(width.checked_mul(*count)?)?;
        }
        Some(span)
    }
}

/// The pair with its coordinates, where losses that are equal but written in several ways are one.
fn merged(pair: FinitePair, vectors: Vec<Vec<i64>>) -> (FinitePair, Vec<Vec<i64>>) {
    let mut places: HashMap<Vec<i64>, usize> = HashMap::new();
    let (mut atoms, mut distinct): (Vec<Atom>, Vec<Vec<i64>>) = (Vec::new(), Vec::new());
    for (atom, vector) in pair.atoms.into_iter().zip(vectors) {
        match places.get(&vector).and_then(|place| atoms.get_mut(*place)) {
            Some(known) => {
                known.p = &known.p + &atom.p;
                known.q = &known.q + &atom.q;
            }
            None => {
                places.insert(vector.clone(), atoms.len());
                atoms.push(atom);
                distinct.push(vector);
            }
        }
    }
    (FinitePair { atoms, ..pair }, distinct)
}
