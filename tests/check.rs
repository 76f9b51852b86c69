//! Claim files: every fixture has the verdicts it expects, and malformed files are told why.
#![allow(clippy::unwrap_used, clippy::panic)]

use dpcert::claim::{self, ClaimFile, Judgement, Settings, Verdict};
#[cfg(feature = "mpfr")]
use dpcert::exact::Mpfr;
use dpcert::exact::{Engine, Malachite};
use std::path::{Path, PathBuf};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/claims");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 17);
    paths
}

fn judge_fixtures(judge: impl Fn(&ClaimFile, &claim::Claim) -> Judgement + Sync) {
    let paths = fixtures();
    let files: Vec<ClaimFile> =
        paths.iter().map(|path| claim::read_file(path).unwrap_or_else(|e| panic!("{e}"))).collect();
    let judgements = claim::judge_all(&files.iter().collect::<Vec<_>>(), judge);
    let mut wrong = Vec::new();
    for ((path, file), judgements) in paths.iter().zip(&files).zip(&judgements) {
        assert_eq!(file.claims.len(), judgements.len());
        for (claim, judgement) in file.claims.iter().zip(judgements) {
            if !judgement.is_expected(claim) {
                wrong.push(format!("{}#{}: {judgement:#?}", path.display(), claim.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fixtures_have_the_expected_verdicts() {
    judge_fixtures(|file, claim| claim::judge::<Malachite>(file, claim, &Settings::default()));
}

#[cfg(feature = "mpfr")]
#[test]
fn fixtures_have_the_expected_verdicts_with_both_engines() {
    judge_fixtures(|file, claim| claim::judge_with_both::<Malachite, Mpfr>(file, claim, &Settings::default()));
}

#[test]
fn zz_timing() {
    for path in fixtures() {
        let file = claim::read_file(&path).unwrap();
        for c in &file.claims {
            let t = std::time::Instant::now();
            let j = claim::judge::<Malachite>(&file, c, &Settings::default());
            let e = t.elapsed();
            eprintln!(
                "{:>8}ms {} {} {:?} {} {:?}",
                e.as_millis(),
                path.file_stem().unwrap().display(),
                c.id,
                j.verdict,
                if j.is_expected(c) { "" } else { "UNEXPECTED" },
                j.evidence.as_ref().map(|e| (
                    &e.shown.lo,
                    &e.shown.hi,
                    &e.shown.exact,
                    &e.margin.distance.lo,
                    &e.margin.distance.hi
                ))
            );
        }
    }
}
