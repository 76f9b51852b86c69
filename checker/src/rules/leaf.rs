//! Leaves: values of functions, re-derived by their series.

use super::step::bits;
use super::{Leaf, Shown, number};
use crate::fault::{Fault, Malformed, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::json::Fields;
use crate::number::{bits_of, show};
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_traits::{Signed, ToPrimitive, Zero};

/// The most terms of a series.
pub(crate) const MAX_TERMS: u64 = 1 << 16;

/// The work of a series with this many terms and bits.
pub(crate) fn leaf_work(bits: u64, terms: u64) -> u64 {
    product(&[bits, bits.saturating_add(terms).saturating_add(256), 4])
}

/// Re-derives a leaf, within the remaining work: the enclosure of the certificate must contain the
/// one that the series gives with the terms and the bits that the certificate names.
///
/// # Errors
/// Why it is not accepted.
pub fn leaf(work: &Work, mut fields: Fields) -> Result<Shown, Fault> {
    let function = fields.text("function")?;
    let mut value = |key: &str| number(&mut fields, key, work);
    let (at, lo, hi) = (value("at")?, value("lo")?, value("hi")?);
    let bits = bits(&mut fields)?;
    let terms = fields.integer("terms")?;
    if terms.is_negative() {
        return Err(Malformed::outside("the number of terms", "below 0").into());
    }
    let terms = u32::try_from(terms).ok().filter(|terms| u64::from(*terms) <= MAX_TERMS);
    let terms = terms.ok_or_else(|| Unsupported::too_long("the series", MAX_TERMS, "terms"))?;
    fields.finish()?;
    work.spend(leaf_work(bits, terms.into()))?;
    // Powers of e have integer digits too.
    let whole = (at.numer() / at.denom()).magnitude().to_u64().unwrap_or(u64::MAX).min(1 << 17);
    let digits = [&at, &lo, &hi].map(bits_of).into_iter().fold(whole, u64::max);
    work.spend(product(&[digits, digits]) / 16)?;
    work.keep([&at, &lo, &hi].iter().map(|x| x.numer().bits() + x.denom().bits()).sum())?;
    let scale = Scale::new(bits);
    let argument = scale.rational(&at);
    let (low, high) = (&argument.lo, &argument.hi);
    let derived = match function.as_str() {
        "exp" if !scale.is_exponent(low) || !scale.is_exponent(high) => {
            return Err(Unsupported::too_large("e to this number").into());
        }
        "exp" => Interval { lo: scale.exp_of(low, terms).lo, hi: scale.exp_of(high, terms).hi },
        "erfc" => Interval { lo: scale.erfc_of(high, terms).lo, hi: scale.erfc_of(low, terms).hi },
        "ln" if low.is_positive() => {
            Interval { lo: scale.ln_of(low, terms).lo, hi: scale.ln_of(high, terms).hi }
        }
        "sqrt" if !low.is_negative() => scale.sqrt(&argument),
        // A number above 0 may be rounded to 0 at this precision.
        "ln" if at.is_positive() => return Err(Unsupported::NotEnclosed { what: "ln" }.into()),
        "ln" | "sqrt" => {
            return Err(Unproved::inapplicable(show(&at), "in the domain of the function").into());
        }
        _ => {
            return Err(Unsupported::Unknown { what: "function", name: function }.into());
        }
    };
    let (derived_lo, derived_hi) = scale.ends(&derived);
    if lo > derived_lo || hi < derived_hi {
        return Err(Unproved::NotEnclosing { function }.into());
    }
    // Rules multiply these values: two lower ends below 0 would give a product above 0.
    let lo = if function == "ln" { lo } else { lo.max(BigRational::zero()) };
    Ok(Shown::Leaf(Leaf { function, at, lo, hi }))
}
