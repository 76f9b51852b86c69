//! Asking the chosen engine, or both and comparing what they say.
//!
//! Exact results must be the same number, and enclosures must overlap: both contain the true value.
//! Anything else is a fault of an engine or of this program, and is never reported as an answer.

use super::EngineChoice;
#[cfg(feature = "mpfr")]
use crate::report::{Printed, decimal_text};
use dpcert::Refusal;
use dpcert::exact::Malachite;
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::quantity::{Answer, Options};
#[cfg(feature = "mpfr")]
use dpcert::quantity::{Bounds, Calibrated, Content};
use dpcert::question::Question;
#[cfg(feature = "mpfr")]
use dpcert::tradeoff::distance;

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
pub fn ask(engine: EngineChoice, question: &Question, options: &Options) -> Result<Answer, Failure> {
    match engine {
        EngineChoice::Malachite => Ok(question.answer::<Malachite>(options)?),
        #[cfg(feature = "mpfr")]
        EngineChoice::Mpfr => Ok(question.answer::<Mpfr>(options)?),
        #[cfg(feature = "mpfr")]
        EngineChoice::Both => {
            let first = question.answer::<Malachite>(options)?;
            let second = question.answer::<Mpfr>(options)?;
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
    if let (Content::Calibrated(first), Content::Calibrated(second)) = (&first.content, &second.content) {
        return disputed(first, second).or_else(|| disputed(second, first));
    }
    if let (Content::Dominance(first), Content::Dominance(second)) = (&first.content, &second.content)
        && first.dominates != second.dominates
    {
        let is_undecided = first.dominates.is_none() || second.dominates.is_none();
        return (!is_undecided).then(|| "whether the first mechanism dominates the second".to_owned());
    }
    if let (Content::Polygons { inner, outer, .. }, Content::Polygons { inner: above, outer: below, .. }) =
        (&first.content, &second.content)
    {
        // No function is between an inner polygon and an outer one that is above it somewhere.
        let is_crossed = |inner, outer| distance(outer, inner) > 0;
        let found = is_crossed(inner, below) || is_crossed(above, outer);
        return found.then(|| "an inner polygon of one engine is below an outer one of the other".to_owned());
    }
    let (numbers, others) = (first.content.numbers(), second.content.numbers());
    if numbers.len() != others.len() {
        return Some(format!("malachite gives {} numbers, mpfr {}", numbers.len(), others.len()));
    }
    let (x, y) = numbers.iter().zip(&others).find(|(x, y)| !x.agrees(y))?;
    let show = |x: &Bounds| match Printed::of(x) {
        Printed { lo, hi, exact: Some(exact) } => format!("[{lo}, {hi}] = {exact}"),
        Printed { lo, hi, exact: None } => format!("[{lo}, {hi}]"),
    };
    Some(format!("malachite says {}, mpfr says {}", show(x), show(y)))
}

/// A value that meets the budget by one and not by the other.
#[cfg(feature = "mpfr")]
fn disputed(first: &Calibrated, second: &Calibrated) -> Option<String> {
    let (meets, fails) = (first.meets.as_ref()?, second.fails.as_ref()?);
    let value = &meets.0;
    (*value == fails.0).then(|| format!("whether {} = {} meets the budget", first.parameter.name, decimal_text(value)))
}

#[cfg(all(test, feature = "mpfr"))]
mod tests {
    use super::*;
    use dpcert::composition::Method;
    use dpcert::exact::engine::DirectedFloat;
    use dpcert::exact::{Interval, Rounding, literal};
    use dpcert::quantity::{ShowExact, Style};
    use malachite::Float;
    use malachite::rational::Rational;

    /// Between two decimals, or a rational.
    fn answer(lo: &str, hi: &str, exact: Option<&str>) -> Answer {
        let rational = |text: &str| literal::parse(text).ok().and_then(|x| x.as_rational().cloned()).expect(text);
        let style = Style { digits: 4, exact: ShowExact::Short };
        let bounds = match exact {
            Some(exact) => style.rational(&rational(exact)),
            None => {
                // Binary fractions are printed as they are written.
                let end = |text, rounding| <Float as DirectedFloat>::from_rational(&rational(text), 128, rounding);
                style.interval(&Interval::<Malachite>::new(end(lo, Rounding::Up), end(hi, Rounding::Down), 128))
            }
        };
        Answer {
            content: Content::Number(bounds),
            tight: true,
            met: true,
            method: Method::Lattice,
            engine: "malachite",
        }
    }

    #[test]
    fn contradictions_are_found() {
        let first = answer("0.125", "0.25", None);
        assert_eq!(contradiction(&first, &answer("0.25", "0.5", None)), None);
        assert_eq!(contradiction(&first, &answer("1e-100000", "0.125", None)), None);
        let message = contradiction(&first, &answer("0.3125", "0.5", None)).expect("they do not overlap");
        assert_eq!(message, "malachite says [0.125, 0.25], mpfr says [0.3125, 0.5]");
        let exact = contradiction(&answer("0.5", "0.5", Some("1/2")), &answer("0.5", "0.5", Some("2/5")));
        assert!(exact.is_some_and(|message| message.contains("= 2/5")));
        assert!(contradiction(&first, &answer("0.125", "0.25", Some("1/5"))).is_some());
    }

    #[test]
    fn polygons_do_not_cross() {
        let polygons = |inner: &str, outer: &str| {
            let vertices = |middle: &str| {
                let rational =
                    |text: &str| literal::parse(text).ok().and_then(|x| x.as_rational().cloned()).expect(text);
                [("0", "1"), ("0.5", middle), ("1", "0")].map(|(x, y)| (rational(x), rational(y))).to_vec()
            };
            let (inner, outer) = (vertices(inner), vertices(outer));
            let content = Content::Polygons { inner, outer, gap: Rational::from(1), met: true };
            Answer { content, tight: true, met: true, method: Method::SupportingLines, engine: "malachite" }
        };
        assert_eq!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.3")), None);
        assert!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.31")).is_some());
        assert!(contradiction(&polygons("0.4", "0.31"), &polygons("0.3", "0.2")).is_some());
    }
}
