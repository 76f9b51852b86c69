//! What other libraries answered, judged again: `fixtures/crosscheck` has the answers, and the
//! verdicts on them.

use crate::support::Shown;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = crate::root().join(folder);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(ending));
    paths.sort();
    paths
}

/// The names of the programs whose answers are recorded.
fn recorded() -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().replace(".jsonl", "");
    files("fixtures/crosscheck", ".jsonl").iter().map(name).collect()
}

fn kept(file: &str) -> String {
    let path = crate::root().join("fixtures/crosscheck").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The ids by verdict, of the file of verdicts.
fn verdicts(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let kept: Value = serde_json::from_str(&kept(&format!("{name}.json"))).unwrap();
    serde_json::from_value(kept["verdicts"].clone()).unwrap()
}

/// The report on the recorded answers.
fn judged(name: &str) -> Value {
    let folder = crate::root().join("fixtures/crosscheck");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command
        .args(["crosscheck", "--json", "--max-work", "4e9", "--answers"])
        .arg(folder.join(format!("{name}.jsonl")));
    command.arg("--baseline").arg(folder.join(format!("{name}.known.json")));
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{name}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// The ids of the questions that were asked when the answers were recorded: there are more now.
fn answered(name: &str) -> BTreeSet<String> {
    let id = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
    };
    kept(&format!("{name}.jsonl")).lines().map(id).collect()
}

/// All failures are known ones, and each answer has the verdict that is recorded.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "ten thousand answers take minutes without optimisation: scripts/assure release"
)]
fn recorded_answers_have_the_recorded_verdicts() {
    let names = recorded();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let (report, answered) = (judged(&name), answered(&name));
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for question in report["questions"].as_array().unwrap() {
            let text = |field: &str| question[field].as_str().unwrap().to_owned();
            if !answered.contains(&text("id")) {
                continue;
            }
            assert_ne!(text("standing"), "new", "{name}: {}", text("id"));
            found.entry(text("verdict")).or_default().insert(text("id"));
        }
        let mut expected = verdicts(&name);
        expected.retain(|_, ids| !ids.is_empty());
        assert_eq!(found, expected, "{name}");
        for relation in report["relations"].as_array().unwrap() {
            assert_ne!(relation["standing"], "new", "{name}: {}", relation["id"]);
        }
    }
}

/// The library's public mechanisms: those asked about, and the others.
fn coverage(name: &str) -> [Vec<String>; 2] {
    let kept: Value = serde_json::from_str(&kept(&format!("{name}.asked.json"))).unwrap();
    ["asked", "not-asked"].map(|key| serde_json::from_value(kept[key].clone()).unwrap())
}

/// What is said to be asked stands in the adapter, and what is not asked is named.
#[test]
fn what_was_not_asked_is_named() {
    let readme = kept("README.md");
    let (_, list) = readme.split_once("<!-- not-asked -->\n").unwrap();
    let lines: Vec<&str> = list.split_once("<!-- end -->").unwrap().0.lines().collect();
    assert_eq!(lines.len(), recorded().len());
    for name in recorded() {
        let [asked, not_asked] = coverage(&name);
        let named: Vec<String> = not_asked.iter().map(|other| format!("`{other}`")).collect();
        let others = if named.is_empty() { "none".to_owned() } else { named.join(", ") };
        assert!(lines.contains(&format!("- `{name}`: {others}.").as_str()), "{name}");
        let script = name.trim_end_matches("-optimistic");
        let script = crate::root().join(format!("adapters/{script}.py"));
        let script = fs::read_to_string(script).unwrap();
        for mechanism in &asked {
            assert!(script.contains(mechanism), "{name}: {mechanism}");
        }
    }
}

/// The delta of a thresholded Laplace release, which opendp 0.16.0 gives e times too small: noise
/// of scale 1, a count of 1 that only one data set has, published from 5 on. Outcome by outcome,
/// against the closed form in the README.
#[test]
fn a_thresholded_release_has_the_delta_that_is_recorded() {
    use dpcert::Real;
    use dpcert::exact::literal;
    let real = |text: &str| literal::parse(text).unwrap();
    let is_below = |x: &Real, y: &Real| x.compare(y) == Some(std::cmp::Ordering::Less);
    // The masses (1 - a)/(1 + a) a^|x| of all x >= 4 but those above 60, which have less than
    // 1e-25.
    let mass = |x: u32| real(&format!("(1 - exp(-1))/(1 + exp(-1))*exp(-{x})"));
    let published = (4..=60).fold(Real::zero(), |sum, x| sum.add(&mass(x)));
    let closed = real("exp(-4)/(1 + exp(-1))");
    assert!(is_below(&published, &closed) && is_below(&closed, &published.add(&real("1e-25"))));
    // As a pair: the key is published with this probability, and never without the record.
    let pair = |probability: &str| {
        let text = format!("finite-pair(p=[{probability}, 1 - {probability}], q=[0, 1])");
        let mechanism = dpcert::Mechanism::parse(&text).unwrap();
        let query = dpcert::Query::Delta { eps: Real::one() };
        let found =
            dpcert::ask(&dpcert::Question::of(&mechanism, &query), &dpcert::Options::default())
                .unwrap();
        let dpcert::Content::Number(bounds) = found.content else { panic!("one number") };
        (real(&bounds.printed().lo), real(&bounds.printed().hi))
    };
    // A rational number below the closed form: the pair has no irrational outcomes.
    let (lo, hi) = pair("0.01338");
    assert!(is_below(&real("0.013379999"), &lo) && is_below(&hi, &closed));
    let reported = real("0.0049258");
    assert!(is_below(&reported.mul(&real("2.7")), &lo));
    let exceeded = real("exp(-5)/(1 + exp(-1))");
    assert!(
        is_below(&exceeded.sub(&real("1e-6")), &reported)
            && is_below(&reported, &exceeded.add(&real("1e-6")))
    );
}

/// The tables of both pages have what is recorded.
#[test]
fn the_tables_count_the_recorded_verdicts() {
    let page = fs::read_to_string(crate::root().join("docs/crosscheck.md")).unwrap();
    let tables = [page, kept("README.md")].map(|text| {
        let (_, rest) = text.split_once("<!-- peers -->\n").unwrap();
        rest.split_once("<!-- end -->").unwrap().0.to_owned()
    });
    assert_eq!(tables[0], tables[1]);
    let rows: Vec<Vec<&str>> = tables[0]
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let columns = &rows[0];
    assert_eq!(rows.len() - 2, recorded().len());
    for row in &rows[2..] {
        let name = row[0].trim_matches('`');
        let verdicts = verdicts(name);
        for (column, cell) in columns.iter().zip(row).skip(3) {
            let count = cell.split(' ').next().unwrap();
            assert_eq!(count, verdicts[*column].len().to_string(), "{name}, {column}");
        }
        let kept: Value = serde_json::from_str(&kept(&format!("{name}.json"))).unwrap();
        assert_eq!(row[1], kept["programs"][0].as_str().unwrap());
        let [asked, not_asked] = coverage(name);
        assert_eq!(
            row[2],
            format!("{} of {}", asked.len(), asked.len() + not_asked.len()),
            "{name}"
        );
    }
}

/// The causes are written down: no failure is known without one.
#[test]
fn every_known_failure_has_a_reason() {
    for name in recorded() {
        let known: Value = serde_json::from_str(&kept(&format!("{name}.known.json"))).unwrap();
        for failure in known["failures"].as_array().unwrap() {
            assert!(
                failure["reason"].as_str().is_some_and(|reason| reason.len() > 10),
                "{name}: {failure}"
            );
        }
    }
}
