//! A drawing with the letters of its texts.

use super::svg;
use crate::scene::Scene;
use resvg::usvg::{self, Group, Node};

/// Why the letters of a drawing are not there.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The drawing could not be read back.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// A letter that the fonts lack.
    #[error(
        "the letter {0} is not in DejaVu, with which .pdf and .png are written: write another one in names and titles, or write .svg, for which the fonts of its reader are used"
    )]
    Letter(String),
}

/// The drawing of a scene, with the fonts that are here: the first families of `Font::Sans` and
/// `Font::Serif`. A text in a family that is not loaded would be left out.
///
/// # Errors
/// A drawing that cannot be read back, or one with a letter that the fonts lack.
pub fn tree(scene: &Scene) -> Result<usvg::Tree, TreeError> {
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
    let tree = usvg::Tree::from_str(&svg(scene), &options)?;
    match missing(tree.root()) {
        Some(letter) => Err(TreeError::Letter(letter)),
        None => Ok(tree),
    }
}

/// The first letter without a shape, which is drawn as a box.
fn missing(group: &Group) -> Option<String> {
    group.children().iter().find_map(|node| match node {
        Node::Group(group) => missing(group),
        Node::Text(text) => {
            let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
            glyphs.find(|glyph| glyph.id.0 == 0).map(|glyph| glyph.text.clone())
        }
        Node::Path(_) | Node::Image(_) => None,
    })
}
