//! Ledgers of claim files: the distances that follow from queries, and rows on parts of the data.
//! Every data set of a small world is enumerated with all of its neighbours.

use crate::support::answered::at;
use crate::support::{Fraction, Outcomes, Shown, decimal, effort, exact_of, fraction, power, real};
use dpcert::claim::{self, ClaimFile, Verdict};
use dpcert::mechanism::{Input, Template, catalogue};
use dpcert::{
    Answer, Content, Mechanism, Options, Query, Question, Refusal, ShowExact, Styled, ask,
};
use num_traits::One;
use std::collections::BTreeSet;

const ADJACENCIES: [&str; 3] = ["add-remove", "replace-one", "zero-out"];

/// A claim file with these rows, each the lines of a table without its id.
fn text(adjacency: &str, rows: &[&str]) -> String {
    let mut text =
        format!("format = \"dpcert/1\"\n[scope]\nunit = \"user\"\nadjacency = \"{adjacency}\"\n");
    for (index, row) in rows.iter().enumerate() {
        text += &format!("[[ledger]]\nid = \"row-{index}\"\n{row}\n");
    }
    text
}

fn file(adjacency: &str, rows: &[&str]) -> ClaimFile {
    let text = text(adjacency, rows);
    claim::parse_all(&text, false).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The rows that a text in the compact notation is written as are read as that mechanism, for every template of the
/// catalogue, repeated and composed.
#[test]
fn rows_of_a_notation_are_the_mechanism() {
    let filled = |template: &Template| {
        let put =
            |text: String, input: &Input| text.replace(&format!("{{{}}}", input.name), input.usual);
        template.inputs.iter().fold(template.text.to_owned(), put)
    };
    let mut texts: Vec<String> = catalogue().flat_map(|kind| kind.templates).map(filled).collect();
    assert!(texts.len() > 40);
    let repeated: Vec<String> = texts.iter().map(|text| format!("{text}^3")).collect();
    texts.extend(repeated);
    let others = [
        "gaussian(sigma=2)^10 * laplace(eps=1/3) * poisson(1/100, gaussian(sigma=1.1))^2344",
        "(gaussian(sigma=2) * laplace(eps=1))^5",
        "truncated-poisson(1/10, n=1000, max_batch=20, gaussian(sigma=1))^7",
        "without-replacement(size=8, population=1000, laplace(eps=1))^2",
        "random-allocation(steps=100, mechanism=gaussian(sigma=1)^3)^2",
        "poisson(1/10, gaussian(sigma=1)^2)",
        "union(mechanisms=[gaussian(sigma=2), laplace(eps=1)])",
        "thresholded(noise=gaussian, scale=2, sensitivity=1, threshold=7, keys=1, adjacency=replace-one)",
        "gaussian(scale = 2 , sensitivity = sqrt(2))",
    ];
    texts.extend(others.map(str::to_owned));
    for text in texts {
        let read = claim::rows_of_notation(&text).unwrap();
        assert!(read.adjacencies.len() < 2, "{text}");
        let adjacency = read.adjacencies.first().map_or("add-remove", String::as_str);
        let rows: Vec<String> = read.rows.iter().map(|lines| lines.join("\n")).collect();
        let file = file(adjacency, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let parts = file.ledger.iter().map(|row| row.mechanism.clone());
        match parts.collect::<Result<Vec<Mechanism>, String>>() {
            Ok(parts) => {
                let whole = alone(Mechanism::Compose(parts));
                assert_eq!(whole, alone(Mechanism::parse(&text).unwrap()), "{text}: {rows:?}");
            }
            // What has no theorem as a row has none as a text.
            Err(refusal) => assert!(Mechanism::parse(&text).is_err(), "{text}: {refusal}"),
        }
        // The text itself is one row.
        let one = self::file(adjacency, &[&format!("mechanism = \"{text}\"")]);
        match (&one.ledger[0].mechanism, Mechanism::parse(&text)) {
            (Ok(row), Ok(whole)) => assert_eq!(alone(row.clone()), alone(whole), "{text}"),
            (Err(_), Err(_)) => {}
            (row, whole) => panic!("{text}: {row:?}, {whole:?}"),
        }
    }
}

/// What is said twice, or is of other neighbours, is refused with its reason.
#[test]
fn a_text_and_the_fields_beside_it_agree() {
    let refused = |adjacency: &str, row: &str| {
        let errors = claim::parse_all(&text(adjacency, &[row]), false).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        format!("{}; {}", errors[0].message, errors[0].help)
    };
    let steps = "write the steps once: with the power, or without it and as fields of the row";
    for (adjacency, row, reason) in [
        (
            "add-remove",
            "mechanism = \"gaussian(sigma=1)^2\"\ncount = 3",
            format!("the mechanism has a power, and the row the field \"count\" beside it; {steps}"),
        ),
        (
            "add-remove",
            "mechanism = \"gaussian(sigma=1)^2\"\nsampling = { method = \"poisson\", rate = \"1/9\" }",
            format!("the mechanism has a power, and the row the field \"sampling\" beside it; {steps}"),
        ),
        (
            "add-remove",
            "mechanism = \"poisson(1/9, gaussian(sigma=1))\"\nsampling = { method = \"poisson\", rate = \"1/9\" }",
            "the field \"sampling\" is in the mechanism, and beside it; write it once".to_owned(),
        ),
        (
            "add-remove",
            "mechanism = \"gaussian(sigma=1)\"\nsigma = 1",
            "the field \"sigma\" is in the mechanism, and beside it; write it once".to_owned(),
        ),
        (
            "replace-one",
            "mechanism = \"poisson(1/9, gaussian(sigma=1))\"",
            "this sample is for the adjacency add-remove, and that of the scope is replace-one; poisson(...) is for \
             add-remove and zero-out, and without-replacement(...) for replace-one; all steps of a file share the adjacency"
                .to_owned(),
        ),
    ] {
        assert_eq!(refused(adjacency, row), reason);
    }
    assert!(
        refused("add-remove", "mechanism = \"gaussian(sigma=1, source=a)\"")
            .contains("unknown field \"source\"")
    );
    assert!(
        refused("add-remove", "mechanism = \"gaussian(sigma=1\"")
            .contains("\",\" or \")\" is expected")
    );
    // Several mechanisms are one row, which may be repeated.
    let both = "mechanism = \"gaussian(sigma=2) * laplace(eps=1)\"\ncount = 5\nsource = \"page 2\"";
    let both = file("add-remove", &[both]).ledger.remove(0);
    let expected = Mechanism::parse("(gaussian(sigma=2) * laplace(eps=1))^5").unwrap();
    assert_eq!(alone(both.mechanism.unwrap()), alone(expected));
    assert_eq!(both.source.as_deref(), Some("page 2"));
}

/// A mechanism without compositions of a single one.
fn alone(mechanism: Mechanism) -> Mechanism {
    match mechanism {
        Mechanism::Compose(parts) => {
            let mut parts: Vec<Mechanism> = parts.into_iter().map(alone).collect();
            if parts.len() == 1 { parts.remove(0) } else { Mechanism::Compose(parts) }
        }
        Mechanism::Repeat { count, mechanism } => alone(*mechanism).repeat(count),
        step @ Mechanism::Step(_) => step,
    }
}

fn answer(mechanism: &Mechanism, query: &Query) -> Answer {
    let options = Options { exact: ShowExact::Always, ..Options::default() };
    ask(&Question::of(mechanism, query), &options)
        .unwrap_or_else(|refusal| panic!("{mechanism:?}: {refusal}"))
}

fn bounds(mechanism: &Mechanism, query: &Query) -> Styled {
    let Content::Number(bounds) = answer(mechanism, query).content else { panic!("one number") };
    bounds
}

fn ends(mechanism: &Mechanism, query: &Query) -> (Fraction, Fraction) {
    ends_of(&answer(mechanism, query))
}

fn ends_of(answer: &Answer) -> (Fraction, Fraction) {
    let Content::Number(bounds) = &answer.content else { panic!("one number") };
    let printed = bounds.printed();
    (decimal(&printed.lo), decimal(&printed.hi))
}

/// Geometric noise on a value that moves by `shift`, outcome by outcome; outcomes of one likelihood
/// ratio at either end are added up.
fn geometric(a: &Fraction, shift: i64) -> Outcomes {
    let shift = shift.unsigned_abs();
    let end = Fraction::one() / (Fraction::one() + a);
    if shift == 0 {
        return Outcomes(vec![(Fraction::one(), Fraction::one())]);
    }
    let middle = (Fraction::one() - a) * &end;
    let far = &end * power(a, shift);
    let between = (1..shift).map(|n| (&middle * power(a, shift - n), &middle * power(a, n)));
    Outcomes(between.chain([(far.clone(), end.clone()), (end, far)]).collect())
}

/// The composition of values that move by these shifts.
fn moved(noise: &[(Fraction, i64)]) -> Outcomes {
    let none = Outcomes(vec![(Fraction::one(), Fraction::one())]);
    noise.iter().fold(none, |product, (a, shift)| product.product(&geometric(a, *shift)))
}

const RATIOS: [&str; 4] = ["1", "3/2", "4", "9"];
const LEVELS: [&str; 3] = ["1/20", "1/3", "9/10"];

/// The largest delta and the smallest second error over all neighbours are those of the library,
/// exactly.
fn is_worst_of(mechanism: &Mechanism, neighbours: &[Outcomes], what: &str) {
    for ratio in RATIOS {
        let worst = neighbours.iter().map(|pair| pair.delta(&fraction(ratio))).max().unwrap();
        let found = answer(mechanism, &at(ratio));
        assert!(found.tight, "{what}");
        assert_eq!(exact_of(&bounds(mechanism, &at(ratio))), worst, "{what} at ln({ratio})");
    }
    for level in LEVELS {
        let worst = neighbours
            .iter()
            .map(|pair| Fraction::one() - pair.best_power(&fraction(level)))
            .min()
            .unwrap();
        let found = exact_of(&bounds(mechanism, &Query::Beta { alpha: real(level) }));
        assert_eq!(found, worst, "{what} at level {level}");
    }
}

/// All contributions to a histogram: at most `keys` of the bins, at most `rows` in each.
fn contributions(bins: u32, keys: usize, rows: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..bins {
        all = all
            .into_iter()
            .flat_map(|before: Vec<i64>| {
                (0..=rows).map(move |n| [before.as_slice(), &[n]].concat())
            })
            .collect();
    }
    all.retain(|contribution| contribution.iter().filter(|n| **n > 0).count() <= keys);
    all
}

#[test]
fn histograms_by_enumeration() {
    let a = fraction("1/2");
    for (keys, rows) in [(1u32, 1i64), (1, 3), (2, 1), (2, 2)] {
        let all = contributions(2 * keys, keys as usize, rows);
        for adjacency in ADJACENCIES {
            let mut shifts = BTreeSet::new();
            for user in &all {
                // Without a user, and one that is zeroed out: no contribution.
                let others = if adjacency == "replace-one" { all.as_slice() } else { &all[..1] };
                assert!(all[0].iter().all(|n| *n == 0));
                for other in others {
                    let mut shift: Vec<i64> =
                        user.iter().zip(other).map(|(x, y)| (x - y).abs()).collect();
                    shift.sort_unstable();
                    shifts.insert(shift);
                }
            }
            let pair = |shift: &Vec<i64>| {
                moved(&shift.iter().map(|n| (a.clone(), *n)).collect::<Vec<_>>())
            };
            let neighbours: Vec<Outcomes> = shifts.iter().map(pair).collect();
            let row = format!(
                "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nquery = \"histogram\"\nkeys = {keys}\n\
                 rows_per_key = {rows}"
            );
            let what = format!("{keys} keys, {rows} rows, {adjacency}");
            is_worst_of(&file(adjacency, &[&row]).whole().unwrap(), &neighbours, &what);
        }
    }
}

/// All sums of at most, or exactly, some values of a range.
fn sums(low: i64, high: i64, rows: u32, is_exact: bool) -> BTreeSet<i64> {
    let mut layer = BTreeSet::from([0]);
    let mut all = layer.clone();
    for _ in 0..rows {
        layer = layer.iter().flat_map(|sum| (low..=high).map(move |value| sum + value)).collect();
        all.extend(&layer);
    }
    if is_exact { layer } else { all }
}

#[test]
fn counts_and_sums_by_enumeration() {
    let a = fraction("1/2");
    let ranges = [(0, 1), (-2, 1), (-1, 3), (2, 5), (-4, -1), (3, 3), (-2, -2), (0, 0)];
    let mut distances = BTreeSet::new();
    for (low, high) in ranges {
        for (rows, is_exact) in [(1, false), (1, true), (2, false), (2, true)] {
            for adjacency in ADJACENCIES {
                let all = sums(low, high, rows, is_exact);
                let none = BTreeSet::from([0]);
                let others = if adjacency == "replace-one" { &all } else { &none };
                let shifts: BTreeSet<i64> =
                    all.iter().flat_map(|x| others.iter().map(move |y| (x - y).abs())).collect();
                let neighbours: Vec<Outcomes> =
                    shifts.iter().map(|shift| moved(&[(a.clone(), *shift)])).collect();
                let name = if is_exact { "rows_exactly" } else { "rows" };
                let row = format!(
                    "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nquery = \"bounded-sum\"\nlower = {low}\n\
                     upper = {high}\n{name} = {rows}"
                );
                let what = format!("{rows} of [{low}, {high}], {is_exact}, {adjacency}");
                is_worst_of(&file(adjacency, &[&row]).whole().unwrap(), &neighbours, &what);
                distances.insert((adjacency, *shifts.last().unwrap()));
            }
        }
    }
    assert!(distances.len() >= 15, "{distances:?}");
    for rows in [1, 3] {
        for adjacency in ADJACENCIES {
            // The count of a user is from 0 to all rows; the other one has none, or any of these.
            let neighbours: Vec<Outcomes> =
                (0..=rows).map(|shift| moved(&[(a.clone(), shift)])).collect();
            let row = format!(
                "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nquery = \"count\"\nrows = {rows}"
            );
            is_worst_of(
                &file(adjacency, &[&row]).whole().unwrap(),
                &neighbours,
                &format!("{rows}, {adjacency}"),
            );
        }
    }
}

/// A row with a query is the row that a person writes with a sensitivity.
#[test]
fn a_query_is_a_sensitivity() {
    let laplace = "mechanism = \"laplace\"\nscale = 2\n";
    let gaussian = "mechanism = \"gaussian\"\nstd = \"3/2\"\n";
    let discrete = "mechanism = \"discrete-gaussian\"\nsigma_sq = 50\n";
    let keys =
        "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 20\nkeys = 3\n";
    let count = "query = \"count\"\nrows = 2";
    let histogram = "query = \"histogram\"\nkeys = 3\nrows_per_key = 2";
    let sum = "query = \"bounded-sum\"\nlower = \"-1/2\"\nupper = \"sqrt(2)\"\nrows = 3";
    for (adjacency, row, query, by_hand) in [
        ("add-remove", laplace, count, "sensitivity = 2"),
        ("replace-one", laplace, count, "sensitivity = 2"),
        ("add-remove", laplace, histogram, "sensitivity = 2\ncount = 3"),
        ("zero-out", laplace, histogram, "sensitivity = 2\ncount = 3"),
        ("replace-one", laplace, histogram, "sensitivity = 2\ncount = 6"),
        (
            "replace-one",
            laplace,
            "query = \"histogram\"\nkeys = 3\nrows_per_key = 2\ncount = 5",
            "sensitivity = 2\ncount = 30",
        ),
        (
            "replace-one",
            laplace,
            "query = \"histogram\"\nkeys = 3\nrows_per_key = 2\ngroup = 5",
            "sensitivity = 2\ngroup = 5\ncount = 6",
        ),
        ("add-remove", gaussian, histogram, "sensitivity = \"2*sqrt(3)\""),
        ("replace-one", gaussian, histogram, "sensitivity = \"sqrt(24)\""),
        (
            "replace-one",
            gaussian,
            "query = \"histogram\"\nkeys = 1\nrows_per_key = 1",
            "sensitivity = \"sqrt(2)\"",
        ),
        (
            "replace-one",
            gaussian,
            "query = \"histogram\"\nkeys = 2\nrows_per_key = 3",
            "sensitivity = 6",
        ),
        ("replace-one", discrete, histogram, "sensitivity = 2\ncount = 6"),
        ("add-remove", gaussian, sum, "sensitivity = \"3*sqrt(2)\""),
        ("replace-one", gaussian, sum, "sensitivity = \"3*(sqrt(2) + 1/2)\""),
        ("add-remove", keys, "query = \"unknown-keys\"\nrows_per_key = 2", "sensitivity = 2"),
        ("replace-one", keys, "query = \"unknown-keys\"\nrows_per_key = 2", "sensitivity = 2"),
        (
            "add-remove",
            gaussian,
            "query = \"histogram\"\nkeys = 3\nrows_per_key = 2\nsampling = { method = \"poisson\", rate = \"1/10\" }",
            "sensitivity = \"sqrt(12)\"\nsampling = { method = \"poisson\", rate = \"1/10\" }",
        ),
    ] {
        let [derived, stated] = [query, by_hand]
            .map(|fields| file(adjacency, &[&format!("{row}{fields}")]).whole().unwrap());
        assert_eq!(derived, stated, "{adjacency}: {row}{query}");
    }
    // The counts of integer noise as shifts are another form of the same.
    let [derived, stated] =
        ["query = \"histogram\"\nkeys = 1\nrows_per_key = 2", "shifts = [2, -2]"]
            .map(|fields| file("replace-one", &[&format!("{discrete}{fields}")]).whole().unwrap());
    assert_eq!(ends(&derived, &at("3/2")), ends(&stated, &at("3/2")));
}

/// What was derived is said.
#[test]
fn distances_in_words() {
    let laplace = "mechanism = \"laplace\"\nscale = 2\n";
    for (adjacency, row, words) in [
        (
            "replace-one",
            format!("{laplace}query = \"count\"\nrows = 2"),
            "count with replace-one: neighbours move the count by 2",
        ),
        (
            "replace-one",
            format!("{laplace}query = \"histogram\"\nkeys = 1\nrows_per_key = 1\ngroup = 3"),
            "histogram with replace-one: each member of a group moves 2 counts by 1 each",
        ),
        (
            "add-remove",
            "mechanism = \"gaussian\"\nscale = 2\nquery = \"histogram\"\nkeys = 3\nrows_per_key = 2".to_owned(),
            "histogram with add-remove: neighbours move 3 counts by 2 each, a Euclidean distance of sqrt(12) (about 3.4641)",
        ),
        (
            "zero-out",
            format!("{laplace}query = \"bounded-sum\"\nlower = -5\nupper = 4\nrows = 2"),
            "bounded-sum with zero-out: neighbours move the sum by 10",
        ),
        (
            "add-remove",
            "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 20\nkeys = 3\nrows_per_key = 2\n\
             query = \"unknown-keys\""
                .to_owned(),
            "unknown-keys with add-remove: neighbours move at most 3 keys by 2, any of which may be new",
        ),
        (
            "replace-one",
            "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 20\nkeys = 1\nrows_per_key = 2\n\
             query = \"unknown-keys\""
                .to_owned(),
            "unknown-keys with replace-one: neighbours move one key of either user by 2, any of which may be new",
        ),
    ] {
        assert_eq!(file(adjacency, &[&row]).derived(), [format!("row row-0: {words}")]);
    }
    let part = "mechanism = \"gdp\"\nmu = 1\npart = \"north\"";
    assert_eq!(
        file("add-remove", &[part, &part.replace("north", "south"), part]).derived(),
        [
            "the parts north, south: no unit is in two, and a claim is about the worst of them, beside the rows on all data"
        ]
    );
    assert!(file("add-remove", &["mechanism = \"gdp\"\nmu = 1"]).derived().is_empty());
}

#[test]
fn wrong_bounds_are_explained() {
    let laplace = "mechanism = \"laplace\"\nscale = 2\n";
    let discrete = "mechanism = \"discrete-laplace\"\neps = 1\n";
    let sum = "query = \"bounded-sum\"\n";
    for (row, field, message, help) in [
        (format!("{laplace}query = \"median\""), "query", "unknown word \"median\"", "one of count, histogram"),
        (format!("{laplace}query = 1"), "query", "a word is expected", "one of count"),
        (format!("{laplace}query = \"count\""), "rows", "\"rows\" is missing", "add rows, the most rows of one unit"),
        (
            format!("{laplace}query = \"count\"\nrows = 1\nregion = \"north\""),
            "region",
            "unknown field \"region\"",
            "adjacency, unit, eps, scale, rows",
        ),
        (format!("{laplace}query = \"count\"\nrows = 0"), "rows", "rows = 0: no user contributes anything", "at least 1"),
        (format!("{laplace}query = \"count\"\nrows = \"1/2\""), "rows", "not a whole number", "whole number"),
        (format!("{laplace}query = \"histogram\"\nrows_per_key = 1"), "keys", "\"keys\" is missing", "the most keys of one unit"),
        (format!("{laplace}query = \"histogram\"\nkeys = 1"), "rows_per_key", "is missing", "the most rows of one unit in one key"),
        (
            format!("{laplace}query = \"histogram\"\nkeys = \"2^63\"\nrows_per_key = 1"),
            "keys",
            "there are too many keys",
            "both",
        ),
        (
            format!("{laplace}query = \"histogram\"\nkeys = 1\nrows_per_key = 1\nrows = 1"),
            "rows",
            "histogram is not bounded by rows",
            "its bounds are keys and rows_per_key",
        ),
        (format!("{laplace}query = \"count\"\nrows = 1\nlower = 1"), "lower", "count is not bounded by lower", "rows"),
        (format!("{laplace}query = \"count\"\nrows = 1\nkeys = 1"), "keys", "count is not bounded by keys", "rows"),
        (format!("{laplace}{sum}upper = 1\nrows = 1"), "lower", "\"lower\" is missing", "the smallest value"),
        (format!("{laplace}{sum}lower = 1\nrows = 1"), "upper", "\"upper\" is missing", "the largest value"),
        (format!("{laplace}{sum}lower = 1\nupper = 2"), "rows", "\"rows\" is missing", "add rows"),
        (format!("{laplace}{sum}lower = 2\nupper = 1\nrows = 1"), "lower", "lower = 2 is above upper = 1", "exchange them"),
        (
            format!("{laplace}{sum}lower = 1\nupper = 2\nrows = 1\nrows_exactly = 1"),
            "rows",
            "both rows and rows_exactly are given",
            "rows_exactly where all units",
        ),
        (
            format!("{discrete}{sum}lower = 1\nupper = \"5/2\"\nrows = 1"),
            "upper",
            "5/2 is not known to be a whole number",
            "continuous noise",
        ),
        (
            format!("{laplace}query = \"count\"\nrows = 1\nsensitivity = 1"),
            "sensitivity",
            "both query and sensitivity are given",
            "the distance follows from the query",
        ),
        (
            format!("{discrete}query = \"count\"\nrows = 1\nshifts = [1]"),
            "shifts",
            "both query and shifts are given",
            "leave out shifts",
        ),
        (
            "mechanism = \"laplace\"\neps = 1\nquery = \"count\"\nrows = 1".to_owned(),
            "query",
            "the noise has no scale in these units",
            "give scale in place of a ratio",
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 1\nquery = \"count\"\nrows = 1".to_owned(),
            "query",
            "the noise has no scale in these units",
            "standard deviation of gaussian",
        ),
        (
            "mechanism = \"zcdp\"\nrho = 1\nquery = \"count\"\nrows = 1".to_owned(),
            "query",
            "zcdp does not answer count",
            "answered with laplace",
        ),
        (
            format!("{laplace}query = \"unknown-keys\"\nkeys = 1\nrows_per_key = 1"),
            "query",
            "laplace does not answer unknown-keys",
            "unknown-keys with thresholded",
        ),
        (
            "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 9\nquery = \"histogram\"\nkeys = 1\n\
             rows_per_key = 1"
                .to_owned(),
            "query",
            "thresholded does not answer histogram",
            "unknown-keys with thresholded",
        ),
        (
            "mechanism = \"laplas\"\nscale = 1\nquery = \"count\"\nrows = 1".to_owned(),
            "mechanism",
            "unknown word \"laplas\"",
            "did you mean \"laplace\"",
        ),
        (format!("{laplace}sensitivity = 1\nrows = 1"), "rows", "the row has no query", "add the query"),
        (format!("{laplace}sensitivity = 1\nupper = 1"), "upper", "the row has no query", "add the query"),
        (format!("{laplace}sensitivity = 1\npart = \"\""), "part", "the part has no name", "about all data"),
        (format!("{laplace}sensitivity = 1\npart = 1"), "part", "a text is expected", "\"1\""),
    ] {
        let text = text("replace-one", &[&row]);
        let errors = claim::parse_all(&text, false).expect_err(&text);
        let error = &errors[0];
        assert_eq!(error.field, format!("ledger[0].{field}"), "{row}: {errors:?}");
        assert!(error.message.contains(message), "{row}: {error:?}");
        assert!(error.help.contains(help), "{row}: {error:?}");
        assert!(text.get(error.span.clone()).is_some_and(|place| !place.is_empty()), "{row}: {error:?}");
    }
}

/// What is no composition, or has no pair, is refused with the reason.
#[test]
fn queries_that_are_not_covered() {
    let histogram = "query = \"histogram\"\nkeys = 2\nrows_per_key = 1";
    let poisson = "sampling = { method = \"poisson\", rate = \"1/10\" }";
    let keys = "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nthreshold = 20\nkeys = 3\nrows_per_key = 2\n\
                query = \"unknown-keys\"";
    for (adjacency, row, reason) in [
        (
            "add-remove",
            format!("mechanism = \"laplace\"\nscale = 1\n{histogram}\n{poisson}"),
            "a sample under a histogram",
        ),
        (
            "add-remove",
            format!("mechanism = \"discrete-gaussian\"\nsigma_sq = 9\n{histogram}\n{poisson}"),
            "a sample under a histogram",
        ),
        ("zero-out", keys.to_owned(), "thresholded with the adjacency zero-out"),
        (
            "add-remove",
            "mechanism = \"gdp\"\nmu = 1\ngroup = 2\npart = \"a\"".to_owned(),
            "its members may be in several parts",
        ),
        (
            "add-remove",
            format!("mechanism = \"laplace\"\nscale = 1\n{histogram}\ncount = \"2^63\""),
            "at most 2^64 - 1 times",
        ),
        (
            "replace-one",
            "mechanism = \"gdp\"\nmu = 1\npart = \"a\"".to_owned(),
            "may leave one part",
        ),
        (
            "replace-one",
            "mechanism = \"gdp\"\nmu = 1\nsampling = { method = \"random-allocation\", steps = 4 }"
                .to_owned(),
            "random allocation with the adjacency replace-one",
        ),
        (
            "replace-one",
            "mechanism = \"gaussian\"\nscale = 1\nquery = \"count\"\nrows = 1\npart = \"a\"\n\
             sampling = { method = \"without-replacement\", size = 1, population = 2 }"
                .to_owned(),
            "may leave one part",
        ),
    ] {
        let reasons = file(adjacency, &[&row]);
        let missing = reasons.whole().expect_err(&row);
        assert!(missing.contains("row-0: ") && missing.contains(reason), "{row}: {missing}");
        let of_query = reasons.derived().iter().any(|words| words.starts_with("row"));
        assert_eq!(of_query, row.contains("query") && row.contains("part"), "{row}");
    }
}

/// A record that is zeroed out of noise on a value leaves the law that it leaves when it is removed;
/// of a class nothing is known, and the other samplers keep its place.
#[test]
fn samples_of_which_a_record_is_zeroed_out() {
    let samplings = [
        ("{ method = \"poisson\", rate = \"1/10\" }", "add-remove"),
        ("{ method = \"poisson\", size = 3, population = 40 }", "add-remove"),
        ("{ method = \"random-allocation\", steps = 6 }", "add-remove"),
    ];
    let noise = [
        ("mechanism = \"gaussian\"\nsigma = \"3/2\"", true),
        ("mechanism = \"laplace\"\neps = \"1/2\"", true),
        ("mechanism = \"discrete-laplace\"\neps = \"ln(2)\"", true),
        ("mechanism = \"discrete-gaussian\"\nsigma_sq = 4", true),
        ("mechanism = \"additive\"\nnoise = \"uniform\"\noutcomes = 10\nsensitivity = 1", true),
        ("mechanism = \"staircase\"\neps = 1\ngamma = \"1/3\"", true),
        ("mechanism = \"gaussian(sigma=2)\"", true),
        ("mechanism = \"gdp\"\nmu = 1", false),
        ("mechanism = \"approx-dp\"\neps = 1\ndelta = \"1/100\"", false),
        ("mechanism = \"randomized-response\"\neps = 1", false),
        ("mechanism = \"exponential\"\neps = 1", false),
    ];
    let query = Query::Delta { eps: real("1/8") };
    for (row, is_noise) in noise {
        for (sampling, other) in samplings {
            let row = format!("{row}\nsampling = {sampling}\ncount = 2");
            let zeroed = file("zero-out", &[&row]);
            let removed = file(other, &[&row]);
            let what = format!("{row}: {:?}", zeroed.ledger[0].mechanism);
            match (&zeroed.ledger[0].mechanism, &removed.ledger[0].mechanism) {
                (Ok(zeroed), Ok(removed)) if is_noise => {
                    assert_eq!(ends(zeroed, &query), ends(removed, &query), "{what}");
                }
                (Err(reason), _) if !is_noise => {
                    assert!(reason.contains("nothing says that of a class"), "{what}");
                }
                // What no allocation takes has no other one.
                (Err(zeroed), Err(removed)) => assert_eq!(zeroed, removed, "{what}"),
                _ => panic!("{what}"),
            }
        }
    }
    // Members of a group are zeroed out as they are removed.
    let group = "mechanism = \"gaussian\"\nsigma = 1\ngroup = 3\nsampling = { method = \"poisson\", rate = \"1/4\" }";
    let [zeroed, removed] = ["zero-out", "add-remove"]
        .map(|adjacency| file(adjacency, &[group]).ledger[0].mechanism.clone().unwrap());
    assert_eq!(ends(&zeroed, &query), ends(&removed, &query));
    // The short form has the adjacency of the scope.
    let short = file("zero-out", &["mechanism = \"poisson(1/4, gaussian(sigma=1))^3\""]);
    assert!(short.ledger[0].mechanism.is_ok(), "{:?}", short.ledger[0].mechanism);
    let fixed = "mechanism = \"gaussian\"\nsigma = 1\nsampling = { method = \"without-replacement\", size = 1, population = 2 }";
    let reason = file("zero-out", &[fixed]).ledger[0].mechanism.clone().unwrap_err();
    assert!(reason.contains("keeps its place"), "{reason}");
}

/// What is inside of another mechanism is for the neighbours of the scope, or refused: with every
/// sampler, scope and mechanism around it.
#[test]
fn parts_are_of_the_neighbours_of_the_scope() {
    let gaussian = "mechanism=gaussian(sigma=2)";
    let samplers = [
        format!("subsample(method=poisson, rate=1/10, adjacency=ADJACENCY, {gaussian})"),
        format!(
            "subsample(method=without-replacement, size=1, population=9, adjacency=ADJACENCY, {gaussian})"
        ),
        format!(
            "subsample(method=truncated-poisson, rate=1/10, n=30, max_batch=6, adjacency=ADJACENCY, {gaussian})"
        ),
        format!("random-allocation(steps=5, adjacency=ADJACENCY, {gaussian})"),
    ];
    let around = [
        "mechanism = \"compose\"\nmechanisms = [\"PART\"]",
        "mechanism = \"compose\"\nmechanisms = [\"gaussian(sigma=3)\", \"PART^4\"]",
        "mechanism = \"PART * gaussian(sigma=3)\"",
        "mechanism = \"union\"\nmechanisms = [\"PART\", \"gaussian(sigma=3)\"]",
        "mechanism = \"intersection(mechanisms=[PART, gaussian(sigma=3)])\"",
        "mechanism = \"mixture\"\nweights = [\"1/2\", \"1/2\"]\nmechanisms = [\"PART\", \"gdp(mu=1)\"]",
        "mechanism = \"symmetrised\"\nbase = \"PART\"",
        "mechanism = \"inverse(mechanism=PART)\"",
    ];
    let (mut read, mut refused) = (0, 0);
    for sampler in &samplers {
        for named in ADJACENCIES {
            let part = sampler.replace("ADJACENCY", named);
            for around in around {
                for scope in ADJACENCIES {
                    let row = around.replace("PART", &part);
                    let parsed = claim::parse_all(&text(scope, &[&row]), false);
                    let is_read =
                        parsed.as_ref().is_ok_and(|file| file.ledger[0].mechanism.is_ok());
                    assert!(!is_read || named == scope, "{scope}: {row}");
                    read += u32::from(is_read);
                    if let Err(errors) = &parsed {
                        let reason = format!(
                            "is for the adjacency {named}, and that of the scope is {scope}"
                        );
                        refused += u32::from(format!("{errors:?}").contains(&reason));
                    }
                }
            }
        }
    }
    assert!(read > 20 && refused > 100, "{read} read, {refused} refused");
    // An allocation that names none is for add-remove.
    let unnamed = format!(
        "mechanism = \"compose\"\nmechanisms = [\"random-allocation(steps=5, {gaussian})\"]"
    );
    assert!(claim::parse_all(&text("zero-out", &[&unnamed]), false).is_err());
    assert!(claim::parse_all(&text("add-remove", &[&unnamed]), false).is_ok());
}

/// A row in which a record takes part in one of some steps is the mechanism of the notation, and
/// each count draws anew.
#[test]
fn rows_of_a_random_allocation() {
    let row = "mechanism = \"randomized-response\"\neps = \"ln(3)\"\ncount = 2\n\
               sampling = { method = \"random-allocation\", steps = 4, actual = \"shuffled\" }";
    let whole = file("add-remove", &[row]).whole().unwrap();
    let written =
        Mechanism::parse("random-allocation(4, randomized-response(eps=ln(3)))^2").unwrap();
    assert_eq!(exact_of(&bounds(&whole, &at("3/2"))), exact_of(&bounds(&written, &at("3/2"))));
    for (sampling, reason) in [
        ("method = \"random-allocation\"", "steps"),
        ("method = \"random-allocation\", steps = 0", "steps = 0"),
        (
            "method = \"random-allocation\", steps = 4, rate = \"1/4\"",
            "the sampling is a random allocation",
        ),
        ("method = \"poisson\", rate = \"1/4\", steps = 4", "steps"),
    ] {
        let row = format!("mechanism = \"gdp\"\nmu = 1\nsampling = {{ {sampling} }}");
        let errors = claim::parse_all(&text("add-remove", &[&row]), false).unwrap_err();
        assert!(errors.iter().any(|error| error.to_string().contains(reason)), "{row}: {errors:?}");
    }
}

/// A record of a small world: in the north, in the south or elsewhere, with a value.
type Record = (Option<bool>, i64);

fn records() -> Vec<Record> {
    [Some(true), Some(false), None]
        .into_iter()
        .flat_map(|part| (1..=3).map(move |value| (part, value)))
        .collect()
}

/// What a record adds to the sum of all values, the sum in the north, and the count in the south.
fn added((part, value): Record) -> [i64; 3] {
    [value, if part == Some(true) { value } else { 0 }, i64::from(part == Some(false))]
}

const WORLD: [&str; 3] = [
    "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nquery = \"bounded-sum\"\nlower = 1\nupper = 3\nrows_exactly = 1",
    "part = \"north\"\nmechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nquery = \"bounded-sum\"\nlower = 1\nupper = 3\n\
     rows_exactly = 1",
    "part = \"south\"\nmechanism = \"discrete-laplace\"\neps = \"ln(9)\"\nquery = \"count\"\nrows = 1",
];

/// All neighbours of this world, which are a record more or another one, whatever else is in the
/// data.
#[test]
fn parts_by_enumeration() {
    let noise = ["1/2", "1/2", "1/9"].map(fraction);
    // The rows of the world that are run, and how often.
    for counts in [[1, 1, 1], [0, 1, 1], [1, 2, 1], [1, 1, 0], [1, 0, 1], [0, 1, 2]] {
        for adjacency in ADJACENCIES {
            let none = vec![[0; 3]];
            let all: Vec<[i64; 3]> = records().into_iter().map(added).collect();
            let others = if adjacency == "replace-one" { &all } else { &none };
            let pair = |x: &[i64; 3], y: &[i64; 3]| {
                let steps = (0..3).flat_map(|row| {
                    std::iter::repeat_n((noise[row].clone(), x[row] - y[row]), counts[row])
                });
                moved(&steps.collect::<Vec<_>>())
            };
            let neighbours: Vec<Outcomes> =
                all.iter().flat_map(|x| others.iter().map(|y| pair(x, y))).collect();
            let rows: Vec<String> = (0..3)
                .filter(|row| counts[*row] > 0)
                .map(|row| format!("{}\ncount = {}", WORLD[row], counts[row]))
                .collect();
            let file = file(adjacency, &rows.iter().map(String::as_str).collect::<Vec<_>>());
            is_worst_of(&file.whole().unwrap(), &neighbours, &format!("{adjacency}, {counts:?}"));
        }
    }
}

/// A part is composed before the worst one is taken: not the worst part of each step, which no user
/// is in.
#[test]
fn the_worst_part_is_that_of_a_user() {
    let [north, south] =
        ["mechanism = \"gaussian\"\nsigma = 1", "mechanism = \"laplace\"\neps = \"3/2\""];
    let in_part = |name: &str, row: &str| format!("part = \"{name}\"\n{row}");
    let common = "mechanism = \"randomized-response\"\neps = \"1/2\"";
    let (northern, southern) = (in_part("north", north), in_part("south", south));
    let rows = [northern.as_str(), common, &southern, &northern, &southern];
    let parts = file("add-remove", &rows).whole().unwrap();
    let alone = [north, south].map(|row| file("add-remove", &[row, row, common]).whole().unwrap());
    let mut worst = BTreeSet::new();
    for query in [
        at("1"),
        at("2"),
        at("8"),
        at("30"),
        Query::Tv,
        Query::Eps { delta: real("1e-3") },
        Query::Eps { delta: real("1e-9") },
    ] {
        let found = ends(&parts, &query);
        let each = alone.each_ref().map(|part| ends(part, &query));
        assert!(found.1 >= each[0].0.clone().max(each[1].0.clone()), "{query:?}");
        assert!(found.0 <= each[0].1.clone().max(each[1].1.clone()), "{query:?}");
        assert!(answer(&parts, &query).tight, "{query:?}");
        worst.insert(each[0] > each[1]);
    }
    assert_eq!(worst.len(), 2, "either part is the worst one somewhere");
    for level in ["1e-4", "1/3"] {
        let query = Query::Beta { alpha: real(level) };
        let (found, each) = (ends(&parts, &query), alone.each_ref().map(|part| ends(part, &query)));
        assert!(found.1 >= each[0].0.clone().min(each[1].0.clone()), "{level}");
        assert!(found.0 <= each[0].1.clone().min(each[1].1.clone()), "{level}");
    }
    // 1/2 for each step in the north, KL = eps - 1 + e^-eps for each in the south.
    let (rho, _) = ends(&parts, &Query::Rho);
    let known = ends(
        &Mechanism::parse("laplace(eps=3/2)^2 * randomized-response(eps=1/2)").unwrap(),
        &Query::Rho,
    );
    assert_eq!(rho, known.0);
    let (rho, _) = ends(
        &file("add-remove", &[&northern, &southern.replace("3/2", "1")]).whole().unwrap(),
        &Query::Rho,
    );
    assert_eq!(rho, fraction("1/2"));
}

/// Parts with bounds only, and what has no one route.
#[test]
fn parts_with_two_bounds() {
    let part = |name: &str, row: &str| format!("part = \"{name}\"\n{row}");
    let gaussian = "mechanism = \"gaussian\"\nsigma = 1\ncount = 2";
    let zcdp = "mechanism = \"zcdp\"\nrho = \"9/10\"";
    let union = "mechanism = \"union\"\nmechanisms = [\"gdp(mu=1)\", \"laplace(eps=3/2)\"]";
    let selection = "mechanism = \"exponential\"\neps = 1\ncount = 3";
    let keys = "mechanism = \"thresholded\"\nnoise = \"laplace\"\nscale = 1\nsensitivity = 1\nthreshold = 4\nkeys = 2";
    // Polygons around a composition of selections take longer than all others.
    let slow = (effort() > 1).then_some(selection);
    for other in [zcdp, union, keys].into_iter().chain(slow) {
        let rows = [part("a", gaussian), part("b", other), part("c", gaussian)];
        let both = file("add-remove", &rows.each_ref().map(String::as_str)).whole().unwrap();
        let alone = [gaussian, other].map(|row| file("add-remove", &[row]).whole().unwrap());
        // One question about the union, which takes the longest of these; all with more effort.
        let questions = if other == union && effort() == 1 { 1 } else { 3 };
        for query in
            [at("2"), at("20"), Query::Eps { delta: real("1/10") }].into_iter().take(questions)
        {
            let whole = answer(&both, &query);
            let each = alone.each_ref().map(|part| answer(part, &query));
            assert_eq!(whole.tight, each[1].tight, "{other}");
            let (found, [first, second]) = (ends_of(&whole), each.each_ref().map(ends_of));
            // No tighter than each by itself, and a bound of both.
            let near = fraction("1/1000") * &found.1;
            assert!(found.1 >= first.0.clone().max(second.0.clone()), "{other}: {found:?}");
            assert!(found.1 <= first.1.clone().max(second.1.clone()) + &near, "{other}: {found:?}");
            assert!(
                &found.1 + &near >= first.1.clone().max(second.1.clone()),
                "{other}: {found:?}"
            );
            assert!(found.0 <= first.1.clone().max(second.1.clone()), "{other}: {found:?}");
            assert!(
                &found.0 + &near >= first.0.clone().max(second.0.clone()),
                "{other}: {found:?}"
            );
        }
    }
    let both = [part("a", gaussian), part("b", keys)];
    let both = file("add-remove", &both.each_ref().map(String::as_str)).whole().unwrap();
    let found = ask(&Question::of(&both, &Query::Rho), &Options::default());
    assert!(matches!(found, Err(Refusal::Unsupported { .. })), "{found:?}");
}

/// Claims over some of the parts are about these.
#[test]
fn claims_about_parts() {
    let rows = [
        "mechanism = \"laplace\"\neps = 1",
        "part = \"a\"\nmechanism = \"laplace\"\neps = 1",
        "part = \"b\"\nmechanism = \"laplace\"\neps = 2",
    ];
    let mut text = text("add-remove", &rows);
    for (index, (over, eps)) in [
        ("row-0", 1),
        ("row-1", 1),
        ("row-2", 2),
        ("row-1\", \"row-2", 2),
        ("row-0\", \"row-1", 2),
        ("*", 3),
    ]
    .into_iter()
    .enumerate()
    {
        text += &format!(
            "[[claim]]\nid = \"{index}\"\nover = [\"{over}\"]\neps = {{ delta = 0 }}\nequals = {eps}\n"
        );
    }
    let file = claim::parse(&text).unwrap();
    for claim in &file.claims {
        let judgement = claim::judge(&file, claim, &Options::for_claims());
        assert_eq!(judgement.verdict, Verdict::Holds, "{}: {judgement:?}", claim.id);
    }
    // Parts with the same rows are one.
    let same: Vec<String> =
        (0..50).map(|n| format!("part = \"{n}\"\nmechanism = \"laplace\"\neps = 1")).collect();
    let same = self::file("add-remove", &same.iter().map(String::as_str).collect::<Vec<_>>())
        .whole()
        .unwrap();
    assert_eq!(
        same,
        self::file("add-remove", &["mechanism = \"laplace\"\neps = 1"]).whole().unwrap()
    );
    let many: Vec<String> =
        (0..257).map(|n| format!("part = \"{n}\"\nmechanism = \"laplace\"\neps = 1")).collect();
    let many =
        self::file("add-remove", &many.iter().map(String::as_str).collect::<Vec<_>>()).whole();
    assert!(many.unwrap_err().contains("more than 256 parts"));
}

/// Rows with samples are the mechanisms that the notation writes: groups of them, and truncated
/// ones.
#[test]
fn sampled_rows_have_groups() {
    let rows = [
        (
            "mechanism = \"gaussian\"\nsigma = 2\ngroup = 3\ncount = 4\nsampling = { method = \"poisson\", rate = \"1/10\" }",
            "group(3, poisson(1/10, gaussian(sigma=2)))^4",
        ),
        (
            "mechanism = \"discrete-laplace\"\neps = \"ln(2)\"\nsensitivity = 2\ngroup = 2\n\
             sampling = { method = \"poisson\", batch = 2, n = 8 }",
            "group(2, poisson(1/4, discrete-laplace(eps=ln(2), sensitivity=2)))",
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 2\nepochs = 1\n\
             sampling = { method = \"truncated-poisson\", batch = 5, n = 20, max_batch = 8 }",
            "truncated-poisson(1/4, n=20, max_batch=8, gaussian(sigma=2))^4",
        ),
        (
            "mechanism = \"mixture-of-shifts\"\nnoise = \"gaussian(sigma=1)\"\np = [\"1/2\", \"1/2\"]\nshifts = [0, 1]\ncount = 2",
            "mixture-of-shifts(gaussian(sigma=1), p=[1/2, 1/2], shifts=[0, 1])^2",
        ),
        (
            "mechanism = \"gaussian-scales\"\nratio = \"5/4\"\ndimension = 3\ncount = 2",
            "gaussian-scales(ratio=5/4, dimension=3)^2",
        ),
    ];
    for (row, notation) in rows {
        let file = file("add-remove", &[row]);
        let mechanism =
            file.ledger[0].mechanism.as_ref().unwrap_or_else(|refusal| panic!("{row}: {refusal}"));
        let written = Mechanism::parse(notation).unwrap();
        assert_eq!(mechanism.steps(), written.steps(), "{row}");
    }
    for (row, reason) in [
        (
            "mechanism = \"approx-dp\"\neps = 1\ndelta = 0\ngroup = 2\nsampling = { method = \"poisson\", rate = \"1/10\" }",
            "any part",
        ),
        (
            "mechanism = \"gaussian\"\nsigma = 2\ngroup = 2\nsampling = { method = \"truncated-poisson\", rate = \"1/4\", n = 20, max_batch = 8 }",
            "Poisson samples",
        ),
    ] {
        let file = file("add-remove", &[row]);
        let refusal = file.ledger[0].mechanism.as_ref().expect_err(row);
        assert!(refusal.contains(reason), "{row}: {refusal}");
    }
}
