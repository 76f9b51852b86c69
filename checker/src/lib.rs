//! Re-derives certified differential-privacy budgets with arithmetic of its own.
//!
//! A reader of a certificate has to trust this crate, and the theorems in `proofs/`. It shares
//! nothing with the program that wrote the certificate: integers and rationals are those of `num`,
//! functions are sums of series with a bound on the remainder ([`fixed`]), and every conclusion is
//! computed again ([`rules`]).
//!
//! Read in this order: [`fault`] (why a certificate is not accepted); [`rational`], [`number`],
//! [`json`], [`fixed`], [`expression`], [`log_linear`], [`literal`] (numbers); [`scope`],
//! `notation`, `canonical`, [`ledger`], `kinds`, `allocation`, [`idealised`], [`pair`] (what was run);
//! [`discretise`], [`row`] (composition); [`claim`], [`rules`], `derivation`, [`parts`], [`work`],
//! `estimate`, `statement`, `policy`, [`certificate`], [`report`] (what follows).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod allocation;
mod canonical;
pub mod certificate;
pub mod claim;
mod derivation;
pub mod discretise;
mod estimate;
pub mod expression;
pub mod fault;
pub mod fixed;
pub mod idealised;
pub mod json;
mod kinds;
pub mod ledger;
pub mod literal;
pub mod log_linear;
mod notation;
pub mod number;
pub mod pair;
pub mod parts;
mod policy;
pub mod rational;
pub mod report;
pub mod row;
pub mod rules;
pub mod scope;
mod statement;
pub mod work;

/// The version of this crate, and of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use certificate::{check, check_bytes, check_file, expected_work, watch_file};
pub use policy::Denied;
pub use report::{Report, Verdict, worst_exit_code};
pub use statement::ClaimFile;
