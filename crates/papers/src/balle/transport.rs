//! What Theorem 7 speaks of: distributions on the points of a graph, and all their couplings.
//!
//! Masses are multiples of 1/units. The couplings of two such distributions are the convex hull of
//! those whose masses are such multiples too (the vertices of a transportation polytope with
//! integer margins are integers), so that a least sum over all couplings is the least one over
//! these, and a compatible coupling exists exactly if one of these is compatible. They are listed
//! one by one.

use crate::family::{compositions, ratio};
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A graph by its edges, with the name that witnesses have for it.
pub(super) struct Graph {
    name: &'static str,
    points: usize,
    edges: &'static [(usize, usize)],
}

pub(super) const PATH: Graph =
    Graph { name: "the path 0 to 4", points: 5, edges: &[(0, 1), (1, 2), (2, 3), (3, 4)] };
pub(super) const STAR: Graph =
    Graph { name: "the star around 0", points: 5, edges: &[(0, 1), (0, 2), (0, 3), (0, 4)] };
pub(super) const CYCLE: Graph =
    Graph { name: "the cycle 0 to 4", points: 5, edges: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)] };
/// The subsets of three records, which are neighbours by remove/add-one.
pub(super) const CUBE: Graph = Graph {
    name: "the subsets of three records, by their bits",
    points: 8,
    edges: &[
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
    ],
};
pub(super) const APART: Graph =
    Graph { name: "neighbours 0 and 1 only", points: 3, edges: &[(0, 1)] };
pub(super) const TWO_PARTS: Graph =
    Graph { name: "neighbours 0, 1 and 2, 3 only", points: 4, edges: &[(0, 1), (2, 3)] };

impl Graph {
    /// The length of the shortest path from a point to each, 0 to itself.
    fn distances(&self, from: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.points];
        let mut front = BTreeSet::from([from]);
        for steps in 0..self.points {
            for point in &front {
                if let Some(distance) = distances.get_mut(*point) {
                    *distance = distance.or(Some(steps));
                }
            }
            let ends = |end: usize| {
                let (out, back) = (self.edges.iter(), self.edges.iter().map(|(a, b)| (*b, *a)));
                out.copied().chain(back).filter(move |(a, _)| *a == end).map(|(_, b)| b)
            };
            front = front.iter().flat_map(|point| ends(*point)).collect();
        }
        distances
    }

    /// Group profiles at the distances 0 to the largest one: 0 at 0, and steps up by halves to at
    /// most 1.
    pub(super) fn profiles(&self) -> Vec<Vec<Real>> {
        let largest =
            (0..self.points).flat_map(|point| self.distances(point)).flatten().max().unwrap_or(0);
        let add = |steps: Vec<u64>| {
            let mut sum = 0;
            let levels = steps.into_iter().map(|step| {
                sum += step;
                ratio(sum, 2)
            });
            std::iter::once(Real::zero()).chain(levels).collect()
        };
        (0u64..=2).flat_map(|total| compositions(largest, total)).map(add).collect()
    }
}

/// How many units are moved over each distance: 0, 1, 2, ..., and where there is no path.
type Moves = (Vec<u64>, u64);

/// Two distributions on a graph, by their units on each point.
pub(super) struct Transport {
    units: u64,
    /// The couplings, by what they move, each once.
    couplings: BTreeSet<Moves>,
    /// What is moved if every point goes to the nearest one of the other support.
    nearest: Moves,
    /// Does a coupling do that for every pair in its support?
    pub(super) is_compatible: bool,
    /// The same if a pair without a path may stand for a point that has none.
    pub(super) is_compatible_without_paths: bool,
}

impl Transport {
    fn new(graph: &Graph, nu: &[u64], other: &[u64]) -> Transport {
        let distances: Vec<Vec<Option<usize>>> =
            (0..graph.points).map(|point| graph.distances(point)).collect();
        let support = |law: &[u64]| law.iter().map(|units| *units > 0).collect::<Vec<_>>();
        let to = support(other);
        let near = |row: &Vec<Option<usize>>| {
            row.iter()
                .zip(&to)
                .filter(|(_, is_in)| **is_in)
                .filter_map(|(distance, _)| *distance)
                .min()
        };
        let moved = |parts: &mut dyn Iterator<Item = (Option<usize>, u64)>| {
            let mut moves: Moves = (vec![0; graph.points], 0);
            for (distance, units) in parts {
                match distance.and_then(|distance| moves.0.get_mut(distance)) {
                    Some(count) => *count += units,
                    None => moves.1 += units,
                }
            }
            moves
        };
        let tables = tables(nu, other);
        let of_table = |table: &Vec<Vec<u64>>| {
            let cells = distances
                .iter()
                .zip(table)
                .flat_map(|(row, units)| row.iter().copied().zip(units.iter().copied()));
            moved(&mut cells.into_iter())
        };
        let is_near = |table: &Vec<Vec<u64>>, needs_path: bool| {
            let mut rows = distances.iter().zip(table);
            rows.all(|(row, units)| {
                let least = near(row);
                let is_wanted = |distance: &Option<usize>| {
                    *distance == least && (distance.is_some() || !needs_path)
                };
                row.iter().zip(units).all(|(distance, units)| *units == 0 || is_wanted(distance))
            })
        };
        Transport {
            units: nu.iter().sum(),
            couplings: tables.iter().map(of_table).collect(),
            nearest: moved(&mut distances.iter().map(near).zip(nu.iter().copied())),
            is_compatible: tables.iter().any(|table| is_near(table, true)),
            is_compatible_without_paths: tables.iter().any(|table| is_near(table, false)),
        }
    }

    /// The sums over the couplings, for these levels at the distances 0, 1, 2, ... and at no path.
    fn costs(&self, levels: &[Real], no_path: &Real) -> Vec<Real> {
        let cost =
            |moves: &Moves| self.sum(&moves.0, levels) + no_path * ratio(moves.1, self.units);
        self.couplings.iter().map(cost).collect()
    }

    /// The least of them.
    pub(super) fn least(&self, levels: &[Real], no_path: &Real) -> Result<Real, CheckError> {
        let none = || CheckError::Wrong("there is no coupling".to_owned());
        let least = |x: Real, y: Real| {
            if y.compare(&x) == Some(Ordering::Less) { y } else { x }
        };
        self.costs(levels, no_path).into_iter().reduce(least).ok_or_else(none)
    }

    /// The right-hand side of Theorem 7, which has no term for points without a path.
    pub(super) fn right_side(&self, levels: &[Real]) -> Real {
        self.sum(&self.nearest.0, levels)
    }

    fn sum(&self, moves: &[u64], levels: &[Real]) -> Real {
        let terms = moves.iter().zip(levels).filter(|(units, _)| **units > 0);
        terms.fold(Real::zero(), |sum, (units, level)| sum + ratio(*units, self.units) * level)
    }
}

/// All tables of natural numbers with these sums of rows and of columns.
fn tables(rows: &[u64], columns: &[u64]) -> Vec<Vec<Vec<u64>>> {
    let Some((first, rest)) = rows.split_first() else {
        return vec![Vec::new()];
    };
    let fits = |row: &Vec<u64>| row.iter().zip(columns).all(|(units, room)| units <= room);
    let with = |row: Vec<u64>| {
        let room: Vec<u64> = columns.iter().zip(&row).map(|(room, units)| room - units).collect();
        tables(rest, &room).into_iter().map(move |table| [vec![row.clone()], table].concat())
    };
    compositions(columns.len(), *first).into_iter().filter(fits).flat_map(with).collect()
}

/// All pairs of distributions on at most so many points of a graph, with masses that are multiples
/// of 1/units.
pub(super) fn for_laws(
    trial: &mut Trial,
    graph: &Graph,
    units: u64,
    most_points: usize,
    mut check: impl FnMut(&mut Trial, &Transport) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let few = |law: &Vec<u64>| law.iter().filter(|units| **units > 0).count() <= most_points;
    let laws: Vec<Vec<u64>> = compositions(graph.points, units).into_iter().filter(few).collect();
    let show = |law: &[u64]| {
        let points = law.iter().enumerate().filter(|(_, mass)| **mass > 0);
        points
            .map(|(point, mass)| format!("{} at {point}", ratio(*mass, units)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    for nu in &laws {
        for other in &laws {
            trial.at("neighbours", graph.name);
            trial.at("nu", show(nu));
            trial.at("nu'", show(other));
            check(trial, &Transport::new(graph, nu, other))?;
        }
    }
    Ok(())
}
