//! Rules that bound the trade-off function: the second error of a test at the level alpha.

use super::step::Step;
use super::sums::laplace_loss;
use super::{Context, Shown, Subject};
use crate::expression::Expression;
use crate::fault::{Fault, form};
use crate::fixed::Scale;
use crate::number::is_probability;
use crate::pair::Direction;
use crate::row::Bounds;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

/// An enclosure of alpha, which must be in [0, 1]; a rational one is itself.
pub(super) fn level(alpha: &Expression, bits: Option<u64>) -> Result<(BigRational, BigRational), Fault> {
    let ends = match (alpha.rational(), bits) {
        (Some(alpha), _) => (alpha.clone(), alpha.clone()),
        (None, Some(bits)) => {
            let scale = Scale::new(bits);
            scale.ends(&alpha.enclose(&scale).ok_or("alpha cannot be enclosed")?)
        }
        (None, None) => return Err("alpha is not rational: give the bits".into()),
    };
    if is_probability(&ends.0) && is_probability(&ends.1) { Ok(ends) } else { Err("alpha is not in [0, 1]".into()) }
}

/// The trade-off function from below: `f(alpha) >= 1 - delta(eps) - e^eps alpha`, at any eps.
pub(super) fn line(_: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.optional_bits()?);
    let mut bounds = step.premises.iter().filter_map(|shown| match shown {
        Shown::Bound(bound) => Some(bound),
        _ => None,
    });
    let (Some(bound), None) = (bounds.next(), bounds.next()) else {
        return Err("the premises hold not exactly one bound".into());
    };
    let (Subject::Delta(eps), true, Some(Direction::Forward)) = (&bound.subject, bound.is_upper, bound.direction)
    else {
        return Err("the premise is not a bound on delta from above".into());
    };
    let (_, largest) = level(&alpha, bits)?;
    let (_, ratio) = step.ratio_ends(eps, bits)?;
    let value = BigRational::one() - &bound.value - ratio * largest;
    step.bound(Subject::Beta(alpha), false, &value, Some(Direction::Forward))
}

/// The trade-off function from above: the errors of a test.
pub(super) fn errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, randomisation) = (step.literal("alpha")?, step.optional_bits()?, step.rational("randomisation")?);
    let threshold = form(step.arguments.integer("threshold"))?;
    if !is_probability(&randomisation) {
        return Err("the randomisation is not in [0, 1]".into());
    }
    let lattice = step.whole(context, Bounds::Test)?;
    if lattice.direction != Direction::Forward {
        return Err("the trade-off function is that of the forward direction".into());
    }
    step.added(lattice)?;
    step.reduced(randomisation.denom().bits())?;
    let (power, error) = lattice.row.rejected(threshold, &randomisation);
    if error > level(&alpha, bits)?.0 {
        return Err("the test is not of level alpha".into());
    }
    step.bound(Subject::Beta(alpha), true, &(BigRational::one() - power), Some(Direction::Forward))
}

/// The trade-off function of Gaussian steps from above, by the test that rejects beyond `u sqrt 2`: the errors are
/// `erfc(u)/2` and `erfc(mu/sqrt 2 - u)/2`.
pub(super) fn normal_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits) = (step.literal("alpha")?, step.bits()?);
    let (u, v) = (step.rational("u")?, step.rational("v")?);
    let scale = Scale::new(bits);
    let mu = scale.div(&step.mu(context, true, &scale)?, &scale.sqrt(&scale.integer(2)));
    let rest = mu.ok_or("mu")?.sub(&scale.rational(&u));
    if v > scale.ends(&rest).0 {
        return Err("v is not known to be on the safe side".into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("erfc", &u)?.hi / &two > level(&alpha, Some(bits))?.0 {
        return Err("the test is not of level alpha".into());
    }
    let value = &step.leaf("erfc", &v)?.hi / two;
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}

/// The trade-off function of one Laplace step from above, by the test that rejects up to u: of level `e^(u-eps)/2`, with
/// the second error `e^-u/2` for u >= 0 and `1 - e^u/2` for u < 0.
pub(super) fn laplace_errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, u) = (step.literal("alpha")?, step.optional_bits()?, step.rational("u")?);
    let largest = laplace_loss(context)?;
    if u > *largest {
        return Err("u is above eps".into());
    }
    let two = BigRational::from_integer(BigInt::from(2));
    if &step.leaf("exp", &(&u - largest))?.hi / &two > level(&alpha, bits)?.0 {
        return Err("the test is not of level alpha".into());
    }
    let value = if u.is_negative() {
        BigRational::one() - &step.leaf("exp", &u)?.lo / two
    } else {
        &step.leaf("exp", &-u)?.hi / two
    };
    step.bound(Subject::Beta(alpha), true, &value, Some(Direction::Forward))
}
