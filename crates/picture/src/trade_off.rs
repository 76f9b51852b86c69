//! Trade-off functions and the regions of the errors of tests.

use super::axis::Axis;
use super::coordinate::Coordinate;
use super::scene::{Certified, Drawn, Layer, NotDrawn, Scene, Vertex};
use dpcert::exact::Rounding;
use dpcert::mechanism::Role;
use dpcert::{Answer, Bounds, Content, Dyadic, Mechanism, Options, Query, Question, Refusal, ask};
use malachite::rational::Rational;
use serde_json::json;

/// The part of a trade-off function that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The region of the errors of all tests: between f and `1 - f(1 - alpha)`.
    Region,
    /// The function f alone.
    TradeOff,
}

/// A picture of trade-off functions, with the given names. Where a function is not a polygon, the
/// two polygons around it are at most `gap` apart, vertically. `progress` is called after each of
/// them.
///
/// Cost: a `region` or a `polygon` for each of them.
///
/// # Errors
/// The first mechanism whose trade-off function cannot be drawn.
pub fn regions(
    mechanisms: &[(String, Mechanism)],
    kind: Kind,
    gap: &Rational,
    options: &Options,
    progress: impl Fn(),
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
            Coordinate::rounded(gap, Rounding::Up)
        ),
        Axis::unit("type I error (alpha)"),
        Axis::unit("type II error (beta)"),
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
    gap: &Rational,
    options: &Options,
) -> Result<Layer, Refusal> {
    let exact = ask(&Question::of(mechanism, &Query::Region), options);
    let (answer, query) = match exact {
        Ok(answer) => (answer, json!({"region": {}})),
        Err(Refusal::Unsupported { .. }) => {
            let query = Query::Polygon { gap: gap.clone() };
            let gap = Coordinate::rounded(gap, Rounding::Down).to_string();
            (ask(&Question::of(mechanism, &query), options)?, json!({"polygon": {"gap": gap}}))
        }
        Err(refusal) => return Err(refusal),
    };
    let (lower, upper) = polylines(&answer);
    let drawn = match kind {
        Kind::Region => Drawn::Region { lower, upper },
        Kind::TradeOff => Drawn::Function { lower, upper },
    };
    let question = json!({"mechanism": name, "query": query});
    Ok(Layer { name: name.to_owned(), question, certified: Certified::of(&answer), drawn })
}

/// A polyline nowhere above the trade-off function, and one nowhere below it.
fn polylines(answer: &Answer) -> (Vec<Vertex>, Vec<Vertex>) {
    match &answer.content {
        Content::Region(vertices) => {
            let all = |end: fn(&Bounds) -> &Dyadic, rounding| {
                vertices
                    .iter()
                    .map(|(alpha, beta)| vertex(end(alpha), end(beta), rounding))
                    .collect()
            };
            (all(Bounds::lower, Rounding::Down), all(Bounds::upper, Rounding::Up))
        }
        Content::Polygons { inner, outer, .. } => {
            let all = |polygon: &[(Rational, Rational)], rounding| {
                let rounded = |x| Coordinate::rounded(x, rounding);
                polygon
                    .iter()
                    .map(|(alpha, beta)| Vertex { x: rounded(alpha), y: rounded(beta) })
                    .collect()
            };
            (all(outer, Rounding::Down), all(inner, Rounding::Up))
        }
        _ => (Vec::new(), Vec::new()),
    }
}

/// A vertex moved to the left and down, or to the right and up, so that a decreasing polyline moves
/// to its own side. Both numbers are probabilities.
fn vertex(alpha: &Dyadic, beta: &Dyadic, rounding: Rounding) -> Vertex {
    let (zero, one) = (Coordinate::from(0), Coordinate::from(1));
    let beyond = if rounding == Rounding::Down { zero.clone() } else { one.clone() };
    let rounded = |x| {
        let end = Coordinate::of_end(x, rounding).unwrap_or_else(|| beyond.clone());
        end.max(zero.clone()).min(one.clone())
    };
    Vertex { x: rounded(alpha), y: rounded(beta) }
}
