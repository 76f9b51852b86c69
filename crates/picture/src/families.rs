//! eps at a delta, or delta at an eps, of mechanisms over one of their parameters.
//!
//! Each point is an answer of its own. A line joins neighbours, for the eye: what is between them is
//! not certified.

use super::axis::Scale;
use super::coordinate::Coordinate;
use super::falling::on_line;
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, engine_of};
use super::sweep::rounded;
use super::utility::{along, height};
use dpcert::exact::{Rounding, decimal};
use dpcert::input::{Field, InputError};
use dpcert::mechanism::Family;
use dpcert::quantity::Target;
use dpcert::{Answer, Bounds, Content, Options, Query, Question, Real, Refusal, ask, parallel};
use malachite::base::num::arithmetic::traits::Abs;
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
    /// The values with which a curve begins, ascending: two at least. Others follow where it bends.
    pub values: Vec<Rational>,
    /// The most values of a curve.
    pub points: usize,
    /// Are all of them whole numbers?
    pub is_whole: bool,
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

/// A curve that leaves a chord by this part of the axis has more points there: half a pixel of a
/// drawing of the usual size.
const BEND: u32 = 800;

/// Whether values without a point are between others that have one: a line over them would be over
/// infinity.
#[derive(Default)]
struct Gaps {
    has_point: bool,
    is_open: bool,
    is_inside: bool,
}

impl Gaps {
    fn missing(&mut self) {
        self.is_open = self.has_point;
    }

    fn present(&mut self) {
        self.is_inside |= self.is_open;
        (self.has_point, self.is_open) = (true, false);
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

    /// The values of a curve and what is asked there: further ones in rounds, where it bends most.
    fn curve(
        &self,
        family: &Family,
        options: &Options,
        progress: &(impl Fn() + Sync),
    ) -> Result<(Vec<Rational>, Vec<Answer>), Refusal> {
        let (mut values, mut answers) = (Vec::new(), Vec::new());
        let mut next = self.values.clone();
        while !next.is_empty() {
            let found = self.answers(family, &next, options, progress)?;
            let mut all: Vec<(Rational, Answer)> = values.into_iter().zip(answers).collect();
            all.extend(next.into_iter().zip(found));
            all.sort_by(|(a, _), (b, _)| a.cmp(b));
            (values, answers) = all.into_iter().unzip();
            next = self.missing(&values, &answers);
        }
        Ok((values, answers))
    }

    /// The middles of the intervals beside the places where a curve bends, those first where it bends
    /// most: as many as there may be, without those that are known.
    fn missing(&self, values: &[Rational], answers: &[Answer]) -> Vec<Rational> {
        let (layer, _) = self.layer("", values, answers, false);
        let across = along(&self.over, self.scale, &self.values);
        let up = height("", std::slice::from_ref(&layer));
        let place = |mark: &Mark| {
            (across.position(&mark.x, Rounding::Down), up.position(&mark.lower, Rounding::Down))
        };
        let places: Vec<_> = layer.marks().iter().map(place).collect();
        let mut intervals: Vec<(Rational, usize)> = Vec::new();
        for (index, triple) in places.windows(3).enumerate() {
            let [(x, y), (at, known), (far, end)] = triple else { continue };
            let bend = (known - on_line([x, y], [far, end], at)).abs();
            if bend > Rational::from_unsigneds(1, BEND) {
                intervals.extend([(bend.clone(), index), (bend, index + 1)]);
            }
        }
        intervals.sort_by(|(a, i), (b, j)| b.cmp(a).then(i.cmp(j)));
        let mut middles: Vec<Rational> = Vec::new();
        for (_, index) in intervals {
            if values.len() + middles.len() >= self.points {
                break;
            }
            let marks = layer.marks();
            let (Some(from), Some(to)) = (marks.get(index), marks.get(index + 1)) else { continue };
            let (from, to) = (from.x.value(), to.x.value());
            let half = Rational::from_unsigneds(1u32, 2u32);
            let middle = rounded(&self.scale.between(from, to, &half), self.is_whole);
            if middle > *from && middle < *to && !middles.contains(&middle) {
                middles.push(middle);
            }
        }
        middles.sort();
        middles
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
        let mut gaps = Gaps::default();
        for (value, answer) in values.iter().zip(answers) {
            let Content::Number(bounds) = &answer.content else { continue };
            let end = |rounding| Coordinate::of_bounds(bounds, rounding);
            let (Some(lower), Some(upper)) = (end(Rounding::Down), end(Rounding::Up)) else {
                infinite += 1;
                gaps.missing();
                continue;
            };
            gaps.present();
            let x = Coordinate::rounded(value, Rounding::Down);
            let label = match labelled {
                true => {
                    format!("[{}, {}]", short(bounds, Rounding::Down), short(bounds, Rounding::Up))
                }
                false => format!("{label}, {over} = {x}"),
            };
            marks.push(Mark { label, x, lower, upper });
        }
        let at = marks.first().filter(|_| labelled).map(|mark| format!(" at {over} = {}", mark.x));
        let layer = Layer {
            name: format!("{name}{}", at.unwrap_or_default()),
            question: json!({"mechanism": name, "query": self.at.question()}),
            certified: answers.first().map_or_else(Certified::default, Certified::of),
            drawn: Drawn::Marks {
                marks,
                labelled,
                joined: !labelled && !gaps.is_inside,
                verdict: None,
            },
        };
        (layer, infinite)
    }
}

/// An end with the digits that a label has room for.
fn short(bounds: &Bounds, rounding: Rounding) -> String {
    const DIGITS: u64 = 5;
    let end = Coordinate::of_bounds(bounds, rounding).map(|end| end.value().clone());
    let end = end.unwrap_or_default();
    Coordinate::rounded(&decimal::rounded(&end, DIGITS, rounding), rounding).to_string()
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
    let Families { families, at, over, values, scale, marked, .. } = wanted;
    let label = at.label();
    let mut infinite = 0;
    let (mut layers, mut points) = (Vec::new(), Vec::new());
    for (index, (name, family)) in families.iter().enumerate() {
        let refused = |refusal| NotDrawn::new(name, refusal).at(index);
        let curve = wanted.curve(family, options, &progress).map_err(refused)?;
        let marked = marked.iter().map(|value| {
            let values = vec![value.clone()];
            let answers = wanted.answers(family, &values, options, &progress)?;
            Ok((values, answers))
        });
        let marked = marked.collect::<Result<Vec<_>, _>>().map_err(refused)?;
        let all = std::iter::once((curve, false)).chain(marked.into_iter().map(|all| (all, true)));
        for ((values, answers), labelled) in all {
            let (layer, missing) = wanted.layer(name, &values, &answers, labelled);
            infinite += missing;
            if labelled { points.push(layer) } else { layers.push(layer) }
        }
    }
    // The curves have the first numbers.
    layers.extend(points);
    let without = match infinite {
        0 => String::new(),
        _ => format!(" Not drawn: {infinite} points at which it is infinite."),
    };
    Ok(Scene::new(
        format!("{label} over {over}"),
        format!(
            "Certified at up to {} values of {over}, which lines join; engine {}.{without}",
            wanted.points,
            engine_of(&layers)
        ),
        along(over, *scale, values),
        height(&label, &layers),
        layers,
    ))
}
