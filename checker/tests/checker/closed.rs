//! Each rule, from leaves so wide that every end and every sign matters: what follows is accepted,
//! and a little more than what follows is not.

use super::{forged, number, rejected, row, verdict};
use dpcert_checker::rules::{mu_squared, sum_of_rho};
use serde_json::{Value, json};

/// A leaf, by an enclosure of the certificate's own.
fn leaf(function: &str, at: &str, lo: &str, hi: &str) -> Value {
    json!({"id": format!("{function}({at})"), "function": function, "at": at, "bits": 64, "terms": 64, "lo": lo, "hi": hi})
}

fn bound(rule: &str, leaves: &Value, arguments: Value, conclusion: Value) -> Value {
    let premises: Vec<&Value> = leaves.as_array().unwrap().iter().map(|leaf| &leaf["id"]).collect();
    json!({"id": "s1", "rule": rule, "premises": premises, "arguments": arguments, "conclusion": conclusion})
}

/// Whether all steps are accepted: then only the claim is missing.
#[track_caller]
fn accepts(row: &Value, leaves: &Value, steps: Value) -> bool {
    let claim = json!({"tv": {}, "at-most": "1"});
    let (code, line) = verdict(&forged(row.clone(), claim, leaves.clone(), steps));
    match code {
        3 if line.contains("the last conclusion is not the claim") => true,
        1 | 3 => false,
        _ => panic!("{line}"),
    }
}

/// The bound follows, and no smaller one (no larger one, from below) by a thousandth.
#[track_caller]
fn follows(
    row: &Value,
    leaves: Value,
    rule: &str,
    arguments: Value,
    subject: Value,
    (relation, value): (&str, &str),
) {
    let sharper =
        number(value) * number(if relation == "at-most" { "999/1000" } else { "1001/1000" });
    for (value, is_accepted) in [(value.to_owned(), true), (sharper.to_string(), false)] {
        let mut conclusion = subject.clone();
        conclusion[relation] = json!(value);
        let step = bound(rule, &leaves, arguments.clone(), conclusion);
        assert_eq!(accepts(row, &leaves, json!([step])), is_accepted, "{rule}: {relation} {value}");
    }
}

/// The rule is not applied, whatever is concluded.
#[track_caller]
fn refused(
    row: &Value,
    leaves: Value,
    rule: &str,
    arguments: Value,
    subject: Value,
    relation: &str,
) {
    let mut conclusion = subject;
    conclusion[relation] = json!(if relation == "at-most" { "1" } else { "0" });
    let step = bound(rule, &leaves, arguments, conclusion);
    assert!(!accepts(row, &leaves, json!([step])), "{rule}");
}

fn delta(eps: &str) -> Value {
    json!({"delta": {"eps": eps, "direction": "forward"}})
}

fn beta(alpha: &str) -> Value {
    json!({"beta": {"alpha": alpha}})
}

#[test]
fn laplace() {
    let row = json!({"mechanism": "laplace", "eps": "1"});
    let leaves = || json!([leaf("exp", "-1/2", "3/5", "31/50")]);
    let at = |eps: &str, bounds: &str| json!({"eps": eps, "bounds": bounds});
    follows(&row, leaves(), "laplace", at("0", "upper"), delta("0"), ("at-most", "2/5"));
    follows(&row, leaves(), "laplace", at("0", "test"), delta("0"), ("at-least", "19/50"));
    assert!(accepts(
        &row,
        &json!([]),
        json!([bound(
            "laplace",
            &json!([]),
            at("1", "upper"),
            json!({
        "delta": {"eps": "1", "direction": "forward"}, "at-most": "0"})
        )])
    ));
    refused(
        &row,
        json!([leaf("exp", "-1", "0", "1")]),
        "laplace",
        at("-1", "upper"),
        delta("-1"),
        "at-most",
    );
    let others = [
        json!({"mechanism": "laplace", "eps": "1", "count": "2"}),
        json!({"mechanism": "laplace", "eps": "1", "sampling": {"method": "poisson", "rate": "1/2"}}),
        json!({"mechanism": "gaussian", "sigma": "1"}),
    ];
    for other in others {
        refused(&other, leaves(), "laplace", at("0", "upper"), delta("0"), "at-most");
    }
}

#[test]
fn laplace_errors() {
    let row = json!({"mechanism": "laplace", "eps": "1"});
    let half = || json!([leaf("exp", "-1/2", "3/5", "31/50")]);
    let test = |alpha: &str, u: &str| json!({"alpha": alpha, "u": u});
    follows(
        &row,
        half(),
        "laplace-errors",
        test("31/100", "1/2"),
        beta("31/100"),
        ("at-most", "31/100"),
    );
    refused(&row, half(), "laplace-errors", test("309/1000", "1/2"), beta("309/1000"), "at-most");
    let below =
        || json!([leaf("exp", "-2", "13/100", "7/50"), leaf("exp", "-1", "9/25", "37/100")]);
    follows(
        &row,
        below(),
        "laplace-errors",
        test("7/100", "-1"),
        beta("7/100"),
        ("at-most", "41/50"),
    );
    refused(&row, below(), "laplace-errors", test("69/1000", "-1"), beta("69/1000"), "at-most");
    let all = || json!([leaf("exp", "0", "1", "1"), leaf("exp", "-1", "9/25", "37/100")]);
    follows(&row, all(), "laplace-errors", test("1/2", "1"), beta("1/2"), ("at-most", "37/200"));
    let beyond = json!([leaf("exp", "1", "2", "3"), leaf("exp", "-2", "0", "1")]);
    refused(&row, beyond, "laplace-errors", test("1", "2"), beta("1"), "at-most");
}

#[test]
fn gaussian() {
    let row = json!({"mechanism": "gaussian", "mu": "1"});
    let class = json!({"mechanism": "zcdp", "rho": "1/2"});
    let at = |eps: &str, bounds: &str, u: &str, v: &str| json!({"eps": eps, "bits": 64, "bounds": bounds, "u": u, "v": v});
    // u = -0.35355 and v = 0.35355.
    let upper = || {
        json!([leaf("erfc", "-9/25", "69/50", "139/100"), leaf("erfc", "9/25", "61/100", "31/50")])
    };
    follows(
        &row,
        upper(),
        "gaussian",
        at("0", "upper", "-9/25", "9/25"),
        delta("0"),
        ("at-most", "39/100"),
    );
    refused(&class, upper(), "gaussian", at("0", "upper", "-9/25", "9/25"), delta("0"), "at-most");
    let lower = || {
        json!([leaf("erfc", "-7/20", "137/100", "69/50"), leaf("erfc", "7/20", "31/50", "63/100")])
    };
    for row in [&row, &class] {
        follows(
            row,
            lower(),
            "gaussian",
            at("0", "test", "-7/20", "7/20"),
            delta("0"),
            ("at-least", "37/100"),
        );
    }
    // Each end on the wrong side.
    let all = || json!([upper()[0], upper()[1], lower()[0], lower()[1]]);
    for (bounds, relation, u, v) in [
        ("upper", "at-most", "-7/20", "9/25"),
        ("upper", "at-most", "-9/25", "7/20"),
        ("test", "at-least", "-7/20", "9/25"),
        ("test", "at-least", "-9/25", "7/20"),
    ] {
        refused(&row, all(), "gaussian", at("0", bounds, u, v), delta("0"), relation);
    }
    // u = 0.35355 and v = 1.06066.
    let exp = || leaf("exp", "1", "27/10", "14/5");
    let upper = json!([
        exp(),
        leaf("erfc", "7/20", "31/50", "63/100"),
        leaf("erfc", "107/100", "13/100", "7/50")
    ]);
    follows(
        &row,
        upper,
        "gaussian",
        at("1", "upper", "7/20", "107/100"),
        delta("1"),
        ("at-most", "13951/100000"),
    );
    let lower = json!([
        exp(),
        leaf("erfc", "9/25", "61/100", "31/50"),
        leaf("erfc", "53/50", "13/100", "7/50")
    ]);
    follows(
        &row,
        lower,
        "gaussian",
        at("1", "test", "9/25", "53/50"),
        delta("1"),
        ("at-least", "10899/100000"),
    );
}

#[test]
fn normal_errors() {
    let row = json!({"mechanism": "gaussian", "mu": "1"});
    let leaves = || {
        let second =
            [leaf("erfc", "1/5", "77/100", "39/50"), leaf("erfc", "21/100", "19/25", "77/100")];
        json!([leaf("erfc", "1/2", "47/100", "12/25"), second[0], second[1]])
    };
    let test = |alpha: &str, v: &str| json!({"alpha": alpha, "bits": 64, "u": "1/2", "v": v});
    follows(
        &row,
        leaves(),
        "normal-errors",
        test("6/25", "1/5"),
        beta("6/25"),
        ("at-most", "39/100"),
    );
    refused(&row, leaves(), "normal-errors", test("239/1000", "1/5"), beta("239/1000"), "at-most");
    // mu/sqrt 2 - u = 0.2071.
    refused(&row, leaves(), "normal-errors", test("6/25", "21/100"), beta("6/25"), "at-most");
}

#[test]
fn renyi() {
    let row = json!({"mechanism": "zcdp", "rho": "1"});
    let at = |eps: &str, order: &str| json!({"eps": eps, "bits": 64, "order": order});
    let both = |eps: &str| json!({"delta": {"eps": eps, "direction": "both"}});
    // 1/4, and e^-4 4/27 = 0.0027134.
    follows(&row, json!([]), "renyi", at("2", "2"), both("2"), ("at-most", "2501/10000"));
    follows(&row, json!([]), "renyi", at("5", "3"), both("5"), ("at-most", "212/78125"));
    refused(&row, json!([]), "renyi", at("2", "1"), both("2"), "at-most");
}

/// The trade-off function is above the line of a bound on delta from above, and of no other bound.
#[test]
fn line() {
    let row = json!({"mechanism": "laplace", "eps": "1"});
    let leaves = json!([leaf("exp", "-1/2", "3/5", "31/50"), leaf("exp", "1", "27/10", "14/5")]);
    let start = |eps: &str, bounds: &str, relation: &str, value: &str| {
        let mut conclusion = delta(eps);
        conclusion[relation] = json!(value);
        bound("laplace", &leaves, json!({"eps": eps, "bounds": bounds}), conclusion)
    };
    let line = |value: &str| {
        let mut conclusion = beta("1/10");
        conclusion["at-least"] = json!(value);
        let mut line = bound("line", &leaves, json!({"alpha": "1/10", "bits": 64}), conclusion);
        line["premises"].as_array_mut().unwrap().push(json!("s1"));
        line["id"] = json!("s2");
        line
    };
    for (start, value, is_accepted) in [
        (start("0", "upper", "at-most", "2/5"), "1/2", true),
        (start("0", "upper", "at-most", "2/5"), "501/1000", false),
        // 1 - 0 - 2.8/10.
        (start("1", "upper", "at-most", "0"), "7199/10000", true),
        (start("1", "upper", "at-most", "0"), "721/1000", false),
        (start("0", "test", "at-least", "0"), "0", false),
    ] {
        assert_eq!(
            accepts(&row, &leaves, json!([start, line(value)])),
            is_accepted,
            "{start} {value}"
        );
    }
    let pair = json!({"mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/4", "3/4"]});
    let mut other = bound(
        "outcomes",
        &json!([]),
        json!({"eps": "0", "bounds": "upper", "direction": "backward"}),
        json!({
        "delta": {"eps": "0", "direction": "backward"}, "at-most": "1/4"}),
    );
    assert!(!accepts(&pair, &leaves, json!([other, line("0")])));
    other["arguments"]["direction"] = json!("forward");
    other["conclusion"]["delta"]["direction"] = json!("forward");
    assert!(accepts(&pair, &leaves, json!([other, line("0")])));
}

/// A sample has two directions. Losses of 1/10 for P at infinity; exchanged, of ln 2 at most.
#[test]
fn directions() {
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10",
        "sampling": {"method": "poisson", "rate": "1/2"}});
    let step = |id: &str, eps: &str, bounds: &str, direction: &str, value: &str| {
        let relation = if bounds == "upper" { "at-most" } else { "at-least" };
        json!({"id": id, "rule": "infinite", "premises": [],
            "arguments": {"eps": eps, "bounds": bounds, "direction": direction},
            "conclusion": {"delta": {"eps": eps, "direction": direction}, relation: value}})
    };
    let worst = |value: &str| {
        json!({"id": "s3", "rule": "worst", "premises": ["s1", "s2"], "arguments": {},
        "conclusion": {"delta": {"eps": "1", "direction": "both"}, "at-most": value}})
    };
    let (forward, backward) =
        (step("s1", "1", "upper", "forward", "1/20"), step("s2", "1", "upper", "backward", "0"));
    let named = |mut step: Value, id: &str| {
        step["id"] = json!(id);
        step
    };
    for (first, second, value, is_accepted) in [
        (forward.clone(), backward.clone(), "1/20", true),
        (forward.clone(), backward.clone(), "49/1000", false),
        (named(backward.clone(), "s1"), named(forward.clone(), "s2"), "1/20", false),
        (forward.clone(), named(forward.clone(), "s2"), "1/20", false),
        (named(backward.clone(), "s1"), backward.clone(), "1/20", false),
        (forward.clone(), step("s2", "2", "upper", "backward", "0"), "1/20", false),
        (step("s1", "2", "upper", "forward", "1/20"), backward.clone(), "1/20", false),
        (forward.clone(), step("s2", "1", "test", "backward", "0"), "1/20", false),
        (step("s1", "1", "test", "forward", "0"), backward.clone(), "1/20", false),
    ] {
        assert_eq!(
            accepts(&row, &json!([]), json!([first, second, worst(value)])),
            is_accepted,
            "{first} {second}"
        );
    }
    // Only a bound from below says something about the larger of the two.
    for (premise, relation, value, is_valid) in [
        (forward.clone(), "at-most", "1/20", false),
        (backward, "at-most", "1/20", false),
        (step("s", "1", "test", "forward", "1/20"), "at-least", "1/20", true),
        (step("s", "1", "test", "backward", "0"), "at-least", "0", true),
    ] {
        let claim = json!({"delta": {"eps": "1"}, relation: value});
        let mut last = json!({"id": "last", "rule": "claim", "premises": [premise["id"]], "arguments": {},
            "conclusion": claim.clone()});
        last["conclusion"]["is"] = json!(true);
        let certificate = forged(row.clone(), claim, json!([]), json!([premise, last]));
        if is_valid {
            assert_eq!(verdict(&certificate).0, 0);
        } else {
            rejected(&certificate, 1, "bounds only one direction");
        }
    }
    // Without the sample, one direction is like the other.
    let mut plain = row;
    plain.as_object_mut().unwrap().remove("sampling");
    for direction in ["forward", "backward"] {
        let claim = json!({"delta": {"eps": "1"}, "at-most": "1/10"});
        let steps = json!([step("s", "1", "upper", direction, "1/10"), {"id": "last", "rule": "claim", "premises": ["s"],
            "arguments": {}, "conclusion": {"delta": {"eps": "1"}, "at-most": "1/10", "is": true}}]);
        assert_eq!(verdict(&forged(plain.clone(), claim, json!([]), steps)).0, 0);
    }
}

/// delta(1) = 1/10 says that eps(1/10) <= 1, and that eps is above 1 for every smaller delta.
#[test]
fn eps_from_delta() {
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    for (bounds, relation, value, delta, is_valid) in [
        ("upper", "at-most", "1", "1/10", true),
        ("upper", "at-most", "1", "99/1000", false),
        ("test", "at-least", "1", "99/1000", true),
        ("test", "at-least", "1", "1/10", false),
        ("test", "at-least", "1", "101/1000", false),
    ] {
        let own = if bounds == "upper" { "at-most" } else { "at-least" };
        let claim = json!({"eps": {"delta": delta}, relation: value});
        let steps = json!([
            {"id": "s1", "rule": "infinite", "premises": [],
                "arguments": {"eps": "1", "bounds": bounds, "direction": "forward"},
                "conclusion": {"delta": {"eps": "1", "direction": "forward"}, own: "1/10"}},
            {"id": "s2", "rule": "claim", "premises": ["s1"], "arguments": {},
                "conclusion": {"eps": {"delta": delta}, relation: value, "is": true}},
        ]);
        let certificate = forged(row.clone(), claim, json!([]), steps);
        if is_valid {
            assert_eq!(verdict(&certificate).0, 0, "{bounds} {delta}");
        } else {
            rejected(&certificate, 1, "says nothing about eps");
        }
    }
    // No finite loss may be above.
    let at = |eps: &str| json!({"eps": eps, "bounds": "upper", "direction": "forward"});
    follows(&row, json!([]), "infinite", at("ln(2)"), delta("ln(2)"), ("at-most", "1/10"));
    refused(&row, json!([]), "infinite", at("ln(2) - 1/1000"), delta("ln(2) - 1/1000"), "at-most");
}

/// delta = 1/10 and e^eps = 2: masses 1/10, 6/10, 3/10.
#[test]
fn tails() {
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    let lattice = |bits: Option<u64>| {
        let mut step = json!({"id": "row", "rule": "lattice", "premises": [],
            "arguments": {"row": "a", "direction": "forward", "bounds": "upper", "step": "ln(2)"},
            "conclusion": {"row": {"covers": {"a": "1"}, "from": -1, "to": 1, "infinite": "101/1000"}}});
        if let Some(bits) = bits {
            step["arguments"]["bits"] = json!(bits);
        }
        step
    };
    let leaves =
        json!([leaf("exp", "5", "148", "149"), leaf("exp", "-5", "673/100000", "337/50000")]);
    for (eps, bits, value, is_accepted) in [
        ("0", None, "2/5", true),
        ("0", None, "399/1000", false),
        ("ln(2)", None, "1/10", true),
        ("ln(2)", None, "99/1000", false),
        ("ln(3)", None, "1/10", true),
        ("ln(3)", None, "99/1000", false),
        ("-ln(4)", None, "31/40", true),
        ("-ln(4)", None, "774/1000", false),
        ("0", Some(64), "401/1000", true),
        ("0", Some(64), "399/1000", false),
        // Beyond the largest loss, and below the smallest: 1 - e^-5 9/10 with e^-5 from below.
        ("5", Some(64), "101/1000", true),
        ("5", Some(64), "99/1000", false),
        ("-5", Some(64), "993944/1000000", true),
        ("-5", Some(64), "993942/1000000", false),
    ] {
        let mut tail = bound("tail", &leaves, json!({"eps": eps}), delta(eps));
        tail["premises"].as_array_mut().unwrap().push(json!("row"));
        tail["conclusion"]["at-most"] = json!(number(value).to_string());
        if let Some(bits) = bits {
            tail["arguments"]["bits"] = json!(bits);
        }
        assert_eq!(
            accepts(&row, &leaves, json!([lattice(bits), tail])),
            is_accepted,
            "{eps} {bits:?} {value}"
        );
    }
}

#[test]
fn rows_that_differ_are_not_composed() {
    let row = json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "0"});
    let lattice = |id: &str, direction: &str, step: &str, last: i64| {
        json!({"id": id, "rule": "lattice", "premises": [],
            "arguments": {"row": "a", "direction": direction, "bounds": "upper", "step": step},
            "conclusion": {"row": {"covers": {"a": "1"}, "from": -last, "to": last, "infinite": "0"}}})
    };
    for (direction, step, last, is_accepted) in [
        ("forward", "ln(2)", 1, true),
        ("backward", "ln(2)", 1, false),
        ("forward", "ln(2)/2", 2, false),
    ] {
        let (from, to) = (-1 - last, 1 + last);
        let convolve = json!({"id": "s3", "rule": "convolve", "premises": ["s1", "s2"],
            "arguments": {"from": from, "to": to},
            "conclusion": {"row": {"covers": {"a": "2"}, "from": from, "to": to, "infinite": "0"}}});
        let steps = json!([
            lattice("s1", "forward", "ln(2)", 1),
            lattice("s2", direction, step, last),
            convolve
        ]);
        assert_eq!(accepts(&row, &json!([]), steps), is_accepted, "{direction} {step}");
    }
}

/// Leaves of functions that only other certificates use.
#[test]
fn logarithms_and_roots() {
    let row = json!({"mechanism": "laplace", "eps": "1"});
    for (function, at, lo, hi, is_accepted) in [
        ("ln", "2", "69/100", "7/10", true),
        ("ln", "2", "7/10", "71/100", false),
        ("ln", "2", "68/100", "69/100", false),
        ("ln", "1/2", "-7/10", "-69/100", true),
        ("ln", "1/2", "-69/100", "-68/100", false),
        ("ln", "0", "-1000", "0", false),
        ("ln", "-1", "-1000", "0", false),
        ("sqrt", "2", "141/100", "71/50", true),
        ("sqrt", "2", "71/50", "143/100", false),
        ("sqrt", "2", "7/5", "141/100", false),
        ("sqrt", "0", "0", "0", true),
        ("sqrt", "-1", "0", "1", false),
        ("exp", "-1", "36/100", "37/100", true),
        ("exp", "1000000000000", "0", "1", false),
    ] {
        let canonical = |text: &str| number(text).to_string();
        let leaves = json!([leaf(function, at, &canonical(lo), &canonical(hi))]);
        assert_eq!(
            accepts(&row, &leaves, json!([])),
            is_accepted,
            "{function}({at}) in [{lo}, {hi}]"
        );
    }
    // With few terms, more than a narrow enclosure is possible.
    for (function, at) in [("exp", "1"), ("erfc", "1"), ("ln", "5/4")] {
        for (terms, is_accepted) in [(64, true), (2, false)] {
            let (lo, hi) = match function {
                "exp" => ("27/10", "14/5"),
                "erfc" => ("3/20", "4/25"),
                _ => ("223143/1000000", "223144/1000000"),
            };
            let mut leaf = leaf(function, at, &number(lo).to_string(), &number(hi).to_string());
            leaf["terms"] = json!(terms);
            assert_eq!(
                accepts(&row, &json!([leaf]), json!([])),
                is_accepted,
                "{function}({at}), {terms} terms"
            );
        }
    }
    let unknown = forged(
        row,
        json!({"tv": {}, "at-most": "1"}),
        json!([leaf("cosh", "0", "1", "1")]),
        json!([]),
    );
    rejected(&unknown, 3, "the function \"cosh\" is not known");
}

#[test]
fn sums_over_the_ledger() {
    let rows = [
        row(&json!({"id": "a", "mechanism": "zcdp", "rho": "1/3", "count": "2"})),
        row(&json!({"id": "b", "mechanism": "gaussian", "sigma": "5", "count": "3"})),
        row(
            &json!({"id": "c", "mechanism": "discrete-gaussian", "sigma_sq": "5", "shifts": ["2", "-3", "0"]}),
        ),
    ];
    // 2/3 + 3/50 + 13/10, and the squares of mu: twice as much.
    assert_eq!(sum_of_rho(&rows).unwrap(), number("152/75"));
    assert_eq!(mu_squared(&rows[..2], true).unwrap().rational(), Some(&number("109/75")));
    assert_eq!(mu_squared(&rows[1..2], false).unwrap().rational(), Some(&number("3/25")));
    assert!(mu_squared(&rows[..2], false).is_err() && mu_squared(&rows[2..], true).is_err());
}
