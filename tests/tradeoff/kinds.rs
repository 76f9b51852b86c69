//! The algebra as kinds of mechanisms.

use super::*;
use crate::support::{Printed, Shown};
use dpcert::exact::literal::parse;
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Refusal};

fn ask(mechanism: &str, query: &Query) -> Answer {
    let parsed = Mechanism::parse(mechanism).unwrap_or_else(|e| panic!("{mechanism}: {e}"));
    dpcert::ask(&Question::of(&parsed, query), &Options::default())
        .unwrap_or_else(|e| panic!("{mechanism}: {e}"))
}

/// Each line is one mechanism twice, the second time without the kind in question.
const SAME: [(&str, &str); 14] = [
    (
        "inverse(mechanism=finite-pair(p=[1/2, 1/2], q=[1/3, 2/3]))",
        "finite-pair(p=[1/3, 2/3], q=[1/2, 1/2])",
    ),
    ("inverse(mechanism=approx-dp(eps=ln(2), delta=1/10)^2)", "approx-dp(eps=ln(2), delta=1/10)^2"),
    (
        "symmetrised(mechanism=trade-off(vertices=[[0, 1/2], [1/2, 0], [1, 0]]))",
        "trade-off(vertices=[[0, 1/2], [1/2, 0], [1, 0]])",
    ),
    // f^-1 is 1 - 2 alpha up to 1/2, and meets f at 1/3.
    (
        "symmetrised(mechanism=trade-off(vertices=[[0, 1/2], [1, 0]]))",
        "randomized-response(eps=ln(2))",
    ),
    (
        "intersection(mechanisms=[approx-dp(eps=ln(2), delta=1/10), approx-dp(eps=0, delta=1/5)])^2",
        "multi-dp(constraints=[{eps=ln(2), delta=1/10}, {eps=0, delta=1/5}])^2",
    ),
    (
        "intersection(mechanisms=[approx-dp(eps=3/5, delta=1/20), approx-dp(eps=0, delta=1/5)])",
        "multi-dp(constraints=[{eps=3/5, delta=1/20}, {eps=0, delta=1/5}])",
    ),
    (
        "union(mechanisms=[approx-dp(eps=1, delta=0), approx-dp(eps=1/2, delta=0)])^3",
        "approx-dp(eps=1, delta=0)^3",
    ),
    (
        "union(mechanisms=[trade-off(vertices=[[0, 1/2], [1/2, 0], [1, 0]]), randomized-response(eps=ln(3))])",
        "trade-off(vertices=[[0, 1/2], [1/2, 0], [1, 0]])",
    ),
    (
        "mixture(weights=[1/3, 2/3], mechanisms=[randomized-response(eps=ln(2)), randomized-response(eps=ln(3))])",
        "finite-pair(p=[2/9, 1/9, 1/2, 1/6], q=[1/9, 2/9, 1/6, 1/2])",
    ),
    (
        "mixture(weights=[0, 1], mechanisms=[approx-dp(eps=1, delta=1), approx-dp(eps=1, delta=0)])",
        "approx-dp(eps=1, delta=0)",
    ),
    (
        "erasure(rate=1/4, mechanism=randomized-response(eps=ln(3)))^2",
        "finite-pair(p=[9/16, 3/16, 1/4], q=[3/16, 9/16, 1/4])^2",
    ),
    (
        "erasure(rate=1/4, mechanism=approx-dp(eps=ln(7), delta=0))^3",
        "approx-dp-tv(eps=ln(7), delta=0, alpha=1/4)^3",
    ),
    (
        "group(size=2, mechanism=erasure(rate=1/4, mechanism=approx-dp(eps=ln(2), delta=0)))",
        "erasure(rate=1/4, mechanism=group(size=2, mechanism=approx-dp(eps=ln(2), delta=0)))",
    ),
    (
        "group(size=2, mechanism=symmetrised(mechanism=approx-dp(eps=ln(2), delta=0)))",
        "group(size=2, mechanism=approx-dp(eps=ln(2), delta=0))",
    ),
];

#[test]
fn kinds_are_what_they_say() {
    let mut queries = vec![Query::Tv, Query::Region, Query::LikelihoodRatios];
    queries.extend(["0", "1/3", "ln(2)", "1"].map(|eps| Query::Delta { eps: real(eps) }));
    queries
        .extend(["0", "1/10", "1/2", "9/10", "1"].map(|alpha| Query::Beta { alpha: real(alpha) }));
    queries.push(Query::Test { alpha: real("1/7") });
    let printed = |content: &Content| -> Vec<Printed> {
        content.numbers().into_iter().map(Printed::of).collect()
    };
    for (combined, plain) in SAME {
        for query in &queries {
            let (combined, plain) = (ask(combined, query), ask(plain, query));
            assert_eq!(
                printed(&combined.content),
                printed(&plain.content),
                "{combined:?} {plain:?}"
            );
        }
    }
}

/// A composition by tensor products is a composition by `composition`.
#[test]
fn tensor_products_are_compositions() {
    for name in [
        "approx-dp(eps=ln(2), delta=1/10)^7",
        "approx-dp-tv(eps=ln(3), delta=1/20, eta=1/5)^5 * finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])^3",
        "randomized-response(eps=ln(5), categories=4)^3 * multi-dp(constraints=[{eps=ln(2), delta=0}, {eps=0, delta=1/5}])^2",
        "finite-pair(p=[1/2, 1/4, 1/4, 0], q=[1/5, 1/5, 1/5, 2/5])^4",
    ] {
        let curve = Mechanism::parse(name).unwrap().curve().unwrap();
        let Content::Region(region) = ask(name, &Query::Region).content else { panic!("{name}") };
        let exact = |bounds: &dpcert::Styled| fraction(bounds.printed().exact.as_deref().unwrap());
        let expected: Vec<_> =
            region.iter().map(|(alpha, beta)| (exact(alpha), exact(beta))).collect();
        assert_eq!(vertices(&curve), expected, "{name}");
    }
    // Where masses are irrational, the numbers agree.
    let name = "approx-dp(eps=1/2, delta=1/10)^3";
    let curve = Mechanism::parse(name).unwrap().curve().unwrap();
    for alpha in ["0", "1/10", "1/2", "3/4"] {
        let Content::Number(bounds) = ask(name, &Query::Beta { alpha: real(alpha) }).content else {
            panic!()
        };
        let beta = curve.value(&real(alpha)).unwrap();
        assert!(parse(&bounds.printed().lo).unwrap().compare(&beta).unwrap().is_le(), "{alpha}");
        assert!(parse(&bounds.printed().hi).unwrap().compare(&beta).unwrap().is_ge(), "{alpha}");
    }
}

/// Parts of different kinds meet in Q(e^r) and beyond it.
#[test]
fn irrational_parts_combine() {
    for (name, expected) in [
        ("union(mechanisms=[approx-dp(eps=1, delta=0), approx-dp(eps=1/2, delta=1/10)])", "0.462"),
        (
            "intersection(mechanisms=[approx-dp(eps=1, delta=0)^2, approx-dp(eps=1/2, delta=1/10)])",
            "0.320",
        ),
        (
            "mixture(weights=[1/2, 1/2], mechanisms=[approx-dp(eps=1, delta=0)^2, approx-dp(eps=1/2, delta=0)])",
            "0.353",
        ),
        (
            "erasure(rate=1/2, mechanism=approx-dp(eps=sqrt(2), delta=1/10)^2)",
            "0.341588042830635093206",
        ),
    ] {
        let answer = ask(name, &Query::Tv);
        let Content::Number(bounds) = &answer.content else { panic!("{name}") };
        assert!(answer.met && bounds.printed().lo.starts_with(expected), "{name}: {bounds:?}");
    }
}

#[test]
fn bad_parameters_are_named() {
    for (mechanism, reason, help) in [
        (
            "erasure(rate=3/2, mechanism=approx-dp(eps=1, delta=0))",
            "mechanism.rate: rate = 3/2 is outside [0, 1]",
            "[0, 1]",
        ),
        (
            "mixture(weights=[1/2, 1/3], mechanisms=[zcdp(rho=1), gdp(mu=1)])",
            "a part of another one is not supported",
            "",
        ),
        (
            "mixture(weights=[1/2, 1/3], mechanisms=[approx-dp(eps=1, delta=0), approx-dp(eps=1, delta=0)])",
            "mechanism.weights: the sum of the weights is 5/6, not 1",
            "sum to exactly 1",
        ),
        (
            "mixture(weights=[3/2, -1/2], mechanisms=[approx-dp(eps=1, delta=0), approx-dp(eps=1, delta=0)])",
            "mechanism.weights[1]: the weight -1/2 is negative",
            ">= 0",
        ),
        (
            "mixture(weights=[1], mechanisms=[])",
            "mechanism.mechanisms: there is no mechanism",
            "at least one",
        ),
        (
            "mixture(weights=[1, 0], mechanisms=[approx-dp(eps=1, delta=0)])",
            "there are 2 weights and 1 mechanisms",
            "one weight for each",
        ),
        ("union(mechanisms=[])", "mechanism.mechanisms: there is no mechanism", "at least one"),
        ("intersection(mechanisms=approx-dp(eps=1, delta=0))", "a list is expected", "in brackets"),
    ] {
        match Mechanism::parse(mechanism).unwrap_err() {
            Refusal::Input(error) => {
                assert!(error.to_string().contains(reason), "{mechanism}: {error}");
                assert!(error.help.contains(help), "{mechanism}: {}", error.help);
            }
            error => assert!(
                help.is_empty() && error.to_string().contains(reason),
                "{mechanism}: {error}"
            ),
        }
    }
}

#[test]
fn parts_that_are_no_polygons_say_why() {
    for (part, reason) in [
        ("zcdp(rho=1)", "no trade-off function of its own"),
        ("approx-dp(eps=1, delta=0)^100", "too many edges"),
        ("finite-pair(p=[1/2, 1/4, 1/4], q=[1/3, 1/3, 1/3])^2000", "2000 equal steps"),
        ("discrete-laplace(eps=ln(2), sensitivity=5000)", "5001 edges"),
    ] {
        let error = Mechanism::parse(&format!("inverse(mechanism={part})")).unwrap_err();
        assert!(matches!(error, Refusal::Unsupported { .. }), "{part}: {error}");
        assert!(error.to_string().contains(reason), "{part}: {error}");
    }
    let error = Mechanism::parse(
        "group(size=2, mechanism=inverse(mechanism=finite-pair(p=[1/2, 1/2], q=[1/3, 2/3])))",
    );
    assert!(error.unwrap_err().to_string().contains("take the union with the inverse"));
}
