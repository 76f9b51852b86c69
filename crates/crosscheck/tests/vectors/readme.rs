//! The Python in the README of the folder runs, and prints what stands there.

use super::*;
use std::process::Command;

/// The blocks of a language, joined.
fn blocks(readme: &str, language: &str) -> String {
    let start = format!("```{language}\n");
    readme.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_reader_reads() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let output = Command::new("python3")
        .args(["-c", &blocks(&readme, "python")])
        .current_dir(folder())
        .output()
        .unwrap();
    let (printed, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((printed.as_str(), errors.as_str()), (blocks(&readme, "text").as_str(), ""));
}
