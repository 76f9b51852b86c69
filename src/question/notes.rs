//! Notes: the assumptions of an answer where its question states nothing.

use super::Question;
use crate::input::Node;
use crate::mechanism::{
    Dominating, Mechanism, Sampled, Sampler, answer_assumed_in_samples, noise_multiplier_assumed,
    sensitivity_defaulted, without_effect,
};
use crate::quantity::Query;

/// Which order of neighbours an answer is about, where the question does not say, and it is about
/// one order.
pub fn note_of_order(question: &Question) -> Option<String> {
    if let Some(note) = note_of_sample(question) {
        return Some(note);
    }
    let given = "P is the output for the data that is given first, and Q that for its neighbour";
    let of = |mechanism: &Mechanism, is_in_order: bool| {
        let as_given = mechanism.as_given();
        match is_in_order && mechanism.in_order() != as_given {
            true => Some(
                "P is the output for the data with the record that is added or removed, and Q that without it",
            ),
            false => (as_given != *mechanism).then_some(given),
        }
    };
    let (order, rest) = match question {
        Question::Quantity(mechanism, query) if query.is_of_one_order() => (
            of(mechanism, query.is_read_in_order())?,
            "delta, eps, tv and beta are of the worse order",
        ),
        Question::Dominance { a, b, .. } => (
            of(a, true).or_else(|| of(b, true))?,
            "a kernel for one order is a kernel for the other one",
        ),
        _ => return None,
    };
    Some(format!("order: {order}; {rest}"))
}

/// What `beta` of one sample is: the functions that Dong, Roth & Su, section 4, make of f.
fn note_of_sample(question: &Question) -> Option<String> {
    let Question::Quantity(mechanism, Query::Beta { .. }) = question else {
        return None;
    };
    let steps = mechanism.steps()?;
    let [(Dominating::Sampled(Sampled { sampler, rate, .. }), 1)] = steps.as_slice() else {
        return None;
    };
    if rate.is_one() {
        return None;
    }
    let of = match sampler {
        Sampler::Poisson => "beta is the smaller one of f_p and its inverse, as the worse order",
        Sampler::WithoutReplacement => {
            "the lower end is at most C_p(f), and the upper one at least the smaller one of f_p and its inverse"
        }
    };
    Some(format!(
        "sample: {of} (Dong, Roth & Su, section 4); theorem sampled-trade-offs has each of noise and finite pairs"
    ))
}

/// The assumptions where questions state nothing, in the words of the findings about claims.
pub fn notes<'a>(questions: impl Iterator<Item = &'a Node> + Clone) -> Vec<String> {
    let kinds = distinct(questions.clone().flat_map(sensitivity_defaulted));
    let note = |kind| {
        format!(
            "sensitivity-defaulted: {kind} without sensitivity or shifts is answered for one count that moves by 1"
        )
    };
    let mut notes: Vec<String> = kinds.into_iter().map(note).collect();
    let local = distinct(questions.clone().flat_map(answer_assumed_in_samples));
    notes.extend(local.into_iter().map(|kind| {
        format!(
            "answer-assumed: {kind} is one answer about the whole sample; where each record sends a report, it is seen \
             whether a record is there"
        )
    }));
    let moot = distinct(questions.clone().flat_map(without_effect));
    notes.extend(moot.into_iter().map(|reason| format!("no-constraint: {reason}")));
    if questions.into_iter().any(noise_multiplier_assumed) {
        notes.push(
            "noise-multiplier: it is read as sigma, which is right if a record is added, removed or zeroed out; if \
             one is replaced, sigma is half of it"
                .to_owned(),
        );
    }
    notes
}
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}
