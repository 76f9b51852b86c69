//! Every literal is a real number, and every row is within the domain of its kind, whether
//! something follows from it or not: what is undefined is bad input, what is not decided is
//! incomplete, and neither is accepted.

use super::{certificate, forged, parse, rejected, verdict};
use dpcert_checker::ClaimFile;
use dpcert_checker::fault::Class;
use serde_json::{Value, json};

/// Texts that are no real numbers, and why. Each has a form that an eager rule of algebra would
/// make a number of.
const UNDEFINED: [(&str, &str); 20] = [
    ("sqrt(-8.99*ln(2)/ln(2))", "a square root of a negative number"),
    ("sqrt(-exp(1))", "a square root of a negative number"),
    ("sqrt(ln(2) - ln(3))^2", "a square root of a negative number"),
    ("sqrt(ln(2) - ln(3))*sqrt(ln(2) - ln(3))", "a square root of a negative number"),
    ("0*sqrt(1 - exp(1))", "a square root of a negative number"),
    ("1 + 0*ln(1 - exp(1))", "a logarithm of a number that is not above 0"),
    ("exp(ln(-exp(1)))", "a logarithm of a number that is not above 0"),
    ("exp(ln(ln(2) - ln(2)))", "a logarithm of a number that is not above 0"),
    ("ln(3*ln(2) - ln(8))", "a logarithm of a number that is not above 0"),
    ("ln(-2)^0", "a logarithm of a number that is not above 0"),
    ("ln(ln(1/2))^0", "a logarithm of a number that is not above 0"),
    ("ln(ln(1/2)) - ln(ln(1/2))", "a logarithm of a number that is not above 0"),
    ("(ln(8) - 3*ln(2))/(ln(8) - 3*ln(2))", "a division by 0"),
    ("0/(ln(2) - ln(2))", "a division by 0"),
    ("0/(0*exp(1))", "a division by 0"),
    ("(ln(2)*0)^-1", "a division by 0"),
    ("(ln(2) - ln(2))^-2", "a division by 0"),
    ("1/(1/exp(1) - 1/exp(1) + 0)^0/(ln(4) - 2*ln(2))", "a division by 0"),
    ("1/sqrt(ln(2) - ln(2))", "a division by 0"),
    ("1/ln(1)", "a division by 0"),
];

/// Texts of which it is not decided here whether they are real numbers.
const UNDECIDED: [&str; 7] = [
    "1/(sqrt(2)*sqrt(3) - sqrt(6))",
    "sqrt(sqrt(6) - sqrt(2)*sqrt(3))",
    "ln(1 + sqrt(6) - sqrt(2)*sqrt(3) - 1)",
    "0*ln(exp(1)*exp(-1) - 1)",
    "(exp(1)*exp(-1) - 1)^-1",
    "exp(ln(exp(2) - exp(1)*exp(1)))",
    "1/(1 - exp(-exp(exp(9))))^1",
];

#[test]
fn undefined_literals_are_refused_for_what_is_undefined() {
    for (text, reason) in UNDEFINED {
        match parse(text) {
            Err(own) if own.class() == Class::Malformed => {
                assert!(own.to_string().contains(reason), "{text}: {own}")
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in UNDECIDED {
        match parse(text) {
            Err(own) if own.class() == Class::Unsupported => {
                assert!(own.to_string().contains("it is not known whether"), "{text}: {own}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // Next to them there are numbers.
    for text in [
        "sqrt(8.99*ln(2)/ln(2))",
        "sqrt(ln(2) - ln(2))",
        "sqrt(0*exp(1))",
        "1/(ln(2) - ln(3))",
        "1/(-exp(1))",
        "ln(ln(3) - ln(2))",
        "(ln(2) - ln(3))^-3",
        "1/exp(-10000)",
        "1/(ln(2) - ln(2) + 1e-1000)",
        "(ln(2) - ln(2))^0",
        "exp(exp(exp(9)))",
        "sqrt(exp(exp(exp(9))) - exp(exp(exp(9))))",
    ] {
        assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
    }
}

/// Rows of all kinds, each of its fields a number.
fn kinds() -> Vec<Value> {
    vec![
        json!({"mechanism": "approx-dp", "eps": "1", "delta": "1/10"}),
        json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "1/10", "alpha": "1/10"}),
        json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "1/10", "eta": "1/5"}),
        json!({"mechanism": "randomized-response", "eps": "1", "categories": "3"}),
        json!({"mechanism": "staircase", "eps": "1", "gamma": "1/3"}),
        json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "2", "count": "3"}),
        json!({"mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/3", "2/3"]}),
        json!({"mechanism": "multi-dp", "constraints": [{"eps": "ln(2)", "delta": "1/10"}]}),
        json!({"mechanism": "gaussian", "sigma": "2"}),
        json!({"mechanism": "gaussian", "mu": "2", "sampling": {"method": "poisson", "rate": "1/2"}}),
        json!({"mechanism": "gdp", "mu": "2"}),
        json!({"mechanism": "discrete-gaussian", "sigma_sq": "2", "shifts": ["1", "-2"]}),
        json!({"mechanism": "laplace", "eps": "1"}),
        json!({"mechanism": "zcdp", "rho": "1"}),
    ]
}

/// A certificate about a row that is not used: the negation of a claim that nothing meets.
fn unused(row: &Value) -> Value {
    let steps = json!([{"id": "s", "rule": "claim", "premises": [], "arguments": {},
        "conclusion": {"tv": {}, "at-most": "-1", "is": false}}]);
    let mut certificate = forged(row.clone(), json!({"tv": {}, "at-most": "-1"}), json!([]), steps);
    certificate["verdict"] = json!("refuted");
    certificate
}

/// The places of the numbers of a row.
fn numbers(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(entries) => {
            entries
                .iter()
                .enumerate()
                .for_each(|(index, entry)| numbers(entry, &format!("{here}/{index}"), found));
        }
        Value::Object(entries) => entries
            .iter()
            .filter(|(key, _)| !["mechanism", "method", "id"].contains(&key.as_str()))
            .for_each(|(key, entry)| numbers(entry, &format!("{here}/{key}"), found)),
        _ => found.push(here.to_owned()),
    }
}

#[test]
fn no_field_of_any_kind_is_undefined() {
    for row in kinds() {
        let good = unused(&row);
        assert_eq!(verdict(&good).0, 0, "{row}: {}", verdict(&good).1);
        let mut places = Vec::new();
        numbers(&row, "", &mut places);
        for place in &places {
            let with = |text: &str| {
                let mut changed = row.clone();
                *changed.pointer_mut(place).unwrap() = json!(text);
                unused(&changed)
            };
            for (text, reason) in UNDEFINED {
                rejected(&with(text), 2, reason);
            }
            rejected(&with(UNDECIDED[0]), 3, "it is not known whether a divisor is 0");
            // The field is a number, and nothing else is.
            for (value, reason) in [
                (json!(null), "is not a number"),
                (json!([]), "is not a number"),
                (json!("x"), "\"x\""),
            ] {
                let mut changed = row.clone();
                *changed.pointer_mut(place).unwrap() = value;
                rejected(&unused(&changed), 2, reason);
            }
        }
    }
}

#[test]
fn rows_outside_of_their_domain_are_refused_whether_they_are_used_or_not() {
    let pair = |p: Value, q: Value| json!({"mechanism": "finite-pair", "p": p, "q": q});
    let constraint = |eps: &str, delta: &str| json!({"mechanism": "multi-dp", "constraints": [{"eps": eps, "delta": delta}]});
    let sample = |method: &str, rate: &str| json!({"mechanism": "gaussian", "sigma": "1", "sampling": {"method": method, "rate": rate}});
    for (row, code, reason) in [
        (json!({"mechanism": "approx-dp", "eps": "-1", "delta": "8"}), 2, "eps is below 0"),
        (json!({"mechanism": "approx-dp", "eps": "1", "delta": "8"}), 2, "delta is not in [0, 1]"),
        (
            json!({"mechanism": "approx-dp", "eps": "ln(2)-ln(3)", "delta": "0"}),
            2,
            "eps is below 0",
        ),
        (
            json!({"mechanism": "approx-dp", "eps": "1", "delta": "exp(1e-300)"}),
            2,
            "delta is not in [0, 1]",
        ),
        (
            json!({"mechanism": "approx-dp", "eps": "sqrt(2)*sqrt(3)-sqrt(6)", "delta": "0"}),
            3,
            "eps is not known to be 0 or above",
        ),
        (
            json!({"mechanism": "approx-dp", "eps": "1", "delta": "1 + sqrt(2)*sqrt(3)-sqrt(6)"}),
            3,
            "delta is not known to be in [0, 1]",
        ),
        (
            json!({"mechanism": "approx-dp", "eps": "exp(exp(exp(9)))", "delta": "0"}),
            3,
            "eps is not known to be 0 or above",
        ),
        (json!({"mechanism": "approx-dp", "eps": "1"}), 2, "delta is missing"),
        (
            json!({"mechanism": "approx-dp", "eps": "1", "delta": "0", "alpha": "0"}),
            2,
            "alpha is not a known field",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "0", "alpha": "-1"}),
            2,
            "alpha is not in [0, 1]",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "0", "alpha": "0", "eta": "0"}),
            2,
            "eta is not a known field",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "1/10", "eta": "-1/20"}),
            2,
            "eta is not in [0, 1]",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "0", "eta": "11/10"}),
            2,
            "eta is not in [0, 1]",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "sqrt(2)*sqrt(3)-sqrt(6)+0", "delta": "0", "eta": "0"}),
            3,
            "eps is not known to be 0 or above",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "1", "eta": "1"}),
            3,
            "no rule covers eta where eps = 0 or delta = 1",
        ),
        (json!({"mechanism": "randomized-response", "eps": "-1"}), 2, "eps is below 0"),
        (
            json!({"mechanism": "randomized-response", "eps": "1", "categories": "1"}),
            2,
            "the number of categories is below 2",
        ),
        (
            json!({"mechanism": "randomized-response", "eps": "1", "categories": "2.5"}),
            2,
            "categories is not a natural number",
        ),
        (json!({"mechanism": "staircase", "eps": "0", "gamma": "1/2"}), 2, "eps is 0 or below"),
        (
            json!({"mechanism": "unary-encoding", "eps": "-1", "encoding": "optimized"}),
            2,
            "eps is below 0",
        ),
        (
            json!({"mechanism": "unary-encoding", "eps": "1", "encoding": "onehot"}),
            2,
            "neither symmetric nor optimized",
        ),
        (json!({"mechanism": "unary-encoding", "p": "3/2", "q": "0"}), 2, "p is not in [0, 1]"),
        (
            json!({"mechanism": "unary-encoding", "p": "1/2", "q": "exp(-1)"}),
            3,
            "q is not rational",
        ),
        (
            json!({"mechanism": "subset-selection", "eps": "1", "categories": "1", "size": "1"}),
            2,
            "below 2",
        ),
        (
            json!({"mechanism": "subset-selection", "eps": "1", "categories": "4", "size": "4"}),
            2,
            "size is 0, or not below",
        ),
        (
            json!({"mechanism": "subset-selection", "eps": "1", "categories": "4", "size": "0"}),
            2,
            "size is 0, or not below",
        ),
        (
            json!({"mechanism": "hadamard-response", "eps": "1", "blocks": "0"}),
            2,
            "the number of blocks is 0",
        ),
        (
            json!({"mechanism": "staircase", "eps": "1", "gamma": "-1/2"}),
            2,
            "gamma is not in [0, 1]",
        ),
        (
            json!({"mechanism": "staircase", "eps": "1", "gamma": "exp(1)"}),
            2,
            "gamma is not in [0, 1]",
        ),
        (
            json!({"mechanism": "staircase", "eps": "1", "gamma": "exp(-1)"}),
            3,
            "gamma is not rational",
        ),
        (json!({"mechanism": "discrete-laplace", "eps": "-1"}), 2, "eps is 0 or below"),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "0"}),
            3,
            "no rule covers this sensitivity",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "-1"}),
            2,
            "sensitivity is not a natural number",
        ),
        (pair(json!(["1"]), json!(["1/2", "1/2"])), 2, "different numbers of outcomes"),
        (pair(json!(["3/2", "-1/2"]), json!(["1/2", "1/2"])), 2, "a mass is below 0"),
        (
            pair(json!(["1/2", "1/2"]), json!(["1/2", "1/4"])),
            2,
            "the masses of q do not add up to 1",
        ),
        (
            pair(json!(["1/2", "1/4"]), json!(["1/2", "1/2"])),
            2,
            "the masses of p do not add up to 1",
        ),
        (pair(json!([]), json!([])), 2, "the masses of p do not add up to 1"),
        (pair(json!(["exp(-1)", "1 - exp(-1)"]), json!(["1/2", "1/2"])), 3, "is not rational"),
        (constraint("-1", "0"), 2, "eps is below 0"),
        (constraint("ln(1/2)", "0"), 2, "eps is below 0"),
        (constraint("ln(2)", "2"), 2, "delta is not in [0, 1]"),
        (constraint("sqrt(2)", "0"), 3, "e^eps, or eps, is not rational"),
        (
            json!({"mechanism": "multi-dp", "constraints": []}),
            2,
            "the list of constraints is empty",
        ),
        (
            json!({"mechanism": "multi-dp", "constraints": [{"eps": "0", "delta": "0", "eta": "0"}]}),
            2,
            "eta is not a known field",
        ),
        (json!({"mechanism": "gaussian", "sigma": "-2"}), 2, "sigma is 0 or below"),
        (json!({"mechanism": "gaussian", "sigma": "0"}), 2, "sigma is 0 or below"),
        (json!({"mechanism": "gaussian", "sigma": "ln(2)-ln(2)"}), 2, "sigma is 0 or below"),
        (json!({"mechanism": "gaussian", "mu": "-1"}), 2, "mu is below 0"),
        (json!({"mechanism": "gaussian", "mu": "1-exp(1)"}), 2, "mu is below 0"),
        (json!({"mechanism": "gaussian", "sigma": "1", "mu": "1"}), 2, "mu is not a known field"),
        (json!({"mechanism": "gdp", "sigma": "2"}), 2, "mu is missing"),
        (json!({"mechanism": "gdp", "sigma": "2", "mu": "1/2"}), 2, "sigma is not a known field"),
        (json!({"mechanism": "gdp", "mu": "-exp(-1)"}), 2, "mu is below 0"),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "0", "shifts": ["1"]}),
            2,
            "sigma_sq is 0 or below",
        ),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "1", "shifts": ["1/2"]}),
            2,
            "a shift is not a whole number",
        ),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "1", "shifts": "1"}),
            2,
            "shifts is not a list",
        ),
        (json!({"mechanism": "laplace", "eps": "-1"}), 2, "eps is below 0"),
        (
            json!({"mechanism": "laplace", "eps": "0"}),
            3,
            "no rule covers an eps that is not above 0",
        ),
        (json!({"mechanism": "zcdp", "rho": "-exp(1)"}), 2, "rho is below 0"),
        (json!({"mechanism": "zcdp", "rho": "1", "eps": "1"}), 2, "eps is not a known field"),
        (
            json!({"mechanism": "zcdp", "rho": "1", "count": "-1"}),
            2,
            "count is not a natural number",
        ),
        (
            json!({"mechanism": "zcdp", "rho": "1", "count": "2^64"}),
            3,
            "no rule covers count above 2^64 - 1",
        ),
        (
            json!({"mechanism": "randomized-response", "eps": "1", "categories": "2^64"}),
            3,
            "no rule covers categories above 2^64 - 1",
        ),
        (
            json!({"mechanism": "gaussian", "sigma": "1", "epochs": "2^62",
                "sampling": {"method": "poisson", "batch": "1", "n": "4"}}),
            3,
            "no rule covers more than 2^64 - 1 steps",
        ),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "1", "shifts": ["1", "1"],
                "sampling": {"method": "poisson", "rate": "1/2"}}),
            3,
            "no rule covers a sample with several shifts",
        ),
        (
            json!({"mechanism": "zcdp", "rho": "1", "unit": "household"}),
            2,
            "the unit is not that of the scope",
        ),
        (json!({"mechanism": "zcdp", "rho": "1", "unit": 1}), 2, "unit is not a text"),
        (
            json!({"mechanism": "zcdp", "rho": "1", "adjacency": "zero-out"}),
            2,
            "the adjacency is not that of the scope",
        ),
        (
            json!({"mechanism": "zcdp", "rho": "1", "epochs": "1"}),
            2,
            "what epochs need, size and population, is missing",
        ),
        (
            json!({"mechanism": "zcdp", "rho": "1", "sampling": {"method": "poisson", "rate": "1/2"}}),
            3,
            "no rule covers a sample under zcdp",
        ),
        (sample("poisson", "3/2"), 2, "rate is not in [0, 1]"),
        (sample("poisson", "-1/2"), 2, "rate is not in [0, 1]"),
        (sample("poisson", "0"), 3, "no rule covers a sampling rate of 0"),
        (sample("poisson", "exp(-1)"), 3, "the sampling rate is not rational"),
        (sample("shuffled", "1/2"), 2, "the sampler is \"poisson\" or"),
        (sample("without-replacement", "1/2"), 3, "no rule covers the sampler without-replacement"),
    ] {
        rejected(&unused(&row), code, reason);
    }
    let mut sampled = sample("poisson", "1/2");
    sampled["sampling"]["size"] = json!("3");
    rejected(&unused(&sampled), 2, "size is not a known field");
    // What a row repeats of the scope is no news.
    let repeated =
        json!({"mechanism": "zcdp", "rho": "1", "unit": "person", "adjacency": "add-remove"});
    assert_eq!(verdict(&unused(&repeated)).0, 0);
    // One shift of 1 is what a row without shifts means.
    let plain = json!({"mechanism": "discrete-gaussian", "sigma_sq": "1"});
    assert_eq!(verdict(&unused(&plain)).0, 0);
}

#[test]
fn claims_outside_of_their_domain_are_refused() {
    let good = certificate("refuted-without-steps");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = good.clone();
        change(&mut changed);
        changed
    };
    let claim = |quantity: (&str, Value), relation: (&str, Value)| {
        let mut changed = good.clone();
        let over = changed["claim"]["over"].clone();
        changed["claim"] =
            json!({"id": "c", "over": over, quantity.0: quantity.1, relation.0: relation.1});
        changed
    };
    let delta = |eps: &str| claim(("delta", json!({"eps": eps})), ("at-most", json!("1")));
    for (changed, code, reason) in [
        (delta("-1"), 2, "eps is not in [0, inf)"),
        (delta("sqrt(2)*sqrt(3) - sqrt(6)"), 3, "eps is not known to be in [0, inf)"),
        (delta("sqrt(-8.99*ln(2)/ln(2))"), 2, "a square root of a negative number"),
        (
            claim(("eps", json!({"delta": "2"})), ("at-most", json!("1"))),
            2,
            "delta is not in [0, 1]",
        ),
        (
            claim(("eps", json!({"delta": "exp(1)"})), ("at-most", json!("1"))),
            2,
            "delta is not in [0, 1]",
        ),
        (
            claim(("eps", json!({"delta": "exp(-1)"})), ("at-most", json!("1"))),
            3,
            "delta is not rational",
        ),
        (
            claim(("beta", json!({"alpha": "-exp(-9)"})), ("at-most", json!("1"))),
            2,
            "alpha is not in [0, 1]",
        ),
        (
            claim(
                ("beta", json!({"alpha": "1 + sqrt(2)*sqrt(3) - sqrt(6)"})),
                ("at-most", json!("1")),
            ),
            3,
            "alpha is not known to be in [0, 1]",
        ),
        (
            claim(("tv", json!({})), ("between", json!(["1/2", "1/3"]))),
            2,
            "its first value is larger",
        ),
        (claim(("tv", json!({})), ("at-most", json!("1/(ln(4)-2*ln(2))"))), 2, "a division by 0"),
        (claim(("tv", json!({})), ("between", json!(["0", "exp(ln(-1))"]))), 2, "not above 0"),
        (
            claim(("tv", json!({"eps": "0"})), ("at-most", json!("1"))),
            2,
            "eps is not a known field",
        ),
        (
            with(&|c| c["claim"]["over"].as_array_mut().unwrap().push(json!("nothing/*"))),
            1,
            "is over \"nothing/*\", which matches no row",
        ),
        (
            with(&|c| c["claim"]["over"].as_array_mut().unwrap().push(json!(""))),
            1,
            "is over \"\", which matches no row",
        ),
        (with(&|c| c["claim"]["expect"] = json!("maybe")), 2, "claim.expect is \"holds\" or"),
        (with(&|c| c["claim"]["source"] = json!(1)), 2, "source is not a text"),
        (with(&|c| c["claim"]["reason"] = json!(["x"])), 2, "reason is not a text"),
    ] {
        rejected(&changed, code, reason);
    }
    assert_eq!(verdict(&with(&|c| c["claim"]["expect"] = json!("refuted"))).0, 0);
}

/// The certificate of a false claim that was accepted: the square of an imaginary mu lowered the
/// sum of the squares.
#[test]
fn an_imaginary_mu_lowers_nothing() {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/forged");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for claim in [None, Some(ClaimFile::read(&folder.join("imaginary-mu.toml")).unwrap())] {
        let report = dpcert_checker::check(&read("imaginary-mu.json"), claim.as_ref());
        let line = report.line(std::path::Path::new("c"));
        assert_eq!(report.code(), 2, "{line}");
        assert!(
            line.contains("ledger[0].mu") && line.contains("a square root of a negative number"),
            "{line}"
        );
    }
}
