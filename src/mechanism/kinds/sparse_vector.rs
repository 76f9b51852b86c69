//! `sparse-vector`: which queries are above a noisy threshold, as a class or for given queries,
//! with published variants that are wrong.
//!
//! The threshold has noise of the scale `sensitivity / threshold_eps`, once. Each query has noise
//! of its own, of the scale `2 cutoff sensitivity / query_eps`, or half of it where neighbours move
//! all queries in one direction. A query is answered as above where its noisy value is at least the
//! noisy threshold, and as below otherwise. The last answer is the one that is the `cutoff`-th
//! above. Queries may be chosen by the answers before; a threshold for each is a query that is
//! moved.
//!
//! # A pair that dominates
//!
//! The pair of `laplace(threshold_eps + query_eps)` dominates. Let queries move by at most t times
//! the sensitivity, and take any sequence of answers; with it the queries are known. Given the
//! noise z of the threshold the answers are independent. Let `z' = z + t sensitivity`. A query of a
//! neighbour is below at z' where this one is below at z, and is above at z' with at least `e^-(t
//! query_eps / cutoff)` times the probability, because its distance to the threshold has grown by
//! at most `2 t sensitivity`; of these there are at most cutoff. The density at z' is at least
//! `e^-(t threshold_eps)` times that at z. Where all queries grow, the distance grows by at most `t
//! sensitivity`; where all fall, `z' = z` does. So the answers are (t eps)-DP for these queries,
//! with eps the sum, whatever the number of queries.
//!
//! Join the queries of neighbours, for each sequence of answers, by equal steps on a straight line.
//! The rest is as in `noisy-max`: its argument asks for (t eps)-DP between queries that move by t
//! times the sensitivity, and for no data set between neighbours. For integer noise there are no
//! such steps.
//!
//! # What is attained
//!
//! `threshold_eps + query_eps` is the least eps of pure DP. Let the sensitivity be 1, many queries
//! be 0, and 1 for the neighbour, and the `cutoff` queries after them 0, and -1 for the neighbour;
//! or 0, where moves are one-way. The logarithm of the ratio of "below" for all of the first and
//! "above" for all of the others tends to it with the number of queries. No finite number attains
//! it: where z is far below 0, the density at z' is larger than that at z. The member that bounds
//! the class from below is a single query that moves by the sensitivity around the threshold.
//!
//! # Variants that are wrong
//!
//! Lyu, Su & Li 2017 (arXiv 1603.01699), Figure 1, list six algorithms. The first is this one. The
//! second draws the noise of the threshold anew after each answer of above: a power of this one
//! with cutoff 1. The other four are variants here. Of these, one has an eps: with query noise that
//! the cutoff does not scale, the argument above gives `threshold_eps + 2 cutoff query_eps`. The
//! others are given by instances, which refute one eps each.

use super::group::Members;
use super::sparse_vector_answers::{MAX_OUTCOMES, MAX_SCALES, NoisyThreshold, rational_ratio};
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::description::{Case, Rule, natural, number, numbers, word, words};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{Input, SENSITIVITY, input, row, template};
use crate::mechanism::{Bounded, Directed, Dominating, LossPair};
use crate::pair::{FinitePair, ThreePoint};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A published algorithm that is not as private as it was said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    /// Algorithm 3, of lecture notes of Roth 2011: the noisy value of a query above is released,
    /// and its noise has the scale `cutoff sensitivity / query_eps`.
    NoisyAnswers,
    /// Algorithm 4, of Lee & Clifton 2014: the noise of queries has the scale `sensitivity /
    /// query_eps`.
    UnscaledQueryNoise,
    /// Algorithm 5, of Stoddard, Chen & Machanavajjhala 2014: queries have no noise, and no answer
    /// is the last one.
    NoQueryNoise,
    /// Algorithm 6, of Chen, Xiao, Zhang & Xu 2015: as 4, and no answer is the last one.
    NoCutoff,
}

const VARIANTS: [(&str, Variant); 4] = [
    ("noisy-answers", Variant::NoisyAnswers),
    ("unscaled-query-noise", Variant::UnscaledQueryNoise),
    ("no-query-noise", Variant::NoQueryNoise),
    ("no-cutoff", Variant::NoCutoff),
];

/// What was run, with noise in units of the sensitivity.
struct SparseVector {
    variant: Option<Variant>,
    threshold_eps: Real,
    /// 0 where queries have no noise.
    query_eps: Real,
    cutoff: Option<u64>,
    moves_one_way: bool,
}

impl SparseVector {
    fn count(&self) -> Real {
        Real::from(self.cutoff.unwrap_or(1))
    }

    /// The sensitivity over the scale of the noise of a query; `None` where it has none.
    fn query_rate(&self) -> Option<Real> {
        match self.variant {
            None if !self.moves_one_way => Some(&self.query_eps / (2 * self.count())),
            None | Some(Variant::NoisyAnswers) => Some(&self.query_eps / self.count()),
            Some(Variant::UnscaledQueryNoise | Variant::NoCutoff) => Some(self.query_eps.clone()),
            Some(Variant::NoQueryNoise) => None,
        }
    }

    /// The eps of all queries together; `None` where there is none.
    fn eps(&self) -> Option<Real> {
        let of_queries = match self.variant {
            None => self.query_eps.clone(),
            Some(Variant::UnscaledQueryNoise) => 2 * self.count() * &self.query_eps,
            Some(Variant::NoisyAnswers | Variant::NoQueryNoise | Variant::NoCutoff) => return None,
        };
        Some(&self.threshold_eps + &of_queries)
    }

    /// All queries, for groups of a size; `None` where they have no eps.
    fn class(&self, size: u64) -> Option<Result<Dominating, DomainError>> {
        let (eps, rate) = (self.eps()?, self.query_rate()?);
        let grown = |rate: &Real| Real::from(size) * rate;
        let class = || {
            let dominating = Dominating::laplace(grown(&eps))?;
            let member = one_query(&grown(&self.threshold_eps), &grown(&rate))?;
            Ok(Dominating::Bounded(Box::new(Bounded { dominating, member, is_attained: false })))
        };
        Some(class())
    }
}

/// One query that moves from half the sensitivity below the threshold to half of it above, for the
/// sensitivity over the scales of both noises.
///
/// The difference of both noises is at least x with the probability `(s^2 e^(-r x) - r^2 e^(-s x))
/// / (2 (s^2 - r^2))` for x >= 0 and the rates s and r, and `e^(-s x) (2 + s x) / 4` where they are
/// equal.
fn one_query(of_threshold: &Real, of_query: &Real) -> Result<Dominating, DomainError> {
    let half = Real::from(Rational::from_unsigneds(1u8, 2));
    let fallen = |rate: &Real| (-(&half * rate)).exp();
    let (s, r) = (of_threshold, of_query);
    let wrong = match s.compare(r) {
        Some(Ordering::Equal) => fallen(s) * (4 + s) / 8,
        Some(_) => {
            let (of_s, of_r) = (s.pow(2), r.pow(2));
            let twice = 2 * (&of_s - &of_r);
            (&of_s * fallen(r) - &of_r * fallen(s)) / &twice
        }
        None => {
            let message = format!(
                "cannot decide whether the rates {} and {} of the noises are equal",
                show(s),
                show(r)
            );
            return Err(DomainError::new("query_eps", message, "write both in a simpler form"));
        }
    };
    let loss = ((1 - &wrong) / &wrong).ln();
    Ok(Dominating::ThreePoint(ThreePoint { eps: loss, delta: Real::zero(), alpha: Real::zero() }))
}

const NAME: &str = "sparse-vector";

/// What `forbid` says of what belongs to given queries.
const OF_QUERIES: [(&str, &str); 5] = [
    ("neighbour_queries", "give the queries of both neighbours, or none"),
    ("threshold", "leave it out: the class has all thresholds"),
    ("sensitivity", "leave it out: both eps are ratios of the sensitivity to a scale"),
    ("noise", "leave it out: the class is that of Laplace noise"),
    ("cut", "leave it out: it cuts the noisy answers of given queries"),
];

/// Do all queries, or scores, move in one direction?
pub(crate) const MOVES: [(&str, bool); 2] = [("one-way", true), ("both-ways", false)];
/// Is the noise on integers?
const NOISE: [(&str, bool); 2] = [("laplace", false), ("discrete-laplace", true)];

const THRESHOLD_EPS: Input = input("threshold_eps", "1/2").even("0.01", "10", "0.01");
const QUERY_EPS: Input = input("query_eps", "1/2").even("0.01", "10", "0.01");

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["eps", "epsilon", "eps1", "eps2"],
            "give the eps of both noises: threshold_eps is sensitivity / scale of the threshold's, and query_eps \
             2 cutoff sensitivity / scale of the queries'; the bound is their sum",
        ),
        (
            &["scale", "b", "lambda"],
            "threshold_eps = sensitivity / scale, and query_eps = 2 cutoff sensitivity / scale",
        ),
        (
            &["c", "k", "max_above", "above", "limit"],
            "the answers of above after which none is given are cutoff",
        ),
        (&["monotone", "monotonic"], "where all queries move in one direction, moves=one-way"),
        (
            &["neighbour-queries", "neighbor_queries", "neighbor-queries", "other_queries"],
            "the queries of the neighbour are neighbour_queries",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["above-threshold", "svt", "sparse", "sparse-vector-technique", "numeric-sparse"],
        "it is sparse-vector(threshold_eps, query_eps, cutoff), with cutoff=1 for above-threshold",
    )],
    open: &[smaller(NAME, "threshold_eps"), smaller(NAME, "query_eps")],
    // Where noise is small, answers to given queries are almost certain for both neighbours.
    closed_by: Some("queries"),
    rules: &[
        Rule::Cases(
            "variant",
            &[
                Case { word: None, takes: &["queries"], ..Case::of("", &["query_eps", "cutoff"]) },
                Case::of("noisy-answers", &["query_eps", "cutoff", "queries", "cut"]),
                Case {
                    takes: &["queries"],
                    ..Case::of("unscaled-query-noise", &["query_eps", "cutoff"])
                },
                Case::of("no-query-noise", &["queries"]),
                Case::of("no-cutoff", &["query_eps", "queries"]),
            ],
        ),
        Rule::Together(&["queries", "neighbour_queries", "threshold", "sensitivity"]),
        Rule::With("noise", &["queries"]),
        Rule::Apart(["variant", "moves"]),
    ],
    rows: &[
        row(
            "sparse-vector(threshold_eps, query_eps, cutoff)",
            "every sequence of answers whether queries are above a threshold: the worst case",
        )
        .more("see dpcert help exponential"),
        row(
            "sparse-vector(..., queries, neighbour_queries, threshold, sensitivity)",
            "the one of these queries, and those of a neighbour",
        ),
    ],
    templates: &[
        template(
            "sparse vector (above threshold)",
            "sparse-vector(threshold_eps={threshold_eps}, query_eps={query_eps}, cutoff={cutoff})",
            &[THRESHOLD_EPS, QUERY_EPS, input("cutoff", "1").even("1", "100", "1")],
        ),
        template(
            "sparse vector of given queries",
            "sparse-vector(threshold_eps={threshold_eps}, query_eps={query_eps}, cutoff={cutoff}, \
             queries=[{queries}], neighbour_queries=[{neighbour_queries}], threshold={threshold}, \
             sensitivity={sensitivity})",
            &[
                THRESHOLD_EPS,
                QUERY_EPS,
                input("cutoff", "1").even("1", "3", "1"),
                input("queries", "0, 0"),
                input("neighbour_queries", "1, -1"),
                input("threshold", "0"),
                SENSITIVITY,
            ],
        ),
    ],
    ..Kind::new(
        NAME,
        &[
            number("threshold_eps").required(),
            number("query_eps"),
            natural("cutoff"),
            word("moves", &words(&MOVES)),
            word("variant", &words(&VARIANTS)),
            numbers("queries"),
            numbers("neighbour_queries"),
            number("threshold"),
            number("sensitivity"),
            word("noise", &words(&NOISE)),
            number("cut"),
        ],
        Form::Step(read, Members::Read(read_for)),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    read_for(fields, 1)
}

/// Each member of a group moves each query by at most the sensitivity.
fn read_for(fields: &mut Fields<'_>, size: u64) -> Result<Dominating, InputError> {
    let given: Vec<Field<'_>> = ["threshold_eps", "query_eps"]
        .into_iter()
        .filter_map(|name| fields.clone().optional(name))
        .collect();
    let run = read_run(fields)?;
    if let Some(queries) = fields.optional("queries") {
        if size > 1 {
            let help =
                "give the queries where all members change, with the sensitivity of the group";
            return Err(queries.error("a group has queries of its own", help));
        }
        return read_queries(fields, &run, &queries);
    }
    for (name, help) in OF_QUERIES {
        fields.forbid(name, "there are no queries", help)?;
    }
    let Some(class) = run.class(size) else {
        return Err(InputError {
            message: "no eps bounds this variant over all queries".into(),
            field: fields.path().into(),
            span: fields.span(),
            help: "give queries, neighbour_queries, threshold and sensitivity: an instance refutes an eps".into(),
        });
    };
    class.map_err(|e| e.at(&given.iter().collect::<Vec<_>>()))
}

/// Reads the noise, and when answers end.
fn read_run(fields: &mut Fields<'_>) -> Result<SparseVector, InputError> {
    let variant = fields.optional("variant").map(|field| field.choice(&VARIANTS)).transpose()?;
    let positive = |field: Field<'_>, name| -> Result<Real, InputError> {
        let eps = field.real()?;
        require_positive(name, &eps).map_err(|e| e.at(&[&field]))?;
        Ok(eps)
    };
    let threshold_eps = positive(fields.required("threshold_eps")?, "threshold_eps")?;
    let query_eps = if variant == Some(Variant::NoQueryNoise) {
        fields.forbid("query_eps", "queries have no noise in this variant", "leave it out")?;
        Real::zero()
    } else {
        positive(fields.required("query_eps")?, "query_eps")?
    };
    let cutoff = if matches!(variant, Some(Variant::NoQueryNoise | Variant::NoCutoff)) {
        fields.forbid("cutoff", "no answer is the last one in this variant", "leave it out")?;
        None
    } else {
        let field = fields.required("cutoff")?;
        match field.natural()? {
            0 => return Err(field.error("no query would be answered", "cutoff is at least 1")),
            cutoff => Some(cutoff),
        }
    };
    if variant.is_some() {
        let help = "leave it out: a variant has noise of its own, whatever moves";
        fields.forbid("moves", "moves halves the noise where there is no variant", help)?;
    }
    let moves_one_way = match fields.optional("moves") {
        Some(field) => field.choice(&MOVES)?,
        None => false,
    };
    Ok(SparseVector { variant, threshold_eps, query_eps, cutoff, moves_one_way })
}

/// A number that is known to be rational.
fn rational(field: &Field<'_>) -> Result<Rational, InputError> {
    field.real()?.as_rational().cloned().ok_or_else(|| {
        let help = "give a rational number, for which probabilities are finite sums of powers of e^threshold_eps";
        field.error("the number is not known to be rational", help)
    })
}

/// A rational number, and a whole one under integer noise.
fn read_number(field: &Field<'_>, is_integer: bool) -> Result<Rational, InputError> {
    match rational(field)? {
        number if is_integer && *number.denominator_ref() != 1u32 => Err(field.error(
            format!("{number} is not a whole number"),
            "integer noise is for whole numbers",
        )),
        number => Ok(number),
    }
}

/// The pair of given queries and those of a neighbour, in both directions.
fn read_queries(
    fields: &mut Fields<'_>,
    run: &SparseVector,
    queries: &Field<'_>,
) -> Result<Dominating, InputError> {
    let other = fields.required("neighbour_queries")?;
    let (threshold, sensitivity) = (fields.required("threshold")?, fields.required("sensitivity")?);
    let is_integer = match fields.optional("noise") {
        Some(noise) => noise.choice(&NOISE)?,
        None => false,
    };
    let cut = if run.variant == Some(Variant::NoisyAnswers) {
        Some(fields.required("cut")?)
    } else {
        fields.forbid(
            "cut",
            "it cuts noisy answers",
            "leave it out, or give variant=noisy-answers",
        )?;
        None
    };
    let distance = rational(&sensitivity)?;
    if distance <= 0 {
        return Err(sensitivity.error(
            format!("sensitivity = {distance} is not positive"),
            "sensitivity must be > 0",
        ));
    }
    let numbers = |field: &Field<'_>| -> Result<Vec<Rational>, InputError> {
        field.list()?.iter().map(|one| read_number(one, is_integer)).collect()
    };
    let (of_p, of_q) = (numbers(queries)?, numbers(&other)?);
    require_neighbours(run, &distance, &of_p, &of_q).map_err(|e| e.at(&[queries, &other]))?;
    let of_queries = match run.query_rate() {
        None => None,
        Some(rate) => Some(rational_ratio(&rate, &run.threshold_eps).ok_or_else(|| {
            let help = "give two eps of which one is a rational multiple of the other";
            queries.error("query_eps is not known to be a rational multiple of threshold_eps", help)
        })?),
    };
    let instance = NoisyThreshold {
        is_integer,
        rate: &run.threshold_eps / Real::from(distance),
        of_queries,
        threshold: read_number(&threshold, is_integer)?,
        cutoff: run.cutoff,
        cut: cut.map(|cut| read_number(&cut, is_integer)).transpose()?,
    };
    pair(&instance, &of_p, &of_q).map_err(|e| e.at(&[queries]))
}

/// Checks that two lists are the queries of neighbours.
fn require_neighbours(
    run: &SparseVector,
    sensitivity: &Rational,
    queries: &[Rational],
    other: &[Rational],
) -> Result<(), DomainError> {
    let refused =
        |message: String, help: &str| Err(DomainError::new("neighbour_queries", message, help));
    if queries.is_empty() || queries.len() != other.len() {
        let message =
            format!("there are {} queries and {} of the neighbour", queries.len(), other.len());
        return refused(message, "give one number for each query, in the same order");
    }
    for (i, (p, q)) in queries.iter().zip(other).enumerate() {
        if (p - q).abs() > *sensitivity {
            let message = format!(
                "the values {p} and {q} of query {} are not within the sensitivity {sensitivity}",
                i + 1
            );
            return refused(message, "give a sensitivity that all queries respect");
        }
    }
    let moves = |order: Ordering| queries.iter().zip(other).any(|(p, q)| p.cmp(q) == order);
    if run.moves_one_way && moves(Ordering::Less) && moves(Ordering::Greater) {
        return refused("these queries move in both directions".into(), "leave moves=one-way out");
    }
    Ok(())
}

fn pair(
    instance: &NoisyThreshold,
    queries: &[Rational],
    other: &[Rational],
) -> Result<Dominating, DomainError> {
    let refused = |message: String, help: &str| DomainError::new("queries", message, help);
    for queries in [queries, other] {
        if instance.is_near(queries) != Some(true) {
            let message =
                format!("a query is not known to be within {MAX_SCALES} scales of the threshold");
            return Err(refused(message, "leave out queries whose answers are certain"));
        }
    }
    let law = |queries: &[Rational]| {
        instance.law(queries).ok_or_else(|| {
            let message =
                format!("there are more than {MAX_OUTCOMES} sequences of answers, or too many different terms");
            refused(message, "give fewer queries, and round them to multiples of one number")
        })
    };
    let outcomes = law(queries)?.into_iter().zip(law(other)?).map(|(p, q)| (p, q, None));
    let pair = FinitePair::from_outcomes(outcomes).ok_or_else(|| {
        refused("cannot decide which masses are 0".into(), "write both eps in a simpler form")
    })?;
    Ok(Dominating::Directed(Directed { pair: LossPair::Finite(pair), only_of: None }))
}
