//! Computations that are ended early: no answer, soon, and nothing left behind.

use crate::support::effort;
use dpcert::claim::{Verdict, judge, judge_all, parse};
use dpcert::{
    Answer, Control, Limits, Mechanism, Options, Progress, Query, Question, Refusal, ShowExact,
    ask, ask_all,
};
use std::thread;
use std::time::{Duration, Instant};

/// Of each route that looks at the control, and of each quantity with attempts.
const QUESTIONS: [(&str, &str); 22] = [
    ("approx-dp(eps=ln(2), delta=1/10)^3", r#"{"delta": {"eps": "1"}}"#),
    ("approx-dp(eps=1/10, delta=0)^3000", r#"{"delta": {"eps": "1"}}"#),
    ("approx-dp(eps=1/10, delta=0)^3000", r#"{"eps": {"delta": "1e-6"}}"#),
    ("approx-dp(eps=ln(2), delta=1/10)^50", r#"{"beta": {"alpha": "1/10"}}"#),
    ("approx-dp(eps=1/10, delta=0)^100", r#"{"deltas": {}}"#),
    ("approx-dp(eps=1/10, delta=0)^100", r#"{"region": {}}"#),
    ("approx-dp(eps=1/10, delta=0)^100", r#"{"likelihood-ratios": {}}"#),
    ("approx-dp(eps=1/10, delta=0)^100", r#"{"test": {"alpha": "1/10"}}"#),
    ("approx-dp(eps=1/10, delta=0)^100", r#"{"functionals": {}}"#),
    ("gaussian(sigma=3)^20", r#"{"delta": {"eps": "1"}}"#),
    ("gaussian(sigma=3)^20", r#"{"polygon": {"gap": "1/1000"}}"#),
    ("gaussian(sigma=3)^20", r#"{"bayes-error": {"prior": "1/3"}}"#),
    ("gaussian(sigma=3)^20", r#"{"functionals": {}}"#),
    (
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))",
        r#"{"eps": {"delta": "1e-6"}}"#,
    ),
    (
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))",
        r#"{"kl": {}}"#,
    ),
    (
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))^100",
        r#"{"delta": {"eps": "1"}}"#,
    ),
    (
        "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))^100",
        r#"{"eps": {"delta": "1e-6"}}"#,
    ),
    ("laplace(eps=1/10)^50", r#"{"beta": {"alpha": "1/10"}}"#),
    ("laplace(eps=1/10)^50", r#"{"polygon": {"gap": "1/100"}}"#),
    ("laplace(eps=1/10)^50", r#"{"delta": {"eps": ["0", "1/2", "1"]}}"#),
    ("approx-dp(eps=1/10, delta=0)^20", r#"{"dominates": {"mechanism": "gaussian(sigma=3)"}}"#),
    ("gaussian(sigma=?)^10", r#"{"calibrate": {"eps": "1", "delta": "1e-5"}}"#),
];

fn question(mechanism: &str, query: &str) -> Question {
    use dpcert::input::{Field, from_json, from_notation};
    let (mechanism, query) = (from_notation(mechanism).unwrap(), from_json(query).unwrap());
    let field = |node, path: &str| Ok(Field { node, path: path.to_owned() });
    Question::read(field(&mechanism, "mechanism"), field(&query, "query")).unwrap()
}

fn with(control: &Control) -> Options {
    Options { control: control.clone(), digits: 6, ..Options::default() }
}

#[test]
fn nothing_is_answered_after_the_end() {
    let (cancelled, late) = (Control::default(), Control::with_deadline(Instant::now()));
    cancelled.cancel();
    for (mechanism, query) in QUESTIONS {
        let question = question(mechanism, query);
        assert_eq!(
            ask(&question, &with(&cancelled)),
            Err(Refusal::Cancelled),
            "{mechanism} {query}"
        );
        assert_eq!(ask(&question, &with(&late)), Err(Refusal::TimedOut), "{mechanism} {query}");
        assert_eq!(
            (cancelled.progress(), late.progress()),
            Default::default(),
            "{mechanism} {query}"
        );
    }
    let mechanism = Mechanism::parse("laplace(eps=1/10)^50").unwrap();
    let all = ask_all(&mechanism, &[Query::Tv, Query::Kl], &with(&cancelled), &|| ());
    assert_eq!(all, [Err(Refusal::Cancelled), Err(Refusal::Cancelled)]);
}

/// Wherever a computation is ended: it has the answer that it would have had, or none.
#[test]
fn an_answer_is_whole() {
    for (i, (mechanism, query)) in QUESTIONS.into_iter().enumerate() {
        let question = question(mechanism, query);
        let start = Instant::now();
        let whole: Result<Answer, Refusal> = ask(&question, &with(&Control::default()));
        let taken = start.elapsed();
        // Late or early, one of both with little effort.
        let parts = if effort() > 1 { &[9, 3, 1, 6][..] } else { &[[9, 3][i % 2]] };
        for &part in parts {
            let control = Control::with_deadline(Instant::now() + taken * part / 10);
            match ask(&question, &with(&control)) {
                Err(Refusal::TimedOut) => {}
                ended => assert_eq!(ended, whole, "{mechanism} {query} {part}"),
            }
        }
    }
}

/// A walk of 4 * 10^9 steps, one on long integers, and a composition on a grid: each would take a
/// minute or more.
#[test]
fn long_computations_end_soon() {
    let limits = Limits { work: u64::MAX, ..Limits::default() };
    for (mechanism, query) in [
        ("approx-dp(eps=1/100000, delta=0)^4000000000", r#"{"delta": {"eps": "1"}}"#),
        ("approx-dp(eps=ln(2), delta=1/10)^400000", r#"{"delta": {"eps": "ln(8)"}}"#),
        (
            "subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=laplace(eps=1))^100",
            r#"{"delta": {"eps": "1"}}"#,
        ),
    ] {
        let control = Control::default();
        let options = Options { limits, gap_bits: 24, exact: ShowExact::Always, ..with(&control) };
        let question = question(mechanism, query);
        thread::scope(|scope| {
            let asked = scope.spawn(|| ask(&question, &options));
            while control.progress().planned < 1_000_000 {
                thread::sleep(Duration::from_millis(1));
            }
            control.cancel();
            assert_eq!(asked.join().unwrap(), Err(Refusal::Cancelled), "{mechanism}");
        });
        let Progress { done, planned } = control.progress();
        // Whatever was planned counts as done when nobody works on it any more.
        assert_eq!(done, planned, "{mechanism}");
    }
}

#[test]
fn progress_belongs_to_a_question() {
    let (mine, other) = (Control::default(), Control::default());
    let question = question("laplace(eps=1/10)^50", r#"{"delta": {"eps": "1"}}"#);
    ask(&question, &with(&mine)).unwrap();
    let progress = mine.progress();
    assert!(progress.planned > 1_000_000 && progress.done == progress.planned, "{progress:?}");
    assert_eq!(other.progress(), Default::default());
}

/// A claim that is not decided before the end is undecided, and says why.
#[test]
fn claims_are_undecided() {
    let control = Control::default();
    let settings = Options { control: control.clone(), ..Options::for_claims() };
    let file = parse(
        r#"
        format = "dpcert/1"
        scope = { unit = "record", adjacency = "add-remove" }
        ledger = [{ id = "a", mechanism = "gaussian", sigma = "5", count = "20" }]
        claim = [
            { id = "delta", over = ["a"], delta = { eps = "1" }, at-most = "1/10" },
            { id = "rho", over = ["a"], rho = {}, at-most = "1" },
        ]
        "#,
    );
    let file = file.unwrap();
    let judged = || judge_all(&[&file], |file, claim| judge(file, claim, &settings)).remove(0);
    assert!(judged().iter().all(|judgement| judgement.verdict == Verdict::Holds));
    control.cancel();
    for judgement in judged() {
        assert_eq!(judgement.verdict, Verdict::Undecided);
        assert_eq!(
            judgement.note.map(|note| note.to_string()).as_deref(),
            Some("the computation was cancelled")
        );
    }
}
