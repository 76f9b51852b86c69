//! The words for what is not accepted: each kind of failure is reached by a certificate, with the
//! exit code of its class.

use super::{certificate, forged, limits, parts, step};
use dpcert_checker::fault::{Class, Fault};
use dpcert_checker::{ClaimFile, Report, Verdict, check, check_file};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The certificates of `tests/words`, with their exit codes and what is wrong with them.
const WORDS: [(&str, u8, &str); 46] = [
    // Too much is asked for.
    ("convolve-too-long", 3, "TooLong"),
    ("dg-outcomes", 3, "TooLong"),
    ("dg-too-wide", 3, "TooLong"),
    ("dlap-digits", 3, "TooCostly"),
    ("grid-bits", 3, "TooLong"),
    ("grid-too-long", 3, "TooLong"),
    ("grid-too-wide", 3, "TooLarge"),
    ("infinite-count", 3, "TooLarge"),
    ("infinite-digits", 3, "TooLong"),
    ("leaf-bits", 3, "TooLong"),
    ("leaf-exp-too-large", 3, "TooLarge"),
    ("leaf-exp-very-large", 3, "TooLarge"),
    ("leaf-terms", 3, "TooLong"),
    ("literal-exponent-1e6", 3, "TooLarge"),
    ("literal-exponent-i64", 3, "TooLarge"),
    ("mu-too-long", 3, "TooLong"),
    ("number-exponent", 3, "TooLarge"),
    ("outcomes-dlap-digits", 3, "TooCostly"),
    ("renyi-exponent", 3, "TooLarge"),
    ("renyi-near-1", 3, "NotEnclosed"),
    ("rho-too-many-digits", 3, "TooLong"),
    // A rule or a format is missing.
    ("format3", 3, "OtherVersion"),
    ("gauss-mu0-cells", 3, "NoRule"),
    ("ordered-next-to-sample", 3, "NoRule"),
    ("sampled-dg-cells", 3, "NoRule"),
    ("statement-sha512", 3, "Unknown"),
    ("unknown-adjacency", 3, "Unknown"),
    ("unknown-function", 3, "Unknown"),
    ("unknown-rule", 3, "Unknown"),
    ("zcdp-cells", 3, "NoRule"),
    // Something is not decided.
    ("lattice-not-known", 3, "Undecided"),
    ("multi-near", 3, "Undecided"),
    ("too-near-grid", 3, "Undecided"),
    ("undecided-claim", 3, "Undecided"),
    ("undecided-conclusion-eps", 3, "Undecided"),
    ("undecided-domain", 3, "UndecidedDomain"),
    ("undecided-eps", 3, "Undecided"),
    // The certificate names a rule that is not about its row.
    ("gaussian-of-laplace", 1, "Inapplicable"),
    ("infinite-of-gauss", 1, "Inapplicable"),
    ("lattice-of-gauss", 1, "Inapplicable"),
    ("outcomes-irrational", 1, "Inapplicable"),
    ("rho-of-laplace", 1, "Inapplicable"),
    ("rho-of-sqrt-gauss", 1, "Inapplicable"),
    ("tail-exact-irrational", 1, "NeedsBits"),
    // An integer of JSON that is none here; a certificate next to those that are too large.
    ("integer-beyond-i64", 2, "NotJson"),
    ("tail-losses-too-large", 0, ""),
];

/// The fault that was found; "" for none.
fn name(report: &Report) -> &'static str {
    match &report.verdict {
        Verdict::Rejected(fault) => fault.name(),
        _ => "",
    }
}

fn line(report: &Report) -> String {
    report.line(Path::new("c"))
}

#[test]
fn words_have_the_code_of_their_class() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/words");
    for (file, code, fault) in WORDS {
        let report = check_file(&folder.join(file).with_extension("json"), None);
        assert_eq!((report.code(), name(&report)), (code, fault), "{file}: {}", line(&report));
    }
    let named = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().path().file_stem().unwrap().to_owned()
    };
    let found: BTreeSet<_> = std::fs::read_dir(folder).unwrap().map(named).collect();
    assert_eq!(found, WORDS.iter().map(|(file, ..)| (*file).into()).collect());
    // Two that are long.
    let with = |leaf: Value| {
        let mut long = certificate("gaussian-rho");
        long["leaves"] = json!([leaf]);
        check(&long.to_string(), None)
    };
    let number = |digits: usize| json!({"id": "l", "function": "exp", "at": "1".repeat(digits), "lo": "0", "hi": "1", "bits": 64, "terms": 1});
    let reports = [with(number(100_000)), with(number(100_001))];
    assert_eq!(
        reports.map(|report| (report.code(), name(&report))),
        [(3, "TooLarge"), (3, "TooLong")]
    );
    let mut many = certificate("gaussian-rho");
    many["steps"] = vec![json!({}); 100_001].into();
    let report = check(&many.to_string(), None);
    assert_eq!((report.code(), name(&report)), (3, "TooLong"), "{}", line(&report));
}

/// A certificate of one row with one step before the claim, which is about delta at 1.
fn one_step(row: Value, rule: &str, premises: Value, arguments: Value, conclusion: Value) -> Value {
    let claim = json!({"delta": {"eps": "1"}, "at-most": "1"});
    let leaf = json!({"id": "l", "function": "exp", "at": "1", "lo": "2", "hi": "3", "bits": 64, "terms": 99});
    let steps = json!([{"id": "s", "rule": rule, "premises": premises, "arguments": arguments, "conclusion": conclusion}]);
    forged(row, claim, json!([leaf]), steps)
}

/// A change of a valid certificate.
fn changed(name: &str, change: impl Fn(&mut Value)) -> Value {
    let mut changed = certificate(name);
    change(&mut changed);
    changed
}

/// Of one row, changed in one field.
fn with_row(row: Value) -> Value {
    forged(row, json!({"tv": {}, "at-most": "1"}), json!([]), json!([]))
}

fn malformed() -> Vec<(&'static str, Value)> {
    let rho = |value: &str| with_row(json!({"mechanism": "zcdp", "rho": value}));
    let pair = |p: Value, q: Value| with_row(json!({"mechanism": "finite-pair", "p": p, "q": q}));
    let top =
        |key: &'static str, value: Value| changed("gaussian-rho", move |c| c[key] = value.clone());
    vec![
        ("OtherFormat", top("format", json!("x"))),
        ("WrongType", top("ledger", json!(1))),
        ("Missing", json!({})),
        ("UnknownField", top("more", json!(1))),
        ("UnknownWord", top("verdict", json!("maybe"))),
        ("Beside", with_row(json!({"mechanism": "gaussian(sigma=1)^2", "count": 2}))),
        ("Exclusive", with_row(json!({"mechanism": "laplace", "eps": "1", "epsilon": "1"}))),
        ("NotOne", changed("gaussian-rho", |c| c["claim"]["tv"] = json!({}))),
        (
            "Duplicate",
            changed("gaussian-rho", |c| c["ledger"] = json!([c["ledger"][0], c["ledger"][0]])),
        ),
        ("Empty", top("ledger", json!([]))),
        (
            "NotCanonical",
            changed("gaussian-rho", |c| {
                step(c, "rho")["conclusion"]["rho"]["equals"] = json!("2/4")
            }),
        ),
        ("Syntax", rho("1,5")),
        ("Undefined", rho("1/0")),
        ("OutsideDomain", rho("-1")),
        ("OtherScope", with_row(json!({"mechanism": "zcdp", "rho": "1", "unit": "other"}))),
        ("UnequalLengths", pair(json!(["1"]), json!(["1/2", "1/2"]))),
        ("NotNormalised", pair(json!(["1/2"]), json!(["1"]))),
    ]
}

fn unproved() -> Vec<(&'static str, Value)> {
    let laplace = || json!({"mechanism": "laplace", "eps": "1"});
    let none = || json!([]);
    let gaussian = |u: &str| {
        let arguments = json!({"eps": "1", "bounds": "upper", "bits": 64, "u": u, "v": "9"});
        one_step(json!({"mechanism": "gdp", "mu": "1"}), "gaussian", none(), arguments, json!({}))
    };
    let direction = |c: &mut Value| {
        let mut other = step(c, "cells").clone();
        (other["id"], other["arguments"]["direction"]) = (json!("other"), json!("backward"));
        let (first, steps) = (step(c, "cells")["id"].clone(), c["steps"].as_array_mut().unwrap());
        let arguments = json!({"from": 0, "to": 0, "bits": 16});
        let both = json!({"id": "both", "rule": "convolve", "premises": [first, "other"], "arguments": arguments, "conclusion": {}});
        let place = steps.iter().position(|step| step["id"] == first).unwrap() + 1;
        steps.splice(place..place, [other, both]);
    };
    vec![
        ("RowNotMeant", changed("gaussian-rho", |c| c["claim"]["over"] = json!(["x"]))),
        ("IdlePattern", changed("gaussian-rho", |c| c["claim"]["over"] = json!(["*", "x"]))),
        (
            "OmittedRemark",
            changed("gaussian-rho", |c| c["ledger"][0]["actual"] = json!("floating-point")),
        ),
        ("NoSuchPart", parts::of_another_part(json!(["east"]))),
        ("UnlikeParts", parts::of_another_part(json!(["north", "south"]))),
        ("PartLeftOut", parts::of_no_part()),
        (
            "NotShownBefore",
            changed("gaussian-rho", |c| step(c, "claim")["premises"] = json!(["nothing"])),
        ),
        ("WrongPremises", one_step(laplace(), "worst", none(), json!({}), json!({}))),
        ("UselessPremise", one_step(laplace(), "claim", json!(["l"]), json!({}), json!({}))),
        ("NoLeaf", gaussian("0")),
        ("UnfitRow", changed("cells-delta", |c| c["ledger"][0]["count"] = json!("3"))),
        ("UnlikeRows", changed("cells-delta", direction)),
        (
            "OtherStep",
            changed("discrete-gaussian-same", |c| {
                let row = step(c, "same")["arguments"]["row"].clone();
                let rows = c["ledger"].as_array_mut().unwrap();
                rows.iter_mut().find(|other| other["id"] == row).unwrap()["sigma_sq"] = json!("7");
            }),
        ),
        (
            "OutOfRange",
            one_step(
                json!({"mechanism": "zcdp", "rho": "1"}),
                "renyi",
                none(),
                json!({"eps": "1", "order": "1", "bits": 64}),
                json!({}),
            ),
        ),
        (
            "NotAmong",
            changed("two-rows-beta", |c| step(c, "convolve")["arguments"]["to"] = json!(1 << 30)),
        ),
        ("UnsafeSide", gaussian("8")),
        (
            "NotOfLevel",
            changed("two-rows-beta", |c| {
                step(c, "errors")["arguments"]["threshold"] = json!(-(1 << 30))
            }),
        ),
        (
            "NotEnclosing",
            changed("gaussian-delta", |c| c["leaves"][0]["hi"] = c["leaves"][0]["lo"].clone()),
        ),
        (
            "NotBounded",
            changed("gaussian-delta-at-least", |c| {
                step(c, "gaussian")["conclusion"]["at-least"] = json!("1")
            }),
        ),
        (
            "OtherConclusion",
            changed("gaussian-rho", |c| {
                step(c, "rho")["conclusion"]["rho"]["equals"] = json!("77")
            }),
        ),
        (
            "OtherRow",
            changed("two-rows-beta", |c| {
                step(c, "lattice")["conclusion"]["row"]["from"] = json!(-9)
            }),
        ),
        ("NotOfHeader", changed("gaussian-rho", |c| c["verdict"] = json!("refuted"))),
        ("NotImplied", changed("gaussian-rho", |c| step(c, "claim")["premises"] = json!([]))),
    ]
}

fn unsupported() -> Vec<(&'static str, Value)> {
    vec![
        ("EndsEarly", changed("gaussian-rho", |c| c["steps"] = json!([]))),
        ("Irrational", with_row(json!({"mechanism": "laplace", "eps": "sqrt(2)"}))),
        ("Unread", with_row(json!({"mechanism": "gaussian(sigma=1) * laplace(eps=1)"}))),
        ("OutOfMemory", limits::copies_of_a_long_row()),
        ("OutOfWork", limits::heavy_literals(20)),
    ]
}

/// What only a claim file, a Statement, or a file that cannot be read has.
fn of_files() -> Vec<(&'static str, Report)> {
    let good = certificate("gaussian-rho");
    let against = |certificate: &Value, file: &Value| {
        let text = file.as_str().map_or_else(|| toml::to_string(file).unwrap(), str::to_owned);
        check(&certificate.to_string(), Some(&ClaimFile { name: "claims.toml".to_owned(), text }))
    };
    let file = json!({"format": "dpcert/1", "scope": good["scope"], "ledger": good["ledger"], "claim": [good["claim"]]});
    let (mut elsewhere, mut nothing) = (file.clone(), file.clone());
    elsewhere["scope"]["unit"] = json!("other");
    nothing["claim"] = json!([]);
    let about = |name: &str| {
        json!({"_type": "https://in-toto.io/Statement/v1", "predicateType": "urn:dpcert:certificate:1",
            "subject": [{"name": name, "digest": {"sha256": "00"}}], "predicate": good})
    };
    vec![
        ("Unreadable", check_file(Path::new("no-such-file.json"), None)),
        ("Folder", check_file(Path::new("."), None)),
        ("NotJson", check("{", None)),
        ("ByteOrderMark", check(&format!("\u{feff}{good}"), None)),
        ("ClaimFileAsCertificate", check("format = \"dpcert/1\"", None)),
        ("NotToml", against(&good, &json!("not toml"))),
        ("NotAsked", against(&good, &elsewhere)),
        ("NotOneAsked", against(&good, &nothing)),
        ("OtherSubject", against(&about("claims.toml"), &file)),
        ("NotSubject", against(&about("other.toml"), &file)),
    ]
}

#[test]
fn every_kind_of_failure_is_reached() {
    let certificates = [malformed(), unproved(), unsupported()].concat();
    let reports = certificates
        .into_iter()
        .map(|(name, text)| (name, check(&text.to_string(), None)))
        .chain(of_files());
    let mut reached: BTreeSet<&str> = WORDS.iter().map(|(_, _, name)| *name).collect();
    for (expected, report) in reports {
        assert_eq!(name(&report), expected, "{}", line(&report));
        reached.insert(expected);
        let Verdict::Rejected(fault) = &report.verdict else { panic!("{}", line(&report)) };
        // The code and the word are those of the class in which the variant stands.
        let (code, word) = match fault.class() {
            Class::Unproved => (1, "INVALID"),
            Class::Malformed => (2, "BAD INPUT"),
            Class::Unsupported => (3, "INCOMPLETE"),
        };
        assert_eq!(report.code(), code);
        assert!(line(&report).starts_with(&format!("{word} c: ")), "{}", line(&report));
        assert!(Fault::names().any(|known| known == (fault.class(), expected)));
    }
    let missed: Vec<_> = Fault::names().filter(|(_, name)| !reached.contains(name)).collect();
    assert!(missed.is_empty(), "no certificate reaches {missed:?}");
    // No two of them are called the same.
    let names: Vec<&str> = Fault::names().map(|(_, name)| name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

/// The step is named once, whatever is wrong with it.
#[test]
fn places_are_named_once() {
    let mut unknown = certificate("gaussian-rho");
    let id = step(&mut unknown, "rho")["id"].as_str().unwrap().to_owned();
    step(&mut unknown, "rho")["rule"] = json!("magic");
    let line = line(&check(&unknown.to_string(), None));
    assert!(
        line.starts_with(&format!("INCOMPLETE c: step {id}: the rule \"magic\" is not known")),
        "{line}"
    );
}
