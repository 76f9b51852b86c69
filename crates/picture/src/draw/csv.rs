//! The numbers of a scene.

use super::frame::Half;
use crate::coordinate::Coordinate;
use crate::scene::{Drawn, Scene, Vertex};

/// Every vertex and point of a scene, a row each: the layer, the bound to which it belongs, and its
/// coordinates. A point has two rows, with its label.
pub fn csv(scene: &Scene) -> String {
    let mut rows = vec!["layer,bound,x,y,label".to_owned()];
    for layer in &scene.layers {
        let name = quoted(&layer.name);
        let mut add = |bound: &str, x: &Coordinate, y: &Coordinate, label: &str| {
            rows.push(format!("{name},{bound},{x},{y},{label}"));
        };
        match &layer.drawn {
            Drawn::Region { lower, upper }
            | Drawn::Function { lower, upper }
            | Drawn::Rising { lower, upper } => {
                for (bound, polyline) in [("lower", lower), ("upper", upper)] {
                    polyline.iter().for_each(|Vertex { x, y }| add(bound, x, y, ""));
                }
            }
            Drawn::Density { centre, lower, upper } => {
                for (bound, polyline) in [("lower", lower), ("upper", upper)] {
                    let halves = Half::both(centre, polyline);
                    let vertices = halves.iter().flat_map(|half| &half.polyline);
                    vertices.for_each(|Vertex { x, y }| add(bound, x, y, ""));
                }
            }
            Drawn::Marks { marks, .. } => {
                for mark in marks {
                    let label = quoted(&mark.label);
                    add("lower", &mark.x, &mark.lower, &label);
                    add("upper", &mark.x, &mark.upper, &label);
                }
            }
        }
    }
    rows.join("\n") + "\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
