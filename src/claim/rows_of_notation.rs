//! The rows of a claim file that have what a mechanism in the compact notation has: as text, and in
//! place of a row whose mechanism is such a text.

use super::ledger::FIELDS;
use crate::input::{Field, InputError, Item, Key, Node, from_notation, quoted, shorten};
use crate::mechanism::{Adjacency, only_of};

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
    let mut rows = Vec::new();
    parts(&node, text, &mut rows);
    let lines = |row: &Row| row.iter().map(|(name, value)| line(name, value)).collect();
    Ok(Rows { adjacencies: adjacencies(&node), rows: rows.iter().map(lines).collect() })
}

/// The row with the fields for which its mechanism stands; `None` where that is a kind alone.
///
/// A mechanism that is several rows is a row that composes its text. A field is in the text or
/// beside it, not in both.
pub(super) fn expanded(
    row: &Field<'_>,
    adjacency: Option<Adjacency>,
) -> Result<Option<Node>, InputError> {
    let fields = row.fields()?;
    let written = fields.clone().optional("mechanism");
    let is_text = |field: &Field<'_>| field.text().is_ok_and(|text| text.contains('('));
    let (Some(mechanism), Item::Table(table)) = (written.filter(is_text), &row.node.item) else {
        return Ok(None);
    };
    let text = mechanism.text()?;
    let node = from_notation(text).map_err(|error| mechanism.error(error.message, error.help))?;
    let mut rows = Vec::new();
    parts(&node, text, &mut rows);
    let stands_for = match <[Row; 1]>::try_from(rows) {
        Ok([only]) => {
            agrees(&mechanism, &node, &only, adjacency)?;
            only
        }
        Err(_) => composed(&node, text),
    };
    let stands_for = stands_for.into_iter().map(|(name, mut value)| {
        value.set_spans(&mechanism.node.span);
        (Key { name, span: mechanism.node.span.clone() }, value)
    });
    let stands_for: Vec<(Key, Node)> = stands_for.collect();
    let is_twice = |name: &str| stands_for.iter().any(|(key, _)| key.name == name);
    let beside = table.iter().filter(|(key, _)| key.name != "mechanism");
    is_stated_once(row, beside.clone(), is_twice)?;
    let item = Item::Table(beside.chain(&stands_for).cloned().collect());
    Ok(Some(Node { item, span: row.node.span.clone() }))
}

/// A sample is of the neighbours of the scope.
fn agrees(
    mechanism: &Field<'_>,
    node: &Node,
    row: &Row,
    scope: Option<Adjacency>,
) -> Result<(), InputError> {
    // Of what is in a composed text the reader of mechanisms says it.
    let is_sampled = row.iter().any(|(name, _)| name == "sampling");
    let Some(scope) = scope.filter(|_| is_sampled) else {
        return Ok(());
    };
    // What the short forms name is the usual one, and the row has that of its scope.
    let is_other = |named: &&String| {
        let is_zeroed = scope == Adjacency::ZeroOut && *named == Adjacency::AddRemove.name();
        *named != scope.name() && !is_zeroed
    };
    match adjacencies(node).iter().find(is_other) {
        None => Ok(()),
        Some(named) => Err(mechanism.error(
            format!("this sample is for the adjacency {named}, and that of the scope is {}", scope.name()),
            "poisson(...) is for add-remove and zero-out, and without-replacement(...) for replace-one; all steps of a \
             file share the adjacency",
        )),
    }
}

/// What is inside of the mechanism of a row names the adjacency of the scope, where it names one.
pub(super) fn parts_agree(row: &Field<'_>, scope: Adjacency) -> Result<(), InputError> {
    let unfolded = row.node.with_mechanisms_unfolded();
    let mut disagreement = None;
    let Item::Table(table) = &unfolded.item else { return Ok(()) };
    for (_, inside) in table {
        inside.each_table(&mut |part| {
            let named = named_adjacency(part).or_else(|| {
                // An allocation that names none is for this one.
                (word(part, "kind") == Some("random-allocation"))
                    .then_some(Adjacency::AddRemove.name())
            });
            let known = Adjacency::WORDS.into_iter().find(|(name, _)| Some(*name) == named);
            if let Some((named, _)) = known.filter(|(_, named)| *named != scope) {
                disagreement.get_or_insert((named, part.span.clone()));
            }
        });
    }
    let Some((named, span)) = disagreement else { return Ok(()) };
    let node = Node { item: Item::Null, span };
    let instead = match scope {
        Adjacency::AddRemove => "poisson(1/100, gaussian(sigma=1))",
        Adjacency::ReplaceOne => "without-replacement(size=8, population=1000, gaussian(sigma=1))",
        Adjacency::ZeroOut => {
            "subsample(method=poisson, rate=1/100, adjacency=zero-out, mechanism=gaussian(sigma=1))"
        }
    };
    let part = Field { node: &node, path: format!("{}.mechanism", row.path) };
    Err(part.error(
        format!(
            "a part of the mechanism is for the adjacency {named}, and that of the scope is {}",
            scope.name()
        ),
        format!("what is known for that is written in full, such as {instead}"),
    ))
}

/// No field is both in the mechanism and beside it, nor is a power beside what it could repeat.
fn is_stated_once<'a>(
    row: &Field<'_>,
    beside: impl Iterator<Item = &'a (Key, Node)>,
    is_in_mechanism: impl Fn(&str) -> bool,
) -> Result<(), InputError> {
    for (key, node) in beside {
        let name = key.name.as_str();
        let is_of_steps = ["count", "epochs", "sampling"].contains(&name);
        let (message, help) = if is_of_steps && is_in_mechanism("count") {
            (
                format!("the mechanism has a power, and the row the field \"{name}\" beside it"),
                "write the steps once: with the power, or without it and as fields of the row",
            )
        } else if is_in_mechanism(name) {
            (
                format!("the field \"{}\" is in the mechanism, and beside it", shorten(name)),
                "write it once",
            )
        } else {
            continue;
        };
        let field = Field { node, path: format!("{}.{name}", row.path) };
        return Err(field.error(message, help));
    }
    Ok(())
}

/// The adjacency that a mechanism names, or that of its kind.
fn named_adjacency(table: &Node) -> Option<&str> {
    let of_kind = || Some(only_of(word(table, "kind")?)?.name());
    word(table, "adjacency").or_else(of_kind)
}

/// The adjacencies that a mechanism names, each once.
fn adjacencies(node: &Node) -> Vec<String> {
    let mut adjacencies: Vec<String> = Vec::new();
    node.each_table(&mut |table| {
        if let Some(adjacency) = named_adjacency(table)
            && !adjacencies.iter().any(|named| named == adjacency)
        {
            adjacencies.push(adjacency.to_owned());
        }
    });
    adjacencies
}

/// The fields of a row, in order.
type Row = Vec<(String, Node)>;

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

/// A field that is a text.
fn named(name: &str, text: &str) -> (String, Node) {
    (name.to_owned(), Node { item: Item::Text(text.to_owned()), span: 0..0 })
}

/// Adds the rows of a mechanism.
fn parts(node: &Node, text: &str, rows: &mut Vec<Row>) {
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
    row.extend(count.map(|count| named("count", count)));
    rows.push(row);
}

/// A kind, on a sample or not.
fn sampled(node: &Node) -> Option<Row> {
    let kind = word(node, "kind")?;
    if !["subsample", "random-allocation"].contains(&kind) {
        return plain(node);
    }
    let Item::Table(table) = &node.item else {
        return None;
    };
    let mut row = plain(field(node, "mechanism")?)?;
    let is_own = |key: &Key| !["kind", "adjacency", "mechanism"].contains(&key.name.as_str());
    let word = |text: &str| Node { item: Item::Text(text.to_owned()), span: 0..0 };
    let key = || Key { name: "method".to_owned(), span: 0..0 };
    let method = (kind == "random-allocation").then(|| (key(), word(kind)));
    let fields = table.iter().filter(|(key, _)| is_own(key)).cloned();
    let item = Item::Table(method.into_iter().chain(fields).collect());
    row.push(("sampling".to_owned(), Node { item, span: node.span.clone() }));
    Some(row)
}

/// A kind with its fields, where a row has no other meaning for one of them.
fn plain(node: &Node) -> Option<Row> {
    let kind = word(node, "kind")?;
    let Item::Table(table) = &node.item else {
        return None;
    };
    // Without an adjacency it has one pair for all, and a row has that of its scope.
    let is_for_all = kind == "thresholded" && word(node, "adjacency").is_none();
    let is_of_row = |name: &str| FIELDS.contains(&name) || ["mechanisms", "unit"].contains(&name);
    if is_for_all || table.iter().any(|(key, _)| is_of_row(&key.name)) {
        return None;
    }
    let fields = table.iter().filter(|(key, _)| key.name != "kind");
    let fields = fields.map(|(key, node)| (key.name.clone(), node.clone()));
    Some(std::iter::once(named("mechanism", kind)).chain(fields).collect())
}

/// A mechanism as it is written.
fn composed(node: &Node, text: &str) -> Row {
    let written = text.get(node.span.clone()).unwrap_or(text).trim();
    let written = Node { item: Item::Text(written.to_owned()), span: node.span.clone() };
    let list = Node { item: Item::List(vec![written]), span: node.span.clone() };
    vec![named("mechanism", "compose"), ("mechanisms".to_owned(), list)]
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
