//! A scene as PDF.

use super::tree::{TreeError, tree};
use crate::scene::Scene;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use std::collections::HashMap;
use svg2pdf::{ConversionError, ConversionOptions};

/// Points of a page in an inch, and pixels of a drawing.
const POINTS_PER_INCH: f32 = 72.0;
const PIXELS_PER_INCH: f32 = 96.0;
/// The version that every program reads that typesets papers; some warn of a later one.
const VERSION: (u8, u8) = (1, 5);

/// Why a picture cannot be written as PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The drawing could not be read back, or the fonts lack one of its letters.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// It could not be converted.
    #[error("the picture cannot be written: {0}")]
    Conversion(ConversionError),
}

/// The drawing of a scene as a page of its size, with 96 pixels in an inch, and the letters that it
/// uses.
///
/// The page has no transparency group of its own: in a paper, pages with one warn where they meet.
///
/// # Errors
/// See [`PdfError`].
#[expect(clippy::float_arithmetic, reason = "the size of a page")]
pub fn pdf(scene: &Scene) -> Result<Vec<u8>, PdfError> {
    let tree = tree(scene)?;
    let (drawing, object) =
        svg2pdf::to_chunk(&tree, ConversionOptions::default()).map_err(PdfError::Conversion)?;
    let mut next = Ref::new(1);
    let (catalog, pages, page, contents) = (next.bump(), next.bump(), next.bump(), next.bump());
    let mut new = HashMap::new();
    let drawing = drawing.renumber(|old| *new.entry(old).or_insert_with(|| next.bump()));
    let Some(object) = new.get(&object) else {
        return Err(PdfError::Conversion(ConversionError::UnknownError));
    };
    let points = |pixels: f32| pixels * POINTS_PER_INCH / PIXELS_PER_INCH;
    let (width, height) = (points(tree.size().width()), points(tree.size().height()));
    let name = Name(b"drawing");
    let mut pdf = Pdf::new();
    pdf.set_version(VERSION.0, VERSION.1);
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut written = pdf.page(page);
    written.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(contents);
    written.resources().x_objects().pair(name, object);
    written.finish();
    // The object is as wide and as high as a point.
    let mut content = Content::new();
    content.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(name);
    pdf.stream(contents, &content.finish());
    pdf.extend(&drawing);
    Ok(pdf.finish())
}
