//! How much mu-GDP overstates the success of attacks: the regret of stating mu instead of the
//! trade-off function.
//!
//! It is `inf{k >= 0 : f(alpha + k) - k <= G_mu(alpha) for all alpha}`, the Delta-divergence of f
//! from G_mu (Kaissis, Kolek, Balle, Hayes & Rueckert, arXiv 2406.08918; as the regret of mu-GDP:
//! Gomez et al., arXiv 2503.10945). Both functions are convex, so that a shifted f is below G_mu
//! where its supporting lines are. With the Bayes errors `R_f(prior) = inf prior alpha + (1 -
//! prior) f(alpha)`, whose shift is k, the regret is the largest value of `R_f - R_G` over all
//! priors.
//!
//! **Only the edges of a polygon matter.** Between the priors of two neighbouring edges, the Bayes
//! error of a polygon is that of a vertex, which is linear in the prior, and that of G_mu is
//! concave. So the difference is convex there, and its largest value is at an edge. A polygon at or
//! above f bounds the regret from above, and one below it from below.

use super::evaluate::{evaluate_with, no_answer};
use super::polygon;
use super::promise::{is_kept, is_within};
use super::scalar::{Decision, Evaluation, Refinement, Scalar, ScalarGoal};
use crate::answer::Options;
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Compositions, Shared};
use crate::composition::{Method, Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::special::normal_cdf;
use crate::exact::value::Value;
use crate::mechanism::ClosedForm;
use crate::refusal::Refusal;
use crate::tradeoff::{Gap, Polygons};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::rational::Rational;

/// Bits of the Bayes errors: far more than the distance of the polygons, `2^-17`, which is what the
/// regret is wide by.
const PRECISION: u64 = 96;
/// The polygons are at most one part in two to this power apart, at first and at last: an
/// operation's polygons are `2^-17` apart at last, and closer ones of a composition take a grid
/// that is several times as fine.
const BITS: [u64; 2] = [13, 17];
/// The bits of mu: its change by h changes a Bayes error by at most h/5.
const FEWER_BITS: u64 = 2;

/// The regret of the mu of `gdp`, with the relative gap of the options where an absolute one of
/// about `2^-17` is as narrow.
///
/// # Errors
/// Those of `gdp` and of `polygon`.
pub(super) fn regret<E: Engine>(
    route: &Route,
    cut: &Rational,
    options: &Options,
    budget: &Budget,
    compositions: &Compositions<E>,
) -> Result<Evaluation<E>, Refusal> {
    let evaluation = |outcome, met, refinement, method| {
        let decision = Decision { outcome, precision: PRECISION, met };
        Evaluation { decision, refinement, method }
    };
    if let Route::Exact(Shape::Closed(ClosedForm::Gaussian(_))) = route {
        return Ok(evaluation(Outcome::zero(), true, Refinement::Precision, Method::ClosedForm));
    }
    let mut last = None;
    for bits in BITS {
        let outcome = match between(route, cut, bits, budget, compositions) {
            Ok(outcome) => outcome,
            Err(refusal) if last.is_none() => return Err(refusal),
            Err(_) => {
                budget.control().check()?;
                break;
            }
        };
        let met = is_kept(options, &outcome, PRECISION, Refinement::Grid);
        last = Some(evaluation(outcome, met, Refinement::Grid, Method::SupportingLines));
        if met {
            break;
        }
    }
    last.ok_or_else(no_answer)
}

/// The regret by polygons that are about `2^-bits` apart.
fn between<E: Engine>(
    route: &Route,
    cut: &Rational,
    bits: u64,
    budget: &Budget,
    compositions: &Compositions<E>,
) -> Result<Outcome<E>, Refusal> {
    let scalar = Scalar::Gdp { alpha_min: cut.clone() };
    let mu_bits = bits - FEWER_BITS;
    let sought = ScalarGoal { gap_bits: mu_bits, ..ScalarGoal::new(&scalar) };
    let shared = Shared { budget, compositions };
    let goal = &mut |outcome: &Outcome<E>, precision, _| is_within(outcome, precision, mu_bits);
    let decision = evaluate_with(route, &sought, &shared, goal)?.decision;
    let mu = decision.outcome.enclose(decision.precision);
    let gap = Gap::absolute(Rational::power_of_2(-signed(bits)));
    let Polygons { inner, outer, .. } = polygon::polygons_of::<E>(route, &gap, budget)?;
    let below = excess::<E>(&outer, mu.lower());
    let above = excess::<E>(&inner, mu.upper());
    Ok(Outcome::Number(Value::Enclosed(Interval::new(
        below.lower().clone(),
        above.upper().clone(),
        PRECISION,
    ))))
}

/// By how much the Bayes error of a polygon from alpha = 0 to (1, 0) exceeds that of G_mu, at most;
/// at least 0.
fn excess<E: Engine>(polygon: &[(Rational, Rational)], mu: &E::Float) -> Interval<E> {
    let mu = Interval::<E>::new(mu.clone(), mu.clone(), PRECISION);
    let mut most = Interval::zero(PRECISION);
    for edge in polygon.windows(2) {
        let [(alpha, beta), (next_alpha, next_beta)] = edge else {
            continue;
        };
        let (run, fall) = (next_alpha - alpha, beta - next_beta);
        // At the priors 0 and 1 nobody errs.
        if run == 0 || fall == 0 {
            continue;
        }
        let prior = &fall / (&run + &fall);
        let error = (&fall * alpha + &run * beta) / (run + fall);
        let difference = &Interval::from_rational(&error, PRECISION) - &gaussian_error(&prior, &mu);
        most = most.maximum(&difference);
    }
    most
}

/// The Bayes error of N(mu, 1) against N(0, 1), where the latter has a prior in (0, 1).
fn gaussian_error<E: Engine>(prior: &Rational, mu: &Interval<E>) -> Interval<E> {
    let rest = Rational::from(1) - prior;
    if mu.upper().sign().is_eq() {
        return Interval::from_rational(&prior.clone().min(rest), PRECISION);
    }
    let odds = Interval::from_rational(&(prior / &rest), PRECISION).ln();
    let (place, half) = (&odds / mu, mu.shift(-1));
    let weighted = |weight: &Rational, z: Interval<E>| {
        &Interval::from_rational(weight, PRECISION) * &normal_cdf(&z)
    };
    &weighted(prior, -&(&half + &place)) + &weighted(&rest, &place - &half)
}

fn signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX)
}
