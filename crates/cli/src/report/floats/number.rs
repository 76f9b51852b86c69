//! Floats, errors and regions in words.

use dpcert::exact::Rounding;
use dpcert::exact::decimal::rational_to_decimal;
use dpcert_crosscheck::floats::{Region, Survey};
use dpcert_crosscheck::reference::Axis;
use dpcert_crosscheck::ulps::{Direction, Error, Finding, Truth};
use malachite::rational::Rational;

/// The shortest decimal of a binary64, with an exponent where it is very small or large.
pub fn float_text(x: f64) -> String {
    if x == 0.0 || (1e-4..1e6).contains(&x.abs()) { format!("{x}") } else { format!("{x:e}") }
}

/// A positive rational rounded up to two digits, with an exponent where it is very small or large.
fn size_text(x: &Rational) -> String {
    let plain = rational_to_decimal(x, 2, Rounding::Up);
    let digits: Vec<char> = plain.chars().filter(char::is_ascii_digit).collect();
    // Numbers of seven digits and more get an exponent.
    if plain.contains(['.', 'e']) || digits.len() < 6 {
        return plain;
    }
    match digits.as_slice() {
        [first, '0', rest @ ..] => format!("{first}e{}", rest.len() + 1),
        [first, second, rest @ ..] => format!("{first}.{second}e{}", rest.len() + 1),
        _ => plain,
    }
}

/// The largest possible error, with its sign: `-3.1e5` for a value that is below the truth.
pub fn error_text(error: &Error) -> String {
    let sign = match error.direction {
        Direction::Below => "-",
        Direction::Above => "+",
        Direction::Exact => return "0".to_owned(),
        Direction::Undecided => "",
    };
    format!("{sign}{}", size_text(&error.magnitude()))
}

/// A finding in a word, or its error in ulps.
pub fn finding_text(finding: &Finding) -> String {
    match finding {
        Finding::Error(error) => error_text(error),
        other => failure_name(other).to_owned(),
    }
}

/// The name of a value without an error.
pub fn failure_name(finding: &Finding) -> &'static str {
    match finding {
        Finding::NotANumber => "NaN",
        Finding::Infinite => "infinite",
        Finding::Negative => "negative",
        Finding::AboveOne => "above 1",
        Finding::Underflow => "zero",
        Finding::Error(_) => "",
    }
}

/// The truth to some digits: its lower end, unless both print the same.
pub fn truth_text(truth: &Truth) -> String {
    let digits = 10;
    let (lower, upper) = (
        rational_to_decimal(truth.lower(), digits, Rounding::Down),
        rational_to_decimal(truth.upper(), digits, Rounding::Up),
    );
    if lower == upper { lower } else { dpcert_answers::number::factored(&lower, &upper) }
}

/// Inputs by name.
pub fn inputs_text(inputs: &[(&'static str, f64)]) -> String {
    inputs
        .iter()
        .map(|(name, value)| format!("{name} = {}", float_text(*value)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The region where a formula is within `ulps` ulps.
pub fn trust_text(survey: &Survey, ulps: u64) -> String {
    let all = survey.points.len();
    match survey.trusted(ulps) {
        None => format!("trusted nowhere: no point of the grid is within {ulps} ulps"),
        Some((_, size)) if size == all => {
            format!("trusted on the whole grid: {all} points within {ulps} ulps")
        }
        Some((region, size)) => {
            let place = region_text(&region, survey.reference.axes);
            format!("trusted where {place}: {size} of {all} points, within {ulps} ulps")
        }
    }
}

/// A box of a grid.
fn region_text(region: &Region, axes: &[Axis]) -> String {
    let range = |(axis, &(first, last)): (&Axis, &(usize, usize))| {
        let name = axis.name;
        let [low, high] = [first, last]
            .map(|index| axis.values.get(index).map(|x| float_text(*x)).unwrap_or_default());
        match (first == 0, last + 1 == axis.values.len()) {
            (true, true) => None,
            _ if first == last => Some(format!("{name} = {low}")),
            (true, false) => Some(format!("{name} <= {high}")),
            (false, true) => Some(format!("{name} >= {low}")),
            (false, false) => Some(format!("{low} <= {name} <= {high}")),
        }
    };
    axes.iter().zip(&region.ranges).filter_map(range).collect::<Vec<_>>().join(" and ")
}
