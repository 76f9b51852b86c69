//! Files in every format, runs that are stopped, and outputs that are put together.

use crate::effort::effort;
use dpcert::Options;
use dpcert_bulk::files::{Format, Job, judge_file, merge};
use std::fs;
use std::path::{Path, PathBuf};

const ROWS: usize = 270_000;

/// Claims that the filter decides, with a few rows that are none.
fn write_claims(path: &Path, rows: std::ops::Range<usize>) {
    let mut text = String::from("id,kind,sigma,quantity,at,relation,claimed\n");
    for row in rows {
        let sigma = if row % 50_000 == 7 {
            "-1".to_owned()
        } else {
            format!("{}.{:03}", 1 + row % 3, row % 1000)
        };
        text.push_str(&format!(
            "{row},gaussian,{sigma},delta,0.{:02},at-most,0.{:03}\n",
            row % 90,
            row % 997
        ));
    }
    fs::write(path, text).unwrap();
}

pub fn job<'a>(settings: &'a Options, output: &'a Path, resume: bool) -> Job<'a> {
    let format = Format::of(output).unwrap();
    // Tests have folders of their own.
    let state = output.parent();
    Job { settings, rendered: ToString::to_string, output, format, resume, state }
}

pub fn parts(output: &Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", output.display()))
}

/// Stops a run when some rows are judged.
pub fn stop(claims: &Path, output: &Path, after: u64) {
    let settings = Options::for_claims();
    let run = std::panic::catch_unwind(|| {
        let mut progress = |done, _| assert!(done < after, "stopped");
        judge_file(claims, Format::Csv, &job(&settings, output, true), &mut progress)
    });
    assert!(run.is_err() && parts(output).exists() && !output.exists());
}

#[test]
fn a_run_that_was_stopped_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Options::for_claims();
    let claims = folder.path().join("claims.csv");
    write_claims(&claims, 0..ROWS);
    // The command's tests kill and resume a run that writes Parquet.
    for extension in ["csv", "parquet"].into_iter().take(effort()) {
        let whole = folder.path().join(format!("whole.{extension}"));
        let done = judge_file(&claims, Format::Csv, &job(&settings, &whole, false), &mut |_, _| {})
            .unwrap();
        let metadata = &done.metadata;
        assert_eq!((metadata.rows, metadata.verdicts["invalid"]), (ROWS as u64, 6));
        let stopped = folder.path().join(format!("stopped.{extension}"));
        stop(&claims, &stopped, 200_000);
        // Torn: a part that does not have the bytes of its entry, and an entry that was not
        // finished.
        let torn = parts(&stopped).join(format!("0000000001.{extension}"));
        let bytes = fs::read(&torn).unwrap();
        fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
        let first = fs::metadata(parts(&stopped).join(format!("0000000000.{extension}")))
            .unwrap()
            .modified()
            .unwrap();
        let error =
            judge_file(&claims, Format::Csv, &job(&settings, &stopped, false), &mut |_, _| {})
                .unwrap_err();
        assert!(error.to_string().contains("--resume"), "{error}");
        let mut kept = None;
        let again =
            judge_file(&claims, Format::Csv, &job(&settings, &stopped, true), &mut |_, _| {
                let part = parts(&stopped).join(format!("0000000000.{extension}"));
                kept = Some(fs::metadata(part).unwrap().modified().unwrap());
            });
        assert_eq!((again.unwrap(), kept), (done, Some(first)), "the first part is judged once");
        assert!(fs::read(&whole).unwrap() == fs::read(&stopped).unwrap(), "{extension}");
        assert!(!parts(&stopped).exists());
    }
}

/// A file that is refused before anything is judged leaves nothing behind: mended, it is judged.
#[test]
fn what_is_refused_at_once_can_be_mended() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Options::for_claims();
    let (claims, output) = (folder.path().join("claims.csv"), folder.path().join("verdicts.csv"));
    let judged =
        || judge_file(&claims, Format::Csv, &job(&settings, &output, false), &mut |_, _| {});
    let good = "id,kind,sigma,quantity,at,relation,claimed\na,gaussian,2,eps,1e-5,at-most,5\n";
    let bad = [
        good.replace("kind", "mechanism"),
        good.replace(",claimed", ","),
        good.replace("at-most,5", "at-most,5,6,7"),
        good.replace(",5\n", "\n"),
    ];
    for text in bad {
        fs::write(&claims, &text).unwrap();
        judged().unwrap_err();
        assert!(!parts(&output).exists(), "{text}");
        fs::write(&claims, good).unwrap();
        judged().unwrap();
    }
    // A folder with anything else in it is somebody's.
    fs::create_dir(parts(&output)).unwrap();
    let own = parts(&output).join("mine");
    fs::write(&own, "").unwrap();
    fs::write(&claims, good.replace("kind", "mechanism")).unwrap();
    judged().unwrap_err();
    assert!(own.exists());
}

#[test]
fn another_input_or_other_options_are_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (claims, output) = (folder.path().join("claims.csv"), folder.path().join("verdicts.csv"));
    write_claims(&claims, 0..140_000);
    stop(&claims, &output, 100_000);
    let mut other = Options::for_claims();
    other.limits.work *= 2;
    let error =
        judge_file(&claims, Format::Csv, &job(&other, &output, true), &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("other options"), "{error}");
    write_claims(&claims, 1..140_001);
    let settings = Options::for_claims();
    let error = judge_file(&claims, Format::Csv, &job(&settings, &output, true), &mut |_, _| {})
        .unwrap_err();
    assert!(error.to_string().contains("the rows from 1 on are not those"), "{error}");
}

#[test]
fn outputs_are_merged_only_if_they_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = Options::for_claims();
    write_claims(&path("claims.csv"), 0..5000);
    write_claims(&path("a.csv"), 0..2000);
    write_claims(&path("b.csv"), 2000..5000);
    for extension in ["parquet", "csv", "jsonl"] {
        let output = |name: &str| path(&format!("{name}-verdicts.{extension}"));
        let format = Format::of(&output("a")).unwrap();
        for name in ["claims", "a", "b"] {
            let claims = path(&format!("{name}.csv"));
            judge_file(&claims, Format::Csv, &job(&settings, &output(name), false), &mut |_, _| {})
                .unwrap();
        }
        let merged = |names: &[&str]| {
            let outputs: Vec<PathBuf> = names.iter().map(|name| output(name)).collect();
            merge(&path("claims.csv"), Format::Csv, &outputs, &output("merged"), format)
        };
        let metadata = merged(&["a", "b"]).unwrap();
        assert_eq!(metadata.rows, 5000);
        assert!(
            fs::read(output("merged")).unwrap() == fs::read(output("claims")).unwrap(),
            "{extension}"
        );
        for (names, message) in [
            (&["a"][..], "no output has its last 3000 rows"),
            (&["b", "a"], "give the outputs in the order of its rows"),
            (&["a", "a"], "give the outputs in the order of its rows"),
            (&["a", "b", "a"], "more rows than are left"),
            (&[], "there is no output to merge"),
        ] {
            let error = merged(names).unwrap_err().to_string();
            assert!(error.contains(message), "{names:?}: {error}");
        }
    }
}

#[test]
fn malformed_files_are_explained_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.csv");
    let settings = Options::for_claims();
    for (name, text, message) in [
        ("a.csv", "kind,quantity\ngaussian\n", "line: 2"),
        ("b.jsonl", "{\"kind\": \"gaussian\"}\n{\"sigma\": 0.1}\n", "line 2: "),
        ("c.jsonl", "[1]\n", "line 1: an object is expected"),
        ("d.parquet", "no parquet", "not readable as Parquet"),
        ("e.csv", "kind,quantity,claimed\ngaussian,tv,1\n", "column \"relation\" is missing"),
        // A row in the place of the header is no file without rows; nor is one with half a header.
        ("f.csv", "gaussian(sigma=2),tv,,at-most,0.2\n", "the first line names no column"),
        ("g.csv", "kind,quantity,claimed\n", "column \"relation\" is missing"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let error = judge_file(
            &path,
            Format::of(&path).unwrap(),
            &job(&settings, &output, true),
            &mut |_, _| {},
        );
        let error = error.unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(name), "{error}");
        assert!(!output.exists());
    }
    let empty = folder.path().join("empty.csv");
    fs::write(&empty, "kind,quantity,relation,claimed\n").unwrap();
    assert_eq!(
        judge_file(&empty, Format::Csv, &job(&settings, &output, true), &mut |_, _| {})
            .unwrap()
            .metadata
            .rows,
        0
    );
    assert_eq!(
        fs::read_to_string(&output).unwrap(),
        "verdict,lower,upper,margin,method,engine,message\n"
    );
}

/// A row beyond its limit is undecided, says what it needs, and does not hold up the others.
#[test]
fn each_row_has_a_limit_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (claims, output) = (folder.path().join("claims.csv"), folder.path().join("out.csv"));
    let rows = [
        "gaussian(sigma=2),tv,,at-most,0.2",
        "discrete-gaussian(sigma_sq=10)^1000000007 * laplace(eps=1/1000)^1000000,delta,1,at-most,0.2",
        "gaussian(sigma=2),delta,1,at-most,0.2",
    ];
    fs::write(&claims, format!("mechanism,quantity,at,relation,claimed\n{}\n", rows.join("\n")))
        .unwrap();
    let mut settings = Options::for_claims();
    settings.limits.work = 1_000_000_000;
    let metadata =
        judge_file(&claims, Format::Csv, &job(&settings, &output, false), &mut |_, _| {})
            .unwrap()
            .metadata;
    assert_eq!((metadata.verdicts["holds"], metadata.verdicts["undecided"]), (2, 1));
    assert!(fs::read_to_string(&output).unwrap().contains("raise it with limits.work"));
}
