//! k-fold composition of the three-point pair: Kairouz-Oh-Viswanath and Ghazi-Issa, every j in
//! O(k).
//!
//! The finite part of the composed loss is a sum S of k steps in {+1, 0, -1} times eps. Under Q its
//! masses are the coefficients of `(c z + b + cE/z)^k`; with `t_i = Q(S = k - i)`,
//!
//! ```text
//! i t_i = (b/c) (k-i+1) t_{i-1} + E (2k-i+2) t_{i-2}        t_0 = c^k
//! ```
//!
//! (expand `f' g = k f g'`, for `f = g^k`). Every term is positive for i <= k. The walk starts at
//! the largest loss, where the interesting tail is, and can stop anywhere: nothing is subtracted.
//! With `W_j = Q(S >= j)`,
//!
//! ```text
//! delta_j = delta_{j+1} + E^j (E-1) W_{j+1}                  delta_k = 1 - (1-delta)^k
//! ```
//!
//! because delta is linear in e^eps between lattice points with slope -W. Here delta_j is the total
//! delta at j eps. The printed double sum (5) of Ghazi & Issa costs O(k^2) for each j; the tests
//! use it as their oracle.

use super::walk::{Directed, Recurrence, Rounded, Walk};
use crate::control::{Control, Interrupted};
use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::{Real, rational_bits};
use crate::exact::register::RegisterFloat;
use crate::exact::value::Value;
use crate::pair::ThreePoint;
use crate::parallel;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Lcm, Pow};
use malachite::rational::Rational;
use std::ops::ControlFlow;

/// The most bits with which `(1-delta)^k` is kept as a fraction: what is longer is not printed, and
/// would make every number that is multiplied by it as long. As an enclosure it is as good as the
/// precision.
const MAX_EXACT_MASS_BITS: u64 = 1 << 16;

/// Up to this many steps, each with factors below `2^(2^28)`, the exponents of floats in registers
/// stay far below 64 bits.
const MAX_REGISTER_STEPS: u64 = 1 << 32;

/// The constants of an enclosing walk, the same for both directions of rounding.
///
/// With the P-masses only `1/E` is needed, which never overflows: see [`Walk`].
struct Constants<'a, E: Engine> {
    k: u64,
    precision: u64,
    /// `b/(cE)`; `None` where b is 0, which makes every other mass 0.
    near: Option<Interval<E>>,
    /// `1/E`.
    far: Interval<E>,
    /// `(1 - 1/E) (cE)^k`.
    first: Interval<E>,
    /// `1 - (1-delta)^k`.
    infinite: Interval<E>,
    control: &'a Control,
}

impl<'a, E: Engine> Constants<'a, E> {
    /// Evaluates the constants of a pair that is not degenerate, for `k >= 1`.
    fn new(pair: &ThreePoint, k: u64, precision: u64, control: &'a Control) -> Self {
        let fine = 2 * precision + 64;
        let inverse = (-&pair.eps).exp();
        let rest = (1 - &pair.delta) * (1 - &pair.alpha);
        let high: Interval<E> = (&rest / (1 + &inverse)).enclose::<E>(fine).positive_part();
        let middle: Interval<E> = pair.middle().enclose::<E>(fine).positive_part();
        let gain: Interval<E> = (1 - &inverse).enclose::<E>(fine).positive_part();
        Constants {
            k,
            precision,
            near: (!pair.alpha.is_zero()).then(|| (&middle / &high).positive_part()),
            far: inverse.enclose::<E>(fine).positive_part(),
            first: &gain * &high.pow_natural(k),
            infinite: infinite_mass(&pair.delta, k, fine).enclose(fine),
            control,
        }
    }

    /// The walk in registers; `None` where 128 bits or their exponents do not suffice.
    fn in_registers<const UP: bool>(&self) -> Option<Walk<RegisterFloat<UP>>> {
        (self.precision <= RegisterFloat::<UP>::PRECISION && self.k <= MAX_REGISTER_STEPS)
            .then_some(())?;
        let end =
            |x: &Interval<E>| RegisterFloat::from_float(if UP { x.upper() } else { x.lower() });
        let near = match &self.near {
            Some(near) => Some(end(near)?),
            None => None,
        };
        let masses = Recurrence::new(self.k, near, end(&self.far)?, end(&self.first)?);
        Some(Walk::new(masses, end(&self.infinite)?))
    }

    fn on_floats(&self, rounding: Rounding) -> Walk<Rounded<E::Float>> {
        let end = |x: &Interval<E>| rounded(x, self.precision, rounding);
        let masses =
            Recurrence::new(self.k, self.near.as_ref().map(end), end(&self.far), end(&self.first));
        Walk::new(masses, end(&self.infinite))
    }

    fn deltas_on_floats(&self) -> Result<Deltas<E>, Interrupted> {
        let run =
            |rounding| every_delta(self.on_floats(rounding), self.control, |x| x.value.clone());
        let (lower, upper) = parallel::join(|| run(Rounding::Down), || run(Rounding::Up));
        Ok(Deltas { precision: self.precision, ends: Ends::Floats(lower?, upper?) })
    }
}

/// Checks the control every 1024 steps: a check costs about as much as a step in registers.
#[inline(always)]
fn check(control: &Control, step: u64) -> Result<(), Interrupted> {
    if step.trailing_zeros() >= 10 { control.check() } else { Ok(()) }
}

/// One end of an enclosure, as a number of the walk.
fn rounded<E: Engine>(x: &Interval<E>, precision: u64, rounding: Rounding) -> Rounded<E::Float> {
    let end = if rounding == Rounding::Up { x.upper() } else { x.lower() };
    Rounded { value: end.add(&E::Float::zero(), precision, rounding), precision, rounding }
}

/// `(1-delta)^k`: exact where that is short.
pub fn finite_mass<E: Engine>(delta: &Real, k: u64, precision: u64) -> Value<E> {
    let rest = 1 - delta;
    match rest.as_rational() {
        Some(x) if *x == 1 || rational_bits(x).saturating_mul(k) <= MAX_EXACT_MASS_BITS => {
            Value::Exact(x.pow(k))
        }
        _ => Value::Enclosed(rest.enclose::<E>(precision).positive_part().pow_natural(k)),
    }
}

/// `1 - (1-delta)^k`: exact where that is short, and otherwise `delta (1 + r + ... + r^(k-1))` with
/// `r = 1 - delta`, without cancellation: `S_2n = S_n (1 + r^n)`, `S_(n+1) = S_n + r^n`.
pub fn infinite_mass<E: Engine>(delta: &Real, k: u64, precision: u64) -> Value<E> {
    if let Value::Exact(finite) = finite_mass::<E>(delta, k, precision) {
        return Value::Exact(Rational::from(1) - finite);
    }
    let one = Interval::one(precision);
    let r = (1 - delta).enclose::<E>(precision).positive_part();
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

/// Every delta_j of an enclosing walk, as its two directions computed them: `j = k` first.
pub struct Deltas<E: Engine> {
    precision: u64,
    ends: Ends<E>,
}

enum Ends<E: Engine> {
    Registers(Vec<RegisterFloat<false>>, Vec<RegisterFloat<true>>),
    Floats(Vec<E::Float>, Vec<E::Float>),
}

impl<E: Engine> Deltas<E> {
    /// The enclosure of delta_j; `None` for `j > k`.
    pub fn get(&self, j: u64) -> Option<Interval<E>> {
        let at = |length: usize| length.checked_sub(1)?.checked_sub(usize::try_from(j).ok()?);
        let (lower, upper) = match &self.ends {
            Ends::Registers(lower, upper) => {
                let at = at(lower.len())?;
                (lower.get(at)?.to_float(), upper.get(at)?.to_float())
            }
            Ends::Floats(lower, upper) => {
                let at = at(lower.len())?;
                (lower.get(at)?.clone(), upper.get(at)?.clone())
            }
        };
        Some(Interval::new(lower, upper, self.precision))
    }

    /// The enclosures of delta_0, delta_1, ..., delta_k.
    pub fn iter(&self) -> impl Iterator<Item = Interval<E>> {
        (0..).map_while(|j| self.get(j))
    }
}

/// Every delta_j, j = 0..=k, with both ends: the two directions run side by side.
///
/// Cost: about ten operations a step; up to 128 bits, 24 bytes for each end.
///
/// # Errors
/// If the computation is interrupted.
pub fn deltas<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    precision: u64,
    control: &Control,
) -> Result<Deltas<E>, Interrupted> {
    let constants = Constants::<E>::new(pair, k, precision, control);
    match (constants.in_registers(), constants.in_registers()) {
        (Some(lower), Some(upper)) => {
            let run_up = || every_delta(upper, control, |x| *x);
            let (lower, upper) = parallel::join(|| every_delta(lower, control, |x| *x), run_up);
            Ok(Deltas { precision, ends: Ends::Registers(lower?, upper?) })
        }
        _ => constants.deltas_on_floats(),
    }
}

/// The same as [`deltas`], at any precision on the floats of the engine: the reference for the
/// floats in registers.
///
/// # Errors
/// If the computation is interrupted.
pub fn deltas_on_floats<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    precision: u64,
    control: &Control,
) -> Result<Deltas<E>, Interrupted> {
    Constants::<E>::new(pair, k, precision, control).deltas_on_floats()
}

fn every_delta<T: Directed, U>(
    mut walk: Walk<T>,
    control: &Control,
    kept: impl Fn(&T) -> U,
) -> Result<Vec<U>, Interrupted> {
    let mut ends = Vec::with_capacity(usize::try_from(walk.j()).map_or(0, |k| k + 1));
    ends.push(kept(walk.delta()));
    while walk.j() > 0 {
        check(control, walk.j())?;
        walk.advance();
        ends.push(kept(walk.delta()));
    }
    Ok(ends)
}

/// The total delta at one eps, `0 <= eps`, in constant memory.
///
/// `floor` is the largest lattice point at or below eps; it is less than k.
///
/// # Errors
/// If the computation is interrupted.
pub fn delta_at<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    (eps, floor): (&Real, u64),
    precision: u64,
    control: &Control,
) -> Result<Interval<E>, Interrupted> {
    /// delta at the next lattice point, plus the share of the growth from there down to eps.
    fn at<T: Directed>(
        mut walk: Walk<T>,
        control: &Control,
        floor: u64,
        share: &T,
    ) -> Result<T, Interrupted> {
        while walk.j() > floor + 1 {
            check(control, walk.j())?;
            walk.advance();
        }
        let mut delta = walk.delta().clone();
        walk.advance();
        let mut growth = walk.growth().clone();
        growth.times(share);
        delta.plus(&growth);
        Ok(delta)
    }
    let constants = Constants::<E>::new(pair, k, precision, control);
    // (E^(floor+1) - e^eps) / (E^floor (E-1)), which is 1 at the lattice point; divided by E, which
    // may be out of range.
    let above = eps - Real::from(floor) * &pair.eps;
    let share: Interval<E> = if above.is_zero() {
        Interval::one(precision)
    } else {
        let part = |loss: &Real| 1 - (-loss).exp();
        (part(&(&pair.eps - &above)) / part(&pair.eps))
            .enclose::<E>(2 * precision + 64)
            .probability()
    };
    let registers = (constants.in_registers::<false>(), constants.in_registers::<true>());
    let shares =
        (RegisterFloat::from_float(share.lower()), RegisterFloat::from_float(share.upper()));
    let (lower, upper) = match (registers, shares) {
        ((Some(lower), Some(upper)), (Some(low), Some(high))) => {
            let (lower, upper) = parallel::join(
                || at(lower, control, floor, &low),
                || at(upper, control, floor, &high),
            );
            (lower?.to_float(), upper?.to_float())
        }
        _ => {
            let share = |rounding| rounded(&share, precision, rounding);
            let run =
                |rounding| at(constants.on_floats(rounding), control, floor, &share(rounding));
            let (lower, upper) = parallel::join(|| run(Rounding::Down), || run(Rounding::Up));
            (lower?.value, upper?.value)
        }
    };
    Ok(Interval::new(lower, upper, precision))
}

/// The masses `Q(S = j)` for j = 0..=k.
///
/// # Errors
/// If the computation is interrupted.
pub fn masses<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    precision: u64,
    control: &Control,
) -> Result<Vec<Interval<E>>, Interrupted> {
    fn all<T: Directed, F>(
        mut masses: Recurrence<T>,
        control: &Control,
        kept: impl Fn(&T) -> F,
    ) -> Result<Vec<F>, Interrupted> {
        let mut ends = vec![kept(masses.current())];
        while masses.left() > 0 {
            check(control, masses.left())?;
            masses.advance();
            ends.push(kept(masses.current()));
        }
        Ok(ends)
    }
    let fine = 2 * precision + 64;
    let e: Interval<E> = pair.e().enclose(fine);
    let c: Interval<E> = pair.c().enclose(fine);
    let middle: Interval<E> = pair.middle().enclose::<E>(fine).positive_part();
    // Where c underflows the ratio is only known to be >= 0.
    let near = (!pair.alpha.is_zero()).then(|| (&middle / &c).positive_part());
    let first = c.pow_natural(k);
    let run = |rounding| {
        let end = |x: &Interval<E>| rounded(x, precision, rounding);
        all(Recurrence::new(k, near.as_ref().map(end), end(&e), end(&first)), control, |x| {
            x.value.clone()
        })
    };
    let (lower, upper) = parallel::join(|| run(Rounding::Down), || run(Rounding::Up));
    let interval = |(lower, upper)| Interval::new(lower, upper, precision);
    Ok(lower?.into_iter().zip(upper?).rev().map(interval).collect())
}

/// The three-point pair over a common denominator, where everything is rational.
///
/// With `E = p/q` reduced: `cE = p w / d`, `c = q w / d`, `(1-delta) alpha = b / d`.
#[derive(Clone, Debug)]
pub struct RationalPair {
    /// The numerator of E.
    pub p: Natural,
    /// The denominator of E.
    pub q: Natural,
    w: Natural,
    b: Natural,
    d: Natural,
}

/// The state of a walk on integers.
pub struct At<'a, N> {
    /// The lattice point.
    pub j: u64,
    /// `s_j`.
    pub mass: &'a N,
    /// `Y_{j+1}`.
    pub tail: &'a N,
    /// `F_{j+1}`.
    pub before: &'a N,
    /// `F_j`.
    pub finite: &'a N,
}

impl<N: BigNatural> At<'_, N> {
    /// `Y_j`, for the denominator `q` of E.
    pub fn tail_with(&self, q: &Natural) -> N {
        let mut tail = self.tail.mul(&N::from_natural(q));
        tail.add_assign(self.mass);
        tail
    }
}

impl RationalPair {
    /// The pair on rationals; `None` unless eps > 0 is the logarithm of a rational and delta and
    /// alpha are rational.
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

    /// E.
    pub fn ratio(&self) -> Rational {
        Rational::from_naturals(self.p.clone(), self.q.clone())
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
    /// so that every step multiplies long integers by short ones only; it ends when `visit` breaks.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn walk<N: BigNatural, R>(
        &self,
        k: u64,
        last: u64,
        control: &Control,
        mut visit: impl FnMut(At<'_, N>) -> ControlFlow<R>,
    ) -> Result<Option<R>, Interrupted> {
        let (p, q, w, b) = (
            N::from_natural(&self.p),
            N::from_natural(&self.q),
            N::from_natural(&self.w),
            N::from_natural(&self.b),
        );
        let difference = N::from_natural(&(&self.p - &self.q));
        let mut outer = p.mul(&q);
        outer.mul_assign(&w);
        let mut before = N::from_u64(0);
        let mut s = BigNatural::pow(&w, k);
        let mut y = N::from_u64(0);
        let mut f = N::from_u64(0);
        if let ControlFlow::Break(found) =
            visit(At { j: k, mass: &s, tail: &y, before: &f, finite: &f })
        {
            return Ok(Some(found));
        }
        for i in 1..=k - last {
            check(control, i)?;
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
            let at = At { j: k - i, mass: &s, tail: &y, before: &previous, finite: &f };
            if let ControlFlow::Break(found) = visit(at) {
                return Ok(Some(found));
            }
        }
        Ok(None)
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
    /// With `p = 2^t o`, o odd, `r_j = o^j s_j`, `Z_j = o^j Y_{j+1}` and `G_j` the numerator of
    /// delta_j, the recurrences of [`walk`](Self::walk) become
    ///
    /// ```text
    /// o w i r_{k-i} = b (k-i+1) r_{k-i+1} + 2^t q w (2k-i+2) r_{k-i+2}
    /// o Z_j = q Z_{j+1} + r_{j+1}                  G_j = G_{j+1} + (p-q) 2^(t j) Z_j
    /// ```
    ///
    /// so that powers of p are never multiplied, only shifted.
    ///
    /// Cost: about six passes over a k log d bit integer for each j.
    pub fn deltas<N: BigNatural>(&self, k: u64) -> (Vec<N>, Natural) {
        let (denominator, infinite) = self.denominator_and_infinite(k);
        let twos = self.p.trailing_zeros().unwrap_or(0);
        let odd = &self.p >> twos;
        let divisor = &odd * &self.w;
        let mut r = N::from_natural(&BigNatural::pow(&divisor, k));
        let factor = |x: Natural| {
            if x == 1u32 { None } else { Some(N::from_natural(&x)) }
        };
        let (near, far) =
            (N::from_natural(&self.b), N::from_natural(&((&self.q * &self.w) << twos)));
        let (q, odd, difference) = (factor(self.q.clone()), factor(odd), factor(&self.p - &self.q));
        let divisor = N::from_natural(&divisor);
        let mut before = N::from_u64(0);
        let mut z = N::from_u64(0);
        let mut last = N::from_natural(&infinite);
        let mut numerators = Vec::with_capacity(usize::try_from(k).map_or(0, |k| k + 1));
        for i in 1..=k {
            let j = k - i;
            if let Some(q) = &q {
                z.mul_assign(q);
            }
            z.add_assign(&r);
            if let Some(odd) = &odd {
                z.div_exact_assign(odd);
            }
            let mut numerator = z.shl(twos * j);
            if let Some(difference) = &difference {
                numerator.mul_assign(difference);
            }
            numerator.add_assign(&last);
            numerators.push(std::mem::replace(&mut last, numerator));
            // Short factors first: each long number is then passed over once.
            if i >= 2 {
                before.mul_assign(&far.mul(&N::from_u64(2 * k + 2 - i)));
            }
            if !near.is_zero() {
                before.add_mul_assign(&r, &near.mul(&N::from_u64(j + 1)));
            }
            if !before.is_zero() {
                before.div_exact_assign(&divisor.mul(&N::from_u64(i)));
            }
            std::mem::swap(&mut before, &mut r);
        }
        numerators.push(last);
        numerators.reverse();
        (numerators, denominator)
    }

    /// `Q(S = j)` for j = 0..=k, exactly.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn masses<N: BigNatural>(
        &self,
        k: u64,
        control: &Control,
    ) -> Result<Vec<Rational>, Interrupted> {
        let (denominator, _) = self.denominator_and_infinite(k);
        let mut masses = Vec::new();
        let _end: Option<()> = self.walk::<N, _>(k, 0, control, |at| {
            let numerator = at.mass.to_natural() * BigNatural::pow(&self.q, at.j);
            masses.push(Rational::from_naturals(numerator, denominator.clone()));
            ControlFlow::Continue(())
        })?;
        masses.reverse();
        Ok(masses)
    }
}
