//! The deployments of the OpenDP registry: `fixtures/registry/entries.toml`, and the page that is
//! made of it.

use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use toml::Table;

/// What an entry may lack.
const WORDS: [&str; 8] = [
    "budget",
    "unit",
    "neighbours",
    "mechanism",
    "noise",
    "number of releases",
    "composition",
    "sampling",
];
/// The places of the tables in the page.
const MARKS: [&str; 2] = ["<!-- entries -->\n", "<!-- end -->"];

/// An entry of the registry, with the verdicts on its claims.
struct Entry {
    name: String,
    unit: String,
    budget: String,
    /// The claims, as `FILE/ID`, and what is expected of them.
    claims: Vec<(String, String)>,
    missing: Vec<String>,
    remark: String,
}

fn read(path: &str) -> Table {
    let text = fs::read_to_string(crate::root().join(path)).unwrap();
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn tables(of: &Table, name: &str) -> Vec<Table> {
    let tables = of[name].as_array().unwrap().iter();
    tables.map(|table| table.as_table().unwrap().clone()).collect()
}

fn text(of: &Table, name: &str) -> String {
    of[name].as_str().unwrap_or_else(|| panic!("{name} of {of:?}")).to_owned()
}

fn texts(of: &Table, name: &str) -> Vec<String> {
    let texts = of[name].as_array().unwrap().iter();
    texts.map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// What the claim file expects, which the tests of the claim files judge.
fn expected(claim: &str) -> String {
    let (file, id) = claim.split_once('/').unwrap();
    let claims = tables(&read(&format!("fixtures/ledgers/{file}.toml")), "claim");
    let found = claims.iter().find(|claim| text(claim, "id") == id);
    let found = found.unwrap_or_else(|| panic!("{claim} is not found"));
    found.get("expect").map_or_else(|| "holds".to_owned(), |_| text(found, "expect"))
}

fn entries() -> Vec<Entry> {
    let entry = |table: Table| {
        let [name, organisation, year] =
            ["name", "organisation", "year"].map(|field| text(&table, field));
        let claims = texts(&table, "claims").into_iter();
        Entry {
            name: format!("{name}, {organisation} {year}"),
            unit: text(&table, "unit"),
            budget: text(&table, "budget"),
            claims: claims.map(|claim| (claim.clone(), expected(&claim))).collect(),
            missing: texts(&table, "missing"),
            remark: text(&table, "remark"),
        }
    };
    tables(&read("fixtures/registry/entries.toml"), "entry").into_iter().map(entry).collect()
}

/// The deployments with the claim files of each, for `dpcert init registry`.
pub fn deployments(_: &str) -> String {
    let deployment = |entry: &Table| {
        let files: BTreeSet<String> = texts(entry, "claims")
            .iter()
            .map(|claim| claim.split_once('/').unwrap().0.to_owned())
            .collect();
        let file = |name: &String| {
            let path = crate::root().join(format!("fixtures/ledgers/{name}.toml"));
            json!({ "name": name, "text": fs::read_to_string(path).unwrap() })
        };
        let [name, organisation, year] =
            ["name", "organisation", "year"].map(|field| text(entry, field));
        json!({
            "name": text(entry, "file"),
            "title": format!("{name}, {organisation} {year}"),
            "missing": texts(entry, "missing"),
            "files": files.iter().map(file).collect::<Vec<_>>(),
        })
    };
    let all = tables(&read("fixtures/registry/entries.toml"), "entry");
    let all: Vec<_> = all.iter().map(deployment).collect();
    serde_json::to_string_pretty(&all).unwrap() + "\n"
}

/// The page, with its tables made anew.
pub fn page(text: &str) -> String {
    let [first, last] = MARKS;
    let (before, rest) = text.split_once(first).expect(first);
    let (_, after) = rest.split_once(last).expect(last);
    let entries = entries();
    let (judged, others): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().partition(|entry| !entry.claims.is_empty());
    let all_hold = |entry: &&&Entry| entry.claims.iter().all(|(_, expected)| expected == "holds");
    let holding = judged.iter().filter(all_hold).count();
    let counts = format!(
        "{} entries: {} with claims, of which {holding} have only claims that hold and {} have one \
         that is refuted; {} without.",
        entries.len(),
        judged.len(),
        judged.len() - holding,
        others.len()
    );
    let lacking = |word: &&str| {
        let lacks = |entry: &&Entry| entry.missing.iter().any(|missing| missing == word);
        format!("| {word} | {} |\n", entries.iter().filter(lacks).count())
    };
    let lacking: String = WORDS.iter().map(lacking).collect();
    let judged: String = judged.into_iter().map(row_of_judged).collect();
    let others: String = others.into_iter().map(row_of_other).collect();
    format!(
        "{before}{first}\n{counts}\n\n## Judged\n\n\
         | deployment | unit | budget | claims | not given | remark |\n|---|---|---|---|---|---|\n\
         {judged}\n## Not judged\n\n\
         | deployment | unit | budget | not given | remark |\n|---|---|---|---|---|\n\
         {others}\n## What is not given\n\n| what | entries |\n|---|---:|\n{lacking}\n{last}{after}"
    )
}

fn row_of_judged(entry: &Entry) -> String {
    let verdict = |(claim, expected): &(String, String)| {
        let (file, id) = claim.split_once('/').unwrap();
        format!("[{id}](../fixtures/ledgers/{file}.toml) {expected}")
    };
    let verdicts: Vec<String> = entry.claims.iter().map(verdict).collect();
    let Entry { name, unit, budget, remark, .. } = entry;
    let (verdicts, missing) = (verdicts.join(", "), entry.missing.join(", "));
    format!("| {name} | {unit} | {budget} | {verdicts} | {missing} | {remark} |\n")
}

fn row_of_other(entry: &Entry) -> String {
    let Entry { name, unit, budget, remark, .. } = entry;
    format!("| {name} | {unit} | {budget} | {} | {remark} |\n", entry.missing.join(", "))
}

/// Every entry has claims or says what is missing, in the words of the list.
#[test]
fn entries_are_complete() {
    let entries = entries();
    assert_eq!(entries.len(), 41);
    for Entry { name, unit, budget, claims, missing, remark } in &entries {
        assert!(!claims.is_empty() || !missing.is_empty(), "{name}");
        assert!(missing.iter().all(|word| WORDS.contains(&word.as_str())), "{name}: {missing:?}");
        // A cell of a table ends at such a bar.
        assert!([name, unit, budget, remark].iter().all(|cell| !cell.contains('|')), "{name}");
        assert!(remark.ends_with('.'), "{name}: {remark}");
    }
}
