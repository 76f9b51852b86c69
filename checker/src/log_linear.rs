//! Sums of logarithms of rational numbers, which are compared exactly.

use crate::expression::Expression;
use crate::number::bits_of;
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The largest power that is computed.
const MAX_POWER: i64 = 100_000;
/// The most bits of a rational.
pub(crate) const MAX_BITS: u64 = 1 << 19;
/// The most work for a power of e that is tested for rationality, in units of about a nanosecond.
const MAX_WORK: u64 = 1 << 28;

/// The root of a rational number >= 0, where it is rational.
pub(crate) fn root(x: &BigRational, degree: u32) -> Option<BigRational> {
    if x.is_negative() {
        return None;
    }
    let exact = |n: &BigInt| {
        let root = n.nth_root(degree);
        (Pow::pow(&root, degree) == *n).then_some(root)
    };
    Some(BigRational::new(exact(x.numer())?, exact(x.denom())?))
}

/// `a + sum c_i ln(r_i) + sum d_i x_i` with rational a, c_i, d_i and r_i > 0, and any other numbers
/// x_i, of which only identity with itself is known.
#[derive(Clone, Debug)]
pub struct LogLinear {
    constant: BigRational,
    logarithms: BTreeMap<BigRational, BigRational>,
    others: Vec<(Expression, BigRational)>,
}

impl LogLinear {
    /// The form of a number.
    pub fn of(x: &Expression) -> LogLinear {
        let zero = LogLinear {
            constant: BigRational::zero(),
            logarithms: BTreeMap::new(),
            others: Vec::new(),
        };
        let other = || LogLinear { others: vec![(x.clone(), BigRational::one())], ..zero.clone() };
        match x {
            Expression::Rational(x) => LogLinear { constant: x.clone(), ..zero },
            Expression::Sum(x, y) => LogLinear::of(x).plus(&LogLinear::of(y)),
            Expression::Product(x, y) => match (x.rational(), y.rational()) {
                (Some(factor), _) => LogLinear::of(y).times(factor),
                (_, Some(factor)) => LogLinear::of(x).times(factor),
                _ => other(),
            },
            Expression::Ln(r) => match r.rational().filter(|r| r.is_positive()) {
                Some(r) => LogLinear {
                    logarithms: BTreeMap::from([(r.clone(), BigRational::one())]),
                    ..zero
                },
                None => other(),
            },
            _ => other(),
        }
    }

    fn plus(mut self, other: &LogLinear) -> LogLinear {
        self.constant += &other.constant;
        for (r, c) in &other.logarithms {
            *self.logarithms.entry(r.clone()).or_insert_with(BigRational::zero) += c;
        }
        for (x, c) in &other.others {
            match self.others.iter_mut().find(|(known, _)| known == x) {
                Some((_, sum)) => *sum += c,
                None => self.others.push((x.clone(), c.clone())),
            }
        }
        self
    }

    /// The multiple by a factor.
    pub fn times(&self, factor: &BigRational) -> LogLinear {
        let logarithms = self.logarithms.iter().map(|(r, c)| (r.clone(), c * factor)).collect();
        let others = self.others.iter().map(|(x, c)| (x.clone(), c * factor)).collect();
        LogLinear { constant: &self.constant * factor, logarithms, others }
    }

    /// A literal of it.
    pub fn literal(&self) -> String {
        let mut terms = Vec::new();
        if !self.constant.is_zero() || (self.logarithms.is_empty() && self.others.is_empty()) {
            terms.push(self.constant.to_string());
        }
        terms.extend(self.logarithms.iter().map(|(r, c)| format!("({c})*ln({r})")));
        terms.extend(self.others.iter().map(|(x, c)| format!("({c})*{x}")));
        terms.join(" + ")
    }

    /// Are both known to be the same number? This is exact, except for the other numbers: e^a is
    /// irrational for rational a != 0, so that constants are equal, and the logarithms are compared
    /// as powers of their arguments.
    pub fn equals(&self, other: &LogLinear, work: &Work) -> bool {
        self.clone().plus(&other.times(&-BigRational::one())).vanishes(work)
    }

    /// Is it known to be 0?
    pub fn vanishes(&self, work: &Work) -> bool {
        // Other numbers may cancel, because each of them is defined.
        self.others.iter().all(|(_, c)| c.is_zero())
            && work.spend(self.work()).is_ok()
            && self.power().is_some_and(|x| x.is_one())
    }

    /// A bound on the bits of the numbers that [`LogLinear::exp`] computes; 1 where it does not
    /// compute any.
    pub fn digits(&self) -> u64 {
        if !self.constant.is_zero() {
            return 1;
        }
        let degree = self.logarithms.values().fold(1, |degree: u64, c| {
            degree.saturating_mul(c.denom().to_u64().unwrap_or(u64::MAX))
        });
        let size = |(r, c): (&BigRational, &BigRational)| {
            let power = c.numer().magnitude().to_u64().unwrap_or(u64::MAX);
            product(&[bits_of(r), power, degree])
        };
        self.logarithms.iter().map(size).fold(1, u64::saturating_add).min(MAX_BITS)
    }

    /// A bound on the work of [`LogLinear::exp`].
    pub fn work(&self) -> u64 {
        let size = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let (bits, count) =
            (self.digits(), size(self.logarithms.len()).saturating_add(size(self.others.len())));
        // Each product is reduced to lowest terms; a root takes a few more products.
        (product(&[count.saturating_add(4), bits, bits]) / 32)
            .min(MAX_WORK)
            .saturating_add(product(&[count, 1 << 8]))
    }

    /// e to this number, where that is rational and not too large; `None` where other numbers
    /// occur.
    pub fn exp(&self) -> Option<BigRational> {
        if self.others.is_empty() { self.power() } else { None }
    }

    /// e to the part without other numbers.
    fn power(&self) -> Option<BigRational> {
        if !self.constant.is_zero() {
            return None;
        }
        let degree = self.logarithms.values().fold(BigInt::one(), |lcm, c| lcm.lcm(c.denom()));
        let degree = degree.to_u32()?;
        // A root takes powers of its degree repeatedly.
        let limit = MAX_BITS / u64::from(degree);
        let (mut result, work) = (BigRational::one(), Work::of(MAX_WORK));
        for (r, c) in &self.logarithms {
            let power =
                (c * BigRational::from_integer(BigInt::from(degree))).to_integer().to_i64()?;
            result *= integer_power(r, power, limit)?;
            work.spend(work_of(&result)).ok()?;
            if bits_of(&result) > limit {
                return None;
            }
        }
        if degree == 1 { Some(result) } else { root(&result, degree) }
    }
}

/// The work of reducing a fraction to lowest terms.
fn work_of(x: &BigRational) -> u64 {
    product(&[bits_of(x), bits_of(x)]) / 64
}

/// A power; `None` for one that may have more bits, or of 0 with a negative exponent.
pub(crate) fn integer_power(x: &BigRational, exponent: i64, most_bits: u64) -> Option<BigRational> {
    if exponent.checked_abs()? > MAX_POWER
        || bits_of(x).checked_mul(exponent.unsigned_abs())? > most_bits
    {
        return None;
    }
    if x.is_zero() && exponent < 0 {
        return None;
    }
    Some(Pow::pow(x, i32::try_from(exponent).ok()?))
}
