//! The table of kinds.

use super::description::{Description, names};
use super::kind::Kind;
use super::{
    additive, approx_dp, compose, discrete_gaussian, discrete_laplace, erasure, exponential, finite_pair, gaussian,
    gaussian_scales, group, hadamard_response, intersection, inverse, laplace, matrix_gaussian, mixture,
    mixture_of_shifts, multi_dp, noisy_max, private_selection, random_allocation, randomized_response, repeat, sampled,
    sparse_vector, staircase, subset_selection, symmetrised, thresholded, trade_off, unary_encoding, union, zcdp,
};
use std::sync::LazyLock;

/// All kinds, in the order in which they are listed.
pub(super) const KINDS: [&Kind; 36] = [
    &approx_dp::APPROX_DP,
    &approx_dp::APPROX_DP_TV,
    &multi_dp::KIND,
    &randomized_response::KIND,
    &unary_encoding::KIND,
    &subset_selection::KIND,
    &hadamard_response::KIND,
    &finite_pair::KIND,
    &trade_off::KIND,
    &staircase::KIND,
    &laplace::KIND,
    &gaussian::GAUSSIAN,
    &gaussian::GDP,
    &matrix_gaussian::KIND,
    &repeat::KIND,
    &compose::KIND,
    &exponential::KIND,
    &noisy_max::KIND,
    &sparse_vector::KIND,
    &discrete_laplace::KIND,
    &discrete_gaussian::KIND,
    &additive::KIND,
    &thresholded::KIND,
    &zcdp::KIND,
    &sampled::KIND,
    &random_allocation::KIND,
    &group::KIND,
    &inverse::KIND,
    &symmetrised::KIND,
    &intersection::KIND,
    &union::KIND,
    &mixture::KIND,
    &erasure::KIND,
    &private_selection::KIND,
    &mixture_of_shifts::KIND,
    &gaussian_scales::KIND,
];

/// The kind with a name.
pub(super) fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}

/// The names of the fields of each kind.
static FIELDS: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| KINDS.into_iter().map(|kind| names(kind.fields)).collect());

/// The kinds of mechanisms, each with the names of its fields, in the order of the catalogue.
///
/// ```
/// let staircase = dpcert::mechanism::kinds().find(|(kind, _)| *kind == "staircase");
/// assert_eq!(staircase, Some(("staircase", &["eps", "gamma"][..])));
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    KINDS.into_iter().zip(&*FIELDS).map(|(kind, fields)| (kind.name, fields.as_slice()))
}

/// What is said of each kind, in the order of the catalogue.
#[doc(hidden)]
pub fn catalogue() -> impl Iterator<Item = Description> {
    KINDS.into_iter().map(|kind| {
        let Kind { name, fields, rules, rows, templates, .. } = *kind;
        Description { name, fields, rules, rows, templates }
    })
}
