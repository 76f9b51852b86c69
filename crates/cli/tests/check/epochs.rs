//! Training runs that are written in epochs.

use crate::support::effort;
use dpcert::claim::{self, Level, Verdict};
use dpcert::{Mechanism, Options};

const CLAIM: &str = "[[claim]]\nid = \"c\"\nover = [\"*\"]\nrho = {}\nat-most = 1\n";

fn file(row: &str) -> String {
    format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"add-remove\"\n\
         [[ledger]]\nid = \"run\"\nmechanism = \"gaussian\"\nsigma = 1\n{row}\n{CLAIM}"
    )
}

fn sampled(epochs: &str, batch: u64, n: u64) -> String {
    file(&format!(
        "epochs = \"{epochs}\"\nsampling = {{ method = \"poisson\", batch = {batch}, n = {n} }}"
    ))
}

/// Every begun batch is a step: counted record by record.
#[test]
fn epochs_are_the_steps_that_a_program_begins() {
    for (batch, n) in [(1, 1), (1, 7), (3, 7), (7, 7), (4, 8), (5, 12)] {
        for (numerator, denominator) in [(0, 1), (1, 1), (3, 1), (1, 2), (6, 5), (7, 3)] {
            // Batches of one epoch, the last one with what is left.
            let batches =
                (1..=n).filter(|record| record % batch == 0 || *record == n).count() as u64;
            // The share of all batches in units of 1/denominator, taken away step by step.
            let mut left = numerator * batches;
            let mut count = 0;
            while left > 0 {
                left = left.saturating_sub(denominator);
                count += 1;
            }
            let epochs =
                claim::parse(&sampled(&format!("{numerator}/{denominator}"), batch, n)).unwrap();
            let steps = format!(
                "count = {count}\nsampling = {{ method = \"poisson\", rate = \"{batch}/{n}\" }}"
            );
            let counted = claim::parse(&file(&steps)).unwrap();
            let row = &epochs.ledger[0];
            assert_eq!(
                row.mechanism, counted.ledger[0].mechanism,
                "{numerator}/{denominator} of {n} by {batch}"
            );
            let read = row.epochs.as_ref().unwrap();
            assert_eq!(read.steps, count);
            // With incomplete batches dropped there are fewer, or as many and no finding.
            let full = numerator * (n / batch) / denominator;
            assert!(full <= count);
            assert_eq!((read.fewest, read.fewer_steps()), (full, (full != count).then_some(full)));
            let steps = format!(
                "count = {full}\nsampling = {{ method = \"poisson\", rate = \"{batch}/{n}\" }}"
            );
            let fewest = claim::parse(&file(&steps)).unwrap().ledger[0].mechanism.clone().unwrap();
            assert_eq!(row.fewest, (full != count).then_some(fewest));
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
        claim::judge(&file, &file.claims[0], &Options::for_claims())
    };
    let rounded = remarks(&sampled("60", 256, 60_000));
    let [remark] = rounded.remarks.as_slice() else { panic!("{rounded:#?}") };
    assert_eq!((remark.finding.name(), remark.level), ("steps-rounded-up", Level::Warn));
    // 60 epochs of 234 full batches and one of 96 records.
    assert_eq!(
        remark.message,
        "the row run has 14100 steps if partial batches are kept, and 14040 if they are dropped: 60 epochs of \
         60000 records in batches of 256"
    );
    // rho of a sample is not known: there is neither a verdict nor a value to speak of.
    assert_eq!(rounded.verdict, Verdict::Unsupported);
    let silenced =
        format!("{}[policy]\nsteps-rounded-up = \"allow\"\n", sampled("60", 256, 60_000));
    assert_eq!(remarks(&silenced).remarks, []);
    assert_eq!(remarks(&sampled("60", 250, 60_000)).remarks, []);
}

#[test]
fn epochs_without_batches_say_what_is_missing() {
    let poisson = |rest: &str| format!("sampling = {{ method = \"poisson\", {rest} }}");
    let batches = poisson("batch = 256, n = 60000");
    for (row, message, help) in [
        ("epochs = 15".to_owned(), "does not say how many steps", "batch = \"256\", n = \"60000\""),
        (
            format!("epochs = 15\n{}", poisson("rate = \"1/100\"")),
            "does not say how many steps",
            "batch",
        ),
        (
            format!("epochs = 15\nbatch = 256\nn = 60000\n{}", poisson("rate = \"1/100\"")),
            "belong to the sampling",
            "n =",
        ),
        (
            format!("epochs = 15\ncount = 5\n{batches}"),
            "both count and epochs are given",
            "one of them",
        ),
        (format!("epochs = -1\n{batches}"), "the epochs are -1", "from 0 on"),
        (format!("epochs = \"sqrt(2)\"\n{batches}"), "not known to be a rational number", "6/5"),
        (format!("epochs = \"2^64\"\n{batches}"), "more than 2^64 - 1 steps", "fewer"),
        (format!("epochs = 1\n{}", poisson("batch = 0, n = 5")), "the batches are empty", "count"),
        (
            format!("epochs = 1\n{}", poisson("batch = 6, n = 5")),
            "size = 6 is more than the population, 5",
            "at most",
        ),
        (format!("epochs = 1\n{}", poisson("batch = 6")), "\"population\" is missing", "n"),
        (
            format!("epochs = 1\n{}", poisson("batch = 6, n = 12, rate = \"1/2\"")),
            "the rate is given twice",
            "batch",
        ),
        (
            format!("epochs = 1\n{}", poisson("batch = 6, size = 6, n = 12")),
            "\"batch\" and \"size\" are the same field",
            "one",
        ),
    ] {
        let error = claim::parse(&file(&row)).expect_err(&row);
        assert!(
            error.message.contains(message) && error.help.contains(help),
            "{row}: {error}: {}",
            error.help
        );
    }
}

/// A verdict is one that every number of steps gives which the words allow: compared with each of
/// them, one by one.
///
/// 5/2 epochs of 7 records in batches of 2 are 7 to 10 steps, those of randomised response that
/// sees a sample.
#[test]
fn epochs_that_leave_the_steps_open() {
    let step = "mechanism = \"randomized-response\"\neps = \"ln(3)\"";
    let file = |steps: &str, sampling: &str, claim: &str| {
        let text = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"run\"\n\
             {step}\n{steps}\nsampling = {{ method = \"poisson\", {sampling} }}\n[[claim]]\nid = \"c\"\nover = [\"*\"]\n\
             {claim}\n"
        );
        claim::parse(&text).unwrap()
    };
    let verdict =
        |file: &claim::ClaimFile| claim::judge(file, &file.claims[0], &Options::for_claims());
    // ceil(5/2 * 4) and floor(5/2 * 3), and every number between.
    let every = |expected: Verdict, claim: &str| {
        let counted = |count: u64| {
            verdict(&file(&format!("count = {count}"), "rate = \"2/7\"", claim)).verdict
        };
        (7..=10).all(|count| counted(count) == expected)
    };
    let mut seen = Vec::new();
    for (quantity, values) in [
        ("delta = { eps = \"1/5\" }", ["0.1", "0.2", "0.26", "0.3", "0.34", "0.5"]),
        ("tv = {}", ["0.1", "0.3", "0.33", "0.37", "0.4", "0.5"]),
        ("eps = { delta = \"1/100\" }", ["1/2", "1.3", "1.5", "1.7", "1.9", "4"]),
        ("beta = { alpha = \"1/10\" }", ["0.4", "0.55", "0.6", "0.64", "0.68", "0.9"]),
    ] {
        let mut relations = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let (below, above) =
                (format!("at-most = \"{value}\""), format!("at-least = \"{value}\""));
            relations.extend([below.clone(), above.clone()].map(|same| (same.clone(), vec![same])));
            relations.push((format!("equals = \"{value}\""), vec![below, above.clone()]));
            relations.extend(values[index..].iter().map(|high| {
                (
                    format!("between = [\"{value}\", \"{high}\"]"),
                    vec![above.clone(), format!("at-most = \"{high}\"")],
                )
            }));
        }
        for (relation, sides) in relations {
            let claim = format!("{quantity}\n{relation}");
            let judgement = verdict(&file("epochs = \"5/2\"", "batch = 2, n = 7", &claim));
            let sides: Vec<String> =
                sides.iter().map(|side| format!("{quantity}\n{side}")).collect();
            // A range is refuted where all are on one side of it: of what is between two ends
            // nothing else is known.
            let expected = if sides.iter().all(|side| every(Verdict::Holds, side)) {
                Verdict::Holds
            } else if sides.iter().any(|side| every(Verdict::Refuted, side)) {
                Verdict::Refuted
            } else {
                Verdict::Undecided
            };
            assert_eq!(judgement.verdict, expected, "{claim}");
            if expected == Verdict::Undecided {
                let note = judgement.note.unwrap().to_string();
                assert!(
                    note.contains("with the most (run 10)")
                        && note.contains("with the fewest (run 7)"),
                    "{note}"
                );
            }
            seen.push(expected);
        }
    }
    for verdict in [Verdict::Holds, Verdict::Refuted, Verdict::Undecided] {
        assert!(seen.iter().filter(|seen| **seen == verdict).count() > 10, "{verdict}: {seen:?}");
    }
}

/// Where no number of steps gives a verdict, the reason is that of any number, and the count is not
/// what is missing.
#[test]
fn what_is_missing_for_every_number_of_steps() {
    for relation in ["at-most = 1", "at-least = 1", "equals = 1", "between = [1, 2]"] {
        let judged = |steps: &str| {
            let file = claim::parse(&file(steps).replace("at-most = 1", relation)).unwrap();
            claim::judge(&file, &file.claims[0], &Options::for_claims())
        };
        let open = judged("epochs = 1\nsampling = { method = \"poisson\", batch = 2, n = 5 }");
        let counted = judged("count = 3\nsampling = { method = \"poisson\", rate = \"2/5\" }");
        assert_eq!((open.verdict, &open.note), (Verdict::Unsupported, &counted.note), "{relation}");
        assert!(
            open.note.unwrap().to_string().contains("rho of this mechanism is not supported"),
            "{relation}"
        );
    }
}

/// Of a run in batches of 256: epochs, records; the steps of it, of one without breaks between
/// epochs, and its full batches; and claims about eps between the first two, above all, and below
/// all.
type Run = (u64, u64, [u64; 3], [&'static str; 3]);

/// A few steps, and, with more effort, those of a known training.
#[test]
fn a_training_run_in_epochs() {
    training(&(2, 600, [6, 5, 4], ["6", "7", "5"]));
    if effort() > 1 {
        training(&(15, 60_000, [3525, 3516, 3510], ["1.1348", "1.14", "1.13"]));
    }
}

fn training((epochs, records, [most, unbroken, fewest], [between, above, below]): &Run) {
    let file = |steps: &str, claim: &str| {
        format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"run\"\n\
             mechanism = \"gaussian\"\nsigma = \"11/10\"\n{steps}\nsampling = {{ method = \"poisson\", batch = 256, n = \
             {records} }}\n[[claim]]\nid = \"c\"\nover = [\"*\"]\neps = {{ delta = \"1e-5\" }}\n{claim}\n"
        )
    };
    let judged = |steps: &str, claim: &str| {
        let file = claim::parse(&file(steps, claim)).unwrap();
        claim::judge(&file, &file.claims[0], &Options::for_claims())
    };
    let epochs = format!("epochs = {epochs}");
    // Where the numbers of steps differ, nothing follows from the epochs.
    for (count, verdict) in
        [(most, Verdict::Refuted), (unbroken, Verdict::Holds), (fewest, Verdict::Holds)]
    {
        assert_eq!(
            judged(&format!("count = {count}"), &format!("at-most = \"{between}\"")).verdict,
            verdict,
            "{count}"
        );
    }
    for relation in ["at-most", "at-least"] {
        let open = judged(&epochs, &format!("{relation} = \"{between}\""));
        assert_eq!(open.verdict, Verdict::Undecided, "{relation}");
        // Nothing in its words is a verdict, though the value that is shown is on one side of the
        // claim.
        let remark =
            open.remarks.iter().find(|remark| remark.finding.name() == "steps-rounded-up").unwrap();
        let expected = format!("in batches of 256; the value is that of {most} steps");
        assert!(remark.message.ends_with(&expected), "{}", remark.message);
        let would = |holds| {
            if holds { "it would hold" } else { "it would be refuted" }
        };
        let expected = format!(
            "{} with the most (run {most}), whose value and margin are shown, and {} with the fewest (run {fewest})",
            would(relation == "at-least"),
            would(relation == "at-most")
        );
        let note = open.note.unwrap().to_string();
        assert!(note.contains(&expected), "{note}");
    }
    for (relation, value, verdict, steps) in [
        ("at-most", above, Verdict::Holds, most),
        ("at-most", below, Verdict::Refuted, fewest),
        ("at-least", below, Verdict::Holds, fewest),
        ("at-least", above, Verdict::Refuted, most),
    ] {
        let claim = format!("{relation} = \"{value}\"");
        let judgement = judged(&epochs, &claim);
        assert_eq!(judgement.verdict, verdict, "{claim}");
        // The value is that of the steps that it is said to be of.
        let remark = judgement
            .remarks
            .iter()
            .find(|remark| remark.finding.name() == "steps-rounded-up")
            .unwrap();
        let expected =
            format!("; the verdict is true of both, and the value is that of {steps} steps");
        assert!(remark.message.ends_with(&expected), "{}", remark.message);
        let alone = judged(&format!("count = {steps}"), &claim);
        assert_eq!(judgement.evidence, alone.evidence, "{claim}");
    }
}

/// What is asked about a ledger is answered for the most steps, and there is no verdict.
#[test]
fn answers_about_epochs_are_those_of_the_most_steps() {
    let file = claim::parse(&sampled("60", 256, 60_000)).unwrap();
    let remarks = claim::remarks_on_rows(&file);
    let [remark] = remarks.as_slice() else { panic!("{remarks:#?}") };
    assert!(
        remark.message.ends_with("in batches of 256; the answers are those of 14100 steps"),
        "{}",
        remark.message
    );
    assert_eq!(
        file.whole(),
        Ok(Mechanism::Compose(vec![file.ledger[0].mechanism.clone().unwrap()]))
    );
}
