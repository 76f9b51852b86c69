//! From a claim to its certificate.

use super::attempt::Attempt;
use super::closed::{
    Eps, LEVEL_BITS, Level, beta, delta, gaussian_beta, gaussian_delta, infinite_delta,
    is_gaussian, laplace_beta, laplace_delta, line, ratio, renyi_delta,
};
use super::compose::{Fineness, compose};
use super::error::Error;
use super::goal::{Goal, Side, Target, ways};
use super::lattice::common_step;
use super::number::{Literal, Number, literal_of};
use super::outcomes::{outcomes_beta, outcomes_delta};
use super::parts::of_parts;
use super::rule::{Directions, Rule};
use super::step::{Conclusion, Id, Leaf, Step};
use dpcert_checker::certificate::{FORMAT, FORMAT_OF_PARTS};
use dpcert_checker::claim::{Claim, Quantity, Relation};
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::idealised::remarks;
use dpcert_checker::json::{ALSO, Json, parse};
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::number::show;
use dpcert_checker::pair::Direction;
use dpcert_checker::parts;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::rules::{exact_tail, sum_of_rho, tail_at};
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Map, Value, json};

/// A claim file with its text.
#[derive(Clone, Debug)]
pub struct Document {
    scope: Value,
    ledger: Vec<Value>,
    claims: Vec<Value>,
    input: Value,
}

/// The limits of every certificate; the checker adds idealisations.
pub const NOT_COVERED: [&str; 3] = [
    "whether the ledger says what was run",
    "the sampling code, its source of randomness and its floating-point arithmetic",
    "side channels, such as the time a query takes",
];

/// A field of a row from which a distance is derived. It is not replaced by what follows from it,
/// because a certificate has the rows of the file word for word.
const DERIVED: &str = "query";

/// The finest grid that is tried has the step 2^-this. Where there are two ways to prove a claim,
/// as there are to refute an equation, only one of them can succeed: the coarser grids are tried
/// for both before the finer ones for any.
pub const FINEST: u32 = 16;
/// The finest of the coarser grids.
pub const COARSE: u32 = 9;
/// The name of the route by rows of masses, for messages.
const GRIDS: &str = "the grids and precisions that are tried";

impl Document {
    /// A claim file: its name without folders, its text, and the digest of it.
    ///
    /// # Errors
    /// For a text that is not a claim file.
    pub fn new(name: &str, text: &str, sha256: &str) -> Result<Document, Error> {
        let mut file: Value = toml::from_str(text)?;
        let mut list = |key: &'static str| match file.get_mut(key).map(Value::take) {
            Some(Value::Array(entries)) => Ok(entries),
            _ => Err(Error::NoPart(key)),
        };
        let (ledger, claims) = (list("ledger")?, list("claim")?);
        let scope = file.get_mut("scope").map(Value::take).ok_or(Error::NoPart("scope"))?;
        Ok(Document { scope, ledger, claims, input: json!({"name": name, "sha256": sha256}) })
    }
}

/// A claim and the ledger rows that it is about, as they are in the file and as they are read.
pub struct About {
    /// The claim in the file, without remarks.
    pub stated: Value,
    /// The claim.
    pub claim: Claim,
    /// The rows in the file.
    pub rows: Vec<Value>,
    /// The rows.
    pub ledger: Vec<LedgerRow>,
}

/// Finds a claim.
///
/// # Errors
/// If there is no such claim, a row that the checker does not know, or no rule for a range of
/// steps.
pub fn about(document: &Document, id: &str, holds: bool) -> Result<About, Error> {
    let stated = document.claims.iter().find(|claim| claim.get("id") == Some(&json!(id)));
    let mut stated = stated.cloned().ok_or_else(|| Error::NoClaim(id.to_owned()))?;
    if let Some(table) = stated.as_object_mut() {
        table.retain(|key, _| !["source", "reason", "expect"].contains(&key.as_str()));
    }
    if let Some(name) = ["renyi", "gdp"].into_iter().find(|name| stated.get(*name).is_some()) {
        return Err(Error::NoRule(name));
    }
    let work = Work::default();
    let claim = Claim::read("claim", &strict(&stated)?, &work)?;
    rename(&mut stated);
    let is_meant = |row: &&Value| {
        let id = row.get("id").and_then(Value::as_str).unwrap_or_default();
        claim.over.iter().any(|pattern| dpcert_checker::claim::matches(pattern, id))
    };
    let rows: Vec<Value> = document.ledger.iter().filter(is_meant).cloned().collect();
    let scope = Scope::read(&strict(&document.scope)?)?;
    for row in &rows {
        if row.get(DERIVED).is_some() {
            let id = row.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            let is_replaced = scope.adjacency == "replace-one";
            return Err(match row.get("part") {
                Some(_) if is_replaced => Error::DerivedInPart { id },
                _ => Error::Derived { id },
            });
        }
    }
    let mut ledger = Vec::new();
    for row in &rows {
        ledger.push(LedgerRow::read("ledger", strict(row)?, &scope, &work)?);
    }
    claim.settle(holds, &mut ledger)?;
    Ok(About { stated, claim, rows, ledger })
}

/// Renames the fields of a claim, and of its quantity, to the names that the checker uses; no field
/// has two of them.
fn rename(stated: &mut Value) {
    let Some(table) = stated.as_object_mut() else {
        return;
    };
    for (other, key) in ALSO {
        if let Some(value) = table.remove(other) {
            table.insert(key.to_owned(), value);
        }
    }
    table.values_mut().for_each(rename);
}

/// The certificate of a claim that was found to hold, or to be refuted.
///
/// # Errors
/// The reason why there is none.
pub fn certify(document: &Document, id: &str, holds: bool) -> Result<Value, Error> {
    let about = about(document, id, holds)?;
    let names = parts::names(&about.ledger);
    let (format, proof) = if names.is_empty() {
        (FORMAT, whole(&about, holds)?)
    } else {
        (FORMAT_OF_PARTS, json!({"derivations": of_parts(&about, holds)?}))
    };
    let About { stated, rows, ledger, .. } = about;
    let not_covered: Vec<String> = NOT_COVERED
        .iter()
        .map(|remark| (*remark).to_owned())
        .chain(remarks(&ledger))
        .chain(parts::remark(&names))
        .collect();
    let mut certificate = json!({
        "format": format, "scope": document.scope, "ledger": rows, "claim": stated,
        "verdict": if holds { "holds" } else { "refuted" }, "inputs": [document.input],
        "not-covered": not_covered,
    });
    if let (Some(certificate), Value::Object(proof)) = (certificate.as_object_mut(), proof) {
        certificate.extend(proof);
    }
    Ok(certificate)
}

/// The leaves and steps of a claim about rows on all data.
fn whole(About { stated, claim, ledger, .. }: &About, holds: bool) -> Result<Value, Error> {
    let mut reasons = Vec::new();
    let ways = ways(claim, holds);
    let rounds: &[u32] = if ways.len() > 1 { &[COARSE, FINEST] } else { &[FINEST] };
    for (finest, goals) in
        rounds.iter().flat_map(|finest| ways.iter().map(move |goals| (*finest, goals)))
    {
        match prove(claim, ledger, goals, finest) {
            Ok((mut attempt, premises)) => {
                readable(&attempt)?;
                attempt.step(Rule::Claim {}, &premises, conclusion(claim, stated, holds)?);
                return Ok(json!({"leaves": attempt.leaves, "steps": attempt.steps}));
            }
            Err(reason) => reasons.push(reason),
        }
    }
    if let (Relation::Equals(value), true) = (&claim.relation, holds)
        && value.rational().is_none()
        && !matches!(claim.quantity, Quantity::Eps(_))
    {
        return Err(Error::Irrational);
    }
    Err(Error::NoWay(reasons))
}

/// The claim in its own words, and whether it holds.
pub fn conclusion(claim: &Claim, stated: &Value, holds: bool) -> Result<Conclusion, Error> {
    let mut table = Map::new();
    for (name, _) in &claim.statement {
        let value = stated.get(name).ok_or_else(|| Error::Unstated(name.clone()))?;
        table.insert(name.clone(), value.clone());
    }
    table.insert("is".to_owned(), json!(holds));
    Ok(Conclusion::Claim(table))
}

/// Requires that the checker reads every number of a certificate.
pub fn readable(attempt: &Attempt) -> Result<(), Error> {
    let leaves = attempt.leaves.iter().flat_map(Leaf::numbers);
    for number in leaves.chain(attempt.steps.iter().flat_map(Step::numbers)) {
        number.read().map_err(Error::Unreadable)?;
    }
    Ok(())
}

fn strict(value: &Value) -> Result<Json, Error> {
    Ok(parse(&value.to_string())?)
}

/// All bounds of one way, with the ids of the steps that conclude them.
pub fn prove(
    claim: &Claim,
    ledger: &[LedgerRow],
    goals: &[Goal],
    finest: u32,
) -> Result<(Attempt, Vec<Id>), Error> {
    let mut whole = Attempt::default();
    let mut premises = Vec::new();
    let stated = claim.statement.first();
    let parameter = |key: &str| {
        let literal = stated.and_then(|(_, value)| literal_at(value, key));
        literal.ok_or_else(|| Error::Unstated(key.to_owned()))
    };
    for goal in goals {
        let (attempt, id) = match &claim.quantity {
            Quantity::Rho => {
                let value = sum_of_rho(ledger)?;
                if goal.is_missed(&value) {
                    return Err(Error::Unmet);
                }
                let mut attempt = Attempt::default();
                let id = attempt.step(Rule::Rho {}, &[], Conclusion::Rho { equals: Number(value) });
                // One step concludes both sides.
                if !premises.is_empty() {
                    continue;
                }
                (attempt, id)
            }
            Quantity::Delta(eps) => {
                let is_tv = stated.is_some_and(|(name, _)| name == "tv");
                let literal = if is_tv { Literal::Text("0".to_owned()) } else { parameter("eps")? };
                let target = target(goal)?;
                if target.is_trivial() {
                    continue;
                }
                prove_delta(ledger, &Eps { value: eps.clone(), literal }, &target, finest)?
            }
            Quantity::Eps(delta) => {
                if goal.is_trivial() {
                    continue;
                }
                if goal.side == Side::Upper && goal.is_strict {
                    return Err(Error::StrictEps);
                }
                let eps = Eps::of(goal.value.clone());
                let is_strict = goal.side == Side::Lower;
                let target = Target { side: goal.side, value: delta.clone(), is_strict };
                prove_delta(ledger, &eps, &target, finest)
                    .map_err(|reason| unless_least(ledger, &eps, &target, reason))?
            }
            Quantity::Beta(alpha) => {
                let target = target(goal)?;
                if target.is_trivial() {
                    continue;
                }
                prove_beta(ledger, &level(alpha, parameter("alpha")?)?, &target, finest)?
            }
        };
        premises.push(whole.append(attempt, id));
    }
    Ok((whole, premises))
}

/// Why a lower bound of eps is not proved: where delta is reached at the bound itself, no grid shows
/// that it is not.
fn unless_least(ledger: &[LedgerRow], eps: &Eps, target: &Target, reason: Error) -> Error {
    let is_small = matches!(reason, Error::Margin(_)) && target.side == Side::Lower;
    let reached = Target { side: Side::Upper, value: target.value.clone(), is_strict: false };
    match is_small && prove_delta(ledger, eps, &reached, COARSE).is_ok() {
        true => Error::LeastEps,
        false => reason,
    }
}

/// A parameter of the claim, as it is written there.
fn literal_at(stated: &Json, key: &str) -> Option<Literal> {
    let Json::Table(entries) = stated else {
        return None;
    };
    match entries.get(key)? {
        Json::Text(text) => Some(Literal::Text(text.clone())),
        Json::Integer(x) => Some(Literal::Integer(*x)),
        _ => None,
    }
}

pub fn target(goal: &Goal) -> Result<Target, Error> {
    let value = match goal.value.rational() {
        Some(value) => value.clone(),
        None => {
            // The end of an enclosure on the safe side.
            let scale = Scale::new(1024);
            let ends = scale
                .ends(&goal.value.enclose(&scale).ok_or(Error::Unenclosed("the claimed value"))?);
            if goal.side == Side::Upper { ends.0 } else { ends.1 }
        }
    };
    Ok(Target { side: goal.side, value, is_strict: goal.is_strict })
}

/// A bound on delta at eps, by the first route that reaches it.
pub fn prove_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
    finest: u32,
) -> Result<(Attempt, Id), Error> {
    if let Ok(found) = infinite_delta(ledger, eps, target) {
        return Ok(found);
    }
    if is_gaussian(ledger, target.side) {
        return gaussian_delta(ledger, eps, target);
    }
    if is_laplace(ledger) {
        return laplace_delta(ledger, eps, target);
    }
    if ledger.iter().any(|row| matches!(row.step.mechanism, Mechanism::Zcdp { .. })) {
        return renyi_delta(ledger, eps, target);
    }
    let is_symmetric = ledger.iter().all(|row| row.step.is_symmetric());
    // Where the losses have no common step, all outcomes are tried before grids.
    let is_scattered = common_step(ledger).is_none();
    let by_outcomes = |direction| outcomes_delta(ledger, eps, target, direction);
    let directed = |direction| {
        if is_scattered && let Ok(found) = by_outcomes(direction) {
            return Ok(found);
        }
        search(ledger, target, finest, |fineness| {
            delta_at(ledger, eps, target, direction, fineness)
        })
    };
    if is_symmetric {
        return directed(Direction::Forward);
    }
    if target.side == Side::Lower {
        return directed(Direction::Forward).or_else(|_| directed(Direction::Backward));
    }
    let both = |of: &dyn Fn(Direction) -> Result<(Attempt, Id), Error>| {
        worst(eps, target, of(Direction::Forward)?, of(Direction::Backward)?)
    };
    if is_scattered && let Ok(found) = both(&by_outcomes) {
        return Ok(found);
    }
    search(ledger, target, finest, |fineness| {
        both(&|direction| delta_at(ledger, eps, target, direction, fineness))
    })
}

/// The bounds of both directions, as one.
fn worst(
    eps: &Eps,
    target: &Target,
    (mut whole, first): (Attempt, Id),
    (second, id): (Attempt, Id),
) -> Result<(Attempt, Id), Error> {
    let second = whole.append(second, id);
    let (Ok(first_value), Ok(second_value)) = (whole.bound(first), whole.bound(second)) else {
        return Err(Error::NoBound);
    };
    let conclusion = delta(&eps.literal, Directions::Both, &first_value.max(second_value), target);
    let id = whole.step(Rule::Worst {}, &[first, second], conclusion);
    Ok((whole, id))
}

/// Is the ledger one Laplace step?
fn is_laplace(ledger: &[LedgerRow]) -> bool {
    match ledger {
        [LedgerRow { step, count, .. }] => {
            matches!(step.mechanism, Mechanism::Laplace { .. })
                && step.poisson.is_none()
                && count.is_one()
        }
        _ => false,
    }
}

/// Tries finer and finer rows.
fn search(
    ledger: &[LedgerRow],
    target: &Target,
    finest: u32,
    attempt: impl Fn(&Fineness) -> Result<(Attempt, Id), Error>,
) -> Result<(Attempt, Id), Error> {
    let is_of_range = |row: &LedgerRow| matches!(row.step.mechanism, Mechanism::Range { .. });
    finest_of(ledger, target, finest, attempt).map_err(|reason| match reason {
        Error::Margin(_) | Error::LongGrid | Error::LongRows if ledger.iter().any(is_of_range) => {
            Error::Range
        }
        reason => reason,
    })
}

fn finest_of(
    ledger: &[LedgerRow],
    target: &Target,
    finest: u32,
    attempt: impl Fn(&Fineness) -> Result<(Attempt, Id), Error>,
) -> Result<(Attempt, Id), Error> {
    let count: BigInt = ledger.iter().map(|row| row.count.clone()).sum();
    let cut = target.leading_zeros() + 24 + count.bits();
    let mut reason = Error::NothingTried;
    if let Some(step) = common_step(ledger) {
        let text = literal_of(&step);
        let lattice = |bits: Option<u64>, cut| Fineness {
            step: step.clone(),
            text: text.clone(),
            is_lattice: true,
            bits,
            cut,
        };
        for more in [32, 96, 480] {
            let cut = cut + more;
            match attempt(&lattice(Some((cut + 40).next_multiple_of(32)), cut)) {
                Ok(found) => return Ok(found),
                Err(why) => reason = why,
            }
        }
        if step.exp().rational().is_some() && count.to_u64().is_some_and(|count| count <= 2000) {
            return attempt(&lattice(None, 0));
        }
        return Err(reason);
    }
    for exponent in 4..=finest {
        let step = BigRational::new(BigInt::one(), BigInt::one() << exponent);
        let bits = Some((cut + 40).next_multiple_of(32));
        let fineness = Fineness {
            step: Expression::Rational(step.clone()),
            text: show(&step),
            is_lattice: false,
            bits,
            cut,
        };
        match attempt(&fineness) {
            Ok(found) => return Ok(found),
            Err(why) => reason = why,
        }
    }
    Err(reason)
}

/// delta by a composition of this fineness; an error unless the target is met.
fn delta_at(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
    direction: Direction,
    fineness: &Fineness,
) -> Result<(Attempt, Id), Error> {
    let mut attempt = Attempt::default();
    let built = compose(&mut attempt, ledger, direction, target.side.bounds(), fineness)?;
    let mut premises = vec![built.id];
    let mut slope = None;
    if let Some(bits) = fineness.bits {
        // The integer bits of e^eps are missing from the fractional bits.
        let scale = Scale::new(bits);
        let (value, leaf) = ratio(&mut attempt, &eps.value, bits, &scale)?;
        premises.extend(leaf);
        slope = Some((value, scale));
    }
    let (literal, bits) = (eps.literal.clone(), fineness.bits);
    let (value, rule) = match target.side {
        Side::Upper => {
            let value = match &slope {
                None => exact_tail(&built.row, &fineness.step, &eps.value)?,
                Some((ratio, scale)) => {
                    tail_at(&built.row, &fineness.step, &eps.value, ratio, scale)?
                }
            };
            (value, Rule::Tail { eps: literal, bits })
        }
        Side::Lower => {
            let exact = eps.value.exp().rational().cloned();
            let ratio = match (&exact, &slope) {
                (Some(ratio), _) => ratio.clone(),
                (None, Some((ratio, scale))) => scale.ends(ratio).1,
                (None, None) => return Err(Error::IrrationalRatio),
            };
            let threshold = best_threshold(&built.row, &ratio);
            let (p, q) = built.row.rejected(threshold, &BigRational::one());
            (p - ratio * q, Rule::Threshold { eps: literal, bits, threshold })
        }
    };
    if !target.is_met(&value) {
        return Err(Error::Margin(GRIDS));
    }
    let id = attempt.step(rule, &premises, delta(&eps.literal, direction.into(), &value, target));
    Ok((attempt, id))
}

/// The rejection threshold, as a label, so that `p - ratio q` is largest.
fn best_threshold(row: &Row, ratio: &BigRational) -> i64 {
    let (mut best, mut at) = (BigInt::zero(), row.to() + 1);
    let mut sum = BigInt::zero();
    let mut index = row.to();
    for (p, q) in row.p.iter().zip(&row.q).rev() {
        sum += p * ratio.denom() - q * ratio.numer();
        if sum > best {
            (best, at) = (sum.clone(), index);
        }
        index -= 1;
    }
    at
}

fn level(alpha: &Expression, literal: Literal) -> Result<Level, Error> {
    let (lo, hi) = match alpha.rational() {
        Some(alpha) => (alpha.clone(), alpha.clone()),
        None => {
            let scale = Scale::new(LEVEL_BITS);
            scale.ends(&alpha.enclose(&scale).ok_or(Error::Unenclosed("alpha"))?)
        }
    };
    Ok(Level { literal, lo, hi })
}

/// A bound on the trade-off function at alpha.
fn prove_beta(
    ledger: &[LedgerRow],
    alpha: &Level,
    target: &Target,
    finest: u32,
) -> Result<(Attempt, Id), Error> {
    if !ledger.iter().all(|row| row.step.is_symmetric()) {
        return Err(Error::SampledBeta);
    }
    if is_gaussian(ledger, target.side) {
        return gaussian_beta(ledger, alpha, target);
    }
    if is_laplace(ledger) {
        return laplace_beta(ledger, alpha, target);
    }
    if common_step(ledger).is_none()
        && let Ok(found) = outcomes_beta(ledger, alpha, target)
    {
        return Ok(found);
    }
    search(ledger, target, finest, |fineness| beta_at(ledger, alpha, target, fineness))
}

fn beta_at(
    ledger: &[LedgerRow],
    alpha: &Level,
    target: &Target,
    fineness: &Fineness,
) -> Result<(Attempt, Id), Error> {
    let mut attempt = Attempt::default();
    let test = compose(&mut attempt, ledger, Direction::Forward, Bounds::Test, fineness)?;
    let (threshold, randomisation) = test_of_level(&test.row, &alpha.lo);
    if target.side == Side::Lower {
        // The supporting line at this test.
        let width = &fineness.step;
        let loss = width.times(&Expression::integer(threshold));
        let eps = Eps::of(loss);
        return line(alpha, target, &eps, |wanted| {
            delta_at(ledger, &eps, wanted, Direction::Forward, fineness)
        });
    }
    let randomisation = if fineness.bits.is_some() {
        super::attempt::rounded(&randomisation, false)
    } else {
        randomisation
    };
    let (power, level) = test.row.rejected(threshold, &randomisation);
    let value = BigRational::one() - power;
    if level > alpha.lo || !target.is_met(&value) {
        return Err(Error::Margin(GRIDS));
    }
    let (randomisation, bits) = (Number(randomisation), alpha.bits());
    let rule = Rule::Errors { alpha: alpha.literal.clone(), threshold, randomisation, bits };
    let id = attempt.step(rule, &[test.id], beta(alpha, &value, target));
    Ok((attempt, id))
}

/// The most powerful test of a level: the label above which it rejects, and the probability at it.
fn test_of_level(row: &Row, alpha: &BigRational) -> (i64, BigRational) {
    let budget = alpha * BigRational::from_integer(row.denominator.clone());
    let mut rest = budget - BigRational::from_integer(row.infinite_q.clone());
    let mut index = row.to();
    for mass in row.q.iter().rev() {
        let mass = BigRational::from_integer(mass.clone());
        if mass > rest {
            let share = if rest.is_positive() { rest / mass } else { BigRational::zero() };
            return (index, share);
        }
        rest -= mass;
        index -= 1;
    }
    (row.from, BigRational::one())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Bound, Limit, Subject};

    #[test]
    fn numbers_that_the_checker_does_not_read_are_not_written() {
        let row = |number| Conclusion::Row { covers: [].into(), from: 0, to: 0, infinite: number };
        let bound = |limit| {
            let subject =
                Subject::Delta { eps: Literal::Integer(1), direction: Directions::Forward };
            Conclusion::Bound(Bound { subject, limit })
        };
        let places: [&dyn Fn(Number) -> Conclusion; 3] =
            [&row, &|number| bound(Limit::AtMost(number)), &|number| bound(Limit::AtLeast(number))];
        for place in places {
            let with = |number: BigRational| {
                let mut attempt = Attempt::default();
                let rule = Rule::Tail { eps: Literal::Integer(1), bits: None };
                attempt.step(rule, &[], place(Number(number)));
                readable(&attempt).map_err(|error| error.to_string())
            };
            let nines = |count: u32| BigRational::from_integer(BigInt::from(10).pow(count) - 1);
            assert_eq!(with(nines(100_000)), Ok(()));
            let error = with(nines(100_001)).expect_err("it is too long");
            assert!(error.contains("has more than 100000 characters"), "{error}");
            let small = BigRational::new(BigInt::one(), BigInt::one() << 1_000_000);
            let error = with(small).expect_err("it is too small");
            assert!(error.contains("the exponent"), "{error}");
        }
    }

    /// The leaf of this step is at a number of half the digits.
    #[test]
    fn a_place_that_the_checker_does_not_read_is_not_written() {
        let file = |eps: &str| {
            format!(
                "scope = {{ unit = 'person', adjacency = 'add-remove' }}\n\
                 [[ledger]]\nid = 'a'\nmechanism = 'laplace'\neps = '1'\n\
                 [[claim]]\nid = 'b'\nover = ['a']\ndelta = {{ eps = '{eps}' }}\nat-most = '1/10'\n"
            )
        };
        let certified = |eps: &str| {
            certify(&Document::new("", &file(eps), "").expect("a claim file"), "b", true)
        };
        assert!(certified("1 - 7^-9000").is_ok());
        let error = certified("1 - 7^-90000").expect_err("it is too long").to_string();
        assert!(error.contains("has more than 100000 characters"), "{error}");
    }
}
