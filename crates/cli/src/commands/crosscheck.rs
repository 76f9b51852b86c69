//! `dpcert crosscheck`: another program's answers in, verdicts out.

mod outcome;
mod reading;

use crate::output::{Format, print_error, report, terminal_options, write_file};
use crate::report::crosscheck::{
    CrosscheckReport, Shown, question_records, write_json, write_junit, write_lines, write_list,
    write_sarif, write_text,
};
use crate::spinner::{Counting, counting, counting_answers};
use crate::{Exit, Settings, help, number};
use clap::Args;
use dpcert::claim::{self, Evaluations, Relation};
use dpcert::input::shorten;
use dpcert::{Mechanism, Real};
use dpcert_answers::claims::counted;
use dpcert_crosscheck::{
    Answer, Baseline, Finding, Judged, Launch, Program, Request, Said, Suite, ask_all, ask_sides,
    end_programs, judge, judge_all, read_answers, sides,
};
use outcome::{Outcome, outcome};
use reading::{Kind, placed, read};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Put questions to another program, and judge its answers
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::CROSSCHECK))]
pub struct CrosscheckArgs {
    /// The program, with its arguments; --answers and --list do without it
    #[arg(
        long,
        value_name = "COMMAND",
        required_unless_present_any = ["answers", "list"],
        conflicts_with = "answers"
    )]
    cmd: Option<String>,

    /// Judge the answers in this file, as --record writes them
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Questions: JSON Lines of requests, or a file of test vectors; without it, those of `dpcert
    /// vectors`
    #[arg(long, value_name = "FILE")]
    suite: Vec<PathBuf>,

    /// Only the questions and relations with such an id; * means any characters
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,

    /// List the questions and relations instead of asking them: the id of each, and what it asks;
    /// with --json the lines that a program reads
    #[arg(long, conflicts_with_all = ["cmd", "answers", "record", "write_baseline", "junit", "sarif", "csv", "latex"])]
    list: bool,

    /// Give the command to sh -c
    #[arg(long, conflicts_with = "answers")]
    shell: bool,

    /// Seconds of processor time for an answer, 60 more for the first one after a start; by the
    /// clock 8 times as long
    #[arg(long, value_name = "SECONDS", conflicts_with = "answers", default_value = "60", value_parser = seconds)]
    time_limit: Duration,

    /// Write the answers to this file
    #[arg(long, value_name = "FILE", conflicts_with = "answers")]
    record: Option<PathBuf>,

    /// How many times the truth an answer may be before it is loose
    #[arg(long, value_name = "RATIO", default_value = "1.1", value_parser = loose)]
    loose: Real,

    /// The fewest answers and pairs of them that a verdict is about; with fewer the exit code is 3
    #[arg(long, value_name = "N", default_value = "1", value_parser = natural)]
    min_judged: u64,

    /// A baseline: the failures in this file are known, and do not count
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the failures of this run to this file, as a baseline
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,

    /// List sound answers too
    #[arg(long, conflicts_with = "Format")]
    all: bool,

    #[command(flatten)]
    format: Format,

    /// Write JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write SARIF 2.1.0 to this file
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

/// The exit code of a process that an interrupt ends, as shells report it.
const INTERRUPTED: i32 = 130;

fn seconds(text: &str) -> Result<Duration, String> {
    number::natural_in(text, &(1..=1_000_000)).map(Duration::from_secs)
}

fn natural(text: &str) -> Result<u64, String> {
    number::natural_in(text, &(0..=u64::MAX))
}

fn loose(text: &str) -> Result<Real, String> {
    let ratio = number::real(text)?;
    match ratio.as_rational() {
        Some(number) if *number >= 1 => Ok(ratio),
        _ => Err("a rational number >= 1 is expected".to_owned()),
    }
}

/// The exit code of a run that was ended; the reason was written to standard error.
struct Stopped(Exit);

/// Asks or reads, judges, and writes the reports.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &CrosscheckArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let done = if arguments.list {
        suite(arguments).map(|suite| {
            let write = if arguments.format.json { write_lines } else { write_list };
            write(output, &suite).map(|()| Exit::Good)
        })
    } else {
        judged(arguments, settings, output)
    };
    match done {
        Ok(exit) => exit,
        Err(Stopped(exit)) => Ok(exit),
    }
}

fn judged(
    arguments: &CrosscheckArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> Result<io::Result<Exit>, Stopped> {
    require_writable(arguments)?;
    // Before the questions are read, which takes seconds: what cannot be started is said at once.
    let source = source(arguments)?;
    let suite = suite(arguments)?;
    let baseline = match &arguments.baseline {
        Some(path) => read("--baseline", path, Kind::Baseline, placed(Baseline::read))?,
        None => Baseline::default(),
    };
    let settings = settings.for_claims();
    let known = Evaluations::new(settings);
    let assess = |request: &Request, mechanism: &Mechanism, relation: &Relation| {
        known.judge(mechanism, &request.quantity.measure, relation)
    };
    let progress = match &source {
        Source::Record(_) => counting(suite.requests.len()),
        Source::Program(..) => {
            counting_answers(suite.requests.len() + sides(&suite.relations).len())
        }
    };
    let judge_one = |request: &Request, said: &Said| {
        let finding = judge(request, said, &arguments.loose, &assess);
        progress.step();
        finding
    };
    let answered = match source {
        Source::Record(answers) => {
            let judged = judge_all(&suite.requests, &answers, &baseline, judge_one);
            Answered { judged, sides: answers, given_up: None }
        }
        Source::Program(mut program, launch) => {
            let answered = live(arguments, &mut program, &suite, &baseline, judge_one, &progress)?;
            explain_death(&answered.judged, &launch);
            answered
        }
    };
    drop(progress);
    let Outcome { report, exit, notices } = outcome(arguments, &suite, &baseline, answered);
    for judged in &report.judged {
        if let Some(contradiction) = &judged.finding.contradiction {
            print_error(&format!(
                "question {}: {contradiction}. One of the engines is wrong, and no verdict on this question can be \
                 trusted: please report it",
                judged.request.id
            ));
        }
    }
    write_files(arguments, &report, &baseline)?;
    let written = if arguments.format.json {
        write_json(output, &report)
    } else if arguments.format.is_records() {
        arguments.format.write(output, &question_records(&report, arguments.format.latex))
    } else {
        let shown = if arguments.all { Shown::All } else { Shown::Failures };
        write_text(output, &report, shown, &terminal_options())
    };
    notices.iter().for_each(|notice| print_error(notice));
    Ok(written.map(|()| exit))
}

/// The requested questions.
fn suite(arguments: &CrosscheckArgs) -> Result<Suite, Stopped> {
    let patterns = &arguments.only;
    let is_wanted = |id: &str| {
        patterns.is_empty() || patterns.iter().any(|pattern| claim::matches(pattern, id))
    };
    // Chosen before they are read, which takes a second for all.
    let mut suite = match arguments.suite.is_empty() {
        true => standard(is_wanted)?,
        false => Suite::default(),
    };
    for path in &arguments.suite {
        read("--suite", path, Kind::Suite, |name, text| suite.add(name, text))?;
    }
    let mut ids = ids(&suite);
    suite.retain(is_wanted);
    if suite.requests.is_empty() && suite.relations.is_empty() {
        if arguments.suite.is_empty() {
            ids = self::ids(&standard(|_| true)?);
        }
        let message = match (patterns.is_empty(), suite.others.is_empty()) {
            (true, _) => format!("no question of the suite {ASKED}"),
            (false, true) => no_such_id(&ids, patterns),
            (false, false) => format!("no question of the suite that has such an id {ASKED}"),
        };
        print_error(&message);
        return Err(Stopped(Exit::BadInput));
    }
    Ok(suite)
}

/// The ids of the questions and relations of a suite.
fn ids(suite: &Suite) -> Vec<String> {
    let questions = suite.requests.iter().map(|request| &request.id);
    questions.chain(suite.relations.iter().map(|it| &it.id)).cloned().collect()
}

/// The quantities of the questions to a program.
const ASKED: &str = "asks for delta, eps, tv, beta, rho, renyi or gdp";

/// That no id matches, with a pattern that does.
fn no_such_id(ids: &[String], patterns: &[String]) -> String {
    let found = patterns.iter().find_map(|pattern| {
        let wider = [format!("{pattern}*"), format!("*{pattern}*")];
        let matching = |pattern: &String| ids.iter().find(|id| claim::matches(pattern, id));
        wider.into_iter().find_map(|pattern| Some((matching(&pattern)?, pattern)))
    });
    let advice = match (found, ids.first()) {
        (Some((id, pattern)), _) => format!("; --only '{pattern}' finds {}", shorten(id)),
        (None, Some(id)) => {
            format!("; an id is such as {}, and * means any characters", shorten(id))
        }
        (None, None) => String::new(),
    };
    format!("no question of the suite has such an id{advice}; --list lists all")
}

/// The questions of this program with such ids.
fn standard(is_wanted: impl Fn(&str) -> bool) -> Result<Suite, Stopped> {
    Suite::standard(is_wanted).map_err(|problem| {
        report(*problem);
        Stopped(Exit::Internal)
    })
}

/// Where the answers are from.
enum Source {
    /// A program that was started, and how.
    Program(Box<Program>, Launch),
    /// A file.
    Record(HashMap<String, Answer>),
}

/// Reads the recorded answers, or starts the program.
fn source(arguments: &CrosscheckArgs) -> Result<Source, Stopped> {
    if let Some(path) = &arguments.answers {
        return Ok(Source::Record(read("--answers", path, Kind::Record, read_answers)?));
    }
    let command = arguments.cmd.as_deref().unwrap_or_default();
    let bad_command = |problem: String| {
        print_error(&format!("--cmd {command}: {problem}"));
        Stopped(Exit::BadInput)
    };
    let caller = std::env::current_dir().map_err(|error| bad_command(error.to_string()))?;
    let launch = match arguments.shell {
        true => Launch::shell(command, &caller),
        false => Launch::words(command, &caller).map_err(bad_command)?,
    };
    ctrlc::set_handler(|| {
        end_programs();
        std::process::exit(INTERRUPTED);
    })
    .map_err(|error| bad_command(format!("interrupts cannot be watched: {error}")))?;
    let program = Program::start(launch.clone(), arguments.time_limit)
        .map_err(|error| bad_command(launch.explained(&error)))?;
    Ok(Source::Program(Box::new(program), launch))
}

/// What was answered.
struct Answered<'a> {
    judged: Vec<Judged<'a>>,
    /// The answers to the questions of relations.
    sides: HashMap<String, Answer>,
    /// Why the program was not asked the rest.
    given_up: Option<String>,
}

/// Puts the questions to the program.
fn live<'a>(
    arguments: &CrosscheckArgs,
    program: &mut Program,
    suite: &'a Suite,
    baseline: &Baseline,
    judge_one: impl Fn(&Request, &Said) -> Finding + Sync,
    progress: &Counting,
) -> Result<Answered<'a>, Stopped> {
    let mut record = match &arguments.record {
        Some(path) => Some((path, File::create(path).map_err(|error| cannot_write(path, &error))?)),
        None => None,
    };
    let mut lost = None;
    let mut received = |answer: &Answer| {
        progress.answered();
        if let Some((path, file)) = &mut record
            && let Err(error) = writeln!(file, "{}", answer.line())
        {
            lost = Some((path.as_path(), error));
        }
    };
    let judged = ask_all(program, &suite.requests, baseline, &mut received, judge_one);
    let sides = ask_sides(program, &sides(&suite.relations), |answer| {
        received(answer);
        progress.step();
    });
    match lost {
        Some((path, error)) => Err(cannot_write(path, &error)),
        None => Ok(Answered { judged, sides, given_up: program.given_up() }),
    }
}

/// Where a program died at every question: says which of the files that its command names are not
/// there. It ran in another folder, which its own message may name.
fn explain_death(judged: &[Judged<'_>], launch: &Launch) {
    let is_dead = |judged: &Judged<'_>| matches!(judged.answer.said, Said::Crashed { .. });
    if judged.is_empty() || !judged.iter().all(is_dead) || launch.absent().is_empty() {
        return;
    }
    let here = std::env::current_dir().unwrap_or_default();
    print_error(&format!(
        "the program runs in an empty folder of its own; not found in {}: {}",
        here.display(),
        launch.absent().join(", ")
    ));
}

/// Writes the requested files.
fn write_files(
    arguments: &CrosscheckArgs,
    report: &CrosscheckReport<'_>,
    baseline: &Baseline,
) -> Result<(), Stopped> {
    type Writer = fn(&mut dyn Write, &CrosscheckReport<'_>) -> io::Result<()>;
    let files: [(&Option<PathBuf>, Writer); 2] =
        [(&arguments.junit, write_junit), (&arguments.sarif, write_sarif)];
    for (path, write) in files {
        let Some(path) = path else { continue };
        let mut bytes = Vec::new();
        let written = write(&mut bytes, report)
            .and_then(|()| write_file(path, &String::from_utf8_lossy(&bytes)));
        written.map_err(|error| cannot_write(path, &error))?;
    }
    if let Some(path) = &arguments.write_baseline {
        let next = baseline.after(&report.judged, &report.related);
        fs::write(path, next.text()).map_err(|error| cannot_write(path, &error))?;
        let failures = counted(next.failures.len(), "failure");
        let left_out = match report.unasked {
            0 => String::new(),
            count => format!(", without {} not asked", counted(count, "question")),
        };
        print_error(&format!("{failures}: written to {}{left_out}", path.display()));
    }
    Ok(())
}

/// Tries the files that are written at the end: questions may take hours, and their answers would
/// be lost.
fn require_writable(arguments: &CrosscheckArgs) -> Result<(), Stopped> {
    let CrosscheckArgs { record, write_baseline, junit, sarif, .. } = arguments;
    let files = [
        ("--record", record),
        ("--write-baseline", write_baseline),
        ("--junit", junit),
        ("--sarif", sarif),
    ];
    for (option, path) in files {
        let Some(path) = path else { continue };
        try_to_write(path).map_err(|error| {
            print_error(&format!(
                "{option} {}: it cannot be written: {error}; name a file in a folder that exists and that you may write to",
                path.display()
            ));
            Stopped(Exit::Io)
        })?;
    }
    Ok(())
}

/// Opens a file for writing, and leaves it as it was.
fn try_to_write(path: &Path) -> io::Result<()> {
    let is_new = match fs::symlink_metadata(path) {
        Ok(_) => false,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    // A pipe or a device would wait for its reader, or see an end.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    File::options().append(true).create(true).open(path)?;
    if is_new { fs::remove_file(path) } else { Ok(()) }
}

fn cannot_write(path: &Path, error: &io::Error) -> Stopped {
    print_error(&format!("{}: {error}", path.display()));
    Stopped(Exit::Io)
}
