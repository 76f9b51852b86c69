//! A composed pair, atom by atom: all queries of a finite pair read it.

use super::coordinates::Coordinates;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;

/// The masses at one loss.
#[derive(Clone, Debug)]
pub struct Row<E: Engine> {
    /// Mass under P, > 0.
    pub p: Value<E>,
    /// Mass under Q, > 0.
    pub q: Value<E>,
}

/// The finite losses of a table, descending.
#[derive(Clone, Debug)]
pub enum Losses {
    /// Multiples of one step > 0.
    Lattice {
        /// The grid step of the lattice, > 0.
        step: Real,
        /// The multiples, descending.
        indices: Vec<i64>,
    },
    /// Sums of the units of some coordinates.
    Sums {
        /// The coordinates.
        coordinates: Coordinates,
        /// How often each unit is in each loss.
        vectors: Vec<Vec<i64>>,
    },
    /// Any exact numbers.
    Listed(Vec<Real>),
}

impl Losses {
    /// The number of losses.
    pub fn len(&self) -> usize {
        match self {
            Losses::Lattice { indices, .. } => indices.len(),
            Losses::Sums { vectors, .. } => vectors.len(),
            Losses::Listed(losses) => losses.len(),
        }
    }

    /// Are there no finite losses: is all mass at infinity?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The i-th largest loss; the last one beyond the end, 0 if there are no losses.
    pub fn get(&self, i: usize) -> Real {
        match self {
            Losses::Lattice { step, indices } => {
                let index = indices.get(i).or(indices.last()).copied().unwrap_or(0);
                Real::from(index) * step
            }
            Losses::Sums { coordinates, vectors } => vectors
                .get(i)
                .or(vectors.last())
                .map_or_else(Real::zero, |vector| coordinates.loss(vector)),
            Losses::Listed(losses) => {
                losses.get(i).or(losses.last()).cloned().unwrap_or_else(Real::zero)
            }
        }
    }
}

/// A composed finite pair.
#[derive(Clone, Debug)]
pub struct Table<E: Engine> {
    /// The losses, descending.
    pub losses: Losses,
    /// The masses, in the order of the losses.
    pub rows: Vec<Row<E>>,
    /// P-mass at loss +inf.
    pub p_infinite: Value<E>,
    /// Q-mass at loss -inf.
    pub q_infinite: Value<E>,
}
