//! Logarithmic axes of curves that are certified on linear ones.
//!
//! A falling line `y = c - m x` is a concave curve where an axis is logarithmic. Its chords are below
//! it, and its tangents above it: so a lower polyline has vertices on the line, and an upper one has,
//! between two of them, one where both tangents are passed. Both hold on linear axes too, where the
//! vertices are on the line or above it.

use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
use super::falling::on_line;
use super::scene::{Drawn, Scene, Vertex};
use dpcert::Refusal;
use dpcert::exact::{Rounding, decimal};
use malachite::base::num::arithmetic::traits::{FloorLogBase2, Reciprocal};
use malachite::rational::Rational;

/// A polyline leaves its curve by at most this part of the axis: a fiftieth of a pixel.
const PARTS: u32 = 20_000;
/// A line is halved at most so many times.
const HALVINGS: u32 = 60;
/// A logarithmic axis without an end at the left or below has so many units from it to the other.
const SPAN: u32 = 1000;

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
    /// instead. The caption says how far the drawn edges are from the certified ones.
    ///
    /// # Errors
    /// Regions and densities, which are mirrored.
    pub fn apply(self, scene: &mut Scene) -> Result<(), Refusal> {
        let mut is_changed = false;
        for (axis, is_wanted) in [(&mut scene.x, self.x), (&mut scene.y, self.y)] {
            if is_wanted && axis.scale == Scale::Linear {
                is_changed = true;
                axis.scale = Scale::Logarithmic;
                if *axis.from.value() <= 0 {
                    let from = axis.to.value() / Rational::from(SPAN);
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
            match &mut layer.drawn {
                Drawn::Function { lower, upper } => {
                    for (polyline, side) in [(lower, Rounding::Down), (upper, Rounding::Up)] {
                        let mut bent = Bent { x, y, side, vertices: Vec::new(), farthest };
                        bent.polyline(polyline);
                        (*polyline, farthest) = (bent.vertices, bent.farthest);
                    }
                }
                Drawn::Marks { .. } => {}
                Drawn::Region { .. } | Drawn::Density { .. } => {
                    return Err(Refusal::Unsupported {
                        what: "a logarithmic axis of this picture".to_owned(),
                        missing: "its curves are mirrored: draw trade-off functions or profiles"
                            .into(),
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

/// What a caption says of the distance between the drawn edges and the certified ones.
fn sentence(farthest: &Rational, y: &Axis) -> String {
    // The ten digits of a coordinate are rounded too.
    let farthest = farthest + Rational::from_unsigneds(1u32, 100_000_000u32);
    let (distance, of) = match y.scale {
        Scale::Logarithmic => (farthest, " of its height"),
        Scale::Linear => (farthest * (y.to.value() - y.from.value()), ""),
    };
    let distance = Coordinate::rounded(&decimal::rounded(&distance, 1, Rounding::Up), Rounding::Up);
    format!(" On these axes an edge is drawn at most {distance}{of} outside of the certified one.")
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
    vertices: Vec<Vertex>,
    /// The largest distance from the line so far: a share of the height on a logarithmic axis, and
    /// of the axis on a linear one.
    farthest: Rational,
}

impl Bent<'_> {
    fn polyline(&mut self, polyline: &[Vertex]) {
        let place =
            |vertex: &Vertex| Place { x: vertex.x.value().clone(), y: vertex.y.value().clone() };
        if let Some(first) = polyline.first() {
            self.push(&place(first));
        }
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

    /// A vertex on the side of the polyline.
    fn push(&mut self, place: &Place) {
        let y = Coordinate::rounded(&place.y, self.side);
        self.vertices.push(Vertex { x: Coordinate::rounded(&place.x, self.side), y });
    }

    /// The places inside of a line where it crosses an edge of the axes: on the inner side of it.
    fn cuts(&self, left: &Place, right: &Place) -> Vec<Rational> {
        let mut cuts = vec![self.x.from.value().clone(), self.x.to.value().clone()];
        if left.y > right.y {
            let at = |y: &Coordinate| {
                let share = (&left.y - y.value()) / (&left.y - &right.y);
                &left.x + (&right.x - &left.x) * share
            };
            cuts.push(Coordinate::rounded(&at(&self.y.to), Rounding::Up).value().clone());
            cuts.push(Coordinate::rounded(&at(&self.y.from), Rounding::Down).value().clone());
        }
        cuts.retain(|at| left.x < *at && *at < right.x);
        cuts.sort();
        cuts.dedup();
        cuts
    }

    /// A line that no edge crosses, without its first vertex.
    fn line(&mut self, left: &Place, right: &Place) {
        let is_straight = left.x == right.x || left.y == right.y;
        let is_seen = left.x >= *self.x.from.value()
            && right.x <= *self.x.to.value()
            && left.y <= *self.y.to.value()
            && right.y >= *self.y.from.value();
        if is_straight {
            self.push(right);
        } else if is_seen {
            self.halved(left, right, HALVINGS);
        } else {
            self.stairs(left, right);
        }
    }

    /// A step around a line, which holds on all axes.
    fn stairs(&mut self, left: &Place, right: &Place) {
        let corner = match self.side {
            Rounding::Down => Place { x: left.x.clone(), y: right.y.clone() },
            Rounding::Up => Place { x: right.x.clone(), y: left.y.clone() },
        };
        self.push(&corner);
        self.push(right);
    }

    /// Halves a line until the polyline is near it.
    fn halved(&mut self, left: &Place, right: &Place, halvings: u32) {
        let at = (&left.x + &right.x) / Rational::from(2);
        let at = Coordinate::rounded(&at, Rounding::Down).value().clone();
        if at <= left.x || halvings == 0 {
            return self.stairs(left, right);
        }
        let middle = Place { y: height(left, right, &at), x: at };
        let apex = self.apex(left, &middle, right).filter(|apex| *apex <= left.y);
        let apart = apex.as_ref().map(|apex| (apex - &middle.y) / self.unit(&middle.y));
        match (apex, apart) {
            (Some(apex), Some(apart)) if apart <= self.tolerance() => {
                self.farthest = std::mem::take(&mut self.farthest).max(apart);
                let y = if self.side == Rounding::Up { apex } else { middle.y };
                self.push(&Place { x: middle.x, y });
                self.push(right);
            }
            _ => {
                self.halved(left, &middle, halvings - 1);
                self.halved(&middle, right, halvings - 1);
            }
        }
    }

    /// The height of which distances are shares.
    fn unit(&self, y: &Rational) -> Rational {
        match self.y.scale {
            Scale::Logarithmic => y.clone(),
            Scale::Linear => self.y.to.value() - self.y.from.value(),
        }
    }

    /// The largest distance that is accepted.
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

    /// A height that is above the tangents at both ends of a line, at a place between them; `None`
    /// where the line is too long for the bounds. On a logarithmic axis it is that of the bounds
    /// `2 (r - 1) / (r + 1) <= ln r <= (r - 1 / r) / 2` for r >= 1, and for t >= 0
    /// `1 - t + t^2 / 2 - t^3 / 6 <= exp(-t) <= 1 / (1 + t + t^2 / 2)`.
    fn apex(&self, left: &Place, middle: &Place, right: &Place) -> Option<Rational> {
        let two = Rational::from(2);
        let slope = (&left.y - &right.y) / (&right.x - &left.x);
        let (before, behind) = (&middle.x - &left.x, &right.x - &middle.x);
        // What the tangents fall: at least to the middle, and at most from it.
        let (fall, rest) = match self.x.scale {
            Scale::Linear => (&slope * before, slope * behind),
            Scale::Logarithmic => (
                &slope * &two * &left.x * before / (&middle.x + &left.x),
                slope * behind * (&right.x + &middle.x) / (&two * &middle.x),
            ),
        };
        let one = Rational::from(1);
        let (from_left, from_right) = match self.y.scale {
            Scale::Linear => (&left.y - fall, &right.y + rest),
            Scale::Logarithmic => {
                let t = fall / &left.y;
                let from_left = &left.y / (&one + &t + &t * &t / &two);
                let t = rest / &right.y;
                let square = &t * &t;
                let share = &one - &t + &square / &two - square * t / Rational::from(6);
                (from_left, (share > 0).then(|| &right.y / share)?)
            }
        };
        Some(from_left.max(from_right).max(middle.y.clone()))
    }
}

/// The height of a line at a place.
fn height(left: &Place, right: &Place, at: &Rational) -> Rational {
    on_line([&left.x, &left.y], [&right.x, &right.y], at)
}
