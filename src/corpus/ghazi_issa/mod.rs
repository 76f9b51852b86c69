//! E. Ghazi, I. Issa: Total variation meets differential privacy.

mod asymptotic;
mod composition;
mod local;
mod mechanisms;
mod region;

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "GI",
    file: "ghazi-issa",
    title: "Ghazi and Issa: Total Variation Meets Differential Privacy",
    sections: &[region::ENTRIES, composition::ENTRIES, asymptotic::ENTRIES, mechanisms::ENTRIES, local::ENTRIES],
};
