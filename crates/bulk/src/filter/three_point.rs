//! The k-fold pair with losses eps0, 0, -eps0 and infinity: (eps, delta)-DP, with or without a
//! bound on the total variation, and randomised response.
//!
//! Where no step has the infinite loss, which has the probability `(1-delta0)^k`, the losses are `j
//! eps0` with the probabilities p_j of a walk with the steps +1, 0 and -1, which have the
//! probabilities `(1-alpha)/(1+r)`, alpha and `(1-alpha) r/(1+r)`, `r = e^-eps0`. Then
//!
//! ```text
//! delta(eps) = (1 - (1-delta0)^k) + (1-delta0)^k sum over j eps0 > eps of p_j (1 - e^-(j eps0 - eps)),
//! ```
//!
//! sums and products of numbers that are not negative (Kairouz, Oh & Viswanath, Theorem 3.3; Ghazi
//! & Issa, section III-B). A term decreases to 0 where `j eps0` decreases to eps, so that it need
//! not be decided whether eps is on the lattice.

use super::exponential::{exp_neg, exp_neg_complement};
use super::span::Span;

/// A pair; `eps0 > 0`, `delta0 < 1`, `alpha < 1`.
#[derive(Clone, Copy, Debug)]
pub struct ThreePoint {
    pub eps0: Span,
    pub delta0: Span,
    pub alpha: Span,
}

/// The longest walk; longer ones are left to the engines. From `p_k >= 2^-512` on nothing
/// underflows.
const MOST_STEPS: u32 = 512;
/// The same where steps may be 0, which has a quadratic cost.
const MOST_LAZY_STEPS: u32 = 64;

/// delta at eps >= 0, for `k >= 1`; `None` for walks that are too long.
pub fn delta(pair: ThreePoint, k: u32, eps: Span) -> Option<Span> {
    let is_lazy = pair.alpha != Span::ZERO;
    if k > if is_lazy { MOST_LAZY_STEPS } else { MOST_STEPS } {
        return None;
    }
    let finite = if is_lazy { lazy_sum(pair, k, eps) } else { binomial_sum(pair.eps0, k, eps) };
    if pair.delta0 == Span::ZERO {
        return Some(finite.probability());
    }
    // After one more step the remaining mass has the infinite loss with probability delta0 too.
    let infinite = (0..k).fold(Span::ZERO, |mass, _| {
        mass.plus(pair.delta0.times(Span::ONE.minus(mass).probability())).probability()
    });
    Some(infinite.plus(Span::ONE.minus(infinite).probability().times(finite)).probability())
}

/// `1 - e^-(j eps0 - eps)`; `None` where that is not positive.
fn weight(eps0: Span, j: u32, eps: Span) -> Option<Span> {
    let above = Span::point(f64::from(j)).times(eps0).minus(eps);
    (above.hi > 0.0).then(|| exp_neg_complement(above.positive()))
}

/// Without steps of 0: `p_(k-2l) = C(k,l) r^l / (1+r)^k`.
fn binomial_sum(eps0: Span, k: u32, eps: Span) -> Span {
    let r = exp_neg(eps0);
    let up = Span::ONE.over(Span::ONE.plus(r));
    let mut mass = (0..k).fold(Span::ONE, |power, _| power.times(up));
    let mut sum = Span::ZERO;
    for l in 0..=k / 2 {
        let Some(weight) = weight(eps0, k - 2 * l, eps) else {
            break;
        };
        sum = sum.plus(mass.times(weight));
        let (more, fewer) = (Span::point(f64::from(k - l)), Span::point(f64::from(l + 1)));
        mass = mass.times(r).times(more).over(fewer);
    }
    sum.positive()
}

/// With them: the distribution of the walk, step by step.
fn lazy_sum(pair: ThreePoint, k: u32, eps: Span) -> Span {
    let r = exp_neg(pair.eps0);
    let up = Span::ONE.minus(pair.alpha).positive().over(Span::ONE.plus(r));
    let down = up.times(r);
    let mut masses = vec![Span::ONE];
    for _ in 0..k {
        let before = masses.clone();
        let at = |place: Option<usize>| {
            place.and_then(|place| before.get(place)).copied().unwrap_or(Span::ZERO)
        };
        masses = (0..before.len() + 2)
            .map(|place| {
                let stayed = at(place.checked_sub(1)).times(pair.alpha);
                at(place.checked_sub(2))
                    .times(up)
                    .plus(stayed)
                    .plus(at(Some(place)).times(down))
                    .positive()
            })
            .collect();
    }
    let above = masses.iter().skip(k as usize + 1);
    let terms =
        (1..=k).zip(above).filter_map(|(j, mass)| Some(mass.times(weight(pair.eps0, j, eps)?)));
    terms.fold(Span::ZERO, Span::plus).positive()
}
