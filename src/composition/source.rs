//! Trade-off functions by their supporting lines and points, where polygons are made around them.

use super::Metered;
use super::cost::Budget;
use super::grid::compose::Composed;
use super::grid::plan::Aim;
use super::grid::search::{Seen, compose_to, sketched};
use super::grid::trade_off::Curve;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::pair::tails::line;
use crate::refusal::Refusal;
use crate::tradeoff::{Gap, Height, Side, not_above, not_below};
use malachite::base::num::arithmetic::traits::FloorLogBase2;
use malachite::rational::Rational;

/// Working precision of the tails of a mechanism, in bits: that of floats in registers, in which
/// the fast functions are evaluated.
pub(crate) const PRECISION: u64 = 128;

/// A trade-off function with supporting lines and points.
#[derive(Clone, Debug)]
pub(crate) enum Source<E: Engine> {
    /// The function of a pair without composition.
    Step(Metered<E>),
    /// The function of a composition.
    Curve(Box<Curve<E>>),
}

impl<E: Engine> Source<E> {
    /// A slope of at least `e^loss`, and an intercept: the line is at or below the function.
    pub(crate) fn line(&self, loss: &Rational) -> Option<(Rational, Rational)> {
        let step = match self {
            Source::Curve(curve) => return curve.line(loss),
            Source::Step(step) => step,
        };
        let line = line::<E>(loss, PRECISION);
        let intercept = &Interval::one(PRECISION) - &step.delta(&line).ok()?;
        Some((line.ratio.upper().to_rational()?, not_above(intercept.lower())?))
    }

    /// A point at or above the function, near where a line of this loss supports it.
    pub(crate) fn point(&self, loss: &Rational) -> Option<(Rational, Rational)> {
        let step = match self {
            Source::Curve(curve) => return curve.point(loss),
            Source::Step(step) => step,
        };
        let test = step.test(&line::<E>(loss, PRECISION)).ok()?;
        let beta = (&Interval::one(PRECISION) - &test.p).probability();
        Some((not_below(test.q.probability().upper())?, not_below(beta.upper())?))
    }

    /// An upper bound of the function at 0.
    pub(crate) fn top(&self) -> Rational {
        match self {
            Source::Step(_) => Rational::from(1),
            Source::Curve(curve) => curve.top(),
        }
    }
}

/// Levels are compared down to `2^-12`, or to what is added to a height.
const PROBES: i64 = 12;

/// The curve of a composition, with a width of at most about `fineness`.
pub(crate) fn curve<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    fineness: &Gap,
    budget: &Budget,
) -> Result<Curve<E>, Refusal> {
    let everywhere = fineness.everywhere();
    let (ledger, saddle) =
        sketched::<E>(loss_pairs, &everywhere, budget, |ledger| ledger.untilted())?;
    // Where P is at most the gap, Q counts down to its square.
    let aim = Aim::at(&fineness.size).with_spare(&everywhere);
    let one = Interval::<E>::one(PRECISION);
    let probe = |k: i64| {
        let small = one.shift(-k);
        [&one - &small, small]
    };
    let part = fineness.height.as_ref().map(|Height { of, plus }| {
        (*of, Interval::<E>::from_rational(plus, PRECISION), -plus.floor_log_base_2())
    });
    let last = part.as_ref().map_or(0, |(_, _, last)| *last);
    let probes: Vec<Interval<E>> = (1..PROBES.max(last)).flat_map(probe).collect();
    // A number in [1, 2] with the width of the curve: its relative gap is an absolute one.
    let width = |composed: &Composed<E>| {
        let curve = Curve::of(composed);
        let widths = probes.iter().map(|alpha| {
            let beta = curve.beta(alpha);
            let width = beta.upper().sub(beta.lower(), PRECISION, Rounding::Up);
            let (height, plus) = match &part {
                Some((Side::Beta, plus, _)) => (beta, plus),
                Some((Side::Power, plus, _)) => (&one - &beta, plus),
                None => return width,
            };
            width.div((&height + plus).lower(), PRECISION, Rounding::Up)
        });
        let width = widths.fold(E::Float::zero(), |x, y| if y > x { y } else { x });
        let raised = one.upper().add(&width, PRECISION, Rounding::Up);
        Seen::number(Interval::new(one.lower().clone(), raised, PRECISION))
    };
    Ok(Curve::of(&compose_to(&ledger, &saddle, aim, budget, width)?))
}

/// The curve of a composition whose delta at an eps has a relative width of about `gap`.
pub(crate) fn curve_at<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    eps: &Rational,
    gap: &Rational,
    budget: &Budget,
) -> Result<Curve<E>, Refusal> {
    let (ledger, saddle) =
        sketched::<E>(loss_pairs, gap, budget, |ledger| ledger.saddle_of_eps(eps))?;
    let eps = Real::from(eps.clone());
    let delta = |composed: &Composed<E>| Seen::delta(composed, &eps);
    Ok(Curve::of(&compose_to(&ledger, &saddle, Aim::at(gap), budget, delta)?))
}
