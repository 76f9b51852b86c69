//! Claim files, read and judged.

use super::{BadFile, JudgedFile, Summary};
use crate::exit::Exit;
use dpcert::Options;
use dpcert::claim::{self, ClaimFile, Judgement, ReadError};
use dpcert::input::FileError;

/// The default number of significant digits of a certified value.
pub const DIGITS: u64 = 10;

/// The name of standard input.
pub const STDIN: &str = "standard input";

/// A claim file that could be read.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its name, as it was given.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The claim file that was read from it.
    pub file: ClaimFile,
}

/// Reads a claim file from its text.
///
/// # Errors
/// All that is wrong with it, in the order of the text.
pub fn read(
    name: &str,
    text: Result<String, FileError>,
    needs_claims: bool,
) -> Result<Found, Vec<ReadError>> {
    let text = text.map_err(|error| vec![ReadError::from(error)])?;
    match claim::parse_all(&text, needs_claims) {
        Ok(file) => Ok(Found { name: name.to_owned(), text, file }),
        Err(mut errors) => {
            errors.sort_by_key(|error| error.span.start);
            Err(errors.into_iter().map(|error| claim::located(name, &text, error)).collect())
        }
    }
}

/// A file that cannot be read, with all that is wrong with it in one line.
pub fn bad_file(name: &str, errors: &[ReadError]) -> BadFile {
    let message = |error: &ReadError| match error {
        ReadError::File(error) => error.to_string(),
        ReadError::Input(report) => format!("{} ({})", report.error(), report.error().help),
    };
    let message = errors.iter().map(message).collect::<Vec<_>>().join("; ");
    BadFile { name: name.to_owned(), message }
}

/// Judges every claim of some files; `step` is called after each.
pub fn judge(
    files: &[&ClaimFile],
    options: &Options,
    step: impl Fn() + Sync,
) -> Vec<Vec<Judgement>> {
    claim::judge_all(files, |file, claim| {
        let judgement = claim::judge(file, claim, options);
        step();
        judgement
    })
}

/// A sentence for each claim of a file on which the engines contradict each other.
pub fn contradictions(judged: &JudgedFile) -> Vec<String> {
    let sentences = judged.entries().filter_map(|(claim, judgement)| {
        let contradiction = judgement.contradiction.as_ref()?;
        Some(format!(
            "{}, claim {}: {contradiction}. One of the engines is wrong, and no verdict on this claim can be trusted: \
             please report it, with the claim file",
            judged.name, claim.id
        ))
    });
    sentences.collect()
}

/// The exit of a run with these verdicts.
pub fn exit(summary: &Summary) -> Exit {
    let when = |condition, exit| if condition { exit } else { Exit::Good };
    when(summary.unexpected > summary.unexpected_decided || summary.unanswered > 0, Exit::Undecided)
        .and(when(summary.unexpected_decided > 0 || summary.denied > 0, Exit::Unexpected))
        .and(when(summary.bad_files > 0, Exit::BadInput))
        .and(when(summary.contradictions > 0, Exit::Internal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_comes_first() {
        let summary = Summary {
            unexpected: 2,
            unexpected_decided: 1,
            bad_files: 1,
            contradictions: 1,
            ..Summary::default()
        };
        for (summary, expected) in [
            (Summary::default(), Exit::Good),
            (Summary { unexpected: 1, ..Summary::default() }, Exit::Undecided),
            (Summary { findings: 1, ..Summary::default() }, Exit::Good),
            (
                Summary { unexpected: 1, findings: 1, denied: 1, ..Summary::default() },
                Exit::Unexpected,
            ),
            (Summary { bad_files: 0, contradictions: 0, ..summary }, Exit::Unexpected),
            (Summary { contradictions: 0, ..summary }, Exit::BadInput),
            (summary, Exit::Internal),
        ] {
            assert_eq!(exit(&summary), expected, "{summary:?}");
        }
    }
}
