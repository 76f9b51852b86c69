//! The papers' statements: every verdict is the recorded one, every check can fail, and whatever is
//! found false is false by a second route.

#![allow(clippy::unwrap_used, clippy::panic)]

mod balle;
mod dong_roth_su;
mod ghazi_issa;
mod najib;

use dpcert::Limits;
use dpcert_papers::{
    Check, Correction, Entry, Examination, Severity, Verdict, examine_all, examine_altered, papers,
};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// All statements, examined once for all tests.
static EXAMINATIONS: LazyLock<Vec<Examination>> =
    LazyLock::new(|| examine_all(&entries(), &Limits::default(), || ()));

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of the papers' sections that end like this.
fn files(extension: &str) -> Vec<PathBuf> {
    let read = |folder: &Path| {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let folders = read(&root().join("crates/papers/src")).into_iter().filter(|path| path.is_dir());
    folders
        .flat_map(|folder| read(&folder))
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect()
}

fn entries() -> Vec<&'static Entry> {
    papers().iter().flat_map(|paper| &paper.entries).collect()
}

/// A second route to a statement that is not as printed: an assertion on exact numbers.
type Confirmation = (&'static str, fn());

/// Statements that hold in the charitable reading, and once counted as errors: a second route to
/// that reading.
const READ_AGAIN: &[&str] =
    &["BA-44", "BA-53", "BA-55", "BA-67", "TH-09", "TH-17", "TH-33", "TH-38", "TH-50", "TH-58"];

/// Statements that have a value at an edge of their domain, where they fail for a tie.
const TIES: &[&str] = &["GI-73"];

const CONFIRMATIONS: &[&[Confirmation]] = &[
    ghazi_issa::CONFIRMATIONS,
    najib::CONFIRMATIONS,
    dong_roth_su::CONFIRMATIONS,
    balle::CONFIRMATIONS,
];

#[test]
fn every_verdict_is_the_recorded_one() {
    for found in EXAMINATIONS.iter() {
        let (id, witness) = (&found.entry.id, &found.witness);
        assert!(
            found.is_as_recorded(),
            "{id}: {:?}, {witness:?}, {:?}",
            found.verdict,
            found.problem
        );
        assert_eq!(found.severity(), found.entry.recorded_severity(), "{id}");
        assert_ne!(found.verdict, Verdict::Undecided, "{id}");
    }
}

#[test]
fn every_check_can_fail() {
    let failures: Vec<String> = entries()
        .par_iter()
        .with_max_len(1)
        .filter_map(|entry| {
            let Check::Computed(computation) = &entry.check else {
                return None;
            };
            let problem = examine_altered(computation, &Limits::default()).err()?;
            Some(format!("{}: with {}: {problem}", entry.id, computation.altered))
        })
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn whatever_is_not_as_printed_is_confirmed() {
    let not_as_printed = EXAMINATIONS.iter().filter(|found| found.severity().is_some());
    let found: BTreeSet<&str> = not_as_printed
        .map(|found| found.entry.id.as_str())
        .chain(READ_AGAIN.iter().copied())
        .collect();
    let confirmed: BTreeSet<&str> =
        CONFIRMATIONS.iter().copied().flatten().map(|(id, _)| *id).collect();
    assert_eq!(found, confirmed);
    for (_, confirm) in CONFIRMATIONS.iter().copied().flatten() {
        confirm();
    }
}

/// A comparison of two numbers that are typed in shows nothing.
#[test]
fn no_comparison_is_of_two_constants() {
    let mut calls = 0;
    for file in files("rs") {
        let source = std::fs::read_to_string(&file).unwrap();
        for name in ["equal", "at_most", "less", "agree", "encloses"] {
            for (_, call) in
                source.match_indices(&format!("trial.{name}(")).map(|(i, _)| source.split_at(i))
            {
                calls += 1;
                let sides = sides(call);
                assert!(
                    !sides.iter().all(|side| is_typed_in(side)),
                    "{}: {sides:?}",
                    file.display()
                );
            }
        }
    }
    assert!(calls > 200, "{calls}");
    let old = [
        r#"trial.less(("0", 0), (nothing, Real::zero()))?;"#,
        r#"trial.less(("0", 0), ("the denominator", 0))?;"#,
    ];
    assert!(old.iter().all(|call| sides(call).iter().all(|side| is_typed_in(side))));
}

/// The numbers of the two named sides of a call; none of a side that is a variable.
fn sides(call: &str) -> Vec<String> {
    let (mut depth, mut text, mut sides) = (0, String::new(), Vec::new());
    for letter in call.split_once('(').unwrap().1.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            sides.push(std::mem::take(&mut text));
        } else {
            text.push(letter);
        }
    }
    sides.push(text);
    let number = |side: String| {
        let inner = side.trim().strip_prefix('(')?.strip_suffix(')')?.to_owned();
        inner
            .rsplit_once("\",")
            .map(|(_, value)| value)
            .or(inner.split_once(',').map(|(_, value)| value))
            .map(str::to_owned)
    };
    sides.into_iter().map(|side| number(side).unwrap_or_default().trim().to_owned()).collect()
}

/// Is it a number that depends on nothing, such as `0`, `Real::one()` or `ratio(1, 2)`?
fn is_typed_in(value: &str) -> bool {
    let mut words = value
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty());
    let known = [
        "Real", "Number", "Rational", "from", "into", "zero", "one", "infinite", "ratio", "i64",
        "u64",
    ];
    !value.is_empty()
        && words.all(|word| {
            known.contains(&word) || word.chars().all(|c| c.is_ascii_digit() || c == '_')
        })
}

#[test]
fn every_severity_is_of_its_kind() {
    for entry in entries() {
        let Check::Computed(computation) = &entry.check else {
            continue;
        };
        let Some(correction) = &computation.correction else {
            continue;
        };
        if !matches!(correction, Correction::Domain { .. }) {
            let (id, is_degenerate) =
                (entry.id.as_str(), correction.severity() == Severity::DegenerateDomain);
            assert_eq!(is_degenerate, TIES.contains(&id), "{id}: without a value it is a domain");
        }
    }
}

/// That the fields are there, and checks for what is computed, is required where the files are
/// read.
#[test]
fn ids_are_unique_and_name_their_paper() {
    let ids: BTreeSet<&str> = entries().iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids.len(), entries().len());
    for paper in papers() {
        for entry in &paper.entries {
            assert!(entry.id.starts_with(&format!("{}-", paper.prefix)), "{}", entry.id);
            assert!(entry.statement.ends_with('.'), "{}", entry.id);
        }
    }
}

/// A file that no section names would be left out without a word.
#[test]
fn every_file_is_read() {
    let mut written = Vec::new();
    for path in files("toml") {
        let text = std::fs::read_to_string(&path).unwrap();
        let ids: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("id = ")).map(str::to_owned).collect();
        assert!(
            ids.is_sorted_by_key(|id| (id.len(), id.clone())),
            "{}: the order of {ids:?}",
            path.display()
        );
        written.extend(ids.iter().map(|id| id.trim_matches('"').to_owned()));
    }
    let read: BTreeSet<&str> = entries().iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(written.iter().map(String::as_str).collect::<BTreeSet<&str>>(), read);
}

#[test]
fn the_pages_for_readers_have_the_right_numbers() {
    let page = std::fs::read_to_string(root().join("proofs/papers.md")).unwrap();
    let is_decided =
        |found: &&Examination| !matches!(found.verdict, Verdict::Cited | Verdict::Dropped);
    let (all, decided) = (EXAMINATIONS.len(), EXAMINATIONS.iter().filter(is_decided).count());
    let sums = format!(
        "`dpcert papers` has {all} statements, decides {decided} and cites or drops the others"
    );
    assert!(page.replace('\n', " ").contains(&sums), "{sums}");
    for verdict in Verdict::ALL {
        let n = EXAMINATIONS.iter().filter(|found| found.verdict == verdict).count();
        assert!(
            n == 0 || page.contains(&format!("| {} | {n} |", verdict.name())),
            "{n} {}",
            verdict.name()
        );
    }
    let overview = std::fs::read_to_string(root().join("docs/papers.md")).unwrap();
    for severity in Severity::ALL {
        let n = EXAMINATIONS.iter().filter(|found| found.severity() == Some(severity)).count();
        let row = format!("| {} | {n} |", severity.name());
        assert!(page.contains(&row) && overview.contains(&row), "{row}");
    }
    // Every statement that it names is one.
    let names = page.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    for name in names
        .filter(|name| papers().iter().any(|paper| name.starts_with(&format!("{}-", paper.prefix))))
    {
        assert!(dpcert_papers::find(name).is_some(), "{name}");
    }
}
