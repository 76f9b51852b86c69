//! Two Laplace distributions at distance eps0, in units of their scale: closed forms in `e^-eps0`
//! (see the catalogue's `laplace.rs`, whose formulas these are).

use super::exponential::{exp_neg, exp_neg_complement};
use super::span::Span;

/// delta at eps >= 0: `1 - e^(-(eps0 - eps)/2)` up to eps0, 0 from there on. It decreases in eps
/// and is continuous.
pub fn delta(eps0: Span, eps: Span) -> Span {
    exp_neg_complement(eps0.minus(eps).positive().half())
}

/// beta at alpha in (0, 1), where it is decided on which of three pieces alpha is.
pub fn beta(eps0: Span, alpha: Span) -> Option<Span> {
    let e = exp_neg(eps0);
    let corner = e.half();
    if alpha.hi <= corner.lo {
        Some(Span::ONE.minus(alpha.over(e)).probability())
    } else if alpha.lo >= 0.5 {
        Some(e.times(Span::ONE.minus(alpha).positive()))
    } else if alpha.lo >= corner.hi && alpha.hi <= 0.5 {
        Some(e.over(Span::point(4.0).times(alpha)))
    } else {
        None
    }
}
