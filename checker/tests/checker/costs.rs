//! Certificates that take long for their few bytes, or much memory for their many: what they are
//! charged is what they cost, so that they are refused, or followed in no more than about a minute.

use super::{certificate, forged};
use dpcert_checker::discretise::{self, Ratios, Window};
use dpcert_checker::pair::Direction;
use dpcert_checker::row::Bounds;
use dpcert_checker::work::Work;
use dpcert_checker::{Report, check, expected_work};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What a certificate may ask for.
const MOST: u64 = 1 << 36;

fn read(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/limits");
    std::fs::read_to_string(folder.join(name).with_extension("json")).unwrap()
}

fn line(report: &Report) -> String {
    report.line(Path::new("c"))
}

/// Parameters of thousands of digits, or of many functions, are enclosed once for a grid. Each of
/// these took from seconds to minutes for what is charged as milliseconds; the limits are three
/// times what they were measured to take, in nanoseconds.
#[test]
fn parameters_are_charged_for_their_size_once() {
    for (name, at_least, at_most) in [
        ("discrete-gaussian-4000-50", 10_000_000, 60_000_000),
        ("discrete-gaussian-4000-2k", 30_000_000, 180_000_000),
        ("discrete-gaussian-4000-60k", 400_000_000, 3_600_000_000),
        ("discrete-gaussian-20000-2k", 200_000_000, 1_320_000_000),
        ("laplace-4000-500", 20_000_000, 120_000_000),
        ("laplace-4000-20k", 800_000_000, 3_000_000_000),
        ("laplace-4000-1M", 40_000_000_000, MOST),
        ("gaussian-40-20k", 2_000_000_000, 17_600_000_000),
    ] {
        let expected = expected_work(&read(name));
        assert!((at_least..at_most).contains(&expected), "{name}: {expected}");
    }
    // The shortest ones are followed, with what was expected and little more.
    for name in ["discrete-gaussian-4000-50", "discrete-gaussian-4000-2k", "laplace-4000-500"] {
        let text = read(name);
        let (expected, report) = (expected_work(&text), check(&text, None));
        assert_eq!(report.code(), 0, "{name}: {}", line(&report));
        assert!(
            (expected..expected + (1 << 24)).contains(&report.work),
            "{name}: {expected}, {}",
            report.work
        );
    }
}

/// What would take more than a gigabyte is refused before it is allocated, however much work is
/// allowed.
#[test]
fn memory_is_refused_before_it_is_taken() {
    let cells = |row: Value, length: i64, ratios: Option<Ratios>| {
        let window =
            Window { step: super::number("1/1048576"), from: 0, to: length, bits: 16, ratios };
        let work = Work::of(u64::MAX);
        discretise::cells(&super::row(&row), Direction::Forward, Bounds::Upper, &window, &work)
            .unwrap_err()
            .to_string()
    };
    let allocated = json!({"mechanism": "gaussian", "sigma": "1",
        "sampling": {"method": "random-allocation", "steps": 1 << 20}});
    let ratios = Ratios { width: super::number("1/64"), cells: 1000, last: (1 << 22) - 1 };
    for (row, length, ratios) in [
        (json!({"mechanism": "gdp", "mu": "1"}), 2_400_000, None),
        (json!({"mechanism": "laplace", "eps": "1"}), 2_400_000, None),
        (json!({"mechanism": "discrete-gaussian", "sigma_sq": "2^20"}), 2_400_000, None),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "4", "shifts": vec!["1"; 8]}),
            1_000_000,
            None,
        ),
        (allocated, 8, Some(ratios)),
    ] {
        let fault = cells(row.clone(), length, ratios);
        let words = "it needs more memory than a certificate may ask for: at least ";
        let needed: u64 = fault
            .strip_prefix(words)
            .and_then(|rest| rest.split(' ').next()?.parse().ok())
            .unwrap_or(0);
        assert!((1025..4000).contains(&needed), "{row}: {fault}");
    }
}

/// Two million values of the normal distribution function are two minutes, whatever their parameter
/// is.
#[test]
fn tails_are_charged_for_what_they_cost() {
    let text = read("gaussian-0-2M");
    let report = check(&text, None);
    assert!(expected_work(&text) > 2 * MOST, "{}", expected_work(&text));
    assert_eq!(report.code(), 3, "{}", line(&report));
    assert!(
        line(&report).contains("more work than a certificate may ask for: at least"),
        "{}",
        line(&report)
    );
    // Each cell of a grid is charged, and more where a record is drawn; of outcomes there are only
    // shares.
    let work = |row: Value, cells: i64| {
        let arguments = json!({"row": "a", "direction": "forward", "bounds": "upper", "step": "1/1024", "bits": 32,
            "from": -cells, "to": cells});
        let step = json!({"id": "s", "rule": "cells", "premises": [], "arguments": arguments, "conclusion": {}});
        expected_work(
            &forged(row, json!({"tv": {}, "at-most": "1"}), json!([]), json!([step])).to_string(),
        )
    };
    let sampling = json!({"method": "poisson", "rate": "1/2"});
    let each = |row: Value| (work(row.clone(), 2000) - work(row, 1000)) / 2000;
    let costs = [
        json!({"mechanism": "approx-dp", "eps": "1", "delta": "0"}),
        json!({"mechanism": "laplace", "eps": "1"}),
        json!({"mechanism": "laplace", "eps": "1", "sampling": sampling}),
        json!({"mechanism": "gdp", "mu": "1"}),
        json!({"mechanism": "gdp", "mu": "1", "sampling": sampling}),
    ]
    .map(each);
    for (cost, least) in costs.into_iter().zip([2_000, 40_000, 60_000, 60_000, 90_000]) {
        assert!((least..2 * least).contains(&cost), "{costs:?}");
    }
}

/// A comparison of two long steps takes as long as they are.
#[test]
fn the_same_step_is_charged_for_its_comparison() {
    let work = |outcomes: usize, copies: usize| {
        let masses = |some: [&str; 2]| -> Vec<Value> {
            std::iter::repeat_n("0", outcomes).chain(some).map(|mass| json!(mass)).collect()
        };
        let row = |id: &str| json!({"id": id, "mechanism": "finite-pair", "p": masses(["1/2", "1/2"]), "q": masses(["1/3", "2/3"])});
        let covers = |id: &str| json!({"row": {"covers": {id: "1"}, "from": -4, "to": 4, "infinite": "1000"}});
        let arguments = json!({"row": "a", "direction": "forward", "bounds": "upper", "step": "1/2", "bits": 16, "from": -4, "to": 4});
        let first = json!({"id": "s", "rule": "cells", "premises": [], "arguments": arguments, "conclusion": covers("a")});
        let same = |n| json!({"id": format!("t{n}"), "rule": "same", "premises": ["s"], "arguments": {"row": "b"}, "conclusion": covers("b")});
        let steps: Vec<Value> = std::iter::once(first).chain((0..copies).map(same)).collect();
        let mut certificate = certificate("pure-beyond");
        certificate["ledger"] = json!([row("a"), row("b")]);
        certificate["claim"]["over"] = json!(["*"]);
        certificate["steps"] = steps.into();
        let (expected, report) =
            (expected_work(&certificate.to_string()), check(&certificate.to_string(), None));
        assert_eq!(report.code(), 3, "{}", line(&report));
        assert!(
            line(&report).contains("the last conclusion is not the claim"),
            "{}",
            line(&report)
        );
        (expected, report.work)
    };
    let (few, many) = (work(1000, 2), work(1000, 12));
    for charged in [many.0 - few.0, many.1 - few.1] {
        assert!(charged > 10 * 2 * 1000 * 24, "{charged}");
    }
}

/// Patterns are compared with ids character by character.
#[test]
fn patterns_are_charged_for_their_length() {
    let work = |length: usize| {
        let mut long = certificate("refuted-without-steps");
        let id = |n: usize| format!("{}{n}", "a".repeat(length));
        long["ledger"] = (0..100)
            .map(|n| json!({"id": id(n), "mechanism": "zcdp", "rho": "1"}))
            .collect::<Vec<_>>()
            .into();
        long["claim"]["over"] =
            (0..100).map(|n| json!(format!("*{}", id(n)))).collect::<Vec<_>>().into();
        check(&long.to_string(), None)
    };
    let (short, long) = (work(10), work(10_010));
    assert_eq!((short.code(), long.code()), (4, 4), "{}", line(&long));
    // 100 ids and 100 patterns that are 10,000 characters longer, each compared with 100.
    assert!(long.work - short.work >= 2 * 100 * 100 * 10_000, "{} {}", short.work, long.work);
}

/// A sum is brought to lowest terms before its digits are known.
#[test]
fn sums_are_charged_before_they_are_taken() {
    let mut sums = certificate("gaussian-rho");
    sums["claim"]["over"] = json!(["*"]);
    let row = |id: &str, exponent: usize| json!({"id": id, "mechanism": "zcdp", "rho": format!("1/(3^{exponent}+1)")});
    sums["ledger"] = json!([row("a", 60_000), row("b", 60_001)]);
    let report = check(&sums.to_string(), None);
    // 190,000 bits.
    assert!(report.work > 190_000 * 190_000 / 16, "{}", report.work);
    let step = sums["steps"][0].clone();
    sums["steps"] = (0..40)
        .map(|n| {
            let mut step = step.clone();
            step["id"] = json!(format!("x{n}"));
            step
        })
        .collect::<Vec<_>>()
        .into();
    let report = check(&sums.to_string(), None);
    assert!(
        report.code() == 3
            && line(&report).contains("more work than a certificate may ask for: at least"),
        "{}",
        line(&report)
    );
}

/// Millions of small tables and lists are refused before their memory is taken.
#[test]
fn values_are_counted_as_they_are_read() {
    let with = |key: &str, entry: &str, count: usize| {
        let text = certificate("gaussian-rho").to_string();
        let (before, after) = text.split_once(&format!("\"{key}\":[")).unwrap();
        let entries = vec![entry; count].join(",");
        let (_, after) = after.split_once(']').unwrap();
        check(&format!("{before}\"{key}\":[{entries}]{after}"), None)
    };
    let few = with("inputs", "{\"\":0}", 100_000);
    assert_eq!(few.code(), 0, "{}", line(&few));
    for (entry, count) in [("{\"\":0}", 750_000), ("[0]", 2_200_000)] {
        let report = with("inputs", entry, count);
        assert!(
            report.code() == 3 && line(&report).contains("the file has more than 8388608 values"),
            "{}",
            line(&report)
        );
    }
}
