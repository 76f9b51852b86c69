//! Section IV and appendix B: the limit of the composition.

use super::region::share_of_largest;
use crate::family::{
    distributions, exponentials, inside_unit, pair, pairs, ratio, show, triples, unit,
};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::Extended;
use dpcert::exact::polynomial::Polynomial;
use dpcert::pair::{FinitePair, ThreePoint};
use dpcert::tradeoff::Curve;

pub(super) const SECTION: Section = Section {
    file: "ghazi_issa/asymptotic.toml",
    text: include_str!("asymptotic.toml"),
    checks: &[
        ("GI-21", kl),
        ("GI-22", kappa_2),
        ("GI-23", kappa_3),
        ("GI-24", half_of_kappa_2),
        ("GI-26", smaller_parameter),
        ("GI-27", slow_example),
        ("GI-29", erasure),
        ("GI-59", kl_integrals),
    ],
};

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
        let third = pair
            .third_moment(&Real::zero())
            .ok_or_else(|| CheckError::Undecided("a sign".to_owned()))?;
        let formula = eta * e.ln().pow(trial.either(3, 2)) * (&e + 1) / (&e - 1);
        trial.equal(("kappa_3", finite(third)?), ("eta eps^3 (E+1)/(E-1)", formula))?;
    }
    Ok(())
}

fn half_of_kappa_2(trial: &mut Trial) -> Result<(), CheckError> {
    let parts = trial.either(1u64, 13);
    // With n = 2 + x: n! times the coefficient of eps^n in eps (E+1)/2 - (E-1) is n/2 - 1, in eps^2
    // (E-1) it is n (n-1) for n >= 3 and 0 for n = 2, where the first one is 0 as well. Those of
    // eps^0 and eps^1 are 0.
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
        trial.at_most(
            ("eps (E+1)/(2(E-1)) - 1", value),
            ("eps^2", eps.pow(2) / Real::from(parts)),
        )?;
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
    for ((p, d), root, mu) in triples(
        &[(1i64, 3i64), (1, 4), (2, 5)],
        &[1i64, 2, 3, 4],
        &[ratio(1, 1), ratio(1, 2), ratio(3, 1)],
    ) {
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
                let erased = |law: &[Real]| -> Vec<Real> {
                    law.iter().map(|mass| &kept * mass).chain([d.clone()]).collect()
                };
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
