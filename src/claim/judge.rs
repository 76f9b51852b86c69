//! From a claim to its verdict.

#[cfg(feature = "mpfr")]
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
use crate::composition::cost::{Budget, Limits};
use crate::control::Control;
#[cfg(feature = "mpfr")]
use crate::exact::engine::Mpfr;
use crate::exact::engine::{DirectedFloat, Engine, EngineChoice, Malachite};
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::Mechanism;
use crate::quantity::{
    Bounds, Decision, Found, Means, Options, Outcome, Scalar, ShowExact, Sought, Style, decide_on, decide_rho, rho,
};
use crate::refusal::{Refusal, Resource, Sentence};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How claims are judged.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Significant digits of the certified values shown.
    pub digits: u64,
    /// What one claim may cost.
    pub limits: Limits,
    /// Who computes.
    pub engine: EngineChoice,
    /// What may end the computation, and knows how far it is: a claim that is not decided before is
    /// [undecided](Verdict::Undecided).
    pub control: Control,
}

impl Default for Settings {
    /// 10 digits, the default limits, computed by malachite, with a control of their own.
    fn default() -> Self {
        Settings { digits: 10, limits: Limits::default(), engine: EngineChoice::default(), control: Control::default() }
    }
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The certified value, where there is one.
    pub evidence: Option<Evidence>,
    /// For `undecided` what would decide it, for `unsupported` what is missing.
    pub note: Option<Sentence>,
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
    pub engine: &'static str,
}

/// Judges one claim of a file.
///
/// With [`EngineChoice::Both`] two engines have to agree; the value shown is that of malachite, and so are the findings.
///
/// Cost: bounded by the limits; most claims need one evaluation of the quantity with 128 bits.
pub fn judge(file: &ClaimFile, claim: &Claim, settings: &Settings) -> Judgement {
    let statement = |mechanism: &Mechanism, relation: &Relation| {
        judge_statement(mechanism, &claim.quantity.measure, relation, settings)
    };
    let judgement = left_open::judge(file, claim, statement);
    Judgement { remarks: remarks(file, claim, &judgement), ..judgement }
}

/// Judges what is said about a quantity of a mechanism.
pub fn judge_statement(
    mechanism: &Mechanism,
    measure: &Measure,
    relation: &Relation,
    settings: &Settings,
) -> Judgement {
    let way = match Way::of(mechanism, measure) {
        Ok(way) => way,
        Err(refusal) => return Judgement::refused(&refusal),
    };
    match settings.engine {
        EngineChoice::Malachite => judge_by::<Malachite>(&way, relation, settings),
        #[cfg(feature = "mpfr")]
        EngineChoice::Mpfr => judge_by::<Mpfr>(&way, relation, settings),
        #[cfg(feature = "mpfr")]
        EngineChoice::Both => judge_by_both(&way, relation, settings),
        #[cfg(not(feature = "mpfr"))]
        EngineChoice::Mpfr | EngineChoice::Both => Judgement::refused(&Refusal::no_mpfr()),
    }
}

fn judge_by<E: Engine>(way: &Way<'_>, relation: &Relation, settings: &Settings) -> Judgement {
    match Evaluation::<E>::new(way, Some(relation), settings) {
        Ok(evaluation) => evaluation.judgement(relation, settings),
        Err(refusal) => Judgement::refused(&refusal),
    }
}

#[cfg(feature = "mpfr")]
fn judge_by_both(way: &Way<'_>, relation: &Relation, settings: &Settings) -> Judgement {
    let first = Evaluation::<Malachite>::new(way, Some(relation), settings);
    let second = Evaluation::<Mpfr>::new(way, Some(relation), settings);
    match (first, second) {
        (Err(refusal), _) | (_, Err(refusal)) => Judgement::refused(&refusal),
        (Ok(first), Ok(second)) => {
            let precision = first.precision.max(second.precision);
            let mut ours = first.judgement(relation, settings);
            ours.evidence.iter_mut().for_each(|evidence| evidence.engine = "malachite+mpfr");
            let theirs = second.judgement(relation, settings);
            let verdicts = format!("malachite says {}, mpfr says {}", ours.verdict, theirs.verdict);
            let undecided = Judgement { verdict: Verdict::Undecided, ..ours.clone() };
            match disagreement(&first.outcome, &second.outcome, precision) {
                Some(contradiction) => Judgement { note: None, contradiction: Some(contradiction), ..undecided },
                None if ours.verdict == theirs.verdict => ours,
                // One of them was stopped by a limit: no contradiction, and no agreement either.
                None if ours.verdict == Verdict::Undecided || theirs.verdict == Verdict::Undecided => {
                    let way_out = ours.note.or(theirs.note).unwrap_or_default();
                    Judgement { note: Some(Sentence::from(verdicts + "; ").and(way_out)), ..undecided }
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
pub struct Evaluations {
    settings: Settings,
    known: Mutex<Known>,
}

/// Evaluations by name.
type Known = HashMap<String, Arc<Result<Box<dyn Evaluated>, Refusal>>>;

impl Evaluations {
    /// None so far.
    pub fn new(settings: Settings) -> Evaluations {
        Evaluations { settings, known: Mutex::new(HashMap::new()) }
    }

    /// Judges as [`judge_statement`] does; `name` stands for the mechanism and the measure.
    pub fn judge(&self, name: &str, mechanism: &Mechanism, measure: &Measure, relation: &Relation) -> Judgement {
        match self.known(name, mechanism, measure).as_deref() {
            Some(Err(refusal)) => Judgement::refused(refusal),
            Some(Ok(evaluation)) if evaluation.is_enough_for(relation) => {
                evaluation.judgement(relation, &self.settings)
            }
            _ => judge_statement(mechanism, measure, relation, &self.settings),
        }
    }

    /// What is known of a quantity; `None` where two engines are asked, which are compared for each relation.
    fn known(
        &self,
        name: &str,
        mechanism: &Mechanism,
        measure: &Measure,
    ) -> Option<Arc<Result<Box<dyn Evaluated>, Refusal>>> {
        if let Some(evaluation) = self.lock().get(name) {
            return Some(Arc::clone(evaluation));
        }
        let evaluation = match (Way::of(mechanism, measure), self.settings.engine) {
            (Err(refusal), _) => Err(refusal),
            // Not under the lock: evaluations run in parallel, and one of them may wait for another.
            (Ok(way), EngineChoice::Malachite) => evaluated::<Malachite>(&way, &self.settings),
            #[cfg(feature = "mpfr")]
            (Ok(way), EngineChoice::Mpfr) => evaluated::<Mpfr>(&way, &self.settings),
            _ => return None,
        };
        let evaluation = Arc::new(evaluation);
        self.lock().entry(name.to_owned()).or_insert_with(|| Arc::clone(&evaluation));
        Some(evaluation)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn evaluated<E: Engine>(way: &Way<'_>, settings: &Settings) -> Result<Box<dyn Evaluated>, Refusal> {
    Ok(Box::new(Evaluation::<E>::new(way, None, settings)?))
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

    pub(super) fn unsupported(missing: Sentence) -> Judgement {
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
            Refusal::TooCostly(_) | Refusal::Cancelled | Refusal::TimedOut => Verdict::Undecided,
            Refusal::Input(_) | Refusal::Unsupported { .. } | Refusal::Contradiction(_) => Verdict::Unsupported,
        };
        Judgement { verdict, ..Judgement::unsupported(refusal.sentence()) }
    }
}

/// A quantity's value, by whichever engine.
trait Evaluated: Send + Sync {
    /// Does it decide the relation, and show by how much?
    fn is_enough_for(&self, relation: &Relation) -> bool;

    /// What it says about the relation.
    fn judgement(&self, relation: &Relation, settings: &Settings) -> Judgement;
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
        let attempt = |limits: &Limits, exactly: bool, goal: &dyn Fn(&Outcome<E>, u64) -> bool| {
            // On a grid a verdict is all that is wanted: digits are expensive there.
            let goal = |outcome: &Outcome<E>, precision, means| match means {
                Means::Precision => goal(outcome, precision),
                Means::Grid => decided(outcome, precision),
            };
            let found = match way {
                Way::Routed(route, scalar) => {
                    let shown_bits = Some(Options::default().gap_bits);
                    let sought = Sought { exactly, others: &values, shown_bits, ..Sought::new(scalar) };
                    decide_on::<E>(route, &sought, &Budget::new(limits, &settings.control), goal)?
                }
                Way::Rho(rho) => decide_rho(rho, limits, goal),
            };
            // Some attempts go on with what they had before one that fails.
            settings.control.check()?;
            Ok(found)
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

    /// What would decide an undecided claim.
    fn way_out(&self, relation: &Relation, limits: &Limits) -> Sentence {
        let next = self.precision.saturating_mul(2);
        let beyond = |x: &E::Float| x.exponent().is_some_and(|e| e.unsigned_abs() > 1 << 29);
        let enclosure = self.outcome.enclose(self.precision);
        let raise = |sentence: String| {
            Sentence::from(sentence + ": raise ").and(Resource::Work).and(" or ").and(Resource::Memory)
        };
        if let Some(refusal) = &self.too_costly {
            Sentence::from("an exact value would decide it: ").and(refusal.sentence())
        } else if beyond(enclosure.upper()) || beyond(enclosure.lower()) {
            "nothing here: the value is beyond the range of floating-point exponents".into()
        } else if matches!(relation, Relation::Equals(_)) && self.outcome.is_exact() {
            "a form of the claimed value in which the equality can be seen; or claim between two values instead".into()
        } else if matches!(relation, Relation::Equals(_)) {
            "an equality is proved by an exact value only, and there is none; claim between two values instead".into()
        } else if self.method == Method::ZcdpConversion {
            "the mechanism itself instead of its rho: the conversion from zCDP is not tight".into()
        } else if self.means == Means::Grid {
            raise("a finer grid, which costs too much".to_owned())
        } else if next > limits.precision {
            let sentence = Sentence::from(format!("more precision than {} bits: ", self.precision));
            sentence.and(Resource::Precision).and(format!(" {next}"))
        } else {
            raise(format!("more precision than {} bits costs too much", self.precision))
        }
    }
}

impl<E: Engine> Evaluated for Evaluation<E> {
    fn is_enough_for(&self, relation: &Relation) -> bool {
        relation.truth(&self.outcome, self.precision).is_some()
            && (self.means == Means::Grid || margin::distance(relation, &self.outcome, self.precision).is_sharp())
    }

    fn judgement(&self, relation: &Relation, settings: &Settings) -> Judgement {
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
            engine: E::NAME,
        };
        let note = (verdict == Verdict::Undecided).then(|| self.way_out(relation, &settings.limits));
        Judgement { verdict, evidence: Some(evidence), note, ..Judgement::unsupported(Sentence::default()) }
    }
}

impl Settings {
    fn style(&self) -> Style {
        Style { digits: self.digits, exact: ShowExact::Short }
    }
}
