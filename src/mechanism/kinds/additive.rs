//! `additive`: integer noise given by its masses or by a formula, at any sensitivity, on one count
//! or several.
//!
//! Several counts have independent noise, so that their steps are composed.

use super::additive_formulas;
use super::additive_masses::IntegerNoise;
use super::listed_noise::ListedLaw;
use super::negative_binomial::negative_binomial;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::reading::description::{Case, Rule, natural, number, numbers, word, words};
use crate::mechanism::reading::distance::read_shifts;
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, eps, input, row, template};
use crate::mechanism::{Dominating, Mechanism};
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// The noise of one count.
enum Law {
    Masses(IntegerNoise),
    Uniform { outcomes: u64 },
    Geometric { eps: Real },
    TruncatedDiscreteLaplace { eps: Real, bound: u64 },
    NegativeBinomial { failures: u64, p: Real },
    Listed(ListedLaw),
}

impl Law {
    /// The step of one count that neighbours move by at most `distance`.
    fn step(&self, distance: u64) -> Result<Dominating, DomainError> {
        match self {
            Law::Masses(noise) => noise.step(distance),
            Law::Uniform { outcomes } => additive_formulas::uniform(*outcomes, distance),
            Law::Geometric { eps } => additive_formulas::geometric(eps, distance),
            Law::TruncatedDiscreteLaplace { eps, bound } => {
                additive_formulas::truncated_discrete_laplace(eps, *bound, distance)
            }
            Law::NegativeBinomial { failures, p } => negative_binomial(*failures, p, distance),
            Law::Listed(law) => law.step(distance),
        }
    }
}

#[derive(Clone, Copy)]
enum Formula {
    Uniform,
    Binomial,
    Geometric,
    TruncatedDiscreteLaplace,
    WrappedDiscreteLaplace,
    TruncatedDiscreteGaussian,
    WrappedDiscreteGaussian,
    Skellam,
    NegativeBinomial,
}

const FORMULAS: [(&str, Formula); 9] = [
    ("uniform", Formula::Uniform),
    ("binomial", Formula::Binomial),
    ("geometric", Formula::Geometric),
    ("truncated-discrete-laplace", Formula::TruncatedDiscreteLaplace),
    ("wrapped-discrete-laplace", Formula::WrappedDiscreteLaplace),
    ("truncated-discrete-gaussian", Formula::TruncatedDiscreteGaussian),
    ("wrapped-discrete-gaussian", Formula::WrappedDiscreteGaussian),
    ("skellam", Formula::Skellam),
    ("negative-binomial", Formula::NegativeBinomial),
];

const NAME: &str = "additive";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (&["delta"], "the noise determines delta: ask for it"),
        (
            &["scale", "b", "lambda"],
            "eps is the privacy loss of a shift by 1: 1/b for the masses e^(-|n|/b)",
        ),
        (&["alpha", "a"], "for masses proportional to a^|n|, eps = -ln(a)"),
        (
            &["n", "k"],
            "the trials of binomial noise are trials, the integers of uniform noise outcomes",
        ),
        (
            &["r", "successes"],
            "negative binomial noise counts successes of probability p before failures: its masses are \
             C(n+failures-1, n) (1-p)^failures p^n",
        ),
        (&["m", "mod"], "sums are taken modulo modulus"),
        (
            &["sigma", "sigma2", "sigma_squared"],
            "sigma_sq is the parameter sigma^2 of the masses e^(-n^2 / (2 sigma^2))",
        ),
        (&["mu"], "variance is that of Skellam noise: the sum of both Poisson means"),
        (
            &["pmf", "probabilities", "weights"],
            "the probabilities of consecutive integers are masses",
        ),
        (
            &["l1", "l1_sensitivity", "coordinates", "dimension"],
            "a bound of the sum over several counts is not covered: give the largest distance of each as shifts",
        ),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[
        (
            &["binomial", "binomial-mechanism"],
            "binomial noise is additive(noise=binomial, trials=100, p=1/2, sensitivity=1)",
        ),
        (
            &["uniform", "discrete-uniform", "uniform-noise"],
            "uniform noise on integers is additive(noise=uniform, outcomes=10, sensitivity=1)",
        ),
        (
            &[
                "truncated-laplace",
                "truncated-discrete-laplace",
                "truncated-geometric",
                "bounded-discrete-laplace",
            ],
            "on integers it is additive(noise=truncated-discrete-laplace, eps=1, bound=10, sensitivity=1)",
        ),
        (
            &["wrapped-discrete-laplace", "modular-discrete-laplace"],
            "it is additive(noise=wrapped-discrete-laplace, eps=1, modulus=16, sensitivity=1)",
        ),
        (
            &["truncated-discrete-gaussian", "bounded-discrete-gaussian"],
            "it is additive(noise=truncated-discrete-gaussian, sigma_sq=4, bound=10, sensitivity=1)",
        ),
        (
            &["wrapped-discrete-gaussian", "modular-discrete-gaussian"],
            "it is additive(noise=wrapped-discrete-gaussian, sigma_sq=4, modulus=16, sensitivity=1)",
        ),
        (
            &["skellam", "skellam-mechanism"],
            "Skellam noise is additive(noise=skellam, variance=10, sensitivity=1)",
        ),
        (
            &["negative-binomial", "polya", "pascal"],
            "with a whole number of failures it is additive(noise=negative-binomial, failures=5, p=1/2, sensitivity=1)",
        ),
        (
            &["integer-noise", "additive-noise", "noise"],
            "noise on integers with these probabilities is additive(masses=[1/4, 1/2, 1/4], sensitivity=1)",
        ),
    ],
    is_in_units: true,
    rules: &[
        Rule::Apart(["sensitivity", "shifts"]),
        Rule::Cases(
            "noise",
            &[
                Case { word: None, takes: &["modulus"], ..Case::of("", &["masses"]) },
                Case::of("uniform", &["outcomes"]),
                Case::of("binomial", &["trials", "p"]),
                Case::of("geometric", &["eps"]),
                Case::of("truncated-discrete-laplace", &["eps", "bound"]),
                Case::of("wrapped-discrete-laplace", &["eps", "modulus"]),
                Case::of("truncated-discrete-gaussian", &["sigma_sq", "bound"]),
                Case::of("wrapped-discrete-gaussian", &["sigma_sq", "modulus"]),
                Case::of("skellam", &["variance"]),
                Case::of("negative-binomial", &["failures", "p"]),
            ],
        ),
    ],
    rows: &[
        row(
            "additive(masses=[...], sensitivity or shifts)",
            "integer noise with these probabilities; on residues with `modulus`",
        ),
        row(
            "additive(noise, ..., sensitivity or shifts)",
            "integer noise by a formula: binomial, Skellam, truncated or wrapped, ...",
        ),
    ],
    templates: &[
        template(
            "integer noise by its masses",
            "additive(masses=[{masses}], sensitivity={sensitivity})",
            &[input("masses", "1/16, 4/16, 6/16, 4/16, 1/16"), SENSITIVITY],
        ),
        template(
            "binomial noise",
            "additive(noise=binomial, trials={trials}, p={p}, sensitivity={sensitivity})",
            &[
                input("trials", "100").even("1", "1000", "1"),
                input("p", "1/2").even("0.01", "0.99", "0.01"),
                SENSITIVITY,
            ],
        ),
        template(
            "discrete Laplace noise, truncated",
            "additive(noise=truncated-discrete-laplace, eps={eps}, bound={bound}, \
             sensitivity={sensitivity})",
            &[eps("1"), input("bound", "10").even("1", "200", "1"), SENSITIVITY],
        ),
        template(
            "Skellam noise",
            "additive(noise=skellam, variance={variance}, sensitivity={sensitivity})",
            &[input("variance", "10").even("0.5", "200", "0.5"), SENSITIVITY],
        ),
        template(
            "negative binomial noise",
            "additive(noise=negative-binomial, failures={failures}, p={p}, sensitivity={sensitivity})",
            &[
                input("failures", "5").even("1", "100", "1"),
                input("p", "1/2").even("0.01", "0.99", "0.01"),
                SENSITIVITY,
            ],
        ),
    ],
    is_noise: true,
    ..Kind::new(
        NAME,
        &[
            numbers("masses"),
            word("noise", &words(&FORMULAS)),
            natural("outcomes"),
            natural("trials"),
            natural("failures"),
            number("p"),
            number("eps"),
            number("sigma_sq"),
            number("variance"),
            natural("bound"),
            natural("modulus"),
            natural("sensitivity"),
            numbers("shifts"),
        ],
        Form::Around(read),
    )
};

/// Each member of a group moves each count by its shift.
fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    let (given, shifts, law) = read_law(fields)?;
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for shift in shifts {
        *counts.entry(shift.saturating_mul(size)).or_default() += 1;
    }
    let step =
        |distance: u64| law.step(distance).map_err(|e| e.at(&given.iter().collect::<Vec<_>>()));
    if let Some((distance, 1)) = counts.iter().next().filter(|_| counts.len() == 1) {
        return Ok(Mechanism::Step(step(*distance)?));
    }
    let parts = counts
        .into_iter()
        .map(|(distance, count)| Ok(Mechanism::Step(step(distance)?).repeat(count)));
    Ok(Mechanism::Compose(parts.collect::<Result<_, InputError>>()?))
}

/// The fields that errors are about, the distances of all counts, and the noise of one.
fn read_law<'a>(fields: &mut Fields<'a>) -> Result<(Vec<Field<'a>>, Vec<u64>, Law), InputError> {
    let all = KIND
        .fields
        .iter()
        .filter_map(|field| fields.clone().optional(field.name))
        .collect::<Vec<Field<'a>>>();
    let masses = fields.optional("masses");
    let noise = fields.optional("noise");
    let at = |e: DomainError| e.at(&all.iter().collect::<Vec<_>>());
    let law = match (masses, noise) {
        (Some(masses), None) => {
            fields.expect(&["modulus"]);
            let list = masses.reals()?;
            let noise = match fields.optional("modulus") {
                Some(modulus) => IntegerNoise::wrapped(&list, modulus.natural()?),
                None => IntegerNoise::of_masses(&list),
            };
            Law::Masses(noise.map_err(at)?)
        }
        (None, Some(noise)) => read_formula(fields, noise.choice(&FORMULAS)?)?.map_err(at)?,
        (Some(masses), Some(_)) => {
            return Err(masses.error(
                "both masses and noise are given",
                "give the masses, or a formula: noise=binomial",
            ));
        }
        (None, None) => {
            let help =
                "give masses = [1/4, 1/2, 1/4], or a formula: noise = uniform, binomial, ...";
            return Err(fields.missing_or("masses", help));
        }
    };
    let shifts = read_shifts(fields)?;
    Ok((all, shifts, law))
}

fn read_formula(
    fields: &mut Fields<'_>,
    formula: Formula,
) -> Result<Result<Law, DomainError>, InputError> {
    let eps = |fields: &mut Fields<'_>| fields.required("eps")?.real();
    let whole = |fields: &mut Fields<'_>, name| fields.required(name)?.natural();
    Ok(match formula {
        Formula::Uniform => Ok(Law::Uniform { outcomes: whole(fields, "outcomes")? }),
        Formula::Geometric => Ok(Law::Geometric { eps: eps(fields)? }),
        Formula::TruncatedDiscreteLaplace => {
            Ok(Law::TruncatedDiscreteLaplace { eps: eps(fields)?, bound: whole(fields, "bound")? })
        }
        Formula::WrappedDiscreteLaplace => {
            let eps = eps(fields)?;
            additive_formulas::wrapped_discrete_laplace(&eps, whole(fields, "modulus")?)
                .map(Law::Masses)
        }
        Formula::TruncatedDiscreteGaussian => {
            let sigma_sq = fields.required("sigma_sq")?.real()?;
            Ok(Law::Listed(ListedLaw::TruncatedGaussian {
                sigma_sq,
                bound: whole(fields, "bound")?,
            }))
        }
        Formula::WrappedDiscreteGaussian => {
            let sigma_sq = fields.required("sigma_sq")?.real()?;
            Ok(Law::Listed(ListedLaw::WrappedGaussian {
                sigma_sq,
                modulus: whole(fields, "modulus")?,
            }))
        }
        Formula::Skellam => {
            Ok(Law::Listed(ListedLaw::Skellam { variance: fields.required("variance")?.real()? }))
        }
        Formula::NegativeBinomial => Ok(Law::NegativeBinomial {
            failures: whole(fields, "failures")?,
            p: fields.required("p")?.real()?,
        }),
        Formula::Binomial => {
            let trials = whole(fields, "trials")?;
            additive_formulas::binomial(trials, &fields.required("p")?.real()?).map(Law::Masses)
        }
    })
}
