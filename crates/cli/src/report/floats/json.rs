//! A JSON object for each reference, or for each point of the grid of one, fields always in the same order.

use super::number::{failure_name, float_text};
use super::{FEW_ULPS, RELATIVE};
use crate::output::{Kind, Records};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::rational_to_decimal;
use dpcert_crosscheck::binary64::hex;
use dpcert_crosscheck::floats::{Point, Survey};
use dpcert_crosscheck::ulps::{Direction, Finding};
use malachite::rational::Rational;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

#[derive(Serialize)]
struct SurveyLine<'a> {
    reference: &'a str,
    formula: &'a str,
    points: usize,
    #[serde(rename = "within-4-ulps")]
    within_few: usize,
    #[serde(rename = "within-1e-9")]
    within_relative: usize,
    below: usize,
    failures: usize,
    worst: Option<PointLine<'a>>,
    #[serde(rename = "first-failure")]
    first_failure: Option<PointLine<'a>>,
    ulps: u64,
    trusted: Option<TrustedLine<'a>>,
}

#[derive(Serialize)]
struct TrustedLine<'a> {
    points: usize,
    /// The first and the last value.
    ranges: Named<'a, [String; 2]>,
}

#[derive(Serialize)]
struct PointLine<'a> {
    inputs: Named<'a, String>,
    value: String,
    lo: String,
    hi: String,
    finding: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'a str>,
    /// The two ends of `(value - truth) / ulp(truth)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ulps: Option<[String; 2]>,
}

/// An object whose names are known when it is written.
struct Named<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Writes a line for each reference.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_surveys(output: &mut dyn Write, surveys: &[Survey], ulps: u64) -> io::Result<()> {
    surveys.iter().try_for_each(|survey| {
        serde_json::to_writer(&mut *output, &survey_line(survey, ulps))?;
        writeln!(output)
    })
}

/// Writes a line for each point of a grid.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_points(output: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    survey.points.iter().try_for_each(|point| {
        serde_json::to_writer(&mut *output, &point_line(point))?;
        writeln!(output)
    })
}

/// A row for each reference.
pub fn survey_records(surveys: &[Survey]) -> Records {
    let names = ["reference", "points", "within_4_ulps", "within_1e_9", "below", "failures"];
    let mut records =
        Records::new(names.map(|name| (name, Kind::Whole)).into_iter().chain([("formula", Kind::Detail)]));
    for line in surveys.iter().map(|survey| survey_line(survey, 0)) {
        let counts = [line.points, line.within_few, line.within_relative, line.below, line.failures];
        let cells = std::iter::once(line.reference.to_owned()).chain(counts.iter().map(usize::to_string));
        records.push(cells.chain([line.formula.to_owned()]));
    }
    records
}

/// A row for each point of a grid: the inputs and the value as the shortest decimals of these binary64, the truth, and
/// the error in ulps, both between two ends.
pub fn point_records(survey: &Survey) -> Records {
    let inputs = survey.reference.axes.iter().map(|axis| axis.name);
    let whole = inputs.chain(["value", "lo", "hi", "finding"]).map(|name| (name, Kind::Whole));
    let mut records = Records::new(whole.chain(["ulps_lo", "ulps_hi"].map(|name| (name, Kind::Detail))));
    for point in &survey.points {
        let PointLine { lo, hi, finding, direction, ulps, .. } = point_line(point);
        let [ulps_lo, ulps_hi] = ulps.unwrap_or_default();
        let inputs = point.inputs.iter().map(|(_, value)| float_text(*value));
        let finding = direction.unwrap_or(finding).to_owned();
        records.push(inputs.chain([float_text(point.value), lo, hi, finding, ulps_lo, ulps_hi]));
    }
    records
}

fn survey_line(survey: &Survey, ulps: u64) -> SurveyLine<'_> {
    let axes = survey.reference.axes;
    let trusted = survey.trusted(ulps).map(|(region, points)| {
        let ranges = axes.iter().zip(region.ranges).filter_map(|(axis, (first, last))| {
            Some((axis.name, [hex(*axis.values.get(first)?), hex(*axis.values.get(last)?)]))
        });
        TrustedLine { points, ranges: Named(ranges.collect()) }
    });
    SurveyLine {
        reference: survey.reference.name,
        formula: survey.reference.formula,
        points: survey.points.len(),
        within_few: survey.within(FEW_ULPS),
        within_relative: survey.within_relative(&Rational::from_unsigneds(1u64, RELATIVE)),
        below: survey.below(),
        failures: survey.count(|finding| !matches!(finding, Finding::Error(_))),
        worst: survey.worst().map(point_line),
        first_failure: survey.first_failure().map(point_line),
        ulps,
        trusted,
    }
}

fn point_line(point: &Point) -> PointLine<'_> {
    let Point { inputs, value, truth, finding } = point;
    let outward = |lower: &Rational, upper: &Rational, digits| {
        [rational_to_decimal(lower, digits, Rounding::Down), rational_to_decimal(upper, digits, Rounding::Up)]
    };
    let [lo, hi] = outward(truth.lower(), truth.upper(), 25);
    let (mut direction, mut ulps) = (None, None);
    if let Finding::Error(error) = finding {
        direction = Some(match error.direction {
            Direction::Below => "below",
            Direction::Exact => "exact",
            Direction::Above => "above",
            Direction::Undecided => "undecided",
        });
        ulps = Some(outward(&error.lower, &error.upper, 6));
    }
    PointLine {
        inputs: Named(inputs.iter().map(|(name, value)| (*name, hex(*value))).collect()),
        value: hex(*value),
        lo,
        hi,
        finding: if direction.is_some() { "error" } else { failure_name(finding) },
        direction,
        ulps,
    }
}
