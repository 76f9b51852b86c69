//! Section 3.3: composition of (eps, delta)-DP.

use super::family::{approximate, curves, same, show_curve, trade_off, undecided};
use super::limits::near_gaussian;
use crate::family::{exponentials, pairs, ratio, unit};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::exact::polynomial::Polynomial;
use dpcert::pair::FinitePair;
use dpcert::tradeoff::Curve;
use dpcert::{Mechanism, Query, Real};

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/approximate.toml",
    text: include_str!("approximate.toml"),
    checks: &[
        ("GDP-29", parts),
        ("GDP-30", delta_parts),
        ("GDP-31", uniform),
        ("GDP-32", scaling),
        ("GDP-34", smallest_eps),
        ("GDP-35", pointwise),
        ("GDP-36", constant),
        ("GDP-38", rate),
        ("GDP-39", binomial),
    ],
};

fn with_one(numerator: u64) -> Vec<Real> {
    [Real::one()].into_iter().chain(exponentials(numerator)).collect()
}

fn is_same(trial: &mut Trial, left: &Curve, right: &Curve) -> Result<(), CheckError> {
    let found = || format!("left is {}, right is {}", show_curve(left), show_curve(right));
    trial.holds(left.equals(right)?, "both sides are the same function", found)
}

/// Outcomes by their two masses.
type Outcomes = Vec<(Polynomial, Polynomial)>;

/// (delta, 0), (1 - delta, 1 - delta), (0, delta).
fn leak(delta: &Polynomial) -> Outcomes {
    let (rest, zero) = (&Polynomial::constant(1) - delta, Polynomial::default());
    vec![(delta.clone(), zero.clone()), (rest.clone(), rest), (zero, delta.clone())]
}

/// The product of two pairs: the mass of Q = 0, that of P = 0, and the other outcomes.
fn joint(first: &Outcomes, second: &Outcomes) -> (Polynomial, Polynomial, Outcomes) {
    let (mut p_alone, mut q_alone, mut rest) =
        (Polynomial::default(), Polynomial::default(), Vec::new());
    for (p, q) in first {
        for (other_p, other_q) in second {
            let (p, q) = (p * other_p, q * other_q);
            match (p.is_zero(), q.is_zero()) {
                (_, true) => p_alone = &p_alone + &p,
                (true, false) => q_alone = &q_alone + &q,
                (false, false) => rest.push((p, q)),
            }
        }
    }
    (p_alone, q_alone, rest)
}

/// The product has these masses where the other is 0, and these other outcomes.
fn is_product(
    trial: &mut Trial,
    factors: [&Outcomes; 2],
    alone: &Polynomial,
    others: &Outcomes,
) -> Result<(), CheckError> {
    let (p_alone, q_alone, rest) = joint(factors[0], factors[1]);
    trial.identical("the mass at infinite ratio", &p_alone, alone)?;
    trial.identical("the mass at ratio 0", &q_alone, alone)?;
    trial.holds(rest.len() == others.len(), "as many other outcomes", || {
        format!("there are {}", rest.len())
    })?;
    for ((p, q), (other_p, other_q)) in rest.iter().zip(others) {
        trial.identical("a mass under P", p, other_p)?;
        trial.identical("a mass under Q", q, other_q)?;
    }
    Ok(())
}

fn parts(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, e, delta) = (Polynomial::constant(1), Polynomial::x(), Polynomial::delta());
    let rest = &one - &delta;
    let pure = vec![(e.clone(), one.clone()), (one.clone(), e.clone())];
    let part = trial.either(delta.clone(), &(&Polynomial::constant(2) * &delta) - &delta.pow(2));
    let others = vec![(&rest * &e, rest.clone()), (rest.clone(), &rest * &e)];
    is_product(trial, [&pure, &leak(&part)], &(&delta * &(&one + &e)), &others)?;
    for (e, delta) in pairs(&with_one(6), &unit(6)) {
        trial.at("e^eps", &e);
        trial.at("delta", &delta);
        let part = trial.either(delta.clone(), 2 * &delta - delta.pow(2));
        let product = approximate(&e, &Real::zero())?.tensor(&approximate(&Real::one(), &part)?)?;
        is_same(trial, &approximate(&e, &delta)?, &product)?;
    }
    Ok(())
}

fn delta_parts(trial: &mut Trial) -> Result<(), CheckError> {
    let (one, x, y) = (Polynomial::constant(1), Polynomial::alpha(), Polynomial::delta());
    let rest = &(&one - &x) * &(&one - &y);
    let alone = trial.either(&one - &rest, &x + &y);
    is_product(trial, [&leak(&x), &leak(&y)], &alone, &vec![(rest.clone(), rest)])?;
    let of = |delta: &Real| approximate(&Real::one(), delta);
    for (x, y) in pairs(&unit(6), &unit(6)) {
        trial.clear_parameters();
        trial.at("delta1", &x);
        trial.at("delta2", &y);
        let sum = if (&x + &y).compare(&Real::one()).is_some_and(|o| o.is_gt()) {
            Real::one()
        } else {
            &x + &y
        };
        let both = trial.either(1 - (1 - &x) * (1 - &y), sum);
        let product = of(&x)?.tensor(&of(&y)?)?;
        is_same(trial, &product, &of(&both)?)?;
        for z in [ratio(1, 2), ratio(1, 3)] {
            trial.at("delta3", &z);
            is_same(trial, &product.tensor(&of(&z)?)?, &of(&(1 - (1 - &both) * (1 - &z)))?)?;
        }
    }
    Ok(())
}

fn uniform(trial: &mut Trial) -> Result<(), CheckError> {
    for delta in unit(8) {
        trial.at("delta", &delta);
        let shift = trial.either(delta.clone(), 2 * &delta);
        let overlap = 1 - &shift;
        let overlap =
            if overlap.sign().is_some_and(|o| o.is_lt()) { Real::zero() } else { overlap };
        let law = trade_off(
            &[1 - &overlap, overlap.clone(), Real::zero()],
            &[Real::zero(), overlap.clone(), 1 - &overlap],
        )?;
        is_same(trial, &approximate(&Real::one(), &delta)?, &law)?;
    }
    Ok(())
}

fn scaling(trial: &mut Trial) -> Result<(), CheckError> {
    for (f, delta) in pairs(&curves()?, &unit(4)) {
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.at("delta", &delta);
        let product = f.tensor(&approximate(&Real::one(), &delta)?)?;
        let rest = 1 - &delta;
        if !trial.divides("1 - delta", &rest) {
            trial.holds(
                product.equals(&approximate(&Real::one(), &delta)?)?,
                "the product is 0",
                || show_curve(&product),
            )?;
            continue;
        }
        let is_stretched = trial.either(true, false);
        let formula = |alpha: &Real| -> Result<Real, CheckError> {
            if alpha.compare(&rest).ok_or_else(|| undecided("an order"))?.is_gt() {
                return Ok(Real::zero());
            }
            let level = if is_stretched { alpha / &rest } else { alpha.clone() };
            Ok(&rest * f.value(&level)?)
        };
        same(trial, ("f (x) f_{0,delta}", &product), ("formula", formula))?;
        if f.is_symmetric()? {
            trial.holds(product.is_symmetric()?, "the product is symmetric", || {
                show_curve(&product)
            })?;
        }
    }
    Ok(())
}

fn smallest_eps(trial: &mut Trial) -> Result<(), CheckError> {
    let count = trial.either(10, 9);
    let composed = Mechanism::parse("randomized-response(eps=1/sqrt(10))")?.repeat(count);
    let eps = trial.ask(&composed, &Query::Eps { delta: ratio(1, 1000) })?;
    trial.rounds_to("the least eps", eps, "2.89")
}

/// `T(B(n, p), B(n, q))` for p = 1/(1+E) and q = E/(1+E), or another q.
fn binomials(n: i64, eps: &Real, q: &Real) -> Result<Curve, CheckError> {
    let e = eps.exp();
    let p = 1 / (1 + &e);
    let mut coefficient = Real::one();
    let mut outcomes = Vec::new();
    for k in 0..=n {
        let mass = |success: &Real| &coefficient * success.pow(k) * (1 - success).pow(n - k);
        let is_plain = *q == &e / (1 + &e);
        let loss = is_plain.then(|| (2 * k - n) * eps);
        outcomes.push((mass(q), mass(&p), loss));
        coefficient = coefficient * (n - k) / (k + 1);
    }
    let pair =
        FinitePair::from_outcomes(outcomes).ok_or_else(|| undecided("the sign of a mass"))?;
    Ok(Curve::of(&pair)?)
}

fn composed(n: i64) -> Result<Curve, CheckError> {
    let eps = 1 / Real::from(n).sqrt();
    binomials(n, &eps, &(eps.exp() / (1 + eps.exp())))
}

fn pointwise(trial: &mut Trial) -> Result<(), CheckError> {
    let height = trial.either(ratio(13, 1000), ratio(12, 1000));
    let strictly = |trial: &mut Trial, left: (&str, _), right: (&str, _)| trial.less(left, right);
    near_gaussian(trial, &composed(10)?, &Real::one(), &Real::zero(), &height, strictly)
}

fn constant(trial: &mut Trial) -> Result<(), CheckError> {
    for n in [1, 2, 5, 10, 20] {
        for c in trial.either(vec![ratio(1, 10), ratio(1, 20)], vec![ratio(1, 50)]) {
            trial.at("n", n);
            trial.at("c", &c);
            let shift = c / n;
            near_gaussian(trial, &composed(n)?, &Real::one(), &shift, &shift, |trial, x, y| {
                trial.at_most(x, y)
            })?;
        }
    }
    Ok(())
}

fn rate(trial: &mut Trial) -> Result<(), CheckError> {
    let n = Real::from(trial.either(50i64, 40));
    trial.rounds_to("1/sqrt(n)", 1 / n.sqrt(), "0.14")
}

fn binomial(trial: &mut Trial) -> Result<(), CheckError> {
    for e in with_one(5) {
        let step = approximate(&e, &Real::zero())?;
        let mut power = Curve::identity();
        for n in 1..=6 {
            power = power.tensor(&step)?;
            trial.at("e^eps", &e);
            trial.at("n", n);
            let q = trial.either(&e / (1 + &e), (1 + &e) / (2 + &e));
            is_same(trial, &power, &binomials(n, &e.ln(), &q)?)?;
        }
    }
    Ok(())
}
