//! Certificates with such numbers: rows of every kind, every rule, and few or many of both.

use super::values::Dice;
use serde_json::{Value, json};

/// The longest file, in bytes.
pub const MAX_SIZE: usize = 1 << 16;

/// A certificate with a file of its own.
pub fn certificate(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (claim, eps) = claim(&mut dice);
    let row = row(&mut dice);
    let is_many = dice.one_in(6);
    let copies = if is_many { dice.pick(&[2, 16, 64, 300]) } else { 1 };
    let mut ledger: Vec<Value> = (0..copies)
        .map(|n| {
            let mut row = row.clone();
            row["id"] = json!(format!("a{n}"));
            row
        })
        .collect();
    let (mut leaves, mut steps) = (Vec::new(), Vec::new());
    if dice.one_in(3) {
        leaves.push(leaf(&mut dice));
    }
    rules(&mut dice, &mut ledger, &eps, &mut leaves, &mut steps);
    let mut conclusion = claim.clone();
    for field in ["id", "over"] {
        conclusion.as_object_mut().unwrap().remove(field);
    }
    conclusion["is"] = json!(true);
    let last = json!({"id": "end", "rule": "claim", "premises": [], "arguments": {}, "conclusion": conclusion});
    let text = |ledger: &[Value], leaves: &[Value], steps: &[Value]| {
        let steps: Vec<&Value> = steps.iter().chain([&last]).collect();
        json!({
            "format": "dpcert-certificate/1", "scope": {"adjacency": "add-remove", "unit": "person"}, "ledger": ledger,
            "claim": claim, "verdict": "holds", "inputs": [], "not-covered": [], "leaves": leaves, "steps": steps,
        })
        .to_string()
    };
    let mut whole = text(&ledger, &leaves, &steps);
    while whole.len() > MAX_SIZE && (ledger.len() > 1 || steps.len() > 1) {
        ledger.truncate(ledger.len().div_ceil(2));
        steps.truncate(steps.len().div_ceil(2));
        whole = text(&ledger, &leaves, &steps);
    }
    // A row or a step alone may be too long.
    if whole.len() > MAX_SIZE { certificate(seed.wrapping_add(1 << 32)) } else { whole }
}

/// The claim, and the eps or the alpha in it.
fn claim(dice: &mut Dice) -> (Value, Value) {
    let at = dice.literal("1");
    let quantity = dice.pick(&["delta", "eps", "tv", "beta", "rho"]);
    let inner = match quantity {
        "delta" => json!({"eps": at}),
        "eps" => json!({"delta": dice.share("1/10")}),
        "beta" => json!({"alpha": dice.share("1/10")}),
        _ => json!({}),
    };
    let mut claim = json!({"id": "c", "over": ["*"], quantity: inner});
    let relation = dice.pick(&["at-most", "at-least", "equals", "between"]);
    claim[relation] = if relation == "between" {
        json!([dice.literal("0"), dice.literal("1")])
    } else {
        dice.literal(if relation == "at-most" { "1" } else { "0" })
    };
    (claim, at)
}

fn masses(dice: &mut Dice) -> Value {
    match dice.below(4) {
        0 => json!([["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]]),
        1 => {
            let some = dice.share("1/3").as_str().unwrap().to_owned();
            json!([[some, format!("1-({some})")], ["1/2", "1/2"]])
        }
        2 => {
            // Many outcomes, of which two and two have the same mass together.
            let (count, base) = (dice.pick(&[4, 64, 500]), dice.pick(&[3, 7, 11]));
            let exponent = dice.pick(&[1, 50, 1000, 20_000]);
            let mass =
                |n: usize, sign: char| format!("1/{}{sign}1/{base}^{}", 2 * count, exponent + n);
            let list = |signs: [char; 2]| {
                (0..count).flat_map(|n| signs.map(|sign| mass(n, sign))).collect::<Vec<_>>()
            };
            json!([list(['+', '-']), list(['-', '+'])])
        }
        _ => {
            let count = dice.pick(&[10, 100, 1000]);
            json!([vec![format!("1/{count}"); count], vec![format!("1/{count}"); count]])
        }
    }
}

/// A row of any kind.
fn row(dice: &mut Dice) -> Value {
    let kinds = [
        "approx-dp",
        "approx-dp-tv",
        "randomized-response",
        "unary-encoding",
        "subset-selection",
        "hadamard-response",
        "staircase",
        "discrete-laplace",
        "finite-pair",
        "multi-dp",
        "gaussian",
        "gdp",
        "discrete-gaussian",
        "laplace",
        "zcdp",
        // The kinds with the most rules, again.
        "gaussian",
        "gdp",
        "laplace",
        "discrete-gaussian",
        "discrete-laplace",
        "finite-pair",
        "gdp",
        "laplace",
    ];
    let kind = dice.pick(&kinds);
    let eps = dice.pick(&["1", "ln(2)", "1/10", "5"]);
    let mut row = match kind {
        "approx-dp" => json!({"eps": dice.literal(eps), "delta": dice.share("1/10")}),
        "approx-dp-tv" => {
            json!({"eps": dice.literal(eps), "delta": dice.share("1/10"), "eta": dice.share("1/5")})
        }
        "unary-encoding" if dice.one_in(2) => {
            json!({"p": dice.share("1/2"), "q": dice.share("1/3")})
        }
        "unary-encoding" => {
            json!({"eps": dice.literal(eps), "encoding": dice.pick(&["symmetric", "optimized"])})
        }
        "subset-selection" => {
            json!({"eps": dice.literal(eps), "categories": dice.natural("10"), "size": dice.natural("3")})
        }
        "hadamard-response" => json!({"eps": dice.literal(eps), "blocks": dice.natural("3")}),
        "staircase" => json!({"eps": dice.literal(eps), "gamma": dice.share("1/4")}),
        "discrete-laplace" => json!({"eps": dice.literal(eps), "sensitivity": dice.natural("2")}),
        "finite-pair" => {
            let masses = masses(dice);
            json!({"p": masses[0], "q": masses[1]})
        }
        "multi-dp" => {
            let count = dice.pick(&[1, 2, 4, 16]);
            let constraint =
                |dice: &mut Dice| json!({"eps": dice.literal(eps), "delta": dice.share("1/10")});
            json!({"constraints": (0..count).map(|_| constraint(dice)).collect::<Vec<_>>()})
        }
        "gaussian" if dice.one_in(2) => {
            json!({"scale": dice.literal("2"), "sensitivity": dice.literal("1")})
        }
        "gaussian" => json!({"sigma": dice.literal("1")}),
        "gdp" => json!({"mu": dice.literal("1")}),
        "discrete-gaussian" if dice.one_in(2) => {
            let count = dice.pick(&[1, 2, 10]);
            let shifts: Vec<Value> = (0..count).map(|_| dice.natural("1")).collect();
            json!({"sigma_sq": dice.literal("4"), "shifts": shifts})
        }
        "discrete-gaussian" => {
            json!({"sigma_sq": dice.literal("4"), "sensitivity": dice.natural("1")})
        }
        "zcdp" => json!({"rho": dice.literal("1/2")}),
        _ => json!({"eps": dice.literal(eps)}),
    };
    row["mechanism"] = json!(kind);
    if dice.one_in(4) {
        row["count"] = dice.natural("3");
    }
    if dice.one_in(10) {
        row["group"] = dice.natural("2");
    }
    match dice.below(8) {
        0 => row["sampling"] = json!({"method": "poisson", "rate": dice.share("1/4")}),
        1 | 2 => {
            row["sampling"] = json!({"method": "random-allocation", "steps": dice.natural("3")})
        }
        3 if dice.one_in(3) => {
            row["sampling"] = json!({"method": "poisson", "size": dice.natural("3"), "population": dice.natural("10")});
            row["epochs"] = dice.literal("2");
            row.as_object_mut().unwrap().remove("count");
        }
        _ => {}
    }
    row
}

fn leaf(dice: &mut Dice) -> Value {
    let function = dice.pick(&["exp", "erfc", "ln", "sqrt"]);
    json!({"id": format!("{function}{}", dice.below(1 << 20)), "function": function, "at": dice.number("1"), "lo": "-100000000",
        "hi": "100000000", "bits": dice.bits(), "terms": dice.terms()})
}

/// Steps of one of the shapes that certificates have, then the claim.
fn rules(
    dice: &mut Dice,
    ledger: &mut [Value],
    at: &Value,
    leaves: &mut Vec<Value>,
    steps: &mut Vec<Value>,
) {
    let mut add = |id: String,
                   rule: &str,
                   premises: Vec<String>,
                   arguments: Value,
                   conclusion: Value| {
        steps.push(
            json!({"id": id, "rule": rule, "premises": premises, "arguments": arguments, "conclusion": conclusion}),
        );
        id
    };
    let (bounds, direction) = (dice.pick(&["upper", "test"]), dice.pick(&["forward", "backward"]));
    let is_upper = bounds == "upper";
    let least = || {
        if is_upper { json!("10000000") } else { json!("0") }
    };
    let relation = if is_upper { "at-most" } else { "at-least" };
    let delta = || {
        let mut delta = json!({"delta": {"eps": at, "direction": direction}});
        delta[relation] = if is_upper { json!("1000000") } else { json!("-1000000") };
        delta
    };
    let beta = |alpha: &Value, relation: &str| {
        let mut beta = json!({"beta": {"alpha": alpha}});
        beta[relation] = if relation == "at-most" { json!("1000000") } else { json!("-1000000") };
        beta
    };
    // e to the usual eps.
    leaves.push(json!({"id": "e", "function": "exp", "at": "1", "lo": "2", "hi": "3", "bits": 64, "terms": 100}));
    let alpha = dice.share("1/10");
    let repeated = if dice.one_in(3) { dice.pick(&[2, 20, 150]) } else { 1 };
    match dice.below(8) {
        // Rows, their compositions, and what follows from them.
        0..=3 => {
            let (from, to) = dice.grid();
            let (mut first, mut last) = (from, if is_upper { to } else { to.saturating_sub(1) });
            let bits = dice.bits();
            let is_lattice = dice.one_in(4);
            let row = |first: i64, last: i64, count: u64| json!({"row": {"covers": {"a0": count.to_string()}, "from": first, "to": last, "infinite": least()}});
            let mut arguments =
                json!({"row": "a0", "direction": direction, "bounds": bounds, "bits": bits});
            if is_lattice {
                arguments["step"] = dice.literal("ln(2)");
                (first, last) = (-1, 1);
            } else {
                arguments["step"] = dice.number("1*2^-3");
                (arguments["from"], arguments["to"]) = (json!(from), json!(to));
                if ledger[0]["sampling"]["method"] == "random-allocation" {
                    arguments["ratio-width"] = dice.number("1*2^-4");
                    arguments["ratio-cells"] = json!(dice.cells(64));
                    arguments["ratio-sums"] = json!(dice.cells(128));
                }
            }
            let rule = if is_lattice { "lattice" } else { "cells" };
            let mut known = String::new();
            for n in 0..repeated {
                known = add(format!("r{n}"), rule, vec![], arguments.clone(), row(first, last, 1));
            }
            if ledger.len() > 1 && dice.one_in(2) {
                for n in 1..ledger.len() {
                    let conclusion = json!({"row": {"covers": {format!("a{n}"): "1"}, "from": first, "to": last,
                        "infinite": least()}});
                    add(
                        format!("t{n}"),
                        "same",
                        vec![known.clone()],
                        json!({"row": format!("a{n}")}),
                        conclusion,
                    );
                }
            }
            let compositions = dice.pick(&[0, 1, 2, 5]);
            if let [row] = ledger {
                row["count"] = json!(1 << compositions);
                row.as_object_mut().unwrap().remove("epochs");
            }
            for n in 0..compositions {
                (first, last) = (first.saturating_mul(2), last.saturating_mul(2));
                let mut arguments = json!({"from": first, "to": last});
                if dice.one_in(2) {
                    arguments["bits"] = json!(bits);
                }
                let conclusion = row(first, last, 2 << n);
                known = add(
                    format!("c{n}"),
                    "convolve",
                    vec![known.clone(), known],
                    arguments,
                    conclusion,
                );
            }
            for n in 0..repeated {
                let id = format!("b{n}");
                if is_upper {
                    add(
                        id,
                        "tail",
                        vec![known.clone(), "e".to_owned()],
                        json!({"eps": at, "bits": dice.bits()}),
                        delta(),
                    );
                } else if dice.one_in(2) {
                    let arguments =
                        json!({"eps": at, "bits": dice.bits(), "threshold": dice.index(2)});
                    add(id, "threshold", vec![known.clone(), "e".to_owned()], arguments, delta());
                } else {
                    let arguments = json!({"alpha": alpha, "bits": dice.bits(), "threshold": dice.index(2),
                        "randomisation": dice.number("1/2")});
                    add(id, "errors", vec![known.clone()], arguments, beta(&alpha, "at-most"));
                }
            }
        }
        // Bounds from the ledger.
        rule => {
            let (low, high) = if is_upper { ("-10", "10") } else { ("10", "-10") };
            let [u, v, order, eps] = [low, high, "2", "1"].map(|normal| dice.number(normal));
            for (function, at) in [("erfc", &u), ("erfc", &v), ("exp", &u)] {
                let mut leaf = leaf(dice);
                (leaf["function"], leaf["at"]) = (json!(function), at.clone());
                leaves.push(leaf);
            }
            let premises: Vec<String> =
                leaves.iter().map(|leaf| leaf["id"].as_str().unwrap().to_owned()).collect();
            let bits = dice.bits();
            // For the most part one for this kind of row.
            let fit: &[usize] = match ledger[0]["mechanism"].as_str().unwrap() {
                "gaussian" | "gdp" => &[0, 4, 8],
                "laplace" => &[1, 2, 9],
                "zcdp" => &[3, 4],
                "discrete-gaussian" => &[4],
                _ => &[1, 5, 6],
            };
            let which = if dice.one_in(5) { (rule + dice.below(7)) % 10 } else { dice.pick(fit) };
            for n in 0..repeated {
                let id = format!("b{n}");
                let premises = premises.clone();
                let both = json!({"eps": at, "bounds": bounds, "direction": direction});
                let (rule, arguments, conclusion) = match which {
                    0 => (
                        "gaussian",
                        json!({"eps": at, "bits": bits, "bounds": bounds, "u": u, "v": v}),
                        delta(),
                    ),
                    1 => ("infinite", both, delta()),
                    2 => ("laplace", json!({"eps": eps, "bounds": bounds}), delta()),
                    3 => ("renyi", json!({"eps": at, "order": order, "bits": bits}), delta()),
                    4 => ("rho", json!({}), json!({"rho": {"equals": u}})),
                    5 => (
                        "outcomes",
                        json!({"eps": at, "bounds": bounds, "direction": direction, "bits": bits}),
                        delta(),
                    ),
                    6 => {
                        let arguments = json!({"alpha": alpha, "bits": bits, "bounds": bounds});
                        ("outcome-errors", arguments, beta(&alpha, relation))
                    }
                    7 => ("line", json!({"alpha": alpha, "bits": bits}), beta(&alpha, "at-least")),
                    8 => {
                        let arguments = json!({"alpha": alpha, "bits": bits, "u": u, "v": v});
                        ("normal-errors", arguments, beta(&alpha, "at-most"))
                    }
                    _ => (
                        "laplace-errors",
                        json!({"alpha": alpha, "bits": bits, "u": u}),
                        beta(&alpha, "at-most"),
                    ),
                };
                add(id, rule, premises, arguments, conclusion);
            }
            if is_upper {
                add(
                    "w".to_owned(),
                    "worst",
                    vec!["b0".to_owned(), "b0".to_owned()],
                    json!({}),
                    delta(),
                );
            }
        }
    }
}
