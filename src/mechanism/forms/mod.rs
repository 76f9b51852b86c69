//! Forms of pairs of distributions, and of trade-off functions, of which mechanisms are made.

pub(crate) mod allocated;
pub(crate) mod as_curve;
pub(crate) mod beside;
pub(crate) mod bounded;
pub(crate) mod closed_form;
pub(crate) mod concentration;
pub(crate) mod density;
pub(crate) mod divergence;
pub(crate) mod loss_pair;
pub(crate) mod mixed;
pub(crate) mod neighbours;
pub(crate) mod noise;
pub(crate) mod operation;
pub(crate) mod orders;
pub(crate) mod pair;
pub(crate) mod reports;
pub(crate) mod shifts;
pub(crate) mod worst_reports;
