//! Its figures, redrawn.

use crate::entry::Figure;

/// The figures.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "ghazi-issa-figure-3",
        locus: "Figure 3",
        caption: "the Laplace mechanism, (1, 0)-DP, and (1, 0)-DP with its total variation",
        arguments: "'approx-dp(eps=1, delta=0)' 'approx-dp-tv(eps=1, delta=0, eta=1-exp(-1/2))' 'laplace(eps=1)'",
    },
    Figure {
        name: "ghazi-issa-figure-4a",
        locus: "Figure 4a",
        caption: "one step",
        arguments: "'approx-dp(eps=1, delta=0)' 'approx-dp-tv(eps=1, delta=0, alpha=3/10)' 'staircase(eps=1, \
                    gamma=0.0139)'",
    },
    Figure {
        name: "ghazi-issa-figure-4b",
        locus: "Figure 4b",
        caption: "five steps",
        arguments: "'approx-dp(eps=1, delta=0)^5' 'approx-dp-tv(eps=1, delta=0, alpha=3/10)^5' 'staircase(eps=1, \
                    gamma=0.0139)^5'",
    },
    Figure {
        name: "ghazi-issa-figure-4",
        locus: "Figure 4",
        caption: "every delta_j of five steps, with and without total variation",
        arguments: "'approx-dp(eps=1, delta=0)^5' 'approx-dp-tv(eps=1, delta=0, alpha=3/10)^5' --show deltas --points \
                    20",
    },
    Figure {
        name: "ghazi-issa-convergence",
        locus: "Theorem 3",
        caption: "convergence with the mass 3/10 at loss 0",
        arguments: "--convergence 'mu=1, alpha=3/10, steps=[2, 10, 100]' --points 48",
    },
];
