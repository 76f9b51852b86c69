//! The questions: one table, with a file for each family of mechanisms.
//!
//! Programs compute in binary64, so the numbers in a question are binary64 values, written exactly,
//! wherever that makes sense; the others have the flag [`Flag::NotABinary64`]. Sweeps run from the
//! ordinary to the ends of each domain, and every flag names a class of bugs that the question is
//! designed to catch.
//!
//! ```
//! use dpcert_crosscheck::question::questions;
//! let questions = questions();
//! let question = questions.iter().find(|question| question.id == "approx-dp-0.1-0-k1000-delta-at-25").unwrap();
//! assert_eq!(question.query, r#"{"delta":{"eps":"25"}}"#);
//! ```

mod additive;
mod build;
mod composed;
mod continuous;
mod discrete;
mod divergences;
mod flag;
mod lattice;
mod number;
mod operations;
mod published;
mod related;
mod sampled;
mod searches;
mod selection;
mod shapes;
mod shifts;

pub use flag::Flag;
pub(super) use related::pairs;

use super::binary64::is_binary64;
use build::{Ask, Spec};
use dpcert::exact::literal;
use dpcert::input::{Item, Node, from_json};

/// A question in the line protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its name, of letters, digits, `-`, `.`, `_` and `+`: a readable and stable summary of the
    /// question.
    pub id: String,
    /// The family of mechanisms it belongs to, also the name of a file of test vectors.
    pub family: &'static str,
    /// The requested quantity: the name of the query.
    pub quantity: &'static str,
    /// The mechanism, as JSON.
    pub mechanism: String,
    /// The query, as JSON.
    pub query: String,
    /// The classes of bugs that it catches, in order; never empty.
    pub flags: Vec<Flag>,
}

impl Question {
    /// Is the answer one number, about a mechanism without an open parameter?
    pub fn is_number(&self) -> bool {
        !matches!(
            self.quantity,
            "deltas"
                | "region"
                | "likelihood-ratios"
                | "test"
                | "polygon"
                | "kl"
                | "functionals"
                | "calibrate"
                | "dominates"
        )
    }

    /// Is the safe side of the answer below it? It is for the errors of a test; privacy budgets are
    /// reported from above.
    pub fn is_safe_below(&self) -> bool {
        matches!(self.quantity, "beta" | "bayes-error")
    }
}

/// All questions about a mechanism whose answer is one number.
pub fn questions() -> Vec<Question> {
    table().into_iter().filter(Question::is_number).collect()
}

/// All questions, family by family.
pub fn table() -> Vec<Question> {
    let families: [fn() -> Vec<Question>; 29] = [
        lattice::approx_dp_questions,
        lattice::approx_dp_tv_questions,
        lattice::multi_dp_questions,
        discrete::randomized_response_questions,
        discrete::local_questions,
        discrete::thresholded_questions,
        discrete::discrete_laplace_questions,
        discrete::staircase_questions,
        selection::selection_questions,
        additive::additive_questions,
        shapes::finite_pair_questions,
        shapes::trade_off_questions,
        continuous::gaussian_questions,
        continuous::gdp_questions,
        continuous::laplace_questions,
        continuous::discrete_gaussian_questions,
        continuous::zcdp_questions,
        composed::heterogeneous_questions,
        sampled::poisson_questions,
        sampled::without_replacement_questions,
        shifts::shift_questions,
        sampled::allocation_questions,
        operations::group_questions,
        operations::operator_questions,
        divergences::divergences_questions,
        searches::calibration_questions,
        searches::dominance_questions,
        published::failure_questions,
        published::golden_questions,
    ];
    families.iter().flat_map(|family| family()).collect()
}

/// The rows of a family.
struct Rows {
    family: &'static str,
    rows: Vec<Question>,
}

impl Rows {
    fn of(family: &'static str) -> Rows {
        Rows { family, rows: Vec::new() }
    }

    /// Asks `asks` about a mechanism; `flags` are those that do not follow from the parameters.
    fn ask(&mut self, mechanism: &Spec, asks: impl IntoIterator<Item = Ask>, flags: &[Flag]) {
        for ask in asks {
            self.ask_as(format!("{}-{}", mechanism.label, ask.label), mechanism, &ask, flags);
        }
    }

    /// Asks under a given id.
    fn ask_as(&mut self, id: String, mechanism: &Spec, ask: &Ask, flags: &[Flag]) {
        let mut all = mechanism.flags_with(ask);
        all.extend(flags);
        let texts = [&mechanism.json, &ask.json];
        if !texts.iter().all(|text| from_json(text).is_ok_and(|node| is_all_binary64(&node))) {
            all.insert(Flag::NotABinary64);
        }
        if all.is_empty() {
            all.insert(Flag::Ordinary);
        }
        self.rows.push(Question {
            id,
            family: self.family,
            quantity: ask.quantity,
            mechanism: mechanism.json.clone(),
            query: ask.json.clone(),
            flags: all.into_iter().collect(),
        });
    }
}

/// Is every number in it a binary64? Texts that are not numbers do not count.
fn is_all_binary64(node: &Node) -> bool {
    match &node.item {
        Item::Text(text) | Item::Integer(text) => match literal::parse(text) {
            Ok(x) => x.as_rational().is_some_and(is_binary64),
            Err(_) => true,
        },
        Item::List(items) => items.iter().all(is_all_binary64),
        Item::Table(fields) => fields.iter().all(|(_, value)| is_all_binary64(value)),
        Item::Boolean(_) | Item::Null => true,
    }
}
