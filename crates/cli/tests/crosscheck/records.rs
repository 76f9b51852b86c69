//! Answers that were recorded.

use super::*;
use crate::support::effort;
use dpcert_crosscheck::Answer;

/// What a run recorded is judged again as it was, whatever happened in it.
#[test]
fn recorded_answers_get_the_same_verdicts() {
    let modes = [
        "upper",
        "says:nan:upper",
        "dies",
        "garbage",
        "says:0:upper",
        "error",
        "estimate",
        "interval",
    ];
    for mode in modes.into_iter().take(4 * effort()) {
        let folder = Folder::new(&[("suite.jsonl", &suite())]);
        let ask = [
            "--suite",
            "suite.jsonl",
            "--json",
            "--record",
            "answers.jsonl",
            "--cmd",
            &control(mode),
        ];
        let (live, recorded) = (crosscheck(&folder, &ask), folder.text("answers.jsonl"));
        assert_eq!(recorded.lines().count(), 6);
        for line in recorded.lines() {
            assert_eq!(Answer::read(line).unwrap().line(), line);
        }
        let again = crosscheck(
            &folder,
            &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"],
        );
        assert_eq!((again.code, again.stdout), (live.code, live.stdout), "{mode}");
        let reversed: Vec<&str> = recorded.lines().rev().collect();
        std::fs::write(folder.path("answers.jsonl"), reversed.join("\n")).unwrap();
        let reordered = crosscheck(
            &folder,
            &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"],
        );
        assert_eq!(reordered.stdout, crosscheck(&folder, &ask).stdout, "{mode}");
    }
}

#[test]
fn records_are_read_strictly() {
    let good = r#"{"id":"tail","status":"ok","value":"1","bound":"upper"}"#;
    for (answers, code, reason) in [
        (format!("{good}\n{good}\n"), 2, "there is another answer to \"tail\""),
        (format!("{good}\n{{\"status\":\"ok\"}}\n"), 2, "answers.jsonl:2:"),
        (format!("{good}\nx\n"), 2, "not a JSON value"),
        (format!("{good}\n{{\"id\":\"one-step\",\"status\":\"ok\",\"value\":NaN}}\n"), 1, ""),
    ] {
        let folder = Folder::new(&[("suite.jsonl", &suite()), ("answers.jsonl", &answers)]);
        let run = crosscheck(
            &folder,
            &["--suite", "suite.jsonl", "--json", "--answers", "answers.jsonl"],
        );
        assert_eq!(run.code, Some(code), "{answers}");
        assert!(run.stderr.contains(reason), "{answers}: {}", run.stderr);
        if code == 1 {
            assert_eq!(run.verdicts(), ["invalid", "loose"]);
            let said = "dpcert: not asked: 4 questions, without an answer in answers.jsonl; --only chooses the \
                        questions\n";
            assert_eq!((run.stderr.as_str(), &run.json()["summary"]["unasked"]), (said, &json!(4)));
        }
    }
}

/// A question without an answer in the record is no failure of a baseline, which excuses it.
#[test]
fn what_a_record_lacks_is_in_no_baseline() {
    let answer = r#"{"id":"tail","status":"ok","value":"0","bound":"upper"}"#;
    let folder = Folder::new(&[("suite.jsonl", &suite()), ("answers.jsonl", answer)]);
    let own = ["--suite", "suite.jsonl", "--answers", "answers.jsonl"];
    let run = crosscheck(&folder, &[own.as_slice(), &["--write-baseline", "known"]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let known: Value = serde_json::from_str(&folder.text("known")).unwrap();
    let ids: Vec<&Value> =
        known["failures"].as_array().unwrap().iter().map(|failure| &failure["id"]).collect();
    assert_eq!(ids, ["tail"]);
    let run = crosscheck(&folder, &[own.as_slice(), &["--baseline", "known"]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let only = [own.as_slice(), &["--baseline", "known", "--only", "tail"]].concat();
    assert_eq!(crosscheck(&folder, &only).code, Some(0));
}
