//! Section 5: noisy stochastic gradient descent.

use super::integrals::{PRECISION, Weighted, chi_squared_bounds, integrate};
use super::polygons::{gaussian, phi};
use crate::family::{pairs, ratio, show};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::{Formula, SampledGaussian};
use dpcert::mechanism::Dominating;
use dpcert::{Mechanism, Query, Real};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/sgd.toml",
    text: include_str!("sgd.toml"),
    checks: &[
        ("GDP-50", one_step),
        ("GDP-51", chi_squared),
        ("GDP-53", limit),
        ("GDP-54", share_of_epochs),
        ("GDP-55", epochs),
        ("GDP-56", first_moments),
        ("GDP-57", third_moment),
        ("GDP-58", noisy_sgd),
        ("GDP-84", loop_of_algorithm_1),
    ],
};

/// Phi(-mu/2) comes `times` times.
fn closed_form(mu: &Real, times: i64) -> Formula {
    let grown: Formula = mu.pow(2).exp().into();
    grown * phi(3 * mu / 2) + times * phi(-mu / 2) - 2
}

fn one_step(trial: &mut Trial) -> Result<(), CheckError> {
    // Each with its length.
    let number = |n: i64, d: i64| Real::from(Rational::from_signeds(n, d));
    let on_a_line = [(0, 1), (1, 2), (1, 1), (-1, 1), (3, 1), (-3, 1)];
    let in_the_plane =
        [((3, 4), 1, 5), ((-3, -4), 1, 5), ((4, -3), 1, 5), ((0, 1), 1, 1), ((3, 4), 10, 5)];
    let gradients: Vec<([Real; 2], Real)> = on_a_line
        .map(|(n, d)| ([number(n, d), Real::zero()], number(n.abs(), d)))
        .into_iter()
        .chain(
            in_the_plane
                .map(|((x, y), d, length)| ([number(x, d), number(y, d)], number(length, d))),
        )
        .collect();
    let bounds = [ratio(1, 1), ratio(1, 2), ratio(2, 1)];
    let noises = [ratio(1, 1), ratio(2, 1), ratio(1, 2)];
    for ((c, sigma), m) in pairs(&pairs(&bounds, &noises), &[1i64, 2, 3]) {
        // v / max(1, |v|/C).
        let clipped = |(v, length): &([Real; 2], Real)| -> [Real; 2] {
            let is_long = length.compare(&c).is_some_and(|o| o.is_gt());
            v.each_ref().map(|x| if is_long { x * &c / length } else { x.clone() })
        };
        let sensitivity = trial.either(2, 1) * &c / m;
        let deviation = &sigma * &sensitivity;
        for (v, w) in pairs(&gradients, &gradients) {
            let ([a, b], [x, y]) = (clipped(&v), clipped(&w));
            let distance = ((a - x).pow(2) + (b - y).pow(2)).sqrt() / m;
            trial.at("C", &c);
            trial.at("m", m);
            trial.at("sigma", &sigma);
            trial.at("gradients", format_args!("{}, {}", show(&v.0), show(&w.0)));
            let is_positive = distance.sign().is_some_and(|o| o.is_gt());
            trial.at_most(("|avg - avg'|", &distance), ("sensitivity", &sensitivity))?;
            if is_positive {
                let noise = Dominating::gaussian(&(&deviation / &distance))?;
                let is_largest = distance.compare(&sensitivity).is_some_and(|o| o.is_eq());
                let is_gdp = noise == Dominating::gdp(&(1 / &sigma))?;
                let found = || format!("{noise:?}");
                trial.holds(
                    is_largest == is_gdp,
                    "1/sigma-GDP exactly at the largest distance",
                    found,
                )?;
            }
        }
    }
    Ok(())
}

fn loop_of_algorithm_1(trial: &mut Trial) -> Result<(), CheckError> {
    for steps in 1i64..=10 {
        trial.at("T", steps);
        let mut last = 0;
        for t in trial.choose(1..=steps, 0..=steps - 1, 0..=steps) {
            trial.at("t", t);
            trial.holds(t == last, "theta_t is known", || {
                format!("theta_{last} is the last one that is known")
            })?;
            last = t + 1;
        }
        trial.holds(last == steps, "theta_T is the last one", || {
            format!("theta_{last} is the last one")
        })?;
    }
    Ok(())
}

fn chi_squared(trial: &mut Trial) -> Result<(), CheckError> {
    for mu in [ratio(1, 2), Real::one()] {
        trial.at("mu", &mu);
        let value = closed_form(&mu, trial.either(3, 2));
        let (low, high) = chi_squared_bounds(&mu)?;
        trial.less(("distance of the sums", &high - &low), ("1/100", ratio(1, 100)))?;
        trial.at_most(("lower sum", low), ("formula", &value))?;
        trial.at_most(("formula", value), ("upper sum", high))?;
    }
    Ok(())
}

fn limit(trial: &mut Trial) -> Result<(), CheckError> {
    for sigma in [ratio(1, 1), ratio(2, 1)] {
        let inverse = sigma.pow(-1);
        let (low, high) = chi_squared_bounds(&inverse)?;
        for c in [ratio(1, 1), ratio(1, 2), ratio(2, 1)] {
            trial.at("sigma", &sigma);
            trial.at("c", &c);
            let grown: Formula = sigma.pow(-2).exp().into();
            let root = grown * phi(ratio(3, 2) * &inverse) + 3 * phi(-ratio(1, 2) * &inverse) - 2;
            let factor = trial.either(Real::from(2i64).sqrt(), Real::one());
            let mu = Formula::from(factor * &c) * root.sqrt();
            let of = |chi: &Rational| &c * (2 * Real::from(chi.clone())).sqrt();
            trial.at_most(("at the lower bound", of(&low)), ("mu", &mu))?;
            trial.at_most(("mu", mu), ("at the upper bound", of(&high)))?;
        }
    }
    Ok(())
}

fn law(rate: (u64, u64), mu: u64) -> SampledGaussian {
    SampledGaussian { rate: ratio(rate.0, rate.1), mu: ratio(mu, 1) }
}

fn at_case(trial: &mut Trial, law: &SampledGaussian) {
    trial.at("p", &law.rate);
    trial.at("mu", &law.mu);
}

fn between(
    trial: &mut Trial,
    name: &str,
    value: &Number,
    sums: (Rational, Rational),
) -> Result<(), CheckError> {
    trial.at_most(("lower sum", sums.0), (name, value))?;
    trial.at_most((name, value), ("upper sum", sums.1))
}

/// A formula, enclosed once.
fn enclosed(formula: &Formula) -> Result<Number, CheckError> {
    super::integrals::ends(formula).map(|(low, high)| Number::Between(low, high))
}

fn share_of_epochs(trial: &mut Trial) -> Result<(), CheckError> {
    let share = ratio(90 * 128, 1_200_000);
    trial.less(("E m/n", share), ("bound", trial.either(ratio(1, 100), ratio(9, 1000))))
}

fn epochs(trial: &mut Trial) -> Result<(), CheckError> {
    let (share, root) = (Polynomial::x(), Polynomial::alpha());
    let epochs = &root.pow(2) * &share;
    let left = trial.either(&epochs * &share, epochs);
    trial.identical("E m/n = (m sqrt(T)/n)^2", &left, &(&share * &root).pow(2))
}

fn first_moments(trial: &mut Trial) -> Result<(), CheckError> {
    for law in [law((1, 2), 1), law((1, 2), 3), law((1, 1), 1)] {
        at_case(trial, &law);
        let moments = law.moments();
        let kl = moments.kl / Formula::from(trial.either(Real::one(), law.rate.clone()));
        between(trial, "kl", &enclosed(&kl)?, integrate(&law, &Weighted::Kl)?)?;
        between(
            trial,
            "kappa_2",
            &enclosed(&moments.kappa2)?,
            integrate(&law, &Weighted::Second)?,
        )?;
    }
    Ok(())
}

fn third_moment(trial: &mut Trial) -> Result<(), CheckError> {
    for law in [law((1, 2), 3), law((1, 2), 1), law((1, 1), 1)] {
        at_case(trial, &law);
        let moments = law.moments();
        // The corrected sum, by quadrature, and what it has more than the printed one.
        let cube = &moments.kl * &moments.kl * &moments.kl * (1 - 2 * phi(-&law.mu / 2));
        let rest = 1 - &law.rate;
        let less = trial.choose(rest.clone(), Real::zero(), &rest - &law.rate);
        let formula = &moments.kappa3_bar - cube * Formula::from(less);
        between(
            trial,
            "formula",
            &enclosed(&formula)?,
            integrate(&law, &Weighted::Third { kl: moments.kl.enclose(PRECISION) })?,
        )?;
    }
    Ok(())
}

fn noisy_sgd(trial: &mut Trial) -> Result<(), CheckError> {
    let law = SampledGaussian { rate: ratio(1, 10), mu: ratio(1, 2) };
    let moments = law.moments();
    let variance = &moments.kappa2 - &moments.kl * &moments.kl;
    let unit = 2 * &moments.kl / variance.sqrt();
    let spread =
        Formula::from(ratio(56, 100)) * &moments.kappa3_bar / (&variance * variance.sqrt());
    // delta of f grows with mu~ and gamma: the lower ends make a smaller bound.
    let (mu, gamma) = (super::integrals::ends(&unit)?.0, super::integrals::ends(&spread)?.0);
    let step = "subsample(method=without-replacement, rate=1/10, adjacency=replace-one, mechanism=gaussian(sigma=2))";
    let step = Mechanism::parse(step)?;
    for (count, eps) in pairs(&[16u64, 64, 256], &[ratio(2, 1), ratio(1, 1), ratio(1, 2)]) {
        trial.at("T", count);
        trial.at("eps", &eps);
        let root = Real::from(count).sqrt();
        let mu = Real::from(mu.clone()) * &root;
        let gamma = trial.either(Real::from(gamma.clone()) / &root, Real::zero());
        // sup(1 - e^eps alpha - f(alpha)) is where G_mu~(alpha + gamma) has the slope -e^eps, or at
        // 0.
        let touches = trial.order(phi(-(&eps / &mu) - &mu / 2), &gamma);
        let bound = match touches {
            Some(Ordering::Greater) => {
                let near = phi(&mu / 2 - &eps / &mu)
                    - Formula::from(eps.exp()) * phi(-&mu / 2 - &eps / &mu);
                near + Formula::from(&gamma * (1 + eps.exp()))
            }
            _ => Formula::from(1 + &gamma) - gaussian(&mu.into(), &gamma.into()),
        };
        let delta = trial.ask_within(&step.clone().repeat(count), &Query::Delta { eps }, 6)?;
        trial.at_most(("delta", delta), ("delta of f", bound))?;
    }
    Ok(())
}
