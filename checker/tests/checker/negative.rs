//! What is almost a certificate: each change of a valid one that makes it say something else, and
//! why it is rejected.

use super::{
    SLOW, all_certificates, certificate, certificates, derivations, is_of_parts,
    quick_certificates, rejected, step, verdict,
};
use dpcert_checker::rational::BigRational;
use dpcert_checker::{ClaimFile, number};
use num_bigint::BigInt;
use serde_json::{Value, json};

/// The places of all values below one that are no lists or tables, as JSON pointers.
fn places(value: &Value, here: String, found: &mut Vec<String>) {
    match value {
        Value::Array(entries) => {
            entries
                .iter()
                .enumerate()
                .for_each(|(index, entry)| places(entry, format!("{here}/{index}"), found));
        }
        Value::Object(entries) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            entries
                .iter()
                .for_each(|(key, entry)| places(entry, format!("{here}/{}", escaped(key)), found));
        }
        _ => found.push(here),
    }
}

/// The same number with one more or one less in its last place.
fn moved(value: &Value, is_up: bool) -> Option<Value> {
    if let Some(x) = value.as_i64() {
        return Some(json!(if is_up { x + 1 } else { x - 1 }));
    }
    let x = number::parse(value.as_str()?).ok()?;
    let unit = BigRational::new(BigInt::from(if is_up { 1 } else { -1 }), x.denom().clone());
    Some(json!(number::show(&(x + unit))))
}

/// What a change of a number does to what the certificate says.
#[derive(PartialEq)]
enum Effect {
    /// It is false, or says nothing of the claim.
    False,
    /// It is weaker, or another way to the same.
    True,
}

fn effect(certificate: &Value, place: &str, is_up: bool) -> Effect {
    let mut keys: Vec<&str> = place.split('/').skip(1).collect();
    let mut certificate = certificate;
    if keys[0] == "derivations" {
        certificate = &certificate["derivations"][keys[1].parse::<usize>().unwrap()];
        keys.drain(..2);
    }
    let last = keys.last().copied().unwrap_or_default();
    let step = &certificate["steps"]
        [keys.get(1).copied().unwrap_or_default().parse::<usize>().unwrap_or(0)];
    // Upper or test: of the step itself, or of the row that it composes.
    let is_upper = |step: &Value| {
        let mut step = step.clone();
        while step["arguments"]["bounds"].is_null() {
            let id = step["premises"][0].clone();
            let steps = certificate["steps"].as_array().unwrap();
            step = steps.iter().find(|other| other["id"] == id).unwrap().clone();
        }
        step["arguments"]["bounds"] == "upper"
    };
    let is_true = match (keys[0], last) {
        ("leaves", "lo") => !is_up,
        ("leaves", "hi") => is_up,
        // Checked again with other bits, terms, or another test.
        (_, "bits" | "terms" | "threshold" | "randomisation" | "order") => true,
        // Any cells of likelihood ratios give a bound.
        (_, "ratio-width" | "ratio-cells" | "ratio-sums") => true,
        ("steps", "at-most") => is_up,
        ("steps", "at-least") => !is_up,
        ("steps", "infinite") => is_up == is_upper(step),
        _ => false,
    };
    if is_true { Effect::True } else { Effect::False }
}

#[test]
fn every_number_is_checked() {
    let mut count = 0;
    for (name, text) in all_certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        let mut found = Vec::new();
        for (index, derivation) in derivations(&certificate).into_iter().enumerate() {
            let start =
                if is_of_parts(&text) { format!("/derivations/{index}") } else { String::new() };
            for part in ["leaves", "steps"] {
                places(&derivation[part], format!("{start}/{part}"), &mut found);
            }
        }
        // The others have most of their rules.
        let stride = if SLOW.contains(&name.as_str()) { 9 } else { 1 };
        for place in found.iter().step_by(stride) {
            let old = certificate.pointer(place).unwrap();
            let is_conclusion = place.contains("/conclusion/");
            let last = place.rsplit('/').next().unwrap();
            // Names are tested below. The claim's own conclusion is compared with the header as a
            // whole.
            if ["id", "row", "rule", "function", "direction", "bounds", "is"].contains(&last)
                || place.contains("premises")
            {
                continue;
            }
            for is_up in [true, false] {
                let Some(new) = moved(old, is_up) else {
                    continue;
                };
                let mut changed = certificate.clone();
                *changed.pointer_mut(place).unwrap() = new.clone();
                let (code, line) = verdict(&changed);
                count += 1;
                if effect(&certificate, place, is_up) == Effect::False {
                    assert_ne!(code, 0, "{name}: {place} from {old} to {new} is accepted");
                } else if is_conclusion && code == 1 {
                    // Weaker, and too weak for what follows from it.
                    let is_expected = [
                        "does not follow",
                        "not known to be",
                        "not the claim",
                        "says nothing about eps",
                    ];
                    assert!(
                        is_expected.iter().any(|reason| line.contains(reason)),
                        "{name}: {place}: {line}"
                    );
                }
            }
        }
    }
    assert!(count > 500, "{count} changes");
}

#[test]
fn leaves_are_rejected_for_their_enclosures() {
    for (name, text) in certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        for index in 0..certificate["leaves"].as_array().unwrap().len() {
            for (end, is_up) in [("lo", true), ("hi", false)] {
                let mut changed = certificate.clone();
                let value = &mut changed["leaves"][index][end];
                *value = moved(value, is_up).unwrap();
                let (code, line) = verdict(&changed);
                let reason = "is not known to lie in the enclosure";
                assert!(code == 1 && line.contains(reason), "{name}, leaf {index}, {end}: {line}");
            }
        }
    }
}

/// Rows of the ledger with another parameter: the old conclusions do not follow in at least one
/// direction.
#[test]
fn every_parameter_of_the_ledger_matters() {
    for (name, text) in quick_certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        let mut found = Vec::new();
        places(&certificate["ledger"], "/ledger".to_owned(), &mut found);
        for place in found {
            let last = place.rsplit('/').next().unwrap().to_owned();
            let is_number = [
                "eps", "delta", "alpha", "eta", "sigma", "sigma_sq", "mu", "gamma", "rho", "rate",
                "count",
            ]
            .contains(&last.as_str());
            // A negative delta is never met, infinite mass does not depend on eps, and a test that
            // rejects all that P gives has a level that does not depend on alpha.
            let is_free = name == "refuted-without-steps"
                || (name == "eps-at-least" && last != "delta")
                || (name == "lattice-beta-equals" && last == "alpha");
            if !is_number || is_free {
                continue;
            }
            let old = certificate.pointer(&place).unwrap().as_str().unwrap().to_owned();
            let changes = if last == "count" { ["+ 1", "- 1"] } else { ["+ 1e-6", "- 1e-6"] };
            let codes = changes.map(|change| {
                let mut changed = certificate.clone();
                *changed.pointer_mut(&place).unwrap() = json!(format!("({old}) {change}"));
                verdict(&changed).0
            });
            assert!(codes != [0, 0], "{name}: {place} may be anything");
        }
    }
}

#[test]
fn every_step_is_needed_and_in_order() {
    for (name, text) in quick_certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        let steps = certificate["steps"].as_array().unwrap();
        for index in 0..steps.len() {
            let with = |change: &dyn Fn(&mut Vec<Value>)| {
                let mut changed = certificate.clone();
                change(changed["steps"].as_array_mut().unwrap());
                verdict(&changed)
            };
            let (code, line) = with(&|steps| drop(steps.remove(index)));
            let reason = if index + 1 == steps.len() {
                "the last conclusion is not the claim"
            } else {
                "not been shown"
            };
            assert!(code != 0 && line.contains(reason), "{name} without step {index}: {line}");
            let (code, line) = with(&|steps| steps.truncate(index));
            assert!(
                code == 3 && line.contains("the last conclusion is not the claim"),
                "{name} up to {index}: {line}"
            );
            let later = steps[index + 1..]
                .iter()
                .any(|later| later["premises"].as_array().unwrap().contains(&steps[index]["id"]));
            if later {
                let (code, line) = with(&|steps| {
                    let step = steps.remove(index);
                    steps.push(step);
                });
                assert!(
                    code == 1 && line.contains("has not been shown before"),
                    "{name}, {index} at the end: {line}"
                );
            }
            for premise in [steps[index]["id"].clone(), json!("nothing")] {
                let (code, line) = with(&|steps| {
                    steps[index]["premises"].as_array_mut().unwrap().push(premise.clone());
                });
                assert!(
                    code == 1 && line.contains("has not been shown before"),
                    "{name}, {index}: {line}"
                );
            }
            let (code, line) = with(&|steps| steps[index]["rule"] = json!("magic"));
            assert!(
                code == 3 && line.contains("the rule \"magic\" is not known"),
                "{name}, {index}: {line}"
            );
            let (code, line) = with(&|steps| steps[index]["id"] = json!("l1"));
            assert!(code != 0 || !text.contains("\"l1\""), "{name}, {index}: {line}");
        }
    }
}

/// A certificate with its rows before what follows from them.
fn rows_first(name: &str) -> Value {
    let mut certificate = certificate(name);
    let steps = certificate["steps"].as_array_mut().unwrap();
    steps.sort_by_key(|step| (step["rule"] == "claim", step["conclusion"]["row"].is_null()));
    certificate
}

#[test]
fn conclusions_of_a_part_are_not_those_of_the_whole() {
    // One direction of neighbours for a sample.
    let mut part = certificate("sampled-gaussian-delta");
    let forward = step(&mut part, "tail")["id"].clone();
    let worst = step(&mut part, "worst")["id"].clone();
    for premise in step(&mut part, "claim")["premises"].as_array_mut().unwrap() {
        if *premise == worst {
            *premise = forward.clone();
        }
    }
    rejected(&part, 1, "a premise bounds only one direction of neighbours");
    let mut part = certificate("sampled-gaussian-delta");
    step(&mut part, "worst")["premises"][1] = forward;
    rejected(&part, 1, "not upper bounds in both directions");
    // One of two rows.
    let mut part = certificate("two-rows-beta");
    let first = step(&mut part, "lattice")["id"].clone();
    let row = part["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| step["rule"] == "errors")
        .unwrap()["premises"][0]
        .clone();
    assert_ne!(row, first);
    step(&mut part, "errors")["premises"] = json!([first]);
    rejected(&part, 1, "the row does not cover the whole ledger");
    // A bound from the other side.
    let mut other = certificate("staircase-tv");
    let (upper, test) = (
        step(&mut other, "tail")["premises"].clone(),
        step(&mut other, "threshold")["premises"].clone(),
    );
    step(&mut other, "tail")["premises"] = test;
    rejected(&other, 1, "the row bounds the composition from the other side");
    let mut other = rows_first("staircase-tv");
    step(&mut other, "threshold")["premises"] = upper;
    rejected(&other, 1, "the row bounds the composition from the other side");
    let mut other = certificate("gaussian-delta");
    let upper = step(&mut other, "gaussian")["arguments"]["bounds"] == "upper";
    step(&mut other, "gaussian")["arguments"]["bounds"] =
        json!(if upper { "test" } else { "upper" });
    rejected(&other, 1, "u or v is not known to be on the safe side");
}

#[test]
fn the_claim_is_that_of_the_header() {
    let all = quick_certificates();
    for (name, text) in &all {
        let certificate: Value = serde_json::from_str(text).unwrap();
        // Another verdict, in the header alone and everywhere.
        let holds = certificate["verdict"] == "holds";
        let mut flipped = certificate.clone();
        flipped["verdict"] = json!(if holds { "refuted" } else { "holds" });
        rejected(&flipped, 1, "the conclusion is not the verdict of the header");
        step(&mut flipped, "claim")["conclusion"]["is"] = json!(!holds);
        rejected(&flipped, 1, "the claim does not follow from the premises");
        // Another claim's header.
        for (other, text) in all.iter().filter(|(other, _)| other != name) {
            let other_certificate: Value = serde_json::from_str(text).unwrap();
            let mut changed = certificate.clone();
            let over = changed["claim"]["over"].clone();
            changed["claim"] = other_certificate["claim"].clone();
            changed["claim"]["over"] = over;
            let statement = |certificate: &Value| {
                let mut claim = certificate["claim"].clone();
                claim.as_object_mut().unwrap().retain(|key, _| key != "id" && key != "over");
                claim
            };
            let (code, line) = verdict(&changed);
            assert!(
                code != 0 || statement(&certificate) == statement(&other_certificate),
                "{name}, {other}: {line}"
            );
        }
    }
    // A stronger claim, in the header and in the conclusion.
    let mut stronger = certificate("gaussian-delta-at-least");
    let value = json!(format!("{} + 1e-3", stronger["claim"]["at-least"].as_str().unwrap()));
    stronger["claim"]["at-least"] = value.clone();
    rejected(&stronger, 1, "the conclusion is not the claim of the header");
    step(&mut stronger, "claim")["conclusion"]["at-least"] = value;
    rejected(&stronger, 1, "the claim does not follow from the premises");
    // A ledger with a row that the claim is not about.
    let mut more = certificate("staircase-tv");
    more["ledger"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "other", "mechanism": "zcdp", "rho": "0"}));
    rejected(&more, 1, "the claim is not about a row \"other\"");
    more["claim"]["over"] = json!(["*"]);
    rejected(&more, 1, "the row does not cover the whole ledger");
}

#[test]
fn tables_have_no_unknown_fields() {
    fn tables(value: &Value, here: String, found: &mut Vec<String>) {
        match value {
            Value::Array(entries) => {
                entries
                    .iter()
                    .enumerate()
                    .for_each(|(index, entry)| tables(entry, format!("{here}/{index}"), found));
            }
            Value::Object(entries) => {
                found.push(here.clone());
                entries.iter().for_each(|(key, entry)| {
                    tables(entry, format!("{here}/{}", key.replace('/', "~1")), found)
                });
            }
            _ => {}
        }
    }
    for (name, text) in quick_certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        let mut found = Vec::new();
        tables(&certificate, String::new(), &mut found);
        // The inputs are a remark.
        for place in found.iter().filter(|place| !place.starts_with("/inputs")) {
            let mut changed = certificate.clone();
            changed
                .pointer_mut(place)
                .unwrap()
                .as_object_mut()
                .unwrap()
                .insert("unheard-of".to_owned(), json!("1"));
            let (code, line) = verdict(&changed);
            assert_ne!(code, 0, "{name}: {place}: {line}");
        }
    }
}

#[test]
fn texts_are_read_strictly() {
    let code = |text: &str| {
        let report = dpcert_checker::check(text, None);
        (super::code(&report), report.line(std::path::Path::new("c")))
    };
    for (name, text) in quick_certificates() {
        let lines: Vec<&str> = text.lines().collect();
        for index in 0..lines.len() {
            // Each entry of a table twice.
            if lines[index].contains("\": ") && lines[index].ends_with(',') {
                let mut doubled = lines.clone();
                doubled.insert(index, lines[index]);
                let (code, line) = code(&doubled.join("\n"));
                assert!(code == 2 && line.contains("is given twice"), "{name}: {line}");
            }
        }
        for end in (0..text.trim_end().len()).step_by(53) {
            assert_eq!(code(&text[..end]).0, 2, "{name} up to {end}");
        }
        for more in ["x", "{}", "\0", ",", "null"] {
            assert_eq!(code(&format!("{text}{more}")).0, 2, "{name}");
        }
        assert_eq!(code(&format!("{text} \n")).0, 0, "{name}");
    }
    let (_, text) = quick_certificates().swap_remove(0);
    let large = format!("{text}{}", " ".repeat(33 << 20));
    let (own, line) = code(&large);
    assert!(own == 3 && line.contains("bytes"), "{line}");
    let (own, line) = code(&text.replace("dpcert-certificate/1", "dpcert-certificate/3"));
    let known = "only \"dpcert-certificate/1\" or \"dpcert-certificate/2\" is known";
    assert!(own == 3 && line.contains(known), "{line}");
}

#[test]
fn headers_say_what_is_known() {
    let good = certificate("staircase-tv");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = good.clone();
        change(&mut changed);
        changed
    };
    for (changed, code, reason) in [
        (with(&|c| c["verdict"] = json!("unknown")), 2, "\"holds\" or \"refuted\""),
        (
            with(&|c| c["scope"]["adjacency"] = json!("replace")),
            3,
            "the adjacency \"replace\" is not known",
        ),
        (with(&|c| c["ledger"][0]["adjacency"] = json!("zero-out")), 2, "is not that of the scope"),
        (with(&|c| c["ledger"][0]["adjacency"] = json!(1)), 2, "is not a text"),
        (with(&|c| c["ledger"] = json!([])), 2, "the ledger is empty"),
        (
            with(&|c| c["ledger"] = json!([c["ledger"][0], c["ledger"][0]])),
            2,
            "of the ledger is given twice",
        ),
        (
            with(&|c| c["ledger"][0]["mechanism"] = json!("magic")),
            3,
            "no rule covers the mechanism magic",
        ),
        (with(&|c| c["ledger"][0]["group"] = json!("2")), 3, "no rule covers this group"),
        (with(&|c| c["ledger"][0]["count"] = json!("1/2")), 2, "is not a natural number"),
        (with(&|c| c["ledger"][0]["count"] = json!("-1")), 2, "is not a natural number"),
        (with(&|c| c["claim"]["delta"] = json!({"eps": "1"})), 2, "2 quantities instead of one"),
        (with(&|c| c["claim"]["at-most"] = json!("1")), 2, "2 relations instead of one"),
        (with(&|c| c["claim"]["equals"] = json!("1/(ln(2) - ln(2))")), 2, "a division by 0"),
        (with(&|c| c["claim"]["over"] = json!(["x*"])), 1, "the claim is not about a row"),
        (with(&|c| c["leaves"] = json!([{"id": "s1"}])), 2, "is missing"),
        (with(&|c| drop(c.as_object_mut().unwrap().remove("inputs"))), 2, "inputs is missing"),
    ] {
        rejected(&changed, code, reason);
    }
    let mut beta = certificate("lattice-beta-equals");
    beta["claim"]["beta"]["alpha"] = json!("2");
    rejected(&beta, 2, "alpha is not in [0, 1]");
    let mut eps = certificate("zcdp-eps");
    eps["claim"]["eps"]["delta"] = json!("-1");
    rejected(&eps, 2, "delta is not in [0, 1]");
}

/// The claim file of a certificate, changed.
fn claim_file(certificate: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut file = json!({
        "format": "dpcert/1", "scope": certificate["scope"], "ledger": certificate["ledger"],
        "claim": [certificate["claim"]],
    });
    file["claim"][0]["reason"] = json!("remarks are no part of a claim");
    file["ledger"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "unrelated", "mechanism": "zcdp", "rho": "1"}));
    change(&mut file);
    toml::to_string(&file).unwrap()
}

fn asked(text: &str) -> ClaimFile {
    ClaimFile { name: "claims.toml".to_owned(), text: text.to_owned() }
}

#[test]
fn a_certificate_is_about_the_claim_that_was_asked() {
    let certificate = certificate("two-rows-eps");
    let check = |file: &str| {
        let report = dpcert_checker::check(&certificate.to_string(), Some(&asked(file)));
        (report.code(), report.line(std::path::Path::new("c")))
    };
    assert_eq!(check(&claim_file(&certificate, |_| {})).0, 0);
    assert_eq!(check(&claim_file(&certificate, |file| file["policy"] = json!({}))).0, 0);
    let row = certificate["ledger"][0].clone();
    let (id, row_id) = (&certificate["claim"]["id"], &row["id"]);
    let changed =
        |field: &str| format!("the claim is not that of the claim file, where {id} has {field};");
    let over = changed("over = [\"*\"]");
    let [between, delta] =
        [changed("between = [\"2\", \"3\"]"), changed("eps = {delta = \"1e-5\"}")];
    let changed_row = |there: &str, here: &str| {
        format!(
            "the ledger is not that of the claim file, where the row {row_id} has {there}, and in the certificate \
             {here};"
        )
    };
    let other_eps = changed_row("eps = \"1.0\"", "eps = \"1\"");
    let other_count = changed_row("count = \"7\"", "no count");
    let no_delta = changed_row("no delta", "delta = \"0\"");
    let long = changed_row("eps = a longer value", "eps = \"1\"");
    type Change<'a> = Box<dyn FnOnce(&mut Value) + 'a>;
    let mut codes = Vec::new();
    let changes: Vec<(Change<'_>, &str)> = vec![
        (
            Box::new(|file| file["scope"]["unit"] = json!("household")),
            "the scope is not that of the claim file, where it is {",
        ),
        (Box::new(|file| file["scope"]["exclusions"] = json!(["x"])), "the scope is not"),
        (Box::new(|file| file["ledger"][0]["eps"] = json!("1.0")), &other_eps),
        (Box::new(|file| file["ledger"][0]["count"] = json!("7")), &other_count),
        (
            Box::new(|file| drop(file["ledger"][0].as_object_mut().unwrap().remove("delta"))),
            &no_delta,
        ),
        (Box::new(|file| file["ledger"][0]["eps"] = json!("1".repeat(99))), &long),
        (
            Box::new(|file| drop(file["ledger"].as_array_mut().unwrap().remove(1))),
            "where the claim is not about a row",
        ),
        (Box::new(|file| file["ledger"].as_array_mut().unwrap().swap(0, 1)), "the ledger is not"),
        (
            Box::new(|file| {
                file["claim"][0]["over"] = json!(["*"]);
            }),
            &over,
        ),
        (Box::new(|file| file["claim"][0]["between"] = json!(["2", "3"])), &between),
        (Box::new(|file| file["claim"][0]["eps"]["delta"] = json!("1e-5")), &delta),
        (Box::new(|file| file["claim"][0]["id"] = json!("other")), "0 claims"),
        (
            Box::new(|file| {
                let claim = file["claim"][0].clone();
                file["claim"].as_array_mut().unwrap().push(claim);
            }),
            "2 claims",
        ),
        (Box::new(|file| drop(file.as_object_mut().unwrap().remove("scope"))), "scope is missing"),
        (
            Box::new(|file| drop(file.as_object_mut().unwrap().remove("format"))),
            "format is missing",
        ),
        (Box::new(|file| file["claims"] = json!([])), "claims is not a known field"),
        (Box::new(|file| file["claim"] = json!([1])), "claim is not a table"),
        (
            Box::new(|file| drop(file["ledger"][2].as_object_mut().unwrap().remove("id"))),
            "ledger.id is missing",
        ),
        (
            Box::new(|file| file["ledger"].as_array_mut().unwrap().insert(0, row)),
            "the ledger is not",
        ),
    ];
    for (change, reason) in changes {
        let (code, line) = check(&claim_file(&certificate, change));
        assert!(line.contains(reason), "{line} does not say: {reason}");
        let is_malformed = line.contains("the claim file: ");
        assert_eq!(code, if is_malformed { 2 } else { 1 }, "{line}");
        codes.push(code);
    }
    assert_eq!(codes.iter().filter(|code| **code == 2).count(), 5);
    assert_eq!(check("not toml").0, 2);
    // Another version may be read by another checker, and another format by none.
    let with = |change: &str, text: &str| {
        check(&claim_file(&certificate, |_| {}).replacen(change, text, 1))
    };
    let (code, line) = with("\"dpcert/1\"", "\"dpcert/2\"");
    assert!(
        code == 3 && line.contains("the format is \"dpcert/2\"; only \"dpcert/1\" is known"),
        "{line}"
    );
    assert_eq!(with("\"dpcert/1\"", "\"other/1\"").0, 2);
    let (code, line) = with("format", "x = 1.5\nformat");
    assert!(code == 2 && line.contains("the claim file: this is not TOML"), "{line}");
    let (code, line) = with("format", "x = 1\nformat");
    assert!(code == 2 && line.contains("the claim file: x is not a known field"), "{line}");
    // A row that the pattern of the claim means, and the certificate leaves out.
    let mut narrow = super::certificate("gaussian-rho");
    narrow["claim"]["over"] = json!(["*"]);
    let report =
        dpcert_checker::check(&narrow.to_string(), Some(&asked(&claim_file(&narrow, |_| {}))));
    assert!(
        report.code() == 1 && report.line(std::path::Path::new("c")).contains("the ledger is not")
    );
}

/// Cutting moves masses to larger losses only where the step is above 0.
#[test]
fn a_lattice_has_a_step_above_0() {
    for width in ["(-1)*ln(2)", "ln(1/2)", "0", "ln(2) - ln(2)"] {
        let mut changed = certificate("staircase-tv");
        changed["steps"][2]["arguments"]["step"] = json!(width);
        rejected(&changed, 1, "the step is not above 0");
    }
}
