//! Reports on judged claims, for a person, and as tables.

mod against;
mod records;
mod text;

pub use against::Changes;
pub use records::{claim_records, claims_on_paper};
#[cfg(feature = "crosscheck")]
pub(super) use text::QUANTITY;
pub use text::write_text;
