//! S. Najib: Privacy visualisation through hypothesis testing (a master's thesis).

use super::entry::Paper;

/// The paper.
pub(super) const PAPER: Paper = Paper {
    prefix: "TH",
    file: "najib",
    title: "Najib: Privacy Visualisation Through Hypothesis Testing",
    sections: &[],
};
