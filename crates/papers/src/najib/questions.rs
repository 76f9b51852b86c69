//! Chapter 4: several constraints at once.

use super::{Printed, contains, power, three_point, total_by_variation, total_delta, worst_case};
use crate::family::{distributions, exponentials, pair, pairs, ratio, show, triples, unit};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/questions.toml",
    text: include_str!("questions.toml"),
    checks: &[
        ("TH-23", theorem_53),
        ("TH-49", hypothesis),
        ("TH-51", with_variation),
        ("TH-54", two_fold),
        ("TH-55", three_fold),
        ("TH-56", primal_dual),
        ("TH-61", inclusion),
        ("TH-76", least_number_of_factors),
    ],
};

fn values_of_e(numerator: u64) -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(numerator)).collect()
}

/// delta_1, and the delta_2 at a place between the least and the largest one.
fn between(e: &Real, first: &Real, place: &Real) -> Real {
    first + (1 - first) * ((e - 1) / (e + 1)) * place
}

fn theorem_53(trial: &mut Trial) -> Result<(), CheckError> {
    let form = trial.choose(Printed::THEOREM_53, Printed::CORRECTED, Printed::FRACTION);
    let all = triples(
        &exponentials(3),
        &[Real::zero(), ratio(1, 2)],
        &[ratio(1, 2), ratio(1, 3), ratio(3, 4)],
    );
    for (k, (e, first, place)) in pairs(&[1i64, 2, 3, 4], &all) {
        let second = between(&e, &first, &place);
        trial.at("E = e^eps_1", &e);
        trial.at("delta_1", &first);
        trial.at("delta_2", &second);
        trial.at("k", k);
        let composed = power(&three_point(&e, &first, &second)?, k.unsigned_abs())?;
        for j in 0..=k {
            trial.at("j", j);
            let total = total_by_variation(&e, &first, &second, k, j, form);
            trial
                .equal(("delta at j eps_1", composed.delta(&e.pow(j))?), ("the formula", total))?;
        }
    }
    Ok(())
}

fn inclusion(trial: &mut Trial) -> Result<(), CheckError> {
    let constraints = pairs(&[ratio(1, 1), ratio(2, 1), ratio(3, 1), ratio(3, 2)], &unit(3));
    for ((e, first), (f, second)) in pairs(&constraints, &constraints) {
        trial.at("E_1, delta_1", format_args!("{e}, {first}"));
        trial.at("E_2, delta_2", format_args!("{f}, {second}"));
        let parts = [worst_case(&e, &first)?, worst_case(&f, &second)?];
        let both = power(&Curve::maximum(&parts)?, 2)?;
        let [x, y] = &parts;
        let mut is_attained = false;
        for bound in [x.tensor(x)?, x.tensor(y)?, y.tensor(y)?] {
            is_attained |= both.equals(&bound)?;
            trial.holds(contains(&bound, &both)?, "the region is inside", || {
                "it is not".to_owned()
            })?;
        }
        let is_right = trial.either(true, is_attained);
        trial.holds(is_right, "one of the three is the region", || {
            "it is smaller than each of them".to_owned()
        })?;
    }
    Ok(())
}

fn with_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let (first, second, one) = (Polynomial::alpha(), Polynomial::delta(), Polynomial::constant(1));
    let leak = &first + &(&(&one - &first) * &second);
    let claimed = trial.either(&one - &(&(&one - &first) * &(&one - &second)), &first + &second);
    trial.identical("the mass at infinite loss", &leak, &claimed)?;
    for (e, first, second) in triples(&values_of_e(4), &unit(4), &unit(4)) {
        trial.at("E = e^eps", &e);
        trial.at("delta_1", &first);
        trial.at("delta_2", &second);
        let joint = 1 - (1 - &first) * (1 - &second);
        let sum = &first + &second;
        let sum =
            if sum.compare(&Real::one()) == Some(Ordering::Greater) { Real::one() } else { sum };
        let both = worst_case(&e, &first)?.tensor(&worst_case(&Real::one(), &second)?)?;
        same(trial, &both, &worst_case(&e, &trial.either(joint, sum))?)?;
    }
    Ok(())
}

/// Two trade-off functions are the same.
fn same(trial: &mut Trial, left: &Curve, right: &Curve) -> Result<(), CheckError> {
    let (x, y) = (left.delta(&Real::one())?, right.delta(&Real::one())?);
    trial.equal(("delta(0) of the left side", x), ("delta(0) of the right side", y))?;
    trial.equal(
        ("delta(inf) of the left side", left.p_infinite()),
        ("delta(inf) of the right side", right.p_infinite()),
    )?;
    trial.holds(left.equals(right)?, "both trade-off functions are the same", || {
        "another edge differs".to_owned()
    })
}

/// The three compositions of the two constraints: both first ones, one of each, both second ones.
fn compositions(e: &Real, first: &Real, second: &Real) -> Result<[Curve; 3], CheckError> {
    let (x, y) = (worst_case(e, first)?, worst_case(&Real::one(), second)?);
    Ok([x.tensor(&x)?, x.tensor(&y)?, y.tensor(&y)?])
}

fn hypothesis(trial: &mut Trial) -> Result<(), CheckError> {
    let (e, first, second) = (ratio(3, 5).exp(), ratio(1, 20), ratio(1, 5));
    let supposed = Curve::maximum(&compositions(&e, &first, &second)?)?;
    let truth = power(&three_point(&e, &first, &second)?, 2)?;
    let slopes =
        |curve: &Curve| curve.edges().iter().map(|edge| edge.loss.clone()).collect::<Vec<_>>();
    let (left, right) = (slopes(&supposed), slopes(&truth));
    trial.equal(
        ("the number of slopes", left.len() as i64),
        ("that of the true region", right.len() as i64),
    )?;
    for (x, y) in left.iter().zip(&right) {
        trial.equal(("the logarithm of a slope", x), ("that of the true region", y))?;
    }
    trial.equal(
        ("delta at 2 eps_1", supposed.delta(&e.pow(2))?),
        ("the true one", truth.delta(&e.pow(2))?),
    )?;
    trial.less(
        ("the true total variation", truth.delta(&Real::one())?),
        ("the supposed", supposed.delta(&Real::one())?),
    )?;
    let (left, right) =
        (("the true delta at eps_1", truth.delta(&e)?), ("the supposed", supposed.delta(&e)?));
    if trial.either(true, false) { trial.less(left, right) } else { trial.equal(left, right) }
}

fn primal_dual(trial: &mut Trial) -> Result<(), CheckError> {
    let (small, large) = (distributions(2, 4), distributions(3, 3));
    let first = trial.either(ratio(1, 1), ratio(2, 1));
    let mechanisms = pairs(&large, &large);
    for (p, q) in pairs(&small, &small) {
        let f = Curve::of(&pair(&p, &q)?)?.symmetrised()?;
        let vertices = f.vertices();
        let written: Vec<String> =
            vertices.iter().map(|(alpha, beta)| format!("({alpha}, {beta})")).collect();
        trial.at("f", written.join(" "));
        let delta = |g: &Real| {
            let sums = vertices.iter().map(|(alpha, beta)| alpha * g + beta);
            1 - sums.fold(Real::one(), |least, sum| {
                if sum.compare(&least) == Some(Ordering::Less) { sum } else { least }
            })
        };
        for (p, q) in &mechanisms {
            trial.at("P", show(p));
            trial.at("Q", show(q));
            let either_way = [Curve::of(&pair(p, q)?)?, Curve::of(&pair(q, p)?)?];
            let (mut is_dominated, mut is_private) = (true, true);
            for curve in &either_way {
                is_dominated &= contains(&f, curve)?;
                let edges = curve.edges().iter().chain(f.edges());
                let slopes =
                    edges.map(|edge| &edge.p / &edge.q).chain([first.clone(), ratio(1000, 1)]);
                for g in slopes.filter(|g| g.compare(&first).is_some_and(Ordering::is_ge)) {
                    is_private &= curve.delta(&g)?.compare(&delta(&g)).is_some_and(Ordering::is_le);
                }
            }
            trial.holds(
                is_dominated == is_private,
                "f-DP exactly if (eps, delta_eps)-DP for all eps",
                || format!("f-DP: {is_dominated}, (eps, delta_eps)-DP: {is_private}"),
            )?;
        }
    }
    Ok(())
}

fn two_fold(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, delta) in pairs(&values_of_e(4), &unit(4)) {
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        let lost = trial.either(Real::one(), 1 - &delta);
        let second = 1 - (1 - total_delta(&e, &delta, 2, 1)) * lost;
        let constraints = [
            worst_case(&e.pow(2), &total_delta(&e, &delta, 2, 0))?,
            worst_case(&Real::one(), &second)?,
        ];
        same(trial, &Curve::maximum(&constraints)?, &power(&worst_case(&e, &delta)?, 2)?)?;
    }
    Ok(())
}

fn three_fold(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, delta) in pairs(&values_of_e(4), &unit(4)) {
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        let power_of_rest = trial.choose(2, 3, 4);
        let total = |i: i64| 1 - (1 - &delta).pow(power_of_rest) * (1 - super::delta_i(&e, 3, i));
        let constraints = [worst_case(&e.pow(3), &total(0))?, worst_case(&e, &total(1))?];
        same(trial, &Curve::maximum(&constraints)?, &power(&worst_case(&e, &delta)?, 3)?)?;
    }
    Ok(())
}

fn least_number_of_factors(trial: &mut Trial) -> Result<(), CheckError> {
    let none = Real::zero();
    for e in exponentials(9) {
        trial.at("E = e^eps", &e);
        let three = power(&worst_case(&e, &none)?, 3)?;
        let two = worst_case(&e.pow(2), &none)?.tensor(&worst_case(&e, &none)?)?;
        let first =
            |curve: &Curve| curve.edges().first().map_or_else(Real::zero, |edge| edge.p.clone());
        let is_claimed = two.equals(&three)? == trial.either(false, true);
        trial.holds(
            is_claimed,
            trial.either("two factors are not enough", "two factors are enough"),
            || format!("the masses at 3 eps are {} and {}", first(&two), first(&three)),
        )?;
    }
    Ok(())
}
