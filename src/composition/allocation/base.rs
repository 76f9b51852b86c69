//! One step, by its masses in cells of likelihood ratios.

use super::scale::Scale;
use super::{PRECISION, number};
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::atoms::Atom;
use crate::pair::tails::{GridPoint, Masses, line};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// The pair of one step, evaluated.
pub(super) struct Base {
    evaluated: Evaluated<Malachite>,
}

/// Outcomes whose likelihood ratios are between two edges.
pub(super) struct Cell {
    /// The lower edge.
    pub(super) start: u128,
    /// The upper edge.
    pub(super) end: u128,
    pub(super) masses: Masses<Malachite>,
}

/// The masses of one step in cells.
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    /// Other outcomes, of which the ratio is known to be at least an edge.
    pub(super) rest: Vec<(u128, Masses<Malachite>)>,
    /// P-mass where Q has none.
    pub(super) infinite: Interval<Malachite>,
}

impl Base {
    pub(super) fn of(pair: &LossPair) -> Base {
        Base { evaluated: pair.evaluate(PRECISION) }
    }

    /// Near `E|L - 1|`: twice the total variation.
    pub(super) fn deviation(&self) -> Rational {
        let tv = self.evaluated.delta(&line(&Rational::from(0), PRECISION));
        tv.upper().to_rational().unwrap_or_else(|| Rational::from(1)) << 1u32
    }

    /// The P-mass of finite ratios above `2^exponent`, for planning.
    pub(super) fn above(&self, exponent: i64) -> Interval<Malachite> {
        let point = at_ratio(Interval::one(PRECISION).shift(exponent));
        match &self.evaluated {
            Evaluated::Tails(tails) => &tails.above(&point).p - &tails.infinite(PRECISION),
            Evaluated::Atoms(atoms) => {
                let beyond = atoms.atoms.iter().filter(|atom| atom.loss.upper() > point.loss.lower());
                beyond.fold(Interval::zero(PRECISION), |sum, atom| &sum + &atom.masses.p)
            }
        }
    }

    /// The Q-mass of ratios below `2^exponent` and above 0, for planning.
    pub(super) fn below(&self, exponent: i64) -> Interval<Malachite> {
        let point = at_ratio(Interval::one(PRECISION).shift(exponent));
        match &self.evaluated {
            Evaluated::Tails(tails) => &Interval::one(PRECISION) - &tails.above(&point).q,
            Evaluated::Atoms(atoms) => {
                let before = atoms.atoms.iter().filter(|atom| atom.loss.lower() < point.loss.upper());
                before.fold(Interval::zero(PRECISION), |sum, atom| &sum + &atom.masses.q)
            }
        }
    }

    /// An upper bound of finite ratios, where they are listed.
    pub(super) fn largest_ratio(&self) -> Option<Rational> {
        let Evaluated::Atoms(atoms) = &self.evaluated else { return None };
        let ratio = |atom: &Atom<Malachite>| (&atom.masses.p / &atom.masses.q).upper().to_rational();
        atoms.atoms.iter().map(ratio).collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    /// The masses in the cells of a scale.
    pub(super) fn cells(&self, scale: &Scale) -> Cells {
        let edges = scale.first();
        match &self.evaluated {
            Evaluated::Tails(tails) => {
                // All ratios are above 0.
                let one = Interval::<Malachite>::one(PRECISION);
                let all = Masses { p: one.clone(), q: one };
                let beyond = |edge: &u128| match edge {
                    0 => all.clone(),
                    edge => tails.above(&at_ratio(number(*edge, scale.bits).with_precision(PRECISION))),
                };
                let masses: Vec<Masses<Malachite>> = edges.iter().map(beyond).collect();
                let difference = |x: &Interval<Malachite>, y: &Interval<Malachite>| (x - y).positive_part();
                let between = |x: &Masses<Malachite>, y: &Masses<Malachite>| Masses {
                    p: difference(&x.p, &y.p),
                    q: difference(&x.q, &y.q),
                };
                let ends = edges.iter().zip(edges.iter().skip(1));
                let pairs = masses.iter().zip(masses.iter().skip(1));
                let cells = ends.zip(pairs).map(|((start, end), (x, y))| Cell {
                    start: *start,
                    end: *end,
                    masses: between(x, y),
                });
                let infinite = tails.infinite(PRECISION);
                let last = masses.last().unwrap_or(&all);
                let last = Masses { p: difference(&last.p, &infinite), q: last.q.clone() };
                Cells { cells: cells.collect(), rest: vec![(edges.last().copied().unwrap_or(0), last)], infinite }
            }
            Evaluated::Atoms(atoms) => {
                let mut cells = Vec::new();
                let mut rest = vec![(0, atoms.above.clone()), (0, atoms.below.clone())];
                let nothing = Interval::zero(PRECISION);
                rest.push((0, Masses { p: nothing, q: atoms.infinite.q.clone() }));
                // The cell of the largest edge at or below a ratio.
                let place = |ratio: &<Malachite as Engine>::Float| {
                    let units = u128::try_from(&Floor::floor(&ratio.to_rational()?)).ok()?;
                    edges.partition_point(|edge| *edge <= units).checked_sub(1)
                };
                for atom in &atoms.atoms {
                    let ratio = (&atom.masses.p / &atom.masses.q).shift(i64::from(scale.bits));
                    let first = place(ratio.lower()).unwrap_or(0);
                    let start = edges.get(first).copied().unwrap_or(0);
                    let masses = atom.masses.clone();
                    match place(ratio.upper()).and_then(|last| edges.get(last + 1)) {
                        Some(end) => cells.push(Cell { start, end: *end, masses }),
                        None => rest.push((start, masses)),
                    }
                }
                Cells { cells, rest, infinite: atoms.infinite.p.clone() }
            }
        }
    }
}

fn at_ratio(ratio: Interval<Malachite>) -> GridPoint<Malachite> {
    GridPoint { loss: ln(&ratio), ratio }
}
