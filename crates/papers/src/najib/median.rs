//! Section 3.5.4: the median by the exponential mechanism.

use super::{data, exponential, neighbours};
use crate::family::{exponentials, pairs, ratio, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;

pub(super) const SECTION: Section = Section {
    file: "najib/median.toml",
    text: include_str!("median.toml"),
    checks: &[
        ("TH-41", score_sensitivity),
        ("TH-42", score_attained),
        ("TH-43", passing_over),
        ("TH-44", position),
        ("TH-45", median),
        ("TH-73", range_of_score),
        ("TH-74", signs),
    ],
};

/// The sum of the signs of `c - X_i`.
fn imbalance(data: &[i64], c: i64) -> i64 {
    data.iter().map(|x| (c - x).signum()).sum()
}

fn score(data: &[i64], c: i64) -> i64 {
    -imbalance(data, c).abs()
}

/// All data of up to four values up to 4, with their m and a value c.
fn each_score(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &[i64], i64, i64) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (n, m) in pairs(&[1usize, 2, 3, 4], &[1i64, 2, 3, 4]) {
        for (data, c) in pairs(&data(n, m), &(1..=m).collect::<Vec<_>>()) {
            trial.at("X", format_args!("{data:?}"));
            trial.at("m", m);
            trial.at("c", c);
            check(trial, &data, m, c)?;
        }
    }
    Ok(())
}

fn range_of_score(trial: &mut Trial) -> Result<(), CheckError> {
    each_score(trial, |trial, data, m, c| {
        let n = data.len() as i64;
        let (low, high) = trial.choose((1, m), (-n, 0), (1 - n, 0));
        let score = score(data, c);
        trial.at_most(("the smallest value", low), ("q(X, c)", score))?;
        trial.at_most(("q(X, c)", score), ("the largest value", high))
    })
}

fn score_sensitivity(trial: &mut Trial) -> Result<(), CheckError> {
    for (others, old, new) in triples(&[0i64, 1, -1], &[0i64, 1, -1], &[0i64, 1, -1]) {
        trial.at(
            "the sum of the other signs, the old and the new one",
            format_args!("{others}, {old}, {new}"),
        );
        let change = ((others + old).abs() - (others + new).abs()).abs();
        trial.at_most(("the change of the score", change), ("the bound", trial.either(2, 1)))?;
    }
    trial.clear_parameters();
    each_score(trial, |trial, data, m, c| {
        for other in neighbours(data, m) {
            trial.at("X_1", format_args!("{other:?}"));
            let change = (score(data, c) - score(&other, c)).abs();
            trial
                .at_most(("the change of the score", change), ("the bound", trial.either(2, 1)))?;
        }
        Ok(())
    })
}

fn score_attained(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, m) in pairs(&[1usize, 2, 3, 4], &[1i64, 2, 3, 4]) {
        trial.at("n", n);
        trial.at("m", m);
        let values: Vec<i64> = (1..=m).collect();
        let change = |(x, c): &(Vec<i64>, i64)| {
            neighbours(x, m).map(|y| (score(x, *c) - score(&y, *c)).abs()).max()
        };
        let largest =
            pairs(&data(n, m), &values).iter().filter_map(change).max().unwrap_or_default();
        let is_attained = largest == 2;
        let is_right = trial.choose(
            !is_attained || n >= 3 && m >= 3,
            is_attained == (n >= 2 && m >= 3),
            is_attained == (n >= 2 && m >= 2),
        );
        trial.holds(is_right, "2 is attained only where it is said", || {
            format!("the largest change is {largest}")
        })?;
    }
    Ok(())
}

fn passing_over(trial: &mut Trial) -> Result<(), CheckError> {
    each_score(trial, |trial, data, m, c| {
        for other in neighbours(data, m) {
            let (Some(old), Some(new)) = (data.first(), other.first()) else {
                continue;
            };
            if *old < c && c < *new {
                trial.at("X_1", format_args!("{other:?}"));
                let is_balanced = imbalance(data, c) == 1;
                let claimed = trial.choose(
                    2,
                    if is_balanced { 0 } else { 2 },
                    if is_balanced { 1 } else { 2 },
                );
                let change = (score(data, c) - score(&other, c)).abs();
                trial.equal(("the change of the score", change), ("the claim", claimed))?;
            }
        }
        Ok(())
    })
}

fn signs(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [1i64, 2, 3, 4];
    for (old, c, new) in triples(&values, &values, &values) {
        if old < c && c < new {
            trial.at("X_{0,1}", old);
            trial.at("c", c);
            trial.at("X_{1,1}", new);
            let (first, second) = trial.choose((-1, 1), (1, -1), (1, 1));
            trial.equal(("sign(c - X_{0,1})", (c - old).signum()), ("the claim", first))?;
            trial.equal(("sign(c - X_{1,1})", (c - new).signum()), ("the claim", second))?;
        }
    }
    Ok(())
}

fn position(trial: &mut Trial) -> Result<(), CheckError> {
    for n in 1..=12i64 {
        let data: Vec<i64> = (1..=n).collect();
        trial.at("X", format_args!("{data:?}"));
        for c in 1..=n {
            trial.at("c", c);
            let from = |middle: Real| {
                let distance = c - middle;
                if distance.sign().is_some_and(std::cmp::Ordering::is_lt) {
                    -distance
                } else {
                    distance
                }
            };
            let half = Real::from(n) / 2;
            let claimed =
                trial.choose(from(half.clone()), 2 * from(&half + ratio(1, 2)), 2 * from(half));
            trial.equal(
                ("the distance", claimed),
                ("|sum sign(c - X_i)|", imbalance(&data, c).abs()),
            )?;
        }
    }
    Ok(())
}

fn median(trial: &mut Trial) -> Result<(), CheckError> {
    // A single value last.
    for (quarter, m) in
        [pairs(&exponentials(5), &[2i64, 3]), pairs(&exponentials(5), &[1])].concat()
    {
        trial.at("e^(eps/4)", &quarter);
        trial.at("m", m);
        let values: Vec<i64> = (1..=m).collect();
        // Twice the distances, and the data they are of.
        let mut cases: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        if trial.choose(true, false, false) {
            cases.push((values.clone(), values.iter().map(|c| (2 * c - m).abs()).collect()));
        } else {
            for x in (1..=3).flat_map(|n| data(n, m)) {
                let sizes: Vec<i64> = values.iter().map(|c| imbalance(&x, *c).abs()).collect();
                let least = sizes.iter().min().copied().unwrap_or_default();
                cases.push((x, sizes.iter().map(|size| 2 * (size - least)).collect()));
            }
        }
        for (x, distances) in cases {
            trial.at("X", format_args!("{x:?}"));
            let scores: Vec<i64> = values.iter().map(|c| score(&x, *c)).collect();
            // e^(eps q/(2 Delta)) with Delta = 2.
            let law = exponential(&quarter, &scores);
            for twice in 0..=6i64 {
                let t = ratio(twice.unsigned_abs(), 2);
                trial.at("t", &t);
                let far = law.iter().zip(&distances).filter(|(_, distance)| **distance >= twice);
                let probability = far.fold(Real::zero(), |sum, (mass, _)| sum + mass);
                let factor = Real::from(trial.either(m, 1));
                let bound = factor / (&t * quarter.ln()).exp();
                trial.at_most(("the probability", probability), ("the bound", bound))?;
            }
        }
    }
    if trial.choose(false, true, false) { far_positions(trial) } else { Ok(()) }
}

/// The printed bound for t > 1, where position is defined: at the values of different data.
fn far_positions(trial: &mut Trial) -> Result<(), CheckError> {
    let quarters = [exponentials(5), vec![ratio(100, 1), ratio(10_000, 1)]].concat();
    let distances = [(5, 4), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1)].map(|(n, d)| ratio(n, d));
    for (m, quarter) in pairs(&[1i64, 2, 3, 4, 5], &quarters) {
        trial.at("m", m);
        trial.at("e^(eps/4)", &quarter);
        for set in 1..1u32 << m {
            let x: Vec<i64> = (1..=m).filter(|value| set >> (value - 1) & 1 == 1).collect();
            trial.at("X", format_args!("{x:?}"));
            let law = exponential(&quarter, &(1..=m).map(|c| score(&x, c)).collect::<Vec<_>>());
            for t in &distances {
                trial.at("t", t);
                let is_far = |place: usize| {
                    let off = Real::from((2 * place as i64 + 2 - x.len() as i64).abs()) / 2;
                    off.compare(t).is_some_and(std::cmp::Ordering::is_ge)
                };
                let far = x.iter().enumerate().filter(|(place, _)| is_far(*place));
                let masses = far.filter_map(|(_, value)| law.get(usize::try_from(value - 1).ok()?));
                let probability = masses.fold(Real::zero(), |sum, mass| sum + mass);
                let bound = Real::from(m) / (t * quarter.ln()).exp();
                trial.at_most(("the probability", probability), ("the printed bound", bound))?;
            }
        }
    }
    Ok(())
}
