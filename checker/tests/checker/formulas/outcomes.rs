//! Exact pairs in `checker/src/rules` and `pair.rs`, and the theorems about finite pairs.

use super::super::effort;
use super::{Pair, Q, Random, any_pair, delta, fraction, prods, read, stated, swap, tiny};
use dpcert_checker::fixed::Scale;
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::pair::Direction;
use dpcert_checker::rules::{Outcomes, beyond_all};
use dpcert_checker::work::Work;
use num_traits::{One, Zero};
use serde_json::{Value, json};

fn outcomes(ledger: &[LedgerRow], direction: Direction) -> Outcomes {
    Outcomes::of(ledger, direction, &Work::default()).unwrap()
}

/// One to three steps: the pairs, and rows of a ledger in which equal steps are counted.
fn any_ledger(random: &mut Random) -> (Vec<Pair>, Vec<LedgerRow>) {
    let (first, second) = (any_pair(random), any_pair(random));
    let (count, is_two) = (1 + random.below(2) as usize, random.below(2) == 0);
    let mut row = stated("a", &first);
    row["count"] = json!(count.to_string());
    let (mut pairs, mut rows) = (vec![first; count], vec![read(&row)]);
    if is_two {
        rows.push(read(&stated("b", &second)));
        pairs.push(second);
    }
    (pairs, rows)
}

fn directed(pairs: &[Pair], direction: Direction) -> Vec<Pair> {
    let own = |pair: &Pair| match direction {
        Direction::Forward => pair.clone(),
        Direction::Backward => swap(pair),
    };
    pairs.iter().map(own).collect()
}

/// The ratios of the outcomes, and others.
fn places(pair: &Pair, random: &mut Random) -> Vec<Q> {
    let finite = pair.iter().filter(|(_, q)| q.is_positive());
    let mut ratios: Vec<Q> = finite.map(|(p, q)| p / q).collect();
    ratios.sort();
    ratios.dedup();
    ratios.extend([Q::zero(), Q::one()]);
    ratios.extend((0..4).map(|_| fraction(random.between(0, 30), random.between(1, 9))));
    ratios
}

/// `outcomes`: `FinitePair.delta` of `PairProduct.prods`, although equal ratios are merged
/// (`PostProcessing.lump_sufficient`).
#[test]
fn delta_of_products() {
    let mut random = Random(10);
    for _ in 0..100 * effort() {
        let (pairs, rows) = any_ledger(&mut random);
        for direction in [Direction::Forward, Direction::Backward] {
            let all = prods(&directed(&pairs, direction));
            let found = outcomes(&rows, direction);
            for x in places(&all, &mut random) {
                assert_eq!(found.delta(&x), delta(&x, &all), "{pairs:?} {direction:?} {x}");
            }
        }
    }
}

/// `outcome-errors`: the test `NP g P Q` of `NeymanPearson.neyman_pearson_attained` has its level
/// and its power, and no test beats the bound of `neyman_pearson_bound`, which some g attains.
#[test]
fn the_tests_of_neyman_and_pearson() {
    let mut random = Random(11);
    for _ in 0..60 * effort() {
        let (pairs, rows) = any_ledger(&mut random);
        let (all, found) = (prods(&pairs), outcomes(&rows, Direction::Forward));
        let places = places(&all, &mut random);
        for g in &places {
            let rejected = all.iter().filter(|(p, q)| *p > g * q);
            let (power, level) = rejected
                .fold((Q::zero(), Q::zero()), |(power, level), (p, q)| (power + p, level + q));
            assert_eq!(&power - g * &level, delta(g, &all));
            assert_eq!(found.second_error(&level), Q::one() - power, "{pairs:?} {g}");
        }
        for level in [Q::zero(), Q::one(), random.probability(), random.probability()] {
            let bound = |g: &Q| Q::one() - delta(g, &all) - g * &level;
            let best = places.iter().map(bound).max().unwrap();
            assert_eq!(found.second_error(&level), best, "{pairs:?} {level}");
        }
    }
}

/// `infinite`: `InfiniteLoss.delta_beyond_all`, and the least x that it is about for these ratios.
#[test]
fn beyond_all_finite_losses() {
    let mut random = Random(12);
    for _ in 0..100 * effort() {
        let (pairs, rows) = any_ledger(&mut random);
        for direction in [Direction::Forward, Direction::Backward] {
            let pairs = directed(&pairs, direction);
            let inf_mass = |pair: &Pair| -> Q {
                pair.iter().filter(|(_, q)| q.is_zero()).map(|(p, _)| p).sum()
            };
            // The least e of `losses_below e D`.
            let below = |pair: &Pair| {
                let finite = pair.iter().filter(|(_, q)| q.is_positive());
                finite.map(|(p, q)| p / q).max().unwrap()
            };
            let x = pairs.iter().map(below).fold(Q::one(), |x, own| x * own);
            let finite = pairs.iter().map(|pair| Q::one() - inf_mass(pair));
            let expected = Q::one() - finite.fold(Q::one(), |product, rest| product * rest);
            let (largest, mass) = beyond_all(&rows, direction, &Work::default()).unwrap();
            assert_eq!(largest.exp().rational(), Some(&x), "{pairs:?}");
            assert_eq!(mass, expected, "{pairs:?}");
            // The theorem itself, and `FinitePair.delta_noninc` below x.
            let all = prods(&pairs);
            assert_eq!(delta(&x, &all), expected);
            assert!(delta(&(&x * fraction(9, 10)), &all) >= expected);
        }
    }
}

/// `cells` of a Poisson sample, and all other rules with one: `PoissonSampling.sampled_delta` and
/// `swap_sampled_delta`.
#[test]
fn samples() {
    let mut random = Random(13);
    for _ in 0..100 * effort() {
        let pair = any_pair(&mut random);
        let r = fraction(1 + random.below(5) as i64, 5);
        let mut row = stated("a", &pair);
        row["sampling"] = json!({"method": "poisson", "rate": r.to_string()});
        let row = [read(&row)];
        let [forward, backward] =
            [Direction::Forward, Direction::Backward].map(|direction| outcomes(&row, direction));
        let one = Q::one();
        for x in places(&pair, &mut random) {
            if x >= &one - &r {
                let expected = &r * delta(&(&one + (&x - &one) / &r), &pair);
                assert_eq!(forward.delta(&x), expected, "{pair:?} {r} {x}");
            }
            let kept = &one - &x * (&one - &r);
            if kept.is_positive() {
                let expected = &kept * delta(&(&x * &r / &kept), &swap(&pair));
                assert_eq!(backward.delta(&x), expected, "{pair:?} {r} {x}");
            }
        }
    }
}

/// `multi-dp` as a finite pair: `TradeOff.wasserman_zhou` for each constraint, at all levels; and
/// at some level one of the lines is attained, or no test has an error.
#[test]
fn constraints() {
    let mut random = Random(14);
    for _ in 0..60 * effort() {
        let one = Q::one();
        let constraints: Vec<(Q, Q)> = (0..=random.below(3))
            .map(|_| (fraction(4 + random.between(0, 12), 4), random.probability()))
            .collect();
        let table = |(x, d): &(Q, Q)| json!({"eps": format!("ln({x})"), "delta": d.to_string()});
        let listed: Vec<Value> = constraints.iter().map(table).collect();
        let row = [read(&json!({"mechanism": "multi-dp", "constraints": listed}))];
        for direction in [Direction::Forward, Direction::Backward] {
            let f = outcomes(&row, direction);
            for n in 0..=24 {
                let t = fraction(n, 24);
                let error = f.second_error(&t);
                // The lines of both directions: of a mechanism, and of its inverse.
                let mut is_attained = error.is_zero();
                for (x, d) in &constraints {
                    for excess in [&t + x * &error - (&one - d), x * &t + &error - (&one - d)] {
                        assert!(!excess.is_negative(), "{constraints:?} {t}");
                        is_attained |= excess.is_zero();
                    }
                }
                assert!(is_attained, "{constraints:?} {t}");
            }
        }
    }
}

/// `exp` as a leaf: `Exponential.exp_alt`, the series that Coq bounds it by, with halvings.
#[test]
fn exponentials() {
    const HALVINGS: u32 = 8;
    let mut random = Random(15);
    for _ in 0..60 * effort() {
        let a = fraction(random.between(1, 600), random.between(1, 90));
        // `sum_f_R0 (tg_alt (Un r)) n` for two numbers of terms.
        let r = &a / Q::from_integer((1u64 << HALVINGS).into());
        let mut term = Q::one();
        let (mut sum, mut ends) = (Q::zero(), [Q::zero(), Q::zero()]);
        for n in 0..=13 {
            sum += &term;
            if n >= 12 {
                ends[n as usize - 12] = sum.clone();
            }
            term = -(term * &r / Q::from_integer((n + 1).into()));
        }
        let squared = |mut x: Q| {
            for _ in 0..HALVINGS {
                x = &x * &x;
            }
            x
        };
        let [high, low] = ends.map(squared);
        assert!(low < high && &high - &low < fraction(1, 1 << 20));
        for (bits, terms) in [(16, 3), (24, 9), (200, 60)] {
            let scale = Scale::new(bits);
            for (x, low, high) in
                [(-&a, low.clone(), high.clone()), (a.clone(), high.recip(), low.recip())]
            {
                let at = scale.rational(&x);
                let lower = scale.ends(&scale.exp_of(&at.lo, terms)).0;
                let upper = scale.ends(&scale.exp_of(&at.hi, terms)).1;
                assert!(lower <= high && upper >= low, "e^{x} with {bits} bits, {terms} terms");
                if bits == 16 {
                    // So wide that it has all that Coq's has.
                    assert!(lower <= low && upper >= high, "e^{x}");
                }
            }
        }
        assert!(high < Q::one() + tiny());
    }
}
