//! Batches of claims, as a user of Arrow has them.

#![allow(clippy::float_arithmetic, clippy::unwrap_used, clippy::panic)]

mod batch;
#[cfg(feature = "files")]
mod damaged;
#[cfg(feature = "files")]
#[path = "../../../tests/support/effort.rs"]
mod effort;
#[cfg(feature = "files")]
mod files;
mod filter;
#[cfg(feature = "files")]
mod merged;
#[cfg(feature = "files")]
mod resumed;
mod support;
