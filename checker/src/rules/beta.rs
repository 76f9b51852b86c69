//! Rules that bound the trade-off function: the type II error of a test at the level alpha.

use super::step::Step;
use super::sums::laplace_loss;
use super::{Context, Shown, Subject};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::Scale;
use crate::number::{bits_of, is_probability};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::Bounds;
use num_bigint::BigInt;
use num_traits::One;

/// An enclosure of alpha, which must be in [0, 1]; a rational alpha is its own enclosure.
pub(super) fn level(
    alpha: &Expression,
    bits: Option<u64>,
) -> Result<(BigRational, BigRational), Fault> {
    let ends = match (alpha.rational(), bits) {
        (Some(alpha), _) => (alpha.clone(), alpha.clone()),
        (None, Some(bits)) => {
            let scale = Scale::new(bits);
            scale.ends(&alpha.enclose(&scale).ok_or(Unsupported::NotEnclosed { what: "alpha" })?)
        }
        (None, None) => return Err(Unproved::NeedsBits { what: "alpha" }.into()),
    };
    if is_probability(&ends.0) && is_probability(&ends.1) {
        return Ok(ends);
    }
    if ends.1.is_negative() || ends.0 > BigRational::one() {
        return Err(Unproved::OutOfRange { what: "alpha", how: "not in [0, 1]" }.into());
    }
    Err(Unsupported::UndecidedDomain { what: "alpha".to_owned(), domain: "in [0, 1]" }.into())
}

/// The trade-off function from below: `f(alpha) >= 1 - delta(eps) - e^eps alpha`, at any eps.
pub(super) fn line(_: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.optional_bits()?);
    let mut bounds = step.premises.iter().filter_map(|shown| match shown {
        Shown::Bound(bound) => Some(bound),
        _ => None,
    });
    let (Some(bound), None) = (bounds.next(), bounds.next()) else {
        return Err(Unproved::WrongPremises { expected: "exactly one bound" }.into());
    };
    let (Subject::Delta(eps), true, Some(Direction::Forward)) =
        (&bound.subject, bound.is_upper, bound.direction)
    else {
        return Err(Unproved::WrongPremises { expected: "a bound on delta from above" }.into());
    };
    let (_, largest) = level(&alpha, bits)?;
    let (_, ratio) = step.ratio_ends(eps, bits)?;
    let value = BigRational::one() - &bound.value - ratio * largest;
    step.bound(Subject::Beta(alpha), false, &value, Some(Direction::Forward))
}

/// The trade-off function from above: the errors of a test.
pub(super) fn errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, randomisation) =
        (step.literal("alpha")?, step.optional_bits()?, step.rational("randomisation")?);
    let threshold = step.arguments.integer("threshold")?;
    if !is_probability(&randomisation) {
        return Err(Unproved::OutOfRange { what: "the randomisation", how: "not in [0, 1]" }.into());
    }
    let lattice = step.whole(context, Bounds::Test)?;
    if lattice.direction != Direction::Forward {
        return Err(Unproved::UnfitRow { how: "is about the other direction of neighbours" }.into());
    }
    step.added(lattice)?;
    step.reduced(randomisation.denom().bits())?;
    let (power, error) = lattice.row.rejected(threshold, &randomisation);
    if error > level(&alpha, bits)?.0 {
        return Err(Unproved::NotOfLevel.into());
    }
    step.bound(Subject::Beta(alpha), true, &(BigRational::one() - power), Some(Direction::Forward))
}

/// The trade-off function of Gaussian steps from above, by the test that rejects beyond `u sqrt 2`:
/// the errors are `erfc(u)/2` and `erfc(mu/sqrt 2 - u)/2`.
pub(super) fn normal_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.bits()?);
    let (u, v) = (step.rational("u")?, step.rational("v")?);
    let scale = Scale::new(bits);
    let mu = scale.div(&step.mu(context, true, &scale)?, &scale.sqrt(&scale.integer(2)));
    let rest = mu.ok_or(Unsupported::NotEnclosed { what: "mu" })?.sub(&scale.rational(&u));
    if v > scale.ends(&rest).0 {
        return Err(Unproved::UnsafeSide { what: "v" }.into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("erfc", &u)?.hi / &two > level(&alpha, Some(bits))?.0 {
        return Err(Unproved::NotOfLevel.into());
    }
    let value = &step.leaf("erfc", &v)?.hi / two;
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}

/// The trade-off function of one Laplace step from above, by the test that rejects up to u: of
/// level `e^(u-eps)/2`, with the type II error `e^-u/2` for u >= 0 and `1 - e^u/2` for u < 0.
pub(super) fn laplace_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, u) = (step.literal("alpha")?, step.optional_bits()?, step.rational("u")?);
    let largest = laplace_loss(context)?;
    step.reduced(bits_of(largest).saturating_add(bits_of(&u)))?;
    if u > *largest {
        return Err(Unproved::OutOfRange { what: "u", how: "above eps" }.into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("exp", &(&u - largest))?.hi / &two > level(&alpha, bits)?.0 {
        return Err(Unproved::NotOfLevel.into());
    }
    let value = if u.is_negative() {
        BigRational::one() - &step.leaf("exp", &u)?.lo / two
    } else {
        &step.leaf("exp", &-u)?.hi / two
    };
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}
