//! Reading a file as text: each kind of error has its own message.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes: what is read is kept as a tree, which is larger than
/// the text, and a wrong file must not fill the memory.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// Why a file could not be read as text.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum FileError {
    /// There is no file of this name.
    #[error("{}: there is no such file", path.display())]
    #[diagnostic(help("check the name; the working directory is {}", working_directory()))]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// It is a directory.
    #[error("{}: this is a directory", path.display())]
    #[diagnostic(help("name a file in it"))]
    Directory {
        /// The directory.
        path: PathBuf,
    },
    /// The file contains no text.
    #[error("{}: the file is empty", path.display())]
    #[diagnostic(help("was it written completely?"))]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// It is larger than [`MAX_FILE_BYTES`].
    #[error("{}: the file is larger than {} MiB", path.display(), MAX_FILE_BYTES >> 20)]
    #[diagnostic(help("split it, or check that it is the right file"))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is not UTF-8.
    #[error("{}: not UTF-8 at byte {byte} (line {line})", path.display())]
    #[diagnostic(help("save the file with the encoding UTF-8"))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The offset of the first wrong byte, from 0.
        byte: usize,
        /// Its line, from 1.
        line: usize,
    },
    /// The operating system refused.
    #[error("{}: cannot be read: {source}", path.display())]
    #[diagnostic(help("check the permissions of the file and of the directories above it"))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// The text of a file.
///
/// # Errors
/// See [`FileError`]. A file of white space only counts as empty.
pub fn read_file(path: &Path) -> Result<String, FileError> {
    let failed = |source| failed(path, source);
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(FileError::Directory { path: path.to_owned() });
    }
    read_text(file, path)
}

/// The remaining text of `input`; `path` is its name in errors.
///
/// # Errors
/// See [`read_file`].
pub fn read_text(input: impl Read, path: &Path) -> Result<String, FileError> {
    let owned = || path.to_owned();
    let mut bytes = Vec::new();
    let length = input
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| failed(path, source))?;
    if u64::try_from(length).map_or(true, |length| length > MAX_FILE_BYTES) {
        return Err(FileError::TooLarge { path: owned() });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes().iter().take(byte).filter(|b| **b == b'\n').count();
        FileError::NotUtf8 { path: owned(), byte, line }
    })?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(FileError::Empty { path: owned() });
    }
    Ok(text)
}

fn failed(path: &Path, source: io::Error) -> FileError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound => FileError::Missing { path },
        io::ErrorKind::IsADirectory => FileError::Directory { path },
        _ => FileError::Unreadable { path, source },
    }
}

fn working_directory() -> String {
    std::env::current_dir()
        .map_or_else(|_| "not known".to_owned(), |path| path.display().to_string())
}
