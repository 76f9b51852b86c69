//! Second routes to what is not as printed in the thesis: rational arithmetic, and events and
//! outcomes one by one.

use super::Confirmation;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[
    ("TH-04", a_chain_of_three_data_sets),
    ("TH-65", product_events_are_not_all_events),
    ("TH-66", a_factor_above_one),
    ("TH-09", k_truths_have_the_largest_ratio),
    ("TH-12", a_slack_above_one),
    ("TH-16", gaussian_noise_by_the_chernoff_bound),
    ("TH-17", three_values),
    ("TH-19", no_budget_at_all),
    ("TH-22", a_negative_total_variation),
    ("TH-58", five_losses_in_a_row),
    ("TH-28", the_third_moment_is_not_zero),
    ("TH-31", laplace_noise_on_two_halves),
    ("TH-33", the_region_of_three_values),
    ("TH-34", the_best_region_is_not_a_threshold),
    ("TH-35", squares_of_delta_vanish_and_the_leak_does_not),
    ("TH-37", shares_of_two_people),
    ("TH-38", the_variance_of_a_bin),
    ("TH-73", a_score_that_is_no_value),
    ("TH-42", two_values_attain_the_bound),
    ("TH-43", one_value_passes_over),
    ("TH-74", the_signs_of_a_value_between),
    ("TH-44", the_position_of_one_value),
    ("TH-45", the_median_of_one_value),
    ("TH-48", more_truth_is_less_privacy),
    ("TH-23", a_negative_total_variation_again),
    ("TH-50", the_constraint_cuts_a_corner),
    ("TH-55", three_leaks),
];

fn q(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// `P(A) - e Q(A)`, the largest over all events.
fn divergence(p: &[Rational], q: &[Rational], e: &Rational) -> Rational {
    p.iter().zip(q).map(|(p, q)| p - e * q).filter(|excess| *excess > 0).sum()
}

/// The law of two independent outputs.
fn product(first: &[Rational], second: &[Rational]) -> Vec<Rational> {
    first.iter().flat_map(|x| second.iter().map(move |y| x * y)).collect()
}

/// Three data sets, each a neighbour of the next, say yes with probability 6/100, 1/100 and 0. That
/// is (ln 5, 1/100)-DP, and 6/100 is more than 2 e/100, because e < 2.72.
fn a_chain_of_three_data_sets() {
    let laws = [q(6, 100), q(1, 100), q(0, 1)].map(|yes| [yes.clone(), q(1, 1) - yes]);
    let [first, second, third] = &laws;
    for (x, y) in [(first, second), (second, first), (second, third), (third, second)] {
        assert!(divergence(x, y, &q(5, 1)) <= q(1, 100));
    }
    assert_eq!(divergence(first, third, &q(25, 1)), q(6, 100));
    assert!(q(6, 100) > q(2, 1) * q(272, 100) * q(1, 100));
}

/// Two bits that say 0 with probability 1/2, or never: all 16 events against the 9 products.
fn product_events_are_not_all_events() {
    let (p, other) = ([q(1, 2), q(1, 2)], [q(0, 1), q(1, 1)]);
    assert_eq!(divergence(&product(&p, &p), &product(&other, &other), &q(1, 1)), q(3, 4));
    let of = |law: &[Rational; 2], event: u32| -> Rational {
        (0..2).filter(|i| event >> i & 1 == 1).map(|i| &law[i]).sum()
    };
    let events = (0..4).flat_map(|first| (0..4).map(move |second| (first, second)));
    let differences = events.map(|(a, b)| of(&p, a) * of(&p, b) - of(&other, a) * of(&other, b));
    assert_eq!(differences.max(), Some(q(1, 2)));
    // With an event of its own for each first output: all if the first is 0, the second is 0 if the
    // first is 1.
    assert_eq!(q(1, 2) + q(1, 2) * q(1, 2), q(3, 4));
}

/// T_1 is certain, T_2 impossible at X' and certain at X, E_1 = 2: the step says 2 <= 1.
fn a_factor_above_one() {
    let (e, p, other, delta) = (q(2, 1), q(1, 1), q(0, 1), q(1, 1));
    assert!(&e * &p * (&e * &other + &delta) > &e * &p * &e * &other + delta);
}

/// At E = 2 the k-fold randomised response (2/3, 1/3) has the outcome of k truths with the
/// likelihood ratio 2^k: alone it gives delta = (2/3)^k - g (1/3)^k, positive for g below 2^k and 0
/// there.
fn k_truths_have_the_largest_ratio() {
    let mut laws = [vec![q(1, 1)], vec![q(1, 1)]];
    for k in 1..=5u64 {
        laws = [product(&laws[0], &[q(2, 3), q(1, 3)]), product(&laws[1], &[q(1, 3), q(2, 3)])];
        let end = q(2, 1).pow(k);
        for below in [&end * q(99, 100), &end - q(1, 1000)] {
            assert!(divergence(&laws[0], &laws[1], &below) > 0);
        }
        assert_eq!(divergence(&laws[0], &laws[1], &end), q(0, 1));
    }
}

/// A slack of 2: 1/2 < 1 has a negative logarithm, and delta = 1 - (1 - 2) is no probability.
fn a_slack_above_one() {
    assert!(q(1, 1) / q(2, 1) < 1);
    assert_eq!(q(1, 1) - (q(1, 1) - q(2, 1)), q(2, 1));
}

/// eps = 32, delta = 1/2. As e > 5/2, 2 ln(5/2) < 2 and mu^2 > eps^2/2. The event beyond mu/2 has
/// both errors at most e^(-mu^2/8)/2 < e^-64/2, so that delta(eps) >= 1 - e^-64/2 - e^(32 - 64)/2,
/// and e > 2.
fn gaussian_noise_by_the_chernoff_bound() {
    let e: Rational = [1, 1, 2, 6, 24].map(|factorial| q(1, factorial)).into_iter().sum();
    assert!(e > q(5, 2));
    assert_eq!(q(32, 1).pow(2u64) / q(2, 1) / q(8, 1), q(64, 1));
    assert!(q(1, 1) - q(1, 2).pow(65u64) - q(1, 2).pow(33u64) > q(1, 2));
}

/// 2/eps grows without bound as eps falls, and at eps = 0 all weights e^0 are equal.
fn no_budget_at_all() {
    for (eps, quotient) in [(q(1, 10), 20), (q(1, 1000), 2000)] {
        assert_eq!(q(2, 1) / eps, quotient);
    }
    let weights = [0u64, 1, 3].map(|score| q(1, 1).pow(score));
    let total: Rational = weights.iter().sum();
    assert!(weights.iter().all(|weight| weight / &total == q(1, 3)));
}

/// At E = 2 and |X| = 3: p = 1/4, so that the truth has 1/4 + 1/4 and each other value 1/4.
fn three_values() {
    let kept = (q(2, 1) - q(1, 1)) / (q(2, 1) + q(3, 1) - q(1, 1));
    let other = (q(1, 1) - &kept) / q(3, 1);
    assert_eq!((&kept + &other) / other, q(2, 1));
}

/// At E = 2 and eta = 1/6 the laws (2, 3, 1)/6 and (1, 3, 2)/6 are the worst case. The printed
/// formula at k = 1 is negative; with the right mu = 1/2, its exponent says 5/12 where two in
/// sequence have 1/4.
fn a_negative_total_variation() {
    let (p, other) = ([q(2, 6), q(3, 6), q(1, 6)], [q(1, 6), q(3, 6), q(2, 6)]);
    assert_eq!(divergence(&p, &other, &q(1, 1)), q(1, 6));
    assert_eq!(divergence(&p, &other, &q(2, 1)), q(0, 1));
    let mu = q(1, 1) - q(1, 6) * q(1, 3);
    assert_eq!((&mu - q(1, 1)) / q(3, 1) * (q(2, 1) - q(1, 1)), q(-1, 54));
    let twice = divergence(&product(&p, &p), &product(&other, &other), &q(1, 1));
    // i = 0 and i = 1, each with l = 0: mu^i is 1 and 1/2.
    let (mu, base) = (q(1, 2), q(1, 6));
    let (none, one) = (base.clone().pow(2u64) * q(3, 1), q(2, 1) * &base);
    assert_eq!(twice, &none + &one * mu);
    assert_eq!(none + one, q(5, 12));
}

/// j = 4 and k = 5 leaves one term of the corrected sum, ((1 - mu)/(E + 1))^5 (E^5 - E^4): five
/// losses of eps, and at e^4eps their mass under Q is weighed off. As products of three outcomes,
/// at rational E on both sides of e^0.6.
fn five_losses_in_a_row() {
    for e in [q(182, 100), q(183, 100)] {
        let finite = (q(1, 5) - q(1, 20)) / q(19, 20);
        let share = &finite * (&e + q(1, 1)) / (&e - q(1, 1));
        let [plus, minus] = [&share * &e / (&e + q(1, 1)), &share / (&e + q(1, 1))];
        let (p, other) =
            ([plus.clone(), q(1, 1) - &share, minus.clone()], [minus, q(1, 1) - &share, plus]);
        let (mut first, mut second) = (vec![q(1, 1)], vec![q(1, 1)]);
        for _ in 0..5 {
            (first, second) = (product(&first, &p), product(&second, &other));
        }
        let delta = divergence(&first, &second, &e.clone().pow(4u64));
        let base = &share / (&e + q(1, 1));
        assert_eq!(delta, base.pow(5u64) * (e.clone().pow(5u64) - e.clone().pow(4u64)));
        let total = q(1, 1) - q(19, 20).pow(5u64) * (q(1, 1) - delta);
        assert!(total > q(22, 100) && total < q(23, 100));
    }
}

/// The loss of randomised response has one size, eps: with n = 4 and eps = 1/2, the sums of its
/// squares and cubes are 1 and 1/2, whatever the probabilities of its signs are.
fn the_third_moment_is_not_zero() {
    for plus in [q(1, 2), q(2, 3), q(9, 10)] {
        let moment = |power: u64| q(4, 1) * (&plus + (q(1, 1) - &plus)) * q(1, 2).pow(power);
        assert_eq!((moment(2), moment(3)), (q(1, 1), q(1, 2)));
    }
}

/// eps = ln 4, each coordinate moves by a = ln 2. Per coordinate, x < 0, 0 < x < a and x > a have
/// P-masses 1/2, 1/4, 1/4 and Q-masses 1/4, 1/4, 1/2, and likelihood ratios 2, between, 1/2. The
/// part that both laws share is at least 5/8 without the middle square; one coordinate that moves
/// by 2a shares e^-a = 1/2.
fn laplace_noise_on_two_halves() {
    let (p, other) = ([q(1, 2), q(1, 4), q(1, 4)], [q(1, 4), q(1, 4), q(1, 2)]);
    let mut shared = q(0, 1);
    for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|place| *place != (1, 1))
    {
        // The ratio is on one side of 1 throughout: P is the smaller one where i + j > 2.
        shared += if i + j > 2 { &p[i] * &p[j] } else { &other[i] * &other[j] };
    }
    assert_eq!(shared, q(5, 8));
    assert!(q(1, 1) - shared < q(1, 2));
}

/// At E = 2 and |X| = 3 the laws are (2, 1, 1)/4 and (1, 2, 1)/4: total variation 1/4 = eta, ratio
/// 2 at both ends, and one more outcome with ratio 1, which is what eta below (E-1)/(E+1) leaves.
fn the_region_of_three_values() {
    let (p, other) = ([q(2, 4), q(1, 4), q(1, 4)], [q(1, 4), q(2, 4), q(1, 4)]);
    assert_eq!(divergence(&p, &other, &q(1, 1)), (q(2, 1) - q(1, 1)) / q(4, 1));
    // The two lines of the region meet where the total variation line does: delta(g) = eta (2 - g)
    // for 1 <= g <= 2.
    for g in [q(1, 1), q(5, 4), q(3, 2), q(2, 1)] {
        assert_eq!(divergence(&p, &other, &g), q(1, 4) * (q(2, 1) - &g));
    }
}

/// Scores (1, 0) and (2, 0), e^(eps/2) = 2: laws (2, 1)/3 and (4, 1)/5. At level 1/3 the regions
/// are none and the second candidate, whose score rises less; only the latter has FN below 1.
fn the_best_region_is_not_a_threshold() {
    let (null, other) = ([q(2, 3), q(1, 3)], [q(4, 5), q(1, 5)]);
    let (level, rises) = (q(1, 3), [2 - 1, 0]);
    assert!(null[0] > level && null[1] <= level && rises[1] < rises[0]);
    assert!(q(1, 1) - &other[1] < 1);
    // As a point it is above the line from (0, 1) to the threshold region of the first candidate,
    // (2/3, 1/5).
    assert!(q(1, 1) - &other[1] > q(1, 1) - &other[0] / &null[0] * &null[1]);
}

/// delta_i = 1/n: the sum of squares is 1/n, and nothing leaks with probability (1 - 1/n)^n < 3/8.
fn squares_of_delta_vanish_and_the_leak_does_not() {
    for n in [4, 8, 16, 32, 64i64] {
        assert_eq!(q(n, 1) * q(1, n).pow(2u64), q(1, n));
        assert!((q(1, 1) - q(1, n)).pow(n.unsigned_abs()) < q(3, 8));
    }
}

/// One of two people moves to the other bin: (1, 0) becomes (1/2, 1/2).
fn shares_of_two_people() {
    assert_eq!((q(1, 1) - q(1, 2)) + (q(1, 2) - q(0, 1)), q(1, 1));
}

/// Noise of scale b = 2/eps: its variance is the integral of x^2 e^-x over x > 0, which is 2, times
/// b^2. The integral lies between sums over cells of width 1/8 up to 16, with e^-1/8 between 0.8824
/// and 0.8825.
fn the_variance_of_a_bin() {
    let sum = |ratio: &Rational, shift: i64| -> Rational {
        (0..128)
            .map(|i| {
                q(i + shift, 8).pow(2u64)
                    * ratio.clone().pow((i + 1 - shift).unsigned_abs())
                    * q(1, 8)
            })
            .sum()
    };
    let (low, high) = (sum(&q(8824, 10_000), 0), sum(&q(8825, 10_000), 1));
    assert!(low < 2 && high > 2 && high - low < q(3, 4));
    // k = 3, eps = 1/2.
    assert_eq!(q(3, 1) * q(2, 1) * (q(2, 1) / q(1, 2)).pow(2u64), q(8 * 3, 1) / q(1, 4));
}

fn signs(data: &[i64], c: i64) -> i64 {
    data.iter().map(|x| (c - x).signum()).sum()
}

fn a_score_that_is_no_value() {
    assert!(!(1..=1).contains(&-signs(&[1], 1).abs()));
}

/// n = 2 and m = 3: (1, 1) becomes (3, 1), seen from 2.
fn two_values_attain_the_bound() {
    assert_eq!((signs(&[1, 1], 2).abs(), signs(&[3, 1], 2).abs()), (2, 0));
}

/// n = 1: 1 becomes 3, seen from 2.
fn one_value_passes_over() {
    assert_eq!((signs(&[1], 2).abs(), signs(&[3], 2).abs()), (1, 1));
}

fn the_signs_of_a_value_between() {
    assert_eq!((signs(&[1], 2), signs(&[3], 2)), (1, -1));
}

/// The only value is at position 1, half a place from n/2.
fn the_position_of_one_value() {
    assert_eq!((signs(&[1], 1), q(1, 1) - q(1, 2)), (0, q(1, 2)));
}

/// n = m = 2, e^(eps/4) = 5: both values have score -1, and the position is 2, which is 1 from n/2,
/// with probability 1/2 > 2/5. For the data 1, ..., n and r = e^(eps/8): n/2 is missed by 1/2 and
/// 1, for odd and even n, with more than n r^-1 and n r^-2 where r is large; at the distances t =
/// 3/2, 2, ..., the bound n r^-2t holds.
fn the_median_of_one_value() {
    assert_eq!((signs(&[1, 2], 1).abs(), signs(&[1, 2], 2).abs()), (1, 1));
    assert!(q(1, 2) > q(2, 1) / q(5, 1));
    for n in 1..=8i64 {
        let data: Vec<i64> = (1..=n).collect();
        for r in [q(9, 8), q(2, 1), q(9, 1), q(1000, 1)] {
            let weight = |c: &i64| q(1, 1) / r.clone().pow(2 * signs(&data, *c).unsigned_abs());
            let total: Rational = data.iter().map(weight).sum();
            let far = |twice: i64| -> Rational {
                data.iter().filter(|c| (2 * **c - n).abs() >= twice).map(weight).sum::<Rational>()
                    / &total
            };
            let bound = |twice: i64| q(n, 1) / r.clone().pow(twice.unsigned_abs());
            if r == 1000 {
                let nearest = 2 - n % 2;
                assert!(far(nearest) > bound(nearest), "{n}");
            }
            assert!((3..=2 * n + 2).all(|twice| far(twice) <= bound(twice)), "{n} {r}");
        }
    }
}

/// Two values: p = 1/3 tells the truth with probability 2/3, p = 1/2 with 3/4; the odds are 2 and
/// 3.
fn more_truth_is_less_privacy() {
    let odds =
        |kept: Rational| (&kept + (q(1, 1) - &kept) / q(2, 1)) / ((q(1, 1) - &kept) / q(2, 1));
    assert_eq!((odds(q(1, 3)), odds(q(1, 2))), (q(2, 1), q(3, 1)));
}

/// At k = 1 no power of mu is left: sign and fraction are wrong by themselves, and so is the
/// fraction alone.
fn a_negative_total_variation_again() {
    let mu = q(1, 1) - (q(0, 1) - q(1, 6)) / q(-1, 1) * q(1, 3);
    assert_eq!((&mu - q(1, 1)) / q(3, 1), q(-1, 54));
    assert_eq!((q(1, 1) - mu) / q(3, 1), q(1, 54));
    assert_ne!(q(1, 54), q(1, 6));
}

/// The constraint is active exactly if 0.8^2 > 2 0.95^2/(E + 1), which is so in figure 4.1 and not
/// for every delta_2. The point with both errors 0.95^2/(E + 1) is in the other two regions: FP + E
/// FN = 0.95^2 >= 0.95 0.8 for the one, FP + E^2 FN >= 0.95^2 and FP + FN = 2 0.95^2/(E + 1), its
/// least value, for the other. But FP + FN < 0.8^2, because e^0.6 > 1.8203125.
fn the_constraint_cuts_a_corner() {
    let powers = (0..6u64).map(|n| q(3, 5).pow(n));
    let e: Rational =
        powers.zip([1, 1, 2, 6, 24, 120]).map(|(power, factorial)| power / q(factorial, 1)).sum();
    assert!(q(95, 100).pow(2u64) > q(95, 100) * q(8, 10));
    let least = q(2, 1) * q(95, 100).pow(2u64) / (&e + q(1, 1));
    assert!(
        least < q(8, 10).pow(2u64) && q(8, 10).pow(2u64) - &least < q(4, 10_000) + q(1, 100_000)
    );
    // delta_2 = 0.25 leaves the point inside, and theorem 29 allows it: 0.25 < 0.05 + 0.95
    // (E-1)/(E+1).
    assert!(
        least > q(3, 4).pow(2u64)
            && q(1, 4) < q(5, 100) + q(95, 100) * (&e - q(1, 1)) / (&e + q(1, 1))
    );
}

/// Three steps that each disclose with probability 1/2 disclose with 7/8, not 3/4.
fn three_leaks() {
    let step = [q(1, 2), q(1, 2)];
    let nothing = product(&product(&step, &step), &step).pop();
    assert_eq!(nothing, Some(q(1, 8)));
    assert_ne!(q(1, 1) - q(1, 8), q(1, 1) - q(1, 2).pow(2u64));
}
