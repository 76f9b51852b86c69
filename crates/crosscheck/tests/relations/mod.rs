//! Two answers of one program that logic relates.

use crate::support::Shown;
use crate::support::effort;
use dpcert::exact::literal;
use dpcert::input::{Field, from_json};
use dpcert::{Content, Options, Query, Question};
use dpcert_crosscheck::relation::{Agreement, Comparison, Ground, Law, Order, Relation, compare};
use dpcert_crosscheck::{
    Answer, Baseline, Launch, Program, Request, Standing, Suite, Verdict, ask_sides, relate, sides,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;
use std::time::Duration;

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::standard(|_| true).unwrap());

fn relations() -> &'static [Relation] {
    &SUITE.relations
}

/// The first relation of this kind.
fn some(is_wanted: impl Fn(&Relation) -> bool) -> Relation {
    relations().iter().find(|relation| is_wanted(relation)).unwrap().clone()
}

/// The verdicts on the accountant with a fault, by law.
fn verdicts(fault: &str, declared: &str) -> BTreeMap<Law, BTreeSet<&'static str>> {
    let script = crate::root().join("crates/crosscheck/tests/relations/accountant.py");
    let command = format!("python3 '{}' {fault} {declared}", script.display());
    let launch = Launch::words(&command, &crate::root()).unwrap();
    let mut program = Program::start(launch, Duration::from_secs(60)).unwrap();
    let relations = relations();
    let answers = ask_sides(&mut program, &sides(relations), |_| {});
    let loose = literal::parse("1.1").unwrap();
    let related = relate(relations, &answers, &Baseline::default(), &loose);
    assert_eq!(related.len(), relations.len());
    let mut found: BTreeMap<Law, BTreeSet<&str>> = BTreeMap::new();
    for related in related {
        found.entry(related.relation.law).or_default().insert(related.comparison.agreement.name());
    }
    found
}

/// The laws with a verdict other than that they hold.
fn broken(fault: &str, declared: &str) -> Vec<(Law, Vec<&'static str>)> {
    let found = verdicts(fault, declared).into_iter();
    let broken = found.map(|(law, verdicts)| {
        (law, verdicts.into_iter().filter(|verdict| *verdict != "holds").collect())
    });
    broken.filter(|(_, verdicts): &(Law, Vec<&str>)| !verdicts.is_empty()).collect()
}

#[test]
fn a_right_accountant_breaks_no_law() {
    for declared in ["promised", "upper", "lower", "interval"] {
        let found = verdicts("none", declared);
        assert_eq!(found.len(), 14, "{declared}");
        assert!(
            found.values().all(|verdicts| verdicts.iter().eq(["holds"].iter())),
            "{declared}: {found:?}"
        );
    }
}

/// What is declared decides what a fault is called: an interval and a promise are refuted, and two
/// bounds on the same side leave open which of them is wrong.
#[test]
fn a_dropped_count_is_found() {
    for (declared, verdict) in [
        ("promised", "unsound"),
        ("interval", "unsound"),
        ("upper", "undecided"),
        ("lower", "undecided"),
    ] {
        let found = broken("drops-count", declared);
        let [(Law::Loop, verdicts)] = &found[..] else { panic!("{declared}: {found:?}") };
        assert!(verdicts.contains(&verdict), "{declared}: {verdicts:?}");
    }
}

#[test]
fn an_order_that_matters_is_found() {
    for (declared, verdict) in [("promised", "unsound"), ("upper", "undecided")] {
        let found = broken("forgets-order", declared);
        let (law, verdicts) = found.iter().find(|(law, _)| *law == Law::Permuted).unwrap();
        assert!(verdicts.contains(&verdict), "{law:?}: {verdicts:?}");
        assert!(
            !found.iter().any(|(law, _)| matches!(law, Law::Loop | Law::Once | Law::Nested)),
            "{found:?}"
        );
    }
}

#[test]
fn a_step_that_lowers_the_loss_is_found() {
    for (declared, verdict) in
        [("promised", "unsound"), ("interval", "unsound"), ("upper", "undecided")]
    {
        let found = broken("falls", declared);
        let (_, verdicts) = found.iter().find(|(law, _)| *law == Law::MoreSteps).unwrap();
        assert!(verdicts.contains(&verdict), "{declared}: {verdicts:?}");
    }
}

/// A grid of its own for each way to compose: no promise is broken where none is given, and the
/// bounds are near.
#[test]
fn two_bounds_on_a_grid_differ() {
    for declared in ["upper", "lower"] {
        let found = broken("grid", declared);
        assert!(found.contains(&(Law::Loop, vec!["differs"])), "{found:?}");
        assert!(found.iter().all(|(_, verdicts)| verdicts == &["differs"]), "{found:?}");
    }
    assert!(broken("grid", "promised").contains(&(Law::Loop, vec!["unsound"])));
    assert_eq!(broken("grid", "interval"), []);
}

/// The answer of dpcert, which knows none of the relations.
fn answered(request: &Request) -> Option<Answer> {
    let line = from_json(&request.line).unwrap();
    let mut fields = line.fields("").unwrap();
    let query = fields.required("query").unwrap();
    let query = Query::read(&Field { node: query.node, path: String::new() }).unwrap();
    let options = Options { digits: 10, gap_bits: 4, ..Options::default() };
    let found =
        dpcert::ask(&Question::of(request.mechanism.as_ref().ok()?, &query), &options).ok()?;
    let Content::Number(bounds) = found.content else { panic!("{}: one number", request.line) };
    let (lo, hi) = (bounds.printed().lo, bounds.printed().hi);
    Some(Answer::read(&format!(r#"{{"id":"a","status":"ok","lo":"{lo}","hi":"{hi}"}}"#)).unwrap())
}

/// The laws are true: no pair of certified enclosures contradicts one.
#[test]
fn certified_answers_break_no_law() {
    // Each seventh one, and all with more effort.
    let relations: Vec<_> =
        relations().iter().step_by(if effort() > 1 { 1 } else { 7 }).cloned().collect();
    let sides: BTreeMap<&str, &Request> = relations
        .iter()
        .flat_map(|relation| [&relation.first, &relation.second])
        .map(|side| (&*side.id, side))
        .collect();
    let sides: Vec<_> = sides.into_values().collect();
    let answers = sides.par_iter().filter_map(|side| Some((side.id.clone(), answered(side)?)));
    let answers: HashMap<String, Answer> = answers.collect();
    let related =
        relate(&relations, &answers, &Baseline::default(), &literal::parse("1.1").unwrap());
    for related in &related {
        assert_eq!(related.comparison.agreement, Agreement::Holds, "{related:?}");
    }
    // beta of a class of mechanisms, and little else, has no answer.
    assert!(related.len() * 20 > relations.len() * 19, "{} of {}", related.len(), relations.len());
}

#[test]
fn ids_are_unique_and_name_their_questions() {
    let mut lines: HashMap<&str, &str> = HashMap::new();
    let mut ids: BTreeSet<&str> =
        SUITE.requests.iter().map(|request| request.id.as_str()).collect();
    for relation in relations() {
        assert!(ids.insert(&relation.id), "{}", relation.id);
        assert_ne!(relation.first.line, relation.second.line, "{}", relation.id);
        for side in [&relation.first, &relation.second] {
            assert_eq!(*lines.entry(&side.id).or_insert(&side.line), side.line, "{}", side.id);
        }
    }
    assert!(ids.is_disjoint(&lines.keys().copied().collect()));
}

/// A relation of two questions about the same number.
fn compared(order: Order, first: &str, second: &str) -> Comparison {
    let relation = Relation { order, ..some(|relation| relation.law == Law::Loop) };
    let answer = |said: &str| Answer::read(&format!(r#"{{"id":"a","status":{said}}}"#)).unwrap();
    compare(&relation, &answer(first), &answer(second), &literal::parse("1.1").unwrap())
}

#[test]
fn the_rule_in_a_table() {
    use Order::{AtMost, Equal};
    let value = |value: &str, bound: &str| format!(r#""ok","value":"{value}","bound":"{bound}""#);
    let promised =
        |x: &str, tolerance: &str| format!(r#"{},"consistent":"{tolerance}""#, value(x, "upper"));
    let near =
        |x: &str, tolerance: &str| format!(r#"{},"rel-tol":"{tolerance}""#, value(x, "estimate"));
    let within =
        |x: &str, tolerance: &str| format!(r#"{},"abs-tol":"{tolerance}""#, value(x, "estimate"));
    let upper = |x: &str| value(x, "upper");
    let lower = |x: &str| value(x, "lower");
    let interval = |lo: &str, hi: &str| format!(r#""ok","lo":"{lo}","hi":"{hi}""#);
    let failed = |status: &str| format!(r#""{status}","reason":"no""#);
    for (order, first, second, expected) in [
        (Equal, upper("0.1"), upper("0.1"), "holds"),
        (Equal, upper("0.1"), upper("0.1000000000999"), "holds"),
        (Equal, upper("0.1"), upper("0.1000000001001"), "differs"),
        (Equal, upper("0.1"), upper("0.11"), "differs"),
        (Equal, upper("0.1"), upper("0.1100001"), "undecided"),
        (Equal, upper("0.1100001"), upper("0.1"), "undecided"),
        (Equal, upper("0"), upper("0"), "holds"),
        (Equal, upper("0"), upper("0x1p-1074"), "undecided"),
        (AtMost, upper("0.1"), upper("0.9"), "holds"),
        (AtMost, upper("0.105"), upper("0.1"), "differs"),
        (AtMost, upper("0.9"), upper("0.1"), "undecided"),
        (Equal, lower("0.1"), lower("0.11"), "differs"),
        (AtMost, lower("0.9"), lower("0.1"), "undecided"),
        // A promise is a claim; the weaker one of both counts, and one alone is none.
        (Equal, promised("0.1", "1e-9"), promised("0.1000000001001", "1e-9"), "unsound"),
        (Equal, promised("0.1", "1e-9"), promised("0.1000000001001", "1e-3"), "differs"),
        (Equal, promised("0.1", "0"), promised("0.1000000000001", "0"), "unsound"),
        (Equal, promised("0.1", "1"), promised("0.19", "1"), "differs"),
        (Equal, promised("0.1", "1e-9"), upper("0.105"), "differs"),
        (AtMost, promised("0.1", "1e-9"), promised("0.2", "1e-9"), "holds"),
        (AtMost, promised("0.2", "1e-9"), promised("0.1", "1e-9"), "unsound"),
        // Ranges that exclude each other need neither a promise nor a tolerance.
        (Equal, interval("0.1", "0.2"), interval("0.2", "0.3"), "holds"),
        (Equal, interval("0.1", "0.2"), interval("0.2000000000001", "0.3"), "unsound"),
        (AtMost, interval("0.1", "0.2"), interval("0.3", "0.4"), "holds"),
        (AtMost, interval("0.3", "0.4"), interval("0.1", "0.2"), "unsound"),
        (Equal, upper("0.1"), lower("0.2"), "unsound"),
        (AtMost, lower("0.2"), upper("0.1"), "unsound"),
        (AtMost, upper("0.1"), lower("0.2"), "holds"),
        (Equal, upper("0.2"), lower("0.1"), "holds"),
        (Equal, near("0.1", "1e-2"), near("0.102", "1e-2"), "holds"),
        (Equal, near("0.1", "1e-2"), near("0.1021", "1e-2"), "unsound"),
        (Equal, near("0.1", "1"), near("0.9", "0"), "holds"),
        (Equal, within("0.1", "1e-2"), within("0.12", "1e-2"), "holds"),
        (Equal, within("0.1", "1e-2"), within("0.1200001", "1e-2"), "unsound"),
        (Equal, within("0.1", "1e-2"), near("0.1111", "1e-2"), "holds"),
        (Equal, within("0.1", "1e-2"), near("0.1112", "1e-2"), "unsound"),
        // Without a number there is nothing to compare, and the worse reason is given.
        (Equal, upper("nan"), upper("0.1"), "invalid"),
        (Equal, upper("0.1"), upper("1.1"), "invalid"),
        (Equal, failed("unsupported"), upper("0.1"), "unsupported"),
        (Equal, failed("unsupported"), failed("error"), "crashed"),
        (Equal, failed("timed-out"), failed("unsupported"), "timed-out"),
    ] {
        let found = compared(order, &first, &second);
        assert_eq!(found.agreement.name(), expected, "{order:?} {first} {second}: {found:?}");
    }
}

#[test]
fn infinite_answers_are_numbers_here() {
    let relation =
        some(|relation| relation.order == Order::Equal && relation.first.quantity.name == "eps");
    let answer =
        |said: &str| Answer::read(&format!(r#"{{"id":"a","status":"ok",{said}}}"#)).unwrap();
    for (first, second, expected) in [
        (r#""value":"inf","bound":"upper""#, r#""value":"inf","bound":"upper""#, "holds"),
        (r#""value":"inf","bound":"upper""#, r#""value":"1","bound":"upper""#, "undecided"),
        (r#""value":"inf","bound":"lower""#, r#""value":"1","bound":"upper""#, "unsound"),
        (r#""lo":"inf","hi":"inf""#, r#""lo":"0","hi":"inf""#, "holds"),
        (r#""lo":"inf","hi":"inf""#, r#""lo":"0","hi":"1""#, "unsound"),
    ] {
        let found =
            compare(&relation, &answer(first), &answer(second), &literal::parse("1.1").unwrap());
        assert_eq!(found.agreement.name(), expected, "{first} {second}");
    }
}

/// How far apart is exact, and that what is known is not new.
#[test]
fn a_failure_has_its_ratio_and_its_standing() {
    let upper = |x: &str| format!(r#""ok","value":"{x}","bound":"upper","consistent":"1e-9""#);
    let found = compared(Order::Equal, &upper("0.125"), &upper("0.5"));
    let Ground::Ratio { ratio: Some(ratio), promise: Some(promise) } = found.ground else {
        panic!("{found:?}")
    };
    assert_eq!((ratio.to_string().as_str(), promise.text.as_str()), ("4", "1e-9"));
    let known = |verdict: &str| {
        let text = r#"{"format":"dpcert-baseline/1","failures":[{"id":"ID","verdict":"VERDICT"}]}"#;
        let relation = relations()[0].clone();
        let baseline =
            Baseline::read(&text.replace("ID", &relation.id).replace("VERDICT", verdict)).unwrap();
        let answer = |id: &str, x: &str| {
            let line = format!(r#"{{"id":"{id}","status":{}}}"#, upper(x));
            (id.to_owned(), Answer::read(&line).unwrap())
        };
        let answers =
            HashMap::from([answer(&relation.first.id, "0.1"), answer(&relation.second.id, "0.2")]);
        let relations = [relation];
        let related = relate(&relations, &answers, &baseline, &literal::parse("1.1").unwrap());
        let next = baseline.after(&[], &related);
        let entry = &next.failures[&relations[0].id];
        assert_eq!((entry.verdict, entry.says.as_deref()), (Verdict::Unsound, Some("0.1; 0.2")));
        related[0].standing
    };
    assert_eq!((known("unsound"), known("undecided")), (Standing::Known, Standing::New));
}
