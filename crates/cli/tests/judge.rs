//! Tables of claims: a run that is killed at any moment and resumed has the output of one that was
//! not.

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
    // The record of what was judged is not that of the user who runs the tests.
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
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
    assert_eq!(
        whole.status.code(),
        Some(1),
        "some are refuted: {}",
        String::from_utf8_lossy(&whole.stderr)
    );
    let (mut kills, mut patience) = (0, Duration::from_millis(60));
    loop {
        let mut run =
            judge(folder, &["claims.csv", "-o", "killed.parquet", "--resume"]).spawn().unwrap();
        thread::sleep(patience);
        // Longer each time: a part has to be done once.
        patience = patience * 13 / 10;
        run.kill().unwrap();
        let ended = run.wait_with_output().unwrap();
        if ended.status.code() == Some(1) {
            assert_eq!(
                ended.stdout,
                String::from_utf8_lossy(&whole.stdout).replace("whole", "killed").into_bytes()
            );
            break;
        }
        kills += 1;
    }
    assert!(kills > 0, "{kills}");
    assert!(
        fs::read(folder.join("whole.parquet")).unwrap()
            == fs::read(folder.join("killed.parquet")).unwrap()
    );
    assert_eq!(fs::read_dir(folder).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn bad_input_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("claims.csv"), "kind,quantity,relation,claimed\ngaussian,tv,at-most,1\n")
        .unwrap();
    for (arguments, code, message) in [
        (
            &["claims.csv", "-o", "out.txt"][..],
            2,
            "let its name end with .parquet, .csv, .jsonl or .ndjson",
        ),
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
    assert!(
        fs::read_to_string(folder.join("out.csv"))
            .unwrap()
            .contains("the field \"\"sigma\"\" is missing")
    );
}

#[test]
fn what_is_refused_names_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let claims = "mechanism,quantity,at,relation,claimed\n\"approx-dp(eps=1/10, delta=1e-6)^100000\",delta,3,at-most,1e-3\n";
    fs::write(folder.join("claims.csv"), claims).unwrap();
    let run =
        judge(folder, &["claims.csv", "-o", "out.csv", "--max-work", "1000"]).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(fs::read_to_string(folder.join("out.csv")).unwrap().contains("with --max-work "));
}

/// A table is an input of `dpcert check` too.
#[test]
fn check_judges_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let claims = "kind,sigma,quantity,at,relation,claimed\ngaussian,2,delta,1,at-most,0.1\ngaussian,2,tv,,at-most,0.1\n";
    fs::write(folder.join("claims.csv"), claims).unwrap();
    fs::write(folder.join("claims.toml"), "format = \"dpcert/1\"\n").unwrap();
    let judged = judge(folder, &["claims.csv", "-o", "first.jsonl"]).output().unwrap();
    let checked = dpcert(folder, &["check", "claims.csv", "-o", "other.jsonl"]).output().unwrap();
    assert_eq!((judged.status.code(), checked.status.code()), (Some(1), Some(1)), "one is refuted");
    assert_eq!(
        String::from_utf8_lossy(&judged.stdout).replace("first", "other").as_bytes(),
        checked.stdout
    );
    assert_eq!(
        fs::read(folder.join("first.jsonl")).unwrap(),
        fs::read(folder.join("other.jsonl")).unwrap()
    );
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
        assert!(
            run.status.code() == Some(2) && stderr.contains(message),
            "{arguments:?}: {stderr}"
        );
    }
    assert!(!folder.join("none.csv").exists());
}

/// The numbers and the exit code are those of the rows that are merged, and a row that was changed
/// is named.
#[test]
fn a_merge_reads_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = "kind,sigma,quantity,at,relation,claimed\n";
    let (first, second) = ("gaussian,2,delta,1,at-most,0.1\n", "gaussian,2,tv,,at-most,0.1\n");
    for (name, rows) in
        [("all", [first, second].concat()), ("a", first.to_owned()), ("b", second.to_owned())]
    {
        fs::write(folder.join(format!("{name}.csv")), [header, &rows].concat()).unwrap();
        judge(folder, &[&format!("{name}.csv"), "-o", &format!("{name}.verdicts.csv")])
            .output()
            .unwrap();
    }
    let merged = |outputs: &[&str]| {
        let outputs: Vec<&str> = outputs.iter().flat_map(|name| ["--merge", name]).collect();
        let run = judge(folder, &[&["all.csv", "-o", "merged.csv"], &outputs[..]].concat())
            .output()
            .unwrap();
        (
            run.status.code(),
            String::from_utf8(run.stdout).unwrap(),
            String::from_utf8(run.stderr).unwrap(),
        )
    };
    let two = ["a.verdicts.csv", "b.verdicts.csv"];
    assert_eq!(merged(&two).1, "2 claims: 1 holds, 1 refuted; the verdicts are in merged.csv\n");
    assert_eq!(merged(&two).0, Some(1));
    assert_eq!(
        fs::read(folder.join("merged.csv")).unwrap(),
        fs::read(folder.join("all.verdicts.csv")).unwrap()
    );
    fs::remove_file(folder.join("merged.csv")).unwrap();
    let (place, of_all) = (folder.join("b.verdicts.csv"), folder.join("all.verdicts.csv"));
    let text = fs::read_to_string(&place).unwrap();
    fs::write(&place, text.replace("refuted", "holds")).unwrap();
    let (code, _, message) = merged(&two);
    assert!(
        code == Some(2)
            && message.contains("b.verdicts.csv: row 1: it is not the one that was written"),
        "{message}"
    );
    fs::write(&place, text.lines().next().unwrap()).unwrap();
    let (code, _, message) = merged(&two);
    assert!(
        code == Some(2)
            && message.contains("b.verdicts.csv: the number of its rows of verdicts is 0, and 1"),
        "{message}"
    );
    let text = fs::read_to_string(&of_all).unwrap();
    fs::write(&of_all, text.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
    let (code, _, message) = merged(&["all.verdicts.csv"]);
    assert!(
        code == Some(2)
            && message.contains("the number of its rows of verdicts is 1, and 2 were written"),
        "{message}"
    );
    assert!(!folder.join("merged.csv").exists());
}

/// A folder of parts that somebody made up, with its digest, changes no verdict.
#[test]
fn parts_from_elsewhere_are_judged_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("claims.csv"),
        "kind,sigma,quantity,relation,claimed\ngaussian,2,tv,at-most,0.01\n",
    )
    .unwrap();
    judge(folder, &["claims.csv", "-o", "whole.csv"]).output().unwrap();
    let about: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("whole.csv.dpcert.json")).unwrap()).unwrap();
    for (state, reason) in [
        (
            env!("CARGO_TARGET_TMPDIR"),
            "there is no record of this user here that it was judged with these options",
        ),
        (
            "",
            "this user has no folder for the record of what was judged: set XDG_STATE_HOME to an absolute path",
        ),
    ] {
        let parts = folder.join("out.csv.parts");
        fs::create_dir(&parts).unwrap();
        fs::write(parts.join("run.json"), about["run"].to_string()).unwrap();
        fs::write(parts.join("0000000000.csv"), "holds,0.01,0.01,0.1,closed-form,binary64,\n")
            .unwrap();
        let mut run = judge(folder, &["claims.csv", "-o", "out.csv", "--resume"]);
        let run = run.env("XDG_STATE_HOME", state).env("HOME", "relative").output().unwrap();
        assert_eq!(run.status.code(), Some(1));
        let message = format!("dpcert: out.csv.parts: 1 part was judged again, because {reason}\n");
        assert_eq!(String::from_utf8(run.stderr).unwrap(), message);
        assert_eq!(
            fs::read(folder.join("out.csv")).unwrap(),
            fs::read(folder.join("whole.csv")).unwrap()
        );
    }
}

/// Nothing of what the Parquet library says when it panics is printed.
#[test]
fn a_damaged_file_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bulk/tests/damaged");
    let mut files = 0;
    for file in fs::read_dir(damaged).unwrap() {
        let file = file.unwrap().path();
        let run =
            judge(folder.path(), &[file.to_str().unwrap(), "-o", "out.csv"]).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.starts_with(&format!("dpcert: {}: ", file.display()))
                && stderr.lines().count() == 1,
            "{stderr}"
        );
        files += 1;
    }
    assert_eq!(files, 3);
}
