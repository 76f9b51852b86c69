//! The shortest way to a number: a mechanism as text, a point, and what is known of the quantity there.
//!
//! They answer with 20 significant digits, or on a grid of losses with a relative gap below 1e-3; [`ask`] answers
//! everything else.

use crate::mechanism::Mechanism;
use crate::quantity::{Bounds, Content, Entry, Options, table};
use crate::question::{Question, ask};
use crate::refusal::Refusal;

/// A number as a caller has it: exact in any case.
pub trait ToLiteral {
    /// The same number as a literal, see [`literal`](crate::exact::literal).
    fn to_literal(&self) -> String;
}

/// A literal: `"0.1"` is 1/10, `"ln(2)"` is what it says.
impl ToLiteral for &str {
    fn to_literal(&self) -> String {
        (*self).to_owned()
    }
}

/// Exactly that binary64: `0.1` is 3602879701896397/36028797018963968.
impl ToLiteral for f64 {
    fn to_literal(&self) -> String {
        let Some((mantissa, exponent)) =
            crate::exact::Dyadic::from_f64(*self).and_then(|x| x.parts().map(|(m, e)| (m.clone(), e)))
        else {
            // Infinities and NaN are no literals, and refused by their names.
            return self.to_string();
        };
        format!("{mantissa}*2^{exponent}")
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl ToLiteral for $integer {
            fn to_literal(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

integers!(i32 i64 u32 u64 usize);

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
/// A mechanism or an eps that is none, and what would be too costly: see [`Refusal`].
pub fn delta(mechanism: &str, eps: impl ToLiteral) -> Result<Bounds, Refusal> {
    number(mechanism, table::DELTA, Some(eps.to_literal()))
}

/// The least eps >= 0 such that the mechanism is (eps, delta)-DP, for a delta in [0, 1]; infinite if there is none.
///
/// ```
/// let eps = dpcert::eps("gaussian(sigma=2)^10", "1e-5")?;
/// assert_eq!((eps.lower_decimal(7), eps.upper_decimal(7)), ("7.511275".to_owned(), "7.511276".to_owned()));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// As for [`delta`].
pub fn eps(mechanism: &str, delta: impl ToLiteral) -> Result<Bounds, Refusal> {
    number(mechanism, table::EPS, Some(delta.to_literal()))
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
pub fn beta(mechanism: &str, alpha: impl ToLiteral) -> Result<Bounds, Refusal> {
    number(mechanism, table::BETA, Some(alpha.to_literal()))
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
pub fn tv(mechanism: &str) -> Result<Bounds, Refusal> {
    number(mechanism, table::TV, None)
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
pub fn rho(mechanism: &str) -> Result<Bounds, Refusal> {
    number(mechanism, table::RHO, None)
}

fn number(mechanism: &str, quantity: &Entry, parameter: Option<String>) -> Result<Bounds, Refusal> {
    let mechanism = Mechanism::parse(mechanism)?;
    let query = quantity.query(parameter.as_deref())?;
    match ask(&Question::Quantity(mechanism, query), &Options::default())?.content {
        Content::Number(bounds) => Ok(bounds),
        _ => Err(Refusal::Unsupported {
            what: format!("{} as one number", quantity.name),
            missing: "it is several numbers: ask for it by Query".into(),
        }),
    }
}
