//! `dpcert theorem`: the papers' theorems, listed and applied.

use super::both::{Failure, Question, ask};
use super::one_off::{Source, explain};
use super::reply::{Outcome, Reply, notes_of};
use super::request::conclusions;
use super::{Common, Exit, help, json, number, spinner, text};
use crate::input::{Field, Item, from_notation};
use crate::quantity::{Answer, Options};
use crate::theorem::{THEOREMS, Theorem};
use clap::Args;
use std::io::{self, Write};

/// What a theorem of the papers says, with its domain checked: "dpcert theorem list" lists them
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::THEOREM)]
pub struct TheoremArgs {
    /// The theorem, or "list"
    #[arg(value_name = "NAME")]
    name: String,

    /// Its parameters
    #[arg(value_name = "KEY=VALUE")]
    parameters: Vec<String>,

    /// Significant digits
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::digits)]
    digits: u64,

    /// Print the answer of the line protocol, one JSON object
    #[arg(long)]
    json: bool,
}

/// Lists the theorems, or applies one and writes its conclusions.
///
/// # Errors
/// What the output says.
pub fn run(arguments: &TheoremArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    if arguments.name == "list" && arguments.parameters.is_empty() {
        list(output)?;
        return Ok(Exit::Good);
    }
    let written = format!("{}({})", arguments.name, arguments.parameters.join(", "));
    let result = answer(&written, arguments, common);
    let source = Source { name: "theorem", text: &written, is_value: false };
    let notes = notes_of(&[&written]);
    explain(&result, &source);
    if !arguments.json
        && let Ok(answer) = &result
    {
        text::write(output, &arguments.name, answer, false)?;
        text::notes(output, &notes)?;
    }
    let reply = Reply { id: None, outcome: Outcome::of(result, &written), notes };
    if arguments.json {
        json::write(output, &reply)?;
    }
    Ok(reply.outcome.exit())
}

fn answer(written: &str, arguments: &TheoremArgs, common: &Common) -> Result<Answer, Failure> {
    let mut node = from_notation(written)?;
    // The notation says `kind` of what stands before the bracket.
    if let Item::Table(table) = &mut node.item {
        for (key, _) in table.iter_mut().filter(|(key, _)| key.name == "kind") {
            "name".clone_into(&mut key.name);
        }
    }
    let question: Question = conclusions(&Field { node: &node, path: "theorem".to_owned() })?;
    let options = Options { digits: arguments.digits, limits: common.limits(), ..Options::default() };
    spinner::during(|| ask(common.engine, &question, &options))
}

fn list(output: &mut dyn Write) -> io::Result<()> {
    for theorem in &THEOREMS {
        let Theorem { name, statement, source, domain, .. } = theorem;
        let parameters: Vec<String> = theorem
            .parameters()
            .map(|parameter| match parameter.is_optional {
                true => format!("[{}]", parameter.name),
                false => parameter.name.to_owned(),
            })
            .collect();
        writeln!(output, "{name} {}", parameters.join(" "))?;
        writeln!(output, "  {statement}")?;
        writeln!(output, "  {source}; {domain}")?;
    }
    Ok(())
}
