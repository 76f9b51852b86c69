//! Rules that bound delta at an eps.

use super::step::{Step, is_same};
use super::sums::{beyond_all, laplace_loss};
use super::{Context, Shown, Subject};
use crate::expression::{Expression, compare};
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::number::bits_of;
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{Bounds, Row, power};
use crate::work::product;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The fault for a step outside the domain of all rules.
pub(super) const STEP: Unproved = Unproved::OutOfRange { what: "the step", how: "not above 0" };

/// delta from above, by the sum over the losses above eps.
pub(super) fn tail(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let lattice = step.whole(context, Bounds::Upper)?;
    let direction = lattice.direction;
    let per_mass = bits.unwrap_or_else(|| lattice.row.denominator.bits()).saturating_add(64);
    context.work.spend(product(&[lattice.row.size() / 64, per_mass]))?;
    step.added(lattice)?;
    context.work.spend(lattice.step.exp_work())?;
    let value = match bits {
        None => {
            step.reduced(lattice.row.power_bits(lattice.step.exp().rational()))?;
            exact_tail(&lattice.row, &lattice.step, &eps)?
        }
        Some(bits) => {
            let scale = Scale::new(bits);
            tail_at(&lattice.row, &lattice.step, &eps, &step.ratio(&eps, &scale)?, &scale)?
        }
    };
    step.bound(Subject::Delta(eps), true, &value, Some(direction))
}

/// delta of an upper row at eps, exactly.
///
/// # Errors
/// If `e^eps` or `e^step` is not rational.
pub fn exact_tail(row: &Row, width: &Expression, eps: &Expression) -> Result<BigRational, Fault> {
    let (ratio, base) = (eps.exp(), width.exp());
    let (Some(ratio), Some(base)) = (ratio.rational(), base.rational()) else {
        return Err(Unproved::NeedsBits { what: "e^eps, or e^step," }.into());
    };
    if *base <= BigRational::one() {
        return Err(STEP.into());
    }
    Ok(row.delta_exact(ratio, base).ok_or_else(|| Unsupported::too_large("a loss of the row"))?)
}

/// An upper bound of delta of an upper row at eps, where `ratio` encloses `e^eps`.
///
/// # Errors
/// If a number cannot be enclosed.
pub fn tail_at(
    row: &Row,
    width: &Expression,
    eps: &Expression,
    ratio: &Interval,
    scale: &Scale,
) -> Result<BigRational, Fault> {
    let not_enclosed = |what| Unsupported::NotEnclosed { what };
    let base = width.exp().enclose(scale).ok_or(not_enclosed("e^step"))?;
    let loss = eps.enclose(scale).ok_or(not_enclosed("eps"))?;
    let unit = width.enclose(scale).ok_or(not_enclosed("the step"))?;
    if !unit.hi.is_positive() {
        return Err(STEP.into());
    }
    let start = scale.div(&loss, &unit).ok_or(not_enclosed("eps / step"))?.lo >> scale.bits;
    let start = start
        .to_i64()
        .ok_or_else(|| Unsupported::too_large("eps / step"))?
        .clamp(row.from, row.to() + 1);
    let first = power(&base, start, scale).and_then(|level| scale.div(ratio, &level));
    let first = first.ok_or(not_enclosed("e to a loss of the row"))?;
    Ok(row.delta_upper(start, &first, &base, scale).ok_or(not_enclosed("e^step"))?)
}

/// delta from below, by the test that rejects the labels from the threshold on.
pub(super) fn threshold(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let threshold = step.arguments.integer("threshold")?;
    let lattice = step.whole(context, Bounds::Test)?;
    let direction = lattice.direction;
    step.added(lattice)?;
    let (p, q) = lattice.row.rejected(threshold, &BigRational::one());
    let (_, ratio) = step.ratio_ends(&eps, bits)?;
    step.bound(Subject::Delta(eps), false, &(p - ratio * q), Some(direction))
}

/// delta from the outcomes with infinite loss alone: at least their mass, and at most their mass
/// where no finite loss is above eps.
pub(super) fn infinite(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bounds, direction) = (step.literal("eps")?, step.bounds()?, step.direction()?);
    let (largest, mass) = beyond_all(context.ledger, direction, context.work)?;
    step.reduced(mass.denom().bits())?;
    let is_upper = bounds == Bounds::Upper;
    if is_upper {
        let order = compare(&eps, &largest, context.work);
        let question = "eps is at least the largest finite loss";
        if order.ok_or(Unsupported::Undecided { question })?.is_lt() {
            return Err(
                Unproved::OutOfRange { what: "eps", how: "below the largest finite loss" }.into()
            );
        }
    }
    step.bound(Subject::Delta(eps), is_upper, &mass, Some(direction))
}

/// delta of a composition of Gaussian steps: `erfc(u)/2 - e^eps erfc(v)/2` with `u = (eps/mu -
/// mu/2)/sqrt 2` and `v = (eps/mu + mu/2)/sqrt 2`, each replaced by a rational number rounded to
/// the safe side.
pub(super) fn gaussian(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits, bounds) = (step.literal("eps")?, step.bits()?, step.bounds()?);
    let (u, v) = (step.rational("u")?, step.rational("v")?);
    let is_upper = bounds == Bounds::Upper;
    let scale = Scale::new(bits);
    let mu = step.mu(context, !is_upper, &scale)?;
    let root = scale.sqrt(&scale.integer(2));
    let loss = eps
        .enclose(&scale)
        .and_then(|eps| scale.div(&eps, &mu))
        .ok_or(Unsupported::NotEnclosed { what: "eps / mu" })?;
    let half = mu.half();
    let low = scale.div(&loss.sub(&half), &root).ok_or(Unsupported::NotEnclosed { what: "u" })?;
    let high = scale.div(&loss.add(&half), &root).ok_or(Unsupported::NotEnclosed { what: "v" })?;
    let ((u_lo, u_hi), (v_lo, v_hi)) = (scale.ends(&low), scale.ends(&high));
    let is_safe = if is_upper { u <= u_lo && v >= v_hi } else { u >= u_hi && v <= v_lo };
    if !is_safe {
        return Err(Unproved::UnsafeSide { what: "u or v" }.into());
    }
    let (first, second) = (step.leaf("erfc", &u)?, step.leaf("erfc", &v)?);
    let two = BigRational::from_integer(BigInt::from(2));
    let ratio = scale.ends(&step.ratio(&eps, &scale)?);
    let value =
        if is_upper { &first.hi - ratio.0 * &second.lo } else { &first.lo - ratio.1 * &second.hi }
            / two;
    step.bound(Subject::Delta(eps), is_upper, &value, Some(Direction::Forward))
}

/// delta of one Laplace step: `1 - e^((eps - eps_0)/2)` below `eps_0`, and 0 from there on.
pub(super) fn laplace(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bounds) = (step.rational("eps")?, step.bounds()?);
    let largest = laplace_loss(context)?;
    step.reduced(bits_of(largest).saturating_add(bits_of(&eps)))?;
    let value = if eps >= *largest {
        BigRational::zero()
    } else if eps <= -largest {
        return Err(Unsupported::no_rule("an eps at or below minus that of the row").into());
    } else {
        let leaf =
            step.leaf("exp", &((&eps - largest) / BigRational::from_integer(BigInt::from(2))))?;
        BigRational::one() - if bounds == Bounds::Upper { &leaf.lo } else { &leaf.hi }
    };
    step.bound(
        Subject::Delta(Expression::Rational(eps)),
        bounds == Bounds::Upper,
        &value,
        Some(Direction::Forward),
    )
}

/// delta from above, in both directions of neighbours.
pub(super) fn worst(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let [Shown::Bound(first), Shown::Bound(second)] = step.premises.as_slice() else {
        return Err(Unproved::WrongPremises { expected: "two bounds" }.into());
    };
    let (Subject::Delta(eps), Subject::Delta(other)) = (&first.subject, &second.subject) else {
        return Err(Unproved::WrongPremises { expected: "about delta" }.into());
    };
    let is_same = is_same(eps, other, context.work)?;
    let directions = (first.direction, second.direction);
    let are_both = directions == (Some(Direction::Forward), Some(Direction::Backward));
    if !is_same || !are_both || !first.is_upper || !second.is_upper {
        let expected = "upper bounds in both directions at the same eps";
        return Err(Unproved::WrongPremises { expected }.into());
    }
    let value = first.value.clone().max(second.value.clone());
    let eps = eps.clone();
    step.bound(Subject::Delta(eps), true, &value, None)
}
