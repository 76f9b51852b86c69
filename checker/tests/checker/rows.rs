//! Rows: composition against outcome sequences, and the direction of everything that is cut or
//! rounded.

use super::number;
use dpcert_checker::fixed::Scale;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row, power};
use num_bigint::BigInt;
use num_traits::{One, Pow, Zero};

fn integers(masses: &[i64]) -> Vec<BigInt> {
    masses.iter().map(|mass| BigInt::from(*mass)).collect()
}

fn row(
    bounds: Bounds,
    from: i64,
    denominator: i64,
    (p, infinite_p): (&[i64], i64),
    (q, infinite_q): (&[i64], i64),
) -> Row {
    Row {
        bounds,
        covers: [("a".to_owned(), BigInt::one())].into(),
        from,
        denominator: denominator.into(),
        p: integers(p),
        q: if bounds == Bounds::Test { integers(q) } else { Vec::new() },
        infinite_p: infinite_p.into(),
        infinite_q: if bounds == Bounds::Test { infinite_q.into() } else { BigInt::zero() },
    }
}

/// A generator of numbers that are the same in every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn products_are_those_of_polynomials() {
    let mut state = 1;
    for (n, m) in [(1, 1), (1, 9), (2, 3), (7, 7), (33, 5), (40, 64)] {
        let mut masses = |length: usize| -> Vec<BigInt> {
            (0..length)
                .map(|_| {
                    let (mantissa, shift) = (random(&mut state) % 1000, random(&mut state) % 90);
                    // Zeros and full digits, which could run over.
                    match mantissa % 5 {
                        0 => BigInt::zero(),
                        1 => (BigInt::one() << shift) - 1,
                        _ => BigInt::from(mantissa) << shift,
                    }
                })
                .collect()
        };
        let (x, y) = (masses(n), masses(m));
        let denominator: BigInt = BigInt::one() << 200;
        let rows = [(-3, &x), (5, &y)].map(|(from, p)| Row {
            p: p.clone(),
            denominator: denominator.clone(),
            ..row(Bounds::Upper, from, 1, (&[], 0), (&[], 0))
        });
        let to = rows[0].to() + rows[1].to();
        let product = rows[0].convolve(&rows[1], 2, to, None).unwrap();
        rows[0].convolve(&rows[1], 2, to + 1, None).unwrap_err();
        let mut expected = vec![BigInt::zero(); n + m - 1];
        for (i, x) in x.iter().enumerate() {
            for (j, y) in y.iter().enumerate() {
                expected[i + j] += x * y;
            }
        }
        assert_eq!(product.p, expected);
        assert_eq!(product.covers["a"], BigInt::from(2));
        let square = rows[0].convolve(&rows[0], -6, 2 * rows[0].to(), None).unwrap();
        assert_eq!(square.p.iter().sum::<BigInt>(), x.iter().sum::<BigInt>().pow(2u32));
    }
}

/// Masses at losses -1, 0, 1, 2 times ln 2 and at infinity, and those under Q.
fn example(bounds: Bounds) -> Row {
    // q_n = p_n 2^-n, with the rest of Q where P has nothing.
    row(bounds, -1, 40, (&[4, 8, 12, 12], 4), (&[8, 8, 6, 3], 0))
}

/// All outcomes of k steps: loss (`None` for infinite), P-mass.
fn sequences(k: u32) -> Vec<(Option<i64>, BigRational)> {
    let one = example(Bounds::Upper);
    let mass = |x: &BigInt| BigRational::new(x.clone(), one.denominator.clone());
    let mut outcomes = vec![(Some(0), BigRational::one())];
    for _ in 0..k {
        let mut next = Vec::new();
        for (loss, p) in &outcomes {
            for (index, own) in one.p.iter().enumerate() {
                next.push((loss.map(|loss| loss + one.from + index as i64), p * mass(own)));
            }
            next.push((None, p * mass(&one.infinite_p)));
        }
        outcomes = next;
    }
    outcomes
}

#[test]
fn delta_is_that_of_all_outcome_sequences() {
    let (one, base) = (example(Bounds::Upper), BigRational::from_integer(2.into()));
    let scale = Scale::new(80);
    let mut composed = one.clone();
    for k in 1..=5 {
        if k > 1 {
            composed = composed
                .convolve(&one, composed.from + one.from, composed.to() + one.to(), None)
                .unwrap();
        }
        for ratio in ["1/100", "1/4", "1", "3/2", "2", "5", "8", "100", "5000"] {
            let ratio = number(ratio);
            let expected: BigRational = sequences(k)
                .into_iter()
                .map(|(loss, p)| match loss {
                    None => p,
                    Some(loss) => {
                        let left = BigRational::one() - &ratio / Pow::pow(&base, loss as i32);
                        if left > BigRational::zero() { p * left } else { BigRational::zero() }
                    }
                })
                .sum();
            assert_eq!(
                composed.delta_exact(&ratio, &base).unwrap(),
                expected,
                "k = {k}, e^eps = {ratio}"
            );
            // Enclosed from any index on that is not above eps: not less, and hardly more.
            let e = scale.integer(2);
            for start in [composed.from, 0] {
                if start > composed.from && ratio < BigRational::one() {
                    continue;
                }
                let first =
                    scale.div(&scale.rational(&ratio), &power(&e, start, &scale).unwrap()).unwrap();
                let upper = composed.delta_upper(start, &first, &e, &scale).unwrap();
                assert!(
                    upper >= expected && upper <= &expected + number("1e-15"),
                    "k = {k}, e^eps = {ratio}"
                );
            }
        }
    }
}

#[test]
fn no_test_is_better_than_delta() {
    let (upper, test) = (example(Bounds::Upper), example(Bounds::Test));
    let (two, three) =
        (upper.convolve(&upper, -2, 4, None).unwrap(), test.convolve(&test, -2, 4, None).unwrap());
    let base = BigRational::from_integer(2.into());
    for ratio in ["1/4", "1", "3/2", "2", "7"] {
        let ratio = number(ratio);
        let delta = two.delta_exact(&ratio, &base).unwrap();
        let values: Vec<BigRational> = (-3..=6)
            .map(|threshold| {
                let (p, q) = three.rejected(threshold, &BigRational::one());
                p - &ratio * q
            })
            .collect();
        // The best one is as good: Neyman and Pearson.
        assert_eq!(values.iter().max(), Some(&delta));
    }
    // A randomised test lies between.
    let half = number("1/2");
    let (p, _) = three.rejected(1, &half);
    let ends = [1, 2].map(|threshold| three.rejected(threshold, &BigRational::one()).0);
    assert_eq!(p, (&ends[0] + &ends[1]) * half);
}

#[test]
fn what_is_cut_goes_to_the_safe_side() {
    let mut upper = example(Bounds::Upper);
    upper.cut(0, 1).unwrap();
    // Below: moved up. Above: infinite.
    assert_eq!((upper.from, &upper.p, &upper.infinite_p), (0, &integers(&[12, 12]), &16.into()));
    let mut test = example(Bounds::Test);
    test.cut(0, 1).unwrap();
    // Below: never rejected. Above: always.
    assert_eq!((&test.p, &test.infinite_p), (&integers(&[8, 12]), &16.into()));
    assert_eq!((&test.q, &test.infinite_q), (&integers(&[8, 6]), &3.into()));
    for (from, to) in [(-2, 1), (0, 3), (1, 0), (i64::MIN, i64::MAX)] {
        assert!(
            example(Bounds::Test).cut(from, to).unwrap_err().to_string().contains("are not among")
        );
    }
}

#[test]
fn masses_are_rounded_to_the_safe_side() {
    let masses = (&[5, 8][..], 3);
    let mut upper = row(Bounds::Upper, 0, 16, masses, masses);
    upper.round(2).unwrap();
    assert_eq!(
        (upper.p, upper.infinite_p, upper.denominator),
        (integers(&[2, 2]), 1.into(), 4.into())
    );
    let mut test = row(Bounds::Test, 0, 16, masses, masses);
    test.round(2).unwrap();
    assert_eq!((test.p, test.infinite_p), (integers(&[1, 2]), 0.into()));
    assert_eq!((test.q, test.infinite_q), (integers(&[2, 2]), 1.into()));
    let mut exact = example(Bounds::Upper);
    assert!(exact.round(2).unwrap_err().to_string().contains("dyadic"));
}

#[test]
fn rows_of_two_sides_do_not_mix() {
    let error = example(Bounds::Upper).convolve(&example(Bounds::Test), -2, 4, None).unwrap_err();
    assert_eq!(error.to_string(), "the rows have different bounds");
}

/// Rounding up makes masses larger than 1, where 1 - (1-x)(1-y) falls.
#[test]
fn infinite_mass_above_1_stays_there() {
    for bounds in [Bounds::Upper, Bounds::Test] {
        let large = row(bounds, 0, 4, (&[1], 8), (&[1], 8));
        let both = large.convolve(&large, 0, 0, None).unwrap();
        assert!(both.infinite_p >= both.denominator);
        assert!(bounds == Bounds::Upper || both.infinite_q >= both.denominator);
    }
}

#[test]
fn indices_do_not_overflow() {
    let far = row(Bounds::Upper, 1 << 40, 4, (&[1], 0), (&[], 0));
    assert!(far.convolve(&far, 0, 0, None).unwrap_err().to_string().contains("too large"));
    assert_eq!(far.rejected(i64::MIN, &BigRational::one()).0, number("1/4"));
    assert_eq!(far.rejected(i64::MAX, &BigRational::one()).0, BigRational::zero());
}
