//! What a budget means for an attacker: enclosures of the success of the best test, from the
//! trade-off function.
//!
//! The attacker knows all data but the record in question, sees all outputs, and has to tell two
//! neighbours apart. A test has a false positive rate `a` and a true positive rate of at most `1 -
//! f(a)`, with `f` the trade-off function of the worse direction of neighbours. The largest
//! difference of both rates is the total variation. After a positive result, a belief of `p`
//! becomes `p t/(p t + (1 - p) a)`, which grows with the true positive rate `t`.

use crate::settings::{Settings, render_refusal, rendered};
use dpcert::claim::{Claim, ClaimFile};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::rational_to_decimal;
use dpcert::{Answer, Content, Options, Query, Real, Refusal, Styled, ask_all};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The digits of a percentage.
const DIGITS: u64 = 3;

/// The false positive rate at which the power of an attack is stated: 1 in 100.
pub const FALSE_POSITIVES: (u32, u32) = (1, 100);

/// The beliefs before the test: of an attacker who guesses, and of one who looks for a needle.
pub const PRIORS: [(u32, u32); 2] = [(1, 2), (1, 100)];

/// An interval of rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The lower end.
    pub lo: Rational,
    /// The upper end.
    pub hi: Rational,
}

impl Ends {
    /// `12.3 %`, or `between 12.3 % and 12.4 %`: rounded outward.
    pub fn percent(&self) -> String {
        let hundred = Rational::from(100);
        let of = |x: &Rational, rounding| rational_to_decimal(&(x * &hundred), DIGITS, rounding);
        let (lo, hi) = (of(&self.lo, Rounding::Down), of(&self.hi, Rounding::Up));
        if lo == hi { format!("{lo} %") } else { format!("between {lo} % and {hi} %") }
    }
}

/// The success of attacks on the rows of a claim; a sentence where a number is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The largest difference of the true and the false positive rate.
    pub advantage: Result<Ends, String>,
    /// The largest true positive rate at `FALSE_POSITIVES`.
    pub power: Result<Ends, String>,
}

impl Meaning {
    /// Computes it for the rows of a claim, with the most steps that they may have.
    pub fn of(file: &ClaimFile, claim: &Claim, settings: &Settings) -> Meaning {
        let alpha = Real::from(Rational::from_unsigneds(FALSE_POSITIVES.0, FALSE_POSITIVES.1));
        let mechanism = match file.composition(claim) {
            Ok(mechanism) => mechanism,
            Err(missing) => {
                return Meaning { advantage: Err(missing.clone()), power: Err(missing) };
            }
        };
        let options = Options { digits: DIGITS + 2, ..settings.options() };
        // One composition is read for both.
        let answers = ask_all(&mechanism, &[Query::Tv, Query::Beta { alpha }], &options, &|| ());
        let mut ends = answers.into_iter().map(ends);
        let mut next = || ends.next().unwrap_or_else(|| Err("there is no answer".to_owned()));
        let complement = |Ends { lo, hi }| Ends { lo: Rational::ONE - hi, hi: Rational::ONE - lo };
        Meaning { advantage: next(), power: next().map(complement) }
    }

    /// The belief after a positive result of the test with the largest power.
    pub fn posterior(&self, prior: (u32, u32)) -> Result<Ends, String> {
        let [prior, false_positives] =
            [prior, FALSE_POSITIVES].map(|(p, q)| Rational::from_unsigneds(p, q));
        let of = |power: &Rational| {
            let hit = &prior * power;
            &hit / (&hit + (Rational::ONE - &prior) * &false_positives)
        };
        self.power.clone().map(|power| Ends { lo: of(&power.lo), hi: of(&power.hi) })
    }
}

fn ends(answer: Result<Answer, Refusal>) -> Result<Ends, String> {
    match answer.map_err(|refusal| in_words(&refusal))?.content {
        Content::Number(bounds) => {
            rational_ends(&bounds).ok_or_else(|| "there is no finite bound".to_owned())
        }
        _ => Err("the answer is not one number".to_owned()),
    }
}

/// Why there is no number, for a reader who asks no other question.
fn in_words(refusal: &Refusal) -> String {
    let reason = match refusal {
        Refusal::Unsupported { missing, .. } => rendered(missing),
        other => render_refusal(other),
    };
    reason.split("; ask for ").next().unwrap_or_default().to_owned()
}

fn rational_ends(bounds: &Styled) -> Option<Ends> {
    Some(Ends {
        lo: bounds.printed_lower().to_rational()?,
        hi: bounds.printed_upper().to_rational()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lo: (u32, u32), hi: (u32, u32)) -> Ends {
        Ends { lo: Rational::from_unsigneds(lo.0, lo.1), hi: Rational::from_unsigneds(hi.0, hi.1) }
    }

    #[test]
    fn percentages_are_rounded_outward() {
        for (ends, text) in [
            (of((1, 2), (1, 2)), "50 %"),
            (of((1, 3), (1, 3)), "between 33.3 % and 33.4 %"),
            (of((12_345, 100_000), (12_355, 100_000)), "between 12.3 % and 12.4 %"),
            (of((0, 1), (1, 3000)), "between 0 % and 0.0334 %"),
        ] {
            assert_eq!(ends.percent(), text);
        }
    }

    /// Counted by hand: of 10000 people with a prior of 1/100, 100 have the record; the test finds
    /// `t` of them and 99 others.
    #[test]
    fn a_posterior_is_a_share_of_positive_results() {
        let meaning = Meaning { advantage: Err(String::new()), power: Ok(of((1, 2), (99, 100))) };
        assert_eq!(meaning.posterior((1, 100)), Ok(of((50, 149), (99, 198))));
        assert_eq!(meaning.posterior((1, 2)), Ok(of((50, 51), (99, 100))));
    }
}
