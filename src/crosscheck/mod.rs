//! Cross-validation: what other programs are asked, and the certified answers they are held against.
//!
//! [`question`] is the table of questions, [`vectors`] makes files of them that need no dpcert to be used.

pub mod binary64;
pub mod question;
pub mod vectors;
