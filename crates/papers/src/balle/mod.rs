//! B. Balle, G. Barthe, M. Gaboardi: Privacy amplification by subsampling.

mod convexity;
mod coupling;
mod divergence;
mod group;
mod lower;
mod mismatch;
mod moment;
mod profile;
mod replacement;
mod samples;
mod sampling;
mod transport;

use super::read::PaperSource;

/// The paper.
pub(super) const SOURCE: PaperSource = PaperSource {
    file: "balle/paper.toml",
    text: include_str!("paper.toml"),
    sections: &[
        divergence::SECTION,
        convexity::SECTION,
        profile::SECTION,
        moment::SECTION,
        group::SECTION,
        coupling::SECTION,
        sampling::SECTION,
        replacement::SECTION,
        mismatch::SECTION,
        lower::SECTION,
    ],
};
