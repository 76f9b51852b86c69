//! Notes: the assumptions of an answer where its question states nothing.

use super::Question;
use crate::input::Node;
use crate::mechanism::{noise_multiplier_assumed, sensitivity_defaulted, without_effect};

/// Which order of neighbours an answer is about, where their outputs are given and the quantity is about one order.
pub fn note_of_order(question: &Question) -> Option<String> {
    match question {
        Question::Quantity(mechanism, query) if query.is_of_one_order() && mechanism.as_given() != *mechanism => Some(
            "order: P is the output for the data that is given first, and Q that for its neighbour; delta, eps, tv and beta are \
             of the worse order"
                .to_owned(),
        ),
        _ => None,
    }
}

/// The assumptions where questions state nothing, in the words of the findings about claims.
pub fn notes<'a>(questions: impl Iterator<Item = &'a Node> + Clone) -> Vec<String> {
    let mut kinds: Vec<&str> = questions.clone().flat_map(sensitivity_defaulted).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let note = |kind| {
        format!("sensitivity-defaulted: {kind} without sensitivity or shifts is answered for one count that moves by 1")
    };
    let mut notes: Vec<String> = kinds.into_iter().map(note).collect();
    let mut moot: Vec<&str> = questions.clone().flat_map(without_effect).collect();
    moot.sort_unstable();
    moot.dedup();
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
