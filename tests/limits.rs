//! A limit is kept by all attempts together, and what is known without computing costs nothing.

use crate::support::real;
use dpcert::{Content, Mechanism, Options, Query, Question, Refusal};

fn ask(mechanism: &str, query: &Query, options: &Options) -> Result<Content, Refusal> {
    Ok(dpcert::ask(&Question::of(&Mechanism::parse(mechanism).unwrap(), query), options)?.content)
}

/// eps at delta = 1 and beta at alpha = 1 are 0 whatever is run, with no work at all.
#[test]
fn what_is_0_for_all_is_not_computed() {
    let mut options = Options::default();
    (options.limits.work, options.limits.memory) = (0, 0);
    for mechanism in [
        "gaussian(sigma=1e-5)",
        "zcdp(rho=1e300)",
        "laplace(eps=1)^1000000",
        "approx-dp(eps=1/7, delta=1e-6)^1000000000000",
        "subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=gaussian(sigma=1))^1000000",
        "inverse(mechanism=gaussian(sigma=1))",
    ] {
        for query in [Query::Eps { delta: real("1") }, Query::Beta { alpha: real("1") }] {
            let Content::Number(found) = ask(mechanism, &query, &options).unwrap() else {
                panic!("one number")
            };
            assert_eq!(found.exact_text().as_deref(), Some("0"), "{mechanism} {query:?}");
        }
    }
    // Nothing else is free.
    assert!(matches!(ask("gaussian(sigma=1)", &Query::Tv, &options), Err(Refusal::TooCostly(_))));
}

/// Thousands of digits of a closed form need more work than tens, which is refused before it is
/// done.
#[test]
fn closed_forms_keep_the_limit() {
    let mut options = Options::default();
    let mut met = |digits, work| {
        options.digits = digits;
        options.limits.work = work;
        match ask("gaussian(sigma=1)", &Query::Eps { delta: real("1/100") }, &options) {
            Ok(Content::Number(found)) => Some(found.met),
            Err(Refusal::TooCostly(_)) => None,
            other => panic!("{other:?}"),
        }
    };
    // A first attempt is not affordable, it is and not enough, it is all that is needed.
    assert_eq!(
        [met(2000, 1_000_000), met(2000, 100_000_000), met(20, 100_000_000)],
        [None, Some(false), Some(true)]
    );
}

/// Questions that take whatever they can get for a narrower answer leave the others their part of a
/// shared budget.
#[test]
fn a_shared_budget_is_for_all() {
    let mechanism = Mechanism::parse("noisy-max(noise=gumbel, eps=0.15)^220").unwrap();
    let queries: Vec<Query> =
        (0..6u64).map(|eps| Query::Delta { eps: dpcert::Real::from(eps) }).collect();
    let mut options = Options { digits: 8, ..Options::default() };
    options.limits.work = 1_000_000_000;
    let answers = dpcert::ask_all(&mechanism, &queries, &options.sharing(), &|| ());
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
}

/// Answers that are read from compositions of an earlier question, between the same polygons, are
/// around the same numbers as those of a question by itself, and nearly as close to each other.
#[test]
fn questions_share_the_compositions_between_polygons() {
    let mechanism =
        Mechanism::parse("exponential(1/5) * poisson(1/50, gaussian(sigma=2))^40").unwrap();
    let queries: Vec<Query> =
        ["0", "1/10", "1/4", "2/5"].map(|eps| Query::Delta { eps: eps.parse().unwrap() }).into();
    let options = Options { digits: 5, ..Options::default() };
    let ends = |answer: Result<dpcert::Answer, dpcert::Refusal>| {
        let dpcert::Content::Number(bounds) = answer.unwrap().content else { panic!("one number") };
        [bounds.lower(), bounds.upper()].map(|end| end.to_rational().unwrap())
    };
    let all = dpcert::ask_all(&mechanism, &queries, &options, &|| ());
    for (answer, query) in all.into_iter().zip(&queries) {
        let [lower, upper] = ends(answer);
        let [alone, above] = ends(dpcert::ask(&Question::of(&mechanism, query), &options));
        assert!(lower <= above && alone <= upper, "{query:?}");
        assert!(
            upper - lower <= (above - alone) * malachite::rational::Rational::from(2),
            "{query:?}"
        );
    }
}
