//! Compositions on a lattice of losses: every delta_j over its eps, and the privacy profile through
//! them.
//!
//! Between the points of the lattice delta is linear in `e^eps`. The profile is certified at points
//! next to those of the lattice and evenly spread between them, so that its chords are the function
//! itself there.

use super::Counted;
use super::bend::Heights;
use super::coordinate::Coordinate;
use super::profile::{self, Shown};
use super::scene::{Certified, Drawn, Layer, Mark, NotDrawn, Scene, engine_of, with_sparse};
use dpcert::exact::Rounding;
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Real, Refusal, Styled, ask};
use malachite::rational::Rational;
use serde_json::json;

/// Parameters of a picture of compositions on a lattice.
#[derive(Clone, Debug)]
pub struct Deltas {
    /// The least delta of a logarithmic axis, in (0, 1); `None` for a linear one.
    pub least: Option<Rational>,
    /// The approximate number of points at which profiles are certified, at least 2.
    pub points: u32,
}

/// A picture of every delta_j of some compositions, at `eps_j = j eps`, and of the profiles through
/// them, up to the largest eps_j of all.
///
/// The two ends of a point are those of delta at eps_j exactly. Its coordinate is eps_j rounded
/// down to ten digits, unless it is a shorter decimal: far less than a picture shows. `progress` is
/// called after each mechanism.
///
/// Cost: a `deltas` for each mechanism, and a `delta` for each point of its profile, in parallel.
///
/// # Errors
/// The first mechanism whose losses are not on a lattice, or that is refused.
pub fn deltas(
    mechanisms: &[(String, Mechanism)],
    wanted: &Deltas,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let (mut curves, mut points, mut last) = (Vec::new(), Vec::new(), Rational::from(0));
    let one = Rational::from(1);
    for (index, (name, mechanism)) in mechanisms.iter().enumerate() {
        let refused = |refusal| NotDrawn::new(name, refusal).at(index);
        let lattice = Lattice::of(mechanism, options).map_err(refused)?;
        last = last.max(lattice.last.clone());
        points.push(lattice.marks(name));
        let at = lattice.points(wanted.points).map_err(refused)?;
        let length = if lattice.last > 0 { &lattice.last } else { &one };
        let (least, heights) = (wanted.least.as_ref(), Heights::All);
        let shown = Shown { first: None, length: Some(length), least, heights };
        let curve = profile::layer(name, mechanism, &at, shown, options, &|| ());
        curves.push(curve.map_err(refused)?);
        progress();
    }
    let layers: Vec<Layer> = curves.into_iter().chain(points).collect();
    // Where all eps are 0 there is one point, at the left end of an axis of positive length.
    let last = if last == 0 { one } else { last };
    Ok(Scene::new(
        "Every delta of a composition on its lattice",
        with_sparse(
            format!(
                "Each point at j eps shows both ends of delta_j; the bands through the points are proven to contain \
                 delta; engine {}.",
                engine_of(&layers)
            ),
            &layers,
        ),
        profile::eps_axis(&last),
        profile::delta_axis(&layers, wanted.least.as_ref()),
        layers,
    ))
}

/// The deltas of a composition.
struct Lattice {
    answer: Answer,
    /// For each j: eps_j, and delta there.
    rows: Vec<(u64, Real, Styled)>,
    /// The last eps_j, rounded down.
    last: Rational,
}

impl Lattice {
    fn of(mechanism: &Mechanism, options: &Options) -> Result<Lattice, Refusal> {
        let answer = ask(&Question::of(mechanism, &Query::Deltas { inner: false }), options)?;
        let rows = match &answer.content {
            Content::Deltas { rows, .. } => rows.clone(),
            _ => Vec::new(),
        };
        let last =
            rows.last().map_or_else(|| Rational::from(0), |(_, eps, _)| place(eps).value().clone());
        Ok(Lattice { answer, rows, last })
    }

    /// About `wanted` points of `g = e^eps`, evenly spread in eps, including those of the lattice
    /// if they are not more.
    fn points(&self, wanted: u32) -> Result<Vec<Rational>, Refusal> {
        let steps = u32::try_from(self.rows.len().saturating_sub(1)).unwrap_or(u32::MAX).max(1);
        let count = if steps > wanted { wanted } else { wanted.div_ceil(steps).max(2) * steps };
        let last = self.rows.last().map_or_else(Real::zero, |(_, eps, _)| eps.clone());
        // A release of nothing has no second point: any eps is suitable.
        let last = if last.is_zero() { Real::one() } else { last };
        profile::points(&last.div(&Real::from(u64::from(count))), count)
    }

    fn marks(&self, name: &str) -> Layer {
        let mark = |(j, eps, delta): &(u64, Real, Styled)| {
            let end =
                |rounding, otherwise| Coordinate::of_bounds(delta, rounding).unwrap_or(otherwise);
            Mark {
                x: place(eps),
                lower: end(Rounding::Down, Coordinate::from(0)),
                upper: end(Rounding::Up, Coordinate::from(1)),
                label: format!("delta_{j} at eps = {eps}"),
            }
        };
        Layer {
            name: format!("δⱼ of {name}"),
            question: json!({"mechanism": name, "query": {"deltas": {}}}),
            certified: Certified::of(&self.answer),
            drawn: Drawn::Marks {
                marks: self.rows.iter().map(mark).collect(),
                labelled: false,
                joined: false,
                verdict: None,
            },
        }
    }
}

/// An eps >= 0, rounded down.
fn place(eps: &Real) -> Coordinate {
    Coordinate::of_real(eps, Rounding::Down).max(Coordinate::from(0))
}
