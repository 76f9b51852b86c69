//! The result of checking a certificate: its verdict, as one line and as an exit code.

use crate::fault::{Class, Fault};
use std::path::Path;

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every conclusion follows, and the last one is the claim.
    Valid,
    /// Every conclusion follows, and the last one is the negation of the claim, which is false.
    Refuted,
    /// It is not accepted; the class of the fault determines the word and the exit code.
    Rejected(Fault),
}

/// A verdict, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The claim, in one line, where it could be read.
    pub claim: Option<String>,
    /// Remarks about parts of the enclosing file that were not compared or checked.
    pub remarks: Vec<String>,
    /// The work that was used, in units of about a nanosecond.
    pub work: u64,
}

/// The exit codes for several certificates, the most severe first: malformed, not proved, unsupported, a false claim,
/// success.
const SEVERITY: [u8; 5] = [2, 1, 3, 4, 0];

/// The exit code for several certificates: the most severe of their codes.
pub fn worst_exit_code(codes: impl IntoIterator<Item = u8>) -> u8 {
    let rank = |code: &u8| SEVERITY.iter().position(|known| known == code).unwrap_or(0);
    codes.into_iter().min_by_key(rank).unwrap_or(0)
}

/// The exit code of a certificate that is not accepted.
fn code_of(class: Class) -> u8 {
    match class {
        Class::Unproved => 1,
        Class::Malformed => 2,
        Class::Unsupported => 3,
    }
}

/// The word for a class of faults.
fn word_of(class: Class) -> &'static str {
    match class {
        Class::Unproved => "INVALID",
        Class::Malformed => "BAD INPUT",
        Class::Unsupported => "INCOMPLETE",
    }
}

/// Is it a character that a terminal does not show as such: a control character, a line separator, or one that orders
/// or joins the characters around it?
fn is_hidden(c: char) -> bool {
    let single = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}'];
    c.is_control()
        || single.contains(&c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

impl Report {
    /// The exit code of the verdict.
    pub fn code(&self) -> u8 {
        match &self.verdict {
            Verdict::Valid => 0,
            Verdict::Refuted => 4,
            Verdict::Rejected(fault) => code_of(fault.class()),
        }
    }

    /// The report on a file, in one line: the verdict in capitals, the file, the reason and the claim. Only the line of a
    /// valid certificate says that a claim holds.
    pub fn line(&self, file: &Path) -> String {
        let claim = self.claim.as_deref().unwrap_or_default();
        let (word, reason) = match &self.verdict {
            Verdict::Valid => ("VALID", format!("the claim holds: {claim}")),
            Verdict::Refuted => {
                ("REFUTED", format!("the certificate is valid, and certifies that this claim is false: {claim}"))
            }
            Verdict::Rejected(fault) if claim.is_empty() => (word_of(fault.class()), fault.to_string()),
            Verdict::Rejected(fault) => (word_of(fault.class()), format!("{fault}; the claim is {claim}")),
        };
        let details: Vec<&str> = std::iter::once(&reason).chain(&self.remarks).map(String::as_str).collect();
        // A name with a line break must not look like the line of another certificate, and one that reverses the order
        // of characters must not look like another claim.
        let line = format!("{word} {}: {}", file.display(), details.join("; "));
        line.chars().map(|c| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
    }
}
