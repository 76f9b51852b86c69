//! Section 2.5.1: differential privacy with total variation.

use super::{
    Printed, all_events, each_pair, figures, is_private, power, three_point, total_by_variation,
};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, triples, unit};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/total_variation.toml",
    text: include_str!("total_variation.toml"),
    checks: &[
        ("TH-20", total_variation),
        ("TH-21", at_most_one),
        ("TH-22", theorem_29),
        ("TH-58", figure),
        ("TH-59", admissible),
        ("TH-68", three_inequalities),
    ],
};

fn total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let part = Real::from(trial.either(1i64, 2));
    each_pair(trial, 4, |trial, p, q| {
        for eta in unit(4) {
            trial.at("eta", &eta);
            let is_bounded = all_events(p, q, &Real::one(), &eta);
            let is_private = is_private(p, q, &Real::one(), &(&eta / &part))?;
            trial.holds(is_bounded == is_private, "eta-TV exactly if (0, eta)-DP", || {
                format!("eta-TV: {is_bounded}, private: {is_private}")
            })?;
        }
        Ok(())
    })
}

fn three_inequalities(trial: &mut Trial) -> Result<(), CheckError> {
    let budgets = [Real::zero(), ratio(1, 10), ratio(1, 2)];
    let all = triples(&[ratio(2, 1), ratio(3, 1)], &budgets, &unit(3));
    each_pair(trial, 4, |trial, p, q| {
        let vertices = Curve::of(&pair(q, p)?)?.vertices();
        for (e, delta, eta) in &all {
            trial.at("E = e^eps", e);
            trial.at("delta", delta);
            trial.at("eta", eta);
            let is_private = is_private(p, q, e, delta)? && all_events(p, q, &Real::one(), eta);
            let weight = trial.either(Real::one(), e.clone());
            let is_above = vertices.iter().all(|(alpha, beta)| {
                let sums = [
                    (&weight * alpha + e * beta, delta),
                    (e * alpha + beta, delta),
                    (alpha + beta, eta),
                ];
                sums.iter()
                    .all(|(sum, lost)| sum.compare(&(1 - *lost)).is_some_and(Ordering::is_ge))
            });
            trial.holds(
                is_private == is_above,
                "private exactly if all inequalities hold",
                || format!("private: {is_private}, all hold: {is_above}"),
            )?;
        }
        Ok(())
    })
}

fn at_most_one(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, whole) = (Polynomial::constant(1), Polynomial::constant(trial.either(1, 2)));
    let difference = &(&one - &Polynomial::x()) - &Polynomial::alpha();
    trial.never_negative("the bound less P(A) - Q(A)", &(&one - &(&whole * &difference)))?;
    let bound = trial.either(Real::one(), ratio(1, 2));
    each_pair(trial, 5, |trial, p, q| {
        let delta = Curve::of(&pair(p, q)?)?.delta(&Real::one())?;
        trial.at_most(("TV(P, Q)", delta), ("the bound", &bound))
    })
}

fn admissible(trial: &mut Trial) -> Result<(), CheckError> {
    let e = ratio(3, 5).exp();
    for (delta, eta) in figures() {
        trial.at("delta", &delta);
        let eta = trial.either(1, 2) * eta;
        let largest = &delta + (1 - &delta) * ((&e - 1) / (&e + 1));
        trial.at_most(("delta", delta), ("eta", &eta))?;
        trial.at_most(("eta", eta), ("the largest one", largest))?;
    }
    Ok(())
}

fn theorem_29(trial: &mut Trial) -> Result<(), CheckError> {
    let form = trial.choose(Printed::THEOREM_29, Printed::CORRECTED, Printed::EXPONENT);
    let budgets =
        [Real::zero()].into_iter().chain(inside_unit(3).into_iter().take(2)).collect::<Vec<_>>();
    let places = [ratio(1, 2), ratio(1, 3), Real::one(), Real::zero()];
    for (k, (e, delta), place) in
        triples(&[1i64, 2, 3, 4], &pairs(&exponentials(3), &budgets), &places)
    {
        let eta = &delta + (1 - &delta) * ((&e - 1) / (&e + 1)) * place;
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        trial.at("eta", &eta);
        trial.at("k", k);
        let composed = power(&three_point(&e, &delta, &eta)?, k.unsigned_abs())?;
        for j in 0..=k {
            trial.at("j", j);
            let total = total_by_variation(&e, &delta, &eta, k, j, form);
            trial.equal(
                ("delta at j eps", composed.delta(&e.pow(j))?),
                ("1 - (1 - delta)^k (1 - delta_j)", total),
            )?;
        }
    }
    Ok(())
}

fn figure(trial: &mut Trial) -> Result<(), CheckError> {
    let form = trial.either(Printed::CORRECTED, Printed::EXPONENT);
    let (e, delta, eta, k) = (ratio(3, 5).exp(), ratio(1, 20), ratio(1, 5), 5);
    let composed = power(&three_point(&e, &delta, &eta)?, 5)?;
    for j in (0..=k).rev() {
        trial.at("j", j);
        let total = total_by_variation(&e, &delta, &eta, k, j, form);
        trial.equal(("delta at j 0.6", composed.delta(&e.pow(j))?), ("the formula", total))?;
    }
    Ok(())
}
