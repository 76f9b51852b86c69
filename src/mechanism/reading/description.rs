//! What a kind takes, as data: schemas, tables and forms are made from it.
//!
//! It says what a table can say before it is read: which fields there are, what they hold, and
//! which come together. Domains of numbers are the readers' own.

use super::adjacency::Adjacency;
use super::shown::{Row, Template};

/// A field of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindField {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub value: FieldValue,
    /// Can nothing be read without it?
    pub is_required: bool,
    /// What it is, where its name and its words do not say it.
    pub about: &'static str,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldValue {
    /// A number.
    Number,
    /// A whole number from 0 on.
    Natural,
    /// A list of numbers.
    Numbers,
    /// One of these words; those that are whole numbers are also read as numbers.
    Word(&'static [&'static str]),
    /// A list of tables with these fields, at least one.
    Tables(&'static [KindField]),
    /// Two points or more, each a list of two numbers or a table with these fields.
    Points([&'static str; 2]),
    /// A mechanism.
    Mechanism,
    /// A list of mechanisms.
    Mechanisms,
    /// The strategy of a matrix mechanism.
    Strategy,
    /// When a user takes part in the steps of a matrix mechanism.
    Participation,
}

/// What the fields of a kind ask of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Exactly one of these groups is given whole.
    OneOf(&'static [&'static [&'static str]]),
    /// All of these are given, or none.
    Together(&'static [&'static str]),
    /// The first field is not given without the others.
    With(&'static str, &'static [&'static str]),
    /// The first field is not given without one of the others.
    WithOne(&'static str, &'static [&'static str]),
    /// These are not given together.
    Apart([&'static str; 2]),
    /// Beside this word of a field, another field is given.
    Beside(&'static str, &'static str, &'static str),
    /// The word of a field says which others are given. A field of one case is refused in the cases
    /// that do not name it.
    Cases(&'static str, &'static [Case]),
}

/// What is given beside a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The word; `None` where the field that has it is left out.
    pub word: Option<&'static str>,
    /// The fields that are required.
    pub needs: &'static [&'static str],
    /// Those that can be given.
    pub takes: &'static [&'static str],
    /// One of those, and the fields of which one is given beside it.
    pub with_one: Option<(&'static str, &'static [&'static str])>,
}

/// What is said of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Its name.
    pub name: &'static str,
    /// Its fields, in the order in which they are listed.
    pub fields: &'static [KindField],
    /// What the fields ask of each other.
    pub rules: &'static [Rule],
    /// How it is written, and what that is.
    pub rows: &'static [Row],
    /// The templates that a form offers.
    pub templates: &'static [Template],
}

const fn field(name: &'static str, value: FieldValue) -> KindField {
    KindField { name, value, is_required: false, about: "" }
}

pub(crate) const fn number(name: &'static str) -> KindField {
    field(name, FieldValue::Number)
}

pub(crate) const fn natural(name: &'static str) -> KindField {
    field(name, FieldValue::Natural)
}

pub(crate) const fn numbers(name: &'static str) -> KindField {
    field(name, FieldValue::Numbers)
}

pub(crate) const fn word(name: &'static str, words: &'static [&'static str]) -> KindField {
    field(name, FieldValue::Word(words))
}

/// The field of a kind whose pair depends on what neighbours are.
pub(crate) const ADJACENCY: KindField =
    word("adjacency", &words(&Adjacency::WORDS)).about("Which data sets are neighbours.");

pub(crate) const fn mechanism() -> KindField {
    field("mechanism", FieldValue::Mechanism).required()
}

pub(crate) const fn mechanisms() -> KindField {
    field("mechanisms", FieldValue::Mechanisms).required()
}

impl KindField {
    pub(crate) const fn of(name: &'static str, value: FieldValue) -> KindField {
        field(name, value)
    }

    pub(crate) const fn required(self) -> KindField {
        KindField { is_required: true, ..self }
    }

    pub(crate) const fn about(self, about: &'static str) -> KindField {
        KindField { about, ..self }
    }
}

impl Case {
    pub(crate) const fn of(word: &'static str, needs: &'static [&'static str]) -> Case {
        Case { word: Some(word), needs, takes: &[], with_one: None }
    }
}

/// The names of fields.
pub(crate) fn names(fields: &[KindField]) -> Vec<&'static str> {
    fields.iter().map(|field| field.name).collect()
}

/// The words of a table by which a reader chooses.
pub(crate) const fn words<T, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut i = 0;
    while i < N {
        words[i] = table[i].0;
        i += 1;
    }
    words
}
