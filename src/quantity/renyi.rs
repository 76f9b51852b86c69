//! The Renyi divergence, which is additive: an expression, or the logarithms of moments that are
//! enclosed numerically.

use super::functionals::{larger, require_direction, unsupported};
use super::on_shape::out_of_range;
use super::rising::{rising, until};
use super::scalar::{Decision, Evaluation, Refinement};
use crate::composition::Method;
use crate::composition::cost::{self, Budget, Cost};
use crate::enclosure::Outcome;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::{Node, Real, rational_bits};
use crate::exact::value::Value;
use crate::formula::{Formula, Pair, RatioPower};
use crate::mechanism::{Dominating, Mechanism, Noise, RenyiOrder, Sampled, Sampler, admits};
use crate::pair::functionals::collected;
use crate::refusal::Refusal;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The most bits of powers of likelihood ratios that are computed: 300000 decimal digits, which no
/// answer shows. A larger order is refused, with the advice to ask for the limit.
const MAX_POWER_BITS: u64 = 1 << 20;

/// A Renyi divergence: an expression, and the moments whose logarithms are added to it, times their
/// count over `order - 1`.
#[derive(Clone, Debug)]
pub struct Divergence {
    known: Extended,
    powers: Vec<(RatioPower, u64)>,
}

/// The Renyi divergence of P from Q, or of Q from P if it is `is_reverse`. Of a sample it is the
/// larger one of both, or that of the base from the mixture.
///
/// # Errors
/// [`Refusal::Unsupported`] where that of a step is unknown, and for more than 2^64 - 1 steps.
pub fn renyi(
    mechanism: &Mechanism,
    order: &RenyiOrder,
    is_reverse: bool,
) -> Result<Divergence, Refusal> {
    let refusal = match in_one_order(mechanism, order, is_reverse) {
        Err(refusal @ Refusal::Unsupported { .. }) => refusal,
        found => return found,
    };
    // Where both orders have pairs that are finite, the steps are added in each order.
    let given = mechanism.in_order();
    if given == *mechanism {
        return Err(refusal);
    }
    let forward = in_one_order(&given, order, false);
    let reverse = in_one_order(&given, order, true);
    match (forward, reverse) {
        (Ok(_), Ok(reverse)) if is_reverse => Ok(reverse),
        (Ok(forward), Ok(reverse)) if forward.powers.is_empty() && reverse.powers.is_empty() => {
            let known = larger("the Renyi divergence", forward.known, reverse.known)?;
            Ok(Divergence::of(known))
        }
        _ => Err(refusal),
    }
}

/// The sum over all steps, in one order of neighbours; of samples that are no finite pairs, the
/// larger one of both.
fn in_one_order(
    mechanism: &Mechanism,
    order: &RenyiOrder,
    is_reverse: bool,
) -> Result<Divergence, Refusal> {
    let exchanged = is_reverse.then(|| mechanism.reversed());
    let steps =
        exchanged.as_ref().unwrap_or(mechanism).steps().ok_or_else(Refusal::too_many_steps)?;
    if let RenyiOrder::Finite(order) = order {
        let bits = steps.iter().map(|(step, _)| power_bits(step, order)).max().unwrap_or(0);
        if bits > MAX_POWER_BITS {
            let missing = "it would need powers of likelihood ratios with millions of digits; ask for order inf";
            return Err(unsupported("this order", missing));
        }
    }
    let mut sum = Divergence::of(Extended::Finite(Real::zero()));
    for (step, count) in &steps {
        let one = of_step(step, order, is_reverse).ok_or_else(|| admits::no_renyi(step, order))?;
        sum.known = sum.known.plus(&one.known.map(|x| Real::from(*count) * x));
        sum.powers.extend(
            one.powers.into_iter().map(|(power, times)| (power, count.saturating_mul(times))),
        );
    }
    // What is not known of a step is the better reason.
    require_direction("this order of this mechanism", &steps)?;
    sum.known = sum.known.map(collected);
    Ok(sum)
}

/// That of one step, whose P and Q are exchanged already unless it is a sample.
fn of_step(step: &Dominating, order: &RenyiOrder, is_reverse: bool) -> Option<Divergence> {
    let known = match step {
        Dominating::Sampled(sampled) if is_reverse => sampled.renyi_reverse(order),
        step => step.renyi(order),
    };
    if let Some(known) = known {
        return Some(Divergence::of(known));
    }
    let RenyiOrder::Finite(order) = order else {
        return None;
    };
    match step {
        Dominating::Noise(noise) => of_noise(noise, order),
        Dominating::Sampled(Sampled { base, sampler: Sampler::Poisson, rate, .. }) => {
            // Below order 1/2 the larger one of both is the other one.
            let is_reverse = is_reverse || *order < Rational::from_unsigneds(1u32, 2u32);
            let exponent = if is_reverse { Rational::ONE - order } else { order.clone() };
            let noise = base.noise()?;
            if noise.is_trivial() {
                return Some(Divergence::of(Extended::Finite(Real::zero())));
            }
            Some(Divergence::of_power(RatioPower::new(Pair::of(noise)?, rate.clone(), exponent)))
        }
        _ => None,
    }
}

/// That of independent noise on several values.
fn of_noise(noise: &[Noise], order: &Rational) -> Option<Divergence> {
    let mut sum = Divergence::of(Extended::Finite(Real::zero()));
    for noise in noise {
        match noise.renyi(order) {
            Some(known) => sum.known = sum.known.plus(&known),
            None => {
                sum.powers.push((RatioPower::new(Pair::of(noise)?, Real::one(), order.clone()), 1))
            }
        }
    }
    Some(sum)
}

impl Divergence {
    fn of(known: Extended) -> Divergence {
        Divergence { known, powers: Vec::new() }
    }

    fn of_power(power: RatioPower) -> Divergence {
        Divergence { powers: vec![(power, 1)], ..Divergence::of(Extended::Finite(Real::zero())) }
    }

    /// The expression, or the reason why it is infinite, where no moment is integrated.
    pub(super) fn exact(&self) -> Option<&Extended> {
        (self.powers.is_empty() || matches!(self.known, Extended::Infinite(_)))
            .then_some(&self.known)
    }

    /// About what it costs to enclose it.
    fn cost(&self, precision: u64) -> Cost {
        let evaluations = self.powers.iter().map(|(power, _)| power.evaluations(precision));
        cost::evaluations(evaluations.fold(0, u64::saturating_add), precision)
    }

    /// The sum of expression and moments.
    fn formula(&self, order: &RenyiOrder) -> Formula {
        let (Extended::Finite(known), RenyiOrder::Finite(order)) = (&self.known, order) else {
            return Formula::Infinite;
        };
        let logarithms = self
            .powers
            .iter()
            .map(|(power, count)| Formula::ratio_power(power).ln() * Formula::from(*count));
        let sum = logarithms.fold(Formula::zero(), |sum, term| sum + term);
        let factor = Real::from(Rational::ONE / (order - Rational::ONE));
        &sum * Formula::from(factor) + Formula::from(known.clone())
    }
}

/// Evaluates a divergence of an order with growing precision until `goal` accepts it.
///
/// # Errors
/// [`Refusal::TooCostly`] where the first attempt is beyond the limits, and an interrupt.
pub fn evaluate_renyi<E: Engine>(
    divergence: &Divergence,
    order: &RenyiOrder,
    budget: &Budget,
    mut goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    let formula = divergence.formula(order);
    let cost = |precision| divergence.cost(precision);
    let decision = rising(FIRST_PRECISION, budget, cost, |precision, _| {
        let outcome = match divergence.exact() {
            Some(Extended::Infinite(_)) => Outcome::Infinite,
            Some(Extended::Finite(Real::Rational(x))) => Outcome::Number(Value::Exact(x.clone())),
            Some(Extended::Finite(x)) => Outcome::Expression(x.clone()),
            None => Outcome::Number(Value::Enclosed(formula.enclose(precision).positive_part())),
        };
        let met = goal(&outcome, precision, Refinement::Precision);
        let is_last = matches!(outcome, Outcome::Infinite | Outcome::Number(Value::Exact(_)))
            || out_of_range(&outcome.enclose(precision));
        Ok(until(met || is_last, Decision { outcome, precision, met }))
    })?;
    Ok(Evaluation { decision, refinement: Refinement::Precision, method: Method::SumOverSteps })
}

/// The first working precision, in bits: enough for the 20 digits of an answer by default and what
/// a logarithm loses. It is doubled where it is not enough.
const FIRST_PRECISION: u64 = 112;

/// Bits of all powers of likelihood ratios of a step.
fn power_bits(step: &Dominating, order: &Rational) -> u64 {
    let pair = match step {
        Dominating::ThreePoint(pair) => Some(pair.to_finite()),
        Dominating::Finite(pair) => Some(pair.clone()),
        Dominating::Sampled(sampled) => sampled.mixed_pair(),
        _ => None,
    };
    let Some(pair) = pair else { return 0 };
    // A root is taken after the power.
    let times = u64::try_from((order - Rational::ONE).numerator_ref()).unwrap_or(u64::MAX);
    pair.atoms.iter().fold(0, |sum: u64, atom| {
        sum.saturating_add(logarithm_bits(&atom.loss).saturating_mul(times))
    })
}

/// Bits of the largest rational in a loss.
fn logarithm_bits(x: &Real) -> u64 {
    match x {
        Real::Rational(x) => rational_bits(x),
        Real::Expression(node) => match node.as_ref() {
            Node::Add(x, y) | Node::Mul(x, y) | Node::Div(x, y) => {
                logarithm_bits(x).max(logarithm_bits(y))
            }
            Node::Pow(x, _) | Node::Exp(x) | Node::Ln(x) | Node::Sqrt(x) => logarithm_bits(x),
        },
    }
}
