//! Blackwell's order of two pairs of 100 outcomes: the kernel, and its check alone.

#[path = "common/ordered.rs"]
mod ordered;

use divan::{Bencher, black_box};
use dpcert::tradeoff::Kernel;
use ordered::ordered;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn kernel(bencher: Bencher) {
    let (a, b) = ordered();
    bencher.bench_local(|| {
        Kernel::between(black_box(&a), black_box(&b)).expect("the first dominates")
    });
}

#[divan::bench(sample_count = 10)]
fn check(bencher: Bencher) {
    let (a, b) = ordered();
    let kernel = Kernel::between(&a, &b).expect("the first dominates");
    bencher.bench_local(|| assert!(black_box(&kernel).turns(&a, &b)));
}
