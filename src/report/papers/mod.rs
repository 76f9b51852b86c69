//! Reports on the papers' statements: tables and single statements for people, JSON Lines for programs,
//! and pages for readers.

mod json;
mod markdown;
mod text;

pub use json::write_json_lines;
pub use markdown::write_markdown;
pub use text::{write_one, write_table};

use crate::corpus::{Examination, Verdict};

/// `12 proved, 3 refuted`: how many there are of each verdict, in the order of [`Verdict::ALL`].
pub fn counts<'a>(examinations: impl Iterator<Item = &'a Examination> + Clone) -> String {
    let count = |verdict: &Verdict| {
        let n = examinations.clone().filter(|examination| examination.verdict == *verdict).count();
        (n > 0).then(|| format!("{n} {}", verdict.name()))
    };
    Verdict::ALL.iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

fn times(cases: u64) -> String {
    if cases == 1 { "once".to_owned() } else { format!("{cases} times") }
}
