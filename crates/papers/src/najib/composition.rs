//! Section 2.3: worst-case bounds for compositions.

use super::{delta_i, is_private, power, subsets, total_delta, worst_case};
use crate::family::{distributions, exponentials, larger, pair, pairs, ratio, show, triples, unit};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::tradeoff::{Curve, Kernel};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/composition.toml",
    text: include_str!("composition.toml"),
    checks: &[
        ("TH-08", basic_composition),
        ("TH-09", linear_cost),
        ("TH-10", tight_composition),
        ("TH-12", simplified_composition),
        ("TH-57", figure),
        ("TH-65", product_events),
        ("TH-66", dropped_factor),
        ("TH-67", intersection),
        ("TH-77", dominating_mechanism),
    ],
};

/// Values of E = e^eps, from 1.
fn values_of_e() -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(4)).collect()
}

fn basic_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let (first, second) = (Polynomial::alpha(), Polynomial::delta());
    let leak = &first + &(&(&Polynomial::constant(1) - &first) * &second);
    let bound = trial.either(&first + &second, first);
    trial.never_negative("the bound less the mass at infinite loss", &(&bound - &leak))?;
    let all = pairs(&values_of_e(), &unit(3));
    for ((e, delta), (f, other)) in pairs(&all, &all) {
        trial.at("E_1, delta_1", format_args!("{e}, {delta}"));
        trial.at("E_2, delta_2", format_args!("{f}, {other}"));
        let both = worst_case(&e, &delta)?.tensor(&worst_case(&f, &other)?)?;
        let bound = trial.either(&delta + &other, delta);
        trial.at_most(("delta at eps_1 + eps_2", both.delta(&(e * f))?), ("the bound", bound))?;
    }
    Ok(())
}

fn product_events(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    for ((p, q), e) in pairs(&pairs(&laws, &laws), &values_of_e()) {
        trial.at("P of each output", show(&p));
        trial.at("Q of each output", show(&q));
        trial.at("E", &e);
        let every = Curve::of(&pair(&p, &q)?)?;
        let every = every.tensor(&every)?.delta(&e)?;
        let sum = |law: &[Real], event: &[bool]| {
            let chosen = law.iter().zip(event).filter(|(_, is_in)| **is_in);
            chosen.fold(Real::zero(), |sum, (mass, _)| sum + mass)
        };
        // Of the second outputs, where the first have these two probabilities.
        let best = |p_first: &Real, q_first: &Real| {
            let whole = |second: &Vec<bool>| trial.either(true, second.iter().all(|is_in| *is_in));
            let events = subsets(2).filter(whole);
            let differences =
                events.map(|second| p_first * sum(&p, &second) - &e * (q_first * sum(&q, &second)));
            differences.fold(Real::zero(), larger)
        };
        let largest = if trial.reading() == Reading::Corrected {
            p.iter()
                .zip(&q)
                .fold(Real::zero(), |total, (p_first, q_first)| total + best(p_first, q_first))
        } else {
            subsets(2)
                .map(|first| best(&sum(&p, &first), &sum(&q, &first)))
                .fold(Real::zero(), larger)
        };
        trial.at_most(
            ("the largest difference of all events", every),
            ("that of such events", largest),
        )?;
    }
    Ok(())
}

fn dropped_factor(trial: &mut Trial) -> Result<(), CheckError> {
    for ((p, q), delta, e) in triples(&pairs(&unit(3), &unit(3)), &unit(3), &values_of_e()) {
        trial.at("p", &p);
        trial.at("q", &q);
        trial.at("delta_2", &delta);
        trial.at("E_1 = E_2", &e);
        let product = &e * &p;
        let is_large = product.compare(&Real::one()) == Some(Ordering::Greater);
        let capped = if is_large { Real::one() } else { product.clone() };
        let (factor, kept) = (
            trial.choose(&product, &capped, &capped),
            trial.choose(&delta, &delta, &(&delta / 2)).clone(),
        );
        trial.at_most(
            ("left side, without delta_1", factor * (&e * &q + &delta)),
            ("right side, without delta_1", &product * (&e * &q) + kept),
        )?;
    }
    Ok(())
}

fn linear_cost(trial: &mut Trial) -> Result<(), CheckError> {
    for (k, e) in pairs(&[1i64, 2, 3, 4], &exponentials(4)) {
        trial.at("E = e^eps", &e);
        trial.at("k", k);
        let composed = power(&worst_case(&e, &Real::zero())?, k.unsigned_abs())?;
        let end = e.pow(k) * trial.either(Real::one(), ratio(19, 20));
        for below in [&end * ratio(9, 10), &end * ratio(1, 2)] {
            trial.less(
                ("0", 0),
                ("delta below k eps", composed.delta(&larger(Real::one(), below))?),
            )?;
        }
        trial.equal(("delta at k eps", composed.delta(&end)?), ("0", 0))?;
    }
    Ok(())
}

/// Calls `check` with E, delta and k, and with the k-fold composition of the worst case.
fn each_composition(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Real, &Real, i64, &Curve) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (k, delta, e) in triples(&[1i64, 2, 3, 4, 5], &unit(3), &values_of_e()) {
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        trial.at("k", k);
        let composed = power(&worst_case(&e, &delta)?, k.unsigned_abs())?;
        check(trial, &e, &delta, k, &composed)?;
    }
    Ok(())
}

fn tight_composition(trial: &mut Trial) -> Result<(), CheckError> {
    each_composition(trial, |trial, e, delta, k, composed| {
        for i in 0..=k / 2 {
            trial.at("i", i);
            let share = delta_i(e, k, i) * trial.either(Real::one(), 1 + e);
            let formula = 1 - (1 - delta).pow(k) * (1 - share);
            trial.equal(
                ("delta at (k - 2i) eps", composed.delta(&e.pow(k - 2 * i))?),
                ("the formula", formula),
            )?;
        }
        Ok(())
    })
}

fn intersection(trial: &mut Trial) -> Result<(), CheckError> {
    each_composition(trial, |trial, e, delta, k, composed| {
        let first = trial.either(0, 1);
        let constraints: Result<Vec<Curve>, CheckError> = (first..=k / 2)
            .map(|i| worst_case(&e.pow(k - 2 * i), &total_delta(e, delta, k, i)))
            .collect();
        let region = Curve::maximum(&constraints?)?;
        trial.holds(region.equals(composed)?, "both trade-off functions are the same", || {
            format!("they have {} and {} edges", region.edges().len(), composed.edges().len())
        })
    })
}

fn dominating_mechanism(trial: &mut Trial) -> Result<(), CheckError> {
    let rational = |x: &Real| {
        x.as_rational().cloned().ok_or_else(|| CheckError::Wrong(format!("{x} is not rational")))
    };
    let masses = |p: &[Real], q: &[Real]| -> Result<Vec<(Rational, Rational)>, CheckError> {
        p.iter().zip(q).map(|(p, q)| Ok((rational(p)?, rational(q)?))).collect()
    };
    let laws = distributions(3, 4);
    let budgets = pairs(&[ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)], &unit(3));
    for ((p, q), (e, delta)) in pairs(&pairs(&laws, &laws), &budgets) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        let leak = &delta / trial.either(1, 2);
        let low = (1 - &leak) / (1 + &e);
        let mut law = vec![leak, &e * &low, low, Real::zero()];
        let first = law.clone();
        law.reverse();
        let mapping = Kernel::between(&masses(&first, &law)?, &masses(&p, &q)?);
        let is_private = is_private(&p, &q, &e, &delta)?;
        trial.holds(
            is_private == mapping.is_some(),
            "there is a mapping exactly if the pair is private",
            || format!("private: {is_private}, a mapping: {}", mapping.is_some()),
        )?;
    }
    Ok(())
}

fn figure(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, delta, k) = (ratio(3, 5).exp(), ratio(1, 20), 5);
    let composed = power(&worst_case(&e, &delta)?, 5)?;
    for i in 0..=k / 2 {
        trial.at("i", i);
        let finite = (1 - &delta).pow(trial.either(k, k - 1));
        let formula = 1 - finite * (1 - delta_i(&e, k, i));
        trial.equal(
            ("delta at (5 - 2i) 0.6", composed.delta(&e.pow(k - 2 * i))?),
            ("the formula", formula),
        )?;
    }
    Ok(())
}

fn simplified_composition(trial: &mut Trial) -> Result<(), CheckError> {
    let slacks = [(1, 1), (1, 2), (2, 1), (1, 10), (1, 1000)];
    let (half, none) = (ratio(1, 2), Real::zero());
    let runs = [
        (1, vec![(ratio(2, 1), none.clone())]),
        (2, vec![(ratio(2, 1), half)]),
        (1, vec![(ratio(2, 1), none.clone()), (ratio(3, 1), ratio(1, 10))]),
        (30, vec![(ratio(11, 10), none)]),
        (10, vec![(ratio(11, 10), ratio(1, 100)), (ratio(6, 5), ratio(1, 1000))]),
    ];
    for ((times, steps), (n, d)) in pairs(&runs, &slacks) {
        let slack = ratio(n, d);
        let written: Vec<String> =
            steps.iter().map(|(e, delta)| format!("({e}, {delta})")).collect();
        trial.at("(E_l, delta_l)", format_args!("{times} x {}", written.join(" and ")));
        trial.at("d", &slack);
        let mut composed = Curve::identity();
        let (mut basic, mut drift, mut square, mut kept) =
            (Real::zero(), Real::zero(), Real::zero(), Real::one());
        for (e, delta) in &steps {
            composed = composed.tensor(&power(&worst_case(e, delta)?, times)?)?;
            let (eps, count) = (e.ln(), Real::from(times));
            basic = basic + &count * &eps;
            drift = drift + &count * (&eps * (e - 1) / (e + 1));
            square = square + &count * eps.pow(2);
            kept = kept * (1 - delta).pow(i64::try_from(times).unwrap_or(i64::MAX));
        }
        let delta = 1 - trial.either((1 - &slack) * &kept, kept);
        let logarithm = (1 / &slack).ln();
        let is_below = logarithm.compare(&Real::zero()) == Some(Ordering::Less);
        trial.at("eps", "the second");
        if !trial.has_value(!is_below, || {
            format!("the second eps has the root of {logarithm} times a positive number")
        }) {
            trial.at_most(("1", 1), ("the delta that is claimed", delta))?;
            continue;
        }
        let advanced = &drift + (2 * &square * logarithm).sqrt();
        let scaled =
            &drift + (2 * &square * (Real::one().exp() + square.sqrt() / &slack).ln()).sqrt();
        for (name, eps) in [("first", basic), ("second", advanced), ("third", scaled)] {
            trial.at("eps", format_args!("the {name}"));
            trial.at_most(("delta at eps", composed.delta(&eps.exp())?), ("the bound", &delta))?;
        }
    }
    Ok(())
}
