//! Lines of the query protocol.

use super::protocol::answer_line;
use dpcert::EngineChoice;
use dpcert::input::raw_field;
use dpcert_cli::Settings;
use serde_json::Value;
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::collections::HashMap;

/// What one answer may cost: little enough that the next line has its turn. With both engines, a
/// contradiction between them is an error without help, which fails the check.
const LIMITS: Settings = Settings {
    engine: if cfg!(feature = "mpfr") { EngineChoice::Both } else { EngineChoice::Malachite },
    max_precision: Some(1024),
    max_work: Some(10_000_000),
    max_memory: Some(64),
};

/// Whatever stands in a line, it gets one line of JSON, with its id, a status, and the fields that
/// the status promises.
pub fn check(data: &[u8]) {
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    if data.contains(&b'\n') {
        return;
    }
    let answer = answer_line(data, &LIMITS).expect("an answer can be written");
    let answer = String::from_utf8(answer).expect("an answer is UTF-8");
    let line = answer.strip_suffix('\n').expect("an answer is a line");
    assert!(!line.contains('\n'), "an answer of several lines");
    // The id may be any JSON at all, also such as no value here can hold: a lone surrogate, 1e999.
    let fields: HashMap<String, &RawValue> =
        serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    let others = fields.iter().filter(|(name, _)| *name != "id");
    let value = |raw: &RawValue| {
        serde_json::from_str::<Value>(raw.get()).unwrap_or_else(|e| panic!("{line}: {e}"))
    };
    let answer: Value = others.map(|(name, raw)| (name.clone(), value(raw))).collect();

    let valid = data.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let id = fields.get("id").map(|id| id.get());
    assert_eq!(id, Some(raw_field(valid, "id").unwrap_or("null")), "the id is echoed as given");
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    match text("status") {
        Some("ok") => {
            let numbers = check_numbers(&answer);
            let is_list = |value: &Value| value.is_array();
            let has_list = answer.as_object().is_some_and(|fields| fields.values().any(is_list));
            assert!(numbers > 0 || has_list, "an answer without a number: {line}");
            assert!(
                answer.get("met").is_some_and(Value::is_boolean)
                    && answer.get("tight").is_some_and(Value::is_boolean)
            );
            assert!(text("method").is_some() && text("engine").is_some());
        }
        Some("error") => {
            assert!(text("reason").is_some_and(|reason| !reason.is_empty()), "{line}");
            assert!(text("help").is_some_and(|help| !help.is_empty()), "{line}");
            assert!(
                line.len() <= 4 * data.len() + 4_000,
                "an answer of {} bytes to {}",
                line.len(),
                data.len()
            );
        }
        Some("unsupported") => {
            assert!(text("missing").is_some_and(|missing| !missing.is_empty()), "{line}")
        }
        _ => panic!("no status: {line}"),
    }
}

/// Every object with a `lo` has a `hi` that is not below it. How many there are.
fn check_numbers(value: &Value) -> usize {
    match value {
        Value::Array(values) => values.iter().map(check_numbers).sum(),
        Value::Object(fields) => {
            let inner: usize = fields.values().map(check_numbers).sum();
            match (fields.get("lo"), fields.get("hi")) {
                (Some(Value::String(lo)), Some(Value::String(hi))) => {
                    check_bounds(lo, hi);
                    inner + 1
                }
                (None, None) => inner,
                _ => panic!("half an enclosure: {value}"),
            }
        }
        _ => 0,
    }
}

/// Both ends are decimals of the protocol, and `lo <= hi`.
pub fn check_bounds(lo: &str, hi: &str) {
    assert!(compare(lo, hi).is_le(), "{lo} > {hi}");
}

/// Compares numbers `-?\d+(\.\d+)?(e-?\d+)?`, `inf` and `-inf` digit by digit: their exponents may
/// be far too large for a fraction.
fn compare(x: &str, y: &str) -> Ordering {
    let (x, y) = (Decimal::read(x), Decimal::read(y));
    let magnitude = || (x.exponent, &x.digits).cmp(&(y.exponent, &y.digits));
    x.sign.cmp(&y.sign).then_with(|| if x.sign < 0 { magnitude().reverse() } else { magnitude() })
}

/// `sign * 0.digits * 10^exponent`, without zeros at either end.
struct Decimal {
    sign: i8,
    exponent: i64,
    digits: String,
}

impl Decimal {
    fn read(text: &str) -> Decimal {
        let (sign, magnitude) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        if magnitude == "inf" {
            return Decimal { sign, exponent: i64::MAX, digits: String::new() };
        }
        let (mantissa, exponent) = magnitude.split_once('e').unwrap_or((magnitude, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        let in_protocol =
            is_number(whole) && is_number(fraction) && is_number(exponent.trim_start_matches('-'));
        assert!(in_protocol, "{text} is no decimal of the protocol");
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let zeros = i64::try_from(all.len() - digits.len()).expect("a text is not that long");
        let point = i64::try_from(whole.len()).expect("a text is not that long") - zeros;
        let exponent: i64 = exponent.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        match digits.trim_end_matches('0') {
            "" => Decimal { sign: 0, exponent: 0, digits: String::new() },
            digits => Decimal { sign, exponent: exponent + point, digits: digits.to_owned() },
        }
    }
}
