//! eps at a delta, delta at an eps, or the errors of tests at a level, of mechanisms over one of their
//! parameters.
//!
//! Each point is an answer of its own. A line joins neighbours, for the eye: what is between them is
//! not certified.

use super::Counted;
use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
use super::draw::symbols;
use super::falling::Known;
use super::fit::fitted;
use super::logarithmic::Logarithmic;
use super::operating::Operating;
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, engine_of};
use super::sweep::{by_ratios, rounded};
use super::utility::{along, height};
use dpcert::claim::Measure;
use dpcert::exact::{Rounding, decimal};
use dpcert::input::{Field, InputError};
use dpcert::mechanism::Family;
use dpcert::quantity::{Scalar, Target};
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Real, Refusal, ask, parallel};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use serde_json::json;
use std::cmp::Ordering;

/// What is asked at each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The least eps at a delta in [0, 1].
    Eps,
    /// The least delta at an eps >= 0.
    Delta,
    /// The least type II error at a level in [0, 1].
    Beta,
}

/// What is asked, and where.
#[derive(Clone, Debug)]
pub struct At {
    asked: Asked,
    at: Real,
    /// The number as it was written.
    text: String,
}

/// What a curve is of.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A mechanism with the parameter unknown.
    Family(Family),
    /// A mechanism without it, which is the same at each of its values.
    Constant(Mechanism),
}

impl Subject {
    /// Reads a mechanism in which one parameter, or none, is `"?"`.
    ///
    /// # Errors
    /// See [`Family::read`] and [`Mechanism::read`].
    pub fn read(field: &Field<'_>) -> Result<Subject, Refusal> {
        match Family::read_open(field)? {
            Some(family) => Ok(Subject::Family(family)),
            None => Mechanism::read(field).map(Subject::Constant),
        }
    }

    /// The same of the compact notation.
    ///
    /// # Errors
    /// See [`Family::parse`] and [`Mechanism::parse`].
    pub fn parse(text: &str) -> Result<Subject, Refusal> {
        match Family::parse_open(text)? {
            Some(family) => Ok(Subject::Family(family)),
            None => Mechanism::parse(text).map(Subject::Constant),
        }
    }
}

/// A picture of mechanisms over one of their parameters.
#[derive(Clone, Debug)]
pub struct Families {
    /// The mechanisms and their names: at least one of them has the parameter.
    pub families: Vec<(String, Subject)>,
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
    /// Will the vertical axis be logarithmic, whatever the heights are?
    pub is_high_logarithmic: bool,
    /// A value that is marked.
    pub marked: Option<Rational>,
    /// Points beside the curves, at values of the parameter in their range.
    pub claimed: Vec<Operating>,
}

impl At {
    /// Reads where it is asked: a delta for eps, an eps for delta, a level for beta.
    ///
    /// # Errors
    /// A number that is not one of these.
    pub fn read(asked: Asked, field: &Field<'_>) -> Result<At, InputError> {
        let at = match asked {
            // A level is in the same range.
            Asked::Eps | Asked::Beta => Target::read_delta(field)?,
            Asked::Delta => Target::read_eps(field)?,
        };
        let text = field.text().map_or_else(|_| at.to_string(), str::to_owned);
        Ok(At { asked, at, text })
    }

    /// Is a claimed quantity the one that is asked, at the same place?
    pub(crate) fn is_of(&self, claimed: &Measure) -> bool {
        let place = match (self.asked, claimed) {
            (Asked::Eps, Measure::Scalar(Scalar::Eps { delta })) => delta,
            (Asked::Delta, Measure::Scalar(Scalar::Delta { eps })) => eps,
            (Asked::Beta, Measure::Scalar(Scalar::Beta { alpha })) => alpha,
            _ => return false,
        };
        place.compare(&self.at) == Some(Ordering::Equal)
    }

    pub(crate) fn query(&self) -> Query {
        match self.asked {
            Asked::Eps => Query::Eps { delta: self.at.clone() },
            Asked::Delta => Query::Delta { eps: self.at.clone() },
            Asked::Beta => Query::Beta { alpha: self.at.clone() },
        }
    }

    /// The same in the line protocol.
    pub(crate) fn question(&self) -> serde_json::Value {
        match self.asked {
            Asked::Eps => json!({"eps": {"delta": self.text}}),
            Asked::Delta => json!({"delta": {"eps": self.text}}),
            Asked::Beta => json!({"beta": {"alpha": self.text}}),
        }
    }

    /// The quantity, with where it is asked.
    pub(crate) fn label(&self) -> String {
        match self.asked {
            Asked::Eps => format!("eps at delta = {}", self.text),
            Asked::Delta => format!("delta at eps = {}", self.text),
            Asked::Beta => format!("beta at alpha = {}", self.text),
        }
    }
}

/// A curve that leaves a chord by this part of the axis has more points there: an eighth of a pixel
/// of a drawing of the usual size, so that no corner is seen in print.
const BEND: u32 = 3000;
/// So many intervals are divided at once, and then the distances are estimated again. With more,
/// points are spent where the curve is close enough; with fewer, fewer are computed in parallel.
const ROUND: usize = 8;

impl Families {
    /// The same where these axes will be logarithmic: values are spread, and follow, as a curve bends
    /// there.
    #[must_use]
    pub fn drawn_on(&self, logarithmic: Logarithmic) -> Families {
        let mut wanted = Families { is_high_logarithmic: logarithmic.y, ..self.clone() };
        if logarithmic.x {
            by_ratios(&mut wanted.values, &mut wanted.scale, wanted.is_whole);
        }
        wanted
    }

    /// The values with which a curve begins: those of points beside it among them, so that its line
    /// is on the side of such a point on which it is certified.
    fn first(&self) -> Vec<Rational> {
        let beside = self.claimed.iter().map(|claim| claim.x().clone());
        let mut first: Vec<Rational> = self.values.iter().cloned().chain(beside).collect();
        first.sort();
        first.dedup();
        first
    }

    /// What is asked, at each of some values of a mechanism.
    fn answers(
        &self,
        subject: &Subject,
        values: &[Rational],
        options: &Options,
        progress: &Counted<'_>,
    ) -> Result<Vec<Answer>, Refusal> {
        let query = self.at.query();
        let answer = |mechanism: &Mechanism| {
            let answer = ask(&Question::of(mechanism, &query), options);
            progress();
            answer
        };
        match subject {
            Subject::Family(family) => parallel::map(values, |value| answer(&family.at(value)?)),
            Subject::Constant(mechanism) => {
                answer(mechanism).map(|answer| vec![answer; values.len()])
            }
        }
    }

    /// The values of a curve and what is asked there: further ones in rounds, where it bends most.
    fn curve(
        &self,
        subject: &Subject,
        options: &Options,
        progress: &Counted<'_>,
    ) -> Result<(Vec<Rational>, Vec<Answer>), Refusal> {
        let (mut values, mut answers) = (Vec::new(), Vec::new());
        let mut next = self.first();
        if let (Subject::Constant(_), [first, .., last]) = (subject, next.as_slice()) {
            next = vec![first.clone(), last.clone()];
        }
        while !next.is_empty() {
            let found = self.answers(subject, &next, options, progress)?;
            let mut all: Vec<(Rational, Answer)> = values.into_iter().zip(answers).collect();
            all.extend(next.into_iter().zip(found));
            all.sort_by(|(a, _), (b, _)| a.cmp(b));
            (values, answers) = all.into_iter().unzip();
            next = self.missing(&values, &answers);
        }
        Ok((values, answers))
    }

    /// The middles of the intervals in which a curve is farthest from its chord: a few of them, as
    /// many as there may be in all. With second differences d at both ends of an interval of length
    /// w, the distance is near `d w^2 / 4` upwards; a steep curve is nearer than that.
    fn missing(&self, values: &[Rational], answers: &[Answer]) -> Vec<Rational> {
        let (layer, _) = self.layer("", values, answers, false);
        let across = along(&self.over, self.scale, &self.values);
        let mut up = height("", std::slice::from_ref(&layer));
        let least = layer.marks().iter().map(|mark| &mark.lower).min().cloned();
        if let (true, Some(least)) = (self.is_high_logarithmic, least)
            && *least.value() > 0
            && least < up.to
        {
            (up.scale, up.from) = (Scale::Logarithmic, least);
        }
        let place = |mark: &Mark| {
            (across.position(&mark.x, Rounding::Down), up.position(&mark.lower, Rounding::Down))
        };
        let places: Vec<_> = layer.marks().iter().map(place).collect();
        let bends: Vec<Rational> = places.windows(3).map(bend).collect();
        let distance = |index: usize| {
            let ((from, start), (to, end)) = (places.get(index)?, places.get(index + 1)?);
            let beside = [index.checked_sub(1), Some(index)];
            let bend = beside.into_iter().flatten().filter_map(|at| bends.get(at)).max()?;
            let width = to - from;
            let longest = width.clone().max((end - start).abs());
            (longest > 0).then(|| bend * &width * &width / Rational::from(4) * &width / longest)
        };
        let mut intervals: Vec<(Rational, usize)> = (0..places.len())
            .filter_map(|index| Some((distance(index)?, index)))
            .filter(|(distance, _)| *distance > Rational::from_unsigneds(1, BEND))
            .collect();
        intervals.sort_by(|(a, i), (b, j)| b.cmp(a).then(i.cmp(j)));
        let room = self.points.saturating_sub(values.len()).min(ROUND);
        let mut middles: Vec<Rational> = Vec::new();
        for (_, index) in intervals {
            if middles.len() >= room {
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
    ) -> (Layer, usize) {
        let (label, over) = (self.at.label(), &self.over);
        let mark = |(value, answer): (&Rational, &Answer)| {
            let Content::Number(bounds) = &answer.content else { return None };
            let end = |rounding| Coordinate::of_bounds(bounds, rounding);
            let (lower, upper) = (end(Rounding::Down)?, end(Rounding::Up)?);
            let x = Coordinate::rounded(value, Rounding::Down);
            let label = match labelled {
                true => enclosure(&lower, &upper),
                false => format!("{label}, {over} = {x}"),
            };
            Some(Mark { label, x, lower, upper })
        };
        let marks: Vec<Option<Mark>> = values.iter().zip(answers).map(mark).collect();
        let infinite = marks.iter().filter(|mark| mark.is_none()).count();
        // A line over a value without a point would be over infinity.
        let runs = marks.chunk_by(|one, next| one.is_some() == next.is_some());
        let is_whole = runs.filter(|run| matches!(run, [Some(_), ..])).count() <= 1;
        let marks: Vec<Mark> = marks.into_iter().flatten().collect();
        let at = marks.first().filter(|_| labelled);
        let at = at.map(|mark| format!(" at {} = {}", symbols(over), mark.x));
        let layer = Layer {
            name: format!("{name}{}", at.unwrap_or_default()),
            question: json!({"mechanism": name, "query": self.at.question()}),
            certified: Certified::of_all(answers.iter()),
            drawn: Drawn::Marks { marks, labelled, joined: !labelled && is_whole, verdict: None },
        };
        (layer, infinite)
    }
}

/// The second divided difference of three places, without its sign.
fn bend(triple: &[(Rational, Rational)]) -> Rational {
    match triple {
        [(x, y), (at, known), (far, end)] if x < at && at < far => {
            ((end - known) / (far - at) - (known - y) / (at - x)).abs() / (far - x)
        }
        _ => Rational::from(0),
    }
}

/// Both ends with the digits that a label has room for, and as many after the point.
fn enclosure(lower: &Coordinate, upper: &Coordinate) -> String {
    const DIGITS: u64 = 5;
    let short = |end: &Coordinate, rounding| {
        Coordinate::rounded(&decimal::rounded(end.value(), DIGITS, rounding), rounding).to_string()
    };
    let (lower, upper) = (short(lower, Rounding::Down), short(upper, Rounding::Up));
    let [lower, upper] = decimal::aligned([&lower, &upper]);
    format!("[{lower}, {upper}]")
}

/// The picture; `progress` is called after each answer. Where eps is infinite there is no point, and
/// the caption says how many there are.
///
/// Cost: an `eps`, a `delta` or a `beta` for each value and mechanism, in parallel; one for a
/// mechanism without the parameter.
///
/// # Errors
/// The first mechanism that is refused at some value.
pub fn families(
    wanted: &Families,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let Families { families, at, over, values, scale, marked, .. } = wanted;
    let label = at.label();
    let mut infinite = 0;
    let (mut layers, mut points, mut curves) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (name, subject)) in families.iter().enumerate() {
        let refused = |refusal| NotDrawn::new(name, refusal).at(index);
        let (values, answers) = wanted.curve(subject, options, progress).map_err(refused)?;
        let (layer, missing) = wanted.layer(name, &values, &answers, false);
        infinite += missing;
        layers.push(layer);
        curves.push((values, answers));
        // A level is the same at all of them.
        let marked = marked.as_ref().filter(|_| matches!(subject, Subject::Family(_)));
        if let Some(value) = marked.map(std::slice::from_ref) {
            let answers = wanted.answers(subject, value, options, progress).map_err(refused)?;
            let (mut layer, missing) = wanted.layer(name, value, &answers, true);
            // Points at the same value are near each other, or hide each other.
            if let (true, Drawn::Marks { marks, .. }) = (families.len() > 1, &mut layer.drawn) {
                marks
                    .iter_mut()
                    .for_each(|mark| mark.label = format!("{}: {}", index + 1, mark.label));
            }
            infinite += missing;
            points.push(layer);
        }
    }
    let most = layers.iter().map(|layer| layer.marks().len()).max().unwrap_or_default();
    for claim in &wanted.claimed {
        // A curve is certified at the value of each claim, and a level is the same everywhere.
        let at = |((name, subject), (values, answers)): (&(String, Subject), &(Vec<_>, Vec<_>))| {
            let is_level = matches!(subject, Subject::Constant(_));
            let index = values.iter().position(|value| is_level || value == claim.x())?;
            let (value, answer) = (values.get(index..=index)?, answers.get(index..=index)?);
            let layer = wanted.layer(name, value, answer, true).0;
            let Mark { lower, upper, .. } = layer.marks().first()?;
            let [lower, upper] = [lower, upper].map(|end| end.value().clone());
            Some(Known { at: claim.x().clone(), lower, upper })
        };
        let values: Vec<Option<Known>> = families.iter().zip(&curves).map(at).collect();
        points.push(claim.beside(&values));
    }
    // The curves have the first numbers.
    layers.extend(points);
    let without = match infinite {
        0 => String::new(),
        _ => format!(" Not drawn: {infinite} points at which it is infinite."),
    };
    let mut scene = Scene::new(
        format!("{label} over {over}"),
        format!(
            "Certified at up to {most} values of {over}, which lines join; engine {}.{without}",
            engine_of(&layers)
        ),
        along(over, *scale, values),
        height(&label, &layers),
        layers,
    );
    // Errors of tests are often all near 1, and none is above.
    if at.asked == Asked::Beta {
        scene.y = Axis::unit(&label);
        scene.y = fitted(&scene).unwrap_or(scene.y);
    }
    Ok(scene)
}
