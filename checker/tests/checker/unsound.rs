//! Attacks: certificates of false statements, each made to slip through one gap.

use super::{certificate, forged, number, rejected, step};
use dpcert_checker::ClaimFile;
use dpcert_checker::pair::Direction;
use dpcert_checker::rules::Outcomes;
use dpcert_checker::work::Work;
use serde_json::{Value, json};

/// Leaves may be weakened; two lower ends below 0 must not give a product above 0.
#[test]
fn weak_leaves_bound_nothing_from_above() {
    let mut weak = certificate("gaussian-delta");
    let upper = weak["steps"]
        .as_array()
        .unwrap()
        .iter()
        .position(|step| step["arguments"]["bounds"] == "upper")
        .unwrap();
    let premises = weak["steps"][upper]["premises"].clone();
    for leaf in weak["leaves"].as_array_mut().unwrap() {
        if premises.as_array().unwrap()[1..].contains(&leaf["id"]) {
            leaf["lo"] = json!("-1000000");
        }
    }
    // The bound would be about -5*10^11.
    weak["steps"][upper]["conclusion"]["at-most"] = json!("0");
    rejected(&weak, 1, "delta is not known to be at-most the value of the conclusion");
}

/// Masses that are rounded up add up to more than 1; infinite masses above 1 must not cancel each
/// other.
#[test]
fn rounding_up_does_not_cancel() {
    for bounds in ["upper", "test"] {
        let row = |count: &str, from: i64, to: i64, infinite: &str| json!({"row": {"covers": {"a": count}, "from": from, "to": to, "infinite": infinite}});
        let last = if bounds == "upper" { 1 << 15 } else { (1 << 15) - 1 };
        let infinite = |is_large: bool| match (bounds, is_large) {
            ("upper", true) => "100",
            ("upper", false) => "1/4",
            _ => "0",
        };
        let value = if bounds == "upper" {
            json!({"delta": {"eps": "0", "direction": "forward"}, "at-most": "1/2"})
        } else {
            json!({"delta": {"eps": "0", "direction": "forward"}, "at-least": "3/5"})
        };
        let decided = if bounds == "upper" {
            json!({"eps": "0", "bits": 64})
        } else {
            json!({"eps": "0", "bits": 64, "threshold": 5})
        };
        let steps = json!([
            {"id": "s1", "rule": "cells", "premises": [], "arguments": {"row": "a", "direction": "forward",
                "bounds": bounds, "step": "1*2^-9", "bits": 16, "from": 0, "to": 1 << 15},
                "conclusion": row("1", 0, last, "1")},
            {"id": "s2", "rule": "convolve", "premises": ["s1", "s1"], "arguments": {"from": 0, "to": 0, "bits": 16},
                "conclusion": row("2", 0, 0, infinite(true))},
            {"id": "s3", "rule": "convolve", "premises": ["s2", "s2"], "arguments": {"from": 0, "to": 0, "bits": 16},
                "conclusion": row("4", 0, 0, infinite(false))},
            {"id": "s4", "rule": if bounds == "upper" { "tail" } else { "threshold" }, "premises": ["s3"],
                "arguments": decided, "conclusion": value},
            {"id": "s5", "rule": "claim", "premises": ["s4"], "arguments": {}, "conclusion": {}},
        ]);
        // delta(0) of four Gaussian steps with mu = 3 is above 0.99.
        let gaussian = json!({"mechanism": "gaussian", "mu": "3", "count": "4"});
        let claim = if bounds == "upper" {
            json!({"delta": {"eps": "0"}, "at-most": "1/2"})
        } else {
            json!({"delta": {"eps": "0"}, "at-least": "3/5"})
        };
        let mut steps = steps;
        if bounds == "test" {
            steps[0]["conclusion"]["row"]["infinite"] = json!("0");
        }
        let forged = forged(gaussian, claim, json!([]), steps);
        let (code, line) = super::verdict(&forged);
        assert_eq!(code, 1, "{line}");
        let reason = if bounds == "upper" {
            "step s3: the mass at infinite loss"
        } else {
            "step s4: delta is not known"
        };
        assert!(line.contains(reason), "{line}");
    }
}

/// What is not defined is not equal to itself.
#[test]
fn undefined_literals_are_not_compared() {
    let eps = "1/(ln(2) - ln(2))";
    let steps = json!([
        {"id": "s1", "rule": "infinite", "premises": [], "arguments": {"eps": eps, "bounds": "test", "direction": "forward"},
            "conclusion": {"delta": {"eps": eps, "direction": "forward"}, "at-least": "1/2"}},
        {"id": "s2", "rule": "claim", "premises": ["s1"], "arguments": {},
            "conclusion": {"delta": {"eps": eps}, "at-least": "1/2", "is": true}},
    ]);
    let row = json!({"mechanism": "approx-dp", "eps": "0", "delta": "1/2"});
    let claim = json!({"delta": {"eps": eps}, "at-least": "1/2"});
    rejected(&forged(row, claim, json!([]), steps), 2, "a division by 0");
}

/// The line through a bound on delta in one direction says nothing about the trade-off function of
/// a sample.
#[test]
fn trade_off_functions_of_samples_have_no_rule() {
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "0",
        "sampling": {"method": "poisson", "rate": "1"}});
    let steps = json!([
        {"id": "s1", "rule": "infinite", "premises": [], "arguments": {"eps": "ln(2)", "bounds": "upper",
            "direction": "forward"}, "conclusion": {"delta": {"eps": "ln(2)", "direction": "forward"}, "at-most": "0"}},
        {"id": "s2", "rule": "line", "premises": ["s1"], "arguments": {"alpha": "1/4"},
            "conclusion": {"beta": {"alpha": "1/4"}, "at-least": "1/2"}},
        {"id": "s3", "rule": "claim", "premises": ["s2"], "arguments": {},
            "conclusion": {"beta": {"alpha": "1/4"}, "at-least": "1/2", "is": true}},
    ]);
    let claim = json!({"beta": {"alpha": "1/4"}, "at-least": "1/2"});
    rejected(
        &forged(row.clone(), claim.clone(), json!([]), steps.clone()),
        1,
        "another trade-off function",
    );
    // The mechanism itself has the rule.
    let mut plain = row;
    plain.as_object_mut().unwrap().remove("sampling");
    assert_eq!(super::verdict(&forged(plain, claim, json!([]), steps)).0, 0);
}

/// Zero-concentrated classes are bounded from below by the Gaussian mechanism in them, not from
/// above.
#[test]
fn classes_are_not_bounded_by_one_of_their_mechanisms() {
    let mut class = certificate("gaussian-delta");
    let sigma = class["ledger"][0].clone();
    assert_eq!(sigma["mechanism"], "gaussian");
    class["ledger"] = json!([{"id": sigma["id"], "mechanism": "zcdp", "rho": "9/2"}]);
    rejected(&class, 1, "is not a Gaussian step");
}

/// Ordered pairs are asked about in one order only, which the other order says nothing about.
#[test]
fn ordered_pairs_are_not_exchanged() {
    let row = json!({"mechanism": "finite-pair", "p": ["0", "1"], "q": ["1/2", "1/2"]});
    let certificate = |direction: &str, rate: Option<&str>| {
        let mut row = row.clone();
        if let Some(rate) = rate {
            row["sampling"] = json!({"method": "poisson", "rate": rate});
        }
        let steps = json!([
            {"id": "s1", "rule": "infinite", "premises": [], "arguments": {"eps": "1", "bounds": "upper",
                "direction": direction}, "conclusion": {"delta": {"eps": "1", "direction": direction}, "at-most": "1/2"}},
            {"id": "s2", "rule": "claim", "premises": ["s1"], "arguments": {},
                "conclusion": {"delta": {"eps": "1"}, "at-most": "1/2", "is": true}},
        ]);
        forged(row, json!({"delta": {"eps": "1"}, "at-most": "1/2"}), json!([]), steps)
    };
    assert_eq!(super::verdict(&certificate("forward", None)).0, 0);
    rejected(&certificate("backward", None), 1, "a premise bounds only one direction");
    rejected(&certificate("forward", Some("1")), 3, "no rule covers a sample of an ordered pair");
}

/// A group under randomised response: two answers, each of its own, have the total variation 1/3,
/// and the worst of all mechanisms with the guarantee of one answer has 1/2.
#[test]
fn groups_of_answers_are_not_the_class_of_all_mechanisms() {
    let tv = |certificate: &Value| {
        let row = super::row(&certificate["ledger"][0]);
        Outcomes::of(&[row], Direction::Forward, &Work::default()).unwrap().delta(&number("1"))
    };
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/forged");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let text = read("group-of-answers.json");
    for claim in [None, Some(ClaimFile::read(&folder.join("group-of-answers.toml")).unwrap())] {
        let line = dpcert_checker::check(&text, claim.as_ref()).line(std::path::Path::new("c"));
        assert!(line.starts_with("INCOMPLETE c: answers: no rule covers this group"), "{line}");
    }
    let mut forged: Value = serde_json::from_str(&text).unwrap();
    let row = &mut forged["ledger"][0];
    row.as_object_mut().unwrap().remove("group");
    row["count"] = json!("2");
    assert_eq!(tv(&forged), number("1/3"));
    // Of the class the claim is true.
    forged["ledger"][0] = json!({"id": "answers", "mechanism": "approx-dp", "eps": "ln(2)", "delta": "0", "group": "2"});
    assert_eq!(tv(&forged), number("1/2"));
    assert_eq!(super::verdict(&forged).0, 0);
}

/// The same step under another id has to be the same step.
#[test]
fn only_the_same_step_has_the_same_row() {
    let mut other = certificate("discrete-gaussian-same");
    let row = step(&mut other, "same")["arguments"]["row"].clone();
    let rows = other["ledger"].as_array_mut().unwrap();
    let row = rows.iter_mut().find(|other| other["id"] == row).unwrap();
    row["sigma_sq"] = json!(format!("({}) * 2", row["sigma_sq"].as_str().unwrap()));
    rejected(&other, 1, "is not the same step as");
}
