//! Which route a composition takes.

use super::coordinates::Coordinates;
use super::cost::MAX_COUNT;
use crate::exact::real::Real;
use crate::mechanism::{Dominating, Gaussian, Laplace, Mechanism};
use crate::pair::{FinitePair, ThreePoint};
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// A composition, sorted by how it is computed.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Gaussians only: one Gaussian.
    Gaussian(Gaussian),
    /// A single Laplace mechanism.
    Laplace(Laplace),
    /// One three-point pair, k >= 1 times, eps > 0, alpha < 1, delta < 1.
    KFold {
        /// The pair.
        pair: ThreePoint,
        /// How often.
        k: u64,
    },
    /// Finite pairs; no steps at all is the empty composition.
    Finite(FiniteShape),
}

/// A composition of finite pairs with the integer coordinates of their losses.
#[derive(Clone, Debug)]
pub struct FiniteShape {
    /// The pairs and how often each is taken.
    pub steps: Vec<(FinitePair, u64)>,
    /// Coordinates of all their losses.
    pub coordinates: Coordinates,
    /// For each step, the coordinate vectors of its atoms.
    pub vectors: Vec<Vec<Vec<i64>>>,
}

impl Shape {
    /// The shape of a mechanism.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] where no exact route exists: the Laplace mechanism composed with
    /// anything, the Gaussian composed with anything else.
    pub fn of(mechanism: &Mechanism) -> Result<Shape, Refusal> {
        let mut steps: Vec<(Dominating, u64)> = mechanism.steps().ok_or_else(|| Refusal::Unsupported {
            what: "this many steps".into(),
            missing: "a mechanism may be taken 2^64 - 1 times".into(),
        })?;
        steps.retain(|(step, _)| !is_silent(step));
        let unsupported = |what: &str| Refusal::Unsupported {
            what: what.into(),
            missing: "it needs a certified privacy-loss grid, because its losses are continuous".into(),
        };
        match steps.as_slice() {
            [(Dominating::Laplace(laplace), 1)] => return Ok(Shape::Laplace(laplace.clone())),
            [(Dominating::ThreePoint(pair), k)] if !pair.is_degenerate() && *k <= MAX_COUNT => {
                return Ok(Shape::KFold { pair: pair.clone(), k: *k });
            }
            _ => {}
        }
        let is_gaussian = |(step, _): &(Dominating, u64)| matches!(step, Dominating::Gaussian(_));
        if !steps.is_empty() && steps.iter().all(is_gaussian) {
            let squares = steps.iter().filter_map(|(step, count)| match step {
                Dominating::Gaussian(gaussian) => Some(Real::from(*count).mul(&gaussian.mu_squared)),
                _ => None,
            });
            let mu_squared = squares.fold(Real::zero(), |sum, square| sum.add(&square));
            return Ok(Shape::Gaussian(Gaussian { mu_squared }));
        }
        let finite = steps.into_iter().map(|(step, count)| match step {
            Dominating::ThreePoint(pair) => Ok((pair.to_finite(), count)),
            Dominating::Finite(pair) => Ok((pair, count)),
            Dominating::Gaussian(_) => Err(unsupported("a Gaussian composed with another kind")),
            Dominating::Laplace(_) => Err(unsupported("a composition with the Laplace mechanism")),
        });
        FiniteShape::new(finite.collect::<Result<_, _>>()?).map(Shape::Finite)
    }
}

/// Does the step release nothing: P = Q?
fn is_silent(step: &Dominating) -> bool {
    match step {
        Dominating::ThreePoint(pair) => pair.is_degenerate() && pair.delta.is_zero(),
        Dominating::Finite(_) => false,
        Dominating::Gaussian(gaussian) => gaussian.mu_squared.is_zero(),
        Dominating::Laplace(laplace) => laplace.eps0.is_zero(),
    }
}

impl FiniteShape {
    /// The coordinates of all losses of some finite pairs.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for losses whose coordinates do not fit in 64 bits, or a step of
    /// undecidable sign.
    pub fn new(steps: Vec<(FinitePair, u64)>) -> Result<FiniteShape, Refusal> {
        let losses: Vec<Real> =
            steps.iter().flat_map(|(pair, _)| pair.atoms.iter().map(|atom| atom.loss.clone())).collect();
        let unsupported =
            |missing: &str| Refusal::Unsupported { what: "this composition".into(), missing: missing.into() };
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
        let vectors: Vec<Vec<Vec<i64>>> =
            steps.iter().map(|(pair, _)| rest.drain(..pair.atoms.len()).collect()).collect();
        // No sum of losses may leave 64 bits.
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
