//! `dpcert certify`: certificates for claims.

mod statement;

use crate::claims::{self, ClaimPaths, DIGITS};
use crate::common::{not_drawn, option_of, rendered};
use crate::output::{paragraph, print_error, replace_file, terminal_options, write_file};
use crate::report::certificates::{
    Certified, Meaning, Picture, Preparation, ReportedClaim, ReportedFile, ReportedPicture, html,
};
use crate::report::claims::{JudgedFile, remark_text};
use crate::spinner::counting;
use crate::{Common, Exit, help};
use clap::Args;
use dpcert::claim::{Claim, Judgement, Level, Verdict};
use dpcert::input::{escape, known_names, shorten};
use dpcert_certify::{Document, Error, certify, coq};
use dpcert_checker::fault::Class;
use dpcert_checker::{ClaimFile, Denied, Verdict as Checked};
use dpcert_picture::{NotDrawn, draw, has_points};
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use statement::statement;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write certificates of claims that are proved or refuted
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::CERTIFY))]
pub struct CertifyArgs {
    #[command(flatten)]
    paths: ClaimPaths,

    /// Write the certificates into this folder
    #[arg(short, long, value_name = "FOLDER", default_value = "certificates")]
    output: PathBuf,

    /// Only the claims with this id; may be given several times
    #[arg(long, value_name = "ID")]
    claim: Vec<String>,

    /// Also write a report to print: what is protected, what the parameters mean for an attacker,
    /// how each claim is proved, and what was not judged
    #[arg(long, value_name = "FILE.html", value_parser = report_path)]
    report: Option<PathBuf>,

    #[command(flatten)]
    preparation: Preparation,

    #[command(flatten)]
    extra: ExtraOutputs,
}

/// What is written next to each certificate.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ExtraOutputs {
    /// Also write an in-toto Statement about the claim file, with the certificate as its predicate
    /// (*.intoto.json)
    #[arg(long)]
    statement: bool,

    /// Also write the record that Coq checks (*.v, see proofs/certificates), of compositions on a
    /// lattice
    #[arg(long)]
    coq: bool,
}

/// Judges the claims, and writes certificates for those that are decided.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &CertifyArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    let (judged, bad) = claims::judged(&arguments.paths, &[], DIGITS, common);
    let wanted = Wanted {
        folder: &arguments.output,
        only: &arguments.claim,
        extra: arguments.extra,
        report: arguments.report.as_deref().map(|path| (path, &arguments.preparation)),
    };
    let exit = write_all(&judged, wanted, common, output)?.and(write_denied(
        &judged,
        &arguments.claim,
        output,
    )?);
    Ok(if bad.is_empty() { exit } else { exit.and(Exit::BadInput) })
}

/// What is written, and where.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The folder of the certificates.
    pub folder: &'a Path,
    /// The ids of the claims; all of them where it is empty.
    pub only: &'a [String],
    pub extra: ExtraOutputs,
    /// The file of the report, if there is one, and what it says of itself.
    pub report: Option<(&'a Path, &'a Preparation)>,
}

fn report_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is = |end: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
    if is("html") {
        return Ok(path);
    }
    let way = if is("pdf") { ", and print it from a browser as PDF" } else { "" };
    Err(format!("a report is an HTML file: write a name that ends in .html{way}"))
}

/// One claim of a file, with the text that the certificate is about.
struct Task<'a> {
    file: &'a JudgedFile,
    document: &'a Result<(Document, ClaimFile), Error>,
    claim: &'a Claim,
    judgement: &'a Judgement,
    path: PathBuf,
}

/// The outcome of certifying a claim.
enum Outcome {
    Certified { certified: Box<Certified>, is_record: bool },
    Without(String),
    Contradicted(String),
    Unwritten(io::Error),
}

/// Writes a certificate for each decided claim into a folder, and a line about each claim; then the
/// report.
///
/// # Errors
/// If writing to the output fails.
pub fn write_all(
    judged: &[JudgedFile],
    wanted: Wanted<'_>,
    common: &Common,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let Wanted { folder, only, .. } = wanted;
    if let Err(error) = fs::create_dir_all(folder) {
        print_error(&format!("{}: {error}", folder.display()));
        return Ok(Exit::Io);
    }
    let documents: Vec<_> = judged.iter().map(document).collect();
    let mut taken = HashMap::new();
    let mut tasks = Vec::new();
    for (file, document) in judged.iter().zip(&documents) {
        for (claim, judgement) in file.entries() {
            if only.is_empty() || only.contains(&claim.id) {
                let path = folder.join(free_name(&file.name, &claim.id, &mut taken));
                tasks.push(Task { file, document, claim, judgement, path });
            }
        }
    }
    if let Some(id) = only.iter().find(|id| !tasks.iter().any(|task| task.claim.id == **id)) {
        let ids = judged.iter().flat_map(JudgedFile::entries).map(|(claim, _)| claim.id.as_str());
        let known = known_names("ids", id, ids);
        let hint = if Path::new(id).is_file() {
            "--claim takes the id of a claim, and claim files are given without it; "
        } else {
            ""
        };
        print_error(&format!(
            "there is no claim \"{}\" in these files: {hint}{known}",
            shorten(id)
        ));
        return Ok(Exit::BadInput);
    }
    let progress = counting(tasks.len());
    let one = |task: &Task<'_>| {
        let outcome = write_one(task, wanted.extra);
        progress.step();
        outcome
    };
    let outcomes: Vec<Outcome> = tasks.par_iter().map(one).collect();
    drop(progress);
    let claims = judged.iter().flat_map(JudgedFile::entries).count();
    let exit = list(&tasks, &outcomes, claims, output)?;
    for path in outdated(folder, judged) {
        writeln!(
            output,
            "note: {} is about another text of the claim file; dpcert verify --claim FILE says whether it is about a \
             claim of this one",
            escape(&path.display().to_string())
        )?;
    }
    let Some((path, preparation)) = wanted.report else {
        return Ok(exit);
    };
    // What is written so far is of use before the report, which takes longer.
    output.flush()?;
    match write_report(path, preparation, &tasks, outcomes, common) {
        Ok(()) => {
            writeln!(output, "{}  the report", path.display())?;
            Ok(exit)
        }
        Err(error) => {
            print_error(&format!("{}: {error}", path.display()));
            Ok(exit.and(Exit::Io))
        }
    }
}

/// Writes what the policies of the files deny about these claims, as `dpcert check` does: a
/// certificate does not lift it.
fn write_denied(
    judged: &[JudgedFile],
    only: &[String],
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let options = terminal_options();
    let mut exit = Exit::Good;
    for (claim, judgement) in judged.iter().flat_map(JudgedFile::entries) {
        if !only.is_empty() && !only.contains(&claim.id) {
            continue;
        }
        for remark in judgement.remarks.iter().filter(|remark| remark.level == Level::Deny) {
            exit = Exit::Unexpected;
            paragraph(
                output,
                "  ",
                &format!("{}: {}", shorten(&claim.id), remark_text(remark)),
                &options,
            )?;
        }
    }
    Ok(exit)
}

/// Writes the report, at first without pictures, which may take long.
fn write_report(
    path: &Path,
    preparation: &Preparation,
    tasks: &[Task<'_>],
    outcomes: Vec<Outcome>,
    common: &Common,
) -> io::Result<()> {
    let mut files = reported(tasks, outcomes);
    for file in &mut files {
        file.meanings = meanings(file, common);
    }
    replace_file(path, &html(&files, preparation))?;
    if draw_pictures(&mut files, common) {
        replace_file(path, &html(&files, preparation))
    } else {
        Ok(())
    }
}

/// The claims, those of a file together, without pictures.
fn reported<'a>(tasks: &[Task<'a>], outcomes: Vec<Outcome>) -> Vec<ReportedFile<'a>> {
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
fn meanings<'a>(file: &ReportedFile<'a>, common: &Common) -> Vec<(&'a Claim, Meaning)> {
    let mut distinct: Vec<&Claim> = Vec::new();
    for it in &file.claims {
        if !distinct.iter().any(|known| known.rows == it.claim.rows) {
            distinct.push(it.claim);
        }
    }
    let progress = counting(distinct.len());
    let one = |claim: &Claim| {
        let meaning = Meaning::of(&file.judged.file, claim, common);
        progress.step();
        meaning
    };
    distinct.par_iter().map(|claim| (*claim, one(claim))).collect()
}

/// Draws the pictures. Were there any?
fn draw_pictures(files: &mut [ReportedFile<'_>], common: &Common) -> bool {
    let all = files.iter_mut().flat_map(|file| {
        let judged = file.judged;
        file.pictures.iter_mut().map(move |it| (judged, it))
    });
    let mut awaited: Vec<_> = all.collect();
    let progress = counting(awaited.len());
    awaited.par_iter_mut().for_each(|(file, it)| {
        it.picture = picture(file, &it.claims, common);
        progress.step();
    });
    !awaited.is_empty()
}

/// Writes a line about each claim, and how many of all `claims` of the files have a certificate.
fn list(
    tasks: &[Task<'_>],
    outcomes: &[Outcome],
    claims: usize,
    output: &mut dyn Write,
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
                print_error(&format!(
                    "{about}: the checker does not accept the certificate ({reason}). One of the two programs is \
                     wrong: please report it, with the claim file"
                ));
            }
            Outcome::Unwritten(error) => {
                exit = exit.and(Exit::Io);
                print_error(&format!("{path}: {error}"));
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

fn document(file: &JudgedFile) -> Result<(Document, ClaimFile), Error> {
    let text = file.text.clone();
    let name = own_name(file);
    let document = Document::new(&name, &text, &digest(&text))?;
    Ok((document, ClaimFile { name, text }))
}

/// The SHA-256 of a text, in hexadecimal digits.
fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The certificates in a folder that are about another text of one of these files, by its name and
/// digest.
fn outdated(folder: &Path, judged: &[JudgedFile]) -> Vec<PathBuf> {
    #[derive(Deserialize)]
    struct Header {
        inputs: Vec<Input>,
    }
    #[derive(Deserialize)]
    struct Input {
        name: String,
        sha256: String,
    }
    let current: HashSet<(String, String)> =
        judged.iter().map(|file| (own_name(file), digest(&file.text))).collect();
    let is_outdated = |path: &PathBuf| {
        let header =
            fs::read(path).ok().and_then(|text| serde_json::from_slice::<Header>(&text).ok());
        header.is_some_and(|header| {
            header.inputs.into_iter().any(|Input { name, sha256 }| {
                current.iter().any(|(own, _)| *own == name) && !current.contains(&(name, sha256))
            })
        })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .filter(is_outdated)
        .collect();
    found.sort();
    found
}

/// The name of a file without its folder.
fn own_name(file: &JudgedFile) -> String {
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

fn write_one(task: &Task<'_>, extra: ExtraOutputs) -> Outcome {
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
            return Outcome::Without(format!("the claim is {verdict}{note}"));
        }
    };
    let (document, file) = match task.document {
        Ok((document, file)) => (document, file),
        Err(error) => return Outcome::Without(error.to_string()),
    };
    let certificate = match certify(document, &task.claim.id, holds) {
        Ok(certificate) => certificate,
        Err(error) => return Outcome::Without(error.to_string()),
    };
    let written = format!("{certificate:#}\n");
    let checked = dpcert_checker::check(&written, Some(file));
    match &checked.verdict {
        Checked::Valid | Checked::Refuted => {}
        // It exceeds what the checker does for any certificate.
        Checked::Rejected(fault) if fault.class() == Class::Unsupported => {
            return Outcome::Without(fault.to_string());
        }
        Checked::Rejected(fault) => return Outcome::Contradicted(fault.to_string()),
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
    match files.into_iter().try_for_each(|(path, text)| write_file(&path, &text)) {
        Ok(()) => {
            let certified = Certified {
                certificate,
                digest: own_digest,
                checked: in_words(&checked),
                path: task.path.clone(),
            };
            Outcome::Certified { certified: Box::new(certified), is_record }
        }
        Err(error) => Outcome::Unwritten(error),
    }
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

/// A picture of claims about the same rows, with the privacy profile of these.
fn picture(file: &JudgedFile, claims: &[(&Claim, &Judgement)], common: &Common) -> Picture {
    // One composition is read at all points.
    const POINTS: u32 = 64;
    /// Of the plot, in pixels: with it, the facts and a picture have room on one page.
    const HEIGHT: u32 = 228;
    let options = common.for_reported_pictures();
    match dpcert_picture::claims(&file.file, claims, POINTS, &options, option_of) {
        Ok(mut scene) => {
            scene.layout.height = HEIGHT;
            Picture::Drawn(draw::svg(&scene))
        }
        Err(NotDrawn { refusal, .. }) => Picture::NotDrawn(not_drawn(&refusal)),
    }
}
