//! Integrals by their definitions, between sums over cells.

use super::family::undecided;
use super::polygons::phi;
use crate::trial::CheckError;
use dpcert::Real;
use dpcert::exact::engine::{DirectedFloat, Malachite};
use dpcert::exact::interval::Interval;
use dpcert::exact::special::normal_cdf;
use dpcert::formula::{Formula, SampledGaussian};
use malachite::rational::Rational;

/// An enclosure.
pub(super) type Number = Interval<Malachite>;

/// Bits of the sums.
pub(super) const PRECISION: u64 = 96;

/// The ends of an enclosure.
pub(super) fn ends(formula: &Formula) -> Result<(Rational, Rational), CheckError> {
    rational_ends(&formula.enclose(PRECISION))
}

fn rational_ends(x: &Number) -> Result<(Rational, Rational), CheckError> {
    x.lower().to_rational().zip(x.upper().to_rational()).ok_or_else(|| undecided("an enclosure"))
}

/// Bounds of `chi^2_+(G_mu) = 2 integral_1^inf delta(g) dg`: delta is convex in g, so that
/// trapezoids are above and tangents at the middles below it.
///
/// Beyond g = G what is left is `E_Q[(r - G)_+^2] <= E_Q[r^4]/G^2 = e^(6 mu^2)/G^2`.
pub(super) fn chi_squared_bounds(mu: &Real) -> Result<(Rational, Rational), CheckError> {
    let delta = |g: &Real| -> Result<Number, CheckError> {
        let x = g.ln() / mu;
        let half = mu / 2;
        let value = phi(&half - &x) - Formula::from(g.clone()) * phi(-half - x);
        Ok(value.enclose(PRECISION))
    };
    let (mut low, mut high) = (Number::zero(PRECISION), Number::zero(PRECISION));
    let mut left = Real::one();
    let mut above = delta(&left)?;
    for i in 1i64..=128 {
        let right = (Real::from(i) / 16).exp();
        let below = delta(&right)?;
        let width: Number = (&right - &left).enclose(PRECISION);
        high = &high + &(&width * &(&above + &below));
        low = &low + &(&width * &delta(&((&left + &right) / 2))?).shift(1);
        (left, above) = (right, below);
    }
    let rest: Number = ((6 * mu.pow(2)).exp() / left.pow(2)).enclose(PRECISION);
    Ok((rational_ends(&low)?.0, rational_ends(&(&high + &rest))?.1))
}

/// A functional of `C_p(G_mu)`.
#[derive(Clone, Debug)]
pub(super) enum Weighted {
    /// `-integral ln|f'|`.
    Kl,
    /// `integral ln^2|f'|`.
    Second,
    /// `integral |ln|f'| + kl|^3`.
    Third {
        /// kl.
        kl: Number,
    },
}

/// Bounds of a functional of `f = C_p(G_mu)`, for mu at most 3.
///
/// At the level `Phi(-x)`, x > mu/2, the slope of f is minus `w = p e^(mu x - mu^2/2) + 1 - p`;
/// below the diagonal there is the mirror image, where it is -1/w on a width of w times that; on
/// what is left it is -1. With Z = ln w, which grows with x, a cell contributes `Z`, `Z^2` or `|Z +
/// kl|^3` on its own width and `-Z`, `Z^2` or `|Z - kl|^3` on the mirrored one.
///
/// Beyond x = 2 mu + 8 all of these are at most `6 e^(mu x + kl)`.
pub(super) fn integrate(
    law: &SampledGaussian,
    weighted: &Weighted,
) -> Result<(Rational, Rational), CheckError> {
    let enclose = |x: &Real| -> Number { x.enclose(PRECISION) };
    let (mu, p) = (enclose(&law.mu), enclose(&law.rate));
    let rest = enclose(&(1 - &law.rate));
    let kl = match weighted {
        Weighted::Third { kl } => kl.clone(),
        _ => Number::zero(PRECISION),
    };
    let half = mu.shift(-1);
    // x, Z, and the masses beyond x under Q and under P.
    let node = |x: Number| {
        let w = &(&p * &(&mu * &(&x - &half)).exp()) + &rest;
        let (q, p_tail) = (normal_cdf(&-&x), normal_cdf(&(&mu - &x)));
        let mirrored = &(&p * &p_tail) + &(&rest * &q);
        (w.ln(), q, mirrored)
    };
    let (mut low, mut high) = (Number::zero(PRECISION), Number::zero(PRECISION));
    let end = enclose(&(2 * &law.mu + 8));
    let step = 1 / (16 * (1 + &law.mu));
    let (mut cells, mut known) = (0i64, node(half.clone()));
    loop {
        cells += 1;
        let x = enclose(&(&law.mu / 2 + cells * &step));
        let is_last = x.compare(&end).is_some_and(std::cmp::Ordering::is_ge);
        let next = node(x);
        let (width, mirrored) = (&known.1 - &next.1, &known.2 - &next.2);
        let z = known.0.hull(&next.0);
        let absolute = |x: Number| x.maximum(&-&x);
        let part = match weighted {
            // Both parts together: Z on the mirrored width less Z on the other.
            Weighted::Kl => &z * &(&mirrored - &width).positive_part(),
            Weighted::Second => &z.square() * &(&mirrored + &width),
            Weighted::Third { .. } => {
                let (far, near) = (absolute(&z + &kl), absolute(&z - &kl).positive_part());
                &(&far.pow_natural(3) * &width) + &(&near.pow_natural(3) * &mirrored)
            }
        };
        (low, high) = (&low + &part, &high + &part);
        known = next;
        if is_last {
            break;
        }
    }
    if matches!(weighted, Weighted::Third { .. }) {
        let middle = &rest * &(&Number::one(PRECISION) - &normal_cdf(&-&half).shift(1));
        let part = &kl.pow_natural(3) * &middle;
        (low, high) = (&low + &part, &high + &part);
    }
    let growth = |times: i64| enclose(&(times * law.mu.pow(2) / 2)).exp();
    let tails = &(&growth(3) * &normal_cdf(&(&mu.shift(1) - &end)))
        + &(&growth(1) * &normal_cdf(&(&mu - &end)));
    let beyond = &(&kl.exp() * &Number::from_u64(6, PRECISION)) * &tails;
    Ok((rational_ends(&low)?.0, rational_ends(&(&high + &beyond))?.1))
}
