//! Section 2.4: common mechanisms and what they guarantee.

use super::{exponential, response};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/mechanisms.toml",
    text: include_str!("mechanisms.toml"),
    checks: &[
        ("TH-14", laplace_variance),
        ("TH-15", laplace_privacy),
        ("TH-16", gaussian_privacy),
        ("TH-17", response_privacy),
        ("TH-18", exponential_privacy),
        ("TH-19", exponential_utility),
    ],
};

fn laplace_variance(trial: &mut Trial) -> Result<(), CheckError> {
    let (x, b) = (Polynomial::x(), Polynomial::alpha());
    let double = &Polynomial::constant(2) * &b;
    let variance = &Polynomial::constant(trial.either(2, 1)) * &b.pow(2);
    // (x^2 + 2bx + v) - b (2x + 2b): b times the derivative, without the exponential.
    let primitive = &(&x.pow(2) + &(&double * &x)) + &variance;
    let derivative = &(&Polynomial::constant(2) * &x) + &double;
    trial.identical("b times the derivative is x^2", &(&primitive - &(&b * &derivative)), &x.pow(2))
}

fn laplace_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let points = [Polynomial::default(), Polynomial::x(), &Polynomial::x() + &Polynomial::alpha()];
    let distance = |i: usize, j: usize| match (points.get(i.max(j)), points.get(i.min(j))) {
        (Some(far), Some(near)) => far - near,
        _ => Polynomial::default(),
    };
    let (share, whole) = (Polynomial::constant(1), Polynomial::constant(trial.either(1, 2)));
    for (a, b, y) in triples(&[0usize, 1, 2], &[0, 1, 2], &[0, 1, 2]) {
        trial.at("places of a, b, y", format_args!("{a}, {b}, {y}"));
        let loss = &distance(b, y) - &distance(a, y);
        trial.never_negative(
            "the sensitivity less the loss",
            &(&(&share * &distance(a, b)) - &(&whole * &loss)),
        )?;
    }
    trial.clear_parameters();
    for e in exponentials(9) {
        let eps = e.ln();
        trial.at("eps", &eps);
        let mechanism = Mechanism::Step(Dominating::laplace(eps.clone())?);
        let delta = trial.ask(&mechanism, &Query::Delta { eps })?;
        trial.equal(("delta(eps)", delta), ("0", Real::zero()))?;
    }
    Ok(())
}

fn gaussian_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let mut every = vec![Real::one()];
    every.extend(inside_unit(4));
    let largest = trial.choose(10i64, 1, 1);
    every.extend((2..=largest).map(Real::from));
    let budgets: Vec<Real> = [1u64, 2, 10, 100, 1000].iter().map(|d| ratio(1, *d)).collect();
    for (delta, eps) in pairs(&budgets, &every) {
        trial.at("eps", &eps);
        trial.at("delta", &delta);
        let factor = trial.either(ratio(2, 1), ratio(1, 2));
        let sigma = (factor * (ratio(5, 4) / &delta).ln()).sqrt() / &eps;
        let mechanism = Mechanism::Step(Dominating::gaussian(&sigma)?);
        let truth = trial.ask(&mechanism, &Query::Delta { eps })?;
        trial.at_most(("delta(eps)", truth), ("delta", &delta))?;
    }
    Ok(())
}

fn response_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    for (size, e) in pairs(&[2u64, 3, 4, 5, 6], &exponentials(7)) {
        trial.at("E = e^eps", &e);
        trial.at("|X|", size);
        let values = Real::from(size);
        let kept = (&e - 1) / trial.either(&e + &values - 1, &e + &values);
        let rows = response(&kept, size);
        let mut largest = Real::one();
        for (x, y) in pairs(&rows, &rows) {
            for (p, q) in x.iter().zip(&y) {
                let quotient = p / q;
                if quotient.compare(&largest) == Some(Ordering::Greater) {
                    largest = quotient;
                }
            }
        }
        trial.equal(("the largest likelihood ratio", largest), ("E", &e))?;
    }
    Ok(())
}

fn exponential_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2];
    let scores = triples(&values, &values, &values);
    for ((first, second), root) in pairs(&pairs(&scores, &scores), &exponentials(4)) {
        let (first, second) = ([first.0, first.1, first.2], [second.0, second.1, second.2]);
        if first.iter().zip(second).any(|(x, y)| (x - y).abs() > 1) {
            continue;
        }
        trial.at("scores", format_args!("{first:?} and {second:?}"));
        trial.at("e^(eps/2)", &root);
        let base = trial.either(root.clone(), root.pow(2));
        let curve = Curve::of(&pair(&exponential(&base, &first), &exponential(&base, &second))?)?;
        trial.at_most(("delta(eps)", curve.delta(&root.pow(2))?), ("0", Real::zero()))?;
    }
    Ok(())
}

fn exponential_utility(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2, 3];
    let mut candidates: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..3 {
        let longer = candidates
            .iter()
            .flat_map(|scores| values.map(|score| [scores.as_slice(), &[score]].concat()));
        candidates = candidates.iter().cloned().chain(longer).collect();
        candidates.sort_by_key(Vec::len);
        candidates.dedup();
    }
    candidates.retain(|scores| !scores.is_empty());
    for (base, scores) in pairs(&[vec![Real::one()], exponentials(4)].concat(), &candidates) {
        let best = scores.iter().max().copied().unwrap_or_default();
        let optimal = scores.iter().filter(|score| **score == best).count();
        let candidates = ratio(scores.len() as u64, optimal as u64);
        let law = exponential(&base, &scores);
        trial.at("scores", format_args!("{scores:?}"));
        trial.at("e^(eps/(2 Delta))", &base);
        trial.at("law", show(&law));
        if !trial.divides("eps", &base.ln()) {
            for mass in &law {
                trial.equal(
                    ("the probability of a candidate", mass),
                    ("1/|C|", ratio(1, scores.len() as u64)),
                )?;
            }
            continue;
        }
        for half in 0..=6i64 {
            let shortfall = ratio(half.unsigned_abs(), 2);
            trial.at("r", &shortfall);
            let short = law.iter().zip(&scores).filter(|(_, score)| 2 * (best - **score) >= half);
            let probability = short.fold(Real::zero(), |sum, (mass, _)| sum + mass);
            let decay = (&shortfall * base.ln()).exp();
            let bound = trial.either(&candidates / &decay, 1 / &decay);
            trial.at_most(("P(s <= OPT - r)", probability), ("the bound", bound))?;
        }
    }
    Ok(())
}
