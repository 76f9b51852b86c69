//! The algebra of trade-off functions.

use divan::{Bencher, black_box};
use dpcert::exact::Real;
use dpcert::pair::FinitePair;
use dpcert::tradeoff::Curve;
use malachite::Natural;
use malachite::rational::Rational;

fn main() {
    divan::main();
}

/// `count` outcomes with masses of 31 random bits over one denominator.
fn scattered(count: u64, mut seed: u64) -> Curve {
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) + 1
    };
    let masses: Vec<(u64, u64)> = (0..count).map(|_| (draw(), draw())).collect();
    let sums = masses.iter().fold((0, 0), |sum, mass| (sum.0 + mass.0, sum.1 + mass.1));
    let share = |mass: u64, sum: u64| Real::from(Rational::from_naturals(Natural::from(mass), Natural::from(sum)));
    let outcomes = masses.iter().map(|(p, q)| (share(*p, sums.0), share(*q, sums.1), None));
    let pair = FinitePair::from_outcomes(outcomes).expect("rational masses");
    Curve::of(&pair).expect("rational losses")
}

/// Losses `j ln 2`, |j| <= count / 2, with the masses of a two-sided geometric law.
fn lattice(count: u64) -> Curve {
    let share = |j: u64| Real::from(2u64).pow(-i64::try_from(j).unwrap_or(i64::MAX));
    let outcomes = (0..=count).map(|j| {
        let last = |j: u64| if j == count { share(j) } else { share(j + 1) };
        (last(j), last(count - j), None)
    });
    let pair = FinitePair::from_outcomes(outcomes).expect("rational masses");
    Curve::of(&pair).expect("rational losses")
}

/// A million different likelihood ratios.
#[divan::bench(args = [100, 1000], sample_count = 5, sample_size = 1)]
fn tensor_scattered(bencher: Bencher, edges: u64) {
    let (first, second) = (scattered(edges, 1), scattered(edges, 2));
    bencher.bench_local(|| black_box(&first).tensor(black_box(&second)).expect("a product"));
}

/// A million pairs of outcomes with two thousand likelihood ratios: every comparison is a tie.
#[divan::bench(args = [100, 1000], sample_count = 5, sample_size = 1)]
fn tensor_lattice(bencher: Bencher, edges: u64) {
    let curve = lattice(edges);
    bencher.bench_local(|| black_box(&curve).tensor(black_box(&curve)).expect("a product"));
}

/// The curve of a group of 100 under a rational (eps, delta).
#[divan::bench(sample_count = 5, sample_size = 1)]
fn group_of_a_hundred(bencher: Bencher) {
    let pair = dpcert::pair::upper_envelope(&[(
        Real::from(Rational::from_unsigneds(101u64, 100)).ln(),
        Real::from(Rational::from_unsigneds(1u64, 1_000_000)),
    )]);
    let curve = Curve::of(&pair.expect("rational lines")).expect("rational losses");
    bencher.bench_local(|| black_box(&curve).group(100).expect("a group"));
}
