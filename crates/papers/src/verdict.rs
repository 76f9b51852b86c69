//! From the outcome of a check to a verdict that says what was shown.

use super::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use super::find;
use super::trial::{CheckError, DegeneratePoint, Reading, Trial, Witness};
use dpcert::{Limits, Sentence};
use rayon::prelude::*;
use serde::Deserialize;

/// What is known of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The machine decided the statement, for the whole domain: an identity in indeterminates, or a
    /// decision.
    Proved,
    /// The machine decided an algebraic core, or other statements, for the whole domain; the step
    /// from there is prose.
    ProvedCore,
    /// For a stated finite family, or up to a stated bound.
    Verified,
    /// False; there is an exact witness.
    Refuted,
    /// False as printed; true in another form.
    Corrected,
    /// A bound that holds, and is not what is claimed about it.
    ValidButLoose,
    /// Not decided here.
    Cited,
    /// It says nothing that could be decided.
    Dropped,
    /// The check came to no end.
    Undecided,
}

impl Verdict {
    /// All verdicts, in the order of reports.
    pub const ALL: [Verdict; 9] = [
        Verdict::Proved,
        Verdict::ProvedCore,
        Verdict::Verified,
        Verdict::Refuted,
        Verdict::Corrected,
        Verdict::ValidButLoose,
        Verdict::Cited,
        Verdict::Dropped,
        Verdict::Undecided,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::ProvedCore => "proved-core",
            Verdict::Verified => "verified",
            Verdict::Refuted => "refuted",
            Verdict::Corrected => "corrected",
            Verdict::ValidButLoose => "valid-but-loose",
            Verdict::Cited => "cited",
            Verdict::Dropped => "dropped",
            Verdict::Undecided => "undecided",
        }
    }
}

/// A statement with what came out.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The statement.
    pub entry: &'static Entry,
    /// The verdict.
    pub verdict: Verdict,
    /// How many comparisons the statement passed.
    pub cases: u64,
    /// The counterexample, where there is one.
    pub witness: Option<Witness>,
    /// A place where what is printed has no value, where there is one.
    pub degenerate_point: Option<DegeneratePoint>,
    /// How many comparisons the corrected statement passed.
    pub corrected_cases: Option<u64>,
    /// Why there is no verdict.
    pub problem: Option<Sentence>,
}

impl Examination {
    fn new(entry: &'static Entry, verdict: Verdict) -> Examination {
        Examination {
            entry,
            verdict,
            cases: 0,
            witness: None,
            degenerate_point: None,
            corrected_cases: None,
            problem: None,
        }
    }

    /// How grave it is that the statement is not as printed; `None` where it is, or where nothing
    /// is known.
    pub fn severity(&self) -> Option<Severity> {
        let Check::Computed(computation) = &self.entry.check else {
            return None;
        };
        let severity = computation.correction.as_ref().map(Correction::severity);
        match self.verdict {
            Verdict::Refuted => Some(Severity::Substantive),
            Verdict::Corrected | Verdict::ValidButLoose => severity,
            Verdict::Proved | Verdict::ProvedCore | Verdict::Verified => {
                self.degenerate_point.as_ref().and(severity)
            }
            Verdict::Cited | Verdict::Dropped | Verdict::Undecided => None,
        }
    }

    /// Is it what is on record?
    pub fn is_as_recorded(&self) -> bool {
        self.verdict == self.entry.recorded
    }
}

/// Decides a statement; what lies beyond the limits is undecided.
///
/// Cost: at most seconds.
pub fn examine(entry: &'static Entry, limits: &Limits) -> Examination {
    match &entry.check {
        Check::Cited { .. } => Examination::new(entry, Verdict::Cited),
        Check::Dropped { .. } => Examination::new(entry, Verdict::Dropped),
        Check::Implied { by, .. } => {
            let is_proved = |entry| {
                matches!(examine(entry, limits).verdict, Verdict::Proved | Verdict::ProvedCore)
            };
            match by.iter().find(|id| !find(id).is_some_and(is_proved)) {
                None => Examination::new(entry, Verdict::ProvedCore),
                Some(id) => undecided(entry, format!("it rests on {id}, which is not proved")),
            }
        }
        Check::Computed(computation) => compute(entry, computation, limits),
    }
}

/// Decides statements, in parallel; each has the limits for itself. `done` is called after each.
pub fn examine_all(
    entries: &[&'static Entry],
    limits: &Limits,
    done: impl Fn() + Sync,
) -> Vec<Examination> {
    let one = |entry: &&'static Entry| {
        let examination = examine(entry, limits);
        done();
        examination
    };
    // One at a time: some take a thousand times as long as others.
    entries.par_iter().with_max_len(1).map(one).collect()
}

fn undecided(entry: &'static Entry, problem: impl Into<Sentence>) -> Examination {
    Examination { problem: Some(problem.into()), ..Examination::new(entry, Verdict::Undecided) }
}

fn compute(entry: &'static Entry, computation: &Computation, limits: &Limits) -> Examination {
    let mut trial = Trial::new(Reading::Printed, limits);
    let witness = match (computation.run)(&mut trial) {
        Ok(()) if trial.cases() == 0 => return undecided(entry, "the check compared nothing"),
        Ok(()) => return stands(entry, computation, &trial),
        Err(CheckError::Refuted(witness)) => Some(*witness),
        Err(stop) => return undecided(entry, stop.sentence()),
    };
    let refuted =
        Examination { witness, cases: trial.cases(), ..Examination::new(entry, Verdict::Refuted) };
    let Some(correction) = &computation.correction else {
        return refuted;
    };
    let mut trial = Trial::new(Reading::Corrected, limits);
    match (computation.run)(&mut trial) {
        Ok(()) => {
            let verdict = match correction {
                Correction::Statement { .. } => Verdict::Corrected,
                Correction::Loose { .. } => Verdict::ValidButLoose,
                // It was to hold wherever it has a value.
                Correction::Domain { .. } => Verdict::Refuted,
            };
            Examination { verdict, corrected_cases: Some(trial.cases()), ..refuted }
        }
        Err(stop) => {
            let problem = Some(Sentence::from("the corrected statement: ").and(stop.sentence()));
            Examination { verdict: Verdict::Undecided, problem, ..refuted }
        }
    }
}

/// The verdict where nothing was found against what is printed.
fn stands(entry: &'static Entry, computation: &Computation, trial: &Trial) -> Examination {
    let degenerate_point = trial.degenerate_point().cloned();
    match (&degenerate_point, &computation.correction) {
        (Some(_), Some(Correction::Domain { .. }))
        | (None, None | Some(Correction::Statement { .. } | Correction::Loose { .. })) => {}
        (Some(point), _) => {
            return undecided(
                entry,
                format!("nothing is said of the place where it has no value, {point}"),
            );
        }
        (None, Some(Correction::Domain { .. })) => {
            return undecided(entry, "it has a value on all of its domain");
        }
    }
    let verdict = match computation.evidence {
        Evidence::Identity(_) | Evidence::Decision(_) => Verdict::Proved,
        Evidence::Core { .. } => Verdict::ProvedCore,
        Evidence::Family(_) | Evidence::Number(_) => Verdict::Verified,
    };
    Examination { cases: trial.cases(), degenerate_point, ..Examination::new(entry, verdict) }
}

/// The counterexample to the altered statement: what shows that the check can fail.
///
/// # Errors
/// What came instead of a counterexample.
pub fn examine_altered(computation: &Computation, limits: &Limits) -> Result<Witness, Sentence> {
    let mut trial = Trial::new(Reading::Altered, limits);
    match (computation.run)(&mut trial) {
        Ok(()) => Err(format!("the altered statement passed {} comparisons", trial.cases()).into()),
        Err(CheckError::Refuted(witness)) => Ok(*witness),
        Err(stop) => Err(stop.sentence()),
    }
}
