//! The line protocol in short, on the public parts of the library: a stand-in for the function of
//! the command `query` that answers one line, which is not public.

use dpcert::exact::decimal::Decimal;
use dpcert::input::{Field, from_json, raw_field};
use dpcert::{Content, Mechanism, Options, Query, Question, Refusal};
use dpcert_cli::Settings;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The answer to a line, and a line break.
pub fn answer_line(line: &[u8], settings: &Settings) -> io::Result<Vec<u8>> {
    let valid = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let id = raw_field(valid, "id").unwrap_or("null");
    let body = match std::str::from_utf8(line) {
        Ok(text) => ask(text, settings).unwrap_or_else(|refusal| match refusal {
            Refusal::Input(error) => {
                super::check_input_error(text, &error);
                json!({"status": "error", "reason": error.to_string(), "help": error.help})
            }
            other => json!({"status": "unsupported", "missing": other.to_string()}),
        }),
        Err(error) => json!({"status": "error", "reason": error.to_string(), "help": "send UTF-8"}),
    };
    let body = body.to_string();
    let mut answer = Vec::new();
    writeln!(answer, "{{\"id\":{id},{}", body.trim_start_matches('{'))?;
    Ok(answer)
}

fn ask(text: &str, settings: &Settings) -> Result<Value, Refusal> {
    let node = from_json(text)?;
    let mut fields = Field { node: &node, path: String::new() }.fields()?;
    fields.optional("id");
    let mechanism = Mechanism::read(&fields.required("mechanism")?)?;
    let query = Query::read(&fields.required("query")?)?;
    let options = Options { digits: 10, limits: settings.limits(), ..Options::default() };
    let answer = dpcert::ask(&Question::of(&mechanism, &query), &options)?;
    let number = |x: &dpcert::Styled| json!({"lo": x.printed_lower().to_string(), "hi": x.printed_upper().to_string()});
    let numbers: Vec<Value> = match &answer.content {
        Content::Number(x) => vec![number(x)],
        Content::Named(rows) => rows.iter().map(|(_, x)| number(x)).collect(),
        Content::Sweep { rows, .. } => rows.iter().map(|(_, x)| number(x)).collect(),
        Content::Deltas { rows, .. } => rows.iter().map(|(_, _, x)| number(x)).collect(),
        Content::Region(vertices) => {
            vertices.iter().flat_map(|(x, y)| [number(x), number(y)]).collect()
        }
        Content::LikelihoodRatios(rows) => {
            rows.iter().flat_map(|(r, p, q)| [number(r), number(p), number(q)]).collect()
        }
        Content::Test { threshold, randomisation, alpha, power } => {
            [threshold, randomisation, alpha, power].map(number).to_vec()
        }
        Content::Polygons { inner, outer, .. } => {
            let text = |x| Decimal::exactly(x).map(|decimal| decimal.to_string());
            let vertices = inner.iter().chain(outer);
            vertices
                .map(|(alpha, beta)| json!({"alpha": text(alpha), "beta": text(beta)}))
                .collect()
        }
        // Not a quantity: no query leads here.
        _ => Vec::new(),
    };
    Ok(json!({
        "status": "ok", "numbers": numbers, "met": answer.met, "tight": answer.tight,
        "method": answer.method.name(), "engine": answer.engine,
    }))
}
