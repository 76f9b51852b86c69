//! The one table of theorems: their names, parameters and sources, and how they are read.
//!
//! It is the basis of the list, the command, the protocol, and a test that runs every example.

use super::arguments::{Arguments, STEP};
use super::composition::Step;
use super::conclusion::Conclusion;
use super::{
    SampledFunction, SymmetricSteps, TradeOff, advanced_joint_convexity, basic_composition,
    beating_berry_esseen, berry_esseen, berry_esseen_of_mechanism, binary_share, chi_squared,
    discrete_laplace_noise, erased_share, erasure, exponential_mechanism, exponential_utility,
    gaussian_noise, gaussian_profile, gaussian_tv, gdp_delta, gdp_eps, gdp_mu, group_privacy,
    group_trade_off, histogram_error, joint_convexity_of, kov_simplified, laplace_noise,
    laplace_profile, laplace_tv, limit_of_approximate, limit_of_composition, limit_of_noisy_sgd,
    limit_of_samples, limit_of_total_variation, local_kl, local_tv, mean_error, median_utility,
    moment_identity, noisy_sgd, poisson, poisson_replaced, poisson_replaced_by_steps, profile_at,
    pure_to_gdp, randomized_response, randomized_response_estimator, renyi_conversion,
    sampled_trade_off, sampled_trade_offs, sampled_tv, splitting, staircase_tv, tv_from_kl,
    with_replacement, without_replacement,
};
use crate::formula::{Method, Orders};
use crate::input::{Field, Fields, InputError, nearest, shorten};
use crate::refusal::Refusal;

/// A parameter of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Is it optional?
    pub is_optional: bool,
}

/// A theorem that can be applied by name.
#[derive(Clone, Copy, Debug)]
pub struct Theorem {
    /// Its name.
    pub name: &'static str,
    /// Its statement in one line.
    pub statement: &'static str,
    /// The reference.
    pub source: &'static str,
    /// Its domain.
    pub domain: &'static str,
    /// Its parameters; a name with a question mark is optional.
    pub parameters: &'static [&'static str],
    /// Parameters of an example, in the compact notation.
    pub example: &'static str,
    apply: fn(&mut Arguments<'_, '_>) -> Result<Vec<Conclusion>, Refusal>,
}

impl Theorem {
    /// Its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter> {
        self.parameters.iter().map(|text| match text.strip_suffix('?') {
            Some(name) => Parameter { name, is_optional: true },
            None => Parameter { name: text, is_optional: false },
        })
    }

    /// The parameters that must not be given together with `parameter`.
    pub fn excluded_by(&self, parameter: &str) -> Vec<&'static str> {
        let names: Vec<&'static str> = self.parameters().map(|known| known.name).collect();
        let of_step = names.iter().copied().filter(|name| STEP.contains(name));
        match parameter {
            // In `noisy-sgd` it is a number.
            "steps" if self.takes_list_of_steps() => of_step.collect(),
            name if STEP.contains(&name) && self.takes_list_of_steps() => vec!["steps"],
            _ => Vec::new(),
        }
    }

    fn takes_list_of_steps(&self) -> bool {
        self.parameters.contains(&"steps?")
    }

    /// Reads the parameters of the theorem from a table, and applies it. The table must have no
    /// other fields.
    ///
    /// # Errors
    /// [`Refusal::Input`] for a parameter that is missing, unknown, malformed, or outside the
    /// theorem's domain; [`Refusal::Unsupported`] for a mechanism without a profile in closed form.
    pub fn apply(&self, mut fields: Fields<'_>) -> Result<Vec<Conclusion>, Refusal> {
        let names: Vec<&'static str> = self.parameters().map(|parameter| parameter.name).collect();
        fields.expect(&names);
        // Before a missing one: that may be the unknown one under its right name.
        fields.only_expected()?;
        let mut arguments = Arguments { fields: &mut fields, taken: Vec::new() };
        let result = (self.apply)(&mut arguments);
        match result {
            // A parameter that is not read is an error, whatever the conclusions are.
            Ok(conclusions) => fields.finish().map(|()| conclusions).map_err(Refusal::from),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Names of methods elsewhere, with the theorem that is theirs here.
const ELSEWHERE: [(&[&str], &str); 2] = [
    (&["advanced-composition", "advanced"], "kov-simplified"),
    (&["moments-accountant", "moments", "rdp", "rdp-conversion", "renyi-dp"], "renyi-conversion"),
];

/// The theorem of a name.
///
/// # Errors
/// At the field, if there is no such theorem.
pub fn find(name: &Field<'_>) -> Result<&'static Theorem, InputError> {
    let text = name.text()?;
    THEOREMS.iter().find(|theorem| theorem.name == text).ok_or_else(|| {
        let is_elsewhere = |(names, _): &&(&[&str], &str)| names.contains(&text);
        let elsewhere = ELSEWHERE.iter().find(is_elsewhere).map(|(_, name)| *name);
        let help = match elsewhere
            .or_else(|| nearest(text, THEOREMS.iter().map(|theorem| theorem.name)))
        {
            Some(similar) => {
                format!("did you mean \"{similar}\"? \"dpcert theorem list\" lists them all")
            }
            None => {
                let word = text.split('-').next().unwrap_or(text);
                format!(
                    "\"dpcert theorem list {}\" lists those with this word, and without it all",
                    shorten(word)
                )
            }
        };
        name.error("there is no theorem with this name", help)
    })
}

/// All theorems, by family.
pub const THEOREMS: [Theorem; 52] = [
    Theorem {
        name: "basic-composition",
        statement: "the composition is (sum eps, sum delta)-DP; the least delta there",
        source: "Najib, Proposition 10",
        domain: "eps >= 0, delta in [0, 1]",
        parameters: &["eps?", "delta?", "k?", "steps?"],
        example: "eps=1/10, delta=1e-6, k=100",
        apply: |a| {
            let steps = a.dp_steps()?;
            a.conclude(basic_composition(&steps))
        },
    },
    Theorem {
        name: "kov-simplified",
        statement: "advanced composition: (eps, 1-(1-slack) prod(1-delta))-DP, eps the least of three",
        source: "Kairouz, Oh & Viswanath, Theorems 3.4 and 3.5",
        domain: "eps >= 0, delta in [0, 1], slack in (0, 1]",
        parameters: &["eps?", "delta?", "k?", "steps?", "slack"],
        example: "eps=1/10, delta=1e-6, k=100, slack=1e-5",
        apply: |a| {
            let (steps, slack) = (a.dp_steps()?, a.real("slack")?);
            a.conclude(kov_simplified(&steps, &slack))
        },
    },
    Theorem {
        name: "group-privacy",
        statement: "groups of k are (k eps, delta (e^(k eps)-1)/(e^eps-1))-DP",
        source: "Najib, Corollary 4; Balle, Barthe & Gaboardi, footnote 5",
        domain: "eps >= 0, delta in [0, 1], size >= 1",
        parameters: &["eps", "delta", "size"],
        example: "eps=ln(3), delta=1/1000, size=2",
        apply: |a| {
            let step = Step { eps: a.real("eps")?, delta: a.real("delta")? };
            let size = a.natural("size")?;
            a.conclude(group_privacy(&step, size))
        },
    },
    Theorem {
        name: "group-trade-off",
        statement: "groups of k under f-DP have 1 - (1-f)^{o k}",
        source: "Dong, Roth & Su, Theorem 3",
        domain: "one step with f in closed form, size from 1 to 64, alpha in [0, 1]",
        parameters: &["mechanism", "size", "alpha"],
        example: "mechanism=approx-dp(eps=ln(2), delta=1/10), size=2, alpha=1/10",
        apply: |a| {
            let f = TradeOff::of(&a.mechanism()?)?;
            let (size, alpha) = (a.natural("size")?, a.real("alpha")?);
            a.conclude(group_trade_off(&f, size, &alpha))
        },
    },
    Theorem {
        name: "splitting",
        statement: "the only (eps, delta)-DP of which a trade-off function is the composition, if there are any",
        source: "derived; the question of Najib, Section 4.2",
        domain: "a composition of finite pairs with equal masses of infinite losses; rest-tv = 0 if it splits",
        parameters: &["mechanism"],
        example: "mechanism=multi-dp(constraints=[{eps=2*ln(2), delta=0}, {eps=0, delta=1/3}])",
        apply: |a| splitting(&a.mechanism()?),
    },
    Theorem {
        name: "berry-esseen",
        statement: "the trade-off function of a composition lies between two moved Gaussian ones",
        source: "Dong, Roth & Su, Theorem 5; moments: Ghazi & Issa, equations 72 to 74",
        domain: "eps >= 0, eta in [delta, delta + (1-delta)(e^eps-1)/(e^eps+1)], alpha in [0, 1]",
        parameters: &["eps?", "delta?", "eta?", "k?", "steps?", "alpha"],
        example: "eps=1/10, eta=1/50, k=1000, alpha=1/10",
        apply: |a| {
            let (steps, alpha) = (a.tv_steps()?, a.real("alpha")?);
            a.conclude(berry_esseen(&steps, &alpha))
        },
    },
    Theorem {
        name: "berry-esseen-of-mechanism",
        statement: "the same for steps with any symmetric trade-off functions",
        source: "Dong, Roth & Su, Theorem 5",
        domain: "steps whose functionals are known, alpha in [0, 1]",
        parameters: &["mechanism", "alpha"],
        example: "mechanism=laplace(eps=1/10)^1000, alpha=1/10",
        apply: |a| {
            let steps = SymmetricSteps::of(&a.mechanism()?)?;
            let alpha = a.real("alpha")?;
            a.conclude(berry_esseen_of_mechanism(&steps, &alpha))
        },
    },
    Theorem {
        name: "beating-berry-esseen",
        statement: "(mu/sqrt n)-DP n times is within c/n of G_mu, for a constant c that is not known",
        source: "Dong, Roth & Su, Theorem 8",
        domain: "mu > 0, alpha in [c/n, 1-c/n]",
        parameters: &["mu", "n", "c", "alpha"],
        example: "mu=1, n=10, c=1/10, alpha=1/2",
        apply: |a| {
            let (mu, n, c, alpha) =
                (a.real("mu")?, a.natural("n")?, a.real("c")?, a.real("alpha")?);
            a.conclude(beating_berry_esseen(&mu, n, &c, &alpha))
        },
    },
    Theorem {
        name: "noisy-sgd",
        statement: "a lower bound on the trade-off function of sampled Gaussian steps",
        source: "Dong, Roth & Su, Corollary 5 (Lemma 4 corrected)",
        domain: "rate in (0, 1], sigma >= 1/8, steps >= 1, alpha in [0, 1]",
        parameters: &["rate", "sigma", "steps", "alpha"],
        example: "rate=1/10, sigma=1, steps=1000, alpha=1/100",
        apply: |a| {
            let (rate, sigma) = (a.real("rate")?, a.real("sigma")?);
            let (steps, alpha) = (a.natural("steps")?, a.real("alpha")?);
            a.conclude(noisy_sgd(&rate, &sigma, steps, &alpha))
        },
    },
    Theorem {
        name: "limit-of-composition",
        statement: "many small steps tend to G_mu, mu = 2K/s",
        source: "Dong, Roth & Su, Theorem 6",
        domain: "K >= 0, s > 0, alpha in [0, 1]",
        parameters: &["kl", "s", "alpha"],
        example: "kl=1/2, s=1, alpha=1/10",
        apply: |a| {
            let (kl, s, alpha) = (a.real("kl")?, a.real("s")?, a.real("alpha")?);
            a.conclude(limit_of_composition(&kl, &s, &alpha))
        },
    },
    Theorem {
        name: "limit-of-approximate",
        statement: "many small (eps, delta)-DP steps tend to G_mu and a leak of 1 - e^-delta",
        source: "Dong, Roth & Su, Theorem 7",
        domain: "mu >= 0, delta >= 0, alpha in [0, 1]",
        parameters: &["mu", "delta", "alpha"],
        example: "mu=1, delta=1/100, alpha=1/10",
        apply: |a| {
            let (mu, delta, alpha) = (a.real("mu")?, a.real("delta")?, a.real("alpha")?);
            a.conclude(limit_of_approximate(&mu, &delta, &alpha))
        },
    },
    Theorem {
        name: "limit-of-total-variation",
        statement: "eps-DP and eta-TV steps tend to G_mu, mu^2/2 = lim sum eps eta",
        source: "Ghazi & Issa, Theorem 3",
        domain: "total >= 0",
        parameters: &["total"],
        example: "total=1/2",
        apply: |a| {
            let sum = a.real("total")?;
            a.conclude(limit_of_total_variation(&sum))
        },
    },
    Theorem {
        name: "limit-of-noisy-sgd",
        statement: "sampled Gaussian steps tend to G_mu, mu = c sqrt(2 chi^2_+(G_(1/sigma)))",
        source: "Dong, Roth & Su, Theorem 11, Corollary 4",
        domain: "c > 0, sigma > 0",
        parameters: &["c", "sigma"],
        example: "c=1/2, sigma=1",
        apply: |a| {
            let (c, sigma) = (a.real("c")?, a.real("sigma")?);
            a.conclude(limit_of_noisy_sgd(&c, &sigma))
        },
    },
    Theorem {
        name: "limit-of-samples",
        statement: "samples of f tend to G_mu, mu = c sqrt(2 chi^2_+(f))",
        source: "Dong, Roth & Su, Theorem 11",
        domain: "c > 0, one step with a symmetric f",
        parameters: &["mechanism", "c"],
        example: "mechanism=laplace(eps=1), c=1/2",
        apply: |a| {
            let f = SampledFunction::of(&a.mechanism()?)?;
            let c = a.real("c")?;
            a.conclude(limit_of_samples(&f, &c))
        },
    },
    Theorem {
        name: "chi-squared",
        statement: "chi^2_+(G_mu) = e^(mu^2) Phi(3mu/2) + 3 Phi(-mu/2) - 2",
        source: "Dong, Roth & Su, Lemma 3",
        domain: "mu >= 0",
        parameters: &["mu"],
        example: "mu=1",
        apply: |a| {
            let mu = a.real("mu")?;
            a.conclude(chi_squared(&mu))
        },
    },
    Theorem {
        name: "advanced-joint-convexity",
        statement: "D of two mixtures with a common part, as a divergence of the other parts",
        source: "Balle, Barthe & Gaboardi, Theorem 2",
        domain: "gamma in (0, 1], alpha >= 1; common, p and q distributions, all or none",
        parameters: &["alpha", "gamma", "common?", "p?", "q?"],
        example: "alpha=2, gamma=1/10",
        apply: |a| {
            let (alpha, gamma) = (a.real("alpha")?, a.real("gamma")?);
            match a.distributions(["common", "p", "q"])? {
                Some([common, p, q]) => {
                    a.conclude(joint_convexity_of(&alpha, &gamma, [&common, &p, &q]))
                }
                None => a.conclude(advanced_joint_convexity(&alpha, &gamma)),
            }
        },
    },
    Theorem {
        name: "laplace-profile",
        statement: "delta of the Laplace mechanism, eta = sensitivity/scale",
        source: "Balle, Barthe & Gaboardi, Theorem 3",
        domain: "eta >= 0, any eps",
        parameters: &["eta", "eps"],
        example: "eta=1, eps=1/2",
        apply: |a| {
            let (eta, eps) = (a.real("eta")?, a.real("eps")?);
            a.conclude(laplace_profile(&eta, &eps))
        },
    },
    Theorem {
        name: "gaussian-profile",
        statement: "delta of the Gaussian mechanism, eta = sensitivity/sigma",
        source: "Balle, Barthe & Gaboardi, Theorem 4",
        domain: "eta >= 0, any eps",
        parameters: &["eta", "eps"],
        example: "eta=1, eps=1/2",
        apply: |a| {
            let (eta, eps) = (a.real("eta")?, a.real("eps")?);
            a.conclude(gaussian_profile(&eta, &eps))
        },
    },
    Theorem {
        name: "profile",
        statement: "delta of one step at any eps: below 0 it is 1 - e^eps + e^eps delta(-eps)",
        source: "Balle, Barthe & Gaboardi, Theorem 14 (orders below 1); Ghazi & Issa, Remark 2",
        domain: "one step with a profile in closed form, any eps",
        parameters: &["mechanism", "eps"],
        example: "mechanism=randomized-response(eps=ln(3)), eps=-ln(2)",
        apply: |a| {
            let (profile, eps) = (a.profile()?, a.real("eps")?);
            a.conclude(profile_at(&profile, &eps))
        },
    },
    Theorem {
        name: "moment-identity",
        statement: "E[(P/Q)^s] of a pair, and the same from its profile",
        source: "Balle, Barthe & Gaboardi, Theorem 6",
        domain: "p and q probabilities, p = 0 where q = 0, s from 1 to 1000",
        parameters: &["p", "q", "s"],
        example: "p=[1/2, 1/4, 1/4], q=[1/4, 1/4, 1/2], s=2",
        apply: |a| {
            let (pair, s) = (a.pair()?, a.natural("s")?);
            a.conclude(moment_identity(&pair, s))
        },
    },
    Theorem {
        name: "sampled-poisson",
        statement: "delta under Poisson sampling, add-remove",
        source: "Balle, Barthe & Gaboardi, Theorem 8",
        domain: "rate in (0, 1], eps >= 0, adjacency = add-remove",
        parameters: &["mechanism", "rate", "eps", "adjacency"],
        example: "mechanism=gaussian(sigma=2), rate=1/10, eps=1/2, adjacency=add-remove",
        apply: |a| {
            let profile = a.profile()?;
            let (rate, eps, adjacency) = (a.real("rate")?, a.real("eps")?, a.adjacency()?);
            a.conclude(poisson(&profile, &rate, &eps, adjacency))
        },
    },
    Theorem {
        name: "sampled-without-replacement",
        statement: "delta under sampling without replacement, replace-one",
        source: "Balle, Barthe & Gaboardi, Theorem 9; Dong, Roth & Su, Theorem 9",
        domain: "1 <= size <= population, eps >= 0, adjacency = replace-one",
        parameters: &["mechanism", "size", "population", "eps", "adjacency"],
        example: "mechanism=laplace(eps=1), size=10, population=100, eps=1/20, adjacency=replace-one",
        apply: |a| {
            let profile = a.profile()?;
            let (size, population) = (a.natural("size")?, a.natural("population")?);
            let (eps, adjacency) = (a.real("eps")?, a.adjacency()?);
            a.conclude(without_replacement(&profile, size, population, &eps, adjacency))
        },
    },
    Theorem {
        name: "sampled-with-replacement",
        statement: "delta under sampling with replacement, from the profiles of groups",
        source: "Balle, Barthe & Gaboardi, Theorems 10 and 11",
        domain: "size in [1, 2000], population >= 2, eps >= 0, adjacency = replace-one or add-remove",
        parameters: &["mechanism", "size", "population", "eps", "adjacency"],
        example: "mechanism=gaussian(sigma=2), size=10, population=100, eps=1/2, adjacency=replace-one",
        apply: |a| {
            let profile = a.profile()?;
            let (size, population) = (a.natural("size")?, a.natural("population")?);
            let (eps, adjacency) = (a.real("eps")?, a.adjacency()?);
            a.conclude(with_replacement(&profile, size, population, &eps, adjacency))
        },
    },
    Theorem {
        name: "sampled-poisson-replaced",
        statement: "delta under Poisson sampling of n records, replace-one",
        source: "Balle, Barthe & Gaboardi, Theorem 14",
        domain: "rate in (0, 1), population in [1, 2000], eps >= 0, adjacency = replace-one",
        parameters: &["mechanism", "rate", "population", "eps", "adjacency"],
        example: "mechanism=gaussian(sigma=2), rate=1/10, population=20, eps=1/2, adjacency=replace-one",
        apply: |a| {
            let profile = a.profile()?;
            let (rate, population) = (a.real("rate")?, a.natural("population")?);
            let (eps, adjacency) = (a.real("eps")?, a.adjacency()?);
            a.conclude(poisson_replaced(&profile, &rate, population, &eps, adjacency))
        },
    },
    Theorem {
        name: "sampled-poisson-replaced-by-steps",
        statement: "delta of a Poisson sample, replace-one, from a profile for add-remove",
        source: "Balle, Barthe & Gaboardi, section 4, corrected (BA-61)",
        domain: "rate in (0, 1], eps >= 0, adjacency = replace-one",
        parameters: &["mechanism", "rate", "eps", "adjacency"],
        example: "mechanism=gaussian(sigma=2), rate=1/10, eps=1/2, adjacency=replace-one",
        apply: |a| {
            let profile = a.profile()?;
            let (rate, eps, adjacency) = (a.real("rate")?, a.real("eps")?, a.adjacency()?);
            a.conclude(poisson_replaced_by_steps(&profile, &rate, &eps, adjacency))
        },
    },
    Theorem {
        name: "sampled-trade-offs",
        statement: "f, f_p, its inverse, the smaller of both, and C_p(f) of a sample",
        source: "Dong, Roth & Su, Theorem 9, Proposition 4",
        domain: "one step with a symmetric f in closed form, rate in (0, 1], alpha in [0, 1]",
        parameters: &["mechanism", "rate", "alpha"],
        example: "mechanism=gdp(mu=1.8), rate=0.35, alpha=0.3",
        apply: |a| {
            let f = TradeOff::of(&a.mechanism()?)?;
            let (rate, alpha) = (a.real("rate")?, a.real("alpha")?);
            a.conclude(sampled_trade_offs(&f, &rate, &alpha))
        },
    },
    Theorem {
        name: "sampled-tv",
        statement: "(eps, delta)-DP and eta-TV on a sample without replacement",
        source: "Ghazi & Issa, Proposition 1",
        domain: "eps >= 0, delta, eta and rate in [0, 1], adjacency = replace-one",
        parameters: &["eps", "delta", "eta", "rate", "adjacency"],
        example: "eps=ln(3), delta=1/100, eta=1/2, rate=1/2, adjacency=replace-one",
        apply: |a| {
            let (eps, delta, eta) = (a.real("eps")?, a.real("delta")?, a.real("eta")?);
            let (rate, adjacency) = (a.real("rate")?, a.adjacency()?);
            a.conclude(sampled_tv(&eps, &delta, &eta, &rate, adjacency))
        },
    },
    Theorem {
        name: "sampled-trade-off",
        statement: "the trade-off function of (eps, delta)-DP on a sample without replacement",
        source: "Dong, Roth & Su, Corollary 3 (corrected)",
        domain: "eps >= 0, delta, rate and alpha in [0, 1]",
        parameters: &["eps", "delta", "rate", "alpha"],
        example: "eps=ln(3), delta=1/2, rate=1/2, alpha=1/4",
        apply: |a| {
            let (eps, delta) = (a.real("eps")?, a.real("delta")?);
            let (rate, alpha) = (a.real("rate")?, a.real("alpha")?);
            a.conclude(sampled_trade_off(&eps, &delta, &rate, &alpha))
        },
    },
    Theorem {
        name: "erasure-tv",
        statement: "an erasure channel scales total variation by 1 - erasure",
        source: "Ghazi & Issa, section IV",
        domain: "eta and erasure in [0, 1]",
        parameters: &["eta", "erasure"],
        example: "eta=1/2, erasure=1/4",
        apply: |a| {
            let (eta, erased) = (a.real("eta")?, a.real("erasure")?);
            a.conclude(erasure(&eta, &erased))
        },
    },
    Theorem {
        name: "tv-from-kl",
        statement: "TV <= min(sqrt(KL/2), sqrt(1 - e^-KL))",
        source: "Pinsker; Bretagnolle & Huber 1979; Ghazi & Issa, section VI",
        domain: "kl >= 0",
        parameters: &["kl"],
        example: "kl=1/8",
        apply: |a| {
            let kl = a.real("kl")?;
            a.conclude(tv_from_kl(&kl))
        },
    },
    Theorem {
        name: "laplace-tv",
        statement: "the Laplace mechanism has total variation 1 - e^(-eps/2)",
        source: "Ghazi & Issa, section VI-A",
        domain: "eps >= 0",
        parameters: &["eps"],
        example: "eps=1",
        apply: |a| {
            let eps = a.real("eps")?;
            a.conclude(laplace_tv(&eps))
        },
    },
    Theorem {
        name: "gaussian-tv",
        statement: "the Gaussian mechanism has total variation 2 Phi(mu/2) - 1",
        source: "Ghazi & Issa, equation 17",
        domain: "mu >= 0",
        parameters: &["mu"],
        example: "mu=1",
        apply: |a| {
            let mu = a.real("mu")?;
            a.conclude(gaussian_tv(&mu))
        },
    },
    Theorem {
        name: "staircase-tv",
        statement: "the total variation of the staircase mechanism",
        source: "Ghazi & Issa, section VI-C",
        domain: "eps > 0, gamma in [0, 1]",
        parameters: &["eps", "gamma"],
        example: "eps=ln(2), gamma=1/4",
        apply: |a| {
            let (eps, gamma) = (a.real("eps")?, a.real("gamma")?);
            a.conclude(staircase_tv(&eps, &gamma))
        },
    },
    Theorem {
        name: "local-tv",
        statement: "total variation after an eps-LDP and eta-TV channel: at most eta T; attained",
        source: "Ghazi & Issa, Theorems 4 and 5",
        domain: "eps >= 0, eta in [0, (e^eps-1)/(e^eps+1)], tv in [0, 1]",
        parameters: &["eps", "eta?", "tv"],
        example: "eps=1, eta=1/10, tv=1/2",
        apply: |a| {
            let (eps, eta, tv) = (a.real("eps")?, a.optional_real("eta")?, a.real("tv")?);
            a.conclude(local_tv(&eps, eta.as_ref(), &tv))
        },
    },
    Theorem {
        name: "local-kl",
        statement: "KL in both directions after an eps-LDP and eta-TV channel, and without eta",
        source: "Ghazi & Issa, Theorems 6 and 7, Corollary 2",
        domain: "eps >= 0, eta in [0, (e^eps-1)/(e^eps+1)], tv in [0, 1]",
        parameters: &["eps", "eta?", "tv"],
        example: "eps=1, eta=1/10, tv=1/2",
        apply: |a| {
            let (eps, eta, tv) = (a.real("eps")?, a.optional_real("eta")?, a.real("tv")?);
            a.conclude(local_kl(&eps, eta.as_ref(), &tv))
        },
    },
    Theorem {
        name: "binary-share",
        statement: "the share of the largest KL after eps-LDP channels that the binary mechanism has",
        source: "Ghazi & Issa, section VII-B.1 and Figure 5",
        domain: "eps >= 0",
        parameters: &["eps"],
        example: "eps=1",
        apply: |a| {
            let eps = a.real("eps")?;
            a.conclude(binary_share(&eps))
        },
    },
    Theorem {
        name: "erased-share",
        statement: "the share of the largest f-divergence that is left by eta-TV, for any f",
        source: "Ghazi & Issa, Theorem 8",
        domain: "eps > 0, eta in [0, (e^eps-1)/(e^eps+1)]",
        parameters: &["eps", "eta"],
        example: "eps=1, eta=1/10",
        apply: |a| {
            let (eps, eta) = (a.real("eps")?, a.real("eta")?);
            a.conclude(erased_share(&eps, &eta))
        },
    },
    Theorem {
        name: "gdp-delta",
        statement: "the delta of mu-GDP at eps",
        source: "Dong, Roth & Su, Corollary 1",
        domain: "mu >= 0, eps >= 0",
        parameters: &["mu", "eps"],
        example: "mu=40, eps=710",
        apply: |a| {
            let (mu, eps) = (a.real("mu")?, a.real("eps")?);
            a.conclude(gdp_delta(&mu, &eps))
        },
    },
    Theorem {
        name: "gdp-eps",
        statement: "the least eps at which mu-GDP is (eps, delta)-DP",
        source: "Dong, Roth & Su, Corollary 1",
        domain: "mu >= 0, delta in [0, 1]",
        parameters: &["mu", "delta"],
        example: "mu=40, delta=1e-6",
        apply: |a| {
            let (mu, delta) = (a.real("mu")?, a.real("delta")?);
            a.conclude(gdp_eps(&mu, &delta))
        },
    },
    Theorem {
        name: "gdp-mu",
        statement: "the largest mu with which mu-GDP is (eps, delta)-DP",
        source: "Dong, Roth & Su, Corollary 1",
        domain: "eps >= 0, delta in [0, 1]",
        parameters: &["eps", "delta"],
        example: "eps=710, delta=1e-6",
        apply: |a| {
            let (eps, delta) = (a.real("eps")?, a.real("delta")?);
            a.conclude(gdp_mu(&eps, &delta))
        },
    },
    Theorem {
        name: "renyi-conversion",
        statement: "the least eps that the Renyi divergences of all orders above 1 prove",
        source: "Canonne, Kamath & Steinke 2020, Proposition 12, at the best order; classical: Abadi et al. 2016, Theorem 2",
        domain: "delta in (0, 1), method = improved or classical, orders = real or whole, largest > 1 the last order",
        parameters: &["mechanism", "delta", "method?", "orders?", "largest?"],
        example: "mechanism=laplace(eps=1)^10, delta=1e-5",
        apply: |a| {
            let (divergences, delta) = (a.divergences()?, a.real("delta")?);
            let method = a.word(
                "method",
                &[("improved", Method::Improved), ("classical", Method::Classical)],
            )?;
            let orders = a.word("orders", &[("real", Orders::Real), ("whole", Orders::Whole)])?;
            let largest = a.optional_rational("largest", "write the order as p/q")?;
            a.conclude(renyi_conversion(&divergences, &delta, method, orders, largest.as_ref()))
        },
    },
    Theorem {
        name: "pure-to-gdp",
        statement: "the least mu with which eps-DP is mu-GDP: -2 Phi^-1(1/(1+e^eps))",
        source: "from Dong, Roth & Su, equations 4 and 5",
        domain: "eps >= 0",
        parameters: &["eps"],
        example: "eps=1",
        apply: |a| {
            let eps = a.real("eps")?;
            a.conclude(pure_to_gdp(&eps))
        },
    },
    Theorem {
        name: "laplace-noise",
        statement: "variance 2 b^2 of Laplace noise",
        source: "Najib, Definition 15",
        domain: "scale > 0",
        parameters: &["scale"],
        example: "scale=2",
        apply: |a| {
            let scale = a.real("scale")?;
            a.conclude(laplace_noise(&scale))
        },
    },
    Theorem {
        name: "discrete-laplace-noise",
        statement: "variance 2a/(1-a)^2 of discrete Laplace noise, a = e^-eps",
        source: "derived",
        domain: "eps > 0",
        parameters: &["eps"],
        example: "eps=ln(2)",
        apply: |a| {
            let eps = a.real("eps")?;
            a.conclude(discrete_laplace_noise(&eps))
        },
    },
    Theorem {
        name: "gaussian-noise",
        statement: "the classical calibration of Gaussian noise, and its true delta",
        source: "Najib, Definition 18 and Proposition 19 (domain corrected)",
        domain: "sensitivity > 0, delta in (0, 1], eps > 0, where the true delta is at most that",
        parameters: &["sensitivity", "eps", "delta"],
        example: "sensitivity=1, eps=1/2, delta=1e-5",
        apply: |a| {
            let (sensitivity, eps, delta) =
                (a.real("sensitivity")?, a.real("eps")?, a.real("delta")?);
            a.conclude(gaussian_noise(&sensitivity, &eps, &delta))
        },
    },
    Theorem {
        name: "randomized-response-estimator",
        statement: "bias, variance, error probability and eps of the estimator of a share",
        source: "Najib, sections 2.1.2 and 2.1.3",
        domain: "gamma in (0, 1/2), n >= 1, error > 0",
        parameters: &["gamma", "n", "error"],
        example: "gamma=1/4, n=1000, error=1/10",
        apply: |a| {
            let (gamma, n, error) = (a.real("gamma")?, a.natural("n")?, a.real("error")?);
            a.conclude(randomized_response_estimator(&gamma, n, &error))
        },
    },
    Theorem {
        name: "randomized-response-utility",
        statement: "the probability that an answer is kept, and that it is uniform",
        source: "Najib, Definition 20 and section 3.5.5",
        domain: "eps >= 0, categories >= 2",
        parameters: &["eps", "categories"],
        example: "eps=ln(3), categories=4",
        apply: |a| {
            let (eps, categories) = (a.real("eps")?, a.natural("categories")?);
            a.conclude(randomized_response(&eps, categories))
        },
    },
    Theorem {
        name: "exponential-mechanism",
        statement: "the probability that the exponential mechanism falls short, and its bound",
        source: "Najib, Proposition 24",
        domain: "sensitivity > 0, eps >= 0, shortfall >= 0",
        parameters: &["scores", "sensitivity", "eps", "shortfall"],
        example: "scores=[0, -1, -2], sensitivity=1, eps=2*ln(2), shortfall=2",
        apply: |a| {
            let scores = a.required("scores")?.reals()?;
            let (sensitivity, eps, shortfall) =
                (a.real("sensitivity")?, a.real("eps")?, a.real("shortfall")?);
            a.conclude(exponential_mechanism(&scores, &sensitivity, &eps, &shortfall))
        },
    },
    Theorem {
        name: "exponential-utility",
        statement: "the shortfall that the exponential mechanism exceeds with probability at most e^-t",
        source: "Najib, Proposition 24",
        domain: "sensitivity > 0, eps > 0, t >= 0, 1 <= optimal <= candidates",
        parameters: &["candidates", "optimal", "sensitivity", "eps", "t"],
        example: "candidates=100, optimal=1, sensitivity=1, eps=1, t=3",
        apply: |a| {
            let (candidates, optimal) = (a.natural("candidates")?, a.natural("optimal")?);
            let (sensitivity, eps, t) = (a.real("sensitivity")?, a.real("eps")?, a.real("t")?);
            a.conclude(exponential_utility(candidates, optimal, &sensitivity, &eps, &t))
        },
    },
    Theorem {
        name: "histogram-error",
        statement: "mean squared error of a histogram of shares with Laplace noise",
        source: "Najib, Lemma 44 and Proposition 46 (corrected)",
        domain: "bins >= 2, n >= 1, eps > 0",
        parameters: &["bins", "n", "eps"],
        example: "bins=10, n=100, eps=1",
        apply: |a| {
            let (bins, n, eps) = (a.natural("bins")?, a.natural("n")?, a.real("eps")?);
            a.conclude(histogram_error(bins, n, &eps))
        },
    },
    Theorem {
        name: "mean-error",
        statement: "mean squared error of a mean with the classical Gaussian noise",
        source: "Najib, Lemma 48 and Proposition 50",
        domain: "k >= 1, d > 0, n >= 1, eps and delta as for gaussian-noise",
        parameters: &["k", "d", "n", "eps", "delta"],
        example: "k=2, d=1, n=100, eps=1/2, delta=1e-5",
        apply: |a| {
            let (k, d, n) = (a.natural("k")?, a.real("d")?, a.natural("n")?);
            let (eps, delta) = (a.real("eps")?, a.real("delta")?);
            a.conclude(mean_error(k, &d, n, &eps, &delta))
        },
    },
    Theorem {
        name: "median-utility",
        statement: "how unbalanced a private median is",
        source: "Najib, Proposition 51 (corrected)",
        domain: "m >= 1, eps > 0, t >= 0",
        parameters: &["m", "eps", "t"],
        example: "m=10, eps=1, t=20",
        apply: |a| {
            let (m, eps, t) = (a.natural("m")?, a.real("eps")?, a.real("t")?);
            a.conclude(median_utility(m, &eps, &t))
        },
    },
];
