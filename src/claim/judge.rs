//! From a claim to its verdict.

use super::agreement::disagreement;
use super::findings::{Remark, remarks};
use super::left_open;
use super::margin::{self, Margin};
use super::read::ClaimFile;
use super::relation::Relation;
use super::statement::{Claim, Measure};
use super::verdict::Verdict;
use crate::composition::Method;
use crate::composition::Route;
use crate::composition::cost::Limits;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::Mechanism;
use crate::quantity::{Bounds, Decision, Found, Means, Outcome, Scalar, ShowExact, Style, decide_on, decide_rho, rho};
use crate::refusal::Refusal;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How claims are judged.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Significant digits of the certified values shown.
    pub digits: u64,
    /// What one claim may cost.
    pub limits: Limits,
}

impl Default for Settings {
    /// 10 digits, the default limits.
    fn default() -> Self {
        Settings { digits: 10, limits: Limits::default() }
    }
}

/// On a grid of losses the first attempt has a relative gap of about 2^-7.
const FIRST_GAP_BITS: u64 = 7;

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The certified value, where there is one.
    pub evidence: Option<Evidence>,
    /// For `undecided` what would decide it, for `unsupported` what is missing.
    pub note: Option<String>,
    /// The engines contradict each other: a fault of this program, and no verdict.
    pub contradiction: Option<String>,
    /// The findings that the file wants to be told.
    pub remarks: Vec<Remark>,
    /// Whether the certified value is that of the fewest steps that epochs leave open; otherwise of the most.
    pub with_fewest_steps: bool,
}

/// A certified value, and how it compares with the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The value, with as many digits as it takes to see the verdict in them, and at least as many
    /// as were asked for.
    pub witness: Bounds,
    /// The value with the digits that were asked for.
    pub shown: Bounds,
    /// The distance from the claimed value.
    pub margin: Margin,
    /// The route: see [`Answer::method`](crate::quantity::Answer::method).
    pub method: Method,
    /// The engine, or both.
    pub engine: String,
}

/// Judges one claim of a file.
///
/// Cost: bounded by the limits; most claims need one evaluation of the quantity with 128 bits.
pub fn judge<E: Engine>(file: &ClaimFile, claim: &Claim, settings: &Settings) -> Judgement {
    let statement = |mechanism: &Mechanism, relation: &Relation| {
        judge_statement::<E>(mechanism, &claim.quantity.measure, relation, settings)
    };
    left_open::judge(file, claim, statement).remarked::<E>(file, claim)
}

/// Judges what is said about a quantity of a mechanism.
pub fn judge_statement<E: Engine>(
    mechanism: &Mechanism,
    measure: &Measure,
    relation: &Relation,
    settings: &Settings,
) -> Judgement {
    match Way::of(mechanism, measure).and_then(|way| Evaluation::<E>::new(&way, Some(relation), settings)) {
        Ok(evaluation) => evaluation.judgement(relation, settings, E::NAME.to_owned()),
        Err(refusal) => Judgement::refused(&refusal),
    }
}

/// Judges one claim of a file with two engines, which have to agree; the value shown is that of
/// the first one, and so are the findings.
pub fn judge_with_both<A: Engine, B: Engine>(file: &ClaimFile, claim: &Claim, settings: &Settings) -> Judgement {
    let statement = |mechanism: &Mechanism, relation: &Relation| {
        judge_statement_with_both::<A, B>(mechanism, &claim.quantity.measure, relation, settings)
    };
    left_open::judge(file, claim, statement).remarked::<A>(file, claim)
}

/// Judges what is said about a quantity of a mechanism with two engines: see [`judge_with_both`].
pub fn judge_statement_with_both<A: Engine, B: Engine>(
    mechanism: &Mechanism,
    measure: &Measure,
    relation: &Relation,
    settings: &Settings,
) -> Judgement {
    let way = match Way::of(mechanism, measure) {
        Ok(way) => way,
        Err(refusal) => return Judgement::refused(&refusal),
    };
    let engines = format!("{}+{}", A::NAME, B::NAME);
    let (first, second) =
        (Evaluation::<A>::new(&way, Some(relation), settings), Evaluation::<B>::new(&way, Some(relation), settings));
    match (first, second) {
        (Err(refusal), _) | (_, Err(refusal)) => Judgement::refused(&refusal),
        (Ok(first), Ok(second)) => {
            let precision = first.precision.max(second.precision);
            let ours = first.judgement(relation, settings, engines);
            let theirs = second.judgement(relation, settings, String::new());
            let verdicts = format!("{} says {}, {} says {}", A::NAME, ours.verdict, B::NAME, theirs.verdict);
            let undecided = Judgement { verdict: Verdict::Undecided, ..ours.clone() };
            match disagreement(&first.outcome, &second.outcome, precision) {
                Some(contradiction) => Judgement { note: None, contradiction: Some(contradiction), ..undecided },
                None if ours.verdict == theirs.verdict => ours,
                // One of them was stopped by a limit: no contradiction, and no agreement either.
                None if ours.verdict == Verdict::Undecided || theirs.verdict == Verdict::Undecided => {
                    let way_out = ours.note.or(theirs.note).unwrap_or_default();
                    Judgement { note: Some(format!("{verdicts}; {way_out}")), ..undecided }
                }
                None => Judgement { note: None, contradiction: Some(verdicts), ..undecided },
            }
        }
    }
}

/// Quantities about which more than one thing is said: each is evaluated once to the digits shown,
/// and again only for a relation that this does not decide.
///
/// A judgement does not depend on what was judged before it, nor on the number of threads.
pub struct Evaluations<E: Engine> {
    settings: Settings,
    known: Mutex<Known<E>>,
}

/// Evaluations by name.
type Known<E> = HashMap<String, Arc<Result<Evaluation<E>, Refusal>>>;

impl<E: Engine> Evaluations<E> {
    /// None so far.
    pub fn new(settings: Settings) -> Evaluations<E> {
        Evaluations { settings, known: Mutex::new(HashMap::new()) }
    }

    /// Judges as [`judge_statement`] does; `name` stands for the mechanism and the measure.
    pub fn judge(&self, name: &str, mechanism: &Mechanism, measure: &Measure, relation: &Relation) -> Judgement {
        let way = match Way::of(mechanism, measure) {
            Ok(way) => way,
            Err(refusal) => return Judgement::refused(&refusal),
        };
        let evaluation = match self.known(name) {
            Some(evaluation) => evaluation,
            None => {
                // Not under the lock: evaluations run in parallel, and one of them may wait for another.
                let evaluation = Arc::new(Evaluation::new(&way, None, &self.settings));
                self.lock().entry(name.to_owned()).or_insert_with(|| Arc::clone(&evaluation));
                evaluation
            }
        };
        match evaluation.as_ref() {
            Err(refusal) => Judgement::refused(refusal),
            Ok(evaluation) if evaluation.is_enough_for(relation) => {
                evaluation.judgement(relation, &self.settings, E::NAME.to_owned())
            }
            Ok(_) => judge_statement::<E>(mechanism, measure, relation, &self.settings),
        }
    }

    fn known(&self, name: &str) -> Option<Arc<Result<Evaluation<E>, Refusal>>> {
        self.lock().get(name).map(Arc::clone)
    }

    fn lock(&self) -> MutexGuard<'_, Known<E>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Judges every claim of some files, in parallel; the result has the order of the files. `judge`
/// is called once for each claim, from several threads.
pub fn judge_all(files: &[&ClaimFile], judge: impl Fn(&ClaimFile, &Claim) -> Judgement + Sync) -> Vec<Vec<Judgement>> {
    let judge_file = |file: &&ClaimFile| file.claims.par_iter().map(|claim| judge(file, claim)).collect();
    files.par_iter().map(judge_file).collect()
}

/// From a composition to the quantity of a claim.
enum Way<'a> {
    Routed(Route, &'a Scalar),
    Rho(Real),
}

impl<'a> Way<'a> {
    fn of(composition: &Mechanism, measure: &'a Measure) -> Result<Self, Refusal> {
        match measure {
            Measure::Scalar(scalar) => Route::of(composition).map(|route| Way::Routed(route, scalar)),
            Measure::Rho => rho(composition).map(Way::Rho),
        }
    }
}

impl Judgement {
    /// Is the verdict the one that the author of the claim expects?
    pub fn is_expected(&self, claim: &Claim) -> bool {
        self.contradiction.is_none() && self.verdict == claim.expect
    }

    fn remarked<E: Engine>(self, file: &ClaimFile, claim: &Claim) -> Judgement {
        Judgement { remarks: remarks::<E>(file, claim, &self), ..self }
    }

    pub(super) fn unsupported(missing: String) -> Judgement {
        Judgement {
            verdict: Verdict::Unsupported,
            evidence: None,
            note: Some(missing),
            contradiction: None,
            remarks: Vec::new(),
            with_fewest_steps: false,
        }
    }

    fn refused(refusal: &Refusal) -> Judgement {
        let verdict = match refusal {
            Refusal::TooCostly(_) => Verdict::Undecided,
            Refusal::Input(_) | Refusal::Unsupported { .. } => Verdict::Unsupported,
        };
        Judgement { verdict, note: Some(refusal.to_string()), ..Judgement::unsupported(String::new()) }
    }
}

/// The value of a claim's quantity, computed as far as the claim needs.
struct Evaluation<E: Engine> {
    outcome: Outcome<E>,
    precision: u64,
    means: Means,
    method: Method,
    /// Why it is not exact, where exactness would decide.
    too_costly: Option<Refusal>,
}

impl<E: Engine> Evaluation<E> {
    /// As far as the relation needs it; without one, the digits shown and nothing else.
    fn new(way: &Way<'_>, relation: Option<&Relation>, settings: &Settings) -> Result<Self, Refusal> {
        let values = relation.map_or_else(Vec::new, Relation::values);
        let values: Vec<Real> = values.into_iter().map(|literal| literal.value.clone()).collect();
        let style = settings.style();
        let decided = |outcome: &Outcome<E>, precision| {
            relation.is_none_or(|relation| relation.truth(outcome, precision).is_some())
        };
        let attempt = |limits: &Limits, exact: bool, goal: &dyn Fn(&Outcome<E>, u64) -> bool| {
            // On a grid a verdict is all that is wanted: digits are expensive there.
            let goal = |outcome: &Outcome<E>, precision, means| match means {
                Means::Precision => goal(outcome, precision),
                Means::Grid => decided(outcome, precision),
            };
            match way {
                Way::Routed(route, scalar) => {
                    decide_on::<E>(route, scalar, limits, exact, &values, FIRST_GAP_BITS, goal)
                }
                Way::Rho(rho) => Ok(decide_rho(rho, limits, goal)),
            }
        };
        let presentable = |outcome: &Outcome<E>, precision| {
            decided(outcome, precision)
                && style.is_met(outcome, precision)
                && relation.is_none_or(|relation| margin::distance(relation, outcome, precision).is_sharp())
        };
        // Digits are worth a moderate precision, a verdict is worth all of it.
        let moderate = settings.limits.precision.min((8 * style.bits()).max(1024));
        let Found { decision: Decision { outcome, precision, .. }, means, method } =
            attempt(&Limits { precision: moderate, ..settings.limits }, false, &presentable)?;
        if decided(&outcome, precision) || means == Means::Grid {
            return Ok(Evaluation { outcome, precision, means, method, too_costly: None });
        }
        let (Found { decision, means, method }, too_costly) = match attempt(&settings.limits, true, &decided) {
            Ok(found) => (found, None),
            Err(refusal) => (attempt(&settings.limits, false, &decided)?, Some(refusal)),
        };
        let Decision { outcome, precision, .. } = decision;
        Ok(Evaluation { outcome, precision, means, method, too_costly })
    }

    /// Does it decide the relation, and show by how much?
    fn is_enough_for(&self, relation: &Relation) -> bool {
        relation.truth(&self.outcome, self.precision).is_some()
            && (self.means == Means::Grid || margin::distance(relation, &self.outcome, self.precision).is_sharp())
    }

    fn judgement(&self, relation: &Relation, settings: &Settings, engine: String) -> Judgement {
        let (outcome, precision) = (&self.outcome, self.precision);
        let verdict = match relation.truth(outcome, precision) {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Refuted,
            None => Verdict::Undecided,
        };
        let distance = margin::distance(relation, outcome, precision);
        // A value that is exactly the claimed one has as many digits as that.
        let equal = distance.is_zero().then(|| Outcome::Number(Value::<E>::of(distance.claimed(), precision)));
        let value = equal.as_ref().unwrap_or(outcome);
        let mut style = settings.style();
        if self.means == Means::Grid {
            style.digits = style.digits.min(outcome.known_digits(precision));
        }
        let witness =
            Style { digits: style.digits.max(distance.common_bits(outcome, precision) * 3 / 10 + 3), ..style };
        let finest = if value.is_exact() { precision.max(witness.bits() + 64) } else { precision };
        let evidence = Evidence {
            witness: witness.outcome(value, finest),
            shown: style.outcome(value, precision),
            margin: distance.margin(outcome, precision),
            method: self.method,
            engine,
        };
        let note = (verdict == Verdict::Undecided).then(|| self.way_out(relation, &settings.limits));
        Judgement { verdict, evidence: Some(evidence), note, ..Judgement::unsupported(String::new()) }
    }

    /// What would decide an undecided claim.
    fn way_out(&self, relation: &Relation, limits: &Limits) -> String {
        let next = self.precision.saturating_mul(2);
        let beyond = |x: &E::Float| x.exponent().is_some_and(|e| e.unsigned_abs() > 1 << 29);
        let enclosure = self.outcome.enclose(self.precision);
        if let Some(refusal) = &self.too_costly {
            format!("an exact value would decide it: {refusal}")
        } else if beyond(enclosure.upper()) || beyond(enclosure.lower()) {
            "nothing here: the value is beyond the range of floating-point exponents".to_owned()
        } else if matches!(relation, Relation::Equals(_)) && self.outcome.is_exact() {
            "a form of the claimed value in which the equality can be seen; or claim between two values instead"
                .to_owned()
        } else if matches!(relation, Relation::Equals(_)) {
            "an equality is proved by an exact value only, and there is none; claim between two values instead"
                .to_owned()
        } else if self.method == Method::ZcdpConversion {
            "the mechanism itself instead of its rho: the conversion from zCDP is not tight".to_owned()
        } else if self.means == Means::Grid {
            "a finer grid, which costs too much: raise --max-work or --max-memory".to_owned()
        } else if next > limits.precision {
            format!("more precision than {} bits: --max-precision {next}", self.precision)
        } else {
            format!("more precision than {} bits costs too much: raise --max-work or --max-memory", self.precision)
        }
    }
}

impl Settings {
    fn style(&self) -> Style {
        Style { digits: self.digits, exact: ShowExact::Short }
    }
}
