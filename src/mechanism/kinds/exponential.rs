//! `exponential`: the exponential mechanism, as a class or for given scores.
//!
//! # The range
//!
//! With weights `e^(c u)` of the score u, and a score that moves by `d(o)` for the outcome o, the loss
//! of o is `c d(o)` and a number that is the same for all o. So the range of the losses is c times that
//! of the moves: `2 c sensitivity` where scores move by at most the sensitivity in either direction,
//! and `c sensitivity` where all of them move in one direction. The ranges of the members of a group
//! add up, whichever directions they move scores in.

use super::bounded_range::BoundedRange;
use super::group::Members;
use super::sparse_vector::MOVES;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::description::{Rule, number, numbers, word, words};
use crate::mechanism::reading::domain::{DomainError, require_positive, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Advice, Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, eps, input, row, template};
use crate::mechanism::{Directed, Dominating};
use std::cmp::Ordering;

impl Dominating {
    /// All exponential mechanisms of range eps: the weight of an outcome of score u is `e^(eps u /
    /// (2 sensitivity))`, or `e^(eps u / sensitivity)` if neighbours move all scores in one
    /// direction.
    ///
    /// In a composition each may depend on the outputs of those before if `is_adaptive`.
    ///
    /// # Errors
    /// eps < 0.
    ///
    /// Source: Dong, Durfee & Rogers 2019 (arXiv 1909.13830), for the range.
    pub fn exponential(eps: Real, is_adaptive: bool) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        Ok(Dominating::Noise(vec![BoundedRange { eps, count: 1, is_adaptive }.into()]))
    }

    /// The exponential mechanism of given scores and those of a neighbour, in both directions.
    ///
    /// # Errors
    /// eps < 0, a sensitivity that is not positive, lists of different length, no score, or two
    /// scores of one outcome that are farther apart than the sensitivity.
    pub fn exponential_of_scores(
        eps: &Real,
        sensitivity: &Real,
        scores: &[Real],
        neighbour: &[Real],
    ) -> Result<Dominating, DomainError> {
        require_within("eps", eps, &Real::zero(), None)?;
        let exponents = exponents(eps, sensitivity, scores, neighbour)?;
        let total = |side: fn(&(Real, Real)) -> &Real| {
            exponents.iter().fold(Real::zero(), |sum, both| sum + side(both).exp())
        };
        let (of_p, of_q) = (total(|both| &both.0), total(|both| &both.1));
        // Equal sums may be too long to be seen as equal in a quotient.
        let ratio = if of_p == of_q { Real::zero() } else { (&of_q / &of_p).ln() };
        let outcomes =
            exponents.iter().map(|(p, q)| (p.exp() / &of_p, q.exp() / &of_q, Some(p - q + &ratio)));
        Directed::of_outcomes("scores", outcomes)
    }
}

/// `eps (u - u_0) / (2 sensitivity)` of each outcome, for the scores and those of the neighbour.
///
/// Only distances of scores matter. Relative to the first score, neighbours of the same distances
/// have the same masses.
fn exponents(
    eps: &Real,
    sensitivity: &Real,
    scores: &[Real],
    neighbour: &[Real],
) -> Result<Vec<(Real, Real)>, DomainError> {
    require_scores(sensitivity, scores, neighbour)?;
    let scale = eps / (2 * sensitivity);
    let relative = |scores: &[Real]| -> Vec<Real> {
        let first = scores.first();
        scores
            .iter()
            .map(|score| first.map_or_else(Real::zero, |first| &scale * (score - first)))
            .collect()
    };
    Ok(relative(scores).into_iter().zip(relative(neighbour)).collect())
}

/// Checks that two lists are the scores of neighbours.
///
/// # Errors
/// A sensitivity that is not positive, lists of different length, no score, or two scores of one
/// outcome that are farther apart than the sensitivity.
pub(crate) fn require_scores(
    sensitivity: &Real,
    scores: &[Real],
    neighbour: &[Real],
) -> Result<(), DomainError> {
    require_positive("sensitivity", sensitivity)?;
    if scores.is_empty() || scores.len() != neighbour.len() {
        let message =
            format!("there are {} scores and {} of the neighbour", scores.len(), neighbour.len());
        return Err(DomainError::new(
            "neighbour_scores",
            message,
            "give one score for each outcome, in the same order",
        ));
    }
    for (i, (score, other)) in scores.iter().zip(neighbour).enumerate() {
        let moved = score - other;
        let is_within = |moved: &Real| moved.compare(sensitivity).is_some_and(Ordering::is_le);
        if !is_within(&moved) || !is_within(&-&moved) {
            let message = format!(
                "the scores {} and {} of outcome {} are not within the sensitivity {}",
                show(score),
                show(other),
                i + 1,
                show(sensitivity)
            );
            return Err(DomainError::new(
                "neighbour_scores",
                message,
                "give a sensitivity that all scores respect",
            ));
        }
    }
    Ok(())
}

/// Advice: the name of the scores of the neighbour.
pub(crate) const NEIGHBOUR_SCORES: Advice = (
    &["neighbour-scores", "neighbor_scores", "neighbor-scores", "other_scores"],
    "the scores of the neighbour are neighbour_scores",
);
/// Advice: utilities are scores.
pub(crate) const UTILITIES: Advice = (&["utility", "utilities", "u"], "they are scores");

/// Refuses what belongs to given scores where there are none. `scale` says what eps means without
/// them.
pub(crate) fn forbid_scores(fields: &mut Fields<'_>, scale: &str) -> Result<(), InputError> {
    fields.forbid(
        "neighbour_scores",
        "there are no scores",
        "give the scores of both neighbours, or none",
    )?;
    fields.forbid(
        "sensitivity",
        "eps is a ratio already, and sensitivity is the distance of given scores",
        &format!("leave it out: {scale}"),
    )
}

/// The pair of given scores, from eps, the sensitivity, the scores and those of the neighbour.
pub(crate) type OfScores = fn(&Real, &Real, &[Real], &[Real]) -> Result<Dominating, DomainError>;

/// Reads what belongs to given scores, and makes their pair.
pub(crate) fn read_scores(
    fields: &mut Fields<'_>,
    eps: &Field<'_>,
    scores: &Field<'_>,
    of_scores: OfScores,
) -> Result<Dominating, InputError> {
    let (neighbour, sensitivity) =
        (fields.required("neighbour_scores")?, fields.required("sensitivity")?);
    let found =
        of_scores(&eps.real()?, &sensitivity.real()?, &scores.reals()?, &neighbour.reals()?);
    found.map_err(|e| e.at(&[eps, &sensitivity, scores, &neighbour]))
}

const NAME: &str = "exponential";

const COMPOSITIONS: [(&str, bool); 2] = [("adaptive", true), ("non-adaptive", false)];

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["range", "bounded_range", "bounded-range", "epsilon_range"],
            "eps is the range: weights are e^(eps u / (2 sensitivity)), or e^(eps u / sensitivity) where all scores move \
             in one direction",
        ),
        (
            &["monotone", "monotonic"],
            "with weights e^(coefficient u), moves=one-way says that a neighbour moves all scores in one direction",
        ),
        (
            &["factor", "exponent", "multiplier", "c", "weight"],
            "weights are e^(coefficient u): give coefficient, sensitivity and moves",
        ),
        (&["adaptive"], "write composition=adaptive or composition=non-adaptive"),
        NEIGHBOUR_SCORES,
        UTILITIES,
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["exponential-mechanism", "bounded-range", "em", "gumbel"],
        "the class of all exponential mechanisms of range eps is exponential(eps=1)",
    )],
    open: &[smaller(NAME, "eps"), smaller(NAME, "coefficient")],
    // Where eps is large, the outcome of the largest score is almost certain for both neighbours.
    closed_by: Some("scores"),
    rules: &[
        Rule::OneOf(&[&["eps"], &["coefficient"]]),
        Rule::With("scores", &["neighbour_scores", "sensitivity"]),
        Rule::With("neighbour_scores", &["scores"]),
        Rule::With("coefficient", &["sensitivity"]),
        Rule::WithOne("sensitivity", &["scores", "coefficient"]),
        Rule::With("moves", &["coefficient"]),
        Rule::Apart(["composition", "scores"]),
    ],
    rows: &[
        row("exponential(eps)", "every exponential mechanism of range eps: the worst case")
            .more("see dpcert help exponential"),
        row(
            "exponential(coefficient, sensitivity, moves)",
            "the same, by weights e^(coefficient u) of scores u, which move `one-way` or `both-ways`",
        ),
        row(
            "exponential(eps, scores, neighbour_scores, sensitivity)",
            "the one of these scores, and those of a neighbour",
        ),
    ],
    templates: &[
        template("exponential mechanism", "exponential(eps={eps})", &[eps("1")])
            .also(&["exponential(eps={eps}, composition=adaptive)"]),
        template(
            "exponential mechanism, chosen before any output",
            "exponential(eps={eps}, composition=non-adaptive)",
            &[eps("1")],
        ),
        template(
            "exponential mechanism of given scores",
            "exponential(eps={eps}, scores=[{scores}], neighbour_scores=[{neighbour_scores}], \
             sensitivity={sensitivity})",
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
            number("eps"),
            word("composition", &words(&COMPOSITIONS)),
            numbers("scores"),
            numbers("neighbour_scores"),
            number("sensitivity"),
            number("coefficient"),
            word("moves", &words(&MOVES)),
        ],
        Form::Step(read, Members::Distance),
    )
};

/// How the weights are given.
enum Weights<'a> {
    /// `e^(eps u / (2 sensitivity))`, or `e^(eps u / sensitivity)`.
    Eps(Field<'a>),
    /// `e^(coefficient u)`.
    Coefficient(Factor<'a>),
}

fn read_weights<'a>(fields: &mut Fields<'a>) -> Result<Weights<'a>, InputError> {
    fields.expect(&["eps"]);
    let Some(coefficient) = fields.optional("coefficient") else {
        let help = "leave it out, or give coefficient and sensitivity: the weights are then e^(coefficient u)";
        fields.forbid("moves", "eps is the range already, whichever way scores move", help)?;
        return Ok(Weights::Eps(fields.required("eps")?));
    };
    if let Some(eps) = fields.optional("eps") {
        let help =
            "give eps, which is the range, or coefficient: the weights are then e^(coefficient u)";
        return Err(eps.error("both eps and coefficient are given", help));
    }
    let factor = coefficient.real()?;
    require_within("coefficient", &factor, &Real::zero(), None)
        .map_err(|e| e.at(&[&coefficient]))?;
    let is_one_way = read_moves(fields)?;
    Ok(Weights::Coefficient(Factor { given: coefficient, factor, is_one_way }))
}

/// Takes `moves`: do all scores of a neighbour move in one direction? It is not assumed.
pub(crate) fn read_moves(fields: &mut Fields<'_>) -> Result<bool, InputError> {
    Ok(fields.optional("moves").map(|moves| moves.choice(&MOVES)).transpose()?.unwrap_or(false))
}

/// Weights `e^(factor u)` of scores u.
pub(crate) struct Factor<'a> {
    /// The field that it was given by.
    pub(crate) given: Field<'a>,
    /// It, at least 0.
    pub(crate) factor: Real,
    /// Do all scores of a neighbour move in one direction?
    pub(crate) is_one_way: bool,
}

impl Factor<'_> {
    /// The eps of weights `e^(eps u / (2 sensitivity))`: that of scores which move both ways.
    fn eps(&self, sensitivity: &Field<'_>) -> Result<Real, InputError> {
        let distance = sensitivity.real()?;
        require_positive("sensitivity", &distance).map_err(|e| e.at(&[sensitivity]))?;
        Ok(2 * &self.factor * distance)
    }

    /// The range of all mechanisms with these weights: the same number for all scores changes
    /// nothing, so that scores which move one way by d are as those that move both ways by d/2.
    pub(crate) fn range(&self, fields: &mut Fields<'_>) -> Result<Real, InputError> {
        let both_ways = self.eps(&fields.required("sensitivity")?)?;
        Ok(if self.is_one_way { both_ways / 2 } else { both_ways })
    }

    /// The pair of given scores.
    pub(crate) fn of_scores(
        &self,
        fields: &mut Fields<'_>,
        scores: &Field<'_>,
        of_scores: OfScores,
    ) -> Result<Dominating, InputError> {
        let (neighbour, sensitivity) =
            (fields.required("neighbour_scores")?, fields.required("sensitivity")?);
        let eps = self.eps(&sensitivity)?;
        let (ours, theirs) = (scores.reals()?, neighbour.reals()?);
        let moves = |order: Ordering| {
            ours.iter().zip(&theirs).any(|(u, v)| u.compare(v).is_none_or(|found| found == order))
        };
        if self.is_one_way && moves(Ordering::Less) && moves(Ordering::Greater) {
            let help = "leave moves=one-way out";
            return Err(scores.error("these scores move in both directions", help));
        }
        of_scores(&eps, &sensitivity.real()?, &ours, &theirs)
            .map_err(|e| e.at(&[&self.given, &sensitivity, scores, &neighbour]))
    }
}

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let weights = read_weights(fields)?;
    let composition = fields.optional("composition");
    if let Some(scores) = fields.optional("scores") {
        if let Some(composition) = composition {
            let help = "leave it out: given scores are one mechanism, whatever was seen before";
            return Err(composition.error("composition is about the class of all scores", help));
        }
        return match &weights {
            Weights::Eps(eps) => {
                read_scores(fields, eps, &scores, Dominating::exponential_of_scores)
            }
            Weights::Coefficient(weights) => {
                weights.of_scores(fields, &scores, Dominating::exponential_of_scores)
            }
        };
    }
    let (given, range) = match weights {
        Weights::Eps(eps) => {
            forbid_scores(fields, "the weights are e^(eps u / (2 sensitivity))")?;
            let range = eps.real()?;
            (eps, range)
        }
        Weights::Coefficient(weights) => {
            let help = "give the scores of both neighbours, or none";
            fields.forbid("neighbour_scores", "there are no scores", help)?;
            let range = weights.range(fields)?;
            (weights.given, range)
        }
    };
    let is_adaptive = match composition {
        Some(composition) => composition.choice(&COMPOSITIONS)?,
        None => true,
    };
    Dominating::exponential(range, is_adaptive).map_err(|e| e.at(&[&given]))
}
