//! The JSON Schemas say what the readers read and the writers write.

use crate::check::command::{Folder, dpcert};
use crate::check::{CLAIM, HEAD, ROW, files_of};
use dpcert::Mechanism;
use dpcert::claim::Finding;
use dpcert::quantity::Entry;
use dpcert::quantity::table::CLAIMED;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A schema as the program prints it.
fn printed(name: &str) -> Value {
    let folder = Folder::new(&format!("schema-{name}"), &[("a.txt", "")]);
    let (code, stdout, stderr) = dpcert(&folder, &["schema", name], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).unwrap()
}

pub fn validator(name: &str) -> Validator {
    jsonschema::draft202012::new(&printed(name)).unwrap()
}

pub fn problems(validator: &Validator, value: &Value) -> Vec<String> {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn toml(text: &str) -> Value {
    serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap()
}

#[test]
fn every_claim_file_is_of_its_schema() {
    let validator = validator("claim-file");
    let files: Vec<_> = ["fixtures/claims", "fixtures/ledgers", "crates/answers/templates"]
        .into_iter()
        .flat_map(files_of)
        .collect();
    assert!(files.len() >= 40, "{}", files.len());
    for path in files {
        let found = problems(&validator, &toml(&std::fs::read_to_string(&path).unwrap()));
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn other_names_are_of_the_schema() {
    let found =
        problems(&validator("claim-file"), &toml(&crate::cli::names::file_of_other_names()));
    assert!(found.is_empty(), "{found:?}");
}

/// What the reader refuses for its form, the schema refuses too.
#[test]
fn mistakes_in_a_claim_file_are_seen() {
    let validator = validator("claim-file");
    let good = format!("{HEAD}{ROW}{CLAIM}");
    assert!(problems(&validator, &toml(&good)).is_empty());
    // A mechanism in the notation of the command line is a row, with its source, and a query beside it.
    for row in [
        "gaussian(sigma=1)^4\"\nsource = \"page 4\"\ndate = \"2026-03-01\"",
        "without-replacement(1/4, gaussian(sigma=1))\"\ncount = 3",
        "gaussian(scale=4)\"\nquery = \"count\"\nrows = 2",
    ] {
        let text = good.replace("gaussian\"\nsigma = 1", row);
        let text = text.replacen('\n', "\ntitle = \"A release\"\n", 1);
        assert_eq!(problems(&validator, &toml(&text)), [""; 0], "{text}");
        assert!(dpcert::claim::parse(&text).is_ok(), "{text}");
    }
    for (from, to) in [
        ("format", "title = 1\nformat"),
        ("sigma = 1", "sigma = 1\nsource = 1"),
        ("sigma = 1", "sigma = 1\ndate = \"1 May\""),
        ("dpcert/1", "dpcert/9"),
        ("unit = \"person\"\n", ""),
        ("unit = \"person\"", "unit = 1"),
        ("replace-one", "replace-two"),
        ("adjacency", "neighbours"),
        ("\"gaussian\"", "\"gauss\""),
        ("sigma = 1", "sigma = 1.5"),
        ("sigma = 1", "sigma = true"),
        ("sigma = 1", "sigm = 1"),
        ("sigma = 1", "sigma = 1\neps = 1"),
        ("sigma = 1", "sigma = 1\nsampling = { method = \"poison\" }"),
        ("sigma = 1", "sigma = 1\nsampling = { method = \"random-allocation\" }"),
        (
            "sigma = 1",
            "sigma = 1\nsampling = { method = \"random-allocation\", steps = 4, rate = \"1/4\" }",
        ),
        ("sigma = 1", "sigma = 1\nsampling = { method = \"poisson\", rate = \"1/4\", steps = 4 }"),
        ("sigma = 1", "sigma = 1\nactual = \"laplace\""),
        ("sigma = 1", "sigma = 1\ncount = -1"),
        ("tv = {}\n", ""),
        ("tv = {}", "tv = {}\nrho = {}"),
        ("tv = {}", "tv = { eps = 1 }"),
        ("tv = {}", "eps = {}"),
        ("at-most = \"0.5\"", ""),
        ("at-most = \"0.5\"", "at_most = \"0.5\""),
        ("at-most = \"0.5\"", "at-most = \"0.5\"\nat-least = 0"),
        ("at-most = \"0.5\"", "between = [\"0.5\"]"),
        ("at-most = \"0.5\"", "at-most = \"0.5\"\nexpect = \"true\""),
        ("over = [\"row\"]", "over = \"row\""),
        ("[[ledger]]", "[[ledgers]]"),
        ("[[claim]]", "[[claims]]"),
        ("[[claim]]", "[policy]\nunknown = \"warn\"\n[[claim]]"),
        ("[[claim]]", "[policy]\nclaim-rounded-down = \"loud\"\n[[claim]]"),
    ] {
        assert!(good.contains(from));
        let text = good.replace(from, to);
        assert!(dpcert::claim::parse(&text).is_err(), "{text}");
        assert!(!problems(&validator, &toml(&text)).is_empty(), "{text}");
    }
}

/// Given scores come with those of the neighbour and a sensitivity, and have no order of
/// composition.
#[test]
fn scores_come_together() {
    let (file, request) = (validator("claim-file"), validator("request"));
    let whole = "eps = 1\nscores = [0, -1]\nneighbour_scores = [-1, 0]\nsensitivity = 1";
    let ordered = format!("{whole}\ncomposition = \"adaptive\"");
    for (fields, is_right) in [
        ("eps = 1", true),
        ("epsilon = 1\ncomposition = \"non-adaptive\"", true),
        (whole, true),
        ("composition = \"adaptive\"", false),
        ("eps = 1\ncomposition = \"sequential\"", false),
        ("eps = 1\nsensitivity = 1", false),
        ("eps = 1\nscores = [0, -1]\nsensitivity = 1", false),
        ("eps = 1\nneighbour_scores = [-1, 0]", false),
        (ordered.as_str(), false),
    ] {
        fits(&file, &request, "exponential", fields, is_right);
    }
    let laplace = format!("noise = \"laplace\"\n{whole}");
    let flips = format!("noise = \"exponential\"\n{whole}");
    for (fields, is_right) in [
        ("noise = \"laplace\"\neps = 1", true),
        ("noise = \"gumbel\"\nepsilon = 1", true),
        (flips.as_str(), true),
        (laplace.as_str(), false),
        ("eps = 1", false),
        ("noise = \"gaussian\"\neps = 1", false),
        ("noise = \"gumbel\"", false),
        ("noise = \"geometric\"\neps = 1\nsensitivity = 1", true),
        ("noise = \"discrete-laplace\"\neps = 1\nsensitivity = 3", true),
        ("noise = \"geometric\"\neps = 1", false),
        (
            "noise = \"geometric\"\neps = 1\nscores = [0]\nneighbour_scores = [1]\nsensitivity = 1",
            false,
        ),
        ("noise = \"gumbel\"\neps = 1\nsensitivity = 1", false),
        ("noise = \"gumbel\"\neps = 1\nscores = [0, -1]\nsensitivity = 1", false),
    ] {
        fits(&file, &request, "noisy-max", fields, is_right);
    }
    for (fields, is_right) in [
        ("base = \"laplace(eps=1)\"\nruns = \"geometric\"\ngamma = \"1/2\"", true),
        ("base = { kind = \"laplace\", eps = 1 }\nruns = \"poisson\"\nmean = 10", true),
        (
            "p = [1, 0]\nq = [0, 1]\nruns = \"truncated-negative-binomial\"\neta = \"0.5\"\ngamma = \"0.5\"",
            true,
        ),
        ("base = \"laplace(eps=1)\"\nruns = \"geometric\"", false),
        ("base = \"laplace(eps=1)\"\nruns = \"poisson\"\nmean = 10\ngamma = \"1/2\"", false),
        ("runs = \"geometric\"\ngamma = \"1/2\"", false),
        ("base = \"laplace(eps=1)\"\ngamma = \"1/2\"", false),
        ("base = \"laplace(eps=1)\"\nruns = \"always\"\ngamma = \"1/2\"", false),
        ("base = \"laplace(eps=1)\"\nq = [1]\nruns = \"geometric\"\ngamma = \"1/2\"", false),
        ("p = [1]\nruns = \"geometric\"\ngamma = \"1/2\"", false),
    ] {
        fits(&file, &request, "private-selection", fields, is_right);
    }
    let noise = "noise = \"gaussian(sigma=1)\"";
    for (fields, is_right) in [
        ("p = [\"1/2\", \"1/2\"]\nshifts = [0, 1]", true),
        ("p = [1]\nshifts = [1]\nq = [1]\nq_shifts = [-1]", true),
        ("p = [1]", false),
        ("shifts = [1]", false),
        ("p = [1]\nshifts = [1]\nq = [1]", false),
        ("p = [1]\nshifts = [1]\nsigma = 1", false),
    ] {
        fits(&file, &request, "mixture-of-shifts", &format!("{noise}\n{fields}"), is_right);
    }
    for (fields, is_right) in [
        ("ratio = \"exp(1/10)\"\ndimension = 3", true),
        ("ratio = 2", false),
        ("ratio = 2\ndimension = 1.5", false),
        ("ratio = 2\ndimension = 3\nsigma = 1", false),
    ] {
        fits(&file, &request, "gaussian-scales", fields, is_right);
    }
}

/// A strategy and a participation are texts, kinds, or rows.
#[test]
fn matrix_mechanisms_have_their_fields() {
    let (file, request) = (validator("claim-file"), validator("request"));
    let banded = "strategy = \"toeplitz(coefficients=[1, 1/2], n=6)\"\nparticipation = \"min-sep(b=2, k=3)\"";
    let kinds = "strategy = { kind = \"blt\", omega = [\"1/2\"], theta = [\"1/2\"], n = 3 }\nparticipation = { kind = \"periodic\", b = 2 }";
    let rows = "strategy = [[1, 0], [\"1/2\", 1]]\nparticipation = { kind = \"single\" }";
    for (fields, is_right) in [
        (format!("{banded}\nsigma = 1"), true),
        (format!("{kinds}\nsigma = \"sqrt(1/2)\""), true),
        (format!("{rows}\nsigma = 1\ndimension = 1"), true),
        (banded.to_owned(), false),
        (format!("{rows}\nsigma = 1\ndimension = 2"), false),
        (format!("{rows}\nsigma = 1\nsensitivity = 1"), false),
        ("participation = \"single\"\nsigma = 1".to_owned(), false),
        ("strategy = 1\nparticipation = \"single\"\nsigma = 1".to_owned(), false),
        (
            "strategy = { kind = \"columns\" }\nparticipation = \"single\"\nsigma = 1".to_owned(),
            false,
        ),
    ] {
        fits(&file, &request, "matrix-gaussian", &fields, is_right);
    }
}

/// Each formula of integer noise has its own fields, and masses have none of them.
#[test]
fn fields_of_integer_noise_are_those_of_its_formula() {
    let (file, request) = (validator("claim-file"), validator("request"));
    for (fields, is_right) in [
        ("masses = [\"1/2\", \"1/2\"]", true),
        ("masses = [1]\nmodulus = 3\nshifts = [1, -1]", true),
        ("noise = \"uniform\"\noutcomes = 3\nsensitivity = 1", true),
        ("noise = \"binomial\"\ntrials = 3\np = \"1/2\"", true),
        ("noise = \"geometric\"\neps = 1", true),
        ("noise = \"truncated-discrete-laplace\"\nepsilon = 1\nbound = 3", true),
        ("noise = \"wrapped-discrete-laplace\"\neps = 1\nmodulus = 3", true),
        ("noise = \"truncated-discrete-gaussian\"\nsigma_sq = 1\nbound = 3", true),
        ("noise = \"wrapped-discrete-gaussian\"\nsigma_sq = 1\nmodulus = 3", true),
        ("noise = \"skellam\"\nvariance = 3", true),
        ("noise = \"skellam\"\nsigma_sq = 3", false),
        ("noise = \"negative-binomial\"\nfailures = 3\np = \"1/2\"", true),
        ("noise = \"negative-binomial\"\ntrials = 3\np = \"1/2\"", false),
        ("noise = \"binomial\"\nfailures = 3\np = \"1/2\"", false),
        ("noise = \"truncated-discrete-gaussian\"\nsigma_sq = 1", false),
        ("sensitivity = 1", false),
        ("masses = [1]\neps = 1", false),
        ("masses = [1]\nnoise = \"uniform\"\noutcomes = 1", false),
        ("masses = [1]\nsensitivity = 1\nshifts = [1]", false),
        ("noise = \"uniform\"", false),
        ("noise = \"uniform\"\noutcomes = 3\nmodulus = 3", false),
        ("noise = \"binomial\"\ntrials = 3", false),
        ("noise = \"geometric\"", false),
        ("noise = \"geometric\"\neps = 1\nbound = 3", false),
        ("noise = \"truncated-discrete-laplace\"\nbound = 3", false),
        ("noise = \"wrapped-discrete-laplace\"\neps = 1\nmodulus = 3\nsensitivity = [1]", false),
        ("noise = \"normal\"\neps = 1", false),
    ] {
        fits(&file, &request, "additive", fields, is_right);
    }
}

/// Given queries come with those of the neighbour, and each variant with the fields that it has.
#[test]
fn queries_and_variants_come_with_their_fields() {
    let (file, request) = (validator("claim-file"), validator("request"));
    let class = "threshold_eps = 1\nquery_eps = 1\ncutoff = 1";
    let given = "queries = [0, -1]\nneighbour_queries = [-1, 0]\nthreshold = 0\nsensitivity = 1";
    let variant = |name: &str| format!("variant = \"{name}\"");
    for (fields, is_right) in [
        (vec![class], true),
        (vec![class, "moves = \"one-way\""], true),
        (vec![class, "moves = \"sideways\""], false),
        (vec![class, given], true),
        (vec![class, given, "noise = \"discrete-laplace\""], true),
        (vec![class, given, "noise = \"gaussian\""], false),
        (vec![class, given, "cut = 0"], false),
        (vec![class, "noise = \"laplace\""], false),
        (vec![class, "threshold = 0"], false),
        (vec![class, "queries = [0]\nneighbour_queries = [1]\nthreshold = 0"], false),
        (vec!["threshold_eps = 1\nquery_eps = 1"], false),
        (vec!["query_eps = 1\ncutoff = 1"], false),
        (vec![class, &variant("unscaled-query-noise")], true),
        (vec![class, &variant("unscaled-query-noise"), "moves = \"one-way\""], false),
        (vec![class, &variant("no-cutoff"), given], false),
        (vec!["threshold_eps = 1\nquery_eps = 1", &variant("no-cutoff"), given], true),
        (vec!["threshold_eps = 1\nquery_eps = 1", &variant("no-cutoff")], false),
        (vec!["threshold_eps = 1\nquery_eps = 1", &variant("no-query-noise"), given], false),
        (vec!["threshold_eps = 1", &variant("no-query-noise"), given], true),
        (vec![class, &variant("noisy-answers"), given, "cut = 0"], true),
        (vec![class, &variant("noisy-answers"), given], false),
        (vec![class, &variant("noisy-answers")], false),
    ] {
        fits(&file, &request, "sparse-vector", &fields.join("\n"), is_right);
    }
}

/// Readers and schemas agree on a query with its bounds.
#[test]
fn queries_have_their_bounds() {
    let validator = validator("claim-file");
    let keys =
        "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 9\nkeys = 1";
    let laplace = "mechanism = \"laplace\"\nscale = 1";
    let sum = "query = \"bounded-sum\"\nlower = 0\nupper = 1";
    for (row, fields, is_right) in [
        (laplace, "query = \"count\"\nrows = 1", true),
        (laplace, "query = \"histogram\"\nkeys = 1\nrows_per_key = 1\npart = \"north\"", true),
        (
            laplace,
            "query = \"bounded-sum\"\nlower = \"-1/2\"\nupper = 1\nrows_exactly = \"3\"",
            true,
        ),
        ("mechanism = \"gaussian\"\nstd = 1", "query = \"count\"\nrows = 1", true),
        ("mechanism = \"discrete-laplace\"\neps = 1", "query = \"count\"\nrows = 1", true),
        ("mechanism = \"discrete-gaussian\"\nsigma_sq = 1", "query = \"count\"\nrows = 1", true),
        (keys, "query = \"unknown-keys\"\nrows_per_key = 1", true),
        (keys, "sensitivity = 1\npart = \"north\"", true),
        ("mechanism = \"additive\"\nmasses = [1]", "part = \"north\"", true),
        (
            "mechanism = \"sparse-vector\"\nthreshold_eps = 1\nquery_eps = 1\ncutoff = 1",
            "part = \"north\"",
            true,
        ),
        (keys, "sensitivity = 1\nadjacency = \"replace-one\"", true),
        (laplace, "query = \"median\"", false),
        (laplace, "query = \"count\"", false),
        (laplace, "query = \"count\"\nrows = 0", false),
        (laplace, "query = \"count\"\nrows = 1\nsensitivity = 1", false),
        (laplace, "query = \"count\"\nrows = 1\nkeys = 1", false),
        (laplace, "query = \"histogram\"\nkeys = 1", false),
        (laplace, "query = \"histogram\"\nkeys = 1\nrows = 1\nrows_per_key = 1", false),
        (laplace, sum, false),
        (laplace, &format!("{sum}\nrows = 1\nrows_exactly = 1"), false),
        (laplace, &format!("{sum}\nrows = 1\nkeys = 1"), false),
        (laplace, "query = \"unknown-keys\"\nkeys = 1\nrows_per_key = 1", false),
        (laplace, "sensitivity = 1\nrows = 1", false),
        (laplace, "sensitivity = 1\nkeys = 1", false),
        (laplace, "sensitivity = 1\npart = \"\"", false),
        ("mechanism = \"laplace\"\neps = 1", "query = \"count\"\nrows = 1", false),
        ("mechanism = \"gaussian\"\nsigma = 1", "query = \"count\"\nrows = 1", false),
        ("mechanism = \"gdp\"\nmu = 1", "query = \"count\"\nrows = 1", false),
        (
            "mechanism = \"discrete-gaussian\"\nsigma_sq = 1",
            "query = \"count\"\nrows = 1\nshifts = [1]",
            false,
        ),
        (keys, "query = \"histogram\"\nrows_per_key = 1", false),
        (keys, "query = \"unknown-keys\"", false),
        (keys, "query = \"unknown-keys\"\nrows_per_key = 1\nrows = 1", false),
        (keys, "query = \"unknown-keys\"\nrows_per_key = 1\nsensitivity = 1", false),
        (keys, "", false),
    ] {
        let text = format!("{HEAD}[[ledger]]\nid = \"row\"\n{row}\n{fields}\n{CLAIM}");
        assert_eq!(dpcert::claim::parse(&text).is_ok(), is_right, "{text}");
        let found = problems(&validator, &toml(&text));
        assert_eq!(found.is_empty(), is_right, "{text}: {found:?}");
    }
}

/// Readers and schemas agree on a mechanism, in a claim file and in a request.
fn fits(file: &Validator, request: &Validator, kind: &str, fields: &str, is_right: bool) {
    let row = format!("[[ledger]]\nid = \"row\"\nmechanism = \"{kind}\"\n{fields}\n");
    let text = format!("{HEAD}{row}{CLAIM}");
    assert_eq!(dpcert::claim::parse(&text).is_ok(), is_right, "{text}");
    assert_eq!(problems(file, &toml(&text)).is_empty(), is_right, "{text}");
    let mut mechanism = toml(fields);
    mechanism["kind"] = json!(kind);
    let line = json!({"id": 1, "mechanism": mechanism, "query": {"tv": {}}});
    assert_eq!(problems(request, &line).is_empty(), is_right, "{line}");
}

fn names(list: &Value) -> BTreeSet<&str> {
    match list {
        Value::Object(table) => table.keys().map(String::as_str).collect(),
        list => list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect(),
    }
}

/// The kinds, their fields, the quantities and the findings are those of the readers.
#[test]
fn the_schemas_list_what_the_readers_list() {
    let (file, request, check) = (printed("claim-file"), printed("request"), printed("check"));
    let error = Mechanism::parse("nothing-of-the-kind()").unwrap_err().to_string();
    let dpcert::Refusal::Input(error) = Mechanism::parse("nothing-of-the-kind()").unwrap_err()
    else {
        panic!("{error}");
    };
    let list = error
        .help
        .strip_prefix("one of ")
        .and_then(|list| list.split_once(" is expected here"))
        .map(|(list, _)| list)
        .unwrap();
    let known: BTreeSet<&str> = list.split(", ").collect();
    let kinds = names(&request["$defs"]["kind"]["properties"]["kind"]["enum"]);
    assert_eq!(known, kinds, "{}", error.help);
    for shared in ["mechanism", "kind"] {
        assert_eq!(file["$defs"][shared], request["$defs"][shared]);
    }
    let nested = [
        "repeat",
        "subsample",
        "random-allocation",
        "shuffled-batches",
        "group",
        "inverse",
        "symmetrised",
        "erasure",
    ];
    let of_rows = names(&file["$defs"]["row-mechanism"]["properties"]["mechanism"]["enum"]);
    assert_eq!(of_rows, kinds.iter().copied().filter(|kind| !nested.contains(kind)).collect());
    for (kind, branch) in kinds.iter().zip(kinds.iter().map(|kind| {
        let branches = request["$defs"]["kind"]["allOf"].as_array().unwrap();
        branches.iter().find(|branch| branch["if"]["properties"]["kind"]["const"] == *kind).unwrap()
    })) {
        let fields = names(&branch["then"]["properties"]);
        // No field is known to the schema alone ...
        for field in fields.iter().filter(|field| **field != "kind") {
            let error = Mechanism::parse(&format!("{kind}({field}=1)"))
                .err()
                .map(|error| error.to_string());
            assert!(
                !error.as_deref().unwrap_or_default().contains("unknown field"),
                "{kind}, {field}: {error:?}"
            );
        }
        // ... nor to the reader alone.
        let Err(dpcert::Refusal::Input(error)) = Mechanism::parse(&format!("{kind}(nothing=1)"))
        else {
            panic!("{kind}");
        };
        if let Some((_, list)) = error.help.split_once("the fields here are ") {
            assert!(list.split(", ").all(|field| fields.contains(field)), "{kind}: {list}");
        }
    }
    // Each kind of a channel has its branch, and each branch its kind.
    let channel = &request["$defs"]["channel"]["anyOf"][1];
    let branches = channel["allOf"].as_array().unwrap().iter();
    let branches = branches
        .map(|branch| branch["if"]["properties"]["kind"]["const"].as_str().unwrap())
        .collect();
    assert_eq!(names(&channel["properties"]["kind"]["enum"]), branches);
    for (kind, other, _) in dpcert::mechanism::other_names() {
        let branches = request["$defs"]["kind"]["allOf"].as_array().unwrap();
        let fields = match kind {
            "sampling" => names(&file["$defs"]["sampling"]["properties"]),
            kind => {
                let branch = branches
                    .iter()
                    .find(|branch| branch["if"]["properties"]["kind"]["const"] == kind)
                    .unwrap();
                names(&branch["then"]["properties"])
            }
        };
        assert!(fields.contains(other), "{kind}: {other}");
    }
    let quantities: BTreeSet<&str> = CLAIMED.iter().map(|entry| entry.name).collect();
    assert_eq!(names(&check["$defs"]["claim"]["properties"]["quantity"]["enum"]), quantities);
    let of_claims = names(&file["$defs"]["claim"]["properties"]);
    assert!(quantities.is_subset(&of_claims), "{of_claims:?}");
    for Entry { name, parameter, .. } in CLAIMED {
        let fields = names(&file["$defs"]["claim"]["properties"][name]["properties"]);
        assert!(parameter.is_none_or(|parameter| fields.contains(parameter)), "{name}");
        assert_eq!(fields.is_empty(), parameter.is_none(), "{name}");
        // Its other names too.
        for field in fields {
            let text = format!("{HEAD}{ROW}{CLAIM}")
                .replace("tv = {}", &format!("{name} = {{ {field} = \"1/4\" }}"));
            assert!(dpcert::claim::parse(&text).is_ok(), "{name}: {field}");
        }
    }
    for (table, unknown, text) in [
        ("row", "ledger[0].nothing", format!("{HEAD}{ROW}nothing = 1\n{CLAIM}")),
        ("claim", "claim[0].nothing", format!("{HEAD}{ROW}{CLAIM}nothing = 1\n")),
    ] {
        let error = dpcert::claim::parse(&text).unwrap_err();
        assert_eq!(error.field, unknown);
        let mut fields = names(&file["$defs"][table]["properties"]);
        if table == "row" {
            let branches = file["$defs"]["kind"]["allOf"].as_array().unwrap();
            let gaussian = branches
                .iter()
                .find(|branch| branch["if"]["properties"]["kind"]["const"] == "gaussian");
            fields.extend(names(&gaussian.unwrap()["then"]["properties"]));
        }
        let (_, list) = error.help.split_once("the fields here are ").unwrap();
        assert!(list.split(", ").all(|field| fields.contains(field)), "{fields:?}: {list}");
    }
    let findings: BTreeSet<&str> = Finding::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(names(&file["properties"]["policy"]["properties"]), findings);
    let found = &check["$defs"]["finding"]["properties"]["finding"]["enum"];
    assert_eq!(names(found), findings);
    let theorems: BTreeSet<&str> =
        dpcert::theorem::THEOREMS.iter().map(|theorem| theorem.name).collect();
    assert_eq!(names(&request["properties"]["theorem"]["properties"]["name"]["enum"]), theorems);
}

/// The lines of the package for other projects have its schema.
#[test]
fn every_packaged_vector_is_of_its_schema() {
    let folder = crate::root().join("vectors/package/src/dpcert_vectors");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let schema: Value = serde_json::from_str(&read("schema.json")).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let lines = read("vectors.jsonl");
    for line in lines.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let found = problems(&validator, &vector);
        assert!(found.is_empty(), "{line}: {found:?}");
    }
    assert!(lines.lines().count() > 2000);
}

#[test]
fn every_vector_is_a_request_and_answers_are_of_their_schema() {
    let (request, answer) = (validator("request"), validator("answer"));
    let folder = crate::root().join("vectors/v1");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json")
            || path.ends_with("schema.json")
        {
            continue;
        }
        let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for group in file["groups"].as_array().unwrap() {
            for (index, test) in group["tests"].as_array().unwrap().iter().enumerate() {
                let line = json!({"id": test["id"], "mechanism": test["mechanism"], "query": test["query"], "digits": 6});
                let found = problems(&request, &line);
                assert!(found.is_empty(), "{line}: {found:?}");
                // One of each group is asked.
                if index == 0 && test["method"] != "grid" {
                    lines.push(line.to_string());
                }
            }
        }
    }
    assert!(lines.len() >= 50, "{}", lines.len());
    for line in [
        r#"{"mechanism":{"kind":"gaussian","sigma":"?"},"query":{"calibrate":{"eps":"1","delta":"1e-6"}}}"#,
        r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"dominates":{"mechanism":{"kind":"gdp","mu":2}}}}"#,
        r#"{"theorem":{"name":"basic-composition","eps":"1","delta":"0","k":3}}"#,
        r#"{"channel":{"matrix":[["1/2","1/2"],["1/4","3/4"]],"ldp":"1"}}"#,
        r#"{"channel":{"matrix":[["1/2","1/2"],["1/4","3/4"]],"delta":"1/10","beta":"1/4","prior":["1/3","2/3"]}}"#,
        r#"{"channel":{"matrix":[["1"]],"delta":"0","beta":"1"}}"#,
        r#"{"sensitivity":{"strategy":{"kind":"toeplitz","coefficients":[1,"1/2"],"n":6},"participation":{"kind":"min-sep","b":2}}}"#,
        r#"{"sensitivity":{"strategy":"blt(omega=[1], theta=[0], n=3)","participation":"single","dimension":1}}"#,
        r#"{"sensitivity":{"strategy":[[1,0],["1/2",1]],"participation":{"kind":"periodic","b":1,"k":2},"dimension":"any"}}"#,
        r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"deltas":{}}}"#,
    ] {
        assert!(problems(&request, &serde_json::from_str(line).unwrap()).is_empty(), "{line}");
        lines.push(line.to_owned());
    }
    for line in [
        r#"{"mechanism":{"kind":"gdp","mu":1}}"#,
        r#"{"mechanism":{"kind":"gdp","mu":0.5},"query":{"tv":{}}}"#,
        r#"{"mechanism":{"kind":"gdp","nu":1},"query":{"tv":{}}}"#,
        r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"tv":{},"rho":{}}}"#,
        r#"{"mechanism":{"kind":"gdp","mu":1},"query":{"tv":{}},"digit":3}"#,
        r#"{"theorem":{"name":"no-such-theorem"}}"#,
        r#"{"sensitivity":{"strategy":[[1]]}}"#,
        r#"{"sensitivity":{"strategy":[[1]],"participation":{"kind":"single","b":1}}}"#,
        r#"{"sensitivity":{"strategy":[[1]],"participation":"single","dimension":2}}"#,
        r#"{"sensitivity":{"strategy":{"kind":"columns","columns":[[1]],"n":1},"participation":"single"}}"#,
    ] {
        assert!(!problems(&request, &serde_json::from_str(line).unwrap()).is_empty(), "{line}");
        lines.push(line.to_owned());
    }
    let folder = Folder::new("answers", &[("a.txt", "")]);
    let (_, stdout, _) = dpcert(&folder, &["query"], &(lines.join("\n") + "\n"));
    assert_eq!(stdout.lines().count(), lines.len());
    for (line, asked) in stdout.lines().zip(&lines) {
        let mut reply: Value = serde_json::from_str(line).unwrap();
        let found = problems(&answer, &reply);
        assert!(found.is_empty(), "{asked}\n{line}: {found:?}");
        reply["more"] = json!(1);
        assert!(!problems(&answer, &reply).is_empty(), "{line}");
    }
}

#[test]
fn every_report_is_of_its_schema() {
    let validator = validator("check");
    let good = format!("{HEAD}{ROW}{CLAIM}");
    let between = good.replace("at-most = \"0.5\"", "between = [\"1/3\", \"1/2\"]");
    let folder = Folder::new(
        "report-schema",
        &[
            ("a.toml", &good),
            ("b.toml", &good.replace("0.5", "0.38")),
            ("c.toml", &between),
            ("d.toml", &good.replace("dpcert/1", "dpcert/9")),
            ("e.toml", &good.replace("tv = {}", "eps = { delta = 0 }")),
            (
                "f.toml",
                &good
                    .replace("gaussian\"\nsigma = 1", "laplace\"\neps = 1")
                    .replace("tv = {}", "rho = {}"),
            ),
            (
                "h.toml",
                &good
                    .replace("gaussian\"\nsigma = 1", "gaussian(sigma=1)\"\nsource = \"page 4\"")
                    .replacen('\n', "\ntitle = \"A release\"\n", 1),
            ),
            (
                "g.toml",
                &good.replace(
                    "sigma = 1",
                    "scale = 1\nquery = \"count\"\nrows = 1\npart = \"north\"",
                ),
            ),
        ],
    );
    let (_, stdout, _) =
        dpcert(&folder, &["check", "--json", "--ask", "tv", "--ask", "rho", "."], "");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let found = problems(&validator, &report);
    assert!(found.is_empty(), "{found:?}\n{stdout}");
    let titled = report["files"].as_array().unwrap().iter().find(|file| file["path"] == "./h.toml");
    let titled = titled.unwrap();
    assert_eq!(titled["title"], "A release");
    assert_eq!(titled["sources"], json!([{"id": "row", "source": "page 4"}]));
    assert_eq!(titled["claims"][0]["lo"], report["files"][0]["claims"][0]["lo"]);
    assert!(
        report["files"][0].get("title").is_none() && report["files"][0].get("sources").is_none()
    );
    let (_, text, _) = dpcert(&folder, &["check", "h.toml"], "");
    assert!(
        text.starts_with("h.toml (unit: person; adjacency: replace-one)\n  A release\n|"),
        "{text}"
    );
    for (place, value) in [
        ("/summary/claims", json!("1")),
        ("/files/0/claims/0/verdict", json!("true")),
        ("/files/0/unit", Value::Null),
    ] {
        let mut other = report.clone();
        *other.pointer_mut(place).unwrap() = value;
        assert!(!problems(&validator, &other).is_empty(), "{place}");
    }
}
