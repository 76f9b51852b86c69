//! Compositions of many small steps, and the Gaussian limit that they tend to.
//!
//! The k-th curve is that of k steps, which are [small](Small) in one of two ways. The sum of
//! `eps eta` tends to `mu^2/2`, so that the limit is mu-GDP (Ghazi & Issa, Theorem 3; for steps of
//! eps-DP Dong, Roth & Su, Theorem 6). It is a limit, not a bound. For the largest k the band of
//! the normal approximation is drawn too, which is a bound: a theorem of Berry-Esseen type (Dong,
//! Roth & Su, Theorem 5).

use super::Counted;
use super::axis::Axis;
use super::coordinate::Coordinate;
use super::falling::{self, Known};
use super::scene::{Certified, Drawn, Layer, NotDrawn, Scene, engine_of};
use super::trade_off::{self, Kind};
use dpcert::exact::Rounding;
use dpcert::mechanism::DomainError;
use dpcert::parallel;
use dpcert::theorem::{THEOREMS, TvStep, berry_esseen};
use dpcert::tradeoff::Gap;
use dpcert::{Answer, Content, Mechanism, Options, Question, Real, Refusal, ask};
use malachite::rational::Rational;
use serde_json::json;
use std::cmp::Ordering;
use std::num::NonZeroU64;

/// Parameters of a picture of compositions that tend to a Gaussian limit.
#[derive(Clone, Debug)]
pub struct Convergence {
    /// The parameter of the limit, which is mu-GDP; > 0.
    pub mu: Real,
    /// How the steps become small.
    pub small: Small,
    /// The numbers of steps.
    pub counts: Vec<NonZeroU64>,
}

/// How each of k steps becomes small as k grows.
#[derive(Clone, Debug)]
pub enum Small {
    /// `(mu/sqrt(k (1-alpha)), 0)`-DP with the mass alpha in [0, 1) at loss 0, that is, the total
    /// variation `(1-alpha)(e^eps-1)/(e^eps+1)`; without alpha, eps-DP.
    Inert(Real),
    /// `eps = mu/k^c` and the total variation `mu/(2 k^(1-c))` for a rate c in (0, 1/2]: eps falls
    /// more slowly than `1/sqrt(k)`, and the total variation faster (Ghazi & Issa, section IV). A
    /// total variation beyond the largest of eps-DP constrains nothing.
    Rate(Rational),
}

/// A picture of the trade-off functions of k steps, for several k, with the band of the normal
/// approximation for the largest k, and the limit, whose own band is at most `gap` high. The
/// theorem is evaluated at `levels` levels, at least 1. `progress` is called after each layer.
///
/// Cost: a `region` for each k, a `polygon`, and a theorem for each level, in parallel.
///
/// # Errors
/// Parameters outside their [domain](Convergence::check), or compositions that cannot be drawn.
pub fn convergence(
    wanted: &Convergence,
    gap: &Rational,
    levels: u32,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    wanted.check().map_err(|error| {
        let limit = format!("gdp(mu={})", wanted.mu);
        NotDrawn::new(
            &limit,
            Refusal::Unsupported { what: error.message, missing: error.help.into() },
        )
    })?;
    let drawn = |text: &str| {
        let mechanism = Mechanism::parse(text);
        let layer = mechanism.and_then(|it| {
            trade_off::layer(text, &it, Kind::TradeOff, &Gap::absolute(gap.clone()), options)
        });
        progress();
        layer.map_err(|refusal| NotDrawn::new(text, refusal))
    };
    let mut layers = Vec::new();
    if let Some(k) = wanted.counts.iter().max() {
        let band = band(wanted, *k, levels, options);
        progress();
        layers.push(band.map_err(|refusal| NotDrawn::new(&wanted.steps(*k), refusal))?);
    }
    for k in &wanted.counts {
        layers.push(drawn(&wanted.steps(*k))?);
    }
    let limit = drawn(&format!("gdp(mu={})", wanted.mu))?;
    layers
        .push(Layer { name: format!("the limit, which is not a bound: {}", limit.name), ..limit });
    Ok(Scene::new(
        "Compositions of small steps, and their Gaussian limit",
        format!(
            "Each band is proven to contain its curve, and the band of the theorem the curve of the largest k; \
             engine {}.",
            engine_of(&layers)
        ),
        Axis::unit("type I error (alpha)"),
        Axis::unit("type II error (beta)"),
        layers,
    ))
}

impl Convergence {
    /// Are mu and alpha in their domains?
    ///
    /// # Errors
    /// The parameter that is outside.
    pub fn check(&self) -> Result<(), DomainError> {
        let outside = |name, x: &Real, domain: &str| {
            Err(DomainError::new(name, format!("{name} = {x}"), format!("{name} must be {domain}")))
        };
        if self.mu.sign() != Some(Ordering::Greater) {
            return outside("mu", &self.mu, "positive");
        }
        match &self.small {
            Small::Inert(alpha) => {
                let is_below_one = alpha.compare(&Real::one()) == Some(Ordering::Less);
                if !is_below_one || !alpha.sign().is_some_and(Ordering::is_ge) {
                    return outside("alpha", alpha, "in [0, 1)");
                }
            }
            Small::Rate(rate) => {
                if *rate <= 0 || *rate > Rational::from_unsigneds(1u32, 2) {
                    return outside("rate", &Real::from(rate.clone()), "in (0, 1/2]");
                }
            }
        }
        Ok(())
    }

    /// Each of k steps.
    fn step(&self, k: NonZeroU64) -> TvStep {
        let count = Real::from(k.get());
        match &self.small {
            Small::Inert(alpha) => {
                let rest = 1 - alpha;
                let whole = TvStep::without_tv(&self.mu / (&count * &rest).sqrt(), Real::zero());
                TvStep { eta: &whole.eta * &rest, ..whole }
            }
            Small::Rate(rate) => {
                let power = (Real::from(rate.clone()) * count.ln()).exp();
                let eta = &self.mu * &power / (2 * &count);
                let whole = TvStep::without_tv(&self.mu / &power, Real::zero());
                match eta.compare(&whole.eta) {
                    Some(Ordering::Less) => TvStep { eta, ..whole },
                    _ => whole,
                }
            }
        }
    }

    /// The composition of k steps.
    fn steps(&self, k: NonZeroU64) -> String {
        let TvStep { eps, eta, .. } = self.step(k);
        match &self.small {
            Small::Inert(alpha) if !alpha.is_zero() => {
                format!("approx-dp-tv(eps={eps}, delta=0, alpha={alpha})^{k}")
            }
            Small::Rate(_) if eta != TvStep::without_tv(eps.clone(), Real::zero()).eta => {
                format!("approx-dp-tv(eps={eps}, delta=0, eta={eta})^{k}")
            }
            _ => format!("approx-dp(eps={eps}, delta=0)^{k}"),
        }
    }
}

/// The band of the normal approximation of k steps: between the theorem's `beta-lower` and
/// `beta-upper`, which both decrease.
///
/// It is evaluated at levels that are approximately evenly spread along the curve, which is
/// estimated at evenly spread levels.
fn band(
    wanted: &Convergence,
    k: NonZeroU64,
    levels: u32,
    options: &Options,
) -> Result<Layer, Refusal> {
    let step = wanted.step(k);
    let at = |alpha: &Rational| approximation(&step, k, alpha, options);
    let certify =
        |levels: Vec<Rational>| parallel::map::<_, _, Result<Vec<_>, Refusal>>(&levels, at);
    let only_known =
        |all: Vec<(Known, Answer)>| all.into_iter().map(|(known, _)| known).collect::<Vec<Known>>();
    let coarse = levels.div_ceil(4);
    let even = (0..=coarse).map(|i| Rational::from_unsigneds(i, coarse.max(1)));
    let known = certify(spread(&only_known(certify(even.collect())?), levels))?;
    let certified = Certified::of_all(known.iter().map(|(_, answer)| answer));
    let (lower, upper) = falling::polylines(&only_known(known), Coordinate::rounded);
    let TvStep { eps, eta, .. } = &step;
    let (eps, eta) = (eps.to_string(), eta.to_string());
    Ok(Layer {
        name: format!("Berry-Esseen band of {}", wanted.steps(k)),
        question: json!({"theorem": {"name": BERRY_ESSEEN, "eps": eps, "eta": eta, "k": k.to_string()}}),
        certified,
        drawn: Drawn::Function { lower, upper },
    })
}

/// Levels from 0 to 1 at which `alpha - f(alpha)` is about evenly spread, for a function between
/// the given ends. Any levels are valid; these make a smooth band.
fn spread(known: &[Known], levels: u32) -> Vec<Rational> {
    let height = |known: &Known| &known.at - (&known.lower + &known.upper) / Rational::from(2);
    let (Some(first), Some(last)) = (known.first(), known.last()) else {
        return Vec::new();
    };
    let (low, high) = (height(first), height(last));
    let level = |i: u32| {
        let wanted = &low + (&high - &low) * Rational::from_unsigneds(i, levels.max(1));
        let found = known.windows(2).find_map(|pair| match pair {
            [a, b] if height(b) >= wanted && height(b) > height(a) => {
                Some(&a.at + (&b.at - &a.at) * (&wanted - height(a)) / (height(b) - height(a)))
            }
            _ => None,
        });
        found.map_or_else(
            || last.at.clone(),
            |alpha| Coordinate::rounded(&alpha, Rounding::Down).value().clone(),
        )
    };
    let inner = (1..levels).map(level).filter(|alpha| *alpha > first.at && *alpha < last.at);
    [first.at.clone()].into_iter().chain(inner).chain([last.at.clone()]).collect()
}

const BERRY_ESSEEN: &str = "berry-esseen";

/// Both ends of the band at a level.
fn approximation(
    step: &TvStep,
    k: NonZeroU64,
    alpha: &Rational,
    options: &Options,
) -> Result<(Known, Answer), Refusal> {
    let unsupported = |missing: String| Refusal::Unsupported {
        what: "the normal approximation".to_owned(),
        missing: missing.into(),
    };
    let conclusions = berry_esseen(&[(step.clone(), k.get())], &Real::from(alpha.clone()));
    let conclusions = conclusions.map_err(|error| unsupported(error.message))?;
    let theorem = THEOREMS.iter().find(|theorem| theorem.name == BERRY_ESSEEN);
    let theorem = theorem.ok_or_else(|| unsupported("there is no such theorem".to_owned()))?;
    let answer = ask(&Question::Conclusions(theorem, conclusions), options)?;
    let named = |wanted: &str| match &answer.content {
        Content::Conclusions { conclusions, .. } => conclusions
            .iter()
            .find(|(name, ..)| *name == wanted)
            .map(|(_, _, number)| &number.bounds),
        _ => None,
    };
    let (lower, upper) = (named("beta-lower"), named("beta-upper"));
    let known =
        Known { upper: Known::within_unit(alpha, upper).upper, ..Known::within_unit(alpha, lower) };
    Ok((known, answer))
}
