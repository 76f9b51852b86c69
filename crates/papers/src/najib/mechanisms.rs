//! Section 2.4: common mechanisms and what they guarantee.

use super::{exponential, response};
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{exponentials, inside_unit, pair, pairs, ratio, show, triples};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::mechanism::{Dominating, Mechanism};
use dpcert::quantity::Query;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "TH-75",
        locus: "Definition 13",
        statement: "A metric is a function that is not negative, symmetric and satisfies the triangle inequality.",
        formula: "d(a) >= 0, d(a, b) = d(b, a), d(a, b) <= d(a, c) + d(c, b)",
        domain: "all a, b, c",
        check: Check::Dropped {
            reason: "a definition: it lacks that d(a, b) = 0 only for a = b, which is not used, and d(a) stands for \
                     d(a, b)",
        },
        reading: None,
        recorded: Verdict::Dropped,
    },
    Entry {
        id: "TH-14",
        locus: "Definition 15",
        statement: "The Laplace distribution of scale b has variance 2 b^2.",
        formula: "integral of x^2 e^(-|x|/b)/(2b) = 2 b^2",
        domain: "b > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "b times the derivative of -(x^2 + 2bx + v) e^(-x/b) is x^2 e^(-x/b) exactly if v = 2 b^2; \
                          x and b (alpha) are indeterminates",
                by_hand: "the integral is the increase of the primitive from 0 to infinity, v",
            },
            run: laplace_variance,
            altered: "b^2",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-15",
        locus: "Definition 16 and proposition 17",
        statement: "Laplace noise of scale Delta/eps, Delta the l1-sensitivity, is (eps, 0)-DP.",
        formula: "sum of |b_i - y_i| - |a_i - y_i| <= sum of |a_i - b_i|",
        domain: "eps > 0, any dimension",
        check: Check::Computed(Computation {
            evidence: Evidence::Core {
                decided: "one coordinate, all orders of a, b and y, whose distances are x and alpha. Also the exact \
                          delta in one dimension at eps = ln E, E with numerators up to 9",
                by_hand: "in several dimensions the logarithm of the likelihood ratio is the sum over the coordinates",
            },
            run: laplace_privacy,
            altered: "half of the l1-sensitivity",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::ProvedCore,
    },
    Entry {
        id: "TH-16",
        locus: "Definition 18 and proposition 19",
        statement: "Gaussian noise of variance 2 ln(5/(4 delta)) Delta^2/eps^2 is (eps, delta)-DP.",
        formula: "delta(eps) <= delta for sigma^2 = 2 ln(5/(4 delta)) Delta^2/eps^2",
        domain: "eps > 0, delta in (0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "eps in (0, 1] with denominators up to 4 and eps = 2, 3, ..., 10, delta in {1, 1/2, 1/10, 1/100, 1/1000}; the \
                 exact delta of the noise",
            ),
            run: gaussian_privacy,
            altered: "1/2 in place of 2, for eps <= 1",
            correction: Some(Correction::Statement(
                Severity::Substantive,
                "the same for eps <= 1; the source [6] has it for eps < 1",
            )),
        }),
        reading: None,
        recorded: Verdict::Corrected,
    },
    Entry {
        id: "TH-17",
        locus: "Definition 20 and proposition 21",
        statement: "Generalised randomised response with p = (e^eps - 1)/(e^eps + |X| - 1) is (eps, 0)-DP, tightly.",
        formula: "max P(M(X_0) = x)/P(M(X_1) = x) = e^eps",
        domain: "eps >= 0, X a finite set of two values or more",
        check: Check::Computed(Computation {
            evidence: Evidence::Family("E = e^eps with numerators up to 7, |X| from 2 to 6, all outcomes"),
            run: response_privacy,
            altered: "p = (e^eps - 1)/(e^eps + |X|)",
            correction: None,
        }),
        reading: Some("With a single value there are no neighbours, and nothing is said."),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-18",
        locus: "Definition 22, propositions 23 and 59",
        statement: "The exponential mechanism with weights e^(eps s/(2 Delta)) is (eps, 0)-DP.",
        formula: "delta(eps) = 0",
        domain: "eps >= 0, scores of sensitivity at most Delta > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "three candidates, scores 0, 1 and 2 that differ by at most Delta = 1, e^(eps/2) with numerators up \
                 to 4",
            ),
            run: exponential_privacy,
            altered: "weights e^(eps s/Delta)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "TH-19",
        locus: "Proposition 24",
        statement: "The score of what the exponential mechanism picks is rarely far below the best one.",
        formula: "P(s <= OPT - r) <= (|C|/|C*|) e^(-eps r/(2 Delta)) <= |C| e^(-eps r/(2 Delta)), \
                  where r = (2 Delta/eps)(ln(|C|/|C*|) + t)",
        domain: "eps >= 0, Delta > 0, C finite",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "up to three candidates with scores 0, 1, 2 and 3, e^(eps/(2 Delta)) with numerators up to 4 and 1, r \
                 in {0, 1/2, 1, ..., 3}",
            ),
            run: exponential_utility,
            altered: "without the factor |C|/|C*|",
            correction: Some(Correction::Domain {
                holds_for: "eps > 0",
                beyond: "at eps = 0 the quotient 2 Delta/eps has no value; all candidates are equally likely",
            }),
        }),
        reading: Some("Definition 22 allows eps = 0. The second bound follows from |C*| >= 1."),
        recorded: Verdict::Verified,
    },
];

fn laplace_variance(trial: &mut Trial) -> Result<(), CheckError> {
    let (x, b) = (Polynomial::x(), Polynomial::alpha());
    let double = &Polynomial::constant(2) * &b;
    let variance = &Polynomial::constant(trial.either(2, 1)) * &b.pow(2);
    // (x^2 + 2bx + v) - b (2x + 2b): b times the derivative, without the exponential.
    let primitive = &(&x.pow(2) + &(&double * &x)) + &variance;
    let derivative = &(&Polynomial::constant(2) * &x) + &double;
    trial.identical("b times the derivative is x^2", &(&primitive - &(&b * &derivative)), &x.pow(2))
}

fn laplace_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let points = [Polynomial::default(), Polynomial::x(), &Polynomial::x() + &Polynomial::alpha()];
    let distance = |i: usize, j: usize| match (points.get(i.max(j)), points.get(i.min(j))) {
        (Some(far), Some(near)) => far - near,
        _ => Polynomial::default(),
    };
    let (share, whole) = (Polynomial::constant(1), Polynomial::constant(trial.either(1, 2)));
    for (a, b, y) in triples(&[0usize, 1, 2], &[0, 1, 2], &[0, 1, 2]) {
        trial.at("places of a, b, y", format_args!("{a}, {b}, {y}"));
        let loss = &distance(b, y) - &distance(a, y);
        trial.never_negative("the sensitivity less the loss", &(&(&share * &distance(a, b)) - &(&whole * &loss)))?;
    }
    trial.clear_parameters();
    for e in exponentials(9) {
        let eps = e.ln();
        trial.at("eps", &eps);
        let mechanism = Mechanism::Step(Dominating::laplace(eps.clone())?);
        let delta = trial.ask(&mechanism, &Query::Delta { eps })?;
        trial.equal(("delta(eps)", delta), ("0", Real::zero()))?;
    }
    Ok(())
}

fn gaussian_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let mut every = vec![Real::one()];
    every.extend(inside_unit(4));
    let largest = trial.choose(10i64, 1, 1);
    every.extend((2..=largest).map(Real::from));
    let budgets: Vec<Real> = [1u64, 2, 10, 100, 1000].iter().map(|d| ratio(1, *d)).collect();
    for (delta, eps) in pairs(&budgets, &every) {
        trial.at("eps", &eps);
        trial.at("delta", &delta);
        let factor = trial.either(ratio(2, 1), ratio(1, 2));
        let sigma = (factor * (ratio(5, 4) / &delta).ln()).sqrt() / &eps;
        let mechanism = Mechanism::Step(Dominating::gaussian(&sigma)?);
        let truth = trial.ask(&mechanism, &Query::Delta { eps })?;
        trial.at_most(("delta(eps)", truth), ("delta", &delta))?;
    }
    Ok(())
}

fn response_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    for (size, e) in pairs(&[2u64, 3, 4, 5, 6], &exponentials(7)) {
        trial.at("E = e^eps", &e);
        trial.at("|X|", size);
        let values = Real::from(size);
        let kept = (&e - 1) / trial.either(&e + &values - 1, &e + &values);
        let rows = response(&kept, size);
        let mut largest = Real::one();
        for (x, y) in pairs(&rows, &rows) {
            for (p, q) in x.iter().zip(&y) {
                let quotient = p / q;
                if quotient.compare(&largest) == Some(Ordering::Greater) {
                    largest = quotient;
                }
            }
        }
        trial.equal(("the largest likelihood ratio", largest), ("E", &e))?;
    }
    Ok(())
}

fn exponential_privacy(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2];
    let scores = triples(&values, &values, &values);
    for ((first, second), root) in pairs(&pairs(&scores, &scores), &exponentials(4)) {
        let (first, second) = ([first.0, first.1, first.2], [second.0, second.1, second.2]);
        if first.iter().zip(second).any(|(x, y)| (x - y).abs() > 1) {
            continue;
        }
        trial.at("scores", format_args!("{first:?} and {second:?}"));
        trial.at("e^(eps/2)", &root);
        let base = trial.either(root.clone(), root.pow(2));
        let curve = Curve::of(&pair(&exponential(&base, &first), &exponential(&base, &second))?)?;
        trial.at_most(("delta(eps)", curve.delta(&root.pow(2))?), ("0", Real::zero()))?;
    }
    Ok(())
}

fn exponential_utility(trial: &mut Trial) -> Result<(), CheckError> {
    let values = [0i64, 1, 2, 3];
    let mut candidates: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..3 {
        let longer = candidates.iter().flat_map(|scores| values.map(|score| [scores.as_slice(), &[score]].concat()));
        candidates = candidates.iter().cloned().chain(longer).collect();
        candidates.sort_by_key(Vec::len);
        candidates.dedup();
    }
    candidates.retain(|scores| !scores.is_empty());
    for (base, scores) in pairs(&[vec![Real::one()], exponentials(4)].concat(), &candidates) {
        let best = scores.iter().max().copied().unwrap_or_default();
        let optimal = scores.iter().filter(|score| **score == best).count();
        let candidates = ratio(scores.len() as u64, optimal as u64);
        let law = exponential(&base, &scores);
        trial.at("scores", format_args!("{scores:?}"));
        trial.at("e^(eps/(2 Delta))", &base);
        trial.at("law", show(&law));
        if !trial.divides("eps", &base.ln()) {
            for mass in &law {
                trial.equal(("the probability of a candidate", mass), ("1/|C|", ratio(1, scores.len() as u64)))?;
            }
            continue;
        }
        for half in 0..=6i64 {
            let shortfall = ratio(half.unsigned_abs(), 2);
            trial.at("r", &shortfall);
            let short = law.iter().zip(&scores).filter(|(_, score)| 2 * (best - **score) >= half);
            let probability = short.fold(Real::zero(), |sum, (mass, _)| sum + mass);
            let decay = (&shortfall * base.ln()).exp();
            let bound = trial.either(&candidates / &decay, 1 / &decay);
            trial.at_most(("P(s <= OPT - r)", probability), ("the bound", bound))?;
        }
    }
    Ok(())
}
