//! A scene as a page that works without a connection.

use super::svg;
use crate::scene::Scene;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A JavaScript module that evaluates the polylines of a scene at a point, by exact arithmetic:
/// `along`, `shareOf`, `readings` and `said`.
pub const ENDS: &str = include_str!("ends.js");

/// One file: the drawing, and the certified ends under the pointer.
pub fn html(scene: &Scene) -> String {
    // In a script only its end tag has a meaning.
    let data = serde_json::to_string(scene).unwrap_or_default().replace('<', "\\u003c");
    let title = scene.title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<main>\n{}<p id=\"under\" role=\"status\">Point at the picture, or \
         use the arrow keys on it: the certified ends appear here.</p>\n</main>\n<script type=\"application/json\" \
         id=\"scene\">\
         {data}</script>\n<script type=\"module\">\n{ENDS}{SCRIPT}</script>\n",
        svg(scene)
    )
}
