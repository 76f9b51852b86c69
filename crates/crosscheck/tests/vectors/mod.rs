//! The test vectors: what is in the files, whether it is what would be written, and whether it is
//! true.

#![allow(clippy::float_arithmetic)]

mod files;
mod readme;
mod searches;
mod truth;

use serde_json::Value;
use std::path::PathBuf;

/// The folder of the files.
fn folder() -> PathBuf {
    crate::root().join(dpcert_crosscheck::vectors::FOLDER)
}

/// All files with their names, in order.
fn stored() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .filter(|(name, _)| name != "schema.json")
        .collect();
    files.sort();
    files
}

/// All vectors of the files.
fn vectors() -> Vec<Value> {
    let mut vectors = Vec::new();
    for (_, text) in stored() {
        let file: Value = serde_json::from_str(&text).unwrap();
        for group in file["groups"].as_array().unwrap() {
            vectors.extend(group["tests"].as_array().unwrap().iter().cloned());
        }
    }
    vectors
}

fn text<'a>(vector: &'a Value, key: &str) -> &'a str {
    vector[key].as_str().unwrap_or_else(|| panic!("{key} in {vector}"))
}

/// A C99 hexadecimal float, read here and not by the library.
fn from_hex(text: &str) -> f64 {
    if text == "inf" {
        return f64::INFINITY;
    }
    let (digits, exponent) = text.strip_prefix("0x").unwrap().split_once('p').unwrap();
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).unwrap();
    let mut exponent: i64 =
        exponent.parse::<i64>().unwrap() - 4 * i64::try_from(fraction.len()).unwrap();
    // Down to where a product of two powers of two is exact.
    while mantissa % 2 == 0 && mantissa > 0 {
        mantissa /= 2;
        exponent += 1;
    }
    let mut value = mantissa as f64;
    for _ in 0..exponent.unsigned_abs() {
        value = if exponent > 0 { value * 2.0 } else { value / 2.0 };
    }
    value
}
