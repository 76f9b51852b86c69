//! Known failures do not hide new ones.

use super::*;

fn entry(id: &str, verdict: &str) -> Value {
    json!({"id": id, "verdict": verdict})
}

fn baseline(failures: &[Value]) -> String {
    json!({"format": "dpcert-baseline/1", "failures": failures}).to_string()
}

/// The exit code and the standings of a program that dies at every second question.
fn against(failures: &[Value]) -> (Option<i32>, Vec<String>, Value) {
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("known.json", &baseline(failures))]);
    let arguments =
        ["--suite", "suite.jsonl", "--baseline", "known.json", "--json", "--cmd", &control("dies")];
    let run = crosscheck(&folder, &arguments);
    let report = run.json();
    let questions = report["questions"].as_array().unwrap();
    let standings = questions
        .iter()
        .map(|question| question["standing"].as_str().unwrap().to_owned())
        .collect();
    (run.code, standings, report["summary"].clone())
}

#[test]
fn known_new_changed_and_mended() {
    let (second, fourth, sixth) = ("lattice-point", "tail", "second-error");
    let known = [second, fourth, sixth].map(|id| entry(id, "crashed"));
    let (code, standings, summary) = against(&known);
    assert_eq!(
        (code, standings),
        (Some(0), ["fine", "known"].repeat(3).into_iter().map(str::to_owned).collect())
    );
    assert_eq!((&summary["new"], &summary["known"]), (&json!(0), &json!(3)));
    // One is not known.
    let (code, standings, _) = against(&known[..2]);
    assert_eq!((code, standings[5].as_str()), (Some(1), "new"));
    // One is known as something else.
    let (code, standings, _) =
        against(&[known[0].clone(), known[1].clone(), entry(sixth, "timed-out")]);
    assert_eq!((code, standings[5].as_str()), (Some(1), "new"));
    // One is right by now, and one was not asked.
    let more =
        [known.as_slice(), &[entry("one-step", "unsound"), entry("elsewhere", "invalid")]].concat();
    let (code, standings, summary) = against(&more);
    assert_eq!((code, standings[0].as_str()), (Some(0), "mended"));
    assert_eq!((&summary["mended"], &summary["absent"]), (&json!(1), &json!(1)));
}

#[test]
fn the_text_says_what_is_known_and_what_is_mended() {
    let known = [
        entry("lattice-point", "crashed"),
        entry("one-step", "unsound"),
        entry("elsewhere", "invalid"),
    ];
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("known.json", &baseline(&known))]);
    let run = crosscheck(
        &folder,
        &["--suite", "suite.jsonl", "--baseline", "known.json", "--cmd", &control("dies")],
    );
    assert_eq!(run.code, Some(1));
    for expected in [
        "6 questions: 3 sound, 3 crashed; failures: 2 new, 1 known; 1 mended\n",
        "known failures that were not asked: 1\n",
        "lattice-point: crashed, as known: exit status: 3",
        "one-step: sound, but the baseline lists it as a failure: remove it there.",
        "crashed (known)",
        "crashed (!)",
        "sound (mended)",
    ] {
        assert!(run.stdout.contains(expected), "{expected:?} is not in\n{}", run.stdout);
    }
}

/// What a run writes makes the next one pass, keeps reasons, and forgets nothing that was not
/// asked.
#[test]
fn a_written_baseline_is_read_back() {
    let mut reasoned = entry("lattice-point", "crashed");
    reasoned["reason"] = json!("reported");
    let known = [reasoned, entry("one-step", "unsound"), entry("elsewhere", "invalid")];
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("known.json", &baseline(&known))]);
    let program = control("says:0:upper");
    let write = [
        "--suite",
        "suite.jsonl",
        "--baseline",
        "known.json",
        "--write-baseline",
        "next.json",
        "--cmd",
        &program,
    ];
    assert_eq!(crosscheck(&folder, &write).code, Some(1));
    let next: Value = serde_json::from_str(&folder.text("next.json")).unwrap();
    let failures = next["failures"].as_array().unwrap();
    let ids: Vec<&str> = failures.iter().map(|failure| failure["id"].as_str().unwrap()).collect();
    let expected = [
        "between-points",
        "elsewhere",
        "lattice-point",
        "one-step",
        "second-error",
        "tail",
        "total-variation",
    ];
    assert_eq!(ids, expected);
    assert_eq!(
        failures[2],
        json!({"id": "lattice-point", "verdict": "unsound", "says": "0", "reason": "reported"})
    );
    let pass = [
        "--suite",
        "suite.jsonl",
        "--baseline",
        "next.json",
        "--write-baseline",
        "again.json",
        "--cmd",
        &program,
    ];
    assert_eq!(crosscheck(&folder, &pass).code, Some(0));
    assert_eq!(folder.text("again.json"), folder.text("next.json"));
}

#[test]
fn a_malformed_baseline_is_refused_at_its_place() {
    for (text, reason) in [
        (r#"{"format":"dpcert-baseline/2","failures":[]}"#, "unknown format \"dpcert-baseline/2\""),
        (r#"{"failures":[]}"#, "\"format\" is missing"),
        (r#"{"format":"dpcert-baseline/1"}"#, "\"failures\" is missing"),
        (r#"{"format":"dpcert-baseline/1","failures":[],"extra":1}"#, "unknown field \"extra\""),
        (
            r#"{"format":"dpcert-baseline/1","failures":[{"id":"a","verdict":"sound"}]}"#,
            "unknown word \"sound\"",
        ),
        (
            r#"{"format":"dpcert-baseline/1","failures":[{"id":"a","verdict":"invalid","why":""}]}"#,
            "known.json:1:73",
        ),
        (
            r#"{"format":"dpcert-baseline/1","failures":[{"id":"a","verdict":"invalid"},{"id":"a","verdict":"crashed"}]}"#,
            "failures[1]: the id \"a\" is given twice",
        ),
        ("[", "the text ends inside a list"),
    ] {
        let folder = Folder::new(&[("suite.jsonl", &suite()), ("known.json", text)]);
        let run = crosscheck(
            &folder,
            &["--suite", "suite.jsonl", "--baseline", "known.json", "--cmd", &control("upper")],
        );
        assert_eq!(run.code, Some(2), "{text}");
        assert!(run.stderr.contains(reason), "{text}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{text}");
    }
}

#[test]
fn undecided_is_3_unless_it_is_known() {
    let zcdp =
        lines(&[("class", json!({"kind": "zcdp", "rho": "1/8"}), json!({"delta": {"eps": "1"}}))]);
    let answer = r#"{"id":"class","status":"ok","value":"0.01","bound":"upper"}"#;
    let known = baseline(&[entry("class", "undecided")]);
    let folder =
        Folder::new(&[("suite.jsonl", &zcdp), ("answers.jsonl", answer), ("known.json", &known)]);
    let arguments =
        ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--baseline", "known.json"];
    assert_eq!(crosscheck(&folder, &arguments[..4]).code, Some(3));
    assert_eq!(crosscheck(&folder, &arguments).code, Some(0));
}

/// A known failure excuses its own answer, and not one that is much further from the truth: tv is
/// 1/2, and an upper bound of 0.4 is known to be unsound.
#[test]
fn an_answer_further_from_the_truth_than_the_known_one_is_new() {
    let suite =
        lines(&[("tv", json!({"kind": "randomized-response", "eps": "ln(3)"}), json!({"tv": {}}))]);
    let entry = json!({"id": "tv", "verdict": "unsound", "says": "0.4"});
    for (value, code, standing) in
        [("0.4", 0, "known"), ("0.31", 0, "known"), ("0.45", 0, "known"), ("0.29", 1, "new")]
    {
        let answer = json!({"id": "tv", "status": "ok", "value": value, "bound": "upper"});
        let folder = Folder::new(&[
            ("suite.jsonl", &suite),
            ("answers.jsonl", &answer.to_string()),
            ("known.json", &baseline(std::slice::from_ref(&entry))),
        ]);
        let own =
            ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--baseline", "known.json"];
        let run = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat());
        assert_eq!(run.code, Some(code), "{value}");
        assert_eq!(run.json()["questions"][0]["standing"], standing, "{value}");
        if standing == "new" {
            let text = crosscheck(&folder, &own).stdout;
            let said = "tv: unsound, as known, but more than twice as far from the truth";
            assert!(text.contains(said), "{text}");
            crosscheck(&folder, &[own.as_slice(), &["--sarif", "log.sarif"]].concat());
            let sarif = folder.text("log.sarif");
            assert!(sarif.contains("unsound, as known, but more than twice as far"), "{sarif}");
        }
    }
}
