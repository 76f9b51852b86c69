//! The squared sensitivity, by the least costly way that decides it.

use super::bounds::{charged, greedy};
use super::gram::Gram;
use super::participation::{Dimension, Participation};
use super::patterns::{is_balanced, patterns};
use super::programme::sizes;
use super::read::Question;
use super::search::search;
use super::semidefinite::enclose;
use super::strategy::Strategy;
use super::toeplitz::{falling, majorant, regular_sum};
use crate::control::{Control, Interrupted};
use crate::limits::Limits;
use crate::refusal::Refusal;
use malachite::Integer;
use malachite::rational::Rational;

/// The most states of a search, of about a kilobyte of work each. With more the search would be
/// exact more often, and take longer where it is not; bounds are kept in either case.
const MOST_STATES: usize = 1 << 18;
/// Word operations of a state, approximately: its inner products with the past, and its place among
/// the others.
const STATE_WORK: u64 = 1 << 12;
/// Bytes of a state, approximately: its past and its sum.
const STATE_MEMORY: u64 = 1 << 9;
/// The most patterns for which a programme is considered: all of them are kept, and those that may
/// be the worst are solved.
const MOST_PATTERNS: usize = 1 << 14;
/// The most participations of such a pattern: a sweep of a programme takes the cube of their
/// number.
const MOST_PARTICIPATIONS: usize = 32;

/// How a sensitivity was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a formula.
    ClosedForm,
    /// By a search over patterns and signs, or by bounds of it.
    Patterns,
    /// By semidefinite programmes between two certificates.
    Semidefinite,
}

/// The squared sensitivity between two ends, which are equal where it is known.
#[derive(Clone, Debug)]
pub struct Found {
    /// It is at least this.
    pub lower: Rational,
    /// It is at most this.
    pub upper: Rational,
    /// A pattern with which the lower end is attained.
    pub pattern: Vec<usize>,
    /// How it was found.
    pub way: Way,
}

/// A pattern with what it attains, and an upper bound of all; in the units of the squared scale.
#[derive(Clone, Debug)]
struct Known {
    lower: Rational,
    upper: Rational,
    pattern: Vec<usize>,
}

impl Known {
    fn exact(value: Integer, pattern: Vec<usize>) -> Known {
        let value = Rational::from(value);
        Known { lower: value.clone(), upper: value, pattern }
    }

    fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    fn raise(&mut self, lower: Rational, pattern: &[usize]) {
        if lower > self.lower {
            self.lower = lower;
            self.pattern = pattern.to_vec();
        }
    }

    fn reduce(&mut self, upper: Rational) {
        if upper < self.upper {
            self.upper = upper;
        }
    }

    fn found(self, strategy: &Strategy, way: Way) -> Found {
        let unit = strategy.unscaled(Integer::from(1));
        Found { lower: self.lower * &unit, upper: self.upper * unit, pattern: self.pattern, way }
    }
}

/// Decides or encloses the squared sensitivity.
///
/// # Errors
/// A refusal if the inner products are too many, or the computation is interrupted.
pub fn squared(question: &Question, limits: &Limits, control: &Control) -> Result<Found, Refusal> {
    let Question { strategy, participation, dimension } = question;
    let n = strategy.len();
    let (b, k) = (participation.gap(), participation.most(n));
    if k == 1 {
        let norms = (0..n).map(|j| (strategy.inner(j, j), j));
        // The first of the largest.
        let largest = norms.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let (value, step) = largest.unwrap_or_default();
        return Ok(Known::exact(value, vec![step]).found(strategy, Way::ClosedForm));
    }
    let regular = || (0..k).map(|i| i * b).collect::<Vec<_>>();
    // Choquette-Choo et al. and Kalinin & Lampert (2024), Theorem 2.
    if let Some(falling) = strategy.coefficients().and_then(falling) {
        let value = regular_sum(&falling, n, b, k);
        return Ok(Known::exact(value, regular()).found(strategy, Way::ClosedForm));
    }
    let above =
        strategy.coefficients().map(|coefficients| regular_sum(&majorant(coefficients), n, b, k));
    if let Err(refusal) = Gram::cost(strategy, participation).check(limits) {
        let (Some(coefficients), Some(upper)) = (strategy.coefficients(), above) else {
            return Err(refusal);
        };
        let lower = Rational::from(regular_sum(coefficients, n, b, k));
        let known = Known { lower, upper: upper.into(), pattern: regular() };
        return Ok(known.found(strategy, Way::Patterns));
    }
    let gram = Gram::of(strategy, participation, control)?;
    let mut known = coarse(&gram, participation);
    above.into_iter().for_each(|upper| known.reduce(upper.into()));
    let way = refine(&mut known, &gram, participation, *dimension, limits, control)?;
    Ok(known.found(strategy, way))
}

/// Bounds without a search.
fn coarse(gram: &Gram, participation: &Participation) -> Known {
    let n = gram.len();
    let charged = charged(&gram.sizes(), participation);
    let pattern: Vec<usize> = match (participation.is_periodic(), charged.pattern.first()) {
        (true, Some(first)) => {
            (*first..n).step_by(participation.gap()).take(participation.most(n)).collect()
        }
        // Where all columns are 0 any step attains the value.
        (_, None) => vec![0],
        _ => charged.pattern,
    };
    Known { lower: greedy(gram, &pattern).into(), upper: charged.upper.into(), pattern }
}

/// Searches the patterns, with signs where these matter, and then solves programmes.
fn refine(
    known: &mut Known,
    gram: &Gram,
    participation: &Participation,
    dimension: Dimension,
    limits: &Limits,
    control: &Control,
) -> Result<Way, Interrupted> {
    if known.is_exact() {
        return Ok(Way::Patterns);
    }
    let limit = |limit: u64, each: u64| usize::try_from(limit / each).unwrap_or(usize::MAX);
    let most =
        MOST_STATES.min(limit(limits.work, STATE_WORK)).min(limit(limits.memory, STATE_MEMORY));
    let sizes = gram.sizes();
    let is_balanced = is_balanced(gram.len(), gram.pairs());
    // With suitable signs all inner products are their sizes, and those signs are optimal: for all
    // columns where G is balanced, and for those of each pattern where only its neighbours share
    // rows.
    let is_chain = participation.most(gram.len()) == 2 || gram.is_chain(participation.gap());
    let is_signed = dimension == Dimension::One || is_chain;
    let signed = match is_balanced {
        true => search(&sizes, participation, false, most, control)?,
        false => search(gram, participation, true, most, control)?,
    };
    if let Some(best) = signed {
        known.raise(best.value.clone().into(), &best.pattern);
        if is_balanced || is_signed {
            known.reduce(best.value.into());
        }
    }
    if known.is_exact() || is_balanced {
        return Ok(Way::Patterns);
    }
    if let Some(best) = search(&sizes, participation, false, most, control)? {
        known.reduce(best.value.into());
    }
    if known.is_exact() || is_signed || participation.most(gram.len()) > MOST_PARTICIPATIONS {
        return Ok(Way::Patterns);
    }
    match patterns(participation, gram.len(), most.min(MOST_PATTERNS)) {
        None => Ok(Way::Patterns),
        Some(patterns) => {
            solve(known, gram, patterns, limits, control)?;
            Ok(Way::Semidefinite)
        }
    }
}

/// Encloses the programme of each pattern that may be the worst one.
fn solve(
    known: &mut Known,
    gram: &Gram,
    patterns: Vec<Vec<usize>>,
    limits: &Limits,
    control: &Control,
) -> Result<(), Interrupted> {
    let with_sizes =
        patterns.into_iter().map(|pattern| (sizes(&gram.of_pattern(&pattern)), pattern));
    let mut patterns: Vec<(Integer, Vec<usize>)> = with_sizes.collect();
    patterns.sort_by(|(x, _), (y, _)| y.cmp(x));
    let mut work = 0u128;
    let mut upper = known.lower.clone();
    for (largest, pattern) in patterns {
        control.check()?;
        let largest = Rational::from(largest);
        if largest <= upper {
            break;
        }
        let matrix = gram.of_pattern(&pattern);
        let entries = matrix
            .iter()
            .enumerate()
            .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, g)| (i, j, g)));
        let is_balanced = is_balanced(pattern.len(), entries.filter(|(i, j, _)| i < j));
        let (low, high) = match is_balanced {
            true => (largest.clone(), largest),
            false if work > u128::from(limits.work) => (known.lower.clone(), largest),
            false => {
                let enclosed = enclose(&matrix, &upper, &mut work, control)?;
                (enclosed.lower, enclosed.upper)
            }
        };
        known.raise(low, &pattern);
        upper = upper.max(high);
    }
    known.reduce(upper);
    Ok(())
}
