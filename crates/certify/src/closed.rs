//! Bounds by closed forms: Gaussian steps, one Laplace step, the conversion from zCDP.

use super::attempt::{Attempt, rounded};
use super::error::Error;
use super::goal::{Side, Target};
use super::number::{Literal, Number, literal_of};
use super::rule::{Directions, Rule};
use super::step::{Bound, Conclusion, Function, Id, Limit, Subject};
use dpcert_checker::expression::{Expression, compare};
use dpcert_checker::fixed::{Interval, Scale};
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::rules::{beyond_all, mu_of, mu_squared, renyi_at, sum_of_rho};
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The numbers of bits that are tried, in addition to the leading zeros of the value.
const BITS: [u64; 4] = [96, 192, 512, 2048];

/// Does the closed form of Gaussian steps bound the ledger from this side?
pub fn is_gaussian(ledger: &[LedgerRow], side: Side) -> bool {
    mu_squared(ledger, side == Side::Lower).is_ok()
}

/// A bound on delta by the closed form of Gaussian steps.
pub fn gaussian_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let is_upper = target.side == Side::Upper;
    for more in BITS {
        let bits = (target.leading_zeros() + more).next_multiple_of(32);
        let scale = Scale::new(bits);
        let mu = mu_of(&mu_squared(ledger, !is_upper)?, &scale)?;
        let half = mu.half();
        let loss = eps
            .value
            .enclose(&scale)
            .and_then(|eps| scale.div(&eps, &mu))
            .ok_or(Error::Unenclosed("eps"))?;
        let argument = |x: &Interval| over_root(x, &scale).map(|x| scale.ends(&x));
        let (low, high) = (argument(&loss.sub(&half))?, argument(&loss.add(&half))?);
        let (u, v) = if is_upper { (low.0, high.1) } else { (low.1, high.0) };
        let mut attempt = Attempt::default();
        let (first, first_value) = attempt.leaf(Function::Erfc, &u, bits);
        let (second, second_value) = attempt.leaf(Function::Erfc, &v, bits);
        let (ratio, mut premises) =
            (ratio(&mut attempt, &eps.value, bits, &scale)?, vec![first, second]);
        premises.extend(ratio.1);
        let (ratio, two) = (scale.ends(&ratio.0), BigRational::from_integer(BigInt::from(2)));
        let (first, second) = (scale.ends(&first_value), scale.ends(&second_value));
        let value =
            if is_upper { first.1 - ratio.0 * second.0 } else { first.0 - ratio.1 * second.1 }
                / two;
        if target.is_met(&value) {
            let (bounds, u, v) = (target.side.bounds(), Number(u), Number(v));
            let rule = Rule::Gaussian { eps: eps.literal.clone(), bits, bounds, u, v };
            let id = attempt.step(
                rule,
                &premises,
                delta(&eps.literal, Directions::Forward, &value, target),
            );
            return Ok((attempt, id));
        }
    }
    Err(Error::Margin("the closed form of Gaussian steps"))
}

/// The quotient by the square root of 2: erfc is taken at that, where the normal distribution is
/// taken at x.
fn over_root(x: &Interval, scale: &Scale) -> Result<Interval, Error> {
    scale.div(x, &scale.sqrt(&scale.integer(2))).ok_or(Error::Unenclosed("the argument of erfc"))
}

/// `e^eps`, by a leaf where eps is rational and not 0; the id of the leaf.
pub fn ratio(
    attempt: &mut Attempt,
    eps: &Expression,
    bits: u64,
    scale: &Scale,
) -> Result<(Interval, Option<Id>), Error> {
    match eps.rational().filter(|x| !x.is_zero()) {
        Some(at) => {
            let (id, value) = attempt.leaf(Function::Exp, at, bits);
            Ok((value, Some(id)))
        }
        None => Ok((eps.exp().enclose(scale).ok_or(Error::Unenclosed("e^eps"))?, None)),
    }
}

/// The conclusion that delta is bounded; the value is shortened where it still meets the target.
pub fn delta(
    eps: &Literal,
    direction: Directions,
    value: &BigRational,
    target: &Target,
) -> Conclusion {
    bound(Subject::Delta { eps: eps.clone(), direction }, value, target)
}

/// The conclusion that the trade-off function is bounded.
pub fn beta(alpha: &Level, value: &BigRational, target: &Target) -> Conclusion {
    bound(Subject::Beta { alpha: alpha.literal.clone() }, value, target)
}

fn bound(subject: Subject, value: &BigRational, target: &Target) -> Conclusion {
    let short = rounded(value, target.side == Side::Upper);
    let number = Number(if target.is_met(&short) { short } else { value.clone() });
    let limit = match target.side {
        Side::Lower => Limit::AtLeast(number),
        Side::Upper => Limit::AtMost(number),
    };
    Conclusion::Bound(Bound { subject, limit })
}

/// The eps at which delta is bounded: the number, and its literal.
#[derive(Clone, Debug)]
pub struct Eps {
    /// The number.
    pub value: Expression,
    /// The literal.
    pub literal: Literal,
}

impl Eps {
    /// A number that does not occur in a claim.
    pub fn of(value: Expression) -> Eps {
        Eps { literal: Literal::Text(literal_of(&value)), value }
    }
}

/// The level of a test: its text in the claim, and an enclosure.
#[derive(Clone, Debug)]
pub struct Level {
    /// The literal.
    pub literal: Literal,
    /// A lower bound, closer than 2^-LEVEL_BITS.
    pub lo: BigRational,
    /// An upper bound.
    pub hi: BigRational,
}

/// The bits with which a level is enclosed.
pub const LEVEL_BITS: u64 = 256;

impl Level {
    /// Is it a rational number?
    pub fn is_rational(&self) -> bool {
        self.lo == self.hi
    }

    /// The bits of its enclosure, if it has to be enclosed.
    pub fn bits(&self) -> Option<u64> {
        (!self.is_rational()).then_some(LEVEL_BITS)
    }
}

/// A bound on delta by the outcomes with infinite loss.
pub fn infinite_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let work = Work::default();
    let (largest, value) = beyond_all(ledger, Direction::Forward, &work)?;
    let is_upper = target.side == Side::Upper;
    let is_beyond = compare(&eps.value, &largest, &work).is_some_and(Ordering::is_ge);
    let is_symmetric = ledger.iter().all(|row| row.step.is_symmetric());
    if !target.is_met(&value) || (is_upper && !(is_beyond && is_symmetric)) {
        return Err(Error::FiniteLosses);
    }
    let mut attempt = Attempt::default();
    let direction = Directions::Forward;
    let rule = Rule::Infinite { eps: eps.literal.clone(), bounds: target.side.bounds(), direction };
    let id = attempt.step(rule, &[], delta(&eps.literal, direction, &value, target));
    Ok((attempt, id))
}

/// A bound on delta of one Laplace step.
pub fn laplace_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let [row] = ledger else {
        return Err(Error::NoClosedForm);
    };
    let (Mechanism::Laplace { eps: largest }, None, true) =
        (&row.step.mechanism, &row.step.poisson, row.count.is_one())
    else {
        return Err(Error::NoClosedForm);
    };
    let at = eps.value.rational().filter(|x| **x > -largest).ok_or(Error::NoClosedForm)?;
    let is_upper = target.side == Side::Upper;
    for bits in BITS {
        let mut attempt = Attempt::default();
        let mut premises = Vec::new();
        let mut value = BigRational::zero();
        if at < largest {
            let half = (at - largest) / BigRational::from_integer(BigInt::from(2));
            let (id, leaf) = attempt.leaf(Function::Exp, &half, bits);
            let (lo, hi) = Scale::new(bits).ends(&leaf);
            value = BigRational::one() - if is_upper { lo } else { hi };
            premises.push(id);
        }
        if target.is_met(&value) {
            let rule = Rule::Laplace { eps: Number(at.clone()), bounds: target.side.bounds() };
            let id = attempt.step(
                rule,
                &premises,
                delta(&eps.literal, Directions::Forward, &value, target),
            );
            return Ok((attempt, id));
        }
    }
    Err(Error::Margin("the closed form of a Laplace step"))
}

/// A bound on delta from above by a Renyi divergence.
pub fn renyi_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let rho = sum_of_rho(ledger)?;
    let bits = (target.leading_zeros() + 160).next_multiple_of(32);
    let scale = Scale::new(bits);
    // The derivative of the exponent in the order: (2 order - 1) rho - eps + ln(1 - 1/order), which
    // increases.
    let loss = eps.value.enclose(&scale).ok_or(Error::Unenclosed("eps"))?;
    let is_rising = |excess: &BigRational| {
        let order = BigRational::one() + excess;
        let linear = scale.rational(&((&order + excess) * &rho));
        let shrink = scale.ln(&scale.rational(&(excess / &order)));
        shrink.is_none_or(|shrink| linear.sub(&loss).add(&shrink).hi.is_positive())
    };
    let power = |n: i32| num_traits::Pow::pow(&BigRational::from_integer(BigInt::from(2)), n);
    let (mut low, mut high) = (power(-40), power(40));
    for _ in 0..120 {
        let middle = (&low + &high) / BigRational::from_integer(BigInt::from(2));
        let middle = rounded(&middle, true);
        if is_rising(&middle) { high = middle } else { low = middle }
    }
    let order = BigRational::one() + high;
    let value = renyi_at(&rho, &eps.value, &order, &scale)?;
    if target.side == Side::Lower || !target.is_met(&value) {
        return Err(Error::Conversion);
    }
    let mut attempt = Attempt::default();
    let rule = Rule::Renyi { eps: eps.literal.clone(), order: Number(order), bits };
    let id = attempt.step(rule, &[], delta(&eps.literal, Directions::Both, &value, target));
    Ok((attempt, id))
}

/// The point z at which `Phi(-z)` is alpha, rounded up by less than 2^-bits, so that the level is
/// kept.
fn quantile(alpha: &BigRational, bits: u64) -> BigRational {
    let scale = Scale::new(bits + 16);
    let level = scale.rational(alpha);
    let (mut low, mut high) = (scale.integer(-64).lo, scale.integer(64).lo);
    while (&high - &low).bits() > 8 {
        let middle: BigInt = (&low + &high) >> 1;
        let value = scale.normal_cdf(&Interval::point(-middle.clone()));
        if value.hi > level.lo { low = middle } else { high = middle }
    }
    BigRational::new(high, scale.one())
}

/// A bound on the trade-off function of Gaussian steps.
pub fn gaussian_beta(
    ledger: &[LedgerRow],
    alpha: &Level,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let two = BigRational::from_integer(BigInt::from(2));
    if target.side == Side::Lower {
        // The supporting line there: at the loss mu z - mu^2/2.
        let scale = Scale::new(128);
        let mu = scale.ends(&mu_of(&mu_squared(ledger, false)?, &scale)?).0;
        let loss = rounded(&(&mu * quantile(&alpha.lo, 96) - &mu * &mu / &two), true);
        let eps = Eps::of(Expression::Rational(loss));
        return line(alpha, target, &eps, |wanted| gaussian_delta(ledger, &eps, wanted));
    }
    for bits in BITS {
        // Coarser than the leaves, so that their width does not matter.
        let (scale, z) = (Scale::new(bits), quantile(&alpha.lo, bits / 2));
        let u = scale.ends(&over_root(&scale.rational(&z), &scale)?).1;
        let mu = over_root(&mu_of(&mu_squared(ledger, true)?, &scale)?, &scale)?;
        let rest = mu.sub(&scale.rational(&u));
        let v = scale.ends(&rest).0;
        let mut attempt = Attempt::default();
        let (first, level) = attempt.leaf(Function::Erfc, &u, bits);
        let (second, miss) = attempt.leaf(Function::Erfc, &v, bits);
        let value = scale.ends(&miss).1 / &two;
        if scale.ends(&level).1 / &two <= alpha.lo && target.is_met(&value) {
            let (bits, u, v) = (bits.max(LEVEL_BITS), Number(u), Number(v));
            let rule = Rule::NormalErrors { alpha: alpha.literal.clone(), bits, u, v };
            let id = attempt.step(rule, &[first, second], beta(alpha, &value, target));
            return Ok((attempt, id));
        }
    }
    Err(Error::Margin("a test of Gaussian steps"))
}

/// A bound on the trade-off function of one Laplace step.
pub fn laplace_beta(
    ledger: &[LedgerRow],
    alpha: &Level,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let [LedgerRow { step, .. }] = ledger else {
        return Err(Error::NoClosedForm);
    };
    let Mechanism::Laplace { eps: largest } = &step.mechanism else {
        return Err(Error::NoClosedForm);
    };
    let two = BigRational::from_integer(BigInt::from(2));
    let mut reason = Error::Margin("a test of a Laplace step");
    for bits in BITS {
        // The level e^(u-eps)/2 is alpha at u = eps + ln(2 alpha).
        let scale = Scale::new(bits);
        let logarithm = scale.ln(&scale.rational(&(&alpha.lo * &two))).ok_or(Error::ZeroAlpha)?;
        let u = largest + scale.ends(&logarithm).0
            - BigRational::new(BigInt::one(), BigInt::one() << (bits / 2));
        if u > *largest {
            return Err(Error::LargeAlpha);
        }
        if target.side == Side::Lower {
            // To the left of the first corner it is the line of the largest loss.
            let loss = if u.is_negative() { largest.clone() } else { largest - &u * &two };
            let eps = Eps::of(Expression::Rational(loss));
            match line(alpha, target, &eps, |wanted| laplace_delta(ledger, &eps, wanted)) {
                Ok(found) => return Ok(found),
                Err(why) => reason = why,
            }
            continue;
        }
        let mut attempt = Attempt::default();
        let (first, level) = attempt.leaf(Function::Exp, &(&u - largest), bits);
        let (second, rest) = attempt.leaf(
            Function::Exp,
            &if u.is_negative() { u.clone() } else { -u.clone() },
            bits,
        );
        let (lo, hi) = scale.ends(&rest);
        let value = if u.is_negative() { BigRational::one() - lo / &two } else { hi / &two };
        if scale.ends(&level).1 / &two <= alpha.lo && target.is_met(&value) {
            let rule = Rule::LaplaceErrors {
                alpha: alpha.literal.clone(),
                u: Number(u),
                bits: alpha.bits(),
            };
            let id = attempt.step(rule, &[first, second], beta(alpha, &value, target));
            return Ok((attempt, id));
        }
    }
    Err(reason)
}

/// A lower bound of the trade-off function by a line, from a bound of delta.
pub fn line(
    alpha: &Level,
    target: &Target,
    eps: &Eps,
    prove: impl FnOnce(&Target) -> Result<(Attempt, Id), Error>,
) -> Result<(Attempt, Id), Error> {
    // delta is accurate enough where 1 - delta - e^eps alpha is.
    let bits = LEVEL_BITS;
    let scale = Scale::new(bits);
    let exact = eps.value.exp().rational().cloned();
    let mut probe = Attempt::default();
    let slope = match &exact {
        Some(ratio) => ratio.clone(),
        None => scale.ends(&ratio(&mut probe, &eps.value, bits, &scale)?.0).1,
    };
    let rest = BigRational::one() - &slope * &alpha.hi - &target.value;
    let wanted = Target { side: Side::Upper, value: rest, is_strict: target.is_strict };
    let (mut attempt, id) = prove(&wanted)?;
    let value = BigRational::one() - attempt.bound(id)? - slope * &alpha.hi;
    let mut premises = vec![id];
    if exact.is_none() {
        premises.extend(ratio(&mut attempt, &eps.value, bits, &scale)?.1);
    }
    let is_enclosed = exact.is_none() || !alpha.is_rational();
    let rule = Rule::Line { alpha: alpha.literal.clone(), bits: is_enclosed.then_some(bits) };
    let id = attempt.step(rule, &premises, beta(alpha, &value, target));
    Ok((attempt, id))
}
