//! Intervals of binary64 whose ends are rounded outward.
//!
//! Rust's `+`, `-`, `*`, `/` and `sqrt` on `f64` are those of IEEE 754: the result is a binary64
//! nearest to the true one, rounded to nearest, and no two operations are fused. So the true result
//! is between the two neighbours of the computed one: strictly, because where the computed result
//! is r, the true one is no further from r than half of the distance to a neighbour. This also
//! holds for denormal numbers, where neighbours are `2^-1074` apart, and around 0. Where the result
//! overflows to infinity, the true one is beyond the largest finite number, which is the infinity's
//! neighbour. `next_down` and `next_up` are these neighbours, so each operation below encloses the
//! true results for all values in its operands.
//!
//! A NaN (0 times infinity) is not an end, and it is preserved: comparisons do not remove it. The
//! final result is checked once, by [`Span::is_known`].

/// An enclosure `lo <= x <= hi` of a number x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub lo: f64,
    pub hi: f64,
}

impl Span {
    pub const ZERO: Span = Span::point(0.0);
    pub const ONE: Span = Span::point(1.0);

    /// The enclosure of exactly this number.
    pub const fn point(x: f64) -> Span {
        Span { lo: x, hi: x }
    }

    /// The enclosure of a number whose nearest binary64, or one of the two that are about equally
    /// near, is `x`.
    pub fn near(x: f64) -> Span {
        Span { lo: x.next_down(), hi: x.next_up() }
    }

    /// Are its ends numbers, and in order?
    pub fn is_known(self) -> bool {
        self.lo <= self.hi
    }

    /// Is it 0, or between two powers of two such that no formula here leaves the range of
    /// binary64?
    pub fn is_moderate(self) -> bool {
        const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);
        self == Span::ZERO || (self.lo >= LARGEST.recip() && self.hi <= LARGEST)
    }

    pub fn plus(self, other: Span) -> Span {
        Span { lo: (self.lo + other.lo).next_down(), hi: (self.hi + other.hi).next_up() }
    }

    pub fn minus(self, other: Span) -> Span {
        Span { lo: (self.lo - other.hi).next_down(), hi: (self.hi - other.lo).next_up() }
    }

    /// The product, of numbers that are not negative.
    pub fn times(self, other: Span) -> Span {
        Span { lo: positive((self.lo * other.lo).next_down()), hi: (self.hi * other.hi).next_up() }
    }

    /// The quotient, of numbers that are not negative.
    pub fn over(self, other: Span) -> Span {
        Span { lo: positive((self.lo / other.hi).next_down()), hi: (self.hi / other.lo).next_up() }
    }

    /// The root, of a number that is not negative.
    pub fn sqrt(self) -> Span {
        Span { lo: positive(self.lo.sqrt().next_down()), hi: self.hi.sqrt().next_up() }
    }

    /// Half of it, which is exact: nothing moderate is near the denormal numbers.
    pub fn half(self) -> Span {
        Span { lo: self.lo * 0.5, hi: self.hi * 0.5 }
    }

    pub fn negated(self) -> Span {
        Span { lo: -self.hi, hi: -self.lo }
    }

    /// The part that is not negative, of a number that is known not to be negative.
    pub fn positive(self) -> Span {
        Span { lo: positive(self.lo), hi: positive(self.hi) }
    }

    /// The part in [0, 1], of a number that is known to be there.
    pub fn probability(self) -> Span {
        let least = |x: f64| if x > 1.0 { 1.0 } else { x };
        let Span { lo, hi } = self.positive();
        Span { lo: least(lo), hi: least(hi) }
    }

    pub fn hull(self, other: Span) -> Span {
        let (lo, hi) = (
            if other.lo < self.lo { other.lo } else { self.lo },
            if other.hi > self.hi { other.hi } else { self.hi },
        );
        // A comparison with NaN is false.
        if other.is_known() { Span { lo, hi } } else { other }
    }
}

/// The larger of a number and 0; NaN stays.
fn positive(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::rational::Rational;

    fn exact(x: f64) -> Rational {
        Rational::try_from(x).expect("a finite number")
    }

    /// Numbers of all magnitudes, with arbitrary last bits.
    fn numbers() -> impl Iterator<Item = f64> {
        let mut state = 1u64;
        (0..4000).map(move |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            f64::from_bits(state >> 2)
        })
    }

    /// Each operation encloses only the true result: its ends are the neighbours of one number.
    #[test]
    fn operations_round_outward() {
        let all: Vec<f64> =
            numbers().chain([5e-324, f64::MIN_POSITIVE, 1.0, 3.0, f64::MAX]).collect();
        for pair in all.chunks(2).filter(|pair| pair.len() == 2) {
            let (x, y) = (pair[0], pair[1]);
            let (a, b) = (Span::point(x), Span::point(y));
            let results = [
                (a.plus(b), exact(x) + exact(y)),
                (a.minus(b), exact(x) - exact(y)),
                (a.times(b), exact(x) * exact(y)),
                (a.over(b), exact(x) / exact(y)),
            ];
            for (span, truth) in results {
                assert!(exact(span.lo) <= truth, "{x:?} {y:?}: {span:?}");
                assert!(!span.hi.is_finite() || exact(span.hi) >= truth, "{x:?} {y:?}: {span:?}");
                assert!(span.hi <= span.lo.next_up().next_up(), "{x:?} {y:?}: {span:?}");
            }
            let root = a.sqrt();
            assert!(
                exact(root.lo) * exact(root.lo) <= exact(x)
                    && exact(root.hi) * exact(root.hi) >= exact(x)
            );
        }
    }

    /// Ends beyond both are those of wider operands.
    #[test]
    fn ends_come_from_the_right_ends() {
        let (a, b) = (Span { lo: 2.0, hi: 3.0 }, Span { lo: 5.0, hi: 7.0 });
        let within = |span: Span, lo: f64, hi: f64| {
            assert!(
                span.lo <= lo && lo < span.lo + 1e-9 && span.hi >= hi && hi > span.hi - 1e-9,
                "{span:?}"
            );
        };
        within(a.plus(b), 7.0, 10.0);
        within(b.minus(a), 2.0, 5.0);
        within(a.times(b), 10.0, 21.0);
        within(b.over(a), 5.0 / 3.0, 3.5);
        within(a.half(), 1.0, 1.5);
        within(a.negated(), -3.0, -2.0);
        within(Span { lo: -1.0, hi: 2.0 }.probability(), 0.0, 1.0);
        within(a.hull(b), 2.0, 7.0);
        within(b.hull(a), 2.0, 7.0);
    }

    #[test]
    fn what_is_no_number_stays_so() {
        let unknown = Span::ZERO.over(Span::ZERO);
        for span in [
            unknown,
            unknown.positive(),
            unknown.probability(),
            unknown.plus(Span::ONE),
            Span::ONE.hull(unknown),
        ] {
            assert!(!span.is_known(), "{span:?}");
        }
        assert!(
            !Span { lo: 1.0, hi: f64::NAN }.is_known() && !Span { lo: 2.0, hi: 1.0 }.is_known()
        );
    }
}
