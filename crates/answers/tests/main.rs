//! What the page asks, answered: in the form that the page reads, whatever it is sent.

#![allow(clippy::unwrap_used)]

use dpcert::Control;
use dpcert_answers::page::{self, Certified};
use dpcert_answers::protocol::Progress;
use dpcert_answers::{Exit, Settings};
use serde_json::Value;

const CLAIMS: &str = r#"format = "dpcert/1"

[scope]
unit = "person"
adjacency = "replace-one"

[[ledger]]
id = "answers"
mechanism = "randomized-response"
eps = "ln(3)"
count = "20"

[[claim]]
id = "true"
over = ["*"]
eps = { delta = "1/10" }
at-most = "22"

[[claim]]
id = "false"
over = ["*"]
eps = { delta = "1/10" }
at-most = "1"
expect = "refuted"
"#;

fn json(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap()
}

fn certified(claim: Option<&str>) -> Certified {
    let settings = Settings::default();
    page::certify(CLAIMS.as_bytes(), claim, &settings, &Control::default()).unwrap()
}

/// A claim file is judged as `dpcert check - --json` judges it, and what is no claim file is said to
/// be none.
#[test]
fn a_claim_file_is_judged() {
    let check =
        |text: &[u8]| json(&page::check(text, &Settings::default(), &Control::default()).unwrap());
    let report = check(CLAIMS.as_bytes());
    let verdict = |index: usize| report["files"][0]["claims"][index]["verdict"].clone();
    assert_eq!((verdict(0), verdict(1)), ("holds".into(), "refuted".into()));
    assert_eq!(report["summary"]["unexpected"], 0);
    assert_eq!(report["files"][0]["path"], "standard input");
    for (text, reason) in [
        (&b""[..], "is empty"),
        (b"\xff", "UTF-8"),
        (b"format = \"dpcert/1\"\n", "scope"),
        (b"no TOML", "standard input"),
    ] {
        let error = check(text)["bad_files"][0].to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// Each decided claim has a certificate, which the checker follows; the report is a page.
#[test]
fn claims_are_certified() {
    let all = certified(None);
    let names: Vec<&str> = all.files.iter().map(|file| file.name.as_str()).collect();
    let expected = ["claims.dpcert--false.json", "claims.dpcert--true.json", "report.html"];
    assert_eq!(names, expected);
    let file = dpcert_checker::ClaimFile { name: page::CLAIMS.to_owned(), text: CLAIMS.to_owned() };
    let code = |index: usize| dpcert_checker::check(&all.files[index].text, Some(&file)).code();
    assert_eq!((code(0), code(1)), (4, 0));
    assert!(all.files[2].text.starts_with("<!DOCTYPE html>"));
    assert!(all.said.contains("2 of 2 claims certified\n"), "{}", all.said);
    let one = certified(Some("true"));
    assert_eq!(one.files.len(), 2);
    assert!(one.said.contains("; 1 not asked for"), "{}", one.said);
    let none = certified(Some("tru"));
    assert!(none.files.is_empty());
    assert!(none.said.starts_with("there is no claim \"tru\" in these files: "), "{}", none.said);
}

#[test]
fn a_picture_is_an_answer_and_a_file() {
    let request = br#"{"mechanisms":
        ["gaussian(sigma=2)"], "show": "profiles"}"#;
    let line = page::scene_line(request);
    assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
    let settings = Settings::default();
    let answer = page::query(&line, &settings, &Progress::default()).unwrap();
    let answer = json(&answer);
    assert_eq!(answer["status"], "ok");
    let scene = answer["scene"].to_string();
    assert_eq!(page::draw("svg", scene.as_bytes()), Ok(answer["svg"].as_str().unwrap().to_owned()));
    assert!(page::draw("csv", scene.as_bytes()).unwrap().lines().count() > 10);
    assert!(page::draw("html", scene.as_bytes()).unwrap().starts_with("<!"));
    assert_eq!(json(page::draw("json", scene.as_bytes()).unwrap().as_bytes()), answer["scene"]);
    assert!(page::draw("png", scene.as_bytes()).is_err());
    assert!(page::draw("svg", b"{}").is_err());
}

/// Every line has its answer, an empty one too, and the last one without a line break.
#[test]
fn lines_are_answered_in_order() {
    let lines = b"{\"id\": 1}\n\n{\"id\": 3}";
    let answers = page::query(lines, &Settings::default(), &Progress::default()).unwrap();
    let ids: Vec<Value> = answers
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| json(line)["id"].clone())
        .collect();
    assert_eq!(ids, [Value::from(1), Value::Null, Value::from(3)]);
    assert_eq!(page::query(b"", &Settings::default(), &Progress::default()).unwrap(), b"");
}

/// A question that is too long for its limits ends, and the next one is answered.
#[test]
fn a_question_beyond_its_limits_is_refused() {
    let settings = Settings { max_work: Some(1_000), ..Settings::default() };
    let hard = br#"{"mechanism": "gaussian(sigma=2)^1000", "query": {"eps": {"delta": "1e-6"}}, "digits": 900}"#;
    let lines = [hard.as_slice(), b"\n", hard.as_slice()].concat();
    let answers = page::query(&lines, &settings, &Progress::default()).unwrap();
    for line in answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer = json(line);
        assert_eq!(answer["status"], "unsupported", "{answer}");
        assert!(answer["missing"].to_string().contains("--max-work"), "{answer}");
    }
    assert_eq!(Exit::Good.and(Exit::Undecided), Exit::Undecided);
}

#[test]
fn rows_are_written_or_refused() {
    let rows = page::rows(br#"["gaussian(sigma=2)^3"]"#).unwrap();
    assert!(rows.contains("count = "), "{rows}");
    assert!(page::rows(b"[\"no such\"]").unwrap_err().starts_with("no such: "));
    assert!(page::rows(b"{}").unwrap_err().starts_with("no list of texts: "));
}
