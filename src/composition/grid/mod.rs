//! Composition of any mechanism on a grid of losses, between two proven bounds.
//!
//! A step is a pair (P, Q) with loss `L = ln(P/Q)`, evaluated by its masses beyond a loss
//! ([`tails`](crate::pair::tails)) or by its outcomes ([`atoms`](crate::pair::atoms)). Grid points
//! at the multiples of a step h divide the losses into cells ([`bins`]), whose P-masses and
//! Q-masses are enclosed. From there two ways lead to the two [`bounds`].
//!
//! **Upper.** Each cell is split between the two grid points next to it so that its P-mass and its
//! Q-mass are preserved. `(1 - e^(eps - L))_+` is convex in `e^-L`, so that no delta becomes
//! smaller: the new pair dominates (connect the dots: Doroshenko, Ghazi, Kamath, Kumar & Manurangsi
//! 2022). It is on the grid, and its Q-masses follow from its P-masses, so that one measure is
//! composed, rounded up. Mass above the last grid point is split between that point and infinity.
//!
//! **Lower.** "Reject where the sum of the cells' indices is at least s" is a test, so that `P(S >=
//! s) - e^eps Q(S >= s)` is at most delta, for every s. P and Q are composed separately: P rounded
//! down, Q rounded up.
//!
//! Both cost a relative error of about `lambda (lambda + 1) h^2 / 8` for each step, where lambda is
//! minus the slope of `ln delta`: of second order in h.
//!
//! Without a tilt both hold at every real loss at once: a [`trade_off`], the trade-off function.
//!
//! **Composition** is convolution of [`measure`]s on integers: exact ([`transform`]), then rounded
//! to one side. Measures are [tilted](tilt): the mass at index n is kept times `w^n`, so that a
//! delta of 1e-30 has the same relative accuracy as one of 1e-3. Truncated mass is kept as lost
//! mass, which in the upper bound counts with the weight of the first grid point above eps.
//!
//! While a power is taken, the step may be doubled ([`regrid`]): the fewer copies of a measure
//! remain to be composed, the less its rounding counts. Grid points may be left out where there is
//! little mass. A [`schedule`] says when and where.
//!
//! A [`sketch`] with few grid points chooses h, the weight and the window, and bounds the mass
//! below the window. Apart from that bound it affects only the width of the answer. The [`search`]
//! for a number composes on finer and finer grids.

pub mod bins;
pub mod bounds;
pub mod compose;
pub mod measure;
pub mod plan;
pub mod regrid;
pub mod schedule;
pub mod search;
pub mod sketch;
pub mod trade_off;

pub mod tilt;
pub mod transform;
