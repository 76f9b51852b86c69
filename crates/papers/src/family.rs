//! The families over which statements are checked, each from small to large: the first
//! counterexample is a small one.

use super::trial::CheckError;
use dpcert::Real;
use dpcert::pair::FinitePair;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The rationals in [0, 1] with denominators up to this, those with small denominators first:
/// 0, 1, 1/2, 1/3, 2/3, ...
pub fn unit(denominator: u64) -> Vec<Real> {
    let ends = [Real::zero(), Real::one()];
    ends.into_iter().chain(inside_unit(denominator)).collect()
}

/// The rationals in (0, 1) with denominators up to this: 1/2, 1/3, 2/3, 1/4, ...
pub fn inside_unit(denominator: u64) -> Vec<Real> {
    let coprime = |n: u64, d: u64| Rational::from_unsigneds(n, d).denominator_ref() == &d;
    let of = |d: u64| (1..d).filter(move |&n| coprime(n, d)).map(move |n| ratio(n, d));
    (2..=denominator).flat_map(of).collect()
}

/// `n/d`, where d is not 0.
pub fn ratio(n: u64, d: u64) -> Real {
    Real::from(Rational::from_unsigneds(n, d))
}

/// Values of `e^eps > 1`: 2, 3, 3/2, 4, 5, 5/2, ... with numerators up to this.
pub fn exponentials(numerator: u64) -> Vec<Real> {
    let coprime = |n: u64, d: u64| Rational::from_unsigneds(n, d).denominator_ref() == &d;
    let of = |n: u64| (1..n).filter(move |&d| coprime(n, d)).map(move |d| ratio(n, d));
    (2..=numerator).flat_map(of).collect()
}

/// All pairs, those with small places in the two lists first.
pub fn pairs<A: Clone, B: Clone>(first: &[A], second: &[B]) -> Vec<(A, B)> {
    let mut all: Vec<(usize, (A, B))> = Vec::with_capacity(first.len() * second.len());
    for (i, x) in first.iter().enumerate() {
        all.extend(second.iter().enumerate().map(|(j, y)| (i + j, (x.clone(), y.clone()))));
    }
    all.sort_by_key(|(size, _)| *size);
    all.into_iter().map(|(_, pair)| pair).collect()
}

/// All triples, those with small places in the three lists first.
pub fn triples<A: Clone, B: Clone, C: Clone>(
    first: &[A],
    second: &[B],
    third: &[C],
) -> Vec<(A, B, C)> {
    let mut all: Vec<(usize, (A, B, C))> =
        Vec::with_capacity(first.len() * second.len() * third.len());
    for (i, x) in first.iter().enumerate() {
        for (j, y) in second.iter().enumerate() {
            let of = |(l, z): (usize, &C)| (i + j + l, (x.clone(), y.clone(), z.clone()));
            all.extend(third.iter().enumerate().map(of));
        }
    }
    all.sort_by_key(|(size, _)| *size);
    all.into_iter().map(|(_, triple)| triple).collect()
}

/// All distributions on this many outcomes whose probabilities are multiples of 1/denominator, for
/// every denominator up to the one given; none twice, small denominators first.
pub fn distributions(outcomes: usize, denominator: u64) -> Vec<Vec<Real>> {
    let mut all: Vec<Vec<Real>> = Vec::new();
    for d in 1..=denominator {
        for parts in compositions(outcomes, d) {
            // Those with a common factor came with a smaller denominator.
            if parts.iter().fold(d, |divisor, &part| gcd(divisor, part)) == 1 {
                all.push(parts.iter().map(|&part| ratio(part, d)).collect());
            }
        }
    }
    all
}

/// The ways to write `total` as an ordered sum of this many natural numbers.
pub fn compositions(parts: usize, total: u64) -> Vec<Vec<u64>> {
    if parts <= 1 {
        return if parts == 1 { vec![vec![total]] } else { Vec::new() };
    }
    let with_first = |first: u64| {
        compositions(parts - 1, total - first).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..=total).flat_map(with_first).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A distribution, to be printed.
pub fn show(distribution: &[Real]) -> String {
    let masses: Vec<String> = distribution.iter().map(Real::to_string).collect();
    format!("({})", masses.join(", "))
}

/// The pair (P, Q) by its outcomes.
///
/// # Errors
/// The order of two likelihood ratios is not decided; never for rationals.
pub fn pair(p: &[Real], q: &[Real]) -> Result<FinitePair, CheckError> {
    let outcomes = p.iter().zip(q).map(|(p, q)| (p.clone(), q.clone(), None));
    FinitePair::from_outcomes(outcomes)
        .ok_or_else(|| CheckError::Undecided("the order of two likelihood ratios".to_owned()))
}

/// The masses of all events under both laws, the empty one first.
pub fn events(p: &[Real], q: &[Real]) -> Vec<(Real, Real)> {
    p.iter().zip(q).fold(vec![(Real::zero(), Real::zero())], |events, (p, q)| {
        let with = events.iter().map(|(x, y)| (x + p, y + q)).collect::<Vec<_>>();
        events.into_iter().chain(with).collect()
    })
}

/// The largest `P(A) - g Q(A)` over all events A, by the definition.
pub fn largest_difference(p: &[Real], q: &[Real], g: &Real) -> Real {
    events(p, q).iter().map(|(x, y)| x - g * y).fold(Real::zero(), larger)
}

/// The larger of two; the first if that is not decided, never for rationals.
pub fn larger(x: Real, y: Real) -> Real {
    if y.compare(&x) == Some(Ordering::Greater) { y } else { x }
}

/// Points with three coordinates that are not negative, small ones first.
pub fn octant() -> Vec<[Rational; 3]> {
    let values: Vec<Rational> =
        [(0u32, 1u32), (1, 1), (1, 2), (2, 1), (1, 10), (10, 1), (1, 100), (100, 1)]
            .into_iter()
            .map(|(n, d)| Rational::from_unsigneds(n, d))
            .collect();
    triples(&values, &values, &values).into_iter().map(|(x, y, z)| [x, y, z]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_complete_and_start_small() {
        let written =
            |numbers: Vec<Real>| numbers.iter().map(Real::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(written(unit(4)), "0 1 1/2 1/3 2/3 1/4 3/4");
        assert_eq!(written(exponentials(4)), "2 3 3/2 4 4/3");
        assert_eq!(
            distributions(2, 3).iter().map(|d| show(d)).collect::<Vec<_>>().join(" "),
            "(0, 1) (1, 0) (1/2, 1/2) (1/3, 2/3) (2/3, 1/3)"
        );
        assert_eq!(compositions(3, 4).len(), 15);
        assert_eq!(pairs(&[0, 1], &[0, 1, 2]), [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (1, 2)]);
        assert_eq!(octant().len(), 512);
    }
}
