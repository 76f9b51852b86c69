//! The command `dpcert check`: exit codes, files and folders, options.

use crate::check::{CLAIM, HEAD, ROW};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for a test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str, files: &[(&str, &str)]) -> Folder {
        // Several tests may ask for the same one at once.
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("dpcert-check-{test}-{process}-{number}"));
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Exit code, standard output, standard error.
fn check(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    dpcert(folder, &[&["check"], arguments].concat(), "")
}

/// Runs the program in a folder, with an input.
pub fn dpcert(folder: &Folder, arguments: &[&str], input: &str) -> (i32, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_dpcert")).env_remove("COLUMNS"), folder, arguments, input)
}

/// Runs the program as on a screen with so many columns.
pub fn dpcert_on(
    folder: &Folder,
    arguments: &[&str],
    input: &str,
    columns: usize,
) -> (i32, String, String) {
    run(
        Command::new(env!("CARGO_BIN_EXE_dpcert")).env("COLUMNS", columns.to_string()),
        folder,
        arguments,
        input,
    )
}

fn run(
    command: &mut Command,
    folder: &Folder,
    arguments: &[&str],
    input: &str,
) -> (i32, String, String) {
    command.args(arguments).current_dir(&folder.0);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), crate::said(output.stderr))
}

#[test]
fn exit_codes() {
    let good = format!("{HEAD}{ROW}{CLAIM}");
    let refuted = good.replace("0.5", "0.1");
    let unsupported = good.replace(
        "sigma = 1",
        "sigma = 1\nsampling = { method = \"with-replacement\", size = 1, population = 10 }",
    );
    let expected = format!("{unsupported}expect = \"unsupported\"\n");
    let surprise = format!("{good}expect = \"refuted\"\n");
    let folder = Folder::new(
        "exit",
        &[
            ("good.toml", &good),
            ("refuted.toml", &refuted),
            ("unsupported.toml", &unsupported),
            ("expected.toml", &expected),
            ("surprise.toml", &surprise),
            ("bad.toml", &good.replace("at-most", "at_most")),
            ("empty.toml", ""),
            ("tree/b/two.toml", &good),
            ("tree/b/notes.txt", "not read"),
            ("tree/a/one.toml", &expected),
            ("bare/notes.txt", "not read"),
        ],
    );
    for (arguments, code, output, error) in [
        (vec!["good.toml"], 0, "1 claim in 1 file: 1 holds, all as expected", ""),
        (
            vec!["good.toml", "expected.toml"],
            0,
            "2 claims in 2 files: 1 holds, 1 unsupported, all as expected",
            "",
        ),
        (vec!["unsupported.toml", "good.toml"], 3, "1 not as expected", ""),
        (vec!["unsupported.toml", "refuted.toml"], 1, "2 not as expected", ""),
        (vec!["surprise.toml"], 1, "holds (expected: refuted)", ""),
        (
            vec!["refuted.toml", "bad.toml", "good.toml"],
            2,
            "not judged: 1 path with errors",
            "bad.toml:13:1",
        ),
        (
            vec!["empty.toml", "good.toml"],
            2,
            "1 holds, all as expected; not judged: 1 path",
            "the file is empty",
        ),
        (
            vec!["none.toml"],
            2,
            "0 claims in 0 files; not judged: 1 path with errors",
            "there is no such file",
        ),
        (vec!["tree"], 0, "2 claims in 2 files", ""),
        (vec!["tree", "tree/a/one.toml", "good.toml"], 0, "3 claims in 3 files", ""),
        (
            vec!["bare"],
            2,
            "0 claims",
            "there is no claim file in this folder (it has no *.toml file)",
        ),
        // Without a path, the claim files of this folder.
        (vec![], 2, "not judged: 1 path with errors", "bad.toml:13:1"),
        (vec!["--digits", "0", "good.toml"], 2, "", "--digits"),
    ] {
        let (found, stdout, stderr) = check(&folder, &arguments);
        assert_eq!(found, code, "{arguments:?}\n{stdout}\n{stderr}");
        assert!(stdout.contains(output), "{arguments:?}: {output:?} is not in\n{stdout}");
        assert!(stderr.contains(error), "{arguments:?}: {error:?} is not in\n{stderr}");
        assert_eq!(stderr.is_empty(), error.is_empty(), "{arguments:?}:\n{stderr}");
    }
    let (_, stdout, _) = check(&folder, &["tree"]);
    assert!(
        stdout.find("tree/a/one.toml").unwrap() < stdout.find("tree/b/two.toml").unwrap(),
        "{stdout}"
    );
}

#[test]
fn a_denied_finding_fails_the_check() {
    let good = format!("{HEAD}{ROW}actual = \"floating-point\"\n{CLAIM}");
    let file =
        |claim: &str, level: &str| format!("{claim}[policy]\nmechanism-idealised = \"{level}\"\n");
    let undecided =
        good.replace("0.5", "0.38292492254802620727540922121667547976720435110915587364155");
    let folder = Folder::new(
        "deny",
        &[
            ("default.toml", &good),
            ("allow.toml", &file(&good, "allow")),
            ("warn.toml", &file(&good, "warn")),
            ("deny.toml", &file(&good, "deny")),
            ("undecided.toml", &file(&undecided, "deny")),
            ("bad.toml", ""),
        ],
    );
    let warned = "1 holds, all as expected; 1 finding\n";
    for (arguments, code, output) in [
        (vec!["default.toml"], 0, warned),
        (vec!["allow.toml"], 0, "1 holds, all as expected\n"),
        (vec!["warn.toml"], 0, warned),
        (vec!["deny.toml"], 1, "1 holds, all as expected; 1 finding, 1 denied\n"),
        (vec!["deny.toml", "warn.toml"], 1, "2 hold, all as expected; 2 findings, 1 denied\n"),
        (
            vec!["--max-precision", "128", "undecided.toml"],
            1,
            "1 undecided; 1 not as expected; 1 finding, 1 denied\n",
        ),
        (vec!["deny.toml", "bad.toml"], 2, "1 denied; not judged: 1 path with errors\n"),
    ] {
        let (found, stdout, _) = check(&folder, &arguments);
        assert_eq!(found, code, "{arguments:?}\n{stdout}");
        assert!(
            stdout.ends_with(output),
            "{arguments:?}: {output:?} is not at the end of\n{stdout}"
        );
        assert_eq!(
            stdout.contains("mechanism-idealised"),
            arguments != ["allow.toml"],
            "{arguments:?}\n{stdout}"
        );
    }
}

#[test]
fn json_output() {
    let folder = Folder::new(
        "json",
        &[("a.toml", &format!("{HEAD}{ROW}{CLAIM}")), ("b.toml", "format = \"dpcert/9\"")],
    );
    let (code, stdout, stderr) = check(&folder, &["--json", "--digits", "30", "."]);
    assert_eq!(code, 2, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let claim = &report["files"][0]["claims"][0];
    assert_eq!(claim["lo"], "0.3829249225480262072754092212166");
    assert_eq!(claim["verdict"], "holds");
    assert_eq!(claim["as_expected"], true);
    assert_eq!(report["bad_files"][0]["path"], "./b.toml");
    assert_eq!(report["summary"]["claims"], 1);
}

#[test]
fn limits_are_options() {
    let text = format!(
        "{HEAD}{}{CLAIM}",
        ROW.replace(
            "gaussian\"\nsigma = 1",
            "approx-dp\"\neps = \"1/100\"\ndelta = 0\ncount = 1000"
        )
    );
    let folder = Folder::new("limits", &[("a.toml", &text)]);
    let (code, stdout, _) = check(&folder, &["--max-work", "1000", "a.toml"]);
    assert_eq!(code, 3, "{stdout}");
    assert!(stdout.contains("--max-work"), "{stdout}");
    assert_eq!(check(&folder, &["a.toml"]).0, 0);
}

/// In a folder, a claim file is what says that it is one.
#[test]
fn a_folder_stands_for_its_claim_files() {
    let good = format!("{HEAD}{ROW}{CLAIM}");
    let other = "[project]\nname = \"training\"\n";
    let folder = Folder::new(
        "folder",
        &[
            ("mixed/claims.toml", &good),
            ("mixed/pyproject.toml", other),
            ("mixed/sub/Cargo.toml", "[package\nname = 1.5\n"),
            ("mixed/sub/empty.toml", ""),
            ("named/budget.dpcert.toml", &good.replace("format = \"dpcert/1\"\n", "")),
            ("broken/one.toml", &good),
            ("broken/two.toml", &good.replace("at-most = \"0.5\"", "at-most = 0.5.5")),
            ("later/old.toml", &good.replace("dpcert/1", "dpcert/9")),
            ("misspelt/one.toml", &good),
            ("misspelt/two.toml", &good.replace("format =", "fromat =")),
            ("foreign/one.toml", &good.replace("dpcert/1", "dp-cert/1")),
            ("none/pyproject.toml", other),
            ("others/a.toml", other),
            ("others/b.toml", other),
        ],
    );
    for command in [vec!["check"], vec!["certify", "-o", "certificates"]] {
        for (arguments, code, errors) in [
            (
                vec!["mixed"],
                0,
                vec![
                    "mixed: 3 *.toml files are skipped, because the format is not \"dpcert/1\" (-v lists them)",
                ],
            ),
            // A claim file whose format is misspelt is none of another program.
            (vec!["misspelt"], 2, vec!["two.toml:1:1", "the field \"format\" is missing"]),
            (vec!["foreign"], 2, vec!["unknown format \"dp-cert/1\""]),
            (
                vec!["-v", "mixed"],
                0,
                vec![
                    "mixed/pyproject.toml: skipped, because it does not contain format = \"dpcert/1\"",
                    "mixed/sub/Cargo.toml: skipped",
                    "mixed/sub/empty.toml: skipped",
                ],
            ),
            (vec!["named"], 2, vec!["budget.dpcert.toml:1:1", "the field \"format\" is missing"]),
            (vec!["broken"], 2, vec!["two.toml:13:"]),
            (vec!["later"], 2, vec!["unknown format \"dpcert/9\""]),
            (
                vec!["none"],
                2,
                vec![
                    "none: there is no claim file in this folder (its only *.toml file is none/pyproject.toml)",
                ],
            ),
            (
                vec!["others"],
                2,
                vec!["none of its 2 *.toml files is one); a claim file says format = \"dpcert/1\""],
            ),
            // By name it is read, and is none.
            (
                vec!["none/pyproject.toml"],
                2,
                vec!["pyproject.toml:1:1", "the field \"format\" is missing"],
            ),
        ] {
            let arguments = [command.as_slice(), &arguments].concat();
            let (found, stdout, stderr) = dpcert(&folder, &arguments, "");
            assert_eq!(found, code, "{arguments:?}\n{stdout}\n{stderr}");
            assert_eq!(stderr.is_empty(), errors.is_empty(), "{arguments:?}: {stderr}");
            for error in errors {
                let words = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(words.contains(error), "{arguments:?}: {error:?} is not in\n{stderr}");
            }
        }
    }
    let (_, stdout, _) = check(&folder, &["mixed"]);
    assert!(stdout.ends_with("1 claim in 1 file: 1 holds, all as expected\n"), "{stdout}");
}

#[test]
fn a_claim_file_may_come_on_standard_input() {
    let good = format!("{HEAD}{ROW}{CLAIM}");
    let folder = Folder::new("stdin", &[("a.toml", &good)]);
    let (code, stdout, stderr) = dpcert(&folder, &["check", "-"], &good);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(
        stdout.starts_with("standard input (unit: person; adjacency: replace-one)\n"),
        "{stdout}"
    );
    let (code, stdout, _) = dpcert(&folder, &["check", "-", "a.toml", "-"], &good);
    assert_eq!(code, 0);
    assert!(stdout.contains("2 claims in 2 files"), "{stdout}");
    let (code, _, stderr) = dpcert(&folder, &["check", "-"], &good.replace("at-most", "at_most"));
    assert_eq!(code, 2);
    assert!(stderr.contains("standard input:13:1"), "{stderr}");
    let (code, _, stderr) = dpcert(&folder, &["check", "-"], "\n");
    assert_eq!(code, 2);
    assert!(stderr.contains("standard input: the file is empty"), "{stderr}");
    let (code, stdout, stderr) = dpcert(&folder, &["certify", "-o", "certificates", "-"], &good);
    assert_eq!(code, 0, "{stdout}\n{stderr}");
    assert!(folder.0.join("certificates/standard-input--claim.json").exists(), "{stdout}");
}

/// Copied from the help at any width, the sample is a claim file that is judged.
#[test]
fn the_sample_of_the_help_can_be_copied() {
    let folder = Folder::new("help", &[("a.txt", "")]);
    for columns in ["50", "60", "80", "120", "200"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
        let output = command.args(["help", "check"]).env("COLUMNS", columns).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(
            help.lines().all(|line| line.len() <= columns.parse::<usize>().unwrap()),
            "{columns}\n{help}"
        );
        let sample = help.lines().skip_while(|line| !line.starts_with("  format ="));
        let sample: Vec<&str> =
            sample.take_while(|line| !line.starts_with("To compute what")).collect();
        let (code, stdout, stderr) = dpcert(&folder, &["check", "-"], &sample.join("\n"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{columns}\n{stdout}");
        assert!(stdout.contains("1 claim in 1 file: 1 holds, all as expected"), "{stdout}");
    }
}

/// A file without an end is no claim file, also where it lies in a folder: no more is read than of
/// one that is named.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_in_a_folder() {
    let folder = Folder::new("endless", &[("all/good.toml", &format!("{HEAD}{ROW}{CLAIM}"))]);
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("all/z.toml")).unwrap();
    let (code, stdout, stderr) = check(&folder, &["all"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stdout.contains("1 claim in 1 file") && stderr.contains("z.toml"), "{stdout}{stderr}");
}

/// The noise over the clipping norm is sigma where a record is added, removed or zeroed out, and
/// nowhere else.
#[test]
fn a_noise_multiplier_where_a_record_is_replaced() {
    let text = format!("{HEAD}{}{CLAIM}", ROW.replace("sigma = 1", "noise_multiplier = 1"));
    let sampled = "[[ledger]]\nid = \"b\"\nmechanism = \"compose\"\nmechanisms = [{ kind = \"gaussian\", noise-multiplier = 1 }]\n";
    for adjacency in ["add-remove", "zero-out", "replace-one"] {
        let with = |text: &str| {
            let words: Vec<String> = ["add-remove", "zero-out", "replace-one"]
                .iter()
                .map(|word| format!("adjacency = \"{word}\""))
                .collect();
            let stated = words.iter().find(|stated| text.contains(*stated)).unwrap();
            text.replace(stated, &format!("adjacency = \"{adjacency}\""))
        };
        let nested =
            text.replace(CLAIM, &format!("{sampled}{CLAIM}")).replace("noise_multiplier", "sigma");
        for text in [with(&text), with(&nested)] {
            let folder = Folder::new(&format!("multiplier-{adjacency}"), &[("a.toml", &text)]);
            let (code, stdout, stderr) = check(&folder, &["a.toml"]);
            let is_refused = stderr.contains("is not sigma where");
            assert_eq!(is_refused, adjacency == "replace-one", "{adjacency}: {stdout}{stderr}");
            assert_eq!(code == 2, is_refused, "{adjacency}: {stdout}{stderr}");
        }
    }
}

/// A row that no claim is about is named, and so is a finding beside a table for a paper, which has
/// no place for it.
#[test]
fn what_verdicts_do_not_cover_is_said() {
    let row = |id: &str| format!("[[ledger]]\nid = \"{id}\"\nmechanism = \"laplace(eps=1)\"\n");
    let claim = "[[claim]]\nid = \"c\"\nover = [\"a\"]\neps = { delta = \"0\" }\nat-most = \"1\"\n";
    let pair = "[[ledger]]\nid = \"a\"\nmechanism = \"finite-pair(p=[1/4, 3/4], q=[1/2, 1/2])\"\n";
    let folder = Folder::new(
        "covered",
        &[
            ("left.toml", &[HEAD, &row("a"), &row("b"), claim].concat()),
            ("all.toml", &[HEAD, &row("a"), claim].concat()),
            ("order.toml", &[HEAD, pair, claim].concat()),
        ],
    );
    let left = "in none of the claims: the row b";
    let (code, out, error) = check(&folder, &["left.toml"]);
    assert_eq!((code, out.contains(left), error.as_str()), (0, true, ""), "{out}");
    let (_, out, error) = check(&folder, &["left.toml", "--latex"]);
    assert!(!out.contains(left) && error.contains(left), "{error}");
    let (_, out, _) = check(&folder, &["left.toml", "--ask", "eps=0"]);
    assert!(!out.contains("in none"), "an answer is about all rows: {out}");
    let (_, out, error) = check(&folder, &["all.toml", "--latex"]);
    assert_eq!((out.contains("in none"), error.as_str()), (false, ""));
    let (_, _, error) = check(&folder, &["order.toml", "--latex"]);
    assert!(error.contains("order.toml: note: c: "), "{error}");
    // A finding about the ledger is that of its answers, and said once where claims have it too.
    let alone = Folder::new("ask", &[("order.toml", &[HEAD, pair].concat())]);
    for (folder, count) in [(&alone, 1), (&folder, 2)] {
        let asked = ["order.toml", "--ask", "tv"];
        let (_, out, _) = check(folder, &asked);
        assert_eq!(out.matches("order-assumed: ").count(), 1, "{out}");
        let (_, out, _) = check(folder, &[&asked[..], &["--csv"]].concat());
        assert_eq!(out.matches(",order-assumed,").count(), count, "{out}");
        let (_, _, error) = check(folder, &[&asked[..], &["--latex"]].concat());
        assert_eq!(error.matches("order-assumed: ").count(), 1, "{error}");
    }
}
