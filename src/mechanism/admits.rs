//! What keeps a mechanism from an answer: the refusals of quantities are written here.
//!
//! What a step is, and why it has no table, no threshold and no order, is said for each form. No
//! match here has an arm for the rest, so that a new form does not compile until it has its reason.
//! Which quantities are *known* is decided where they are computed; a refusal names the part of the
//! mechanism of which they are not.

use super::forms::pair::Pair;
use super::{
    Directed, Dominating, Mechanism, Noise, Operation, RenyiOrder, Role, Sampled, Sampler,
};
use crate::pair::Direction;
use crate::refusal::Refusal;

/// Why a step has no table of likelihood ratios, from the mildest reason to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// One pair, with more likelihood ratios than a table has.
    Infinite,
    /// One pair, of which the masses are enclosed.
    Enclosed,
    /// Each split of a group has a pair.
    Splits,
    /// The worst of several pairs.
    Choice,
    /// A pair that dominates, and another one that a member attains.
    BetweenPairs,
    /// Polygons around the trade-off function.
    BetweenPolygons,
    /// A class of which no pair is known.
    NoPair,
}

impl Reason {
    /// What is said of the part that is the reason.
    fn text(self) -> &'static str {
        match self {
            Reason::Infinite => "has infinitely many likelihood ratios",
            Reason::Enclosed => "has masses that are enclosed, and are not expressions",
            Reason::Splits => "has a pair for each split of the group",
            Reason::Choice => "has a table for each of them",
            Reason::BetweenPairs => {
                "has a pair that dominates it, and another one that is attained"
            }
            Reason::BetweenPolygons => "is known between two polygons",
            Reason::NoPair => "is a class for which no dominating pair is known",
        }
    }
}

impl Operation {
    fn described(&self) -> &'static str {
        match self {
            Operation::Exact(_) => "a finite pair",
            Operation::Part { .. } => "the trade-off function of a mechanism",
            Operation::Inverse(_) => "an inverse",
            Operation::Symmetrised(_) => "a symmetrised function",
            Operation::Intersection(_) => "an intersection",
            Operation::Union(_) => "a union",
            Operation::Mixture(_) => "a mixture",
            Operation::Group { .. } => "a group",
            Operation::Selection { .. } => "private-selection",
            Operation::Allocation { .. } => "a random allocation",
        }
    }

    fn reason(&self) -> Option<Reason> {
        match self {
            Operation::Exact(_) => None,
            Operation::Allocation { .. } => Some(Reason::BetweenPairs),
            Operation::Part { .. }
            | Operation::Inverse(_)
            | Operation::Symmetrised(_)
            | Operation::Intersection(_)
            | Operation::Union(_)
            | Operation::Mixture(_)
            | Operation::Group { .. }
            | Operation::Selection { .. } => Some(Reason::BetweenPolygons),
        }
    }
}

impl Dominating {
    /// What it is, for a sentence about it.
    pub(crate) fn described(&self) -> String {
        match self {
            Dominating::ThreePoint(_) | Dominating::Finite(_) => "a finite pair".to_owned(),
            Dominating::Noise(noise) => match noise.as_slice() {
                [] => "nothing".to_owned(),
                [noise] => noise.described().to_owned(),
                [noise, ..] => format!("{} on several values", noise.described()),
            },
            Dominating::Sampled(Sampled { base, sampler: Sampler::Poisson, .. }) => {
                format!("a Poisson sample of {}", base.described())
            }
            Dominating::Sampled(Sampled { base, sampler: Sampler::WithoutReplacement, .. }) => {
                format!("a sample without replacement of {}", base.described())
            }
            Dominating::Zcdp(_) => "zcdp".to_owned(),
            Dominating::Operation(operation) => operation.described().to_owned(),
            Dominating::Directed(Directed { pair, .. }) => pair.described().to_owned(),
            Dominating::Splits(_) => "a group under Poisson sampling".to_owned(),
            Dominating::OneOf(choices) => match choices.as_slice() {
                [Mechanism::Step(step)] => step.described(),
                _ => "the worst of several pairs".to_owned(),
            },
            Dominating::Bounded(class) => match &class.dominating {
                Dominating::Directed(Directed { pair, .. }) => pair.described().to_owned(),
                Dominating::Noise(_) | Dominating::Finite(_)
                    if matches!(class.member, Dominating::Directed(_)) =>
                {
                    class.member.described()
                }
                Dominating::Noise(noise) if matches!(noise.as_slice(), [Noise::Gaussian(_)]) => {
                    "a matrix mechanism whose sensitivity is enclosed".to_owned()
                }
                Dominating::ThreePoint(_)
                | Dominating::Finite(_)
                | Dominating::Noise(_)
                | Dominating::Sampled(_)
                | Dominating::Zcdp(_)
                | Dominating::Operation(_)
                | Dominating::Splits(_)
                | Dominating::OneOf(_)
                | Dominating::Bounded(_) => "a class of selections or answers".to_owned(),
            },
        }
    }

    /// Has a pair that neighbours attain an infinite loss, in either order of neighbours?
    fn has_infinite_loss(&self) -> bool {
        let pairs = |direction| self.loss_pairs(direction, Role::Attained);
        let mut all = [Direction::Forward, Direction::Reverse].into_iter().flat_map(pairs);
        all.any(|pair| {
            pair.has_infinite_loss() == Some(true)
                || pair.reversed().has_infinite_loss() == Some(true)
        })
    }

    /// Why it has no table, if it has none.
    fn reason(&self) -> Option<Reason> {
        match self {
            Dominating::ThreePoint(_) | Dominating::Finite(_) => None,
            Dominating::Noise(noise) => noise.iter().filter_map(Noise::reason).max(),
            Dominating::Sampled(Sampled { sampler: Sampler::WithoutReplacement, base, .. }) => {
                base.reason().max(Some(Reason::BetweenPairs))
            }
            Dominating::Sampled(Sampled { base, .. }) => base.reason(),
            Dominating::Zcdp(_) => Some(Reason::NoPair),
            Dominating::Operation(operation) => operation.reason(),
            Dominating::Directed(Directed { pair, .. }) => pair.reason(),
            Dominating::Splits(_) => Some(Reason::Splits),
            Dominating::OneOf(choices) => match choices.as_slice() {
                [Mechanism::Step(step)] => step.reason(),
                _ => Some(Reason::Choice),
            },
            Dominating::Bounded(_) => Some(Reason::BetweenPairs),
        }
    }
}

/// The step that is the worst obstacle to a table, with the reason.
fn obstacle(steps: &[(Dominating, u64)]) -> Option<(&Dominating, Reason)> {
    let all = steps.iter().filter_map(|(step, _)| Some((step, step.reason()?)));
    // The first one of several.
    all.rev().max_by_key(|(_, reason)| *reason)
}

fn refusal(quantity: &str, missing: String) -> Refusal {
    Refusal::Unsupported { what: format!("{quantity} of this mechanism"), missing: missing.into() }
}

/// What has an answer in place of a table.
fn instead_of_table(reason: Reason) -> &'static str {
    match reason {
        Reason::NoPair => "ask for delta, eps or tv",
        Reason::Infinite
        | Reason::Enclosed
        | Reason::Splits
        | Reason::Choice
        | Reason::BetweenPairs
        | Reason::BetweenPolygons => "ask for polygon, beta, delta, eps or tv",
    }
}

/// The refusal of a quantity that is read from a table of likelihood ratios.
pub(crate) fn no_table(quantity: &str, mechanism: &Mechanism) -> Refusal {
    let steps = mechanism.steps().unwrap_or_default();
    let missing = match obstacle(&steps) {
        Some((step, reason)) => {
            format!("{} {}; {}", step.described(), reason.text(), instead_of_table(reason))
        }
        None => {
            format!("its likelihood ratios are not listed; {}", instead_of_table(Reason::Enclosed))
        }
    };
    refusal(quantity, missing)
}

/// The refusal of a test, whose threshold is read from a table or from a closed form.
pub(crate) fn no_test(quantity: &str, mechanism: &Mechanism) -> Refusal {
    let steps = mechanism.steps().unwrap_or_default();
    let missing = match obstacle(&steps) {
        Some((step, Reason::NoPair)) => format!("{}; ask for delta, eps or tv", no_function(step)),
        Some((step, _)) => {
            let of = if steps.iter().map(|(_, count)| *count).sum::<u64>() > 1 {
                "a composition with "
            } else {
                ""
            };
            let part = step.described();
            format!(
                "the power of a test of {of}{part} is enclosed, but not its threshold; ask for beta = 1 - power"
            )
        }
        None => "the power of a test is enclosed, but not its threshold; ask for beta = 1 - power"
            .to_owned(),
    };
    refusal(quantity, missing)
}

fn no_function(step: &Dominating) -> String {
    format!("{} is a class for which no trade-off function is known", step.described())
}

/// The refusal of a quantity that is read from a trade-off function, for the class of rho-zCDP.
pub(crate) fn no_function_of_zcdp(quantity: &str) -> Refusal {
    refusal(
        quantity,
        "zcdp is a class for which no trade-off function is known; ask for delta, eps, tv or beta"
            .to_owned(),
    )
}

/// The refusal of a divergence of which no formula is known for a step.
pub(crate) fn unknown(quantity: &str, step: &Dominating) -> Refusal {
    refusal(
        quantity,
        format!("it is not known for {}; ask for delta, beta or tv", step.described()),
    )
}

/// The refusal of `kl` for a step.
pub(crate) fn no_kl(step: &Dominating) -> Refusal {
    let part = match step {
        // Its integral is enclosed where the losses are not too large.
        Dominating::Sampled(Sampled { base, sampler: Sampler::Poisson, .. })
            if matches!(base.noise(), Some(Noise::Gaussian(_))) =>
        {
            "a Poisson sample of gaussian noise with sigma below 1/8".to_owned()
        }
        step => step.described(),
    };
    refusal("kl", format!("it is not known for {part}; ask for delta, beta or tv"))
}

/// The refusal of a Renyi divergence of an order for a step.
pub(crate) fn no_renyi(step: &Dominating, order: &RenyiOrder) -> Refusal {
    let other = match (step, order) {
        (Dominating::Zcdp(_), _) => "an order above 1",
        (step, RenyiOrder::Finite(_)) if step.renyi(&RenyiOrder::Infinite).is_some() => "order inf",
        _ => "delta, beta or tv",
    };
    refusal("this order", format!("it is not known for {}; ask for {other}", step.described()))
}

/// The refusal of a divergence where samples stand beside steps that may lose more in another
/// direction.
pub(crate) fn no_direction(what: &str, sample: &Dominating, other: &Dominating) -> Refusal {
    let missing = format!(
        "{} and {} may lose more in different directions of neighbours; ask for each by itself, or for delta",
        sample.described(),
        other.described()
    );
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}

/// The refusal of the moments of the loss: of a step, or of a composition whose steps have them.
pub(crate) fn no_functionals(steps: &[(Dominating, u64)]) -> Refusal {
    let is_zcdp = steps.iter().any(|(step, _)| matches!(step, Dominating::Zcdp(_)));
    let others = match steps.iter().all(|(step, _)| step.kl().is_some()) {
        true if is_zcdp => "kl, delta or tv",
        true => "kl, delta, beta or tv",
        false => "delta, beta or tv",
    };
    let unknown = steps.iter().find(|(step, _)| step.kl().is_none() || step.kappa2().is_none());
    let missing = match (unknown, obstacle(steps)) {
        (Some((step, _)), _) => format!("they are not known for {}", step.described()),
        (None, Some((step, _))) => {
            format!("of a composition with {} only those that add are known", step.described())
        }
        (None, None) => "of this composition only those that add are known".to_owned(),
    };
    refusal("the quantity functionals", format!("{missing}; ask for {others}"))
}

/// The refusal of rho, where it is not known for a step; or, without one, where it is known at
/// order 1 alone.
pub(crate) fn no_rho(what: &str, unknown: Option<&Dominating>) -> Refusal {
    let missing = match unknown {
        Some(step) => format!("{}; ask for delta or eps", without_rho(step)),
        None => "the supremum of its Renyi divergences over their orders is not shown to be at order 1, and that of some noise \
                 is known there alone; ask for delta or eps"
            .to_owned(),
    };
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}

fn without_rho(step: &Dominating) -> String {
    match step.has_infinite_loss() {
        true => {
            format!("{} has infinite losses, so that it is rho-zCDP for no rho", step.described())
        }
        false => format!("rho is not known for {}", step.described()),
    }
}

/// The refusal of a composition with a guarantee of zCDP, of which rho alone is known: that of some
/// other step is not, or is not an expression.
pub(crate) fn no_rho_beside_zcdp(what: String, unknown: Option<&Dominating>) -> Refusal {
    let missing = match unknown {
        Some(step) => without_rho(step),
        None => "rho of the others is not an expression".to_owned(),
    };
    let missing = format!(
        "{missing}, and of zcdp nothing else is; ask for the parts apart: their eps add up, and so do their deltas"
    );
    Refusal::Unsupported { what, missing: missing.into() }
}

/// The refusal of the order of two mechanisms, of which the given ones have neither a table nor a
/// closed form.
pub(crate) fn no_order(mechanism: &Mechanism) -> Refusal {
    let steps = mechanism.steps().unwrap_or_default();
    let missing = match obstacle(&steps) {
        Some((step, Reason::Infinite | Reason::Enclosed)) => {
            match steps.iter().map(|(_, count)| *count).sum::<u64>() {
                0 | 1 => format!("of {} no closed form is known that decides it", step.described()),
                _ => format!(
                    "of a composition with {} only bounds are known, which do not decide it",
                    step.described()
                ),
            }
        }
        Some((step, reason)) => format!("{} {}", step.described(), reason.text()),
        None => "its likelihood ratios are not listed".to_owned(),
    };
    let what = "the order of these mechanisms".to_owned();
    Refusal::Unsupported {
        what,
        missing: format!("{missing}; compare delta at several eps instead").into(),
    }
}
