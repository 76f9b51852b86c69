//! The files: complete, unique, of their schema, and as they would be written.

use super::*;
use crate::support::effort;
use crate::support::recorded::assert_meets;
use dpcert::input::from_json;
use dpcert::{Mechanism, Query, Refusal};
use dpcert_crosscheck::question::{Flag, questions, table};
use dpcert_crosscheck::vectors::{differences, vector};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// The words of a help text that ends in "one of a, b or c [is expected here]".
fn words(help: &str) -> BTreeSet<String> {
    let list = help.split("one of ").last().unwrap().split(" is expected here").next().unwrap();
    list.replace(" or ", ", ").split(", ").map(|word| word.trim_matches('"').to_owned()).collect()
}

/// Every kind of mechanism that is in a mechanism: strategies and participations have kinds of
/// their own.
fn kinds(mechanism: &Value, found: &mut BTreeSet<String>) {
    match mechanism {
        Value::Object(fields) => {
            found.extend(fields.get("kind").and_then(Value::as_str).map(str::to_owned));
            let parts = fields
                .iter()
                .filter(|(name, _)| !["strategy", "participation"].contains(&name.as_str()));
            parts.for_each(|(_, value)| kinds(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| kinds(item, found)),
        _ => {}
    }
}

#[test]
fn every_kind_every_query_and_every_flag_appears() {
    let Err(Refusal::Input(error)) = Mechanism::parse("qqqqqqqqqqqqqqqqq(eps=1)") else {
        panic!("there is no such kind")
    };
    let mut known_kinds = words(&error.help);
    // Not yet a vector: their ends stay apart.
    for kind in ["shuffled-batches", "sum-of-reports"] {
        assert!(known_kinds.remove(kind));
    }
    let node = from_json("{}").unwrap();
    let Err(Refusal::Input(error)) =
        Query::read(&dpcert::input::Field { node: &node, path: String::new() })
    else {
        panic!("there is no quantity")
    };
    let known_queries = words(&error.help);
    assert!(known_kinds.contains("approx-dp") && known_kinds.len() >= 23, "{known_kinds:?}");
    assert!(known_queries.contains("polygon") && known_queries.len() >= 15, "{known_queries:?}");

    let (mut seen_kinds, mut seen_queries, mut seen_flags) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for vector in vectors() {
        kinds(&vector["mechanism"], &mut seen_kinds);
        seen_queries.extend(vector["query"].as_object().unwrap().keys().cloned());
        seen_flags.extend(
            vector["flags"]
                .as_array()
                .unwrap()
                .iter()
                .map(|flag| flag.as_str().unwrap().to_owned()),
        );
    }
    assert_eq!(seen_kinds, known_kinds);
    assert_eq!(seen_queries, known_queries);
    assert_eq!(seen_flags, Flag::ALL.iter().map(|flag| flag.slug().to_owned()).collect());
}

#[test]
fn ids_are_unique_and_the_files_hold_the_table() {
    let table = table();
    assert!(table.len() >= 600, "{}", table.len());
    let ids: BTreeSet<&str> = table.iter().map(|question| question.id.as_str()).collect();
    assert_eq!(ids.len(), table.len());
    let vectors = vectors();
    let stored: BTreeSet<&str> = vectors.iter().map(|vector| text(vector, "id")).collect();
    assert_eq!((stored, vectors.len()), (ids, table.len()));
    for question in &table {
        assert!(!question.flags.is_empty() && question.flags.is_sorted(), "{}", question.id);
        assert!(
            question.flags.iter().all(|flag| *flag != Flag::Ordinary || question.flags.len() == 1),
            "{}",
            question.id
        );
    }
    assert!(questions().iter().all(|question| question.is_number()) && questions().len() >= 600);
}

/// The schema, and the notes: every flag of a file is explained in it.
#[test]
fn the_files_are_of_their_schema() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(folder().join("schema.json")).unwrap())
            .unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let files = stored();
    assert_eq!(files.len(), 29);
    for (name, text) in &files {
        let file: Value = serde_json::from_str(text).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&file)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(*name, format!("{}.json", file["family"].as_str().unwrap()));
        let groups = file["groups"].as_array().unwrap();
        let tests: Vec<&Value> =
            groups.iter().flat_map(|group| group["tests"].as_array().unwrap()).collect();
        assert_eq!(file["count"], tests.len());
        let flags: BTreeSet<&str> = tests
            .iter()
            .flat_map(|test| test["flags"].as_array().unwrap())
            .map(|flag| flag.as_str().unwrap())
            .collect();
        assert_eq!(flags, file["notes"].as_object().unwrap().keys().map(String::as_str).collect());
    }
    // A schema that takes anything is none.
    let (_, text) = &files[0];
    for (find, with) in [
        (r#""safe": "upper""#, r#""safe": "above""#),
        (r#""lo":""#, r#""low":""#),
        (r#""lo":"0"#, r#""lo":"-0"#),
        (r#""upper-f64":"0x1"#, r#""upper-f64":"1"#),
        (r#""flags":["#, r#""flags":[1,"#),
        (r#""format": "dpcert-vectors/1""#, r#""format": "dpcert-vectors/2""#),
        (r#""tight":true"#, r#""tight":"yes""#),
        (r#""tight":true"#, r#""grade":"A","tight":true"#),
    ] {
        let altered = text.replacen(find, with, 1);
        assert_ne!(altered, *text, "{find}");
        assert!(!validator.is_valid(&serde_json::from_str(&altered).unwrap()), "{with}");
    }
}

/// The vector without its ends rounded to binary64, which follow from the others.
fn without_doubles(line: &str) -> String {
    match (line.split_once(r#","upper-f64":"#), line.split_once(r#","tight":"#)) {
        (Some((before, _)), Some((_, after))) => format!("{before} {after}"),
        _ => line.to_owned(),
    }
}

/// Each line is what would be written. All are compared from an effort of 20 on; before that every
/// fifth, and of those that need a grid every twentieth.
#[test]
fn vectors_are_generated() {
    let mut lines = HashMap::new();
    let files = stored();
    for line in files.iter().flat_map(|(_, text)| text.lines()) {
        let line = line.trim().trim_end_matches(',');
        if let Ok(vector) = serde_json::from_str::<Value>(line)
            && let Some(id) = vector["id"].as_str()
        {
            lines.insert(
                id.to_owned(),
                (line, vector["method"] == "grid" || vector["method"] == "supporting-lines"),
            );
        }
    }
    let table = table();
    let is_compared = |i: usize, is_slow: bool| {
        i.is_multiple_of((if is_slow { 20_usize } else { 5 }).div_ceil(effort()))
    };
    let compared = table.par_iter().enumerate().filter(|(i, question)| {
        let (line, is_slow) = lines[&question.id];
        let is_compared = is_compared(*i, is_slow);
        if is_compared {
            let made = vector(question).unwrap();
            let made = made.get();
            // On a grid other digits are as true: that they meet, and that the gap asked for is
            // met, is what is recorded.
            if is_slow {
                assert_meets(&without_doubles(made), &without_doubles(line), line)
            } else {
                assert_eq!(made, line)
            }
        }
        is_compared
    });
    let compared = compared.count();
    assert!(compared >= 200, "{compared}");
}

#[test]
fn a_file_that_nobody_generates_is_found() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    for name in ["schema.json", "old.json", "README.md"] {
        std::fs::write(folder.join(name), "{}").unwrap();
    }
    let found = differences(&[], folder, true).unwrap();
    assert_eq!(found, ["old.json: not generated"]);
    assert!(differences(&[], folder, false).unwrap().is_empty());
}
