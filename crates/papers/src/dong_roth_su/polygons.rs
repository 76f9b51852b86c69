//! Polygons around G_mu with short coordinates, as curves: what is shown of them by the operations
//! on curves holds for G_mu too, as these operations keep the order.

use crate::trial::CheckError;
use dpcert::Real;
use dpcert::exact::engine::{DirectedFloat, Malachite};
use dpcert::exact::interval::Interval;
use dpcert::formula::Formula;
use dpcert::tradeoff::{Curve, Gap, Support, polygons};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// `outer <= G_mu <= inner`.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub(super) inner: Curve,
    pub(super) outer: Curve,
}

/// Coordinates are multiples of 2^-24.
const BITS: u64 = 24;

fn down(x: &Rational) -> Rational {
    Rational::from((x << BITS).floor()) >> BITS
}

fn up(x: &Rational) -> Rational {
    Rational::from((x << BITS).ceiling()) >> BITS
}

/// The standard normal distribution function at a rational.
pub(super) fn phi(x: impl Into<Formula>) -> Formula {
    x.into().normal_cdf()
}

/// G_mu as equation (5) has it, at 0 < alpha < 1.
pub(super) fn gaussian(mu: &Formula, alpha: &Formula) -> Formula {
    phi((1 - alpha).normal_quantile() - mu)
}

/// Polygons around `T(N(0, 1), N(mu, 1))`, symmetric as it is, `gap` apart before they are made
/// symmetric.
///
/// The test that rejects above x has the errors `Phi(-x)` and `Phi(x - mu)`, and the likelihood
/// ratio at x is `exp(mu x - mu^2/2)`: equation (5) is not used.
pub(super) fn around(mu: &Rational, gap: &Rational) -> Result<Around, CheckError> {
    let ends = |formula: &Formula| -> Option<(Rational, Rational)> {
        let x: Interval<Malachite> = formula.enclose(96);
        Some((x.lower().to_rational()?, x.upper().to_rational()?))
    };
    let support = |loss: &Rational| {
        let x = loss / mu + mu / Rational::from(2);
        let alpha = ends(&phi(Real::from(-x.clone())))?;
        let beta = ends(&phi(Real::from(x - mu)))?;
        let slope = ends(&Real::from(loss.clone()).exp().into())?;
        let intercept = down(&(&beta.0 + &slope.0 * &alpha.0));
        Some(Support { points: vec![(up(&alpha.1), up(&beta.1))], slope: up(&slope.1), intercept })
    };
    let found = polygons(&Gap::absolute(gap.clone()), Rational::from(1), support);
    let curve = |vertices: &[(Rational, Rational)]| -> Result<Curve, CheckError> {
        let vertices: Vec<(Real, Real)> =
            vertices.iter().map(|(x, y)| (Real::from(x.clone()), Real::from(y.clone()))).collect();
        Ok(Curve::from_vertices(&vertices)?)
    };
    let (inner, outer) = (curve(&found.inner)?, curve(&found.outer)?);
    let inner = Curve::hull_of_minimum(&[inner.inverse(), inner])?;
    Ok(Around { inner, outer: outer.symmetrised()? })
}
