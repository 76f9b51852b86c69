//! The protocol's reader and writer.

use dpcert_crosscheck::Answer;
use proptest::prelude::*;
use serde_json::json;

/// Canonical lines: written as they were read.
const LINES: [&str; 13] = [
    r#"{"id":"a","status":"ok","value":"0x1.8p-3","bound":"upper"}"#,
    r#"{"id":"a b\n\"","status":"ok","value":"0.1","bound":"lower","program":"library 1.0"}"#,
    r#"{"id":"","status":"ok","value":"ln(3)","bound":"estimate","rel-tol":"1e-9"}"#,
    r#"{"id":"a","status":"ok","value":"0","bound":"estimate","rel-tol":"1e-9","abs-tol":"0x1p-1074"}"#,
    r#"{"id":"a","status":"ok","value":"0","bound":"estimate","abs-tol":"1e-300"}"#,
    r#"{"id":"a","status":"ok","lo":"0","hi":"1","consistent":"1e-9","program":"library 1.0"}"#,
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
        ("", "the text is empty"),
        ("nan", "not a JSON value"),
        ("[]", "a table is expected"),
        (r#"{"id":1,"status":"ok","value":"1","bound":"upper"}"#, "id: a text is expected"),
        (r#"{"status":"ok","value":"1","bound":"upper"}"#, "\"id\" is missing"),
        (r#"{"id":"a","value":"1","bound":"upper"}"#, "\"status\" is missing"),
        (r#"{"id":"a","status":"fine","value":"1","bound":"upper"}"#, "unknown word \"fine\""),
        (r#"{"id":"a","status":"ok","value":"1"}"#, "\"bound\" is missing"),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"estimate"}"#,
            "an estimate has a tolerance: rel-tol, abs-tol, or both",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"upper","rel-tol":"-1"}"#,
            "not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"estimate","rel-tol":"-1"}"#,
            "not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"estimate","abs-tol":"-1"}"#,
            "abs-tol: the tolerance is not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"estimate","rel-tol":"-Inf"}"#,
            "rel-tol: the tolerance is not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"lower","abs-tol":"ln(2)"}"#,
            "not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"estimate","rel-tol":"nan"}"#,
            "a number is expected",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"upper","consistent":"-1"}"#,
            "not a rational number >= 0",
        ),
        (
            r#"{"id":"a","status":"error","reason":"","consistent":"1"}"#,
            "unknown field \"consistent\"",
        ),
        (r#"{"id":"a","status":"ok","bound":"upper"}"#, "\"value\" is missing"),
        (r#"{"id":"a","status":"ok","lo":"0"}"#, "\"hi\" is missing"),
        (
            r#"{"id":"a","status":"ok","lo":"0","hi":"1","value":"1","bound":"upper"}"#,
            "an answer is one value or an interval, not both",
        ),
        (
            r#"{"id":"a","status":"ok","value":0.1,"bound":"upper"}"#,
            "0.1 is a floating-point number",
        ),
        (
            r#"{"id":"a","status":"ok","value":"0,1","bound":"upper"}"#,
            "unexpected text after the number",
        ),
        (
            r#"{"id":"a","status":"ok","value":"1","bound":"upper","valeu":"1"}"#,
            "unknown field \"valeu\"",
        ),
        (r#"{"id":"a","status":"error"}"#, "\"reason\" is missing"),
        (r#"{"id":"a","id":"a","status":"error","reason":""}"#, "is given twice"),
        (r#"{"id":"a","status":"error","reason":""} x"#, "more text after"),
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
