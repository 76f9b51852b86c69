//! Blackwell's order of a finite pair and Laplace noise, where their trade-off functions touch.
//!
//! Both sides of each comparison are expressions here: those of Laplace noise are powers of e. In
//! Q(e^r) equality is decided, which intervals cannot show.

use crate::composition::Shape;
use crate::exact::real::Real;
use crate::mechanism::ClosedForm;
use crate::tradeoff::Curve;
use std::cmp::Ordering;

/// The most edges of the trade-off function of the finite pair. Each is compared in Q(e^r), and the
/// sums before it are long.
const MOST_EDGES: usize = 64;

/// Does a composition of finite pairs dominate Laplace noise? By their profiles at its likelihood
/// ratios, as in [`super::continuous::finite_first`]; `None` if that is not decided, or if it fails.
pub(super) fn finite_first(a: &Shape, b: &ClosedForm) -> Option<()> {
    let (curve, eps) = (curve(a)?, laplace(b)?);
    // The masses of P and of Q at larger ratios.
    let (mut p, mut q) = (curve.p_infinite().clone(), Real::zero());
    for edge in curve.edges() {
        let ratio = &edge.p / &edge.q;
        let delta = &p - &ratio * &q;
        (p, q) = (&p + &edge.p, &q + &edge.q);
        is_at_most(&delta_of_laplace(&eps, &edge.loss, &ratio)?, &delta)?;
    }
    Some(())
}

/// Does Laplace noise dominate a composition of finite pairs? By the vertices of the trade-off
/// function of the latter, as in [`super::continuous::continuous_first`].
pub(super) fn continuous_first(a: &ClosedForm, b: &Shape) -> Option<()> {
    let (eps, curve) = (laplace(a)?, curve(b)?);
    let least = (-&eps).exp();
    for (alpha, beta) in curve.vertices() {
        // The parts of the trade-off function: 1 - e^eps alpha, e^-eps/(4 alpha), e^-eps (1 - alpha).
        // The second is the largest of them at each level: it is taken where the part is undecided.
        let twice = 2 * &alpha;
        let (left, right) = if is_at_most(&twice, &least).is_some() {
            (1 - eps.exp() * &alpha, beta)
        } else if is_at_most(&Real::one(), &twice).is_some() {
            (&least * (1 - &alpha), beta)
        } else {
            (least.clone(), 4 * &alpha * &beta)
        };
        is_at_most(&left, &right)?;
    }
    Some(())
}

/// The sensitivity over the scale.
fn laplace(noise: &ClosedForm) -> Option<Real> {
    match noise {
        ClosedForm::Laplace(laplace) => Some(laplace.eps0.clone()),
        ClosedForm::Gaussian(_) | ClosedForm::BoundedRange(_) => None,
    }
}

/// The trade-off function of all steps; `None` if it has too many edges.
fn curve(shape: &Shape) -> Option<Curve> {
    let steps = match shape {
        Shape::KFold { pair, k } => &[(pair.to_finite(), *k)],
        Shape::Finite(finite) => finite.steps.as_slice(),
        Shape::Listed(_) | Shape::Closed(_) | Shape::Step(_) => return None,
    };
    Curve::of_steps(steps, MOST_EDGES).ok()?
}

/// delta of Laplace noise at a loss, whose exponential is `ratio`: `1 - e^((loss - eps)/2)` from 0 to
/// eps, and by symmetry below.
fn delta_of_laplace(eps: &Real, loss: &Real, ratio: &Real) -> Option<Real> {
    let at = |loss: &Real| {
        let rest = loss - eps;
        Some(match rest.sign()? {
            Ordering::Less => 1 - (rest / 2).exp(),
            Ordering::Equal | Ordering::Greater => Real::zero(),
        })
    };
    match loss.sign()? {
        Ordering::Less => Some(1 - ratio * (1 - at(&-loss)?)),
        Ordering::Equal | Ordering::Greater => at(loss),
    }
}

/// Is x at most y, for certain?
fn is_at_most(x: &Real, y: &Real) -> Option<()> {
    x.compare(y)?.is_le().then_some(())
}
