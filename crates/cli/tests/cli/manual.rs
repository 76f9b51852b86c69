//! What people read and press beside the program: manual pages and completions.

use super::*;
use clap::CommandFactory;
use dpcert_cli::Cli;
use std::collections::BTreeSet;

fn commands() -> Vec<String> {
    let cli = Cli::command();
    cli.get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect()
}

/// One for each command and one for all, with the lines of the help that are to be copied as they
/// are there.
#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("man");
    let written = run(&["manual", folder.to_str().unwrap()]);
    assert_eq!((written.code, written.stderr.as_str()), (Some(0), ""));
    let found: BTreeSet<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected = commands().into_iter().map(|command| format!("dpcert-{command}.1"));
    assert_eq!(found, expected.chain(["dpcert.1".to_owned()]).collect());
    for name in found {
        let page = std::fs::read_to_string(folder.join(&name)).unwrap();
        let help = match name.strip_prefix("dpcert-").and_then(|name| name.strip_suffix(".1")) {
            Some(command) => run(&["help", command]).stdout,
            None => {
                let pages = ["mechanisms", "sensitivity", "exponential", "limits", "exit-codes"];
                let pages = pages.map(|page| run(&["help", page]).stdout);
                std::iter::once(run(&["help"]).stdout).chain(pages).collect::<Vec<_>>().join("\n")
            }
        };
        let (mut kept, mut is_kept) = (Vec::new(), false);
        for line in page.lines() {
            match line {
                ".nf" | ".fi" => {
                    assert_ne!(is_kept, line == ".nf", "{name}");
                    is_kept = line == ".nf";
                }
                ".sp" => assert!(is_kept, "{name}"),
                line if is_kept => {
                    let text = line
                        .replace("\\-", "-")
                        .replace("\\*(Aq", "'")
                        .replace("\\&", "")
                        .replace("\\\\", "\\");
                    assert!(help.lines().any(|known| known == text), "{name}: {text}");
                    kept.push(text);
                }
                _ => {}
            }
        }
        assert!(!is_kept && !kept.is_empty(), "{name}");
        let examples = help.lines().filter(|line| line.starts_with("  $ "));
        for example in examples {
            assert!(kept.iter().any(|line| line == example), "{name}: {example}");
        }
    }
}

#[test]
fn pages_that_cannot_be_written_are_no_success() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let run = run(&["manual", file.path().to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(74), ""));
    assert!(run.stderr.contains(file.path().to_str().unwrap()), "{}", run.stderr);
}

#[test]
fn every_shell_is_told_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (Some(0), ""), "{shell}");
        for command in commands() {
            assert!(script.stdout.contains(&command), "{shell}: {command}");
        }
    }
    let none = run(&["completions", "cmd"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""));
    assert!(none.stderr.contains("bash, elvish, fish, powershell, zsh"), "{}", none.stderr);
}

/// Bash completes commands, options, and the values of options.
#[cfg(target_os = "linux")]
#[test]
fn bash_completes() {
    let script = run(&["completions", "bash"]).stdout;
    let completed = |words: &[&str]| {
        let (last, before) = (words.last().unwrap(), words[words.len() - 2]);
        let asked = format!(
            "{script}\nCOMP_WORDS=({}) COMP_CWORD={}\n_dpcert dpcert '{last}' '{before}'\necho \"${{COMPREPLY[*]}}\"\n",
            words.join(" "),
            words.len() - 1
        );
        let mut bash = Command::new("bash");
        bash.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let run = finish(bash.spawn().unwrap(), asked.into_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        run.stdout.trim_end().to_owned()
    };
    assert_eq!(completed(&["dpcert", "calib"]), "calibrate");
    assert_eq!(completed(&["dpcert", "delta", "--rel"]), "--rel-gap");
    assert_eq!(completed(&["dpcert", "delta", "--exact", "n"]), "never");
}
