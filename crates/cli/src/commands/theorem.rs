//! `dpcert theorem`: the papers' theorems, listed and applied.

use crate::answers::{Answered, Source};
use crate::output::{Format, Kind, Records, print_error, terminal_options};
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::input::{Field, Item, from_notation, shorten};
use dpcert::theorem::{Parameter, THEOREMS, Theorem, families, family_of};
use dpcert::{Answer, Options, Question, Refusal, ask};
use dpcert_answers::lines::wrapped;
use dpcert_answers::protocol::{conclusions, notes_of};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Apply a theorem of the papers, with its domain checked
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::THEOREM))]
pub struct TheoremArgs {
    /// The theorem, also with its parameters in parentheses; or "list"
    #[arg(value_name = "NAME")]
    name: String,

    /// Its parameters; after "list", words to search for
    #[arg(value_name = "KEY=VALUE")]
    parameters: Vec<String>,

    /// Significant digits, of which an end of an enclosure may have one more [default: 20]
    #[arg(long, value_name = "N", value_parser = number::digits)]
    digits: Option<u64>,

    #[command(flatten)]
    format: Format,
}

/// Lists the theorems, or applies one and writes its conclusions.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &TheoremArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    if arguments.name == "list" {
        return list(&arguments.parameters, arguments.format, output);
    }
    // `plot --utility` takes the parameters in parentheses after the name, and so does this.
    let written = match arguments.parameters.is_empty() && arguments.name.contains('(') {
        true => arguments.name.clone(),
        false => format!("{}({})", arguments.name, arguments.parameters.join(", ")),
    };
    let name = written.split('(').next().unwrap_or_default();
    let result = answer(&written, arguments, settings);
    let source = Source { name: "theorem", text: &written, is_value: false };
    let notes = notes_of(&[&written]);
    Answered { name, result, source, notes, is_whole: false, digits: arguments.digits }
        .write(arguments.format, output)
}

fn answer(written: &str, arguments: &TheoremArgs, settings: &Settings) -> Result<Answer, Refusal> {
    let mut node = from_notation(written)?;
    // The notation uses the name `kind` for the word before the bracket.
    if let Item::Table(table) = &mut node.item {
        for (key, _) in table.iter_mut().filter(|(key, _)| key.name == "kind") {
            "name".clone_into(&mut key.name);
        }
    }
    let question: Question = conclusions(&Field { node: &node, path: "theorem".to_owned() })?;
    let options = settings.options();
    let options = Options { digits: arguments.digits.unwrap_or(options.digits), ..options };
    spinner::during(&options.control, || ask(&question, &options))
}

/// The theorems whose name, family, statement or source contains every word, by family.
fn list(words: &[String], format: Format, output: &mut dyn Write) -> io::Result<Exit> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let found: Vec<&Theorem> = families()
        .flat_map(|family| THEOREMS.iter().filter(move |theorem| family_of(theorem.name) == family))
        .filter(|Theorem { name, statement, source, .. }| {
            let text = format!("{name} {} {statement} {source}", family_of(name)).to_lowercase();
            words.iter().all(|word| text.contains(word))
        })
        .collect();
    if found.is_empty() {
        let words = shorten(&words.join(" "));
        let families = families().collect::<Vec<_>>().join(", ");
        print_error(&format!(
            "no theorem has \"{words}\" in its name, family, statement or source. The families are {families}; \
             dpcert theorem list lists all"
        ));
        return Ok(Exit::BadInput);
    }
    if format.is_records() {
        format.write(output, &records_of(&found))?;
        return Ok(Exit::Good);
    }
    let options = terminal_options();
    let mut heading = "";
    for theorem in found {
        if format.json {
            writeln!(output, "{}", row(theorem))?;
            continue;
        }
        let Theorem { name, statement, source, domain, .. } = theorem;
        if heading != family_of(name) {
            let space = if heading.is_empty() { "" } else { "\n" };
            heading = family_of(name);
            writeln!(output, "{space}{heading}")?;
        }
        wrapped(output, "  ", "      ", &format!("{name} {}", parameters(theorem)), &options)?;
        wrapped(output, "    ", "      ", statement, &options)?;
        wrapped(output, "    ", "      ", &format!("{source}; {domain}"), &options)?;
    }
    Ok(Exit::Good)
}

fn records_of(theorems: &[&Theorem]) -> Records {
    let whole = ["name", "family", "parameters"].map(|name| (name, Kind::Whole));
    let words = ["statement", "source"].map(|name| (name, Kind::Words));
    let mut records =
        Records::new(whole.into_iter().chain(words).chain([("domain", Kind::Detail)]));
    for theorem in theorems {
        let Theorem { name, statement, source, domain, .. } = theorem;
        let cells = [*name, family_of(name), &parameters(theorem), *statement, *source, *domain];
        records.push(cells.map(str::to_owned));
    }
    records
}

/// `eps [delta] [k] | steps=[{eps, delta, k}, ...], alpha`: parameters in brackets are optional,
/// and those after the bar may replace those before it.
fn parameters(theorem: &Theorem) -> String {
    let excluded = theorem.excluded_by("steps");
    let (of_step, others): (Vec<Parameter>, Vec<Parameter>) = theorem
        .parameters()
        .filter(|parameter| parameter.name != "steps" || excluded.is_empty())
        .partition(|parameter| excluded.contains(&parameter.name));
    let show = |parameter: &Parameter| match parameter {
        Parameter { name: "eps", .. } | Parameter { is_optional: false, .. } => {
            parameter.name.to_owned()
        }
        _ => format!("[{}]", parameter.name),
    };
    let joined =
        |parameters: &[Parameter]| parameters.iter().map(show).collect::<Vec<_>>().join(" ");
    if excluded.is_empty() {
        return joined(&others);
    }
    let alternative = format!("{} | steps=[{{{}}}, ...]", joined(&of_step), joined(&of_step));
    if others.is_empty() { alternative } else { format!("{}, {alternative}", joined(&others)) }
}

fn row(theorem: &Theorem) -> Value {
    let parameter = |parameter: Parameter| {
        json!({
            "name": parameter.name,
            "optional": parameter.is_optional,
            "excludes": theorem.excluded_by(parameter.name),
        })
    };
    json!({
        "name": theorem.name,
        "family": family_of(theorem.name),
        "statement": theorem.statement,
        "source": theorem.source,
        "domain": theorem.domain,
        "parameters": theorem.parameters().map(parameter).collect::<Vec<Value>>(),
        "example": theorem.example,
    })
}
