//! `shuffled-batches`: an epoch on batches of the records in a random order.
//!
//! An epoch puts the records into a uniformly random order, cuts that into T batches, and releases
//! the sum of each batch with noise. So a record takes part in exactly one batch, as in most
//! training loops. Neighbours have the same number of records: one of them is zeroed out, or
//! replaced. Where one is added or removed, all batches behind it may change.
//!
//! # Upper end
//!
//! The order has the same law for both neighbours. Given it, all batches but one are the same, and
//! that one releases noise at the distance of the neighbours. By joint convexity the noise on one
//! batch dominates the epoch, also where later epochs depend on its outputs.
//!
//! # Lower end
//!
//! Let each of the other records contribute -1 and the record that differs 1, where 1 is the largest
//! contribution. What a batch has without the record is known, and is subtracted. Its batch is then
//! at 2, all others are at 0. Where it is zeroed out its batch is at 1, since a zero has taken the
//! place of a -1; where it is replaced by a -1 it is at 0. The distance is that of M in both cases:
//! 1 and 2. So in units of M the batch of the record is at 2 and 1, or at 1 and 0. The test
//! "the largest of all T values is above C" has
//!
//! ```text
//! P[max > C] = 1 - F(C - high) F(C)^(T-1),    Q[max > C] = 1 - F(C - low) F(C)^(T-1)
//! ```
//!
//! with the distribution function F of the noise, since the noise of all batches is independent. The
//! largest value, rounded to one of some intervals, is a function of the output: its pair is attained
//! (Chua, Ghazi, Kamath, Kumar, Manurangsi, Sinha & Zhang, arXiv 2403.17673, of one epoch).
//! No composition of epochs has a smaller delta than that of their pairs.
//!
//! The two ends are apart. What the truth in between is, for the worst data, is not known here.

use super::random_allocation::read_number;
use super::sampled::MECHANISM;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::normal_cdf;
use crate::input::Fields;
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::adjacency::{Adjacency, Neighbours};
use crate::mechanism::reading::description::{ADJACENCY, mechanism, natural};
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{input, row, template};
use crate::mechanism::{Bounded, Directed, Dominating, Gaussian, LossPair, Mechanism, Noise};
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated};
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;

/// Intervals of the largest value in a standard deviation.
const FINENESS: u64 = 16;
/// Bits to which the mass of an interval is known at least.
const TOLD: u64 = 32;
/// Standard deviations below the least place of a batch, and above the highest one.
const BEYOND: u64 = 10;
/// The largest distance, in standard deviations, at which intervals are laid: farther up there is one.
const FARTHEST: u64 = 40;
/// The least probability of the lowest interval is 2 to this power.
const LEAST: i64 = -64;
/// Bits beyond those of the smallest probability.
const GUARD: u64 = 64;

/// The largest value of an epoch, in units of the noise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargestBatch {
    noise: Gaussian,
    batches: u64,
    /// The place of the batch of the record, in distances of M: under P and under Q.
    places: [u64; 2],
    direction: Direction,
}

const NAME: &str = "shuffled-batches";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        MECHANISM,
        (
            &["steps", "bins", "t", "T"],
            "the number of batches in an epoch is batches; epochs are a power: shuffled-batches(...)^10",
        ),
        (&["epochs", "count"], "epochs are a power: shuffled-batches(...)^10"),
        (
            &["batch", "n", "size", "population", "rate"],
            "batches is the number of batches of an epoch: the number of records by the size of a batch, rounded up",
        ),
    ]),
    elsewhere: &[(
        &["shuffle", "shuffled", "shuffling", "shuffled-sgd", "ablq-shuffle"],
        "an epoch of shuffled batches is shuffled-batches(batches=468, adjacency=zero-out, mechanism=gaussian(sigma=1)); \
         bits that clients report with noise, shuffled or summed, are sum-of-reports(clients=1000, eps=1)",
    )],
    rows: &[row(
        "shuffled-batches(batches, adjacency, M)",
        "an epoch on batches of the records in a random order; a record is zeroed out or replaced",
    )
    .more("M is gaussian; epochs are a power. The two ends are apart: noise on one batch, and the test of the largest one")],
    templates: &[template(
        "shuffled batches, Gaussian: an epoch",
        "shuffled-batches(batches={batches}, adjacency=zero-out, mechanism=gaussian(sigma={sigma}))",
        &[input("batches", "100").even("1", "1000", "1"), input("sigma", "1").even("0.3", "10", "0.1")],
    )],
    ..Kind::new(NAME, &[natural("batches").required(), ADJACENCY.required(), mechanism()], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    fields.expect(&["batches", "adjacency", "mechanism"]);
    fields.require(&KIND.required())?;
    let batches =
        read_number(&fields.required("batches")?, "batches", "an epoch has at least 1 batch")?;
    let adjacency = fields.required("adjacency")?.choice(&Adjacency::WORDS)?;
    let step = fields.required("mechanism")?;
    let neighbours = Neighbours { adjacency, is_noise: Mechanism::is_noise(&step) };
    let mechanism = shuffled(batches, &Mechanism::read(&step)?, neighbours)?;
    if size > 1 { Err(group_of_batches()) } else { Ok(mechanism) }
}

/// Why shuffled batches have no group.
pub(crate) fn group_of_batches() -> Refusal {
    unsupported("a group under shuffled batches", "several of its members may be in one batch")
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.to_owned(), missing: missing.to_owned().into() }
}

/// An epoch, where its pairs are known.
pub(crate) fn shuffled(
    batches: u64,
    mechanism: &Mechanism,
    Neighbours { adjacency, is_noise }: Neighbours,
) -> Result<Mechanism, Refusal> {
    let places = match adjacency {
        Adjacency::ZeroOut => [2, 1],
        Adjacency::ReplaceOne => [1, 0],
        Adjacency::AddRemove => {
            return Err(unsupported(
                "shuffled batches with the adjacency add-remove",
                "a record that is added moves others into other batches; their pairs are those of a record that is \
                 zeroed out or replaced",
            ));
        }
    };
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    let noise = match steps.as_slice() {
        [(step, 1)] if is_noise => step.noise(),
        _ => None,
    };
    let Some(Noise::Gaussian(noise)) = noise else {
        return Err(unsupported(
            "shuffled batches of this mechanism",
            "their pairs are known for gaussian noise on each batch: shuffled-batches(batches=468, adjacency=zero-out, \
             mechanism=gaussian(sigma=1)), with a power for the epochs",
        ));
    };
    if batches == 1 {
        return Ok(mechanism.clone());
    }
    let largest =
        LargestBatch { noise: noise.clone(), batches, places, direction: Direction::Forward };
    let dominating = Dominating::Noise(vec![Noise::Gaussian(noise.clone())]);
    let member = Dominating::Directed(Directed {
        pair: LossPair::LargestBatch(largest),
        only_of: Some(adjacency),
    });
    let class = Bounded { dominating, member, is_attained: false };
    Ok(Mechanism::Step(Dominating::Bounded(Box::new(class))))
}

impl LargestBatch {
    /// The highest end of the intervals, in standard deviations.
    fn highest<E: Engine>(&self) -> u64 {
        let mu = self.noise.mu::<E>(64).upper().to_rational().unwrap_or_default();
        let highest = Ceiling::ceiling(mu * Rational::from(self.places[0]));
        u64::try_from(&highest).map_or(FARTHEST, |highest| highest.min(FARTHEST)) + BEYOND
    }

    /// The masses of the intervals, of which those with too small ones are parts of others.
    fn intervals<E: Engine>(&self, precision: u64) -> Vec<Masses<E>> {
        let highest = self.highest::<E>();
        // A tail at z is above 2^-(z^2).
        let bits = precision + GUARD + highest * highest + u64::from(self.batches.ilog2());
        let count = (highest + BEYOND) * FINENESS;
        let place = |i| Rational::from_unsigneds(i, FINENESS) - Rational::from(BEYOND);
        let is_large =
            |mass: &Interval<E>| mass.lower().exponent().is_some_and(|exponent| exponent > LEAST);
        let relative = |masses: &Masses<E>| {
            masses.p.has_relative_bits(TOLD) && masses.q.has_relative_bits(TOLD)
        };
        let one = Interval::<E>::one(bits);
        let mu = self.noise.mu::<E>(bits);
        let places = self.places.map(|distance| &Interval::from_u64(distance, bits) * &mu);
        let mut found = Vec::new();
        let mut last: Option<Masses<E>> = None;
        for i in 0..=count {
            let at = Interval::<E>::from_rational(&place(i), bits);
            let others = normal_cdf(&at).pow_natural(self.batches - 1);
            // What is below is no more.
            if found.is_empty() && others.upper().exponent().is_none_or(|it| it <= LEAST) {
                continue;
            }
            let [p, q] = [&places[0], &places[1]]
                .map(|batch| (&normal_cdf(&(&at - batch)) * &others).probability());
            let above = Masses { p: (&one - &p).probability(), q: (&one - &q).probability() };
            // What is below the first place, or between the last one and this one.
            let mass = last.as_ref().map_or(Masses { p, q }, |last| Masses {
                p: (&last.p - &above.p).probability(),
                q: (&last.q - &above.q).probability(),
            });
            let is_enough = !found.is_empty() || (is_large(&mass.p) && is_large(&mass.q));
            if is_enough && relative(&mass) && relative(&above) {
                found.push(mass);
                last = Some(above);
            }
        }
        found.push(last.unwrap_or_else(|| Masses { p: one.clone(), q: one }));
        let rounded = |x: &Interval<E>| x.with_precision(precision);
        found.iter().map(|mass| Masses { p: rounded(&mass.p), q: rounded(&mass.q) }).collect()
    }
}

impl Pair for LargestBatch {
    fn reversed(self) -> Self {
        LargestBatch { direction: self.direction.reversed(), ..self }
    }

    fn largest_loss(&self) -> Option<Real> {
        None
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn outcomes(&self) -> u64 {
        (FARTHEST + 2 * BEYOND) * FINENESS
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let atom = |masses: Masses<E>| Atom { loss: (&masses.p / &masses.q).ln(), masses };
        let zero = Masses::zero(precision);
        let atoms = Atoms {
            atoms: self.intervals::<E>(precision).into_iter().map(atom).collect(),
            above: zero.clone(),
            below: zero.clone(),
            infinite: zero,
        };
        Evaluated::Atoms(match self.direction {
            Direction::Forward => atoms,
            Direction::Reverse => atoms.reversed(),
        })
    }

    fn described(&self) -> &'static str {
        "an epoch of shuffled batches"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Enclosed)
    }
}
