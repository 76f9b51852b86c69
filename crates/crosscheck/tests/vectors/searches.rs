//! Second routes to the parameters that meet a budget, and to what dominates what.

use super::truth::outcomes;
use super::*;
use crate::support::Shown;
use crate::support::{Fraction, decimal};
use dpcert::exact::Malachite;
use dpcert::mechanism::Zcdp;
use dpcert::{Content, Mechanism, Options, Query, Question};
use num_traits::Zero;
use std::collections::BTreeSet;

fn of_quantity(quantity: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (_, file) in stored() {
        let file: Value = serde_json::from_str(&file).unwrap();
        for group in
            file["groups"].as_array().unwrap().iter().filter(|group| group["quantity"] == quantity)
        {
            let tests = group["tests"].as_array().unwrap().iter();
            found.extend(
                tests.map(|test| (group["safe"].as_str().unwrap().to_owned(), test.clone())),
            );
        }
    }
    found
}

/// delta with a value in place of the question mark, between two decimals.
fn delta(vector: &Value, value: &str) -> (Fraction, Fraction) {
    let asked = &vector["query"]["calibrate"];
    let mechanism = dpcert::input::from_json(
        &vector["mechanism"].to_string().replace("\"?\"", &format!("\"{value}\"")),
    );
    let mechanism = mechanism.unwrap();
    let mechanism =
        Mechanism::read(&dpcert::input::Field { node: &mechanism, path: String::new() }).unwrap();
    let query = Query::Delta { eps: crate::support::real(asked["eps"].as_str().unwrap()) };
    // The boundary has twenty digits, and delta moves less than the parameter.
    let options = Options { digits: 40, ..Options::default() };
    let Content::Number(bounds) =
        dpcert::ask(&Question::of(&mechanism, &query), &options).unwrap().content
    else {
        panic!("{vector}")
    };
    (decimal(&bounds.printed().lo), decimal(&bounds.printed().hi))
}

/// On one side of the boundary the budget is met, on the other it is not, and a count is the last
/// that meets it.
#[test]
fn the_budget_is_crossed_at_the_boundary() {
    let vectors = of_quantity("calibrate");
    assert!(vectors.len() >= 30, "{}", vectors.len());
    let mut counts = 0;
    for (safe, vector) in &vectors {
        let budget = vector["query"]["calibrate"]["delta"].as_str().unwrap();
        let budget = if budget.starts_with("0x") {
            Fraction::from_float(from_hex(budget)).unwrap()
        } else {
            crate::support::fraction(budget)
        };
        let (lo, hi) = (text(vector, "lo"), text(vector, "hi"));
        let (good, bad) = match (safe.as_str(), vector["exact"].as_str()) {
            ("lower", Some(count)) => {
                counts += 1;
                (count.to_owned(), (count.parse::<u64>().unwrap() + 1).to_string())
            }
            ("upper", None) => (hi.to_owned(), lo.to_owned()),
            ("lower", None) => (lo.to_owned(), hi.to_owned()),
            other => panic!("{other:?}"),
        };
        if vector["tight"] == true {
            assert!(delta(vector, &good).1 <= budget, "{vector}");
            assert!(delta(vector, &bad).0 > budget, "{vector}");
        } else {
            // rho-zCDP is a class: the conversion meets the budget for all of it, and a Gaussian in
            // it exceeds it.
            assert_eq!(vector["mechanism"]["kind"], "zcdp");
            let eps = crate::support::real(vector["query"]["calibrate"]["eps"].as_str().unwrap());
            let all = Zcdp { rho: crate::support::real(&good) }
                .delta_above::<Malachite>(&eps.enclose(256));
            let budget_of_all =
                crate::support::real(vector["query"]["calibrate"]["delta"].as_str().unwrap());
            assert!(all.upper() <= budget_of_all.enclose::<Malachite>(256).lower(), "{vector}");
            let mut gaussian = vector.clone();
            gaussian["mechanism"] = serde_json::json!({ "kind": "gdp", "mu": "?" });
            assert!(delta(&gaussian, &format!("sqrt(2*{bad})")).0 > budget, "{vector}");
        }
    }
    assert!(counts >= 5, "{counts}");
}

/// Laplace noise by its formula, inverted by hand: with delta = 0 it is eps itself.
#[test]
fn laplace_noise_is_calibrated_by_its_formula() {
    let vectors = of_quantity("calibrate");
    let find = |id: &str| {
        vectors.iter().find(|(_, vector)| vector["id"] == id).map(|(_, vector)| vector).unwrap()
    };
    for eps in [0.5, 3.0f64] {
        let vector = find(&format!("laplace-open-calibrate-at-{eps}-0"));
        assert_eq!(from_hex(text(vector, "lower-f64")), eps);
        // 1 - e^((eps - x)/2) = 1/4 for x = eps - 2 ln(3/4).
        let vector = find(&format!("laplace-open-calibrate-at-{eps}-0.25"));
        let x = eps - 2.0 * 0.75f64.ln();
        assert!((from_hex(text(vector, "lower-f64")) - x).abs() < 1e-14, "{vector}");
    }
}

/// All likelihood ratios of both sides are tried, in both orders: elsewhere the profiles are
/// straight, and e^eps below 1 is the other order of the pair.
fn brute_force(a: &Value, b: &Value) -> Option<bool> {
    let (a, b) = (outcomes(a)?, outcomes(b)?);
    let ratios = |x: &[(Fraction, Fraction)]| -> Vec<Fraction> {
        x.iter().filter(|(_, q)| !q.is_zero()).map(|(p, q)| p / q).collect()
    };
    let tried: BTreeSet<Fraction> = ratios(&a.0).into_iter().chain(ratios(&b.0)).collect();
    Some(tried.iter().all(|e| a.delta(e) >= b.delta(e)))
}

#[test]
fn domination_is_what_brute_force_finds() {
    let mut found = [0, 0];
    for (_, vector) in of_quantity("dominates") {
        let other = &vector["query"]["dominates"]["mechanism"];
        if let Some(truth) = brute_force(&vector["mechanism"], other) {
            assert_eq!(vector["dominates"], truth, "{vector}");
            found[usize::from(truth)] += 1;
        }
    }
    assert!(found.iter().all(|count| *count >= 3), "{found:?}");
}

/// Gaussians are ordered by mu^2 = count / sigma^2, Laplace noise by its eps.
#[test]
fn noise_is_ordered_by_its_size() {
    fn size(mechanism: &Value) -> Option<(&str, f64)> {
        let number = |name: &str| {
            let text = mechanism[name].as_str()?;
            Some(if text.starts_with("0x") { from_hex(text) } else { text.parse().unwrap() })
        };
        match mechanism["kind"].as_str()? {
            "gdp" => Some(("gaussian", number("mu")?.powi(2))),
            "gaussian" => Some(("gaussian", number("sigma")?.powi(-2))),
            "laplace" => Some(("laplace", number("eps")?)),
            "repeat" => {
                let (kind, step) = size(&mechanism["mechanism"])?;
                (kind == "gaussian").then_some((kind, number("count")? * step))
            }
            _ => None,
        }
    }
    let mut found = 0;
    for (_, vector) in of_quantity("dominates") {
        let (Some(a), Some(b)) =
            (size(&vector["mechanism"]), size(&vector["query"]["dominates"]["mechanism"]))
        else {
            continue;
        };
        if a.0 == b.0 {
            assert_eq!(vector["dominates"], a.1 >= b.1, "{vector}");
            found += 1;
        }
    }
    assert!(found >= 6, "{found}");
}

/// Where it does not dominate, the numbers of the witness are in the wrong order, and nowhere else.
#[test]
fn a_witness_shows_the_wrong_order() {
    for (_, vector) in of_quantity("dominates") {
        let numbers = vector["numbers"].as_array();
        assert_eq!(numbers.is_some(), vector["dominates"] == false, "{vector}");
        let Some(numbers) = numbers else { continue };
        let end = |name: &str, end: &str| {
            let place = format!("/witness/{name}");
            decimal(text(numbers.iter().find(|number| number["at"] == place).unwrap(), end))
        };
        assert!(end("beta", "lo") > end("other", "hi"), "{vector}");
        assert!(end("delta", "hi") < end("other-delta", "lo"), "{vector}");
    }
}
