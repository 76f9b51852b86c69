//! dpcert as a WebAssembly module: what the page asks, answered by `dpcert-answers`.
//!
//! A call is a line of JSON and the bytes after it. The line is `["query"]`, `["scene"]`,
//! `["draw", "svg"]`, `["rows"]`, `["check"]`, `["certify"]`, `["certify", ID]`, `["templates"]` or
//! `["utilities"]`: the addresses of `dpcert serve`, with the same answers.

#![cfg_attr(test, allow(clippy::panic))]

mod exchange;

use dpcert::{Control, Progress as Done};
use dpcert_answers::Settings;
use dpcert_answers::page;
use dpcert_answers::protocol::Progress;
use dpcert_answers::templates::TEMPLATES;
use dpcert_answers::utilities::utilities;
use exchange::exchanged;
use serde::Serialize;
use std::sync::{Arc, Weak};

/// Answers what the host has written into [`exchange::room`]; its status.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    exchanged(answer)
}

/// Tells the host how far the work is: words of work done and planned, answers done and wanted.
#[cfg(target_family = "wasm")]
fn tell(work: Done, (done, of): (u64, u64)) {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn working(work: u64, planned: u64, done: u64, of: u64);
    }
    working(work.done, work.planned, done, of);
}

/// Elsewhere there is no host.
#[cfg(not(target_family = "wasm"))]
fn tell(_: Done, _: (u64, u64)) {}

/// The progress of a call, which the host is told at each check of its control.
fn watched() -> Arc<Progress> {
    Arc::new_cyclic(|progress: &Weak<Progress>| {
        let progress = progress.clone();
        Progress::with(Control::watched(move |work| {
            tell(work, progress.upgrade().map_or((0, 0), |progress| progress.counts()));
            Ok(())
        }))
    })
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

/// The answer to a call.
fn answer(call: &[u8]) -> Result<Vec<u8>, String> {
    let end = call.iter().position(|byte| *byte == b'\n').unwrap_or(call.len());
    let (line, body) = call.split_at_checked(end).unwrap_or((call, &[]));
    let body = body.strip_prefix(b"\n").unwrap_or(body);
    let words: Vec<String> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (settings, progress) = (Settings::default(), watched());
    let control = progress.control();
    let unwritten = |error: std::io::Error| error.to_string();
    match words.as_slice() {
        ["query"] => page::query(body, &settings, &progress).map_err(unwritten),
        ["scene"] => page::query(&page::scene_line(body), &settings, &progress).map_err(unwritten),
        ["draw", form] => page::draw(form, body).map(String::into_bytes),
        ["rows"] => page::rows(body).map(String::into_bytes),
        ["check"] => page::check(body, &settings, &control).map_err(unwritten),
        ["certify", id @ ..] => {
            let certified = page::certify(body, id.first().copied(), &settings, &control);
            json(&certified.map_err(unwritten)?)
        }
        ["templates"] => json(&TEMPLATES),
        ["utilities"] => json(&utilities()),
        _ => Err(format!("nothing answers {}", words.join(" "))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use exchange::{ANSWERED, REFUSED, length, room, said};

    fn text(call: &str) -> Result<String, String> {
        answer(call.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap())
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
        assert!(text("[\"utilities\"]").unwrap().contains("mean-error"));
        assert!(text("[\"rows\"]\n[\"gaussian(sigma=2)\"]").unwrap().contains("sigma = "));
        assert_eq!(text("[\"nothing\"]"), Err("nothing answers nothing".to_owned()));
        assert!(text("no JSON").is_err());
    }

    /// The one test that goes through the room, of which there is one.
    #[test]
    fn a_panic_is_a_fault_in_words() {
        assert_ne!(room(3), 0);
        assert_eq!(exchanged(|input| Ok(input.to_vec())), ANSWERED);
        assert_eq!((length(), said() != 0), (3, true));
        assert_eq!(exchanged(|_| Err("no".to_owned())), REFUSED);
        assert_eq!(length(), 2);
        let status = exchanged(|_| panic!("this is meant to panic"));
        let _ = std::panic::take_hook();
        assert_eq!(status, exchange::FAULT);
        assert!(length() > "internal error: this is meant to panic".len());
    }
}
