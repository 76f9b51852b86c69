//! `eps-summed-loosely`: the epsilons were added, and their composition is smaller.

use crate::claim::claim_file::ClaimFile;
use crate::claim::judgement::Judgement;
use crate::claim::relation::Relation;
use crate::claim::statement::{Claim, Measure};
use crate::claim::verdict::Verdict;
use crate::exact::real::Real;
use crate::quantity::Scalar;
use std::cmp::Ordering;

/// A composition that is less by a smaller part of it than one in this many is no gain: epsilons are
/// published with two or three digits.
const LEAST: u64 = 1000;

/// The number of steps whose sum is the claimed eps, and what they certainly compose to, if that is
/// less.
pub(super) fn message(file: &ClaimFile, claim: &Claim, judgement: &Judgement) -> Option<String> {
    let (Relation::AtMost(claimed), Measure::Scalar(Scalar::Eps { delta })) =
        (&claim.relation, &claim.quantity.measure)
    else {
        return None;
    };
    if judgement.verdict != Verdict::Holds {
        return None;
    }
    let composed = judgement.evidence.as_ref()?.witness.printed_upper();
    let steps = file.composition(claim).ok()?.steps()?;
    let (mut eps, mut failing, mut count) = (Real::zero(), Real::zero(), 0u64);
    for (step, times) in &steps {
        let (step_eps, step_delta) = step.eps_delta()?;
        eps = eps + Real::from(*times) * &step_eps;
        failing = failing + Real::from(*times) * &step_delta;
        count = count.checked_add(*times)?;
    }
    if count < 2 || failing.compare(delta)?.is_gt() {
        return None;
    }
    let excess = &claimed.value - &eps;
    let rounded_up = match excess.sign()? {
        Ordering::Equal => "",
        Ordering::Greater if excess.compare(&Real::from(claimed.unit()?))?.is_lt() => {
            ", rounded up"
        }
        Ordering::Less | Ordering::Greater => return None,
    };
    let loose = Real::from(composed.to_rational()?) * (Real::from(LEAST + 1) / Real::from(LEAST));
    let is_smaller = loose.compare(&eps)?.is_lt();
    is_smaller.then(|| {
        format!(
            "the claimed eps is the sum over {count} steps{rounded_up}; the eps of their composition is at \
                 most {composed}"
        )
    })
}
