//! Asking the chosen engine, or both and comparing what they say.
//!
//! Exact results must be the same text, and enclosures must overlap: both contain the true value.
//! Anything else is a fault of an engine or of this program, and is never reported as an answer.

use super::EngineChoice;
#[cfg(feature = "mpfr")]
use super::decimal;
use crate::exact::Malachite;
#[cfg(feature = "mpfr")]
use crate::exact::Mpfr;
use crate::quantity::{self, Answer, Options, Query};
#[cfg(feature = "mpfr")]
use crate::quantity::{Bounds, Content};
use crate::{Mechanism, Refusal};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The question is turned down.
    Refusal(Refusal),
    /// The engines contradict each other: where, and what they say.
    #[cfg_attr(not(feature = "mpfr"), expect(dead_code, reason = "one engine cannot contradict itself"))]
    Contradiction(String),
}

impl<T: Into<Refusal>> From<T> for Failure {
    fn from(refusal: T) -> Failure {
        Failure::Refusal(refusal.into())
    }
}

/// The answer of the chosen engine; with [`EngineChoice::Both`] the one of malachite, after MPFR
/// has agreed to it.
///
/// # Errors
/// See [`Failure`].
pub fn ask(engine: EngineChoice, mechanism: &Mechanism, query: &Query, options: &Options) -> Result<Answer, Failure> {
    match engine {
        EngineChoice::Malachite => Ok(quantity::answer::<Malachite>(mechanism, query, options)?),
        #[cfg(feature = "mpfr")]
        EngineChoice::Mpfr => Ok(quantity::answer::<Mpfr>(mechanism, query, options)?),
        #[cfg(feature = "mpfr")]
        EngineChoice::Both => {
            let first = quantity::answer::<Malachite>(mechanism, query, options)?;
            let second = quantity::answer::<Mpfr>(mechanism, query, options)?;
            match contradiction(&first, &second) {
                None => Ok(Answer { engine: "both", ..first }),
                Some(message) => Err(Failure::Contradiction(message)),
            }
        }
        #[cfg(not(feature = "mpfr"))]
        EngineChoice::Mpfr | EngineChoice::Both => Err(Failure::Refusal(Refusal::Unsupported {
            what: "the engine mpfr".into(),
            missing: "this build has no MPFR: rebuild with --features mpfr".into(),
        })),
    }
}

/// Where two answers to the same question cannot both be right.
#[cfg(feature = "mpfr")]
fn contradiction(first: &Answer, second: &Answer) -> Option<String> {
    let (numbers, others) = (numbers(&first.content), numbers(&second.content));
    if numbers.len() != others.len() {
        return Some(format!("malachite gives {} numbers, mpfr {}", numbers.len(), others.len()));
    }
    let (x, y) = numbers.iter().zip(&others).find(|(x, y)| !agree(x, y))?;
    let show = |x: &Bounds| match &x.exact {
        Some(exact) => format!("[{}, {}] = {exact}", x.lo, x.hi),
        None => format!("[{}, {}]", x.lo, x.hi),
    };
    Some(format!("malachite says {}, mpfr says {}", show(x), show(y)))
}

#[cfg(feature = "mpfr")]
fn agree(x: &Bounds, y: &Bounds) -> bool {
    x.exact == y.exact && decimal::at_most(&x.lo, &y.hi) && decimal::at_most(&y.lo, &x.hi)
}

/// All numbers of an answer, in order.
#[cfg(feature = "mpfr")]
fn numbers(content: &Content) -> Vec<&Bounds> {
    match content {
        Content::Number(x) => vec![x],
        Content::Deltas { rows, inner, .. } => rows.iter().map(|(_, _, x)| x).chain(inner).collect(),
        Content::Region(vertices) => vertices.iter().flat_map(|(alpha, beta)| [alpha, beta]).collect(),
        Content::LikelihoodRatios(rows) => rows.iter().flat_map(|(ratio, p, q)| [ratio, p, q]).collect(),
        Content::Test { threshold, randomisation, alpha, power } => vec![threshold, randomisation, alpha, power],
    }
}

#[cfg(all(test, feature = "mpfr"))]
mod tests {
    use super::*;

    fn answer(lo: &str, hi: &str, exact: Option<&str>) -> Answer {
        let bounds = Bounds { lo: lo.into(), hi: hi.into(), exact: exact.map(str::to_owned), met: true };
        Answer { content: Content::Number(bounds), tight: true, met: true, method: "lattice", engine: "malachite" }
    }

    #[test]
    fn contradictions_are_found() {
        let first = answer("0.1", "0.3", None);
        assert_eq!(contradiction(&first, &answer("0.3", "0.4", None)), None);
        assert_eq!(contradiction(&first, &answer("1e-1000000", "1e-1", None)), None);
        let message = contradiction(&first, &answer("0.31", "0.4", None)).expect("they do not overlap");
        assert_eq!(message, "malachite says [0.1, 0.3], mpfr says [0.31, 0.4]");
        let exact = contradiction(&answer("0.5", "0.5", Some("1/2")), &answer("0.5", "0.5", Some("2/4")));
        assert!(exact.is_some_and(|message| message.contains("= 2/4")));
        assert!(contradiction(&first, &answer("0.1", "0.3", Some("1/5"))).is_some());
    }
}
