//! A heat map of the errors over the grid: its first axis to the right, the second upward, a panel
//! for every value of the others.

use super::number::{error_text, failure_name, float_text, inputs_text, trust_text};
use dpcert_crosscheck::floats::{Point, Survey};
use dpcert_crosscheck::reference::Axis;
use dpcert_crosscheck::ulps::{Direction, Finding};
use dpcert_picture::draw::{Cell, HeatMap, Key, Panel, Sign, Steps, heat_map};

/// The largest error of each colour, in ulps, and the colour: light to dark (cividis), for every
/// kind of colour vision.
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
/// The error from which on a colour is so dark that a triangle on it is white.
const DARK: u32 = 1_000_000;
/// The colour of a value that is not a number in [0, 1], or zero in place of one.
const FAILED: &str = "#d55e00";
/// The marks of failures.
const FAILURES: [(Finding, &str, &str); 5] = [
    (Finding::NotANumber, "NaN", "not a number"),
    (Finding::Infinite, "inf", "infinite"),
    (Finding::Negative, "neg", "negative"),
    (Finding::AboveOne, "> 1", "above 1"),
    (Finding::Underflow, "0", "zero in place of a normal number"),
];

/// Draws a survey; empty where its grid has fewer than two axes.
pub fn svg(survey: &Survey, ulps: u64) -> String {
    let [x, y, others @ ..] = survey.reference.axes else {
        return String::new();
    };
    let panels: usize = others.iter().map(|axis| axis.values.len()).product();
    let panel = |index| Panel {
        title: fixed(others, index),
        cells: survey.points.iter().skip(index).step_by(panels).map(cell).collect(),
    };
    let colours = SCALE.map(|(_, colour, label)| (colour, format!("<= {label}")));
    heat_map(&HeatMap {
        title: format!("{}: error of binary64, in ulps", survey.reference.name),
        about: vec![survey.reference.formula.to_owned(), trust_text(survey, ulps)],
        x: steps(x),
        y: steps(y),
        panels: (0..panels).map(panel).collect(),
        scale: (
            "error, ulps".to_owned(),
            colours.into_iter().chain([(BEYOND, "more".to_owned())]).collect(),
        ),
        keys: keys(),
    })
}

fn steps(axis: &Axis) -> Steps {
    let values = axis.values.iter().map(|value| float_text(*value)).collect();
    Steps { label: format!("{} ({})", axis.name, axis.meaning), values }
}

/// The values of the other axes in a panel. The last one changes first.
fn fixed(others: &[Axis], panel: usize) -> String {
    let mut rest = panel;
    let mut fixed = Vec::new();
    for axis in others.iter().rev() {
        let value = axis.values.get(rest % axis.values.len()).copied().unwrap_or_default();
        fixed.push(format!("{} = {}", axis.name, float_text(value)));
        rest /= axis.values.len();
    }
    fixed.reverse();
    fixed.join(", ")
}

/// A point: the colour of its error with a triangle for its side, or a failure by name.
fn cell(point: &Point) -> Cell {
    let inputs = inputs_text(&point.inputs);
    let Finding::Error(error) = &point.finding else {
        let known = FAILURES.iter().find(|(failure, ..)| *failure == point.finding);
        let sign = known.map_or(Sign::None, |(_, mark, _)| Sign::Word(mark));
        return Cell {
            colour: FAILED,
            sign,
            title: format!("{inputs}: {}", failure_name(&point.finding)),
        };
    };
    let magnitude = error.magnitude();
    let colour =
        SCALE.iter().find(|(ulps, ..)| magnitude <= *ulps).map_or(BEYOND, |(_, colour, _)| colour);
    let is_light = magnitude > DARK;
    let sign = match error.direction {
        Direction::Below => Sign::Triangle { is_down: true, is_light },
        Direction::Above => Sign::Triangle { is_down: false, is_light },
        Direction::Exact | Direction::Undecided => Sign::None,
    };
    Cell { colour, sign, title: format!("{inputs}: {} ulps", error_text(error)) }
}

/// The legend of the triangles, and that of the failures.
fn keys() -> Vec<Vec<Key>> {
    let triangle = |is_down, words| Key {
        colour: None,
        sign: Sign::Triangle { is_down, is_light: false },
        words,
    };
    let sides = vec![
        triangle(true, "below the truth (unsafe)"),
        triangle(false, "above the truth"),
        Key {
            colour: None,
            sign: Sign::None,
            words: "no triangle: equal, or too close to be told apart",
        },
    ];
    let failure = |(_, mark, words)| Key { colour: Some(FAILED), sign: Sign::Word(mark), words };
    vec![sides, FAILURES.map(failure).into()]
}
