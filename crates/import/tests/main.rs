//! Tests of the import. `files` are what other programs wrote, by name and version; `events.json` has
//! events of dp-accounting and what they are for each relation, which the tests of the Python package
//! hold against its own translation of the objects.

#![allow(clippy::unwrap_used, clippy::panic)]

mod events;
mod refusals;

use dpcert::Options;
use dpcert::claim;
use dpcert::input::InputError;
use dpcert::mechanism::Adjacency;
use dpcert_import::{Format, Given};
use proptest::prelude::{any, prop, proptest};
use std::path::{Path, PathBuf};

const RELATIONS: [Adjacency; 3] = [Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne];

fn given(adjacency: Adjacency) -> Given {
    Given { adjacency: Some(adjacency), ..Given::default() }
}

/// The text of the claim file.
fn import(text: &str, name: &str, given: &Given) -> Result<String, Vec<InputError>> {
    dpcert_import::import(text, name, given).map(|imported| imported.claims)
}

/// The files of other programs, with what has to be said about each.
fn files() -> Vec<(String, String, Given)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = std::fs::read_dir(folder).expect("the folder is here");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let adjacency =
            if name.contains("randomized") { Adjacency::ReplaceOne } else { Adjacency::AddRemove };
        let format = match name.as_str() {
            name if name.contains("history") => Some(Format::OpacusHistory),
            name if name.contains("spent_budget") => Some(Format::Spends),
            _ => None,
        };
        // The statement says its own.
        let adjacency = (!name.contains("statement")).then_some(adjacency);
        let sensitivity = name.contains("opendp").then(|| "1".to_owned());
        (name, text, Given { adjacency, format, sensitivity, ..Given::default() })
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn files_of_other_programs_are_claim_files() {
    let mut all = String::new();
    for (name, text, given) in files() {
        let written =
            import(&text, &name, &given).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        claim::parse_all(&written, false).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        all += &format!("{written}\n{}\n", "-".repeat(40));
    }
    insta::assert_snapshot!(all);
}

/// The rows of a claim file, as they stand there.
fn rows(written: &str) -> Vec<&str> {
    let wanted = ["mechanism = ", "sampling = ", "count = "];
    written.lines().filter(|line| wanted.iter().any(|start| line.starts_with(start))).collect()
}

#[test]
fn a_run_is_the_same_from_each_program() {
    let opacus = "[[1.5, 0.25, 3]]";
    let event = r#"["dp_accounting.dp_event", "SelfComposedDpEvent", ["dp_accounting.dp_event",
        "PoissonSampledDpEvent", 0.25, ["dp_accounting.dp_event", "GaussianDpEvent", 1.5]], 3]"#;
    let tensorflow =
        "[[9.0, 0.25, [[2.0, 3.0]]], [9.0, 0.25, [[2.0, 3.0]]], [9.0, 0.25, [[2.0, 3.0]]]]";
    // Two sums with noise sqrt(2) times as large.
    let two = "[[9.0, 0.25, [[1.0, 2.12132034355964257320], [1.0, 2.12132034355964257320]]],
               [9.0, 0.25, [[1.0, 2.12132034355964257320], [1.0, 2.12132034355964257320]]],
               [9.0, 0.25, [[1.0, 2.12132034355964257320], [1.0, 2.12132034355964257320]]]]";
    let table = "noise_multiplier,sample_rate,steps\n1.5,0.25,1\n1.5,0.25,2\n";
    let mut values = Vec::new();
    for (text, format) in [
        (opacus, Some(Format::OpacusHistory)),
        (event, None),
        (tensorflow, None),
        (two, None),
        (table, None),
    ] {
        let asked = Given {
            format,
            claim: Some(("1e-5".into(), "3".into())),
            ..given(Adjacency::AddRemove)
        };
        let written = import(text, "a file", &asked).expect("it is read");
        let file = claim::parse(&written).expect("a claim file");
        let judged = claim::judge(&file, &file.claims[0], &Options::for_claims());
        values.push(format!("{:?}", judged.evidence.expect("a value").shown));
    }
    let first = values.first().expect("there are some").clone();
    assert!(values.iter().all(|value| *value == first), "{values:?}");
}

#[test]
fn rows_that_follow_one_another_and_are_alike_are_one() {
    let spends = "[[0.5, 0], [0.5, 0], [0.25, 0], [0.5, 0.0]]";
    let asked = Given { format: Some(Format::Spends), ..given(Adjacency::ZeroOut) };
    let written = import(spends, "a file", &asked).expect("it is read");
    let expected = [
        "mechanism = \"approx-dp(eps=0.5, delta=0)\"",
        "count = \"2\"",
        "mechanism = \"approx-dp(eps=0.25, delta=0)\"",
        "mechanism = \"approx-dp(eps=0.5, delta=0)\"",
    ];
    assert_eq!(rows(&written), expected);
}

#[test]
fn columns_have_the_names_that_are_said() {
    let table = "Run,Sigma,\"Rate, of a batch\",N\nfirst,2.0,1,10\n\"a, b\",0,0.5,1\n";
    let column = |what: &str, name: &str| (what.to_owned(), name.to_owned());
    let columns = vec![
        column("id", "Run"),
        column("noise", "Sigma"),
        column("rate", "Rate, of a batch"),
        column("count", "N"),
    ];
    for (adjacency, first) in [
        (Adjacency::AddRemove, "mechanism = \"gaussian(sigma=2.0)\""),
        (Adjacency::ReplaceOne, "mechanism = \"gaussian(scale=2.0, sensitivity=2)\""),
    ] {
        let asked = Given { columns: columns.clone(), ..given(adjacency) };
        let written = import(table, "a file", &asked).expect("it is read");
        assert_eq!(
            rows(&written),
            [first, "count = \"10\"", "mechanism = \"approx-dp(eps=0, delta=0.5)\""]
        );
        assert!(written.contains("id = \"a, b\""));
    }
}

/// A batch and the number of records are a rate.
#[test]
fn a_batch_over_the_number_of_records_is_a_rate() {
    let asked = given(Adjacency::AddRemove);
    let batches = "noise_multiplier,batch_size,n,steps\n1.1,256,60000,100\n1.1,60000,60000,2\n\
                   1.1,256,120000/2,3\n1.1,128+128,60000,4\n";
    let rates = "noise_multiplier,rate,steps\n1.1,256/60000,100\n1.1,1,2\n\
                 1.1,256/(120000/2),3\n1.1,(128+128)/60000,4\n";
    let columns = ["noise=noise_multiplier", "rate=rate", "count=steps"]
        .map(|column| column.split_once('=').unwrap())
        .map(|(what, name)| (what.to_owned(), name.to_owned()));
    let rates = import(rates, "a file", &Given { columns: columns.to_vec(), ..asked.clone() });
    assert_eq!(import(batches, "a file", &asked), rates);
}

/// Rows of another day, or of another part, are others; an empty cell says neither.
#[test]
fn rows_have_their_days_and_parts() {
    let table = "noise_multiplier,steps,date,part\n8,1,2026-01-05,north\n8,1,2026-01-05,north\n\
                 8,1,2026-01-05,south\n8,1,2026-01-12,south\n8,2,2026-01-12,\n";
    let written = import(table, "a file", &given(Adjacency::AddRemove)).unwrap();
    let file = claim::parse_all(&written, false).unwrap();
    let of = |row: &claim::Row| {
        let count = row.mechanism.as_ref().unwrap().steps().unwrap()[0].1;
        (count, row.date.unwrap().to_string(), row.part.clone().unwrap_or_default())
    };
    let rows: Vec<(u64, String, String)> = file.ledger.iter().map(of).collect();
    let expected = [
        (2, "2026-01-05", "north"),
        (1, "2026-01-05", "south"),
        (1, "2026-01-12", "south"),
        (2, "2026-01-12", ""),
    ];
    assert_eq!(rows, expected.map(|(n, date, part)| (n, date.to_owned(), part.to_owned())));
}

/// A table of kinds has their parameters in columns, or in the cell of the mechanism; a cell without a
/// number is of another kind.
#[test]
fn a_table_has_rows_of_several_kinds() {
    let table = "id,mechanism,eps,scale,sensitivity,sigma_sq,categories,rate,count,date,part\n\
                 births,laplace,,2,1,,,,1,2026-01-05,north\n\
                 deaths,gaussian,,10,2,,,1/100,50,2026-02-05,\n\
                 survey,randomized-response,1/2,,,,10,,3,2026-03-05,\n\
                 counts,discrete-gaussian,,,,100,,,1,,\n\
                 whole,\"noisy-max(eps=1/5, noise=laplace)\",,,,,,,1,,\n";
    let written = import(table, "a file", &given(Adjacency::ReplaceOne)).unwrap();
    let expected = [
        "mechanism = \"laplace(scale=2, sensitivity=1)\"",
        "mechanism = \"gaussian(scale=10, sensitivity=2)\"",
        "sampling = { method = \"poisson\", rate = \"1/100\" }",
        "count = \"50\"",
        "mechanism = \"randomized-response(eps=1/2, categories=10)\"",
        "count = \"3\"",
        "mechanism = \"discrete-gaussian(sigma_sq=100)\"",
        "mechanism = \"noisy-max(eps=1/5, noise=laplace)\"",
    ];
    let rows = rows(&written);
    assert_eq!(rows, expected, "{written}");
    assert!(!written.contains("taken as Gaussian") && !written.contains("No column is a delta"));
    let file = claim::parse_all(&written, false).unwrap();
    assert_eq!(file.ledger.len(), 5);
    // Other names are said, and what is not said is not read.
    let table = "Release,Method,Epsilon,Comment\na,laplace,1/2,first\n";
    let columns = [("id", "Release"), ("mechanism", "Method"), ("eps", "Epsilon")];
    let columns = columns.map(|(what, name)| (what.to_owned(), name.to_owned())).to_vec();
    let asked = Given { columns, ..given(Adjacency::AddRemove) };
    let written = import(table, "a file", &asked).unwrap();
    assert!(written.contains("mechanism = \"laplace(eps=1/2)\""), "{written}");
    assert!(written.contains("Columns that were not read: Comment."), "{written}");
    // A count that is left out would make the budget too small, and days and parts another one.
    let table = "Release,Method,Epsilon,Count,date,part\na,laplace,1/2,10,2026-01-15,north\n";
    let written = import(table, "a file", &asked).unwrap();
    for line in ["count = \"10\"", "date = \"2026-01-15\"", "part = \"north\""] {
        assert!(written.contains(line), "{line}: {written}");
    }
    assert!(!written.contains("not read") && !written.contains("No column is read as a count"));
    // One that is said is another one than that of its name.
    let columns = [("mechanism", "Method"), ("eps", "Epsilon"), ("count", "times")];
    let columns = columns.map(|(what, name)| (what.to_owned(), name.to_owned())).to_vec();
    let asked = Given { columns, ..given(Adjacency::AddRemove) };
    let table = "Method,Epsilon,count,times\nlaplace,1/2,10,3\n";
    let written = import(table, "a file", &asked).unwrap();
    assert!(written.contains("count = \"3\"") && written.contains("not read: count."), "{written}");
}

#[test]
fn units_with_more_records_are_excluded() {
    let run = |unit: Option<&str>, format, text: &str| {
        let unit = unit.map(str::to_owned);
        let asked = Given { unit, format, ..given(Adjacency::AddRemove) };
        import(text, "a file", &asked).expect("it is read").contains("exclusions = [")
    };
    let history = Some(Format::OpacusHistory);
    for (unit, is_excluded) in
        [(None, false), (Some("record"), false), (Some("Example"), false), (Some("user"), true)]
    {
        assert_eq!(run(unit, history, "[[1.5, 0.25, 3]]"), is_excluded, "{unit:?}");
        assert_eq!(run(unit, None, "noise_multiplier\n1.5\n"), is_excluded, "{unit:?}");
        assert!(!run(unit, Some(Format::Spends), "[[0.5, 0]]"), "{unit:?}");
    }
}

/// Names in any case, with any of four separators, and with commas for the decimal point where
/// those separate no cells, which are no numbers.
#[test]
fn tables_are_written_in_several_ways() {
    let asked = given(Adjacency::AddRemove);
    let first = rows(
        &import("noise_multiplier,sample_rate,steps\n1.5,0.25,3\n", "a file", &asked)
            .expect("it is read"),
    )
    .join("\n");
    for table in [
        "noise_multiplier;sample_rate;steps\n1.5;0.25;3\n",
        "noise_multiplier\tsampling_rate\tsteps\r\n1.5\t0.25\t3\r\n",
        "Noise Multiplier, Sampling-Probability, num_steps\n1.5, 0.25, 3\n",
        "noise_multiplier | sample_rate | steps\n1.5 | 0.25 | 3\n",
        "sep=;\r\nnoise_multiplier;sample_rate;steps\r\n1.5;0.25;3\r\n",
    ] {
        let written = import(table, "a file", &asked).expect(table);
        assert_eq!(rows(&written).join("\n"), first, "{table}");
        assert!(written.contains("A rate is that of a Poisson sample"));
    }
    let without_rate = import("noise_multiplier\n1.5\n", "a file", &asked).expect("it is read");
    assert!(without_rate.contains("No column is a rate"), "{without_rate}");
    assert!(without_rate.contains("No column is read as a count"), "{without_rate}");
    let chosen = Given {
        columns: vec![("noise".to_owned(), "s".to_owned())],
        ..given(Adjacency::AddRemove)
    };
    let written = import("s,T,loss\n1.5,3000.0,2\n", "a file", &chosen).expect("it is read");
    assert!(written.contains("# Columns that were not read: T, loss."), "{written}");
    let written = import("S,T\n1.5,3\n", "a file", &chosen).expect("it is the one in capitals");
    assert!(rows(&written).contains(&"mechanism = \"gaussian(sigma=1.5)\""), "{written}");
    assert!(
        import("S,s,T\n1.5,2.5,3\n", "a file", &chosen).is_ok_and(|it| it.contains("sigma=2.5"))
    );
    let long =
        import("noise_multiplier,steps\n1.5,3000.0\n", "a file", &asked).expect("it is read");
    assert!(rows(&long).contains(&"count = \"3000\""), "{long}");
    for refused in [
        // A line of names alone.
        "noise_multiplier,steps\n",
        // Which of the two is the rate?
        "noise_multiplier,sample_rate,sampling_rate\n1.5,0.25,0.25\n",
        "noise_multiplier;steps\n1,5;3\n",
        // Three steps, or three thousand?
        "noise_multiplier;steps\n1.5;3.000\n",
        "noise_multiplier,steps\n1.5,1.003.000\n",
    ] {
        assert!(import(refused, "a file", &asked).is_err(), "{refused}");
    }
}

proptest! {
    #[test]
    fn damaged_files_are_refused_or_read(which in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>(),
                                         put in "[\\[\\]{}(),:\"a-z0-9.]{0,3}", long in 0usize..4) {
        let files = files();
        let (name, text, given) = which.get(&files);
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let start = *cut.get(&starts);
        let end = starts.iter().find(|at| **at >= start + long).copied().unwrap_or(text.len());
        let damaged = format!("{}{put}{}", &text[..start], &text[end..]);
        for error in import(&damaged, name, given).err().unwrap_or_default() {
            let span = error.span.clone();
            assert!(span.start <= span.end && span.end <= damaged.len(), "{error}: {span:?}");
            assert!(damaged.is_char_boundary(span.start) && damaged.is_char_boundary(span.end));
            assert!(!error.help.is_empty());
        }
    }
}
