//! Axes and their ticks.

use super::coordinate::Coordinate;
use super::dates;
use dpcert::claim::Date;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Rounding};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, Pow};
use malachite::rational::Rational;
use serde::{Deserialize, Serialize};

/// How numbers are placed along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long.
    Logarithmic,
}

impl Scale {
    /// The number at a share of the way from one number to a larger one; on a logarithmic scale
    /// both are positive, and it is rounded up.
    pub(crate) fn between(self, from: &Rational, to: &Rational, share: &Rational) -> Rational {
        match self {
            Scale::Linear => from + (to - from) * share,
            Scale::Logarithmic => {
                let value = by_ratios(from, to, share).upper().to_rational();
                value.unwrap_or_else(|| from.clone())
            }
        }
    }
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The name of its quantity.
    pub label: String,
    /// Linear or logarithmic.
    pub scale: Scale,
    /// Its first number; > 0 on a logarithmic axis.
    pub from: Coordinate,
    /// Its last number, larger than the first.
    pub to: Coordinate,
    /// The day since which its numbers count days, if they do; on a linear axis.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "dates")]
    pub since: Option<Date>,
}

/// A labelled position on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// The number.
    pub at: Rational,
    /// Its name.
    pub label: String,
}

/// Precision of enclosed logarithms, in bits: far more than a picture shows.
const PRECISION: u64 = 96;
/// The largest power of ten that is written with all its zeros.
const LONGEST_DECADE: i64 = 3;
/// The most ticks, approximately, where there is room for them.
pub const TICKS: u32 = 6;
/// The fewest ticks from which a number on a logarithmic axis can be read.
const FEWEST: usize = 3;

impl Axis {
    /// The linear axis from 0 to 1.
    pub fn unit(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Linear,
            from: Coordinate::from(0),
            to: Coordinate::from(1),
            since: None,
        }
    }

    /// A number of the axis as it is read: a day of the calendar, or a decimal.
    pub(crate) fn written(&self, at: &Coordinate) -> String {
        let day = self.since.and_then(|since| dates::day(since, at.value()));
        day.map_or_else(|| at.to_string(), |day| day.to_string())
    }

    /// The position of a number on the axis, from 0 to 1, rounded to a side; numbers beyond an end
    /// are at that end.
    pub fn position(&self, x: &Coordinate, rounding: Rounding) -> Rational {
        let (from, to, x) = (self.from.value(), self.to.value(), x.value());
        if x <= from {
            return Rational::from(0);
        }
        if x >= to {
            return Rational::from(1);
        }
        match self.scale {
            Scale::Linear => (x - from) / (to - from),
            Scale::Logarithmic => {
                let ratio = &ln(x / from) / &ln(to / from);
                let end = if rounding == Rounding::Down { ratio.lower() } else { ratio.upper() };
                end.to_rational()
                    .unwrap_or_else(|| Rational::from(0))
                    .max(Rational::from(0))
                    .min(Rational::from(1))
            }
        }
    }

    /// Bounds of the share of the way from one number to another one at which a third one is; `None`
    /// if that is not between them.
    pub(super) fn share(
        &self,
        [from, to]: [&Coordinate; 2],
        at: &Coordinate,
    ) -> Option<(Rational, Rational)> {
        let (first, last) = (from.min(to), from.max(to));
        if at <= first || last <= at {
            return None;
        }
        let [from, to, at] = [from, to, at].map(Coordinate::value);
        Some(match self.scale {
            Scale::Linear => {
                let share = (at - from) / (to - from);
                (share.clone(), share)
            }
            // One at 0 is infinitely far.
            Scale::Logarithmic if *first.value() <= 0 => (Rational::from(0), Rational::from(1)),
            Scale::Logarithmic => {
                let share = &ln(at / from) / &ln(to / from);
                (share.lower().to_rational()?, share.upper().to_rational()?)
            }
        })
    }

    /// The number at a share of the way from one to another one, rounded to a side.
    pub(super) fn along(
        &self,
        [from, to]: [&Coordinate; 2],
        (least, most): &(Rational, Rational),
        rounding: Rounding,
    ) -> Coordinate {
        let (first, last) = (from.min(to), from.max(to));
        let at = |share: &Rational| match self.scale {
            Scale::Linear => {
                let at = from.value() + (to.value() - from.value()) * share;
                Coordinate::rounded(&at, rounding)
            }
            Scale::Logarithmic => {
                let at = by_ratios(from.value(), to.value(), share);
                Coordinate::of_enclosure(&at, rounding)
            }
        };
        let is_far = self.scale == Scale::Logarithmic && *first.value() <= 0;
        match rounding {
            Rounding::Down if is_far => first.clone(),
            Rounding::Up if is_far => last.clone(),
            Rounding::Down => at(least).min(at(most)),
            Rounding::Up => at(least).max(at(most)),
        }
    }

    /// Its ticks: about `most` round numbers. On a logarithmic axis of less than two decades 1, 2
    /// and 5 are round too, and where these are too few, what is on a linear one.
    pub fn ticks(&self, most: u32) -> Vec<Tick> {
        if let Some(since) = self.since {
            return dates::ticks(since, self.from.value(), self.to.value(), most);
        }
        if self.scale == Scale::Linear {
            return self.linear_ticks(most);
        }
        let decades = self.decades(most);
        if decades.len() >= FEWEST {
            return decades;
        }
        let parts = self.parts_of_decades();
        if parts.len() >= FEWEST { parts } else { self.linear_ticks(most) }
    }

    fn linear_ticks(&self, most: u32) -> Vec<Tick> {
        let (from, to) = (self.from.value(), self.to.value());
        let step = round_above(&((to - from) / Rational::from(most)));
        let (first, last) = (Ceiling::ceiling(&(from / &step)), Floor::floor(&(to / &step)));
        let (Ok(first), Ok(last)) = (i64::try_from(&first), i64::try_from(&last)) else {
            return Vec::new();
        };
        (first..=last).map(|n| tick(Rational::from(n) * &step)).collect()
    }

    /// 1, 2 and 5 times each power of ten.
    fn parts_of_decades(&self) -> Vec<Tick> {
        let (first, last) = (decade_below(self.from.value()), decade_above(self.to.value()));
        let parts = (first..=last)
            .flat_map(|n| [1, 2, 5].map(|part| Rational::from(part) * Rational::from(10).pow(n)));
        parts.filter(|at| self.from.value() <= at && at <= self.to.value()).map(tick).collect()
    }

    fn decades(&self, most: u32) -> Vec<Tick> {
        let (first, last) = (decade_above(self.from.value()), decade_below(self.to.value()));
        let every =
            usize::try_from(last - first).map_or(1, |span| span.div_ceil(most as usize).max(1));
        let powers = (first..=last).rev().step_by(every);
        // One way of writing for all: powers where one of them would have many zeros.
        let is_long = first < -LONGEST_DECADE || last > LONGEST_DECADE;
        let tick = |n: i64| {
            let tick = tick(Rational::from(10).pow(n));
            if is_long && !(0..=1).contains(&n) {
                Tick { label: format!("1e{n}"), ..tick }
            } else {
                tick
            }
        };
        powers.map(tick).collect()
    }
}

fn tick(at: Rational) -> Tick {
    let label = Coordinate::rounded(&at, Rounding::Down).to_string();
    Tick { at, label }
}

/// The least of 1, 2, 5, 10, ... and their tenths that is at least a number > 0.
pub fn round_above(x: &Rational) -> Rational {
    let decade = Rational::from(10).pow(decade_below(x));
    let steps = [1, 2, 5, 10].map(|n| Rational::from(n) * &decade);
    steps.into_iter().find(|step| step >= x).unwrap_or(decade)
}

/// The largest of 1, 2, 5, 10, ... and their tenths that is at most a number > 0.
pub fn round_below(x: &Rational) -> Rational {
    let decade = Rational::from(10).pow(decade_below(x));
    let steps = [5, 2, 1].map(|n| Rational::from(n) * &decade);
    steps.into_iter().find(|step| step <= x).unwrap_or(decade)
}

/// The largest n with `10^n <= x`, for x > 0.
pub fn decade_below(x: &Rational) -> i64 {
    let power = |n: i64| Rational::from(10).pow(n);
    let mut n = 0;
    while power(n) > *x {
        n -= 1;
    }
    while power(n + 1) <= *x {
        n += 1;
    }
    n
}

/// The least n with `10^n >= x`, for x > 0.
pub fn decade_above(x: &Rational) -> i64 {
    let below = decade_below(x);
    if Rational::from(10).pow(below) == *x { below } else { below + 1 }
}

fn ln(x: Rational) -> Interval<Malachite> {
    Interval::from_rational(&x, PRECISION).ln()
}

/// The number at a share of the way from one to another one, both > 0, where equal ratios are
/// equally long.
fn by_ratios(from: &Rational, to: &Rational, share: &Rational) -> Interval<Malachite> {
    let share = Interval::from_rational(share, PRECISION);
    &Interval::from_rational(from, PRECISION) * &(&ln(to / from) * &share).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, from: &str, to: &str) -> Axis {
        let number = |text: &str| serde_json::from_value(serde_json::json!(text)).expect(text);
        Axis { scale, from: number(from), to: number(to), ..Axis::unit("") }
    }

    #[test]
    fn ticks_are_round() {
        for (scale, from, to, expected) in [
            (Scale::Linear, "0", "1", "0 0.2 0.4 0.6 0.8 1"),
            (Scale::Linear, "0", "3", "0 0.5 1 1.5 2 2.5 3"),
            (Scale::Linear, "0.1", "0.35", "0.1 0.15 0.2 0.25 0.3 0.35"),
            (Scale::Logarithmic, "0.0003", "20", "10 1 0.1 0.01 0.001"),
            (Scale::Logarithmic, "1e-12", "1", "1 1e-2 1e-4 1e-6 1e-8 1e-10 1e-12"),
            (Scale::Logarithmic, "1", "1e6", "1e6 1e5 1e4 1e3 1e2 10 1"),
            (Scale::Logarithmic, "0.1", "0.9", "0.1 0.2 0.5"),
            (Scale::Logarithmic, "0.05", "3", "0.05 0.1 0.2 0.5 1 2"),
            (Scale::Logarithmic, "0.6", "0.9", "0.6 0.65 0.7 0.75 0.8 0.85 0.9"),
        ] {
            let labels: Vec<String> =
                axis(scale, from, to).ticks(TICKS).into_iter().map(|tick| tick.label).collect();
            assert_eq!(labels.join(" "), expected);
        }
    }

    #[test]
    fn positions_are_rounded_to_their_side() {
        let axis = axis(Scale::Logarithmic, "1e-6", "1");
        let number: Coordinate = serde_json::from_str("\"0.02\"").expect("a decimal");
        let (below, above) =
            (axis.position(&number, Rounding::Down), axis.position(&number, Rounding::Up));
        assert!(below < above && above - below < Rational::from_unsigneds(1u64, 1u64 << 60));
        assert_eq!(axis.position(&Coordinate::from(0), Rounding::Up), 0);
    }
}
