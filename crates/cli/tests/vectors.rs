//! `dpcert vectors`: what it writes, and which differences it finds.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A family that takes no time.
const FAMILY: &str = "trade-off";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dpcert")).arg("vectors").args(arguments).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8(output.stdout.clone()).unwrap())
}

/// The folder of the stored files.
fn stored() -> PathBuf {
    crate::root().join(dpcert_crosscheck::vectors::FOLDER)
}

/// A folder of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn twice_is_the_same_and_the_stored_file_too() {
    let folder = scratch("twice");
    let path = folder.to_str().unwrap();
    for _ in 0..2 {
        let (code, printed) = said(&run(&[FAMILY, "-o", path]));
        assert!(
            code == Some(0)
                && printed.ends_with(&format!(" vectors in 1 file: written to {path}\n")),
            "{printed}"
        );
        let written = fs::read(folder.join("trade-off.json")).unwrap();
        assert!(written == fs::read(stored().join("trade-off.json")).unwrap());
    }
    let (code, printed) = said(&run(&[FAMILY, "--check", path]));
    assert!(
        code == Some(0) && printed.ends_with(" vectors in 1 file: all as generated\n"),
        "{printed}"
    );
}

/// Whatever is changed in a vector, the difference is found, and has its name.
#[test]
fn a_mutated_bound_is_found() {
    let folder = scratch("mutated");
    fs::create_dir_all(&folder).unwrap();
    let (path, file) = (folder.to_str().unwrap(), folder.join("trade-off.json"));
    let text = fs::read_to_string(stored().join("trade-off.json")).unwrap();
    let id = "trade-off-skewed-k6-tv";
    let line = text.lines().find(|line| line.contains(&format!("\"{id}\""))).unwrap();
    let vector: Value = serde_json::from_str(line.trim().trim_end_matches(',')).unwrap();
    let bound = |key: &str| format!("\"{key}\":\"{}\"", vector[key].as_str().unwrap());
    for (key, find, with) in [
        ("lo", bound("lo"), r#""lo":"0.99999""#),
        ("hi", bound("hi"), r#""hi":"0.00001""#),
        ("lo", bound("lo"), r#""lo":"0.00001""#),
        ("upper-f64", bound("upper-f64"), r#""upper-f64":"0x0p+0""#),
        ("exact", bound("exact"), r#""exact":"1/3""#),
        ("tight", r#""tight":true"#.into(), r#""tight":false"#),
    ] {
        fs::write(&file, text.replacen(line, &line.replacen(&find, with, 1), 1)).unwrap();
        let (code, printed) = said(&run(&[FAMILY, "--check", path]));
        assert_eq!(code, Some(1), "{with}");
        assert!(printed.starts_with(&format!("trade-off.json: {id}: {key} is ")), "{printed}");
        assert!(printed.ends_with(" vectors in 1 file: 1 difference\n"), "{printed}");
    }
    // One that is left out, one that nobody generates, other bytes, another text, no file.
    let renamed = text.replacen(&format!("\"{id}\""), "\"renamed\"", 1);
    fs::write(&file, renamed).unwrap();
    let (_, printed) = said(&run(&[FAMILY, "--check", path]));
    assert!(
        printed.contains(&format!("{id}: missing\ntrade-off.json: renamed: not generated\n")),
        "{printed}"
    );
    for (content, reason) in [
        (format!("{text}\n"), "the same vectors in other bytes"),
        ("{}".into(), "not a file of test vectors"),
    ] {
        fs::write(&file, content).unwrap();
        let (code, printed) = said(&run(&[FAMILY, "--check", path]));
        assert!(code == Some(1) && printed.contains(reason), "{printed}");
    }
    fs::remove_file(&file).unwrap();
    let (code, printed) = said(&run(&[FAMILY, "--check", path]));
    assert!(code == Some(1) && printed.starts_with("trade-off.json: missing\n"), "{printed}");
}

#[test]
fn what_cannot_be_done_says_why() {
    let unknown = run(&["laplacian"]);
    let reason = String::from_utf8(unknown.stderr).unwrap();
    assert!(
        unknown.status.code() == Some(2)
            && reason.contains("no family `laplacian`; they are approx-dp, "),
        "{reason}"
    );
    assert_eq!(run(&[FAMILY, "-o", "/dev/null/vectors"]).status.code(), Some(74));
    assert_eq!(run(&[FAMILY, "-o", "x", "--check", "y"]).status.code(), Some(2));
    // A file where the folder of the files should be.
    let (root, reason) = (crate::root(), "Cargo.toml");
    let unreadable = run(&[FAMILY, "--check", &root.join("Cargo.toml").display().to_string()]);
    let message = String::from_utf8(unreadable.stderr).unwrap();
    assert!(unreadable.status.code() == Some(2) && message.contains(reason), "{message}");
}
