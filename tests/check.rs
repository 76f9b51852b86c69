//! Claim files: every fixture has the verdicts it expects, malformed files are told why, and ties
//! fall on the right side.
#![allow(clippy::unwrap_used, clippy::panic)]

use dpcert::claim::{self, Claim, ClaimFile, Finding, Judgement, Level, ReadError, Settings, Verdict};
use dpcert::exact::Malachite;
use dpcert::report::{BadFile, JudgedFile, Summary, TextOptions, write_json, write_text};
use std::path::{Path, PathBuf};

#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/claims");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 17, "{} fixtures", paths.len());
    paths
}

fn judged_fixtures(judge: impl Fn(&ClaimFile, &Claim) -> Judgement + Sync) -> Vec<JudgedFile> {
    let paths = fixtures();
    let read = |path: &PathBuf| claim::read_file(path).unwrap_or_else(|error| panic!("{error}"));
    let files: Vec<ClaimFile> = paths.iter().map(read).collect();
    let judgements = claim::judge_all(&files.iter().collect::<Vec<_>>(), judge);
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    let judged = paths.iter().zip(files).zip(judgements);
    judged.map(|((path, file), judgements)| JudgedFile { name: name(path), file, judgements }).collect()
}

fn assert_expected(files: &[JudgedFile]) {
    let mut wrong = Vec::new();
    for judged in files {
        assert_eq!(judged.file.claims.len(), judged.judgements.len());
        for (claim, judgement) in judged.entries() {
            if !judgement.is_expected(claim) {
                wrong.push(format!("{}, {}: {judgement:#?}", judged.name, claim.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fixtures_have_the_expected_verdicts() {
    assert_expected(&judged_fixtures(|file, claim| claim::judge::<Malachite>(file, claim, &Settings::default())));
}

#[cfg(feature = "mpfr")]
#[test]
fn fixtures_have_the_expected_verdicts_with_mpfr_and_both() {
    assert_expected(&judged_fixtures(|file, claim| claim::judge::<Mpfr>(file, claim, &Settings::default())));
    assert_expected(&judged_fixtures(|file, claim| {
        claim::judge_with_both::<Malachite, Mpfr>(file, claim, &Settings::default())
    }));
}

// Verdicts

/// A file with one ledger and one claim.
fn file(ledger: &str, claim: &str) -> String {
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n\
         [[ledger]]\nid = \"row\"\n{ledger}\n[[claim]]\nid = \"claim\"\nover = [\"row\"]\n{claim}\n"
    )
}

fn judge_with(ledger: &str, claim: &str, settings: &Settings) -> Judgement {
    let text = file(ledger, claim);
    let parsed = claim::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgement = claim::judge::<Malachite>(&parsed, &parsed.claims[0], settings);
    #[cfg(feature = "mpfr")]
    {
        let mpfr = claim::judge::<Mpfr>(&parsed, &parsed.claims[0], settings);
        assert_eq!(judgement.verdict, mpfr.verdict, "{claim}: MPFR");
        let both = claim::judge_with_both::<Malachite, Mpfr>(&parsed, &parsed.claims[0], settings);
        assert_eq!((judgement.verdict, &both.contradiction), (both.verdict, &None), "{claim}: both");
    }
    judgement
}

/// e = exp(1); delta(0) = tv = (e - 1)/(e + 1).
const PURE: &str = "mechanism = \"approx-dp\"\neps = \"1\"\ndelta = \"0\"";
/// delta(0) = tv = 1/2; delta(ln 2) = 1/4.
const RATIONAL: &str = "mechanism = \"approx-dp\"\neps = \"ln(3)\"\ndelta = \"0\"";
/// No finite eps for delta < 1/10.
const FAILING: &str = "mechanism = \"approx-dp\"\neps = \"1\"\ndelta = \"1/10\"";
/// delta(0) = 0.38292492254802620727540...
const NORMAL: &str = "mechanism = \"gaussian\"\nsigma = \"1\"";

#[test]
fn verdicts() {
    use Verdict::{Holds, Refuted, Undecided, Unsupported};
    const TV: &str = "(exp(1) - 1)/(exp(1) + 1)";
    for (ledger, quantity, relation, expected) in [
        // A rational truth, met exactly.
        (RATIONAL, "tv = {}", "at-most = \"1/2\"", Holds),
        (RATIONAL, "tv = {}", "at-least = \"1/2\"", Holds),
        (RATIONAL, "tv = {}", "equals = \"0.5\"", Holds),
        (RATIONAL, "tv = {}", "between = [\"1/2\", \"1/2\"]", Holds),
        (RATIONAL, "tv = {}", "between = [\"1/2\", 1]", Holds),
        (RATIONAL, "tv = {}", "at-most = \"1/2 - 1e-5000\"", Refuted),
        (RATIONAL, "tv = {}", "at-least = \"1/2 + 1e-5000\"", Refuted),
        (RATIONAL, "tv = {}", "equals = \"1/2 + 1e-5000\"", Refuted),
        (RATIONAL, "tv = {}", "between = [\"0\", \"1/2 - 1e-60\"]", Refuted),
        (RATIONAL, "tv = {}", "between = [\"1/2 + 1e-60\", \"1\"]", Refuted),
        (RATIONAL, "delta = { eps = \"ln(2)\" }", "equals = \"1/4\"", Holds),
        (RATIONAL, "delta = { eps = \"1e5\" }", "equals = \"0\"", Holds),
        (RATIONAL, "eps = { delta = \"1/4\" }", "equals = \"ln(2)\"", Holds),
        (RATIONAL, "eps = { delta = \"1/4\" }", "at-most = \"ln(2) - 1e-60\"", Refuted),
        (RATIONAL, "eps = { delta = \"1/2\" }", "equals = 0", Holds),
        (RATIONAL, "beta = { alpha = \"1/4\" }", "equals = \"1/4\"", Holds),
        (RATIONAL, "beta = { alpha = \"1/4\" }", "at-least = \"0.2500000000000001\"", Refuted),
        (RATIONAL, "tv = {}", "at-most = \"-1.77e-13\"", Refuted),
        // A truth in Q(e), met exactly.
        (PURE, "delta = { eps = \"0\" }", &format!("equals = \"{TV}\""), Holds),
        (PURE, "delta = { eps = \"0\" }", &format!("at-most = \"{TV}\""), Holds),
        (PURE, "delta = { eps = \"0\" }", &format!("at-least = \"{TV}\""), Holds),
        (PURE, "delta = { eps = \"0\" }", &format!("at-most = \"{TV} - 1e-60\""), Refuted),
        (PURE, "delta = { eps = \"0\" }", &format!("at-most = \"{TV} + 1e-60\""), Holds),
        (PURE, "delta = { eps = \"0\" }", &format!("equals = \"{TV} + 1e-600\""), Refuted),
        (PURE, "tv = {}", &format!("between = [\"{TV}\", \"{TV}\"]"), Holds),
        (PURE, "eps = { delta = \"0\" }", "equals = \"1\"", Holds),
        (PURE, "eps = { delta = \"0\" }", "at-most = \"1e1000\"", Holds),
        (PURE, "eps = { delta = \"0\" }", "at-most = \"-1e1000\"", Refuted),
        // No finite eps.
        (FAILING, "eps = { delta = \"1/11\" }", "at-least = \"1e1000\"", Holds),
        (FAILING, "eps = { delta = \"1/11\" }", "at-most = \"1e1000\"", Refuted),
        (FAILING, "eps = { delta = \"1/11\" }", "between = [\"0\", \"1e1000\"]", Refuted),
        (FAILING, "eps = { delta = \"1/11\" }", "equals = \"1\"", Refuted),
        (FAILING, "eps = { delta = \"1/10\" }", "equals = \"1\"", Holds),
        // Enclosures.
        (NORMAL, "tv = {}", "at-most = \"0.38292492254802620728\"", Holds),
        (NORMAL, "tv = {}", "at-most = \"0.38292492254802620727\"", Refuted),
        (NORMAL, "tv = {}", "equals = \"0.38292492254802620727\"", Refuted),
        (NORMAL, "tv = {}", "between = [\"0.38292492254802620727\", \"0.38292492254802620728\"]", Holds),
        (NORMAL, "tv = {}", "at-most = \"1\"", Holds),
        (NORMAL, "eps = { delta = \"0\" }", "at-most = \"1e9\"", Refuted),
        (NORMAL, "eps = { delta = \"1/2\" }", "equals = \"0\"", Holds),
        // Out of reach.
        (
            "mechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = \"1e-9\"\ncount = \"10^12\"",
            "tv = {}",
            "at-most = \"0.5\"",
            Undecided,
        ),
        ("mechanism = \"laplace\"\neps = 1\ncount = 2", "tv = {}", "at-most = \"0.5\"", Unsupported),
        ("mechanism = \"zcdp\"\nrho = \"1/2\"", "tv = {}", "at-most = \"0.5\"", Unsupported),
        ("mechanism = \"discrete-gaussian\"\nsigma_sq = 3\nshifts = [1, -1]", "tv = {}", "at-most = 1", Unsupported),
        (
            "mechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"poisson\", rate = \"1/100\" }",
            "tv = {}",
            "at-most = \"0.5\"",
            Unsupported,
        ),
        (
            "mechanism = \"gaussian\"\nmu = \"1e-10\"\ncount = 18446744073709551615",
            "tv = {}",
            "at-most = \"0.17\"",
            Refuted,
        ),
        (
            "mechanism = \"compose\"\nmechanisms = [{ kind = \"gaussian\", mu = \"1e-10\" }, { kind = \"gaussian\", mu = \"1e-10\" }]\ncount = 18446744073709551615",
            "tv = {}",
            "at-most = \"0.18\"",
            Unsupported,
        ),
    ] {
        let claim = format!("{quantity}\n{relation}");
        let judgement = judge_with(ledger, &claim, &Settings::default());
        assert_eq!(judgement.verdict, expected, "{ledger}\n{claim}\n{judgement:#?}");
        let has_note = matches!(expected, Undecided | Unsupported);
        assert_eq!(judgement.note.is_some(), has_note, "{ledger}\n{claim}: note");
        assert_eq!(judgement.evidence.is_some(), !has_note, "{ledger}\n{claim}: evidence");
    }
}

#[test]
fn an_undecided_claim_says_what_would_decide_it() {
    let limits = dpcert::claim::Settings::default().limits;
    let coarse =
        Settings { limits: dpcert::composition::cost::Limits { precision: 128, ..limits }, ..Settings::default() };
    // 60 digits of the truth, between whose neighbours 128 bits cannot tell.
    let close = "0.382924922548026207275409221216675479767204351109155873641552";
    let at_most = format!("tv = {{}}\nat-most = \"{close}\"");
    let equals = format!("tv = {{}}\nequals = \"{close}\"");
    let costly = "mechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = \"1e-9\"\ncount = \"10^12\"";
    for (ledger, claim, settings, expected) in [
        (NORMAL, at_most.as_str(), &coarse, "--max-precision 256"),
        (NORMAL, &equals, &coarse, "claim between"),
        (costly, "tv = {}\nat-most = \"0.1\"", &Settings::default(), "--max-work"),
    ] {
        let judgement = judge_with(ledger, claim, settings);
        assert_eq!(judgement.verdict, Verdict::Undecided, "{claim}: {judgement:#?}");
        let note = judgement.note.unwrap();
        assert!(note.contains(expected), "{claim}: {note}");
    }
    assert_ne!(judge_with(NORMAL, &at_most, &Settings::default()).verdict, Verdict::Undecided);
}

#[test]
fn the_witness_shows_the_verdict() {
    for (relation, lo, hi, distance, ratio) in [
        // The digits asked for, where they suffice.
        ("at-most = \"0.5\"", "0.46211715726", "0.46211715727", ("0.0378", "0.0379"), Some(("1.08", "1.09"))),
        ("at-most = \"0.25\"", "0.46211715726", "0.46211715727", ("-0.213", "-0.212"), Some(("0.54", "0.541"))),
        ("at-least = \"0.25\"", "0.46211715726", "0.46211715727", ("0.212", "0.213"), Some(("0.54", "0.541"))),
        ("between = [\"0\", \"0.5\"]", "0.46211715726", "0.46211715727", ("0.0378", "0.0379"), Some(("1.08", "1.09"))),
        ("at-most = \"-1\"", "0.46211715726", "0.46211715727", ("-1.47", "-1.46"), None),
        // More where they do not.
        (
            "at-most = \"0.46211715726000975850231848364367254\"",
            "0.46211715726000975850231848364367254873",
            "0.46211715726000975850231848364367254874",
            ("-8.74e-36", "-8.73e-36"),
            Some(("0.999", "1")),
        ),
        ("equals = \"(exp(1) - 1)/(exp(1) + 1)\"", "0.46211715726", "0.46211715727", ("0", "0"), Some(("1", "1"))),
    ] {
        let evidence = judge_with(PURE, &format!("tv = {{}}\n{relation}"), &Settings::default()).evidence.unwrap();
        assert_eq!((evidence.witness.lo.as_str(), evidence.witness.hi.as_str()), (lo, hi), "{relation}");
        let margin = &evidence.margin.distance;
        assert_eq!((margin.lo.as_str(), margin.hi.as_str()), distance, "{relation}: distance");
        let found = evidence.margin.ratio.as_ref().map(|ratio| (ratio.lo.as_str(), ratio.hi.as_str()));
        assert_eq!(found, ratio, "{relation}: ratio");
    }
    let exact = judge_with(RATIONAL, "tv = {}\nat-most = \"0.5\"", &Settings::default()).evidence.unwrap();
    assert_eq!(exact.witness.exact.as_deref(), Some("1/2"));
    // A value that is exactly the claimed one is shown as that.
    let equal = judge_with(PURE, "eps = { delta = \"0\" }\nat-most = \"1\"", &Settings::default()).evidence.unwrap();
    assert_eq!((equal.witness.lo.as_str(), equal.witness.exact.as_deref()), ("1", Some("1")));
}

#[test]
fn a_row_counts_once_and_patterns_choose_rows() {
    let text = "format = \"dpcert/1\"\n[scope]\nunit = \"u\"\nadjacency = \"add-remove\"\n\
        [[ledger]]\nid = \"release/a\"\nmechanism = \"gaussian\"\nmu = \"1/2\"\n\
        [[ledger]]\nid = \"release/b\"\nmechanism = \"gaussian\"\nmu = \"1/2\"\ncount = 3\n\
        [[ledger]]\nid = \"other\"\nmechanism = \"gaussian\"\nmu = 5\n\
        [[claim]]\nid = \"all\"\nover = [\"release/*\", \"*/a\", \"release/b\"]\ntv = {}\n\
        between = [\"0.38292492254802620727\", \"0.38292492254802620728\"]\n\
        [[claim]]\nid = \"one\"\nover = [\"*/a\"]\ntv = {}\nat-most = \"0.2\"\n";
    let file = claim::parse(text).unwrap();
    assert_eq!(file.claims[0].rows, [0, 1]);
    assert_eq!(file.claims[1].rows, [0]);
    for claim in &file.claims {
        assert_eq!(claim::judge::<Malachite>(&file, claim, &Settings::default()).verdict, Verdict::Holds);
    }
}

#[test]
fn patterns() {
    for (pattern, text, expected) in [
        ("a", "a", true),
        ("a", "ab", false),
        ("*", "", true),
        ("*", "a/b", true),
        ("a*", "a", true),
        ("a*", "ba", false),
        ("*a", "ba", true),
        ("*a", "ab", false),
        ("a*a", "a", false),
        ("a*a", "aa", true),
        ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "acb", false),
        ("**", "x", true),
        ("a**b", "ab", true),
        ("*ab*ab*", "aab", false),
        ("*ab*ab*", "xabyabz", true),
        ("ü*ß", "übergroß", true),
        ("", "", true),
        ("", "a", false),
    ] {
        assert_eq!(claim::matches(pattern, text), expected, "{pattern:?} {text:?}");
    }
}

// Malformed files

const HEAD: &str = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n";
const ROW: &str = "[[ledger]]\nid = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\n";
const CLAIM: &str = "[[claim]]\nid = \"claim\"\nover = [\"row\"]\ntv = {}\nat-most = \"0.5\"\n";

/// Input, then the expected error: part of the message, field, text at the span, part of the help.
type Malformed<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

fn assert_malformed(text: &str, (_, message, field, span, help): &Malformed<'_>) {
    let error = claim::parse(text).map(|_| ()).expect_err(text);
    assert!(error.message.contains(message), "{text}: message {:?} lacks {message:?}", error.message);
    assert_eq!(error.field, *field, "{text}: field of {error}");
    assert_eq!(text.get(error.span.clone()), Some(*span), "{text}: span of {error}");
    assert!(error.help.contains(help), "{text}: help {:?} lacks {help:?}", error.help);
}

#[test]
fn malformed_files() {
    let scope = |text: &str| format!("format = \"dpcert/1\"\n[scope]\n{text}\n{ROW}{CLAIM}");
    for case in [
        ("[scope]", "\"format\" is missing", "format", "", "format, scope, ledger, claim, policy"),
        ("formats = \"dpcert/1\"", "\"format\" is missing", "format", "formats", "did you mean \"format\""),
        ("format = \"dpcert/2\"", "unknown format \"dpcert/2\"", "format", "\"dpcert/2\"", "dpcert/1"),
        ("format = 1", "a text is expected", "format", "1", "\"1\""),
        ("format = \"dpcert/1\"", "\"scope\" is missing", "scope", "", "add it"),
        (&scope("adjacency = \"add-remove\""), "\"unit\" is missing", "scope.unit", "[scope]", "add it"),
        (&scope("unit = \"u\""), "\"adjacency\" is missing", "scope.adjacency", "[scope]", "add it"),
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
        (&format!("{HEAD}exclusions = \"x\""), "a list is expected", "scope.exclusions", "\"x\"", "brackets"),
        (&format!("{HEAD}exclusions = [1]"), "a text is expected", "scope.exclusions[0]", "1", ""),
        (HEAD, "the file has no ledger", "ledger", "", "[[ledger]]"),
        (&format!("{HEAD}[[ledgers]]\nid = \"a\""), "is missing", "ledger", "ledgers", "did you mean \"ledger\""),
        (&format!("{HEAD}[ledger]\nid = \"a\""), "one table", "ledger", "[ledger]", "[[ledger]]"),
        (&format!("ledger = []\n{HEAD}"), "the file has no ledger", "ledger", "[]", "[[ledger]]"),
        (&format!("{HEAD}{ROW}"), "the file has no claim", "claim", "", "[[claim]]"),
        (&format!("{HEAD}{ROW}{CLAIM}[policies]"), "unknown field \"policies\"", "policies", "policies", "policy"),
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
        (&format!("{HEAD}{ROW}{ROW}{CLAIM}"), "the id \"row\" is given twice", "ledger[1].id", "\"row\"", "unique"),
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
        ("mechanism = \"gaussian\"\nsigma = 1", "\"id\" is missing", "ledger[0].id", "[[ledger]]", "id, mechanism"),
        ("id = \"row\"", "\"mechanism\" is missing", "ledger[0].mechanism", "[[ledger]]", "count, sampling"),
        (
            "id = \"row\"\nkind = \"gaussian\"\nsigma = 1",
            "\"mechanism\" is missing",
            "ledger[0].mechanism",
            "[[ledger]]",
            "add it",
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
            "unknown field \"noise\"",
            "ledger[0].noise",
            "noise",
            "sigma",
        ),
        ("id = \"row\"\nmechanism = \"gaussian\"\nsigma = \"-1\"", "sigma", "ledger[0].sigma", "\"-1\"", ""),
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
            "repeated by its count",
            "ledger[0].mechanism",
            "\"repeat\"",
            "count",
        ),
        (
            "id = \"row\"\nmechanism = \"subsample\"",
            "sampled by its sampling",
            "ledger[0].mechanism",
            "\"subsample\"",
            "poisson",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"shuffle\" }",
            "unknown word \"shuffle\"",
            "ledger[0].sampling.method",
            "\"shuffle\"",
            "poisson, without-replacement, with-replacement",
        ),
        (
            "id = \"row\"\nmechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"poisson\", rate = \"3/2\" }",
            "rate = 3/2 is not in [0, 1]",
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
fn malformed_claims() {
    for case in [
        ("over = [\"row\"]\ntv = {}\nat-most = 1", "\"id\" is missing", "claim[0].id", "[[claim]]", "add it"),
        ("id = \"c\"\ntv = {}\nat-most = 1", "\"over\" is missing", "claim[0].over", "[[claim]]", "add it"),
        (
            "id = \"c\"\nover = \"row\"\ntv = {}\nat-most = 1",
            "a list is expected",
            "claim[0].over",
            "\"row\"",
            "[a, b]",
        ),
        ("id = \"c\"\nover = []\ntv = {}\nat-most = 1", "about nothing", "claim[0].over", "[]", "*"),
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
            "delta, eps, tv, beta",
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
            "",
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
            "may not be inf",
            "claim[0].at-most",
            "\"inf\"",
            "no finite eps",
        ),
        ("id = \"c\"\nover = [\"*\"]\ntv = {}\nat-most = \"1e-6 +\"", "the text ends here", "claim[0].at-most", "", ""),
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
    let judgement = claim::judge::<Malachite>(&file, claim, &Settings::default());
    assert!(judgement.verdict == Verdict::Holds && !judgement.is_expected(claim));
}

#[test]
fn a_file_error_carries_the_file() {
    let missing = claim::read_file(Path::new("no/such.toml")).unwrap_err();
    assert!(matches!(missing, ReadError::File(_)), "{missing}");
    assert!(missing.to_string().contains("no/such.toml"), "{missing}");
}

// Reports

fn judged(text: &str) -> JudgedFile {
    let file = claim::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgements =
        file.claims.iter().map(|claim| claim::judge::<Malachite>(&file, claim, &Settings::default())).collect();
    JudgedFile { name: "audit.toml".into(), file, judgements }
}

fn text_of(files: &[JudgedFile], bad: &[BadFile], options: &TextOptions) -> String {
    let mut output = Vec::new();
    write_text(&mut output, files, bad, options).unwrap();
    String::from_utf8(output).unwrap()
}

fn json_of(files: &[JudgedFile], bad: &[BadFile]) -> String {
    let mut output = Vec::new();
    write_json(&mut output, files, bad).unwrap();
    String::from_utf8(output).unwrap()
}

/// Four claims, one of each verdict.
fn audit() -> JudgedFile {
    judged(&format!(
        "{HEAD}exclusions = [\"key selection\"]\n\
         [[ledger]]\nid = \"survey\"\nmechanism = \"randomized-response\"\neps = \"ln(3)\"\ncount = 2\n\
         [[ledger]]\nid = \"release\"\nmechanism = \"discrete-gaussian\"\nsigma_sq = 4\nshifts = [1, -1]\n\
         [[ledger]]\nid = \"stream\"\nmechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = 0\ncount = \"10^12\"\n\
         [[claim]]\nid = \"total-variation\"\nover = [\"survey\"]\ntv = {{}}\nat-most = \"1/2\"\n\
         [[claim]]\nid = \"printed\"\nover = [\"survey\"]\ndelta = {{ eps = \"1.0986122886681098\" }}\n\
         at-most = \"0.37499999999999994\"\nexpect = \"refuted\"\nreason = \"\"\"Rounded\n  down.\"\"\"\n\
         source = \"report, page 3\"\n\
         [[claim]]\nid = \"all\"\nover = [\"survey\", \"release\"]\ntv = {{}}\nat-most = 1\n\
         [[claim]]\nid = \"long\"\nover = [\"stream\"]\neps = {{ delta = \"1e-6\" }}\nat-most = 1\nexpect = \"undecided\"\n"
    ))
}

#[test]
fn a_text_report() {
    insta::assert_snapshot!(text_of(&[audit()], &[], &TextOptions::default()));
}

#[test]
fn a_json_report() {
    let bad = [BadFile { name: "notes.toml".into(), message: "the file is empty".into() }];
    insta::assert_snapshot!(json_of(&[audit()], &bad));
}

#[test]
fn summaries() {
    let bad = BadFile { name: "x".into(), message: "y".into() };
    let holds = judged(&format!("{HEAD}{ROW}{CLAIM}"));
    let fails = judged(&format!("{HEAD}{ROW}{}", CLAIM.replace("0.5", "0.1")));
    let contradictory = {
        let mut file = holds.clone();
        file.judgements[0].contradiction = Some("they differ".into());
        file.judgements[0].verdict = Verdict::Undecided;
        file
    };
    for (files, bad, expected) in [
        (vec![], vec![], "0 claims in 0 files"),
        (vec![holds.clone()], vec![], "1 claim in 1 file: 1 holds, all as expected"),
        (
            vec![holds.clone(), holds.clone(), fails.clone()],
            vec![bad.clone()],
            "3 claims in 3 files: 2 hold, 1 refuted; 1 not as expected; 1 file could not be read",
        ),
        (
            vec![contradictory],
            vec![],
            "1 claim in 1 file: 1 undecided; 1 not as expected; the engines contradict each other on 1 claim",
        ),
    ] {
        let summary = Summary::of(&files, &bad);
        assert_eq!(summary.to_string(), expected);
        assert!(text_of(&files, &bad, &TextOptions::default()).ends_with(&format!("{expected}\n")));
    }
}

#[test]
fn reports_are_readable_and_reproducible() {
    let judge = |file: &ClaimFile, claim: &Claim| claim::judge::<Malachite>(file, claim, &Settings::default());
    let files = judged_fixtures(judge);
    let serial: Vec<JudgedFile> = files
        .iter()
        .map(|judged| JudgedFile {
            judgements: judged.file.claims.iter().map(|claim| judge(&judged.file, claim)).collect(),
            ..judged.clone()
        })
        .collect();
    let text = text_of(&files, &[], &TextOptions::default());
    assert_eq!(text, text_of(&serial, &[], &TextOptions::default()));
    assert_eq!(json_of(&files, &[]), json_of(&serial, &[]));
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(longest <= 120, "{longest} columns");
    assert!(!text.contains('\u{1b}'));
    assert!(text_of(&files, &[], &TextOptions { width: 100, colour: true }).contains('\u{1b}'));
}

#[test]
fn a_report_does_not_control_the_terminal() {
    let file = judged(&format!(
        "{HEAD}{ROW}[[claim]]\nid = \"c\\u001b[31m\"\nover = [\"row\"]\ntv = {{}}\nat-most = \"0.1\"\nreason = \"\\u001b[0m\"\n"
    ));
    let text = text_of(&[file], &[], &TextOptions::default());
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

// Two engines

#[test]
fn contradictions_are_found() {
    use dpcert::exact::engine::DirectedFloat;
    use dpcert::exact::literal::parse;
    use dpcert::exact::{Engine, Interval, Value};
    use dpcert::quantity::Outcome;
    type Float = <Malachite as dpcert::exact::Engine>::Float;

    let exact =
        |text: &str| Outcome::<Malachite>::Number(Value::Exact(parse(text).unwrap().as_rational().unwrap().clone()));
    fn interval<E: Engine>(lo: &str, hi: &str) -> Outcome<E> {
        let end = |text: &str| parse(text).unwrap().enclose::<E>(256);
        let (lower, upper) = (end(lo).lower().clone(), end(hi).upper().clone());
        Outcome::Number(Value::Enclosed(Interval::new(lower, upper, 256)))
    }
    let huge = |shift: i64| {
        let float = Float::from_u64(1).shift(shift, 64, dpcert::exact::Rounding::Down);
        Outcome::<Malachite>::Number(Value::Enclosed(Interval::new(float.clone(), float, 64)))
    };
    let close = [("0.1", "0.2"), ("0.2", "0.3"), ("-0.3", "-0.2"), ("-0.2", "0.1"), ("0.2 + 1e-70", "0.3")];
    let meets = |x: (&str, &str), y: (&str, &str)| {
        let value = |text: &str| parse(text).unwrap();
        let le = |a: &str, b: &str| value(a).compare(&value(b)).unwrap().is_le();
        le(x.0, y.1) && le(y.0, x.1)
    };
    for x in close {
        for y in close {
            let first = interval::<Malachite>(x.0, x.1);
            let found = claim::disagreement(&first, &interval::<Malachite>(y.0, y.1), 256);
            assert_eq!(found.is_none(), meets(x, y), "{x:?} {y:?}: {found:?}");
            #[cfg(feature = "mpfr")]
            {
                let found = claim::disagreement(&first, &interval::<Mpfr>(y.0, y.1), 256);
                assert_eq!(found.is_none(), meets(x, y), "{x:?} {y:?} with MPFR: {found:?}");
            }
        }
    }
    let infinite = Outcome::<Malachite>::Infinite;
    for (first, second, agree) in [
        (exact("1/3"), exact("1/3"), true),
        (exact("1/3"), exact("1/3 + 1e-100"), false),
        (exact("1/3"), interval("0.3", "0.4"), true),
        (exact("1/3"), interval("0.34", "0.4"), false),
        (infinite.clone(), infinite.clone(), true),
        (infinite.clone(), exact("5"), false),
        (huge(-500_000_000), huge(-500_000_000), true),
        (huge(-500_000_000), huge(-500_000_001), false),
        (huge(500_000_000), huge(500_000_001), false),
    ] {
        let found = claim::disagreement(&first, &second, 256);
        assert_eq!(found.is_none(), agree, "{first:?} {second:?}: {found:?}");
        assert_eq!(claim::disagreement(&second, &first, 256).is_none(), agree);
    }
}

// The command

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("dpcert-check-{test}-{}", std::process::id()));
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Exit code, standard output, standard error.
fn check(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dpcert"));
    let output = command.arg("check").args(arguments).current_dir(&folder.0).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn exit_codes() {
    let good = format!("{HEAD}{ROW}{CLAIM}");
    let refuted = good.replace("0.5", "0.1");
    let unsupported = good.replace("sigma = 1", "sigma = 1\nsampling = { method = \"poisson\", rate = \"0.1\" }");
    let expected = format!("{unsupported}expect = \"unsupported\"\n");
    let surprise = format!("{good}expect = \"refuted\"\n");
    let folder = Folder::new(
        "exit",
        &[
            ("good.toml", &good),
            ("refuted.toml", &refuted),
            ("unsupported.toml", &unsupported),
            ("expected.toml", &expected),
            ("surprise.toml", &surprise),
            ("bad.toml", &good.replace("at-most", "at_most")),
            ("empty.toml", ""),
            ("tree/b/two.toml", &good),
            ("tree/b/notes.txt", "not read"),
            ("tree/a/one.toml", &expected),
            ("bare/notes.txt", "not read"),
        ],
    );
    for (arguments, code, output, error) in [
        (vec!["good.toml"], 0, "1 claim in 1 file: 1 holds, all as expected", ""),
        (vec!["good.toml", "expected.toml"], 0, "2 claims in 2 files: 1 holds, 1 unsupported, all as expected", ""),
        (vec!["unsupported.toml", "good.toml"], 3, "1 not as expected", ""),
        (vec!["unsupported.toml", "refuted.toml"], 1, "2 not as expected", ""),
        (vec!["surprise.toml"], 1, "holds, but expected: refuted", ""),
        (vec!["refuted.toml", "bad.toml", "good.toml"], 2, "1 file could not be read", "bad.toml:13:1"),
        (vec!["empty.toml", "good.toml"], 2, "1 holds, all as expected; 1 file could not", "the file is empty"),
        (vec!["none.toml"], 2, "0 claims in 0 files; 1 file could not be read", "there is no such file"),
        (vec!["tree"], 0, "2 claims in 2 files", ""),
        (vec!["tree", "tree/a/one.toml", "good.toml"], 0, "3 claims in 3 files", ""),
        (vec!["bare"], 2, "0 claims", "no *.toml file"),
        (vec![], 2, "", "PATH"),
        (vec!["--digits", "0", "good.toml"], 2, "", "--digits"),
    ] {
        let (found, stdout, stderr) = check(&folder, &arguments);
        assert_eq!(found, code, "{arguments:?}\n{stdout}\n{stderr}");
        assert!(stdout.contains(output), "{arguments:?}: {output:?} is not in\n{stdout}");
        assert!(stderr.contains(error), "{arguments:?}: {error:?} is not in\n{stderr}");
        assert_eq!(stderr.is_empty(), error.is_empty(), "{arguments:?}:\n{stderr}");
    }
    let (_, stdout, _) = check(&folder, &["tree"]);
    assert!(stdout.find("tree/a/one.toml").unwrap() < stdout.find("tree/b/two.toml").unwrap(), "{stdout}");
}

#[test]
fn json_output() {
    let folder = Folder::new("json", &[("a.toml", &format!("{HEAD}{ROW}{CLAIM}")), ("b.toml", "format = 1")]);
    let (code, stdout, stderr) = check(&folder, &["--json", "--digits", "30", "."]);
    assert_eq!(code, 2, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let claim = &report["files"][0]["claims"][0];
    assert_eq!(claim["lo"], "0.3829249225480262072754092212166");
    assert_eq!(claim["verdict"], "holds");
    assert_eq!(claim["as_expected"], true);
    assert_eq!(report["bad_files"][0]["path"], "./b.toml");
    assert_eq!(report["summary"]["claims"], 1);
}

#[test]
fn limits_are_options() {
    let text = format!(
        "{HEAD}{}{CLAIM}",
        ROW.replace("gaussian\"\nsigma = 1", "approx-dp\"\neps = \"1/100\"\ndelta = 0\ncount = 1000")
    );
    let folder = Folder::new("limits", &[("a.toml", &text)]);
    let (code, stdout, _) = check(&folder, &["--max-work", "1000", "a.toml"]);
    assert_eq!(code, 3, "{stdout}");
    assert!(stdout.contains("--max-work"), "{stdout}");
    assert_eq!(check(&folder, &["a.toml"]).0, 0);
}
