//! J. Dong, A. Roth, W. Su: Gaussian differential privacy.

mod approximate;
mod composition;
mod definition;
mod duality;
mod family;
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

use super::read::PaperSource;

/// The paper.
pub(super) const SOURCE: PaperSource = PaperSource {
    file: "dong_roth_su/paper.toml",
    text: include_str!("paper.toml"),
    sections: &[
        definition::SECTION,
        gaussian::SECTION,
        processing::SECTION,
        duality::SECTION,
        groups::SECTION,
        composition::SECTION,
        limits::SECTION,
        approximate::SECTION,
        sampling::SECTION,
        subsampling::SECTION,
        sgd::SECTION,
    ],
};
