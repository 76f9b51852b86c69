//! `dpcert papers`: the statements of the papers, checked.

mod pages;

pub use pages::write_pages;

use crate::output::{Format, print_error, terminal_options};
use crate::report::papers::{
    listed_records, statement_records, write_examinations, write_json, write_json_listed,
    write_list, write_one,
};
use crate::spinner::counting;
use crate::{Exit, Settings, help};
use clap::Args;
use dpcert::{EngineChoice, Limits};
use dpcert_papers::{self, Entry, Examination, Paper, Severity, Verdict, examine_all, papers};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// What four papers say, statement by statement, with verdicts
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::PAPERS))]
pub struct PapersArgs {
    /// Statements to compute and to show in full, such as GI-23; or what to list: a paper, such as
    /// GI or Najib, a verdict or a severity, such as corrected or misprint, and words of a statement
    /// or of its place, such as 'Theorem 8'. Those are listed that have all of these
    #[arg(value_name = "ID|WORDS")]
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
pub fn run(
    arguments: &PapersArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let Some(Chosen { entries, is_table }) = chosen(&arguments.ids) else {
        return Ok(Exit::BadInput);
    };
    if is_table && !arguments.run && arguments.markdown.is_none() {
        list(&entries, arguments.format, output)?;
        return Ok(Exit::Good);
    }
    if settings.engine != EngineChoice::Malachite {
        print_error("dpcert papers: the checks compare with malachite alone; leave out --engine");
        return Ok(Exit::BadInput);
    }
    let limits = settings.limits();
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
        if let Err(exit) = write_pages(folder, &examinations, settings) {
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

/// The statements that are asked for.
struct Chosen {
    entries: Vec<&'static Entry>,
    /// Are they listed? Those that are all named by their ids are shown in full.
    is_table: bool,
}

/// The requested statements: those that are named, and those of the papers that are named, or of
/// all, that have all the other words. `None` after a message.
fn chosen(names: &[String]) -> Option<Chosen> {
    let mut named = Vec::new();
    let mut words = Vec::new();
    let mut is_table = names.is_empty();
    for name in names {
        if let Some(paper) = paper(name) {
            is_table = true;
            named.extend(&paper.entries);
        } else if let Some(entry) = dpcert_papers::find(name) {
            named.push(entry);
        } else if let Some(paper) = name.split_once('-').and_then(|(prefix, _)| paper(prefix)) {
            print_error(&format!(
                "there is no statement `{name}`; dpcert papers {} lists those of this paper",
                paper.prefix
            ));
            return None;
        } else {
            is_table = true;
            words.push(name);
        }
    }
    if named.is_empty() {
        named = papers().iter().flat_map(|paper| &paper.entries).collect();
    }
    let mut seen = HashSet::new();
    named.retain(|entry| seen.insert(&entry.id) && words.iter().all(|word| has(entry, word)));
    if named.is_empty() {
        let prefixes: Vec<String> = papers()
            .iter()
            .map(|paper| format!("{} ({})", paper.prefix, paper.authors()))
            .collect();
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        print_error(&format!(
            "there is no statement with {}; ids start with {}, and dpcert papers lists all",
            words.join(" and "),
            prefixes.join(", ")
        ));
        return None;
    }
    Some(Chosen { entries: named, is_table })
}

/// Has the statement this verdict or severity, or these words in its text or in its place?
fn has(entry: &Entry, words: &str) -> bool {
    let severity = entry.recorded_severity().map(Severity::name);
    if words == entry.recorded.name() || Some(words) == severity {
        return true;
    }
    let wanted = words.to_lowercase();
    let texts = [&entry.place, &entry.statement, &entry.formula, &entry.domain];
    texts.iter().any(|text| {
        let text = text.to_lowercase();
        // Theorem 1 is another one than Theorem 10.
        let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        text.match_indices(&wanted).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            !wanted.trim().is_empty() && !is_part(before) && !is_part(after)
        })
    })
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
