//! Single answers, from the mechanism to the digits.

use divan::{Bencher, black_box};
use dpcert::exact::Malachite;
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::exact::{Engine, literal};
use dpcert::{Answer, Mechanism, Options, Query, answer};

fn main() {
    divan::main();
}

/// Times the answer to "delta at eps", 20 digits.
fn delta<E: Engine>(bencher: Bencher, mechanism: &str, eps: &str) {
    let mechanism = Mechanism::parse(mechanism).expect("a mechanism");
    let query = Query::Delta { eps: literal::parse(eps).expect("an eps") };
    bencher.bench_local(|| -> Answer {
        answer::<E>(black_box(&mechanism), &query, &Options::default()).expect("an answer")
    });
}

/// A thousand times (1/10, 0)-DP.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr]))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite]))]
fn thousandfold<E: Engine>(bencher: Bencher) {
    delta::<E>(bencher, "approx-dp(eps=1/10, delta=0)^1000", "3");
}

/// A Gaussian: erfc decides.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr]))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite]))]
fn gaussian<E: Engine>(bencher: Bencher) {
    delta::<E>(bencher, "gaussian(sigma=13/10)", "1");
}

/// A thousand steps of three kinds on the lattice of eps = 1/20: polynomials of 5401 terms.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr], sample_count = 5, sample_size = 1))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite], sample_count = 5, sample_size = 1))]
fn mixed_ledger<E: Engine>(bencher: Bencher) {
    let ledger = "approx-dp(eps=0.1, delta=1e-9)^500 * approx-dp(eps=0.25, delta=1e-8)^300 \
                  * approx-dp(eps=0.05, delta=1e-10)^200";
    delta::<E>(bencher, ledger, "20");
}
