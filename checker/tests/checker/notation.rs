//! Mechanisms of rows in the compact notation: the fields that they stand for, and what is not read.

use super::{read_row, said};
use dpcert_checker::fault::Class;
use serde_json::{Value, json};

#[test]
fn a_text_is_its_fields() {
    let poisson = json!({"method": "poisson", "rate": "1/100"});
    for (text, fields) in [
        ("gaussian(sigma=2)", json!({"mechanism": "gaussian", "sigma": "2"})),
        (
            " gaussian ( sigma = 2 ) ^ 10 ",
            json!({"mechanism": "gaussian", "sigma": "2", "count": 10}),
        ),
        (
            "poisson(1/100, gaussian(sigma=1))^1000",
            json!({"mechanism": "gaussian", "sigma": "1", "sampling": poisson, "count": "1000"}),
        ),
        (
            "poisson(mechanism=laplace(eps=1/(1 + 2)), rate=1/100)",
            json!({"mechanism": "laplace", "eps": "1/3", "sampling": poisson}),
        ),
        (
            "random-allocation(4, laplace(eps=1))^2",
            json!({"mechanism": "laplace", "eps": 1, "count": 2,
                "sampling": {"method": "random-allocation", "steps": 4}}),
        ),
        (
            "Approx_DP(sqrt(2), delta=1/10)",
            json!({"mechanism": "approx-dp", "eps": "sqrt(2)", "delta": "1/10"}),
        ),
        (
            "multi-dp(constraints=[{eps=1, delta=0}, {epsilon=1/2, delta=1/10}])",
            json!({"mechanism": "multi-dp",
                "constraints": [{"eps": "1", "delta": "0"}, {"eps": "1/2", "delta": "1/10"}]}),
        ),
        (
            "finite-pair(p=[1/4, 3/4], q=[1/2, 1/2])",
            json!({"mechanism": "finite-pair", "p": ["1/4", "3/4"], "q": ["1/2", "1/2"]}),
        ),
    ] {
        let row = read_row(&json!({"mechanism": text}), "add-remove").unwrap();
        assert_eq!(row, read_row(&fields, "add-remove").unwrap(), "{text}");
    }
    // A count of a census moves by 1, as without the notation.
    let defaulted = json!({"mechanism": "discrete-laplace(eps=1)"});
    assert!(read_row(&defaulted, "add-remove").unwrap().is_distance_defaulted);
    // The domain is that of the fields, and so is the adjacency.
    for (text, adjacency, class) in [
        ("gaussian(sigma=0)", "add-remove", Class::Malformed),
        ("gaussian(sigma=1, x=2)", "add-remove", Class::Malformed),
        ("gaussian(noise_multiplier=1)", "replace-one", Class::Malformed),
        ("poisson(1/100, gaussian(sigma=1))", "replace-one", Class::Unsupported),
        ("poisson(0, gaussian(sigma=1))", "add-remove", Class::Unsupported),
        ("rappor(eps=1)", "add-remove", Class::Unsupported),
    ] {
        let fault = read_row(&json!({"mechanism": text}), adjacency).unwrap_err();
        assert_eq!(fault.class(), class, "{text}: {fault}");
    }
}

#[test]
fn what_has_no_meaning_here_is_not_read() {
    let nested =
        |depth: usize| format!("multi-dp(constraints={}{})", "[".repeat(depth), "]".repeat(depth));
    let texts = [
        "gaussian(sigma=1) * gaussian(sigma=1)",
        "(gaussian(sigma=1))",
        "gaussian(sigma=1)^0x2",
        "gaussian(sigma=1)^-1",
        "gaussian(sigma=1)^?",
        "gaussian(sigma=1)^2^2",
        "gaussian(sigma=1, sigma=1)",
        "gaussian(sigma=1, count=2)",
        "gaussian(sigma=1, id=b)",
        "gaussian(sigma=1, adjacency=replace-one)",
        "gaussian(1)",
        "gaussian(sigma=1",
        "gaussian(sigma=(1)",
        "gaussian(sigma=1]",
        "gaussian(sigma=1) ;",
        "poisson(1/100, gaussian(sigma=1)^2)",
        "poisson(1/100, method=poisson, gaussian(sigma=1))",
        "poisson(1/100)",
        "group(2, gaussian(sigma=1))",
        "subsample(method=poisson, rate=1/100, mechanism=gaussian(sigma=1))",
        "(",
        "\u{3000}(",
    ];
    let long = format!("gaussian(sigma={})", "1".repeat(1 << 17));
    let many = ["(", "[(", "a(", "poisson("].map(|part| part.repeat(1 << 15));
    let texts = texts.map(str::to_owned).into_iter().chain(many);
    for text in texts.chain([long, nested(9), nested(30_000)]) {
        let reason = said(read_row(&json!({"mechanism": text}), "add-remove"), Class::Unsupported);
        let is_unread = reason.contains("is not read here");
        assert!(is_unread || reason.contains("no rule covers the mechanism a"), "{reason}");
        assert!(reason.len() < 400, "{reason}");
    }
    // Another grammar would not help.
    let unknown = json!({"mechanism": "mixture-of-shifts(noise=gaussian(sigma=1), p=[1/2, 1/2], shifts=[0, 1])"});
    let reason = said(read_row(&unknown, "add-remove"), Class::Unsupported);
    assert!(reason.contains("no rule covers the mechanism mixture-of-shifts"), "{reason}");
}

/// What is written twice, and what would leave open what is repeated.
#[test]
fn a_text_and_the_fields_beside_it() {
    let beside = |text: &str, more: Value| {
        let mut row = json!({"mechanism": text});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        read_row(&row, "add-remove")
    };
    let poisson = json!({"method": "poisson", "rate": "1/100"});
    for (text, more) in [
        ("gaussian(sigma=1)^2", json!({"count": 2})),
        ("gaussian(sigma=1)^2", json!({"epochs": 2})),
        ("gaussian(sigma=1)^2", json!({"sampling": poisson})),
        ("poisson(1/100, gaussian(sigma=1))", json!({"sampling": poisson})),
        ("gaussian(sigma=1)", json!({"sigma": "1"})),
        ("gaussian(sigma=1)", json!({"source": 1})),
        ("gaussian(sigma=1)", json!({"date": 20_260_301})),
    ] {
        let fault = beside(text, more.clone()).unwrap_err();
        assert_eq!(fault.class(), Class::Malformed, "{text} {more}: {fault}");
    }
    let sampled = json!({"mechanism": "gaussian", "sigma": 1, "sampling": poisson, "count": 7});
    let sampled = read_row(&sampled, "add-remove").unwrap();
    assert_eq!(
        beside("gaussian(sigma=1)", json!({"sampling": poisson, "count": 7})).unwrap(),
        sampled
    );
    let counted = json!({"count": 7, "source": "page 3", "date": "2026-03-01"});
    assert_eq!(beside("poisson(1/100, gaussian(sigma=1))", counted).unwrap(), sampled);
}
