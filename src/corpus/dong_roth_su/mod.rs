//! J. Dong, A. Roth, W. Su: Gaussian differential privacy.

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "GDP",
    file: "dong-roth-su",
    title: "Dong, Roth and Su: Gaussian Differential Privacy",
    sections: &[],
};
