//! Second routes to what is not as printed in Ghazi and Issa's paper: rational arithmetic by hand.

use super::Confirmation;
use dpcert::Real;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite};
use dpcert::formula::Formula;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[
    ("GI-08", alpha_is_undefined),
    ("GI-14", laplace_with_another_sensitivity),
    ("GI-31", noise_without_end),
    ("GI-33", staircase_beyond_one),
    ("GI-37", staircase_areas),
    ("GI-42", leakage_of_randomized_response),
    ("GI-43", leakage_is_more_than_the_bound),
    ("GI-44", leakage_of_randomized_response),
    ("GI-46", nothing_to_erase),
    ("GI-55", nothing_to_erase),
    ("GI-59", edges_of_the_region),
    ("GI-60", divergence_of_randomized_response),
    ("GI-62", four_steps_tell_more_than_one),
    ("GI-73", a_tie_on_the_wrong_side),
    ("GI-74", one_law_for_both),
    ("GI-76", less_than_is_allowed),
    ("GI-80", an_index_that_gives_nothing_away),
];

fn q(n: i64, d: u64) -> Rational {
    Rational::from(n) / Rational::from(d)
}

/// ln, from below and from above.
fn ln(x: &Rational) -> (Rational, Rational) {
    let x: Interval<Malachite> = Interval::from_rational(x, 128).ln();
    (x.lower().to_rational().unwrap(), x.upper().to_rational().unwrap())
}

/// At E = 1 the numerator (eta - delta)(1 + E) is 0 for the only eta, and so is the denominator:
/// each value of alpha gives the same law.
fn alpha_is_undefined() {
    let (e, delta) = (q(1, 1), q(1, 3));
    let largest = &delta + (q(1, 1) - &delta) * (&e - q(1, 1)) / (&e + q(1, 1));
    assert_eq!(largest, delta);
    assert_eq!((q(1, 1) - &delta) * (&e - q(1, 1)), 0);
    for alpha in [q(0, 1), q(1, 2), q(1, 1)] {
        // The masses of the outer outcomes coincide, and the two laws are the same.
        let outer = (q(1, 1) - &delta) * (q(1, 1) - alpha) / q(2, 1);
        assert_eq!(&outer * &e, outer);
    }
}

/// Riemann sums of the printed integrands, from below: at D = 2 and eps = 4 ln 2 they are at most
/// 1/2 times 1 - 2^-4, less than 1 - e^(-eps/2) = 3/4.
fn laplace_with_another_sensitivity() {
    // e^(eps x) = 16^x. On x in [-n, -n + 1) the first integrand is at most that at the right end,
    // and so on: the sum over unit steps bounds int 16^x dx = 1/ln 16; with eps/(2D) = ln(16)/4 the
    // integrals are exact.
    let (low, high) = ln(&q(16, 1));
    assert!(low > 2 && high < 3);
    // eps/(2D) * (1/eps) * ((1 - 16^-2) + (1 - 2 * 16^-1 + 16^-2)) at D = 2.
    let printed = q(1, 4) * ((q(1, 1) - q(1, 256)) + (q(1, 1) - q(2, 16) + q(1, 256)));
    assert_eq!(printed, q(15, 32));
    assert!(printed < q(3, 4));
}

/// At gamma = 2 the density is a on all of [0, 1): its mass is 2 a (1 + 1/E + 1/E^2 + ...) = 2 a
/// E/(E-1).
fn staircase_beyond_one() {
    let e = q(2, 1);
    let a = (q(1, 1) - q(1, 1) / &e) / (q(2, 1) * (q(2, 1) + (q(1, 1) - q(2, 1)) / &e));
    assert_eq!(a, q(1, 6));
    let partial = (0..60u64).fold(q(0, 1), |sum, k| sum + q(2, 1) * &a / (&e).pow(k));
    let rest = q(2, 1) * &a / (&e).pow(59u64);
    // The mass is between the partial sum and the partial sum with the rest.
    assert!(&partial + &rest < q(1, 1));
    assert_eq!(partial + rest, q(2, 3));
}

/// At E = 2 and gamma = 1/4: cells of length 1/4 between -1/4 and 1/4, both densities constant on
/// each.
fn staircase_areas() {
    let (e, g) = (q(2, 1), q(1, 4));
    let a = (q(1, 1) - q(1, 1) / &e) / (q(2, 1) * (&g + (q(1, 1) - &g) / &e));
    // The height at |x|: level floor(|x|), one more beyond the step.
    let height = |quarters: i64| {
        let (whole, part) = (quarters.div_euclid(4), quarters.rem_euclid(4));
        &a / (&e).pow(whole + i64::from(part >= 1))
    };
    // Cells -1 and 0 of quarters; by the symmetry the cell n < 0 has the distance -n - 1.
    let distance = |cell: i64| if cell >= 0 { cell } else { -cell - 1 };
    let difference = [-1i64, 0].iter().fold(q(0, 1), |sum, &cell| {
        sum + (height(distance(cell)) - height(distance(cell - 4))) * q(1, 4)
    });
    assert_eq!(difference, q(2, 1) * &a * &g * (q(1, 1) - q(1, 2)));
    assert!(difference > 0);
}

/// Randomised response at E = 3: the columns (3/4, 1/4) and (1/4, 3/4) have the sum of maxima 3/2,
/// and the total variation is 1/2 = 3/2 - 1 = 2*3/(3+1) - 1; 1 - 2/3 = 1/3 is not, and 1 - 2
/// ln(3)/4 is less as ln(3) > 1.
fn leakage_of_randomized_response() {
    let rows = [[q(3, 4), q(1, 4)], [q(1, 4), q(3, 4)]];
    let sum = (0..2).fold(q(0, 1), |sum, y| sum + rows[0][y].clone().max(rows[1][y].clone()));
    let tv = &rows[0][0] - &rows[1][0];
    assert_eq!((sum.clone(), tv.clone()), (q(3, 2), q(1, 2)));
    assert_eq!(sum - q(1, 1), tv);
    assert_ne!(q(1, 1) - q(2, 3), tv);
    assert_eq!((q(1, 1) - q(2, 4), q(2 * 3, 4) - q(1, 1)), (tv.clone(), tv.clone()));
    let (low, _) = ln(&q(3, 1));
    assert!(q(1, 1) - q(2, 4) * low < tv);
}

/// A sum of maxima is at least the sum of one row, 1; 2 eps/(E+1) is less than 1 for every eps, so
/// that its logarithm is negative.
fn leakage_is_more_than_the_bound() {
    for e in [q(3, 2), q(2, 1), q(5, 1), q(100, 1)] {
        let (_, eps) = ln(&e);
        assert!(q(2, 1) * eps / (e + q(1, 1)) < 1);
    }
}

/// At E = 1 a private channel has equal rows, whatever the input: all distances are 0, and
/// (E+1)/(E-1) has no value.
fn nothing_to_erase() {
    let e = q(1, 1);
    assert_eq!(&e - q(1, 1), 0);
    assert_eq!((&e - q(1, 1)) / (&e + q(1, 1)), 0);
}

/// The variance grows without bound as mu falls, and 2 Phi(mu/2) - 1 is between mu/3 and mu/2: it
/// is 0 where no mu is left.
fn noise_without_end() {
    for (mu, variance) in [(q(1, 10), 100), (q(1, 1000), 1_000_000)] {
        assert_eq!(q(1, 1) / (&mu * &mu), variance);
        let tv: Interval<Malachite> =
            (2 * Formula::from(Real::from(&mu / q(2, 1))).normal_cdf() - 1).enclose(96);
        let (low, high) = (tv.lower().to_rational().unwrap(), tv.upper().to_rational().unwrap());
        assert!(low > &mu / q(3, 1) && high < mu / q(2, 1));
    }
}

/// mu = k = 4: the printed formula, with the root of 16, has the total variation 2 p - 1, p =
/// Phi(2), of a single step. The majority of three tests at the middle, each right with probability
/// p, is right with p^3 + 3 p^2 (1-p), which is more.
fn four_steps_tell_more_than_one() {
    for p in [q(51, 100), q(3, 4), q(97, 100), q(98, 100)] {
        let majority = (&p).pow(3u64) + q(3, 1) * (&p).pow(2u64) * (q(1, 1) - &p);
        assert!(majority > p);
    }
}

/// M(D_0) = (1, 0), M(D_1) = (0, 1): the event {0} has the difference 1, and between a law and
/// itself all have 0.
fn one_law_for_both() {
    let laws = [[q(1, 1), q(0, 1)], [q(0, 1), q(1, 1)]];
    let largest = |p: &[Rational; 2], other: &[Rational; 2]| {
        p.iter().zip(other).fold(q(0, 1), |sum, (p, other)| sum + (p - other).max(q(0, 1)))
    };
    assert_eq!(largest(&laws[0], &laws[1]), 1);
    assert_eq!(largest(&laws[1], &laws[1]), 0);
}

/// The rows (3/4, 1/4) and (1/2, 1/2): no set differs by more than 1/4, and so by none more than
/// 1/2, which is no maximum.
fn less_than_is_allowed() {
    let rows = [[q(3, 4), q(1, 4)], [q(1, 2), q(1, 2)]];
    let differences = [0, 1].map(|y| &rows[0][y] - &rows[1][y]);
    let largest = differences.iter().max().unwrap();
    assert_eq!(*largest, q(1, 4));
    assert!(*largest <= q(1, 2) && *largest != q(1, 2));
}

/// f_{eps,0,eta} at E = 2, eta = 1/4: the line 1 - 2t meets 3/4 - t at 1/4, and 3/4 - t meets
/// (1-t)/2 at 1/2 = 1 - eta E/(E-1), not at 1 - eta E/(E+1) = 5/6.
fn edges_of_the_region() {
    let (e, eta) = (q(2, 1), q(1, 4));
    let t = q(1, 2);
    assert_eq!(q(1, 1) - &eta - &t, (q(1, 1) - &t) / &e);
    assert_eq!(q(1, 1) - &eta * &e / (&e - q(1, 1)), t);
    assert_eq!(q(1, 1) - &eta * &e / (&e + q(1, 1)), q(5, 6));
    // The first edge has the length eta/(E-1) = 1/4, the last one 1/2: kl = eps (1/2 - 1/4) = eps
    // eta.
    assert_eq!(t - q(1, 4), eta);
}

/// At E = 100: KL = 99/101 ln(100) > 4.5, and the printed bound is 4 * 99/101 < 4.
fn divergence_of_randomized_response() {
    let (low, _) = ln(&q(100, 1));
    assert!(q(99, 101) * low > q(9, 2));
    assert!(q(2, 1) * q(2, 1) * q(99, 101) < 4);
}

/// P_0 = (0, 1/2, 1/2), P_1 = (1/2, 0, 1/2): the third letter is a tie, and may go with the second
/// one, as P_0 >= P_1 has it, or with the first one. Randomised response of the two sets has KL
/// ((1+t)/2, (1-t)/2 || 1/2, 1/2) and (1/2, 1/2 || (1-t)/2, (1+t)/2), t = (E-1)/(E+1), that is the
/// sum over n >= 1 of t^2n/(2n (2n-1)) and of t^2n/(2n): the second one is larger for every E > 1,
/// for small eps by eps^2/12 of it.
fn a_tie_on_the_wrong_side() {
    for n in 2..100u64 {
        assert!(q(1, 2 * n) > q(1, 2 * n * (2 * n - 1)));
    }
    let [p, r] = [[q(0, 1), q(1, 2), q(1, 2)], [q(1, 2), q(0, 1), q(1, 2)]];
    for e in [q(1001, 1000), q(101, 100), q(2, 1), q(100, 1)] {
        let (high, low) = (&e / (&e + q(1, 1)), q(1, 1) / (&e + q(1, 1)));
        // What each letter is answered with 0.
        let output = |law: &[Rational; 3], zero: [&Rational; 3]| {
            let mass = law.iter().zip(zero).fold(q(0, 1), |sum, (p, x)| sum + p * x);
            [mass.clone(), q(1, 1) - mass]
        };
        let kl = |zero: [&Rational; 3]| {
            let (first, second) = (output(&p, zero), output(&r, zero));
            first.iter().zip(&second).fold((q(0, 1), q(0, 1)), |(lower, upper), (x, y)| {
                let (below, above) = ln(&(x / y));
                (lower + x * below, upper + x * above)
            })
        };
        let (with_second, with_first) = (kl([&low, &high, &high]), kl([&low, &high, &low]));
        assert!(with_second.1 < with_first.0, "{e}");
        if e < q(11, 10) {
            let lost = (&with_first.1 - &with_second.0) / &with_first.0;
            let least = (&with_first.0 - &with_second.1) / &with_first.1;
            let (below, above) = ln(&e);
            assert!(
                least > below.pow(2u64) * q(999, 12_000)
                    && lost < above.pow(2u64) * q(1001, 12_000),
                "{e}"
            );
        }
    }
}

/// With the index 0 nothing but the middle outcome has a mass, and both laws are the same. With the
/// index eta of randomised response, alpha is 0, and the law that is (2/3, 1/3) at E = 2 attains the
/// corner (1/3, 1/3) of the corollary; two answers have the total variation of one.
fn an_index_that_gives_nothing_away() {
    let e = q(2, 1);
    let law = |index: Rational| {
        let alpha = q(1, 1) - index * (&e + q(1, 1)) / (&e - q(1, 1));
        let low = (q(1, 1) - &alpha) / (&e + q(1, 1));
        [&e * &low, alpha, low]
    };
    assert_eq!(law(q(0, 1)), [q(0, 1), q(1, 1), q(0, 1)]);
    let [high, middle, low] = law(q(1, 3));
    assert_eq!([&high, &middle, &low], [&q(2, 3), &q(0, 1), &q(1, 3)]);
    // Theorem 2 at k = 2, j = 0: 1/9 (4 - 1).
    let pairs = [(&high * &high, &low * &low), (&low * &high, &high * &low)];
    let tv = pairs.iter().fold(q(0, 1), |sum, (p, q)| sum + (p - q));
    assert_eq!(tv, q(1, 3));
}
