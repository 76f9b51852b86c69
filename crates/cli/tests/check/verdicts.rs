//! Verdicts: each relation at, just above and just below the truth, in every tier.

use super::engines;
use crate::support::{Shown, effort};
use dpcert::claim::{self, Judgement, Verdict};
use dpcert::{Limits, Options};

/// A file with one ledger and one claim.
fn file(ledger: &str, claim: &str) -> String {
    let named = |adjacency: &&str| ledger.contains(&format!("adjacency = \"{adjacency}\""));
    let adjacency = ["add-remove"].into_iter().find(named).unwrap_or("replace-one");
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"{adjacency}\"\n\
         [[ledger]]\nid = \"row\"\n{ledger}\n[[claim]]\nid = \"claim\"\nover = [\"row\"]\n{claim}\n"
    )
}

/// The judgement of every engine of this build, which have to agree.
fn judge_with(ledger: &str, claim: &str, settings: &Options) -> Judgement {
    let text = file(ledger, claim);
    let parsed = claim::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgement = claim::judge(
        &parsed,
        &parsed.claims[0],
        &Options { engine: engines(), ..settings.clone() },
    );
    assert_eq!(judgement.contradiction, None, "{claim}");
    judgement
}

/// At delta = 0 the largest losses add up, without a grid: ties are decided, for sums that no
/// decimal holds too.
#[test]
fn ties_of_pure_budgets_on_a_grid() {
    let sampled = "mechanism = \"compose\"\nmechanisms = [{ kind = \"subsample\", method = \"without-replacement\", \
                   rate = \"1/10\", adjacency = \"replace-one\", mechanism = { kind = \"laplace\", eps = 1 } }]";
    let responses = "mechanism = \"compose\"\ncount = 3\nmechanisms = [{ kind = \"subsample\", method = \"poisson\", \
                     rate = \"1/100\", adjacency = \"add-remove\", mechanism = { kind = \"randomized-response\", eps = 1 } }]";
    for (row, truth, above, below) in [
        ("mechanism = \"laplace\"\neps = \"0.1\"\ncount = 3", "0.3", "0.30000001", "0.29999999"),
        ("mechanism = \"laplace\"\neps = \"1/3\"\ncount = 4", "4/3", "1.34", "1.33"),
        ("mechanism = \"laplace\"\nscale = 3\nsensitivity = 1\ncount = 4", "4/3", "1.34", "1.33"),
        // Too many steps for exact masses.
        ("mechanism = \"approx-dp\"\neps = \"1/10\"\ndelta = 0\ncount = 100", "10", "10.1", "9.9"),
        ("mechanism = \"randomized-response\"\neps = 1\ncount = 100", "100", "100.1", "99.9"),
        // 0 by another name.
        (
            "mechanism = \"approx-dp\"\neps = 1\ndelta = \"ln(6) - ln(2) - ln(3)\"\ncount = 2",
            "2",
            "2.1",
            "1.9",
        ),
        (responses, "3*ln(99/100 + exp(1)/100)", "0.0512", "0.0511"),
        (sampled, "ln(1 - 1/10 + exp(1)/10)", "0.1586", "0.1585"),
        (&format!("{sampled}\ncount = 2"), "2*ln(9/10 + exp(1)/10)", "0.3172", "0.3171"),
    ] {
        for (relation, verdict) in [
            (format!("at-most = \"{truth}\""), Verdict::Holds),
            (format!("at-least = \"{truth}\""), Verdict::Holds),
            (format!("equals = \"{truth}\""), Verdict::Holds),
            (format!("at-most = \"{above}\""), Verdict::Holds),
            (format!("at-most = \"{below}\""), Verdict::Refuted),
        ] {
            let judgement = judge_with(
                row,
                &format!("eps = {{ delta = 0 }}\n{relation}"),
                &Options::for_claims(),
            );
            assert_eq!(judgement.verdict, verdict, "{row}: {relation}: {judgement:?}");
        }
    }
}

/// e = exp(1); delta(0) = tv = (e - 1)/(e + 1).
const PURE: &str = "mechanism = \"approx-dp\"\neps = \"1\"\ndelta = \"0\"";
/// delta(0) = tv = 1/2; delta(ln 2) = 1/4.
const RATIONAL: &str = "mechanism = \"approx-dp\"\neps = \"ln(3)\"\ndelta = \"0\"";
/// No finite eps for delta < 1/10.
const FAILING: &str = "mechanism = \"approx-dp\"\neps = \"1\"\ndelta = \"1/10\"";
/// delta(0) = 0.38292492254802620727540...
const NORMAL: &str = "mechanism = \"gaussian\"\nsigma = \"1\"";

const COUNTS: &str = "mechanism = \"discrete-gaussian\"\nsigma_sq = 4\nshifts = [1, -1]\ncount = 3";

#[test]
fn verdicts() {
    use Verdict::{Holds, Refuted, Undecided, Unsupported};
    const TV: &str = "(exp(1) - 1)/(exp(1) + 1)";
    // The second error is 0.2917004 at most: the larger claim takes longer than all others.
    let near = if effort() > 1 { "at-least = \"0.2917\"" } else { "at-least = \"0.2915\"" };
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
        (
            NORMAL,
            "tv = {}",
            "between = [\"0.38292492254802620727\", \"0.38292492254802620728\"]",
            Holds,
        ),
        (NORMAL, "tv = {}", "at-most = \"1\"", Holds),
        (NORMAL, "eps = { delta = \"0\" }", "at-most = \"1e9\"", Refuted),
        (NORMAL, "eps = { delta = \"1/2\" }", "equals = \"0\"", Holds),
        // rho: 3 * 2/8, 1/(2e), sqrt(6), tanh(1/2), and none.
        (COUNTS, "rho = {}", "at-most = \"3/4\"", Holds),
        (COUNTS, "rho = {}", "at-most = \"0.75 - 1e-5000\"", Refuted),
        (COUNTS, "rho = {}", "at-least = \"3/4\"", Holds),
        (COUNTS, "rho = {}", "at-least = \"0.75 + 1e-5000\"", Refuted),
        (COUNTS, "rho = {}", "between = [\"3/4\", \"0.8\"]", Holds),
        (COUNTS, "rho = {}", "between = [\"0.7\", \"0.7499\"]", Refuted),
        (COUNTS, "rho = {}", "equals = \"3/4\"", Holds),
        (COUNTS, "rho = {}", "equals = \"0.75 + 1e-60\"", Refuted),
        (
            "mechanism = \"gaussian\"\nsigma = \"exp(1/2)\"",
            "rho = {}",
            "equals = \"exp(-1)/2\"",
            Holds,
        ),
        (
            "mechanism = \"gaussian\"\nsigma = \"exp(1/2)\"",
            "rho = {}",
            "at-most = \"exp(-1)/2 - 1e-1000\"",
            Refuted,
        ),
        (
            "mechanism = \"gaussian\"\nsigma = \"exp(1/2)\"",
            "rho = {}",
            "at-least = \"exp(-1)/2\"",
            Holds,
        ),
        (
            "mechanism = \"zcdp\"\nrho = \"sqrt(2)*sqrt(3)\"",
            "rho = {}",
            "between = [\"2.449\", \"2.45\"]",
            Holds,
        ),
        (PURE, "rho = {}", "equals = \"(exp(1)-1)/(exp(1)+1)\"", Holds),
        (PURE, "rho = {}", "at-most = \"0.4621\"", Refuted),
        (
            "mechanism = \"approx-dp\"\neps = 1\ndelta = \"1/10\"",
            "rho = {}",
            "at-most = \"1\"",
            Unsupported,
        ),
        // gdp: mu itself, and 2 Phi^-1(1 - 1/(1 + e)) from mpmath.
        (NORMAL, "gdp = {}", "equals = \"1\"", Holds),
        (NORMAL, "gdp = { alpha_min = \"1/10\" }", "at-most = \"1 - 1e-60\"", Refuted),
        (
            PURE,
            "gdp = { alpha_min = \"1e-3\" }",
            "between = [\"1.232035385344900972855\", \"1.232035385344900972856\"]",
            Holds,
        ),
        (PURE, "gdp = {}", "at-most = \"1.232035385344900972855\"", Refuted),
        ("mechanism = \"zcdp\"\nrho = 1", "gdp = {}", "at-most = \"1\"", Unsupported),
        // Out of reach.
        (
            "mechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = \"1e-9\"\ncount = \"10^12\"",
            "tv = {}",
            "at-most = \"0.5\"",
            Undecided,
        ),
        ("mechanism = \"laplace\"\neps = 1\ncount = 2", "tv = {}", "at-most = \"0.5\"", Holds),
        (
            "mechanism = \"laplace\"\neps = \"1/2\"\ngroup = 3",
            "tv = {}",
            "between = [\"0.5276\", \"0.5277\"]",
            Holds,
        ),
        (
            "mechanism = \"gaussian\"\nmu = 1\ngroup = 3\ncount = 4",
            "rho = {}",
            "equals = 18",
            Holds,
        ),
        (
            "mechanism = \"mixture\"\nweights = [\"1/3\", \"2/3\"]\nmechanisms = [{ kind = \"approx-dp\", eps = 0, delta = \"1/10\" }, { kind = \"approx-dp\", eps = \"ln(3)\", delta = 0 }]",
            "tv = {}",
            "equals = \"1/30 + 1/3\"",
            Holds,
        ),
        (
            "mechanism = \"compose\"\nmechanisms = [{ kind = \"erasure\", rate = \"1/2\", mechanism = { kind = \"approx-dp\", eps = \"ln(2)\", delta = 0 } }]\ngroup = 2",
            "tv = {}",
            "equals = \"1/4\"",
            Holds,
        ),
        (
            "mechanism = \"staircase\"\neps = 1\ngamma = \"1/2\"\ngroup = 2",
            "tv = {}",
            "at-most = \"0.5\"",
            Unsupported,
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 1\ngroup = 2\nsampling = { method = \"poisson\", rate = \"1/100\" }",
            "tv = {}",
            "at-most = \"0.5\"",
            Unsupported,
        ),
        (COUNTS, "beta = { alpha = \"1/4\" }", near, Holds),
        (COUNTS, "beta = { alpha = \"1/4\" }", "at-least = \"0.2918\"", Refuted),
        (COUNTS, "beta = { alpha = \"999/1000\" }", "at-most = \"0.001\"", Holds),
        ("mechanism = \"zcdp\"\nrho = \"1/8\"", "tv = {}", "at-most = \"0.5\"", Holds),
        (
            "mechanism = \"discrete-gaussian\"\nsigma_sq = 3\nshifts = [1, -1]",
            "tv = {}",
            "at-most = \"0.3\"",
            Refuted,
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"with-replacement\", size = 1, population = 100 }",
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
        let judgement = judge_with(ledger, &claim, &Options::for_claims());
        assert_eq!(judgement.verdict, expected, "{ledger}\n{claim}\n{judgement:#?}");
        let has_note = matches!(expected, Undecided | Unsupported);
        assert_eq!(judgement.note.is_some(), has_note, "{ledger}\n{claim}: note");
        assert_eq!(judgement.evidence.is_some(), !has_note, "{ledger}\n{claim}: evidence");
    }
}

#[test]
fn an_undecided_claim_says_what_would_decide_it() {
    let limits = Options::for_claims().limits;
    let coarse = Options { limits: Limits { precision: 128, ..limits }, ..Options::for_claims() };
    // 60 digits of the truth, between whose neighbours 128 bits cannot tell.
    let close = "0.382924922548026207275409221216675479767204351109155873641552";
    let at_most = format!("tv = {{}}\nat-most = \"{close}\"");
    let at_least = format!("tv = {{}}\nat-least = \"{close}\"");
    let equals = format!("tv = {{}}\nequals = \"{close}\"");
    let costly = "mechanism = \"approx-dp\"\neps = \"1/1000\"\ndelta = \"1e-9\"\ncount = \"10^12\"";
    for (ledger, claim, settings, expected) in [
        (NORMAL, at_most.as_str(), &coarse, "limits.precision 256"),
        (NORMAL, &at_least, &coarse, "limits.precision 256"),
        (NORMAL, &equals, &coarse, "claim between"),
        (costly, "tv = {}\nat-most = \"0.1\"", &Options::for_claims(), "limits.work"),
        (
            "mechanism = \"zcdp\"\nrho = \"sqrt(2)*sqrt(3)\"",
            "rho = {}\nequals = \"sqrt(6)\"",
            &coarse,
            "the claimed value in a form",
        ),
    ] {
        let judgement = judge_with(ledger, claim, settings);
        assert_eq!(judgement.verdict, Verdict::Undecided, "{claim}: {judgement:#?}");
        let note = judgement.note.unwrap().to_string();
        assert!(note.contains(expected), "{claim}: {note}");
    }
    assert_ne!(judge_with(NORMAL, &at_most, &Options::for_claims()).verdict, Verdict::Undecided);
}

#[test]
fn the_witness_shows_the_verdict() {
    for (relation, lo, hi, distance, ratio) in [
        // The digits asked for, where they suffice.
        (
            "at-most = \"0.5\"",
            "0.46211715726",
            "0.46211715727",
            ("0.0378", "0.0379"),
            Some(("1.08", "1.09")),
        ),
        (
            "at-most = \"0.25\"",
            "0.46211715726",
            "0.46211715727",
            ("-0.213", "-0.212"),
            Some(("0.54", "0.541")),
        ),
        (
            "at-least = \"0.25\"",
            "0.46211715726",
            "0.46211715727",
            ("0.212", "0.213"),
            Some(("0.54", "0.541")),
        ),
        (
            "between = [\"0\", \"0.5\"]",
            "0.46211715726",
            "0.46211715727",
            ("0.0378", "0.0379"),
            Some(("1.08", "1.09")),
        ),
        ("at-most = \"-1\"", "0.46211715726", "0.46211715727", ("-1.47", "-1.46"), None),
        // More where they do not.
        (
            "at-most = \"0.46211715726000975850231848364367254\"",
            "0.46211715726000975850231848364367254873",
            "0.46211715726000975850231848364367254874",
            ("-8.74e-36", "-8.73e-36"),
            Some(("0.999", "1")),
        ),
        (
            "equals = \"(exp(1) - 1)/(exp(1) + 1)\"",
            "0.46211715726",
            "0.46211715727",
            ("0", "0"),
            Some(("1", "1")),
        ),
    ] {
        let evidence = judge_with(PURE, &format!("tv = {{}}\n{relation}"), &Options::for_claims())
            .evidence
            .unwrap();
        assert_eq!(
            (evidence.witness.printed().lo.as_str(), evidence.witness.printed().hi.as_str()),
            (lo, hi),
            "{relation}"
        );
        let margin = &evidence.margin.distance;
        assert_eq!(
            (margin.printed().lo.as_str(), margin.printed().hi.as_str()),
            distance,
            "{relation}: distance"
        );
        let found =
            evidence.margin.ratio.as_ref().map(|ratio| (ratio.printed().lo, ratio.printed().hi));
        let ratio = ratio.map(|(lo, hi)| (lo.to_owned(), hi.to_owned()));
        assert_eq!(found, ratio, "{relation}: ratio");
    }
    let exact = judge_with(RATIONAL, "tv = {}\nat-most = \"0.5\"", &Options::for_claims())
        .evidence
        .unwrap();
    assert_eq!(exact.witness.printed().exact.as_deref(), Some("1/2"));
    // A value that is exactly the claimed one is shown as that.
    let equal =
        judge_with(PURE, "eps = { delta = \"0\" }\nat-most = \"1\"", &Options::for_claims())
            .evidence
            .unwrap();
    assert_eq!(
        (equal.witness.printed().lo.as_str(), equal.witness.printed().exact.as_deref()),
        ("1", Some("1"))
    );
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
        assert_eq!(claim::judge(&file, claim, &Options::for_claims()).verdict, Verdict::Holds);
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
