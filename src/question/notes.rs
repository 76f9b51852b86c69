//! Notes: the assumptions of an answer where its question states nothing.

use crate::input::Node;
use crate::mechanism::{noise_multiplier_assumed, sensitivity_defaulted};

/// The assumptions where questions state nothing, in the words of the findings about claims.
pub fn notes<'a>(questions: impl Iterator<Item = &'a Node> + Clone) -> Vec<String> {
    let mut kinds: Vec<&str> = questions.clone().flat_map(sensitivity_defaulted).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let note = |kind| {
        format!("sensitivity-defaulted: {kind} without sensitivity or shifts is answered for one count that moves by 1")
    };
    let mut notes: Vec<String> = kinds.into_iter().map(note).collect();
    if questions.into_iter().any(noise_multiplier_assumed) {
        notes.push(
            "noise-multiplier: it is read as sigma, which is right if a record is added, removed or zeroed out; if \
             one is replaced, sigma is half of it"
                .to_owned(),
        );
    }
    notes
}
