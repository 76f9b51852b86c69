//! The reports: a table for people, and what other programs read.

use super::*;
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};

/// A verdict of every kind.
const ANSWERS: &str = r#"{"id":"sound","status":"ok","value":"0x1p-1","bound":"upper","program":"library 1.0"}
{"id":"loose","status":"ok","value":"1","bound":"upper","program":"library 1.0"}
{"id":"unsound","status":"ok","value":"2.8565440e-11","bound":"upper","program":"library 1.0"}
{"id":"invalid","status":"ok","value":"-0x1.9p-43","bound":"upper","program":"library 1.0"}
{"id":"crashed <&\u001b[1m","status":"error","reason":"OverflowError: math range error <&>]]>","program":"library 1.0"}
{"id":"timed-out","status":"timed-out","reason":"no answer within 60 s"}
{"id":"unsupported","status":"unsupported","reason":"zCDP","program":"library 1.0"}
{"id":"undecided","status":"ok","value":"0.01","bound":"upper","program":"library 1.0"}
{"id":"known","status":"ok","lo":"0.5","hi":"0.75","program":"library 1.0"}
"#;

const KNOWN: &str = r#"{"format":"dpcert-baseline/1","failures":[{"id":"known","verdict":"unsound","reason":"reported"}]}"#;

fn folder() -> Folder {
    let response = json!({"kind": "randomized-response", "eps": "ln(3)"});
    let tv = json!({"tv": {}});
    let zcdp = json!({"kind": "zcdp", "rho": "1/8"});
    let steps = json!({"kind": "repeat", "count": 1000,
        "mechanism": {"kind": "approx-dp", "eps": "0x1.999999999999ap-4", "delta": "0"}});
    let suite = lines(&[
        ("sound", response.clone(), tv.clone()),
        ("loose", response.clone(), tv.clone()),
        ("unsound", steps.clone(), json!({"delta": {"eps": "25"}})),
        ("invalid", steps, json!({"delta": {"eps": "30"}})),
        ("crashed <&\u{1b}[1m", response.clone(), tv.clone()),
        ("timed-out", response, tv.clone()),
        ("unsupported", zcdp.clone(), json!({"delta": {"eps": "1"}})),
        ("undecided", zcdp, json!({"delta": {"eps": "1"}})),
        (
            "known",
            json!({"kind": "compose", "mechanisms": [
            {"kind": "approx-dp", "eps": "ln(3)", "delta": "1/10"}, {"kind": "randomized-response", "eps": "ln(2)"}]}),
            json!({"beta": {"alpha": "1/10"}}),
        ),
    ]);
    Folder::new(&[("a suite.jsonl", &suite), ("answers.jsonl", ANSWERS), ("known.json", KNOWN)])
}

const ARGUMENTS: [&str; 6] =
    ["--suite", "a suite.jsonl", "--answers", "answers.jsonl", "--baseline", "known.json"];

fn report(more: &[&str]) -> (Folder, Run) {
    let folder = folder();
    let run = crosscheck(&folder, &[&ARGUMENTS, more].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    (folder, run)
}

#[test]
fn the_table_has_what_is_wrong() {
    insta::assert_snapshot!(report(&[]).1.stdout, @r#"
    9 questions: 1 sound, 1 loose, 2 unsound, 1 invalid, 1 crashed, 1 timed-out, 1 unsupported, 1 undecided; failures: 5 new, 1 known
    program: library 1.0

    | question            | quantity             | says             | certified             | margin    | verdict         |
    |---------------------|----------------------|------------------|-----------------------|-----------|-----------------|
    | unsound             | delta at eps = 25    | <= 2.8565440e-11 | 2.857643693[6,7]e-11  | -1.09e-14 | unsound (!)     |
    | invalid             | delta at eps = 30    | <= ~-1.77636e-13 | 1.767636151[1,2]e-16  |           | invalid (!)     |
    | crashed <&\u001b[1m | tv                   |                  |                       |           | crashed (!)     |
    | timed-out           | tv                   |                  |                       |           | timed-out (!)   |
    | undecided           | delta at eps = 1     | <= 0.01          | [0.0068295, 0.017986] | unknown   | undecided (!)   |
    | known               | beta at alpha = 1/10 | in [0.5, 0.75]   | 33/80                 | -0.0875   | unsound (known) |
      ~ marks a rounded number; 1.2[3,4] is [1.23, 1.24].
      unsound: unsound. The answer is too small by at least 1.09e-14.
        delta at eps = 25 of approx-dp(delta=0, eps=~0.1)^1000
      invalid: invalid: delta is negative.
        delta at eps = 30 of approx-dp(delta=0, eps=~0.1)^1000
      crashed <&\u001b[1m: crashed: OverflowError: math range error <&>]]>.
        tv of randomized-response(eps=ln(3))
      timed-out: timed-out: no answer within 60 s.
        tv of randomized-response(eps=ln(3))
      undecided: undecided: to decide it: describe the noise itself, such as mechanism = "gaussian", instead of its rho; the
        conversion from zCDP is not tight.
        delta at eps = 1 of zcdp(rho=1/8)
      known: unsound, as known. The truth is outside by at least 0.0875; the nearer end is at least 1.21 times the truth.
        beta at alpha = 1/10 of approx-dp(delta=1/10, eps=ln(3)) * randomized-response(eps=ln(2))
    "#);
}

#[test]
fn all_are_listed_where_asked_for() {
    insta::assert_snapshot!(report(&["--all", "--only", "*ound", "--only", "l*"]).1.stdout, @r#"
    3 questions: 1 sound, 1 loose, 1 unsound; 1 failure
    program: library 1.0
    known failures that were not asked: 1 (known)

    | question | quantity          | says             | certified            | margin    | verdict     |
    |----------|-------------------|------------------|----------------------|-----------|-------------|
    | sound    | tv                | <= 0.5           | 1/2                  | 0         | sound       |
    | loose    | tv                | <= 1             | 1/2                  | +0.5      | loose       |
    | unsound  | delta at eps = 25 | <= 2.8565440e-11 | 2.857643693[6,7]e-11 | -1.09e-14 | unsound (!) |
      1.2[3,4] is [1.23, 1.24].
      loose: loose. The answer is at least 2 times the truth.
        tv of randomized-response(eps=ln(3))
      unsound: unsound. The answer is too small by at least 1.09e-14.
        delta at eps = 25 of approx-dp(delta=0, eps=~0.1)^1000
    "#);
}

/// Answers that are off by what binary64 rounds are counted apart, and do not bury the others.
#[test]
fn rounding_comes_last_and_once() {
    let (tv, response) =
        (json!({"tv": {}}), json!({"kind": "randomized-response", "eps": "ln(3)"}));
    let ids = ["first", "wrong", "second", "third", "fourth", "known"];
    let questions: Vec<_> = ids.map(|id| (id, response.clone(), tv.clone())).into();
    let underflow =
        ("underflow", json!({"kind": "gaussian", "sigma": "1"}), json!({"delta": {"eps": "40"}}));
    let answer = |id: &str, value: &str| {
        json!({"id": id, "status": "ok", "value": value, "bound": "upper"}).to_string() + "\n"
    };
    let near = |id: &&str| answer(id, if *id == "wrong" { "0.4" } else { "0.4999999999" });
    let rounded = ids.iter().map(near).collect::<String>();
    let folder = Folder::new(&[
        ("suite.jsonl", &(lines(&questions) + &lines(&[underflow]))),
        ("answers.jsonl", &(rounded + &answer("underflow", "0"))),
        ("known.json", KNOWN),
    ]);
    let run = |more: &[&str]| {
        let own =
            ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--baseline", "known.json"];
        crosscheck(&folder, &[&own, more].concat())
    };
    insta::assert_snapshot!(run(&[]).stdout, @r#"
    7 questions: 7 unsound (6 of them by rounding); failures: 6 new, 1 known

    | question | quantity | says   | certified | margin | verdict     |
    |----------|----------|--------|-----------|--------|-------------|
    | wrong    | tv       | <= 0.4 | 1/2       | -0.1   | unsound (!) |
      wrong: unsound. The answer is too small by at least 0.1; it is at most 0.8 times the truth.
        tv of randomized-response(eps=ln(3))

    6 answers (1 of them known) are unsound by less than 1e-9 of the truth, or by less than 2^-1074, the smallest positive
      binary64 number: first, second, third and 3 more; --all lists every answer.
    If your formula is not rounded to the safe side, add "rel-tol":"1e-9","abs-tol":"0x1p-1074" to its answers
    "#);
    let all = run(&["--all"]).stdout;
    let row = |id: &str| all.find(&format!("| {id} ")).unwrap_or_else(|| panic!("{id}: {all}"));
    assert!(row("wrong") < row("first") && row("first") < row("underflow"), "{all}");
    assert!(all.contains("\n6 answers (1 of them known) are unsound by less than"), "{all}");
    assert!(all.contains("first: unsound. The answer is too small by at least 1e-10, and by less than 1e-9 of the truth."), "{all}");
    let json = run(&["--json"]).json();
    assert_eq!(
        (&json["summary"]["verdicts"]["unsound"], &json["summary"]["by_rounding"]),
        (&json!(7), &json!(6))
    );
    assert_eq!(json["questions"][0]["by_rounding"], true);
    assert!(json["questions"][1].get("by_rounding").is_none());
    let csv = run(&["--csv"]).stdout;
    assert!(csv.lines().next().unwrap().ends_with(",abs_tol,by_rounding"), "{csv}");
    // It is a failure all the same.
    assert_eq!(run(&["--only", "first"]).code, Some(1));
    assert_eq!(
        run(&["--only", "first"]).stdout.lines().next(),
        Some("1 question: 1 unsound (by rounding); 1 failure")
    );
}

/// Both tolerances of an estimate are shown.
#[test]
fn tolerances_are_shown() {
    let (tv, response) =
        (json!({"tv": {}}), json!({"kind": "randomized-response", "eps": "ln(3)"}));
    let estimate = |id: &str, more: Value| {
        let mut answer = json!({"id": id, "status": "ok", "value": "0.5", "bound": "estimate"});
        answer.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        answer.to_string() + "\n"
    };
    let answers = estimate("a", json!({"rel-tol": "1e-9"}))
        + &estimate("b", json!({"abs-tol": "1e-300"}))
        + &estimate("c", json!({"rel-tol": "1e-9", "abs-tol": "1e-300"}));
    let questions = ["a", "b", "c"].map(|id| (id, response.clone(), tv.clone()));
    let folder = Folder::new(&[("suite.jsonl", &lines(&questions)), ("answers.jsonl", &answers)]);
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    let text = crosscheck(&folder, &[own.as_slice(), &["--all"]].concat()).stdout;
    for says in [
        "| 0.5 +- 1e-9 of the truth  ",
        "| 0.5 +- 1e-300  ",
        "| 0.5 +- (1e-9 of the truth + 1e-300) |",
    ] {
        assert!(text.contains(says), "{says}: {text}");
    }
    let json = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat()).json();
    assert_eq!(json["questions"][2]["abs_tol"], "1e-300");
}

#[test]
fn json_has_the_numbers() {
    let report = report(&["--json"]).1.json();
    let questions = report["questions"].as_array().unwrap();
    let unsound = &questions[2];
    assert_eq!(unsound["value"], "2.8565440e-11");
    assert_eq!(unsound["lo"], "2.8576436936e-11");
    assert_eq!((&unsound["verdict"], &unsound["standing"]), (&json!("unsound"), &json!("new")));
    assert_eq!(unsound["margin"], json!({"lo": "-1.1e-14", "hi": "-1.09e-14"}));
    assert_eq!(unsound["question"], "delta at eps = 25 of approx-dp(delta=0, eps=~0.1)^1000");
    assert_eq!(report["programs"], json!(["library 1.0"]));
    let verdicts = json!({"sound": 1, "loose": 1, "inaccurate": 0, "unsound": 2, "invalid": 1, "crashed": 1, "timed-out": 1,
        "unsupported": 1, "undecided": 1});
    assert_eq!(report["summary"]["verdicts"], verdicts);
    assert_eq!(report["summary"]["new"], 5);
}

/// What the schema of JUnit XML asks for, as read by the crate that others read it with.
#[test]
fn junit_has_a_case_for_each_question() {
    let (folder, _) = report(&["--junit", "junit.xml"]);
    let text = folder.text("junit.xml");
    let junit = Report::deserialize_from_str(&text).unwrap();
    assert_eq!((junit.tests, junit.failures, junit.errors), (9, 4, 1));
    let suite = &junit.test_suites[0];
    assert_eq!((suite.name.as_str(), suite.tests), ("library 1.0", 9));
    assert_eq!((suite.failures, suite.errors, suite.skipped), (4, 1, 2));
    let kinds: Vec<&str> = suite
        .test_cases
        .iter()
        .map(|case| match &case.status {
            TestCaseStatus::Success { .. } => "success",
            TestCaseStatus::Skipped { .. } => "skipped",
            TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "failure",
            TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error",
        })
        .collect();
    let expected = [
        "success", "success", "failure", "failure", "error", "failure", "skipped", "failure",
        "skipped",
    ];
    assert_eq!(kinds, expected);
    assert!(suite.test_cases.iter().all(|case| case.classname.is_some()));
    let TestCaseStatus::NonSuccess { message, ty, .. } = &suite.test_cases[2].status else {
        unreachable!()
    };
    assert_eq!(ty.as_ref().map(|ty| ty.as_str()), Some("unsound"));
    let message = message.as_ref().unwrap().as_str();
    assert_eq!(message, "unsound: The answer is too small by at least 1.09e-14");
    // No control character is left, and no time.
    assert!(!text.contains('\u{1b}') && !text.contains("time="), "{text}");
}

/// The fields that the schema of SARIF 2.1.0 requires, and the values that it allows.
#[test]
fn sarif_has_a_result_for_each_failure() {
    let (folder, _) = report(&["--sarif", "log.sarif"]);
    let log: Value = serde_json::from_str(&folder.text("log.sarif")).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "dpcert");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    let found: Vec<(&str, &str)> = results
        .iter()
        .map(|result| {
            let (rule, index) =
                (result["ruleId"].as_str().unwrap(), result["ruleIndex"].as_u64().unwrap());
            assert_eq!(rules[usize::try_from(index).unwrap()]["id"], rule);
            assert!(matches!(result["level"].as_str().unwrap(), "error" | "warning"));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let location = &result["locations"][0];
            assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "a%20suite.jsonl");
            assert!(location["physicalLocation"]["region"]["startLine"].as_u64().unwrap() >= 1);
            (location["logicalLocations"][0]["fullyQualifiedName"].as_str().unwrap(), rule)
        })
        .collect();
    let expected = [
        ("unsound", "unsound"),
        ("invalid", "invalid"),
        ("crashed <&\u{1b}[1m", "crashed"),
        ("timed-out", "timed-out"),
        ("undecided", "undecided"),
        ("known", "unsound"),
    ];
    assert_eq!(found, expected);
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    let suppressed: Vec<bool> =
        results.iter().map(|result| result["suppressions"].is_array()).collect();
    assert_eq!(suppressed, [false, false, false, false, false, true]);
}

#[test]
fn the_same_answers_make_the_same_bytes() {
    let bytes = |threads: &str| {
        let folder = folder();
        let more = [
            "--json",
            "--junit",
            "junit.xml",
            "--sarif",
            "log.sarif",
            "--write-baseline",
            "next.json",
        ];
        let mut run = command(&folder, &[&ARGUMENTS, more.as_slice()].concat());
        run.env("RAYON_NUM_THREADS", threads);
        let stdout = finish(run).stdout;
        [stdout, folder.text("junit.xml"), folder.text("log.sarif"), folder.text("next.json")]
    };
    let first = bytes("1");
    assert_eq!(first, bytes("4"));
    assert_eq!(first, bytes("4"));
}

#[test]
fn a_report_that_cannot_be_written_is_said() {
    for option in ["--junit", "--sarif", "--write-baseline"] {
        let folder = folder();
        let run =
            crosscheck(&folder, &[&ARGUMENTS, [option, "no/such/folder"].as_slice()].concat());
        assert_eq!(run.code, Some(74), "{option}");
        let said = format!("dpcert: {option} no/such/folder: it cannot be written: ");
        assert!(run.stderr.starts_with(&said), "{option}: {}", run.stderr);
    }
}

/// Before any question: a run may take hours, and its answers would be lost. What can be written is
/// left as it was until then.
#[test]
fn a_report_that_cannot_be_written_is_said_before_the_first_question() {
    for option in ["--junit", "--sarif", "--write-baseline", "--record"] {
        let folder = Folder::new(&[("suite.jsonl", &suite()), ("old.xml", "old")]);
        let own = ["--suite", "suite.jsonl", "--cmd", &control("dies"), option];
        let mut run = command(&folder, &[own.as_slice(), &["no/such/file"]].concat());
        run.env("FOLDER_FILE", folder.path("started"));
        let run = finish(run);
        assert_eq!((run.code, run.stdout.as_str()), (Some(74), ""), "{option}");
        let help = "name a file in a folder that exists and that you may write to\n";
        assert!(run.stderr.ends_with(help), "{option}: {}", run.stderr);
        assert!(!folder.path("started").exists(), "{option}");
        // What goes wrong later leaves no file and no empty one.
        for (file, left) in [("new.xml", None), ("old.xml", Some("old"))] {
            let wrong = ["--suite", "none.jsonl", "--answers", "old.xml"];
            if option != "--record" {
                let run = crosscheck(&folder, &[wrong.as_slice(), &[option, file]].concat());
                assert_eq!(run.code, Some(2), "{option}: {}", run.stderr);
            }
            let found = std::fs::read_to_string(folder.path(file)).ok();
            assert_eq!(found.as_deref(), left, "{option}");
        }
    }
}

/// Many answers that fail in one way are shown once, with their number; others have rows of their
/// own.
#[test]
fn failures_that_are_alike_are_counted() {
    let response = json!({"kind": "randomized-response", "eps": "ln(3)"});
    let ids: Vec<String> = (0..9).map(|i| format!("q{i}")).collect();
    let questions: Vec<_> =
        ids.iter().map(|id| (id.as_str(), response.clone(), json!({"tv": {}}))).collect();
    let answer = |(i, id): (usize, &String)| {
        let answer = match i {
            0 => json!({"id": id, "status": "ok", "value": "1/2", "bound": "upper"}),
            3 => json!({"id": id, "status": "error", "reason": "ZeroDivisionError"}),
            _ => json!({"id": id, "status": "error", "reason": "no banner"}),
        };
        answer.to_string() + "\n"
    };
    let answers: String = ids.iter().enumerate().map(answer).collect();
    let folder = Folder::new(&[("suite.jsonl", &lines(&questions)), ("answers.jsonl", &answers)]);
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    insta::assert_snapshot!(crosscheck(&folder, &own).stdout, @r#"
    9 questions: 1 sound, 8 crashed; 8 failures

    | question | quantity | says | certified | margin | verdict     |
    |----------|----------|------|-----------|--------|-------------|
    | q1       | tv       |      |           |        | crashed (!) |
    | q3       | tv       |      |           |        | crashed (!) |
      q1: crashed: no banner.
        tv of randomized-response(eps=ln(3))
        the same at 6 other questions: q2, q4, q5, q6, q7, q8
      q3: crashed: ZeroDivisionError.
        tv of randomized-response(eps=ln(3))
    "#);
    let all = crosscheck(&folder, &[own.as_slice(), &["--all"]].concat()).stdout;
    assert_eq!(all.matches("crashed: no banner.").count(), 7, "{all}");
}

/// A program that prints something else than answers is shown with its first line.
#[test]
fn garbage_is_shown_once() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", &control("garbage")]);
    assert_eq!(run.stdout.matches("standard output is for answers alone").count(), 1);
    assert!(run.stdout.contains("Not one question was answered"), "{}", run.stdout);
}

/// An interval has no tolerance: its ends are rounded outward, and nothing else is advised.
#[test]
fn an_interval_is_widened() {
    let question = ("r", json!({"kind": "randomized-response", "eps": "1"}), json!({"tv": {}}));
    let folder = Folder::new(&[("suite.jsonl", &lines(std::slice::from_ref(&question)))]);
    let judged = |answer: &str| {
        std::fs::write(folder.path("answers.jsonl"), answer).unwrap();
        crosscheck(&folder, &["--suite", "suite.jsonl", "--answers", "answers.jsonl"]).stdout
    };
    let ends = r#""id":"r","status":"ok","lo":"0.46","hi":"0.4621171572600097""#;
    let text = judged(&format!("{{{ends}}}"));
    assert!(text.contains("(by rounding)") && !text.contains("rel-tol"), "{text}");
    assert!(text.contains("widen them by their error"), "{text}");
    let text = judged(&format!("{{{ends},\"rel-tol\":\"1e-9\"}}"));
    assert!(text.contains("an interval has no tolerance"), "{text}");
    assert!(!text.contains("did you mean"), "{text}");
}

/// Relations of which the questions fail in one way are shown once too.
#[test]
fn relations_that_fail_alike_are_counted() {
    let only = ["--only", "relation-loop-*"];
    let listed = crosscheck(&Folder::new(&[]), &[only.as_slice(), &["--list", "--json"]].concat());
    let answer = |line: &str| {
        let id = serde_json::from_str::<Value>(line).unwrap()["id"].clone();
        json!({"id": id, "status": "error", "reason": "no loops"}).to_string() + "\n"
    };
    let answers: String = listed.stdout.lines().map(answer).collect();
    let folder = Folder::new(&[("answers.jsonl", &answers)]);
    let text =
        crosscheck(&folder, &[only.as_slice(), &["--answers", "answers.jsonl"]].concat()).stdout;
    assert_eq!(text.matches("no loops").count(), 1, "{text}");
    assert!(text.contains(" other relations: relation-loop-"), "{text}");
}

/// An estimate that is a little too large is not shown as the truth.
#[test]
fn an_inaccurate_estimate_is_told_from_the_truth() {
    let question = (
        "eps",
        json!({"kind": "approx-dp", "eps": "1", "delta": "0"}),
        json!({"eps": {"delta": "0"}}),
    );
    let answer = r#"{"id":"eps","status":"ok","value":"0x1.000000000002dp+0","bound":"estimate","rel-tol":"1e-15"}"#;
    let folder = Folder::new(&[
        ("suite.jsonl", &lines(std::slice::from_ref(&question))),
        ("answers.jsonl", answer),
    ]);
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--answers", "answers.jsonl"]);
    assert!(run.stdout.contains("1 inaccurate"), "{}", run.stdout);
    assert!(run.stdout.contains("| ~1.00000000000001 +- 1e-15 of the truth | "), "{}", run.stdout);
}

/// A wrong sign makes every delta too large. An estimate says what it is, so that this is a
/// failure; an upper bound is true.
#[test]
fn an_estimate_outside_its_tolerance_fails_on_either_side() {
    let question =
        ("tv", json!({"kind": "randomized-response", "eps": "ln(3)"}), json!({"tv": {}}));
    for (value, bound, verdict, code) in [
        ("0.9", json!({"bound": "estimate", "rel-tol": "1e-9"}), "inaccurate", 1),
        ("0.9", json!({"bound": "upper"}), "loose", 0),
        ("0.1", json!({"bound": "estimate", "rel-tol": "1e-9"}), "unsound", 1),
    ] {
        let mut answer = json!({"id": "tv", "status": "ok", "value": value});
        answer.as_object_mut().unwrap().extend(bound.as_object().unwrap().clone());
        let folder = Folder::new(&[
            ("suite.jsonl", &lines(std::slice::from_ref(&question))),
            ("answers.jsonl", &answer.to_string()),
        ]);
        let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
        let run = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat());
        assert_eq!((run.code, run.verdicts()), (Some(code), vec![verdict.to_owned()]), "{answer}");
        let text = crosscheck(&folder, &[own.as_slice(), &["--all"]].concat()).stdout;
        let times = if value == "0.9" { "at least 1.8 times" } else { "at most 0.2 times" };
        assert!(text.contains(times), "{text}");
    }
}

/// A question, and an answer that does not support it.
fn of_one_unsupported() -> Folder {
    let question =
        ("tv", json!({"kind": "randomized-response", "eps": "ln(3)"}), json!({"tv": {}}));
    let answer = json!({"id": "tv", "status": "unsupported", "reason": "renamed"}).to_string();
    Folder::new(&[
        ("suite.jsonl", &lines(std::slice::from_ref(&question))),
        ("answers.jsonl", &answer),
    ])
}

/// That nothing was judged is said, and the run fails: a test in CI would pass for ever.
#[test]
fn a_program_that_supports_nothing_is_told_so() {
    let folder = of_one_unsupported();
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    let run = crosscheck(&folder, &own);
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.contains("The program answered nothing"), "{}", run.stdout);
    let wanted =
        "0 of 1 questions and relations had answers that could be judged, and --min-judged is 1";
    assert!(run.stderr.contains(wanted), "{}", run.stderr);
    let run = crosscheck(&folder, &[own.as_slice(), &["--min-judged", "0"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// Where the exit code is 3 because too little was judged, the files of other programs are not
/// those of a run that passed.
#[test]
fn a_run_that_judges_too_little_fails_in_its_files() {
    let folder = of_one_unsupported();
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    let files = ["--junit", "junit.xml", "--sarif", "log.sarif"];
    assert_eq!(crosscheck(&folder, &[own, files].concat()).code, Some(3));
    let text = folder.text("junit.xml");
    let junit = Report::deserialize_from_str(&text).unwrap();
    assert_eq!((junit.tests, junit.failures, junit.errors), (2, 0, 1));
    let reason = "0 of 1 questions and relations had answers that could be judged";
    assert!(text.contains(&format!("message=\"{reason}")), "{text}");
    let log: Value = serde_json::from_str(&folder.text("log.sarif")).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notice = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert!(notice.as_str().unwrap().starts_with(reason), "{log}");
    let passed = [own.as_slice(), &files, &["--min-judged", "0"]].concat();
    assert_eq!(crosscheck(&folder, &passed).code, Some(0));
    assert!(!folder.text("junit.xml").contains("<error"));
    assert!(!folder.text("log.sarif").contains("invocations"));
}

/// A truth of 1 - e^-100000 is not written with 43000 nines to show that 1 is above it.
#[test]
fn a_number_near_one_is_short() {
    let id = "approx-dp-1e5-0-tv";
    let folder = Folder::new(&[(
        "answers.jsonl",
        &json!({"id": id, "status": "ok", "value": "1", "bound": "upper"}).to_string(),
    )]);
    let run = crosscheck(&folder, &["--only", id, "--answers", "answers.jsonl", "--json"]);
    let question = &run.json()["questions"][0];
    assert_eq!(question["verdict"], "sound");
    assert!(question["hi"].as_str().unwrap().starts_with("1"), "{question}");
    assert!(question["lo"].as_str().unwrap().starts_with("0.9999"), "{question}");
    assert!(run.stdout.len() < 5000, "{}", run.stdout.len());
    assert!(question["margin"]["lo"].as_str().unwrap().contains("e-43"), "{question}");
}

/// The flags of a test vector say what a wrong answer to it is likely to be.
#[test]
fn the_flags_of_a_question_are_shown() {
    let id = "gaussian-1-delta-at-1";
    let folder = Folder::new(&[(
        "answers.jsonl",
        &json!({"id": id, "status": "ok", "value": "0", "bound": "upper"}).to_string(),
    )]);
    let own = ["--only", id, "--answers", "answers.jsonl"];
    let text = crosscheck(&folder, &own).stdout;
    assert!(text.contains("delta at eps = 1 of gaussian(sigma=1) [ordinary"), "{text}");
    let json = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat()).json();
    assert_eq!(json["questions"][0]["flags"][0], "ordinary");
}

/// A line that is no answer is a failure, which a baseline may list; it judges nothing all the same.
#[test]
fn known_failures_without_a_number_judge_nothing() {
    let question =
        ("tv", json!({"kind": "randomized-response", "eps": "ln(3)"}), json!({"tv": {}}));
    let folder = Folder::new(&[
        ("suite.jsonl", &lines(std::slice::from_ref(&question))),
        ("answers.jsonl", r#"{"id": "tv", "status": "ok", "value": {}}"#),
    ]);
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    let run = crosscheck(&folder, &[own.as_slice(), &["--write-baseline", "known"]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let run = crosscheck(&folder, &[own.as_slice(), &["--baseline", "known"]].concat());
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 known"), "{}", run.stdout);
}

/// Answers that are compared count, whatever the verdict; those that are not do not.
#[test]
fn a_run_that_judges_too_little_fails() {
    let tv = json!({"tv": {}});
    let questions: Vec<_> = ["sound", "unsound", "unsupported", "invalid"]
        .map(|id| (id, json!({"kind": "randomized-response", "eps": "ln(3)"}), tv.clone()))
        .into();
    let answers = [
        json!({"id": "sound", "status": "ok", "value": "1/2", "bound": "upper"}),
        json!({"id": "unsound", "status": "ok", "value": "1/4", "bound": "upper"}),
        json!({"id": "unsupported", "status": "unsupported", "reason": "no"}),
        json!({"id": "invalid", "status": "ok", "value": "nan", "bound": "upper"}),
    ];
    let answers = answers.map(|answer| answer.to_string() + "\n").concat();
    let folder = Folder::new(&[("suite.jsonl", &lines(&questions)), ("answers.jsonl", &answers)]);
    for (least, only, code) in
        [("3", "*", 1), ("4", "*", 1), ("1", "sound", 0), ("2", "*sound", 1), ("2", "sound", 3)]
    {
        let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--min-judged", least];
        let run = crosscheck(&folder, &[own.as_slice(), &["--only", only]].concat());
        // A failure is worse than a run that judges too little.
        assert_eq!(run.code, Some(code), "{least} {only}: {}", run.stderr);
        let is_said = run.stderr.contains("had answers that could be judged");
        assert_eq!(is_said, code == 3, "{least} {only}: {}", run.stderr);
    }
}

/// Where no ratio says how far a true answer is, its direction is that of what it declares: above
/// for an upper bound, also of beta, which is 0 here, and below for a lower one.
#[test]
fn a_loose_answer_says_its_direction() {
    let never = json!({"kind": "approx-dp", "eps": "1", "delta": "1/8"});
    let beta = json!({"beta": {"alpha": "1"}});
    let eps = json!({"eps": {"delta": "1/16"}});
    for (query, value, bound, said) in [
        (&beta, "1/2", "upper", "loose. The answer is too large by at least 0.5."),
        (&eps, "1", "lower", "loose. No finite eps reaches this delta."),
    ] {
        let answer = json!({"id": "q", "status": "ok", "value": value, "bound": bound});
        let folder = Folder::new(&[
            ("suite.jsonl", &lines(&[("q", never.clone(), query.clone())])),
            ("answers.jsonl", &answer.to_string()),
        ]);
        let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--all"];
        let text = crosscheck(&folder, &own).stdout;
        assert!(text.contains(said), "{said}: {text}");
    }
}
