//! What is no claim file, and why not.

use crate::check::{CLAIM, HEAD, ROW};
use dpcert::claim::{self, Finding, Level, ReadError, Verdict};
use dpcert::{Mechanism, Options};
use std::path::Path;

/// Input, then the expected error: part of the message, field, text at the span, part of the help.
type Malformed<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

fn assert_malformed(text: &str, (_, message, field, span, help): &Malformed<'_>) {
    let error = claim::parse(text).map(|_| ()).expect_err(text);
    assert!(
        error.message.contains(message),
        "{text}: message {:?} lacks {message:?}",
        error.message
    );
    assert_eq!(error.field, *field, "{text}: field of {error}");
    assert_eq!(text.get(error.span.clone()), Some(*span), "{text}: span of {error}");
    assert!(error.help.contains(help), "{text}: help {:?} lacks {help:?}", error.help);
}

#[test]
fn malformed_files() {
    let scope = |text: &str| format!("format = \"dpcert/1\"\n[scope]\n{text}\n{ROW}{CLAIM}");
    for case in [
        ("[scope]", "\"format\" is missing", "format", "", "format = \"dpcert/1\""),
        ("{\"format\": \"dpcert/1\"}", "this is JSON, not TOML", "", "{", "dpcert init"),
        ("\n[[1.1, 0.01, 100]]", "this is JSON, not TOML", "", "[", "dpcert import"),
        (
            "formats = \"dpcert/1\"",
            "\"format\" is missing",
            "format",
            "formats",
            "did you mean \"format\"",
        ),
        (
            "format = \"dpcert/2\"",
            "unknown format \"dpcert/2\"",
            "format",
            "\"dpcert/2\"",
            "dpcert/1",
        ),
        ("format = 1", "a text is expected", "format", "1", "\"1\""),
        (
            "format = \"dpcert/1\"",
            "\"scope\" is missing",
            "scope",
            "",
            "[scope]\nunit = \"person\"\nadjacency = \"add-remove\"",
        ),
        (
            &scope("adjacency = \"add-remove\""),
            "\"unit\" is missing",
            "scope.unit",
            "[scope]",
            "add it",
        ),
        (
            &scope("unit = \"u\""),
            "\"adjacency\" is missing",
            "scope.adjacency",
            "[scope]",
            "\"replace-one\" or",
        ),
        (
            &scope("unit = \"u\"\nadjacency = \"add_remove\""),
            "unknown word \"add_remove\"",
            "scope.adjacency",
            "\"add_remove\"",
            "did you mean \"add-remove\"",
        ),
        (
            &scope("unit = \"u\"\nadjacency = \"add-remove\"\nnote = \"x\""),
            "unknown field \"note\"",
            "scope.note",
            "note",
            "exclusions",
        ),
        (
            &format!("{HEAD}exclusions = \"x\""),
            "a list is expected",
            "scope.exclusions",
            "\"x\"",
            "brackets",
        ),
        (&format!("{HEAD}exclusions = [1]"), "a text is expected", "scope.exclusions[0]", "1", ""),
        (HEAD, "the file has no ledger", "ledger", "", "[[ledger]]"),
        (
            &format!("{HEAD}[[ledgers]]\nid = \"a\""),
            "is missing",
            "ledger",
            "ledgers",
            "did you mean \"ledger\"",
        ),
        (&format!("{HEAD}[ledger]\nid = \"a\""), "one table", "ledger", "[ledger]", "[[ledger]]"),
        (&format!("ledger = []\n{HEAD}"), "the file has no ledger", "ledger", "[]", "[[ledger]]"),
        (&format!("{HEAD}{ROW}"), "the file has no claim", "claim", "", "[[claim]]"),
        (
            &format!("{HEAD}{ROW}{CLAIM}[policies]"),
            "unknown field \"policies\"",
            "policies",
            "policies",
            "policy",
        ),
        (
            &format!("{HEAD}{ROW}{CLAIM}[policy]\nclaim-rounded = \"warn\""),
            "unknown field",
            "policy.claim-rounded",
            "claim-rounded",
            "claim-rounded-down",
        ),
        (
            &format!("{HEAD}{ROW}{CLAIM}[policy]\nsampler-idealised = \"error\""),
            "unknown word \"error\"",
            "policy.sampler-idealised",
            "\"error\"",
            "allow, warn, deny",
        ),
        (
            &format!("{HEAD}{ROW}{ROW}{CLAIM}"),
            "the id \"row\" is given twice",
            "ledger[1].id",
            "\"row\"",
            "unique",
        ),
        (
            &format!("{HEAD}{ROW}{CLAIM}{CLAIM}"),
            "the id \"claim\" is given twice",
            "claim[1].id",
            "\"claim\"",
            "unique",
        ),
    ] {
        assert_malformed(case.0, &case);
    }
}

#[test]
fn malformed_rows() {
    for case in [
        (
            "mechanism = \"gaussian\"\nsigma = 1",
            "\"id\" is missing",
            "ledger[0].id",
            "[[ledger]]",
            "id, mechanism",
        ),
        (
            "id = \"row\"",
            "\"mechanism\" is missing",
            "ledger[0].mechanism",
            "[[ledger]]",
            "count, sampling",
        ),
        (
            "id = \"row\"\nmechanism = \"poisson(1/100, gaussian(\"",
            "a field name is expected: the text ends here",
            "ledger[0].mechanism",
            "\"poisson(1/100, gaussian(\"",
            "fields have names: gaussian(sigma=2)",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian(sigma=-1)\"",
            "sigma = -1 is not positive",
            "ledger[0].sigma",
            "\"gaussian(sigma=-1)\"",
            "sigma must be > 0",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsource = 4",
            "a text is expected",
            "ledger[0].source",
            "4",
            "write \"4\"",
        ),
        (
            "id = \"row\"\nkind = \"gaussian\"\nsigma = 1",
            "the kind of a row is the field \"mechanism\"",
            "ledger[0].kind",
            "kind",
            "write mechanism = \"gaussian\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gausian\"",
            "unknown word \"gausian\"",
            "ledger[0].mechanism",
            "\"gausian\"",
            "did you mean \"gaussian\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nnoise = 2",
            "gaussian has no field \"noise\"",
            "ledger[0].noise",
            "noise",
            "gaussian(scale, sensitivity)",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\ncolour = 2",
            "unknown field \"colour\"",
            "ledger[0].colour",
            "colour",
            "sigma",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nnoise_multiplyer = 1",
            "\"sigma\" is missing",
            "ledger[0].sigma",
            "noise_multiplyer",
            "did you mean \"noise_multiplier\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nepochs = 3\nbatch = 1\nsamplng = {}",
            "\"sampling\" is missing",
            "ledger[0].sampling",
            "samplng",
            "did you mean \"sampling\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nbatch_size = 1",
            "belong to the sampling",
            "ledger[0].batch_size",
            "batch_size",
            "batch = \"1\", n = \"...\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"poisson\", batch_size = 1, n = 9 }",
            "sampling has no field \"batch_size\"",
            "ledger[0].sampling.batch_size",
            "batch_size",
            "batch",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { rate = \"1/10\" }",
            "\"method\" is missing",
            "ledger[0].sampling.method",
            "{ rate = \"1/10\" }",
            "add it: method = \"poisson\" or \"without-replacement\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = \"-1\"",
            "sigma",
            "ledger[0].sigma",
            "\"-1\"",
            "",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1.3",
            "floating-point",
            "ledger[0].sigma",
            "1.3",
            "sigma = \"1.3\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\ncount = \"1/2\"",
            "not a whole number",
            "ledger[0].count",
            "\"1/2\"",
            "",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nepochs = 15",
            "does not say how many steps",
            "ledger[0].epochs",
            "epochs",
            "count",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsteps = 2468",
            "the number of steps is the field \"count\"",
            "ledger[0].steps",
            "steps",
            "count = \"2468\"",
        ),
        // That it is a bare float too is not said beside that.
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsteps = 14062.5",
            "the number of steps is the field \"count\"",
            "ledger[0].steps",
            "steps",
            "count = \"1000\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nadjacency = \"add-remove\"",
            "the adjacency of the scope is replace-one",
            "ledger[0].adjacency",
            "\"add-remove\"",
            "file of its own",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nunit = \"household\"",
            "the unit of the scope is \"person\"",
            "ledger[0].unit",
            "\"household\"",
            "never added",
        ),
        (
            "id = \"row\"\nmechanism = \"repeat\"\ncount = 3",
            "repeated by its field \"count\"",
            "ledger[0].mechanism",
            "\"repeat\"",
            "count",
        ),
        (
            "id = \"row\"\nmechanism = \"group\"\nsize = 3",
            "a group by its field \"group\"",
            "ledger[0].mechanism",
            "\"group\"",
            "group = \"3\"",
        ),
        (
            "id = \"row\"\nmechanism = \"erasure\"\nrate = \"1/2\"",
            "is not allowed in a ledger row",
            "ledger[0].mechanism",
            "\"erasure\"",
            "mechanism = \"compose\" and mechanisms = [{ kind = \"erasure\", ... }]",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\ngroup = 0",
            "a group of 0 members",
            "ledger[0].group",
            "0",
            "at least 1",
        ),
        (
            "id = \"row\"\nmechanism = \"subsample\"",
            "sampled by its field \"sampling\"",
            "ledger[0].mechanism",
            "\"subsample\"",
            "poisson",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"shuffled\" }",
            "unknown word \"shuffled\"",
            "ledger[0].sampling.method",
            "\"shuffled\"",
            "write method = \"shuffle\", batch and n",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"fixed-size\", batch = 2, n = 9 }",
            "unknown word \"fixed-size\"",
            "ledger[0].sampling.method",
            "\"fixed-size\"",
            "write method = \"without-replacement\" where a record is replaced",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { type = \"poisson\", rate = \"1/2\" }",
            "sampling has no field \"type\"",
            "ledger[0].sampling.type",
            "type",
            "the sampler is method",
        ),
        // A method that has no theorem is not offered.
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"poison\", rate = \"1/2\" }",
            "unknown word \"poison\"",
            "ledger[0].sampling.method",
            "\"poison\"",
            "did you mean \"poisson\"? one of poisson, truncated-poisson, without-replacement, random-allocation, shuffle is expected",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nactual = \"fixed-size\"\n\
             sampling = { method = \"poisson\", rate = \"1/2\" }",
            "unknown word \"fixed-size\"",
            "ledger[0].actual",
            "\"fixed-size\"",
            "about the sampling: write it in the braces of sampling, actual = \"fixed-size\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\n\
             sampling = { method = \"poisson\", rate = \"1/2\", actual = \"floating-point\" }",
            "unknown word \"floating-point\"",
            "ledger[0].sampling.actual",
            "\"floating-point\"",
            "about the mechanism: write it beside mechanism, actual = \"floating-point\"",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"poisson\", rate = \"3/2\" }",
            "rate = 3/2 is outside [0, 1]",
            "ledger[0].sampling.rate",
            "\"3/2\"",
            "",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"with-replacement\", size = 3 }",
            "\"population\" is missing",
            "ledger[0].sampling.population",
            "{ method = \"with-replacement\", size = 3 }",
            "",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nactual = \"discrete-gausian\"",
            "unknown word \"discrete-gausian\"",
            "ledger[0].actual",
            "\"discrete-gausian\"",
            "did you mean \"discrete-gaussian\"? one of discrete-gaussian, discrete-laplace, floating-point",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nactual = [\"floating-point\"]",
            "a word is expected",
            "ledger[0].actual",
            "[\"floating-point\"]",
            "",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\n\
             sampling = { method = \"poisson\", rate = \"1/2\", actual = \"shuffle\" }",
            "unknown word \"shuffle\"",
            "ledger[0].sampling.actual",
            "\"shuffle\"",
            "poisson, without-replacement, with-replacement, fixed-size, shuffled",
        ),
        // The fields of a mechanism that is not supported are not known, those of the row are.
        (
            "id = \"row\"\nmechanism = \"discrete-gaussian\"\nsigma_sq = 1\ncount = -1",
            "negative",
            "ledger[0].count",
            "-1",
            "",
        ),
    ] {
        assert_malformed(&format!("{HEAD}[[ledger]]\n{}\n{CLAIM}", case.0), &case);
    }
}

#[test]
fn only_a_ledger_says_what_was_run() {
    for (text, field) in [
        ("gaussian(sigma=1, actual=floating-point)", "actual"),
        (
            "subsample(method=poisson, rate=1/2, adjacency=add-remove, actual=shuffled, mechanism=gaussian(sigma=1))",
            "actual",
        ),
    ] {
        let error = Mechanism::parse(text).expect_err(text).to_string();
        assert!(error.contains(&format!("unknown field \"{field}\"")), "{text}: {error}");
    }
}

#[test]
fn malformed_claims() {
    for case in [
        (
            "over = [\"row\"]\ntv = {}\nat-most = 1",
            "\"id\" is missing",
            "claim[0].id",
            "[[claim]]",
            "over, delta, eps, tv",
        ),
        (
            "id = \"c\"\ntv = {}\nat-most = 1",
            "\"over\" is missing",
            "claim[0].over",
            "[[claim]]",
            "over = [\"*\"] for all rows",
        ),
        (
            "id = \"c\"\nover = \"row\"\ntv = {}\nat-most = 1",
            "a list is expected",
            "claim[0].over",
            "\"row\"",
            "write over = [\"row\"]",
        ),
        (
            "id = \"c\"\nover = []\ntv = {}\nat-most = 1",
            "covers no ledger row",
            "claim[0].over",
            "[]",
            "*",
        ),
        (
            "id = \"c\"\nover = [\"row\", \"rows/*\"]\ntv = {}\nat-most = 1",
            "\"rows/*\" matches no id",
            "claim[0].over[1]",
            "\"rows/*\"",
            "the ids are row",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\nat-most = 1",
            "no quantity",
            "claim[0]",
            "[[claim]]",
            "delta = { eps = \"...\" }",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}",
            "no relation",
            "claim[0]",
            "[[claim]]",
            "at-most, at-least, between, equals",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\ndelta = { eps = 1 }\nat-most = 1",
            "two quantities, delta and tv",
            "claim[0].tv",
            "{}",
            "two claims",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nat-most = 1\nequals = 1",
            "two relations, at-most and equals",
            "claim[0].equals",
            "1",
            "between",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nat_most = 1",
            "unknown field \"at_most\"",
            "claim[0].at_most",
            "at_most",
            "did you mean \"at-most\"",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\nregion = {}\nat-most = 1",
            "unknown field \"region\"",
            "claim[0].region",
            "region",
            "delta, eps, tv, beta, rho, renyi, gdp",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ndelta = { eps = \"-1\" }\nat-most = 1",
            "eps = -1 is not in [0, inf)",
            "claim[0].delta.eps",
            "\"-1\"",
            "",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\neps = { delta = 2 }\nat-most = 1",
            "delta = 2 is not in [0, 1]",
            "claim[0].eps.delta",
            "2",
            "",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ndelta = \"1e-6\"\nat-most = 1",
            "a table is expected",
            "claim[0].delta",
            "\"1e-6\"",
            "write delta = { eps = \"1\" } and at-most = \"1e-6\"",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\nepsilon = 3",
            "a table is expected",
            "claim[0].epsilon",
            "3",
            "write eps = { delta = \"1e-5\" } and at-most = \"3\"",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\neps = 3\ndelta = \"1e-6\"",
            "a table is expected",
            "claim[0].delta",
            "\"1e-6\"",
            "write eps = { delta = \"1e-6\" } and at-most = \"3\"",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = { eps = 1 }\nat-most = 1",
            "unknown field \"eps\"",
            "claim[0].tv.eps",
            "eps",
            "no fields",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\neps = { delta = 0 }\nat-most = \"inf\"",
            "cannot be inf",
            "claim[0].at-most",
            "\"inf\"",
            "no finite eps",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nat-most = \"1e-6 +\"",
            "the text ends here",
            "claim[0].at-most",
            "",
            "",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nbetween = [\"1/2\", \"1/3\"]",
            "larger than the second",
            "claim[0].between",
            "[\"1/2\", \"1/3\"]",
            "swap",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nbetween = [\"1/2\"]",
            "two values are expected, not 1",
            "claim[0].between",
            "[\"1/2\"]",
            "between = ",
        ),
        (
            "id = \"c\"\nover = [\"*\"]\ntv = {}\nat-most = 1\nexpect = \"refute\"",
            "unknown word \"refute\"",
            "claim[0].expect",
            "\"refute\"",
            "did you mean \"refuted\"",
        ),
    ] {
        assert_malformed(&format!("{HEAD}{ROW}[[claim]]\n{}", case.0), &case);
    }
}

#[test]
fn optional_parts() {
    let file = claim::parse(&format!(
        "{HEAD}exclusions = [\"key selection\"]\n{ROW}unit = \"person\"\nadjacency = \"replace-one\"\n{CLAIM}\
         expect = \"refuted\"\nreason = \"why\"\nsource = \"where\"\n[policy]\nsampler-idealised = \"deny\"\n"
    ))
    .unwrap();
    assert_eq!(file.scope.exclusions, ["key selection"]);
    assert_eq!(file.policy.level(Finding::SamplerIdealised), Level::Deny);
    assert_eq!(file.policy.level(Finding::ClaimRoundedDown), Level::Warn);
    let claim = &file.claims[0];
    assert_eq!(
        (claim.expect, claim.reason.as_deref(), claim.source.as_deref()),
        (Verdict::Refuted, Some("why"), Some("where"))
    );
    let judgement = claim::judge(&file, claim, &Options::for_claims());
    assert!(judgement.verdict == Verdict::Holds && !judgement.is_expected(claim));
}

#[test]
fn a_file_error_carries_the_file() {
    let missing = claim::read_file(Path::new("no/such.toml")).unwrap_err();
    assert!(matches!(missing, ReadError::File(_)), "{missing}");
    assert!(missing.to_string().contains("no/such.toml"), "{missing}");
}

/// A field with a message of its own is not reported as unknown too.
#[test]
fn one_error_for_a_field() {
    for name in ["epochs", "batch_size", "steps", "samplng"] {
        let row = "[[ledger]]\nid = \"row\"\nmechanism = \"gaussian\"\nsigma = 1";
        let errors =
            claim::parse_all(&format!("{HEAD}{row}\n{name} = 15\n{CLAIM}"), true).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
    }
    for (name, misspelt) in
        [("[[ledger]]", "[[ledgers]]"), ("[scope]", "[scop]"), ("unit", "units")]
    {
        let text = format!("{HEAD}{ROW}{CLAIM}").replacen(name, misspelt, 1);
        let errors = claim::parse_all(&text, true).unwrap_err();
        let of_it = |error: &&dpcert::input::InputError| {
            text[error.span.clone()].contains(misspelt.trim_matches(['[', ']']))
        };
        assert_eq!(errors.iter().filter(of_it).count(), 1, "{errors:?}");
    }
}

/// What a row has beside a word for its sampling is repeated in what to write, and is no second
/// error.
#[test]
fn a_sampling_keeps_what_was_written() {
    let word = "sampling = \"poisson\"";
    for (written, expected) in [
        ("", "method = \"poisson\", rate = \"1/100\""),
        ("rate = \"8/1875\"", "method = \"poisson\", rate = \"8/1875\""),
        ("batch = 256\nn = \"60000\"", "method = \"poisson\", batch = \"256\", n = \"60000\""),
        ("n = \"60000\"", "method = \"poisson\", batch = \"...\", n = \"60000\""),
        ("rate = \"1 \\\" 2\"", "method = \"poisson\", rate = \"1/100\""),
    ] {
        let row = format!(
            "[[ledger]]\nid = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\n{word}\n{written}\n"
        );
        let errors = claim::parse_all(&format!("{HEAD}{row}{CLAIM}"), true).unwrap_err();
        let found: Vec<_> =
            errors.iter().map(|error| (error.field.as_str(), error.help.as_str())).collect();
        assert_eq!(
            found,
            [("ledger[0].sampling", format!("write sampling = {{ {expected} }}").as_str())]
        );
    }
    let row = "[[ledger]]\nid = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = \"without-replacement\"\n";
    let error = claim::parse(&format!("{HEAD}{row}rate = \"1/8\"\n{CLAIM}")).unwrap_err();
    assert_eq!(error.help, "write sampling = { method = \"without-replacement\", rate = \"1/8\" }");
}

/// All that a table lacks is said in one run.
#[test]
fn all_missing_fields_at_once() {
    let of = |text: &str| {
        let errors = claim::parse_all(text, true).unwrap_err();
        errors.into_iter().map(|error| error.field).collect::<Vec<_>>()
    };
    assert_eq!(
        of(&format!("format = \"dpcert/1\"\n[scope]\n{ROW}{CLAIM}")),
        ["scope.unit", "scope.adjacency"]
    );
    // A misspelt kind is read as the one that it is like, but for kinds whose fields a row has
    // elsewhere.
    for (row, expected) in [
        (
            "mechanism = \"gausian\"\nnoise = \"3\"",
            ["ledger[0].mechanism", "ledger[0].noise"].as_slice(),
        ),
        ("mechanism = \"gausian\"\nsigma = \"3\"", &["ledger[0].mechanism"]),
        ("mechanism = \"threshholded\"\ncut = \"3\"", &["ledger[0].mechanism"]),
        ("mechanism = \"eraser\"", &["ledger[0].mechanism"]),
        ("mechanism = \"colour\"\nnoise = \"3\"", &["ledger[0].mechanism"]),
        ("actual = \"floating-point\"", &["ledger[0].mechanism"]),
        // So is a misspelt method of sampling.
        (
            "mechanism = \"gausian\"\nsampling = { method = \"poison\", batch_size = 1, actual = \"shuffle\" }",
            &[
                "ledger[0].sampling.actual",
                "ledger[0].sampling.method",
                "ledger[0].sampling.batch_size",
                "ledger[0].mechanism",
                "ledger[0].sigma",
            ],
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"random-alocation\", steps = 0 }",
            &["ledger[0].sampling.method", "ledger[0].sampling.steps"],
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"colour\", rate = 2 }",
            &["ledger[0].sampling.method"],
        ),
    ] {
        let text = format!("{HEAD}[[ledger]]\nid = \"row\"\n{row}\n{CLAIM}");
        assert_eq!(of(&text), expected, "{row}");
    }
    let text =
        format!("{HEAD}[[ledger]]\nid = \"row\"\nmechanism = \"gausian\"\nnoise = \"3\"\n{CLAIM}");
    let errors = claim::parse_all(&text, true).unwrap_err();
    assert!(errors[1].help.starts_with("for mechanism = \"gaussian\": "), "{errors:?}");
}

/// A first draft, with everything wrong that a first draft has: one run says it all.
#[test]
fn all_errors_of_a_file_at_once() {
    let text = r#"
format = "dpcert/1"
[scope]
unit = "example"
adjacency = "unbounded"
[[ledger]]
id = "training"
mechanism = "gaussian"
sigma = 1.1
sampling = "poisson"
count = 14062.5
[[ledger]]
id = "counts"
mechanism = "lapalce"
noise = "1"
[[claim]]
id = "published"
over = ["training", "count"]
eps = 3.01
delta = 1e-5
"#;
    let mut errors = claim::parse_all(text, true).unwrap_err();
    errors.sort_by_key(|error| error.span.start);
    let found: Vec<_> =
        errors.iter().map(|error| (error.field.as_str(), error.help.as_str())).collect();
    let expected = [
        ("scope.adjacency", "where a record is added or removed, write \"add-remove\""),
        ("ledger[0].sigma", "write sigma = \"1.1\""),
        ("ledger[0].sampling", "write sampling = { method = \"poisson\", rate = \"1/100\" }"),
        (
            "ledger[0].count",
            "write the number of steps that was run, or epochs in place of count, with batch and n in the sampling",
        ),
        ("ledger[1].mechanism", "did you mean \"laplace\"?"),
        (
            "ledger[1].noise",
            "for mechanism = \"laplace\": with the scale b of the density e^(-|x|/b), eps = sensitivity / b: write \
             laplace(scale, sensitivity)",
        ),
        ("claim[0].over[1]", "did you mean \"counts\"? the ids are training, counts"),
        (
            "claim[0].eps",
            "the claimed value is a field of its own: write eps = { delta = \"1e-5\" } and at-most = \"3.01\"",
        ),
        (
            "claim[0].delta",
            "the claimed value is a field of its own: write eps = { delta = \"1e-5\" } and at-most = \"3.01\"",
        ),
    ];
    assert_eq!(found, expected);
    // The first in the order of reading is what a reader of one error gets.
    assert!(errors.contains(&claim::parse(text).unwrap_err()));
    // Without a format the rest is read too, if it looks like a claim file.
    let without = claim::parse_all(&text.replace("format = \"dpcert/1\"", ""), true).unwrap_err();
    assert_eq!(without.len(), errors.len() + 1);
    assert!(
        without.iter().any(|error| error.help == "add it as the first line: format = \"dpcert/1\"")
    );
    assert_eq!(claim::parse_all("[tool]\nname = \"a\"", true).unwrap_err().len(), 1);
    // Nothing is missed: what is left of the text has no error.
    let mended = text
        .replace("unbounded", "add-remove")
        .replace("sigma = 1.1", "sigma = \"1.1\"")
        .replace("\"poisson\"", "{ method = \"poisson\", rate = \"1/100\" }")
        .replace("14062.5", "14062")
        .replace("lapalce\"", "laplace\"")
        .replace("noise = \"1\"", "eps = 1")
        .replace("\"count\"]", "\"counts\"]")
        .replace("eps = 3.01\ndelta = 1e-5", "eps = { delta = \"1e-5\" }\nat-most = \"3.01\"");
    assert!(claim::parse(&mended).is_ok(), "{mended}");
}
