//! Certificates for Coq: a record of integers in a fixed frame, which
//! `proofs/certificates/README.md` specifies.

use super::Document;
use super::attempt::rounded;
use super::closed::Eps;
use super::error::Error;
use super::goal::{Goal, Side, Target, ways};
use super::lattice::common_step;
use super::number::Literal;
use super::write::{About, FINEST, about, prove_delta, target};
use dpcert_checker::claim::Quantity;
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::literal::parse;
use dpcert_checker::log_linear::LogLinear;
use dpcert_checker::rational::BigRational;
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde_json::Value;

/// The longest denominator of a claimed value that is repeated where a short number suffices.
const MAX_BITS: u64 = 256;

/// The limit is low because counts are unary numbers in Coq.
const MAX_STEPS: u64 = 10_000;

/// From this product of steps and lattice points on, the fast evaluator is used.
const FAST: u64 = 1000;

/// Up to this number of steps, the evaluator for equal steps does without machine integers.
const EQUAL: u64 = 100;

/// A bound of the record, and its distance from the computed value.
struct Bound {
    value: BigRational,
    slack: BigRational,
}

/// The certificate of a claim for Coq.
///
/// # Errors
/// The reason why there is none: only compositions on a lattice have one.
pub fn coq(document: &Document, id: &str, holds: bool) -> Result<String, Error> {
    let about = about(document, id, holds)?;
    if about.ledger.iter().any(|row| row.part.is_some()) {
        return Err(Error::Parts);
    }
    let mut reason = Error::NothingTried;
    for goals in ways(&about.claim, holds) {
        match record(&about, &goals) {
            Ok(text) => return Ok(text),
            Err(why) => reason = why,
        }
    }
    Err(reason)
}

fn record(about: &About, goals: &[Goal]) -> Result<String, Error> {
    let step = common_step(&about.ledger).ok_or(Error::NoLattice)?;
    let mut groups: Vec<(BigInt, u64, String)> = Vec::new();
    for (row, stated) in about.ledger.iter().zip(&about.rows) {
        let (units, parameters) = group(row, stated, &step)?;
        match groups.last_mut() {
            Some((count, other, same)) if *other == units && *same == parameters => {
                *count += &row.count
            }
            _ => groups.push((row.count.clone(), units, parameters)),
        }
    }
    let steps = groups
        .iter()
        .map(|(count, ..)| count.to_u64())
        .try_fold(0u64, |sum, count| sum.checked_add(count?));
    let points = groups.iter().try_fold(0u64, |sum, (count, units, _)| {
        sum.checked_add(count.to_u64()?.checked_mul(*units)?)
    });
    let (Some(steps), Some(points)) = (steps, points) else {
        return Err(Error::TooMany("steps"));
    };
    let eps = eps_of(&about.claim.quantity, goals)?;
    let (j, query) = query(&eps, &step)?;
    if points.checked_add(j).is_none_or(|size| size > MAX_STEPS) {
        return Err(Error::LongLattice(MAX_STEPS));
    }
    let nothing = |value| Bound { value, slack: BigRational::one() };
    let (mut lower, mut upper) = (nothing(BigRational::zero()), nothing(BigRational::one()));
    for goal in goals {
        let target = wanted(&about.claim.quantity, goal)?;
        if target.is_trivial() {
            continue;
        }
        let bound = bound(&about.ledger, &eps, &target)?;
        match goal.side {
            Side::Lower => lower = bound,
            Side::Upper => upper = bound,
        }
    }
    let slack = lower.slack.min(upper.slack);
    let bits = bits_of(steps + points + j)
        + 16
        + (slack.denom().bits() + 1).saturating_sub(slack.numer().bits());
    let bits = (bits + small_eps(&groups, &step)).next_multiple_of(16);
    let are_equal = match groups.as_slice() {
        [(count, 1, parameters)] => count.is_positive() && !parameters.ends_with("(Alpha 1 1)"),
        _ => false,
    };
    let (imports, variant) = match (are_equal, steps) {
        (true, ..=EQUAL) => ("Certificate Walk", "_equal"),
        (true, _) => ("Certificate Walk Fast", "_walk"),
        (false, _) if steps.saturating_mul(points) > FAST => ("Certificate Fast", "_fast"),
        (false, _) => ("Certificate", ""),
    };
    let lines: String = groups
        .iter()
        .map(|(count, units, parameters)| format!("Group {count} {units} {parameters} ::\n   "))
        .collect();
    Ok(format!(
        "From Coq Require Import ZArith List.\n\
         From DPCert Require Import {imports}.\n\
         Definition the_claim : claim := Claim\n  \
           {bits}\n  \
           {}\n  \
           ({lines}nil)\n  \
           {query}\n  \
           {} {}\n  \
           {} {}.\n\
         Lemma checked : check{variant} the_claim = true.\n\
         Proof. vm_cast_no_check (@eq_refl bool true). Qed.\n\
         Theorem holds : certified the_claim.\n\
         Proof. exact (certificate_sound{variant} checked). Qed.\n",
        exponential(&step)?,
        lower.value.numer(),
        lower.value.denom(),
        upper.value.numer(),
        upper.value.denom(),
    ))
}

/// `(Exp a b)` for a rational number, `(Ratio a b)` for the logarithm of one.
fn exponential(x: &Expression) -> Result<String, Error> {
    if let Some(x) = x.rational() {
        return Ok(format!("(Exp {} {})", x.numer(), x.denom()));
    }
    let ratio = x.exp();
    let ratio = ratio.rational().ok_or(Error::OtherLoss)?;
    Ok(format!("(Ratio {} {})", ratio.numer(), ratio.denom()))
}

/// The lattice points of the loss of a row, and its parameters: delta, and the bound on the total
/// variation.
fn group(row: &LedgerRow, stated: &Value, step: &Expression) -> Result<(u64, String), Error> {
    let unsuitable = || Error::OtherKind(row.id.clone());
    let (Mechanism::ThreePoint { eps, delta, alpha }, None) =
        (&row.step.mechanism, &row.step.poisson)
    else {
        return Err(unsuitable());
    };
    let form = LogLinear::of(step);
    let units = dpcert_checker::pair::lattice_index(eps, &form, step, &Work::default())
        .ok_or_else(unsuitable)?;
    let units = u64::try_from(units).map_err(|_| unsuitable())?;
    let delta = delta.rational().ok_or_else(unsuitable)?;
    let pair = |x: &BigRational| format!("{} {}", x.numer(), x.denom());
    let variation = match (alpha.rational(), stated.get("eta")) {
        (Some(alpha), _) if alpha.is_zero() => "AnyTV".to_owned(),
        (Some(alpha), _) => format!("(Alpha {})", pair(alpha)),
        (None, Some(eta)) => {
            let eta = parse(
                &eta.as_str().map_or_else(|| eta.to_string(), str::to_owned),
                &Work::default(),
            )?;
            format!("(Eta {})", pair(eta.rational().ok_or_else(unsuitable)?))
        }
        (None, None) => return Err(unsuitable()),
    };
    Ok((units, format!("{} {variation}", pair(delta))))
}

/// The eps at which delta is bounded.
fn eps_of(quantity: &Quantity, goals: &[Goal]) -> Result<Expression, Error> {
    match (quantity, goals) {
        (Quantity::Delta(eps), _) => Ok(eps.clone()),
        (Quantity::Eps(_), [goal]) if !(goal.side == Side::Upper && goal.is_strict) => {
            Ok(goal.value.clone())
        }
        (Quantity::Eps(_), _) => Err(Error::TwoEps),
        _ => Err(Error::OtherQuantity),
    }
}

fn wanted(quantity: &Quantity, goal: &Goal) -> Result<Target, Error> {
    match quantity {
        Quantity::Eps(delta) => Ok(Target {
            side: goal.side,
            value: delta.clone(),
            is_strict: goal.side == Side::Lower,
        }),
        _ => target(goal),
    }
}

/// The lattice point at or below eps, and the query.
fn query(eps: &Expression, step: &Expression) -> Result<(u64, String), Error> {
    let form = LogLinear::of(step);
    let exact = dpcert_checker::pair::lattice_index(eps, &form, step, &Work::default());
    if let Some(j) = exact {
        let j = u64::try_from(j).map_err(|_| Error::FarEps)?;
        return Ok((j, format!("(AtStep {j})")));
    }
    let scale = Scale::new(256);
    let quotient = match (eps.enclose(&scale), step.enclose(&scale)) {
        (Some(eps), Some(step)) => scale.div(&eps, &step),
        _ => None,
    };
    let quotient = quotient.ok_or(Error::Unenclosed("eps"))?;
    let (low, high) = (&quotient.lo >> scale.bits, &quotient.hi >> scale.bits);
    let j = low.to_u64().filter(|_| low == high).ok_or(Error::FarEps)?;
    // A step and an eps of the same kind.
    match (step.rational().is_some(), eps.rational().is_some()) {
        (true, true) | (false, false) => Ok((j, format!("(At {j} {})", exponential(eps)?))),
        _ => Err(Error::MixedKinds),
    }
}

/// A bound that follows from the claimed value, with a distance from the computed value.
fn bound(ledger: &[LedgerRow], eps: &Expression, target: &Target) -> Result<Bound, Error> {
    let eps = Eps { value: eps.clone(), literal: Literal::Text(String::new()) };
    let (attempt, id) = prove_delta(ledger, &eps, target, FINEST)?;
    let computed = attempt.bound(id)?;
    let distance = (&computed - &target.value).abs();
    if distance.is_zero() {
        return Err(Error::NoSlack);
    }
    let two = BigRational::from_integer(BigInt::from(2));
    let middle = (&computed + &target.value) / &two;
    // The claimed value itself, unless it is too weak, or it is long and a short number is between
    // it and the computed value.
    let is_long = target.value.denom().bits() > MAX_BITS;
    if !target.is_strict && !is_long {
        return Ok(Bound { value: target.value.clone(), slack: distance });
    }
    let short = rounded(&middle, target.side == Side::Upper);
    let is_between = target.is_met(&short) && (&short - &computed).abs() * &two >= distance / &two;
    let value = if is_between { short } else { middle };
    Ok(Bound { slack: (&value - computed).abs(), value })
}

fn bits_of(n: u64) -> u64 {
    u64::from(u64::BITS - n.leading_zeros())
}

/// The additional bits for a bound on the total variation, where eps is small: 2 bits(1/(1 -
/// e^-eps)).
fn small_eps(groups: &[(BigInt, u64, String)], step: &Expression) -> u64 {
    let scale = Scale::new(64);
    let units =
        groups.iter().filter(|(.., text)| text.contains("Eta")).map(|(_, units, _)| *units).min();
    let value = units.and_then(|units| {
        step.times(&Expression::integer(i64::try_from(units).ok()?)).enclose(&scale)
    });
    // 1 - e^-eps >= eps/2 for eps <= 1.
    value.map_or(0, |eps| 2 * (scale.bits + 2).saturating_sub(eps.lo.bits()))
}
