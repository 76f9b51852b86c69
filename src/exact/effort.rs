//! What the operations on numbers take, in operations on machine words: fits to what they take of
//! the default engine, which is the slower one.
//!
//! Each is counted before it is done.

use super::engine::{DirectedFloat, Rounding};
use super::real::rational_bits;
use crate::meter;
use malachite::rational::Rational;

fn words(bits: u64) -> u64 {
    bits.div_ceil(64).max(1)
}

/// About `words^1.5`, and for long numbers, of which the transforms are multiplied, 64 times as
/// many as there are.
fn multiplied(words: u64) -> u64 {
    words.saturating_mul(1 << (words.ilog2() / 2).min(6))
}

/// Counts a sum, a comparison or a shift.
#[inline]
pub(crate) fn sum(bits: u64) {
    meter::spend(45 + 6 * words(bits));
}

/// Counts a number that becomes one of another type.
#[inline]
pub(crate) fn conversion(bits: u64) {
    meter::spend(100 + 2 * words(bits));
}

fn of_a_product(bits: u64) -> u64 {
    let words = words(bits);
    words.saturating_mul(35).saturating_add(50).saturating_add(multiplied(words).saturating_mul(2))
}

/// Counts a product.
#[inline]
pub(crate) fn product(bits: u64) {
    products(1, bits);
}

/// Counts so many products of numbers of the same length.
pub(crate) fn products(count: u64, bits: u64) {
    meter::spend(of_a_product(bits).saturating_mul(count));
}

/// What a table of transforms takes, for each point. Where it is counted too low, a question does
/// more than its limit says; where it is too high, one that would end within it is refused. This
/// holds for all numbers of this file.
const TABLE_WORK: u64 = 130;
/// Bytes for each point: its table, and a few residues. Where memory is counted too low, a question
/// has more than its limit says; where it is too high, one that would keep it is refused. This
/// holds for all bytes of this file.
const POINT_BYTES: u64 = 80;

/// Counts a product by so many transforms, and asks for its memory. The first product of a length
/// has the tables as well, even where another question has left them: a question ends at the same
/// place in whatever order questions are asked.
pub(crate) fn transforms(count: u64, points: u64) {
    let all = count.saturating_mul(points);
    meter::reserve(all.saturating_mul(POINT_BYTES));
    let table = if meter::is_first(points.max(1).ilog2()) { TABLE_WORK } else { 0 };
    meter::spend(all.saturating_mul(20 + u64::from(points.max(1).ilog2()) + table));
}

/// Counts a decimal of a number `2^exponent` and more: the power of ten by squaring, a quotient,
/// and its digits.
pub(crate) fn decimal(digits: u64, exponent: u64) {
    let squares = u64::from(exponent.max(1).ilog2());
    products(12 + 4 * squares, digits.saturating_mul(4).saturating_add(128));
}

/// Counts a quotient or a root.
#[inline]
pub(crate) fn quotient(bits: u64) {
    let words = words(bits);
    meter::spend((60 + 45 * words).saturating_add(multiplied(words).saturating_mul(10)));
}

/// Counts a logarithm: one near 0 is computed with more digits than it has.
pub(crate) fn logarithm<F: DirectedFloat>(x: &F, bits: u64) {
    let distance = x.sub(&F::from_u64(1), 64, Rounding::Down).exponent();
    function(bits);
    if distance.is_some_and(|distance| distance < -4) {
        function(bits);
    }
}

/// Counts an exponential or a logarithm.
pub(crate) fn function(bits: u64) {
    let words = words(bits);
    let products = multiplied(words).saturating_mul(1000);
    meter::spend(words.saturating_mul(4000).saturating_add(12_000).saturating_add(products));
}

/// Counts a sum or a product of rationals, which is reduced.
pub(crate) fn rational(x: &Rational, y: &Rational) {
    rationals(1, x, y);
}

/// The same for so many of them.
pub(crate) fn rationals(count: u64, x: &Rational, y: &Rational) {
    meter::spend(of_a_reduction(rational_bits(x).max(rational_bits(y))).saturating_mul(count));
}

/// Counts a greatest common divisor, and the division by it.
pub(crate) fn reduction(bits: u64) {
    meter::spend(of_a_reduction(bits));
}

fn of_a_reduction(bits: u64) -> u64 {
    let words = words(bits);
    let reduced = if words == 1 { 0 } else { words.saturating_mul(200).saturating_add(200) };
    // A divisor of long numbers is found by halving them.
    let halvings = u64::from(words.ilog2()).saturating_sub(11).max(1);
    multiplied(words).saturating_mul(20 * halvings).saturating_add(reduced + 200)
}

/// What an outcome takes, with the expressions of its two masses and its loss.
const OUTCOME_BYTES: u64 = 900;

/// Asks for the memory of a list of so many outcomes.
pub(crate) fn outcomes(count: u64) {
    meter::reserve(count.saturating_mul(OUTCOME_BYTES));
}

/// Bytes of an integer beside its digits.
const INTEGER_BYTES: u64 = 64;

/// Asks for the memory of a list of so many integers.
pub(crate) fn integers(count: u64, bits: u64) {
    meter::reserve(count.saturating_mul(INTEGER_BYTES + bits / 8));
}

/// Asks for the memory of a pair of which the masses under P have so many bits together: some
/// copies of it are made.
pub(crate) fn masses(bits: u64) {
    meter::reserve(bits.saturating_mul(4));
}

/// Counts a node of an expression that is made.
#[inline]
pub(crate) fn node() {
    meter::spend(300);
}
