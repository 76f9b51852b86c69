//! The table of kinds.

use super::description::{Description, names};
use super::kind::Kind;
use crate::mechanism::kinds::additive;
use crate::mechanism::kinds::approx_dp;
use crate::mechanism::kinds::compose;
use crate::mechanism::kinds::discrete_gaussian;
use crate::mechanism::kinds::discrete_laplace;
use crate::mechanism::kinds::erasure;
use crate::mechanism::kinds::exponential;
use crate::mechanism::kinds::finite_pair;
use crate::mechanism::kinds::gaussian;
use crate::mechanism::kinds::gaussian_scales;
use crate::mechanism::kinds::group;
use crate::mechanism::kinds::hadamard_response;
use crate::mechanism::kinds::intersection;
use crate::mechanism::kinds::inverse;
use crate::mechanism::kinds::laplace;
use crate::mechanism::kinds::matrix_gaussian;
use crate::mechanism::kinds::mixture;
use crate::mechanism::kinds::mixture_of_shifts;
use crate::mechanism::kinds::multi_dp;
use crate::mechanism::kinds::noisy_max;
use crate::mechanism::kinds::private_selection;
use crate::mechanism::kinds::random_allocation;
use crate::mechanism::kinds::randomized_response;
use crate::mechanism::kinds::repeat;
use crate::mechanism::kinds::sampled;
use crate::mechanism::kinds::sparse_vector;
use crate::mechanism::kinds::staircase;
use crate::mechanism::kinds::subset_selection;
use crate::mechanism::kinds::symmetrised;
use crate::mechanism::kinds::thresholded;
use crate::mechanism::kinds::trade_off;
use crate::mechanism::kinds::unary_encoding;
use crate::mechanism::kinds::union;
use crate::mechanism::kinds::zcdp;
use std::sync::LazyLock;

/// All kinds, in the order in which they are listed.
pub(crate) const KINDS: [&Kind; 36] = [
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
pub(crate) fn kind(name: &str) -> Option<&'static Kind> {
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
