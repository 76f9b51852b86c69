//! eps at a delta, or delta at an eps, of mechanisms over one of their parameters.
//!
//! Each point is an answer of its own. Between two of them nothing is drawn.

use super::axis::Scale;
use super::coordinate::Coordinate;
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, engine_of};
use super::utility::{along, height};
use dpcert::exact::Rounding;
use dpcert::input::{Field, InputError};
use dpcert::mechanism::Family;
use dpcert::quantity::Target;
use dpcert::{Answer, Content, Options, Query, Question, Real, Refusal, ask, parallel};
use malachite::rational::Rational;
use serde_json::json;

/// What is asked at each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The least eps at a delta in [0, 1].
    Eps,
    /// The least delta at an eps >= 0.
    Delta,
}

/// What is asked, and where.
#[derive(Clone, Debug)]
pub struct At {
    asked: Asked,
    at: Real,
    /// The number as it was written.
    text: String,
}

/// A picture of mechanisms over one of their parameters.
#[derive(Clone, Debug)]
pub struct Families {
    /// The mechanisms, with the parameter unknown, and their names.
    pub families: Vec<(String, Family)>,
    /// What is asked.
    pub at: At,
    /// The name of the parameter.
    pub over: String,
    /// Its values, ascending: two at least.
    pub values: Vec<Rational>,
    /// Their scale along the axis; they must be positive on a logarithmic one.
    pub scale: Scale,
    /// A value that is marked.
    pub marked: Option<Rational>,
}

impl Families {
    /// The number of values where none is requested.
    pub const POINTS: u32 = 32;
}

impl At {
    /// Reads where it is asked: a delta for eps, an eps for delta.
    ///
    /// # Errors
    /// A number that is not one of these.
    pub fn read(asked: Asked, field: &Field<'_>) -> Result<At, InputError> {
        let at = match asked {
            Asked::Eps => Target::read_delta(field)?,
            Asked::Delta => Target::read_eps(field)?,
        };
        let text = field.text().map_or_else(|_| at.to_string(), str::to_owned);
        Ok(At { asked, at, text })
    }

    fn query(&self) -> Query {
        match self.asked {
            Asked::Eps => Query::Eps { delta: self.at.clone() },
            Asked::Delta => Query::Delta { eps: self.at.clone() },
        }
    }

    /// The same in the line protocol.
    fn question(&self) -> serde_json::Value {
        match self.asked {
            Asked::Eps => json!({"eps": {"delta": self.text}}),
            Asked::Delta => json!({"delta": {"eps": self.text}}),
        }
    }

    /// The quantity, with where it is asked.
    fn label(&self) -> String {
        match self.asked {
            Asked::Eps => format!("eps at delta = {}", self.text),
            Asked::Delta => format!("delta at eps = {}", self.text),
        }
    }
}

impl Families {
    /// What is asked, at each of some values of a mechanism.
    fn answers(
        &self,
        family: &Family,
        values: &[Rational],
        options: &Options,
        progress: &(impl Fn() + Sync),
    ) -> Result<Vec<Answer>, Refusal> {
        let query = self.at.query();
        parallel::map(values, |value| {
            let answer = ask(&Question::of(&family.at(value)?, &query), options);
            progress();
            answer
        })
    }

    /// The points of a mechanism, and the number of those that are infinite.
    fn layer(
        &self,
        name: &str,
        values: &[Rational],
        answers: &[Answer],
        labelled: bool,
    ) -> (Layer, u32) {
        let (label, over) = (self.at.label(), &self.over);
        let mut infinite = 0;
        let mut marks = Vec::new();
        for (value, answer) in values.iter().zip(answers) {
            let Content::Number(bounds) = &answer.content else { continue };
            let end = |rounding| Coordinate::of_bounds(bounds, rounding);
            let (Some(lower), Some(upper)) = (end(Rounding::Down), end(Rounding::Up)) else {
                infinite += 1;
                continue;
            };
            let x = Coordinate::rounded(value, Rounding::Down);
            marks.push(Mark { label: format!("{label}, {over} = {x}"), x, lower, upper });
        }
        let at = marks.first().filter(|_| labelled).map(|mark| format!(" at {over} = {}", mark.x));
        let layer = Layer {
            name: format!("{name}{}", at.unwrap_or_default()),
            question: json!({"mechanism": name, "query": self.at.question()}),
            certified: answers.first().map_or_else(Certified::default, Certified::of),
            drawn: Drawn::Marks { marks, labelled, verdict: None },
        };
        (layer, infinite)
    }
}

/// The picture; `progress` is called after each answer. Where eps is infinite there is no point, and
/// the caption says how many there are.
///
/// Cost: an `eps` or a `delta` for each value and mechanism, in parallel.
///
/// # Errors
/// The first mechanism that is refused at some value.
pub fn families(
    wanted: &Families,
    options: &Options,
    progress: impl Fn() + Sync,
) -> Result<Scene, NotDrawn> {
    let Families { families, at, over, values, scale, marked } = wanted;
    let label = at.label();
    let mut infinite = 0;
    let mut layers = Vec::new();
    for (index, (name, family)) in families.iter().enumerate() {
        let refused = |refusal| NotDrawn::new(name, refusal).at(index);
        let all = std::iter::once((values.as_slice(), false));
        let marked = marked.as_ref().map(|value| (std::slice::from_ref(value), true));
        for (values, labelled) in all.chain(marked) {
            let answers = wanted.answers(family, values, options, &progress).map_err(refused)?;
            let (layer, missing) = wanted.layer(name, values, &answers, labelled);
            infinite += missing;
            layers.push(layer);
        }
    }
    let without = match infinite {
        0 => String::new(),
        _ => format!(" Not drawn: {infinite} points at which it is infinite."),
    };
    Ok(Scene::new(
        format!("{label} over {over}"),
        format!(
            "Each point is a certified value; nothing is drawn between points; engine {}.{without}",
            engine_of(&layers)
        ),
        along(over, *scale, values),
        height(&label, &layers),
        layers,
    ))
}
