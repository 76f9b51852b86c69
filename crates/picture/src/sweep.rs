//! A parameter of a theorem over a range.

use super::axis::Scale;
use super::families::{At, Families, Subject};
use super::utility::Utility;
use dpcert::exact::Rounding;
use dpcert::exact::decimal;
use dpcert::input::{Field, Item, known_names, text_node};
use dpcert::{Refusal, theorem};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// A request for a theorem over values of one of its parameters.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The parameter.
    pub over: String,
    /// Its first value: at least 0, and above it where values are spread by ratios.
    pub from: Rational,
    /// Its last value, larger than the first.
    pub to: Rational,
    /// Whether its values are spread by differences or by ratios.
    pub scale: Scale,
    /// The most values, at least 2.
    pub points: u32,
    /// The conclusions that are drawn, by name; empty for the first one.
    pub conclusions: Vec<String>,
    /// A value that is marked.
    pub marked: Option<Rational>,
}

/// Significant digits of a value: few, so that it is a coordinate.
const DIGITS: u64 = 6;
/// The fewest values that are spread evenly, before others follow where a curve bends.
const FIRST: u32 = 4;
/// The most of them: of more points the others are better used where it does.
const MOST_FIRST: u32 = 16;

impl Sweep {
    /// A picture of the theorem `{"name": ..., ...}`, with all parameters except the one that is
    /// swept. Where that has to be an integer, its values are integers.
    ///
    /// # Errors
    /// An unknown theorem, one without such a parameter, or one with a value for it; a logarithmic
    /// axis from 0.
    pub fn of(&self, theorem: &Field<'_>) -> Result<Utility, Refusal> {
        if let Some((message, help)) = self.wrong_scale() {
            return Err(theorem.error(message, help).into());
        }
        let mut fields = theorem.fields()?;
        let found = theorem::find(&fields.required("name")?)?;
        let over = found.parameters().find(|known| known.name == self.over).map(|known| known.name);
        let Some(over) = over else {
            let names =
                known_names("parameters", &self.over, found.parameters().map(|known| known.name));
            return Err(theorem
                .error(format!("{} has no parameter \"{}\"", found.name, self.over), names)
                .into());
        };
        if let Some(given) = fields.optional(over) {
            let help = "leave it out: it is what the horizontal axis shows";
            return Err(given.error(format!("{over} is given, and swept"), help).into());
        }
        let mut parameters = theorem.node.clone();
        if let Item::Table(table) = &mut parameters.item {
            table.retain(|(key, _)| key.name != "name");
        }
        let (conclusions, marked) = (self.conclusions.clone(), self.marked.clone());
        let mut utility = Utility {
            theorem: found,
            parameters,
            over,
            values: Vec::new(),
            is_whole: false,
            scale: self.scale,
            conclusions,
            marked,
        };
        let known: Vec<&str> = utility
            .apply(&self.from.to_string())
            .unwrap_or_default()
            .iter()
            .map(|known| known.name)
            .collect();
        if let Some(name) = self
            .conclusions
            .iter()
            .find(|name| !known.is_empty() && !known.contains(&name.as_str()))
        {
            let help = known_names("conclusions", name, known.iter().copied());
            return Err(theorem
                .error(format!("{} does not conclude \"{name}\"", found.name), help)
                .into());
        }
        utility.is_whole = utility.apply("1/2").err() == no_whole_number(over);
        utility.values = self.values(utility.is_whole, self.points);
        Ok(utility)
    }

    /// A picture of mechanisms, with `?` in the place of the parameter that is swept.
    ///
    /// # Errors
    /// None of them has `?`, or one has it for another parameter; a logarithmic axis from 0.
    pub fn of_families(
        &self,
        families: Vec<(String, Subject)>,
        at: At,
    ) -> Result<Families, (usize, String, String)> {
        if let Some((message, help)) = self.wrong_scale() {
            return Err((0, message, help.to_owned()));
        }
        let mut is_whole = false;
        let mut is_swept = false;
        for (index, (_, subject)) in families.iter().enumerate() {
            let Subject::Family(family) = subject else { continue };
            is_swept = true;
            let parameter = family.parameter();
            if parameter.name != self.over {
                let message = format!("? is {}, and {} is swept", parameter.name, self.over);
                let is_same = |(_, subject): &(String, Subject)| match subject {
                    Subject::Family(family) => family.parameter().name == parameter.name,
                    Subject::Constant(_) => true,
                };
                let help = match families.iter().all(is_same) {
                    true => format!("write --over {}=1..10", parameter.name),
                    false => "a picture is over one parameter: write each mechanism with ? for the same one".to_owned(),
                };
                return Err((index, message, help));
            }
            is_whole |= parameter.is_whole;
        }
        if !is_swept {
            let message = format!("{} is swept, and no mechanism has ? in its place", self.over);
            return Err((0, message, "write ? for it: gaussian(sigma=?)".to_owned()));
        }
        Ok(Families {
            families,
            at,
            over: self.over.clone(),
            values: self
                .values(is_whole, (self.points / 2).clamp(FIRST.min(self.points), MOST_FIRST)),
            points: self.points as usize,
            is_whole,
            scale: self.scale,
            is_high_logarithmic: false,
            marked: self.marked.clone(),
            claimed: Vec::new(),
        })
    }

    /// What is wrong with its scale, if anything is, and the way out.
    fn wrong_scale(&self) -> Option<(String, &'static str)> {
        let message = format!("a logarithmic axis of {} has no {}", self.over, self.from);
        let is_wrong = self.scale == Scale::Logarithmic && self.from <= 0;
        is_wrong.then_some((message, "begin above 0, or take a linear scale"))
    }

    fn values(&self, is_whole: bool, count: u32) -> Vec<Rational> {
        spread(self.scale, [&self.from, &self.to], is_whole, count)
    }
}

/// So many values between two, evenly spread in differences or in ratios, each rounded down to a
/// decimal, or to an integer, without duplicates.
fn spread(scale: Scale, [from, to]: [&Rational; 2], is_whole: bool, count: u32) -> Vec<Rational> {
    let steps = count.max(2) - 1;
    let between = |i: u32| scale.between(from, to, &Rational::from_unsigneds(i, steps));
    let mut values = vec![from.clone()];
    values
        .extend((1..steps).map(|i| rounded(&between(i), is_whole)).filter(|x| x > from && x < to));
    values.push(to.clone());
    values.dedup();
    values
}

/// The values of a curve, and their scale, where the axis will be logarithmic: spread by ratios, if
/// they were not and there is a ratio.
pub(crate) fn by_ratios(values: &mut Vec<Rational>, scale: &mut Scale, is_whole: bool) {
    if let ([from, .., to], Scale::Linear) = (values.as_slice(), *scale)
        && *from > 0
    {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        *scale = Scale::Logarithmic;
        *values = spread(*scale, [from, to], is_whole, count);
    }
}

/// A value of a parameter between two others: a decimal, or a whole number.
pub(crate) fn rounded(x: &Rational, is_whole: bool) -> Rational {
    match is_whole {
        true => Rational::from(Floor::floor(x)),
        false => decimal::rounded(x, DIGITS, Rounding::Down),
    }
}

/// The refusal of 1/2 for a parameter that has to be an integer.
fn no_whole_number(parameter: &str) -> Option<Refusal> {
    let half = text_node("1/2", 0..0);
    Field { node: &half, path: format!("theorem.{parameter}") }.natural().err().map(Refusal::from)
}
