//! A scene as PDF.

use super::tree::tree;
use crate::scene::Scene;
use resvg::usvg;
use svg2pdf::{ConversionError, ConversionOptions, PageOptions};

/// Pixels of a drawing in an inch.
const PIXELS_PER_INCH: f32 = 96.0;

/// Why a picture cannot be written as PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The drawing could not be read back.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// It could not be converted.
    #[error("the picture cannot be written: {0}")]
    Conversion(ConversionError),
}

/// The drawing of a scene as a page of its size, with 96 pixels in an inch, and the letters that it
/// uses.
///
/// # Errors
/// See [`PdfError`].
pub fn pdf(scene: &Scene) -> Result<Vec<u8>, PdfError> {
    let page = PageOptions { dpi: PIXELS_PER_INCH };
    let tree = tree(scene)?;
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(PdfError::Conversion)
}
