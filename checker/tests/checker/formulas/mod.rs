//! The formulas of the theorems, in exact rational arithmetic, against the code that computes them.
//!
//! Each formula is written from the statement in `proofs/theories` that `proofs/README.md` names
//! for the rule, with its names, and not from the code. Where the theorem has an inequality, the
//! formula is the best that it allows: what is rounded is at least that (at most, from below), by
//! less than a unit of the last bit for each mass. The rows and pairs are random, the same in every
//! run.

mod leaves;
mod outcomes;
mod rows;
mod rules;

use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::rational::BigRational;
use num_bigint::BigInt;
use num_traits::{One, Pow, Zero};
use serde_json::{Value, json};

type Q = BigRational;

/// A generator of numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }

    /// A number in [0, 1], of which 0 and 1 are not rare.
    fn probability(&mut self) -> Q {
        let denominator = 1 + self.below(9);
        fraction(self.below(denominator + 1) as i64, denominator as i64)
    }
}

fn fraction(numerator: i64, denominator: i64) -> Q {
    Q::new(numerator.into(), denominator.into())
}

/// Less than any difference of two numbers that the tests distinguish.
fn tiny() -> Q {
    Q::new(BigInt::one(), Pow::pow(&BigInt::from(10), 60u32))
}

/// `2^-bits`.
fn unit(bits: u64) -> Q {
    Q::new(BigInt::one(), BigInt::one() << bits)
}

/// `powerRZ y n`.
fn power(y: &Q, n: i64) -> Q {
    Pow::pow(y, n as i32)
}

/// `RowRules.at_`: a coefficient, 0 beyond the last one.
fn at(s: &[Q], n: usize) -> Q {
    s.get(n).cloned().unwrap_or_else(Q::zero)
}

/// `Convolution.psum`: the sum of the first values.
fn psum(count: usize, f: impl Fn(usize) -> Q) -> Q {
    (0..count).map(f).sum()
}

/// `HockeyStick.pos`.
fn pos(x: Q) -> Q {
    x.max(Q::zero())
}

/// Outcomes with their masses under P and Q: `FinitePair.fpair`.
type Pair = Vec<(Q, Q)>;

/// `FinitePair.delta`: the sum of max(0, P - x Q).
fn delta(x: &Q, pair: &Pair) -> Q {
    pair.iter().map(|(p, q)| pos(p - x * q)).sum()
}

/// `PairProduct.prods`: all sequences of outcomes.
fn prods(pairs: &[Pair]) -> Pair {
    let unit = vec![(Q::one(), Q::one())];
    pairs.iter().fold(unit, |all, pair| {
        let more = |(p, q): &(Q, Q)| -> Pair {
            pair.iter().map(|(own_p, own_q)| (p * own_p, q * own_q)).collect()
        };
        all.iter().flat_map(more).collect()
    })
}

/// `PoissonSampling.swap`.
fn swap(pair: &Pair) -> Pair {
    pair.iter().map(|(p, q)| (q.clone(), p.clone())).collect()
}

/// A finite pair as a row of a ledger.
fn stated(id: &str, pair: &Pair) -> Value {
    let (p, q): (Vec<String>, Vec<String>) =
        pair.iter().map(|(p, q)| (p.to_string(), q.to_string())).unzip();
    json!({"id": id, "mechanism": "finite-pair", "p": p, "q": q})
}

fn read(row: &Value) -> LedgerRow {
    super::row(row)
}

/// Any pair of distributions, of which some masses are 0.
fn any_pair(random: &mut Random) -> Pair {
    loop {
        let count = 2 + random.below(3);
        let weights: Vec<[u64; 2]> =
            (0..count).map(|_| [random.below(5), random.below(5)]).collect();
        let total = |side: usize| weights.iter().map(|both| both[side]).sum::<u64>() as i64;
        let (p, q) = (total(0), total(1));
        if weights.iter().any(|both| both[0] > 0 && both[1] > 0) {
            let mass = |own: u64, total: i64| fraction(own as i64, total);
            return weights.iter().map(|both| (mass(both[0], p), mass(both[1], q))).collect();
        }
    }
}

/// A pair whose finite losses are multiples of ln(base), and the label of each outcome: its loss
/// is that many steps. An outcome without a label has no mass under Q, or none under P.
fn lattice_pair(base: &Q, random: &mut Random) -> (Pair, Vec<Option<i64>>) {
    let losses: Vec<i64> = (0..=random.below(4)).map(|_| random.between(-3, 3)).collect();
    let weights: Vec<Q> = losses.iter().map(|_| fraction(1 + random.below(4) as i64, 1)).collect();
    let ratio = |n: &i64| power(base, *n);
    let sum_q: Q = weights.iter().sum();
    let sum_p: Q = losses.iter().zip(&weights).map(|(n, q)| ratio(n) * q).sum();
    // The larger one becomes at most 1, the rest of both is infinite.
    let scale = (sum_p.clone().max(sum_q.clone()) * (Q::one() + random.probability())).recip();
    let scale = if random.below(3) == 0 { sum_p.clone().max(sum_q.clone()).recip() } else { scale };
    let mut outcomes: Vec<((Q, Q), Option<i64>)> = losses
        .iter()
        .zip(&weights)
        .map(|(n, q)| ((ratio(n) * q * &scale, q * &scale), Some(*n)))
        .collect();
    let (rest_p, rest_q) = (Q::one() - &scale * sum_p, Q::one() - scale * sum_q);
    for (rest, is_first) in [(rest_p, true), (rest_q, false)] {
        let place = random.below(outcomes.len() as u64 + 1) as usize;
        let masses = if is_first { (rest.clone(), Q::zero()) } else { (Q::zero(), rest.clone()) };
        if rest.is_positive() {
            outcomes.insert(place, (masses, None));
        }
    }
    outcomes.into_iter().unzip()
}
