//! dpcert-checker as a WebAssembly module, which shares nothing with that of the engine.
//!
//! A call is a line of JSON and the bytes of the files after it, one after the other. The line has
//! the claim file, if there is one, and the certificates, each as its name and its number of bytes:
//! `{"claim": ["claims.toml", 350], "certificates": [["one.json", 900]]}`. The answer is
//! `{"said": ..., "code": ...}`: what the program prints, and its exit code.

#[path = "../../web/src/exchange.rs"]
mod exchange;

use dpcert_checker::{ClaimFile, check_bytes, worst_exit_code};
use exchange::exchanged;
use serde_json::{Value, json};
use std::path::Path;

/// Answers what the host has written into [`exchange::room`]; its status.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    exchanged(answer)
}

/// The files of a call, taken from its bytes one by one.
struct Files<'a>(&'a [u8]);

impl<'a> Files<'a> {
    /// The file that is described: its name, and its bytes.
    fn next(&mut self, described: &'a Value) -> Result<(&'a Path, Vec<u8>), String> {
        let (name, length) = (described[0].as_str(), described[1].as_u64());
        let length = length.and_then(|length| usize::try_from(length).ok());
        let found = name.zip(length.and_then(|length| self.0.split_at_checked(length)));
        let (name, (bytes, rest)) = found.ok_or("a file is its name and its number of bytes")?;
        self.0 = rest;
        Ok((Path::new(name), bytes.to_vec()))
    }
}

/// The answer to a call.
fn answer(call: &[u8]) -> Result<Vec<u8>, String> {
    let end = call.iter().position(|byte| *byte == b'\n').ok_or("there is no line")?;
    let (line, rest) = call.split_at_checked(end + 1).unwrap_or((call, &[]));
    let files: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let mut bytes = Files(rest);
    let claim = match &files["claim"] {
        Value::Null => None,
        described => {
            let (name, bytes) = bytes.next(described)?;
            Some(ClaimFile::of(name, bytes)?)
        }
    };
    let certificates = files["certificates"].as_array().filter(|list| !list.is_empty());
    let (mut said, mut codes) = (String::new(), Vec::new());
    for described in certificates.ok_or("no certificate is given")? {
        let (name, bytes) = bytes.next(described)?;
        let report = check_bytes(bytes, claim.as_ref());
        said += &report.short_line(name);
        said.push('\n');
        codes.push(report.code());
    }
    Ok(json!({"said": said, "code": worst_exit_code(codes)}).to_string().into_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Files are told apart by their lengths, and what is no certificate is said to be none.
    #[test]
    fn a_call_is_a_line_and_files() {
        let call = |text: &str| {
            answer(text.as_bytes()).map(|bytes| serde_json::from_slice::<Value>(&bytes).unwrap())
        };
        let said = call("{\"certificates\": [[\"a.json\", 2], [\"b.json\", 3]]}\n{}no\n").unwrap();
        assert_eq!(said["code"], 2);
        let lines: Vec<&str> = said["said"].as_str().unwrap().lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("BAD INPUT a.json: "), "{}", lines[0]);
        assert!(lines[1].starts_with("BAD INPUT b.json: "), "{}", lines[1]);
        for (text, reason) in [
            ("{\"certificates\": []}\n", "no certificate is given"),
            ("{\"certificates\": [[\"a.json\", 3]]}\n{}", "a file is its name"),
            ("{}", "there is no line"),
            ("{}\n", "no certificate is given"),
        ] {
            let refusal = call(text).unwrap_err();
            assert!(refusal.contains(reason), "{refusal}");
        }
    }
}
