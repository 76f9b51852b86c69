//! A pair of sums: of the report of one client, who has another bit under P than under Q, and of
//! the reports of others. See [`crate::mechanism::kinds::sum_of_reports`].
//!
//! # The masses
//!
//! The sum of the reports of m clients with the bit 1 and N - m with the bit 0 has the generating
//! function `G(z) = (1-p+pz)^m (1-q+qz)^(N-m)`, with
//!
//! ```text
//! (1-p+pz) (1-q+qz) G' = (m p (1-q+qz) + (N-m) q (1-p+pz)) G
//! ```
//!
//! So with `a = (1-p) (1-q)`, `b = p (1-q) + q (1-p)`, `c = p q` and `d = m p (1-q) + (N-m) q (1-p)`
//! its coefficients w have
//!
//! ```text
//! a (s+1) w(s+1) = (d - b s) w(s) + c (N-s+1) w(s-1)
//! ```
//!
//! which is a recurrence for the ratios `r(s) = w(s-1) / w(s)`. Up to `s = d/b` all its terms are
//! positive on the way up, and from there on the way down: no digit is lost. Either way starts
//! outside of the places that are listed, between bounds that follow from the order of the ratios,
//! and forgets where it started.
//!
//! Source: derived.

use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::pair::Pair;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated, FinitePair};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// Bits beyond those that are asked, for what the ratios lose.
const GUARD: u64 = 64;

/// The sum of the reports of one client, who has the bit 1 under P and 0 under Q, and of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reports {
    /// The probability to report 1 with the bit 1.
    pub(crate) p: Real,
    /// The same with the bit 0, which is smaller.
    pub(crate) q: Real,
    /// The others who have the bit 1.
    pub(crate) ones: u64,
    /// The others who have the bit 0.
    pub(crate) zeros: u64,
    /// Is P that of the bit 1?
    pub(crate) direction: Direction,
}

/// The places whose masses are listed, with the ratios `w(s-1) / w(s)` of all but the first.
struct Ratios<E: Engine> {
    first: u64,
    last: u64,
    ratios: Vec<Interval<E>>,
}

/// The masses of the sum of the others.
pub(crate) struct Others<E: Engine> {
    /// The first place.
    pub(crate) first: u64,
    /// The masses from there on.
    pub(crate) masses: Vec<Interval<E>>,
    /// Of all places below those listed, and above.
    below: Interval<E>,
    above: Interval<E>,
}

impl Reports {
    fn others(&self) -> u64 {
        self.ones + self.zeros
    }

    /// The mean of the sum of the others, rounded down, and its variance, rounded up.
    fn mean_and_variance(&self) -> (u64, u64) {
        let sum = |of: &dyn Fn(&Real) -> Real| {
            Real::from(self.ones) * of(&self.p) + Real::from(self.zeros) * of(&self.q)
        };
        let mean =
            sum(&Real::clone).enclose::<Malachite>(128).lower().to_rational().unwrap_or_default();
        let variance = sum(&|x| x * &(1 - x))
            .enclose::<Malachite>(128)
            .upper()
            .to_rational()
            .unwrap_or_default();
        let natural = |x: malachite::Integer| u64::try_from(&x).unwrap_or(self.others());
        (natural(mean.floor()), natural(variance.ceiling()))
    }

    /// The variance of the sum of the others, rounded up.
    pub(crate) fn variance(&self) -> u64 {
        self.mean_and_variance().1
    }

    /// About the number of outcomes that are listed, with masses down to `2^-128`.
    pub(crate) fn listed(&self) -> u64 {
        let reach = Reports::reach(128, self.variance());
        reach.saturating_mul(2).min(self.others()) + 2
    }

    /// The distance from the mean beyond which there is about `2^-bits`, by Bernstein's inequality.
    fn reach(bits: u64, variance: u64) -> u64 {
        bits.saturating_add(2u64.saturating_mul(variance).saturating_mul(bits).isqrt())
            .saturating_add(1)
    }

    /// The ratios of the places within a distance of the mean.
    fn ratios<E: Engine>(&self, mean: u64, reach: u64, precision: u64) -> Ratios<E> {
        let enclose = |x: Real| x.enclose::<E>(precision);
        let whole = |n: u64| Interval::<E>::from_u64(n, precision);
        let (p, q) = (&self.p, &self.q);
        let (up, down) = (p * &(1 - q), q * &(1 - p));
        let neither = enclose(&(1 - p) * &(1 - q));
        let (one, both) = (enclose(&up + &down), enclose(p * q));
        let middle = Real::from(self.ones) * &up + Real::from(self.zeros) * &down;
        let turn = (&middle / &(&up + &down)).enclose::<Malachite>(128).lower().to_rational();
        let turn =
            turn.and_then(|x| u64::try_from(&x.floor()).ok()).unwrap_or(0).min(self.others());
        let middle = enclose(middle);
        // d - b s, c (N-s+1) and a (s+1).
        let own = |s: u64| &middle - &(&one * &whole(s));
        let before = |s: u64| &both * &whole(self.others() - s + 1);
        let after = |s: u64| &neither * &whole(s + 1);
        // Between 0 and the inverse of what is known of the next ratio, or the last one.
        let start =
            |most: Interval<E>| Interval::new(E::Float::zero(), most.upper().clone(), precision);
        let zero = Interval::<E>::zero(precision);
        let (first, last) =
            (mean.saturating_sub(reach), mean.saturating_add(reach).min(self.others()));
        let mut ratios = Vec::new();
        // From there on the ratios forget where they start.
        let run = reach / 4 + 1;
        let low = first.saturating_sub(run);
        if low < turn {
            let mut ratio = if low == 0 { zero.clone() } else { start(&after(low) / &own(low)) };
            for s in low..turn.min(last) {
                ratio = &after(s) / &(&own(s) + &(&before(s) * &ratio));
                if s >= first {
                    ratios.push(ratio.clone());
                }
            }
        }
        let high = last.saturating_add(run).min(self.others());
        if high > turn {
            let own = |s: u64| -&own(s);
            let mut inverse =
                if high == self.others() { zero } else { start(&before(high) / &own(high)) };
            let mut falling = Vec::new();
            for s in (turn.max(first) + 1..=high).rev() {
                let ratio = &(&own(s) + &(&after(s) * &inverse)) / &before(s);
                inverse = &Interval::one(precision) / &ratio;
                if s <= last {
                    falling.push(ratio);
                }
            }
            ratios.extend(falling.into_iter().rev());
        }
        Ratios { first, last, ratios }
    }

    /// The masses of the sum of the others, down to about `2^-precision`.
    pub(crate) fn masses<E: Engine>(&self, precision: u64) -> Others<E> {
        let bits = precision + GUARD;
        let (mean, variance) = self.mean_and_variance();
        let one = Interval::<E>::one(bits);
        let mut reach = Reports::reach(precision, variance);
        loop {
            let Ratios { first, last, ratios } = self.ratios::<E>(mean, reach, bits);
            reach = reach.saturating_mul(2);
            // Masses beyond fall at least as fast as at the end.
            let end = |mass: &Interval<E>, ratio: Option<&Interval<E>>, is_end: bool| match ratio {
                _ if is_end => Some(Interval::zero(bits)),
                Some(ratio) if ratio.upper() < one.lower() => {
                    let rest = &(mass * ratio) / &(&one - ratio);
                    Some(Interval::new(E::Float::zero(), rest.upper().clone(), bits))
                }
                _ => None,
            };
            let mut masses = vec![one.clone()];
            // Relative to the mass at the mean, on either side of it.
            let middle = usize::try_from(mean.clamp(first, last) - first).unwrap_or(0);
            let (low, high) = ratios.split_at(middle);
            for ratio in low.iter().rev() {
                let mass = masses.last().map(|mass| mass * ratio);
                masses.extend(mass);
            }
            masses.reverse();
            for ratio in high {
                let mass = masses.last().map(|mass| mass / ratio);
                masses.extend(mass);
            }
            let inverse = ratios.last().map(|ratio| &one / ratio);
            let below = masses.first().and_then(|mass| end(mass, ratios.first(), first == 0));
            let above =
                masses.last().and_then(|mass| end(mass, inverse.as_ref(), last == self.others()));
            let (Some(below), Some(above)) = (below, above) else {
                continue;
            };
            let total = masses.iter().fold(&below + &above, |sum, mass| &sum + mass);
            let share = &one / &total;
            return Others {
                first,
                masses: masses.iter().map(|mass| mass * &share).collect(),
                below: &below * &share,
                above: &above * &share,
            };
        }
    }

    /// The masses of the listed sums under the bits 1 and 0, from the smallest one, and of all below
    /// and above.
    pub(crate) fn outcomes_by_sum<E: Engine>(
        &self,
        precision: u64,
    ) -> (Vec<Masses<E>>, [Masses<E>; 2]) {
        let Others { first, masses, below, above } = self.masses::<E>(precision);
        let enclose = |x: &Real| x.enclose::<E>(precision + GUARD);
        let sides = [&self.p, &self.q].map(|x| (enclose(x), enclose(&(1 - x))));
        let zero = Interval::<E>::zero(precision);
        // Of the reports 1 and 0 of the client.
        let both = |before: &Interval<E>, here: &Interval<E>| {
            let [p, q] = sides
                .each_ref()
                .map(|(one, none)| (&(one * before) + &(none * here)).with_precision(precision));
            Masses { p, q }
        };
        let (lowest, highest) = (masses.first().unwrap_or(&zero), masses.last().unwrap_or(&zero));
        let is_lowest = first == 0;
        let is_highest = first + masses.len() as u64 == self.others() + 1;
        let mut outcomes: Vec<Masses<E>> = Vec::with_capacity(masses.len() + 1);
        if is_lowest {
            outcomes.push(both(&zero, lowest));
        }
        let pairs = masses.iter().zip(masses.iter().skip(1));
        outcomes.extend(pairs.map(|(before, here)| both(before, here)));
        if is_highest {
            outcomes.push(both(highest, &zero));
        }
        let nothing = Masses::zero(precision);
        let below = if is_lowest { nothing.clone() } else { both(&below, &(&below + lowest)) };
        let above = if is_highest { nothing } else { both(&(&above + highest), &above) };
        (outcomes, [below, above])
    }

    fn atoms<E: Engine>(&self, precision: u64) -> Atoms<E> {
        let (outcomes, [below, above]) = self.outcomes_by_sum::<E>(precision);
        let atom = |masses: Masses<E>| Atom { loss: (&masses.p / &masses.q).ln(), masses };
        Atoms {
            atoms: outcomes.into_iter().map(atom).collect(),
            above,
            below,
            infinite: Masses::zero(precision),
        }
    }

    /// The pair of rational masses, of few clients.
    pub(crate) fn exact(&self) -> Option<LossPair> {
        let mut masses = vec![Rational::ONE];
        for (x, count) in [(&self.p, self.ones), (&self.q, self.zeros)] {
            let x = x.as_rational()?;
            for _ in 0..count {
                masses = with_report(&masses, x);
            }
        }
        let [p, q] = [&self.p, &self.q].map(|x| x.as_rational().map(|x| with_report(&masses, x)));
        let outcomes = p?.into_iter().zip(q?).map(|(p, q)| (Real::from(p), Real::from(q), None));
        FinitePair::from_outcomes(outcomes.collect::<Vec<_>>()).map(LossPair::Finite)
    }
}

/// The masses of a sum to which a report is added that is 1 with probability x.
fn with_report(masses: &[Rational], x: &Rational) -> Vec<Rational> {
    let rest = Rational::ONE - x;
    let at = |place: Option<usize>| {
        place.and_then(|place| masses.get(place)).cloned().unwrap_or_default()
    };
    (0..=masses.len()).map(|s| at(s.checked_sub(1)) * x + at(Some(s)) * &rest).collect()
}

impl Pair for Reports {
    fn reversed(self) -> Self {
        Reports { direction: self.direction.reversed(), ..self }
    }

    /// Of the largest sum, or of none.
    fn largest_loss(&self) -> Option<Real> {
        Some(match self.direction {
            Direction::Forward => (&self.p / &self.q).ln(),
            Direction::Reverse => ((1 - &self.q) / (1 - &self.p)).ln(),
        })
    }

    /// Four for each that is listed: its ratio takes two quotients and more bits.
    fn outcomes(&self) -> u64 {
        self.listed().saturating_mul(4)
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let atoms = self.atoms(precision);
        Evaluated::Atoms(match self.direction {
            Direction::Forward => atoms,
            Direction::Reverse => atoms.reversed(),
        })
    }

    fn described(&self) -> &'static str {
        "a sum of reports"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Enclosed)
    }
}
