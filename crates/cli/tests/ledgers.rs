//! `dpcert import` and `dpcert budget`: the ledgers of other programs, and what is left of a budget.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const HISTORY: &str = r#"{"history": [[1.5, 0.01, 100]], "mechanism": "rdp"}"#;

/// What the command prints in a folder, what it says, and its exit code.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), crate::said(output.stderr), output.status.code().unwrap())
}

#[test]
fn an_imported_ledger_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let import =
        ["import", "-", "--adjacency=add-remove", "--at=1e-5", "--at-most=2", "-o", "run.toml"];
    let (printed, _, code) = run(folder.path(), &import, HISTORY.as_bytes());
    assert_eq!(
        (printed.as_str(), code),
        ("run.toml is written; dpcert check run.toml judges it\n", 0)
    );
    let (printed, _, code) = run(folder.path(), &["check", "run.toml"], b"");
    assert!(printed.contains("1 claim in 1 file: 1 holds"), "{printed}");
    assert_eq!(code, 0);
    // A file is not overwritten unasked.
    let (_, said, code) = run(folder.path(), &import, HISTORY.as_bytes());
    assert!(said.contains("run.toml exists already"), "{said}");
    assert_eq!(code, 2);
}

#[test]
fn bad_ledgers_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input, wanted) in [
        (
            &["import", "-"] as &[&str],
            HISTORY.as_bytes(),
            "give --adjacency=add-remove, zero-out or replace-one",
        ),
        (&["import", "-", "--adjacency=add-remove"], b"\x80\x02}q", "--as=opacus-history"),
        (&["import", "-", "--adjacency=add-remove"], b"", "the file is empty"),
        (&["import", "missing.json", "--adjacency=add-remove"], b"", "there is no such file"),
        (&["import", "-", "--adjacency=both"], b"{}", "add-remove, zero-out, replace-one"),
        (&["import", "-", "--adjacency=add-remove", "--at=1e-5"], b"{}", "--at-most"),
        (
            &["import", "-", "--adjacency=add-remove", "--as=spends", "--at=0", "--at-most=x"],
            b"[[1, 0]]",
            "its claim file would have errors",
        ),
        (
            &["import", "-", "--adjacency=add-remove", "--columns=noise"],
            b"a,b\n1,2\n",
            "noise=sigma",
        ),
        (&["budget", "-", "--eps=1", "--delta=2"], b"", "delta = 2 is not in [0, 1]"),
        (&["budget", "-", "--eps=1", "--delta=0"], b"{}", "this is JSON, not TOML"),
    ] {
        let (printed, said, code) = run(folder.path(), arguments, input);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace(" │ ", " ");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        assert_eq!((printed.as_str(), code), ("", 2), "{arguments:?}");
    }
}

/// Gaussian noise is the one for which a filter loses nothing.
#[test]
fn what_fits_is_counted_by_each_way() {
    let folder = tempfile::tempdir().unwrap();
    let table = b"noise_multiplier,steps\n8,20\n12,10\n";
    let (file, _, _) = run(folder.path(), &["import", "-", "--adjacency=add-remove"], table);
    let budget = |next: &str| {
        let asked = ["budget", "-", "--eps=3", "--delta=1e-6", "--json", "--next", next];
        let (printed, said, code) = run(folder.path(), &asked, file.as_bytes());
        assert_eq!(code, 0, "{said}");
        serde_json::from_str::<serde_json::Value>(&printed).unwrap()
    };
    let answer = budget("gaussian(sigma=10)");
    let ways = answer["ways"].as_array().unwrap();
    let rounds: Vec<_> = ways.iter().map(|way| way["rounds"].as_u64()).collect();
    assert_eq!(rounds, [Some(3), Some(0), Some(3), None]);
    assert_eq!(ways[0]["eps"]["hi"], ways[2]["eps"]["hi"]);
    assert!(ways[3]["reason"].as_str().unwrap().ends_with("a step has no finite eps at delta = 0"));
    let answer = budget("gaussian(sigma=?)^50");
    assert_eq!(answer["ways"][0]["parameter"]["name"], "sigma");
    assert_eq!(answer["ways"][0]["kept"], true);
    // A composition beyond the budget is too much; a total of a filter need not be.
    let exceeded = ["budget", "-", "--eps=1", "--delta=1e-6", "--next", "gaussian(sigma=10)"];
    let (printed, said, code) = run(folder.path(), &exceeded, file.as_bytes());
    assert_eq!((said.as_str(), code), ("", 1), "{printed}");
    assert!(printed.contains("\nexceeded: eps at delta = 1e-6 is more than 1\n"), "{printed}");
    let (printed, _, _) =
        run(folder.path(), &[&exceeded[..], &["--json"]].concat(), file.as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let ways = answer["ways"].as_array().unwrap();
    assert_eq!((&ways[0]["kept"], ways[0]["rounds"].as_u64()), (&false.into(), Some(0)));
    assert!(ways[1..].iter().all(|way| way["kept"].is_null()), "{printed}");
    // What comes next has the neighbours of the file.
    let asked = [
        "budget",
        "-",
        "--eps=3",
        "--delta=1e-6",
        "--next",
        "poisson(rate=1/10, adjacency=zero-out, mechanism=gaussian(sigma=1))",
    ];
    let (_, said, code) = run(folder.path(), &asked, file.as_bytes());
    assert_eq!(code, 2, "{said}");
}
