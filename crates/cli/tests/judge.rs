//! Tables of claims: a run that is killed at any moment and resumed has the output of one that was not.

use crate::support::effort;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn judge(folder: &Path, arguments: &[&str]) -> Command {
    dpcert(folder, &[&["judge"], arguments].concat())
}

fn dpcert(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Two parts and a bit, or three.
fn claims() -> String {
    let rows = if effort() > 1 { 400_000 } else { 270_000 };
    let mut text = String::from("id,kind,sigma,quantity,at,relation,claimed\n");
    for row in 0..rows {
        let (sigma, at, claimed) = (1 + row % 7, row % 90, row % 997);
        writeln!(text, "{row},gaussian,{sigma}.5,delta,0.{at:02},at-most,0.{claimed:03}").unwrap();
    }
    text
}

#[test]
fn a_killed_run_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("claims.csv"), claims()).unwrap();
    let whole = judge(folder, &["claims.csv", "-o", "whole.parquet"]).output().unwrap();
    assert_eq!(whole.status.code(), Some(1), "some are refuted: {}", String::from_utf8_lossy(&whole.stderr));
    let (mut kills, mut patience) = (0, Duration::from_millis(60));
    loop {
        let mut run = judge(folder, &["claims.csv", "-o", "killed.parquet", "--resume"]).spawn().unwrap();
        thread::sleep(patience);
        // Longer each time: a part has to be done once.
        patience = patience * 13 / 10;
        run.kill().unwrap();
        let ended = run.wait_with_output().unwrap();
        if ended.status.code() == Some(1) {
            assert_eq!(ended.stdout, String::from_utf8_lossy(&whole.stdout).replace("whole", "killed").into_bytes());
            break;
        }
        kills += 1;
    }
    assert!(kills > 0, "{kills}");
    assert!(fs::read(folder.join("whole.parquet")).unwrap() == fs::read(folder.join("killed.parquet")).unwrap());
    assert_eq!(fs::read_dir(folder).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn bad_input_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("claims.csv"), "kind,quantity,relation,claimed\ngaussian,tv,at-most,1\n").unwrap();
    for (arguments, code, message) in [
        (&["claims.csv", "-o", "out.txt"][..], 2, "let its name end with .parquet, .csv, .jsonl or .ndjson"),
        (&["none.csv", "-o", "out.csv"], 2, "none.csv: "),
        (&["-", "-o", "out.csv"], 2, "add --format csv or --format jsonl"),
        (&["claims.csv", "-o", "nowhere/out.csv"], 74, "nowhere"),
        // The row has no sigma.
        (&["claims.csv", "-o", "out.csv"], 2, ""),
    ] {
        let run = judge(folder, arguments).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    }
    assert!(fs::read_to_string(folder.join("out.csv")).unwrap().contains("the field \"\"sigma\"\" is missing"));
}

#[test]
fn what_is_refused_names_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let claims =
        "mechanism,quantity,at,relation,claimed\n\"approx-dp(eps=1/10, delta=1e-6)^100000\",delta,3,at-most,1e-3\n";
    fs::write(folder.join("claims.csv"), claims).unwrap();
    let run = judge(folder, &["claims.csv", "-o", "out.csv", "--max-work", "1000"]).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(fs::read_to_string(folder.join("out.csv")).unwrap().contains("with --max-work "));
}

/// A table is an input of `dpcert check` too.
#[test]
fn check_judges_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let claims =
        "kind,sigma,quantity,at,relation,claimed\ngaussian,2,delta,1,at-most,0.1\ngaussian,2,tv,,at-most,0.1\n";
    fs::write(folder.join("claims.csv"), claims).unwrap();
    fs::write(folder.join("claims.toml"), "format = \"dpcert/1\"\n").unwrap();
    let judged = judge(folder, &["claims.csv", "-o", "first.jsonl"]).output().unwrap();
    let checked = dpcert(folder, &["check", "claims.csv", "-o", "other.jsonl"]).output().unwrap();
    assert_eq!((judged.status.code(), checked.status.code()), (Some(1), Some(1)), "one is refuted");
    assert_eq!(String::from_utf8_lossy(&judged.stdout).replace("first", "other").as_bytes(), checked.stdout);
    assert_eq!(fs::read(folder.join("first.jsonl")).unwrap(), fs::read(folder.join("other.jsonl")).unwrap());
    for (arguments, message) in [
        (&["claims.csv"][..], "name the file for its verdicts with --output"),
        (&["claims.csv", "--json"], "name the file for its verdicts with --output"),
        (&["claims.csv", "claims.toml", "-o", "none.csv"], "check a table of claims alone"),
        (&["claims.toml", "-o", "none.csv"], "none of these paths is a table"),
        (&["claims.csv", "-o", "none.csv", "--ask", "tv"], "cannot be used with"),
        (&["claims.csv", "-o", "none.txt"], "let its name end with"),
    ] {
        let run = dpcert(folder, &[&["check"], arguments].concat()).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && stderr.contains(message), "{arguments:?}: {stderr}");
    }
    assert!(!folder.join("none.csv").exists());
}
