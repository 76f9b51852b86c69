//! Rows whose mechanism is in the compact notation: the checker has a reader of its own, which makes
//! of them what the library makes of them.

use super::certified;
use super::ledger_row::{Reading, readings};
use dpcert::claim::{self, rows_of_notation};
use dpcert::mechanism::{Input, Template, catalogue};
use dpcert_checker::fault::{Class, Fault};
use dpcert_checker::ledger::Row;
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use serde_json::{Map, Value, json};

/// A row as the checker reads it.
fn own(mut row: Map<String, Value>, adjacency: &str) -> Result<Row, Fault> {
    row.insert("id".to_owned(), json!("x"));
    let json = dpcert_checker::json::parse(&Value::Object(row).to_string()).unwrap();
    let scope = Scope { unit: "person".to_owned(), adjacency: adjacency.to_owned() };
    Row::read("row", json, &scope, &Work::default())
}

fn alone(text: &str) -> Map<String, Value> {
    Map::from_iter([("mechanism".to_owned(), json!(text))])
}

/// Is it a row for the library?
fn is_read(text: &str) -> bool {
    let scope = json!({"unit": "person", "adjacency": "add-remove"});
    let mut row = alone(text);
    row.insert("id".to_owned(), json!("x"));
    let file = toml::to_string(&json!({"format": "dpcert/1", "scope": scope, "ledger": [row]}));
    claim::parse_all(&file.unwrap(), false).is_ok_and(|file| file.ledger[0].mechanism.is_ok())
}

/// Every template of the catalogue, and texts with what is special in the notation.
fn texts() -> Vec<String> {
    let filled = |template: &Template| {
        let put =
            |text: String, input: &Input| text.replace(&format!("{{{}}}", input.name), input.usual);
        template.inputs.iter().fold(template.text.to_owned(), put)
    };
    let mut texts: Vec<String> = catalogue().flat_map(|kind| kind.templates).map(filled).collect();
    let within = |text: &String| {
        [
            format!("{text}^3"),
            format!(" {text} ^ 12 "),
            format!("poisson(1/100, {text})^1000"),
            format!("poisson({text}, 1/100)"),
            format!("poisson(rate = 1/100 , mechanism = {text})"),
            format!("random-allocation(10, {text})^2"),
            format!("{text} * {text}"),
            format!("({text})"),
            format!("({text}^2)^3"),
            format!("poisson(1/100, {text}^2)"),
        ]
    };
    texts.extend(texts.iter().flat_map(within).collect::<Vec<_>>());
    let others = [
        "approx-dp(1/10, 1e-6)^1000",
        "approx_dp(ln(3), delta=0)",
        "Approx-DP(eps=1, delta=0)",
        "approx-dp-tv(ln(3), 1/10, 3/5)",
        "randomized-response(1, 4)",
        "subset-selection(1, 10, 2)",
        "hadamard-response(1, 2)",
        "staircase(1, 1/2)",
        "gdp(1/2)^4",
        "zcdp(rho=1/8)^4",
        "gaussian(scale = 2 , sensitivity = sqrt(2))",
        "gaussian(noise_multiplier=1)",
        "discrete-gaussian(sigma_sq=4, shifts=[1, 2])",
        "finite-pair(p=[3/4, 1/4], q=[1/4, 3/4])^2",
        "multi-dp(constraints=[{eps=1, delta=0}, {epsilon=1/2, delta=1/10}])",
        "poisson(q=1/100, gaussian(sigma=1))",
        "poisson(batch=10, n=1000, gaussian(sigma=1))^100",
        "approx-dp(epsilon=1, delta=(1/10))",
        "laplace(eps=2*(1/3))",
        // What the library refuses.
        "gaussian(sigma=1, sigma=2)",
        "gaussian(sigma=1,)",
        "gaussian(sigma=1))",
        "gaussian(sigma=1",
        "gaussian(sigma=1)^",
        "gaussian(sigma=1)^1.5",
        "gaussian(sigma=1)^2^3",
        "gaussian(sigma=)",
        "gaussian(=1)",
        "gaussian(1)",
        "approx-dp(eps=0, 1)",
        "approx-dp(1, 0, 0)",
        "approx-dp(1 0)",
        "gaussian(sigma=1) x",
        "gaussian(sigma=[1])",
        "gaussian(sigma={a=1})",
        "gaussian(sigma=1, count=2)",
        "gaussian(sigma=1, id=y)",
        "gaussian(sigma=1, unit=person)",
        "gaussian(sigma=1, source=a)",
        "gaussian(sigma=1, sampling={method=poisson, rate=1/100})",
        "gaussian(sigma=1, adjacency=add-remove)",
        "gaussian(sigma=\"1\")",
        "poisson(1/100)",
        "poisson(1/100, gaussian(sigma=1), gaussian(sigma=1))",
        "poisson(1/100, rate=1/10, gaussian(sigma=1))",
        "poisson(1/100, method=poisson, gaussian(sigma=1))",
        "random-allocation(10, method=random-allocation, gaussian(sigma=1))",
        "random-allocation(10, sampler=poisson, gaussian(sigma=1))",
        "poisson(1/100, sampler=poisson, gaussian(sigma=1))",
        "poisson(1/100, actual=shuffled, gaussian(sigma=1))",
        "poisson(1/100, poisson(1/100, gaussian(sigma=1)))",
        "gaussian(sigma=1)^18446744073709551616",
        "()",
        "(1)",
        "ln(2)",
    ];
    texts.extend(others.map(str::to_owned));
    texts
}

#[test]
fn the_checker_reads_the_rows_that_they_stand_for() {
    let (mut read, mut all) = (0, 0);
    for text in texts() {
        all += 1;
        let own_row = match own(alone(&text), "add-remove") {
            Ok(row) => row,
            // It may be a row, or it is none for the library either.
            Err(fault) => {
                let is_open = fault.class() == Class::Unsupported;
                assert!(is_open || !is_read(&text), "{text}: {fault}");
                continue;
            }
        };
        read += 1;
        assert!(is_read(&text), "{text}");
        let rows = rows_of_notation(&text).unwrap().rows;
        let [lines] = rows.as_slice() else { panic!("{text}: {rows:?}") };
        let written: Map<String, Value> = toml::from_str(&lines.join("\n")).unwrap();
        assert_eq!(own_row, own(written, "add-remove").unwrap(), "{text}");
    }
    assert!(read > 90 && all > 300, "{read} of {all}");
}

/// What stands beside a text, and how often the step is taken then.
#[test]
fn fields_beside_a_text() {
    let gaussian = "gaussian(sigma=1)";
    let sampling = json!({"method": "poisson", "rate": "1/100"});
    let sizes = json!({"method": "poisson", "batch": "10", "n": "1000"});
    for (text, beside, written) in [
        (
            gaussian,
            json!({"count": 3}),
            Some(json!({"mechanism": "gaussian", "sigma": "1", "count": 3})),
        ),
        (
            "poisson(1/100, gaussian(sigma=1))",
            json!({"count": "10^3", "source": "page 4"}),
            Some(
                json!({"mechanism": "gaussian", "sigma": "1", "count": "10^3", "sampling": sampling}),
            ),
        ),
        (
            gaussian,
            json!({"sampling": sampling, "count": 5}),
            Some(json!({"mechanism": "gaussian", "sigma": "1", "count": 5, "sampling": sampling})),
        ),
        (
            gaussian,
            json!({"sampling": sizes, "epochs": 2}),
            Some(json!({"mechanism": "gaussian", "sigma": "1", "sampling": sizes, "epochs": 2})),
        ),
        (
            "gaussian(scale=4)",
            json!({"sensitivity": 2}),
            Some(json!({"mechanism": "gaussian", "scale": 4, "sensitivity": 2})),
        ),
        (
            gaussian,
            json!({"group": 2}),
            Some(json!({"mechanism": "gaussian", "sigma": "1", "group": 2})),
        ),
        // What would be said twice, or leaves open what is repeated.
        ("gaussian(sigma=1)^2", json!({"count": 3}), None),
        ("gaussian(sigma=1)^2", json!({"count": 2}), None),
        ("gaussian(sigma=1)^2", json!({"sampling": sampling}), None),
        ("gaussian(sigma=1)^2", json!({"sampling": sizes, "epochs": 2}), None),
        ("poisson(1/100, gaussian(sigma=1))", json!({"sampling": sampling}), None),
        (gaussian, json!({"sigma": 1}), None),
        ("approx-dp(1, 0)", json!({"epsilon": 1}), None),
        (gaussian, json!({"source": 4}), None),
    ] {
        let mut row = alone(text);
        row.extend(beside.as_object().unwrap().clone());
        let (engine, checker) = readings(&Value::Object(row.clone())).unwrap();
        let expected = if written.is_some() { Reading::Read } else { Reading::Refused };
        assert_eq!((engine, checker), (expected, expected), "{text} {beside}");
        if let Some(written) = written {
            let written = own(written.as_object().unwrap().clone(), "add-remove").unwrap();
            assert_eq!(own(row, "add-remove").unwrap(), written, "{text} {beside}");
        }
    }
}

/// Certificates of such rows are followed, with the claim file and without it.
#[test]
fn claims_about_them_are_certified() {
    let text = r#"format = "dpcert/1"
title = "Three kinds"
[scope]
unit = "person"
adjacency = "add-remove"
[[ledger]]
id = "noise"
mechanism = "gaussian(sigma=10)^4"
source = "section 3"
[[ledger]]
id = "reports"
mechanism = "unary-encoding(eps=1/2, encoding=symmetric)"
count = 3
[[ledger]]
id = "training"
mechanism = "poisson(1/10, laplace(eps=1))^5"
[[claim]]
id = "noise"
over = ["noise"]
eps = { delta = "1e-5" }
at-most = "1"
[[claim]]
id = "reports"
over = ["reports"]
delta = { eps = "1" }
at-most = "0.1"
[[claim]]
id = "training"
over = ["training"]
delta = { eps = "1/2" }
at-most = "0"
"#;
    let found: Vec<(String, bool)> =
        certified(text).into_iter().map(|(id, holds, _)| (id, holds)).collect();
    let expected = [("noise", true), ("reports", true), ("training", false)];
    assert_eq!(found, expected.map(|(id, holds)| (id.to_owned(), holds)));
}
