//! Events of dp-accounting, as JSON of `event.to_named_tuple()` or as Python prints them.
//!
//! A `noise_multiplier` is noise over the bound of one record's norm: where a record is replaced, a
//! sum moves by twice that bound. The relation of the neighbours is in the accountant and in no event.
//!
//! The proofs that these mechanisms are those of the events are with `dpcert.from_event` of the Python
//! package, which translates the objects themselves; the tests compare both.
//!
//! Source: dp_accounting/dp_event.py, version 0.6.0 and google/differential-privacy b5b0286.

mod repr;
mod tree;

use crate::Given;
use crate::ledger::{Ledger, Row};
use crate::opacus::replaced;
use crate::reading::{is_one, magnitude, number, probability};
use dpcert::input::{Field, Fields, InputError, Item, Node};
use dpcert::mechanism::Adjacency::{self, AddRemove, ReplaceOne, ZeroOut};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Floor;
use std::cmp::Ordering;
pub(crate) use {repr::is_repr, tree::is_event};

/// Every mechanism at all: the worst of them tells the data sets apart with certainty.
const EVERYTHING: &str = "approx-dp(eps=0, delta=1)";
const NOTHING: &str = "compose(mechanisms=[])";

/// A ledger from JSON.
pub(crate) fn of_json(node: &Node, given: &Given) -> Result<Ledger, InputError> {
    ledger(&tree::named(node)?, given)
}

/// A ledger from what Python prints.
pub(crate) fn of_repr(text: &str, given: &Given) -> Result<Ledger, InputError> {
    ledger(&repr::parsed(text)?, given)
}

fn ledger(node: &Node, given: &Given) -> Result<Ledger, InputError> {
    let adjacency = given.adjacency()?;
    let event = Field { node, path: "event".to_owned() };
    let mut rows = Vec::new();
    for (index, part) in parts(&event)?.iter().enumerate() {
        let (repeated, count) = repeated(part)?;
        let mechanism = mechanism(&repeated, adjacency)?;
        rows.push(Row { count, ..Row::once((index + 1).to_string(), mechanism) });
    }
    Ok(Ledger {
        program: "an event of dp-accounting".to_owned(),
        adjacency: Some(adjacency),
        rows,
        claims: Vec::new(),
        notes: vec![
            "The event says what was accounted, and not what was run: a sampler is that of the accounting.".to_owned(),
        ],
        is_per_record: false,
        unread: Vec::new(),
    })
}

/// The parts of a composed event, each of which is a row; of another one, itself.
fn parts<'a>(event: &Field<'a>) -> Result<Vec<Field<'a>>, InputError> {
    let mut fields = event.fields()?;
    if class(&mut fields)?.text()? != "ComposedDpEvent" {
        return Ok(vec![event.clone()]);
    }
    let events = fields.required("events")?.list()?;
    fields.finish()?;
    Ok(events)
}

/// The event that is repeated, and how often.
fn repeated<'a>(event: &Field<'a>) -> Result<(Field<'a>, u64), InputError> {
    let mut fields = event.fields()?;
    if class(&mut fields)?.text()? != "SelfComposedDpEvent" {
        return Ok((event.clone(), 1));
    }
    let (inner, count) = (fields.required("event")?, fields.required("count")?.natural()?);
    fields.finish()?;
    Ok((inner, count))
}

fn class<'a>(fields: &mut Fields<'a>) -> Result<Field<'a>, InputError> {
    fields.required(tree::CLASS)
}

/// The mechanism of an event, in the compact notation.
fn mechanism(event: &Field<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let mut fields = event.fields()?;
    let class = class(&mut fields)?;
    let name = class.text()?;
    let text = match name {
        "NoOpDpEvent" => NOTHING.to_owned(),
        "NonPrivateDpEvent" => EVERYTHING.to_owned(),
        "GaussianDpEvent" => noise("gaussian", &mut fields, adjacency)?,
        "LaplaceDpEvent" => noise("laplace", &mut fields, adjacency)?,
        "DiscreteLaplaceDpEvent" => discrete_laplace(&mut fields, adjacency)?,
        "DiscreteGaussianDpEvent" => discrete_gaussian(&class, &mut fields, adjacency)?,
        "RandomizedResponseDpEvent" => randomized_response(&class, &mut fields, adjacency)?,
        "MixtureOfGaussiansDpEvent" => mixture_of_gaussians(&class, &mut fields, adjacency)?,
        "ZCDpEvent" => zcdp(&mut fields)?,
        "EpsilonDeltaDpEvent" => epsilon_delta(&mut fields)?,
        "ExponentialMechanismDpEvent" => {
            format!("exponential(eps={})", number(&fields.required("epsilon")?)?)
        }
        "PermuteAndFlipDpEvent" => {
            format!("noisy-max(noise=exponential, eps={})", number(&fields.required("epsilon")?)?)
        }
        "SelfComposedDpEvent" => {
            let (inner, count) = (fields.required("event")?, fields.required("count")?);
            format!(
                "repeat(count={}, mechanism={})",
                count.natural()?,
                mechanism(&inner, adjacency)?
            )
        }
        "ComposedDpEvent" => {
            let events = fields.required("events")?.list()?;
            let all: Result<Vec<String>, _> =
                events.iter().map(|event| mechanism(event, adjacency)).collect();
            format!("compose(mechanisms=[{}])", all?.join(", "))
        }
        "PoissonSampledDpEvent" => poisson(&class, &mut fields, adjacency)?,
        "SampledWithoutReplacementDpEvent" => without_replacement(&mut fields, adjacency)?,
        "TruncatedSubsampledGaussianDpEvent" => truncated(&mut fields, adjacency)?,
        "RandomAllocationDpEvent" => random_allocation(&mut fields, adjacency)?,
        "SingleEpochTreeAggregationDpEvent" => tree(&class, &mut fields, adjacency)?,
        "RepeatAndSelectDpEvent" => repeat_and_select(&mut fields, adjacency)?,
        "UnsupportedDpEvent" => {
            return Err(class.error(
                "dp-accounting marks this event as unsupported",
                "write its mechanism yourself",
            ));
        }
        "SampledWithReplacementDpEvent" => {
            return Err(class.error(
                "a record may be in this sample several times, which needs the mechanism for groups of each size",
                "a bound from these is the theorem sampled-with-replacement: dpcert theorem sampled-with-replacement",
            ));
        }
        _ => {
            return Err(class.error(
                format!("no mechanism is known for the event {name}"),
                "write its mechanism yourself",
            ));
        }
    };
    fields.finish()?;
    Ok(text)
}

/// How far a sum moves, in bounds of one record.
fn factor(adjacency: Adjacency) -> u64 {
    match adjacency {
        ReplaceOne => 2,
        AddRemove | ZeroOut => 1,
    }
}

fn noise(kind: &str, fields: &mut Fields<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let (scale, is_zero) = magnitude(&fields.required("noise_multiplier")?)?;
    let noisy = format!("{kind}(scale={scale}, sensitivity={})", factor(adjacency));
    Ok(if is_zero { EVERYTHING.to_owned() } else { noisy })
}

/// One count moves by all of the sensitivity.
fn discrete_laplace(fields: &mut Fields<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let (eps, is_zero) = magnitude(&fields.required("noise_parameter")?)?;
    let sensitivity = fields.required("sensitivity")?.natural()?;
    let factor = factor(adjacency);
    let noisy = format!("discrete-laplace(eps={eps}, sensitivity={factor}*{sensitivity})");
    Ok(if is_zero { EVERYTHING.to_owned() } else { noisy })
}

/// One integer, which moves by at most a whole number.
fn discrete_gaussian(
    class: &Field<'_>,
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let (sigma, is_zero) = magnitude(&fields.required("sigma")?)?;
    let moved = match fields.optional("sensitivity") {
        None => Integer::from(1),
        Some(field) => {
            magnitude(&field)?;
            let real = field.real()?;
            real.as_rational()
                .map(Floor::floor)
                .ok_or_else(|| field.error("not known to be rational", "write a decimal"))?
        }
    };
    let dimension = match fields.optional("dimension").filter(|field| field.node.item != Item::Null)
    {
        Some(field) => Some(field.natural()?),
        None => None,
    };
    if adjacency == ReplaceOne {
        return Err(class.error(
            "it is open whether the sensitivity of this event is that of one record, or of two that are exchanged",
            "write discrete-gaussian(sigma_sq=..., sensitivity=...) with how far the integer moves",
        ));
    }
    if dimension != Some(1) {
        return Err(class.error(
            "what several integers cost depends on how far each of them moves, and the event has one sensitivity for all",
            "write discrete-gaussian(sigma_sq=..., shifts=[...]); zcdp(rho=sensitivity^2/(2*sigma^2)) is an upper bound",
        ));
    }
    Ok(match (moved == 0, is_zero) {
        (true, _) => NOTHING.to_owned(),
        (false, true) => EVERYTHING.to_owned(),
        (false, false) => format!("discrete-gaussian(sigma_sq=({sigma})^2, sensitivity={moved})"),
    })
}

/// The truth with probability 1 - p, otherwise one of k at random: e^eps = (1 - p + p/k) / (p/k).
fn randomized_response(
    class: &Field<'_>,
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let field = fields.required("noise_parameter")?;
    let (p, is_zero) = (probability(&field)?, magnitude(&field)?.1);
    let buckets = fields.required("num_buckets")?;
    if adjacency != ReplaceOne {
        return Err(only(class, "its answers are about a record that is replaced", adjacency));
    }
    Ok(match buckets.natural()? {
        0 => return Err(buckets.error("there are no buckets", "there is at least one")),
        1 => NOTHING.to_owned(),
        _ if is_zero => EVERYTHING.to_owned(),
        k => format!("randomized-response(eps=ln(((1-({p}))*{k}+{p})/({p})), categories={k})"),
    })
}

fn only(class: &Field<'_>, what: &str, adjacency: Adjacency) -> InputError {
    class.error(
        format!("{what}, and the neighbours are {}", adjacency.name()),
        "give the --adjacency that it is about",
    )
}

/// Noise around a random sensitivity, against noise around 0. Binary64 numbers seldom sum to 1:
/// probabilities that do so up to rounding are divided by their sum.
fn mixture_of_gaussians(
    class: &Field<'_>,
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let (scale, is_zero) = magnitude(&fields.required("standard_deviation")?)?;
    let shifts = fields.required("sensitivities")?.list()?;
    let listed = fields.required("sampling_probs")?;
    let weights = listed.list()?;
    if adjacency == ReplaceOne {
        return Err(only(
            class,
            "its sensitivities are those of a record that is added or removed",
            adjacency,
        ));
    }
    let shifts: Vec<(String, bool)> = shifts.iter().map(magnitude).collect::<Result<_, _>>()?;
    let texts: Vec<String> = weights.iter().map(probability).collect::<Result<_, _>>()?;
    let total = texts.join("+");
    let mut off = dpcert::Real::zero() - 1;
    for weight in &weights {
        off = off + weight.real()?;
    }
    let is_whole = off.sign() == Some(Ordering::Equal);
    // Each is rounded by at most 2^-53 of 1.
    let most = dpcert::Real::from(u64::try_from(weights.len()).unwrap_or(u64::MAX))
        / dpcert::Real::from(1u64 << 53);
    if !is_whole
        && (most.clone() - &off).sign().is_none_or(Ordering::is_lt)
            | (most + &off).sign().is_none_or(Ordering::is_lt)
    {
        return Err(listed
            .error("the probabilities do not sum to 1, and not up to rounding", "they sum to 1"));
    }
    if shifts.iter().all(|(_, is_zero)| *is_zero) {
        return Ok(NOTHING.to_owned());
    }
    if is_zero {
        return Ok(EVERYTHING.to_owned());
    }
    let weight =
        |text: &String| if is_whole { text.clone() } else { format!("({text})/({total})") };
    let p: Vec<String> = texts.iter().map(weight).collect();
    let shifts: Vec<String> = shifts.into_iter().map(|(text, _)| text).collect();
    let noise = format!("gaussian(scale={scale}, sensitivity=1)");
    Ok(format!(
        "mixture-of-shifts(noise={noise}, p=[{}], shifts=[{}])",
        p.join(", "),
        shifts.join(", ")
    ))
}

fn zcdp(fields: &mut Fields<'_>) -> Result<String, InputError> {
    let rho = number(&fields.required("rho")?)?;
    if let Some(xi) = fields.optional("xi")
        && !magnitude(&xi)?.1
    {
        return Err(xi.error(
            format!("xi is {}, and zcdp has rho alone", number(&xi)?),
            "write its mechanism yourself",
        ));
    }
    Ok(format!("zcdp(rho={rho})"))
}

fn is_infinite(field: &Field<'_>) -> bool {
    matches!(&field.node.item, Item::Text(text) if text == "inf")
}

fn epsilon_delta(fields: &mut Fields<'_>) -> Result<String, InputError> {
    let (eps, delta) = (fields.required("epsilon")?, fields.required("delta")?);
    if is_infinite(&eps) {
        return Ok(EVERYTHING.to_owned());
    }
    Ok(format!("approx-dp(eps={}, delta={})", magnitude(&eps)?.0, probability(&delta)?))
}

/// Is it noise on sums, in which a record that is zeroed out leaves what its absence leaves?
fn is_about_sums(event: &Field<'_>) -> Result<bool, InputError> {
    let mut fields = event.fields()?;
    Ok(match class(&mut fields)?.text()? {
        "SelfComposedDpEvent" => is_about_sums(&fields.required("event")?)?,
        "ComposedDpEvent" => {
            let all: Result<Vec<bool>, _> =
                fields.required("events")?.list()?.iter().map(is_about_sums).collect();
            all?.into_iter().all(|is| is)
        }
        "NoOpDpEvent" | "DiscreteGaussianDpEvent" => true,
        name => NOISE.contains(&name),
    })
}

/// Noise on one sum, of which a shift to either side has a pair.
const NOISE: [&str; 3] = ["GaussianDpEvent", "LaplaceDpEvent", "DiscreteLaplaceDpEvent"];

fn poisson(
    class: &Field<'_>,
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let rate = fields.required("sampling_probability")?;
    let event = fields.required("event")?;
    let (q, is_zero) = (probability(&rate)?, magnitude(&rate)?.1);
    if adjacency == ZeroOut && !is_about_sums(&event)? {
        return Err(class.error(
            "a zeroed record leaves what its absence leaves in sums with noise, and this is no such sum",
            "only samples of noise on sums have a pair where a record is zeroed out",
        ));
    }
    if adjacency != ReplaceOne {
        let sampled = mechanism(&event, AddRemove)?;
        // Without noise the record shows whether it is in the sample.
        if sampled == EVERYTHING {
            return Ok(format!("approx-dp(eps=0, delta={q})"));
        }
        return Ok(format!(
            "poisson(rate={q}, adjacency={}, mechanism={sampled})",
            adjacency.name()
        ));
    }
    let name = self::class(&mut event.fields()?)?.text()?.to_owned();
    if !NOISE.contains(&name.as_str()) {
        return Err(class.error(
            "where a record is replaced, a pair is known for samples of Gaussian, Laplace and discrete Laplace events",
            "give --adjacency=add-remove, if that is what was accounted",
        ));
    }
    if is_zero {
        return Ok(NOTHING.to_owned());
    }
    if is_one(&rate)? {
        return mechanism(&event, adjacency);
    }
    let sampled = mechanism(&event, AddRemove)?;
    // Without noise the record shows where it is in the sample.
    Ok(if sampled == EVERYTHING {
        format!("approx-dp(eps=0, delta={q})")
    } else {
        replaced(&sampled, &q)
    })
}

fn without_replacement(
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let (population, size) =
        (fields.required("source_dataset_size")?, fields.required("sample_size")?);
    let sampled = mechanism(&fields.required("event")?, adjacency)?;
    Ok(format!(
        "without-replacement(size={}, population={}, adjacency={}, mechanism={sampled})",
        size.natural()?,
        population.natural()?,
        adjacency.name()
    ))
}

/// The size of the data set counts the record that is added or removed.
fn truncated(fields: &mut Fields<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let population = fields.required("dataset_size")?;
    let rate = fields.required("sampling_probability")?;
    let kept = fields.required("truncated_batch_size")?.natural()?;
    let (q, is_zero) = (probability(&rate)?, magnitude(&rate)?.1);
    let noisy = noise("gaussian", fields, AddRemove)?;
    let n = match population.natural()? {
        0 => {
            return Err(population
                .error("there is no record", "it counts the record that is added or removed"));
        }
        n => n,
    };
    Ok(if kept == 0 || is_zero {
        NOTHING.to_owned()
    } else if noisy == EVERYTHING {
        noisy
    } else {
        let adjacency = adjacency.name();
        format!(
            "truncated-poisson(rate={q}, n={n}, max_batch={kept}, adjacency={adjacency}, mechanism={noisy})"
        )
    })
}

fn random_allocation(fields: &mut Fields<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let sampled = mechanism(&fields.required("event")?, adjacency)?;
    let (selected, steps) =
        (fields.required("num_selected")?, fields.required("num_steps")?.natural()?);
    match selected.natural()? {
        1 => Ok(format!(
            "random-allocation(steps={steps}, adjacency={}, mechanism={sampled})",
            adjacency.name()
        )),
        several => Err(selected.error(
            format!("{several} of {steps} steps are drawn together, and only one of them can be"),
            "write its mechanism yourself",
        )),
    }
}

/// The sums of the nodes of binary trees, where a record is in one leaf of one tree: in as many as
/// the number of its steps has binary digits.
fn tree(
    class: &Field<'_>,
    fields: &mut Fields<'_>,
    adjacency: Adjacency,
) -> Result<String, InputError> {
    let (scale, is_zero) = magnitude(&fields.required("noise_multiplier")?)?;
    let counts = fields.required("step_counts")?;
    let steps = match &counts.node.item {
        Item::List(_) => {
            counts.list()?.iter().map(Field::natural).collect::<Result<Vec<_>, _>>()?
        }
        _ => vec![counts.natural()?],
    };
    if adjacency != ZeroOut {
        return Err(only(
            class,
            "it is about a record that is zeroed out, with which no other record changes its step",
            adjacency,
        ));
    }
    let Some(most) = steps.into_iter().max() else {
        return Err(counts.error("there is no tree", "a tree has a number of steps"));
    };
    Ok(match most.checked_ilog2() {
        None => NOTHING.to_owned(),
        Some(_) if is_zero => EVERYTHING.to_owned(),
        Some(depth) => format!("gaussian(scale={scale}, sensitivity=sqrt({}))", depth + 1),
    })
}

/// The best of a random number of runs, whose parameter is a rational function of the mean.
fn repeat_and_select(fields: &mut Fields<'_>, adjacency: Adjacency) -> Result<String, InputError> {
    let base = mechanism(&fields.required("event")?, adjacency)?;
    let (mean, shape) = (fields.required("mean")?, fields.required("shape")?);
    if (mean.real()? - 1).sign().is_none_or(Ordering::is_lt) {
        return Err(mean.error(format!("the mean is {}", number(&mean)?), "it is at least 1"));
    }
    let runs = number(&mean)?;
    if is_infinite(&shape) {
        return Ok(format!("private-selection(base={base}, runs=poisson, mean={runs})"));
    }
    magnitude(&shape)?;
    if is_one(&mean)? {
        return Ok(base);
    }
    if is_one(&shape)? {
        return Ok(format!("private-selection(base={base}, runs=geometric, gamma=1/({runs}))"));
    }
    Err(shape.error(
        format!(
            "the gamma of the mean {runs} is not a rational number for the shape {}",
            number(&shape)?
        ),
        "write private-selection(base=..., runs=..., gamma=...) with the gamma that was used",
    ))
}
