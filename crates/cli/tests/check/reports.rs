//! Reports: the same facts for a person and for a program.

use crate::check::{CLAIM, HEAD, ROW, judged_fixtures};
use dpcert::Options;
use dpcert::claim::{self, Claim, ClaimFile, Verdict};
use dpcert_answers::claims::{BadFile, JudgedFile, Summary, write_json};
use dpcert_cli::TextOptions;
use dpcert_cli::report::claims::write_text;

fn judged(text: &str) -> JudgedFile {
    let file = claim::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgements = file
        .claims
        .iter()
        .map(|claim| claim::judge(&file, claim, &Options::for_claims()))
        .collect();
    JudgedFile {
        name: "audit.toml".into(),
        text: text.into(),
        file,
        judgements,
        answers: Vec::new(),
        remarks: Vec::new(),
    }
}

fn text_of(files: &[JudgedFile], bad: &[BadFile], options: &TextOptions) -> String {
    let mut output = Vec::new();
    write_text(&mut output, files, bad, options).unwrap();
    String::from_utf8(output).unwrap()
}

fn json_of(files: &[JudgedFile], bad: &[BadFile]) -> String {
    let mut output = Vec::new();
    write_json(&mut output, files, bad, None::<&Summary>).unwrap();
    String::from_utf8(output).unwrap()
}

/// Four claims, one of each verdict.
fn audit() -> JudgedFile {
    judged(&format!(
        "{HEAD}exclusions = [\"key selection\"]\n\
         [[ledger]]\nid = \"survey\"\nmechanism = \"randomized-response\"\neps = \"ln(3)\"\ncount = 2\n\
         [[ledger]]\nid = \"release\"\nmechanism = \"randomized-response\"\neps = \"ln(2)\"\nsampling = {{ method = \"poisson\", rate = \"1/9\" }}\n\
         [[ledger]]\nid = \"stream\"\nmechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = 0\ncount = \"10^15\"\n\
         [[claim]]\nid = \"total-variation\"\nover = [\"survey\"]\ntv = {{}}\nat-most = \"1/2\"\n\
         [[claim]]\nid = \"printed\"\nover = [\"survey\"]\ndelta = {{ eps = \"1.0986122886681098\" }}\n\
         at-most = \"0.37499999999999994\"\nexpect = \"refuted\"\nreason = \"\"\"Rounded\n  down.\"\"\"\n\
         source = \"report, page 3\"\n\
         [[claim]]\nid = \"all\"\nover = [\"survey\", \"release\"]\ntv = {{}}\nat-most = 1\n\
         [[claim]]\nid = \"long\"\nover = [\"stream\"]\neps = {{ delta = \"1e-6\" }}\nat-most = 1\nexpect = \"undecided\"\n"
    ))
}

#[test]
fn a_text_report() {
    insta::assert_snapshot!(text_of(&[audit()], &[], &TextOptions::default()));
}

#[test]
fn a_json_report() {
    let bad = [BadFile { name: "notes.toml".into(), message: "the file is empty".into() }];
    insta::assert_snapshot!(json_of(&[audit()], &bad));
}

/// The distance that follows from a query, and what parts mean, are said before the claims.
#[test]
fn what_is_derived_is_said() {
    let row = "[[ledger]]\nid = \"row\"\npart = \"north\"\nmechanism = \"gaussian\"\nscale = 2\nquery = \"histogram\"\n\
               keys = 1\nrows_per_key = 1\n";
    let file = judged(&format!("{HEAD}exclusions = [\"a\"]\n{row}{CLAIM}"));
    let derived = [
        "row row: histogram with replace-one: neighbours move 2 counts by 1 each, a Euclidean distance of sqrt(2) (about \
         1.41421)",
        "the part north: no unit is in two, and a claim is about the worst of them, or of two that a record leaves and \
         another one enters, beside the rows on all data",
    ];
    let text = text_of(std::slice::from_ref(&file), &[], &TextOptions::default());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("excluded: a {} {} ", derived[0], derived[1])), "{text}");
    let json: serde_json::Value = serde_json::from_str(&json_of(&[file], &[])).unwrap();
    assert_eq!(json["files"][0]["derived"], serde_json::json!(derived));
    let json: serde_json::Value = serde_json::from_str(&json_of(&[audit()], &[])).unwrap();
    assert_eq!(json["files"][0].get("derived"), None);
}

#[test]
fn summaries() {
    let bad = BadFile { name: "x".into(), message: "y".into() };
    let holds = judged(&format!("{HEAD}{ROW}{CLAIM}"));
    let fails = judged(&format!("{HEAD}{ROW}{}", CLAIM.replace("0.5", "0.1")));
    let contradictory = {
        let mut file = holds.clone();
        file.judgements[0].contradiction = Some("they differ".into());
        file.judgements[0].verdict = Verdict::Undecided;
        file
    };
    for (files, bad, expected) in [
        (vec![], vec![], "0 claims in 0 files"),
        (vec![holds.clone()], vec![], "1 claim in 1 file: 1 holds, all as expected"),
        (
            vec![holds.clone(), holds.clone(), fails.clone()],
            vec![bad.clone()],
            "3 claims in 3 files: 2 hold, 1 refuted; 1 not as expected; not judged: 1 path with errors",
        ),
        (
            vec![contradictory],
            vec![],
            "1 claim in 1 file: 1 undecided; 1 not as expected; the engines contradict each other on 1 claim",
        ),
    ] {
        let summary = Summary::of(&files, &bad);
        assert_eq!(summary.to_string(), expected);
        assert!(text_of(&files, &bad, &TextOptions::default()).ends_with(&format!("{expected}\n")));
    }
}

#[test]
fn findings_are_in_both_reports() {
    let file = judged(&format!(
        "{HEAD}{ROW}actual = \"floating-point\"\n{}[policy]\nclaim-rounded-down = \"deny\"\n",
        CLAIM.replace("0.5", "0.38")
    ));
    let text = text_of(std::slice::from_ref(&file), &[], &TextOptions::default());
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("  claim:")).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
      claim: refuted (expected: holds). The value exceeds the claim by at least 0.00292; the claimed value is at most 0.993
        times the truth.
      claim: claim-rounded-down, denied: the claimed value could be the certified value, between 0.38292492254 and
        0.38292492255, rounded down; an upper bound must be rounded up.
      claim: mechanism-idealised: the row row is judged with the mechanism gaussian and was run with floating-point; the
        verdict is about gaussian and by itself proves nothing about floating-point.

    1 claim in 1 file: 1 refuted; 1 not as expected; 2 findings, 1 denied
    ");
    let report: serde_json::Value = serde_json::from_str(&json_of(&[file], &[])).unwrap();
    let findings = &report["files"][0]["claims"][0]["findings"];
    let names: Vec<_> = [0, 1]
        .iter()
        .map(|i| (findings[i]["finding"].as_str(), findings[i]["level"].as_str()))
        .collect();
    assert_eq!(
        names,
        [(Some("claim-rounded-down"), Some("deny")), (Some("mechanism-idealised"), Some("warn"))],
        "{findings}"
    );
    assert!(
        findings[0]["message"].as_str().unwrap().contains("0.38292492254 and 0.38292492255"),
        "{findings}"
    );
    assert_eq!(
        (&report["summary"]["findings"], &report["summary"]["denied"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn reports_are_readable_and_reproducible() {
    let judge = |file: &ClaimFile, claim: &Claim| claim::judge(file, claim, &Options::for_claims());
    let files = judged_fixtures(judge);
    let serial: Vec<JudgedFile> = files
        .iter()
        .map(|judged| JudgedFile {
            judgements: judged.file.claims.iter().map(|claim| judge(&judged.file, claim)).collect(),
            ..judged.clone()
        })
        .collect();
    let text = text_of(&files, &[], &TextOptions::default());
    assert_eq!(text, text_of(&serial, &[], &TextOptions::default()));
    assert_eq!(json_of(&files, &[]), json_of(&serial, &[]));
    // Ids and numbers are there to be copied: a row of a table is as wide as they are.
    let longest = |rows: bool| {
        text.lines()
            .filter(|line| line.starts_with('|') == rows)
            .map(|line| line.chars().count())
            .max()
            .unwrap()
    };
    assert!(
        longest(false) <= 120 && longest(true) <= 130,
        "{} and {} columns",
        longest(false),
        longest(true)
    );
    assert!(!text.contains('\u{1b}'));
    // The styling of this program begins with a byte that no text contains, and becomes an escape
    // on standard output.
    let mut coloured = Vec::new();
    write_text(
        &mut coloured,
        &files,
        &[],
        &TextOptions { width: 100, is_screen: true, colour: true },
    )
    .unwrap();
    assert!(coloured.contains(&0xff) && !coloured.contains(&0x1b));
}

#[test]
fn a_report_does_not_control_the_terminal() {
    let file = judged(&format!(
        "{HEAD}{ROW}[[claim]]\nid = \"c\\u001b[31m\"\nover = [\"row\"]\ntv = {{}}\nat-most = \"0.1\"\nreason = \"\\u001b[0m\"\n"
    ));
    let text = text_of(&[file], &[], &TextOptions::default());
    assert!(!text.contains('\u{1b}'), "{text:?}");
}
