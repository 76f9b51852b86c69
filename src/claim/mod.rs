//! Claims about a privacy budget: the claim file, and the verdict on each claim.
//!
//! A claim file states a ledger (what was run) and claims about it. A verdict has four values,
//! because a computation with proven bounds can end in four ways: the claim
//! [`Holds`](Verdict::Holds), it is [`Refuted`](Verdict::Refuted), the bounds could not be brought
//! close enough ([`Undecided`](Verdict::Undecided)), or there is no route to the number at all
//! ([`Unsupported`](Verdict::Unsupported)). Only the first two say anything about the claim.
//! Nothing is guessed: an enclosure that merely contains the claimed value decides nothing.
//!
//! A row states how far neighbours move what it publishes, or the query that it answers with bounds
//! on what one privacy unit contributes: then the distance is derived ([`Row::derived`]). Rows may
//! be about disjoint parts of the data ([`Row::part`]): a claim is then about the worst of them.
//!
//! Besides its verdict a claim may have findings ([`Remark`]), at the level that `[policy]` sets
//! (`allow`, `warn`, `deny`; `warn` by default):
//!
//! - `answer-assumed`: a row is a local randomiser, such as `randomized-response`, and the adjacency
//!   is not `replace-one`: it is judged as one answer about the whole data, not as a report of each
//!   record, of which one would be missing.
//! - `claim-rounded-down`: a claimed upper bound is the certified value, or the conversion from the
//!   rho of its rows, rounded down.
//! - `eps-summed-loosely`: a claimed eps is the sum over the steps, which compose to less,
//!   by more than a thousandth of it.
//! - `mechanism-idealised`: a row says `actual = "discrete-gaussian"`, `"discrete-laplace"` or
//!   `"floating-point"` and names another mechanism.
//! - `order-assumed`: a row is a pair, or a trade-off function, that is not its own reverse:
//!   neighbours in the other order may lose more.
//! - `sampler-idealised`: the `sampling` of a row says `actual = "poisson"`,
//!   `"without-replacement"`, `"with-replacement"`, `"fixed-size"` or `"shuffled"` and names
//!   another method.
//! - `sensitivity-defaulted`: a row of `discrete-gaussian`, `discrete-laplace` or `additive` has
//!   neither `sensitivity` nor `shifts`, and is judged for one count that moves by 1.
//! - `steps-rounded-up`: a row's `epochs` are not a whole number of batches. The verdict then holds
//!   both for the most steps (every begun batch) and for the fewest (only full batches).
//!
//! ```
//! use dpcert::Options;
//! use dpcert::claim::{self, Verdict};
//! let file = claim::parse(
//!     r#"
//!     format = "dpcert/1"
//!     [scope]
//!     unit = "person"
//!     adjacency = "replace-one"
//!     [[ledger]]
//!     id = "survey"
//!     mechanism = "randomized-response"
//!     eps = "ln(3)"
//!     count = "2"
//!     [[claim]]
//!     id = "total-variation"
//!     over = ["*"]
//!     tv = {}
//!     at-most = "0.5"
//!     "#,
//! )?;
//! let claim = &file.claims[0];
//! assert_eq!(claim::judge(&file, claim, &Options::for_claims()).verdict, Verdict::Holds);
//! # Ok::<(), dpcert::input::InputError>(())
//! ```

mod breakdown;
mod claim_file;
mod date;
mod distance;
mod epochs;
mod errors;
mod evaluation;
mod evaluation_cache;
mod findings;
mod glob;
mod judge;
mod judgement;
mod ledger;
mod literal;
mod margin;
mod parts;
mod policy;
mod relation;
mod rows_of_notation;
mod scope;
mod statement;
mod step_range;
mod verdict;

pub use breakdown::{OfPart, OneRow, Until};
pub use claim_file::{ClaimFile, ReadError, located, parse, parse_all, parse_node, read_file};
pub use date::Date;
pub use epochs::Epochs;
pub use evaluation_cache::Evaluations;
pub use findings::{Remark, remarks_on_rows};
pub use glob::matches;
pub use judge::{judge, judge_all, judge_statement};
pub use judgement::{Evidence, Judgement};
pub use ledger::{Idealised, Row};
pub use literal::Literal;
pub use margin::Margin;
pub use policy::{Finding, Level, Policy};
pub use relation::Relation;
#[doc(hidden)]
pub use rows_of_notation::{Rows, rows_of_notation};
pub use scope::Scope;
pub use statement::{Claim, Measure, Quantity};
pub use verdict::Verdict;
