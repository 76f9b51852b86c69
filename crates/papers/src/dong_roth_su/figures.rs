//! Its figures, redrawn.

use crate::entry::Figure;

/// The figures.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "gaussian-dp-figure-3",
        locus: "Figure 3 (right)",
        caption: "mu-GDP for several mu",
        arguments: "'gdp(mu=1/2)' 'gdp(mu=1)' 'gdp(mu=3)' 'gdp(mu=6)' --show trade-offs",
    },
    Figure {
        name: "gaussian-dp-figure-5",
        locus: "Figures 1 (left) and 5 (right)",
        caption: "ten steps, 1-GDP, and the dashed curve",
        arguments: "'approx-dp(eps=1/sqrt(10), delta=0)^10' 'gdp(mu=1)' 'approx-dp(eps=2.89, delta=0.001)' --show \
                    trade-offs",
    },
    Figure {
        name: "gaussian-dp-proposition-7",
        locus: "After Proposition 7",
        caption: "a group of four and the Laplace mechanism",
        arguments: "'group(size=4, mechanism=approx-dp(eps=1/4, delta=0))' 'laplace(eps=1)' --show trade-offs",
    },
    Figure {
        name: "gaussian-dp-figure-6-left",
        locus: "Figure 6 (left)",
        caption: "a sample of 1.8-GDP",
        arguments: "'gdp(mu=1.8)' 'subsample(method=without-replacement, rate=0.35, adjacency=replace-one, \
                    mechanism=gdp(mu=1.8))' --show trade-offs",
    },
    Figure {
        name: "gaussian-dp-figure-6-right",
        locus: "Figure 6 (right)",
        caption: "a sample of (3, 0.1)-DP by Definition 6, by Corollary 3 corrected, and by Lemma 2",
        arguments: "'union(mechanisms=[finite-pair(p=[0.2*0.1, 0.9*(0.2*exp(3) + 0.8)/(1 + exp(3)), 0.9*(0.2 + \
                    0.8*exp(3))/(1 + exp(3)), 0.8*0.1], q=[0, 0.9/(1 + exp(3)), 0.9*exp(3)/(1 + exp(3)), 0.1]), \
                    inverse(mechanism=finite-pair(p=[0.2*0.1, 0.9*(0.2*exp(3) + 0.8)/(1 + exp(3)), 0.9*(0.2 + \
                    0.8*exp(3))/(1 + exp(3)), 0.8*0.1], q=[0, 0.9/(1 + exp(3)), 0.9*exp(3)/(1 + exp(3)), 0.1]))])' \
                    'multi-dp(constraints=[{eps=ln(0.8 + 0.2*exp(3)), delta=0.02}, {eps=0, delta=0.2*(0.1 + \
                    0.9*(exp(3) - 1)/(exp(3) + 1))}])' 'approx-dp(eps=ln(0.8 + 0.2*exp(3)), delta=0.02)' --show \
                    trade-offs",
    },
];
