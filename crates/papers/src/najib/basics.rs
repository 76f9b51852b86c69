//! Section 2.1: randomised response of two values, and what differential privacy is preserved by.

use super::worst_case;
use crate::family::{distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::Formula;
use dpcert::tradeoff::Curve;
use malachite::rational::Rational;

pub(super) const SECTION: Section = Section {
    file: "najib/basics.toml",
    text: include_str!("basics.toml"),
    checks: &[
        ("TH-01", estimator),
        ("TH-02", chain),
        ("TH-03", post_processing),
        ("TH-04", group_privacy),
        ("TH-05", geometric_sum),
        ("TH-60", fair_coin),
    ],
};

fn fair_coin(trial: &mut Trial) -> Result<(), CheckError> {
    let (p, one) = (Polynomial::x(), Polynomial::constant(1));
    // Six times the probabilities of heads and of tails.
    let (heads, tails) = trial.either((3, 3), (2, 4));
    let of = |weight: i32, share: &Polynomial| &Polynomial::constant(weight) * share;
    let answer = &of(heads, &p) + &of(tails, &(&one - &p));
    trial.identical("P(Y = 1) = 1/2, times 6", &answer, &Polynomial::constant(3))
}

fn estimator(trial: &mut Trial) -> Result<(), CheckError> {
    let (gamma, p, one, two) =
        (Polynomial::x(), Polynomial::alpha(), Polynomial::constant(1), Polynomial::constant(2));
    // Twice the probability of answering 1.
    let twice_gamma = &two * &gamma;
    let answer = &(&p * &(&one + &twice_gamma)) + &(&(&one - &p) * &(&one - &twice_gamma));
    let centred = trial.either(&(&answer - &one) + &twice_gamma, &(&answer - &one) - &twice_gamma);
    let mean = &(&Polynomial::constant(4) * &gamma) * &p;
    trial.identical("E(Y - 1/2 + gamma) = 2 gamma p, times 2", &centred, &mean)?;
    // 4 Var(Y) = a (2 - a) with a = 2 P(Y = 1).
    let variance = &answer * &(&two - &answer);
    let root = &twice_gamma * &(&(&two * &p) - &one);
    trial.identical("1 - 4 Var(Y) = (2 gamma (2p - 1))^2", &(&one - &variance), &root.pow(2))
}

fn chain(trial: &mut Trial) -> Result<(), CheckError> {
    // 2 (1 - 2 gamma) - 1, times 1 + x: positive for x > 0 if no coefficient is negative and it is
    // not 0.
    let x = Polynomial::x();
    let gap = &(&Polynomial::constant(1) + &(&Polynomial::constant(2) * &x))
        - &(&Polynomial::constant(1) + &x);
    trial.never_negative("(1 + 2x) - (1 + x)", &gap)?;
    trial.holds(!gap.is_zero(), "it is not 0", || gap.to_string())?;
    let end = trial.either(Vec::new(), vec![ratio(1, 4)]);
    for gamma in inside_unit(16).iter().map(|g| g / 4).chain(end) {
        trial.at("gamma", &gamma);
        let twice = 2 * &gamma;
        let linear = 2 * (1 + &twice);
        trial.less(
            ("the likelihood ratio", (1 + &twice) / (1 - &twice)),
            ("2 (1 + 2 gamma)", &linear),
        )?;
        trial.at_most(("2 (1 + 2 gamma)", linear), ("2 e^(2 gamma)", 2 * twice.exp()))?;
    }
    Ok(())
}

fn post_processing(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(3, 3);
    let entries = [Rational::from(0), Rational::from(1), Rational::from_signeds(1, 2)];
    let kernels = triples(&entries, &entries, &entries);
    for (p, q) in pairs(&laws, &laws) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        let before = Curve::of(&pair(&p, &q)?)?;
        for (a, b, c) in &kernels {
            trial.at("probabilities of the first new outcome", format_args!("({a}, {b}, {c})"));
            let first = |law: &[Real]| {
                let terms =
                    law.iter().zip([a, b, c]).map(|(mass, share)| mass * Real::from(share.clone()));
                terms.fold(Real::zero(), |sum, term| sum + term)
            };
            let new = |law: &[Real]| vec![first(law), 1 - first(law)];
            let after = Curve::of(&pair(&new(&p), &new(&q))?)?;
            for e in [ratio(1, 1), ratio(3, 2), ratio(2, 1), ratio(3, 1)] {
                trial.at("E", &e);
                let (old, new) = (before.delta(&e)?, after.delta(&e)?);
                let (left, right) = (("delta afterwards", &new), ("delta before", &old));
                if trial.either(true, old.is_zero()) {
                    trial.at_most(left, right)?;
                } else {
                    trial.less(left, right)?;
                }
            }
        }
    }
    Ok(())
}

fn group_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    for (k, delta, e) in triples(&[2u64, 3], &[ratio(1, 100), ratio(1, 10)], &exponentials(6)) {
        trial.at("E = e^eps", &e);
        trial.at("delta", &delta);
        trial.at("k", k);
        let group = worst_case(&e, &delta)?.group(k)?;
        let steps = Real::from(k);
        let exponent = i64::try_from(k).unwrap_or(i64::MAX);
        let growth = trial.choose((&steps - 1).exp(), e.pow(exponent - 1), e.pow(exponent - 2));
        trial.at_most(
            ("delta of the group at k eps", group.delta(&e.pow(exponent))?),
            ("the bound", Formula::from(steps * growth * &delta)),
        )?;
    }
    Ok(())
}

fn geometric_sum(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, x) = (Polynomial::constant(1), Polynomial::x());
    let (e, y, k) = (&one + &x, Polynomial::alpha(), Polynomial::delta());
    let lost = Polynomial::constant(trial.either(0, 1));
    // The difference at k, without the sum of the first k powers, which cancels; y is the last of
    // them.
    let at = |k: &Polynomial, last: &Polynomial| &(k - &lost) * last;
    trial.never_negative("the difference at k = 1", &(&at(&one, &one) - &one))?;
    let next = &at(&(&k + &one), &(&y * &e)) - &(&y * &e);
    trial.never_negative("the growth of the difference from k to k + 1", &(&next - &at(&k, &y)))
}
