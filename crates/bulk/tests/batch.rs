//! Batches of every type of column, good rows and bad ones.

use crate::support::{numbers, words};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, Decimal128Array, DictionaryArray, Float32Array, Float64Array, Int32Array,
    LargeStringArray, NullArray, PrimitiveArray, RecordBatch, StringArray, StringViewArray,
    UInt64Array,
};
use dpcert::claim::{Literal, Relation, judge_statement};
use dpcert::claim::{Measure, Verdict};
use dpcert::quantity::Scalar;
use dpcert::{Mechanism, Options, exact::literal};
use dpcert_bulk::{Digest, accounted, judge_batch, judge_batch_with};
use std::sync::Arc;

fn texts<const N: usize>(values: [Option<&str>; N]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

fn judge(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, String> {
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true)))
            .unwrap();
    judge_batch(&batch, &Options::for_claims()).map_err(|error| error.to_string())
}

/// Four claims about Gaussian mechanisms; `change` makes other arrays of the columns.
fn gaussians(change: impl Fn(&str, ArrayRef) -> ArrayRef) -> Vec<(&'static str, ArrayRef)> {
    let columns = [
        ("kind", texts([Some("gaussian"); 4])),
        ("sigma", Arc::new(Float64Array::from(vec![2.0, 0.5, 1.0, 3.0])) as ArrayRef),
        ("count", Arc::new(Int32Array::from(vec![Some(1), None, Some(4), Some(2)]))),
        ("quantity", texts([Some("delta"); 4])),
        ("at", Arc::new(Float64Array::from(vec![1.0, 0.25, 0.0, 2.0]))),
        ("relation", texts([Some("at-most"), Some("at-least"), Some("at-most"), Some("at-least")])),
        ("claimed", Arc::new(Float64Array::from(vec![0.5; 4]))),
    ];
    columns.into_iter().map(|(name, array)| (name, change(name, array))).collect()
}

const EXPECTED: [Option<&str>; 4] =
    [Some("holds"), Some("holds"), Some("refuted"), Some("refuted")];

#[test]
fn every_type_of_column_is_understood() {
    let text = |array: &ArrayRef| array.as_any().downcast_ref::<StringArray>().cloned();
    type Change = Box<dyn Fn(&str, ArrayRef) -> ArrayRef>;
    let of_text = |make: fn(StringArray) -> ArrayRef| -> Change {
        Box::new(move |_, array| text(&array).map_or(array, make))
    };
    let changes: Vec<Change> = vec![
        Box::new(|_, array| array),
        of_text(|array| Arc::new(LargeStringArray::from_iter(array.iter()))),
        of_text(|array| Arc::new(StringViewArray::from_iter(array.iter()))),
        of_text(|array| Arc::new(array.iter().collect::<DictionaryArray<Int32Type>>())),
        of_text(|array| Arc::new(array.iter().collect::<DictionaryArray<Int8Type>>())),
        // Sliced: what is before and behind does not matter.
        Box::new(|_, array| {
            let nulls = arrow_array::new_null_array(array.data_type(), 3);
            arrow_select::concat::concat(&[&nulls, &array, &nulls]).unwrap().slice(3, 4)
        }),
        Box::new(|name, array| match name {
            "sigma" => texts([Some("2"), Some("1/2"), Some("exp(0)"), Some("3.0")]),
            "claimed" => {
                Arc::new(Decimal128Array::from(vec![5; 4]).with_precision_and_scale(5, 1).unwrap())
            }
            "count" => Arc::new(UInt64Array::from(vec![Some(1), None, Some(4), Some(2)])),
            "at" => texts([Some("1"), Some("0.25"), Some("ln(1)"), Some("2e0")]),
            _ => array,
        }),
        Box::new(|name, array| match name {
            "count" => Arc::new(Float64Array::from(vec![Some(1.0), None, Some(4.0), Some(2.0)])),
            "sigma" => {
                let keys: PrimitiveArray<Int32Type> = vec![3, 0, 1, 2].into();
                Arc::new(DictionaryArray::new(
                    keys,
                    Arc::new(Float64Array::from(vec![0.5, 1.0, 3.0, 2.0])),
                ))
            }
            _ => array,
        }),
    ];
    for (number, change) in changes.iter().enumerate() {
        let verdicts = judge(gaussians(change)).unwrap();
        assert_eq!(words(&verdicts, "verdict"), EXPECTED, "{number}");
    }
}

/// A symbol is the word, for the filter and for the library, which decides what the filter leaves.
#[test]
fn relations_may_be_symbols() {
    for mechanism in ["gaussian(sigma=2)", "discrete-laplace(eps=1/2)"] {
        let rows = |relations: [&'static str; 3], claimed: &str| {
            let columns: Vec<(&str, ArrayRef)> = vec![
                ("mechanism", texts([Some(mechanism); 3])),
                ("quantity", texts([Some("tv"); 3])),
                ("relation", texts(relations.map(Some))),
                ("claimed", texts([Some(claimed); 3])),
            ];
            judge(columns).unwrap()
        };
        for claimed in ["1/10", "9/10"] {
            let symbols = rows(["<=", ">=", "="], claimed);
            assert_eq!(symbols, rows(["at-most", "at-least", "equals"], claimed), "{mechanism}");
            let verdicts = words(&symbols, "verdict");
            assert!(
                verdicts.contains(&Some("holds")) && verdicts.contains(&Some("refuted")),
                "{verdicts:?}"
            );
        }
    }
}

#[test]
fn empty_batches_and_ids_pass_through() {
    let mut columns = gaussians(|_, array| array);
    columns.push(("id", Arc::new(Float32Array::from(vec![1.5; 4]))));
    let verdicts = judge(columns).unwrap();
    assert_eq!(verdicts.schema().field(0).name(), "id");
    assert_eq!(verdicts.column(0).len(), 4);
    let none = judge(gaussians(|_, array| array.slice(0, 0))).unwrap();
    assert_eq!((none.num_rows(), none.num_columns()), (0, 7));
}

/// A bad value is the verdict of its row, which names column and value; the others are judged.
#[test]
fn bad_values_make_their_row_invalid() {
    let bad = [
        ("sigma", "-1", "column \"sigma\", value \"-1\": sigma = -1"),
        ("sigma", "nan", "column \"sigma\", value \"nan\""),
        ("kind", "gausian", "column \"kind\", value \"gausian\": unknown word"),
        ("count", "1/2", "column \"count\", value \"1/2\": "),
        (
            "quantity",
            "delat",
            "column \"quantity\", value \"delat\": it is none of delta, eps, tv, beta, rho, renyi, gdp",
        ),
        ("quantity", "tv", "column \"at\", value \"1\": tv has no parameter"),
        ("at", "-1", "column \"at\", value \"-1\": eps = -1 is not in [0, inf)"),
        ("relation", "below", "column \"relation\", value \"below\": it is none of at-most"),
        ("relation", "between", "column \"claimed_high\" is null"),
        ("claimed", "inf", "column \"claimed\", value \"inf\": a claimed value cannot be inf"),
        ("eps", "1", "column \"eps\", value \"1\": "),
    ];
    let good = [
        ("kind", "gaussian"),
        ("sigma", "2"),
        ("count", "1"),
        ("quantity", "delta"),
        ("at", "1"),
        ("relation", "at-most"),
        ("claimed", "1/2"),
    ];
    for (column, value, message) in bad {
        let mut columns: Vec<(&str, ArrayRef)> = good
            .iter()
            .map(|(name, good)| {
                (*name, texts([Some(*good), Some(if *name == column { value } else { good })]))
            })
            .collect();
        if column == "eps" {
            columns.push(("eps", texts([None, Some(value)])));
        }
        let verdicts = judge(columns).unwrap();
        assert_eq!(
            words(&verdicts, "verdict"),
            [Some("holds"), Some("invalid")],
            "{column} {value}"
        );
        let found = words(&verdicts, "message")[1].unwrap().to_owned();
        assert!(found.starts_with(message), "{found}");
        assert_eq!(numbers(&verdicts, "lower")[1], None);
        // Where a value is missing.
        let columns = good.iter().map(|(name, good)| {
            (*name, texts([Some(good), Some(*good).filter(|_| *name != column)]))
        });
        let verdicts = judge(columns.collect()).unwrap();
        let expected = if matches!(column, "count" | "eps") { "holds" } else { "invalid" };
        assert_eq!(words(&verdicts, "verdict"), [Some("holds"), Some(expected)], "{column}");
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for column in ["sigma", "at", "claimed"] {
            let bad = |name: &str, array: ArrayRef| match name == column {
                true => Arc::new(Float64Array::from(vec![value; 4])) as ArrayRef,
                false => array,
            };
            let verdicts = judge(gaussians(bad)).unwrap();
            assert_eq!(words(&verdicts, "verdict"), [Some("invalid"); 4]);
            assert!(
                words(&verdicts, "message")[0]
                    .unwrap()
                    .starts_with(&format!("column \"{column}\", value {value:?}"))
            );
        }
    }
}

#[test]
fn wrong_columns_are_named() {
    let without = |missing: &str| {
        let mut columns = gaussians(|_, array| array);
        columns.retain(|(name, _)| *name != missing);
        columns
    };
    let with = |name: &'static str, array: ArrayRef| {
        let mut columns = without(name);
        columns.push((name, array));
        columns
    };
    let booleans = Arc::new(arrow_array::BooleanArray::from(vec![true; 4])) as ArrayRef;
    for (columns, expected) in [
        (without("kind"), "column \"mechanism\" is missing"),
        (without("quantity"), "column \"quantity\" is missing"),
        (without("relation"), "column \"relation\" is missing"),
        (without("claimed"), "column \"claimed\" is missing"),
        (with("sigma", booleans.clone()), "column \"sigma\" has the type Boolean"),
        (with("sigma", Arc::new(Float32Array::from(vec![1.0; 4]))), "cast it to binary64"),
        (with("kind", Arc::new(Float64Array::from(vec![1.0; 4]))), "column \"kind\" is not text"),
        (with("mechanism", texts([None; 4])), "is given together with a column \"mechanism\""),
    ] {
        let error = judge(columns).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let mut columns = with("mechanism", texts([Some("gaussian(sigma=2)"); 4]));
    columns.retain(|(name, _)| *name != "kind");
    assert!(judge(columns.clone()).unwrap_err().starts_with("column \"sigma\" is unknown"));
    columns.retain(|(name, _)| *name != "sigma");
    assert_eq!(words(&judge(columns).unwrap(), "verdict")[..2], [Some("holds"), Some("refuted")]);
    // Nothing in a column is as good as no column.
    let columns = with("sigma", Arc::new(NullArray::new(4)));
    assert_eq!(words(&judge(columns).unwrap(), "verdict"), [Some("invalid"); 4]);
}

/// Rows that the filter does not know, many of them about one question: as the library judges each.
#[test]
fn what_is_left_open_is_the_librarys() {
    let mechanisms = [
        "laplace(eps=1/10)^20 * gaussian(sigma=3)",
        "discrete-gaussian(sigma_sq=4, sensitivity=1)^3",
    ];
    let claimed = ["0.001", "0.1", "1/3", "0.1"];
    let rows: Vec<(&str, &str)> =
        mechanisms.iter().flat_map(|run| claimed.map(|claimed| (*run, claimed))).collect();
    let column = |of: &dyn Fn(&(&'static str, &'static str)) -> &'static str| {
        Arc::new(StringArray::from(rows.iter().map(of).collect::<Vec<_>>())) as ArrayRef
    };
    let verdicts = judge(vec![
        ("mechanism", column(&|(run, _)| run)),
        ("quantity", column(&|_| "delta")),
        ("at", column(&|_| "1/2")),
        ("relation", column(&|_| "at-most")),
        ("claimed", column(&|(_, claimed)| claimed)),
    ])
    .unwrap();
    let (found, lower, upper) =
        (words(&verdicts, "verdict"), numbers(&verdicts, "lower"), numbers(&verdicts, "upper"));
    for (row, (run, claimed)) in rows.iter().enumerate() {
        let value = |text: &str| literal::parse(text).unwrap();
        let relation =
            Relation::AtMost(Literal { text: (*claimed).to_owned(), value: value(claimed) });
        let measure = Measure::Scalar(Scalar::Delta { eps: value("1/2") });
        let judgement = judge_statement(
            &Mechanism::parse(run).unwrap(),
            &measure,
            &relation,
            &Options::for_claims(),
        );
        assert_eq!(found[row], Some(judgement.verdict.name()), "{run} {claimed}");
        assert!(matches!(judgement.verdict, Verdict::Holds | Verdict::Refuted));
        let evidence = judgement.evidence.unwrap().witness;
        assert!(
            lower[row].unwrap() <= evidence.upper_f64()
                && evidence.lower_f64() <= upper[row].unwrap()
        );
    }
}

#[test]
fn digests_add_and_find_what_is_missing() {
    let batch = RecordBatch::try_from_iter(gaussians(|_, array| array)).unwrap();
    let whole = Digest::of(&batch).unwrap();
    let mut sum = Digest::of(&batch.slice(2, 2)).unwrap();
    sum += Digest::of(&batch.slice(0, 2)).unwrap();
    assert_eq!((whole, whole.rows), (sum, 4));
    let mut twice = Digest::of(&batch.slice(0, 2)).unwrap();
    twice += Digest::of(&batch.slice(0, 2)).unwrap();
    assert_ne!(whole, twice);
    // The order of columns and the width of a text say nothing.
    let reversed: Vec<_> = gaussians(|name, array| match name {
        "kind" => Arc::new(LargeStringArray::from(vec!["gaussian"; 4])),
        _ => array,
    })
    .into_iter()
    .rev()
    .collect();
    assert_eq!(Digest::of(&RecordBatch::try_from_iter(reversed).unwrap()).unwrap(), whole);
}

#[test]
fn verdicts_account_for_their_rows() {
    let batch = RecordBatch::try_from_iter(gaussians(|_, array| array)).unwrap();
    let settings = Options::for_claims();
    let account = |rows: &RecordBatch| {
        accounted(&judge_batch(rows, &settings).unwrap(), rows, &settings).unwrap()
    };
    let whole = account(&batch);
    assert_eq!(words(&whole, "verdict"), EXPECTED);
    let inputs = |verdicts: &RecordBatch| -> Vec<Vec<u8>> {
        verdicts["input_sha256"].as_binary::<i32>().iter().flatten().map(<[u8]>::to_vec).collect()
    };
    // Each row by itself has the same digest, wherever it is judged.
    let alone: Vec<_> = (0..4).flat_map(|row| inputs(&account(&batch.slice(row, 1)))).collect();
    assert_eq!(inputs(&whole), alone);
    // They add up to the digest of the claims: little-endian integers, modulo 2^256.
    let mut sum = [0u8; 32];
    for input in inputs(&whole) {
        let mut carry = 0u16;
        for (byte, more) in sum.iter_mut().zip(&input) {
            carry += u16::from(*byte) + u16::from(*more);
            *byte = carry.to_le_bytes()[0];
            carry >>= 8;
        }
    }
    let sum: String = sum.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(sum, Digest::of(&batch).unwrap().to_string());
    let run = words(&whole, "run")[0].unwrap().to_owned();
    assert!(
        run.contains("\"engine\":\"malachite\"") && run.contains(env!("CARGO_PKG_VERSION")),
        "{run}"
    );
    // Ids may be anything, but what is accounted for is understood.
    let booleans = Arc::new(arrow_array::BooleanArray::from(vec![true; 4])) as ArrayRef;
    let odd: Vec<_> = gaussians(|_, array| array).into_iter().chain([("id", booleans)]).collect();
    let odd = RecordBatch::try_from_iter(odd).unwrap();
    let error = accounted(&judge_batch(&odd, &settings).unwrap(), &odd, &settings).unwrap_err();
    assert!(error.to_string().contains("column \"id\" has the type Boolean"), "{error}");
}

#[test]
fn limits_are_named_as_the_caller_calls_them() {
    let mut settings = Options::for_claims();
    settings.limits.work = 1000;
    let columns = [
        ("mechanism", texts([Some("approx-dp(eps=1/10, delta=1e-6)^100000")])),
        ("quantity", texts([Some("delta")])),
        ("at", texts([Some("3")])),
        ("relation", texts([Some("at-most")])),
        ("claimed", texts([Some("1e-3")])),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let message = |verdicts: RecordBatch| words(&verdicts, "message")[0].unwrap().to_owned();
    assert!(message(judge_batch(&batch, &settings).unwrap()).contains("with limits.work"));
    let rendered =
        judge_batch_with(&batch, &settings, |sentence| sentence.render(|_| "--max-work")).unwrap();
    assert!(message(rendered).contains("with --max-work"));
}
