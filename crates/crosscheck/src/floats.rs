//! A formula on its grid: the error at every point, and the box in which it can be trusted.

use super::reference::{Axis, Case, Reference};
use super::ulps::{Direction, Finding, Truth, judge};
use dpcert::mechanism::DomainError;
use dpcert::{Content, Options, Refusal, ShowExact};
use malachite::rational::Rational;
use rayon::prelude::*;

/// Why a float could not be judged.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unjudged {
    /// An input is outside its domain.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// The question is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The answer is not an enclosure in [0, 1].
    #[error("[{0}, {1}] is not an enclosure of a probability")]
    NoTruth(String, String),
}

/// A float at a point of a grid.
#[derive(Clone, Debug)]
pub struct Point {
    /// The inputs, by name.
    pub inputs: Vec<(&'static str, f64)>,
    /// The value of the formula.
    pub value: f64,
    /// The true value, enclosed.
    pub truth: Truth,
    /// The comparison of both.
    pub finding: Finding,
}

/// A formula on its grid.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The formula.
    pub reference: &'static Reference,
    /// The points in the order of [`Reference::cases`].
    pub points: Vec<Point>,
}

/// A part of a grid: for each axis the first and the last index, inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The ranges by axis.
    pub ranges: Vec<(usize, usize)>,
}

/// Digits of a true value: eight more than a binary64 has.
const DIGITS: u64 = 25;
/// Where only a grid of losses leads to the true value, its ends are a relative 2^-3 apart: the
/// central limit, which is compared with it, is wrong by factors.
const GAP_BITS: u64 = 3;

/// Evaluates a formula on its whole grid.
///
/// # Errors
/// The first point that could not be judged.
pub fn survey(reference: &'static Reference) -> Result<Survey, Unjudged> {
    let points = (reference.cases)().par_iter().map(point).collect::<Result<Vec<_>, _>>()?;
    Ok(Survey { reference, points })
}

/// Compares the formula at one point with the true value, for exactly the inputs that the formula
/// gets.
///
/// # Errors
/// The reason why it could not be judged.
pub fn point(case: &Case) -> Result<Point, Unjudged> {
    let (value, truth) = (case.value(), truth(case)?);
    Ok(Point { inputs: case.inputs(), value, finding: judge(value, &truth), truth })
}

fn truth(case: &Case) -> Result<Truth, Unjudged> {
    let (mechanism, query) = case.question()?;
    let options = Options {
        digits: DIGITS,
        gap_bits: GAP_BITS,
        exact: ShowExact::Never,
        ..Options::default()
    };
    let Content::Number(bounds) =
        dpcert::ask(&dpcert::Question::Quantity(mechanism, query), &options)?.content
    else {
        return Err(Unjudged::NoTruth("?".to_owned(), "?".to_owned()));
    };
    let (lower, upper) = (bounds.printed_lower(), bounds.printed_upper());
    let ends = lower
        .to_rational()
        .zip(upper.to_rational())
        .and_then(|(lower, upper)| Truth::new(lower, upper));
    ends.ok_or_else(|| Unjudged::NoTruth(lower.to_string(), upper.to_string()))
}

impl Survey {
    /// The number of points with such a finding.
    pub fn count(&self, is_such: impl Fn(&Finding) -> bool) -> usize {
        self.points.iter().filter(|point| is_such(&point.finding)).count()
    }

    /// The number of points that are certainly within `ulps` ulps of the true value.
    pub fn within(&self, ulps: u64) -> usize {
        self.count(|finding| is_within(finding, ulps))
    }

    /// The number of points that are certainly within `relative` times the true value of it.
    pub fn within_relative(&self, relative: &Rational) -> usize {
        self.count(|finding| matches!(finding, Finding::Error(error) if error.is_within_relative(relative)))
    }

    /// The number of points that are numbers in [0, 1] and certainly less than the true value, or
    /// zero or negative in its place.
    pub fn below(&self) -> usize {
        self.count(is_below)
    }

    /// The point with the largest error of those that are numbers in [0, 1].
    pub fn worst(&self) -> Option<&Point> {
        let magnitude = |point: &Point| match &point.finding {
            Finding::Error(error) => Some(error.magnitude()),
            _ => None,
        };
        let errors = self.points.iter().filter_map(|point| Some((magnitude(point)?, point)));
        // The first of equal ones.
        errors
            .reduce(|worst, next| if next.0 > worst.0 { next } else { worst })
            .map(|(_, point)| point)
    }

    /// The first point at which the value is not a probability, or zero in place of a normal
    /// number.
    pub fn first_failure(&self) -> Option<&Point> {
        self.points.iter().find(|point| !matches!(point.finding, Finding::Error(_)))
    }

    /// A largest box of the grid in which every point is certainly within `ulps` ulps of the true
    /// value, with its number of points; `None` if no point is. It is the first one found of
    /// several, and it does not cover what is between the points.
    pub fn trusted(&self, ulps: u64) -> Option<(Region, usize)> {
        let good: Vec<bool> =
            self.points.iter().map(|point| is_within(&point.finding, ulps)).collect();
        let axes = self.reference.axes;
        let mut largest: Option<(Region, usize)> = None;
        for region in regions(axes) {
            let size = region.len();
            if largest.as_ref().is_none_or(|(_, known)| size > *known)
                && region.indices(axes).all(|index| good.get(index) == Some(&true))
            {
                largest = Some((region, size));
            }
        }
        largest
    }
}

/// Is a float certainly less than the true value? A zero or a negative number in place of a
/// probability is.
pub fn is_below(finding: &Finding) -> bool {
    match finding {
        Finding::Error(error) => error.direction == Direction::Below,
        Finding::Negative | Finding::Underflow => true,
        Finding::NotANumber | Finding::Infinite | Finding::AboveOne => false,
    }
}

/// Is a float certainly within `ulps` ulps of the true value?
pub fn is_within(finding: &Finding, ulps: u64) -> bool {
    matches!(finding, Finding::Error(error) if error.is_within(ulps))
}

/// All boxes of a grid.
fn regions(axes: &[Axis]) -> Vec<Region> {
    axes.iter().fold(vec![Region { ranges: Vec::new() }], |regions, axis| {
        let count = axis.values.len();
        let ranges: Vec<_> =
            (0..count).flat_map(|first| (first..count).map(move |last| (first, last))).collect();
        let extended = |region: &Region| {
            let region = region.clone();
            ranges
                .iter()
                .map(move |range| Region { ranges: [region.ranges.as_slice(), &[*range]].concat() })
        };
        regions.iter().flat_map(extended).collect()
    })
}

impl Region {
    fn len(&self) -> usize {
        self.ranges.iter().map(|(first, last)| last - first + 1).product()
    }

    /// The indices of its points in the list of all.
    fn indices(&self, axes: &[Axis]) -> impl Iterator<Item = usize> {
        let all = self.ranges.iter().zip(axes).fold(vec![0], |indices, ((first, last), axis)| {
            let inner = |index: &usize| {
                (index * axis.values.len() + first)..=(index * axis.values.len() + last)
            };
            indices.iter().flat_map(inner).collect()
        });
        all.into_iter()
    }
}
