//! The references by name, each with the grid on which it is evaluated.

use super::{
    Case, Composition, Normal, Sample, Steps, central_limit, fourier, gaussian, ghazi_issa, kairouz,
};

/// A formula with a grid.
#[derive(Debug)]
pub struct Reference {
    /// Its name.
    pub name: &'static str,
    /// Its result, and how it is computed.
    pub formula: &'static str,
    /// The grid: the last axis changes first in [`Reference::cases`].
    pub axes: &'static [Axis],
    /// The formula at every point of the grid.
    pub cases: fn() -> Vec<Case>,
}

/// An axis of a grid.
#[derive(Debug)]
pub struct Axis {
    /// The parameter, or what it is derived from.
    pub name: &'static str,
    /// The meaning in words.
    pub meaning: &'static str,
    /// The values, ascending.
    pub values: &'static [f64],
}

/// All references.
pub const REFERENCES: &[Reference] = &[
    Reference {
        name: "kov-literal",
        formula: "Kairouz, Oh & Viswanath: the sum as printed",
        axes: COMPOSITION,
        cases: || compositions(COMPOSITION, None, kairouz::literal),
    },
    Reference {
        name: "kov-log",
        formula: "Kairouz, Oh & Viswanath: each term by its logarithm, with lgamma",
        axes: COMPOSITION,
        cases: || compositions(COMPOSITION, None, kairouz::log_space),
    },
    Reference {
        name: "kov-products",
        formula: "Kairouz, Oh & Viswanath: each binomial probability from the one before",
        axes: COMPOSITION,
        cases: || compositions(COMPOSITION, None, kairouz::products),
    },
    Reference {
        name: "ghazi-issa-literal",
        formula: "Ghazi & Issa, equation (5): the double sum as printed; eta is half of the largest",
        axes: DOUBLE,
        cases: || compositions(DOUBLE, Some(0.5), ghazi_issa::literal),
    },
    Reference {
        name: "ghazi-issa-recurrence",
        formula: "Ghazi & Issa, equation (5): by the recurrence of trinomial coefficients; eta is half of the largest",
        axes: DOUBLE,
        cases: || compositions(DOUBLE, Some(0.5), ghazi_issa::recurrence),
    },
    Reference {
        name: "gdp-literal",
        formula: "mu-GDP: Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)",
        axes: NORMAL,
        cases: || normals(gaussian::literal),
    },
    Reference {
        name: "gdp-erfcx",
        formula: "mu-GDP: with erfcx, the density taken out of both terms",
        axes: NORMAL,
        cases: || normals(gaussian::scaled),
    },
    Reference {
        name: "gdp-log",
        formula: "mu-GDP: both terms by their logarithms",
        axes: NORMAL,
        cases: || normals(gaussian::log_space),
    },
    Reference {
        name: "fourier-pairs",
        formula: "k (eps, delta)-DP mechanisms: a floating-point Fourier transform of losses that are on a grid",
        axes: COMPOSITION,
        cases: || compositions(COMPOSITION, None, fourier::pairs),
    },
    Reference {
        name: "fourier-gaussian",
        formula: "k Gaussian mechanisms: a floating-point Fourier transform of losses rounded up to multiples of 1e-3",
        axes: STEPS,
        cases: gaussian_steps,
    },
    Reference {
        name: "clt",
        formula: "Gaussian mechanisms on Poisson samples: the central limit theorem, mu = q sqrt(T (e^(1/sigma^2) - 1))",
        axes: SAMPLES,
        cases: samples,
    },
];

/// The reference of a name.
pub fn find(name: &str) -> Option<&'static Reference> {
    REFERENCES.iter().find(|reference| reference.name == name)
}

const EPS: Axis = Axis {
    name: "eps",
    meaning: "of each mechanism",
    values: &[0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0],
};
const MULTIPLE: Axis =
    Axis { name: "j/k", meaning: "delta is taken at j eps", values: &[0.0, 0.5] };
const DELTA: Axis = Axis { name: "delta", meaning: "of each mechanism", values: &[0.0, 1e-10] };

const COMPOSITION: &[Axis] = &[
    Axis {
        name: "k",
        meaning: "mechanisms",
        values: &[2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0],
    },
    EPS,
    MULTIPLE,
    DELTA,
];

/// The axes of the double sum, whose cost is k^2.
const DOUBLE: &[Axis] = &[
    Axis {
        name: "k",
        meaning: "mechanisms",
        values: &[2.0, 5.0, 10.0, 20.0, 50.0, 80.0, 100.0, 200.0, 400.0, 700.0],
    },
    EPS,
    MULTIPLE,
    DELTA,
];

const NORMAL: &[Axis] = &[
    Axis {
        name: "mu",
        meaning: "sensitivity / sigma",
        values: &[0.01, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 32.0],
    },
    Axis {
        name: "eps/mu",
        meaning: "in standard deviations",
        values: &[
            0.0, 0.125, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0, 35.0,
            35.5, 37.0,
        ],
    },
];

const STEPS: &[Axis] = &[
    Axis { name: "k", meaning: "mechanisms", values: &[1.0, 10.0, 100.0, 1000.0] },
    Axis {
        name: "eps/M",
        meaning: "M = mu sqrt(k)",
        values: &[0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0],
    },
    Axis { name: "M", meaning: "of the composition", values: &[0.5, 1.0, 2.0, 4.0] },
];

const SAMPLES: &[Axis] = &[
    Axis { name: "sigma", meaning: "standard deviation / sensitivity", values: &[0.6, 0.8, 1.0] },
    Axis { name: "eps", meaning: "where delta is taken", values: &[0.5, 1.0, 1.5] },
    Axis { name: "steps", meaning: "T", values: &[1000.0, 10000.0] },
    Axis { name: "rate", meaning: "q", values: &[0.001, 0.01] },
];

/// Every combination of the values of the axes, the last one changing first.
fn points(axes: &[Axis]) -> Vec<Vec<f64>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let extended = |point: &Vec<f64>| {
            let point = point.clone();
            axis.values.iter().map(move |value| [point.as_slice(), &[*value]].concat())
        };
        points.iter().flat_map(extended).collect()
    })
}

fn count(x: f64) -> u32 {
    x as u32
}

/// The cases of compositions; `share` is the ratio of eta to the largest total variation.
fn compositions(axes: &[Axis], share: Option<f64>, formula: fn(&Composition) -> f64) -> Vec<Case> {
    let case = |point: Vec<f64>| {
        let &[k, eps, multiple, delta] = point.as_slice() else {
            return None;
        };
        let largest = (1.0 - delta) * libm::expm1(eps) / (1.0 + libm::exp(eps));
        // Of the parity of k, for Kairouz, Oh & Viswanath.
        let j = k - 2.0 * libm::ceil((k - multiple * k) / 2.0).min(libm::floor(k / 2.0));
        let eta = share.map(|share| delta + share * largest);
        Some(Case::Composition(Composition { eps, delta, eta, k: count(k), j: count(j) }, formula))
    };
    points(axes).into_iter().filter_map(case).collect()
}

fn normals(formula: fn(&Normal) -> f64) -> Vec<Case> {
    let case = |point: Vec<f64>| {
        let &[mu, ratio] = point.as_slice() else {
            return None;
        };
        Some(Case::Normal(Normal { mu, eps: mu * ratio }, formula))
    };
    points(NORMAL).into_iter().filter_map(case).collect()
}

fn gaussian_steps() -> Vec<Case> {
    let case = |point: Vec<f64>| {
        let &[k, ratio, whole] = point.as_slice() else {
            return None;
        };
        let steps = Steps { mu: whole / libm::sqrt(k), k: count(k), eps: ratio * whole };
        Some(Case::Steps(steps, fourier::steps))
    };
    points(STEPS).into_iter().filter_map(case).collect()
}

fn samples() -> Vec<Case> {
    let case = |point: Vec<f64>| {
        let &[sigma, eps, steps, rate] = point.as_slice() else {
            return None;
        };
        Some(Case::Sample(Sample { rate, sigma, steps: count(steps), eps }, central_limit::delta))
    };
    points(SAMPLES).into_iter().filter_map(case).collect()
}
