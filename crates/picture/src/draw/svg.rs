//! A scene as SVG.

use super::frame::{Frame, Half, Side, text};
use super::mark;
use super::palette::{Look, look_of};
use crate::coordinate::Coordinate;
use crate::scene::{Drawn, Layer, Layout, Scene, Vertex};
use dpcert::exact::Rounding;
use malachite::rational::Rational;
use std::fmt::Write;
use svg::Document;
use svg::node::element::{ClipPath, Definitions, Group, Line, Path, Rectangle, Style, Text, Title};

const LEFT: u32 = 84;
const TOP: u32 = 52;
/// The distance from the plot to the right edge.
const RIGHT: u32 = 20;
/// The distance from the plot to the legend: ticks and the name of the axis.
const BELOW: u32 = 62;
/// The height of a line of text.
const ROW: u32 = 18;
/// A band whose mean height is above this many pixels has lines on both edges.
const WIDE: u32 = 6;
/// The width of a character of the caption, in eighths of a pixel.
const CHARACTER: u32 = 57;
/// The characters of a line of the legend that its number and its look take.
const LOOK: usize = 16;

/// The drawing of a scene: one SVG document, in a light and a dark style.
///
/// The path of a layer has the vertices of the lower polyline first, their number in `data-turn`,
/// and then those of the upper one, backwards. Each is rounded to a hundredth of a pixel, to its
/// side.
pub fn svg(scene: &Scene) -> String {
    let Layout { width, height: plot_height, legend: has_legend } = scene.layout;
    let frame = Frame::of(scene, LEFT, TOP, width.saturating_sub(LEFT + RIGHT), plot_height);
    let columns = usize::try_from(frame.width * 8 / CHARACTER).unwrap_or(0);
    let legend =
        if has_legend { legend(scene, columns.saturating_sub(LOOK)) } else { Legend::default() };
    let caption =
        if scene.caption.is_empty() { Vec::new() } else { wrapped(&scene.caption, columns) };
    let rows = u32::try_from(legend.lines + caption.len()).unwrap_or(u32::MAX / ROW - 100);
    let height = TOP + frame.height + BELOW + rows * ROW + 26;
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("aria-label", format!("{}: {}", scene.title, names(scene)))
        .set("font-family", "DejaVu Sans, Verdana, sans-serif")
        .set("font-size", 13)
        .add(Title::new(scene.title.as_str()))
        .add(Style::new(style(&scene.layers)))
        .add(Definitions::new().add(ClipPath::new().set("id", "plot").add(plot_area(&frame))))
        .add(Rectangle::new().set("class", "paper").set("width", width).set("height", height))
        .add(label(&scene.title, LEFT, 30, "start").set("font-size", 17).set("class", "ink"));
    document = document.add(axes(scene, &frame));
    let (mut curves, mut points) = (Group::new().set("clip-path", "url(#plot)"), Group::new());
    for index in scene.back_to_front() {
        match scene.layers.get(index) {
            // A point on an axis is not cut in two.
            Some(layer @ Layer { drawn: Drawn::Marks { .. }, .. }) => {
                points = points.add(drawn(index, layer, scene.fill, &frame));
            }
            Some(layer) => curves = curves.add(drawn(index, layer, scene.fill, &frame)),
            None => {}
        }
    }
    document = document.add(curves).add(plot_area(&frame).set("class", "edge")).add(points);
    for (index, layer) in scene.layers.iter().enumerate() {
        if let Some(tag) = tag(index, scene.layers.len(), layer, &frame) {
            document = document.add(tag);
        }
    }
    let below = TOP + frame.height + BELOW;
    document = document.add(legend.group.set("transform", format!("translate({LEFT},{below})")));
    let mut at = below + u32::try_from(legend.lines).unwrap_or(0) * ROW + 14;
    for line in caption {
        document =
            document.add(label(&line, LEFT, at, "start").set("class", "soft").set("font-size", 12));
        at += ROW;
    }
    format!("{document}\n")
}

fn names(scene: &Scene) -> String {
    scene.layers.iter().map(|layer| layer.name.as_str()).collect::<Vec<_>>().join("; ")
}

fn style(layers: &[Layer]) -> String {
    let mut light = ".paper{fill:#fff}.ink{fill:#1c1c1c}.soft{fill:#4a4a4a}.edge{fill:none;stroke:#555}\
                     .grid{stroke:#e2e2e2}.label{paint-order:stroke;stroke:#fff;stroke-width:4px}.band{fill-opacity:0.4}.line{stroke-width:1.6;stroke-linejoin:round}"
        .to_owned();
    let mut dark =
        ".paper{fill:#15171b}.ink{fill:#ececec}.soft{fill:#b8b8b8}.edge{fill:none;stroke:#999}.grid{stroke:#32363d}.label{stroke:#15171b}"
            .to_owned();
    for (index, layer) in layers.iter().enumerate() {
        let look = look_of(index, layer);
        for (text, colour) in [(&mut light, look.light), (&mut dark, look.dark)] {
            // Writing to a String never fails.
            let _ =
                write!(text, ".c{index}{{fill:none;stroke:{colour}}}.t{index}{{fill:{colour}}}");
        }
    }
    format!("{light}@media (prefers-color-scheme: dark){{{dark}}}")
}

fn plot_area(frame: &Frame<'_>) -> Rectangle {
    Rectangle::new()
        .set("x", LEFT)
        .set("y", TOP)
        .set("width", frame.width)
        .set("height", frame.height)
}

fn label(content: &str, x: u32, y: u32, anchor: &str) -> Text {
    Text::new(content).set("x", x).set("y", y).set("text-anchor", anchor)
}

/// Grid lines, their numbers, and the names of the axes.
fn axes(scene: &Scene, frame: &Frame<'_>) -> Group {
    let mut group = Group::new();
    let (bottom, right) = (TOP + frame.height, LEFT + frame.width);
    for tick in scene.x.ticks() {
        let x = text(&frame.across(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down));
        let line = Line::new()
            .set("x1", x.as_str())
            .set("x2", x.as_str())
            .set("y1", TOP)
            .set("y2", bottom);
        let name =
            Text::new(tick.label).set("x", x).set("y", bottom + 18).set("text-anchor", "middle");
        group = group.add(line.set("class", "grid")).add(name.set("class", "ink"));
    }
    for tick in scene.y.ticks() {
        let y = frame.down(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        let line =
            Line::new().set("x1", LEFT).set("x2", right).set("y1", text(&y)).set("y2", text(&y));
        let below = text(&(y + Rational::from(4)));
        let name =
            Text::new(tick.label).set("x", LEFT - 8).set("y", below).set("text-anchor", "end");
        group = group.add(line.set("class", "grid")).add(name.set("class", "ink"));
    }
    let middle = TOP + frame.height / 2;
    let x_name =
        label(&scene.x.label, LEFT + frame.width / 2, bottom + 42, "middle").set("class", "ink");
    let y_name = label(&scene.y.label, 20, middle, "middle").set("class", "ink");
    group.add(x_name).add(y_name.set("transform", format!("rotate(-90 20 {middle})")))
}

/// A layer, with a title that describes it.
fn drawn(index: usize, layer: &Layer, is_filled: bool, frame: &Frame<'_>) -> Group {
    let certified = &layer.certified;
    let title =
        format!("{} (method {}, engine {})", layer.name, certified.method, certified.engine);
    let group = Group::new().set("data-layer", index).add(Title::new(title));
    let look = look_of(index, layer);
    match &layer.drawn {
        Drawn::Function { lower, upper } => {
            group.add(band(index, look, placed(lower, upper, frame), frame, "function"))
        }
        Drawn::Density { centre, lower, upper } => {
            let halves = Half::both(centre, lower).into_iter().zip(Half::both(centre, upper));
            halves.fold(group, |group, (below, above)| {
                let places = [(&below, Side::Below), (&above, Side::Above)]
                    .map(|(half, side)| frame.places_of_half(half, side));
                let which = if below.rises { "rising" } else { "falling" };
                // A half may be beyond the axis, or begin where that ends.
                if places.iter().any(|places| places.len() < 2) {
                    group
                } else {
                    group.add(band(index, look, places, frame, which))
                }
            })
        }
        Drawn::Region { lower, upper } => {
            // The other half: its lower side comes from the upper one of the function, and from
            // right to left.
            let (above, below) = (mirrored(upper), mirrored(lower));
            let group =
                if is_filled { group.add(inside(index, upper, &above, frame)) } else { group };
            let group =
                group.add(band(index, look, placed(lower, upper, frame), frame, "function"));
            group.add(band(index, look, placed(&above, &below, frame), frame, "mirrored"))
        }
        Drawn::Marks { marks, labelled, .. } => {
            let shown = marks.iter().filter(|mark| mark::is_shown(mark, frame));
            shown.fold(group, |group, mark| {
                group.add(mark::mark(index, look, mark, *labelled, frame))
            })
        }
    }
}

/// The image under `(x, y) -> (1 - x, 1 - y)`.
fn mirrored(polyline: &[Vertex]) -> Vec<Vertex> {
    let image = |vertex: &Vertex| Vertex { x: vertex.x.complement(), y: vertex.y.complement() };
    polyline.iter().rev().map(image).collect()
}

/// The places of the lower polyline of a band, and of the upper one.
fn placed(lower: &[Vertex], upper: &[Vertex], frame: &Frame<'_>) -> [Vec<(Rational, Rational)>; 2] {
    [frame.places(lower, Side::Below), frame.places(upper, Side::Above)]
}

/// The places of a polyline.
fn places(polyline: &[Vertex], side: Side, frame: &Frame<'_>) -> Vec<String> {
    written(&frame.places(polyline, side))
}

fn written(places: &[(Rational, Rational)]) -> Vec<String> {
    places.iter().map(|(x, y)| format!("{},{}", text(x), text(y))).collect()
}

fn path(places: &[String]) -> Path {
    Path::new().set("d", format!("M{}Z", places.join("L")))
}

/// The area between two polylines, and a line along the upper one, so that no band is too thin to
/// be visible; where the band is wide, the lower one has a line too.
fn band(
    index: usize,
    look: Look,
    [below, above]: [Vec<(Rational, Rational)>; 2],
    frame: &Frame<'_>,
    which: &str,
) -> Group {
    let is_wide = area(&below) - area(&above) > WIDE * frame.width;
    let (mut all, edge) = (written(&below), written(&above));
    let turn = all.len();
    let line = |places: &[(Rational, Rational)], written: &[String]| {
        let shown: Vec<&str> =
            written.iter().take(frame.until_edge(places)).map(String::as_str).collect();
        let line = Path::new()
            .set("d", format!("M{}", shown.join("L")))
            .set("class", format!("line c{index}"));
        if look.dashes.is_empty() { line } else { line.set("stroke-dasharray", look.dashes) }
    };
    let (upper_line, lower_line) = (line(&above, &edge), is_wide.then(|| line(&below, &all)));
    all.extend(edge.into_iter().rev());
    let area = path(&all)
        .set("class", format!("band t{index}"))
        .set("data-band", which)
        .set("data-turn", turn);
    lower_line
        .into_iter()
        .fold(Group::new().add(area).add(upper_line), |group, line| group.add(line))
}

/// The area between a polyline and the top of the drawing.
fn area(places: &[(Rational, Rational)]) -> Rational {
    let trapezoid = |pair: &[(Rational, Rational)]| match pair {
        [(left, from), (right, to)] => (right - left) * (from + to) / Rational::from(2),
        _ => Rational::from(0),
    };
    places.windows(2).map(trapezoid).fold(Rational::from(0), |sum, part| sum + part)
}

/// The area that is certainly inside of a region: above a polyline that is nowhere below the
/// function, and below its image.
fn inside(index: usize, upper: &[Vertex], image: &[Vertex], frame: &Frame<'_>) -> Path {
    let mut all = places(upper, Side::Above, frame);
    all.extend(places(image, Side::Below, frame).into_iter().rev());
    path(&all).set("class", format!("t{index}")).set("fill-opacity", "0.1")
}

/// The number of a layer next to its curve, each at a different position, where the curve is
/// visible.
fn tag(index: usize, layers: usize, layer: &Layer, frame: &Frame<'_>) -> Option<Text> {
    let mut places = match &layer.drawn {
        Drawn::Function { upper, .. } | Drawn::Region { upper, .. } => {
            frame.places(upper, Side::Above)
        }
        Drawn::Density { centre, upper, .. } => Half::both(centre, upper)
            .iter()
            .flat_map(|half| frame.places_of_half(half, Side::Above))
            .collect(),
        Drawn::Marks { .. } => return None,
    };
    let share = Rational::from_unsigneds(index + 1, 2 * layers + 2);
    places.truncate(frame.until_edge(&places));
    let mut wanted = Rational::from(LEFT) + Rational::from(frame.width) * &share;
    if let Some((last, _)) = places.last().filter(|(last, _)| *last < wanted) {
        wanted = Rational::from(LEFT) + (last - Rational::from(LEFT)) * share;
    }
    let (left, right): (Vec<_>, Vec<_>) = places.into_iter().partition(|(x, _)| *x < wanted);
    let (x, y) = match (left.last(), right.first()) {
        (Some((x, y)), Some((to_x, to_y))) if to_x > x => {
            let t = (&wanted - x) / (to_x - x);
            (wanted, y + (to_y - y) * t)
        }
        (_, Some((x, y))) | (Some((x, y)), None) => (x.clone(), y.clone()),
        (None, None) => return None,
    };
    let tag = Text::new((index + 1).to_string())
        .set("class", format!("label t{index}"))
        .set("font-weight", "bold");
    Some(tag.set("x", text(&(x + Rational::from(5)))).set("y", text(&(y - Rational::from(5)))))
}

#[derive(Default)]
struct Legend {
    group: Group,
    lines: usize,
}

/// A line for each layer: its number, its look, and its name.
fn legend(scene: &Scene, columns: usize) -> Legend {
    let (mut group, mut lines) = (Group::new(), 0);
    for (index, layer) in scene.layers.iter().enumerate() {
        let y = u32::try_from(lines).unwrap_or(0) * ROW;
        let number =
            label(&format!("{}", index + 1), 0, y + 4, "start").set("class", format!("t{index}"));
        group = group.add(number.set("font-weight", "bold"));
        let look = look_of(index, layer);
        let line = Line::new()
            .set("x1", 24)
            .set("x2", 58)
            .set("y1", y)
            .set("y2", y)
            .set("class", format!("c{index}"));
        let line = line.set("stroke-width", 3).set("stroke-dasharray", look.dashes);
        group = match &layer.drawn {
            Drawn::Marks { .. } => {
                group.add(mark::symbol(index, look, &Rational::from(41), &Rational::from(y)))
            }
            Drawn::Region { .. } | Drawn::Function { .. } | Drawn::Density { .. } => {
                group.add(line)
            }
        };
        for part in wrapped(&layer.name, columns) {
            let y = u32::try_from(lines).unwrap_or(0) * ROW;
            group = group.add(label(&part, 68, y + 4, "start").set("class", "ink"));
            lines += 1;
        }
    }
    Legend { group, lines }
}

fn wrapped(text: &str, columns: usize) -> Vec<String> {
    // A name without spaces has mostly wide letters.
    let width = if text.contains(' ') { columns } else { columns - columns / 6 };
    textwrap::wrap(text, width).into_iter().map(|line| line.into_owned()).collect()
}
