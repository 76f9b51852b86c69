//! All that the page asks of what is behind it: a server on the same machine, or a worker in the
//! browser.

use crate::certificates::{
    self, Extra, Outcome, Preparation, certified, document, draw_pictures, html, list, meanings,
    reported,
};
use crate::claims::{self, DIGITS, JudgedFile, STDIN, Summary, bad_file};
use crate::drawing::Drawing;
use crate::lines::{TextOptions, paragraph};
use crate::protocol::{Progress, reply, write_json};
use crate::settings::Settings;
use crate::visible::{Visible, text_file};
use dpcert::claim::rows_of_notation;
use dpcert::input::read_text;
use dpcert::{Control, Options};
use dpcert_picture::Scene;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the claim file that is certified.
pub const CLAIMS: &str = "claims.dpcert.toml";
/// The folder of its certificates, and their report.
pub const FOLDER: &str = "certificates";
/// The report on them.
pub const REPORT: &str = "certificates/report.html";
/// How wide the lines are.
pub const COLUMNS: u16 = 100;

/// The answers to lines of the protocol, a line each.
///
/// # Errors
/// If an answer cannot be written as JSON.
pub fn query(lines: &[u8], settings: &Settings, progress: &Progress) -> io::Result<Vec<u8>> {
    let mut output = Visible::new(Vec::new());
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        write_json(&mut output, &reply(line, settings, progress))?;
    }
    output.flush()?;
    Ok(output.into_inner())
}

/// The line of the protocol that asks for a picture, of the JSON that says which.
pub fn scene_line(request: &[u8]) -> Vec<u8> {
    // A line break in JSON is white space.
    let one_line: Vec<u8> = request
        .iter()
        .map(|byte| if *byte == b'\n' || *byte == b'\r' { b' ' } else { *byte })
        .collect();
    [b"{\"svg\": true, \"scene\": ", one_line.as_slice(), b"}\n"].concat()
}

/// A scene as a file, in the form of this name.
///
/// # Errors
/// A sentence, if it is no scene, or there is no such form.
pub fn draw(form: &str, scene: &[u8]) -> Result<String, String> {
    let form = Drawing::NAMES.into_iter().find(|(name, _)| *name == form).map(|(_, form)| form);
    let form = form.ok_or("a picture is drawn as svg, html, csv or json")?;
    let text = std::str::from_utf8(scene).map_err(|error| error.to_string())?;
    form.of(&Scene::read(text).map_err(|error| error.to_string())?)
}

/// The rows of a mechanism, each its lines, and the adjacencies that it names.
#[derive(Serialize)]
struct RowsOf {
    adjacencies: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Mechanisms in the compact notation, a JSON list of texts, as rows of a claim file: JSON.
///
/// # Errors
/// A sentence, if it is no such list.
pub fn rows(list: &[u8]) -> Result<String, String> {
    let texts: Vec<String> =
        serde_json::from_slice(list).map_err(|error| format!("no list of texts: {error}"))?;
    let written = |text: &String| {
        let read =
            rows_of_notation(text).map_err(|error| format!("{text}: {error}: {}", error.help))?;
        Ok(RowsOf { adjacencies: read.adjacencies, rows: read.rows })
    };
    let rows = texts.iter().map(written).collect::<Result<Vec<RowsOf>, String>>()?;
    serde_json::to_string(&rows).map_err(|error| error.to_string())
}

/// A claim file, judged: the report as JSON.
///
/// # Errors
/// If it cannot be written.
pub fn check(text: &[u8], settings: &Settings, control: &Control) -> io::Result<Vec<u8>> {
    let (judged, bad) = match judged(STDIN, text, settings, control) {
        Ok(judged) => (vec![judged], Vec::new()),
        Err(bad) => (Vec::new(), vec![bad]),
    };
    let mut output = Visible::new(Vec::new());
    claims::write_json(&mut output, &judged, &bad, None::<&Summary>)?;
    output.flush()?;
    Ok(output.into_inner())
}

fn judged(
    name: &str,
    text: &[u8],
    settings: &Settings,
    control: &Control,
) -> Result<JudgedFile, claims::BadFile> {
    let found = claims::read(name, read_text(text, Path::new(name)), true);
    let claims::Found { name, text, file } = found.map_err(|errors| bad_file(name, &errors))?;
    let options = Options { digits: DIGITS, control: control.clone(), ..settings.for_claims() };
    let judgements = claims::judge(&[&file], &options, || ()).pop().unwrap_or_default();
    Ok(JudgedFile { name, text, file, judgements, answers: Vec::new(), remarks: Vec::new() })
}

/// What `dpcert certify` says and writes.
#[derive(Clone, Debug, Serialize)]
pub struct Certified {
    /// The output of the command.
    pub said: String,
    /// The files, in the order of their names.
    pub files: Vec<Written>,
}

/// A file.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A claim file, certified: certificates and a report, of one claim or of all.
///
/// # Errors
/// If it cannot be written.
pub fn certify(
    text: &[u8],
    claim: Option<&str>,
    settings: &Settings,
    control: &Control,
) -> io::Result<Certified> {
    let judged = match judged(CLAIMS, text, settings, control) {
        Ok(judged) => [judged],
        Err(bad) => return Ok(Certified { said: bad.message, files: Vec::new() }),
    };
    let only: Vec<String> = claim.map(str::to_owned).into_iter().collect();
    let documents = [document(&judged[0])];
    let tasks = match certificates::tasks(&judged, &documents, &only, Path::new(FOLDER)) {
        Ok(tasks) => tasks,
        Err(unknown) => {
            return Ok(Certified { said: unknown.with("") + "\n", files: Vec::new() });
        }
    };
    let made: Vec<_> = tasks.par_iter().map(|task| certified(task, Extra::default())).collect();
    let (outcomes, files): (Vec<Outcome>, Vec<_>) = made.into_iter().unzip();
    let mut texts: BTreeMap<PathBuf, String> = files.into_iter().flatten().collect();
    let (mut said, mut problems) = (Visible::new(Vec::new()), String::new());
    let claims = judged[0].entries().count();
    list(&tasks, &outcomes, claims, &mut said, &mut |problem| {
        problems += &format!("dpcert: {problem}\n");
    })?;
    let mut reported = reported(&tasks, outcomes);
    for file in &mut reported {
        file.meanings = meanings(file, settings, |_| || ());
    }
    draw_pictures(&mut reported, settings, |_| || ());
    let preparation = Preparation { report: PathBuf::from(REPORT), ..Preparation::default() };
    texts.insert(preparation.report.clone(), html(&reported, &preparation, settings));
    writeln!(said, "{REPORT}  the report")?;
    let options = TextOptions { width: COLUMNS, is_screen: true, colour: false };
    for sentence in certificates::denied(&judged, &only) {
        paragraph(&mut said, "  ", &sentence, &options)?;
    }
    said.flush()?;
    let said = String::from_utf8_lossy(&said.into_inner()).into_owned() + &problems;
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let files = texts.iter().map(|(path, text)| Written {
        name: name(path).unwrap_or_default(),
        text: text_file(text),
    });
    Ok(Certified { said, files: files.collect() })
}
