//! The theorems about utility as the page shows them, with the statements that the thesis prints in their place.

use dpcert::theorem::{THEOREMS, Theorem, family_of};
use dpcert_papers::{Check, find};
use serde::Serialize;

const FAMILY: &str = "noise and utility";

/// The entries of the corpus about a theorem.
const PRINTED: [(&str, &[&str]); 9] = [
    ("laplace-noise", &["TH-14"]),
    ("gaussian-noise", &["TH-16"]),
    ("randomized-response-estimator", &["TH-01", "TH-02", "TH-62"]),
    ("randomized-response-utility", &["TH-17", "TH-47", "TH-48"]),
    ("exponential-mechanism", &["TH-18", "TH-19"]),
    ("exponential-utility", &["TH-19"]),
    ("histogram-error", &["TH-37", "TH-38"]),
    ("mean-error", &["TH-39", "TH-40"]),
    ("median-utility", &["TH-41", "TH-42", "TH-43", "TH-44", "TH-45"]),
];

/// A theorem, as the page shows it.
#[derive(Debug, Serialize)]
struct Utility {
    name: &'static str,
    statement: &'static str,
    source: &'static str,
    domain: &'static str,
    parameters: Vec<&'static str>,
    /// Initial values, in the compact notation.
    example: &'static str,
    printed: Vec<Printed>,
}

/// The printed statement, and the true one.
#[derive(Debug, Serialize)]
struct Printed {
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    formula: &'static str,
    verdict: &'static str,
    correction: Option<&'static str>,
}

/// The file that `dpcert-answers` has inside: not even the corpus is needed to show it.
pub fn list(_: &str) -> String {
    let shown: Vec<Utility> = utilities().collect();
    serde_json::to_string_pretty(&shown).unwrap() + "\n"
}

fn utilities() -> impl Iterator<Item = Utility> {
    THEOREMS.iter().filter(|theorem| family_of(theorem.name) == FAMILY).map(shown)
}

fn shown(theorem: &'static Theorem) -> Utility {
    let ids =
        PRINTED.iter().find(|(name, _)| *name == theorem.name).map_or(&[][..], |(_, ids)| ids);
    let printed = ids.iter().filter_map(|id| find(id)).map(|entry| Printed {
        id: &entry.id,
        place: &entry.place,
        statement: &entry.statement,
        formula: &entry.formula,
        verdict: entry.recorded.name(),
        correction: match &entry.check {
            Check::Computed(computation) => {
                computation.correction.as_ref().map(|correction| correction.text())
            }
            _ => None,
        },
    });
    Utility {
        name: theorem.name,
        statement: theorem.statement,
        source: theorem.source,
        domain: theorem.domain,
        parameters: theorem.parameters().map(|parameter| parameter.name).collect(),
        example: theorem.example,
        printed: printed.collect(),
    }
}

#[test]
fn every_name_is_that_of_something() {
    for (name, ids) in PRINTED {
        assert!(utilities().any(|utility| utility.name == name), "{name}");
        for id in ids {
            assert!(find(id).is_some(), "{id}");
        }
    }
    assert_eq!(utilities().count(), 10);
}
