//! A scalar on finer and finer grids, between closer and closer polygons.

use super::enclose::enclose;
use super::on_shape::cheap_part;
use super::scalar::{Decision, Evaluation, Goal, Refinement, Scalar, ScalarGoal};
use crate::composition::Route;
use crate::composition::cost::Budget;
use crate::composition::grid::search::Shared;
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use crate::refusal::{Refusal, TooCostly};
use malachite::rational::Rational;

/// Evaluates a scalar on grids until `goal` accepts it, or nothing narrows it any more; with the
/// route that has the closest polygons.
///
/// # Errors
/// The refusal of the first grid, or `instead_of`, that of another way, if that is nearer to its
/// limit.
pub(super) fn on_grids<E: Engine>(
    coarse: Route,
    instead_of: Option<Refusal>,
    sought: &ScalarGoal<'_>,
    shared: &Shared<'_, E>,
    goal: &mut Goal<'_, E>,
) -> Result<(Route, Evaluation<E>), Refusal> {
    let scalar = sought.scalar;
    let mut refining = Refining {
        route: coarse,
        scalar,
        gap: Rational::from(1) >> sought.gap_bits,
        width: None,
        stalled: 0,
    };
    let mut enclosed = match refining.shown(sought.shown_bits, shared) {
        Some(found) => Ok(found),
        None => enclose(&refining.route, scalar, &refining.gap, shared),
    };
    let mut last = None;
    loop {
        let interval = match (enclosed, last) {
            (Ok(interval), _) => interval,
            (Err(refusal), None) => return Err(cheaper(instead_of, refusal)),
            (Err(_), Some(decision)) => return Ok(refining.ended(decision)),
        };
        let precision = interval.precision();
        let is_infinite = !interval.lower().is_finite();
        let outcome = match is_infinite {
            true => Outcome::Infinite,
            false => Outcome::Number(Value::Enclosed(interval.clone())),
        };
        let met = goal(&outcome, precision, Refinement::Grid);
        let decision = Decision { outcome, precision, met };
        if met || is_infinite || !refining.narrow(&interval, shared.budget) {
            return Ok(refining.ended(decision));
        }
        last = Some(decision);
        enclosed = enclose(&refining.route, scalar, &refining.gap, shared);
    }
}

/// How far a search has come.
struct Refining<'a, E: Engine> {
    route: Route,
    scalar: &'a Scalar,
    /// The relative gap of the next enclosure, about.
    gap: Rational,
    /// The width of the last enclosure.
    width: Option<E::Float>,
    /// The number of enclosures in a row that did not narrow it.
    stalled: usize,
}

/// The number of finer grids in a row that may be useless before the search ends: each is eight
/// times as fine as the last.
const MOST_STALLED: usize = 3;
/// The next gap is the last one in 2 to this power.
const FINER_BITS: u64 = 3;
/// Bits with which widths are compared: they decide how fine the next grid is.
const ROUGH: u64 = 64;

impl<E: Engine> Refining<'_, E> {
    /// An enclosure with the digits that are shown, if it is cheap: most of a small budget is left
    /// for the verdict.
    fn shown(&mut self, bits: Option<u64>, shared: &Shared<'_, E>) -> Option<Interval<E>> {
        let fine = Rational::from(1) >> bits?;
        let cheap = Shared { budget: &cheap_part(shared.budget), ..*shared };
        let found = enclose::<E>(&self.route, self.scalar, &fine, &cheap).ok()?;
        if found.has_relative_gap(&fine) {
            self.gap = fine;
        }
        Some(found)
    }

    /// Takes a finer grid, or closer polygons, after an enclosure. Is there anything left to take?
    fn narrow(&mut self, found: &Interval<E>, budget: &Budget) -> bool {
        // As a float: the rational of a tiny width would be as long as its exponent is large.
        let width = found.upper().sub(found.lower(), ROUGH, Rounding::Up);
        let is_narrowed = self.width.as_ref().is_none_or(|before| {
            let three = E::Float::from_u64(3);
            let three_quarters =
                before.mul(&three, ROUGH, Rounding::Down).shift(-2, ROUGH, Rounding::Down);
            width.is_finite() && width <= three_quarters
        });
        self.stalled = if is_narrowed { 0 } else { self.stalled + 1 };
        self.width = Some(width);
        if self.stalled <= self.most_stalled() {
            self.gap >>= FINER_BITS;
        } else if let Some(finer) = self.route.finer(budget) {
            self.route = finer;
        } else {
            return false;
        }
        if matches!(self.scalar, Scalar::Eps { .. }) {
            self.route = self.route.clone().close_at(&points_of(found), budget);
        }
        true
    }

    /// The useless enclosures in a row after which a grid is as fine as is useful.
    fn most_stalled(&self) -> usize {
        match self.scalar {
            // Between the bounds of different mechanisms there is a gap that no grid narrows; closer
            // polygons may.
            _ if self.route.is_between() => 0,
            // Where both errors are small, beta has only an absolute accuracy.
            Scalar::Beta { .. } | Scalar::Gdp { .. } => 1,
            // If a much finer grid does not narrow it, it is as narrow as possible.
            Scalar::Delta { .. } | Scalar::Eps { .. } | Scalar::Tv => MOST_STALLED,
        }
    }

    fn ended(self, decision: Decision<E>) -> (Route, Evaluation<E>) {
        let method = self.route.method();
        (self.route, Evaluation { decision, refinement: Refinement::Grid, method })
    }
}

/// The refusal, of those of two ways, whose estimate is nearer to its limit.
fn cheaper(exactly: Option<Refusal>, on_grid: Refusal) -> Refusal {
    let excess = |refusal: &Refusal| match refusal {
        Refusal::TooCostly(TooCostly { estimate, limit, .. }) => estimate / limit.max(&1),
        _ => u128::MAX,
    };
    match exactly {
        Some(exactly) if excess(&exactly) < excess(&on_grid) => exactly,
        _ => on_grid,
    }
}

/// The parts into which an interval of eps is divided: polygons that touch the function at their
/// ends are close to it between them.
const PARTS: u32 = 16;

/// Points of an interval of eps at which closer polygons help.
fn points_of<E: Engine>(x: &Interval<E>) -> Vec<Rational> {
    let Some(lower) = x.lower().to_rational() else {
        return Vec::new();
    };
    let upper = x.upper().to_rational().unwrap_or_else(|| &lower + Rational::from(PARTS));
    let step = (upper - &lower) / Rational::from(PARTS);
    (0..=PARTS).map(|i| &lower + &step * Rational::from(i)).collect()
}
