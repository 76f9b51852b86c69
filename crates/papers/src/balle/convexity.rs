//! Section 3: advanced joint convexity, Theorem 2.

use super::divergence::{alphas, mixture};
use crate::entry::{Check, Computation, Correction, Entry, Evidence};
use crate::family::{distributions, inside_unit, larger, largest_difference, pairs, show, triples};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use std::cmp::Ordering;

/// The mixtures that convexity is checked with.
const MIXTURES: Evidence = Evidence::Family(
    "all mu_0, mu_1, mu_1' on two outcomes with denominators up to 3 and on three with denominators up to 2, gamma with \
     denominators up to 3, alpha' = 1, 2, 3, 3/2; all divergences by all events",
);

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "BA-09",
        locus: "Theorem 2, equation (6)",
        statement: "Advanced joint convexity: the divergence of two mixtures with a common part is one of the other \
                    parts, at a larger alpha.",
        formula: "D_alpha'(mu || mu') = gamma D_alpha(mu_1 || (1-beta) mu_0 + beta mu_1') with alpha = 1 + \
                  (alpha'-1)/gamma, beta = alpha'/alpha",
        domain: "mu = (1-gamma) mu_0 + gamma mu_1, mu' = (1-gamma) mu_0 + gamma mu_1' for some gamma; alpha' >= 1",
        check: Check::Computed(Computation {
            evidence: MIXTURES,
            run: advanced_joint_convexity,
            altered: "D_alpha(mu_1 || mu_1') on the right",
            correction: Some(Correction::Domain {
                holds_for: "0 < gamma <= 1",
                beyond: "at gamma = 0 the two laws are the same, and the divergence is 0",
            }),
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-10",
        locus: "Equation (4), the text after Theorem 2",
        statement: "Joint convexity of the right-hand side of Theorem 2 gives a bound by two divergences.",
        formula: "D_alpha'(mu || mu') <= (1-beta) gamma D_alpha(mu_1 || mu_0) + beta gamma D_alpha(mu_1 || mu_1')",
        domain: "the mixtures of Theorem 2, gamma > 0",
        check: Check::Computed(Computation {
            evidence: MIXTURES,
            run: two_divergences,
            altered: "beta and 1 - beta exchanged",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-38",
        locus: "Equation (4), the text after Theorem 2",
        statement: "The relation of alpha and alpha' in Theorem 2 is the known one between eps and eps', and beta is \
                    in [0, 1].",
        formula: "alpha = 1 + (alpha'-1)/gamma => alpha' = 1 + gamma (alpha-1), 0 <= alpha'/alpha <= 1",
        domain: "0 < gamma <= 1, alpha' >= 1; alpha = e^eps, alpha' = e^eps'",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "gamma = 1/(1+x), alpha' = 1 + alpha: an identity, and differences without negative coefficients",
            ),
            run: logarithms,
            altered: "1 + gamma alpha in place of 1 + gamma (alpha-1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "BA-43",
        locus: "Appendix A, proof of Theorem 2",
        statement: "The two sides of advanced joint convexity agree at every outcome.",
        formula: "mu - alpha' mu' = gamma (mu_1 - alpha ((1-beta) mu_0 + beta mu_1')) at every z",
        domain: "gamma > 0, alpha' >= 1",
        check: Check::Computed(Computation {
            evidence: Evidence::Identity(
                "x is gamma, alpha is alpha': the coefficients of mu_0, mu_1 and mu_1' on both sides, with gamma alpha \
                 = gamma + alpha' - 1 and alpha beta = alpha' put in",
            ),
            run: at_every_outcome,
            altered: "alpha = 1 + alpha'/gamma in place of 1 + (alpha'-1)/gamma",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "BA-44",
        locus: "The text after Theorem 2, the last sentence",
        statement: "Joint convexity applied directly gives a weaker bound than advanced joint convexity.",
        formula: "gamma delta(alpha') >= gamma delta(alpha), delta(a) = max(D_a(mu_1 || mu_0), D_a(mu_1 || mu_1'))",
        domain: "the mixtures of Theorem 2, gamma > 0",
        check: Check::Computed(Computation {
            evidence: MIXTURES,
            run: direct_convexity,
            altered: "gamma delta(alpha') <= gamma delta(alpha)",
            correction: None,
        }),
        reading: Some(
            "The bounds are compared as they are used, by one profile for both divergences: amplification of delta, \
             and not of eps. For a single pair of laws either of the two bounds of the mixtures can be the smaller \
             one.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "BA-45",
        locus: "Section 3, the mixtures of the maximal coupling",
        statement: "In a decomposition with a common part, the weight of the rest is at least the total variation \
                    distance, and is equal to it exactly if the two rests have disjoint supports.",
        formula: "omega = (1-c) omega_0 + c omega_1, omega' = (1-c) omega_0 + c omega_1' => c >= TV(omega, omega')",
        domain: "c in (0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all omega_0, omega_1, omega_1' on two outcomes with denominators up to 4, c with denominators up to \
                 4; the distance by all events",
            ),
            run: weight_of_the_rest,
            altered: "c >= 2 TV",
            correction: None,
        }),
        reading: Some("The text says: gamma is the smallest probability such that this condition holds."),
        recorded: Verdict::Verified,
    },
];

/// The laws and numbers of Theorem 2.
struct Mixtures {
    common: Vec<Real>,
    first: Vec<Real>,
    second: Vec<Real>,
    gamma: Real,
    inner: Real,
    outer: Real,
    beta: Real,
}

impl Mixtures {
    /// `D_alpha'(mu || mu')`.
    fn divergence(&self) -> Real {
        let rest = 1 - &self.gamma;
        let (mu, nu) = (mixture(&rest, &self.common, &self.first), mixture(&rest, &self.common, &self.second));
        largest_difference(&mu, &nu, &self.outer)
    }

    /// `D_alpha(mu_1 || mu_0)` and `D_alpha(mu_1 || mu_1')`.
    fn parts(&self, alpha: &Real) -> (Real, Real) {
        (largest_difference(&self.first, &self.common, alpha), largest_difference(&self.first, &self.second, alpha))
    }
}

/// The laws `mu_0`, `mu_1` and `mu_1'`.
type Laws = (Vec<Real>, Vec<Real>, Vec<Real>);

/// All cases with these weights: the laws, gamma and alpha'.
fn family(weights: Vec<Real>) -> Vec<(Laws, (Real, Real))> {
    let parameters = pairs(&weights, &alphas());
    let of = |outcomes: usize, denominator: u64| {
        let laws = distributions(outcomes, denominator);
        pairs(&triples(&laws, &laws, &laws), &parameters)
    };
    [of(2, 3), of(3, 2)].concat()
}

/// Every case of the family in turn, those with gamma > 0.
fn for_mixtures(
    trial: &mut Trial,
    mut check: impl FnMut(&mut Trial, &Mixtures) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    for ((common, first, second), (gamma, outer)) in family([vec![Real::one()], inside_unit(3)].concat()) {
        trial.at("mu_0", show(&common));
        trial.at("mu_1", show(&first));
        trial.at("mu_1'", show(&second));
        trial.at("gamma", &gamma);
        trial.at("alpha'", &outer);
        let inner = 1 + (&outer - 1) / &gamma;
        let beta = &outer / &inner;
        check(trial, &Mixtures { common, first, second, gamma, inner, outer, beta })?;
    }
    Ok(())
}

fn advanced_joint_convexity(trial: &mut Trial) -> Result<(), CheckError> {
    for ((common, first, second), (gamma, outer)) in family(vec![Real::zero()]) {
        trial.at("gamma", &gamma);
        if !trial.divides("the denominator gamma", &gamma) {
            let divergence =
                Mixtures { common, first, second, inner: outer.clone(), beta: Real::one(), gamma, outer }.divergence();
            trial.equal(("D_alpha'(mu || mu')", divergence), ("0", 0))?;
        }
    }
    for_mixtures(trial, |trial, case| {
        let law = mixture(&(1 - &case.beta), &case.common, &case.second);
        let law = trial.either(&law, &case.second);
        let right = &case.gamma * largest_difference(&case.first, law, &case.inner);
        trial.equal(("D_alpha'(mu || mu')", case.divergence()), ("the right side", right))
    })
}

fn two_divergences(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, case| {
        let (from_common, from_second) = case.parts(&case.inner);
        let beta = trial.either(case.beta.clone(), 1 - &case.beta);
        let bound = &case.gamma * ((1 - &beta) * from_common + beta * from_second);
        trial.at_most(("D_alpha'(mu || mu')", case.divergence()), ("the bound", bound))
    })
}

fn direct_convexity(trial: &mut Trial) -> Result<(), CheckError> {
    for_mixtures(trial, |trial, case| {
        let profile = |alpha: &Real| {
            let (x, y) = case.parts(alpha);
            &case.gamma * larger(x, y)
        };
        let sides = (("gamma delta(alpha)", profile(&case.inner)), ("gamma delta(alpha')", profile(&case.outer)));
        let (low, high) = trial.either(sides.clone(), (sides.1, sides.0));
        trial.at_most(low, high)
    })
}

fn logarithms(trial: &mut Trial) -> Result<(), CheckError> {
    // gamma = 1/(1+x), so that 1/gamma = 1 + x; alpha' = 1 + a.
    let (one, a) = (Polynomial::constant(1), Polynomial::alpha());
    let stretch = &one + &Polynomial::x();
    let outer = &one + &a;
    let inner = &one + &(&a * &stretch);
    // alpha'/gamma = 1/gamma + (alpha - 1).
    let right = &stretch + &trial.either(&inner - &one, inner.clone());
    trial.identical("alpha' = 1 + gamma (alpha-1), over gamma", &(&outer * &stretch), &right)?;
    trial.never_negative("alpha - alpha'", &(&inner - &outer))?;
    trial.never_negative("alpha'", &outer)
}

fn at_every_outcome(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, gamma, outer) = (Polynomial::constant(1), Polynomial::x(), Polynomial::alpha());
    // gamma alpha, and gamma alpha beta = gamma alpha'.
    let inner = &gamma + &trial.either(&outer - &one, outer.clone());
    let both = &gamma * &outer;
    let common = &one - &gamma;
    trial.identical("the coefficient of mu_0", &(&common - &(&outer * &common)), &(&both - &inner))?;
    trial.identical("the coefficient of mu_1'", &(&outer * &gamma), &both)
}

fn weight_of_the_rest(trial: &mut Trial) -> Result<(), CheckError> {
    let laws = distributions(2, 4);
    for ((common, first, second), c) in
        pairs(&triples(&laws, &laws, &laws), &[vec![Real::one()], inside_unit(4)].concat())
    {
        trial.at("omega_0", show(&common));
        trial.at("omega_1", show(&first));
        trial.at("omega_1'", show(&second));
        trial.at("c", &c);
        let rest = 1 - &c;
        let (one, other) = (mixture(&rest, &common, &first), mixture(&rest, &common, &second));
        let tv = largest_difference(&one, &other, &Real::one());
        trial.at_most((trial.either("TV", "2 TV"), trial.either(1i64, 2) * &tv), ("c", &c))?;
        let is_disjoint = first.iter().zip(&second).all(|(x, y)| x.is_zero() || y.is_zero());
        let is_equal = tv.compare(&c) == Some(Ordering::Equal);
        trial.holds(is_equal == is_disjoint, "c = TV exactly if the supports are disjoint", || format!("TV = {tv}"))?;
    }
    Ok(())
}
