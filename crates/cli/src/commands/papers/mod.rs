//! `dpcert papers`: the statements of the papers, checked.

mod pages;

pub use pages::write_pages;

use crate::output::{Format, print_error, terminal_options};
use crate::report::papers::{
    listed_records, statement_records, write_examinations, write_json, write_json_listed,
    write_list, write_one,
};
use crate::spinner::counting;
use crate::{Common, Exit, help};
use clap::Args;
use dpcert::{EngineChoice, Limits};
use dpcert_papers::{self, Entry, Examination, Paper, Verdict, examine_all, papers};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// What four papers say, statement by statement, with verdicts
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::PAPERS))]
pub struct PapersArgs {
    /// Statements to compute and to show in full, such as GI-23, or a paper to list, such as GI or
    /// Najib
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// Compute the verdicts of the statements that are listed, which takes half a minute for all
    #[arg(long)]
    run: bool,

    #[command(flatten)]
    format: Format,

    /// Write a page for each paper into this folder, and its figures with certified bands
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["ids", "Format"])]
    markdown: Option<PathBuf>,
}

/// Lists statements, or decides them and writes their verdicts.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &PapersArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    let Some(entries) = chosen(&arguments.ids) else {
        return Ok(Exit::BadInput);
    };
    // A whole paper, or all of them.
    let is_table = arguments.ids.is_empty() || arguments.ids.iter().any(|id| paper(id).is_some());
    if is_table && !arguments.run && arguments.markdown.is_none() {
        list(&entries, arguments.format, output)?;
        return Ok(Exit::Good);
    }
    if common.engine != EngineChoice::Malachite {
        print_error("dpcert papers: the checks compare with malachite alone; leave out --engine");
        return Ok(Exit::BadInput);
    }
    let limits = common.limits();
    // Before the work, which takes seconds.
    if let Some(folder) = &arguments.markdown
        && let Err(error) = fs::create_dir_all(folder)
    {
        print_error(&format!("{}: {error}", folder.display()));
        return Ok(Exit::Io);
    }
    let examinations = examined(&entries, &limits);
    if arguments.format.json {
        write_json(output, &examinations)?;
    } else if arguments.format.is_records() {
        arguments.format.write(output, &statement_records(&examinations))?;
    } else if let Some(folder) = &arguments.markdown {
        if let Err(exit) = write_pages(folder, &examinations, common) {
            return Ok(exit);
        }
    } else if is_table {
        write_examinations(output, &examinations, &terminal_options())?;
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

/// Writes the statements with the verdicts on record; nothing is computed.
fn list(entries: &[&'static Entry], format: Format, output: &mut dyn Write) -> io::Result<()> {
    if format.json {
        write_json_listed(output, entries)
    } else if format.is_records() {
        format.write(output, &listed_records(entries))
    } else {
        write_list(output, entries, &terminal_options())
    }
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
                    let named = |paper: &Paper| format!("{} ({})", paper.prefix, paper.authors());
                    let names: Vec<String> = papers().iter().map(named).collect();
                    format!(
                        "their names start with {}, and dpcert papers lists all",
                        names.join(", ")
                    )
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

/// The paper with this prefix, or by this author.
fn paper(name: &str) -> Option<&'static Paper> {
    let is_author = |paper: &&Paper| {
        let authors = paper.authors().split([' ', ',']);
        authors.filter(|word| *word != "and").any(|author| author.eq_ignore_ascii_case(name))
    };
    let by_prefix = papers().iter().find(|paper| paper.prefix.eq_ignore_ascii_case(name));
    by_prefix.or_else(|| papers().iter().find(is_author).filter(|_| !name.is_empty()))
}

/// Decides them, with a progress bar if standard error is a terminal.
fn examined(entries: &[&'static Entry], limits: &Limits) -> Vec<Examination> {
    let progress = counting(entries.len());
    let examinations = examine_all(entries, limits, || progress.step());
    drop(progress);
    examinations
}
