//! A batch: the filter decides row by row, and the library decides the rest.

use crate::claims::{Claims, NoStatement, Statement};
use crate::error::BatchError;
use crate::filter;
use crate::verdicts::{self, Judged};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::Field;
use dpcert::claim::{Evaluations, Judgement, Measure, Relation, Verdict};
use dpcert::{Interrupted, Mechanism, Options, Sentence};
use rayon::prelude::*;
use std::collections::HashMap;

/// The statements about a quantity, by their text: each statement once, with the rows that make it.
type Statements<'a> = HashMap<String, (&'a Relation, Vec<usize>)>;

/// The number of rows that a thread takes at once.
const ROWS: usize = 1024;

/// The state of a row after the filter.
enum Row {
    Judged(Judged),
    Open(Box<Statement>),
}

/// Judges each row of a batch as a claim; the verdicts are in the order of the rows, one for each.
///
/// The columns are described in the documentation of the [crate]. A row whose values are not a
/// claim has the verdict `invalid`, with a message that names column and value.
///
/// Guarantee: each verdict is that of [`judge_statement`](dpcert::claim::judge_statement), and
/// `lower`, `upper` and `margin` are on their sides of the true numbers. Cost: a few hundred
/// nanoseconds for a row that the filter decides, otherwise that of
/// [`judge_statement`](dpcert::claim::judge_statement). Equal questions are evaluated once for each
/// batch, and rows are judged in parallel.
///
/// # Errors
/// [`BatchError::Column`] where the columns are invalid, [`BatchError::Contradiction`] where two
/// engines disagree, [`BatchError::Interrupted`] where the control of the settings ended the
/// computation.
pub fn judge_batch(batch: &RecordBatch, settings: &Options) -> Result<RecordBatch, BatchError> {
    judge_batch_with(batch, settings, ToString::to_string)
}

/// The same, with messages as `rendered` writes them, which has names for the limits.
///
/// # Errors
/// See [`judge_batch`].
pub fn judge_batch_with(
    batch: &RecordBatch,
    settings: &Options,
    rendered: fn(&Sentence) -> String,
) -> Result<RecordBatch, BatchError> {
    let claims = Claims::of(batch)?;
    let chunks = (0..claims.rows).step_by(ROWS).collect::<Vec<_>>();
    let columns = filter::applies(settings).then(|| filter::Columns::of(&claims));
    let look = |start: &usize| {
        let rows = *start..(*start + ROWS).min(claims.rows);
        settings.control.check()?;
        Ok(rows.map(|row| first_look(&claims, columns.as_ref(), row, rendered)).collect())
    };
    let rows = chunks.par_iter().map(look).collect::<Result<Vec<Vec<Row>>, Interrupted>>()?;
    let mut judged = Vec::with_capacity(claims.rows);
    let mut open = Vec::new();
    for (number, row) in rows.into_iter().flatten().enumerate() {
        match row {
            Row::Judged(row) => judged.push(row),
            Row::Open(statement) => {
                open.push((number, *statement));
                // Replaced below.
                judged.push(Judged::invalid(String::new()));
            }
        }
    }
    let judgements = judge(&open, settings);
    // Interrupted judgements are undecided. That is not a verdict of a batch, which must not depend
    // on the time.
    settings.control.check()?;
    for (number, judgement) in judgements {
        if let Some(message) = judgement.contradiction {
            return Err(BatchError::Contradiction { row: number, message });
        }
        judged[number] = Judged::of(&judgement, rendered);
    }
    verdicts::batch(id_of(batch), &judged)
}

/// The ids of some claims, passed through to their verdicts.
pub(crate) fn id_of(claims: &RecordBatch) -> Option<(&Field, &ArrayRef)> {
    let (place, field) = claims.schema_ref().column_with_name("id")?;
    Some((field, claims.column(place)))
}

/// The verdict of the filter, where `columns` are given and it decides; otherwise the statement to
/// judge.
fn first_look(
    claims: &Claims<'_>,
    columns: Option<&filter::Columns>,
    row: usize,
    rendered: fn(&Sentence) -> String,
) -> Row {
    if let Some(judged) = columns.and_then(|columns| filter::decide_row(claims, columns, row)) {
        return Row::Judged(judged);
    }
    match claims.statement(row) {
        Ok(statement) => match columns.and_then(|_| filter::decide_statement(&statement)) {
            Some(judged) => Row::Judged(judged),
            None => Row::Open(Box::new(statement)),
        },
        Err(NoStatement::Invalid(message)) => Row::Judged(Judged::invalid(message)),
        Err(NoStatement::Refused(refusal)) => Row::Judged(refused(rendered(&refusal.sentence()))),
    }
}

/// The verdict on a mechanism that is known but not supported, as in a claim file.
fn refused(message: String) -> Judged {
    Judged {
        word: verdicts::Word::Judged(Verdict::Unsupported),
        evidence: None,
        message: Some(message),
    }
}

/// Judges statements by the library, each question once.
fn judge(open: &[(usize, Statement)], settings: &Options) -> Vec<(usize, Judgement)> {
    let mut questions: HashMap<(&Mechanism, &Measure), Statements<'_>> = HashMap::new();
    for (row, statement) in open {
        let relations = questions.entry((&statement.mechanism, &statement.measure)).or_default();
        // By value, so that 0.5 and 1/2 are equal.
        let values =
            statement.relation.values().into_iter().map(|literal| format!(" {}", literal.value));
        let name = std::iter::once(statement.relation.name().to_owned()).chain(values).collect();
        relations.entry(name).or_insert_with(|| (&statement.relation, Vec::new())).1.push(*row);
    }
    let questions: Vec<_> = questions.into_iter().collect();
    let judged = questions.into_par_iter().flat_map(|((mechanism, measure), relations)| {
        let relations: Vec<_> = relations.into_values().collect();
        // Also for one relation: the shown bounds of a row must not depend on the other rows of its
        // batch.
        let shared = Evaluations::new(settings.clone());
        let judge = |(relation, rows): &(&Relation, Vec<usize>)| {
            let judgement = shared.judge(mechanism, measure, relation);
            rows.iter().map(|row| (*row, judgement.clone())).collect::<Vec<_>>()
        };
        // The first relation evaluates, and the others read the result.
        let mut all: Vec<_> = relations.first().map(judge).unwrap_or_default();
        all.extend(relations.par_iter().skip(1).flat_map(judge).collect::<Vec<_>>());
        all
    });
    judged.collect()
}
