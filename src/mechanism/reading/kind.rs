//! The description of a kind of mechanism: its name, its reader, and advice about names that it
//! does not have.
//!
//! Each kind has one description, in the file of the mechanism; the [catalogue](super::catalogue)
//! lists them.

use super::adjacency::Adjacency;
use super::description::{KindField, Rule};
use super::family::Parameter;
use super::shown::{Row, Template};
use crate::input::{Fields, InputError};
use crate::mechanism::forms::density;
use crate::mechanism::kinds::group::Members;
use crate::mechanism::{Dominating, Mechanism, Operation};
use crate::refusal::Refusal;

/// A kind of mechanism.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Its fields, in the order in which they are listed.
    pub(crate) fields: &'static [KindField],
    /// What they ask of each other.
    pub(crate) rules: &'static [Rule],
    /// Its rows in tables.
    pub(crate) rows: &'static [Row],
    /// Its templates in forms.
    pub(crate) templates: &'static [Template],
    pub(crate) form: Form,
    pub(crate) names: Names,
    /// Names of the kind elsewhere, and what to write.
    pub(crate) elsewhere: &'static [Advice],
    /// Fields that can be unknown.
    pub(crate) open: &'static [Parameter],
    /// A field beside which none can be: the profile need not be monotone there.
    pub(crate) closed_by: Option<&'static str>,
    /// A field and its words beside which they are whole numbers.
    pub(crate) whole_beside: Option<(&'static str, &'static [&'static str])>,
    /// Are its fields in the units of a count, so that it is judged for a count that moves by 1
    /// where no distance is stated?
    pub(crate) is_in_units: bool,
    /// Is it noise on a value? Then a record whose value is 0 changes nothing, as one that is absent.
    pub(crate) is_noise: bool,
    /// The neighbours of which alone its pair is, where none of its fields names them.
    pub(crate) only_of: Option<Adjacency>,
    /// The reader of its density, or of its masses, where it is noise of which they are known.
    pub(crate) density: Option<density::Reader>,
}

/// The form of a kind, with its reader.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A single step, and its pair for a group.
    Step(fn(&mut Fields<'_>) -> Result<Dominating, InputError>, Members),
    /// A trade-off function made of others: the class of all mechanisms with it.
    Class(fn(&mut Fields<'_>) -> Result<Operation, Refusal>),
    /// One of several mechanisms, chosen independently of the data; for groups of a size.
    Drawn(fn(&mut Fields<'_>, u64) -> Result<Operation, Refusal>),
    /// A mechanism that contains one or several others; for groups of a size.
    Around(fn(&mut Fields<'_>, u64) -> Result<Mechanism, Refusal>),
}

/// Common names, and what to write instead.
pub(crate) type Advice = (&'static [&'static str], &'static str);

/// Names of fields that a kind does not have.
pub(crate) struct Names {
    /// Names that can only mean one field, and that field.
    pub(crate) aliases: &'static [(&'static [&'static str], &'static str)],
    /// Names that need an explanation.
    pub(crate) advice: &'static [Advice],
}

impl Names {
    pub(crate) const NONE: Names = Names { aliases: &[], advice: &[] };

    /// Names that need an explanation.
    pub(crate) const fn explained(advice: &'static [Advice]) -> Names {
        Names { aliases: &[], advice }
    }

    /// Other names with the field that each means.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.aliases
            .iter()
            .flat_map(|(others, field)| others.iter().map(move |other| (*other, *field)))
    }

    /// Declares the other names, and refuses those that need an explanation.
    pub(crate) fn read(&self, kind: &str, fields: &mut Fields<'_>) -> Result<(), InputError> {
        for (other, field) in self.fields() {
            fields.also(other, field);
        }
        for (names, help) in self.advice {
            for name in *names {
                fields.forbid(name, &format!("{kind} has no field \"{name}\""), help)?;
            }
        }
        Ok(())
    }
}

impl Kind {
    /// A kind without other names and open fields.
    pub(crate) const fn new(name: &'static str, fields: &'static [KindField], form: Form) -> Kind {
        Kind {
            name,
            fields,
            rules: &[],
            rows: &[],
            templates: &[],
            form,
            names: Names::NONE,
            elsewhere: &[],
            open: &[],
            closed_by: None,
            whole_beside: None,
            is_in_units: false,
            is_noise: false,
            only_of: None,
            density: None,
        }
    }

    /// Is its input the data of one person, of which it makes a report?
    pub(crate) fn is_local(&self) -> bool {
        matches!(self.form, Form::Step(_, Members::Local))
    }

    /// The fields without which nothing can be read.
    pub(crate) fn required(&self) -> Vec<&'static str> {
        self.fields.iter().filter(|field| field.is_required).map(|field| field.name).collect()
    }
}

/// Advice for a kind whose guarantee is pure.
pub(crate) const PURE: Advice = (&["delta"], "its guarantee is pure: leave delta out");

/// Advice: a step is not sampled by a field of its own.
pub(crate) const SAMPLED_AROUND: Advice = (
    &[
        "rate",
        "sampling_probability",
        "sampling-probability",
        "sample_rate",
        "sampling_rate",
        "sample-rate",
        "sampling-rate",
    ],
    "sampling is written around the mechanism: poisson(1/100, ...); \
     in a claim file, sampling = { method = \"poisson\", rate = \"1/100\" } in its row",
);
