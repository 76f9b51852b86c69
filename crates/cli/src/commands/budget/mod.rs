//! `dpcert budget`: what a run has spent of a budget, on what, and what still fits.

mod breakdown;
mod findings;
mod written;

use crate::claims::{explain, name_of, text_of};
use crate::output::{Format, print_error, report};
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::claim::{ClaimFile, Literal, Measure, OfPart, Relation, Verdict, judge_statement};
use dpcert::exact::decimal::Decimal;
use dpcert::filter::{FixedOrder, Rule, Spent, rounds};
use dpcert::input::{InputError, Report, known_names, shorten};
use dpcert::mechanism::{Adjacency, Family};
use dpcert::quantity::{Query, Scalar, Target};
use dpcert::{
    Content, Dyadic, Mechanism, Options, Question, Real, Refusal, Styled, ask, ask_number,
};
use dpcert_answers::claims::read;
use dpcert_answers::lines::{TextOptions, paragraph};
use dpcert_answers::render_refusal;
use findings::Findings;
use std::io::{self, Write};
use std::path::PathBuf;

/// What a run has spent of a budget, and what still fits
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::BUDGET))]
pub struct BudgetArgs {
    /// The claim file whose ledger was run; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The eps of the budget, at least 0
    #[arg(long, visible_alias = "epsilon", value_name = "EPS", allow_hyphen_values = true, value_parser = written)]
    eps: Literal,

    /// The delta of the budget, in [0, 1]
    #[arg(long, value_name = "DELTA", allow_hyphen_values = true, value_parser = written)]
    delta: Literal,

    /// What comes next: a mechanism, of which as many rounds as fit are counted; or one with ? for
    /// the parameter to find
    #[arg(long, value_name = "MECH")]
    next: Option<String>,

    /// The part of the data that --next is about, as a row of the file names it; all data without it
    #[arg(long, value_name = "NAME", requires = "next")]
    part: Option<String>,

    /// The order of a Renyi divergence, a whole number from 2 on that was fixed before the run: with
    /// it the parameters of samples may be chosen on the way
    #[arg(long, value_name = "ORDER", value_parser = clap::value_parser!(u64).range(2..=4096))]
    order: Option<u64>,

    /// What was spent by each day on which rows were released: each row needs its date
    #[arg(long, conflicts_with_all = ["next", "order"])]
    by_date: bool,

    /// What each row costs by itself, and what all others do without it
    #[arg(long, conflicts_with_all = ["next", "order", "by_date"])]
    by_row: bool,

    /// What a unit spends whose data are in each part: the largest is the total
    #[arg(long, conflicts_with_all = ["next", "order", "by_date", "by_row"])]
    by_part: bool,

    #[command(flatten)]
    format: Format,
}

/// What a budget is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Date,
    Part,
    Row,
}

impl By {
    fn option(self) -> &'static str {
        match self {
            By::Date => "--by-date",
            By::Part => "--by-part",
            By::Row => "--by-row",
        }
    }
}

impl BudgetArgs {
    fn by(&self) -> Option<By> {
        let all = [(self.by_date, By::Date), (self.by_part, By::Part), (self.by_row, By::Row)];
        all.into_iter().find_map(|(is_asked, by)| is_asked.then_some(by))
    }
}

/// A number, and how it is written.
fn written(text: &str) -> Result<Literal, String> {
    Ok(Literal { text: text.to_owned(), value: number::real(text)? })
}

/// The file, and what a reader has to know of it.
///
/// # Errors
/// If writing to the output fails.
fn write_header(
    name: &str,
    file: &ClaimFile,
    output: &mut dyn Write,
    options: &TextOptions,
) -> io::Result<()> {
    let (unit, adjacency) = (&file.scope.unit, file.scope.adjacency.name());
    writeln!(output, "{name} (unit: {unit}; adjacency: {adjacency})")?;
    for exclusion in &file.scope.exclusions {
        paragraph(output, "  ", &format!("excluded: {exclusion}"), options)?;
    }
    file.derived().into_iter().try_for_each(|derived| paragraph(output, "  ", &derived, options))
}

/// The same for programs, and the budget.
fn header_json(arguments: &BudgetArgs, name: &str, file: &ClaimFile) -> serde_json::Value {
    serde_json::json!({
        "file": name,
        "unit": file.scope.unit,
        "adjacency": file.scope.adjacency.name(),
        "exclusions": file.scope.exclusions,
        "derived": file.derived(),
        "budget": { "eps": arguments.eps.text, "delta": arguments.delta.text },
    })
}

/// As many digits as a budget is read with.
const DIGITS: u64 = 6;

/// Why it is not known whether a budget is kept.
const NEAR: &str = "the bounds of eps are on both sides of the budget, and no closer ones were found within --max-work";

/// Why it is not known whether the budget is kept, of a composition: it has no eps, or one whose
/// bounds do not tell.
fn reason(eps: &Result<Styled, String>, kept: Option<bool>) -> Option<&str> {
    match (eps, kept) {
        (Err(reason), _) => Some(reason),
        (Ok(_), None) => Some(NEAR),
        (Ok(_), Some(_)) => None,
    }
}

/// What is known by one way of accounting.
struct Way {
    /// What was fixed when.
    parameters: &'static str,
    /// What is summed, and the sum.
    total: Option<(&'static str, Result<Styled, String>)>,
    eps: Result<Styled, String>,
    /// Is the budget kept? `None` where that is not known.
    kept: Option<bool>,
    next: Option<Result<Next, String>>,
}

impl Way {
    fn is_exceeded(&self) -> bool {
        self.kept == Some(false)
    }

    /// Why it is not known whether the budget is kept.
    fn reason(&self) -> Option<&str> {
        match self.total {
            None => reason(&self.eps, self.kept),
            // A filter that is exceeded leaves it open, and its number says so.
            Some(_) => self.eps.as_ref().err().map(String::as_str),
        }
    }

    /// The same, or else why it is not known what still fits.
    fn first_reason(&self) -> Option<&str> {
        let next = self.next.as_ref().and_then(|next| next.as_ref().err());
        self.reason().or(next.map(String::as_str))
    }
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
    let name = name_of(&arguments.file);
    let found = match read(&name, text_of(&arguments.file), false) {
        Ok(found) => found,
        Err(errors) => {
            errors.into_iter().for_each(explain);
            return Ok(Exit::BadInput);
        }
    };
    if let Some(part) = &arguments.part {
        let parts: Vec<&str> =
            found.file.ledger.iter().filter_map(|row| row.part.as_deref()).collect();
        if !parts.contains(&part.as_str()) {
            let known = known_names("parts of the file", part, parts);
            print_error(&format!("--part: unknown part \"{}\": {known}", shorten(part)));
            return Ok(Exit::BadInput);
        }
    }
    if let Some(by) = arguments.by() {
        return breakdown::run(by, arguments, &name, &found.file, settings, output);
    }
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
    let ways = spinner::during_search(&options.control, || {
        ways(arguments, &found.file, next.as_ref(), &options)
    });
    let findings = Findings::of(&found.file);
    let shown = written::Shown {
        arguments,
        name: &name,
        file: &found.file,
        ways: &ways,
        findings: &findings,
    };
    match arguments.format {
        Format { json: true, .. } => written::json(&shown, output)?,
        format if format.is_records() => {
            let mut notes = findings.lines();
            // On paper the table has no room for them.
            notes.extend(written::reasons(&ways).filter(|_| format.latex));
            format.write_with(&notes, output, &written::records(&shown))?
        }
        _ => written::text(&shown, output)?,
    }
    // What a way leaves open another one may know.
    let is_answered = |way: &Way| way.kept.is_some() && way.next.as_ref().is_none_or(Result::is_ok);
    Ok(if ways.iter().any(Way::is_exceeded) || findings.is_denied() {
        Exit::Unexpected
    } else if ways.iter().any(is_answered) {
        Exit::Good
    } else {
        Exit::Undecided
    })
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
        let errors = |errors: Vec<InputError>| match errors.into_iter().next() {
            Some(error) => {
                Refusal::Input(InputError { span: 0..text.len(), field: String::new(), ..error })
            }
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
        if text.trim() == "?" {
            return Err(Refusal::Input(InputError {
                message: "? is a parameter of a mechanism, and no mechanism is given".to_owned(),
                field: String::new(),
                span: 0..text.len(),
                help: "write the mechanism: --next 'gaussian(sigma=?)'; without ? its rounds are counted".to_owned(),
            }));
        }
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
    let mut ways = vec![fixed(arguments, file, whole.as_ref(), next, options)];
    let has_parts = file.ledger.iter().any(|row| row.part.is_some());
    let order = arguments.order.and_then(FixedOrder::new).map(Rule::Renyi);
    for rule in Rule::ALL.into_iter().chain(order) {
        let spent = match &whole {
            Err(missing) => Err(missing.clone()),
            Ok(_) if has_parts => {
                Err("rows are about parts of the data, for which no filter is known here"
                    .to_owned())
            }
            Ok(_) => file.ledger.iter().try_fold(Spent::nothing(rule), |sum, row| {
                let about = |reason: String| format!("row {}: {reason}", shorten(&row.id));
                let mechanism = row.mechanism.as_ref().map_err(|missing| about(missing.clone()))?;
                let spent = Spent::of(rule, mechanism, options);
                spent
                    .map(|spent| sum.plus(&spent, 1))
                    .map_err(|refusal| about(render_refusal(&refusal)))
            }),
        };
        ways.push(filtered(arguments, rule, spent, next, options));
    }
    ways
}

/// Where all is fixed beforehand: the composition.
fn fixed(
    arguments: &BudgetArgs,
    file: &ClaimFile,
    whole: Result<&Mechanism, &String>,
    next: Option<&Coming>,
    options: &Options,
) -> Way {
    let parameters = "fixed beforehand";
    let whole = match whole {
        Ok(whole) => whole,
        Err(missing) => {
            return Way {
                parameters,
                total: None,
                eps: Err(missing.clone()),
                kept: None,
                next: None,
            };
        }
    };
    let rendered = |refusal: Refusal| render_refusal(&refusal);
    let (eps, kept) = spent(arguments, whole, options);
    let next = next.map(|next| {
        let parameter = next.family.parameter().name;
        // What is released cannot be taken back by what comes next.
        if kept == Some(false) {
            return match &next.mechanism {
                Some(_) => Ok(Next::Rounds(0)),
                None => Err(format!("no {parameter} meets the budget, which is exceeded already")),
            };
        }
        let target = Target::Delta {
            eps: arguments.eps.value.clone(),
            delta: arguments.delta.value.clone(),
        };
        let family = next.family.clone().after(before(file, arguments.part.as_deref())?);
        let question = Question::Calibration(family, target);
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
            // Not even the first round fits.
            (None, Some(_)) if found.fails.is_some_and(|(value, _)| value == 1) => {
                Ok(Next::Rounds(0))
            }
            (None, _) => Err("no value was found that meets the budget".to_owned()),
        }
    });
    Way { parameters, total: None, eps, kept, next }
}

/// What units have lost before a release on all data, or on a part of them.
fn before(file: &ClaimFile, part: Option<&str>) -> Result<Vec<Mechanism>, String> {
    let Some(part) = part else {
        return file.compositions();
    };
    match file.scope.adjacency {
        // The data of a unit are in one part, so that units of other parts lose nothing more.
        Adjacency::AddRemove | Adjacency::ZeroOut => {
            let is_of_part = |one: &OfPart<'_>| one.parts.iter().any(|names| names == &[part]);
            let all = file.by_part()?.into_iter();
            Ok(all.filter(is_of_part).map(|one| one.mechanism).collect())
        }
        Adjacency::ReplaceOne => Err("--part is not supported where records are replaced: a record may leave the part while the other one enters another".to_owned()),
    }
}

/// The eps of a composition at the delta of the budget, and whether the budget is kept; otherwise
/// why there is none. Where the first digits do not tell, it is judged as a claim.
fn spent(
    arguments: &BudgetArgs,
    mechanism: &Mechanism,
    options: &Options,
) -> (Result<Styled, String>, Option<bool>) {
    let eps = Query::eps(arguments.delta.value.clone()).map_err(Refusal::from);
    let options = &Options { digits: DIGITS, ..options.clone() };
    let first = eps.and_then(|query| ask_number(&Question::of(mechanism, &query), options));
    let first = match first {
        Ok(first) => first,
        Err(refusal) => return (Err(render_refusal(&refusal)), None),
    };
    if let Some(kept) = is_within(&first, &arguments.eps.value) {
        return (Ok(first), Some(kept));
    }
    // A claim is judged with more digits, and on finer grids.
    let measure = Measure::Scalar(Scalar::Eps { delta: arguments.delta.value.clone() });
    let budget = Relation::AtMost(arguments.eps.clone());
    let judgement = judge_statement(mechanism, &measure, &budget, options);
    let kept = match judgement.verdict {
        Verdict::Holds => Some(true),
        Verdict::Refuted => Some(false),
        Verdict::Undecided | Verdict::Unsupported => None,
    };
    let closer = judgement.evidence.filter(|_| kept.is_some());
    (Ok(closer.map_or(first, |evidence| evidence.witness)), kept)
}

/// Is a number at most another one? `None` where its bounds are on both sides.
fn is_within(number: &Styled, limit: &Real) -> Option<bool> {
    if let Some(order) = number.exact().and_then(|exact| exact.to_real().compare(limit)) {
        return Some(order.is_le());
    }
    let beyond = |end: &Dyadic| Some((Real::from(end.to_rational()?) - limit).sign()?.is_gt());
    match (beyond(number.lower()), beyond(number.upper())) {
        (Some(true), _) => Some(false),
        (_, Some(false)) => Some(true),
        // No finite eps is enough.
        _ => number.is_infinite().then_some(false),
    }
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
                kept: None,
                next: None,
            };
        }
    };
    let rendered = |refusal: Refusal| render_refusal(&refusal);
    let total = ask_number(&Question::Number(spent.total().clone()), options).map_err(rendered);
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
    // More than a filter allows is not too much for every run.
    let kept = eps.as_ref().ok().and_then(|eps| is_within(eps, &arguments.eps.value));
    Way {
        parameters,
        total: Some((rule.name(), total)),
        eps,
        kept: kept.filter(|kept| *kept),
        next,
    }
}
