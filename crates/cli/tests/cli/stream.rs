//! The line protocol: many lines, in order.

use super::*;

#[test]
fn order_is_kept_and_serial_equals_parallel() {
    let lines = many_lines().join("\n");
    let with = |threads: &str| {
        let run = finish(
            dpcert(&["query"]).env("RAYON_NUM_THREADS", threads).spawn().unwrap(),
            lines.clone().into(),
        );
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
        run.stdout
    };
    let parallel = with("4");
    for (i, line) in parallel.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"id\":{i},")), "{i}: {line}");
    }
    assert_eq!(parallel.lines().count(), 2000);
    assert!(parallel == with("4"), "twice equals once");
    assert!(parallel == with("1"), "serial equals parallel");
}

#[test]
fn bad_lines_do_not_stop_the_stream() {
    let good = r#"{"id":"good","mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
    let mut input = format!("{good}\n\n{{\n").into_bytes();
    input.extend(b"{\"id\":5,\"mechanism\":\"\xff\xfe\"}\n\x00\x01\n");
    // Too long, and not even JSON.
    input.extend(std::iter::repeat_n(b'[', (64 << 20) + 1));
    input.push(b'\n');
    // A carriage return and a byte order mark are no offence, nor is a last line without a break.
    input.extend(format!("{good}\r\n\u{feff}{good}").into_bytes());
    let run = feed(&["query"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let answers: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> =
        answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "error", "error", "error", "error", "error", "ok", "ok"]);
    assert_eq!(answers[3]["id"], 5);
    assert!(
        answers[3]["reason"].as_str().unwrap().contains("not UTF-8: byte 22"),
        "{}",
        answers[3]
    );
    assert!(
        answers[5]["reason"].as_str().unwrap().contains("longer than 64 MiB"),
        "{}",
        answers[5]
    );
    assert_eq!(answers[0], answers[6]);
    assert_eq!(answers[0], answers[7]);
}

/// A program may wait for an answer before it asks the next question.
#[test]
fn a_conversation_is_possible() {
    let mut child = dpcert(&["query"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for mu in 1..=3 {
        writeln!(
            stdin,
            r#"{{"id":{mu},"mechanism":{{"kind":"gdp","mu":{mu}}},"query":{{"tv":{{}}}}}}"#
        )
        .unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{mu},\"status\":\"ok\"")), "{line}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn requests_may_come_from_a_file() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests.jsonl");
    std::fs::write(&path, many_lines().join("\n")).unwrap();
    let from_file = run(&["query", path.to_str().unwrap()]);
    assert_eq!(from_file.stdout, feed(&["query"], many_lines().join("\n")).stdout);
    let missing = run(&["query", "no-such-file.jsonl"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
    assert!(missing.stderr.starts_with("dpcert: no-such-file.jsonl: "), "{}", missing.stderr);
    assert_eq!(run(&["query", env!("CARGO_TARGET_TMPDIR")]).code, Some(2), "a folder has no lines");
    assert_eq!(run(&["query"]).code, Some(0), "no question is no error");
}
