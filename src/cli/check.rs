//! `dpcert check`: claim files in, verdicts out.

use super::certify::Beside;
use super::output::{complain, report};
use super::spinner::counting;
use super::{Common, EngineChoice, Exit, number};
use crate::claim::{self, Claim, ClaimFile, Judgement, ReadError, Settings};
use crate::exact::Malachite;
use crate::report::{BadFile, JudgedFile, Summary, terminal_options, write_json, write_text};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Judge the claims of claim files: proved, refuted, undecided, or not supported.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = HELP)]
pub struct CheckArgs {
    /// Claim files; a folder stands for all its *.toml files, also in folders below it
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Write one JSON object
    #[arg(long)]
    json: bool,

    /// Significant digits of the certified values
    #[arg(long, default_value_t = DIGITS, value_name = "DIGITS", value_parser = number::digits)]
    digits: u64,

    /// Write a certificate of each decided claim into this folder as well
    #[arg(long, value_name = "FOLDER", conflicts_with = "json")]
    certify: Option<PathBuf>,
}

/// Significant digits, where nobody asks for others.
pub const DIGITS: u64 = 10;

const HELP: &str = r#"A claim file says what was run and what was said about it:
  format = "dpcert/1"

  [scope]
  unit = "person"
  adjacency = "replace-one"       # or add-remove, zero-out

  [[ledger]]
  id = "release/counts"
  mechanism = "gaussian"          # the kinds and their fields: see dpcert --help
  sigma = "13/10"
  count = 4                       # how often
  actual = "discrete-gaussian"    # what was run instead, or discrete-laplace, floating-point

  [[claim]]
  id = "published"
  over = ["release/*"]            # rows of the ledger
  eps = { delta = "1e-6" }        # or delta = { eps = ... }, tv = {}, beta = { alpha = ... }, rho = {}
  at-most = "8"                   # or at-least, equals, between = ["low", "high"]
  source = "report, page 3"
  expect = "holds"                # or refuted, undecided, unsupported: the verdict that is no surprise

  [policy]                        # findings besides the verdicts: allow, warn (the default) or deny
  claim-rounded-down = "deny"     # an at-most is the value, or the conversion from zCDP, rounded down
  eps-summed-loosely = "warn"     # an eps is the sum over the steps, which compose to less
  mechanism-idealised = "allow"   # a row says what was run instead, see actual
  sampler-idealised = "warn"      # so does sampling = { method = "poisson", rate = ..., actual = ... }:
                                  # poisson, without-replacement, with-replacement, fixed-size, shuffled

Exit codes:
  0   every verdict is the expected one
  1   a claim is refuted, or holds, and that was not expected; or a finding is denied
  2   a file is missing or malformed (the others are judged all the same)
  3   a claim is undecided or not supported, and that was not expected
  70  with --engine both: the engines contradict each other; please report it"#;

/// Judges all files and writes the report.
///
/// # Errors
/// What the output says.
pub fn run(args: &CheckArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    let (judged, bad) = judged(&args.paths, args.digits, common);
    if args.json {
        write_json(output, &judged, &bad)?;
    } else {
        write_text(output, &judged, &bad, &terminal_options())?;
    }
    for judged in &judged {
        for (claim, judgement) in judged.entries() {
            if let Some(contradiction) = &judgement.contradiction {
                complain(&format!(
                    "{}, claim {}: {contradiction}. One of the engines is wrong, and no verdict on this claim can \
                     be trusted: please report it, with the claim file",
                    judged.name, claim.id
                ));
            }
        }
    }
    let exit = exit(&Summary::of(&judged, &bad));
    match &args.certify {
        None => Ok(exit),
        Some(folder) => {
            writeln!(output)?;
            // A verdict without a certificate is still a verdict.
            Ok(match super::certify::write_all(folder, &judged, &[], Beside::default(), output)? {
                Exit::Undecided => exit,
                other => exit.and(other),
            })
        }
    }
}

/// Reads and judges all files; those that cannot be read are explained.
pub fn judged(paths: &[PathBuf], digits: u64, common: &Common) -> (Vec<JudgedFile>, Vec<BadFile>) {
    let mut bad = Vec::new();
    let mut files = Vec::new();
    for path in files_of(paths, &mut bad) {
        match claim::read_file(&path) {
            Ok(file) => files.push((path.display().to_string(), file)),
            Err(error) => {
                bad.push(BadFile { name: path.display().to_string(), message: message(&error) });
                explain(error);
            }
        }
    }
    let judgements = judge(&files.iter().map(|(_, file)| file).collect::<Vec<_>>(), digits, common);
    let judged = files.into_iter().zip(judgements);
    (judged.map(|((name, file), judgements)| JudgedFile { name, file, judgements }).collect(), bad)
}

fn exit(summary: &Summary) -> Exit {
    let when = |condition, exit| if condition { exit } else { Exit::Good };
    when(summary.unexpected > summary.unexpected_decided, Exit::Undecided)
        .and(when(summary.unexpected_decided > 0 || summary.denied > 0, Exit::Unexpected))
        .and(when(summary.bad_files > 0, Exit::BadInput))
        .and(when(summary.contradictions > 0, Exit::Internal))
}

/// Judges every claim, with a progress bar if standard error is a terminal.
fn judge(files: &[&ClaimFile], digits: u64, common: &Common) -> Vec<Vec<Judgement>> {
    let claims: usize = files.iter().map(|file| file.claims.len()).sum();
    let progress = counting(claims);
    let settings = Settings { digits, limits: common.limits() };
    let judgements = claim::judge_all(files, |file, claim| {
        let judgement = judge_one(file, claim, &settings, common.engine);
        progress.inc(1);
        judgement
    });
    progress.finish_and_clear();
    judgements
}

fn judge_one(file: &ClaimFile, claim: &Claim, settings: &Settings, engine: EngineChoice) -> Judgement {
    #[cfg(feature = "mpfr")]
    {
        use crate::exact::Mpfr;
        match engine {
            EngineChoice::Malachite => claim::judge::<Malachite>(file, claim, settings),
            EngineChoice::Mpfr => claim::judge::<Mpfr>(file, claim, settings),
            EngineChoice::Both => claim::judge_with_both::<Malachite, Mpfr>(file, claim, settings),
        }
    }
    #[cfg(not(feature = "mpfr"))]
    {
        // The other choices were refused before: see `EngineChoice::check`.
        let _ = engine;
        claim::judge::<Malachite>(file, claim, settings)
    }
}

/// The files meant by the paths, in their order, none twice; files of a folder are sorted.
fn files_of(paths: &[PathBuf], bad: &mut Vec<BadFile>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            let mut problem = collect(path, &mut found).err().map(|error| format!("cannot be read: {error}"));
            if problem.is_none() && found.is_empty() {
                problem = Some("there is no *.toml file in this folder".to_owned());
            }
            if let Some(problem) = problem {
                let message = format!("{}: {problem}", path.display());
                complain(&message);
                bad.push(BadFile { name: path.display().to_string(), message });
            }
        } else {
            found.push(path.clone());
        }
        found.sort();
        let mut seen: std::collections::HashSet<PathBuf> = files.iter().cloned().collect();
        files.extend(found.into_iter().filter(|file| seen.insert(file.clone())));
    }
    files
}

/// All `*.toml` files below a folder. Links to folders are not followed: they may lead back.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    Ok(())
}

fn message(error: &ReadError) -> String {
    match error {
        ReadError::File(error) => error.to_string(),
        ReadError::Input(report) => format!("{} ({})", report.error(), report.error().help),
    }
}

/// On standard error, with the lines in question.
fn explain(error: ReadError) {
    match error {
        ReadError::File(error) => {
            let _ = writeln!(io::stderr(), "{:?}", miette::Report::new(error));
        }
        ReadError::Input(error) => report(*error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_comes_first() {
        let summary =
            Summary { unexpected: 2, unexpected_decided: 1, bad_files: 1, contradictions: 1, ..Summary::default() };
        for (summary, expected) in [
            (Summary::default(), Exit::Good),
            (Summary { unexpected: 1, ..Summary::default() }, Exit::Undecided),
            (Summary { findings: 1, ..Summary::default() }, Exit::Good),
            (Summary { unexpected: 1, findings: 1, denied: 1, ..Summary::default() }, Exit::Unexpected),
            (Summary { bad_files: 0, contradictions: 0, ..summary }, Exit::Unexpected),
            (Summary { contradictions: 0, ..summary }, Exit::BadInput),
            (summary, Exit::Internal),
        ] {
            assert_eq!(exit(&summary), expected, "{summary:?}");
        }
    }

    #[test]
    fn the_claim_file_of_the_help_text_is_one() {
        let lines =
            HELP.lines().skip_while(|line| !line.contains("format =")).take_while(|line| !line.starts_with("Exit"));
        let text: Vec<&str> = lines.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        assert_eq!(claim::parse(&text.join("\n")).map(|file| file.claims.len()), Ok(1));
    }
}
