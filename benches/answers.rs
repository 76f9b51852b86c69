//! Single answers, from the mechanism to the digits.

use divan::{Bencher, black_box};
use dpcert::claim::{Literal, Measure, Relation, judge_statement};
use dpcert::exact::literal;
use dpcert::quantity::Scalar;
use dpcert::{Answer, EngineChoice, Mechanism, Options, Query, Question};

fn main() {
    divan::main();
}

/// The engines of this build.
#[cfg(feature = "mpfr")]
const ENGINES: [EngineChoice; 2] = [EngineChoice::Malachite, EngineChoice::Mpfr];
#[cfg(not(feature = "mpfr"))]
const ENGINES: [EngineChoice; 1] = [EngineChoice::Malachite];

/// Times the answer to "delta at eps", 20 digits.
fn delta(bencher: Bencher, engine: EngineChoice, mechanism: &str, eps: &str) {
    let mechanism = Mechanism::parse(mechanism).expect("a mechanism");
    let query = Query::Delta { eps: literal::parse(eps).expect("an eps") };
    let options = Options { engine, ..Options::default() };
    let question = Question::Quantity(mechanism, query);
    bencher.bench_local(|| -> Answer {
        dpcert::ask(black_box(&question), &options).expect("an answer")
    });
}

/// A thousand times (1/10, 0)-DP.
#[divan::bench(args = ENGINES)]
fn thousandfold(bencher: Bencher, engine: EngineChoice) {
    delta(bencher, engine, "approx-dp(eps=1/10, delta=0)^1000", "3");
}

/// A Gaussian: erfc decides.
#[divan::bench(args = ENGINES)]
fn gaussian(bencher: Bencher, engine: EngineChoice) {
    delta(bencher, engine, "gaussian(sigma=13/10)", "1");
}

/// A thousand steps of three kinds on the lattice of eps = 1/20: polynomials of 5401 terms.
#[divan::bench(args = ENGINES, sample_count = 5, sample_size = 1)]
fn mixed_ledger(bencher: Bencher, engine: EngineChoice) {
    let ledger = "approx-dp(eps=0.1, delta=1e-9)^500 * approx-dp(eps=0.25, delta=1e-8)^300 \
                  * approx-dp(eps=0.05, delta=1e-10)^200";
    delta(bencher, engine, ledger, "20");
}

/// A verdict on what somebody says about the delta of `gaussian`: beside it, this is what judging
/// costs.
#[divan::bench(args = ENGINES)]
fn gaussian_judged(bencher: Bencher, engine: EngineChoice) {
    let mechanism = Mechanism::parse("gaussian(sigma=13/10)").expect("a mechanism");
    let number = |text: &str| literal::parse(text).expect("a number");
    let measure = Measure::Scalar(Scalar::Delta { eps: number("1") });
    let said = Relation::AtMost(Literal { text: "0.0617".to_owned(), value: number("0.0617") });
    let settings = Options { engine, ..Options::for_claims() };
    bencher.bench_local(|| judge_statement(black_box(&mechanism), &measure, &said, &settings));
}
