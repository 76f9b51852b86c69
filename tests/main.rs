//! The library, against second routes: sums by definition, other formulas, other engines, published values.

#![allow(clippy::unwrap_used, clippy::panic)]

mod agreement;
mod calibrate;
mod certified;
mod channel;
mod composition;
mod control;
mod curve;
mod dyadic;
mod edges;
mod engines;
mod exact;
mod examples;
mod exponential;
mod functionals;
mod grid;
mod input;
mod limits;
mod local;
mod margins;
mod noisy_max;
mod order;
mod peers;
mod polygon;
mod properties;
mod regrid;
mod rho;
mod scales;
mod sensitivity;
mod step;
mod support;
mod theorem;
mod thresholded;
mod tradeoff;
mod zcdp;
