//! Damaged Parquet files: an error that names the file, and nothing else.

use crate::effort::effort;
use crate::files::job;
use crate::support::Arbitrary;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray,
};
use dpcert::Options;
use dpcert_bulk::files::{FileError, Format, judge_file, merge};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

/// The number of damaged files of each kind.
const FILES: usize = 400;

/// Damage on which the Parquet library panics.
const PANICS: [&str; 3] = ["odd1088", "odd322", "odd617"];

/// Claims in columns of many types, in several row groups.
fn write_claims(path: &Path, compression: Compression) {
    let rows = 12usize;
    let kinds: DictionaryArray<Int32Type> =
        (0..rows).map(|row| ["gaussian", "laplace"][row % 2]).collect();
    let of = |row: usize, here: usize| (row % 2 == here).then_some(2.0);
    let columns: [(&str, ArrayRef); 8] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..12))),
        ("kind", Arc::new(kinds)),
        ("sigma", Arc::new((0..rows).map(|row| of(row, 0)).collect::<Float64Array>())),
        ("eps", Arc::new((0..rows).map(|row| of(row, 1)).collect::<Float64Array>())),
        ("quantity", Arc::new(StringArray::from(vec!["delta"; rows]))),
        (
            "at",
            Arc::new(Decimal128Array::from(vec![1; rows]).with_precision_and_scale(10, 1).unwrap()),
        ),
        ("relation", Arc::new(StringArray::from(vec!["at-most"; rows]))),
        (
            "claimed",
            Arc::new(StringArray::from_iter_values((0..rows).map(|row| format!("{row}/20")))),
        ),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_max_row_group_row_count(Some(5))
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties))
            .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// Flips, cuts, inserts or repeats some bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Arbitrary) {
    let place = |random: &mut Arbitrary, length: usize| random.below(length as u64 + 1) as usize;
    for _ in 0..=random.below(3) {
        let start = place(random, bytes.len() - 1);
        let end = (start + 1 + random.below(8) as usize).min(bytes.len());
        match random.below(6) {
            0 => bytes[start] ^= 1 << random.below(8),
            1 => bytes[start] = [0, 1, 0x7f, 0x80, 0xff][random.below(5) as usize],
            2 => drop(bytes.drain(start..end)),
            3 => bytes.insert(start, random.below(256) as u8),
            4 => bytes[start..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8),
            _ => {
                let copy = bytes[start..end].to_vec();
                let to = place(random, bytes.len());
                bytes.splice(to..to, copy);
            }
        }
    }
}

/// An error of a damaged file is bad input, and names it.
fn is_named(path: &Path, result: Result<(), FileError>) -> bool {
    match result {
        Ok(()) => false,
        Err(FileError::Input { file, message }) => {
            assert!(
                file == path.display().to_string() && !message.contains("panicked"),
                "{file}: {message}"
            );
            true
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

#[test]
fn damage_on_which_the_library_panics_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("verdicts.csv");
    for name in PANICS {
        let claims =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/damaged/{name}.parquet"));
        let settings = Options::for_claims();
        let error =
            judge_file(&claims, Format::Parquet, &job(&settings, &output, true), &mut |_, _| {})
                .unwrap_err();
        assert!(is_named(&claims, Err(error)));
        assert!(!output.exists());
    }
}

#[test]
fn damaged_claims_are_judged_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Options::for_claims();
    let mut random = Arbitrary::new(1088);
    let mut refused = 0;
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY] {
        let sound = folder.path().join("sound.parquet");
        write_claims(&sound, compression);
        let sound = fs::read(sound).unwrap();
        let (claims, output) =
            (folder.path().join("claims.parquet"), folder.path().join("verdicts.csv"));
        for _ in 0..FILES * effort() {
            let mut bytes = sound.clone();
            damage(&mut bytes, &mut random);
            fs::write(&claims, &bytes).unwrap();
            let job = job(&settings, &output, true);
            let judged = judge_file(&claims, Format::Parquet, &job, &mut |_, _| {});
            if judged.is_err() {
                // What was judged before the damage is of these claims only.
                let _ = fs::remove_dir_all(crate::files::parts(&output));
            }
            refused += usize::from(is_named(
                &claims,
                judged.map(|done| assert_eq!(done.metadata.rows, 12)),
            ));
        }
    }
    assert!(refused > FILES * effort() / 2, "{refused}");
}

#[test]
fn damaged_verdicts_are_merged_as_they_were_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = Options::for_claims();
    write_claims(&path("claims.parquet"), Compression::SNAPPY);
    let (output, damaged) = (path("verdicts.parquet"), path("damaged.parquet"));
    let claims = path("claims.parquet");
    let whole =
        judge_file(&claims, Format::Parquet, &job(&settings, &output, false), &mut |_, _| {})
            .unwrap()
            .metadata;
    let sound = fs::read(&output).unwrap();
    let mut random = Arbitrary::new(617);
    let mut refused = 0;
    for _ in 0..FILES * effort() {
        let mut bytes = sound.clone();
        damage(&mut bytes, &mut random);
        fs::write(&damaged, &bytes).unwrap();
        let merged = merge(
            &claims,
            Format::Parquet,
            std::slice::from_ref(&damaged),
            &path("merged.parquet"),
            Format::Parquet,
        );
        refused += usize::from(is_named(
            &damaged,
            merged.map(|metadata| {
                assert_eq!(metadata, whole);
                assert!(fs::read(path("merged.parquet")).unwrap() == sound);
            }),
        ));
    }
    assert!(refused > FILES * effort() / 2, "{refused}");
}

/// The parts before the damage are kept, and a run with the mended file continues after them.
#[test]
fn what_was_judged_before_the_damage_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (claims, output, rows) = (path("claims.parquet"), path("verdicts.csv"), (1 << 17) + 1);
    let text = |word: &str| Arc::new(StringArray::from(vec![word; rows])) as ArrayRef;
    let columns = [
        ("mechanism", "zcdp(rho=1)"),
        ("quantity", "rho"),
        ("relation", "at-most"),
        ("claimed", "2"),
    ];
    let batch = RecordBatch::try_from_iter(columns.map(|(name, word)| (name, text(word)))).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(1 << 17)).build();
    let mut writer =
        ArrowWriter::try_new(File::create(&claims).unwrap(), batch.schema(), Some(properties))
            .unwrap();
    writer.write(&batch).unwrap();
    let metadata = writer.close().unwrap();
    let start = metadata.row_groups().last().unwrap().columns()[0].byte_range().0;
    let sound = fs::read(&claims).unwrap();
    let mut bytes = sound.clone();
    bytes[start as usize..start as usize + 16].fill(0xff);
    fs::write(&claims, bytes).unwrap();
    let settings = Options::for_claims();
    let job = job(&settings, &output, true);
    let error = judge_file(&claims, Format::Parquet, &job, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("claims.parquet: after row 131072: "), "{error}");
    let part = crate::files::parts(&output).join("0000000000.csv");
    let first = fs::metadata(&part).unwrap().modified().unwrap();
    fs::write(&claims, sound).unwrap();
    let mut kept = None;
    let done = judge_file(&claims, Format::Parquet, &job, &mut |_, _| {
        kept = Some(fs::metadata(&part).unwrap().modified().unwrap());
    });
    let done = done.unwrap();
    assert_eq!((done.unknown, done.metadata.rows, kept), (0, rows as u64, Some(first)));
}
