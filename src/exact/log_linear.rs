//! The normal form of an eps or a privacy loss: `a + sum c_i ln(r_i) + sum d_i u_i`.

use super::effort;
use super::real::{MAX_RATIONAL_BITS, Node, Real, rational_bits};
use malachite::base::num::arithmetic::traits::{CheckedRoot, DivExact, DivisibleBy, Gcd, Lcm, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// A rational combination of 1, logarithms of positive rationals, and opaque numbers `u_i` (square
/// roots and the like).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLinear {
    /// The rational part `a`.
    pub constant: Rational,
    /// The logarithms: pairs `(c, r)` for `c * ln(r)`, with `c != 0`, `r > 0` and `r != 1`.
    pub logarithms: Vec<(Rational, Rational)>,
    /// Everything else: pairs `(d, u)` for `d * u`, with `d != 0` and distinct `u`.
    pub opaque: Vec<(Rational, Real)>,
}

/// The highest degree of a root that is searched for; with a higher one a power stays an
/// expression. Numbers become as long as their power of this degree before the root is taken.
const MAX_ROOT: u64 = 1000;

impl LogLinear {
    /// The normal form of a number.
    pub fn of(x: &Real) -> LogLinear {
        let mut form =
            LogLinear { constant: Rational::ZERO, logarithms: Vec::new(), opaque: Vec::new() };
        form.collect(&Rational::ONE, x);
        form.logarithms.retain(|(c, _)| *c != 0);
        form.opaque.retain(|(d, _)| *d != 0);
        form
    }

    /// Adds `scale * x`.
    fn collect(&mut self, scale: &Rational, x: &Real) {
        let node = match x {
            Real::Rational(x) => {
                self.constant += scale * x;
                return;
            }
            Real::Expression(node) => node,
        };
        match node.as_ref() {
            Node::Add(x, y) => {
                self.collect(scale, x);
                self.collect(scale, y);
            }
            Node::Mul(Real::Rational(c), x) => self.collect(&(scale * c), x),
            Node::Ln(Real::Rational(r)) => accumulate(&mut self.logarithms, scale, r),
            _ => accumulate(&mut self.opaque, scale, x),
        }
    }

    /// Is it 0 by its form?
    pub fn is_zero(&self) -> bool {
        self.constant == 0 && self.logarithms.is_empty() && self.opaque.is_empty()
    }

    /// The rational number that it equals; `None` if it is irrational, or undecided because of an
    /// opaque number.
    ///
    /// Logarithms of pairwise coprime integers are linearly independent over Q, together with 1
    /// (Lindemann): the number is rational only if each of them cancels.
    pub fn rational(&self) -> Option<&Rational> {
        self.opaque.is_empty().then_some(())?;
        let base = coprime_base(self.logarithms.iter().map(|(_, r)| r));
        let cancels = |b: &Natural| {
            let terms = self.logarithms.iter().map(|(c, r)| c * &Rational::from(exponent(r, b)));
            terms.fold(Rational::ZERO, |sum, term| sum + term) == 0
        };
        base.iter().all(cancels).then_some(&self.constant)
    }

    /// `(q, rest)` with `e^self = q * e^rest`, q rational: all logarithms whose product of powers
    /// is rational go into q.
    pub fn split_rational_factor(mut self) -> (Rational, LogLinear) {
        match rational_product(&self.logarithms) {
            Some(factor) => {
                self.logarithms.clear();
                (factor, self)
            }
            None => (Rational::ONE, self),
        }
    }

    /// Removes the terms `n ln(x)` with an integer n and an irrational x, and returns them as `(x,
    /// n)`: `e` to their power is `x^n`.
    pub fn split_powers(&mut self) -> Vec<(Real, i64)> {
        let mut powers = Vec::new();
        self.opaque.retain(|(d, u)| {
            let exponent = Integer::try_from(d).ok().and_then(|n| i64::try_from(&n).ok());
            match (u, exponent) {
                (Real::Expression(node), Some(n)) => match node.as_ref() {
                    Node::Ln(x) => {
                        powers.push((x.clone(), n));
                        false
                    }
                    _ => true,
                },
                _ => true,
            }
        });
        powers
    }

    /// The number as an expression.
    pub fn to_real(&self) -> Real {
        let constant = Real::from(self.constant.clone());
        let logarithms = self.logarithms.iter().map(|(c, r)| (c, Real::from(r.clone()).ln()));
        let opaque = self.opaque.iter().map(|(d, u)| (d, u.clone()));
        logarithms.chain(opaque).fold(constant, |sum, (c, x)| sum + Real::from(c.clone()) * &x)
    }
}

fn accumulate<T: Clone + PartialEq>(terms: &mut Vec<(Rational, T)>, scale: &Rational, x: &T) {
    match terms.iter_mut().find(|(_, y)| y == x) {
        Some((c, _)) => *c += scale,
        None => terms.push((scale.clone(), x.clone())),
    }
}

/// The product of the `r_i^c_i`, if it is rational and not enormous.
fn rational_product(terms: &[(Rational, Rational)]) -> Option<Rational> {
    let degree = terms.iter().fold(Natural::ONE, |degree, (c, _)| degree.lcm(c.denominator_ref()));
    let degree = u64::try_from(&degree).ok().filter(|degree| *degree <= MAX_ROOT)?;
    let mut product = Rational::ONE;
    let mut bits = 0u64;
    for (c, r) in terms {
        let exponent = i64::try_from(&(c * Rational::from(degree))).ok()?;
        bits = bits.saturating_add(rational_bits(r).saturating_mul(exponent.unsigned_abs()));
        if bits > MAX_RATIONAL_BITS {
            return None;
        }
        effort::quotient(bits);
        product *= r.pow(exponent);
    }
    if degree == 1 {
        return Some(product);
    }
    let numerator = product.numerator_ref().checked_root(degree)?;
    let denominator = product.denominator_ref().checked_root(degree)?;
    Some(Rational::from_naturals(numerator, denominator))
}

/// The number of times that b divides r, negative for the denominator.
pub fn exponent(r: &Rational, b: &Natural) -> i64 {
    let count = |n: &Natural| {
        let (mut n, mut count) = (n.clone(), 0);
        while (&n).divisible_by(b) {
            n = n.div_exact(b);
            count += 1;
        }
        count
    };
    count(r.numerator_ref()) - count(r.denominator_ref())
}

/// Pairwise coprime integers > 1 such that every given rational is a product of their powers.
pub fn coprime_base<'a>(rationals: impl Iterator<Item = &'a Rational>) -> Vec<Natural> {
    coprime_base_of_at_most(usize::MAX, rationals).unwrap_or_default()
}

/// The same; `None` for more than `most` of them.
///
/// An integer is replaced by coprime ones with the same product, at least one for each, so that
/// they do not become fewer but for the one in hand.
pub fn coprime_base_of_at_most<'a>(
    most: usize,
    rationals: impl Iterator<Item = &'a Rational>,
) -> Option<Vec<Natural>> {
    let mut base: Vec<Natural> = Vec::new();
    let mut pending: Vec<Natural> =
        rationals.flat_map(|r| [r.numerator_ref().clone(), r.denominator_ref().clone()]).collect();
    while let Some(n) = pending.pop() {
        if n == Natural::ONE {
            continue;
        }
        if base.len() > most {
            return None;
        }
        let is_common = |b: &Natural| {
            effort::reduction(b.significant_bits().max(n.significant_bits()));
            b.gcd(&n) != Natural::ONE
        };
        match base.iter().position(is_common) {
            None => base.push(n),
            Some(i) if base[i] == n => {}
            Some(i) => {
                let b = base.swap_remove(i);
                let common = (&b).gcd(&n);
                pending.extend([(&b).div_exact(&common), (&n).div_exact(&common), common]);
            }
        }
    }
    base.sort();
    (base.len() <= most).then_some(base)
}
