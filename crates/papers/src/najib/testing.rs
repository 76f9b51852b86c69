//! Section 2.2: differential privacy as a limit on tests.

use super::{contains, is_private, subsets};
use crate::family::{distributions, pair, pairs, ratio, show, unit};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::tradeoff::{Curve, Kernel};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "najib/testing.toml",
    text: include_str!("testing.toml"),
    checks: &[("TH-06", errors_of_tests), ("TH-64", blackwell)],
};

fn values_of_e() -> [Real; 4] {
    [ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)]
}

/// Calls `check` with each pair of distributions on two or three outcomes, E and delta.
fn each_case(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &[Real], &[Real], &Real, &Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            trial.at("P", show(&p));
            trial.at("Q", show(&q));
            for (e, delta) in pairs(&values_of_e(), &unit(3)) {
                trial.at("E = e^eps", &e);
                trial.at("delta", &delta);
                check(trial, &p, &q, &e, &delta)?;
            }
        }
    }
    Ok(())
}

fn errors_of_tests(trial: &mut Trial) -> Result<(), CheckError> {
    // (1 - p) + e^eps q - (1 - delta) against e^eps q + delta - p, where p and q are those of the
    // complement.
    let (p, scaled, delta, one) =
        (Polynomial::x(), Polynomial::alpha(), Polynomial::delta(), Polynomial::constant(1));
    let lost = &Polynomial::constant(trial.either(1, 2)) * &delta;
    let errors = &(&(&one - &p) + &scaled) - &(&one - &lost);
    trial.identical("both inequalities say the same", &errors, &(&(&scaled + &delta) - &p))?;
    let twice = Real::from(trial.either(1i64, 2));
    each_case(trial, |trial, p, q, e, delta| {
        let bound = 1 - &twice * delta;
        let is_bounded = subsets(p.len()).all(|test| {
            let sum = |law: &[Real], rejects: bool| {
                let chosen = law.iter().zip(&test).filter(|(_, in_test)| **in_test == rejects);
                chosen.fold(Real::zero(), |sum, (mass, _)| sum + mass)
            };
            let (positive, negative) = (sum(p, true), sum(q, false));
            [&positive + e * &negative, e * &positive + &negative]
                .iter()
                .all(|errors| errors.compare(&bound).is_some_and(Ordering::is_ge))
        });
        let is_private = is_private(p, q, e, delta)?;
        trial.holds(
            is_bounded == is_private,
            "the inequalities hold for all tests exactly if the pair is private",
            || {
                format!(
                    "they {}, and it is {}private",
                    if is_bounded { "do" } else { "do not" },
                    if is_private { "" } else { "not " }
                )
            },
        )
    })
}

fn blackwell(trial: &mut Trial) -> Result<(), CheckError> {
    let all = |outcomes: usize, denominator: u64| {
        let laws = distributions(outcomes, denominator);
        pairs(&laws, &laws)
    };
    let (two, mixed) = (all(2, 4), [all(2, 2), all(3, 2)].concat());
    for ((p, q), (r, s)) in pairs(&two, &two).into_iter().chain(pairs(&mixed, &mixed)) {
        trial.at("laws of Y", format_args!("{}, {}", show(&p), show(&q)));
        trial.at("laws of Y'", format_args!("{}, {}", show(&r), show(&s)));
        let (first, second) = (Curve::of(&pair(&p, &q)?)?, Curve::of(&pair(&r, &s)?)?);
        let is_inside = contains(&first, &second)?;
        let masses = |p: &[Real], q: &[Real]| -> Vec<(Rational, Rational)> {
            p.iter()
                .zip(q)
                .filter_map(|(p, q)| Some((p.as_rational()?.clone(), q.as_rational()?.clone())))
                .collect()
        };
        let (first, second) = (masses(&p, &q), masses(&r, &s));
        let (from, to) = trial.either((&first, &second), (&second, &first));
        let mapping = Kernel::between(from, to);
        trial.holds(
            is_inside == mapping.is_some(),
            "the region is inside exactly if there is a mapping",
            || format!("inside: {is_inside}, a mapping: {}", mapping.is_some()),
        )?;
    }
    Ok(())
}
