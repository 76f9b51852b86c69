//! Certificates for judged claims: the search, the check, and the list of what came out.

use super::statement::statement;
use super::{Certified, Meaning, Picture, ReportedClaim, ReportedFile, ReportedPicture};
use crate::claims::{JudgedFile, finding_lines};
use crate::exit::Exit;
use crate::settings::{Settings, not_drawn, option_of, rendered};
use dpcert::claim::{Claim, Judgement, Level, Verdict};
use dpcert::input::{escape, known_names, shorten};
use dpcert_certify::{Document, Error, certify, coq};
use dpcert_checker::fault::Class;
use dpcert_checker::{ClaimFile, Denied, Verdict as Checked};
use dpcert_picture::{Extent, NotDrawn, draw, has_points};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is made next to each certificate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extra {
    /// An in-toto Statement about the claim file, with the certificate as its predicate.
    pub statement: bool,
    /// The record that Coq checks, of compositions on a lattice.
    pub coq: bool,
}

/// One claim of a file, with the text that the certificate is about.
#[derive(Debug)]
pub struct Task<'a> {
    /// The file.
    pub file: &'a JudgedFile,
    /// The file as certificates are about it.
    pub document: &'a Result<Read, Error>,
    /// The claim.
    pub claim: &'a Claim,
    /// Its judgement.
    pub judgement: &'a Judgement,
    /// The file of the certificate.
    pub path: PathBuf,
}

/// The outcome of certifying a claim.
#[derive(Debug)]
pub enum Outcome {
    /// There is a certificate.
    Certified {
        /// The certificate.
        certified: Box<Certified>,
        /// Is there a record for Coq too?
        is_record: bool,
    },
    /// There is none, for this reason.
    Without(String),
    /// The checker does not accept it.
    Contradicted(String),
    /// It could not be written.
    Unwritten(io::Error),
}

/// The claims with one of these ids, or all where there is none, each with the file of its
/// certificate in this folder.
///
/// # Errors
/// If no claim has one of the ids: the id, and those that there are.
pub fn tasks<'a>(
    judged: &'a [JudgedFile],
    documents: &'a [Result<Read, Error>],
    only: &[String],
    folder: &Path,
) -> Result<Vec<Task<'a>>, UnknownClaim> {
    let mut taken = HashMap::new();
    let mut tasks = Vec::new();
    for (file, document) in judged.iter().zip(documents) {
        for (claim, judgement) in file.entries() {
            if only.is_empty() || only.contains(&claim.id) {
                let path = folder.join(free_name(&file.name, &claim.id, &mut taken));
                tasks.push(Task { file, document, claim, judgement, path });
            }
        }
    }
    match only.iter().find(|id| !tasks.iter().any(|task| task.claim.id == **id)) {
        None => Ok(tasks),
        Some(id) => {
            let entries = judged.iter().flat_map(JudgedFile::entries);
            let known = known_names("ids", id, entries.map(|(claim, _)| claim.id.as_str()));
            Err(UnknownClaim { id: id.clone(), known })
        }
    }
}

/// No claim has this id.
#[derive(Clone, Debug)]
pub struct UnknownClaim {
    /// The id.
    pub id: String,
    known: String,
}

impl UnknownClaim {
    /// The sentence about it, with a hint.
    pub fn with(&self, hint: &str) -> String {
        let UnknownClaim { id, known } = self;
        format!("there is no claim \"{}\" in these files: {hint}{known}", shorten(id))
    }
}

/// What the policies of the files deny about these claims, as `dpcert check` says it: a certificate
/// does not lift it.
pub fn denied(judged: &[JudgedFile], only: &[String]) -> Vec<String> {
    let is_asked = |(claim, _): &(&Claim, &Judgement)| only.is_empty() || only.contains(&claim.id);
    let lines = judged.iter().flat_map(|file| finding_lines(file.entries().filter(is_asked)));
    lines.filter(|(level, _)| *level == Level::Deny).map(|(_, line)| line).collect()
}

/// Certifies a claim: the outcome, and the files to write with their names.
pub fn certified(task: &Task<'_>, extra: Extra) -> (Outcome, Vec<(PathBuf, String)>) {
    match attempted(task, extra) {
        Ok((certified, is_record, files)) => {
            (Outcome::Certified { certified: Box::new(certified), is_record }, files)
        }
        Err(outcome) => (outcome, Vec::new()),
    }
}

/// A certificate, whether there is a record for Coq, and the files.
type Made = (Certified, bool, Vec<(PathBuf, String)>);

fn attempted(task: &Task<'_>, extra: Extra) -> Result<Made, Outcome> {
    let holds = match task.judgement.verdict {
        Verdict::Holds => true,
        Verdict::Refuted => false,
        verdict => {
            let note = task
                .judgement
                .note
                .as_ref()
                .map(|note| format!(": {}", rendered(note)))
                .unwrap_or_default();
            return Err(Outcome::Without(format!("the claim is {verdict}{note}")));
        }
    };
    let without = |error: &Error| Outcome::Without(error.to_string());
    let (document, file) = task.document.as_ref().map_err(without)?;
    let certificate = certify(document, &task.claim.id, holds).map_err(|error| without(&error))?;
    let written = format!("{certificate:#}\n");
    let checked = dpcert_checker::check(&written, Some(file));
    match &checked.verdict {
        Checked::Valid | Checked::Refuted => {}
        // It exceeds what the checker does for any certificate.
        Checked::Rejected(fault) if fault.class() == Class::Unsupported => {
            return Err(Outcome::Without(fault.to_string()));
        }
        Checked::Rejected(fault) => return Err(Outcome::Contradicted(fault.to_string())),
    }
    let own_digest = digest(&written);
    let mut files = vec![(task.path.clone(), written)];
    if extra.statement {
        files.push((
            task.path.with_extension("intoto.json"),
            format!("{:#}\n", statement(&certificate)),
        ));
    }
    let record = if extra.coq { coq(document, &task.claim.id, holds).ok() } else { None };
    let is_record = record.is_some();
    // Coq uses the file name as the name of a module.
    let stem = task
        .path
        .file_stem()
        .map(|stem| stem.to_string_lossy().replace(['-', '.'], "_"))
        .unwrap_or_default();
    files.extend(record.map(|text| (task.path.with_file_name(format!("{stem}.v")), text)));
    let (checked, path) = (in_words(&checked), task.path.clone());
    Ok((Certified { certificate, digest: own_digest, checked, path }, is_record, files))
}

/// Writes a line about each claim, and how many of all `claims` of the files have a certificate;
/// what went wrong is told to `problem`.
///
/// # Errors
/// If writing to the output fails.
pub fn list(
    tasks: &[Task<'_>],
    outcomes: &[Outcome],
    claims: usize,
    output: &mut dyn Write,
    problem: &mut dyn FnMut(&str),
) -> io::Result<Exit> {
    let mut exit = Exit::Good;
    let mut certified = 0;
    for (task, outcome) in tasks.iter().zip(outcomes) {
        let about = format!("{}, {}", escape(&task.file.name), escape(&task.claim.id));
        let path = escape(&task.path.display().to_string());
        match outcome {
            Outcome::Certified { is_record, .. } => {
                certified += 1;
                let record = if *is_record { ", also for Coq" } else { "" };
                writeln!(output, "{path}  {about}: {}{record}", task.judgement.verdict.name())?;
            }
            Outcome::Without(reason) => {
                exit = exit.and(Exit::Undecided);
                writeln!(output, "no certificate  {about}: {}", escape(reason))?;
            }
            Outcome::Contradicted(reason) => {
                exit = exit.and(Exit::Internal);
                problem(&format!(
                    "{about}: the checker does not accept the certificate ({reason}). One of the two programs is \
                     wrong: please report it, with the claim file"
                ));
            }
            Outcome::Unwritten(error) => {
                exit = exit.and(Exit::Io);
                problem(&format!("{path}: {error}"));
            }
        }
    }
    let unwanted = match claims.saturating_sub(tasks.len()) {
        0 => String::new(),
        others => format!("; {others} not asked for"),
    };
    writeln!(output, "\n{certified} of {claims} claims certified{unwanted}")?;
    Ok(exit)
}

/// The claims, those of a file together, without meanings and pictures.
pub fn reported<'a>(tasks: &[Task<'a>], outcomes: Vec<Outcome>) -> Vec<ReportedFile<'a>> {
    let mut files: Vec<ReportedFile<'_>> = Vec::new();
    for (task, outcome) in tasks.iter().zip(outcomes) {
        let certified = match outcome {
            Outcome::Certified { certified, .. } => Ok(*certified),
            Outcome::Without(reason) | Outcome::Contradicted(reason) => Err(reason),
            Outcome::Unwritten(error) => Err(error.to_string()),
        };
        let claim = ReportedClaim { claim: task.claim, judgement: task.judgement, certified };
        match files.last_mut().filter(|file| std::ptr::eq(file.judged, task.file)) {
            Some(file) => file.claims.push(claim),
            None => files.push(ReportedFile {
                judged: task.file,
                digest: digest(&task.file.text),
                claims: vec![claim],
                meanings: Vec::new(),
                pictures: Vec::new(),
            }),
        }
    }
    for file in &mut files {
        file.pictures = awaited(&file.claims);
    }
    files
}

/// The pictures that are to be drawn: one for all claims about the same rows.
fn awaited<'a>(claims: &[ReportedClaim<'a>]) -> Vec<ReportedPicture<'a>> {
    let mut pictures: Vec<ReportedPicture<'a>> = Vec::new();
    for it in claims.iter().filter(|it| has_points(it.claim)) {
        let own = (it.claim, it.judgement);
        let is_about = |known: &&mut ReportedPicture<'_>| {
            known.claims.iter().all(|(claim, _)| claim.rows == it.claim.rows)
        };
        match pictures.iter_mut().find(is_about) {
            Some(known) => known.claims.push(own),
            None => {
                pictures.push(ReportedPicture { claims: vec![own], picture: Picture::Awaited });
            }
        }
    }
    pictures
}

/// What the budget means, once for claims about the same rows.
///
/// `counting` is told how many there are, and what it returns is called after each.
pub fn meanings<'a, C: Fn() + Sync>(
    file: &ReportedFile<'a>,
    settings: &Settings,
    counting: impl FnOnce(usize) -> C,
) -> Vec<(&'a Claim, Meaning)> {
    let mut distinct: Vec<&Claim> = Vec::new();
    for it in &file.claims {
        if !distinct.iter().any(|known| known.rows == it.claim.rows) {
            distinct.push(it.claim);
        }
    }
    let step = counting(distinct.len());
    let one = |claim: &Claim| {
        let meaning = Meaning::of(&file.judged.file, claim, settings);
        step();
        meaning
    };
    distinct.par_iter().map(|claim| (*claim, one(claim))).collect()
}

/// Draws the pictures. Were there any?
///
/// `counting` is told how many there are, and what it returns is called after each.
pub fn draw_pictures<C: Fn() + Sync>(
    files: &mut [ReportedFile<'_>],
    settings: &Settings,
    counting: impl FnOnce(usize) -> C,
) -> bool {
    let all = files.iter_mut().flat_map(|file| {
        let judged = file.judged;
        file.pictures.iter_mut().map(move |it| (judged, it))
    });
    let mut awaited: Vec<_> = all.collect();
    let step = counting(awaited.len());
    awaited.par_iter_mut().for_each(|(file, it)| {
        it.picture = picture(file, &it.claims, settings);
        step();
    });
    !awaited.is_empty()
}

/// The claim file as certificates are about it, and as the checker reads it.
pub type Read = (Document, ClaimFile);

/// Reads a judged file for certificates.
///
/// # Errors
/// If certificates cannot be about it.
pub fn document(file: &JudgedFile) -> Result<Read, Error> {
    let text = file.text.clone();
    let name = own_name(file);
    let document = Document::new(&name, &text, &digest(&text))?;
    Ok((document, ClaimFile { name, text }))
}

/// The SHA-256 of a text, in hexadecimal digits.
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a file without its folder.
pub fn own_name(file: &JudgedFile) -> String {
    Path::new(&file.name)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// A unique file name of letters, digits and dashes for a claim.
fn free_name(file: &str, claim: &str, taken: &mut HashMap<String, usize>) -> String {
    let stem = Path::new(file)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let plain: String = format!("{stem}--{claim}")
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' })
        .collect();
    let count = taken.entry(plain.clone()).or_insert(0);
    *count += 1;
    if *count == 1 { format!("{plain}.json") } else { format!("{plain}-{count}.json") }
}

/// What the checker says of a certificate that it accepts, in sentences.
fn in_words(checked: &dpcert_checker::Report) -> String {
    let verdict = match &checked.verdict {
        Checked::Valid => {
            "the certificate is valid, and the claim holds for the rows of the ledger"
        }
        Checked::Refuted => {
            "the certificate is valid, and the claim is false for the rows of the ledger"
        }
        Checked::Rejected(fault) => return format!("it is not accepted: {fault}."),
    };
    let Denied { found, undecided } = &checked.denied;
    let mut words = format!("{verdict}.");
    if !found.is_empty() {
        words += &format!(" The policy of the claim file denies {}.", found.join(" and "));
    }
    if !undecided.is_empty() {
        let open = undecided.join(" and ");
        words += &format!(
            " The policy of the claim file denies {open}, which is not checked here but by dpcert check."
        );
    }
    words
}

/// The ids of the claims of a picture: a report may have several pictures.
fn title(claims: &[(&Claim, &Judgement)]) -> String {
    const NAMED: usize = 3;
    let named = claims.iter().take(NAMED).map(|(claim, _)| claim.id.as_str());
    let named = named.collect::<Vec<_>>().join(", ");
    match claims.len() {
        1 => format!("Claim {named}"),
        all if all > NAMED => format!("Claims {named}, and {} more", all - NAMED),
        _ => format!("Claims {named}"),
    }
}

/// A picture of claims about the same rows, with the privacy profile of these.
fn picture(file: &JudgedFile, claims: &[(&Claim, &Judgement)], settings: &Settings) -> Picture {
    // One composition is read at all points.
    const POINTS: u32 = 64;
    /// Of the plot, in pixels: with it, the facts and a picture have room on one page.
    const HEIGHT: u32 = 228;
    let options = settings.for_reported_pictures();
    match dpcert_picture::claims(&file.file, claims, Extent::default(), POINTS, &options, option_of)
    {
        Ok(mut scene) => {
            scene.layout.height = HEIGHT;
            scene.title = title(claims);
            Picture::Drawn(draw::svg(&scene))
        }
        Err(NotDrawn { refusal, .. }) => Picture::NotDrawn(not_drawn(&refusal)),
    }
}
