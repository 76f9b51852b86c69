//! Formulas: numbers that an expression cannot represent, exact where they are elementary.
//!
//! A [`Real`] cannot represent the normal distribution, an undecided minimum, or a root. A
//! [`Formula`] can: it is written once and enclosed on any engine, to any precision.

mod chernoff;
mod conversion;
mod gaussian_mu;
mod loss_moment;
mod number;
mod power;
mod sampled_gaussian;
mod sampled_laplace;
mod sampled_trade_off;
mod step_functionals;

pub use chernoff::Chernoff;
pub(crate) use conversion::Cumulant;
pub use conversion::{Conversion, Method, Orders};
pub use loss_moment::{Functional, LossMoment};
pub use number::bounds;
pub(crate) use power::Pair;
pub use power::RatioPower;
pub(crate) use sampled_gaussian::MOST_MU;
pub use sampled_gaussian::{Moment, SampledGaussian};
pub(crate) use sampled_laplace::sampled_laplace;
pub use sampled_trade_off::{OfSample, SampledTradeOff, Smooth};
pub use step_functionals::Functionals;

use crate::exact::Extended;
use crate::exact::arctan::arctan;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{normal_cdf, normal_quantile};
use crate::mechanism::Gaussian;
use gaussian_mu::solve_mu;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// A number, by the formula of its source.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// An exact expression.
    Exact(Real),
    /// Infinity. Arithmetic does not accept it.
    Infinite,
    /// Anything else.
    Operation(Arc<Operation>),
}

/// The last operation of a formula that is not an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// A sum.
    Add(Formula, Formula),
    /// A difference.
    Sub(Formula, Formula),
    /// A product.
    Mul(Formula, Formula),
    /// A quotient.
    Div(Formula, Formula),
    /// A square root.
    Sqrt(Formula),
    /// The smaller of two numbers.
    Min(Formula, Formula),
    /// The larger of two numbers.
    Max(Formula, Formula),
    /// The natural logarithm of a positive number.
    Ln(Formula),
    /// The arc tangent.
    Arctan(Formula),
    /// The standard normal distribution function.
    NormalCdf(Formula),
    /// The standard normal quantile, at a number in (0, 1).
    NormalQuantile(Formula),
    /// The mu > 0 at which mu-GDP has this delta at this eps.
    GaussianMu {
        /// eps >= 0.
        eps: Real,
        /// delta in (0, 1).
        delta: Real,
    },
    /// The least eps >= 0 at which mu-GDP has at most this delta.
    GaussianEps {
        /// mu > 0.
        mu: Real,
        /// delta in (0, 1).
        delta: Real,
    },
    /// An integral over the loss of a sampled Gaussian.
    SampledMoment(SampledGaussian, Moment),
    /// A moment of the loss of one step.
    LossMoment(LossMoment),
    /// A trade-off function of noise at a level in (0, 1).
    Smooth(Smooth, Formula),
    /// A trade-off function of a sample.
    SampledTradeOff(SampledTradeOff),
    /// A moment of the likelihood ratio of noise on a sample.
    RatioPower(RatioPower),
    /// The least eps that Renyi divergences prove.
    Conversion(Conversion),
    /// The least `sum p^s q^(1-s)`, of which the Chernoff information is minus the logarithm.
    Chernoff(Chernoff),
}

impl From<Real> for Formula {
    fn from(x: Real) -> Formula {
        Formula::Exact(x)
    }
}

impl From<Extended> for Formula {
    fn from(x: Extended) -> Formula {
        match x {
            Extended::Finite(x) => Formula::Exact(x),
            Extended::Infinite(_) => Formula::Infinite,
        }
    }
}

impl From<i64> for Formula {
    fn from(n: i64) -> Formula {
        Formula::Exact(Real::from(n))
    }
}

crate::exact::operators!(Formula);

impl From<u64> for Formula {
    fn from(n: u64) -> Formula {
        Formula::Exact(Real::from(n))
    }
}

/// The operations of a formula that were already enclosed.
type Known<E> = HashMap<*const Operation, Interval<E>>;

fn operation(operation: Operation) -> Formula {
    Formula::Operation(Arc::new(operation))
}

impl Formula {
    /// The number 0.
    pub fn zero() -> Formula {
        Formula::Exact(Real::zero())
    }

    /// The number 1.
    pub fn one() -> Formula {
        Formula::Exact(Real::one())
    }

    /// The exact expression, if the formula is one.
    pub fn as_real(&self) -> Option<&Real> {
        match self {
            Formula::Exact(x) => Some(x),
            _ => None,
        }
    }

    /// `self + other`.
    pub fn add(&self, other: &Formula) -> Formula {
        match (self, other) {
            (Formula::Exact(x), Formula::Exact(y)) => (x + y).into(),
            (x, Formula::Exact(y)) | (Formula::Exact(y), x) if y.is_zero() => x.clone(),
            (x, y) => operation(Operation::Add(x.clone(), y.clone())),
        }
    }

    /// `self - other`.
    pub fn sub(&self, other: &Formula) -> Formula {
        match (self, other) {
            (Formula::Exact(x), Formula::Exact(y)) => (x - y).into(),
            (x, y) => operation(Operation::Sub(x.clone(), y.clone())),
        }
    }

    /// `-self`.
    pub fn neg(&self) -> Formula {
        Formula::zero().sub(self)
    }

    /// `self * other`.
    pub fn mul(&self, other: &Formula) -> Formula {
        match (self, other) {
            (Formula::Exact(x), Formula::Exact(y)) => (x * y).into(),
            (_, Formula::Exact(x)) | (Formula::Exact(x), _) if x.is_zero() => Formula::zero(),
            (x, Formula::Exact(y)) | (Formula::Exact(y), x) if y.is_one() => x.clone(),
            (x, y) => operation(Operation::Mul(x.clone(), y.clone())),
        }
    }

    /// `self / other`, where `other` is not 0.
    pub fn div(&self, other: &Formula) -> Formula {
        match (self, other) {
            (Formula::Exact(x), Formula::Exact(y)) => (x / y).into(),
            (x, y) => operation(Operation::Div(x.clone(), y.clone())),
        }
    }

    /// The square root of `self >= 0`.
    pub fn sqrt(&self) -> Formula {
        match self {
            Formula::Exact(x) => x.sqrt().into(),
            x => operation(Operation::Sqrt(x.clone())),
        }
    }

    /// The smaller of two numbers.
    pub fn min(&self, other: &Formula) -> Formula {
        match self.order(other) {
            Some(Ordering::Greater) => other.clone(),
            Some(_) => self.clone(),
            None => operation(Operation::Min(self.clone(), other.clone())),
        }
    }

    /// The larger of two numbers.
    pub fn max(&self, other: &Formula) -> Formula {
        match self.order(other) {
            Some(Ordering::Less) => other.clone(),
            Some(_) => self.clone(),
            None => operation(Operation::Max(self.clone(), other.clone())),
        }
    }

    /// `min(max(self, 0), 1)`.
    pub fn probability(&self) -> Formula {
        self.max(&Formula::zero()).min(&Formula::one())
    }

    fn order(&self, other: &Formula) -> Option<Ordering> {
        match (self, other) {
            (Formula::Infinite, Formula::Infinite) => Some(Ordering::Equal),
            (Formula::Infinite, _) => Some(Ordering::Greater),
            (_, Formula::Infinite) => Some(Ordering::Less),
            (Formula::Exact(x), Formula::Exact(y)) => x.compare(y),
            _ => None,
        }
    }

    /// The natural logarithm of `self > 0`.
    pub fn ln(&self) -> Formula {
        match self {
            Formula::Exact(x) => x.ln().into(),
            x => operation(Operation::Ln(x.clone())),
        }
    }

    /// The arc tangent.
    pub fn arctan(&self) -> Formula {
        operation(Operation::Arctan(self.clone()))
    }

    /// The standard normal distribution function at `self`.
    pub fn normal_cdf(&self) -> Formula {
        match self {
            Formula::Exact(x) if x.is_zero() => (Real::one() / 2).into(),
            x => operation(Operation::NormalCdf(x.clone())),
        }
    }

    /// The standard normal quantile of `0 < self < 1`.
    pub fn normal_quantile(&self) -> Formula {
        operation(Operation::NormalQuantile(self.clone()))
    }

    /// The mu > 0 at which mu-GDP has this delta in (0, 1) at this eps >= 0.
    pub(crate) fn gaussian_mu(eps: &Real, delta: &Real) -> Formula {
        operation(Operation::GaussianMu { eps: eps.clone(), delta: delta.clone() })
    }

    /// The least eps >= 0 at which mu-GDP, mu > 0, has at most this delta in (0, 1).
    pub(crate) fn gaussian_eps(mu: &Real, delta: &Real) -> Formula {
        operation(Operation::GaussianEps { mu: mu.clone(), delta: delta.clone() })
    }

    /// An integral over the loss of a sampled Gaussian.
    pub(crate) fn sampled_moment(sampled: &SampledGaussian, moment: Moment) -> Formula {
        operation(Operation::SampledMoment(sampled.clone(), moment))
    }

    /// `chi^2_+(G_mu) = e^(mu^2) Phi(3 mu/2) + 3 Phi(-mu/2) - 2`: Dong, Roth & Su, Lemma 3.
    pub(crate) fn gaussian_chi_squared_plus(mu: &Real) -> Formula {
        if mu.is_zero() {
            return Formula::zero();
        }
        let half = mu / 2;
        let near = Formula::from(3 * &half).normal_cdf();
        let far = Formula::from(-&half).normal_cdf();
        Formula::from(mu.pow(2).exp()) * &near + 3 * &far - 2
    }

    /// A trade-off function of noise at a level in [0, 1].
    pub(crate) fn smooth(f: &Smooth, level: &Formula) -> Formula {
        match level.as_real() {
            Some(x) if x.is_zero() => Formula::one(),
            Some(x) if x.is_one() => Formula::zero(),
            _ => operation(Operation::Smooth(f.clone(), level.clone())),
        }
    }

    /// A function of a sample of noise at a level in (0, 1).
    pub(crate) fn sampled_trade_off(
        f: &Smooth,
        rate: &Real,
        alpha: &Real,
        which: OfSample,
    ) -> Formula {
        let (f, rate, alpha) = (f.clone(), rate.clone(), alpha.clone());
        operation(Operation::SampledTradeOff(SampledTradeOff { f, rate, alpha, which }))
    }

    /// Is it a moment whose width is that of cells of losses, and not that of a precision?
    pub(crate) fn has_cells(&self) -> bool {
        match self {
            Formula::Operation(operation) => {
                matches!(operation.as_ref(), Operation::LossMoment(moment) if moment.has_cells())
            }
            _ => false,
        }
    }

    /// Is it a sum over the losses of a pair?
    pub(crate) fn is_loss_moment(&self) -> bool {
        match self {
            Formula::Operation(operation) => {
                matches!(operation.as_ref(), Operation::LossMoment(_))
            }
            Formula::Exact(_) | Formula::Infinite => true,
        }
    }

    /// Is a part of it such a moment?
    pub(crate) fn contains_cells(&self) -> bool {
        let Formula::Operation(operation) = self else {
            return false;
        };
        match operation.as_ref() {
            Operation::LossMoment(moment) => moment.has_cells(),
            Operation::Add(x, y)
            | Operation::Sub(x, y)
            | Operation::Mul(x, y)
            | Operation::Div(x, y)
            | Operation::Min(x, y)
            | Operation::Max(x, y) => x.contains_cells() || y.contains_cells(),
            Operation::Sqrt(x)
            | Operation::Ln(x)
            | Operation::Arctan(x)
            | Operation::NormalCdf(x)
            | Operation::NormalQuantile(x)
            | Operation::Smooth(_, x) => x.contains_cells(),
            Operation::GaussianMu { .. }
            | Operation::GaussianEps { .. }
            | Operation::SampledMoment(..)
            | Operation::SampledTradeOff(_)
            | Operation::RatioPower(_)
            | Operation::Conversion(_)
            | Operation::Chernoff(_) => false,
        }
    }

    /// A moment of the likelihood ratio of noise on a sample.
    pub(crate) fn ratio_power(power: &RatioPower) -> Formula {
        operation(Operation::RatioPower(power.clone()))
    }

    /// The least eps that Renyi divergences prove.
    pub(crate) fn conversion(conversion: Conversion) -> Formula {
        operation(Operation::Conversion(conversion))
    }

    /// The least `sum p^s q^(1-s)`, of which the Chernoff information is minus the logarithm.
    pub(crate) fn chernoff(chernoff: Chernoff) -> Formula {
        operation(Operation::Chernoff(chernoff))
    }

    /// An interval that contains the number, computed with `precision` bits. That of infinity is
    /// `[inf, inf]`.
    ///
    /// Cost: each operation once, whatever the number of its occurrences in the formula.
    pub fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        self.evaluate(precision, &mut HashMap::new())
    }

    fn evaluate<E: Engine>(&self, precision: u64, known: &mut Known<E>) -> Interval<E> {
        let operation = match self {
            Formula::Exact(x) => return x.enclose(precision),
            Formula::Infinite => {
                let infinity = E::Float::infinity(false);
                return Interval::new(infinity.clone(), infinity, precision);
            }
            Formula::Operation(operation) => operation,
        };
        if let Some(value) = known.get(&Arc::as_ptr(operation)) {
            return value.clone();
        }
        let mut at = |x: &Formula| x.evaluate::<E>(precision, known);
        let value = match operation.as_ref() {
            Operation::Add(x, y) => &at(x) + &at(y),
            Operation::Sub(x, y) => &at(x) - &at(y),
            Operation::Mul(x, y) => &at(x) * &at(y),
            Operation::Div(x, y) => &at(x) / &at(y),
            Operation::Sqrt(x) => at(x).sqrt(),
            Operation::Min(x, y) => -&(-&at(x)).maximum(&-&at(y)),
            Operation::Max(x, y) => at(x).maximum(&at(y)),
            Operation::Ln(x) => at(x).ln(),
            Operation::Arctan(x) => arctan(&at(x)),
            Operation::NormalCdf(x) => normal_cdf(&at(x)),
            Operation::NormalQuantile(x) => normal_quantile(&at(x).probability()),
            Operation::GaussianMu { eps, delta } => solve_mu(eps, delta, precision),
            Operation::GaussianEps { mu, delta } => {
                let rest = (1 - delta).enclose::<E>(precision);
                Gaussian { mu_squared: mu.pow(2) }.eps(&delta.enclose(precision), &rest)
            }
            Operation::SampledMoment(sampled, moment) => sampled.moment(*moment, precision),
            Operation::LossMoment(moment) => moment.enclose(precision),
            Operation::Smooth(smooth, level) => smooth.at(&at(level)).probability(),
            Operation::SampledTradeOff(sampled) => sampled.enclose(precision),
            Operation::RatioPower(power) => power.enclose(precision),
            Operation::Conversion(conversion) => conversion.enclose(precision),
            Operation::Chernoff(chernoff) => chernoff.enclose(precision),
        };
        known.insert(Arc::as_ptr(operation), value.clone());
        value
    }
}
