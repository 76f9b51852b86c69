//! The default engine: malachite, in pure Rust.

use super::{BigNatural, DirectedFloat, Engine, ExactEngine, Rounding};
use crate::exact::dyadic::Dyadic;
use crate::exact::effort;
use malachite::base::num::arithmetic::traits::{AddMulAssign, DivExactAssign, Pow, ShrRound};
use malachite::base::num::basic::traits::{Infinity, NegativeInfinity, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Float, Integer, Natural};
use std::cmp::Ordering;

/// Integers, rationals and correctly rounded floats by the `malachite` crate.
#[derive(Clone, Copy, Debug)]
pub struct Malachite;

impl ExactEngine for Malachite {
    const NAME: &'static str = "malachite";
    type Natural = Natural;
}

impl Engine for Malachite {
    type Float = Float;
}

fn mode(rounding: Rounding) -> RoundingMode {
    match rounding {
        Rounding::Down => RoundingMode::Floor,
        Rounding::Up => RoundingMode::Ceiling,
    }
}

impl BigNatural for Natural {
    fn from_u64(n: u64) -> Self {
        Natural::from(n)
    }
    fn from_natural(n: &Natural) -> Self {
        n.clone()
    }
    fn to_natural(&self) -> Natural {
        self.clone()
    }
    fn is_zero(&self) -> bool {
        *self == 0u32
    }
    fn bits(&self) -> u64 {
        self.significant_bits()
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
        self * other
    }
    fn add_mul_assign(&mut self, x: &Self, y: &Self) {
        effort::product(x.bits().max(y.bits()));
        AddMulAssign::add_mul_assign(self, x, y);
    }
    fn div_exact_assign(&mut self, other: &Self) {
        effort::quotient(self.bits());
        DivExactAssign::div_exact_assign(self, other);
    }
    fn shl(&self, bits: u64) -> Self {
        effort::sum(self.bits() + bits);
        self << bits
    }
    fn shr(&self, bits: u64, rounding: Rounding) -> Self {
        effort::sum(self.bits());
        self.shr_round(bits, mode(rounding)).0
    }
    fn pow(&self, exponent: u64) -> Self {
        effort::product(self.bits().saturating_mul(exponent));
        Pow::pow(self, exponent)
    }
}

impl DirectedFloat for Float {
    fn zero() -> Self {
        Float::ZERO
    }
    fn infinity(negative: bool) -> Self {
        if negative { Float::NEGATIVE_INFINITY } else { Float::INFINITY }
    }
    fn from_u64(n: u64) -> Self {
        effort::sum(64);
        Float::from_unsigned_prec_round(n, 64, RoundingMode::Floor).0
    }
    fn from_natural(n: &Natural, precision: u64, rounding: Rounding) -> Self {
        effort::conversion(n.significant_bits());
        Float::from_natural_prec_round_ref(n, precision, mode(rounding)).0
    }
    fn from_rational(x: &Rational, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        effort::conversion(precision);
        Float::from_rational_prec_round_ref(x, precision, mode(rounding)).0
    }
    fn to_rational(&self) -> Option<Rational> {
        effort::conversion(DirectedFloat::exponent(self).map_or(0, i64::unsigned_abs));
        Rational::try_from(self).ok()
    }
    fn to_dyadic(&self) -> Dyadic {
        let negative = DirectedFloat::sign(self).is_lt();
        match (self.to_significand(), DirectedFloat::exponent(self)) {
            (Some(significand), Some(exponent)) => {
                // 2^(exponent-1) <= |self| < 2^exponent: the exponents have 32 bits.
                let place =
                    exponent - i64::try_from(significand.significant_bits()).unwrap_or(i64::MAX);
                Dyadic::new(Integer::from_sign_and_abs(!negative, significand), place)
                    .unwrap_or(Dyadic::infinity(negative))
            }
            _ if DirectedFloat::is_finite(self) => Dyadic::ZERO,
            _ => Dyadic::infinity(negative),
        }
    }
    fn is_finite(&self) -> bool {
        Float::is_finite(self)
    }
    fn sign(&self) -> Ordering {
        self.partial_cmp(&0u32).unwrap_or(Ordering::Equal)
    }
    fn exponent(&self) -> Option<i64> {
        self.get_exponent().map(i64::from)
    }
    fn neg(&self) -> Self {
        -self
    }
    fn shift(&self, shift: i64, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        self.shl_prec_round_ref(shift, precision, mode(rounding)).0
    }
    fn add(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        self.add_prec_round_ref_ref(other, precision, mode(rounding)).0
    }
    fn sub(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::sum(precision);
        self.sub_prec_round_ref_ref(other, precision, mode(rounding)).0
    }
    fn mul(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::product(precision);
        self.mul_prec_round_ref_ref(other, precision, mode(rounding)).0
    }
    fn div(&self, other: &Self, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        self.div_prec_round_ref_ref(other, precision, mode(rounding)).0
    }
    fn add_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::sum(precision);
        self.add_prec_round_assign_ref(other, precision, mode(rounding));
    }
    fn mul_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::product(precision);
        self.mul_prec_round_assign_ref(other, precision, mode(rounding));
    }
    fn div_assign(&mut self, other: &Self, precision: u64, rounding: Rounding) {
        effort::quotient(precision);
        self.div_prec_round_assign_ref(other, precision, mode(rounding));
    }
    fn sqrt(&self, precision: u64, rounding: Rounding) -> Self {
        effort::quotient(precision);
        self.sqrt_prec_round_ref(precision, mode(rounding)).0
    }
    fn exp(&self, precision: u64, rounding: Rounding) -> Self {
        effort::function(precision);
        self.exp_prec_round_ref(precision, mode(rounding)).0
    }
    fn ln(&self, precision: u64, rounding: Rounding) -> Self {
        effort::logarithm(self, precision);
        self.ln_prec_round_ref(precision, mode(rounding)).0
    }
    fn pi(precision: u64, rounding: Rounding) -> Self {
        effort::function(precision);
        Float::pi_prec_round(precision, mode(rounding)).0
    }
}
