//! What a paper says, and how it is decided.

use super::trial::{CheckError, Trial};
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
    /// The version that is judged.
    pub version: &'static str,
    /// What is known of other versions: a later one may have mended what is found here.
    pub later: &'static str,
    /// Its statements, section by section.
    pub sections: &'static [&'static [Entry]],
    /// Its figures, redrawn.
    pub figures: &'static [Figure],
}

impl Paper {
    /// Its statements, in the order of their ids.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let mut entries: Vec<&'static Entry> = self.sections.iter().flat_map(|section| section.iter()).collect();
        entries.sort_by_key(|entry| (entry.id.len(), entry.id));
        entries.into_iter()
    }
}

/// A figure of a paper, or of what it says, as `dpcert plot` draws it.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The name of its file, without what it ends in.
    pub name: &'static str,
    /// Where it stands.
    pub locus: &'static str,
    /// What is to be seen, and what of it the paper does not print.
    pub caption: &'static str,
    /// What `dpcert plot` is to draw, as it is written in a shell.
    pub arguments: &'static str,
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
    /// It follows from other statements that are proved, by a step that is prose.
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
    pub run: fn(&mut Trial) -> Result<(), CheckError>,
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
    /// An algebraic core, decided over its whole domain; the step from there to the statement is prose.
    Core {
        /// What the machine decides, and how.
        decided: &'static str,
        /// Why the statement follows.
        by_hand: &'static str,
    },
}

impl Evidence {
    /// Its kind, in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Evidence::Identity(_) => "identity",
            Evidence::Decision(_) => "decision",
            Evidence::Family(_) => "family",
            Evidence::Number(_) => "number",
            Evidence::Core { .. } => "core",
        }
    }

    /// What was looked at.
    pub fn text(&self) -> &'static str {
        match self {
            Evidence::Identity(text) | Evidence::Decision(text) | Evidence::Family(text) | Evidence::Number(text) => {
                text
            }
            Evidence::Core { decided, .. } => decided,
        }
    }

    /// The step that no machine decides, from what was looked at to the statement.
    pub fn by_hand(&self) -> Option<&'static str> {
        match self {
            Evidence::Core { by_hand, .. } => Some(by_hand),
            _ => None,
        }
    }
}

/// What is to be said of a statement that does not hold as it is printed.
#[derive(Clone, Copy, Debug)]
pub enum Correction {
    /// It is false, which is as grave as this; the statement that is given holds.
    Statement(Severity, &'static str),
    /// The bound holds, what is claimed about it does not, which is as grave as this: what is true of it.
    Loose(Severity, &'static str),
    /// It holds, on all of its domain but an edge, where what is printed has no value.
    Domain {
        /// Where it holds.
        holds_for: &'static str,
        /// What is true on the rest of the domain.
        beyond: &'static str,
    },
}

impl Correction {
    /// How grave it is that the statement is not as printed.
    pub fn severity(&self) -> Severity {
        match self {
            Correction::Statement(severity, _) | Correction::Loose(severity, _) => *severity,
            Correction::Domain { .. } => Severity::DegenerateDomain,
        }
    }

    /// What is true, in words and formulas.
    pub fn text(&self) -> &'static str {
        match self {
            Correction::Statement(_, text) | Correction::Loose(_, text) => text,
            Correction::Domain { beyond, .. } => beyond,
        }
    }
}

/// How grave it is that a statement is not as printed, for somebody who relies on it. In doubt it is the least grave
/// of those that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What it says is wrong: who uses it gets a wrong number, or believes something that is not so.
    Substantive,
    /// A step of a proof does not hold as it is written; what it is for can be had.
    ProofGap,
    /// A sign, an exponent, an index, a word: what is meant can be seen where it is printed, or from the lines around it.
    Misprint,
    /// It has no value on a part of the domain that is given, an edge mostly, such as 0/0, or fails there for a tie; it
    /// holds elsewhere.
    DegenerateDomain,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Severity; 4] =
        [Severity::Substantive, Severity::ProofGap, Severity::Misprint, Severity::DegenerateDomain];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Substantive => "substantive",
            Severity::ProofGap => "proof-gap",
            Severity::Misprint => "misprint",
            Severity::DegenerateDomain => "degenerate-domain",
        }
    }
}
