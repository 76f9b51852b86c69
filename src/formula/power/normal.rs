//! Normal distributions and discrete Gaussians: sums at equidistant points.
//!
//! Let Q be `N(0, 1)` and P be `N(mu, 1)`, so that the moment is the integral I of `f = phi R^b`
//! with `R(x) = 1 - q + q e^(mu x - mu^2/2)`. On integers with the parameter sigma and the shift s,
//! the moment is `T[f] / T[phi]` with `mu = s / sigma` and the sum `T[f] = h sum_n f(n h)` at `h =
//! 1 / sigma`.
//!
//! # The sum and the integral
//!
//! For a function that is analytic where `|Im x| < d`, tends to 0 there, and has an integral of its
//! absolute value of at most C on every line of the strip, `|T - I| <= 2 C / (e^(2 pi d / h) - 1)`
//! (Trefethen & Weideman 2014, Theorem 5.1). At `x + iy` the two terms of R are u and `v e^(it)`
//! with `t = mu y`, and
//!
//! ```text
//!   (u + v)^2 >= |u + v e^(it)|^2 = (u + v)^2 - 4 u v sin^2(t/2) >= (u + v)^2 cos^2(t/2).
//! ```
//!
//! So for `|t| < pi` R is not on the negative axis, `R^b` is analytic, and its absolute value at `x
//! + iy` is at most `max(1, cos(t/2)^b)` times that at x. With `|phi(x + iy)| = phi(x) e^(y^2/2)`
//! and `mu d <= pi/2`, this is `C <= e^(d^2/2) max(1, 2^(-b/2)) I`. At `q = 1` there is no u: d is
//! not limited, and `C <= e^(d^2/2) I`.
//!
//! That bounds the distance of T from I by a small multiple of I. It holds at any h, whether it is
//! chosen, for the integral, or given, for integers: a wide discrete Gaussian has nearly the
//! moments of a normal distribution.
//!
//! # The ends of the sum
//!
//! P/Q is at least 1 from `x = mu/2` on, and at most 1 before. So there is one side on which `R^b`
//! is at most 1, and on the other one it is at most `(P/Q)^b`, and f at most `e^(b (b-1) mu^2 / 2)
//! phi(x - b mu)`. Both bounds are normal densities, whose sum beyond a point on the far side of
//! their centre is at most a geometric series.

use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::parallel;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// `E_Q[R^b]` of normal distributions at the distance `mu`.
pub(super) fn on_reals<E: Engine>(
    mu: &Real,
    rate: &Real,
    exponent: &Rational,
    precision: u64,
) -> Interval<E> {
    Moment::<E>::new(mu, rate, exponent, precision, precision).integral()
}

/// About the number of points of the sum for [`on_reals`].
pub(super) fn nodes_on_reals(mu: &Real, rate: &Real, exponent: &Rational, precision: u64) -> u64 {
    Moment::<Malachite>::new(mu, rate, exponent, SIZES, precision).nodes_of_integral()
}

/// `E_Q[R^b]` of discrete Gaussians at the distance `shift`.
pub(super) fn on_integers<E: Engine>(
    sigma_sq: &Real,
    shift: u64,
    rate: &Real,
    exponent: &Rational,
    precision: u64,
) -> Interval<E> {
    let lattice = Lattice::<E>::new(sigma_sq, shift, rate, exponent, precision, precision);
    match lattice.distances() {
        Some([of_moment, of_masses]) => &(&lattice.moment.integral() * &of_moment) / &of_masses,
        None => &lattice.moment.sum(&lattice.spacing) / &lattice.masses.sum(&lattice.spacing),
    }
}

/// About the number of points of the sums for [`on_integers`].
pub(super) fn nodes_on_integers(
    sigma_sq: &Real,
    shift: u64,
    rate: &Real,
    exponent: &Rational,
    precision: u64,
) -> u64 {
    let lattice = Lattice::<Malachite>::new(sigma_sq, shift, rate, exponent, SIZES, precision);
    match lattice.distances() {
        Some(_) => lattice.moment.nodes_of_integral(),
        None => lattice.moment.nodes(&lattice.spacing),
    }
}

/// The precision in which sizes are estimated, in bits: they decide how many points are summed,
/// with a margin.
const SIZES: u64 = 64;

/// The sums over integers.
struct Lattice<E: Engine> {
    moment: Moment<E>,
    /// The same with b = 0: the masses themselves.
    masses: Moment<E>,
    /// `1 / sigma`.
    spacing: Interval<E>,
}

impl<E: Engine> Lattice<E> {
    fn new(
        sigma_sq: &Real,
        shift: u64,
        rate: &Real,
        exponent: &Rational,
        precision: u64,
        bits: u64,
    ) -> Lattice<E> {
        let spacing = 1 / sigma_sq.sqrt();
        let mu = Real::from(shift) * &spacing;
        Lattice {
            moment: Moment::new(&mu, rate, exponent, precision, bits),
            masses: Moment::new(&mu, &Real::one(), &Rational::ZERO, precision, bits),
            spacing: spacing.enclose(precision),
        }
    }

    /// `T / I` of the moment and of the masses, if both are so near to 1 that the integrals
    /// suffice.
    fn distances(&self) -> Option<[Interval<E>; 2]> {
        let distances = [&self.moment, &self.masses].map(|x| x.distance(&self.spacing));
        let least = -i64::try_from(self.moment.bits).unwrap_or(i64::MAX);
        let is_small =
            |x: &Interval<E>| x.upper().exponent().is_none_or(|exponent| exponent < least);
        distances.iter().all(is_small).then(|| distances.map(|x| around_one(&x)))
    }
}

/// The integrand `f = phi R^b`, and the accuracy that is sought.
struct Moment<E: Engine> {
    mu: Interval<E>,
    rate: Interval<E>,
    /// `1 - q`; `None` at q = 1.
    rest: Option<Interval<E>>,
    exponent: Interval<E>,
    /// `b (b-1) mu^2 / 2`.
    log_factor: Interval<E>,
    /// b.
    power: Rational,
    precision: u64,
    /// Relative errors are to be below `2^-bits`.
    bits: u64,
}

/// A bound of f beyond the crossing on one side, in coordinates that increase outwards:
/// `f(x) sqrt(2 pi) <= e^(log - (x - centre)^2 / 2)`.
struct Side<E: Engine> {
    /// Where the bound begins to hold, and to fall.
    from: Interval<E>,
    centre: Interval<E>,
    log: Interval<E>,
}

impl<E: Engine> Moment<E> {
    fn new(mu: &Real, rate: &Real, power: &Rational, precision: u64, bits: u64) -> Moment<E> {
        let half = Rational::from_unsigneds(1u32, 2u32);
        let log_factor = Real::from(power * (power - Rational::ONE) * half) * mu.pow(2);
        Moment {
            mu: mu.enclose(precision),
            rate: rate.enclose(precision),
            rest: (!rate.is_one()).then(|| (1 - rate).enclose(precision)),
            exponent: Interval::from_rational(power, precision),
            log_factor: log_factor.enclose(precision),
            power: power.clone(),
            precision,
            bits,
        }
    }

    /// The smaller one of a width and the widest strip in which C is known.
    fn strip(&self, width: Interval<E>) -> Interval<E> {
        match self.rest {
            None => width,
            Some(_) => {
                let widest = &Interval::pi(self.precision).shift(-1) / &self.mu;
                -&(-&width).maximum(&-&widest)
            }
        }
    }

    /// The logarithm of `C / I` in a strip.
    fn log_growth(&self, width: &Interval<E>) -> Interval<E> {
        let along = width.square().shift(-1);
        if self.rest.is_none() || self.power >= 0 {
            return along;
        }
        let ln_2 = Interval::from_u64(2, self.precision).ln();
        &along - &(&self.exponent * &ln_2).shift(-1)
    }

    /// A bound of `|T - I| / I`.
    fn distance(&self, spacing: &Interval<E>) -> Interval<E> {
        let turn = &Interval::pi(self.precision).shift(1) / spacing;
        // Without a limit the bound is smallest about here.
        let width = self.strip(turn.clone());
        let exponent = &turn * &width;
        let rest = &Interval::one(self.precision) - &(-&exponent).exp();
        &(&self.log_growth(&width) - &exponent).exp().shift(1) / &rest
    }

    /// `0.7 bits`, which is more than `ln(2^bits)`.
    fn depth(&self) -> Interval<E> {
        Interval::from_rational(
            &(Rational::from(self.bits * 7 + 40) / Rational::from(10)),
            self.precision,
        )
    }

    /// A spacing at which the sum is near enough to the integral: a point.
    fn spacing(&self) -> Interval<E> {
        let width = self.strip(self.depth().shift(1).sqrt());
        let turn = &Interval::pi(self.precision).shift(1) * &width;
        let spacing = &turn / &(&self.depth() + &self.log_growth(&width));
        Interval::new(spacing.lower().clone(), spacing.lower().clone(), self.precision)
    }

    /// I.
    fn integral(&self) -> Interval<E> {
        if self.rest.is_none() {
            return self.log_factor.exp();
        }
        let spacing = self.spacing();
        let root = Interval::<E>::pi(self.precision).shift(1).sqrt();
        let sum = &(&self.sum(&spacing) * &spacing) / &root;
        &sum / &around_one(&self.distance(&spacing))
    }

    fn nodes_of_integral(&self) -> u64 {
        if self.rest.is_none() { 1 } else { self.nodes(&self.spacing()) }
    }

    fn nodes(&self, spacing: &Interval<E>) -> u64 {
        let [below, above] = self.sides().map(|side| self.last(&side, spacing));
        below
            .zip(above)
            .map_or(u64::MAX, |(below, above)| below.saturating_add(above).saturating_add(1))
    }

    /// The bounds below and above.
    fn sides(&self) -> [Side<E>; 2] {
        let zero = || Interval::zero(self.precision);
        let (centre, crossing) = (&self.mu * &self.exponent, self.mu.shift(-1));
        let flat =
            |from: Interval<E>| Side { from: from.positive_part(), centre: zero(), log: zero() };
        let steep = |centre: Interval<E>, crossing: &Interval<E>| {
            let from = centre.maximum(crossing);
            Side { from, centre, log: self.log_factor.clone() }
        };
        if self.power < 0 {
            [steep(-&centre, &-&crossing), flat(crossing)]
        } else {
            [flat(-&crossing), steep(centre, &crossing)]
        }
    }

    /// The number of points on one side after which the others do not matter.
    fn last(&self, side: &Side<E>, spacing: &Interval<E>) -> Option<u64> {
        let reach = (&self.depth() + &side.log.positive_part()).shift(1).sqrt();
        let last = &(&side.from + &reach) / spacing;
        let last = Ceiling::ceiling(&last.upper().to_rational()?);
        u64::try_from(&last).ok().filter(|last| *last < MOST_NODES)
    }

    /// The sum over the points after the n-th: the first one times a geometric series.
    fn beyond(&self, side: &Side<E>, last: u64, spacing: &Interval<E>) -> Interval<E> {
        let next = spacing * &Interval::from_u64(last + 1, self.precision);
        let from_centre = &next - &side.centre;
        let first = (&side.log - &from_centre.square().shift(-1)).exp();
        let ratio = (-&(spacing * &from_centre)).exp();
        let bound = &first / &(&Interval::one(self.precision) - &ratio);
        Interval::zero(self.precision).hull(&bound)
    }

    /// `f(x) sqrt(2 pi)`.
    fn value(&self, x: &Interval<E>) -> Interval<E> {
        let loss = &self.mu * &(x - &self.mu.shift(-1));
        let log_ratio = match &self.rest {
            None => loss,
            Some(rest) => (rest + &(&self.rate * &loss.exp())).ln(),
        };
        (&(&self.exponent * &log_ratio) - &x.square().shift(-1)).exp()
    }

    /// `sqrt(2 pi) sum_n f(n h)`.
    fn sum(&self, spacing: &Interval<E>) -> Interval<E> {
        let [below, above] = self.sides();
        let (Some(first), Some(last)) = (self.last(&below, spacing), self.last(&above, spacing))
        else {
            return Interval::whole(self.precision);
        };
        let at = |n: u64| spacing * &Interval::from_u64(n, self.precision);
        let node = |n: u64| {
            if n < first { self.value(&-&at(first - n)) } else { self.value(&at(n - first)) }
        };
        let values: Vec<Interval<E>> = parallel::map(0..=first + last, node);
        let ends = &self.beyond(&below, first, spacing) + &self.beyond(&above, last, spacing);
        values.iter().fold(ends, |sum, value| &sum + value)
    }
}

/// The most points on one side, each an exponential or two; with more nodes a moment is not summed.
const MOST_NODES: u64 = 1 << 22;

/// The interval between `1 - bound` and `1 + bound`.
fn around_one<E: Engine>(bound: &Interval<E>) -> Interval<E> {
    &Interval::one(bound.precision()) + &bound.hull(&-bound)
}
