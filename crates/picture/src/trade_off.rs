//! Trade-off functions and the regions of the errors of tests.

use super::Counted;
use super::axis::Axis;
use super::coordinate::Coordinate;
use super::scene::{Certified, Course, Drawn, Layer, NotDrawn, Scene, Vertex};
use dpcert::exact::Rounding;
use dpcert::mechanism::Role;
use dpcert::tradeoff::{Gap, Height, Side};
use dpcert::{Answer, Bounds, Content, Dyadic, Mechanism, Options, Query, Question, Refusal, ask};
use malachite::rational::Rational;
use serde_json::{Value, json};

/// The part of a trade-off function that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The region of the errors of all tests: between f and `1 - f(1 - alpha)`.
    Region,
    /// The function f alone.
    TradeOff,
    /// The power of the best test at each level: the ROC curve `1 - f`.
    Roc,
}

/// A picture of trade-off functions, with the given names. Where a function is not a polygon, the
/// two polygons around it are at most `gap` apart. `progress` is called after each of
/// them.
///
/// Cost: a `region` or a `polygon` for each of them.
///
/// # Errors
/// The first mechanism whose trade-off function cannot be drawn.
pub fn regions(
    mechanisms: &[(String, Mechanism)],
    kind: Kind,
    gap: &Gap,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let mut layers = Vec::new();
    for (index, (name, mechanism)) in mechanisms.iter().enumerate() {
        let layer = layer(name, mechanism, kind, gap, options);
        layers.push(layer.map_err(|refusal| NotDrawn::new(name, refusal).at(index))?);
        progress();
    }
    let title = match kind {
        Kind::Region => "Regions of type I and type II errors",
        Kind::TradeOff => "Trade-off functions",
        Kind::Roc => "ROC curves of the best tests",
    };
    let (across, up) = match kind {
        Kind::Region | Kind::TradeOff => ("type I error (alpha)", "type II error (beta)"),
        Kind::Roc => ("false positive rate", "true positive rate"),
    };
    // The name of the quantity that is drawn, where there are two.
    let orders = if mechanisms.iter().any(|(_, mechanism)| is_two_sided(mechanism)) {
        " Where the two orders of neighbours differ, the curve is that of the convex hull of both."
    } else {
        ""
    };
    Ok(Scene::new(
        title,
        format!(
            "Each band is proven to contain its curve; engine {}, polygons at most {} apart.{orders}",
            super::scene::engine_of(&layers),
            distance(gap)
        ),
        Axis::unit(across),
        Axis::unit(up),
        layers,
    ))
}

/// Do the two orders of neighbours have different trade-off functions, so that the hull of their
/// minimum is drawn?
fn is_two_sided(mechanism: &Mechanism) -> bool {
    mechanism
        .steps()
        .is_some_and(|steps| steps.iter().any(|(step, _)| step.is_two_sided(Role::Attained)))
}

/// The trade-off function of a mechanism.
pub fn layer(
    name: &str,
    mechanism: &Mechanism,
    kind: Kind,
    gap: &Gap,
    options: &Options,
) -> Result<Layer, Refusal> {
    let exact = ask(&Question::of(mechanism, &Query::Region), options);
    let (answer, query) = match exact {
        Ok(answer) => (answer, json!({"region": {}})),
        Err(Refusal::Unsupported { .. }) => {
            let query = Query::Polygon { gap: gap.clone() };
            (ask(&Question::of(mechanism, &query), options)?, json!({"polygon": parameters(gap)}))
        }
        Err(refusal) => return Err(refusal),
    };
    let (lower, upper) = polylines(&answer, kind);
    let drawn = match kind {
        Kind::Region => Drawn::Region { lower, upper },
        Kind::TradeOff => Drawn::Function { lower, upper },
        Kind::Roc => Drawn::Rising { lower, upper },
    };
    let question = json!({"mechanism": name, "query": query});
    Ok(Layer { name: name.to_owned(), question, certified: Certified::of(&answer), drawn })
}

/// A gap in words.
fn distance(gap: &Gap) -> String {
    let up = |x| Coordinate::rounded(x, Rounding::Up);
    match &gap.height {
        None => up(&gap.size).to_string(),
        Some(Height { of, plus }) => {
            let height = match of {
                Side::Beta => "type II error",
                Side::Power => "true positive rate",
            };
            format!("{} of the sum of the {height} and {}", up(&gap.size), up(plus))
        }
    }
}

/// A gap as the parameters of a question.
fn parameters(gap: &Gap) -> Value {
    let down = |x| Coordinate::rounded(x, Rounding::Down).to_string();
    match &gap.height {
        None => json!({"gap": down(&gap.size)}),
        Some(Height { of, plus }) => {
            let of = Side::NAMES.iter().find(|(_, side)| side == of).map(|(name, _)| name);
            json!({"gap": down(&gap.size), "of": of, "plus": down(plus)})
        }
    }
}

/// A polyline nowhere above what is drawn, and one nowhere below it.
fn polylines(answer: &Answer, kind: Kind) -> (Vec<Vertex>, Vec<Vertex>) {
    let (low, high) = outlines(answer);
    let course = if kind == Kind::Roc { Course::Rises } else { Course::Falls };
    let rounded = |outline: Vec<(Rational, Rational)>, side| -> Vec<Vertex> {
        let [across, up] = course.roundings(side);
        let vertex = |(alpha, beta): (Rational, Rational)| {
            let y = if kind == Kind::Roc { Rational::from(1) - beta } else { beta };
            Vertex { x: Coordinate::rounded(&alpha, across), y: Coordinate::rounded(&y, up) }
        };
        outline.into_iter().map(vertex).collect()
    };
    // What is nowhere above f is, upside down, nowhere below its complement.
    let (below, above) = if kind == Kind::Roc { (high, low) } else { (low, high) };
    (rounded(below, Rounding::Down), rounded(above, Rounding::Up))
}

/// The vertices of a polyline nowhere above the trade-off function, and of one nowhere below it.
type Outlines = (Vec<(Rational, Rational)>, Vec<(Rational, Rational)>);

fn outlines(answer: &Answer) -> Outlines {
    match &answer.content {
        Content::Region(vertices) => {
            let all = |end: fn(&Bounds) -> &Dyadic, rounding| {
                let probability = |bounds| probability(end(bounds), rounding);
                vertices.iter().map(|(a, b)| (probability(a), probability(b))).collect()
            };
            (all(Bounds::lower, Rounding::Down), all(Bounds::upper, Rounding::Up))
        }
        Content::Polygons { inner, outer, .. } => (outer.clone(), inner.clone()),
        _ => (Vec::new(), Vec::new()),
    }
}

/// An end of an enclosed probability, within [0, 1]. Moved to the left and down, or to the right and
/// up, a decreasing polyline moves to its own side.
fn probability(end: &Dyadic, rounding: Rounding) -> Rational {
    let (zero, one) = (Rational::from(0), Rational::from(1));
    let beyond = if rounding == Rounding::Down { zero.clone() } else { one.clone() };
    // All digits, but for an end that is near 0: the complement of a rounded number near 1 has few.
    let end = match Coordinate::of_end(end, rounding) {
        Some(near) if *near.value() > Rational::from_unsigneds(1u32, 2u32) => end.to_rational(),
        near => near.map(|near| near.value().clone()),
    };
    end.unwrap_or(beyond).max(zero).min(one)
}
