//! Section VII and appendix G: local privacy.

use super::channels::{
    capped, cases, exact, for_extremal, input_laws, number, show_channel, through_binary,
    with_inputs,
};
use crate::family::{exponentials, ratio, show};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::channel::{Channel, Inputs};
use dpcert::exact::polynomial::Polynomial;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/local.toml",
    text: include_str!("local.toml"),
    checks: &[
        ("GI-41", largest_total_variation),
        ("GI-42", leakage_and_total_variation),
        ("GI-43", leakage_bound),
        ("GI-44", last_equality),
        ("GI-45", contraction),
        ("GI-46", contraction_with_erasure),
        ("GI-47", duchi),
        ("GI-48", divergence_with_total_variation),
        ("GI-49", divergence),
        ("GI-50", better_than_duchi),
        ("GI-52", binary_is_good),
        ("GI-54", pinsker),
        ("GI-55", erasure_of_a_channel),
        ("GI-60", lost_square),
        ("GI-61", better_factor),
        ("GI-78", factor_for_small_eps),
    ],
};

fn largest_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let more = trial.either(1i64, 2);
    for case in cases()? {
        trial.at("Q", show_channel(&case.channel));
        trial.at_most(("TV(Q)", &case.eta), ("(E-1)/(E+1)", (&case.e - 1) / (&case.e + more)))?;
    }
    Ok(())
}

fn leakage_and_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    for case in cases()?.iter().filter(|case| case.channel.inputs() == 2) {
        trial.at("Q", show_channel(&case.channel));
        let ratio = exact(&case.channel.leakage_ratio())?;
        let formula = trial.choose(1 - 1 / &ratio, &ratio - 1, &ratio - 2);
        trial.equal(("TV", &case.eta), ("the function of I", formula))?;
    }
    Ok(())
}

fn leakage_bound(trial: &mut Trial) -> Result<(), CheckError> {
    for case in cases()?.iter().filter(|case| case.channel.inputs() == 2 && !case.e.is_one()) {
        trial.at("Q", show_channel(&case.channel));
        let ratio = exact(&case.channel.leakage_ratio())?;
        let (e, plus) = (&case.e, &case.e + 1);
        trial.at("eps", e.ln());
        let (left, right) = match trial.reading() {
            Reading::Printed => (ratio, (2 * e.ln() / plus).ln()),
            Reading::Corrected => (ratio.ln(), (2 * e / plus).ln()),
            Reading::Altered => (ratio.ln(), (e / plus).ln()),
        };
        trial.at_most(("ML", left), ("the bound", right))?;
    }
    Ok(())
}

fn last_equality(trial: &mut Trial) -> Result<(), CheckError> {
    for e in exponentials(9) {
        let eps = e.ln();
        trial.at("eps", &eps);
        let twice = |x: Real| 2 * x / (&e + 1);
        let lefts = match trial.reading() {
            Reading::Printed => vec![1 - twice(eps)],
            Reading::Corrected => vec![1 - twice(Real::one()), twice(e.clone()) - 1],
            Reading::Altered => vec![twice(e.clone()) - 2],
        };
        for left in lefts {
            trial.equal(("the left side", left), ("the right side", (&e - 1) / (&e + 1)))?;
        }
    }
    Ok(())
}

fn contraction(trial: &mut Trial) -> Result<(), CheckError> {
    let more = trial.either(1i64, 2);
    with_inputs(trial, |trial, case, inputs, t| {
        let bound = (&case.e - 1) / (&case.e + more) * t;
        trial.at_most(("TV(M_0, M_1)", inputs.output_tv()), ("(E-1)/(E+1) TV(P_0, P_1)", bound))
    })?;
    for inputs in [input_laws(2), input_laws(3)].concat() {
        for e in exponentials(5) {
            trial.at("Q", "the binary mechanism");
            trial.at("E", &e);
            let largest = (&e - 1) / (&e + 1);
            let binary = through_binary(&e, &largest, &inputs)?;
            let bound = largest * Real::from(binary.input_tv());
            trial
                .equal(("TV(M_0, M_1)", binary.output_tv()), ("(E-1)/(E+1) TV(P_0, P_1)", bound))?;
        }
    }
    Ok(())
}

fn contraction_with_erasure(trial: &mut Trial) -> Result<(), CheckError> {
    let exponent = trial.either(1, 2);
    for e in [vec![Real::one()], exponentials(5)].concat() {
        for inputs in [input_laws(2), input_laws(3)].concat() {
            for r in [ratio(0, 1), ratio(1, 2), ratio(1, 1)] {
                trial.at("E", &e);
                let eta = r * (&e - 1) / (&e + 1);
                trial.at("eta", &eta);
                // Without information nothing is kept: alpha is 1, whatever eta/(E-1) would be.
                let is_defined = trial.divides("E-1, the denominator of alpha", &(&e - 1));
                let level = if is_defined { e.clone() } else { Real::from(2i64) };
                let erased = through_binary(&level, &eta, &inputs)?;
                let bound = eta.pow(exponent) * Real::from(erased.input_tv());
                trial.equal(
                    ("TV(M_0, M_1) of the mechanism", erased.output_tv()),
                    ("eta TV(P_0, P_1)", bound),
                )?;
            }
        }
    }
    with_inputs(trial, |trial, case, inputs, t| {
        let bound = case.eta.pow(exponent) * t;
        trial.at_most(("TV(M_0, M_1)", inputs.output_tv()), ("eta TV(P_0, P_1)", bound))
    })
}

fn duchi(trial: &mut Trial) -> Result<(), CheckError> {
    let cap = trial.either(ratio(4, 1), ratio(1, 4));
    with_inputs(trial, |trial, case, inputs, t| {
        let bound = capped(&cap, &case.e.pow(2)) * (&case.e - 1).pow(2) * t.pow(2);
        trial.at_most(("the divergence", number(&inputs.divergences()[2])?), ("the bound", bound))
    })
}

fn divergence_with_total_variation(trial: &mut Trial) -> Result<(), CheckError> {
    let cap = trial.either(ratio(2, 1), ratio(1, 2));
    let factor = trial.either(2i64, 1);
    with_inputs(trial, |trial, case, inputs, t| {
        let bound = factor * &case.eta * capped(&cap, &case.e) * (&case.e - 1) * t.pow(2);
        trial.at_most(("the divergence", number(&inputs.divergences()[2])?), ("the bound", bound))
    })
}

fn divergence(trial: &mut Trial) -> Result<(), CheckError> {
    let cap = trial.either(ratio(2, 1), ratio(1, 2));
    let factor = trial.either(2i64, 1);
    with_inputs(trial, |trial, case, inputs, t| {
        let bound =
            factor * capped(&cap, &case.e) * (&case.e - 1).pow(2) / (&case.e + 1) * t.pow(2);
        trial.at_most(("the divergence", number(&inputs.divergences()[2])?), ("the bound", bound))
    })
}

fn better_than_duchi(trial: &mut Trial) -> Result<(), CheckError> {
    let constant = Polynomial::constant;
    let x = Polynomial::x();
    // 1 <= E = 1 + x <= 2: both minima are at E; that x <= 1 is not needed.
    let e = &constant(1) + &x;
    let plus = &e + &constant(1);
    let square = trial.either(&e * &e, constant(1));
    trial.never_negative(
        "E^2 (E+1) - 2 E with E = 1 + x",
        &(&(&square * &plus) - &(&constant(2) * &e)),
    )?;
    // E = 2 + x.
    let plus = &x + &constant(3);
    trial.never_negative("4 (E+1) - 4 with E = 2 + x", &(&(&constant(4) * &plus) - &constant(4)))
}

fn binary_is_good(trial: &mut Trial) -> Result<(), CheckError> {
    let two = ratio(2, 1);
    let is_printed = trial.reading() != Reading::Altered;
    for_extremal(trial, &[ratio(2, 1), ratio(3, 2), ratio(10, 1), ratio(100, 1)], |trial, case| {
        let factor = if is_printed { capped(&two, &case.e) * (&case.e + 1) } else { Real::one() };
        trial.at_most(("KL(M_0, M_1)", &case.kl), ("the factor times BIN", factor * &case.binary))
    })
}

fn pinsker(trial: &mut Trial) -> Result<(), CheckError> {
    for inputs in [input_laws(2), input_laws(3)].concat() {
        for e in [exponentials(6), vec![ratio(100, 1)]].concat() {
            trial.at("P_0", show(&inputs[0]));
            trial.at("P_1", show(&inputs[1]));
            trial.at("E", &e);
            let largest = (&e - 1) / (&e + 1);
            let binary = through_binary(&e, &largest, &inputs)?;
            let (bin, t) = (number(&binary.divergences()[0])?, Real::from(binary.input_tv()));
            trial
                .at_most(("2 ((E-1)/(E+1))^2 T^2", 2 * largest.pow(2) * t.pow(2)), ("BIN", &bin))?;
            let right = (1 + &e).pow(trial.either(2, 1)) / (&e - 1) * bin;
            trial
                .at_most(("2 (E-1) T^2", 2 * (&e - 1) * t.pow(2)), ("(1+E)^2/(E-1) BIN", right))?;
        }
    }
    Ok(())
}

fn erasure_of_a_channel(trial: &mut Trial) -> Result<(), CheckError> {
    let exponent = trial.either(1, 2);
    with_inputs(trial, |trial, case, inputs, _| {
        trial.at("E", &case.e);
        if !trial.divides("E-1, the denominator of the factor", &(&case.e - 1)) {
            trial.equal(("TV(M_0, M_1)", inputs.output_tv()), ("0", 0))?;
            return trial.equal(("KL(M_0, M_1)", number(&inputs.divergences()[0])?), ("0", 0));
        }
        for r in [ratio(1, 2), ratio(2, 3), ratio(0, 1)] {
            let eta = &r * (&case.e - 1) / (&case.e + 1);
            trial.at("eta", &eta);
            let outputs = case.channel.outputs();
            let row = |y: usize| {
                let entry = |z: usize| if z == y { r.clone() } else { Real::zero() };
                (0..outputs).map(entry).chain([1 - &r]).collect::<Vec<Real>>()
            };
            let erased = case.channel.then(&Channel::new((0..outputs).map(row).collect())?)?;
            let ratio = erased
                .largest_ratio()
                .ok_or_else(|| CheckError::Wrong("an entry is 0".to_owned()))?;
            trial.at_most(("the largest ratio of Q'", ratio), ("E", &case.e))?;
            trial.at_most(("TV(Q')", erased.total_variation()), ("eta", &eta))?;
            let laws = inputs.inputs().clone();
            let after = Inputs::new(erased, laws)?;
            let factor = r.pow(exponent);
            let before = &factor * number(&inputs.divergences()[0])?;
            trial.equal(
                ("KL(M'_0, M'_1)", number(&after.divergences()[0])?),
                ("(1-alpha) KL(M_0, M_1)", before),
            )?;
            let before = &factor * exact(&inputs.output_tv())?;
            trial
                .equal(("TV(M'_0, M'_1)", after.output_tv()), ("(1-alpha) TV(M_0, M_1)", before))?;
        }
        Ok(())
    })
}

fn lost_square(trial: &mut Trial) -> Result<(), CheckError> {
    let two = trial.choose(ratio(2, 1), ratio(2, 1), ratio(1, 2));
    let factor = trial.choose(2i64, 2, 1);
    let exponent = trial.choose(1, 2, 2);
    let bound =
        |e: &Real, t: &Real| factor * capped(&two, e) * (e - 1).pow(exponent) / (e + 1) * t.pow(2);
    for e in [exponentials(4), vec![ratio(10, 1), ratio(100, 1)]].concat() {
        let inputs = &input_laws(2)[..1];
        for laws in inputs {
            trial.at("Q", "randomised response");
            trial.at("P_0", show(&laws[0]));
            trial.at("P_1", show(&laws[1]));
            trial.at("E", &e);
            let response = through_binary(&e, &((&e - 1) / (&e + 1)), laws)?;
            let kl = number(&response.divergences()[0])?;
            trial.at_most(
                ("KL(M_0, M_1)", kl),
                ("the bound", bound(&e, &Real::from(response.input_tv()))),
            )?;
        }
    }
    trial.clear_parameters();
    with_inputs(trial, |trial, case, inputs, t| {
        trial.at_most(
            ("KL(M_0, M_1)", number(&inputs.divergences()[0])?),
            ("the bound", bound(&case.e, t)),
        )
    })
}

fn better_factor(trial: &mut Trial) -> Result<(), CheckError> {
    let constant = Polynomial::constant;
    let x = Polynomial::x();
    for (least, name) in [(1, "with E = 1 + x"), (2, "with E = 2 + x")] {
        let e = &constant(least) + &x;
        let plus = &e + &constant(1);
        let factor = if least == 1 { e.clone() } else { constant(2) };
        let right = trial.either(&constant(2) * &(&plus * &plus), plus.clone());
        trial.never_negative(
            &format!("2 (E+1)^2 - min(2, E) (E+1) {name}"),
            &(&right - &(&factor * &plus)),
        )?;
    }
    Ok(())
}

fn factor_for_small_eps(trial: &mut Trial) -> Result<(), CheckError> {
    with_inputs(trial, |trial, case, inputs, t| {
        let delta = &case.e - 1;
        if delta.compare(&Real::one()).is_none_or(Ordering::is_gt) {
            return Ok(());
        }
        trial.at("delta", &delta);
        let factor = trial.either(2 * (1 + &delta), 1 - &delta);
        let bound = factor * delta.pow(2) / (2 + delta) * t.pow(2);
        trial.at_most(("the divergence", number(&inputs.divergences()[2])?), ("the bound", bound))
    })
}
