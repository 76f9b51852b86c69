//! The Laplace mechanism on a Poisson sample: its Kullback-Leibler divergences, in closed form.

use super::Formula;
use crate::exact::real::Real;

/// `KL(M || Q)` and `KL(Q || M)` of `M = (1-q) Q + q P` for Laplace distributions P and Q at the
/// distance `eps > 0`, and q in (0, 1).
///
/// With `u = 1-q+q e^eps`, `v = 1-q+q e^-eps` and `A = arctan(2 sqrt(q (1-q)) sinh(eps/2))` they
/// are
///
/// ```text
///   q ln u + (1-q) ln v - q (1 - e^-eps) + 2 sqrt(q (1-q)) e^(-eps/2) A    and    -ln v - sqrt(q/(1-q)) e^(-eps/2) A.
/// ```
///
/// Under Q the likelihood ratio x is `e^eps` with probability `e^-eps/2`, `e^-eps` with probability
/// 1/2, and has the density `e^(-eps/2) x^(-3/2) / 4` between them. The integrals of `w ln w` and
/// of `-ln w` with `w = 1-q+q x` are elementary in `y = sqrt(x)`: that of `2 ln(1-q+q y^2) / y^2`
/// by parts is `-2 ln(w)/y + 4 r arctan(r y)` with `r = sqrt(q/(1-q))`, and A is the difference of
/// `arctan(r y)` at both ends.
pub(crate) fn sampled_laplace(eps: &Real, rate: &Real) -> [Formula; 2] {
    let rest = 1 - rate;
    // e^eps is kept out of u: for a large eps it has too many digits.
    let small = (-eps).exp();
    let log_u = eps + (rate + &rest * &small).ln();
    let log_v = (&rest + rate * &small).ln();
    let half = eps / 2;
    let root = (rate * &rest).sqrt();
    let angle = Formula::from(&root * (half.exp() - (-&half).exp())).arctan();
    let decay = (-&half).exp();
    let lost = rate * (1 - &small);
    let forward = rate * log_u + &rest * &log_v - &lost;
    let of = Formula::from(forward) + Formula::from(2 * &root * &decay) * &angle;
    let from = Formula::from(-&log_v) - Formula::from(&root / &rest * &decay) * &angle;
    [of, from]
}
