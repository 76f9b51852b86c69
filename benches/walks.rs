//! Walks over the lattice of a k-fold composition, and the yardstick they are measured by.

mod common;

use common::{ENCLOSED, ENCLOSED_TV, EXACT, multiplications, pair, precision};
use divan::{Bencher, black_box, black_box_drop};
use dpcert::composition::kfold::{self, RationalPair};
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::exact::{Engine, Malachite};
use dpcert::{Control, Real};

fn main() {
    divan::main();
}

const MILLION: u64 = 1_000_000;

/// Every delta_j as numerators over a common denominator, k = 10^4.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr], sample_count = 10))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite], sample_count = 10))]
fn exact_deltas<E: Engine>(bencher: Bencher) {
    let pair = RationalPair::of(&pair(EXACT)).expect("rational");
    bencher.bench_local(|| black_box(&pair).deltas::<E::Natural>(10_000));
}

/// Both ends of every delta_j, k = 10^6.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr], args = [ENCLOSED, ENCLOSED_TV], sample_count = 10))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite], args = [ENCLOSED, ENCLOSED_TV], sample_count = 10))]
fn enclosed_deltas<E: Engine>(bencher: Bencher, mechanism: &str) {
    let pair = pair(mechanism);
    bencher.bench_local(|| {
        kfold::deltas::<E>(black_box(&pair), MILLION, precision(MILLION), &Control::default())
    });
}

/// What `enclosed_deltas` is measured by: 10^6 multiplications of its precision.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr], sample_count = 20))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite], sample_count = 20))]
fn a_million_multiplications<E: Engine>() {
    black_box_drop(multiplications::<E>(MILLION, black_box(precision(MILLION))));
}

/// Both ends of one delta, k = 10^6, in constant memory.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr], args = [ENCLOSED, ENCLOSED_TV], sample_count = 10))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite], args = [ENCLOSED, ENCLOSED_TV], sample_count = 10))]
fn enclosed_delta<E: Engine>(bencher: Bencher, mechanism: &str) {
    let pair = pair(mechanism);
    // Half way between two lattice points near the bottom: almost the whole walk.
    let eps = Real::from(3u64).div(&Real::from(2000u64));
    bencher.bench_local(|| {
        kfold::delta_at::<E>(
            black_box(&pair),
            MILLION,
            (&eps, 1),
            precision(MILLION),
            &Control::default(),
        )
    });
}
