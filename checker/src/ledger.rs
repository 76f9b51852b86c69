//! The rows of a claim file: the mechanisms that were run, with their counts.
//!
//! Every kind means a pair of distributions, or a class with one that dominates it; `pair.rs` has
//! the pairs. Unknown kinds and fields are not guessed: the row is not supported. Each row is
//! checked against the whole domain of its kind when it is read (`kinds.rs`), whether anything
//! follows from it or not.

use crate::allocation::allocated;
use crate::canonical::Canonical;
use crate::expression::Expression;
use crate::fault::{Fault, Malformed, Unsupported};
use crate::idealised::Idealised;
use crate::json::{Fields, Json};
use crate::kinds::{KINDS, LOCAL, NOISE, Parameters, of_group};
use crate::number::bits_of;
use crate::rational::BigRational;
use crate::scope::Scope;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

/// One row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub id: String,
    /// The number of times that the step was taken, at most.
    pub count: BigInt,
    /// The number of times at least: fewer where epochs leave a range.
    pub fewest: BigInt,
    /// The step.
    pub step: Step,
    /// The part of the data that it is on; `None` for all data.
    pub part: Option<String>,
    /// The idealisations: what was run instead of it.
    pub idealised: Vec<Idealised>,
    /// Does it leave out how far neighbours move a count?
    pub is_distance_defaulted: bool,
    /// Is it a local randomiser that is judged as one answer about the whole data?
    pub is_answer_assumed: bool,
}

/// One step: a mechanism on all records, or on a Poisson sample of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The mechanism that is run.
    pub mechanism: Mechanism,
    /// The probability that a record is sampled; `None` without sampling.
    pub poisson: Option<BigRational>,
}

/// A mechanism of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mechanism {
    /// Losses eps, 0, -eps, and infinite with probability delta; `alpha` is the part without loss.
    ///
    /// Ghazi & Issa, Theorem 2: the pair that dominates (eps, delta)-DP with a bound on the total
    /// variation; with alpha = 0 that of Kairouz, Oh & Viswanath. It belongs to the class.
    ThreePoint {
        /// The finite loss.
        eps: Expression,
        /// The mass of the infinite loss.
        delta: Expression,
        /// The part of the remaining mass that has loss 0.
        alpha: Expression,
    },
    /// Two-sided geometric noise on a count that neighbours move by the sensitivity.
    DiscreteLaplace {
        /// The loss of moving by one.
        eps: Expression,
        /// The distance by which neighbours move the count.
        sensitivity: u32,
    },
    /// Two distributions on finitely many outcomes.
    FinitePair {
        /// The masses under the alternative P.
        p: Vec<BigRational>,
        /// The masses under the null hypothesis Q.
        q: Vec<BigRational>,
    },
    /// A record in one of several steps: two distributions on finitely many outcomes of all steps.
    ///
    /// Both orders of the neighbours are meant.
    Allocation {
        /// The masses with the record.
        p: Vec<BigRational>,
        /// The masses without it.
        q: Vec<BigRational>,
    },
    /// A record in one of several steps of Gaussian or Laplace noise.
    AllocatedNoise {
        /// The noise.
        noise: Box<Mechanism>,
        /// The number of steps.
        steps: u64,
    },
    /// Every mechanism that meets several constraints at once: pairs of eps and delta.
    ///
    /// Its trade-off function is the largest of theirs (Wasserman & Zhou, Theorem 2.4, for each),
    /// and belongs to the class.
    Constraints(Vec<(Expression, BigRational)>),
    /// Two normal distributions of variance 1 at the distance mu, of which the square is kept.
    Gaussian {
        /// The square mu^2.
        mu_squared: Expression,
    },
    /// Discrete Gaussians on the integers; neighbours move the i-th by `shifts[i]`.
    DiscreteGaussian {
        /// The parameter sigma^2.
        sigma_squared: BigRational,
        /// The shifts, none of them 0.
        shifts: Vec<i64>,
    },
    /// Laplace noise with `eps` = sensitivity / scale.
    Laplace {
        /// The largest loss.
        eps: BigRational,
    },
    /// Every mechanism of which the largest loss is at most `eps` above the smallest one, as
    /// exponential mechanisms are.
    Range {
        /// The range.
        eps: Expression,
    },
    /// Every rho-zCDP mechanism.
    Zcdp {
        /// The bound.
        rho: BigRational,
    },
}

impl Step {
    /// Is the pair equivalent to the one with P and Q exchanged?
    pub fn is_symmetric(&self) -> bool {
        let is_allocated = matches!(
            self.mechanism,
            Mechanism::Allocation { .. } | Mechanism::AllocatedNoise { .. }
        );
        self.poisson.is_none() && !is_allocated
    }

    /// The step of a mechanism of its class, where the class has no pair that one of them attains:
    /// randomised response of half of the range, whose losses are that half and its negative.
    pub(crate) fn member(&self) -> Option<Step> {
        let Mechanism::Range { eps } = &self.mechanism else {
            return None;
        };
        let (half, zero) = (eps.over(&Expression::integer(2)), Expression::integer(0));
        let mechanism = Mechanism::ThreePoint { eps: half, delta: zero.clone(), alpha: zero };
        Some(Step { mechanism, poisson: self.poisson.clone() })
    }

    /// The digits that it adds to a sum over the ledger.
    pub(crate) fn digits(&self) -> u64 {
        match &self.mechanism {
            Mechanism::Gaussian { mu_squared: x } | Mechanism::Range { eps: x } => x.size(),
            Mechanism::DiscreteGaussian { sigma_squared: x, .. } | Mechanism::Zcdp { rho: x } => {
                bits_of(x)
            }
            _ => 0,
        }
    }

    /// The work of comparing it with another step: number by number, where the first ones that
    /// differ are compared by continued fractions.
    pub(crate) fn comparison_work(&self) -> u64 {
        let (mut count, mut bits, mut largest) = (0u64, 0u64, 0u64);
        let mut add = |parts: u64, size: u64| {
            count = count.saturating_add(parts);
            bits = bits.saturating_add(product(&[parts, size]));
            largest = largest.max(size);
        };
        let mut expression = |x: &Expression| add(x.parts(), x.size());
        match &self.mechanism {
            Mechanism::ThreePoint { eps, delta, alpha } => {
                [eps, delta, alpha].into_iter().for_each(expression)
            }
            Mechanism::DiscreteLaplace { eps, .. } => expression(eps),
            Mechanism::Constraints(constraints) => constraints.iter().for_each(|(eps, delta)| {
                expression(eps);
                expression(&Expression::Rational(delta.clone()));
            }),
            Mechanism::Gaussian { mu_squared: x } | Mechanism::Range { eps: x } => expression(x),
            Mechanism::FinitePair { p, q } | Mechanism::Allocation { p, q } => {
                p.iter().chain(q).for_each(|x| add(1, bits_of(x)));
            }
            Mechanism::DiscreteGaussian { sigma_squared: x, .. }
            | Mechanism::Laplace { eps: x }
            | Mechanism::Zcdp { rho: x } => add(1, bits_of(x)),
            Mechanism::AllocatedNoise { noise, .. } => {
                return Step { mechanism: noise.as_ref().clone(), poisson: None }.comparison_work();
            }
        }
        self.poisson.iter().for_each(|rate| largest = largest.max(bits_of(rate)));
        product(&[count, 24]).saturating_add(bits).saturating_add(product(&[largest, largest]) / 16)
    }

    /// Is only the given order of the neighbours meant?
    pub fn is_ordered(&self) -> bool {
        matches!(self.mechanism, Mechanism::FinitePair { .. })
    }
}

/// A field of claim files that has no rule: a query, from which a distance would follow.
const WITHOUT_RULE: &str = "query";

impl Row {
    /// Reads a row of a claim file.
    ///
    /// # Errors
    /// Malformed, if it has an error; unsupported, if there is no rule for it, or its domain is
    /// undecided.
    pub fn read(place: &str, value: Json, scope: &Scope, work: &Work) -> Result<Row, Fault> {
        let Canonical { id, kind, mut fields, sampling, is_distance_defaulted } =
            Canonical::of(place, value, &scope.adjacency)?;
        if fields.has(WITHOUT_RULE) {
            let field = format!("the field {WITHOUT_RULE}");
            return Err(Fault::from(Unsupported::no_rule(field)).at(&id));
        }
        let part = part(&mut fields, &scope.adjacency).map_err(|fault| fault.at(&id))?;
        let instead = Idealised::take(&id, "mechanism", &kind, &mut fields)?;
        scope.agrees(&id, &mut fields)?;
        let mut parameters = Parameters { id: &id, fields, work };
        let group = parameters.natural("group")?;
        if part.is_some() && !group.is_one() {
            // Its members may be in several parts.
            return Err(Fault::from(Unsupported::no_rule("a group in a part of the data")).at(&id));
        }
        let sample = sampling
            .map(|fields| sample(parameters.inner(fields), &scope.adjacency, &kind))
            .transpose()?;
        let (fewest, count) = counts(&mut parameters, sample.as_ref())?;
        let is_answer_assumed = scope.adjacency != "replace-one" && LOCAL.contains(&kind.as_str());
        let mechanism = mechanism(&kind, parameters)?;
        let (method, sampler) = sample.map(|sample| (sample.method, sample.idealised)).unzip();
        let mechanism = of_neighbours(&id, &kind, mechanism, &group, method.is_some())?;
        let step = match method {
            None => Step { mechanism, poisson: None },
            Some(Method::Poisson { rate, .. }) => {
                may_be_sampled(&id, &mechanism)?;
                Step { mechanism, poisson: Some(rate) }
            }
            Some(Method::Allocation { steps }) => {
                let mechanism =
                    allocated(mechanism, &steps, work).map_err(|fault| fault.at(&id))?;
                Step { mechanism, poisson: None }
            }
        };
        let idealised = instead.into_iter().chain(sampler.flatten()).collect();
        Ok(Row {
            id,
            count,
            fewest,
            step,
            part,
            idealised,
            is_distance_defaulted,
            is_answer_assumed,
        })
    }
}

/// The part of the data that a row is on.
fn part(fields: &mut Fields, adjacency: &str) -> Result<Option<String>, Fault> {
    if !fields.has("part") {
        return Ok(None);
    }
    let part = fields.text("part")?;
    if part.is_empty() {
        return Err(Malformed::Empty { what: fields.at("part") }.into());
    }
    match adjacency {
        "add-remove" | "zero-out" => Ok(Some(part)),
        // A unit that is replaced may leave one part, and another unit enter another part.
        _ => Err(Unsupported::no_rule("the field part where a unit is replaced").into()),
    }
}

/// The number of times that a step was taken, at least and at most: the count, or the steps of the
/// epochs of a sample. More than 2^64 - 1 steps have no rule.
fn counts(row: &mut Parameters<'_>, sample: Option<&Sample>) -> Result<(BigInt, BigInt), Fault> {
    let id = row.id;
    let (fewest, most) = if row.fields.has("epochs") {
        row.steps(sample.and_then(Sample::sizes))?
    } else {
        let count = row.natural("count")?;
        (count.clone(), count)
    };
    match most.to_u64() {
        Some(_) => Ok((fewest, most)),
        None => Err(Fault::from(Unsupported::no_rule("more than 2^64 - 1 steps")).at(id)),
    }
}

/// The mechanism of a known kind, within its domain; the row must have no fields but those already
/// taken and those of the kind.
fn mechanism(kind: &str, mut row: Parameters<'_>) -> Result<Mechanism, Fault> {
    let Some((_, read)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        return Err(Fault::from(Unsupported::no_rule(format!("the mechanism {kind}"))).at(row.id));
    };
    let mechanism = read(&mut row)?;
    row.fields.finish()?;
    Ok(mechanism)
}

/// The mechanism for neighbours that differ in a group of records; for samples only single records
/// have a rule.
fn of_neighbours(
    id: &str,
    kind: &str,
    mechanism: Mechanism,
    group: &BigInt,
    is_sampled: bool,
) -> Result<Mechanism, Fault> {
    if group.is_one() {
        return Ok(mechanism);
    }
    let of_group = if is_sampled { None } else { of_group(kind, mechanism, group) };
    of_group.ok_or_else(|| Fault::from(Unsupported::no_rule("this group")).at(id))
}

/// Refuses the mechanisms that have no rule for a sample: zCDP, and discrete Gaussians with several
/// shifts.
fn may_be_sampled(id: &str, mechanism: &Mechanism) -> Result<(), Fault> {
    let sample = match mechanism {
        Mechanism::Zcdp { .. } => "a sample under zcdp",
        Mechanism::DiscreteGaussian { shifts, .. } if shifts.len() > 1 => {
            "a sample with several shifts"
        }
        _ => return Ok(()),
    };
    Err(Fault::from(Unsupported::no_rule(sample)).at(id))
}

/// The sampler that draws one of several steps for each record.
const ALLOCATION: &str = "random-allocation";
/// The samplers of claim files.
const SAMPLERS: [&str; 6] = [
    "poisson",
    "truncated-poisson",
    "without-replacement",
    "with-replacement",
    ALLOCATION,
    "shuffle",
];

/// How records come to take part in the steps of a row.
struct Sample {
    method: Method,
    /// The sampler that was run instead.
    idealised: Option<Idealised>,
}

/// The samplers with a rule.
enum Method {
    /// A Poisson sample in each step.
    Poisson {
        /// The probability that a record is sampled.
        rate: BigRational,
        /// Its expected size and the number of records, where the rate was given as their quotient.
        sizes: Option<(BigInt, BigInt)>,
    },
    /// One of some steps, drawn at random for each record.
    Allocation {
        /// The number of steps, at least 1.
        steps: BigInt,
    },
}

impl Sample {
    fn sizes(&self) -> Option<&(BigInt, BigInt)> {
        match &self.method {
            Method::Poisson { sizes, .. } => sizes.as_ref(),
            Method::Allocation { .. } => None,
        }
    }
}

/// Are the laws of a sampled step those with and without a record, so that it has the pair of a
/// record that is added or removed? A record that is zeroed out adds 0 to the value that noise is
/// added to, in each sample, as if it were absent.
fn has_pair_of_absence(adjacency: &str, kind: &str) -> bool {
    adjacency == "add-remove" || (adjacency == "zero-out" && NOISE.contains(&kind))
}

/// A sample by a method with a rule.
fn sample(mut sampling: Parameters<'_>, adjacency: &str, kind: &str) -> Result<Sample, Fault> {
    let id = sampling.id;
    let method = sampling.fields.text("method")?;
    if !SAMPLERS.contains(&method.as_str()) {
        return Err(Fault::from(Malformed::unknown_word("the sampler", &SAMPLERS, &method)).at(id));
    }
    let has_rule = ["poisson", ALLOCATION].contains(&method.as_str());
    if !has_rule || !has_pair_of_absence(adjacency, kind) {
        let of = if has_rule { format!(" for {kind}") } else { String::new() };
        let sampler = format!("the sampler {method} with the adjacency {adjacency}{of}");
        return Err(Fault::from(Unsupported::no_rule(sampler)).at(id));
    }
    let idealised = Idealised::take(id, "sampler", &method, &mut sampling.fields)?;
    if method == ALLOCATION {
        let steps = sampling.natural("steps")?;
        sampling.fields.finish()?;
        if steps.is_zero() {
            let fault = Malformed::outside("the number of steps under random allocation", "0");
            return Err(Fault::from(fault).at(id));
        }
        return Ok(Sample { method: Method::Allocation { steps }, idealised });
    }
    let (rate, sizes) = if sampling.fields.has("rate") {
        (sampling.probability("rate")?, None)
    } else {
        let (rate, sizes) = sampling.share()?;
        (rate, Some(sizes))
    };
    sampling.fields.finish()?;
    match rate.rational() {
        Some(rate) if !rate.is_zero() => {
            Ok(Sample { method: Method::Poisson { rate: rate.clone(), sizes }, idealised })
        }
        Some(_) => Err(Fault::from(Unsupported::no_rule("a sampling rate of 0")).at(id)),
        None => {
            Err(Fault::from(Unsupported::Irrational { what: "the sampling rate".to_owned() })
                .at(id))
        }
    }
}
