//! The papers' theorems as functions: each with its domain checked, its source, and its guarantee.
//!
//! The papers contain errors. The functions here were derived, and are tested against the exact
//! quantities of this library. Where the printed statement is false, the documentation says so with
//! a counterexample, and the tests compare the two. Limits are labelled as limits and never as
//! bounds.
//!
//! ```
//! use dpcert::Real;
//! use dpcert::answer::Guarantee;
//! use dpcert::theorem::{Step, gdp_mu, kov_simplified};
//!
//! let number = |text: &str| text.parse::<Real>().unwrap();
//! let step = Step { eps: number("1/10"), delta: number("1e-6") };
//! let conclusions = kov_simplified(&[(step, 100)], &number("1e-5"))?;
//! let eps = &conclusions[0];
//! assert_eq!((eps.name, eps.guarantee), ("eps", Guarantee::UpperBound));
//! let exact = "10*(exp(1/10) - 1)/(exp(1/10) + 1) + sqrt(2*ln(100000))";
//! assert_eq!(eps.value.as_real().unwrap().to_string(), exact);
//!
//! // What is not elementary is enclosed, to any precision: no float reaches eps = 710.
//! use dpcert::exact::{Malachite, engine::DirectedFloat};
//! let mu = gdp_mu(&number("710"), &number("1e-6"))?[0].value.enclose::<Malachite>(128);
//! assert!(mu.lower().to_rational() > number("33.25268").as_rational().cloned());
//! assert!(mu.upper().to_rational() < number("33.25269").as_rational().cloned());
//! # Ok::<(), dpcert::mechanism::DomainError>(())
//! ```
//!
//! Theorems on samples take the [`Profile`] of the mechanism that sees the sample:
//!
//! ```
//! use dpcert::mechanism::Adjacency;
//! use dpcert::theorem::{Profile, poisson};
//! use dpcert::{Mechanism, Real};
//!
//! let number = |text: &str| text.parse::<Real>().unwrap();
//! let profile = Profile::of(&Mechanism::parse("randomized-response(eps=ln(3))")?)?;
//! let delta = poisson(&profile, &number("1/2"), &number("ln(3/2)"), Adjacency::AddRemove).unwrap();
//! assert_eq!(delta[0].value.as_real().unwrap().to_string(), "1/8");
//! let error = poisson(&profile, &number("1/2"), &number("1"), Adjacency::ReplaceOne).unwrap_err();
//! assert!(error.help.contains("Theorem 8"));
//! # Ok::<(), dpcert::Refusal>(())
//! ```

mod amplification;
mod answer;
mod arguments;
mod berry_esseen;
mod composition;
mod conclusion;
mod family;
mod gaussian_dp;
mod limit;
mod local_privacy;
mod noisy_sgd;
mod profile;
mod registry;
mod renyi;
mod splitting;
mod total_variation;
mod trade_off;
mod utility;

pub use amplification::{
    advanced_joint_convexity, poisson, poisson_replaced, poisson_replaced_by_steps,
    sampled_trade_off, sampled_tv, with_replacement, without_replacement,
};
pub(crate) use answer::answer;
pub use arguments::Arguments;
pub use berry_esseen::{
    Moments, SymmetricSteps, TvStep, beating_berry_esseen, berry_esseen, berry_esseen_of_mechanism,
};
pub use composition::{Step, Steps, basic_composition, group_privacy, kov_simplified};
pub use conclusion::{Conclusion, Conclusions};
pub use family::{families, family_of};
pub use gaussian_dp::{gdp_delta, gdp_eps, gdp_mu, pure_to_gdp};
pub use limit::{
    SampledFunction, chi_squared, limit_of_approximate, limit_of_composition, limit_of_noisy_sgd,
    limit_of_samples, limit_of_total_variation,
};
pub use local_privacy::{binary_share, erased_share, local_kl, local_tv};
pub use noisy_sgd::noisy_sgd;
pub use profile::{Profile, gaussian_profile, laplace_profile, moment_identity, profile_at};
pub use registry::{Parameter, THEOREMS, Theorem, find};
pub use renyi::{RenyiDivergences, renyi_conversion};
pub use splitting::splitting;
pub use total_variation::{erasure, gaussian_tv, laplace_tv, staircase_tv, tv_from_kl};
pub use trade_off::{TradeOff, group_trade_off, joint_convexity_of, sampled_trade_offs};
pub use utility::{
    discrete_laplace_noise, exponential_mechanism, exponential_utility, gaussian_noise,
    histogram_error, laplace_noise, mean_error, median_utility, randomized_response,
    randomized_response_estimator,
};
