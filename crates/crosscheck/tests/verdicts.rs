//! One answer, one verdict: a table, with the distances held against exact fractions.

use crate::support::Shown;
use dpcert::claim::{Evaluations, judge_statement};
use dpcert::exact::literal;
use dpcert::{Limits, Options};
use dpcert_crosscheck::{Answer, Finding, Rounded, Suite, Verdict, judge};
use malachite::rational::Rational;
use serde_json::{Value, json};

fn rational(text: &str) -> Rational {
    literal::parse(text).unwrap().as_rational().unwrap().clone()
}

fn with_limits(mechanism: &Value, query: &Value, answer: &str, limits: Limits) -> Finding {
    let mut suite = Suite::default();
    let question = json!({"id": "a", "mechanism": mechanism, "query": query}).to_string();
    suite.add("suite", &question).unwrap_or_else(|e| panic!("{e}"));
    let said = Answer::read(&format!("{{\"id\":\"a\",\"status\":\"ok\",{answer}}}")).unwrap().said;
    let settings = Options { limits, ..Options::for_claims() };
    let known = Evaluations::new(settings.clone());
    let loose = literal::parse("1.1").unwrap();
    let finding = judge(&suite.requests[0], &said, &loose, &|request, mechanism, relation| {
        let judgement = known.judge(mechanism, &request.quantity.measure, relation);
        // What is known of the quantity changes no verdict.
        let alone = judge_statement(mechanism, &request.quantity.measure, relation, &settings);
        assert_eq!(
            (judgement.verdict, &judgement.note),
            (alone.verdict, &alone.note),
            "{relation:?}"
        );
        judgement
    });
    assert_eq!(finding.contradiction, None);
    finding
}

fn finding(mechanism: &Value, query: &Value, answer: &str) -> Finding {
    with_limits(mechanism, query, answer, Limits::default())
}

#[test]
fn verdicts_follow_the_declared_semantics() {
    use Verdict::{Inaccurate, Invalid, Loose, Sound, Undecided, Unsound};
    let rational_dp = json!({"kind": "approx-dp", "eps": "ln(3)", "delta": "0"});
    let infinite = json!({"kind": "approx-dp", "eps": "1", "delta": "1/8"});
    let gaussian = json!({"kind": "gaussian", "sigma": "1"});
    let zcdp = json!({"kind": "zcdp", "rho": "1/8"});
    let unknown = json!({"kind": "group", "size": 2, "mechanism": {"kind": "staircase", "eps": "1", "gamma": "0"}});
    let (tv, no_eps) = (json!({"tv": {}}), json!({"eps": {"delta": "1/16"}}));
    let (some_eps, at_one) = (json!({"eps": {"delta": "1/2"}}), json!({"delta": {"eps": "1"}}));
    let beta = json!({"beta": {"alpha": "1/4"}});
    for (mechanism, query, answer, expected) in [
        // tv = 1/2 exactly: the value itself is both bounds.
        (&rational_dp, &tv, r#""value":"0.5","bound":"upper""#, Sound),
        (&rational_dp, &tv, r#""value":"0.5","bound":"lower""#, Sound),
        (&rational_dp, &tv, r#""value":"0x1.fffffffffffffp-2","bound":"upper""#, Unsound),
        (&rational_dp, &tv, r#""value":"0x1.0000000000001p-1","bound":"lower""#, Unsound),
        (&rational_dp, &tv, r#""value":"0.55","bound":"upper""#, Sound),
        (&rational_dp, &tv, r#""value":"0.5500001","bound":"upper""#, Loose),
        (&rational_dp, &tv, r#""value":"0.4","bound":"estimate","rel-tol":"0.2""#, Sound),
        (&rational_dp, &tv, r#""value":"0.6","bound":"estimate","rel-tol":"0.2""#, Loose),
        (&rational_dp, &tv, r#""value":"0.54","bound":"estimate","rel-tol":"0.08""#, Sound),
        (&rational_dp, &tv, r#""value":"0.3","bound":"estimate","rel-tol":"0.2""#, Unsound),
        (&rational_dp, &tv, r#""value":"0","bound":"estimate","rel-tol":"1""#, Sound),
        (&rational_dp, &tv, r#""value":"0","bound":"estimate","rel-tol":"0.999""#, Unsound),
        // The distance is at most rel-tol times 1/2, plus abs-tol.
        (&rational_dp, &tv, r#""value":"0.3","bound":"estimate","abs-tol":"0.2""#, Sound),
        (&rational_dp, &tv, r#""value":"0.3","bound":"estimate","abs-tol":"0.1999""#, Unsound),
        (
            &rational_dp,
            &tv,
            r#""value":"0.3","bound":"estimate","rel-tol":"0.2","abs-tol":"0.1""#,
            Sound,
        ),
        (
            &rational_dp,
            &tv,
            r#""value":"0.3","bound":"estimate","rel-tol":"0.2","abs-tol":"0.0999""#,
            Unsound,
        ),
        (
            &rational_dp,
            &tv,
            r#""value":"0.54","bound":"estimate","rel-tol":"0.04","abs-tol":"0.02""#,
            Sound,
        ),
        (
            &rational_dp,
            &tv,
            r#""value":"0.54","bound":"estimate","rel-tol":"0.04","abs-tol":"0.0199""#,
            Inaccurate,
        ),
        (&rational_dp, &tv, r#""value":"0.6","bound":"estimate","abs-tol":"0.1""#, Loose),
        (&rational_dp, &beta, r#""value":"0.3","bound":"estimate","abs-tol":"0.05""#, Sound),
        (&rational_dp, &beta, r#""value":"0.3","bound":"estimate","abs-tol":"0.0499""#, Unsound),
        (&rational_dp, &tv, r#""lo":"0","hi":"0.55""#, Sound),
        (&rational_dp, &tv, r#""lo":"0.49","hi":"0.56""#, Loose),
        (&rational_dp, &tv, r#""lo":"0.51","hi":"0.52""#, Unsound),
        (&rational_dp, &tv, r#""lo":"0.4","hi":"0.49""#, Unsound),
        (&rational_dp, &tv, r#""lo":"0.52","hi":"0.51""#, Invalid),
        (&rational_dp, &tv, r#""lo":"-0.1","hi":"0.51""#, Invalid),
        (&rational_dp, &tv, r#""lo":"0.5","hi":"1.0001""#, Invalid),
        (&rational_dp, &tv, r#""lo":"nan","hi":"nan""#, Invalid),
        // beta at 1/4 is 1/4: too small is the safe side.
        (&rational_dp, &beta, r#""value":"0.25","bound":"lower""#, Sound),
        (&rational_dp, &beta, r#""value":"0.2","bound":"estimate","rel-tol":"1e-3""#, Inaccurate),
        (&rational_dp, &beta, r#""value":"0.3","bound":"estimate","rel-tol":"1e-3""#, Unsound),
        (&rational_dp, &beta, r#""lo":"0.2","hi":"0.25""#, Loose),
        (&rational_dp, &beta, r#""lo":"0.24","hi":"1""#, Sound),
        // delta at eps = ln(3) is 0: against it everything else is loose, and 0 is sound.
        (
            &rational_dp,
            &json!({"delta": {"eps": "ln(3)"}}),
            r#""value":"0","bound":"upper""#,
            Sound,
        ),
        (
            &rational_dp,
            &json!({"delta": {"eps": "ln(3)"}}),
            r#""value":"0x1p-1074","bound":"upper""#,
            Loose,
        ),
        (
            &rational_dp,
            &json!({"delta": {"eps": "ln(3)"}}),
            r#""value":"0x1p-1074","bound":"lower""#,
            Unsound,
        ),
        // No finite eps reaches this delta.
        (&infinite, &no_eps, r#""value":"inf","bound":"upper""#, Sound),
        (&infinite, &no_eps, r#""value":"Infinity","bound":"lower""#, Sound),
        (&infinite, &no_eps, r#""value":"inf","bound":"estimate","rel-tol":"0""#, Sound),
        (&infinite, &no_eps, r#""lo":"inf","hi":"inf""#, Sound),
        (&infinite, &no_eps, r#""lo":"3","hi":"inf""#, Sound),
        (&infinite, &no_eps, r#""value":"1e300","bound":"upper""#, Unsound),
        (&infinite, &no_eps, r#""value":"1e300","bound":"estimate","rel-tol":"1""#, Sound),
        (&infinite, &no_eps, r#""value":"-inf","bound":"lower""#, Invalid),
        (&infinite, &no_eps, r#""lo":"inf","hi":"1""#, Invalid),
        // Here 0 does.
        (&infinite, &some_eps, r#""value":"0","bound":"upper""#, Unsound),
        (&gaussian, &some_eps, r#""value":"0","bound":"upper""#, Sound),
        (&gaussian, &some_eps, r#""value":"inf","bound":"upper""#, Loose),
        (&gaussian, &some_eps, r#""value":"inf","bound":"lower""#, Unsound),
        (&gaussian, &some_eps, r#""value":"inf","bound":"estimate","rel-tol":"1""#, Inaccurate),
        (&gaussian, &some_eps, r#""lo":"0","hi":"inf""#, Loose),
        (&gaussian, &some_eps, r#""lo":"inf","hi":"inf""#, Unsound),
        // delta is 0.126936737506643945800829...: more digits than binary64 has.
        (&gaussian, &at_one, r#""value":"0.12693673750664394581","bound":"upper""#, Sound),
        (&gaussian, &at_one, r#""value":"0.12693673750664394580","bound":"upper""#, Unsound),
        // Between the bounds of a class nothing is decided.
        (&zcdp, &at_one, r#""value":"1","bound":"upper""#, Loose),
        (&zcdp, &at_one, r#""value":"0","bound":"upper""#, Unsound),
        (&zcdp, &at_one, r#""value":"0.01","bound":"upper""#, Undecided),
        (&zcdp, &json!({"rho": {}}), r#""value":"0.125","bound":"upper""#, Sound),
        (&zcdp, &json!({"rho": {}}), r#""value":"2","bound":"lower""#, Unsound),
        // What is nonsense needs no certified value.
        (&unknown, &tv, r#""value":"0.5","bound":"upper""#, Undecided),
        (&unknown, &tv, r#""value":"1.5","bound":"upper""#, Invalid),
    ] {
        let found = finding(mechanism, query, answer);
        assert_eq!(found.verdict, expected, "{mechanism} {query} {answer}: {found:?}");
        assert_eq!(found.reason.is_some(), matches!(expected, Invalid | Undecided), "{found:?}");
    }
}

/// Shortfalls and quotients are bounds of the true ones, and tight.
#[test]
fn by_how_much_is_certified() {
    let step = json!({"kind": "approx-dp", "eps": "ln(2)", "delta": "1/10"});
    let mechanism = json!({"kind": "repeat", "count": 3, "mechanism": step});
    let query = json!({"delta": {"eps": "ln(2)"}});
    let truth = rational("433/1000");
    for value in ["0", "1/1000000", "0.4", "0.43299999999999999999999", "433/1000", "0.4331", "1"] {
        let found =
            finding(&mechanism, &query, &format!("\"value\":\"{value}\",\"bound\":\"upper\""));
        let value = rational(value);
        let margin = found.margin.unwrap();
        let (lo, hi) =
            (rational(&margin.distance.printed().lo), rational(&margin.distance.printed().hi));
        let distance = &value - &truth;
        assert!(lo <= distance && distance <= hi, "{value}: {margin:?}");
        assert!(
            &hi - &lo <= rational("1/20") * if distance < 0 { -&distance } else { distance },
            "{value}: {margin:?}"
        );
        if let Some(ratio) = margin.ratio {
            let quotient = &value / &truth;
            assert!(
                rational(&ratio.printed().lo) <= quotient
                    && quotient <= rational(&ratio.printed().hi),
                "{value}: {ratio:?}"
            );
        } else {
            assert_eq!(value, 0);
        }
        let evidence = found.evidence.unwrap();
        assert!(
            rational(&evidence.witness.printed().lo) <= truth
                && truth <= rational(&evidence.witness.printed().hi)
        );
    }
}

/// What is unsound by less than 10^-9 of the truth, or than the smallest positive binary64 number,
/// is so by rounding; and an estimate with both tolerances is what such a number is.
#[test]
fn rounding_is_told_from_a_wrong_formula() {
    let half = json!({"kind": "approx-dp", "eps": "ln(3)", "delta": "0"});
    let gaussian = json!({"kind": "gaussian", "sigma": "1"});
    let (tv, beta) = (json!({"tv": {}}), json!({"beta": {"alpha": "1/4"}}));
    let (at_40, no_eps) = (json!({"delta": {"eps": "40"}}), json!({"eps": {"delta": "1/16"}}));
    let infinite = json!({"kind": "approx-dp", "eps": "1", "delta": "1/8"});
    let (relative, underflow) = (Some(Rounded::Relative), Some(Rounded::Underflow));
    for (mechanism, query, value, bound, expected) in [
        (&half, &tv, "0.4999999995001", "upper", relative),
        (&half, &tv, "0.4999999994999", "upper", None),
        (&half, &tv, "0.5000000004999", "lower", relative),
        (&half, &tv, "0.5000000005001", "lower", None),
        (&half, &beta, "0.2500000002499", "lower", relative),
        (&half, &beta, "0.2500000002501", "lower", None),
        // What is sound, or loose, is so with any rounding.
        (&half, &tv, "0.5", "upper", None),
        (&half, &tv, "0.4999999995001", "lower", None),
        (&half, &tv, "0.9", "upper", None),
        // delta is 3.9e-343, far below 2^-1074 = 4.94e-324.
        (&gaussian, &at_40, "0", "upper", underflow),
        (&gaussian, &at_40, "0x1p-1074", "lower", underflow),
        (&gaussian, &at_40, "0x2p-1074", "lower", None),
        (&infinite, &no_eps, "1e300", "upper", None),
    ] {
        let found =
            finding(mechanism, query, &format!("\"value\":\"{value}\",\"bound\":\"{bound}\""));
        assert_eq!(found.rounded(), expected, "{value} {bound}: {found:?}");
        if expected.is_some() {
            assert_eq!(found.verdict, Verdict::Unsound);
            let estimate = format!(
                "\"value\":\"{value}\",\"bound\":\"estimate\",\"rel-tol\":\"1e-9\",\"abs-tol\":\"0x1p-1074\""
            );
            let found = finding(mechanism, query, &estimate);
            assert!(matches!(found.verdict, Verdict::Sound | Verdict::Loose), "{found:?}");
            // A bound with the same tolerances is one that is rounded to nearest.
            let bound = estimate.replace("estimate", bound);
            let found = finding(mechanism, query, &bound);
            assert_eq!(found.verdict, Verdict::Sound, "{found:?}");
        }
    }
    // Beyond the tolerance it is unsound; on its own side a bound may be as loose as before.
    for (value, bound, tolerance, expected) in [
        ("0.4999999994999", "upper", "\"rel-tol\":\"1e-9\"", Verdict::Unsound),
        ("0.4999999994999", "upper", "\"abs-tol\":\"1e-9\"", Verdict::Sound),
        ("0.5000000005001", "lower", "\"rel-tol\":\"1e-9\"", Verdict::Unsound),
        ("0.5000000005001", "lower", "\"rel-tol\":\"1e-8\"", Verdict::Sound),
        ("0.4", "lower", "\"rel-tol\":\"1e-9\"", Verdict::Loose),
        ("0.9", "upper", "\"rel-tol\":\"1e-9\"", Verdict::Loose),
        ("0.1", "upper", "\"rel-tol\":\"1\"", Verdict::Sound),
    ] {
        let answer = format!("\"value\":\"{value}\",\"bound\":\"{bound}\",{tolerance}");
        assert_eq!(finding(&half, &tv, &answer).verdict, expected, "{answer}");
    }
    let strict = r#""value":"0","bound":"estimate","rel-tol":"1e-9""#;
    let found = finding(&gaussian, &at_40, strict);
    assert_eq!((found.verdict, found.rounded()), (Verdict::Unsound, underflow));
}

/// At a low cap of the precision, nothing is guessed.
#[test]
fn what_the_cap_does_not_decide_is_undecided() {
    let gaussian = json!({"kind": "gaussian", "sigma": "1"});
    let query = json!({"delta": {"eps": "1"}});
    // delta, cut after 60 digits.
    let near = "0.126936737506643945800829624757766880415080650112001322330655";
    let answer = format!("\"value\":\"{near}\",\"bound\":\"upper\"");
    assert_eq!(finding(&gaussian, &query, &answer).verdict, Verdict::Unsound);
    let capped = Limits { precision: 128, ..Limits::default() };
    assert_eq!(with_limits(&gaussian, &query, &answer, capped).verdict, Verdict::Undecided);
    let laplace = json!({"kind": "laplace", "eps": "1"});
    let tie = r#""value":"1 - sqrt(exp(-1))","bound":"upper""#;
    let capped = Limits { precision: 256, ..Limits::default() };
    let found = with_limits(&laplace, &json!({"tv": {}}), tie, capped);
    assert_eq!(found.verdict, Verdict::Undecided, "{found:?}");
    assert!(found.reason.unwrap().to_string().contains("limits.precision"));
}

/// Answers of released libraries, as they were printed.
#[test]
fn recorded_failures_of_libraries_are_found() {
    let steps = |eps: &str, count: u64| json!({"kind": "repeat", "count": count, "mechanism": {"kind": "approx-dp", "eps": eps, "delta": "0"}});
    let (hundredth, tenth) = ("0x1.47ae147ae147bp-7", "0x1.999999999999ap-4");
    let delta_at = |eps: &str| json!({"delta": {"eps": eps}});
    for (mechanism, query, value, expected) in [
        (steps(hundredth, 10_000), delta_at("10"), "-1.77e-13", Verdict::Invalid),
        (steps(tenth, 1000), delta_at("30"), "-5.67e-15", Verdict::Invalid),
        (steps(tenth, 1000), delta_at("25"), "2.8565440e-11", Verdict::Unsound),
        (steps(tenth, 1000), delta_at("25"), "2.8576437e-11", Verdict::Sound),
        (
            steps(hundredth, 10_000),
            json!({"eps": {"delta": "0x1.c25c268497682p-44"}}),
            "7.420907",
            Verdict::Unsound,
        ),
        (
            steps(hundredth, 10_000),
            json!({"eps": {"delta": "0x1.c25c268497682p-44"}}),
            "7.556332",
            Verdict::Sound,
        ),
        (json!({"kind": "gdp", "mu": "20"}), delta_at("700"), "3.0567e-138", Verdict::Loose),
        (json!({"kind": "gdp", "mu": "1"}), delta_at("40"), "0", Verdict::Unsound),
    ] {
        let found =
            finding(&mechanism, &query, &format!("\"value\":\"{value}\",\"bound\":\"upper\""));
        assert_eq!(found.verdict, expected, "{query} {value}: {found:?}");
    }
}
