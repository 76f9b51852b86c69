//! From a step to a row: exactly, where all losses are on a lattice, otherwise by cells of a grid.

mod allocation;
mod cells;
mod discrete_gaussian;
mod lattice;
mod tails;

pub(crate) use allocation::MAX_STEPS;
pub use allocation::Ratios;
pub use lattice::{Spacing, lattice};

use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Row as LedgerRow, Step};
use crate::number::{bits_of, ceil, shift_up};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{
    Bounds, MAX_INDEX, MAX_LENGTH, MAX_SIZE, Row, multiply_room, power, room_of, size,
};
use crate::work::{Work, product};
use allocation::Allocation;
use cells::{Cells, atomic, continuous};
use discrete_gaussian::{discrete_gaussian, discrete_gaussian_room, discrete_gaussian_work};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

const NO_STEP: Unsupported = Unsupported::NotEnclosed { what: "the step" };
const NO_GRID: Unsupported = Unsupported::NotEnclosed { what: "e to a loss of the grid" };
const NO_TAIL: Unsupported = Unsupported::NotEnclosed { what: "a mass beyond a point of the grid" };
const NO_MASS: Unsupported = Unsupported::NotEnclosed { what: "a mass" };

/// The cells `[n step, (n+1) step)` with n from `from` to `to - 1`, and the bits of their masses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The width of a cell.
    pub step: BigRational,
    /// The index of the first cell.
    pub from: i64,
    /// The index after the last cell.
    pub to: i64,
    /// The fractional bits of the masses of the row.
    pub bits: u64,
    /// For a random allocation of noise: the cells of likelihood ratios.
    pub ratios: Option<Ratios>,
}

impl Window {
    /// The number of cells, and the bits with which they are computed.
    fn fineness(&self) -> Result<(usize, u64), Fault> {
        let length = usize::try_from(self.to.saturating_sub(self.from)).unwrap_or(0);
        let furthest = self.from.saturating_abs().max(self.to.saturating_abs());
        if !self.step.is_positive() || length == 0 {
            return Err(Unproved::OutOfRange { what: "the grid", how: "empty" }.into());
        }
        if length >= MAX_LENGTH {
            return Err(Unsupported::too_long("the grid", size(MAX_LENGTH), "losses").into());
        }
        if furthest > MAX_INDEX {
            return Err(Unsupported::too_large("a loss in steps of the grid").into());
        }
        // The bits that the shares of a cell lose: e^loss, and 1 over the step.
        let widest = &self.step * BigRational::from_integer(BigInt::from(furthest));
        let growth = ceil(&(widest * BigRational::from_integer(BigInt::from(2)))).to_u64();
        let growth = growth.filter(|bits| *bits < 1 << 14);
        let growth = growth.ok_or_else(|| Unsupported::too_large("a loss of the grid"))?;
        let fine = self
            .bits
            .saturating_add(growth)
            .saturating_add(self.step.denom().bits())
            .saturating_add(64);
        if product(&[size(length), fine]) > MAX_SIZE {
            return Err(Unsupported::too_long("the grid", MAX_SIZE, "bits").into());
        }
        Ok((length, fine))
    }
}

/// A row of the ledger, taken once, by the cells of a window.
///
/// Upper: the mass of a cell goes to its two ends in such shares that its P-mass and its Q-mass are
/// preserved ("connect the dots"). Mass below the first cell is moved up to it; mass above the last
/// one counts as infinite. Test: a cell is a label. Outcomes above the last cell are always
/// rejected, outcomes below the first one never.
///
/// # Errors
/// If there is no rule for the kind, or a number cannot be enclosed.
pub fn cells(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    window: &Window,
    work: &Work,
) -> Result<Row, Fault> {
    work.spend(cells_work(row, bounds, window)?)?;
    work.reserve(cells_room(row, window)?)?;
    let grid = Grid { direction, bounds, window, work };
    let mut result = match (&row.step.mechanism, &row.step.poisson) {
        (Mechanism::DiscreteGaussian { sigma_squared, shifts }, None) => {
            grid.coordinates(sigma_squared, shifts)?
        }
        _ => grid.row(&grid.table(&row.step)?)?,
    };
    result.covers = BTreeMap::from([(row.id.clone(), BigInt::one())]);
    Ok(result)
}

/// The work of [`cells`], except that for single outcomes.
///
/// # Errors
/// If the grid is refused.
pub fn cells_work(row: &LedgerRow, bounds: Bounds, window: &Window) -> Result<u64, Fault> {
    let (length, fine) = window.fineness()?;
    // The constants at this many bits, which take as long as the tails of a few cells, and the
    // shares of each cell.
    let constants = product(&[4, gaussian_work(fine)]);
    let shares = product(&[size(length), (product(&[fine, fine]) / 128).saturating_add(1 << 11)]);
    let once = constants.saturating_add(shares);
    if let Mechanism::AllocatedNoise { noise, steps } = &row.step.mechanism {
        return Ok(once
            .saturating_add(Allocation::of(noise, *steps, window)?.work(bounds, (length, fine))));
    }
    let Mechanism::DiscreteGaussian { sigma_squared, shifts } = &row.step.mechanism else {
        return Ok(once.saturating_add(tails_work(&row.step, window, size(length), fine)));
    };
    // The rows of the coordinates, and their product.
    let coordinates = size(shifts.len());
    let merged =
        product(&[coordinates, coordinates, size(length), window.bits.saturating_add(64), 16]);
    let mut work = product(&[coordinates, once]).saturating_add(merged);
    for shift in shifts {
        work = work.saturating_add(discrete_gaussian_work(sigma_squared, *shift, window, fine)?);
    }
    Ok(work)
}

/// The memory of [`cells`], except that of single outcomes, in bits.
///
/// # Errors
/// If the grid is refused.
fn cells_room(row: &LedgerRow, window: &Window) -> Result<u64, Fault> {
    let (length, fine) = window.fineness()?;
    let length = size(length);
    // The masses of each cell, and its two shares.
    let once = room_of(product(&[length, 4]), fine)
        .saturating_add(room_of(product(&[length, 2]), window.bits));
    Ok(once.saturating_add(match &row.step.mechanism {
        Mechanism::AllocatedNoise { noise, steps } => Allocation::of(noise, *steps, window)?.room(),
        Mechanism::DiscreteGaussian { sigma_squared, shifts } => {
            let mut weights = 0;
            for shift in shifts {
                weights = discrete_gaussian_room(sigma_squared, *shift, window, fine)?.max(weights);
            }
            // The product of the rows of several coordinates.
            let whole = (product(&[length, size(shifts.len())]), window.bits);
            let merged =
                if shifts.len() > 1 { multiply_room(whole, (length, window.bits)) } else { 0 };
            weights.saturating_add(merged)
        }
        // The masses beyond each point.
        Mechanism::Gaussian { .. } | Mechanism::Laplace { .. } | Mechanism::Range { .. } => {
            room_of(product(&[length, 4]), fine)
        }
        _ => 0,
    }))
}

/// The work for the masses beyond the points of a grid; 0 for a step without tails.
fn tails_work(step: &Step, window: &Window, length: u64, bits: u64) -> u64 {
    let (once, each) = match &step.mechanism {
        Mechanism::Gaussian { mu_squared } => (mu_squared.enclose_work(bits), gaussian_work(bits)),
        Mechanism::Laplace { eps } => {
            let size = bits_of(eps).saturating_add(bits_of(&window.step)).saturating_add(bits);
            (product(&[size, size]) / 64, laplace_work(bits).saturating_add(size / 4))
        }
        Mechanism::Range { eps } => {
            (product(&[eps.enclose_work(bits), 2]), product(&[laplace_work(bits), 2]))
        }
        _ => return 0,
    };
    // A sample needs one more logarithm.
    let each = if step.poisson.is_some() { each.saturating_add(each / 2) } else { each };
    product(&[length, each]).saturating_add(once)
}

/// Two values of the normal distribution function: about as many terms as bits, each of a few
/// products.
fn gaussian_work(bits: u64) -> u64 {
    product(&[bits, (product(&[bits, bits]) >> 13).saturating_add(600)])
}

/// Two powers of e.
fn laplace_work(bits: u64) -> u64 {
    product(&[bits, (product(&[bits, bits]) >> 14).saturating_add(400)])
}

/// The rounding from the bits of a table to those of a row.
struct Rounding {
    surplus: u64,
}

impl Rounding {
    fn down(&self, x: &BigInt) -> BigInt {
        (x >> self.surplus).max(BigInt::zero())
    }

    fn up(&self, x: &BigInt) -> BigInt {
        shift_up(x, self.surplus).max(BigInt::zero())
    }
}

/// A grid, for one step after another.
struct Grid<'a> {
    direction: Direction,
    bounds: Bounds,
    window: &'a Window,
    work: &'a Work,
}

/// The masses of the cells with more bits than those of the row.
struct Table {
    cells: Cells,
    scale: Scale,
}

impl Grid<'_> {
    /// Independent coordinates of a discrete Gaussian: the product of their rows.
    fn coordinates(&self, sigma_squared: &BigRational, shifts: &[i64]) -> Result<Row, Fault> {
        let mut product: Option<Row> = None;
        for shift in shifts {
            let scale = Scale::new(self.window.fineness()?.1);
            let cells = discrete_gaussian(sigma_squared, *shift, self.window, &scale)?;
            let part = self.row(&Table { cells, scale })?;
            product = Some(match product {
                None => part,
                Some(product) => {
                    let (from, to) = (product.from + part.from, product.to() + part.to());
                    product.convolve(&part, from, to, Some(self.window.bits))?
                }
            });
        }
        product.ok_or_else(|| Unsupported::no_rule("a discrete Gaussian without a shift").into())
    }

    /// The cells of any other step.
    fn table(&self, step: &Step) -> Result<Table, Fault> {
        let scale = Scale::new(self.window.fineness()?.1);
        // A test is of one mechanism of a class.
        let member = if self.bounds == Bounds::Test { step.member() } else { None };
        let step = member.as_ref().unwrap_or(step);
        let cells = match (&step.mechanism, step.atoms(self.direction)) {
            (Mechanism::AllocatedNoise { noise, steps }, _) => Allocation::of(
                noise,
                *steps,
                self.window,
            )?
            .table(self.direction, self.bounds, &scale)?,
            (_, Some(atoms)) => {
                self.work.spend(step.atoms_work())?;
                atomic(&atoms?, self.window, &scale, self.work)?
            }
            (_, None) => continuous(step, self.direction, self.window, &scale)?,
        };
        Ok(Table { cells, scale })
    }

    /// The row of a table, which does not yet cover a ledger row.
    fn row(&self, table: &Table) -> Result<Row, Fault> {
        let rounding = Rounding { surplus: table.scale.bits - self.window.bits };
        let (cells, is_upper) = (&table.cells, self.bounds == Bounds::Upper);
        let (above_p, above_q) = &cells.above;
        let mut result = Row {
            bounds: self.bounds,
            covers: BTreeMap::new(),
            from: self.window.from,
            denominator: BigInt::one() << self.window.bits,
            p: Vec::new(),
            q: Vec::new(),
            infinite_p: if is_upper {
                rounding.up(&above_p.hi)
            } else {
                rounding.down(&above_p.lo)
            },
            infinite_q: if is_upper { BigInt::zero() } else { rounding.up(&above_q.hi) },
        };
        if is_upper {
            result.p = self.shares(table, &rounding)?;
        } else {
            result.p = cells.masses.iter().map(|(p, _)| rounding.down(&p.lo)).collect();
            result.q = cells.masses.iter().map(|(_, q)| rounding.up(&q.hi)).collect();
        }
        Ok(result)
    }

    /// The shares of the ends of the cells: `a_n + a_(n+1) = p` and `a_n + e^-h a_(n+1) = e^(n h) q
    /// =: r` give `a_(n+1) = (p - r) / (1 - e^-h)`.
    fn shares(
        &self,
        Table { cells, scale }: &Table,
        rounding: &Rounding,
    ) -> Result<Vec<BigInt>, Fault> {
        let base = scale
            .exp(&scale.rational(&self.window.step))
            .ok_or_else(|| Unsupported::too_large("the step"))?;
        let gap = scale.integer(1).sub(&scale.div(&scale.integer(1), &base).ok_or(NO_STEP)?);
        let mut ratio = power(&base, self.window.from, scale).ok_or(NO_GRID)?;
        let mut masses = vec![BigInt::zero(); cells.masses.len() + 1];
        if let Some(first) = masses.first_mut() {
            *first += rounding.up(&cells.below.hi);
        }
        for (index, (p, q)) in cells.masses.iter().enumerate() {
            let r = scale.mul(&ratio, q);
            let high = scale.div(&p.sub(&r).positive_part(), &gap).ok_or(NO_STEP)?;
            // Both shares are at most p.
            let high = Interval { lo: high.lo.min(p.hi.clone()), hi: high.hi.min(p.hi.clone()) };
            let low = p.sub(&high);
            for (place, share) in [(index, low), (index + 1, high)] {
                if let Some(mass) = masses.get_mut(place) {
                    *mass += rounding.up(&share.hi);
                }
            }
            ratio = scale.mul(&ratio, &base);
        }
        Ok(masses)
    }
}

/// The distance of an index after another one.
fn place(index: i64, from: i64) -> Result<usize, Fault> {
    let place = index.checked_sub(from).and_then(|place| usize::try_from(place).ok());
    Ok(place.ok_or_else(|| Unsupported::too_large("the distance of two losses"))?)
}
