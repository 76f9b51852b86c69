//! Second routes to what is not as printed in Balle, Barthe and Gaboardi's paper: rational
//! arithmetic by hand, and sums over sequences of draws.

use super::Confirmation;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use std::collections::BTreeMap;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[
    ("BA-02", density_against_a_singular_law),
    ("BA-07", weights_off_the_diagonal),
    ("BA-09", equal_mixtures),
    ("BA-16", two_symmetric_pairs),
    ("BA-17", groups_at_one),
    ("BA-18", groups_at_one),
    ("BA-24", groups_and_small_data),
    ("BA-25", law_of_two_draws),
    ("BA-26", given_a_draw),
    ("BA-28", exchanged_answers),
    ("BA-30", samples_that_differ_in_more),
    ("BA-31", weights_of_a_mixture),
    ("BA-35", profile_below_one),
    ("BA-39", scaled_by_nothing),
    ("BA-44", a_profile_falls),
    ("BA-46", integrand_at_the_end),
    ("BA-49", infinite_moment),
    ("BA-53", two_sizes),
    ("BA-55", the_bound_is_larger_in_one_direction),
    ("BA-56", no_sample_of_fewer_records),
    ("BA-57", divergence_without_its_weight),
    ("BA-61", parts_that_are_two_apart),
    ("BA-67", steps_to_itself),
    ("BA-68", two_points_to_the_middle),
    ("BA-69", a_profile_that_does_not_fall),
];

fn q(n: i64, d: u64) -> Rational {
    Rational::from(n) / Rational::from(d)
}

/// `sum [p - g q]_+`.
fn divergence(p: &[Rational], other: &[Rational], g: &Rational) -> Rational {
    p.iter().zip(other).fold(q(0, 1), |sum, (p, other)| sum + (p - g * other).max(q(0, 1)))
}

/// `sum p (p/q)^s` with the power `s` of either sign.
fn moment(p: &[Rational], other: &[Rational], s: i64) -> Rational {
    p.iter().zip(other).fold(q(0, 1), |sum, (p, other)| sum + p * (p / other).pow(s))
}

/// mu = (1/2, 1/2) and mu' = (1 - t, t): as long as t > 0 the integral of the excess is the
/// divergence, 1/2 - t at alpha = 1; at t = 0 the second outcome is lost to it.
fn density_against_a_singular_law() {
    let p = [q(1, 2), q(1, 2)];
    let integral = |other: &[Rational]| -> Rational {
        let seen = p.iter().zip(other).filter(|(_, other)| **other != 0);
        seen.map(|(p, other)| (p / other - q(1, 1)).max(q(0, 1)) * other).sum()
    };
    for t in [q(1, 10), q(1, 1000)] {
        let other = [q(1, 1) - &t, t.clone()];
        assert_eq!(integral(&other), divergence(&p, &other, &q(1, 1)));
    }
    let singular = [q(1, 1), q(0, 1)];
    assert_eq!((divergence(&p, &singular, &q(1, 1)), integral(&singular)), (q(1, 2), q(0, 1)));
}

/// nu = (2/3, 1/3), nu' = (1/3, 2/3): gamma = 1/3, and the only product is 1/9.
fn weights_off_the_diagonal() {
    let gamma = q(1, 3);
    let product = (q(2, 3) - q(1, 3)) * (q(2, 3) - q(1, 3));
    assert_eq!(&product / &gamma, q(1, 3));
    assert_eq!(product / (&gamma * &gamma), 1);
}

/// gamma = 0: both laws are mu_0, whatever the others; near it alpha has no limit.
fn equal_mixtures() {
    let law = [q(1, 3), q(2, 3)];
    assert_eq!(divergence(&law, &law, &q(2, 1)), 0);
    let inner = |gamma: Rational| q(1, 1) + q(1, 1) / gamma;
    assert_eq!((inner(q(1, 10)), inner(q(1, 1000))), (q(11, 1), q(1001, 1)));
}

/// (3/4, 0, 1/4) and (27/80, 5/8, 3/80) with their mirror images: the larger moment is 11/3. The
/// integral of the larger profile is above that of the second one by what the first one is above it
/// near g = 1.
fn two_symmetric_pairs() {
    let mirror = |p: &[Rational]| p.iter().rev().cloned().collect::<Vec<_>>();
    let first = [q(3, 4), q(0, 1), q(1, 4)];
    let second = [q(27, 80), q(5, 8), q(3, 80)];
    let of = |p: &[Rational], g: Rational| divergence(p, &mirror(p), &g);
    // Without the middle of the first one, which has no mass.
    let (ends, back) = ([q(3, 4), q(1, 4)], [q(1, 4), q(3, 4)]);
    assert_eq!(
        (moment(&ends, &back, 1), moment(&second, &mirror(&second), 1)),
        (q(7, 3), q(11, 3))
    );
    assert_eq!((of(&first, q(1, 1)), of(&second, q(1, 1))), (q(1, 2), q(3, 10)));
    assert_eq!((of(&first, q(2, 1)), of(&second, q(2, 1))), (q(1, 4), q(21, 80)));
    // Between 1 and 3/2 both profiles are linear, as no likelihood ratio lies there, and the first
    // is the larger one: s = 1 adds more than 2 times the area between them.
    let gap = |g: Rational| of(&first, g.clone()) - of(&second, g);
    assert_eq!(gap(q(1, 1)) + gap(q(3, 2)), gap(q(5, 4)) * q(2, 1));
    assert!(gap(q(1, 1)) > 0 && gap(q(3, 2)) > 0);
}

/// (1, 0), (1/2, 1/2), (0, 1): delta(1) = 1/2, and the ends are 1 = 2 * 1/2 apart; the quotient is
/// 0/0 at 1, and 1 + r close to it.
fn groups_at_one() {
    let chain = [[q(1, 1), q(0, 1)], [q(1, 2), q(1, 2)], [q(0, 1), q(1, 1)]];
    let one = q(1, 1);
    assert_eq!(divergence(&chain[0], &chain[1], &one), q(1, 2));
    assert_eq!(divergence(&chain[0], &chain[2], &one), 1);
    let parts = |r: &Rational| (r.clone().pow(2u64) - &one, r - &one);
    assert_eq!(parts(&one), (q(0, 1), q(0, 1)));
    for r in [q(11, 10), q(101, 100)] {
        let (numerator, denominator) = parts(&r);
        assert_eq!(numerator / denominator, r + &one);
    }
}

/// All sequences of m draws from the records, as sorted samples with their probabilities.
fn draws(records: &[u8], m: usize) -> BTreeMap<Vec<u8>, Rational> {
    let mut samples = BTreeMap::new();
    for number in 0..records.len().pow(m as u32) {
        let mut y: Vec<u8> = (0..m)
            .map(|place| records[number / records.len().pow(place as u32) % records.len()])
            .collect();
        y.sort_unstable();
        *samples.entry(y).or_insert(q(0, 1)) += q(1, records.len().pow(m as u32) as u64);
    }
    samples
}

/// The law of a mechanism on two outcomes, given by the probability of the first one.
fn on(
    samples: &BTreeMap<Vec<u8>, Rational>,
    mechanism: impl Fn(&[u8]) -> Rational,
) -> [Rational; 2] {
    let first = samples.iter().fold(q(0, 1), |sum, (y, mass)| sum + mechanism(y) * mass);
    [first.clone(), q(1, 1) - first]
}

/// From no record nothing is drawn; and for n = 2 and its neighbours of one and three records the
/// bound holds for the mechanism that counts record 1, of which groups of two are twice as far
/// apart.
fn groups_and_small_data() {
    assert!(draws(&[], 1).is_empty());
    let mechanism = |y: &[u8]| q(y.iter().filter(|&&u| u == 1).count() as i64, 2);
    let x = on(&draws(&[1, 2], 2), mechanism);
    let bound = q(1, 2) * q(1, 2) + q(1, 4) * q(1, 1);
    for other in [&[2u8] as &[u8], &[1], &[1, 2, 3]] {
        assert!(divergence(&x, &on(&draws(other, 2), mechanism), &q(1, 1)) <= bound);
    }
    assert_eq!(divergence(&x, &on(&draws(&[2], 2), mechanism), &q(1, 1)), bound);
}

/// x = {1, 2} in the universe {1, 2, 3}: {1, 2} has 1/2 = (2!/4) (1/1!) (1/1!) (0^0/0!), not 0.
fn law_of_two_draws() {
    let samples = draws(&[1, 2], 2);
    assert_eq!(samples[&vec![1, 2]], q(1, 2));
    assert_eq!(q(2, 4) * q(1, 1) * q(1, 1) * q(0, 1), 0);
    assert_eq!(q(2, 4) * q(1, 1).pow(1u64) * q(1, 1).pow(1u64) * q(0, 1).pow(0u64), q(1, 2));
}

/// Two draws from {1, 2}: of the three quarters that have 2, one is {2, 2}; S_1(x) + 2 has {2, 2}
/// with probability 1/2.
fn given_a_draw() {
    let samples = draws(&[1, 2], 2);
    let with: Rational =
        samples.iter().filter(|(y, _)| y.contains(&2)).map(|(_, mass)| mass.clone()).sum();
    assert_eq!(with, q(3, 4));
    assert_eq!(&samples[&vec![2, 2]] / &with, q(1, 3));
    assert_eq!(draws(&[1, 2], 1)[&vec![2]], q(1, 2));
    // One copy of v: C(2, 1)/2 * 1/2 / (3/4) = 2/3.
    assert_eq!(&samples[&vec![1, 2]] / &with, q(2, 3));
}

/// p = 0 always lies, which tells as much as p = 1.
fn exchanged_answers() {
    let (zero, one) = ([q(0, 1), q(1, 1)], [q(1, 1), q(0, 1)]);
    assert_eq!(divergence(&zero, &one, &q(1, 1)), 1);
    assert_eq!((q(0, 1) + q(0, 1) - q(1, 1)).max(q(0, 1)), 0);
}

/// S(v, u) = (v, u) or (u, u), a half each, S(u) = (u): the samples have no tuple in common, and
/// say v half of the time.
fn samples_that_differ_in_more() {
    let tuples = [("vu", q(1, 2), q(0, 1)), ("uu", q(1, 2), q(0, 1)), ("u", q(0, 1), q(1, 1))];
    let tv = tuples.iter().fold(q(0, 1), |sum, (_, x, y)| sum + (x - y).max(q(0, 1)));
    assert_eq!(tv, 1);
    // p = 1: the answers are 1 with the probabilities 1/2 and 0; gamma phi_1(1) = 1.
    assert_eq!(divergence(&[q(1, 2), q(1, 2)], &[q(1, 1), q(0, 1)], &q(1, 1)), q(1, 2));
}

/// eta = 1, eta' = 1/2, p = 1, alpha = 2: then alpha' = 2 and beta = 1, and the weights do sum to
/// 1; at eta = 1/2, eta' = 1/4 alpha' is 3 and beta 2/3: 1/2 + 2/3 * 1/2 = 5/6.
fn weights_of_a_mixture() {
    let (eta, less, alpha) = (q(1, 2), q(1, 4), q(2, 1));
    let inner = q(1, 1) + (&alpha - q(1, 1)) / &eta;
    let beta = &alpha / &inner;
    let share = &less / &eta;
    assert_eq!((q(1, 1) - &share) + &beta * &share, q(5, 6));
    // p = 3/4: (3/4, 1/4) against (1/4, 3/4).
    let (zero, one) = ([q(3, 4), q(1, 4)], [q(1, 4), q(3, 4)]);
    let mix = |zero_weight: &Rational, one_weight: &Rational| -> Vec<Rational> {
        zero.iter().zip(&one).map(|(x, y)| zero_weight * x + one_weight * y).collect()
    };
    for alpha in [q(1, 1), q(9, 8), q(5, 4), q(2, 1)] {
        let inner = q(1, 1) + (&alpha - q(1, 1)) / &eta;
        let beta = &alpha / &inner;
        let weight = &beta * &share;
        let left = divergence(&mix(&q(1, 2), &eta), &mix(&q(3, 4), &less), &alpha);
        let right = &eta * divergence(&one, &mix(&(q(1, 1) - &weight), &weight), &inner);
        assert_eq!(left, right);
    }
    let alpha = q(9, 8);
    let inner = q(1, 1) + q(1, 8) * q(2, 1);
    let beta = &alpha / &inner;
    let printed = &eta * divergence(&one, &mix(&(q(1, 1) - &share), &(&beta * &share)), &inner);
    assert!(printed > divergence(&mix(&q(1, 2), &eta), &mix(&q(3, 4), &less), &alpha));
}

/// n = 3, gamma = 1/2, alpha = 1: alpha_2 = (1/2)/(1/2) (3/2 - 1) = 1/2, and at 1/2 equal laws have
/// the divergence 1/2.
fn profile_below_one() {
    let shrunk = q(1, 1) * (q(3, 2) - q(1, 1));
    assert_eq!(shrunk, q(1, 2));
    let law = [q(1, 3), q(2, 3)];
    assert_eq!(divergence(&law, &law, &shrunk), q(1, 2));
}

/// The zero measure has the divergence 0 from any other; as a falls, alpha b/a grows without bound.
fn scaled_by_nothing() {
    let (law, other) = ([q(1, 1), q(0, 1)], [q(1, 3), q(2, 3)]);
    assert_eq!(divergence(&[q(0, 1), q(0, 1)], &other, &q(2, 1)), 0);
    for a in [q(1, 1), q(1, 10), q(1, 1000)] {
        let scaled = [&law[0] * &a, &law[1] * &a];
        assert_eq!(
            divergence(&scaled, &other, &q(2, 1)),
            &a * divergence(&law, &other, &(q(2, 1) / &a))
        );
    }
}

/// One profile, [1 - g/4]_+, gamma = 1/2: the direct bound takes it at alpha', the advanced one at
/// alpha = 2 alpha' - 1, which is further right. For one pair of laws it can be the other way
/// round: mu_1 = mu_1', gamma = 1/2, alpha' = 2 have the direct bound 0 and the advanced one (1 -
/// 2/3) 1/2 = 1/6.
fn a_profile_falls() {
    let profile = |g: &Rational| (q(1, 1) - g / q(4, 1)).max(q(0, 1));
    for outer in [q(1, 1), q(3, 2), q(2, 1), q(3, 1)] {
        let inner = q(1, 1) + (&outer - q(1, 1)) / q(1, 2);
        assert!(inner >= outer && profile(&inner) <= profile(&outer));
    }
    let (common, part) = ([q(1, 1), q(0, 1)], [q(0, 1), q(1, 1)]);
    let beta = q(2, 3);
    let advanced = (q(1, 1) - &beta) * q(1, 2) * divergence(&part, &common, &q(3, 1));
    assert_eq!((advanced, divergence(&part, &part, &q(2, 1))), (q(1, 6), q(0, 1)));
}

/// d = 1, eps = 0: in the middle both densities are the same.
fn integrand_at_the_end() {
    let (z, d) = (q(1, 2), q(1, 1));
    assert_eq!(&d - &z, z);
}

/// mu = (1/2, 1/2), mu' = (1 - t, t): E[L-moment] of order 1 grows without bound as t falls, the
/// other one tends to 1/4.
fn infinite_moment() {
    let p = [q(1, 2), q(1, 2)];
    for t in [q(1, 100), q(1, 10_000)] {
        let other = [q(1, 1) - &t, t.clone()];
        assert!(moment(&p, &other, 1) > q(1, 4) / &t);
        // They are equal as long as t > 0; at t = 0 only the first outcome is left of the second
        // sum.
        assert_eq!(moment(&p, &other, 1), moment(&other, &p, -2));
    }
    assert_eq!(moment(&[q(1, 1)], &[q(1, 2)], -2), q(1, 4));
}

/// The sets {1} and {2}, which are neighbours, and {1, 2}, which has no path to them: nu is {1} or
/// {1, 2}, nu' is {2} or {1, 2}, a half each. Staying at {1, 2} is compatible and costs delta_1/2,
/// the sum of the theorem; the coupling that moves {1} to {1, 2} and {1, 2} to {2} has no path, and
/// a mechanism that tells {1, 2} apart pays 1 for it.
fn two_sizes() {
    let apart = q(1, 1);
    for one in [q(0, 1), q(1, 2), q(1, 1)] {
        let cost = |t: Rational| &t * &one + (q(1, 2) - &t) * &apart * q(2, 1);
        let theorem = q(1, 2) * &one;
        assert_eq!(cost(q(1, 2)), theorem);
        assert!(cost(q(0, 1)) >= theorem && cost(q(1, 4)) >= theorem);
    }
}

/// {1}, {2} and {3}: one step from {1} leads to {2} or {3}, never to {1}, and two steps lead back.
/// With the chain of no step the least numbers of steps are 0, 1 and 1.
fn steps_to_itself() {
    let step = |from: &[u8]| (1u8..=3).filter(|y| from.iter().any(|x| x != y)).collect::<Vec<_>>();
    assert_eq!(step(&[1]), [2, 3]);
    assert_eq!(step(&step(&[1])), [1, 2, 3]);
    let within = |steps: usize| (0..steps).fold(vec![1u8], |seen, _| [step(&seen), seen].concat());
    let distance = |to: u8| (0..4).find(|steps| within(*steps).contains(&to));
    assert_eq!([1, 2, 3].map(distance), [Some(0), Some(1), Some(1)]);
}

/// nu is 0 or 2 on the path 0, 1, 2, a half each, and nu' is 1: all moves by 1, and the one
/// coupling costs delta_1; the point 0 alone has the share delta_1/2.
fn two_points_to_the_middle() {
    let nu = [q(1, 2), q(0, 1), q(1, 2)];
    let delta = [q(0, 1), q(1, 3)];
    let cost = |y: usize| &nu[y] * &delta[y.abs_diff(1)];
    assert_eq!(cost(0) + cost(1) + cost(2), delta[1]);
    assert_eq!(cost(0), &delta[1] / q(2, 1));
}

/// gamma = 1/2 at alpha' = 2: alpha = 3, beta = 2/3. M({}) = (1, 0), M({1}) = (0, 1) has the
/// profile 1: the bounds are 1/2 and 1/3, and both divergences, of (1, 0) and (1/2, 1/2), are
/// below. The divergence itself can be larger from the smaller data set: without sampling it is so
/// for (1/2, 1/2) and (1, 0).
fn the_bound_is_larger_in_one_direction() {
    let (small, large) = ([q(1, 1), q(0, 1)], [q(1, 2), q(1, 2)]);
    let two = q(2, 1);
    assert!(
        divergence(&large, &small, &two) <= q(1, 2)
            && divergence(&small, &large, &two) <= q(1, 2) * q(2, 3)
    );
    assert!(q(1, 2) * q(2, 3) < q(1, 2));
    let (small, large) = (large, small);
    assert!(divergence(&small, &large, &two) > divergence(&large, &small, &two));
}

/// n = m: C(n-1, n) = 0.
fn no_sample_of_fewer_records() {
    for n in 1u32..6 {
        let subsets = (0u32..1 << (n - 1)).filter(|set| set.count_ones() == n).count();
        assert_eq!(subsets, 0);
    }
}

/// One draw of two: mu_1 = M(v), mu_0 = M(u) with divergence 1, and the sum is 1/2.
fn divergence_without_its_weight() {
    let (one, zero) = ([q(1, 1), q(0, 1)], [q(0, 1), q(1, 1)]);
    let sum = q(1, 2) * divergence(&one, &zero, &q(1, 1));
    assert!(divergence(&one, &zero, &q(1, 1)) > sum);
    assert!(q(1, 2) * divergence(&one, &zero, &q(1, 1)) <= sum);
}

/// n = 1: the parts are {v} and {v'}, two steps apart by way of the empty set; there is but one
/// coupling. And for M({v}) = (1, 0), M({v'}) = (0, 1), the others (1/2, 1/2), gamma = 1/2 and
/// alpha' = 1 the bound is attained: beta = 1, delta_2 = 1.
fn parts_that_are_two_apart() {
    let steps = |x: u32, y: u32| (x ^ y).count_ones();
    assert_eq!(steps(0b01, 0b10), 2);
    // n = 2: every {v} + s is 2 from {v'} + s and at least that from every {v'} + t.
    for s in [0b000u32, 0b100] {
        let nearest = [0b000u32, 0b100].map(|t| steps(0b001 | s, 0b010 | t)).into_iter().min();
        assert_eq!(nearest, Some(steps(0b001 | s, 0b010 | s)));
        assert_eq!(nearest, Some(2));
    }
    let (x, y) = ([q(3, 4), q(1, 4)], [q(1, 4), q(3, 4)]);
    assert_eq!(divergence(&x, &y, &q(1, 1)), q(1, 2) * q(1, 1));
}

/// A mechanism that says whether there is a record has the profile 1, which is not at most half of
/// itself; on a sample at rate 1/2 it says so for half of the samples.
fn a_profile_that_does_not_fall() {
    let (without, with) = ([q(1, 1), q(0, 1)], [q(0, 1), q(1, 1)]);
    let gamma = q(1, 2);
    for outer in [q(1, 1), q(3, 2), q(2, 1)] {
        let inner = q(1, 1) + (&outer - q(1, 1)) / &gamma;
        let bound = &gamma * divergence(&with, &without, &inner);
        assert_eq!(divergence(&with, &without, &outer), 1);
        assert_eq!(bound, gamma);
        let sampled = [q(1, 2), q(1, 2)];
        assert_eq!(divergence(&sampled, &without, &outer), gamma);
        assert!(divergence(&without, &sampled, &outer) <= gamma);
    }
}
