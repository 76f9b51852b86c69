//! Events as trees of named fields: each is a table with its class, under `class`, and its fields.

use dpcert::input::{InputError, Item, Key, Node};
use std::ops::Range;

/// The name under which the class of an event is.
pub(crate) const CLASS: &str = "class";

const MODULE: &str = "dp_accounting";

/// The fields of the classes in the order of their definition, which is that of
/// `event.to_named_tuple()`. The events of dp-accounting 0.6.0 and of the versions after it until
/// August 2026.
const FIELDS: [(&str, &[&str]); 22] = [
    ("NoOpDpEvent", &[]),
    ("NonPrivateDpEvent", &[]),
    ("UnsupportedDpEvent", &[]),
    ("GaussianDpEvent", &["noise_multiplier"]),
    ("LaplaceDpEvent", &["noise_multiplier"]),
    ("DiscreteLaplaceDpEvent", &["noise_parameter", "sensitivity"]),
    ("DiscreteGaussianDpEvent", &["sigma", "sensitivity", "dimension"]),
    ("RandomizedResponseDpEvent", &["noise_parameter", "num_buckets"]),
    ("MixtureOfGaussiansDpEvent", &["standard_deviation", "sensitivities", "sampling_probs"]),
    ("ZCDpEvent", &["rho", "xi"]),
    ("EpsilonDeltaDpEvent", &["epsilon", "delta"]),
    ("ExponentialMechanismDpEvent", &["epsilon"]),
    ("PermuteAndFlipDpEvent", &["epsilon"]),
    ("SelfComposedDpEvent", &["event", "count"]),
    ("ComposedDpEvent", &["events"]),
    ("PoissonSampledDpEvent", &["sampling_probability", "event"]),
    ("SampledWithReplacementDpEvent", &["source_dataset_size", "sample_size", "event"]),
    ("SampledWithoutReplacementDpEvent", &["source_dataset_size", "sample_size", "event"]),
    ("SingleEpochTreeAggregationDpEvent", &["noise_multiplier", "step_counts"]),
    ("RepeatAndSelectDpEvent", &["event", "mean", "shape"]),
    (
        "TruncatedSubsampledGaussianDpEvent",
        &["dataset_size", "sampling_probability", "truncated_batch_size", "noise_multiplier"],
    ),
    ("RandomAllocationDpEvent", &["event", "num_selected", "num_steps"]),
];

/// Is this the JSON of an event: `[module, class, ...]`, or an object with both names?
pub(crate) fn is_event(node: &Node) -> bool {
    match &node.item {
        Item::List(parts) => matches!(parts.as_slice(), [module, class, ..]
            if word(module).is_some() && word(class).is_some_and(|class| class.ends_with("DpEvent"))),
        Item::Table(entries) => ["module_name", "class_name"]
            .iter()
            .all(|name| entries.iter().any(|(key, _)| key.name == *name)),
        _ => false,
    }
}

fn word(node: &Node) -> Option<&str> {
    match &node.item {
        Item::Text(text) => Some(text),
        _ => None,
    }
}

/// The same tree with named fields.
///
/// # Errors
/// An event of another module, of a class without known fields, or with more fields than these.
pub(crate) fn named(node: &Node) -> Result<Node, InputError> {
    let item = match &node.item {
        Item::List(parts) if is_event(node) => {
            let [module, class, values @ ..] = parts.as_slice() else { return Ok(node.clone()) };
            let name = class_of(module, class)?;
            let known = FIELDS.iter().find(|(known, _)| *known == name);
            let Some((_, fields)) = known else {
                let message = format!("the fields of {name} are not known here");
                return Err(at(
                    class,
                    message,
                    "dp_accounting's own events until August 2026 are read",
                ));
            };
            if let Some(extra) = values.get(fields.len()) {
                let message = format!(
                    "{name} has {} values, and {} are known here",
                    values.len(),
                    fields.len()
                );
                return Err(at(
                    extra,
                    message,
                    "the event is of a newer version of dp_accounting, or not one of its events",
                ));
            }
            let entries = fields
                .iter()
                .zip(values)
                .map(|(field, value)| Ok((key(field, &value.span), named(value)?)));
            with_class(name, class, entries)?
        }
        Item::List(parts) => Item::List(parts.iter().map(named).collect::<Result<_, _>>()?),
        Item::Table(entries) if is_event(node) => {
            let of =
                |name: &str| entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node);
            let (Some(module), Some(class)) = (of("module_name"), of("class_name")) else {
                return Ok(node.clone());
            };
            let rest = entries
                .iter()
                .filter(|(key, _)| !matches!(key.name.as_str(), "module_name" | "class_name"));
            with_class(
                class_of(module, class)?,
                class,
                rest.map(|(key, value)| Ok((key.clone(), named(value)?))),
            )?
        }
        other => other.clone(),
    };
    Ok(Node { item, span: node.span.clone() })
}

fn class_of<'a>(module: &Node, class: &'a Node) -> Result<&'a str, InputError> {
    let (Some(module_name), Some(name)) = (word(module), word(class)) else {
        return Err(at(
            class,
            "the class of an event is a text".to_owned(),
            "write event.to_named_tuple() as JSON",
        ));
    };
    if module_name.split('.').next() != Some(MODULE) {
        let message = format!("{name} is an event of {module_name}, and not of {MODULE}");
        return Err(at(
            module,
            message,
            "what it describes is not known here: write its mechanism yourself",
        ));
    }
    Ok(name)
}

fn with_class(
    name: &str,
    class: &Node,
    entries: impl Iterator<Item = Result<(Key, Node), InputError>>,
) -> Result<Item, InputError> {
    let first = (
        key(CLASS, &class.span),
        Node { item: Item::Text(name.to_owned()), span: class.span.clone() },
    );
    Ok(Item::Table(std::iter::once(Ok(first)).chain(entries).collect::<Result<_, _>>()?))
}

pub(super) fn key(name: &str, span: &Range<usize>) -> Key {
    Key { name: name.to_owned(), span: span.clone() }
}

fn at(node: &Node, message: String, help: &str) -> InputError {
    InputError { message, field: String::new(), span: node.span.clone(), help: help.to_owned() }
}
