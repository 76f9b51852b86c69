//! The rows that the filter is used for, and their numbers.
//!
//! This module understands a row of columns only where it has one meaning: a kind with exactly its
//! parameters, all well inside their domains. All other rows are read by the library, and the
//! filter is used again where that knows the mechanism.

use super::three_point::ThreePoint;
use super::{Asked, Said, Span, Subject, decide};
use crate::claims::{Claims, Run, Statement, in_words};
use crate::column::Cell;
use crate::verdicts::Judged;
use dpcert::claim::{Measure, Relation};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Malachite, Rounding};
use dpcert::mechanism::{Dominating, Noise};
use dpcert::quantity::Scalar;
use dpcert::{Mechanism, Real};

/// The parameters that a row may have for the filter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Sigma,
    Mu,
    Eps,
    Delta,
    Rho,
    Other,
}

/// The parameter of each column.
pub struct Columns(Vec<Parameter>);

impl Columns {
    /// The parameters of the columns of a batch.
    pub fn of(claims: &Claims<'_>) -> Columns {
        let Run::Kind(_, parameters) = &claims.run else {
            return Columns(Vec::new());
        };
        let parameter = |name: &str| match name {
            "sigma" => Parameter::Sigma,
            "mu" => Parameter::Mu,
            "eps" => Parameter::Eps,
            "delta" => Parameter::Delta,
            "rho" => Parameter::Rho,
            _ => Parameter::Other,
        };
        Columns(parameters.iter().map(|(name, _)| parameter(name)).collect())
    }
}

/// Decides a row, if this module understands it.
pub fn decide_row(claims: &Claims<'_>, columns: &Columns, row: usize) -> Option<Judged> {
    let Run::Kind(kind, parameters) = &claims.run else {
        return None;
    };
    let mut given: [Option<Span>; 2] = [None; 2];
    let mut names = [Parameter::Other; 2];
    let mut count = 0;
    for ((_, column), name) in parameters.iter().zip(&columns.0) {
        match column.cell(row) {
            Cell::Null => {}
            cell => {
                *names.get_mut(count)? = *name;
                *given.get_mut(count)? = Some(number(cell)?);
                count += 1;
            }
        }
    }
    let times = match claims.count.cell(row) {
        Cell::Null => 1,
        Cell::Integer(count) => u32::try_from(count).ok().filter(|count| *count >= 1)?,
        _ => return None,
    };
    let of = |name| {
        names.iter().zip(given).find(|(known, _)| **known == name).and_then(|(_, value)| value)
    };
    let single = |name| (count == 1).then(|| of(name)).flatten();
    let subject = match kind.cell(row).text()? {
        "gaussian" => match (single(Parameter::Sigma), single(Parameter::Mu)) {
            (Some(sigma), _) => Subject::gaussian(Span::ONE.over(positive(sigma)?), times)?,
            (_, mu) => Subject::gaussian(positive(mu?)?, times)?,
        },
        "gdp" => Subject::gaussian(positive(single(Parameter::Mu)?)?, times)?,
        "laplace" if times == 1 => {
            Subject::Laplace { eps0: within_range(positive(single(Parameter::Eps)?)?)? }
        }
        "randomized-response" => {
            three_point(single(Parameter::Eps)?, Span::ZERO, Span::ZERO, times)?
        }
        "approx-dp" if count == 2 => {
            three_point(of(Parameter::Eps)?, of(Parameter::Delta)?, Span::ZERO, times)?
        }
        "zcdp" => zcdp(single(Parameter::Rho)?, times)?,
        _ => return None,
    };
    let at = claims.at.cell(row);
    let asked = match (claims.quantity.cell(row).text()?, at) {
        ("tv", Cell::Null) => Asked::Tv,
        ("delta", at) => Asked::Delta(within_range(not_negative(number(at)?)?)?),
        ("eps", at) => Asked::Eps(inside(number(at)?)?),
        ("beta", at) => Asked::Beta(inside(number(at)?)?),
        _ => return None,
    };
    let claimed = number(claims.claimed.cell(row))?;
    let said = match (in_words(claims.relation.cell(row).text()?), claims.high.cell(row)) {
        ("at-most", Cell::Null) => Said::AtMost(claimed),
        ("at-least", Cell::Null) => Said::AtLeast(claimed),
        ("equals", Cell::Null) => Said::Equals(claimed),
        ("between", high) => Said::Between(claimed, number(high)?),
        _ => return None,
    };
    decide(subject, asked, said)
}

/// Decides a statement that the library has read, if it is one of the formulas here.
pub fn decide_statement(statement: &Statement) -> Option<Judged> {
    let Measure::Scalar(scalar) = &statement.measure else {
        return None;
    };
    let asked = match scalar {
        Scalar::Delta { eps } => Asked::Delta(within_range(not_negative(enclosed(eps))?)?),
        Scalar::Eps { delta } => Asked::Eps(inside(enclosed(delta))?),
        Scalar::Beta { alpha } => Asked::Beta(inside(enclosed(alpha))?),
        Scalar::Tv => Asked::Tv,
        Scalar::Gdp { .. } => return None,
    };
    let said = match &statement.relation {
        Relation::AtMost(claimed) => Said::AtMost(enclosed(&claimed.value)),
        Relation::AtLeast(claimed) => Said::AtLeast(enclosed(&claimed.value)),
        Relation::Between(low, high) => Said::Between(enclosed(&low.value), enclosed(&high.value)),
        Relation::Equals(claimed) => Said::Equals(enclosed(&claimed.value)),
    };
    decide(Subject::of(&statement.mechanism)?, asked, said)
}

impl Subject {
    fn of(mechanism: &Mechanism) -> Option<Subject> {
        let steps = mechanism.steps()?;
        if let [(step, count)] = steps.as_slice() {
            let count = u32::try_from(*count).ok()?;
            match step {
                Dominating::ThreePoint(pair) => {
                    return three_point(
                        enclosed(&pair.eps),
                        enclosed(&pair.delta),
                        enclosed(&pair.alpha),
                        count,
                    );
                }
                Dominating::Zcdp(class) => return zcdp(enclosed(&class.rho), count),
                _ => {}
            }
            if let Some(Noise::Laplace(laplace)) = step.noise()
                && count == 1
            {
                return Some(Subject::Laplace {
                    eps0: within_range(positive(enclosed(&laplace.eps0))?)?,
                });
            }
        }
        // The squares of mu add.
        let squares = steps.iter().map(|(step, count)| match step.noise()? {
            Noise::Gaussian(gaussian) => Some(
                positive(enclosed(&gaussian.mu_squared))?.times(times(u32::try_from(*count).ok()?)),
            ),
            _ => None,
        });
        let square = squares.collect::<Option<Vec<_>>>()?.into_iter().reduce(Span::plus)?;
        Subject::gaussian(positive(square.sqrt())?, 1)
    }

    fn gaussian(mu: Span, count: u32) -> Option<Subject> {
        let mu = if count == 1 { mu } else { mu.times(times(count).sqrt()) };
        // The square of mu is in exponents.
        within_range(mu.times(mu))?;
        Some(Subject::Gaussian { mu: positive(mu)? })
    }
}

fn zcdp(rho: Span, count: u32) -> Option<Subject> {
    Some(Subject::Zcdp { rho: within_range(positive(positive(rho)?.times(times(count)))?)? })
}

fn three_point(eps0: Span, delta0: Span, alpha: Span, count: u32) -> Option<Subject> {
    let share = |x: Span| if x == Span::ZERO { Some(x) } else { inside(x) };
    within_range(eps0.times(times(count)))?;
    let pair = ThreePoint { eps0: positive(eps0)?, delta0: share(delta0)?, alpha: share(alpha)? };
    Some(Subject::ThreePoint(pair, count))
}

fn times(count: u32) -> Span {
    Span::point(f64::from(count))
}

/// A number >= 0 whose exponential is well within the range of the engines, so that they decide
/// whatever the filter does.
fn within_range(x: Span) -> Option<Span> {
    const LARGEST: f64 = 1_048_576.0;
    (x.hi <= LARGEST).then_some(x)
}

/// A number > 0 that is moderate.
fn positive(x: Span) -> Option<Span> {
    (x.is_moderate() && x.lo > 0.0).then_some(x)
}

/// A number >= 0 that is moderate.
fn not_negative(x: Span) -> Option<Span> {
    x.is_moderate().then_some(x)
}

/// A number in (0, 1) that is moderate.
fn inside(x: Span) -> Option<Span> {
    positive(x).filter(|x| x.hi < 1.0)
}

/// The ends of a number of a row; `None` for numbers that are left to the literal language.
fn number(cell: Cell<'_>) -> Option<Span> {
    match cell {
        Cell::Float(x) => x.is_finite().then_some(Span::point(x)),
        Cell::Integer(integer) => {
            i32::try_from(integer).ok().map(|integer| Span::point(f64::from(integer)))
        }
        Cell::Text(text) => decimal(text),
        Cell::Decimal(..) | Cell::Null => None,
    }
}

/// The ends of a decimal: `2.5`, `1e-5`. The standard library reads it as the nearest binary64;
/// only an error of at most a unit in its last place is assumed.
fn decimal(text: &str) -> Option<Span> {
    let is_decimal = text.len() <= 40
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'-'));
    // The remaining malformed texts ("1-2", "1.2.3") are not numbers for the standard library
    // either.
    let x: f64 = text.parse().ok().filter(|_| is_decimal)?;
    let is_exact = text.len() <= 9 && text.bytes().all(|c| c.is_ascii_digit());
    x.is_finite().then(|| if is_exact { Span::point(x) } else { Span::near(x) })
}

/// The ends of a number that the library has read.
fn enclosed(x: &Real) -> Span {
    let enclosure = x.enclose::<Malachite>(64);
    Span {
        lo: enclosure.lower().to_dyadic().to_f64(Rounding::Down),
        hi: enclosure.upper().to_dyadic().to_f64(Rounding::Up),
    }
}
