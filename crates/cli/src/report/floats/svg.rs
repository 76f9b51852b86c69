//! A heat map of the errors over the grid: its first axis to the right, the second upward, a panel for every value of the
//! others.
//!
//! Drawn on whole pixels, without scripts, fonts or times: the same survey gives the same bytes.

use super::number::{error_text, failure_name, float_text, inputs_text, trust_text};
use dpcert_crosscheck::floats::{Point, Survey};
use dpcert_crosscheck::reference::Axis;
use dpcert_crosscheck::ulps::{Direction, Error, Finding};
use std::io::{self, Write};

/// Errors up to so many ulps, and the colour: light to dark (cividis), for every kind of colour vision.
const SCALE: [(u64, &str, &str); 8] = [
    (1, "#ffea46", "1"),
    (4, "#e1cc55", "4"),
    (100, "#c3b369", "100"),
    (10_000, "#a59c74", "10^4"),
    (1_000_000, "#878479", "10^6"),
    (1_000_000_000, "#6b6d78", "10^9"),
    (1_000_000_000_000, "#4a5576", "10^12"),
    (1_000_000_000_000_000, "#223d6d", "10^15"),
];
const BEYOND: &str = "#00204d";
/// No number in [0, 1], or zero in place of one.
const FAILED: &str = "#d55e00";
/// How failures are marked.
const FAILURES: [(Finding, &str, &str); 5] = [
    (Finding::NotANumber, "NaN", "not a number"),
    (Finding::Infinite, "inf", "infinite"),
    (Finding::Negative, "neg", "negative"),
    (Finding::AboveOne, "> 1", "above 1"),
    (Finding::Underflow, "0", "zero in place of a normal number"),
];

const CELL_WIDTH: usize = 36;
const CELL_HEIGHT: usize = 22;
const MARGIN: usize = 24;
/// Left of a panel: the labels of its vertical axis.
const LEFT: usize = 64;
/// Above a panel: its title. Below: the labels of its horizontal axis.
const ABOVE: usize = 28;
const BELOW: usize = 46;
const HEADER: usize = 76;
const LEGEND: usize = 132;
/// The legend and the lines of text fit in this.
const LEAST_WIDTH: usize = 760;
/// Panels stand beside each other up to this width.
const MOST_WIDTH: usize = 1000;

/// Draws a survey.
///
/// # Errors
/// What the output says.
pub fn write_svg(output: &mut dyn Write, survey: &Survey, ulps: u64) -> io::Result<()> {
    let Some(map) = Map::of(survey.reference.axes) else { return Ok(()) };
    let (width, height) = map.size();
    writeln!(
        output,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">"#
    )?;
    writeln!(output, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
    let name = survey.reference.name;
    text(output, (MARGIN, 28), r#"font-size="16" font-weight="bold""#, &format!("{name}: error of binary64, in ulps"))?;
    text(output, (MARGIN, 46), "", survey.reference.formula)?;
    text(output, (MARGIN, 64), "", &trust_text(survey, ulps))?;
    map.draw(output, survey)?;
    legend(output, height - LEGEND + 18)?;
    writeln!(output, "</svg>")
}

/// Where everything is.
struct Map<'a> {
    x: &'a Axis,
    y: &'a Axis,
    others: &'a [Axis],
}

impl<'a> Map<'a> {
    /// `None` for fewer than two axes.
    fn of(axes: &'a [Axis]) -> Option<Map<'a>> {
        let [x, y, others @ ..] = axes else { return None };
        Some(Map { x, y, others })
    }

    fn panel_size(&self) -> (usize, usize) {
        (LEFT + self.x.values.len() * CELL_WIDTH, ABOVE + self.y.values.len() * CELL_HEIGHT + BELOW)
    }

    fn panels(&self) -> usize {
        self.others.iter().map(|axis| axis.values.len()).product()
    }

    /// Panels beside each other, at least one.
    fn columns(&self) -> usize {
        let (width, _) = self.panel_size();
        self.panels().min(((MOST_WIDTH - MARGIN) / (width + MARGIN)).max(1))
    }

    fn size(&self) -> (usize, usize) {
        let (width, height) = self.panel_size();
        let width = self.columns() * (width + MARGIN) + MARGIN;
        (width.max(LEAST_WIDTH), HEADER + self.panels().div_ceil(self.columns()) * height + LEGEND)
    }

    /// The upper left corner of the cells of a panel.
    fn corner(&self, panel: usize) -> (usize, usize) {
        let (width, height) = self.panel_size();
        let (column, row) = (panel % self.columns(), panel / self.columns());
        (MARGIN + column * (width + MARGIN) + LEFT, HEADER + row * height + ABOVE)
    }

    fn draw(&self, output: &mut dyn Write, survey: &Survey) -> io::Result<()> {
        for panel in 0..self.panels() {
            self.frame(output, panel)?;
        }
        let (rows, panels) = (self.y.values.len(), self.panels());
        for (index, point) in survey.points.iter().enumerate() {
            let (column, row, panel) = (index / panels / rows, index / panels % rows, index % panels);
            let (left, top) = self.corner(panel);
            cell(output, (left + column * CELL_WIDTH, top + (rows - 1 - row) * CELL_HEIGHT), point)?;
        }
        Ok(())
    }

    /// The title and the labels of a panel.
    fn frame(&self, output: &mut dyn Write, panel: usize) -> io::Result<()> {
        let (left, top) = self.corner(panel);
        let (rows, columns) = (self.y.values.len(), self.x.values.len());
        let bottom = top + rows * CELL_HEIGHT;
        let mut rest = panel;
        let mut fixed = Vec::new();
        for axis in self.others.iter().rev() {
            let value = axis.values.get(rest % axis.values.len()).copied().unwrap_or_default();
            fixed.push(format!("{} = {}", axis.name, float_text(value)));
            rest /= axis.values.len();
        }
        fixed.reverse();
        text(output, (left, top - 8), r#"font-weight="bold""#, &fixed.join(", "))?;
        for (column, value) in self.x.values.iter().enumerate() {
            let at = (left + column * CELL_WIDTH + CELL_WIDTH / 2, bottom + 15);
            text(output, at, r#"font-size="10" text-anchor="middle""#, &float_text(*value))?;
        }
        for (row, value) in self.y.values.iter().enumerate() {
            let at = (left - 6, bottom - row * CELL_HEIGHT - CELL_HEIGHT / 2 + 4);
            text(output, at, r#"font-size="10" text-anchor="end""#, &float_text(*value))?;
        }
        let middle = left + columns * CELL_WIDTH / 2;
        text(output, (middle, bottom + 32), r#"text-anchor="middle""#, &label(self.x))?;
        let (x, y) = (left - LEFT + 12, top + rows * CELL_HEIGHT / 2);
        text(output, (x, y), &format!(r#"text-anchor="middle" transform="rotate(-90 {x} {y})""#), &label(self.y))
    }
}

fn label(axis: &Axis) -> String {
    format!("{} ({})", axis.name, axis.meaning)
}

/// A point: the colour of its error with a triangle for its side, or a failure by name; under the pointer, in words.
fn cell(output: &mut dyn Write, (x, y): (usize, usize), point: &Point) -> io::Result<()> {
    let words = match &point.finding {
        Finding::Error(error) => format!("{} ulps", error_text(error)),
        other => failure_name(other).to_owned(),
    };
    write!(output, "<g><title>{}: {words}</title>", escaped(&inputs_text(&point.inputs)))?;
    rectangle(output, (x, y), CELL_WIDTH, colour(&point.finding))?;
    match &point.finding {
        Finding::Error(error) => triangle(output, (x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2), error)?,
        other => mark(output, (x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4), other)?,
    }
    writeln!(output, "</g>")
}

fn rectangle(output: &mut dyn Write, (x, y): (usize, usize), width: usize, fill: &str) -> io::Result<()> {
    write!(output, r##"<rect x="{x}" y="{y}" width="{width}" height="{CELL_HEIGHT}" fill="{fill}" stroke="#ffffff"/>"##)
}

fn colour(finding: &Finding) -> &'static str {
    let Finding::Error(error) = finding else { return FAILED };
    let magnitude = error.magnitude();
    SCALE.iter().find(|(ulps, ..)| magnitude <= *ulps).map_or(BEYOND, |(_, colour, _)| colour)
}

fn mark(output: &mut dyn Write, (x, y): (usize, usize), finding: &Finding) -> io::Result<()> {
    let known = FAILURES.iter().find(|(failure, ..)| failure == finding);
    let mark = known.map_or("", |(_, mark, _)| mark);
    inline(output, (x, y), r#"font-size="11" font-weight="bold" text-anchor="middle""#, mark)
}

/// Down where the value is below the truth, up where it is above it.
fn triangle(output: &mut dyn Write, at: (usize, usize), error: &Error) -> io::Result<()> {
    let dark = error.magnitude() > 1_000_000u32;
    match error.direction {
        Direction::Below => arrow(output, at, true, dark),
        Direction::Above => arrow(output, at, false, dark),
        Direction::Exact | Direction::Undecided => Ok(()),
    }
}

fn arrow(output: &mut dyn Write, (x, y): (usize, usize), down: bool, dark: bool) -> io::Result<()> {
    let (base, tip) = if down { (y - 4, y + 4) } else { (y + 4, y - 4) };
    let (left, right) = (x - 5, x + 5);
    let fill = match (down, dark) {
        (true, true) => r##"fill="#ffffff""##,
        (true, false) => r##"fill="#000000""##,
        (false, true) => r##"fill="none" stroke="#ffffff""##,
        (false, false) => r##"fill="none" stroke="#000000""##,
    };
    write!(output, r#"<path d="M{left} {base}H{right}L{x} {tip}Z" {fill}/>"#)
}

fn legend(output: &mut dyn Write, top: usize) -> io::Result<()> {
    let swatch = 64;
    text(output, (MARGIN, top + 14), "", "error, ulps")?;
    let colours = SCALE.iter().map(|(_, colour, label)| (*colour, format!("<= {label}")));
    let mut x = MARGIN + 90;
    for (colour, label) in colours.chain([(BEYOND, "more".to_owned())]) {
        rectangle(output, (x, top), swatch, colour)?;
        text(output, (x + swatch / 2, top + CELL_HEIGHT + 13), r#"font-size="10" text-anchor="middle""#, &label)?;
        x += swatch;
    }
    let y = top + CELL_HEIGHT + 42;
    let mut x = MARGIN;
    for (down, words, width) in [(true, "below the truth (unsafe)", 170), (false, "above the truth", 120)] {
        arrow(output, (x + 6, y - 4), down, false)?;
        text(output, (x + 18, y), r#"font-size="11""#, words)?;
        x += width;
    }
    text(output, (x, y), r#"font-size="11""#, "no triangle: equal, or too close to be told apart")?;
    let y = y + 28;
    x = MARGIN;
    for (failure, _, words) in &FAILURES {
        rectangle(output, (x, y - 15), CELL_WIDTH, FAILED)?;
        mark(output, (x + CELL_WIDTH / 2, y), failure)?;
        text(output, (x + CELL_WIDTH + 5, y), r#"font-size="11""#, words)?;
        x += CELL_WIDTH + 24 + 6 * words.len();
    }
    Ok(())
}

fn text(output: &mut dyn Write, at: (usize, usize), attributes: &str, words: &str) -> io::Result<()> {
    inline(output, at, attributes, words)?;
    writeln!(output)
}

fn inline(output: &mut dyn Write, (x, y): (usize, usize), attributes: &str, words: &str) -> io::Result<()> {
    let space = if attributes.is_empty() { "" } else { " " };
    write!(output, r#"<text x="{x}" y="{y}"{space}{attributes}>{}</text>"#, escaped(words))
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
