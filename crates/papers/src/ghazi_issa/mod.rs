//! E. Ghazi, I. Issa: Total variation meets differential privacy.

mod asymptotic;
mod channels;
mod composition;
mod definitions;
mod erasure;
mod figures;
mod local;
mod mechanisms;
mod region;

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "GI",
    file: "ghazi-issa",
    title: "Ghazi and Issa: Total Variation Meets Differential Privacy",
    version: "arXiv 2311.01553v1 of 2 November 2023",
    later: "Version 2 of April 2024 has another abstract, and the article is in the IEEE Journal on Selected Areas \
            in Information Theory 5 (2024), pages 207 to 220. Neither was compared.",
    sections: &[
        region::ENTRIES,
        composition::ENTRIES,
        asymptotic::ENTRIES,
        mechanisms::ENTRIES,
        local::ENTRIES,
        erasure::ENTRIES,
        definitions::ENTRIES,
    ],
    figures: figures::FIGURES,
};
