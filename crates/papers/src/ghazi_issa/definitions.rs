//! Definitions that say what the theorems are about: equations (12), (16), (19) and (21).

use super::channels::{exact, rationals, show_channel};
use super::region::of_privacy;
use crate::family::{distributions, events, exponentials, larger, pair, pairs, ratio, show, unit};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::channel::{Channel, Inputs};
use dpcert::mechanism::Dominating;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/definitions.toml",
    text: include_str!("definitions.toml"),
    checks: &[
        ("GI-74", privacy_by_curve),
        ("GI-75", sensitivity),
        ("GI-76", locally_bounded),
        ("GI-77", induced_marginals),
    ],
};

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
        let within =
            |x: &Real, y: &Real| x.compare(&(&e * y + &delta)).is_some_and(Ordering::is_le);
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
        let moved: Vec<u64> =
            changes.into_iter().filter(|change| *change > 0).map(|change| change as u64).collect();
        let (Some(least), Some(largest)) = (moved.iter().min(), moved.iter().max()) else {
            continue;
        };
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
            let channel = Channel::new(vec![p.clone(), q.clone()])?;
            trial.at("Q", show_channel(&channel));
            trial.at("eta", &eta);
            let within = |x: &Real, y: &Real| (x - y).compare(&eta).is_some_and(Ordering::is_le);
            let by_sets = events(&p, &q).iter().all(|(x, y)| within(x, y) && within(y, x));
            let largest = exact(&channel.total_variation())?;
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
        let channel = Channel::new(vec![first.clone(), second.clone()])?;
        let input = rationals(&law)?;
        let inputs = Inputs::new(channel, [input.clone(), input])?;
        let output = &inputs.outputs()[0];
        let [low, high] = law.as_slice() else {
            return Err(CheckError::Wrong("two inputs".to_owned()));
        };
        // The masses of every set given both inputs, and its mass under the law of the outputs.
        for ((x, y), (mass, _)) in events(&first, &second).into_iter().zip(events(output, output)) {
            let terms = (x * low, y * high);
            let formula =
                trial.either(&terms.0 + &terms.1, larger(terms.0.clone(), terms.1.clone()));
            trial.equal(("sum_x Q(S|x) P_v(x)", formula), ("the mass of S under M_v", mass))?;
        }
    }
    Ok(())
}
