//! A question and an answer in words.

use dpcert::claim::{Literal, Measure, Relation};
use dpcert::exact::literal;
use dpcert::input::{Item, Node, shorten};
use dpcert::quantity::Scalar;
use dpcert_answers::claims::{Comparison, contradiction, ratio};
use dpcert_answers::number::{literal_text, margin_text, quantity_text};
use dpcert_answers::rendered;
use dpcert_crosscheck::{Bound, Judged, Number, Request, Rounded, Said, Tolerance, Verdict};

/// `delta at eps = 10 of approx-dp(eps=~0.01, delta=0)^10000`.
pub fn question_text(request: &Request) -> String {
    /// The most characters of a mechanism.
    const LONGEST: usize = 200;
    let mechanism = mechanism_text(&request.written);
    let mechanism = match mechanism.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", mechanism.get(..end).unwrap_or_default()),
        None => mechanism,
    };
    format!("{} of {mechanism}", quantity_text(&request.quantity))
}

/// A mechanism in the notation of the command line, its numbers shortened.
fn mechanism_text(node: &Node) -> String {
    let Item::Table(table) = &node.item else {
        return value_text(node);
    };
    let field = |name: &str| table.iter().find(|(key, _)| key.name == name).map(|(_, node)| node);
    let word = |name| match field(name).map(|node| &node.item) {
        Some(Item::Text(text) | Item::Integer(text)) => text.as_str(),
        _ => "",
    };
    match (word("kind"), field("mechanism"), field("mechanisms").map(|node| &node.item)) {
        ("repeat", Some(mechanism), _) => {
            let (text, count) = (mechanism_text(mechanism), word("count"));
            // `A^4^2` is no notation, and a product is repeated as a whole.
            match is_repeated(mechanism) || text.contains(" * ") {
                true => format!("({text})^{count}"),
                false => format!("{text}^{count}"),
            }
        }
        ("compose", _, Some(Item::List(parts))) => match parts.as_slice() {
            [] => "compose(mechanisms=[])".to_owned(),
            [only] => format!("({})", mechanism_text(only)),
            parts => parts.iter().map(mechanism_text).collect::<Vec<_>>().join(" * "),
        },
        (kind, ..) => {
            let fields = table.iter().filter(|(key, _)| key.name != "kind");
            let fields: Vec<String> =
                fields.map(|(key, node)| format!("{}={}", key.name, value_text(node))).collect();
            if kind.is_empty() {
                format!("{{{}}}", fields.join(", "))
            } else {
                format!("{kind}({})", fields.join(", "))
            }
        }
    }
}

/// Is a mechanism the repetition of another one? Two in a row are no notation.
fn is_repeated(node: &Node) -> bool {
    let Item::Table(table) = &node.item else { return false };
    table.iter().any(|(key, node)| {
        key.name == "kind" && matches!(&node.item, Item::Text(kind) if kind == "repeat")
    })
}

fn value_text(node: &Node) -> String {
    match &node.item {
        Item::Text(text) => match literal::parse(text) {
            Ok(value) => literal_text(&Literal { text: text.clone(), value }),
            Err(_) => shorten(text),
        },
        Item::Integer(digits) => shorten(digits),
        Item::Boolean(value) => value.to_string(),
        Item::Null => "null".to_owned(),
        Item::List(nodes) => {
            format!("[{}]", nodes.iter().map(value_text).collect::<Vec<_>>().join(", "))
        }
        Item::Table(_) => mechanism_text(node),
    }
}

/// The answer of the program, as a relation, and the certified value; empty where there is none.
pub fn compared(judged: &Judged<'_>) -> (String, String) {
    let said = &judged.answer.said;
    let numbers = match said {
        Said::Value { value, .. } => vec![value],
        Said::Interval { lo, hi } => vec![lo, hi],
        _ => Vec::new(),
    };
    let literals = numbers.into_iter().filter_map(|number| match number {
        Number::Finite(literal) => Some(literal),
        Number::Infinite(_) | Number::None(_) => None,
    });
    let comparison = Comparison::new(
        literals,
        judged.finding.evidence.as_ref(),
        matches!(judged.finding.verdict, Verdict::Unsound | Verdict::Inaccurate),
    );
    (stated(said, &comparison), comparison.certified())
}

/// An answer as a relation; empty where there is no number.
pub fn says(said: &Said) -> String {
    stated(said, &Comparison::new([], None, false))
}

fn stated(said: &Said, comparison: &Comparison<'_>) -> String {
    let text = |number: &Number| match number {
        Number::Finite(literal) => comparison.claimed(literal),
        Number::Infinite(text) | Number::None(text) => shorten(text),
    };
    match said {
        Said::Value { value, bound } => {
            let tolerance = tolerance_text(bound.tolerance());
            let (sign, beyond) = match bound {
                Bound::Upper(_) => ("<= ", "+"),
                Bound::Lower(_) => (">= ", "-"),
                Bound::Estimate(_) => ("", "+-"),
            };
            match tolerance.as_str() {
                "" => format!("{sign}{}", text(value)),
                tolerance => format!("{sign}{} {beyond} {tolerance}", text(value)),
            }
        }
        Said::Interval { lo: Number::Finite(lo), hi: Number::Finite(hi) } => {
            comparison.relation(&Relation::Between(lo.clone(), hi.clone()))
        }
        Said::Interval { lo, hi } => format!("in [{}, {}]", text(lo), text(hi)),
        _ => String::new(),
    }
}

/// `1e-9 of the truth`, `1e-300`, or `(1e-9 of the truth + 1e-300)`.
fn tolerance_text(tolerance: &Tolerance) -> String {
    let relative =
        tolerance.relative.as_ref().map(|it| format!("{} of the truth", literal_text(it)));
    match (relative, tolerance.absolute.as_ref().map(literal_text)) {
        (Some(relative), Some(absolute)) => format!("({relative} + {absolute})"),
        (relative, absolute) => relative.or(absolute).unwrap_or_default(),
    }
}

/// The distance from the certified value, signed.
pub fn distance_text(judged: &Judged<'_>) -> String {
    judged.finding.margin.as_ref().map(|margin| margin_text(&margin.distance)).unwrap_or_default()
}

/// The reason for the verdict, in a sentence without its full stop; `None` for a sound answer.
pub fn why(judged: &Judged<'_>) -> Option<String> {
    let finding = &judged.finding;
    if let Some(reason) = &finding.contradiction {
        return Some(contradiction(reason));
    }
    match finding.verdict {
        Verdict::Unsound => Some(match (&finding.margin, distance_text(judged)) {
            (None, _) => "The truth is finite".to_owned(),
            (Some(_), distance) if distance == "-inf" => NO_EPS.to_owned(),
            (Some(margin), distance) => {
                let which = if matches!(judged.answer.said, Said::Interval { .. }) {
                    "the nearer end"
                } else {
                    "it"
                };
                let ratio =
                    ratio(margin).map(|ratio| format!("; {which} is {ratio}")).unwrap_or_default();
                let amount = distance.trim_start_matches(['+', '-']);
                let limit = finding.rounded().map(rounding_text);
                let limit = limit.map(|it| format!(", and by less than {it}")).unwrap_or_default();
                format!("{} by at least {amount}{limit}{ratio}", direction(judged))
            }
        }),
        Verdict::Loose | Verdict::Inaccurate => Some(match &finding.margin {
            None => "The truth is finite".to_owned(),
            Some(margin) => match ratio(margin) {
                Some(ratio) => format!("The answer is {ratio}"),
                None => match distance_text(judged).trim_start_matches(['+', '-']) {
                    "inf" => NO_EPS.to_owned(),
                    amount if is_safe_below(judged) => format!("{TOO_SMALL} by at least {amount}"),
                    amount => format!("{TOO_LARGE} by at least {amount}"),
                },
            },
        }),
        _ => finding.reason.as_ref().map(rendered),
    }
}

/// The limit of a difference that is taken for rounding.
pub fn rounding_text(rounded: Rounded) -> &'static str {
    match rounded {
        Rounded::Relative => "1e-9 of the truth",
        Rounded::Underflow => "2^-1074, the smallest positive binary64 number",
    }
}

/// Where an answer is that is false on the unsafe side.
fn direction(judged: &Judged<'_>) -> &'static str {
    match &judged.answer.said {
        Said::Value { .. } if is_safe_below(judged) => TOO_LARGE,
        Said::Value { .. } => TOO_SMALL,
        _ => "The truth is outside",
    }
}

/// Is too small a number on the safe side of what is declared? Of an estimate or an interval it is
/// for the errors of tests.
fn is_safe_below(judged: &Judged<'_>) -> bool {
    match &judged.answer.said {
        Said::Value { bound: Bound::Upper(_), .. } => false,
        Said::Value { bound: Bound::Lower(_), .. } => true,
        _ => matches!(judged.request.quantity.measure, Measure::Scalar(Scalar::Beta { .. })),
    }
}

const TOO_SMALL: &str = "The answer is too small";
const TOO_LARGE: &str = "The answer is too large";
const NO_EPS: &str = "No finite eps reaches this delta";
