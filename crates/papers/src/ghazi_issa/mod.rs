//! E. Ghazi, I. Issa: Total variation meets differential privacy.

mod asymptotic;
mod channels;
mod composition;
mod definitions;
mod erasure;
mod local;
mod mechanisms;
mod region;

use super::read::PaperSource;

/// The paper.
pub(super) const SOURCE: PaperSource = PaperSource {
    file: "ghazi_issa/paper.toml",
    text: include_str!("paper.toml"),
    sections: &[
        region::SECTION,
        composition::SECTION,
        asymptotic::SECTION,
        mechanisms::SECTION,
        local::SECTION,
        erasure::SECTION,
        definitions::SECTION,
    ],
};
