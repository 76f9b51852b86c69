//! This crate's side of `scripts/bench-peers`: one question a process, one JSON object on stdout.
//!
//! ```text
//! peers exact ENGINE      every delta_j, k = 10^4, as numerators over a common denominator
//! peers enclosed ENGINE   both ends of every delta_j, k = 10^6, and the yardstick in turn
//! peers delta ENGINE      both ends of one delta, k = 10^6
//! peers tensor ENGINE     exact products of two curves of 300 edges
//! peers kernel ENGINE     the exact kernel between two pairs of 100 outcomes
//! peers polygon ENGINE    polygons around a sampled Gaussian, at most 1e-6 apart
//! ```

mod common;
#[path = "common/curves.rs"]
mod curves;
#[path = "common/ordered.rs"]
mod ordered;

use common::{ENCLOSED, ENCLOSED_TV, EXACT, multiplications, pair, precision};
use curves::{lattice, scattered};
use dpcert::composition::kfold::{self, RationalPair};
use dpcert::exact::decimal::Decimal;
use dpcert::exact::engine::{BigNatural, DirectedFloat};
use dpcert::exact::{Engine, Malachite};
use dpcert::tradeoff::{Curve, Gap, Kernel};
use dpcert::{Content, Control, EngineChoice, Mechanism, Options, Query, Question, Real};
use malachite::Natural;
use malachite::rational::Rational;
use ordered::ordered;
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

const MILLION: u64 = 1_000_000;
const REPETITIONS: usize = 5;

fn main() {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = match arguments.as_slice() {
        [question, "malachite"] => ask::<Malachite>(question, EngineChoice::Malachite),
        #[cfg(feature = "mpfr")]
        [question, "mpfr"] => ask::<dpcert::exact::Mpfr>(question, EngineChoice::Mpfr),
        _ => None,
    };
    match answer {
        Some(answer) => println!("{answer}"),
        None => println!(
            "one half of scripts/bench-peers; questions: exact, enclosed, delta, tensor, kernel, polygon; then an engine"
        ),
    }
}

fn ask<E: Engine>(question: &str, engine: EngineChoice) -> Option<Value> {
    match question {
        "exact" => Some(exact::<E>()),
        "enclosed" => Some(json!({
            "binomial": enclosed::<E>(ENCLOSED),
            "trinomial": enclosed::<E>(ENCLOSED_TV),
        })),
        "delta" => Some(delta::<E>()),
        "tensor" => Some(json!({
            "scattered": tensor(&scattered(300, 1), &scattered(300, 2)),
            "lattice": tensor(&lattice(300), &lattice(300)),
        })),
        "kernel" => Some(kernel()),
        "polygon" => Some(polygon(engine)),
        _ => None,
    }
}

/// A result and the nanoseconds it took.
fn timed<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let result = black_box(run());
    (result, u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

/// The most memory this process has had so far, in KiB.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

fn exact<E: Engine>() -> Value {
    let pair = RationalPair::of(&pair(EXACT)).expect("rational");
    let run = || timed(|| pair.deltas::<E::Natural>(10_000));
    let ((numerators, denominator), first) = run();
    let peak_kib = peak_kib();
    // The numerators as the digits of one number, modulo a prime.
    let modulus = (Natural::from(1u32) << 127u32) - Natural::from(1u32);
    let digest = numerators.iter().fold(&denominator % &modulus, |digest, numerator| {
        (digest * Natural::from(1_000_003u32) + numerator.to_natural()) % &modulus
    });
    drop(numerators);
    let again: Vec<u64> = (0..REPETITIONS).map(|_| run().1).collect();
    json!({ "first": first, "again": again, "digest": digest.to_string(), "peak_kib": peak_kib })
}

fn enclosed<E: Engine>(mechanism: &str) -> Value {
    let pair = pair(mechanism);
    let precision = precision(MILLION);
    let (mut walk, mut yardstick) = (Vec::new(), Vec::new());
    let mut ends = Vec::new();
    let control = Control::default();
    for _ in 0..=REPETITIONS {
        yardstick.push(timed(|| multiplications::<E>(MILLION, precision)).1);
        let (deltas, nanoseconds) =
            timed(|| kfold::deltas::<E>(&pair, MILLION, precision, &control));
        let Ok(deltas) = deltas else { unreachable!("nobody cancels") };
        walk.push(nanoseconds);
        ends =
            [0, 1000, 5000].iter().filter_map(|j| deltas.get(*j)).map(|x| both_ends(&x)).collect();
    }
    json!({ "walk": walk, "yardstick": yardstick, "precision": precision, "ends": ends, "peak_kib": peak_kib() })
}

fn delta<E: Engine>() -> Value {
    let eps = Real::from(1u64);
    let precision = precision(MILLION);
    let control = Control::default();
    let (delta, nanoseconds) = timed(|| {
        kfold::delta_at::<E>(&pair(ENCLOSED_TV), MILLION, (&eps, 1000), precision, &control)
    });
    let Ok(delta) = delta else { unreachable!("nobody cancels") };
    json!({ "nanoseconds": nanoseconds, "ends": both_ends(&delta), "peak_kib": peak_kib() })
}

/// Both ends as exact fractions.
fn both_ends<E: Engine>(x: &dpcert::exact::Interval<E>) -> Vec<String> {
    [x.lower(), x.upper()]
        .iter()
        .filter_map(|end| end.to_rational())
        .map(|end| end.to_string())
        .collect()
}

/// The product, and its vertices a tenth of the edges apart.
fn tensor(first: &Curve, second: &Curve) -> Value {
    let (product, nanoseconds) = timed(|| first.tensor(second).expect("a product"));
    let edges = product.edges().len();
    let vertices = product.vertices();
    let chosen = vertices
        .iter()
        .step_by(edges / 10)
        .map(|(alpha, beta)| [alpha.to_string(), beta.to_string()]);
    json!({ "nanoseconds": nanoseconds, "edges": edges, "vertices": chosen.collect::<Vec<_>>() })
}

fn kernel() -> Value {
    let (a, b) = ordered();
    let (kernel, nanoseconds) = timed(|| Kernel::between(&a, &b));
    json!({ "nanoseconds": nanoseconds, "dominates": kernel.is_some() })
}

fn polygon(engine: EngineChoice) -> Value {
    let step =
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))";
    let step = Mechanism::parse(step).expect("a mechanism");
    let gap = Gap::absolute(Rational::from_unsigneds(1u32, 1_000_000u32));
    let query = Query::Polygon { gap };
    let question = Question::Quantity(step, query);
    let options = Options { engine, ..Options::default() };
    let (answer, nanoseconds) = timed(|| dpcert::ask(&question, &options).expect("polygons"));
    let Content::Polygons { inner, outer, met, .. } = answer.content else {
        unreachable!("polygons")
    };
    let text = |x: &Rational| Decimal::exactly(x).map(|decimal| decimal.to_string());
    let chain = |vertices: &[(Rational, Rational)]| -> Vec<_> {
        vertices.iter().map(|(alpha, beta)| [text(alpha), text(beta)]).collect()
    };
    json!({ "nanoseconds": nanoseconds, "inner": chain(&inner), "outer": chain(&outer), "met": met })
}
