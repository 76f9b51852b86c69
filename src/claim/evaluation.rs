//! The quantity of a claim, evaluated as far as the claim needs.

use super::judgement::{Evidence, Judgement};
use super::margin;
use super::relation::Relation;
use super::statement::Measure;
use super::verdict::Verdict;
use crate::answer::Options;
use crate::composition::cost::Limits;
use crate::composition::{Method, Route};
use crate::enclosure::{Outcome, Style, Styled};
use crate::exact::engine::{Computation, DirectedFloat, Engine};
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Mechanism, RenyiOrder, Supremum};
use crate::quantity::{
    self, Decision, Divergence, Refinement, Scalar, ScalarGoal, evaluate_renyi, evaluate_rho,
    evaluate_scalar, renyi, rho,
};
use crate::refusal::{Refusal, Resource, Sentence};

/// The least precision up to which the digits of a value are sought before its verdict, in bits. A
/// tie is not decided by more of them, and the verdict that follows has all that the limit allows.
const MODERATE_PRECISION: u64 = 1024;

/// A quantity's value, by whichever engine.
pub(super) trait Evaluated: Send + Sync {
    /// Does it decide the relation, and determine the margin?
    fn is_enough_for(&self, relation: &Relation) -> bool;

    /// The judgement of the relation.
    fn judgement(&self, relation: &Relation, options: &Options) -> Judgement;

    /// Its value, as far as it is known.
    fn number(&self, options: &Options) -> Styled;
}

/// The value of a claim's quantity, computed as far as the claim needs.
struct Evaluation<E: Engine> {
    outcome: Outcome<E>,
    precision: u64,
    refinement: Refinement,
    method: Method,
    /// Are both ends of one mechanism, so that closer ones decide?
    is_attained: bool,
    /// Why the exact value, which would decide, is not computed.
    too_costly: Option<Refusal>,
}

impl<E: Engine> Evaluation<E> {
    /// Evaluated as far as the relation needs it; without a relation, to the digits shown and no
    /// further.
    fn new(
        plan: &Plan<'_>,
        relation: Option<&Relation>,
        options: &Options,
    ) -> Result<Self, Refusal> {
        let budget = options.budget();
        let values = relation.map_or_else(Vec::new, Relation::values);
        let values: Vec<Real> = values.into_iter().map(|literal| literal.value.clone()).collect();
        let style = options.style();
        let is_attained = plan.is_attained();
        let decided = |outcome: &Outcome<E>, precision| {
            relation.is_none_or(|relation| relation.truth(outcome, precision).is_some())
        };
        let attempt = |precision: u64, exactly: bool, goal: &dyn Fn(&Outcome<E>, u64) -> bool| {
            // On a grid only the verdict is computed: digits are expensive there.
            let goal = |outcome: &Outcome<E>, precision, refinement| match refinement {
                Refinement::Precision => goal(outcome, precision),
                Refinement::Grid => decided(outcome, precision),
            };
            let budget = &budget.with_precision(precision);
            let found = match plan {
                Plan::Routed(route, scalar) => {
                    let shown_bits = Some(options.gap_bits);
                    let sought = ScalarGoal {
                        exactly,
                        others: &values,
                        shown_bits,
                        ..ScalarGoal::new(scalar)
                    };
                    evaluate_scalar::<E>(route, &sought, budget, goal)?
                }
                Plan::Rho(rho) => evaluate_rho(rho, budget, goal)?,
                Plan::Renyi(divergence, order) => evaluate_renyi(divergence, order, budget, goal)?,
            };
            // Some attempts fall back on an earlier result when one fails: an interrupt must not be
            // taken for that.
            options.control.check()?;
            Ok(found)
        };
        let presentable = |outcome: &Outcome<E>, precision| {
            decided(outcome, precision)
                && style.is_met(outcome, precision)
                && relation.is_none_or(|relation| {
                    margin::distance(relation, outcome, precision).is_sharp()
                })
        };
        // Digits are worth a moderate precision, a verdict is worth all of it.
        let moderate = options.limits.precision.min((8 * style.bits()).max(MODERATE_PRECISION));
        let first = attempt(moderate, false, &presentable)?;
        if decided(&first.decision.outcome, first.decision.precision)
            || first.refinement == Refinement::Grid
        {
            let quantity::Evaluation {
                decision: Decision { outcome, precision, .. },
                refinement,
                method,
            } = first;
            let too_costly = None;
            return Ok(Evaluation {
                outcome,
                precision,
                refinement,
                method,
                is_attained,
                too_costly,
            });
        }
        let (quantity::Evaluation { decision, refinement, method }, too_costly) =
            match attempt(options.limits.precision, true, &decided) {
                Ok(found) => (found, None),
                // What is known is evidence, where more of it exceeds the limits.
                Err(refusal) => (
                    attempt(options.limits.precision, false, &decided).unwrap_or(first),
                    Some(refusal),
                ),
            };
        options.control.check()?;
        let Decision { outcome, precision, .. } = decision;
        Ok(Evaluation { outcome, precision, refinement, method, is_attained, too_costly })
    }

    /// The way to decide an undecided claim.
    fn way_out(&self, relation: &Relation, limits: &Limits) -> Sentence {
        let next = self.precision.saturating_mul(2);
        let beyond = |x: &E::Float| x.exponent().is_some_and(|e| e.unsigned_abs() > 1 << 29);
        let enclosure = self.outcome.enclose(self.precision);
        let raise = |sentence: String| {
            Sentence::from(sentence + ": raise ")
                .and(Resource::Work)
                .and(" or ")
                .and(Resource::Memory)
        };
        if let Some(refusal) = &self.too_costly {
            Sentence::from("compute the exact value; ").and(refusal.sentence())
        } else if beyond(enclosure.upper()) || beyond(enclosure.lower()) {
            "nothing can, because the value is beyond the range of floating-point exponents".into()
        } else if matches!(relation, Relation::Equals(_)) && self.outcome.is_exact() {
            "write the claimed value in a form in which the equality can be decided, or claim between two values \
             instead"
                .into()
        } else if matches!(relation, Relation::Equals(_)) {
            "claim between two values instead: only an exact value proves an equality, and none is known".into()
        } else if self.method == Method::ZcdpConversion {
            "describe the noise itself, such as mechanism = \"gaussian\", instead of its rho; the conversion from \
             zCDP is not tight"
                .into()
        } else if !self.is_attained {
            let apart = "the two ends are bounds of different mechanisms, which need not meet";
            match self.refinement {
                Refinement::Precision => apart.into(),
                Refinement::Grid => {
                    format!("{apart} however fine the grid is; higher limits need not narrow them")
                        .into()
                }
            }
        } else if self.refinement == Refinement::Grid {
            raise("use a finer grid, which exceeds the limits".to_owned())
        } else if next > limits.precision {
            let sentence =
                Sentence::from(format!("use more than {} bits of precision: ", self.precision));
            sentence.and(Resource::Precision).and(format!(" {next}"))
        } else {
            raise(format!(
                "use more than {} bits of precision, which exceeds the limits",
                self.precision
            ))
        }
    }
}

impl<E: Engine> Evaluated for Evaluation<E> {
    fn is_enough_for(&self, relation: &Relation) -> bool {
        relation.truth(&self.outcome, self.precision).is_some()
            && (self.refinement == Refinement::Grid
                || margin::distance(relation, &self.outcome, self.precision).is_sharp())
    }

    fn judgement(&self, relation: &Relation, options: &Options) -> Judgement {
        let (outcome, precision) = (&self.outcome, self.precision);
        let verdict = match relation.truth(outcome, precision) {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Refuted,
            None => Verdict::Undecided,
        };
        let distance = margin::distance(relation, outcome, precision);
        // A value that equals the claimed one has as many digits as that.
        let equal = distance
            .is_zero()
            .then(|| Outcome::Number(Value::<E>::of(distance.claimed(), precision)));
        let value = equal.as_ref().unwrap_or(outcome);
        let mut style = options.style();
        if self.refinement == Refinement::Grid {
            style.digits = style.digits.min(outcome.known_digits(precision));
        }
        let witness = Style {
            digits: style.digits.max(distance.common_bits(outcome, precision) * 3 / 10 + 3),
            ..style
        };
        let finest = if value.is_exact() { precision.max(witness.bits() + 64) } else { precision };
        let evidence = Evidence {
            witness: witness.styled(witness.outcome(value, finest)),
            shown: style.styled(style.outcome(value, precision)),
            margin: distance.margin(outcome, precision),
            method: self.method,
            engine: E::NAME,
        };
        let note = (verdict == Verdict::Undecided).then(|| self.way_out(relation, &options.limits));
        Judgement {
            verdict,
            evidence: Some(evidence),
            note,
            ..Judgement::unsupported(Sentence::default())
        }
    }

    fn number(&self, options: &Options) -> Styled {
        let style = options.style();
        style.styled(style.outcome(&self.outcome, self.precision))
    }
}

/// Evaluates the quantity of a claim as far as a relation needs it; without a relation, to the
/// digits shown and no further.
pub(super) struct Evaluating<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) relation: Option<&'a Relation>,
    pub(super) options: &'a Options,
}

impl Computation for Evaluating<'_> {
    type Output = Result<Box<dyn Evaluated>, Refusal>;

    fn by<E: Engine>(&self) -> Self::Output {
        Ok(Box::new(Evaluation::<E>::new(self.plan, self.relation, self.options)?))
    }
}

/// From a composition to the quantity of a claim.
pub(super) enum Plan<'a> {
    Routed(Route, &'a Scalar),
    Rho(Supremum),
    Renyi(Divergence, &'a RenyiOrder),
}

impl<'a> Plan<'a> {
    /// Are both ends of what it computes those of one mechanism?
    fn is_attained(&self) -> bool {
        match self {
            Plan::Routed(route, _) => route.is_attained(),
            Plan::Rho(_) | Plan::Renyi(..) => true,
        }
    }

    pub(super) fn of(
        composition: &Mechanism,
        measure: &'a Measure,
        options: &Options,
    ) -> Result<Self, Refusal> {
        match measure {
            Measure::Scalar(scalar) => Route::within(composition, &options.budget())
                .map(|route| Plan::Routed(route, scalar)),
            Measure::Rho => rho(composition, &options.budget()).map(Plan::Rho),
            Measure::Renyi(order) => Ok(Plan::Renyi(renyi(composition, order, false)?, order)),
        }
    }
}
