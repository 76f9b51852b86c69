//! Mixtures of shifts of one noise, by the masses beyond any loss.
//!
//! `P = sum_i p_i nu(. - a_i)` and `Q = sum_j q_j nu(. - b_j)` for a symmetric noise nu whose
//! logarithm is concave, in units of its scale, where every `b_j <= a_i`. Then `nu(y - a) / nu(y -
//! b)` does not fall with y for any of them, and neither does the quotient of the sums:
//!
//! ```text
//! P(y) / Q(y) = sum_i p_i / (sum_j q_j nu(y - b_j) / nu(y - a_i)).
//! ```
//!
//! So the outcomes of losses greater than l are those beyond a cut, and their masses are sums of
//! tails of the noise.

mod gaussian;
mod laplace;
mod sums;

use super::Direction;
use super::tails::{GridPoint, LossTails, Masses};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use malachite::rational::Rational;

/// A part of a mixture.
#[derive(Clone, Debug)]
pub struct Part<E: Engine> {
    /// Its weight, > 0.
    pub weight: Interval<E>,
    /// Its shift.
    pub shift: Interval<E>,
    /// Its shift in a unit that all parts have in common.
    pub multiple: Rational,
}

/// The parts of P and of Q, each from the lowest shift to the highest.
#[derive(Clone, Debug)]
pub struct Parts<E: Engine> {
    /// Those of P.
    pub p: Vec<Part<E>>,
    /// Those of Q, none of them higher than one of P.
    pub q: Vec<Part<E>>,
    /// Is the highest of Q the lowest of P?
    pub meet: bool,
}

/// A noise: where the losses beyond a grid point begin, and its tails.
pub(super) trait Noise<E: Engine>: std::fmt::Debug + Send + Sync {
    /// Where losses become greater than a grid point: one of these cuts.
    fn cuts(&self, point: &GridPoint<E>) -> Vec<Cut<E>>;

    /// The mass of the noise above a place.
    fn tail(place: &Interval<E>) -> Interval<E>;
}

/// The outcomes beyond it have greater losses.
#[derive(Clone, Debug)]
pub(super) enum Cut<E: Engine> {
    /// Below all outcomes.
    Start,
    /// Inside.
    At(Interval<E>),
    /// Above all outcomes.
    End,
}

/// A pair of mixtures of one noise.
#[derive(Debug)]
struct Shifted<E: Engine, N> {
    parts: Parts<E>,
    noise: N,
    direction: Direction,
}

/// The tails of (P, Q), or of (Q, P), of Gaussian noise of variance 1.
pub fn gaussian<E: Engine>(parts: Parts<E>, direction: Direction) -> impl LossTails<E> + 'static {
    Shifted { noise: gaussian::Gaussian::of(&parts), parts, direction }
}

/// The same of Laplace noise of scale 1.
pub fn laplace<E: Engine>(parts: Parts<E>, direction: Direction) -> impl LossTails<E> + 'static {
    Shifted { noise: laplace::Laplace::of(&parts), parts, direction }
}

impl<E: Engine, N: Noise<E>> Shifted<E, N> {
    /// The masses above the cut; in (Q, P) those below, of Q and of P.
    fn beyond(&self, cut: &Cut<E>, precision: u64) -> Masses<E> {
        let one = Interval::one(precision);
        let place = match (cut, self.direction) {
            (Cut::At(place), _) => place,
            (Cut::Start, Direction::Forward) | (Cut::End, Direction::Reverse) => {
                return Masses { p: one.clone(), q: one };
            }
            (Cut::End, Direction::Forward) | (Cut::Start, Direction::Reverse) => {
                return Masses::zero(precision);
            }
        };
        let of = |parts: &[Part<E>]| {
            let tail = |part: &Part<E>| match self.direction {
                Direction::Forward => N::tail(&(place - &part.shift)),
                Direction::Reverse => N::tail(&(&part.shift - place)),
            };
            let masses = parts.iter().map(|part| &part.weight * &tail(part));
            masses.fold(Interval::zero(precision), |sum, mass| &sum + &mass).probability()
        };
        let masses = Masses { p: of(&self.parts.p), q: of(&self.parts.q) };
        if self.direction == Direction::Forward { masses } else { masses.reversed() }
    }
}

impl<E: Engine, N: Noise<E>> LossTails<E> for Shifted<E, N> {
    fn above(&self, point: &GridPoint<E>) -> Masses<E> {
        let precision = point.loss.precision();
        let cuts = match self.direction {
            Direction::Forward => self.noise.cuts(point),
            Direction::Reverse => self.noise.cuts(&point.mirrored()),
        };
        let masses = cuts.iter().map(|cut| self.beyond(cut, precision));
        masses.reduce(|x, y| x.hull(&y)).unwrap_or_else(|| {
            let one = Interval::one(precision);
            Masses::zero(precision).hull(&Masses { p: one.clone(), q: one })
        })
    }
}
