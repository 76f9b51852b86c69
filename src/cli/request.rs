//! One line of the line protocol: what is asked, and the answer to it.

use super::Common;
use super::both::{Failure, Question, ask};
use super::number::DIGITS;
use super::reply::{Outcome, Reply, notes};
use crate::channel;
use crate::input::{Field, Fields, InputError, Item, Node, from_json, raw_field};
use crate::mechanism::{Family, Mechanism};
use crate::quantity::{Options, Query, ShowExact, Target};
use crate::refusal::Refusal;
use crate::theorem;

/// A question, read from a line.
struct Request {
    question: Question,
    options: Options,
}

/// The answer to a line: whatever stands in it, there is one.
pub fn reply(line: &[u8], common: &Common) -> Reply {
    let (text, rest) = match std::str::from_utf8(line) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, _) = line.split_at_checked(error.valid_up_to()).unwrap_or((line, &[]));
            (std::str::from_utf8(valid).unwrap_or_default(), Some(error.valid_up_to()))
        }
    };
    let id = raw_field(text, "id").and_then(|id| serde_json::value::RawValue::from_string(id.to_owned()).ok());
    let (outcome, notes) = match rest {
        None => answered(text, common),
        Some(byte) => (
            Outcome::Error {
                field: None,
                reason: format!("the line is not UTF-8: byte {} is the first wrong one", byte + 1),
                column: Some(text.chars().count() + 1),
                help: Some("send JSON in the encoding UTF-8".to_owned()),
            },
            Vec::new(),
        ),
    };
    Reply { id, outcome, notes }
}

fn answered(text: &str, common: &Common) -> (Outcome, Vec<String>) {
    let node = match from_json(text) {
        Ok(node) => node,
        Err(error) => return (Outcome::of(Err(error.into()), text), Vec::new()),
    };
    let answer = Request::read(&node, common)
        .map_err(Failure::from)
        .and_then(|request| ask(common.engine, &request.question, &request.options));
    let asked = match &node.item {
        Item::Table(table) => table.as_slice(),
        _ => &[],
    };
    let asked = asked.iter().filter(|(key, _)| key.name != "id").map(|(_, node)| node);
    (Outcome::of(answer, text), notes(asked))
}

impl Request {
    /// All fields are read even if one of them asks for something unsupported: a wrong line is
    /// answered as wrong first.
    fn read(node: &Node, common: &Common) -> Result<Request, Refusal> {
        let mut fields = node.fields("")?;
        fields.expect(&["id", "mechanism", "query", "digits", "rel-gap", "exact"]);
        fields.optional("id");
        let (question, default_digits) = if let Some(theorem) = fields.optional("theorem") {
            (conclusions(&theorem), Options::default().digits)
        } else if let Some(channel) = fields.optional("channel") {
            let question = channel::Question::read(&channel).map(Question::Channel);
            (question.map_err(Refusal::from), Options::default().digits)
        } else {
            asked(&mut fields)
        };
        let question = postpone(question)?;
        let digits = fields.optional("digits").map(|field| digits(&field)).transpose()?;
        let gap = fields.optional("rel-gap").map(|field| gap_bits(&field)).transpose()?;
        let exact = match fields.optional("exact").map(|field| field.boolean()).transpose()? {
            None => ShowExact::Short,
            Some(true) => ShowExact::Always,
            Some(false) => ShowExact::Never,
        };
        fields.finish()?;
        // 10^(1-digits) <= 2^-bits for digits >= 1 + bits log10(2).
        let from_gap = gap.map_or(0, |bits| 2 + bits * 30_103 / 100_000);
        let defaults = Options::default();
        let options = Options {
            digits: digits.unwrap_or(default_digits).max(from_gap),
            gap_bits: gap.unwrap_or(defaults.gap_bits),
            exact,
            limits: common.limits(),
        };
        Ok(Request { question: question?, options })
    }
}

/// Significant digits of a calibrated parameter, where none are asked for.
const CALIBRATED_DIGITS: u64 = 4;

/// What is asked about a mechanism, and the digits that are promised.
fn asked(fields: &mut Fields<'_>) -> (Result<Question, Refusal>, u64) {
    let (mechanism, query) = (fields.required("mechanism"), fields.required("query"));
    let only = |name| query.as_ref().ok().and_then(|query| only(query, name));
    let usual = Options::default().digits;
    match (only("calibrate"), only("dominates")) {
        (Some(target), _) => (calibrate(mechanism, &target), CALIBRATED_DIGITS),
        (_, Some(other)) => (dominance(mechanism, &other), usual),
        _ => (quantity(mechanism, query), usual),
    }
}

/// `{"name": ..., ...}`: a theorem and its parameters.
pub(super) fn conclusions(theorem: &Field<'_>) -> Result<Question, Refusal> {
    let mut fields = theorem.fields()?;
    let found = theorem::find(&fields.required("name")?)?;
    Ok(Question::Conclusions(found, found.apply(fields)?))
}

/// The parameters of `{"name": {...}}`.
fn only<'a>(query: &Field<'a>, name: &'static str) -> Option<Field<'a>> {
    match &query.node.item {
        Item::Table(table) if table.len() == 1 => query.fields().ok()?.optional(name),
        _ => None,
    }
}

fn dominance(mechanism: Result<Field<'_>, InputError>, other: &Field<'_>) -> Result<Question, Refusal> {
    let a = postpone(Mechanism::read(&mechanism?))?;
    let mut fields = other.fields()?;
    fields.expect(&["mechanism", "kernel"]);
    let b = postpone(Mechanism::read(&fields.required("mechanism")?))?;
    let kernel = fields.optional("kernel").map_or(Ok(false), |field| field.boolean())?;
    fields.finish()?;
    Ok(Question::Dominance { a: a?, b: b?, kernel })
}

fn calibrate(mechanism: Result<Field<'_>, InputError>, target: &Field<'_>) -> Result<Question, Refusal> {
    let family = postpone(Family::read(&mechanism?))?;
    let target = Target::read(target)?;
    Ok(Question::Calibration(family?, target))
}

fn quantity(
    mechanism: Result<Field<'_>, InputError>,
    query: Result<Field<'_>, InputError>,
) -> Result<Question, Refusal> {
    let (mechanism, query) = (mechanism?, query?);
    // Before the mechanism: a "?" in it has a meaning only if the query is a calibration, well spelled.
    let query = postpone(Query::read(&query))?;
    let mechanism = postpone(Mechanism::read(&mechanism))?;
    Ok(Question::Quantity(mechanism?, query?))
}

/// Lets errors of the input through, and keeps other refusals for later.
fn postpone<T>(result: Result<T, Refusal>) -> Result<Result<T, Refusal>, Refusal> {
    match result {
        Err(Refusal::Input(error)) => Err(Refusal::Input(error)),
        other => Ok(other),
    }
}

fn digits(field: &Field<'_>) -> Result<u64, InputError> {
    let digits = field.natural()?;
    if DIGITS.contains(&digits) {
        return Ok(digits);
    }
    let help = format!("ask for {} to {} significant digits", DIGITS.start(), DIGITS.end());
    Err(field.error(format!("{digits} digits cannot be asked for"), help))
}

/// Bits that keep the promise `hi - lo <= gap * hi`: `2^-bits <= gap`.
fn gap_bits(field: &Field<'_>) -> Result<u64, InputError> {
    let gap = field.real()?;
    super::number::gap_bits(&gap).map_err(|(message, help)| field.error(message, help))
}
