//! Section 5 and appendix C: lower bounds by randomised membership.

use super::divergence::mixture;
use super::samples::{
    Records, Samples, neighbours, poisson, records, removed, replaced, subsets, subsets_of_size, with_replacement,
    without_replacement,
};
use super::sampling::{outer, rates, stretched};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, exponentials, larger, largest_difference, pairs, ratio, unit};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "BA-28",
        locus: "Section 5, before Lemma 12",
        statement: "The divergences of randomised response, for every probability p of the truth.",
        formula: "D_alpha(nu_0 || nu_1) = D_alpha(nu_1 || nu_0) = phi_p(alpha) = [p + alpha p - alpha]_+",
        domain: "p in [0, 1], alpha >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "p with denominators up to 6, alpha = 1 and up to 4; by all events, in both orders",
            ),
            run: randomized_response,
            altered: "alpha^2 in place of alpha",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "the larger of phi_p and phi_{1-p}: for p < 1/2, where phi_p is 0, the answers are exchanged",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-29",
        locus: "Section 5, before Lemma 12",
        statement: "Randomised response with this probability of the truth is private.",
        formula: "p = (E + delta)/(E + 1) => (eps, delta)-DP",
        domain: "eps >= 0, delta in [0, 1], E = e^eps",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "E = 1 + x, delta = 1/(1 + alpha), and delta = 0 as the limit: for each event, (E + 1)(1 + alpha) \
                 times delta and E times the one mass, less the other, has no negative coefficients",
            ),
            run: response_is_private,
            altered: "p = (E + 2 delta)/(E + 1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "BA-30",
        locus: "Lemma 12, equation (14)",
        statement: "For any natural sampling the profile of randomised membership is given by the largest total \
                    variation distance of the samples of neighbours.",
        formula: "delta of M_{v,p} on the sample, at alpha, = gamma phi_p(alpha') with gamma = sup TV(S(x), S(x')), \
                  alpha' = 1 + (alpha-1)/gamma",
        domain: "S natural; x, x' neighbours with v in x, not in x'; p in [1/2, 1], alpha >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "x = (v, u), x' = (u), S(x) = (v, u), (u), (u, u) with probabilities with denominators up to 5, the \
                 first positive, S(x') = (u); p = 1/2, 1, 2/3, 3/4, alpha = 1, 2, 3/2, 5/4; by all events, in both \
                 orders",
            ),
            run: membership,
            altered: "equality wherever the probability of v is more than half the distance",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "<=, with equality if v is in S(x) with probability gamma for some neighbours x, x' with v not in x': \
                 the samples may differ in more than v",
            )),
        }),
        reading: Some(
            "For p < 1/2 the divergences of randomised response are not phi_p, see BA-28; they are left out here.",
        ),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-31",
        locus: "Appendix C, proof of Lemma 12, the display",
        statement: "Advanced joint convexity for two mixtures of the same two laws.",
        formula: "D_alpha(mu || mu') = eta D_alpha'(nu_1 || (1 - eta'/eta) nu_0 + beta (eta'/eta) nu_1) with alpha' = \
                  1 + (alpha-1)/eta, beta = alpha/alpha'",
        domain: "mu = (1-eta) nu_0 + eta nu_1, mu' = (1-eta') nu_0 + eta' nu_1, eta >= eta', eta > 0",
        check: Check::Computed(Computation {
            evidence: MIXTURES,
            run: mixtures,
            altered: "(1 - beta) nu_0 + beta nu_1",
            correction: Some(Correction::Statement(
                Severity::ProofGap,
                "with 1 - beta eta'/eta before nu_0: the printed weights do not sum to 1 for beta < 1 and eta' > 0",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "BA-32",
        locus: "Theorem 13",
        statement: "Randomised membership attains the bounds of Theorems 8, 9 and 10 for any p and gamma.",
        formula: "equality in Theorems 8, 9, 10 for M_{v,p}",
        domain: "p in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "p with denominators up to 4, alpha' = 1, 2, 3/2, 5/4; subsets of {1, 2, 3}, gamma = 1, 1/2, 1/3, 2/3; \
                 (n, m) with m <= n <= 3 and n + 1 records in all; the largest divergence of all neighbours",
            ),
            run: tightness,
            altered: "m/n in place of 1 - (1-1/n)^m in Theorem 10",
            correction: None,
        }),
        reading: Some(
            "The bounds are those with the profile of M_{v,p} itself, which for p < 1/2 is not phi_p, see BA-28.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-33",
        locus: "Appendix C, proof of Lemma 12",
        statement: "The right-hand side of the lemma does not decrease with the share of samples that have the record.",
        formula: "eta -> eta phi_p(1 + (alpha-1)/eta) is monotonically increasing",
        domain: "eta in (0, 1], p in [0, 1], alpha >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "p = (1 + delta)/2: twice the bracket times eta at x + alpha less that at x, linear in the paper's \
                          alpha, has no negative coefficients, neither in its value at 1 nor in its slope; for p = (1 - \
                          delta)/2 the bracket is never positive, in the same way, and phi_p is 0",
                by_hand: "the bracket is linear in the paper's alpha, and the positive part of what does not fall \
                          does not fall",
            },
            run: increasing,
            altered: "decreasing",
            correction: None,
        }),
        reading: Some("Weakly: where phi_p is 0 it is constant."),
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "BA-63",
        locus: "Appendix C, proof of Lemma 12, after the display",
        statement: "The bound on the divergence of two mixtures of randomised response.",
        formula: "D_alpha(mu || mu') <= (eta - eta') phi_p(alpha') <= eta phi_p(alpha') with alpha' = 1 + \
                  (alpha-1)/eta",
        domain: "eta >= eta', eta > 0, p in [1/2, 1], alpha >= 1",
        check: Check::Computed(Computation {
            evidence: MIXTURES,
            run: bound_for_mixtures,
            altered: "eta (eta - eta') phi_p(alpha')",
            correction: None,
        }),
        reading: Some("It is right although the equality that it is derived from is not, see BA-31."),
        recorded: Verdict::Verified,
    },
];

/// The mixtures of the proof of Lemma 12.
const MIXTURES: Evidence = Evidence::Family(
    "eta and eta' with denominators up to 4, eta > 0, eta' <= eta, p = 1/2, 1, 2/3, 3/4, alpha = 1, 2, 3/2, 5/4; by \
     all events",
);

/// Probabilities of the truth from 1/2 on.
fn truths() -> [Real; 4] {
    [ratio(1, 2), Real::one(), ratio(2, 3), ratio(3, 4)]
}

/// The laws of randomised response to 0 and to 1, over the answers 0 and 1.
fn response(p: &Real) -> [Vec<Real>; 2] {
    [vec![p.clone(), 1 - p], vec![1 - p, p.clone()]]
}

/// `phi_p(alpha)`.
fn phi(p: &Real, alpha: &Real) -> Real {
    larger(Real::zero(), p + alpha * p - alpha)
}

fn randomized_response(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, alpha) in pairs(&unit(6), &[vec![Real::one()], exponentials(4)].concat()) {
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let [zero, one] = response(&p);
        let both = |alpha: &Real| larger(phi(&p, alpha), phi(&(1 - &p), alpha));
        let formula = trial.choose(phi(&p, &alpha), both(&alpha), both(&(&alpha * &alpha)));
        trial.equal(("D_alpha(nu_0 || nu_1)", largest_difference(&zero, &one, &alpha)), ("the formula", &formula))?;
        trial.equal(("D_alpha(nu_1 || nu_0)", largest_difference(&one, &zero, &alpha)), ("the formula", &formula))?;
    }
    Ok(())
}

fn response_is_private(trial: &mut Trial) -> Result<(), CheckError> {
    // E = 1 + x, delta = 1/s with s = 1 + a; masses times (E + 1) s.
    let one = Polynomial::constant(1);
    let (e, s) = (&one + &Polynomial::x(), &one + &Polynomial::alpha());
    let all = &(&e + &one) * &s;
    let delta = &e + &one;
    let truth = &(&e * &s) + &trial.either(one.clone(), Polynomial::constant(2));
    let lie = &all - &truth;
    trial.never_negative("E (1-p) + delta - p", &(&(&(&e * &lie) + &delta) - &truth))?;
    trial.never_negative("E p + delta - (1-p)", &(&(&(&e * &truth) + &delta) - &lie))?;
    trial.never_negative("E + delta - 1", &(&(&(&e * &all) + &delta) - &all))?;
    trial.never_negative("p", &truth)?;
    trial.never_negative("1 - p", &lie)
}

fn membership(trial: &mut Trial) -> Result<(), CheckError> {
    // The probabilities of (v, u), (u) and (u, u).
    for (law, (p, alpha)) in pairs(&distributions(3, 5), &pairs(&truths(), &outer())) {
        let [eta, same, other] = law.as_slice() else { continue };
        if eta.is_zero() {
            continue;
        }
        trial.at("S(x)", format_args!("{eta} at (v, u), {same} at (u), {other} at (u, u)"));
        trial.at("S(x')", "1 at (u)");
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let gamma = eta + other;
        let [zero, one] = response(&p);
        let mixed = mixture(eta, &one, &zero);
        let delta = larger(largest_difference(&mixed, &zero, &alpha), largest_difference(&zero, &mixed, &alpha));
        let right = &gamma * phi(&p, &stretched(&alpha, &gamma));
        let is_more_than_half = (2 * eta).compare(&gamma) == Some(Ordering::Greater);
        if trial.choose(true, other.is_zero(), is_more_than_half) {
            trial.equal(("delta", delta), ("gamma phi_p(alpha')", right))?;
        } else {
            trial.at_most(("delta", delta), ("gamma phi_p(alpha')", right))?;
        }
    }
    Ok(())
}

/// Mixtures with their parameters: eta, eta', p and alpha.
fn for_mixtures(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, [&Real; 4], Real) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let shares = unit(4);
    for ((first, second), (p, alpha)) in pairs(&pairs(&shares, &shares), &pairs(&truths(), &outer())) {
        if first.is_zero() || second.compare(&first) == Some(Ordering::Greater) {
            continue;
        }
        trial.at("eta", &first);
        trial.at("eta'", &second);
        trial.at("p", &p);
        trial.at("alpha", &alpha);
        let [zero, one] = response(&p);
        let left = largest_difference(&mixture(&first, &one, &zero), &mixture(&second, &one, &zero), &alpha);
        check(trial, [&first, &second, &p, &alpha], left)?;
    }
    Ok(())
}

fn mixtures(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, [eta, less, p, alpha], left| {
        let [zero, one] = response(p);
        let inner = stretched(alpha, eta);
        let beta = alpha / &inner;
        let share = less / eta;
        let weights =
            trial.choose((1 - &share, &beta * &share), (1 - &beta * &share, &beta * &share), (1 - &beta, beta.clone()));
        let law: Vec<Real> = zero.iter().zip(&one).map(|(x, y)| &weights.0 * x + &weights.1 * y).collect();
        trial.equal(("D_alpha(mu || mu')", left), ("the right side", eta * largest_difference(&one, &law, &inner)))
    })
}

fn bound_for_mixtures(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, [eta, less, p, alpha], left| {
        let value = phi(p, &stretched(alpha, eta));
        let bound = (eta - less) * trial.either(Real::one(), eta.clone()) * &value;
        trial.at_most(("D_alpha(mu || mu')", left), ("(eta - eta') phi_p(alpha')", &bound))?;
        trial.at_most(("(eta - eta') phi_p(alpha')", bound), ("eta phi_p(alpha')", eta * value))
    })
}

fn increasing(trial: &mut Trial) -> Result<(), CheckError> {
    let (eta, step, bias) = (Polynomial::x(), Polynomial::alpha(), Polynomial::delta());
    let one = Polynomial::constant(1);
    // alpha = 1 + c; eta (p + a p - a) with a = 1 + c/eta is eta (2p-1) - (1-p) c: its value at c = 0, and its slope.
    for is_slope in [false, true] {
        let twice = |eta: &Polynomial, bias: &Polynomial| match is_slope {
            false => &Polynomial::constant(2) * &(eta * bias),
            true => bias - &one,
        };
        let (here, further) = (twice(&eta, &bias), twice(&(&eta + &step), &bias));
        let growth = trial.either(&further - &here, &here - &further);
        trial.never_negative("the growth of twice the bracket, p >= 1/2", &growth)?;
        let negative = &Polynomial::constant(0) - &bias;
        let below = &Polynomial::constant(0) - &twice(&eta, &negative);
        trial.never_negative("minus twice the bracket, p <= 1/2", &below)?;
    }
    Ok(())
}

/// The largest divergence of neighbours, and the bound.
fn attains(trial: &mut Trial, outer: &Real, laws: &[(Vec<Real>, Vec<Real>)], bound: Real) -> Result<(), CheckError> {
    let largest = laws.iter().fold(Real::zero(), |worst, (p, q)| larger(worst, largest_difference(p, q, outer)));
    trial.equal(("the largest D_alpha'", largest), ("the bound", bound))
}

fn tightness(trial: &mut Trial) -> Result<(), CheckError> {
    for (p, outer) in pairs(&unit(4), &outer()) {
        let [zero, one] = response(&p);
        let of_sample = |y: &Records| if y.contains(&1) { &one } else { &zero };
        let on = |samples: &Samples| -> Vec<Real> {
            let mass =
                |i: usize, (y, mass): (&Records, &Real)| of_sample(y).get(i).map_or_else(Real::zero, |x| x * mass);
            (0..2).map(|i| samples.iter().fold(Real::zero(), |sum, cell| sum + mass(i, cell))).collect()
        };
        // Samples with and without the record are neighbours, so that this is the profile, for groups too.
        let profile = |g: &Real| larger(largest_difference(&zero, &one, g), largest_difference(&one, &zero, g));
        let laws = |both: &[(Records, Records)], draw: &dyn Fn(&[u8]) -> Samples| -> Vec<(Vec<Real>, Vec<Real>)> {
            both.iter().map(|(x, y)| (on(&draw(x)), on(&draw(y)))).collect()
        };
        trial.at("p", &p);
        trial.at("alpha'", &outer);
        for gamma in rates() {
            trial.at("Theorem 8, gamma", &gamma);
            let both = neighbours(&subsets(&records(3)), removed);
            let bound = &gamma * profile(&stretched(&outer, &gamma));
            attains(trial, &outer, &laws(&both, &|x| poisson(x, &gamma)), bound)?;
        }
        trial.clear_parameters();
        trial.at("p", &p);
        trial.at("alpha'", &outer);
        for (n, m) in (1u8..=3).flat_map(|n| (1..=n).map(move |m| (n, m))) {
            trial.at("(n, m)", format_args!("({n}, {m})"));
            let both = neighbours(&subsets_of_size(&records(n + 1), n.into()), replaced);
            let rate = ratio(m.into(), n.into());
            let bound = &rate * profile(&stretched(&outer, &rate));
            attains(trial, &outer, &laws(&both, &|x| without_replacement(x, m.into())), bound)?;
            let hit = trial.either(1 - (1 - ratio(1, n.into())).pow(m.into()), rate);
            let bound = &hit * profile(&stretched(&outer, &hit));
            attains(trial, &outer, &laws(&both, &|x| with_replacement(x, m.into())), bound)?;
        }
        trial.clear_parameters();
    }
    Ok(())
}
