//! The normal approximation of a composition, as a certified inequality.

use super::conclusion::{
    Conclusion, Conclusions, largest_tv, power, require_at_least, require_probability, total,
    total_of_formulas,
};
use crate::exact::real::Real;
use crate::exact::show;
use crate::formula::{Formula, Functionals};
use crate::mechanism::{
    DomainError, Dominating, Mechanism, Sampled, Sampler, require_eps_delta, require_within,
};
use crate::pair::{Atom, FinitePair, ThreePoint};
use crate::refusal::Refusal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The functionals of a symmetric trade-off function (Dong, Roth & Su, section 3.2): moments of the
/// loss between two neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// `kl`: minus the mean of the loss under Q.
    pub kl: Formula,
    /// `kappa_2`: its second moment.
    pub kappa2: Formula,
    /// `kappa_3-bar`: the third absolute central moment.
    pub kappa3_bar: Formula,
}

/// A step: (eps, delta)-DP and eta-TV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TvStep {
    /// eps >= 0.
    pub eps: Real,
    /// delta in [0, 1].
    pub delta: Real,
    /// The total variation eta in `[delta, delta + (1-delta)(E-1)/(E+1)]`, `E = e^eps`.
    pub eta: Real,
}

impl TvStep {
    /// (eps, delta)-DP, with the largest total variation that this allows.
    pub fn without_tv(eps: Real, delta: Real) -> TvStep {
        let eta = &delta + (1 - &delta) * largest_tv(&eps);
        TvStep { eps, delta, eta }
    }

    fn check(&self) -> Result<(), DomainError> {
        require_eps_delta(&self.eps, &self.delta)?;
        let largest = TvStep::without_tv(self.eps.clone(), self.delta.clone()).eta;
        require_within("eta", &self.eta, &self.delta, Some(&largest))
    }

    /// The moments of the part without delta: `f_{eps,delta,eta}` is that part tensored with
    /// `f_{0,delta}`.
    ///
    /// With `h = (eta-delta)/(1-delta)` its loss is eps on a set of Q-mass `h/(E-1)`, -eps on
    /// `h E/(E-1)`, and 0 on the rest, so `kl = eps h` and `kappa_2 = eps^2 h (E+1)/(E-1)`.
    ///
    /// Source: Ghazi & Issa, equations 72 and 73 (delta = 0); kappa_3-bar is derived.
    pub fn moments(&self) -> Moments {
        if self.eps.is_zero() || self.delta.is_one() {
            return Moments {
                kl: Formula::zero(),
                kappa2: Formula::zero(),
                kappa3_bar: Formula::zero(),
            };
        }
        let e = self.eps.exp();
        let h = (&self.eta - &self.delta) / (1 - &self.delta);
        let up = &h / (&e - 1);
        let down = &up * &e;
        let kl = &self.eps * &h;
        let kappa2 = self.eps.pow(2) * (&up + &down);
        // |loss| <= eps and kl <= eps: no absolute value is left.
        let cube = |x: Real, mass: &Real| x.pow(3) * mass;
        let kappa3_bar = total([
            cube(&self.eps + &kl, &up),
            cube(&self.eps - &kl, &down),
            cube(kl.clone(), &(1 - &up - &down)),
        ]);
        Moments { kl: kl.into(), kappa2: kappa2.into(), kappa3_bar: kappa3_bar.into() }
    }
}

/// `mu` and `gamma` of the approximation.
pub(super) struct Approximation {
    pub(super) mu: Formula,
    pub(super) gamma: Formula,
}

/// Sums the moments of independent steps.
///
/// `None` where the loss has no variance: the steps reveal nothing.
pub(super) fn approximate(steps: &[(Moments, u64)]) -> Option<Approximation> {
    let sum = |term: &dyn Fn(&Moments) -> Formula| {
        let terms = steps.iter().map(|(moments, count)| term(moments) * Formula::from(*count));
        total_of_formulas(terms)
    };
    let variance = sum(&|m| &m.kappa2 - &m.kl * &m.kl);
    if variance.as_real().is_some_and(|x| x.sign() != Some(Ordering::Greater)) {
        return None;
    }
    let deviation = variance.sqrt();
    let constant = Formula::from(Real::from(Rational::from_signeds(14, 25)));
    Some(Approximation {
        mu: sum(&|m| m.kl.clone()) * 2 / &deviation,
        gamma: &constant * sum(&|m| m.kappa3_bar.clone()) / (&variance * &deviation),
    })
}

/// `G_mu(level)`, 1 for a level <= 0 and 0 for one >= 1.
pub(super) fn gaussian_beta(mu: &Formula, level: &Formula) -> Formula {
    match level.as_real().map(|x| (x.sign(), x.compare(&Real::one()))) {
        Some((Some(Ordering::Less | Ordering::Equal), _)) => Formula::one(),
        Some((_, Some(Ordering::Greater | Ordering::Equal))) => Formula::zero(),
        _ => (-(level.probability().normal_quantile() + mu)).normal_cdf(),
    }
}

/// A bound between two Gaussian trade-off functions moved by gamma along the diagonal:
/// `G_mu(alpha + gamma) - gamma <= f(alpha) <= G_mu(alpha - gamma) + gamma`.
fn shifted(mu: &Formula, gamma: &Formula, alpha: &Formula) -> (Formula, Formula) {
    let lower = gaussian_beta(mu, &(alpha + gamma)) - gamma;
    let upper = gaussian_beta(mu, &(alpha - gamma)) + gamma;
    (lower.probability(), upper.min(&(1 - alpha)).probability())
}

/// The normal approximation of the worst case over adaptive compositions of (eps_i, delta_i)-DP and
/// eta_i-TV mechanisms: the trade-off function at alpha is between `beta-lower` and `beta-upper`.
///
/// `mu = 2 sum kl / s`, `gamma = 0.56 sum kappa_3-bar / s^3`, `s^2 = sum (kappa_2 - kl^2)`, over
/// the parts without delta; these are scaled by `1-delta = prod (1-delta_i)` (Dong, Roth & Su,
/// equation 12). The bounds are restricted to [0, 1-alpha], where every trade-off function is. So
/// they hold for every alpha, not only in [gamma, 1-gamma], and for every gamma.
///
/// # Errors
/// alpha outside [0, 1]; a step outside its domain; steps that all reveal nothing, where mu would
/// be 0/0.
///
/// Source: Dong, Roth & Su, Theorem 5; for eta-TV the finite form of Ghazi & Issa, Theorem 3.
pub fn berry_esseen(steps: &[(TvStep, u64)], alpha: &Real) -> Conclusions {
    steps.iter().try_for_each(|(step, _)| step.check())?;
    require_probability("alpha", alpha)?;
    let moments: Vec<(Moments, u64)> =
        steps.iter().map(|(step, count)| (step.moments(), *count)).collect();
    let rest = steps
        .iter()
        .fold(Real::one(), |product, (step, count)| product * power(&(1 - &step.delta), *count));
    bounded(&moments, &rest, alpha, "steps")
}

/// The bounds at alpha; `rest` is the mass without infinite losses.
fn bounded(
    moments: &[(Moments, u64)],
    rest: &Real,
    alpha: &Real,
    parameter: &'static str,
) -> Conclusions {
    let Some(Approximation { mu, gamma }) = approximate(moments) else {
        let message = "the loss has no variance: every finite loss is 0";
        return Err(DomainError::new(
            parameter,
            message,
            "the composition is (0, delta)-DP: use basic-composition",
        ));
    };
    let level = if rest.is_zero() { Real::one() } else { alpha / rest };
    let level = Formula::from(level).min(&Formula::one());
    let (lower, upper) = shifted(&mu, &gamma, &level);
    let scale = Formula::from(rest.clone());
    Ok(vec![
        Conclusion::lower("beta-lower", &lower * &scale),
        Conclusion::upper("beta-upper", &upper * &scale),
        Conclusion::exact("mu", mu),
        Conclusion::exact("gamma", gamma),
    ])
}

/// Steps as the [`berry_esseen_of_mechanism`] takes them: the moments of each, with its count, and
/// the mass of the composition without infinite losses.
#[derive(Clone, Debug)]
pub struct SymmetricSteps {
    moments: Vec<(Moments, u64)>,
    rest: Real,
    /// Do neighbours attain all these trade-off functions at once?
    are_attained: bool,
}

impl SymmetricSteps {
    /// Those of a mechanism.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] where the trade-off function of a step is not symmetric, or its
    /// functionals are not known or infinite.
    pub fn of(mechanism: &Mechanism) -> Result<SymmetricSteps, Refusal> {
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let (mut moments, mut rest) = (Vec::new(), Real::one());
        for (step, count) in &steps {
            if !is_symmetric(step) {
                return Err(unsupported(
                    WHAT,
                    "its trade-off functions must be symmetric (Dong, Roth & Su, Theorem 5); symmetrised(mechanism=M) of a finite pair, and a sample without replacement, are",
                ));
            }
            let (finite, kept) = without_infinite_losses(step);
            let known = Functionals::of(&finite);
            let Functionals { kl, kappa2, kappa3_bar, .. } =
                known.ok_or_else(|| unknown(&finite))?;
            moments.push((Moments { kl, kappa2, kappa3_bar }, *count));
            rest = rest * power(&kept, *count);
        }
        let are_attained = steps.iter().all(|(step, _)| step.is_attained());
        Ok(SymmetricSteps { moments, rest, are_attained })
    }
}

const WHAT: &str = "the normal approximation of this mechanism";

/// Has it one trade-off function, which is symmetric?
fn is_symmetric(step: &Dominating) -> bool {
    let is_replaced =
        matches!(step, Dominating::Sampled(Sampled { sampler: Sampler::WithoutReplacement, .. }));
    is_replaced || step.is_symmetric(true)
}

/// The step given that its loss is finite, with the probability of that. The masses at both
/// infinite losses are equal, and so every finite loss stays what it is.
fn without_infinite_losses(step: &Dominating) -> (Dominating, Real) {
    match step {
        Dominating::ThreePoint(pair) if !pair.delta.is_one() => {
            let without = ThreePoint { delta: Real::zero(), ..pair.clone() };
            (Dominating::ThreePoint(without), 1 - &pair.delta)
        }
        Dominating::Finite(pair) if !pair.p_infinite.is_zero() && !pair.atoms.is_empty() => {
            let kept = 1 - &pair.p_infinite;
            let atom = |atom: &Atom| Atom {
                loss: atom.loss.clone(),
                p: &atom.p / &kept,
                q: &atom.q / &kept,
            };
            let atoms = pair.atoms.iter().map(atom).collect();
            let without = FinitePair { atoms, p_infinite: Real::zero(), q_infinite: Real::zero() };
            (Dominating::Finite(without), kept)
        }
        step => (step.clone(), Real::one()),
    }
}

fn unsupported(what: &str, missing: &str) -> Refusal {
    Refusal::Unsupported { what: what.into(), missing: missing.to_owned().into() }
}

fn unknown(step: &Dominating) -> Refusal {
    let described = step.described();
    unsupported(
        WHAT,
        &format!("the moments of the loss are not known for {described}; ask for beta"),
    )
}

/// The normal approximation of a composition of steps with symmetric trade-off functions: beta at
/// alpha is between `beta-lower` and `beta-upper`; see [`berry_esseen`] for mu and gamma.
///
/// The sums of the losses under Q and under P have the means `-sum kl` and `sum kl`, by symmetry,
/// and the same central moments. The normal approximation of both within gamma gives
/// `|alpha - Phi(-(t+K)/s)| <= gamma` and `|beta - Phi((t-K)/s)| <= gamma` for the threshold t of a
/// test. Where a step is a sample without replacement, its function is `C_p(f)`, which neighbours
/// need not attain: then there is no `beta-upper`. For a class it is that of its worst member.
///
/// # Errors
/// alpha outside [0, 1]; steps that all reveal nothing, or have no finite third moment.
///
/// Source: Dong, Roth & Su, Theorem 5; the constant 0.56 is that of Shevtsova.
pub fn berry_esseen_of_mechanism(steps: &SymmetricSteps, alpha: &Real) -> Conclusions {
    require_probability("alpha", alpha)?;
    let is_infinite = |(moments, _): &(Moments, u64)| {
        [&moments.kl, &moments.kappa2, &moments.kappa3_bar].contains(&&Formula::Infinite)
    };
    if steps.moments.iter().any(is_infinite) {
        let message = "the third moment of the loss is infinite";
        return Err(DomainError::new("mechanism", message, "ask for beta"));
    }
    let mut conclusions = bounded(&steps.moments, &steps.rest, alpha, "mechanism")?;
    conclusions.retain(|conclusion| steps.are_attained || conclusion.name != "beta-upper");
    Ok(conclusions)
}

/// `beta` of the n-fold composition of (mu/sqrt(n))-DP mechanisms, between `G_mu(alpha + c/n) -
/// c/n` and `G_mu(alpha - c/n) + c/n`, *if* c is a constant for which Dong, Roth & Su, Theorem 8,
/// holds. The theorem says that one exists for every mu, not which: these are bounds only under
/// that condition.
///
/// # Errors
/// mu <= 0, n = 0, c <= 0, or alpha outside [c/n, 1 - c/n].
pub fn beating_berry_esseen(mu: &Real, n: u64, c: &Real, alpha: &Real) -> Conclusions {
    use crate::answer::Guarantee;
    crate::mechanism::require_positive("mu", mu)?;
    crate::mechanism::require_positive("c", c)?;
    require_at_least("n", n, 1)?;
    let shift = c / Real::from(n);
    if (&shift * 2).compare(&Real::one()).is_none_or(Ordering::is_gt) {
        let message =
            format!("c/n = {} is above 1/2: there is no alpha in [c/n, 1 - c/n]", show(&shift));
        return Err(DomainError::new("c", message, "c must be at most n/2"));
    }
    require_within("alpha", alpha, &shift, Some(&(1 - &shift)))?;
    let (lower, upper) = shifted(&mu.clone().into(), &shift.into(), &alpha.clone().into());
    let given = |name, value| Conclusion { name, guarantee: Guarantee::Conditional, value };
    Ok(vec![given("beta-lower", lower), given("beta-upper", upper)])
}
