//! What a paper says, and how it is decided.

use super::trial::Run;
use super::verdict::Verdict;
use serde::Deserialize;

/// A paper with its statements.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// What the ids of its statements start with.
    pub prefix: String,
    /// The name of its file among the generated tables.
    pub file: String,
    /// Authors and title.
    pub title: String,
    /// The version that is judged.
    pub version: String,
    /// What is known of other versions: a later one may have mended what is found here.
    pub later: String,
    /// Its statements, in the order of their ids.
    #[serde(skip)]
    pub entries: Vec<Entry>,
    /// Its figures, redrawn.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Figure>,
}

impl Paper {
    /// The names of its authors: what its title begins with.
    pub fn authors(&self) -> &str {
        self.title.split(':').next().unwrap_or_default()
    }
}

/// A figure of a paper, or of what it says, as `dpcert plot` draws it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The name of its file, without what it ends in.
    pub name: String,
    /// Where the paper has it: a theorem, an equation, a figure.
    pub place: String,
    /// What is to be seen, and what of it the paper does not print.
    pub caption: String,
    /// What `dpcert plot` is to draw, as it is written in a shell.
    pub arguments: String,
}

/// A statement of a paper.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name: the paper's prefix and a number.
    pub id: String,
    /// Where the paper has it: a theorem, an equation, a figure.
    pub place: String,
    /// What it says, in our own words.
    pub statement: String,
    /// What it says, as a formula.
    pub formula: String,
    /// Where it is said to hold.
    pub domain: String,
    /// How it is decided.
    pub check: Check,
    /// How the text is to be read, where its conversion or its wording leaves a doubt.
    pub reading: Option<String>,
    /// The verdict on record: another one is a change that has to be explained.
    pub recorded: Verdict,
}

impl Entry {
    /// How grave it is that the statement is not as printed, by the verdict on record; `None` where
    /// it is as printed.
    pub fn recorded_severity(&self) -> Option<Severity> {
        let Check::Computed(Computation { correction, .. }) = &self.check else {
            return None;
        };
        match self.recorded {
            Verdict::Refuted => Some(Severity::Substantive),
            _ => correction.as_ref().map(Correction::severity),
        }
    }
}

/// How a statement is decided.
#[derive(Clone, Debug)]
pub enum Check {
    /// By a computation.
    Computed(Computation),
    /// It follows from other statements that are proved, by a step that is prose.
    Implied {
        /// Their ids.
        by: Vec<String>,
        /// Why.
        because: String,
    },
    /// It is not decided here: an asymptotic or deep theorem.
    Cited {
        /// Why not, and what is checked of it elsewhere.
        reason: String,
    },
    /// It says nothing that could be true or false.
    Dropped {
        /// Why.
        reason: String,
    },
}

/// A computation that decides a statement.
#[derive(Clone, Debug)]
pub struct Computation {
    /// What it shows where it finds nothing against the statement.
    pub evidence: Evidence,
    /// The check.
    pub run: Run,
    /// A statement that is slightly different and false: the same check must refute it.
    pub altered: String,
    /// What is true instead, where the statement is false as it is printed.
    pub correction: Option<Correction>,
}

/// What a check shows that finds no counterexample.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Evidence {
    /// An identity in indeterminates: which.
    Identity(String),
    /// A decision over the whole domain: how.
    Decision(String),
    /// A finite family, or all cases up to a bound: which.
    Family(String),
    /// A single number, compared with the digits it is printed with.
    Number(String),
    /// An algebraic core, decided over its whole domain; the step from there to the statement is
    /// prose.
    Core {
        /// What the machine decides, and how.
        decided: String,
        /// Why the statement follows.
        by_hand: String,
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
    pub fn text(&self) -> &str {
        match self {
            Evidence::Identity(text)
            | Evidence::Decision(text)
            | Evidence::Family(text)
            | Evidence::Number(text) => text,
            Evidence::Core { decided, .. } => decided,
        }
    }

    /// The step that no machine decides, from what was looked at to the statement.
    pub fn by_hand(&self) -> Option<&str> {
        match self {
            Evidence::Core { by_hand, .. } => Some(by_hand),
            _ => None,
        }
    }
}

/// What is to be said of a statement that does not hold as it is printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Correction {
    /// It is false; another statement holds.
    Statement {
        /// How grave.
        severity: Severity,
        /// What holds.
        text: String,
    },
    /// The bound holds, what is claimed about it does not.
    Loose {
        /// How grave.
        severity: Severity,
        /// What is true.
        text: String,
    },
    /// It holds, on all of its domain but an edge, where what is printed has no value.
    Domain {
        /// Where it holds.
        holds_for: String,
        /// What is true on the rest of the domain.
        beyond: String,
    },
}

impl Correction {
    /// How grave it is that the statement is not as printed.
    pub fn severity(&self) -> Severity {
        match self {
            Correction::Statement { severity, .. } | Correction::Loose { severity, .. } => {
                *severity
            }
            Correction::Domain { .. } => Severity::DegenerateDomain,
        }
    }

    /// The part of the domain where the statement holds, if it has no value on the rest.
    pub fn holds_for(&self) -> Option<&str> {
        match self {
            Correction::Domain { holds_for, .. } => Some(holds_for),
            Correction::Statement { .. } | Correction::Loose { .. } => None,
        }
    }

    /// What is true, in words and formulas.
    pub fn text(&self) -> &str {
        match self {
            Correction::Statement { text, .. } | Correction::Loose { text, .. } => text,
            Correction::Domain { beyond, .. } => beyond,
        }
    }
}

/// How grave it is that a statement is not as printed, for somebody who relies on it. In doubt it
/// is the least grave of those that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// What it says is wrong: who uses it gets a wrong number, or believes something that is not
    /// so.
    Substantive,
    /// A step of a proof does not hold as it is written; what it is for can be had.
    ProofGap,
    /// A sign, an exponent, an index, a word: what is meant can be seen where it is printed, or
    /// from the lines around it.
    Misprint,
    /// It has no value on a part of the domain that is given, an edge mostly, such as 0/0, or fails
    /// there for a tie; it holds elsewhere.
    DegenerateDomain,
}

impl Severity {
    /// All of them, the most severe first.
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
