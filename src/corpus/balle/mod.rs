//! B. Balle, G. Barthe, M. Gaboardi: Privacy amplification by subsampling.

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "BA",
    file: "balle-barthe-gaboardi",
    title: "Balle, Barthe and Gaboardi: Privacy Amplification by Subsampling",
    sections: &[],
};
