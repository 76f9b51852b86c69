//! Single answers, from the mechanism to the digits.

use divan::{Bencher, black_box};
use dpcert::claim::{Literal, Measure, Relation, Settings, judge_statement};
use dpcert::exact::Malachite;
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::exact::{Engine, literal};
use dpcert::quantity::Scalar;
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

/// A verdict on what somebody says about the delta of `gaussian`: beside it, this is what judging costs.
#[cfg_attr(feature = "mpfr", divan::bench(types = [Malachite, Mpfr]))]
#[cfg_attr(not(feature = "mpfr"), divan::bench(types = [Malachite]))]
fn gaussian_judged<E: Engine>(bencher: Bencher) {
    let mechanism = Mechanism::parse("gaussian(sigma=13/10)").expect("a mechanism");
    let number = |text: &str| literal::parse(text).expect("a number");
    let measure = Measure::Scalar(Scalar::Delta { eps: number("1") });
    let said = Relation::AtMost(Literal { text: "0.0617".to_owned(), value: number("0.0617") });
    bencher.bench_local(|| judge_statement::<E>(black_box(&mechanism), &measure, &said, &Settings::default()));
}
