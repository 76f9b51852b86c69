//! Claims of every kind, those that hold and those that do not.

use super::*;
use crate::effort::effort;
use dpcert_certify::{Error, certify, coq};

const LEDGER: &str = r#"
format = "dpcert/1"
[scope]
unit = "person"
adjacency = "add-remove"

[[ledger]]
id = "kov"
mechanism = "approx-dp"
eps = "ln(2)"
delta = "1/100"
count = "3"

[[ledger]]
id = "gauss"
mechanism = "gaussian"
sigma = "2"

[[ledger]]
id = "laplace"
mechanism = "laplace"
eps = "1/2"

[[ledger]]
id = "sampled"
mechanism = "randomized-response"
eps = "ln(3)"
sampling = { method = "poisson", rate = "1/4" }

[[ledger]]
id = "allocated"
mechanism = "randomized-response"
eps = "ln(3)"
sampling = { method = "random-allocation", steps = "4" }

[[ledger]]
id = "epochs"
mechanism = "approx-dp"
eps = "ln(2)"
delta = "1/10"
count = "2"
sampling = { method = "random-allocation", steps = "3" }
"#;

/// Rows, a quantity, and a value that is below its own, with one that is above it.
const BOUNDS: [(&str, &str, &str, &str); 13] = [
    ("kov", "delta = { eps = \"ln(2)\" }", "1/10", "3/10"),
    ("kov", "tv = {}", "4/10", "1/2"),
    ("kov", "eps = { delta = \"3/10\" }", "1/10", "1"),
    ("kov", "beta = { alpha = \"1/10\" }", "1/10", "4/5"),
    ("gauss", "rho = {}", "1/9", "1/7"),
    ("gauss", "delta = { eps = \"1/2\" }", "1/100", "1/10"),
    ("gauss", "beta = { alpha = \"1/10\" }", "3/5", "9/10"),
    ("laplace", "delta = { eps = \"1/4\" }", "1/10", "1/8"),
    ("sampled", "tv = {}", "1/9", "1/7"),
    ("allocated", "delta = { eps = \"ln(3/2)\" }", "3/20", "4/25"),
    ("allocated", "eps = { delta = \"1/10\" }", "1/2", "9/10"),
    ("epochs", "tv = {}", "17/50", "7/20"),
    ("gauss\", \"laplace", "delta = { eps = \"1\" }", "1/1000", "1/5"),
];

fn claim_of(id: &str, over: &str, quantity: &str, relation: &str) -> String {
    format!("[[claim]]\nid = \"{id}\"\nover = [\"{over}\"]\n{quantity}\n{relation}\n")
}

/// All bounds, each as it is and the other way round.
fn file() -> String {
    let mut text = LEDGER.to_owned();
    for (index, (over, quantity, below, above)) in BOUNDS.iter().enumerate() {
        for (name, relation) in [
            ("above", format!("at-most = \"{above}\"")),
            ("below", format!("at-least = \"{below}\"")),
            ("between", format!("between = [\"{below}\", \"{above}\"]")),
            ("not-above", format!("at-least = \"{above}\"")),
            ("not-below", format!("at-most = \"{below}\"")),
        ] {
            // There is no rule for that eps is less than a value.
            if !(quantity.starts_with("eps") && name == "not-above") {
                text += &claim_of(&format!("{name}-{index}"), over, quantity, &relation);
            }
        }
    }
    text
}

#[test]
fn bounds_from_both_sides_are_certified_and_refuted() {
    let found = certified(&file());
    assert_eq!(found.len(), 5 * BOUNDS.len() - 2);
    for (id, holds, _) in &found {
        assert_eq!(*holds, !id.starts_with("not-"), "{id}");
    }
}

/// A record in one of several steps of noise: both directions of neighbours, from both sides, and
/// in several epochs.
#[test]
fn random_allocations_of_noise_are_certified() {
    let row = |id: &str, fields: &str| format!("[[ledger]]\nid = \"{id}\"\n{fields}\n");
    let sampling = |steps: u64| {
        format!("sampling = {{ method = \"random-allocation\", steps = \"{steps}\" }}")
    };
    let rows = [
        row("two", &format!("mechanism = \"gaussian\"\nsigma = \"1\"\n{}", sampling(2))),
        row("fifty", &format!("mechanism = \"gaussian\"\nsigma = \"1\"\n{}", sampling(50))),
        row(
            "laplace-epochs",
            &format!("mechanism = \"laplace\"\neps = \"1\"\ncount = \"2\"\n{}", sampling(8)),
        ),
    ];
    let head = LEDGER.split("[[ledger]]").next().unwrap();
    let claims = [
        claim_of("between", "two", "delta = { eps = \"1/2\" }", "between = [\"37/250\", \"3/20\"]"),
        claim_of("not-above", "two", "delta = { eps = \"1/2\" }", "at-most = \"37/250\""),
        claim_of("eps", "fifty", "eps = { delta = \"1e-4\" }", "at-most = \"4/5\""),
        claim_of("eps-below", "fifty", "eps = { delta = \"1e-4\" }", "at-least = \"3/5\""),
        claim_of("epochs", "laplace-epochs", "tv = {}", "between = [\"1/10\", \"1/5\"]"),
    ];
    let text = format!("{head}{}{}", rows.concat(), claims.concat());
    for (id, holds, certificate) in certified(&text) {
        assert_eq!(holds, !id.starts_with("not-"), "{id}");
        // One step reveals more, and many reveal less.
        let is_from_above = ["between", "eps", "epochs"].contains(&id.as_str());
        let mut other = certificate.clone();
        other["ledger"][0]["sampling"]["steps"] =
            Value::from(if is_from_above { "1" } else { "400" });
        let report = dpcert_checker::check(&other.to_string(), None);
        assert_eq!(report.code(), 1, "{id}: {report:?}");
    }
}

/// Were the engine wrong, then nothing would be written, or what the checker does not follow. Two
/// rows with different noise are left out: for what is false every grid is tried, down to the
/// finest. Each seventh claim, and all with more effort.
#[test]
fn the_opposite_has_no_certificate() {
    let text = file();
    let document = document(&text);
    let grids = format!("-{}", BOUNDS.len() - 1);
    let claims =
        claim::parse(&text).unwrap().claims.into_iter().filter(|claim| !claim.id.ends_with(&grids));
    for claim in claims.step_by(if effort() > 1 { 1 } else { 7 }) {
        let is_true = !claim.id.starts_with("not-");
        let opposite = certify(&document, &claim.id, !is_true);
        if let Ok(written) = opposite {
            assert_eq!(follow(&written, &text), 1, "{}: {written}", claim.id);
        }
    }
}

/// With another claim, or another ledger, it is a certificate of nothing.
#[test]
fn a_certificate_is_about_its_claim_and_its_ledger() {
    let text = file();
    for (id, holds, certificate) in
        certified(&text).into_iter().filter(|(id, ..)| id.starts_with("above"))
    {
        let of_the_opposite = {
            let mut changed = certificate.clone();
            changed["verdict"] = if holds { "refuted" } else { "holds" }.into();
            changed
        };
        assert_eq!(follow(&of_the_opposite, &text), 1, "{id}");
        for row in ["kov", "gauss", "laplace", "sampled", "allocated", "epochs"] {
            let renamed = text.replace(&format!("\"{row}\""), "\"other\"");
            let is_its_own =
                certificate["ledger"].as_array().unwrap().iter().any(|it| it["id"] == row);
            assert_eq!(follow(&certificate, &renamed) != 0, is_its_own, "{id}, {row}");
        }
    }
}

#[test]
fn a_reason_is_given_where_there_is_none() {
    let text = format!(
        "{LEDGER}{}{}{}",
        claim_of("irrational", "gauss", "tv = {}", "equals = \"exp(-1)\""),
        claim_of("less", "kov", "eps = { delta = \"3/10\" }", "at-least = \"1\""),
        claim_of("tight", "kov", "delta = { eps = \"3*ln(2)\" }", "equals = \"29701/1000000\""),
    );
    let document = document(&text);
    assert_eq!(certify(&document, "none", true), Err(Error::NoClaim("none".to_owned())));
    assert_eq!(certify(&document, "irrational", true), Err(Error::Irrational));
    assert_eq!(certify(&document, "less", false), Err(Error::NoWay(vec![Error::StrictEps])));
    let certificate = certify(&document, "tight", true).unwrap();
    assert_eq!(follow(&certificate, &text), 0);
    assert!(matches!(certify(&document, "tight", false), Err(Error::NoWay(_))));
    assert_eq!(coq(&document, "tight", true), Err(Error::NoSlack));
    for (text, part) in
        [("", "ledger"), ("[[ledger]]\n[[claim]]\n", "scope"), ("[[ledger]]\n", "claim")]
    {
        assert_eq!(Document::new("a.toml", text, "").unwrap_err(), Error::NoPart(part), "{text}");
    }
    assert!(matches!(Document::new("a.toml", "[", ""), Err(Error::Toml(_))));
}

/// A row from which a distance is derived has no certificate; other rows of the file have theirs.
#[test]
fn what_the_checker_does_not_read_is_named() {
    let rows = "[[ledger]]\nid = \"query\"\nmechanism = \"laplace\"\nscale = 2\nquery = \"count\"\nrows = 1\n";
    let claims = ["query", "laplace", "*"];
    let claims =
        claims.map(|over| claim_of(over, over, "delta = { eps = \"9\" }", "at-most = \"1/10\""));
    let text = format!("{LEDGER}{rows}{}", claims.concat());
    let document = document(&text);
    for id in ["query", "*"] {
        let error = certify(&document, id, true).unwrap_err();
        for way in ["has the field query", "write in its place", "as in sensitivity = \"sqrt(2)\""]
        {
            assert!(error.to_string().contains(way), "{error}");
        }
        assert_eq!(error, Error::Derived { id: "query".to_owned() }, "{id}");
    }
    let certificate = certify(&document, "laplace", true).unwrap();
    assert_eq!(follow(&certificate, &text), 0);
}

/// A claim between two fractions that share all but the last of hundreds of thousands of quotients:
/// they are compared on the small stack of a thread.
#[test]
fn near_fractions_are_compared() {
    let near = "between = [\"7^40000/5^48000\", \"7^40000/5^48000+1/8^66000\"]";
    let text = format!("{LEDGER}{}", claim_of("near", "laplace", "delta = { eps = \"1\" }", near));
    let certificate = certify(&document(&text), "near", false).unwrap();
    assert_eq!(follow(&certificate, &text), 4);
}
