//! A composition drawn with few lines: where its mass is, and which tilt brings it to an eps.
//!
//! Only what lies below a window ([`Sketch::tilted_below`]) is certified. The rest need not be: a bad plan
//! makes wide bounds, not wrong ones.

use super::bins::{Bins, Grid, upper};
use super::evaluated::Evaluated;
use super::tails::{Tails, line};
use super::tilt::Tilt;
use crate::exact::engine::{DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// Lines of a sketch.
const LINES: u64 = 512;

/// One law on a coarse grid of its own.
#[derive(Clone, Debug)]
pub struct Sketch {
    step: Rational,
    start: i64,
    /// Of the dominating pair, on the lines.
    masses: Vec<RegisterFloat<true>>,
    /// At least the P-mass below the first line, and between lines.
    below: RegisterFloat<true>,
    cells: Vec<RegisterFloat<true>>,
    count: u64,
}

impl Sketch {
    /// The law, until its tails are below `2^-bits`.
    pub fn of<E: Engine>(law: &Evaluated<E>, count: u64, bits: u64, precision: u64) -> Self {
        let (low, high) = reach(law, bits, precision);
        let width = (&high - &low) / Rational::from(LINES);
        let grid = Grid::<E>::new(rounded_up(&width), precision);
        let (start, end) = (floor_line(&low, &grid.step), floor_line(&high, &grid.step) + 1);
        let bins = Bins::of(law, &grid, (start..=end).collect());
        let (masses, _) = bins.dominating(&grid, &bins.shares(&grid));
        let cells = bins.bins.iter().map(|bin| upper(&bin.p)).collect();
        Sketch { step: grid.step, start, masses, below: upper(&bins.below.p), cells, count }
    }

    /// The masses tilted by lambda, up to a common factor.
    fn tilted(&self, lambda: &Rational) -> Vec<RegisterFloat<true>> {
        let weight: Interval<Malachite> = Interval::from_rational(&(lambda * &self.step), 64).exp();
        let weight = RegisterFloat::from_float(weight.upper()).unwrap_or(RegisterFloat::ONE);
        let mut power = RegisterFloat::ONE;
        let tilted = |mass: &RegisterFloat<true>| {
            let tilted = mass.times(power);
            power = power.times(weight);
            tilted
        };
        self.masses.iter().map(tilted).collect()
    }

    /// Mean and variance of the loss of all copies under the tilted measure, and `count ln M`, with M
    /// its total.
    fn moments(&self, lambda: &Rational) -> (Rational, Rational, Rational) {
        let masses = self.tilted(lambda);
        let (mut sum, mut first, mut second) = (RegisterFloat::ZERO, RegisterFloat::ZERO, RegisterFloat::ZERO);
        for (n, mass) in (0u64..).zip(&masses) {
            let linear = mass.times_word(n);
            sum = sum.plus(*mass);
            first = first.plus(linear);
            second = second.plus(linear.times_word(n));
        }
        let count = Rational::from(self.count);
        let zero = Rational::from(0);
        let Some(size) = sum.magnitude() else {
            return (zero.clone(), zero.clone(), zero);
        };
        // Quotients are of moderate size, whatever the weights are.
        let mean = rounded(&first.over(sum).to_rational());
        let square = rounded(&second.over(sum).to_rational());
        let variance = (square - &mean * &mean) * &self.step * &self.step * &count;
        let shift = Rational::from(self.start) * &self.step;
        let log = |x: &Rational| {
            let log: Interval<Malachite> = Interval::from_rational(x, 64).ln();
            log.upper().to_rational().unwrap_or_else(|| Rational::from(0))
        };
        let total = log(&sum.shift(-size).to_rational()) + Rational::from(size) * log(&Rational::from(2));
        ((mean * &self.step + &shift) * &count, rounded(&variance), rounded(&((total + lambda * shift) * count)))
    }

    /// The largest loss whose tail is above `2^-bits`.
    pub fn top(&self, bits: u64) -> Rational {
        let mut sum = RegisterFloat::<true>::ZERO;
        let bits = i64::try_from(bits).unwrap_or(i64::MAX);
        let mut index = self.start + i64::try_from(self.masses.len()).unwrap_or(0);
        for mass in self.masses.iter().rev() {
            sum = sum.plus(*mass);
            if sum.magnitude().is_some_and(|n| n > -bits) {
                break;
            }
            index -= 1;
        }
        Rational::from(index) * &self.step
    }

    /// At least the tilted P-mass of the losses up to any one, with the weight of a grid of step h.
    ///
    /// This one is certified: each cell counts with the weight of its upper end.
    pub fn tilted_below(&self, loss: &Rational, tilt: &Tilt, h: &Rational) -> RegisterFloat<true> {
        let weight = |index: i64| {
            let end = Rational::from(index) * &self.step / h;
            tilt.power::<true>(i64::try_from(&Ceiling::ceiling(&end)).unwrap_or(i64::MAX))
        };
        let ends = (self.start + 1..).take_while(|index| Rational::from(*index - 1) * &self.step < *loss);
        let first = self.below.times(weight(self.start));
        self.cells.iter().zip(ends).fold(first, |sum, (cell, end)| sum.plus(cell.times(weight(end))))
    }

    /// The smallest loss that matters after tilting, a line: below is less than `2^-bits` of the total.
    pub fn bottom(&self, lambda: &Rational, bits: u64) -> Rational {
        let masses = self.tilted(lambda);
        let total = masses.iter().fold(RegisterFloat::<true>::ZERO, |sum, mass| sum.plus(*mass));
        let allowed = total.shift(-i64::try_from(bits).unwrap_or(i64::MAX));
        let mut sum = RegisterFloat::<true>::ZERO;
        let mut index = self.start;
        for mass in &masses {
            sum = sum.plus(*mass);
            if sum > allowed {
                break;
            }
            index += 1;
        }
        Rational::from((index - 1).max(self.start)) * &self.step
    }
}

/// The composition of sketches, tilted to an eps.
#[derive(Clone, Debug)]
pub struct Saddle {
    /// The tilt, >= 0.
    pub lambda: Rational,
    /// The mean loss after tilting.
    pub mean: Rational,
    /// Chernoff's bound: delta at the mean is at most e to this.
    pub log_delta: Rational,
    /// The variance of the loss after tilting.
    pub variance: Rational,
}

impl Saddle {
    /// With a given tilt.
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

    /// The least lambda, to some bits, at which `reached`; the last one tried if there is none.
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

    /// Tilted so that the mean loss is eps.
    pub fn of_eps(sketches: &[Sketch], eps: &Rational) -> Self {
        Saddle::search(sketches, |saddle| saddle.mean >= *eps)
    }

    /// Tilted so that Chernoff's bound at the mean loss is delta.
    pub fn of_delta(sketches: &[Sketch], log_delta: &Rational) -> Self {
        Saddle::search(sketches, |saddle| saddle.log_delta <= *log_delta)
    }
}

/// The losses between which almost all P-mass lies.
fn reach<E: Engine>(law: &Evaluated<E>, bits: u64, precision: u64) -> (Rational, Rational) {
    match law {
        Evaluated::Tails(tails) => reach_of_tails(tails, bits, precision),
        Evaluated::Atoms(atoms) => {
            let ends = atoms
                .atoms
                .iter()
                .filter_map(|atom| Some((atom.loss.lower().to_rational()?, atom.loss.upper().to_rational()?)));
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
    let below = |l: &Rational| small(&(&one - &tails.above(&line(&-l, precision)).p), bits.min(precision - 28));
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

/// The line at or below a loss.
pub fn floor_line(loss: &Rational, step: &Rational) -> i64 {
    i64::try_from(&Floor::floor(&(loss / step))).unwrap_or(0)
}

/// A rational near x > 0 from above, with few bits over a power of two.
pub fn rounded_up(x: &Rational) -> Rational {
    let x = <Malachite as Engine>::Float::from_rational(x, 6, Rounding::Up);
    x.to_rational().filter(|x| *x > 0).unwrap_or_else(|| Rational::from(1))
}

/// A rational near x of 64 bits.
fn rounded(x: &Rational) -> Rational {
    let float = <Malachite as Engine>::Float::from_rational(x, 64, Rounding::Down);
    float.to_rational().unwrap_or_else(|| x.clone())
}
