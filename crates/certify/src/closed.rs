//! Bounds by closed forms: Gaussian steps, one Laplace step, the conversion from zCDP.

use super::attempt::{Attempt, rounded};
use super::goal::{Side, Target};
use dpcert_checker::expression::{Expression, compare};
use dpcert_checker::fixed::{Interval, Scale};
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::number::show;
use dpcert_checker::pair::Direction;
use dpcert_checker::rules::{beyond_all, mu_of, mu_squared, renyi_at, sum_of_rho};
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde_json::{Value, json};
use std::cmp::Ordering;

/// Numbers of bits that are tried, beyond those in front of the value.
const BITS: [u64; 4] = [96, 192, 512, 2048];

/// Whether the closed form of Gaussian steps bounds the ledger from this side.
pub fn is_gaussian(ledger: &[LedgerRow], side: Side) -> bool {
    mu_squared(ledger, side == Side::Lower).is_ok()
}

/// A bound on delta by the closed form of Gaussian steps.
pub fn gaussian_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
) -> Result<(Attempt, String), String> {
    let is_upper = target.side == Side::Upper;
    for more in BITS {
        let bits = (target.leading_zeros() + more).next_multiple_of(32);
        let scale = Scale::new(bits);
        let mu = mu_of(&mu_squared(ledger, !is_upper)?, &scale)?;
        let half = mu.half();
        let root = scale.sqrt(&scale.integer(2));
        let loss = eps.0.enclose(&scale).and_then(|eps| scale.div(&eps, &mu)).ok_or("eps cannot be enclosed")?;
        let quotient = |x: &Interval| scale.div(x, &root).map(|x| scale.ends(&x)).ok_or("the argument of erfc");
        let (low, high) = (quotient(&loss.sub(&half))?, quotient(&loss.add(&half))?);
        let (u, v) = if is_upper { (low.0, high.1) } else { (low.1, high.0) };
        let mut attempt = Attempt::default();
        let (first, first_value) = attempt.leaf("erfc", &u, bits);
        let (second, second_value) = attempt.leaf("erfc", &v, bits);
        let (ratio, mut premises) = (ratio(&mut attempt, &eps.0, bits, &scale)?, vec![first, second]);
        premises.extend(ratio.1);
        let (ratio, two) = (scale.ends(&ratio.0), BigRational::from_integer(BigInt::from(2)));
        let (first, second) = (scale.ends(&first_value), scale.ends(&second_value));
        let value = if is_upper { first.1 - ratio.0 * second.0 } else { first.0 - ratio.1 * second.1 } / two;
        if target.is_met(&value) {
            let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
            let bounds = if is_upper { "upper" } else { "test" };
            let arguments = json!({"eps": eps.1, "bits": bits, "bounds": bounds, "u": show(&u), "v": show(&v)});
            let id = attempt.step("gaussian", &premises, arguments, delta(&eps.1, "forward", &value, target));
            return Ok((attempt, id));
        }
    }
    Err("the margin is too small for the closed form of Gaussian steps".to_owned())
}

/// `e^eps`, by a leaf where eps is rational and not 0; the id of the leaf.
pub fn ratio(
    attempt: &mut Attempt,
    eps: &Expression,
    bits: u64,
    scale: &Scale,
) -> Result<(Interval, Option<String>), String> {
    match eps.rational().filter(|x| !x.is_zero()) {
        Some(at) => {
            let (id, value) = attempt.leaf("exp", at, bits);
            Ok((value, Some(id)))
        }
        None => Ok((eps.exp().enclose(scale).ok_or("e^eps cannot be enclosed")?, None)),
    }
}

/// The conclusion that delta is bounded; the value is shortened where that is still good enough.
pub fn delta(eps: &Value, direction: &str, value: &BigRational, target: &Target) -> Value {
    let (relation, value) = shortened(value, target);
    json!({"delta": {"eps": eps, "direction": direction}, relation: value})
}

/// The conclusion that the trade-off function is bounded.
pub fn beta(alpha: &Level, value: &BigRational, target: &Target) -> Value {
    let (relation, value) = shortened(value, target);
    json!({"beta": {"alpha": alpha.text}, relation: value})
}

/// The level of a test: its text in the claim, and an enclosure.
#[derive(Clone, Debug)]
pub struct Level {
    /// The literal.
    pub text: Value,
    /// Not more, by less than 2^-LEVEL_BITS.
    pub lo: BigRational,
    /// Not less.
    pub hi: BigRational,
}

/// The bits with which a level is enclosed.
pub const LEVEL_BITS: u64 = 256;

impl Level {
    /// Whether it is a rational number.
    pub fn is_rational(&self) -> bool {
        self.lo == self.hi
    }
}

fn shortened(value: &BigRational, target: &Target) -> (&'static str, String) {
    let is_upper = target.side == Side::Upper;
    let short = rounded(value, is_upper);
    let value = if target.is_met(&short) { &short } else { value };
    (if is_upper { "at-most" } else { "at-least" }, show(value))
}

/// A bound on delta by the outcomes with infinite loss.
pub fn infinite_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
) -> Result<(Attempt, String), String> {
    let work = Work::default();
    let (largest, value) = beyond_all(ledger, Direction::Forward, &work)?;
    let is_upper = target.side == Side::Upper;
    let is_beyond = compare(&eps.0, &largest, &work).is_some_and(Ordering::is_ge);
    let is_symmetric = ledger.iter().all(|row| row.step.is_symmetric());
    if !target.is_met(&value) || (is_upper && !(is_beyond && is_symmetric)) {
        return Err("the infinite losses alone do not decide it".to_owned());
    }
    let mut attempt = Attempt::default();
    let bounds = if is_upper { "upper" } else { "test" };
    let arguments = json!({"eps": eps.1, "bounds": bounds, "direction": "forward"});
    let id = attempt.step("infinite", &[], arguments, delta(&eps.1, "forward", &value, target));
    Ok((attempt, id))
}

/// A bound on delta of one Laplace step.
pub fn laplace_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
) -> Result<(Attempt, String), String> {
    let unsuitable = || "there is no closed form".to_owned();
    let [row] = ledger else { return Err(unsuitable()) };
    let (Mechanism::Laplace { eps: largest }, None, true) =
        (&row.step.mechanism, &row.step.poisson, row.count.is_one())
    else {
        return Err(unsuitable());
    };
    let at = eps.0.rational().filter(|x| **x > -largest).ok_or_else(unsuitable)?;
    let is_upper = target.side == Side::Upper;
    for bits in BITS {
        let mut attempt = Attempt::default();
        let mut premises = Vec::new();
        let mut value = BigRational::zero();
        if at < largest {
            let half = (at - largest) / BigRational::from_integer(BigInt::from(2));
            let (id, leaf) = attempt.leaf("exp", &half, bits);
            let (lo, hi) = Scale::new(bits).ends(&leaf);
            value = BigRational::one() - if is_upper { lo } else { hi };
            premises.push(id);
        }
        if target.is_met(&value) {
            let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
            let arguments = json!({"eps": show(at), "bounds": if is_upper { "upper" } else { "test" }});
            let id = attempt.step("laplace", &premises, arguments, delta(&eps.1, "forward", &value, target));
            return Ok((attempt, id));
        }
    }
    Err("the margin is too small for the closed form of a Laplace step".to_owned())
}

/// A bound on delta from above by a Renyi divergence.
pub fn renyi_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
) -> Result<(Attempt, String), String> {
    let rho = sum_of_rho(ledger)?;
    let bits = (target.leading_zeros() + 160).next_multiple_of(32);
    let scale = Scale::new(bits);
    // The derivative of the exponent in the order: (2 order - 1) rho - eps + ln(1 - 1/order), which increases.
    let loss = eps.0.enclose(&scale).ok_or("eps cannot be enclosed")?;
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
    let value = renyi_at(&rho, &eps.0, &order, &scale)?;
    if target.side == Side::Lower || !target.is_met(&value) {
        return Err("the conversion from zCDP does not reach the claimed value".to_owned());
    }
    let mut attempt = Attempt::default();
    let arguments = json!({"eps": eps.1, "order": show(&order), "bits": bits});
    let id = attempt.step("renyi", &[], arguments, delta(&eps.1, "both", &value, target));
    Ok((attempt, id))
}

/// The point z at which `Phi(-z)` is alpha: at least as large, so that the level is kept, by less than 2^-bits.
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
pub fn gaussian_beta(ledger: &[LedgerRow], alpha: &Level, target: &Target) -> Result<(Attempt, String), String> {
    let two = BigRational::from_integer(BigInt::from(2));
    if target.side == Side::Lower {
        // The line that touches there: at the loss mu z - mu^2/2.
        let scale = Scale::new(128);
        let mu = scale.ends(&mu_of(&mu_squared(ledger, false)?, &scale)?).0;
        let eps = rounded(&(&mu * quantile(&alpha.lo, 96) - &mu * &mu / &two), true);
        let eps = (Expression::Rational(eps.clone()), json!(eps.to_string()));
        return line(alpha, target, &eps, |wanted| gaussian_delta(ledger, &eps, wanted));
    }
    for bits in BITS {
        // Coarser than the leaves, so that their width does not matter.
        let (scale, z) = (Scale::new(bits), quantile(&alpha.lo, bits / 2));
        let u = scale.ends(&scale.div(&scale.rational(&z), &scale.sqrt(&scale.integer(2))).ok_or("z")?).1;
        let mu = scale.div(&mu_of(&mu_squared(ledger, true)?, &scale)?, &scale.sqrt(&scale.integer(2))).ok_or("mu")?;
        let rest = mu.sub(&scale.rational(&u));
        let v = scale.ends(&rest).0;
        let mut attempt = Attempt::default();
        let (first, level) = attempt.leaf("erfc", &u, bits);
        let (second, miss) = attempt.leaf("erfc", &v, bits);
        let value = scale.ends(&miss).1 / &two;
        if scale.ends(&level).1 / &two <= alpha.lo && target.is_met(&value) {
            let arguments = json!({"alpha": alpha.text, "bits": bits.max(LEVEL_BITS), "u": show(&u), "v": show(&v)});
            let id = attempt.step("normal-errors", &[&first, &second], arguments, beta(alpha, &value, target));
            return Ok((attempt, id));
        }
    }
    Err("the margin is too small for a test of Gaussian steps".to_owned())
}

/// A bound on the trade-off function of one Laplace step.
pub fn laplace_beta(ledger: &[LedgerRow], alpha: &Level, target: &Target) -> Result<(Attempt, String), String> {
    let [LedgerRow { step, .. }] = ledger else { return Err("there is no closed form".to_owned()) };
    let Mechanism::Laplace { eps: largest } = &step.mechanism else { return Err("there is no closed form".to_owned()) };
    let two = BigRational::from_integer(BigInt::from(2));
    let mut reason = String::new();
    for bits in BITS {
        // The level e^(u-eps)/2 is alpha at u = eps + ln(2 alpha).
        let scale = Scale::new(bits);
        let logarithm = scale.ln(&scale.rational(&(&alpha.lo * &two))).ok_or("alpha is 0")?;
        let u = largest + scale.ends(&logarithm).0 - BigRational::new(BigInt::one(), BigInt::one() << (bits / 2));
        if u > *largest {
            return Err("there is no closed form of a test with so large an alpha".to_owned());
        }
        if target.side == Side::Lower {
            // To the left of the first corner it is the line of the largest loss.
            let eps = if u.is_negative() { largest.clone() } else { largest - &u * &two };
            let eps = (Expression::Rational(eps.clone()), json!(eps.to_string()));
            match line(alpha, target, &eps, |wanted| laplace_delta(ledger, &eps, wanted)) {
                Ok(found) => return Ok(found),
                Err(why) => reason = why,
            }
            continue;
        }
        let mut attempt = Attempt::default();
        let (first, level) = attempt.leaf("exp", &(&u - largest), bits);
        let (second, rest) = attempt.leaf("exp", &if u.is_negative() { u.clone() } else { -u.clone() }, bits);
        let (lo, hi) = scale.ends(&rest);
        let value = if u.is_negative() { BigRational::one() - lo / &two } else { hi / &two };
        if scale.ends(&level).1 / &two <= alpha.lo && target.is_met(&value) {
            let mut arguments = json!({"alpha": alpha.text, "u": show(&u)});
            if let (false, Some(table)) = (alpha.is_rational(), arguments.as_object_mut()) {
                table.insert("bits".to_owned(), json!(LEVEL_BITS));
            }
            let id = attempt.step("laplace-errors", &[&first, &second], arguments, beta(alpha, &value, target));
            return Ok((attempt, id));
        }
        reason = "the margin is too small for a test of a Laplace step".to_owned();
    }
    Err(reason)
}

/// A bound on the trade-off function from below by a line, from one on delta.
pub fn line(
    alpha: &Level,
    target: &Target,
    eps: &(Expression, Value),
    prove: impl FnOnce(&Target) -> Result<(Attempt, String), String>,
) -> Result<(Attempt, String), String> {
    // delta is good enough where 1 - delta - e^eps alpha is.
    let bits = LEVEL_BITS;
    let scale = Scale::new(bits);
    let exact = eps.0.exp().rational().cloned();
    let mut probe = Attempt::default();
    let slope = match &exact {
        Some(ratio) => ratio.clone(),
        None => scale.ends(&ratio(&mut probe, &eps.0, bits, &scale)?.0).1,
    };
    let rest = BigRational::one() - &slope * &alpha.hi - &target.value;
    let wanted = Target { side: Side::Upper, value: rest, is_strict: target.is_strict };
    let (mut attempt, id) = prove(&wanted)?;
    let mut premises = vec![id];
    let mut arguments = json!({"alpha": alpha.text});
    if exact.is_none() {
        premises.extend(ratio(&mut attempt, &eps.0, bits, &scale)?.1);
    }
    if exact.is_none() || !alpha.is_rational() {
        arguments = json!({"alpha": alpha.text, "bits": bits});
    }
    let bound = attempt.steps.last().and_then(|step| step.pointer("/conclusion/at-most")).and_then(Value::as_str);
    let bound = dpcert_checker::number::parse(bound.unwrap_or_default())?;
    let value = BigRational::one() - bound - slope * &alpha.hi;
    let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
    let id = attempt.step("line", &premises, arguments, beta(alpha, &value, target));
    Ok((attempt, id))
}
