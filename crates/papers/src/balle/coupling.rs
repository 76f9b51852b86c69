//! Section 3: couplings, Theorem 7.

use super::samples::{Records, records, removed, show_records, subsets};
use super::transport::{APART, CUBE, CYCLE, PATH, STAR, TWO_PARTS, Transport, for_laws};
use crate::family::{distributions, larger, largest_difference, pairs, ratio, show, triples};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use std::cmp::Ordering;
use std::collections::BTreeMap;

pub(super) const SECTION: Section = Section {
    file: "balle/coupling.toml",
    text: include_str!("coupling.toml"),
    checks: &[
        ("BA-07", maximal_coupling),
        ("BA-08", total_variation_by_couplings),
        ("BA-20", compatible_couplings),
        ("BA-51", mixtures_by_couplings),
        ("BA-52", bound_for_couplings),
        ("BA-53", without_a_path),
        ("BA-67", path_distance),
        ("BA-68", sum_of_compatible_coupling),
    ],
};

fn sum<'a>(terms: impl IntoIterator<Item = &'a Real>) -> Real {
    terms.into_iter().fold(Real::zero(), |sum, term| sum + term)
}

/// `min(nu, nu')`, with what is left of both, and the total variation distance.
fn common_part(p: &[Real], q: &[Real]) -> (Vec<Real>, Vec<Real>, Vec<Real>, Real) {
    let excess = |p: &[Real], q: &[Real]| -> Vec<Real> {
        p.iter().zip(q).map(|(p, q)| larger(Real::zero(), p - q)).collect()
    };
    let (left, right) = (excess(p, q), excess(q, p));
    let common = p.iter().zip(&left).map(|(p, left)| p - left).collect();
    let gamma = sum(&left);
    (common, left, right, gamma)
}

fn maximal_coupling(trial: &mut Trial) -> Result<(), CheckError> {
    let exponent = trial.choose(1i64, 2, 3);
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            let (_, left, right, gamma) = common_part(&p, &q);
            if gamma.is_zero() || gamma.is_one() {
                continue;
            }
            trial.at("nu", show(&p));
            trial.at("nu'", show(&q));
            let cells = left.iter().flat_map(|x| right.iter().map(move |y| x * y));
            let total = cells.fold(Real::zero(), |sum, cell| sum + cell / gamma.pow(exponent));
            trial.equal(("the sum of pi_1", total), ("1", 1))?;
        }
    }
    Ok(())
}

/// The marginals of a coupling given row by row, and the mass off its diagonal.
fn read_coupling(cells: &[Real], points: usize) -> (Vec<Real>, Vec<Real>, Real) {
    let rows = cells.chunks(points).map(sum).collect();
    let columns = (0..points).map(|j| sum(cells.iter().skip(j).step_by(points))).collect();
    let diagonal = sum(cells.iter().step_by(points + 1));
    (rows, columns, 1 - diagonal)
}

/// All couplings on this many points with masses that are multiples of 1/denominator.
fn couplings(points: usize, denominator: u64) -> Vec<Vec<Real>> {
    distributions(points * points, denominator)
}

fn total_variation_by_couplings(trial: &mut Trial) -> Result<(), CheckError> {
    for (points, denominator) in [(2, 5), (3, 3)] {
        for cells in couplings(points, denominator) {
            let (p, q, off) = read_coupling(&cells, points);
            trial.at("the coupling, row by row", show(&cells));
            let tv = largest_difference(&p, &q, &Real::one());
            if trial.reading() == Reading::Altered {
                trial.less(("TV", tv), ("Pr[y != y']", off))?;
            } else {
                trial.at_most(("TV", tv), ("Pr[y != y']", off))?;
            }
        }
    }
    trial.clear_parameters();
    let laws = distributions(3, 4);
    for (p, q) in pairs(&laws, &laws) {
        trial.at("nu", show(&p));
        trial.at("nu'", show(&q));
        let (common, left, right, gamma) = common_part(&p, &q);
        let weight = if gamma.is_zero() { Real::zero() } else { 1 / &gamma };
        let cell = |i: usize, x: &Real, j: usize, y: &Real| {
            let diagonal = if i == j { common.get(i).cloned() } else { None };
            diagonal.unwrap_or_else(Real::zero) + x * y * &weight
        };
        let row = |(i, x): (usize, &Real)| -> Vec<Real> {
            right.iter().enumerate().map(|(j, y)| cell(i, x, j, y)).collect()
        };
        let cells: Vec<Real> = left.iter().enumerate().flat_map(row).collect();
        let (rows, columns, off) = read_coupling(&cells, 3);
        trial.holds(
            rows == p && columns == q,
            "the maximal coupling has both marginals",
            || show(&cells),
        )?;
        trial.equal(("TV", largest_difference(&p, &q, &Real::one())), ("Pr[y != y']", off))?;
    }
    Ok(())
}

/// All cases of Theorem 7 in which every distance is finite.
fn for_couplings(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Transport, &[Real]) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (graph, units, most_points) in
        [(PATH, 6, 2), (PATH, 3, 3), (STAR, 3, 3), (CYCLE, 3, 3), (CUBE, 2, 2)]
    {
        let profiles = graph.profiles();
        for_laws(trial, &graph, units, most_points, |trial, transport| {
            for levels in &profiles {
                trial.at("(d_0, d_1, ...)", show(levels));
                check(trial, transport, levels)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn compatible_couplings(trial: &mut Trial) -> Result<(), CheckError> {
    for_couplings(trial, |trial, transport, levels| {
        if transport.is_compatible || trial.reading() == Reading::Altered {
            let least = transport.least(levels, &Real::zero())?;
            trial.equal(
                ("the least sum", least),
                ("the right side", transport.right_side(levels)),
            )?;
        }
        Ok(())
    })
}

fn bound_for_couplings(trial: &mut Trial) -> Result<(), CheckError> {
    for_couplings(trial, |trial, transport, levels| {
        let right = transport.right_side(levels);
        let least = transport.least(levels, &Real::zero())?;
        if trial.reading() == Reading::Altered {
            trial.equal(("the right side", right), ("the least sum", least))
        } else {
            trial.at_most(("the right side", right), ("the least sum", least))
        }
    })
}

fn without_a_path(trial: &mut Trial) -> Result<(), CheckError> {
    let halves = [Real::one(), ratio(1, 2), Real::zero()];
    for (graph, units) in [(APART, 2), (APART, 3), (TWO_PARTS, 2), (TWO_PARTS, 3)] {
        for_laws(trial, &graph, units, 3, |trial, transport| {
            for (one, all) in pairs(&halves, &halves) {
                let is_compatible =
                    trial.either(transport.is_compatible, transport.is_compatible_without_paths);
                if !is_compatible || one.compare(&all) == Some(Ordering::Greater) {
                    continue;
                }
                trial.at("(d_1, d_inf)", format_args!("({one}, {all})"));
                let levels = [Real::zero(), one];
                let (least, right) =
                    (transport.least(&levels, &all)?, transport.right_side(&levels));
                trial.equal(("the least sum", least), ("the right side", right))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn mixtures_by_couplings(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 2);
    let alphas = [Real::one(), Real::from(2i64)];
    for ((x, y, z), (cells, alpha)) in
        pairs(&triples(&laws, &laws, &laws), &pairs(&couplings(3, 2), &alphas))
    {
        let mechanism = [x, y, z];
        trial.at(
            "M(0), M(1), M(2)",
            mechanism.iter().map(|law| show(law)).collect::<Vec<_>>().join(", "),
        );
        trial.at("the coupling, row by row", show(&cells));
        trial.at("alpha", &alpha);
        let (nu, other, _) = read_coupling(&cells, 3);
        let mix = |weights: &[Real]| -> Vec<Real> {
            let mass = |i: usize| {
                mechanism.iter().map(move |law| law.get(i).cloned().unwrap_or_else(Real::zero))
            };
            (0..2)
                .map(|i| {
                    weights.iter().zip(mass(i)).fold(Real::zero(), |sum, (w, mass)| sum + w * mass)
                })
                .collect()
        };
        let profile = |most: usize| {
            let near = |i: usize, j: usize| i.abs_diff(j) <= most;
            let all = mechanism
                .iter()
                .enumerate()
                .flat_map(|p| mechanism.iter().enumerate().map(move |q| (p, q)));
            let close = all.filter(|((i, _), (j, _))| near(*i, *j));
            close.fold(Real::zero(), |worst, ((_, p), (_, q))| {
                larger(worst, largest_difference(p, q, &alpha))
            })
        };
        let levels = [0, 1, 2].map(profile);
        let (mut parts, mut groups) = (Real::zero(), Real::zero());
        let places = mechanism
            .iter()
            .enumerate()
            .flat_map(|p| mechanism.iter().enumerate().map(move |q| (p, q)));
        for (((i, p), (j, q)), mass) in places.zip(&cells) {
            let (p, q) = trial.either((p, q), (q, p));
            parts = parts + mass * largest_difference(p, q, &alpha);
            groups =
                groups + levels.get(i.abs_diff(j)).map_or_else(Real::zero, |level| mass * level);
        }
        let mixed = largest_difference(&mix(&nu), &mix(&other), &alpha);
        trial.at_most(("D_alpha(nu M || nu' M)", mixed), ("the first sum", &parts))?;
        trial.at_most(("the first sum", parts), ("the second sum", groups))?;
    }
    Ok(())
}

fn path_distance(trial: &mut Trial) -> Result<(), CheckError> {
    let sets = subsets(&records(3));
    for x in &sets {
        // The sets at the end of a chain of k steps.
        let mut ends = vec![x.clone()];
        let mut least = BTreeMap::from([(x.clone(), 0)]);
        for k in 1..=3 {
            let is_end = |y: &&Records| ends.iter().any(|end| removed(end, y) == Some(1));
            ends = sets.iter().filter(is_end).cloned().collect();
            for end in &ends {
                least.entry(end.clone()).or_insert(k - trial.either(0, 1));
            }
        }
        for y in &sets {
            trial.at("y", show_records(x));
            trial.at("y'", show_records(y));
            let differing = x.iter().filter(|u| !y.contains(u)).count()
                + y.iter().filter(|u| !x.contains(u)).count();
            let formula = least.get(y).copied().map_or_else(Number::infinite, Number::from);
            trial.equal(("d(y, y')", formula), ("the path distance", differing as i64))?;
        }
    }
    Ok(())
}

fn sum_of_compatible_coupling(trial: &mut Trial) -> Result<(), CheckError> {
    let halves = [Real::zero(), ratio(1, 2), Real::one()];
    for (cells, (one, two)) in pairs(&couplings(3, 3), &pairs(&halves, &halves)) {
        let (nu, other, _) = read_coupling(&cells, 3);
        // The distance of each point from the support of nu'.
        let near = [0usize, 1, 2].map(|i| {
            (0..3)
                .filter(|j| other.get(*j).is_some_and(|mass| !mass.is_zero()))
                .map(|j| i.abs_diff(j))
                .min()
        });
        let mut places =
            cells.iter().enumerate().filter(|(_, mass)| !mass.is_zero()).map(|(cell, _)| cell);
        let is_compatible =
            places.all(|cell| near.get(cell / 3) == Some(&Some((cell / 3).abs_diff(cell % 3))));
        if !is_compatible || one.compare(&two) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("the coupling, row by row", show(&cells));
        trial.at("(d_1, d_2)", format_args!("({one}, {two})"));
        let levels = [Real::zero(), one, two];
        let level = |distance: usize| levels.get(distance).cloned().unwrap_or_else(Real::zero);
        let costs = cells
            .iter()
            .enumerate()
            .map(|(cell, mass)| mass * level((cell / 3).abs_diff(cell % 3)));
        let left = costs.fold(Real::zero(), |sum, cost| sum + cost);
        let law = trial.either(&nu, &other);
        let terms: Vec<Real> = law
            .iter()
            .zip(near)
            .map(|(mass, distance)| mass * distance.map_or_else(Real::zero, level))
            .collect();
        if trial.choose(false, true, true) {
            trial.equal(("the sum over all pairs", left), ("the sum over y", sum(&terms)))?;
            continue;
        }
        for (y, (term, _)) in
            terms.iter().zip(&nu).enumerate().filter(|(_, (_, mass))| !mass.is_zero())
        {
            trial.at("y", y);
            trial.equal(
                ("the sum over all pairs", &left),
                ("nu(y) delta_{d(y, supp(nu'))}", term),
            )?;
        }
    }
    Ok(())
}
