//! What is asked: members of every kind, the forms in which each stands, and the questions.

use dpcert::question::table::{Entry, QUANTITIES};

/// A small member of a kind, and what it is called in the tables.
pub struct Member {
    pub name: &'static str,
    pub text: &'static str,
}

const fn member(name: &'static str, text: &'static str) -> Member {
    Member { name, text }
}

/// The finite pair that is not symmetric.
pub const PAIR: &str = "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3])";
/// Another one, of which one outcome reveals P.
pub const REVEALING: &str = "finite-pair(p=[1/4, 3/4], q=[0, 1])";
const RESPONSE: &str = "randomized-response(eps=ln(3))";

/// In the order of the catalogue; a class before its instances.
pub const MEMBERS: [Member; 71] = [
    member("approx-dp", "approx-dp(eps=ln(3), delta=1/10)"),
    member("approx-dp-tv", "approx-dp-tv(eps=ln(3), delta=1/10, eta=2/5)"),
    member("multi-dp", "multi-dp(constraints=[{eps=0, delta=1/2}, {eps=ln(3), delta=1/10}])"),
    member("randomized-response", RESPONSE),
    member("randomized-response of 3", "randomized-response(eps=ln(3), categories=3)"),
    member("unary-encoding", "unary-encoding(eps=ln(4), encoding=symmetric)"),
    member("subset-selection", "subset-selection(eps=ln(3), categories=4, size=2)"),
    member("hadamard-response", "hadamard-response(eps=ln(3), blocks=2)"),
    member("finite-pair, symmetric", "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/3, 1/2])"),
    member("finite-pair", PAIR),
    member("finite-pair, revealing", REVEALING),
    member("finite-pair of expressions", "finite-pair(p=[exp(-1), 1-exp(-1)], q=[1/2, 1/2])"),
    member("trade-off", "trade-off(vertices=[[0, 3/4], [1/4, 1/4], [3/4, 0], [1, 0]])"),
    member("staircase", "staircase(eps=ln(3), gamma=1/3)"),
    member("laplace", "laplace(eps=1)"),
    member("gaussian", "gaussian(sigma=1)"),
    member("gdp", "gdp(mu=1)"),
    member(
        "matrix-gaussian",
        "matrix-gaussian(strategy=toeplitz(coefficients=[1, 1/2], n=4), participation=single, sigma=1)",
    ),
    member("repeat of laplace", "repeat(count=2, mechanism=laplace(eps=1))"),
    member(
        "compose of laplace and gaussian",
        "compose(mechanisms=[laplace(eps=1), gaussian(sigma=1)])",
    ),
    member(
        "compose of finite pairs",
        "compose(mechanisms=[finite-pair(p=[1/4, 3/4], q=[1/2, 1/2]), randomized-response(eps=ln(2))])",
    ),
    member("exponential", "exponential(eps=1)"),
    member("exponential, chosen before", "exponential(eps=1, composition=non-adaptive)"),
    member(
        "exponential, scores",
        "exponential(eps=2*ln(2), sensitivity=1, scores=[0, 1, 2], neighbour_scores=[1, 1, 1])",
    ),
    member("noisy-max gumbel", "noisy-max(noise=gumbel, eps=1)"),
    member("noisy-max exponential", "noisy-max(noise=exponential, eps=1)"),
    member(
        "noisy-max discrete-laplace",
        "noisy-max(noise=discrete-laplace, eps=ln(2), sensitivity=1)",
    ),
    member(
        "noisy-max, scores",
        "noisy-max(noise=exponential, eps=ln(4), scores=[0, -1], neighbour_scores=[0, 0], sensitivity=1)",
    ),
    member("sparse-vector", "sparse-vector(threshold_eps=ln(2), query_eps=ln(2), cutoff=1)"),
    member(
        "sparse-vector, queries",
        "sparse-vector(threshold_eps=ln(2), query_eps=ln(2), cutoff=1, queries=[0, 0], neighbour_queries=[1, -1], threshold=0, \
         sensitivity=1, noise=discrete-laplace)",
    ),
    member("discrete-laplace", "discrete-laplace(eps=ln(2), sensitivity=1)"),
    member("discrete-laplace, shifts", "discrete-laplace(eps=ln(2), shifts=[1, -1])"),
    member("discrete-gaussian", "discrete-gaussian(sigma_sq=2, sensitivity=1)"),
    member("discrete-gaussian, shifts", "discrete-gaussian(sigma_sq=2, shifts=[1, -1])"),
    member("additive, symmetric", "additive(masses=[1/4, 1/2, 1/4], sensitivity=1)"),
    member("additive", "additive(masses=[1/2, 1/3, 1/6], sensitivity=1)"),
    member("additive skellam", "additive(noise=skellam, variance=2, sensitivity=1)"),
    member(
        "additive negative-binomial",
        "additive(noise=negative-binomial, failures=2, p=1/2, sensitivity=1)",
    ),
    member(
        "thresholded laplace",
        "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=4, keys=1)",
    ),
    member(
        "thresholded discrete-laplace",
        "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold=4, new=1, known=1, release=above)",
    ),
    member(
        "thresholded, replace-one",
        "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold=4, keys=1, adjacency=replace-one, release=above)",
    ),
    member("zcdp", "zcdp(rho=1/2)"),
    member("poisson of gaussian", "poisson(1/2, gaussian(sigma=1))"),
    member("poisson of a response", "poisson(1/2, randomized-response(eps=ln(3)))"),
    member("poisson of a pair", "poisson(1/2, finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3]))"),
    member("truncated-poisson", "truncated-poisson(1/2, n=10, max_batch=6, laplace(eps=1))"),
    member("without-replacement of laplace", "without-replacement(1/2, laplace(eps=1))"),
    member(
        "random-allocation of gaussian",
        "random-allocation(steps=3, mechanism=gaussian(sigma=2))",
    ),
    member(
        "random-allocation of a response",
        "random-allocation(steps=3, mechanism=randomized-response(eps=ln(3)))",
    ),
    member(
        "shuffled-batches",
        "shuffled-batches(batches=3, adjacency=zero-out, mechanism=gaussian(sigma=1))",
    ),
    member("sum-of-reports", "sum-of-reports(clients=5, eps=ln(3))"),
    member("sum-of-reports of many", "sum-of-reports(clients=70, eps=ln(3))"),
    member(
        "truncated-poisson of a zeroed record",
        "subsample(method=truncated-poisson, rate=1/2, n=10, max_batch=6, adjacency=zero-out, mechanism=laplace(eps=1))",
    ),
    member("group of gaussian", "group(2, gaussian(sigma=2))"),
    member("group of approx-dp", "group(2, approx-dp(eps=ln(2), delta=1/10))"),
    member("group of a sample", "group(2, poisson(1/2, laplace(eps=1)))"),
    member(
        "inverse of a pair",
        "inverse(mechanism=finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3]))",
    ),
    member(
        "symmetrised",
        "symmetrised(mechanism=finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3]))",
    ),
    member(
        "intersection",
        "intersection(mechanisms=[approx-dp(eps=ln(3), delta=0), approx-dp(eps=0, delta=2/5)])",
    ),
    member(
        "intersection with gdp",
        "intersection(mechanisms=[randomized-response(eps=ln(3)), gdp(mu=1)])",
    ),
    member(
        "union",
        "union(mechanisms=[randomized-response(eps=ln(3)), approx-dp(eps=0, delta=2/5)])",
    ),
    member("union with gdp", "union(mechanisms=[randomized-response(eps=ln(3)), gdp(mu=1)])"),
    member("mixture", "mixture(weights=[1/2, 1/2], mechanisms=[gdp(mu=1), laplace(eps=1)])"),
    member(
        "mixture of pairs",
        "mixture(weights=[1/2, 1/2], mechanisms=[randomized-response(eps=ln(3)), randomized-response(eps=ln(2))])",
    ),
    member("erasure of a response", "erasure(rate=1/2, mechanism=randomized-response(eps=ln(3)))"),
    member(
        "private-selection",
        "private-selection(runs=geometric, gamma=1/2, base=randomized-response(eps=ln(2)))",
    ),
    member(
        "private-selection, outcomes",
        "private-selection(p=[1/2, 1/3, 1/6], q=[1/4, 1/2, 1/4], runs=geometric, gamma=1/4)",
    ),
    member(
        "mixture-of-shifts",
        "mixture-of-shifts(laplace(eps=1/2), p=[1/2, 1/2], shifts=[0, 1], q=[1], q_shifts=[0])",
    ),
    member("gaussian-scales", "gaussian-scales(ratio=2, dimension=1)"),
    member("generalised-gaussian", "generalised-gaussian(power=4, scale=2, sensitivity=1)"),
    member("nothing", "compose(mechanisms=[])"),
];

/// A form in which a mechanism stands.
pub struct Form {
    pub name: &'static str,
    /// What is around the mechanism, before and after it.
    around: [&'static str; 2],
}

impl Form {
    /// The mechanism in this form.
    pub fn of(&self, mechanism: &str) -> String {
        let [before, after] = self.around;
        format!("{before}{mechanism}{after}")
    }
}

/// All forms; the first one is the mechanism alone.
pub const FORMS: [Form; 8] = [
    Form { name: "alone", around: ["", ""] },
    Form { name: "twice", around: ["", "^2"] },
    Form { name: "with gaussian", around: ["", " * gaussian(sigma=1)"] },
    Form {
        name: "with a pair",
        around: ["", " * finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3])"],
    },
    Form { name: "poisson", around: ["poisson(1/2, ", ")"] },
    Form { name: "without-replacement", around: ["without-replacement(1/2, ", ")"] },
    Form { name: "group", around: ["group(2, ", ")"] },
    Form { name: "random-allocation", around: ["random-allocation(steps=2, mechanism=", ")"] },
];

/// A question: a quantity with its parameter, or the order of two mechanisms.
pub enum Asked {
    Quantity(&'static Entry, Option<&'static str>),
    /// Does it dominate this one?
    Dominates(&'static str),
}

impl Asked {
    /// The name of its column.
    pub fn name(&self) -> &'static str {
        match self {
            Asked::Quantity(entry, _) => entry.name,
            Asked::Dominates(_) => "dominates",
        }
    }

    /// What it is asked at.
    pub fn shown(&self) -> String {
        match self {
            Asked::Quantity(entry, parameter) => match (entry.parameter, parameter) {
                (Some(name), Some(value)) => format!("{name} = {value}"),
                _ => String::new(),
            },
            Asked::Dominates(other) => format!("`{other}`"),
        }
    }
}

/// The questions in the order of the columns.
pub fn questions() -> Vec<Asked> {
    let quantity = |entry: &'static Entry| {
        let parameter = match entry.parameter {
            Some("eps") => Some("1/2"),
            Some("delta") => Some("1/5"),
            Some("alpha") => Some("1/10"),
            Some("alpha_min") => Some("1/4"),
            Some("order") => Some("2"),
            Some("prior") => Some("1/3"),
            Some("gap") => Some("1/10"),
            Some(other) => panic!("no value of {other} to ask"),
            None => None,
        };
        Asked::Quantity(entry, parameter)
    };
    QUANTITIES.into_iter().map(quantity).chain([Asked::Dominates(RESPONSE)]).collect()
}
