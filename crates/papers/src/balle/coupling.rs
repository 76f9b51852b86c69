//! Section 3: couplings, Theorem 7.

use super::samples::{Records, records, removed, show_records, subsets};
use super::transport::{APART, CUBE, CYCLE, PATH, STAR, TWO_PARTS, Transport, for_laws};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, larger, largest_difference, pairs, ratio, show, triples};
use crate::number::Number;
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::exact::real::Real;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The couplings that Theorem 7 is checked with.
const COUPLINGS: Evidence = Evidence::Family(
    "nu and nu' on two points each of a path of five points with masses in sixths; on up to three points of that path, \
     of a star and of a cycle of five points, in thirds; on the subsets of three records with remove/add-one, in halves. \
     All couplings by those with masses in the same units, of which every other one is a mixture; all group profiles 0 \
     <= d_1 <= d_2 <= ... in halves up to 1",
);

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "BA-07",
        locus: "Section 3, the maximal coupling",
        statement: "The part of the maximal coupling off the diagonal is a distribution.",
        formula: "pi_1(y, y') = (nu(y) - nu_0(y)) (nu'(y') - nu_0(y'))/gamma sums to 1, nu_0 = min(nu, nu')",
        domain: "gamma = TV(nu, nu') in (0, 1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("all pairs of distributions on two or three outcomes with denominators up to 4"),
            run: maximal_coupling,
            altered: "gamma^3 in place of gamma",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "gamma^2 in place of gamma: each of the two factors sums to gamma",
            )),
        }),
        reading: Some("For gamma = 0 and gamma = 1 one of the two parts is 0/0 and has the weight 0."),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-08",
        locus: "Section 3, couplings",
        statement: "The total variation distance is at most the probability that a coupling differs, and the maximal \
                    coupling attains it.",
        formula: "TV(nu, nu') = min over couplings of Pr[y != y']",
        domain: "finite Y",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all couplings on two points with denominators up to 5 and on three points with denominators up to 3, \
                 and the maximal couplings (with gamma^2) of all pairs on three points with denominators up to 4",
            ),
            run: total_variation_by_couplings,
            altered: "TV < Pr[y != y'] for every coupling",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-20",
        locus: "Theorem 7, equation (11)",
        statement: "For compatible distributions the best coupling moves every point to the nearest one.",
        formula: "min_pi sum pi(y, y') delta_{d(y, y')}(alpha) = sum_{k >= 1} nu(Y_k) delta_k(alpha)",
        domain: "nu and nu' compatible with the distance d; all distances finite",
        check: Check::Computed(Computation {
            evidence: COUPLINGS,
            run: compatible_couplings,
            altered: "for all nu and nu', compatible or not",
            correction: None,
        }),
        reading: Some("The distance is 0 from a point to itself, see BA-67; for infinite distances see BA-53."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-51",
        locus: "Equation (10)",
        statement: "Every coupling bounds the divergence of two mixtures by the divergences of their parts.",
        formula: "D_alpha(nu M || nu' M) <= sum pi(y, y') D_alpha(M(y) || M(y')) <= sum pi(y, y') delta_{d(y, \
                  y')}(alpha)",
        domain: "pi a coupling of nu and nu', alpha >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all couplings on the path 0, 1, 2 with denominators up to 2, all mechanisms with laws on two outcomes \
                 with denominators up to 2, alpha = 1, 2; divergences by all events",
            ),
            run: mixtures_by_couplings,
            altered: "D_alpha(M(y') || M(y)) in the first sum",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-52",
        locus: "Appendix A, proof of Theorem 7",
        statement: "The right-hand side of (11) is a lower bound for every coupling, compatible or not.",
        formula: "sum pi(y, y') delta_{d(y, y')}(alpha) >= sum_{k >= 1} nu(Y_k) delta_k(alpha)",
        domain: "all couplings of nu and nu'; all distances finite",
        check: Check::Computed(Computation {
            evidence: COUPLINGS,
            run: bound_for_couplings,
            altered: "with equality",
            correction: None,
        }),
        reading: Some("In (23) and (24) the point y is one of supp(nu), not of supp(nu')."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-53",
        locus: "Equation (3), Theorem 7",
        statement: "Theorem 7 where some pairs have no path, so that their distance is infinite.",
        formula: "min_pi sum pi(y, y') delta_{d(y, y')}(alpha) = sum_{k >= 1} nu(Y_k) delta_k(alpha)",
        domain: "nu and nu' compatible with the distance d, all of it finite where the coupling is",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the points 0, 1 that are neighbours and either 2 that has none or 2, 3 that are neighbours; nu and nu' \
                 on up to three points with masses in halves and in thirds, profiles d_1 <= d_inf in halves",
            ),
            run: without_a_path,
            altered: "couplings that use pairs without a path counted as compatible",
            correction: None,
        }),
        reading: Some(
            "A coupling that moves a point where no path leads is not compatible, as section 4 has it, see BA-60: \
             the sum on the right has no term for an infinite distance. Couplings of both kinds compete for the \
             minimum.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-66",
        locus: "Section 2, equation (5)",
        statement: "Under suitable conditions a divergence of mixtures is bounded by the profiles for groups.",
        formula: "D_{e^eps}(nu M || nu' M) <= sum_{k >= 1} lambda_k(nu) delta_k(e^eps)",
        domain: "suitable nu, nu' and lambda_k",
        check: Check::Dropped {
            reason: "It says neither which lambda_k nor under which conditions; Theorem 7 and equation (10) do, see \
                     BA-20 and BA-51.",
        },
        reading: None,
        recorded: Verdict::Dropped,
    },
    Entry {
        id: "BA-67",
        locus: "Equation (3)",
        statement: "The formula gives the path distance of a relation of neighbours, from a data set to itself too.",
        formula: "d(y, y') = min{k : y ~ y_1, y_1 ~ y_2, ..., y_{k-1} ~ y'}",
        domain: "no data set is its own neighbour, as for remove/add-one and substitution",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the subsets of {1, 2, 3} with remove/add-one: chains of k = 0, 1, 2, ... steps, against the number of \
                 records in one of the two sets only",
            ),
            run: path_distance,
            altered: "the number of the y_i in between, k - 1",
            correction: None,
        }),
        reading: Some("k = 0, the chain of no step, is included: a path distance is 0 from a point to itself."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-68",
        locus: "Appendix A, proof of Theorem 7, equation (25)",
        statement: "For a compatible coupling the sum over all pairs is the right-hand side of the theorem.",
        formula: "sum_{y, y'} pi(y, y') delta_{d(y, y')}(alpha) = nu(y) delta_{d(y, supp(nu'))}(alpha)",
        domain: "pi a coupling of nu and nu' with d(y, y') = d(y, supp(nu')) on its support; y in supp(nu)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all couplings on the path 0, 1, 2 with denominators up to 3 that are compatible; all group profiles \
                 0 <= d_1 <= d_2 in halves up to 1",
            ),
            run: sum_of_compatible_coupling,
            altered: "nu'(y) in place of nu(y), in the corrected sum",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "with the sum over y before nu(y), which is the sum of pi(y, y') over y' alone",
            )),
        }),
        reading: Some("y is the point of (23) and (24), any one of the support."),
        recorded: Verdict::Corrected,
    },
];

fn sum<'a>(terms: impl IntoIterator<Item = &'a Real>) -> Real {
    terms.into_iter().fold(Real::zero(), |sum, term| sum + term)
}

/// `min(nu, nu')`, with what is left of both, and the total variation distance.
fn common_part(p: &[Real], q: &[Real]) -> (Vec<Real>, Vec<Real>, Vec<Real>, Real) {
    let excess =
        |p: &[Real], q: &[Real]| -> Vec<Real> { p.iter().zip(q).map(|(p, q)| larger(Real::zero(), p - q)).collect() };
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
        let row =
            |(i, x): (usize, &Real)| -> Vec<Real> { right.iter().enumerate().map(|(j, y)| cell(i, x, j, y)).collect() };
        let cells: Vec<Real> = left.iter().enumerate().flat_map(row).collect();
        let (rows, columns, off) = read_coupling(&cells, 3);
        trial.holds(rows == p && columns == q, "the maximal coupling has both marginals", || show(&cells))?;
        trial.equal(("TV", largest_difference(&p, &q, &Real::one())), ("Pr[y != y']", off))?;
    }
    Ok(())
}

/// All cases of Theorem 7 in which every distance is finite.
fn for_couplings(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Transport, &[Real]) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (graph, units, most_points) in [(PATH, 6, 2), (PATH, 3, 3), (STAR, 3, 3), (CYCLE, 3, 3), (CUBE, 2, 2)] {
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
            trial.equal(("the least sum", least), ("the right side", transport.right_side(levels)))?;
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
                let is_compatible = trial.either(transport.is_compatible, transport.is_compatible_without_paths);
                if !is_compatible || one.compare(&all) == Some(Ordering::Greater) {
                    continue;
                }
                trial.at("(d_1, d_inf)", format_args!("({one}, {all})"));
                let levels = [Real::zero(), one];
                let (least, right) = (transport.least(&levels, &all)?, transport.right_side(&levels));
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
    for ((x, y, z), (cells, alpha)) in pairs(&triples(&laws, &laws, &laws), &pairs(&couplings(3, 2), &alphas)) {
        let mechanism = [x, y, z];
        trial.at("M(0), M(1), M(2)", mechanism.iter().map(|law| show(law)).collect::<Vec<_>>().join(", "));
        trial.at("the coupling, row by row", show(&cells));
        trial.at("alpha", &alpha);
        let (nu, other, _) = read_coupling(&cells, 3);
        let mix = |weights: &[Real]| -> Vec<Real> {
            let mass = |i: usize| mechanism.iter().map(move |law| law.get(i).cloned().unwrap_or_else(Real::zero));
            (0..2).map(|i| weights.iter().zip(mass(i)).fold(Real::zero(), |sum, (w, mass)| sum + w * mass)).collect()
        };
        let profile = |most: usize| {
            let near = |i: usize, j: usize| i.abs_diff(j) <= most;
            let all = mechanism.iter().enumerate().flat_map(|p| mechanism.iter().enumerate().map(move |q| (p, q)));
            let close = all.filter(|((i, _), (j, _))| near(*i, *j));
            close.fold(Real::zero(), |worst, ((_, p), (_, q))| larger(worst, largest_difference(p, q, &alpha)))
        };
        let levels = [0, 1, 2].map(profile);
        let (mut parts, mut groups) = (Real::zero(), Real::zero());
        let places = mechanism.iter().enumerate().flat_map(|p| mechanism.iter().enumerate().map(move |q| (p, q)));
        for (((i, p), (j, q)), mass) in places.zip(&cells) {
            let (p, q) = trial.either((p, q), (q, p));
            parts = parts + mass * largest_difference(p, q, &alpha);
            groups = groups + levels.get(i.abs_diff(j)).map_or_else(Real::zero, |level| mass * level);
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
            let differing = x.iter().filter(|u| !y.contains(u)).count() + y.iter().filter(|u| !x.contains(u)).count();
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
        let near = [0usize, 1, 2]
            .map(|i| (0..3).filter(|j| other.get(*j).is_some_and(|mass| !mass.is_zero())).map(|j| i.abs_diff(j)).min());
        let mut places = cells.iter().enumerate().filter(|(_, mass)| !mass.is_zero()).map(|(cell, _)| cell);
        let is_compatible = places.all(|cell| near.get(cell / 3) == Some(&Some((cell / 3).abs_diff(cell % 3))));
        if !is_compatible || one.compare(&two) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("the coupling, row by row", show(&cells));
        trial.at("(d_1, d_2)", format_args!("({one}, {two})"));
        let levels = [Real::zero(), one, two];
        let level = |distance: usize| levels.get(distance).cloned().unwrap_or_else(Real::zero);
        let costs = cells.iter().enumerate().map(|(cell, mass)| mass * level((cell / 3).abs_diff(cell % 3)));
        let left = costs.fold(Real::zero(), |sum, cost| sum + cost);
        let law = trial.either(&nu, &other);
        let terms: Vec<Real> =
            law.iter().zip(near).map(|(mass, distance)| mass * distance.map_or_else(Real::zero, level)).collect();
        if trial.choose(false, true, true) {
            trial.equal(("the sum over all pairs", left), ("the sum over y", sum(&terms)))?;
            continue;
        }
        for (y, (term, _)) in terms.iter().zip(&nu).enumerate().filter(|(_, (_, mass))| !mass.is_zero()) {
            trial.at("y", y);
            trial.equal(("the sum over all pairs", &left), ("nu(y) delta_{d(y, supp(nu'))}", term))?;
        }
    }
    Ok(())
}
