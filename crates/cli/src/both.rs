//! Asking the chosen engine, or both and comparing what they say.
//!
//! Exact results must be the same text, and enclosures must overlap: both contain the true value.
//! Anything else is a fault of an engine or of this program, and is never reported as an answer.

use super::EngineChoice;
#[cfg(feature = "mpfr")]
use super::decimal;
use dpcert::Refusal;
use dpcert::exact::Malachite;
#[cfg(feature = "mpfr")]
use dpcert::exact::{Mpfr, literal};
use dpcert::quantity::{Answer, Options};
#[cfg(feature = "mpfr")]
use dpcert::quantity::{Bounds, Calibrated, Content, Witness};
use dpcert::question::Question;
#[cfg(feature = "mpfr")]
use dpcert::tradeoff::distance;
#[cfg(feature = "mpfr")]
use malachite::rational::Rational;

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
        let is_crossed = |inner, outer| distance(&vertices(outer), &vertices(inner)) > 0;
        let found = is_crossed(inner, below) || is_crossed(above, outer);
        return found.then(|| "an inner polygon of one engine is below an outer one of the other".to_owned());
    }
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

/// A value that meets the budget by one and not by the other.
#[cfg(feature = "mpfr")]
fn disputed(first: &Calibrated, second: &Calibrated) -> Option<String> {
    let (meets, fails) = (first.meets.as_ref()?, second.fails.as_ref()?);
    let value = &meets.0;
    (*value == fails.0).then(|| format!("whether {} = {value} meets the budget", first.parameter.name))
}

#[cfg(feature = "mpfr")]
fn agree(x: &Bounds, y: &Bounds) -> bool {
    x.exact == y.exact && decimal::at_most(&x.lo, &y.hi) && decimal::at_most(&y.lo, &x.hi)
}

/// The vertices of a polygon, from their decimals.
#[cfg(feature = "mpfr")]
fn vertices(written: &[(String, String)]) -> Vec<(Rational, Rational)> {
    let rational = |text: &str| literal::parse(text).ok()?.as_rational().cloned();
    written.iter().filter_map(|(alpha, beta)| Some((rational(alpha)?, rational(beta)?))).collect()
}

/// All numbers of an answer, in order.
#[cfg(feature = "mpfr")]
fn numbers(content: &Content) -> Vec<&Bounds> {
    match content {
        Content::Number(x) => vec![x],
        Content::Named(rows) => rows.iter().map(|(_, x)| x).collect(),
        Content::Deltas { rows, inner, .. } => rows.iter().map(|(_, _, x)| x).chain(inner).collect(),
        Content::Region(vertices) => vertices.iter().flat_map(|(alpha, beta)| [alpha, beta]).collect(),
        Content::LikelihoodRatios(rows) => rows.iter().flat_map(|(ratio, p, q)| [ratio, p, q]).collect(),
        Content::Test { threshold, randomisation, alpha, power } => vec![threshold, randomisation, alpha, power],
        Content::Polygons { .. } => Vec::new(),
        Content::Dominance(found) => found.witness.iter().flat_map(Witness::numbers).collect(),
        Content::Calibrated(found) => {
            [&found.meets, &found.fails].into_iter().flatten().map(|(_, delta)| delta).collect()
        }
        Content::Conclusions { conclusions, .. } => conclusions.iter().map(|(_, _, x)| x).collect(),
        Content::Channel(report) => report.numbers().collect(),
    }
}

#[cfg(all(test, feature = "mpfr"))]
mod tests {
    use super::*;

    fn answer(lo: &str, hi: &str, exact: Option<&str>) -> Answer {
        let bounds = Bounds { lo: lo.into(), hi: hi.into(), exact: exact.map(str::to_owned), met: true, reason: None };
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

    #[test]
    fn polygons_do_not_cross() {
        let polygons = |inner: &str, outer: &str| {
            let vertices = |middle: &str| {
                [("0", "1"), ("0.5", middle), ("1", "0")].map(|(x, y)| (x.to_owned(), y.to_owned())).to_vec()
            };
            let (inner, outer) = (vertices(inner), vertices(outer));
            let content = Content::Polygons { inner, outer, gap: "1".into(), met: true };
            Answer { content, tight: true, met: true, method: "supporting-lines", engine: "malachite" }
        };
        assert_eq!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.3")), None);
        assert!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.31")).is_some());
        assert!(contradiction(&polygons("0.4", "0.31"), &polygons("0.3", "0.2")).is_some());
    }
}
