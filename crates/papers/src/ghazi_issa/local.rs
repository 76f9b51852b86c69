//! Section VII and appendix G: local privacy.

use super::channels::{
    capped, cases, for_extremal, input_laws, number, rationals, show_channel, through_binary, with_inputs,
};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{exponentials, ratio, show};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::channel::{Channel, Inputs};
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use malachite::rational::Rational;

/// The channels that the bounds are checked with.
const CHANNELS: Evidence = Evidence::Family(
    "all channels of two inputs, and those of three inputs with two outputs, whose entries are positive multiples of \
     1/d for d up to 6 and, with three outputs, up to 5, and the extremal channels of three inputs for E = 3/2, 2, 5, \
     20; eps and eta the least ones of the channel",
);

/// The same with laws of their inputs.
macro_rules! channels_with_inputs {
    () => {
        "all channels of two inputs, and those of three inputs with two outputs, whose entries are positive multiples \
         of 1/d for d up to 6 and, with three outputs, up to 5, and the extremal channels of three inputs for E = \
         3/2, 2, 5, 20, eps and eta the least ones of the channel; with three pairs of input laws each, the first of \
         them unit masses"
    };
}

const FAMILY: Evidence = Evidence::Family(channels_with_inputs!());

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GI-41",
        locus: "Proposition 2, equation (20)",
        statement: "The total variation of a locally private channel is at most that of randomised response.",
        formula: "TV(Q) <= (E-1)/(E+1)",
        domain: "Q is eps-LDP, eps >= 0",
        check: Check::Computed(Computation {
            evidence: CHANNELS,
            run: largest_total_variation,
            altered: "(E-1)/(E+2) in place of (E-1)/(E+1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-42",
        locus: "Appendix G, equation (80)",
        statement: "For two inputs, total variation is a function of Sibson's mutual information of order infinity.",
        formula: "TV = 1 - e^(-I), I the maximal leakage",
        domain: "channels of two inputs",
        check: Check::Computed(Computation {
            evidence: CHANNELS,
            run: leakage_and_total_variation,
            altered: "TV = e^I - 2",
            correction: Some(Correction::Statement(Severity::ProofGap, "TV = e^I - 1 with I = ln sum_y max_x Q(y|x)")),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-43",
        locus: "Appendix G, equation (79)",
        statement: "The maximal leakage of a locally private channel of two inputs is at most that of randomised \
                    response.",
        formula: "ML = sum_y max_x Q(y|x) <= ln(2 eps/(E+1))",
        domain: "Q is eps-LDP with two inputs, eps > 0",
        check: Check::Computed(Computation {
            evidence: CHANNELS,
            run: leakage_bound,
            altered: "ln(E/(E+1)) in place of ln(2 E/(E+1))",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "ML = ln sum_y max_x Q(y|x) <= ln(2 E/(E+1)): the left side has lost its logarithm, the right side an \
                 exponential",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-44",
        locus: "Appendix G, equation (81), the last equality",
        statement: "The bound on the total variation by maximal leakage is the known one for locally private channels.",
        formula: "1 - 2 eps/(E+1) = (E-1)/(E+1)",
        domain: "eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("E = e^eps with numerators up to 9"),
            run: last_equality,
            altered: "2 E/(E+1) - 2 in place of 2 E/(E+1) - 1",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "1 - 2/(E+1) = (E-1)/(E+1) with E = e^eps, a stray eps; or 2 E/(E+1) - 1, as (79) with e^eps and TV = \
                 e^I - 1 would give",
            )),
        }),
        reading: Some(
            "Which was meant cannot be told; a conversion to text that loses e^ in (79) and (81) is possible.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-45",
        locus: "Theorem 4, equations (22) to (24)",
        statement: "A locally private channel contracts total variation as the binary mechanism does, which attains \
                    the bound.",
        formula: "TV(M_0, M_1) <= (E-1)/(E+1) TV(P_0, P_1)",
        domain: "Q is eps-LDP, eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                channels_with_inputs!(),
                "; equality for the binary mechanism at E with numerators up to 5 and six pairs of input laws"
            )),
            run: contraction,
            altered: "(E-1)/(E+2) in place of (E-1)/(E+1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-46",
        locus: "Theorem 5, equations (25) to (28)",
        statement: "An eta-TV channel contracts total variation by eta; the binary mechanism with erasure, with its alpha, \
                    attains the bound for every eps >= 0.",
        formula: "TV(M_0, M_1) <= eta TV(P_0, P_1), with equality for alpha = 1 - eta (E+1)/(E-1)",
        domain: "eps >= 0, 0 <= eta <= (E-1)/(E+1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                channels_with_inputs!(),
                "; equality at E = 1 and with numerators up to 5, eta = 0, 1/2 and 1 of the largest, six pairs of \
                 input laws"
            )),
            run: contraction_with_erasure,
            altered: "eta^2 in place of eta",
            correction: Some(Correction::Domain {
                holds_for: "eps > 0",
                beyond: "at eps = 0 only eta = 0 is left, and the mechanism that erases everything has equality",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-47",
        locus: "Theorem 6, equation (42)",
        statement: "Duchi, Jordan and Wainwright's bound on the symmetrised divergence of the outputs.",
        formula: "KL(M_0, M_1) + KL(M_1, M_0) <= min(4, E^2) (E-1)^2 TV(P_0, P_1)^2",
        domain: "Q is eps-LDP, eps >= 0",
        check: Check::Computed(Computation {
            evidence: FAMILY,
            run: duchi,
            altered: "min(1/4, E^2) in place of min(4, E^2)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-48",
        locus: "Theorem 7, equation (43)",
        statement: "The bound on the symmetrised divergence of the outputs by eps and the total variation of the \
                    channel.",
        formula: "KL(M_0, M_1) + KL(M_1, M_0) <= 2 eta min(2, E) (E-1) TV(P_0, P_1)^2",
        domain: "Q is eps-LDP and eta-TV, eps >= 0",
        check: Check::Computed(Computation {
            evidence: FAMILY,
            run: divergence_with_total_variation,
            altered: "eta min(1/2, E) in place of 2 eta min(2, E)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-49",
        locus: "Corollary 2, equation (44)",
        statement: "The bound on the symmetrised divergence of the outputs by eps alone.",
        formula: "KL(M_0, M_1) + KL(M_1, M_0) <= 2 min(2, E) (E-1)^2/(E+1) TV(P_0, P_1)^2",
        domain: "Q is eps-LDP, eps >= 0",
        check: Check::Computed(Computation {
            evidence: FAMILY,
            run: divergence,
            altered: "min(1/2, E) in place of 2 min(2, E)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-50",
        locus: "Equation (45)",
        statement: "The new bound is never above the one of Duchi, Jordan and Wainwright.",
        formula: "2 min(2, E)/(E+1) <= min(4, E^2)",
        domain: "eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "for E <= 2 and for E >= 2 the difference, times E+1, is a polynomial in E-1 or E-2 without negative \
                 coefficients",
            ),
            run: better_than_duchi,
            altered: "min(1, E^2) in place of min(4, E^2)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GI-52",
        locus: "Section VII-B.1",
        statement: "The binary mechanism is within a factor of the best locally private channel.",
        formula: "BIN >= OPT/(min(2, E) (E+1))",
        domain: "eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "OPT exactly, as the largest divergence of all extremal channels (that these suffice is prose), E = \
                 2, 3/2, 10, 100; all pairs of input laws on two letters with denominators up to 4 and on three with \
                 denominators up to 3, and three pairs on four letters",
            ),
            run: binary_is_good,
            altered: "BIN >= OPT",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-54",
        locus: "Equations (55) and (56)",
        statement: "Pinsker's inequality for the binary mechanism.",
        formula: "BIN >= 2 ((E-1)/(E+1))^2 T^2, or 2 (E-1) T^2 <= (1+E)^2/(E-1) BIN, with T = TV(P_0, P_1)",
        domain: "eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("the input laws of the other entries, E with numerators up to 6 and E = 100"),
            run: pinsker,
            altered: "(1+E) in place of (1+E)^2",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-55",
        locus: "Theorem 8, Lemma 3",
        statement: "Erasure turns an eps-LDP channel into one with total variation eta, and loses no more than the \
                    factor.",
        formula: "OPT_{eps,eta} >= eta (E+1)/(E-1) OPT_eps, by an eps-LDP Q' with TV(Q') <= eta and D(M'_0, M'_1) = \
                  (1-alpha) D(M_0, M_1)",
        domain: "eps >= 0, 0 <= eta <= (E-1)/(E+1), every f-divergence",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(concat!(
                channels_with_inputs!(),
                "; eta = 1/2, 2/3 and 0 of (E-1)/(E+1); of the f-divergences total variation and Kullback-Leibler's \
                 D(M_0 || M_1) only"
            )),
            run: erasure_of_a_channel,
            altered: "(1-alpha)^2 in place of 1-alpha",
            correction: Some(Correction::Domain {
                holds_for: "eps > 0",
                beyond: "at eps = 0 both sides of every channel are 0: its outputs do not depend on its inputs",
            }),
        }),
        reading: Some(
            "By hand for every f: each output is multiplied by 1-alpha under both laws, and the erasure adds alpha \
             f(1) = 0.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-60",
        locus: "Equation (57)",
        statement: "A step of the proof about the binary mechanism: a bound on the best divergence.",
        formula: "OPT <= 2 min(2, E) (E-1)/(E+1) T^2, with T = TV(P_0, P_1)",
        domain: "eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "randomised response, which is feasible, with E up to 100, and the channels of the other \
                 entries",
            ),
            run: lost_square,
            altered: "min(1/2, E) (E-1)^2 in place of 2 min(2, E) (E-1)^2",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "(E-1)^2 in place of E-1, as in (54); (58) follows from that",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-61",
        locus: "Section VII-B.1",
        statement: "The new factor for the binary mechanism is better than the known one.",
        formula: "1/(min(2, E) (E+1)) >= 1/(2 (E+1)^2)",
        domain: "eps >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "for E <= 2 and for E >= 2 the difference is a polynomial in E-1 or E-2 without negative coefficients",
            ),
            run: better_factor,
            altered: "1/(E+1) in place of 1/(2 (E+1)^2)",
            correction: None,
        }),
        reading: Some(
            "The known factor is printed once as 1/(2(E+1))^2 and once as 1/(2(E+1)^2); the second is the source's, and \
             the larger one.",
        ),
        recorded: Verdict::Proved,
    },
];

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
        let ratio = Real::from(case.channel.leakage_ratio());
        let formula = trial.choose(1 - 1 / &ratio, &ratio - 1, &ratio - 2);
        trial.equal(("TV", &case.eta), ("the function of I", formula))?;
    }
    Ok(())
}

fn leakage_bound(trial: &mut Trial) -> Result<(), CheckError> {
    for case in cases()?.iter().filter(|case| case.channel.inputs() == 2 && !case.e.is_one()) {
        trial.at("Q", show_channel(&case.channel));
        let ratio = Real::from(case.channel.leakage_ratio());
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
            trial.equal(("TV(M_0, M_1)", binary.output_tv()), ("(E-1)/(E+1) TV(P_0, P_1)", bound))?;
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
                trial.equal(("TV(M_0, M_1) of the mechanism", erased.output_tv()), ("eta TV(P_0, P_1)", bound))?;
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
        let bound = factor * capped(&cap, &case.e) * (&case.e - 1).pow(2) / (&case.e + 1) * t.pow(2);
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
    trial.never_negative("E^2 (E+1) - 2 E with E = 1 + x", &(&(&square * &plus) - &(&constant(2) * &e)))?;
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
            trial.at_most(("2 ((E-1)/(E+1))^2 T^2", 2 * largest.pow(2) * t.pow(2)), ("BIN", &bin))?;
            let right = (1 + &e).pow(trial.either(2, 1)) / (&e - 1) * bin;
            trial.at_most(("2 (E-1) T^2", 2 * (&e - 1) * t.pow(2)), ("(1+E)^2/(E-1) BIN", right))?;
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
            let share = rationals(&[r.clone(), 1 - &r])?;
            let [kept, lost] = share.as_slice() else { return Err(CheckError::Wrong("two shares".to_owned())) };
            let outputs = case.channel.outputs();
            let row = |y: usize| {
                let entry = |z: usize| if z == y { kept.clone() } else { Rational::from(0u32) };
                (0..outputs).map(entry).chain([lost.clone()]).collect::<Vec<Rational>>()
            };
            let erased = case.channel.then(&Channel::new((0..outputs).map(row).collect())?)?;
            let ratio = erased.largest_ratio().ok_or_else(|| CheckError::Wrong("an entry is 0".to_owned()))?;
            trial.at_most(("the largest ratio of Q'", ratio), ("E", &case.e))?;
            let tv = Real::from(erased.total_variation());
            trial.at_most(("TV(Q')", tv), ("eta", &eta))?;
            let laws = inputs.inputs().clone();
            let after = Inputs::new(erased, laws)?;
            let factor = r.pow(exponent);
            let before = &factor * number(&inputs.divergences()[0])?;
            trial.equal(("KL(M'_0, M'_1)", number(&after.divergences()[0])?), ("(1-alpha) KL(M_0, M_1)", before))?;
            let before = &factor * Real::from(inputs.output_tv());
            trial.equal(("TV(M'_0, M'_1)", after.output_tv()), ("(1-alpha) TV(M_0, M_1)", before))?;
        }
        Ok(())
    })
}

fn lost_square(trial: &mut Trial) -> Result<(), CheckError> {
    let two = trial.choose(ratio(2, 1), ratio(2, 1), ratio(1, 2));
    let factor = trial.choose(2i64, 2, 1);
    let exponent = trial.choose(1, 2, 2);
    let bound = |e: &Real, t: &Real| factor * capped(&two, e) * (e - 1).pow(exponent) / (e + 1) * t.pow(2);
    for e in [exponentials(4), vec![ratio(10, 1), ratio(100, 1)]].concat() {
        let inputs = &input_laws(2)[..1];
        for laws in inputs {
            trial.at("Q", "randomised response");
            trial.at("P_0", show(&laws[0]));
            trial.at("P_1", show(&laws[1]));
            trial.at("E", &e);
            let response = through_binary(&e, &((&e - 1) / (&e + 1)), laws)?;
            let kl = number(&response.divergences()[0])?;
            trial.at_most(("KL(M_0, M_1)", kl), ("the bound", bound(&e, &Real::from(response.input_tv()))))?;
        }
    }
    trial.clear_parameters();
    with_inputs(trial, |trial, case, inputs, t| {
        trial.at_most(("KL(M_0, M_1)", number(&inputs.divergences()[0])?), ("the bound", bound(&case.e, t)))
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
        trial.never_negative(&format!("2 (E+1)^2 - min(2, E) (E+1) {name}"), &(&right - &(&factor * &plus)))?;
    }
    Ok(())
}
