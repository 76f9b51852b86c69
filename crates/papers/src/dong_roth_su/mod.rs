//! J. Dong, A. Roth, W. Su: Gaussian differential privacy.

mod approximate;
mod composition;
mod definition;
mod duality;
mod family;
mod figures;
mod gaussian;
mod groups;
mod integrals;
mod limits;
mod mechanisms;
mod polygons;
mod processing;
mod sampling;
mod sgd;
mod subsampling;

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "GDP",
    file: "dong-roth-su",
    title: "Dong, Roth and Su: Gaussian Differential Privacy",
    version: "as read before the Royal Statistical Society on 16 December 2020",
    later: "arXiv 1905.02383 has versions of it, and the journal printed it. None was compared.",
    sections: &[
        definition::ENTRIES,
        gaussian::ENTRIES,
        processing::ENTRIES,
        duality::ENTRIES,
        groups::ENTRIES,
        composition::ENTRIES,
        limits::ENTRIES,
        approximate::ENTRIES,
        sampling::ENTRIES,
        subsampling::ENTRIES,
        sgd::ENTRIES,
    ],
    figures: figures::FIGURES,
};
