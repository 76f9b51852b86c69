//! The upper envelope of lines: the trade-off function of a class with several constraints.

use super::finite::FinitePair;
use crate::exact::real::Real;
use crate::exact::sorted::sorted_by;
use std::cmp::Ordering;

/// `beta = intercept - e^loss * alpha`.
#[derive(Clone)]
pub(crate) struct Line {
    /// The logarithm of the slope, a privacy loss; `None` for the line beta = 0.
    pub(crate) loss: Option<Real>,
    /// The slope e^loss.
    pub(crate) slope: Real,
    /// The value of beta at alpha = 0.
    pub(crate) intercept: Real,
}

/// The pair whose trade-off function is `max_i f_{eps_i, delta_i}`, from the constraints
/// `(eps_i, delta_i)`, eps_i >= 0, 0 <= delta_i <= 1, at least one.
///
/// `f_{eps,delta}(alpha) = max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha))` (Dong, Roth
/// & Su, equation 4). A maximum of convex, decreasing, symmetric functions is again such a
/// function, so it is the trade-off function of a pair. By Blackwell's theorem that pair dominates
/// every mechanism that meets all constraints, and it is itself such a mechanism.
///
/// `None` if a comparison of exact numbers is undecided.
pub fn upper_envelope(constraints: &[(Real, Real)]) -> Option<FinitePair> {
    let mut lines = Vec::new();
    for (eps, delta) in constraints {
        let rest = 1 - delta;
        let inverse = (-eps).exp();
        lines.push(Line { loss: Some(eps.clone()), slope: eps.exp(), intercept: rest.clone() });
        lines.push(Line { loss: Some(-eps), slope: inverse.clone(), intercept: &rest * &inverse });
    }
    envelope(lines)
}

/// The pair whose trade-off function is the largest of some lines and of 0. Each line is at most 1
/// at alpha = 0 and at most 0 at alpha = 1.
///
/// `None` if a comparison of exact numbers is undecided. Cost: a sort.
pub(crate) fn envelope(mut lines: Vec<Line>) -> Option<FinitePair> {
    lines.push(Line { loss: None, slope: Real::zero(), intercept: Real::zero() });
    let lines = sort_by_slope(lines)?;

    // Walk from the steepest line, the highest near alpha = 0, to the flattest. `corners` are the
    // points (alpha, beta) where one line takes over from its predecessor.
    let mut hull: Vec<Line> = Vec::new();
    let mut corners: Vec<(Real, Real)> = Vec::new();
    for line in lines {
        while let Some(last) = hull.last() {
            let corner = meet(last, &line);
            // A line that takes over at or before its predecessor's beginning hides it.
            let begin = corners.last().map_or(Real::zero(), |(alpha, _)| alpha.clone());
            if corner.0.compare(&begin)? == Ordering::Greater {
                corners.push(corner);
                break;
            }
            hull.pop();
            corners.pop();
        }
        hull.push(line);
    }
    let top = hull.first()?.intercept.clone();
    let mut outcomes = vec![(1 - &top, Real::zero(), None)];
    let mut from = (Real::zero(), top);
    let ends = corners.into_iter().map(Some).chain([None]);
    for (line, end) in hull.into_iter().zip(ends) {
        let to = end.unwrap_or((Real::one(), Real::zero()));
        let loss = line.loss;
        outcomes.push((&from.1 - &to.1, &to.0 - &from.0, loss));
        from = to;
    }
    FinitePair::from_outcomes(outcomes)
}

/// Descending slopes; of equal slopes only the highest line is kept.
fn sort_by_slope(lines: Vec<Line>) -> Option<Vec<Line>> {
    let mut compare = |x: &Line, y: &Line| match y.slope.compare(&x.slope)? {
        Ordering::Equal => y.intercept.compare(&x.intercept),
        aside => Some(aside),
    };
    let mut kept: Vec<Line> = Vec::new();
    for line in sorted_by(lines, &mut compare)? {
        let is_new = match kept.last() {
            Some(last) => last.slope.compare(&line.slope)?.is_ne(),
            None => true,
        };
        if is_new {
            kept.push(line);
        }
    }
    Some(kept)
}

/// The point where a line meets a flatter one.
fn meet(steep: &Line, flat: &Line) -> (Real, Real) {
    let alpha = (&steep.intercept - &flat.intercept) / (&steep.slope - &flat.slope);
    let beta = &flat.intercept - &flat.slope * &alpha;
    (alpha, beta)
}
