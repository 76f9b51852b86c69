//! Groups under Poisson sampling.
//!
//! Two data sets differ by k records: a of them are in the first one only, b = k - a in the second
//! only. Each record that is sampled, with probability q, moves the released value by at most the
//! sensitivity, and noise nu is added whose density is symmetric and log-concave. The pair
//!
//! ```text
//! P = sum_i C(a, i) q^i (1-q)^(a-i) nu(. - i),      Q = sum_j C(b, j) q^j (1-q)^(b-j) nu(. + j)
//! ```
//!
//! dominates: the members of the one side all move it up by the sensitivity, those of the other
//! side all down. Records on a line, at these distances, attain it.
//!
//! # Proof
//!
//! The sample of the common records is the same for both, and by joint convexity it may be fixed,
//! so that its value is 0. With `r_v = nu(. - v) / nu`, sampled members S have the density
//! `r_(v(S))` with respect to nu, where `|v(S)| <= |S|`. So
//!
//! ```text
//! H_g(P, Q) = E_nu [sum_S w_S r_(v(S)) - g sum_T w_T r_(v(T))]_+
//! ```
//!
//! is the mean of a convex increasing function of a sum. Such a mean is at most the one where each
//! term has its law and all are nondecreasing functions of one number (sums of comonotone variables
//! are the largest ones in convex order; Dhaene et al. 2002). It grows further where the law of a
//! term is replaced by one that is larger in convex order. The law of `r_v` under nu grows in this
//! order with |v|: half-lines are the best tests between nu and its shift, and their power grows
//! with it, which is where Gaussian noise on vectors, too, depends on |v| alone. So it is at most
//! the value for terms with the laws of `r_|S|` and of `-r_|T|`, and the nondecreasing functions of
//! those laws are `r_|S|(y)` and `-r_(-|T|)(y)`: these are P and Q above. A group of fewer records
//! has v = 0 for the others. The pairs dominate step by step, and so do their compositions.
//!
//! # The split
//!
//! The members of a group are on the same sides at all steps. At one eps >= 0 of one step the
//! largest delta seen was always at a = k or b = k. No proof is known to hold for compositions, and
//! at negative eps other splits are worse: each of the k + 1 splits is composed, and the largest
//! delta is the answer. (The reverse of a split is the one with a and b exchanged, mirrored.)
//!
//! For other mechanisms a group that is sampled in part needs a pair for each part of it together,
//! not one for each: the profiles of the parts (Balle, Barthe & Gaboardi, Theorem 10) say nothing
//! about their mixture.
//!
//! Source: derived; for Gaussian noise it is Schuchardt, Stoian, Kosmala & Günnemann 2024 (arXiv
//! 2403.04867).

use crate::exact::real::Real;
use crate::mechanism::forms::shifts::{ShiftedNoise, Weighted};
use crate::mechanism::{Dominating, LossPair};
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::BinomialCoefficient;
use malachite::natural::Natural;
use malachite::rational::Rational;

/// The most members of a group under sampling: each split of them is another pair, and each pair is
/// composed.
const MAX_SIZE: u64 = 64;

/// The pairs of all splits of a group of `size` members, each sampled at a rate in (0, 1].
pub(crate) fn splits(noise: &ShiftedNoise, rate: &Real, size: u64) -> Result<Dominating, Refusal> {
    if size > MAX_SIZE {
        return Err(Refusal::Unsupported {
            what: format!("a group of {size} members under sampling"),
            missing: format!("each split of it is another pair: at most {MAX_SIZE} members").into(),
        });
    }
    let pair = |first: u64| -> Result<LossPair, Refusal> {
        let (p, q) = (sampled(first, rate, 1), sampled(size - first, rate, -1));
        noise.pair(&p, &q).map_err(|error| Refusal::Unsupported {
            what: "a group under sampling with this noise".into(),
            missing: error.message.into(),
        })
    };
    Ok(Dominating::Splits((0..=size).map(pair).collect::<Result<_, _>>()?))
}

/// The numbers of sampled members, on one side of 0.
fn sampled(count: u64, rate: &Real, sign: i64) -> Vec<Weighted> {
    let rest = 1 - rate;
    let power = |x: &Real, n: u64| x.pow(i64::try_from(n).unwrap_or(i64::MAX));
    let part = |i: u64| {
        let ways = Natural::binomial_coefficient(Natural::from(count), Natural::from(i));
        let weight = Real::from(Rational::from(ways)) * power(rate, i) * power(&rest, count - i);
        (Rational::from(i) * Rational::from(sign), weight)
    };
    (0..=count).map(part).collect()
}
