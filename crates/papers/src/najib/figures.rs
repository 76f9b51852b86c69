//! Its figures, redrawn.

use crate::entry::Figure;

/// The figures.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "thesis-figure-2-1",
        locus: "Figure 2.1",
        caption: "the region of (0.6, 0.05)-DP",
        arguments: "'approx-dp(eps=0.6, delta=0.05)'",
    },
    Figure {
        name: "thesis-figure-2-2",
        locus: "Figure 2.2",
        caption: "the same five times",
        arguments: "'approx-dp(eps=0.6, delta=0.05)^5'",
    },
    Figure {
        name: "thesis-figure-2-3",
        locus: "Figures 2.3 and 3.4",
        caption: "(0.6, 0.15)-DP with total variation 0.25",
        arguments: "'approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)'",
    },
    Figure {
        name: "thesis-figure-2-4",
        locus: "Figure 2.4",
        caption: "(0.6, 0.05)-DP with total variation 0.2, five times",
        arguments: "'approx-dp-tv(eps=0.6, delta=0.05, eta=0.2)^5'",
    },
    Figure { name: "thesis-figure-2-5", locus: "Figure 2.5", caption: "1-GDP", arguments: "'gdp(mu=1)'" },
    Figure {
        name: "thesis-figure-3-5",
        locus: "Figure 3.5",
        caption: "two regions",
        arguments: "'approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)' 'gdp(mu=3/2)'",
    },
    Figure {
        name: "thesis-figure-3-7",
        locus: "Figure 3.7",
        caption: "an intersection of regions",
        arguments: "'approx-dp-tv(eps=0.6, delta=0.15, eta=0.25)' 'gdp(mu=4/5)' \
                    'intersection(mechanisms=[approx-dp-tv(eps=0.6, delta=0.15, eta=0.25), gdp(mu=4/5)])' --show \
                    trade-offs --gap 1/250",
    },
    Figure {
        name: "thesis-figure-3-9",
        locus: "Figure 3.9",
        caption: "five mechanisms by basic composition, exactly, and exactly with their total variation",
        arguments: "'approx-dp(eps=5*0.6, delta=5*0.05)' 'approx-dp(eps=0.6, delta=0.05)^5' 'approx-dp-tv(eps=0.6, \
                    delta=0.05, eta=0.15)^5'",
    },
    Figure {
        name: "thesis-figure-4-1",
        locus: "Figure 4.1",
        caption: "two mechanisms with two guarantees each, and the hypothesis, which the exact region refutes",
        arguments: "'multi-dp(constraints=[{eps=0.6, delta=0.05}, {eps=0, delta=0.2}])^2' \
                    'intersection(mechanisms=[multi-dp(constraints=[{eps=0, delta=1-(1-0.2)^2}, {eps=0.6, \
                    delta=1-(1-0.05)*(1-0.2)}]), approx-dp(eps=0.6, delta=0.05)^2])' --show trade-offs",
    },
    Figure {
        name: "thesis-figure-3-2",
        locus: "Figure 3.2",
        caption: "the error of a private mean over delta (the parameters are chosen here)",
        arguments: "--utility 'mean-error(k=2, d=1, n=100, eps=1/2)' --over delta=1e-6..0.1 --scale logarithmic \
                    --points 25 --at 1e-5",
    },
    Figure {
        name: "thesis-figure-3-10",
        locus: "Figure 3.10",
        caption: "convergence to 1-GDP (the numbers of steps are chosen here)",
        arguments: "--convergence 'mu=1, steps=[1, 2, 10, 100]' --points 48",
    },
    Figure {
        name: "thesis-figure-3-11",
        locus: "Figure 3.11",
        caption: "the error of a private histogram (the parameters are chosen here)",
        arguments: "--utility 'histogram-error(bins=10, n=100)' --over eps=0.1..10 --scale logarithmic --points 25 \
                    --at 1",
    },
    Figure {
        name: "thesis-figure-3-12",
        locus: "Figure 3.12",
        caption: "how unbalanced a private median is (the parameters are chosen here)",
        arguments: "--utility 'median-utility(m=100, t=50)' --over eps=0.1..3 --points 30 --at 1",
    },
    Figure {
        name: "thesis-figure-3-13",
        locus: "Figure 3.13",
        caption: "how often randomised response is uniform (the parameters are chosen here)",
        arguments: "--utility 'randomized-response-utility(categories=10)' --over eps=0.1..10 --points 25 --at 1",
    },
];
