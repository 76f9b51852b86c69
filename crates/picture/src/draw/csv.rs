//! The numbers of a scene.

use super::frame::Half;
use crate::axis::Axis;
use crate::coordinate::Coordinate;
use crate::scene::{Drawn, Mark, Scene, Vertex};

/// Every vertex and point of a scene, a row each: the layer, the bound to which it belongs, and its
/// coordinates, of which a day is that of the calendar. A point has two rows, with its label.
///
/// Where a part of the horizontal axis is shown, there are the points in it and those vertices
/// between which a line passes through it.
pub fn csv(scene: &Scene) -> String {
    let mut rows = vec!["layer,bound,x,y,label".to_owned()];
    for layer in &scene.layers {
        let name = quoted(&layer.name);
        let mut add = |bound: &str, x: &Coordinate, y: &Coordinate, label: &str| {
            let x = scene.x.written(x);
            rows.push(format!("{name},{bound},{x},{y},{label}"));
        };
        match &layer.drawn {
            Drawn::Region { lower, upper }
            | Drawn::Function { lower, upper }
            | Drawn::Rising { lower, upper } => {
                for (bound, polyline) in [("lower", lower), ("upper", upper)] {
                    shown(polyline, &scene.x, |vertex| &vertex.x)
                        .iter()
                        .for_each(|Vertex { x, y }| add(bound, x, y, ""));
                }
            }
            Drawn::Density { centre, lower, upper } => {
                for (bound, polyline) in [("lower", lower), ("upper", upper)] {
                    let halves = Half::both(centre, polyline);
                    let vertices = halves.iter().flat_map(|half| &half.polyline);
                    vertices.for_each(|Vertex { x, y }| add(bound, x, y, ""));
                }
            }
            Drawn::Marks { marks, joined, .. } => {
                let is_there = |mark: &&Mark| scene.x.from <= mark.x && mark.x <= scene.x.to;
                let passing = match joined {
                    true => shown(marks, &scene.x, |mark| &mark.x),
                    false => marks,
                };
                for mark in passing.iter().filter(|mark| *joined || is_there(mark)) {
                    let label = quoted(&mark.label);
                    add("lower", &mark.x, &mark.lower, &label);
                    add("upper", &mark.x, &mark.upper, &label);
                }
            }
        }
    }
    rows.join("\n") + "\n"
}

/// The vertices of the lines that pass through a part of an axis; they ascend along it.
fn shown<'a, T>(polyline: &'a [T], axis: &Axis, x: impl Fn(&T) -> &Coordinate) -> &'a [T] {
    let first = polyline.partition_point(|vertex| *x(vertex) < axis.from);
    let beyond = polyline.partition_point(|vertex| *x(vertex) <= axis.to);
    let end = polyline.len().min(beyond + 1);
    polyline.get(first.saturating_sub(1)..end).unwrap_or_default()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
