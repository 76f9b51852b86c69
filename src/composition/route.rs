//! The route to an answer: which of exact sums, a grid, a conversion, polygons or the worst of
//! several a composition takes, and how close its polygons get.

use super::allocation;
use super::between::FIRST_POLYGON_BITS;
use super::cost::{self, Budget, MAX_COUNT};
use super::method::Method;
use super::related::pure_of;
use super::{Between, Fineness, FiniteShape, Shape, ranges};
use crate::exact::real::Real;
use crate::mechanism::{
    Adjacency, Around, Beside, BoundedRange, ClosedForm, Directed, Dominating, LossPair,
    MOST_RANGES, Mechanism, Noise, Operation, Orders, Role, Sampled, Sampler, Zcdp,
    rho_beside_zcdp,
};
use crate::pair::{Atom, Direction};
use crate::refusal::Refusal;
use crate::tradeoff::Curve;
use malachite::rational::Rational;

/// The route from a composition to its quantities.
#[derive(Clone, Debug)]
pub enum Route {
    /// Exact up to the working precision: lattices, enumerations, closed forms.
    Exact(Shape),
    /// On a grid of losses: each loss pair with its count.
    Grid(Vec<(LossPair, u64)>),
    /// By conversions from zCDP, each an upper bound: the class, and the sum of the eps of the steps
    /// that are composed with it and not taken into it.
    Converted(Vec<(Zcdp, Real)>),
    /// The largest delta of several routes: the directions of neighbours.
    Worst(Vec<Route>),
    /// A dominating composition that neighbours need not attain, and one that they do attain.
    Between {
        /// For the upper bound of delta.
        dominating: Box<Route>,
        /// For the lower bound.
        attained: Box<Route>,
        /// The steps, where some of them are classes with a wider or a narrower one; otherwise
        /// none.
        steps: Vec<(Dominating, u64)>,
    },
    /// Between polygons around trade-off functions that operations make from others, or between the
    /// pairs around a random allocation, as close as required.
    Polygons {
        /// The steps.
        steps: Vec<(Dominating, u64)>,
        /// The distance of the polygons of the parts.
        fineness: Fineness,
        /// The route between them.
        between: Box<Route>,
    },
}

/// Bits of the distance of one polygon after another around an operation: each costs eight times as
/// much as the last.
const OPERATION_BITS: [u32; 3] = [FIRST_POLYGON_BITS, 19, 25];
/// The first polygons around bounded ranges settle what is far from the truth: coarser than other
/// first ones, because their work grows faster as they become closer.
pub(super) const FIRST_RANGE_BITS: u32 = 7;
/// The same around mechanisms of one range: one more at the beginning, because the first of the
/// others is costly for many mechanisms.
const RANGE_BITS: [u32; 4] = [FIRST_RANGE_BITS, FIRST_POLYGON_BITS, 19, 25];
/// The same around those of several ranges: bounds of these do not meet, and closer polygons would
/// leave their distance as it is.
const RANGES_BITS: [u32; 3] = [FIRST_RANGE_BITS, FIRST_POLYGON_BITS, LAST_OF_BOUNDS];
/// The same for the pairs around a random allocation: each costs four times as much as the last.
const ALLOCATION_BITS: [u32; 3] = [FIRST_POLYGON_BITS, 15, 17];
/// The polygon below several choices is at most `2^-19` from their hull: the last but one of the
/// distances of polygons, closer than the gap of an answer between polygons by default.
const CHOICE_POLYGON_BITS: u32 = 19;
/// Where no polygons meet, these are the only ones of a composition, or the last ones of several
/// ranges: a single step has them near the losses that are asked.
const LAST_OF_BOUNDS: u32 = 17;

impl Route {
    /// The method of its answers.
    pub fn method(&self) -> Method {
        match self {
            Route::Exact(Shape::Closed(_)) => Method::ClosedForm,
            Route::Exact(Shape::Step(loss_pair)) if loss_pair.outcomes() == 0 => Method::ClosedForm,
            Route::Exact(Shape::KFold { .. }) => Method::Lattice,
            Route::Exact(Shape::Finite(finite)) if cost::is_dense(finite) => Method::Lattice,
            Route::Exact(Shape::Finite(_) | Shape::Listed(_) | Shape::Step(_)) => {
                Method::Enumeration
            }
            Route::Grid(_) => Method::Grid,
            Route::Converted(_) => Method::ZcdpConversion,
            Route::Worst(routes) => {
                let mut methods = routes.iter().map(Route::method);
                let first = methods.next().unwrap_or(Method::Lattice);
                if methods.any(|method| method == Method::Grid) { Method::Grid } else { first }
            }
            Route::Between { dominating, .. } => dominating.method(),
            Route::Polygons { steps, .. } if are_exact_but_for_allocations(steps) => Method::Grid,
            Route::Polygons { .. } => Method::Polygons,
        }
    }

    /// The shape from which a table of losses, or a named closed form, is made.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Route::Exact(Shape::Step(_)) => None,
            Route::Exact(shape) => Some(shape),
            _ => None,
        }
    }

    /// Do neighbours attain the upper bound?
    pub fn is_attained(&self) -> bool {
        match self {
            Route::Polygons { steps, .. } => are_exact_but_for_allocations(steps),
            Route::Between { .. } => false,
            Route::Exact(_) | Route::Grid(_) | Route::Worst(_) | Route::Converted(_) => true,
        }
    }

    /// The route of a quantity that is read from the privacy profile at eps >= 0.
    ///
    /// Of one sample without replacement neighbours attain it at each such eps: where all other
    /// records are equal, and the record is as they are in one of both data sets, their outputs are
    /// `(1-q) Q + q P` and Q, whose delta at g >= 1 is `q delta(1 + (g-1)/q)` (Balle, Barthe &
    /// Gaboardi, Theorem 13). Their trade-off function is not that of the pair, which is symmetric.
    pub(crate) fn of_profile(self, mechanism: &Mechanism) -> Route {
        let steps = mechanism.steps().unwrap_or_default();
        let is_one_sample = matches!(
            steps.as_slice(),
            [(Dominating::Sampled(Sampled { base, sampler: Sampler::WithoutReplacement, .. }), 1)]
                if base.is_attained() && !base.has_range()
        );
        match self {
            Route::Between { dominating, .. } if is_one_sample => *dominating,
            route => route,
        }
    }

    /// Are there two mechanisms, between whose bounds no grid is fine enough?
    pub fn is_between(&self) -> bool {
        matches!(self, Route::Between { .. } | Route::Polygons { .. })
    }

    /// The same route between closer polygons; `None` where there are no polygons, or they are the
    /// closest ones.
    pub fn finer(&self, budget: &Budget) -> Option<Route> {
        let Route::Polygons { steps, fineness, .. } = self else {
            return None;
        };
        if steps.iter().any(|(step, _)| step.has_gap()) {
            return None;
        }
        let has_operation = steps.iter().any(|(step, _)| step.has_operation());
        let stages = match steps.iter().any(|(step, _)| step.is_allocation()) {
            true => ALLOCATION_BITS.as_slice(),
            false if ranges::are_several(steps) => &RANGES_BITS,
            false if has_operation => &OPERATION_BITS,
            false => &RANGE_BITS,
        };
        let gap_bits = *stages.iter().find(|bits| **bits > fineness.gap_bits)?;
        let fineness = Fineness { gap_bits, budget: budget.clone(), ..fineness.clone() };
        if has_operation {
            return Route::between_polygons(steps, fineness).ok();
        }
        Route::between_polygons_of_ranges(steps, fineness.gap_bits, budget)
    }

    /// The same route between polygons that are closer than the first ones of an operation, where
    /// there are some.
    pub(super) fn closer(mut self, budget: &Budget) -> Route {
        while let Route::Polygons { fineness, .. } = &self
            && fineness.gap_bits <= FIRST_POLYGON_BITS
            && let Some(finer) = self.finer(budget)
        {
            self = finer;
        }
        self
    }

    /// For a single step, the same route between polygons whose profiles are close at the given eps
    /// >= 0.
    #[must_use]
    pub fn close_at(self, eps: &[Rational], budget: &Budget) -> Route {
        if let Route::Polygons { steps, fineness, .. } = &self
            && let [(step @ Dominating::Operation(_), 1)] = steps.as_slice()
            && !step.is_allocation()
        {
            let losses = eps.iter().flat_map(|eps| [eps.clone(), -eps]).collect();
            let fineness = Fineness { losses, budget: budget.clone(), ..fineness.clone() };
            if let Ok(route) = Route::between_polygons(steps, fineness) {
                return route;
            }
        }
        self
    }

    /// The route of a mechanism. The pairs around a random allocation, which it contains, are
    /// charged to a budget.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for more than 2^64 - 1 steps; [`Refusal::TooCostly`], or an
    /// interrupt of the computation.
    pub fn within(mechanism: &Mechanism, budget: &Budget) -> Result<Route, Refusal> {
        let steps: Vec<(Dominating, u64)> =
            mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let mut splits = steps.iter().filter_map(|(step, _)| splits(step));
        if let Some(first) = splits.next()
            && splits.any(|other| other != first)
        {
            return Err(Refusal::Unsupported {
                what: "a composition of samples with groups of different sizes".into(),
                missing: "all its steps are about the same group: give each one the same size"
                    .into(),
            });
        }
        of_same_neighbours(&steps)?;
        let orders = orders(&steps);
        if steps.iter().any(|(step, _)| matches!(step, Dominating::OneOf(_))) {
            return Route::of_choices(&steps, budget);
        }
        if let [(Dominating::ThreePoint(pair), k)] =
            steps.iter().filter(|(step, _)| !is_trivial(step)).collect::<Vec<_>>()[..]
            && !pair.is_degenerate()
            && *k <= MAX_COUNT
        {
            return Ok(Route::Exact(Shape::KFold { pair: pair.clone(), k: *k }));
        }
        if steps.iter().any(|(step, _)| matches!(step, Dominating::Zcdp(_))) {
            return Ok(Route::Between {
                dominating: Box::new(Route::Converted(conversions(&steps, budget)?)),
                attained: Box::new(Route::worst(&steps, orders, Role::Attained, false)),
                steps: Vec::new(),
            });
        }
        if steps.iter().any(|(step, _)| step.has_operation()) {
            let is_last = !matches!(steps.as_slice(), [(_, 1)])
                && steps.iter().any(|(step, _)| step.has_gap());
            let gap_bits = if is_last { LAST_OF_BOUNDS } else { FIRST_POLYGON_BITS };
            return Route::between_polygons(&steps, Fineness::new(gap_bits, budget));
        }
        let are_polygons = steps.iter().any(|(step, _)| is_polygon(step));
        let dominating = Route::worst(&together(&steps), orders, Role::Dominating, are_polygons);
        let is_composed = steps.iter().any(|(step, _)| step.has_range()) && !is_one(&steps);
        if steps.iter().all(|(step, _)| step.is_attained()) && !is_composed {
            return Ok(dominating);
        }
        if is_composed
            && let Some(route) = Route::between_polygons_of_ranges(&steps, FIRST_RANGE_BITS, budget)
        {
            return Ok(route);
        }
        Ok(Route::Between {
            dominating: Box::new(dominating),
            attained: Box::new(Route::worst(&steps, orders, Role::Attained, false)),
            steps,
        })
    }

    /// The route where mechanisms of bounded ranges, chosen adaptively, are two polygons, or
    /// several polygons from above; `None` where that takes too long, or where all are chosen
    /// before any output: then no choice attains the polygon from below beside other mechanisms.
    pub(super) fn between_polygons_of_ranges(
        steps: &[(Dominating, u64)],
        gap_bits: u32,
        budget: &Budget,
    ) -> Option<Route> {
        let (ranges, others) = ranges::of_steps(together(steps));
        let is_first = gap_bits <= FIRST_POLYGON_BITS;
        let (above, inner) = ranges::around_all(&ranges, gap_bits, is_first, budget)?;
        let orders = orders(steps);
        let route = |steps: Vec<_>, role| {
            Box::new(Route::worst(&[others.clone(), steps].concat(), orders, role, true))
        };
        let dominating = route(above, Role::Dominating);
        let attained = route(vec![(Dominating::Finite(inner.to_pair()), 1)], Role::Attained);
        let fineness = Fineness::new(gap_bits, budget);
        let between = Box::new(Route::Between { dominating, attained, steps: Vec::new() });
        Some(Route::Polygons { steps: steps.to_vec(), fineness, between })
    }

    /// The route where a step is the worst of several mechanisms: the largest delta of all, if
    /// there is no other step.
    ///
    /// In a composition the choice may depend on the outputs before. The hull of their trade-off
    /// functions dominates each choice, so that its composition dominates; attained is the same
    /// choice at each step.
    fn of_choices(steps: &[(Dominating, u64)], budget: &Budget) -> Result<Route, Refusal> {
        let choices = steps.iter().map(|(step, _)| match step {
            Dominating::OneOf(mechanisms) => mechanisms.len(),
            _ => 1,
        });
        let chosen = |index: usize| {
            let parts = steps.iter().map(|(step, count)| {
                let choice = match step {
                    Dominating::OneOf(mechanisms) => mechanisms.get(index).or(mechanisms.last()),
                    _ => None,
                };
                choice.cloned().unwrap_or_else(|| Mechanism::Step(step.clone())).repeat(*count)
            });
            Route::within(&Mechanism::Compose(parts.collect()), budget)
        };
        let attained =
            (0..choices.max().unwrap_or(1)).map(chosen).collect::<Result<Vec<_>, _>>()?;
        if let [(Dominating::OneOf(_), 1)] = steps {
            return Ok(Route::worst_of(attained, budget));
        }
        if attained.iter().any(Route::is_between) {
            return Err(Refusal::Unsupported {
                what: "the worst of several pairs beside this".into(),
                missing: "only bounds are known of both: give new and known for keys".into(),
            });
        }
        let attained = Route::worst_of(attained, budget);
        let dominating = Box::new(Route::below_choices(steps, budget)?);
        Ok(Route::Between { dominating, attained: Box::new(attained), steps: Vec::new() })
    }

    /// The largest delta of several routes. Where one of them has two bounds, the largest upper one
    /// and the largest lower one bound it.
    fn worst_of(routes: Vec<Route>, budget: &Budget) -> Route {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let are_single = !routes.iter().any(Route::is_between);
        for route in routes {
            match route {
                // Both directions are routes like the others.
                Route::Worst(directions) => {
                    above.extend(directions.iter().cloned());
                    below.extend(directions);
                }
                // They get no closer inside a worst one.
                Route::Polygons { .. } => {
                    let between = route.closer(budget).bounds();
                    above.push(between.0);
                    below.push(between.1);
                }
                route => {
                    let (dominating, attained) = route.bounds();
                    above.push(dominating);
                    below.push(attained);
                }
            }
        }
        match are_single {
            true => Route::Worst(above),
            false => {
                let [dominating, attained] =
                    [above, below].map(|routes| Box::new(Route::Worst(routes)));
                Route::Between { dominating, attained, steps: Vec::new() }
            }
        }
    }

    /// The route to the upper bound of delta, and that to the lower bound.
    fn bounds(self) -> (Route, Route) {
        match self {
            Route::Between { dominating, attained, .. } => (*dominating, *attained),
            Route::Polygons { between, .. } => between.bounds(),
            route => (route.clone(), route),
        }
    }

    /// The route of the hulls that dominate each choice.
    fn below_choices(steps: &[(Dominating, u64)], budget: &Budget) -> Result<Route, Refusal> {
        let (mut dominating, mut are_polygons) = (Vec::new(), false);
        for (step, count) in steps {
            let step = match step {
                Dominating::OneOf(mechanisms) => {
                    let (hull, is_polygon) = hull_of(mechanisms, budget)?;
                    are_polygons |= is_polygon;
                    Dominating::Finite(hull.to_pair())
                }
                other => other.clone(),
            };
            dominating.push((step, *count));
        }
        Ok(Route::worst(&dominating, orders(steps), Role::Dominating, are_polygons))
    }

    /// The route that merges losses that are too many; `None` where no losses can be merged.
    pub fn on_grid(&self) -> Option<Route> {
        match self {
            Route::Exact(Shape::Finite(finite)) => Some(Route::Grid(
                finite
                    .steps
                    .iter()
                    .map(|(pair, count)| (LossPair::Finite(pair.clone()), *count))
                    .collect(),
            )),
            Route::Exact(Shape::KFold { pair, k }) => {
                Some(Route::Grid(vec![(LossPair::Finite(pair.to_finite()), *k)]))
            }
            Route::Exact(Shape::Step(LossPair::Beside(Beside { base, disclosures }))) => {
                let all = disclosures.iter().cloned().chain([(base.as_ref().clone(), 1)]);
                Some(Route::Grid(all.collect()))
            }
            Route::Exact(Shape::Step(loss_pair)) => Some(Route::Grid(vec![(loss_pair.clone(), 1)])),
            Route::Worst(routes) => {
                routes.iter().map(Route::on_grid).collect::<Option<_>>().map(Route::Worst)
            }
            _ => None,
        }
    }

    /// The route between polygons around the parts that operations make from others.
    fn between_polygons(steps: &[(Dominating, u64)], fineness: Fineness) -> Result<Route, Refusal> {
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        for (step, count) in steps {
            let (above, below) = in_polygons(step, &fineness)?;
            outer.push((above, *count));
            inner.push((below, *count));
        }
        let orders = orders(steps);
        let dominating = Box::new(Route::worst(&outer, orders, Role::Dominating, true));
        let attained = Box::new(Route::worst(&inner, orders, Role::Attained, true));
        let between = Box::new(Route::Between { dominating, attained, steps: Vec::new() });
        Ok(Route::Polygons { steps: steps.to_vec(), fineness, between })
    }

    /// The route of the loss pairs of steps, none of which is an operation.
    pub fn of_steps(steps: &[(Dominating, u64)], role: Role) -> Route {
        Route::worst(steps, orders(steps), role, false)
    }

    /// The route in both directions of neighbours, where the composition is about both and they
    /// differ, and for each split of a group; `are_polygons` where pairs have many losses without a
    /// common step.
    pub(super) fn worst(
        steps: &[(Dominating, u64)],
        orders: Orders,
        role: Role,
        are_polygons: bool,
    ) -> Route {
        let route = |direction, split: usize| {
            let loss_pairs = steps.iter().flat_map(|(step, count)| {
                let loss_pairs = match step {
                    Dominating::Splits(pairs) => pairs.get(split).cloned().into_iter().collect(),
                    step => step.loss_pairs(direction, role),
                };
                loss_pairs.into_iter().map(|loss_pair| (loss_pair, *count))
            });
            Route::of_loss_pairs(loss_pairs, are_polygons)
        };
        // The other direction of a split is another split.
        let differs = |step: &Dominating| splits(step).is_none() && step.has_another_reverse(role);
        let directions = match orders == Orders::Both && steps.iter().any(|(step, _)| differs(step))
        {
            true => &[Direction::Forward, Direction::Reverse][..],
            false => &[Direction::Forward][..],
        };
        let splits = steps.iter().find_map(|(step, _)| splits(step)).unwrap_or(1);
        let mut routes: Vec<Route> = (0..splits)
            .flat_map(|split| directions.iter().map(move |direction| (*direction, split)))
            .map(|(d, s)| route(d, s))
            .collect();
        match routes.pop() {
            Some(only) if routes.is_empty() => only,
            last => {
                routes.extend(last);
                Route::Worst(routes)
            }
        }
    }

    fn of_loss_pairs(all: impl Iterator<Item = (LossPair, u64)>, are_polygons: bool) -> Route {
        let mut loss_pairs: Vec<(LossPair, u64)> = Vec::new();
        for (loss_pair, count) in all.filter(|(loss_pair, _)| !loss_pair.is_trivial()) {
            if !loss_pairs.iter_mut().any(|(known, sum)| known.takes_in(sum, &loss_pair, count)) {
                // Copies of one pair may be a single pair.
                let (mut copies, mut sum) = (loss_pair.clone(), 0);
                copies.takes_in(&mut sum, &loss_pair, count);
                loss_pairs.push((copies, sum));
            }
        }
        if let Some(closed) = ClosedForm::of(&loss_pairs) {
            return Route::Exact(Shape::Closed(closed));
        }
        if are_polygons && !loss_pairs.is_empty() {
            return match loss_pairs.as_slice() {
                [(LossPair::Finite(pair), 1)] => Route::Exact(Shape::Listed(pair.clone())),
                [(loss_pair, 1)] => Route::Exact(Shape::Step(loss_pair.clone())),
                _ => Route::Grid(loss_pairs),
            };
        }
        let finite = loss_pairs.iter().map(|(loss_pair, count)| match loss_pair {
            LossPair::Finite(pair) => Some((pair.clone(), *count)),
            _ => None,
        });
        match finite.collect::<Option<Vec<_>>>().map(FiniteShape::new) {
            Some(Ok(finite)) => Route::Exact(Shape::Finite(finite)),
            _ => match (single(&loss_pairs), loss_pairs.as_slice()) {
                // Rational masses order the losses without coordinates.
                (_, [(LossPair::Finite(pair), 1)]) if pair.is_rational() => {
                    Route::Exact(Shape::Listed(pair.clone()))
                }
                (Some(loss_pair), _) => Route::Exact(Shape::Step(loss_pair)),
                (None, _) => Route::Grid(loss_pairs),
            },
        }
    }
}

/// The orders of neighbours that a composition is about.
pub(super) fn orders(steps: &[(Dominating, u64)]) -> Orders {
    Orders::of(steps.iter().map(|(step, _)| step))
}

/// Checks that there are neighbours of whom all steps have pairs.
///
/// # Errors
/// The adjacencies of steps that have none in common.
fn of_same_neighbours(steps: &[(Dominating, u64)]) -> Result<(), Refusal> {
    let all = Adjacency::WORDS;
    let is_shared = |adjacency| steps.iter().all(|(step, _)| step.holds_for(adjacency));
    if all.iter().any(|(_, adjacency)| is_shared(*adjacency)) {
        return Ok(());
    }
    let mut sets: Vec<String> = Vec::new();
    for (step, _) in steps {
        let its = all.iter().filter(|(_, adjacency)| step.holds_for(*adjacency));
        let names: Vec<&str> = its.map(|(name, _)| *name).collect();
        let set = if names.is_empty() { "none".to_owned() } else { names.join(" or ") };
        if names.len() < all.len() && !sets.contains(&set) {
            sets.push(set);
        }
    }
    Err(Refusal::Unsupported {
        what: "a composition of steps for different adjacencies".into(),
        missing: format!(
            "the same neighbours have to be meant by all steps, and these are for {}: ask about those of each by themselves",
            sets.join(", and for ")
        )
        .into(),
    })
}

/// The number of splits of a group that each have a pair.
fn splits(step: &Dominating) -> Option<usize> {
    match step {
        Dominating::Splits(pairs) => Some(pairs.len()),
        _ => None,
    }
}

/// The one pair that a composition is: a single step, or several whose finite losses are those of
/// one, moved.
fn single(loss_pairs: &[(LossPair, u64)]) -> Option<LossPair> {
    if let [(loss_pair, 1)] = loss_pairs {
        return Some(loss_pair.clone());
    }
    if !loss_pairs.iter().any(|(loss_pair, _)| loss_pair.is_disclosure()) {
        return None;
    }
    let (mut disclosures, others): (Vec<_>, Vec<_>) =
        loss_pairs.iter().cloned().partition(|(loss_pair, _)| loss_pair.is_disclosure());
    let base = match others.as_slice() {
        [] => {
            let (first, count) = disclosures.first_mut()?;
            *count -= 1;
            first.clone()
        }
        [(loss_pair, 1)] => loss_pair.clone(),
        _ => LossPair::Noise(ClosedForm::of(&others)?.noise()),
    };
    // A closed form costs nothing, and a long sum beside it is to be counted: on a grid it is.
    if base.outcomes() == 0 && disclosures.iter().any(|(loss_pair, _)| loss_pair.outcomes() > 1) {
        return None;
    }
    Some(LossPair::Beside(Beside { base: Box::new(base), disclosures }))
}

/// Do neighbours attain the pairs of all steps, where those around a random allocation meet?
fn are_exact_but_for_allocations(steps: &[(Dominating, u64)]) -> bool {
    steps.iter().all(|(step, _)| step.is_allocation() || (step.is_attained() && !step.has_range()))
}

/// A step that is dominated and one that it dominates, finite where an operation makes its
/// trade-off function from others.
fn in_polygons(
    step: &Dominating,
    fineness: &Fineness,
) -> Result<(Dominating, Dominating), Refusal> {
    match step {
        Dominating::Operation(operation) => {
            if let Operation::Allocation { steps, part, computed, .. } = operation.as_ref() {
                let Around { dominating, attained, .. } =
                    allocation::around(*steps, part, computed, fineness)?;
                let directed = |pair| {
                    Dominating::Directed(Directed { pair, only_of: Some(Adjacency::AddRemove) })
                };
                return Ok((directed(dominating), directed(attained)));
            }
            let Between { outer, inner } = Between::of(operation, fineness)?;
            Ok((Dominating::Finite(outer.to_pair()), Dominating::Finite(inner.to_pair())))
        }
        Dominating::Sampled(sampled) => {
            let (outer, inner) = in_polygons(&sampled.base, fineness)?;
            let sample =
                |base| Dominating::Sampled(Sampled { base: Box::new(base), ..sampled.clone() });
            Ok((sample(outer), sample(inner)))
        }
        step => Ok((step.clone(), step.clone())),
    }
}

/// The most bits of the masses of a curve whose hull with others is exact: each edge is compared
/// with others, in products of numbers as long as these. Longer masses are rounded to a polygon
/// below the hull, which is said.
const MAX_HULL_BITS: u64 = 1 << 21;

/// Is its hull with others exact?
fn is_short(curve: &Curve) -> bool {
    let bits = |edge: &Atom| cost::largest_rational(&edge.p).max(cost::largest_rational(&edge.q));
    let longest = curve.edges().iter().map(bits).max().unwrap_or(0);
    longest.saturating_mul(curve.edges().len() as u64) <= MAX_HULL_BITS
}

/// The hull of the trade-off functions of some mechanisms; or a polygon below it, which is said.
fn hull_of(mechanisms: &[Mechanism], budget: &Budget) -> Result<(Curve, bool), Refusal> {
    let curves = Mechanism::curves_of_choices(mechanisms).ok();
    let short = curves.as_ref().filter(|curves| curves.iter().all(is_short));
    if let Some(hull) = short.and_then(|curves| Curve::hull_of_minimum(curves).ok()) {
        return Ok((hull, false));
    }
    let near = curves.and_then(|curves| Between::below(&curves).ok());
    Ok((near.map_or_else(|| below_all(mechanisms, budget), Ok)?, true))
}

/// A polygon below the trade-off functions of some mechanisms, and near their hull.
fn below_all(mechanisms: &[Mechanism], budget: &Budget) -> Result<Curve, Refusal> {
    let part = |mechanism: &Mechanism| Operation::Part {
        mechanism: Box::new(mechanism.clone()),
        is_drawn: false,
    };
    let union = Operation::Union(mechanisms.iter().map(part).collect());
    let near = Between::of(&union, &Fineness::new(CHOICE_POLYGON_BITS, budget));
    near.map(|Between { outer, .. }| outer).map_err(|refusal| match refusal {
        Refusal::Unsupported { .. } => Refusal::Unsupported {
            what: "the worst of several pairs in a composition".into(),
            missing: "one of them is a composition itself: give new and known for keys".into(),
        },
        refusal => refusal,
    })
}

/// Is the pair that dominates a class a polygon, whose edges have no common step?
fn is_polygon(step: &Dominating) -> bool {
    matches!(step, Dominating::Bounded(class)
        if matches!(&class.member, Dominating::Directed(Directed { pair: LossPair::Reports(_), .. })))
}

/// The conversions of a composition with zCDP: of all steps, and of those alone that are not purely
/// private.
///
/// With an outcome of the others, whose loss is at most their eps, delta at an eps is that of the
/// class at what is left of it.
///
/// # Errors
/// A step whose rho is unknown, or not an expression, and which is not purely private.
fn conversions(steps: &[(Dominating, u64)], budget: &Budget) -> Result<Vec<(Zcdp, Real)>, Refusal> {
    let rho = |steps: &[_]| rho_beside_zcdp(steps, budget);
    let (mut pure, mut others, mut sum) = (Vec::new(), Vec::new(), Real::zero());
    for (step, count) in steps {
        match pure_of(step, budget) {
            Some(eps) => {
                sum = sum + Real::from(*count) * eps;
                pure.push((step.clone(), *count));
            }
            None => others.push((step.clone(), *count)),
        }
    }
    let rest = rho(&others)?;
    let of_all = match rho(&pure) {
        Ok(rho) => Some((Zcdp { rho: &rest + &rho }, Real::zero())),
        // That of the rest is a bound without it.
        Err(Refusal::Unsupported { .. }) => None,
        Err(refusal) => return Err(refusal),
    };
    let of_rest = (Zcdp { rho: rest }, sum);
    Ok(of_all.into_iter().chain((!pure.is_empty()).then_some(of_rest)).collect())
}

/// The steps, where mechanisms of one range that are chosen before any output is seen are one step.
pub(super) fn together(steps: &[(Dominating, u64)]) -> Vec<(Dominating, u64)> {
    let merged = |(step, count): &(Dominating, u64)| match step.noise() {
        Some(Noise::BoundedRange(range)) if !range.is_adaptive && *count <= MOST_RANGES => {
            let all = BoundedRange { count: *count, ..range.clone() };
            (Dominating::Noise(vec![all.into()]), 1)
        }
        _ => (step.clone(), *count),
    };
    steps.iter().map(merged).collect()
}

/// Is it one step, or several mechanisms of one range that are chosen before any output is seen?
pub(super) fn is_one(steps: &[(Dominating, u64)]) -> bool {
    let mut left = together(steps).into_iter().filter(|(step, _)| !is_trivial(step));
    left.next().is_none_or(|(_, count)| count == 1) && left.next().is_none()
}

/// Does the step reveal nothing: P = Q?
fn is_trivial(step: &Dominating) -> bool {
    match step {
        Dominating::ThreePoint(pair) => pair.is_degenerate() && pair.delta.is_zero(),
        Dominating::Noise(noise) => noise.iter().all(Noise::is_trivial),
        Dominating::Bounded(class) => is_trivial(&class.dominating),
        _ => false,
    }
}
