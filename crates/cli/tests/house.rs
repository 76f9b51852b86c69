//! The house: which crate may know which, as `Cargo.toml` has it and `architecture.md` draws it.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that a package is built of, itself included.
fn tree(package: &str, options: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--locked", "--package", package, "--edges", "normal"]);
    let output =
        cargo.args(["--prefix", "none", "--format", "{lib}"]).args(options).current_dir(crate::root()).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// What of ours a package is built of, itself not included.
fn ours(package: &str) -> BTreeSet<String> {
    let name = package.replace('-', "_");
    tree(package, &["--all-features"])
        .into_iter()
        .filter(|found| found.starts_with("dpcert") && *found != name)
        .collect()
}

#[test]
fn arrows_run_down() {
    for (package, below) in [
        ("dpcert-checker", &[][..]),
        ("dpcert", &[]),
        ("dpcert-bulk", &["dpcert"]),
        ("dpcert-papers", &["dpcert"]),
        ("dpcert-crosscheck", &["dpcert"]),
        ("dpcert-picture", &["dpcert"]),
        ("dpcert-certify", &["dpcert", "dpcert_checker"]),
        ("dpcert-python", &["dpcert", "dpcert_bulk", "dpcert_picture"]),
        (
            "dpcert-cli",
            &[
                "dpcert",
                "dpcert_bulk",
                "dpcert_certify",
                "dpcert_checker",
                "dpcert_crosscheck",
                "dpcert_papers",
                "dpcert_picture",
            ],
        ),
    ] {
        assert_eq!(ours(package), below.iter().map(|name| (*name).to_owned()).collect(), "{package}");
    }
}

/// Who wants the command without its page, pixels and tables gets no server, no rasteriser and no Arrow.
#[test]
fn the_command_is_small_where_that_is_wanted() {
    let of = |features: &[&str]| tree("dpcert-cli", &[&["--no-default-features"], features].concat());
    let (small, whole) = (of(&[]), of(&["--features", "judge,png,serve"]));
    for part in ["arrow_array", "axum", "hyper", "parquet", "resvg", "tokio"] {
        assert!(!small.contains(part) && whole.contains(part), "{part}");
    }
}

/// The library draws no table and no bar, opens no file of its own and no connection.
#[test]
fn the_library_is_lean() {
    let found = tree("dpcert", &["--all-features"]);
    for named in ["malachite", "miette", "num_bigint", "num_rational", "rayon", "rug", "serde", "toml"] {
        assert!(found.contains(named), "{named}: {found:?}");
    }
    for forbidden in [
        "clap",
        "comfy_table",
        "console",
        "csv",
        "ctrlc",
        "hyper",
        "indicatif",
        "quick_junit",
        "resvg",
        "rustfft",
        "shlex",
        "supports_color",
        "svg",
        "tempfile",
        "terminal_size",
        "textwrap",
        "tokio",
        "ureq",
    ] {
        assert!(!found.contains(forbidden), "{forbidden}");
    }
    // What it asks for itself, and nothing else.
    let direct: BTreeSet<String> = tree("dpcert", &["--all-features", "--depth", "1"]);
    let expected = [
        "dpcert",
        "gmp_mpfr_sys",
        "malachite",
        "miette",
        "num_bigint",
        "num_rational",
        "rayon",
        "rug",
        "serde",
        "serde_json",
        "strsim",
        "tfhe_ntt",
        "thiserror",
        "toml",
    ];
    assert_eq!(direct, expected.map(str::to_owned).into_iter().collect());
}
