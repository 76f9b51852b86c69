//! dpcert
pub mod composition;
pub mod exact;
pub mod input;
pub mod mechanism;
pub mod pair;
pub mod quantity;
mod refusal;

pub use mechanism::Mechanism;
pub use quantity::{Answer, Content, Options, Query, answer};
pub use refusal::Refusal;
