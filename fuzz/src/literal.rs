//! Exact literals.

use super::{check_error, fractions};
use dpcert::Real;
use dpcert::exact::Malachite;
use dpcert::exact::literal::{LiteralError, parse};
use std::cmp::Ordering;

/// A literal is an error that can be shown, or a number that reads back as itself and has the
/// value that an evaluator without any cleverness gives it.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let result = parse(text);
    if let Some(expected) = fractions::evaluate(text) {
        let value = result.as_ref().unwrap_or_else(|e| panic!("{expected} is refused: {e}"));
        let value = value.as_rational().unwrap_or_else(|| panic!("{expected} is read as {value}"));
        assert_eq!(value.to_string(), expected.to_string());
    }
    match result {
        Err(error) => check_error(text, &error.message, &error.span, &error.help),
        Ok(number) => {
            check_enclosures(&number);
            let printed = number.to_string();
            match parse(&printed) {
                // The same number, perhaps as another expression: brackets that do not matter are
                // not printed, and what they kept apart is simplified.
                Ok(again) => {
                    let (again, number) =
                        (again.enclose::<Malachite>(160), number.enclose::<Malachite>(160));
                    assert!(again.intersection(&number).is_some(), "printed as {printed}");
                }
                Err(error) => assert!(is_limit(&error), "{printed} does not read back: {error}"),
            }
        }
    }
}

/// What is printed may be longer than what was read, and so too long.
fn is_limit(error: &LiteralError) -> bool {
    error.help.starts_with("at most")
        || error.help.starts_with("a literal may have")
        || error.help.contains(" bits")
}

/// Two precisions enclose the same number, and its sign is the one they show.
fn check_enclosures(number: &Real) {
    let (coarse, fine) = (number.enclose::<Malachite>(64), number.enclose::<Malachite>(160));
    assert!(coarse.intersection(&fine).is_some(), "{coarse:?} and {fine:?} are apart");
    let sign = number.sign();
    for enclosure in [&coarse, &fine] {
        assert!(enclosure.lower() <= enclosure.upper());
        assert!(
            enclosure.sign().is_none_or(|seen| Some(seen) == sign),
            "{sign:?} of {enclosure:?}"
        );
    }
    if sign == Some(Ordering::Equal) {
        assert!(coarse.contains_zero() && fine.contains_zero());
    }
}
