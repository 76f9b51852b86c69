//! What wrote a text.

use crate::ledger::Ledger;
use crate::{Given, events, opacus, opendp, spends, table, tensorflow};
use dpcert::input::{Field, Fields, InputError, Item, Node, from_written_json};

/// Files that nothing in them tells apart: what they are has to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `[[noise_multiplier, sample_rate, num_steps], ...]`: the history of an accountant of Opacus.
    OpacusHistory,
    /// `[[eps, delta], ...]`: diffprivlib's `spent_budget`, SmartNoise's `steps`.
    Spends,
}

/// What is read.
const KNOWN: &str = "read are: the state_dict() or history of an accountant of Opacus, events and ledgers of dp-accounting, \
                     the statement and the ledger of TensorFlow Privacy, measurements that OpenDP serialises, the ledgers of \
                     NVFlare's SVTPrivacy and of openmed, the spent_budget of diffprivlib, and CSV";

/// Reads a text as what it is said to be, or as what it looks like.
pub(crate) fn read(text: &str, given: &Given) -> Result<Ledger, Vec<InputError>> {
    let one = match text.trim_start().chars().next() {
        Some('{' | '[') => json(text).and_then(|node| of_json(&node, given)),
        None => Err(refused(0..0, "the file is empty", KNOWN)),
        _ if events::is_repr(text) => events::of_repr(text, given),
        _ if tensorflow::is_statement(text) => tensorflow::of_statement(text, given),
        _ if text.trim_start().starts_with("BudgetAccountant(") => Err(refused(
            0..16,
            "what diffprivlib prints of an accountant has no more than its first five spends",
            "write json.dumps(accountant.spent_budget) to a file, and give --as=spends",
        )),
        _ => return table::read(text, given),
    };
    one.map_err(|error| vec![error])
}

/// A tree of JSON; what Python prints of lists and dicts is not JSON, and is told.
fn json(text: &str) -> Result<Node, InputError> {
    from_written_json(text).map_err(|error| {
        let is_python = text.get(error.span.start..).is_some_and(|rest| {
            ["(", "'", "None", "True", "False"].iter().any(|token| rest.starts_with(token))
        });
        match is_python {
            true => InputError {
                message: "this is a value as Python prints it, and not JSON".to_owned(),
                help: "write it to the file with json.dumps, which makes lists of tuples"
                    .to_owned(),
                ..error
            },
            false => error,
        }
    })
}

fn of_json(node: &Node, given: &Given) -> Result<Ledger, InputError> {
    let root = || Field { node, path: String::new() };
    match given.format {
        Some(Format::OpacusHistory) => return opacus::history(&root(), given),
        Some(Format::Spends) => return spends::pairs(&root(), given),
        None if events::is_event(node) => return events::of_json(node, given),
        None => {}
    }
    match &node.item {
        Item::Table(_) => of_table(root().fields()?, given),
        Item::List(parts) => of_list(&root(), parts, given),
        _ => Err(refused(node.span.clone(), "a list or an object is expected", KNOWN)),
    }
}

fn of_table(fields: Fields<'_>, given: &Given) -> Result<Ledger, InputError> {
    let span = fields.span();
    let names: Vec<&str> = fields.remaining_names().collect();
    let has = |wanted: &[&str]| wanted.iter().all(|name| names.contains(name));
    let refuse =
        |message: &str, help: &str| Err(refused(span.start..span.start + 1, message, help));
    if has(&["privacy_accountant_state_dict"]) {
        let mut fields = fields;
        return opacus::state(fields.required("privacy_accountant_state_dict")?.fields()?, given);
    }
    if has(&["history", "mechanism"]) {
        return opacus::state(fields, given);
    }
    if has(&["__function__", "__kwargs__"]) {
        return opendp::ledger(fields, given);
    }
    if has(&["version", "ast"]) {
        return refuse(
            "this is the tree of opendp_logger, which is not read",
            "write dp.serialize(measurement), which OpenDP itself has, to a file",
        );
    }
    if has(&["policies", "compositions", "ledger"]) {
        return spends::openmed_generation(fields, given);
    }
    if has(&["spends", "ledger_digest"])
        || has(&["spends", "sensitivity_registry"])
        || has(&["spends", "total_epsilon"])
    {
        return spends::openmed_spends(fields, given);
    }
    if has(&["contexts"]) || has(&["schema_version", "entries"]) {
        return refuse(
            "this ledger of openmed has totals alone, and no spends",
            "give the to_dict() of DPGenerationBudgetAccountant, AggregateDPBudgetLedger or PrivacyBudget",
        );
    }
    if names.iter().any(|name| name.starts_with("svt_privacy_")) {
        return refuse(
            "this is the meta of one message of NVFlare: it has one call of the filter, and a total",
            "write the list that SVTPrivacy.get_privacy_ledger() returns to a file",
        );
    }
    if has(&["format_version"]) || has(&["scopes", "default_scope"]) {
        return refuse(
            "this is a configuration of NVFlare, and no ledger: what it spends depends on the number of parameters and rounds",
            "write the list that SVTPrivacy.get_privacy_ledger() returns to a file",
        );
    }
    const PARAMETERS: [&str; 6] =
        ["sample_rate", "steps", "num_steps", "epochs", "batch_size", "target_delta"];
    if has(&["noise_multiplier"]) && PARAMETERS.iter().any(|name| names.contains(name)) {
        return refuse(
            "these look like the parameters of a training run: no program whose ledgers are read writes them so",
            "write them as CSV: a line of names, such as noise_multiplier,sample_rate,steps, and a line of their values",
        );
    }
    if has(&["noise_multiplier"]) || has(&["events"]) || has(&["event"]) {
        return refuse(
            "an event of dp-accounting without the name of its class: Gaussian and Laplace noise look the same",
            "write json.dumps(event.to_named_tuple()), or repr(event), to a file",
        );
    }
    refuse("no program whose ledgers are read writes an object with these names", KNOWN)
}

fn of_list(root: &Field<'_>, parts: &[Node], given: &Given) -> Result<Ledger, InputError> {
    let lengths = |node: &Node| match &node.item {
        Item::List(parts) => Some(parts.len()),
        _ => None,
    };
    let third = |node: &Node| match &node.item {
        Item::List(parts) => parts.get(2).map(|third| matches!(third.item, Item::List(_))),
        _ => None,
    };
    let all = |wanted: &dyn Fn(&Node) -> bool| !parts.is_empty() && parts.iter().all(wanted);
    if all(&|node| third(node) == Some(true)) {
        return tensorflow::of_ledger(root, given);
    }
    let has_accountant = |node: &Node| match &node.item {
        Item::Table(entries) => entries.iter().any(|(key, _)| key.name == "accountant"),
        _ => false,
    };
    if all(&has_accountant) {
        return spends::nvflare(root, given);
    }
    let span = root.node.span.start..root.node.span.start + 1;
    if all(&|node| lengths(node) == Some(3)) {
        return Err(refused(
            span,
            "a list of three numbers each: nothing says which is the noise and which the rate",
            "if it is the history of an accountant of Opacus, [[noise_multiplier, sample_rate, num_steps], ...], give \
             --as=opacus-history",
        ));
    }
    if all(&|node| lengths(node) == Some(2)) {
        return Err(refused(
            span,
            "a list of two numbers each: nothing says what they are",
            "if it is [[eps, delta], ...], as the spent_budget of diffprivlib, give --as=spends",
        ));
    }
    Err(refused(span, "no program whose ledgers are read writes such a list", KNOWN))
}

pub(crate) fn refused(span: std::ops::Range<usize>, message: &str, help: &str) -> InputError {
    InputError { message: message.to_owned(), field: String::new(), span, help: help.to_owned() }
}
