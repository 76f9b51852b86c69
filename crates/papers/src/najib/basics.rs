//! Section 2.1: randomised response of two values, and what differential privacy is preserved by.

use super::worst_case;
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::theorem::Formula;
use dpcert::tradeoff::Curve;
use malachite::rational::Rational;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-60",
        locus: "Section 2.1.1",
        statement: "An answer that is kept or turned round by a fair coin has a distribution that does not depend on the \
                    share p.",
        formula: "P(Y = 1) = p/2 + (1 - p)/2 = 1/2",
        domain: "p in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity("p is an indeterminate (x); both sides times 6"),
            run: fair_coin,
            altered: "heads with probability 1/3",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "TH-01",
        locus: "Section 2.1.2",
        statement: "The estimator of the share is unbiased, and by Chebyshev's inequality it is off by at least e with \
                    probability at most 1/(16 gamma^2 e^2 n).",
        formula: "E(Y - 1/2 + gamma) = 2 gamma p, 16 gamma^2 Var((Y - 1/2 + gamma)/(2 gamma)) <= 1",
        domain: "gamma in (0, 1/2), p in [0, 1], answers of independent people, each Ber(p)",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "gamma (x) and p (alpha) are indeterminates: the expectation, and 1 - 4 Var(Y) as the square of \
                 2 gamma (2p - 1)",
                by_hand: "Chebyshev's inequality",
            },
            run: estimator,
            altered: "Y - 1/2 - gamma in place of Y - 1/2 + gamma",
            correction: None,
        }),
        reading: Some(
            "The bound is that of Chebyshev's inequality at p = 1/2 if the people are drawn anew each time, as section 2.1.1 \
             says. For a fixed population the variance is smaller by the factor 1 - 4 gamma^2.",
        ),
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-02",
        locus: "Section 2.1.3, the chain of inequalities",
        statement: "The likelihood ratio of randomised response is less than 2 (1 + 2 gamma), and that is at most \
                    2 e^(2 gamma).",
        formula: "(1 + 2 gamma)/(1 - 2 gamma) < 2 (1 + 2 gamma) <= 2 e^(2 gamma)",
        domain: "gamma in (0, 1/4)",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "the first after gamma = 1/(4 (1 + x)), x > 0; both also for gamma = g/4, g in (0, 1) with \
                          denominators up to 16",
                by_hand: "the second is 1 + t <= e^t, two terms of a series of positive ones",
            },
            run: chain,
            altered: "gamma in (0, 1/4]",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-62",
        locus: "Section 2.1.3, the last sentence",
        statement: "Binary randomised response is (2 gamma + ln 2)-DP.",
        formula: "max P(M(x) = y)/P(M(x') = y) <= e^(2 gamma + ln 2)",
        domain: "gamma in (0, 1/4)",
        check: Check::Implied {
            by: &["TH-02"],
            because: "one answer has the likelihood ratios (1 + 2 gamma)/(1 - 2 gamma), its inverse and 1, and the answers of \
                      the others are independent and the same",
        },
        reading: Some(
            "It is ln((1 + 2 gamma)/(1 - 2 gamma))-DP and no less; no claim is made that the bound is the least.",
        ),
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-03",
        locus: "Propositions 3 and 57",
        statement: "Processing the output of an (eps, delta)-DP mechanism leaves it (eps, delta)-DP.",
        formula: "D_E(P K || Q K) <= D_E(P || Q)",
        domain: "all P, Q and kernels K; E = e^eps >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs on three outcomes with denominators up to 3, all kernels to two outcomes with entries \
                 0, 1/2 and 1, E in {1, 3/2, 2, 3}",
            ),
            run: post_processing,
            altered: "the divergence becomes smaller wherever it is not 0",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-04",
        locus: "Corollaries 4 and 58 (group privacy)",
        statement: "For groups of k, an (eps, delta)-DP mechanism is (k eps, k e^(k-1) delta)-DP.",
        formula: "P(M(X) in T) <= e^(k eps) P(M(X') in T) + k e^(k-1) delta",
        domain: "eps >= 0, delta in [0, 1], k >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "the worst case of all (eps, delta)-DP mechanisms, E = e^eps with numerators up to 6, delta in \
                 {1/10, 1/100}, k up to 3",
            ),
            run: group_privacy,
            altered: "k e^((k-2) eps) delta",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "k e^((k-1) eps) delta, which is what the proof shows",
            )),
        }),
        reading: Some("The last line of the proof has k e^((k-1) eps); both statements have lost the eps."),
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-05",
        locus: "Proof of corollary 58",
        statement: "The geometric sum of k powers is at most k times the last one.",
        formula: "sum over i < k of e^(i eps) <= k e^((k-1) eps)",
        domain: "eps >= 0, k >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "the difference of both sides is 0 at k = 1, and from k to k + 1 it grows by k y (E - 1), \
                          where E = e^eps = 1 + x, y = E^(k-1) (alpha) and k (delta) are indeterminates",
                by_hand: "induction on k",
            },
            run: geometric_sum,
            altered: "(k - 1) e^((k-1) eps)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
];

fn fair_coin(trial: &mut Trial) -> Result<(), CheckError> {
    let (p, one) = (Polynomial::x(), Polynomial::constant(1));
    // Six times the probabilities of heads and of tails.
    let (heads, tails) = trial.either((3, 3), (2, 4));
    let of = |weight: i32, share: &Polynomial| &Polynomial::constant(weight) * share;
    let answer = &of(heads, &p) + &of(tails, &(&one - &p));
    trial.identical("P(Y = 1) = 1/2, times 6", &answer, &Polynomial::constant(3))
}

fn estimator(trial: &mut Trial) -> Result<(), CheckError> {
    let (gamma, p, one, two) = (Polynomial::x(), Polynomial::alpha(), Polynomial::constant(1), Polynomial::constant(2));
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
    // 2 (1 - 2 gamma) - 1, times 1 + x: positive for x > 0 if no coefficient is negative and it is not 0.
    let x = Polynomial::x();
    let gap = &(&Polynomial::constant(1) + &(&Polynomial::constant(2) * &x)) - &(&Polynomial::constant(1) + &x);
    trial.never_negative("(1 + 2x) - (1 + x)", &gap)?;
    trial.holds(!gap.is_zero(), "it is not 0", || gap.to_string())?;
    let end = trial.either(Vec::new(), vec![ratio(1, 4)]);
    for gamma in inside_unit(16).iter().map(|g| g / 4).chain(end) {
        trial.at("gamma", &gamma);
        let twice = 2 * &gamma;
        let linear = 2 * (1 + &twice);
        trial.less(("the likelihood ratio", (1 + &twice) / (1 - &twice)), ("2 (1 + 2 gamma)", &linear))?;
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
                let terms = law.iter().zip([a, b, c]).map(|(mass, share)| mass * Real::from(share.clone()));
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
    // The difference at k, without the sum of the first k powers, which cancels; y is the last of them.
    let at = |k: &Polynomial, last: &Polynomial| &(k - &lost) * last;
    trial.never_negative("the difference at k = 1", &(&at(&one, &one) - &one))?;
    let next = &at(&(&k + &one), &(&y * &e)) - &(&y * &e);
    trial.never_negative("the growth of the difference from k to k + 1", &(&next - &at(&k, &y)))
}
