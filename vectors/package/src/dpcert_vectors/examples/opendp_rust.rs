//! The privacy maps of OpenDP against certified answers: what a map states must not be below the truth.
//!
//! Put it into `rust/tests`, and `vectors.jsonl` of the package dpcert-vectors beside it:
//! `python -c "import dpcert_vectors; print(dpcert_vectors.__path__[0])"` says where that is. It needs the features
//! `contrib` and `honest-but-curious`, and `serde_json` as a dev-dependency.

use opendp::combinators::{CompositionMeasure, make_composition, make_zCDP_to_approxDP};
use opendp::core::{Function, Measure, Measurement, PrivacyMap};
use opendp::domains::AtomDomain;
use opendp::error::Fallible;
use opendp::measurements::{make_gaussian, make_laplace};
use opendp::measures::{Approximate, MaxDivergence, ZeroConcentratedDivergence};
use opendp::metrics::AbsoluteDistance;
use serde_json::Value;

const VECTORS: &str = include_str!("vectors.jsonl");
/// What rounding may do, as a part of the truth.
const TOLERANCE: f64 = 1e-9;

type Integers = AtomDomain<i32>;
type Distance = AbsoluteDistance<f64>;
/// A measurement on integers; what it releases does not matter here.
type Made<MO> = Measurement<Integers, Distance, MO, ()>;

enum Mechanism {
    Pure(Made<MaxDivergence>),
    Approximate(Made<Approximate<MaxDivergence>>),
    Concentrated(Made<ZeroConcentratedDivergence>),
}

fn stated<MO: 'static + Measure>(measure: MO, map: PrivacyMap<Distance, MO>) -> Fallible<Made<MO>> {
    let (domain, metric) = (AtomDomain::default(), AbsoluteDistance::default());
    Measurement::new(domain, metric, measure, Function::new(|_| ()), map)
}

fn composed<MO: 'static + CompositionMeasure>(parts: Vec<Made<MO>>) -> Fallible<Made<MO>> {
    let whole = make_composition(parts)?;
    stated(whole.output_measure.clone(), whole.privacy_map.clone())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}

/// The mechanism of a call.
fn mechanism(call: &Value) -> Fallible<Mechanism> {
    let (domain, metric) = (Integers::default(), Distance::default());
    Ok(match call["make"].as_str().unwrap() {
        "make_laplace" => {
            let made = make_laplace(domain, metric, number(&call["scale"]), None)?;
            Mechanism::Pure(stated(MaxDivergence, made.privacy_map.clone())?)
        }
        "make_gaussian" => {
            let made = make_gaussian(domain, metric, number(&call["scale"]), None)?;
            Mechanism::Concentrated(stated(ZeroConcentratedDivergence, made.privacy_map.clone())?)
        }
        "approximate" => {
            let loss = (number(&call["epsilon"]), number(&call["delta"]));
            Mechanism::Approximate(stated(Approximate::default(), PrivacyMap::new(move |_| loss))?)
        }
        "zero_concentrated" => {
            let rho = number(&call["rho"]);
            Mechanism::Concentrated(stated(
                ZeroConcentratedDivergence,
                PrivacyMap::new(move |_| rho),
            )?)
        }
        "make_composition" => {
            let (mut pure, mut approximate, mut concentrated) = (vec![], vec![], vec![]);
            for _ in 0..call["count"].as_u64().unwrap() {
                for part in call["measurements"].as_array().unwrap() {
                    match mechanism(part)? {
                        Mechanism::Pure(made) => pure.push(made),
                        Mechanism::Approximate(made) => approximate.push(made),
                        Mechanism::Concentrated(made) => concentrated.push(made),
                    }
                }
            }
            // The parts of a call have one measure.
            if !pure.is_empty() {
                Mechanism::Pure(composed(pure)?)
            } else if !approximate.is_empty() {
                Mechanism::Approximate(composed(approximate)?)
            } else {
                Mechanism::Concentrated(composed(concentrated)?)
            }
        }
        other => panic!("a call of {other} is not known here"),
    })
}

/// What the map of a mechanism states; nothing where it has no answer.
fn answer(vector: &Value) -> Fallible<Option<f64>> {
    let quantity = vector["quantity"].as_str().unwrap();
    let at = vector["at"].as_f64().unwrap_or(0.0);
    let (eps, delta) = match mechanism(&vector["calls"]["opendp"])? {
        Mechanism::Concentrated(made) if quantity == "rho" => return Ok(Some(made.map(&1.0)?)),
        Mechanism::Concentrated(made) => {
            let curve = make_zCDP_to_approxDP(made)?.map(&1.0)?;
            let stated = if quantity == "eps" { curve.epsilon(at)? } else { curve.delta(at)? };
            return Ok(Some(stated));
        }
        _ if quantity == "rho" => return Ok(None),
        Mechanism::Pure(made) => (made.map(&1.0)?, 0.0),
        Mechanism::Approximate(made) => made.map(&1.0)?,
    };
    Ok(Some(match quantity {
        "eps" if delta <= at => eps,
        "eps" => f64::INFINITY,
        _ if at >= eps => delta,
        _ => 1.0,
    }))
}

#[test]
fn maps_are_not_below_the_truth() {
    let mut sound = 0;
    let mut wrong = Vec::new();
    for line in VECTORS.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        if vector["level"] != "core" || vector["calls"]["opendp"].is_null() {
            continue;
        }
        let least = number(&vector["least"]);
        match answer(&vector) {
            Ok(None) => {}
            Ok(Some(stated)) if stated >= least * (1.0 - TOLERANCE) => sound += 1,
            Ok(Some(stated)) => {
                wrong.push(format!("{}: {stated} is below {}", vector["id"], vector["lo"]));
            }
            Err(error) => wrong.push(format!("{}: {error:?}", vector["id"])),
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(sound > 100, "only {sound} vectors were asked");
}
