//! How mechanisms are read and shown: the catalogue, what a kind says of itself, and the domains of
//! parameters.

pub(crate) mod adjacency;
pub(crate) mod assumed;
pub(crate) mod catalogue;
pub(crate) mod description;
pub(crate) mod distance;
pub(crate) mod domain;
pub(crate) mod family;
pub(crate) mod foreign_names;
pub(crate) mod kind;
pub(crate) mod read;
pub(crate) mod row_sampling;
pub(crate) mod shown;
