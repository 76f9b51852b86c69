//! A record in one of several steps of noise: the distribution of the sum of the likelihood ratios
//! of all steps.
//!
//! Ratios are in cells of one width, and a sum of cells is a cell (`proofs/theories/Allocation.v`).
//!
//! * From above, the mass under Q of a cell is spread to its two ends with the mean kept, and what
//!   is beyond the last cell to its lower end and to infinity (`spread_cell`, `spread_tail`); sums
//!   of such ratios are spread likewise (`below_add`). What went to infinity is a mass of P at
//!   infinite loss (`below_allocation`).
//! * From below, an output is labelled by its cell, and all outputs by the sum of their labels, or
//!   by none beyond the last. With the record in one of t steps the sum is that of one label under
//!   P and `t - 1` under Q (`allocation_labels`).

use super::cells::Cells;
use super::tails::{Tail, Tails};
use super::{NO_GRID, NO_MASS, NO_TAIL, Window, gaussian_work, place, tails_work};
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::{Mechanism, Step};
use crate::number::{bits_of, ceil, shift_down, shift_up};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{
    Bounds, MAX_LENGTH, MAX_SIZE, multiply, multiply_room, power, product_work, room_of, size,
};
use crate::work::product;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// The most steps.
pub(crate) const MAX_STEPS: u64 = 1 << 32;

/// The further bits of an enclosure of which multiples are taken; there are fewer in the number of
/// cells.
const MORE: u64 = 64;

/// The cells `[n width, (n+1) width)` of likelihood ratios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratios {
    /// The width of a cell.
    pub width: BigRational,
    /// The number of cells of the ratio of one step.
    pub cells: i64,
    /// The last sum of cells that is kept.
    pub last: i64,
}

/// A record in one of `steps` steps.
pub(super) struct Allocation<'a> {
    noise: Step,
    steps: u64,
    ratios: &'a Ratios,
    window: &'a Window,
    cells: usize,
    last: usize,
    /// The fractional bits of masses while they are added.
    bits: u64,
}

/// The distribution of a sum of cells.
#[derive(Clone)]
struct Sum {
    masses: Vec<BigInt>,
    /// The mean that was spread to infinity, in cells.
    beyond: BigInt,
}

/// The masses under P, or those under Q.
type Side = fn(&Tail) -> &Interval;

/// What becomes of masses that are rounded, and of sums beyond the last one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Rounded up, and spread.
    Spread,
    /// Rounded up, and left out.
    Above,
    /// Rounded down, and left out.
    Below,
}

impl<'a> Allocation<'a> {
    /// Within the limits.
    pub(super) fn of(
        noise: &Mechanism,
        steps: u64,
        window: &'a Window,
    ) -> Result<Allocation<'a>, Fault> {
        let ratios = window
            .ratios
            .as_ref()
            .ok_or(Unproved::OutOfRange { what: "the grid", how: "without ratios" })?;
        if ratios.cells <= 0 || ratios.last <= 0 || !ratios.width.is_positive() {
            return Err(Unproved::OutOfRange {
                what: "the grid of likelihood ratios",
                how: "empty",
            }
            .into());
        }
        let length = |n: i64| usize::try_from(n).ok().filter(|n| *n < MAX_LENGTH);
        let (Some(cells), Some(last)) = (length(ratios.cells), length(ratios.last)) else {
            return Err(Unsupported::too_long(
                "the grid of likelihood ratios",
                size(MAX_LENGTH),
                "points",
            )
            .into());
        };
        let bits = window.bits.saturating_add(32 + u64::from(usize::BITS - cells.leading_zeros()));
        if product(&[size(last), bits]) > MAX_SIZE || product(&[size(cells), bits]) > MAX_SIZE {
            return Err(
                Unsupported::too_long("the grid of likelihood ratios", MAX_SIZE, "bits").into()
            );
        }
        let noise = Step { mechanism: noise.clone(), poisson: None };
        Ok(Allocation { noise, steps, ratios, window, cells, last, bits })
    }

    /// The number of copies of one step that are added up by squaring.
    fn copies(&self, bounds: Bounds) -> u64 {
        if bounds == Bounds::Upper { self.steps } else { self.steps - 1 }
    }

    /// The work of [`Allocation::table`] on so many cells of losses, which have so many bits.
    pub(super) fn work(&self, bounds: Bounds, (length, fine): (usize, u64)) -> u64 {
        // The parameters of the noise once; a logarithm and two tails for each cell.
        let tails = tails_work(&self.noise, self.window, size(self.cells), self.bits);
        let logarithms = product(&[size(self.cells), gaussian_work(self.bits)]);
        // The width is enclosed, and divides, a few times.
        let digits = bits_of(&self.ratios.width).saturating_add(fine);
        let width = product(&[digits, digits]) / 16;
        let mut sums = 0u64;
        let mut add = |first: usize, second: usize| {
            sums = sums.saturating_add(product_work(
                (size(first), self.bits),
                (size(second), self.bits),
                false,
            ));
            (first + second).min(self.last + 1)
        };
        of_copies(self.cells + 1, self.copies(bounds), |x, y| add(*x, *y));
        if bounds == Bounds::Test {
            add(self.last + 1, self.cells);
            sums = product(&[sums, 2]);
        }
        let gathered = product(&[size(self.last), self.bits.saturating_add(1 << 9)]);
        let cells =
            product(&[size(length), (product(&[fine, fine]) / 256).saturating_add(1 << 11)]);
        [logarithms, width, sums, gathered, cells].into_iter().fold(tails, u64::saturating_add)
    }

    /// The memory of [`Allocation::table`], in bits: all tails; the distributions of two groups of
    /// steps, a third one that becomes their sum, and a fourth one of the other direction; and the
    /// product of two of them.
    pub(super) fn room(&self) -> u64 {
        let longest = product(&[size(self.cells).saturating_add(1), self.steps]);
        let shape = (size(self.last).saturating_add(1).min(longest), self.bits);
        let tails = room_of(product(&[size(self.cells), 4]), self.bits);
        let sums = room_of(product(&[shape.0, 4]), self.bits);
        tails.saturating_add(sums).saturating_add(multiply_room(shape, shape))
    }

    /// The masses of the cells of losses.
    pub(super) fn table(
        &self,
        direction: Direction,
        bounds: Bounds,
        scale: &Scale,
    ) -> Result<Cells, Fault> {
        let tails = self.tails()?;
        match bounds {
            Bounds::Upper => self.above(&tails, direction, scale),
            Bounds::Test => self.below(&tails, direction, scale),
        }
    }

    /// The masses beyond the lower ends of all cells, and beyond the last cell.
    fn tails(&self) -> Result<Vec<Tail>, Fault> {
        let scale = Scale::new(self.bits);
        let source = Tails::of(&self.noise, Direction::Forward, &self.window.step, &scale)?;
        // It may have many digits: it is enclosed once, with more bits than there are in the number
        // of cells, so that its multiples are as accurate as it would be.
        let width = scale.fraction(self.ratios.width.numer() << MORE, self.ratios.width.denom());
        if shift_down(&width.lo, MORE).is_zero() {
            return Err(Unsupported::NotEnclosed {
                what: "the width of the cells of likelihood ratios",
            }
            .into());
        }
        let one = scale.integer(1);
        let mut tails = vec![Tail { p: one.clone(), q: one }];
        for n in 1..=self.cells {
            let ratio = Interval {
                lo: shift_down(&(&width.lo * n), MORE),
                hi: shift_up(&(&width.hi * n), MORE),
            };
            tails.push(source.beyond_ratio(&ratio).ok_or(NO_TAIL)?);
        }
        Ok(tails)
    }

    /// The masses of one step under Q, spread to the ends of their cells.
    fn spread(&self, tails: &[Tail]) -> Result<Sum, Fault> {
        let own = Scale::new(self.bits);
        let width = own.rational(&self.ratios.width);
        let mut one = Sum { masses: vec![BigInt::zero(); self.cells + 1], beyond: BigInt::zero() };
        let mut index = BigInt::zero();
        for (place, pair) in tails.windows(2).enumerate() {
            let [low, high] = pair else { continue };
            // q = a + b and p / width = n a + (n+1) b.
            let q = low.q.sub(&high.q).positive_part();
            let mean = own.div(&low.p.sub(&high.p).positive_part(), &width).ok_or(NO_MASS)?;
            let upper = mean.sub(&q.times(&index)).positive_part();
            index += 1;
            let lower = q.times(&index).sub(&mean).positive_part();
            for (mass, share) in one.masses.iter_mut().skip(place).zip([lower, upper]) {
                *mass += &share.hi;
            }
        }
        if let (Some(rest), Some(mass)) = (tails.last(), one.masses.last_mut()) {
            *mass += &rest.q.hi;
            one.beyond = own
                .div(&rest.p, &width)
                .ok_or(NO_MASS)?
                .sub(&rest.q.times(&index))
                .positive_part()
                .hi;
        }
        Ok(one)
    }

    /// The sums of spread ratios, with their masses under Q rounded up.
    fn above(&self, tails: &[Tail], direction: Direction, scale: &Scale) -> Result<Cells, Fault> {
        let sum = of_copies(self.spread(tails)?, self.steps, |x, y| self.add(x, y, Kept::Spread));
        // Of P each sum has its ratio times the mass: the places are added up, and multiplied by
        // the unit once for a cell.
        let unit =
            scale.rational(&(&self.ratios.width / BigRational::from_integer(self.steps.into())));
        let wider = scale.bits - self.bits;
        let of_p = |places: &BigInt| scale.mul(&Interval::point(places << wider), &unit);
        let masses = |start: usize, end: usize| {
            let (mut mass, mut places) = (BigInt::zero(), BigInt::zero());
            for (place, own) in sum.masses.iter().enumerate().take(end).skip(start) {
                mass += own;
                places += own * place;
            }
            let (p, q) = (of_p(&places), Interval::point(mass << wider));
            match direction {
                Direction::Forward => (p, q),
                Direction::Backward => (q, p),
            }
        };
        let mut cells =
            self.gathered(sum.masses.len(), masses, &BigRational::zero(), direction, scale)?;
        if direction == Direction::Forward {
            let infinite = of_p(&sum.beyond);
            cells.above.0 = cells.above.0.add(&infinite);
        }
        Ok(cells)
    }

    /// The masses of the labels of one step.
    fn labelled(tails: &[Tail], mass: Side, kept: Kept) -> Sum {
        let masses = tails.windows(2).filter_map(|pair| match pair {
            [low, high] => Some(mass(low).sub(mass(high)).positive_part()),
            _ => None,
        });
        let masses =
            masses.map(|mass| if kept == Kept::Below { mass.lo } else { mass.hi }).collect();
        Sum { masses, beyond: BigInt::zero() }
    }

    /// The sums of labels: the masses of the first distribution rounded down, those of the second
    /// one rounded up.
    fn below(&self, tails: &[Tail], direction: Direction, scale: &Scale) -> Result<Cells, Fault> {
        let (p, q): (Side, Side) = (|tail| &tail.p, |tail| &tail.q);
        let (first, second) = match direction {
            Direction::Forward => (p, q),
            Direction::Backward => (q, p),
        };
        let all = |own: Side, kept: Kept| {
            // All steps but the one with the record, where the record is in one.
            let nothing = Sum { masses: vec![BigInt::one() << self.bits], beyond: BigInt::zero() };
            let others = Self::labelled(tails, q, kept);
            let others = match self.steps - 1 {
                0 => nothing,
                copies => of_copies(others, copies, |x, y| self.add(x, y, kept)),
            };
            self.add(&others, &Self::labelled(tails, own, kept), kept).masses
        };
        let wider = scale.bits - self.bits;
        let (firsts, seconds) = (all(first, Kept::Below), all(second, Kept::Above));
        let masses = |start: usize, end: usize| {
            let sum = |own: &[BigInt]| own.iter().take(end).skip(start).sum::<BigInt>();
            let point = |own: &[BigInt]| Interval::point(sum(own) << wider);
            (point(&firsts), point(&seconds))
        };
        // In the middle of the cells.
        let half = BigRational::new(self.steps.into(), 2.into());
        self.gathered(firsts.len().max(seconds.len()), masses, &half, direction, scale)
    }

    /// The sum of two independent groups of steps.
    fn add(&self, first: &Sum, second: &Sum, kept: Kept) -> Sum {
        let mut masses = multiply(&first.masses, &second.masses);
        let mut beyond = &first.beyond + &second.beyond;
        if masses.len() > self.last + 1 {
            let rest = masses.split_off(self.last + 1);
            if let (Kept::Spread, Some(last)) = (kept, masses.last_mut()) {
                let mut mean = BigInt::zero();
                for (excess, mass) in (1u64..).zip(&rest) {
                    *last += mass;
                    mean += mass * excess;
                }
                beyond += shift_up(&mean, self.bits);
            }
        }
        let round = |mass: &BigInt| match kept {
            Kept::Spread | Kept::Above => shift_up(mass, self.bits),
            Kept::Below => shift_down(mass, self.bits),
        };
        Sum { masses: masses.iter().map(round).collect(), beyond }
    }

    /// The sums by their losses, where the ratio at a place is `(place + offset) width / steps`;
    /// `masses` gives the masses of the places from the first on and before the second.
    fn gathered(
        &self,
        count: usize,
        masses: impl Fn(usize, usize) -> (Interval, Interval),
        offset: &BigRational,
        direction: Direction,
        scale: &Scale,
    ) -> Result<Cells, Fault> {
        let Window { step, from, to, .. } = self.window;
        let (first, last) = match direction {
            Direction::Forward => (*from, *to),
            Direction::Backward => (-to, -from),
        };
        let starts = self.starts(step, first, last, offset, scale)?;
        let ends = (starts.first().copied().unwrap_or(0), starts.last().copied().unwrap_or(0));
        let (low, high) = (masses(0, ends.0), masses(ends.1, count));
        let inner = starts.windows(2).filter_map(|pair| match pair {
            [start, end] => Some(masses(*start, *end)),
            _ => None,
        });
        Ok(match direction {
            Direction::Forward => Cells { masses: inner.collect(), below: low.0, above: high },
            Direction::Backward => {
                Cells { masses: inner.rev().collect(), below: high.0, above: low }
            }
        })
    }

    /// The first places whose ratio is at least e to the n-th point of the grid, for n from `first`
    /// to `last`.
    fn starts(
        &self,
        step: &BigRational,
        first: i64,
        last: i64,
        offset: &BigRational,
        scale: &Scale,
    ) -> Result<Vec<usize>, Fault> {
        let whole = BigRational::from_integer(self.steps.into()) / &self.ratios.width;
        let base = scale.exp(&scale.rational(step)).ok_or(NO_GRID)?;
        let mut growth = power(&base, first, scale).ok_or(NO_GRID)?;
        let (unit, moved) = (scale.rational(&whole), scale.rational(offset));
        let mut starts = Vec::with_capacity(place(last, first)?.saturating_add(1));
        for index in first..=last {
            let start = if index == 0 {
                ceil(&(&whole - offset))
            } else {
                let bound = scale.mul(&unit, &growth).sub(&moved);
                let (low, high) =
                    (shift_up(&bound.lo, scale.bits), shift_up(&bound.hi, scale.bits));
                if low != high {
                    return Err(Unsupported::Undecided {
                        question: "a loss is below a point of the grid",
                    }
                    .into());
                }
                low
            };
            starts.push(start.max(BigInt::zero()).to_usize().unwrap_or(usize::MAX));
            growth = scale.mul(&growth, &base);
        }
        Ok(starts)
    }
}

/// As many copies as there are, at least 1, by squaring.
fn of_copies<T: Clone>(one: T, copies: u64, mut add: impl FnMut(&T, &T) -> T) -> T {
    let (mut square, mut all, mut left) = (one, None::<T>, copies);
    loop {
        if left.is_odd() {
            all = Some(match all {
                Some(all) => add(&all, &square),
                None => square.clone(),
            });
        }
        left /= 2;
        if left == 0 {
            return all.unwrap_or(square);
        }
        square = add(&square, &square);
    }
}

/// At few bits, where each rounding shows: the row hides them otherwise.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::floor;

    fn random(state: &mut u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    fn window(width: (i64, i64)) -> Window {
        let ratios =
            Ratios { width: BigRational::new(width.0.into(), width.1.into()), cells: 8, last: 8 };
        Window {
            step: BigRational::new(1.into(), 8.into()),
            from: -4,
            to: 6,
            bits: 16,
            ratios: Some(ratios),
        }
    }

    fn with<'a>(window: &'a Window, last: usize, bits: u64) -> Allocation<'a> {
        let noise =
            Step { mechanism: Mechanism::Laplace { eps: BigRational::one() }, poisson: None };
        Allocation {
            noise,
            steps: 3,
            ratios: window.ratios.as_ref().unwrap(),
            window,
            cells: 8,
            last,
            bits,
        }
    }

    fn number(x: &BigInt, bits: u64) -> BigRational {
        BigRational::new(x.clone(), BigInt::one() << bits)
    }

    #[test]
    fn sums_are_rounded_to_their_side() {
        let (window, mut state) = (window((1, 4)), 3);
        for round in 0..200 {
            let (bits, last) = (3 + round % 3, if round % 2 == 0 { 5 } else { 40 });
            let mut sum = || Sum {
                masses: (0..8).map(|_| BigInt::from(random(&mut state) % (1 << bits))).collect(),
                beyond: BigInt::from(random(&mut state) % 8),
            };
            let (first, second) = (sum(), sum());
            let mut exact = vec![BigRational::zero(); 15];
            for (n, x) in first.masses.iter().enumerate() {
                for (m, y) in second.masses.iter().enumerate() {
                    exact[n + m] += number(x, bits) * number(y, bits);
                }
            }
            // Those beyond the last one have no label, or are spread.
            let rest = exact.split_off((last + 1).min(15));
            let mut spread = exact.clone();
            let mut beyond = number(&(&first.beyond + &second.beyond), bits);
            for (n, mass) in rest.iter().enumerate() {
                spread[last] += mass;
                beyond += mass * BigRational::from_integer((n + 1).into());
            }
            let (unit, allocation) = (number(&BigInt::one(), bits), with(&window, last, bits));
            let is_above = |own: &BigInt, exact: &BigRational| {
                let own = number(own, bits);
                own >= *exact && own < exact + &unit
            };
            let all_above = |own: &[BigInt], exact: &[BigRational]| {
                own.len() == exact.len()
                    && own.iter().zip(exact).all(|(own, exact)| is_above(own, exact))
            };
            let sum = allocation.add(&first, &second, Kept::Spread);
            assert!(all_above(&sum.masses, &spread) && is_above(&sum.beyond, &beyond));
            assert!(all_above(&allocation.add(&first, &second, Kept::Above).masses, &exact));
            let below = allocation.add(&first, &second, Kept::Below).masses;
            let is_below = |(own, exact): (&BigInt, &BigRational)| {
                let own = number(own, bits);
                own <= *exact && own + &unit > *exact
            };
            assert!(below.len() == exact.len() && below.iter().zip(&exact).all(is_below));
        }
    }

    /// The masses of cells whose tails are known to intervals.
    #[test]
    fn shares_of_a_step_are_on_their_side() {
        let mut state = 9;
        for round in 0..200 {
            let (window, bits) = (window(if round % 2 == 0 { (1, 4) } else { (3, 7) }), 9);
            let width = window.ratios.as_ref().unwrap().width.clone();
            let whole = |n: usize| BigRational::from_integer(n.into());
            // The masses of each cell, and of what is beyond: q, and p with a ratio of the cell.
            let cells: Vec<(BigRational, BigRational)> = (0..9)
                .map(|n| {
                    let q = number(&BigInt::from(random(&mut state) % 100), 10);
                    let place = BigRational::new((random(&mut state) % 8).into(), 7.into());
                    (&q * (whole(n) + place) * &width, q)
                })
                .collect();
            let mut around = |x: &BigRational| {
                let scaled = x * BigRational::from_integer(BigInt::one() << bits);
                let (less, more) = (random(&mut state) % 3, random(&mut state) % 3);
                Interval { lo: floor(&scaled) - less, hi: ceil(&scaled) + more }
            };
            let tails: Vec<Tail> = (0..9)
                .map(|n| {
                    let sum = |side: fn(&(BigRational, BigRational)) -> &BigRational| {
                        cells[n..].iter().map(side).sum()
                    };
                    Tail { p: around(&sum(|cell| &cell.0)), q: around(&sum(|cell| &cell.1)) }
                })
                .collect();
            let allocation = with(&window, 8, bits);
            let spread = allocation.spread(&tails).unwrap();
            let mut exact = vec![BigRational::zero(); 9];
            for (n, (p, q)) in cells.iter().take(8).enumerate() {
                exact[n] += q * whole(n + 1) - p / &width;
                exact[n + 1] += p / &width - q * whole(n);
            }
            exact[8] += &cells[8].1;
            assert!(
                spread.masses.iter().zip(&exact).all(|(own, exact)| number(own, bits) >= *exact)
            );
            assert!(number(&spread.beyond, bits) >= &cells[8].0 / &width - &cells[8].1 * whole(8));
            let (p, q): (Side, Side) = (|tail| &tail.p, |tail| &tail.q);
            let exact = [
                cells.iter().map(|cell| &cell.0).collect::<Vec<_>>(),
                cells.iter().map(|cell| &cell.1).collect(),
            ];
            for (own, exact) in [p, q].into_iter().zip(exact) {
                let of = |kept| Allocation::labelled(&tails, own, kept).masses;
                assert!(
                    of(Kept::Above)
                        .iter()
                        .zip(&exact)
                        .all(|(own, exact)| number(own, bits) >= **exact)
                );
                assert!(
                    of(Kept::Below)
                        .iter()
                        .zip(&exact)
                        .all(|(own, exact)| number(own, bits) <= **exact)
                );
                assert_eq!([of(Kept::Above).len(), of(Kept::Below).len()], [8; 2]);
            }
        }
    }

    /// The first places at or above each point of the grid, by the point with more bits.
    #[test]
    fn places_are_those_of_the_losses() {
        let (coarse, fine) = (Scale::new(100), Scale::new(300));
        for width in [(1, 4), (3, 7), (1, 40)] {
            let window = window(width);
            let allocation = with(&window, 8, 20);
            let unit = &window.ratios.as_ref().unwrap().width / BigRational::from_integer(3.into());
            for offset in [BigRational::zero(), BigRational::new(3.into(), 2.into())] {
                let starts = allocation.starts(&window.step, -4, 6, &offset, &coarse).unwrap();
                assert_eq!(starts.len(), 11);
                for (n, start) in (-4i64..).zip(starts) {
                    let loss = &window.step * BigRational::from_integer(n.into());
                    let (low, high) = fine.ends(&fine.exp(&fine.rational(&loss)).unwrap());
                    let ratio =
                        |place: usize| (BigRational::from_integer(place.into()) + &offset) * &unit;
                    assert!(
                        ratio(start) >= if n == 0 { low } else { high.clone() },
                        "{width:?} {n}"
                    );
                    assert!(start == 0 || ratio(start - 1) < high, "{width:?} {n}");
                }
            }
        }
    }
}
