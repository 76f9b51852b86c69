//! Enclosures in fixed point: two integers over a power of 2, rounded outward.
//!
//! Functions are sums of series with a bound on the remainder. The remainders are stated at each
//! function; no floating-point number and no library function is involved.

use crate::number::{dyadic, shift_down, shift_up};
use crate::rational::BigRational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// All numbers between `lo / 2^bits` and `hi / 2^bits`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end, times 2^bits.
    pub lo: BigInt,
    /// The upper end, times 2^bits.
    pub hi: BigInt,
}

/// A number of fractional bits, with constants.
#[derive(Clone, Debug)]
pub struct Scale {
    /// The fractional bits.
    pub bits: u64,
    ln2: Interval,
    two_over_root_pi: Interval,
    root_two: Interval,
}

/// The terms of a series where no order is given: the series end by themselves long before.
pub const ALL_TERMS: u32 = 1 << 20;

impl Interval {
    /// A single number.
    pub fn point(x: BigInt) -> Interval {
        Interval { lo: x.clone(), hi: x }
    }

    /// The sum.
    pub fn add(&self, other: &Interval) -> Interval {
        Interval { lo: &self.lo + &other.lo, hi: &self.hi + &other.hi }
    }

    /// The difference.
    pub fn sub(&self, other: &Interval) -> Interval {
        Interval { lo: &self.lo - &other.hi, hi: &self.hi - &other.lo }
    }

    /// The negative.
    pub fn neg(&self) -> Interval {
        Interval { lo: -&self.hi, hi: -&self.lo }
    }

    /// The multiple.
    pub fn times(&self, factor: &BigInt) -> Interval {
        let (x, y) = (&self.lo * factor, &self.hi * factor);
        if factor.is_negative() { Interval { lo: y, hi: x } } else { Interval { lo: x, hi: y } }
    }

    /// The half.
    pub fn half(&self) -> Interval {
        Interval { lo: shift_down(&self.lo, 1), hi: shift_up(&self.hi, 1) }
    }

    /// The numbers between both.
    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.clone().min(other.lo.clone()),
            hi: self.hi.clone().max(other.hi.clone()),
        }
    }

    /// The part that is not below 0, of a number that is not below 0.
    pub fn positive_part(&self) -> Interval {
        Interval {
            lo: self.lo.clone().max(BigInt::zero()),
            hi: self.hi.clone().max(BigInt::zero()),
        }
    }
}

impl Scale {
    /// The scale with this many fractional bits.
    pub fn new(bits: u64) -> Scale {
        let nothing = Interval::point(BigInt::zero());
        let mut scale = Scale {
            bits,
            ln2: nothing.clone(),
            two_over_root_pi: nothing.clone(),
            root_two: nothing,
        };
        scale.root_two = scale.sqrt(&scale.integer(2));
        // ln 2 = 2 atanh(1/3).
        let third = scale.rational(&BigRational::new(BigInt::one(), BigInt::from(3)));
        scale.ln2 = scale.atanh(&third, ALL_TERMS).times(&BigInt::from(2));
        // Machin: pi = 16 atan(1/5) - 4 atan(1/239).
        let pi = scale.atan_of_inverse(5).times(&BigInt::from(16));
        let pi = pi.sub(&scale.atan_of_inverse(239).times(&BigInt::from(4)));
        scale.two_over_root_pi = scale.quotient(&scale.integer(2), &scale.sqrt(&pi));
        scale
    }

    /// 2^bits.
    pub fn one(&self) -> BigInt {
        BigInt::one() << self.bits
    }

    /// An integer.
    pub fn integer(&self, x: i64) -> Interval {
        Interval::point(BigInt::from(x) << self.bits)
    }

    /// A rational number.
    pub fn rational(&self, x: &BigRational) -> Interval {
        self.fraction(x.numer().clone(), x.denom())
    }

    /// A fraction with a denominator > 0, perhaps not in lowest terms.
    pub fn fraction(&self, numerator: BigInt, denominator: &BigInt) -> Interval {
        let scaled = numerator << self.bits;
        Interval { lo: scaled.div_floor(denominator), hi: -((-scaled).div_floor(denominator)) }
    }

    /// The ends as rationals.
    pub fn ends(&self, x: &Interval) -> (BigRational, BigRational) {
        let bits = i64::try_from(self.bits).unwrap_or(i64::MAX);
        (dyadic(x.lo.clone(), -bits), dyadic(x.hi.clone(), -bits))
    }

    /// The product.
    pub fn mul(&self, x: &Interval, y: &Interval) -> Interval {
        if !x.lo.is_negative() && !y.lo.is_negative() {
            let (lo, hi) = (&x.lo * &y.lo, &x.hi * &y.hi);
            return Interval { lo: shift_down(&lo, self.bits), hi: shift_up(&hi, self.bits) };
        }
        let products = [&x.lo * &y.lo, &x.lo * &y.hi, &x.hi * &y.lo, &x.hi * &y.hi];
        let (lo, hi) = (products.iter().min(), products.iter().max());
        let bound = |end: Option<&BigInt>| end.cloned().unwrap_or_default();
        Interval { lo: shift_down(&bound(lo), self.bits), hi: shift_up(&bound(hi), self.bits) }
    }

    /// The quotient; `None` if the divisor is not certainly > 0.
    pub fn div(&self, x: &Interval, y: &Interval) -> Option<Interval> {
        y.lo.is_positive().then(|| self.quotient(x, y))
    }

    /// The quotient by a number > 0.
    fn quotient(&self, x: &Interval, y: &Interval) -> Interval {
        let down = |x: &BigInt, y: &BigInt| (x << self.bits).div_floor(y);
        let up = |x: &BigInt, y: &BigInt| -((-(x << self.bits)).div_floor(y));
        let lo = if x.lo.is_negative() { down(&x.lo, &y.lo) } else { down(&x.lo, &y.hi) };
        let hi = if x.hi.is_negative() { up(&x.hi, &y.hi) } else { up(&x.hi, &y.lo) };
        Interval { lo, hi }
    }

    /// The square root of a number that is not below 0.
    pub fn sqrt(&self, x: &Interval) -> Interval {
        let x = x.positive_part();
        let (lo, hi) = (&x.lo << self.bits, &x.hi << self.bits);
        let root = hi.sqrt();
        let hi = if &root * &root == hi { root } else { root + 1 };
        Interval { lo: lo.sqrt(), hi }
    }

    /// `e^x`; `None` for numbers beyond 2^16, for which it has too many digits.
    pub fn exp(&self, x: &Interval) -> Option<Interval> {
        if !self.is_exponent(&x.lo) || !self.is_exponent(&x.hi) {
            return None;
        }
        let low = self.exp_of(&x.lo, ALL_TERMS);
        if x.lo == x.hi {
            return Some(low);
        }
        Some(Interval { lo: low.lo, hi: self.exp_of(&x.hi, ALL_TERMS).hi })
    }

    /// Is the number small enough for [`Scale::exp_of`]?
    pub fn is_exponent(&self, x: &BigInt) -> bool {
        x.bits() <= self.bits + 16
    }

    /// `e^x` at one number, with this many terms of the exponential series at `|x| / 2^k < 1/16`.
    ///
    /// The remainder after the term `t^n / n!` is less than the term, because `t < 1/2`.
    pub fn exp_of(&self, x: &BigInt, terms: u32) -> Interval {
        if x.is_negative() {
            // Enough bits for a quotient that is accurate to the last one.
            return self.quotient(&self.integer(1), &self.exp_of(&-x, terms));
        }
        let size = (x >> self.bits).bits() + 4;
        let guard = 2 * size + 16;
        let bits = self.bits + guard;
        // The point moves instead of the number: t = x / 2^size, exactly representable.
        let fine = bits + size;
        let t = x << guard;
        let one = BigInt::one() << fine;
        let (mut lo, mut hi) = (one.clone(), one.clone());
        let (mut low, mut high) = (one.clone(), one);
        for n in 1..terms {
            low = ((&low * &t) >> fine) / n;
            high = -((-(&high * &t)) >> fine);
            high = -((-high).div_floor(&BigInt::from(n)));
            lo += &low;
            hi += &high;
            if low.is_zero() {
                break;
            }
        }
        hi += &high;
        for _ in 0..size {
            lo = shift_down(&(&lo * &lo), fine);
            hi = shift_up(&(&hi * &hi), fine);
        }
        let surplus = fine - self.bits;
        Interval { lo: shift_down(&lo, surplus), hi: shift_up(&hi, surplus) }
    }

    /// `ln x` for numbers > 0; `None` if 0 cannot be excluded.
    pub fn ln(&self, x: &Interval) -> Option<Interval> {
        if !x.lo.is_positive() {
            return None;
        }
        let low = self.ln_of(&x.lo, ALL_TERMS);
        // ln grows by at most the difference over the lower end.
        let more = -(-((&x.hi - &x.lo) << self.bits)).div_floor(&x.lo);
        Some(Interval { lo: low.lo, hi: low.hi + more })
    }

    /// `ln x` at one number > 0: `k ln 2 + 2 atanh((m-1)/(m+1))` with `x = 2^k m`, `3/4 <= m <
    /// 3/2`.
    pub fn ln_of(&self, x: &BigInt, terms: u32) -> Interval {
        // The power of 2 next to x, so that 3/4 <= m < 3/2.
        let threshold = BigInt::from(3) << x.bits().saturating_sub(2);
        let exponent = if x.bits() < 2 || *x < threshold { x.bits() - 1 } else { x.bits() };
        let unit = BigInt::one() << exponent;
        let k = BigInt::from(exponent) - BigInt::from(self.bits);
        let z = self.fraction(x - &unit, &(x + &unit));
        let series = if z.hi.is_positive() && !z.lo.is_negative() {
            self.atanh(&z, terms)
        } else {
            self.atanh(&z.neg().positive_part(), terms).neg()
        };
        series.times(&BigInt::from(2)).add(&self.ln2.times(&k))
    }

    /// `atanh z` for `0 <= z <= 1/3`: the remainder after the term `z^(2n+1) / (2n+1)` is less than
    /// the term.
    fn atanh(&self, z: &Interval, terms: u32) -> Interval {
        let square = self.mul(z, z);
        let (mut power, mut sum) = (z.clone(), z.clone());
        let mut last = z.hi.clone();
        for n in 1..terms {
            power = self.mul(&power, &square);
            let odd = BigInt::from(2 * u64::from(n) + 1);
            let (low, high) = (power.lo.div_floor(&odd), -((-&power.hi).div_floor(&odd)));
            sum = Interval { lo: sum.lo + &low, hi: sum.hi + &high };
            last = high;
            if low.is_zero() {
                break;
            }
        }
        Interval { lo: sum.lo, hi: sum.hi + last }
    }

    /// `atan(1/n)`: an alternating series, so that the remainder is less than the first omitted
    /// term.
    fn atan_of_inverse(&self, n: u32) -> Interval {
        let square = BigInt::from(n) * BigInt::from(n);
        let mut power = self.one() / n;
        let (mut sum, mut terms) = (BigInt::zero(), BigInt::zero());
        let mut odd = 1u32;
        while !power.is_zero() {
            let term = &power / odd;
            sum = if odd % 4 == 1 { sum + term } else { sum - term };
            power /= &square;
            odd += 2;
            terms += 1;
        }
        // Each term is short of its value by less than 2 units, and the remainder is less than 1.
        let error = terms * 2 + 1;
        Interval { lo: &sum - &error, hi: sum + error }
    }

    /// `erfc x`.
    pub fn erfc(&self, x: &Interval) -> Interval {
        if x.lo == x.hi {
            return self.erfc_of(&x.lo, ALL_TERMS);
        }
        // The slope is at most 2 / sqrt(pi) < 2, everywhere.
        let middle = self.erfc_of(&x.lo, ALL_TERMS);
        let width: BigInt = (&x.hi - &x.lo) * 2;
        Interval { lo: (middle.lo - width).max(BigInt::zero()), hi: middle.hi }
    }

    /// `erfc x` at one number, `1 - 2/sqrt(pi) e^(-x^2) sum_n 2^n x^(2n+1) / (1 3 5 ... (2n+1))`.
    ///
    /// All terms are positive; where `2 x^2 / (2n+3) <= 1/2` the remainder is at most the last
    /// term. For large x the value is between 0 and `e^(-x^2)`.
    pub fn erfc_of(&self, x: &BigInt, terms: u32) -> Interval {
        if x.is_negative() {
            return self.integer(2).sub(&self.erfc_of(&-x, terms));
        }
        let square =
            Interval { lo: shift_down(&(x * x), self.bits), hi: shift_up(&(x * x), self.bits) };
        // e^-(3n/4) < 2^-n.
        if &square.lo * 4 > self.one() * 3 * (self.bits + 1) {
            return Interval { lo: BigInt::zero(), hi: BigInt::one() };
        }
        let doubled = square.times(&BigInt::from(2));
        let (mut low, mut high) = (x.clone(), x.clone());
        let (mut lo, mut hi) = (x.clone(), x.clone());
        let mut is_complete = false;
        for n in 0..terms {
            let odd = BigInt::from(2 * u64::from(n) + 3);
            low = shift_down(&(low * &doubled.lo), self.bits).div_floor(&odd);
            high = -((-shift_up(&(high * &doubled.hi), self.bits)).div_floor(&odd));
            lo += &low;
            hi += &high;
            is_complete = &doubled.hi * 2 <= (&odd + 2) << self.bits;
            if is_complete && low.is_zero() {
                break;
            }
        }
        if !is_complete {
            return Interval { lo: BigInt::zero(), hi: self.one() };
        }
        let sum = Interval { lo, hi: hi + high };
        let growth = Interval {
            lo: self.exp_of(&square.lo, ALL_TERMS).lo,
            hi: self.exp_of(&square.hi, ALL_TERMS).hi,
        };
        let erf = self.mul(&self.quotient(&sum, &growth), &self.two_over_root_pi);
        self.integer(1).sub(&erf).positive_part()
    }

    /// The normal distribution function, `erfc(-x / sqrt 2) / 2`.
    pub fn normal_cdf(&self, x: &Interval) -> Interval {
        let argument = self.quotient(&x.neg(), &self.root_two);
        let twice = self.erfc(&argument);
        Interval { lo: shift_down(&twice.lo, 1), hi: shift_up(&twice.hi, 1) }
    }
}
