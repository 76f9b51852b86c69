//! Claimed and certified numbers as they are printed: what they seem to say is what the verdict
//! says.

use crate::check::HEAD;
use dpcert::exact::literal;
use dpcert::{Options, Real, claim};
use dpcert_answers::claims::JudgedFile;
use dpcert_cli::TextOptions;
use dpcert_cli::report::claims::write_text;
use proptest::prelude::*;
use std::cmp::Ordering;

/// A row of the ledger, a quantity and its value, known without any engine.
const TRUTHS: [(&str, &str, &str); 4] = [
    ("mechanism = \"randomized-response\"\neps = \"ln(3)\"", "tv = {}", "1/2"),
    ("mechanism = \"laplace\"\neps = 1", "tv = {}", "(1 - exp(-1/2))"),
    (
        "mechanism = \"approx-dp\"\neps = \"ln(2)\"\ndelta = \"1/10\"",
        "delta = { eps = \"0\" }",
        "(1/10 + 9/10*1/3)",
    ),
    ("mechanism = \"approx-dp\"\neps = \"ln(2)\"\ndelta = 0", "eps = { delta = 0 }", "ln(2)"),
];

/// The printed cells of a claim: claimed, certified, verdict.
fn printed(row: &str, quantity: &str, relation: &str) -> (String, String, String) {
    let text = format!(
        "{HEAD}[[ledger]]\nid = \"row\"\n{row}\n[[claim]]\nid = \"claim\"\nover = [\"row\"]\n{quantity}\n{relation}\n"
    );
    let file = claim::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgements = vec![claim::judge(&file, &file.claims[0], &Options::for_claims())];
    let judged = JudgedFile {
        name: "claims.toml".into(),
        text,
        file,
        judgements,
        answers: Vec::new(),
        remarks: Vec::new(),
    };
    let mut output = Vec::new();
    write_text(&mut output, &[judged], &[], &TextOptions { width: 250, ..TextOptions::default() })
        .unwrap();
    let output = String::from_utf8(output).unwrap();
    let row = output
        .lines()
        .find(|line| line.starts_with("| claim ") && !line.contains("| quantity "))
        .unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    (cells[3].to_owned(), cells[4].to_owned(), cells[6].replace(" (!)", ""))
}

/// What is read: `~` is not seen, `1.2[3,4]` is both ends.
fn ends(text: &str) -> (Real, Real) {
    let number = |text: &str| literal::parse(text.trim_start_matches('~')).unwrap();
    match text.split_once('[') {
        None => (number(text), number(text)),
        Some((head, rest)) => {
            let (both, tail) = rest.split_once(']').unwrap();
            let (lo, hi) = both.split_once(',').unwrap();
            (number(&format!("{head}{lo}{tail}")), number(&format!("{head}{}{tail}", hi.trim())))
        }
    }
}

fn is(x: &Real, order: &[Ordering], y: &Real) -> bool {
    order.contains(&x.compare(y).unwrap())
}

/// A claim that is off by `off` times 10^-`digits`, relatively.
fn check(case: usize, at_most: bool, off: i32, digits: u32) {
    let (row, quantity, truth) = TRUTHS[case];
    let word = if at_most { "at-most" } else { "at-least" };
    let (claimed, certified, verdict) =
        printed(row, quantity, &format!("{word} = \"{truth}*(1 + {off}*10^-{digits})\""));
    let rendered = format!("{claimed} | {certified} | {verdict}");
    assert_eq!(verdict, if (off > 0) == at_most { "holds" } else { "refuted" }, "{rendered}");
    let number = claimed.trim_start_matches(['<', '>', '=', ' ']);
    let (lo, hi) = ends(&certified);
    let (above, below) = ([Ordering::Greater, Ordering::Equal], [Ordering::Less, Ordering::Equal]);
    if let Some(number) = number.strip_suffix(if off > 0 { " (above)" } else { " (below)" }) {
        // Digits do not show it: they agree in many.
        assert!(digits >= 15, "{rendered}");
        let number = ends(number).0;
        assert!(is(&number, &above, &lo) || is(&number, &below, &hi), "{rendered}");
        return;
    }
    let number = ends(number).0;
    if verdict == "refuted" {
        // Visibly on the other side, and not equal to it.
        let is_seen = if at_most { is(&number, &below, &lo) } else { is(&number, &above, &hi) };
        let is_equal = is(&number, &[Ordering::Equal], &lo) && is(&number, &[Ordering::Equal], &hi);
        assert!(is_seen && !is_equal, "{rendered}");
    } else {
        let is_possible = if at_most { is(&number, &above, &lo) } else { is(&number, &below, &hi) };
        assert!(is_possible, "{rendered}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_printed_numbers_never_contradict_the_verdict(
        case in 0..TRUTHS.len(), at_most: bool, is_above: bool, off in 1..1000i32, digits in 3u32..45,
    ) {
        check(case, at_most, if is_above { off } else { -off }, digits);
    }
}

/// Both were printed as 0.375, and a number that is below the other seemed to be above it.
#[test]
fn more_digits_are_shown_where_the_verdict_is_in_them() {
    let (row, quantity, _) = TRUTHS[1];
    let relation = |claimed: &str| format!("at-most = \"{claimed}\"");
    let rendered = |(claimed, certified, verdict): (String, String, String)| {
        format!("{claimed} | {certified} | {verdict}")
    };
    // tv = 0.39346934028736657...
    for (claimed, expected) in [
        ("0x1.92e9a0720d3ecp-2", "<= ~0.393469 | 0.39346934028736657639[6,7] | refuted"),
        ("0.39346934028736657639620046500880", "<= ~0.393469 | 0.3934693402[8,9] | refuted"),
        ("0.39346934028736657639620046500882", "<= ~0.3934693403 | 0.3934693402[8,9] | holds"),
    ] {
        assert_eq!(rendered(printed(row, quantity, &relation(claimed))), expected, "{claimed}");
    }
}
