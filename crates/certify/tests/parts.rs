//! Rows on parts of the data: the engine and the checker agree on random ledgers, and a certificate
//! of one ledger is none of another.

use super::*;
use crate::effort::effort;
use dpcert_certify::{Error, certify, coq};
use serde_json::json;

/// Rows without an id, a count and a part: on a lattice of losses, and those with a rho.
const KINDS: [&str; 7] = [
    "mechanism = \"approx-dp\"\neps = \"ln(2)\"\ndelta = \"1/50\"",
    "mechanism = \"randomized-response\"\neps = \"ln(2)\"",
    "mechanism = \"randomized-response\"\neps = \"ln(4)\"",
    "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nsensitivity = 2",
    "mechanism = \"finite-pair\"\np = [\"1/2\", \"1/4\", \"1/4\"]\nq = [\"1/4\", \"1/4\", \"1/2\"]",
    "mechanism = \"gaussian\"\nsigma = 2",
    "mechanism = \"zcdp\"\nrho = \"1/9\"",
];

/// Quantities with values from those that all of these ledgers exceed to those that none does.
const CLAIMS: [(&str, [&str; 4]); 5] = [
    ("delta = { eps = \"ln(2)\" }", ["1/50", "1/8", "1/3", "3/4"]),
    ("tv = {}", ["1/10", "1/3", "1/2", "9/10"]),
    ("eps = { delta = \"1/40\" }", ["ln(2)", "ln(3)", "2", "4"]),
    ("beta = { alpha = \"1/10\" }", ["1/100", "1/4", "2/3", "4/5"]),
    ("rho = {}", ["1/9", "1/4", "17/72", "1"]),
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn file(adjacency: &str, rows: &[String], claims: &[String]) -> String {
    let rows: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| format!("[[ledger]]\nid = \"row-{index}\"\n{row}\n"))
        .collect();
    let claims: Vec<String> = claims
        .iter()
        .enumerate()
        .map(|(index, claim)| format!("[[claim]]\nid = \"{index}\"\nover = [\"*\"]\n{claim}\n"))
        .collect();
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"{adjacency}\"\n{}{}",
        rows.concat(),
        claims.concat()
    )
}

/// Rows of which some are on parts, the first one certainly.
fn rows(random: &mut Random) -> Vec<String> {
    // Few kinds in one ledger, so that parts are often alike, and no grids, which take long.
    let family = random.of(&[&KINDS[..5], &KINDS[..5], &KINDS[5..]]);
    let kinds = [random.of(family), random.of(family)];
    let count = 1 + random.below(5);
    let row = |index: usize| {
        let part = if index == 0 { "a" } else { random.of(&["a", "b", "b", "c", ""]) };
        let part = if part.is_empty() { String::new() } else { format!("\npart = \"{part}\"") };
        format!("{}\ncount = {}{part}", random.of(&kinds), 1 + random.below(2))
    };
    (0..count).map(row).collect()
}

fn claim(random: &mut Random) -> String {
    let (quantity, values) = CLAIMS[random.below(CLAIMS.len())];
    let (low, more) = (random.below(4), random.below(4));
    let high = (low + more).min(3);
    let relation = match random.below(6) {
        0 | 1 => format!("at-most = \"{}\"", values[low]),
        2 | 3 => format!("at-least = \"{}\"", values[low]),
        4 => format!("between = [\"{}\", \"{}\"]", values[low], values[high]),
        _ => format!("equals = \"{}\"", values[low]),
    };
    // 1/4 is above 17/72.
    let relation = relation.replace("[\"1/4\", \"17/72\"]", "[\"1/9\", \"17/72\"]");
    format!("{quantity}\n{relation}")
}

/// The claims of random ledgers: what the engine finds is certified, and the contrary is not.
#[test]
fn random_ledgers_on_parts() {
    let mut random = Random(5);
    let (mut certified, mut decided, mut refuted) = (0, 0, 0);
    let mut several = 0;
    for _ in 0..25 * effort() {
        let adjacency = random.of(&["add-remove", "zero-out"]);
        let rows = rows(&mut random);
        let claims: Vec<String> = (0..4).map(|_| claim(&mut random)).collect();
        let text = file(adjacency, &rows, &claims);
        let file = claim::parse(&text).unwrap();
        for claim in &file.claims {
            let verdict = claim::judge(&file, claim, &Options::for_claims()).verdict;
            let of = |holds| certify(&document(&text), &claim.id, holds);
            let answers = [(true, of(true)), (false, of(false))];
            for (holds, certificate) in &answers {
                let Ok(certificate) = certificate else {
                    continue;
                };
                let code = follow(certificate, &text);
                assert_eq!(code, if *holds { 0 } else { 4 }, "{}: {certificate}", claim.id);
                let expected = if *holds { Verdict::Holds } else { Verdict::Refuted };
                assert_eq!(verdict, expected, "claim {} of {text}", claim.id);
                assert_eq!(certificate["format"], "dpcert-certificate/2");
                certified += 1;
                refuted += usize::from(!holds);
                several += usize::from(certificate["derivations"].as_array().unwrap().len() > 1);
            }
            decided += usize::from([Verdict::Holds, Verdict::Refuted].contains(&verdict));
        }
    }
    assert!(certified * 10 > decided * 6, "{certified} of {decided} are certified");
    assert!(refuted > 30 && several > 10, "{refuted} are refuted, {several} have derivations");
}

/// Two parts with the same rows share a derivation, a third one has its own, and all rows on all
/// data are in both.
fn world() -> String {
    let [kov, weak, strong] = [KINDS[0], KINDS[1], KINDS[2]];
    let rows = [
        format!("{weak}\npart = \"north\""),
        kov.to_owned(),
        format!("{strong}\npart = \"south\""),
        format!("{weak}\npart = \"west\""),
    ];
    let delta = |relation: &str| format!("delta = {{ eps = \"ln(2)\" }}\n{relation}");
    let claims = [
        "at-most = \"1/2\"",
        "at-most = \"1/4\"",
        "at-least = \"1/4\"",
        "at-least = \"1/2\"",
        "between = [\"1/4\", \"1/2\"]",
        "between = [\"1/40\", \"1/4\"]",
    ];
    file("add-remove", &rows, &claims.map(delta))
}

#[test]
fn derivations_are_those_that_are_needed() {
    let text = world();
    let found = certified(&text);
    let all = ["north", "west"];
    let each = json!([[all, "at-most"], [["south"], "at-most"]]);
    let each_below = json!([[all, "at-least"], [["south"], "at-least"]]);
    let expected = [
        (true, each.clone()),
        (false, json!([[["south"], "at-most"]])),
        (true, json!([[["south"], "at-least"]])),
        (false, each_below),
        (true, json!([[["south"], "at-least"], [all, "at-most"], [["south"], "at-most"]])),
        (false, json!([[["south"], "at-most"]])),
    ];
    for ((id, holds, certificate), (expected, derivations)) in found.iter().zip(expected) {
        assert_eq!(*holds, expected, "{id}");
        let own: Vec<Value> = certificate["derivations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| json!([one["parts"], one["relation"]]))
            .collect();
        assert_eq!(json!(own), derivations, "{id}");
        let remark = "whether no unit is in two of the parts of the data";
        assert!(certificate["not-covered"].to_string().contains(remark), "{id}");
    }
    assert_eq!(coq(&document(&text), "0", true), Err(Error::Parts));
}

/// The certificate of a file is none of one whose parts are others, whatever they are called.
#[test]
fn certificates_are_of_their_parts() {
    let text = world();
    let certificate = certify(&document(&text), "0", true).unwrap();
    assert_eq!(follow(&certificate, &text), 0);
    for (from, to) in [
        ("part = \"north\"", "part = \"south\""),
        ("part = \"north\"", "part = \"east\""),
        ("part = \"west\"", "part = \"south\""),
        ("part = \"south\"", "part = \"north\""),
        ("\npart = \"north\"", ""),
        ("\npart = \"south\"", ""),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        assert_eq!(follow(&certificate, &changed), 1, "{from} to {to}");
        // The same change of the rows of the certificate.
        let mut forged = certificate.clone();
        for row in forged["ledger"].as_array_mut().unwrap() {
            let name = from.split('"').nth(1).unwrap();
            if row["part"] == name {
                match to.split('"').nth(1) {
                    Some(name) => row["part"] = json!(name),
                    None => drop(row.as_object_mut().unwrap().remove("part")),
                }
            }
        }
        assert_ne!(follow(&forged, &changed), 0, "{from} to {to}");
    }
}

/// Each part has its own route: both directions of a sample, the closed form of Gaussian noise, and
/// cells of what is beside a row on all data.
#[test]
fn each_part_has_its_own_route() {
    let sampled = "mechanism = \"randomized-response\"\neps = \"ln(2)\"\npart = \"a\"\n\
                   sampling = { method = \"poisson\", rate = \"1/2\" }";
    let gaussian = "mechanism = \"gaussian\"\nsigma = 4\npart = \"b\"";
    let laplace = "mechanism = \"laplace\"\neps = \"1/5\"\npart = \"c\"";
    let claims = ["delta = { eps = \"1/10\" }\nat-most = \"1/5\"", "tv = {}\nat-most = \"1/20\""];
    let rows = [sampled, gaussian, laplace].map(str::to_owned);
    let rules = |certificate: &Value| {
        let rule = |step: &Value| step["rule"].as_str().unwrap().to_owned();
        let of = |one: &Value| one["steps"].as_array().unwrap().iter().map(rule).collect();
        certificate["derivations"].as_array().unwrap().iter().map(of).collect::<Vec<Vec<String>>>()
    };
    let found = certified(&file("add-remove", &rows, &claims.map(str::to_owned)));
    let of = rules(&found[0].2);
    assert_eq!(of[0], ["cells", "tail", "cells", "tail", "worst", "claim"]);
    assert_eq!(of[1..], [["gaussian", "claim"], ["laplace", "claim"]]);
    assert!(found[0].1 && !found[1].1 && rules(&found[1].2).len() == 1);
}

/// What has no rule says so; one part by itself is a ledger like any other.
#[test]
fn parts_without_a_rule_are_named() {
    let text = world().replace("add-remove", "replace-one");
    let error = certify(&document(&text), "0", true).unwrap_err();
    assert!(error.to_string().contains("the field part where a unit is replaced"), "{error}");
    let error = certify(&document(&world()), "0", false).unwrap_err();
    assert!(error.to_string().contains("in the part \"south\": "), "{error}");
    let one = format!("{}\npart = \"north\"", KINDS[1]);
    let text = file("zero-out", &[one], &["tv = {}\nequals = \"1/3\"".to_owned()]);
    let (_, _, certificate) = certified(&text).remove(0);
    let remark = "whether no unit is in two of the parts";
    assert!(!certificate["not-covered"].to_string().contains(remark), "{certificate}");
}
