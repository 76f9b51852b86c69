//! The order of probabilities that may be irrational, their ratios, and the largest of several.
//!
//! Rationals are always compared, and numbers of a field Q(e^r) unless they are enormous. Of other
//! numbers an order may be undecided: then the largest is the maximum of several, and is enclosed.

use crate::exact::engine::Malachite;
use crate::exact::real::{Node, Real};
use crate::exact::tree::tree;
use crate::formula::Formula;
use crate::pair::simplest_logarithm;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The precision at which two formulas are compared.
const PRECISION: u64 = 256;

/// The factors of a product and the number of times each occurs, beside a rational one.
struct Factors {
    constant: Rational,
    others: Vec<(Real, i64)>,
}

impl Factors {
    /// Those of x/y, two numbers that are not 0.
    fn of_quotient(x: &Real, y: &Real) -> Factors {
        let mut factors = Factors { constant: Rational::ONE, others: Vec::new() };
        factors.collect(x, 1);
        factors.collect(y, -1);
        factors.others.retain(|(_, count)| *count != 0);
        factors
    }

    fn collect(&mut self, x: &Real, count: i64) {
        let node = match x {
            Real::Rational(x) if count < 0 => {
                self.constant /= x;
                return;
            }
            Real::Rational(x) => {
                self.constant *= x;
                return;
            }
            Real::Expression(node) => node,
        };
        match node.as_ref() {
            Node::Mul(x, y) => {
                self.collect(x, count);
                self.collect(y, count);
            }
            Node::Div(x, y) => {
                self.collect(x, count);
                self.collect(y, -count);
            }
            _ => match self.others.iter_mut().find(|(other, _)| other == x) {
                Some((_, known)) => *known += count,
                None => self.others.push((x.clone(), count)),
            },
        }
    }
}

/// The number of operations and operands of an expression, or more than `limit`.
///
/// What is shared counts each time: equal numbers are compared part by part.
pub(super) fn length(x: &Real, limit: usize) -> usize {
    let node = match x {
        Real::Expression(node) if limit > 0 => node,
        _ => return 1,
    };
    let left = limit.saturating_sub(1);
    match node.as_ref() {
        Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => {
            let first = length(x, left);
            1 + first + if first > left { 0 } else { length(y, left - first) }
        }
        Node::Pow(x, _) | Node::Exp(x) | Node::Ln(x) | Node::Sqrt(x) => 1 + length(x, left),
    }
}

/// The order of two numbers, where it is decided.
pub(super) fn order(x: &Real, y: &Real) -> Option<Ordering> {
    match (x, y) {
        (Real::Rational(x), Real::Rational(y)) => Some(x.cmp(y)),
        _ if x == y => Some(Ordering::Equal),
        // Products of the same factors, such as those of two equal channels in either order.
        (Real::Expression(_), Real::Expression(_)) => {
            let Factors { constant, others } = Factors::of_quotient(x, y);
            let is_equal = constant == 1 && others.is_empty();
            if is_equal { Some(Ordering::Equal) } else { x.compare(y) }
        }
        _ => x.compare(y),
    }
}

/// The order of two formulas, where it is decided.
pub(super) fn order_of_formulas(x: &Formula, y: &Formula) -> Option<Ordering> {
    match (x, y) {
        (Formula::Exact(x), Formula::Exact(y)) => order(x, y),
        _ if x == y => Some(Ordering::Equal),
        (Formula::Infinite, _) => Some(Ordering::Greater),
        (_, Formula::Infinite) => Some(Ordering::Less),
        _ => x.enclose::<Malachite>(PRECISION).compare(&y.enclose(PRECISION)),
    }
}

/// `x/y` of two numbers > 0, as a product of powers of e and a rational where it is known as one.
pub(super) fn ratio(x: &Real, y: &Real) -> Real {
    if x.as_rational().is_some() && y.as_rational().is_some() {
        return x / y;
    }
    let Factors { constant, others } = Factors::of_quotient(x, y);
    let product = |sign: i64| {
        let powers = others.iter().filter(|(_, count)| count.signum() == sign);
        powers.fold(Real::one(), |product, (x, count)| product * x.pow(count.abs()))
    };
    let quotient = Real::from(constant) * product(1) / product(-1);
    if quotient.as_rational().is_some() { quotient } else { simplest_logarithm(&quotient).exp() }
}

/// `ln(x/y)` of two numbers > 0.
pub(super) fn log_ratio(x: &Real, y: &Real) -> Real {
    simplest_logarithm(&ratio(x, y))
}

/// The logarithm of a number > 0, in its simplest form.
pub(super) fn logarithm(x: &Formula) -> Formula {
    match x {
        Formula::Exact(x) => simplest_logarithm(x).into(),
        x => x.ln(),
    }
}

/// Those of which one is the largest: several only where their order is undecided. Of equal ones
/// it is the first.
pub(super) fn largest_of<T>(
    items: impl IntoIterator<Item = T>,
    order: impl Fn(&T, &T) -> Option<Ordering>,
) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for item in items {
        let mut is_beaten = false;
        found.retain(|known| {
            let order = if is_beaten { None } else { order(known, &item) };
            is_beaten |= order.is_some_and(Ordering::is_ge);
            order != Some(Ordering::Less)
        });
        if !is_beaten {
            found.push(item);
        }
    }
    found
}

/// The sum of formulas.
pub(super) fn sum_of(items: &[Formula]) -> Formula {
    match tree(items, Formula::add) {
        Some(Formula::Exact(x)) => x.simplified().into(),
        sum => sum.unwrap_or_else(Formula::zero),
    }
}
