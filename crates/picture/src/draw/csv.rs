//! The numbers of a scene.

use crate::scene::{Drawn, Scene, Vertex};

/// Every vertex and point of a scene, a row each: the layer, which bound it belongs to, and where it is. A point has two
/// rows.
pub fn csv(scene: &Scene) -> String {
    let mut rows = vec!["layer,bound,x,y".to_owned()];
    for layer in &scene.layers {
        let name = format!("\"{}\"", layer.name.replace('"', "\"\""));
        let mut add = |bound: &str, x: &dyn std::fmt::Display, y: &dyn std::fmt::Display| {
            rows.push(format!("{name},{bound},{x},{y}"));
        };
        match &layer.drawn {
            Drawn::Region { lower, upper } | Drawn::Function { lower, upper } => {
                for (bound, polyline) in [("lower", lower), ("upper", upper)] {
                    polyline.iter().for_each(|Vertex { x, y }| add(bound, x, y));
                }
            }
            Drawn::Marks { marks } => {
                for mark in marks {
                    add("lower", &mark.x, &mark.lower);
                    add("upper", &mark.x, &mark.upper);
                }
            }
        }
    }
    rows.join("\n") + "\n"
}
