//! Requests for pictures: the same for the command, the line protocol and the page.

use super::Counted;
use super::axis::{Axis, round_above};
use super::coordinate::Coordinate;
use super::deltas::{Deltas, deltas};
use super::densities::Densities;
use super::fit::fitted;
use super::logarithmic::{Logarithmic, SPAN};
use super::operating::Operating;
use super::other::{Other, rational};
use super::profile::{self, Profiles, profiles};
use super::scene::{Drawn, Layer, NotDrawn, Scene, Vertex, as_one};
use super::trade_off::{Kind, regions};
use super::window::{NOT_FROM_ZERO, Window};
use dpcert::exact::Rounding;
use dpcert::input::{Field, InputError, Item};
use dpcert::quantity::table;
use dpcert::tradeoff::{Gap, Height, Side};
use dpcert::{Content, Mechanism, Options, Question, Refusal, Resource, ask};
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;

/// The most mechanisms in a picture.
const MOST: usize = 32;
/// On a logarithmic axis of errors the band is so many times the gap high, as a part of the height:
/// over three powers of ten, 5e-3 is a third of a pixel.
const COARSER: u32 = 5;
/// The inverse of the least height down to which a band on a logarithmic axis is as narrow.
const LEAST_HEIGHT: u32 = 1_000_000_000;

/// The largest eps on an axis.
const LAST: u32 = 1000;

/// The part of a mechanism that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// The region of the type I and II errors of all tests.
    #[default]
    Regions,
    /// The trade-off function alone.
    TradeOffs,
    /// The power of the best test at each level: 1 - beta over alpha.
    Roc,
    /// delta over eps.
    Profiles,
    /// Delta over eps on a logarithmic axis.
    LogProfiles,
    /// Every delta_j of a composition on its lattice, and delta over eps.
    Deltas,
    /// The same on a logarithmic axis.
    LogDeltas,
}

impl Show {
    /// All of them by their names.
    pub const NAMES: [(&'static str, Show); 7] = [
        ("regions", Show::Regions),
        ("trade-offs", Show::TradeOffs),
        ("roc", Show::Roc),
        ("profiles", Show::Profiles),
        ("log-profiles", Show::LogProfiles),
        ("deltas", Show::Deltas),
        ("log-deltas", Show::LogDeltas),
    ];

    /// Is it a picture of the errors of tests, in which a point is such a pair?
    pub fn is_of_tests(self) -> bool {
        matches!(self, Show::Regions | Show::TradeOffs | Show::Roc)
    }

    /// Is it a picture beside whose curves there may be points?
    pub fn has_marks(self) -> bool {
        self.is_of_tests() || self.is_of_profiles()
    }

    /// Is it one of privacy profiles, in which a point is an eps and a delta?
    pub fn is_of_profiles(self) -> bool {
        matches!(self, Show::Profiles | Show::LogProfiles)
    }
}

/// A request for a picture.
#[derive(Clone, Debug)]
pub struct Request {
    /// The part of the mechanisms that is shown.
    pub show: Show,
    /// The mechanisms with their names.
    pub mechanisms: Vec<(String, Mechanism)>,
    /// The subject of the picture, if it is not of mechanisms.
    pub other: Option<Other>,
    /// The largest height of the band around a trade-off function that is not a polygon, in (0, 1).
    /// On a logarithmic axis, five times this part of the height.
    pub gap: Rational,
    /// The last eps of a profile, > 0; without it the end of `x`, and otherwise an eps where delta
    /// is small.
    pub eps_to: Option<Rational>,
    /// The least delta on a logarithmic axis, in (0, 1); without it 1e-9, or less where a point
    /// beside the curves is below.
    pub least: Option<Rational>,
    /// The number of points at which a curve is certified.
    pub points: u32,
    /// The axes that are logarithmic, beside those of [`Show`].
    pub logarithmic: Logarithmic,
    /// The part of the horizontal axis that is shown.
    pub x: Option<Window>,
    /// The part of the vertical axis that is shown.
    pub y: Option<Window>,
    /// Points beside regions, trade-off functions, ROC curves and privacy profiles.
    pub marks: Vec<Operating>,
    /// The layer that is drawn in front of all others.
    pub front: Option<usize>,
    /// Is the inside of regions filled?
    pub fill: bool,
    /// The title, if it is not the default one.
    pub title: Option<String>,
    /// The names of the limits in its caption.
    pub limits: fn(Resource) -> &'static str,
}

impl Default for Request {
    fn default() -> Request {
        let small = |n: u32| Rational::from_unsigneds(1, n);
        Request {
            show: Show::default(),
            mechanisms: Vec::new(),
            other: None,
            gap: small(1000),
            eps_to: None,
            least: None,
            points: 64,
            logarithmic: Logarithmic::default(),
            x: None,
            y: None,
            marks: Vec::new(),
            front: None,
            fill: true,
            title: None,
            limits: Resource::name,
        }
    }
}

impl Request {
    /// Reads a request:
    ///
    /// ```
    /// use dpcert::input::{Field, from_json};
    /// use dpcert::Options;
    /// use dpcert_picture::Request;
    /// let json = r#"{"show": "trade-offs", "mechanisms": ["randomized-response(eps=ln(3))"], "x": ["0", "0.5"]}"#;
    /// let node = from_json(json)?;
    /// let request = Request::read(&Field { node: &node, path: "scene".into() })?;
    /// let scene = request.scene(&Options::default(), || ()).unwrap();
    /// assert_eq!(scene.layers[0].name, "randomized-response(eps=ln(3))");
    /// assert_eq!(scene.x.to.to_string(), "0.5");
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    ///
    /// A mechanism is a text in the compact notation, or `{"name": ..., "mechanism": ...}`. In
    /// place of mechanisms there may be the fields of an [`Other`].
    ///
    /// # Errors
    /// An invalid field, or a mechanism that is known but not supported.
    pub fn read(field: &Field<'_>) -> Result<Request, Refusal> {
        let mut fields = field.fields()?;
        let usual = Request::default();
        let show = fields
            .optional("show")
            .map(|field| field.choice(&Show::NAMES))
            .transpose()?
            .unwrap_or_default();
        let wanted = fields.optional("points").map(|field| points(&field)).transpose()?;
        let other = Other::read(&mut fields, wanted.unwrap_or(usual.points))?;
        let points = wanted.unwrap_or_else(|| Request::usual_points(other.as_ref()));
        let mechanisms = if other.is_some() {
            Vec::new()
        } else {
            each_named(&fields.required("mechanisms")?, Mechanism::read)?
        };
        let mut number =
            |name, check: Check| fields.optional(name).map(|field| check(&field)).transpose();
        let gap = number("gap", share)?.unwrap_or(usual.gap);
        let least = number("least", share)?;
        let eps_to = number("eps-to", last)?;
        let mut is = |name| fields.optional(name).map_or(Ok(false), |field| field.boolean());
        let logarithmic = Logarithmic { x: is("log-x")?, y: is("log-y")? };
        let mut shown = |name, is_logarithmic| {
            fields.optional(name).map(|field| shown(&field, is_logarithmic)).transpose()
        };
        let x = shown("x", logarithmic.x)?;
        let is_y = logarithmic.y || matches!(show, Show::LogProfiles | Show::LogDeltas);
        let y = shown("y", is_y)?;
        let marks = fields.optional("marks").map(|field| each_mark(&field, show)).transpose()?;
        let marks = marks.unwrap_or_default();
        let front =
            fields.optional("front").map(|field| index(&field, mechanisms.len())).transpose()?;
        let fill =
            fields.optional("fill").map(|field| field.boolean()).transpose()?.unwrap_or(usual.fill);
        let title =
            fields.optional("title").map(|field| field.text().map(str::to_owned)).transpose()?;
        fields.finish()?;
        let limits = usual.limits;
        Ok(Request {
            show,
            mechanisms,
            other,
            gap,
            eps_to,
            least,
            points,
            logarithmic,
            x,
            y,
            marks,
            front,
            fill,
            title,
            limits,
        })
    }

    /// The number of points of a picture where none is requested.
    pub fn usual_points(other: Option<&Other>) -> u32 {
        match other {
            Some(Other::Densities(_)) => Densities::POINTS,
            _ => Request::default().points,
        }
    }

    /// The number of answers that the picture needs.
    pub fn answers(&self) -> usize {
        let each = match self.show {
            Show::Regions | Show::TradeOffs | Show::Roc | Show::Deltas | Show::LogDeltas => 1,
            Show::Profiles | Show::LogProfiles => self.points as usize + 1 + self.marks.len(),
        };
        self.other.as_ref().map_or(self.mechanisms.len() * each, Other::answers)
    }

    /// The picture; `progress` is called after each answer.
    ///
    /// Cost: that of its answers, of which all together have the limit of the options: a picture is
    /// one question. A profile has fewer points where those that are wanted exceed it.
    ///
    /// # Errors
    /// The first mechanism that cannot be drawn.
    pub fn scene(&self, options: &Options, progress: impl Fn() + Sync) -> Result<Scene, NotDrawn> {
        as_one(options, |options| self.composed(options, &progress))
    }

    fn composed(&self, options: &Options, progress: &Counted<'_>) -> Result<Scene, NotDrawn> {
        // A true positive rate is at least the false one, which begins here.
        let first = self.x.as_ref().map(|window| window.from());
        let first = first.filter(|_| self.show == Show::Roc && self.logarithmic.y);
        let gap = self.gap_of_tests(first);
        let least = (self.logarithmic.y
            || matches!(self.show, Show::LogProfiles | Show::LogDeltas))
        .then(|| match &self.y {
            // What is shown is known.
            Some(window) => self.least().min(window.from().clone()),
            None => self.least(),
        });
        let of_tests = |kind| {
            let scene = regions(&self.mechanisms, kind, &gap, options, progress)?;
            match self.height_of_part(&scene) {
                Some(height) if height < 1 => {
                    let gap = Gap::absolute(&self.gap * height);
                    // Where that is too costly, the coarse one is as true.
                    regions(&self.mechanisms, kind, &gap, options, &|| ()).or(Ok(scene))
                }
                _ => Ok(scene),
            }
        };
        let mut scene = match (&self.other, self.show) {
            (Some(other), _) => other.scene(self, options, progress),
            (None, Show::Regions) => of_tests(Kind::Region),
            (None, Show::TradeOffs) => of_tests(Kind::TradeOff),
            (None, Show::Roc) => of_tests(Kind::Roc),
            (None, Show::Profiles | Show::LogProfiles) => self.profiles(least, options, progress),
            (None, Show::Deltas | Show::LogDeltas) => self.deltas(least, options, progress),
        }?;
        let marks = self.marks.iter().filter(|_| self.show.is_of_tests());
        let marks: Vec<Layer> = marks.map(|mark| mark.layer(&scene.layers)).collect();
        if !self.marks.is_empty() {
            scene.caption += match self.show {
                Show::Roc => " No test has the rates of a point that is outside of a curve.",
                Show::TradeOffs => " No test has the errors of a point that is outside of a curve.",
                Show::Profiles | Show::LogProfiles => {
                    " A point on or above a curve is a guarantee of its mechanism; one below is not."
                }
                _ => " No test has the errors of a point outside of a region.",
            };
        }
        let is_shown = scene.show(self.x.as_ref(), self.y.as_ref());
        is_shown.map_err(|(_, refusal)| NotDrawn::new(&scene.title, refusal))?;
        if let (true, None, Some(first)) = (self.show == Show::Roc, &self.y, first) {
            scene.y.from = Coordinate::rounded(first, Rounding::Down);
        }
        scene.layers.extend(marks);
        let drawn = self.logarithmic.apply(&mut scene);
        drawn.map_err(|refusal| NotDrawn::new(&scene.title, refusal))?;
        scene.fit(self.x.as_ref(), self.y.as_ref());
        scene.order = self.order(&scene.layers);
        scene.fill = self.fill;
        if let Some(title) = &self.title {
            scene.title.clone_from(title);
        }
        Ok(scene)
    }

    /// The height of the part of a linear axis that is shown, where it is known beforehand.
    fn height_of_part(&self, scene: &Scene) -> Option<Rational> {
        let height = |axis: &Axis| axis.to.value() - axis.from.value();
        match (&self.x, &self.y) {
            _ if self.logarithmic.y => None,
            (_, Some(y)) => Some(height(&y.axis(""))),
            (Some(x), None) => {
                let axis = x.axis(&scene.x.label);
                fitted(&Scene { x: axis, ..scene.clone() }).as_ref().map(height)
            }
            (None, None) => None,
        }
    }

    /// The gap of the curves of tests: with a logarithmic vertical axis a part of the height, down
    /// to where the axis begins. `first` is where it does without a window.
    fn gap_of_tests(&self, first: Option<&Rational>) -> Gap {
        if !self.logarithmic.y {
            return Gap::absolute(self.gap.clone());
        }
        let of = if self.show == Show::Roc { Side::Power } else { Side::Beta };
        let begins = self.y.as_ref().map(|window| window.from()).or(first);
        let begins = begins.filter(|from| **from > 0).cloned();
        let begins = begins.unwrap_or_else(|| Rational::from_unsigneds(1u32, SPAN));
        let least = Rational::from_unsigneds(1u32, LEAST_HEIGHT);
        let size = (&self.gap * Rational::from(COARSER)).min(Rational::from_unsigneds(1u32, 2u32));
        Gap { size, height: Some(Height { of, plus: begins.max(least) }) }
    }

    /// The least delta that a logarithmic axis has to show.
    fn least(&self) -> Rational {
        let usual = Rational::from_unsigneds(1u32, 1_000_000_000u32);
        // A point is not at the frame.
        let marked = self.marks.iter().map(|mark| mark.y() / Rational::from(2));
        let marked = marked.filter(|delta| *delta > 0);
        self.least.clone().unwrap_or_else(|| marked.fold(usual, Rational::min))
    }

    fn deltas(
        &self,
        least: Option<Rational>,
        options: &Options,
        progress: &Counted<'_>,
    ) -> Result<Scene, NotDrawn> {
        deltas(&self.mechanisms, &Deltas { least, points: self.points }, options, progress)
    }

    fn profiles(
        &self,
        least: Option<Rational>,
        options: &Options,
        progress: &Counted<'_>,
    ) -> Result<Scene, NotDrawn> {
        // They come before the curves, which have what is left of the work.
        let points = profile::beside(&self.marks, &self.mechanisms, options, progress)?;
        // Only the visible part is computed.
        let shown = self.x.as_ref().map(|window| window.to());
        let shown = shown.filter(|to| **to > 0 && **to <= LAST);
        let to = match self.eps_to.as_ref().or(shown) {
            Some(to) => to.clone(),
            None => {
                let thousandth = Rational::from_unsigneds(1u32, 1000u32);
                let small = match &self.y {
                    // Below what is shown a curve is not seen.
                    Some(y) if *y.from() > 0 => y.from().clone(),
                    Some(y) => y.to() * thousandth,
                    None => least.clone().unwrap_or(thousandth),
                };
                let small = small.min(Rational::from_unsigneds(1u32, 2u32));
                // A point is not at the frame.
                let beyond = Rational::from_unsigneds(11u32, 10u32);
                let marked = self.marks.iter().map(|mark| mark.x() * &beyond);
                let marked = marked.filter(|eps| *eps <= LAST);
                last_eps(&self.mechanisms, &small, marked, options)?
            }
        };
        let from = self.x.as_ref().map_or(Rational::from(0), |window| window.from().clone());
        let from = if from > 0 && from < to { from } else { Rational::from(0) };
        let is_logarithmic = self.logarithmic.x;
        let heights = self.y.as_ref().map(|y| [y.from().clone(), y.to().clone()]);
        let is_part = self.x.is_some() && heights.is_none();
        let wanted =
            Profiles { from, to, least, heights, is_part, is_logarithmic, points: self.points };
        let mut scene = profiles(&self.mechanisms, &wanted, options, progress)?;
        scene.layers.extend(points);
        scene.y = profile::delta_axis(&scene.layers, wanted.least.as_ref());
        Ok(scene)
    }

    /// The largest region behind all others; the selected layer in front of them.
    fn order(&self, layers: &[Layer]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..layers.len()).collect();
        if self.show == Show::Regions && self.other.is_none() {
            let areas: Vec<Rational> = layers.iter().map(|layer| area(&layer.drawn)).collect();
            order.sort_by(|a, b| areas.get(*a).cmp(&areas.get(*b)));
        }
        if let Some(front) = self.front {
            order.retain(|index| *index != front);
            order.push(front);
        }
        // The order of the list: it need not be stored.
        if order.is_sorted() { Vec::new() } else { order }
    }
}

/// Twice the area below the upper polyline: the smaller it is, the larger is the region.
fn area(drawn: &Drawn) -> Rational {
    let upper: &[Vertex] = match drawn {
        Drawn::Region { upper, .. } | Drawn::Function { upper, .. } => upper,
        Drawn::Rising { .. } | Drawn::Density { .. } | Drawn::Marks { .. } => &[],
    };
    let trapezoid = |pair: &[Vertex]| match pair {
        [a, b] => (b.x.value() - a.x.value()) * (a.y.value() + b.y.value()),
        _ => Rational::from(0),
    };
    upper.windows(2).map(trapezoid).fold(Rational::from(0), |sum, part| sum + part)
}

/// A round eps from which on no delta is above a small one, as far as possible; and no smaller than
/// any of some others.
fn last_eps(
    mechanisms: &[(String, Mechanism)],
    small: &Rational,
    others: impl Iterator<Item = Rational>,
    options: &Options,
) -> Result<Rational, NotDrawn> {
    // Without such an eps a delta does not decrease further: the interesting part is near 0.
    const USUAL: u32 = 5;
    let mut last = others.fold(Rational::from_unsigneds(1u32, 100u32), Rational::max);
    for (index, (name, mechanism)) in mechanisms.iter().enumerate() {
        let error = |refusal| NotDrawn::new(name, refusal).at(index);
        let query = table::EPS.query(Some(&small.to_string())).map_err(error)?;
        let answer = ask(&Question::of(mechanism, &query), options).map_err(error)?;
        let Content::Number(eps) = answer.content else {
            continue;
        };
        let eps = eps
            .upper()
            .to_rational()
            .filter(|_| eps.is_bounded())
            .unwrap_or_else(|| Rational::from(USUAL));
        last = last.max(eps);
    }
    let step = round_above(&(&last / Rational::from(10)));
    Ok(Rational::from(Ceiling::ceiling(&(last / &step))) * step)
}

/// Reads a list of mechanisms, or what is read as they are, with their names.
pub(crate) fn each_named<T>(
    list: &Field<'_>,
    read: fn(&Field<'_>) -> Result<T, Refusal>,
) -> Result<Vec<(String, T)>, Refusal> {
    let listed = list.list()?;
    if listed.is_empty() || listed.len() > MOST {
        let message = format!("there are {} mechanisms", listed.len());
        return Err(list
            .error(message, format!("1 to {MOST} mechanisms are drawn in a picture"))
            .into());
    }
    listed.iter().map(|field| named(field, read)).collect()
}

fn named<T>(
    field: &Field<'_>,
    read: fn(&Field<'_>) -> Result<T, Refusal>,
) -> Result<(String, T), Refusal> {
    if let Item::Text(text) = &field.node.item {
        return Ok((text.clone(), read(field)?));
    }
    let mut fields = field.fields()?;
    fields.expect(&["name", "mechanism"]);
    let (name, found) = (fields.required("name")?.text()?, read(&fields.required("mechanism")?)?);
    fields.finish()?;
    Ok((name.to_owned(), found))
}

/// A reader of a number of some kind.
type Check = fn(&Field<'_>) -> Result<Rational, InputError>;

fn share(field: &Field<'_>) -> Result<Rational, InputError> {
    let x = rational(field)?;
    if x > 0 && x < 1 {
        Ok(x)
    } else {
        Err(field.error(format!("{x} is not in (0, 1)"), "write \"1e-3\""))
    }
}

fn last(field: &Field<'_>) -> Result<Rational, InputError> {
    let x = rational(field)?;
    if x > 0 && x <= LAST {
        Ok(x)
    } else {
        Err(field.error(format!("{x} is not in (0, {LAST}]"), "write \"5\""))
    }
}

fn points(field: &Field<'_>) -> Result<u32, InputError> {
    let points = u32::try_from(field.natural()?).ok().filter(|points| (2..=4096).contains(points));
    points.ok_or_else(|| field.error("this is not between 2 and 4096", "write \"64\""))
}

/// The points of a picture of tests or of profiles.
fn each_mark(list: &Field<'_>, show: Show) -> Result<Vec<Operating>, InputError> {
    if !show.has_marks() {
        let help = "they are drawn in regions, trade-offs, roc and profiles";
        return Err(list.error("this picture has no points", help));
    }
    let listed = list.list()?;
    if listed.len() > MOST {
        let message = format!("there are {} points", listed.len());
        return Err(list.error(message, format!("at most {MOST} are drawn in a picture")));
    }
    listed.iter().map(|point| Operating::read(point, show)).collect()
}

fn index(field: &Field<'_>, count: usize) -> Result<usize, InputError> {
    let index = usize::try_from(field.natural()?).ok().filter(|index| *index < count);
    index.ok_or_else(|| {
        field.error(
            "there is no such mechanism",
            format!("there are {count}, and the first one is 0"),
        )
    })
}

/// A part of an axis that may be logarithmic.
fn shown(field: &Field<'_>, is_logarithmic: bool) -> Result<Window, InputError> {
    let window = window(field)?;
    if is_logarithmic && window.begins_at_zero() {
        let help = "write [\"1e-9\", \"1\"]";
        return Err(field.error(NOT_FROM_ZERO, help));
    }
    Ok(window)
}

fn window(field: &Field<'_>) -> Result<Window, InputError> {
    let ends = field.list()?;
    let [from, to] = ends.as_slice() else {
        return Err(field.error("the two ends of an axis are expected", "write [\"0\", \"0.5\"]"));
    };
    Window::new(&rational(from)?, &rational(to)?)
        .map_err(|message| field.error(message, "write [\"0\", \"0.5\"]"))
}
