//! Section IV and appendix B: the limit of the composition.

use super::region::share_of_largest;
use crate::entry::{Check, Computation, Correction, Entry, Evidence, Severity};
use crate::family::{distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples, unit};
use crate::trial::{CheckError, Trial};
use crate::verdict::Verdict;
use dpcert::exact::Extended;
use dpcert::exact::polynomial::Polynomial;
use dpcert::exact::real::Real;
use dpcert::pair::{FinitePair, ThreePoint};
use dpcert::tradeoff::Curve;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "GI-21",
        locus: "Appendix B, equation (72), its result",
        statement: "The functional kl of the region of eps-DP and eta-TV.",
        formula: "kl(f_{eps,0,eta}) = eps eta",
        domain: "eps > 0, 0 <= eta <= (E-1)/(E+1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E with numerators up to 5, eta = r (E-1)/(E+1) with r in (0, 1], denominators up to 4; exact",
            ),
            run: kl,
            altered: "2 eps eta",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-22",
        locus: "Equation (73)",
        statement: "The functional kappa_2 of the region of eps-DP and eta-TV.",
        formula: "kappa_2 = eta eps^2 (E+1)/(E-1)",
        domain: "eps > 0, 0 <= eta <= (E-1)/(E+1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E with numerators up to 5, eta = r (E-1)/(E+1) with r in (0, 1], denominators up to 4; exact",
            ),
            run: kappa_2,
            altered: "without the factor (E+1)/(E-1)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-23",
        locus: "Equation (74)",
        statement: "The functional kappa_3 of the region of eps-DP and eta-TV.",
        formula: "kappa_3 = eta eps^3 (E+1)/(E-1)",
        domain: "eps > 0, 0 <= eta <= (E-1)/(E+1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E with numerators up to 5, eta = r (E-1)/(E+1) with r in (0, 1], denominators up to 4; exact",
            ),
            run: kappa_3,
            altered: "eps^2 in place of eps^3",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-24",
        locus: "Appendix B, the inequality before (77)",
        statement: "Half of kappa_2 is near kl.",
        formula: "|eps (E+1)/(2(E-1)) - 1| <= eps^2",
        domain: "eps > 0",
        check: Check::Computed(Computation {
            evidence: Evidence::Decision(
                "times E-1 both sides are power series in eps; the coefficients of eps^n are compared for all n >= 2 at \
                 once, as polynomials in n - 2 over n!. Besides: eps = 1/100, 1/10, 1, 3, 10",
            ),
            run: half_of_kappa_2,
            altered: "eps^2/13 in place of eps^2; eps^2/12 would do",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Proved,
    },
    Entry {
        id: "GI-25",
        locus: "Theorem 3",
        statement: "The composition of eps_ni-DP and eta_ni-TV mechanisms tends to a Gaussian one if the sum of eps_ni eta_ni \
                    tends to mu^2/2 and the largest eps_ni to 0.",
        formula: "sum eps_ni eta_ni -> mu^2/2 and max eps_ni -> 0 => f_n -> G_mu uniformly",
        domain: "mu >= 0",
        check: Check::Cited {
            reason: "a limit: no finite number of compositions decides it. What its proof computes are GI-21 to GI-24; for \
                     mu = 0 the theorem it rests on needs s > 0 and has to be replaced by Pinsker's inequality",
        },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "GI-26",
        locus: "Section IV, after Theorem 3",
        statement: "Where eta is eps/c_0 in place of eps/2, the parameter of the limit shrinks by sqrt(2/c_0).",
        formula: "sum eps^2 = mu^2 and eta = eps/c_0: sum eps eta = mu'^2/2 with mu' = mu sqrt(2/c_0)",
        domain: "c_0 > 2",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "mu = 1/2, 1, 3 and c_0 = 3, 4, 5/2, 8; the relation between the parameters, exactly",
            ),
            run: smaller_parameter,
            altered: "sqrt(1/c_0) in place of sqrt(2/c_0)",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-27",
        locus: "Section IV, after Theorem 3",
        statement: "An example in which eps decays more slowly than 1/sqrt(n): the sum is mu^2/2 for every n.",
        formula: "eps_ni = mu/n^c, eta_ni = mu/(2 n^(1-c)): sum eps_ni eta_ni = mu^2/2",
        domain: "0 < c < 1/2",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "c = 1/3, 1/4, 2/5 at the n for which n^c is rational, n up to 1024; mu = 1/2, 1, 3",
            ),
            run: slow_example,
            altered: "eta_ni = mu/n^(1-c)",
            correction: None,
        }),
        reading: Some(
            "The largest eps_ni tends to 0 as n^-c does. For small n the eta of the example is above (E-1)/(E+1) and says \
             nothing: at n = 1 it is mu/2.",
        ),
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-28",
        locus: "Section IV, after Theorem 3",
        statement: "For small eps the largest total variation of eps-DP is about eps/2.",
        formula: "(E-1)/(E+1) is about eps/2",
        domain: "small eps",
        check: Check::Cited { reason: "an approximation without an error bound" },
        reading: None,
        recorded: Verdict::Cited,
    },
    Entry {
        id: "GI-29",
        locus: "Section IV, after Theorem 3",
        statement: "An erasure channel after a mechanism scales its total variation.",
        formula: "TV(erasure_d after M) = (1-d) TV(M)",
        domain: "erasure probability d in [0, 1]",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "all pairs of distributions on two or three outcomes with denominators up to 4, d with denominators up \
                 to 3; the erased output as an outcome of its own",
            ),
            run: erasure,
            altered: "(1-d)^2 in place of 1-d",
            correction: None,
        }),
        reading: None,
        recorded: Verdict::Verified,
    },
    Entry {
        id: "GI-59",
        locus: "Appendix B, equation (72), the integrals",
        statement: "The functional kl as two integrals over the flat and the steep edge.",
        formula: "kl = -(int_0^{eta/(E-1)} eps dt + int_{1-eta E/(E+1)}^1 (-eps) dt) = eps eta",
        domain: "eps > 0, 0 < eta <= (E-1)/(E+1)",
        check: Check::Computed(Computation {
            evidence: Evidence::Family(
                "E with numerators up to 5, eta = r (E-1)/(E+1) with r in (0, 1], denominators up to 4",
            ),
            run: kl_integrals,
            altered: "the last edge from 1 - eta/(E-1)",
            correction: Some(Correction::Statement(
                Severity::Misprint,
                "the last edge begins at 1 - eta E/(E-1), as in Figure 2 and appendix F2",
            )),
        }),
        reading: Some("The first limit of the same display, and appendix F2, have E-1."),
        recorded: Verdict::Corrected,
    },
];

/// E and eta, with the pair of eps-DP and eta-TV.
fn regions() -> Vec<(Real, Real, FinitePair)> {
    let shares = [vec![Real::one()], inside_unit(4)].concat();
    let of = |(e, r): (Real, Real)| {
        let eta = share_of_largest(&e, &r);
        let pair = ThreePoint { eps: e.ln(), delta: Real::zero(), alpha: 1 - r };
        (e, eta, pair.to_finite())
    };
    pairs(&exponentials(5), &shares).into_iter().map(of).collect()
}

fn finite(functional: Extended) -> Result<Real, CheckError> {
    match functional {
        Extended::Finite(x) => Ok(x),
        Extended::Infinite(why) => Err(CheckError::Wrong(format!("infinite: {why}"))),
    }
}

fn kl(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, eta, pair) in regions() {
        trial.at("eps", e.ln());
        trial.at("eta", &eta);
        let formula = trial.either(1i64, 2) * e.ln() * eta;
        trial.equal(("kl", finite(pair.kl_reverse())?), ("eps eta", formula))?;
    }
    Ok(())
}

fn kappa_2(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, eta, pair) in regions() {
        trial.at("eps", e.ln());
        trial.at("eta", &eta);
        let factor = trial.either((&e + 1) / (&e - 1), Real::one());
        let formula = eta * e.ln().pow(2) * factor;
        trial.equal(("kappa_2", finite(pair.kappa2())?), ("eta eps^2 (E+1)/(E-1)", formula))?;
    }
    Ok(())
}

fn kappa_3(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, eta, pair) in regions() {
        trial.at("eps", e.ln());
        trial.at("eta", &eta);
        let third = pair.third_moment(&Real::zero()).ok_or_else(|| CheckError::Undecided("a sign".to_owned()))?;
        let formula = eta * e.ln().pow(trial.either(3, 2)) * (&e + 1) / (&e - 1);
        trial.equal(("kappa_3", finite(third)?), ("eta eps^3 (E+1)/(E-1)", formula))?;
    }
    Ok(())
}

fn half_of_kappa_2(trial: &mut Trial) -> Result<(), CheckError> {
    let parts = trial.either(1u64, 13);
    // With n = 2 + x: n! times the coefficient of eps^n in eps (E+1)/2 - (E-1) is n/2 - 1, in eps^2 (E-1) it is
    // n (n-1) for n >= 3 and 0 for n = 2, where the first one is 0 as well. Those of eps^0 and eps^1 are 0.
    let (x, constant) = (Polynomial::x(), Polynomial::constant);
    trial.never_negative("twice the coefficients of the left side", &x)?;
    let n = &x + &constant(2);
    let right = &constant(2) * &(&n * &(&n - &constant(1)));
    let left = &Polynomial::constant(parts) * &x;
    trial.never_negative("twice the coefficients of the difference", &(&right - &left))?;
    for eps in [ratio(1, 100), ratio(1, 10), ratio(1, 1), ratio(3, 1), ratio(10, 1)] {
        trial.at("eps", &eps);
        let e = eps.exp();
        let value = &eps * (&e + 1) / (2 * (&e - 1)) - 1;
        trial.at_most(("0", 0), ("eps (E+1)/(2(E-1)) - 1", &value))?;
        trial.at_most(("eps (E+1)/(2(E-1)) - 1", value), ("eps^2", eps.pow(2) / Real::from(parts)))?;
    }
    Ok(())
}

fn smaller_parameter(trial: &mut Trial) -> Result<(), CheckError> {
    let constants = [ratio(3, 1), ratio(4, 1), ratio(5, 2), ratio(8, 1)];
    for (mu, c) in pairs(&[ratio(1, 2), ratio(1, 1), ratio(3, 1)], &constants) {
        trial.at("mu", &mu);
        trial.at("c_0", &c);
        let smaller = &mu * (trial.either(2i64, 1) / &c).sqrt();
        trial.equal(("sum eps eta", mu.pow(2) / &c), ("mu'^2/2", smaller.pow(2) / 2))?;
    }
    Ok(())
}

fn slow_example(trial: &mut Trial) -> Result<(), CheckError> {
    // n = root^d, c = p/d.
    for ((p, d), root, mu) in
        triples(&[(1i64, 3i64), (1, 4), (2, 5)], &[1i64, 2, 3, 4], &[ratio(1, 1), ratio(1, 2), ratio(3, 1)])
    {
        let (n, root) = (Real::from(root).pow(d), Real::from(root));
        trial.at("n", &n);
        trial.at("c", format_args!("{p}/{d}"));
        trial.at("mu", &mu);
        let eps = &mu / root.pow(p);
        let eta = &mu / (trial.either(2i64, 1) * root.pow(d - p));
        trial.equal(("the sum", n * eps * eta), ("mu^2/2", mu.pow(2) / 2))?;
    }
    Ok(())
}

fn erasure(trial: &mut Trial) -> Result<(), CheckError> {
    for outcomes in [2, 3] {
        let laws = distributions(outcomes, 4);
        for (p, q) in pairs(&laws, &laws) {
            let curve = Curve::of(&pair(&p, &q)?)?;
            trial.at("P", show(&p));
            trial.at("Q", show(&q));
            for d in unit(3) {
                trial.at("d", &d);
                let kept = 1 - &d;
                let erased =
                    |law: &[Real]| -> Vec<Real> { law.iter().map(|mass| &kept * mass).chain([d.clone()]).collect() };
                let tv = Curve::of(&pair(&erased(&p), &erased(&q))?)?.delta(&Real::one())?;
                let formula = kept.pow(trial.either(1, 2)) * curve.delta(&Real::one())?;
                trial.equal(("TV of the erased output", tv), ("(1-d) TV", formula))?;
            }
        }
    }
    Ok(())
}

fn kl_integrals(trial: &mut Trial) -> Result<(), CheckError> {
    for (e, eta, _) in regions() {
        trial.at("eps", e.ln());
        trial.at("eta", &eta);
        let first = &eta / (&e - 1);
        // The length of the last edge.
        let last = trial.choose(&eta * &e / (&e + 1), &eta * &e / (&e - 1), first.clone());
        let integrals = e.ln() * (last - first);
        trial.equal(("the integrals", integrals), ("eps eta", e.ln() * eta))?;
    }
    Ok(())
}
