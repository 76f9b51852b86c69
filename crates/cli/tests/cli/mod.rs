//! The built program: every command, the line protocol, and how runs end.

mod endings;
mod engines;
#[cfg(feature = "full")]
mod help;
#[cfg(feature = "full")]
mod manual;
pub mod names;
mod one_off;
#[cfg(feature = "full")]
pub mod papers;
#[cfg(feature = "full")]
mod progress;
mod protocol;
mod stream;

use dpcert::exact::literal;
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

struct Run {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

fn dpcert(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command
        .args(arguments)
        .env_remove("RAYON_NUM_THREADS")
        .env("COLUMNS", "200")
        .env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut child: Child, input: Vec<u8>) -> Run {
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        // A program that refuses its arguments does not read.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        stdout: text(output.stdout),
        stderr: crate::said(output.stderr),
        code: output.status.code(),
    }
}

fn run(arguments: &[&str]) -> Run {
    finish(dpcert(arguments).spawn().unwrap(), Vec::new())
}

fn feed(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    finish(dpcert(arguments).spawn().unwrap(), input.into())
}

/// The answers to some lines, and the exit code.
fn query(lines: &[String]) -> (Vec<Value>, Option<i32>) {
    let run = feed(&["query"], lines.join("\n") + "\n");
    assert_eq!(run.stderr, "");
    let answers: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    answers.iter().for_each(check_numbers);
    (answers, run.code)
}

fn ask(mechanism: &str, question: &str) -> Value {
    let line = format!(r#"{{"mechanism":{mechanism},"query":{question}}}"#);
    query(&[line]).0.remove(0)
}

/// All ends are decimals of the protocol, and in order.
fn check_numbers(answer: &Value) {
    match answer {
        Value::Object(fields) => {
            if let (Some(lo), Some(hi)) = (fields.get("lo"), fields.get("hi")) {
                let (lo, hi) = (lo.as_str().unwrap(), hi.as_str().unwrap());
                assert!(is_decimal(lo) && is_decimal(hi), "{lo} {hi}");
                assert!(hi == "inf" || rational(lo) <= rational(hi), "{lo} {hi}");
            }
            fields.values().for_each(check_numbers);
        }
        Value::Array(values) => values.iter().for_each(check_numbers),
        _ => {}
    }
}

/// `-?\d+(\.\d+)?(e-?\d+)?|inf`
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| text.strip_prefix('-').unwrap_or(text).to_owned();
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    text == "inf" || digits(&unsigned(whole)) && digits(fraction) && digits(&unsigned(exponent))
}

fn rational(text: &str) -> Rational {
    literal::parse(text).unwrap().as_rational().unwrap().clone()
}

/// 2000 lines of very different length, some of them wrong.
fn many_lines() -> Vec<String> {
    let mechanism = |i: u64| match i % 5 {
        0 => r#"{"kind":"gdp","mu":"1/2"}"#.to_owned(),
        1 => format!(
            r#"{{"kind":"repeat","count":{},"mechanism":{{"kind":"approx-dp","eps":"1/10","delta":"1e-6"}}}}"#,
            1 + 7 * i % 100
        ),
        2 => format!(r#"{{"kind":"laplace","eps":"{i}/100"}}"#),
        3 => r#"{"kind":"randomized-response","eps":"ln(3)"}"#.to_owned(),
        _ => "17".to_owned(),
    };
    let question = |i: u64| match i % 7 {
        0 => r#"{"deltas":{}}"#,
        1 => r#"{"eps":{"delta":"1e-3"}}"#,
        2 => r#"{"test":{"alpha":"1/10"}}"#,
        _ => r#"{"delta":{"eps":"1/4"}}"#,
    };
    (0..2000)
        .map(|i| {
            format!(
                r#"{{"id":{i},"mechanism":{},"query":{},"digits":8}}"#,
                mechanism(i),
                question(i)
            )
        })
        .collect()
}
