//! How a run ends.

use super::*;

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let deltas = ["deltas", "approx-dp(eps=1/10, delta=0)^20000", "--digits", "5"];
    let answers = ["query", "-"];
    for arguments in [deltas.as_slice(), &answers] {
        let mut child = dpcert(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let line = r#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
            // Until nobody reads any more.
            while writeln!(stdin, "{line}").is_ok() {}
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            // As a shell says of a program that the pipe ended: what would have followed is not known.
            (Some(141), [].as_slice()),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    for arguments in [
        ["tv", "gdp(mu=1)"].as_slice(),
        &["deltas", "approx-dp(eps=1/10, delta=0)^20000"],
        &["query"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = dpcert(arguments).stdout(full).spawn().unwrap();
        let run =
            finish(child, br#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#.to_vec());
        assert_eq!(run.code, Some(74), "{arguments:?}");
        assert!(run.stderr.contains("the output cannot be written"), "{}", run.stderr);
    }
}

#[test]
fn exit_codes_of_the_protocol() {
    let good = r#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
    let unsupported = r#"{"mechanism":{"kind":"group","size":2,"mechanism":{"kind":"staircase","eps":1,"gamma":0}},"query":{"tv":{}}}"#;
    for (lines, code) in [
        (vec![good], 0),
        (vec![good, unsupported, good], 3),
        (vec![unsupported, "x", good], 2),
        (vec!["x", unsupported], 2),
    ] {
        assert_eq!(feed(&["query"], lines.join("\n")).code, Some(code), "{lines:?}");
    }
    assert_eq!(run(&["--help"]).code, Some(0));
    assert_eq!(run(&["--version"]).stdout, format!("dpcert {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&[]).code, Some(2));
    assert_eq!(run(&["frobnicate"]).code, Some(2));
}
