//! Logarithmic axes of curves that are certified on linear ones.
//!
//! A line `y = c + m x` is convex or concave where an axis is logarithmic: with `u` and `v` the places
//! on the axes, `dv/du` is `m`, times `x` where the horizontal axis is logarithmic, and through `y`
//! where the vertical one is, which is monotone along the line. So over a length `d` of `u` the line
//! leaves its chord on one side alone, and by at most `|s - t| d / 4` where `s` and `t` are the slopes
//! at both ends: two tangents meet no farther from the chord. On that side the polyline is moved by
//! so much, and on the other one it is the chord. Both hold on linear axes too, where the vertices
//! are on the line or on their side of it.

use super::axis::{Axis, Scale, round_below};
use super::coordinate::Coordinate;
use super::falling::on_line;
use super::scene::{Course, Drawn, Layer, Scene, Vertex};
use dpcert::Refusal;
use dpcert::exact::{Rounding, decimal};
use malachite::base::num::arithmetic::traits::{Abs, FloorLogBase2, Reciprocal};
use malachite::rational::Rational;

/// A polyline leaves its curve by at most this part of the axis: a fiftieth of a pixel.
const PARTS: u32 = 20_000;
/// A line is halved at most so many times.
const HALVINGS: u32 = 60;
/// A logarithmic axis without an end at the left or below has so many units from it to the other.
pub(super) const SPAN: u32 = 1000;

/// The axes that are wanted to be logarithmic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logarithmic {
    /// The horizontal one.
    pub x: bool,
    /// The vertical one.
    pub y: bool,
}

impl Logarithmic {
    /// Makes axes of a scene logarithmic. One that begins at 0 begins at a thousandth of its end
    /// instead, or below the least of its points where there is nothing else. The caption says how far the drawn edges are from the certified ones.
    ///
    /// # Errors
    /// Regions, which are mirrored, and densities.
    pub fn apply(self, scene: &mut Scene) -> Result<(), Refusal> {
        let mut is_changed = false;
        let least = least_height(&scene.layers);
        for (axis, is_wanted, least) in
            [(&mut scene.x, self.x, None), (&mut scene.y, self.y, least)]
        {
            if is_wanted && axis.since.is_some() {
                return Err(Refusal::Unsupported {
                    what: "a logarithmic axis of days".to_owned(),
                    missing: "they begin at a day of the calendar".into(),
                });
            }
            if is_wanted && axis.scale == Scale::Linear {
                is_changed = true;
                axis.scale = Scale::Logarithmic;
                if *axis.from.value() <= 0 {
                    let usual = axis.to.value() / Rational::from(SPAN);
                    let from = least.map_or(usual.clone(), |least| round_below(&least).max(usual));
                    axis.from = Coordinate::rounded(&from, Rounding::Down);
                }
            }
        }
        if !is_changed {
            return Ok(());
        }
        let Scene { x, y, layers, caption, .. } = scene;
        let mut farthest = Rational::from(0);
        for layer in layers {
            let course = layer.drawn.course();
            match &mut layer.drawn {
                Drawn::Function { lower, upper } | Drawn::Rising { lower, upper } => {
                    for (polyline, side) in [(lower, Rounding::Down), (upper, Rounding::Up)] {
                        let mut bent = Bent { x, y, side, course, ends: Vec::new(), farthest };
                        bent.polyline(polyline);
                        farthest = std::mem::take(&mut bent.farthest);
                        *polyline = bent.moved();
                    }
                }
                Drawn::Marks { .. } => {}
                Drawn::Region { .. } => {
                    return Err(Refusal::Unsupported {
                        what: "a logarithmic axis of regions".to_owned(),
                        missing:
                            "their curves are mirrored: draw trade-off functions, ROC curves or profiles"
                                .into(),
                    });
                }
                Drawn::Density { .. } => {
                    return Err(Refusal::Unsupported {
                        what: "a logarithmic axis of densities".to_owned(),
                        missing: "they are drawn on linear axes".into(),
                    });
                }
            }
        }
        if farthest > 0 {
            *caption += &sentence(&farthest, y);
        }
        Ok(())
    }
}

/// The least height of points, where nothing else is drawn and all are above 0.
fn least_height(layers: &[Layer]) -> Option<Rational> {
    let is_points = |layer: &Layer| matches!(layer.drawn, Drawn::Marks { .. });
    let heights = layers.iter().flat_map(Layer::marks).map(|mark| mark.lower.value().clone());
    heights.min().filter(|least| *least > 0 && layers.iter().all(is_points))
}

/// What a caption says of the distance between the drawn edges and the certified ones.
fn sentence(farthest: &Rational, y: &Axis) -> String {
    // The ten digits of a coordinate are rounded too.
    let farthest = farthest + Rational::from_unsigneds(1u32, 100_000_000u32);
    let (distance, of) = match y.scale {
        Scale::Logarithmic => (farthest, " of its value"),
        Scale::Linear => (farthest * (y.to.value() - y.from.value()), ""),
    };
    let distance = Coordinate::rounded(&decimal::rounded(&distance, 1, Rounding::Up), Rounding::Up);
    format!(
        " Each edge is drawn farther out, by at most {distance}{of}: lines are curves on these axes."
    )
}

/// A place on a line: its coordinates, which need not be decimals.
#[derive(Clone)]
struct Place {
    x: Rational,
    y: Rational,
}

/// A polyline that becomes one on other axes, on a side of itself.
struct Bent<'a> {
    x: &'a Axis,
    y: &'a Axis,
    side: Rounding,
    course: Course,
    /// The vertices, with how far the line to each leaves its chord on this side: a share of the
    /// height on a logarithmic axis, and a difference on a linear one.
    ends: Vec<(Place, Rational)>,
    /// The largest distance from a line so far, of what is moved and of what is a chord: a share of
    /// the height on a logarithmic axis, and of the axis on a linear one.
    farthest: Rational,
}

impl Bent<'_> {
    fn polyline(&mut self, polyline: &[Vertex]) {
        let place =
            |vertex: &Vertex| Place { x: vertex.x.value().clone(), y: vertex.y.value().clone() };
        self.ends.extend(polyline.first().map(|first| (place(first), Rational::from(0))));
        for pair in polyline.windows(2) {
            let [left, right] = pair else { continue };
            let (left, right) = (place(left), place(right));
            let mut from = left.clone();
            for at in self.cuts(&left, &right) {
                let to = Place { y: height(&left, &right, &at), x: at };
                self.line(&from, &to);
                from = to;
            }
            self.line(&from, &right);
        }
    }

    /// The vertices on their side: each is moved as far as the lines on both sides of it need.
    fn moved(self) -> Vec<Vertex> {
        let Bent { y: axis, side, course, ends, .. } = self;
        let next = ends.iter().skip(1).map(|(_, bow)| bow.clone()).chain([Rational::from(0)]);
        let bows = ends.iter().zip(next).map(|((_, before), behind)| before.clone().max(behind));
        let [across, up] = course.roundings(side);
        let vertex = |((place, _), bow): (&(Place, Rational), Rational)| {
            let by = match axis.scale {
                Scale::Linear => bow,
                Scale::Logarithmic => share(&bow, side) * &place.y,
            };
            let y = if side == Rounding::Down { &place.y - by } else { &place.y + by };
            Vertex { x: Coordinate::rounded(&place.x, across), y: Coordinate::rounded(&y, up) }
        };
        let mut vertices: Vec<Vertex> = ends.iter().zip(bows).map(vertex).collect();
        match (side == Rounding::Up) == (course == Course::Falls) {
            true => level(vertices.iter_mut().rev(), side),
            false => level(vertices.iter_mut(), side),
        }
        vertices
    }

    fn push(&mut self, place: &Place, bow: Rational) {
        self.ends.push((place.clone(), bow));
    }

    /// The places inside of a line where it crosses an edge of the axes: on the inner side of it.
    fn cuts(&self, left: &Place, right: &Place) -> Vec<Rational> {
        let mut cuts = vec![self.x.from.value().clone(), self.x.to.value().clone()];
        if left.y != right.y {
            let at = |y: &Coordinate| {
                let share = (&left.y - y.value()) / (&left.y - &right.y);
                &left.x + (&right.x - &left.x) * share
            };
            let (enters, leaves) = match self.course {
                Course::Falls => (&self.y.to, &self.y.from),
                Course::Rises => (&self.y.from, &self.y.to),
            };
            cuts.push(Coordinate::rounded(&at(enters), Rounding::Up).value().clone());
            cuts.push(Coordinate::rounded(&at(leaves), Rounding::Down).value().clone());
        }
        cuts.retain(|at| left.x < *at && *at < right.x);
        cuts.sort();
        cuts.dedup();
        cuts
    }

    /// A line that no edge crosses, without its first vertex.
    fn line(&mut self, left: &Place, right: &Place) {
        let is_straight = left.x == right.x || left.y == right.y;
        let (low, high) = match self.course {
            Course::Falls => (&right.y, &left.y),
            Course::Rises => (&left.y, &right.y),
        };
        let is_seen = left.x >= *self.x.from.value()
            && right.x <= *self.x.to.value()
            && *high <= *self.y.to.value()
            && *low >= *self.y.from.value();
        if is_straight {
            self.push(right, Rational::from(0));
        } else if is_seen {
            self.halved(left, right, HALVINGS);
        } else {
            self.stairs(left, right);
        }
    }

    /// A step around a line, which holds on all axes.
    fn stairs(&mut self, left: &Place, right: &Place) {
        let is_below_left = (self.side == Rounding::Down) == (self.course == Course::Falls);
        let (x, y) = if is_below_left { (&left.x, &right.y) } else { (&right.x, &left.y) };
        self.push(&Place { x: x.clone(), y: y.clone() }, Rational::from(0));
        self.push(right, Rational::from(0));
    }

    /// Halves a line until it is near its chord.
    fn halved(&mut self, left: &Place, right: &Place, halvings: u32) {
        let (bow, is_convex) = self.bow(left, right);
        if &bow / self.unit() <= self.tolerance() {
            let is_moved = is_convex == (self.side == Rounding::Down);
            let distance = match self.y.scale {
                Scale::Linear => &bow / self.unit(),
                Scale::Logarithmic => share(&bow, self.side),
            };
            self.farthest = std::mem::take(&mut self.farthest).max(distance);
            return self.push(right, if is_moved { bow } else { Rational::from(0) });
        }
        let at = (&left.x + &right.x) / Rational::from(2);
        let at = Coordinate::rounded(&at, Rounding::Down).value().clone();
        if at <= left.x || halvings == 0 {
            return self.stairs(left, right);
        }
        let middle = Place { y: height(left, right, &at), x: at };
        self.halved(left, &middle, halvings - 1);
        self.halved(&middle, right, halvings - 1);
    }

    /// How far a line leaves its chord at most, on the axes, and whether it is convex there.
    fn bow(&self, left: &Place, right: &Place) -> (Rational, bool) {
        let slope = (&right.y - &left.y) / (&right.x - &left.x);
        let at = |place: &Place| {
            let across = match self.x.scale {
                Scale::Linear => slope.clone(),
                Scale::Logarithmic => &slope * &place.x,
            };
            match self.y.scale {
                Scale::Linear => across,
                Scale::Logarithmic => across / &place.y,
            }
        };
        let length = match self.x.scale {
            Scale::Linear => &right.x - &left.x,
            // `ln r <= (r - 1 / r) / 2` for r >= 1.
            Scale::Logarithmic => {
                let ratio = &right.x / &left.x;
                (&ratio - (&ratio).reciprocal()) / Rational::from(2)
            }
        };
        let turn = at(right) - at(left);
        let is_convex = turn > 0;
        (turn.abs() * length / Rational::from(4), is_convex)
    }

    /// The height of which bows are shares.
    fn unit(&self) -> Rational {
        match self.y.scale {
            Scale::Logarithmic => Rational::from(1),
            Scale::Linear => self.y.to.value() - self.y.from.value(),
        }
    }

    /// The largest bow that is accepted.
    fn tolerance(&self) -> Rational {
        let one = Rational::from(1);
        let length = match self.y.scale {
            // At most the logarithm: `ln r >= 1 - 1 / r`, and ln 2 is above 0.69.
            Scale::Logarithmic => {
                let ratio = self.y.to.value() / self.y.from.value();
                let doublings = Rational::from_signeds(69 * ratio.floor_log_base_2(), 100i64);
                doublings.max(one - ratio.reciprocal())
            }
            Scale::Linear => one,
        };
        length / Rational::from(PARTS)
    }
}

/// The part of a height by which its logarithm is moved to a side: `e^-t >= 1 - t`, and
/// `e^t <= 1 + t + t^2` for t in [0, 1].
fn share(t: &Rational, side: Rounding) -> Rational {
    match side {
        Rounding::Down => t.clone(),
        Rounding::Up => t + t * t,
    }
}

/// Moves the vertices that are beyond the one before them, because they were moved less, as far.
fn level<'v>(vertices: impl Iterator<Item = &'v mut Vertex>, side: Rounding) {
    let mut beyond: Option<Coordinate> = None;
    for Vertex { y, .. } in vertices {
        let own = y.clone();
        *y = match (beyond, side) {
            (None, _) => own,
            (Some(beyond), Rounding::Up) => own.max(beyond),
            (Some(beyond), Rounding::Down) => own.min(beyond),
        };
        beyond = Some(y.clone());
    }
}

/// The height of a line at a place.
fn height(left: &Place, right: &Place, at: &Rational) -> Rational {
    on_line([&left.x, &left.y], [&right.x, &right.y], at)
}
