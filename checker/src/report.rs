//! The result of checking a certificate: its verdict, as one line and as an exit code.

use crate::fault::{Class, Fault};
use crate::policy::Denied;
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
    /// The claim, and the rows that it is about, in a few words each.
    pub brief: Option<[String; 2]>,
    /// Remarks about parts of the enclosing file that were not compared or checked.
    pub remarks: Vec<String>,
    /// What the policy of the reader's claim file denies about it.
    pub denied: Denied,
    /// The work that was used, in units of about a nanosecond.
    pub work: u64,
}

/// The exit codes for several certificates, the most severe first: malformed, not proved,
/// unsupported, a false claim, success.
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

/// Is it a character that a terminal does not show as such: a control character, a line separator,
/// or one that orders or joins the characters around it?
fn is_hidden(c: char) -> bool {
    let single = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}'];
    c.is_control()
        || single.contains(&c)
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        // Variation selectors, the marks of annotations, and tags, which have no glyph.
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text without characters that a terminal does not show as such: a name with a line break must
/// not look like the line of another certificate, and one that reverses the order of characters
/// must not look like another claim.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

/// The beginning of a text.
fn beginning(text: &str, most: usize) -> String {
    let mut beginning: String = text.chars().take(most).collect();
    if beginning.len() < text.len() {
        beginning.pop();
        beginning.push('\u{2026}');
    }
    beginning
}

/// What a certificate proves.
const HOLDS: &str = "the claim holds";
const IS_FALSE: &str = "the certificate is valid, and certifies that this claim is false";

/// The longest line on a terminal, in characters.
const MAX_BRIEF: usize = 160;
/// The longest line, in characters.
const MAX_LINE: usize = 300;
/// The longest name of a file in it, and the shortest reason.
const MAX_NAME: usize = 100;
const MIN_REASON: usize = 60;
/// What is said in a line that is not whole.
const CUT: &str = " (cut: --verbose)";

impl Report {
    /// The report on a certificate that was not read.
    pub(crate) fn rejected(fault: Fault) -> Report {
        let (verdict, remarks, denied) = (Verdict::Rejected(fault), Vec::new(), Denied::default());
        Report { verdict, claim: None, brief: None, remarks, denied, work: 0 }
    }

    /// The exit code of the verdict. A claim that holds has another one where the policy of the
    /// claim file denies it.
    pub fn code(&self) -> u8 {
        match &self.verdict {
            Verdict::Valid if !self.denied.found.is_empty() => code_of(Class::Unproved),
            Verdict::Valid if !self.denied.undecided.is_empty() => code_of(Class::Unsupported),
            Verdict::Valid => 0,
            Verdict::Refuted => 4,
            Verdict::Rejected(fault) => code_of(fault.class()),
        }
    }

    /// The word of the verdict, and the reason with the claim. Only the line of a valid certificate
    /// that nothing denies says that a claim holds.
    fn reason(&self) -> (&'static str, String) {
        let claim = self.claim.as_deref().unwrap_or_default();
        let Denied { found, undecided } = &self.denied;
        match &self.verdict {
            Verdict::Valid if !found.is_empty() => {
                let found = found.join(" and ");
                (
                    "DENIED",
                    format!(
                        "the policy of the claim file denies {found}; the certificate is valid: {claim}"
                    ),
                )
            }
            Verdict::Valid if !undecided.is_empty() => {
                let undecided = undecided.join(" and ");
                let open = "which is not checked here but by dpcert check";
                let denies = format!("the policy of the claim file denies {undecided}, {open}");
                ("UNCHECKED", format!("{denies}; the certificate is valid: {claim}"))
            }
            Verdict::Valid => ("VALID", format!("{HOLDS}: {claim}")),
            Verdict::Refuted => ("REFUTED", format!("{IS_FALSE}: {claim}")),
            Verdict::Rejected(fault) if claim.is_empty() => {
                (word_of(fault.class()), fault.to_string())
            }
            Verdict::Rejected(fault) => {
                (word_of(fault.class()), format!("{fault}; the claim is {claim}"))
            }
        }
    }

    /// The report on a file, in one line: the verdict in capitals, the file, the reason and the
    /// claim, and the remarks.
    pub fn line(&self, file: &Path) -> String {
        let (word, reason) = self.reason();
        let details: Vec<&str> =
            std::iter::once(&reason).chain(&self.remarks).map(String::as_str).collect();
        escaped(&format!("{word} {}: {}", file.display(), details.join("; ")))
    }

    /// The report for a person at a terminal: of a certificate that proves something, and that
    /// nothing denies, the verdict with the file, the claim, what it is about, and the remarks, a
    /// line each; of any other one [`Report::short_line`].
    pub fn terminal_lines(&self, file: &Path) -> String {
        let (word, says) = match (&self.verdict, self.code()) {
            (Verdict::Valid, 0) => ("VALID", HOLDS),
            (Verdict::Refuted, _) => ("REFUTED", IS_FALSE),
            _ => return self.short_line(file),
        };
        let Some([claim, about]) = &self.brief else {
            return self.short_line(file);
        };
        let cut = |text: &str| {
            let (text, most) = (escaped(text), MAX_BRIEF);
            let is_long = text.chars().nth(most).is_some();
            format!("{}{}", beginning(&text, most), if is_long { CUT } else { "" })
        };
        let mut lines =
            vec![cut(&file.display().to_string()), cut(&format!("{says}: {claim}")), cut(about)];
        lines.extend(self.remarks.iter().map(|remark| cut(remark)));
        format!("{word:<8} {}", lines.join("\n         "))
    }

    /// The same line with at most 300 characters. Of the name of the file and of the claim only the
    /// beginning may be there; the remarks are cut last.
    pub fn short_line(&self, file: &Path) -> String {
        let whole = self.line(file);
        if whole.chars().nth(MAX_LINE).is_none() {
            return whole;
        }
        let (word, reason) = self.reason();
        let name = beginning(&escaped(&file.display().to_string()), MAX_NAME);
        let remarks: String =
            self.remarks.iter().map(|remark| format!("; {}", escaped(remark))).collect();
        let rest = MAX_LINE - CUT.len() - format!("{word} {name}: ").chars().count();
        let reason = beginning(
            &escaped(&reason),
            rest.saturating_sub(remarks.chars().count()).max(MIN_REASON),
        );
        format!("{word} {name}: {}{CUT}", beginning(&format!("{reason}{remarks}"), rest))
    }
}
