//! Two pairs in Blackwell's order.

use malachite::rational::Rational;

const OUTCOMES: usize = 100;

pub type Masses = Vec<(Rational, Rational)>;

/// Distributions on `OUTCOMES` outcomes without a pattern: weights below 2^14 from a linear
/// congruence.
fn distributions() -> impl FnMut() -> Vec<Rational> {
    let mut state = 1u64;
    move || {
        let mut weight = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 50) + 1
        };
        let weights: Vec<u64> = (0..OUTCOMES).map(|_| weight()).collect();
        let sum = Rational::from(weights.iter().sum::<u64>());
        weights.into_iter().map(|weight| Rational::from(weight) / &sum).collect()
    }
}

/// A pair, and one half way between it and what a random kernel makes of it.
pub fn ordered() -> (Masses, Masses) {
    let mut side = distributions();
    let a: Masses = side().into_iter().zip(side()).collect();
    let mut b: Masses = a.clone();
    for (p, q) in &a {
        for (sum, probability) in b.iter_mut().zip(side()) {
            sum.0 += p * &probability;
            sum.1 += q * probability;
        }
    }
    let half = Rational::from_unsigneds(1u32, 2u32);
    b.iter_mut().for_each(|(p, q)| (*p, *q) = (&*p * &half, &*q * &half));
    (a, b)
}
