//! `dpcert papers`: the statements of the papers, checked.

mod pages;

pub use pages::write_pages;

use crate::output::{Format, print_error, terminal_options};
use crate::report::papers::{statement_records, write_json_lines, write_one, write_table};
use crate::spinner::counting;
use crate::{Common, Exit, help};
use clap::Args;
use dpcert::{EngineChoice, Limits};
use dpcert_papers::{self, Entry, Examination, Paper, Verdict, examine_all, papers};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// The statements of the papers on differential privacy, each with a verdict that is computed
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::PAPERS))]
pub struct PapersArgs {
    /// Statements to show in full, such as GI-23, or all of a paper, such as GI; without any, a table of all
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    #[command(flatten)]
    format: Format,

    /// Write a page for each paper into this folder, and its figures with certified bands
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["ids", "Format"])]
    markdown: Option<PathBuf>,
}

/// Decides statements and writes their verdicts.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &PapersArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    if common.engine != EngineChoice::Malachite {
        print_error("dpcert papers: the checks compare with malachite alone; leave out --engine");
        return Ok(Exit::BadInput);
    }
    let limits = common.limits();
    let Some(entries) = chosen(&arguments.ids) else { return Ok(Exit::BadInput) };
    // Before the work, which takes seconds.
    if let Some(folder) = &arguments.markdown
        && let Err(error) = fs::create_dir_all(folder)
    {
        print_error(&format!("{}: {error}", folder.display()));
        return Ok(Exit::Io);
    }
    // A whole paper, or all of them.
    let is_table = arguments.ids.is_empty() || arguments.ids.iter().any(|id| paper(id).is_some());
    let examinations = examined(&entries, &limits);
    if arguments.format.json {
        write_json_lines(output, &examinations)?;
    } else if arguments.format.is_records() {
        arguments.format.write(output, &statement_records(&examinations))?;
    } else if let Some(folder) = &arguments.markdown {
        if let Err(exit) = write_pages(folder, &examinations, common) {
            return Ok(exit);
        }
    } else if is_table {
        write_table(output, &examinations, &terminal_options())?;
    } else {
        for (i, examination) in examinations.iter().enumerate() {
            if i > 0 {
                writeln!(output)?;
            }
            write_one(output, examination, &limits, &terminal_options())?;
        }
    }
    Ok(examinations.iter().map(exit).fold(Exit::Good, Exit::and))
}

/// A verdict other than the recorded one is unexpected; a missing one is undecided.
fn exit(examination: &Examination) -> Exit {
    match examination.verdict {
        _ if examination.is_as_recorded() => Exit::Good,
        Verdict::Undecided => Exit::Undecided,
        _ => Exit::Unexpected,
    }
}

/// The requested statements; `None` after a message about an id.
fn chosen(ids: &[String]) -> Option<Vec<&'static Entry>> {
    let all = || papers().iter().flat_map(|paper| &paper.entries);
    if ids.is_empty() {
        return Some(all().collect());
    }
    let mut entries = Vec::new();
    for id in ids {
        if let Some(paper) = paper(id) {
            entries.extend(&paper.entries);
        } else if let Some(entry) = dpcert_papers::find(id) {
            entries.push(entry);
        } else {
            let prefix = id.split('-').next().unwrap_or_default();
            let hint = match paper(prefix) {
                Some(paper) => format!("dpcert papers {} lists those of this paper", paper.prefix),
                None => {
                    let prefixes: Vec<&str> = papers().iter().map(|paper| paper.prefix.as_str()).collect();
                    format!("their names start with {}, and dpcert papers lists all", prefixes.join(", "))
                }
            };
            print_error(&format!("there is no statement `{id}`; {hint}"));
            return None;
        }
    }
    let mut seen = HashSet::new();
    entries.retain(|entry| seen.insert(&entry.id));
    Some(entries)
}

/// The paper with this prefix.
fn paper(prefix: &str) -> Option<&'static Paper> {
    papers().iter().find(|paper| paper.prefix.eq_ignore_ascii_case(prefix))
}

/// Decides them, with a progress bar if standard error is a terminal.
fn examined(entries: &[&'static Entry], limits: &Limits) -> Vec<Examination> {
    let progress = counting(entries.len());
    let examinations = examine_all(entries, limits, || progress.inc(1));
    progress.finish_and_clear();
    examinations
}
