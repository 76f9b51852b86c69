//! Certificates with random changes: never a panic, and never another claim that is valid.

use super::{SLOW, all_certificates, effort};
use serde_json::{Value, json};

/// Changes of a certificate at an effort of 1.
const ROUNDS: usize = 60;

fn quick_certificates() -> Vec<(String, String)> {
    all_certificates().into_iter().filter(|(name, _)| !SLOW.contains(&name.as_str())).collect()
}

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn changed_bytes_never_panic() {
    let mut state = 7;
    for (name, text) in quick_certificates() {
        for _ in 0..ROUNDS * effort() {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random(&mut state) % 3 {
                let place = random(&mut state) % bytes.len();
                match random(&mut state) % 4 {
                    0 => bytes[place] = b"0123456789-*^/.e{}[]\",: "[random(&mut state) % 24],
                    1 => drop(bytes.remove(place)),
                    2 => bytes.insert(place, b'0' + (random(&mut state) % 10) as u8),
                    _ => {
                        let other = random(&mut state) % bytes.len();
                        bytes.swap(place, other);
                    }
                }
            }
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            let report = dpcert_checker::check(&changed, None);
            // Whatever is valid states its claim.
            assert!(super::code(&report) != 0 || report.claim.is_some(), "{name}");
        }
    }
}

/// All values of a certificate, to be put in each other's places.
fn values<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    found.push(value);
    match value {
        Value::Array(entries) => entries.iter().for_each(|entry| values(entry, found)),
        Value::Object(entries) => entries.values().for_each(|entry| values(entry, found)),
        _ => {}
    }
}

fn nth<'a>(value: &'a mut Value, n: &mut usize) -> Option<&'a mut Value> {
    if *n == 0 {
        return Some(value);
    }
    *n -= 1;
    match value {
        Value::Array(entries) => entries.iter_mut().find_map(|entry| nth(entry, n)),
        Value::Object(entries) => entries.values_mut().find_map(|entry| nth(entry, n)),
        _ => None,
    }
}

#[test]
fn exchanged_values_never_panic() {
    let mut state = 11;
    let (least, most) = (i64::MIN, i64::MAX);
    let numbers = [
        json!(least),
        json!(most),
        json!(least.to_string()),
        json!(most.to_string()),
        json!(0),
        json!("0"),
    ];
    let others = [json!(null), json!(""), json!("-1"), json!([])];
    let extremes: Vec<Value> = numbers.into_iter().chain(others).collect();
    for (name, text) in quick_certificates() {
        let certificate: Value = serde_json::from_str(&text).unwrap();
        let mut all = Vec::new();
        values(&certificate, &mut all);
        for _ in 0..ROUNDS * effort() {
            let mut changed = certificate.clone();
            let new = match random(&mut state) % 3 {
                0 => extremes[random(&mut state) % extremes.len()].clone(),
                _ => all[random(&mut state) % all.len()].clone(),
            };
            let mut place = random(&mut state) % all.len();
            *nth(&mut changed, &mut place).unwrap() = new;
            let report = dpcert_checker::check(&changed.to_string(), None);
            assert!(super::code(&report) != 0 || report.claim.is_some(), "{name}");
        }
    }
}
