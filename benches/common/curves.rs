//! Curves with many edges.

use dpcert::Real;
use dpcert::pair::FinitePair;
use dpcert::tradeoff::Curve;
use malachite::Natural;
use malachite::rational::Rational;

/// `count` outcomes with masses of 31 random bits over one denominator.
pub fn scattered(count: u64, mut seed: u64) -> Curve {
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) + 1
    };
    let masses: Vec<(u64, u64)> = (0..count).map(|_| (draw(), draw())).collect();
    let sums = masses.iter().fold((0, 0), |sum, mass| (sum.0 + mass.0, sum.1 + mass.1));
    let share = |mass: u64, sum: u64| {
        Real::from(Rational::from_naturals(Natural::from(mass), Natural::from(sum)))
    };
    let outcomes = masses.iter().map(|(p, q)| (share(*p, sums.0), share(*q, sums.1), None));
    let pair = FinitePair::from_outcomes(outcomes).expect("rational masses");
    Curve::of(&pair).expect("rational losses")
}

/// Losses `j ln 2`, |j| <= count / 2, with the masses of a two-sided geometric law.
pub fn lattice(count: u64) -> Curve {
    let share = |j: u64| Real::from(2u64).pow(-i64::try_from(j).unwrap_or(i64::MAX));
    let outcomes = (0..=count).map(|j| {
        let last = |j: u64| if j == count { share(j) } else { share(j + 1) };
        (last(j), last(count - j), None)
    });
    let pair = FinitePair::from_outcomes(outcomes).expect("rational masses");
    Curve::of(&pair).expect("rational losses")
}
