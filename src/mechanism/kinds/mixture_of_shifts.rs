//! `mixture-of-shifts`: one noise around several values, each with its probability.
//!
//! One of two neighbours gives the value `shifts[i]` with the probability `p[i]`, the other one
//! `q_shifts[j]` with the probability `q[j]`, and noise is added; the choice is not published. The
//! shifts are in units of the sensitivity of the noise. The answer is the larger one of both
//! directions. See [`crate::mechanism::forms::shifts`] for the pair.

use super::finite_pair::check_distribution;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::forms::shifts::{MAX_SHIFTS, ShiftedNoise, Weighted, are_apart};
use crate::mechanism::reading::description::{FieldValue, KindField, Rule, numbers};
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SIGMA, input, row, template};
use crate::mechanism::{Directed, Dominating, Mechanism};
use crate::refusal::Refusal;
use malachite::rational::Rational;

pub(crate) const NAME: &str = "mixture-of-shifts";

pub(crate) const KIND: Kind = Kind {
    rules: &[Rule::Together(&["q", "q_shifts"])],
    names: Names::explained(&[
        (&["weights", "probabilities", "sampling_probs"], "the probabilities of the shifts are p"),
        (
            &["p_shifts", "sensitivities"],
            "the shifts of p are shifts, in units of the sensitivity of the noise",
        ),
        (
            &["sigma", "standard_deviation", "scale", "eps", "noise_multiplier"],
            "give the noise as a mechanism: noise = gaussian(sigma=1)",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &[
            "mixture-of-gaussians",
            "mixture-gaussian",
            "gaussian-mixture",
            "mog",
            "mixture-gaussian-dp-event",
        ],
        "mixtures of shifted noise are mixture-of-shifts(noise=gaussian(sigma=1), p=[9/10, 1/10], shifts=[0, 1])",
    )],
    rows: &[row(
        "mixture-of-shifts(noise, p, shifts, q, q_shifts)",
        "noise around one of several values, chosen at random",
    )
    .more("shifts[i] with probability p[i], and for the neighbour q_shifts[j] with q[j], or 0")],
    templates: &[template(
        "mixture of shifts, Gaussian",
        "mixture-of-shifts(noise=gaussian(sigma={sigma}), p=[{p}], shifts=[{shifts}])",
        &[SIGMA, input("p", "81/100, 18/100, 1/100"), input("shifts", "0, 1, 2")],
    )],
    ..Kind::new(
        NAME,
        &[
            KindField::of("noise", FieldValue::Mechanism).required(),
            numbers("p").required(),
            numbers("shifts").required(),
            numbers("q"),
            numbers("q_shifts"),
        ],
        Form::Around(read),
    )
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&["noise", "p", "shifts", "q", "q_shifts"]);
    fields.require(&KIND.required())?;
    if size > 1 {
        return Err(Refusal::Unsupported {
            what: format!("a group under {NAME}"),
            missing:
                "give the shifts of all its members; a group under Poisson sampling is group(size, poisson(rate, ...))"
                    .into(),
        });
    }
    let noise = read_noise(&fields.required("noise")?)?;
    let given: Vec<Field<'_>> = ["p", "shifts", "q", "q_shifts"]
        .iter()
        .filter_map(|name| fields.clone().optional(name))
        .collect();
    let p = weighted("p", &fields.required("p")?, &fields.required("shifts")?)?;
    let q = match (fields.optional("q"), fields.optional("q_shifts")) {
        (None, None) => vec![(Rational::from(0), Real::one())],
        (Some(q), Some(shifts)) => weighted("q", &q, &shifts)?,
        (Some(q), None) => {
            return Err(q
                .error("q has no shifts", "add q_shifts, one for each of its weights")
                .into());
        }
        (None, Some(shifts)) => {
            return Err(shifts
                .error("q_shifts have no weights", "add q, one weight for each of the shifts")
                .into());
        }
    };
    if p.len() + q.len() > MAX_SHIFTS {
        let message = format!("there are {} shifts", p.len() + q.len());
        return Err(fields
            .required("shifts")?
            .error(message, format!("give at most {MAX_SHIFTS}"))
            .into());
    }
    if matches!(noise, ShiftedNoise::Ordered(_)) && !are_apart(&p, &q) {
        return Err(Refusal::Unsupported {
            what: format!("{NAME} with shifts of p on both sides of one of q"),
            missing: "the privacy loss then rises and falls along the line, and the outcomes beyond a loss are not \
                      a half-line; of discrete-laplace noise, and of integer noise as a finite-pair, any shifts have \
                      a pair"
                .into(),
        });
    }
    let pair = noise.pair(&p, &q).map_err(|e| e.at(&given.iter().collect::<Vec<_>>()))?;
    Ok(Mechanism::Step(Dominating::Directed(Directed { pair, only_of: None })))
}

/// The noise, which is written as the mechanism that adds it.
fn read_noise(field: &Field<'_>) -> Result<ShiftedNoise, Refusal> {
    let mechanism = Mechanism::read(field)?;
    ShiftedNoise::of_field(&mechanism, field)?.ok_or_else(|| Refusal::Unsupported {
        what: format!("{NAME} of this noise"),
        missing: "it needs noise on one value whose logarithm is concave: gaussian, laplace, discrete-laplace, \
                  discrete-gaussian"
            .into(),
    })
}

/// Shifts with their weights.
fn weighted(
    name: &'static str,
    weights: &Field<'_>,
    shifts: &Field<'_>,
) -> Result<Vec<Weighted>, InputError> {
    let (masses, places) = (weights.reals()?, shifts.list()?);
    check_distribution(name, &masses).map_err(|e| e.at(&[weights]))?;
    if masses.len() != places.len() {
        let message = format!("{name} has {} weights for {} shifts", masses.len(), places.len());
        return Err(weights.error(message, "give one weight for each shift"));
    }
    let help = "give shifts as rational numbers in units of the sensitivity; another unit belongs to the noise";
    places.iter().zip(masses).map(|(place, mass)| Ok((place.rational(help)?, mass))).collect()
}
