//! The table of wrong numbers on the first page: each row is what its claim file has, and what is
//! certified.

use crate::support::Shown;
use dpcert::Options;
use dpcert::claim::{self, Verdict};
use dpcert::exact::Real;
use dpcert::exact::literal::parse;

fn number(text: &str) -> Real {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The smallest and the largest number that a cell can mean: after the digits of `4.728…` and of
/// `-1.773…e-13` others follow, and a cell without `…` is exact.
fn ends(cell: &str) -> [Real; 2] {
    let Some((digits, exponent)) = cell.split_once('…') else {
        return [number(cell), number(cell)];
    };
    let (_, decimals) = digits.split_once('.').unwrap();
    let power = exponent.strip_prefix('e').map_or(0, |power| power.parse::<i64>().unwrap());
    let unit = number(&format!("1e{}", power - i64::try_from(decimals.len()).unwrap()));
    let shown = number(&format!("{digits}{exponent}"));
    match digits.starts_with('-') {
        true => [shown.sub(&unit), shown],
        false => [shown.clone(), shown.add(&unit)],
    }
}

fn assert_between(cell: &str, value: &Real) {
    let [low, high] = ends(cell);
    let is_inside = low.compare(value).unwrap().is_le() && value.compare(&high).unwrap().is_le();
    assert!(is_inside, "{cell} in README.md is another number: {value:?}");
}

#[test]
fn wrong_numbers_are_those_of_the_claim_files() {
    let page = std::fs::read_to_string(crate::root().join("README.md")).unwrap();
    let is_row = |line: &&str| line.starts_with('|') && line.contains("](fixtures/claims/");
    let rows: Vec<&str> = page.lines().filter(is_row).collect();
    assert!(rows.len() >= 3, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [software, _, says, proven, link] = cells[..] else { panic!("{row}") };
        let (id, path) = link.split_once("`](").unwrap();
        let path = crate::root().join(path.trim_end_matches(')'));
        let file = claim::read_file(&path).unwrap_or_else(|error| panic!("{error}"));
        let id = id.trim_start_matches("[`");
        let claim = file.claims.iter().find(|claim| claim.id == id).expect(row);
        // The program with its version, and what was called there.
        let source = claim.source.as_ref().unwrap();
        let (version, called) = software.split_once(", ").unwrap();
        assert!(source.to_lowercase().starts_with(&version.to_lowercase()), "{source}");
        assert!(source.contains(called.trim_matches('`')), "{source}");
        let [claimed] = claim.relation.values()[..] else { panic!("{row}") };
        assert_between(says, &claimed.value);
        let judgement = claim::judge(&file, claim, &Options::for_claims());
        assert_eq!(judgement.verdict, Verdict::Refuted, "{row}");
        let certified = judgement.evidence.expect(row).shown.printed();
        assert_between(proven, &number(&certified.lo));
        assert_between(proven, &number(&certified.hi));
    }
}

#[test]
fn digits_that_are_not_rounded_are_an_interval() {
    for (cell, low, high) in
        [("4.728…", "4.728", "4.729"), ("-1.773…e-13", "-1.774e-13", "-1.773e-13"), ("0", "0", "0")]
    {
        assert_eq!(ends(cell), [number(low), number(high)], "{cell}");
    }
}
