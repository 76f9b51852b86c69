//! Few bytes that ask for much: rejected at once, without a panic.

use super::{certificate, forged, step, verdict};
use serde_json::{Value, json};
use std::path::Path;

/// Refused for what it asks for, or with three fifths of the work that a certificate may ask for at
/// most: each step is charged before it is taken, whether it is refused then or not.
#[track_caller]
fn quick(certificate: &Value) -> String {
    let report = dpcert_checker::check(&certificate.to_string(), None);
    let line = report.line(Path::new("c"));
    assert!(super::code(&report) != 0, "{line}");
    let is_exhausted = line.contains("more work than a certificate may ask for");
    assert!(is_exhausted || report.work < (1 << 36) / 5 * 3, "{}: {line}", report.work);
    line
}

const EXTREMES: [i64; 8] =
    [i64::MIN, i64::MIN + 1, -(1 << 41), -1 << 22, 1 << 22, 1 << 41, i64::MAX - 1, i64::MAX];

#[test]
fn indices_at_the_ends_of_their_range() {
    for (name, rule) in [
        ("cells-delta", "cells"),
        ("cells-delta", "convolve"),
        ("discrete-gaussian-delta", "cells"),
        ("sampled-gaussian-delta", "cells"),
        ("range-eps", "cells"),
        ("two-rows-beta", "convolve"),
    ] {
        for from in EXTREMES {
            for to in EXTREMES {
                let mut changed = certificate(name);
                let arguments = &mut step(&mut changed, rule)["arguments"];
                arguments["from"] = json!(from);
                arguments["to"] = json!(to);
                quick(&changed);
                // A step that makes the window small again.
                if rule == "cells" && from < to {
                    step(&mut changed, rule)["arguments"]["step"] = json!("1*2^-100000");
                    quick(&changed);
                }
            }
        }
    }
    for threshold in EXTREMES {
        for (name, rule) in [("two-rows-beta", "errors"), ("staircase-tv", "threshold")] {
            let mut changed = certificate(name);
            step(&mut changed, rule)["arguments"]["threshold"] = json!(threshold);
            quick(&changed);
        }
    }
}

#[test]
fn shifts_at_the_ends_of_their_range() {
    for shift in EXTREMES {
        for shift in [json!(shift), json!(shift.to_string())] {
            let mut changed = certificate("discrete-gaussian-rho-refuted");
            changed["ledger"][0]["shifts"] = json!([shift]);
            assert!(quick(&changed).contains("no rule covers this shift"));
        }
    }
}

#[test]
fn bits_and_terms_are_limited() {
    for bits in [i64::MIN, -1, 0, 15, 1 << 14, 1 << 16, (1 << 16) + 1, i64::MAX] {
        let mut changed = certificate("gaussian-delta");
        changed["leaves"][0]["bits"] = json!(bits);
        changed["leaves"][0]["terms"] = json!(1 << 14);
        changed["leaves"][0]["lo"] = json!("2");
        let line = quick(&changed);
        let reason = match bits {
            ..16 => "the number of bits is below 16",
            16..=65536 => "",
            _ => "an enclosure has more than 65536 bits",
        };
        assert!(line.contains(reason), "{line}");
    }
    for terms in [-1, (1 << 16) + 1, i64::MAX] {
        let mut changed = certificate("gaussian-delta");
        changed["leaves"][0]["terms"] = json!(terms);
        let reason = if terms < 0 {
            "the number of terms is below 0"
        } else {
            "the series has more than 65536 terms"
        };
        assert!(quick(&changed).contains(reason));
    }
}

#[test]
fn work_is_limited() {
    // Many leaves at many bits.
    let mut many = certificate("gaussian-delta");
    let leaf = many["leaves"][0].clone();
    many["leaves"] = (0..1000)
        .map(|n| {
            let mut leaf = leaf.clone();
            (leaf["id"], leaf["bits"], leaf["terms"]) =
                (json!(format!("x{n}")), json!(1 << 14), json!(1 << 16));
            leaf
        })
        .collect::<Vec<Value>>()
        .into();
    many["leaves"].as_array_mut().unwrap().rotate_left(1);
    let line = verdict_of_limits(&mut many);
    assert!(line.contains("more work than a certificate may ask for"), "{line}");
    // Many long literals, which are compared with those of the conclusions.
    let mut many = certificate("staircase-tv");
    let steps = many["steps"].as_array_mut().unwrap();
    let eps = vec!["ln(2)"; 120].join("+");
    for n in 0..40 {
        let mut tail = steps[3].clone();
        (tail["id"], tail["arguments"]["eps"]) = (json!(format!("x{n}")), json!(eps));
        (tail["conclusion"]["delta"]["eps"], tail["conclusion"]["at-most"]) =
            (json!(eps), json!("1"));
        steps.insert(3, tail);
    }
    let line = quick(&many);
    assert!(line.contains("more work than a certificate may ask for"), "{line}");
    many["steps"].as_array_mut().unwrap().drain(8..43);
    assert_eq!(verdict(&many).0, 0);
    // A long row at many bits.
    for name in ["cells-delta", "discrete-gaussian-delta", "sampled-gaussian-delta"] {
        let mut long = certificate(name);
        let arguments = &mut step(&mut long, "cells")["arguments"];
        arguments["bits"] = json!(1 << 16);
        (arguments["from"], arguments["to"]) = (json!(-(1 << 20)), json!(1 << 20));
        arguments["step"] = json!("1*2^-20");
        let line = quick(&long);
        assert!(line.contains("the grid has more than") || line.contains("more work"), "{line}");
        let arguments = &mut step(&mut long, "cells")["arguments"];
        arguments["bits"] = json!(60_000);
        (arguments["from"], arguments["to"]) = (json!(-(1 << 11)), json!(1 << 11));
        let line = quick(&long);
        assert!(line.contains("the grid has more than") || line.contains("more work"), "{line}");
    }
}

/// All leaves are wide enough to be right.
fn verdict_of_limits(certificate: &mut Value) -> String {
    for leaf in certificate["leaves"].as_array_mut().unwrap() {
        (leaf["function"], leaf["at"], leaf["lo"], leaf["hi"]) =
            (json!("exp"), json!("1"), json!("0"), json!("3"));
    }
    quick(certificate)
}

#[test]
fn memory_is_limited() {
    let line = quick(&copies_of_a_long_row());
    assert!(line.contains("more memory"), "{line}");
}

/// A long row of few outcomes, copied over and over.
pub(super) fn copies_of_a_long_row() -> Value {
    let row = |id: &str| json!({"id": id, "mechanism": "approx-dp", "eps": "ln(2)", "delta": "0"});
    let shown = |id: &str| json!({"row": {"covers": {id: "1"}, "from": -(1 << 16), "to": 1 << 16, "infinite": "0"}});
    let copy = |n: usize| {
        json!({"id": format!("x{n}"), "rule": "same", "premises": ["s1"], "arguments": {"row": "b"},
            "conclusion": shown("b")})
    };
    let first = json!({"id": "s1", "rule": "lattice", "premises": [], "arguments": {"row": "a", "direction": "forward",
        "bounds": "upper", "step": "ln(2)/65536", "bits": 64}, "conclusion": shown("a")});
    let steps: Vec<Value> = std::iter::once(first).chain((0..300).map(copy)).collect();
    let mut copies = certificate("pure-beyond");
    copies["ledger"] = json!([row("a"), row("b")]);
    copies["claim"]["over"] = json!(["*"]);
    copies["steps"] = steps.into();
    copies
}

/// Rows whose literals are charged for more than a second each.
pub(super) fn heavy_literals(rows: usize) -> Value {
    let mut certificate = certificate("refuted-without-steps");
    certificate["claim"]["over"] = json!(["*"]);
    let row =
        |n: usize| json!({"id": format!("{n}"), "mechanism": "gdp", "mu": "7^+90000+11^+70000"});
    certificate["ledger"] = (0..rows).map(row).collect::<Vec<Value>>().into();
    certificate
}

#[test]
fn large_numbers_are_limited() {
    let mut changed = certificate("pure-beyond");
    let again_and_again = vec!["10^100000*10^-100000"; 4000].join("*");
    for (key, value) in [
        ("eps", again_and_again.as_str()),
        ("eps", "exp(ln(3^6600)*100/17)"),
        ("count", "1e1000"),
        ("count", "10^18"),
        ("eps", "1e100000"),
        ("eps", "10^100000*10^100000*10^100000*10^100000*10^100000"),
        ("delta", "1e-100000"),
        ("eps", "ln(10^30000) * 30001"),
        ("eps", "exp(exp(exp(exp(9))))"),
    ] {
        let old = changed["ledger"][0][key].clone();
        changed["ledger"][0][key] = json!(value);
        quick(&changed);
        changed["ledger"][0][key] = old;
    }
    let mut exact = certificate("staircase-tv");
    for rule in ["tail", "threshold"] {
        for eps in ["ln(2)*10^100", "100000*ln(2)", "-100000*ln(3)", "ln(1 + 1e-90000)", "1e90000"]
        {
            let mut changed = exact.clone();
            step(&mut changed, rule)["arguments"]["eps"] = json!(eps);
            quick(&changed);
        }
    }
    for width in ["ln(2)/10^9", "ln(2)*1e-90000", "ln(2)/3", "1e-90000"] {
        step(&mut exact, "lattice")["arguments"]["step"] = json!(width);
        quick(&exact);
    }
}

#[test]
fn long_ledgers_are_limited() {
    // Sums of thousands of irrational terms are nested as deeply.
    let mut long = certificate("gaussian-delta");
    long["claim"]["over"] = json!(["*"]);
    for sigma in ["exp(1/7)", "sqrt(2) + 1"] {
        long["ledger"] = (0..20_000)
            .map(|n| json!({"id": format!("{n}"), "mechanism": "gaussian", "sigma": sigma}))
            .collect::<Vec<Value>>()
            .into();
        assert!(quick(&long).contains("a sum over the ledger has more than 2048 parts"));
    }
    // So do sums of rationals with other denominators.
    let mut long = certificate("gaussian-rho");
    long["claim"]["over"] = json!(["*"]);
    long["ledger"] = (0..20_000)
        .map(|n| json!({"id": format!("{n}"), "mechanism": "zcdp", "rho": format!("1/{}", 2 * n + 1_000_001)}))
        .collect::<Vec<Value>>()
        .into();
    quick(&long);
    long["claim"]["over"] =
        (0..20_000).map(|n| json!(format!("{n}"))).collect::<Vec<Value>>().into();
    assert!(
        quick(&long).contains("the number of rows times that of patterns for them is too large")
    );
}

#[test]
fn the_largest_sizes_are_allowed_and_the_next_ones_not() {
    let entries = |count: usize| Value::from(vec![json!({}); count]);
    let mut many = certificate("gaussian-rho");
    for (leaves, steps, is_allowed) in
        [(60_000, 40_000, true), (60_000, 40_001, false), (1, 100_001, false)]
    {
        (many["leaves"], many["steps"]) = (entries(leaves), entries(steps));
        assert_eq!(quick(&many).contains("more than 100000 steps"), !is_allowed);
    }
    let mut many = certificate("refuted-without-steps");
    many["claim"]["over"] = vec!["*"; 1024].into();
    for (rows, code) in [(1024, 0), (1025, 3)] {
        let row = |n| json!({"id": format!("{n}"), "mechanism": "zcdp", "rho": "1"});
        many["ledger"] = (0..rows).map(row).collect::<Vec<Value>>().into();
        assert_eq!(verdict(&many).0, code);
    }
}

/// Literals of the ledger are work like everything else, counted before it is done.
#[test]
fn literals_of_the_ledger_are_charged() {
    let with = |rows: usize, row: &Value| {
        let mut certificate = certificate("refuted-without-steps");
        certificate["claim"]["over"] = json!(["*"]);
        let row = |n: usize| {
            let mut row = row.clone();
            row["id"] = json!(format!("{n:04}"));
            row
        };
        certificate["ledger"] = (0..rows).map(row).collect::<Vec<Value>>().into();
        dpcert_checker::check(&certificate.to_string(), None)
    };
    // The cost of each row, in units; it is linear in the rows.
    for row in [
        json!({"mechanism": "gdp", "mu": "7^-9000+11^-7000"}),
        json!({"mechanism": "gaussian", "sigma": "1 + exp(60000)"}),
        json!({"mechanism": "gaussian", "sigma": "1/(exp(-1) - 10^-1000)"}),
        json!({"mechanism": "approx-dp", "eps": "ln(3^4000)", "delta": "0"}),
        json!({"mechanism": "zcdp", "rho": "1", "count": "2^60 + 3^-9000*3^9000"}),
    ] {
        let [none, few, many] = [1, 11, 21].map(|rows| with(rows, &row).work);
        assert!(few > none && many - few == few - none, "{row}: {none}, {few}, {many}");
        assert!(few - none > 10 * 100_000, "{row}: {}", few - none);
    }
    // Integers are charged as fractions of that size are, and quicker: no divisors are sought.
    let work = |mu: &str| with(1, &json!({"mechanism": "gdp", "mu": mu})).work;
    assert_eq!(work("7^+9000+11^+7000"), work("7^-9000+11^-7000"));
    // So that the work of a certificate bounds that of its ledger.
    let heavy = json!({"mechanism": "gdp", "mu": "7^+90000+11^+70000"});
    let one = with(1, &heavy);
    assert!((1 << 32..1 << 34).contains(&one.work), "{}", one.work);
    let most = usize::try_from((1 << 36) / one.work).unwrap();
    let report = with(1000, &heavy);
    assert!(most < 20 && report.work == 1 << 36, "{most}, {}", report.work);
    assert!(
        report.line(std::path::Path::new("c")).starts_with("INCOMPLETE c: ledger["),
        "{report:?}"
    );
}

/// The outcomes of the rows are work too, for each step that reads them.
#[test]
fn outcomes_of_the_ledger_are_charged() {
    let row = json!({"mechanism": "discrete-laplace", "eps": "ln(3^100)", "sensitivity": "100"});
    let step = |rule: &str, arguments: Value| {
        let steps = json!([{"id": "s", "rule": rule, "premises": [], "arguments": arguments, "conclusion": {}}]);
        let report = dpcert_checker::check(
            &forged(row.clone(), json!({"tv": {}, "at-most": "1"}), json!([]), steps).to_string(),
            None,
        );
        assert_ne!(report.code(), 0);
        report.work
    };
    let nothing = step("worst", json!({}));
    let (direction, bounds) = (json!("forward"), json!("test"));
    let lattice = step(
        "lattice",
        json!({"row": "a", "direction": direction, "bounds": bounds, "step": "ln(5)"}),
    );
    let infinite = step("infinite", json!({"eps": "1", "bounds": bounds, "direction": direction}));
    let outcomes = step("outcomes", json!({"eps": "0", "bounds": bounds, "direction": direction}));
    // 101 outcomes with masses of 15,849 bits.
    let least = 101 * 15_849 * 15_849 / 64;
    for work in [lattice, infinite, outcomes] {
        assert!(work > nothing + least, "{work} after {nothing}, at least {least}");
    }
}

/// Two numbers whose continued fractions share tens of thousands of quotients: `num-rational`
/// compares them by recursion.
#[test]
fn long_continued_fractions_are_compared() {
    let (near, other) = ("(5/7)^20000", "(5/7)^20000 + 1/11^36000");
    let step = json!({"id": "s1", "rule": "infinite", "premises": [],
        "arguments": {"eps": near, "bounds": "test", "direction": "forward"},
        "conclusion": {"delta": {"eps": other, "direction": "forward"}, "at-least": "0"}});
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    let deep = forged(row, json!({"tv": {}, "at-least": "0"}), json!([]), json!([step]));
    assert!(quick(&deep).contains("the conclusion is about another eps"));
}

/// Few bytes that would have masses of a gigabyte, or a step that is taken more often than there
/// are atoms.
#[test]
fn outcomes_are_limited() {
    let mut wide = certificate("outcomes-delta");
    let id = wide["ledger"][0]["id"].clone();
    for row in [
        json!({"id": id, "mechanism": "discrete-laplace", "eps": "ln(60000)", "sensitivity": 65536}),
        json!({"id": id, "mechanism": "approx-dp", "eps": "0", "delta": "1", "count": format!("1{}", "0".repeat(90_000))}),
        json!({"id": id, "mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/3", "count": "1000000"}),
    ] {
        wide["ledger"] = json!([row]);
        quick(&wide);
    }
    let mut many = certificate("constraints-delta");
    let constraint = many["ledger"][0]["constraints"][0].clone();
    many["ledger"][0]["constraints"] = vec![constraint; 17].into();
    assert!(quick(&many).contains("more than 16 constraints"));
}
