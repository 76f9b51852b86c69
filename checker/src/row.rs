//! Composition on a lattice of losses, by convolution of integers.
//!
//! A row has the masses of the losses `from * step, (from+1) * step, ...` over a common
//! denominator.
//!
//! * An *upper* row is the P-side of a pair that dominates the composition of the ledger rows that
//!   it covers: its masses at finite losses and `infinite.p`, all rounded up. (`proofs/`: rounding
//!   a loss up dominates, adding mass dominates, products of dominating pairs dominate.)
//! * A *test* row counts outcomes by labels. `p` is at most the P-mass and `q` at least the Q-mass
//!   of the outcomes with a label; `infinite` is that of the outcomes that every test rejects. An
//!   outcome without a label is never rejected. (`proofs/`: every test bounds the divergence from
//!   below.)

use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::number::{bits_of, shift_down, shift_up};
use crate::rational::BigRational;
use crate::work::product;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Pow, Signed, Zero};
use std::collections::BTreeMap;

/// The kind of bound that a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// An upper bound of the composition.
    Upper,
    /// A lower bound of the composition.
    Test,
}

/// Masses on a lattice of losses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The kind of bound.
    pub bounds: Bounds,
    /// The ledger rows that it covers, with their counts.
    pub covers: BTreeMap<String, BigInt>,
    /// The index of the first loss.
    pub from: i64,
    /// The common denominator of all masses.
    pub denominator: BigInt,
    /// Masses under P.
    pub p: Vec<BigInt>,
    /// Masses under Q; empty in an upper row.
    pub q: Vec<BigInt>,
    /// The P-mass beyond all losses.
    pub infinite_p: BigInt,
    /// The Q-mass beyond all losses; 0 in an upper row.
    pub infinite_q: BigInt,
}

/// The longest row.
pub const MAX_LENGTH: usize = 1 << 22;
/// The largest index of a loss, in absolute value.
pub const MAX_INDEX: i64 = 1 << 40;
/// The most bits of the masses of a row together.
pub const MAX_SIZE: u64 = 1 << 28;
/// The most bits of the powers in an exact sum.
const MAX_POWER_BITS: u64 = 1 << 20;

impl Row {
    /// The index of the last loss.
    pub fn to(&self) -> i64 {
        self.from + i64::try_from(self.p.len()).unwrap_or(i64::MAX) - 1
    }

    /// The composition of both, without losses outside `from..=to`, with `bits` fractional bits or
    /// exactly.
    ///
    /// # Errors
    /// Rows that do not belong together, or a result that is too large.
    pub fn convolve(
        &self,
        other: &Row,
        from: i64,
        to: i64,
        bits: Option<u64>,
    ) -> Result<Row, Fault> {
        if self.bounds != other.bounds {
            return Err(Unproved::UnlikeRows { what: "bounds" }.into());
        }
        let length = self.p.len().saturating_add(other.p.len());
        let width = self.denominator.bits().saturating_add(other.denominator.bits());
        if length > MAX_LENGTH {
            return Err(Unsupported::too_long("the composition", size(MAX_LENGTH), "losses").into());
        }
        if product(&[size(length), width]) > MAX_SIZE {
            return Err(Unsupported::too_long("the composition", MAX_SIZE, "bits").into());
        }
        let first = self
            .from
            .checked_add(other.from)
            .filter(|first| first.unsigned_abs() <= MAX_INDEX.unsigned_abs());
        let denominator = &self.denominator * &other.denominator;
        // 1 - (1-x)(1-y) grows with x and y only up to 1, which masses that were rounded up may
        // exceed.
        let beyond = |x: &BigInt, y: &BigInt| {
            let (x, y) = (x.min(&self.denominator), y.min(&other.denominator));
            x * &other.denominator + y * &self.denominator - x * y
        };
        let mut row = Row {
            bounds: self.bounds,
            covers: self.covers.clone(),
            from: first.ok_or_else(|| Unsupported::too_large("a loss of the composition"))?,
            p: multiply(&self.p, &other.p),
            q: multiply(&self.q, &other.q),
            infinite_p: beyond(&self.infinite_p, &other.infinite_p),
            infinite_q: beyond(&self.infinite_q, &other.infinite_q),
            denominator,
        };
        for (id, count) in &other.covers {
            *row.covers.entry(id.clone()).or_insert_with(BigInt::zero) += count;
        }
        row.cut(from, to)?;
        if let Some(bits) = bits {
            row.round(bits)?;
        }
        Ok(row)
    }

    /// Keeps only the losses `from..=to`.
    ///
    /// Larger losses count as infinite. Smaller losses are moved up to `from` in an upper row; in a
    /// test row no test rejects them.
    ///
    /// # Errors
    /// Losses that the row does not have.
    pub fn cut(&mut self, from: i64, to: i64) -> Result<(), Fault> {
        if from > to || from < self.from || to > self.to() {
            return Err(Unproved::NotAmong { from, to, first: self.from, last: self.to() }.into());
        }
        let length = |n: i64| usize::try_from(n).map_err(|_| Unsupported::too_large("the row"));
        let kept = length(to - self.from)? + 1;
        let (above_p, above_q) = (drain_sum(&mut self.p, kept), drain_sum(&mut self.q, kept));
        self.infinite_p += above_p;
        self.infinite_q += above_q;
        let below = length(from - self.from)?;
        let moved: BigInt = self.p.drain(..below).sum();
        let _ = self.q.drain(..below.min(self.q.len()));
        if let (Bounds::Upper, Some(first)) = (self.bounds, self.p.first_mut()) {
            *first += moved;
        }
        self.from = from;
        Ok(())
    }

    /// Rounds all masses to multiples of 2^-bits: upper bounds up, lower bounds down.
    ///
    /// # Errors
    /// Masses that are not dyadic.
    pub fn round(&mut self, bits: u64) -> Result<(), Fault> {
        let zeros = self.denominator.trailing_zeros().unwrap_or(0);
        if self.denominator != BigInt::one() << zeros {
            return Err(Unsupported::no_rule("the rounding of masses that are not dyadic").into());
        }
        let Some(surplus) = zeros.checked_sub(bits) else {
            return Ok(());
        };
        let is_upper = self.bounds == Bounds::Upper;
        let p = |x: &BigInt| {
            if is_upper { shift_up(x, surplus) } else { shift_down(x, surplus) }
        };
        for mass in self.p.iter_mut().chain([&mut self.infinite_p]) {
            *mass = p(mass);
        }
        for mass in self.q.iter_mut().chain([&mut self.infinite_q]) {
            *mass = shift_up(mass, surplus);
        }
        self.denominator = BigInt::one() << bits;
        Ok(())
    }

    /// An upper bound of `delta(eps)`, from an upper row:
    /// `infinite + sum over n >= start of p_n (1 - e^(eps - n step))`, with the positive summands.
    ///
    /// No loss below `start` is above eps; `first` encloses `e^(eps - start step)` and `base`
    /// encloses `e^step`.
    pub fn delta_upper(
        &self,
        start: i64,
        first: &Interval,
        base: &Interval,
        scale: &Scale,
    ) -> Option<BigRational> {
        let one = scale.one();
        let shrink = scale.div(&scale.integer(1), base)?;
        let mut factor = first.clone();
        let mut sum = &self.infinite_p << scale.bits;
        for mass in self.above(start) {
            let left = &one - &factor.lo;
            if left.is_positive() {
                sum += mass * left;
            }
            factor = scale.mul(&factor, &shrink);
        }
        Some(BigRational::new(sum, &self.denominator << scale.bits))
    }

    /// `delta(eps)` of an upper row, exactly, where `ratio = e^eps` and `base = e^step > 1` are
    /// rational.
    pub fn delta_exact(&self, ratio: &BigRational, base: &BigRational) -> Option<BigRational> {
        let widest = self.from.unsigned_abs().max(self.to().unsigned_abs()).saturating_add(1);
        if product(&[bits_of(base), widest]) > MAX_POWER_BITS {
            return None;
        }
        let power = |n: i64| Some(Pow::pow(base, i32::try_from(n).ok()?));
        // The first loss above eps, by bisection.
        let (mut low, mut high) = (self.from, self.to() + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if power(middle)? > *ratio { high = middle } else { low = middle + 1 }
        }
        // sum p_n base^-n = base^-to sum_j p_(to-j) (u/v)^j, where base = u/v.
        let (u, v) = (base.numer(), base.denom());
        let (mut total, mut weighted) = (self.infinite_p.clone(), BigInt::zero());
        let (mut numerator, mut denominator) = (BigInt::one(), BigInt::one());
        for (index, mass) in self.above(low).iter().rev().enumerate() {
            total += mass;
            if index > 0 {
                numerator *= u;
                denominator *= v;
                weighted *= v;
            }
            weighted += mass * &numerator;
        }
        let weighted = BigRational::new(weighted, denominator) / power(self.to())?;
        let sum = BigRational::from_integer(total) - ratio * weighted;
        Some(sum / BigRational::from_integer(self.denominator.clone()))
    }

    /// A lower bound of the P-mass and an upper bound of the Q-mass that a test rejects, in a test
    /// row: the labels above `threshold` always, the label itself with probability `randomisation`.
    pub fn rejected(
        &self,
        threshold: i64,
        randomisation: &BigRational,
    ) -> (BigRational, BigRational) {
        let sum = |masses: &[BigInt], infinite: &BigInt| {
            let start = usize::try_from(threshold.saturating_sub(self.from)).ok();
            let at = start.and_then(|start| masses.get(start)).cloned().unwrap_or_default();
            let skipped = start.map_or(0, |start| (start + 1).min(masses.len()));
            let above: BigInt = masses.iter().skip(skipped).sum();
            let whole = BigRational::from_integer(above + infinite);
            (whole + BigRational::from_integer(at) * randomisation)
                / BigRational::from_integer(self.denominator.clone())
        };
        (sum(&self.p, &self.infinite_p), sum(&self.q, &self.infinite_q))
    }

    /// A bound of the bits of the powers of `base` in [`Row::delta_exact`].
    pub fn power_bits(&self, base: Option<&BigRational>) -> u64 {
        let widest = self.from.unsigned_abs().max(self.to().unsigned_abs()).saturating_add(1);
        product(&[base.map_or(0, bits_of), widest]).min(MAX_POWER_BITS)
    }

    /// The bits of all its masses, including the list.
    pub fn size(&self) -> u64 {
        size_of(size(self.p.len() + self.q.len()), self.denominator.bits())
    }

    /// The memory of the row, in bits.
    pub fn kept(&self) -> u64 {
        room_of(size(self.p.len() + self.q.len()), self.denominator.bits())
    }

    /// The memory of [`Row::convolve`], in bits: the masses under P and under Q, and the product
    /// that is computed.
    pub fn room(&self, other: &Row) -> u64 {
        let shape = |row: &Row| (size(row.p.len()), row.denominator.bits());
        let count = size(self.p.len() + other.p.len());
        let masses =
            room_of(count, self.denominator.bits().saturating_add(other.denominator.bits()));
        multiply_room(shape(self), shape(other)).saturating_add(masses)
    }

    /// The work of [`Row::convolve`].
    pub fn work(&self, other: &Row) -> u64 {
        let shape = |row: &Row| (size(row.p.len()), row.denominator.bits());
        product_work(shape(self), shape(other), !self.q.is_empty())
    }

    /// The masses at the indices from `start` on.
    fn above(&self, start: i64) -> &[BigInt] {
        let skipped = usize::try_from(start.saturating_sub(self.from)).unwrap_or(0);
        self.p.get(skipped..).unwrap_or_default()
    }
}

/// The bits of `count` masses with `bits` bits each, including the list.
pub(crate) fn size_of(count: u64, bits: u64) -> u64 {
    product(&[count, bits.saturating_add(256)])
}

/// The memory of `count` integers of this many bits, in bits: each has a place in a list, and a
/// block of its own.
pub(crate) fn room_of(count: u64, bits: u64) -> u64 {
    product(&[count, bits.saturating_add(384)])
}

/// The memory of [`multiply`], in bits, for two lists given by the number and the bits of their
/// entries: the integers of both and their product, each also as bytes, what the multiplication
/// needs, and the list of coefficients.
pub(crate) fn multiply_room(first: (u64, u64), second: (u64, u64)) -> u64 {
    let (count, width) =
        (first.0.saturating_add(second.0), first.1.saturating_add(second.1).saturating_add(64));
    product(&[count, width, 5]).saturating_add(room_of(count, width))
}

/// The work of the product of two rows, each given by the number and the bits of its masses, under
/// P and for a test also under Q.
pub(crate) fn product_work(first: (u64, u64), second: (u64, u64), is_test: bool) -> u64 {
    let width = first.1.saturating_add(second.1).saturating_add(64);
    let limbs = product(&[first.0.saturating_add(second.0), width]) / 64;
    product(&[limbs, limbs.isqrt(), if is_test { 2 } else { 1 }])
}

/// A length as a size.
pub(crate) fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// `base^n` for an interval of numbers > 0.
pub fn power(base: &Interval, n: i64, scale: &Scale) -> Option<Interval> {
    let mut result = scale.integer(1);
    let mut square = base.clone();
    let mut rest = n.unsigned_abs();
    while rest > 0 {
        if rest % 2 == 1 {
            result = scale.mul(&result, &square);
        }
        rest /= 2;
        if rest > 0 {
            square = scale.mul(&square, &square);
        }
    }
    if n < 0 { scale.div(&scale.integer(1), &result) } else { Some(result) }
}

/// Removes all entries from an index on, and returns their sum.
fn drain_sum(masses: &mut Vec<BigInt>, kept: usize) -> BigInt {
    masses.drain(kept.min(masses.len())..).sum()
}

/// The product of two polynomials with coefficients >= 0, as integers whose digits are the
/// coefficients, wide enough that no digit overflows (Kronecker substitution).
pub(crate) fn multiply(x: &[BigInt], y: &[BigInt]) -> Vec<BigInt> {
    if x.is_empty() || y.is_empty() {
        return Vec::new();
    }
    let widest = |masses: &[BigInt]| masses.iter().map(BigInt::bits).max().unwrap_or(0);
    let length =
        u64::BITS - u64::try_from(x.len().min(y.len())).unwrap_or(u64::MAX).leading_zeros();
    let bytes =
        usize::try_from((widest(x) + widest(y) + u64::from(length)) / 8 + 1).unwrap_or(usize::MAX);
    let pack = |masses: &[BigInt]| {
        let mut packed = Vec::with_capacity(masses.len() * bytes);
        for (index, mass) in masses.iter().enumerate() {
            packed.resize(index * bytes, 0);
            packed.extend(mass.magnitude().to_bytes_le());
        }
        BigUint::from_bytes_le(&packed)
    };
    let product = if std::ptr::eq(x, y) {
        let packed = pack(x);
        &packed * &packed
    } else {
        pack(x) * pack(y)
    };
    let digits = product.to_bytes_le();
    let digit = |index: usize| {
        let start = (index * bytes).min(digits.len());
        let end = (start + bytes).min(digits.len());
        BigInt::from_bytes_le(Sign::Plus, digits.get(start..end).unwrap_or_default())
    };
    (0..x.len() + y.len() - 1).map(digit).collect()
}
