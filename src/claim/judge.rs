//! From a claim to its verdict.

use super::claim_file::ClaimFile;
use super::evaluation::{Evaluated, Evaluating, Plan};
use super::findings::{Remark, remarks};
use super::judgement::Judgement;
use super::relation::Relation;
use super::statement::{Claim, Measure};
use super::step_range;
use super::verdict::Verdict;
use crate::answer::Options;
use crate::enclosure::disagreement;
use crate::exact::engine::{EngineChoice, Said};
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::refusal::{Refusal, Sentence};

/// Judges one claim of a file.
///
/// With [`EngineChoice::Both`] two engines have to agree. The value shown and the findings are
/// those of malachite.
///
/// Cost: bounded by the limits; most claims need one evaluation of the quantity with 128 bits.
pub fn judge(file: &ClaimFile, claim: &Claim, options: &Options) -> Judgement {
    let statement = |mechanism: &Mechanism, relation: &Relation| {
        judge_statement(mechanism, &claim.quantity.measure, relation, options)
    };
    let judgement = step_range::judge(file, claim, statement);
    let found = options.within(|| Ok(remarks(file, claim, &judgement, options)));
    remarked(judgement, found)
}

/// A judgement with its remarks. One of those that were not found may be what the policy of the
/// file denies: without them a claim is not said to hold.
fn remarked(judgement: Judgement, found: Result<Vec<Remark>, Refusal>) -> Judgement {
    match found {
        Ok(remarks) => Judgement { remarks, ..judgement },
        Err(refusal) if judgement.verdict == Verdict::Holds => Judgement::refused(&refusal),
        Err(_) => judgement,
    }
}

/// Judges a statement about a quantity of a mechanism.
pub fn judge_statement(
    mechanism: &Mechanism,
    measure: &Measure,
    relation: &Relation,
    options: &Options,
) -> Judgement {
    let judged = || {
        let plan = Plan::of(mechanism, measure, options)?;
        let evaluating = Evaluating { plan: &plan, relation: Some(relation), options };
        Ok(match options.engine.compute(&evaluating).ok_or_else(Refusal::no_mpfr)? {
            Said::One(evaluation) => evaluation?.judgement(relation, options),
            Said::Both(first, second) => {
                agreed(first?.as_ref(), second?.as_ref(), relation, options)
            }
        })
    };
    options.within(judged).unwrap_or_else(|refusal| Judgement::refused(&refusal))
}

/// The judgement by what malachite computed, if that by MPFR agrees with it.
fn agreed(
    first: &dyn Evaluated,
    second: &dyn Evaluated,
    relation: &Relation,
    options: &Options,
) -> Judgement {
    let (mut ours, theirs) =
        (first.judgement(relation, options), second.judgement(relation, options));
    ours.evidence.iter_mut().for_each(|evidence| evidence.engine = EngineChoice::Both.name());
    let verdicts = format!("malachite says {}, mpfr says {}", ours.verdict, theirs.verdict);
    let undecided = Judgement { verdict: Verdict::Undecided, ..ours.clone() };
    match disagreement(&first.number(options), &second.number(options)) {
        Some(contradiction) => {
            Judgement { note: None, contradiction: Some(contradiction), ..undecided }
        }
        None if ours.verdict == theirs.verdict => ours,
        // A limit stopped one of them: neither a contradiction nor an agreement.
        None if ours.verdict == Verdict::Undecided || theirs.verdict == Verdict::Undecided => {
            let way_out = ours.note.or(theirs.note).unwrap_or_default();
            Judgement { note: Some(Sentence::from(verdicts + "; ").and(way_out)), ..undecided }
        }
        None => Judgement { note: None, contradiction: Some(verdicts), ..undecided },
    }
}

/// Judges every claim of some files, in parallel; the result has the order of the files. `judge`
/// is called once for each claim, from several threads.
pub fn judge_all(
    files: &[&ClaimFile],
    judge: impl Fn(&ClaimFile, &Claim) -> Judgement + Sync,
) -> Vec<Vec<Judgement>> {
    let judge_file = |file: &&ClaimFile| parallel::map(&file.claims, |claim| judge(file, claim));
    parallel::map(files, judge_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A finding that the policy denies may be among those that were not found.
    #[test]
    fn nothing_holds_without_its_remarks() {
        let judged = |verdict| Judgement { verdict, ..Judgement::unsupported("".into()) };
        let without = |verdict| remarked(judged(verdict), Err(Refusal::TimedOut)).verdict;
        assert_eq!(without(Verdict::Holds), Verdict::Undecided);
        assert_eq!(without(Verdict::Refuted), Verdict::Refuted);
        assert_eq!(remarked(judged(Verdict::Holds), Ok(Vec::new())).verdict, Verdict::Holds);
    }
}
