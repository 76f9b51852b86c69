//! Drawings of a scene.

mod csv;
mod frame;
mod html;
mod mark;
mod palette;
#[cfg(feature = "png")]
mod png;
mod svg;
mod terminal;

pub use csv::csv;
pub use html::{ENDS, html};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;
pub use terminal::terminal;
