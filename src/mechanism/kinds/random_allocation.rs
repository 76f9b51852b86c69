//! `random-allocation`: a record takes part in one of t steps, drawn at random for each record.
//!
//! The pairs are in [`crate::composition`]: the likelihood ratio of all steps is the mean of those
//! of t independent steps without the record. They are exact for few steps with finitely many
//! outcomes: there the numbers of steps with each outcome are listed.
//!
//! # What is drawn anew
//!
//! - In each of E epochs one step is drawn anew: `random-allocation(steps=t, mechanism=M)^E`.
//! - Balls in bins, the same step of all epochs: `random-allocation(steps=t, mechanism=M^E)`. The
//!   outputs of a bin in all epochs are one step.
//! - One step is drawn in each of k blocks of t/k steps: `random-allocation(steps=t/k,
//!   mechanism=M)^k`.
//! - Each b-th step is taken, with a random start (cyclic participation): these are b groups of n
//!   steps, `random-allocation(steps=b, mechanism=M^n)`.
//!
//! k of t steps that are drawn together are another mechanism, whose ratio is not a function of one
//! sum: it is not covered. Poisson sampling with the rate 1/t is no bound of any of these, in
//! neither direction: the number of steps is random there, and fixed here.
//!
//! # Neighbours
//!
//! A record is added or removed; or it is zeroed out of noise on a value, which leaves the same law
//! as its absence. Where one is replaced, both draw a step, and the ratio is one of two sums.

use super::sampled::{MECHANISM, zeroed};
use crate::exact::effort;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::adjacency::{Adjacency, Neighbours};
use crate::mechanism::reading::description::{ADJACENCY, mechanism, natural};
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{input, row, template};
use crate::mechanism::{ComputedPairs, Directed, Dominating, LossPair, Mechanism, Operation, Role};
use crate::pair::{Direction, FinitePair};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// The most steps: more than a run has. Their number is a factor of masses and errors, which stays
/// a small word.
pub(crate) const MAX_STEPS: u64 = 1 << 32;
/// The most outcomes of all steps that are listed, as numbers of steps with each outcome. With more
/// the pair is not listed, and bounds are computed instead.
const MAX_LISTED: u128 = 1 << 11;

const NAME: &str = "random-allocation";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        MECHANISM,
        (&["t", "n", "count", "bins", "batches"], "the number of steps of which one is drawn is steps"),
        (
            &["epochs"],
            "a step drawn anew in each epoch is random-allocation(steps=1000, mechanism=...)^10; the same step in all \
             epochs is random-allocation(steps=1000, mechanism=...^10)",
        ),
        (
            &["k", "participations"],
            "a step in each of k blocks is random-allocation(steps=t/k, mechanism=...)^k; k steps drawn together are not \
             covered",
        ),
        (
            &["rate"],
            "a record takes part in exactly one step: with a probability in each, write poisson(rate, ...)",
        ),
    ]),
    elsewhere: &[
        (
            &["balls-in-bins", "allocation", "balls-and-bins", "random-participation", "random-allocation-sampling"],
            "a record in one of t steps, drawn at random, is random-allocation(steps=1000, mechanism=gaussian(sigma=1)); \
             balls in bins have the epochs inside: random-allocation(steps=1000, mechanism=gaussian(sigma=1)^10)",
        ),
    ],
    rows: &[row(
        "random-allocation(steps, M)",
        "a record is in one of the steps, drawn at random; it is added or removed",
    )
    .more("drawn anew in each of E epochs: (...)^E; the same step in all of them (balls in bins): M^E")],
    templates: &[template(
        "random allocation: one of several steps, Gaussian",
        "random-allocation(steps={steps}, mechanism=gaussian(sigma={sigma}))",
        &[input("steps", "100").even("1", "1000", "1"), input("sigma", "1").even("0.3", "10", "0.1")],
    )],
    ..Kind::new(NAME, &[natural("steps").required(), mechanism(), ADJACENCY], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&["steps", "mechanism", "adjacency"]);
    fields.require(&KIND.required())?;
    let steps = read_steps(&fields.required("steps")?)?;
    let adjacency = match fields.optional("adjacency") {
        Some(field) => field.choice(&Adjacency::WORDS)?,
        None => Adjacency::AddRemove,
    };
    let step = fields.required("mechanism")?;
    let neighbours = Neighbours { adjacency, is_noise: Mechanism::is_noise(&step) };
    let mechanism = allocated(steps, Mechanism::read(&step)?, neighbours)?;
    if size > 1 {
        return Err(group_under_allocation());
    }
    Ok(mechanism)
}

/// Why an allocation has no group.
pub(crate) fn group_under_allocation() -> Refusal {
    unsupported("a group", "each member draws a step of its own, and several may draw the same one")
}

/// The number of steps of which one is drawn, at least 1.
pub(crate) fn read_steps(field: &Field<'_>) -> Result<u64, InputError> {
    read_number(field, "steps", "a record takes part in one of at least 1 step")
}

/// The number of steps, or of batches, of which a record takes part in one: from 1 to
/// [`MAX_STEPS`].
pub(crate) fn read_number(field: &Field<'_>, name: &str, help: &str) -> Result<u64, InputError> {
    match field.natural()? {
        0 => Err(field.error(format!("{name} = 0 is less than 1"), help)),
        number if number > MAX_STEPS => {
            let help = format!("give at most {MAX_STEPS}");
            Err(field.error(format!("{name} = {number} is too large"), help))
        }
        number => Ok(number),
    }
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported {
        what: format!("{what} under random allocation"),
        missing: missing.to_owned().into(),
    }
}

/// A mechanism that sees a record in one of some steps, where its pair is known.
pub(crate) fn allocated(
    steps: u64,
    mechanism: Mechanism,
    Neighbours { adjacency, is_noise }: Neighbours,
) -> Result<Mechanism, Refusal> {
    match adjacency {
        Adjacency::AddRemove => {}
        Adjacency::ZeroOut if is_noise => {}
        Adjacency::ZeroOut => return Err(zeroed("a random allocation")),
        Adjacency::ReplaceOne => {
            return Err(Refusal::Unsupported {
                what: "random allocation with the adjacency replace-one".to_owned(),
                missing:
                    "its pairs are those of a record that is added, removed or zeroed out: one that replaces another draws \
                          a step of its own"
                        .into(),
            });
        }
    }
    let parts = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    for (part, _) in &parts {
        check(part)?;
    }
    let pairs =
        parts.iter().flat_map(|(part, _)| part.loss_pairs(Direction::Forward, Role::Dominating));
    if pairs.into_iter().all(|pair| pair.is_trivial()) {
        return Ok(mechanism);
    }
    let directed = |pair| {
        let pair = LossPair::Finite(pair);
        Ok(Mechanism::Step(Dominating::Directed(Directed { pair, only_of: Some(adjacency) })))
    };
    let around = |part| {
        let computed = ComputedPairs::default();
        let part = Box::new(part);
        Operation::Allocation { steps, part, computed, is_zeroed: is_noise }.into_mechanism()
    };
    match Operation::of(mechanism)? {
        Operation::Exact(pair) if steps == 1 => directed(pair),
        Operation::Exact(pair) => match listed(steps, &pair) {
            Some(pair) => directed(pair),
            None => Ok(around(Operation::Exact(pair))),
        },
        part if steps == 1 => Ok(part.into_mechanism().in_both_orders()),
        part => Ok(around(part)),
    }
}

/// Why a class has no allocation.
const NO_MEMBER: &str = "no mechanism is known to attain the pair that dominates it: give one that has a pair of its own";

/// Refuses steps without one pair that neighbours attain.
fn check(step: &Dominating) -> Result<(), Refusal> {
    let refused = |missing: &str| Err(unsupported(&step.described(), missing));
    match step {
        Dominating::Sampled(_) => Err(unsupported(
            "a sampled step",
            "allocation is a sampling itself: give the mechanism without a sample",
        )),
        Dominating::Splits(_) => refused("each split of the group has a pair of its own"),
        Dominating::Directed(Directed { pair: LossPair::Finite(_), .. }) => Err(unsupported(
            "a step whose directions of neighbours have different pairs",
            "give the pair with the record and without it as a finite-pair",
        )),
        Dominating::Directed(_) | Dominating::OneOf(_) => refused(
            "its pairs are different ones in the two directions of neighbours, and an allocation needs one pair",
        ),
        Dominating::Zcdp(_) => {
            refused("no pair is known that dominates this class: give one of its mechanisms")
        }
        Dominating::Operation(_) if step.is_allocation() => {
            refused("a record would draw a step twice, and no pair of both is known")
        }
        Dominating::Operation(_) => refused(
            "only polygons around its trade-off function are known, and an allocation needs the pair",
        ),
        Dominating::Bounded(class) if matches!(class.member, Dominating::Sampled(_)) => {
            Err(unsupported(
                "a sampled step",
                "allocation is a sampling itself: give the mechanism without a sample",
            ))
        }
        Dominating::Bounded(_) => refused(NO_MEMBER),
        step if step.has_range() => refused(NO_MEMBER),
        Dominating::ThreePoint(_) | Dominating::Finite(_) | Dominating::Noise(_) => Ok(()),
    }
}

/// The pair of all steps, where its outcomes are few and rational.
fn listed(steps: u64, pair: &FinitePair) -> Option<FinitePair> {
    let mut outcomes = Vec::new();
    for atom in &pair.atoms {
        outcomes.push((atom.p.as_rational()?.clone(), atom.q.as_rational()?.clone()));
    }
    let infinite = pair.p_infinite.as_rational()?.clone();
    let zero = pair.q_infinite.as_rational()?.clone();
    if zero > 0 {
        outcomes.push((Rational::from(0), zero));
    }
    if multisets(outcomes.len(), steps) > MAX_LISTED {
        return None;
    }
    let mut found = Vec::new();
    Listing { steps, outcomes: &outcomes }.list(
        steps,
        Rational::from(1),
        Rational::from(0),
        &mut found,
    );
    found.push((Real::from(infinite), Real::zero(), None));
    FinitePair::from_outcomes(found)
}

/// Multisets of a size from some outcomes, or a large number.
fn multisets(outcomes: usize, size: u64) -> u128 {
    let next = |product: u128, i: usize| {
        let i = i as u128;
        (product * (u128::from(size) + i) / i).min(1 << 60)
    };
    (1..outcomes).fold(1, next)
}

/// The outcomes of the steps that are left.
struct Listing<'a> {
    steps: u64,
    outcomes: &'a [(Rational, Rational)],
}

impl Listing<'_> {
    /// Adds all outcomes of `left` steps to those of the others, whose Q-mass, with the ways to
    /// choose them, and sum of ratios are given.
    fn list(
        &self,
        left: u64,
        mass: Rational,
        sum: Rational,
        found: &mut Vec<(Real, Real, Option<Real>)>,
    ) {
        let Some(((p, q), rest)) = self.outcomes.split_first() else {
            return;
        };
        let rest = Listing { steps: self.steps, outcomes: rest };
        let ratio = p / q;
        let (mut mass, mut sum) = (mass, sum);
        for count in 0..=left {
            if count > 0 {
                // One more of the steps that are left has this outcome.
                effort::rationals(4, &mass, &sum);
                mass *= q * Rational::from(left - count + 1) / Rational::from(count);
                sum += &ratio;
            }
            if rest.outcomes.is_empty() {
                if count == left {
                    let p = &mass * &sum / Rational::from(self.steps);
                    found.push((Real::from(p), Real::from(mass.clone()), None));
                }
            } else {
                rest.list(left - count, mass.clone(), sum.clone(), found);
            }
        }
    }
}
