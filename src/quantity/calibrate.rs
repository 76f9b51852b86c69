//! The parameter that meets a budget: the least noise, the largest count.

use super::evaluate::evaluate_scalar;
use super::promise::is_within;
use super::scalar::{Decision, Evaluation, Refinement, Scalar, ScalarGoal};
use super::target::Target;
use crate::answer::{Answer, Calibrated, Content, Options};
use crate::composition::Method;
use crate::composition::Route;
use crate::composition::cost::Budget;
use crate::enclosure::{Outcome, Style};
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::mechanism::{Family, MorePrivate};
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::{Floor, FloorLogBase2, Pow};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// An index has one digit more than a value at most, and sums of two are below 2^127.
const MOST_DIGITS: u64 = 36;

/// Parameters are searched for between `10^-DECADES` and `10^DECADES`: beyond, no parameter is one
/// that somebody runs, and a search that finds none has to end. What is found is certified in any
/// case.
const DECADES: i64 = 12;

/// A value that certifiably meets the target, and the next one to `options.digits` significant
/// digits that certifiably does not.
///
/// Where trials in between are undecided, the two values are further apart. Where all values from
/// `10^-12` to `10^12` are alike, only one is given, the last that was tried. Either way the answer
/// is not met. If the quantity is monotone in the parameter, no better value meets the target.
///
/// Cost: ten to twenty evaluations of the quantity, those near the answer with a relative gap of about
/// `10^-digits`.
///
/// # Errors
/// As for the quantity; [`Refusal::Unsupported`] also if no value is decided.
pub(crate) fn calibrate<E: Engine>(
    family: &Family,
    target: &Target,
    options: &Options,
) -> Result<Answer, Refusal> {
    if options.digits > MOST_DIGITS {
        return Err(unsupported(
            &format!("a calibration to {} digits", options.digits),
            &format!("a parameter is searched for to at most {MOST_DIGITS} digits"),
        ));
    }
    let (budget, unit) = (options.budget(), Rational::from(1));
    let (scalar, trials) = (target.scalar(), BTreeMap::new());
    let mut search = Search::<E> { family, target, scalar, options, budget, unit, trials };
    let (meets, fails) = match search.bracket()? {
        (Some(meets), Some(beyond)) => {
            let (meets, beyond) = search.boundary(meets, beyond, true)?;
            (Some(meets), search.failure(meets, beyond)?)
        }
        (None, Some(end)) => (None, search.trial(end)?.meets.map(|_| end)),
        ends => ends,
    };
    search.answer(meets, fails)
}

/// The evaluation of one value.
struct Trial<E: Engine> {
    /// Does it meet the target? `None` if undecided.
    meets: Option<bool>,
    /// Its quantity, where the cost limit allows its computation.
    decision: Option<Decision<E>>,
    method: Method,
    tight: bool,
}

/// The search for a value. Values are integer multiples of a unit, counted towards less privacy.
struct Search<'a, E: Engine> {
    family: &'a Family,
    target: &'a Target,
    /// The quantity that the target bounds.
    scalar: Scalar,
    options: &'a Options,
    /// What all trials together may consume.
    budget: Budget,
    unit: Rational,
    trials: BTreeMap<i128, Trial<E>>,
}

impl<E: Engine> Search<'_, E> {
    /// The value of an index.
    fn value(&self, index: i128) -> Rational {
        Rational::from(index * self.sign()) * &self.unit
    }

    /// -1 where larger values mean more privacy.
    fn sign(&self) -> i128 {
        match self.family.parameter().better {
            MorePrivate::Larger => -1,
            MorePrivate::Smaller => 1,
        }
    }

    fn trial(&mut self, index: i128) -> Result<&Trial<E>, Refusal> {
        if !self.trials.contains_key(&index) {
            let trial = self.attempt(&self.value(index))?;
            self.trials.insert(index, trial);
        }
        self.trials.get(&index).ok_or_else(|| unsupported("this search", "a trial is missing"))
    }

    /// Decides a value, as far as the requested digits require.
    fn attempt(&self, value: &Rational) -> Result<Trial<E>, Refusal> {
        let budget = &self.budget;
        let route = match Route::within(&self.family.at(value)?, budget) {
            Err(Refusal::TooCostly(_)) => {
                return Ok(Trial {
                    meets: None,
                    decision: None,
                    method: Method::Grid,
                    tight: false,
                });
            }
            route => route?,
        };
        let gap = (self.options.digits * 10).div_ceil(3) + 2 + self.scarcity();
        let is_met = |outcome: &Outcome<E>, precision| {
            self.target.is_met_by(outcome, &self.scalar, precision)
        };
        let goal = |outcome: &Outcome<E>, precision, refinement| {
            is_met(outcome, precision).is_some()
                || (refinement == Refinement::Grid && is_within(outcome, precision, gap))
        };
        let others = std::slice::from_ref(self.target.bound());
        let sought = ScalarGoal { others, ..ScalarGoal::new(&self.scalar) };
        let tight = route.is_attained();
        match evaluate_scalar::<E>(&route, &sought, budget, goal) {
            Ok(Evaluation { decision, method, .. }) => {
                let meets = is_met(&decision.outcome, decision.precision);
                Ok(Trial { meets, decision: Some(decision), method, tight })
            }
            Err(Refusal::TooCostly(_)) => {
                Ok(Trial { meets: None, decision: None, method: route.method(), tight })
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Two neighbours of the ladder 1, 2, 5, 10, ...: the first meets the target, the second is not
    /// known to meet it. Only one of them where all tried values are alike. Sets the unit.
    fn bracket(&mut self) -> Result<(Option<i128>, Option<i128>), Refusal> {
        let parameter = *self.family.parameter();
        let worse = i64::try_from(self.sign()).unwrap_or(1);
        let mut step = 0i64;
        let mut last = self.attempt(&ladder(0))?;
        let meets = last.meets == Some(true);
        let direction = if meets { worse } else { -worse };
        loop {
            let next = step + direction;
            let within = next.abs() <= 3 * DECADES
                && parameter.largest.is_none_or(|largest| ladder(next) <= largest);
            if !within || (parameter.is_whole && next < 0) {
                return self.end_of_ladder(step, meets);
            }
            let trial = self.attempt(&ladder(next))?;
            if (trial.meets == Some(true)) != meets {
                self.unit = self.unit_at(step.min(next));
                let (here, there) = (self.index(step), self.index(next));
                self.trials.extend([(here, last), (there, trial)]);
                return Ok((Some(here.min(there)), Some(here.max(there))));
            }
            (step, last) = (next, trial);
        }
    }

    /// The result where all values up to the end of the range are alike.
    fn end_of_ladder(
        &mut self,
        step: i64,
        meets: bool,
    ) -> Result<(Option<i128>, Option<i128>), Refusal> {
        let parameter = *self.family.parameter();
        self.unit = self.unit_at(step);
        let end = self.index(step);
        // The smallest whole number is not on the ladder.
        let is_smallest = parameter.is_whole
            && parameter.smallest == 0
            && step == 0
            && meets == (self.sign() < 0);
        if !is_smallest {
            return Ok(if meets { (Some(end), None) } else { (None, Some(end)) });
        }
        let zero_meets = self.trial(0)?.meets == Some(true);
        Ok(match (meets, zero_meets) {
            (true, true) => (Some(0), None),
            (true, false) => (Some(end), Some(0)),
            (false, true) => (Some(0), Some(end)),
            (false, false) => (None, Some(end)),
        })
    }

    fn unit_at(&self, step: i64) -> Rational {
        if self.family.parameter().is_whole {
            return Rational::from(1);
        }
        let digits = i64::try_from(self.options.digits).unwrap_or(i64::MAX);
        power_of_ten(step.div_euclid(3).saturating_sub(digits - 1))
    }

    fn index(&self, step: i64) -> i128 {
        i128::try_from(&Floor::floor(&(ladder(step) / &self.unit))).unwrap_or(0) * self.sign()
    }

    /// Two neighbours between which an answer changes. With `wanted`, values up to the first one
    /// are known to meet the target; otherwise, values from the second one on are known to fail it.
    fn boundary(
        &mut self,
        mut low: i128,
        mut high: i128,
        wanted: bool,
    ) -> Result<(i128, i128), Refusal> {
        let mut turn = 0u32;
        while high - low > 1 {
            let middle = match self.interpolated(low, high) {
                // Every third trial is a bisection, which bounds the number of trials.
                Some(index) if turn % 3 < 2 => index,
                _ => low + (high - low) / 2,
            };
            turn += 1;
            let meets = self.trial(middle)?.meets;
            let is_low = if wanted { meets == Some(true) } else { meets != Some(false) };
            if is_low { low = middle } else { high = middle }
        }
        Ok((low, high))
    }

    /// The index where the logarithm of the loss, linear between two trials, would reach the
    /// target; moved towards the farther trial, to be on its other side.
    fn interpolated(&mut self, low: i128, high: i128) -> Option<i128> {
        let target = log(&self.loss(self.target.bound().enclose::<Malachite>(64)))?;
        let below = &target - self.log_loss(low)?;
        let above = self.log_loss(high)? - target;
        if below <= 0 || above <= 0 {
            return None;
        }
        let share = &below / (&below + above);
        let width = high - low;
        let place = i128::try_from(&Floor::floor(&(Rational::from(width) * share))).ok()?;
        let margin = width / 64;
        let place = if place < width / 2 { place + margin } else { place - margin };
        Some(low + place.clamp(1, width - 1))
    }

    /// What a value of the quantity loses: itself, or of an error what it lacks of 1.
    fn loss(&self, value: Interval<Malachite>) -> Interval<Malachite> {
        match self.scalar.worse() {
            Ordering::Less => &Interval::one(64) - &value,
            _ => value,
        }
    }

    /// The bits by which an error is larger than what it lacks of 1 at the budget: an enclosure of
    /// it needs them beyond those of the parameter. None for other quantities.
    fn scarcity(&self) -> u64 {
        match self.scalar.worse() {
            Ordering::Less => {
                let loss = self.loss(self.target.bound().enclose::<Malachite>(64));
                let lower = loss.lower().to_rational().filter(|loss| *loss > 0);
                lower.map_or(0, |loss| u64::try_from(-loss.floor_log_base_2()).unwrap_or(0))
            }
            _ => 0,
        }
    }

    fn log_loss(&mut self, index: i128) -> Option<Rational> {
        let Decision { outcome, precision, .. } = self.trial(index).ok()?.decision.as_ref()?;
        let enclosure = outcome.enclose(*precision);
        let end = |x: &E::Float| Some(Interval::<Malachite>::from_rational(&x.to_rational()?, 64));
        let sum = &end(enclosure.lower())? + &end(enclosure.upper())?;
        log(&self.loss(sum.shift(-1)))
    }

    /// The value nearest to `meets` that is known to fail the target.
    fn failure(&mut self, meets: i128, beyond: i128) -> Result<Option<i128>, Refusal> {
        if self.trial(beyond)?.meets == Some(false) {
            return Ok(Some(beyond));
        }
        let known = self
            .trials
            .range(meets..)
            .find(|(_, trial)| trial.meets == Some(false))
            .map(|(index, _)| *index);
        let failing = match known {
            Some(index) => Some(index),
            None => self.far_failure(beyond)?,
        };
        match failing {
            Some(failing) => Ok(Some(self.boundary(beyond, failing, false)?.1)),
            None => Ok(None),
        }
    }

    /// A value that fails the target, searched for at growing distances.
    fn far_failure(&mut self, from: i128) -> Result<Option<i128>, Refusal> {
        let largest = self.family.parameter().largest;
        let mut index = from;
        for _ in 0..10 {
            // Half of a value that should be small, twice one that should be large.
            index = if index < 0 { -((-index) / 2) } else { index.saturating_mul(2) };
            let value = self.value(index);
            if index == 0 || largest.is_some_and(|largest| value > largest) {
                return Ok(None);
            }
            if self.trial(index)?.meets == Some(false) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn answer(mut self, meets: Option<i128>, fails: Option<i128>) -> Result<Answer, Refusal> {
        let exact = self.options.exact;
        let mut shown = |index: i128| {
            let value = self.value(index);
            let Trial { decision, method, tight, .. } = self.trial(index)?;
            let Some(Decision { outcome, precision, .. }) = decision else {
                return Err(unsupported("this budget", "a trial that decides it was too costly"));
            };
            let digits = outcome.known_digits(*precision).min(10);
            let style = Style { digits, exact };
            Ok(((value, style.styled(style.outcome(outcome, *precision))), *method, *tight))
        };
        let first = meets.map(&mut shown).transpose()?;
        let second = fails.map(&mut shown).transpose()?;
        let (method, tight) = match first.as_ref().or(second.as_ref()) {
            Some((_, method, tight)) => (*method, *tight),
            None => {
                return Err(unsupported(
                    "this budget",
                    "no value of the parameter is known to meet or to exceed it",
                ));
            }
        };
        let [first, second] = [first, second].map(|shown| shown.map(|(shown, _, _)| shown));
        let calibrated = Calibrated {
            parameter: *self.family.parameter(),
            quantity: self.target.entry().name,
            meets: first,
            fails: second,
        };
        let met = matches!((meets, fails), (Some(meets), Some(fails)) if fails == meets + 1);
        Ok(Answer {
            content: Content::Calibrated(Box::new(calibrated)),
            tight,
            met,
            method,
            engine: E::NAME,
        })
    }
}

/// The ladder ..., 1/10, 1/5, 1/2, 1, 2, 5, 10, ...: three steps a decade, 1 at step 0.
fn ladder(step: i64) -> Rational {
    let lead = match step.rem_euclid(3) {
        0 => 1u32,
        1 => 2,
        _ => 5,
    };
    Rational::from(lead) * power_of_ten(step.div_euclid(3))
}

fn power_of_ten(exponent: i64) -> Rational {
    Rational::from(10).pow(exponent)
}

fn log(x: &Interval<Malachite>) -> Option<Rational> {
    x.ln().lower().to_rational()
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}
