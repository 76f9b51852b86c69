//! The record of what was judged here, kept where only its user writes.
//!
//! A folder of parts may come from anybody, with any digest computed anew. So a part is believed by
//! its entry in the record, which is not in that folder: it says that this program, run by this
//! user, judged these rows with these options, and wrote these bytes.

use super::metadata::hex;
use super::write;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};

/// The entries of the parts of an output.
pub struct Record {
    folder: PathBuf,
}

impl Record {
    /// The record of an output under a user's folder of state; `None` where others can write it
    /// too, or nobody.
    pub fn open(state: &Path, output: &Path) -> Option<Record> {
        // A relative path would be one in a folder that somebody else may have made.
        if !state.is_absolute() {
            return None;
        }
        let place = fs::canonicalize(write::folder_of(output)).ok()?.join(output.file_name()?);
        let name = hex(&Sha256::digest(place.as_os_str().as_encoded_bytes()));
        let mut folder = state.to_owned();
        for name in ["dpcert", "judge", &name] {
            folder.push(name);
            own(&folder).ok()?;
        }
        Some(Record { folder })
    }

    fn entry(&self, part: u64) -> PathBuf {
        self.folder.join(format!("{part:010}.json"))
    }

    /// The entry of a part.
    pub fn find(&self, part: u64) -> Option<Value> {
        serde_json::from_slice(&fs::read(self.entry(part)).ok()?).ok()
    }

    /// Adds the entry of a part. Where it cannot be written there is none, and the part will be
    /// judged again.
    pub fn add(&self, part: u64, entry: &Value) {
        let _ = write::atomically(&self.entry(part), entry.to_string().as_bytes());
    }

    /// Removes the entries of an earlier run. Those that are left agree with no other run.
    pub fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder);
        let _ = own(&self.folder);
    }

    /// Removes the record.
    pub fn remove(self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Makes a folder that only its owner can use, or finds one that only this user can write.
fn own(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let known = fs::metadata(folder)?;
        // What is created here belongs to this user.
        let probe = tempfile::NamedTempFile::new_in(folder)?;
        if known.mode() & 0o022 != 0 || known.uid() != probe.as_file().metadata()?.uid() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
    }
    Ok(())
}
