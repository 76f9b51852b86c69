//! Names of mechanisms and parameters elsewhere: which of them are accepted, and the advice about
//! the others.
//!
//! A name is accepted where it can only mean one thing. All others are errors that name the field
//! here and how it follows from the written one. A name whose meaning depends on the adjacency is
//! accepted for the adjacency for which it is correct, and noted where no adjacency is stated: see
//! [`NOISE_MULTIPLIER`]. All inputs use these tables: text, JSON, claim files, tables of claims,
//! Python. The checker has its own, and so has `dpcert import`, for the columns of other programs.

use super::adjacency::Adjacency;
use super::catalogue::{KINDS, kind};
use super::kind::Advice;
use crate::input::{ALSO, Field, InputError, Item, Key, Node, nearest};
use crate::mechanism::kinds::gaussian;
use crate::mechanism::kinds::sampled;

/// The standard deviation over the clipping norm.
///
/// A sum of clipped vectors moves by at most the norm where a record is added, removed or zeroed
/// out, so that this is sigma. Where a record is replaced it moves by up to twice the norm, and
/// sigma is half of this.
pub(crate) const NOISE_MULTIPLIER: [&str; 2] = ["noise_multiplier", "noise-multiplier"];

/// The other names that are accepted: the kind, the name, and the field that it means. The sampling
/// of a ledger row is listed as the kind `sampling`; `epsilon` is `eps` everywhere, and not listed.
///
/// ```
/// let mut names = dpcert::mechanism::other_names();
/// assert!(names.any(|known| known == ("gaussian", "noise_multiplier", "sigma")));
/// ```
pub fn other_names() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let kinds = KINDS.into_iter().map(|kind| (kind.name, &kind.names));
    let all = kinds.chain([(sampled::ROW, &sampled::NAMES_OF_ROW)]);
    all.flat_map(|(kind, names)| names.fields().map(move |(other, field)| (kind, other, field)))
}

/// The field of a kind that `written` means.
pub(crate) fn field<'a>(name: &str, written: &'a str) -> &'a str {
    let others = kind(name).into_iter().flat_map(|kind| kind.names.fields());
    others.chain(ALSO).find(|(other, _)| *other == written).map_or(written, |(_, field)| field)
}

/// A noise multiplier in a tree, outside the tables that state an adjacency of their own.
fn noise_multiplier(node: &Node) -> Option<&Key> {
    match &node.item {
        Item::List(nodes) => nodes.iter().find_map(nested),
        Item::Table(table) => {
            let is_gaussian = table.iter().any(|(key, node)| {
                matches!(key.name.as_str(), "kind" | "mechanism")
                    && matches!(&node.item, Item::Text(kind) if kind == gaussian::GAUSSIAN.name)
            });
            let own = table
                .iter()
                .map(|(key, _)| key)
                .find(|key| NOISE_MULTIPLIER.contains(&key.name.as_str()));
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

/// Does a question have a noise multiplier and state no adjacency? Its answer is then for the
/// adjacency under which the multiplier is sigma.
pub fn noise_multiplier_assumed(question: &Node) -> bool {
    nested(&question.with_mechanisms_unfolded()).is_some()
}

/// Refuses a noise multiplier where it is not sigma.
///
/// # Errors
/// If there is one, and neighbours replace a record.
pub(crate) fn require_sigma(field: &Field<'_>, adjacency: Adjacency) -> Result<(), InputError> {
    match noise_multiplier(&field.node.with_mechanisms_unfolded()) {
        Some(key) if adjacency == Adjacency::ReplaceOne => Err(InputError {
            message: format!("{} is not sigma where a record is replaced", key.name),
            field: format!("{}.{}", field.path, key.name),
            span: key.span.clone(),
            help: format!(
                "a sum then moves by up to twice the clipping norm, and sigma is the standard deviation divided by \
                 that: write \
                 sigma, which is {}/2; for Poisson samples, whose theorem needs it, judge adjacency = \"add-remove\"",
                key.name
            ),
        }),
        _ => Ok(()),
    }
}

/// Names of what no kind describes, with what is missing, and the nearest that has an answer.
const NOWHERE: [Advice; 7] = [
    (
        &["pate", "gnmax", "confident-gnmax"],
        "the budget of PATE depends on the votes, and there is no kind for that. For all votes, those of one teacher move two \
         counts by 1: gaussian(scale=40, sensitivity=sqrt(2)) is the noise on the counts",
    ),
    (
        &["lnmax"],
        "the budget of PATE depends on the votes, and there is no kind for that. For all votes, those of one teacher move two \
         counts by 1: noisy-max(noise=laplace, eps=2/b) is the selection with noise of scale b",
    ),
    (
        &["per-instance", "per-instance-dp", "pdp", "individual", "individual-dp", "ex-post"],
        "a loss of the data at hand is none for all neighbours, and there is no kind for it. The laws of two neighbours are \
         finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])",
    ),
    (
        &["metric-dp", "metric", "d-privacy", "geo-indistinguishability", "planar-laplace"],
        "there is no kind whose loss grows with the distance of two records. At a distance r, with eps for each unit of it, \
         approx-dp(eps=r*eps, delta=0) is the worst case",
    ),
    (
        &["snapping", "snapping-mechanism"],
        "there is no kind for the grid and the bounds of the snapping mechanism, and laplace(eps) is noise on real numbers. \
         Noise that a computer can draw exactly is discrete-laplace(eps=1, sensitivity=1)",
    ),
    (
        &["propose-test-release", "ptr", "inverse-sensitivity"],
        "there is no kind whose noise depends on a test of the data. A proof that it is (eps, delta)-DP is \
         approx-dp(eps=1, delta=1e-6)",
    ),
    (
        &["k-anonymity", "l-diversity", "t-closeness"],
        "it bounds no privacy loss: the laws of its outputs on neighbours need not have the same outcomes",
    ),
];

/// The error that a kind is unknown, with the meaning of its name elsewhere.
pub(crate) fn explained(error: InputError, kind: &Field<'_>) -> InputError {
    let written = kind.text().unwrap_or_default().to_lowercase().replace('_', "-");
    let mut elsewhere = KINDS.into_iter().flat_map(|kind| kind.elsewhere).chain(&NOWHERE);
    match elsewhere.find(|(names, _)| names.contains(&written.as_str())) {
        Some((_, help)) => InputError { help: (*help).to_owned(), ..error },
        None => with_notation(error, &written, kind),
    }
}

/// The error that a kind is unknown, with the words of the notation that are not kinds. In a row of
/// a ledger, whose kind has another name, there are none.
fn with_notation(error: InputError, written: &str, kind: &Field<'_>) -> InputError {
    if !kind.path.ends_with("kind") {
        return error;
    }
    if nearest(written, KINDS.map(|kind| kind.name)).is_some() {
        return error;
    }
    let word_of = |sample: &str| sample.split_once('(').map_or("", |(word, _)| word).to_owned();
    let words = SAMPLES.map(word_of);
    let meant = nearest(written, words.iter().map(String::as_str));
    let sample = SAMPLES.into_iter().find(|sample| meant == Some(word_of(sample).as_str()));
    let help = match (meant, sample) {
        (Some(word), Some(sample)) => format!("did you mean \"{word}\"? a text may be {sample}"),
        _ => format!("{}; a text may also be A * B, A^1000, {}", error.help, SAMPLES.join(", ")),
    };
    InputError { help, ..error }
}

/// The samples of the notation, around a mechanism M.
const SAMPLES: [&str; 3] =
    ["poisson(1/100, M)", "without-replacement(1/100, M)", "truncated-poisson(1/100, 1000, 20, M)"];

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::mechanism::Mechanism;
    use crate::mechanism::reading::description::names;
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
        sampled::NAMES_OF_ROW.read(sampled::ROW, &mut field.fields().unwrap()).unwrap_err()
    }

    #[test]
    fn every_name_is_explained_and_no_field_is_refused() {
        let kinds = KINDS.map(|kind| (kind.name, names(kind.fields), &kind.names));
        for (kind, fields, names) in
            kinds.into_iter().chain([(sampled::ROW, Vec::new(), &sampled::NAMES_OF_ROW)])
        {
            for (name, help) in names
                .advice
                .iter()
                .flat_map(|(names, help)| names.iter().map(move |name| (name, help)))
            {
                let error = match kind {
                    sampled::ROW => unwanted_in_sampling(name),
                    kind => refused(&format!("{kind}({name}=1)")),
                };
                assert_eq!(
                    (error.message, error.help),
                    (format!("{kind} has no field \"{name}\""), (*help).to_owned())
                );
                // A name that is also a field would be refused as well, and the test above would
                // not notice.
                assert!(!fields.contains(name), "{name} is a field of {kind}");
                assert!(
                    names.fields().all(|(other, _)| other != *name),
                    "{name} names a field of {kind}"
                );
                let own = field(kind, name);
                assert!(own == *name || !fields.contains(&own), "{name} is {own}");
            }
        }
        for (names, help) in KINDS.into_iter().flat_map(|kind| kind.elsewhere).chain(&NOWHERE) {
            for name in *names {
                // As a kind in JSON: in the compact notation `poisson` is one.
                let node =
                    crate::input::from_json(&format!("{{\"kind\": \"{name}\", \"eps\": 1}}"))
                        .unwrap();
                let error =
                    Mechanism::read(&Field { node: &node, path: String::new() }).unwrap_err();
                assert!(matches!(error, Refusal::Input(error) if error.help == *help), "{name}");
            }
        }
    }

    #[test]
    fn samples_are_read() {
        for sample in SAMPLES {
            for mechanism in ["gaussian(sigma=2)", "laplace(eps=1)"] {
                let text = sample.replace('M', mechanism);
                assert!(Mechanism::parse(&text).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn open_fields_are_fields_of_their_kind() {
        for kind in KINDS {
            for parameter in kind.open {
                assert_eq!(parameter.kind, kind.name);
                assert!(
                    names(kind.fields).contains(&parameter.name),
                    "{} of {}",
                    parameter.name,
                    kind.name
                );
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
            ("subsample", "size") => {
                format!("subsample(method=poisson, {name}=2, population=16, {poisson})")
            }
            ("subsample", "population") => {
                format!("subsample(method=poisson, size=2, {name}=16, {poisson})")
            }
            _ => panic!("{kind}({field}) has no example"),
        };
        let gaussian = Mechanism::parse("gaussian(mu=2/3)").unwrap();
        let sampled =
            Mechanism::parse(&format!("subsample(method=poisson, rate=1/8, {poisson})")).unwrap();
        for (kind, other, field) in other_names() {
            let truth = match kind {
                "gaussian" => &gaussian,
                "subsample" => &sampled,
                // Read by the same function; the tests of the command use it in claim files.
                sampled::ROW => continue,
                _ => panic!("{kind} has no truth"),
            };
            assert_eq!(
                &Mechanism::parse(&example(kind, field, other)).unwrap(),
                truth,
                "{kind}({other})"
            );
            let first = match field {
                "method" => "poisson",
                "population" => "16",
                _ => "1",
            };
            let twice = example(kind, field, &format!("{field}={first}, {other}"));
            let message = refused(&twice).message;
            assert_eq!(
                message,
                format!("\"{field}\" and \"{other}\" are the same field"),
                "{twice}"
            );
        }
    }

    #[test]
    fn other_names_mean_the_same() {
        for (other, own) in [
            ("laplace(epsilon=1/2)", "laplace(eps=1/2)"),
            ("approx-dp(epsilon=1/2, delta=0)^3", "approx-dp(eps=1/2, delta=0)^3"),
            (
                "multi-dp(constraints=[{epsilon=0, delta=1/5}])",
                "multi-dp(constraints=[{eps=0, delta=1/5}])",
            ),
        ] {
            assert_eq!(Mechanism::parse(other).unwrap(), Mechanism::parse(own).unwrap(), "{other}");
        }
        for (text, message) in [
            ("laplace(eps=1, epsilon=1)", "\"eps\" and \"epsilon\" are the same"),
            ("laplace(epsilon=1, eps=2)", "\"epsilon\" and \"eps\" are the same"),
            (
                "gaussian(sigma=1, noise_multiplier=1)",
                "\"sigma\" and \"noise_multiplier\" are the same",
            ),
            (
                "gaussian(noise_multiplier=1, noise-multiplier=1)",
                "\"noise_multiplier\" and \"noise-multiplier\" are the same",
            ),
            ("laplace(epsilon=-1)", "eps = -1"),
            ("zcdp(rho=1, epsilon=1)", "zcdp has no field \"epsilon\""),
            // The standard deviation alone is not enough; and a noise multiplier is a standard
            // deviation of Gaussian noise.
            ("gaussian(std=2)", "needs a sensitivity"),
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

    /// In JSON and in claim files a part may be a text in the compact notation.
    #[test]
    fn a_noise_multiplier_in_a_text_is_found() {
        let part = "gaussian(noise_multiplier=2)";
        let within = [
            format!("{{\"mechanism\": \"{part}\"}}"),
            format!("{{\"mechanism\": \"laplace(eps=1) * {part}^3\"}}"),
            format!(
                "{{\"mechanism\": {{\"kind\": \"union\", \"mechanisms\": [\"gdp(1)\", \"{part}\"]}}}}"
            ),
            format!("{{\"kind\": \"repeat\", \"count\": 2, \"mechanism\": \"{part}\"}}"),
        ];
        for text in &within {
            let node = crate::input::from_json(text).unwrap();
            assert!(noise_multiplier_assumed(&node), "{text}");
            let field = Field { node: &node, path: "row".to_owned() };
            assert!(require_sigma(&field, Adjacency::AddRemove).is_ok(), "{text}");
            let error = require_sigma(&field, Adjacency::ReplaceOne).unwrap_err();
            assert_eq!(
                error.message, "noise_multiplier is not sigma where a record is replaced",
                "{text}"
            );
            // The position is one of this text.
            assert!(
                text.get(error.span.clone()).is_some_and(|place| place.contains(part)),
                "{text}: {:?}",
                error.span
            );
        }
        // A sample states its adjacency, and an id or a source is no mechanism.
        for text in [
            "{\"mechanism\": \"poisson(1/10, gaussian(noise_multiplier=2))\"}".to_owned(),
            format!("{{\"id\": \"{part}\", \"mechanism\": \"gdp(1)\"}}"),
        ] {
            let node = crate::input::from_json(&text).unwrap();
            assert!(!noise_multiplier_assumed(&node), "{text}");
        }
        let sample = format!(
            "{{\"kind\": \"subsample\", \"method\": \"without-replacement\", \"rate\": \"1/2\", \"adjacency\": \"replace-one\", \
             \"mechanism\": \"{part}\"}}"
        );
        let node = crate::input::from_json(&sample).unwrap();
        let refused = Mechanism::read(&Field { node: &node, path: String::new() });
        assert!(
            matches!(refused, Err(Refusal::Input(error)) if error.message.contains("is not sigma"))
        );
    }

    #[test]
    fn integer_noise_in_a_text_has_its_note() {
        let node = crate::input::from_json("{\"mechanism\": \"discrete-gaussian(sigma_sq=50)^2\"}")
            .unwrap();
        assert_eq!(crate::mechanism::sensitivity_defaulted(&node), ["discrete-gaussian"]);
        let stated = "{\"mechanism\": \"discrete-gaussian(sigma_sq=50, sensitivity=1)\", \"id\": \"discrete-laplace(eps=1)\"}";
        assert!(
            crate::mechanism::sensitivity_defaulted(&crate::input::from_json(stated).unwrap())
                .is_empty()
        );
    }
}
