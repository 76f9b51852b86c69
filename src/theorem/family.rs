//! The subjects of the theorems, for readers who do not know their names.

/// The families, and the names of their theorems.
const FAMILIES: [(&str, &[&str]); 8] = [
    (
        "composition",
        &[
            "basic-composition",
            "kov-simplified",
            "group-privacy",
            "group-trade-off",
            "splitting",
            "renyi-conversion",
            "berry-esseen",
            "berry-esseen-of-mechanism",
            "beating-berry-esseen",
        ],
    ),
    (
        "limits of many steps",
        &[
            "limit-of-composition",
            "limit-of-approximate",
            "limit-of-total-variation",
            "limit-of-noisy-sgd",
            "limit-of-samples",
            "chi-squared",
        ],
    ),
    (
        "subsampling",
        &[
            "noisy-sgd",
            "advanced-joint-convexity",
            "sampled-poisson",
            "sampled-without-replacement",
            "sampled-with-replacement",
            "sampled-poisson-replaced",
            "sampled-poisson-replaced-by-steps",
            "sampled-tv",
            "sampled-trade-off",
            "sampled-trade-offs",
        ],
    ),
    ("profiles", &["laplace-profile", "gaussian-profile", "profile", "moment-identity"]),
    ("total variation", &["erasure-tv", "tv-from-kl", "laplace-tv", "gaussian-tv", "staircase-tv"]),
    ("local privacy", &["local-tv", "local-kl", "binary-share", "erased-share"]),
    ("Gaussian differential privacy", &["gdp-delta", "gdp-eps", "gdp-mu", "pure-to-gdp"]),
    (
        "noise and utility",
        &[
            "laplace-noise",
            "discrete-laplace-noise",
            "gaussian-noise",
            "randomized-response-estimator",
            "randomized-response-utility",
            "exponential-mechanism",
            "exponential-utility",
            "histogram-error",
            "mean-error",
            "median-utility",
        ],
    ),
];

/// The families in the order of the list.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(family, _)| *family)
}

/// The family of the theorem called `name`; empty for an unknown one.
pub fn family_of(name: &str) -> &'static str {
    FAMILIES.iter().find(|(_, names)| names.contains(&name)).map_or("", |(family, _)| family)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::THEOREMS;

    #[test]
    fn every_theorem_has_one_family() {
        let mut listed: Vec<&str> =
            FAMILIES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut known: Vec<&str> = THEOREMS.iter().map(|theorem| theorem.name).collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }
}
