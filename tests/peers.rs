//! Other accountants as witnesses: `fixtures/peers` has what they printed
//! (`scripts/peers/witness.py`, `allocations.py`).

use crate::support::Shown;
use crate::support::{decimal, effort, fraction, real};
use dpcert::{Content, Mechanism, Options, Query, Question};
use serde_json::Value;

fn text<'a>(row: &'a Value, path: &[&str]) -> &'a str {
    path.iter()
        .fold(row, |value, key| &value[key])
        .as_str()
        .unwrap_or_else(|| panic!("{path:?} in {row}"))
}

/// prv-accountant prints three numbers, an interval and an estimate; its interval is proven but for
/// floating point. dp-accounting prints an estimate on either side, proven in the same sense.
#[test]
fn other_accountants_agree() {
    let rows = include_str!("../fixtures/peers/prv-accountant.jsonl");
    let options = Options { gap_bits: 9, ..Options::default() };
    let (mut count, mut narrower) = (0, 0);
    // With little effort every third.
    let every = if effort() > 1 { 1 } else { 3 };
    for line in rows.lines().step_by(every) {
        let row: Value = serde_json::from_str(line).unwrap();
        let query = match text(&row, &["quantity"]) {
            "delta" => Query::Delta { eps: real(text(&row, &["eps"])) },
            _ => Query::Eps { delta: real(text(&row, &["delta"])) },
        };
        let mechanism = Mechanism::parse(text(&row, &["mechanism"])).unwrap();
        let found = dpcert::ask(&Question::of(&mechanism, &query), &options).unwrap();
        let Content::Number(bounds) = &found.content else { panic!("one number") };
        let (low, high) = (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi));
        let theirs = |name: &str, end: &str| decimal(text(&row, &[name, end]));

        let (lower, upper) = (theirs("prv-accountant", "lower"), theirs("prv-accountant", "upper"));
        assert!(
            low <= upper && lower <= high,
            "[{}, {}] and prv-accountant: {row}",
            bounds.printed().lo,
            bounds.printed().hi
        );
        if &high - &low < &upper - &lower {
            narrower += 1;
            assert!(
                lower <= low && high <= upper,
                "[{}, {}] and prv-accountant: {row}",
                bounds.printed().lo,
                bounds.printed().hi
            );
        }
        // Their floats.
        let error = fraction("1") + decimal("1e-9");
        let (below, above) =
            (theirs("dp-accounting", "optimistic"), theirs("dp-accounting", "pessimistic"));
        assert!(&above * &error >= low, "{} and dp-accounting: {row}", bounds.printed().lo);
        assert!(below <= high * &error, "{} and dp-accounting: {row}", bounds.printed().hi);
        count += 1;
    }
    assert_eq!((count, narrower), (18 / every, 18 / every));
}

/// PLD_accounting's interval for eps of a random allocation is proven but for floating point, as
/// ours is; ours is narrower.
#[test]
fn another_accountant_of_random_allocation_agrees() {
    let rows = include_str!("../fixtures/peers/pld-accounting.jsonl");
    let options = Options { gap_bits: 9, ..Options::default() };
    let every = if effort() > 1 { 1 } else { 4 };
    for line in rows.lines().step_by(every) {
        let row: Value = serde_json::from_str(line).unwrap();
        let mechanism = Mechanism::parse(text(&row, &["mechanism"])).unwrap();
        let query = Query::eps(real(text(&row, &["delta"]))).unwrap();
        let found = dpcert::ask(&Question::of(&mechanism, &query), &options).unwrap();
        let Content::Number(bounds) = &found.content else { panic!("one number") };
        let (low, high) = (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi));
        let (lower, upper) = (decimal(text(&row, &["lower"])), decimal(text(&row, &["upper"])));
        assert!(low <= upper && lower <= high, "[{low}, {high}] and {row}");
        assert!(&high - &low < &upper - &lower, "[{low}, {high}] and {row}");
    }
}
