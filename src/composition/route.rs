//! Which way leads to an answer.

use super::cost::{self, MAX_COUNT};
use super::{FiniteShape, Shape};
use crate::exact::real::Real;
use crate::mechanism::{Direction, Dominating, Gaussian, Law, Mechanism, Role, Zcdp, sum_of_rho};
use crate::refusal::Refusal;

/// The way from a composition to its quantities.
#[derive(Clone, Debug)]
pub enum Route {
    /// As far as the precision goes: lattices, enumerations, closed forms.
    Exact(Shape),
    /// On a grid of losses, each pair with how often it is taken.
    Grid(Vec<(Law, u64)>),
    /// By the conversion from zCDP: an upper bound.
    Converted(Zcdp),
    /// The largest delta of several: the directions of neighbours.
    Worst(Vec<Route>),
    /// A dominating composition that neighbours need not attain, and one that they do.
    Between {
        /// For the upper bound of delta.
        dominating: Box<Route>,
        /// For the lower bound.
        attained: Box<Route>,
    },
}

impl Route {
    /// The name of the route.
    pub fn method(&self) -> &'static str {
        match self {
            Route::Exact(Shape::Gaussian(_) | Shape::Laplace(_)) => "closed-form",
            Route::Exact(Shape::KFold { .. }) => "lattice",
            Route::Exact(Shape::Finite(finite)) if cost::is_dense(finite) => "lattice",
            Route::Exact(Shape::Finite(_)) => "enumeration",
            Route::Grid(_) => "grid",
            Route::Converted(_) => "zcdp-conversion",
            Route::Worst(routes) => routes.first().map_or("lattice", Route::method),
            Route::Between { dominating, .. } => dominating.method(),
        }
    }

    /// Do neighbours attain the upper bound?
    pub fn is_attained(&self) -> bool {
        !matches!(self, Route::Between { .. })
    }

    /// The route of a mechanism.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for more than 2^64 - 1 steps.
    pub fn of(mechanism: &Mechanism) -> Result<Route, Refusal> {
        let steps: Vec<(Dominating, u64)> = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        if let [(Dominating::ThreePoint(pair), k)] =
            steps.iter().filter(|(step, _)| !is_silent(step)).collect::<Vec<_>>()[..]
            && !pair.is_degenerate()
            && *k <= MAX_COUNT
        {
            return Ok(Route::Exact(Shape::KFold { pair: pair.clone(), k: *k }));
        }
        if steps.iter().any(|(step, _)| matches!(step, Dominating::Zcdp(_))) {
            let rho = sum_of_rho(&steps, "zcdp composed with this")?;
            return Ok(Route::Between {
                dominating: Box::new(Route::Converted(Zcdp { rho })),
                attained: Box::new(Route::worst(&steps, Role::Attained)),
            });
        }
        let dominating = Route::worst(&steps, Role::Dominating);
        if steps.iter().all(|(step, _)| step.is_attained()) {
            return Ok(dominating);
        }
        Ok(Route::Between {
            dominating: Box::new(dominating),
            attained: Box::new(Route::worst(&steps, Role::Attained)),
        })
    }

    /// The route that merges losses which are too many.
    pub fn on_grid(finite: &FiniteShape) -> Route {
        Route::Grid(finite.steps.iter().map(|(pair, count)| (Law::Finite(pair.clone()), *count)).collect())
    }

    /// The route in both directions of neighbours, where they differ.
    fn worst(steps: &[(Dominating, u64)], role: Role) -> Route {
        let route = |direction| {
            Route::of_laws(
                steps.iter().flat_map(|(step, count)| step.laws(direction, role).into_iter().map(|law| (law, *count))),
            )
        };
        if steps.iter().any(|(step, _)| step.is_two_sided(role)) {
            Route::Worst(vec![route(Direction::Forward), route(Direction::Reverse)])
        } else {
            route(Direction::Forward)
        }
    }

    fn of_laws(all: impl Iterator<Item = (Law, u64)>) -> Route {
        let mut laws: Vec<(Law, u64)> = Vec::new();
        for (law, count) in all.filter(|(law, _)| !law.is_silent()) {
            match laws.iter_mut().find(|(known, sum)| *known == law && sum.checked_add(count).is_some()) {
                Some((_, sum)) => *sum += count,
                None => laws.push((law, count)),
            }
        }
        if let [(Law::Laplace(laplace), 1)] = laws.as_slice() {
            return Route::Exact(Shape::Laplace(laplace.clone()));
        }
        let squares = laws.iter().map(|(law, count)| match law {
            Law::Gaussian(gaussian) => Some(Real::from(*count).mul(&gaussian.mu_squared)),
            _ => None,
        });
        if !laws.is_empty()
            && let Some(squares) = squares.collect::<Option<Vec<_>>>()
        {
            let mu_squared = squares.iter().fold(Real::zero(), |sum, square| sum.add(square));
            return Route::Exact(Shape::Gaussian(Gaussian { mu_squared }));
        }
        let finite = laws.iter().map(|(law, count)| match law {
            Law::Finite(pair) => Some((pair.clone(), *count)),
            _ => None,
        });
        match finite.collect::<Option<Vec<_>>>().map(FiniteShape::new) {
            Some(Ok(finite)) => Route::Exact(Shape::Finite(finite)),
            _ => Route::Grid(laws),
        }
    }
}

/// Does the step release nothing: P = Q?
fn is_silent(step: &Dominating) -> bool {
    match step {
        Dominating::ThreePoint(pair) => pair.is_degenerate() && pair.delta.is_zero(),
        Dominating::Finite(_) | Dominating::Sampled(_) | Dominating::Zcdp(_) => false,
        Dominating::Gaussian(gaussian) => gaussian.mu_squared.is_zero(),
        Dominating::Laplace(laplace) => laplace.eps0.is_zero(),
        Dominating::DiscreteGaussian { shifts, .. } => shifts.is_empty(),
    }
}
