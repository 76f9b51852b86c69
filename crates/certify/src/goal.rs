//! The goals of a claim: bounds on its quantity.

use dpcert_checker::claim::{Claim, Relation};
use dpcert_checker::expression::{Expression, compare};
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::Bounds;
use dpcert_checker::work::Work;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// The side from which a quantity is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A lower bound: the quantity is not less.
    Lower,
    /// An upper bound: the quantity is not more.
    Upper,
}

impl Side {
    /// The kind of row that bounds delta from this side.
    pub fn bounds(self) -> Bounds {
        match self {
            Side::Lower => Bounds::Test,
            Side::Upper => Bounds::Upper,
        }
    }
}

/// One bound: a side, a value, and whether equality is too weak.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The side.
    pub side: Side,
    /// The value.
    pub value: Expression,
    /// Must the quantity differ from it?
    pub is_strict: bool,
}

/// A rational bound on a number that is computed.
#[derive(Clone, Debug)]
pub struct Target {
    /// The side.
    pub side: Side,
    /// The value.
    pub value: BigRational,
    /// Is equality too weak?
    pub is_strict: bool,
}

impl Target {
    /// Does a computed bound suffice?
    pub fn is_met(&self, bound: &BigRational) -> bool {
        match (self.side, bound.cmp(&self.value)) {
            (_, Ordering::Equal) => !self.is_strict,
            (Side::Lower, order) => order.is_gt(),
            (Side::Upper, order) => order.is_lt(),
        }
    }

    /// Does every probability meet it?
    pub fn is_trivial(&self) -> bool {
        match self.side {
            Side::Lower => self.is_met(&BigRational::zero()),
            Side::Upper => self.is_met(&BigRational::one()),
        }
    }

    /// The leading zero bits of the value after the binary point.
    pub fn leading_zeros(&self) -> u64 {
        let near = if self.side == Side::Upper && self.value > BigRational::new(1.into(), 2.into())
        {
            BigRational::one() - &self.value
        } else {
            self.value.clone()
        };
        if !near.is_positive() {
            return 0;
        }
        (near.denom().bits() + 1).saturating_sub(near.numer().bits())
    }
}

/// The ways to prove a claim or its negation: one of the lists, all of it.
pub fn ways(claim: &Claim, holds: bool) -> Vec<Vec<Goal>> {
    let goal = |side, value: &Expression, is_strict| Goal { side, value: value.clone(), is_strict };
    let (lower, upper) = (Side::Lower, Side::Upper);
    match (&claim.relation, holds) {
        (Relation::AtMost(value), true) => vec![vec![goal(upper, value, false)]],
        (Relation::AtMost(value), false) => vec![vec![goal(lower, value, true)]],
        (Relation::AtLeast(value), true) => vec![vec![goal(lower, value, false)]],
        (Relation::AtLeast(value), false) => vec![vec![goal(upper, value, true)]],
        (Relation::Between(low, high), true) => {
            vec![vec![goal(lower, low, false), goal(upper, high, false)]]
        }
        (Relation::Between(low, high), false) => {
            vec![vec![goal(lower, high, true)], vec![goal(upper, low, true)]]
        }
        (Relation::Equals(value), true) => {
            vec![vec![goal(lower, value, false), goal(upper, value, false)]]
        }
        (Relation::Equals(value), false) => {
            vec![vec![goal(lower, value, true)], vec![goal(upper, value, true)]]
        }
    }
}

impl Goal {
    /// Does every number that is not below 0 meet it?
    pub fn is_trivial(&self) -> bool {
        let order = compare(&self.value, &Expression::integer(0), &Work::default());
        self.side == Side::Lower
            && order.is_some_and(|order| order.is_lt() || (order.is_eq() && !self.is_strict))
    }

    /// Is this exact value of the quantity known not to meet it?
    pub fn is_missed(&self, exact: &BigRational) -> bool {
        let exact = Expression::Rational(exact.clone());
        compare(&exact, &self.value, &Work::default()).is_some_and(|order| match order {
            Ordering::Equal => self.is_strict,
            Ordering::Less => self.side == Side::Lower,
            Ordering::Greater => self.side == Side::Upper,
        })
    }
}
