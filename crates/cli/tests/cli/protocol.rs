//! The line protocol: what is answered, and what is not.

use super::*;

/// Each kind of mechanism with a total variation that is worked out by hand: in the comments
/// E = e^eps, and KOV's is delta + (1-delta)(E-1)/(E+1).
#[test]
fn every_kind_is_answered() {
    for (mechanism, tv) in [
        // 1/4 + 3/4 * 1/2
        (r#"{"kind":"approx-dp","eps":"ln(3)","delta":"1/4"}"#, "5/8"),
        (r#"{"kind":"approx-dp-tv","eps":"ln(3)","delta":0,"eta":"0.3"}"#, "3/10"),
        // (1-alpha) (E-1)/(E+1)
        (r#"{"kind":"approx-dp-tv","eps":"ln(3)","delta":"0","alpha":"1/2"}"#, "1/4"),
        // The second constraint is the smaller total variation.
        (
            r#"{"kind":"multi-dp","constraints":[{"eps":"ln(3)","delta":0},{"eps":0,"delta":"1/4"}]}"#,
            "1/4",
        ),
        (r#"{"kind":"randomized-response","eps":"ln(3)"}"#, "1/2"),
        // (E-1)/(E+n-1)
        (r#"{"kind":"randomized-response","eps":"ln(3)","categories":3}"#, "2/5"),
        // 1 - e^(-eps/2)
        (r#"{"kind":"laplace","eps":"ln(4)"}"#, "1/2"),
        // gamma = 1/2 is KOV; at gamma = 0 the ratio is 1 with probability (E-1)/(2E) = 1/3.
        (r#"{"kind":"staircase","eps":"ln(3)","gamma":"1/2"}"#, "1/2"),
        (r#"{"kind":"staircase","eps":"ln(3)","gamma":"0"}"#, "1/3"),
        (r#"{"kind":"finite-pair","p":["1/2","1/3","1/6"],"q":["1/6","1/3","1/2"]}"#, "1/3"),
        // 1 - alpha - beta is largest at the vertex.
        (r#"{"kind":"trade-off","vertices":[["0","1"],["1/4","1/8"],["1","0"]]}"#, "5/8"),
        (
            r#"{"kind":"repeat","count":"2","mechanism":{"kind":"randomized-response","eps":"ln(3)"}}"#,
            "1/2",
        ),
        (r#"{"kind":"repeat","count":0,"mechanism":{"kind":"gaussian","sigma":"1"}}"#, "0"),
        (r#"{"kind":"compose","mechanisms":[]}"#, "0"),
        // P = (1/2, 1/4, 1/4, 0) against its mirror image: KOV with delta = 1/2.
        (
            r#"{"kind":"compose","mechanisms":[{"kind":"randomized-response","eps":"ln(3)"},
                {"kind":"approx-dp","eps":0,"delta":"1/2"}]}"#,
            "3/4",
        ),
    ] {
        let answer = ask(&mechanism.replace('\n', " "), r#"{"tv":{}}"#);
        assert_eq!(answer["status"], "ok", "{mechanism}: {answer}");
        assert_eq!(answer["exact"], tv, "{mechanism}: {answer}");
        assert_eq!((&answer["tight"], &answer["met"]), (&json!(true), &json!(true)), "{answer}");
    }
    // 2 Phi(1/2) - 1, from tables of the normal distribution.
    for mechanism in [
        r#"{"kind":"gaussian","sigma":"1"}"#,
        r#"{"kind":"gaussian","mu":"1"}"#,
        r#"{"kind":"gdp","mu":1}"#,
    ] {
        let answer = ask(mechanism, r#"{"tv":{}}"#);
        assert!(answer["lo"].as_str().unwrap().starts_with("0.3829249225480262"), "{answer}");
        assert_eq!(answer.get("exact"), None);
    }
}

/// Two randomised responses with E = 3: P = (9, 6, 1)/16, Q its mirror image, ratios 9, 1, 1/9.
const TWICE: &str =
    r#"{"kind":"repeat","count":2,"mechanism":{"kind":"randomized-response","eps":"ln(3)"}}"#;

#[test]
fn every_query_is_answered() {
    let number = |exact: &str| {
        let exact = exact.to_owned();
        move |answer: &Value| assert_eq!(answer["exact"], exact, "{answer}")
    };
    number("3/8")(&ask(TWICE, r#"{"delta":{"eps":"ln(3)"}}"#));
    number("1/2")(&ask(TWICE, r#"{"delta":{"eps":0}}"#));
    number("0")(&ask(TWICE, r#"{"delta":{"eps":"ln(9)"}}"#));
    number("1/2")(&ask(TWICE, r#"{"tv":{}}"#));
    number("ln(3)")(&ask(TWICE, r#"{"eps":{"delta":"3/8"}}"#));
    number("0")(&ask(TWICE, r#"{"eps":{"delta":"1/2"}}"#));
    number("ln(9)")(&ask(TWICE, r#"{"eps":{"delta":"0"}}"#));
    number("7/16")(&ask(TWICE, r#"{"beta":{"alpha":"1/16"}}"#));
    let infinite =
        ask(r#"{"kind":"approx-dp","eps":1,"delta":"1/10"}"#, r#"{"eps":{"delta":"1/11"}}"#);
    assert_eq!(
        (&infinite["lo"], &infinite["hi"], infinite.get("exact")),
        (&json!("inf"), &json!("inf"), None)
    );

    let deltas = ask(TWICE, r#"{"deltas":{}}"#);
    assert_eq!(deltas.get("lo"), None);
    let rows = deltas["deltas"].as_array().unwrap();
    let rows: Vec<_> = rows.iter().map(|row| (&row["j"], &row["eps"], &row["exact"])).collect();
    let expected = [(0, "0", "1/2"), (1, "ln(3)", "3/8"), (2, "2*ln(3)", "0")]
        .map(|(j, eps, x)| (json!(j), json!(eps), json!(x)));
    assert_eq!(rows, expected.iter().map(|(j, eps, x)| (j, eps, x)).collect::<Vec<_>>());

    let region = ask(TWICE, r#"{"region":{}}"#);
    let vertices: Vec<_> = region["vertices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| (&v["alpha"]["exact"], &v["beta"]["exact"]))
        .collect();
    let expected = [("0", "1"), ("1/16", "7/16"), ("7/16", "1/16"), ("1", "0")]
        .map(|(x, y)| (json!(x), json!(y)));
    assert_eq!(vertices, expected.iter().map(|(x, y)| (x, y)).collect::<Vec<_>>());

    let ratios = ask(TWICE, r#"{"likelihood-ratios":{}}"#);
    let rows = ratios["likelihood-ratios"].as_array().unwrap();
    let rows: Vec<_> =
        rows.iter().map(|row| ["ratio", "p", "q"].map(|name| row[name]["exact"].clone())).collect();
    let expected = [["9", "9/16", "1/16"], ["1", "3/8", "3/8"], ["1/9", "1/16", "9/16"]];
    assert_eq!(rows, expected.map(|row| row.map(|x| json!(x))));

    // 1/16 for the ratio 9, and a tenth of the 6/16 at the ratio 1; power 9/16 + 6/160.
    let test = ask(TWICE, r#"{"test":{"alpha":"1/10"}}"#);
    let exact =
        ["threshold", "randomisation", "alpha", "power"].map(|name| test[name]["exact"].clone());
    assert_eq!(exact, ["1", "1/10", "1/10", "3/5"].map(|x| json!(x)));
    assert_eq!(
        (test.get("lo"), &test["method"], &test["engine"]),
        (None, &json!("lattice"), &json!("malachite"))
    );
}

#[test]
fn rho_is_answered_where_every_step_has_one() {
    let gaussian = r#"{"kind":"gaussian","sigma":"2"}"#;
    let twice =
        format!(r#"{{"kind":"compose","mechanisms":[{gaussian},{{"kind":"zcdp","rho":"1/8"}}]}}"#);
    for (mechanism, exact) in
        [(gaussian, "1/8"), (&twice, "1/4"), (r#"{"kind":"gdp","mu":"exp(1)"}"#, "1/2*exp(2)")]
    {
        let answer = ask(mechanism, r#"{"rho":{}}"#);
        assert_eq!(
            (&answer["status"], &answer["exact"]),
            (&json!("ok"), &json!(exact)),
            "{answer}"
        );
        assert_eq!(
            (&answer["tight"], &answer["method"]),
            (&json!(true), &json!("zcdp-sum")),
            "{answer}"
        );
    }
    let refused = ask(r#"{"kind":"approx-dp","eps":"1","delta":"1/10"}"#, r#"{"rho":{}}"#);
    let missing = "a finite pair has infinite losses, so that it is rho-zCDP for no rho; ask for delta or eps";
    assert_eq!((&refused["status"], &refused["missing"]), (&json!("unsupported"), &json!(missing)));
    let wrong = ask(gaussian, r#"{"rho":{"alpha":"2"}}"#);
    assert_eq!((&wrong["status"], &wrong["field"]), (&json!("error"), &json!("query.rho.alpha")));
}

#[test]
fn a_mixed_lattice_names_its_step() {
    let mechanism = r#"{"kind":"compose","mechanisms":[{"kind":"approx-dp","eps":"1/3","delta":0},{"kind":"approx-dp","eps":"1/2","delta":0}]}"#;
    let answer = ask(mechanism, r#"{"deltas":{}}"#);
    assert_eq!(answer["step"], "1/6");
    let eps: Vec<_> = answer["deltas"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["eps"].as_str().unwrap())
        .collect();
    assert_eq!(eps, ["0", "1/6", "1/3", "1/2", "2/3", "5/6"]);
}

/// 1/10 is lost in each of three steps: the inner delta_j of what is left is that of the same steps
/// without it.
#[test]
fn inner_deltas_on_request() {
    let class = |delta: &str| {
        format!(
            r#"{{"kind":"repeat","count":3,"mechanism":{{"kind":"approx-dp","eps":"ln(2)","delta":"{delta}"}}}}"#
        )
    };
    let rows =
        |mechanism: &str, query: &str| ask(mechanism, query)["deltas"].as_array().unwrap().clone();
    let inner = rows(&class("1/10"), r#"{"deltas":{"inner":true}}"#);
    let (plain, without) =
        (rows(&class("1/10"), r#"{"deltas":{}}"#), rows(&class("0"), r#"{"deltas":{}}"#));
    assert_eq!((inner.len(), plain.len()), (4, 4));
    for ((row, plain), without) in inner.iter().zip(&plain).zip(&without) {
        assert_eq!((&row["exact"], plain.get("inner_delta_j")), (&plain["exact"], None), "{row}");
        assert_eq!(row["inner_delta_j"]["exact"], without["exact"], "{row}");
    }
    // On a lattice of different steps it is the share of the finite losses: 1 - delta = (1 - 1/10)
    // (1 - inner).
    let mixed = r#"{"kind":"compose","mechanisms":[{"kind":"approx-dp","eps":"ln(2)","delta":"1/10"},
        {"kind":"randomized-response","eps":"ln(4)"}]}"#;
    let rows = rows(&mixed.replace('\n', " "), r#"{"deltas":{"inner":true}}"#);
    assert!(rows.len() > 2);
    for row in rows {
        let [total, inner] =
            [&row, &row["inner_delta_j"]].map(|x| rational(x["exact"].as_str().unwrap()));
        let kept = |x: Rational| Rational::from(1) - x;
        assert_eq!(kept(total) * rational("10"), kept(inner) * rational("9"), "{row}");
    }
}

/// What has no answer of one kind says which question has one.
#[test]
fn refusals_name_the_way_out() {
    let asks = [
        (r#"{"kind":"gdp","mu":1}"#, r#"{"region":{}}"#, "ask for polygon"),
        (r#"{"kind":"laplace","eps":1}"#, r#"{"deltas":{}}"#, "ask for polygon, beta, delta"),
        (r#"{"kind":"gdp","mu":1}"#, r#"{"likelihood-ratios":{}}"#, "ask for polygon"),
        (
            r#"{"kind":"zcdp","rho":1}"#,
            r#"{"polygon":{"gap":"1/10"}}"#,
            "ask for delta, eps, tv or beta",
        ),
        (r#"{"kind":"zcdp","rho":1}"#, r#"{"region":{}}"#, "ask for delta, eps or tv"),
        (r#"{"kind":"approx-dp","eps":1,"delta":"1/10"}"#, r#"{"rho":{}}"#, "ask for delta or eps"),
        (r#"{"kind":"zcdp","rho":1}"#, r#"{"functionals":{}}"#, "ask for kl"),
        (r#"{"kind":"zcdp","rho":1}"#, r#"{"renyi":{"order":"1/2"}}"#, "ask for an order above 1"),
    ];
    for (mechanism, question, way_out) in asks {
        let answer = ask(mechanism, question);
        assert_eq!(answer["status"], "unsupported", "{answer}");
        assert!(answer["missing"].as_str().unwrap().contains(way_out), "{question}: {answer}");
    }
}

/// The fields of an answer and their order are part of the protocol.
#[test]
fn answers_are_written_in_one_way() {
    let lines = r#"{"query":{"tv":{}},"mechanism":{"kind":"randomized-response","eps":"ln(3)"},"id":7}
{"id":8,"mechanism":{"kind":"zcdp","rho":"1"},"query":{"region":{}}}
{"id":9,"mechanism":{"kind":"gdp","mu":"-1"},"query":{"tv":{}}}
"#;
    let expected = r#"{"id":7,"status":"ok","lo":"0.5","hi":"0.5","exact":"1/2","tight":true,"met":true,"method":"lattice","engine":"malachite"}
{"id":8,"status":"unsupported","missing":"zcdp is a class for which no dominating pair is known; ask for delta, eps or tv","reason":"the quantity region of this mechanism is not supported: zcdp is a class for which no dominating pair is known; ask for delta, eps or tv"}
{"id":9,"status":"error","field":"mechanism.mu","reason":"mu = -1 is outside [0, inf)","column":40,"help":"mu must be in [0, inf)"}
"#;
    assert_eq!(feed(&["query"], lines).stdout, expected);
}

#[test]
fn exact_values_are_shown_as_wanted() {
    let line = |count: u64, exact: &str| {
        format!(
            r#"{{"mechanism":{{"kind":"repeat","count":{count},"mechanism":{{"kind":"randomized-response","eps":"ln(3)"}}}},"query":{{"tv":{{}}}}{exact}}}"#
        )
    };
    let requests = [
        (3, ""),
        (3, r#","exact":true"#),
        (3, r#","exact":false"#),
        (3001, ""),
        (3001, r#","exact":true"#),
    ];
    let (answers, _) = query(&requests.map(|(count, exact)| line(count, exact)));
    let shown: Vec<bool> = answers.iter().map(|answer| answer.get("exact").is_some()).collect();
    assert_eq!(shown, [true, true, false, false, true]);
    assert!(answers[4]["exact"].as_str().unwrap().len() > 1000);
    // Asking for the exact value of an irrational number is no error.
    let (answers, code) =
        query(
            &[r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"tv":{}},"exact":true}"#.to_owned()],
        );
    assert_eq!(
        (&answers[0]["status"], answers[0].get("exact"), code),
        (&json!("ok"), None, Some(0))
    );
}

/// `digits` promises hi - lo <= 10^(1-digits) hi, `rel-gap` promises hi - lo <= rel-gap hi.
#[test]
fn promised_digits_are_there() {
    let mechanisms = [
        r#"{"kind":"gaussian","sigma":"2"}"#,
        r#"{"kind":"repeat","count":100,"mechanism":{"kind":"approx-dp","eps":"1/10","delta":"1e-6"}}"#,
        r#"{"kind":"laplace","eps":"3"}"#,
    ];
    let wishes = [
        (r#""digits":1"#, "1"),
        (r#""digits":7"#, "1e-6"),
        (r#""digits":"10^2""#, "1e-99"),
        (r#""rel-gap":"1e-30""#, "1e-30"),
        (r#""rel-gap":"1/3""#, "1/3"),
        (r#""digits":3,"rel-gap":"exp(-100)""#, "1e-43"),
        (r#""digits":50,"rel-gap":"1/2""#, "1e-49"),
    ];
    for mechanism in mechanisms {
        for (wish, gap) in wishes {
            let line = format!(
                r#"{{"mechanism":{mechanism},"query":{{"delta":{{"eps":"5/2"}}}},{wish}}}"#
            );
            let (answers, _) = query(&[line]);
            let [lo, hi] = ["lo", "hi"].map(|end| rational(answers[0][end].as_str().unwrap()));
            assert_eq!(answers[0]["met"], true);
            assert!(&hi - &lo <= rational(gap) * &hi, "{wish}: {}", answers[0]);
            assert!(lo < hi, "irrational");
        }
    }
}

/// Where the limits end the computation, what is known is said, and that it is not enough.
#[test]
fn digits_that_are_not_there_are_not_claimed() {
    let line = r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"tv":{}},"digits":500}"#;
    let run = feed(&["query", "--max-precision", "256"], line);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answer["met"], run.code), (&json!(false), Some(0)));
    assert!(answer["lo"].as_str().unwrap().starts_with("0.38292492254802620727540"));
    let run = crate::cli::run(&["tv", "gdp(mu=1)", "--digits", "500", "--max-precision", "2^8"]);
    assert!(
        run.stdout.contains(
            "note: fewer digits were reached than requested; --max-precision or --max-work may be too low for them"
        ),
        "{}",
        run.stdout
    );
    assert_eq!(run.code, Some(0));
}

#[test]
fn what_is_unsupported_says_what_is_missing() {
    let laplace = r#"{"kind":"laplace","eps":"1"}"#;
    let cases = [
        (r#"{"kind":"zcdp","rho":"1"}"#.to_owned(), r#"{"polygon":{"gap":"1/10"}}"#, "ask for delta, eps, tv or beta"),
        (
            format!(
                r#"{{"kind":"subsample","method":"poisson","rate":"1/100","adjacency":"replace-one","mechanism":{laplace}}}"#
            ),
            r#"{"tv":{}}"#,
            "added or removed",
        ),
        (
            r#"{"kind":"group","size":"2","mechanism":{"kind":"staircase","eps":"1","gamma":"1/2"}}"#.to_owned(),
            r#"{"tv":{}}"#,
            "several sensitivities",
        ),
        (
            r#"{"kind":"group","size":"2","mechanism":{"kind":"finite-pair","p":["1/2","1/2"],"q":["1/3","2/3"]}}"#
                .to_owned(),
            r#"{"tv":{}}"#,
            "at alpha = 1/3 it is 1/2 and its inverse 5/9",
        ),
        (
            format!(r#"{{"kind":"repeat","count":2,"mechanism":{laplace}}}"#),
            r#"{"region":{}}"#,
            "infinitely many likelihood ratios",
        ),
        (laplace.to_owned(), r#"{"region":{}}"#, "ask for polygon"),
        (laplace.to_owned(), r#"{"deltas":{}}"#, "ask for polygon, beta, delta"),
        (
            r#"{"kind":"repeat","count":"10^17","mechanism":{"kind":"approx-dp","eps":"1/10","delta":"0"}}"#.to_owned(),
            r#"{"delta":{"eps":"1"}}"#,
            "raise it with --max-work",
        ),
    ];
    for (mechanism, question, missing) in cases {
        let line = format!(r#"{{"id":1,"mechanism":{mechanism},"query":{question}}}"#);
        let (answers, code) = query(&[line]);
        assert_eq!(
            (&answers[0]["status"], code),
            (&json!("unsupported"), Some(3)),
            "{}",
            answers[0]
        );
        assert!(answers[0]["missing"].as_str().unwrap().contains(missing), "{}", answers[0]);
        assert!(!answers[0]["reason"].as_str().unwrap().is_empty());
    }
}

#[test]
fn errors_name_the_field_and_the_reason() {
    let mechanism = r#""mechanism":{"kind":"gdp","mu":1}"#;
    let tv = r#""query":{"tv":{}}"#;
    for (line, field, reason) in [
        (String::new(), Value::Null, "the text is empty"),
        ("{".into(), Value::Null, "the text ends inside an object"),
        ("[1]".into(), Value::Null, "a table is expected"),
        ("7".into(), Value::Null, "a table is expected"),
        ("nonsense".into(), Value::Null, "not a JSON value"),
        (format!("{{{mechanism},{tv}}} x"), Value::Null, "more text"),
        (format!("{{{tv}}}"), json!("mechanism"), "missing"),
        (format!("{{{mechanism}}}"), json!("query"), "missing"),
        (format!("{{{mechanism},{tv},\"digit\":3}}"), json!("digit"), "unknown field"),
        (format!("{{{mechanism},{tv},\"digits\":0}}"), json!("digits"), "0 digits cannot"),
        (format!("{{{mechanism},{tv},\"digits\":100001}}"), json!("digits"), "cannot be requested"),
        (format!("{{{mechanism},{tv},\"digits\":\"1/2\"}}"), json!("digits"), "not a whole number"),
        (format!("{{{mechanism},{tv},\"digits\":1.5}}"), json!("digits"), "floating-point"),
        (format!("{{{mechanism},{tv},\"rel-gap\":\"0\"}}"), json!("rel-gap"), "between 0 and 1"),
        (format!("{{{mechanism},{tv},\"rel-gap\":\"1\"}}"), json!("rel-gap"), "between 0 and 1"),
        (
            format!("{{{mechanism},{tv},\"rel-gap\":\"exp(-1000000)\"}}"),
            json!("rel-gap"),
            "too small",
        ),
        (
            format!("{{{mechanism},{tv},\"exact\":\"yes\"}}"),
            json!("exact"),
            "a boolean is expected",
        ),
        (format!("{{{mechanism},{tv},{tv}}}"), json!("query"), "twice"),
        (
            format!("{{\"mechanism\":{{\"kind\":\"gauss\"}},{tv}}}"),
            json!("mechanism.kind"),
            "unknown word",
        ),
        (format!("{{\"mechanism\":{{}},{tv}}}"), json!("mechanism.kind"), "missing"),
        (
            format!("{{\"mechanism\":{{\"kind\":\"gdp\",\"mu\":0.5}},{tv}}}"),
            json!("mechanism.mu"),
            "floating-point",
        ),
        (
            format!(
                "{{\"mechanism\":{{\"kind\":\"approx-dp\",\"eps\":\"1\",\"delta\":\"1.5\"}},{tv}}}"
            ),
            json!("mechanism.delta"),
            "outside [0, 1]",
        ),
        (
            format!(
                "{{\"mechanism\":{{\"kind\":\"approx-dp\",\"epsilo\":\"1\",\"delta\":\"0\"}},{tv}}}"
            ),
            json!("mechanism.eps"),
            "missing",
        ),
        (
            format!(
                "{{\"mechanism\":{{\"kind\":\"finite-pair\",\"p\":[\"1/2\",\"x\"],\"q\":[\"1/2\",\"1/2\"]}},{tv}}}"
            ),
            json!("mechanism.p[1]"),
            "\"x\"",
        ),
        (format!("{{{mechanism},\"query\":{{}}}}"), json!("query"), "no quantity"),
        (
            format!("{{{mechanism},\"query\":{{\"tv\":{{}},\"deltas\":{{}}}}}}"),
            json!("query"),
            "more than one",
        ),
        (
            format!("{{{mechanism},\"query\":{{\"variance\":{{}}}}}}"),
            json!("query.variance"),
            "unknown field",
        ),
        (
            format!("{{{mechanism},\"query\":{{\"delta\":{{}}}}}}"),
            json!("query.delta.eps"),
            "missing",
        ),
        (
            format!("{{{mechanism},\"query\":{{\"delta\":{{\"eps\":\"-1\"}}}}}}"),
            json!("query.delta.eps"),
            "[0, inf)",
        ),
        (
            format!("{{{mechanism},\"query\":{{\"eps\":{{\"delta\":\"2\"}}}}}}"),
            json!("query.eps.delta"),
            "[0, 1]",
        ),
        (
            format!("{{{mechanism},\"query\":{{\"beta\":{{\"alpha\":\"nan\"}}}}}}"),
            json!("query.beta.alpha"),
            "nan",
        ),
        // An error comes before something unsupported.
        (
            {
                let group = r#"{"kind":"group","size":2,"mechanism":{"kind":"staircase","eps":1,"gamma":0}}"#;
                format!("{{\"mechanism\":{group},\"query\":{{\"tb\":{{}}}}}}")
            },
            json!("query.tb"),
            "unknown field",
        ),
    ] {
        let (answers, code) = query(std::slice::from_ref(&line));
        let answer = &answers[0];
        assert_eq!((&answer["status"], code), (&json!("error"), Some(2)), "{line}: {answer}");
        assert_eq!(answer["field"], field, "{line}: {answer}");
        assert!(answer["reason"].as_str().unwrap().contains(reason), "{line}: {answer}");
        assert!(answer["column"].as_u64().unwrap() > 0 && answer["help"].is_string(), "{answer}");
    }
}

#[test]
fn columns_count_characters() {
    let line = r#"{"id":"äöü","mechanism":{"kind":"gdp","mu":"1+x"},"query":{"tv":{}}}"#.to_owned();
    let column = line.chars().position(|c| c == 'x').unwrap() + 1;
    assert_eq!(query(&[line]).0[0]["column"], column);
}

#[test]
fn ids_come_back_as_they_were_given() {
    for id in [
        "1.0",
        "-0",
        "1e400",
        "\"x\"",
        r#"{"a":[1]}"#,
        r#"{ "a" : [ 1 , 2.50 ] }"#,
        "null",
        "true",
        "123456789012345678901234567890",
        r#""\u00e4\"\\""#,
        r#""\ud83d""#,
        "[]",
    ] {
        let good =
            format!(r#"{{"id":{id},"mechanism":{{"kind":"gdp","mu":"1"}},"query":{{"tv":{{}}}}}}"#);
        let wrong = format!(r#"{{"query":7,"id":{id}}}"#);
        let cut_off = format!(r#"{{"id":{id},"mechanism""#);
        let run = feed(&["query"], format!("{good}\n{wrong}\n{cut_off}\n"));
        for (line, status) in run.stdout.lines().zip(["ok", "error", "error"]) {
            assert!(line.starts_with(&format!(r#"{{"id":{id},"status":"{status}","#)), "{line}");
        }
        assert_eq!(run.stdout.lines().count(), 3);
    }
}

/// Who dominates whom: `null` is no answer, and the kernel is there when it was asked for.
#[test]
fn dominance_is_answered() {
    let once = r#"{"kind":"randomized-response","eps":"ln(9)"}"#;
    let laplace = |eps: &str| format!(r#"{{"kind":"laplace","eps":"{eps}"}}"#);
    let question =
        |other: &str, more: &str| format!(r#"{{"dominates":{{"mechanism":{other}{more}}}}}"#);
    let kernel = json!([["5/8", "3/8", "0"], ["0", "3/8", "5/8"]]);
    let answer = ask(once, &question(TWICE, r#","kernel":true"#));
    assert_eq!(
        (&answer["dominates"], &answer["kernel"], &answer["method"]),
        (&json!(true), &kernel, &json!("kernel"))
    );
    assert_eq!(ask(once, &question(TWICE, "")).get("kernel"), None);
    let answer = ask(TWICE, &question(once, r#","kernel":true"#));
    assert_eq!((&answer["dominates"], &answer["kernel"]), (&json!(false), &Value::Null));
    let witness = &answer["witness"];
    let exact = ["alpha", "beta", "other", "ratio", "delta", "other-delta"]
        .map(|name| witness[name]["exact"].clone());
    assert_eq!(json!(exact), json!(["1/10", "2/5", "1/10", "1", "1/2", "4/5"]));
    // Without rational masses a yes has no kernel.
    let answer = ask(&laplace("2"), &question(&laplace("1"), r#","kernel":true"#));
    assert_eq!((&answer["dominates"], answer.get("kernel")), (&json!(true), Some(&Value::Null)));

    let line = |mechanism: &str, question: &str| {
        format!(r#"{{"mechanism":{mechanism},"query":{question}}}"#)
    };
    let undecided = line(&laplace("sqrt(8)"), &question(&laplace("2*sqrt(2)"), ""));
    let (answers, code) = query(std::slice::from_ref(&undecided));
    assert_eq!(
        (&answers[0]["dominates"], &answers[0]["met"], code),
        (&Value::Null, &json!(false), Some(3))
    );
    assert!(answers[0].as_object().unwrap().contains_key("dominates"));
    for (wrong, code, field) in [
        (line(once, r#"{"dominates":{}}"#), 2, "query.dominates.mechanism"),
        (line(once, &question("{}", "")), 2, "query.dominates.mechanism.kind"),
        (line(once, &question(once, r#","kernel":1"#)), 2, "query.dominates.kernel"),
        (line(once, &question(&laplace("-1"), "")), 2, "query.dominates.mechanism.eps"),
    ] {
        let (answers, exit) = query(&[wrong]);
        assert_eq!((&answers[0]["field"], exit), (&json!(field), Some(code)), "{answers:?}");
    }
}

/// Several numbers under their names, and infinity with its reason.
#[test]
fn functionals_are_answered() {
    let answer = ask(TWICE, r#"{"kl":{}}"#);
    for (name, exact) in [("kl", "ln(3)"), ("reverse", "ln(3)"), ("symmetrised", "2*ln(3)")] {
        assert_eq!(answer[name]["exact"], exact, "{answer}");
    }
    assert_eq!((&answer["method"], answer.get("lo")), (&json!("sum-over-steps"), None));
    let answer =
        ask(r#"{"kind":"approx-dp","eps":1,"delta":"1/10"}"#, r#"{"renyi":{"order":"3/2"}}"#);
    assert_eq!(
        (&answer["lo"], &answer["reason"]),
        (&json!("inf"), &json!("P has mass where Q has none"))
    );
    let answer = ask(TWICE, r#"{"functionals":{}}"#);
    // E_Q[ratio - 1 above 1]^2 = 8^2 / 16, and a loss of +-ln(9) with probability 5/8 in all.
    assert_eq!(
        (&answer["chi-squared-plus"]["exact"], answer["kl"].get("reason")),
        (&json!("4"), None)
    );
    let (kappa3, expected) =
        (answer["kappa3"]["lo"].as_str().unwrap(), literal::parse("5/8*ln(9)^3").unwrap());
    assert!(literal::parse(kappa3).unwrap().compare(&expected).unwrap().is_le(), "{answer}");
    assert_eq!(ask(TWICE, r#"{"chi-squared":{}}"#)["exact"], "40/9");
    // min(3/4 P, 1/4 Q) summed over the ratios 9, 1 and 1/9.
    assert_eq!(ask(TWICE, r#"{"bayes-error":{"prior":"3/4"}}"#)["exact"], "5/32");
}

/// A sample of added or removed records under a local randomiser says that reports are not what it is
/// about; without a sample, and of replaced records, neighbours have the same reports.
#[test]
fn an_assumed_answer_is_noted() {
    let note = "note: answer-assumed: randomized-response is one answer about the whole sample; ";
    for (mechanism, is_noted) in [
        ("poisson(1/8, randomized-response(eps=1))", true),
        ("poisson(1/8, randomized-response(eps=1))^3 * gdp(mu=1)", true),
        ("random-allocation(4, randomized-response(eps=1))", true),
        ("without-replacement(1/8, randomized-response(eps=1))", false),
        ("randomized-response(eps=1)^2", false),
        ("poisson(1/8, laplace(eps=1))", false),
    ] {
        let run = run(&["tv", mechanism]);
        let is_noted_here = run.stdout.contains(note);
        assert_eq!((run.code, is_noted_here), (Some(0), is_noted), "{mechanism}: {}", run.stdout);
    }
}

/// An answer about integer noise says that it is about one count moved by 1, where nothing else is
/// stated.
#[test]
fn an_assumed_sensitivity_is_noted() {
    let note = |kind: &str| {
        json!(format!(
            "sensitivity-defaulted: {kind} without sensitivity or shifts is answered for one count that moves by 1"
        ))
    };
    let answer = ask(r#"{"kind":"discrete-gaussian","sigma_sq":50}"#, r#"{"rho":{}}"#);
    assert_eq!(
        (&answer["exact"], &answer["notes"]),
        (&json!("1/100"), &json!([note("discrete-gaussian")])),
        "{answer}"
    );
    for stated in [
        r#"{"kind":"discrete-gaussian","sigma_sq":50,"shifts":[1,-1]}"#,
        r#"{"kind":"discrete-gaussian","sigma_sq":25,"sensitivity":1}"#,
    ] {
        let answer = ask(stated, r#"{"rho":{}}"#);
        assert_eq!((&answer["exact"], answer.get("notes")), (&json!("1/50"), None), "{answer}");
    }
    let both = r#"{"kind":"compose","mechanisms":[{"kind":"discrete-laplace","eps":1},
        {"kind":"repeat","count":2,"mechanism":{"kind":"discrete-gaussian","sigma_sq":50}},
        {"kind":"discrete-laplace","eps":2}]}"#;
    let answer = ask(&both.replace('\n', " "), r#"{"kl":{}}"#);
    assert_eq!(
        answer["notes"],
        json!([note("discrete-gaussian"), note("discrete-laplace")]),
        "{answer}"
    );
    // What stands in the id is nobody's question.
    let line = r#"{"id":{"kind":"discrete-laplace"},"mechanism":{"kind":"gdp","mu":1},"query":{"rho":{}}}"#;
    let (answers, _) = query(&[line.to_owned()]);
    assert_eq!(answers[0].get("notes"), None);
    for (arguments, ending) in [
        (vec!["tv", "discrete-laplace(eps=1)"], true),
        (vec!["tv", "discrete-laplace(eps=1, sensitivity=1)"], false),
        (vec!["calibrate", "discrete-gaussian(sigma_sq=?)", "--eps", "1", "--delta", "1e-2"], true),
        (
            vec![
                "dominates",
                "discrete-laplace(eps=1)",
                "discrete-laplace(eps=1/2, sensitivity=1)",
            ],
            true,
        ),
    ] {
        let run = run(&arguments);
        assert_eq!(
            run.stdout.contains("\nnote: sensitivity-defaulted: "),
            ending,
            "{arguments:?}: {}",
            run.stdout
        );
    }
}
