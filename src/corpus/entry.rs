//! What a paper says, and how it is decided.

use super::trial::{Stop, Trial};
use super::verdict::Verdict;

/// A paper with its statements.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// What the ids of its statements start with.
    pub prefix: &'static str,
    /// The name of its file among the generated tables.
    pub file: &'static str,
    /// Authors and title.
    pub title: &'static str,
    /// Its statements, section by section.
    pub sections: &'static [&'static [Entry]],
}

impl Paper {
    /// Its statements, in the order of their ids.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let mut entries: Vec<&'static Entry> = self.sections.iter().flat_map(|section| section.iter()).collect();
        entries.sort_by_key(|entry| (entry.id.len(), entry.id));
        entries.into_iter()
    }
}

/// A statement of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name: the paper's prefix and a number.
    pub id: &'static str,
    /// Where it stands.
    pub locus: &'static str,
    /// What it says, in our own words.
    pub statement: &'static str,
    /// What it says, as a formula.
    pub formula: &'static str,
    /// Where it is said to hold.
    pub domain: &'static str,
    /// How it is decided.
    pub check: Check,
    /// How the text is to be read, where its conversion or its wording leaves a doubt.
    pub reading: Option<&'static str>,
    /// The verdict on record: another one is a change that has to be explained.
    pub recorded: Verdict,
}

/// How a statement is decided.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// By a computation.
    Computed(Computation),
    /// It follows from other statements that are proved.
    Implied {
        /// Their ids.
        by: &'static [&'static str],
        /// Why.
        because: &'static str,
    },
    /// It is not decided here: an asymptotic or deep theorem.
    Cited {
        /// Why not, and what is checked of it elsewhere.
        reason: &'static str,
    },
    /// It says nothing that could be true or false.
    Dropped {
        /// Why.
        reason: &'static str,
    },
}

/// A computation that decides a statement.
#[derive(Clone, Copy, Debug)]
pub struct Computation {
    /// What it shows where it finds nothing against the statement.
    pub evidence: Evidence,
    /// The check: it stops at the first counterexample to the [reading](super::Reading) it is given.
    pub run: fn(&mut Trial) -> Result<(), Stop>,
    /// A statement that is slightly different and false: the same check must refute it.
    pub altered: &'static str,
    /// What is true instead, where the statement is false as it is printed.
    pub correction: Option<Correction>,
}

/// What a check shows that finds no counterexample.
#[derive(Clone, Copy, Debug)]
pub enum Evidence {
    /// An identity in indeterminates: which.
    Identity(&'static str),
    /// A decision over the whole domain: how.
    Decision(&'static str),
    /// A finite family, or all cases up to a bound: which.
    Family(&'static str),
    /// A single number, compared with the digits it is printed with.
    Number(&'static str),
}

impl Evidence {
    /// Its kind, in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Evidence::Identity(_) => "identity",
            Evidence::Decision(_) => "decision",
            Evidence::Family(_) => "family",
            Evidence::Number(_) => "number",
        }
    }

    /// What was looked at.
    pub fn text(&self) -> &'static str {
        match self {
            Evidence::Identity(text) | Evidence::Decision(text) | Evidence::Family(text) | Evidence::Number(text) => {
                text
            }
        }
    }
}

/// What is true in the place of a false statement.
#[derive(Clone, Copy, Debug)]
pub enum Correction {
    /// This statement holds.
    Statement(&'static str),
    /// The bound holds; what is claimed about it does not: what is true of it.
    Loose(&'static str),
}

impl Correction {
    /// In words and formulas.
    pub fn text(&self) -> &'static str {
        match self {
            Correction::Statement(text) | Correction::Loose(text) => text,
        }
    }
}
