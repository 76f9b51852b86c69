//! The files of a command: claim files by name, those in a folder, or standard input.
//!
//! A file that is named is read, whatever it is, and its errors are reported. A folder may contain
//! other TOML files (`pyproject.toml`, `Cargo.toml`), so there a file has to state that it is a
//! claim file: by its name, or by its `format`. A broken claim file must not pass for another file,
//! so a text that is not TOML and has such a `format` in one of its lines counts as well.

use crate::output::{print_error, report};
use clap::Args;
use dpcert::claim::ReadError;
use dpcert::input::{self, FileError};
use dpcert_answers::claims::{BadFile, Found, STDIN, bad_file, read};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The claim files of a command.
#[derive(Clone, Debug, Args)]
pub struct ClaimPaths {
    /// Claim files; a folder means its claim files, also in folders below it: *.dpcert.toml, and
    /// each *.toml that says format = "dpcert/1"; - is standard input; without any, this folder
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    pub paths: Vec<PathBuf>,

    /// List the *.toml files of a folder that are not claim files and were skipped
    #[arg(short, long)]
    pub verbose: bool,
}

impl ClaimPaths {
    /// Reads all files, in the order of the paths, without duplicates; all errors of those that
    /// cannot be read are explained on standard error.
    pub fn read(&self, needs_claims: bool) -> (Vec<Found>, Vec<BadFile>) {
        let (mut found, mut bad) = (Vec::new(), Vec::new());
        for (path, known) in self.files(&mut bad) {
            let name = name_of(&path);
            let text = known.unwrap_or_else(|| text_of(&path));
            let read = read(&name, text, needs_claims);
            match read {
                Ok(file) => found.push(file),
                Err(errors) => {
                    bad.push(bad_file(&name, &errors));
                    errors.into_iter().for_each(explain);
                }
            }
        }
        (found, bad)
    }

    /// The files of the paths; those of a folder are sorted, and read.
    fn files(&self, bad: &mut Vec<BadFile>) -> Vec<Meant> {
        let mut files: Vec<Meant> = Vec::new();
        let mut seen = HashSet::new();
        for path in &self.paths {
            let mut found = Vec::new();
            if path.is_dir() {
                let mut skipped = Vec::new();
                let problem = match collect(path, &mut found, &mut skipped) {
                    Err(error) => Some(format!("cannot be read: {error}")),
                    Ok(()) if found.is_empty() => Some(nothing(&skipped)),
                    Ok(()) => None,
                };
                if self.verbose {
                    skipped.sort();
                    for file in &skipped {
                        print_error(&format!(
                            "{}: skipped, because it does not contain format = \"dpcert/1\"",
                            file.display()
                        ));
                    }
                } else if !skipped.is_empty() && !found.is_empty() {
                    let count = skipped.len();
                    let files = if count == 1 { "*.toml file is" } else { "*.toml files are" };
                    print_error(&format!(
                        "{}: {count} {files} skipped, because the format is not \"dpcert/1\" (-v lists them)",
                        path.display()
                    ));
                }
                if let Some(problem) = problem {
                    let message = format!("{}: {problem}", path.display());
                    print_error(&message);
                    bad.push(BadFile { name: path.display().to_string(), message });
                }
            } else {
                found.push((path.clone(), None));
            }
            found.sort_by(|(first, _), (second, _)| first.cmp(second));
            files.extend(found.into_iter().filter(|(file, _)| seen.insert(file.clone())));
        }
        files
    }
}

/// The name of a file in messages; `-` is standard input.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.to_owned() } else { path.display().to_string() }
}

/// The text of a file; that of `-` is what is written to standard input.
///
/// # Errors
/// If it cannot be read.
pub fn text_of(path: &Path) -> Result<String, FileError> {
    match path.as_os_str() == "-" {
        true => input::read_text(io::stdin().lock(), Path::new(STDIN)),
        false => input::read_file(path),
    }
}

/// A file, and its text if it was read.
type Meant = (PathBuf, Option<Result<String, FileError>>);

/// The reason why a folder has no claim file.
fn nothing(skipped: &[PathBuf]) -> String {
    let which = match skipped {
        [] => "it has no *.toml file".to_owned(),
        [one] => format!("its only *.toml file is {}", one.display()),
        many => format!("none of its {} *.toml files is one", many.len()),
    };
    format!(
        "there is no claim file in this folder ({which}); a claim file says format = \"dpcert/1\", and dpcert init \
         writes one"
    )
}

/// The claim files below a folder, and its other `*.toml` files. Links to folders are not followed:
/// they may be cyclic.
fn collect(folder: &Path, found: &mut Vec<Meant>, skipped: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, found, skipped)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
            let text = input::read_file(&path);
            let is_other = match &text {
                Ok(text) => !is_marked(text),
                Err(FileError::Empty { .. }) => true,
                // A file that cannot be read may be one: its error is reported.
                Err(_) => false,
            };
            if is_other && !is_named_so(&path) {
                skipped.push(path)
            } else {
                found.push((path, Some(text)))
            }
        }
    }
    Ok(())
}

fn is_named_so(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".dpcert.toml"))
}

/// Does the text state that it is a claim file, of any release, or look like one whose `format` is
/// misspelt?
fn is_marked(text: &str) -> bool {
    const MARK: &str = "dpcert";
    const TABLES: [&str; 2] = ["ledger", "claim"];
    match text.trim_start_matches('\u{feff}').parse::<toml::Table>() {
        Ok(table) => {
            let format = table.get("format").and_then(toml::Value::as_str);
            let has = |key: &str| {
                table.get(key).is_some_and(|value| value.is_table() || value.is_array())
            };
            format.is_some_and(|format| format.starts_with(MARK)) || TABLES.into_iter().any(has)
        }
        Err(_) => text.lines().any(|line| {
            let header = line.trim_start().trim_start_matches('[').trim_start();
            let is_header = |name: &str| {
                header.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(']'))
            };
            if line.trim_start().starts_with('[') && TABLES.into_iter().any(is_header) {
                return true;
            }
            let value = line
                .split_once('=')
                .filter(|(key, _)| key.trim().trim_matches(['"', '\'']) == "format");
            value.is_some_and(|(_, value)| {
                value.trim_start().trim_start_matches(['"', '\'']).starts_with(MARK)
            })
        }),
    }
}

/// Explains an error on standard error, with the lines in question.
/// Prints why a claim file cannot be read.
pub fn explain(error: ReadError) {
    match error {
        ReadError::File(error) => report(error),
        ReadError::Input(error) => report(*error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_file_says_so() {
        for (text, expected) in [
            ("format = \"dpcert/1\"\n[scope]\n", true),
            ("\u{feff}format = 'dpcert/2'\n", true),
            ("\"format\" = \"dpcert\"\n", true),
            ("format = \"dpcert/1\n", true),
            ("[scope\nformat=\"dpcert/1\"", true),
            ("eps = 1/10\nformat = dpcert/1\n", true),
            ("", false),
            ("format = 1\n", false),
            ("format = \"other/1\"\n", false),
            ("[tool.dpcert]\nformat = \"dpcert/1\"\n", false),
            ("# format = \"dpcert/1\"\n[package]\n", false),
            ("[broken\nformatter = \"dpcert\"\n", false),
            ("[broken\n# dpcert\n", false),
            ("fromat = \"dpcert/1\"\n[[ledger]]\nid = \"a\"\n", true),
            ("[[claim]]\nid = \"a\"\n", true),
            ("format = \"dp-cert/1\"\n[ledger]\n", true),
            ("[[ claim ]]\neps = 1/10\n", true),
            ("claim = \"a\"\n", false),
            ("[tool.claim]\n", false),
            ("[claims]\nbroken = 1/2\n", false),
        ] {
            assert_eq!(is_marked(text), expected, "{text:?}");
        }
    }
}
