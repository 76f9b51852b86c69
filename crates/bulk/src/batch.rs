//! A batch: what the filter decides row by row, and the library for the rest.

use crate::claims::{Claims, NoStatement, Statement};
use crate::error::BatchError;
use crate::filter;
use crate::verdicts::{self, Judged};
use arrow_array::RecordBatch;
use dpcert::claim::{Evaluations, Judgement, Measure, Relation, Verdict};
use dpcert::{Interrupted, Mechanism, Options, Sentence};
use rayon::prelude::*;
use std::collections::HashMap;

/// What is said about a quantity, by its text: each statement once, with the rows that make it.
type Statements<'a> = HashMap<String, (&'a Relation, Vec<usize>)>;

/// Rows that a thread takes at once.
const ROWS: usize = 1024;

/// What is known of a row after a first look.
enum Row {
    Judged(Judged),
    Open(Box<Statement>),
}

/// Judges each row of a batch as the claim that it is; the verdicts are in the order of the rows, one for each.
///
/// The columns are described in the documentation of the [crate]. A row whose values make no claim has the verdict
/// `invalid`, with a message that names column and value.
///
/// Guarantee: each verdict is that of [`judge_statement`](dpcert::claim::judge_statement), and `lower`, `upper` and `margin` are on their sides of the
/// true numbers. Cost: some hundred nanoseconds for a row that the filter decides, otherwise that of
/// [`judge_statement`](dpcert::claim::judge_statement); questions that are equal are evaluated once for each batch, and rows are judged in parallel.
///
/// # Errors
/// [`BatchError::Column`] where the columns are wrong, [`BatchError::Contradiction`] where two engines disagree,
/// [`BatchError::Interrupted`] where the control of the settings ended the computation.
pub fn judge_batch(batch: &RecordBatch, settings: &Options) -> Result<RecordBatch, BatchError> {
    judge_batch_told(batch, settings, ToString::to_string)
}

/// The same, with messages in the words of `told`, which has names for the limits.
///
/// # Errors
/// See [`judge_batch`].
pub fn judge_batch_told(
    batch: &RecordBatch,
    settings: &Options,
    told: fn(&Sentence) -> String,
) -> Result<RecordBatch, BatchError> {
    let claims = Claims::of(batch)?;
    let chunks = (0..claims.rows).step_by(ROWS).collect::<Vec<_>>();
    let columns = filter::applies(settings).then(|| filter::Columns::of(&claims));
    let look = |start: &usize| {
        let rows = *start..(*start + ROWS).min(claims.rows);
        settings.control.check()?;
        Ok(rows.map(|row| first_look(&claims, columns.as_ref(), row, told)).collect())
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
    // Those that were ended are undecided: that is no verdict of a batch, which must not depend on the time.
    settings.control.check()?;
    for (number, judgement) in judgements {
        if let Some(message) = judgement.contradiction {
            return Err(BatchError::Contradiction { row: number, message });
        }
        judged[number] = Judged::of(&judgement, told);
    }
    let id = claims.id.and_then(|array| Some((batch.schema_ref().field_with_name("id").ok()?, array)));
    verdicts::batch(id, &judged)
}

/// What the filter says, which is asked where `columns` are given, and else what is to be judged.
fn first_look(
    claims: &Claims<'_>,
    columns: Option<&filter::Columns>,
    row: usize,
    told: fn(&Sentence) -> String,
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
        Err(NoStatement::Refused(refusal)) => Row::Judged(refused(told(&refusal.sentence()))),
    }
}

/// A mechanism that is known and not supported, as a claim file's: its claims are answered so.
fn refused(message: String) -> Judged {
    Judged { word: verdicts::Word::Judged(Verdict::Unsupported), evidence: None, message: Some(message) }
}

/// Judges statements by the library, each question once.
fn judge(open: &[(usize, Statement)], settings: &Options) -> Vec<(usize, Judgement)> {
    let mut questions: HashMap<(&Mechanism, &Measure), Statements<'_>> = HashMap::new();
    for (row, statement) in open {
        let relations = questions.entry((&statement.mechanism, &statement.measure)).or_default();
        // As it is read, so that 0.5 and 1/2 are one.
        let values = statement.relation.values().into_iter().map(|literal| format!(" {}", literal.value));
        let name = std::iter::once(statement.relation.name().to_owned()).chain(values).collect();
        relations.entry(name).or_insert_with(|| (&statement.relation, Vec::new())).1.push(*row);
    }
    let questions: Vec<_> = questions.into_iter().collect();
    let judged = questions.into_par_iter().flat_map(|((mechanism, measure), relations)| {
        let relations: Vec<_> = relations.into_values().collect();
        // Also for one relation: what is shown of a row must not depend on which others are in its batch.
        let shared = Evaluations::new(settings.clone());
        let judge = |(relation, rows): &(&Relation, Vec<usize>)| {
            let judgement = shared.judge(mechanism, measure, relation);
            rows.iter().map(|row| (*row, judgement.clone())).collect::<Vec<_>>()
        };
        // The first evaluates, and the others read from that.
        let mut all: Vec<_> = relations.first().map(judge).unwrap_or_default();
        all.extend(relations.par_iter().skip(1).flat_map(judge).collect::<Vec<_>>());
        all
    });
    judged.collect()
}
