//! A composition at few grid points: it shows where the mass is, and which tilt moves it to an eps.
//!
//! Only the mass below a window ([`Sketch::tilted_below`]) is certified. The rest need not be: a
//! bad plan makes wide bounds, not wrong ones.

use super::bins::{Bins, Grid, upper};
use super::tilt::Tilt;
use crate::composition::cost::Cost;
use crate::control::{Control, Interrupted};
use crate::exact::engine::{DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::tails::{Tails, line};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// The grid points of a sketch.
struct Points {
    /// The number of evenly spaced ones.
    lines: u64,
    /// The number of additional ones in each octave near 0, for losses that are mostly small and
    /// sometimes large.
    per_octave: i64,
    /// The number of such octaves.
    octaves: u32,
}

/// Those of a plan. They decide the steps of a plan and no bound. Each point is two tails of every
/// loss pair; with fewer, widths are estimated worse, and plans are slower or have to be made
/// again.
const MANY: Points = Points { lines: 512, per_octave: 8, octaves: 0 };
/// Those of a bound that may be wide: it is tried before a composition, which it has to be much
/// cheaper than.
const FEW: Points = Points { lines: 64, per_octave: 4, octaves: OCTAVES };
/// The number of octaves near 0: the grid points there are up to `2^20` times as close as the
/// others. Small losses of more copies add up to what is asked; an octave costs as many points as
/// it has.
const OCTAVES: u32 = 20;

/// One loss pair on a coarse grid of its own.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The grid step: the distance of the grid points next to 0.
    step: Rational,
    /// The evaluated grid points, as multiples of the step; their distances are powers of two.
    lines: Vec<i64>,
    /// The P-masses of the dominating pair at the grid points.
    masses: Vec<RegisterFloat<true>>,
    /// An upper bound of the P-mass below the first grid point, and in the cells.
    below: RegisterFloat<true>,
    cells: Vec<RegisterFloat<true>>,
    /// An upper bound of the P-mass at infinite loss.
    infinite: RegisterFloat<true>,
    count: u64,
}

impl Sketch {
    /// A sketch of the loss pair, until its tails are below `2^-bits`; its grid points are closer
    /// to each other near 0, or evenly spaced.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn of<E: Engine>(
        loss_pair: &Evaluated<E>,
        count: u64,
        bits: u64,
        is_close_near_0: bool,
        precision: u64,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let octaves = if is_close_near_0 { OCTAVES } else { 0 };
        Sketch::at(&Points { octaves, ..MANY }, (loss_pair, count), bits, precision, control)
    }

    /// The cost of the series that are summed for sketches, beyond that of closed forms.
    pub fn cost(loss_pairs: &[(LossPair, u64)]) -> Cost {
        let series = loss_pairs
            .iter()
            .map(|(loss_pair, _)| loss_pair.series_work())
            .fold(0, u64::saturating_add);
        Cost { work: u128::from(series) * u128::from(MANY.lines), memory: 0 }
    }

    /// A sketch with few grid points, for a bound.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn rough<E: Engine>(
        loss_pair: &Evaluated<E>,
        count: u64,
        bits: u64,
        precision: u64,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        Sketch::at(&FEW, (loss_pair, count), bits, precision, control)
    }

    fn at<E: Engine>(
        points: &Points,
        (loss_pair, count): (&Evaluated<E>, u64),
        bits: u64,
        precision: u64,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let (low, high) = reach(loss_pair, bits, precision);
        let width = (&high - &low) / Rational::from(points.lines);
        let grid = Grid::<E>::new(rounded_up(&width) >> points.octaves, precision);
        let (start, end) = (floor_line(&low, &grid.step), floor_line(&high, &grid.step) + 1);
        let bins = Bins::of(loss_pair, &grid, lines(start, end, points), control)?;
        let (masses, infinite) = bins.at_lines(&grid, &bins.shares(&grid));
        let cells = bins.bins.iter().map(|bin| upper(&bin.p)).collect();
        let (below, infinite) = (upper(&bins.below.p), upper(&infinite));
        Ok(Sketch { step: grid.step, lines: bins.lines, masses, below, cells, infinite, count })
    }

    /// An upper bound of `ln E[e^(lambda L)]`, where L is the sum of the losses of all copies, each
    /// at least the first grid point, and of the P-mass at which one of them is infinite. Both are
    /// those of a pair that dominates.
    fn bounds(&self, lambda: &Rational) -> (Interval<Malachite>, Interval<Malachite>) {
        let sum = self.tilted(lambda).into_iter().fold(self.below, RegisterFloat::plus);
        let number = |x: RegisterFloat<true>| {
            let x: <Malachite as Engine>::Float = x.to_float();
            Interval::<Malachite>::new(x.clone(), x, BOUND_BITS)
        };
        let start = Interval::from_rational(&(lambda * self.loss(self.start())), BOUND_BITS);
        let count = Interval::from_u64(self.count, BOUND_BITS);
        (&count * &(&number(sum).ln() + &start), &count * &number(self.infinite))
    }

    /// The loss at a grid point.
    fn loss(&self, line: i64) -> Rational {
        Rational::from(line) * &self.step
    }

    fn start(&self) -> i64 {
        self.lines.first().copied().unwrap_or(0)
    }

    /// The grid point at the upper end of each cell.
    fn ends(&self) -> impl Iterator<Item = i64> {
        self.lines.iter().skip(1).copied()
    }

    /// The masses tilted by lambda, up to a common factor.
    fn tilted(&self, lambda: &Rational) -> Vec<RegisterFloat<true>> {
        let weight: Interval<Malachite> =
            Interval::from_rational(&(lambda * &self.step), 128).exp();
        let mut square = RegisterFloat::from_float(weight.upper()).unwrap_or(RegisterFloat::ONE);
        // The weights of 1, 2, 4, ... steps: two neighbouring grid points are not further apart.
        let weights: Vec<RegisterFloat<true>> = (0..=OCTAVES)
            .map(|_| {
                let weight = square;
                square = square.times(square);
                weight
            })
            .collect();
        let (mut power, mut last) = (RegisterFloat::ONE, self.start());
        let tilted = |(line, mass): (&i64, &RegisterFloat<true>)| {
            let distance =
                usize::try_from((line - last).checked_ilog2().unwrap_or(63)).unwrap_or(63);
            if *line > last {
                power = power.times(weights.get(distance).copied().unwrap_or(RegisterFloat::ONE));
            }
            last = *line;
            mass.times(power)
        };
        self.lines.iter().zip(&self.masses).map(tilted).collect()
    }

    /// Mean and variance of the loss of all copies under the tilted measure, and `count ln M`,
    /// where M is its total.
    fn moments(&self, lambda: &Rational) -> (Rational, Rational, Rational) {
        let masses = self.tilted(lambda);
        let (mut sum, mut first, mut second) =
            (RegisterFloat::ZERO, RegisterFloat::ZERO, RegisterFloat::ZERO);
        for (line, mass) in self.lines.iter().zip(&masses) {
            let n = line.abs_diff(self.start());
            let linear = mass.times_word(n);
            sum = sum.plus(*mass);
            first = first.plus(linear);
            second = second.plus(linear.times_word(n));
        }
        let count = Rational::from(self.count);
        let zero = Rational::from(0);
        if sum == RegisterFloat::ZERO {
            return (zero.clone(), zero.clone(), zero);
        }
        // Quotients are of moderate size, whatever the weights are.
        let mean = rounded(&first.over(sum).to_rational());
        let square = rounded(&second.over(sum).to_rational());
        let variance = (square - &mean * &mean) * &self.step * &self.step * &count;
        let shift = self.loss(self.start());
        let log = log_of(sum) + lambda * &shift;
        ((mean * &self.step + &shift) * &count, rounded(&variance), rounded(&(log * count)))
    }

    /// The logarithm of the total of the masses of one copy, tilted by lambda.
    fn log_moment(&self, lambda: &Rational) -> Rational {
        let sum = self.tilted(lambda).into_iter().fold(RegisterFloat::ZERO, RegisterFloat::plus);
        rounded(&(log_of(sum) + lambda * self.loss(self.start())))
    }

    /// The widths of the losses of 1, 2, 4, ... copies under the tilted measure, up to all copies.
    /// Each width omits `2^-bits` of the total on either side, with one bit less for each squaring.
    /// They come from Chernoff's bound, or from the assumption that one loss is large and the
    /// others are normal.
    pub fn widths(&self, lambda: &Rational, bits: u64) -> Vec<Rational> {
        // Without finite losses the width is 0.
        let single =
            (self.upper_end(lambda, bits) - self.bottom(lambda, bits)).max(Rational::from(0));
        if self.count <= 1 {
            return vec![single];
        }
        let at_zero = self.log_moment(lambda);
        // Some slope of the exponent is near the best one.
        let slopes = (-4i64..=20).map(|log| Rational::from(1) << log);
        let tried = slopes.flat_map(|slope| [slope.clone(), -slope]);
        let moments: Vec<(Rational, Rational)> =
            tried.map(|slope| (self.log_moment(&(lambda + &slope)) - &at_zero, slope)).collect();
        let ln_2 = Rational::from_unsigneds(7u32, 10u32);
        let variance = self.moments(lambda).1 / Rational::from(self.count.max(1));
        let whole = self.loss(self.lines.last().copied().unwrap_or(0)) - self.loss(self.start());
        let width = |squarings: u32| {
            let copies = Rational::from(1u64 << squarings);
            let lost = &ln_2 * Rational::from(bits.saturating_sub(u64::from(squarings)));
            let ends = |positive: bool| {
                let ends = moments.iter().filter(move |(_, slope)| (*slope > 0) == positive);
                ends.map(|(moment, slope)| rounded(&((&lost + &copies * moment) / slope)))
            };
            let (high, low) = (ends(true).min(), ends(false).max());
            let width = high.zip(low).map_or_else(|| Rational::from(0), |(high, low)| high - low);
            let normal: Interval<Malachite> =
                Interval::from_rational(&(Rational::from(8u32) * &lost * &copies * &variance), 64)
                    .sqrt();
            let normal = normal.upper().to_rational().unwrap_or_else(|| Rational::from(0));
            width.min(&single + normal).min(&copies * &whole)
        };
        (0..=self.count.max(1).ilog2()).map(width).collect()
    }

    /// For each cell of the sketch, given by its upper end: the stride n, where one in n grid
    /// points is evaluated. Strides are large where there is little tilted mass, so that the
    /// skipped points add no more to the variance of the loss than the grid does.
    pub fn strides(&self, lambda: &Rational) -> Vec<(Rational, i64)> {
        let masses = self.tilted(lambda);
        let total = masses.iter().fold(RegisterFloat::<true>::ZERO, |sum, mass| sum.plus(*mass));
        let size = total.magnitude().unwrap_or(0);
        // For each cell the logarithms of its width, in steps, and of the total over its mass. The
        // mass was split between its ends: the larger part represents it.
        let cells =
            self.lines.iter().zip(self.ends()).zip(masses.iter().zip(masses.iter().skip(1)));
        let cell =
            |((line, end), (x, y)): ((&i64, i64), (&RegisterFloat<true>, &RegisterFloat<true>))| {
                let width = (end - line).checked_ilog2().map_or(0, i64::from);
                let rarity =
                    x.magnitude().max(y.magnitude()).map_or(NO_MASS, |mass| (size - mass).max(0));
                (width, rarity)
            };
        let cells: Vec<(i64, i64)> = cells.map(cell).collect();
        // For a given variance the fewest grid points are needed where strides are proportional to
        // the cube root of width over mass.
        let log_stride = |(width, rarity): &(i64, i64), from: i64| {
            ((width + rarity - from) / 3).clamp(0, MOST_STRIDE_BITS)
        };
        let is_enough = |from: &i64| {
            let variance = |cell: &(i64, i64)| match log_stride(cell, *from) {
                0 => RegisterFloat::ZERO,
                log => RegisterFloat::<true>::ONE.shift(2 * log - cell.1),
            };
            cells.iter().map(variance).fold(RegisterFloat::ZERO, RegisterFloat::plus)
                <= RegisterFloat::ONE
        };
        let from = (0..MOST_RARITY).find(is_enough).unwrap_or(NEVER);
        self.ends()
            .map(|end| self.loss(end))
            .zip(cells.iter().map(|cell| 1 << log_stride(cell, from)))
            .collect()
    }

    /// The losses between which grid points matter: from the loss below which there is less than
    /// `2^-cut` of the tilted total, up to the largest one whose tail is above `2^-bits`. Empty
    /// where all losses are infinite.
    pub fn range(&self, lambda: &Rational, cut: u64, bits: u64) -> (Rational, Rational) {
        let bottom = self.bottom(lambda, cut);
        let top = self.top(bits).max(bottom.clone());
        (bottom, top)
    }

    /// The largest loss whose tail is above `2^-bits`.
    fn top(&self, bits: u64) -> Rational {
        let mut sum = RegisterFloat::<true>::ZERO;
        let bits = i64::try_from(bits).unwrap_or(i64::MAX);
        let mut last = self.lines.last().copied().unwrap_or(0);
        for (line, mass) in self.lines.iter().zip(&self.masses).rev() {
            sum = sum.plus(*mass);
            if sum.magnitude().is_some_and(|n| n > -bits) {
                break;
            }
            last = *line;
        }
        self.loss(last)
    }

    /// An upper bound of the tilted P-mass of the losses up to any one, with the weight of a grid
    /// of step h.
    ///
    /// This bound is certified: each cell counts with the weight of its upper end.
    pub fn tilted_below(&self, loss: &Rational, tilt: &Tilt, h: &Rational) -> RegisterFloat<true> {
        let weight = |line: i64| {
            let end = self.loss(line) / h;
            tilt.power::<true>(i64::try_from(&Ceiling::ceiling(&end)).unwrap_or(i64::MAX))
        };
        let cells = self.lines.iter().zip(self.ends()).zip(&self.cells);
        let below = cells.take_while(|((line, _), _)| self.loss(**line) < *loss);
        let first = self.below.times(weight(self.start()));
        below.fold(first, |sum, ((_, end), cell)| sum.plus(cell.times(weight(end))))
    }

    /// The smallest loss that matters after tilting, a grid point: below it is less than `2^-bits`
    /// of the total.
    fn bottom(&self, lambda: &Rational, bits: u64) -> Rational {
        self.loss(self.last_before(bits, self.lines.iter().zip(self.tilted(lambda))))
    }

    /// The largest loss that matters after tilting, a grid point: above it is less than `2^-bits`
    /// of the total.
    fn upper_end(&self, lambda: &Rational, bits: u64) -> Rational {
        self.loss(self.last_before(bits, self.lines.iter().zip(self.tilted(lambda)).rev()))
    }

    /// The last grid point, in an order, up to which there is less than `2^-bits` of the total.
    fn last_before<'a>(
        &self,
        bits: u64,
        tilted: impl DoubleEndedIterator<Item = (&'a i64, RegisterFloat<true>)> + Clone,
    ) -> i64 {
        let total =
            tilted.clone().fold(RegisterFloat::<true>::ZERO, |sum, (_, mass)| sum.plus(mass));
        let allowed = total.shift(-i64::try_from(bits).unwrap_or(i64::MAX));
        let mut sum = RegisterFloat::<true>::ZERO;
        let mut last = None;
        for (line, mass) in tilted {
            sum = sum.plus(mass);
            last = Some(last.filter(|_| sum > allowed).unwrap_or(*line));
            if sum > allowed {
                break;
            }
        }
        last.unwrap_or(0)
    }
}

/// The largest stride is `2^40` grid points, more than any cell has.
const MOST_STRIDE_BITS: i64 = 40;
/// Levels of rarity that are tried for strides. Where none is enough, every stride is 1, which is
/// right and slower.
const MOST_RARITY: i64 = 400;
/// The rarity of a cell without mass, which has the largest stride.
const NO_MASS: i64 = 1 << 40;
/// A level at which every stride is 1.
const NEVER: i64 = 1 << 50;

/// Bits of a bound: those of floats in registers. Chernoff's bound gives away far more than they
/// do.
const BOUND_BITS: u64 = 128;

/// An upper bound of delta at an eps >= 0 of a composition, by Chernoff's bound of its sketches:
/// `(1 - e^(eps - l))_+` is at most `lambda^lambda / (1 + lambda)^(1 + lambda)` times `e^(lambda (l
/// - eps))`.
pub fn delta_above(sketches: &[Sketch], eps: &Rational) -> Interval<Malachite> {
    let number = |x: &Rational| Interval::<Malachite>::from_rational(x, BOUND_BITS);
    let lambda = Saddle::of_eps(sketches, eps).lambda;
    if lambda <= 0 {
        return Interval::one(BOUND_BITS);
    }
    let (less, more) = (number(&lambda), number(&(&lambda + Rational::from(1))));
    let factor = &(&less * &less.ln()) - &(&more * &more.ln());
    let first = (&factor - &number(&(&lambda * eps)), Interval::zero(BOUND_BITS));
    let bounds = sketches.iter().map(|sketch| sketch.bounds(&lambda));
    let (log, infinite) = bounds.fold(first, |(x, y), (log, infinite)| (&x + &log, &y + &infinite));
    &log.exp() + &infinite
}

/// The composition of sketches, tilted to an eps.
#[derive(Clone, Debug)]
pub struct Saddle {
    /// The tilt, >= 0.
    pub lambda: Rational,
    /// The mean loss after tilting.
    pub mean: Rational,
    /// Chernoff's bound: delta at the mean is at most `e^log_delta`.
    pub log_delta: Rational,
    /// The variance of the loss after tilting.
    pub variance: Rational,
}

impl Saddle {
    /// The composition with a given tilt.
    pub fn at(sketches: &[Sketch], lambda: &Rational) -> Self {
        let zero = Rational::from(0);
        let mut sum = (zero.clone(), zero.clone(), zero);
        for sketch in sketches {
            let (mean, variance, log) = sketch.moments(lambda);
            sum = (sum.0 + mean, sum.1 + variance, sum.2 + log);
        }
        let log_delta = &sum.2 - lambda * &sum.0;
        Saddle { lambda: lambda.clone(), mean: sum.0, variance: sum.1, log_delta }
    }

    /// The least lambda, to some bits, at which `reached`; if it never is, the last one tried.
    fn search(sketches: &[Sketch], reached: impl Fn(&Saddle) -> bool) -> Self {
        let at = |lambda: &Rational| Saddle::at(sketches, lambda);
        let first = at(&Rational::from(0));
        if reached(&first) {
            return first;
        }
        let (mut low, mut high) = (Rational::from(0), at(&Rational::from(1)));
        while !reached(&high) && high.lambda < 1 << 20 {
            low = high.lambda.clone();
            high = at(&(high.lambda << 1));
        }
        for _ in 0..8 {
            let middle = at(&((&low + &high.lambda) >> 1u32));
            if reached(&middle) { high = middle } else { low = middle.lambda }
        }
        high
    }

    /// The composition tilted so that the mean loss is eps.
    pub fn of_eps(sketches: &[Sketch], eps: &Rational) -> Self {
        Saddle::search(sketches, |saddle| saddle.mean >= *eps)
    }

    /// The composition tilted so that Chernoff's bound at the mean loss is delta.
    pub fn of_delta(sketches: &[Sketch], log_delta: &Rational) -> Self {
        Saddle::search(sketches, |saddle| saddle.log_delta <= *log_delta)
    }
}

/// The losses between which almost all P-mass is.
fn reach<E: Engine>(loss_pair: &Evaluated<E>, bits: u64, precision: u64) -> (Rational, Rational) {
    match loss_pair {
        Evaluated::Tails(tails) => reach_of_tails(tails, bits, precision),
        Evaluated::Atoms(atoms) => {
            let ends = atoms.atoms.iter().filter_map(|atom| {
                Some((atom.loss.lower().to_rational()?, atom.loss.upper().to_rational()?))
            });
            let zero = Rational::from(0);
            ends.fold((zero.clone(), zero), |(low, high), (x, y)| (low.min(x), high.max(y)))
        }
    }
}

fn reach_of_tails<E: Engine>(tails: &Tails<E>, bits: u64, precision: u64) -> (Rational, Rational) {
    let one = Interval::one(precision);
    let small = |x: &Interval<E>, bits: u64| {
        let bits = i64::try_from(bits).unwrap_or(i64::MAX);
        x.upper().exponent().is_none_or(|e| e < -bits)
    };
    let above = |l: &Rational| small(&tails.above(&line(l, precision)).p, bits);
    let below = |l: &Rational| {
        small(&(&one - &tails.above(&line(&-l, precision)).p), bits.min(precision - 28))
    };
    let search = |beyond: &dyn Fn(&Rational) -> bool| {
        let mut high = Rational::from(1) >> 30u32;
        while !beyond(&high) && high < 1 << 30 {
            high <<= 1;
        }
        let mut low = &high >> 1u32;
        for _ in 0..5 {
            let middle = (&low + &high) >> 1u32;
            if beyond(&middle) { high = middle } else { low = middle }
        }
        high
    };
    (-search(&below), search(&above))
}

/// Grid points from a first one to a last one, with distances that are powers of two: closer to
/// each other in some octaves near 0, and otherwise evenly spaced.
fn lines(start: i64, end: i64, points: &Points) -> Vec<i64> {
    let octaves = points.octaves;
    let mut lines = Vec::new();
    let mut line = start;
    while line < end {
        lines.push(line);
        // The smaller of both distances from 0, so that grid points are equally close on either
        // side of it.
        let near = if line < 0 { (-line - 1).max(0) } else { line };
        let octave = (near / points.per_octave).checked_ilog2().unwrap_or(0).min(octaves);
        // Aligned, so that 0 is a grid point.
        let stride = (1i64 << octave).min(1 << line.trailing_zeros().min(octaves));
        line += stride;
    }
    lines.push(line);
    lines
}

/// The grid point at or below a loss.
pub fn floor_line(loss: &Rational, step: &Rational) -> i64 {
    i64::try_from(&Floor::floor(&(loss / step))).unwrap_or(0)
}

/// A rational near x > 0, rounded up to few bits over a power of two.
pub fn rounded_up(x: &Rational) -> Rational {
    let x = <Malachite as Engine>::Float::from_rational(x, 6, Rounding::Up);
    x.to_rational().filter(|x| *x > 0).unwrap_or_else(|| Rational::from(1))
}

/// ln x, approximately; 0 for 0.
fn log_of(x: RegisterFloat<true>) -> Rational {
    let log = |x: &Rational| {
        let log: Interval<Malachite> = Interval::from_rational(x, 64).ln();
        log.upper().to_rational().unwrap_or_else(|| Rational::from(0))
    };
    let Some(size) = x.magnitude() else {
        return Rational::from(0);
    };
    log(&x.shift(-size).to_rational()) + Rational::from(size) * log(&Rational::from(2))
}

/// A rational near x, with 64 bits.
fn rounded(x: &Rational) -> Rational {
    let float = <Malachite as Engine>::Float::from_rational(x, 64, Rounding::Down);
    float.to_rational().unwrap_or_else(|| x.clone())
}
