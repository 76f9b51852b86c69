//! Claims: read, and decided by what is known.

use dpcert_checker::claim::{Claim, Known};
use dpcert_checker::expression::Expression;
use dpcert_checker::fault::Fault;
use dpcert_checker::json;
use dpcert_checker::work::Work;
use serde_json::{Value, json};

fn claim(quantity: (&str, Value), relation: (&str, Value)) -> Result<Claim, Fault> {
    let text = json!({"id": "c", "over": ["*"], quantity.0: quantity.1, relation.0: relation.1})
        .to_string();
    Claim::read("claim", &json::parse(&text)?, &Work::default())
}

/// Quantities are tried in halves, from below all bounds to above them; bounds and claims are whole
/// numbers.
#[test]
fn what_is_known_decides_where_all_values_agree() {
    let number = |n: i64| json!(n.to_string());
    let mut relations = Vec::new();
    for low in 0..4 {
        relations.push((claim(("rho", json!({})), ("at-most", number(low))), low, i64::MIN, low));
        relations.push((claim(("rho", json!({})), ("at-least", number(low))), low, low, i64::MAX));
        relations.push((claim(("rho", json!({})), ("equals", number(low))), low, low, low));
        for high in low..4 {
            let between = json!([low.to_string(), high.to_string()]);
            relations.push((claim(("rho", json!({})), ("between", between)), low, low, high));
        }
    }
    for (claim, stated, low, high) in relations {
        let claim = claim.unwrap();
        for at_least in [
            None,
            Some((0, false)),
            Some((1, false)),
            Some((1, true)),
            Some((2, false)),
            Some((2, true)),
        ] {
            for at_most in [None, Some(1), Some(2), Some(3)] {
                let is_known = |half: i64| {
                    at_least.is_none_or(|(bound, strict)| {
                        half > 2 * bound || (half == 2 * bound && !strict)
                    }) && at_most.is_none_or(|bound| half <= 2 * bound)
                };
                let values: Vec<i64> = (-1..8).filter(|half| is_known(*half)).collect();
                if values.is_empty() {
                    continue;
                }
                let is_meant =
                    |half: &i64| *half >= low.saturating_mul(2) && *half <= high.saturating_mul(2);
                let expected = match values.iter().filter(|half| is_meant(half)).count() {
                    0 => Some(false),
                    count if count == values.len() => Some(true),
                    _ => None,
                };
                let known = Known {
                    at_least: at_least.map(|(bound, strict)| (Expression::integer(bound), strict)),
                    at_most: at_most.map(Expression::integer),
                };
                assert_eq!(
                    claim.decide(&known, &Work::default()).ok(),
                    expected,
                    "{stated} {:?} {at_least:?} {at_most:?}",
                    claim.relation
                );
            }
        }
    }
}

#[test]
fn claims_are_read_with_their_ranges() {
    for (quantity, is_read) in [
        (("beta", json!({"alpha": "exp(-1)"})), true),
        (("beta", json!({"alpha": "exp(1)"})), false),
        (("beta", json!({"alpha": "-exp(-1)"})), false),
        (("beta", json!({"alpha": "1"})), true),
        (("beta", json!({"alpha": 0})), true),
        (("beta", json!({"alpha": "3/2"})), false),
        (("beta", json!({"alpha": "-1/2"})), false),
        (("eps", json!({"delta": "1/2"})), true),
        (("eps", json!({"delta": "2"})), false),
        (("eps", json!({"delta": "exp(-1)"})), false),
        (("delta", json!({"eps": -2})), false),
        (("delta", json!({"eps": 0})), true),
        (("delta", json!({"eps": "1/0"})), false),
        (("delta", json!({"eps": "1", "alpha": "1"})), false),
        (("delta", json!({})), false),
        (("tv", json!({})), true),
        (("tv", json!({"eps": "1"})), false),
        (("other", json!({})), false),
    ] {
        let read = claim((quantity.0, quantity.1.clone()), ("at-most", json!(1)));
        assert_eq!(read.is_ok(), is_read, "{quantity:?}: {read:?}");
    }
    for (relation, is_read) in [
        (("at-most", json!("1/2")), true),
        (("at-most", json!(true)), false),
        (("equals", json!(1)), true),
        (("between", json!(["0", "1"])), true),
        (("between", json!(["0"])), false),
        (("between", json!("0")), false),
    ] {
        let read = claim(("tv", json!({})), (relation.0, relation.1.clone()));
        assert_eq!(read.is_ok(), is_read, "{relation:?}: {read:?}");
    }
    let two = json!({"id": "c", "over": ["*"], "tv": {}, "rho": {}, "at-most": "1"});
    let error = Claim::read("claim", &json::parse(&two.to_string()).unwrap(), &Work::default())
        .unwrap_err();
    assert!(error.to_string().contains("2 quantities"));
}
