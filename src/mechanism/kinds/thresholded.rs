//! `thresholded`: noisy values of keys, of which only those above a threshold are released.
//!
//! # A user who is added or removed
//!
//! The user has *known* keys, which others have too, and *new* ones, which appear only with this
//! user. With `p` the probability that a new key is released, and P the law with the user:
//!
//! - a new key is released with probability p under P and never under Q: infinite loss with P-mass
//!   p, and loss `ln(1-p)` with the masses 1-p and 1;
//! - a known key has noise at the distance of the user's value. The threshold is post-processing.
//!   It loses nothing where the key has a value at or above the threshold without the user, for
//!   Laplace and geometric noise; for Gaussian noise the pair is approached by large values.
//!
//! All keys are independent, so the release is the composition of these pairs, in both directions
//! of neighbours: either one can be the larger. How many of a user's keys are new is not the user's
//! choice alone: `keys` is the worst split.
//!
//! # A user who is replaced
//!
//! Let the user of P and the one of Q in the same place have at most k keys each. No value that a
//! user adds to a key is below 0 or above the sensitivity, so that no value of a key moves farther
//! than by the sensitivity. The keys of both are:
//!
//! - a keys that nobody has under Q: *gone* ones, with the pair of a new key;
//! - b keys that nobody has under P: *new* ones, with that pair in reverse;
//! - c keys of both users, and d keys of one of them that others have too: their values move, and
//!   their pair is at most that of a known key. A key of both users that no others have is among
//!   the c: both laws are those of a noisy value, below a threshold.
//!
//! Each of the c is a key of both, so that `a + b + 2c + d <= 2k`, and `a, b <= k`. The pairs of
//! all keys are independent, and one pair more dominates: each such release is dominated by a gone,
//! b new and `2k - a - b >= c + d` known keys. These are the keys of two users who share none, so
//! that neighbours attain it as before. The worst of all `0 <= a, b <= k` is the answer. The other
//! direction of neighbours exchanges a and b.
//!
//! Source: derived. Adding p for each key to the delta of all keys with noise is sound and not
//! tight.

use super::discrete_gaussian::{DiscreteGaussian, tail};
use super::gaussian::Gaussian;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::normal_cdf;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::adjacency::Adjacency;
use crate::mechanism::reading::description::{
    KindField, Rule, names, natural, number, word, words,
};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{input, row, template};
use crate::mechanism::{Directed, Dominating, LossPair, Mechanism, Noise};
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated, FinitePair, simplest_logarithm};
use crate::refusal::Refusal;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::base::num::logic::traits::SignificantBits;
use std::cmp::Ordering;

/// A key that is released or not, in one direction of neighbours, whose probability is no
/// expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Appearance {
    tail: Tail,
    direction: Direction,
}

/// The probability that noise is at least a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tail {
    /// Of standard normal noise.
    Normal(Real),
    /// Of a discrete Gaussian of parameter sigma^2.
    DiscreteGaussian(Real, Integer),
}

impl Tail {
    fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        match self {
            Tail::Normal(least) => normal_cdf(&(-least).enclose(precision)),
            Tail::DiscreteGaussian(sigma_sq, least) => tail(sigma_sq, least, precision),
        }
        .probability()
    }
}

impl Pair for Appearance {
    fn reversed(self) -> Self {
        Appearance { direction: self.direction.reversed(), ..self }
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        Some(self.direction == Direction::Forward)
    }

    /// `ln(1-p) < 0`, or its opposite, which is no expression.
    fn largest_loss(&self) -> Option<Real> {
        (self.direction == Direction::Forward).then(Real::zero)
    }

    fn is_bounded(&self) -> bool {
        true
    }

    /// About the number of terms that are added to evaluate it.
    fn outcomes(&self) -> u64 {
        match &self.tail {
            Tail::Normal(_) => 1,
            Tail::DiscreteGaussian(sigma_sq, _) => {
                DiscreteGaussian { sigma_sq: sigma_sq.clone(), shift: 1 }.outcomes()
            }
        }
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let p = self.tail.enclose::<E>(precision);
        let one = Interval::<E>::one(precision);
        let absent = (&one - &p).positive_part();
        let zero = Masses::zero(precision);
        let atoms = Atoms {
            atoms: vec![Atom { loss: absent.ln(), masses: Masses { p: absent, q: one } }],
            above: zero.clone(),
            below: zero,
            infinite: Masses { p, q: Interval::zero(precision) },
        };
        Evaluated::Atoms(if self.direction == Direction::Forward {
            atoms
        } else {
            atoms.reversed()
        })
    }

    fn described(&self) -> &'static str {
        "a key that appears"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Enclosed)
    }
}

/// Why a step is refused that is for other neighbours.
pub(crate) fn of_other_neighbours(adjacency: Adjacency) -> Refusal {
    Refusal::Unsupported {
        what: format!("a step that is not for the adjacency {}", adjacency.name()),
        missing: "a random allocation is known where a record is added or removed, or zeroed out of noise, and what is \
                  inside of another mechanism has an adjacency of its own: thresholded(..., adjacency=replace-one)"
            .into(),
    }
}

/// The pairs of one key of a user.
struct Keys {
    /// Of a new key.
    new: LossPair,
    /// Of a known key.
    known: Dominating,
}

impl Keys {
    /// Those of a user who is added or removed.
    fn split(&self, new: u64, known: u64) -> Mechanism {
        let new = appearing_in(self.new.clone(), Adjacency::AddRemove).repeat(new);
        Mechanism::Compose(vec![new, together(&self.known, known)])
    }

    /// Those of two users, one of whom replaces the other.
    fn of_both(&self, gone: u64, new: u64, known: u64) -> Mechanism {
        let gone = appearing_in(self.new.clone(), Adjacency::ReplaceOne).repeat(gone);
        let new = appearing_in(self.new.clone().reversed(), Adjacency::ReplaceOne).repeat(new);
        Mechanism::Compose(vec![gone, new, together(&self.known, known)])
    }
}

fn appearing_in(pair: LossPair, adjacency: Adjacency) -> Mechanism {
    Mechanism::Step(Dominating::Directed(Directed { pair, only_of: Some(adjacency) }))
}

/// A step several times. Gaussian noise on several keys is that on one, farther away.
fn together(step: &Dominating, count: u64) -> Mechanism {
    match step.noise() {
        Some(Noise::Gaussian(Gaussian { mu_squared })) if count > 0 => {
            let mu_squared = mu_squared * Real::from(count);
            Mechanism::Step(Dominating::Noise(vec![Gaussian { mu_squared }.into()]))
        }
        _ => Mechanism::Step(step.clone()).repeat(count),
    }
}

/// A new key whose probability p is an expression.
fn appearing(p: &Real) -> Option<LossPair> {
    let absent = 1 - p;
    let outcomes = [
        (p.clone(), Real::zero(), None),
        (absent.clone(), Real::one(), Some(simplest_logarithm(&absent))),
    ];
    FinitePair::from_outcomes(outcomes).map(LossPair::Finite)
}

/// The mass of Laplace noise at or above a multiple of its scale.
fn laplace_tail(least: &Real) -> Option<Real> {
    let half = |x: Real| x.exp() / 2;
    Some(match least.sign()? {
        Ordering::Less => 1 - half(least.clone()),
        _ => half(-least),
    })
}

/// The mass of discrete Laplace noise with `a = e^-eps` at or above an integer m: `a^m / (1+a)`
/// above 0, and 1 less that from `1-m` on at or below 0.
fn discrete_laplace_tail(eps: &Real, least: &Integer) -> Real {
    let whole = 1 + (-eps).exp();
    let from =
        |m: Integer| (-(Real::from(malachite::rational::Rational::from(m)) * eps)).exp() / &whole;
    if *least > 0 { from(least.clone()) } else { 1 - from(Integer::from(1) - least) }
}

#[derive(Clone, Copy)]
enum NoiseWord {
    Laplace,
    Gaussian,
    DiscreteLaplace,
    DiscreteGaussian,
}

const NOISE: [(&str, NoiseWord); 4] = [
    ("laplace", NoiseWord::Laplace),
    ("gaussian", NoiseWord::Gaussian),
    ("discrete-laplace", NoiseWord::DiscreteLaplace),
    ("discrete-gaussian", NoiseWord::DiscreteGaussian),
];

/// At or above the threshold, or only above it.
#[derive(Clone, Copy)]
enum Release {
    AtLeast,
    Above,
}

const RELEASE: [(&str, Release); 2] = [("at-least", Release::AtLeast), ("above", Release::Above)];

/// The most keys of a user whose split is left open: each split is another pair, and each is
/// composed.
const MAX_KEYS: u64 = 64;
/// The same where a user is replaced: the splits of both are pairs of these, so that their number
/// grows with the square.
const MAX_KEYS_OF_BOTH: u64 = 16;
/// The most terms of the probability that a key is released: it is a sum over integers,
/// exponentials each, at every precision again.
const MAX_TERMS: u64 = 1 << 18;
/// The most bits of a threshold of integer noise: it is a number of units, and sums of it and of
/// shifts stay within 64 bits.
const MAX_BITS: u64 = 40;

pub(crate) const KIND: Kind = Kind {
    rules: &[
        Rule::OneOf(&[&["keys"], &["new", "known"]]),
        Rule::Beside("adjacency", "replace-one", "keys"),
    ],
    names: Names {
        aliases: &[],
        advice: &[
            (&["tau", "T"], "the threshold is threshold"),
            (
                &["delta"],
                "the pair determines delta: ask for it, or find the threshold that meets it",
            ),
            (
                &["l0", "max_partitions_contributed", "max_contributions", "partitions", "k"],
                "the most keys of a user are keys, or new and known",
            ),
            (
                &["linf", "max_contributions_per_partition", "bound"],
                "by how much a user moves the value of one key is sensitivity",
            ),
        ],
    },
    elsewhere: &[(
        &[
            "laplace-threshold",
            "laplace_threshold",
            "unknown-keys",
            "partition-selection",
            "stability-histogram",
        ],
        "a release of the keys above a threshold is thresholded(noise=laplace, scale=1, sensitivity=1, threshold=20, \
         keys=1)",
    )],
    open: &[Parameter { better: MorePrivate::Larger, ..smaller(NAME, "threshold") }],
    // Values between two integers are released as at the next one.
    whole_beside: Some(("noise", &["discrete-laplace", "discrete-gaussian"])),
    rows: &[row(
        "thresholded(noise, ..., threshold, keys)",
        "noisy values of keys, of which only those above a threshold are released",
    )
    .more(
        "a user is added or removed, or replaced: adjacency=replace-one; noise has a scale, or on \
         integers eps or sigma_sq, with release=at-least or above; keys: the most of one user, or \
         new and known",
    )],
    templates: &[
        template(
            "keys above a threshold, Laplace",
            "thresholded(noise=laplace, scale={scale}, sensitivity=1, threshold={threshold}, keys={keys})",
            &[
                input("scale", "1").even("0.1", "20", "0.1"),
                input("threshold", "10").even("0", "100", "0.5"),
                input("keys", "1").even("1", "2", "1"),
            ],
        ),
        template(
            "keys above a threshold, Gaussian",
            "thresholded(noise=gaussian, scale={scale}, sensitivity=1, threshold={threshold}, \
             keys={keys})",
            &[
                input("scale", "2").even("0.1", "20", "0.1"),
                input("threshold", "10").even("0", "100", "0.5"),
                input("keys", "1").even("1", "20", "1"),
            ],
        ),
    ],
    ..Kind::new(NAME, FIELDS, Form::Around(read))
};

const NAME: &str = "thresholded";
const FIELDS: &[KindField] = &[
    word("noise", &words(&NOISE)).required(),
    number("scale"),
    number("eps"),
    number("sigma_sq"),
    number("sensitivity").required(),
    number("threshold").required(),
    word("release", &words(&RELEASE)),
    natural("keys"),
    natural("new"),
    natural("known"),
    word("adjacency", &["add-remove", "replace-one"]),
];

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&names(FIELDS));
    fields.require(&KIND.required())?;
    if size > 1 {
        return Err(Refusal::Unsupported {
            what: "a group under thresholded".into(),
            missing: "how the keys of its members meet is not known: give the keys and the sensitivity of the group"
                .into(),
        });
    }
    let adjacency = match fields.optional("adjacency") {
        Some(field) => field.choice(&Adjacency::WORDS)?,
        None => Adjacency::AddRemove,
    };
    let noise = fields.required_choice("noise", &NOISE)?;
    let sensitivity = fields.required("sensitivity")?;
    let threshold = fields.required("threshold")?;
    let release = fields.optional("release");
    let keys = match noise {
        NoiseWord::Laplace | NoiseWord::Gaussian => {
            if let Some(release) = release {
                release.choice(&RELEASE)?;
            }
            continuous(noise, fields, &sensitivity, &threshold)?
        }
        NoiseWord::DiscreteLaplace | NoiseWord::DiscreteGaussian => {
            let release = match release {
                Some(release) => release.choice(&RELEASE)?,
                None => fields.required_choice("release", &RELEASE)?,
            };
            integer(noise, fields, &sensitivity, &threshold, release)?
        }
    };
    match adjacency {
        Adjacency::AddRemove => splits(&keys, fields),
        Adjacency::ReplaceOne => splits_of_both(&keys, fields),
        Adjacency::ZeroOut => Err(Refusal::Unsupported {
            what: "thresholded with the adjacency zero-out".into(),
            missing: "a key may be released at the value 0: pairs are known where a user is added, removed or replaced"
                .into(),
        }),
    }
}

/// The user's keys: all splits of `keys`, or one of them.
fn splits(keys: &Keys, fields: &mut Fields<'_>) -> Result<Mechanism, Refusal> {
    let Some(most) = fields.optional("keys") else {
        let help = "add keys, the most keys of a user, or how many of them are new and known";
        let new = fields.optional("new").ok_or_else(|| fields.missing_or("keys", help))?;
        let known = fields.required("known")?;
        return Ok(keys.split(new.natural()?, known.natural()?));
    };
    if let Some(other) = fields.optional("new").or_else(|| fields.optional("known")) {
        return Err(other
            .error("both keys and a split are given", "give keys, or new and known")
            .into());
    }
    match most.natural()? {
        0 => Ok(Mechanism::Compose(Vec::new())),
        count if count > MAX_KEYS => {
            let help = format!("give at most {MAX_KEYS}, or one split: new and known");
            Err(most.error(format!("keys = {count} has too many splits"), help).into())
        }
        count => Ok(Mechanism::Step(Dominating::OneOf(
            (0..=count).map(|new| keys.split(new, count - new)).collect(),
        ))),
    }
}

/// The keys of two users, one of whom replaces the other: all splits of both, one of each pair of
/// mirror images.
fn splits_of_both(keys: &Keys, fields: &mut Fields<'_>) -> Result<Mechanism, Refusal> {
    let help = "give keys, the most keys of either user, where a user is replaced: all splits are compared";
    if let Some(split) = fields.optional("new").or_else(|| fields.optional("known")) {
        return Err(split.error("a split is that of a user who is added or removed", help).into());
    }
    let most = fields.optional("keys").ok_or_else(|| fields.missing_or("keys", help))?;
    match most.natural()? {
        0 => Ok(Mechanism::Compose(Vec::new())),
        count if count > MAX_KEYS_OF_BOTH => {
            let help = format!("give at most {MAX_KEYS_OF_BOTH} where a user is replaced");
            Err(most.error(format!("keys = {count} has too many splits"), help).into())
        }
        count => {
            let split = |gone, new| keys.of_both(gone, new, 2 * count - gone - new);
            let all = (0..=count).flat_map(|gone| (0..=gone).map(move |new| split(gone, new)));
            Ok(Mechanism::Step(Dominating::OneOf(all.collect())))
        }
    }
}

fn continuous(
    noise: NoiseWord,
    fields: &mut Fields<'_>,
    sensitivity: &Field<'_>,
    threshold: &Field<'_>,
) -> Result<Keys, InputError> {
    let scale = fields.required("scale")?;
    let (b, d, tau) = (scale.real()?, sensitivity.real()?, threshold.real()?);
    require_positive("scale", &b)
        .and_then(|()| require_positive("sensitivity", &d))
        .map_err(|e| e.at(&[&scale, sensitivity]))?;
    let (least, ratio) = ((&tau - &d) / &b, &d / &b);
    let place = |e: DomainError| e.at(&[&scale, sensitivity]);
    match noise {
        NoiseWord::Gaussian => {
            let new = Appearance { tail: Tail::Normal(least), direction: Direction::Forward };
            let known = Dominating::gdp(&ratio).map_err(place)?;
            Ok(Keys { new: LossPair::Appearing(new), known })
        }
        _ => {
            let new = laplace_tail(&least)
                .and_then(|p| appearing(&p))
                .ok_or_else(|| undecided(threshold))?;
            Ok(Keys { new, known: Dominating::laplace(ratio).map_err(place)? })
        }
    }
}

fn integer(
    noise: NoiseWord,
    fields: &mut Fields<'_>,
    sensitivity: &Field<'_>,
    threshold: &Field<'_>,
    release: Release,
) -> Result<Keys, InputError> {
    let d = sensitivity.natural()?;
    if d == 0 {
        return Err(sensitivity.error(
            "sensitivity = 0 moves no key",
            "it is the value that a user adds to a key: at least 1",
        ));
    }
    let tau = threshold.real()?;
    let whole = tau.as_rational().map(|tau| match release {
        Release::AtLeast => tau.ceiling(),
        Release::Above => tau.floor() + Integer::from(1),
    });
    let whole = whole.filter(|tau| tau.significant_bits() <= MAX_BITS).ok_or_else(|| {
        threshold.error(
            "the threshold of integer noise is a rational number",
            format!("give one below 2^{MAX_BITS}"),
        )
    })?;
    let least = whole - Integer::from(d);
    if matches!(noise, NoiseWord::DiscreteGaussian) {
        let field = fields.required("sigma_sq")?;
        let sigma_sq = field.real()?;
        let known = Dominating::discrete_gaussian(sigma_sq.clone(), &[d])
            .map_err(|e| e.at(&[&field, sensitivity]))?;
        let new = Appearance {
            tail: Tail::DiscreteGaussian(sigma_sq, least),
            direction: Direction::Forward,
        };
        if new.outcomes() > MAX_TERMS {
            let help = "give at most 87000000, or noise=gaussian, whose scale is the root of it";
            return Err(field.error(
                "sigma_sq is so large that the probability is a sum of too many terms",
                help,
            ));
        }
        return Ok(Keys { new: LossPair::Appearing(new), known });
    }
    let field = fields.required("eps")?;
    let eps = field.real()?;
    let known =
        Dominating::discrete_laplace(&eps, &[d]).map_err(|e| e.at(&[&field, sensitivity]))?;
    let new =
        appearing(&discrete_laplace_tail(&eps, &least)).ok_or_else(|| undecided(threshold))?;
    Ok(Keys { new, known })
}

fn undecided(threshold: &Field<'_>) -> InputError {
    threshold.error(
        "cannot decide whether the threshold is above the sensitivity",
        "write it in a simpler form",
    )
}
