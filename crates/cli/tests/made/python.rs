//! The fields of the classes of the Python package.

use dpcert::mechanism::{FieldValue, KindField, catalogue};

/// Kinds whose classes have operators, and fields of types of their own.
const OPERATORS: [&str; 2] = ["repeat", "compose"];
/// The longest line that lists words.
const LONGEST: usize = 125;

/// The module of the classes, with the fields of each made anew: all that is declared in its body.
pub fn classes(text: &str) -> String {
    let (mut lines, mut fields, mut is_doc) = (Vec::new(), None, false);
    for line in text.lines() {
        if line.starts_with("class ") {
            fields = line
                .split_once("kind=\"")
                .and_then(|(_, rest)| declarations(rest.split('"').next()?));
        } else if line.starts_with("def ") {
            fields = None;
        }
        is_doc ^= line.matches("\"\"\"").count() % 2 == 1;
        match &mut fields {
            // The first is where all are written.
            Some(fields) if !is_doc && is_declaration(line) => lines.append(fields),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

fn is_declaration(line: &str) -> bool {
    let name = line.strip_prefix("    ").and_then(|line| line.split_once(": "));
    name.is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

fn declarations(kind: &str) -> Option<Vec<String>> {
    let kind = catalogue().find(|known| known.name == kind && !OPERATORS.contains(&kind))?;
    Some(kind.fields.iter().map(declaration).collect())
}

fn declaration(KindField { name, value, is_required, .. }: &KindField) -> String {
    let with = |held: &str| {
        format!("    {name}: {held}{}", if *is_required { "" } else { " | None = None" })
    };
    match value {
        FieldValue::Number | FieldValue::Natural => with("Number"),
        FieldValue::Numbers => with("Iterable[Number]"),
        // A number is one of them.
        FieldValue::Word(words) if words.iter().any(|word| word.parse::<u64>().is_ok()) => {
            with("int | str")
        }
        FieldValue::Word(words) => {
            let listed: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            let line = with(&format!("Literal[{}]", listed.join(", ")));
            if line.len() <= LONGEST { line } else { with("str") }
        }
        FieldValue::Tables(_) => with("Iterable[Mapping[str, Number]]"),
        FieldValue::Points(_) => with("Iterable[Iterable[Number]]"),
        FieldValue::Mechanism => with("Mechanism | str"),
        FieldValue::Mechanisms => with("Iterable[Mechanism | str]"),
        FieldValue::Strategy => with("str | Mapping[str, Any] | Iterable[Iterable[Number]]"),
        FieldValue::Participation => with("str | Mapping[str, Any]"),
        other => panic!("no type for {other:?}"),
    }
}
