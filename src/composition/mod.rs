//! Composition: the likelihood ratios of a ledger of steps.
//!
//! [`Route::within`] inspects a mechanism once, and chooses the route to an answer. The k-fold
//! three-point pair has its own recurrence ([`kfold`]). Other pairs whose losses are multiples of
//! one step are multiplied as polynomials ([`lattice`]). Pairs without a common step are enumerated
//! ([`product`]), which is feasible for few steps or few distinct losses. The Gaussian and a single
//! Laplace mechanism have closed forms; a single step of any other kind is evaluated by its tails
//! or outcomes. Everything else is composed on a [`grid`] of losses, with a bound from either side.
//! A random allocation is enclosed by two pairs of many outcomes (the folder `allocation`), which
//! are composed like others.

mod allocation;
mod between;
pub mod convolve;
pub mod coordinates;
pub mod cost;
pub mod grid;
pub mod kfold;
pub mod lattice;
mod metered;
mod method;
pub mod product;
mod ranges;
mod related;
mod route;
mod selection;
mod shape;
mod source;
mod table;
mod tabulate;
mod walk;

pub use between::{Between, Fineness};
pub(crate) use metered::Metered;
pub use method::Method;
pub use route::Route;
pub use shape::{FiniteShape, Shape};
pub(crate) use source::{PRECISION, Source, curve, curve_at};
pub use table::{Losses, Row, Table};
pub use tabulate::{Arithmetic, tabulate, tabulate_in_field};
