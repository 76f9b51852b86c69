//! What a certificate may stand in: an in-toto Statement about the claim file, and a DSSE envelope around that.
//!
//! A Statement says by its digests which files it is about; they are compared with the files that the reader has. The
//! signatures of an envelope are not checked: that is left to a standard tool, and said.

use crate::fault::{Fault, form};
use crate::json::{self, Fields, Json};
use sha2::{Digest, Sha256};
use std::path::Path;

/// What a Statement is.
const STATEMENT: &str = "https://in-toto.io/Statement/v1";
/// What the predicate of one is.
const PREDICATE: &str = "urn:dpcert:certificate:1";
/// What the payload of an envelope is.
const PAYLOAD: &str = "application/vnd.in-toto+json";

/// The claim file that the reader has.
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
    /// Why that cannot be done.
    pub fn read(path: &Path) -> Result<ClaimFile, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(ClaimFile { name, text })
    }
}

/// A certificate, and remarks about what it stood in.
pub(crate) struct Opened {
    pub(crate) certificate: Json,
    pub(crate) remarks: Vec<String>,
}

/// Takes a certificate out of what it may stand in.
pub(crate) fn open(file: Json, given: Option<&ClaimFile>) -> Result<Opened, Fault> {
    let has = |key: &str| matches!(&file, Json::Table(entries) if entries.contains_key(key));
    if has("payloadType") {
        let statement = payload(form(Fields::of("", file))?)?;
        let mut opened = predicate(form(Fields::of("payload", statement))?, given)?;
        opened.remarks.push("the signatures of the envelope were not checked".to_owned());
        return Ok(opened);
    }
    if has("_type") {
        return predicate(form(Fields::of("", file))?, given);
    }
    Ok(Opened { certificate: file, remarks: Vec::new() })
}

/// The payload of an envelope, of which no signature is looked at.
fn payload(mut fields: Fields) -> Result<Json, Fault> {
    expect(&mut fields, "payloadType", PAYLOAD)?;
    let text = form(fields.text("payload"))?;
    for signature in form(fields.list("signatures"))? {
        let mut signature = form(Fields::of("signatures", signature))?;
        form(signature.text("sig"))?;
        if signature.has("keyid") {
            form(signature.text("keyid"))?;
        }
        form(signature.finish())?;
    }
    form(fields.finish())?;
    let bytes = base64(&text).ok_or_else(|| Fault::Form("the payload is not base64".to_owned()))?;
    let text = String::from_utf8(bytes).map_err(|_| Fault::Form("the payload is not UTF-8".to_owned()))?;
    form(json::parse(&text).map_err(|reason| format!("payload: {reason}")))
}

/// The predicate of a Statement, if it is about the file that is given.
fn predicate(mut fields: Fields, given: Option<&ClaimFile>) -> Result<Opened, Fault> {
    expect(&mut fields, "_type", STATEMENT)?;
    expect(&mut fields, "predicateType", PREDICATE)?;
    let (mut remarks, mut is_about) = (Vec::new(), false);
    for subject in form(fields.list("subject"))? {
        let mut subject = form(Fields::of("subject", subject))?;
        let name = form(subject.text("name"))?;
        let mut digests = form(subject.table("digest"))?;
        let stated = form(digests.text("sha256"))?;
        form(digests.finish())?;
        form(subject.finish())?;
        match given.filter(|file| file.name == name) {
            Some(file) if sha256(&file.text) == stated => is_about = true,
            Some(_) => return Err(format!("the statement is about another \"{name}\", by its SHA-256").into()),
            None => remarks.push(format!("the subject \"{name}\" was not given, and not compared")),
        }
    }
    let certificate = form(fields.required("predicate"))?;
    form(fields.finish())?;
    match given {
        Some(file) if !is_about => Err(format!("the statement is not about the file \"{}\"", file.name).into()),
        _ => Ok(Opened { certificate, remarks }),
    }
}

/// Requires the one type that is known.
fn expect(fields: &mut Fields, key: &str, known: &str) -> Result<(), Fault> {
    let stated = form(fields.text(key))?;
    if stated == known {
        return Ok(());
    }
    Err(unknown(&fields.at(key), &stated, known))
}

/// Another version than the one that is known may be followed by another checker; anything else is no certificate.
pub(crate) fn unknown(what: &str, stated: &str, known: &str) -> Fault {
    let reason = format!("{what} is \"{stated}\"; only \"{known}\" is known");
    let family = known.trim_end_matches(|c: char| c.is_ascii_digit());
    if stated.starts_with(family) { Fault::Limit(reason) } else { Fault::Form(reason) }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a text in base64, with its padding, written in the one way that there is.
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
