//! Grids of the exponential mechanism, of which a range alone is known: no mechanism of the range is above an
//! upper row.

use super::grids::{BITS, cells, ledger, test_delta, upper_delta};
use super::{number, read_row, said};
use dpcert_checker::fault::Class;
use dpcert_checker::fixed::Scale;
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::Bounds;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The outcomes of the mechanism of the range ln(4) with the losses `ln(s)` and `ln(s/4)`: the mass
/// of each under P, and its likelihood ratio.
fn of_range(s: &BigRational) -> [(BigRational, BigRational); 2] {
    let (one, fourth) = (BigRational::one(), number("1/4"));
    let p = (&one - s * &fourth) / number("3/4");
    [(p.clone(), s.clone()), (one - p, s * fourth)]
}

/// delta of such a mechanism at a ratio.
fn delta_of_range(s: &BigRational, g: &BigRational) -> BigRational {
    let gain = |(p, ratio): (BigRational, BigRational)| p * (BigRational::one() - g / ratio);
    of_range(s).map(gain).into_iter().filter(|gain| gain.is_positive()).sum()
}

/// Mechanisms of the range ln(4), with both ends.
fn members(count: i64) -> impl Iterator<Item = BigRational> {
    let three = BigRational::from_integer(3.into());
    (0..=count).map(move |n| {
        BigRational::one() + &three * BigRational::new(BigInt::from(n), BigInt::from(count))
    })
}

/// The largest delta of them at a ratio.
fn worst_of_range(count: i64, g: &BigRational) -> BigRational {
    members(count).map(|s| delta_of_range(&s, g)).max().unwrap()
}

/// delta of two steps of the pair that is the worst of the range at each ratio, from below and
/// above, by sums over the ratio `4 t^2` of the first: it is at least that with probability
/// `4 (1-t) / 3` under P, and the delta of the second at g is `4/3 (1 - sqrt(g)/2)^2` between 1/4 and
/// 4. `root` encloses the square root of the ratio of both.
fn twice_the_worst(root_low: &BigRational, root_high: &BigRational) -> (BigRational, BigRational) {
    let (count, one, four) = (600i64, BigRational::one(), number("4"));
    // With u half of the root of what is left for the second: `root / (4 t)`.
    let second = |root: &BigRational, t: &BigRational| {
        let u = root / (&four * t);
        if u >= one {
            BigRational::zero()
        } else if u < number("1/4") {
            &one - &four * &u * &u
        } else {
            (&one - &u) * (&one - &u) * number("4/3")
        }
    };
    let at = |n: i64| number("1/4") + number("3/4") * BigRational::new(n.into(), count.into());
    // Each part of the ratios has the same probability.
    let mass = BigRational::new(BigInt::one(), count.into());
    let sum = |root: &BigRational, ends: std::ops::Range<i64>| -> BigRational {
        ends.map(|n| &mass * second(root, &at(n))).sum()
    };
    (sum(root_high, 0..count), sum(root_low, 1..count + 1))
}

/// No mechanism of the range, and no choice of a second one by the outcome of the first, has more
/// than an upper row, and one of them has at least what a test row has.
#[test]
fn ranges_are_those_of_their_worst_members() {
    let row = ledger(r#"{"id": "e", "mechanism": "exponential", "eps": "ln(4)"}"#);
    let (step, scale, window) = (number("1/64"), Scale::new(128), (-90, 91));
    for direction in [Direction::Forward, Direction::Backward] {
        let [upper, test] = [Bounds::Upper, Bounds::Test].map(|bounds| {
            let once = cells(&row, direction, bounds, &step, window, BITS).unwrap();
            let twice = once.convolve(&once, 2 * once.from, 2 * once.to(), Some(BITS)).unwrap();
            (once, twice)
        });
        for eps in ["-3/2", "-1", "-1/3", "0", "1/7", "1/2", "1", "5/4", "7/5", "2"] {
            let eps = number(eps);
            let g = scale.ends(&scale.exp(&scale.rational(&eps)).unwrap());
            let above = upper_delta(&upper.0, &step, &eps);
            let worst = worst_of_range(300, &g.1);
            assert!(above >= worst && above < &worst + number("1/2000"), "{eps}: {above} {worst}");
            // The symmetric mechanism.
            let (two, below) = (number("2"), test_delta(&test.0, &eps));
            let symmetric = delta_of_range(&two, &g.0);
            assert!(below <= symmetric && below > &symmetric - number("1/100"), "{eps}: {below}");
            let after = |first: &BigRational, g: &BigRational| -> BigRational {
                let of =
                    |(p, ratio): (BigRational, BigRational)| p * worst_of_range(30, &(g / ratio));
                of_range(first).map(of).into_iter().sum()
            };
            let adaptive = members(30).map(|first| after(&first, &g.1)).max().unwrap();
            let (above, below) = (upper_delta(&upper.1, &step, &eps), test_delta(&test.1, &eps));
            assert!(above >= adaptive, "{eps}: {above} {adaptive}");
            let root = scale.ends(&scale.exp(&scale.rational(&(&eps / number("2")))).unwrap());
            let (least, most) = twice_the_worst(&root.0, &root.1);
            assert!(above >= least && above < &most + number("1/2000"), "{eps}: {above} {most}");
            let both =
                |(p, ratio): (BigRational, BigRational)| p * delta_of_range(&two, &(&g.0 / ratio));
            let symmetric: BigRational = of_range(&two).map(both).into_iter().sum();
            assert!(below <= symmetric && below > &symmetric - number("1/50"), "{eps}: {below}");
        }
    }
}

/// The range of weights, the words that change nothing, and what is refused.
#[test]
fn ranges_are_read() {
    let read = |fields: &str| {
        let text = format!(r#"{{"mechanism": "exponential", {fields}}}"#);
        read_row(&serde_json::from_str(&text).unwrap(), "add-remove")
    };
    let same = |fields: &str, eps: &str| {
        let expected = read(&format!(r#""eps": "{eps}""#)).unwrap();
        assert_eq!(read(fields).unwrap().step, expected.step, "{fields}");
    };
    same(r#""eps": "1/2", "composition": "adaptive""#, "1/2");
    same(r#""eps": "1/2", "composition": "non-adaptive""#, "1/2");
    same(r#""coefficient": "1/4", "sensitivity": "3""#, "3/2");
    same(r#""coefficient": "1/4", "sensitivity": "3", "moves": "both-ways""#, "3/2");
    same(r#""coefficient": "1/4", "sensitivity": "3", "moves": "one-way""#, "3/4");
    same(r#""eps": "1/2", "group": 3"#, "3/2");
    for fields in [
        r#""eps": "-1""#,
        r#""coefficient": "-1", "sensitivity": "1""#,
        r#""coefficient": "1", "sensitivity": "0""#,
        r#""coefficient": "1""#,
        r#""eps": "1", "coefficient": "1", "sensitivity": "1""#,
        r#""eps": "1", "moves": "one-way""#,
        r#""eps": "1", "sensitivity": "1""#,
        r#""eps": "1", "composition": "both""#,
        r#""coefficient": "1", "sensitivity": "1", "moves": "up""#,
    ] {
        said(read(fields), Class::Malformed);
    }
    said(
        read(
            r#""eps": "1", "scores": ["0", "1"], "neighbour_scores": ["1", "0"], "sensitivity": "1""#,
        ),
        Class::Unsupported,
    );
}
