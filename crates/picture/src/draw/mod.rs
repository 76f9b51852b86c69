//! Drawings of scenes, and of heat maps.

mod csv;
mod curve;
mod frame;
mod heat_map;
mod html;
mod joined;
mod labels;
mod mark;
mod palette;
#[cfg(feature = "png")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod sheet;
mod svg;
mod terminal;
#[cfg(feature = "png")]
mod tree;
mod words;

pub use csv::csv;
pub use heat_map::{Cell, HeatMap, Key, Panel, Sign, Steps, heat_map};
pub use html::{ENDS, html};
#[cfg(feature = "png")]
pub use pdf::{PdfError, pdf};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;
pub use terminal::terminal;
pub(crate) use words::symbols;
