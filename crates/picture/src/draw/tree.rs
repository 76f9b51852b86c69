//! A drawing with the letters of its texts.

use super::svg;
use crate::scene::Scene;
use resvg::usvg;

/// The drawing of a scene, with the fonts that are here: the first families of `Font::Sans` and
/// `Font::Serif`. A text in a family that is not loaded would be left out.
///
/// # Errors
/// A drawing that cannot be read back.
pub fn tree(scene: &Scene) -> Result<usvg::Tree, usvg::Error> {
    let mut options =
        usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    for font in [
        dejavu::sans::regular(),
        dejavu::sans::bold(),
        dejavu::serif::regular(),
        dejavu::serif::bold(),
    ] {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    usvg::Tree::from_str(&svg(scene), &options)
}
