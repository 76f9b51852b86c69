//! The papers' statements, each with a check and the verdict that it gives.
//!
//! An [`Entry`] says where a statement stands, what it says, and how it is decided. It is data:
//! each section of a paper has a TOML file, which is compiled into the program. Beside it is a Rust
//! file with the section's checks. A check is code that calls the library; it runs over cases from
//! small to large and stops at the first that contradicts the statement, so that a [`Witness`] is
//! small. The verdict is computed from what the check finds:
//!
//! | the printed statement | evidence | verdict |
//! |---|---|---|
//! | stands | an identity in indeterminates, or a decision over the whole domain | proved |
//! | stands | an algebraic core is decided, or others that are proved; the step to the statement is prose | proved-core |
//! | stands | a finite family, or a printed number | verified |
//! | falls | | refuted |
//! | falls, and the corrected one stands | any of these, for the corrected one | corrected |
//! | falls in what it says about a bound, and the bound stands | | valid-but-loose |
//!
//! Whatever is not as printed has a [`Severity`]. A statement that holds wherever it has a value,
//! and has none at an edge of the domain that is given (0/0), is proved or verified for the rest:
//! the severity is a degenerate domain. One that fails at such an edge, for a tie, is corrected,
//! with the same severity.
//!
//! One policy for what is printed. It is judged as it stands wherever it has a meaning: if it is
//! false it is corrected, and the severity says whether it is a misprint. Where it has none (a
//! letter that stands for nothing there), or says nothing (a map from the data to the outputs
//! exists: the mechanism), it is read as the lines around it have it; the entry says how
//! (`reading`), and it does not count as an error. Of several readings that the words allow, the
//! one that is true wins. Ids are those under which the statements were collected; those that are
//! missing were never given. Each [`Paper`] says which version of it is judged.
//!
//! A check gets the [`Reading`] it is to check: what is printed, what is true instead, or an
//! altered statement that is slightly different and false. A check that lets the altered statement
//! pass proves nothing; the tests run all of them.
//!
//! ```
//! use dpcert::composition::cost::Limits;
//! use dpcert_papers::{Verdict, examine, find};
//!
//! // The printed bound on maximal leakage has lost an exponential.
//! let entry = find("GI-43").unwrap();
//! let examination = examine(entry, &Limits::default());
//! assert_eq!(examination.verdict, Verdict::Corrected);
//! assert!(examination.witness.is_some());
//! ```

mod balle;
mod dong_roth_su;
mod entry;
mod family;
mod ghazi_issa;
mod najib;
mod number;
mod read;
mod trial;
mod verdict;

pub use entry::{Check, Computation, Correction, Entry, Evidence, Figure, Paper, Severity};
pub use number::Number;
pub use trial::{CheckError, DegeneratePoint, Reading, Run, Trial, Witness};
pub use verdict::{Examination, Verdict, examine, examine_all, examine_altered};

use std::sync::LazyLock;

/// The papers; read once.
pub fn papers() -> &'static [Paper] {
    static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| {
        let sources = [ghazi_issa::SOURCE, najib::SOURCE, dong_roth_su::SOURCE, balle::SOURCE];
        match sources.iter().map(read::read_paper).collect() {
            Ok(papers) => papers,
            // The files are compiled in, and the tests read the same ones: only a program that was
            // never tested ends here.
            Err(error) => unreachable!("{error}"),
        }
    });
    &PAPERS
}

/// The statement with this id, in upper or lower case, its number with or without zeros in front.
pub fn find(id: &str) -> Option<&'static Entry> {
    let parts = |id: &str| {
        let (prefix, number) = id.split_once('-')?;
        Some((prefix.to_ascii_uppercase(), number.trim_start_matches('0').to_owned()))
    };
    let wanted = parts(id)?;
    papers()
        .iter()
        .flat_map(|paper| &paper.entries)
        .find(|entry| parts(&entry.id).is_some_and(|it| it == wanted))
}
