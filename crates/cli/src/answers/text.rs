//! An answer for a person: the result, the method, and what is missing.

use super::records::cell;
use crate::output::{empty_table, terminal_options, write_table};
use dpcert::answer::{Calibrated, Dominance, Field, Guarantee, Part};
use dpcert::channel::{InputsReport, Report};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::{Decimal, rounded};
use dpcert::mechanism::MorePrivate;
use dpcert::quantity::table;
use dpcert::{Answer, Content, Dyadic, Method, Printed, Styled};
use dpcert_answers::claims::bounding_end;
use dpcert_answers::legend::Legend;
use dpcert_answers::lines::TextOptions;
use dpcert_answers::number::factored;
use malachite::rational::Rational;
use rayon::prelude::*;
use std::io::{self, Write};

/// The longest fraction in a table, unless all were requested.
const WIDEST: usize = 40;

/// The most steps of a pattern before the last one.
const MOST_STEPS: usize = 10;

/// The longest expression that is shown to a person.
const LONGEST: usize = 100;

/// Writes an answer to the question named `quantity`. Tables have all exact values if `every` is
/// set, and otherwise those that fit.
///
/// Numbers and tables are written from the parts of the answer. Four kinds have a layout of their
/// own: what is found is said in sentences where a parameter is calibrated, mechanisms are compared
/// or a theorem concludes, and the report on a channel sets two enclosures of a row beside the
/// relation that they are in.
///
/// # Errors
/// If writing to the output fails.
pub fn write(
    output: &mut dyn Write,
    quantity: &str,
    answer: &Answer,
    every: bool,
) -> io::Result<()> {
    match &answer.content {
        Content::Calibrated(found) => calibrated(output, found)?,
        Content::Dominance(found) => dominance(output, found)?,
        Content::Channel(report) => channel(output, report)?,
        Content::Sensitivity(found) => {
            short_number(output, "squared", &found.squared)?;
            short_number(output, "sensitivity", &found.sensitivity)?;
            writeln!(output, "pattern {}", steps(&found.pattern))?;
        }
        Content::Conclusions { source, conclusions, .. } => {
            return theorem(output, source, conclusions, answer);
        }
        content => parts(output, quantity, &content.parts(), every)?,
    }
    writeln!(output, "method {}, engine {}", answer.method, answer.engine)?;
    let quantity = match &answer.content {
        Content::Calibrated(found) => found.quantity,
        _ => quantity,
    };
    // An end that is infinite like the other one is tight.
    let is_infinite = matches!(&answer.content, Content::Number(bounds) if bounds.is_infinite());
    if !answer.tight && is_infinite && quantity == table::EPS.name {
        writeln!(
            output,
            "note: no finite eps reaches this delta: losses are infinite with a larger probability, or have no bound"
        )?;
    } else if !answer.tight
        && !matches!(&answer.content, Content::Number(bounds) if bounds.is_point())
    {
        writeln!(
            output,
            "note: the {} end is valid, but may not be tight",
            bounding_end(quantity)
        )?;
    }
    let powers = wide_powers(&answer.content);
    if quantity == table::BETA.name && !powers.is_empty() {
        writeln!(
            output,
            "note: the power 1 - beta is in {}; a smaller --rel-gap may narrow it",
            powers.join(", ")
        )?;
    }
    if let Content::Calibrated(found) = &answer.content {
        if !answer.met && found.meets.is_some() && found.fails.is_some() {
            writeln!(output, "note: between these two values it is undecided")?;
        }
        return Ok(());
    }
    if let Content::Dominance(found) = &answer.content
        && found.dominates.is_none()
    {
        return writeln!(
            output,
            "note: two numbers are equal, or too close to be told apart; neither order is proved"
        );
    }
    if !answer.met && !answer.tight {
        let note = match answer.method {
            Method::Polygons => "closer polygons than these are not computed",
            _ => "higher limits need not narrow this interval",
        };
        writeln!(output, "note: {note}")?;
    } else if !answer.met && matches!(answer.content, Content::Polygons { .. }) {
        writeln!(output, "note: the polygons are farther apart than requested (--gap)")?;
    } else if !answer.met && answer.method == Method::Grid {
        writeln!(output, "note: the requested relative gap (--rel-gap) was not reached")?;
    } else if !answer.met && is_beyond_floats(&answer.content) {
        writeln!(
            output,
            "note: the value is beyond the range of floating-point exponents, which no limit widens"
        )?;
    } else if !answer.met {
        writeln!(
            output,
            "note: fewer digits were reached than requested; --max-precision or --max-work may be too low for them"
        )?;
    }
    Ok(())
}

/// Is the upper end of a finite number infinite, because no larger number has an exponent?
fn is_beyond_floats(content: &Content) -> bool {
    let Content::Number(bounds) = content else { return false };
    !bounds.is_bounded() && bounds.lower().is_finite() && bounds.lower().to_rational().is_none()
}

/// The powers 1 - beta whose ends are more than a hundredth of it apart: then most of the digits of
/// beta are nines, which say little about it.
fn wide_powers(content: &Content) -> Vec<String> {
    let power = |bounds: &&Styled| {
        let end = |end: &Dyadic| Some(Rational::from(1) - end.to_rational()?);
        let (low, high) = (end(bounds.upper())?, end(bounds.lower())?);
        let is_small = high < Rational::from_unsigneds(1u32, 2u32);
        let is_wide = (&high - &low) * Rational::from(100) > high;
        let shown = |x: &Rational, rounding| Decimal::or_fraction(&rounded(x, 3, rounding));
        (is_small && is_wide)
            .then(|| format!("[{}, {}]", shown(&low, Rounding::Down), shown(&high, Rounding::Up)))
    };
    content.numbers().into_iter().filter_map(|bounds| power(&bounds)).collect()
}

/// Writes the assumptions of an answer, below it.
///
/// # Errors
/// If writing to the output fails.
pub fn notes(output: &mut dyn Write, notes: &[String]) -> io::Result<()> {
    notes.iter().try_for_each(|note| writeln!(output, "note: {note}"))
}

/// Writes numbers one below the other, and lists as tables.
fn parts(output: &mut dyn Write, quantity: &str, part: &Part<'_>, every: bool) -> io::Result<()> {
    let Part::Record(fields) = part else {
        return Ok(());
    };
    let has_polygons =
        fields.iter().filter(|field| matches!(field.part, Part::List(_))).count() > 1;
    for field in fields {
        let name = field.name.unwrap_or(quantity);
        match &field.part {
            Part::Number(bounds) => number(output, name, bounds)?,
            Part::List(rows) => {
                if has_polygons {
                    writeln!(output, "{name} polygon")?;
                }
                table(output, columns(rows, every))?;
            }
            // The gap of polygons is at least their distance.
            Part::Rational(gap) => writeln!(output, "{name} <= {}", Decimal::or_fraction(gap))?,
            part => cell(part).map_or(Ok(()), |text| writeln!(output, "{name} = {text}"))?,
        }
    }
    Ok(())
}

/// The columns of the rows of a list, which have the same fields.
fn columns(rows: &[Part<'_>], every: bool) -> Vec<Column> {
    let rows = rows.iter().filter_map(|row| {
        if let Part::Record(fields) = row { Some(fields.as_slice()) } else { None }
    });
    let rows: Vec<&[Field<'_>]> = rows.collect();
    let first = rows.first().copied().unwrap_or_default().iter().enumerate();
    let titled = first.filter_map(|(place, field)| Some((place, field.title?)));
    let column = |(place, title): (usize, &str)| {
        // The two distributions, and not numbers of the question.
        let header =
            if ["p", "q"].contains(&title) { title.to_uppercase() } else { title.to_owned() };
        let parts = || rows.iter().filter_map(|row| row.get(place)).map(|field| &field.part);
        let number = |part| {
            if let &Part::Number(number) = part { Some(number) } else { None }
        };
        let numbers: Vec<&Styled> = parts().filter_map(number).collect();
        match numbers.is_empty() {
            true => vec![Column::text(header, parts().map(|part| cell(part).unwrap_or_default()))],
            false => bounds_columns(&header, numbers, every),
        }
    };
    titled.flat_map(column).collect()
}

fn calibrated(output: &mut dyn Write, found: &Calibrated) -> io::Result<()> {
    let Calibrated { parameter, quantity, meets, fails } = found;
    let name = parameter.name;
    let show = |bounds: &Styled| equation(quantity, &Printed::of(bounds));
    let (beyond, side) = match parameter.better {
        MorePrivate::Larger => ("smaller", "below"),
        MorePrivate::Smaller => ("larger", "above"),
    };
    // An error of tests grows with privacy.
    let is_error = bounding_end(quantity) == "lower";
    let trend = match (parameter.better == MorePrivate::Larger) == is_error {
        true => "increases",
        false => "decreases",
    };
    // The value itself exceeds the budget, so it is one of those that do not meet it.
    let none = |value: &str| match parameter.better {
        MorePrivate::Larger => format!("no {name} up to {value}"),
        MorePrivate::Smaller => format!("no {name} from {value} on"),
    };
    match meets {
        Some((value, _)) if name == "count" && *value == 0 => {
            writeln!(output, "not even one run meets the budget")?
        }
        Some((value, reached)) => writeln!(
            output,
            "{name} = {} meets the budget: {}",
            Decimal::or_fraction(value),
            show(reached)
        )?,
        None => writeln!(output, "no {name} was found that meets the budget")?,
    }
    match fails {
        Some((value, reached)) => {
            let value = Decimal::or_fraction(value);
            writeln!(output, "{name} = {value} exceeds it: {}", show(reached))?;
            match parameter.is_monotone {
                true => {
                    writeln!(output, "{quantity} {trend} with {name}: {} meets it", none(&value))
                }
                false => {
                    writeln!(
                        output,
                        "note: it is not proven that {quantity} {trend} with {name}: a {name} {side} \
                                      {value} may meet it"
                    )
                }
            }
        }
        None => writeln!(output, "no {beyond} {name} was found that exceeds the budget"),
    }
}

/// The proof; the verdict is the sentence before it, with the names of both mechanisms.
fn dominance(output: &mut dyn Write, found: &Dominance) -> io::Result<()> {
    let Dominance { dominates, witness, kernel, shown } = found;
    if let Some(witness) = witness {
        for (name, bounds) in [
            ("alpha", &witness.alpha),
            ("beta of A", &witness.beta),
            ("beta of B", &witness.other_beta),
            ("e^eps", &witness.ratio),
            ("delta of A", &witness.delta),
            ("delta of B", &witness.other_delta),
        ] {
            number(output, name, bounds)?;
        }
    }
    match (kernel, dominates) {
        (Some(kernel), _) => {
            let (rows, columns) = kernel.size();
            writeln!(
                output,
                "a kernel of {rows} x {columns} rationals turns A into B: multiplied out and checked"
            )?;
            if *shown {
                let rows = kernel.to_rows();
                let cell = |row: &Vec<Rational>, i: usize| {
                    row.get(i).map(Rational::to_string).unwrap_or_default()
                };
                let column = |i: usize| {
                    Column::text(format!("B {}", i + 1), rows.iter().map(|row| cell(row, i)))
                };
                let names = Column::text("", (1..=rows.len()).map(|i| format!("A {i}")));
                table(output, std::iter::once(names).chain((0..columns).map(column)).collect())?;
            }
        }
        (None, Some(true)) => writeln!(
            output,
            "no kernel is shown: that needs finitely many outcomes with rational probabilities"
        )?,
        (None, _) => {}
    }
    Ok(())
}

fn channel(output: &mut dyn Write, report: &Report) -> io::Result<()> {
    for (name, bounds) in [("eps", &report.eps), ("tv", &report.tv), ("leakage", &report.leakage)] {
        short_number(output, name, bounds)?;
    }
    if let Some(ldp) = report.ldp {
        writeln!(output, "ldp = {}", decided(ldp))?;
    }
    for (name, found) in [("delta", &report.delta), ("beta", &report.beta)] {
        if let Some(found) = found {
            short_number(output, name, &found.value)?;
            if let [first, second] = found.rows.as_slice() {
                writeln!(output, "  of rows {first} and {second}")?;
            }
        }
    }
    if let Some(found) = &report.pointwise {
        short_number(output, "pointwise-leakage", &found.largest)?;
        if let Some(place) = found.output {
            writeln!(output, "  of output {place}")?;
        }
        let rows = || found.outputs.iter();
        let near = |x: &Styled| interval(&Printed::of(x));
        table(
            output,
            vec![
                Column::text("output", rows().map(|row| row.output.to_string())),
                Column::text("probability", rows().map(|row| near(&row.probability))),
                Column::text("leakage", rows().map(|row| near(&row.leakage))),
            ],
        )?;
    }
    report.inputs.as_ref().map_or(Ok(()), |inputs| of_inputs(output, inputs))
}

/// The divergences of two inputs of a channel, and the bounds on them.
fn of_inputs(output: &mut dyn Write, inputs: &InputsReport) -> io::Result<()> {
    for (name, bounds) in &inputs.quantities {
        short_number(output, name, bounds)?;
    }
    let rows = || inputs.bounds.iter();
    let mut columns = vec![
        Column::text("bound", rows().map(|row| row.source.to_owned())),
        Column::text("of", rows().map(|row| row.name.to_owned())),
    ];
    let near = |x: &Styled| interval(&Printed::of(x));
    columns.push(Column::text("value", rows().map(|row| near(&row.value))));
    columns.push(Column::text("", rows().map(|row| row.relation.to_owned())));
    columns.push(Column::text("limit", rows().map(|row| near(&row.bound))));
    columns.push(Column::text("holds", rows().map(|row| decided(row.holds).to_owned())));
    table(output, columns)
}

/// The steps of a pattern; of a long one only its ends.
fn steps(pattern: &[u64]) -> String {
    let text = |steps: &[u64]| steps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match pattern {
        [first @ .., last] if first.len() > MOST_STEPS => {
            format!("{}, ..., {last}", text(first.get(..MOST_STEPS).unwrap_or_default()))
        }
        _ => text(pattern),
    }
}

fn decided(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "yes",
        Some(false) => "no",
        None => "undecided",
    }
}

fn theorem(
    output: &mut dyn Write,
    source: &str,
    conclusions: &[(&str, Guarantee, Styled)],
    answer: &Answer,
) -> io::Result<()> {
    for (name, guarantee, bounds) in conclusions {
        short_number(output, name, bounds)?;
        match guarantee {
            Guarantee::Exact => {}
            Guarantee::UpperBound => writeln!(output, "  an upper bound")?,
            Guarantee::LowerBound => writeln!(output, "  a lower bound")?,
            Guarantee::Limit => writeln!(output, "  a limit, not a bound")?,
            Guarantee::Conditional => {
                writeln!(
                    output,
                    "  a bound only if the constant is large enough, which is not known"
                )?;
            }
        }
    }
    writeln!(output, "source {source}, engine {}", answer.engine)?;
    match answer.met {
        true => Ok(()),
        false => {
            writeln!(
                output,
                "note: fewer digits were reached than requested; --max-precision may be too low for them"
            )
        }
    }
}

fn number(output: &mut dyn Write, name: &str, bounds: &Styled) -> io::Result<()> {
    printed_number(output, name, &Printed::of(bounds), bounds.reason)
}

/// A number with its exact value where that is short.
fn short_number(output: &mut dyn Write, name: &str, bounds: &Styled) -> io::Result<()> {
    let printed = Printed::of(bounds);
    let exact = printed.exact.filter(|exact| exact.len() <= LONGEST);
    printed_number(output, name, &Printed { exact, ..printed }, bounds.reason)
}

fn printed_number(
    output: &mut dyn Write,
    name: &str,
    printed: &Printed,
    reason: Option<&str>,
) -> io::Result<()> {
    if let Some(reason) = reason {
        return writeln!(output, "{name} = {}: {reason}", printed.lo);
    }
    writeln!(output, "{}", equation(name, printed))?;
    match &printed.exact {
        Some(exact) if *exact != printed.lo => writeln!(output, "  exact {exact}"),
        _ => Ok(()),
    }
}

/// `x = 1/2`, or `x in [0.49, 0.51]`.
fn equation(name: &str, printed: &Printed) -> String {
    let sign = if printed.lo == printed.hi { "=" } else { "in" };
    format!("{name} {sign} {}", interval(printed))
}

/// Both ends, or the number itself where they are equal.
pub fn interval(Printed { lo, hi, .. }: &Printed) -> String {
    if lo == hi { lo.clone() } else { format!("[{lo}, {hi}]") }
}

struct Column {
    header: String,
    cells: Vec<String>,
}

impl Column {
    fn text(header: impl Into<String>, cells: impl Iterator<Item = String>) -> Column {
        Column { header: header.into(), cells: cells.collect() }
    }
}

/// The values, with the common digits of both ends once; and the exact ones, where there are any
/// that the decimals do not show.
fn bounds_columns(name: &str, values: Vec<&Styled>, every: bool) -> Vec<Column> {
    let values: Vec<Printed> = values.into_par_iter().map(Printed::of).collect();
    let mut columns =
        vec![Column::text(name, values.iter().map(|value| factored(&value.lo, &value.hi)))];
    let shown = |exact: &&String| every || exact.len() <= WIDEST;
    let exact = |value: &Printed| value.exact.as_ref().filter(shown).cloned().unwrap_or_default();
    let news = |value: &Printed| {
        value.exact.as_ref().filter(shown).is_some_and(|exact| *exact != value.lo)
    };
    if values.iter().any(news) {
        columns.push(Column::text(format!("{name} exact"), values.iter().map(exact)));
    }
    columns
}

fn table(output: &mut dyn Write, columns: Vec<Column>) -> io::Result<()> {
    let options = TextOptions { colour: false, ..terminal_options() };
    let mut table = empty_table(&options);
    table.set_header(columns.iter().map(|column| column.header.as_str()));
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let mut cells: Vec<_> = columns.into_iter().map(|column| column.cells.into_iter()).collect();
    for _ in 0..rows {
        table.add_row(cells.iter_mut().map(|column| column.next().unwrap_or_default()));
    }
    write_table(output, table, &[], Some(&mut Legend::default()), &options)
}
