//! Section VII: the definition of local privacy, the proof of Theorem 5, and steps of the proof of
//! Theorem 7.

use super::channels::{
    capped, cases, exact, for_extremal, number, rationals, show_channel, through_binary,
    with_inputs,
};
use crate::family::{distributions, events, exponentials, larger, pairs, ratio, show};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::channel::Inputs;
use dpcert::exact::polynomial::Polynomial;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/erasure.toml",
    text: include_str!("erasure.toml"),
    checks: &[
        ("GI-66", quotients),
        ("GI-67", dobrushin),
        ("GI-68", output_laws),
        ("GI-69", difference_at_zero),
        ("GI-70", output_total_variation),
        ("GI-71", loss_of_the_outputs),
        ("GI-72", chain_of_divergences),
        ("GI-73", best_for_small_eps),
    ],
};

fn quotients(trial: &mut Trial) -> Result<(), CheckError> {
    let powers = [vec![Real::one()], exponentials(4)].concat();
    for outputs in [2, 3] {
        let laws = distributions(outputs, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("Q", format_args!("{}, {}", show(&p), show(&q)));
            let is_possible = |x: &Real, y: &Real| !x.is_zero() && !y.is_zero();
            let cells: Vec<(Real, Real)> = p.iter().cloned().zip(q.iter().cloned()).collect();
            let seen: (Vec<Real>, Vec<Real>) = match trial.reading() {
                Reading::Altered => {
                    cells.iter().filter(|(x, y)| is_possible(x, y)).cloned().unzip()
                }
                _ => cells.iter().cloned().unzip(),
            };
            let sets = events(&p, &q);
            for e in &powers {
                trial.at("E", e);
                let within = |x: &Real, y: &Real| x.compare(&(e * y)).is_some_and(Ordering::is_le);
                // By quotients: a/0 is infinite for a > 0, and 0/0 is left out.
                let is_bounded = |x: &Real, y: &Real| match (x.is_zero(), y.is_zero()) {
                    (true, _) => true,
                    (false, true) => false,
                    (false, false) => (x / y).compare(e).is_some_and(Ordering::is_le),
                };
                let by_quotients = events(&seen.0, &seen.1)
                    .iter()
                    .all(|(x, y)| is_bounded(x, y) && is_bounded(y, x));
                let by_sets = sets.iter().all(|(x, y)| within(x, y) && within(y, x));
                let by_outputs = cells.iter().all(|(x, y)| within(x, y) && within(y, x));
                trial.holds(
                    by_quotients == by_sets && by_sets == by_outputs,
                    "quotients, sets and single outputs say the same",
                    || format!("quotients: {by_quotients}, sets: {by_sets}, single outputs: {by_outputs}"),
                )?;
            }
        }
    }
    Ok(())
}

fn dobrushin(trial: &mut Trial) -> Result<(), CheckError> {
    for case in cases()? {
        let letters = case.channel.inputs();
        trial.at("Q", show_channel(&case.channel));
        let rows = case.channel.rows();
        let smallest = |rows: &[Vec<Real>]| {
            let apart = |x: &Vec<Real>, y: &Vec<Real>| {
                x.iter().zip(y).fold(Real::zero(), |sum, (x, y)| sum + larger(Real::zero(), x - y))
            };
            let both = rows
                .iter()
                .enumerate()
                .flat_map(|(i, x)| rows.iter().skip(i + 1).map(move |y| (x, y)));
            both.map(|(x, y)| apart(x, y)).reduce(|x, y| -larger(-x, -y)).unwrap_or_else(Real::zero)
        };
        let factor = trial.either(case.eta.clone(), smallest(rows));
        let laws = distributions(letters, if letters == 2 { 3 } else { 2 });
        let mut attained = Real::zero();
        for (p, q) in pairs(&laws, &laws) {
            let inputs = Inputs::new(case.channel.clone(), [rationals(&p)?, rationals(&q)?])?;
            let (before, after) = (Real::from(inputs.input_tv()), exact(&inputs.output_tv())?);
            if before.is_zero() {
                continue;
            }
            trial.at("P_0", show(&p));
            trial.at("P_1", show(&q));
            let quotient = after / before;
            trial.at_most(("TV(M_0, M_1)/TV(P_0, P_1)", &quotient), ("the factor", &factor))?;
            attained = larger(attained, quotient);
        }
        trial.equal(("the largest quotient", attained), ("the factor", factor))?;
    }
    Ok(())
}

/// Each pair of input laws with the mechanism: P_0, P_1, E, alpha, and both laws of its outputs 0,
/// 1 and e.
fn for_erased(
    trial: &mut Trial,
    mut check: impl FnMut(
        &mut Trial,
        [&[Real]; 2],
        &Real,
        &Real,
        [Vec<Real>; 2],
    ) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for (letters, denominator) in [(2, 4), (3, 3)] {
        let laws = distributions(letters, denominator);
        for (p, q) in pairs(&laws, &laws) {
            for e in [exponentials(3), vec![ratio(100, 1)]].concat() {
                for alpha in [ratio(0, 1), ratio(1, 1), ratio(1, 2), ratio(1, 3), ratio(2, 3)] {
                    trial.at("P_0", show(&p));
                    trial.at("P_1", show(&q));
                    trial.at("E", &e);
                    trial.at("alpha", &alpha);
                    let eta = (1 - &alpha) * (&e - 1) / (&e + 1);
                    let inputs = through_binary(&e, &eta, &[p.clone(), q.clone()])?;
                    check(trial, [&p, &q], &e, &alpha, inputs.outputs().clone())?;
                }
            }
        }
    }
    Ok(())
}

/// The sums over A and over its complement, of the terms.
fn over_both(laws: [&[Real]; 2], term: impl Fn(&Real, &Real) -> Real) -> (Real, Real) {
    let [p, q] = laws;
    p.iter().zip(q).fold((Real::zero(), Real::zero()), |(inside, outside), (p, q)| {
        if p.compare(q).is_some_and(Ordering::is_ge) {
            (inside + term(p, q), outside)
        } else {
            (inside, outside + term(p, q))
        }
    })
}

fn output_laws(trial: &mut Trial) -> Result<(), CheckError> {
    for_erased(trial, |trial, laws, e, alpha, outputs| {
        let sums = [over_both(laws, |p, _| p.clone()), over_both(laws, |_, q| q.clone())];
        for ((inside, outside), output) in sums.into_iter().zip(outputs) {
            let high = e / (1 + e) * (1 - alpha);
            let low = (1 - alpha) / (1 + e);
            let one = &low * &inside + &high * &outside;
            let zero = trial.either(&high * &inside + &low * &outside, one.clone());
            for (name, (formula, mass)) in ["M(0)", "M(1)", "M(e)"]
                .into_iter()
                .zip([zero, one, alpha.clone()].into_iter().zip(output))
            {
                trial.equal((name, mass), ("the formula", formula))?;
            }
        }
        Ok(())
    })
}

fn difference_at_zero(trial: &mut Trial) -> Result<(), CheckError> {
    for_erased(trial, |trial, laws, e, alpha, outputs| {
        let (inside, outside) = over_both(laws, |p, q| p - q);
        let [Some(first), Some(second)] = outputs.each_ref().map(|law| law.first()) else {
            return Err(CheckError::Wrong("the mechanism has no outputs".to_owned()));
        };
        let left = larger(first - second, second - first);
        let (high, low) = (e / (1 + e) * (1 - alpha), (1 - alpha) / (1 + e));
        trial.equal(
            ("|M_0(0) - M_1(0)|", &left),
            ("the two sums", &high * &inside + &low * &outside),
        )?;
        let tv = over_both(laws, |p, q| larger(Real::zero(), p - q)).0;
        let multiples = trial.either(&high * &tv - &low * &tv, &high * &tv + &low * &tv);
        trial.equal(("|M_0(0) - M_1(0)|", left), ("the multiples of T", multiples))
    })
}

fn output_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, x, t, q) =
        (Polynomial::constant(1), Polynomial::x(), Polynomial::alpha(), Polynomial::delta());
    let e = &one + &x;
    // The weights of A and of its complement, for an output.
    let mass = |inside: &Polynomial, weights: [&Polynomial; 2]| {
        let [of_inside, of_outside] = weights;
        &(of_inside * inside) + &(of_outside * &(&one - inside))
    };
    let p = &q + &t;
    let zero = &mass(&p, [&e, &one]) - &mass(&q, [&e, &one]);
    let unit = &mass(&p, [&one, &e]) - &mass(&q, [&one, &e]);
    let factor = trial.either(x, e);
    trial.identical("M_0(0) - M_1(0)", &zero, &(&factor * &t))?;
    trial.identical("M_0(1) - M_1(1)", &unit, &-&zero)?;
    trial.never_negative("M_0(0) - M_1(0)", &zero)
}

fn loss_of_the_outputs(trial: &mut Trial) -> Result<(), CheckError> {
    let cap = trial.either(ratio(2, 1), ratio(1, 2));
    with_inputs(trial, |trial, case, inputs, t| {
        let bound = capped(&cap, &case.e) * (&case.e - 1) * t;
        let [first, second] = inputs.outputs();
        for (p, q) in first.iter().zip(second) {
            let loss = (p / q).ln();
            trial.at_most(("the loss", &loss), ("the bound", &bound))?;
            trial.at_most(("minus the loss", -loss), ("the bound", &bound))?;
        }
        Ok(())
    })
}

fn chain_of_divergences(trial: &mut Trial) -> Result<(), CheckError> {
    let share = trial.either(ratio(1, 1), ratio(1, 2));
    with_inputs(trial, |trial, case, inputs, t| {
        let factor = 2 * capped(&ratio(2, 1), &case.e) * (&case.e - 1) * t;
        let middle = &factor * &share * exact(&inputs.output_tv())?;
        trial.at_most(("the divergence", number(&inputs.divergences()[2])?), ("(49)", &middle))?;
        trial.at_most(("(49)", middle), ("(50)", &case.eta * factor * t))
    })
}

fn best_for_small_eps(trial: &mut Trial) -> Result<(), CheckError> {
    let e = trial.choose(ratio(1001, 1000), ratio(1001, 1000), ratio(100, 1));
    let is_printed = trial.reading() == Reading::Printed;
    for_extremal(trial, &[e], |trial, case| {
        let [p, q] = &case.laws;
        let is_tied = p.iter().zip(q).any(|(p, q)| p == q && !p.is_zero());
        if p == q || (is_tied && !is_printed) {
            return Ok(());
        }
        trial.at_most(("KL(M_0, M_1)", &case.kl), ("BIN", &case.binary))
    })
}
