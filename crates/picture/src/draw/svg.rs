//! A scene as SVG.

use super::curve::{self, Band, Curve};
use super::frame::{Frame, text};
use super::labels::{Area, Occupied, Placed, Point, Size, pixels, whole};
use super::mark;
use super::palette::{Look, look_among};
use super::sheet::Sheet;
use super::words::symbols;
use crate::coordinate::Coordinate;
use crate::scene::{Drawn, Font, Layer, Layout, Mark, Scene};
use dpcert::exact::Rounding;
use malachite::rational::Rational;
use std::fmt::Write;
use svg::Document;
use svg::node::element::{
    ClipPath, Definitions, Group, Line, Path, Pattern, Rectangle, Style, Text, Title,
};

/// The distance between the lines of a hatching, in pixels.
const HATCHING: u32 = 5;

/// The drawing of a scene: one SVG document, in a light and a dark style.
///
/// The path of a layer has the vertices of the lower polyline first, their number in `data-turn`,
/// and then those of the upper one, backwards. Each is rounded to a hundredth of a pixel, to its
/// side. The number of a curve and the label of a point are over nothing else. A label for which
/// there is no such place is in the legend, where its point has a symbol of its own; otherwise it is
/// below it, with a letter that is beside its point, if that has a place.
pub fn svg(scene: &Scene) -> String {
    let sheet = Sheet::of(scene);
    let frame = Frame::of(scene, sheet.left, sheet.top, sheet.width, sheet.height);
    let all: Vec<Curve> = scene.layers.iter().map(|layer| Curve::of(layer, &frame)).collect();
    let Labels { group: labels, keys } = labels(scene, &all, &sheet, &frame);
    let sheet = sheet.with_legend(scene, || curve::names(scene, &all)).with_keys(scene, keys);
    let (width, height) = (scene.layout.width, sheet.total_height());
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", on_paper(width, scene))
        .set("height", on_paper(height, scene))
        .set("role", "img")
        .set("aria-label", format!("{}: {}", scene.title, names(scene)))
        .set("font-family", family(sheet.font))
        .set("font-size", sheet.font_size)
        .add(Title::new(scene.title.as_str()))
        .add(Style::new(style(&scene.layers, &all)))
        .add(definitions(&all, &frame))
        .add(Rectangle::new().set("class", "paper").set("width", width).set("height", height));
    let mut at = sheet.font_size / 2;
    for line in &sheet.title {
        at += sheet.title_size() * 5 / 4;
        let title = label(line, sheet.texts, at, "start").set("font-size", sheet.title_size());
        document = document.add(title.set("class", "ink"));
    }
    document = document.add(axes(scene, &sheet, &frame));
    let (mut curves, mut points) = (Group::new().set("clip-path", "url(#plot)"), Group::new());
    let order = scene.back_to_front();
    for index in &order {
        let (Some(layer), Some(curve)) = (scene.layers.get(*index), all.get(*index)) else {
            continue;
        };
        // The insides of several would mix to a colour that is none of theirs.
        let is_filled = scene.fill && Some(index) == order.last();
        let look = look_among(*index, &scene.layers);
        let group = drawn((*index, layer, look), curve, is_filled, &frame);
        // A point on an axis is not cut in two.
        match &layer.drawn {
            Drawn::Marks { .. } => points = points.add(group),
            _ => curves = curves.add(group),
        }
    }
    document = document.add(curves).add(plot_area(&frame).set("class", "edge"));
    document = document.add(labels).add(points);
    let place = format!("translate({},{})", sheet.texts, sheet.below());
    document = document.add(legend(scene, &sheet).set("transform", place));
    let mut at = sheet.below() + sheet.legend_lines() * sheet.row() + sheet.font_size;
    for line in &sheet.caption {
        let line = label(line, sheet.texts, at, "start").set("class", "soft");
        document = document.add(line.set("font-size", sheet.font_size * 12 / 13));
        at += sheet.row();
    }
    format!("{document}\n")
}

/// A length of the drawing, in pixels of which 96 are an inch.
fn on_paper(length: u32, scene: &Scene) -> String {
    text(&Rational::from_unsigneds(
        u64::from(length) * u64::from(scene.layout.unit),
        u64::from(Layout::UNIT),
    ))
}

fn family(font: Font) -> &'static str {
    match font {
        Font::Sans => "DejaVu Sans, Verdana, sans-serif",
        Font::Serif => "DejaVu Serif, Latin Modern Roman, CMU Serif, Times New Roman, serif",
    }
}

fn names(scene: &Scene) -> String {
    scene.layers.iter().map(|layer| layer.name.as_str()).collect::<Vec<_>>().join("; ")
}

fn style(layers: &[Layer], curves: &[Curve]) -> String {
    let mut light = ".paper{fill:#fff}.ink{fill:#1c1c1c}.soft{fill:#4a4a4a}.edge{fill:none;stroke:#555}\
                     .grid{stroke:#e2e2e2}.band{fill-opacity:0.4}.thin{fill:none}.line,.key{stroke-width:1.6;stroke-linejoin:round}"
        .to_owned();
    let mut dark =
        ".paper{fill:#15171b}.ink{fill:#ececec}.soft{fill:#b8b8b8}.edge{fill:none;stroke:#999}.grid{stroke:#32363d}"
            .to_owned();
    for index in 0..layers.len() {
        let look = look_among(index, layers);
        for (text, colour) in [(&mut light, look.light), (&mut dark, look.dark)] {
            // Writing to a String never fails.
            let _ =
                write!(text, ".c{index}{{fill:none;stroke:{colour}}}.t{index}{{fill:{colour}}}");
        }
    }
    for (index, _) in curves.iter().enumerate().filter(|(_, curve)| curve.is_wide) {
        let _ = write!(light, ".h{index}{{fill:url(#hatching{index})}}");
    }
    format!("{light}@media (prefers-color-scheme: dark){{{dark}}}")
}

/// The area of the plot, and a hatching for each band that is visible: its lines rise, as no curve
/// does, and in another direction for each layer, so that one can be seen through the other.
fn definitions(curves: &[Curve], frame: &Frame<'_>) -> Definitions {
    let clip = ClipPath::new().set("id", "plot").add(plot_area(frame));
    let wide = curves.iter().enumerate().filter(|(_, curve)| curve.is_wide);
    wide.fold(Definitions::new().add(clip), |definitions, (index, _)| {
        let middle = HATCHING / 2;
        let line = Line::new().set("x1", middle).set("x2", middle).set("y1", 0).set("y2", HATCHING);
        let pattern = Pattern::new()
            .set("id", format!("hatching{index}"))
            .set("width", HATCHING)
            .set("height", HATCHING)
            .set("patternUnits", "userSpaceOnUse")
            .set("patternTransform", format!("rotate({})", (45 + 55 * index) % 90))
            .add(line.set("class", format!("c{index}")).set("stroke-width", 1));
        definitions.add(pattern)
    })
}

fn plot_area(frame: &Frame<'_>) -> Rectangle {
    Rectangle::new()
        .set("x", frame.left)
        .set("y", frame.top)
        .set("width", frame.width)
        .set("height", frame.height)
}

fn label(content: &str, x: u32, y: u32, anchor: &str) -> Text {
    Text::new(content).set("x", x).set("y", y).set("text-anchor", anchor)
}

/// Grid lines, their numbers, and the names of the axes.
fn axes(scene: &Scene, sheet: &Sheet, frame: &Frame<'_>) -> Group {
    let mut group = Group::new();
    let (top, left, size) = (sheet.top, sheet.left, sheet.font_size);
    let (bottom, right) = (top + sheet.height, left + sheet.width);
    for tick in &sheet.x_ticks {
        let x = text(&frame.across(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down));
        let line = Line::new()
            .set("x1", x.as_str())
            .set("x2", x.as_str())
            .set("y1", top)
            .set("y2", bottom);
        let name = Text::new(tick.label.as_str()).set("x", x).set("y", bottom + size * 18 / 13);
        let name = name.set("text-anchor", "middle");
        group = group.add(line.set("class", "grid")).add(name.set("class", "ink"));
    }
    for tick in &sheet.y_ticks {
        let y = frame.down(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        let line =
            Line::new().set("x1", left).set("x2", right).set("y1", text(&y)).set("y2", text(&y));
        let below = text(&(y + Rational::from_unsigneds(size, 3u32)));
        let name = Text::new(tick.label.as_str()).set("x", left - 8).set("y", below);
        let name = name.set("text-anchor", "end");
        group = group.add(line.set("class", "grid")).add(name.set("class", "ink"));
    }
    let middle = top + sheet.height / 2;
    let x_name = symbols(&scene.x.label);
    let x_name = label(&x_name, left + sheet.width / 2, bottom + size * 42 / 13, "middle");
    let at = size * 5 / 4;
    let y_name = label(&symbols(&scene.y.label), at, middle, "middle").set("class", "ink");
    let y_name = y_name.set("transform", format!("rotate(-90 {at} {middle})"));
    group.add(x_name.set("class", "ink")).add(y_name)
}

/// A layer, with a title that describes it.
fn drawn(
    (index, layer, look): (usize, &Layer, Look),
    curve: &Curve,
    is_filled: bool,
    frame: &Frame<'_>,
) -> Group {
    let certified = &layer.certified;
    let title = match certified.method.as_str() {
        "" => layer.name.clone(),
        method => format!("{} (method {method}, engine {})", layer.name, certified.engine),
    };
    let mut group = Group::new().set("data-layer", index).add(Title::new(title));
    if let Drawn::Marks { marks, .. } = &layer.drawn {
        let line = curve.joined.iter().flatten();
        group = line.fold(group, |group, places| group.add(stroke(index, look, places)));
        let symbol = curve.joined.is_none().then_some(look);
        let shown = marks.iter().filter(|mark| mark::is_shown(mark, frame));
        // On a line a bar is seen where it is higher than the line.
        let shown = shown.filter(|mark| symbol.is_some() || mark::is_high(mark, frame));
        return shown.fold(group, |group, mark| group.add(mark::mark(index, symbol, mark, frame)));
    }
    // The area that is certainly inside of a region is between a polyline nowhere below the
    // function, and its image.
    if let (Drawn::Region { .. }, true, [function, image]) =
        (&layer.drawn, is_filled, curve.bands.as_slice())
    {
        let mut all = written(&function.above);
        all.extend(written(&image.below).into_iter().rev());
        let inside = path(&all).set("class", format!("t{index}")).set("fill-opacity", "0.1");
        group = group.add(inside);
    }
    curve.bands.iter().fold(group, |group, one| group.add(band(index, look, one, curve.is_wide)))
}

fn written(places: &[(Rational, Rational)]) -> Vec<String> {
    places.iter().map(|(x, y)| format!("{},{}", text(x), text(y))).collect()
}

fn path(places: &[String]) -> Path {
    Path::new().set("d", format!("M{}Z", places.join("L")))
}

/// The area between two polylines, and a line along the upper one, so that no band is too thin to
/// be visible; a wide one is hatched, and has a line along the lower one too.
fn band(index: usize, look: Look, band: &Band, is_wide: bool) -> Group {
    let mut all = written(&band.below);
    let turn = all.len();
    all.extend(written(&band.above).into_iter().rev());
    // Between the dashes of a line, what is left of a thin band would be seen as a hairline.
    let fill = match (is_wide, look.dashes) {
        (true, _) => format!("h{index}"),
        (false, "") => format!("band t{index}"),
        (false, _) => "thin".to_owned(),
    };
    let area = path(&all).set("class", fill).set("data-band", band.which).set("data-turn", turn);
    let lines = band.lines(is_wide).filter(|places| places.len() > 1);
    lines.fold(Group::new().add(area), |group, places| group.add(stroke(index, look, places)))
}

/// A line of a curve.
fn stroke(index: usize, look: Look, places: &[(Rational, Rational)]) -> Path {
    let line = Path::new()
        .set("d", format!("M{}", written(places).join("L")))
        .set("class", format!("line c{index}"));
    if look.dashes.is_empty() { line } else { line.set("stroke-dasharray", look.dashes) }
}

/// The texts in the plot.
struct Labels {
    group: Group,
    /// The labels without a place there, each with the letter beside its point.
    keys: Vec<(String, String)>,
}

/// The number of each curve next to it, and the label of each point that has one, over nothing
/// else.
fn labels(scene: &Scene, curves: &[Curve], sheet: &Sheet, frame: &Frame<'_>) -> Labels {
    let corner = |x: u32, y: u32| (whole(&Rational::from(x)), whole(&Rational::from(y)));
    let (left, top) = corner(sheet.left, sheet.top);
    let (right, bottom) = corner(sheet.left + sheet.width, sheet.top + sheet.height);
    let mut occupied = Occupied::new(Area { left, top, right, bottom });
    curves.iter().flat_map(Curve::lines).for_each(|line| occupied.line(line));
    // Points that a line joins are on it.
    let symbols = scene.layers.iter().zip(curves).filter(|(_, curve)| curve.joined.is_none());
    let all = symbols.flat_map(|(layer, _)| layer.marks());
    for mark in all.filter(|mark| mark::is_shown(mark, frame)) {
        occupied.area(mark::taken(mark, frame).0);
    }
    let mut group = Group::new();
    let count = scene.layers.len();
    // Without a legend and other curves there is nothing that a number tells.
    let is_alone = count == 1 && !scene.layout.legend;
    for (index, curve) in curves.iter().enumerate().filter(|_| !is_alone) {
        let name = (index + 1).to_string();
        let size = Size::of(&name, sheet.font_size, true);
        let Some(line) = curve.lines().next() else { continue };
        // Where the curves are apart is not known: each number begins at another part of its curve.
        // What is beyond the axes is at their ends, and is not seen.
        let is_seen = |at: &Point| top < at.1 && at.1 < bottom;
        let mut places = along(line, index + 1, 2 * count + 2);
        places.retain(is_seen);
        let near = places.iter().find_map(|at| occupied.beside_curve(*at, size));
        let placed =
            near.or_else(|| places.iter().find_map(|at| occupied.led_from_curve(*at, size)));
        if let Some(placed) = placed {
            group = led(group, index, &placed);
            let number = written_at(&name, placed).set("class", format!("label t{index}"));
            group = group.add(number.set("font-weight", "bold"));
        }
    }
    let small = sheet.font_size * 11 / 13;
    let mut place = |mark: &Mark, text: &str| {
        let size = Size::of(text, small, false);
        occupied.beside(mark::taken(mark, frame).1, mark::REACH, size)
    };
    let mut without = Vec::new();
    for (index, layer) in scene.layers.iter().enumerate() {
        let Drawn::Marks { marks, labelled: true, .. } = &layer.drawn else { continue };
        for mark in marks.iter().filter(|mark| mark::is_shown(mark, frame)) {
            match place(mark, &mark.label) {
                Some(placed) => group = labelled(group, index, &mark.label, placed, small),
                // The legend has the symbol of its only point beside what the label says.
                None if scene.layout.legend
                    && marks.len() == 1
                    && layer.name.contains(&mark.label) => {}
                None => without.push((index, mark)),
            }
        }
    }
    let mut keys = Vec::new();
    for (nth, (index, mark)) in without.into_iter().enumerate() {
        let letter = lettered(nth);
        let (at, size) = (mark::taken(mark, frame).1, Size::of(&letter, small, false));
        let placed = occupied.beside(at, mark::REACH, size);
        let placed = placed.or_else(|| occupied.over_curves(at, mark::REACH, size));
        if let Some(placed) = placed {
            group = labelled(group, index, &letter, placed, small);
        }
        keys.push((letter, mark.label.clone()));
    }
    Labels { group, keys }
}

/// A text beside a point, with the line that leads to it, if it is far.
fn labelled(group: Group, index: usize, text: &str, placed: Placed, font_size: u32) -> Group {
    let group = led(group, index, &placed);
    let label = written_at(text, placed).set("class", "label ink");
    group.add(label.set("font-size", font_size))
}

/// The line that leads to a text, if it is far.
fn led(group: Group, index: usize, placed: &Placed) -> Group {
    let leader = placed.leader.map(|leader| leading(leader).set("class", format!("c{index}")));
    leader.into_iter().fold(group, Group::add)
}

/// a, b, ..., z, aa, ab, ...
fn lettered(nth: usize) -> String {
    let letter = |n: usize| ('a'..='z').nth(n % 26).unwrap_or('z');
    let first = nth.checked_sub(26).map(|rest| letter(rest / 26));
    first.into_iter().chain([letter(nth)]).collect()
}

/// Places along a curve, in turn farther from a share of its width, from which its number is tried.
fn along(line: &[(Rational, Rational)], part: usize, of: usize) -> Vec<Point> {
    const TRIED: usize = 24;
    let (Some((first, _)), Some((last, _))) = (line.first(), line.last()) else {
        return Vec::new();
    };
    let begin = part * TRIED / of;
    let order = (0..TRIED).map(|step| {
        let aside = step.div_ceil(2);
        if step % 2 == 0 { begin + aside } else { begin + TRIED - aside }
    });
    let place = |step: usize| {
        let share = Rational::from_unsigneds(2 * (step % TRIED) + 1, 2 * TRIED);
        let wanted = first + (last - first) * share;
        let next = line.iter().position(|(x, _)| *x >= wanted)?;
        let (to_x, to_y) = line.get(next)?;
        let (x, y) = line.get(next.saturating_sub(1))?;
        let y = if to_x > x { y + (to_y - y) * (&wanted - x) / (to_x - x) } else { to_y.clone() };
        Some((whole(&wanted), whole(&y)))
    };
    order.filter_map(place).collect()
}

fn written_at(content: &str, placed: Placed) -> Text {
    let (x, y) = placed.baseline;
    Text::new(content).set("x", text(&pixels(x))).set("y", text(&pixels(y)))
}

/// A line from a point to its label.
fn leading([from, to]: [Point; 2]) -> Line {
    let at = |x: i64| text(&pixels(x));
    let line = Line::new().set("x1", at(from.0)).set("y1", at(from.1));
    line.set("x2", at(to.0)).set("y2", at(to.1)).set("stroke-width", "0.8")
}

/// A line for each layer, in columns from top to bottom: its number, its look, and its name.
fn legend(scene: &Scene, sheet: &Sheet) -> Group {
    let mut group = Group::new();
    let (size, offset) = (sheet.font_size, Sheet::name_offset(sheet.font_size));
    let (width, rows) = sheet.column(scene);
    let mut lines = 0;
    for (index, (layer, name)) in scene.layers.iter().zip(&sheet.legend).enumerate() {
        let (left, row) = (lines / rows.max(1) * width, lines % rows.max(1));
        let y = row * sheet.row();
        let is_points = matches!(layer.drawn, Drawn::Marks { joined: false, .. });
        // Points have their symbol, and no number beside them.
        if !is_points {
            let number = label(&(index + 1).to_string(), left, y + size / 3, "start");
            let number = number.set("class", format!("t{index}")).set("font-weight", "bold");
            group = group.add(number);
        }
        let look = look_among(index, &scene.layers);
        let (from, to) = (left + Sheet::look_offset(size), left + offset - 10);
        let line = Line::new()
            .set("x1", from)
            .set("x2", to)
            .set("y1", y)
            .set("y2", y)
            .set("class", format!("key c{index}"));
        let line = line.set("stroke-dasharray", look.dashes);
        let middle = Rational::from_unsigneds(from + to, 2);
        group = match is_points {
            true => group.add(mark::symbol(index, look, &middle, &Rational::from(y))),
            false => group.add(line),
        };
        group = lined(group, name, [left + offset, row], sheet);
        lines += u32::try_from(name.len()).unwrap_or(0);
    }
    let mut below = rows;
    for (letter, name) in &sheet.keys {
        let y = below * sheet.row();
        // A page that writes the legend itself reads what a letter means.
        let key = label(letter, 0, y + size / 3, "start").set("class", "ink");
        group = group.add(key.set("data-key", name.join(" ")));
        group = lined(group, name, [offset, below], sheet);
        below += u32::try_from(name.len()).unwrap_or(0);
    }
    group
}

/// The lines of a text of the legend, from a place across and a line on.
fn lined(group: Group, text: &[String], [at, first]: [u32; 2], sheet: &Sheet) -> Group {
    text.iter().zip(first..).fold(group, |group, (part, line)| {
        let y = line * sheet.row() + sheet.font_size / 3;
        group.add(label(part, at, y, "start").set("class", "ink"))
    })
}
