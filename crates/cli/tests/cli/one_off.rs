//! One question on the command line.

use super::*;

#[test]
fn json_is_the_answer_of_the_protocol() {
    for (arguments, question) in [
        (vec!["delta", "--at", "1/2"], r#"{"delta":{"eps":"1/2"}}"#),
        (vec!["eps", "--at", "1e-5"], r#"{"eps":{"delta":"1e-5"}}"#),
        (vec!["delta", "--at", "0..1:1/3"], r#"{"delta":{"eps":["0","1/3","2/3","1"]}}"#),
        (vec!["eps", "--at", "1e-5, 1/7,1e-6"], r#"{"eps":{"delta":["1e-5","1/7","1e-6"]}}"#),
        (vec!["renyi", "--order", "2..3:1/2, inf"], r#"{"renyi":{"order":[2,"2.5","3","inf"]}}"#),
        (vec!["deltas"], r#"{"deltas":{}}"#),
        (vec!["tv"], r#"{"tv":{}}"#),
        (vec!["kl"], r#"{"kl":{}}"#),
        (vec!["renyi", "--order", "1/2"], r#"{"renyi":{"order":"1/2"}}"#),
        (vec!["renyi", "--order", "inf"], r#"{"renyi":{"order":"inf"}}"#),
        (vec!["chi-squared"], r#"{"chi-squared":{}}"#),
        (vec!["functionals"], r#"{"functionals":{}}"#),
        (vec!["bayes-error", "--prior", "1/3"], r#"{"bayes-error":{"prior":"1/3"}}"#),
        (vec!["beta", "--at", "1/10"], r#"{"beta":{"alpha":"1/10"}}"#),
        (vec!["region"], r#"{"region":{}}"#),
        (vec!["likelihood-ratios"], r#"{"likelihood-ratios":{}}"#),
        (vec!["test", "--alpha", "1/10"], r#"{"test":{"alpha":"1/10"}}"#),
    ] {
        let mechanism = "approx-dp(eps=ln(3)/2, delta=1e-6)^5";
        let one_off = run(&[&arguments, ["--json", mechanism].as_slice()].concat());
        let line = format!(
            r#"{{"mechanism":{{"kind":"repeat","count":5,"mechanism":{{"kind":"approx-dp","eps":"ln(3)/2","delta":"1e-6"}}}},"query":{question}}}"#
        );
        assert_eq!(one_off.stdout, feed(&["query"], line).stdout);
        assert_eq!(one_off.code, Some(0));
    }
    let one_off = run(&["calibrate", "laplace(eps=?)", "--eps", "1", "--delta", "1/2", "--json"]);
    let line = r#"{"mechanism":{"kind":"laplace","eps":"?"},"query":{"calibrate":{"eps":"1","delta":"1/2"}}}"#;
    assert_eq!(one_off.stdout, feed(&["query"], line.to_owned()).stdout);
    let answer: Value = serde_json::from_str(&one_off.stdout).unwrap();
    assert_eq!(
        (&answer["meets"]["value"], &answer["fails"]["value"]),
        (&json!("2.386"), &json!("2.387"))
    );
    let one_off = run(&["dominates", "gdp(mu=1)", "gdp(mu=2)", "--json"]);
    let line = r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"dominates":{"mechanism":{"kind":"gdp","mu":2}}}}"#;
    assert_eq!(
        (&one_off.stdout, one_off.code),
        (&feed(&["query"], line.to_owned()).stdout, Some(0))
    );
    let refused = run(&["tv", "group(size=2, mechanism=staircase(eps=1, gamma=0))", "--json"]);
    let answer: Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!((&answer["status"], refused.code), (&json!("unsupported"), Some(3)));
}

/// Where beta is near 1 and its digits are nines, the power is said with both of its ends; not where
/// beta says it, or no power is meant.
#[test]
fn small_powers_are_said() {
    let mechanism = "poisson(1/100, gaussian(sigma=1))^20";
    let note = "note: the power 1 - beta is in [";
    // With a gap this coarse: by default a small power has two digits.
    let coarse = ["beta", mechanism, "--at", "1e-5", "--rel-gap", "1/10"];
    let answer = run(&[&coarse[..], &["--json"]].concat());
    let beta: Value = serde_json::from_str(&answer.stdout).unwrap();
    let end = |name: &str| beta[name].as_str().unwrap().parse::<f64>().unwrap();
    let text = run(&coarse).stdout;
    let (_, rest) = text.split_once(note).unwrap_or_else(|| panic!("{text}"));
    let (low, high) = rest.split_once(']').unwrap().0.split_once(", ").unwrap();
    let [low, high] = [low, high].map(|end| end.parse::<f64>().unwrap());
    assert!(low <= 1.0 - end("hi") + 1e-12 && high >= 1.0 - end("lo") - 1e-12, "{text}");
    assert!(high < 1.01 * (1.0 - end("lo")), "{text}");
    let found = run(&["beta", mechanism, "--at", "1e-5"]).stdout;
    assert!(!found.contains(note), "{found}");
    // One of two levels.
    assert_eq!(run(&["beta", mechanism, "--at", "1e-3,1/2"]).stdout.matches("], [").count(), 0);
    for arguments in [["beta", "gaussian(sigma=1)"], ["beta", mechanism], ["delta", mechanism]] {
        let at = if arguments[1] == mechanism { "1/2" } else { "1e-5" };
        let text = run(&[&arguments[..], &["--at", at]].concat()).stdout;
        assert!(!text.contains("power"), "{text}");
    }
}

/// A number as it is, or between two ends: the second route is a float, and the value again.
#[test]
fn the_value_of_an_expression() {
    let value = |arguments: &[&str]| {
        let answer = run(&[&["number", "--json"], arguments].concat());
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        serde_json::from_str::<Value>(&answer.stdout).unwrap()
    };
    for (expression, exact) in [
        ("1/3 + 0.1", "13/30"),
        ("-1/2", "-1/2"),
        ("exp(3*ln(2)) - 2^-1", "15/2"),
        ("0x1.999999999999ap-4", "3602879701896397/36028797018963968"),
    ] {
        assert_eq!(value(&[expression])["exact"], json!(exact), "{expression}");
    }
    let advanced = "sqrt(2*100*ln(1/1e-5))*0.1 + 100*0.1*(exp(0.1) - 1)";
    let near = (200.0 * 1e5_f64.ln()).sqrt() * 0.1 + 10.0 * 0.1_f64.exp_m1();
    let found = value(&[advanced, "--digits", "12"]);
    let end = |name: &str| found[name].as_str().unwrap().parse::<f64>().unwrap();
    assert!(end("lo") < end("hi") && end("hi") - end("lo") < 1e-10, "{found}");
    assert!((end("lo") - near).abs() < 1e-10 && (end("hi") - near).abs() < 1e-10, "{found}");
    let again = value(&[found["exact"].as_str().unwrap(), "--digits", "12"]);
    assert_eq!((&again["lo"], &again["hi"]), (&found["lo"], &found["hi"]));
    // A difference of two numbers that are equal to a million digits is not said to be 0.
    let open = value(&["sqrt(2) - sqrt(2 + 10^-99999)", "--digits", "3"]);
    assert_eq!(open["met"], json!(false), "{open}");
    assert!(open["lo"].as_str().unwrap().starts_with('-'), "{open}");
    let text = run(&["number", "1/3 + 0.1", "--digits", "3", "--exact", "always"]).stdout;
    assert_eq!(
        text,
        "number in [0.4333, 0.4334]\n  exact 13/30\nmethod closed-form, engine malachite\n"
    );
    let table = run(&["number", "1/4", "--csv"]).stdout;
    assert!(table.contains("0.25"), "{table}");
    for (expression, reasons) in [
        ("1/10 + nan", ["EXPR:1:8", "a number is expected: \"nan\""]),
        ("", ["EXPR:1:1", "a number is missing"]),
        ("log(2)", ["EXPR:1:1", "written ln()"]),
        ("1/0", ["EXPR:1:3", "the divisor is 0"]),
    ] {
        let refused = run(&["number", expression]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{expression}");
        for reason in reasons {
            assert!(refused.stderr.contains(reason), "{expression}: {}", refused.stderr);
        }
    }
}

#[test]
fn questions_that_fail_say_why() {
    for (arguments, code, reasons) in [
        (
            vec!["tv", "gauss(sigma=2)"],
            2,
            vec!["unknown word \"gauss\"", "MECH:1:1", "did you mean \"gaussian\"?"],
        ),
        (vec!["tv", "gaussian(sigma=0)"], 2, vec!["sigma = 0 is not positive", "MECH:1:16"]),
        (vec!["tv", ""], 2, vec!["a mechanism is expected"]),
        (vec!["delta", "gdp(mu=1)", "--at", "-1"], 2, vec!["--at: eps = -1 is not in [0, inf)"]),
        (vec!["delta", "gdp(mu=1)", "--at", "1/2 + log(2)"], 2, vec!["--at:1:7", "written ln()"]),
        (
            vec!["delta", "gdp(mu=1)", "--at", "1, -1"],
            2,
            vec!["--at:1:4", "eps = -1 is not in [0, inf)"],
        ),
        (
            vec!["delta", "gdp(mu=1)", "--at", "0..1"],
            2,
            vec!["--at:1:1", "the range has no step", "0..5:1/10"],
        ),
        (vec!["delta", "gdp(mu=1)", "--at", "0..1:0"], 2, vec!["the range contains no value"]),
        (vec!["delta", "gdp(mu=1)", "--at", "0..1:1e-9"], 2, vec!["more than 100000 values"]),
        (
            vec!["delta", "gdp(mu=1)", "--at", "0..ln(2):1/10"],
            2,
            vec!["ln(2) is not known to be rational"],
        ),
        (vec!["delta", "gdp(mu=1)", "--at", "0,1,"], 2, vec!["--at:1:5"]),
        (vec!["test", "gdp(mu=1)", "--alpha", "2"], 2, vec!["--alpha: alpha = 2 is not in [0, 1]"]),
        // The option is called as it was written.
        (
            vec!["beta", "gdp(mu=1)", "--alpha", "2"],
            2,
            vec!["--alpha: alpha = 2 is not in [0, 1]", "--alpha:1:1"],
        ),
        (
            vec!["delta", "gdp(mu=1)", "--epsilon=-1"],
            2,
            vec!["--epsilon: eps = -1 is not in [0, inf)"],
        ),
        (vec!["test", "gdp(mu=1)", "--at", "2"], 2, vec!["--at: alpha = 2 is not in [0, 1]"]),
        (
            vec!["calibrate", "gdp(mu=?)", "--epsilon", "-1", "--delta", "1/2"],
            2,
            vec!["--epsilon: eps = -1 is not in [0, inf)"],
        ),
        (vec!["delta", "gdp(mu=1)"], 2, vec!["--at <EPS>"]),
        (vec!["delta", "--at", "1"], 2, vec!["tip: <MECH>: The mechanism: \"approx-dp("]),
        (vec!["test", "gdp(mu=1)"], 2, vec!["tip: --alpha <ALPHA>: The level, in [0, 1]"]),
        (
            vec!["deltas", "gdp(mu=1)"],
            3,
            vec!["gaussian noise has infinitely many likelihood ratios"],
        ),
        (
            vec!["calibrate", "gdp(mu=1)", "--eps", "1", "--delta", "1/2"],
            2,
            vec!["no parameter is marked with ?", "MECH:1:1"],
        ),
        (
            vec!["calibrate", "gdp(mu=?)", "--eps", "1", "--delta", "2"],
            2,
            vec!["--delta: delta = 2 is not in [0, 1]"],
        ),
        (vec!["tv", "gdp(mu=?)"], 2, vec!["mechanism.mu"]),
        (
            vec!["polygon", "gdp(mu=1)", "--gap", "0"],
            2,
            vec!["--gap: gap = 0 is not a rational number in [1e-8, 1)"],
        ),
        (vec!["polygon", "approx-dp(eps=1, delta=0)"], 3, vec!["ask for region"]),
        (
            vec!["dominates", "gdp(mu=-1)", "gdp(mu=1)"],
            2,
            vec!["mu = -1 is outside [0, inf)", "A:1:8"],
        ),
        (
            vec!["dominates", "gdp(mu=1)", "gdp(nu=1)"],
            2,
            vec!["the field \"mu\" is missing", "B:1:1"],
        ),
        (
            vec!["dominates", "gdp(mu=1)", "laplace(eps=1)^2"],
            3,
            vec!["order of these mechanisms is not supported"],
        ),
        (
            vec!["dominates", "poisson(0.01, gaussian(sigma=1))^10", "gaussian(sigma=1)"],
            3,
            vec![
                "of a composition with a Poisson sample of gaussian noise only bounds are known",
                "compare delta at several eps",
            ],
        ),
        (vec!["tv", "gdp(mu=1)", "--digits", "0"], 2, vec!["0 is not between 1 and 100000"]),
        (vec!["tv", "gdp(mu=1)", "--max-work", "1/2"], 2, vec!["not a whole number"]),
        (vec!["tv", "gdp(mu=1)", "--max-precision", "64"], 2, vec!["64 is not between 128"]),
        (
            vec!["tv", "gdp(mu=1)", "--engine", "abacus"],
            2,
            vec!["possible values: malachite, mpfr, both"],
        ),
        (
            vec!["region", "discrete-gaussian(sigma_sq=4)"],
            3,
            vec!["discrete-gaussian noise has infinitely many likelihood ratios"],
        ),
        (
            vec!["region", "gdp(mu=1)"],
            3,
            vec!["gaussian noise has infinitely many likelihood ratios; ask for polygon"],
        ),
        (
            vec!["renyi", "gdp(mu=1)", "--order", "1"],
            2,
            vec!["--order: order 1 is a limit", "ask for kl"],
        ),
        (vec!["renyi", "gdp(mu=1)", "--order", "-2"], 2, vec!["order = -2 is not positive"]),
        (vec!["renyi", "gdp(mu=1)", "--order", "sqrt(2)"], 2, vec!["not known to be rational"]),
        (
            vec!["bayes-error", "gdp(mu=1)", "--prior", "2"],
            2,
            vec!["--prior: prior = 2 is not in [0, 1]"],
        ),
        (
            vec!["functionals", "laplace(eps=1)^2"],
            3,
            vec!["functionals of this mechanism", "only those that add are known"],
        ),
        (
            vec!["rho", "approx-dp(eps=1, delta=1/10)"],
            3,
            vec!["rho of this mechanism", "has infinite losses"],
        ),
        (
            vec!["tv", "approx-dp(eps=1/10, delta=0)^100000", "--max-work", "10^3"],
            3,
            vec!["raise it with --max-work"],
        ),
        (
            vec!["deltas", "approx-dp(eps=1/10, delta=0)^100000", "--max-memory", "1"],
            3,
            vec!["raise it with --max-memory"],
        ),
    ] {
        let run = run(&arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{arguments:?}");
        for reason in reasons {
            // A report is broken into lines of a terminal.
            let stderr = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        }
        assert!(!run.stderr.contains("panicked"));
    }
}

#[test]
fn an_order_is_said_in_a_sentence() {
    let (once, twice) = ("randomized-response(eps=ln(9))", "randomized-response(eps=ln(3))^2");
    let long = format!("compose(mechanisms=[{once}, {once}, {once}])");
    for (a, b, sentence) in [
        (once, twice, format!("{once} dominates {twice}")),
        (twice, once, format!("{twice} does not dominate {once}")),
        (
            "laplace(eps=1)",
            " gaussian(mu=1/2) ",
            "laplace(eps=1) does not dominate gaussian(mu=1/2)".to_owned(),
        ),
        (&long, once, "A dominates B".to_owned()),
    ] {
        let answer = run(&["dominates", a, b]);
        assert_eq!((answer.stdout.lines().next(), answer.code), (Some(sentence.as_str()), Some(0)));
        // A witness is of A and B, in the order in which they were written.
        assert_eq!(
            answer.stdout.contains("beta of A"),
            sentence.contains("not"),
            "{}",
            answer.stdout
        );
        assert!(!answer.stdout.contains("dominates ="), "{}", answer.stdout);
    }
}

#[test]
fn numbers_of_the_command_line_are_literals() {
    let tv = |options: &[&str]| {
        run(&[["tv", "approx-dp(eps=1/10, delta=0)^1000"].as_slice(), options].concat())
    };
    let plain = tv(&[]).stdout;
    assert_eq!(
        tv(&["--max-work", "1e12", "--max-precision", "2^20", "--max-memory", "10^3"]).stdout,
        plain
    );
    assert_eq!(
        run(&["--max-work", "1e12", "tv", "approx-dp(eps=1/10, delta=0)^1000"]).stdout,
        plain
    );
}

#[test]
fn exact_values_are_printed_as_wanted() {
    let exact = |when, mechanism| run(&["tv", mechanism, "--exact", when]).stdout.contains("exact");
    let (short, long) = ("randomized-response(eps=ln(3))", "randomized-response(eps=ln(3))^3001");
    let seen =
        [("auto", short), ("always", short), ("never", short), ("auto", long), ("always", long)];
    assert_eq!(
        seen.map(|(when, mechanism)| exact(when, mechanism)),
        [true, true, false, false, true]
    );
}

/// A sweep is what single questions are answered, where no composition is shared, and otherwise
/// meets it.
#[test]
fn several_values_are_answered_at_once() {
    let laplace = "laplace(eps=1/10)^100";
    for (mechanism, quantity, values) in [
        ("approx-dp(eps=ln(3)/2, delta=1e-6)^5", "delta", "0..2:1/4"),
        (laplace, "delta", "0..3:1"),
        (laplace, "eps", "1e-3,1e-6"),
        (laplace, "beta", "1/10,1/2"),
    ] {
        let several = run(&[quantity, mechanism, "--at", values, "--json"]);
        let several: Value = serde_json::from_str(&several.stdout).unwrap();
        assert_eq!((&several["status"], &several["met"]), (&json!("ok"), &json!(true)));
        let points = several["points"].as_array().unwrap();
        assert!(points.len() > 1);
        for point in points {
            let one = run(&[quantity, mechanism, "--at", point["at"].as_str().unwrap(), "--json"]);
            let one: Value = serde_json::from_str(&one.stdout).unwrap();
            let end = |of: &Value, end: &str| rational(of[end].as_str().unwrap());
            assert!(
                end(point, "lo") <= end(&one, "hi") && end(&one, "lo") <= end(point, "hi"),
                "{point} {one}"
            );
            let is_exact = several["method"] == "lattice";
            assert!(
                !is_exact || (&point["lo"], &point["exact"]) == (&one["lo"], &one["exact"]),
                "{point} {one}"
            );
        }
        let table = run(&[quantity, mechanism, "--at", values]);
        assert_eq!(
            table.stdout.lines().filter(|line| line.starts_with("| ")).count(),
            points.len() + 1
        );
        let csv = run(&[quantity, mechanism, "--at", values, "--csv"]);
        assert_eq!(csv.stdout.lines().count(), points.len() + 1);
    }
    let wrong = feed(
        &["query"],
        r#"{"mechanism":"gdp(mu=1)","query":{"delta":{"eps":["1","-1"]}}}"#.to_owned(),
    );
    let wrong: Value = serde_json::from_str(&wrong.stdout).unwrap();
    assert_eq!(
        (&wrong["status"], &wrong["field"]),
        (&json!("error"), &json!("query.delta.eps[1]"))
    );
    let none =
        feed(&["query"], r#"{"mechanism":"gdp(mu=1)","query":{"delta":{"eps":[]}}}"#.to_owned());
    assert!(none.stdout.contains("there is no value in this list"), "{}", none.stdout);
    let others = feed(
        &["query"],
        r#"{"mechanism":"gdp(mu=1)","query":{"test":{"alpha":["1/2"]}}}"#.to_owned(),
    );
    assert!(others.stdout.contains("error"), "{}", others.stdout);
}

/// A grid has a width of its own: that requested digits are not there is said once.
#[test]
fn digits_that_a_grid_does_not_have_are_a_note() {
    let laplace = "laplace(eps=1/10)^100";
    let note = "note: an answer on a grid of losses does not have the digits of --digits: --rel-gap narrows it";
    for (mechanism, at, options, is_noted) in [
        (laplace, "2", [].as_slice(), false),
        (laplace, "2", &["--digits", "30"], true),
        (laplace, "1..2:1/2", &["--digits", "30"], true),
        (laplace, "2", &["--digits", "2"], false),
        (laplace, "2", &["--digits", "6", "--rel-gap", "1e-6"], false),
        ("gaussian(sigma=2)^10", "2", &["--digits", "30"], false),
    ] {
        let answer = run(&[["delta", mechanism, "--at", at].as_slice(), options].concat());
        assert_eq!(
            answer.stdout.lines().filter(|line| *line == note).count(),
            usize::from(is_noted),
            "{}",
            answer.stdout
        );
    }
}

/// An end at infinity is not one that may not be tight, where the other end is there too.
#[test]
fn an_infinite_eps_has_its_reason() {
    let selection = "private-selection(base=approx-dp(1, 1/100), runs=geometric, gamma=1/10)";
    for (mechanism, delta, is_infinite) in
        [(selection, "1e-3", true), (selection, "1/2", false), ("zcdp(rho=1/2)", "0", true)]
    {
        let answer = run(&["eps", mechanism, "--at", delta]);
        let has = |text: &str| answer.stdout.contains(text);
        assert_eq!(
            (has("eps = inf"), has("no finite eps reaches this delta")),
            (is_infinite, is_infinite),
            "{}",
            answer.stdout
        );
        assert_eq!(has("may not be tight"), !is_infinite, "{}", answer.stdout);
    }
}

/// A dominating pair has the larger delta and the smaller error.
#[test]
fn the_end_that_is_a_bound_is_named() {
    let sample = "subsample(method=without-replacement, rate=1/5, adjacency=replace-one, mechanism=gdp(mu=1))";
    for (quantity, at, end) in
        [("delta", "1", "upper"), ("eps", "1e-3", "upper"), ("beta", "1/10", "lower")]
    {
        // delta and eps of one sample are attained, and its trade-off function need not be.
        let run_of = if quantity == "beta" { sample.to_owned() } else { format!("{sample}^2") };
        let answer = run(&[quantity, &run_of, "--at", at]);
        let note = format!("note: the {end} end is valid, but may not be tight");
        assert!(answer.stdout.lines().any(|line| line == note), "{}", answer.stdout);
    }
}

/// A budget in terms of attacks; the command says what the protocol does.
#[test]
fn a_budget_is_one_of_four() {
    for (arguments, target, reached) in [
        (vec!["--tv", "1/10"], r#"{"tv":"1/10"}"#, "tv"),
        (vec!["--advantage", "1/10"], r#"{"tv":"1/10"}"#, "tv"),
        (vec!["--fpr", "1/100", "--beta", "9/10"], r#"{"alpha":"1/100","beta":"9/10"}"#, "beta"),
        (vec!["--mu", "1"], r#"{"mu":"1"}"#, "gdp"),
        (vec!["--mu", "1", "--alpha-min", "1/8"], r#"{"mu":"1","alpha_min":"1/8"}"#, "gdp"),
    ] {
        let family = ["calibrate", "gaussian(sigma=?)", "--json"];
        let one_off = run(&[&family, arguments.as_slice()].concat());
        let line =
            format!(r#"{{"mechanism":"gaussian(sigma=?)","query":{{"calibrate":{target}}}}}"#);
        assert_eq!(one_off.stdout, feed(&["query"], line).stdout, "{arguments:?}");
        let answer: Value = serde_json::from_str(&one_off.stdout).unwrap();
        assert!(answer["meets"][reached]["lo"].is_string(), "{answer}");
    }
    let said = run(&["calibrate", "gaussian(sigma=?)", "--alpha", "0.01", "--beta", "0.9"]).stdout;
    for part in
        ["meets the budget: beta in", "exceeds it: beta in", "beta increases with sigma: no"]
    {
        assert!(said.contains(part), "{said}");
    }
    let said = run(&["calibrate", "laplace(eps=?)", "--tv", "1/2"]).stdout;
    assert!(said.contains("tv increases with eps: no eps from 1.387 on meets it"), "{said}");
    // A list is a table, whose rows are the answers one by one.
    let listed = ["calibrate", "gaussian(sigma=?)", "--eps=1,ln(4)", "--delta=1e-5,1e-3"];
    let table = run(&[&listed[..], &["--csv"]].concat());
    assert_eq!(table.code, Some(0), "{}", table.stderr);
    let mut lines = table.stdout.lines();
    assert_eq!(lines.next(), Some("eps,delta,sigma,reason"));
    let budgets = [("1", "1e-5"), ("1", "1e-3"), ("ln(4)", "1e-5"), ("ln(4)", "1e-3")];
    for ((eps, delta), line) in budgets.into_iter().zip(lines) {
        let one = run(&["calibrate", "gaussian(sigma=?)", "--eps", eps, "--delta", delta]).stdout;
        let sigma = one.split_whitespace().nth(2).unwrap();
        assert_eq!(line, format!("{eps},{delta},{sigma},"));
    }
    let objects = run(&[&listed[..], &["--json"]].concat()).stdout;
    let last: Value = serde_json::from_str(objects.lines().nth(3).unwrap()).unwrap();
    assert_eq!(last["id"], serde_json::json!({"eps": "ln(4)", "delta": "1e-3"}));
    let table = run(&[&listed[..], &["--latex"]].concat()).stdout;
    assert!(table.contains("$\\varepsilon$ & $\\delta$ & $\\sigma$ \\\\"), "{table}");
    let refused = run(&["calibrate", "gaussian(sigma=?)", "--eps=1,-1", "--delta=1e-5"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    // A budget that none meets has its reason, and the others their values.
    let open = run(&["calibrate", "approx-dp(eps=?, delta=1e-4)", "--eps=1", "--delta=1e-5,1e-3"]);
    assert!(open.stdout.contains("1e-5: ") && open.code == Some(0), "{}", open.stdout);
    let bound = run(&["calibrate", "zcdp(rho=?)", "--alpha", "0.01", "--beta", "0.9"]).stdout;
    assert!(bound.contains("note: the lower end is valid, but may not be tight"), "{bound}");
    let family = ["calibrate", "gdp(mu=?)"];
    for (arguments, reason) in [
        (vec!["--tv", "1/2", "--mu", "1"], "cannot be used with"),
        (vec!["--tv", "1/2", "--eps", "1", "--delta", "1/2"], "cannot be used with"),
        (vec!["--alpha", "1/2"], "--beta <BETA>"),
        (vec!["--beta", "1/2"], "--alpha <ALPHA>"),
        (vec!["--tv", "1/2", "--alpha-min", "1/4"], "cannot be used with"),
        (vec!["--alpha-min", "1/4"], "--mu <MU>"),
        (vec!["--advantage", "2"], "--advantage: tv = 2 is not in [0, 1]"),
        (vec!["--mu", "1", "--alpha-min", "1"], "--alpha-min: alpha_min = 1 is not"),
        (vec![], "--delta <DELTA>"),
    ] {
        let refused = run(&[&family, arguments.as_slice()].concat());
        assert_eq!(refused.code, Some(2), "{arguments:?}");
        assert!(refused.stderr.contains(reason), "{arguments:?}: {}", refused.stderr);
        assert!(!refused.stderr.contains("give it once"), "{arguments:?}: {}", refused.stderr);
    }
}
