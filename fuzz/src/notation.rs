//! Mechanisms in the compact notation.

use super::check_input_error;
use dpcert::input::{Field, InputError, Item, Node, from_json, from_notation};
use dpcert::{Mechanism, Refusal};
use serde_json::{Map, Value};

/// A mechanism is an error that can be shown, or the same tree and the same mechanism as its JSON.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let node = match from_notation(text) {
        Ok(node) => node,
        Err(error) => return check_input_error(text, &error),
    };
    let mechanism = read(&node);
    if let Err(Refusal::Input(error)) = &mechanism {
        check_input_error(text, error);
    }
    let json = json(&node).to_string();
    match from_json(&json) {
        Ok(other) => {
            assert!(is_same(&node, &other), "{json} is another tree");
            match (mechanism, read(&other)) {
                (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
                (Err(Refusal::Input(ours)), Err(Refusal::Input(theirs))) => {
                    assert_eq!(reason(&ours), reason(&theirs))
                }
                (Err(ours), Err(theirs)) => assert_eq!(ours, theirs),
                (ours, theirs) => panic!("{ours:?} but as JSON {theirs:?}"),
            }
        }
        // One bracket of the notation is up to three of JSON.
        Err(error) => assert!(error.message.contains("nested too deeply"), "{json}: {error}"),
    }
}

fn read(node: &Node) -> Result<Mechanism, Refusal> {
    Mechanism::read(&Field { node, path: "mechanism".into() })
}

fn reason(error: &InputError) -> [&str; 3] {
    [&error.field, &error.message, &error.help]
}

fn json(node: &Node) -> Value {
    match &node.item {
        Item::Text(text) => Value::String(text.clone()),
        Item::List(nodes) => nodes.iter().map(json).collect(),
        Item::Table(table) => Value::Object(
            table.iter().map(|(key, node)| (key.name.clone(), json(node))).collect::<Map<_, _>>(),
        ),
        other => panic!("the notation has no {other:?}"),
    }
}

/// Equal but for the places, and for the order of names, which JSON values here do not keep.
fn is_same(x: &Node, y: &Node) -> bool {
    match (&x.item, &y.item) {
        (Item::List(x), Item::List(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_same(x, y))
        }
        (Item::Table(x), Item::Table(y)) => {
            let there = |name: &str| y.iter().find(|(key, _)| key.name == name);
            x.len() == y.len()
                && x.iter().all(|(key, x)| there(&key.name).is_some_and(|(_, y)| is_same(x, y)))
        }
        (x, y) => x == y,
    }
}
