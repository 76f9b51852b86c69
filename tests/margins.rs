//! Margins that are rational are exact, and a claim at the edge of what is possible is decided
//! without its digits.

use crate::support::Shown;
use dpcert::Options;
use dpcert::claim::{self, Evidence, Verdict};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;

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

/// The least eps of pure DP of classes of which only bounds are known is at most the sum of the bounds,
/// exactly, and what their members attain adds up too, whatever is beside them.
#[test]
fn bounds_of_pure_eps_add_up() {
    let vector = "sparse-vector(threshold_eps=3/10, query_eps=3/10, cutoff=3)";
    let noisy = "noisy-max(noise=laplace, eps=1/5)";
    let eps = "eps = {delta = \"0\"}";
    let judge_as = |mechanism: &str, relation: &str| {
        let text = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n\
             [[ledger]]\nid = \"row\"\nmechanism = \"{mechanism}\"\n\
             [[claim]]\nid = \"claim\"\nover = [\"row\"]\n{eps}\n{relation}\n"
        );
        let parsed = claim::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let judgement = claim::judge(&parsed, &parsed.claims[0], &Options::for_claims());
        (judgement.verdict, judgement.evidence.unwrap())
    };
    let attained = |mechanism: &str| {
        let (_, evidence) = judge_as(mechanism, "at-most = \"1000\"");
        evidence.witness.lower().to_rational().unwrap()
    };
    let [of_vector, of_noisy] = [vector, noisy].map(attained);
    let rational = |n: u32, d: u32| Rational::from_unsigneds(n, d);
    for (mechanism, sum, less, known) in [
        (vector.to_owned(), "3/5", "0.5999", of_vector.clone()),
        (noisy.to_owned(), "1/5", "0.1999", of_noisy.clone()),
        (format!("{vector} * laplace(eps=1/10)"), "7/10", "0.6999", &of_vector + rational(1, 10)),
        (format!("{noisy}^3"), "3/5", "0.5999", &of_noisy * Rational::from(3)),
        (
            format!("{vector} * exponential(eps=1/5)^2 * {noisy}"),
            "6/5",
            "1.1999",
            &of_vector + &of_noisy + rational(2, 5),
        ),
        (
            format!(
                "{noisy} * exponential(eps=1/5) * laplace(eps=1/10)^2 * approx-dp(eps=1/3, delta=0)"
            ),
            "14/15",
            "0.9333",
            &of_noisy + rational(11, 15),
        ),
    ] {
        let (verdict, evidence) = judge_as(&mechanism, &format!("at-most = \"{sum}\""));
        assert_eq!(verdict, Verdict::Holds, "{mechanism}");
        assert_eq!(evidence.margin.distance.lower_decimal(5), "0", "{mechanism}");
        let (verdict, _) = judge_as(&mechanism, &format!("at-most = \"{less}\""));
        assert_eq!(verdict, Verdict::Undecided, "{mechanism}");
        let (verdict, _) = judge_as(&mechanism, &format!("equals = \"{sum}\""));
        assert_eq!(verdict, Verdict::Undecided, "{mechanism}");
        let apart = (attained(&mechanism) - known).abs();
        assert!(apart < Rational::from(1) >> 60u32, "{mechanism}: {apart}");
        // What is attained is attained: a smaller eps has a delta above 0.
        let least = (attained(&mechanism) * rational(1, 2)).to_string();
        let below = dpcert::delta(mechanism.as_str(), least.as_str()).unwrap();
        assert!(below.lower().to_rational().unwrap() > 0, "{mechanism}");
    }
}
