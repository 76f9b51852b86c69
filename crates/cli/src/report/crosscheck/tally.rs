//! How many verdicts of each kind a report has: a line of text, and the same in JSON.

use crate::report::claims::counted;
use crate::report::tree::Record;
use dpcert_crosscheck::Standing;
use std::collections::BTreeMap;
use std::fmt;

/// The number of questions, or of relations, with each verdict, and how many of them are failures.
pub struct Tally {
    /// What is counted: `question`.
    noun: &'static str,
    all: usize,
    /// In the order of reports.
    verdicts: Vec<(&'static str, usize)>,
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
        Tally {
            noun,
            all: found.len(),
            verdicts: words.into_iter().map(with).collect(),
            new: standing(Standing::New),
            known: standing(Standing::Known),
            mended: standing(Standing::Mended),
        }
    }

    /// The fields of the summary, with the name of what is counted.
    pub fn record(&self, name: &'static str) -> Record {
        let verdicts: BTreeMap<_, _> = self.verdicts.iter().copied().collect();
        Record::of(name, self.all)
            .with("verdicts", Record::from(verdicts))
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
        for (word, count) in self.verdicts.iter().filter(|(_, count)| *count > 0) {
            write!(f, "{separator}{count} {word}")?;
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
