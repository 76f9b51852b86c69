//! Other programs' answers, judged.
//!
//! A [`Suite`] of questions is put to a [`Program`], one line at a time, in the line protocol; what it says
//! becomes an [`Answer`], and [`judge`] compares that with a certified value by the bound that the program
//! itself declared. A program may be wrong in every way a program can be: it may die, hang, print
//! something else, or answer another question, and each of these has its own [`Verdict`].
//!
//! The comparison is that of claims ([`crate::claim`]): an answer that is an upper bound *is* the claim that
//! the quantity is at most that. So there is one way to decide, and it never guesses.

mod answer;
mod baseline;
mod judge;
mod lines;
mod program;
mod run;
mod suite;
mod verdict;

pub use answer::{Answer, Bound, Number, Said};
pub use baseline::{Baseline, Entry, Standing};
pub use judge::{Assess, Finding, judge};
pub use program::{Launch, PATIENCE, Program, STARTUP};
pub use run::{Judged, ask_all, judge_all};
pub use suite::{Place, Request, Suite, read_answers};
pub use verdict::Verdict;
