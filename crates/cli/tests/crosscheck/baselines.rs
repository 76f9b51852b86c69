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
        "known failures with an id that no question and no relation has, to be corrected in the baseline: 1 (elsewhere)\n",
        "known failures mended, to be removed from the baseline: 1 (one-step)\n",
        "lattice-point: crashed, as known: exit status: 3",
        "crashed (known)",
        "crashed (!)",
    ] {
        assert!(run.stdout.contains(expected), "{expected:?} is not in\n{}", run.stdout);
    }
    // What is mended has no row of its own.
    assert_eq!(run.stdout.matches("sound").count(), 1, "{}", run.stdout);
}

/// An id that no question has is not one that was left out: it is misspelt, or from another version.
#[test]
fn an_id_that_is_nowhere_is_told() {
    let ids = ["tail", "gaussian-1-tv", "relation-once-gaussian-2-k1-tv", "gausian-1-tv"];
    let known = ids.map(|id| entry(id, "unsound"));
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("known.json", &baseline(&known))]);
    let program = control("upper");
    let own = [
        "--suite",
        "suite.jsonl",
        "--only",
        "one-*",
        "--baseline",
        "known.json",
        "--cmd",
        &program,
    ];
    let text = crosscheck(&folder, &own).stdout;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let [left_out, nowhere] = [
        "known failures that were not asked: 3 (gaussian-1-tv, relation-once-gaussian-2-k1-tv, tail)",
        "known failures with an id that no question and no relation has, to be corrected in the baseline: 1 (gausian-1-tv)",
    ];
    assert!(words.contains(left_out) && words.contains(nowhere), "{text}");
    let json = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat()).json();
    assert_eq!(json["summary"]["known_nowhere"], json!(["gausian-1-tv"]));
    assert_eq!(json["summary"]["absent"], 4);
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

/// An exception excuses one of the same kind, whatever its message is, and no other one; NaN excuses no
/// number, nor a positive one a negative one, and a baseline that does not say how a question failed excuses each way.
#[test]
fn another_exception_than_the_known_one_is_new() {
    let suite =
        lines(&[("tv", json!({"kind": "randomized-response", "eps": "ln(3)"}), json!({"tv": {}}))]);
    let error = |reason: &str| json!({"id": "tv", "status": "error", "reason": reason});
    let value = |value: &str| json!({"id": "tv", "status": "ok", "value": value, "bound": "upper"});
    let run = |answer: &Value, more: &[&str], known: &str| {
        let answers = answer.to_string();
        let files = [("s.jsonl", suite.as_str()), ("a.jsonl", &answers), ("known.json", known)];
        let folder = Folder::new(&files);
        let own = ["--suite", "s.jsonl", "--answers", "a.jsonl", "--baseline", "known.json"];
        (crosscheck(&folder, &[&own[..], more].concat()), folder)
    };
    let none = baseline(&[]);
    let written = |answer: &Value| {
        let (_, folder) = run(answer, &["--write-baseline", "next.json"], &none);
        folder.text("next.json")
    };
    let overflow = error("OverflowError: (34, 'too large')");
    for (known, now, code) in [
        // The exit code is 3 where nothing is judged, as after a crash that is known.
        (&overflow, error("OverflowError: exp(900)"), 3),
        (&overflow, error("MemoryError"), 1),
        (&value("nan"), value("nan"), 0),
        (&value("nan"), value("-1"), 1),
        (&value("-1"), value("-2"), 0),
        (&value("2"), value("3"), 0),
        (&value("2"), value("-1"), 1),
    ] {
        let (found, _) = run(&now, &[], &written(known));
        assert_eq!(found.code, Some(code), "{known}, {now}: {}", found.stdout);
        let said = "as known, but not in the way that the baseline has";
        assert_eq!(found.stdout.contains(said), code == 1, "{}", found.stdout);
    }
    let silent = baseline(&[entry("tv", "crashed")]);
    assert_eq!(run(&error("MemoryError"), &[], &silent).0.code, Some(3));
}

/// The mended failures are one line, and so are those whose questions are unsupported now, as those
/// that were not asked.
#[test]
fn known_failures_are_named_once() {
    let ids: Vec<String> = (0..12).map(|i| format!("q{i:02}")).collect();
    let response = json!({"kind": "randomized-response", "eps": "ln(3)"});
    let questions: Vec<_> =
        ids.iter().map(|id| (id.as_str(), response.clone(), json!({"tv": {}}))).collect();
    let answers = |answer: &Value| -> String {
        let with_id = |id: &String| {
            let mut answer = answer.clone();
            answer["id"] = json!(id);
            answer.to_string() + "\n"
        };
        ids.iter().map(with_id).collect()
    };
    let known: Vec<Value> = ids.iter().map(|id| entry(id, "unsound")).collect();
    for (answer, said, code) in [
        (
            json!({"status": "ok", "value": "1/2", "bound": "upper"}),
            "known failures mended, to be removed from the baseline: 12 (q00, q01, ",
            0,
        ),
        (
            json!({"status": "unsupported", "reason": "renamed"}),
            "known failures that are unsupported now: 12 (q00, q01, ",
            3,
        ),
    ] {
        let folder = Folder::new(&[
            ("suite.jsonl", &lines(&questions)),
            ("answers.jsonl", &answers(&answer)),
            ("known.json", &baseline(&known)),
        ]);
        let own =
            ["--suite", "suite.jsonl", "--answers", "answers.jsonl", "--baseline", "known.json"];
        let run = crosscheck(&folder, &own);
        assert_eq!(run.code, Some(code), "{}", run.stdout);
        let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said) && words.contains("q09 and 2 more, with --all)"), "{words}");
        assert_eq!(run.stdout.matches("q05").count(), 1, "{}", run.stdout);
        let all = crosscheck(&folder, &[own.as_slice(), &["--all"]].concat()).stdout;
        assert!(all.contains("q11)"), "{all}");
        let json = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat()).json();
        let unsupported = if code == 3 { json!(ids) } else { json!([]) };
        assert_eq!(json["summary"]["known_unsupported"], unsupported);
    }
}

#[test]
fn a_written_baseline_is_told() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let own = ["--suite", "suite.jsonl", "--write-baseline", "known.json", "--cmd"];
    let run = crosscheck(&folder, &[own.as_slice(), &[&control("dies")]].concat());
    assert_eq!(run.stderr, "dpcert: 3 failures: written to known.json\n");
}

/// A file of another kind is named as what it is, and what is wanted there.
#[test]
fn a_wrong_file_is_recognised() {
    let record = r#"{"id":"one-step","status":"ok","value":"1","bound":"upper"}"#;
    let known =
        serde_json::to_string_pretty(&serde_json::from_str::<Value>(&baseline(&[])).unwrap());
    let folder = Folder::new(&[
        ("suite.jsonl", &suite()),
        ("record.jsonl", record),
        ("known.json", &known.unwrap()),
        ("report.xml", "<?xml version=\"1.0\"?>\n<testsuites/>\n"),
        ("claims.toml", "# Claims\n\n[[claim]]\nid = \"a\"\n"),
    ]);
    let report =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--answers", "record.jsonl"]);
    std::fs::write(folder.path("report.json"), &report.stdout).unwrap();
    for (option, file, found) in [
        ("--baseline", "record.jsonl", "a record of answers, as --record writes it"),
        ("--baseline", "suite.jsonl", "a file of questions, one a line, or of test vectors"),
        ("--baseline", "report.json", "a report, as --json writes it"),
        ("--baseline", "claims.toml", "a claim file, which dpcert check reads"),
        ("--answers", "known.json", "a baseline, as --write-baseline writes it"),
        ("--answers", "suite.jsonl", "a file of questions, one a line, or of test vectors"),
        ("--answers", "report.xml", "XML, such as --junit writes it"),
        ("--suite", "record.jsonl", "a record of answers, as --record writes it"),
        ("--suite", "known.json", "a baseline, as --write-baseline writes it"),
    ] {
        let others = match option {
            "--answers" => ["--suite", "suite.jsonl"],
            _ => ["--answers", "record.jsonl"],
        };
        let run = crosscheck(&folder, &[&others, [option, file].as_slice()].concat());
        let said = format!("dpcert: {option} {file}: this seems to be {found}; {option} takes ");
        assert!(run.code == Some(2) && run.stderr.starts_with(&said), "{said}: {}", run.stderr);
    }
}

/// A relation that is known to fail, by two bounds of which one is twice the other, excuses no two
/// that are much further apart.
#[test]
fn two_answers_further_apart_than_the_known_ones_are_new() {
    let id = "relation-loop-8-times-gaussian-2-delta-at-0.125";
    let mut known = entry(id, "undecided");
    known["says"] = json!("1/8; 1/4");
    let dead = crosscheck(&Folder::new(&[]), &["--only", id, "--json", "--cmd", "false"]).json();
    let sides = ["first", "second"].map(|side| dead["relations"][0][side]["id"].clone());
    for (first, second, standing) in [
        ("1/8", "1/4", "known"),
        ("1/8", "0.37", "known"),
        ("1/4", "1/8", "known"),
        ("1/8", "0.38", "new"),
        ("0", "1/4", "new"),
    ] {
        let answer = |side: &Value, value: &str| {
            json!({"id": side, "status": "ok", "value": value, "bound": "upper"}).to_string() + "\n"
        };
        let folder = Folder::new(&[
            ("answers.jsonl", &(answer(&sides[0], first) + &answer(&sides[1], second))),
            ("known.json", &baseline(std::slice::from_ref(&known))),
        ]);
        let own = ["--only", id, "--answers", "answers.jsonl", "--baseline", "known.json"];
        let run = crosscheck(&folder, &[own.as_slice(), &["--json"]].concat());
        let relation = &run.json()["relations"][0];
        assert_eq!(relation["standing"], standing, "{first} {second}: {relation}");
        if standing == "new" {
            assert_eq!(run.code, Some(3), "{relation}");
            let text = crosscheck(&folder, &own).stdout;
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                words.contains("undecided, as known, but more than twice as far apart"),
                "{text}"
            );
        }
    }
}
