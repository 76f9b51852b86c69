//! How much room the parts of a drawing take: margins by their texts, lines by their length.

use super::labels::Size;
use super::words::symbols;
use crate::axis::{Axis, TICKS, Tick};
use crate::coordinate::Coordinate;
use crate::scene::{Font, Layout, Scene};
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;

/// The distance from the plot to the right edge, at least.
const RIGHT: u32 = 20;
/// The distance between a tick and the plot.
const GAP: u32 = 8;
/// A column of a legend has at least so many names, where there are several columns.
const FEWEST: u32 = 2;
/// The most columns of a legend.
const MOST_COLUMNS: u32 = 3;
/// The distance to the edge of the drawing.
const EDGE: u32 = 4;

/// The room of the parts of a drawing, in pixels.
pub struct Sheet {
    pub font_size: u32,
    pub font: Font,
    /// The lines of the title, if there is one.
    pub title: Vec<String>,
    /// The name of each layer in the legend, in lines; empty where there is no legend.
    pub legend: Vec<Vec<String>>,
    /// The columns of the legend, where each name has one line.
    pub columns: u32,
    /// The labels of points that have no place beside them, in lines, each with its letter.
    pub keys: Vec<(String, Vec<String>)>,
    pub caption: Vec<String>,
    pub x_ticks: Vec<Tick>,
    pub y_ticks: Vec<Tick>,
    /// The plot: its distances to the edges, its width and height.
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
    /// Where the legend and the caption begin.
    pub texts: u32,
}

impl Sheet {
    /// Without a legend.
    pub fn of(scene: &Scene) -> Sheet {
        let Layout { width, height, title, font_size, font, .. } = scene.layout;
        let y_ticks = fitting(&scene.y, |ticks| {
            let rows = u32::try_from(ticks.len()).unwrap_or(u32::MAX);
            rows.saturating_mul(font_size * 2) <= height
        });
        let widest = y_ticks.iter().map(|tick| width_of(&tick.label, font_size)).max();
        let left = EDGE + font_size * 3 / 2 + widest.unwrap_or(0) + GAP;
        let plot = width.saturating_sub(left + RIGHT).max(50);
        let x_ticks = fitting(&scene.x, |ticks| {
            let all: u32 = ticks.iter().map(|tick| width_of(&tick.label, font_size) + GAP).sum();
            all <= plot
        });
        let plot =
            width.saturating_sub(left + right_of(&scene.x, &x_ticks, plot, font_size)).max(50);
        // A column of a paper has no room for texts beside the margin.
        let texts = if width < Layout::NARROW { EDGE } else { left };
        let room = width.saturating_sub(texts + EDGE);
        let title_size = font_size * 17 / 13;
        let title = if title && !scene.title.is_empty() {
            wrapped(&symbols(&scene.title), width.saturating_sub(texts + EDGE), title_size)
        } else {
            Vec::new()
        };
        let caption = if scene.caption.is_empty() {
            Vec::new()
        } else {
            wrapped(&symbols(&scene.caption), room, font_size * 12 / 13)
        };
        let lines = u32::try_from(title.len()).unwrap_or(0);
        let top =
            if lines == 0 { font_size } else { lines * title_size * 5 / 4 + font_size * 3 / 2 };
        Sheet {
            font_size,
            font,
            title,
            legend: Vec::new(),
            columns: 1,
            keys: Vec::new(),
            caption,
            x_ticks,
            y_ticks,
            left,
            top,
            width: plot,
            height,
            texts,
        }
    }

    /// The same with a legend of some names, where the scene has one.
    pub fn with_legend(self, scene: &Scene, names: impl FnOnce() -> Vec<String>) -> Sheet {
        if !scene.layout.legend {
            return self;
        }
        let before = Sheet::name_offset(self.font_size);
        let (names, room) = (names(), self.room(scene, before));
        let legend = names.iter().map(|name| wrapped(name, room, self.font_size)).collect();
        let widest = names.iter().map(|name| width_of(name, self.font_size)).max().unwrap_or(0);
        let fit = (room + before) / (before + widest + self.font_size).max(1);
        let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let columns = fit.min(count / FEWEST).clamp(1, MOST_COLUMNS);
        Sheet { legend, columns, ..self }
    }

    /// The width of a column of the legend, and its lines.
    pub fn column(&self, scene: &Scene) -> (u32, u32) {
        (self.room(scene, 0) / self.columns, self.name_lines())
    }

    /// The lines of the names.
    fn name_lines(&self) -> u32 {
        let lines: usize = self.legend.iter().map(Vec::len).sum();
        u32::try_from(lines).unwrap_or(0).div_ceil(self.columns)
    }

    /// The same with labels that have no place beside their points.
    pub fn with_keys(self, scene: &Scene, keys: Vec<(String, String)>) -> Sheet {
        let room = self.room(scene, Sheet::name_offset(self.font_size));
        let wrapped =
            |(letter, name): (String, String)| (letter, wrapped(&name, room, self.font_size));
        Sheet { keys: keys.into_iter().map(wrapped).collect(), ..self }
    }

    /// The width that is left for a text of the legend with something before it.
    fn room(&self, scene: &Scene, before: u32) -> u32 {
        scene.layout.width.saturating_sub(self.texts + EDGE + before)
    }

    /// Where looks begin in the legend, after the number.
    pub fn look_offset(font_size: u32) -> u32 {
        font_size * 24 / 13
    }

    /// The size of the letters of the title.
    pub fn title_size(&self) -> u32 {
        self.font_size * 17 / 13
    }

    /// The height of a line of text.
    pub fn row(&self) -> u32 {
        self.font_size * 18 / 13
    }

    /// Where names begin in the legend, after the number and the look.
    pub fn name_offset(font_size: u32) -> u32 {
        34 + font_size * 34 / 13
    }

    /// The top of the legend: below the ticks and the name of the axis.
    pub fn below(&self) -> u32 {
        let lines = self.legend_lines() > 0 || !self.caption.is_empty();
        // Below the baseline of the name there is a quarter of a letter.
        self.top + self.height + self.font_size * if lines { 62 } else { 46 } / 13
    }

    /// The lines of the legend, and of the labels below it.
    pub fn legend_lines(&self) -> u32 {
        let keys: usize = self.keys.iter().map(|(_, name)| name.len()).sum();
        self.name_lines() + u32::try_from(keys).unwrap_or(0)
    }

    /// The height of all of it.
    pub fn total_height(&self) -> u32 {
        let lines = self.legend_lines() + u32::try_from(self.caption.len()).unwrap_or(0);
        // The caption begins a letter below the legend, on its baseline.
        let gap = if self.caption.is_empty() { 0 } else { self.font_size / 2 };
        self.below() + lines * self.row() + gap
    }
}

/// The distance from a plot of this width to the right edge: half of a label may be beside the plot.
fn right_of(axis: &Axis, ticks: &[Tick], plot: u32, font_size: u32) -> u32 {
    let beyond = |tick: &Tick| {
        let at = axis.position(&Coordinate::rounded(&tick.at, Rounding::Up), Rounding::Up);
        let left = (Rational::from(1) - at) * Rational::from(plot);
        let half = Rational::from_unsigneds(width_of(&tick.label, font_size), 2u32);
        u32::try_from(&Ceiling::ceiling(&(half - left))).unwrap_or(0)
    };
    ticks.iter().map(beyond).map(|beyond| beyond + EDGE).fold(RIGHT, u32::max)
}

/// The ticks of an axis, as many as fit, and two at least where there are any.
fn fitting(axis: &Axis, fits: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
    let written = |most: u32| -> Vec<Tick> {
        let ticks = axis.ticks(most).into_iter();
        ticks.map(|tick| Tick { label: number(&tick.label), ..tick }).collect()
    };
    (2..=TICKS).rev().map(written).find(|ticks| fits(ticks)).unwrap_or_else(|| written(2))
}

/// A number as it is printed: with a minus sign, and not with a hyphen.
fn number(text: &str) -> String {
    let shown = symbols(text);
    shown.strip_prefix('-').map_or(shown.clone(), |size| format!("\u{2212}{size}"))
}

/// The width of a text, in pixels, rounded up.
fn width_of(text: &str, font_size: u32) -> u32 {
    let width = Size::of(text, font_size, false).width;
    let pixels = Ceiling::ceiling(&super::labels::pixels(width) as &Rational);
    u32::try_from(&pixels).unwrap_or(u32::MAX / 8)
}

/// The lines of a text that are at most so many pixels wide; one at least. A word that is wider is
/// broken.
fn wrapped(text: &str, width: u32, font_size: u32) -> Vec<String> {
    let fits = |line: &str| width_of(line, font_size) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (lines.last_mut(), longer) {
            (Some(last), Some(longer)) => *last = longer,
            _ => lines.extend(broken(word, fits)),
        }
    }
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// The parts of a word that fit.
fn broken(word: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in word.chars() {
        let longer = parts.last().map(|part| format!("{part}{letter}"));
        match (parts.last_mut(), longer) {
            (Some(part), Some(longer)) if part.is_empty() || fits(&longer) => *part = longer,
            _ => parts.push(letter.to_string()),
        }
    }
    parts
}
