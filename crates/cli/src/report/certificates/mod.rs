//! A report to print: certified claims for a person who reads no certificate.
//!
//! It is one HTML file without links to others, in the order in which NIST SP 800-226 asks about a
//! guarantee: what is protected, the parameters and what they mean, what was run, which theorems
//! the proof uses, and what was not judged. Texts of the claim file are shown as they are, never as
//! HTML.

mod meaning;
mod methods;
mod page;

pub use meaning::Meaning;
pub use page::html;

use super::claims::JudgedFile;
use dpcert::claim::{Claim, Judgement};
use serde_json::Value;
use std::path::PathBuf;

/// A claim file and its claims.
pub struct ReportedFile<'a> {
    pub judged: &'a JudgedFile,
    /// The SHA-256 of the claim file, in hexadecimal digits.
    pub digest: String,
    pub claims: Vec<ReportedClaim<'a>>,
    /// What the budget means for an attacker: a claim for each set of rows that claims are about.
    pub meanings: Vec<(&'a Claim, Meaning)>,
}

/// A claim with its certificate, or the reason why there is none.
pub struct ReportedClaim<'a> {
    pub claim: &'a Claim,
    pub judgement: &'a Judgement,
    pub certified: Result<Certified, String>,
    pub picture: Picture,
}

/// The claimed points and the privacy profile of a claim about delta or eps.
#[derive(Clone, Debug)]
pub enum Picture {
    /// The claim is about another quantity.
    Unfit,
    /// It is still to be drawn.
    Awaited,
    /// It is drawn, as SVG.
    Drawn(String),
    /// It is not drawn, for this reason.
    NotDrawn(String),
}

/// A certificate that was written.
pub struct Certified {
    pub certificate: Value,
    /// What the checker says about it.
    pub line: String,
    pub path: PathBuf,
}
