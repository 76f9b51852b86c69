//! What a differential-privacy budget *is*: exactly where the answer is rational, otherwise as an
//! interval that provably contains it.
//!
//! ```
//! // 10000 mechanisms, each (1/100, 0)-DP: what is delta at eps = 10?
//! let delta = dpcert::delta("approx-dp(eps=1/100, delta=0)^10000", 10)?;
//! assert_eq!(delta.lower_decimal(8), "8.9795531e-23");
//! assert!(delta.lower_f64() <= delta.upper_f64() && delta.upper_f64() < 8.97955315e-23);
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! It does not look at code (a sampler, a random number generator, a side channel), and it does not
//! choose a budget. It never guesses: a comparison that its precision does not decide is reported
//! as undecided. Where losses are continuous and no closed form exists, a composition is enclosed
//! by two proven bounds.
//!
//! # Overview
//!
//! Six types are enough for most uses:
//!
//! - [`Mechanism`] is a mechanism that was run: one of a catalogue of kinds, possibly on a sample,
//!   repeated and composed. It is read from the compact notation, `laplace(eps=1/10)^20 *
//!   gdp(mu=1/2)`.
//! - [`Question`] is a question about it: a [`Query`] such as delta at an eps, several values at
//!   once, a parameter that meets a budget, a comparison, a theorem. [`ask`] answers all of them.
//! - [`Options`] determine the answer: digits, limits of the cost ([`Limits`]), the engine, and a
//!   [`Control`] that ends the computation or reports its progress.
//! - [`Answer`] has the numbers, by kind of question ([`Content`]), the method, and whether they
//!   are as narrow as requested.
//! - [`Bounds`] is one number: two exact ends that enclose it, and its exact value where it is
//!   known. [`Styled`] adds how many of its digits are printed.
//! - [`Refusal`] says why there is no answer, and what to do about it.
//!
//! [`delta`], [`eps`], [`beta`], [`tv`] and [`rho`] ask the five most frequent questions in one
//! line; [`claim`] judges the claims of others about a budget.
//!
//! Numbers are exact: a `&str` is a literal (`"0.1"` is 1/10, `"ln(2)"` is the logarithm), an `f64`
//! is exactly that binary64, and a [`Rational`] or [`Real`] is used as it is.
//!
//! # Cookbook
//!
//! **delta of a composition**, and its exact value where it is rational:
//!
//! ```
//! let delta = dpcert::delta("approx-dp(eps=ln(2), delta=1/10)^3", "ln(2)")?;
//! assert_eq!(delta.exact().map(|exact| exact.to_string()).as_deref(), Some("433/1000"));
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! **eps of DP-SGD**, between two bounds:
//!
//! ```
//! let eps = dpcert::eps("poisson(1/100, gaussian(sigma=1))^1000", "1e-5")?;
//! assert_eq!(eps.upper_decimal(3), "1.83");
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! **An upper bound to print**, rounded up:
//!
//! ```
//! let eps = dpcert::eps("gaussian(sigma=2)^10", "1e-5")?;
//! assert_eq!((eps.upper_decimal(3), eps.upper_f64() >= 7.51), ("7.52".to_owned(), true));
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! **A mechanism and numbers as values**, without text:
//!
//! ```
//! use dpcert::{Mechanism, Rational};
//! let mechanism = Mechanism::parse("randomized-response(eps=ln(3))")?.repeat(2);
//! let beta = dpcert::beta(&mechanism, Rational::from_unsigneds(1u32, 4u32))?;
//! assert!(beta.exact().is_some());
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! **More digits**, and other options:
//!
//! ```
//! use dpcert::{Content, Mechanism, Options, Query, Question, ask};
//! let question = Question::of(&Mechanism::parse("gdp(mu=1)")?, &Query::Tv);
//! let Content::Number(tv) = ask(&question, &Options { digits: 40, ..Options::default() })?.content else { unreachable!() };
//! assert_eq!(tv.lower_decimal(40), "0.3829249225480262072754092212166754797672");
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! **The least noise for a budget:** see [`Question::Calibration`]. **Several values of one
//! parameter:** see [`Question::Sweep`]. **Whether one mechanism dominates another:** see
//! [`Question::Dominance`].
//!
//! **A claim about a budget:**
//!
//! ```
//! use dpcert::Options;
//! use dpcert::claim::{self, Verdict};
//! let file = claim::parse(
//!     r#"
//!     format = "dpcert/1"
//!     scope = { unit = "person", adjacency = "replace-one" }
//!     ledger = [{ id = "survey", mechanism = "randomized-response", eps = "ln(3)", count = 2 }]
//!     claim = [{ id = "tv", over = ["*"], tv = {}, at-most = "0.49" }]
//!     "#,
//! )?;
//! assert_eq!(claim::judge(&file, &file.claims[0], &Options::for_claims()).verdict, Verdict::Refuted);
//! # Ok::<(), dpcert::input::InputError>(())
//! ```
//!
//! **A time limit:** see [`Control`].
//!
//! # Features
//!
//! - `mpfr`: the engine MPFR in addition to the default one, which is pure Rust, and answers on
//!   which both agree ([`EngineChoice::Both`]). It builds GMP and MPFR from source, with a C
//!   compiler, make and m4.
//!
//! # Limits
//!
//! The cost of an answer is estimated before it is computed, and refused above the [`Limits`]: by
//! default about two minutes of one core and 4 GiB. A refusal names the limit to raise.
//!
//! # Stability
//!
//! The public interface is what these pages show. The modules `composition`, `enclosure`, `exact`,
//! `formula` and `quantity`, and all other hidden items, are for the other crates of the repository
//! and the tests: they change without notice.
//!
//! The [`architecture`] chapter follows one number through the modules.

#[doc = include_str!("architecture.md")]
pub mod architecture {}

// The example of the README is compiled and run as the examples here are.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod answer;
pub mod assertions;
pub mod channel;
pub mod claim;
#[doc(hidden)]
pub mod composition;
mod control;
#[doc(hidden)]
pub mod enclosure;
#[doc(hidden)]
pub mod exact;
#[doc(hidden)]
pub mod filter;
pub mod formula;
pub mod input;
mod limits;
pub mod mechanism;
mod meter;
pub mod pair;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod quantity;
pub mod question;
mod refusal;
pub mod sensitivity;
mod short;
pub mod theorem;
pub mod tradeoff;

pub use answer::{Answer, Content, Options};
pub use composition::Method;
pub use control::{Control, Interrupted, Progress, Work};
pub use enclosure::{Bounds, Exact, Printed, ShowExact, Styled};
pub use exact::literal::LiteralError;
pub use exact::{Dyadic, EngineChoice, Real, Rounding};
pub use limits::Limits;
pub use malachite::rational::Rational;
pub use mechanism::Mechanism;
pub use quantity::Query;
pub use question::{Asked, Question, Round, ask, ask_all, ask_in_rounds, ask_number};
pub use refusal::{Known, Refusal, Resource, Sentence, TooCostly};
pub use short::{IntoMechanism, IntoReal, beta, delta, eps, rho, tv};
