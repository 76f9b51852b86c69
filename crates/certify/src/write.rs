//! From a claim to its certificate.

use super::attempt::Attempt;
use super::closed::{
    LEVEL_BITS, Level, beta, delta, gaussian_beta, gaussian_delta, infinite_delta, is_gaussian, laplace_beta,
    laplace_delta, line, ratio, renyi_delta,
};
use super::compose::{Fineness, compose, name};
use super::goal::{Goal, Side, Target, ways};
use super::lattice::common_step;
use super::outcomes::{outcomes_beta, outcomes_delta};
use dpcert_checker::certificate::FORMAT;
use dpcert_checker::claim::{Claim, Quantity, Relation};
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::idealised::remarks;
use dpcert_checker::json::{ALSO, Json, parse};
use dpcert_checker::ledger::{Mechanism, Row as LedgerRow};
use dpcert_checker::log_linear::LogLinear;
use dpcert_checker::number::{self, show};
use dpcert_checker::pair::Direction;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::rules::{exact_tail, sum_of_rho, tail_at};
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde_json::{Value, json};

/// The text of a claim file, as it stands there.
#[derive(Clone, Debug)]
pub struct Document {
    scope: Value,
    ledger: Vec<Value>,
    claims: Vec<Value>,
    input: Value,
}

/// What no certificate covers; the checker adds what stands for something else that was run.
const NOT_COVERED: [&str; 3] = [
    "whether the ledger says what was run",
    "the sampling code, its source of randomness and its floating-point arithmetic",
    "side channels, such as the time a query takes",
];

/// The finest grid that is tried has the step 2^-this. Where there are two ways to show a claim, as there are to refute
/// an equation, only one of them can succeed: the coarser grids are tried for both before the finer ones for any.
pub const FINEST: u32 = 16;
/// The finest of the coarser ones.
const COARSE: u32 = 9;

impl Document {
    /// A claim file: its name without folders, its text, and the digest of it.
    ///
    /// # Errors
    /// For a text that is no claim file.
    pub fn new(name: &str, text: &str, sha256: &str) -> Result<Document, String> {
        let mut file: Value = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut list = |key: &str| match file.get_mut(key).map(Value::take) {
            Some(Value::Array(entries)) => Ok(entries),
            _ => Err(format!("the file has no {key}")),
        };
        let (ledger, claims) = (list("ledger")?, list("claim")?);
        let scope = file.get_mut("scope").map(Value::take).ok_or("the file has no scope")?;
        Ok(Document { scope, ledger, claims, input: json!({"name": name, "sha256": sha256}) })
    }
}

/// A claim and the rows of the ledger that it is about, as they stand in the file and as they are understood.
pub struct About {
    /// The claim in the file, without remarks.
    stated: Value,
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
/// If there is no such claim, or a row that the checker does not know, or no rule for steps that are left open.
pub fn about(document: &Document, id: &str, holds: bool) -> Result<About, String> {
    let stated = document.claims.iter().find(|claim| claim.get("id") == Some(&json!(id)));
    let mut stated = stated.cloned().ok_or_else(|| format!("there is no claim \"{id}\""))?;
    if let Some(table) = stated.as_object_mut() {
        table.retain(|key, _| !["source", "reason", "expect"].contains(&key.as_str()));
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
    let mut ledger = Vec::new();
    for row in &rows {
        ledger.push(LedgerRow::read("ledger", &strict(row)?, &scope, &work)?);
    }
    claim.settle(holds, &mut ledger)?;
    Ok(About { stated, claim, rows, ledger })
}

/// Gives the fields of a claim, and of its quantity, the names that the checker uses; no field has two of them.
fn rename(stated: &mut Value) {
    let Some(table) = stated.as_object_mut() else { return };
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
/// Why there is none.
pub fn certify(document: &Document, id: &str, holds: bool) -> Result<Value, String> {
    let About { stated, claim, rows, ledger } = about(document, id, holds)?;
    let mut reasons = Vec::new();
    let ways = ways(&claim, holds);
    let rounds: &[u32] = if ways.len() > 1 { &[COARSE, FINEST] } else { &[FINEST] };
    for (finest, goals) in rounds.iter().flat_map(|finest| ways.iter().map(move |goals| (*finest, goals))) {
        match prove(&claim, &ledger, goals, finest) {
            Ok((mut attempt, premises)) => {
                readable(&attempt)?;
                let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
                let mut conclusion = serde_json::Map::new();
                for (name, _) in &claim.statement {
                    let value = stated.get(name).ok_or_else(|| format!("the claim states no {name}"))?;
                    conclusion.insert(name.clone(), value.clone());
                }
                conclusion.insert("is".to_owned(), json!(holds));
                attempt.step("claim", &premises, json!({}), Value::Object(conclusion));
                let not_covered: Vec<String> =
                    NOT_COVERED.iter().map(|remark| (*remark).to_owned()).chain(remarks(&ledger)).collect();
                return Ok(json!({
                    "format": FORMAT, "scope": document.scope, "ledger": rows, "claim": stated,
                    "verdict": if holds { "holds" } else { "refuted" }, "inputs": [document.input],
                    "not-covered": not_covered, "leaves": attempt.leaves, "steps": attempt.steps,
                }));
            }
            Err(reason) => reasons.push(reason),
        }
    }
    if let (Relation::Equals(value), true) = (&claim.relation, holds)
        && value.rational().is_none()
        && !matches!(claim.quantity, Quantity::Eps(_))
    {
        return Err(
            "the value equals a number that is not rational, and all bounds of a certificate are rational".into()
        );
    }
    reasons.sort();
    reasons.dedup();
    Err(reasons.join("; "))
}

/// A certificate with a number that the checker does not read is none.
fn readable(attempt: &Attempt) -> Result<(), String> {
    const TABLES: [&str; 4] = ["/arguments", "/conclusion", "/conclusion/row", "/conclusion/rho"];
    const NUMBERS: [&str; 11] =
        ["at", "lo", "hi", "u", "v", "order", "randomisation", "at-most", "at-least", "equals", "infinite"];
    let in_steps = attempt.steps.iter().flat_map(|step| TABLES.into_iter().filter_map(|place| step.pointer(place)));
    for table in attempt.leaves.iter().chain(in_steps) {
        for text in NUMBERS.into_iter().filter_map(|key| table.get(key)).filter_map(Value::as_str) {
            number::parse(text).map_err(|reason| format!("the checker reads no such number: {reason}"))?;
        }
    }
    Ok(())
}

fn strict(value: &Value) -> Result<Json, String> {
    parse(&value.to_string())
}

/// All bounds of one way, and the ids of the steps that show them.
fn prove(claim: &Claim, ledger: &[LedgerRow], goals: &[Goal], finest: u32) -> Result<(Attempt, Vec<String>), String> {
    let mut whole = Attempt::default();
    let mut premises = Vec::new();
    let stated = claim.statement.first();
    let parameter = |key: &str| {
        let text = stated.and_then(|(_, value)| text_of(value, key));
        text.ok_or_else(|| format!("the claim states no {key}"))
    };
    for goal in goals {
        let (attempt, id) = match &claim.quantity {
            Quantity::Rho => {
                let value = sum_of_rho(ledger)?;
                let mut attempt = Attempt::default();
                let id = attempt.step("rho", &[], json!({}), json!({"rho": {"equals": show(&value)}}));
                // One step shows both sides.
                if !premises.is_empty() {
                    continue;
                }
                (attempt, id)
            }
            Quantity::Delta(eps) => {
                let is_tv = stated.is_some_and(|(name, _)| name == "tv");
                let text = if is_tv { json!("0") } else { parameter("eps")? };
                let target = target(goal)?;
                if target.is_trivial() {
                    continue;
                }
                prove_delta(ledger, &(eps.clone(), text), &target, finest)?
            }
            Quantity::Eps(delta) => {
                if goal.is_trivial() {
                    continue;
                }
                if goal.side == Side::Upper && goal.is_strict {
                    return Err("that eps is less than a value is not certified yet".to_owned());
                }
                let text = json!(literal_of(&goal.value));
                let is_strict = goal.side == Side::Lower;
                let target = Target { side: goal.side, value: delta.clone(), is_strict };
                prove_delta(ledger, &(goal.value.clone(), text), &target, finest)?
            }
            Quantity::Beta(alpha) => {
                let target = target(goal)?;
                if target.is_trivial() {
                    continue;
                }
                prove_beta(ledger, &level(alpha, parameter("alpha")?)?, &target, finest)?
            }
        };
        premises.push(append(&mut whole, attempt, &id));
    }
    Ok((whole, premises))
}

/// A literal for a number.
fn literal_of(x: &Expression) -> String {
    x.rational().map_or_else(|| LogLinear::of(x).literal(), BigRational::to_string)
}

fn text_of(stated: &Json, key: &str) -> Option<Value> {
    match stated {
        Json::Table(entries) => match entries.get(key)? {
            Json::Text(text) => Some(json!(text)),
            Json::Integer(x) => Some(json!(x)),
            _ => None,
        },
        _ => None,
    }
}

pub fn target(goal: &Goal) -> Result<Target, String> {
    let value = match goal.value.rational() {
        Some(value) => value.clone(),
        None => {
            // The end of an enclosure on the safe side.
            let scale = Scale::new(1024);
            let ends = scale.ends(&goal.value.enclose(&scale).ok_or("the claimed value cannot be enclosed")?);
            if goal.side == Side::Upper { ends.0 } else { ends.1 }
        }
    };
    Ok(Target { side: goal.side, value, is_strict: goal.is_strict })
}

/// Appends the leaves and steps of an attempt under new ids; the new id of one of them.
fn append(whole: &mut Attempt, attempt: Attempt, id: &str) -> String {
    let (leaves, steps) = (whole.leaves.len(), whole.steps.len());
    let renamed = |id: &str| {
        let (kind, number) = id.split_at(1);
        let offset = if kind == "l" { leaves } else { steps };
        format!("{kind}{}", number.parse::<usize>().unwrap_or(0) + offset)
    };
    let rename = |entry: &mut Value| {
        if let Some(id) = entry.get_mut("id") {
            *id = json!(renamed(id.as_str().unwrap_or_default()));
        }
        for premise in entry.get_mut("premises").and_then(Value::as_array_mut).into_iter().flatten() {
            *premise = json!(renamed(premise.as_str().unwrap_or_default()));
        }
    };
    for (entries, more) in [(&mut whole.leaves, attempt.leaves), (&mut whole.steps, attempt.steps)] {
        for mut entry in more {
            rename(&mut entry);
            entries.push(entry);
        }
    }
    renamed(id)
}

/// A bound on delta at eps, by the first route that reaches it.
pub fn prove_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
    finest: u32,
) -> Result<(Attempt, String), String> {
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
        search(ledger, target, finest, |fineness| delta_at(ledger, eps, target, direction, fineness))
    };
    if is_symmetric {
        return directed(Direction::Forward);
    }
    if target.side == Side::Lower {
        return directed(Direction::Forward).or_else(|_| directed(Direction::Backward));
    }
    let both = |of: &dyn Fn(Direction) -> Result<(Attempt, String), String>| {
        worst(eps, target, of(Direction::Forward)?, of(Direction::Backward)?)
    };
    if is_scattered && let Ok(found) = both(&by_outcomes) {
        return Ok(found);
    }
    search(ledger, target, finest, |fineness| both(&|direction| delta_at(ledger, eps, target, direction, fineness)))
}

/// The bounds of both directions, as one.
fn worst(
    eps: &(Expression, Value),
    target: &Target,
    (mut whole, first): (Attempt, String),
    (second, id): (Attempt, String),
) -> Result<(Attempt, String), String> {
    let second = append(&mut whole, second, &id);
    let values = [&first, &second].map(|id| {
        let step = whole.steps.iter().find(|step| step.get("id") == Some(&json!(id)));
        let text = step.and_then(|step| step.pointer("/conclusion/at-most")).and_then(Value::as_str);
        number::parse(text.unwrap_or_default())
    });
    let [Ok(first_value), Ok(second_value)] = values else { return Err("a bound is missing".to_owned()) };
    let value = first_value.max(second_value);
    let id = whole.step("worst", &[&first, &second], json!({}), delta(&eps.1, "both", &value, target));
    Ok((whole, id))
}

/// Is the ledger one Laplace step?
fn is_laplace(ledger: &[LedgerRow]) -> bool {
    match ledger {
        [LedgerRow { step, count, .. }] => {
            matches!(step.mechanism, Mechanism::Laplace { .. }) && step.poisson.is_none() && count.is_one()
        }
        _ => false,
    }
}

/// Tries finer and finer rows.
fn search(
    ledger: &[LedgerRow],
    target: &Target,
    finest: u32,
    attempt: impl Fn(&Fineness) -> Result<(Attempt, String), String>,
) -> Result<(Attempt, String), String> {
    let count: BigInt = ledger.iter().map(|row| row.count.clone()).sum();
    let cut = target.leading_zeros() + 24 + count.bits();
    let mut reason = "nothing was tried".to_owned();
    if let Some(step) = common_step(ledger) {
        let text = literal_of(&step);
        let lattice =
            |bits: Option<u64>, cut| Fineness { step: step.clone(), text: text.clone(), is_lattice: true, bits, cut };
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
        let fineness =
            Fineness { step: Expression::Rational(step.clone()), text: show(&step), is_lattice: false, bits, cut };
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
    eps: &(Expression, Value),
    target: &Target,
    direction: Direction,
    fineness: &Fineness,
) -> Result<(Attempt, String), String> {
    let mut attempt = Attempt::default();
    let bounds = if target.side == Side::Upper { Bounds::Upper } else { Bounds::Test };
    let built = compose(&mut attempt, ledger, direction, bounds, fineness)?;
    let mut premises = vec![built.id.clone()];
    let mut arguments = json!({"eps": eps.1});
    let mut slope = None;
    if let Some(bits) = fineness.bits {
        // The bits that e^eps has before the point are missing behind it.
        let scale = Scale::new(bits);
        let (value, leaf) = ratio(&mut attempt, &eps.0, bits, &scale)?;
        premises.extend(leaf);
        arguments = json!({"eps": eps.1, "bits": bits});
        slope = Some((value, scale));
    }
    let value = match (target.side, &slope) {
        (Side::Upper, None) => exact_tail(&built.row, &fineness.step, &eps.0)?,
        (Side::Upper, Some((ratio, scale))) => tail_at(&built.row, &fineness.step, &eps.0, ratio, scale)?,
        (Side::Lower, _) => {
            let exact = eps.0.exp().rational().cloned();
            let ratio = match (&exact, &slope) {
                (Some(ratio), _) => ratio.clone(),
                (None, Some((ratio, scale))) => scale.ends(ratio).1,
                (None, None) => return Err("e^eps is not rational".to_owned()),
            };
            let threshold = best_threshold(&built.row, &ratio);
            if let Some(table) = arguments.as_object_mut() {
                table.insert("threshold".to_owned(), json!(threshold));
            }
            let (p, q) = built.row.rejected(threshold, &BigRational::one());
            p - ratio * q
        }
    };
    if !target.is_met(&value) {
        return Err("the margin is too small for the grids and precisions that are tried".to_owned());
    }
    let rule = if target.side == Side::Upper { "tail" } else { "threshold" };
    let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
    let id = attempt.step(rule, &premises, arguments, delta(&eps.1, name(direction), &value, target));
    Ok((attempt, id))
}

/// The label from which on to reject, so that `p - ratio q` is largest.
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

fn level(alpha: &Expression, text: Value) -> Result<Level, String> {
    let (lo, hi) = match alpha.rational() {
        Some(alpha) => (alpha.clone(), alpha.clone()),
        None => {
            let scale = Scale::new(LEVEL_BITS);
            scale.ends(&alpha.enclose(&scale).ok_or("alpha cannot be enclosed")?)
        }
    };
    Ok(Level { text, lo, hi })
}

/// A bound on the trade-off function at alpha.
fn prove_beta(ledger: &[LedgerRow], alpha: &Level, target: &Target, finest: u32) -> Result<(Attempt, String), String> {
    if !ledger.iter().all(|row| row.step.is_symmetric()) {
        return Err("trade-off functions of samples are not certified yet".to_owned());
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
) -> Result<(Attempt, String), String> {
    let mut attempt = Attempt::default();
    let test = compose(&mut attempt, ledger, Direction::Forward, Bounds::Test, fineness)?;
    let (threshold, randomisation) = test_of_level(&test.row, &alpha.lo);
    if target.side == Side::Lower {
        // The line that touches where this test is.
        let width = &fineness.step;
        let loss = width.times(&Expression::integer(threshold));
        let eps = (loss.clone(), json!(literal_of(&loss)));
        return line(alpha, target, &eps, |wanted| delta_at(ledger, &eps, wanted, Direction::Forward, fineness));
    }
    let randomisation =
        if fineness.bits.is_some() { super::attempt::rounded(&randomisation, false) } else { randomisation };
    let (power, level) = test.row.rejected(threshold, &randomisation);
    let value = BigRational::one() - power;
    if level > alpha.lo || !target.is_met(&value) {
        return Err("the margin is too small for the grids and precisions that are tried".to_owned());
    }
    let mut arguments = json!({"alpha": alpha.text, "threshold": threshold, "randomisation": show(&randomisation)});
    if let (false, Some(table)) = (alpha.is_rational(), arguments.as_object_mut()) {
        table.insert("bits".to_owned(), json!(LEVEL_BITS));
    }
    let id = attempt.step("errors", &[&test.id], arguments, beta(alpha, &value, target));
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

    #[test]
    fn numbers_that_the_checker_does_not_read_are_not_written() {
        let with = |value: String, place: &str| {
            let mut attempt = Attempt::default();
            let conclusion = if place == "row" { json!({"row": {"infinite": value}}) } else { json!({place: value}) };
            attempt.step("tail", &[], json!({"eps": "1"}), conclusion);
            readable(&attempt)
        };
        for place in ["at-most", "at-least", "row"] {
            assert_eq!(with("9".repeat(100_000), place), Ok(()));
            let error = with("9".repeat(100_001), place).expect_err("it is too long");
            assert!(error.contains("has more than 100000 characters"), "{error}");
            let error = with("1*2^-1000000".to_owned(), place).expect_err("it is too small");
            assert!(error.contains("the exponent"), "{error}");
        }
    }
}
