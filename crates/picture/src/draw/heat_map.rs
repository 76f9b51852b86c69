//! A heat map as SVG: panels of coloured cells, each with a sign and, under the pointer, its words.
//!
//! All positions are whole pixels, and there are no scripts or times: the same map gives the same
//! bytes.

use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, Title};

const CELL_WIDTH: usize = 36;
const CELL_HEIGHT: usize = 22;
/// The width of a colour in the legend.
const SWATCH: usize = 64;
const MARGIN: usize = 24;
/// The space left of a panel: the labels of its vertical axis.
const LEFT: usize = 64;
/// The space above a panel for its title, and below it for the labels of its horizontal axis.
const ABOVE: usize = 28;
const BELOW: usize = 46;
/// The height of a line of text, and of the legend.
const LINE: usize = 18;
const ROW: usize = 28;
/// The largest width of panels in a row.
const MOST_WIDTH: usize = 1000;
/// The least width, in which the legend and the lines of text fit.
const LEAST_WIDTH: usize = 760;

/// Panels over the same two axes.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// Lines of text below it.
    pub about: Vec<String>,
    /// The horizontal axis, to the right.
    pub x: Steps,
    /// The vertical axis, upward.
    pub y: Steps,
    /// The panels, at least one.
    pub panels: Vec<Panel>,
    /// The quantity of the colours, and each colour with its values.
    pub scale: (String, Vec<(&'static str, String)>),
    /// The legend of the signs, row by row.
    pub keys: Vec<Vec<Key>>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The name of its parameter.
    pub label: String,
    /// Its values.
    pub values: Vec<String>,
}

/// One map of a heat map.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The values common to all its cells; it may be empty.
    pub title: String,
    /// The cells column by column, each from below.
    pub cells: Vec<Cell>,
}

/// A value.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its colour.
    pub colour: &'static str,
    /// The sign that is drawn on the colour.
    pub sign: Sign,
    /// The value in words.
    pub title: String,
}

/// A sign on a colour.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    /// Nothing.
    None,
    /// A short word.
    Word(&'static str),
    /// A triangle.
    Triangle {
        /// Does it point down? Then it is filled.
        is_down: bool,
        /// Is it white, for a dark colour?
        is_light: bool,
    },
}

/// An entry of the legend: the meaning of a sign.
#[derive(Clone, Debug)]
pub struct Key {
    /// The colour on which it is drawn, if it has one of its own.
    pub colour: Option<&'static str>,
    /// The sign.
    pub sign: Sign,
    /// The meaning in words.
    pub words: &'static str,
}

/// The drawing of a heat map: one SVG document.
pub fn heat_map(map: &HeatMap) -> String {
    let header = 40 + LINE * map.about.len();
    let (panel_width, panel_height) =
        (LEFT + map.x.values.len() * CELL_WIDTH, ABOVE + map.y.values.len() * CELL_HEIGHT + BELOW);
    let columns = map.panels.len().min(((MOST_WIDTH - MARGIN) / (panel_width + MARGIN)).max(1));
    let width = (columns * (panel_width + MARGIN) + MARGIN).max(LEAST_WIDTH);
    let legend_top = header + map.panels.len().div_ceil(columns) * panel_height + LINE;
    let height = legend_top + CELL_HEIGHT + 2 * LINE + map.keys.len() * ROW;
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("aria-label", map.title.as_str())
        .set("font-family", "DejaVu Sans, Verdana, sans-serif")
        .set("font-size", 12)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"))
        .add(text(&map.title, MARGIN, 28).set("font-size", 16).set("font-weight", "bold"));
    for (line, words) in map.about.iter().enumerate() {
        document = document.add(text(words, MARGIN, 46 + line * LINE));
    }
    for (index, panel) in map.panels.iter().enumerate() {
        let left = MARGIN + index % columns * (panel_width + MARGIN) + LEFT;
        let top = header + index / columns * panel_height + ABOVE;
        document = document.add(framed(map, panel, left, top));
    }
    format!("{}\n", document.add(legend(map, legend_top)))
}

/// The cells of a panel, its title, and the labels of its axes.
fn framed(map: &HeatMap, panel: &Panel, left: usize, top: usize) -> Group {
    let (columns, rows) = (map.x.values.len(), map.y.values.len());
    let bottom = top + rows * CELL_HEIGHT;
    let mut group = Group::new().add(text(&panel.title, left, top - 8).set("font-weight", "bold"));
    for (column, value) in map.x.values.iter().enumerate() {
        let label = centred(value, left + column * CELL_WIDTH + CELL_WIDTH / 2, bottom + 15);
        group = group.add(label.set("font-size", 10));
    }
    for (row, value) in map.y.values.iter().enumerate() {
        let label = text(value, left - 6, bottom - row * CELL_HEIGHT - CELL_HEIGHT / 2 + 4);
        group = group.add(label.set("font-size", 10).set("text-anchor", "end"));
    }
    let (x, y) = (left - LEFT + 12, top + rows * CELL_HEIGHT / 2);
    group = group
        .add(centred(&map.x.label, left + columns * CELL_WIDTH / 2, bottom + 32))
        .add(centred(&map.y.label, x, y).set("transform", format!("rotate(-90 {x} {y})")));
    for (index, cell) in panel.cells.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        let (x, y) = (left + column * CELL_WIDTH, bottom - (row + 1) * CELL_HEIGHT);
        let drawn = Group::new().add(Title::new(cell.title.as_str())).add(rectangle(
            x,
            y,
            CELL_WIDTH,
            cell.colour,
        ));
        group = group.add(signed(drawn, cell.sign, x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2));
    }
    group
}

/// The colours with their values, and below them the meaning of the signs.
fn legend(map: &HeatMap, top: usize) -> Group {
    let (name, colours) = &map.scale;
    let mut group = Group::new().add(text(name, MARGIN, top + 14));
    for (index, (colour, label)) in colours.iter().enumerate() {
        let x = MARGIN + 90 + index * SWATCH;
        let label = centred(label, x + SWATCH / 2, top + CELL_HEIGHT + 13).set("font-size", 10);
        group = group.add(rectangle(x, top, SWATCH, colour)).add(label);
    }
    for (row, keys) in map.keys.iter().enumerate() {
        let (mut x, middle) = (MARGIN, top + CELL_HEIGHT + 38 + row * ROW);
        for Key { colour, sign, words } in keys {
            let width = match (colour, sign) {
                (Some(_), _) => CELL_WIDTH,
                (None, Sign::None) => 0,
                (None, _) => 12,
            };
            if let Some(colour) = colour {
                group = group.add(rectangle(x, middle - CELL_HEIGHT / 2, CELL_WIDTH, colour));
            }
            group = signed(group, *sign, x + width / 2, middle);
            x += if width == 0 { 0 } else { width + 6 };
            group = group.add(text(words, x, middle + 4).set("font-size", 11));
            // Letters are narrower than this, and there is a space before the next entry.
            x += 18 + 6 * words.len();
        }
    }
    group
}

fn signed(group: Group, sign: Sign, x: usize, y: usize) -> Group {
    match sign {
        Sign::None => group,
        Sign::Word(word) => {
            group.add(centred(word, x, y + 4).set("font-size", 11).set("font-weight", "bold"))
        }
        Sign::Triangle { is_down, is_light } => {
            let (base, tip) = if is_down { (y - 4, y + 4) } else { (y + 4, y - 4) };
            let path = Path::new().set("d", format!("M{} {base}H{}L{x} {tip}Z", x - 5, x + 5));
            let colour = if is_light { "#ffffff" } else { "#000000" };
            group.add(if is_down {
                path.set("fill", colour)
            } else {
                path.set("fill", "none").set("stroke", colour)
            })
        }
    }
}

fn rectangle(x: usize, y: usize, width: usize, colour: &str) -> Rectangle {
    let place =
        Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", CELL_HEIGHT);
    place.set("fill", colour).set("stroke", "#ffffff")
}

fn text(words: &str, x: usize, y: usize) -> Text {
    Text::new(words).set("x", x).set("y", y)
}

fn centred(words: &str, x: usize, y: usize) -> Text {
    text(words, x, y).set("text-anchor", "middle")
}
