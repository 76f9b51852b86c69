//! The protocol's reader and writer, and answers that were recorded.

use super::*;
use dpcert_crosscheck::Answer;
use proptest::prelude::*;

/// Canonical lines: written as they were read.
const LINES: [&str; 10] = [
    r#"{"id":"a","status":"ok","value":"0x1.8p-3","bound":"upper"}"#,
    r#"{"id":"a b\n\"","status":"ok","value":"0.1","bound":"lower","program":"library 1.0"}"#,
    r#"{"id":"","status":"ok","value":"ln(3)","bound":"estimate","rel-tol":"1e-9"}"#,
    r#"{"id":"a","status":"ok","value":"-NaN","bound":"upper"}"#,
    r#"{"id":"a","status":"ok","lo":"-inf","hi":"Infinity"}"#,
    r#"{"id":"a","status":"unsupported","reason":"not a binary64 number"}"#,
    r#"{"id":"a","status":"error","reason":"OverflowError: math range error","program":"library 1.0"}"#,
    r#"{"id":"a","status":"crashed","reason":"exit status: 3"}"#,
    r#"{"id":"a","status":"timed-out","reason":"no answer within 60 s"}"#,
    r#"{"id":"a","status":"invalid","reason":"the line is not UTF-8"}"#,
];

#[test]
fn canonical_lines_are_written_as_they_were_read() {
    for line in LINES {
        assert_eq!(Answer::read(line).unwrap().line(), line);
    }
}

/// Spaces, order, escapes, integers, and what `dpcert query` adds.
#[test]
fn other_lines_have_a_canonical_form() {
    for (line, canonical) in [
        (
            r#" {"bound" : "upper", "value":" 1 ", "status":"ok", "id":"a"} "#,
            r#"{"id":"a","status":"ok","value":"1","bound":"upper"}"#,
        ),
        (
            r#"{"id":"\u0061","status":"ok","value":1,"bound":"upper"}"#,
            r#"{"id":"a","status":"ok","value":"1","bound":"upper"}"#,
        ),
        (
            r#"{"id":"a","status":"ok","lo":"0.5","hi":"0.5","exact":"1/2","tight":true,"met":true,"method":"lattice","engine":"malachite"}"#,
            r#"{"id":"a","status":"ok","lo":"0.5","hi":"0.5"}"#,
        ),
        (
            r#"{"id":"a","status":"error","field":"query","reason":"no","column":1,"help":"yes"}"#,
            r#"{"id":"a","status":"error","reason":"no"}"#,
        ),
    ] {
        assert_eq!(Answer::read(line).unwrap().line(), canonical);
    }
}

#[test]
fn malformed_lines_are_refused_for_a_reason() {
    for (line, reason) in [
        ("", "there is no text"),
        ("nan", "not a JSON value"),
        ("[]", "a table is expected"),
        (r#"{"id":1,"status":"ok","value":"1","bound":"upper"}"#, "id: a text is expected"),
        (r#"{"status":"ok","value":"1","bound":"upper"}"#, "\"id\" is missing"),
        (r#"{"id":"a","value":"1","bound":"upper"}"#, "\"status\" is missing"),
        (r#"{"id":"a","status":"fine","value":"1","bound":"upper"}"#, "unknown word \"fine\""),
        (r#"{"id":"a","status":"ok","value":"1"}"#, "\"bound\" is missing"),
        (r#"{"id":"a","status":"ok","value":"1","bound":"estimate"}"#, "\"rel-tol\" is missing"),
        (r#"{"id":"a","status":"ok","value":"1","bound":"upper","rel-tol":"1"}"#, "unknown field \"rel-tol\""),
        (r#"{"id":"a","status":"ok","value":"1","bound":"estimate","rel-tol":"-1"}"#, "not a rational number >= 0"),
        (r#"{"id":"a","status":"ok","value":"1","bound":"estimate","rel-tol":"nan"}"#, "a number is expected"),
        (r#"{"id":"a","status":"ok","bound":"upper"}"#, "\"value\" is missing"),
        (r#"{"id":"a","status":"ok","lo":"0"}"#, "\"hi\" is missing"),
        (r#"{"id":"a","status":"ok","lo":"0","hi":"1","value":"1","bound":"upper"}"#, "unknown field \"lo\""),
        (r#"{"id":"a","status":"ok","value":0.1,"bound":"upper"}"#, "0.1 is a floating-point number"),
        (r#"{"id":"a","status":"ok","value":"0,1","bound":"upper"}"#, "the number ends before this"),
        (r#"{"id":"a","status":"ok","value":"1","bound":"upper","valeu":"1"}"#, "unknown field \"valeu\""),
        (r#"{"id":"a","status":"error"}"#, "\"reason\" is missing"),
        (r#"{"id":"a","id":"a","status":"error","reason":""}"#, "is given twice"),
        (r#"{"id":"a","status":"error","reason":""} x"#, "more text behind"),
    ] {
        let error = Answer::read(line).expect_err(line);
        assert!(error.to_string().contains(reason), "{line}: {error}");
    }
}

proptest! {
    #[test]
    fn reading_what_was_written_gives_the_same_answer(
        id in ".*",
        program in proptest::option::of(".*"),
        bits in any::<u64>(),
        reason in ".*",
        kind in 0..6usize,
    ) {
        let hex = format!("-0x1.{:013x}p{}", bits & ((1 << 52) - 1), (bits >> 52) as i64 - 2000);
        let mut line = json!({"id": id, "status": "ok"});
        match kind {
            0 => { line["value"] = json!(hex); line["bound"] = json!("upper"); }
            1 => { line["value"] = json!("inf"); line["bound"] = json!("lower"); }
            2 => { line["value"] = json!(hex); line["bound"] = json!("estimate"); line["rel-tol"] = json!("1e-9"); }
            3 => { line["lo"] = json!(hex); line["hi"] = json!("nan"); }
            4 => { line["status"] = json!("unsupported"); line["reason"] = json!(reason); }
            _ => { line["status"] = json!("crashed"); line["reason"] = json!(reason); }
        }
        if let Some(program) = program {
            line["program"] = json!(program);
        }
        let answer = Answer::read(&line.to_string()).unwrap();
        let written = answer.line();
        prop_assert_eq!(Answer::read(&written).unwrap(), answer.clone());
        prop_assert_eq!(Answer::read(&written).unwrap().line(), written);
    }
}

/// What a run recorded is judged again as it was, whatever happened in it.
#[test]
fn recorded_answers_get_the_same_verdicts() {
    for mode in ["upper", "says:0:upper", "says:nan:upper", "dies", "garbage", "error", "estimate", "interval"] {
        let folder = Folder::new(&[("suite.jsonl", &suite())]);
        let ask = ["--suite", "suite.jsonl", "--json", "--record", "answers.jsonl", "--cmd", &control(mode)];
        let (live, recorded) = (crosscheck(&folder, &ask), folder.text("answers.jsonl"));
        assert_eq!(recorded.lines().count(), 6);
        for line in recorded.lines() {
            assert_eq!(Answer::read(line).unwrap().line(), line);
        }
        let again = crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"]);
        assert_eq!((again.code, again.stdout), (live.code, live.stdout), "{mode}");
        let reversed: Vec<&str> = recorded.lines().rev().collect();
        std::fs::write(folder.path("answers.jsonl"), reversed.join("\n")).unwrap();
        let reordered = crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"]);
        assert_eq!(reordered.stdout, crosscheck(&folder, &ask).stdout, "{mode}");
    }
}

#[test]
fn records_are_read_strictly() {
    let good = r#"{"id":"tail","status":"ok","value":"1","bound":"upper"}"#;
    for (answers, code, reason) in [
        (format!("{good}\n{good}\n"), 2, "there is another answer to \"tail\""),
        (format!("{good}\n{{\"status\":\"ok\"}}\n"), 2, "answers.jsonl:2:"),
        (format!("{good}\nx\n"), 2, "not a JSON value"),
        (format!("{good}\n{{\"id\":\"one-step\",\"status\":\"ok\",\"value\":NaN}}\n"), 1, ""),
    ] {
        let folder = Folder::new(&[("suite.jsonl", &suite()), ("answers.jsonl", &answers)]);
        let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"]);
        assert_eq!(run.code, Some(code), "{answers}");
        assert!(run.stderr.contains(reason), "{answers}: {}", run.stderr);
        if code == 1 {
            assert_eq!(run.verdicts(), ["invalid", "crashed", "crashed", "loose", "crashed", "crashed"]);
            assert_eq!(run.json()["questions"][1]["why"], "there is no answer in the record");
        }
    }
}
