//! Margins that are rational are exact, and a claim at the edge of what is possible is decided
//! without its digits.

use crate::support::Shown;
use dpcert::Options;
use dpcert::claim::{self, Evidence, Verdict};

fn judge(mechanism: &str, claim: &str) -> (Verdict, Evidence) {
    let text = format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n\
         [[ledger]]\nid = \"row\"\n{mechanism}\n[[claim]]\nid = \"claim\"\nover = [\"row\"]\n{claim}\n"
    );
    let parsed = claim::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let judgement = claim::judge(&parsed, &parsed.claims[0], &Options::for_claims());
    (judgement.verdict, judgement.evidence.unwrap())
}

#[test]
fn a_rational_margin_is_exact() {
    let response = "mechanism = \"approx-dp\"\neps = \"ln(3)\"\ndelta = \"0\"";
    for (relation, margin, verdict) in [
        ("at-most = \"2/5\"", "-0.1", Verdict::Refuted),
        ("at-most = \"3/5\"", "0.1", Verdict::Holds),
        ("at-least = \"2/5\"", "0.1", Verdict::Holds),
        ("equals = \"3/5\"", "-0.1", Verdict::Refuted),
        ("equals = \"2/5\"", "-0.1", Verdict::Refuted),
        ("between = [\"2/5\", \"0.7\"]", "0.1", Verdict::Holds),
        ("between = [\"0.2\", \"0.45\"]", "-0.05", Verdict::Refuted),
        ("at-most = \"0.5\"", "0", Verdict::Holds),
    ] {
        let (found, evidence) = judge(response, &format!("tv = {{}}\n{relation}"));
        let distance = evidence.margin.distance.printed();
        assert_eq!(
            (distance.lo.as_str(), distance.hi.as_str(), found),
            (margin, margin, verdict),
            "{relation}"
        );
    }
}

/// 1 - e^-500000 is below 1, by less than 65536 bits tell.
#[test]
fn a_laplace_mechanism_is_never_certain_to_tell() {
    let laplace = "mechanism = \"laplace\"\neps = \"1e6\"";
    for (claim, verdict) in [
        ("tv = {}\nat-least = \"1\"", Verdict::Refuted),
        ("tv = {}\nat-most = \"1\"", Verdict::Holds),
        ("delta = { eps = \"10\" }\nat-least = \"1\"", Verdict::Refuted),
        ("beta = { alpha = \"3/4\" }\nat-most = \"0\"", Verdict::Refuted),
        ("beta = { alpha = \"1/4\" }\nat-least = \"0\"", Verdict::Holds),
    ] {
        let (found, evidence) = judge(laplace, claim);
        assert_eq!(found, verdict, "{claim}");
        // It has its digits, and its sign is the verdict.
        let distance = &evidence.margin.distance;
        let is_negative = *distance.upper() < dpcert::exact::Dyadic::ZERO;
        assert!(
            distance.met && is_negative == (found == Verdict::Refuted),
            "{claim}: {distance:?}"
        );
    }
}
