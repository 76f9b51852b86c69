//! Section 5: noisy stochastic gradient descent.

use super::integrals::{PRECISION, Weighted, chi_squared_bounds, integrate};
use super::polygons::{gaussian, phi};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{pairs, ratio, show};
use crate::number::Number;
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::Mechanism;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::Dominating;
use dpcert::quantity::Query;
use dpcert::theorem::{Formula, SampledGaussian};
use malachite::rational::Rational;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GDP-50",
        locus: "Algorithm 1, Theorem 10",
        statement: "One step of NoisySGD on its batch is 1/sigma-GDP: clipped gradients move the average by at most \
                    2C/m.",
        formula: "|avg - avg'| <= 2 C/m; noise of variance sigma^2 4 C^2/m^2 => mu = 1/sigma",
        domain: "m >= 1, C > 0, sigma > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "gradients of dimension 2, (v, 0) with v in {0, 1/2, 1, -1, 3, -3}, and (3, 4), (-3, -4), (4, -3), (0, 1), \
                 (3/10, 2/5), C in {1, 1/2, 2}, m in {1, 2, 3}, sigma in {1, 2, 1/2}; Gaussian noise at the distance of the \
                 averages, which is gdp(1/sigma) at the largest distance (GDP-10)",
            ),
            run: one_step,
            altered: "sensitivity C/m in place of 2 C/m",
            correction: None,
        }),
        reading: Some("What is composed T times is GDP-45 and GDP-21."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-84",
        locus: "Algorithm 1, lines 1, 2, 7 and 8",
        statement: "NoisySGD makes T steps from theta_0 and returns the last iterate, theta_T.",
        formula: "for t = 1, ..., T: theta_{t+1} from theta_t; output theta_T",
        domain: "T >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("T up to 10: which iterates are known at every step"),
            run: loop_of_algorithm_1,
            altered: "t = 0, ..., T",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "t = 0, ..., T - 1, as the text after the algorithm has it for the composition of T steps",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GDP-51",
        locus: "Lemma 3",
        statement: "chi^2_+ of G_mu in closed form.",
        formula: "integral (|G_mu'| - 1)_+^2 = e^(mu^2) Phi(3 mu/2) + 3 Phi(-mu/2) - 2",
        domain: "mu >= 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu in {1/2, 1}: between the sums of trapezoids and of midpoints of 2 delta(g), which is convex, over \
                 g >= 1; they are less than 1/100 apart",
            ),
            run: |trial| {
                for mu in [ratio(1, 2), Real::one()] {
                    trial.at("mu", &mu);
                    let value = closed_form(&mu, trial.either(3, 2));
                    let (low, high) = chi_squared_bounds(&mu)?;
                    trial.less(("distance of the sums", &high - &low), ("1/100", ratio(1, 100)))?;
                    trial.at_most(("lower sum", low), ("formula", &value))?;
                    trial.at_most(("formula", value), ("upper sum", high))?;
                }
                Ok(())
            },
            altered: "2 Phi(-mu/2) in place of 3 Phi(-mu/2)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-52",
        locus: "Theorem 11",
        statement: "Compositions of subsampled mechanisms with p about p0/sqrt(T) tend to a Gaussian trade-off \
                    function, uniformly.",
        formula: "C_p(f)^(x T) -> G_mu with mu = p0 sqrt(2 chi^2_+(f))",
        domain: "symmetric f with f(0) = 1, integral (f' + 1)^4 < inf, p sqrt(T) -> p0 > 0",
        check: Check::Cited { reason: "a limit" },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "GDP-53",
        locus: "Corollary 4",
        statement: "The parameter of the limit of NoisySGD, if m sqrt(T)/n tends to c.",
        formula: "mu = sqrt(2) c sqrt(e^(sigma^-2) Phi(1.5/sigma) + 3 Phi(-0.5/sigma) - 2) = c sqrt(2 \
                  chi^2_+(G_{1/sigma}))",
        domain: "c > 0, sigma > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "sigma in {1, 2}, c in {1, 1/2, 2}: the formula lies between the values at the bounds of chi^2_+ of \
                 GDP-51; that it is the limit is GDP-52",
            ),
            run: limit,
            altered: "c in place of sqrt(2) c",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-54",
        locus: "Section 5.2, text after Corollary 4",
        statement: "For AlexNet E m/n is less than 0.01.",
        formula: "90 * 128/(1.2 * 10^6) < 0.01",
        domain: "m = 128, E = 90, n = 1.2 * 10^6",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision("one comparison of rationals"),
            run: |trial| {
                let share = ratio(90 * 128, 1_200_000);
                trial.less(("E m/n", share), ("bound", trial.either(ratio(1, 100), ratio(9, 1000))))
            },
            altered: "0.009 in place of 0.01",
            correction: None,
        }),
        reading: Some("With the values as they are printed, 90 and 1.2 * 10^6 being approximate."),
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GDP-55",
        locus: "Section 5.2, text after Corollary 4",
        statement: "In terms of epochs E = T m/n, the assumption m sqrt(T)/n -> c is E m/n -> c^2.",
        formula: "E m/n = (m sqrt(T)/n)^2",
        domain: "all m, n, T",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "x stands for m/n, alpha for sqrt(T): (x alpha^2) x = (x alpha)^2",
                by_hand: "numbers that are not negative tend to c exactly if their squares tend to c^2",
            },
            run: |trial| {
                let (share, root) = (Polynomial::x(), Polynomial::alpha());
                let epochs = &root.pow(2) * &share;
                let left = trial.either(&epochs * &share, epochs);
                trial.identical("E m/n = (m sqrt(T)/n)^2", &left, &(&share * &root).pow(2))
            },
            altered: "E -> c^2",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "GDP-56",
        locus: "Lemma 4, kl and kappa_2",
        statement: "kl and kappa_2 of the subsampled Gaussian as integrals over Z(x) = ln(p e^(mu x - mu^2/2) + 1 - \
                    p).",
        formula: "kl(C_p(G_mu)) = p integral_{mu/2} Z(x) (phi(x - mu) - phi(x)) dx, kappa_2(C_p(G_mu)) = \
                  integral_{mu/2} Z^2(x) (p phi(x - mu) + (2 - p) phi(x)) dx",
        domain: "0 < p <= 1, mu > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "(p, mu) in {(1/2, 1), (1/2, 3), (1, 1)}: the integrals, by certified quadrature, lie between sums \
                 over cells for the definitions, a few per cent apart; C_p(G_mu) by equation (13)",
            ),
            run: first_moments,
            altered: "kl without the factor p",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GDP-57",
        locus: "Lemma 4, kappa_3-bar",
        statement: "kappa_3-bar of the subsampled Gaussian as a sum of two integrals.",
        formula: "kappa_3-bar(C_p(G_mu)) = integral_{mu/2} |Z - kl|^3 (p phi(x - mu) + (1-p) phi(x)) dx + \
                  integral_{mu/2} |Z + kl|^3 phi(x) dx",
        domain: "0 < p <= 1, mu > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "(p, mu) in {(1/2, 3), (1/2, 1), (1, 1)}: the formula, by certified quadrature, lies between sums \
                 over cells for the definition, a few per cent apart; C_p(G_mu) by equation (13)",
            ),
            run: third_moment,
            altered: "the corrected statement with p in place of 1 - p in the third term",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "kl^3 (1 - p) (1 - 2 Phi(-mu/2)) has to be added: where C_p(G_mu) has slope -1 the loss is 0, which \
                 is kl away from its mean",
            )),
        }),
        reading: Some("The printed sum is right for p = 1, where there is no segment of slope -1."),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "GDP-58",
        locus: "Corollary 5",
        statement: "NoisySGD is f-DP with a Gaussian trade-off function that is moved by gamma.",
        formula: "f(alpha) = max(G_mu~(alpha + gamma) - gamma, 0), mu~ and gamma from kl, kappa_2 and kappa_3-bar of \
                  C_p(G_{1/sigma})",
        domain: "p = m/n, sigma > 0, T >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "p = 1/10, 1/sigma = 1/2, T in {16, 64, 256}, eps in {2, 1, 1/2}: certified delta of the composition \
                 is at most delta of f at that eps",
            ),
            run: noisy_sgd,
            altered: "gamma = 0",
            correction: None,
        }),
        reading: Some(
            "With kappa_3-bar as section 3.2 defines it; the integrals printed in Lemma 4 give a gamma that is too \
             small (GDP-57).",
        ),
        recorded: Verdict::Verified,
    },
];

/// Phi(-mu/2) comes `times` times.
fn closed_form(mu: &Real, times: i64) -> Formula {
    let grown: Formula = mu.pow(2).exp().into();
    grown * phi(3 * mu / 2) + times * phi(-mu / 2) - 2
}

fn one_step(trial: &mut Trial) -> Result<(), CheckError> {
    // Each with its length.
    let number = |n: i64, d: i64| Real::from(Rational::from_signeds(n, d));
    let on_a_line = [(0, 1), (1, 2), (1, 1), (-1, 1), (3, 1), (-3, 1)];
    let in_the_plane = [((3, 4), 1, 5), ((-3, -4), 1, 5), ((4, -3), 1, 5), ((0, 1), 1, 1), ((3, 4), 10, 5)];
    let gradients: Vec<([Real; 2], Real)> = on_a_line
        .map(|(n, d)| ([number(n, d), Real::zero()], number(n.abs(), d)))
        .into_iter()
        .chain(in_the_plane.map(|((x, y), d, length)| ([number(x, d), number(y, d)], number(length, d))))
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
                trial.holds(is_largest == is_gdp, "1/sigma-GDP exactly at the largest distance", found)?;
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
            trial.holds(t == last, "theta_t is known", || format!("theta_{last} is the last one that is known"))?;
            last = t + 1;
        }
        trial.holds(last == steps, "theta_T is the last one", || format!("theta_{last} is the last one"))?;
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

fn between(trial: &mut Trial, name: &str, value: &Number, sums: (Rational, Rational)) -> Result<(), CheckError> {
    trial.at_most(("lower sum", sums.0), (name, value))?;
    trial.at_most((name, value), ("upper sum", sums.1))
}

/// A formula, enclosed once.
fn enclosed(formula: &Formula) -> Result<Number, CheckError> {
    super::integrals::ends(formula).map(|(low, high)| Number::Between(low, high))
}

fn first_moments(trial: &mut Trial) -> Result<(), CheckError> {
    for law in [law((1, 2), 1), law((1, 2), 3), law((1, 1), 1)] {
        at_case(trial, &law);
        let moments = law.moments();
        let kl = moments.kl / Formula::from(trial.either(Real::one(), law.rate.clone()));
        between(trial, "kl", &enclosed(&kl)?, integrate(&law, &Weighted::Kl)?)?;
        between(trial, "kappa_2", &enclosed(&moments.kappa2)?, integrate(&law, &Weighted::Second)?)?;
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
    let spread = Formula::from(ratio(56, 100)) * &moments.kappa3_bar / (&variance * variance.sqrt());
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
        // sup(1 - e^eps alpha - f(alpha)) is where G_mu~(alpha + gamma) has the slope -e^eps, or at 0.
        let touches = trial.order(phi(-(&eps / &mu) - &mu / 2), &gamma);
        let bound = match touches {
            Some(Ordering::Greater) => {
                let near = phi(&mu / 2 - &eps / &mu) - Formula::from(eps.exp()) * phi(-&mu / 2 - &eps / &mu);
                near + Formula::from(&gamma * (1 + eps.exp()))
            }
            _ => Formula::from(1 + &gamma) - gaussian(&mu.into(), &gamma.into()),
        };
        let delta = trial.ask_within(&step.clone().repeat(count), &Query::Delta { eps }, 6)?;
        trial.at_most(("delta", delta), ("delta of f", bound))?;
    }
    Ok(())
}
