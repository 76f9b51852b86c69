//! The width of the screen, and tables that fit on it.
//!
//! All drawing uses this module. Words are broken between lines; numbers and names are not, so that
//! they can be copied. So a table that is too wide for a screen is written row by row, a line for
//! each cell. On a pipe nothing is too wide, and a table stays a table.

use comfy_table::{Cell, ColumnConstraint, ContentArrangement, Table, Width, presets};
use dpcert::input::escape;
use dpcert_answers::legend::Legend;
use dpcert_answers::lines::{TextOptions, paragraph, wrapped};
use dpcert_answers::visible::own;
use std::io::{self, IsTerminal, Write};

/// The narrowest screen, in columns.
const NARROWEST: u16 = 20;

/// The columns that `COLUMNS` requests.
pub fn columns_asked_for() -> Option<u16> {
    std::env::var("COLUMNS").ok()?.trim().parse().ok().filter(|columns| *columns >= NARROWEST)
}

/// The width of `COLUMNS`, otherwise that of the terminal, with its colours; without either, the
/// default.
pub fn terminal_options() -> TextOptions {
    let terminal = io::stdout().is_terminal();
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let measured =
        || terminal.then(|| Table::new().width()).flatten().map(|width| width.max(NARROWEST));
    match columns_asked_for().or_else(measured) {
        Some(width) => TextOptions { width, is_screen: true, colour },
        None => TextOptions { colour, ..TextOptions::default() },
    }
}

/// A table without rows.
pub fn empty_table(options: &TextOptions) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(options.width);
    if options.colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

/// A cell of a table. Only its styling, which this program adds, controls the terminal.
pub fn cell(text: impl AsRef<str>) -> Cell {
    Cell::new(escape(text.as_ref()))
}

/// Writes a table of [`cell`]s. The columns in `words` contain words, which may be broken at the
/// given width if necessary. The marks in it that the legend has not yet explained are explained
/// below it.
///
/// # Errors
/// If writing to the output fails.
pub fn write_table(
    output: &mut dyn Write,
    table: Table,
    words: &[(usize, u16)],
    legend: Option<&mut Legend>,
    options: &TextOptions,
) -> io::Result<()> {
    let lines = lines(table, words, options)?;
    for line in &lines {
        let line = format!("{line}\n");
        output.write_all(&if options.colour { own(&line) } else { line.into_bytes() })?;
    }
    match legend.and_then(|legend| legend.of(&lines)) {
        Some(marks) => paragraph(output, "  ", &marks, options),
        None => Ok(()),
    }
}

fn lines(
    mut table: Table,
    words: &[(usize, u16)],
    options: &TextOptions,
) -> io::Result<Vec<String>> {
    let least =
        |index: usize| words.iter().find(|(column, _)| *column == index).map(|(_, least)| *least);
    let natural = table.column_max_content_widths();
    let narrowest = natural
        .iter()
        .enumerate()
        .map(|(index, width)| least(index).map_or(*width, |x| x.min(*width)));
    // A column has a space on either side and a line before it; one more line ends the row.
    let narrowest = narrowest.map(|width| usize::from(width) + 3).sum::<usize>() + 1;
    if options.is_screen && narrowest > usize::from(options.width) {
        let mut rows = Vec::new();
        write_rows(&mut rows, &table, options)?;
        return Ok(String::from_utf8_lossy(&rows).lines().map(str::to_owned).collect());
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        let width = natural.get(index).copied().unwrap_or_default();
        column.set_constraint(match least(index) {
            Some(least) => ColumnConstraint::LowerBoundary(Width::Fixed(least.min(width) + 2)),
            None => ColumnConstraint::ContentWidth,
        });
    }
    Ok(table.lines().map(|line| line.trim_end().to_owned()).collect())
}

/// A line for each cell, with the name of its column, and an empty line between two rows.
fn write_rows(output: &mut dyn Write, table: &Table, options: &TextOptions) -> io::Result<()> {
    let names: Vec<String> = table
        .header()
        .map(|row| row.cell_iter().map(|cell| cell.content()).collect())
        .unwrap_or_default();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (index, row) in table.row_iter().enumerate() {
        if index > 0 {
            writeln!(output)?;
        }
        for (name, cell) in names.iter().zip(row.cell_iter()) {
            let content = cell.content();
            if !content.is_empty() {
                wrapped(
                    output,
                    &format!("{name:<longest$}  "),
                    &" ".repeat(longest + 2),
                    &content,
                    options,
                )?;
            }
        }
    }
    Ok(())
}
