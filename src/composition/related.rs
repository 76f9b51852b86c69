//! What bounds a composition beside its own route: the sum of its largest losses, and compositions
//! of a wider and of a narrower class.

use super::route::{FIRST_RANGE_BITS, is_one, orders, together};
use super::{Route, Shape};
use crate::composition::cost::Budget;
use crate::composition::grid::search::{is_unbounded, largest_loss};
use crate::exact::real::Real;
use crate::mechanism::{BoundedRange, Dominating, LossPair, Noise, Operation, Role};
use crate::pair::ThreePoint;

/// The pairs of a composition, with their counts.
type Steps = Vec<(LossPair, u64)>;

impl Route {
    /// The pairs of which the composition dominates, for each direction of neighbours; `None` where
    /// they are not known. They are those of the steps themselves, not of polygons around them,
    /// which have other losses.
    pub(crate) fn dominating_pairs(&self, budget: &Budget) -> Option<Vec<Steps>> {
        match self {
            Route::Grid(loss_pairs) => Some(vec![loss_pairs.clone()]),
            Route::Exact(Shape::Closed(closed)) => {
                Some(vec![vec![(LossPair::Noise(closed.noise()), 1)]])
            }
            Route::Exact(Shape::Listed(pair)) => {
                Some(vec![vec![(LossPair::Finite(pair.clone()), 1)]])
            }
            Route::Exact(_) => self.on_grid()?.dominating_pairs(budget),
            Route::Worst(routes) => {
                let all = routes
                    .iter()
                    .map(|route| route.dominating_pairs(budget))
                    .collect::<Option<Vec<_>>>()?;
                Some(all.into_iter().flatten().collect())
            }
            Route::Polygons { steps, between, .. } => {
                match steps.iter().map(|step| known(step, budget)).collect::<Option<Vec<_>>>() {
                    Some(known) => {
                        Route::worst(&together(&known), orders(steps), Role::Dominating, true)
                            .dominating_pairs(budget)
                    }
                    None => between.dominating_pairs(budget),
                }
            }
            Route::Between { dominating, .. } => dominating.dominating_pairs(budget),
            Route::Converted(_) => None,
        }
    }

    /// The route of the composition whose ranges are all chosen adaptively, where some of this one
    /// are not: it has more members, so that its upper bound of delta holds here.
    pub(crate) fn wider(&self, budget: &Budget) -> Option<Route> {
        let steps = self.steps_in_classes();
        steps.iter().any(|(step, _)| is_range(step, false)).then_some(())?;
        let wider =
            Route::between_polygons_of_ranges(&chosen(steps, true), FIRST_RANGE_BITS, budget)?;
        Some(wider.closer(budget))
    }

    /// The route of the composition of one range whose mechanisms are chosen before any output,
    /// where they may be chosen adaptively here: its members are among those of this one, so that
    /// its lower bound of delta holds here.
    pub(crate) fn narrower(&self) -> Option<Route> {
        let steps = self.steps_in_classes();
        steps.iter().any(|(step, _)| is_range(step, true)).then_some(())?;
        let narrower = chosen(steps, false);
        is_one(&narrower)
            .then(|| Route::worst(&together(&narrower), orders(steps), Role::Dominating, false))
    }

    /// The steps, where some of them are classes that have a wider or a narrower one.
    fn steps_in_classes(&self) -> &[(Dominating, u64)] {
        match self {
            Route::Polygons { steps, .. } | Route::Between { steps, .. } => steps,
            _ => &[],
        }
    }
}

/// A step of which the pairs are known; in the place of an operation, the guarantee of pure
/// differential privacy that it has.
fn known((step, count): &(Dominating, u64), budget: &Budget) -> Option<(Dominating, u64)> {
    match step {
        Dominating::Operation(operation) => {
            let pair = ThreePoint {
                eps: pure(operation, budget)?,
                delta: Real::zero(),
                alpha: Real::zero(),
            };
            Some((Dominating::ThreePoint(pair), *count))
        }
        step => (!step.has_operation()).then(|| (step.clone(), *count)),
    }
}

/// A number that no loss of an operation exceeds, in either direction of neighbours: at most the
/// largest of its parts.
fn pure(operation: &Operation, budget: &Budget) -> Option<Real> {
    let pure = |part: &Operation| pure(part, budget);
    match operation {
        Operation::Exact(pair) => largest(&[vec![(LossPair::Finite(pair.clone()), 1)]]),
        Operation::Part { mechanism, .. } => {
            largest(&Route::within(mechanism, budget).ok()?.dominating_pairs(budget)?)
        }
        Operation::Inverse(part) | Operation::Symmetrised(part) => pure(part),
        Operation::Intersection(parts) | Operation::Union(parts) => larger(parts.iter().map(&pure)),
        Operation::Mixture(parts) => larger(parts.iter().map(|(_, part)| pure(part))),
        Operation::Group { size, part } => Some(Real::from(*size) * pure(part)?),
        Operation::Allocation { .. } | Operation::Selection { .. } => None,
    }
}

/// A number that no loss of a step exceeds, in either direction of neighbours: its eps, if it has
/// one.
pub(super) fn pure_of(step: &Dominating, budget: &Budget) -> Option<Real> {
    let step = [(step.clone(), 1)];
    match &step[0].0 {
        Dominating::Zcdp(_) => None,
        Dominating::Operation(operation) => pure(operation, budget),
        _ => largest(
            &Route::worst(&step, orders(&step), Role::Dominating, false)
                .dominating_pairs(budget)?,
        ),
    }
}

/// The largest loss of some compositions, in both directions; `None` where there are infinite ones.
fn largest(all: &[Steps]) -> Option<Real> {
    let of = |steps: &Steps| (!is_unbounded(steps)?).then(|| largest_loss(steps)).flatten();
    larger(all.iter().flat_map(|steps| [of(steps), of(&LossPair::all_reversed(steps))]))
}

/// The largest of some numbers >= 0.
fn larger(all: impl Iterator<Item = Option<Real>>) -> Option<Real> {
    all.into_iter().try_fold(Real::zero(), |most, next| {
        let next = next?;
        Some(if next.compare(&most)?.is_gt() { next } else { most })
    })
}

/// Is the step a class of mechanisms of one range, chosen adaptively or before any output?
fn is_range(step: &Dominating, is_adaptive: bool) -> bool {
    matches!(step.noise(), Some(Noise::BoundedRange(range)) if range.is_adaptive == is_adaptive)
}

/// The steps, with all ranges chosen adaptively or before any output.
fn chosen(steps: &[(Dominating, u64)], is_adaptive: bool) -> Vec<(Dominating, u64)> {
    let chosen = |(step, count): &(Dominating, u64)| match step.noise() {
        Some(Noise::BoundedRange(range)) => {
            (Dominating::Noise(vec![BoundedRange { is_adaptive, ..range.clone() }.into()]), *count)
        }
        _ => (step.clone(), *count),
    };
    steps.iter().map(chosen).collect()
}
