//! Cross-validation: floating-point formulas, and other programs' answers, compared with certified
//! values.
//!
//! [`reference`](mod@reference) has formulas as they are commonly written in binary64, [`ulps`] the
//! measure of an error, and [`floats`] evaluates grids of parameters. [`question`] is the table of
//! the questions to other programs, and [`vectors`] makes files of it that can be used without
//! dpcert.
//!
//! A [`Suite`] of questions is put to a [`Program`], one line at a time, in the line protocol. Its
//! output becomes an [`Answer`], and [`judge`] compares that with a certified value by the bound
//! that the program itself declared. A program may fail in every way a program can: it may die,
//! hang, print something else, or answer another question, and each of these has its own
//! [`Verdict`].
//!
//! A suite also has [`relation`]s: pairs of questions whose answers must be equal or ordered by
//! logic alone. Two answers of one program are compared with each other there, and no certified
//! value is needed.
//!
//! The comparison is that of claims ([`dpcert::claim`]): an answer that is an upper bound *is* the
//! claim that the quantity is at most that. So there is one way to decide, and it never guesses.

mod answer;
mod baseline;
pub mod binary64;
pub mod floats;
mod judge;
mod lines;
mod live;
mod processor;
mod program;
pub mod question;
pub mod reference;
pub mod relation;
mod run;
mod suite;
pub mod ulps;
pub mod vectors;
mod verdict;

pub use answer::{Answer, Bound, Number, Said, Tolerance};
pub use baseline::{Baseline, Entry, Standing};
pub use judge::{Assess, Finding, Rounded, judge};
pub use live::end_programs;
pub use program::{Launch, Program, STARTUP};
pub use run::{Judged, Related, ask_all, ask_sides, judge_all, relate, sides};
pub use suite::{Place, Request, Suite, read_answers, standard_ids};
pub use verdict::Verdict;
