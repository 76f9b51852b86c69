//! Where a profile bends: bounds between its certified points, and where a reader of the drawing
//! would see that these are apart.

use super::axis::{decade_above, decade_below};
use super::falling::Known;
use dpcert::Real;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite};
use malachite::base::num::arithmetic::traits::{Ceiling, Pow};
use malachite::rational::Rational;

/// An axis has so many units: each is less than the width of a line in a drawing of the usual size.
const UNITS: u32 = 400;
/// Between two points a curve is known to this part of a unit.
const PARTS: u32 = 4;
/// The most parts into which an interval is divided at once.
const MOST_PARTS: u32 = 8;
/// The most finer points between two certified ones.
const MOST_FINER: u32 = 64;
/// By so much a chord is raised at most, and its neighbour with it: below the edge of a drawing a
/// curve is as fine until a raised one does not reach the edge.
const RAISED: u32 = 3;
/// The number of further points before delta reaches 0, each at half the distance of the one
/// before.
const HALVINGS: u32 = 24;

/// The relative gap with which values on a logarithmic axis are told apart no better than with a
/// smaller one, in bits: a part of a unit.
pub fn gap_bits(least: &Rational, heights: Heights<'_>) -> u64 {
    let decades = match heights {
        // The highest value is not known before: of the decades below 1, half are taken as shown.
        Heights::All => decade_below(least).unsigned_abs() / 2,
        Heights::Fitted => 1,
        Heights::Of([from, to]) => decade_above(to).abs_diff(decade_below(from)),
    };
    // A decade is ln(10), more than 23 tenths.
    let gaps = u64::from(UNITS * PARTS) * 10 / (23 * decades.max(1));
    u64::from(gaps.max(1).ilog2()) + 1
}

/// The part of the vertical axis that is shown.
#[derive(Clone, Copy)]
pub enum Heights<'a> {
    /// All of it.
    All,
    /// That of the part of the curve that is shown.
    Fitted,
    /// Between these.
    Of(&'a [Rational; 2]),
}

/// What can be told apart on a drawing of delta over eps, by `g = e^eps`.
pub struct Sight {
    /// The ratio of the g of two places that are a unit of the horizontal axis apart; `None` on a
    /// logarithmic one, where that is not the same everywhere.
    across: Option<Rational>,
    down: Down,
    /// The highest value that is shown.
    most: Rational,
}

/// A unit of the vertical axis.
enum Down {
    /// The difference of two values that are a unit apart, and the least value that is shown.
    Linear { unit: Rational, least: Rational },
    /// Their ratio, and the least value that is shown.
    Logarithmic { ratio: Rational, least: Rational },
}

impl Sight {
    /// For an axis of eps of some length > 0, or a logarithmic one without, and one of delta between
    /// two values that are apart. The first one is positive where that is logarithmic.
    pub fn of(
        length: Option<&Rational>,
        [least, most]: [Rational; 2],
        is_logarithmic: bool,
    ) -> Sight {
        let exp_of_unit = |length: &Real| -> Rational {
            let unit: Interval<Malachite> =
                length.div(&Real::from(u64::from(UNITS))).exp().enclose(64);
            unit.upper().to_rational().unwrap_or_else(|| Rational::from(2))
        };
        let down = match is_logarithmic {
            false => Down::Linear { unit: (&most - &least) / Rational::from(UNITS), least },
            true => {
                Down::Logarithmic { ratio: exp_of_unit(&Real::from(&most / &least).ln()), least }
            }
        };
        let across = length.map(|length| exp_of_unit(&Real::from(length.clone())));
        Sight { across, down, most }
    }

    /// The distance of two values in units, or more on a logarithmic axis: its logarithm is at most
    /// this.
    fn apart(&self, lower: &Rational, upper: &Rational) -> Rational {
        let (Down::Linear { least, .. } | Down::Logarithmic { least, .. }) = &self.down;
        let upper = upper.min(&self.most);
        match &self.down {
            _ if upper <= least || upper <= lower => Rational::from(0),
            Down::Linear { unit, .. } => (upper - lower.max(least)) / unit,
            Down::Logarithmic { ratio, least } => in_units(&(upper / lower.max(least)), ratio),
        }
    }

    /// The same of values at the edge too, and for all of the drop: a line goes on below it.
    fn drop(&self, low: &Rational, high: &Rational) -> Rational {
        match &self.down {
            Down::Logarithmic { ratio, least }
                if *low > 0 && *low < self.most && high * Rational::from(RAISED) > *least =>
            {
                in_units(&(high / low), ratio)
            }
            _ => self.apart(low, high),
        }
    }

    /// The thickness of what is known at a point.
    fn thickness(&self, known: &Known) -> Rational {
        self.apart(&known.lower, &known.upper)
    }

    /// The width of the interval between two points; on a logarithmic axis the largest possible.
    fn width(&self, left: &Known, right: &Known) -> Rational {
        match &self.across {
            Some(across) => in_units(&(&right.at / &left.at), across),
            None => Rational::from(UNITS),
        }
    }

    /// Points at which the function has to be known, so that its bounds between the points are as
    /// near to each other as at them, or nearer than a unit: none where they are.
    pub fn missing(&self, known: &[Known]) -> Vec<Rational> {
        let mut missing = Vec::new();
        for (i, pair) in known.windows(2).enumerate() {
            let [left, right] = pair else { continue };
            if self.width(left, right) <= 1 {
                continue;
            }
            let parts = self.parts(known, i, left, right);
            let step = |n: u32| place(&left.at, &right.at, n, parts);
            missing.extend((1..parts).map(step).filter(|at| *at > left.at && *at < right.at));
        }
        missing
    }

    /// The parts into which the i-th interval has to be divided.
    fn parts(&self, known: &[Known], i: usize, left: &Known, right: &Known) -> u32 {
        let at_ends = self.thickness(left).max(self.thickness(right));
        let lines = Lines::of(known, i, left, right);
        let inside =
            [1u32, 2, 3].map(|quarter| lines.between(&Rational::from_unsigneds(quarter, 4)));
        let most =
            inside.iter().map(|known| self.thickness(known)).fold(Rational::from(0), Rational::max);
        // A number is read closer than a line is thick.
        let most = most * Rational::from(PARTS);
        // Where the ends are apart, the lower bound falls at once to that of the right end.
        let fallen = self.drop(&inside[1].lower, &left.lower);
        let step = fallen - self.drop(&right.lower, &left.lower) / Rational::from(2);
        // What is above a curve falls with the square of the length.
        let enough = |above: &Rational| {
            (1..MOST_PARTS).find(|parts| *above <= parts * parts).unwrap_or(MOST_PARTS)
        };
        if most > 1 && most > &at_ends * Rational::from(2 * PARTS) {
            enough(&most)
        } else {
            let bow = self.bow(&left.upper, &right.upper) * Rational::from(PARTS);
            let bent = if at_ends > 1 { enough(&bow) } else { 0 };
            at_most(&(step * Rational::from(2)), MOST_PARTS).max(bent)
        }
    }

    /// How far a chord is above the straight line of a logarithmic axis, in its middle: half the
    /// logarithm of the square of the mean over the product. Between the points of a wide band its
    /// upper edge is such chords.
    fn bow(&self, high: &Rational, low: &Rational) -> Rational {
        match &self.down {
            Down::Logarithmic { ratio, least } if *low > 0 && high > least => {
                let sum = high + low;
                let four = Rational::from(4);
                in_units(&(&sum * &sum / (four * high * low)), ratio) / Rational::from(2)
            }
            _ => Rational::from(0),
        }
    }

    /// The lines between finer points: so near to each other that values at neighbours, or their
    /// places, are less than half a unit apart.
    pub fn pieces(&self, known: &[Known]) -> Vec<Piece> {
        pieces(known, |left, right| {
            let drop = [[&right.lower, &left.lower], [&right.upper, &left.upper]]
                .map(|[low, high]| self.drop(low, high));
            let seen = drop
                .into_iter()
                .fold(Rational::from(0), Rational::max)
                .min(self.width(left, right));
            at_most(&(seen * Rational::from(2)), MOST_FINER).max(1)
        })
    }
}

/// Lines between which a function is from one point to another one, by their heights at both.
pub struct Piece {
    /// Both points.
    pub at: [Rational; 2],
    /// The heights of a line that is nowhere below it.
    pub upper: [Rational; 2],
    /// Those of a line nowhere above it, which does not rise.
    pub lower: [Rational; 2],
}

/// The lines between known points, each interval in as many parts as are wanted.
pub fn pieces(known: &[Known], parts: impl Fn(&Known, &Known) -> u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (i, pair) in known.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        let lines = Lines::of(known, i, left, right);
        let is_end = left.upper > 0 && right.upper == 0;
        let mut shares: Vec<Rational> = shares(parts(left, right), is_end).collect();
        shares.extend(lines.crossings());
        shares.push(Rational::from(1));
        shares.sort();
        shares.dedup();
        pieces.extend(shares.iter().zip(shares.iter().skip(1)).map(|ends| lines.piece(ends)));
    }
    pieces
}

/// The lines that bound a convex function in an interval, by their heights at its ends.
struct Lines {
    at: [Rational; 2],
    upper: [Rational; 2],
    lowers: Vec<[Rational; 2]>,
}

impl Lines {
    /// Those in the i-th interval: it is at most the chord, and at least the extended chords of the
    /// intervals beside it and the value at its right end. Lines that rise are left out.
    fn of(known: &[Known], i: usize, left: &Known, right: &Known) -> Lines {
        let before = i.checked_sub(1).and_then(|i| known.get(i));
        let behind = known.get(i + 2);
        let width = &right.at - &left.at;
        let rise = |near: &Known, far: Option<&Known>| {
            let far = far?;
            let slope = (&near.lower - &far.upper) / (&near.at - &far.at);
            (slope <= 0).then(|| slope * &width)
        };
        let from_left = rise(left, before).map(|rise| [left.lower.clone(), &left.lower + rise]);
        let from_right = rise(right, behind).map(|rise| [&right.lower - rise, right.lower.clone()]);
        let level = [right.lower.clone(), right.lower.clone()];
        Lines {
            at: [left.at.clone(), right.at.clone()],
            upper: [left.upper.clone(), right.upper.clone()],
            lowers: [Some(level), from_left, from_right].into_iter().flatten().collect(),
        }
    }

    /// The bounds at a share of the interval.
    fn between(&self, share: &Rational) -> Known {
        let lowers = self.lowers.iter().map(|line| along(line, share));
        Known {
            at: along(&self.at, share),
            lower: lowers.fold(Rational::from(0), Rational::max),
            upper: along(&self.upper, share),
        }
    }

    /// The shares at which lines below it cross each other.
    fn crossings(&self) -> impl Iterator<Item = Rational> {
        let lines = self.lowers.iter().enumerate();
        let pairs = lines
            .flat_map(|(i, line)| self.lowers.iter().skip(i + 1).map(move |other| (line, other)));
        let crossing = |([a, b], [c, d]): (&[Rational; 2], &[Rational; 2])| {
            let (first, last) = (a - c, d - b);
            let both = &first + last;
            (both != 0).then(|| first / both).filter(|share| *share > 0 && *share < 1)
        };
        pairs.filter_map(crossing)
    }

    /// The lines in a part of the interval in which none below it crosses another one: the highest
    /// of them is at least the level one, which is not below 0.
    fn piece(&self, (from, to): (&Rational, &Rational)) -> Piece {
        let part = |line: &[Rational; 2]| [from, to].map(|share| along(line, share));
        let highest = self.lowers.iter().map(part).max_by_key(|[first, last]| first + last);
        Piece {
            at: part(&self.at),
            upper: part(&self.upper),
            lower: highest.unwrap_or_else(|| [Rational::from(0), Rational::from(0)]),
        }
    }
}

fn along([from, to]: &[Rational; 2], share: &Rational) -> Rational {
    from + (to - from) * share
}

/// At least the logarithm of a ratio >= 1 to a base > 1: `ln x <= x - 1`.
fn in_units(ratio: &Rational, base: &Rational) -> Rational {
    (ratio - Rational::from(1)) / (base - Rational::from(1))
}

/// A number >= 0, rounded up, and at most another one.
fn at_most(x: &Rational, most: u32) -> u32 {
    u32::try_from(&Ceiling::ceiling(x)).map_or(most, |whole| whole.min(most))
}

/// The n-th of some places between two g, evenly spread in eps; a number of few digits.
fn place(left: &Rational, right: &Rational, n: u32, parts: u32) -> Rational {
    let share = |g: &Rational, n: u32| {
        Real::from(g.clone()).ln().mul(&Real::from(Rational::from_unsigneds(n, parts)))
    };
    let eps = share(left, parts - n).add(&share(right, n));
    let g: Interval<Malachite> = eps.exp().enclose(48);
    g.upper().to_rational().unwrap_or_else(|| right.clone())
}

/// Shares of an interval from 0 on: equally spaced, and ever nearer to a point at which delta
/// reaches 0, since it goes through all magnitudes there.
fn shares(count: u32, is_end: bool) -> impl Iterator<Item = Rational> {
    let halvings = 1..=if is_end { HALVINGS } else { 0 };
    let near = halvings.map(move |n| {
        Rational::from(1)
            - Rational::from_unsigneds(1, count) * Rational::from(2).pow(-i64::from(n))
    });
    (0..count).map(move |n| Rational::from_unsigneds(n, count)).chain(near)
}
