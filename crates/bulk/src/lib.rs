//! Claims about privacy budgets in bulk: an Arrow record batch of claims in, one of verdicts out.
//!
//! ```
//! use arrow_array::{Float64Array, RecordBatch, StringArray, cast::AsArray};
//! use std::sync::Arc;
//! let batch = RecordBatch::try_from_iter([
//!     ("kind", Arc::new(StringArray::from(vec!["gaussian", "laplace"])) as _),
//!     ("sigma", Arc::new(Float64Array::from(vec![Some(2.0), None])) as _),
//!     ("eps", Arc::new(Float64Array::from(vec![None, Some(0.5)])) as _),
//!     ("quantity", Arc::new(StringArray::from(vec!["delta", "tv"])) as _),
//!     ("at", Arc::new(Float64Array::from(vec![Some(1.0), None])) as _),
//!     ("relation", Arc::new(StringArray::from(vec!["at-most", "at-most"])) as _),
//!     ("claimed", Arc::new(StringArray::from(vec!["1/10", "1/10"])) as _),
//! ])?;
//! let verdicts = dpcert_bulk::judge_batch(&batch, &Default::default())?;
//! let words: Vec<_> = verdicts["verdict"].as_string::<i32>().iter().flatten().collect();
//! assert_eq!(words, ["holds", "refuted"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Claims
//!
//! | column | what it holds |
//! |---|---|
//! | `mechanism` | what was run, in the compact notation: `gaussian(sigma=2)^50` |
//! | or `kind` | its kind; each parameter is a column with the catalogue's name, null where it is not given |
//! | `count` | how often; once where it is null, or there is no such column |
//! | `quantity` | `delta`, `eps`, `tv`, `beta`, `rho`, `renyi` or `gdp` |
//! | `at` | its parameter; null for `tv` and `rho`, and for the usual cut of `gdp` |
//! | `relation` | `at-most`, `at-least`, `equals` or `between`; `<=`, `>=` and `=` are the first three |
//! | `claimed` | the claimed value |
//! | `claimed_high` | the larger value of `between`, null elsewhere |
//! | `id` | anything; it is passed through |
//!
//! Numbers are binary64 (`0.1` is that binary64, not a tenth), integers, decimal128, or exact text
//! in the language of [`dpcert::exact::literal`] (`"0.1"` is a tenth). Any other column is a
//! parameter of `kind`, so that one that is misspelt makes its rows invalid.
//!
//! # Verdicts
//!
//! | column | what it holds |
//! |---|---|
//! | `id` | that of the claim |
//! | `verdict` | `holds`, `refuted`, `undecided`, `unsupported`; `invalid` for a row that is no claim |
//! | `lower`, `upper` | certified ends of the quantity, as binary64, each on its side |
//! | `margin` | at most the distance from the claimed value, which is positive where the claim is true |
//! | `method` | how the value was found |
//! | `engine` | who computed: `binary64` for the filter, `malachite`, `mpfr` |
//! | `message` | why it is not decided, or what is wrong with the row |

mod account;
mod batch;
mod claims;
mod column;
mod digest;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod filter;
mod verdicts;

pub use account::accounted;
pub use batch::{judge_batch, judge_batch_with};
pub use claims::COLUMNS;
pub use digest::Digest;
pub use error::BatchError;
pub use verdicts::{Word, schema};
