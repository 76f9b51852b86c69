//! Scalars of a k-fold composition: on one walk from the largest loss to the lattice point that
//! matters.
//!
//! With the numbers of [`RationalPair::walk`] and `I/d^k` the mass at infinity, that is the last j,
//! coming from k, at which
//!
//! ```text
//! p^j F_j >= t d^k - I                  delta_j >= t: eps at t is between j and j+1
//! q^j Y_j >= a d^k                      Q(S >= j) >= a: beta(a) is on the line of j
//! p^j (F_j + Y_j) >= (1 - a) d^k - I    P(S <= -j) >= beta(a): it is on the line of -j
//! ```

use crate::composition::Arithmetic;
use crate::composition::kfold::{self, At, RationalPair};
use crate::control::{Control, Interrupted};
use crate::enclosure::Outcome;
use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::pair::ThreePoint;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Floor, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The largest n with `n step <= eps`, twice; or two neighbours of which one is it, because it is
/// undecided whether the larger one is a tie. `None` if not even that is known.
pub(super) fn lattice_floors(eps: &Real, step: &Real) -> Option<(u64, u64)> {
    let ratio = eps / step;
    if let Some(ratio) = ratio.as_rational() {
        let floor = u64::try_from(Floor::floor(ratio).unsigned_abs_ref()).ok()?;
        return Some((floor, floor));
    }
    let floor = |x: Option<Rational>| {
        x.and_then(|x| u64::try_from(Floor::floor(&x).unsigned_abs_ref()).ok())
    };
    let mut found = None;
    for precision in [128, 1024] {
        let ratio = ratio.enclose::<Malachite>(precision).positive_part();
        let ends = (floor(ratio.lower().to_rational()), floor(ratio.upper().to_rational()));
        if let (Some(low), Some(high)) = ends {
            if low == high {
                return Some((low, low));
            }
            if high == low + 1 {
                // There is an integer between: is it the ratio itself?
                match (Real::from(high) * step).compare(eps) {
                    Some(Ordering::Greater) => return Some((low, low)),
                    Some(_) => return Some((high, high)),
                    None => found = Some((low, high)),
                }
            }
        }
    }
    found
}

/// delta(eps) of a k-fold composition; `None` if eps cannot be placed on the lattice.
pub(super) fn delta<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    eps: &Real,
    arithmetic: Arithmetic,
    control: &Control,
) -> Result<Option<Value<E>>, Interrupted> {
    let Some((floor, other)) = lattice_floors(eps, &pair.eps) else {
        return Ok(None);
    };
    match arithmetic {
        Arithmetic::Enclosed { precision } => {
            let from = |floor| match floor >= k {
                true => Ok(kfold::infinite_mass(&pair.delta, k, precision)),
                false => {
                    Ok(Value::Enclosed(kfold::delta_at(pair, k, (eps, floor), precision, control)?))
                }
            };
            let delta = from(floor)?;
            if other == floor {
                return Ok(Some(delta));
            }
            // One of the two is the floor, and delta is computed from it.
            Ok(Some(Value::Enclosed(
                delta.enclose(precision).hull(&from(other)?.enclose(precision)),
            )))
        }
        Arithmetic::Exact if other != floor => Ok(None),
        Arithmetic::Exact => {
            let (e, g) = (pair.e(), eps.exp());
            let (Some(rational), Some(e), Some(g)) =
                (RationalPair::of(pair), e.as_rational(), g.as_rational())
            else {
                return Ok(None);
            };
            let (denominator, infinite) = rational.denominator_and_infinite(k);
            if floor >= k {
                return Ok(Some(Value::Exact(Rational::from_naturals(infinite, denominator))));
            }
            let parts =
                rational.walk::<E::Natural, _>(k, floor, control, |at| match at.j == floor {
                    true => ControlFlow::Break((at.tail.to_natural(), at.before.to_natural())),
                    false => ControlFlow::Continue(()),
                });
            // At j+1 the finite part is p^(j+1) F / d^k, and Q(S > j) is q^(j+1) Y / d^k.
            let Some((tail, finite)) = parts? else {
                return Ok(None);
            };
            let whole = |n: Natural| Rational::from(n);
            let power = |n: &Natural| whole(BigNatural::pow(n, floor + 1));
            let slope = power(e.denominator_ref()) * whole(tail);
            let above = power(e.numerator_ref()) * whole(finite);
            let gap = e.pow(floor + 1) - g;
            let numerator = above + gap * slope + whole(infinite);
            Ok(Some(Value::Exact(numerator / whole(denominator))))
        }
    }
}

/// eps at a delta, exactly; `None` where the pair is not rational.
pub(super) fn eps<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    delta: &Rational,
    control: &Control,
) -> Result<Option<Outcome<E>>, Interrupted> {
    let Some(pair) = RationalPair::of(pair) else {
        return Ok(None);
    };
    let (denominator, infinite) = pair.denominator_and_infinite(k);
    let left = delta * Rational::from(denominator) - Rational::from(infinite);
    if left < 0 {
        return Ok(Some(Outcome::Infinite));
    }
    if left == 0 {
        return Ok(Some(Outcome::Logarithm(Value::Exact(pair.ratio().pow(k)))));
    }
    let found = reached::<E>(&pair, k, (&pair.p, &left), control, |at| at.finite.clone())?;
    let Some(Reached { j, tail, before, .. }) = found else {
        return Ok(Some(Outcome::zero()));
    };
    let power = |n: &Natural| Rational::from(BigNatural::pow(n, j + 1));
    let ratio = (power(&pair.p) * (before + &tail) - left) / (power(&pair.q) * tail);
    Ok(Some(if ratio > 1 { Outcome::Logarithm(Value::Exact(ratio)) } else { Outcome::zero() }))
}

/// The trade-off function at a level, exactly; `None` where the pair is not rational.
pub(super) fn beta<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    alpha: &Rational,
    control: &Control,
) -> Result<Option<Value<E>>, Interrupted> {
    let Some(pair) = RationalPair::of(pair) else {
        return Ok(None);
    };
    let (denominator, infinite) = pair.denominator_and_infinite(k);
    let whole = |n: Natural| Rational::from(n);
    let (denominator, infinite) = (whole(denominator), whole(infinite));
    let delta =
        |j, finite| (&infinite + whole(BigNatural::pow(&pair.p, j)) * finite) / &denominator;
    let rest = Rational::ONE - alpha;
    let left = &rest * &denominator - &infinite;
    if left <= 0 {
        return Ok(Some(Value::Exact(Rational::ZERO)));
    }
    let level = alpha * &denominator;
    if level == 0 {
        return Ok(Some(Value::Exact(left / denominator)));
    }
    let found = reached::<E>(&pair, k, (&pair.q, &level), control, |at| at.tail_with(&pair.q))?;
    if let Some(Reached { j, finite, .. }) = found {
        return Ok(Some(Value::Exact(
            Rational::ONE - delta(j, finite) - pair.ratio().pow(j) * alpha,
        )));
    }
    let with_tail = |at: &At<'_, E::Natural>| {
        let mut sum = at.tail_with(&pair.q);
        sum.add_assign(at.finite);
        sum
    };
    let found = reached::<E>(&pair, k, (&pair.p, &left), control, with_tail)?;
    Ok(found.map(|Reached { j, finite, .. }| {
        Value::Exact((rest - delta(j, finite)) / pair.ratio().pow(j))
    }))
}

/// The state of a walk where it stopped: `Y_{j+1}`, `F_{j+1}` and `F_j`.
struct Reached {
    j: u64,
    tail: Rational,
    before: Rational,
    finite: Rational,
}

/// The last j, coming from k, at which `base^j x_j` reaches a threshold > 0; `None` if it is
/// nowhere reached.
fn reached<E: Engine>(
    pair: &RationalPair,
    k: u64,
    (base, threshold): (&Natural, &Rational),
    control: &Control,
    x: impl Fn(&At<'_, E::Natural>) -> E::Natural,
) -> Result<Option<Reached>, Interrupted> {
    // An estimate of what x_j has to reach: long numbers are multiplied only where the estimate
    // does not decide.
    let step = Interval::<Malachite>::from_rational(&Rational::from(base.clone()), BITS);
    let mut needed = &Interval::from_rational(threshold, BITS) / &step.pow_natural(k);
    pair.walk::<E::Natural, _>(k, 0, control, |at| {
        let x = x(&at);
        let is_reached = match leading::<E>(&x).compare(&needed) {
            Some(order) => order.is_ge(),
            None => *threshold <= x.to_natural() * BigNatural::pow(base, at.j),
        };
        needed = &needed * &step;
        if !is_reached {
            return ControlFlow::Continue(());
        }
        let whole = |n: &E::Natural| Rational::from(n.to_natural());
        let (tail, before, finite) = (whole(at.tail), whole(at.before), whole(at.finite));
        ControlFlow::Break(Reached { j: at.j, tail, before, finite })
    })
}

/// Working precision of the estimates, in bits. Where an estimate is undecided, exact numbers are
/// compared: with fewer bits that is more often.
const BITS: u64 = 128;

/// An enclosure of a natural number, by its leading bits.
fn leading<E: Engine>(x: &E::Natural) -> Interval<Malachite> {
    let rest = x.bits().saturating_sub(BITS / 2);
    let shift = i64::try_from(rest).unwrap_or(i64::MAX);
    let [lower, upper] = [Rounding::Down, Rounding::Up].map(|rounding| {
        let leading = x.shr(rest, rounding).to_natural();
        <Malachite as Engine>::Float::from_natural(&leading, BITS, rounding)
            .shift(shift, BITS, rounding)
    });
    Interval::new(lower, upper, BITS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::composition::{Shape, tabulate};
    use crate::exact::literal::parse;
    use crate::quantity::table_reader::Reader;

    fn exact(x: Outcome<Malachite>) -> Option<Rational> {
        match x {
            Outcome::Logarithm(Value::Exact(x)) => Some(x),
            Outcome::Number(Value::Exact(x)) => Some(x + Rational::ONE),
            _ => None,
        }
    }

    /// The walk stops where the sums over all rows of the table have the value, also at and next to
    /// ties.
    #[test]
    fn walks_read_what_tables_have() {
        let control = &Control::default();
        for (eps, delta, alpha) in [
            ("ln(2)", "0", "0"),
            ("ln(3/2)", "1/1000", "0"),
            ("ln(11/10)", "1e-6", "1/2"),
            ("ln(5)", "1/7", "2/3"),
        ] {
            let pair = ThreePoint {
                eps: parse(eps).unwrap(),
                delta: parse(delta).unwrap(),
                alpha: parse(alpha).unwrap(),
            };
            for k in [1, 2, 3, 8, 21] {
                let shape = Shape::KFold { pair: pair.clone(), k };
                let table =
                    tabulate::<Malachite>(&shape, Arithmetic::Exact, control).unwrap().unwrap();
                let number = |x: &Real| Value::<Malachite>::of(x, 256);
                let reader = Reader::new(&table, 256, &number);
                let mut numbers: Vec<Rational> =
                    (0..=24u64).map(|n| Rational::from_unsigneds(n, 24)).collect();
                // Each delta of the lattice, and each sum of masses, is where two segments meet.
                let lattice = (0..=k).map(|j| reader.delta(&(Real::from(j) * &pair.eps)).unwrap());
                let (sums, errors): (Vec<_>, Vec<_>) = reader.region().into_iter().unzip();
                for tie in lattice.chain(sums).chain(errors) {
                    let Value::Exact(tie) = tie else { continue };
                    let near = Rational::ONE >> 80u32;
                    numbers.extend(
                        [&tie - &near, &tie + near, tie].into_iter().filter(|x| *x >= 0 && *x <= 1),
                    );
                }
                for number in numbers {
                    let at = Value::Exact(number.clone());
                    let Value::Exact(expected) = reader.beta(&at) else {
                        continue;
                    };
                    let found = beta::<Malachite>(&pair, k, &number, control).unwrap().unwrap();
                    assert!(
                        matches!(&found, Value::Exact(x) if *x == expected),
                        "{pair:?} {k} beta {number}: {found:?}"
                    );
                    let found = exact(
                        super::eps::<Malachite>(&pair, k, &number, control).unwrap().unwrap(),
                    );
                    if at.compare(&table.p_infinite) == Some(Ordering::Less) {
                        assert_eq!(found, None, "{pair:?} {k} eps {number}");
                    } else {
                        let Value::Exact(expected) = reader.exp_eps(&at) else {
                            continue;
                        };
                        assert_eq!(
                            found,
                            Some(expected.max(Rational::ONE)),
                            "{pair:?} {k} eps {number}"
                        );
                    }
                }
            }
        }
    }
}
