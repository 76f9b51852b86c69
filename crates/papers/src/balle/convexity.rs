//! Section 3: advanced joint convexity, Theorem 2.

use super::divergence::{alphas, mixture};
use crate::family::{distributions, inside_unit, larger, largest_difference, pairs, show, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "balle/convexity.toml",
    text: include_str!("convexity.toml"),
    checks: &[
        ("BA-09", advanced_joint_convexity),
        ("BA-10", two_divergences),
        ("BA-38", logarithms),
        ("BA-43", at_every_outcome),
        ("BA-44", direct_convexity),
        ("BA-45", weight_of_the_rest),
    ],
};

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
        let (mu, nu) =
            (mixture(&rest, &self.common, &self.first), mixture(&rest, &self.common, &self.second));
        largest_difference(&mu, &nu, &self.outer)
    }

    /// `D_alpha(mu_1 || mu_0)` and `D_alpha(mu_1 || mu_1')`.
    fn parts(&self, alpha: &Real) -> (Real, Real) {
        (
            largest_difference(&self.first, &self.common, alpha),
            largest_difference(&self.first, &self.second, alpha),
        )
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
    for ((common, first, second), (gamma, outer)) in
        family([vec![Real::one()], inside_unit(3)].concat())
    {
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
            let divergence = Mixtures {
                common,
                first,
                second,
                inner: outer.clone(),
                beta: Real::one(),
                gamma,
                outer,
            }
            .divergence();
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
        let sides = (
            ("gamma delta(alpha)", profile(&case.inner)),
            ("gamma delta(alpha')", profile(&case.outer)),
        );
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
    trial.identical(
        "the coefficient of mu_0",
        &(&common - &(&outer * &common)),
        &(&both - &inner),
    )?;
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
        trial.holds(
            is_equal == is_disjoint,
            "c = TV exactly if the supports are disjoint",
            || format!("TV = {tv}"),
        )?;
    }
    Ok(())
}
