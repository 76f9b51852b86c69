//! A table that is read field by field: every field is taken once, and a remaining field is an
//! error.

use super::error::join;
use super::field::Field;
use super::names::{listed, nearest, shorten};
use super::{InputError, Key, Node};
use std::ops::Range;

/// A table that is read.
///
/// Take known fields with [`Fields::required`] and [`Fields::optional`], then call
/// [`Fields::finish`]: a field that was not taken is misspelled or misunderstood, and must not be
/// ignored.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    path: String,
    span: Range<usize>,
    rest: Vec<&'a (Key, Node)>,
    known: Vec<&'static str>,
    /// Alternative names of fields, with the names they are for.
    also: Vec<(&'static str, &'static str)>,
    /// The fields that were taken, with the names under which they were written.
    taken: Vec<(&'static str, &'a str)>,
}

/// Fields that are not listed where they are given: they say which others there are.
const GIVEN: [&str; 2] = ["kind", "method"];

/// Alternative names that are accepted in every table.
pub const ALSO: [(&str, &str); 1] = [("epsilon", "eps")];

impl<'a> Fields<'a> {
    pub(super) fn new(path: String, span: Range<usize>, table: &'a [(Key, Node)]) -> Fields<'a> {
        Fields {
            path,
            span,
            rest: table.iter().collect(),
            known: Vec::new(),
            also: ALSO.to_vec(),
            taken: Vec::new(),
        }
    }

    /// Accepts `other` as a name of the field `name`. Giving both is an error.
    pub fn also(&mut self, other: &'static str, name: &'static str) {
        self.also.push((other, name));
    }

    fn is_called(&self, written: &str, name: &str) -> bool {
        written == name
            || self.also.iter().any(|(other, named)| *other == written && *named == name)
    }

    fn is_expected(&self, key: &Key) -> bool {
        self.known.iter().any(|known| self.is_called(&key.name, known))
    }

    /// The name of the table in error messages; empty for the outermost one.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The span of the table.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Declares names that will be taken, so that earlier errors list them too.
    pub fn expect(&mut self, names: &[&'static str]) {
        for name in names {
            if !self.known.contains(name) {
                self.known.push(name);
            }
        }
    }

    /// Declares names in the place of others, which are no longer listed.
    pub fn expect_instead(&mut self, of: &[&'static str], names: &[&'static str]) {
        self.known.retain(|known| !of.contains(known));
        self.expect(names);
    }

    /// Takes a required field.
    ///
    /// # Errors
    /// If it is missing: see [`Fields::missing`].
    pub fn required(&mut self, name: &'static str) -> Result<Field<'a>, InputError> {
        self.optional(name).ok_or_else(|| self.missing(name))
    }

    /// Refuses a table in which two fields or more are missing, so that all are named at once. A
    /// single one is left to [`Fields::required`], and so are those that may be misspelt.
    ///
    /// # Errors
    /// If several of these are missing.
    pub fn require(&self, names: &[&'static str]) -> Result<(), InputError> {
        let is_there =
            |name: &&'static str| self.rest.iter().any(|(key, _)| self.is_called(&key.name, name));
        let missing: Vec<&str> = names.iter().filter(|name| !is_there(name)).copied().collect();
        if missing.len() < 2 || names.iter().any(|name| self.misspelt(name).is_some()) {
            return Ok(());
        }
        let quoted: Vec<String> = missing.iter().map(|name| format!("\"{name}\"")).collect();
        let message =
            format!("the fields {} are missing", listed(quoted.iter().map(String::as_str)));
        Err(InputError::at(
            &self.path,
            message,
            self.span(),
            format!("add them: {}", self.known_names()),
        ))
    }

    /// Takes a required word.
    ///
    /// # Errors
    /// If it is missing, or not one of `options`.
    pub fn required_choice<T: Copy>(
        &mut self,
        name: &'static str,
        options: &[(&'static str, T)],
    ) -> Result<T, InputError> {
        match self.optional(name) {
            Some(field) => field.choice(options),
            None => {
                let words = options.iter().map(|(word, _)| format!("\"{word}\""));
                Err(self.missing_or(
                    name,
                    &format!("add it: {name} = {}", words.collect::<Vec<_>>().join(" or ")),
                ))
            }
        }
    }

    /// The error that a field is missing. Its position is a field with a similar name if there is
    /// one, and otherwise the table.
    pub fn missing(&mut self, name: &'static str) -> InputError {
        self.missing_or(name, &format!("add it: {}", self.known_names()))
    }

    /// The same, with the help for tables without a similar name.
    pub fn missing_or(&mut self, name: &'static str, help: &str) -> InputError {
        let message = format!("the field \"{name}\" is missing");
        let (span, help) = match self.misspelt(name) {
            Some((key, meant)) => {
                // Taken, so that the same field is not reported as unknown too.
                self.rest.retain(|(other, _)| other.name != key.name);
                (
                    key.span.clone(),
                    format!(
                        "\"{}\" is not a field here: did you mean \"{meant}\"?",
                        shorten(&key.name)
                    ),
                )
            }
            None => (self.span(), help.to_owned()),
        };
        InputError::at(join(&self.path, name), message, span, help)
    }

    /// Refuses a field that is probably `name`, misspelt.
    ///
    /// # Errors
    /// If there is such a field.
    pub fn forbid_misspelt(&mut self, name: &'static str) -> Result<(), InputError> {
        if self.misspelt(name).is_some() { Err(self.missing(name)) } else { Ok(()) }
    }

    /// An unknown field with a name like `name`, or like an alternative name of it, together with
    /// that name.
    fn misspelt(&self, name: &'static str) -> Option<(&'a Key, &'static str)> {
        let also = self.also.iter().filter(|(_, named)| *named == name).map(|(other, _)| *other);
        let names: Vec<&'static str> = std::iter::once(name).chain(also).collect();
        let unknown = self.rest.iter().map(|(key, _)| key).filter(|key| !self.is_expected(key));
        names.into_iter().find_map(|name| {
            let similar = nearest(name, unknown.clone().map(|key| key.name.as_str()))?;
            Some((unknown.clone().find(|key| key.name == similar)?, name))
        })
    }

    /// Takes an optional field.
    pub fn optional(&mut self, name: &'static str) -> Option<Field<'a>> {
        self.expect(&[name]);
        let index = self.rest.iter().position(|(key, _)| self.is_called(&key.name, name))?;
        let (key, node) = self.rest.remove(index);
        self.taken.push((name, &key.name));
        Some(Field { node, path: join(&self.path, &key.name) })
    }

    /// Refuses a common field that has no meaning here, with an explanation.
    ///
    /// # Errors
    /// If it is present.
    pub fn forbid(
        &mut self,
        name: &'static str,
        message: &str,
        help: &str,
    ) -> Result<(), InputError> {
        let Some(index) = self.rest.iter().position(|(key, _)| key.name == name) else {
            return Ok(());
        };
        // Taken, so that the same field is not reported as unknown too.
        let (key, _) = self.rest.remove(index);
        Err(InputError::at(join(&self.path, name), message, key.span.clone(), help))
    }

    /// The names of the fields that were not yet taken, in the order of the text.
    pub fn remaining_names(&self) -> impl Iterator<Item = &'a str> {
        self.rest.iter().map(|(key, _)| key.name.as_str())
    }

    /// Refuses fields that are not among the names declared so far, before one that is missing is.
    /// Where not all names are declared, only [`Fields::finish`] knows what is unknown.
    ///
    /// # Errors
    /// If there are such fields: all are named.
    pub(crate) fn only_expected(&self) -> Result<(), InputError> {
        self.refuse_but(|key| self.is_expected(key))
    }

    /// The same where the reading ended with an error: the fields of some further names are known too,
    /// and the one that the error is about is not named again.
    ///
    /// # Errors
    /// See [`Fields::only_expected`].
    pub(crate) fn only_known_beside(
        &self,
        error: &InputError,
        further: &[&'static str],
    ) -> Result<(), InputError> {
        self.refuse_but(|key| {
            self.is_expected(key)
                || key.span == error.span
                || further.iter().any(|name| self.is_called(&key.name, name))
        })
    }

    fn refuse_but(&self, is_known: impl Fn(&Key) -> bool) -> Result<(), InputError> {
        let unknown = self.rest.iter().map(|(key, _)| key).filter(|key| !is_known(key));
        self.refuse_unknown(&unknown.collect::<Vec<_>>())
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If fields were not taken: they are unknown, and all are named.
    pub fn finish(self) -> Result<(), InputError> {
        let taken_as = |key: &Key| {
            self.taken
                .iter()
                .find(|(name, _)| self.is_called(&key.name, name))
                .map(|(_, taken)| *taken)
        };
        let keys = || self.rest.iter().map(|(key, _)| key);
        if let Some((key, taken)) = keys().next().and_then(|key| Some((key, taken_as(key)?))) {
            let message = format!("\"{taken}\" and \"{}\" are the same field", key.name);
            return Err(InputError::at(
                join(&self.path, &key.name),
                message,
                key.span.clone(),
                "give one of them",
            ));
        }
        self.refuse_unknown(&keys().filter(|key| taken_as(key).is_none()).collect::<Vec<_>>())
    }

    fn refuse_unknown(&self, unknown: &[&Key]) -> Result<(), InputError> {
        /// How many fields are named: with more, a file of another format would fill the screen.
        const SHOWN: usize = 10;
        let Some(first) = unknown.first() else {
            return Ok(());
        };
        let quoted = |key: &Key| format!("\"{}\"", shorten(&key.name));
        let meant = |key: &&Key| {
            let meant = self.meant_by(&key.name)?;
            Some(if unknown.len() == 1 {
                format!("\"{meant}\"")
            } else {
                format!("\"{meant}\" for {}", quoted(key))
            })
        };
        let named = || unknown.iter().take(SHOWN);
        let shown = named().map(|key| quoted(key)).collect::<Vec<_>>().join(", ");
        let more = match unknown.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let help = match named().filter_map(meant).collect::<Vec<_>>() {
            meant if meant.is_empty() => self.known_names(),
            meant => format!("did you mean {}? {}", meant.join(", "), self.known_names()),
        };
        let (path, message) = match unknown {
            [_] => (join(&self.path, &first.name), format!("unknown field {shown}")),
            _ => (self.path.clone(), format!("unknown fields {shown}{more}")),
        };
        Err(InputError::at(path, message, first.span.clone(), help))
    }

    /// The known name that an unknown one was probably meant to be.
    fn meant_by(&self, written: &str) -> Option<&'static str> {
        let also =
            self.also.iter().filter(|(_, name)| self.known.contains(name)).map(|(other, _)| *other);
        nearest(written, self.known.iter().copied()).or_else(|| nearest(written, also))
    }

    fn known_names(&self) -> String {
        // What says which fields there are is given already, and in the compact notation it is no
        // field.
        let is_given = |name: &str| self.taken.iter().any(|(taken, _)| *taken == name);
        let known =
            self.known.iter().copied().filter(|name| !(GIVEN.contains(name) && is_given(name)));
        match listed(known) {
            known if known.is_empty() => "this table takes no fields".to_owned(),
            known => format!("the fields here are {known}"),
        }
    }
}
