//! `dpcert verify --with verified`: another program is asked, and its lines and exit code are passed on.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Runs `dpcert verify --with verified`, with a folder as the PATH.
fn verify(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let run = Command::new(env!("CARGO_BIN_EXE_dpcert"))
        .args([["verify", "--with", "verified"].as_slice(), arguments].concat())
        .current_dir(folder)
        .env("PATH", folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(run.stdout), text(run.stderr), run.status.code())
}

#[test]
fn the_verified_checker_is_asked() {
    let folder = super::scratch("verified");
    for name in ["a.json", "b.json"] {
        fs::write(folder.join(name), "{}").unwrap();
    }
    let (out, missing, code) = verify(&folder, &["a.json"]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(missing.contains("dpcert-verified does not run"), "{missing}");
    assert!(missing.contains("scripts/verified builds it"), "{missing}");

    let program = folder.join("dpcert-verified");
    for (asked, said) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (9, 2)] {
        let script = format!(
            "#!/bin/sh\nshift\nfor path in \"$@\"; do echo \"LINE $path\"; done\nexit {asked}\n"
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let (out, error, code) = verify(&folder, &["b.json", "a.json"]);
        assert_eq!(out, "LINE b.json\nLINE a.json\n", "{error}");
        assert_eq!(code, Some(said), "{asked}");
    }
    // A program that stops before its last line has not said that all are valid.
    fs::write(&program, "#!/bin/sh\necho \"VALID $2\"\necho broken >&2\nexit 0\n").unwrap();
    let (out, error, code) = verify(&folder, &["a.json", "b.json"]);
    assert_eq!((out.as_str(), code), ("VALID a.json\n", Some(2)));
    assert!(error.contains("broken"), "{error}");

    // The claim file is passed on as it is; of one in TOML it is said how to write its JSON twin.
    fs::write(&program, "#!/bin/sh\necho \"$*\"\nexit 1\n").unwrap();
    let (out, error, code) = verify(&folder, &["a.json", "--claim", "claims.json"]);
    assert_eq!((out.as_str(), code), ("--claim claims.json -- a.json\n", Some(1)), "{error}");
    for name in ["claims.toml", "claims.TOML"] {
        let (out, error, code) = verify(&folder, &["a.json", "--claim", name]);
        assert_eq!((out.as_str(), code), ("", Some(2)));
        assert!(error.contains(&format!("{name} is TOML")), "{error}");
        assert!(error.contains("tomllib.load(sys.stdin.buffer)"), "{error}");
    }
    fs::remove_dir_all(folder).unwrap();
}
