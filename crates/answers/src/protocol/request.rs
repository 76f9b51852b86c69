//! One line of the line protocol: the request, and its answer.

use super::progress::Progress;
use super::reply::{Outcome, Reply};
use crate::settings::{Settings, option_of, rendered};
use dpcert::input::{Field, InputError, Item, Node, from_json, raw_field};
use dpcert::quantity::DIGITS;
use dpcert::question::{input_errors_first, note_of_order, notes};
use dpcert::{Options, Question, Refusal, ShowExact, ask, channel, quantity, sensitivity, theorem};
use dpcert_picture::{NotDrawn, draw};

/// A question, read from a line.
struct Request {
    question: Question,
    options: Options,
}

/// The answer to a line; every line has one.
pub fn reply(line: &[u8], settings: &Settings, progress: &Progress) -> Reply {
    let (text, rest) = match std::str::from_utf8(line) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, _) = line.split_at_checked(error.valid_up_to()).unwrap_or((line, &[]));
            (std::str::from_utf8(valid).unwrap_or_default(), Some(error.valid_up_to()))
        }
    };
    let id = raw_field(text, "id")
        .and_then(|id| serde_json::value::RawValue::from_string(id.to_owned()).ok());
    let (outcome, notes) = match rest {
        None => answered(text, settings, progress),
        Some(byte) => (
            Outcome::Error {
                field: None,
                reason: format!("the line is not UTF-8: byte {} is the first wrong one", byte + 1),
                column: Some(text.chars().count() + 1),
                help: Some("encode the JSON as UTF-8".to_owned()),
            },
            Vec::new(),
        ),
    };
    Reply { id, outcome, notes }
}

fn answered(text: &str, settings: &Settings, progress: &Progress) -> (Outcome, Vec<String>) {
    let node = match from_json(text) {
        Ok(node) => node,
        Err(error) => return (Outcome::of(Err(error.into()), text), Vec::new()),
    };
    let limits = Options { control: progress.control(), ..settings.options() };
    if node.fields("").is_ok_and(|mut fields| fields.optional("scene").is_some()) {
        let drawn = limits.within(|| drawn(&node, settings, progress));
        return (drawn.unwrap_or_else(|refusal| undrawn(refusal, text)), Vec::new());
    }
    let answer = limits.within(|| {
        let request = Request::read(&node, settings, progress)?;
        Ok((ask(&request.question, &request.options)?, note_of_order(&request.question)))
    });
    let (answer, order) = match answer {
        Ok((answer, order)) => (Ok(answer), order),
        Err(refusal) => (Err(refusal), None),
    };
    let asked = match &node.item {
        Item::Table(table) => table.as_slice(),
        _ => &[],
    };
    let asked = asked.iter().filter(|(key, _)| key.name != "id").map(|(_, node)| node);
    (Outcome::of(answer, text), notes(asked).into_iter().chain(order).collect())
}

/// `{"scene": {...}, "svg": true}`: a picture, as data and as a drawing.
fn drawn(node: &Node, settings: &Settings, progress: &Progress) -> Result<Outcome, Refusal> {
    let mut fields = node.fields("")?;
    fields.expect(&["id", "scene", "svg"]);
    fields.optional("id");
    let request = dpcert_picture::Request::read(&fields.required("scene")?);
    let request = input_errors_first(request)?;
    let with_svg =
        fields.optional("svg").map(|field| field.boolean()).transpose()?.unwrap_or(false);
    fields.finish()?;
    let request = dpcert_picture::Request { limits: option_of, ..request? };
    progress.begin(request.answers());
    let options = Options { control: progress.control(), ..settings.for_pictures() };
    let scene = request.scene(&options, || progress.step());
    let scene = match scene {
        Ok(scene) => scene,
        Err(NotDrawn { index, mechanism, refusal }) => {
            let place = index.map(|index| format!("scene.mechanisms[{index}]"));
            return Ok(undrawn(*refusal, "").about(place, &mechanism));
        }
    };
    let svg = with_svg.then(|| draw::svg(&scene));
    Ok(Outcome::Drawn { scene: Box::new(scene), svg })
}

/// The outcome for a picture: where it is too costly, in the words in which a report says it.
fn undrawn(refusal: Refusal, text: &str) -> Outcome {
    match refusal {
        Refusal::TooCostly(costly) => Outcome::Unsupported {
            missing: rendered(&costly.briefly()),
            reason: "not drawn".to_owned(),
            field: None,
        },
        other => Outcome::of(Err(other), text),
    }
}

impl Request {
    /// All fields are read even if one of them is unsupported: an invalid line is answered as
    /// invalid first.
    fn read(node: &Node, settings: &Settings, progress: &Progress) -> Result<Request, Refusal> {
        let mut fields = node.fields("")?;
        fields.expect(&["id", "mechanism", "query", "digits", "rel-gap", "exact", "scene"]);
        fields.optional("id");
        let question = if let Some(theorem) = fields.optional("theorem") {
            conclusions(&theorem)
        } else if let Some(channel) = fields.optional("channel") {
            channel::Question::read(&channel).map(Question::Channel).map_err(Refusal::from)
        } else if let Some(sensitivity) = fields.optional("sensitivity") {
            sensitivity::Question::read(&sensitivity)
                .map(Question::Sensitivity)
                .map_err(Refusal::from)
        } else {
            let (mechanism, query) = (fields.required("mechanism"), fields.required("query"));
            Question::read(mechanism, query)
        };
        let question = input_errors_first(question)?;
        let digits = fields.optional("digits").map(|field| digits(&field)).transpose()?;
        let gap = fields.optional("rel-gap").map(|field| relative_gap(&field)).transpose()?;
        let exact = match fields.optional("exact").map(|field| field.boolean()).transpose()? {
            None => ShowExact::Short,
            Some(true) => ShowExact::Always,
            Some(false) => ShowExact::Never,
        };
        fields.finish()?;
        let question = question?;
        if matches!(question, Question::Calibration(..)) {
            progress.search();
        }
        let from_gap = gap.map_or(0, quantity::digits_of_gap);
        let defaults = settings.options();
        let options = Options {
            digits: digits.unwrap_or(question.usual_digits()).max(from_gap),
            gap_bits: gap.unwrap_or(defaults.gap_bits),
            exact,
            control: progress.control(),
            ..defaults
        };
        Ok(Request { question, options })
    }
}

/// `{"name": ..., ...}`: a theorem and its parameters.
///
/// # Errors
/// If the theorem is unknown, or its parameters are outside of its domain.
pub fn conclusions(theorem: &Field<'_>) -> Result<Question, Refusal> {
    let mut fields = theorem.fields()?;
    let found = theorem::find(&fields.required("name")?)?;
    Ok(Question::Conclusions(found, found.apply(fields)?))
}

fn digits(field: &Field<'_>) -> Result<u64, InputError> {
    let digits = field.natural()?;
    if DIGITS.contains(&digits) {
        return Ok(digits);
    }
    let help = format!("ask for {} to {} significant digits", DIGITS.start(), DIGITS.end());
    Err(field.error(format!("{digits} digits cannot be requested"), help))
}

/// Bits that keep the promise `hi - lo <= gap * hi`: `2^-bits <= gap`.
fn relative_gap(field: &Field<'_>) -> Result<u64, InputError> {
    let gap = field.real()?;
    quantity::gap_bits(&gap).map_err(|(message, help)| field.error(message, help))
}
