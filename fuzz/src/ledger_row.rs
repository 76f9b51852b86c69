//! Rows of a ledger, as both programs read them: a JSON table on a line.
//!
//! The engine and the checker share no reader. What one of them takes for a number within its
//! domain the other may leave undecided, and must not take for something else.

use dpcert::claim;
use dpcert::exact::{Interval, Malachite};
use dpcert_checker::fault::{Class, Fault};
use dpcert_checker::fixed::Scale;
use dpcert_checker::idealised::remarks;
use dpcert_checker::ledger::Row;
use dpcert_checker::rational::BigRational;
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use dpcert_checker::{ClaimFile, Verdict, json, literal};
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::str::FromStr;

/// What a reader makes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// It is one.
    Read,
    /// It may be one, and no rule covers it, or it is not decided.
    Left,
    /// It is none.
    Refused,
}

/// What the checker leaves undecided where the engine reads a row, and why that is no fault: less
/// is known to it.
const STRICTER: [&str; 18] = [
    // Equalities of algebraic numbers beyond sums of logarithms, and roots of products.
    "it is not known whether",
    "is not known to be",
    // Kinds that need a number that is rational for what is computed exactly.
    "is not rational",
    "no rule covers eta",
    "no rule covers an eps that is not above 0",
    "no rule covers this sensitivity",
    "no rule covers this shift",
    "no rule covers several shifts",
    "no rule covers this group",
    "no rule covers the sampler",
    "no rule covers a sampling rate of 0",
    "no rule covers a random allocation of this mechanism",
    "no rule covers a sample under zcdp",
    "no rule covers the field query",
    "no rule covers the field part where a unit is replaced",
    // Mechanisms in the compact notation beyond a kind, a power and two samplers.
    "is not read here",
    // Large numbers.
    "is too large",
    "has more than",
];

/// Checks one row; see [`readings`].
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(row) = serde_json::from_str::<Value>(text) {
        readings(&row);
    }
}

/// What the engine and the checker make of a row, which must not contradict each other; `None` for
/// what is no table, or cannot be written in a claim file. Its literals have the same values for
/// both.
///
/// The adjacency is that of the row, or `add-remove`.
pub fn readings(row: &Value) -> Option<(Reading, Reading)> {
    let mut row = row.as_object()?.clone();
    row.insert("id".to_owned(), json!("x"));
    let adjacency = row.get("adjacency").and_then(Value::as_str).unwrap_or("add-remove").to_owned();
    let row = Value::Object(row);
    texts(&row, &mut same_number);
    let scope = json!({"unit": "person", "adjacency": adjacency});
    let statement = json!({"id": "c", "over": ["*"], "tv": {}, "at-most": "-1"});
    let file = json!({"format": "dpcert/1", "scope": scope, "ledger": [row], "claim": [statement]});
    let file = toml::to_string(&file).ok()?;
    let (engine, said) = match claim::parse(&file) {
        Err(error) => (Reading::Refused, error.message),
        Ok(file) => match file.ledger.into_iter().next()?.mechanism {
            Ok(_) => (Reading::Read, String::new()),
            Err(missing) => (Reading::Left, missing),
        },
    };
    let (checker, reason) = match own(&row, &scope) {
        Ok(own) => {
            // The whole certificate, of a claim that needs no step, goes the way of its row.
            let steps = json!([{"id": "s", "rule": "claim", "premises": [], "arguments": {},
                "conclusion": {"tv": {}, "at-most": "-1", "is": false}}]);
            let mut certificate = json!({
                "format": "dpcert-certificate/1", "scope": scope, "ledger": [row], "claim": statement,
                "verdict": "refuted", "inputs": [], "not-covered": remarks(std::slice::from_ref(&own)),
                "leaves": [], "steps": steps,
            });
            if let (Some(part), Some(table)) = (&own.part, certificate.as_object_mut()) {
                table.retain(|key, _| !["leaves", "steps"].contains(&key.as_str()));
                table.insert("format".to_owned(), json!("dpcert-certificate/2"));
                let one =
                    json!({"parts": [part], "relation": "at-most", "leaves": [], "steps": steps});
                table.insert("derivations".to_owned(), json!([one]));
            }
            let asked = ClaimFile { name: String::new(), text: file.clone() };
            let report = dpcert_checker::check(&certificate.to_string(), Some(&asked));
            assert_eq!(report.verdict, Verdict::Refuted, "{file}");
            (Reading::Read, String::new())
        }
        Err(fault) => match fault.class() {
            Class::Unsupported => (Reading::Left, fault.to_string()),
            Class::Malformed => (Reading::Refused, fault.to_string()),
            Class::Unproved => panic!("a row follows from nothing: {fault}"),
        },
    };
    match (engine, checker) {
        (Reading::Refused, Reading::Read) if !is_undecided(&said) => {
            panic!("the checker reads what the engine refuses ({said}): {file}")
        }
        (Reading::Left, Reading::Read) if !is_undecided(&said) => {
            panic!("the checker reads what the engine has no rule for ({said}): {file}")
        }
        (Reading::Read | Reading::Left, Reading::Refused) if !is_unknown(engine, &reason) => {
            panic!("the checker refuses what the engine does not ({reason}): {file}")
        }
        (Reading::Read, Reading::Left) => {
            assert!(
                STRICTER.iter().any(|known| reason.contains(known)),
                "the checker is stricter: {reason}: {file}"
            );
        }
        _ => {}
    }
    Some((engine, checker))
}

/// What the engine refuses or leaves because it does not decide it, not for what it is.
fn is_undecided(message: &str) -> bool {
    message.contains("cannot decide")
        || message.contains("cannot be decided")
        || message.contains("not known to be a")
}

/// Fields of what the engine leaves are not looked at.
fn is_unknown(engine: Reading, reason: &str) -> bool {
    engine == Reading::Left && reason.contains("is not a known field")
}

/// The row as the checker reads it.
fn own(row: &Value, scope: &Value) -> Result<Row, Fault> {
    let table = |value: &Value| json::parse(&value.to_string());
    let scope = Scope::read(&table(scope)?)?;
    Row::read("row", table(row)?, &scope, &Work::default())
}

/// What the checker reads as a number is the same number for the engine, and what it refuses is
/// none.
pub fn same_number(text: &str) {
    let (real, own) =
        match (dpcert::exact::literal::parse(text), literal::parse(text, &Work::default())) {
            (Ok(real), Ok(own)) => (real, own),
            (Err(error), Ok(_)) if !is_undecided(&error.message) => {
                panic!("the checker reads {text}, which the engine refuses: {error}")
            }
            (Ok(_), Err(fault)) if fault.class() == Class::Malformed => {
                panic!("the checker refuses {text}, which the engine reads: {fault}")
            }
            _ => return,
        };
    let scale = Scale::new(192);
    let Some(enclosure) = own.enclose(&scale) else {
        return;
    };
    let (lo, hi) = scale.ends(&enclosure);
    let engine = real.enclose::<Malachite>(192);
    let end = |x: &BigRational| {
        let x = Rational::from_str(&x.to_string()).expect("a fraction is a fraction");
        Interval::<Malachite>::from_rational(&x, 4096)
    };
    let (below, above) = (engine.compare(&end(&lo)), engine.compare(&end(&hi)));
    assert!(
        below != Some(Ordering::Less) && above != Some(Ordering::Greater),
        "{text}: {engine:?}, {lo} to {hi}"
    );
    if let (Some(sign), Some(own)) = (real.sign(), own.sign(&Work::default())) {
        assert_eq!(sign, own, "the sign of {text}");
    }
}

/// All texts of a table.
fn texts(value: &Value, see: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(entries) => entries.iter().for_each(|entry| texts(entry, see)),
        Value::Object(entries) => entries.values().for_each(|entry| texts(entry, see)),
        _ => {}
    }
}
