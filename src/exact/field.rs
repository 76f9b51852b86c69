//! The field Q(e^r): exact identity and sign tests for rational eps.
//!
//! For a rational r != 0 the number e^r is transcendental (Lindemann 1882), so evaluating at x =
//! e^r is an isomorphism from Q(x) to Q(e^r). Hence a quotient of polynomials is 0 only if its
//! numerator is the zero polynomial; where it is not 0, intervals of growing precision must show
//! its sign.

use super::engine::{Engine, Malachite};
use super::interval::Interval;
use super::polynomial::Polynomial;
use super::real::{Node, Real};
use malachite::base::num::arithmetic::traits::{Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// The largest degree of an expression that is expanded; for larger ones, intervals decide the
/// sign. A power is a product for each degree, of polynomials that grow with it.
const MAX_DEGREE: u64 = 4_000;
/// The most pairs of terms of a sum or product that is expanded: each is a product of long
/// integers. Beyond it intervals decide the sign, and only a tie is left undecided.
const MAX_WORK: usize = 1 << 20;
/// The precision at which a sign test ends undecided; a non-zero element is decided long before.
const MAX_PRECISION: u64 = 1 << 17;

/// A number `numerator(x) / denominator(x)` at x = e^step.
#[derive(Clone, Debug)]
pub struct Element {
    /// The exponent r, with x = e^r; 0 where no exponential occurs.
    step: Rational,
    numerator: Polynomial,
    denominator: Polynomial,
}

/// The largest rational of which both are integer multiples; if one of them is 0, the other one.
pub fn rational_gcd(a: &Rational, b: &Rational) -> Rational {
    if *a == 0 {
        return b.clone();
    }
    if *b == 0 {
        return a.clone();
    }
    let denominator = a.denominator_ref().lcm(b.denominator_ref());
    let scale = Rational::from(denominator.clone());
    let whole = |x: &Rational| Rational::numerator_ref(&(x * &scale)).clone();
    Rational::from_naturals(whole(a).gcd(whole(b)), denominator)
}

impl Element {
    /// An expression as an element of Q(e^r) for the largest suitable r; `None` if it has
    /// logarithms, roots or exponentials of irrationals, or is too large to expand.
    pub fn of(x: &Real) -> Option<Element> {
        let mut step = Rational::ZERO;
        common_step(x, &mut step)?;
        Element::with_step(x, &step)
    }

    /// An expression as an element of Q(e^step), where every exponent in it is a multiple of step.
    pub fn with_step(x: &Real, step: &Rational) -> Option<Element> {
        let node = match x {
            Real::Rational(x) => return Some(Element::rational(x, step)),
            Real::Expression(node) => node,
        };
        let quotient =
            |numerator, denominator| Element { step: step.clone(), numerator, denominator };
        match node.as_ref() {
            Node::Add(x, y) => {
                Element::with_step(x, step)?.add_checked(&Element::with_step(y, step)?)
            }
            Node::Mul(x, y) => {
                Element::with_step(x, step)?.mul_checked(&Element::with_step(y, step)?)
            }
            Node::Div(x, y) => {
                Element::with_step(x, step)?.mul_checked(&Element::with_step(y, step)?.inverse()?)
            }
            Node::Pow(x, n) => {
                let base = Element::with_step(x, step)?;
                let base = if *n < 0 { base.inverse()? } else { base };
                let exponent = n.unsigned_abs();
                (exponent <= MAX_DEGREE).then_some(())?;
                (0..exponent).try_fold(quotient(one(), one()), |power, _| power.mul_checked(&base))
            }
            Node::Exp(x) => {
                let multiple = Integer::try_from(&(x.as_rational()? / step)).ok()?;
                let degree = u32::try_from(multiple.unsigned_abs_ref()).ok()?;
                (u64::from(degree) <= MAX_DEGREE).then_some(())?;
                let power = Polynomial::term(Integer::ONE, [degree, 0, 0]);
                Some(if multiple < 0 { quotient(one(), power) } else { quotient(power, one()) })
            }
            Node::Ln(_) | Node::Sqrt(_) => None,
        }
    }

    /// The terms to be multiplied out in a sum or product with `other`.
    fn work(&self, other: &Element) -> usize {
        let terms = |x: &Element| x.numerator.len().max(x.denominator.len());
        terms(self).saturating_mul(terms(other))
    }

    fn add_checked(&self, other: &Element) -> Option<Element> {
        (self.work(other) <= MAX_WORK).then(|| self + other)
    }

    fn mul_checked(&self, other: &Element) -> Option<Element> {
        (self.work(other) <= MAX_WORK).then(|| self * other)
    }

    fn inverse(&self) -> Option<Element> {
        (!self.numerator.is_zero()).then(|| Element {
            step: self.step.clone(),
            numerator: self.denominator.clone(),
            denominator: self.numerator.clone(),
        })
    }

    /// A rational number as an element of Q(e^step).
    pub fn rational(x: &Rational, step: &Rational) -> Element {
        let numerator = Integer::from_sign_and_abs_ref(*x >= 0, x.numerator_ref());
        let denominator = Integer::from(x.denominator_ref());
        Element::new(
            step.clone(),
            Polynomial::constant(numerator),
            Polynomial::constant(denominator),
        )
    }

    /// From numerator and denominator; the denominator is not the zero polynomial.
    pub fn new(step: Rational, numerator: Polynomial, denominator: Polynomial) -> Element {
        Element { step, numerator, denominator }
    }

    /// The exponent r, with x = e^r.
    pub fn step(&self) -> &Rational {
        &self.step
    }

    /// The numerator in x.
    pub fn numerator(&self) -> &Polynomial {
        &self.numerator
    }

    /// The denominator in x.
    pub fn denominator(&self) -> &Polynomial {
        &self.denominator
    }

    /// Is it exactly 0?
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The number, if it is rational.
    pub fn to_rational(&self) -> Option<Rational> {
        let Some((top, a)) = self.numerator.terms().next_back() else {
            return Some(Rational::ZERO);
        };
        let (bottom, b) = self.denominator.terms().next_back()?;
        let multiple = |x: &Polynomial, by: &Integer| x * &Polynomial::constant(by.clone());
        let is_constant =
            top == bottom && multiple(&self.numerator, b) == multiple(&self.denominator, a);
        is_constant.then(|| Rational::from_integers(a.clone(), b.clone()))
    }

    /// `ln(self)` as a real number, where `self = c e^(n r)` with rational `c > 0`.
    pub fn logarithm(&self) -> Option<Real> {
        let (top, a) = self.numerator.terms().next_back()?;
        let (bottom, b) = self.denominator.terms().next_back()?;
        let up = Polynomial::term(b.clone(), [bottom[0], 0, 0]);
        let down = Polynomial::term(a.clone(), [top[0], 0, 0]);
        let is_monomial = &self.numerator * &up == &self.denominator * &down;
        let factor = Rational::from_integers(a.clone(), b.clone());
        (is_monomial && factor > 0).then(|| {
            let power = i64::from(top[0]) - i64::from(bottom[0]);
            Real::from(&self.step * Rational::from(power)) + Real::from(factor).ln()
        })
    }

    /// An enclosure of the number.
    pub fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        let x = Real::from(self.step.clone()).exp().enclose::<E>(precision + 16);
        &self.numerator.enclose_at(&x) / &self.denominator.enclose_at(&x)
    }

    /// The sign, exactly; `None` only beyond 131072 bits of cancellation.
    pub fn sign(&self) -> Option<Ordering> {
        if self.is_zero() {
            return Some(Ordering::Equal);
        }
        let precisions =
            std::iter::successors(Some(64), |p| Some(p * 2)).take_while(|p| *p <= MAX_PRECISION);
        precisions.into_iter().find_map(|p| self.enclose::<Malachite>(p).sign())
    }
}

fn one() -> Polynomial {
    Polynomial::constant(1)
}

/// Widens `step` to the gcd of all exponents in `x`; `None` outside Q(e^r).
fn common_step(x: &Real, step: &mut Rational) -> Option<()> {
    let Real::Expression(node) = x else {
        return Some(());
    };
    match node.as_ref() {
        Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => {
            common_step(x, step)?;
            common_step(y, step)
        }
        Node::Pow(x, _) => common_step(x, step),
        Node::Exp(x) => {
            let exponent = x.as_rational()?;
            let magnitude = if *exponent < 0 { -exponent } else { exponent.clone() };
            *step = rational_gcd(step, &magnitude);
            Some(())
        }
        Node::Ln(_) | Node::Sqrt(_) => None,
    }
}

impl Add for &Element {
    type Output = Element;
    fn add(self, other: Self) -> Element {
        if self.denominator == other.denominator {
            let numerator = &self.numerator + &other.numerator;
            return Element {
                step: self.step.clone(),
                numerator,
                denominator: self.denominator.clone(),
            };
        }
        Element {
            step: self.step.clone(),
            numerator: &(&self.numerator * &other.denominator)
                + &(&other.numerator * &self.denominator),
            denominator: &self.denominator * &other.denominator,
        }
    }
}

impl Sub for &Element {
    type Output = Element;
    fn sub(self, other: Self) -> Element {
        let negative = Element { numerator: -&other.numerator, ..other.clone() };
        self + &negative
    }
}

impl Mul for &Element {
    type Output = Element;
    fn mul(self, other: Self) -> Element {
        Element {
            step: self.step.clone(),
            numerator: &self.numerator * &other.numerator,
            denominator: &self.denominator * &other.denominator,
        }
    }
}

impl Div for &Element {
    type Output = Element;
    /// Divides by an element that is not 0.
    fn div(self, other: Self) -> Element {
        Element {
            step: self.step.clone(),
            numerator: &self.numerator * &other.denominator,
            denominator: &self.denominator * &other.numerator,
        }
    }
}

/// The least common multiple of the denominators of rationals.
pub fn common_denominator<'a>(xs: impl IntoIterator<Item = &'a Rational>) -> Natural {
    xs.into_iter().fold(Natural::ONE, |lcm, x| lcm.lcm(x.denominator_ref()))
}
