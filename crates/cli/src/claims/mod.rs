//! Claim files: found in folders, read, judged, and used for questions.

mod asked;
mod files;

pub use asked::Asked;
pub use files::{ClaimPaths, explain, name_of, text_of};

use crate::spinner::counting;
use dpcert::Options;
use dpcert::claim::{ClaimFile, Judgement, remarks_on_rows};
use dpcert_answers::Settings;
use dpcert_answers::claims::{self, BadFile, Found, JudgedFile};

/// Reads and judges all files, and answers the questions about each; those that cannot be read are
/// explained.
pub fn judged(
    paths: &ClaimPaths,
    ask: &[Asked],
    digits: u64,
    settings: &Settings,
) -> (Vec<JudgedFile>, Vec<BadFile>) {
    let (files, bad) = paths.read(ask.is_empty());
    let judgements =
        judge(&files.iter().map(|found| &found.file).collect::<Vec<_>>(), digits, settings);
    let judged = files.into_iter().zip(judgements);
    let judged = judged.map(|(Found { name, text, file }, judgements)| {
        let answers = asked::answers(&file, ask, digits, settings);
        let remarks = if answers.is_empty() { Vec::new() } else { remarks_on_rows(&file) };
        JudgedFile { name, text, file, judgements, answers, remarks }
    });
    (judged.collect(), bad)
}

/// Judges every claim, and shows the progress.
fn judge(files: &[&ClaimFile], digits: u64, settings: &Settings) -> Vec<Vec<Judgement>> {
    let claims: usize = files.iter().map(|file| file.claims.len()).sum();
    let progress = counting(claims);
    let options = Options { digits, ..settings.for_claims() };
    let judgements = claims::judge(files, &options, || progress.step());
    drop(progress);
    judgements
}
