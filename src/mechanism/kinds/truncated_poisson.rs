//! Truncated Poisson sampling: each record independently with probability q, and B of the sampled
//! ones, uniformly, where they are more than B.
//!
//! One of n records is added or removed. Let J of the other n-1 be sampled, which does not depend
//! on it.
//!
//! - `J < B`: nothing is cut off with the record or without it, and it is in the sample with
//!   probability q.
//! - `J >= B`, with the probability `tau = P[Bin(n-1, q) >= B]`: without the record the batch is a
//!   uniform set of B others. With it, the record is in the batch with the probability `q' = E[q
//!   B/(J+1) | J >= B] = B P[Bin(n, q) > B] / (n tau)`. If so the batch has B-1 others, and
//!   otherwise B, in both cases uniformly whatever J is.
//!
//! In the second case draw B-1 others and one more, z. Then the batch without the record x is
//! theirs, and with x it is with probability q' the one where x is in the place of z. Given these
//! others, the released values differ by the distance of two values, at most twice the sensitivity,
//! with probability q'. By joint convexity in the others and in the event `J >= B` the step is
//! dominated by
//!
//! ```text
//! the sample of rate q at the distance 1 with probability 1 - tau, that of rate q' at the distance 2 with probability tau,
//! ```
//!
//! where the case is published: it does not depend on the record. This is a pair, and it is
//! composed as any other. (Ganesh, McMahan & Mitra, arXiv 2508.15089, take shifts of +2 and -2 in
//! the second case, which is more.)
//!
//! Where a record is zeroed out instead, it keeps its place: both data sets have the same batches, and
//! these release values at the distance 1 where the record is in the batch. Whether it is, in the
//! second case, has the same law for both and can be published too. So the step is dominated by
//!
//! ```text
//! the noise itself with probability tau q', and the sample of rate q with the rest,
//! ```
//!
//! where the rest is more than needed in the second case without the record: nothing differs there.
//!
//! The pair need not be attained. Where all other values are 0, the record alone decides: it is in
//! the batch with the probability `(1 - tau) q + tau q'`, which is a Poisson sample at the distance
//! 1. This is the lower bound.

use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::series::sum_of_falling;
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::{
    Adjacency, Bounded, Directed, Dominating, LossPair, Noise, Sampled, Sampler,
};
use crate::pair::tails::Tails;
use crate::pair::{Direction, Evaluated};
use malachite::base::num::arithmetic::traits::BinomialCoefficient;
use malachite::natural::Natural;
use malachite::rational::Rational;

/// The largest binomial coefficient has about this many bits: it is exact, a product of as many
/// factors as records in a batch.
const MAX_BITS: u64 = 1 << 22;
/// The most terms of a sum, whose rounding [`GUARD`] has bits for.
const MAX_POPULATION: u64 = 1 << 32;
/// Bits beyond the precision, for the powers and sums of probabilities: a power of order `2^32`
/// loses 32 of them, and a sum of as many terms the others.
const GUARD: u64 = 64;

/// Noise on the sum of a truncated Poisson sample.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TruncatedPoisson {
    noise: Noise,
    /// The same at twice the distance, where the record that takes the place of another one decides;
    /// `None` where a record is zeroed out.
    farther: Option<Noise>,
    rate: Real,
    population: u64,
    most: u64,
}

/// The pair of a truncated sample, in one of its orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Truncated {
    sample: Box<TruncatedPoisson>,
    direction: Direction,
}

/// The probabilities of the second case, of the first one, and of the record in the second case.
struct Cases<E: Engine> {
    cut: Interval<E>,
    whole: Interval<E>,
    rate: Interval<E>,
    /// The probability of the record in the second case, and in any.
    included_and_cut: Interval<E>,
    included: Interval<E>,
}

impl TruncatedPoisson {
    /// The step with `noise` on a sample at a rate in (0, 1] of `population` records, of which at
    /// most `most` are kept. One of them is added or removed, or it is zeroed out.
    ///
    /// # Errors
    /// Sizes outside of their domain or too large.
    pub(crate) fn step(
        noise: Noise,
        rate: Real,
        population: u64,
        most: u64,
        adjacency: Adjacency,
    ) -> Result<Option<Dominating>, DomainError> {
        require_within("rate", &rate, &Real::zero(), Some(&Real::one()))?;
        if most == 0 {
            return Err(DomainError::new(
                "max_batch",
                "max_batch = 0 leaves no record",
                "give at least 1",
            ));
        }
        if most >= population {
            let sampled = Sampled {
                base: Box::new(Dominating::Noise(vec![noise])),
                sampler: Sampler::Poisson,
                rate,
                is_zeroed: true,
            };
            return Ok(Some(Dominating::Sampled(sampled)));
        }
        let bits = most.min(population - most).saturating_mul(u64::from(population.ilog2()) + 1);
        if population > MAX_POPULATION || bits > MAX_BITS {
            let message = format!(
                "max_batch = {most} of {population} records needs too large a binomial coefficient"
            );
            return Err(DomainError::new(
                "max_batch",
                message,
                "give a smaller max_batch, or a smaller population",
            ));
        }
        let Some(farther) = noise.farther(2).filter(|_| noise.outcomes() == 0) else {
            return Ok(None);
        };
        let farther = (adjacency != Adjacency::ZeroOut).then_some(farther);
        let sample = TruncatedPoisson { noise: noise.clone(), farther, rate, population, most };
        let included = sample.cases::<Malachite>(192).included;
        let member = Dominating::Sampled(Sampled {
            base: Box::new(Dominating::Noise(vec![noise])),
            sampler: Sampler::Poisson,
            // A smaller rate is dominated.
            rate: Real::from(included.lower().to_rational().unwrap_or_else(|| Rational::from(0))),
            is_zeroed: true,
        });
        let pair = LossPair::Truncated(Truncated {
            sample: Box::new(sample),
            direction: Direction::Forward,
        });
        let dominating = Dominating::Directed(Directed { pair, only_of: Some(adjacency) });
        Ok(Some(Dominating::Bounded(Box::new(Bounded { dominating, member, is_attained: false }))))
    }

    fn cases<E: Engine>(&self, precision: u64) -> Cases<E> {
        let bits = precision + GUARD;
        let q = self.rate.enclose::<E>(bits);
        let [whole, cut] = split(self.population - 1, &q, self.most);
        let [_, more] = split(self.population, &q, self.most + 1);
        let share = Rational::from(self.most) / Rational::from(self.population);
        let included_and_cut = &Interval::from_rational(&share, bits) * &more;
        let rate = (&included_and_cut / &cut).probability();
        let included = &(&whole * &q) + &included_and_cut;
        let [cut, whole, rate, included_and_cut, included] =
            [cut, whole, rate, included_and_cut, included].map(|x| x.with_precision(precision));
        Cases { cut, whole, rate, included_and_cut, included }
    }
}

impl Pair for Truncated {
    fn reversed(self) -> Self {
        Truncated { direction: self.direction.reversed(), ..self }
    }

    fn largest_loss(&self) -> Option<Real> {
        None
    }

    fn is_bounded(&self) -> bool {
        // Without the record the loss of a sample is bounded, and that of the noise itself is not.
        let is_sampled = self.sample.farther.is_some();
        (is_sampled && self.direction == Direction::Reverse) || self.sample.noise.is_bounded()
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let (sample, direction) = (&self.sample, self.direction);
        let Cases { cut, whole, rate, included_and_cut, .. } = sample.cases(precision);
        let sampled = |noise: &Noise, rate: Interval<E>| match noise.evaluate(precision) {
            Evaluated::Tails(base) => {
                Some(Tails::Mixture { base: Box::new(base), rate, direction })
            }
            Evaluated::Atoms(_) => None,
        };
        let near = sampled(&sample.noise, sample.rate.enclose(precision));
        let one = Interval::one(precision);
        let cases = match &sample.farther {
            Some(farther) => [(whole, near), (cut, sampled(farther, rate))],
            None => {
                let rest = (&one - &included_and_cut).probability();
                [(rest, near), (included_and_cut, sampled(&sample.noise, one))]
            }
        };
        Evaluated::Tails(Tails::OneOf(
            cases.into_iter().filter_map(|(weight, tails)| Some((weight, tails?))).collect(),
        ))
    }

    fn described(&self) -> &'static str {
        "a truncated Poisson sample"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

/// `P[Bin(n, q) < m]` and `P[Bin(n, q) >= m]` for 0 < m <= n, the smaller side by its sum: with a
/// relative accuracy of both.
fn split<E: Engine>(n: u64, q: &Interval<E>, m: u64) -> [Interval<E>; 2] {
    let precision = q.precision();
    let one = Interval::one(precision);
    let rest = (&one - q).positive_part();
    let number = |n: u64| Interval::<E>::from_u64(n, precision);
    let term = |k: u64| {
        let ways =
            Rational::from(Natural::binomial_coefficient(Natural::from(n), Natural::from(k)));
        let powers = &q.pow_natural(k) * &rest.pow_natural(n - k);
        &Interval::from_rational(&ways, precision) * &powers
    };
    let is_above_mean = (&number(n) * q).upper() < number(m).lower();
    let sum = match is_above_mean {
        // C(n, k+1) / C(n, k) = (n-k) / (k+1): quotients that fall as k grows.
        true => sum_of_falling(
            term(m),
            (m..n).map(|k| &(&number(n - k) * q) / &(&number(k + 1) * &rest)),
        ),
        false => sum_of_falling(
            term(m - 1),
            (1..m).rev().map(|k| &(&number(k) * &rest) / &(&number(n - k + 1) * q)),
        ),
    };
    let sum = sum.probability();
    let other = (&one - &sum).probability();
    if is_above_mean { [other, sum] } else { [sum, other] }
}
