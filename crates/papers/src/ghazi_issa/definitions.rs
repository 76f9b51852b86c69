//! Definitions that say what the theorems are about: equations (12), (16), (19) and (21).

use super::channels::{rationals, show_channel};
use super::region::of_privacy;
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, events, exponentials, larger, pair, pairs, ratio, show, unit};
use crate::trial::{CheckError, Reading, Trial};
use crate::verdict::Verdict;
use dpcert::channel::{Channel, Inputs};
use dpcert::exact::real::Real;
use dpcert::mechanism::{Dominating, Mechanism};
use dpcert::quantity::Query;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GI-74",
        locus: "Definition 5, equation (12), and the sentence after it",
        statement: "(eps, delta)-DP is the f-DP of its own curve; f-DP bounds the trade-off function of the laws of a \
                    mechanism on two neighbours.",
        formula: "M is (eps, delta)-DP <=> f(P_0, P_1)(t) >= f_{eps,delta}(t) with M(D_0) ~ P_1 and M(D_1) ~ P_1",
        domain: "eps >= 0, delta in [0, 1]; all neighbours D_0, D_1, t in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of laws on three outcomes with denominators up to 3, E with numerators up to 3 and 1, \
                 delta with denominators up to 3; (eps, delta)-DP by all events in both orders, the curves by their \
                 vertices",
            ),
            run: privacy_by_curve,
            altered: "f_{eps,0} in place of f_{eps,delta}",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "with M(D_0) ~ P_0 and M(D_1) ~ P_1, as in Definition 4",
            )),
        }),
        reading: Some(
            "As printed both data sets have the law P_1, and P_0 is that one: every mechanism would be f-DP.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-75",
        locus: "Section VI-A, equations (15) and (16)",
        statement: "Laplace noise of scale D/eps, D the largest change of the query between neighbours, is eps-DP.",
        formula: "D = max |q(X) - q(X')| => q(X) + Lap(D/eps) is (eps, 0)-DP",
        domain: "eps > 0, D > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all queries of two binary records with values 0, 1 and 2 that are not constant, E with numerators up \
                 to 3; all neighbours, this library's delta",
            ),
            run: sensitivity,
            altered: "the smallest change that is not 0 in place of the largest one",
            correction: None,
        }),
        reading: Some("Of infinitely many data sets the largest change is a supremum."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-76",
        locus: "Definition 7, equation (19)",
        statement: "A channel is locally eta-TV, d_TV(Q) <= eta for short, if the largest total variation of two of \
                    its rows is eta.",
        formula: "d_TV(Q) <= eta <=> max_{x, x'} TV(Q(.|x), Q(.|x')) = eta",
        domain: "eta in [0, 1]; finite alphabets",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all channels of two inputs and two or three outputs whose entries have denominators up to 4 and 3, \
                 eta with denominators up to 4; d_TV(Q) <= eta by all sets of outputs",
            ),
            run: locally_bounded,
            altered: "twice the largest total variation <= eta",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "<= eta, as in Definition 4 and in the constraint d_TV(Q) <= eta of the problem before (21)",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GI-77",
        locus: "Equation (21)",
        statement: "An observation: the induced marginals are laws of the outputs.",
        formula: "M_v(S) = sum_x Q(S|x) P_v(x) = sum_{y in S} M_v(y)",
        domain: "finite alphabets",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all channels of two inputs and three outputs whose entries have denominators up to 3, all pairs of \
                 input laws with denominators up to 3, all sets S; against the outputs of this library",
            ),
            run: induced_marginals,
            altered: "max_x in place of sum_x",
            correction: None,
        }),
        reading: Some("S is printed as an element of the outputs, and read as a set of them, as in (18)."),
        recorded: Verdict::Verified,
    },
];

/// Is the first curve nowhere below the second one, a maximum of lines?
fn is_above(curve: &Curve, bound: &Curve) -> Result<bool, CheckError> {
    for (alpha, beta) in curve.vertices() {
        if bound.value(&alpha)?.compare(&beta) == Some(Ordering::Greater) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn privacy_by_curve(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(3, 3);
    let budgets = pairs(&[vec![Real::one()], exponentials(3)].concat(), &unit(3));
    for ((p, q), (e, delta)) in pairs(&pairs(&laws, &laws), &budgets) {
        trial.at("M(D_0), M(D_1)", format_args!("{}, {}", show(&p), show(&q)));
        trial.at("E", &e);
        trial.at("delta", &delta);
        let within = |x: &Real, y: &Real| x.compare(&(&e * y + &delta)).is_some_and(Ordering::is_le);
        let is_private = events(&p, &q).iter().all(|(x, y)| within(x, y) && within(y, x));
        let bound = of_privacy(&e, &trial.either(delta.clone(), Real::zero()))?;
        let mut is_bounded = true;
        for (first, second) in [(&p, &q), (&q, &p)] {
            let null = trial.choose(second, first, first);
            is_bounded &= is_above(&Curve::of(&pair(second, null)?)?, &bound)?;
        }
        trial.holds(
            is_private == is_bounded,
            "(eps, delta)-DP exactly if the curves are above f_{eps,delta}",
            || format!("(eps, delta)-DP: {is_private}, above f_{{eps,delta}}: {is_bounded}"),
        )?;
    }
    Ok(())
}

fn sensitivity(trial: &mut Trial) -> Result<(), CheckError> {
    // The values of the query at 00, 01, 10 and 11; the neighbours differ in one record.
    let neighbours = [(0usize, 1usize), (0, 2), (1, 3), (2, 3)];
    for (code, e) in pairs(&(0..3usize.pow(4)).collect::<Vec<_>>(), &exponentials(3)) {
        let values = [0u32, 1, 2, 3].map(|place| code / 3usize.pow(place) % 3);
        let changes = neighbours.map(|(x, y)| values[x].abs_diff(values[y]));
        let moved: Vec<u64> = changes.into_iter().filter(|change| *change > 0).map(|change| change as u64).collect();
        let (Some(least), Some(largest)) = (moved.iter().min(), moved.iter().max()) else { continue };
        trial.at("q at 00, 01, 10, 11", format_args!("{values:?}"));
        trial.at("E", &e);
        let (eps, scale) = (e.ln(), trial.either(*largest, *least));
        for change in &moved {
            // In units of the scale of the noise.
            let noise = Mechanism::Step(Dominating::laplace(ratio(*change, scale) * &eps)?);
            let delta = trial.ask(&noise, &Query::Delta { eps: eps.clone() })?;
            trial.equal(("delta(eps)", delta), ("0", Real::zero()))?;
        }
    }
    Ok(())
}

fn locally_bounded(trial: &mut Trial) -> Result<(), CheckError> {
    for (outputs, denominator) in [(2, 4), (3, 3)] {
        let laws = distributions(outputs, denominator);
        for ((p, q), eta) in pairs(&pairs(&laws, &laws), &unit(4)) {
            let channel = Channel::new(vec![rationals(&p)?, rationals(&q)?])?;
            trial.at("Q", show_channel(&channel));
            trial.at("eta", &eta);
            let within = |x: &Real, y: &Real| (x - y).compare(&eta).is_some_and(Ordering::is_le);
            let by_sets = events(&p, &q).iter().all(|(x, y)| within(x, y) && within(y, x));
            let largest = Real::from(channel.total_variation());
            let by_rows = match trial.reading() {
                Reading::Printed => largest == eta,
                Reading::Corrected => larger(largest, eta.clone()) == eta,
                Reading::Altered => larger(2 * largest, eta.clone()) == eta,
            };
            trial.holds(by_sets == by_rows, "d_TV(Q) <= eta exactly as the rows say", || {
                format!("no set differs by more than eta: {by_sets}, by the rows: {by_rows}")
            })?;
        }
    }
    Ok(())
}

fn induced_marginals(trial: &mut Trial) -> Result<(), CheckError> {
    let (rows, laws) = (distributions(3, 3), distributions(2, 3));
    for ((first, second), law) in pairs(&pairs(&rows, &rows), &laws) {
        trial.at("Q", format_args!("{}, {}", show(&first), show(&second)));
        trial.at("P_v", show(&law));
        let channel = Channel::new(vec![rationals(&first)?, rationals(&second)?])?;
        let input = rationals(&law)?;
        let inputs = Inputs::new(channel, [input.clone(), input])?;
        let output: Vec<Real> = inputs.outputs()[0].iter().map(|x| Real::from(x.clone())).collect();
        let [low, high] = law.as_slice() else { return Err(CheckError::Wrong("two inputs".to_owned())) };
        // The masses of every set given both inputs, and its mass under the law of the outputs.
        for ((x, y), (mass, _)) in events(&first, &second).into_iter().zip(events(&output, &output)) {
            let terms = (x * low, y * high);
            let formula = trial.either(&terms.0 + &terms.1, larger(terms.0.clone(), terms.1.clone()));
            trial.equal(("sum_x Q(S|x) P_v(x)", formula), ("the mass of S under M_v", mass))?;
        }
    }
    Ok(())
}
