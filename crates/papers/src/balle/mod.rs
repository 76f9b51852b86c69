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

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "BA",
    file: "balle-barthe-gaboardi",
    title: "Balle, Barthe and Gaboardi: Privacy Amplification by Subsampling",
    version: "a text without a version or a date, of the paper of 2018",
    later: "arXiv 1807.01647 has two versions or more; which of them was judged could not be determined, and none \
            was compared.",
    sections: &[
        divergence::ENTRIES,
        convexity::ENTRIES,
        profile::ENTRIES,
        moment::ENTRIES,
        group::ENTRIES,
        coupling::ENTRIES,
        sampling::ENTRIES,
        replacement::ENTRIES,
        mismatch::ENTRIES,
        lower::ENTRIES,
    ],
    figures: &[],
};
