//! The cost of privacy: a conclusion of a theorem over one of its parameters.
//!
//! A theorem is a formula that is certified where it is evaluated. Its values in between are not
//! known here, so that a curve is drawn as points, each between its two ends.

use super::Counted;
use super::axis::{Axis, Scale, decade_above, decade_below};
use super::coordinate::Coordinate;
use super::logarithmic::Logarithmic;
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, engine_of};
use super::sweep::by_ratios;
use dpcert::answer::Guarantee;
use dpcert::exact::Rounding;
use dpcert::input::{Item, Key, Node, text_node};
use dpcert::parallel;
use dpcert::theorem::{Conclusion, Theorem};
use dpcert::{Answer, Content, Options, Question, Refusal, Styled, ask};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

/// Parameters of a picture of a theorem.
#[derive(Clone, Debug)]
pub struct Utility {
    /// The theorem.
    pub theorem: &'static Theorem,
    /// A table of all its parameters but one.
    pub parameters: Node,
    /// The name of the remaining parameter.
    pub over: &'static str,
    /// Its values, ascending: two at least.
    pub values: Vec<Rational>,
    /// Are all of them whole numbers?
    pub is_whole: bool,
    /// Their scale along the axis; they must be positive on a logarithmic one.
    pub scale: Scale,
    /// The conclusions that are drawn, by name; empty for the first one.
    pub conclusions: Vec<String>,
    /// A value that is marked.
    pub marked: Option<Rational>,
}

/// The ratio of the largest value to the smallest, both > 0, from which on the axis is logarithmic.
const WIDE: u32 = 100;

/// A picture of the conclusions of a theorem over one of its parameters. The relation of each
/// number to its quantity (exact, a bound, a limit) is in the name of its layer.
///
/// `progress` is called after each of its values. Cost: a theorem for each value, in parallel.
///
/// # Errors
/// The first value at which the theorem does not apply; a conclusion that it does not have; one
/// that is infinite.
pub fn utility(
    wanted: &Utility,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let Utility { theorem, over, values, .. } = wanted;
    let refused = |refusal| NotDrawn::new(theorem.name, refusal);
    let answers = parallel::map::<_, _, Result<Vec<Answer>, Refusal>>(values, |value| {
        let answer = wanted.answer(value, options);
        progress();
        answer
    });
    let answers = answers.map_err(refused)?;
    let names = match answers.first().and_then(|answer| conclusions(answer).first()) {
        Some((first, ..)) if wanted.conclusions.is_empty() => vec![(*first).to_owned()],
        _ => wanted.conclusions.clone(),
    };
    let marked = wanted.marked.as_ref().map(|value| Ok((value, [wanted.answer(value, options)?])));
    let marked = marked.transpose().map_err(refused)?;
    let mut layers = Vec::new();
    for name in &names {
        layers.push(wanted.layer(name, values, &answers, false).map_err(refused)?);
        if let Some((value, answer)) = &marked {
            let layer =
                wanted.layer(name, std::slice::from_ref(*value), answer, true).map_err(refused)?;
            let value = Coordinate::rounded(value, Rounding::Down);
            layers.push(Layer { name: format!("{} at {over} = {value}", in_words(name)), ..layer });
        }
    }
    Ok(Scene::new(
        format!("Privacy against utility: {}", in_words(theorem.name)),
        format!(
            "{}, by {}. Certified at {} values of {over}, which lines join; engine {}.",
            theorem.statement,
            theorem.source,
            values.len(),
            engine_of(&layers)
        ),
        along(over, wanted.scale, values),
        height(&names.iter().map(|name| in_words(name)).collect::<Vec<_>>().join(", "), &layers),
        layers,
    ))
}

impl Utility {
    /// The same where these axes will be logarithmic: its values are spread there.
    #[must_use]
    pub fn drawn_on(&self, logarithmic: Logarithmic) -> Utility {
        let mut wanted = self.clone();
        if logarithmic.x {
            by_ratios(&mut wanted.values, &mut wanted.scale, wanted.is_whole);
        }
        wanted
    }

    /// The conclusions of the theorem at a value, as an answer.
    fn answer(&self, value: &Rational, options: &Options) -> Result<Answer, Refusal> {
        let conclusions = self.apply(&value.to_string())?;
        ask(&Question::Conclusions(self.theorem, conclusions), options)
    }

    /// The conclusions at a value of the remaining parameter.
    pub(super) fn apply(&self, value: &str) -> Result<Vec<Conclusion>, Refusal> {
        let mut node = self.parameters.clone();
        if let Item::Table(table) = &mut node.item {
            let key = Key { name: self.over.to_owned(), span: 0..0 };
            table.push((key, text_node(value, 0..0)));
        }
        self.theorem.apply(node.fields("theorem")?)
    }

    /// One conclusion at some values.
    fn layer(
        &self,
        name: &str,
        values: &[Rational],
        answers: &[Answer],
        labelled: bool,
    ) -> Result<Layer, Refusal> {
        let (mut marks, mut relation) = (Vec::new(), "");
        let words = in_words(name);
        for (value, answer) in values.iter().zip(answers) {
            let (guarantee, bounds) = named(answer, name)?;
            relation = guarantee.name();
            let end = |rounding| Coordinate::of_bounds(bounds, rounding);
            let (Some(lower), Some(upper)) = (end(Rounding::Down), end(Rounding::Up)) else {
                let missing = format!("it is infinite at {} = {value}", self.over);
                return Err(Refusal::Unsupported {
                    what: format!("a picture of {name}"),
                    missing: missing.into(),
                });
            };
            let x = Coordinate::rounded(value, Rounding::Down);
            let label = format!("{words} at {} = {x}", self.over);
            marks.push(Mark { x, lower, upper, label });
        }
        Ok(Layer {
            name: format!("{words} ({})", relation.replace('-', " ")),
            question: serde_json::Value::Null,
            certified: Certified::of_all(answers.iter()),
            drawn: Drawn::Marks { marks, labelled, joined: !labelled, verdict: None },
        })
    }
}

/// The name of a theorem or of a conclusion in words, such as "mean squared error" for `mse`.
fn in_words(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "berry" => "Berry",
        "esseen" => "Esseen",
        "gaussian" => "Gaussian",
        "gdp" => "GDP",
        "kov" => "KOV",
        "laplace" => "Laplace",
        "mse" => "mean squared error",
        "poisson" => "Poisson",
        "sgd" => "SGD",
        "tv" => "total variation",
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn conclusions(answer: &Answer) -> &[(&'static str, Guarantee, Styled)] {
    match &answer.content {
        Content::Conclusions { conclusions, .. } => conclusions,
        _ => &[],
    }
}

fn named<'a>(answer: &'a Answer, wanted: &str) -> Result<(Guarantee, &'a Styled), Refusal> {
    let found = conclusions(answer).iter().find(|(name, ..)| *name == wanted);
    found.map(|(_, guarantee, bounds)| (*guarantee, bounds)).ok_or_else(|| {
        let names: Vec<&str> = conclusions(answer).iter().map(|(name, ..)| *name).collect();
        let missing = format!("the theorem concludes {}", names.join(", "));
        Refusal::Unsupported {
            what: format!("the conclusion \"{wanted}\""),
            missing: missing.into(),
        }
    })
}

/// The axis of ascending values.
pub(super) fn along(label: &str, scale: Scale, values: &[Rational]) -> Axis {
    let end = |value: Option<&Rational>, rounding| {
        Coordinate::rounded(value.unwrap_or(&Rational::from(0)), rounding)
    };
    let (from, to) = (end(values.first(), Rounding::Down), end(values.last(), Rounding::Up));
    Axis { scale, from, to, ..Axis::unit(label) }
}

/// An axis that contains all points.
pub(super) fn height(label: &str, layers: &[Layer]) -> Axis {
    let marks = || layers.iter().flat_map(Layer::marks);
    let zero = Rational::from(0);
    let least =
        marks().map(|mark| mark.lower.value().clone()).min().unwrap_or_else(|| zero.clone());
    let most = marks().map(|mark| mark.upper.value().clone()).max().unwrap_or_else(|| zero.clone());
    let (scale, from, to) = if least > 0 && most >= &least * Rational::from(WIDE) {
        let power = |n: i64| Rational::from(10).pow(n);
        (Scale::Logarithmic, power(decade_below(&least)), power(decade_above(&most)))
    } else if least >= 0 && most == 0 {
        (Scale::Linear, zero, Rational::from(1))
    } else {
        // A margin of a tenth above.
        let from = least.min(zero);
        let room = (&most - &from) / Rational::from(10);
        let room = if room == 0 { Rational::from(1) } else { room };
        (Scale::Linear, from, most + room)
    };
    let (from, to) =
        (Coordinate::rounded(&from, Rounding::Down), Coordinate::rounded(&to, Rounding::Up));
    Axis { scale, from, to, ..Axis::unit(label) }
}
