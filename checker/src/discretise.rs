//! From a step to a row: exactly, where all losses are on a lattice, otherwise by cells of a grid.

use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Row as LedgerRow, Step};
use crate::log_linear::LogLinear;
use crate::number::{ceil, floor, shift_up};
use crate::pair::{Atom, Direction, Loss, lattice_index};
use crate::row::{Bounds, MAX_INDEX, MAX_LENGTH, MAX_SIZE, Row, power};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// A row of the ledger, taken once, whose losses are all multiples of `step`: with `bits` behind the point, or exactly.
///
/// # Errors
/// Where that is not so, or not known.
pub fn lattice(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    step: &Expression,
    bits: Option<u64>,
    work: &Work,
) -> Result<Row, Fault> {
    work.spend(row.step.atoms_work())?;
    let atoms =
        row.step.atoms(direction).ok_or_else(|| Unproved::inapplicable("the row", "one of finitely many losses"))??;
    let form = LogLinear::of(step);
    let mut indices = Vec::new();
    for atom in &atoms {
        if let Loss::Finite(loss) = &atom.loss {
            indices.push(lattice_index(loss, &form, step, work).ok_or_else(|| no_multiple(loss, step))?);
        }
    }
    let (Some(from), Some(to)) = (indices.iter().min(), indices.iter().max()) else {
        return Err(Unsupported::no_rule("a step without finite losses").into());
    };
    let length = place(*to, *from)?.saturating_add(1);
    if length > MAX_LENGTH {
        return Err(Unsupported::too_long("the row", count(MAX_LENGTH), "losses").into());
    }
    if from.saturating_abs().max(to.saturating_abs()) > MAX_INDEX {
        return Err(Unsupported::too_large("a loss in steps of the lattice").into());
    }
    work.spend(masses_work(&atoms, bits))?;
    let measure = Measure::of(&atoms, bits)?;
    let mut result = Row {
        bounds,
        covers: BTreeMap::from([(row.id.clone(), BigInt::one())]),
        from: *from,
        denominator: measure.denominator(),
        p: vec![BigInt::zero(); length],
        q: vec![BigInt::zero(); if bounds == Bounds::Test { length } else { 0 }],
        infinite_p: BigInt::zero(),
        infinite_q: BigInt::zero(),
    };
    let mut indices = indices.iter();
    for atom in &atoms {
        let (p, q) = (measure.mass(&atom.p, bounds == Bounds::Upper)?, measure.mass(&atom.q, true)?);
        match atom.loss {
            Loss::Finite(_) => {
                let place = place(*indices.next().unwrap_or(from), *from)?;
                if let Some(mass) = result.p.get_mut(place) {
                    *mass += p;
                }
                if let Some(mass) = result.q.get_mut(place) {
                    *mass += q;
                }
            }
            Loss::Infinite => result.infinite_p += p,
            Loss::MinusInfinite => {}
        }
    }
    Ok(result)
}

/// Why a loss has no index: it is between two of them, or that is not known.
fn no_multiple(loss: &Expression, step: &Expression) -> Fault {
    let scale = Scale::new(128);
    let quotient = loss.enclose(&scale).zip(step.enclose(&scale)).and_then(|(loss, step)| scale.div(&loss, &step));
    match quotient {
        Some(quotient) if shift_up(&quotient.lo, scale.bits) > (&quotient.hi >> scale.bits) => {
            Unproved::inapplicable("a loss", "a multiple of the step").into()
        }
        _ => Unsupported::Undecided { question: "a loss is a multiple of the step" }.into(),
    }
}

/// A bound on the work of the masses of outcomes, with so many bits or exactly.
fn masses_work(atoms: &[Atom], bits: Option<u64>) -> u64 {
    let masses = || atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
    let Some(bits) = bits else {
        // The least common denominator, and what it is divided by for each mass.
        let size = masses().map(Expression::size).fold(0, u64::saturating_add);
        return product(&[size, size]) / 64;
    };
    let work =
        |x: &Expression| product(&[x.parts(), product(&[bits, bits]).saturating_add(x.size()).saturating_add(1 << 12)]);
    masses().map(work).fold(0, u64::saturating_add)
}

fn place(index: i64, from: i64) -> Result<usize, Fault> {
    let place = index.checked_sub(from).and_then(|place| usize::try_from(place).ok());
    Ok(place.ok_or_else(|| Unsupported::too_large("the distance of two losses"))?)
}

/// How masses become integers.
enum Measure {
    Exact(BigInt),
    Fixed(Scale),
}

impl Measure {
    fn of(atoms: &[Atom], bits: Option<u64>) -> Result<Measure, Fault> {
        if let Some(bits) = bits {
            return Ok(Measure::Fixed(Scale::new(bits)));
        }
        let mut denominator = BigInt::one();
        for x in atoms.iter().flat_map(|atom| [&atom.p, &atom.q]) {
            let x = x.rational().ok_or(Unproved::NeedsBits { what: "a mass" })?;
            denominator = denominator.lcm(x.denom());
        }
        Ok(Measure::Exact(denominator))
    }

    fn denominator(&self) -> BigInt {
        match self {
            Measure::Exact(denominator) => denominator.clone(),
            Measure::Fixed(scale) => scale.one(),
        }
    }

    fn mass(&self, x: &Expression, is_up: bool) -> Result<BigInt, Fault> {
        match self {
            Measure::Exact(denominator) => {
                let x = x.rational().ok_or(Unproved::NeedsBits { what: "a mass" })?;
                Ok((x * BigRational::from_integer(denominator.clone())).to_integer())
            }
            Measure::Fixed(scale) => {
                let x = x.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "a mass" })?.positive_part();
                Ok(if is_up { x.hi } else { x.lo })
            }
        }
    }
}

const NO_STEP: Unsupported = Unsupported::NotEnclosed { what: "the step" };
const NO_GRID: Unsupported = Unsupported::NotEnclosed { what: "e to a loss of the grid" };
const NO_MASS: Unsupported = Unsupported::NotEnclosed { what: "a mass" };

/// Of a discrete Gaussian that no neighbour moves.
fn no_shift() -> Fault {
    Unsupported::no_rule("a discrete Gaussian without a shift").into()
}

/// The masses of the outcomes with losses in `[n step, (n+1) step)`, for n from `from` on, and beyond.
struct Cells {
    masses: Vec<(Interval, Interval)>,
    below: Interval,
    above: (Interval, Interval),
}

/// A row of the ledger, taken once, by the cells `[n step, (n+1) step)` with n from `from` to `to - 1`.
///
/// Upper: the mass of a cell goes to its two ends in such shares that its P-mass and its Q-mass stay what they are
/// ("connect the dots"); what is below the first cell is moved up to it; what is above the last one is infinite.
/// Test: a cell is a label; what is above the last one is always rejected, what is below the first one never.
///
/// # Errors
/// Where there is no rule for the kind, or something cannot be enclosed.
pub fn cells(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    step: &BigRational,
    window: (i64, i64),
    bits: u64,
    work: &Work,
) -> Result<Row, Fault> {
    work.spend(cells_work(row, step, window, bits)?)?;
    spread(row, direction, bounds, step, window, bits, work)
}

/// [`cells`], of which the work has been taken but for that of single outcomes.
fn spread(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    step: &BigRational,
    window: (i64, i64),
    bits: u64,
    work: &Work,
) -> Result<Row, Fault> {
    if let (Mechanism::DiscreteGaussian { sigma_squared, shifts }, None) = (&row.step.mechanism, &row.step.poisson)
        && shifts.len() > 1
    {
        // Independent coordinates: the product of their rows.
        let mut product: Option<Row> = None;
        for shift in shifts {
            let (sigma_squared, shifts) = (sigma_squared.clone(), vec![*shift]);
            let mechanism = Mechanism::DiscreteGaussian { sigma_squared, shifts };
            let part = LedgerRow { step: Step { mechanism, poisson: None }, ..row.clone() };
            let mut part = spread(&part, direction, bounds, step, window, bits, work)?;
            product = Some(match product {
                None => part,
                Some(product) => {
                    part.covers.clear();
                    product.convolve(&part, product.from + part.from, product.to() + part.to(), Some(bits))?
                }
            });
        }
        return product.ok_or_else(no_shift);
    }
    let (from, _) = window;
    let (length, fine) = fineness(step, window, bits)?;
    let scale = Scale::new(fine);
    let table = match &row.step.mechanism {
        Mechanism::DiscreteGaussian { sigma_squared, shifts } if row.step.poisson.is_none() => {
            match shifts.as_slice() {
                [shift] => discrete_gaussian(sigma_squared, *shift, step, window, &scale)?,
                _ => return Err(no_shift()),
            }
        }
        _ => match row.step.atoms(direction) {
            Some(atoms) => {
                work.spend(row.step.atoms_work())?;
                atomic(&atoms?, step, window, &scale, work)?
            }
            None => continuous(&row.step, direction, step, window, &scale)?,
        },
    };
    let surplus = scale.bits - bits;
    let down = |x: &BigInt| (x >> surplus).max(BigInt::zero());
    let up = |x: &BigInt| shift_up(x, surplus).max(BigInt::zero());
    let is_upper = bounds == Bounds::Upper;
    let mut result = Row {
        bounds,
        covers: BTreeMap::from([(row.id.clone(), BigInt::one())]),
        from,
        denominator: BigInt::one() << bits,
        p: Vec::new(),
        q: Vec::new(),
        infinite_p: if is_upper { up(&table.above.0.hi) } else { down(&table.above.0.lo) },
        infinite_q: if is_upper { BigInt::zero() } else { up(&table.above.1.hi) },
    };
    if !is_upper {
        result.p = table.masses.iter().map(|(p, _)| down(&p.lo)).collect();
        result.q = table.masses.iter().map(|(_, q)| up(&q.hi)).collect();
        return Ok(result);
    }
    // a_n + a_(n+1) = p and a_n + e^-h a_(n+1) = e^(n h) q =: r give a_(n+1) = (p - r) / (1 - e^-h).
    let base = scale.exp(&scale.rational(step)).ok_or_else(|| Unsupported::too_large("the step"))?;
    let gap = scale.integer(1).sub(&scale.div(&scale.integer(1), &base).ok_or(NO_STEP)?);
    let mut ratio = power(&base, from, &scale).ok_or(NO_GRID)?;
    let mut masses = vec![BigInt::zero(); length + 1];
    if let Some(first) = masses.first_mut() {
        *first += up(&table.below.hi);
    }
    for (index, (p, q)) in table.masses.iter().enumerate() {
        let r = scale.mul(&ratio, q);
        let high = scale.div(&p.sub(&r).positive_part(), &gap).ok_or(NO_STEP)?;
        // Both shares are at most p.
        let high = Interval { lo: high.lo.min(p.hi.clone()), hi: high.hi.min(p.hi.clone()) };
        let low = p.sub(&high);
        for (place, share) in [(index, low), (index + 1, high)] {
            if let Some(mass) = masses.get_mut(place) {
                *mass += up(&share.hi);
            }
        }
        ratio = scale.mul(&ratio, &base);
    }
    result.p = masses;
    Ok(result)
}

/// How many cells there are, and the bits with which they are computed.
fn fineness(step: &BigRational, (from, to): (i64, i64), bits: u64) -> Result<(usize, u64), Fault> {
    let length = usize::try_from(to.saturating_sub(from)).unwrap_or(0);
    let furthest = from.saturating_abs().max(to.saturating_abs());
    if !step.is_positive() || length == 0 {
        return Err(Unproved::OutOfRange { what: "the grid", how: "empty" }.into());
    }
    if length >= MAX_LENGTH {
        return Err(Unsupported::too_long("the grid", count(MAX_LENGTH), "losses").into());
    }
    if furthest > MAX_INDEX {
        return Err(Unsupported::too_large("a loss in steps of the grid").into());
    }
    // Bits that the shares of a cell lose: e^loss, and 1 over the step.
    let widest = step * BigRational::from_integer(BigInt::from(furthest));
    let growth = ceil(&(widest * BigRational::from_integer(BigInt::from(2)))).to_u64().filter(|bits| *bits < 1 << 14);
    let growth = growth.ok_or_else(|| Unsupported::too_large("a loss of the grid"))?;
    let fine = bits.saturating_add(growth).saturating_add(step.denom().bits()).saturating_add(64);
    if product(&[count(length), fine]) > MAX_SIZE {
        return Err(Unsupported::too_long("the grid", MAX_SIZE, "bits").into());
    }
    Ok((length, fine))
}

/// The work of [`cells`].
///
/// # Errors
/// Where the grid is not taken at all.
pub fn cells_work(row: &LedgerRow, step: &BigRational, window: (i64, i64), bits: u64) -> Result<u64, Fault> {
    let (length, fine) = fineness(step, window, bits)?;
    let per_cell = product(&[count(length + 64), fine, fine]);
    Ok(match &row.step.mechanism {
        // At most as many outcomes as fit, and a product of the rows of the coordinates.
        Mechanism::DiscreteGaussian { shifts, .. } => {
            let coordinates = count(shifts.len());
            let merged = product(&[coordinates, coordinates, count(length), bits.saturating_add(64)]);
            product(&[coordinates, per_cell.saturating_add(1 << 28)]).saturating_add(product(&[merged, 16]))
        }
        _ => per_cell,
    })
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// From finitely many outcomes.
fn atomic(
    atoms: &[Atom],
    width: &BigRational,
    (from, to): (i64, i64),
    scale: &Scale,
    work: &Work,
) -> Result<Cells, Fault> {
    // A loss has no more parts than a mass, and is enclosed like it.
    work.spend(product(&[masses_work(atoms, Some(scale.bits)), 2]))?;
    let nothing = scale.integer(0);
    let mut masses = vec![(nothing.clone(), nothing.clone()); place(to, from)?];
    let (mut below, mut above) = (nothing.clone(), (nothing.clone(), nothing));
    let step = Expression::Rational(width.clone());
    let form = LogLinear::of(&step);
    for atom in atoms {
        let enclose = |x: &Expression| x.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "a mass" });
        let (p, q) = (enclose(&atom.p)?.positive_part(), enclose(&atom.q)?.positive_part());
        let cell = match &atom.loss {
            Loss::Infinite => to,
            Loss::MinusInfinite => from - 1,
            Loss::Finite(loss) => match lattice_index(loss, &form, &step, work) {
                Some(cell) => cell,
                None => {
                    let loss = loss.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "a loss" })?;
                    let quotient = scale.div(&loss, &scale.rational(width)).ok_or(NO_STEP)?;
                    let (low, high) = (&quotient.lo >> scale.bits, &quotient.hi >> scale.bits);
                    let cell = low.to_i64().filter(|_| low == high);
                    cell.ok_or(Unsupported::Undecided { question: "a loss is below a point of the grid" })?
                }
            },
        };
        if cell < from {
            below = below.add(&p);
        } else if cell >= to {
            above = (above.0.add(&p), above.1.add(&q));
        } else if let Some(mass) = masses.get_mut(place(cell, from)?) {
            *mass = (mass.0.add(&p), mass.1.add(&q));
        }
    }
    Ok(Cells { masses, below, above })
}

/// From the masses beyond each grid point.
fn continuous(
    step: &Step,
    direction: Direction,
    width: &BigRational,
    (from, to): (i64, i64),
    scale: &Scale,
) -> Result<Cells, Fault> {
    let base = scale.exp(&scale.rational(width)).ok_or_else(|| Unsupported::too_large("the step"))?;
    let mut growth = power(&base, from, scale).ok_or(NO_GRID)?;
    let mut tails = Vec::new();
    for index in from..=to {
        let tail = step.tail(direction, index, width, &growth, scale);
        tails.push(tail.ok_or_else(|| Unsupported::no_rule("the cells of this mechanism"))?);
        growth = scale.mul(&growth, &base);
    }
    let (Some(first), Some(last)) = (tails.first(), tails.last()) else {
        return Err(Unproved::OutOfRange { what: "the grid", how: "empty" }.into());
    };
    let masses = tails.windows(2).filter_map(|pair| match pair {
        [low, high] => Some((low.p.sub(&high.p).positive_part(), low.q.sub(&high.q).positive_part())),
        _ => None,
    });
    Ok(Cells {
        masses: masses.collect(),
        below: scale.integer(1).sub(&first.p).positive_part(),
        above: (last.p.clone(), last.q.clone()),
    })
}

/// `P = N_Z(s, sigma^2)`, `Q = N_Z(0, sigma^2)`: the loss at n is `(2 n s - s^2) / (2 sigma^2)`.
fn discrete_gaussian(
    sigma_squared: &BigRational,
    shift: i64,
    width: &BigRational,
    (from, to): (i64, i64),
    scale: &Scale,
) -> Result<Cells, Fault> {
    let integer = |n: i64| BigRational::from_integer(BigInt::from(n));
    let half = BigRational::new(BigInt::one(), BigInt::from(2));
    // The n with a loss of at least m * width: n >= m width sigma^2 / s + s/2.
    let first = |m: i64| {
        let n = ceil(&(integer(m) * width * sigma_squared / integer(shift) + integer(shift) * &half));
        let n = n.to_i64().filter(|n| n.unsigned_abs() < 1 << 24);
        n.ok_or_else(|| Unsupported::too_long("the grid", 1 << 24, "outcomes of this mechanism"))
    };
    let (start, end) = (first(from)?, first(to)?);
    let fits = |outcomes: u64| product(&[outcomes, scale.bits]) <= MAX_SIZE;
    if !fits(start.abs_diff(end).max(start.unsigned_abs()).max(end.unsigned_abs())) {
        return Err(Unsupported::too_long("the list of outcomes", MAX_SIZE, "bits").into());
    }
    // e^(-n^2 / (2 sigma^2)) for n >= 0, until it is nothing, and a bound for the rest: each is less than the one
    // before times e^(-(2n+1)/(2 sigma^2)).
    let falling = |power: i64| {
        let value = scale.exp(&scale.rational(&(-integer(power) * &half / sigma_squared)));
        value.ok_or_else(|| Unsupported::too_large("1/sigma_sq"))
    };
    let (mut weights, mut weight, mut factor, square) = (Vec::new(), scale.integer(1), falling(1)?, falling(2)?);
    let needed = [start, end, start - shift, end - shift].into_iter().map(i64::unsigned_abs).max().unwrap_or(0);
    while weight.lo.is_positive() || weights.len() <= usize::try_from(needed).unwrap_or(usize::MAX) {
        if !fits(count(weights.len())) {
            return Err(Unsupported::too_long("the list of outcomes", MAX_SIZE, "bits").into());
        }
        weights.push(weight.clone());
        weight = scale.mul(&weight, &factor);
        factor = scale.mul(&factor, &square);
    }
    let rest = scale
        .div(&weight, &scale.integer(1).sub(&factor))
        .ok_or(Unsupported::NotEnclosed { what: "the rest of the sum" })?;
    let rest = Interval { lo: BigInt::zero(), hi: rest.hi };
    let sum = weights.iter().skip(1).fold(rest.clone(), |sum, weight| sum.add(weight));
    let total = sum.times(&BigInt::from(2)).add(&scale.integer(1));
    let mass = |n: i64| {
        let weight = usize::try_from(n.unsigned_abs()).ok().and_then(|n| weights.get(n)).ok_or(NO_MASS)?;
        scale.div(weight, &total).ok_or(NO_MASS)
    };
    let nothing = scale.integer(0);
    let length = place(to, from)?;
    let mut masses = vec![(nothing.clone(), nothing.clone()); length];
    for n in start..end {
        let loss = (integer(2 * n - shift) * integer(shift)) * &half / sigma_squared;
        let cell = floor(&(loss / width)) - BigInt::from(from);
        let (p, q) = (mass(n - shift)?, mass(n)?);
        if let Some(cell) = cell.to_usize().and_then(|cell| masses.get_mut(cell)) {
            *cell = (cell.0.add(&p), cell.1.add(&q));
        }
    }
    // The mass of all outcomes >= n under Q; under P it is that of n - s.
    let tail = |n: i64| {
        // For n <= 0, first the mass of all outcomes < n.
        let size = usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX).saturating_add(usize::from(n <= 0));
        let beyond = weights.iter().skip(size).fold(rest.clone(), |sum, weight| sum.add(weight));
        let share = scale.div(&beyond, &total).ok_or(NO_MASS)?;
        Ok::<_, Unsupported>(if n > 0 { share } else { scale.integer(1).sub(&share).positive_part() })
    };
    let above = (tail(end - shift)?, tail(end)?);
    let below = scale.integer(1).sub(&tail(start - shift)?).positive_part();
    Ok(Cells { masses, below, above })
}
