//! Densities of noise, and masses of noise on the integers.

use super::Counted;
use super::axis::{Axis, round_above};
use super::coordinate::Coordinate;
use super::placed::Placed;
use super::scene::{Layer, NotDrawn, Scene, engine_of};
use super::window::Window;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Malachite, Rounding};
use dpcert::mechanism::Density;
use dpcert::{Options, Real, Refusal};
use malachite::base::num::arithmetic::traits::{Ceiling, FloorLogBase2};
use malachite::rational::Rational;

/// Parameters of a picture of noise.
#[derive(Clone, Debug)]
pub struct Densities {
    /// Each noise with its name.
    pub noise: Vec<(String, Density)>,
    /// Is each drawn a second time, moved by its sensitivity?
    pub shifted: bool,
}

/// Scales are between two to this power and its inverse, as coordinates are.
const MOST_BITS: u64 = 900;
/// The name of the horizontal axis.
const LABEL: &str = "noise";
const BAND: &str = "Each band is proven to contain its density, which does not rise with the \
                    distance from its centre. Where a density is written without a scale, the \
                    unit is the sensitivity.";
const MASSES: &str = "Each point shows both ends of the mass of an integer.";

/// A picture of the distributions of noise. `x` is the part of the axis that is shown; without it
/// that is where they are not small. A density is certified at `points` distances from its centre,
/// at least 2, and at a few more where it is small. `progress` is called after each noise.
///
/// Cost: O(1) operations for each point, step and mass.
///
/// # Errors
/// The first noise that has too many steps or masses in the picture, or a size that no coordinate
/// has.
pub fn densities(
    wanted: &Densities,
    x: Option<&Window>,
    points: u32,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let x = match x {
        Some(window) => window.axis(LABEL),
        None => wanted.axis()?,
    };
    let mut layers = Vec::new();
    for (name, noise) in &wanted.noise {
        let around = |name: &str, centre: &Real| {
            let layer = Placed::new(noise, centre, &x).layer(name, points, options.engine);
            layer.map_err(|refusal| NotDrawn::new(name, refusal))
        };
        layers.push(around(name, &Real::zero())?);
        if wanted.shifted {
            let moved = format!("{name}, moved by {}", noise.distance());
            layers.push(around(&moved, noise.distance())?);
        }
        progress();
    }
    let are = |discrete| wanted.noise.iter().all(|(_, noise)| noise.is_discrete() == discrete);
    let (title, label, meaning) = match (are(false), are(true)) {
        (true, _) => ("Densities of noise", "density", BAND.to_owned()),
        (_, true) => ("Masses of noise", "mass", MASSES.to_owned()),
        _ => ("Densities and masses of noise", "density or mass", format!("{BAND} {MASSES}")),
    };
    let caption = format!("{meaning} Engine {}.", engine_of(&layers));
    let y = Axis { to: highest(&layers), ..Axis::unit(label) };
    Ok(Scene::new(title, caption, x, y, layers))
}

/// A little more than the largest density or mass.
fn highest(layers: &[Layer]) -> Coordinate {
    // Without any the axis has a length all the same.
    let highest = layers.iter().filter_map(Layer::highest).map(Coordinate::value).max();
    let highest = highest.filter(|highest| **highest > 0).cloned();
    let room = Rational::from_unsigneds(21u32, 20u32);
    Coordinate::rounded(&(highest.unwrap_or_else(|| Rational::from(1)) * room), Rounding::Up)
}

impl Densities {
    /// The number of distances at which a density is certified where none is requested: about one
    /// for each pixel of a drawing of the usual width.
    pub const POINTS: u32 = 256;

    /// An axis to where each is below about a hundredth of its largest value.
    fn axis(&self) -> Result<Axis, NotDrawn> {
        let (mut reach, mut distance) = (Rational::from(0), Rational::from(0));
        for (name, noise) in &self.noise {
            let moved = noise.distance().enclose::<Malachite>(64).upper().to_rational();
            let sizes = [noise.reach(), moved.unwrap_or_default()];
            let is_beyond =
                |x: &Rational| *x != 0 && x.floor_log_base_2().unsigned_abs() > MOST_BITS;
            if sizes.iter().any(is_beyond) {
                let refusal = Refusal::Unsupported {
                    what: "a picture of noise of this size".to_owned(),
                    missing: "noise and sensitivities are drawn between 2^-900 and 2^900".into(),
                };
                return Err(NotDrawn::new(name, refusal));
            }
            let [far, moved] = sizes;
            reach = reach.max(far);
            distance = distance.max(if self.shifted { moved } else { Rational::from(0) });
        }
        let step = round_above(&(&reach / Rational::from(10)));
        let whole = |x: Rational| Rational::from(Ceiling::ceiling(&(x / &step))) * &step;
        let from = Coordinate::rounded(&-whole(reach.clone()), Rounding::Down);
        let to = Coordinate::rounded(&whole(reach + distance), Rounding::Up);
        Ok(Axis { from, to, ..Axis::unit(LABEL) })
    }
}
