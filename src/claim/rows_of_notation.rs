//! The rows of a claim file that have what a mechanism in the compact notation has.

use super::ledger::FIELDS;
use crate::input::{InputError, Item, Key, Node, from_notation, quoted};

/// Rows of a claim file, without their ids, and what their scope must have.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The adjacencies that the mechanism names, each once; at most one can be that of a scope.
    pub adjacencies: Vec<String>,
    /// The lines of each row.
    pub rows: Vec<Vec<String>>,
}

/// The rows of a mechanism: one for each part of a composition, with its count.
///
/// A part that is no kind with fields of its own, such as a group or a union, is a row that
/// composes its text. Whether the fields are valid is not looked at.
///
/// ```
/// let read = dpcert::claim::rows_of_notation("poisson(1/100, gaussian(sigma=2))^50")?;
/// assert_eq!(read.adjacencies, ["add-remove"]);
/// assert_eq!(
///     read.rows,
///     [[
///         "mechanism = \"gaussian\"",
///         "sigma = \"2\"",
///         "sampling = { method = \"poisson\", rate = \"1/100\" }",
///         "count = \"50\"",
///     ]]
/// );
/// # Ok::<(), dpcert::input::InputError>(())
/// ```
///
/// # Errors
/// A text that is not in the notation.
#[doc(hidden)]
pub fn rows_of_notation(text: &str) -> Result<Rows, InputError> {
    let node = from_notation(text)?;
    let mut adjacencies: Vec<String> = Vec::new();
    node.each_table(&mut |table| {
        if let Some(adjacency) = word(table, "adjacency")
            && !adjacencies.iter().any(|named| named == adjacency)
        {
            adjacencies.push(adjacency.to_owned());
        }
    });
    let mut rows = Vec::new();
    parts(&node, text, &mut rows);
    Ok(Rows { adjacencies, rows })
}

/// The value of a field of a table.
fn field<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    match &node.item {
        Item::Table(table) => table.iter().find(|(key, _)| key.name == name).map(|(_, node)| node),
        _ => None,
    }
}

fn word<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    match &field(node, name)?.item {
        Item::Text(word) => Some(word),
        _ => None,
    }
}

/// Adds the rows of a mechanism.
fn parts(node: &Node, text: &str, rows: &mut Vec<Vec<String>>) {
    if word(node, "kind") == Some("compose")
        && let Some(Item::List(factors)) = field(node, "mechanisms").map(|list| &list.item)
    {
        factors.iter().for_each(|factor| parts(factor, text, rows));
        return;
    }
    let (step, count) = match (word(node, "kind"), word(node, "count"), field(node, "mechanism")) {
        (Some("repeat"), Some(count), Some(step)) => (step, Some(count)),
        _ => (node, None),
    };
    let mut row = sampled(step).unwrap_or_else(|| composed(step, text));
    row.extend(count.map(|count| format!("count = {}", quoted(count))));
    rows.push(row);
}

/// A kind, on a sample or not.
fn sampled(node: &Node) -> Option<Vec<String>> {
    let kind = word(node, "kind")?;
    if !["subsample", "random-allocation"].contains(&kind) {
        return plain(node);
    }
    let Item::Table(table) = &node.item else {
        return None;
    };
    let mut row = plain(field(node, "mechanism")?)?;
    let is_own = |key: &Key| !["kind", "adjacency", "mechanism"].contains(&key.name.as_str());
    let method = (kind == "random-allocation").then(|| format!("method = {}", quoted(kind)));
    let fields =
        table.iter().filter(|(key, _)| is_own(key)).map(|(key, node)| line(&key.name, node));
    let fields: Vec<String> = method.into_iter().chain(fields).collect();
    row.push(format!("sampling = {{ {} }}", fields.join(", ")));
    Some(row)
}

/// A kind with its fields, where a row has no other meaning for one of them.
fn plain(node: &Node) -> Option<Vec<String>> {
    let kind = word(node, "kind")?;
    let Item::Table(table) = &node.item else {
        return None;
    };
    // Without an adjacency it has one pair for all, and a row has that of its scope.
    let is_for_all = kind == "thresholded" && word(node, "adjacency").is_none();
    let is_of_row = |name: &str| FIELDS.contains(&name) || name == "mechanisms";
    if is_for_all || table.iter().any(|(key, _)| is_of_row(&key.name)) {
        return None;
    }
    let fields = table.iter().filter(|(key, _)| key.name != "kind");
    let lines = fields.map(|(key, node)| line(&key.name, node));
    Some(std::iter::once(format!("mechanism = {}", quoted(kind))).chain(lines).collect())
}

/// A mechanism as it is written.
fn composed(node: &Node, text: &str) -> Vec<String> {
    let written = text.get(node.span.clone()).unwrap_or(text).trim();
    vec!["mechanism = \"compose\"".to_owned(), format!("mechanisms = [{}]", quoted(written))]
}

fn line(name: &str, node: &Node) -> String {
    format!("{name} = {}", toml(node))
}

/// A value in TOML.
fn toml(node: &Node) -> String {
    match &node.item {
        Item::Text(text) => quoted(text),
        Item::Integer(digits) => digits.clone(),
        Item::Boolean(value) => value.to_string(),
        // TOML has none, and the notation neither.
        Item::Null => quoted(""),
        Item::List(nodes) => {
            format!("[{}]", nodes.iter().map(toml).collect::<Vec<_>>().join(", "))
        }
        Item::Table(table) => {
            let fields: Vec<String> =
                table.iter().map(|(key, node)| line(&key.name, node)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}
