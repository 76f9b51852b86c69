//! k-fold composition of the three-point pair: Kairouz-Oh-Viswanath and Ghazi-Issa, every j in O(k).
//!
//! The finite part of the composed loss is a sum S of k steps in {+1, 0, -1} times eps. Under Q its
//! masses are the coefficients of `(c z + b + cE/z)^k`; with `t_i = Q(S = k - i)`,
//!
//! ```text
//! i t_i = (b/c) (k-i+1) t_{i-1} + E (2k-i+2) t_{i-2}        t_0 = c^k
//! ```
//!
//! (multiply `f' g = k f g'` out, for `f = g^k`). Every term is positive for i <= k, so the walk
//! starts at the largest loss, where the interesting tail is, and stops where it wants: nothing is
//! ever subtracted. With `W_j = Q(S >= j)`,
//!
//! ```text
//! delta_j = delta_{j+1} + E^j (E-1) W_{j+1}                  delta_k = 1 - (1-delta)^k
//! ```
//!
//! because delta is linear in e^eps between lattice points with slope -W. Here delta_j is the total
//! delta at j eps. The printed double sum (5) of Ghazi & Issa costs O(k^2) for each j; it is the
//! tests' oracle.

use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::{Real, rational_bits};
use crate::exact::value::Value;
use crate::pair::ThreePoint;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Lcm, Pow};
use malachite::rational::Rational;

/// `(1-delta)^k` is kept as a fraction up to this many bits.
const MAX_EXACT_MASS_BITS: u64 = 1 << 16;

/// What the walk knows at lattice point j: all for the k-fold composition.
pub struct Point<'a, T> {
    /// The lattice point, in units of eps.
    pub j: u64,
    /// `Q(S = j)`.
    pub mass: &'a T,
    /// `Q(S >= j + 1)`.
    pub tail: &'a T,
    /// The total delta at `(j+1) eps`.
    pub next_delta: &'a T,
    /// The total delta at `j eps`.
    pub delta: &'a T,
}

/// The constants of an enclosing walk, the same for both directions.
pub struct Constants<E: Engine> {
    k: u64,
    precision: u64,
    e: Interval<E>,
    inverse_e: Interval<E>,
    e_minus_one: Interval<E>,
    ratio: Interval<E>,
    /// Is b exactly 0? Then every other mass is.
    alternating: bool,
    first_mass: Interval<E>,
    first_power: Interval<E>,
    infinite: Interval<E>,
}

impl<E: Engine> Constants<E> {
    /// Evaluates the constants of a pair that is not degenerate, for `k >= 1`.
    pub fn new(pair: &ThreePoint, k: u64, precision: u64) -> Self {
        let fine = 2 * precision + 64;
        let rounded = |x: Interval<E>| x.with_precision(precision);
        let e: Interval<E> = pair.e().enclose(fine);
        let c: Interval<E> = pair.c().enclose(fine);
        let middle: Interval<E> = pair.middle().enclose::<E>(fine).positive_part();
        let one = Interval::one(fine);
        Constants {
            k,
            precision,
            inverse_e: rounded(&one / &e),
            e_minus_one: rounded(pair.e().sub(&Real::one()).enclose(fine)),
            // Where c underflows the ratio is only known to be >= 0.
            ratio: rounded((&middle / &c).positive_part()),
            alternating: pair.alpha.is_zero(),
            first_mass: rounded(c.pow_natural(k)),
            first_power: rounded(e.pow_natural(k)),
            infinite: rounded(infinite_mass(&pair.delta, k, fine).enclose(fine)),
            e: rounded(e),
        }
    }

    /// Walks j = k, k-1, ... down to `last`, every operation rounded in one direction, so that
    /// every number shown is an end of an enclosure on that side.
    ///
    /// Cost: some ten operations a step; constant memory.
    pub fn walk(&self, rounding: Rounding, last: u64, mut visit: impl FnMut(Point<'_, E::Float>)) {
        let (k, precision) = (self.k, self.precision);
        let end = |x: &Interval<E>| match rounding {
            Rounding::Down => x.lower().clone(),
            Rounding::Up => x.upper().clone(),
        };
        let (e, inverse_e, ratio) = (end(&self.e), end(&self.inverse_e), end(&self.ratio));
        let zero = E::Float::zero();
        let mut before = zero.clone();
        let mut mass = end(&self.first_mass);
        let mut tail = zero.clone();
        let mut delta = end(&self.infinite);
        // At j = k the slope is -W_{k+1} = 0; the power is wanted from j = k - 1 on.
        let mut power = end(&self.first_power);
        power.mul_assign(&end(&self.e_minus_one), precision, rounding);
        visit(Point { j: k, mass: &mass, tail: &tail, next_delta: &delta, delta: &delta });
        for i in 1..=k - last {
            tail.add_assign(&mass, precision, rounding);
            power.mul_assign(&inverse_e, precision, rounding);
            let previous = delta.clone();
            delta.add_assign(&power.mul(&tail, precision, rounding), precision, rounding);
            let mut next = before;
            if i >= 2 && !(self.alternating && i % 2 == 1) {
                next.mul_assign(&e, precision, rounding);
                next.mul_assign(&E::Float::from_u64(2 * k + 2 - i), precision, rounding);
                if !self.alternating {
                    next.add_assign(&self.middle_term(&mass, &ratio, i, rounding), precision, rounding);
                }
                next.div_assign(&E::Float::from_u64(i), precision, rounding);
            } else if !self.alternating {
                next = self.middle_term(&mass, &ratio, i, rounding);
                next.div_assign(&E::Float::from_u64(i), precision, rounding);
            } else {
                next = zero.clone();
            }
            before = mass;
            mass = next;
            visit(Point { j: k - i, mass: &mass, tail: &tail, next_delta: &previous, delta: &delta });
        }
    }

    /// `(b/c) (k-i+1) t_{i-1}`.
    fn middle_term(&self, mass: &E::Float, ratio: &E::Float, i: u64, rounding: Rounding) -> E::Float {
        let mut term = mass.mul(ratio, self.precision, rounding);
        term.mul_assign(&E::Float::from_u64(self.k - i + 1), self.precision, rounding);
        term
    }
}

/// `(1-delta)^k`: exact where that is short.
pub fn finite_mass<E: Engine>(delta: &Real, k: u64, precision: u64) -> Value<E> {
    let rest = Real::one().sub(delta);
    match rest.as_rational() {
        Some(x) if *x == 1 || rational_bits(x).saturating_mul(k) <= MAX_EXACT_MASS_BITS => Value::Exact(x.pow(k)),
        _ => Value::Enclosed(rest.enclose::<E>(precision).positive_part().pow_natural(k)),
    }
}

/// `1 - (1-delta)^k`, exact where that is short and otherwise as `delta (1 + r + ... + r^(k-1))`
/// with `r = 1 - delta`, which cancels nothing: `S_2n = S_n (1 + r^n)`, `S_(n+1) = S_n + r^n`.
pub fn infinite_mass<E: Engine>(delta: &Real, k: u64, precision: u64) -> Value<E> {
    if let Value::Exact(finite) = finite_mass::<E>(delta, k, precision) {
        return Value::Exact(Rational::from(1) - finite);
    }
    let one = Interval::one(precision);
    let r = Real::one().sub(delta).enclose::<E>(precision).positive_part();
    let (mut power, mut sum) = (one.clone(), Interval::zero(precision));
    for bit in (0..u64::BITS - k.leading_zeros()).rev() {
        sum = &sum * &(&one + &power);
        power = power.square();
        if k >> bit & 1 == 1 {
            sum = &sum + &power;
            power = &power * &r;
        }
    }
    Value::Enclosed((&sum * &delta.enclose(precision)).probability())
}

/// Every delta_j, j = 0..=k, with both ends: the two directions run side by side.
pub fn deltas<E: Engine>(pair: &ThreePoint, k: u64, precision: u64) -> Vec<Interval<E>> {
    let constants = Constants::<E>::new(pair, k, precision);
    let run = |rounding| {
        let mut ends = Vec::with_capacity(usize::try_from(k).map_or(0, |k| k + 1));
        constants.walk(rounding, 0, |point| ends.push(point.delta.clone()));
        ends
    };
    let (lower, upper) = rayon::join(|| run(Rounding::Down), || run(Rounding::Up));
    lower.into_iter().zip(upper).rev().map(|(lower, upper)| Interval::new(lower, upper, precision)).collect()
}

/// The total delta at one eps, `0 <= eps`, in constant memory.
///
/// `floor` is the largest lattice point at or below eps; it is less than k.
pub fn delta_at<E: Engine>(pair: &ThreePoint, k: u64, eps: &Real, floor: u64, precision: u64) -> Interval<E> {
    let constants = Constants::<E>::new(pair, k, precision);
    let next = Real::from(floor + 1).mul(&pair.eps).exp();
    let gap: Interval<E> =
        next.sub(&eps.exp()).enclose::<E>(2 * precision + 64).with_precision(precision).positive_part();
    let run = |rounding| {
        let gap = if rounding == Rounding::Down { gap.lower() } else { gap.upper() };
        let mut result = E::Float::zero();
        constants.walk(rounding, floor, |point| {
            if point.j == floor {
                let slope = point.tail.mul(gap, precision, rounding);
                result = point.next_delta.add(&slope, precision, rounding);
            }
        });
        result
    };
    let (lower, upper) = rayon::join(|| run(Rounding::Down), || run(Rounding::Up));
    Interval::new(lower, upper, precision)
}

/// The masses `Q(S = j)` for j = 0..=k.
pub fn masses<E: Engine>(pair: &ThreePoint, k: u64, precision: u64) -> Vec<Interval<E>> {
    let constants = Constants::<E>::new(pair, k, precision);
    let run = |rounding| {
        let mut ends = Vec::new();
        constants.walk(rounding, 0, |point| ends.push(point.mass.clone()));
        ends
    };
    let (lower, upper) = rayon::join(|| run(Rounding::Down), || run(Rounding::Up));
    lower.into_iter().zip(upper).rev().map(|(lower, upper)| Interval::new(lower, upper, precision)).collect()
}

/// The three-point pair over a common denominator, where everything is rational.
///
/// With `E = p/q` reduced: `cE = p w / d`, `c = q w / d`, `(1-delta) alpha = b / d`.
#[derive(Clone, Debug)]
pub struct RationalPair {
    p: Natural,
    q: Natural,
    w: Natural,
    b: Natural,
    d: Natural,
}

impl RationalPair {
    /// `None` unless eps > 0 is the logarithm of a rational and delta and alpha are rational.
    pub fn of(pair: &ThreePoint) -> Option<RationalPair> {
        let (e, c, middle) = (pair.e(), pair.c(), pair.middle());
        let (e, c, middle) = (e.as_rational()?, c.as_rational()?, middle.as_rational()?);
        let high = c * e;
        let d = c.denominator_ref().lcm(middle.denominator_ref()).lcm(high.denominator_ref());
        let scale = |x: &Rational| (x * Rational::from(d.clone())).numerator_ref().clone();
        let (p, q) = (e.numerator_ref().clone(), e.denominator_ref().clone());
        // q w / d = c in lowest terms or not: q divides c d because p/q is reduced.
        let w = &scale(c) / &q;
        Some(RationalPair { w, b: scale(middle), p, q, d })
    }

    /// Bits of the common denominator of one step.
    pub fn denominator_bits(&self) -> u64 {
        BigNatural::bits(&self.d)
    }

    /// Walks j = k, k-1, ... down to `last` on integers, with `Q(S = j) = q^j s_j / d^k`:
    ///
    /// ```text
    /// w i s_{k-i} = b (k-i+1) s_{k-i+1} + p q w (2k-i+2) s_{k-i+2}     s_k = w^k
    /// Y_j = q Y_{j+1} + s_j            Q(S >= j) = q^j Y_j / d^k
    /// F_j = p F_{j+1} + (p-q) Y_{j+1}  finite part of delta_j = p^j F_j / d^k
    /// ```
    ///
    /// so that every step multiplies long integers by short ones only. `visit` is given
    /// `(j, s_j, Y_{j+1}, F_{j+1}, F_j)`.
    pub fn walk<N: BigNatural>(&self, k: u64, last: u64, mut visit: impl FnMut(u64, &N, &N, &N, &N)) {
        let (p, q, w, b) =
            (N::from_natural(&self.p), N::from_natural(&self.q), N::from_natural(&self.w), N::from_natural(&self.b));
        let difference = N::from_natural(&(&self.p - &self.q));
        let mut outer = p.mul(&q);
        outer.mul_assign(&w);
        let mut before = N::from_u64(0);
        let mut s = BigNatural::pow(&w, k);
        let mut y = N::from_u64(0);
        let mut f = N::from_u64(0);
        visit(k, &s, &y, &f, &f);
        for i in 1..=k - last {
            y.mul_assign(&q);
            y.add_assign(&s);
            let previous = f.clone();
            f.mul_assign(&p);
            f.add_assign(&y.mul(&difference));
            let mut next = before;
            // Short factors first: each long number is then passed over once.
            if i >= 2 {
                next.mul_assign(&outer.mul(&N::from_u64(2 * k + 2 - i)));
            }
            if !b.is_zero() {
                next.add_assign(&s.mul(&b.mul(&N::from_u64(k - i + 1))));
            }
            next.div_exact_assign(&w.mul(&N::from_u64(i)));
            before = s;
            s = next;
            visit(k - i, &s, &y, &previous, &f);
        }
    }

    /// `d^k`, and the numerator of `1 - (1-delta)^k` over it.
    pub fn denominator_and_infinite(&self, k: u64) -> (Natural, Natural) {
        let whole = &self.d;
        let finite = &(&self.p + &self.q) * &self.w + &self.b;
        let power = BigNatural::pow(whole, k);
        let infinite = &power - BigNatural::pow(&finite, k);
        (power, infinite)
    }

    /// Every delta_j, j = 0..=k, exactly: numerators, and their common denominator `d^k`.
    ///
    /// Cost: about five passes over a k log d bit integer for each j.
    pub fn deltas<N: BigNatural>(&self, k: u64) -> (Vec<N>, Natural) {
        let (denominator, infinite) = self.denominator_and_infinite(k);
        let infinite = N::from_natural(&infinite);
        let twos = self.p.trailing_zeros().unwrap_or(0);
        let odd = N::from_natural(&(&self.p >> twos));
        let trivial = odd == N::from_u64(1);
        let mut numerators = Vec::with_capacity(usize::try_from(k).map_or(0, |k| k + 1));
        self.walk::<N>(k, 0, |j, _, _, _, f| {
            // p^j F_j: the power of two by a shift.
            let mut numerator = if trivial { f.shl(twos * j) } else { f.mul(&odd.pow(j)).shl(twos * j) };
            numerator.add_assign(&infinite);
            numerators.push(numerator);
        });
        numerators.reverse();
        (numerators, denominator)
    }

    /// `Q(S = j)` for j = 0..=k, exactly.
    pub fn masses<N: BigNatural>(&self, k: u64) -> Vec<Rational> {
        let (denominator, _) = self.denominator_and_infinite(k);
        let mut masses = Vec::new();
        self.walk::<N>(k, 0, |j, s, _, _, _| {
            let numerator = s.to_natural() * BigNatural::pow(&self.q, j);
            masses.push(Rational::from_naturals(numerator, denominator.clone()));
        });
        masses.reverse();
        masses
    }
}
