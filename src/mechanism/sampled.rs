//! `subsample`: a mechanism that sees a random sample of the data.

use super::adjacency::Adjacency;
use super::domain::{DomainError, require_within};
use super::names::{self, SAMPLING, require_sigma};
use super::operation::is_asymmetric_replacement;
use super::{Dominating, Mechanism};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// How the records of a step are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sampler {
    /// Each record on its own, with probability q.
    Poisson,
    /// m of n records, every subset equally likely: q = m/n.
    WithoutReplacement,
}

/// A step on a sample.
///
/// Poisson sampling, one record added or removed: M sees the record with probability q, so that the
/// neighbours attain `((1-q) Q + q P, Q)` one way and the reverse the other way, and these dominate
/// (Balle, Barthe & Gaboardi, Theorem 8, for either direction). The two are composed separately: their
/// maximum is taken after composition.
///
/// Without replacement, one record replaced: the profile of the step is
/// `q delta(1 + (g-1)/q)` at `g = e^eps >= 1` (Balle, Barthe & Gaboardi, Theorem 9). Its
/// symmetric pair dominates; real neighbours need not attain it. They attain the mixture above, in
/// either direction, when all other records are alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sampled {
    /// The mechanism that sees the sample.
    pub base: Box<Dominating>,
    /// How it is drawn.
    pub sampler: Sampler,
    /// q, in (0, 1].
    pub rate: Real,
}

#[derive(Clone, Copy)]
enum Method {
    Known(Sampler),
    WithReplacement,
}

const METHODS: [(&str, Method); 3] = [
    ("poisson", Method::Known(Sampler::Poisson)),
    ("without-replacement", Method::Known(Sampler::WithoutReplacement)),
    ("with-replacement", Method::WithReplacement),
];

/// A sampler and its rate, read and checked.
pub(crate) struct Sampling {
    method: Method,
    rate: Real,
    /// The size of a sample and of the population, where the rate is their quotient.
    of: Option<(u64, u64)>,
}

impl Sampling {
    /// Reads `method`, and `rate` or `size` and `population`, which a training run calls `batch` and `n`. Under
    /// Poisson sampling the size is the expected one.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Sampling, InputError> {
        fields.also("batch", "size");
        fields.also("n", "population");
        names::advise(SAMPLING, fields)?;
        let method = fields.required_choice("method", &METHODS)?;
        let has = |name| fields.clone().optional(name).is_some();
        let by_size = has("size") || has("population");
        let by_rate = match method {
            Method::Known(Sampler::Poisson) => has("rate") || !by_size,
            Method::Known(Sampler::WithoutReplacement) => has("rate"),
            Method::WithReplacement => false,
        };
        if by_rate && by_size {
            let rate = fields.required("rate")?;
            return Err(rate.error("the rate is given twice", "give rate, or a size (batch) and a population (n)"));
        }
        let mut of = None;
        let rate = if by_rate {
            let field = fields.required("rate")?;
            let rate = field.real()?;
            let help = "the rate is the probability with which a record is in the sample";
            require_within("rate", &rate, &Real::zero(), Some(&Real::one()))
                .map_err(|e| DomainError { help: format!("{help}: {}", e.help), ..e }.at(&[&field]))?;
            rate
        } else {
            let (size, population) = (fields.required("size")?, fields.required("population")?);
            let (m, n) = (size.natural()?, population.natural()?);
            if n == 0 {
                return Err(population.error("population = 0: there is nobody to sample", "give at least 1"));
            }
            if m > n && !matches!(method, Method::WithReplacement) {
                let message = format!("size = {m} is more than the population, {n}");
                return Err(size.error(message, "a sample has at most that many records"));
            }
            of = Some((m, n));
            Real::from(Rational::from(m) / Rational::from(n))
        };
        Ok(Sampling { method, rate, of })
    }

    /// The size of a sample, or of a batch, and of the population, where they were given.
    pub(crate) fn sizes(&self) -> Option<(u64, u64)> {
        self.of
    }

    /// The sampled mechanism, where a theorem covers it.
    pub(crate) fn apply(self, mechanism: Mechanism, adjacency: Adjacency) -> Result<Mechanism, Refusal> {
        let sampler = match (self.method, adjacency) {
            (Method::Known(Sampler::Poisson), Adjacency::AddRemove) => Sampler::Poisson,
            (Method::Known(Sampler::WithoutReplacement), Adjacency::ReplaceOne) => Sampler::WithoutReplacement,
            (Method::Known(Sampler::Poisson), other) => {
                return Err(pairing("Poisson sampling", other, "one record is added or removed", "8"));
            }
            (Method::Known(Sampler::WithoutReplacement), other) => {
                return Err(pairing("sampling without replacement", other, "one record is replaced", "9"));
            }
            (Method::WithReplacement, _) => {
                return Err(Refusal::Unsupported {
                    what: "sampling with replacement".into(),
                    missing: "it needs the profiles of groups (Balle, Barthe & Gaboardi, Theorem 10)".into(),
                });
            }
        };
        if self.rate.is_zero() {
            return Ok(Mechanism::Compose(Vec::new()));
        }
        let Mechanism::Step(base) = mechanism else {
            return Err(unsupported(
                "a sampled composition",
                "the amplification theorems are about one step: sample the steps",
            ));
        };
        match (&base, sampler) {
            (Dominating::Zcdp(_), _) => {
                return Err(unsupported("a sample under zcdp", "its Renyi divergences say nothing about a sample"));
            }
            (Dominating::Sampled(_), _) => {
                return Err(unsupported("a sample of a sample", "give the one rate that results"));
            }
            (Dominating::DiscreteGaussian { shifts, .. }, _) if shifts.len() > 1 => {
                return Err(unsupported(
                    "a sampled discrete-gaussian with several shifts",
                    "its coordinates are sampled together, which needs the product of their pairs",
                ));
            }
            (base, sampler) if is_asymmetric_replacement(base, sampler) => {
                return Err(unsupported(
                    "sampling without replacement from an asymmetric pair",
                    "the theorem is about the profile of both directions: give a symmetric pair",
                ));
            }
            _ => {}
        }
        Ok(Mechanism::Step(Dominating::Sampled(Sampled { base: Box::new(base), sampler, rate: self.rate })))
    }
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}

fn pairing(sampler: &str, adjacency: Adjacency, relation: &str, theorem: &str) -> Refusal {
    Refusal::Unsupported {
        what: format!("{sampler} with the adjacency {}", adjacency.name()),
        missing: format!(
            "the theorem about this sampler holds where {relation} (Balle, Barthe & Gaboardi, Theorem {theorem})"
        ),
    }
}

pub(super) fn read_subsample(fields: &mut Fields<'_>) -> Result<Mechanism, Refusal> {
    let sampling = Sampling::read(fields)?;
    let adjacency = fields.required_choice("adjacency", &Adjacency::WORDS)?;
    let sampled = fields.required("mechanism")?;
    require_sigma(&sampled, adjacency)?;
    let mechanism = Mechanism::read(&sampled)?;
    sampling.apply(mechanism, adjacency)
}
