//! A folder of parts, whatever is in it, does not change a verdict: parts are believed by the
//! record of this user only.

use crate::files::{job, parts, stop};
use dpcert::Options;
use dpcert_bulk::files::{Done, FileError, Format, Job, judge_file};
use std::fs;
use std::path::{Path, PathBuf};

const EXTENSIONS: [&str; 3] = ["csv", "jsonl", "parquet"];

/// A run that was stopped when its only part was written, and the verdicts of one that was not.
struct Stopped {
    folder: tempfile::TempDir,
    output: PathBuf,
    whole: Vec<u8>,
}

impl Stopped {
    fn new(extension: &str) -> Stopped {
        let folder = tempfile::tempdir().unwrap();
        let claims = folder.path().join("claims.csv");
        fs::write(
            &claims,
            "id,mechanism,quantity,relation,claimed\n1,gaussian(sigma=1),tv,at-most,0.01\n",
        )
        .unwrap();
        let (whole, output) = (
            folder.path().join(format!("whole.{extension}")),
            folder.path().join(format!("verdicts.{extension}")),
        );
        let settings = Options::for_claims();
        judge_file(&claims, Format::Csv, &job(&settings, &whole, false), &mut |_, _| {}).unwrap();
        stop(&claims, &output, 1);
        Stopped { whole: fs::read(whole).unwrap(), folder, output }
    }

    fn part(&self) -> PathBuf {
        let extension = self.output.extension().unwrap().to_str().unwrap();
        parts(&self.output).join(format!("0000000000.{extension}"))
    }

    /// The part with another verdict.
    fn forge(&self) {
        let bytes = fs::read(self.part()).unwrap();
        let place = bytes.windows(7).position(|word| word == b"refuted").unwrap();
        let forged = [&bytes[..place], b"unknown", &bytes[place + 7..]].concat();
        fs::write(self.part(), forged).unwrap();
    }

    fn resume(&self, state: Option<&Path>) -> Result<Done, FileError> {
        let settings = Options::for_claims();
        let claims = self.folder.path().join("claims.csv");
        let job = Job { state, ..job(&settings, &self.output, true) };
        judge_file(&claims, Format::Csv, &job, &mut |_, _| {})
    }

    /// The verdicts are those of a run that was not stopped; so many parts were there, and were not
    /// believed.
    fn is_whole(&self, state: Option<&Path>, unknown: u64) {
        let done = self.resume(state).unwrap();
        assert_eq!((done.unknown, done.metadata.verdicts["refuted"]), (unknown, 1));
        assert!(fs::read(&self.output).unwrap() == self.whole);
        assert!(!parts(&self.output).exists());
    }

    fn own_state(&self) -> &Path {
        self.folder.path()
    }
}

#[test]
fn a_part_that_was_judged_here_is_kept() {
    for extension in EXTENSIONS {
        let stopped = Stopped::new(extension);
        stopped.is_whole(Some(stopped.own_state()), 0);
        let left = fs::read_dir(stopped.folder.path().join("dpcert/judge")).unwrap().count();
        assert_eq!(left, 0, "the record is removed with the parts");
    }
}

#[test]
fn a_part_from_elsewhere_is_judged_again() {
    for extension in EXTENSIONS {
        let elsewhere = tempfile::tempdir().unwrap();
        for state in [Some(elsewhere.path()), None, Some(Path::new("relative"))] {
            for is_forged in [false, true] {
                let stopped = Stopped::new(extension);
                if is_forged {
                    stopped.forge();
                }
                stopped.is_whole(state, 1);
            }
        }
    }
}

#[test]
fn a_changed_part_is_judged_again() {
    for extension in EXTENSIONS {
        let stopped = Stopped::new(extension);
        stopped.forge();
        stopped.is_whole(Some(stopped.own_state()), 0);
        let stopped = Stopped::new(extension);
        fs::remove_file(stopped.part()).unwrap();
        stopped.is_whole(Some(stopped.own_state()), 0);
        // An entry next to the part, as earlier versions believed it.
        let stopped = Stopped::new(extension);
        fs::write(
            parts(&stopped.output).join("0000000000.json"),
            "{\"rows\": 1, \"verdicts\": {\"holds\": 1}}",
        )
        .unwrap();
        stopped.is_whole(None, 1);
    }
}

/// The options of the folder are not those with which its parts were judged.
#[test]
fn a_part_of_other_options_is_judged_again() {
    for extension in EXTENSIONS {
        let stopped = Stopped::new(extension);
        let about = parts(&stopped.output).join("run.json");
        let text = fs::read_to_string(&about).unwrap();
        let claims = stopped.folder.path().join("claims.csv");
        let mut settings = Options::for_claims();
        let work = settings.limits.work;
        settings.limits.work = work - 1;
        let other = job(&settings, &stopped.output, true);
        let error = judge_file(&claims, Format::Csv, &other, &mut |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("other options"), "{error}");
        fs::write(&about, text.replace(&work.to_string(), &(work - 1).to_string())).unwrap();
        let done = judge_file(&claims, Format::Csv, &other, &mut |_, _| {}).unwrap();
        assert_eq!((done.unknown, done.metadata.verdicts["refuted"]), (1, 1));
    }
}

/// The part of another output of the same user.
#[test]
fn a_part_of_other_claims_is_not_believed() {
    for extension in EXTENSIONS {
        let (stopped, other) = (Stopped::new(extension), Stopped::new(extension));
        let claims = stopped.folder.path().join("claims.csv");
        let text = fs::read_to_string(&claims).unwrap();
        fs::write(&claims, text.replace("0.01", "0.9")).unwrap();
        let error = stopped.resume(Some(stopped.own_state())).unwrap_err();
        assert!(error.to_string().contains("the rows from 1 on are not those"), "{error}");
        fs::copy(other.part(), stopped.part()).unwrap();
        let done = stopped.resume(Some(other.own_state())).unwrap();
        assert_eq!((done.unknown, done.metadata.verdicts["holds"]), (1, 1));
    }
}

#[cfg(unix)]
#[test]
fn a_record_that_others_can_write_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    for folder in ["dpcert", "dpcert/judge"] {
        let stopped = Stopped::new("csv");
        let folder = stopped.folder.path().join(folder);
        assert_eq!(
            fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
            0o700,
            "others cannot look into it"
        );
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o722)).unwrap();
        stopped.is_whole(Some(stopped.own_state()), 1);
    }
}

/// A link in the place of a file that is written, or of a part, is not followed.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let stopped = Stopped::new("csv");
    let other = stopped.folder.path().join("other");
    fs::rename(stopped.part(), &other).unwrap();
    let bytes = fs::read(&other).unwrap();
    for name in [".tmp", ".dpcert.json.tmp", ".parts/0000000000.csv", ".parts/0000000000.csv.tmp"] {
        let place = format!("{}{name}", stopped.output.display());
        std::os::unix::fs::symlink(&other, place).unwrap();
    }
    std::os::unix::fs::symlink("/dev/zero", parts(&stopped.output).join("0000000001.csv")).unwrap();
    stopped.is_whole(Some(stopped.own_state()), 0);
    assert_eq!(fs::read(&other).unwrap(), bytes);
    assert!(!fs::symlink_metadata(&stopped.output).unwrap().is_symlink());
    // What never ends is not read as a description.
    let stopped = Stopped::new("csv");
    let about = parts(&stopped.output).join("run.json");
    fs::remove_file(&about).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &about).unwrap();
    stopped.is_whole(None, 1);
}
