//! Moments of the loss of one step, by the masses between losses.
//!
//! Between two losses the masses p and q of P and Q are known, and with them the mean p/q of the
//! likelihood ratio. A function that is convex in the ratio is there at least its tangent and at
//! most its chord, whose means are linear in p and q; a concave one is between them the other way
//! round. Cells are halved until the product of their mass and the square of their width is small
//! beside that of all of them.

use crate::exact::Extended;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::pair::atoms::Atoms;
use crate::pair::tails::{GridPoint, Masses, Tails, line};
use crate::pair::{Direction, Evaluated, Moment};
use crate::parallel;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A functional of `f = T(Q, P)` (Dong, Roth & Su, section 3.2 and Theorem 11), with the loss
/// `L = ln(P/Q)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Functional {
    /// `kl = -E_Q[L]`.
    Kl,
    /// `kappa_2 = E_Q[L^2]`.
    Kappa2,
    /// `kappa_3 = E_Q[|L|^3]`.
    Kappa3,
    /// `kappa_3-bar = E_Q[|L + kl|^3]`.
    Kappa3Bar,
    /// `chi^2_+ = E_Q[(P/Q - 1)_+^2]`.
    ChiSquaredPlus,
}

/// A functional of a pair whose losses are bounded, or whose ratio has a known third moment.
#[derive(Clone, Debug, PartialEq)]
pub struct LossMoment {
    pair: LossPair,
    functional: Functional,
    ends: [End; 2],
}

/// What is known of the losses of P against Q upwards.
#[derive(Clone, Debug, PartialEq)]
enum End {
    /// No finite loss is above this one.
    Bounded(Real),
    /// A bound of `E_Q[(P/Q)^3]`, over the losses above 0.
    Cubed(Real),
    /// Nothing, and nothing is asked.
    Unused,
}

impl End {
    fn of(pair: &LossPair) -> Option<End> {
        if let Some(largest) = pair.largest_loss() {
            return Some(End::Bounded(largest));
        }
        // The cube is convex: that of 1 - q + q x is at most 1 - q + q x^3.
        let mixed = |base: &LossPair, rate: &Real| match End::of(base)? {
            End::Cubed(cubed) => Some(End::Cubed(1 - rate + rate * cubed)),
            _ => None,
        };
        match pair {
            LossPair::Noise(noise) => match noise.renyi(&Rational::from(3))? {
                Extended::Finite(divergence) => Some(End::Cubed((2 * divergence).exp())),
                Extended::Infinite(_) => None,
            },
            LossPair::Mixed(mixed_pair) if mixed_pair.direction == Direction::Forward => {
                mixed(&mixed_pair.base, &mixed_pair.rate)
            }
            LossPair::Replaced(replaced) => mixed(&replaced.base, &replaced.rate),
            _ => None,
        }
    }
}

/// The most bits with which a functional is computed: beyond, the cells are what is left.
const MOST_BITS: u64 = 128;

/// The logarithm of the largest error of a cell, to base 2, as a part of the whole: with a smaller
/// one more digits are known, and cells are more by the root of what it is smaller.
const FINENESS: i64 = -35;

/// A loss beyond which nothing that counts is left, where losses are unbounded and their third
/// moments are moderate.
const REACH: u64 = 44;

impl LossMoment {
    /// A functional of a pair; `None` where too little is known of its largest losses, or of its
    /// smallest. An infinite one is not asked for.
    pub(super) fn of(pair: &LossPair, functional: Functional) -> Option<LossMoment> {
        let above = End::of(pair)?;
        let below = match functional {
            Functional::ChiSquaredPlus => End::Unused,
            _ => End::of(&pair.clone().reversed())?,
        };
        Some(LossMoment { pair: pair.clone(), functional, ends: [above, below] })
    }

    /// An enclosure, whose width is about 1e-8 of the second moment where the pair is continuous.
    pub(super) fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        if let Some(exact) = self.of_closed_form(precision) {
            return exact;
        }
        let is_listed = self.pair.outcomes() > 0;
        let precision = if is_listed { precision } else { precision.min(MOST_BITS) };
        let evaluated = self.pair.evaluate::<E>(precision);
        let sum = |functional, kl: &Interval<E>| {
            let integral = Integral { functional, kl: kl.clone(), precision, ends: &self.ends };
            match &evaluated {
                Evaluated::Tails(tails) => integral.over_tails(tails),
                Evaluated::Atoms(atoms) => integral.over_atoms(atoms),
            }
        };
        let zero = Interval::zero(precision);
        if self.functional != Functional::Kappa3Bar {
            return sum(self.functional, &zero).positive_part();
        }
        // It is computed at one number of the enclosure of kl. Another one, at most d away, moves
        // |L + kl|^3 by at most 3 d (|L + kl| + d)^2, whose mean is at most
        // 6 d (kappa_2 + kl^2 + d^2).
        let kl = sum(Functional::Kl, &zero).positive_part();
        let second = sum(Functional::Kappa2, &zero);
        let number = |x: &E::Float| Interval::<E>::new(x.clone(), x.clone(), precision);
        let (near, distance) = (number(kl.lower()), &number(kl.upper()) - &number(kl.lower()));
        let moved = &(&second + &kl.square()) + &distance.square();
        let moved = &(&moved * &distance) * &Interval::from_u64(6, precision);
        (&sum(Functional::Kappa3Bar, &near) + &moved.hull(&-&moved)).positive_part()
    }

    /// Has it the width of cells, and not that of a precision?
    pub(super) fn has_cells(&self) -> bool {
        let is_closed = match &self.pair {
            LossPair::Noise(noise) => {
                noise.closed_form().is_some()
                    && !matches!(self.functional, Functional::Kl | Functional::Kappa2)
            }
            _ => false,
        };
        self.pair.outcomes() == 0 && !is_closed
    }

    /// The functional of noise with closed forms.
    fn of_closed_form<E: Engine>(&self, precision: u64) -> Option<Interval<E>> {
        let LossPair::Noise(noise) = &self.pair else {
            return None;
        };
        let moment = match self.functional {
            Functional::Kappa3 => Moment::Kappa3,
            Functional::Kappa3Bar => match noise.divergences().kl()? {
                [_, Extended::Finite(kl)] => Moment::Kappa3Bar(kl),
                _ => return None,
            },
            Functional::ChiSquaredPlus => Moment::ChiSquaredPositive,
            Functional::Kl | Functional::Kappa2 => return None,
        };
        Some(noise.closed_form()?.moment(&moment, precision))
    }
}

/// The integrand, as a function of the loss.
struct Integral<'a, E: Engine> {
    functional: Functional,
    kl: Interval<E>,
    precision: u64,
    ends: &'a [End; 2],
}

/// A loss with what lies above it, and the integrand there.
#[derive(Clone)]
struct Edge<E: Engine> {
    point: GridPoint<E>,
    above: Masses<E>,
    value: Interval<E>,
}

impl<E: Engine> Integral<'_, E> {
    fn natural(&self, n: u64) -> Interval<E> {
        Interval::from_u64(n, self.precision)
    }

    /// The integrand.
    fn value(&self, point: &GridPoint<E>) -> Interval<E> {
        let distance = &point.loss + &self.kl;
        match self.functional {
            Functional::Kl => -&point.loss,
            Functional::Kappa2 => point.loss.square(),
            Functional::Kappa3 | Functional::Kappa3Bar => {
                distance.maximum(&-&distance).pow_natural(3)
            }
            Functional::ChiSquaredPlus => {
                (&point.ratio - &self.natural(1)).positive_part().square()
            }
        }
    }

    /// Its derivative by the ratio.
    fn slope(&self, point: &GridPoint<E>) -> Interval<E> {
        let distance = &point.loss + &self.kl;
        let by_loss = match self.functional {
            Functional::Kl => -&self.natural(1),
            Functional::Kappa2 => point.loss.shift(1),
            Functional::Kappa3 | Functional::Kappa3Bar => {
                &(&distance * &distance.maximum(&-&distance)) * &self.natural(3)
            }
            Functional::ChiSquaredPlus => {
                return (&point.ratio - &self.natural(1)).positive_part().shift(1);
            }
        };
        &by_loss / &point.ratio
    }

    /// Is it convex in the ratio between two losses, or else concave? `None` where it turns there.
    ///
    /// With `u = ln x` the second derivatives are `1/x^2`, `2(1-u)/x^2`, `3u(2-u)/x^2` for u > 0,
    /// and positive for u < 0.
    fn is_convex(&self, low: &GridPoint<E>, high: &GridPoint<E>) -> Option<bool> {
        let turn = match self.functional {
            Functional::Kl | Functional::ChiSquaredPlus => return Some(true),
            Functional::Kappa2 => self.natural(1),
            Functional::Kappa3 | Functional::Kappa3Bar => &self.natural(2) - &self.kl,
        };
        if high.loss.upper() <= turn.lower() {
            return Some(true);
        }
        (low.loss.lower() >= turn.upper()).then_some(false)
    }

    /// Bounds over the outcomes between two losses.
    fn between(&self, low: &Edge<E>, high: &Edge<E>) -> Interval<E> {
        let mass =
            |of: fn(&Masses<E>) -> &Interval<E>| (of(&low.above) - of(&high.above)).positive_part();
        let (p, q) = (mass(|masses| &masses.p), mass(|masses| &masses.q));
        let (a, b) = (&low.point.ratio, &high.point.ratio);
        let Some(is_convex) = self.is_convex(&low.point, &high.point) else {
            return &q * &self.everywhere(low, high);
        };
        let span = b - a;
        let everywhere = &q * &self.everywhere(low, high);
        if span.sign() != Some(Ordering::Greater) {
            return everywhere;
        }
        let at_ends = &q * &(&(&(b * &low.value) - &(a * &high.value)) / &span);
        let chord = &at_ends + &(&p * &(&(&high.value - &low.value) / &span));
        let loss = (&low.point.loss + &high.point.loss).shift(-1);
        // The tangent is at one number: any within the enclosure of the middle is one.
        let loss = Interval::new(loss.lower().clone(), loss.lower().clone(), self.precision);
        let middle = GridPoint { ratio: loss.exp(), loss };
        let slope = self.slope(&middle);
        let constant = &self.value(&middle) - &(&slope * &middle.ratio);
        let tangent = &(&q * &constant) + &(&p * &slope);
        let (below, above) = if is_convex { (&tangent, &chord) } else { (&chord, &tangent) };
        let found = below.lower() <= above.upper();
        let found = found
            .then(|| Interval::new(below.lower().clone(), above.upper().clone(), self.precision));
        match found.and_then(|found| found.intersection(&everywhere)) {
            Some(found) => found,
            None => everywhere,
        }
    }

    /// A hull of the integrand between two losses: it is monotone but for its zero.
    fn everywhere(&self, low: &Edge<E>, high: &Edge<E>) -> Interval<E> {
        let hull = low.value.hull(&high.value);
        match self.functional {
            Functional::Kl | Functional::ChiSquaredPlus => hull,
            _ => {
                let shift = &self.kl;
                let turns = &low.point.loss + shift;
                let ends = &high.point.loss + shift;
                let is_monotone =
                    turns.sign() == Some(Ordering::Greater) || ends.sign() == Some(Ordering::Less);
                if is_monotone { hull } else { hull.hull(&Interval::zero(self.precision)) }
            }
        }
    }

    /// The loss up to which cells go at an end where losses are unbounded. A third moment above 1
    /// moves it.
    fn reach(&self) -> u64 {
        let needed = |end: &End| match end {
            End::Cubed(cubed) => {
                let logarithm = cubed.enclose::<E>(self.precision).ln().upper().to_rational();
                let whole = logarithm.and_then(|x| u64::try_from(&Ceiling::ceiling(&x)).ok());
                whole.unwrap_or(0)
            }
            _ => 0,
        };
        REACH.max(self.precision / 3) + self.ends.iter().map(needed).max().unwrap_or(0)
    }

    /// A bound of the absolute integrand over all losses beyond the reach.
    ///
    /// Above T it is at most `(L + kl)^3 e^(-3L) x^3`, whose factor decreases from 1 on, and below
    /// -T at most `(|L| + kl)^3 e^(-2|L|) x (1/x)^3`, where `x (1/x)^3` has the mean of the cube
    /// under P. `chi^2_+` has `(x-1)^2 <= x^3 / x`.
    fn beyond(&self) -> Interval<E> {
        let reach = self.natural(self.reach());
        let largest = self.largest(&reach);
        let [above, below] = self.ends;
        let decay = |times: u64| (-&(&reach * &self.natural(times))).exp();
        let mut bound = Interval::zero(self.precision);
        if let End::Cubed(cubed) = above {
            let rate = match self.functional {
                Functional::ChiSquaredPlus => decay(1),
                _ => &largest * &decay(3),
            };
            bound = &bound + &(&cubed.enclose(self.precision) * &rate);
        }
        if let End::Cubed(cubed) = below {
            bound = &bound + &(&cubed.enclose(self.precision) * &(&largest * &decay(2)));
        }
        bound
    }

    /// The largest absolute integrand at losses up to a size, but for `chi^2_+`.
    fn largest(&self, size: &Interval<E>) -> Interval<E> {
        match self.functional {
            Functional::Kl => size.clone(),
            Functional::Kappa2 => size.square(),
            Functional::Kappa3 | Functional::Kappa3Bar => (size + &self.kl).pow_natural(3),
            Functional::ChiSquaredPlus => Interval::zero(self.precision),
        }
    }

    /// The interval from 0, or around it, up to a bound.
    fn within(&self, bound: &Interval<E>) -> Interval<E> {
        match self.functional {
            Functional::Kl => bound.hull(&-bound),
            _ => bound.hull(&Interval::zero(self.precision)),
        }
    }

    /// The integral over a pair with tails.
    fn over_tails(&self, tails: &Tails<E>) -> Interval<E> {
        let edge = |loss: &Rational| {
            let point = line(loss, self.precision);
            Edge { above: tails.above(&point), value: self.value(&point), point }
        };
        let at_end = |loss: Interval<E>, above: Masses<E>| {
            let point = GridPoint { ratio: loss.exp(), loss };
            Edge { value: self.value(&point), point, above }
        };
        let [above, below] = self.ends;
        let reach = Rational::from(self.reach());
        let high = match above {
            End::Bounded(loss) => {
                let infinite = tails.infinite(self.precision);
                let nothing = Masses { p: infinite, q: Interval::zero(self.precision) };
                at_end(loss.enclose(self.precision), nothing)
            }
            _ => edge(&reach),
        };
        let low = match below {
            End::Bounded(loss) => {
                let everything = Masses { p: self.natural(1), q: self.natural(1) };
                at_end(-&loss.enclose(self.precision), everything)
            }
            End::Cubed(_) => edge(&-reach),
            End::Unused => edge(&Rational::from(0)),
        };
        let mut edges = vec![low];
        edges.extend(self.whole_losses(&edges[0].point.loss, &high.point.loss).iter().map(edge));
        edges.push(high);
        let cells: Vec<[Edge<E>; 2]> = edges
            .windows(2)
            .filter_map(|pair| <[Edge<E>; 2]>::try_from(pair.to_vec()).ok())
            .collect();
        let whole = self.whole(&cells);
        let parts: Vec<Interval<E>> =
            parallel::map(cells, |[low, high]| self.halved(&low, &high, &edge, &whole, 0));
        let rest = self.within(&self.beyond());
        parts.iter().fold(rest, |sum, part| &sum + part)
    }

    /// The whole losses between two.
    fn whole_losses(&self, low: &Interval<E>, high: &Interval<E>) -> Vec<Rational> {
        let (Some(low), Some(high)) = (low.upper().to_rational(), high.lower().to_rational())
        else {
            return Vec::new();
        };
        let most = usize::try_from(2 * self.reach()).unwrap_or(usize::MAX);
        let first = Rational::from(Floor::floor(low)) + Rational::from(1);
        let whole = std::iter::successors(Some(first), |loss| Some(loss + Rational::from(1)));
        whole.take_while(|loss| *loss < high).take(most).collect()
    }

    /// About the error of a cell for each unit of its squared width: the second derivative of the
    /// integrand times the mass.
    fn weight(&self, low: &Edge<E>, high: &Edge<E>) -> Interval<E> {
        let (p, q) = (&low.above.p - &high.above.p, &low.above.q - &high.above.q);
        match self.functional {
            Functional::ChiSquaredPlus => &high.point.ratio * &p.positive_part(),
            _ => {
                let size = &low.point.loss.maximum(&-&low.point.loss) + &self.natural(1);
                &size * &q.positive_part()
            }
        }
    }

    /// What the errors of cells are small beside: all their weights, times the square of the span of
    /// the losses where that is below 1. It decides how many cells there are, and nothing else.
    fn whole(&self, cells: &[[Edge<E>; 2]]) -> Interval<E> {
        let zero = Interval::zero(self.precision);
        let weights =
            cells.iter().fold(zero.clone(), |sum, [low, high]| &sum + &self.weight(low, high));
        let span = match (cells.first(), cells.last()) {
            (Some([low, _]), Some([_, high])) => &high.point.loss - &low.point.loss,
            _ => zero,
        };
        let least = |x: &Interval<E>, y: &Interval<E>| -&(-x).maximum(&-y);
        &weights * &least(&span, &self.natural(1)).square()
    }

    /// The integral between two losses, of a cell that is halved where it is too coarse.
    fn halved(
        &self,
        low: &Edge<E>,
        high: &Edge<E>,
        edge: &(impl Fn(&Rational) -> Edge<E> + Sync),
        whole: &Interval<E>,
        depth: u32,
    ) -> Interval<E> {
        let width = &high.point.loss - &low.point.loss;
        let error = &self.weight(low, high) * &width.square();
        let is_fine = error.shift(-FINENESS).upper() <= whole.upper();
        let middle = (low.point.loss.upper().to_rational(), high.point.loss.lower().to_rational());
        match middle {
            (Some(first), Some(last)) if !is_fine && depth < 24 && first < last => {
                let middle = edge(&((first + last) >> 1u32));
                &self.halved(low, &middle, edge, whole, depth + 1)
                    + &self.halved(&middle, high, edge, whole, depth + 1)
            }
            _ => self.between(low, high),
        }
    }

    /// The integral over listed outcomes: those of a remainder have a small mass up to the reach.
    fn over_atoms(&self, atoms: &Atoms<E>) -> Interval<E> {
        let mut reach = self.natural(self.reach());
        for end in self.ends {
            if let End::Bounded(loss) = end {
                reach = reach.maximum(&loss.enclose(self.precision));
            }
        }
        let terms = atoms.atoms.iter().map(|atom| {
            let point = GridPoint { loss: atom.loss.clone(), ratio: atom.loss.exp() };
            match self.functional {
                // (p - q)^2 / q without the rounding of a loss near 0.
                Functional::ChiSquaredPlus => {
                    let excess = (&atom.masses.p - &atom.masses.q).positive_part();
                    &excess * &(&point.ratio - &self.natural(1)).positive_part()
                }
                _ => &atom.masses.q * &self.value(&point),
            }
        });
        let rest = match self.functional {
            Functional::ChiSquaredPlus => &(&atoms.above.p + &atoms.below.p) * &reach.exp(),
            _ => &(&atoms.above.q + &atoms.below.q) * &self.largest(&reach),
        };
        let rest = self.within(&(&rest + &self.beyond()));
        terms.fold(rest, |sum, term| &sum + &term)
    }
}
