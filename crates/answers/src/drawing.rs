//! A scene as a file of text.

use crate::visible::text_file;
use dpcert_picture::{Scene, draw};

/// The form of a drawing that is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A drawing of lines.
    Svg,
    /// A page that works without a connection.
    Html,
    /// The numbers.
    Csv,
    /// The scene.
    Json,
}

impl Drawing {
    /// All of them, by the end of the name of a file.
    pub const NAMES: [(&str, Drawing); 4] = [
        ("svg", Drawing::Svg),
        ("html", Drawing::Html),
        ("csv", Drawing::Csv),
        ("json", Drawing::Json),
    ];

    /// The contents of a file of this form.
    ///
    /// # Errors
    /// If the scene cannot be written as JSON.
    pub fn of(self, scene: &Scene) -> Result<String, String> {
        let text = match self {
            Drawing::Svg => draw::svg(scene),
            Drawing::Html => draw::html(scene),
            Drawing::Csv => draw::csv(scene),
            Drawing::Json => {
                serde_json::to_string(scene).map_err(|error| error.to_string())? + "\n"
            }
        };
        Ok(text_file(&text))
    }
}
