//! Section 4 and appendix B: Poisson samples under remove/add-one, and samples without replacement.

use super::samples::{
    Distance, Records, Samples, Table, added, mixed, neighbours, poisson, records, removed,
    replaced, show_records, subsets, subsets_of_size, tables, total_variation, with_replacement,
    without_replacement,
};
use crate::family::{distributions, inside_unit, larger, largest_difference, pairs, ratio};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;

pub(super) const SECTION: Section = Section {
    file: "balle/sampling.toml",
    text: include_str!("sampling.toml"),
    checks: &[
        ("BA-21", poisson_amplification),
        ("BA-22", without_replacement_amplification),
        ("BA-37", distances),
        ("BA-54", poisson_law),
        ("BA-55", worse_direction),
        ("BA-56", mixture_without_replacement),
        ("BA-69", profile_of_the_sample),
    ],
};

/// The laws of small families, with denominators up to 2.
pub(super) fn halves() -> Vec<Vec<Real>> {
    distributions(2, 2)
}

/// The two laws of randomised response.
pub(super) fn quarters() -> Vec<Vec<Real>> {
    vec![vec![ratio(1, 4), ratio(3, 4)], vec![ratio(3, 4), ratio(1, 4)]]
}

/// Values of alpha'.
pub(super) fn outer() -> [Real; 4] {
    [Real::one(), Real::from(2i64), ratio(3, 2), ratio(5, 4)]
}

/// Sampling rates.
pub(super) fn rates() -> [Real; 4] {
    [Real::one(), ratio(1, 2), ratio(1, 3), ratio(2, 3)]
}

/// All mechanisms on the subsets of a universe, with their Poisson samples, for both families of
/// laws.
pub(super) fn for_poisson(
    trial: &mut Trial,
    distance: Distance,
    mut check: impl FnMut(&mut Trial, &Table<'_>, &Real, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (size, laws) in [(2, halves()), (3, quarters())] {
        let samples = subsets(&records(size));
        let parameters = pairs(&rates(), &outer());
        for table in tables(&samples, &laws, distance) {
            trial.at("M", &table);
            for (gamma, alpha) in &parameters {
                trial.at("gamma", gamma);
                trial.at("alpha'", alpha);
                check(trial, &table, gamma, alpha)?;
            }
        }
    }
    Ok(())
}

/// Neighbours among the subsets of the universe of a table.
fn neighbours_of(table: &Table<'_>, distance: Distance) -> Vec<(Records, Records)> {
    neighbours(table.samples(), distance)
}

/// Notes the two data sets.
pub(super) fn note(trial: &mut Trial, x: &[u8], y: &[u8]) {
    trial.at("x", show_records(x));
    trial.at("x'", show_records(y));
}

/// `1 + (alpha' - 1)/gamma`.
pub(super) fn stretched(outer: &Real, gamma: &Real) -> Real {
    1 + (outer - 1) / gamma
}

fn poisson_amplification(trial: &mut Trial) -> Result<(), CheckError> {
    for_poisson(trial, removed, |trial, table, gamma, outer| {
        let factor = trial.either(gamma.clone(), gamma * gamma);
        let bound = factor * table.profile(1, &stretched(outer, gamma));
        for (x, y) in neighbours_of(table, removed) {
            note(trial, &x, &y);
            let divergence = largest_difference(
                &table.on(&poisson(&x, gamma)),
                &table.on(&poisson(&y, gamma)),
                outer,
            );
            trial.at_most(("D_alpha'", divergence), ("the bound", &bound))?;
        }
        Ok(())
    })
}

fn worse_direction(trial: &mut Trial) -> Result<(), CheckError> {
    for_poisson(trial, removed, |trial, table, gamma, outer| {
        let inner = stretched(outer, gamma);
        let beta = outer / &inner;
        trial.at_most(("beta", &beta), ("1", 1))?;
        let factor = trial.either(beta.clone(), beta.pow(3));
        let bound = gamma * factor * table.profile(1, &inner);
        for (small, large) in neighbours_of(table, removed) {
            if small.len() > large.len() {
                continue;
            }
            trial.at("x_0", show_records(&small));
            trial.at("x_0 + v", show_records(&large));
            let (p, q) = (table.on(&poisson(&small, gamma)), table.on(&poisson(&large, gamma)));
            trial.at_most(
                ("D(x_0 || x_0 + v)", largest_difference(&p, &q, outer)),
                ("the bound", &bound),
            )?;
        }
        Ok(())
    })
}

fn without_replacement_amplification(trial: &mut Trial) -> Result<(), CheckError> {
    for ((n, m), laws) in
        pairs(&[(1u8, 1u8), (2, 1), (2, 2), (3, 1), (3, 2)], &[halves(), quarters()])
    {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let universe = records(n + 1);
        let samples = subsets_of_size(&universe, m.into());
        let both = neighbours(&subsets_of_size(&universe, n.into()), replaced);
        let rate = ratio(m.into(), n.into());
        let draw = |x: &[u8]| without_replacement(x, m.into());
        for table in tables(&samples, &laws, replaced) {
            trial.at("M", &table);
            for outer in outer() {
                trial.at("alpha'", &outer);
                let stretch = trial.either(rate.clone(), &rate * &rate);
                let bound = &rate * table.profile(1, &stretched(&outer, &stretch));
                for (x, y) in &both {
                    note(trial, x, y);
                    let divergence =
                        largest_difference(&table.on(&draw(x)), &table.on(&draw(y)), &outer);
                    trial.at_most(("D_alpha'", divergence), ("the bound", &bound))?;
                }
            }
        }
    }
    Ok(())
}

/// Two laws of samples are the same.
pub(super) fn same_law(
    trial: &mut Trial,
    left: &Samples,
    right: &Samples,
) -> Result<(), CheckError> {
    for y in left.keys().chain(right.keys()) {
        trial.at("y", show_records(y));
        let mass = |samples: &Samples| samples.get(y).cloned().unwrap_or_else(Real::zero);
        trial.equal(("omega(y)", mass(left)), ("the right side", mass(right)))?;
    }
    Ok(())
}

fn distances(trial: &mut Trial) -> Result<(), CheckError> {
    let sets = subsets(&records(4));
    for (x, y) in neighbours(&sets, removed) {
        note(trial, &x, &y);
        for gamma in inside_unit(4) {
            trial.at("gamma", &gamma);
            trial.equal(
                ("TV", total_variation(&poisson(&x, &gamma), &poisson(&y, &gamma))),
                ("gamma", &gamma),
            )?;
        }
    }
    trial.clear_parameters();
    for (x, y) in neighbours(&sets, replaced) {
        let n = x.len() as u64;
        note(trial, &x, &y);
        for m in 1..=x.len().min(3) {
            trial.at("m", m);
            let rate = ratio(m as u64, n);
            let tv =
                |draw: fn(&[u8], usize) -> Samples| total_variation(&draw(&x, m), &draw(&y, m));
            trial.equal(("TV without replacement", tv(without_replacement)), ("m/n", &rate))?;
            let miss = (1 - ratio(1, n)).pow(m as i64);
            let formula = trial.either(1 - miss, rate);
            trial.equal(("TV with replacement", tv(with_replacement)), ("the formula", formula))?;
        }
    }
    Ok(())
}

fn poisson_law(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, gamma) in pairs(&[0u8, 1, 2, 3, 4, 5], &inside_unit(4)) {
        trial.at("|x|", n);
        trial.at("gamma", &gamma);
        for (y, mass) in poisson(&records(n), &gamma) {
            trial.at("y", show_records(&y));
            let size = y.len() as i64;
            let rest = i64::from(n) - trial.either(size, 0);
            trial.equal(
                ("omega(y)", mass),
                ("the formula", gamma.pow(size) * (1 - &gamma).pow(rest)),
            )?;
        }
    }
    Ok(())
}

fn mixture_without_replacement(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in (1u8..=5).flat_map(|n| (1..=n).map(move |m| (n, m))) {
        trial.at("(n, m)", format_args!("({n}, {m})"));
        let (x, rest) = (records(n), records(n - 1));
        let size = usize::from(m);
        let samples = Real::from(subsets_of_size(&rest, size).len() as u64);
        if !trial.divides("the number of samples of x_0", &samples) {
            same_law(
                trial,
                &without_replacement(&x, size),
                &added(&without_replacement(&rest, size - 1), n, 1),
            )?;
            continue;
        }
        let gamma = ratio(trial.either(m, m - 1).into(), n.into());
        let first = added(&without_replacement(&rest, size - 1), n, 1);
        let mixture = mixed([(1 - &gamma, &without_replacement(&rest, size)), (gamma, &first)]);
        same_law(trial, &without_replacement(&x, size), &mixture)?;
    }
    Ok(())
}

fn profile_of_the_sample(trial: &mut Trial) -> Result<(), CheckError> {
    for_poisson(trial, removed, |trial, table, gamma, outer| {
        let factor = trial.choose(gamma.clone(), gamma.clone(), gamma * gamma);
        let bound = factor * table.profile(1, &stretched(outer, gamma));
        let on_samples = || {
            let of = |(x, y): &(Records, Records)| {
                let (x, y) = (table.on(&poisson(x, gamma)), table.on(&poisson(y, gamma)));
                largest_difference(&x, &y, outer)
            };
            neighbours_of(table, removed).iter().map(of).fold(Real::zero(), larger)
        };
        let profile = trial.choose(table.profile(1, outer), on_samples(), on_samples());
        trial.at_most(("the profile at alpha'", profile), ("gamma times that at alpha", bound))
    })
}
