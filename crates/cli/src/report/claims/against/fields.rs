//! The fields of two claim files as they are written: which differ, and which parts were added or
//! removed.

use dpcert::exact::literal;
use dpcert::input::{Item, Node};
use serde::Serialize;
use std::collections::HashMap;

/// Fields that are texts: two of them are the same only where they are written alike.
const TEXTS: [&str; 6] = ["exclusions", "over", "reason", "source", "title", "unit"];

/// A field whose values differ, as they are written; a file that does not have the field has no
/// value.
#[derive(Serialize)]
pub struct FieldChange {
    pub field: String,
    pub before: Option<String>,
    pub now: Option<String>,
}

/// What happened to a ledger row or to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    Added,
    Removed,
    Changed,
    Unchanged,
}

/// A ledger row or a claim. If it was added or removed, it has all its fields, otherwise those that
/// differ.
#[derive(Serialize)]
pub struct Part {
    pub id: String,
    pub change: Change,
    pub fields: Vec<FieldChange>,
}

/// Fields and values in the order of the file.
type Written = Vec<(String, String)>;

/// The ledger rows or the claims of both files, in the order of the new one; the removed ones are
/// last.
pub fn parts(old: &Node, new: &Node, list: &'static str) -> Vec<Part> {
    let (old, new) = (identified(old, list), identified(new, list));
    let before: HashMap<&str, &Written> =
        old.iter().map(|(id, fields)| (id.as_str(), fields)).collect();
    let now: HashMap<&str, &Written> =
        new.iter().map(|(id, fields)| (id.as_str(), fields)).collect();
    let kept = new.iter().map(|(id, fields)| {
        let known = before.get(id.as_str());
        let fields = differences(known.map_or(&[], |known| known.as_slice()), fields);
        let change = match known {
            None => Change::Added,
            Some(_) if fields.is_empty() => Change::Unchanged,
            Some(_) => Change::Changed,
        };
        Part { id: id.clone(), change, fields }
    });
    let removed = old.iter().filter(|(id, _)| !now.contains_key(id.as_str()));
    let removed = removed.map(|(id, fields)| Part {
        id: id.clone(),
        change: Change::Removed,
        fields: differences(fields, &[]),
    });
    kept.chain(removed).collect()
}

/// The fields of a table that both files may have, where they differ.
pub fn of_table(old: &Node, new: &Node, table: &'static str) -> Vec<FieldChange> {
    let fields = |root: &Node| {
        let field = root.fields("").ok().and_then(|mut fields| fields.optional(table));
        field.map(|field| written(field.node)).unwrap_or_default()
    };
    differences(&fields(old), &fields(new))
}

/// The tables of a list, each with its id and its other fields.
fn identified(root: &Node, list: &'static str) -> Vec<(String, Written)> {
    let field = root.fields("").ok().and_then(|mut fields| fields.optional(list));
    let tables = field.and_then(|field| field.list().ok()).unwrap_or_default();
    let table = |node: &Node| {
        let (mut id, fields): (Written, Written) =
            written(node).into_iter().partition(|(field, _)| field == "id");
        (id.pop().map(|(_, id)| id).unwrap_or_default(), fields)
    };
    tables.iter().map(|field| table(field.node)).collect()
}

fn written(node: &Node) -> Written {
    let mut found = Vec::new();
    collect(node, "", &mut found);
    found
}

/// Collects the values in a value, with the names that error messages have for them:
/// `sampling.rate`, `shifts[1]`.
fn collect(node: &Node, path: &str, found: &mut Written) {
    let text = match &node.item {
        // An empty [policy] is the same as none.
        Item::Table(fields) if !fields.is_empty() || path.is_empty() => {
            let join = |name: &str| {
                if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
            };
            return fields.iter().for_each(|(key, node)| collect(node, &join(&key.name), found));
        }
        Item::List(nodes) if !nodes.is_empty() => {
            let nodes = nodes.iter().enumerate();
            return nodes
                .for_each(|(index, node)| collect(node, &format!("{path}[{index}]"), found));
        }
        Item::Text(text) | Item::Integer(text) => text.clone(),
        Item::Boolean(value) => value.to_string(),
        // A quantity without a parameter, such as tv = {}, has no value in it.
        Item::Table(_) => "{}".to_owned(),
        Item::List(_) => "[]".to_owned(),
        Item::Null => "null".to_owned(),
    };
    found.push((path.to_owned(), text));
}

fn differences(old: &[(String, String)], new: &[(String, String)]) -> Vec<FieldChange> {
    fn by_name(fields: &[(String, String)]) -> HashMap<&str, &str> {
        fields.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect()
    }
    let (before, now) = (by_name(old), by_name(new));
    let changed = new.iter().filter_map(|(field, value)| {
        let before = before.get(field.as_str()).copied();
        let differs = before.is_none_or(|before| !is_same(field, before, value));
        differs.then(|| FieldChange {
            field: field.clone(),
            before: before.map(str::to_owned),
            now: Some(value.clone()),
        })
    });
    let removed = old.iter().filter(|(field, _)| !now.contains_key(field.as_str()));
    let removed = removed.map(|(field, value)| FieldChange {
        field: field.clone(),
        before: Some(value.clone()),
        now: None,
    });
    changed.chain(removed).collect()
}

/// Is a value the same? 1.1 and 11/10 are one number.
fn is_same(field: &str, before: &str, now: &str) -> bool {
    let is_text = || TEXTS.contains(&field.split(['[', '.']).next().unwrap_or_default());
    let is_equal = || matches!((literal::parse(before), literal::parse(now)), (Ok(before), Ok(now)) if before == now);
    before == now || (!is_text() && is_equal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpcert::input::from_toml;

    fn tree(text: &str) -> Node {
        from_toml(text).expect("it is TOML")
    }

    #[test]
    fn values_differ_and_spellings_do_not() {
        let old = tree(
            "[t]\nsigma = \"1.1\"\ncount = \"10^3\"\nsource = \"1.0\"\nover = [\"a\", \"1\"]\ntv = {}\n",
        );
        let new = tree(
            "[t]\nsigma = \"11/10\"\ncount = 1000\nsource = \"1\"\nover = [\"a\"]\nrho = {}\n",
        );
        let found: Vec<_> =
            of_table(&old, &new, "t").into_iter().map(|x| (x.field, x.before, x.now)).collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            found,
            [
                ("source".to_owned(), text("1.0"), text("1")),
                ("rho".to_owned(), None, text("{}")),
                ("over[1]".to_owned(), text("1"), None),
                ("tv".to_owned(), text("{}"), None),
            ]
        );
        assert!(of_table(&old, &old, "t").is_empty() && of_table(&old, &new, "other").is_empty());
    }

    #[test]
    fn parts_are_found_by_their_ids() {
        let old = tree(
            "[[r]]\nid = \"a\"\nx = 1\n[[r]]\nid = \"b\"\nx = 1\n[[r]]\nid = \"c\"\nx = [1, 2]\n",
        );
        let new = tree(
            "[[r]]\nid = \"d\"\nx = 1\n[[r]]\nid = \"c\"\nx = [1, 3]\n[[r]]\nx = 1\nid = \"a\"\n",
        );
        let found = parts(&old, &new, "r");
        let short: Vec<_> =
            found.iter().map(|part| (part.id.as_str(), part.change, part.fields.len())).collect();
        let expected = [
            ("d", Change::Added, 1),
            ("c", Change::Changed, 1),
            ("a", Change::Unchanged, 0),
            ("b", Change::Removed, 1),
        ];
        assert_eq!(short, expected);
        assert_eq!(found[1].fields[0].field, "x[1]");
    }
}
