//! One step, by its masses in cells of likelihood ratios.

use super::PRECISION;
use super::place::Place;
use super::scale::{EDGE_WORK, Scale};
use crate::control::{Interrupted, Work};
use crate::exact::Malachite;
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;
use crate::exact::register::RegisterFloat;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::atoms::Atom;
use crate::pair::tails::{GridPoint, Masses, Tails, line};
use malachite::rational::Rational;

/// The pair of one step, evaluated.
pub(super) struct Base {
    evaluated: Evaluated<Malachite>,
    /// The exchanged pair, where it has tails: small masses of P are known as well as small masses
    /// of Q.
    reversed: Option<Tails<Malachite>>,
}

/// Outcomes whose likelihood ratios are between two edges.
pub(super) struct Cell {
    /// The lower edge.
    pub(super) start: Place,
    /// The upper edge.
    pub(super) end: Place,
    pub(super) masses: Masses<Malachite>,
}

/// The masses of one step in cells.
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    /// Other outcomes, of which the ratio is known to be at least an edge.
    pub(super) rest: Vec<(Place, Masses<Malachite>)>,
    /// P-mass where Q has none.
    pub(super) infinite: Interval<Malachite>,
}

impl Base {
    pub(super) fn of(pair: &LossPair) -> Base {
        let reversed = match pair.clone().reversed().evaluate(PRECISION) {
            Evaluated::Tails(tails) => Some(tails),
            Evaluated::Atoms(_) => None,
        };
        Base { evaluated: pair.evaluate(PRECISION), reversed }
    }

    /// Near `E|L - 1|`: twice the total variation.
    pub(super) fn deviation(&self) -> RegisterFloat<true> {
        let tv = self.evaluated.delta(&line(&Rational::from(0), PRECISION));
        RegisterFloat::from_float(tv.upper()).unwrap_or(RegisterFloat::ONE).shift(1)
    }

    /// The P-mass of finite ratios above `2^exponent`, for planning.
    pub(super) fn above(&self, exponent: i64) -> Interval<Malachite> {
        let point = at_ratio(Interval::one(PRECISION).shift(exponent));
        match &self.evaluated {
            Evaluated::Tails(tails) => &tails.above(&point).p - &tails.infinite(PRECISION),
            Evaluated::Atoms(atoms) => {
                let beyond =
                    atoms.atoms.iter().filter(|atom| atom.loss.upper() > point.loss.lower());
                beyond.fold(Interval::zero(PRECISION), |sum, atom| &sum + &atom.masses.p)
            }
        }
    }

    /// The Q-mass of ratios below `2^exponent` and above 0, for planning.
    pub(super) fn below(&self, exponent: i64) -> Interval<Malachite> {
        let point = at_ratio(Interval::one(PRECISION).shift(exponent));
        match &self.evaluated {
            Evaluated::Tails(_) => self.masses_below(&point).q,
            Evaluated::Atoms(atoms) => {
                let before =
                    atoms.atoms.iter().filter(|atom| atom.loss.lower() < point.loss.upper());
                before.fold(Interval::zero(PRECISION), |sum, atom| &sum + &atom.masses.q)
            }
        }
    }

    /// An upper bound of finite ratios, where they are listed.
    pub(super) fn largest_ratio(&self) -> Option<RegisterFloat<true>> {
        let Evaluated::Atoms(atoms) = &self.evaluated else {
            return None;
        };
        let ratio = |atom: &Atom<Malachite>| {
            RegisterFloat::from_float((&atom.masses.p / &atom.masses.q).upper())
        };
        let ratios = atoms.atoms.iter().map(ratio).collect::<Option<Vec<_>>>()?;
        ratios.into_iter().reduce(|x, y| if x > y { x } else { y })
    }

    /// The masses of ratios below a point, where there are tails.
    fn masses_below(&self, point: &GridPoint<Malachite>) -> Masses<Malachite> {
        let tails = self.reversed.as_ref();
        tails.map_or_else(
            || Masses::zero(PRECISION),
            |tails| tails.above(&point.mirrored()).reversed(),
        )
    }

    /// The masses in the cells of a scale.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub(super) fn cells(&self, scale: &Scale, work: &Work) -> Result<Cells, Interrupted> {
        let edges = scale.first();
        let difference = |x: &Interval<Malachite>, y: &Interval<Malachite>| (x - y).positive_part();
        let between = |x: &Masses<Malachite>, y: &Masses<Malachite>| Masses {
            p: difference(&x.p, &y.p),
            q: difference(&x.q, &y.q),
        };
        match &self.evaluated {
            Evaluated::Tails(tails) => {
                let one = scale.mean(1);
                let point = |edge: &Place| at_ratio(scale.ratio(*edge));
                let below = |edge: &Place| match *edge {
                    Place::ZERO => Masses::zero(PRECISION),
                    _ => self.masses_below(&point(edge)),
                };
                // Between two edges, and at 1 the other outcomes.
                let (low, high) = edges.split_at(edges.partition_point(|edge| *edge < one));
                let low = low.iter().chain(high.first());
                let counted = |masses| work.done(EDGE_WORK).map(|()| masses);
                let low = low.map(|edge| counted(below(edge))).collect::<Result<Vec<_>, _>>()?;
                let high = high
                    .iter()
                    .map(|edge| counted(tails.above(&point(edge))))
                    .collect::<Result<Vec<_>, _>>()?;
                let lower = low.iter().skip(1).zip(&low).map(|(x, y)| between(x, y));
                let upper = high.iter().zip(high.iter().skip(1)).map(|(x, y)| between(x, y));
                let ends = edges.iter().zip(edges.iter().skip(1));
                let cell = |((start, end), masses): ((&Place, &Place), _)| Cell {
                    start: *start,
                    end: *end,
                    masses,
                };
                let cells = ends.zip(lower.chain(upper)).map(cell).collect();
                let infinite = tails.infinite(PRECISION);
                let nothing = Masses::zero(PRECISION);
                let (before, after) =
                    (low.last().unwrap_or(&nothing), high.first().unwrap_or(&nothing));
                let all = Masses { p: Interval::one(PRECISION), q: Interval::one(PRECISION) };
                let at_one = between(&between(&all, before), after);
                let last = high.last().unwrap_or(&nothing);
                let last = Masses { p: (&last.p - &infinite).positive_part(), q: last.q.clone() };
                let greatest = edges.last().copied().unwrap_or(Place::ZERO);
                Ok(Cells { cells, rest: vec![(one, at_one), (greatest, last)], infinite })
            }
            Evaluated::Atoms(atoms) => {
                let mut cells = Vec::new();
                let mut rest =
                    vec![(Place::ZERO, atoms.above.clone()), (Place::ZERO, atoms.below.clone())];
                let nothing = Interval::zero(PRECISION);
                rest.push((Place::ZERO, Masses { p: nothing, q: atoms.infinite.q.clone() }));
                // The cell of the largest edge at or below a ratio.
                let cell_of =
                    |ratio: Place| edges.partition_point(|edge| *edge <= ratio).checked_sub(1);
                for atom in &atoms.atoms {
                    let ratio = (&atom.masses.p / &atom.masses.q).shift(scale.bits);
                    let lower = RegisterFloat::<false>::from_float(ratio.lower()).map(Place::floor);
                    let upper = RegisterFloat::<true>::from_float(ratio.upper()).map(Place::floor);
                    let first = lower.and_then(cell_of).unwrap_or(0);
                    let start = edges.get(first).copied().unwrap_or(Place::ZERO);
                    let masses = atom.masses.clone();
                    match upper.and_then(cell_of).and_then(|last| edges.get(last + 1)) {
                        Some(end) => cells.push(Cell { start, end: *end, masses }),
                        None => rest.push((start, masses)),
                    }
                }
                Ok(Cells { cells, rest, infinite: atoms.infinite.p.clone() })
            }
        }
    }
}

fn at_ratio(ratio: Interval<Malachite>) -> GridPoint<Malachite> {
    GridPoint { loss: ln(&ratio), ratio }
}
