//! Everything that is answered, by its name: one function for every host that is no terminal.

use crate::Settings;
use crate::page;
use crate::protocol::Progress;
use crate::templates::{TEMPLATES, UTILITIES};
use serde::Serialize;
use std::io;

/// The answer to a call, which is a line of JSON, the name of what is asked, and the bytes after the
/// line:
///
/// | line | bytes | answer |
/// |---|---|---|
/// | `["query"]` | lines of the protocol | a line for each |
/// | `["scene"]` | what a picture shows, as JSON | the line of the protocol that answers it |
/// | `["draw", FORM]` | a scene of such an answer | the picture as `svg`, `html`, `csv` or `json` |
/// | `["rows"]` | a JSON list of mechanisms in the compact notation | their rows of a claim file, as JSON |
/// | `["check"]` | a claim file | its report, as JSON |
/// | `["certify"]`, `["certify", ID]` | a claim file | certificates and a report, as JSON |
/// | `["templates"]`, `["utilities"]` | none | claim files to start from, theorems about utility, as JSON |
///
/// # Errors
/// A sentence, if the call is none of these or its bytes are not what it takes.
pub fn answer(call: &[u8], settings: &Settings, progress: &Progress) -> Result<Vec<u8>, String> {
    let end = call.iter().position(|byte| *byte == b'\n').unwrap_or(call.len());
    let (line, body) = call.split_at_checked(end).unwrap_or((call, &[]));
    let body = body.strip_prefix(b"\n").unwrap_or(body);
    let words: Vec<String> = serde_json::from_slice(line)
        .map_err(|error| format!("the first line of a call is a JSON list of words: {error}"))?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let control = progress.control();
    let unwritten = |error: io::Error| error.to_string();
    match words.as_slice() {
        ["query"] => page::query(body, settings, progress).map_err(unwritten),
        ["scene"] => page::query(&page::scene_line(body), settings, progress).map_err(unwritten),
        ["draw", form] => page::draw(form, body).map(String::into_bytes),
        ["rows"] => page::rows(body).map(String::into_bytes),
        ["check"] => page::check(body, settings, &control).map_err(unwritten),
        ["certify"] => certify(body, None, settings, progress),
        ["certify", id] => certify(body, Some(id), settings, progress),
        ["templates"] => json(&TEMPLATES),
        ["utilities"] => Ok(UTILITIES.into()),
        _ => Err(format!("nothing answers {}", words.join(" "))),
    }
}

fn certify(
    claims: &[u8],
    id: Option<&str>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Vec<u8>, String> {
    let certified = page::certify(claims, id, settings, &progress.control());
    json(&certified.map_err(|error| error.to_string())?)
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(call: &str) -> Result<String, String> {
        answer(call.as_bytes(), &Settings::default(), &Progress::default())
            .map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_call_is_a_line_and_a_body() {
        let line = r#"{"id": 1, "mechanism": "gaussian(sigma=2)", "query": {"delta": {"eps": 1}}}"#;
        let answers = text(&format!("[\"query\"]\n{line}\n{line}\nx")).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with(r#"{"id":1,"status":"ok","lo":"0.0"#), "{answers}");
        assert_eq!(lines[0], lines[1]);
        assert!(lines[2].starts_with(r#"{"id":null,"status":"error""#), "{answers}");
        assert!(text("[\"templates\"]").unwrap().starts_with(r#"[{"name":"dp-sgd""#));
        assert!(text("[\"utilities\"]").unwrap().contains("\"mean-error\""));
        assert!(text("[\"rows\"]\n[\"gaussian(sigma=2)\"]").unwrap().contains("sigma = "));
        assert_eq!(text("[\"query\"]").unwrap(), "");
        for (call, reason) in [
            ("[\"nothing\"]", "nothing answers nothing"),
            ("[\"certify\", \"a\", \"b\"]", "nothing answers certify a b"),
            ("[]", "nothing answers "),
            ("", "the first line of a call is a JSON list of words"),
            ("no JSON", "the first line of a call is a JSON list of words"),
            ("[\"draw\", \"png\"]\n{}", "a picture is drawn as svg"),
        ] {
            let refusal = text(call).unwrap_err();
            assert!(refusal.starts_with(reason), "{refusal}");
        }
    }
}
