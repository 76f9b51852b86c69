//! Section 4 and appendix B: Poisson samples under substitution, Theorem 14.

use super::replacement::choose;
use super::samples::{
    Records, Samples, added, neighbours, poisson, records, removed, replaced, show_records,
    subsets, subsets_of_size, tables, total_variation, without_replacement,
};
use super::sampling::{for_poisson, note, outer, quarters, stretched};
use crate::family::{distributions, inside_unit, largest_difference, pairs, ratio};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/mismatch.toml",
    text: include_str!("mismatch.toml"),
    checks: &[
        ("BA-34", substitution),
        ("BA-35", inside_the_profile),
        ("BA-40", distance),
        ("BA-60", sizes_differ),
        ("BA-61", parts_by_removal),
        ("BA-64", sizes),
        ("BA-65", size_by_size),
    ],
};

/// `C(n-1, k-1) gamma^(k-1) (1-gamma)^(n-k)`.
fn weight(n: u64, k: u64, gamma: &Real) -> Real {
    choose(n - 1, k - 1) * gamma.pow(k as i64 - 1) * (1 - gamma).pow((n - k) as i64)
}

/// `(gamma/(1-gamma)) (n/k - 1) alpha`.
fn shrunk(n: u64, k: u64, gamma: &Real, alpha: &Real) -> Real {
    gamma / (1 - gamma) * (ratio(n, k) - 1) * alpha
}

fn substitution(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, laws) in [(1u8, distributions(2, 3)), (2, quarters())] {
        trial.at("n", n);
        let (universe, size) = (records(n + 1), u64::from(n));
        let samples = subsets(&universe);
        let both = neighbours(&subsets_of_size(&universe, n.into()), replaced);
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for (gamma, outer) in pairs(&inside_unit(3), &outer()) {
                trial.at("gamma", &gamma);
                trial.at("alpha'", &outer);
                let alpha = stretched(&outer, &gamma);
                let term = |k: u64| {
                    weight(size, k, &gamma) * table.profile(1, &shrunk(size, k, &gamma, &alpha))
                };
                let sum = (1..size)
                    .map(term)
                    .fold(&gamma * table.profile(1, &alpha), |sum, term| sum + term);
                let bound = sum + trial.either(weight(size, size, &gamma), Real::zero());
                for (x, y) in &both {
                    note(trial, x, y);
                    let (p, q) = (table.on(&poisson(x, &gamma)), table.on(&poisson(y, &gamma)));
                    trial.at_most(
                        ("D_alpha'", largest_difference(&p, &q, &outer)),
                        ("the bound", &bound),
                    )?;
                }
            }
        }
    }
    Ok(())
}

fn inside_the_profile(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, (gamma, alpha)) in pairs(&[2u64, 3, 4, 5, 6], &pairs(&inside_unit(5), &outer())) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        trial.at("alpha", &alpha);
        for k in 1..n {
            trial.at("k", k);
            let shrunk = shrunk(n, k, &gamma, &alpha);
            trial.has_value(shrunk.compare(&Real::one()) != Some(Ordering::Less), || {
                format!("alpha_k = {shrunk} < 1")
            });
            let count = Real::from(trial.either(n, n - 1));
            let end = count * &gamma * &alpha / (1 - &gamma + &gamma * &alpha);
            let is_beyond = Real::from(k).compare(&end) == Some(Ordering::Greater);
            let is_below = shrunk.compare(&Real::one()) == Some(Ordering::Less);
            trial.holds(
                is_beyond == is_below,
                "alpha_k < 1 exactly for k beyond the end",
                || format!("alpha_k = {shrunk}, the end is {end}"),
            )?;
        }
    }
    Ok(())
}

/// `{1, ..., n}` with the last record replaced by n + 1.
fn substituted(n: u8) -> Records {
    records(n - 1).into_iter().chain([n + 1]).collect()
}

fn distance(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let tv = total_variation(&poisson(&records(n), &gamma), &poisson(&substituted(n), &gamma));
        trial.equal(
            ("TV", tv),
            ("the formula", trial.either(gamma.clone(), 1 - (1 - &gamma).pow(2))),
        )?;
    }
    Ok(())
}

/// The probability of a size.
fn of_size(samples: &Samples, size: usize) -> Real {
    let sets = samples.iter().filter(|(y, _)| y.len() == size);
    sets.fold(Real::zero(), |sum, (_, mass)| sum + mass)
}

fn sizes_differ(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4, 5], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let other = trial.either(common.clone(), added(&common, n + 1, 1));
        let part = added(&common, n, 1);
        let differs = |size: &usize| {
            of_size(&part, *size).compare(&of_size(&other, *size)) != Some(Ordering::Equal)
        };
        let size = (0..=usize::from(n)).find(differs);
        trial.holds(size.is_some(), "a size has different probabilities", || {
            "all are the same".to_owned()
        })?;
    }
    Ok(())
}

/// What the coupling of BA-61 is.
const COMPATIBLE: &str = "the coupling of y + v with y + v' is compatible";

fn parts_by_removal(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[1u8, 2, 3, 4], &[inside_unit(4), vec![Real::one()]].concat()) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let (part, other) = (added(&common, n, 1), added(&common, n + 1, 1));
        // Every y + v is moved to y + v', which has the same probability.
        let partner = |y: &Records| -> Records {
            y.iter().copied().filter(|&u| u != n).chain([n + 1]).collect()
        };
        let is_nearest = |y: &Records| {
            let nearest = other.keys().filter_map(|z| removed(y, z)).min();
            removed(y, &partner(y)) == nearest && nearest == Some(2)
        };
        let is_coupling = part.iter().all(|(y, mass)| other.get(&partner(y)) == Some(mass));
        let is_compatible = is_coupling && part.keys().all(is_nearest);
        let is_as_claimed = is_compatible == (trial.reading() != Reading::Printed);
        let claimed = trial.choose("no coupling is compatible", COMPATIBLE, COMPATIBLE);
        trial.holds(is_as_claimed, claimed, || {
            let example = part.keys().next().map(|y| show_records(y)).unwrap_or_default();
            format!("{COMPATIBLE} for v = {n}, v' = {}: it moves {example} and all others by 2, the least", n + 1)
        })?;
    }
    trial.clear_parameters();
    for_poisson(trial, removed, |trial, table, gamma, outer| {
        let inner = stretched(outer, gamma);
        let beta = outer / &inner;
        let (one, two) = (table.profile(1, &inner), table.profile(trial.either(2, 1), &inner));
        let bound = gamma * ((1 - &beta) * one + &beta * two);
        for (x, y) in neighbours(table.samples(), replaced) {
            note(trial, &x, &y);
            let (p, q) = (table.on(&poisson(&x, gamma)), table.on(&poisson(&y, gamma)));
            trial
                .at_most(("D_alpha'", largest_difference(&p, &q, outer)), ("the bound", &bound))?;
        }
        Ok(())
    })
}

fn sizes(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[2u8, 3, 4, 5, 6], &inside_unit(5)) {
        trial.at("n", n);
        trial.at("gamma", &gamma);
        let common = poisson(&records(n - 1), &gamma);
        let part = added(&common, n, 1);
        for k in 1..n {
            trial.at("k", k);
            let quotient = of_size(&common, k.into()) / of_size(&part, k.into());
            let share = ratio(n.into(), k.into()) - trial.either(1i64, 0);
            trial
                .equal(("gamma_k/w_k", quotient), ("the formula", &gamma / (1 - &gamma) * share))?;
        }
    }
    Ok(())
}

fn size_by_size(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, laws) in [(1u8, distributions(2, 3)), (2, distributions(2, 3)), (3, quarters())] {
        trial.at("n", n);
        let (samples, rest) = (subsets(&records(n)), records(n - 1));
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for (gamma, alpha) in pairs(&inside_unit(3), &outer()) {
                trial.at("gamma", &gamma);
                trial.at("alpha", &alpha);
                let common = poisson(&rest, &gamma);
                let divergence = largest_difference(
                    &table.on(&added(&common, n, 1)),
                    &table.on(&common),
                    &alpha,
                );
                let term = |k: u8| {
                    let with = added(&without_replacement(&rest, usize::from(k) - 1), n, 1);
                    let order =
                        trial.either(shrunk(n.into(), k.into(), &gamma, &alpha), alpha.clone());
                    let without = without_replacement(&rest, k.into());
                    weight(n.into(), k.into(), &gamma)
                        * largest_difference(&table.on(&with), &table.on(&without), &order)
                };
                let last = weight(n.into(), n.into(), &gamma);
                let sum = (1..n).map(term).fold(last, |sum, term| sum + term);
                trial.at_most(("D_alpha(omega_1 M || omega_0 M)", divergence), ("the sum", sum))?;
            }
        }
    }
    Ok(())
}
