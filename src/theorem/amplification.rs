//! Privacy amplification by subsampling: delta of a mechanism that sees a sample, from the profile
//! of the mechanism.
//!
//! A theorem holds for one pairing of a sampler with an adjacency; another pairing is an error that
//! names the theorem. In all of them `g = e^eps`.

use super::conclusion::{
    Conclusion, Conclusions, power, ratio, require_at_least, require_nonnegative,
    require_positive_probability, require_probability, total_of_formulas,
};
use super::profile::Profile;
use crate::exact::real::Real;
use crate::formula::Formula;
use crate::mechanism::{Adjacency, DomainError, require_eps_delta, require_within};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::BinomialCoefficient;
use malachite::rational::Rational;

/// Requires the adjacency that a theorem is about.
fn require_relation(
    adjacency: Adjacency,
    wanted: Adjacency,
    sampler: &str,
    theorem: &str,
) -> Result<(), DomainError> {
    if adjacency == wanted {
        return Ok(());
    }
    let message =
        format!("this theorem does not cover {sampler} with the adjacency {}", adjacency.name());
    let help = format!(
        "Balle, Barthe & Gaboardi, Theorem {theorem}, is about the adjacency {}",
        wanted.name()
    );
    Err(DomainError::new("adjacency", message, help))
}

/// `alpha = 1 + (alpha' - 1)/gamma`.
fn stretched(g: &Real, gamma: &Real) -> Real {
    1 + (g - 1) / gamma
}

fn binomial(n: u64, k: u64) -> Real {
    Real::from(Rational::from(Natural::binomial_coefficient(&Natural::from(n), &Natural::from(k))))
}

/// Balle, Barthe & Gaboardi, Theorem 2 (advanced joint convexity): for
/// `mu = (1-gamma) mu_0 + gamma mu_1` and `mu' = (1-gamma) mu_0 + gamma mu_1'`,
/// `D_alpha'(mu || mu') = gamma D_alpha(mu_1 || (1-beta) mu_0 + beta mu_1')` with
/// `alpha = 1 + (alpha'-1)/gamma` and `beta = alpha'/alpha`.
///
/// # Errors
/// gamma outside (0, 1] (the source does not exclude 0, where it divides by it), or alpha' < 1.
pub fn advanced_joint_convexity(alpha: &Real, gamma: &Real) -> Conclusions {
    require_positive_probability("gamma", gamma)?;
    require_within("alpha", alpha, &Real::one(), None)?;
    let inner = stretched(alpha, gamma);
    let beta = alpha / &inner;
    Ok(vec![Conclusion::exact("alpha", inner), Conclusion::exact("beta", beta)])
}

/// Theorem 8: Poisson sampling at rate gamma, one record added or removed:
/// `delta'(g) = gamma delta(1 + (g-1)/gamma)`.
///
/// The bound is attained by some mechanism with that profile (Theorem 13).
///
/// # Errors
/// rate outside (0, 1], eps < 0, or another adjacency: for one replaced record see
/// [`poisson_replaced`].
pub fn poisson(profile: &Profile, rate: &Real, eps: &Real, adjacency: Adjacency) -> Conclusions {
    require_positive_probability("rate", rate)?;
    require_nonnegative("eps", eps)?;
    require_relation(
        adjacency,
        Adjacency::AddRemove,
        "Poisson sampling",
        "8 (and 14, about replace-one)",
    )?;
    let delta = profile.delta(&stretched(&eps.exp(), rate)) * Formula::from(rate.clone());
    Ok(vec![Conclusion::upper("delta", delta)])
}

/// Theorem 9: m of n records without replacement, one record replaced: `delta'(g) = (m/n) delta(1 +
/// (g-1) n/m)`. Dong, Roth & Su, Theorem 9, states the same for trade-off functions.
///
/// # Errors
/// size = 0 or above the population, eps < 0, or another adjacency.
pub fn without_replacement(
    profile: &Profile,
    size: u64,
    population: u64,
    eps: &Real,
    adjacency: Adjacency,
) -> Conclusions {
    require_at_least("size", size, 1)?;
    if size > population {
        let message = format!("size = {size} is more than the population, {population}");
        return Err(DomainError::new(
            "size",
            message,
            "a sample without replacement has at most that many records",
        ));
    }
    require_nonnegative("eps", eps)?;
    require_relation(adjacency, Adjacency::ReplaceOne, "sampling without replacement", "9")?;
    let rate = ratio(size, population);
    let delta = profile.delta(&stretched(&eps.exp(), &rate)) * Formula::from(rate);
    Ok(vec![Conclusion::upper("delta", delta)])
}

/// The largest sample for which the sum over groups is written out.
const MOST_DRAWS: u64 = 2000;

/// Theorems 10 and 11: m draws with replacement from n records, where the mechanism's profile, for
/// groups too, is that of replaced records: `delta'(g) = sum_k C(m,k) n^-k (1-1/n)^(m-k) delta_k(1
/// + (g-1)/(1-(1-1/n)^m))`.
///
/// Theorem 10 is about one replaced record. Theorem 11 is about add-remove, for data sets of n
/// records and their neighbours. It is printed for `n >= 0`, but n = 0 divides by 0, and at n = 1
/// the neighbour is empty and nothing can be drawn from it. The condition m <= n is not needed.
///
/// # Errors
/// size = 0 or above 2000, population < 2 (1 is allowed with replace-one), eps < 0, or zero-out.
pub fn with_replacement(
    profile: &Profile,
    size: u64,
    population: u64,
    eps: &Real,
    adjacency: Adjacency,
) -> Conclusions {
    require_at_least("size", size, 1)?;
    if size > MOST_DRAWS {
        let message = format!(
            "size = {size} is above {MOST_DRAWS}, the largest number of terms that is computed"
        );
        return Err(DomainError::new("size", message, "ask for a smaller sample"));
    }
    require_nonnegative("eps", eps)?;
    match adjacency {
        Adjacency::ReplaceOne => require_at_least("population", population, 1)?,
        Adjacency::AddRemove => require_at_least("population", population, 2)?,
        Adjacency::ZeroOut => {
            require_relation(
                adjacency,
                Adjacency::ReplaceOne,
                "sampling with replacement",
                "10 (11: add-remove)",
            )?;
        }
    }
    let hit = ratio(1, population);
    let miss = 1 - &hit;
    let gamma = 1 - power(&miss, size);
    let alpha = stretched(&eps.exp(), &gamma);
    let weight = |k| binomial(size, k) * power(&hit, k) * power(&miss, size - k);
    let weights = (1..=size).map(|k| (k, weight(k))).filter(|(_, weight)| !weight.is_zero());
    let delta = total_of_formulas(
        weights.map(|(k, weight)| profile.group(k).delta(&alpha) * Formula::from(weight)),
    );
    Ok(vec![Conclusion::upper("delta", delta), Conclusion::exact("sampled", gamma)])
}

/// Theorem 14: Poisson sampling at rate gamma, one of n records replaced, where the mechanism's
/// profile is that of replaced records.
///
/// With `alpha = 1 + (g-1)/gamma`, `beta = g/alpha`, `w_k = C(n-1,k-1) gamma^(k-1) (1-gamma)^(n-k)`
/// and `alpha_k = alpha (n/k - 1) gamma/(1-gamma)`, and `R = sum_(k<n) w_k delta(alpha_k) + w_n`:
/// `delta' <= gamma (beta delta(alpha) + (1-beta) R)`. The proof shows this; the theorem prints the
/// larger `gamma delta(alpha) + R`, given here as `printed`.
///
/// alpha_k may be below 1, where the source has no profile: there `delta(g) = 1 - g + g
/// delta(1/g)`.
///
/// # Errors
/// rate outside (0, 1) (at 1 every record is drawn: use the mechanism itself), population = 0 or
/// above 2000, eps < 0, or another adjacency.
pub fn poisson_replaced(
    profile: &Profile,
    rate: &Real,
    population: u64,
    eps: &Real,
    adjacency: Adjacency,
) -> Conclusions {
    super::conclusion::require_inside_unit("rate", rate)?;
    require_at_least("population", population, 1)?;
    if population > MOST_DRAWS {
        let message = format!(
            "population = {population} is above {MOST_DRAWS}, the largest number of terms that is computed"
        );
        return Err(DomainError::new("population", message, "ask for a smaller data set"));
    }
    require_nonnegative("eps", eps)?;
    require_relation(
        adjacency,
        Adjacency::ReplaceOne,
        "Theorem 14: Poisson sampling",
        "14 (8: add-remove)",
    )?;
    let g = eps.exp();
    let alpha = stretched(&g, rate);
    let beta = &g / &alpha;
    let (n, rest) = (population, 1 - rate);
    let weight = |k: u64| binomial(n - 1, k - 1) * power(rate, k - 1) * power(&rest, n - k);
    let shrunk = |k: u64| &alpha * rate * ratio(n - k, k) / &rest;
    let terms = (1..n).map(|k| profile.delta(&shrunk(k)) * Formula::from(weight(k)));
    let sizes = total_of_formulas(terms.chain([Formula::from(weight(n))]));
    let own = profile.delta(&alpha);
    let mixed = &own * Formula::from(beta.clone()) + &sizes * Formula::from(1 - &beta);
    let sharp = &mixed * Formula::from(rate.clone());
    let printed = (&own * Formula::from(rate.clone()) + &sizes).min(&Formula::one());
    Ok(vec![Conclusion::upper("delta", sharp), Conclusion::upper("printed", printed)])
}

/// Poisson sampling at rate gamma, one record replaced, where the mechanism's profile, for groups
/// too, is that of records that are added or removed:
/// `delta'(g) <= gamma ((1-beta) delta_1(alpha) + beta delta_2(alpha))`, `alpha = 1 + (g-1)/gamma`,
/// `beta = g/alpha`.
///
/// Balle, Barthe & Gaboardi, section 4, say that their method has no such bound. It has: with
/// `mu_0` the outputs on samples y of the other records, `mu_1` those on y with v and `mu_1'` those
/// on y with v', the parts of Equation 4 are couplings at the distances 1 and 2. (BA-61 in
/// `dpcert papers`.)
///
/// # Errors
/// rate outside (0, 1], eps < 0, or another adjacency.
pub fn poisson_replaced_by_steps(
    profile: &Profile,
    rate: &Real,
    eps: &Real,
    adjacency: Adjacency,
) -> Conclusions {
    require_positive_probability("rate", rate)?;
    require_nonnegative("eps", eps)?;
    if adjacency != Adjacency::ReplaceOne {
        let message =
            format!("this bound is not about the adjacency {} of the sample", adjacency.name());
        return Err(DomainError::new(
            "adjacency",
            message,
            "where one record is added or removed, sampled-poisson is exact",
        ));
    }
    let g = eps.exp();
    let alpha = stretched(&g, rate);
    let beta = &g / &alpha;
    let once = profile.delta(&alpha) * Formula::from(1 - &beta);
    let twice = profile.group(2).delta(&alpha) * Formula::from(beta);
    let delta = (once + &twice) * Formula::from(rate.clone());
    Ok(vec![Conclusion::upper("delta", delta)])
}

/// Ghazi & Issa, Proposition 1: a mechanism that is (eps, delta)-DP and eta-TV, on m of n records
/// without replacement, is `(ln(1 + p(e^eps - 1)), p delta)`-DP and `p eta`-TV, `p = m/n`, where
/// one record is replaced.
///
/// # Errors
/// A parameter outside its domain, or another adjacency. Dong, Roth & Su say of the same statement
/// (their Lemma 2, after Theorem 9) that it holds for independent coin flips "in particular". With
/// their own neighbours, one record replaced, it does not. Take n = 1, p = 1/2 and a mechanism that
/// says whether the sample is empty and otherwise is ln(3)-randomised response: the ratio 3
/// remains, not 2.
pub fn sampled_tv(
    eps: &Real,
    delta: &Real,
    eta: &Real,
    rate: &Real,
    adjacency: Adjacency,
) -> Conclusions {
    require_eps_delta(eps, delta)?;
    require_probability("eta", eta)?;
    require_probability("rate", rate)?;
    require_relation(adjacency, Adjacency::ReplaceOne, "sampling without replacement", "9")?;
    let grown = (1 + rate * (eps.exp() - 1)).ln();
    Ok(vec![
        Conclusion::upper("eps", grown),
        Conclusion::upper("delta", rate * delta),
        Conclusion::upper("eta", rate * eta),
    ])
}

/// Dong, Roth & Su, Corollary 3, corrected: the trade-off function of the worst case of an
/// (eps, delta)-DP mechanism on m of n records without replacement, p = m/n:
/// `C_p(f_{eps,delta})(alpha) = max(f_{eps',delta'}(alpha), 1 - p eta - alpha)` with
/// `eps' = ln(1 - p + p e^eps)`, `delta' = p delta` and
/// `eta = delta + (1-delta)(e^eps-1)/(e^eps+1) = (e^eps - 1 + 2 delta)/(e^eps + 1)`.
///
/// The source prints `delta + (e^eps-1)/(e^eps+1)` for eta: too much total variation where delta >
/// 0 and eps > 0, so a valid lower bound, but not C_p. At eps = ln 3, delta = 1/2, p = 1/2 and
/// alpha = 1/4 it prints 1/4, and C_p is 3/8. That is the conclusion `printed`.
///
/// # Errors
/// A parameter outside its domain.
pub fn sampled_trade_off(eps: &Real, delta: &Real, rate: &Real, alpha: &Real) -> Conclusions {
    require_eps_delta(eps, delta)?;
    require_probability("rate", rate)?;
    require_probability("alpha", alpha)?;
    let e = eps.exp();
    let e_sampled = 1 - rate + rate * &e;
    let rest = 1 - rate * delta;
    let steep = Formula::from(&rest - &e_sampled * alpha);
    let flat = Formula::from((&rest - alpha) / &e_sampled);
    let outer = steep.max(&flat).max(&Formula::zero());
    let line = |eta: Real| Formula::from(1 - rate * &eta - alpha);
    let eta = (&e - 1 + 2 * delta) / (&e + 1);
    let claimed = delta + (&e - 1) / (&e + 1);
    Ok(vec![
        Conclusion::exact("beta", outer.max(&line(eta))),
        Conclusion::lower("printed", outer.max(&line(claimed))),
    ])
}
