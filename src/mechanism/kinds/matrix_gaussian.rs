//! `matrix-gaussian`: a whole run of a matrix mechanism (correlated noise, DP-FTRL) as one Gaussian
//! mechanism.
//!
//! The mechanism releases `C X + Z`, and what is computed from it, such as the noisy sums `X + C^-1
//! Z`: row i of X is the sum of step i, C is the strategy, and Z has independent Gaussian entries
//! of standard deviation sigma. A user participates in the steps of a pattern, and moves the row of
//! each by a vector of norm at most 1. The norm is that by which neighbours move a row: the
//! clipping norm where a user is added, removed or zeroed out, and twice that where one is
//! replaced.
//!
//! Neighbours move `C X` by at most the [sensitivity](crate::sensitivity), and attain it. So the
//! run is the Gaussian mechanism with `mu = sensitivity / sigma`: the dominating pair is `N(mu, 1)`
//! and `N(0, 1)`, exactly, and mu^2 is rational wherever the squared sensitivity is known and
//! sigma^2 is rational. Where the sensitivity is only enclosed, the pairs of both ends bound the
//! mechanism ([`Bounded`]): the lower one is that of a pattern and vectors that attain it.
//!
//! # Adaptive steps
//!
//! In training the rows of X depend on the noisy outputs before them. The pair is the same:
//! Gaussian noise is invariant under rotations, so that `B (C X + Z)` with a lower triangular `B C`
//! has the distribution of `B' (C' X + Z)` with lower triangular factors, `B' B'^T = B B^T`, and
//! the rows of C' X can be chosen one after the other. So what holds for rows that are chosen
//! before holds for adaptive ones (Denisov et al. 2022, Theorem 2.1). The outputs of training are
//! of this form, because each is a function of the steps up to it; the strategies by coefficients
//! and columns are lower triangular themselves.
//!
//! # Groups and samples
//!
//! The users of a group of k move `C X` by at most k times the sensitivity, and do where all move
//! the same steps by the same vectors. A run is not sampled as a whole. In a strategy of b bands
//! whose steps sample from b parts of the data in turn, a user takes part in at most one step of b,
//! and columns b apart are orthogonal. So the run is at most the composition of `ceil(n/b)` Poisson
//! samples, each of the mechanism of one column of the largest norm: `participation=single`
//! (Choquette-Choo et al. 2023, arXiv 2306.08153).
//!
//! Sources: Denisov, McMahan, Rush, Smith & Thakurta 2022, "Improved Differential Privacy for SGD
//! via Optimal Private Linear Operators on Adaptive Streams", Theorem 2.1 (arXiv 2202.08312); see
//! [`sensitivity`](crate::sensitivity) for that of C.

use super::group::Members;
use crate::control::Control;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::limits::Limits;
use crate::mechanism::reading::description::{FieldValue, KindField, number, word};
use crate::mechanism::reading::domain::require_positive;
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SIGMA, input, row, template};
use crate::mechanism::{Bounded, Dominating, Gaussian};
use crate::sensitivity::{Question, squared};
use malachite::rational::Rational;

const NAME: &str = "matrix-gaussian";

/// The limits of a sensitivity: a mechanism is read in less than a second. Where they are too low
/// for the exact value it is enclosed by what is known so far.
const LIMITS: Limits = Limits { work: 1 << 28, memory: 1 << 30, precision: 0 };

const STRATEGY: &str = "the strategy is a field of its own: strategy=toeplitz(coefficients=[1, 1/2], n=6), inverse-toeplitz, \
                        blt(omega, theta, n), columns, or a list of rows";
const PARTICIPATION: &str = "the steps of a user are a field of their own: participation=single, periodic(b, k) or \
                             min-sep(b, k)";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (
            &["eps", "epsilon", "delta"],
            "this is the noise, not its guarantee: dpcert calibrate finds the sigma that meets a budget, for sigma=?",
        ),
        (
            &["noise_multiplier", "noise-multiplier"],
            "sigma is the standard deviation of Z by how far one step of a user moves a row; where a noise multiplier is \
             already divided by the sensitivity of the whole run, it is that of gaussian(sigma)",
        ),
        (
            &["scale", "std", "stddev", "std_dev", "standard_deviation"],
            "sigma is the standard deviation of Z divided by how far one step of a user moves a row: by the clipping norm, \
             or by twice that where a record is replaced",
        ),
        (
            &["sensitivity", "mu"],
            "it is computed from the strategy and the participation; where it is known, write gaussian(scale, sensitivity)",
        ),
        (&["coefficients", "omega", "theta", "columns", "rows", "matrix", "n", "steps"], STRATEGY),
        (&["b", "k", "min_sep", "min-sep", "max_participations", "epochs", "bands"], PARTICIPATION),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &[
            "matrix-mechanism",
            "matrix-factorization",
            "correlated-noise",
            "dp-ftrl",
            "dp-mf",
            "bandmf",
            "blt",
            "toeplitz",
        ],
        "correlated Gaussian noise is matrix-gaussian(strategy=toeplitz(coefficients=[1, 1/2], n=6), \
         participation=min-sep(b=2, k=3), sigma=1)",
    )],
    open: &[Parameter { better: MorePrivate::Larger, ..smaller(NAME, "sigma") }],
    rows: &[row(
        "matrix-gaussian(strategy, participation, sigma)",
        "a whole run with correlated Gaussian noise",
    )
    .more("see dpcert help matrix-sensitivity")],
    templates: &[template(
        "matrix mechanism (correlated Gaussian noise)",
        "matrix-gaussian(strategy=toeplitz(coefficients=[{coefficients}], n={n}), \
         participation=min-sep(b={b}, k={k}), sigma={sigma})",
        &[
            input("coefficients", "1, 1/2, 3/8"),
            input("n", "60").even("1", "200", "1"),
            input("b", "20").even("1", "100", "1"),
            input("k", "3").even("1", "20", "1"),
            SIGMA,
        ],
    )],
    ..Kind::new(
        NAME,
        &[
            KindField::of("strategy", FieldValue::Strategy).required(),
            KindField::of("participation", FieldValue::Participation).required(),
            number("sigma").required(),
            word("dimension", &["1", "any"])
                .about("Of what a user adds to a step: 1 for numbers, any for vectors."),
        ],
        Form::Step(read, Members::Read(read_for)),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    read_for(fields, 1)
}

fn read_for(fields: &mut Fields<'_>, size: u64) -> Result<Dominating, InputError> {
    let strategy = fields.clone().required("strategy")?;
    let question = Question::take(fields)?;
    let sigma = fields.required("sigma")?;
    let scale = sigma.real()?;
    require_positive("sigma", &scale).map_err(|e| e.at(&[&sigma]))?;
    let found = squared(&question, &LIMITS, &Control::default()).map_err(|_| {
        let help =
            "dpcert matrix-sensitivity has limits of its own; with its answer write gaussian(scale, sensitivity)";
        strategy.error("its columns have too many inner products to be read here", help)
    })?;
    let unit = Real::from(size).pow(2) / scale.pow(2);
    let step = |squared: Rational| {
        let mu_squared = Real::from(squared) * &unit;
        Dominating::Noise(vec![Gaussian { mu_squared }.into()])
    };
    if found.lower == found.upper {
        return Ok(step(found.upper));
    }
    let (dominating, member) = (step(found.upper), step(found.lower));
    Ok(Dominating::Bounded(Box::new(Bounded { dominating, member, is_attained: false })))
}
