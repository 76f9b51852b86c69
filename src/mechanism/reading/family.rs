//! A mechanism with one unknown parameter, to be calibrated.

use super::catalogue::KINDS;
use super::foreign_names;
use super::read::{of_unknown_kind, of_unknown_kind_in};
use crate::input::{Field, InputError, Item, Node, from_notation, listed};
use crate::mechanism::{Dominating, Mechanism};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// The text for the unknown parameter.
pub const UNKNOWN: &str = "?";

/// The values of a parameter that give more privacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MorePrivate {
    /// Larger values: more noise.
    Larger,
    /// Smaller values.
    Smaller,
}

/// A parameter that can be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The kind that has it.
    pub kind: &'static str,
    /// Its field name there.
    pub name: &'static str,
    /// The values that give more privacy.
    pub better: MorePrivate,
    /// Is that proved, so that the profile is monotone in it?
    pub is_monotone: bool,
    /// Is it restricted to integers?
    pub is_whole: bool,
    /// The smallest meaningful value.
    pub smallest: u64,
    /// The largest meaningful value, if there is one.
    pub largest: Option<u64>,
}

/// A field of a kind; smaller values are more private.
pub(crate) const fn smaller(kind: &'static str, name: &'static str) -> Parameter {
    Parameter {
        kind,
        name,
        better: MorePrivate::Smaller,
        is_monotone: true,
        is_whole: false,
        smallest: 0,
        largest: None,
    }
}

/// The parameters that can be unknown.
///
/// In each of them the profile of one step is monotone, at every eps at once, and composition
/// preserves that: where one pair dominates another, so do their compositions. More Gaussian or
/// Laplace noise, continuous or discrete, is less noise and an independent summand; in the class of
/// sparse-vector that summand moves the threshold or a query. A smaller sampling rate is a larger
/// one whose records are dropped again. A class with smaller eps, delta or rho is part of the
/// larger class. The profile of a group is that of a larger group of which some members do not
/// change. A key that is released less often is one that is dropped again. For the others the
/// profile has a closed form. A parameter without a known proof is marked as such.
///
/// Each argument holds in either order of the neighbours. The profiles of both orders at all eps >=
/// 0 determine the trade-off function of each, the supremum of lines that fall where a delta grows.
/// So the total variation, the type II error at a level and the mu of Gaussian differential privacy
/// are monotone in the same parameters. The latter also where tails are cut: a test that exists
/// remains one where the trade-off function falls.
fn parameters() -> impl Iterator<Item = &'static Parameter> {
    KINDS.into_iter().flat_map(|kind| kind.open)
}

/// A mechanism with one unknown parameter.
///
/// ```
/// use dpcert::mechanism::Family;
/// let family = Family::parse("gaussian(sigma=?)^50")?;
/// assert_eq!(family.parameter().name, "sigma");
/// let error = Family::parse("gaussian(sigma=2)^50").unwrap_err();
/// assert!(error.to_string().starts_with("mechanism: no parameter is marked with ?; write ? for"));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    template: Node,
    path: String,
    parameter: Parameter,
    /// What is run before it: one of these, fixed beforehand; nothing where there are none.
    before: Vec<Mechanism>,
}

impl Family {
    /// Reads the compact notation, with `?` for the unknown parameter: `gaussian(sigma=?)^50`,
    /// `laplace(eps=1)^?`.
    ///
    /// # Errors
    /// See [`Family::read`].
    pub fn parse(text: &str) -> Result<Family, Refusal> {
        let node = parsed(text)?;
        Family::read(&Field { node: &node, path: "mechanism".into() })
    }

    /// The same; `None` if no parameter is unknown.
    ///
    /// # Errors
    /// See [`Family::read`].
    pub fn parse_open(text: &str) -> Result<Option<Family>, Refusal> {
        let node = parsed(text)?;
        Family::read_open(&Field { node: &node, path: "mechanism".into() })
    }

    /// Reads a mechanism of any front-end in which one parameter is `"?"`.
    ///
    /// # Errors
    /// [`Refusal::Input`] if no parameter is unknown, or more than one, or one that cannot be; and
    /// as [`Mechanism::read`] for the rest of the mechanism.
    pub fn read(field: &Field<'_>) -> Result<Family, Refusal> {
        let family = Family::read_open(field)?;
        let help = "write ? for the parameter to find: gaussian(sigma=?)^50, laplace(eps=1)^?";
        family.ok_or_else(|| field.error("no parameter is marked with ?", help).into())
    }

    /// The same; `None` if no parameter is unknown.
    ///
    /// # Errors
    /// See [`Family::read`].
    pub fn read_open(field: &Field<'_>) -> Result<Option<Family>, Refusal> {
        if !is_open(field.node)
            && let Some(node) =
                field.unfolded().map_err(|error| of_unknown_kind_in(field, error))?
        {
            return Family::read_open(&Field { node: &node, path: field.path.clone() });
        }
        let mut open = Vec::new();
        collect(field, &mut open)?;
        let parameter = match open.as_slice() {
            [(parameter, _)] => *parameter,
            [] => return Ok(None),
            [_, (_, second), ..] => {
                return Err(second
                    .error("a second parameter is marked with ?", "calibrate one at a time")
                    .into());
            }
        };
        let family = Family {
            template: field.node.clone(),
            path: field.path.clone(),
            parameter,
            before: Vec::new(),
        };
        // Errors elsewhere in the mechanism are reported now, not in the middle of a search.
        family.at(&Rational::from(1))?;
        Ok(Some(family))
    }

    /// The unknown parameter.
    pub fn parameter(&self) -> &Parameter {
        &self.parameter
    }

    /// The mechanism with a value of the parameter.
    ///
    /// # Errors
    /// See [`Mechanism::read`].
    pub fn at(&self, value: &Rational) -> Result<Mechanism, Refusal> {
        let mut node = self.template.clone();
        substitute(&mut node, &value.to_string());
        let mechanism = Mechanism::read(&Field { node: &node, path: self.path.clone() })?;
        let after =
            |before: &Mechanism| Mechanism::Compose(vec![before.clone(), mechanism.clone()]);
        Ok(match self.before.as_slice() {
            [] => mechanism,
            [only] => after(only),
            several => Mechanism::Step(Dominating::OneOf(several.iter().map(after).collect())),
        })
    }

    /// The same after one of some mechanisms without an unknown parameter, which is fixed beforehand:
    /// the worst of them, as [`ClaimFile::compositions`] has them.
    ///
    /// [`ClaimFile::compositions`]: crate::claim::ClaimFile::compositions
    #[must_use]
    pub fn after(self, before: Vec<Mechanism>) -> Family {
        Family { before, ..self }
    }
}

fn parsed(text: &str) -> Result<Node, InputError> {
    from_notation(text).map_err(|error| of_unknown_kind(text, error))
}

fn is_open(node: &Node) -> bool {
    matches!(&node.item, Item::Text(text) if text == UNKNOWN)
}

/// The unknown parameters below a field, with their positions.
fn collect<'a>(
    field: &Field<'a>,
    open: &mut Vec<(Parameter, Field<'a>)>,
) -> Result<(), InputError> {
    match &field.node.item {
        Item::List(nodes) => nodes.iter().enumerate().try_for_each(|(i, node)| {
            collect(&Field { node, path: format!("{}[{i}]", field.path) }, open)
        }),
        Item::Table(table) => {
            let kind = table.iter().find_map(|(key, node)| match &node.item {
                Item::Text(text) if key.name == "kind" => Some(text.as_str()),
                _ => None,
            });
            table.iter().try_for_each(|(key, node)| {
                let inner = Field { node, path: format!("{}.{}", field.path, key.name) };
                if !is_open(node) {
                    return collect(&inner, open);
                }
                let name = foreign_names::field(kind.unwrap_or_default(), &key.name);
                let description = KINDS.into_iter().find(|known| Some(known.name) == kind);
                let closed_by = description.and_then(|known| known.closed_by);
                if let Some(field) = closed_by.filter(|field| table.iter().any(|(key, _)| key.name == *field)) {
                    let help =
                        "the profile need not be monotone in it: leave the field out, or give a value in place of ?";
                    return Err(inner.error(format!("this cannot be marked with ? beside {field}"), help));
                }
                let known = parameters().find(|known| Some(known.kind) == kind && known.name == name);
                let Some(known) = known else {
                    let all = parameters().map(|known| format!("{} of {}", known.name, known.kind));
                    let all: Vec<String> = all.collect();
                    let help = format!("parameters that can be found: {}", listed(all.iter().map(String::as_str)));
                    return Err(inner.error("this cannot be marked with ?", help));
                };
                let is_beside = |(field, words): (&str, &[&str])| {
                    table.iter().any(|(key, node)| match &node.item {
                        Item::Text(word) => key.name == field && words.contains(&word.as_str()),
                        _ => false,
                    })
                };
                let is_whole = known.is_whole || description.and_then(|kind| kind.whole_beside).is_some_and(is_beside);
                open.push((Parameter { is_whole, ..*known }, inner));
                Ok(())
            })
        }
        _ if is_open(field.node) => {
            Err(field.error("this cannot be marked with ?", "mark a named parameter with ?"))
        }
        _ => Ok(()),
    }
}

fn substitute(node: &mut Node, text: &str) {
    if is_open(node) {
        node.item = Item::Text(text.to_owned());
        return;
    }
    match &mut node.item {
        Item::List(nodes) => nodes.iter_mut().for_each(|node| substitute(node, text)),
        Item::Table(table) => table.iter_mut().for_each(|(_, node)| substitute(node, text)),
        _ => {}
    }
}
