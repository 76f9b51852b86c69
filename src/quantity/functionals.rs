//! Divergences and moments of a composition: additive ones need no dominating pair.

use super::evaluate::evaluate_scalar;
use super::on_shape::{CHEAP, UNDECIDED, out_of_range};
use super::promise::is_kept;
use super::rising::{rising, until};
use super::scalar::{Decision, Evaluation, Refinement, Scalar, ScalarGoal};
use super::vectors::first_precision;
use crate::answer::{Content, Options};
use crate::composition::Method;
use crate::composition::cost::{self, Budget};
use crate::composition::{Arithmetic, Route, Shape, Table, tabulate};
use crate::control::{Control, Interrupted};
use crate::enclosure::{Bounds, Exact, Outcome, Style, Styled};
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::formula::{
    Formula, Functionals, MOST_MU, Moment as Integral, SampledGaussian, sampled_laplace,
};
use crate::mechanism::{Dominating, Gaussian, Mechanism, Noise, Sampled, Sampler, admits};
use crate::pair::functionals::{P_ALONE, Q_ALONE, collected};
use crate::pair::{Atom, FinitePair, Moment};
use crate::refusal::Refusal;
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::ops::ControlFlow;

pub(super) fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.into(), missing: missing.into() }
}

/// The sum of a quantity over all steps; where that of a step is not known, the refusal of it.
fn sum_over(
    steps: &[(Dominating, u64)],
    of: impl Fn(&Dominating) -> Option<Extended>,
    refused: impl Fn(&Dominating) -> Refusal,
) -> Result<Extended, Refusal> {
    let mut sum = Extended::Finite(Real::zero());
    for (step, count) in steps {
        let one = of(step).ok_or_else(|| refused(step))?;
        sum = sum.plus(&one.map(|x| Real::from(*count) * x));
    }
    Ok(sum.map(collected))
}

/// Refuses samples, whose pair is that of the direction in which they lose more, together with
/// steps that may lose more in the other direction.
pub(crate) fn require_direction(what: &str, steps: &[(Dominating, u64)]) -> Result<(), Refusal> {
    let mut all = steps.iter().map(|(step, _)| step);
    let is_sampled = |step: &&Dominating| matches!(step, Dominating::Sampled(_));
    let asymmetric = all.clone().find(|step| !is_sampled(step) && !step.is_symmetric(true));
    match (all.find(is_sampled), asymmetric) {
        (Some(sample), Some(other)) => Err(admits::no_direction(what, sample, other)),
        _ => Ok(()),
    }
}

/// `KL(P || Q)`, or `KL(Q || P)`, which is additive.
fn kl(steps: &[(Dominating, u64)], reverse: bool) -> Result<Extended, Refusal> {
    let of = |step: &Dominating| {
        let [forward, backward] = step.kl()?;
        Some(if reverse { backward } else { forward })
    };
    sum_over(steps, of, admits::no_kl)
}

/// The Gaussian mechanism on a Poisson sample, where its noise is large enough for the integration.
fn sampled_gaussian(step: &Dominating) -> Option<SampledGaussian> {
    let Dominating::Sampled(Sampled { base, sampler: Sampler::Poisson, rate, .. }) = step else {
        return None;
    };
    let Noise::Gaussian(Gaussian { mu_squared }) = base.noise()? else {
        return None;
    };
    // At rate 1 it is the mechanism itself.
    if rate.is_one() {
        return None;
    }
    let is_integrated =
        mu_squared.compare(&Real::from(MOST_MU).pow(2)).is_some_and(Ordering::is_le);
    (is_integrated && !mu_squared.is_zero())
        .then(|| SampledGaussian { mu: mu_squared.sqrt(), rate: rate.clone() })
}

/// `KL(P || Q)` and `KL(Q || P)` of noise on a Poisson sample, by a formula.
fn of_sampled_noise(step: &Dominating) -> Option<SampledNoise> {
    if let Some(loss_pair) = sampled_gaussian(step) {
        let of = [Integral::OfMixture, Integral::FromMixture]
            .map(|moment| Formula::sampled_moment(&loss_pair, moment));
        return Some(SampledNoise { divergences: of, is_integral: true });
    }
    let Dominating::Sampled(Sampled { base, sampler: Sampler::Poisson, rate, .. }) = step else {
        return None;
    };
    let Noise::Laplace(laplace) = base.noise()? else {
        return None;
    };
    let divergences = match laplace.eps0.is_zero() {
        _ if rate.is_one() => return None,
        true => [Formula::zero(), Formula::zero()],
        false => sampled_laplace(&laplace.eps0, rate),
    };
    Some(SampledNoise { divergences, is_integral: false })
}

/// The divergences of [`of_sampled_noise`].
struct SampledNoise {
    divergences: [Formula; 2],
    /// Is it integrated numerically, at a cost that grows fast with the precision?
    is_integral: bool,
}

/// `KL(P || Q)`, `KL(Q || P)` and their sum.
pub(super) fn divergences<E: Engine>(
    mechanism: &Mechanism,
    style: &Style,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    let mut known = Vec::new();
    let [mut of, mut from] = [Formula::zero(), Formula::zero()];
    let (mut is_formula, mut budget) = (false, budget.clone());
    for (step, count) in steps {
        let Some(SampledNoise { divergences: [one, other], is_integral }) = of_sampled_noise(&step)
        else {
            known.push((step, count));
            continue;
        };
        (of, from) = (&of + &one * Formula::from(count), &from + &other * Formula::from(count));
        is_formula = true;
        if is_integral {
            budget = budget.with_precision(MAX_INTEGRAL_PRECISION);
        }
    }
    let (forward, reverse) = (kl(&known, false)?, kl(&known, true)?);
    let symmetrised = forward.clone().plus(&reverse).map(collected);
    let rows = [
        ("kl", forward, of.clone()),
        ("reverse", reverse, from.clone()),
        ("symmetrised", symmetrised, &of + &from),
    ];
    let text = |x: Extended, integral: Formula| match x {
        Extended::Finite(x) if is_formula => {
            enclosed_sum::<E>(&(&integral + Formula::from(x)), style, &budget)
        }
        x => evaluate::<E>(&x, style, &budget),
    };
    let named = |(name, x, integral)| Ok((name, style.styled(text(x, integral)?)));
    Ok(Content::Named(rows.into_iter().map(named).collect::<Result<_, Refusal>>()?))
}

/// A sum >= 0 that contains formulas, with growing precision until it has the digits.
fn enclosed_sum<E: Engine>(x: &Formula, style: &Style, budget: &Budget) -> Result<Bounds, Refusal> {
    let cost = |precision| cost::closed_form(precision, true);
    rising(style.bits() + 32, budget, cost, |precision, _| {
        Ok(with_digits(&x.enclose::<E>(precision).positive_part(), style))
    })
}

/// The bounds of a number, and whether more bits would improve them.
fn with_digits<E: Engine>(x: &Interval<E>, style: &Style) -> ControlFlow<Bounds, Bounds> {
    // A number beyond the range of exponents may still have its digits at the next precision.
    let is_hopeless = x.precision() >= HOPELESS_PRECISION && out_of_range(x);
    until(x.has_relative_bits(style.bits()) || is_hopeless, style.interval(x))
}

/// From so many bits on, more of them do not help a number beyond the range of exponents.
const HOPELESS_PRECISION: u64 = 256;

/// The most bits with which integrals are computed: their cost grows like the fourth power.
const MAX_INTEGRAL_PRECISION: u64 = 512;

/// `chi^2(P || Q)`: 1 + chi^2 is multiplicative.
pub(super) fn chi_squared<E: Engine>(
    mechanism: &Mechanism,
    style: &Style,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let excess = match chi_squared_of(mechanism) {
        Err(refusal @ Refusal::Unsupported { .. }) => {
            // Where both orders have pairs that are finite, the steps are multiplied in each order.
            let given = mechanism.in_order();
            if given == *mechanism {
                return Err(refusal);
            }
            match (chi_squared_of(&given), chi_squared_of(&given.reversed())) {
                (Ok(forward), Ok(reverse)) => larger("chi-squared", forward, reverse)?,
                _ => return Err(refusal),
            }
        }
        found => found?,
    };
    Ok(Content::Number(style.styled(evaluate::<E>(&excess, style, budget)?)))
}

fn chi_squared_of(mechanism: &Mechanism) -> Result<Extended, Refusal> {
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    let mut product = Extended::Finite(Real::one());
    for (step, count) in &steps {
        let one =
            step.chi_squared_plus_one().ok_or_else(|| admits::unknown("chi-squared", step))?;
        let count = i64::try_from(*count).map_err(|_| Refusal::too_many_steps())?;
        product = product.times(&one.map(|x| x.pow(count)));
    }
    // What is not known of a step is the better reason.
    require_direction("chi-squared of this mechanism", &steps)?;
    Ok(product.map(|x| x - 1))
}

/// The larger one of a divergence in both orders of neighbours.
pub(super) fn larger(
    what: &str,
    forward: Extended,
    reverse: Extended,
) -> Result<Extended, Refusal> {
    let order = match (&forward, &reverse) {
        (Extended::Infinite(_), _) => Some(Ordering::Greater),
        (_, Extended::Infinite(_)) => Some(Ordering::Less),
        (Extended::Finite(x), Extended::Finite(y)) => x.compare(y),
    };
    match order {
        Some(Ordering::Less) => Ok(reverse),
        Some(Ordering::Equal | Ordering::Greater) => Ok(forward),
        None => {
            let what = format!("{what} of the worse order");
            Err(unsupported(
                &what,
                "it is undecided which order of neighbours has the larger one; ask for delta",
            ))
        }
    }
}

/// kl, kappa_2, kappa_3, kappa_3-bar and chi^2_+ of the trade-off function, with the method.
pub(super) fn functionals<E: Engine>(
    mechanism: &Mechanism,
    options: &Options,
    budget: &Budget,
) -> Result<(Content, Method), Refusal> {
    match of_composition::<E>(mechanism, options, budget) {
        Err(refusal @ Refusal::Unsupported { .. }) => {
            let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
            let known = match steps.as_slice() {
                [(step, 1)] => Functionals::of(step),
                _ => None,
            };
            of_step::<E>(&known.ok_or(refusal)?, options, budget)
        }
        found => found,
    }
}

/// The functionals of one step.
fn of_step<E: Engine>(
    known: &Functionals,
    options: &Options,
    budget: &Budget,
) -> Result<(Content, Method), Refusal> {
    let Functionals { kl, kappa2, kappa3, kappa3_bar, chi_squared_plus } = known;
    let rows = [
        ("kl", kl, Q_ALONE),
        ("kappa2", kappa2, Q_ALONE),
        ("kappa3", kappa3, Q_ALONE),
        ("kappa3-bar", kappa3_bar, Q_ALONE),
        ("chi-squared-plus", chi_squared_plus, P_ALONE),
    ];
    let style = options.style();
    let number = |formula: &Formula, reason| match formula {
        Formula::Infinite => Ok::<_, Refusal>(style.styled(infinite(reason))),
        Formula::Exact(x) => {
            Ok(style.styled(evaluate::<E>(&Extended::Finite(x.clone()), &style, budget)?))
        }
        formula if formula.has_cells() => {
            let precision = (style.bits() + 64).max(128);
            budget.charge(&cost::closed_form(precision, true))?;
            Ok(on_cells::<E>(formula, options))
        }
        formula => Ok(style.styled(enclosed_sum::<E>(
            formula,
            &style,
            &budget.with_precision(MAX_INTEGRAL_PRECISION),
        )?)),
    };
    let has = |is: fn(&Formula) -> bool| rows.iter().any(|(_, formula, _)| is(formula));
    let method = match has(Formula::has_cells) {
        true => Method::Grid,
        false if has(|formula| !formula.is_loss_moment()) => Method::ClosedForm,
        false => Method::Enumeration,
    };
    let rows = rows.into_iter().map(|(name, formula, reason)| Ok((name, number(formula, reason)?)));
    Ok((Content::Named(rows.collect::<Result<_, Refusal>>()?), method))
}

/// A formula with moments of cells, with the digits that its enclosure justifies.
pub(crate) fn on_cells<E: Engine>(formula: &Formula, options: &Options) -> Styled {
    let style = options.style();
    let precision = (style.bits() + 64).max(128);
    let outcome = Outcome::<E>::Number(Value::Enclosed(formula.enclose(precision)));
    let digits = style.digits.min(outcome.known_digits(precision));
    let style = Style { digits, ..style };
    let mut bounds = style.outcome(&outcome, precision);
    bounds.met = is_kept(options, &outcome, precision, Refinement::Grid);
    style.styled(bounds)
}

/// The functionals of a composition.
///
/// kl and the variance `kappa_2 - kl^2` of the loss are additive; the others are read from the
/// composed pair.
fn of_composition<E: Engine>(
    mechanism: &Mechanism,
    options: &Options,
    budget: &Budget,
) -> Result<(Content, Method), Refusal> {
    let style = &options.style();
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    let refused = |_: &Dominating| admits::no_functionals(&steps);
    let kl = kl(&steps, true).map_err(|_| admits::no_functionals(&steps))?;
    let variance = |step: &Dominating| {
        let [_, kl] = step.kl()?;
        Some(match (step.kappa2()?, kl) {
            (Extended::Finite(second), Extended::Finite(kl)) => {
                Extended::Finite(&second - kl.pow(2))
            }
            (infinite @ Extended::Infinite(_), _) | (_, infinite) => infinite,
        })
    };
    let variance = sum_over(&steps, variance, refused)?;
    let kappa2 = variance.plus(&kl.clone().map(|x| x.pow(2))).map(collected);
    let route = Route::within(mechanism, budget)?;
    let shape = route.shape().ok_or_else(|| admits::no_functionals(&steps))?;
    let moment = |moment| moment_of::<E>(shape, &moment, style, budget);
    let third = match &kl {
        Extended::Finite(kl) => moment(Moment::Kappa3Bar(kl.clone()))?,
        Extended::Infinite(reason) => infinite(reason),
    };
    let text = |x: &Extended| evaluate::<E>(x, style, budget);
    let rows = [
        ("kl", text(&kl)?),
        ("kappa2", text(&kappa2)?),
        ("kappa3", moment(Moment::Kappa3)?),
        ("kappa3-bar", third),
        ("chi-squared-plus", moment(Moment::ChiSquaredPositive)?),
    ];
    let rows = rows.into_iter().map(|(name, bounds)| (name, style.styled(bounds))).collect();
    Ok((Content::Named(rows), route.method()))
}

/// A moment of a composed pair, exact where possible.
fn moment_of<E: Engine>(
    shape: &Shape,
    moment: &Moment,
    style: &Style,
    budget: &Budget,
) -> Result<Bounds, Refusal> {
    let undecided = || unsupported("this combination", UNDECIDED);
    let of_pair = |pair: &FinitePair| match moment {
        Moment::Kappa3 => pair.third_moment(&Real::zero()),
        Moment::Kappa3Bar(kl) => pair.third_moment(kl),
        Moment::ChiSquaredPositive => pair.chi_squared_positive(),
    };
    let exact = match shape {
        Shape::Closed(noise) => noise.exact_moment(moment).map(Extended::Finite),
        Shape::KFold { pair, k: 1 } => of_pair(&pair.to_finite()),
        Shape::Finite(finite) => match finite.steps.as_slice() {
            [] => Some(Extended::Finite(Real::zero())),
            [(pair, 1)] if pair.atoms.len() <= MAX_RATIOS => of_pair(pair),
            _ => composed_pair::<E>(shape, budget)?.and_then(|pair| of_pair(&pair)),
        },
        Shape::KFold { .. } => composed_pair::<E>(shape, budget)?.and_then(|pair| of_pair(&pair)),
        Shape::Listed(pair) => of_pair(pair),
        Shape::Step(_) => None,
    };
    if let Some(exact) = exact {
        return evaluate::<E>(&exact, style, budget);
    }
    let pairs: Vec<FinitePair> = match shape {
        Shape::KFold { pair, .. } => vec![pair.to_finite()],
        Shape::Finite(finite) => finite.steps.iter().map(|(pair, _)| pair.clone()).collect(),
        _ => Vec::new(),
    };
    let p_alone = pairs.iter().any(|pair| !pair.p_infinite.is_zero());
    let q_alone = pairs.iter().any(|pair| !pair.q_infinite.is_zero());
    match moment {
        Moment::ChiSquaredPositive if p_alone => return Ok(infinite(P_ALONE)),
        Moment::Kappa3 | Moment::Kappa3Bar(_) if q_alone => return Ok(infinite(Q_ALONE)),
        _ => {}
    }
    let mut precision = (style.bits() + 64).next_power_of_two();
    let charge = |precision| budget.charge(&cost::table(shape, Arithmetic::Enclosed { precision }));
    charge(precision)?;
    loop {
        let value =
            enclosed::<E>(shape, moment, precision, budget.control())?.ok_or_else(undecided)?;
        let value = value.positive_part();
        let next = 2 * precision;
        let is_last = next > budget.limits().precision || out_of_range(&value);
        if value.has_relative_bits(style.bits()) || is_last || charge(next).is_err() {
            return Ok(style.interval(&value));
        }
        precision = next;
    }
}

/// The most likelihood ratios of a composition whose functionals are exact; beyond, they are
/// evaluated on intervals.
const MAX_RATIOS: usize = 100;

/// A composition as one pair, where its masses are rational and it is small.
fn composed_pair<E: Engine>(
    shape: &Shape,
    budget: &Budget,
) -> Result<Option<FinitePair>, Interrupted> {
    budget.control().check()?;
    if budget.part(CHEAP / 10).charge(&cost::table(shape, Arithmetic::Exact)).is_err() {
        return Ok(None);
    }
    let table = tabulate::<E>(shape, Arithmetic::Exact, budget.control())?;
    Ok(table.filter(|table| table.rows.len() <= MAX_RATIOS).and_then(|table| rational_pair(&table)))
}

/// The pair of a table; `None` where a mass is not rational.
fn rational_pair<E: Engine>(table: &Table<E>) -> Option<FinitePair> {
    let real = |x: &Value<E>| Some(Real::from(x.as_rational()?.clone()));
    let rows = table.rows.iter().enumerate();
    let atoms = rows.map(|(i, row)| {
        Some(Atom { loss: table.losses.get(i), p: real(&row.p)?, q: real(&row.q)? })
    });
    Some(FinitePair {
        atoms: atoms.collect::<Option<_>>()?,
        p_infinite: real(&table.p_infinite)?,
        q_infinite: real(&table.q_infinite)?,
    })
}

/// A moment on intervals; `None` if the losses of a table cannot be ordered.
fn enclosed<E: Engine>(
    shape: &Shape,
    moment: &Moment,
    precision: u64,
    control: &Control,
) -> Result<Option<Interval<E>>, Interrupted> {
    if let Shape::Closed(noise) = shape {
        return Ok(Some(noise.moment(moment, precision)));
    }
    let Some(table) = tabulate::<E>(shape, Arithmetic::Enclosed { precision }, control)? else {
        return Ok(None);
    };
    let kl = if let Moment::Kappa3Bar(kl) = moment {
        kl.enclose(precision)
    } else {
        Interval::zero(precision)
    };
    let zero = Interval::zero(precision);
    let terms = table.rows.iter().enumerate().map(|(i, row)| {
        let loss = table.losses.get(i);
        let (p, q) = (row.p.enclose(precision), row.q.enclose(precision));
        let cube = |x: &Interval<E>| &q * &absolute(x).pow_natural(3);
        match moment {
            Moment::Kappa3 | Moment::Kappa3Bar(_) => cube(&(&loss.enclose(precision) + &kl)),
            Moment::ChiSquaredPositive => {
                &(&p - &q).positive_part()
                    * &(&loss.exp().enclose(precision) - &Interval::one(precision)).positive_part()
            }
        }
    });
    Ok(Some(terms.fold(zero, |sum, term| &sum + &term)))
}

fn absolute<E: Engine>(x: &Interval<E>) -> Interval<E> {
    match x.sign() {
        Some(Ordering::Less) => -x,
        Some(_) => x.clone(),
        None => x.hull(&-x).positive_part(),
    }
}

/// The Bayes error where P has the prior probability `prior`: `sum min(prior p, (1-prior) q)`.
///
/// With `g = (1-prior)/prior` that is `prior (1 - delta(g))`, which is used where g >= 1; otherwise
/// the two hypotheses are exchanged. For a class it is that of its worst member.
pub(super) fn bayes_error<E: Engine>(
    mechanism: &Mechanism,
    prior: &Real,
    options: &Options,
    budget: &Budget,
) -> Result<(Content, bool, Method), Refusal> {
    let style = &options.style();
    let other = 1 - prior;
    if prior.is_zero() || other.is_zero() {
        let zero = style.bounds::<E>(&Value::of(&Real::zero(), 128), 128);
        return Ok((Content::Number(style.styled(zero)), true, Method::ClosedForm));
    }
    let order = prior.compare(&other);
    let is_forward = order
        .ok_or_else(|| {
            unsupported("this prior", "it cannot be compared with 1/2: write it in a simpler form")
        })?
        .is_le();
    let (mechanism, weight, rest) = if is_forward {
        (mechanism.clone(), prior, &other)
    } else {
        (mechanism.reversed(), &other, prior)
    };
    let route = Route::within(&mechanism, budget)?;
    let eps = (rest / weight).ln();
    if let Route::Exact(shape) = &route
        && let Some(bounds) = closed_bayes_error::<E>(shape, weight, &eps, style, budget)?
    {
        return Ok((Content::Number(style.styled(bounds)), route.is_attained(), route.method()));
    }
    let scalar = Scalar::Delta { eps };
    let error = |outcome: &Outcome<E>, precision: u64| {
        let delta = match outcome {
            Outcome::Number(delta) => delta.clone(),
            other => Value::Enclosed(other.enclose(precision)),
        };
        let kept = &Value::Exact(Rational::from(1)) - &delta.probability();
        Outcome::Number(&Value::of(weight, precision) * &kept.probability())
    };
    let sought = ScalarGoal { gap_bits: options.gap_bits, ..ScalarGoal::new(&scalar) };
    let goal = |outcome: &Outcome<E>, precision, refinement| {
        is_kept(options, &error(outcome, precision), precision, refinement)
    };
    let found = evaluate_scalar::<E>(&route, &sought, budget, goal)?;
    let outcome = error(&found.decision.outcome, found.decision.precision);
    let decision = Decision { outcome, ..found.decision };
    let found = Evaluation { decision, ..found };
    Ok((super::answer::number(&found, options, budget)?, route.is_attained(), found.method))
}

/// The Bayes error of noise with closed forms: they have 1 - delta without a difference to 1.
fn closed_bayes_error<E: Engine>(
    shape: &Shape,
    weight: &Real,
    eps: &Real,
    style: &Style,
    budget: &Budget,
) -> Result<Option<Bounds>, Refusal> {
    let Shape::Closed(noise) = shape else {
        return Ok(None);
    };
    if noise.has_expressions() {
        let error = noise.exact_complement(eps).map(|complement| weight * &complement);
        let bounds =
            error.map(|x| evaluate::<E>(&Extended::Finite(x), style, budget)).transpose()?;
        return Ok(bounds.map(Bounds::if_rational));
    }
    let cost = |precision| cost::closed_form(precision, false);
    let bounds = rising(first_precision(style), budget, cost, |precision, _| {
        let error = &weight.enclose(precision) * &noise.complement::<E>(eps, precision);
        Ok(with_digits(&error.probability(), style))
    })?;
    Ok(Some(bounds))
}

/// A functional, with growing precision until it has the digits.
pub(super) fn evaluate<E: Engine>(
    x: &Extended,
    style: &Style,
    budget: &Budget,
) -> Result<Bounds, Refusal> {
    let x = match x {
        Extended::Infinite(reason) => return Ok(infinite(reason)),
        Extended::Finite(x) => x,
    };
    if let Some(x) = x.as_rational() {
        return Ok(style.bounds::<E>(&Value::Exact(x.clone()), 256));
    }
    let cost = |precision| cost::expression(x, precision);
    // All functionals are >= 0.
    let bounds = rising(first_precision(style), budget, cost, |precision, _| {
        Ok(with_digits(&x.enclose::<E>(precision).positive_part(), style))
    })?;
    // Powers of e may cancel. What was just evaluated is small enough to look.
    Ok(match x.clone().simplified() {
        Real::Rational(x) => style.bounds::<E>(&Value::Exact(x), 256),
        x => bounds.known_as(Exact::Expression(x)),
    })
}

fn infinite(reason: &'static str) -> Bounds {
    let mut bounds = Style::infinite();
    bounds.reason = Some(reason);
    bounds
}
