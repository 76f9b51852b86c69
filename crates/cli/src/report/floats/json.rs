//! A JSON object for each reference, or for each point of the grid of one, fields always in the
//! same order; and the rows of tables with them.

use super::number::{failure_name, float_text};
use super::{FEW_ULPS, RELATIVE};
use crate::output::{Kind, Records};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::rational_to_decimal;
use dpcert_answers::tree::{Part, Record};
use dpcert_crosscheck::binary64::hex;
use dpcert_crosscheck::floats::{Point, Survey};
use dpcert_crosscheck::ulps::{Direction, Finding, Truth};
use malachite::rational::Rational;
use std::io::{self, Write};

/// Writes a line for each reference.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_surveys(output: &mut dyn Write, surveys: &[Survey], ulps: u64) -> io::Result<()> {
    surveys.iter().try_for_each(|survey| writeln!(output, "{}", survey_line(survey, ulps)))
}

/// Writes a line for each point of a grid.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_points(output: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    survey.points.iter().try_for_each(|point| writeln!(output, "{}", point_line(point)))
}

/// A row for each reference.
pub fn survey_records(surveys: &[Survey]) -> Records {
    let names = ["reference", "points", "within_4_ulps", "within_1e_9", "below", "failures"];
    let mut records = Records::new(
        names.map(|name| (name, Kind::Whole)).into_iter().chain([("formula", Kind::Detail)]),
    );
    surveys.iter().for_each(|survey| records.push_named(&survey_line(survey, 0).cells()));
    records
}

/// A row for each point of a grid: the inputs and the value as the shortest decimals of these
/// binary64, the truth, and the error in ulps, both between two ends.
pub fn point_records(survey: &Survey) -> Records {
    // What is computed from the axes is an input too.
    let first = survey.points.first().map_or(&[][..], |point| &point.inputs);
    let inputs = first.iter().map(|(name, _)| *name);
    let whole = inputs.chain(["value", "lo", "hi", "finding"]).map(|name| (name, Kind::Whole));
    let mut records =
        Records::new(whole.chain(["ulps_lo", "ulps_hi"].map(|name| (name, Kind::Detail))));
    for Point { inputs, value, truth, finding } in &survey.points {
        let inputs = inputs.iter().map(|(_, value)| float_text(*value));
        let [lo, hi] = ends(truth);
        let (finding, [ulps_lo, ulps_hi]) = direction_and_ulps(finding)
            .unwrap_or_else(|| (failure_name(finding), Default::default()));
        records.push(inputs.chain([
            float_text(*value),
            lo,
            hi,
            finding.to_owned(),
            ulps_lo,
            ulps_hi,
        ]));
    }
    records
}

fn survey_line(survey: &Survey, ulps: u64) -> Record {
    let axes = survey.reference.axes;
    let trusted = survey.trusted(ulps).map(|(region, points)| {
        // The first and the last value.
        let ranges = axes.iter().zip(region.ranges).filter_map(|(axis, (first, last))| {
            Some((
                axis.name,
                Part::from_iter([hex(*axis.values.get(first)?), hex(*axis.values.get(last)?)]),
            ))
        });
        Record::of("points", points).with("ranges", ranges.collect::<Record>())
    });
    Record::of("reference", survey.reference.name)
        .with("formula", survey.reference.formula)
        .with("points", survey.points.len())
        .with("within-4-ulps", survey.within(FEW_ULPS))
        .with("within-1e-9", survey.within_relative(&Rational::from_unsigneds(1u64, RELATIVE)))
        .with("below", survey.below())
        .with("failures", survey.count(|finding| !matches!(finding, Finding::Error(_))))
        .with("worst", survey.worst().map(point_line))
        .with("first-failure", survey.first_failure().map(point_line))
        .with("ulps", ulps)
        .with("trusted", trusted)
}

fn point_line(point: &Point) -> Record {
    let Point { inputs, value, truth, finding } = point;
    let [lo, hi] = ends(truth);
    let inputs: Record = inputs.iter().map(|(name, value)| (*name, hex(*value))).collect();
    let (direction, ulps) = direction_and_ulps(finding).unzip();
    Record::of("inputs", inputs)
        .with("value", hex(*value))
        .with("lo", lo)
        .with("hi", hi)
        .with("finding", if direction.is_some() { "error" } else { failure_name(finding) })
        .with_some("direction", direction)
        .with_some("ulps", ulps.map(Part::from_iter))
}

/// The side of the truth on which a value is, and the two ends of `(value - truth) / ulp(truth)`.
fn direction_and_ulps(finding: &Finding) -> Option<(&'static str, [String; 2])> {
    let Finding::Error(error) = finding else {
        return None;
    };
    let direction = match error.direction {
        Direction::Below => "below",
        Direction::Exact => "exact",
        Direction::Above => "above",
        Direction::Undecided => "undecided",
    };
    Some((direction, outward(&error.lower, &error.upper, 6)))
}

fn ends(truth: &Truth) -> [String; 2] {
    outward(truth.lower(), truth.upper(), 25)
}

fn outward(lower: &Rational, upper: &Rational, digits: u64) -> [String; 2] {
    [
        rational_to_decimal(lower, digits, Rounding::Down),
        rational_to_decimal(upper, digits, Rounding::Up),
    ]
}
