//! From an answer to its verdict.

use super::answer::{Bound, Number, Said, Tolerance};
use super::suite::Request;
use super::verdict::Verdict;
use dpcert::claim::{self, Evidence, Judgement, Literal, Margin, Measure, Relation};
use dpcert::quantity::Scalar;
use dpcert::{Mechanism, Real, Sentence};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::comparison::traits::PartialOrdAbs;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Judges a statement about the quantity of a question: [`dpcert::claim::judge_statement`] or a
/// similar function.
pub type Assess<'a> = dyn Fn(&Request, &Mechanism, &Relation) -> Judgement + Sync + 'a;

/// A verdict and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The certified value, where the verdict rests on one.
    pub evidence: Option<Evidence>,
    /// The distance between the answer and the certified value, negative where the answer is
    /// unsound; for an estimate that of its value, whatever the tolerance. `None` where the answer
    /// is infinite.
    pub margin: Option<Margin>,
    /// The reason, where no certified value shows it; for an undecided one, what would decide it.
    pub reason: Option<Sentence>,
    /// The engines contradict each other: a fault of this program, and no verdict.
    pub contradiction: Option<String>,
}

/// The rounding that explains by how much an answer is unsound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounded {
    /// The answer differs from the true value by less than 10^-9 of it.
    Relative,
    /// It differs by less than 2^-1074, the smallest positive binary64 number.
    Underflow,
}

/// A relative difference that is taken for the rounding of binary64: one part in this. Its reason
/// is that of [`crate::relation`].
pub(super) const ROUNDING: u32 = 1_000_000_000;

impl Finding {
    /// The rounding that explains by how much an answer is unsound; `None` where it is not unsound,
    /// and where it is unsound by more than that.
    pub fn rounded(&self) -> Option<Rounded> {
        if self.verdict != Verdict::Unsound {
            return None;
        }
        let distance = &self.margin.as_ref()?.distance;
        let truth = self.evidence.as_ref()?.witness.lower().to_rational()?;
        let ends = [distance.lower().to_rational()?, distance.upper().to_rational()?];
        let is_below = |limit: &Rational| ends.iter().all(|end| end.lt_abs(limit));
        if is_below(&(truth * Rational::from_unsigneds(1, ROUNDING))) {
            Some(Rounded::Relative)
        } else {
            is_below(&Rational::power_of_2(SMALLEST)).then_some(Rounded::Underflow)
        }
    }
}

/// The exponent of the smallest positive binary64 number.
const SMALLEST: i64 = -1074;

/// Judges the answer to a question.
///
/// Guarantee: [`Verdict::Sound`] and [`Verdict::Loose`] only if what the answer declares is true,
/// and [`Verdict::Unsound`] and [`Verdict::Inaccurate`] only if it is false: the latter for an
/// estimate on the safe side. An answer is loose if it is more than `loose` times
/// the true value, or less than the true value divided by `loose`, as far as that is decided. For
/// an interval the end on the safe side counts, which is the upper one, and for beta the lower one.
pub fn judge(request: &Request, said: &Said, loose: &Real, assess: &Assess<'_>) -> Finding {
    let stated = |verdict, reason: &str| Finding {
        verdict,
        evidence: None,
        margin: None,
        reason: Some(reason.into()),
        contradiction: None,
    };
    match said {
        Said::Unsupported { reason } => stated(Verdict::Unsupported, reason),
        Said::Error { reason } | Said::Crashed { reason } => stated(Verdict::Crashed, reason),
        Said::TimedOut { reason } => stated(Verdict::TimedOut, reason),
        Said::Invalid { reason } => stated(Verdict::Invalid, reason),
        Said::Value { .. } | Said::Interval { .. } => {
            match (problem(request, said), &request.mechanism) {
                (Some(problem), Err(_)) => stated(Verdict::Invalid, &problem),
                (None, Err(missing)) => stated(Verdict::Undecided, missing),
                (problem, Ok(mechanism)) => {
                    let judge = Judge { request, mechanism, loose, assess };
                    match problem {
                        // The correct answer is known all the same.
                        Some(problem) => Finding {
                            reason: Some(problem.into()),
                            ..judge.infinite(|_| Verdict::Invalid)
                        },
                        None => judge.finding(said),
                    }
                }
            }
        }
    }
}

/// The reason why no number of this kind can be the quantity.
pub(super) fn problem(request: &Request, said: &Said) -> Option<String> {
    let name = request.quantity.name;
    let numbers = match said {
        Said::Value { value, .. } => vec![value],
        Said::Interval { lo, hi } => vec![lo, hi],
        _ => Vec::new(),
    };
    let is_probability = matches!(
        &request.quantity.measure,
        Measure::Scalar(Scalar::Delta { .. } | Scalar::Tv | Scalar::Beta { .. })
    );
    let one = Real::one();
    for number in numbers {
        match number {
            Number::None(text) => {
                return Some(format!("{name} is {}", dpcert::input::shorten(text)));
            }
            Number::Infinite(_) if is_probability => return Some(format!("{name} is above 1")),
            Number::Infinite(_) => {}
            Number::Finite(literal) if literal.value.sign() == Some(Ordering::Less) => {
                return Some(format!("{name} is negative"));
            }
            Number::Finite(literal)
                if is_probability && literal.value.compare(&one) == Some(Ordering::Greater) =>
            {
                return Some(format!("{name} is above 1"));
            }
            Number::Finite(_) => {}
        }
    }
    match said {
        Said::Interval { lo, hi } if is_above(lo, hi) => {
            Some("the lower end is above the upper end".to_owned())
        }
        _ => None,
    }
}

fn is_above(lo: &Number, hi: &Number) -> bool {
    match (lo.finite(), hi.finite()) {
        (Some(lo), Some(hi)) => lo.compare(hi) == Some(Ordering::Greater),
        (None, Some(_)) => true,
        _ => false,
    }
}

struct Judge<'a> {
    request: &'a Request,
    mechanism: &'a Mechanism,
    loose: &'a Real,
    assess: &'a Assess<'a>,
}

impl Judge<'_> {
    fn finding(&self, said: &Said) -> Finding {
        match said {
            Said::Value { value: Number::Finite(value), bound: Bound::Upper(tolerance) } => {
                self.one_sided(value, tolerance, true)
            }
            Said::Value { value: Number::Finite(value), bound: Bound::Lower(tolerance) } => {
                self.one_sided(value, tolerance, false)
            }
            Said::Value { value: Number::Finite(value), bound: Bound::Estimate(tolerance) } => {
                self.estimate(value, tolerance)
            }
            // Anything is at most infinity.
            Said::Value { bound: Bound::Upper(_), .. } => {
                self.infinite(|is_infinite| match is_infinite {
                    Some(false) => Verdict::Loose,
                    _ => Verdict::Sound,
                })
            }
            Said::Interval { lo: Number::Finite(lo), hi: Number::Finite(hi) } => {
                let (end, is_upper) = if self.is_safe_above() { (hi, true) } else { (lo, false) };
                self.bound(&Relation::Between(lo.clone(), hi.clone()), end, is_upper)
            }
            Said::Interval { lo: Number::Finite(lo), .. } => {
                let finding = self.bound(&Relation::AtLeast(lo.clone()), lo, false);
                match finding.verdict {
                    Verdict::Sound | Verdict::Loose => {
                        self.infinite(|is_infinite| match is_infinite {
                            Some(false) => Verdict::Loose,
                            _ => Verdict::Sound,
                        })
                    }
                    _ => finding,
                }
            }
            _ => self.infinite(|is_infinite| match is_infinite {
                Some(true) => Verdict::Sound,
                Some(false) if self.is_estimate_above(said) => Verdict::Inaccurate,
                Some(false) => Verdict::Unsound,
                None => Verdict::Undecided,
            }),
        }
    }

    /// Is it an infinite estimate of a quantity for which too large is safe?
    fn is_estimate_above(&self, said: &Said) -> bool {
        matches!(said, Said::Value { bound: Bound::Estimate(_), .. }) && self.is_safe_above()
    }

    /// Is too large an answer on the safe side? For errors of tests a too small one is.
    fn is_safe_above(&self) -> bool {
        !matches!(&self.request.quantity.measure, Measure::Scalar(Scalar::Beta { .. }))
    }

    /// The verdict on a bound that may be on the other side of the quantity by a tolerance: its margin
    /// is that of the number itself.
    fn one_sided(&self, value: &Literal, tolerance: &Tolerance, is_upper: bool) -> Finding {
        let side = match is_upper {
            true => Relation::AtMost(value.clone()),
            false => Relation::AtLeast(value.clone()),
        };
        let finding = self.bound(&side, value, is_upper);
        if finding.verdict != Verdict::Unsound || *tolerance == Tolerance::default() {
            return finding;
        }
        let allowed = match (is_upper, tolerance.range(&value.value)) {
            (true, (_, Some(high))) => Relation::AtMost(literal(high)),
            // With a share of 1 or more every number is at most that far above it.
            (true, (_, None)) => return Finding { verdict: Verdict::Sound, ..finding },
            (false, (low, _)) => Relation::AtLeast(literal(low)),
        };
        let judgement = (self.assess)(self.request, self.mechanism, &allowed);
        match (judgement.contradiction.is_some(), judgement.verdict) {
            (false, claim::Verdict::Holds) => Finding { verdict: Verdict::Sound, ..finding },
            (false, claim::Verdict::Refuted) => finding,
            _ => self::finding(Verdict::Undecided, judgement),
        }
    }

    /// The verdict on an answer that declares `relation`; `end` is the number whose distance
    /// counts.
    fn bound(&self, relation: &Relation, end: &Literal, is_upper: bool) -> Finding {
        let judgement = (self.assess)(self.request, self.mechanism, relation);
        let verdict = match judgement.verdict {
            claim::Verdict::Holds if self.is_loose(end, is_upper) => {
                // Of an interval this end is far away.
                let bound = if is_upper {
                    Relation::AtMost(end.clone())
                } else {
                    Relation::AtLeast(end.clone())
                };
                return finding(
                    Verdict::Loose,
                    (self.assess)(self.request, self.mechanism, &bound),
                );
            }
            claim::Verdict::Holds => Verdict::Sound,
            claim::Verdict::Refuted => Verdict::Unsound,
            claim::Verdict::Undecided | claim::Verdict::Unsupported => Verdict::Undecided,
        };
        finding(verdict, judgement)
    }

    /// Is it proved that `end`, a bound, is further from the true value than the allowed ratio?
    fn is_loose(&self, end: &Literal, is_upper: bool) -> bool {
        let near = if is_upper {
            Relation::AtLeast(literal(end.value.div(self.loose)))
        } else {
            Relation::AtMost(literal(end.value.mul(self.loose)))
        };
        let judgement = (self.assess)(self.request, self.mechanism, &near);
        judgement.verdict == claim::Verdict::Refuted && judgement.contradiction.is_none()
    }

    /// The verdict on a value that is declared to be within `tolerance` of the true value.
    fn estimate(&self, value: &Literal, tolerance: &Tolerance) -> Finding {
        let safe_above = self.is_safe_above();
        let safe = if safe_above {
            Relation::AtMost(value.clone())
        } else {
            Relation::AtLeast(value.clone())
        };
        let side = (self.assess)(self.request, self.mechanism, &safe);
        let within =
            (self.assess)(self.request, self.mechanism, &tolerated(&value.value, tolerance));
        let verdict = match (within.verdict, side.verdict) {
            (claim::Verdict::Holds, _) if self.is_loose(value, safe_above) => Verdict::Loose,
            (claim::Verdict::Holds, _) => Verdict::Sound,
            (claim::Verdict::Refuted, claim::Verdict::Holds) => Verdict::Inaccurate,
            (claim::Verdict::Refuted, claim::Verdict::Refuted) => Verdict::Unsound,
            _ => Verdict::Undecided,
        };
        let (note, contradiction) =
            (within.note.or(side.note), within.contradiction.or(side.contradiction));
        finding(verdict, Judgement { note, contradiction, ..side })
    }

    /// A verdict that depends on whether the quantity is infinite; `None` where that is undecided.
    fn infinite(&self, verdict: impl Fn(Option<bool>) -> Verdict) -> Finding {
        // Every quantity is at least 0: this question only serves to get the certified value.
        let judgement =
            (self.assess)(self.request, self.mechanism, &Relation::AtLeast(literal(Real::zero())));
        let is_infinite = judgement.evidence.as_ref().and_then(|evidence| match &evidence.shown {
            shown if shown.is_infinite() => Some(true),
            shown if shown.is_bounded() => Some(false),
            _ => None,
        });
        Finding { margin: None, ..finding(verdict(is_infinite), judgement) }
    }
}

fn finding(verdict: Verdict, judgement: Judgement) -> Finding {
    let Judgement { verdict: judged, evidence, note, contradiction, .. } = judgement;
    let verdict = if contradiction.is_some() { Verdict::Undecided } else { verdict };
    let margin = evidence.as_ref().map(|evidence| evidence.margin.clone());
    let reason = note.filter(|_| verdict == Verdict::Undecided);
    // For an unsupported mechanism the note says what is missing.
    let is_way_out = judged != claim::Verdict::Unsupported;
    let reason = reason
        .map(|note| if is_way_out { Sentence::from("to decide it: ").and(note) } else { note });
    Finding { verdict, evidence, margin, reason, contradiction }
}

/// That an estimate is within its tolerance, as a relation of x >= 0.
fn tolerated(value: &Real, tolerance: &Tolerance) -> Relation {
    match tolerance.range(value) {
        (low, Some(high)) => Relation::Between(literal(low), literal(high)),
        (low, None) => Relation::AtLeast(literal(low)),
    }
}

/// A number that was not written anywhere.
fn literal(value: Real) -> Literal {
    Literal { text: value.to_string(), value }
}
