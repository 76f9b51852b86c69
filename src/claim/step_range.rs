//! Statements about a range of step counts: see [`Epochs`](super::Epochs).
//!
//! A claim is about the run, and the run had one of the counts between the fewest and the most.
//! Dropping a step is post-processing, so delta, eps, the total variation and rho grow with the
//! number of steps, and the trade-off function falls. A statement about every run is therefore
//! decided at the ends. `at-most` holds by the larger value and is refuted by the smaller one;
//! `at-least` is the other way round; a range, of which equality is one, needs both. Where the ends
//! have different verdicts, the claim is undecided.

use super::claim_file::ClaimFile;
use super::epochs::Epochs;
use super::judgement::Judgement;
use super::ledger::Row;
use super::relation::Relation;
use super::statement::{Claim, Measure};
use super::verdict::Verdict;
use crate::input::shorten;
use crate::mechanism::Mechanism;
use crate::quantity::Scalar;
use crate::refusal::Sentence;

/// Judges a claim of a file by `statement`, which judges a relation for one number of steps.
///
/// Cost: one judgement, or two where the epochs of a row leave a range of steps; up to two more for
/// a refuted range.
pub(super) fn judge(
    file: &ClaimFile,
    claim: &Claim,
    statement: impl Fn(&Mechanism, &Relation) -> Judgement,
) -> Judgement {
    let (most, fewest) = match (file.composition(claim), file.fewest(claim)) {
        (Ok(most), Ok(Some(fewest))) => (most, fewest),
        (Ok(most), Ok(None)) => return statement(&most, &claim.relation),
        (Err(missing), _) | (_, Err(missing)) => return Judgement::unsupported(missing.into()),
    };
    let grows = !matches!(claim.quantity.measure, Measure::Scalar(Scalar::Beta { .. }));
    let at = |end: End, relation: &Relation| {
        let with_fewest_steps = grows == (end == End::Smaller);
        Judgement {
            with_fewest_steps,
            ..statement(if with_fewest_steps { &fewest } else { &most }, relation)
        }
    };
    let relation = &claim.relation;
    let (range, ends) = match relation {
        Relation::AtMost(_) => (None, [End::Larger, End::Smaller]),
        Relation::AtLeast(_) => (None, [End::Smaller, End::Larger]),
        Relation::Between(low, high) => (Some((low, high)), [End::Larger, End::Smaller]),
        Relation::Equals(value) => (Some((value, value)), [End::Larger, End::Smaller]),
    };
    let first = at(ends[0], relation);
    if first.contradiction.is_some() || (range.is_none() && first.verdict == Verdict::Holds) {
        return first;
    }
    let second = at(ends[1], relation);
    let is_refuted = |judgement: &Judgement| judgement.verdict == Verdict::Refuted;
    match range {
        _ if second.contradiction.is_some() => return second,
        // The easier end: if it is refuted, so is every run.
        None if is_refuted(&second) => return second,
        Some(_) if first.verdict == Verdict::Holds && second.verdict == Verdict::Holds => {
            return first;
        }
        // Two ends outside the range say nothing about the runs between, unless they are on the
        // same side of it.
        Some((low, _))
            if is_refuted(&first)
                && is_refuted(&at(End::Larger, &Relation::AtLeast(low.clone()))) =>
        {
            return first;
        }
        Some((_, high))
            if is_refuted(&second)
                && is_refuted(&at(End::Smaller, &Relation::AtMost(high.clone()))) =>
        {
            return second;
        }
        _ => {}
    }
    let (most, fewest) = if first.with_fewest_steps { (second, first) } else { (first, second) };
    // Where both ends have no verdict, the number of steps is not what is missing.
    if most.verdict == fewest.verdict && !is_refuted(&most) {
        return most;
    }
    undecided(file, claim, most, fewest)
}

/// The larger or the smaller value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Larger,
    Smaller,
}

/// The ends have different verdicts: undecided, with the value for the most steps.
fn undecided(file: &ClaimFile, claim: &Claim, most: Judgement, fewest: Judgement) -> Judgement {
    let steps = |count: fn(&Epochs) -> u64| {
        let row = |row: &Row| {
            let epochs = row.epochs.as_ref().filter(|epochs| epochs.fewer_steps().is_some())?;
            Some(format!("{} {}", shorten(&row.id), count(epochs)))
        };
        file.rows(claim).filter_map(row).collect::<Vec<_>>().join(", ")
    };
    let said = |judgement: &Judgement| match (judgement.verdict, &judgement.note) {
        (Verdict::Holds, _) => "it would hold".into(),
        (verdict, Some(note)) => {
            Sentence::from(format!("it would be {verdict} (")).and(note.clone()).and(")")
        }
        (verdict, None) => format!("it would be {verdict}").into(),
    };
    let shown = if most.evidence.is_some() { ", whose value and margin are shown" } else { "" };
    let note = Sentence::from(
        "write the number of steps that were run as \"count\", because the epochs do not determine it: ",
    )
    .and(said(&most))
    .and(format!(" with the most ({}){shown}, and ", steps(|epochs| epochs.steps)))
    .and(said(&fewest))
    .and(format!(" with the fewest ({})", steps(|epochs| epochs.fewest)));
    let is_unsupported =
        [&most, &fewest].iter().any(|judgement| judgement.verdict == Verdict::Unsupported);
    let verdict = if is_unsupported { Verdict::Unsupported } else { Verdict::Undecided };
    Judgement { verdict, note: Some(note), ..most }
}
