//! Composition of any mechanism on a grid of losses, between two proven bounds.
//!
//! A step is a pair (P, Q) with loss `L = ln(P/Q)`, evaluated by its masses beyond a loss ([`tails`](crate::pair::tails)) or
//! by its outcomes ([`atoms`](crate::pair::atoms)). Lines at the multiples of a step h cut the losses into [`bins`], whose
//! P-masses and Q-masses are enclosed. From there two ways lead to the two [`bounds`].
//!
//! **Upper.** Each bin is split between the two lines next to it so that its P-mass and its Q-mass stay
//! what they are. `(1 - e^(eps - L))_+` is convex in `e^-L`, so that no delta becomes smaller: the new pair
//! dominates (connect the dots: Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). It lives on the grid,
//! and its Q-masses follow from its P-masses, so that one measure is composed, rounded up. What is
//! above the last line is split between that line and infinity.
//!
//! **Lower.** "Reject where the sum of the bins' indices is at least s" is a test like any other, so that
//! `P(S >= s) - e^eps Q(S >= s)` is at most delta, for every s. P and Q are composed on their own: P rounded
//! down, Q rounded up.
//!
//! Both cost a relative `lambda (lambda + 1) h^2 / 8` or so for each step, where lambda is minus the slope of
//! `ln delta`: of second order in h.
//!
//! Without a tilt both hold at every real loss at once: a [`curve`], the trade-off function.
//!
//! **Composition** is convolution of [`measure`]s on integers: exact ([`transform`]), then rounded to one
//! side. Measures are [tilted](tilt): the mass at index n is kept times `w^n`, so that a delta of 1e-30 has
//! the same relative accuracy as one of 1e-3. What is cut off from an end is remembered as lost mass,
//! which in the upper bound counts with the weight of the first line above eps.
//!
//! While a power is taken the step may be doubled ([`regrid`]), because the rounding of one measure counts the less the fewer
//! copies of it are left to compose; and grid points may be left out where there is little mass. A [`schedule`] says when and where.
//!
//! A [`sketch`] with few lines chooses h, the weight and the window, and bounds what lies below the window.
//! Nothing else rests on it but the width of the answer. The [`search`] for a number composes on finer and finer grids.

pub mod bins;
pub mod bounds;
pub mod compose;
pub mod curve;
pub mod events;
pub mod measure;
pub mod plan;
pub mod regrid;
pub mod schedule;
pub mod search;
pub mod sketch;

pub mod tilt;
pub mod transform;
