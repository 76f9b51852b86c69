//! `checker/src/row.rs` and the theorems of `CheckerRows.v`.

use super::super::effort;
use super::{Q, Random, at, fraction, pos, power, psum, tiny, unit};
use dpcert_checker::expression::Expression;
use dpcert_checker::fixed::Scale;
use dpcert_checker::row::{Bounds, Row, power as power_of};
use dpcert_checker::rules::{exact_tail, tail_at};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// `RowRules.row`: coefficients from a loss on, and the mass at infinity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Upper {
    pub(super) start: i64,
    pub(super) coef: Vec<Q>,
    pub(super) cut: Q,
}

/// `counted s p q pi qi`, where the labels are those of the losses from `start` on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counted {
    pub(super) start: i64,
    pub(super) p: Vec<Q>,
    pub(super) q: Vec<Q>,
    pub(super) pi: Q,
    pub(super) qi: Q,
}

fn masses(row: &Row, integers: &[BigInt]) -> Vec<Q> {
    integers.iter().map(|mass| Q::new(mass.clone(), row.denominator.clone())).collect()
}

impl Upper {
    pub(super) fn of(row: &Row) -> Upper {
        assert_eq!(row.bounds, Bounds::Upper);
        assert!(row.q.is_empty() && row.infinite_q.is_zero());
        let cut = Q::new(row.infinite_p.clone(), row.denominator.clone());
        Upper { start: row.from, coef: masses(row, &row.p), cut }
    }

    /// `RowRules.sumR (coef r)`.
    fn sum(&self) -> Q {
        psum(self.coef.len(), |n| at(&self.coef, n))
    }
}

impl Counted {
    pub(super) fn of(row: &Row) -> Counted {
        assert_eq!((row.bounds, row.p.len()), (Bounds::Test, row.q.len()));
        let infinite = masses(row, &[row.infinite_p.clone(), row.infinite_q.clone()]);
        let (p, q) = (masses(row, &row.p), masses(row, &row.q));
        let (pi, qi) = (infinite[0].clone(), infinite[1].clone());
        Counted { start: row.from, p, q, pi, qi }
    }
}

/// `Convolution.conv`, by all pairs of indices; `RowRules.convl`.
fn conv(f: &[Q], g: &[Q], n: usize) -> Q {
    psum(n + 1, |i| at(f, i) * at(g, n - i))
}

fn convolution(f: &[Q], g: &[Q]) -> Vec<Q> {
    (0..f.len() + g.len() - 1).map(|n| conv(f, g, n)).collect()
}

/// `CheckerRows.covered_compose`.
pub(super) fn covered_compose(r: &Upper, s: &Upper) -> Upper {
    let rest = |cut: &Q| Q::one() - Q::one().min(cut.clone());
    Upper {
        start: r.start + s.start,
        coef: convolution(&r.coef, &s.coef),
        cut: Q::one() - rest(&r.cut) * rest(&s.cut),
    }
}

/// `CheckerRows.covered_above`: the first `kept` losses are kept.
pub(super) fn covered_above(r: &Upper, kept: usize) -> Upper {
    let lost = r.sum() - psum(kept, |n| at(&r.coef, n));
    Upper { start: r.start, coef: r.coef[..kept].to_vec(), cut: &r.cut + lost }
}

/// `CheckerRows.covered_below`: the first `below` losses move up to the next one.
pub(super) fn covered_below(r: &Upper, below: usize) -> Upper {
    let coefficient = |n: usize| match n {
        0 => psum(below + 1, |n| at(&r.coef, n)),
        n => at(&r.coef, below + n),
    };
    Upper {
        start: r.start + below as i64,
        coef: (0..r.coef.len() - below).map(coefficient).collect(),
        cut: r.cut.clone(),
    }
}

/// `CheckerRows.covered_read`, with the coefficients `v` that it allows at least.
pub(super) fn covered_read(r: &Upper, x: &Q, y: &Q) -> Q {
    let v = |i: usize| pos(Q::one() - x * power(y, r.start + i as i64));
    &r.cut + psum(r.coef.len(), |i| at(&r.coef, i) * v(i))
}

/// `CheckerRows.counted_compose`.
pub(super) fn counted_compose(r: &Counted, s: &Counted) -> Counted {
    let rest = |qi: &Q| Q::one() - Q::one().min(qi.clone());
    Counted {
        start: r.start + s.start,
        p: convolution(&r.p, &s.p),
        q: convolution(&r.q, &s.q),
        pi: Q::one() - (Q::one() - &r.pi) * (Q::one() - &s.pi),
        qi: Q::one() - rest(&r.qi) * rest(&s.qi),
    }
}

/// `CheckerRows.counted_above`: the labels from `kept` on are rejected by every test.
pub(super) fn counted_above(r: &Counted, kept: usize) -> Counted {
    let lost = |s: &[Q]| psum(s.len(), |n| at(s, n)) - psum(kept, |n| at(s, n));
    Counted {
        start: r.start,
        p: r.p[..kept].to_vec(),
        q: r.q[..kept].to_vec(),
        pi: &r.pi + lost(&r.p),
        qi: &r.qi + lost(&r.q),
    }
}

/// `CheckerRows.counted_below`: the first `low` labels are rejected by no test.
pub(super) fn counted_below(r: &Counted, low: usize) -> Counted {
    let rest = |s: &[Q]| (0..s.len() - low).map(|n| at(s, low + n)).collect();
    let start = r.start + low as i64;
    Counted { start, p: rest(&r.p), q: rest(&r.q), pi: r.pi.clone(), qi: r.qi.clone() }
}

/// What is rejected under P and under Q: `CheckerRows.counted_read` where the threshold `t` is a
/// label, otherwise `counted_read_all` with all labels, or none.
pub(super) fn counted_read(r: &Counted, threshold: i64, rho: &Q) -> (Q, Q) {
    let value = |s: &[Q], infinite: &Q| {
        let count = s.len();
        match threshold - r.start {
            t if t < 0 => infinite + psum(count, |n| at(s, n)),
            t if t >= count as i64 => infinite.clone(),
            t => {
                let t = t as usize;
                let above = psum(count, |n| at(s, n)) - psum(t + 1, |n| at(s, n));
                infinite + above + rho * at(s, t)
            }
        }
    };
    (value(&r.p, &r.pi), value(&r.q, &r.qi))
}

/// A row that could have been rounded: its masses may add up to more than 1.
fn random_row(bounds: Bounds, is_dyadic: bool, random: &mut Random) -> Row {
    let denominator = if is_dyadic { 1 << random.below(20) } else { 1 + random.below(60) as i64 };
    let count = 1 + random.below(6);
    let mut mass = |most: i64| match random.below(4) {
        0 => BigInt::zero(),
        _ => BigInt::from(random.between(0, most)),
    };
    let p = (0..count).map(|_| mass(denominator + 1)).collect();
    let is_test = bounds == Bounds::Test;
    let q = (0..count).filter(|_| is_test).map(|_| mass(denominator + 1)).collect();
    // Under P a test row has no more than there is.
    let infinite_p = mass(if is_test { denominator } else { 2 * denominator });
    let infinite_q = if is_test { mass(2 * denominator) } else { BigInt::zero() };
    let from = random.between(-4, 4);
    let covers = [("a".to_owned(), BigInt::one())].into();
    Row { bounds, covers, from, denominator: denominator.into(), p, q, infinite_p, infinite_q }
}

/// Masses rounded up, or down, to multiples of 2^-bits.
fn assert_rounded(found: &[Q], exact: &[Q], bits: u64, is_up: bool) {
    assert_eq!(found.len(), exact.len());
    for (found, exact) in found.iter().zip(exact) {
        let change = if is_up { found - exact } else { exact - found };
        assert!(!change.is_negative() && change < unit(bits), "{exact} becomes {found}");
        assert!((found / unit(bits)).is_integer());
    }
}

/// `CheckerRows.covered_weaken`, and no more than that it needs.
fn assert_covered_weaken(found: &Upper, exact: &Upper, bits: u64) {
    assert_eq!(found.start, exact.start);
    assert_rounded(&found.coef, &exact.coef, bits, true);
    assert_rounded(std::slice::from_ref(&found.cut), std::slice::from_ref(&exact.cut), bits, true);
}

/// `CheckerRows.counted_weaken`: P down, Q up.
fn assert_counted_weaken(found: &Counted, exact: &Counted, bits: u64) {
    assert_eq!(found.start, exact.start);
    for (found, exact, is_up) in [
        (&found.p, &exact.p, false),
        (&found.q, &exact.q, true),
        (&vec![found.pi.clone()], &vec![exact.pi.clone()], false),
        (&vec![found.qi.clone()], &vec![exact.qi.clone()], true),
    ] {
        assert_rounded(found, exact, bits, is_up);
    }
}

fn cases() -> usize {
    300 * effort()
}

/// `convolve` without a cut.
#[test]
fn composition() {
    let mut random = Random(1);
    for _ in 0..cases() {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let [first, second] = [(); 2].map(|()| random_row(bounds, false, &mut random));
            let (from, to) = (first.from + second.from, first.to() + second.to());
            let whole = first.convolve(&second, from, to, None).unwrap();
            if bounds == Bounds::Upper {
                let expected = covered_compose(&Upper::of(&first), &Upper::of(&second));
                assert_eq!(Upper::of(&whole), expected, "{first:?} {second:?}");
            } else {
                let expected = counted_compose(&Counted::of(&first), &Counted::of(&second));
                assert_eq!(Counted::of(&whole), expected, "{first:?} {second:?}");
            }
        }
    }
}

/// `Row::cut`, above, below, and both.
#[test]
fn cuts() {
    let mut random = Random(2);
    for _ in 0..cases() {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let row = random_row(bounds, false, &mut random);
            let from = random.between(row.from, row.to());
            let to = random.between(from, row.to());
            for (from, to) in [(row.from, to), (from, row.to()), (from, to)] {
                let (kept, below) = ((to - row.from + 1) as usize, (from - row.from) as usize);
                let mut found = row.clone();
                found.cut(from, to).unwrap();
                if bounds == Bounds::Upper {
                    let expected = covered_below(&covered_above(&Upper::of(&row), kept), below);
                    assert_eq!(Upper::of(&found), expected, "{row:?} {from} {to}");
                } else {
                    let expected = counted_below(&counted_above(&Counted::of(&row), kept), below);
                    assert_eq!(Counted::of(&found), expected, "{row:?} {from} {to}");
                }
            }
        }
    }
}

/// `Row::round`.
#[test]
fn rounding() {
    let mut random = Random(3);
    for _ in 0..cases() {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let row = random_row(bounds, true, &mut random);
            let bits = random.below(row.denominator.bits());
            let mut found = row.clone();
            found.round(bits).unwrap();
            if bounds == Bounds::Upper {
                assert_covered_weaken(&Upper::of(&found), &Upper::of(&row), bits);
            } else {
                assert_counted_weaken(&Counted::of(&found), &Counted::of(&row), bits);
            }
        }
    }
}

/// `convolve` with a window and with bits: composed, cut above, cut below, and then rounded.
#[test]
fn all_of_convolve() {
    let mut random = Random(4);
    for _ in 0..cases() {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let [first, second] = [(); 2].map(|()| random_row(bounds, true, &mut random));
            let (start, end) = (first.from + second.from, first.to() + second.to());
            let from = random.between(start, end);
            let to = random.between(from, end);
            let (kept, below) = ((to - start + 1) as usize, (from - start) as usize);
            let zeros = first.denominator.bits() + second.denominator.bits() - 2;
            let bits = random.below(zeros + 1);
            let found = first.convolve(&second, from, to, Some(bits)).unwrap();
            if bounds == Bounds::Upper {
                let whole = covered_compose(&Upper::of(&first), &Upper::of(&second));
                let exact = covered_below(&covered_above(&whole, kept), below);
                assert_covered_weaken(&Upper::of(&found), &exact, bits);
            } else {
                let whole = counted_compose(&Counted::of(&first), &Counted::of(&second));
                let exact = counted_below(&counted_above(&whole, kept), below);
                assert_counted_weaken(&Counted::of(&found), &exact, bits);
            }
        }
    }
}

/// `tail`: exactly, and by enclosures of few and of many bits.
#[test]
fn tails() {
    let mut random = Random(5);
    for _ in 0..cases() {
        let row = random_row(Bounds::Upper, false, &mut random);
        let base = fraction(5 + random.below(6) as i64, 4);
        let x = match random.below(3) {
            0 => power(&base, random.between(row.from - 1, row.to() + 1)),
            _ => fraction(1 + random.below(40) as i64, 1 + random.below(20) as i64),
        };
        let upper = Upper::of(&row);
        let expected = covered_read(&upper, &x, &base.recip());
        assert_eq!(row.delta_exact(&x, &base), Some(expected.clone()), "{row:?} {x} {base}");
        let logarithm = |x: &Q| Expression::Ln(Box::new(Expression::Rational(x.clone())));
        let (eps, width) = (logarithm(&x), logarithm(&base));
        assert_eq!(exact_tail(&row, &width, &eps).unwrap(), expected);
        for (bits, tolerance) in [(24, fraction(1, 1 << 8)), (256, tiny())] {
            let scale = Scale::new(bits);
            let (ratio, unit) = (scale.rational(&x), scale.rational(&base));
            // The sum may begin at any loss that is not above eps.
            let level = power_of(&unit, row.from, &scale).unwrap();
            let first = scale.div(&ratio, &level).unwrap();
            let all = row.delta_upper(row.from, &first, &unit, &scale).unwrap();
            let from_eps = tail_at(&row, &width, &eps, &ratio, &scale).unwrap();
            for found in [all, from_eps] {
                let place = format!("{row:?} {x} {base} {bits}: {found}");
                assert!(found >= expected && found <= &expected + &tolerance, "{place}");
            }
        }
    }
}

/// `threshold` and `errors`: what a test rejects.
#[test]
fn rejections() {
    let mut random = Random(6);
    for _ in 0..cases() {
        let row = random_row(Bounds::Test, false, &mut random);
        let counted = Counted::of(&row);
        for threshold in row.from - 2..=row.to() + 2 {
            let rho = random.probability();
            let expected = counted_read(&counted, threshold, &rho);
            assert_eq!(row.rejected(threshold, &rho), expected, "{row:?} {threshold} {rho}");
        }
    }
}
