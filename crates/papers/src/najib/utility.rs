//! Sections 3.5.2, 3.5.3 and 3.5.5: what privacy costs in histograms, means and single answers.

use super::{data, neighbours, response};
use crate::family::{inside_unit, pairs, ratio, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::theorem::mean_error;

pub(super) const SECTION: Section = Section {
    file: "najib/utility.toml",
    text: include_str!("utility.toml"),
    checks: &[
        ("TH-37", histogram),
        ("TH-38", histogram_error),
        ("TH-39", mean_sensitivity),
        ("TH-40", mean_squared_error),
        ("TH-47", uniform_answer),
        ("TH-48", price),
    ],
};

/// The sensitivity of the shares of n people in k bins, over all neighbours.
fn histogram_sensitivity(n: usize, bins: i64) -> Real {
    let count = |data: &[i64], bin: i64| data.iter().filter(|x| **x == bin).count() as i64;
    let distance = |x: &[i64], y: &[i64]| {
        (1..=bins).map(|bin| (count(x, bin) - count(y, bin)).abs()).sum::<i64>()
    };
    let of = |x: &Vec<i64>| neighbours(x, bins).map(|y| distance(x, &y)).max();
    let largest = data(n, bins).iter().filter_map(of).max().unwrap_or_default();
    Real::from(largest) / Real::from(n as u64)
}

fn histogram(trial: &mut Trial) -> Result<(), CheckError> {
    for (n, k) in pairs(&[1u64, 2, 3, 4], &[2, 3, 4]) {
        trial.at("n", n);
        trial.at("k", k);
        let claimed = trial.choose(ratio(2, 1), ratio(2, n), ratio(1, n));
        trial.equal(
            ("the sensitivity", histogram_sensitivity(n as usize, k)),
            ("the claim", claimed),
        )?;
    }
    Ok(())
}

fn histogram_error(trial: &mut Trial) -> Result<(), CheckError> {
    let (inverse, bins) = (Polynomial::x(), Polynomial::alpha());
    let scale = &Polynomial::constant(trial.either(2, 1)) * &inverse;
    let error = &bins * &(&Polynomial::constant(2) * &scale.pow(2));
    trial.identical(
        "the mean squared error is 8 k/eps^2",
        &error,
        &(&(&Polynomial::constant(8) * &bins) * &inverse.pow(2)),
    )
}

fn mean_sensitivity(trial: &mut Trial) -> Result<(), CheckError> {
    let points = pairs(&[0i64, 1, 2], &[0, 1, 2]);
    let square = |x: &(i64, i64)| x.0 * x.0 + x.1 * x.1;
    for (a, b, c) in triples(&points, &points, &points) {
        let values = [a, b, c];
        trial.at("values", format_args!("{values:?}"));
        let distances =
            pairs(&values, &values).into_iter().map(|(x, y)| square(&(x.0 - y.0, x.1 - y.1)));
        let diameter = distances.max().unwrap_or_default();
        for n in 1..=3usize {
            trial.at("n", n);
            let total = |data: &[i64]| {
                let chosen = data.iter().filter_map(|i| values.get(usize::try_from(i - 1).ok()?));
                chosen.fold((0, 0), |sum, x| (sum.0 + x.0, sum.1 + x.1))
            };
            let moved = |x: &Vec<i64>| {
                let from = total(x);
                neighbours(x, 3)
                    .map(|y| total(&y))
                    .map(|to| square(&(from.0 - to.0, from.1 - to.1)))
                    .max()
            };
            let largest = data(n, 3).iter().filter_map(moved).max().unwrap_or_default();
            let size = Real::from(n as u64);
            let squared = Real::from(largest) / size.pow(2);
            let claimed = Real::from(diameter) / trial.either(size.pow(2), Real::one());
            trial.equal(("the sensitivity, squared", squared), ("the claim, squared", claimed))?;
        }
    }
    Ok(())
}

fn mean_squared_error(trial: &mut Trial) -> Result<(), CheckError> {
    let budgets = pairs(&inside_unit(3), &inside_unit(3));
    for ((eps, delta), (n, k), d) in
        triples(&budgets, &pairs(&[1u64, 2, 3], &[1u64, 2, 3]), &[ratio(1, 1), ratio(3, 1)])
    {
        trial.at("eps", &eps);
        trial.at("delta", &delta);
        trial.at("d", &d);
        trial.at("n", n);
        trial.at("k", k);
        let logarithm = (5 / (4 * &delta)).ln();
        let dimension = Real::from(trial.either(k, 1));
        let printed = 2 * dimension * logarithm * d.pow(2) / (Real::from(n).pow(2) * eps.pow(2));
        for conclusion in mean_error(k, &d, n, &eps, &delta)? {
            trial.equal(("the mean squared error", conclusion.value), ("the formula", &printed))?;
        }
    }
    Ok(())
}

fn uniform_answer(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, values, one) = (Polynomial::x(), Polynomial::alpha(), Polynomial::constant(1));
    let whole = &(&e + &values) - &one;
    let right = &values - &Polynomial::constant(trial.either(0, 1));
    trial.identical("the identity, times E + |X| - 1", &(&whole - &(&e - &one)), &right)
}

fn price(trial: &mut Trial) -> Result<(), CheckError> {
    let shares = inside_unit(6);
    for (size, (p, q)) in pairs(&[2u64, 3, 4], &pairs(&shares, &shares)) {
        if !p.compare(&q).is_some_and(std::cmp::Ordering::is_lt) {
            continue;
        }
        trial.at("|X|", size);
        trial.at("p", &p);
        trial.at("p'", &q);
        let largest = |kept: &Real| match response(kept, size).as_slice() {
            [x, y, ..] => x.iter().zip(y).map(|(p, q)| p / q).next(),
            _ => None,
        };
        let (Some(low), Some(high)) = (largest(&p), largest(&q)) else {
            continue;
        };
        let (low, high) = (("the largest ratio at p", low), ("the largest ratio at p'", high));
        if trial.choose(true, false, false) {
            trial.less(high, low)?;
        } else if trial.either(true, false) {
            trial.less(low, high)?;
        } else {
            trial.equal(low, high)?;
        }
    }
    Ok(())
}
