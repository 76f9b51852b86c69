//! The answer to one question of the command line, as it is shown: the common part of the commands
//! that ask one question.

use super::records::records;
use super::text;
use crate::Exit;
use crate::output::{self, Format};
use dpcert::input::{InputError, Report};
use dpcert::{Answer, Refusal};
use dpcert_answers::protocol::{Outcome, Reply};
use dpcert_answers::{protocol, render_refusal};
use std::io::{self, Write};

/// The text of an argument, for errors about it.
pub struct Source<'a> {
    pub name: &'static str,
    pub text: &'a str,
    /// Is all of it the value in question? Then its path in the protocol is not informative.
    pub is_value: bool,
}

/// A question with its result.
pub struct Answered<'a> {
    /// The name of the quantity.
    pub name: &'a str,
    /// The answer.
    pub result: Result<Answer, Refusal>,
    /// The argument that an error is about.
    pub source: Source<'a>,
    /// The assumptions of the answer where the question states nothing.
    pub notes: Vec<String>,
    /// Is everything shown, however long: exact values, a kernel?
    pub is_whole: bool,
    /// The significant digits that are asked for, if any are.
    pub digits: Option<u64>,
}

impl Answered<'_> {
    /// Writes the answer; the reason of a refusal is written to standard error.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(self, format: Format, output: &mut dyn Write) -> io::Result<Exit> {
        let Answered { name, result, source, notes, is_whole, digits } = self;
        explain(&result, &source);
        if format.json {
            let reply = Reply { id: None, outcome: Outcome::of(result, source.text), notes };
            protocol::write_json(output, &reply)?;
            return Ok(reply.outcome.exit());
        }
        if let Ok(answer) = &result {
            match records(name, answer).filter(|_| format.is_records()) {
                Some(records) => {
                    format.write_with(&notes, output, &records.with_digits(digits))?;
                }
                None => {
                    text::write(output, name, answer, is_whole)?;
                    text::notes(output, &notes)?;
                }
            }
        }
        Ok(Outcome::of(result, source.text).exit())
    }
}

/// Writes to standard error why there is no answer.
pub fn explain(result: &Result<Answer, Refusal>, source: &Source<'_>) {
    match result {
        Ok(_) => {}
        Err(Refusal::Input(error)) => {
            let field = if source.is_value { source.name.to_owned() } else { error.field.clone() };
            output::report(Report::new(
                source.name,
                source.text,
                InputError { field, ..error.clone() },
            ));
        }
        Err(Refusal::Contradiction(message)) => {
            output::print_error(&format!(
                "internal error: the engines contradict each other: {message}"
            ));
            output::print_error(
                "at least one of them is wrong; please report this with the command line",
            );
        }
        Err(refusal) => output::print_error(&render_refusal(refusal)),
    }
}
