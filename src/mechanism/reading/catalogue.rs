//! The table of kinds.

use super::adjacency::Adjacency;
use super::description::{Description, names};
use super::kind::Kind;
use crate::mechanism::kinds as all;
use std::sync::LazyLock;

/// All kinds, in the order in which they are listed.
pub(crate) const KINDS: [&Kind; 39] = [
    &all::approx_dp::APPROX_DP,
    &all::approx_dp::APPROX_DP_TV,
    &all::multi_dp::KIND,
    &all::randomized_response::KIND,
    &all::unary_encoding::KIND,
    &all::sum_of_reports::KIND,
    &all::subset_selection::KIND,
    &all::hadamard_response::KIND,
    &all::finite_pair::KIND,
    &all::trade_off::KIND,
    &all::staircase::KIND,
    &all::laplace::KIND,
    &all::gaussian::GAUSSIAN,
    &all::gaussian::GDP,
    &all::generalised_gaussian::KIND,
    &all::matrix_gaussian::KIND,
    &all::repeat::KIND,
    &all::compose::KIND,
    &all::exponential::KIND,
    &all::noisy_max::KIND,
    &all::sparse_vector::KIND,
    &all::discrete_laplace::KIND,
    &all::discrete_gaussian::KIND,
    &all::additive::KIND,
    &all::thresholded::KIND,
    &all::zcdp::KIND,
    &all::sampled::KIND,
    &all::random_allocation::KIND,
    &all::shuffled_batches::KIND,
    &all::group::KIND,
    &all::inverse::KIND,
    &all::symmetrised::KIND,
    &all::intersection::KIND,
    &all::union::KIND,
    &all::mixture::KIND,
    &all::erasure::KIND,
    &all::private_selection::KIND,
    &all::mixture_of_shifts::KIND,
    &all::gaussian_scales::KIND,
];

/// The kind with a name.
pub(crate) fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}

/// The neighbours of which alone the pair of a kind is, where no field of it names them.
pub(crate) fn only_of(name: &str) -> Option<Adjacency> {
    kind(name)?.only_of
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::reading::kind::Form;

    #[test]
    fn what_has_a_density_is_noise() {
        let noise: Vec<_> = KINDS.into_iter().filter(|kind| kind.is_noise).collect();
        assert!(KINDS.into_iter().all(|kind| kind.density.is_none() || kind.is_noise));
        assert!(noise.iter().all(|kind| !matches!(kind.form, Form::Class(_))));
        assert!(kind("gdp").is_some_and(|kind| !kind.is_noise));
    }
}
