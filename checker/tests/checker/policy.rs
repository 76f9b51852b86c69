//! A claim file that denies a finding is not met by a certificate about rows with that finding, and
//! a finding that is not decided here is not passed over in silence.

use super::certificate;
use dpcert_checker::{ClaimFile, Report, check};
use serde_json::{Value, json};
use std::path::Path;

/// The certificate `gaussian-rho`, of one row that is changed, and the claim file with a policy.
fn checked(row: &Value, remark: Option<&str>, policy: Value) -> Report {
    changed("gaussian-rho", row, remark, policy)
}

fn changed(name: &str, row: &Value, remark: Option<&str>, policy: Value) -> Report {
    let mut own = certificate(name);
    let fields = own["ledger"][0].as_object_mut().unwrap();
    fields.extend(row.as_object().unwrap().clone());
    fields.retain(|_, value| !value.is_null());
    let id = own["ledger"][0]["id"].as_str().unwrap().to_owned();
    own["not-covered"] =
        remark.map(|remark| remark.replace("{id}", &format!("{id:?}"))).into_iter().collect();
    let file = json!({
        "format": "dpcert/1", "scope": own["scope"], "ledger": own["ledger"], "claim": [own["claim"]], "policy": policy,
    });
    let file = ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() };
    check(&own.to_string(), Some(&file))
}

#[track_caller]
fn says(report: &Report, code: u8, begin: &str) {
    let line = report.line(Path::new("c"));
    assert!(report.code() == code && line.starts_with(begin), "{line}");
    assert_eq!(line.contains("the claim holds"), code == 0, "{line}");
}

const ALL: [&str; 8] = [
    "answer-assumed",
    "claim-rounded-down",
    "eps-summed-loosely",
    "mechanism-idealised",
    "order-assumed",
    "sampler-idealised",
    "sensitivity-defaulted",
    "steps-rounded-up",
];

#[test]
fn findings_about_rows_are_denied() {
    let (plain, floats) = (json!({}), json!({"actual": "floating-point"}));
    let remark = "what floating-point guarantees, with which the row {id} was run: this is about the mechanism gaussian";
    for finding in ALL {
        let with = |row: &Value, remark: Option<&str>, level: &str| {
            checked(row, remark, json!({finding: level}))
        };
        for level in ["allow", "warn"] {
            says(&with(&plain, None, level), 0, "VALID c: ");
        }
        says(&with(&plain, None, "deny"), 0, "VALID c: ");
        let is_run = finding == "mechanism-idealised";
        let begin = format!(
            "DENIED c: the policy of the claim file denies {finding}; the certificate is valid: "
        );
        says(
            &with(&floats, Some(remark), "deny"),
            if is_run { 1 } else { 0 },
            if is_run { &begin } else { "VALID c: " },
        );
    }
    // An upper bound of eps may have been rounded down, or be a sum.
    for finding in ["claim-rounded-down", "eps-summed-loosely"] {
        let begin = format!(
            "UNCHECKED c: the policy of the claim file denies {finding}, which is not checked here but by dpcert check; "
        );
        says(&changed("range-eps", &plain, None, json!({finding: "deny"})), 3, &begin);
    }
    // What is denied and there counts more than what is not decided.
    let both = json!({"mechanism-idealised": "deny", "claim-rounded-down": "deny"});
    says(
        &changed("range-eps", &floats, Some(&remark.replace("gaussian", "exponential")), both),
        1,
        "DENIED c: the policy of the claim file denies mechanism-idealised;",
    );
}

/// Rows of which the certificates have other rules than `rho`: what they lack is looked at before
/// the claim is.
#[test]
fn findings_about_other_rows() {
    let rows = |row: Value| {
        let mut own = certificate("refuted-without-steps");
        own["ledger"] = json!([row]);
        own["claim"] = json!({"id": "c", "over": ["*"], "tv": {}, "at-least": "0"});
        own["verdict"] = json!("holds");
        own["steps"] = json!([{"id": "s", "rule": "claim", "premises": [], "arguments": {},
            "conclusion": {"tv": {}, "at-least": "0", "is": true}}]);
        own
    };
    let code = |row: Value, remark: Option<&str>, finding: &str| {
        let mut own = rows(row);
        own["not-covered"] = remark.into_iter().collect();
        let file = json!({"format": "dpcert/1", "scope": own["scope"], "ledger": own["ledger"], "claim": [own["claim"]],
            "policy": {finding: "deny"}});
        let file =
            ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() };
        let report = check(&own.to_string(), Some(&file));
        (report.code(), report.line(Path::new("c")))
    };
    let sampled = |sampling: Value| {
        let mut row =
            json!({"id": "a", "mechanism": "gaussian", "sigma": "1", "sampling": sampling});
        if row["sampling"].get("population").is_some() {
            row["epochs"] = json!("1");
        }
        row
    };
    let pair =
        json!({"id": "a", "mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/3", "2/3"]});
    let discrete = |fields: Value| {
        let mut row = json!({"id": "a", "mechanism": "discrete-gaussian", "sigma_sq": "1"});
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    };
    let shuffled = "what shuffled guarantees, with which the row \"a\" was run: this is about the sampler poisson";
    for (row, remark, finding, expected) in [
        (pair.clone(), None, "order-assumed", 3),
        (pair, None, "mechanism-idealised", 0),
        (sampled(json!({"method": "poisson", "rate": "1/2"})), None, "order-assumed", 0),
        (
            sampled(json!({"method": "poisson", "rate": "1/2", "actual": "shuffled"})),
            Some(shuffled),
            "sampler-idealised",
            1,
        ),
        (
            sampled(json!({"method": "poisson", "rate": "1/2", "actual": "shuffled"})),
            Some(shuffled),
            "mechanism-idealised",
            0,
        ),
        (discrete(json!({})), None, "sensitivity-defaulted", 1),
        (discrete(json!({})), None, "steps-rounded-up", 0),
        (discrete(json!({"sensitivity": "1"})), None, "sensitivity-defaulted", 0),
        (discrete(json!({"shifts": ["1", "-1"]})), None, "sensitivity-defaulted", 0),
        // The last batch of an epoch is not full, or is.
        (
            sampled(json!({"method": "poisson", "size": "3", "population": "10"})),
            None,
            "steps-rounded-up",
            1,
        ),
        (
            sampled(json!({"method": "poisson", "size": "5", "population": "10"})),
            None,
            "steps-rounded-up",
            0,
        ),
    ] {
        let (code, line) = code(row.clone(), remark, finding);
        assert_eq!(code, expected, "{row} {finding}: {line}");
    }
}

/// A finding about a claimed value is left open where the claim may have it, and there alone.
#[test]
fn findings_about_a_value_need_a_claim_that_may_have_them() {
    let code = |quantity: &str, argument: Value, relation: &str, finding: &str| {
        let mut own = certificate("refuted-without-steps");
        let value = match relation {
            "between" => json!(["0", "1"]),
            _ => json!("0"),
        };
        own["ledger"] = json!([{"id": "a", "mechanism": "approx-dp", "eps": "0", "delta": "0"}]);
        own["claim"] = json!({"id": "c", "over": ["*"], quantity: argument, relation: value});
        own["verdict"] = json!("holds");
        own["leaves"] = json!([]);
        // What is denied is known before the steps are followed.
        own["steps"] = json!([]);
        let file = json!({"format": "dpcert/1", "scope": own["scope"], "ledger": own["ledger"], "claim": [own["claim"]],
            "policy": {finding: "deny"}});
        let file =
            ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() };
        let denied = check(&own.to_string(), Some(&file)).denied;
        assert!(denied.found.is_empty(), "{quantity} {relation}");
        denied.undecided == [finding]
    };
    let quantities = [
        ("delta", json!({"eps": "0"})),
        ("tv", json!({})),
        ("eps", json!({"delta": "0"})),
        ("beta", json!({"alpha": "0"})),
        ("rho", json!({})),
    ];
    for (quantity, argument) in quantities {
        for relation in ["at-most", "at-least", "between", "equals"] {
            let is_upper = relation == "at-most";
            for (finding, expected) in [
                ("claim-rounded-down", is_upper && quantity != "beta"),
                ("eps-summed-loosely", is_upper && quantity == "eps"),
                ("order-assumed", false),
            ] {
                let found = code(quantity, argument.clone(), relation, finding);
                assert_eq!(found, expected, "{finding} of {quantity} {relation}");
            }
        }
    }
}

#[test]
fn a_policy_that_is_none_makes_the_file_malformed() {
    for policy in [
        json!({"unknown": "deny"}),
        json!({"order-assumed": "forbid"}),
        json!({"order-assumed": true}),
        json!([]),
    ] {
        let report = checked(&json!({}), None, policy.clone());
        assert_eq!(report.code(), 2, "{policy}: {}", report.line(Path::new("c")));
    }
}

/// A randomiser whose input is one person's data is one answer about the whole data, unless records
/// are replaced: each kind, alone and on a sample, as a table and as notation.
#[test]
fn a_local_randomiser_is_one_answer() {
    let code = |adjacency: &str, row: &Value| {
        let mut own = certificate("gaussian-rho");
        own["scope"]["adjacency"] = json!(adjacency);
        own["ledger"] = json!([row]);
        own["claim"] = json!({"id": "c", "over": ["*"], "tv": {}, "at-least": "0"});
        own["verdict"] = json!("holds");
        own["not-covered"] = json!([]);
        own["steps"] = json!([{"id": "s", "rule": "claim", "premises": [], "arguments": {},
            "conclusion": {"tv": {}, "at-least": "0", "is": true}}]);
        let file = json!({"format": "dpcert/1", "scope": own["scope"], "ledger": own["ledger"], "claim": [own["claim"]],
            "policy": {"answer-assumed": "deny"}});
        let file =
            ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() };
        let report = check(&own.to_string(), Some(&file));
        (report.code(), report.line(Path::new("c")))
    };
    let local = [
        json!({"id": "a", "mechanism": "randomized-response", "eps": "1"}),
        json!({"id": "a", "mechanism": "randomized-response(eps=1, categories=4)^3"}),
        json!({"id": "a", "mechanism": "unary-encoding", "eps": "1", "encoding": "symmetric"}),
        json!({"id": "a", "mechanism": "unary-encoding", "p": "3/4", "q": "1/4"}),
        json!({"id": "a", "mechanism": "subset-selection", "eps": "1", "categories": "4", "size": "2"}),
        json!({"id": "a", "mechanism": "hadamard-response", "eps": "1"}),
    ];
    for row in local {
        for adjacency in ["add-remove", "zero-out", "replace-one"] {
            let (code, line) = code(adjacency, &row);
            assert_eq!(code, u8::from(adjacency != "replace-one"), "{adjacency} {row}: {line}");
        }
    }
    let sampled = json!({"id": "a", "mechanism": "randomized-response", "eps": "1",
        "sampling": {"method": "poisson", "rate": "1/2"}});
    assert_eq!(code("add-remove", &sampled).0, 1);
    for other in [
        json!({"id": "a", "mechanism": "approx-dp", "eps": "1", "delta": "0"}),
        json!({"id": "a", "mechanism": "gaussian", "sigma": "1"}),
        json!({"id": "a", "mechanism": "laplace", "eps": "1"}),
    ] {
        assert_eq!(code("add-remove", &other).0, 0, "{other}");
    }
}

/// That other claims of the file hold does not follow.
#[test]
fn other_claims_of_the_file_are_counted() {
    let own = certificate("gaussian-rho");
    let line = |others: usize| {
        let mut claims = vec![own["claim"].clone()];
        claims.extend(
            (0..others).map(
                |n| json!({"id": format!("other {n}"), "over": ["*"], "tv": {}, "at-most": "0"}),
            ),
        );
        let file = json!({"format": "dpcert/1", "scope": own["scope"], "ledger": own["ledger"], "claim": claims});
        let file =
            ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() };
        check(&own.to_string(), Some(&file)).line(Path::new("c"))
    };
    assert!(!line(0).contains("claims of the file"), "{}", line(0));
    assert!(line(2).ends_with("; 1 of 3 claims of the file"), "{}", line(2));
}
