//! Claim files: found in folders, read, judged, and used for questions.

mod asked;
mod files;

pub use asked::Asked;
pub use files::{ClaimPaths, STDIN};

use crate::Common;
use crate::report::claims::{BadFile, JudgedFile};
use crate::spinner::counting;
use dpcert::Options;
use dpcert::claim::{self, ClaimFile, Judgement};
use files::Found;

/// The default number of significant digits of a certified value.
pub const DIGITS: u64 = 10;

/// Reads and judges all files, and answers the questions about each; those that cannot be read are
/// explained.
pub fn judged(
    paths: &ClaimPaths,
    ask: &[Asked],
    digits: u64,
    common: &Common,
) -> (Vec<JudgedFile>, Vec<BadFile>) {
    let (files, bad) = paths.read(ask.is_empty());
    let judgements =
        judge(&files.iter().map(|found| &found.file).collect::<Vec<_>>(), digits, common);
    let judged = files.into_iter().zip(judgements);
    let judged = judged.map(|(Found { name, text, file }, judgements)| {
        let answers = asked::answers(&file, ask, digits, common);
        let remarks = if answers.is_empty() { Vec::new() } else { claim::remarks_on_rows(&file) };
        JudgedFile { name, text, file, judgements, answers, remarks }
    });
    (judged.collect(), bad)
}

/// Judges every claim, and shows the progress.
fn judge(files: &[&ClaimFile], digits: u64, common: &Common) -> Vec<Vec<Judgement>> {
    let claims: usize = files.iter().map(|file| file.claims.len()).sum();
    let progress = counting(claims);
    let settings = Options { digits, ..common.for_claims() };
    let judgements = claim::judge_all(files, |file, claim| {
        let judgement = claim::judge(file, claim, &settings);
        progress.step();
        judgement
    });
    drop(progress);
    judgements
}
