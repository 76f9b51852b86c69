//! A scene in pixels.

use super::tree::{TreeError, tree};
use crate::scene::Scene;
use png::{BitDepth, ColorType, Encoder, EncodingError, PixelDimensions, Unit};
use resvg::tiny_skia;

/// Why a picture cannot be rendered as pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The drawing could not be read back, or the fonts lack one of its letters.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The picture is too large, or has no size.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(u32, u32),
    /// It could not be encoded.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

/// The drawing of a scene as PNG, on white, each of its pixels as `scale` by `scale`. It says its
/// resolution, so that it is as large on paper as a PDF, where 96 pixels are an inch.
///
/// # Errors
/// See [`PngError`].
pub fn png(scene: &Scene, scale: u16) -> Result<Vec<u8>, PngError> {
    let tree = tree(scene)?;
    let size = tree.size().to_int_size().scale_by(f32::from(scale));
    let size = size.ok_or(PngError::Size(0, 0))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PngError::Size(size.width(), size.height()))?;
    // The last row may be a part of one.
    pixels.fill(tiny_skia::Color::WHITE);
    // 96 in 0.0254 metres, rounded.
    let per_metre = (u32::from(scale) * 960_000 + 127) / 254;
    let scale = f32::from(scale);
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encoded(&pixels, per_metre).map_err(|error| PngError::Encoding(error.to_string()))
}

/// Pixels without transparency as a file.
fn encoded(pixels: &tiny_skia::Pixmap, per_metre: u32) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.data())?;
    writer.finish()?;
    Ok(file)
}
