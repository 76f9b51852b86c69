//! `subsample`: a mechanism that sees a random sample of the data.

use super::group_of_sample;
use crate::exact::Extended;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::forms::divergence::{Divergences, RenyiOrder};
use crate::mechanism::forms::operation::is_asymmetric_replacement;
use crate::mechanism::reading::adjacency::{Adjacency, Neighbours};
use crate::mechanism::reading::description::{ADJACENCY, mechanism, natural, number, word};
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::foreign_names::require_sigma;
use crate::mechanism::reading::kind::{Advice, Form, Kind, Names};
use crate::mechanism::reading::shown::{RATE, SIGMA, delta, eps, input, row, template};
use crate::mechanism::{
    Directed, Dominating, LossPair, Mechanism, Parameter, ShiftedNoise, TruncatedPoisson,
};
use crate::pair::FinitePair;
use crate::pair::functionals::sum;
use crate::refusal::Refusal;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// How the records of a step are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sampler {
    /// Each record independently, with probability q.
    Poisson,
    /// m of n records, every subset equally likely: q = m/n.
    WithoutReplacement,
}

/// A step on a sample.
///
/// Poisson sampling, one record added or removed: M sees the record with probability q, so that the
/// neighbours attain `((1-q) Q + q P, Q)` in one direction and the reverse in the other, and these
/// dominate (Balle, Barthe & Gaboardi, Theorem 8, for either direction). The two are composed
/// separately: their maximum is taken after composition.
///
/// Without replacement, one record replaced: the profile of the step is `q delta(1 + (g-1)/q)` at
/// `g = e^eps >= 1` (Balle, Barthe & Gaboardi, Theorem 9). Its symmetric pair dominates; real
/// neighbours need not attain it. They attain the mixture above, in either direction, when all
/// other records are equal. One step attains the larger of the two at every eps, so that a single
/// sample is tight. Composed, the symmetric pair is worse than either mixture, because a run keeps
/// its direction and the pair has both. The ends of the answer then differ however fine the grid
/// is, `tight` is false, and the true value for given records can be anywhere between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sampled {
    /// The mechanism that sees the sample.
    pub base: Box<Dominating>,
    /// The sampling method.
    pub sampler: Sampler,
    /// The rate q, in (0, 1].
    pub rate: Real,
    /// Is the pair of a Poisson sample also that of a record that is zeroed out? It is that of
    /// noise, which does not see such a record; of a class it is not known.
    pub is_zeroed: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Method {
    Known(Sampler),
    TruncatedPoisson,
    WithReplacement,
}

/// The methods that have a theorem, which a message offers.
pub(crate) const METHODS: [(&str, Method); 3] = [
    ("poisson", Method::Known(Sampler::Poisson)),
    ("truncated-poisson", Method::TruncatedPoisson),
    ("without-replacement", Method::Known(Sampler::WithoutReplacement)),
];

impl Method {
    /// A method without a theorem: it is read, and has no answer.
    pub(crate) fn without_theorem(field: &Field<'_>) -> Option<Method> {
        (field.text() == Ok("with-replacement")).then_some(Method::WithReplacement)
    }

    /// The error about a sampling without a method.
    pub(crate) fn missing(fields: &mut Fields<'_>) -> InputError {
        fields.missing_or("method", "add it: method = \"poisson\" or \"without-replacement\"")
    }

    /// The neighbours for which there is a theorem.
    fn adjacency(self) -> Option<Adjacency> {
        match self {
            Method::Known(Sampler::Poisson) | Method::TruncatedPoisson => {
                Some(Adjacency::AddRemove)
            }
            Method::Known(Sampler::WithoutReplacement) => Some(Adjacency::ReplaceOne),
            Method::WithReplacement => None,
        }
    }
}

/// A sampler and its rate, read and checked.
pub(crate) struct Sampling {
    method: Method,
    rate: Real,
    /// The sizes of the sample and of the population, where the rate is their quotient.
    of: Option<(u64, u64)>,
    /// The population and the most records that are kept of it, where a Poisson sample is
    /// truncated.
    truncated: Option<(u64, u64)>,
}

impl Sampling {
    /// Reads `method`, and either `rate` or `size` and `population`, which a training run calls
    /// `batch` and `n`. Under Poisson sampling the size is the expected one; where it is truncated,
    /// `population` and `max_batch` are required.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Sampling, InputError> {
        NAMES_OF_ROW.read(ROW, fields)?;
        let Some(field) = fields.optional("method") else {
            return Err(Method::missing(fields));
        };
        let method = Method::without_theorem(&field).map_or_else(|| field.choice(&METHODS), Ok)?;
        Sampling::read_as(method, fields)
    }

    /// Reads the other fields of a method.
    pub(crate) fn read_as(method: Method, fields: &mut Fields<'_>) -> Result<Sampling, InputError> {
        let has = |name| fields.clone().optional(name).is_some();
        let is_truncated = matches!(method, Method::TruncatedPoisson);
        let by_size = has("size") || (has("population") && !is_truncated);
        let by_rate = match method {
            Method::Known(Sampler::Poisson) | Method::TruncatedPoisson => has("rate") || !by_size,
            Method::Known(Sampler::WithoutReplacement) => has("rate"),
            Method::WithReplacement => false,
        };
        if by_rate && by_size {
            let rate = fields.required("rate")?;
            return Err(rate.error(
                "the rate is given twice",
                "give rate, or a size (batch) and a population (n)",
            ));
        }
        let mut of = None;
        let rate = if by_rate {
            let field = fields.required("rate")?;
            let rate = field.real()?;
            let help = "the rate is the probability with which a record is in the sample";
            require_within("rate", &rate, &Real::zero(), Some(&Real::one())).map_err(|e| {
                DomainError { help: format!("{help}: {}", e.help), ..e }.at(&[&field])
            })?;
            rate
        } else {
            let (size, population) = (fields.required("size")?, fields.required("population")?);
            let (m, n) = (size.natural()?, population.natural()?);
            if n == 0 {
                return Err(population.error("population = 0 is less than 1", "give at least 1"));
            }
            if m > n && !matches!(method, Method::WithReplacement) {
                let message = format!("size = {m} is more than the population, {n}");
                return Err(size.error(message, "a sample has at most that many records"));
            }
            of = Some((m, n));
            Real::from(Rational::from(m) / Rational::from(n))
        };
        let truncated =
            if is_truncated { Some(read_truncation(fields, of.map(|(_, n)| n))?) } else { None };
        Ok(Sampling { method, rate, of, truncated })
    }

    /// The sizes of a sample, or of a batch, and of the population, where they were given.
    pub(crate) fn sizes(&self) -> Option<(u64, u64)> {
        self.of
    }

    /// The sampler, where a theorem covers it for these neighbours. A record that is zeroed out
    /// leaves noise on a value as one that is absent: a Poisson sample has the same pair.
    fn sampler(&self, neighbours: Neighbours) -> Result<Sampler, Refusal> {
        match (self.method, neighbours.adjacency) {
            (Method::Known(Sampler::Poisson) | Method::TruncatedPoisson, Adjacency::AddRemove) => {
                Ok(Sampler::Poisson)
            }
            (Method::Known(Sampler::Poisson) | Method::TruncatedPoisson, Adjacency::ZeroOut) => {
                if neighbours.is_noise { Ok(Sampler::Poisson) } else { Err(zeroed("a Poisson sample")) }
            }
            (Method::Known(Sampler::WithoutReplacement), Adjacency::ReplaceOne) => {
                Ok(Sampler::WithoutReplacement)
            }
            (Method::Known(Sampler::Poisson), other) => {
                let one = match other {
                    Adjacency::ReplaceOne => {
                        "; of noise on sums it is mixture-of-shifts(noise=M, p=[1-q, q], shifts=[0, 1], q=[1-q, q], \
                         q_shifts=[0, -1]), where M is the noise over the bound of one record; theorem \
                         sampled-poisson-replaced bounds the delta of one sample of any mechanism"
                    }
                    Adjacency::AddRemove | Adjacency::ZeroOut => "",
                };
                Err(pairing("Poisson sampling", other, "one record is added or removed", "8", one))
            }
            (Method::TruncatedPoisson, other) => Err(Refusal::Unsupported {
                what: format!("truncated Poisson sampling with the adjacency {}", other.name()),
                missing: "its pair is that of one record that is added, removed or zeroed out".into(),
            }),
            (Method::Known(Sampler::WithoutReplacement), Adjacency::ZeroOut) => {
                Err(unsupported(
                    "sampling without replacement with the adjacency zero-out",
                    "a record that is zeroed out keeps its place in the sample, and without it another record has that \
                     place; the pair of a record that is replaced bounds it, with the noise over the largest distance \
                     of two records",
                ))
            }
            (Method::Known(Sampler::WithoutReplacement), other) => {
                Err(pairing(
                    "sampling without replacement",
                    other,
                    "one record is replaced",
                    "9",
                    "",
                ))
            }
            (Method::WithReplacement, _) => Err(Refusal::Unsupported {
                what: "sampling with replacement".into(),
                missing: "it needs the profiles of groups (Balle, Barthe & Gaboardi, Theorem 10); theorem \
                          sampled-with-replacement bounds one sample, and a mixture of the groups on a sample \
                          without replacement has its bound, and composes"
                    .into(),
            }),
        }
    }

    /// The sampled mechanism for groups of `size` members, with the noise that it adds; see
    /// [`super::group_of_sample`].
    pub(crate) fn apply_to_group(
        self,
        mechanism: Mechanism,
        noise: Option<&ShiftedNoise>,
        neighbours: Neighbours,
        size: u64,
    ) -> Result<Mechanism, Refusal> {
        if size == 1 {
            return self.apply(&mechanism, neighbours);
        }
        let sampler = self.sampler(neighbours)?;
        if self.truncated.is_some() || sampler != Sampler::Poisson {
            return Err(unsupported(
                "a group under this sampling",
                "its pair is known for Poisson samples",
            ));
        }
        if self.rate.is_zero() {
            return Ok(Mechanism::Compose(Vec::new()));
        }
        let Some(noise) = noise else {
            return Err(unsupported(
                "a group under sampling with this mechanism",
                "the sample may contain any part of the group, and its pair is known for noise on one value: gaussian, \
                 laplace, discrete-laplace, discrete-gaussian",
            ));
        };
        Ok(Mechanism::Step(group_of_sample::splits(noise, &self.rate, size)?))
    }

    /// The sampled mechanism, where a theorem covers it.
    pub(crate) fn apply(
        self,
        mechanism: &Mechanism,
        neighbours: Neighbours,
    ) -> Result<Mechanism, Refusal> {
        let sampler = self.sampler(neighbours)?;
        if self.rate.is_zero() {
            return Ok(Mechanism::Compose(Vec::new()));
        }
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        if let Some((population, most)) = self.truncated {
            let noise = match steps.as_slice() {
                [(step, 1)] => step.noise().cloned(),
                _ => None,
            };
            let step = noise
                .map(|noise| {
                    TruncatedPoisson::step(noise, self.rate, population, most, neighbours.adjacency)
                })
                .transpose();
            let step = step.map_err(|error| Refusal::Unsupported {
                what: error.message,
                missing: error.help.into(),
            })?;
            return step.flatten().map(Mechanism::Step).ok_or_else(|| {
                unsupported(
                    "a truncated Poisson sample of this mechanism",
                    "its pair is known for gaussian and laplace",
                )
            });
        }
        for (step, _) in &steps {
            check_base(step, sampler)?;
        }
        let base = match steps.as_slice() {
            [] => return Ok(Mechanism::Compose(Vec::new())),
            [(base, 1)] => base.clone(),
            // Who writes it mostly means a sample for each step, of which delta can be larger.
            _ => {
                return Err(unsupported(
                    "one sample that all steps of a composition see",
                    "where each step has a sample of its own, sample the steps: poisson(rate, M)^k",
                ));
            }
        };
        // A record is in the sample of a sample with the product of both rates.
        if let (Sampler::Poisson, Dominating::Sampled(sampled)) = (sampler, &base) {
            let rate = &sampled.rate * &self.rate;
            return Ok(Mechanism::Step(Dominating::Sampled(Sampled { rate, ..sampled.clone() })));
        }
        Ok(Mechanism::Step(Dominating::Sampled(Sampled {
            base: Box::new(base),
            sampler,
            rate: self.rate,
            is_zeroed: neighbours.is_noise,
        })))
    }
}

/// Refuses a step of which no sample is covered.
fn check_base(base: &Dominating, sampler: Sampler) -> Result<(), Refusal> {
    match (base, sampler) {
        (Dominating::Zcdp(_), _) => Err(unsupported(
            "a sample under zcdp",
            "its Renyi divergences say nothing about a sample",
        )),
        (base, _) if base.is_allocation() => {
            Err(unsupported("a sample under random allocation", "no theorem covers both"))
        }
        (Dominating::Sampled(Sampled { sampler: Sampler::Poisson, .. }), Sampler::Poisson) => {
            Ok(())
        }
        (Dominating::Sampled(_), _) => Err(unsupported(
            "a sample of a sample",
            "no theorem covers both; of two Poisson samples the rates are multiplied",
        )),
        (Dominating::Splits(_), _) => Err(unsupported(
            "a sample of a group under sampling",
            "its members are sampled already: write the group around one sample, with the product of both rates",
        )),
        (Dominating::Directed(Directed { pair: LossPair::Shifts(_), .. }), _) => Err(unsupported(
            "a sample under mixture-of-shifts",
            "the sample is a mixture of shifts too: give its weights",
        )),
        (Dominating::Directed(Directed { pair: LossPair::Scales(_), .. }), _) => Err(unsupported(
            "a sample under gaussian-scales",
            "the scales of a sample are others: give theirs",
        )),
        (Dominating::Bounded(class), _) if matches!(class.member, Dominating::Sampled(_)) => {
            Err(unsupported("a sample of a truncated sample", "no theorem covers both"))
        }
        (Dominating::Bounded(class), _) if matches!(class.member, Dominating::Directed(_)) => {
            Err(unsupported(
                "a sample of shuffled batches or of a sum of reports",
                "no theorem covers both",
            ))
        }
        (Dominating::Directed(step), _) if step.only_of.is_none() => Err(unsupported(
            "a sample under given scores, queries or outcomes",
            "each sample has its own: give the class, such as exponential(eps), noisy-max(noise, eps) or \
                 private-selection(base, runs)",
        )),
        (Dominating::OneOf(choices), _) if !choices.iter().any(Mechanism::is_of_one_adjacency) => {
            Err(unsupported(
                "a sample under noise of which no shift in one direction is the worst",
                "the worst pair of the sample may be another one at each eps; a finite pair of one shift can be given as a finite-pair",
            ))
        }
        (Dominating::Directed(_) | Dominating::OneOf(_), _) => Err(unsupported(
            "a sample under thresholded, a sum of reports or a random allocation",
            "the keys of a user are sampled together, who is not sampled is missing in the sum, and an allocation is a \
             sampling itself",
        )),
        (Dominating::Noise(noise), _) if noise.len() > 1 => Err(unsupported(
            "a sample under integer noise with several shifts",
            "its coordinates are sampled together, which needs the product of their pairs",
        )),
        (base, sampler) if is_asymmetric_replacement(base, sampler) => Err(unsupported(
            "sampling without replacement from an asymmetric pair",
            "the theorem is about the profile of both directions: give a symmetric pair, such as symmetrised(mechanism=M)",
        )),
        _ => Ok(()),
    }
}

/// The population, if it was not read with a size, and the most records of a truncated Poisson
/// sample.
fn read_truncation(
    fields: &mut Fields<'_>,
    population: Option<u64>,
) -> Result<(u64, u64), InputError> {
    let population = match (population, fields.optional("population")) {
        (Some(population), _) => population,
        (None, Some(field)) => match field.natural()? {
            0 => return Err(field.error("population = 0 is less than 1", "give at least 1")),
            population => population,
        },
        (None, None) => {
            let help = "add it: the number of records, with the one that is added or removed";
            return Err(fields.missing_or("population", help));
        }
    };
    let Some(most) = fields.optional("max_batch") else {
        return Err(
            fields.missing_or("max_batch", "add it: the most records that are kept of a sample")
        );
    };
    match most.natural()? {
        0 => Err(most.error("max_batch = 0 leaves no record", "give at least 1")),
        number => Ok((population, number)),
    }
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}

/// Why a mechanism of which no noise on a value is known has no sample where a record is zeroed out.
pub(crate) fn zeroed(sample: &str) -> Refusal {
    Refusal::Unsupported {
        what: format!("{sample} with the adjacency zero-out of this mechanism"),
        missing: "it is known of noise on a value, where a record that is zeroed out changes as little as one that is \
                  absent: such as gaussian or laplace; nothing says that of a class"
            .into(),
    }
}

fn pairing(
    sampler: &str,
    adjacency: Adjacency,
    relation: &str,
    theorem: &str,
    instead: &str,
) -> Refusal {
    Refusal::Unsupported {
        what: format!("{sampler} with the adjacency {}", adjacency.name()),
        missing: format!(
            "the theorem about this sampler holds where {relation} (Balle, Barthe & Gaboardi, Theorem {theorem}){instead}"
        )
        .into(),
    }
}

/// Other names of the field of the mechanism that is sampled, repeated, or taken for groups.
pub(crate) const MECHANISM: Advice =
    (&["base", "of", "inner"], "the field of the sampled mechanism is mechanism");

/// The key under which the names of the sampling of a ledger row are listed.
pub(crate) const ROW: &str = "sampling";

/// Other names of the fields of a sampling, in a row as well as around a mechanism.
const ALIASES: &[(&[&str], &str)] = &[
    (
        &[
            "sampling_probability",
            "sampling-probability",
            "sampling_rate",
            "sampling-rate",
            "sample_rate",
            "sample-rate",
            "q",
        ],
        "rate",
    ),
    (&["sampler", "sampling"], "method"),
    // The names in training runs.
    (&["batch"], "size"),
    (&["n"], "population"),
];

const PROBABILITY: Advice =
    (&["p", "prob", "probability", "gamma"], "the sampling probability is rate");
const BATCH: Advice = (
    &["batch_size", "batch-size", "batchsize", "lot_size", "sample_size"],
    "the (expected) size of a sample is batch",
);
const RECORDS: Advice = (
    &["dataset_size", "dataset-size", "num_examples", "num_records", "N"],
    "the number of records is n",
);
const MOST: Advice = (
    &["max-batch", "max_batch_size", "truncated_batch_size"],
    "the most records of a truncated sample are max_batch",
);
const METHOD: Advice = (&["type"], "the sampler is method: poisson, without-replacement");
/// Names of a number of steps.
const STEPS: &[&str] = &["steps", "count", "epochs", "k"];

pub(crate) const NAMES_OF_ROW: Names = Names {
    aliases: ALIASES,
    advice: &[
        PROBABILITY,
        BATCH,
        RECORDS,
        METHOD,
        MOST,
        (STEPS, "the number of steps is a field of the row: count or epochs"),
    ],
};

const NAME: &str = "subsample";

pub(crate) const KIND: Kind = Kind {
    names: Names {
        aliases: ALIASES,
        advice: &[
            PROBABILITY,
            BATCH,
            RECORDS,
            METHOD,
            MOST,
            MECHANISM,
            (STEPS, "repeat the whole sample: poisson(rate, ...)^1000 is a thousand steps"),
        ],
    },
    elsewhere: &[
        (
            &["poisson", "poisson-sampling", "sampled", "sampled-gaussian", "subsampled-gaussian", "sgm"],
            "a step on a sample is poisson(1/100, gaussian(sigma=1))",
        ),
        (
            &["with-replacement", "sampling-with-replacement"],
            "a sample with replacement is not a mechanism here; a theorem bounds delta of one step: \
             dpcert theorem sampled-with-replacement",
        ),
        (
            &["dp-sgd", "dpsgd", "sgd", "training"],
            "steps on samples are poisson(1/100, gaussian(sigma=1))^1000",
        ),
    ],
    open: &[Parameter { largest: Some(1), ..smaller(NAME, "rate") }],
    rows: &[
        row("poisson(rate, M)", "M on a Poisson sample; one record is added or removed"),
        row(
            "truncated-poisson(rate, n, max_batch, M)",
            "the same, where a sample of more than `max_batch` records is cut down to that",
        )
        .more("n counts the record"),
        row("without-replacement(rate, M)", "M on a sample of fixed size; one record is replaced").more(
            "for rate = batch/n: batch, n; or size, population. In full: subsample(method=poisson, rate, \
             adjacency=add-remove, mechanism=M)",
        ),
    ],
    templates: &[
        template("Poisson sample, Gaussian (DP-SGD)", "poisson({rate}, gaussian(sigma={sigma}))", &[RATE, SIGMA])
            .also(&["subsample(method=poisson, rate={rate}, adjacency=add-remove, \
                     mechanism=gaussian(sigma={sigma}))"]),
        template("Poisson sample, Laplace", "poisson({rate}, laplace(eps={eps}))", &[RATE, eps("1")])
            .also(&["subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism=laplace(eps={eps}))"]),
        template(
            "sample without replacement, (eps, delta)-DP",
            "subsample(method=without-replacement, rate={rate}, adjacency=replace-one, \
             mechanism=approx-dp(eps={eps}, delta={delta}))",
            &[RATE, eps("1"), delta("0")],
        ),
        template(
            "truncated Poisson sample, Gaussian",
            "truncated-poisson({rate}, n={n}, max_batch={max_batch}, gaussian(sigma={sigma}))",
            &[RATE, input("n", "1000"), input("max_batch", "20").even("1", "100", "1"), SIGMA],
        ),
    ],
    ..Kind::new(
        NAME,
        &[
            word("method", &["poisson", "truncated-poisson", "without-replacement", "with-replacement"])
                .required()
                .about("How the records are drawn."),
            number("rate"),
            natural("size"),
            natural("population"),
            natural("batch"),
            natural("n"),
            natural("max_batch"),
            ADJACENCY.required(),
            mechanism(),
        ],
        Form::Around(read),
    )
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&["method", "rate", "size", "population", "max_batch", "adjacency", "mechanism"]);
    fields.require(&KIND.required())?;
    let sampling = Sampling::read(fields)?;
    let adjacency = match fields.optional("adjacency") {
        Some(field) => field.choice(&Adjacency::WORDS)?,
        None => {
            let covered = sampling.method.adjacency().map_or("add-remove", Adjacency::name);
            return Err(fields
                .missing_or("adjacency", &format!("add it: adjacency = \"{covered}\""))
                .into());
        }
    };
    let sampled = fields.required("mechanism")?;
    require_sigma(&sampled, adjacency)?;
    let base = Mechanism::read(&sampled)?;
    let noise = if size > 1 { ShiftedNoise::of_field(&base, &sampled)? } else { None };
    let neighbours = Neighbours { adjacency, is_noise: Mechanism::is_noise(&sampled) };
    sampling.apply_to_group(base, noise.as_ref(), neighbours, size)
}

impl Sampled {
    /// The mixture `1 - q + q x`.
    fn diluted(&self, x: &Real) -> Real {
        1 - &self.rate + &self.rate * x
    }

    /// The mechanism that is sampled, if the sampling is Poisson and both directions of the
    /// mechanism are alike.
    fn symmetric_base(&self) -> Option<&Dominating> {
        (self.sampler == Sampler::Poisson && self.base.is_symmetric(true))
            .then_some(self.base.as_ref())
    }

    /// The pair (M, Q), where P and Q have finitely many likelihood ratios.
    pub(crate) fn mixed_pair(&self) -> Option<FinitePair> {
        match self.base.as_ref() {
            _ if self.sampler != Sampler::Poisson => None,
            Dominating::ThreePoint(pair) if self.rate.is_one() => Some(pair.to_finite()),
            Dominating::Finite(pair) if self.rate.is_one() => Some(pair.clone()),
            Dominating::ThreePoint(pair) => pair.to_finite().mixed(&self.rate),
            Dominating::Finite(pair) => pair.mixed(&self.rate),
            _ => None,
        }
    }

    /// The Renyi divergence of Q from the mixture, where it is an expression.
    pub(crate) fn renyi_reverse(&self, order: &RenyiOrder) -> Option<Extended> {
        let base = self.symmetric_base()?;
        if self.rate.is_one() {
            return base.renyi(order);
        }
        match (order, self.mixed_pair()) {
            (RenyiOrder::Finite(order), pair) => pair.map(|pair| pair.reversed().renyi(order)),
            (RenyiOrder::Infinite, Some(pair)) => pair.reversed().largest_loss(),
            (RenyiOrder::Infinite, None) => {
                let least = match base.largest_loss()? {
                    Extended::Finite(loss) => self.diluted(&(-&loss).exp()),
                    Extended::Infinite(_) => self.diluted(&Real::zero()),
                };
                Some((-least.ln()).into())
            }
        }
    }
}

/// The largest order whose powers of a mixture are expanded, into as many terms; a larger one is
/// treated like one that is not whole.
const MOST_ORDER: i64 = 256;

/// Divergences under Poisson sampling, of `M = (1-q) Q + q P` from Q. In the other direction, of Q
/// from M, they are no larger, for a symmetric pair (P, Q) and orders a from 1/2 on, and no smaller
/// below:
///
/// Take outcomes of likelihood ratios x > 1 and 1/x together, whose masses under Q are m and x m,
/// and write `u = 1 - q + q x` and `v = 1 - q + q/x`. The moments `E_Q[(M/Q)^a]` and
/// `E_Q[(M/Q)^(1-a)]` then differ by m times `h(a) = u^a + x v^a - u^(1-a) - x v^(1-a)`, which is 0
/// at 0, 1/2 and 1, as `u + x v = 1 + x`. As `u v >= 1`, its coefficients change sign three times
/// when ordered by the exponents `-ln u`, `ln v`, `-ln v`, `ln u`, so that it has no further zeros
/// (Descartes): it is positive from 1 on, negative between 1/2 and 1, and positive between 0 and
/// 1/2. Below 1 the logarithm is divided by a negative number. Infinite losses are the limit of
/// large x.
impl Divergences for Sampled {
    /// The divergences of M from Q, and of Q from M: see [`Sampled`].
    fn kl(&self) -> Option<[Extended; 2]> {
        if self.rate.is_one() {
            return self.base.kl();
        }
        let pair = self.mixed_pair()?;
        Some([pair.kl(), pair.kl_reverse()])
    }

    /// Without a finite pair it is an expression where the order is an integer: `sum_k C(a, k)
    /// (1-q)^(a-k) q^k e^((k-1) D_k)` is the moment, with the divergences D_k of order k of (P, Q).
    fn renyi(&self, order: &Rational) -> Option<Extended> {
        let base = self.symmetric_base()?;
        if *order < Rational::from_unsigneds(1u32, 2u32) {
            return self.renyi_reverse(&RenyiOrder::Finite(order.clone()));
        }
        if let Some(pair) = self.mixed_pair() {
            return Some(pair.renyi(order));
        }
        if self.rate.is_one() {
            return base.renyi(&RenyiOrder::Finite(order.clone()));
        }
        if *order.denominator_ref() != 1u32 {
            return None;
        }
        let whole =
            i64::try_from(order.numerator_ref()).ok().filter(|whole| *whole <= MOST_ORDER)?;
        let rest = 1 - &self.rate;
        let mut coefficient = Rational::ONE;
        let mut terms = Vec::new();
        for k in 0..=whole {
            let exponent = match k {
                0 | 1 => Extended::Finite(Real::zero()),
                k => base
                    .renyi(&RenyiOrder::Finite(Rational::from(k)))?
                    .map(|x| Real::from(k - 1) * x),
            };
            let Extended::Finite(exponent) = exponent else {
                return Some(exponent);
            };
            let weight = rest.pow(whole - k) * self.rate.pow(k);
            terms.push(Real::from(coefficient.clone()) * &weight * exponent.exp());
            coefficient = coefficient * Rational::from(whole - k) / Rational::from(k + 1);
        }
        let factor = Rational::ONE / (order - Rational::ONE);
        Some(Extended::Finite(Real::from(factor) * sum(&terms).ln()))
    }

    fn largest_loss(&self) -> Option<Extended> {
        let amplified = |x: &Real| self.diluted(&x.exp()).ln();
        Some(self.symmetric_base()?.largest_loss()?.map(amplified))
    }

    /// The difference of the distributions is q times as large, and Q is the same.
    fn chi_squared_plus_one(&self) -> Option<Extended> {
        let square = self.rate.pow(2);
        let excess = |x: &Real| 1 + &square * (x - 1);
        Some(self.symmetric_base()?.chi_squared_plus_one()?.map(excess))
    }

    fn kappa2(&self) -> Option<Extended> {
        None
    }
}
