//! How many verdicts of each kind a report has: a line of text, and the same in JSON.

use dpcert_answers::claims::counted;
use dpcert_answers::tree::Record;
use dpcert_crosscheck::{Standing, Verdict};
use std::collections::BTreeMap;
use std::fmt;

/// The number of questions, or of relations, with each verdict, and how many of them are failures.
pub struct Tally {
    /// What is counted: `question`.
    noun: &'static str,
    all: usize,
    /// In the order of reports.
    verdicts: Vec<(&'static str, usize)>,
    /// How many of those that are unsound are so by no more than binary64 rounds; `None` where that
    /// is not measured.
    by_rounding: Option<usize>,
    new: usize,
    known: usize,
    mended: usize,
}

impl Tally {
    /// Counts these verdicts, of which `words` has all kinds.
    pub fn of(
        noun: &'static str,
        words: impl IntoIterator<Item = &'static str>,
        found: impl Iterator<Item = (&'static str, Standing)>,
    ) -> Tally {
        let found: Vec<_> = found.collect();
        let with = |word| (word, found.iter().filter(|(verdict, _)| *verdict == word).count());
        let standing = |standing| found.iter().filter(|(_, it)| *it == standing).count();
        let new = found.iter().filter(|(_, it)| it.is_new()).count();
        Tally {
            noun,
            all: found.len(),
            verdicts: words.into_iter().map(with).collect(),
            by_rounding: None,
            new,
            known: standing(Standing::Known),
            mended: standing(Standing::Mended),
        }
    }

    /// With the number of those that are unsound by rounding.
    pub fn with_rounding(self, count: usize) -> Tally {
        Tally { by_rounding: Some(count), ..self }
    }

    /// The fields of the summary, with the name of what is counted.
    pub fn record(&self, name: &'static str) -> Record {
        let verdicts: BTreeMap<_, _> = self.verdicts.iter().copied().collect();
        Record::of(name, self.all)
            .with("verdicts", Record::from(verdicts))
            .with_some("by_rounding", self.by_rounding)
            .with("new", self.new)
            .with("known", self.known)
            .with("mended", self.mended)
    }
}

/// A line of text.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.all, self.noun))?;
        let mut separator = ": ";
        for (word, count) in self.verdicts.iter().filter(|(_, count)| *count > 0).copied() {
            write!(f, "{separator}{count} {word}")?;
            match self.by_rounding.filter(|_| word == Verdict::Unsound.name()) {
                None | Some(0) => {}
                Some(rounded) if rounded == count => f.write_str(" (by rounding)")?,
                Some(rounded) => write!(f, " ({rounded} of them by rounding)")?,
            }
            separator = ", ";
        }
        match (self.new, self.known) {
            (0, 0) => f.write_str("; no failure")?,
            (new, 0) => write!(f, "; {}", counted(new, "failure"))?,
            (new, known) => write!(f, "; failures: {new} new, {known} known")?,
        }
        match self.mended {
            0 => Ok(()),
            mended => write!(f, "; {mended} mended"),
        }
    }
}
