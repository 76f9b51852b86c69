//! Answers that logic relates: no certified value is in these reports.

use super::*;

/// Runs a small accountant with a fault on some relations.
fn run(fault: &str, declared: &str, more: &[&str]) -> (Folder, Run) {
    let script = crate::root().join("crates/crosscheck/tests/relations/accountant.py");
    let program = format!("python3 '{}' {fault} {declared}", script.display());
    let only = "relation-loop-8-times-gaussian-2-d*";
    let folder = Folder::new(&[]);
    let found = crosscheck(&folder, &[&["--only", only, "--cmd", &program], more].concat());
    let said =
        if more.contains(&"--write-baseline") { "dpcert: 1 failure: written to " } else { "" };
    assert!(
        found.stderr.starts_with(said) && found.stderr.is_empty() == said.is_empty(),
        "{}",
        found.stderr
    );
    (folder, found)
}

#[test]
fn the_text_says_by_what_it_is_unsound() {
    let (_, found) = run("drops-count", "promised", &[]);
    assert_eq!(found.code, Some(1));
    insta::assert_snapshot!(found.stdout, @r#"
    1 relation: 1 unsound; 1 failure
    program: accountant 1

    | relation                                        | quantity             | first says   | second says  | verdict     |
    |-------------------------------------------------|----------------------|--------------|--------------|-------------|
    | relation-loop-8-times-gaussian-2-delta-at-0.125 | delta at eps = 0.125 | <= ~0.557844 | <= ~0.103696 | unsound (!) |
      relation-loop-8-times-gaussian-2-delta-at-0.125: unsound by the library's own two answers: both must be equal within a
        relative 1e-9, as the library promises, and the larger one is at least 5.37 times the smaller one.
        n times at once is n times in a loop: delta at eps = 0.125 of gaussian(sigma=2) * gaussian(sigma=2) *
          gaussian(sigma=2) * gaussian(sigma=2) * gaussian(sigma=2) * gaussian(sigma=2) * gaussian(sigma=2) *
          gaussian(sigma=2) = delta at eps = 0.125 of gaussian(sigma=2)^8
    "#);
}

#[test]
fn two_bounds_that_are_far_apart_are_undecided() {
    let (_, found) = run("drops-count", "upper", &[]);
    assert_eq!(found.code, Some(3));
    let words: Vec<&str> = found.stdout.split_whitespace().collect();
    let expected = "undecided: both must be equal, and the larger one is at least 5.37 times the smaller one: one is";
    assert!(words.join(" ").contains(expected), "{}", found.stdout);
    let (_, near) = run("grid", "upper", &[]);
    assert_eq!(
        (near.code, near.stdout.as_str()),
        (Some(0), "1 relation: 1 differs; no failure\nprogram: accountant 1\n")
    );
    let (_, all) = run("grid", "upper", &["--all"]);
    assert!(all.stdout.contains("one by at least 5.81e-4 of it."), "{}", all.stdout);
}

#[test]
fn other_programs_read_relations_too() {
    let (folder, found) = run(
        "drops-count",
        "interval",
        &["--json", "--junit", "j", "--sarif", "s", "--write-baseline", "known.json"],
    );
    assert_eq!(found.code, Some(1));
    let report = found.json();
    assert_eq!((&report["questions"], &report["summary"]["questions"]), (&json!([]), &json!(0)));
    let relation = &report["relations"][0];
    assert_eq!((&relation["law"], &relation["order"]), (&json!("loop"), &json!("equal")));
    assert_eq!((&relation["verdict"], &relation["standing"]), (&json!("unsound"), &json!("new")));
    assert!(
        relation["why"].as_str().unwrap().starts_with("By the library's own two answers: "),
        "{relation}"
    );
    assert!(
        relation["first"]["interval"]["lo"].as_str().unwrap().starts_with("0x1.1ac29ba2"),
        "{relation}"
    );
    let counts = &report["summary"]["relations"];
    assert_eq!(
        (&counts["relations"], &counts["verdicts"]["unsound"], &counts["new"]),
        (&json!(1), &json!(1), &json!(1))
    );
    let sarif: Value = serde_json::from_str(&folder.text("s")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "unsound");
    let text = result["message"]["text"].as_str().unwrap();
    assert!(text.contains("unsound by the library's own two answers. Says in "), "{text}");
    assert!(folder.text("j").contains("dpcert.relation.loop"), "{}", folder.text("j"));
    // As a baseline of the same format, which makes the next run pass.
    let known: Value = serde_json::from_str(&folder.text("known.json")).unwrap();
    assert_eq!(
        (&known["format"], &known["failures"][0]["verdict"]),
        (&json!("dpcert-baseline/1"), &json!("unsound"))
    );
    let path = folder.path("known.json").display().to_string();
    let (_, again) = run("drops-count", "interval", &["--json", "--baseline", &path]);
    assert_eq!((again.code, &again.json()["relations"][0]["standing"]), (Some(0), &json!("known")));
    let (_, mended) = run("none", "interval", &["--baseline", &path]);
    assert!(
        mended.stdout.contains("; 1 mended")
            && mended.stdout.contains("mended, to be removed from"),
        "{}",
        mended.stdout
    );
    let (_, table) = run("drops-count", "interval", &["--csv"]);
    assert!(table.stdout.lines().nth(1).unwrap().contains(",equal,"), "{}", table.stdout);
}

/// What was recorded is compared again as it was. A record without their answers says nothing about
/// relations.
#[test]
fn relations_are_compared_again_from_a_record() {
    let (folder, live) = run("drops-count", "promised", &["--json", "--record", "answers.jsonl"]);
    assert_eq!(folder.text("answers.jsonl").lines().count(), 2);
    let only = ["--only", "relation-loop-*", "--answers", "answers.jsonl"];
    let again = crosscheck(&folder, &[&only[..], &["--json"]].concat());
    assert_eq!((again.code, &again.json()["relations"]), (Some(1), &live.json()["relations"]));
    let other = r#"{"id":"another","status":"unsupported","reason":"zCDP"}"#;
    std::fs::write(folder.path("answers.jsonl"), other).unwrap();
    let none = crosscheck(&folder, &only);
    assert_eq!((none.code, none.stderr.as_str()), (Some(0), ""));
    assert!(none.stdout.contains("relations that were not asked: "), "{}", none.stdout);
}

/// A suite of one's own has no relations.
#[test]
fn a_suite_has_only_its_own_questions() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let found =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--cmd", &control("upper")]);
    assert_eq!((&found.json()["relations"], found.code), (&json!([]), Some(0)));
}
