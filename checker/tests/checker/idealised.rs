//! What was run instead of what the ledger names: it cannot be left out.

use super::{certificate, certificates, read_row, rejected, verdict};
use dpcert_checker::ClaimFile;
use dpcert_checker::idealised::{MECHANISMS, SAMPLERS};
use serde_json::{Value, json};

const FLOATS: &str = "what floating-point guarantees, with which the row \"gaussian\" was run: this is about the \
                      mechanism gaussian";

/// A certificate about Gaussian noise that was run in floating-point arithmetic.
fn idealised() -> Value {
    let mut changed = certificate("gaussian-delta");
    changed["ledger"][0]["id"] = json!("gaussian");
    changed["claim"]["over"] = json!(["gaussian"]);
    changed["ledger"][0]["actual"] = json!("floating-point");
    changed["not-covered"] = json!([FLOATS]);
    changed
}

#[test]
fn what_was_run_instead_is_said_in_the_line() {
    let (code, line) = verdict(&idealised());
    assert_eq!(code, 0, "{line}");
    assert!(line.ends_with(&format!("}}; not covered: {FLOATS}")), "{line}");
    // Also where the ledger is too long to be shown.
    let mut long = certificate("refuted-without-steps");
    let row = |n: usize| json!({"id": format!("{n}"), "mechanism": "gaussian", "sigma": "9", "actual": "discrete-gaussian"});
    long["ledger"] = (0..100).map(row).collect::<Vec<_>>().into();
    long["claim"]["over"] = json!(["*"]);
    let remark = "what discrete-gaussian guarantees, with which the rows \"0\", \"1\", \"2\" and 97 more were run: this \
                  is about the mechanism gaussian";
    long["not-covered"] = json!(["something else", remark]);
    let (code, line) = verdict(&long);
    assert_eq!(code, 0, "{line}");
    assert!(line.contains("100 rows, too many to show") && line.ends_with(remark), "{line}");
}

#[test]
fn a_certificate_that_leaves_it_out_is_invalid() {
    for not_covered in
        [json!([]), json!(["side channels"]), json!([FLOATS.to_uppercase()]), json!([[FLOATS]])]
    {
        let mut silent = idealised();
        silent["not-covered"] = not_covered;
        rejected(&silent, 1, &format!("not-covered leaves out {FLOATS}; "));
    }
    // The same sentence about another row does not do.
    let mut other = idealised();
    other["not-covered"][0] = json!(FLOATS.replace("row \"gaussian\"", "row \"laplace\""));
    rejected(&other, 1, "not-covered leaves out");
    // Nor is it enough to be silent in the ledger: then it is not that of the claim file.
    let file = "format = \"dpcert/1\"\n[scope]\nunit = \"record\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"a\"\nmechanism = \
                \"gaussian\"\nsigma = \"1\"\nactual = \"floating-point\"\n[[claim]]\nid = \"c\"\nover = [\"a\"]\nrho = \
                {}\nequals = \"1/2\"\n";
    let honest = json!({
        "format": "dpcert-certificate/1", "scope": {"adjacency": "add-remove", "unit": "record"},
        "ledger": [{"id": "a", "mechanism": "gaussian", "sigma": "1", "actual": "floating-point"}],
        "claim": {"id": "c", "over": ["a"], "rho": {}, "equals": "1/2"}, "verdict": "holds", "inputs": [],
        "not-covered": [FLOATS.replace("\"gaussian\"", "\"a\"")], "leaves": [],
        "steps": [
            {"id": "s1", "rule": "rho", "premises": [], "arguments": {}, "conclusion": {"rho": {"equals": "1*2^-1"}}},
            {"id": "s2", "rule": "claim", "premises": ["s1"], "arguments": {},
             "conclusion": {"rho": {}, "equals": "1/2", "is": true}},
        ],
    });
    let asked = |certificate: &Value| {
        let claim_file = ClaimFile { name: "claims.toml".to_owned(), text: file.to_owned() };
        dpcert_checker::check(&certificate.to_string(), Some(&claim_file))
    };
    assert_eq!(asked(&honest).code(), 0, "{:?}", asked(&honest));
    let mut silent = honest;
    silent["ledger"][0].as_object_mut().unwrap().remove("actual");
    silent["not-covered"] = json!([]);
    let report = asked(&silent);
    assert_eq!(report.code(), 1);
    assert!(
        report.line(std::path::Path::new("c")).contains("the ledger is not that of the claim file"),
        "{report:?}"
    );
}

#[test]
fn words_for_what_was_run() {
    let gaussian = |actual: &str| json!({"mechanism": "gaussian", "sigma": "1", "actual": actual});
    let sampled = |actual: &str| {
        let sampling = json!({"method": "poisson", "rate": "1/2", "actual": actual});
        json!({"mechanism": "gaussian", "sigma": "1", "sampling": sampling})
    };
    for word in MECHANISMS {
        assert_eq!(read_row(&gaussian(word), "add-remove").unwrap().idealised.len(), 1, "{word}");
    }
    for word in SAMPLERS {
        // A sampler that is what it is called is not idealised.
        let idealised = read_row(&sampled(word), "add-remove").unwrap().idealised;
        assert_eq!(idealised.len(), usize::from(word != "poisson"), "{word}");
    }
    for row in
        [gaussian("shuffled"), gaussian("gaussian"), sampled("floating-point"), sampled("Poisson")]
    {
        let error = read_row(&row, "add-remove").unwrap_err().to_string();
        assert!(error.contains("no rule covers a") && error.contains("with actual = "), "{error}");
    }
    let not_a_word = json!({"mechanism": "gaussian", "sigma": "1", "actual": ["floating-point"]});
    assert!(read_row(&not_a_word, "add-remove").is_err());
}

/// A pair is written in one order of the neighbours, and the other one is not certified.
#[test]
fn one_order_of_neighbours_is_named() {
    let mut named = 0;
    for (name, text) in certificates() {
        let own: Value = serde_json::from_str(&text).unwrap();
        let line = verdict(&own).1;
        let rows = own["ledger"].as_array().unwrap();
        let is_pair = |row: &Value| row["mechanism"] == "finite-pair" && row["sampling"].is_null();
        let ids: Vec<String> =
            rows.iter().filter(|row| is_pair(row)).map(|row| row["id"].to_string()).collect();
        let remark = "; only the order of neighbours P against Q is certified, as in the row";
        assert_eq!(line.contains(remark), !ids.is_empty(), "{name}: {line}");
        assert!(ids.iter().all(|id| line.contains(id)), "{name}: {line}");
        named += ids.len();
    }
    assert!(named > 1, "{named}");
}
