//! Many answers, each nearly right: those on the safe side are sound and the others are not.

use super::*;
use crate::support::{Shown, effort};
use dpcert::input::{Field, from_json};
use dpcert::{Content, Mechanism, Options, Query, Question};
use rayon::prelude::*;

/// How many at an effort of 1.
const ANSWERS: usize = 500;

/// A question of a closed form or a lattice.
fn question(i: u64) -> (Value, Value) {
    let tenths = format!("{}/64", 1 + i % 97);
    let mechanism = match i % 4 {
        0 => json!({"kind": "gaussian", "sigma": format!("{}/16", 8 + i % 211)}),
        1 => json!({"kind": "laplace", "eps": format!("{}/128", 1 + i % 509)}),
        2 => {
            json!({"kind": "approx-dp", "eps": format!("{}/1024", 1 + i % 307), "delta": "0x1p-30"})
        }
        _ => json!({"kind": "randomized-response", "eps": format!("{}/1024", 1 + i % 401)}),
    };
    let count = if i % 4 == 1 { 1 } else { 1 + i % 1000 };
    let query = match i / 4 % 4 {
        0 | 1 => json!({"delta": {"eps": tenths}}),
        2 => json!({"tv": {}}),
        _ => json!({"eps": {"delta": "0x1p-20"}}),
    };
    (json!({"kind": "repeat", "count": count, "mechanism": mechanism}), query)
}

/// The certified value, as a library would print it that is right to some digits: from above for an
/// even number, otherwise a little too small.
fn said(i: u64, mechanism: &Value, query: &Value) -> String {
    let node = |value: &Value| from_json(&value.to_string()).unwrap();
    let (mechanism, query) = (node(mechanism), node(query));
    let mechanism = Mechanism::read(&Field { node: &mechanism, path: String::new() }).unwrap();
    let query = Query::read(&Field { node: &query, path: String::new() }).unwrap();
    let options = Options { digits: 15, ..Options::default() };
    let Content::Number(bounds) =
        dpcert::ask(&Question::of(&mechanism, &query), &options).unwrap().content
    else {
        unreachable!()
    };
    if i.is_multiple_of(2) {
        bounds.printed().hi
    } else {
        format!("{}*(1 - 1e-12)", bounds.printed().lo)
    }
}

#[test]
fn the_last_digits_decide() {
    let questions: Vec<(Value, Value)> = (0..(ANSWERS * effort()) as u64).map(question).collect();
    let suite: String = questions
        .iter()
        .enumerate()
        .map(|(i, (mechanism, query))| {
            json!({"id": i.to_string(), "mechanism": mechanism, "query": query}).to_string() + "\n"
        })
        .collect();
    let answers: Vec<String> = questions
        .par_iter()
        .enumerate()
        .map(|(i, (mechanism, query))| {
            let value = said(i as u64, mechanism, query);
            json!({"id": i.to_string(), "status": "ok", "value": value, "bound": "upper"})
                .to_string()
        })
        .collect();
    let folder = Folder::new(&[("suite.jsonl", &suite), ("answers.jsonl", &answers.join("\n"))]);
    let run =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--json"]);
    let report = run.json();
    for (i, question) in report["questions"].as_array().unwrap().iter().enumerate() {
        let zero = question["hi"] == "0" || question["lo"] == "inf";
        let expected = if i % 2 == 0 || zero { "sound" } else { "unsound" };
        assert_eq!(question["verdict"], expected, "{question}");
    }
}
