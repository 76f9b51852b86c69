//! `dpcert crosscheck`: programs whose every answer has a known verdict, records, baselines,
//! reports.

mod baselines;
mod many;
mod programs;
mod records;
mod relations;
mod reports;
mod suites;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with some files, removed in the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("{e}: {}{}", self.stdout, self.stderr))
    }

    /// The verdicts, in order.
    fn verdicts(&self) -> Vec<String> {
        let report = self.json();
        let questions = report["questions"].as_array().unwrap();
        questions.iter().map(|question| question["verdict"].as_str().unwrap().to_owned()).collect()
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.arg("crosscheck").args(arguments).current_dir(folder.path("")).env("NO_COLOR", "1");
    command
}

fn crosscheck(folder: &Folder, arguments: &[&str]) -> Run {
    finish(command(folder, arguments))
}

fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: crate::said(output.stderr),
    }
}

/// The command of a control program.
fn control(mode: &str) -> String {
    let script = crate::root().join("crates/cli/tests/crosscheck/programs/control.py");
    format!("python3 '{}' {mode}", script.display())
}

fn approx_dp(eps: &str, delta: &str, count: u64) -> Value {
    json!({"kind": "repeat", "count": count, "mechanism": {"kind": "approx-dp", "eps": eps, "delta": delta}})
}

/// Questions whose answers a control program knows.
fn suite() -> String {
    let questions = [
        (
            "one-step",
            json!({"kind": "approx-dp", "eps": "ln(3)", "delta": "1/10"}),
            json!({"tv": {}}),
        ),
        ("lattice-point", approx_dp("ln(2)", "1/10", 3), json!({"delta": {"eps": "ln(2)"}})),
        ("between-points", approx_dp("ln(2)", "1/10", 7), json!({"delta": {"eps": "2*ln(3)"}})),
        ("tail", approx_dp("ln(2)", "0", 40), json!({"delta": {"eps": "38*ln(2)"}})),
        ("total-variation", approx_dp("ln(5/4)", "1/1000", 30), json!({"tv": {}})),
        ("second-error", approx_dp("ln(2)", "1/100", 12), json!({"beta": {"alpha": "1/10"}})),
    ];
    lines(&questions)
}

fn lines(questions: &[(&str, Value, Value)]) -> String {
    let line = |(id, mechanism, query): &(&str, Value, Value)| {
        json!({"id": id, "mechanism": mechanism, "query": query}).to_string() + "\n"
    };
    questions.iter().map(line).collect()
}
