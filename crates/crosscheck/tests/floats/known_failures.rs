//! Where implementations were seen to fail, the references fail in the same way.

use super::*;
use dpcert_crosscheck::ulps::Direction;

#[test]
fn the_gaussian_formula_loses_all_digits_and_ends_as_nan() {
    let far = normal(gaussian::literal, 20.0, 700.0);
    assert!((3.0566e-138..3.0568e-138).contains(&far.value), "{far:?}");
    assert_eq!(error(&far).direction, Direction::Above);
    assert!(error(&far).lower > 1_000_000_000_000_000u64, "{far:?}");
    assert_eq!(normal(gaussian::literal, 20.0, 710.0).finding, Finding::NotANumber);
    // Both other forms have most digits there.
    for formula in [gaussian::scaled, gaussian::log_space] {
        for eps in [700.0, 710.0] {
            let point = normal(formula, 20.0, eps);
            assert!(agrees(&point, (1, 1_000_000_000)), "{point:?}");
        }
    }
}

/// Zero for 3.9e-343 is the nearest binary64 there is: not an upper bound, and less than an ulp
/// away.
#[test]
fn a_truth_below_all_binary64_is_rounded_to_zero() {
    let point = normal(gaussian::literal, 1.0, 40.0);
    assert_eq!(point.value, 0.0);
    assert_eq!(error(&point).direction, Direction::Below);
    assert!(error(&point).is_within(1) && !agrees(&point, (1, 2)));
}

#[test]
fn sums_of_exponentials_overflow() {
    let composed = |eps, delta, eta, k, j| Composition { eps, delta, eta, k, j };
    let overflow = composition(kairouz::literal, composed(10.0, 0.0, None, 100, 0));
    assert_eq!(overflow.finding, Finding::NotANumber);
    assert!(matches!(
        composition(kairouz::log_space, composed(10.0, 0.0, None, 100, 0)).finding,
        Finding::Error(_)
    ));
    let double = composed(10.0, 0.0, Some(0.2), 80, 0);
    assert_eq!(composition(ghazi_issa::literal, double).finding, Finding::NotANumber);
    assert!(agrees(&composition(ghazi_issa::recurrence, double), (1, 1_000_000_000)));
}

/// `1 - (1-delta)^k (1-delta_j)` has an absolute error near 1e-16.
#[test]
fn the_printed_total_cancels() {
    let at = Composition { eps: std::f64::consts::LN_2, delta: 0.0, eta: Some(0.1), k: 30, j: 27 };
    let printed = composition(ghazi_issa::literal, at);
    assert_eq!((printed.value, &printed.finding), (0.0, &Finding::Underflow), "{printed:?}");
    assert!(agrees(&composition(ghazi_issa::recurrence, at), (1, 1_000_000_000)));
}

/// A product that starts with a probability below all binary64 stays zero.
#[test]
fn running_products_underflow_at_their_start() {
    let at = Composition { eps: 0.1, delta: 0.0, eta: None, k: 2000, j: 0 };
    assert_eq!(composition(kairouz::products, at).finding, Finding::Underflow);
    assert!(agrees(&composition(kairouz::log_space, at), (1, 1_000_000_000)));
}

#[test]
fn a_transform_in_floating_point_has_absolute_noise() {
    let at = Composition { eps: 0.1, delta: 0.0, eta: None, k: 1000, j: 300 };
    let noisy = composition(fourier::pairs, at);
    assert!(
        !matches!(&noisy.finding, Finding::Error(error) if error.is_within(1 << 50)),
        "{noisy:?}"
    );
    assert!(agrees(&composition(kairouz::log_space, at), (1, 1_000_000_000)));
}

/// delta = 1e-5 is reached at eps = 1.505 by the central limit, and above 2.406 in truth.
#[test]
fn the_central_limit_is_no_bound() {
    let at = |eps| {
        let sample = Sample { rate: 0.001, sigma: 0.6, steps: 10_000, eps };
        point(&Case::Sample(sample, central_limit::delta)).unwrap()
    };
    let claimed = at(1.505);
    assert!((9.9e-6..1.02e-5).contains(&claimed.value), "{claimed:?}");
    assert_eq!(error(&claimed).direction, Direction::Below);
    // More than thirty times as much.
    assert!(*claimed.truth.lower() > Rational::from_unsigneds(3u32, 10_000u32), "{claimed:?}");
    assert!(*at(2.0).truth.lower() > Rational::from_unsigneds(1u32, 100_000u32));
}
