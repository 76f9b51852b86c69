//! The questions themselves, for those who choose among them.

use super::relations::relation_text;
use super::words::question_text;
use dpcert_crosscheck::{Suite, sides};
use std::io::{self, Write};

/// Writes the id of each question and each relation, and what it asks, one a line.
///
/// # Errors
/// If writing to the output fails.
pub fn write_list(output: &mut dyn Write, suite: &Suite) -> io::Result<()> {
    let questions = suite.requests.iter().map(|request| (&request.id, question_text(request)));
    let relations = suite.relations.iter().map(|it| (&it.id, relation_text(it)));
    for (id, text) in questions.chain(relations) {
        writeln!(output, "{id}  {text}")?;
    }
    Ok(())
}

/// Writes the lines that a program reads: the questions, and those of relations, each once.
///
/// # Errors
/// If writing to the output fails.
pub fn write_lines(output: &mut dyn Write, suite: &Suite) -> io::Result<()> {
    let mut lines = suite.requests.iter().chain(sides(&suite.relations)).map(|it| &it.line);
    lines.try_for_each(|line| writeln!(output, "{line}"))
}
