//! Sections 2.5 and 2.5.2: Renyi divergence, trade-off functions and Gaussian differential privacy.

use super::{all_events, contains, each_pair};
use crate::family::{distributions, exponentials, pair, pairs, ratio, show, triples, unit};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::Extended;
use dpcert::exact::polynomial::Polynomial;
use dpcert::pair::{FinitePair, ThreePoint};
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/variations.toml",
    text: include_str!("variations.toml"),
    checks: &[
        ("TH-25", as_trade_off_function),
        ("TH-26", gaussians),
        ("TH-28", moments_of_an_array),
        ("TH-69", adaptive),
        ("TH-72", infinite_order),
    ],
};

fn infinite_order(trial: &mut Trial) -> Result<(), CheckError> {
    each_pair(trial, 4, |trial, p, q| {
        let (first, second) = trial.either((p, q), (q, p));
        let Some(divergence) = pair(first, second)?.largest_loss() else {
            return Ok(());
        };
        let divergence = match divergence {
            Extended::Finite(x) => Number::from(x),
            Extended::Infinite(_) => Number::infinite(),
        };
        for e in exponentials(4) {
            trial.at("E = e^eps", &e);
            let is_private = all_events(p, q, &e, &Real::zero());
            let is_bounded = trial.order(&divergence, e.ln()).is_some_and(Ordering::is_le);
            trial.holds(is_private == is_bounded, "(eps, 0)-DP exactly if D_inf <= eps", || {
                format!("(eps, 0)-DP: {is_private}, D_inf = {divergence}")
            })?;
        }
        Ok(())
    })
}

fn as_trade_off_function(trial: &mut Trial) -> Result<(), CheckError> {
    // E times the last line, and the line before.
    let (e, alpha, rest) =
        (Polynomial::x(), Polynomial::alpha(), &Polynomial::constant(1) - &Polynomial::delta());
    let last = &trial.either(Polynomial::constant(1), e.pow(2)) * &(&rest - &alpha);
    trial.identical("a + E f(a) = 1 - delta on the last line", &(&alpha + &last), &rest)?;
    let steep = &rest - &(&e * &alpha);
    trial.identical(
        "E a + f(a) = 1 - delta on the one before",
        &(&(&e * &alpha) + &steep),
        &rest,
    )?;
    let all = pairs(&[ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)], &unit(3));
    each_pair(trial, 4, |trial, p, q| {
        let either_way =
            [Curve::of(&pair(q, p)?)?.vertices(), Curve::of(&pair(p, q)?)?.vertices()].concat();
        for (e, delta) in &all {
            trial.at("E = e^eps", e);
            trial.at("delta", delta);
            let slope = trial.either(1 / e, e.clone());
            let is_above = either_way.iter().all(|(alpha, beta)| {
                let lines = [Real::zero(), 1 - delta - e * alpha, &slope * (1 - delta - alpha)];
                lines.iter().all(|line| line.compare(beta).is_some_and(Ordering::is_le))
            });
            let is_private = all_events(p, q, e, delta) && all_events(q, p, e, delta);
            trial.holds(is_private == is_above, "private exactly if T >= f", || {
                format!("private: {is_private}, T >= f: {is_above}")
            })?;
        }
        Ok(())
    })
}

fn adaptive(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 3);
    let all = pairs(&laws, &laws);
    let curve = |(p, q): &(Vec<Real>, Vec<Real>)| -> Result<Curve, CheckError> {
        Ok(Curve::of(&pair(p, q)?)?)
    };
    for (first, left, right) in triples(&all, &all, &all) {
        trial.at("M_1", format_args!("{}, {}", show(&first.0), show(&first.1)));
        trial.at(
            "M_2 after the first outcome",
            format_args!("{}, {}", show(&left.0), show(&left.1)),
        );
        trial.at(
            "M_2 after the second outcome",
            format_args!("{}, {}", show(&right.0), show(&right.1)),
        );
        let parts = [curve(&left)?, curve(&right)?];
        let below = Curve::hull_of_minimum(&parts)?;
        let [after_first, _] = parts;
        let bound = curve(&first)?.tensor(&trial.either(below, after_first))?;
        let joint = |law: &[Real], second: [&[Real]; 2]| -> Vec<Real> {
            law.iter()
                .zip(second)
                .flat_map(|(mass, next)| next.iter().map(move |share| mass * share))
                .collect()
        };
        let both =
            pair(&joint(&first.0, [&left.0, &right.0]), &joint(&first.1, [&left.1, &right.1]))?;
        trial.holds(contains(&bound, &Curve::of(&both)?)?, "T((M_1, M_2)) >= f (x) g", || {
            "it is below at a vertex".to_owned()
        })?;
    }
    Ok(())
}

fn gaussians(trial: &mut Trial) -> Result<(), CheckError> {
    let (first, second) = (Polynomial::x(), Polynomial::alpha());
    // The likelihood ratio is a function of mu_1 y_1 + mu_2 y_2: its variance, and its mean under
    // the other law.
    let variance = &first.pow(2) + &second.pow(2);
    let shift = &(&first * &first) + &(&second * &second);
    let mu_squared = trial.either(&first.pow(2) + &second.pow(2), (&first + &second).pow(2));
    trial.identical(
        "mu^2, times the variance, is the shift squared",
        &(&mu_squared * &variance),
        &shift.pow(2),
    )
}

fn moments_of_an_array(trial: &mut Trial) -> Result<(), CheckError> {
    for root in 1..=10i64 {
        let n = root * root;
        trial.at("n", n);
        let step =
            ThreePoint { eps: 1 / Real::from(root), delta: Real::zero(), alpha: Real::zero() };
        let sum = |moment: fn(&FinitePair) -> Option<Extended>| match moment(&step.to_finite()) {
            Some(Extended::Finite(moment)) => Ok(Real::from(n) * moment),
            _ => Err(CheckError::Undecided("a moment of the loss".to_owned())),
        };
        trial
            .equal(("the sum of kappa_2", sum(|pair| Some(pair.kappa2()))?), ("1", Real::one()))?;
        let third = sum(|pair| pair.third_moment(&Real::zero()))?;
        let claimed = trial.choose(Real::zero(), 1 / Real::from(root), 1 / Real::from(n));
        trial.equal(("the sum of kappa_3", third), ("the claim", claimed))?;
    }
    Ok(())
}
