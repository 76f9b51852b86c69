//! The built program: every command, the line protocol, and how runs end.

#![allow(clippy::unwrap_used)]

use dpcert::exact::literal;
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

struct Run {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

fn dpcert(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.args(arguments).env_remove("RAYON_NUM_THREADS").env("COLUMNS", "200").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut child: Child, input: Vec<u8>) -> Run {
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        // A program that refuses its arguments does not read.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}

fn run(arguments: &[&str]) -> Run {
    finish(dpcert(arguments).spawn().unwrap(), Vec::new())
}

fn feed(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    finish(dpcert(arguments).spawn().unwrap(), input.into())
}

/// The answers to some lines, and the exit code.
fn query(lines: &[String]) -> (Vec<Value>, Option<i32>) {
    let run = feed(&["query"], lines.join("\n") + "\n");
    assert_eq!(run.stderr, "");
    let answers: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    answers.iter().for_each(check_numbers);
    (answers, run.code)
}

fn ask(mechanism: &str, question: &str) -> Value {
    let line = format!(r#"{{"mechanism":{mechanism},"query":{question}}}"#);
    query(&[line]).0.remove(0)
}

/// All ends are decimals of the protocol, and in order.
fn check_numbers(answer: &Value) {
    match answer {
        Value::Object(fields) => {
            if let (Some(lo), Some(hi)) = (fields.get("lo"), fields.get("hi")) {
                let (lo, hi) = (lo.as_str().unwrap(), hi.as_str().unwrap());
                assert!(is_decimal(lo) && is_decimal(hi), "{lo} {hi}");
                assert!(hi == "inf" || rational(lo) <= rational(hi), "{lo} {hi}");
            }
            fields.values().for_each(check_numbers);
        }
        Value::Array(values) => values.iter().for_each(check_numbers),
        _ => {}
    }
}

/// `-?\d+(\.\d+)?(e-?\d+)?|inf`
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| text.strip_prefix('-').unwrap_or(text).to_owned();
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    text == "inf" || digits(&unsigned(whole)) && digits(fraction) && digits(&unsigned(exponent))
}

fn rational(text: &str) -> Rational {
    literal::parse(text).unwrap().as_rational().unwrap().clone()
}

// ---- the protocol: what is answered ----

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
        (r#"{"kind":"multi-dp","constraints":[{"eps":"ln(3)","delta":0},{"eps":0,"delta":"1/4"}]}"#, "1/4"),
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
        (r#"{"kind":"repeat","count":"2","mechanism":{"kind":"randomized-response","eps":"ln(3)"}}"#, "1/2"),
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
    for mechanism in
        [r#"{"kind":"gaussian","sigma":"1"}"#, r#"{"kind":"gaussian","mu":"1"}"#, r#"{"kind":"gdp","mu":1}"#]
    {
        let answer = ask(mechanism, r#"{"tv":{}}"#);
        assert!(answer["lo"].as_str().unwrap().starts_with("0.3829249225480262"), "{answer}");
        assert_eq!(answer.get("exact"), None);
    }
}

/// Two randomised responses with E = 3: P = (9, 6, 1)/16, Q its mirror image, ratios 9, 1, 1/9.
const TWICE: &str = r#"{"kind":"repeat","count":2,"mechanism":{"kind":"randomized-response","eps":"ln(3)"}}"#;

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
    let infinite = ask(r#"{"kind":"approx-dp","eps":1,"delta":"1/10"}"#, r#"{"eps":{"delta":"1/11"}}"#);
    assert_eq!((&infinite["lo"], &infinite["hi"], infinite.get("exact")), (&json!("inf"), &json!("inf"), None));

    let deltas = ask(TWICE, r#"{"deltas":{}}"#);
    assert_eq!(deltas.get("lo"), None);
    let rows = deltas["deltas"].as_array().unwrap();
    let rows: Vec<_> = rows.iter().map(|row| (&row["j"], &row["eps"], &row["exact"])).collect();
    let expected =
        [(0, "0", "1/2"), (1, "ln(3)", "3/8"), (2, "2*ln(3)", "0")].map(|(j, eps, x)| (json!(j), json!(eps), json!(x)));
    assert_eq!(rows, expected.iter().map(|(j, eps, x)| (j, eps, x)).collect::<Vec<_>>());

    let region = ask(TWICE, r#"{"region":{}}"#);
    let vertices: Vec<_> =
        region["vertices"].as_array().unwrap().iter().map(|v| (&v["alpha"]["exact"], &v["beta"]["exact"])).collect();
    let expected = [("0", "1"), ("1/16", "7/16"), ("7/16", "1/16"), ("1", "0")].map(|(x, y)| (json!(x), json!(y)));
    assert_eq!(vertices, expected.iter().map(|(x, y)| (x, y)).collect::<Vec<_>>());

    let ratios = ask(TWICE, r#"{"likelihood-ratios":{}}"#);
    let rows = ratios["likelihood-ratios"].as_array().unwrap();
    let rows: Vec<_> = rows.iter().map(|row| ["ratio", "p", "q"].map(|name| row[name]["exact"].clone())).collect();
    let expected = [["9", "9/16", "1/16"], ["1", "3/8", "3/8"], ["1/9", "1/16", "9/16"]];
    assert_eq!(rows, expected.map(|row| row.map(|x| json!(x))));

    // 1/16 for the ratio 9, and a tenth of the 6/16 at the ratio 1; power 9/16 + 6/160.
    let test = ask(TWICE, r#"{"test":{"alpha":"1/10"}}"#);
    let exact = ["threshold", "randomisation", "alpha", "power"].map(|name| test[name]["exact"].clone());
    assert_eq!(exact, ["1", "1/10", "1/10", "3/5"].map(|x| json!(x)));
    assert_eq!((test.get("lo"), &test["method"], &test["engine"]), (None, &json!("lattice"), &json!("malachite")));
}

#[test]
fn a_mixed_lattice_names_its_step() {
    let mechanism = r#"{"kind":"compose","mechanisms":[{"kind":"approx-dp","eps":"1/3","delta":0},{"kind":"approx-dp","eps":"1/2","delta":0}]}"#;
    let answer = ask(mechanism, r#"{"deltas":{}}"#);
    assert_eq!(answer["step"], "1/6");
    let eps: Vec<_> = answer["deltas"].as_array().unwrap().iter().map(|row| row["eps"].as_str().unwrap()).collect();
    assert_eq!(eps, ["0", "1/6", "1/3", "1/2", "2/3", "5/6"]);
}

/// The fields of an answer and their order are part of the protocol.
#[test]
fn answers_are_written_in_one_way() {
    let lines = r#"{"query":{"tv":{}},"mechanism":{"kind":"randomized-response","eps":"ln(3)"},"id":7}
{"id":8,"mechanism":{"kind":"zcdp","rho":"1/2"},"query":{"tv":{}}}
{"id":9,"mechanism":{"kind":"gdp","mu":"-1"},"query":{"tv":{}}}
"#;
    let expected = r#"{"id":7,"status":"ok","lo":"0.5","hi":"0.5","exact":"1/2","tight":true,"met":true,"method":"lattice","engine":"malachite"}
{"id":8,"status":"unsupported","missing":"it needs the conversion from Renyi divergences","reason":"the kind zcdp is not supported: it needs the conversion from Renyi divergences"}
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
    let requests = [(3, ""), (3, r#","exact":true"#), (3, r#","exact":false"#), (3001, ""), (3001, r#","exact":true"#)];
    let (answers, _) = query(&requests.map(|(count, exact)| line(count, exact)));
    let shown: Vec<bool> = answers.iter().map(|answer| answer.get("exact").is_some()).collect();
    assert_eq!(shown, [true, true, false, false, true]);
    assert!(answers[4]["exact"].as_str().unwrap().len() > 1000);
    // Asking for the exact value of an irrational number is no error.
    let (answers, code) = query(&[r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"tv":{}},"exact":true}"#.to_owned()]);
    assert_eq!((&answers[0]["status"], answers[0].get("exact"), code), (&json!("ok"), None, Some(0)));
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
            let line = format!(r#"{{"mechanism":{mechanism},"query":{{"delta":{{"eps":"5/2"}}}},{wish}}}"#);
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
    let run = crate::run(&["tv", "gdp(mu=1)", "--digits", "500", "--max-precision", "2^8"]);
    assert!(run.stdout.contains("note: only so many digits were reached; raise --max-precision"), "{}", run.stdout);
    assert_eq!(run.code, Some(0));
}

// ---- the protocol: what is not answered ----

#[test]
fn what_is_unsupported_says_what_is_missing() {
    let laplace = r#"{"kind":"laplace","eps":"1"}"#;
    let cases = [
        (r#"{"kind":"discrete-laplace","eps":"1","sensitivity":1}"#.to_owned(), r#"{"tv":{}}"#, "grid"),
        (r#"{"kind":"discrete-gaussian","sigma_sq":"4","shifts":["1"]}"#.to_owned(), r#"{"tv":{}}"#, "grid"),
        (r#"{"kind":"zcdp","rho":"1"}"#.to_owned(), r#"{"tv":{}}"#, "Renyi"),
        (
            format!(
                r#"{{"kind":"subsample","method":"poisson","rate":"1/100","adjacency":"add-remove","mechanism":{laplace}}}"#
            ),
            r#"{"tv":{}}"#,
            "grid",
        ),
        (format!(r#"{{"kind":"group","size":"2","mechanism":{laplace}}}"#), r#"{"tv":{}}"#, "group"),
        (format!(r#"{{"kind":"repeat","count":2,"mechanism":{laplace}}}"#), r#"{"tv":{}}"#, "grid"),
        (laplace.to_owned(), r#"{"region":{}}"#, "likelihood ratios"),
        (laplace.to_owned(), r#"{"deltas":{}}"#, "likelihood ratios"),
        (
            r#"{"kind":"repeat","count":"10^17","mechanism":{"kind":"approx-dp","eps":"1/10","delta":"0"}}"#.to_owned(),
            r#"{"delta":{"eps":"1"}}"#,
            "raise it with --max-work",
        ),
    ];
    for (mechanism, question, missing) in cases {
        let line = format!(r#"{{"id":1,"mechanism":{mechanism},"query":{question}}}"#);
        let (answers, code) = query(&[line]);
        assert_eq!((&answers[0]["status"], code), (&json!("unsupported"), Some(3)), "{}", answers[0]);
        assert!(answers[0]["missing"].as_str().unwrap().contains(missing), "{}", answers[0]);
        assert!(!answers[0]["reason"].as_str().unwrap().is_empty());
    }
}

#[test]
fn errors_name_the_field_and_the_reason() {
    let mechanism = r#""mechanism":{"kind":"gdp","mu":1}"#;
    let tv = r#""query":{"tv":{}}"#;
    for (line, field, reason) in [
        (String::new(), Value::Null, "there is no text"),
        ("{".into(), Value::Null, "the text ends inside an object"),
        ("[1]".into(), Value::Null, "a table is expected"),
        ("7".into(), Value::Null, "a table is expected"),
        ("nonsense".into(), Value::Null, "not a JSON value"),
        (format!("{{{mechanism},{tv}}} x"), Value::Null, "more text"),
        (format!("{{{tv}}}"), json!("mechanism"), "missing"),
        (format!("{{{mechanism}}}"), json!("query"), "missing"),
        (format!("{{{mechanism},{tv},\"digit\":3}}"), json!("digit"), "unknown field"),
        (format!("{{{mechanism},{tv},\"digits\":0}}"), json!("digits"), "0 digits cannot"),
        (format!("{{{mechanism},{tv},\"digits\":100001}}"), json!("digits"), "cannot be asked for"),
        (format!("{{{mechanism},{tv},\"digits\":\"1/2\"}}"), json!("digits"), "not a whole number"),
        (format!("{{{mechanism},{tv},\"digits\":1.5}}"), json!("digits"), "floating-point"),
        (format!("{{{mechanism},{tv},\"rel-gap\":\"0\"}}"), json!("rel-gap"), "between 0 and 1"),
        (format!("{{{mechanism},{tv},\"rel-gap\":\"1\"}}"), json!("rel-gap"), "between 0 and 1"),
        (format!("{{{mechanism},{tv},\"rel-gap\":\"exp(-1000000)\"}}"), json!("rel-gap"), "too small"),
        (format!("{{{mechanism},{tv},\"exact\":\"yes\"}}"), json!("exact"), "a boolean is expected"),
        (format!("{{{mechanism},{tv},{tv}}}"), json!("query"), "twice"),
        (format!("{{\"mechanism\":{{\"kind\":\"gauss\"}},{tv}}}"), json!("mechanism.kind"), "unknown word"),
        (format!("{{\"mechanism\":{{}},{tv}}}"), json!("mechanism.kind"), "missing"),
        (format!("{{\"mechanism\":{{\"kind\":\"gdp\",\"mu\":0.5}},{tv}}}"), json!("mechanism.mu"), "floating-point"),
        (
            format!("{{\"mechanism\":{{\"kind\":\"approx-dp\",\"eps\":\"1\",\"delta\":\"1.5\"}},{tv}}}"),
            json!("mechanism.delta"),
            "outside [0, 1]",
        ),
        (
            format!("{{\"mechanism\":{{\"kind\":\"approx-dp\",\"epsilon\":\"1\",\"delta\":\"0\"}},{tv}}}"),
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
        (format!("{{{mechanism},\"query\":{{\"tv\":{{}},\"deltas\":{{}}}}}}"), json!("query"), "more than one"),
        (format!("{{{mechanism},\"query\":{{\"variance\":{{}}}}}}"), json!("query.variance"), "unknown field"),
        (format!("{{{mechanism},\"query\":{{\"delta\":{{}}}}}}"), json!("query.delta.eps"), "missing"),
        (format!("{{{mechanism},\"query\":{{\"delta\":{{\"eps\":\"-1\"}}}}}}"), json!("query.delta.eps"), "[0, inf)"),
        (format!("{{{mechanism},\"query\":{{\"eps\":{{\"delta\":\"2\"}}}}}}"), json!("query.eps.delta"), "[0, 1]"),
        (format!("{{{mechanism},\"query\":{{\"beta\":{{\"alpha\":\"nan\"}}}}}}"), json!("query.beta.alpha"), "nan"),
        // An error comes before something unsupported.
        ("{\"mechanism\":{\"kind\":\"zcdp\"},\"query\":{\"tb\":{}}}".into(), json!("query.tb"), "unknown field"),
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
        let good = format!(r#"{{"id":{id},"mechanism":{{"kind":"gdp","mu":"1"}},"query":{{"tv":{{}}}}}}"#);
        let wrong = format!(r#"{{"query":7,"id":{id}}}"#);
        let cut_off = format!(r#"{{"id":{id},"mechanism""#);
        let run = feed(&["query"], format!("{good}\n{wrong}\n{cut_off}\n"));
        for (line, status) in run.stdout.lines().zip(["ok", "error", "error"]) {
            assert!(line.starts_with(&format!(r#"{{"id":{id},"status":"{status}","#)), "{line}");
        }
        assert_eq!(run.stdout.lines().count(), 3);
    }
}

// ---- the protocol: the stream ----

/// 2000 lines of very different length, some of them wrong.
fn many_lines() -> Vec<String> {
    let mechanism = |i: u64| match i % 5 {
        0 => r#"{"kind":"gdp","mu":"1/2"}"#.to_owned(),
        1 => format!(
            r#"{{"kind":"repeat","count":{},"mechanism":{{"kind":"approx-dp","eps":"1/10","delta":"1e-6"}}}}"#,
            1 + 7 * i % 100
        ),
        2 => format!(r#"{{"kind":"laplace","eps":"{i}/100"}}"#),
        3 => r#"{"kind":"randomized-response","eps":"ln(3)"}"#.to_owned(),
        _ => "17".to_owned(),
    };
    let question = |i: u64| match i % 7 {
        0 => r#"{"deltas":{}}"#,
        1 => r#"{"eps":{"delta":"1e-3"}}"#,
        2 => r#"{"test":{"alpha":"1/10"}}"#,
        _ => r#"{"delta":{"eps":"1/4"}}"#,
    };
    (0..2000)
        .map(|i| format!(r#"{{"id":{i},"mechanism":{},"query":{},"digits":8}}"#, mechanism(i), question(i)))
        .collect()
}

#[test]
fn order_is_kept_and_serial_equals_parallel() {
    let lines = many_lines().join("\n");
    let with = |threads: &str| {
        let run = finish(dpcert(&["query"]).env("RAYON_NUM_THREADS", threads).spawn().unwrap(), lines.clone().into());
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
        run.stdout
    };
    let parallel = with("4");
    for (i, line) in parallel.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"id\":{i},")), "{i}: {line}");
    }
    assert_eq!(parallel.lines().count(), 2000);
    assert!(parallel == with("4"), "twice equals once");
    assert!(parallel == with("1"), "serial equals parallel");
}

#[test]
fn bad_lines_do_not_stop_the_stream() {
    let good = r#"{"id":"good","mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
    let mut input = format!("{good}\n\n{{\n").into_bytes();
    input.extend(b"{\"id\":5,\"mechanism\":\"\xff\xfe\"}\n\x00\x01\n");
    // Too long, and not even JSON.
    input.extend(std::iter::repeat_n(b'[', (64 << 20) + 1));
    input.push(b'\n');
    // A carriage return and a byte order mark are no offence, nor is a last line without a break.
    input.extend(format!("{good}\r\n\u{feff}{good}").into_bytes());
    let run = feed(&["query"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let answers: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> = answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "error", "error", "error", "error", "error", "ok", "ok"]);
    assert_eq!(answers[3]["id"], 5);
    assert!(answers[3]["reason"].as_str().unwrap().contains("not UTF-8: byte 22"), "{}", answers[3]);
    assert!(answers[5]["reason"].as_str().unwrap().contains("longer than 64 MiB"), "{}", answers[5]);
    assert_eq!(answers[0], answers[6]);
    assert_eq!(answers[0], answers[7]);
}

/// A program may wait for an answer before it asks the next question.
#[test]
fn a_conversation_is_possible() {
    let mut child = dpcert(&["query"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for mu in 1..=3 {
        writeln!(stdin, r#"{{"id":{mu},"mechanism":{{"kind":"gdp","mu":{mu}}},"query":{{"tv":{{}}}}}}"#).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{mu},\"status\":\"ok\"")), "{line}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn requests_may_come_from_a_file() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests.jsonl");
    std::fs::write(&path, many_lines().join("\n")).unwrap();
    let from_file = run(&["query", path.to_str().unwrap()]);
    assert_eq!(from_file.stdout, feed(&["query"], many_lines().join("\n")).stdout);
    let missing = run(&["query", "no-such-file.jsonl"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
    assert!(missing.stderr.starts_with("dpcert: no-such-file.jsonl: "), "{}", missing.stderr);
    assert_eq!(run(&["query", env!("CARGO_TARGET_TMPDIR")]).code, Some(2), "a folder has no lines");
    assert_eq!(run(&["query"]).code, Some(0), "no question is no error");
}

// ---- engines ----

#[cfg(feature = "mpfr")]
#[test]
fn engines_agree() {
    let lines: Vec<String> = many_lines().into_iter().step_by(3).collect();
    let with = |engine| {
        let run = feed(&["query", "--engine", engine], lines.join("\n"));
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let (malachite, mpfr, both) = (with("malachite"), with("mpfr"), with("both"));
    for ((x, y), z) in malachite.iter().zip(&mpfr).zip(&both) {
        assert_eq!(x["status"], y["status"]);
        if x["status"] == "ok" {
            assert_eq!([&x["engine"], &y["engine"], &z["engine"]], ["malachite", "mpfr", "both"]);
            overlap(x, y);
            let mut x = x.clone();
            x["engine"] = json!("both");
            assert_eq!(x, *z);
        }
    }
    assert_eq!(run(&["tv", "gdp(mu=1)", "--engine", "both"]).code, Some(0));
}

#[cfg(feature = "mpfr")]
fn overlap(x: &Value, y: &Value) {
    match (x, y) {
        (Value::Object(x), Value::Object(y)) => {
            let ends = |x: &serde_json::Map<String, Value>| {
                Some((x.get("lo")?.as_str()?.to_owned(), x.get("hi")?.as_str()?.to_owned()))
            };
            if let (Some((lo, hi)), Some((low, high))) = (ends(x), ends(y)) {
                let inf = [&lo, &low].into_iter().any(|end| end == "inf");
                assert!(if inf {
                    lo == low
                } else {
                    rational(&lo) <= rational(&high) && rational(&low) <= rational(&hi)
                });
                assert_eq!(x.get("exact"), y.get("exact"));
            }
            assert_eq!(x.keys().collect::<Vec<_>>(), y.keys().collect::<Vec<_>>());
            x.iter().zip(y).for_each(|((_, x), (_, y))| overlap(x, y));
        }
        (Value::Array(x), Value::Array(y)) => {
            assert_eq!(x.len(), y.len());
            x.iter().zip(y).for_each(|(x, y)| overlap(x, y));
        }
        _ => {}
    }
}

#[cfg(not(feature = "mpfr"))]
#[test]
fn a_build_without_mpfr_says_so() {
    for engine in ["mpfr", "both"] {
        let run = run(&["tv", "gdp(mu=1)", "--engine", engine]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains("this build has no MPFR: rebuild with --features mpfr"), "{}", run.stderr);
    }
}

// ---- one question on the command line ----

/// Every example of the help texts is run, and prints what the help says.
#[cfg(unix)]
#[test]
fn examples_of_the_help_run() {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_dpcert")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let commands =
        ["", "delta", "eps", "deltas", "tv", "beta", "region", "likelihood-ratios", "test", "query", "check"];
    for command in commands {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|text| !text.is_empty()).collect();
        let help = run(&arguments);
        assert_eq!(help.code, Some(0));
        let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in help.stdout.lines() {
            match (line.strip_prefix("  $ "), line.strip_prefix("  "), examples.last_mut()) {
                (Some(example), _, _) => examples.push((example, Vec::new())),
                (None, Some(output), Some((_, expected))) => expected.push(output),
                (None, None, Some((_, expected))) if line.is_empty() => expected.push(""),
                // Prose ends an example.
                (None, _, _) => examples.push(("", Vec::new())),
            }
        }
        examples.retain(|(example, _)| !example.is_empty());
        assert!(!examples.is_empty() || command == "check", "{command} has no example");
        for (example, expected) in examples {
            let output = Command::new("sh").args(["-c", example]).env("PATH", &path).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed.trim_end(), expected.join("\n").trim_end(), "{example}");
            assert!(output.status.success() && output.stderr.is_empty(), "{example}");
        }
    }
}

#[test]
fn json_is_the_answer_of_the_protocol() {
    for (arguments, question) in [
        (vec!["delta", "--at", "1/2"], r#"{"delta":{"eps":"1/2"}}"#),
        (vec!["eps", "--at", "1e-5"], r#"{"eps":{"delta":"1e-5"}}"#),
        (vec!["deltas"], r#"{"deltas":{}}"#),
        (vec!["tv"], r#"{"tv":{}}"#),
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
    let refused = run(&["tv", "zcdp(rho=1)", "--json"]);
    let answer: Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!((&answer["status"], refused.code), (&json!("unsupported"), Some(3)));
}

#[test]
fn questions_that_fail_say_why() {
    for (arguments, code, reasons) in [
        (vec!["tv", "gauss(sigma=2)"], 2, vec!["unknown word \"gauss\"", "MECH:1:1", "did you mean \"gaussian\"?"]),
        (vec!["tv", "gaussian(sigma=0)"], 2, vec!["sigma = 0 is not positive", "MECH:1:16"]),
        (vec!["tv", ""], 2, vec!["a mechanism is expected"]),
        (vec!["delta", "gdp(mu=1)", "--at", "-1"], 2, vec!["--at: eps = -1 is not in [0, inf)"]),
        (vec!["delta", "gdp(mu=1)", "--at", "1/2 + log(2)"], 2, vec!["--at:1:7", "written ln()"]),
        (vec!["test", "gdp(mu=1)", "--alpha", "2"], 2, vec!["--alpha: alpha = 2 is not in [0, 1]"]),
        (vec!["delta", "gdp(mu=1)"], 2, vec!["--at <EPS>"]),
        (vec!["tv", "gdp(mu=1)", "--digits", "0"], 2, vec!["0 is not between 1 and 100000"]),
        (vec!["tv", "gdp(mu=1)", "--max-work", "1/2"], 2, vec!["not a whole number"]),
        (vec!["tv", "gdp(mu=1)", "--max-precision", "64"], 2, vec!["64 is not between 128"]),
        (vec!["tv", "gdp(mu=1)", "--engine", "abacus"], 2, vec!["possible values: malachite, mpfr, both"]),
        (vec!["tv", "discrete-gaussian(sigma_sq=4)"], 3, vec!["it needs a certified privacy-loss grid"]),
        (vec!["region", "gdp(mu=1)"], 3, vec!["not finitely many"]),
        (vec!["tv", "approx-dp(eps=1/10, delta=0)^100000", "--max-work", "10^3"], 3, vec!["raise it with --max-work"]),
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
fn numbers_of_the_command_line_are_literals() {
    let tv = |options: &[&str]| run(&[["tv", "approx-dp(eps=1/10, delta=0)^1000"].as_slice(), options].concat());
    let plain = tv(&[]).stdout;
    assert_eq!(tv(&["--max-work", "1e12", "--max-precision", "2^20", "--max-memory", "10^3"]).stdout, plain);
    assert_eq!(run(&["--max-work", "1e12", "tv", "approx-dp(eps=1/10, delta=0)^1000"]).stdout, plain);
}

#[test]
fn exact_values_are_printed_as_wanted() {
    let exact = |when, mechanism| run(&["tv", mechanism, "--exact", when]).stdout.contains("exact");
    let (short, long) = ("randomized-response(eps=ln(3))", "randomized-response(eps=ln(3))^3001");
    let seen = [("auto", short), ("always", short), ("never", short), ("auto", long), ("always", long)];
    assert_eq!(seen.map(|(when, mechanism)| exact(when, mechanism)), [true, true, false, false, true]);
}

// ---- how a run ends ----

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let deltas = ["deltas", "approx-dp(eps=1/10, delta=0)^20000", "--digits", "5"];
    let answers = ["query", "-"];
    for arguments in [deltas.as_slice(), &answers] {
        let mut child = dpcert(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let line = r#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
            // Until nobody reads any more.
            while writeln!(stdin, "{line}").is_ok() {}
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), [].as_slice()), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    for arguments in [["tv", "gdp(mu=1)"].as_slice(), &["deltas", "approx-dp(eps=1/10, delta=0)^20000"], &["query"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = dpcert(arguments).stdout(full).spawn().unwrap();
        let run = finish(child, br#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#.to_vec());
        assert_eq!(run.code, Some(74), "{arguments:?}");
        assert!(run.stderr.contains("the output cannot be written"), "{}", run.stderr);
    }
}

#[test]
fn exit_codes_of_the_protocol() {
    let good = r#"{"mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}"#;
    let unsupported = r#"{"mechanism":{"kind":"zcdp"},"query":{"tv":{}}}"#;
    for (lines, code) in [
        (vec![good], 0),
        (vec![good, unsupported, good], 3),
        (vec![unsupported, "x", good], 2),
        (vec!["x", unsupported], 2),
    ] {
        assert_eq!(feed(&["query"], lines.join("\n")).code, Some(code), "{lines:?}");
    }
    assert_eq!(run(&["--help"]).code, Some(0));
    assert_eq!(run(&["--version"]).stdout, format!("dpcert {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&[]).code, Some(2));
    assert_eq!(run(&["frobnicate"]).code, Some(2));
}
