//! Privacy filters: what a run costs at most where the parameters of a step may depend on what the
//! steps before it released.
//!
//! A ledger says what was run. Its composition is the cost if all of it was fixed beforehand. Where an
//! analyst looks at an answer before asking the next question, another answer would have led to another
//! ledger, and the composition of this one says nothing about the run. A filter does: a run that never
//! lets a total exceed a limit, whatever is released, has the guarantee of that limit.
//!
//! # The filters
//!
//! Given everything that was released before, let a step be the mixture of a disclosure of the data with
//! probability `d`, and of a step with one of these for both orders of neighbours:
//!
//! | total             | of a step                    | the run, where its total is at most                 |
//! |-------------------|------------------------------|-----------------------------------------------------|
//! | [`Rule::Rho`]     | the rho of rho-zCDP          | `r`: r-zCDP                                         |
//! | [`Rule::MuSquared`] | mu^2, of Gaussian noise    | `m^2`: m-GDP                                        |
//! | [`Rule::Eps`]     | the eps of (eps, 0)-DP       | `e`: (e, 0)-DP                                      |
//! | [`Rule::Renyi`]   | the Renyi divergence of one order `a` | `t`: a Renyi divergence of at most t       |
//!
//! and let the sum of all `d` be at most `D`. Then the run is the mixture of a disclosure with probability
//! D, and of a run with the guarantee of the last column. For a run can be continued to the total D of
//! disclosures on every path, by one at its end whose probability makes the product of all `1-d` equal to
//! `1-D`; this product is at most that of the steps, since `prod (1-d) >= 1 - sum d`. Whether a step
//! discloses is independent of what the steps without a disclosure release, so that the law of these is
//! the same as that of a run with d = 0. For such a run: the moment `E[(P/Q)^a]` is an iterated
//! expectation, of which each factor is at most `e^(a(a-1) rho)` given the past; the sum of rhos is at most
//! r on each path. The same holds for one order alone. Gaussian steps are the increments of a process
//! with drift at times that the past chooses: stopped where the time is m^2, and continued to it with
//! noise alone, it is one Gaussian with mean m^2 and variance m^2, of which the run is a function. The
//! losses of (eps, 0)-steps are at most their eps.
//!
//! The order of a Renyi divergence is fixed before the run. Where its total is t, delta at eps is at most
//! `e^((a-1)(t-eps)) ((a-1)/a)^(a-1) / a`, since `1 - e^eps/x <= c (x/e^eps)^(a-1)` with the last two
//! factors as c (Canonne, Kamath & Steinke, arXiv 2004.00010, Proposition 12).
//!
//! A mechanism with (eps, delta)-DP is such a mixture with d = delta: see
//! [`ThreePoint`](crate::pair::ThreePoint).
//!
//! Source: derived. The filter for zCDP: Feldman & Zrnic, "Individual privacy accounting via a Renyi
//! filter" (arXiv 2008.11193), Theorem 4.3; with deltas, Whitehouse, Ramdas, Rogers & Wu, "Fully adaptive
//! composition in differential privacy" (arXiv 2203.05481), Theorem 1; for Gaussian noise, Smith &
//! Thakurta, "Fully adaptive composition for Gaussian differential privacy" (arXiv 2210.17520).

use crate::answer::Options;
use crate::enclosure::Styled;
use crate::exact::real::Real;
use crate::mechanism::{Dominating, Mechanism, Noise, RenyiOrder};
use crate::pair::ThreePoint;
use crate::quantity::Query;
use crate::question::{Question, ask_number};
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The rhos of zero-concentrated DP.
    Rho,
    /// The squares of the mus of Gaussian noise.
    MuSquared,
    /// The eps of pure DP.
    Eps,
    /// The Renyi divergences of an order that is fixed before the run.
    Renyi(FixedOrder),
}

/// The order of a Renyi divergence, a whole number from 2 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedOrder(u64);

impl FixedOrder {
    /// The order with this number; `None` below 2.
    pub fn new(order: u64) -> Option<FixedOrder> {
        (order >= 2).then_some(FixedOrder(order))
    }
}

impl Rule {
    /// The rules without a parameter.
    pub const ALL: [Rule; 3] = [Rule::Rho, Rule::MuSquared, Rule::Eps];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Rho => "rho",
            Rule::MuSquared => "mu^2",
            Rule::Eps => "eps",
            Rule::Renyi(_) => "renyi",
        }
    }
}

/// What some steps consumed, by one rule: upper bounds.
#[derive(Clone, Debug)]
pub struct Spent {
    rule: Rule,
    total: Real,
    disclosed: Real,
}

impl Spent {
    /// What nothing consumes.
    pub fn nothing(rule: Rule) -> Spent {
        Spent { rule, total: Real::zero(), disclosed: Real::zero() }
    }

    /// A total and a probability of a disclosure, at least 0: what a run may consume.
    pub fn new(rule: Rule, total: Real, disclosed: Real) -> Spent {
        Spent { rule, total, disclosed }
    }

    /// What a mechanism consumes.
    ///
    /// # Errors
    /// A step that has no finite parameter by this rule; those of the question for its rho.
    pub fn of(rule: Rule, mechanism: &Mechanism, options: &Options) -> Result<Spent, Refusal> {
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let mut spent = Spent::nothing(rule);
        for (step, count) in steps {
            spent = spent.plus(&Spent::of_step(rule, step, options)?, count);
        }
        Ok(spent)
    }

    fn of_step(rule: Rule, step: Dominating, options: &Options) -> Result<Spent, Refusal> {
        let (rest, disclosed) = match step {
            Dominating::ThreePoint(ThreePoint { eps, delta, alpha }) => {
                let rest = ThreePoint { eps, delta: Real::zero(), alpha };
                (Dominating::ThreePoint(rest), delta)
            }
            step => (step, Real::zero()),
        };
        let total = match (rule, &rest) {
            // Only a disclosure is left.
            _ if (1 - &disclosed).sign() == Some(Ordering::Equal) => Real::zero(),
            (Rule::MuSquared, Dominating::Noise(parts)) => {
                mu_squared(parts).ok_or_else(|| missing(rule))?
            }
            (Rule::MuSquared, _) => return Err(missing(rule)),
            (Rule::Eps, Dominating::ThreePoint(pair)) => pair.eps.clone(),
            (Rule::Eps, _) => upper(rest, Query::eps(Real::zero())?, rule, options)?,
            (Rule::Rho, _) => upper(rest, Query::Rho, rule, options)?,
            (Rule::Renyi(FixedOrder(order)), _) => {
                let order = RenyiOrder::Finite(order.into());
                let [forward, reverse] = [false, true].map(|reverse| {
                    let query = Query::Renyi { order: order.clone(), reverse };
                    number(rest.clone(), query, options)?
                        .upper()
                        .to_rational()
                        .ok_or_else(|| missing(rule))
                });
                Real::from(forward?.max(reverse?))
            }
        };
        Ok(Spent { rule, total, disclosed })
    }

    /// What these steps and others consume, these once and the others so often.
    #[must_use]
    pub fn plus(&self, other: &Spent, times: u64) -> Spent {
        let times = Real::from(times);
        Spent {
            rule: self.rule,
            total: &self.total + &(&times * &other.total),
            disclosed: &self.disclosed + &(&times * &other.disclosed),
        }
    }

    /// The total.
    pub fn total(&self) -> &Real {
        &self.total
    }

    /// The probability of a disclosure.
    pub fn disclosed(&self) -> &Real {
        &self.disclosed
    }

    /// Is a run with this total (eps, delta)-DP, whatever it releases? `false` where that is not known.
    ///
    /// # Errors
    /// Those of the question for delta.
    pub fn meets(&self, eps: &Real, delta: &Real, options: &Options) -> Result<bool, Refusal> {
        let rest = 1 - &self.disclosed;
        if rest.sign() != Some(Ordering::Greater) {
            return Ok((delta - 1).sign() == Some(Ordering::Equal));
        }
        if self.rule == Rule::Eps && (eps - &self.total).sign().is_some_and(Ordering::is_ge) {
            return Ok((delta - &self.disclosed).sign().is_some_and(Ordering::is_ge));
        }
        let most = match self.rule {
            Rule::Renyi(order) => self.renyi_delta(order, eps),
            Rule::Rho | Rule::MuSquared | Rule::Eps => {
                let bounds = number(self.guarantee()?, Query::delta(eps.clone())?, options)?;
                let Some(most) = bounds.upper().to_rational() else { return Ok(false) };
                Real::from(most)
            }
        };
        let all = &self.disclosed + &(&rest * &most);
        Ok((delta - &all).sign().is_some_and(Ordering::is_ge))
    }

    /// An eps such that a run with this total is (eps, delta)-DP, whatever it releases: the upper end.
    ///
    /// # Errors
    /// Those of the question for eps; no eps is enough.
    pub fn eps(&self, delta: &Real, options: &Options) -> Result<Styled, Refusal> {
        let left = delta - &self.disclosed;
        if left.sign().is_none_or(Ordering::is_lt) {
            let missing =
                "the deltas of its steps have a sum that is larger, or not known to be smaller";
            return Err(unsupported("an eps at this delta", missing));
        }
        let rest = 1 - &self.disclosed;
        match rest.sign() {
            Some(Ordering::Greater) => match self.rule {
                Rule::Renyi(order) => self.renyi_eps(order, &(left / rest), options),
                Rule::Rho | Rule::MuSquared | Rule::Eps => {
                    number(self.guarantee()?, Query::eps(left / rest)?, options)
                }
            },
            // Every run is (0, 1)-DP.
            Some(Ordering::Equal) => {
                let nothing = Spent::nothing(Rule::MuSquared);
                number(nothing.guarantee()?, Query::eps(Real::zero())?, options)
            }
            _ => Err(unsupported(
                "an eps at this delta",
                "it is not known whether the deltas of its steps have a sum below 1",
            )),
        }
    }

    /// Where a Renyi divergence of this order is known.
    fn renyi_delta(&self, order: FixedOrder, eps: &Real) -> Real {
        let less = Real::from(order.0 - 1);
        (&less * &(&self.total - eps)).exp() * renyi_factor(order)
    }

    fn renyi_eps(
        &self,
        order: FixedOrder,
        delta: &Real,
        options: &Options,
    ) -> Result<Styled, Refusal> {
        if delta.sign() != Some(Ordering::Greater) {
            return Err(unsupported(
                "an eps at this delta",
                "a Renyi divergence allows losses of any size: delta is positive",
            ));
        }
        let less = Real::from(order.0 - 1);
        let eps = &self.total + &((renyi_factor(order).ln() - delta.ln()) / less);
        let least = if eps.sign() == Some(Ordering::Less) { Real::zero() } else { eps };
        ask_number(&Question::Number(least), options)
    }

    /// The run without its disclosures.
    fn guarantee(&self) -> Result<Dominating, Refusal> {
        let guarantee = match self.rule {
            Rule::Rho => Dominating::zcdp(self.total.clone()),
            Rule::MuSquared => Dominating::gdp(&self.total.sqrt()),
            Rule::Eps => Dominating::approx_dp(self.total.clone(), Real::zero()),
            Rule::Renyi(_) => return Err(missing(self.rule)),
        };
        guarantee.map_err(|error| error.at(&[]).into())
    }
}

/// The most rounds of a step that a run can still have within (eps, delta), by a rule: at most
/// `MOST_ROUNDS`.
///
/// # Errors
/// Those of [`Spent::meets`].
pub fn rounds(
    spent: &Spent,
    next: &Spent,
    eps: &Real,
    delta: &Real,
    options: &Options,
) -> Result<u64, Refusal> {
    let fits = |count: u64| spent.plus(next, count).meets(eps, delta, options);
    if !fits(1)? {
        return Ok(0);
    }
    let (mut fit, mut not) = (1, 2);
    while fits(not)? {
        if not >= MOST_ROUNDS {
            return Ok(MOST_ROUNDS);
        }
        (fit, not) = (not, 2 * not);
    }
    while not - fit > 1 {
        let middle = fit + (not - fit) / 2;
        if fits(middle)? { fit = middle } else { not = middle }
    }
    Ok(fit)
}

/// More rounds than this are not counted.
pub const MOST_ROUNDS: u64 = 1 << 40;

fn mu_squared(parts: &[Noise]) -> Option<Real> {
    let mut squares = parts.iter().map(|part| match part {
        Noise::Gaussian(gaussian) => Some(gaussian.mu_squared.clone()),
        _ => None,
    });
    squares.try_fold(Real::zero(), |sum, square| Some(sum + square?))
}

/// `((a-1)/a)^(a-1) / a`
fn renyi_factor(FixedOrder(order): FixedOrder) -> Real {
    let (less, order_real) = (Real::from(order - 1), Real::from(order));
    let power = i64::try_from(order - 1).unwrap_or(i64::MAX);
    (less / &order_real).pow(power) / order_real
}

/// A quantity of a step, from above.
fn upper(step: Dominating, query: Query, rule: Rule, options: &Options) -> Result<Real, Refusal> {
    number(step, query, options)?.most().ok_or_else(|| missing(rule))
}

fn number(step: Dominating, query: Query, options: &Options) -> Result<Styled, Refusal> {
    ask_number(&Question::Quantity(Mechanism::Step(step), query), options)
}

/// Why a step has no parameter.
fn missing(rule: Rule) -> Refusal {
    let missing = match rule {
        Rule::Rho => "a step has no finite rho",
        Rule::MuSquared => "a step is not Gaussian noise",
        Rule::Eps => "a step has no finite eps at delta = 0",
        Rule::Renyi(_) => "a step has no finite Renyi divergence of this order",
    };
    unsupported(&format!("the filter of {}", rule.name()), missing)
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.to_owned(), missing: missing.into() }
}
