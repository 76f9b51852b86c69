//! Second routes to what is not as printed in Dong, Roth and Su's paper.

use super::Confirmation;
use dpcert::Real;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::interval::Interval;
use dpcert::exact::{Extended, Malachite};
use dpcert::formula::{Formula, SampledGaussian};
use dpcert::pair::FinitePair;
use malachite::rational::Rational;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[
    ("GDP-14", equal_laws),
    ("GDP-18", four_steps_by_hand),
    ("GDP-32", laws_apart),
    ("GDP-40", total_variation_of_a_sample),
    ("GDP-41", least_sums_of_errors),
    ("GDP-46", one_coin_flip),
    ("GDP-47", difference_quotients),
    ("GDP-57", moments_of_a_discretised_pair),
    ("GDP-84", iterates),
];

fn q(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// `sum [p - g q]_+`.
fn hockey_stick(p: &[Rational], other: &[Rational], g: &Rational) -> Rational {
    let excess = p.iter().zip(other).map(|(p, q)| p - g * q).filter(|excess| *excess > 0);
    excess.fold(q(0, 1), |sum, excess| sum + excess)
}

/// eps/mu grows without bound as mu falls, whatever eps is; two equal laws have the divergence 0 at
/// every g >= 1.
fn equal_laws() {
    for (mu, quotient) in [(q(1, 10), 10), (q(1, 1000), 1000)] {
        assert_eq!(q(1, 1) / mu, quotient);
    }
    let law = [q(1, 3), q(2, 3)];
    for g in [q(1, 1), q(3, 2), q(4, 1)] {
        assert_eq!(hockey_stick(&law, &law, &g), 0);
    }
}

/// With delta = 1 the second step tells everything: the product has no outcome in common. And
/// alpha/(1 - delta) is x at alpha = x (1 - delta), for every x and delta.
fn laws_apart() {
    let (first, other) = ([q(1, 2), q(1, 2)], [q(1, 3), q(2, 3)]);
    let apart = |law: &[Rational], side: usize| -> Vec<Rational> {
        law.iter()
            .flat_map(|mass| [0, 1].map(|place| if place == side { mass.clone() } else { q(0, 1) }))
            .collect()
    };
    for g in [q(1, 1), q(100, 1)] {
        assert_eq!(hockey_stick(&apart(&first, 0), &apart(&other, 1), &g), 1);
    }
    for x in [q(0, 1), q(1, 2), q(1, 1)] {
        for rest in [q(1, 10), q(1, 1000)] {
            assert_eq!(&x * &rest / &rest, x);
        }
    }
}

/// With E = e^(1/4), p = 1/(1+E) and alpha = p/E^3, the four steps of 1 - f are p/E^3, p/E^2, p/E,
/// p, p E. So the group has 1 - p E = p, the Laplace distributions 1/(4 e alpha) = 1/(4 p E), and
/// the distance is `(E-1)^2 / (4 E (E+1))`, which grows with E > 1.
fn four_steps_by_hand() {
    let distance = |e: Rational| {
        let less = &e - q(1, 1);
        &less * &less / (q(4, 1) * &e * (&e + q(1, 1)))
    };
    // At x = 1/4 the rest of the series behind x^3/6 is between 0 and x^4/22.
    let cubic = q(1, 1) + q(1, 4) + q(1, 32) + q(1, 384);
    let quartic = &cubic + q(1, 22 * 256);
    let least = distance(cubic.clone());
    assert!(least > q(5, 1000) && least > q(686, 100_000));
    assert!(distance(quartic.clone()) < q(688, 100_000));
    as_sets_in_the_plane(&cubic, &quartic);
}

/// The distance of two convex sets is that of their support functions: the largest |delta_1(g) -
/// delta_2(g)|/sqrt(1 + g^2), g >= 1 by symmetry. With g = s^2 the delta of the Laplace
/// distributions is 1 - s/E^2. That of the group is 1 - b - a g at a corner (a, b): a = p/E^2, b =
/// E a for 1 <= s <= E, and a = p/E^3, b = E^3 a for E <= s <= E^2. As a (1+E) = 1/E^2 and a (E +
/// E^2) = 1/E^2, they differ by a (s-1)(E-s) and by a (s-E)(E^2-s), which with s = E u is p/E
/// (u-1)(E-u). Both have u or s from 1 to E, here in cells.
fn as_sets_in_the_plane(low: &Rational, high: &Rational) {
    let p = q(1, 1) / (q(1, 1) + low);
    let cells = 400;
    for i in 0..cells {
        let end = |i: i64| q(1, 1) + (high - q(1, 1)) * q(i, cells);
        let (from, to) = (end(i), end(i + 1));
        let product = (&to - q(1, 1)) * (high - &from);
        let fourth = from.clone() * &from * &from * &from;
        for (difference, fourth) in [
            (&p / (low * low) * &product, fourth.clone()),
            (&p / low * &product, low * low * low * low * &fourth),
        ] {
            assert!(
                &difference * &difference <= q(33, 10_000) * q(33, 10_000) * (q(1, 1) + fourth),
                "{i}"
            );
        }
    }
}

/// E = 2, delta = 1/2, p = 1/2. The two errors on the segment of slope -1 sum to 1 minus the total
/// variation.
fn total_variation_of_a_sample() {
    let (p, other) = ([q(1, 2), q(1, 3), q(1, 6), q(0, 1)], [q(0, 1), q(1, 6), q(1, 3), q(1, 2)]);
    let mixed: Vec<Rational> =
        p.iter().zip(&other).map(|(p, other)| (p + other) / q(2, 1)).collect();
    let sum = q(1, 1) - hockey_stick(&mixed, &other, &q(1, 1));
    assert_eq!(sum, q(2, 3));
    let printed = q(1, 1) - q(1, 4) - q(1, 2) * q(1, 3);
    let corrected = q(1, 1) - q(1, 4) - q(1, 2) * q(1, 2) * q(1, 3);
    assert_eq!((printed, corrected), (q(7, 12), q(2, 3)));
}

/// (e^3 - 1)/(e^3 + 1) < 1 makes the sum on C_p(f) more than 1 - 0.2 (0.1 + 0.9) = 4/5; e^3 > 20
/// makes that of Lemma 2, 2 (1 - delta')/(1 + E'), less than 1.96/5.8.
fn least_sums_of_errors() {
    let (delta, p) = (q(1, 10), q(1, 5));
    let sampled = q(1, 1) - &p * (&delta + (q(1, 1) - &delta));
    let grown = q(1, 1) - &p + &p * q(20, 1);
    let lemma = q(2, 1) * (q(1, 1) - &p * &delta) / (q(1, 1) + grown);
    assert!(lemma < q(34, 100) && sampled == q(4, 5));
    assert!(sampled > q(2, 1) * lemma);
}

/// One record, which is in the sample with probability 1/2: "nothing", or ln(3)-randomised
/// response. The ratio 3 remains.
fn one_coin_flip() {
    let (x, y) = ([q(1, 2), q(3, 8), q(1, 8)], [q(1, 2), q(1, 8), q(3, 8)]);
    assert_eq!(hockey_stick(&x, &y, &q(3, 1)), q(0, 1));
    assert_eq!(hockey_stick(&x, &y, &q(2, 1)), q(1, 8));
    // Against no record at all the mechanism is not private, and the sample releases half of that.
    let empty = [q(1, 1), q(0, 1), q(0, 1)];
    assert_eq!(hockey_stick(&x, &empty, &q(2, 1)), q(1, 2));
}

/// f_{ln 2,0}, max(1 - 2 alpha, (1 - alpha)/2), around its fixed point 1/3.
fn difference_quotients() {
    let f = |alpha: &Rational| (q(1, 1) - q(2, 1) * alpha).max((q(1, 1) - alpha) / q(2, 1));
    let fixed = q(1, 3);
    assert_eq!(f(&fixed), fixed);
    for h in [q(1, 10), q(1, 1000), q(1, 1_000_000)] {
        assert_eq!((f(&fixed) - f(&(&fixed - &h))) / &h, q(-2, 1));
        assert_eq!((f(&(&fixed + &h)) - f(&fixed)) / &h, q(-1, 2));
    }
}

fn middle(formula: &Formula) -> Rational {
    let x: Interval<Malachite> = formula.enclose(96);
    (x.lower().to_rational().unwrap() + x.upper().to_rational().unwrap()) / q(2, 1)
}

/// N(3, 1) and N(0, 1) on cells of width 1/16, mixed at the rate 1/2 and folded: its third moment
/// is near the corrected formula, and far from the printed one.
fn moments_of_a_discretised_pair() {
    let cdf = |x: &Rational| match x {
        x if *x < -7 => q(0, 1),
        x if *x > 10 => q(1, 1),
        x => middle(&Formula::from(Real::from(x.clone())).normal_cdf()),
    };
    let cells = (-7 * 16..10 * 16).map(|i| {
        let (left, right) = (q(i, 16), q(i + 1, 16));
        let mass = |shift: i64| {
            let low = if i == -7 * 16 { q(0, 1) } else { cdf(&(&left - q(shift, 1))) };
            let high = if i == 10 * 16 - 1 { q(1, 1) } else { cdf(&(&right - q(shift, 1))) };
            Real::from(high - low)
        };
        (mass(3), mass(0), None)
    });
    let pair = FinitePair::from_outcomes(cells)
        .unwrap()
        .mixed(&Real::from(q(1, 2)))
        .unwrap()
        .folded()
        .unwrap();
    let finite = |x: Extended| match x {
        Extended::Finite(x) => middle(&x.into()),
        Extended::Infinite(reason) => panic!("{reason}"),
    };
    let kl = finite(pair.kl_reverse());
    let third = finite(pair.third_moment(&Real::from(kl.clone())).unwrap());
    let law = SampledGaussian { mu: Real::from(3i64), rate: Real::from(q(1, 2)) };
    let corrected = middle(&law.moments().kappa3_bar);
    let tail = middle(&Formula::from(Real::from(q(-3, 2))).normal_cdf());
    let printed = &corrected - &kl * &kl * &kl * q(1, 2) * (q(1, 1) - q(2, 1) * tail);
    let distance = |x: &Rational| if *x > third { x - &third } else { &third - x };
    assert!(distance(&corrected) * q(50, 1) < third, "{third}");
    assert!(distance(&printed) * q(20, 1) > third, "{third}");
}

/// The iterates that are known, step by step, for T = 3: the printed loop reads theta_1 before it
/// is there.
fn iterates() {
    let run = |loop_over: &[usize]| -> Option<usize> {
        let mut theta = [Some(()), None, None, None, None];
        for &t in loop_over {
            theta[t + 1] = theta[t].map(Some)?;
        }
        theta.iter().rposition(Option::is_some)
    };
    assert_eq!(run(&[1, 2, 3]), None);
    assert_eq!(run(&[0, 1, 2]), Some(3));
}
