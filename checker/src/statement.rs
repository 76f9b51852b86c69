//! The files that may enclose a certificate: an in-toto Statement about the claim file, and a DSSE
//! envelope around it.
//!
//! A Statement names by its digests the files that it is about; they are compared with the reader's
//! files. The signatures of an envelope are not checked: that is left to a standard tool, and
//! reported.

use crate::fault::{Fault, Malformed, Unproved, Unsupported};
use crate::json::{self, Fields, Json};
use crate::row::size;
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;

/// The type of a Statement.
const STATEMENT: &str = "https://in-toto.io/Statement/v1";
/// The type of its predicate.
const PREDICATE: &str = "urn:dpcert:certificate:1";
/// The type of the payload of an envelope.
const PAYLOAD: &str = "application/vnd.in-toto+json";

/// The largest claim file, in bytes: reading TOML takes a hundred times as much memory.
const MAX_CLAIM_FILE: usize = 4 << 20;

/// The reader's claim file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFile {
    /// Its name, without folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl ClaimFile {
    /// Reads it from the disk.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn read(path: &Path) -> Result<ClaimFile, String> {
        let text = read_text(path, "the claim file", MAX_CLAIM_FILE);
        ClaimFile::named(path, text)
    }

    /// The claim file of this name, of its bytes.
    ///
    /// # Errors
    /// The reason why it is none.
    pub fn of(path: &Path, bytes: Vec<u8>) -> Result<ClaimFile, String> {
        ClaimFile::named(path, text_of(bytes, "the claim file", MAX_CLAIM_FILE))
    }

    fn named(path: &Path, text: Result<String, Fault>) -> Result<ClaimFile, String> {
        let text = text.map_err(|fault| format!("{}: {fault}", path.display()))?;
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(ClaimFile { name, text })
    }
}

/// The text of a file; no more of it is read than it may have.
pub(crate) fn read_text(path: &Path, what: &str, most: usize) -> Result<String, Fault> {
    let unreadable = |error: std::io::Error| Malformed::Unreadable { reason: error.to_string() };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(size(most).saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    text_of(bytes, what, most)
}

/// The text of a file that was read.
pub(crate) fn text_of(bytes: Vec<u8>, what: &str, most: usize) -> Result<String, Fault> {
    if bytes.len() > most {
        return Err(Unsupported::too_long(what, size(most), "bytes").into());
    }
    Ok(String::from_utf8(bytes).map_err(|_| Malformed::wrong_type(what, "UTF-8"))?)
}

/// A certificate, and remarks about the enclosing file.
pub(crate) struct Opened {
    pub(crate) certificate: Json,
    pub(crate) remarks: Vec<String>,
}

/// Extracts a certificate from the file that may enclose it.
pub(crate) fn open(file: Json, given: Option<&ClaimFile>) -> Result<Opened, Fault> {
    let has = |key: &str| matches!(&file, Json::Table(entries) if entries.contains_key(key));
    if has("payloadType") {
        let (statement, is_signed) = payload(Fields::of("", file)?)?;
        let mut opened = predicate(Fields::of("payload", statement)?, given)?;
        let remark = if is_signed {
            "the signatures of the envelope were not checked"
        } else {
            "the envelope has no signatures"
        };
        opened.remarks.push(remark.to_owned());
        return Ok(opened);
    }
    if has("_type") {
        return predicate(Fields::of("", file)?, given);
    }
    Ok(Opened { certificate: file, remarks: Vec::new() })
}

/// The payload of an envelope, and whether it has signatures, which are not checked.
fn payload(mut fields: Fields) -> Result<(Json, bool), Fault> {
    expect(&mut fields, "payloadType", PAYLOAD)?;
    let text = fields.text("payload")?;
    let signatures = fields.list("signatures")?;
    let is_signed = !signatures.is_empty();
    for signature in signatures {
        let mut signature = Fields::of("signatures", signature)?;
        signature.text("sig")?;
        if signature.has("keyid") {
            signature.text("keyid")?;
        }
        signature.finish()?;
    }
    fields.finish()?;
    let bytes = base64(&text).ok_or_else(|| Malformed::wrong_type("the payload", "base64"))?;
    let text =
        String::from_utf8(bytes).map_err(|_| Malformed::wrong_type("the payload", "UTF-8"))?;
    Ok((json::parse(&text).map_err(|fault| fault.at("payload"))?, is_signed))
}

/// The predicate of a Statement, if it is about the given file.
fn predicate(mut fields: Fields, given: Option<&ClaimFile>) -> Result<Opened, Fault> {
    expect(&mut fields, "_type", STATEMENT)?;
    expect(&mut fields, "predicateType", PREDICATE)?;
    let (mut remarks, mut is_about) = (Vec::new(), false);
    let subjects = fields.list("subject")?;
    if subjects.is_empty() {
        remarks.push("the statement has no subject".to_owned());
    }
    for subject in subjects {
        let mut subject = Fields::of("subject", subject)?;
        let name = subject.text("name")?;
        let mut digests = subject.table("digest")?;
        let stated = sha256_of(&mut digests)?;
        subject.finish()?;
        match given.filter(|file| file.name == name) {
            Some(file) if sha256(&file.text) == stated => is_about = true,
            Some(_) => return Err(Unproved::OtherSubject { name }.into()),
            None => remarks.push(format!("the subject \"{name}\" was not given, and not compared")),
        }
    }
    let certificate = fields.required("predicate")?;
    fields.finish()?;
    match given {
        Some(file) if !is_about => Err(Unproved::NotSubject { name: file.name.clone() }.into()),
        _ => Ok(Opened { certificate, remarks }),
    }
}

/// The only known digest, and no other: it would be undecided which of two is right.
fn sha256_of(digests: &mut Fields) -> Result<String, Fault> {
    let others = digests.keys().find(|key| *key != "sha256").cloned();
    match others {
        Some(name) => Err(Unsupported::Unknown { what: "digest", name }.into()),
        None => digests.text("sha256"),
    }
}

/// Requires the one known type.
fn expect(fields: &mut Fields, key: &str, known: &'static str) -> Result<(), Fault> {
    let stated = fields.text(key)?;
    if stated == known {
        return Ok(());
    }
    Err(unknown(&fields.at(key), &stated, &[known]))
}

/// Another version than the known ones may be followed by another checker; anything else is not a
/// certificate.
pub(crate) fn unknown(what: &str, stated: &str, versions: &[&str]) -> Fault {
    let (what, stated) = (what.to_owned(), stated.to_owned());
    let known: Vec<String> = versions.iter().map(|version| format!("\"{version}\"")).collect();
    let known = known.join(" or ");
    let family =
        |version: &&str| stated.starts_with(version.trim_end_matches(|c: char| c.is_ascii_digit()));
    if versions.iter().any(family) {
        Unsupported::OtherVersion { what, stated, known }.into()
    } else {
        Malformed::OtherFormat { what, stated, known }.into()
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a text in base64, with its padding, in the only accepted spelling.
fn base64(text: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    if !text.len().is_multiple_of(4) || digits.len() % 4 == 1 {
        return None;
    }
    let (mut bytes, mut rest, mut bits) = (Vec::new(), 0u32, 0);
    for digit in digits.bytes() {
        let value = DIGITS.iter().position(|known| *known == digit)?;
        rest = rest << 6 | u32::try_from(value).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(rest >> bits).ok()?);
            rest &= (1 << bits) - 1;
        }
    }
    (rest == 0).then_some(bytes)
}
