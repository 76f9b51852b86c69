//! `dpcert budget`: what a run has spent of a budget, and what still fits.

use crate::answers::interval;
use crate::claims::explain;
use crate::output::{cell, empty_table, print_error, report, terminal_options, write_table};
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::claim::ClaimFile;
use dpcert::exact::decimal::Decimal;
use dpcert::filter::{MOST_ROUNDS, Rule, Spent, rounds};
use dpcert::input::{Report, read_file, read_text};
use dpcert::mechanism::Family;
use dpcert::quantity::{Query, Target};
use dpcert::{Content, Mechanism, Options, Printed, Question, Real, Refusal, Styled, ask};
use dpcert_answers::claims::{STDIN, read};
use dpcert_answers::render_refusal;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a run has spent of a budget, and what still fits
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::BUDGET))]
pub struct BudgetArgs {
    /// The claim file whose ledger was run; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The eps of the budget, at least 0
    #[arg(long, visible_alias = "epsilon", value_name = "EPS", allow_hyphen_values = true, value_parser = written)]
    eps: Written,

    /// The delta of the budget, in [0, 1]
    #[arg(long, value_name = "DELTA", allow_hyphen_values = true, value_parser = written)]
    delta: Written,

    /// What comes next: a mechanism, of which as many rounds as fit are counted; or one with ? for
    /// the parameter to find
    #[arg(long, value_name = "MECH")]
    next: Option<String>,

    /// The order of a Renyi divergence, a whole number from 2 on that was fixed before the run: with
    /// it the parameters of samples may be chosen on the way
    #[arg(long, value_name = "ORDER", value_parser = clap::value_parser!(u64).range(2..=4096))]
    order: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A number, and how it is written.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    value: Real,
}

fn written(text: &str) -> Result<Written, String> {
    Ok(Written { text: text.to_owned(), value: number::real(text)? })
}

/// As many digits as a budget is read with.
const DIGITS: u64 = 6;

/// What is known by one way of accounting.
struct Way {
    /// What was fixed when.
    parameters: &'static str,
    /// What is summed, and the sum.
    total: Option<(&'static str, Result<Styled, String>)>,
    eps: Result<Styled, String>,
    next: Option<Result<Next, String>>,
}

/// What still fits.
enum Next {
    Rounds(u64),
    Parameter(&'static str, String),
}

/// Answers on `output`.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &BudgetArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    for query in
        [Query::eps(arguments.delta.value.clone()), Query::delta(arguments.eps.value.clone())]
    {
        if let Err(error) = query {
            print_error(&error.to_string());
            return Ok(Exit::BadInput);
        }
    }
    let is_stdin = arguments.file.as_os_str() == "-";
    let name = if is_stdin { STDIN.to_owned() } else { arguments.file.display().to_string() };
    let text = match is_stdin {
        true => read_text(io::stdin().lock(), Path::new(STDIN)),
        false => read_file(&arguments.file),
    };
    let found = match read(&name, text, false) {
        Ok(found) => found,
        Err(errors) => {
            errors.into_iter().for_each(explain);
            return Ok(Exit::BadInput);
        }
    };
    let next =
        match arguments.next.as_deref().map(|text| coming(text, &found.file, settings)).transpose()
        {
            Ok(next) => next,
            Err(Refusal::Input(error)) => {
                let text = arguments.next.clone().unwrap_or_default();
                report(Report::new("--next", &text, error));
                return Ok(Exit::BadInput);
            }
            Err(refusal) => {
                print_error(&format!("--next: {}", render_refusal(&refusal)));
                return Ok(Exit::Undecided);
            }
        };
    let options = Options { digits: DIGITS, ..settings.options() };
    let ways =
        spinner::during(&options.control, || ways(arguments, &found.file, next.as_ref(), &options));
    match arguments.json {
        true => write_json(arguments, &name, &found.file, &ways, output)?,
        false => write_text(arguments, &name, &found.file, &ways, output)?,
    }
    let is_answered = |way: &Way| way.eps.is_ok() && way.next.as_ref().is_none_or(Result::is_ok);
    Ok(if ways.iter().any(is_answered) { Exit::Good } else { Exit::Undecided })
}

/// What comes next.
struct Coming {
    /// It, where it has no open parameter.
    mechanism: Option<Mechanism>,
    /// The rounds of it, or it with its open parameter.
    family: Family,
}

/// Reads what comes next, as a row of the file would be read: with its adjacency.
fn coming(text: &str, file: &ClaimFile, settings: &Settings) -> Result<Coming, Refusal> {
    let as_row = |text: &str| {
        let adjacency = file.scope.adjacency.name();
        let row = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"unit\"\nadjacency = \"{adjacency}\"\n[[ledger]]\nid = \"next\"\nmechanism = {}\n",
            dpcert::input::quoted(text)
        );
        let errors = |errors: Vec<dpcert::input::InputError>| match errors.into_iter().next() {
            Some(error) => Refusal::Input(dpcert::input::InputError {
                span: 0..text.len(),
                field: String::new(),
                ..error
            }),
            None => Refusal::Contradiction("an error without its text".to_owned()),
        };
        let read = dpcert::claim::parse_all(&row, false).map_err(errors)?;
        let missing = |missing: String| Refusal::Unsupported {
            what: "this mechanism".into(),
            missing: missing.into(),
        };
        read.whole().map_err(missing)
    };
    settings.options().within(|| {
        let is_open = text.contains('?');
        let mechanism = as_row(&text.replace('?', "1"))?;
        let family = if is_open { Family::parse(text)? } else { Family::parse(&format!("({text})^?"))? };
        if family.at(&1.into())?.steps() != mechanism.steps() {
            let missing = "it means another mechanism here than in this file: write its adjacency, as the file has it";
            return Err(Refusal::Unsupported { what: "this mechanism".into(), missing: missing.into() });
        }
        Ok(Coming { mechanism: (!is_open).then_some(mechanism), family })
    })
}

/// All ways of accounting.
fn ways(
    arguments: &BudgetArgs,
    file: &ClaimFile,
    next: Option<&Coming>,
    options: &Options,
) -> Vec<Way> {
    let whole = file.whole();
    let mut ways = vec![fixed(arguments, whole.as_ref(), next, options)];
    let has_parts = file.ledger.iter().any(|row| row.part.is_some());
    for rule in Rule::ALL.into_iter().chain(arguments.order.map(Rule::Renyi)) {
        let spent = match &whole {
            Err(missing) => Err(missing.clone()),
            Ok(_) if has_parts => {
                Err("rows are about parts of the data, for which no filter is known here"
                    .to_owned())
            }
            Ok(whole) => {
                Spent::of(rule, whole, options).map_err(|refusal| render_refusal(&refusal))
            }
        };
        ways.push(filtered(arguments, rule, spent, next, options));
    }
    ways
}

/// Where all is fixed beforehand: the composition.
fn fixed(
    arguments: &BudgetArgs,
    whole: Result<&Mechanism, &String>,
    next: Option<&Coming>,
    options: &Options,
) -> Way {
    let parameters = "fixed beforehand";
    let whole = match whole {
        Ok(whole) => whole,
        Err(missing) => {
            return Way { parameters, total: None, eps: Err(missing.clone()), next: None };
        }
    };
    let rendered = |refusal: Refusal| render_refusal(&refusal);
    let eps = Query::eps(arguments.delta.value.clone())
        .map_err(Refusal::from)
        .and_then(|query| number_of(&Question::Quantity(whole.clone(), query), options))
        .map_err(rendered);
    let next = next.map(|next| {
        let parameter = next.family.parameter().name;
        let target = Target::Delta {
            eps: arguments.eps.value.clone(),
            delta: arguments.delta.value.clone(),
        };
        let question = Question::Calibration(next.family.clone().after(whole.clone()), target);
        let answer = ask(&question, &Options { digits: 4, ..options.clone() }).map_err(rendered)?;
        let Content::Calibrated(found) = answer.content else {
            return Err("no value was found".to_owned());
        };
        match (found.meets, &next.mechanism) {
            (Some((value, _)), Some(_)) => {
                Ok(Next::Rounds(u64::try_from(&value).unwrap_or(u64::MAX)))
            }
            (Some((value, _)), None) => {
                Ok(Next::Parameter(parameter, Decimal::or_fraction(&value)))
            }
            (None, _) => Err("no value was found that meets the budget".to_owned()),
        }
    });
    Way { parameters, total: None, eps, next }
}

/// Where the parameters of a step may depend on what was released before: a filter.
fn filtered(
    arguments: &BudgetArgs,
    rule: Rule,
    spent: Result<Spent, String>,
    next: Option<&Coming>,
    options: &Options,
) -> Way {
    let parameters = "chosen on the way";
    let spent = match spent {
        Ok(spent) => spent,
        Err(reason) => {
            return Way {
                parameters,
                total: Some((rule.name(), Err(reason.clone()))),
                eps: Err(reason),
                next: None,
            };
        }
    };
    let rendered = |refusal: Refusal| render_refusal(&refusal);
    let total = number_of(&Question::Number(spent.total().clone()), options).map_err(rendered);
    let eps = spent.eps(&arguments.delta.value, options).map_err(rendered);
    let next = next.map(|next| {
        let Some(mechanism) = &next.mechanism else {
            return Err("a filter counts rounds: give the parameter".to_owned());
        };
        let step = Spent::of(rule, mechanism, options).map_err(rendered)?;
        rounds(&spent, &step, &arguments.eps.value, &arguments.delta.value, options)
            .map(Next::Rounds)
            .map_err(rendered)
    });
    Way { parameters, total: Some((rule.name(), total)), eps, next }
}

fn number_of(question: &Question, options: &Options) -> Result<Styled, Refusal> {
    match ask(question, options)?.content {
        Content::Number(number) => Ok(number),
        _ => Err(Refusal::Contradiction("a question for a number has another answer".to_owned())),
    }
}

fn write_text(
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    ways: &[Way],
    output: &mut dyn Write,
) -> io::Result<()> {
    let options = terminal_options();
    writeln!(
        output,
        "{name} (unit: {}; adjacency: {})",
        file.scope.unit,
        file.scope.adjacency.name()
    )?;
    let mut table = empty_table(&options);
    let next = arguments.next.as_ref().map(|next| match next.contains('?') {
        true => format!("then {next} with"),
        false => format!("rounds of {next} left"),
    });
    let eps = format!("eps at delta = {}", arguments.delta.text);
    table.set_header(
        ["parameters", "total"].map(str::to_owned).into_iter().chain([eps]).chain(next).map(cell),
    );
    let shown = |result: &Result<String, String>| result.clone().unwrap_or_else(|_| "-".to_owned());
    for way in ways {
        let total = match &way.total {
            None => "composition".to_owned(),
            Some((what, Ok(total))) => format!("{what} = {}", Printed::of(total).hi),
            Some((what, Err(_))) => format!("{what}: none"),
        };
        let eps = match (&way.eps, &way.total) {
            (Ok(eps), None) => Ok(interval(&Printed::of(eps))),
            // The lower end is of one mechanism, and no filter is about one.
            (Ok(eps), Some(_)) => Ok(format!("<= {}", Printed::of(eps).hi)),
            (Err(reason), _) => Err(reason.clone()),
        };
        let next = way.next.as_ref().map(|next| match next {
            Ok(Next::Rounds(rounds)) if *rounds >= MOST_ROUNDS => {
                Ok(format!("at least {MOST_ROUNDS}"))
            }
            Ok(Next::Rounds(rounds)) => Ok(rounds.to_string()),
            Ok(Next::Parameter(name, value)) => Ok(format!("{name} = {value}")),
            Err(reason) => Err(reason.clone()),
        });
        let next = arguments.next.as_ref().map(|_| shown(&next.unwrap_or(Err(String::new()))));
        table.add_row(
            [way.parameters.to_owned(), total, shown(&eps)].into_iter().chain(next).map(cell),
        );
    }
    write_table(output, table, &[], None, &options)?;
    for way in ways {
        let what = way.total.as_ref().map_or("composition", |(what, _)| what);
        let reasons =
            [way.eps.as_ref().err(), way.next.as_ref().and_then(|next| next.as_ref().err())];
        if let Some(reason) = reasons.into_iter().flatten().next() {
            writeln!(output, "{what}: {reason}")?;
        }
    }
    Ok(())
}

fn write_json(
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    ways: &[Way],
    output: &mut dyn Write,
) -> io::Result<()> {
    let number = |number: &Styled| {
        let Printed { lo, hi, .. } = Printed::of(number);
        serde_json::json!({ "lo": lo, "hi": hi })
    };
    let way = |way: &Way| {
        let mut shown = serde_json::Map::new();
        shown.insert("parameters".to_owned(), way.parameters.into());
        if let Some((what, total)) = &way.total {
            shown.insert("total".to_owned(), (*what).into());
            if let Ok(total) = total {
                shown.insert("at-most".to_owned(), Printed::of(total).hi.into());
            }
        }
        match &way.eps {
            Ok(eps) if way.total.is_none() => shown.insert("eps".to_owned(), number(eps)),
            // The lower end is of one mechanism, and no filter is about one.
            Ok(eps) => {
                shown.insert("eps".to_owned(), serde_json::json!({ "hi": Printed::of(eps).hi }))
            }
            Err(reason) => shown.insert("reason".to_owned(), reason.as_str().into()),
        };
        match &way.next {
            Some(Ok(Next::Rounds(rounds))) => shown.insert("rounds".to_owned(), (*rounds).into()),
            Some(Ok(Next::Parameter(name, value))) => shown.insert(
                "parameter".to_owned(),
                serde_json::json!({ "name": name, "value": value }),
            ),
            Some(Err(reason)) => shown.insert("next-reason".to_owned(), reason.as_str().into()),
            None => None,
        };
        serde_json::Value::from(shown)
    };
    let all = serde_json::json!({
        "file": name,
        "unit": file.scope.unit,
        "adjacency": file.scope.adjacency.name(),
        "budget": { "eps": arguments.eps.text, "delta": arguments.delta.text },
        "next": arguments.next,
        "ways": ways.iter().map(way).collect::<Vec<_>>(),
    });
    writeln!(output, "{all}")
}
