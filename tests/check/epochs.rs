//! Training runs that are written in epochs.

use dpcert::claim::{self, Level, Settings, Verdict};
use dpcert::exact::Malachite;

const CLAIM: &str = "[[claim]]\nid = \"c\"\nover = [\"*\"]\nrho = {}\nat-most = 1\n";

fn file(row: &str) -> String {
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"add-remove\"\n\
         [[ledger]]\nid = \"run\"\nmechanism = \"gaussian\"\nsigma = 1\n{row}\n{CLAIM}"
    )
}

fn sampled(epochs: &str, batch: u64, n: u64) -> String {
    file(&format!("epochs = \"{epochs}\"\nsampling = {{ method = \"poisson\", batch = {batch}, n = {n} }}"))
}

/// Every begun batch is a step: counted record by record.
#[test]
fn epochs_are_the_steps_that_a_program_begins() {
    for (batch, n) in [(1, 1), (1, 7), (3, 7), (7, 7), (4, 8), (5, 12)] {
        for (numerator, denominator) in [(0, 1), (1, 1), (3, 1), (1, 2), (6, 5), (7, 3)] {
            // Batches of one epoch, the last one with what is left.
            let batches = (1..=n).filter(|record| record % batch == 0 || *record == n).count() as u64;
            // The share of all batches in units of 1/denominator, taken away step by step.
            let mut left = numerator * batches;
            let mut count = 0;
            while left > 0 {
                left = left.saturating_sub(denominator);
                count += 1;
            }
            let epochs = claim::parse(&sampled(&format!("{numerator}/{denominator}"), batch, n)).unwrap();
            let steps = format!("count = {count}\nsampling = {{ method = \"poisson\", rate = \"{batch}/{n}\" }}");
            let counted = claim::parse(&file(&steps)).unwrap();
            let row = &epochs.ledger[0];
            assert_eq!(row.mechanism, counted.ledger[0].mechanism, "{numerator}/{denominator} of {n} by {batch}");
            let read = row.epochs.as_ref().unwrap();
            assert_eq!(read.steps, count);
            // With incomplete batches dropped there are fewer, or as many and no finding.
            let full = numerator * (n / batch) / denominator;
            assert!(full <= count);
            assert_eq!(read.fewer_steps(), (full != count).then(|| full.to_string()));
        }
    }
}

#[test]
fn size_and_population_are_batch_and_n() {
    let own = file("epochs = 2\nsampling = { method = \"poisson\", batch = 4, n = 8 }");
    let other = file("epochs = 2\nsampling = { method = \"poisson\", size = 4, population = 8 }");
    assert_eq!(claim::parse(&own).unwrap(), claim::parse(&other).unwrap());
}

#[test]
fn epochs_that_are_rounded_are_a_finding() {
    let remarks = |text: &str| {
        let file = claim::parse(text).unwrap();
        claim::judge::<Malachite>(&file, &file.claims[0], &Settings::default())
    };
    let rounded = remarks(&sampled("60", 256, 60_000));
    let [remark] = rounded.remarks.as_slice() else { panic!("{rounded:#?}") };
    assert_eq!((remark.finding.name(), remark.level), ("steps-rounded-up", Level::Warn));
    // 60 epochs of 234 full batches and one of 96 records.
    assert_eq!(
        remark.message,
        "the row run is judged with 14100 steps, every begun batch a step; 60 epochs of 60000 records in batches of \
         256 are 14040 where those that are not full are dropped"
    );
    let silenced = format!("{}[policy]\nsteps-rounded-up = \"allow\"\n", sampled("60", 256, 60_000));
    assert_eq!(remarks(&silenced).remarks, []);
    assert_eq!(remarks(&sampled("60", 250, 60_000)).remarks, []);
    assert_ne!(rounded.verdict, Verdict::Holds, "rho of a sample is not known");
}

#[test]
fn epochs_without_batches_say_what_is_missing() {
    let poisson = |rest: &str| format!("sampling = {{ method = \"poisson\", {rest} }}");
    let batches = poisson("batch = 256, n = 60000");
    for (row, message, help) in [
        ("epochs = 15".to_owned(), "does not say how many steps", "batch = \"256\", n = \"60000\""),
        (format!("epochs = 15\n{}", poisson("rate = \"1/100\"")), "does not say how many steps", "batch"),
        (
            format!("epochs = 15\nbatch = 256\nn = 60000\n{}", poisson("rate = \"1/100\"")),
            "belong to the sampling",
            "n =",
        ),
        (format!("epochs = 15\ncount = 5\n{batches}"), "count and epochs are given", "one of them"),
        (format!("epochs = -1\n{batches}"), "not a rational number >= 0", "6/5"),
        (format!("epochs = \"sqrt(2)\"\n{batches}"), "not a rational number >= 0", "6/5"),
        (format!("epochs = \"2^64\"\n{batches}"), "more than 2^64 - 1 steps", "fewer"),
        (format!("epochs = 1\n{}", poisson("batch = 0, n = 5")), "never ends", "count"),
        (format!("epochs = 1\n{}", poisson("batch = 6, n = 5")), "size = 6 is more than the population, 5", "at most"),
        (format!("epochs = 1\n{}", poisson("batch = 6")), "\"population\" is missing", "n"),
        (format!("epochs = 1\n{}", poisson("batch = 6, n = 12, rate = \"1/2\"")), "the rate is given twice", "batch"),
        (
            format!("epochs = 1\n{}", poisson("batch = 6, size = 6, n = 12")),
            "\"batch\" and \"size\" are the same field",
            "one",
        ),
    ] {
        let error = claim::parse(&file(&row)).expect_err(&row);
        assert!(error.message.contains(message) && error.help.contains(help), "{row}: {error}: {}", error.help);
    }
}
