//! Composition in closed form: sums, the simplified bounds of Kairouz, Oh & Viswanath, groups.

use super::conclusion::{
    Conclusion, Conclusions, largest_tv, power, require_at_least, require_positive_probability,
    total,
};
use crate::exact::real::Real;
use crate::formula::Formula;
use crate::mechanism::{DomainError, require_eps_delta};

/// One step: it is (eps, delta)-DP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// eps >= 0.
    pub eps: Real,
    /// delta in [0, 1].
    pub delta: Real,
}

/// Steps with their counts.
pub type Steps = [(Step, u64)];

fn check(steps: &Steps) -> Result<(), DomainError> {
    steps.iter().try_for_each(|(step, _)| require_eps_delta(&step.eps, &step.delta))
}

fn sum(steps: &Steps, term: impl Fn(&Step) -> Real) -> Real {
    total(steps.iter().map(|(step, count)| Real::from(*count) * term(step)))
}

/// `1 - prod (1 - delta_i)`.
fn joint_delta(steps: &Steps) -> Real {
    let rest = steps
        .iter()
        .fold(Real::one(), |product, (step, count)| product * power(&(1 - &step.delta), *count));
    1 - &rest
}

/// Basic composition: (sum eps_i, sum delta_i)-DP, adaptively or not.
///
/// The conclusion `tight-delta` is the least delta at that eps for the worst case over all such
/// mechanisms, `1 - prod (1 - delta_i)`: the pair of Kairouz, Oh & Viswanath has no finite loss
/// above the sum. So the claim of Najib's thesis (section 2.3.1) that basic composition cannot be
/// improved "if we do not give up anything" is false for two steps with delta > 0: two (0, 1/2)-DP
/// steps are (0, 3/4)-DP, not only (0, 1).
///
/// # Errors
/// eps < 0 or delta outside [0, 1].
///
/// Source: Najib, Proposition 10; Kairouz, Oh & Viswanath.
pub fn basic_composition(steps: &Steps) -> Conclusions {
    check(steps)?;
    let delta = Formula::from(sum(steps, |step| step.delta.clone())).min(&Formula::one());
    Ok(vec![
        Conclusion::upper("eps", sum(steps, |step| step.eps.clone())),
        Conclusion::upper("delta", delta),
        Conclusion::exact("tight-delta", joint_delta(steps)),
    ])
}

/// The simplified composition theorem of Kairouz, Oh & Viswanath: the composition is
/// `(eps, 1 - (1 - slack) prod (1 - delta_i))`-DP, where eps is the least of
///
/// - `sum eps_i`,
/// - `sum eps_i tanh(eps_i/2) + sqrt(2 sum eps_i^2 ln(1/slack))`,
/// - `sum eps_i tanh(eps_i/2) + sqrt(2 sum eps_i^2 ln(e + sqrt(sum eps_i^2)/slack))`.
///
/// # Errors
/// eps < 0, delta outside [0, 1], or slack outside (0, 1]. Najib's thesis (Theorem 12) only
/// requires slack > 0: at slack = 4 the second term is the square root of a negative number, and
/// the delta is above 1.
///
/// Source: Kairouz, Oh & Viswanath, Theorems 3.4 and 3.5; Najib, Theorem 12.
pub fn kov_simplified(steps: &Steps, slack: &Real) -> Conclusions {
    check(steps)?;
    require_positive_probability("slack", slack)?;
    let square = sum(steps, |step| step.eps.pow(2));
    let drift = sum(steps, |step| &step.eps * largest_tv(&step.eps));
    let with = |logarithm: Real| &drift + (2 * &square * &logarithm).sqrt();
    let basic = Formula::from(sum(steps, |step| step.eps.clone()));
    let advanced = Formula::from(with((1 / slack).ln()));
    let scaled = Formula::from(with((Real::one().exp() + square.sqrt() / slack).ln()));
    let delta = 1 - (1 - slack) * (1 - joint_delta(steps));
    Ok(vec![
        Conclusion::upper("eps", basic.min(&advanced).min(&scaled)),
        Conclusion::upper("delta", delta),
        Conclusion::upper("basic", basic),
        Conclusion::upper("advanced", advanced),
        Conclusion::upper("scaled", scaled),
    ])
}

/// Group privacy: an (eps, delta)-DP mechanism is `(k eps, delta (1 + e^eps + ... + e^((k-1)
/// eps)))`-DP for groups of k.
///
/// Najib's thesis prints `k e^(k-1) delta` (Corollary 4), where an eps is missing. At eps = ln 9,
/// delta = 1/1000 and k = 2 that is `2 e / 1000 < 0.0055`, while the mechanism of Kairouz, Oh &
/// Viswanath with a group chained through it can reach `(1 + 9)/1000`. The bound `k e^((k-1) eps)
/// delta`, which its proof shows, is the conclusion `loose-delta`.
///
/// # Errors
/// eps < 0, delta outside [0, 1] or size = 0.
///
/// Source: Najib, Corollary 4; Balle, Barthe & Gaboardi, footnote 5 (where eps = 0 would divide by
/// 0).
pub fn group_privacy(step: &Step, size: u64) -> Conclusions {
    require_eps_delta(&step.eps, &step.delta)?;
    require_at_least("size", size, 1)?;
    let k = Real::from(size);
    let grown = &k * &step.eps;
    let series =
        if step.eps.is_zero() { k.clone() } else { (grown.exp() - 1) / (step.eps.exp() - 1) };
    let loose = &k * ((&k - 1) * &step.eps).exp() * &step.delta;
    Ok(vec![
        Conclusion::upper("eps", grown),
        Conclusion::upper("delta", Formula::from(&series * &step.delta).min(&Formula::one())),
        Conclusion::upper("loose-delta", Formula::from(loose).min(&Formula::one())),
    ])
}
