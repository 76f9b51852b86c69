//! Rows of a ledger from a grammar, as the engine and the checker read them: real numbers, and what
//! only looks like one, in each field of each kind.

use super::ledger_row::{Reading, readings, same_number};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Real numbers.
const REAL: [&str; 14] = [
    "0", "1", "2", "-1", "1/3", "0.1", "1e-30", "0x1.8p-1", "ln(2)", "ln(1/2)", "exp(1)",
    "exp(-1)", "sqrt(2)", "sqrt(6)",
];

/// 0, which some of them do not show.
const ZERO: [&str; 12] = [
    "0*exp(1)",
    "ln(1)",
    "exp(ln(2)) - 2",
    "ln(8) - 3*ln(2)",
    "sqrt(4) - 2",
    "sqrt(2)*sqrt(3) - sqrt(6)",
    "exp(1)*exp(-1) - 1",
    "ln(sqrt(2)) - ln(2)/2",
    "(1 + sqrt(2))*(sqrt(2) - 1) - 1",
    "ln(exp(1)) - 1",
    "sqrt(exp(2)) - exp(1)",
    "ln(ln(3)) - ln(ln(9)/2)",
];

/// No real numbers.
const NONE: [&str; 9] = [
    "sqrt(-1)",
    "ln(-2)",
    "ln(0)",
    "1/0",
    "0^-1",
    "sqrt(ln(1/2))",
    "sqrt(-ln(2)/ln(2))",
    "1/(ln(8) - 3*ln(2))",
    "ln(exp(ln(2)) - 2)",
];

/// A text, and whether a part of it is no real number.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    is_undefined: bool,
}

impl Written {
    /// Another one around it: the pattern says where it stands.
    fn within(&self, pattern: &str) -> Written {
        Written {
            text: pattern.replace('X', &format!("({})", self.text)),
            is_undefined: self.is_undefined,
        }
    }
}

/// A text of the grammar.
fn written() -> impl Strategy<Value = Written> {
    let of = |texts: &'static [&'static str], is_undefined| {
        prop::sample::select(texts)
            .prop_map(move |text| Written { text: text.to_owned(), is_undefined })
    };
    // Functions that are defined everywhere, and at numbers above 0; what hides their argument; and
    // what is nowhere.
    let around = prop::sample::select(vec![
        ("-X", false),
        ("exp(X)", false),
        ("sqrt(X^2)", false),
        ("sqrt(1 + X^2)", false),
        ("ln(2 + X^2)", false),
        ("1/(1 + X^2)", false),
        ("X^3", false),
        ("X^0", false),
        ("0*X", false),
        ("X - X", false),
        ("exp(ln(1 + X^2)) - 1", false),
        ("ln(exp(X))", false),
        ("sqrt(-1 - X^2)", true),
        ("sqrt(-1 - X^2)^2", true),
        ("ln(-X^2)", true),
        ("exp(ln(-1 - X^2))", true),
        ("1/(X - X)", true),
        ("(0*X)^-2", true),
    ]);
    // These have a part that may be undefined, which is not known here.
    let partial = prop::sample::select(vec![
        "sqrt(X)",
        "ln(X)",
        "1/X",
        "X^-1",
        "sqrt(X)^2",
        "exp(ln(X))",
        "1/(1/X)",
    ]);
    let leaf = prop_oneof![8 => of(&REAL, false), 3 => of(&ZERO, false), 1 => of(&NONE, true)];
    leaf.prop_recursive(4, 12, 2, move |inner| {
        let both = (inner.clone(), inner.clone(), prop::sample::select(vec!["+", "-", "*", "/"]));
        let both = both.prop_map(|(x, y, sign)| Written {
            text: format!("({}) {sign} ({})", x.text, y.text),
            is_undefined: x.is_undefined || y.is_undefined,
        });
        prop_oneof![
            4 => both,
            3 => (inner.clone(), around.clone()).prop_map(|(x, (pattern, is_nowhere))| {
                let whole = x.within(pattern);
                Written { is_undefined: whole.is_undefined || is_nowhere, ..whole }
            }),
            2 => (inner, partial.clone()).prop_map(|(x, pattern)| x.within(pattern)),
        ]
    })
}

/// Where a number may be, and texts that bring any number there.
const ANY: [&str; 3] = ["X", "1 + X^2", "1/2 + 0*X"];
const POSITIVE: [&str; 5] = ["X", "1 + X^2", "1/3 + X - X", "exp(X)", "2 + 0*X"];
const PROBABILITY: [&str; 5] = ["X", "1/2 + 0*X", "1/(2 + X^2)", "1/4 + X - X", "X^0"];
const NATURAL: [&str; 4] = ["X", "2 + 0*X", "3*X^0", "2 + X - X"];

/// The fields of a kind: a plain number for each, and how one of the grammar is brought near to its
/// domain.
type Fields = &'static [(&'static str, &'static str, &'static [&'static str])];

const KINDS: [(&str, Fields); 31] = [
    ("approx-dp", &[("eps", "1", &POSITIVE), ("delta", "1/10", &PROBABILITY)]),
    (
        "approx-dp-tv",
        &[
            ("eps", "1", &POSITIVE),
            ("delta", "1/10", &PROBABILITY),
            ("alpha", "1/10", &PROBABILITY),
        ],
    ),
    (
        "approx-dp-tv",
        &[("eps", "1", &POSITIVE), ("delta", "1/10", &PROBABILITY), ("eta", "1/5", &PROBABILITY)],
    ),
    (
        "approx-dp",
        &[("eps", "1", &POSITIVE), ("delta", "0", &PROBABILITY), ("group", "2", &NATURAL)],
    ),
    ("randomized-response", &[("eps", "1", &POSITIVE), ("categories", "3", &NATURAL)]),
    ("randomized-response", &[("eps", "1", &POSITIVE), ("group", "2", &NATURAL)]),
    (
        "staircase",
        &[("eps", "1", &POSITIVE), ("gamma", "1/2", &PROBABILITY), ("group", "2", &NATURAL)],
    ),
    ("staircase", &[("eps", "1", &POSITIVE), ("gamma", "1/3", &PROBABILITY)]),
    ("unary-encoding", &[("p", "1/2", &PROBABILITY), ("q", "1/3", &PROBABILITY)]),
    (
        "subset-selection",
        &[("eps", "1", &POSITIVE), ("categories", "4", &NATURAL), ("size", "2", &NATURAL)],
    ),
    ("hadamard-response", &[("eps", "1", &POSITIVE), ("blocks", "2", &NATURAL)]),
    ("hadamard-response", &[("eps", "1", &POSITIVE), ("group", "1", &NATURAL)]),
    ("discrete-laplace", &[("eps", "1", &POSITIVE), ("sensitivity", "2", &NATURAL)]),
    ("discrete-laplace", &[("eps", "1", &POSITIVE), ("shifts/0", "-2", &ANY)]),
    (
        "finite-pair",
        &[
            ("p/0", "1/2", &PROBABILITY),
            ("p/1", "1/2", &PROBABILITY),
            ("q/0", "1", &ANY),
            ("q/1", "0", &ANY),
        ],
    ),
    (
        "multi-dp",
        &[("constraints/0/eps", "ln(2)", &POSITIVE), ("constraints/0/delta", "0", &PROBABILITY)],
    ),
    ("gaussian", &[("sigma", "2", &POSITIVE), ("group", "2", &NATURAL)]),
    ("gaussian", &[("mu", "2", &POSITIVE), ("sampling/rate", "1/2", &PROBABILITY)]),
    ("gaussian", &[("scale", "2", &POSITIVE), ("sensitivity", "1", &ANY)]),
    (
        "gaussian",
        &[
            ("sigma", "2", &POSITIVE),
            ("sampling/batch", "2", &NATURAL),
            ("sampling/n", "10", &NATURAL),
            ("epochs", "3/2", &ANY),
        ],
    ),
    ("gdp", &[("mu", "2", &POSITIVE), ("count", "3", &NATURAL)]),
    (
        "discrete-gaussian",
        &[("sigma_sq", "2", &POSITIVE), ("shifts/0", "1", &ANY), ("shifts/1", "-2", &NATURAL)],
    ),
    (
        "discrete-gaussian",
        &[
            ("sigma_sq", "2", &POSITIVE),
            ("sampling/rate", "1/2", &PROBABILITY),
            ("shifts/0", "1", &ANY),
        ],
    ),
    ("laplace", &[("eps", "1", &POSITIVE), ("group", "3", &NATURAL)]),
    ("laplace", &[("eps", "1", &POSITIVE), ("sampling/rate", "1/2", &PROBABILITY)]),
    ("laplace", &[("scale", "2", &POSITIVE), ("sensitivity", "1", &ANY)]),
    ("zcdp", &[("rho", "1", &POSITIVE), ("count", "2", &NATURAL)]),
    (
        "gaussian",
        &[("mu", "2", &POSITIVE), ("sampling/steps", "3", &NATURAL), ("group", "1", &NATURAL)],
    ),
    ("laplace", &[("eps", "1", &POSITIVE), ("sampling/steps", "3", &NATURAL)]),
    (
        "approx-dp",
        &[
            ("eps", "ln(2)", &POSITIVE),
            ("delta", "1/10", &PROBABILITY),
            ("sampling/steps", "3", &NATURAL),
        ],
    ),
    ("zcdp", &[("rho", "1", &POSITIVE), ("sampling/steps", "3", &NATURAL)]),
];

/// Sets a value in tables and lists that grow for it.
fn set(table: &mut Value, path: &str, text: &str) {
    let mut place = table;
    for key in path.split('/') {
        place = match key.parse::<usize>() {
            Ok(index) => {
                if !place.is_array() {
                    *place = json!([]);
                }
                let list = place.as_array_mut().unwrap();
                list.resize(list.len().max(index + 1), Value::Null);
                &mut list[index]
            }
            Err(_) => &mut place[key],
        };
    }
    *place = json!(text);
}

/// A row, of which one or two fields are of the grammar, and whether something in it is no real
/// number.
fn row() -> impl Strategy<Value = (Value, bool)> {
    let kind = prop::sample::select(&KINDS[..]);
    let one = || (written(), any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (kind, one(), prop::option::weighted(0.2, one())).prop_map(|((kind, fields), first, second)| {
        let mut row = json!({"mechanism": kind});
        for (path, plain, _) in fields {
            set(&mut row, path, plain);
        }
        if let Some(sampling) = row.get("sampling") {
            let method =
                if sampling.get("steps").is_some() { "random-allocation" } else { "poisson" };
            set(&mut row, "sampling/method", method);
        }
        let mut texts = BTreeMap::new();
        for (written, field, pattern) in [Some(first), second].into_iter().flatten() {
            let (path, _, patterns) = *field.get(fields);
            texts.insert(path, written.within(pattern.get::<&str>(patterns)));
        }
        for (path, written) in &texts {
            set(&mut row, path, &written.text);
        }
        (row, texts.values().any(|written| written.is_undefined))
    })
}

/// The checker reads no row that the engine refuses, refuses none that the engine reads, and leaves
/// open only what it is known to; what is no real number by its making is read by none of both.
#[test]
fn both_programs_agree_which_rows_are_defined() {
    let counts = RefCell::new(BTreeMap::<_, u32>::new());
    let config = Config::default();
    let config = Config { cases: config.cases.max(1000), failure_persistence: None, ..config };
    let found = TestRunner::new(config).run(&row(), |(row, is_undefined)| {
        let Some((engine, checker)) = readings(&row) else {
            return Err(TestCaseError::fail(format!("no claim file has {row}")));
        };
        prop_assert!(!is_undefined || engine != Reading::Read, "the engine reads {row}");
        prop_assert!(!is_undefined || checker != Reading::Read, "the checker reads {row}");
        *counts.borrow_mut().entry((is_undefined, engine, checker)).or_default() += 1;
        Ok(())
    });
    if let Err(error) = found {
        panic!("{error}");
    }
    // All of these occur.
    let counts = counts.into_inner();
    let of = |key| counts.get(&key).copied().unwrap_or(0);
    assert!(of((false, Reading::Read, Reading::Read)) > 100, "{counts:?}");
    assert!(of((true, Reading::Refused, Reading::Refused)) > 100, "{counts:?}");
    assert!(of((false, Reading::Read, Reading::Left)) > 10, "{counts:?}");
    assert!(of((false, Reading::Refused, Reading::Left)) > 10, "{counts:?}");
}

/// Pieces of texts, most of which are no numbers.
const PIECES: [&str; 36] = [
    "0", "1", "7", "12", "01", ".", ".5", "5.", "e", "E", "e3", "e-3", "e+3", "0x", "0X1p3",
    "0x.8", "p", "p-1", "+", "-", "*", "/", "^", "^-", "^+", "(", ")", "exp", "ln(", "sqrt(",
    "EXP(1)", " ", "\t", "_", ",", "\u{663}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    /// What is a number for one of them is one for the other, and the same.
    #[test]
    fn both_programs_spell_numbers_alike(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 1..7)) {
        same_number(&pieces.concat());
    }
}

/// The two readers have limits, and a text beyond those of one is left by the other or refused by
/// both.
#[test]
fn spellings_that_are_seldom_used() {
    for text in [
        "1.",
        ".5",
        "5.e3",
        "1e+3",
        "1e3",
        "1E-3",
        "0x1p3",
        "0X1.8P+1",
        "0x.8p0",
        "+1",
        "--1",
        "2^-3",
        "2^ 3",
        "2 ^3",
        "2^3^2",
        "1 e3",
        "1_000",
        "1,5",
        "\u{663}",
        "\u{ff11}",
        "inf",
        "nan",
        "NaN",
        "-inf",
        "0x1.8",
        "0x",
        "1e",
        "1e99999999999999999999",
        "2^+3",
        "2^1.5",
        "exp 1",
        "exp (1)",
        "EXP(1)",
        "1//2",
        "(1",
        "1)",
        "()",
        "",
        " ",
        "1 2",
        "1\u{a0}",
        "\u{2212}1",
        "\u{bd}",
        "1/0",
        "0^0",
        "0^-1",
        "1e100001",
        "0x1p-100001",
        "2^100001",
        "1^100001",
        "2^63",
        "2^64",
        "9223372036854775808",
    ] {
        same_number(text);
    }
}
