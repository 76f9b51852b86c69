//! Section 2.4: from (eps, delta) to f and back.

use super::family::{
    approximate, curves, is_above, largest, order, show_curve, small_pairs, symmetric_curves,
    trade_off, undecided,
};
use crate::family::{pair, pairs, ratio, show};
use crate::read::Section;
use crate::trial::{CheckError, Reading, Trial};
use dpcert::Real;
use dpcert::tradeoff::Curve;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/duality.toml",
    text: include_str!("duality.toml"),
    checks: &[("GDP-12", dual_to_primal), ("GDP-13", primal_to_dual)],
};

/// Is `sup_S P(S) - e^eps Q(S) <= delta` in both orders?
fn is_private(forward: &Curve, e: &Real, delta: &Real) -> Result<bool, CheckError> {
    for law in [forward.to_pair(), forward.to_pair().reversed()] {
        let divergence = law.hockey_stick(e).ok_or_else(|| undecided("the sign of an excess"))?;
        if order(&divergence, delta)?.is_gt() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn dual_to_primal(trial: &mut Trial) -> Result<(), CheckError> {
    let points = pairs(&[ratio(1, 1), ratio(2, 1), ratio(4, 1)], &[ratio(1, 4), ratio(1, 2)]);
    let functions = points
        .iter()
        .map(|(e, delta)| approximate(e, delta))
        .collect::<Result<Vec<_>, CheckError>>()?;
    let known: Vec<_> = points.into_iter().zip(functions).collect();
    let mut families = Vec::new();
    for (first, second) in pairs(&known, &known) {
        let both = [first.1.clone(), second.1.clone()];
        let f = match trial.reading() {
            Reading::Altered => Curve::hull_of_minimum(&both)?,
            _ => Curve::maximum(&both)?,
        };
        trial.holds(f.is_symmetric()?, "f is symmetric", || show_curve(&f))?;
        families.push((first.0, second.0, f));
    }
    for (p, q) in small_pairs() {
        let law = trade_off(&p, &q)?;
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        for (first, second, f) in &families {
            trial.at("(e^eps1, delta1)", format_args!("({}, {})", first.0, first.1));
            trial.at("(e^eps2, delta2)", format_args!("({}, {})", second.0, second.1));
            let for_all =
                is_private(&law, &first.0, &first.1)? && is_private(&law, &second.0, &second.1)?;
            let for_f = is_above(&law, f)? && is_above(&law.inverse(), f)?;
            trial.holds(
                for_all == for_f,
                "(eps_i, delta_i)-DP for both exactly if f-DP",
                || format!("(eps_i, delta_i)-DP: {for_all}, f-DP: {for_f}"),
            )?;
        }
    }
    Ok(())
}

/// `f*(y) = sup_x (y x - f(x))`: a concave function of x between two vertices is linear.
pub(super) fn conjugate(f: &Curve, y: &Real) -> Result<Real, CheckError> {
    largest(y.clone(), f.vertices().into_iter().map(|(alpha, beta)| y * alpha - beta))
}

fn primal_to_dual(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = curves()?;
    for f in symmetric_curves()? {
        let one = [Real::one()];
        let ratios = f.edges().iter().map(|edge| &edge.p / &edge.q).chain(one);
        let ratios: Vec<Real> =
            ratios.filter(|g| g.compare(&Real::one()).is_some_and(|o| o.is_ge())).collect();
        let mut known = Vec::new();
        for e in ratios {
            let slope = trial.either(-&e, -(1 / &e));
            known.push((1 + conjugate(&f, &slope)?, e));
        }
        // Beyond the largest ratio the delta of f is constant.
        let last = trial.either(1 - f.value(&Real::zero())?, Real::one());
        trial.at("f", show_curve(&f));
        for law in &laws {
            trial.at("T(P, Q)", show_curve(law));
            let mut for_all = known.iter().try_fold(true, |all, (delta, e)| {
                Ok::<_, CheckError>(all && is_private(law, e, delta)?)
            })?;
            let infinite = [law.p_infinite(), law.q_infinite()];
            for_all &= infinite.iter().all(|mass| mass.compare(&last).is_some_and(|o| o.is_le()));
            let for_f = is_above(law, &f)? && is_above(&law.inverse(), &f)?;
            trial.holds(
                for_all == for_f,
                "(eps, delta(eps))-DP for all eps exactly if f-DP",
                || format!("(eps, delta(eps))-DP: {for_all}, f-DP: {for_f}"),
            )?;
        }
    }
    // The delta itself, for the pair that has the trade-off function f.
    for (p, q) in small_pairs() {
        let f = trade_off(&p, &q)?;
        if f.is_symmetric()? {
            trial.clear_parameters();
            trial.at("f", show_curve(&f));
            for e in [ratio(1, 1), ratio(2, 1), ratio(3, 2)] {
                trial.at("e^eps", &e);
                let slope = trial.either(-&e, -(1 / &e));
                let delta = pair(&p, &q)?
                    .hockey_stick(&e)
                    .ok_or_else(|| undecided("the sign of an excess"))?;
                trial.equal(("1 + f*", 1 + conjugate(&f, &slope)?), ("delta", delta))?;
            }
        }
    }
    Ok(())
}
