//! Exact products of polynomials with long coefficients, by number-theoretic transforms.
//!
//! Each coefficient is reduced modulo some primes of 62 bits, and the polynomials are multiplied
//! modulo each. The Chinese remainder theorem restores the coefficients of the product: their size
//! is known, so that nothing is rounded. A product is checked before it is used: both sides are
//! evaluated at a point modulo a prime that the transforms do not use.

use crate::composition::convolve::convolve;
use crate::exact::effort;
use crate::parallel;
use malachite::Natural;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tfhe_ntt::prime64::Plan;

/// A non-negative integer below 2^256, lowest word first.
pub type Wide = [u64; 4];

/// Primes of 62 bits that are 1 modulo 2^26: transforms of up to 2^25 points.
const PRIMES: [u64; 4] = [
    4_611_686_017_554_972_673,
    4_611_686_015_004_835_841,
    4_611_686_009_971_671_041,
    4_611_686_007_555_751_937,
];

/// Each prime is larger than 2 to this power.
const PRIME_BITS: u32 = 61;

/// The largest transform: the primes are 1 modulo twice this. Longer factors are multiplied as long
/// integers.
const MAX_POINTS: usize = 1 << 25;

/// For shorter factors the transforms of the crate do not work, or do not pay: such factors are
/// multiplied as long integers too.
const MIN_POINTS: usize = 64;

/// The most bits of a coefficient with which products of polynomials of this many terms fit the
/// primes.
pub fn coefficient_bits(terms: usize, primes: usize) -> u32 {
    let all = PRIME_BITS * u32::try_from(primes.min(PRIMES.len())).unwrap_or(0);
    all.saturating_sub(terms.max(1).ilog2() + 1) / 2
}

/// Points of the transform for a product of polynomials of these lengths.
pub fn points(a: usize, b: usize) -> usize {
    (a + b).saturating_sub(1).next_power_of_two()
}

/// `round` of each coefficient of the product of two polynomials, lowest power first; of a square
/// where `b` is `None`.
///
/// The coefficients that `round` gets are exact, for factors below 2^112 and up to 2^24 terms.
///
/// Cost: three transforms for each prime (two for a square).
pub fn product(a: &[u128], b: Option<&[u128]>, round: impl Fn(&Wide) -> u128) -> Vec<u128> {
    let other = b.unwrap_or(a);
    if a.is_empty() || other.is_empty() {
        return Vec::new();
    }
    let size = points(a.len(), other.len());
    let bits = |xs: &[u128]| 128 - xs.iter().fold(0, |all, x| all | x).leading_zeros();
    let needed = bits(a) + bits(other) + a.len().min(other.len()).ilog2() + 1;
    let primes = usize::try_from(needed.div_ceil(PRIME_BITS)).unwrap_or(usize::MAX).max(1);
    if (MIN_POINTS..=MAX_POINTS).contains(&size) && primes <= PRIMES.len() {
        let mut check = Check::default();
        let checked = |x: &Wide| {
            check.next(x);
            round(x)
        };
        if let Some(result) = by_transforms(a, b, size, primes, checked)
            && check.is_product(a, other)
        {
            return result;
        }
    }
    by_substitution(a, other).iter().map(round).collect()
}

/// The same by one long multiplication of the default engine.
fn by_substitution(a: &[u128], b: &[u128]) -> Vec<Wide> {
    let naturals = |xs: &[u128]| xs.iter().map(|x| Natural::from(*x)).collect::<Vec<_>>();
    let wide = |n: &Natural| {
        let mut words = n.to_limbs_asc();
        words.resize(4, 0);
        words.try_into().unwrap_or([u64::MAX; 4])
    };
    convolve(&naturals(a), &naturals(b)).iter().map(wide).collect()
}

/// `round` gets the coefficients from the highest power down.
fn by_transforms<T>(
    a: &[u128],
    b: Option<&[u128]>,
    size: usize,
    primes: usize,
    round: impl FnMut(&Wide) -> T,
) -> Option<Vec<T>> {
    let highest = highest_apart(a.len(), b.unwrap_or(a).len(), size);
    let modulo = |prime: &u64| {
        let field = Field::new(*prime);
        match highest {
            None => field.product(a, b, size),
            Some((highest, size_of_highest)) => {
                let upper = field.product(
                    last(a, highest),
                    b.map(|b| last(b, highest)),
                    size_of_highest,
                )?;
                let upper = upper.get(upper.len().checked_sub(highest)?..)?;
                let mut product = field.product(a, b, size / 2)?;
                for (wrapped, x) in product.iter_mut().zip(upper) {
                    *wrapped = field.canonical(*wrapped) + field.canonical(*x);
                }
                product.extend(upper);
                Some(product)
            }
        }
    };
    effort::transforms(primes as u64, size as u64);
    let residues = parallel::map::<_, _, Option<Vec<_>>>(PRIMES.get(..primes)?, modulo)?;
    Some(Remainders::new(primes).reconstruct(&residues, round))
}

/// The last `n` of some coefficients, or all of them.
fn last(xs: &[u128], n: usize) -> &[u128] {
    xs.get(xs.len().saturating_sub(n)..).unwrap_or_default()
}

/// The number of the highest coefficients of a product that are better computed apart, and the
/// points of the transform for them; `None` where one transform of `size` points is better.
///
/// A transform of n points multiplies modulo `x^n + 1`: it subtracts the coefficient at n + i from
/// the one at i. Of a product that is a little longer than n, few coefficients are at n and beyond.
/// They depend on as many of the highest coefficients of the factors alone, so that a short product
/// has them, and added to the long one they restore it.
fn highest_apart(a: usize, b: usize, size: usize) -> Option<(usize, usize)> {
    let half = size / 2;
    let highest = (a + b).checked_sub(1 + half)?;
    let shorter = points(highest.min(a), highest.min(b)).max(MIN_POINTS);
    (highest > 0 && a.max(b) <= half && shorter < half).then_some((highest, shorter))
}

/// The tables of a transform, computed once for each size and prime; `None` if the prime is not 1
/// modulo twice the size.
fn plan(size: usize, prime: u64) -> Option<Arc<Plan>> {
    type Plans = HashMap<(usize, u64), Arc<Plan>>;
    static PLANS: LazyLock<Mutex<Plans>> = LazyLock::new(Mutex::default);
    let lock = || PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(plan) = lock().get(&(size, prime)) {
        return Some(plan.clone());
    }
    let plan = Arc::new(Plan::try_new(size, prime)?);
    lock().insert((size, prime), plan.clone());
    Some(plan)
}

/// Arithmetic modulo a prime of 62 bits.
#[derive(Clone, Copy)]
struct Field {
    prime: u64,
    one: Factor,
    word: Factor,
}

/// A constant factor and `floor(2^64 factor / prime)`.
#[derive(Clone, Copy)]
struct Factor {
    factor: u64,
    quotient: u64,
}

#[allow(clippy::cast_possible_truncation)]
fn low(x: u128) -> u64 {
    x as u64
}

fn high(x: u128) -> u64 {
    low(x >> 64)
}

impl Field {
    fn new(prime: u64) -> Self {
        let factor = |factor: u64| Factor {
            factor,
            quotient: low((u128::from(factor) << 64) / u128::from(prime)),
        };
        Field { prime, one: factor(1), word: factor(low((1u128 << 64) % u128::from(prime))) }
    }

    fn factor(self, factor: u64) -> Factor {
        Factor { factor, quotient: low((u128::from(factor) << 64) / u128::from(self.prime)) }
    }

    /// `x factor` modulo the prime, below twice the prime, for any x.
    #[inline(always)]
    fn times(self, x: u64, by: Factor) -> u64 {
        let quotient = high(u128::from(x) * u128::from(by.quotient));
        x.wrapping_mul(by.factor).wrapping_sub(quotient.wrapping_mul(self.prime))
    }

    /// The canonical residue of a number below four times the prime.
    #[inline(always)]
    fn reduced(self, x: u64) -> u64 {
        let x = x.min(x.wrapping_sub(2 * self.prime));
        x.min(x.wrapping_sub(self.prime))
    }

    #[inline(always)]
    fn residue(self, x: u128) -> u64 {
        self.reduced(self.times(high(x), self.word) + self.times(low(x), self.one))
    }

    /// The canonical residue of any number.
    #[inline(always)]
    fn canonical(self, x: u64) -> u64 {
        self.reduced(self.times(x, self.one))
    }

    /// The product of two polynomials modulo `x^size + 1`, without the zeros beyond its length; a
    /// square where `b` is `None`. `None` if the prime has no transform of this size.
    fn product(self, a: &[u128], b: Option<&[u128]>, size: usize) -> Option<Vec<u64>> {
        let plan = plan(size, self.prime)?;
        let mut left = self.residues(a, size);
        plan.fwd(&mut left);
        match b {
            Some(b) => {
                let mut right = self.residues(b, size);
                plan.fwd(&mut right);
                plan.mul_assign_normalize(&mut left, &right);
            }
            None => {
                let right = left.clone();
                plan.mul_assign_normalize(&mut left, &right);
            }
        }
        plan.inv(&mut left);
        left.truncate(a.len() + b.unwrap_or(a).len() - 1);
        Some(left)
    }

    fn residues(self, xs: &[u128], size: usize) -> Vec<u64> {
        let mut residues: Vec<u64> = xs.iter().map(|x| self.residue(*x)).collect();
        residues.resize(size, 0);
        residues
    }
}

/// The Chinese remainder theorem in mixed radix (Garner): `x = d_0 + p_0 (d_1 + p_1 (d_2 + ...))`.
struct Remainders {
    fields: Vec<Field>,
    /// At (i, j), j < i: the inverse of `p_j` modulo `p_i`.
    inverses: Vec<Vec<Factor>>,
}

impl Remainders {
    fn new(primes: usize) -> Self {
        let fields: Vec<Field> =
            PRIMES.iter().take(primes).map(|prime| Field::new(*prime)).collect();
        let inverse =
            |field: &Field, prime: u64| field.factor(inverse(prime % field.prime, field.prime));
        let inverses = fields.iter().enumerate();
        let inverses = inverses
            .map(|(i, field)| {
                fields.iter().take(i).map(|smaller| inverse(field, smaller.prime)).collect()
            })
            .collect();
        Remainders { fields, inverses }
    }

    fn reconstruct<T>(&self, residues: &[Vec<u64>], mut round: impl FnMut(&Wide) -> T) -> Vec<T> {
        let length = residues.iter().map(Vec::len).min().unwrap_or(0);
        let mut columns: Vec<_> = residues.iter().map(|column| column.iter().rev()).collect();
        let mut result = Vec::with_capacity(length);
        for _ in 0..length {
            let mut digits = [0u64; PRIMES.len()];
            for (i, column) in columns.iter_mut().enumerate() {
                let (Some(field), Some(inverses)) = (self.fields.get(i), self.inverses.get(i))
                else {
                    break;
                };
                let mut digit = field.canonical(column.next().copied().unwrap_or(0));
                for (smaller, inverse) in digits.iter().zip(inverses) {
                    // Digits are below a prime of the same 62 bits, which may be larger than this
                    // one.
                    let smaller = field.reduced(*smaller);
                    let difference = digit + field.prime - smaller;
                    digit = field.reduced(field.times(difference, *inverse));
                }
                if let Some(place) = digits.get_mut(i) {
                    *place = digit;
                }
            }
            let mut value = [0u64; 4];
            for (digit, field) in digits.iter().zip(&self.fields).rev() {
                let mut carry = *digit;
                for word in &mut value {
                    let sum = u128::from(*word) * u128::from(field.prime) + u128::from(carry);
                    (*word, carry) = (low(sum), high(sum));
                }
            }
            result.push(round(&value));
        }
        result.reverse();
        result
    }
}

/// `x^(p-2)` modulo p.
fn inverse(x: u64, prime: u64) -> u64 {
    let times = |a: u64, b: u64| low(u128::from(a) * u128::from(b) % u128::from(prime));
    let (mut result, mut power, mut exponent) = (1, x, prime - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent /= 2;
    }
    result
}

/// 2^61 - 1, a prime.
const MERSENNE: u64 = (1 << 61) - 1;

/// The digits of pi: any point is suitable that is unrelated to the transforms.
const POINT: u64 = 0x1415_9265_3589_7932;

/// The value of a product at a point modulo 2^61 - 1, by Horner's scheme.
///
/// A wrong product has the right value there with a probability of at most its degree over 2^61.
#[derive(Default)]
struct Check {
    value: u64,
}

impl Check {
    fn reduced(x: u128) -> u64 {
        let folded = (x & u128::from(MERSENNE)) + (x >> 61);
        let folded = (folded & u128::from(MERSENNE)) + (folded >> 61);
        low(folded) % MERSENNE
    }

    fn times(x: u64, y: u64) -> u64 {
        Check::reduced(u128::from(x) * u128::from(y))
    }

    /// Adds the next lower coefficient.
    fn next(&mut self, [a, b, c, d]: &Wide) {
        let bottom = Check::reduced(u128::from(*b) << 64 | u128::from(*a));
        let top = Check::reduced(u128::from(*d) << 64 | u128::from(*c));
        // 2^128 = 2^6 modulo 2^61 - 1.
        let coefficient = (bottom + Check::times(top, 1 << 6)) % MERSENNE;
        self.value = (Check::times(self.value, POINT) + coefficient) % MERSENNE;
    }

    /// Has the product of the factors this value?
    fn is_product(&self, a: &[u128], b: &[u128]) -> bool {
        let value = |xs: &[u128]| {
            xs.iter()
                .rev()
                .fold(0, |sum, x| (Check::times(sum, POINT) + Check::reduced(*x)) % MERSENNE)
        };
        Check::times(value(a), value(b)) == self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn schoolbook(a: &[u128], b: &[u128]) -> Vec<Natural> {
        let mut result = vec![Natural::from(0u32); a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                result[i + j] += Natural::from(*x) * Natural::from(*y);
            }
        }
        result
    }

    fn exact(a: &[u128], b: Option<&[u128]>, primes: usize) -> Vec<Wide> {
        by_transforms(a, b, points(a.len(), b.unwrap_or(a).len()), primes, |x| *x)
            .expect("a transform")
    }

    fn is_product(a: &[u128], b: &[u128], product: &[Wide]) -> bool {
        let mut check = Check::default();
        product.iter().rev().for_each(|x| check.next(x));
        check.is_product(a, b)
    }

    /// Both halves of a product's coefficients, one after the other.
    fn halves(a: &[u128], b: Option<&[u128]>) -> Vec<Wide> {
        let [low, high] = [0, 2]
            .map(|half| product(a, b, |x| u128::from(x[half + 1]) << 64 | u128::from(x[half])));
        let words = |x: u128| [super::low(x), super::high(x)];
        low.into_iter()
            .zip(high)
            .map(|(low, high)| [words(low), words(high)].concat().try_into().expect("four"))
            .collect()
    }

    fn naturals(xs: &[Wide]) -> Vec<Natural> {
        xs.iter().map(|x| Natural::from_limbs_asc(x)).collect()
    }

    fn coefficients(bits: u32) -> impl Strategy<Value = Vec<u128>> {
        let largest = (1u128 << bits) - 1;
        prop::collection::vec(prop_oneof![Just(0), Just(largest), 0..=largest], 1..200)
    }

    proptest! {
        #[test]
        fn products_are_exact(
            (a, b) in (1u32..112).prop_flat_map(|bits| (coefficients(bits), coefficients(bits)))
        ) {
            prop_assert_eq!(naturals(&halves(&a, Some(&b))), schoolbook(&a, &b));
            prop_assert_eq!(naturals(&halves(&a, None)), schoolbook(&a, &a));
            prop_assert_eq!(naturals(&by_substitution(&a, &b)), schoolbook(&a, &b));
        }

        #[test]
        fn every_number_of_primes_is_exact(primes in 1usize..=4, seed in any::<u64>()) {
            let bits = coefficient_bits(100, primes);
            let mut state = seed;
            let mut random = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (u128::from(state) << 64 | u128::from(state.rotate_left(17))) >> (128 - bits)
            };
            let a: Vec<u128> = (0..100).map(|_| random()).collect();
            let b: Vec<u128> = (0..120).map(|_| random()).collect();
            let result = exact(&a, Some(&b), primes);
            prop_assert_eq!(naturals(&result), schoolbook(&a, &b));
            prop_assert!(is_product(&a, &b, &result));
        }
    }

    /// Lengths around those where the highest coefficients are computed apart, squares and products
    /// of unlike lengths.
    #[test]
    fn products_of_every_length_are_exact() {
        let factor = |length: usize, seed: u128| -> Vec<u128> {
            let mixed =
                |n: u128| (n + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 20;
            (0..length as u128).map(mixed).collect()
        };
        let mut apart = 0;
        for (long, short) in
            (120..170).flat_map(|n| [(n, n), (n, n - 1), (n + 100, n - 90), (2 * n, n)])
        {
            let (a, b) = (factor(long, 1), factor(short, 7));
            let size = points(long, short);
            apart += usize::from(highest_apart(long, short, size).is_some());
            assert_eq!(
                naturals(&exact(&a, Some(&b), 4)),
                naturals(&by_substitution(&a, &b)),
                "{long}, {short}"
            );
            assert_eq!(naturals(&exact(&a, None, 4)), naturals(&by_substitution(&a, &a)), "{long}");
        }
        assert!(apart > 40, "{apart}");
    }

    #[test]
    fn the_largest_coefficients_fit() {
        for primes in 1..=4 {
            let largest = (1u128 << coefficient_bits(1000, primes)) - 1;
            let a = vec![largest; 1000];
            assert_eq!(naturals(&exact(&a, None, primes)), naturals(&by_substitution(&a, &a)));
        }
    }

    #[test]
    fn a_wrong_product_is_noticed() {
        let a: Vec<u128> = (1..100).map(|n| (n * n) << 70).collect();
        let right = exact(&a, None, 4);
        for place in 0..right.len() {
            for word in 0..4 {
                let mut wrong = right.clone();
                wrong[place][word] ^= 1;
                assert!(!is_product(&a, &a, &wrong), "{place}, {word}");
            }
        }
    }

    #[test]
    fn every_prime_has_every_size() {
        for prime in PRIMES {
            assert_eq!((prime - 1) % (2 * MAX_POINTS as u64), 0);
            assert!(prime > 1 << PRIME_BITS);
            assert!(plan(MIN_POINTS, prime).is_some_and(|plan| plan.modulus() == prime));
        }
    }
}
