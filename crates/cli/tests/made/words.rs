//! The words of mechanisms that fuzzing tries.

use dpcert::mechanism::{FieldValue, KindField, catalogue, other_names};
use std::collections::BTreeSet;

/// What is below it is made.
const MARK: &str = "# Mechanisms: made from the catalogue by `scripts/record made`.\n";

/// A dictionary, with the words of mechanisms made anew.
pub fn dictionary(text: &str) -> String {
    let (before, _) = text.split_once(MARK).expect(MARK);
    let kinds = catalogue().flat_map(|kind| {
        kind.fields.iter().flat_map(of_field).chain([kind.name]).collect::<Vec<_>>()
    });
    let words: BTreeSet<&str> = kinds.chain(other_names().map(|(_, other, _)| other)).collect();
    let lines: String = words.into_iter().map(|word| format!("\"{word}\"\n")).collect();
    format!("{before}{MARK}{lines}")
}

fn of_field(field: &KindField) -> Vec<&'static str> {
    let more = match field.value {
        FieldValue::Word(words) => words.to_vec(),
        FieldValue::Tables(fields) => fields.iter().map(|field| field.name).collect(),
        FieldValue::Points(names) => names.to_vec(),
        _ => Vec::new(),
    };
    [vec![field.name], more].concat()
}
