//! Certificates, and a report to print: certified claims for a person who reads no certificate.
//!
//! The report is one HTML file without links to others, in the order in which NIST SP 800-226 asks about a
//! guarantee: what is protected, the parameters and what they mean, what was run, which theorems
//! the proof uses, and what was not judged. Texts of the claim file are shown as they are, never as
//! HTML.

mod certifying;
mod conclusion;
mod meaning;
mod methods;
mod page;
mod statement;

pub use certifying::{
    Extra, Outcome, Read, Task, UnknownClaim, certified, denied, digest, document, draw_pictures,
    list, meanings, own_name, reported, tasks,
};
pub use meaning::{Ends, Meaning};
pub use page::html;

use crate::claims::JudgedFile;
use dpcert::claim::{Claim, Judgement};
use serde_json::Value;
use std::path::PathBuf;

/// Where a report is, who made it, for whom and when, as the options say.
#[derive(Clone, Debug, Default)]
pub struct Preparation {
    /// The file of the report.
    pub report: PathBuf,

    /// Who prepared the report; it then has a line to sign
    pub prepared_by: Option<String>,

    /// For whom the report was prepared
    pub prepared_for: Option<String>,

    /// The date of the report, as it is to be read
    pub date: Option<String>,

    /// What is made next to each certificate.
    pub extra: Extra,
}

/// A claim file and its claims.
#[derive(Debug)]
pub struct ReportedFile<'a> {
    /// The file.
    pub judged: &'a JudgedFile,
    /// The SHA-256 of the claim file, in hexadecimal digits.
    pub digest: String,
    /// The claims that were asked for.
    pub claims: Vec<ReportedClaim<'a>>,
    /// What the budget means for an attacker: a claim for each set of rows that claims are about.
    pub meanings: Vec<(&'a Claim, Meaning)>,
    /// A picture for each set of rows that claims about delta or eps are about.
    pub pictures: Vec<ReportedPicture<'a>>,
}

/// The claimed points and the privacy profile of claims about the same rows.
#[derive(Debug)]
pub struct ReportedPicture<'a> {
    /// The claims.
    pub claims: Vec<(&'a Claim, &'a Judgement)>,
    /// The picture.
    pub picture: Picture,
}

/// A claim with its certificate, or the reason why there is none.
#[derive(Debug)]
pub struct ReportedClaim<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// Its judgement.
    pub judgement: &'a Judgement,
    /// The certificate, or why there is none.
    pub certified: Result<Certified, String>,
}

/// A picture as far as it is drawn.
#[derive(Clone, Debug)]
pub enum Picture {
    /// It is still to be drawn.
    Awaited,
    /// It is drawn, as SVG.
    Drawn(String),
    /// It is not drawn, for this reason.
    NotDrawn(String),
}

/// A certificate that was written.
#[derive(Debug)]
pub struct Certified {
    /// The certificate.
    pub certificate: Value,
    /// The SHA-256 of its file, in hexadecimal digits.
    pub digest: String,
    /// What the checker says about it, in sentences.
    pub checked: String,
    /// The file of the certificate.
    pub path: PathBuf,
}
