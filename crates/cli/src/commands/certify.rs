//! `dpcert certify`: certificates for claims.

use crate::claims::{self, ClaimPaths};
use crate::help;
use crate::output::{print_error, replace_file, terminal_options, write_file};
use crate::spinner::counting;
use clap::Args;
use dpcert::input::escape;
use dpcert_answers::certificates::{
    Extra, Outcome, Preparation, Task, certified, denied, digest, document, draw_pictures, html,
    list, meanings, own_name, reported, tasks,
};
use dpcert_answers::claims::{DIGITS, JudgedFile};
use dpcert_answers::lines::paragraph;
use dpcert_answers::{Exit, Settings};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::HashSet;
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
    preparation: Prepared,

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

impl From<ExtraOutputs> for Extra {
    fn from(ExtraOutputs { statement, coq }: ExtraOutputs) -> Extra {
        Extra { statement, coq }
    }
}

/// Who made a report, for whom and when, as the options say.
#[derive(Clone, Debug, Args)]
pub struct Prepared {
    /// Who prepared the report; it then has a line to sign
    #[arg(long, value_name = "NAME", requires = "report")]
    prepared_by: Option<String>,

    /// For whom the report was prepared
    #[arg(long, value_name = "NAME", requires = "report")]
    prepared_for: Option<String>,

    /// The date of the report, as it is to be read
    #[arg(long, value_name = "DATE", requires = "report")]
    date: Option<String>,
}

impl Prepared {
    fn of(self, report: &Path, extra: ExtraOutputs) -> Preparation {
        let Prepared { prepared_by, prepared_for, date } = self;
        let (report, extra) = (report.to_path_buf(), extra.into());
        Preparation { report, prepared_by, prepared_for, date, extra }
    }
}

/// Judges the claims, and writes certificates for those that are decided.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &CertifyArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let (judged, bad) = claims::judged(&arguments.paths, &[], DIGITS, settings);
    let prepared = |path| arguments.preparation.clone().of(path, arguments.extra);
    let report = arguments.report.as_deref().map(prepared);
    // A report on the others would not say what it leaves out.
    if let Some(Preparation { report, .. }) = report.as_ref().filter(|_| !bad.is_empty()) {
        let what = if bad.len() == 1 { "a path" } else { "several paths" };
        print_error(&format!(
            "{}: the report is not written, since {what} could not be judged",
            report.display()
        ));
    }
    let wanted = Wanted {
        folder: &arguments.output,
        only: &arguments.claim,
        extra: arguments.extra,
        report: report.as_ref().filter(|_| bad.is_empty()),
    };
    let exit = write_all(&judged, wanted, settings, output)?.and(write_denied(
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
    /// What the report says of itself, if there is one.
    pub report: Option<&'a Preparation>,
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

/// Writes a certificate for each decided claim into a folder, and a line about each claim; then the
/// report.
///
/// # Errors
/// If writing to the output fails.
pub fn write_all(
    judged: &[JudgedFile],
    wanted: Wanted<'_>,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let Wanted { folder, only, .. } = wanted;
    if let Err(error) = fs::create_dir_all(folder) {
        let problem = match folder.is_file() {
            true => "this is a file: --output names a folder for the certificates".to_owned(),
            false => error.to_string(),
        };
        print_error(&format!("{}: {problem}", folder.display()));
        return Ok(Exit::Io);
    }
    let documents: Vec<_> = judged.iter().map(document).collect();
    let tasks = match tasks(judged, &documents, only, folder) {
        Ok(tasks) => tasks,
        Err(unknown) => {
            let hint = if Path::new(&unknown.id).is_file() {
                "--claim takes the id of a claim, and claim files are given without it; "
            } else {
                ""
            };
            print_error(&unknown.with(hint));
            return Ok(Exit::BadInput);
        }
    };
    let texts = Texts::of(judged);
    let before = texts.outdated(folder);
    let progress = counting(tasks.len());
    let one = |task: &Task<'_>| {
        let outcome = write_one(task, wanted.extra.into());
        progress.step();
        outcome
    };
    let outcomes: Vec<Outcome> = tasks.par_iter().map(one).collect();
    drop(progress);
    let claims = judged.iter().flat_map(JudgedFile::entries).count();
    let exit = list(&tasks, &outcomes, claims, output, &mut |problem| print_error(problem))?;
    let (kept, replaced): (Vec<_>, Vec<_>) =
        before.into_iter().partition(|path| texts.is_outdated(path));
    if !replaced.is_empty() {
        writeln!(output, "note: {}", replaced_in_words(&replaced))?;
    }
    for path in kept {
        writeln!(
            output,
            "note: {} is about another text of the claim file; dpcert verify --claim FILE says whether it is about a \
             claim of this one",
            escape(&path.display().to_string())
        )?;
    }
    let Some(preparation) = wanted.report else {
        return Ok(exit);
    };
    let path = preparation.report.display();
    // What is written so far is of use before the report, which takes longer.
    output.flush()?;
    match write_report(preparation, &tasks, outcomes, settings) {
        Ok(()) => {
            writeln!(output, "{path}  the report")?;
            Ok(exit)
        }
        Err(error) => {
            print_error(&format!("{path}: {error}"));
            Ok(exit.and(Exit::Io))
        }
    }
}

/// Certifies a claim, and writes its files.
fn write_one(task: &Task<'_>, extra: Extra) -> Outcome {
    let (outcome, files) = certified(task, extra);
    match files.into_iter().try_for_each(|(path, text)| write_file(&path, &text)) {
        Ok(()) => outcome,
        Err(error) => Outcome::Unwritten(error),
    }
}

/// Writes what the policies of the files deny about these claims.
fn write_denied(
    judged: &[JudgedFile],
    only: &[String],
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let denied = denied(judged, only);
    let options = terminal_options();
    denied.iter().try_for_each(|sentence| paragraph(output, "  ", sentence, &options))?;
    Ok(if denied.is_empty() { Exit::Good } else { Exit::Unexpected })
}

/// Counts pieces of work on the screen, as they are done.
fn stepping(pieces: usize) -> impl Fn() + Sync {
    let progress = counting(pieces);
    move || progress.step()
}

/// Writes the report, at first without pictures, which may take long.
fn write_report(
    preparation: &Preparation,
    tasks: &[Task<'_>],
    outcomes: Vec<Outcome>,
    settings: &Settings,
) -> io::Result<()> {
    let mut files = reported(tasks, outcomes);
    for file in &mut files {
        file.meanings = meanings(file, settings, stepping);
    }
    let path = &preparation.report;
    replace_file(path, &html(&files, preparation, settings))?;
    if draw_pictures(&mut files, settings, stepping) {
        replace_file(path, &html(&files, preparation, settings))
    } else {
        Ok(())
    }
}

/// What was replaced, although it was about another text of a claim file of the same name.
fn replaced_in_words(paths: &[PathBuf]) -> String {
    const NAMED: usize = 3;
    let named = paths.iter().take(NAMED).map(|path| escape(&path.display().to_string()));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match paths.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("replaced, which was about another text of the claim file: {named}{more}")
}

/// The claim files, each by its name and the digest of its text.
struct Texts(HashSet<(String, String)>);

impl Texts {
    fn of(judged: &[JudgedFile]) -> Texts {
        Texts(judged.iter().map(|file| (own_name(file), digest(&file.text))).collect())
    }

    /// The certificates in a folder that are about another text of one of these files.
    fn outdated(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .filter(|path| self.is_outdated(path))
            .collect();
        found.sort();
        found
    }

    fn is_outdated(&self, path: &Path) -> bool {
        #[derive(Deserialize)]
        struct Header {
            inputs: Vec<Input>,
        }
        #[derive(Deserialize)]
        struct Input {
            name: String,
            sha256: String,
        }
        let Texts(current) = self;
        let header =
            fs::read(path).ok().and_then(|text| serde_json::from_slice::<Header>(&text).ok());
        header.is_some_and(|header| {
            header.inputs.into_iter().any(|Input { name, sha256 }| {
                current.iter().any(|(own, _)| *own == name) && !current.contains(&(name, sha256))
            })
        })
    }
}
