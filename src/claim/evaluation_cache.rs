//! Quantities that several claims are about.

use super::evaluation::{Evaluated, Evaluating, Plan};
use super::judge::judge_statement;
use super::judgement::Judgement;
use super::relation::Relation;
use super::statement::Measure;
use crate::answer::Options;
use crate::exact::engine::{EngineChoice, Said};
use crate::mechanism::Mechanism;
use crate::refusal::Refusal;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Quantities that several claims are about. Each is evaluated once to the digits shown, and again
/// only for a relation that this does not decide.
///
/// A judgement does not depend on earlier judgements, nor on the number of threads.
pub struct Evaluations {
    options: Options,
    known: Mutex<Known>,
}

/// The evaluations, or the reasons why there are none.
type Known = HashMap<Mechanism, HashMap<Measure, Arc<Result<Box<dyn Evaluated>, Refusal>>>>;

impl Evaluations {
    /// No evaluations yet.
    pub fn new(options: Options) -> Evaluations {
        Evaluations { options, known: Mutex::new(HashMap::new()) }
    }

    /// Judges as [`judge_statement`] does.
    pub fn judge(
        &self,
        mechanism: &Mechanism,
        measure: &Measure,
        relation: &Relation,
    ) -> Judgement {
        match self.known(mechanism, measure).as_deref() {
            Some(Err(refusal)) => Judgement::refused(refusal),
            Some(Ok(evaluation)) if evaluation.is_enough_for(relation) => {
                evaluation.judgement(relation, &self.options)
            }
            _ => judge_statement(mechanism, measure, relation, &self.options),
        }
    }

    /// The evaluation of a quantity; `None` with two engines, which are compared for each relation.
    fn known(
        &self,
        mechanism: &Mechanism,
        measure: &Measure,
    ) -> Option<Arc<Result<Box<dyn Evaluated>, Refusal>>> {
        if let Some(evaluation) = self.lock().get(mechanism).and_then(|known| known.get(measure)) {
            return Some(Arc::clone(evaluation));
        }
        if self.options.engine == EngineChoice::Both {
            return None;
        }
        // Not under the lock: evaluations run in parallel, and one of them may wait for another.
        let evaluation = match Plan::of(mechanism, measure, &self.options) {
            Err(refusal) => Err(refusal),
            Ok(plan) => {
                let evaluating = Evaluating { plan: &plan, relation: None, options: &self.options };
                match self.options.engine.compute(&evaluating)? {
                    Said::One(evaluation) => evaluation,
                    Said::Both(..) => return None,
                }
            }
        };
        let evaluation = Arc::new(evaluation);
        let mut known = self.lock();
        let of_mechanism = known.entry(mechanism.clone()).or_default();
        of_mechanism.entry(measure.clone()).or_insert_with(|| Arc::clone(&evaluation));
        Some(evaluation)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
