//! What a certificate is expected to need, before it is followed.

use super::{all_certificates, certificate, step};
use dpcert_checker::work::{Progress, Work};
use dpcert_checker::{check, expected_work};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Never more than is needed, so that nothing is refused that could be followed; a tenth less at
/// most where it takes long, and otherwise a third and a second.
#[test]
fn certificates_need_about_what_is_expected() {
    let mut long = 0;
    for (name, text) in all_certificates() {
        let (expected, needed) = (expected_work(&text), check(&text, None).work);
        assert!(0 < expected && expected <= needed, "{name}: {expected}, {needed}");
        assert!(needed <= 3 * expected + (1 << 30), "{name}: {expected}, {needed}");
        if needed > 1 << 26 {
            assert!(needed <= expected / 10 * 11, "{name}: {expected}, {needed}");
            long += 1;
        }
    }
    assert_eq!(long, 9);
    for none in ["", "{}", "[1]", "{\"format\": \"dpcert-certificate/1\"}"] {
        assert_eq!(expected_work(none), 0);
    }
}

/// A certificate, made much longer in the step that applies a rule.
fn longer(name: &str, rule: &str, change: impl Fn(&mut Value)) -> Value {
    let mut long = certificate(name);
    change(step(&mut long, rule));
    long
}

/// The work of the rows, which [`expected_work`] counts too; the claim is read besides.
fn ledger(certificate: &Value) -> u64 {
    let mut none = certificate.clone();
    (none["leaves"], none["steps"]) = (json!([]), json!([]));
    expected_work(&none.to_string())
}

/// Nothing of it is done, although its first steps are those of a certificate that is followed.
#[test]
fn what_needs_too_much_is_refused_at_once() {
    let fine = |step: &mut Value| {
        let arguments = &mut step["arguments"];
        (arguments["bits"], arguments["step"]) = (json!(60_000), json!("1*2^-12"));
        (arguments["from"], arguments["to"]) = (json!(-(1 << 11)), json!(1 << 11));
    };
    let mut costly: Vec<Value> =
        ["cells-delta", "sampled-gaussian-delta", "discrete-gaussian-delta"]
            .map(|name| longer(name, "cells", fine))
            .into_iter()
            .collect();
    // Many leaves, of which each is cheap enough.
    let mut leaves = certificate("gaussian-delta");
    let leaf = leaves["leaves"][0].clone();
    let many = (0..50).map(|n| {
        let mut leaf = leaf.clone();
        (leaf["id"], leaf["bits"], leaf["terms"]) =
            (json!(format!("x{n}")), json!(1 << 14), json!(1 << 16));
        leaf
    });
    leaves["leaves"].as_array_mut().unwrap().extend(many);
    costly.push(leaves);
    // Many products of a row that is long by what is said of it.
    let mut products = certificate("two-rows-beta");
    let steps = products["steps"].as_array_mut().unwrap();
    steps[0]["conclusion"]["row"]["to"] = json!(1 << 21);
    let last = steps.len() - 1;
    for n in 0..2000 {
        let id = steps[0]["id"].clone();
        steps.insert(
            last,
            json!({"id": format!("x{n}"), "rule": "convolve", "premises": [id, id],
            "arguments": {"from": 0, "to": 0}, "conclusion": {}}),
        );
    }
    costly.push(products);
    for certificate in costly {
        let text = certificate.to_string();
        let expected = expected_work(&text);
        let report = check(&text, None);
        let line = report.line(Path::new("c"));
        assert!(expected > 1 << 36, "{expected}: {line}");
        // The ledger and the claim are read before.
        assert!(report.work < 1 << 22 && report.work < expected, "{}: {line}", report.work);
        let limit = 1u64 << 36;
        let reason = "INCOMPLETE c: it needs more work than a certificate may ask for: at least ";
        let (said, rest) =
            line.strip_prefix(reason).and_then(|rest| rest.split_once(" units, ")).unwrap();
        assert!(rest.starts_with(&format!("and the limit is {limit}; ")), "{line}");
        assert_eq!(
            said.parse::<u64>().unwrap(),
            expected + report.work - ledger(&certificate),
            "{line}"
        );
    }
}

#[test]
fn what_is_expected_may_be_all_that_is_left() {
    let work = Work::of(100);
    work.spend(40).unwrap();
    work.expect(60).unwrap();
    work.expect(61).unwrap_err();
    // To expect is not to take.
    assert_eq!(work.spent(), 40);
    work.spend(60).unwrap();
}

#[test]
fn another_thread_sees_how_far_it_is() {
    let progress = Arc::new(Progress::default());
    let work = Work::watched(&progress);
    let after = |seconds| Duration::from_secs(seconds);
    assert_eq!(progress.line(after(2)), "reading the certificate");
    work.spend(1_000_000).unwrap();
    assert_eq!(
        (progress.planned_and_done(), progress.line(after(2)).as_str()),
        ((0, 1_000_000), "reading the certificate")
    );
    work.expect(3_000_000).unwrap();
    assert_eq!(progress.planned_and_done(), (4_000_000, 1_000_000));
    assert_eq!(progress.line(after(2)), "25 % of the expected work, about 6 s left");
    work.spend(2_999_000).unwrap();
    assert_eq!(progress.line(after(8)), "99 % of the expected work, about 1 s left");
    // More may be needed than was expected.
    work.spend(5_000_000).unwrap();
    assert_eq!(progress.planned_and_done(), (8_999_000, 8_999_000));
    assert_eq!(progress.line(after(9)), "more than the expected work is done");
    // Before anything is done, a unit is a nanosecond.
    let progress = Arc::new(Progress::default());
    Work::watched(&progress).expect(30_000_000_000).unwrap();
    assert_eq!(progress.line(after(2)), "0 % of the expected work, about 30 s left");
}

/// An estimate of few bytes that asks for much takes no longer than a second: what is behind that
/// is not counted.
#[test]
fn the_estimate_is_cheap() {
    let mut many = certificate("two-rows-beta");
    let steps = many["steps"].as_array_mut().unwrap();
    let (lattice, tail) =
        (steps[0].clone(), steps.iter().find(|step| step["rule"] == "tail").unwrap().clone());
    let charged = 2 << 24;
    for n in 0..3000 {
        let (mut lattice, mut tail) = (lattice.clone(), tail.clone());
        (lattice["id"], tail["id"]) = (json!(format!("a{n}")), json!(format!("b{n}")));
        tail["arguments"]["eps"] = json!(format!("ln(7^-9000 + 11^-7000 + {n})"));
        steps.extend([lattice, tail]);
    }
    let expected = expected_work(&many.to_string());
    // The first of the literals are seen, and all others are not.
    assert!((charged..300 * charged).contains(&expected), "{expected}");
    let short = |n: usize| format!("ln({})", n + 2);
    for (n, step) in many["steps"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .filter(|step| step["rule"] == "tail")
        .enumerate()
    {
        step["arguments"]["eps"] = json!(short(n));
    }
    let expected = expected_work(&many.to_string());
    assert!(expected > 3000 * charged, "{expected}");
}
