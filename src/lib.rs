//! What a differential-privacy budget *is*: exactly where the answer is rational, otherwise as an
//! interval that provably contains it.
//!
//! ```
//! // 10000 mechanisms, each (1/100, 0)-DP: what is delta at eps = 10?
//! let delta = dpcert::delta("approx-dp(eps=1/100, delta=0)^10000", 10)?;
//! assert_eq!(delta.lower_decimal(8), "8.9795531e-23");
//! assert!(delta.lower_f64() <= delta.upper_f64() && delta.upper_f64() < 8.97955315e-23);
//!
//! // A rational answer is a rational number.
//! let tv = dpcert::tv("randomized-response(eps=ln(3))^2")?;
//! assert_eq!(tv.exact().map(|exact| exact.to_string()).as_deref(), Some("1/2"));
//! # Ok::<(), dpcert::Refusal>(())
//! ```
//!
//! [`ask`] answers every other [`Question`], with other digits, limits and engines: see [`Options`].
//!
//! What it does not do: it does not look at code (a sampler, a random number generator, a side
//! channel), it does not choose a budget, and it never guesses: a comparison that its precision
//! does not decide is reported as undecided. Where losses are continuous and no closed form exists, a
//! composition lies between two proven bounds.
//!
//! The [`architecture`] chapter follows one number from left to right through the modules.

#[doc = include_str!("architecture.md")]
pub mod architecture {}

pub mod answer;
pub mod channel;
pub mod claim;
pub mod composition;
mod control;
pub mod enclosure;
pub mod exact;
pub mod formula;
pub mod input;
pub mod mechanism;
pub mod pair;
pub mod quantity;
pub mod question;
mod refusal;
pub mod short;
pub mod theorem;
pub mod tradeoff;

pub use answer::{Answer, Content, Options};
pub use control::{Control, Interrupted, Progress, Work};
pub use mechanism::Mechanism;
pub use quantity::Query;
pub use question::{Question, ask, ask_all};
pub use refusal::{Refusal, Resource, Sentence, TooCostly};
pub use short::{beta, delta, eps, rho, tv};
