//! Cuts of mixtures of Gaussian noise.

use super::sums::Sums;
use super::{Cut, Noise, Part, Parts};
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln, normal_tail};
use crate::exact::register::RegisterFloat;
use crate::pair::tails::GridPoint;
use std::cmp::Ordering;

/// `w e^(a y)` by `ln w` and a.
#[derive(Clone, Debug)]
struct Term<E: Engine> {
    log: Interval<E>,
    slope: Interval<E>,
}

/// Parts of `P - g Q` without its factor, the density of the noise around 0: `p_i e^(a_i y -
/// a_i^2/2)` and `g q_j e^(b_j y - b_j^2/2)`. Where a shift of P is one of Q, its coefficient is `p
/// - g q`.
#[derive(Clone, Debug)]
pub(super) struct Gaussian<E: Engine> {
    /// Those of P alone.
    rising: Vec<Term<E>>,
    /// Those of Q alone, at `g = 1`.
    falling: Vec<Term<E>>,
    /// The weights p and q at a shift of both, with the term at `p - g q = 1`.
    both: Option<(Interval<E>, Interval<E>, Term<E>)>,
    /// The same for short numbers.
    sums: Option<Sums<E>>,
}

fn term<E: Engine>(shift: &Interval<E>) -> Term<E> {
    Term { log: -&shift.square().shift(-1), slope: shift.clone() }
}

fn weighted<E: Engine>(part: &Part<E>) -> Term<E> {
    let term = term(&part.shift);
    Term { log: &term.log + &ln(&part.weight), ..term }
}

impl<E: Engine> Gaussian<E> {
    pub(super) fn of(parts: &Parts<E>) -> Gaussian<E> {
        let Parts { p, q, meet } = parts;
        let both = match (p.first(), q.last()) {
            (Some(p), Some(q)) if *meet => {
                Some((p.weight.clone(), q.weight.clone(), term(&p.shift)))
            }
            _ => None,
        };
        let count = q.len().saturating_sub(usize::from(*meet));
        Gaussian {
            rising: p.iter().skip(usize::from(*meet)).map(weighted).collect(),
            falling: q.iter().take(count).map(weighted).collect(),
            both,
            sums: Sums::of(parts),
        }
    }

    /// The cut where the coefficient of the common shift is as given: a positive part, a negative
    /// one, or none.
    fn cut(&self, point: &GridPoint<E>, common: Option<(&Term<E>, &Interval<E>)>) -> Cut<E> {
        let loss = &point.loss;
        let precision = loss.precision();
        let moved = |term: &Term<E>, log: &Interval<E>| Term {
            log: &term.log + log,
            slope: term.slope.clone(),
        };
        let mut rising = self.rising.clone();
        let mut falling: Vec<Term<E>> = self.falling.iter().map(|term| moved(term, loss)).collect();
        // The weight of the common shift, beside those of P or beside those of Q.
        let mut beside = Interval::zero(precision);
        match common.and_then(|(term, weight)| Some((term, weight, weight.sign()?))) {
            Some((term, weight, Ordering::Greater)) => {
                rising.insert(0, moved(term, &ln(weight)));
                beside = weight.clone();
            }
            Some((term, weight, Ordering::Less)) => {
                falling.push(moved(term, &ln(&-weight)));
                beside = weight / &point.ratio;
            }
            _ => {}
        }
        let sums = self.sums.as_ref().filter(|_| precision <= RegisterFloat::<true>::PRECISION);
        let difference = |y: &Interval<E>| {
            if let Some((log, slope)) = sums.and_then(|sums| sums.log_quotient(y, &beside)) {
                return (&log - loss, slope);
            }
            let ((above, up), (below, down)) = (log_sum(&rising, y), log_sum(&falling, y));
            (&above - &below, &up - &down)
        };
        match (slopes(&rising), slopes(&falling)) {
            (None, _) => Cut::End,
            (_, None) => Cut::Start,
            (Some(up), Some(down)) => Cut::At(crossing(difference, &(&up - &down), precision)),
        }
    }
}

impl<E: Engine> Noise<E> for Gaussian<E> {
    /// The coefficient of the common shift may be so near to 0 that its sign is undecided. The cut
    /// falls with it, so that it is between those at the ends.
    fn cuts(&self, point: &GridPoint<E>) -> Vec<Cut<E>> {
        let Some((p, q, term)) = &self.both else {
            return vec![self.cut(point, None)];
        };
        let weight = p - &(&point.ratio * q);
        if weight.sign().is_some() {
            return vec![self.cut(point, Some((term, &weight)))];
        }
        let end = |x: &E::Float| Interval::new(x.clone(), x.clone(), weight.precision());
        [weight.lower(), weight.upper()].map(|x| self.cut(point, Some((term, &end(x))))).to_vec()
    }

    fn tail(place: &Interval<E>) -> Interval<E> {
        normal_tail(place)
    }
}

/// `ln sum w e^(a y)` at y, and near its slope.
fn log_sum<E: Engine>(terms: &[Term<E>], y: &Interval<E>) -> (Interval<E>, Interval<E>) {
    let precision = y.precision();
    let exponents: Vec<Interval<E>> =
        terms.iter().map(|term| &term.log + &(&term.slope * y)).collect();
    let larger = |x: usize, (y, exponent): (usize, &Interval<E>)| match exponents.get(x) {
        Some(largest) if largest.upper() < exponent.upper() => y,
        _ => x,
    };
    let first = exponents.iter().enumerate().fold(0, larger);
    let (Some(largest), Some(leading)) = (exponents.get(first), terms.get(first)) else {
        return (Interval::whole(precision), Interval::whole(precision));
    };
    let (mut sum, mut slope) = (Interval::one(precision), leading.slope.clone());
    for (i, (term, exponent)) in terms.iter().zip(&exponents).enumerate() {
        if i != first {
            let weight = exp(&(exponent - largest));
            slope = &slope + &(&weight * &term.slope);
            sum = &sum + &weight;
        }
    }
    if terms.len() == 1 {
        return (largest.clone(), slope);
    }
    (largest + &ln(&sum), &slope / &sum)
}

/// About the middle of an interval.
fn middle<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let sum = x.lower().add(x.upper(), x.precision(), Rounding::Down);
    let middle = sum.shift(-1, x.precision(), Rounding::Down);
    Interval::new(middle.clone(), middle, x.precision())
}

/// The hull of the slopes; `None` without terms.
fn slopes<E: Engine>(terms: &[Term<E>]) -> Option<Interval<E>> {
    terms.iter().map(|term| term.slope.clone()).reduce(|x, y| x.hull(&y))
}

/// The y at which two sums of `w e^(a y)` are equal, where every a of the first is greater than all
/// of the second, by the difference of their logarithms at an exact y, with a number near its slope
/// there.
///
/// The slope of `f(y) = ln(first) - ln(second)` is a mean of the slopes of the first less one of
/// those of the second. It is between the least and the largest of these differences, both
/// positive, whatever y is. So the root is in `y - f(y) / [least, largest]` for each y, and those y
/// are found by Newton's method.
fn crossing<E: Engine>(
    difference: impl Fn(&Interval<E>) -> (Interval<E>, Interval<E>),
    slopes: &Interval<E>,
    precision: u64,
) -> Interval<E> {
    let (mut root, mut y) = (Interval::whole(precision), Interval::zero(precision));
    // Newton's method doubles the digits; a step out of the interval is replaced by halving.
    for _ in 0..4 * precision {
        let (difference, slope) = difference(&y);
        let Some(nearer) = root.intersection(&(&y - &(&difference / slopes))) else {
            break;
        };
        root = nearer;
        let next = middle(&(&y - &(&difference / &slope)));
        let is_inside = next.lower() > root.lower() && next.upper() < root.upper();
        let next = if is_inside { next } else { middle(&root) };
        if difference.contains_zero() || !next.lower().is_finite() || next.lower() == y.lower() {
            break;
        }
        y = next;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Malachite;
    use crate::pair::tails::line;
    use malachite::rational::Rational;

    type Weighted = (i64, u64);

    /// Mixtures of shifts that are multiples of `sqrt(1/2)`, with weights that are proportional to
    /// integers.
    fn parts(p: &[Weighted], q: &[Weighted], precision: u64) -> Parts<Malachite> {
        let unit = Interval::from_rational(&Rational::from_unsigneds(1u32, 2u32), precision).sqrt();
        let side = |shifts: &[Weighted]| {
            let total: u64 = shifts.iter().map(|(_, weight)| weight).sum();
            let part = |(shift, weight): &Weighted| Part {
                weight: Interval::from_rational(
                    &Rational::from_unsigneds(*weight, total),
                    precision,
                ),
                shift: &Interval::from_rational(&Rational::from(*shift), precision) * &unit,
                multiple: Rational::from(*shift),
            };
            shifts.iter().map(part).collect()
        };
        let meet = p.first().map(|x| x.0) == q.last().map(|x| x.0);
        Parts { p: side(p), q: side(q), meet }
    }

    fn cut(
        p: &[Weighted],
        q: &[Weighted],
        loss: &Rational,
        precision: u64,
    ) -> Option<Interval<Malachite>> {
        let cuts = Gaussian::of(&parts(p, q, precision)).cuts(&line(loss, precision));
        match cuts.as_slice() {
            [Cut::At(place)] => Some(place.clone()),
            other => {
                assert!(matches!(other, [Cut::Start | Cut::End]), "{p:?} {q:?} {loss}: {other:?}");
                None
            }
        }
    }

    /// Longer numbers take an exponential for each term.
    #[test]
    fn sums_in_registers_have_the_cuts_of_longer_numbers() {
        let pairs: [(&[Weighted], &[Weighted]); 6] = [
            (&[(0, 92), (1, 7), (2, 1)], &[(0, 1)]),
            (&[(0, 1), (1, 1)], &[(-2, 1), (-1, 30), (0, 900)]),
            (&[(1, 1), (2, 1)], &[(-1, 1), (0, 1)]),
            (&[(2, 1), (5, 2), (6, 1), (9, 4)], &[(-4, 3), (1, 4), (2, 1)]),
            (&[(3, 1)], &[(-4, 3), (2, 1), (3, 1)]),
            (&[(1, 1)], &[(-1, 1)]),
        ];
        for (p, q) in pairs {
            for loss in [-40i64, -7, -2, 0, 1, 5, 60].map(|n| Rational::from_signeds(n, 8i64)) {
                let (short, long) = (cut(p, q, &loss, 128), cut(p, q, &loss, 192));
                assert_eq!(short.is_some(), long.is_some(), "{p:?} {q:?} {loss}");
                let Some((short, long)) = short.zip(long) else {
                    continue;
                };
                assert!(
                    short.intersection(&long).is_some(),
                    "{p:?} {q:?} {loss}: {short:?} {long:?}"
                );
                let width = (&short - &short).upper().exponent();
                assert!(width.is_none_or(|bits| bits < -75), "{p:?} {q:?} {loss}: {short:?}");
            }
        }
    }
}
