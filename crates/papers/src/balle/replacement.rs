//! Section 4 and appendix B: samples with replacement, Theorems 10 and 11.

use super::samples::{
    Records, Samples, Table, added, given, mixed, multisets, neighbours, records, removed,
    replaced, show_records, subsets_of_size, tables, with_replacement,
};
use super::sampling::{halves, note, outer, quarters, same_law, stretched};
use crate::family::{largest_difference, ratio};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;

pub(super) const SECTION: Section = Section {
    file: "balle/replacement.toml",
    text: include_str!("replacement.toml"),
    checks: &[
        ("BA-23", substitution),
        ("BA-24", hybrid),
        ("BA-25", law),
        ("BA-26", mixture),
        ("BA-57", common_part),
        ("BA-58", groups),
        ("BA-59", removed_record),
    ],
};

/// `C(n, k)`.
pub(super) fn choose(n: u64, k: u64) -> Real {
    (0..k.min(n)).fold(if k > n { Real::zero() } else { Real::one() }, |product, i| {
        product * ratio(n - i, i + 1)
    })
}

/// `C(m, k) n^-k (1-1/n)^(m-k)`.
fn weight(n: u64, m: u64, k: u64) -> Real {
    let hit = ratio(1, n);
    choose(m, k) * hit.pow(k as i64) * (1 - hit).pow((m - k) as i64)
}

/// `1 - (1-1/n)^m`.
fn hit_rate(n: u64, m: u64) -> Real {
    1 - (1 - ratio(1, n)).pow(m as i64)
}

/// The right-hand side of (12) at the inner alpha; `one` counts groups as single records.
fn sum_over_groups(table: &Table<'_>, n: u64, m: u64, inner: &Real, one: bool) -> Real {
    let term = |k: u64| weight(n, m, k) * table.profile(if one { 1 } else { k as usize }, inner);
    (1..=m).map(term).fold(Real::zero(), |sum, term| sum + term)
}

/// Checks the bound for all mechanisms and these pairs of data sets.
fn bounds(
    trial: &mut Trial,
    (n, m): (u8, u8),
    laws: &[Vec<Real>],
    both: &[(Records, Records)],
) -> Result<(), CheckError> {
    trial.at("(n, m)", format_args!("({n}, {m})"));
    let samples = multisets(&records(n + 1), m.into());
    let inner = |outer: &Real| stretched(outer, &hit_rate(n.into(), m.into()));
    let draws: Vec<(Samples, Samples)> = both
        .iter()
        .map(|(x, y)| (with_replacement(x, m.into()), with_replacement(y, m.into())))
        .collect();
    for table in tables(&samples, laws, replaced) {
        trial.at("M", &table);
        for outer in outer() {
            trial.at("alpha'", &outer);
            let bound = sum_over_groups(
                &table,
                n.into(),
                m.into(),
                &inner(&outer),
                trial.either(false, true),
            );
            for ((x, y), (first, second)) in both.iter().zip(&draws) {
                note(trial, x, y);
                let divergence = largest_difference(&table.on(first), &table.on(second), &outer);
                trial.at_most(("D_alpha'", divergence), ("the bound", &bound))?;
            }
        }
    }
    Ok(())
}

fn substitution(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m, laws) in [(1, 1, halves()), (2, 1, halves()), (2, 2, halves()), (3, 2, quarters())] {
        let both = neighbours(&subsets_of_size(&records(n + 1), n.into()), replaced);
        bounds(trial, (n, m), &laws, &both)?;
    }
    Ok(())
}

fn hybrid(trial: &mut Trial) -> Result<(), CheckError> {
    for size in 0..=1u8 {
        trial.at("n", size);
        let drawn = with_replacement(&records(size), 1);
        if trial.divides("the denominator n", &Real::from(i64::from(size))) {
            trial.equal(
                (
                    "the probabilities of a draw, summed",
                    drawn.values().fold(Real::zero(), |sum, mass| sum + mass),
                ),
                ("1", 1),
            )?;
        } else {
            trial.holds(drawn.is_empty(), "nothing can be drawn", || {
                format!("{} samples", drawn.len())
            })?;
        }
    }
    trial.clear_parameters();
    for (n, m) in [(1u8, 1), (1, 2), (2, 1), (2, 2)] {
        let size = usize::from(n);
        let sizes =
            [size - 1, size, size + 1].map(|size| subsets_of_size(&records(n + 1), size)).concat();
        let mut both = neighbours(&sizes, removed);
        both.retain(|(x, y)| x.len() == size && !y.is_empty());
        bounds(trial, (n, m), &halves(), &both)?;
    }
    Ok(())
}

fn law(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=3).flat_map(|n| (1u8..=3).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (x, universe) = (records(n), records(n + 1));
        let omega = with_replacement(&x, m.into());
        for y in multisets(&universe, m.into()) {
            trial.at("y", show_records(&y));
            let of_record = |product: Real, record: &u8| {
                let drawn = y.iter().filter(|other| *other == record).count() as u64;
                let has = Real::from(i64::from(x.contains(record)));
                let base =
                    if trial.reading() == Reading::Printed { has } else { has.pow(drawn as i64) };
                product * base / factorial(trial.either(drawn, 1))
            };
            let start = factorial(m.into()) / Real::from(i64::from(n)).pow(m.into());
            let formula = universe.iter().fold(start, of_record);
            let mass = omega.get(&y).cloned().unwrap_or_else(Real::zero);
            trial.equal(("omega(y)", mass), ("the formula", formula))?;
        }
    }
    Ok(())
}

fn factorial(n: u64) -> Real {
    (1..=n).fold(Real::one(), |product, i| product * Real::from(i))
}

/// `S_{m-1}(x) + v` for the last record v.
fn printed_part(n: u8, m: u8) -> Samples {
    added(&with_replacement(&records(n), usize::from(m) - 1), n, 1)
}

fn mixture(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=4).flat_map(|n| (1u8..=4).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (rest, size) = (records(n - 1), usize::from(m));
        let gamma = hit_rate(n.into(), m.into());
        let from_rest = |draws: usize| with_replacement(&rest, draws);
        let with_copies: Vec<Samples> =
            (1..=size).map(|k| added(&from_rest(size - k), n, k)).collect();
        let weights = (1..=u64::from(m)).map(|k| weight(n.into(), m.into(), k) / &gamma);
        let given = mixed(weights.zip(&with_copies));
        let first = trial.choose(printed_part(n, m), given, added(&from_rest(size - 1), n, 1));
        let sides = mixed([(1 - &gamma, &from_rest(size)), (gamma, &first)]);
        let omega = with_replacement(&records(n), size);
        same_law(trial, &omega, &sides)?;
    }
    Ok(())
}

fn groups(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=3).flat_map(|n| (1u8..=3).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let other: Records = records(n - 1).into_iter().chain([n + 1]).collect();
        let (first, gamma) = given(&with_replacement(&records(n), m.into()), n);
        let (second, _) = given(&with_replacement(&other, m.into()), n + 1);
        for k in 1..=m {
            trial.at("k", k);
            let nearest = |y: &Records| second.keys().filter_map(|z| replaced(y, z)).min();
            let at_k = first.iter().filter(|(y, _)| nearest(y) == Some(k.into()));
            let mass = at_k.fold(Real::zero(), |sum, (_, mass)| sum + mass);
            let formula =
                weight(n.into(), m.into(), k.into()) / trial.either(gamma.clone(), Real::one());
            trial.equal(("omega_1(Y_k)", mass), ("the formula", formula))?;
        }
    }
    Ok(())
}

/// All mechanisms on the samples of x = {1, ..., n}, with the part that has n and the one that has
/// not.
fn for_steps(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, (u8, u8), &Table<'_>, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (n, m) in [(2u8, 1u8), (2, 2)] {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (samples, laws) = (multisets(&records(n), m.into()), halves());
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for outer in outer() {
                trial.at("alpha'", &outer);
                check(trial, (n, m), &table, &outer)?;
            }
        }
    }
    Ok(())
}

fn common_part(trial: &mut Trial) -> Result<(), CheckError> {
    for_steps(trial, |trial, (n, m), table, outer| {
        let (first, gamma) = given(&with_replacement(&records(n), m.into()), n);
        let rest = with_replacement(&records(n - 1), m.into());
        let inner = stretched(outer, &gamma);
        let divergence = largest_difference(&table.on(&first), &table.on(&rest), &inner);
        let sum = sum_over_groups(table, n.into(), m.into(), &inner, trial.either(false, true));
        let factor = trial.choose(Real::one(), gamma.clone(), gamma);
        let name = trial.choose(
            "D_alpha(mu_1 || mu_0)",
            "gamma D_alpha(mu_1 || mu_0)",
            "gamma D_alpha(mu_1 || mu_0)",
        );
        trial.at_most((name, factor * divergence), ("the sum", sum))
    })
}

fn removed_record(trial: &mut Trial) -> Result<(), CheckError> {
    for_steps(trial, |trial, (n, m), table, outer| {
        let (whole, rest) =
            (with_replacement(&records(n), m.into()), with_replacement(&records(n - 1), m.into()));
        let (first, gamma) = given(&whole, n);
        let first = trial.either(first, printed_part(n, m));
        let left = largest_difference(&table.on(&whole), &table.on(&rest), outer);
        let right = &gamma
            * largest_difference(&table.on(&first), &table.on(&rest), &stretched(outer, &gamma));
        trial.equal(("D_alpha'", left), ("the right side", right))
    })
}
