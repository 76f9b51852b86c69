//! Section 5 and appendix C: lower bounds by randomised membership.

use super::divergence::mixture;
use super::samples::{
    Records, Samples, neighbours, poisson, records, removed, replaced, subsets, subsets_of_size,
    with_replacement, without_replacement,
};
use super::sampling::{outer, rates, stretched};
use crate::family::{distributions, exponentials, larger, largest_difference, pairs, ratio, unit};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/lower.toml",
    text: include_str!("lower.toml"),
    checks: &[
        ("BA-28", randomized_response),
        ("BA-29", response_is_private),
        ("BA-30", membership),
        ("BA-31", mixtures),
        ("BA-32", tightness),
        ("BA-33", increasing),
        ("BA-63", bound_for_mixtures),
    ],
};

/// Probabilities of the truth from 1/2 on.
fn truths() -> [Real; 4] {
    [ratio(1, 2), Real::one(), ratio(2, 3), ratio(3, 4)]
}

/// The laws of randomised response to 0 and to 1, over the answers 0 and 1.
fn response(p: &Real) -> [Vec<Real>; 2] {
    [vec![p.clone(), 1 - p], vec![1 - p, p.clone()]]
}

/// `phi_p(alpha)`.
fn phi(p: &Real, alpha: &Real) -> Real {
    larger(Real::zero(), p + alpha * p - alpha)
}

fn randomized_response(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, alpha) in pairs(&unit(6), &[vec![Real::one()], exponentials(4)].concat()) {
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let [zero, one] = response(&p);
        let both = |alpha: &Real| larger(phi(&p, alpha), phi(&(1 - &p), alpha));
        let formula = trial.choose(phi(&p, &alpha), both(&alpha), both(&(&alpha * &alpha)));
        trial.equal(
            ("D_alpha(nu_0 || nu_1)", largest_difference(&zero, &one, &alpha)),
            ("the formula", &formula),
        )?;
        trial.equal(
            ("D_alpha(nu_1 || nu_0)", largest_difference(&one, &zero, &alpha)),
            ("the formula", &formula),
        )?;
    }
    Ok(())
}

fn response_is_private(trial: &mut Trial) -> Result<(), CheckError> {
    // E = 1 + x, delta = 1/s with s = 1 + a; masses times (E + 1) s.
    let one = Polynomial::constant(1);
    let (e, s) = (&one + &Polynomial::x(), &one + &Polynomial::alpha());
    let all = &(&e + &one) * &s;
    let delta = &e + &one;
    let truth = &(&e * &s) + &trial.either(one.clone(), Polynomial::constant(2));
    let lie = &all - &truth;
    trial.never_negative("E (1-p) + delta - p", &(&(&(&e * &lie) + &delta) - &truth))?;
    trial.never_negative("E p + delta - (1-p)", &(&(&(&e * &truth) + &delta) - &lie))?;
    trial.never_negative("E + delta - 1", &(&(&(&e * &all) + &delta) - &all))?;
    trial.never_negative("p", &truth)?;
    trial.never_negative("1 - p", &lie)
}

fn membership(trial: &mut Trial) -> Result<(), CheckError> {
    // The probabilities of (v, u), (u) and (u, u).
    for (law, (p, alpha)) in pairs(&distributions(3, 5), &pairs(&truths(), &outer())) {
        let [eta, same, other] = law.as_slice() else {
            continue;
        };
        if eta.is_zero() {
            continue;
        }
        trial.at("S(x)", format_args!("{eta} at (v, u), {same} at (u), {other} at (u, u)"));
        trial.at("S(x')", "1 at (u)");
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let gamma = eta + other;
        let [zero, one] = response(&p);
        let mixed = mixture(eta, &one, &zero);
        let delta = larger(
            largest_difference(&mixed, &zero, &alpha),
            largest_difference(&zero, &mixed, &alpha),
        );
        let right = &gamma * phi(&p, &stretched(&alpha, &gamma));
        let is_more_than_half = (2 * eta).compare(&gamma) == Some(Ordering::Greater);
        if trial.choose(true, other.is_zero(), is_more_than_half) {
            trial.equal(("delta", delta), ("gamma phi_p(alpha')", right))?;
        } else {
            trial.at_most(("delta", delta), ("gamma phi_p(alpha')", right))?;
        }
    }
    Ok(())
}

/// Mixtures with their parameters: eta, eta', p and alpha.
fn for_mixtures(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, [&Real; 4], Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let shares = unit(4);
    for ((first, second), (p, alpha)) in
        pairs(&pairs(&shares, &shares), &pairs(&truths(), &outer()))
    {
        if first.is_zero() || second.compare(&first) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("eta", &first);
        trial.at("eta'", &second);
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let [zero, one] = response(&p);
        let left = largest_difference(
            &mixture(&first, &one, &zero),
            &mixture(&second, &one, &zero),
            &alpha,
        );
        check(trial, [&first, &second, &p, &alpha], left)?;
    }
    Ok(())
}

fn mixtures(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, [eta, less, p, alpha], left| {
        let [zero, one] = response(p);
        let inner = stretched(alpha, eta);
        let beta = alpha / &inner;
        let share = less / eta;
        let weights = trial.choose(
            (1 - &share, &beta * &share),
            (1 - &beta * &share, &beta * &share),
            (1 - &beta, beta.clone()),
        );
        let law: Vec<Real> =
            zero.iter().zip(&one).map(|(x, y)| &weights.0 * x + &weights.1 * y).collect();
        trial.equal(
            ("D_alpha(mu || mu')", left),
            ("the right side", eta * largest_difference(&one, &law, &inner)),
        )
    })
}

fn bound_for_mixtures(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, [eta, less, p, alpha], left| {
        let value = phi(p, &stretched(alpha, eta));
        let bound = (eta - less) * trial.either(Real::one(), eta.clone()) * &value;
        trial.at_most(("D_alpha(mu || mu')", left), ("(eta - eta') phi_p(alpha')", &bound))?;
        trial.at_most(("(eta - eta') phi_p(alpha')", bound), ("eta phi_p(alpha')", eta * value))
    })
}

fn increasing(trial: &mut Trial) -> Result<(), CheckError> {
    let (eta, step, bias) = (Polynomial::x(), Polynomial::alpha(), Polynomial::delta());
    let one = Polynomial::constant(1);
    // alpha = 1 + c; eta (p + a p - a) with a = 1 + c/eta is eta (2p-1) - (1-p) c: its value at c =
    // 0, and its slope.
    for is_slope in [false, true] {
        let twice = |eta: &Polynomial, bias: &Polynomial| match is_slope {
            false => &Polynomial::constant(2) * &(eta * bias),
            true => bias - &one,
        };
        let (here, further) = (twice(&eta, &bias), twice(&(&eta + &step), &bias));
        let growth = trial.either(&further - &here, &here - &further);
        trial.never_negative("the growth of twice the bracket, p >= 1/2", &growth)?;
        let negative = &Polynomial::constant(0) - &bias;
        let below = &Polynomial::constant(0) - &twice(&eta, &negative);
        trial.never_negative("minus twice the bracket, p <= 1/2", &below)?;
    }
    Ok(())
}

/// The largest divergence of neighbours, and the bound.
fn attains(
    trial: &mut Trial,
    outer: &Real,
    laws: &[(Vec<Real>, Vec<Real>)],
    bound: Real,
) -> Result<(), CheckError> {
    let largest = laws
        .iter()
        .fold(Real::zero(), |worst, (p, q)| larger(worst, largest_difference(p, q, outer)));
    trial.equal(("the largest D_alpha'", largest), ("the bound", bound))
}

fn tightness(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, outer) in pairs(&unit(4), &outer()) {
        let [zero, one] = response(&p);
        let of_sample = |y: &Records| if y.contains(&1) { &one } else { &zero };
        let on = |samples: &Samples| -> Vec<Real> {
            let mass = |i: usize, (y, mass): (&Records, &Real)| {
                of_sample(y).get(i).map_or_else(Real::zero, |x| x * mass)
            };
            (0..2)
                .map(|i| samples.iter().fold(Real::zero(), |sum, cell| sum + mass(i, cell)))
                .collect()
        };
        // Samples with and without the record are neighbours, so that this is the profile, for
        // groups too.
        let profile = |g: &Real| {
            larger(largest_difference(&zero, &one, g), largest_difference(&one, &zero, g))
        };
        let laws = |both: &[(Records, Records)],
                    draw: &dyn Fn(&[u8]) -> Samples|
         -> Vec<(Vec<Real>, Vec<Real>)> {
            both.iter().map(|(x, y)| (on(&draw(x)), on(&draw(y)))).collect()
        };
        trial.at("p", &p);
        trial.at("alpha'", &outer);
        for gamma in rates() {
            trial.at("Theorem 8, gamma", &gamma);
            let both = neighbours(&subsets(&records(3)), removed);
            let bound = &gamma * profile(&stretched(&outer, &gamma));
            attains(trial, &outer, &laws(&both, &|x| poisson(x, &gamma)), bound)?;
        }
        trial.clear_parameters();
        trial.at("p", &p);
        trial.at("alpha'", &outer);
        for (n, m) in (1u8..=3).flat_map(|n| (1..=n).map(move |m| (n, m))) {
            trial.at("(n, m)", format_args!("({n}, {m})"));
            let both = neighbours(&subsets_of_size(&records(n + 1), n.into()), replaced);
            let rate = ratio(m.into(), n.into());
            let bound = &rate * profile(&stretched(&outer, &rate));
            attains(trial, &outer, &laws(&both, &|x| without_replacement(x, m.into())), bound)?;
            let hit = trial.either(1 - (1 - ratio(1, n.into())).pow(m.into()), rate);
            let bound = &hit * profile(&stretched(&outer, &hit));
            attains(trial, &outer, &laws(&both, &|x| with_replacement(x, m.into())), bound)?;
        }
        trial.clear_parameters();
    }
    Ok(())
}
