//! `noisy-max`: the candidate of the largest noisy score, as a class or for given scores.
//!
//! Scores move by at most the sensitivity, in either direction, and have independent noise of the
//! scale `2 sensitivity / eps`. Gumbel noise is the exponential mechanism. Exponential noise is
//! permute-and-flip: candidates are looked at in a random order, and one of score u is selected
//! with probability `e^(eps (u - max) / (2 sensitivity))`.
//!
//! # A pair that dominates
//!
//! The pair of `laplace(eps)` dominates each of these selections.
//!
//! Let scores move by at most t times the sensitivity, `0 <= t <= 1`. Given the noise of the
//! others, a candidate is selected where its noise exceeds a threshold, which moves by at most t
//! eps scales. All three kinds of noise X, in scales, have `P[X > c - s] <= e^s P[X > c]` for `s >=
//! 0`. So the selection is (t eps)-DP for these scores.
//!
//! Join the scores of neighbours by n equal steps on a straight line; no data set is needed for the
//! scores between. Each step is (l, 0)-DP with `l = eps/n`, so that the probability y of an event
//! after it is at most `G(y)` before it, where `G(y) = min(e^l y, 1 - e^-l (1-y))`. G increases, so
//! all steps together have at most `G^n(y)`. Let `L(y) = F(F^-1(y) + l)` with the distribution
//! function F of the Laplace distribution of scale 1: it is `e^l y` up to `y = e^-l / 2`, and `1 -
//! e^-l (1-y)` from 1/2 on, as G is. Between these, which a sequence of steps enters at most once,
//! `G - L <= (e^l - 1)/2`; afterwards both are the same map and bring two numbers closer. So
//! `G^n(y)` is at most `L^n(y) + (e^l - 1)/2`. The limit of large n is `F(F^-1(y) + eps)`: the
//! power of the test of level y of `laplace(eps)`.
//!
//! A composition in which selections are made by the outputs of those before is dominated step by
//! step.
//!
//! # What is attained
//!
//! Two candidates under exponential noise, of which the second is less by a gap of g scales, are
//! selected as the sign of Laplace noise at g: the second with probability `e^-g / 2`. Neighbours
//! move g by up to eps. So two candidates attain a test of `laplace(eps)` at each level, with
//! another gap for each, and no single pair of scores attains its composition. Under Laplace noise
//! the second has the probability `e^-g (2+g)/4`, which attains less. The member of the class that
//! bounds it from below is that of two scores which neighbours exchange.
//!
//! # Integer noise
//!
//! Integer scores that move by at most a whole number s have noise whose masses fall by `a =
//! e^(-eps / (2s))` at each step: geometric noise, with the masses `(1-a) a^n` from 0 on, or
//! discrete Laplace noise on both sides. Ties are decided by a rule that does not look at the data:
//! by order, or by coins. The pair of `laplace(eps)` need not dominate them, and the pair of
//! discrete Laplace noise under a shift by 2s does.
//!
//! Neighbours are joined by 2s steps in each of which some scores rise by 1, or some fall by 1.
//! Then the threshold of a candidate moves by at most 1, in one direction for those that move and
//! in the other for the rest, and both kinds of noise have `P[X >= c - 1] <= P[X >= c] / a`. So
//! each step is (l, 0)-DP with `l = -ln a`, and all of them have at most `G^(2s)(y)`. With the tail
//! `T(m)` of discrete Laplace noise G maps `T(m)` to `T(m-1)` and is linear between, because its
//! bend is at `T(1) = a/(1+a)`. So `G^(2s)` is linear between these points too, and maps `T(m)` to
//! `T(m-2s)`: it is the power of the best test for the shift. A rule with coins is a mixture of
//! rules without, and G^(2s) is concave.
//!
//! The difference of two geometric variables is discrete Laplace noise. So two candidates under
//! geometric noise attain each of these points, and with coins for ties each level between.
//!
//! Sources: McKenna & Sheldon 2020 for permute-and-flip, Ding et al. 2021 (arXiv 2105.07260) for
//! its noise. The limit of `G^n` is in Dong, Roth & Su 2019, Theorem 3 and Proposition 7. The rest
//! is derived here.

use super::exponential::{
    Factor, NEIGHBOUR_SCORES, OfScores, UTILITIES, forbid_scores, read_moves, read_scores,
    require_scores,
};
use super::group::Members;
use super::sparse_vector::MOVES;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::description::{Case, Rule, number, numbers, word, words};
use crate::mechanism::reading::domain::{DomainError, require_positive, require_within};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, eps, input, row, template};
use crate::mechanism::{Bounded, Directed, Dominating};
use crate::pair::ThreePoint;
use crate::pair::functionals::sum;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// The noise of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreNoise {
    /// The density `e^-x` on `x >= 0`, in scales.
    Exponential,
    /// The distribution function `e^(-e^-x)`, in scales.
    Gumbel,
    /// The density `e^-|x| / 2`, in scales.
    Laplace,
}

/// The noise of integer scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntegerScoreNoise {
    /// The masses `(1-a) a^n` on `n >= 0`.
    Geometric,
    /// The masses `(1-a)/(1+a) a^|n|`.
    DiscreteLaplace,
}

/// The largest sensitivity of integer scores: the pair has twice as many likelihood ratios, each
/// with masses that are expressions.
const MAX_SENSITIVITY: u64 = 1 << 15;
/// The most scores of permute-and-flip: the product over all candidates has a factor for each, and
/// is expanded for each winner.
const MAX_SCORES: usize = 64;
/// The most terms of the product over all candidates. It doubles with each score in general; equal
/// scores and shifts share terms.
const MAX_TERMS: usize = 1 << 14;
/// The most terms of a probability that is not rational: they are compared as polynomials, which
/// takes the square of their number.
const MAX_IRRATIONAL_TERMS: usize = 1 << 8;

impl Dominating {
    /// All selections of the largest score with this noise, of scale `2 sensitivity / eps`.
    ///
    /// # Errors
    /// eps < 0.
    pub fn noisy_max(noise: ScoreNoise, eps: Real) -> Result<Dominating, DomainError> {
        let dominating = Dominating::laplace(eps.clone())?;
        if eps.is_zero() {
            return Ok(dominating);
        }
        let grown = (&eps / 2).exp();
        // (1-p)/p for the probability p of the smaller of two scores, at a gap of eps/2.
        let ratio = match noise {
            ScoreNoise::Gumbel => return Dominating::exponential(eps, true),
            ScoreNoise::Exponential => 2 * &grown,
            ScoreNoise::Laplace => 8 * &grown / (4 + &eps),
        };
        let loss = (&ratio - 1).ln();
        let member = Dominating::ThreePoint(ThreePoint {
            eps: loss,
            delta: Real::zero(),
            alpha: Real::zero(),
        });
        let is_attained = noise == ScoreNoise::Exponential;
        Ok(Dominating::Bounded(Box::new(Bounded { dominating, member, is_attained })))
    }

    /// All selections of the largest integer score with this noise, whose masses fall by `e^(-eps /
    /// (2 sensitivity))` at each step.
    ///
    /// # Errors
    /// eps < 0, or a sensitivity that is 0 or above 2^15.
    pub fn noisy_max_of_integers(
        noise: IntegerScoreNoise,
        eps: &Real,
        sensitivity: u64,
    ) -> Result<Dominating, DomainError> {
        require_within("eps", eps, &Real::zero(), None)?;
        if !(1..=MAX_SENSITIVITY).contains(&sensitivity) {
            let message = format!("sensitivity = {sensitivity} is not from 1 to {MAX_SENSITIVITY}");
            return Err(DomainError::new(
                "sensitivity",
                message,
                "give by how much an integer score moves",
            ));
        }
        if eps.is_zero() {
            return Dominating::laplace(eps.clone());
        }
        let shift = sensitivity.saturating_mul(2);
        let unit = eps / Real::from(shift);
        let dominating = Dominating::discrete_laplace(&unit, &[shift])?;
        // The probability of the smaller of two scores at the gap of the sensitivity, with a fair
        // coin for ties.
        let fallen = (-(eps / 2)).exp();
        let half = Real::from(Rational::from_unsigneds(1u32, 2u32));
        let smaller = match noise {
            IntegerScoreNoise::Geometric => &half * &fallen,
            IntegerScoreNoise::DiscreteLaplace => {
                &fallen * smaller_of_two(&(-&unit).exp(), sensitivity)
            }
        };
        let loss = (1 / &smaller - 1).ln();
        let member = Dominating::ThreePoint(ThreePoint {
            eps: loss,
            delta: Real::zero(),
            alpha: Real::zero(),
        });
        let is_attained = noise == IntegerScoreNoise::Geometric;
        Ok(Dominating::Bounded(Box::new(Bounded { dominating, member, is_attained })))
    }

    /// Permute-and-flip for given scores and those of a neighbour, in both directions.
    ///
    /// # Errors
    /// eps < 0, scores that are not those of neighbours or not rational, more than 64 scores, or so
    /// many different distances between them that the probabilities have too many terms.
    pub fn permute_and_flip_of_scores(
        eps: &Real,
        sensitivity: &Real,
        scores: &[Real],
        neighbour: &[Real],
    ) -> Result<Dominating, DomainError> {
        require_within("eps", eps, &Real::zero(), None)?;
        require_scores(sensitivity, scores, neighbour)?;
        if scores.len() > MAX_SCORES {
            let help = format!(
                "give at most {MAX_SCORES}, or the class: noisy-max(noise=exponential, eps)"
            );
            return Err(DomainError::new(
                "scores",
                format!("there are {} scores", scores.len()),
                help,
            ));
        }
        let of = |name: &'static str, scores: &[Real]| {
            let irrational = || {
                let help = "give rational numbers, for which the probabilities are finite sums of powers of e^eps";
                DomainError::new(
                    name,
                    "a score, or the sensitivity, is not known to be rational",
                    help,
                )
            };
            let too_many = || {
                let help = "round the scores to multiples of one number, or give the class: noisy-max(noise=exponential, eps)";
                DomainError::new(name, "these scores have too many different distances", help)
            };
            let double = sensitivity.as_rational().ok_or_else(irrational)? * Rational::from(2);
            let rational =
                scores.iter().map(|score| score.as_rational().map(|score| score / &double));
            let scores = rational.collect::<Option<Vec<_>>>().ok_or_else(irrational)?;
            permute_and_flip(eps, &scores).ok_or_else(too_many)
        };
        let (p, q) = (of("scores", scores)?, of("neighbour_scores", neighbour)?);
        let outcomes = p.into_iter().zip(q).map(|(p, q)| (p, q, None));
        Directed::of_outcomes("scores", outcomes)
    }
}

/// The probability of the smaller of two scores at a gap g under discrete Laplace noise, with a
/// fair coin for ties, over `a^g`.
///
/// The difference of two such variables is d with probability `((1-a)/(1+a))^2 a^|d| (|d| + A)`,
/// where `A = (1+a^2)/(1-a^2)`. The probability is that of `d > g` and half of that of g.
fn smaller_of_two(a: &Real, gap: u64) -> Real {
    let (g, rest, square) = (Real::from(gap), 1 - a, a.pow(2));
    let more = &g + (1 + &square) / (1 - &square);
    let beyond = a * ((1 + &more) / &rest + a / rest.pow(2));
    let share = (&rest / (1 + a)).pow(2);
    &share * (&beyond + &more / 2)
}

/// A sum of terms `c e^(eps r)`: each c by its r.
type Powers = BTreeMap<Rational, Rational>;

fn add(powers: &mut Powers, exponent: Rational, coefficient: &Rational) {
    *powers.entry(exponent).or_insert(Rational::ZERO) += coefficient;
}

/// `e^(eps r)` times a sum.
fn shifted<'a>(
    powers: &'a Powers,
    r: &'a Rational,
) -> impl Iterator<Item = (Rational, &'a Rational)> {
    powers.iter().map(move |(exponent, coefficient)| (exponent + r, coefficient))
}

/// The probabilities of candidates whose scores are in units of twice the sensitivity; `None` for
/// too many terms.
///
/// Candidate i is looked at after a uniform share x of the others, and selected if none of these
/// were: its probability is `p_i` times the integral of `prod_(j != i) (1 - x p_j)` over x from 0
/// to 1.
fn permute_and_flip(eps: &Real, scores: &[Rational]) -> Option<Vec<Real>> {
    let best = scores.iter().max()?;
    let falls: Vec<Rational> = scores.iter().map(|score| score - best).collect();
    // The coefficients of the powers of x in the product over all candidates.
    let mut product = vec![Powers::from([(Rational::ZERO, Rational::ONE)])];
    for fall in &falls {
        product.push(Powers::new());
        for k in (1..product.len()).rev() {
            let (lower, upper) = product.split_at_mut(k);
            let (Some(before), Some(here)) = (lower.last(), upper.first_mut()) else {
                continue;
            };
            shifted(before, fall)
                .for_each(|(exponent, coefficient)| add(here, exponent, &-coefficient));
        }
        if product.iter().map(Powers::len).sum::<usize>() > MAX_TERMS {
            return None;
        }
    }
    let mut known: BTreeMap<&Rational, Real> = BTreeMap::new();
    for fall in &falls {
        if !known.contains_key(fall) {
            known.insert(fall, without(eps, &product, fall)?);
        }
    }
    falls.iter().map(|fall| known.get(fall).cloned()).collect()
}

/// The probability of a candidate, from the product over all candidates: `b_k = a_k + p b_(k-1)`
/// are the coefficients of the product without it.
fn without(eps: &Real, product: &[Powers], fall: &Rational) -> Option<Real> {
    let (mut total, mut last) = (Powers::new(), Powers::new());
    let (_, others) = product.split_last()?;
    for (k, coefficients) in (1u64..).zip(others) {
        let mut next = coefficients.clone();
        shifted(&last, fall)
            .for_each(|(exponent, coefficient)| add(&mut next, exponent, coefficient));
        next.retain(|_, coefficient| *coefficient != 0);
        for (exponent, coefficient) in shifted(&next, fall) {
            add(&mut total, exponent, &(coefficient / Rational::from(k)));
        }
        last = next;
    }
    total.retain(|_, coefficient| *coefficient != 0);
    let term = |(r, c): (Rational, Rational)| Real::from(c) * (Real::from(r) * eps).exp();
    let terms: Vec<Real> = total.into_iter().map(term).collect();
    let is_rational = terms.iter().all(|term| term.as_rational().is_some());
    (is_rational || terms.len() <= MAX_IRRATIONAL_TERMS).then(|| sum(&terms))
}

const NAME: &str = "noisy-max";

/// The noise by its word.
#[derive(Clone, Copy)]
enum Noise {
    Real(ScoreNoise),
    Integer(IntegerScoreNoise),
}

const NOISE: [(&str, Noise); 5] = [
    ("exponential", Noise::Real(ScoreNoise::Exponential)),
    ("gumbel", Noise::Real(ScoreNoise::Gumbel)),
    ("laplace", Noise::Real(ScoreNoise::Laplace)),
    ("geometric", Noise::Integer(IntegerScoreNoise::Geometric)),
    ("discrete-laplace", Noise::Integer(IntegerScoreNoise::DiscreteLaplace)),
];

/// The fields of noise on real scores, and of given ones.
const OF_SCALE: &[&str] = &["scale", "sensitivity", "moves"];
const OF_SCORES: &[&str] = &["scores", "neighbour_scores", "scale", "sensitivity", "moves"];

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (&["b", "lambda"], "the scale of the noise is scale, beside sensitivity and moves"),
        (
            &["monotone", "monotonic"],
            "with noise of a scale, moves=one-way says that a neighbour moves all scores in one direction",
        ),
        (
            &["composition", "adaptive"],
            "each selection may be made by the outputs of those before: leave it out",
        ),
        NEIGHBOUR_SCORES,
        UTILITIES,
        (
            &["k", "top", "winners"],
            "k winners, each of a selection without those before, are a power: noisy-max(...)^k; under gumbel noise so are the \
             k largest of noise that is drawn once",
        ),
        (
            &["value", "values", "with_value", "measure", "release", "release_value"],
            "the noisy value of the winner is not covered: release it with noise of its own, \
             noisy-max(...) * laplace(scale, sensitivity)",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[
        (
            &["report-noisy-max", "rnm", "permute-and-flip", "pf", "select-max"],
            "it is noisy-max(noise, eps), with noise=exponential for permute-and-flip",
        ),
        (
            &["topk", "top-k", "one-shot-top-k", "gumbel-max", "gumbel-noise"],
            "it is noisy-max(noise=gumbel, eps) to the power of the number of winners",
        ),
    ],
    open: &[
        smaller(NAME, "eps"),
        Parameter { better: MorePrivate::Larger, ..smaller(NAME, "scale") },
    ],
    // Where eps is large, the candidate of the largest score is almost certain for both neighbours.
    closed_by: Some("scores"),
    rules: &[
        Rule::OneOf(&[&["eps"], &["scale"]]),
        Rule::With("scale", &["sensitivity"]),
        Rule::With("moves", &["scale"]),
        Rule::With("scores", &["neighbour_scores", "sensitivity"]),
        Rule::With("neighbour_scores", &["scores"]),
        Rule::Cases(
            "noise",
            &[
                Case {
                    takes: OF_SCORES,
                    with_one: Some(("sensitivity", &["scores", "scale"])),
                    ..Case::of("exponential", &[])
                },
                Case {
                    takes: OF_SCORES,
                    with_one: Some(("sensitivity", &["scores", "scale"])),
                    ..Case::of("gumbel", &[])
                },
                Case {
                    takes: OF_SCALE,
                    with_one: Some(("sensitivity", &["scale"])),
                    ..Case::of("laplace", &[])
                },
                Case::of("geometric", &["sensitivity"]),
                Case::of("discrete-laplace", &["sensitivity"]),
            ],
        ),
    ],
    rows: &[
        row("noisy-max(noise, eps)", "every selection of the largest noisy score: the worst case")
            .more("exponential noise is permute-and-flip; see dpcert help exponential"),
        row(
            "noisy-max(noise, scale, sensitivity, moves)",
            "the same, by noise of that scale on scores, which move `one-way` or `both-ways`",
        ),
        row(
            "noisy-max(noise, eps, scores, neighbour_scores, sensitivity)",
            "the one of these scores, and those of a neighbour",
        ),
    ],
    templates: &[
        template(
            "report noisy max, exponential noise (permute-and-flip)",
            "noisy-max(noise=exponential, eps={eps})",
            &[eps("1")],
        ),
        template(
            "report noisy max, Laplace noise",
            "noisy-max(noise=laplace, eps={eps})",
            &[eps("1")],
        ),
        template(
            "report noisy max, Gumbel noise",
            "noisy-max(noise=gumbel, eps={eps})",
            &[eps("1")],
        ),
        template(
            "permute-and-flip of given scores",
            "noisy-max(noise=exponential, eps={eps}, scores=[{scores}], \
             neighbour_scores=[{neighbour_scores}], sensitivity={sensitivity})",
            &[
                eps("ln(4)"),
                input("scores", "0, -1, -2"),
                input("neighbour_scores", "-1, 0, -1"),
                SENSITIVITY,
            ],
        ),
    ],
    ..Kind::new(
        NAME,
        &[
            word("noise", &words(&NOISE)).required(),
            number("eps"),
            numbers("scores"),
            numbers("neighbour_scores"),
            number("sensitivity"),
            number("scale"),
            word("moves", &words(&MOVES)),
        ],
        Form::Step(read, Members::Read(read_for)),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    read_for(fields, 1)
}

/// Each member of a group moves each score by at most the sensitivity, so that eps is that of all
/// members together.
fn read_for(fields: &mut Fields<'_>, size: u64) -> Result<Dominating, InputError> {
    let noise = match fields.required("noise")?.choice(&NOISE)? {
        Noise::Real(noise) => noise,
        Noise::Integer(noise) => return read_integers(fields, noise, size),
    };
    fields.expect(&["eps"]);
    let width = Width::read(fields)?;
    let Some(scores) = fields.optional("scores") else {
        let (given, one) = match &width {
            Width::Eps(eps) => {
                forbid_scores(fields, "the noise has the scale 2 sensitivity / eps")?;
                (eps, eps.real()?)
            }
            Width::Scale(weights) => {
                let help = "give the scores of both neighbours, or none";
                fields.forbid("neighbour_scores", "there are no scores", help)?;
                (&weights.given, weights.range(fields)?)
            }
        };
        let step = Dominating::noisy_max(noise, one.clone()).map_err(|e| e.at(&[given]))?;
        if size == 1 {
            return Ok(step);
        }
        return Dominating::noisy_max(noise, Real::from(size) * &one).map_err(|e| e.at(&[given]));
    };
    if size > 1 {
        let help = "give the scores where all members change, with the sensitivity of the group";
        return Err(scores.error("a group has scores of its own", help));
    }
    let of_scores: OfScores = match noise {
        ScoreNoise::Exponential => Dominating::permute_and_flip_of_scores,
        ScoreNoise::Gumbel => Dominating::exponential_of_scores,
        ScoreNoise::Laplace => {
            let help = "leave the scores out for the class of all scores, or give noise=exponential or noise=gumbel";
            return Err(
                scores.error("no exact pair of given scores is known under Laplace noise", help)
            );
        }
    };
    match &width {
        Width::Eps(eps) => read_scores(fields, eps, &scores, of_scores),
        Width::Scale(weights) => weights.of_scores(fields, &scores, of_scores),
    }
}

/// How wide the noise is.
enum Width<'a> {
    /// The scale is `2 sensitivity / eps`, or `sensitivity / eps` where all scores move one way.
    Eps(Field<'a>),
    /// A scale, as what it divides scores by.
    Scale(Factor<'a>),
}

impl<'a> Width<'a> {
    fn read(fields: &mut Fields<'a>) -> Result<Width<'a>, InputError> {
        let Some(scale) = fields.optional("scale") else {
            let help = "leave it out, or give scale and sensitivity in place of eps";
            fields.forbid(
                "moves",
                "eps is that of the scale already, whichever way scores move",
                help,
            )?;
            return Ok(Width::Eps(fields.required("eps")?));
        };
        if let Some(eps) = fields.optional("eps") {
            let help = "give eps, or scale, sensitivity and moves";
            return Err(eps.error("both eps and scale are given", help));
        }
        let width = scale.real()?;
        require_positive("scale", &width).map_err(|e| e.at(&[&scale]))?;
        let is_one_way = read_moves(fields)?;
        Ok(Width::Scale(Factor { given: scale, factor: 1 / width, is_one_way }))
    }
}

/// The class under integer noise, of which no given scores are known. The masses fall as for one
/// member of a group.
fn read_integers(
    fields: &mut Fields<'_>,
    noise: IntegerScoreNoise,
    size: u64,
) -> Result<Dominating, InputError> {
    for name in ["scores", "neighbour_scores"] {
        let help = "leave the scores out for the class of all scores, or give noise=exponential or noise=gumbel";
        fields.forbid(name, "no exact pair of given scores is known under this noise", help)?;
    }
    for name in ["scale", "moves"] {
        let help =
            "give eps, with which the masses fall by e^(-eps / (2 sensitivity)) at each step";
        fields.forbid(name, "noise on integers has no scale", help)?;
    }
    let (eps, sensitivity) = (fields.required("eps")?, fields.required("sensitivity")?);
    let (one, moved) = (eps.real()?, sensitivity.natural()?);
    let step = |size: u64| {
        Dominating::noisy_max_of_integers(
            noise,
            &(&one * Real::from(size)),
            moved.saturating_mul(size),
        )
    };
    // Errors are about one member.
    step(1)
        .and_then(|one| if size == 1 { Ok(one) } else { step(size) })
        .map_err(|e| e.at(&[&eps, &sensitivity]))
}
