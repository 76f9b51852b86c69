//! What dpcert answers, as functions from bytes to bytes.
//!
//! Nothing here reads or writes a file, starts a process, knows a terminal or a clock: the command,
//! its server and the page in a browser call it, and say the same. No number is computed here.
//!
//! - [`protocol`]: a line of the line protocol, and its answer.
//! - [`claims`]: claim files read and judged, and their report as JSON.
//! - [`certificates`]: certificates of judged claims, and the report to print.
//! - [`drawing`]: a scene as a file of text.
//! - [`page`]: all that the page asks of what is behind it.
//! - [`answer`]: all of this by name, for a browser's module and for programs in C.
//!
//! The rest is what reports are written with: [`tree`], [`ends`], [`number`], [`legend`], [`lines`];
//! [`visible`] is the last step of every text, in which what others wrote controls nothing.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod call;
pub mod certificates;
pub mod claims;
pub mod drawing;
pub mod ends;
mod exit;
pub mod legend;
pub mod lines;
pub mod number;
pub mod page;
pub mod protocol;
mod settings;
pub mod templates;
pub mod tree;
pub mod visible;

pub use call::answer;
pub use exit::Exit;
pub use settings::{Settings, not_drawn, option_of, render_refusal, rendered};
