//! Claim files to start from, and theorems about utility.

use serde::Serialize;

/// A claim file to start from.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Template {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

/// The theorems about utility, and the statements that the thesis prints in their place: JSON, which
/// `scripts/record made` makes from both.
pub const UTILITIES: &str = include_str!("utilities.json");

/// All of them.
pub const TEMPLATES: [Template; 5] = [
    Template {
        name: "dp-sgd",
        about: "training with noisy gradients: the Gaussian mechanism on Poisson samples",
        text: include_str!("../templates/dp-sgd.toml"),
    },
    Template {
        name: "local",
        about: "local privacy: every person answers with randomised response",
        text: include_str!("../templates/local.toml"),
    },
    Template {
        name: "census",
        about: "published counts: discrete Gaussian noise, a budget in rho and in (eps, delta)",
        text: include_str!("../templates/census.toml"),
    },
    Template {
        name: "queries",
        about: "some queries with Laplace noise, each with its own eps",
        text: include_str!("../templates/queries.toml"),
    },
    Template {
        name: "guarantees",
        about: "steps of which only the guarantee (eps, delta) is known",
        text: include_str!("../templates/guarantees.toml"),
    },
];
