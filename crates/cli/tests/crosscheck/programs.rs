//! Programs that are right, wrong, and broken in every way.

use super::*;
use std::time::{Duration, Instant};

/// Runs a control program on the suite.
fn controlled(mode: &str, more: &[&str]) -> Run {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    crosscheck(
        &folder,
        &[&["--suite", "suite.jsonl", "--json", "--cmd", &control(mode)], more].concat(),
    )
}

#[test]
fn every_control_program_gets_its_verdicts() {
    let all = |verdict: &'static str| vec![verdict; 6];
    let alternating = |verdict: &'static str| ["sound", verdict].repeat(3);
    // A lower bound that is a little too small, an upper one a little too large: sound.
    for (mode, expected, code) in [
        ("upper", all("sound"), 0),
        ("lower", all("sound"), 0),
        ("estimate", all("sound"), 0),
        ("interval", all("sound"), 0),
        ("times:1000000001/1000000000:upper", all("sound"), 0),
        ("times:999999999/1000000000:upper", all("unsound"), 1),
        ("times:999999999/1000000000:lower", all("sound"), 0),
        ("times:1000000001/1000000000:lower", all("unsound"), 1),
        ("times:1001/1000:estimate", all("sound"), 0),
        ("times:999/1000:estimate", all("sound"), 0),
        // Too large is the safe side of a budget, too small that of an error.
        ("times:1002/1000:estimate", [["inaccurate"; 5].as_slice(), &["unsound"]].concat(), 1),
        (
            "times:998/1000:estimate",
            vec!["unsound", "unsound", "unsound", "unsound", "unsound", "inaccurate"],
            1,
        ),
        ("times:10/11:lower", all("sound"), 0),
        ("times:9/10:lower", all("loose"), 0),
        ("says:0:upper", all("unsound"), 1),
        ("says:0:lower", all("loose"), 0),
        ("says:1:upper", all("loose"), 0),
        ("says:1:lower", all("unsound"), 1),
        ("says:nan:upper", all("invalid"), 1),
        ("says:-NaN:lower", all("invalid"), 1),
        ("says:inf:upper", all("invalid"), 1),
        ("says:-inf:lower", all("invalid"), 1),
        ("says:-0x1.9p-43:upper", all("invalid"), 1),
        ("says:-0x0.0p+0:upper", all("unsound"), 1),
        ("says:0x1.0000000000001p+0:upper", all("invalid"), 1),
        ("bare-nan", all("invalid"), 1),
        ("undeclared", all("invalid"), 1),
        ("garbage", all("invalid"), 1),
        ("binary", all("invalid"), 1),
        ("long", all("invalid"), 1),
        ("other-id", all("invalid"), 1),
        ("error", all("crashed"), 1),
        // Nothing is judged then.
        ("unsupported", all("unsupported"), 3),
        ("never", all("crashed"), 1),
        ("dies", alternating("crashed"), 1),
        ("ends", alternating("crashed"), 1),
        // Its second answer is right, and so is the one behind it, to a question that was not
        // asked.
        ("twice", vec!["sound", "sound", "invalid", "sound", "sound", "invalid"], 1),
    ] {
        let run = controlled(mode, &[]);
        assert_eq!(run.verdicts(), expected, "{mode}: {}", run.stderr);
        let said = if code == 3 { "dpcert: 0 of 6 questions" } else { "" };
        assert_eq!((run.code, run.stderr.is_empty()), (Some(code), code != 3), "{mode}");
        assert!(run.stderr.starts_with(said), "{mode}: {}", run.stderr);
    }
}

#[test]
fn a_late_program_is_ended_with_all_that_it_started() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let arguments =
        ["--suite", "suite.jsonl", "--json", "--time-limit", "1", "--cmd", &control("late")];
    let mut late = command(&folder, &arguments);
    late.env("PID_FILE", folder.path("pids"));
    let run = finish(late);
    assert_eq!(run.verdicts(), ["sound", "timed-out"].repeat(3));
    assert_eq!(run.code, Some(1));
    // It waits, and uses no processor time where that is counted.
    let limit = if cfg!(target_os = "linux") { 8 } else { 1 };
    assert_eq!(run.json()["questions"][1]["why"], format!("no answer within {limit} s"));
    let pids = folder.text("pids");
    assert_eq!(pids.lines().count(), 3);
    pids.lines().for_each(assert_gone);
}

/// Where the system says it: there is no such process, after a while.
fn assert_gone(pid: &str) {
    let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // Where nobody waits for orphans, it stays as a zombie.
    let is_gone = || state().is_empty() || state().contains(") Z ");
    let patience = Instant::now();
    while !is_gone() && patience.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(is_gone(), "{}", state());
}

/// What counts is what a program computes: one that is stopped by others for longer than its limit
/// is not late.
#[cfg(target_os = "linux")]
#[test]
fn the_time_limit_is_processor_time() {
    let limit = ["--time-limit", "1", "--only", "*-point*"];
    let waits = controlled("slow", &limit);
    assert_eq!(
        (waits.verdicts(), waits.code),
        (vec!["sound".to_owned(); 2], Some(0)),
        "{}",
        waits.stderr
    );
    let computes = controlled("busy", &limit);
    assert_eq!(computes.verdicts(), ["sound", "timed-out"]);
    assert_eq!(computes.json()["questions"][1]["why"], "no answer within 1 s of processor time");
}

/// What a program writes of its process into a folder, once it has started.
#[cfg(unix)]
fn pids_of(folder: &Folder) -> String {
    let pids = || std::fs::read_to_string(folder.path("pids")).unwrap_or_default();
    let patience = Instant::now();
    while !pids().ends_with('\n') && patience.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(20));
    }
    pids()
}

/// An interrupt, as by Ctrl-C, ends the program with all that it started, and leaves no folder.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Folder::new(&[("suite.jsonl", &suite())]);
        std::fs::create_dir(folder.path("tmp")).unwrap();
        let mut late = command(&folder, &["--suite", "suite.jsonl", "--cmd", &control("late")]);
        late.env("TMPDIR", folder.path("tmp")).env("PID_FILE", folder.path("pids"));
        late.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = late.spawn().unwrap();
        let pids = pids_of(&folder);
        assert_eq!(std::fs::read_dir(folder.path("tmp")).unwrap().count(), 1);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(std::fs::read_dir(folder.path("tmp")).unwrap().count(), 0);
        assert_gone(pids.trim());
    }
}

/// A signal that dpcert cannot see ends the program with all that it started, too.
#[cfg(unix)]
#[test]
fn the_end_of_dpcert_is_the_end_of_the_program() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let mut late = command(&folder, &["--suite", "suite.jsonl", "--cmd", &control("late")]);
    late.env("PID_FILE", folder.path("pids"));
    late.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut child = late.spawn().unwrap();
    let pids = pids_of(&folder);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_gone(pids.trim());
}

#[test]
fn a_crash_says_how() {
    let run = controlled("dies", &[]);
    let why = run.json()["questions"][1]["why"].as_str().unwrap().to_owned();
    assert!(
        why.starts_with("exit status: 3: ") && why.ends_with("Segmentation fault, nearly"),
        "{why}"
    );
    // The end of what it said, and not all of it.
    assert!(why.len() < 2200 && why.contains("line 999") && !why.contains("line 10\n"), "{why}");
    let why = controlled("other-id", &[]).json()["questions"][0]["why"].clone();
    assert_eq!(why, "the answer to \"another\"");
    let why = controlled("error", &[]).json()["questions"][0]["why"].clone();
    assert_eq!(why, "OverflowError: math range error");
}

#[test]
fn a_program_that_never_answers_is_given_up() {
    let many: Vec<(String, Value)> =
        (0..15).map(|i| (format!("q{i}"), approx_dp("ln(2)", "0", 2 + i))).collect();
    let many: Vec<(&str, Value, Value)> = many
        .iter()
        .map(|(id, mechanism)| (id.as_str(), mechanism.clone(), json!({"tv": {}})))
        .collect();
    let folder = Folder::new(&[("suite.jsonl", &lines(&many))]);
    let run =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--cmd", &control("never")]);
    assert_eq!((run.verdicts(), run.code), (vec!["crashed".to_owned(); 10], Some(1)));
    let report = run.json();
    assert_eq!(report["questions"][9]["why"], "exit status: 1: no module named anything");
    assert_eq!(report["summary"]["unasked"], 5);
    let reason = "dpcert: not asked: 5 questions, because the program failed 10 times in a row and has not \
                  answered a question; the last time: exit status: 1: no module named anything\n";
    assert_eq!(run.stderr, reason);
    // Of ten questions none is left to be asked.
    std::fs::write(folder.path("ten.jsonl"), lines(&many[..10])).unwrap();
    let ten = crosscheck(&folder, &["--suite", "ten.jsonl", "--cmd", &control("never")]);
    assert!(ten.code == Some(1) && !ten.stderr.contains("not asked"), "{}", ten.stderr);
    let run =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--cmd", &control("undeclared")]);
    assert_eq!(run.verdicts(), ["invalid"].repeat(10));
    let last = "the last time: bound: the field \"bound\" is missing";
    assert!(run.stderr.contains(last), "{}", run.stderr);
}

/// What was not asked is known to be so: not in a record, nor in a baseline, and a run that passes
/// by its baseline does not pass without it.
#[test]
fn what_was_not_asked_is_no_failure_of_the_baseline() {
    let ids: Vec<String> = (0..15).map(|i| format!("q{i}")).collect();
    let mechanism = approx_dp("ln(2)", "0", 2);
    let many: Vec<_> =
        ids.iter().map(|id| (id.as_str(), mechanism.clone(), json!({"tv": {}}))).collect();
    let folder = Folder::new(&[("suite.jsonl", &lines(&many))]);
    let own = ["--suite", "suite.jsonl", "--cmd", &control("never")];
    let files = ["--record", "answers.jsonl", "--write-baseline", "known.json"];
    let run = crosscheck(&folder, &[own.as_slice(), &files].concat());
    assert!(run.stdout.contains("\nquestions that were not asked: 5\n"), "{}", run.stdout);
    let said = "dpcert: 10 failures: written to known.json, without 5 questions not asked\n";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let known: Value = serde_json::from_str(&folder.text("known.json")).unwrap();
    assert_eq!(known["failures"].as_array().unwrap().len(), 10);
    assert_eq!(folder.text("answers.jsonl").lines().count(), 10);
    let baseline = ["--baseline", "known.json", "--min-judged", "0", "--junit", "junit.xml"];
    assert_eq!(crosscheck(&folder, &[own.as_slice(), &baseline].concat()).code, Some(1));
    assert!(folder.text("junit.xml").contains("not asked: 5 questions"));
}

/// A program that is not one, or ends at once, is one failure for the reader and not a thousand.
#[test]
fn a_program_that_answers_nothing_is_reported_once() {
    let folder = Folder::new(&[]);
    let dead = crosscheck(&folder, &["--cmd", "false"]);
    assert_eq!(dead.code, Some(1));
    let words: Vec<&str> = dead.stderr.split_whitespace().collect();
    let said = words.join(" ");
    assert!(
        said.starts_with("dpcert: not asked: 2") && said.contains(" relations, because"),
        "{said}"
    );
    assert!(said.ends_with("has not answered a question; the last time: exit status: 1"), "{said}");
    assert!(
        dead.stdout.contains("Not one question was answered, and nothing was judged."),
        "{}",
        dead.stdout
    );
    assert!(
        dead.stdout.contains("exit status: 1") && dead.stdout.lines().count() < 20,
        "{}",
        dead.stdout
    );
    let all = crosscheck(&folder, &["--cmd", "false", "--all"]);
    assert!(all.stdout.matches("crashed (!)").count() == 10, "{}", all.stdout);
}

#[test]
fn each_start_has_a_folder_of_its_own_that_is_removed() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    std::fs::create_dir(folder.path("tmp")).unwrap();
    let mut dies = command(&folder, &["--suite", "suite.jsonl", "--cmd", &control("dies")]);
    dies.env("TMPDIR", folder.path("tmp")).env("FOLDER_FILE", folder.path("folders"));
    assert_eq!(finish(dies).code, Some(1));
    let folders = folder.text("folders");
    let mut folders: Vec<&str> = folders.lines().collect();
    folders.sort_unstable();
    folders.dedup();
    assert_eq!(folders.len(), 3, "{folders:?}");
    let root = std::fs::canonicalize(folder.path("tmp")).unwrap();
    assert!(folders.iter().all(|folder| Path::new(folder).starts_with(&root)), "{folders:?}");
    assert_eq!(std::fs::read_dir(root).unwrap().count(), 0);
}

/// The words of a command name files of the caller's folder, and no shell reads them.
#[test]
fn commands_are_words_or_a_shell_line() {
    let answer = r#"{"id":"one-step","status":"ok","value":"11/20","bound":"upper"}"#;
    let folder =
        Folder::new(&[("suite.jsonl", &suite()), ("answer.jsonl", answer), ("a b.jsonl", answer)]);
    let only = ["--suite", "suite.jsonl", "--json", "--only", "one-*"];
    for (more, verdict) in [
        (vec!["--cmd", "cat answer.jsonl"], "sound"),
        (vec!["--cmd", "cat 'a b.jsonl'"], "sound"),
        (vec!["--cmd", "cat $OLDPWD/answer.jsonl"], "crashed"),
        (vec!["--shell", "--cmd", "cat \"$OLDPWD/answer.jsonl\" | cat"], "sound"),
        (vec!["--shell", "--cmd", "cat answer.jsonl"], "crashed"),
    ] {
        assert_eq!(
            crosscheck(&folder, &[only.to_vec(), more.clone()].concat()).verdicts(),
            [verdict],
            "{more:?}"
        );
    }
    // Whatever is wrong with the questions is said later.
    let run = crosscheck(&folder, &["--suite", "no-such-suite", "--cmd", "no-such-program"]);
    assert!(run.stderr.starts_with("dpcert: --cmd no-such-program: there is no"), "{}", run.stderr);
    for (command, reason) in [
        (
            "no-such-program-anywhere --help",
            "there is no program no-such-program-anywhere in the folders of PATH\n",
        ),
        ("./no-such-program", "no-such-program\n"),
        (
            "answer.jsonl",
            "there is no program answer.jsonl in the folders of PATH; write ./answer.jsonl\n",
        ),
        ("./answer.jsonl", "a program must be executable (chmod +x)"),
        ("cat 'answer.jsonl", "a quote is not closed"),
        ("", "the command is empty"),
    ] {
        let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", command]);
        assert_eq!(run.code, Some(2), "{command}");
        assert!(run.stderr.contains(reason), "{command}: {}", run.stderr);
    }
}

/// A program whose interpreter is missing is there all the same.
#[cfg(unix)]
#[test]
fn a_missing_interpreter_is_not_a_missing_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("script", "#!/no/such/shell\n")]);
    let script = folder.path("script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", "./script"]);
    let reason = "script cannot be started: the interpreter that it names was not found\n";
    assert!(run.code == Some(2) && run.stderr.ends_with(reason), "{}", run.stderr);
}

/// A program that looks for a file of the current folder in its own one names a folder that is gone:
/// what the command names and is not there is said.
#[test]
fn files_that_a_command_names_are_looked_for() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let died =
        |command: &str| crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", command]).stderr;
    let here = std::fs::canonicalize(folder.path("")).unwrap();
    let said = "dpcert: the program runs in an empty folder of its own; not found in ";
    assert_eq!(died("python3 nosuch.py"), format!("{said}{}: nosuch.py\n", here.display()));
    assert_eq!(
        died("python3 no/such nosuch.py --x=1.5"),
        format!("{said}{}: no/such, nosuch.py\n", here.display())
    );
    // No file is missing where it dies of something else, or answers.
    assert_eq!(died("python3 -c 1"), "");
    assert_eq!(
        died(&format!("{} no/such", control("never"))),
        format!("{said}{}: no/such\n", here.display())
    );
    assert_eq!(died(&format!("{} no/such", control("upper"))), "");
}

/// dpcert itself is a program that can be asked: its intervals are sound.
#[test]
fn the_answers_of_query_are_sound() {
    let gaussian = json!({"kind": "repeat", "count": 100, "mechanism": {"kind": "gaussian", "sigma": "0x1.4p+3"}});
    let sampled = json!({"kind": "subsample", "method": "poisson", "rate": "1/64", "adjacency": "add-remove",
        "mechanism": {"kind": "laplace", "eps": "1"}});
    let more = lines(&[
        ("gaussian", gaussian.clone(), json!({"eps": {"delta": "0x1p-20"}})),
        (
            "no-eps",
            json!({"kind": "approx-dp", "eps": "1", "delta": "1/8"}),
            json!({"eps": {"delta": "1/16"}}),
        ),
        ("every-eps", json!({"kind": "laplace", "eps": "1/8"}), json!({"eps": {"delta": "1/2"}})),
        ("rho", gaussian, json!({"rho": {}})),
        (
            "grid",
            json!({"kind": "repeat", "count": 20, "mechanism": sampled}),
            json!({"delta": {"eps": "1/4"}}),
        ),
        (
            "gone",
            json!({"kind": "group", "size": 2, "mechanism": {"kind": "staircase", "eps": "1", "gamma": "0"}}),
            json!({"tv": {}}),
        ),
    ]);
    let folder = Folder::new(&[("suite.jsonl", &(suite() + &more))]);
    let query = format!("'{}' query", env!("CARGO_BIN_EXE_dpcert"));
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--cmd", &query]);
    let expected = [["sound"].repeat(11), vec!["unsupported"]].concat();
    assert_eq!(run.verdicts(), expected, "{}", run.stdout);
    assert_eq!(run.code, Some(0));
}
