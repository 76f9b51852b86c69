//! dpcert
pub mod exact;
