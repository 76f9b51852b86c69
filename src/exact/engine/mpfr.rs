//! The second engine: GNU MP integers and GNU MPFR floats through `rug`.

use super::{BigNatural, DirectedFloat, Engine, ExactEngine, Rounding};
use crate::exact::dyadic::Dyadic;
use crate::exact::effort;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use rug::Float;
use rug::float::{Constant, Round, Special};
use rug::integer::Order;
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound, Pow};
use std::cmp::Ordering;

/// GNU MP and GNU MPFR by the `rug` crate.
#[derive(Clone, Copy, Debug)]
pub struct Mpfr;

impl ExactEngine for Mpfr {
    const NAME: &'static str = "mpfr";
    type Natural = rug::Integer;
}

impl Engine for Mpfr {
    type Float = Float;
}

fn mode(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Down => Round::Down,
        Rounding::Up => Round::Up,
    }
}

/// MPFR counts precision in 32 bits; its own maximum is below that.
fn prec(precision: u64) -> u32 {
    u32::try_from(precision)
        .unwrap_or(u32::MAX)
        .clamp(rug::float::prec_min(), rug::float::prec_max())
}

impl BigNatural for rug::Integer {
    fn from_u64(n: u64) -> Self {
        rug::Integer::from(n)
    }
    fn from_natural(n: &Natural) -> Self {
        rug::Integer::from_digits(&n.to_limbs_asc(), Order::Lsf)
    }
    fn to_natural(&self) -> Natural {
        Natural::from_owned_limbs_asc(self.to_digits(Order::Lsf))
    }
    fn from_limbs(limbs: &[u64]) -> Self {
        rug::Integer::from_digits(limbs, Order::Lsf)
    }
    fn to_limbs(&self) -> Vec<u64> {
        self.to_digits(Order::Lsf)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn bits(&self) -> u64 {
        u64::from(self.significant_bits())
    }
    fn add_assign(&mut self, other: &Self) {
        effort::sum(self.bits());
        *self += other;
    }
    fn mul_assign(&mut self, other: &Self) {
        effort::product(self.bits().max(other.bits()));
        *self *= other;
    }
    fn mul(&self, other: &Self) -> Self {
        effort::product(self.bits().max(other.bits()));
        rug::Integer::from(self * other)
    }
    fn add_mul_assign(&mut self, x: &Self, y: &Self) {
        effort::product(x.bits().max(y.bits()));
        *self += x * y;
    }
    fn div_exact_assign(&mut self, other: &Self) {
        effort::quotient(self.bits());
        self.div_exact_mut(other);
    }
    fn shl(&self, bits: u64) -> Self {
        effort::sum(self.bits() + bits);
        let mut widths = widths(bits);
        let mut result = rug::Integer::from(self << widths.next().unwrap_or(0));
        for width in widths {
            result <<= width;
        }
        result
    }
    fn shr(&self, bits: u64, rounding: Rounding) -> Self {
        effort::sum(self.bits());
        let exact = self.find_one(0).is_none_or(|lowest| u64::from(lowest) >= bits);
        let mut floor = self.clone();
        for width in widths(bits) {
            floor >>= width;
        }
        match rounding {
            Rounding::Up if !exact => floor + 1u32,
            _ => floor,
        }
    }
    fn pow(&self, exponent: u64) -> Self {
        effort::product(self.bits().saturating_mul(exponent));
        match u32::try_from(exponent) {
            Ok(exponent) => rug::Integer::from(Pow::pow(self, exponent)),
            Err(_) => {
                let half = BigNatural::pow(self, exponent / 2);
                let square = rug::Integer::from(half.square_ref());
                if exponent % 2 == 1 { square * self } else { square }
            }
        }
    }
}

/// GMP shifts by 32-bit widths: a longer shift takes several.
fn widths(bits: u64) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let width = u32::try_from(left).unwrap_or(u32::MAX);
        left -= u64::from(width);
        (width > 0).then_some(width)
    })
}

/// The `m` and `e` of a finite float `m * 2^e`.
fn integer_and_exponent(x: &Float) -> Option<(Integer, i32)> {
    let (mantissa, exponent) = x.to_integer_exp()?;
    let magnitude = mantissa.clone().abs().to_natural();
    Some((Integer::from_sign_and_abs(mantissa >= 0, magnitude), exponent))
}

impl DirectedFloat for Float {
    fn zero() -> Self {
        Float::with_val(1, Special::Zero)
    }
    fn infinity(negative: bool) -> Self {
        Float::with_val(1, if negative { Special::NegInfinity } else { Special::Infinity })
    }
    fn from_u64(n: u64) -> Self {
        effort::sum(64);
        Float::with_val(64, n)
    }
    fn from_natural(n: &Natural, precision: u64, rounding: Rounding) -> Self {
        effort::conversion(BigNatural::bits(n));
        let n = <rug::Integer as BigNatural>::from_natural(n);
        Float::with_val_round(prec(precision), &n, mode(rounding)).0
    }
    fn from_rational(x: &Rational, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        effort::conversion(precision);
        let numerator = <rug::Integer as BigNatural>::from_natural(x.numerator_ref());
        let denominator = <rug::Integer as BigNatural>::from_natural(x.denominator_ref());
        let mut value = rug::Rational::from((numerator, denominator));
        if *x < 0 {
            value = -value;
        }
        Float::with_val_round(prec(precision), &value, mode(rounding)).0
    }
    fn to_rational(&self) -> Option<Rational> {
        effort::conversion(DirectedFloat::exponent(self).map_or(0, i64::unsigned_abs));
        let (mantissa, exponent) = integer_and_exponent(self)?;
        Some(Rational::from(mantissa) << exponent)
    }
    fn to_dyadic(&self) -> Dyadic {
        let infinity = || Dyadic::infinity(DirectedFloat::sign(self).is_lt());
        // The exponents have 32 bits.
        let value = integer_and_exponent(self)
            .and_then(|(mantissa, exponent)| Dyadic::new(mantissa, exponent.into()));
        value.unwrap_or_else(infinity)
    }
    fn is_finite(&self) -> bool {
        Float::is_finite(self)
    }
    fn sign(&self) -> Ordering {
        self.cmp0().unwrap_or(Ordering::Equal)
    }
    fn exponent(&self) -> Option<i64> {
        self.get_exp().map(i64::from)
    }
    fn neg(&self) -> Self {
        -self.clone()
    }
    fn shift(&self, shift: i64, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        let shift = i32::try_from(shift).unwrap_or(if shift < 0 { i32::MIN } else { i32::MAX });
        Float::with_val_round(prec(precision), self << shift, mode(rounding)).0
    }
    fn add(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        Float::with_val_round(prec(precision), self + other, mode(rounding)).0
    }
    fn sub(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        Float::with_val_round(prec(precision), self - other, mode(rounding)).0
    }
    fn mul(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::product(precision);
        Float::with_val_round(prec(precision), self * other, mode(rounding)).0
    }
    fn div(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        Float::with_val_round(prec(precision), self / other, mode(rounding)).0
    }
    fn add_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::sum(precision);
        if self.prec() == prec(precision) {
            self.add_assign_round(other, mode(rounding));
        } else {
            *self = self.add(other, precision, rounding);
        }
    }
    fn mul_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::product(precision);
        if self.prec() == prec(precision) {
            self.mul_assign_round(other, mode(rounding));
        } else {
            *self = self.mul(other, precision, rounding);
        }
    }
    fn div_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::quotient(precision);
        if self.prec() == prec(precision) {
            self.div_assign_round(other, mode(rounding));
        } else {
            *self = self.div(other, precision, rounding);
        }
    }
    fn mul_word_assign(&mut self, n: u64, precision: u64, rounding: Rounding) {
        effort::sum(precision);
        if self.prec() == prec(precision) {
            self.mul_assign_round(n, mode(rounding));
        } else {
            *self = Float::with_val_round(prec(precision), &*self * n, mode(rounding)).0;
        }
    }
    fn div_word_assign(&mut self, n: u64, precision: u64, rounding: Rounding) {
        effort::sum(precision);
        if self.prec() == prec(precision) {
            self.div_assign_round(n, mode(rounding));
        } else {
            *self = Float::with_val_round(prec(precision), &*self / n, mode(rounding)).0;
        }
    }
    fn sqrt(&self, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        Float::with_val_round(prec(precision), self.sqrt_ref(), mode(rounding)).0
    }
    fn exp(&self, precision: u64, rounding: Rounding) -> Self {
        effort::function(precision);
        Float::with_val_round(prec(precision), self.exp_ref(), mode(rounding)).0
    }
    fn ln(&self, precision: u64, rounding: Rounding) -> Self {
        effort::logarithm(self, precision);
        Float::with_val_round(prec(precision), self.ln_ref(), mode(rounding)).0
    }
    fn pi(precision: u64, rounding: Rounding) -> Self {
        effort::function(precision);
        Float::with_val_round(prec(precision), Constant::Pi, mode(rounding)).0
    }
    fn native_erfc(&self, precision: u64, rounding: Rounding) -> Option<Self> {
        effort::function(precision);
        Some(Float::with_val_round(prec(precision), self.erfc_ref(), mode(rounding)).0)
    }
}
