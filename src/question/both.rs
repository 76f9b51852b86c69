//! The answers of two engines, compared.
//!
//! Exact results must be the same number, and enclosures must overlap: both contain the true value.
//! Anything else is a fault of an engine or of this program, and is never reported as an answer.

use crate::answer::{Answer, Calibrated, Content};
use crate::enclosure::disagreement;
use crate::exact::EngineChoice;
use crate::exact::decimal::Decimal;
use crate::refusal::Refusal;
use crate::tradeoff::{Gap, distance};
use malachite::rational::Rational;

/// The answer of malachite, if that of MPFR agrees with it.
pub(super) fn agreed(first: Answer, second: &Answer) -> Result<Answer, Refusal> {
    match contradiction(&first, second) {
        None => Ok(Answer { engine: EngineChoice::Both.name(), ..first }),
        Some(message) => Err(Refusal::Contradiction(message)),
    }
}

/// The point at which two answers to the same question cannot both be right.
fn contradiction(first: &Answer, second: &Answer) -> Option<String> {
    if let (Content::Calibrated(first), Content::Calibrated(second)) =
        (&first.content, &second.content)
    {
        return disputed(first, second).or_else(|| disputed(second, first));
    }
    if let (Content::Dominance(first), Content::Dominance(second)) =
        (&first.content, &second.content)
        && first.dominates != second.dominates
    {
        let is_undecided = first.dominates.is_none() || second.dominates.is_none();
        return (!is_undecided)
            .then(|| "whether the first mechanism dominates the second".to_owned());
    }
    if let (
        Content::Polygons { inner, outer, .. },
        Content::Polygons { inner: above, outer: below, .. },
    ) = (&first.content, &second.content)
    {
        // No function is between an inner polygon and an outer one that is above it somewhere.
        let gap = Gap::absolute(Rational::from(1));
        let is_crossed = |inner, outer| distance(outer, inner, &gap) > 0;
        let found = is_crossed(inner, below) || is_crossed(above, outer);
        return found.then(|| {
            "an inner polygon of one engine is below an outer one of the other".to_owned()
        });
    }
    let (numbers, others) = (first.content.numbers(), second.content.numbers());
    if numbers.len() != others.len() {
        return Some(format!("malachite gives {} numbers, mpfr {}", numbers.len(), others.len()));
    }
    numbers.iter().zip(&others).find_map(|(x, y)| disagreement(x, y))
}

/// A value that meets the budget according to one answer and not to the other.
fn disputed(first: &Calibrated, second: &Calibrated) -> Option<String> {
    let (meets, fails) = (first.meets.as_ref()?, second.fails.as_ref()?);
    let value = &meets.0;
    (*value == fails.0).then(|| {
        format!(
            "whether {} = {} meets the budget",
            first.parameter.name,
            Decimal::or_fraction(value)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::Method;
    use crate::enclosure::{ShowExact, Style};
    use crate::exact::engine::DirectedFloat;
    use crate::exact::{Interval, Malachite, Rounding, literal};
    use malachite::Float;

    /// An answer between two decimals, or a rational.
    fn answer(lo: &str, hi: &str, exact: Option<&str>) -> Answer {
        let rational = |text: &str| {
            literal::parse(text).ok().and_then(|x| x.as_rational().cloned()).expect(text)
        };
        let style = Style { digits: 4, exact: ShowExact::Short };
        let bounds = match exact {
            Some(exact) => style.rational(&rational(exact)),
            None => {
                // Binary fractions are printed as they are written.
                let end = |text, rounding| {
                    <Float as DirectedFloat>::from_rational(&rational(text), 128, rounding)
                };
                style.interval(&Interval::<Malachite>::new(
                    end(lo, Rounding::Up),
                    end(hi, Rounding::Down),
                    128,
                ))
            }
        };
        Answer {
            content: Content::Number(style.styled(bounds)),
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
        let message =
            contradiction(&first, &answer("0.3125", "0.5", None)).expect("they do not overlap");
        assert_eq!(message, "malachite says [0.125, 0.25], mpfr says [0.3125, 0.5]");
        let exact =
            contradiction(&answer("0.5", "0.5", Some("1/2")), &answer("0.5", "0.5", Some("2/5")));
        assert!(exact.is_some_and(|message| message.contains("= 2/5")));
        // One engine may know a number exactly that the other encloses.
        assert_eq!(contradiction(&first, &answer("0.125", "0.25", Some("1/5"))), None);
        assert!(contradiction(&first, &answer("0.125", "0.25", Some("1/3"))).is_some());
    }

    #[test]
    fn polygons_do_not_cross() {
        let polygons = |inner: &str, outer: &str| {
            let vertices = |middle: &str| {
                let rational = |text: &str| {
                    literal::parse(text).ok().and_then(|x| x.as_rational().cloned()).expect(text)
                };
                [("0", "1"), ("0.5", middle), ("1", "0")]
                    .map(|(x, y)| (rational(x), rational(y)))
                    .to_vec()
            };
            let (inner, outer) = (vertices(inner), vertices(outer));
            let content = Content::Polygons { inner, outer, gap: Rational::from(1), met: true };
            Answer {
                content,
                tight: true,
                met: true,
                method: Method::SupportingLines,
                engine: "malachite",
            }
        };
        assert_eq!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.3")), None);
        assert!(contradiction(&polygons("0.3", "0.2"), &polygons("0.4", "0.31")).is_some());
        assert!(contradiction(&polygons("0.4", "0.31"), &polygons("0.3", "0.2")).is_some());
    }
}
