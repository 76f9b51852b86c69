//! The shortest way to a number: a mechanism, a point, and bounds of the quantity there.
//!
//! They answer with 20 significant digits, or on a grid of losses with a relative gap below 1e-3;
//! [`ask`] answers everything else.

use crate::answer::{Content, Options};
use crate::enclosure::Bounds;
use crate::exact::literal::{self, LiteralError};
use crate::exact::{Dyadic, Real};
use crate::input::InputError;
use crate::mechanism::Mechanism;
use crate::quantity::Query;
use crate::question::{Question, ask};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// A mechanism, or its text in the compact notation.
pub trait IntoMechanism {
    /// The mechanism.
    ///
    /// # Errors
    /// A text that is not a mechanism.
    fn into_mechanism(self) -> Result<Mechanism, Refusal>;
}

impl IntoMechanism for &str {
    fn into_mechanism(self) -> Result<Mechanism, Refusal> {
        Mechanism::parse(self)
    }
}

impl IntoMechanism for Mechanism {
    fn into_mechanism(self) -> Result<Mechanism, Refusal> {
        Ok(self)
    }
}

impl IntoMechanism for &Mechanism {
    fn into_mechanism(self) -> Result<Mechanism, Refusal> {
        Ok(self.clone())
    }
}

/// A number as a caller has it: exact in any case.
pub trait IntoReal {
    /// The number.
    ///
    /// # Errors
    /// A text that is not a literal, and a binary64 that is infinite or NaN.
    fn into_real(self) -> Result<Real, LiteralError>;
}

/// A literal: `"0.1"` is 1/10, `"ln(2)"` is the logarithm.
impl IntoReal for &str {
    fn into_real(self) -> Result<Real, LiteralError> {
        literal::parse(self)
    }
}

/// Exactly that binary64: `0.1` is 3602879701896397/36028797018963968.
impl IntoReal for f64 {
    fn into_real(self) -> Result<Real, LiteralError> {
        match Dyadic::from_f64(self).and_then(|x| x.to_rational()) {
            Some(x) => Ok(x.into()),
            // Infinities and NaN are refused by their names.
            None => literal::parse(&self.to_string()),
        }
    }
}

impl IntoReal for Real {
    fn into_real(self) -> Result<Real, LiteralError> {
        Ok(self)
    }
}

impl IntoReal for &Real {
    fn into_real(self) -> Result<Real, LiteralError> {
        Ok(self.clone())
    }
}

macro_rules! numbers {
    ($($number:ty as $whole:ty),*) => {$(
        impl IntoReal for $number {
            fn into_real(self) -> Result<Real, LiteralError> {
                Ok(Real::from(<$whole>::from(self)))
            }
        }
    )*};
}

numbers!(i32 as i64, i64 as i64, u32 as u64, u64 as u64, Rational as Rational);

/// The privacy profile at an eps >= 0: the least delta such that the mechanism is (eps, delta)-DP.
///
/// ```
/// let delta = dpcert::delta("gaussian(sigma=2)^50", 1)?;
/// assert!(delta.lower_f64() < delta.upper_f64());
/// assert_eq!(delta.upper_decimal(6), "0.876438");
/// // 0.1 is a binary64 here and a tenth there: they are different numbers.
/// assert!(dpcert::delta("laplace(eps=1)", 0.1)?.lower() != dpcert::delta("laplace(eps=1)", "0.1")?.lower());
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// If the mechanism or eps is not valid, or the estimated cost exceeds a limit: see [`Refusal`].
pub fn delta(mechanism: impl IntoMechanism, eps: impl IntoReal) -> Result<Bounds, Refusal> {
    number(mechanism, Query::delta(real("eps", eps)?)?)
}

/// The least eps >= 0 such that the mechanism is (eps, delta)-DP, for a delta in [0, 1]; infinite
/// if no finite eps suffices.
///
/// ```
/// let eps = dpcert::eps("gaussian(sigma=2)^10", "1e-5")?;
/// assert_eq!((eps.lower_decimal(7), eps.upper_decimal(7)), ("7.511275".to_owned(), "7.511276".to_owned()));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// As for [`delta`].
pub fn eps(mechanism: impl IntoMechanism, delta: impl IntoReal) -> Result<Bounds, Refusal> {
    number(mechanism, Query::eps(real("delta", delta)?)?)
}

/// The trade-off function: the least type II error of a test of level alpha, in [0, 1].
///
/// ```
/// let beta = dpcert::beta("approx-dp(eps=ln(3), delta=0)", "1/4")?;
/// assert_eq!(beta.exact().map(ToString::to_string).as_deref(), Some("1/4"));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// As for [`delta`].
pub fn beta(mechanism: impl IntoMechanism, alpha: impl IntoReal) -> Result<Bounds, Refusal> {
    number(mechanism, Query::beta(real("alpha", alpha)?)?)
}

/// The total variation: delta at eps = 0.
///
/// ```
/// let tv = dpcert::tv("randomized-response(eps=ln(3))^2")?;
/// assert_eq!(tv.midpoint().map(|tv| tv.to_string()).as_deref(), Some("1/2"));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// As for [`delta`].
pub fn tv(mechanism: impl IntoMechanism) -> Result<Bounds, Refusal> {
    number(mechanism, Query::Tv)
}

/// The least rho such that the mechanism is rho-zCDP.
///
/// ```
/// assert!(dpcert::rho("gaussian(sigma=2)^8")?.contains(1.0));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// As for [`delta`].
pub fn rho(mechanism: impl IntoMechanism) -> Result<Bounds, Refusal> {
    number(mechanism, Query::Rho)
}

fn real(name: &str, number: impl IntoReal) -> Result<Real, InputError> {
    let named = |LiteralError { message, span, help }| InputError {
        message,
        field: name.to_owned(),
        span,
        help,
    };
    number.into_real().map_err(named)
}

fn number(mechanism: impl IntoMechanism, query: Query) -> Result<Bounds, Refusal> {
    let question = Question::Quantity(mechanism.into_mechanism()?, query);
    match ask(&question, &Options::default())?.content {
        Content::Number(number) => Ok(number.bounds),
        // All five are one number.
        _ => Err(Refusal::Unsupported {
            what: "this quantity".into(),
            missing: "it has several numbers; use ask".into(),
        }),
    }
}
