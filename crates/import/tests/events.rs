//! Events of dp-accounting: what each is, for each relation, and in each form of text.

use crate::{RELATIONS, given, import};
use dpcert::mechanism::Adjacency;
use serde_json::Value;

/// The events of `events.json`.
fn events() -> Vec<Value> {
    serde_json::from_str(include_str!("events.json")).expect("JSON")
}

/// The mechanisms of the rows: `None` where it is refused.
fn imported(text: &str, adjacency: Adjacency) -> Option<Vec<String>> {
    let written = import(text, "an event", &given(adjacency)).ok()?;
    let file: toml::Table = toml::from_str(&written).expect("TOML");
    let rows = file.get("ledger").and_then(|rows| rows.as_array()).cloned().unwrap_or_default();
    let text =
        |row: &toml::Value, name: &str| row.get(name).and_then(|x| x.as_str()).map(str::to_owned);
    let shown = |row: &toml::Value| {
        let mechanism = text(row, "mechanism").expect("a mechanism");
        text(row, "count").map_or(mechanism.clone(), |count| format!("{mechanism}^{count}"))
    };
    Some(rows.iter().map(shown).collect())
}

fn expected(event: &Value, adjacency: Adjacency) -> Option<Vec<String>> {
    let rows = event.get(adjacency.name()).expect("each relation is there");
    serde_json::from_value(rows.clone()).expect("rows, or null")
}

#[test]
fn each_event_is_its_mechanism() {
    let events = events();
    assert!(events.len() > 50, "few events: {}", events.len());
    for event in &events {
        for adjacency in RELATIONS {
            let text = event["event"].as_str().expect("its JSON");
            assert_eq!(
                imported(text, adjacency),
                expected(event, adjacency),
                "{text}, {}",
                adjacency.name()
            );
        }
    }
}

#[test]
fn each_form_of_an_event_is_the_same() {
    let mut forms = 0;
    for event in events() {
        let Some(printed) = event["repr"].as_str() else { continue };
        for adjacency in RELATIONS {
            let wanted = expected(&event, adjacency);
            assert_eq!(imported(printed, adjacency), wanted, "{printed}");
            let object = event["object"].as_str().expect("its JSON");
            assert_eq!(imported(object, adjacency), wanted, "{object}");
            forms += 1;
        }
    }
    assert!(forms > 60, "few forms: {forms}");
}

/// A mechanism that is not supported is one of dpcert, all the same.
#[test]
fn mechanisms_of_events_are_read() {
    for event in events() {
        for row in RELATIONS
            .into_iter()
            .flat_map(|adjacency| expected(&event, adjacency).unwrap_or_default())
        {
            if let Err(error) = dpcert::Mechanism::parse(&row) {
                assert!(error.to_string().contains("is not supported"), "{row}: {error}");
            }
        }
    }
}
