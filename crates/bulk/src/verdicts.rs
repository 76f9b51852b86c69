//! The result for each row, and the batch of all results.

use crate::error::BatchError;
use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use dpcert::Sentence;
use dpcert::claim::{Judgement, Verdict};
use std::sync::Arc;

/// The possible verdicts on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A verdict as on a claim in a file.
    Judged(Verdict),
    /// The row is not a claim.
    Invalid,
}

impl Word {
    /// All of them.
    pub const ALL: [Word; 5] = [
        Word::Judged(Verdict::Holds),
        Word::Judged(Verdict::Refuted),
        Word::Judged(Verdict::Undecided),
        Word::Judged(Verdict::Unsupported),
        Word::Invalid,
    ];

    /// The verdict that a word is for.
    pub fn of(name: &str) -> Option<Word> {
        Word::ALL.into_iter().find(|word| word.name() == name)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Word::Judged(verdict) => verdict.name(),
            Word::Invalid => "invalid",
        }
    }
}

/// The result for a row.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The verdict.
    pub word: Word,
    /// The certified value, with the method.
    pub evidence: Option<Evidence>,
    /// Why it is undecided, or the error in the row.
    pub message: Option<String>,
}

/// A certified value in binary64, with each end rounded to its own side.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// A lower bound of the value.
    pub lower: f64,
    /// An upper bound of the value.
    pub upper: f64,
    /// A lower bound of the margin: the distance from the claimed value, positive where the claim
    /// is true.
    pub margin: f64,
    /// The name of the [method](dpcert::composition::Method).
    pub method: &'static str,
    /// The filter or the engine that computed it.
    pub engine: &'static str,
}

impl Judged {
    /// A row that is not a claim.
    pub fn invalid(message: String) -> Judged {
        Judged { word: Word::Invalid, evidence: None, message: Some(message) }
    }

    /// A verdict of the library, with its sentence as `rendered` writes it.
    pub fn of(judgement: &Judgement, rendered: fn(&Sentence) -> String) -> Judged {
        let evidence = judgement.evidence.as_ref().map(|evidence| Evidence {
            lower: evidence.witness.lower_f64(),
            upper: evidence.witness.upper_f64(),
            margin: evidence.margin.distance.lower_f64(),
            method: evidence.method.name(),
            engine: evidence.engine,
        });
        let message = judgement.note.as_ref().map(rendered);
        Judged { word: Word::Judged(judgement.verdict), evidence, message }
    }
}

/// The columns of a batch of verdicts; `id` is the first one if the claims have it.
pub fn schema(id: Option<&Field>) -> SchemaRef {
    let text = |name, nullable| Field::new(name, DataType::Utf8, nullable);
    let number = |name| Field::new(name, DataType::Float64, true);
    let own = [
        text("verdict", false),
        number("lower"),
        number("upper"),
        number("margin"),
        text("method", true),
        text("engine", true),
        text("message", true),
    ];
    Arc::new(Schema::new(id.cloned().into_iter().chain(own).collect::<Vec<_>>()))
}

/// The values of a row, but for its id.
pub struct Values<'a> {
    /// The verdict.
    pub word: Word,
    /// The two ends and the margin.
    pub numbers: [Option<f64>; 3],
    /// The method, the engine and the message.
    pub texts: [Option<&'a str>; 3],
}

impl<'a> From<&'a Judged> for Values<'a> {
    fn from(row: &'a Judged) -> Values<'a> {
        let evidence = row.evidence;
        Values {
            word: row.word,
            numbers: [
                evidence.map(|x| x.lower),
                evidence.map(|x| x.upper),
                evidence.map(|x| x.margin),
            ],
            texts: [evidence.map(|x| x.method), evidence.map(|x| x.engine), row.message.as_deref()],
        }
    }
}

/// The batch of some rows.
///
/// # Errors
/// Ids whose number differs from that of the rows.
pub fn batch<'a, T: 'a>(
    id: Option<(&Field, &ArrayRef)>,
    rows: &'a [T],
) -> Result<RecordBatch, BatchError>
where
    Values<'a>: From<&'a T>,
{
    let text = |width: usize| StringBuilder::with_capacity(rows.len(), width * rows.len());
    let mut verdict = text(8);
    let mut numbers: [_; 3] = std::array::from_fn(|_| Float64Builder::with_capacity(rows.len()));
    let mut texts = [12, 8, 0].map(text);
    for row in rows {
        let row = Values::from(row);
        verdict.append_value(row.word.name());
        numbers.iter_mut().zip(row.numbers).for_each(|(column, value)| column.append_option(value));
        texts.iter_mut().zip(row.texts).for_each(|(column, value)| column.append_option(value));
    }
    let verdict: ArrayRef = Arc::new(verdict.finish());
    let numbers = numbers.map(|mut column| Arc::new(column.finish()) as ArrayRef);
    let texts = texts.map(|mut column| Arc::new(column.finish()) as ArrayRef);
    let own = [verdict].into_iter().chain(numbers).chain(texts);
    let columns = id.map(|(_, array)| array.clone()).into_iter().chain(own).collect();
    Ok(RecordBatch::try_new(schema(id.map(|(field, _)| field)), columns)?)
}
