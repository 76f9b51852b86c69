//! The papers' statements, from the shell.

use super::*;
use crate::check::command::Folder;
use crate::picture::drawing::elements;
use crate::support::effort;
use crate::support::recorded::assert_meets;
use dpcert::{EngineChoice, Limits};
use dpcert_cli::{Settings, write_pages};
use dpcert_papers::{Entry, Examination, examine_all, papers};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// The paper whose statements take as long as all others: they are examined with more effort.
const SLOW: &str = "GDP";

/// The statements, examined once for all tests.
pub fn examinations() -> &'static [Examination] {
    static EXAMINATIONS: LazyLock<Vec<Examination>> = LazyLock::new(|| {
        let taken = papers().iter().filter(|paper| effort() > 1 || paper.prefix != SLOW);
        let entries: Vec<&Entry> = taken.flat_map(|paper| &paper.entries).collect();
        examine_all(&entries, &Limits::default(), || ())
    });
    &EXAMINATIONS
}

#[test]
fn a_statement_is_shown_in_full() {
    let shown = run(&["papers", "gi-60"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    assert!(shown.stdout.starts_with("GI-60: corrected (misprint)\n"));
    for part in [
        "  witness    at Q = randomised response",
        "E = 100",
        "  true is ",
        "  can fail ",
        "dpcert papers GI-60",
    ] {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
    let two = run(&["papers", "GI-04", "TH-05"]);
    assert!(two.stdout.contains("\n\nTH-05: proved-core\n"));
    let twice = run(&["papers", "GI-04", "gi-04"]);
    assert_eq!(twice.stdout.matches("GI-04: proved").count(), 1);
}

#[test]
fn json_lines_have_the_verdicts() {
    let lines = run(&["papers", "--json", "GI-04", "GI-60", "TH-63", "GI-25"]);
    assert_eq!(lines.code, Some(0));
    let entries: Vec<Value> =
        lines.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<_> =
        entries.iter().map(|entry| (&entry["id"], &entry["verdict"], &entry["recorded"])).collect();
    let expected =
        [("GI-04", "proved"), ("GI-60", "corrected"), ("TH-63", "proved-core"), ("GI-25", "cited")];
    for ((id, verdict, recorded), (wanted, expected)) in verdicts.into_iter().zip(expected) {
        assert!(id == wanted && verdict == expected && recorded == expected);
    }
    assert_eq!(entries[1]["witness"]["at"]["E"], "100");
    assert!(entries[1]["witness"]["found"].as_str().unwrap().contains("396/101"));
    assert!(entries[0]["witness"].is_null() && entries[0]["evidence"]["kind"] == "identity");
    assert_eq!(entries[2]["evidence"]["by"][0], "TH-06");
    assert!(entries[3]["reason"].is_string());
}

/// The list shows what is on record, which `the_verdicts_are_those_on_record` computes; nothing is
/// computed for it.
#[test]
fn a_list_shows_the_verdicts_on_record() {
    let all = run(&["papers"]);
    assert_eq!((all.code, all.stderr.as_str()), (Some(0), ""));
    for part in [
        "| GI-08 | verified, for eps > 0 and delta < 1",
        "| GDP-40 | corrected (substantive)",
        "verdicts on record",
    ] {
        assert!(all.stdout.contains(part), "{part}: {}", all.stdout);
    }
    // By the prefix and by an author, in any case.
    let of_paper = run(&["papers", "TH"]);
    assert!(of_paper.stdout.contains("TH-05") && !of_paper.stdout.contains("GI-04"));
    assert_eq!(run(&["papers", "najib"]).stdout, of_paper.stdout);
    assert_eq!(of_paper.stdout.matches(" statements: ").count(), 1);
    assert_eq!(run(&["papers", "Issa"]).stdout, run(&["papers", "gi"]).stdout);

    let lines = run(&["papers", "--json", "BA"]);
    for line in lines.stdout.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        assert!(entry["recorded"].is_string());
        for absent in ["verdict", "witness"] {
            assert!(entry.get(absent).is_none(), "{absent}: {line}");
        }
    }
    let csv = run(&["papers", "--csv", "BA"]);
    assert!(csv.stdout.starts_with("id,recorded,statement,place,"), "{}", csv.stdout);

    let computed = run(&["papers", "--run", "BA"]);
    assert!(
        computed.code == Some(0) && computed.stdout.ends_with("; as recorded\n"),
        "{}",
        computed.stdout
    );
    let rows = |text: &str| {
        text.lines().filter(|line| line.starts_with("| BA-")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows(&computed.stdout), rows(&run(&["papers", "BA"]).stdout));
}

#[test]
fn statements_are_found_by_their_words() {
    let ids = |words: &[&str]| {
        let listed = run(&[&["papers", "--json"], words].concat());
        assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""), "{words:?}");
        let id = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
        };
        listed.stdout.lines().map(id).collect::<Vec<_>>()
    };
    // Theorem 1 is not Theorem 10, and a theorem of one paper not that of another.
    let theorem = ids(&["BA", "theorem 8"]);
    assert!(theorem.contains(&"BA-21".to_owned()) && !theorem.contains(&"BA-23".to_owned()));
    assert!(theorem.iter().all(|id| id.starts_with("BA-")));
    assert!(ids(&["theorem 8"]).len() > theorem.len());
    let first = ids(&["BA", "Theorem 1"]);
    assert!(!first.contains(&"BA-23".to_owned()), "{first:?}");
    for (word, known) in [("misprint", "GI-80"), ("staircase", "GI-32")] {
        assert!(ids(&[word]).contains(&known.to_owned()), "{word}: {:?}", ids(&[word]));
    }
    let both = ids(&["misprint", "GI"]);
    assert!(both.contains(&"GI-80".to_owned()) && both.iter().all(|id| id.starts_with("GI-")));
    let of_all = ids(&["misprint"]);
    assert!(both.iter().all(|id| of_all.contains(id)) && both.len() < of_all.len());
    let line = run(&["papers", "--json", "GI", "staircase"]);
    let first: Value = serde_json::from_str(line.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(first["paper"], "Ghazi and Issa: Total Variation Meets Differential Privacy");
    for nothing in [["GI", "zebra"], ["misprint", "cited"], ["GI", ""]] {
        let refused = run(&[&["papers"][..], &nothing].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{nothing:?}");
        assert!(refused.stderr.contains("there is no statement with"), "{}", refused.stderr);
    }
}

#[test]
fn unknown_statements_are_bad_input() {
    assert_eq!(run(&["papers", "gi-4"]).stdout, run(&["papers", "GI-04"]).stdout);
    let unknown = run(&["papers", "GI-404"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(
        unknown
            .stderr
            .contains("there is no statement `GI-404`; dpcert papers GI lists those of this paper"),
        "{}",
        unknown.stderr
    );
    let nonsense = run(&["papers", "zebra"]);
    assert!(
        nonsense.code == Some(2)
            && nonsense.stderr.contains("start with GI (Ghazi and Issa), TH (Najib)"),
        "{}",
        nonsense.stderr
    );
    assert_eq!(run(&["papers", "GI-04", "--markdown", "somewhere"]).code, Some(2));
    let folder = run(&["papers", "--markdown", "/dev/null/pages"]);
    assert!(
        folder.code == Some(74) && folder.stderr.contains("/dev/null/pages"),
        "{}",
        folder.stderr
    );
}

#[test]
fn severities_are_in_all_reports() {
    let shown = run(&["papers", "GI-08", "GDP-40"]);
    for part in [
        "GI-08: verified, for eps > 0 and delta < 1\n",
        "  no value   at eps = 0, delta = 0",
        "  there      at eps = 0 or delta = 1 only eta = delta",
        "GDP-40: corrected (substantive)\n",
        "  version    arXiv 2311.01553v1",
    ] {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
    let lines = run(&["papers", "--json", "GI-08", "GDP-40", "GI-04"]);
    let entries: Vec<Value> =
        lines.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries[0]["severity"], "degenerate-domain");
    assert_eq!(entries[0]["holds_for"], "eps > 0 and delta < 1");
    assert_eq!(entries[0]["edge"]["at"]["delta"], "0");
    assert_eq!(
        (&entries[1]["severity"], &entries[1]["verdict"]),
        (&"substantive".into(), &"corrected".into())
    );
    assert!(entries[1].get("holds_for").is_none() && entries[2].get("severity").is_none());
}

#[test]
fn limits_are_kept_and_engines_refused() {
    for engine in ["mpfr", "both"] {
        let refused = run(&["--engine", engine, "papers", "GI-04"]);
        // Without MPFR it is the build that is complained about.
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
        assert!(
            refused.stderr.contains("malachite alone") || refused.stderr.contains("no MPFR"),
            "{}",
            refused.stderr
        );
    }
    let limited = run(&["papers", "GI-08", "--max-work", "1"]);
    assert_eq!(limited.code, Some(3), "{}", limited.stdout);
    assert!(
        limited.stdout.contains("GI-08: undecided") && limited.stdout.contains("not decided: TV"),
        "{}",
        limited.stdout
    );
    let coarse = run(&["papers", "TH-32", "--max-precision", "128"]);
    assert!(
        coarse.code == Some(3) && coarse.stdout.contains("TH-32: undecided"),
        "{}",
        coarse.stdout
    );
}

/// The pages, the drawings and the scenes; drawings are compared as documents.
#[test]
fn the_pages_are_up_to_date() {
    let written = Folder::new("papers-pages", &[("a.txt", "")]);
    let settings = Settings {
        engine: EngineChoice::Malachite,
        max_precision: None,
        max_work: None,
        max_memory: None,
    };
    assert_eq!(write_pages(&written.0, examinations(), &settings), Ok(()));
    std::fs::remove_file(written.0.join("a.txt")).unwrap();
    let names = |folder: &Path| -> BTreeSet<String> {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect()
    };
    let folder = crate::root().join("fixtures/papers");
    assert_eq!(names(&written.0), names(&folder));
    let is_page_of_slow = |name: &str| {
        papers().iter().any(|paper| paper.prefix == SLOW && name == format!("{}.md", paper.file))
    };
    for name in names(&folder).into_iter().filter(|name| effort() > 1 || !is_page_of_slow(name)) {
        let [made, kept] = [&written.0, &folder]
            .map(|folder| std::fs::read_to_string(folder.join(&name)).unwrap());
        if name.ends_with(".md") {
            assert_meets(&made, &kept, &name);
            continue;
        }
        let is_same =
            if name.ends_with(".svg") { elements(&made) == elements(&kept) } else { made == kept };
        assert!(is_same, "{name} is out of date: read what `scripts/record papers` writes");
    }
}
