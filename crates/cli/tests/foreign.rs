//! Text that others wrote, in every place where it enters and in every form in which it leaves:
//! nothing in it controls a terminal or a runner of CI.

use dpcert::input::is_hidden;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a hostile author writes.
const HOSTILE: [&str; 9] = [
    "a\u{1b}[2K\r\u{1b}]0;title\u{7}b",
    "a\u{202e}b\u{2066}c\u{200b}d\u{feff}\u{ad}",
    "a\u{e0041}\u{e007f}\u{e0100}b",
    "a\n::error file=x::forged\n  ::stop-commands::x\n\t::warning::x",
    "a\r\n::error::forged\u{2028}::error::forged\u{85}::error::forged",
    // Wrapped at 120 columns, the command begins a line.
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ::error::x",
    "::error::first",
    "a ##[error]b ##vso[task.setvariable]c",
    "a\u{9b}31m\u{7f}\u{61c}b",
];

/// Legitimate text of all kinds.
const LEGITIMATE: &str = "Prüfung 隐私 ∑ε≤δ 👩\u{200d}🔬 a::b";

/// A string of TOML that has this content, in printable ASCII.
fn toml(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            c => quoted.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    quoted + "\""
}

/// A claim file with this text wherever a text may be.
fn claim_file(text: &str) -> String {
    let text = toml(text);
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = {text}\nadjacency = \"add-remove\"\nexclusions = [{text}]\n[policy]\n\
         mechanism-idealised = \"deny\"\n[[ledger]]\nid = {text}\nmechanism = \"laplace\"\neps = \"1\"\nactual = \
         \"floating-point\"\n[[claim]]\nid = {text}\nover = [\"*\"]\neps = {{ delta = \"0\" }}\nat-most = \"1\"\nsource = \
         {text}\nreason = {text}\n[[claim]]\nid = \"b\"\nover = [\"*\"]\neps = {{ delta = \"0\" }}\nat-most = \"1/2\"\n\
         expect = \"refuted\"\nsource = {text}\nreason = {text}\n"
    )
}

/// Files that are malformed in different ways, with this text in what is malformed.
fn malformed(text: &str) -> Vec<String> {
    let quoted = toml(text);
    let head = "format = \"dpcert/1\"\n[scope]\nunit = \"r\"\nadjacency = \"add-remove\"\n";
    vec![
        text.to_owned(),
        format!("# {text}\n{text} = {text}\n[[claim]]\n"),
        format!("{head}{quoted} = 1\n"),
        format!("{head}[[ledger]]\nid = \"a\"\nmechanism = {quoted}\n"),
        format!("{head}[[ledger]]\nid = \"a\"\nmechanism = \"laplace\"\neps = {quoted}\n"),
        format!(
            "{head}[[ledger]]\nid = \"a\"\nmechanism = \"laplace\"\neps = \"1\"\n{quoted} = 1\n"
        ),
        format!(
            "{head}[[claim]]\nid = {quoted}\nover = [{quoted}]\neps = {{ delta = {quoted} }}\nat-most = {quoted}\n"
        ),
        format!("{head}[policy]\n{quoted} = {quoted}\n"),
    ]
}

/// What a run printed, on both streams.
fn printed(folder: &Path, arguments: &[&OsStr], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.args(arguments).current_dir(folder).env_remove("COLUMNS");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 4), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap() + "\n" + &String::from_utf8(output.stderr).unwrap()
}

fn assert_harmless(what: &str, text: &str) {
    assert!(!text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')), "{what}: {text:?}");
    for line in text.lines() {
        assert!(!line.trim_start().starts_with("::"), "{what}: {text:?}");
        assert!(!line.contains("##[") && !line.contains("##vso["), "{what}: {text:?}");
    }
}

/// Runs a command; its output is harmless, and is returned.
fn harmless(folder: &Path, arguments: &[&str], input: &str) -> String {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let text = printed(folder, &arguments, input);
    assert_harmless(&format!("{arguments:?}"), &text);
    text
}

/// The texts that a run wrote into a folder, and into those in it, are without hidden characters.
fn assert_written_harmlessly(folder: &Path) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            assert_written_harmlessly(&path);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            !text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')),
            "{path:?}: {text:?}"
        );
    }
}

/// A folder and a file in it, both with this text in their names.
fn named(folder: &Path, text: &str, content: &str) -> PathBuf {
    let name: String = text.replace(['/', '\0'], "-").chars().take(40).collect();
    let inside = folder.join(&name);
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(inside.join(format!("{name}.dpcert.toml")), content).unwrap();
    inside
}

#[test]
fn claim_files_control_nothing() {
    for text in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let inside = named(folder.path(), text, &claim_file(text));
        let path = inside.to_str().unwrap();
        std::fs::write(folder.path().join("plain.toml"), claim_file(text)).unwrap();
        for arguments in [
            ["check", "."].as_slice(),
            &["check", ".", "--json"],
            &["check", ".", "--csv"],
            &["check", ".", "--latex"],
            &["check", ".", "--ask", "eps=0"],
            &["check", path],
            &["check", "plain.toml", "--against", "plain.toml"],
            &["check", "-v", ".", "missing\u{1b}[2K\n::error::x.toml"],
            &["certify", ".", "-o", "out", "--report", "out/report.html", "--statement", "--coq"],
            &["certify", ".", "--claim", text, "-o", "out"],
            &["certify", path, "--claim", "c", "-o", "out"],
            &["verify", "out"],
            &["verify", "out", "--claim", "plain.toml"],
            &["plot", "--claims", "plain.toml"],
            &["plot", "--claims", "plain.toml", "-o", "out/claims.svg"],
        ] {
            harmless(folder.path(), arguments, "");
        }
        assert_written_harmlessly(&folder.path().join("out"));
        // The files are claim files.
        let judged = harmless(folder.path(), &["check", ".", "-v"], "");
        assert!(
            judged.contains("4 claims in 2 files: 2 hold, 2 refuted, all as expected"),
            "{judged}"
        );
    }
}

#[test]
fn malformed_files_control_nothing() {
    for text in HOSTILE {
        for content in malformed(text) {
            let folder = tempfile::tempdir().unwrap();
            let inside = named(folder.path(), text, &content);
            let path = inside.to_str().unwrap();
            for arguments in [
                ["check", path].as_slice(),
                &["check", path, "--json"],
                &["certify", path, "-o", "out"],
            ] {
                harmless(folder.path(), arguments, "");
            }
            harmless(folder.path(), &["check", "-"], &content);
        }
    }
}

#[test]
fn arguments_and_requests_control_nothing() {
    for text in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let (curve, option) = (format!("{text} = gdp(mu=1)"), format!("--{text}"));
        let json = serde_json::to_string(text).unwrap();
        for arguments in [
            ["tv", text].as_slice(),
            &[text],
            &["check", &option],
            &["delta", "gdp(mu=1)", "--at", text],
            &["help", text],
            &["theorem", text],
            &["init", text],
            &["plot", &curve, "--title", text],
            &["plot", &curve, "--title", text, "-o", "picture.svg"],
            &["plot", &curve, "--title", text, "-o", "picture.html"],
            &["plot", &curve, "--title", text, "-o", "picture.csv"],
            &["plot", &curve, "--title", text, "-o", "picture.json"],
        ] {
            harmless(folder.path(), arguments, "");
        }
        assert_written_harmlessly(folder.path());
        let lines = format!(
            "{json}\n{{\"id\":{json},\"mechanism\":\"gdp(mu=1)\",\"query\":{{\"tv\":{{}}}}}}\n\
             {{\"mechanism\":{json},\"query\":{{\"tv\":{{}}}}}}\n{{\"mechanism\":{{\"kind\":{json},{json}:1}},\"query\":{{\"tv\":{{}}}}}}\n\
             {{\"mechanism\":\"gdp(mu=1)\",\"query\":{{{json}:{{}}}}}}\n{text}\n"
        );
        let answers = harmless(folder.path(), &["query"], &lines);
        // JSON has the same content as before.
        let answer: serde_json::Value =
            serde_json::from_str(answers.lines().nth(1).unwrap()).unwrap();
        assert_eq!(answer["id"], serde_json::Value::from(text));
    }
}

#[cfg(all(unix, feature = "full"))]
#[test]
fn answers_of_other_programs_control_nothing() {
    for text in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let json = serde_json::to_string(text).unwrap();
        let answers = [
            format!("{{\"lo\":{json},\"hi\":{json},\"program\":{json}}}"),
            format!("{{\"estimate\":{json}}}"),
            format!("{{\"status\":{json},\"reason\":{json},\"program\":{json}}}"),
            format!("{{\"status\":\"error\",\"reason\":{json},\"program\":{json}}}"),
            format!("{{\"status\":\"unsupported\",\"missing\":{json},\"reason\":{json}}}"),
            text.to_owned(),
        ];
        std::fs::write(folder.path().join("answers"), answers.join("\n") + "\n").unwrap();
        std::fs::write(folder.path().join("error"), text).unwrap();
        let program = "cat error >&2; exec 3<answers; while read -r line && read -r answer <&3; do printf '%s\\n' \
                       \"$answer\"; done; cat error >&2; exit 3";
        let usual =
            ["crosscheck", "--shell", "--cmd", program, "--only", "gdp-1-*", "--time-limit", "20"];
        for more in [
            ["--all", "--junit", "out.xml", "--sarif", "out.sarif"].as_slice(),
            &["--json"],
            &["--csv"],
        ] {
            let shown = harmless(folder.path(), &[&usual[..], more].concat(), "");
            assert!(!shown.contains("no question of the suite"), "{shown}");
        }
        for name in ["out.xml", "out.sarif"] {
            let written = std::fs::read_to_string(folder.path().join(name)).unwrap();
            assert!(!written.chars().any(|c| is_hidden(c) && c != '\n'), "{written:?}");
        }
    }
}

#[cfg(feature = "full")]
#[test]
fn tables_of_claims_control_nothing() {
    for text in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let cell = format!("\"{}\"", text.replace('"', "\"\""));
        std::fs::write(
            folder.path().join("claims.csv"),
            format!("id,mechanism,{cell}\n{cell},{cell},{cell}\n"),
        )
        .unwrap();
        std::fs::write(folder.path().join("short.csv"), format!("{cell}\n{cell}\n")).unwrap();
        let json = serde_json::to_string(text).unwrap();
        std::fs::write(
            folder.path().join("claims.jsonl"),
            format!("{{\"id\":{json},{json}:{json}}}\n{text}\n"),
        )
        .unwrap();
        for name in ["claims.csv", "short.csv", "claims.jsonl", "missing\u{1b}[2K.csv"] {
            harmless(folder.path(), &["judge", name, "-o", "verdicts.csv"], "");
            harmless(folder.path(), &["judge", name, "-o", "verdicts.jsonl"], "");
        }
    }
}

/// What is not hostile stays as it is.
#[test]
fn legitimate_text_stays() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Prüfung.toml"), claim_file(LEGITIMATE)).unwrap();
    for arguments in [
        ["check", "Prüfung.toml"].as_slice(),
        &["check", "Prüfung.toml", "--json"],
        &["certify", "Prüfung.toml"],
    ] {
        let text = harmless(folder.path(), arguments, "");
        assert!(text.contains(LEGITIMATE) && text.contains("Prüfung.toml"), "{text}");
    }
}

/// A certificate does not lift the policy, and the last line says how many of all claims have one.
#[test]
fn certify_follows_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let file = claim_file("a");
    std::fs::write(folder.path().join("deny.toml"), &file).unwrap();
    std::fs::write(folder.path().join("warn.toml"), file.replace("\"deny\"", "\"warn\"")).unwrap();
    for (name, code) in [("deny.toml", 1), ("warn.toml", 0)] {
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
            let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
            (output.status.code(), String::from_utf8(output.stdout).unwrap())
        };
        let denied = |text: &str| {
            text.lines()
                .filter(|line| line.contains(", denied: "))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let (checked, report) = run(&["check", name]);
        let (certified, lines) = run(&["certify", name]);
        assert_eq!((checked, certified), (Some(code), Some(code)), "{report}{lines}");
        assert_eq!(denied(&report), denied(&lines));
        assert_eq!(denied(&report).is_empty(), code == 0, "{report}");
        assert!(lines.contains("\n2 of 2 claims certified\n"), "{lines}");
        let (one, lines) = run(&["certify", name, "--claim", "b"]);
        assert_eq!((one, denied(&lines).is_empty()), (Some(code), code == 0), "{lines}");
        assert!(lines.contains("\n1 of 2 claims certified; 1 not asked for\n"), "{lines}");
        assert_eq!(run(&["check", name, "--certify", "both"]).0, Some(code));
    }
}
