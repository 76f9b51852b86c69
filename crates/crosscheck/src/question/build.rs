//! Mechanisms and queries as JSON, with their contributions to the flags and the id of a question.

use super::Flag;
use super::number::Number;
use malachite::rational::Rational;
use serde_json::Value;
use std::collections::BTreeSet;

/// A mechanism in the line protocol.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub json: String,
    pub label: String,
    pub flags: BTreeSet<Flag>,
    /// Are losses finitely many, so that a test may have to be randomised?
    is_discrete: bool,
    /// The sum of all eps, if it exists.
    eps: Rational,
}

/// A query in the line protocol.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub quantity: &'static str,
    pub json: String,
    pub label: String,
    pub flags: BTreeSet<Flag>,
    /// Is it about a test at a level strictly between 0 and 1?
    pub is_level: bool,
}

/// e^709 is a binary64, e^710 is not.
const LARGEST_EXPONENT: u64 = 709;
const HUGE_EPS: u64 = 100;
const LARGE_COUNT: u64 = 1000;
/// Searches for eps are rarely tested below this delta.
const TINY_DELTA: &str = "1e-13";

fn set(flag: Flag, is_set: bool) -> BTreeSet<Flag> {
    is_set.then_some(flag).into_iter().collect()
}

fn is_subnormal(x: &Number) -> bool {
    let least_normal = Rational::try_from(f64::MIN_POSITIVE).unwrap_or_default();
    x.value.as_ref().is_some_and(|value| *value > 0 && *value < least_normal)
}

fn is_at_least(x: &Number, limit: u64) -> bool {
    x.value.as_ref().is_some_and(|value| *value >= limit)
}

fn is_end(x: &Number) -> bool {
    x.value.as_ref().is_some_and(|value| *value == 0 || *value == 1)
}

/// A text as JSON.
fn text(text: &str) -> String {
    Value::from(text).to_string()
}

/// A table of JSON, in the order of its fields.
fn table<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let fields: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("{}:{value}", text(name))).collect();
    format!("{{{}}}", fields.join(","))
}

/// A mechanism of a kind.
fn of_kind<'a>(kind: &str, fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    table(std::iter::once(("kind", text(kind))).chain(fields))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

fn numbers<'a>(numbers: impl IntoIterator<Item = &'a Number>) -> String {
    list(numbers.into_iter().map(Number::json))
}

impl Number {
    fn json(&self) -> String {
        text(&self.text)
    }
}

/// A parameter that is searched for.
pub(super) fn open() -> Number {
    Number { text: "?".into(), label: "open".into(), value: None }
}

/// A mechanism with one kind and numbers.
fn simple(kind: &str, parameters: &[(&str, Number)], is_discrete: bool) -> Spec {
    let mut flags = BTreeSet::new();
    let mut eps = Rational::from(0u32);
    let mut label = kind.to_owned();
    for (name, x) in parameters {
        label = format!("{label}-{}", x.label);
        flags.extend(set(Flag::Subnormal, is_subnormal(x)));
        if *name == "eps" {
            flags.extend(set(Flag::HugeEps, is_at_least(x, HUGE_EPS)));
            eps = x.value.clone().unwrap_or_default();
        }
        if matches!(*name, "eps" | "delta") && is_end(x) {
            // eps = 1 is as ordinary as delta = 0.
            let is_edge = if *name == "eps" { !is_at_least(x, 1) } else { is_at_least(x, 1) };
            flags.extend(set(Flag::DomainEdge, is_edge));
        }
        flags.extend(set(Flag::InfiniteLossMass, *name == "delta" && x.text != "0"));
    }
    let json = of_kind(kind, parameters.iter().map(|(name, x)| (*name, x.json())));
    Spec { json, label, flags, is_discrete, eps }.with_overflow()
}

pub(super) fn approx_dp(eps: impl Into<Number>, delta: impl Into<Number>) -> Spec {
    simple("approx-dp", &[("eps", eps.into()), ("delta", delta.into())], true)
}

pub(super) fn approx_dp_tv(
    eps: impl Into<Number>,
    delta: impl Into<Number>,
    eta: impl Into<Number>,
) -> Spec {
    simple(
        "approx-dp-tv",
        &[("eps", eps.into()), ("delta", delta.into()), ("eta", eta.into())],
        true,
    )
}

/// `approx-dp-tv` through alpha, the share of a step that reveals nothing.
pub(super) fn diluted(
    eps: impl Into<Number>,
    delta: impl Into<Number>,
    alpha: impl Into<Number>,
) -> Spec {
    let alpha = alpha.into();
    let edge = set(Flag::DomainEdge, is_end(&alpha));
    let found = simple(
        "approx-dp-tv",
        &[("eps", eps.into()), ("delta", delta.into()), ("alpha", alpha.clone())],
        true,
    );
    let start = found.label.strip_suffix(&alpha.label).unwrap_or_default();
    Spec { label: format!("{start}alpha{}", alpha.label), ..found }.flagged(edge)
}

pub(super) fn multi_dp(constraints: &[(Number, Number)]) -> Spec {
    let parts = constraints.iter().map(|(eps, delta)| approx_dp(eps.clone(), delta.clone()));
    let label = constraints
        .iter()
        .map(|(eps, delta)| format!("-{}-{}", eps.label, delta.label))
        .collect::<String>();
    let rows = constraints
        .iter()
        .map(|(eps, delta)| table([("eps", eps.json()), ("delta", delta.json())]));
    let json = of_kind("multi-dp", [("constraints", list(rows))]);
    around(parts, json, format!("multi-dp{label}"), true)
}

pub(super) fn randomized_response(eps: impl Into<Number>, categories: u64) -> Spec {
    simple("randomized-response", &[("eps", eps.into()), ("categories", categories.into())], true)
}

/// A release of keys under integer noise, by the words of its split.
pub(super) fn thresholded(
    eps: impl Into<Number>,
    threshold: u64,
    release: &str,
    keys: &[(&str, u64)],
) -> Spec {
    release_of_keys("discrete-laplace", ("eps", eps.into()), threshold, Some(release), keys)
}

/// The same under noise with a density.
pub(super) fn thresholded_scale(
    noise: &str,
    scale: impl Into<Number>,
    threshold: u64,
    keys: &[(&str, u64)],
) -> Spec {
    release_of_keys(noise, ("scale", scale.into()), threshold, None, keys)
}

/// Noise on integers has the word for a value at the threshold.
fn release_of_keys(
    noise: &str,
    size: (&'static str, Number),
    threshold: u64,
    release: Option<&str>,
    keys: &[(&str, u64)],
) -> Spec {
    let noise =
        [("noise", word(noise)), size, ("sensitivity", 1.into()), ("threshold", threshold.into())];
    let release_field = release.map(|release| ("release", word(release)));
    let keys = keys.iter().map(|(name, count)| (*name, Number::from(*count)));
    let fields: Vec<_> = noise.into_iter().chain(release_field).chain(keys).collect();
    simple("thresholded", &fields, release.is_some()).flagged(set(Flag::InfiniteLossMass, true))
}

fn word(text: &str) -> Number {
    Number { text: text.into(), label: text.into(), value: None }
}

pub(super) fn unary_encoding(eps: impl Into<Number>, encoding: &str) -> Spec {
    simple("unary-encoding", &[("eps", eps.into()), ("encoding", word(encoding))], true)
}

/// Unary encoding by its probabilities.
pub(super) fn bits(p: impl Into<Number>, q: impl Into<Number>) -> Spec {
    simple("unary-encoding", &[("p", p.into()), ("q", q.into())], true)
}

pub(super) fn subset_selection(eps: impl Into<Number>, categories: u64, size: u64) -> Spec {
    simple(
        "subset-selection",
        &[("eps", eps.into()), ("categories", categories.into()), ("size", size.into())],
        true,
    )
}

pub(super) fn hadamard_response(eps: impl Into<Number>, blocks: u64) -> Spec {
    simple("hadamard-response", &[("eps", eps.into()), ("blocks", blocks.into())], true)
}

/// All exponential mechanisms of a range, by the word for the order in which they are chosen.
pub(super) fn exponential(eps: impl Into<Number>, composition: &str) -> Spec {
    simple("exponential", &[("eps", eps.into()), ("composition", word(composition))], false)
}

/// The exponential mechanism of given scores, which neighbours move by at most 1; `name` is its
/// name in ids.
pub(super) fn exponential_of_scores(
    name: &str,
    eps: &Number,
    scores: &[Number],
    neighbour: &[Number],
) -> Spec {
    let json = of_kind(
        "exponential",
        std::iter::once(("eps", eps.json())).chain(of_scores(scores, neighbour)),
    );
    around([], json, format!("exponential-{}-{name}", eps.label), true)
        .flagged([Flag::AdjacencyDirection])
}

/// The scores of neighbours, which move by at most 1.
fn of_scores(scores: &[Number], neighbour: &[Number]) -> [(&'static str, String); 3] {
    [
        ("scores", numbers(scores)),
        ("neighbour_scores", numbers(neighbour)),
        ("sensitivity", text("1")),
    ]
}

/// All selections of the largest score with this noise.
pub(super) fn noisy_max(noise: &str, eps: impl Into<Number>) -> Spec {
    simple("noisy-max", &[("noise", word(noise)), ("eps", eps.into())], false)
}

/// Permute-and-flip for given scores, which neighbours move by at most 1; `name` is its name in
/// ids.
pub(super) fn permute_and_flip(
    name: &str,
    eps: &Number,
    scores: &[Number],
    neighbour: &[Number],
) -> Spec {
    let noise = [("noise", text("exponential")), ("eps", eps.json())];
    let json = of_kind("noisy-max", noise.into_iter().chain(of_scores(scores, neighbour)));
    around([], json, format!("noisy-max-exponential-{}-{name}", eps.label), true)
        .flagged([Flag::AdjacencyDirection])
}

/// All sequences of answers to queries that neighbours move in both directions.
pub(super) fn sparse_vector(
    threshold_eps: impl Into<Number>,
    query_eps: impl Into<Number>,
    cutoff: u64,
) -> Spec {
    let fields = [
        ("threshold_eps", threshold_eps.into()),
        ("query_eps", query_eps.into()),
        ("cutoff", cutoff.into()),
    ];
    simple("sparse-vector", &fields, false)
}

/// The answers to given queries under integer noise, until one is above the threshold 0.
pub(super) fn sparse_vector_of_queries(
    eps: &Number,
    queries: &[Number],
    neighbour: &[Number],
) -> Spec {
    let fields = [
        ("noise", text("discrete-laplace")),
        ("threshold_eps", eps.json()),
        ("query_eps", eps.json()),
        ("cutoff", text("1")),
        ("threshold", text("0")),
        ("queries", numbers(queries)),
        ("neighbour_queries", numbers(neighbour)),
        ("sensitivity", text("1")),
        ("moves", text("one-way")),
    ];
    let json = of_kind("sparse-vector", fields);
    around([], json, format!("sparse-vector-discrete-{}", eps.label), true)
        .flagged([Flag::AdjacencyDirection])
}

/// The number of runs of a private selection, by its parameters.
#[derive(Clone, Copy)]
pub(super) enum Runs {
    Geometric { gamma: &'static str },
    Logarithmic { gamma: &'static str },
    NegativeBinomial { eta: &'static str, gamma: &'static str },
    Poisson { mean: &'static str },
}

impl Runs {
    /// Its fields, and its name in ids.
    fn written(self) -> (Vec<(&'static str, String)>, String) {
        let one = |runs: &str, name: &'static str, value: &str| {
            (
                vec![("runs", text(runs)), (name, text(value))],
                format!("{runs}-{}", Number::from(value).label),
            )
        };
        match self {
            Runs::Geometric { gamma } => one("geometric", "gamma", gamma),
            Runs::Logarithmic { gamma } => one("logarithmic", "gamma", gamma),
            Runs::Poisson { mean } => one("poisson", "mean", mean),
            Runs::NegativeBinomial { eta, gamma } => {
                let (mut fields, label) = one("truncated-negative-binomial", "gamma", gamma);
                fields.push(("eta", text(eta)));
                (fields, format!("{label}-{}", Number::from(eta).label))
            }
        }
    }
}

/// The best of a random number of runs, for any scores.
pub(super) fn private_selection(base: Spec, runs: Runs) -> Spec {
    let (fields, label) = runs.written();
    let json =
        of_kind("private-selection", std::iter::once(("base", base.json.clone())).chain(fields));
    let label = format!("private-selection-{label}-{}", base.label);
    around([base], json, label, false)
}

/// The best of a random number of runs of given outcomes.
pub(super) fn best_of(p: &[Number], q: &[Number], runs: Runs) -> Spec {
    let (fields, label) = runs.written();
    let json = of_kind(
        "private-selection",
        [("p", numbers(p)), ("q", numbers(q))].into_iter().chain(fields),
    );
    around([], json, format!("private-selection-{label}-given"), true)
        .flagged([Flag::AdjacencyDirection])
}

/// Noise on integers by its masses.
pub(super) fn additive(name: &str, masses: &[Number], sensitivity: u64) -> Spec {
    let json = of_kind(
        "additive",
        [("masses", numbers(masses)), ("sensitivity", text(&sensitivity.to_string()))],
    );
    around([], json, format!("additive-{name}-{sensitivity}"), true)
}

/// Noise on integers by a formula.
pub(super) fn additive_noise(
    noise: &str,
    parameters: &[(&'static str, Number)],
    sensitivity: u64,
) -> Spec {
    let fields = [("noise", word(noise))].into_iter().chain(parameters.iter().cloned());
    let fields: Vec<_> = fields.chain([("sensitivity", sensitivity.into())]).collect();
    simple("additive", &fields, true)
}

pub(super) fn laplace(eps: impl Into<Number>) -> Spec {
    // An atom at either end, and a density between.
    simple("laplace", &[("eps", eps.into())], false)
}

/// Noise in units of the data.
pub(super) fn in_units(
    kind: &str,
    scale: impl Into<Number>,
    sensitivity: impl Into<Number>,
) -> Spec {
    simple(kind, &[("scale", scale.into()), ("sensitivity", sensitivity.into())], false)
}

pub(super) fn discrete_laplace(eps: impl Into<Number>, sensitivity: u64) -> Spec {
    simple("discrete-laplace", &[("eps", eps.into()), ("sensitivity", sensitivity.into())], true)
}

pub(super) fn staircase(eps: impl Into<Number>, gamma: impl Into<Number>) -> Spec {
    let gamma = gamma.into();
    let edge = set(Flag::DomainEdge, is_end(&gamma));
    simple("staircase", &[("eps", eps.into()), ("gamma", gamma)], true).flagged(edge)
}

pub(super) fn gaussian(sigma: impl Into<Number>) -> Spec {
    simple("gaussian", &[("sigma", sigma.into())], false)
}

/// A run of a matrix mechanism, by its strategy and its participation as JSON; `name` is their name
/// in ids.
pub(super) fn matrix_gaussian(
    name: &str,
    strategy: &str,
    participation: &str,
    sigma: impl Into<Number>,
) -> Spec {
    let sigma = sigma.into();
    let run = [("strategy", strategy.to_owned()), ("participation", participation.to_owned())];
    let json = of_kind("matrix-gaussian", run.into_iter().chain([("sigma", sigma.json())]));
    around([], json, format!("matrix-gaussian-{name}-{}", sigma.label), false)
}

pub(super) fn gdp(mu: impl Into<Number>) -> Spec {
    let mu = mu.into();
    let edge = set(Flag::DomainEdge, mu.text == "0");
    simple("gdp", &[("mu", mu)], false).flagged(edge)
}

pub(super) fn zcdp(rho: impl Into<Number>) -> Spec {
    let rho = rho.into();
    let edge = set(Flag::DomainEdge, rho.text == "0");
    simple("zcdp", &[("rho", rho)], false).flagged(edge)
}

pub(super) fn discrete_gaussian(sigma_sq: impl Into<Number>, shifts: &[u64]) -> Spec {
    let sigma_sq = sigma_sq.into();
    let shifts: Vec<Number> = shifts.iter().map(|shift| Number::from(*shift)).collect();
    let labels = shifts.iter().map(|shift| format!("-{}", shift.label)).collect::<String>();
    let json =
        of_kind("discrete-gaussian", [("sigma_sq", sigma_sq.json()), ("shifts", numbers(&shifts))]);
    around([], json, format!("discrete-gaussian-{}{labels}", sigma_sq.label), false)
}

/// A pair of distributions; `name` is its name in ids.
pub(super) fn finite_pair(name: &str, p: &[Number], q: &[Number]) -> Spec {
    let json = of_kind("finite-pair", [("p", numbers(p)), ("q", numbers(q))]);
    around([], json, format!("finite-pair-{name}"), true)
}

/// A trade-off function by its vertices; `name` is its name in ids.
pub(super) fn trade_off(name: &str, vertices: &[(Number, Number)]) -> Spec {
    let vertices = vertices.iter().map(|(alpha, beta)| numbers([alpha, beta]));
    let json = of_kind("trade-off", [("vertices", list(vertices))]);
    around([], json, format!("trade-off-{name}"), true)
}

fn mechanisms<'a>(parts: impl IntoIterator<Item = &'a Spec>) -> String {
    list(parts.into_iter().map(|part| part.json.clone()))
}

/// A mechanism made of others.
fn around(
    parts: impl IntoIterator<Item = Spec>,
    json: String,
    label: String,
    is_discrete: bool,
) -> Spec {
    let mut whole =
        Spec { json, label, flags: BTreeSet::new(), is_discrete, eps: Rational::from(0u32) };
    for part in parts {
        whole.flags.extend(part.flags);
        whole.eps += part.eps;
        whole.is_discrete &= part.is_discrete;
    }
    whole.with_overflow()
}

pub(super) fn compose(parts: &[Spec]) -> Spec {
    let labels: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
    let label = if parts.is_empty() { "nothing".to_owned() } else { labels.join("+") };
    let json = of_kind("compose", [("mechanisms", mechanisms(parts))]);
    let flags = set(Flag::MixedLedger, parts.len() > 1)
        .into_iter()
        .chain(set(Flag::DomainEdge, parts.is_empty()));
    around(parts.iter().cloned(), json, label, true).flagged(flags)
}

/// A sample of the records, by what says how many.
fn sample<const N: usize>(
    method: &str,
    records: [(&'static str, String); N],
    adjacency: &str,
    part: &Spec,
) -> String {
    let around = [("adjacency", text(adjacency)), ("mechanism", part.json.clone())];
    of_kind("subsample", std::iter::once(("method", text(method))).chain(records).chain(around))
}

pub(super) fn poisson(rate: impl Into<Number>, part: &Spec) -> Spec {
    let rate = rate.into();
    let edge = set(Flag::DomainEdge, is_end(&rate));
    let json = sample("poisson", [("rate", rate.json())], "add-remove", part);
    let label = format!("poisson-{}-{}", rate.label, part.label);
    around([part.clone()], json, label, true).flagged(edge).flagged([Flag::AdjacencyDirection])
}

/// A Poisson sample of which at most `most` records are kept.
pub(super) fn truncated_poisson(rate: impl Into<Number>, n: u64, most: u64, part: &Spec) -> Spec {
    let rate = rate.into();
    let records = [
        ("rate", rate.json()),
        ("population", text(&n.to_string())),
        ("max_batch", text(&most.to_string())),
    ];
    let json = sample("truncated-poisson", records, "add-remove", part);
    let label = format!("truncated-poisson-{}-{most}-of-{n}-{}", rate.label, part.label);
    around([part.clone()], json, label, true).flagged([Flag::AdjacencyDirection])
}

/// Noise around several values, by weights and shifts; no others are those of 0.
pub(super) fn mixture_of_shifts(
    name: &str,
    noise: &Spec,
    p: &[(Number, Number)],
    q: &[(Number, Number)],
) -> Spec {
    let weights = |side: &[(Number, Number)]| numbers(side.iter().map(|(weight, _)| weight));
    let shifts = |side: &[(Number, Number)]| numbers(side.iter().map(|(_, shift)| shift));
    let mut fields = vec![("noise", noise.json.clone()), ("p", weights(p)), ("shifts", shifts(p))];
    if !q.is_empty() {
        fields.extend([("q", weights(q)), ("q_shifts", shifts(q))]);
    }
    let json = of_kind("mixture-of-shifts", fields);
    let label = format!("mixture-of-shifts-{name}-{}", noise.label);
    around([noise.clone()], json, label, true).flagged([Flag::AdjacencyDirection])
}

/// Gaussian noise of two scales.
pub(super) fn gaussian_scales(ratio: impl Into<Number>, dimension: u64) -> Spec {
    let ratio = ratio.into();
    let edge = set(Flag::DomainEdge, ratio.text == "1");
    let spec =
        simple("gaussian-scales", &[("ratio", ratio), ("dimension", dimension.into())], false);
    spec.flagged(edge).flagged([Flag::AdjacencyDirection])
}

/// Noise of the density `e^-(|x|/scale)^power`.
pub(super) fn generalised_gaussian(power: impl Into<Number>, scale: impl Into<Number>) -> Spec {
    let (power, scale) = (power.into(), scale.into());
    let edge = set(Flag::DomainEdge, power.text == "1");
    simple(
        "generalised-gaussian",
        &[("power", power), ("scale", scale), ("sensitivity", 1u64.into())],
        false,
    )
    .flagged(edge)
}

/// A record in one of some steps, drawn at random.
pub(super) fn random_allocation(steps: u64, part: &Spec) -> Spec {
    let edge = set(Flag::DomainEdge, steps == 1);
    let json = of_kind(
        "random-allocation",
        [("steps", text(&steps.to_string())), ("mechanism", part.json.clone())],
    );
    let label = format!("random-allocation-{}-to-{steps}", part.label);
    around([part.clone()], json, label, true).flagged(edge).flagged([Flag::AdjacencyDirection])
}

pub(super) fn without_replacement(size: u64, population: u64, part: &Spec) -> Spec {
    let edge = set(Flag::DomainEdge, size == 0 || size == population);
    let records =
        [("size", text(&size.to_string())), ("population", text(&population.to_string()))];
    let json = sample("without-replacement", records, "replace-one", part);
    let label = format!("without-replacement-{size}-of-{population}-{}", part.label);
    around([part.clone()], json, label, true).flagged(edge)
}

pub(super) fn group(size: impl Into<Number>, part: &Spec) -> Spec {
    let size = size.into();
    let json = of_kind("group", [("size", size.json()), ("mechanism", part.json.clone())]);
    let whole = around([part.clone()], json, format!("group-{}-{}", size.label, part.label), true);
    Spec { eps: size.value.unwrap_or_default() * &part.eps, ..whole }.with_overflow()
}

/// The kind `inverse` or `symmetrised`.
pub(super) fn operation(kind: &str, part: &Spec) -> Spec {
    let json = of_kind(kind, [("mechanism", part.json.clone())]);
    around([part.clone()], json, format!("{kind}-{}", part.label), true)
        .flagged([Flag::AdjacencyDirection])
}

/// The kind `intersection` or `union`.
pub(super) fn of_all(kind: &str, parts: &[Spec]) -> Spec {
    let json = of_kind(kind, [("mechanisms", mechanisms(parts))]);
    let labels: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
    around(parts.iter().cloned(), json, format!("{kind}-{}", labels.join("+")), true)
}

pub(super) fn mixture(parts: &[(Number, Spec)]) -> Spec {
    let weights = numbers(parts.iter().map(|(weight, _)| weight));
    let json = of_kind(
        "mixture",
        [("weights", weights), ("mechanisms", mechanisms(parts.iter().map(|(_, part)| part)))],
    );
    let labels: Vec<String> =
        parts.iter().map(|(weight, part)| format!("{}-{}", weight.label, part.label)).collect();
    around(
        parts.iter().map(|(_, part)| part.clone()),
        json,
        format!("mixture-{}", labels.join("+")),
        true,
    )
}

pub(super) fn erasure(rate: impl Into<Number>, part: &Spec) -> Spec {
    let rate = rate.into();
    let edge = set(Flag::DomainEdge, is_end(&rate));
    let json = of_kind("erasure", [("rate", rate.json()), ("mechanism", part.json.clone())]);
    around([part.clone()], json, format!("erasure-{}-{}", rate.label, part.label), true)
        .flagged(edge)
}

impl Spec {
    /// The mechanism `count` times.
    pub fn repeat(&self, count: u64) -> Spec {
        let json = of_kind(
            "repeat",
            [("count", text(&count.to_string())), ("mechanism", self.json.clone())],
        );
        let eps = Rational::from(count) * &self.eps;
        let flags = set(Flag::LargeCount, count >= LARGE_COUNT)
            .into_iter()
            .chain(set(Flag::DomainEdge, count == 0));
        Spec { json, label: format!("{}-k{count}", self.label), eps, ..self.clone() }
            .flagged(flags)
            .with_overflow()
    }

    /// The mechanism with a count that is searched for.
    pub fn repeat_open(&self) -> Spec {
        let json = of_kind("repeat", [("count", open().json()), ("mechanism", self.json.clone())]);
        Spec { json, label: format!("{}-kopen", self.label), ..self.clone() }
    }

    /// With another label.
    pub fn named(self, label: &str) -> Spec {
        Spec { label: label.to_owned(), ..self }
    }

    /// With more flags.
    pub fn flagged(mut self, flags: impl IntoIterator<Item = Flag>) -> Spec {
        self.flags.extend(flags);
        self
    }

    fn with_overflow(self) -> Spec {
        let is_large = self.eps > LARGEST_EXPONENT;
        self.flagged(set(Flag::Overflow, is_large))
    }

    /// The flags of both together.
    pub fn flags_with(&self, ask: &Ask) -> BTreeSet<Flag> {
        let mut flags: BTreeSet<Flag> = self.flags.union(&ask.flags).copied().collect();
        flags.extend(set(Flag::RandomisedTest, self.is_discrete && ask.is_level));
        flags
    }
}

fn ask(quantity: &'static str, parameter: Option<(&str, &Number)>) -> Ask {
    let label = parameter
        .map_or_else(|| quantity.to_owned(), |(_, x)| format!("{quantity}-at-{}", x.label));
    let json = table([(quantity, table(parameter.map(|(name, x)| (name, x.json()))))]);
    let flags = parameter.map(|(_, x)| set(Flag::Subnormal, is_subnormal(x))).unwrap_or_default();
    Ask { quantity, json, label, flags, is_level: false }
}

impl Ask {
    fn flagged(mut self, flag: Flag, is_set: bool) -> Ask {
        self.flags.extend(set(flag, is_set));
        self
    }
}

pub(super) fn delta(eps: impl Into<Number>) -> Ask {
    let eps = eps.into();
    ask("delta", Some(("eps", &eps)))
        .flagged(Flag::DomainEdge, eps.text == "0")
        .flagged(Flag::Overflow, is_at_least(&eps, LARGEST_EXPONENT + 1))
}

pub(super) fn eps(delta: impl Into<Number>) -> Ask {
    let delta = delta.into();
    let tiny = Number::from(TINY_DELTA);
    let is_tiny =
        delta.value.as_ref().zip(tiny.value.as_ref()).is_some_and(|(x, tiny)| *x > 0 && x <= tiny);
    ask("eps", Some(("delta", &delta)))
        .flagged(Flag::DomainEdge, is_end(&delta))
        .flagged(Flag::FixedBracketSearch, is_tiny)
}

pub(super) fn beta(alpha: impl Into<Number>) -> Ask {
    level("beta", &alpha.into())
}

pub(super) fn test(alpha: impl Into<Number>) -> Ask {
    level("test", &alpha.into())
}

fn level(quantity: &'static str, alpha: &Number) -> Ask {
    let found = ask(quantity, Some(("alpha", alpha))).flagged(Flag::DomainEdge, is_end(alpha));
    Ask { is_level: !is_end(alpha), ..found }
}

pub(super) fn bayes_error(prior: impl Into<Number>) -> Ask {
    let prior = prior.into();
    ask("bayes-error", Some(("prior", &prior))).flagged(Flag::DomainEdge, is_end(&prior))
}

pub(super) fn renyi(order: impl Into<Number>) -> Ask {
    ask("renyi", Some(("order", &order.into())))
}

/// The least mu of Gaussian differential privacy, with its cut.
pub(super) fn least_mu(alpha_min: impl Into<Number>) -> Ask {
    ask("gdp", Some(("alpha_min", &alpha_min.into())))
}

/// What that mu overstates.
pub(super) fn gdp_regret(alpha_min: impl Into<Number>) -> Ask {
    ask("gdp-regret", Some(("alpha_min", &alpha_min.into())))
}

pub(super) fn polygon(gap: impl Into<Number>) -> Ask {
    ask("polygon", Some(("gap", &gap.into())))
}

/// A quantity without parameters.
pub(super) fn plain(quantity: &'static str) -> Ask {
    ask(quantity, None)
}

pub(super) fn tv() -> Ask {
    plain("tv")
}

/// The parameter with which a mechanism is (eps, delta)-DP.
pub(super) fn calibrate(eps: impl Into<Number>, delta: impl Into<Number>) -> Ask {
    let (eps, delta) = (eps.into(), delta.into());
    let flags = set(Flag::Subnormal, is_subnormal(&delta));
    Ask {
        quantity: "calibrate",
        json: table([("calibrate", table([("eps", eps.json()), ("delta", delta.json())]))]),
        label: format!("calibrate-at-{}-{}", eps.label, delta.label),
        flags,
        is_level: false,
    }
}

/// Whether a mechanism dominates another one.
pub(super) fn dominates(other: &Spec) -> Ask {
    Ask {
        quantity: "dominates",
        json: table([("dominates", table([("mechanism", other.json.clone())]))]),
        label: format!("dominates-{}", other.label),
        flags: other.flags.clone(),
        is_level: false,
    }
}
