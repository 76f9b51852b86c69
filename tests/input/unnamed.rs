//! The fields that may be given without their names, and samples by their method, against the
//! catalogue of kinds.

use dpcert::input::{InputError, Item, from_notation};
use dpcert::mechanism::kinds;
use dpcert::{Mechanism, Refusal};

/// The kinds whose fields all have names: the first could be one of several, or a list or a
/// mechanism is written there.
const NAMED: [&str; 25] = [
    "sum-of-reports",
    "shuffled-batches",
    "mixture-of-shifts",
    "gaussian-scales",
    "generalised-gaussian",
    "multi-dp",
    "unary-encoding",
    "finite-pair",
    "trade-off",
    "laplace",
    "gaussian",
    "matrix-gaussian",
    "compose",
    "discrete-laplace",
    "discrete-gaussian",
    "additive",
    "thresholded",
    "sparse-vector",
    "private-selection",
    "subsample",
    "inverse",
    "symmetrised",
    "intersection",
    "union",
    "mixture",
];

/// The names that the notation gives to as many numbers as it takes.
fn names_of_numbers(kind: &str) -> Vec<String> {
    let names =
        |count: usize| match from_notation(&format!("{kind}({})", vec!["1"; count].join(", ")))
            .ok()?
            .item
        {
            Item::Table(table) => Some(
                table.into_iter().map(|(key, _)| key.name).filter(|name| name != "kind").collect(),
            ),
            _ => None,
        };
    (1..).map_while(names).last().unwrap_or_default()
}

fn error(text: &str) -> InputError {
    match Mechanism::parse(text) {
        Err(Refusal::Input(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

/// A kind that is new in the catalogue has to be in the notation, or in the list above.
#[test]
fn every_kind_has_fields_without_names_or_is_known_to_have_none() {
    for (kind, fields) in kinds() {
        let names = names_of_numbers(kind);
        assert_eq!(names.is_empty(), NAMED.contains(&kind), "{kind}: {names:?}");
        let unknown: Vec<_> =
            names.iter().filter(|name| !fields.contains(&name.as_str())).collect();
        assert!(unknown.is_empty(), "{kind} has no {unknown:?}");
    }
    let short = "truncated-poisson(1/4, 20, 8, gaussian(sigma=1))";
    let long = "truncated-poisson(1/4, n=20, max_batch=8, gaussian(sigma=1))";
    assert_eq!(Mechanism::parse(short).unwrap(), Mechanism::parse(long).unwrap());
    for named in NAMED {
        assert!(kinds().any(|(kind, _)| kind == named), "{named}");
    }
}

/// A method of sampling for which there is a theorem is written as a kind, with the adjacency that
/// the reader asks for.
#[test]
fn every_method_with_a_theorem_is_written_by_its_name() {
    let subsample = |method: &str, more: &str| {
        format!("subsample(method={method}, rate=1/8, mechanism=gdp(1){more})")
    };
    let help = error(&subsample("nothing", ", adjacency=add-remove")).help;
    let methods = help
        .strip_prefix("one of ")
        .and_then(|help| help.strip_suffix(" is expected here"))
        .expect(&help);
    let mut written = 0;
    for method in methods.split(", ") {
        let help = error(&subsample(method, "")).help;
        let adjacency =
            help.strip_prefix("add it: adjacency = ").map(|word| word.trim_matches('"'));
        let short = Mechanism::parse(&format!("{method}(1/8, gdp(1))"));
        let Some(adjacency) = adjacency else {
            assert!(short.is_err(), "{method}: {short:?}");
            continue;
        };
        let long = Mechanism::parse(&subsample(method, &format!(", adjacency={adjacency}")));
        assert!(short.is_ok() && short.ok() == long.ok(), "{method}");
        written += 1;
    }
    assert_eq!(written, 2, "{methods}");
}
