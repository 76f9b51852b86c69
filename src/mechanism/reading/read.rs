//! From the spanned tree of any front-end to a [`Mechanism`].

use super::catalogue::{self, KINDS};
use super::description::names;
use super::foreign_names;
use super::kind::Form;
use crate::input::{
    Field, Fields, InputError, Item, UNNAMED_FIELD, from_notation, is_shape, text_node,
};
use crate::mechanism::Mechanism;
use crate::mechanism::kinds::group::group_of_class;
use crate::mechanism::kinds::{compose, repeat};
use crate::refusal::Refusal;

impl Mechanism {
    /// Reads the compact notation of the command line, for example
    /// `approx-dp(eps=1/10, delta=1e-6)^1000 * gaussian(sigma=2)`.
    ///
    /// # Errors
    /// [`Refusal::Input`] with the position, or [`Refusal::Unsupported`] for kinds that this
    /// release knows and cannot judge.
    pub fn parse(text: &str) -> Result<Mechanism, Refusal> {
        let node = from_notation(text).map_err(|error| of_unknown_kind(text, error))?;
        Mechanism::read(&Field { node: &node, path: "mechanism".into() })
    }

    /// Reads a mechanism from the tree of any front-end, or a text in the compact notation.
    ///
    /// # Errors
    /// See [`Mechanism::parse`].
    pub fn read(field: &Field<'_>) -> Result<Mechanism, Refusal> {
        Mechanism::read_for(field, 1)
    }

    /// Reads a mechanism for groups of `size` members.
    pub(crate) fn read_for(field: &Field<'_>, size: u64) -> Result<Mechanism, Refusal> {
        let unfolded = field.unfolded().map_err(|error| of_unknown_kind_in(field, error))?;
        if let Some(node) = unfolded {
            return Mechanism::read_for(&Field { node: &node, path: field.path.clone() }, size);
        }
        let mut fields = field.fields()?;
        let mechanism = Mechanism::read_kind("kind", &mut fields, size)?;
        fields.finish()?;
        Ok(mechanism)
    }

    /// Does the field have noise on a value, or several such steps? A class is none, whatever its
    /// pair.
    pub(crate) fn is_noise(field: &Field<'_>) -> bool {
        match field.unfolded() {
            Ok(Some(node)) => Mechanism::is_noise(&Field { node: &node, path: field.path.clone() }),
            Ok(None) => field.fields().is_ok_and(|fields| Mechanism::is_noise_of("kind", &fields)),
            Err(_) => false,
        }
    }

    /// The same of fields that name the kind under a key.
    pub(crate) fn is_noise_of(key: &'static str, fields: &Fields<'_>) -> bool {
        let mut fields = fields.clone();
        let named = fields.optional(key);
        let kind = named.and_then(|kind| catalogue::kind(kind.text().ok()?));
        match kind {
            Some(kind) if kind.name == repeat::KIND.name => {
                fields.optional("mechanism").is_some_and(|step| Mechanism::is_noise(&step))
            }
            Some(kind) if kind.name == compose::KIND.name => {
                let steps = fields.optional("mechanisms").and_then(|steps| steps.list().ok());
                steps.is_some_and(|steps| steps.iter().all(Mechanism::is_noise))
            }
            kind => kind.is_some_and(|kind| kind.is_noise),
        }
    }

    /// Reads the kind named by the field `key` and its parameters, for groups of `size` members.
    /// Other fields are not read.
    pub(crate) fn read_kind(
        key: &'static str,
        fields: &mut Fields<'_>,
        size: u64,
    ) -> Result<Mechanism, Refusal> {
        let kind = fields.required(key)?;
        Mechanism::read_as(&kind, fields, size)
    }

    /// Reads the parameters of a kind, for groups of `size` members. Other fields are not read.
    pub(crate) fn read_as(
        kind: &Field<'_>,
        fields: &mut Fields<'_>,
        size: u64,
    ) -> Result<Mechanism, Refusal> {
        let found = kind
            .choice(&KINDS.map(|kind| (kind.name, kind)))
            .map_err(|error| foreign_names::explained(error, kind))?;
        found.names.read(found.name, fields)?;
        if !matches!(found.form, Form::Around(_)) {
            fields.expect(&names(found.fields));
            fields.require(&found.required())?;
        }
        match found.form {
            Form::Step(read, members) => {
                Ok(Mechanism::Step(members.read(kind, fields, read, size)?))
            }
            Form::Class(read) => Ok(group_of_class(kind, read(fields)?, size)?.into_mechanism()),
            Form::Drawn(read) => Ok(read(fields, size)?.into_mechanism()),
            Form::Around(read) => read(fields, size),
        }
    }
}

/// The error about a field without a name, or that about its kind, if there is no such kind.
pub(super) fn of_unknown_kind(text: &str, error: InputError) -> InputError {
    let before = text.get(..error.span.start).unwrap_or_default();
    let outside = before.rfind('(').and_then(|open| before.get(..open)).map(str::trim_end);
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let Some(outside) = outside.filter(|_| error.help == UNNAMED_FIELD) else {
        return error;
    };
    let start = outside.trim_end_matches(is_of_word).len();
    let word = outside.get(start..).unwrap_or_default();
    let node = text_node(word, start..outside.len());
    let kind = Field { node: &node, path: "mechanism.kind".into() };
    let known = kind.choice(&KINDS.map(|kind| (kind.name, ())));
    match known {
        Err(unknown) if !word.is_empty() && !is_shape(word) => {
            foreign_names::explained(unknown, &kind)
        }
        _ => error,
    }
}

/// The same of a mechanism that is a text in a field.
pub(super) fn of_unknown_kind_in(field: &Field<'_>, error: InputError) -> InputError {
    let Item::Text(text) = &field.node.item else {
        return error;
    };
    match from_notation(text) {
        Ok(_) => error,
        Err(inside) => {
            let InputError { message, help, .. } = of_unknown_kind(text, inside);
            field.error(message, help)
        }
    }
}
