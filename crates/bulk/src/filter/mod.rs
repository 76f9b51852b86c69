//! The filter: certified ends of a quantity in machine words, for closed forms and short sums.
//!
//! Its results are proven; where it has no result the engines decide. The proof has four parts,
//! each in the module of its code:
//!
//! - [`span`]: binary64 intervals with outward rounding, from the correct rounding of the five IEEE
//!   operations;
//! - [`exponential`]: `e^-t` with a relative error below `2^-50`, and its ends;
//! - [`normal`]: Mills' ratio with a relative error below `2^-51`, the normal tail, and quantiles
//!   that are certified by it;
//! - [`gaussian`], [`laplace`], [`three_point`], [`zcdp`]: the formulas, whose parts are monotone
//!   in the enclosed numbers.
//!
//! No function of a mathematics library is used, in the proven part or elsewhere: results are the
//! same on every machine. Parameters are 0 or within `2^-300` and `2^300` ([`Span::is_moderate`]),
//! so that no quotient or product of a few of them is out of range; other parameters are left to
//! the engines.
//!
//! **Verdicts are those of the engines.** The filter decides only where the whole interval is
//! strictly on one side of the claimed value. Then the statement is proved true or false. The
//! engines never prove the contrary. They also decide: they double their precision from 128 bits up
//! to the limit, and these quantities have enclosures whose width decreases with it. Exponentials
//! of more than about `2^20`, near the end of whose exponents they give up, are left to them. For
//! zCDP, where it does not, the upper end of the engines is at an order that is as good or better.
//! The filter is used only with the limits that an engine has by default, or more ([`applies`]).
//!
//! Only this module computes with floats: the lint that forbids it is disabled here and nowhere
//! else.

#![allow(clippy::float_arithmetic)]

mod exponential;
mod gaussian;
mod laplace;
mod normal;
mod question;
mod span;
#[cfg(test)]
mod tests;
mod three_point;
mod zcdp;

pub use question::{Columns, decide_row, decide_statement};

use crate::verdicts::{Evidence, Judged, Word};
use dpcert::claim::Verdict;
use dpcert::{EngineChoice, Limits, Method, Options};
use span::Span;
use three_point::ThreePoint;

/// The name of this engine in verdicts.
const NAME: &str = "binary64";

/// A composition, with numbers that are known to be in their domains: positive and moderate.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Gaussian { mu: Span },
    Laplace { eps0: Span },
    ThreePoint(ThreePoint, u32),
    Zcdp { rho: Span },
}

/// A quantity: eps >= 0, and delta and alpha in (0, 1).
#[derive(Clone, Copy, Debug)]
enum Asked {
    Delta(Span),
    Eps(Span),
    Beta(Span),
    Tv,
}

/// The claimed relation and values.
#[derive(Clone, Copy, Debug)]
enum Said {
    AtMost(Span),
    AtLeast(Span),
    Between(Span, Span),
    Equals(Span),
}

/// The engines need less work than this for whatever the filter decides: closed forms, and walks of
/// a few hundred steps.
const WORK: u64 = 1_000_000_000;

/// May verdicts be taken from the filter? Other engines must be used if they are requested, and
/// with smaller limits they may refuse.
pub fn applies(settings: &Options) -> bool {
    let (limits, usual) = (&settings.limits, Limits::default());
    settings.engine == EngineChoice::Malachite
        && limits.precision >= usual.precision
        && limits.work >= WORK
        && limits.memory >= usual.memory
}

/// Certified ends, with the method.
fn enclose(subject: Subject, asked: Asked) -> Option<(Span, Method)> {
    let (value, method) = match (subject, asked) {
        (Subject::Gaussian { mu }, Asked::Delta(eps)) => {
            (gaussian::delta(mu, eps), Method::ClosedForm)
        }
        (Subject::Gaussian { mu }, Asked::Tv) => {
            (gaussian::delta(mu, Span::ZERO), Method::ClosedForm)
        }
        (Subject::Gaussian { mu }, Asked::Beta(alpha)) => {
            (gaussian::beta(mu, alpha), Method::ClosedForm)
        }
        (Subject::Gaussian { mu }, Asked::Eps(delta)) => {
            (gaussian::eps(mu, delta), Method::ClosedForm)
        }
        (Subject::Laplace { eps0 }, Asked::Delta(eps)) => {
            (laplace::delta(eps0, eps), Method::ClosedForm)
        }
        (Subject::Laplace { eps0 }, Asked::Tv) => {
            (laplace::delta(eps0, Span::ZERO), Method::ClosedForm)
        }
        (Subject::Laplace { eps0 }, Asked::Beta(alpha)) => {
            (laplace::beta(eps0, alpha)?, Method::ClosedForm)
        }
        (Subject::ThreePoint(pair, k), Asked::Delta(eps)) => {
            (three_point::delta(pair, k, eps)?, Method::Lattice)
        }
        (Subject::ThreePoint(pair, k), Asked::Tv) => {
            (three_point::delta(pair, k, Span::ZERO)?, Method::Lattice)
        }
        (Subject::Zcdp { rho }, Asked::Delta(eps)) => {
            (zcdp::delta(rho, eps)?, Method::ZcdpConversion)
        }
        _ => return None,
    };
    value.is_known().then_some((value, method))
}

/// The verdict, where the interval decides it.
fn decide(subject: Subject, asked: Asked, said: Said) -> Option<Judged> {
    let (value, method) = enclose(subject, asked)?;
    let is_true = match said {
        Said::AtMost(claimed) => is_below(value, claimed),
        Said::AtLeast(claimed) => is_below(claimed, value),
        // Two numbers in the wrong order are not a claim: the reader reports it.
        Said::Between(low, high) if low.hi <= high.lo => {
            match (is_below(low, value), is_below(value, high)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }
        }
        Said::Between(..) => None,
        // An interval cannot prove an equality.
        Said::Equals(claimed) => is_below(value, claimed).and(Some(false)),
    }?;
    let verdict = if is_true { Verdict::Holds } else { Verdict::Refuted };
    let evidence = Evidence {
        lower: value.lo,
        upper: value.hi,
        margin: margin(value, said),
        method: method.name(),
        engine: NAME,
    };
    Some(Judged { word: Word::Judged(verdict), evidence: Some(evidence), message: None })
}

/// Is x < y? Decided where they have no point in common.
fn is_below(x: Span, y: Span) -> Option<bool> {
    if x.hi < y.lo {
        Some(true)
    } else if y.hi < x.lo {
        Some(false)
    } else {
        None
    }
}

/// A lower bound of the distance from the claimed value, positive where the claim is true.
fn margin(value: Span, said: Said) -> f64 {
    let least = |x: f64, y: f64| if y < x { y } else { x };
    match said {
        Said::AtMost(claimed) => claimed.minus(value).lo,
        Said::AtLeast(claimed) => value.minus(claimed).lo,
        Said::Between(low, high) => least(value.minus(low).lo, high.minus(value).lo),
        Said::Equals(claimed) => least(claimed.minus(value).lo, value.minus(claimed).lo),
    }
}
