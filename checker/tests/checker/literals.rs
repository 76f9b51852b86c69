//! Literals, numbers and JSON: what is read, and why the rest is not.

use super::{compare, number, parse};
use dpcert_checker::claim::matches;
use dpcert_checker::log_linear::LogLinear;
use dpcert_checker::work::Work;
use dpcert_checker::{json, number as numbers};
use std::cmp::Ordering;

#[test]
fn literals_have_the_values_of_the_grammar() {
    for (text, value) in [
        ("3", "3"),
        ("-3", "-3"),
        ("0.125", "1/8"),
        (".5", "1/2"),
        ("1e-3", "1/1000"),
        ("1.5E2", "150"),
        ("0x1p-3", "1/8"),
        ("0x1.8p1", "3"),
        ("0X.8P0", "1/2"),
        ("0x1.8", "3/2"),
        ("0x1e3+1", "484"),
        ("2^10", "1024"),
        ("2^-2", "1/4"),
        ("2^+2", "4"),
        ("2 ^ - 2", "1/4"),
        ("2^1e1", "1024"),
        ("2^-(1 + 2)", "1/8"),
        ("2^exp(ln(3))", "8"),
        ("-2^2", "-4"),
        ("(-2)^2", "4"),
        ("1/2/2", "1/4"),
        ("1-2-3", "-4"),
        ("2*3+4*5", "26"),
        (" ( 1 + 2 ) * 3 ", "9"),
        ("--2", "2"),
        ("exp(ln(3))", "3"),
        ("exp(2*ln(3) - ln(2))", "9/2"),
        ("exp(ln(9)/2)", "3"),
        ("exp(0)", "1"),
        ("0^0", "1"),
        ("ln(1)", "0"),
        ("sqrt(9/4)", "3/2"),
    ] {
        assert_eq!(number(text), number(value), "{text}");
    }
}

#[test]
fn what_is_no_literal_is_rejected_with_the_reason() {
    let nested = format!("{}1{}", "(".repeat(200), ")".repeat(200));
    let long = format!("1{}", "+ln(2)".repeat(300));
    let digits = "1".repeat(100_001);
    for (text, reason) in [
        ("", "is not a number"),
        ("1 2", "is not expected"),
        ("1/0", "a division by 0"),
        ("ln(0)", "not above 0"),
        ("ln(-1)", "not above 0"),
        ("sqrt(-1)", "negative"),
        ("exp 1", "needs a parenthesis"),
        ("(1", "a parenthesis is open"),
        ("exp(1", "a parenthesis is open"),
        ("2^x", "is not a number"),
        ("2^1.5", "an exponent is an integer"),
        ("2^-1.5", "an exponent is an integer"),
        ("2^(1/2)", "an exponent is an integer"),
        ("2^(sqrt(2)*sqrt(2))", "not known to be an integer"),
        ("2^3^2", "is not expected"),
        ("2^--2", "is not a number"),
        ("1^(10^30)", "an exponent is too large"),
        ("0^-1", "a division by 0"),
        ("2^100000000", "is too large"),
        ("1e999999999", "too large"),
        ("1e", "an exponent is an integer"),
        ("1e99999999999999999999", "the exponent \"99999999999999999999\" is too large"),
        ("0x.", "is not a number"),
        ("0x1.8p", "an exponent is an integer"),
        ("pi", "is not a number"),
        ("1e100000*1e100000*1e100000*1e100000", "more than 524288 bits"),
        ("(((ln(2)^64)^64)^64)^64", "is too large"),
        (&nested, "more than 100 levels"),
        (&long, "more than 256 parts"),
        (&digits, "characters"),
        ("1,5", "is not expected"),
        ("\u{0661}", "is not a number"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
        let shown: String = text.chars().take(60).collect();
        assert!(error.starts_with(&format!("\"{shown}")), "{error}");
    }
}

#[test]
fn the_largest_literals_are_read_and_the_next_ones_not() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    let (sum, spaces) =
        (|count: usize| vec!["ln(2)"; count].join("+"), |count: usize| " ".repeat(count));
    for (allowed, too_large, reason) in [
        (nested(99).as_str(), nested(100).as_str(), "more than 100 levels"),
        (&sum(128), &sum(129), "more than 256 parts"),
        (&format!("{}1", spaces(99_999)), &format!("{}1", spaces(100_000)), "characters"),
        ("1^100000", "1^100001", "is too large"),
        ("1^-100000", "1^-100001", "is too large"),
        ("1e100000", "1e100001", "too large"),
        ("0x1p-100000", "0x1p-100001", "too large"),
        ("(2^31)^16384", "(2^31)^16385", "is too large"),
        ("(2^31)^16384*2^16383", "(2^31)^16384*2^16384", "more than 524288 bits"),
        ("ln(2)^64", "ln(2)^65", "is too large"),
        ("(ln(2)+ln(3))^64", "(ln(2)+ln(3))^65", "is too large"),
        ("(ln(2)+ln(3)+2)^51", "(ln(2)+ln(3)+2)^52", "is too large"),
    ] {
        assert!(parse(allowed).is_ok(), "{reason}: {:?}", parse(allowed).err());
        let error = parse(too_large).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    // One behind the other is not nested, and what is multiplied is not longer than its factors.
    assert_eq!(number(&["(1)"; 200].join("+")), number("200"));
    assert_eq!(parse("ln(2)^3").unwrap(), parse("ln(2)*ln(2)*ln(2)").unwrap());
    let error = parse(&["10^100000*10^-100000"; 4].join("*")).unwrap_err().to_string();
    assert!(error.contains("the work of the expression is too large"), "{error}");
    // e to this is rational, and found out in four steps or not at all.
    let power = |factor: u32| {
        format!("exp({factor}*(ln(10^99+1) + ln(10^99+3) - ln(10^99+7) - ln(10^99+9)))")
    };
    for (factor, is_found) in [(100, true), (750, false)] {
        assert_eq!(parse(&power(factor)).unwrap().rational().is_some(), is_found);
    }
}

#[test]
fn logarithms_are_compared_exactly() {
    let form = |text: &str| LogLinear::of(&parse(text).unwrap());
    for (x, y, is_equal) in [
        ("3*ln(2)", "ln(8)", true),
        ("ln(8)/3", "ln(2)", true),
        ("ln(6)", "ln(2) + ln(3)", true),
        ("ln(4/9)/2", "ln(2) - ln(3)", true),
        ("1 + ln(2)", "ln(2) + 1", true),
        ("ln(2)", "ln(2) + 1e-300", false),
        ("ln(3)", "ln(2)", false),
        ("1", "ln(2)", false),
        ("ln(2^200 + 1)", "200*ln(2)", false),
        // Numbers of which nothing is known but that each is itself.
        ("3/sqrt(10) + ln(2)", "ln(2) + 1/sqrt(10) + 2/sqrt(10)", true),
        ("sqrt(2) - sqrt(2)", "0", true),
        ("ln(1 + sqrt(2))*2", "ln(1 + sqrt(2)) + ln(1 + sqrt(2))", true),
        ("exp(1)*exp(2) + 1", "1 + exp(1)*exp(2)", true),
        ("1/sqrt(10)", "1/sqrt(11)", false),
        ("2/sqrt(10)", "1/sqrt(10)", false),
        ("sqrt(2) + 1", "sqrt(2)", false),
    ] {
        assert_eq!(form(x).equals(&form(y), &Work::default()), is_equal, "{x} = {y}");
        assert_eq!(
            compare(&parse(x).unwrap(), &parse(y).unwrap()) == Some(Ordering::Equal),
            is_equal,
            "{x} = {y}"
        );
        assert!(form(&form(x).literal()).equals(&form(x), &Work::default()), "{x}");
    }
    // What would cancel is defined nowhere, and not read.
    let nowhere = parse("exp(ln(sqrt(2) - 2) - ln(sqrt(2) - 2))").unwrap_err();
    assert!(
        nowhere.to_string().contains("a logarithm of a number that is not above 0"),
        "{nowhere:?}"
    );
    let order = |x: &str, y: &str| compare(&parse(x).unwrap(), &parse(y).unwrap());
    assert_eq!(
        order("exp(1)", "2.7182818284590452353602874713526624977572"),
        Some(Ordering::Greater)
    );
    assert_eq!(order("exp(1)", "2.7182818284590452353602874713526624977573"), Some(Ordering::Less));
    assert_eq!(order("ln(2)^-3", "3.0027"), Some(Ordering::Greater));
    assert_eq!(order("ln(2)^-3", "3.0028"), Some(Ordering::Less));
    // Equal, and not known to be.
    assert_eq!(order("sqrt(2)*sqrt(3)", "sqrt(6)"), None);
}

#[test]
fn numbers_are_written_in_one_way() {
    for text in ["0", "1", "-1", "10", "1/3", "-7/2", "3*2^-5", "-1*2^-1", "1*2^4"] {
        assert!(numbers::parse(text).is_ok(), "{text}");
    }
    for (text, reason) in [
        ("", "canonical integer"),
        ("+1", "canonical integer"),
        ("01", "canonical integer"),
        ("-0", "canonical integer"),
        ("1.0", "canonical integer"),
        ("1e3", "canonical integer"),
        (" 1", "canonical integer"),
        ("2/4", "lowest terms"),
        ("3/1", "lowest terms"),
        ("1/-3", "lowest terms"),
        ("1/0", "lowest terms"),
        ("0/5", "lowest terms"),
        ("2*2^3", "odd"),
        ("0*2^3", "odd"),
        ("1*2^131073", "too large"),
        ("1*2^-99999999999999999999", "too large"),
        ("\u{0661}", "canonical integer"),
    ] {
        let error = numbers::parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    for text in ["0", "-3", "22/7", "5*2^-3"] {
        assert_eq!(numbers::show(&numbers::parse(text).unwrap()), text);
    }
    assert_eq!(numbers::parse("3*2^4").unwrap(), number("48"));
    let ones = |count: usize| "1".repeat(count);
    for (allowed, too_large) in [
        ("1*2^131072", "1*2^131073"),
        ("1*2^-131072", "1*2^-131073"),
        (&ones(100_000), &ones(100_001)),
    ] {
        assert!(numbers::parse(allowed).is_ok() && numbers::parse(too_large).is_err());
    }
}

#[test]
fn json_is_read_strictly() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for (text, reason) in [
        (r#"{"a": 1, "a": 1}"#, "is given twice"),
        (r#"{"a": 1, "\u0061": 2}"#, "is given twice"),
        ("1.5", "floating point"),
        ("1.5", "write other numbers as texts"),
        ("1e3", "floating point"),
        ("18446744073709551615", "beyond 2^63"),
        ("{} {}", "trailing"),
        ("{}x", "trailing"),
        ("[1,]", "trailing comma"),
        ("{", "EOF"),
        (deep.as_str(), "recursion limit"),
    ] {
        let error = json::parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn patterns_match_as_in_a_shell() {
    for (pattern, text, is_match) in [
        ("*", "", true),
        ("a", "a", true),
        ("a", "ab", false),
        ("a*", "abc", true),
        ("*c", "abc", true),
        ("a*c", "abc", true),
        ("a*c", "ac", true),
        ("a*b*c", "aXbYc", true),
        ("a*b*c", "aXcYb", false),
        ("ab*ba", "aba", false),
        ("*a*a", "a", false),
    ] {
        assert_eq!(matches(pattern, text), is_match, "{pattern} {text}");
    }
}
