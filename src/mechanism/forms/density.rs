//! The distribution of the noise itself: a density, or masses on the integers.
//!
//! All are symmetric around 0 and do not rise from there on. What is read here is what a mechanism
//! adds to a value; its dominating pair, of which everything else is computed, no longer says it.

use crate::enclosure::{Bounds, ShowExact, Style};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::gamma::UpperGamma;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::exact::{Computation, EngineChoice, Malachite, Said};
use crate::input::{Field, Fields, InputError};
use crate::mechanism::Mechanism;
use crate::mechanism::kinds::discrete_gaussian;
use crate::mechanism::kinds::generalised_gaussian::power_of_magnitude;
use crate::mechanism::reading::catalogue::{KINDS, kind};
use crate::refusal::Refusal;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::base::num::basic::traits::{One, Two};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Precision of a density, in bits, and the most of it: parameters may be differences whose first
/// digits cancel.
const PRECISION: u64 = 96;
const MOST_PRECISION: u64 = 1536;
/// The digits of a density: more than a picture shows.
const STYLE: Style = Style { digits: 16, exact: ShowExact::Short };
/// A density has its [reach](Density::reach) where it is below its largest value divided by this.
const REACH: u64 = 100;

/// The reader of the density of a kind, from fields that its own reader accepts.
pub(crate) type Reader = fn(&mut Fields<'_>) -> Result<Density, InputError>;

/// The distribution of noise, and how far neighbours move what it is added to.
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    pub(crate) shape: Shape,
    /// The sensitivity, in the units of the noise.
    pub(crate) distance: Real,
}

/// The distribution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// With `b = e^-eps` the density is `a b^k` between the jumps `k-1 + gamma` and `k + gamma`,
    /// for each whole k >= 0, where `a = (1-b) / (2 (gamma + b (1-gamma)))`.
    Staircase { eps: Real, gamma: Real },
    /// `p / (2 s Gamma(1/p)) e^-(x/s)^p` with the power p in [1, 64] and the scale s > 0.
    Power { power: Rational, scale: Real },
    /// Masses `(1-a) / (1+a) a^n` with `a = e^-eps`.
    DiscreteLaplace { eps: Real },
    /// Masses proportional to `e^(-n^2 / (2 sigma^2))`.
    DiscreteGaussian { sigma_sq: Real },
}

impl Density {
    /// Reads the noise of a mechanism, from the tree of any front-end or a text in the compact
    /// notation.
    ///
    /// # Errors
    /// Those of [`Mechanism::read`]; a mechanism whose noise has no density or masses here.
    pub fn read(field: &Field<'_>) -> Result<Density, Refusal> {
        if let Some(node) = field.unfolded()? {
            return Density::read(&Field { node: &node, path: field.path.clone() });
        }
        // What is not a mechanism is refused as it is everywhere.
        Mechanism::read(field)?;
        let mut fields = field.fields()?;
        let found = kind(fields.required("kind")?.text()?);
        let Some((kind, read)) = found.and_then(|kind| Some((kind, kind.density?))) else {
            let named = found.map_or("", |kind| kind.name);
            let known: Vec<_> = KINDS.iter().filter(|kind| kind.density.is_some()).collect();
            let names: Vec<_> = known.iter().map(|kind| kind.name).collect();
            return Err(Refusal::Unsupported {
                what: format!("a density of {named}"),
                missing: format!("densities or masses are known of {}", names.join(", ")).into(),
            });
        };
        kind.names.read(kind.name, &mut fields)?;
        Ok(read(&mut fields)?)
    }

    /// How far neighbours move what the noise is added to, >= 0.
    pub fn distance(&self) -> &Real {
        &self.distance
    }

    /// Does it have masses on the integers, and not a density?
    pub fn is_discrete(&self) -> bool {
        matches!(self.shape, Shape::DiscreteLaplace { .. } | Shape::DiscreteGaussian { .. })
    }

    /// A number from which on it is less than a hundredth of its largest value, or little more.
    pub fn reach(&self) -> Rational {
        let fall = Interval::<Malachite>::from_u64(REACH, PRECISION).ln();
        let real = |x: &Real| x.enclose::<Malachite>(PRECISION);
        let reach = match &self.shape {
            Shape::Staircase { eps, .. } => &(&fall / &real(eps)) + &Interval::one(PRECISION),
            Shape::DiscreteLaplace { eps } => &fall / &real(eps),
            Shape::Power { power, scale } => {
                &power_of_magnitude(&fall, &(Rational::ONE / power)) * &real(scale)
            }
            Shape::DiscreteGaussian { sigma_sq } => (&fall.shift(1) * &real(sigma_sq)).sqrt(),
        };
        reach.upper().to_rational().unwrap_or(Rational::ONE)
    }

    /// Where it jumps from one constant to the next, as `k + gamma` for every whole k >= 0: gamma,
    /// in [0, 1]. `None` where it is continuous, or discrete.
    pub fn first_jump(&self) -> Option<&Real> {
        match &self.shape {
            Shape::Staircase { gamma, .. } => Some(gamma),
            _ => None,
        }
    }

    /// The density, or the mass, at some places `x >= 0`, which are whole numbers for masses, by
    /// an engine; and its name. A staircase has there what it has right of the place.
    ///
    /// Each has 16 digits, but where its parameters are hardly known. Cost: O(1) operations on
    /// numbers of about a hundred bits for each place.
    ///
    /// # Errors
    /// This build has no such engine, or two engines contradict each other.
    pub fn at(
        &self,
        places: &[Rational],
        engine: EngineChoice,
    ) -> Result<(Vec<Bounds>, &'static str), Refusal> {
        let wanted = Evaluating { density: self, places };
        let values = match engine.compute(&wanted).ok_or_else(Refusal::no_mpfr)? {
            Said::One(values) => values,
            Said::Both(first, second) => {
                if let Some((x, y)) = first.iter().zip(&second).find(|(x, y)| !x.agrees(y)) {
                    let ends = |x: &Bounds| (x.lower_decimal(20), x.upper_decimal(20));
                    let message = format!("a density: {:?} and {:?}", ends(x), ends(y));
                    return Err(Refusal::Contradiction(message));
                }
                first
            }
        };
        Ok((values, engine.name()))
    }
}

/// The question of [`Density::at`].
struct Evaluating<'a> {
    density: &'a Density,
    places: &'a [Rational],
}

impl Computation for Evaluating<'_> {
    type Output = Vec<Bounds>;

    fn by<E: Engine>(&self) -> Vec<Bounds> {
        let shape = &self.density.shape;
        let mut precision = PRECISION;
        loop {
            let top = shape.top::<E>(precision);
            let value = |x: &Rational| STYLE.bounds(&shape.value(&top, x, precision), precision);
            let values: Vec<Bounds> = self.places.iter().map(value).collect();
            if values.iter().all(|value| value.met) || precision >= MOST_PRECISION {
                return values;
            }
            precision *= 2;
        }
    }
}

impl Shape {
    /// The factor of all values.
    fn top<E: Engine>(&self, precision: u64) -> Interval<E> {
        match self {
            // Their values are expressions.
            Shape::Staircase { .. } | Shape::DiscreteLaplace { .. } => Interval::one(precision),
            Shape::Power { power, scale } => {
                let gamma = UpperGamma::<E>::new(&(Rational::ONE / power), precision);
                let twice = scale.enclose::<E>(precision).shift(1);
                &Interval::from_rational(power, precision) / &(&twice * gamma.whole())
            }
            Shape::DiscreteGaussian { sigma_sq } => {
                let is_wide = sigma_sq.compare(&Real::one()).is_some_and(Ordering::is_ge);
                let total = match is_wide {
                    true => discrete_gaussian::wide_total(sigma_sq, precision),
                    false => discrete_gaussian::total(sigma_sq, precision),
                };
                &Interval::one(precision) / &total
            }
        }
    }

    /// The value at `x >= 0`.
    fn value<E: Engine>(&self, top: &Interval<E>, x: &Rational, precision: u64) -> Value<E> {
        let number = |x: &Real| Value::of(x, precision);
        let place = || Real::from(x.clone());
        match self {
            Shape::Staircase { eps, gamma } => {
                let whole = Floor::floor(x);
                let rest = Real::from(x - Rational::from(&whole));
                let height = |jumps: Integer| number(&height(eps, gamma, jumps));
                match gamma.compare(&rest) {
                    Some(Ordering::Greater) => height(whole),
                    Some(_) => height(whole + Integer::ONE),
                    None => {
                        let after = height(whole.clone() + Integer::ONE).enclose(precision);
                        Value::Enclosed(height(whole).enclose(precision).hull(&after))
                    }
                }
            }
            Shape::Power { power, scale } if *power == Rational::ONE => {
                number(&((-(place() / scale)).exp() / (2 * scale)))
            }
            Shape::Power { power, scale } => {
                let bits = precision + 32;
                let scaled = &Interval::from_rational(x, bits) / &scale.enclose(bits);
                Value::Enclosed(top * &(-&power_of_magnitude(&scaled, power)).exp())
            }
            Shape::DiscreteLaplace { eps } => {
                let a = (-eps).exp();
                number(&((1 - &a) / (1 + &a) * (-(place() * eps)).exp()))
            }
            Shape::DiscreteGaussian { sigma_sq } => {
                let exponent = place().pow(2) / (Real::from(Rational::TWO) * sigma_sq);
                Value::Enclosed(top * &(-exponent).exp().enclose(precision))
            }
        }
    }
}

/// The height of a staircase behind so many jumps.
fn height(eps: &Real, gamma: &Real, jumps: Integer) -> Real {
    let b = (-eps).exp();
    let top = (1 - &b) / (2 * (gamma + &b * (1 - gamma)));
    top * (-(Real::from(Rational::from(jumps)) * eps)).exp()
}
