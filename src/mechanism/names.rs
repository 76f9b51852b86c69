//! What people call mechanisms and their parameters elsewhere: which names are understood, and what is said
//! of the others.
//!
//! A name is understood where it can only mean one thing. All others are errors that name the field here and
//! how it follows from what was written. What depends on the neighbours is understood for those for which it is so,
//! and noted where they are not stated: see [`NOISE_MULTIPLIER`]. All doors read these tables: text, JSON, claim files,
//! columns, Python; the checker has its own.

use super::adjacency::Adjacency;
use crate::input::{ALSO, Field, Fields, InputError, Item, Key, Node};

/// The standard deviation over the clipping norm.
///
/// A sum of clipped vectors moves by at most the norm where a record is added, removed or zeroed out, so that this is
/// sigma; where a record is replaced it moves by up to twice the norm, and sigma is half of this.
const NOISE_MULTIPLIER: [&str; 2] = ["noise_multiplier", "noise-multiplier"];

/// The kind that knows it.
const GAUSSIAN: &str = "gaussian";

/// Kinds, other names of one of their fields, and that field.
type Alias = (&'static [&'static str], &'static [&'static str], &'static str);

const FIELDS: [Alias; 6] = [
    (&[GAUSSIAN], &NOISE_MULTIPLIER, "sigma"),
    // As `scale`, they are refused without a sensitivity.
    (&[GAUSSIAN], &["std", "stddev", "std_dev", "standard_deviation"], "scale"),
    (
        &["subsample", SAMPLING],
        &[
            "sampling_probability",
            "sampling-probability",
            "sampling_rate",
            "sampling-rate",
            "sample_rate",
            "sample-rate",
            "q",
        ],
        "rate",
    ),
    (&["subsample", SAMPLING], &["sampler", "sampling"], "method"),
    // As training runs call them.
    (&["subsample", SAMPLING], &["batch"], "size"),
    (&["subsample", SAMPLING], &["n"], "population"),
];

/// Kinds, what is written there, and what to write.
type Advice = (&'static [&'static str], &'static [&'static str], &'static str);

/// What the fields of a row's sampling are called here.
pub(super) const SAMPLING: &str = "sampling";

const ADVICE: [Advice; 30] = [
    (
        &["gaussian", "gdp"],
        &["eps", "epsilon", "delta"],
        "this is the noise, not its guarantee: dpcert calibrate 'gaussian(sigma=?)' --eps 1 --delta 1e-5 finds the \
         sigma that meets a budget, and approx-dp(eps, delta) is a mechanism of which only the guarantee is known",
    ),
    (
        &["gaussian"],
        &["noise_scale", "noise-scale", "noise_std", "noise-std", "noise"],
        "sigma is the standard deviation divided by the sensitivity; with the standard deviation itself, write \
         gaussian(scale, sensitivity)",
    ),
    (
        &["gaussian"],
        &["sigma2", "sigma_sq", "sigma_squared", "variance", "var"],
        "sigma is the standard deviation divided by the sensitivity; of a variance v it is sqrt(v) divided by it",
    ),
    (&["gaussian", "gdp"], &["rho"], "with rho-zCDP in mind, mu = sqrt(2*rho); zcdp(rho) is every rho-zCDP mechanism"),
    (&["gdp"], &["sigma", "noise_multiplier", "noise-multiplier"], "mu = 1/sigma; gaussian takes sigma itself"),
    (
        &["laplace"],
        &["b", "lambda", "noise_scale", "noise-scale", "noise"],
        "with the scale b of the density e^(-|x|/b), eps = sensitivity / b: write laplace(scale, sensitivity)",
    ),
    (
        &["laplace"],
        &NOISE_MULTIPLIER,
        "where it is the scale of the density divided by the sensitivity, eps = 1/noise_multiplier",
    ),
    (&["laplace"], &["sigma", "std", "stddev"], "eps = sensitivity / b, where the standard deviation is b*sqrt(2)"),
    (
        &["laplace", "randomized-response", "staircase", "discrete-laplace"],
        &["delta"],
        "its guarantee is pure: there is no delta to give",
    ),
    (&["discrete-laplace"], &["scale", "b", "lambda"], "eps is that of moving by 1: 1/b for the masses e^(-|n|/b)"),
    (&["discrete-laplace"], &["alpha", "a", "p"], "for masses proportional to a^|n| it is eps = -ln(a)"),
    (&["discrete-gaussian"], &["sigma2", "sigma_squared", "variance", "var"], "sigma_sq is the parameter sigma^2"),
    (
        &["discrete-gaussian"],
        &["noise_multiplier", "noise-multiplier", "std", "scale"],
        "sigma_sq is the parameter sigma^2",
    ),
    (
        &["randomized-response"],
        &["p", "prob", "probability", "truth"],
        "an answer that is true with probability p and otherwise another one of m is eps = ln(p*(m-1)/(1-p)); \
         for yes and no, ln(p/(1-p))",
    ),
    (&["randomized-response"], &["q", "flip"], "a yes or no that is flipped with probability q is eps = ln((1-q)/q)"),
    (
        &["randomized-response"],
        &["k", "m", "n", "d", "domain", "num_categories"],
        "the number of answers is categories",
    ),
    (
        &["zcdp"],
        &["eps", "epsilon", "delta", "sigma", "mu"],
        "rho is the only parameter; Gaussian noise has rho = 1/(2*sigma^2)",
    ),
    (&["approx-dp", "approx-dp-tv"], &["tv", "total_variation"], "approx-dp-tv(eps, delta, eta) has a bound eta on it"),
    (&["approx-dp"], &["eta", "alpha"], "approx-dp-tv(eps, delta, eta) has a bound on the total variation too"),
    (&["approx-dp"], &["sigma", "mu"], "approx-dp is a guarantee; the noise is gaussian(sigma=2)"),
    (&["subsample", SAMPLING], &["p", "prob", "probability", "gamma"], "the sampling probability is rate"),
    (
        &["subsample", SAMPLING],
        &["batch_size", "batch-size", "batchsize", "lot_size", "sample_size"],
        "the (expected) size of a sample is batch",
    ),
    (
        &["subsample", SAMPLING],
        &["dataset_size", "dataset-size", "num_examples", "num_records", "N"],
        "the number of records is n",
    ),
    (&["subsample", SAMPLING], &["type"], "the sampler is method: poisson, without-replacement"),
    (&[SAMPLING], &["steps", "count", "epochs", "k"], "how often is said beside sampling, as count or epochs"),
    (&["subsample", "repeat", "group"], &["base", "of", "inner"], "what is run is mechanism"),
    (&["subsample"], &["steps", "count", "epochs", "k"], "repeat the whole: subsample(...)^1000 are a thousand steps"),
    (&["repeat"], &["k", "n", "times", "steps", "epochs"], "the number of times is count: gaussian(sigma=2)^1000"),
    (&["group"], &["k", "count", "n", "members"], "the number of members is size"),
    (
        &["laplace", "gaussian", "gdp", "discrete-laplace", "discrete-gaussian", "randomized-response", "approx-dp"],
        &[
            "rate",
            "sampling_probability",
            "sampling-probability",
            "sample_rate",
            "sampling_rate",
            "sample-rate",
            "sampling-rate",
        ],
        "a sample is written around it: subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=...); \
         in a claim file, sampling = { method = \"poisson\", rate = \"1/100\" } in its row",
    ),
];

/// What is written for a kind, and what to write.
const KINDS: [(&[&str], &str); 13] = [
    (&["normal", "gaussian-mechanism", "gm", "awgn"], "Gaussian noise is gaussian(sigma), or gdp(mu) for mu-GDP"),
    (&["rr", "k-rr", "krr", "grr", "warner"], "randomised response is randomized-response(eps, categories)"),
    (&["dp", "adp", "eps-delta-dp", "approximate-dp", "kov"], "an (eps, delta)-DP mechanism is approx-dp(eps, delta)"),
    (&["pure-dp", "pure", "eps-dp", "epsilon-dp"], "an eps-DP mechanism is approx-dp(eps, delta=0)"),
    (
        &["exponential", "exponential-mechanism", "svt", "sparse-vector", "noisy-max", "report-noisy-max"],
        "where only the guarantee of a mechanism is known, it is approx-dp(eps, delta=0): the worst case of all",
    ),
    (
        &["poisson", "poisson-sampling", "sampled", "sampled-gaussian", "subsampled-gaussian", "sgm"],
        "a step on a sample is subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))",
    ),
    (
        &["dp-sgd", "dpsgd", "sgd", "training"],
        "steps on samples are subsample(method=poisson, rate=1/100, adjacency=add-remove, \
         mechanism=gaussian(sigma=1))^1000",
    ),
    (&["geometric", "two-sided-geometric", "discrete-laplacian"], "it is discrete-laplace(eps, sensitivity)"),
    (&["rdp", "renyi", "renyi-dp"], "of Renyi guarantees there is rho-zCDP, zcdp(rho): every order at once"),
    (&["f-dp", "fdp", "tradeoff", "roc"], "a trade-off function with corners is trade-off(vertices=[[0, 1], ...])"),
    (&["tv", "eta-tv", "total-variation"], "(eps, delta)-DP with total variation eta is approx-dp-tv(eps, delta, eta)"),
    (
        &["discrete", "pair", "pmf", "binomial", "tabulated"],
        "two distributions on finitely many outcomes are finite-pair(p=[3/4, 1/4], q=[1/4, 3/4])",
    ),
    (&["composition", "product", "sequential"], "mechanisms are composed by compose(mechanisms=[...]), or A * B"),
];

/// The other names that are understood: the kind, the name, and the field that it names. What a row of a ledger is sampled
/// by stands there as the kind `sampling`; `epsilon` is `eps` everywhere, and not listed.
///
/// ```
/// let mut names = dpcert::mechanism::other_names();
/// assert!(names.any(|known| known == ("gaussian", "noise_multiplier", "sigma")));
/// ```
pub fn other_names() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FIELDS.iter().flat_map(|(kinds, others, field)| {
        kinds.iter().flat_map(move |kind| others.iter().map(move |other| (*kind, *other, *field)))
    })
}

/// The field of a kind that `written` names.
pub(super) fn field<'a>(kind: &str, written: &'a str) -> &'a str {
    others(kind).chain(ALSO).find(|(other, _)| *other == written).map_or(written, |(_, field)| field)
}

/// Other names of the fields of a kind, and those fields.
fn others(kind: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    other_names().filter(move |(of, _, _)| *of == kind).map(|(_, other, field)| (other, field))
}

/// A noise multiplier in a tree, outside the tables that state an adjacency of their own.
fn noise_multiplier(node: &Node) -> Option<&Key> {
    match &node.item {
        Item::List(nodes) => nodes.iter().find_map(nested),
        Item::Table(table) => {
            let is_gaussian = table.iter().any(|(key, node)| {
                matches!(key.name.as_str(), "kind" | "mechanism")
                    && matches!(&node.item, Item::Text(kind) if kind == GAUSSIAN)
            });
            let own = table.iter().map(|(key, _)| key).find(|key| NOISE_MULTIPLIER.contains(&key.name.as_str()));
            own.filter(|_| is_gaussian).or_else(|| table.iter().find_map(|(_, node)| nested(node)))
        }
        _ => None,
    }
}

fn nested(node: &Node) -> Option<&Key> {
    match &node.item {
        Item::Table(table) if table.iter().any(|(key, _)| key.name == "adjacency") => None,
        _ => noise_multiplier(node),
    }
}

/// Whether a question has a noise multiplier and does not say between which neighbours, so that its answer is for those
/// for which it is sigma.
pub fn noise_multiplier_assumed(question: &Node) -> bool {
    nested(question).is_some()
}

/// Refuses a noise multiplier where it is not sigma.
///
/// # Errors
/// If there is one, and neighbours replace a record.
pub(crate) fn require_sigma(field: &Field<'_>, adjacency: Adjacency) -> Result<(), InputError> {
    match noise_multiplier(field.node) {
        Some(key) if adjacency == Adjacency::ReplaceOne => Err(InputError {
            message: format!("{} is not sigma where a record is replaced", key.name),
            field: format!("{}.{}", field.path, key.name),
            span: key.span.clone(),
            help: format!(
                "a sum moves by up to twice the clipping norm then, and sigma is the standard deviation over that: write \
                 sigma, which is {}/2; for Poisson samples, whose theorem needs it, judge adjacency = \"add-remove\"",
                key.name
            ),
        }),
        _ => Ok(()),
    }
}

/// Makes the other names of the fields of a kind, or of [`SAMPLING`], known, and refuses those that need an explanation.
pub(super) fn read(kind: &str, fields: &mut Fields<'_>) -> Result<(), InputError> {
    for (other, field) in others(kind) {
        fields.also(other, field);
    }
    for (_, names, help) in ADVICE.iter().filter(|(kinds, _, _)| kinds.contains(&kind)) {
        for name in *names {
            fields.forbid(name, &format!("{kind} has no field \"{name}\""), help)?;
        }
    }
    Ok(())
}

/// The error that a kind is unknown, with what its name means elsewhere.
pub(super) fn explained(error: InputError, kind: &Field<'_>) -> InputError {
    let written = kind.text().unwrap_or_default().to_lowercase().replace('_', "-");
    match KINDS.iter().find(|(names, _)| names.contains(&written.as_str())) {
        Some((_, help)) => InputError { help: (*help).to_owned(), ..error },
        None => error,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::mechanism::Mechanism;
    use crate::refusal::Refusal;

    fn refused(text: &str) -> InputError {
        match Mechanism::parse(text) {
            Err(Refusal::Input(error)) => error,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn unwanted_in_sampling(name: &str) -> InputError {
        let node = crate::input::from_notation(&format!("sampling({name}=1)")).unwrap();
        let field = Field { node: &node, path: String::new() };
        read(SAMPLING, &mut field.fields().unwrap()).unwrap_err()
    }

    #[test]
    fn every_name_is_explained_and_no_field_is_refused() {
        for (kinds, names, help) in ADVICE {
            for (kind, name) in kinds.iter().flat_map(|kind| names.iter().map(move |name| (kind, name))) {
                let error = match *kind {
                    SAMPLING => unwanted_in_sampling(name),
                    kind => refused(&format!("{kind}({name}=1)")),
                };
                assert_eq!(
                    (error.message, error.help),
                    (format!("{kind} has no field \"{name}\""), (*help).to_owned())
                );
            }
        }
        // A field of its own would be refused as well, and the test above would not see it.
        let fields_of = |kind: &str| crate::mechanism::kinds().find(|(name, _)| *name == kind).map_or(&[][..], |k| k.1);
        for (kinds, names, _) in ADVICE {
            for (kind, name) in kinds.iter().flat_map(|kind| names.iter().map(move |name| (*kind, *name))) {
                assert!(!fields_of(kind).contains(&name), "{name} is a field of {kind}");
                assert!(others(kind).all(|(other, _)| other != name), "{name} names a field of {kind}");
                let own = field(kind, name);
                assert!(own == name || !fields_of(kind).contains(&own), "{name} is {own}");
            }
        }
        for (names, help) in KINDS {
            for name in names {
                assert_eq!(refused(&format!("{name}(eps=1)")).help, *help);
            }
        }
    }

    #[test]
    fn every_other_name_is_its_field() {
        let poisson = "adjacency=add-remove, mechanism=gaussian(sigma=1)";
        let example = |kind: &str, field: &str, name: &str| match (kind, field) {
            ("gaussian", "sigma") => format!("gaussian({name}=3/2)"),
            ("gaussian", "scale") => format!("gaussian({name}=3, sensitivity=2)"),
            ("subsample", "method") => format!("subsample({name}=poisson, rate=1/8, {poisson})"),
            ("subsample", "rate") => format!("subsample(method=poisson, {name}=1/8, {poisson})"),
            ("subsample", "size") => format!("subsample(method=poisson, {name}=2, population=16, {poisson})"),
            ("subsample", "population") => format!("subsample(method=poisson, size=2, {name}=16, {poisson})"),
            _ => panic!("{kind}({field}) has no example"),
        };
        let gaussian = Mechanism::parse("gaussian(mu=2/3)").unwrap();
        let sampled = Mechanism::parse(&format!("subsample(method=poisson, rate=1/8, {poisson})")).unwrap();
        for (kind, other, field) in other_names() {
            let truth = match kind {
                "gaussian" => &gaussian,
                "subsample" => &sampled,
                // Read by the same function; the tests of the command ask for it in claim files.
                SAMPLING => continue,
                _ => panic!("{kind} has no truth"),
            };
            assert_eq!(&Mechanism::parse(&example(kind, field, other)).unwrap(), truth, "{kind}({other})");
            let first = match field {
                "method" => "poisson",
                "population" => "16",
                _ => "1",
            };
            let twice = example(kind, field, &format!("{field}={first}, {other}"));
            let message = refused(&twice).message;
            assert_eq!(message, format!("\"{field}\" and \"{other}\" are the same field"), "{twice}");
        }
    }

    #[test]
    fn other_names_mean_the_same() {
        for (other, own) in [
            ("laplace(epsilon=1/2)", "laplace(eps=1/2)"),
            ("approx-dp(epsilon=1/2, delta=0)^3", "approx-dp(eps=1/2, delta=0)^3"),
            ("multi-dp(constraints=[{epsilon=0, delta=1/5}])", "multi-dp(constraints=[{eps=0, delta=1/5}])"),
        ] {
            assert_eq!(Mechanism::parse(other).unwrap(), Mechanism::parse(own).unwrap(), "{other}");
        }
        for (text, message) in [
            ("laplace(eps=1, epsilon=1)", "\"eps\" and \"epsilon\" are the same"),
            ("laplace(epsilon=1, eps=2)", "\"epsilon\" and \"eps\" are the same"),
            ("gaussian(sigma=1, noise_multiplier=1)", "\"sigma\" and \"noise_multiplier\" are the same"),
            (
                "gaussian(noise_multiplier=1, noise-multiplier=1)",
                "\"noise_multiplier\" and \"noise-multiplier\" are the same",
            ),
            ("laplace(epsilon=-1)", "eps = -1"),
            ("zcdp(rho=1, epsilon=1)", "zcdp has no field \"epsilon\""),
            // The standard deviation alone is not enough; and a noise multiplier is a standard deviation, of what is Gaussian.
            ("gaussian(std=2)", "the sensitivity is not stated"),
            ("gaussian(sigma=2, std=2, sensitivity=1)", "both sigma and scale are given"),
            ("laplace(noise_multiplier=1)", "laplace has no field \"noise_multiplier\""),
            ("laplace(std=1, sensitivity=1)", "laplace has no field \"std\""),
            ("laplace(b=1, sensitivity=1)", "laplace has no field \"b\""),
            ("erasure(q=1/2, mechanism=gdp(mu=1))", "the field \"rate\" is missing"),
            ("gaussian(noise_scale=1, sensitivity=1)", "gaussian has no field \"noise_scale\""),
        ] {
            let error = refused(text);
            assert!(error.message.contains(message), "{text}: {error}");
        }
    }
}
