//! Assertions for the tests of accountants that are written in Rust.
//!
//! ```
//! # fn accountant(_: f64, _: u32, _: f64) -> f64 { 0.876438 }
//! use dpcert::{assert_lower, assert_upper};
//! // delta of 50 steps of Gaussian noise at eps = 1, which an accountant must not understate.
//! assert_upper!(accountant(2.0, 50, 1.0), dpcert::delta("gaussian(sigma=2)^50", 1));
//! // A tolerance is for accountants that do not round outward.
//! assert_upper!(0.876437913, dpcert::delta("gaussian(sigma=2)^50", 1), rel = "1e-8");
//! // The error of an attacker is stated from below.
//! assert_lower!(0.15, dpcert::beta("gaussian(sigma=2)^2", "1/2"));
//! ```

use crate::enclosure::Bounds;
use crate::exact::{Dyadic, Real};
use crate::refusal::Refusal;
use crate::short::IntoReal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Asserts that a reported number is proven to be an upper bound: of what [`delta`](crate::delta),
/// [`eps`](crate::eps), [`tv`](crate::tv), [`rho`](crate::rho) or [`beta`](crate::beta) answer.
///
/// With `rel = "1e-9"` it may be below the certified value by that part of it.
///
/// # Panics
/// If the number is below the certified enclosure or within it, if it is NaN, or if the question
/// has no answer: with the reason.
///
/// ```should_panic
/// dpcert::assert_upper!(0.8764, dpcert::delta("gaussian(sigma=2)^50", 1));
/// ```
#[macro_export]
macro_rules! assert_upper {
    ($reported:expr, $certified:expr $(,)?) => {
        $crate::assert_upper!($reported, $certified, rel = 0)
    };
    ($reported:expr, $certified:expr, rel = $rel:expr $(,)?) => {
        if let Some(problem) = $crate::assertions::problem_above($reported, $certified, $rel) {
            panic!("{problem}");
        }
    };
}

/// Asserts that a reported number is proven to be a lower bound, as [`assert_upper!`] does from the
/// other side.
///
/// # Panics
/// If the number is above the certified enclosure or within it, if it is NaN, or if the question
/// has no answer: with the reason.
///
/// ```should_panic
/// dpcert::assert_lower!(0.5, dpcert::beta("gaussian(sigma=1)", "1/2"));
/// ```
#[macro_export]
macro_rules! assert_lower {
    ($reported:expr, $certified:expr $(,)?) => {
        $crate::assert_lower!($reported, $certified, rel = 0)
    };
    ($reported:expr, $certified:expr, rel = $rel:expr $(,)?) => {
        if let Some(problem) = $crate::assertions::problem_below($reported, $certified, $rel) {
            panic!("{problem}");
        }
    };
}

/// Why a number is not proven to be an upper bound; for [`assert_upper!`].
#[doc(hidden)]
pub fn problem_above(
    reported: f64,
    certified: Result<Bounds, Refusal>,
    rel: impl IntoReal,
) -> Option<String> {
    problem(reported, certified, rel, Ordering::Less)
}

/// Why a number is not proven to be a lower bound; for [`assert_lower!`].
#[doc(hidden)]
pub fn problem_below(
    reported: f64,
    certified: Result<Bounds, Refusal>,
    rel: impl IntoReal,
) -> Option<String> {
    problem(reported, certified, rel, Ordering::Greater)
}

/// `wrong` is how a number on the wrong side compares with the truth.
fn problem(
    reported: f64,
    certified: Result<Bounds, Refusal>,
    rel: impl IntoReal,
    wrong: Ordering,
) -> Option<String> {
    let bounds = match certified {
        Ok(bounds) => bounds,
        Err(refusal) => return Some(format!("there is no certified value: {refusal}")),
    };
    let rel = match rel.into_real() {
        Ok(Real::Rational(rel)) if rel >= 0u32 => rel,
        _ => return Some("rel is a rational number of at least 0, such as \"1e-9\"".to_owned()),
    };
    if reported.is_nan() {
        return Some("the reported number is NaN".to_owned());
    }
    // The ends next to the enclosure that are binary64: the lower one is at most the truth, the
    // upper one at least.
    let ends = [bounds.lower_f64(), bounds.upper_f64()];
    let far = |end: f64| is_beyond(reported, end, &rel, wrong);
    let [first, second] = if wrong.is_lt() { [ends[0], ends[1]] } else { [ends[1], ends[0]] };
    if !far(second) {
        return None;
    }
    let side = if wrong.is_lt() { "an upper" } else { "a lower" };
    let [lower, upper] = ends;
    Some(if far(first) {
        format!("{reported:e} is not {side} bound: the value is in [{lower:e}, {upper:e}]")
    } else {
        format!(
            "{reported:e} is not proven to be {side} bound: the value is in [{lower:e}, {upper:e}]; ask \
             dpcert::ask for a narrower answer, or allow a tolerance"
        )
    })
}

/// Is a number on the wrong side of an end, by more than a part of the end?
fn is_beyond(reported: f64, end: f64, rel: &Rational, wrong: Ordering) -> bool {
    let exactly = |x: f64| Dyadic::from_f64(x).and_then(|x| x.to_rational());
    match (exactly(reported), exactly(end)) {
        (Some(reported), Some(end)) => {
            let allowed = &end * rel;
            let end = if wrong.is_lt() { end - allowed } else { end + allowed };
            reported.cmp(&end) == wrong
        }
        // At least one is infinite.
        _ => reported.partial_cmp(&end) == Some(wrong),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn half() -> Result<Bounds, Refusal> {
        crate::tv("randomized-response(eps=ln(3))^2")
    }

    fn gaussian() -> Result<Bounds, Refusal> {
        crate::tv("gaussian(sigma=1)")
    }

    #[test]
    fn both_sides_of_an_exact_number() {
        assert_upper!(0.5, half());
        assert_lower!(0.5, half());
        assert_upper!(f64::INFINITY, half());
        assert!(problem_above(0.5f64.next_down(), half(), 0).unwrap().contains("not an upper"));
        assert!(problem_below(0.5f64.next_up(), half(), 0).unwrap().contains("not a lower"));
        assert!(problem_above(f64::NAN, half(), 0).unwrap().contains("NaN"));
        assert!(problem_below(f64::INFINITY, half(), 0).is_some());
    }

    #[test]
    fn the_neighbours_of_an_irrational_number() {
        let bounds = gaussian().unwrap();
        assert_upper!(bounds.upper_f64(), gaussian());
        assert_lower!(bounds.lower_f64(), gaussian());
        assert!(problem_above(bounds.lower_f64(), gaussian(), 0).unwrap().contains("not proven"));
        assert!(problem_below(bounds.upper_f64(), gaussian(), 0).unwrap().contains("not proven"));
    }

    #[test]
    fn a_tolerance_is_a_part_of_the_value() {
        assert_upper!(0.4999999, half(), rel = "1e-6");
        assert!(problem_above(0.4999994, half(), "1e-6").is_some());
        assert_lower!(0.5000004, half(), rel = "1e-6");
        assert!(problem_below(0.5000006, half(), "1e-6").is_some());
        assert!(problem_above(0.5, half(), "-1").unwrap().contains("rel is"));
        assert!(problem_above(0.5, half(), "ln(2)").unwrap().contains("rel is"));
    }

    #[test]
    fn infinite_answers_and_refusals() {
        assert_upper!(f64::INFINITY, crate::eps("gaussian(sigma=1)", 0));
        assert!(problem_above(1e300, crate::eps("gaussian(sigma=1)", 0), 0).is_some());
        assert_lower!(1e300, crate::eps("gaussian(sigma=1)", 0));
        let refused = problem_above(1.0, crate::delta("gaussian(sigma=0)", 1), 0).unwrap();
        assert!(refused.contains("no certified value") && refused.contains("sigma"));
    }
}
