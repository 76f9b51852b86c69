//! Recorded answers against computed ones, by meaning: an enclosure may be another one that meets
//! it.
//!
//! A grid of losses that is chosen better gives other digits, and both are true. Which digits are
//! recorded is compared by `scripts/record` alone; here a text is the same if the words are, and
//! each enclosure meets the one in its place.

use super::{Fraction, decimal};

/// An enclosure in a text, or a margin, of which only the sign is compared.
#[derive(Debug, PartialEq)]
enum Number {
    Enclosure { lower: Fraction, upper: Fraction },
    Margin { is_negative: bool },
}

/// Panics unless the texts are the same but for enclosures that meet, and the blanks and rules of
/// tables around them.
pub fn assert_meets(computed: &str, recorded: &str, what: &str) {
    let ((computed_words, computed_numbers), (words, numbers)) = (parts(computed), parts(recorded));
    assert_eq!(computed_words, words, "{what}:\n{computed}");
    assert_eq!(computed_numbers.len(), numbers.len(), "{what}:\n{computed}");
    for (found, expected) in computed_numbers.iter().zip(&numbers) {
        assert!(
            meets(found, expected),
            "{what}: {found:?} and {expected:?} are disjoint\n{computed}\nrecorded:\n{recorded}"
        );
    }
}

fn meets(one: &Number, other: &Number) -> bool {
    match (one, other) {
        (
            Number::Enclosure { lower, upper },
            Number::Enclosure { lower: other_lower, upper: other_upper },
        ) => lower <= other_upper && other_lower <= upper,
        _ => one == other,
    }
}

/// The words, with a mark where a number was taken out, and the numbers.
fn parts(text: &str) -> (String, Vec<Number>) {
    let (mut words, mut numbers) = (String::new(), Vec::new());
    let mut rest = text;
    let mut last = ' ';
    while let Some(c) = rest.chars().next() {
        if let Some((number, length)) = number(rest, last) {
            numbers.push(number);
            words.push('#');
            last = '#';
            rest = &rest[length..];
            continue;
        }
        // A column is as wide as its longest number.
        if !(c.is_whitespace() && last.is_whitespace() || c == '-' && last == '-') {
            words.push(if c.is_whitespace() { ' ' } else { c });
        }
        last = if c.is_whitespace() { ' ' } else { c };
        rest = &rest[c.len_utf8()..];
    }
    (words, numbers)
}

/// The number at the beginning of a text, and its length. One that is part of a word, or exact, is
/// none.
fn number(text: &str, before: char) -> Option<(Number, usize)> {
    if before.is_alphanumeric() || before == '.' || before == '_' {
        return None;
    }
    if let Some(inside) = text.strip_prefix("\"lo\":") {
        // "lo":"0.1","hi":"0.2", with blanks or without.
        let (lower, after) = inside.trim_start().strip_prefix('"')?.split_once('"')?;
        let (upper, after) = after
            .trim_start_matches(',')
            .trim_start()
            .strip_prefix("\"hi\":")?
            .trim_start()
            .strip_prefix('"')?
            .split_once('"')?;
        return Some((enclosure(lower, upper)?, text.len() - after.len()));
    }
    if let Some(inside) = text.strip_prefix('[') {
        let (inside, after) = inside.split_once(']')?;
        let (lower, upper) = inside.split_once(", ")?;
        return Some((enclosure(lower, upper)?, text.len() - after.len()));
    }
    if text.starts_with(['+', '-']) && before == ' ' {
        let digits = text[1..]
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-')))
            .map_or(text.len(), |at| at + 1);
        let is_number = digits > 1 && is_finite(&text[1..digits]);
        return is_number
            .then_some((Number::Margin { is_negative: text.starts_with('-') }, digits));
    }
    // 1.234[5,6]e-7: the digits of both ends, with those in common first.
    let head = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|at| *at > 0)?;
    let (inside, after) = text[head..].strip_prefix('[')?.split_once(']')?;
    let (low, high) = inside.split_once(',')?;
    let exponent = match after.strip_prefix('e') {
        Some(digits) => {
            1 + digits.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(digits.len())
        }
        None => 0,
    };
    let end = |digits: &str| format!("{}{digits}{}", &text[..head], &after[..exponent]);
    Some((enclosure(&end(low), &end(high))?, text.len() - after.len() + exponent))
}

fn enclosure(lower: &str, upper: &str) -> Option<Number> {
    let lower = is_finite(lower).then(|| decimal(lower))?;
    // No answer is as large as what stands for infinity.
    let upper = match upper {
        "inf" => decimal("1e400"),
        finite => is_finite(finite).then(|| decimal(finite))?,
    };
    (lower <= upper).then_some(Number::Enclosure { lower, upper })
}

fn is_finite(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa
        .trim_start_matches('-')
        .split_once('.')
        .unwrap_or((mantissa.trim_start_matches('-'), "0"));
    digits(whole) && digits(fraction) && digits(exponent.trim_start_matches('-'))
}

#[test]
fn enclosures_that_meet_are_the_same_answer() {
    let is_same = |computed: &str, recorded: &str| {
        std::panic::catch_unwind(|| assert_meets(computed, recorded, "a test")).is_ok()
    };
    for (computed, recorded) in [
        ("delta in [0.1, 0.3]", "delta in [0.2, 0.4]"),
        ("a 1.234[5,6]e-7 b", "a [1.2345e-7, 1.2347e-7] b"),
        ("| eps   | 3.1[2,3] | +0.2 |\n|------|", "| eps | 3.12[2,4] | +0.19 |\n|---|"),
        (r#"{"lo":"0.1","hi":"0.2","x":1}"#, r#"{"lo":"0.15","hi":"0.3","x":1}"#),
        ("[1, inf]", "[2, 3]"),
    ] {
        assert!(is_same(computed, recorded), "{computed}");
    }
    for (computed, recorded) in [
        ("delta in [0.1, 0.2]", "delta in [0.3, 0.4]"),
        ("a 1.234[5,6]e-7 b", "a 1.234[5,6]e-8 b"),
        ("delta in [0.1, 0.2]", "eps in [0.1, 0.2]"),
        ("delta = 0.1", "delta = 0.2"),
        ("| 3.1[2,3] | +0.2 | holds", "| 3.1[2,3] | -0.2 | holds"),
        ("| 3.1[2,3] | +0.2 | holds", "| 3.1[2,3] | +0.2 | refuted"),
        (r#"{"lo":"0.1","hi":"0.2","x":1}"#, r#"{"lo":"0.1","hi":"0.2","x":2}"#),
        (r#"{"lo":"0.1","hi":"0.2"}"#, r#"{"lo":"0.3","hi":"0.4"}"#),
        ("sigma in (0.1]", "sigma in (0.2]"),
    ] {
        assert!(!is_same(computed, recorded) && is_same(recorded, recorded), "{computed}");
    }
}
