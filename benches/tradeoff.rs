//! The algebra of trade-off functions.

#[path = "common/curves.rs"]
mod curves;

use curves::{lattice, scattered};
use divan::{Bencher, black_box};
use dpcert::Real;
use dpcert::tradeoff::Curve;
use malachite::rational::Rational;

fn main() {
    divan::main();
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
