//! Scenes: the contents of a picture, as data.

use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
use dpcert::claim::Verdict;
use dpcert::exact::Rounding;
use dpcert::{Answer, Options, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The format of a scene.
pub const FORMAT: &str = "dpcert-scene/1";

/// The most layers of a scene that is read.
const MOST_LAYERS: usize = 64;
/// The longest text of a scene that is read, in bytes.
const LONGEST: usize = 10_000;
/// The most vertices of a polyline that is read.
const MOST_VERTICES: usize = 50_000;

/// The contents of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The format: [`FORMAT`].
    pub format: String,
    /// The title, one line.
    pub title: String,
    /// A description: the subject, how it was certified, and the distance of the ends.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves and points.
    pub layers: Vec<Layer>,
    /// The layers by their indices, the first one behind all others; empty for the order of the
    /// list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<usize>,
    /// Is the inside of regions filled?
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub fill: bool,
    /// The size of the drawing, and whether it has a legend.
    #[serde(default, skip_serializing_if = "Layout::is_default")]
    pub layout: Layout,
}

/// The letters of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Font {
    /// Without serifs.
    #[default]
    Sans,
    /// With serifs, as most papers are set.
    Serif,
}

impl Font {
    /// Both of them by their names.
    pub const NAMES: [(&'static str, Font); 2] = [("sans", Font::Sans), ("serif", Font::Serif)];
}

/// The size of a drawing, its letters, and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The width, in pixels, from 200 to 4000: the text has the same size at each.
    pub width: u32,
    /// The height of the plot, without its title and what is below it, from 100 to 4000.
    pub height: u32,
    /// Is there a legend?
    pub legend: bool,
    /// Is there a title, where the scene has one?
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub title: bool,
    /// Was the title given, and not made from the picture? A narrow drawing has it too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub titled: bool,
    /// The size of the letters, in pixels, from 6 to 40; those of the title are larger, those of
    /// the caption smaller.
    #[serde(default = "usual_font_size", skip_serializing_if = "is_usual_font_size")]
    pub font_size: u32,
    /// The kind of letters.
    #[serde(default, skip_serializing_if = "Font::is_usual")]
    pub font: Font,
    /// The length of these pixels on the paper, in millionths of a pixel of which 96 are an inch,
    /// from half a million to two million: letters of 8 points are not a whole number of pixels
    /// high.
    #[serde(default = "usual_unit", skip_serializing_if = "is_usual_unit")]
    pub unit: u32,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            width: 560,
            height: 380,
            legend: true,
            title: true,
            titled: false,
            font_size: usual_font_size(),
            font: Font::Sans,
            unit: usual_unit(),
        }
    }
}

fn yes() -> bool {
    true
}

fn usual_font_size() -> u32 {
    13
}

fn usual_unit() -> u32 {
    Layout::UNIT
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_usual_unit(unit: &u32) -> bool {
    *unit == usual_unit()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_usual_font_size(size: &u32) -> bool {
    *size == usual_font_size()
}

impl Font {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_usual(&self) -> bool {
        *self == Font::default()
    }
}

impl Layout {
    fn is_default(&self) -> bool {
        *self == Layout::default()
    }

    /// The widths that are drawn.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 200..=4000;
    /// The heights of a plot that are drawn.
    pub const HEIGHTS: std::ops::RangeInclusive<u32> = 100..=4000;
    /// The sizes of letters that are drawn.
    pub const FONT_SIZES: std::ops::RangeInclusive<u32> = 6..=40;
    /// The unit of a pixel of which 96 are an inch.
    pub const UNIT: u32 = 1_000_000;
    /// The units that are drawn.
    pub const UNITS: std::ops::RangeInclusive<u32> = 500_000..=2_000_000;
    /// A drawing that is narrower has no title, unless one is asked for: in a column of a paper the
    /// caption says it.
    pub const NARROW: u32 = 400;
}

/// One curve, or points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// Its name in the legend.
    pub name: String,
    /// The question that it answers, in the line protocol.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub question: Value,
    /// How it was certified.
    pub certified: Certified,
    /// The curve or the points.
    #[serde(flatten)]
    pub drawn: Drawn,
}

/// How something was certified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// The method of the answers.
    pub method: String,
    /// The engine.
    pub engine: String,
    /// Is the upper end of delta, and so the lower one of a trade-off function, attained by a
    /// mechanism of the kind?
    pub tight: bool,
    /// Are fewer points of a curve certified than wanted, since the others exceed the limits?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sparse: bool,
}

/// A vertex of a polyline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Coordinate, Coordinate)", into = "(Coordinate, Coordinate)")]
pub struct Vertex {
    /// The horizontal coordinate.
    pub x: Coordinate,
    /// The vertical coordinate.
    pub y: Coordinate,
}

impl From<(Coordinate, Coordinate)> for Vertex {
    fn from((x, y): (Coordinate, Coordinate)) -> Vertex {
        Vertex { x, y }
    }
}

impl From<Vertex> for (Coordinate, Coordinate) {
    fn from(vertex: Vertex) -> Self {
        (vertex.x, vertex.y)
    }
}

/// The content of a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Drawn {
    /// A trade-off function f between two polylines, and the region of the errors of all tests:
    /// between f and its image `1 - f(1 - alpha)`.
    Region {
        /// A polyline nowhere above f.
        lower: Vec<Vertex>,
        /// A polyline nowhere below f.
        upper: Vec<Vertex>,
    },
    /// A decreasing function, between two polylines.
    Function {
        /// A polyline nowhere above the function.
        lower: Vec<Vertex>,
        /// A polyline nowhere below the function.
        upper: Vec<Vertex>,
    },
    /// An increasing function, between two polylines.
    Rising {
        /// A polyline nowhere above the function.
        lower: Vec<Vertex>,
        /// A polyline nowhere below the function.
        upper: Vec<Vertex>,
    },
    /// A symmetric function that does not rise on either side of its centre, by the distance from
    /// there: between two polylines from the centre on, and the same on its other side.
    Density {
        /// The centre.
        centre: Coordinate,
        /// A polyline nowhere above the function of the distance.
        lower: Vec<Vertex>,
        /// A polyline nowhere below it.
        upper: Vec<Vertex>,
    },
    /// Single points, each with both ends.
    Marks {
        /// The points, from left to right.
        marks: Vec<Mark>,
        /// Are their labels written beside them?
        #[serde(default, skip_serializing_if = "is_false")]
        labelled: bool,
        /// Does a line join neighbours? It is drawn for the eye: between two points nothing is
        /// certified.
        #[serde(default, skip_serializing_if = "is_false")]
        joined: bool,
        /// The verdict on all of them, where they are claims.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
    },
}

/// Whether a curve falls or rises from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    Falls,
    Rises,
}

impl Course {
    /// The roundings across and up of the vertices of a polyline on a side of its curve: a lower
    /// bound of a rising one is rounded to the right.
    pub fn roundings(self, side: Rounding) -> [Rounding; 2] {
        match self {
            Course::Falls => [side, side],
            Course::Rises => [side.opposite(), side],
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(x: &bool) -> bool {
    !x
}

/// A point whose height is between two ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The horizontal coordinate.
    pub x: Coordinate,
    /// A lower bound of its height.
    pub lower: Coordinate,
    /// An upper bound of its height.
    pub upper: Coordinate,
    /// Its label.
    pub label: String,
}

impl Mark {
    /// Is any part of it between the ends of two axes?
    pub(crate) fn is_within(&self, x: &Axis, y: &Axis) -> bool {
        self.x >= x.from && self.x <= x.to && self.upper >= y.from && self.lower <= y.to
    }
}

/// The errors of a scene.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// It is not JSON, or has other fields.
    #[error("this is not a scene: {0}")]
    Json(#[from] serde_json::Error),
    /// It has another format.
    #[error("the format is \"{0}\"; this program reads \"{FORMAT}\"")]
    Format(String),
    /// An axis of length 0, or a logarithmic one that begins at 0.
    #[error("the axis \"{0}\" goes from {1} to {2}")]
    Axis(String, String, String),
    /// Too many layers, vertices or the like, as named.
    #[error("there are {0} {1}; at most {2} are drawn")]
    TooMany(usize, &'static str, usize),
    /// A drawing that is too small or too large.
    #[error(
        "a drawing of {0} by {1} pixels is not possible: the width is in [200, 4000], the height of the plot in [100, 4000], the size of letters in [6, 40], their unit in [500000, 2000000]"
    )]
    Size(u32, u32),
    /// An order that is not a permutation of the layers.
    #[error("the order is not one of the {0} layers")]
    Order(usize),
    /// A polyline that turns back, or does not fall or rise as its function does.
    #[error("layer \"{layer}\": {what}")]
    Layer {
        /// The layer.
        layer: String,
        /// The error in it.
        what: &'static str,
    },
}

/// A mechanism that cannot be drawn, and why.
#[derive(Debug, thiserror::Error)]
#[error("{mechanism}: {refusal}")]
pub struct NotDrawn {
    /// Its index among the mechanisms that were to be drawn, from 0, if it is one of them.
    pub index: Option<usize>,
    /// Its name.
    pub mechanism: String,
    /// The refusal.
    pub refusal: Box<Refusal>,
}

impl NotDrawn {
    pub(crate) fn new(mechanism: &str, refusal: Refusal) -> NotDrawn {
        NotDrawn { index: None, mechanism: mechanism.to_owned(), refusal: Box::new(refusal) }
    }

    pub(crate) fn at(self, index: usize) -> NotDrawn {
        NotDrawn { index: Some(index), ..self }
    }
}

/// A picture is one question: what it needs together is limited.
pub(crate) fn as_one(
    options: &Options,
    draw: impl FnOnce(&Options) -> Result<Scene, NotDrawn>,
) -> Result<Scene, NotDrawn> {
    let options = options.sharing();
    let drawn = options.within(|| Ok(draw(&options)));
    drawn.unwrap_or_else(|refusal| Err(NotDrawn::new("the picture", refusal)))
}

impl Scene {
    /// A scene with its layers in the order of the list, and regions filled.
    pub(crate) fn new(
        title: impl Into<String>,
        caption: String,
        x: Axis,
        y: Axis,
        layers: Vec<Layer>,
    ) -> Scene {
        let title = title.into();
        Scene {
            format: FORMAT.to_owned(),
            title,
            caption,
            x,
            y,
            layers,
            order: Vec::new(),
            fill: true,
            layout: Layout::default(),
        }
    }

    /// The number of single points that are beyond an axis.
    pub(crate) fn beyond(&self) -> usize {
        let single = self
            .layers
            .iter()
            .filter(|layer| !matches!(layer.drawn, Drawn::Marks { joined: true, .. }));
        let is_beyond = |mark: &&Mark| !mark.is_within(&self.x, &self.y);
        single.flat_map(Layer::marks).filter(is_beyond).count()
    }

    /// Says in the caption how many single points are not on the axes.
    pub(crate) fn say_beyond(&mut self) {
        const BEYOND: &str = " Not on these axes: ";
        self.caption.truncate(self.caption.find(BEYOND).unwrap_or(self.caption.len()));
        match self.beyond() {
            // A caption that was left out stays so.
            _ if self.caption.is_empty() => {}
            0 => {}
            1 => self.caption += &format!("{BEYOND}1 point."),
            count => self.caption += &format!("{BEYOND}{count} points."),
        }
    }

    /// Reads a scene.
    ///
    /// # Errors
    /// See [`SceneError`].
    pub fn read(text: &str) -> Result<Scene, SceneError> {
        let scene: Scene = serde_json::from_str(text)?;
        scene.check()?;
        Ok(scene)
    }

    /// Checks that the scene can be drawn.
    ///
    /// # Errors
    /// See [`SceneError`].
    pub fn check(&self) -> Result<(), SceneError> {
        if self.format != FORMAT {
            return Err(SceneError::Format(self.format.clone()));
        }
        for axis in [&self.x, &self.y] {
            let is_positive = axis.scale == Scale::Linear || *axis.from.value() > 0;
            let is_dated = axis.since.is_none() || axis.scale == Scale::Linear;
            if axis.from >= axis.to || !is_positive || !is_dated {
                return Err(SceneError::Axis(
                    axis.label.clone(),
                    axis.from.to_string(),
                    axis.to.to_string(),
                ));
            }
        }
        let texts = [&self.title, &self.caption, &self.x.label, &self.y.label];
        let texts = texts.into_iter().chain(self.layers.iter().map(|layer| &layer.name));
        if let Some(long) = texts.map(String::len).find(|length| *length > LONGEST) {
            return Err(SceneError::TooMany(long, "bytes in a text", LONGEST));
        }
        if self.layers.len() > MOST_LAYERS {
            return Err(SceneError::TooMany(self.layers.len(), "layers", MOST_LAYERS));
        }
        let mut order = self.back_to_front();
        order.sort_unstable();
        if !order.into_iter().eq(0..self.layers.len()) {
            return Err(SceneError::Order(self.layers.len()));
        }
        let Layout { width, height, font_size, unit, .. } = self.layout;
        if !Layout::WIDTHS.contains(&width)
            || !Layout::HEIGHTS.contains(&height)
            || !Layout::FONT_SIZES.contains(&font_size)
            || !Layout::UNITS.contains(&unit)
        {
            return Err(SceneError::Size(width, height));
        }
        self.layers.iter().try_for_each(Layer::check)
    }

    /// The indices of all layers, the first one behind all others.
    pub fn back_to_front(&self) -> Vec<usize> {
        if self.order.is_empty() { (0..self.layers.len()).collect() } else { self.order.clone() }
    }
}

impl Drawn {
    /// The course of its polylines.
    pub(crate) fn course(&self) -> Course {
        match self {
            Drawn::Rising { .. } => Course::Rises,
            _ => Course::Falls,
        }
    }
}

impl Layer {
    /// The largest height of its upper polyline, or of its points.
    pub(crate) fn highest(&self) -> Option<&Coordinate> {
        match &self.drawn {
            Drawn::Region { upper, .. }
            | Drawn::Function { upper, .. }
            | Drawn::Rising { upper, .. }
            | Drawn::Density { upper, .. } => upper.iter().map(|vertex| &vertex.y).max(),
            Drawn::Marks { marks, .. } => marks.iter().map(|mark| &mark.upper).max(),
        }
    }

    /// Its points; none where it is a curve.
    pub(crate) fn marks(&self) -> &[Mark] {
        match &self.drawn {
            Drawn::Marks { marks, .. } => marks,
            Drawn::Region { .. }
            | Drawn::Function { .. }
            | Drawn::Rising { .. }
            | Drawn::Density { .. } => &[],
        }
    }

    fn check(&self) -> Result<(), SceneError> {
        let wrong = |what| Err(SceneError::Layer { layer: self.name.clone(), what });
        match &self.drawn {
            Drawn::Region { lower, upper }
            | Drawn::Function { lower, upper }
            | Drawn::Rising { lower, upper }
            | Drawn::Density { lower, upper, .. } => {
                let course = self.drawn.course();
                for polyline in [lower, upper] {
                    if polyline.len() > MOST_VERTICES {
                        return Err(SceneError::TooMany(
                            polyline.len(),
                            "vertices in a polyline",
                            MOST_VERTICES,
                        ));
                    }
                    if polyline.len() < 2 {
                        return wrong("a polyline has at least two vertices");
                    }
                    let (goes, error): (fn(&Coordinate, &Coordinate) -> bool, _) = match course {
                        Course::Falls => {
                            (Coordinate::ge, "a polyline goes from left to right, and falls")
                        }
                        Course::Rises => {
                            (Coordinate::le, "a polyline goes from left to right, and rises")
                        }
                    };
                    let is_right =
                        |pair: &[Vertex]| matches!(pair, [a, b] if a.x <= b.x && goes(&a.y, &b.y));
                    if !polyline.windows(2).all(is_right) {
                        return wrong(error);
                    }
                }
                Ok(())
            }
            Drawn::Marks { marks, .. } => {
                if marks.len() > MOST_VERTICES {
                    return Err(SceneError::TooMany(
                        marks.len(),
                        "points in a layer",
                        MOST_VERTICES,
                    ));
                }
                if !marks.iter().all(|mark| mark.lower <= mark.upper) {
                    return wrong("the lower end of a point is above the upper one");
                }
                let is_sorted = marks.windows(2).all(|pair| matches!(pair, [a, b] if a.x <= b.x));
                if is_sorted { Ok(()) } else { wrong("its points do not go from left to right") }
            }
        }
    }
}

impl Certified {
    /// The methods of some answers, and their engine; nothing of none.
    pub(crate) fn of_all<'a>(answers: impl Iterator<Item = &'a Answer>) -> Certified {
        let mut all: Option<Certified> = None;
        for answer in answers {
            let one = Certified::of(answer);
            let Some(all) = &mut all else {
                all = Some(one);
                continue;
            };
            if all.method.split(", ").all(|method| method != one.method) {
                all.method += &format!(", {}", one.method);
            }
            all.tight &= one.tight;
        }
        all.unwrap_or_default()
    }

    /// The method and the engine of an answer.
    pub(crate) fn of(answer: &Answer) -> Certified {
        Certified {
            method: answer.method.name().to_owned(),
            engine: answer.engine.to_owned(),
            tight: answer.tight,
            sparse: false,
        }
    }
}

/// A caption with a sentence about the curves that are certified at few points, if there are some.
pub(crate) fn with_sparse(caption: String, layers: &[Layer]) -> String {
    let names: Vec<&str> = layers
        .iter()
        .filter(|layer| layer.certified.sparse)
        .map(|layer| layer.name.as_str())
        .collect();
    if names.is_empty() {
        return caption;
    }
    let names = names.join(", ");
    format!(
        "{caption} Fewer points than wanted are certified within the limit of work, and bands are wider: {names}."
    )
}

/// The engine of all layers.
pub(crate) fn engine_of(layers: &[Layer]) -> &str {
    layers.first().map_or("none", |layer| layer.certified.engine.as_str())
}
