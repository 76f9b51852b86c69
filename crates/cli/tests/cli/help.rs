//! The help texts: what is in them to be copied comes out as it was written, and runs.

use super::*;
use crate::support::recorded::assert_meets;
use clap::CommandFactory;
use dpcert_cli::Cli;

/// Lines that are to be copied have at most so many columns.
const NARROW: usize = 80;

/// What is written below the options of each command, with the command's name: `""` for that of
/// all.
fn texts() -> Vec<(String, String)> {
    let cli = Cli::command();
    let of_commands = cli.get_subcommands().map(|command| {
        let text = command
            .get_after_long_help()
            .unwrap_or_else(|| panic!("{} has no text", command.get_name()));
        (command.get_name().to_owned(), text.to_string())
    });
    // What follows its usage; on a wide screen none of its lines is broken.
    let all = shown("", Some(160));
    let of_all = (String::new(), all.splitn(3, "\n\n").nth(2).unwrap().trim_end().to_owned());
    std::iter::once(of_all).chain(of_commands).collect()
}

/// The help of a command on a screen with this number of columns; without it, on a pipe.
fn shown(command: &str, columns: Option<usize>) -> String {
    let arguments: Vec<&str> =
        ["help", command].into_iter().filter(|text| !text.is_empty()).collect();
    printed(&arguments, columns)
}

fn printed(arguments: &[&str], columns: Option<usize>) -> String {
    let mut dpcert = dpcert(arguments);
    match columns {
        Some(columns) => dpcert.env("COLUMNS", columns.to_string()),
        None => dpcert.env_remove("COLUMNS"),
    };
    let help = finish(dpcert.spawn().unwrap(), Vec::new());
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    help.stdout
}

fn is_prose(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(' ')
}

/// What is indented is not broken at any width from 80 columns on, and prose only where the screen
/// ends.
#[test]
fn lines_of_examples_are_never_broken() {
    let texts = texts();
    assert!(texts.len() > 25, "{}", texts.len());
    for (command, text) in &texts {
        for line in text.lines().filter(|line| !is_prose(line)) {
            assert!(line.chars().count() <= NARROW, "{command}: {line}");
        }
        for columns in [Some(80), Some(100), None, Some(160)] {
            let help = shown(command, columns);
            let width = columns.unwrap_or(100);
            // Behind the last option the text begins, and goes on to the end.
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let written = words(text);
            let start = help
                .match_indices("\n\n")
                .map(|(at, _)| at + 2)
                .find(|at| words(&help[*at..]) == written);
            let start = start.unwrap_or_else(|| panic!("{command} at {columns:?}:\n{help}"));
            let below: Vec<&str> = help[start..].lines().collect();
            let copied = |lines: &[&str]| -> Vec<String> {
                lines
                    .iter()
                    .filter(|line| line.starts_with(' '))
                    .map(|line| (*line).to_owned())
                    .collect()
            };
            assert_eq!(
                copied(&below),
                copied(&text.lines().collect::<Vec<_>>()),
                "{command} at {columns:?}"
            );
            for pair in below.windows(2).filter(|pair| pair.iter().all(|line| is_prose(line))) {
                let word = pair[1].split(' ').next().unwrap();
                let together = pair[0].chars().count() + 1 + word.chars().count();
                assert!(together > width, "{command} at {columns:?}: {pair:?}");
            }
            assert!(
                help.lines().all(|line| line.chars().count() <= width),
                "{command} at {columns:?}\n{help}"
            );
        }
    }
}

/// The pages of `help`, which are about no single command.
const PAGES: [&str; 5] = ["mechanisms", "sensitivity", "exponential", "limits", "exit-codes"];

/// The list of commands has each of them once, in one line, and fits on a screen.
#[test]
fn the_list_of_commands_is_short_and_whole() {
    let list = printed(&["-h"], Some(80));
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines.len() <= 60, "{} lines", lines.len());
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{list}");
    let mut listed: Vec<&str> = Vec::new();
    for line in lines.iter().filter_map(|line| line.strip_prefix("  ")) {
        assert!(line.chars().count() <= NARROW - 2, "{line}");
        listed.push(line.split(' ').next().unwrap());
    }
    listed.sort_unstable();
    let cli = Cli::command();
    let mut commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    commands.sort_unstable();
    assert_eq!(listed, commands);
    for heading in ["Ask:", "Judge:", "Certify:", "Draw:", "Look up:", "For programs:"] {
        assert!(lines.contains(&heading), "{heading}");
    }
}

/// `-h` shows the options, `--help` the examples as well, and `help COMMAND` is the same as
/// `--help`.
#[test]
fn the_options_of_the_engine_are_folded() {
    for (command, _) in texts().into_iter().filter(|(command, _)| !command.is_empty()) {
        let [short, long] = ["-h", "--help"].map(|flag| printed(&[&command, flag], None));
        assert_eq!(long, shown(&command, None), "{command}");
        assert!(short.lines().count() <= long.lines().count(), "{command}");
        assert!(
            !short.contains("  $ dpcert") && !long.contains("--max-work <N>"),
            "{command}: {long}"
        );
    }
    let limits = shown("limits", None);
    for option in ["--engine", "--max-precision", "--max-work", "--max-memory"] {
        assert!(
            limits.contains(option) && run(&["delta", "-h"]).stdout.contains(option),
            "{option}: {limits}"
        );
    }
    for (option, value) in
        [("--max-work", "1e11"), ("--max-memory", "4096"), ("--max-precision", "65536")]
    {
        let line = limits.lines().position(|line| line.contains(option)).unwrap();
        let about: Vec<&str> = limits.lines().skip(line).take(2).collect();
        assert!(about.join(" ").contains(&format!("{value} without it")), "{about:?}");
    }
    let default = dpcert::Limits::default();
    assert_eq!(
        (default.work, default.memory >> 20, default.precision),
        (100_000_000_000, 4096, 65536)
    );
    // Where else they are written by hand: the options, and Python.
    let text = |path: &str| std::fs::read_to_string(crate::root().join(path)).unwrap();
    let options = text("crates/cli/src/common.rs");
    let python = text("python/src/dpcert/_options.py");
    for (option, there) in [
        (
            "in bits [default: 65536].",
            "``max_precision``: the largest working precision, in bits; 65536.",
        ),
        ("about 10^9 a second [default: 1e11].", "about 10^9 a second; 10^11."),
        (
            "in MiB [default: 4096].",
            "``max_memory``: the most memory for one answer, in MiB; 4096.",
        ),
    ] {
        assert!(options.contains(option), "{option}");
        assert!(python.contains(there), "{there}");
    }
}

#[test]
fn pages_of_the_help_fit_on_the_screen() {
    let list = shown("", None);
    for page in PAGES {
        assert!(list.contains(&format!("  {page} ")), "{page}: {list}");
        for columns in [80, 100, 160] {
            let text = shown(page, Some(columns));
            assert!(
                text.lines().all(|line| line.chars().count() <= columns),
                "{page} at {columns}:\n{text}"
            );
            assert!(
                text.lines()
                    .filter(|line| !is_prose(line))
                    .all(|line| line.chars().count() <= NARROW),
                "{text}"
            );
        }
    }
    let unknown = run(&["help", "mechanism"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("no command or page `mechanism`"), "{}", unknown.stderr);
    assert!(unknown.stderr.contains("did you mean \"mechanisms\"?"), "{}", unknown.stderr);
}

/// A usage is broken between its words, in the help and where something is missing.
#[test]
fn usages_fit_on_a_narrow_screen() {
    let usage = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with("Usage: "));
        lines.take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let words = |lines: &[String]| {
        lines.join(" ").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut broken = 0;
    for (command, _) in texts() {
        let (narrow, wide) =
            (usage(&shown(&command, Some(50))), usage(&shown(&command, Some(160))));
        assert_eq!((words(&narrow), wide.len()), (words(&wide), 1), "{command}");
        assert!(narrow.iter().all(|line| line.chars().count() <= 50), "{command}: {narrow:?}");
        broken += usize::from(narrow.len() > 1);
    }
    assert!(broken > 2, "{broken}");
    let mut test = dpcert(&["test", "laplace(eps=1)"]);
    let missing = finish(test.env("COLUMNS", "50").spawn().unwrap(), Vec::new());
    assert_eq!(missing.code, Some(2));
    let expected = ["Usage: dpcert test [OPTIONS] --alpha <ALPHA>", "       <MECH>"];
    assert_eq!(usage(&missing.stderr), expected, "{}", missing.stderr);
}

/// A command and what it prints.
type Example = (String, Vec<String>);

/// The commands of a text, each behind a `$`, over as many lines as a shell would read, and the
/// lines below it.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix("  $ ") {
            let mut command = first.to_owned();
            while command.ends_with('\\') || command.matches('\'').count() % 2 == 1 {
                command = format!("{command}\n{}", lines.next().unwrap());
            }
            examples.push((command, Vec::new()));
        } else if is_prose(line) {
            // Prose ends an example.
            examples.push((String::new(), Vec::new()));
        } else if let Some((_, expected)) = examples.last_mut() {
            expected.push(line.strip_prefix("  ").unwrap_or(line).to_owned());
        }
    }
    examples.retain(|(command, _)| !command.is_empty());
    examples
}

/// Every example of the help texts is run, and prints what the help says.
#[cfg(unix)]
#[test]
fn examples_of_the_help_run() {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_dpcert")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for (command, text) in texts() {
        // What the examples of a text read stands where they are run, and what they write does not
        // stay.
        let place = tempfile::tempdir().unwrap();
        for name in ["fixtures", "adapters", "vectors"] {
            let tree = crate::root().join(name);
            std::os::unix::fs::symlink(tree, place.path().join(name)).unwrap();
        }
        let examples = examples(&text);
        // The sample of `check` is a claim file, and `serve` does not end.
        assert!(
            !examples.is_empty() || command == "check" || command == "serve",
            "{command} has no example"
        );
        for (example, expected) in examples {
            let mut sh = Command::new("sh");
            sh.args(["-c", &example]).env("PATH", &path).env_remove("RAYON_NUM_THREADS");
            sh.env("COLUMNS", "80");
            let output = sh.current_dir(&place).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_meets(printed.trim_end(), expected.join("\n").trim_end(), &example);
            let said = crate::said(output.stderr);
            assert!(output.status.success() && said.is_empty(), "{example}: {said}");
            count += 1;
        }
    }
    assert!(count > 45, "{count}");
}

/// The examples on pages about no command have no output there, and have an answer.
#[cfg(unix)]
#[test]
fn examples_on_pages_have_answers() {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_dpcert")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let all: Vec<Example> = PAGES.iter().flat_map(|page| examples(&shown(page, None))).collect();
    assert!(!all.is_empty());
    for (example, _) in all {
        let output = Command::new("sh").args(["-c", &example]).env("PATH", &path).output().unwrap();
        assert!(
            output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty(),
            "{example}"
        );
    }
}

/// The certificate that is named behind the example is the one that the example wrote.
#[test]
fn the_help_of_certify_names_what_was_written() {
    let text = texts().into_iter().find(|(command, _)| command == "certify").unwrap().1;
    let written: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().split_once("  "))
        .map(|(path, _)| path)
        .take(1)
        .collect();
    assert_eq!(written, ["certificates/queries--sum.json"]);
    assert!(
        text.contains(&format!("\n  dpcert-checker --claim queries.toml {}\n", written[0])),
        "{text}"
    );
    assert!(!text.contains('*'), "{text}");
}

/// The help and the checker agree what a file is that is no certificate.
#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    for (text, code) in [
        ("{}", 2),
        ("{\"name\":\"x\"}", 2),
        ("{\"format\":\"dpcert/1\"}", 2),
        ("{\"format\":{}}", 2),
        (
            "{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicateType\":\"https://slsa.dev/provenance/v1\"}",
            2,
        ),
        ("{\"payloadType\":\"text/plain\",\"payload\":\"\",\"signatures\":[]}", 2),
        // What a later version of this program might write.
        ("{\"format\":\"dpcert-certificate/3\"}", 3),
    ] {
        std::fs::write(&path, text).unwrap();
        let run = run(&["verify", path.to_str().unwrap()]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(code), ""), "{text}: {}", run.stdout);
    }
    let help = shown("verify", None);
    for line in [
        "  2   a file is not a certificate\n",
        "  3   a certificate ends before the claim, or needs a format, a rule",
    ] {
        assert!(help.contains(line), "{help}");
    }
}

/// Exit code 1 is about what was not expected, in the words of `check` and of `docs/questions.md`.
#[test]
fn exit_code_1_is_about_what_was_not_expected() {
    for command in ["exit-codes", "check"] {
        let words = shown(command, Some(160)).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("1 a claim is refuted or holds, contrary to its expectation;"),
            "{words}"
        );
    }
}
