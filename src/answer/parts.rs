//! An answer as a tree, from which JSON, text, tables, test vectors and the objects of Python are
//! written for every kind of question.

use super::{
    Calibrated, Content, Dominance, InputsReport, PointwiseReport, Report, RowsReport, Sensitivity,
};
use crate::enclosure::Styled;
use crate::exact::real::Real;
use crate::tradeoff::Kernel;
use malachite::rational::Rational;
use std::fmt::{Display, Write};

/// A part of an answer.
#[derive(Clone, Debug)]
pub enum Part<'a> {
    /// A number with its ends.
    Number(&'a Styled),
    /// A rational number, written as a decimal where it is one.
    Rational(&'a Rational),
    /// An exact expression.
    Expression(&'a Real),
    /// A word or a text.
    Text(&'a str),
    /// The rows of a kernel, as fractions.
    Kernel(&'a Kernel),
    /// An integer >= 0.
    Whole(u64),
    /// A truth value.
    Truth(bool),
    /// A value that is unknown or does not exist.
    Absent,
    /// Parts with names.
    Record(Vec<Field<'a>>),
    /// Parts of one kind.
    List(Vec<Part<'a>>),
}

/// A part of a record.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// Its name. Without one, the fields of the part are fields of the record: for instance the
    /// ends of a number.
    pub name: Option<&'a str>,
    /// Its column in a table, or the prefix of the names of its columns; `None` if tables omit it.
    pub title: Option<&'a str>,
    /// The value.
    pub part: Part<'a>,
}

impl<'a> Field<'a> {
    /// A field whose column has the same name.
    fn new(name: &'a str, part: Part<'a>) -> Field<'a> {
        Field { name: Some(name), title: Some(name), part }
    }

    /// A field that tables omit.
    fn apart(name: &'a str, part: Part<'a>) -> Field<'a> {
        Field { name: Some(name), title: None, part }
    }

    /// The number that a record is about.
    fn value(title: &'a str, bounds: &'a Styled) -> Field<'a> {
        Field { name: None, title: Some(title), part: Part::Number(bounds) }
    }

    fn titled(self, title: &'a str) -> Field<'a> {
        Field { title: Some(title), ..self }
    }
}

impl Content {
    /// Its numbers and words, in the order in which they are written.
    pub fn parts(&self) -> Part<'_> {
        match self {
            Content::Number(bounds) => Part::Record(vec![Field::value("", bounds)]),
            Content::Named(rows) => {
                Part::Record(rows.iter().map(|(name, bounds)| number(name, bounds)).collect())
            }
            Content::Sweep { quantity, parameter, rows } => list(
                "points",
                rows.iter().map(|(at, bounds)| {
                    let met = Field::apart("met", Part::Truth(bounds.met));
                    vec![
                        Field::new("at", text(at)).titled(parameter),
                        Field::value(quantity, bounds),
                        met,
                    ]
                }),
            ),
            Content::Deltas { step, rows, inner } => {
                let step = step.iter().map(|step| Field::apart("step", Part::Expression(step)));
                let rows = rows.iter().enumerate().map(|(i, (j, eps, delta))| {
                    let inner = inner
                        .get(i)
                        .map(|inner| Field::apart("inner_delta_j", Part::Number(inner)));
                    let eps = Field::new("eps", Part::Expression(eps));
                    let row = [Field::new("j", Part::Whole(*j)), eps, Field::value("delta", delta)];
                    row.into_iter().chain(inner).collect()
                });
                Part::Record(step.chain([list_field("deltas", rows)]).collect())
            }
            Content::Region(vertices) => list(
                "vertices",
                vertices
                    .iter()
                    .map(|(alpha, beta)| vec![number("alpha", alpha), number("beta", beta)]),
            ),
            Content::LikelihoodRatios(rows) => list(
                "likelihood-ratios",
                rows.iter().map(|(ratio, p, q)| {
                    vec![number("ratio", ratio), number("p", p), number("q", q)]
                }),
            ),
            Content::Test { threshold, randomisation, alpha, power } => Part::Record(vec![
                number("threshold", threshold),
                number("randomisation", randomisation),
                number("alpha", alpha),
                number("power", power),
            ]),
            Content::Polygons { inner, outer, gap, .. } => Part::Record(vec![
                corners("inner", inner),
                corners("outer", outer),
                rational("gap", gap),
            ]),
            Content::Calibrated(found) => calibrated(found),
            Content::Dominance(found) => dominance(found),
            Content::Conclusions { theorem, source, conclusions } => {
                let conclusions = conclusions.iter().map(|(name, guarantee, bounds)| {
                    let name = Field::new("name", text(name)).titled("conclusion");
                    vec![
                        name,
                        Field::new("guarantee", text(guarantee.name())),
                        Field::value("", bounds),
                    ]
                });
                let about =
                    [Field::apart("theorem", text(theorem)), Field::apart("source", text(source))];
                Part::Record(
                    about.into_iter().chain([list_field("conclusions", conclusions)]).collect(),
                )
            }
            Content::Channel(report) => channel(report),
            Content::Sensitivity(found) => sensitivity(found),
        }
    }
}

impl<'a> Part<'a> {
    /// Visits all numbers with their ends, in order, each with its place as a JSON pointer.
    pub fn each_number(&self, visit: &mut dyn FnMut(&str, &'a Styled)) {
        self.each_at(&mut String::new(), visit);
    }

    fn each_at(&self, place: &mut String, visit: &mut dyn FnMut(&str, &'a Styled)) {
        match self {
            Part::Number(bounds) => visit(place, bounds),
            Part::List(items) => {
                items.iter().enumerate().for_each(|(i, item)| item.each_under(&i, place, visit))
            }
            Part::Record(fields) => fields.iter().for_each(|field| match field.name {
                Some(name) => field.part.each_under(&name, place, visit),
                None => field.part.each_at(place, visit),
            }),
            _ => {}
        }
    }

    fn each_under(
        &self,
        name: &dyn Display,
        place: &mut String,
        visit: &mut dyn FnMut(&str, &'a Styled),
    ) {
        let length = place.len();
        // Writing to a String never fails.
        let _ = write!(place, "/{name}");
        self.each_at(place, visit);
        place.truncate(length);
    }
}

fn text(text: &str) -> Part<'_> {
    Part::Text(text)
}

fn number<'a>(name: &'a str, bounds: &'a Styled) -> Field<'a> {
    Field::new(name, Part::Number(bounds))
}

fn rational<'a>(name: &'a str, x: &'a Rational) -> Field<'a> {
    Field::new(name, Part::Rational(x))
}

/// A truth value, or `Absent` where it is undecided.
fn truth(is_so: Option<bool>) -> Part<'static> {
    is_so.map_or(Part::Absent, Part::Truth)
}

fn list_field<'a>(name: &'a str, rows: impl Iterator<Item = Vec<Field<'a>>>) -> Field<'a> {
    Field::new(name, Part::List(rows.map(Part::Record).collect()))
}

fn list<'a>(name: &'a str, rows: impl Iterator<Item = Vec<Field<'a>>>) -> Part<'a> {
    Part::Record(vec![list_field(name, rows)])
}

fn corners<'a>(name: &'a str, vertices: &'a [(Rational, Rational)]) -> Field<'a> {
    list_field(
        name,
        vertices.iter().map(|(alpha, beta)| vec![rational("alpha", alpha), rational("beta", beta)]),
    )
}

fn calibrated(found: &Calibrated) -> Part<'_> {
    Part::Record(vec![
        Field::apart("parameter", text(found.parameter.name)),
        Field::apart("meets", trial(found.quantity, found.meets.as_ref())),
        Field::apart("fails", trial(found.quantity, found.fails.as_ref())),
        Field::apart("monotone", Part::Truth(found.parameter.is_monotone)),
    ])
}

fn trial<'a>(quantity: &'a str, trial: Option<&'a (Rational, Styled)>) -> Part<'a> {
    trial.map_or(Part::Absent, |(value, reached)| {
        Part::Record(vec![rational("value", value), number(quantity, reached)])
    })
}

fn dominance(found: &Dominance) -> Part<'_> {
    let names = ["alpha", "beta", "other", "ratio", "delta", "other-delta"];
    let witness = found.witness.iter().map(|witness| {
        let numbers = names.into_iter().zip(witness.numbers());
        Field::apart(
            "witness",
            Part::Record(numbers.map(|(name, bounds)| number(name, bounds)).collect()),
        )
    });
    let kernel = found
        .shown
        .then(|| Field::apart("kernel", found.kernel.as_ref().map_or(Part::Absent, Part::Kernel)));
    Part::Record(
        [Field::apart("dominates", truth(found.dominates))]
            .into_iter()
            .chain(witness)
            .chain(kernel)
            .collect(),
    )
}

fn channel(report: &Report) -> Part<'_> {
    let numbers = [("eps", &report.eps), ("tv", &report.tv), ("leakage", &report.leakage)];
    let numbers = numbers.into_iter().map(|(name, bounds)| number(name, bounds));
    let ldp = report.ldp.map(|ldp| Field::apart("ldp", truth(ldp)));
    let delta = report.delta.as_ref().map(|delta| of_rows("delta", delta));
    let beta = report.beta.as_ref().map(|beta| of_rows("beta", beta));
    let inputs = report.inputs.iter().flat_map(inputs);
    let pointwise = report.pointwise.iter().flat_map(pointwise);
    Part::Record(
        numbers.chain(ldp).chain(delta).chain(beta).chain(inputs).chain(pointwise).collect(),
    )
}

fn of_rows<'a>(name: &'a str, found: &'a RowsReport) -> Field<'a> {
    let rows = found.rows.iter().map(|row| Part::Whole(*row)).collect();
    let fields = vec![Field::value("", &found.value), Field::apart("rows", Part::List(rows))];
    Field::apart(name, Part::Record(fields))
}

fn pointwise(found: &PointwiseReport) -> [Field<'_>; 2] {
    let output = found.output.map_or(Part::Absent, Part::Whole);
    let largest = vec![Field::value("", &found.largest), Field::apart("output", output)];
    let outputs = found.outputs.iter().map(|row| {
        vec![
            Field::new("output", Part::Whole(row.output)),
            number("probability", &row.probability),
            number("leakage", &row.leakage),
        ]
    });
    [Field::apart("pointwise-leakage", Part::Record(largest)), list_field("outputs", outputs)]
}

fn sensitivity(found: &Sensitivity) -> Part<'_> {
    let pattern = found.pattern.iter().map(|step| Part::Whole(*step)).collect();
    Part::Record(vec![
        number("squared", &found.squared),
        number("sensitivity", &found.sensitivity),
        Field::apart("pattern", Part::List(pattern)),
    ])
}

fn inputs(report: &InputsReport) -> [Field<'_>; 2] {
    let quantities = report.quantities.iter().map(|(name, bounds)| {
        vec![Field::new("name", text(name)).titled("quantity"), Field::value("", bounds)]
    });
    let bounds = report.bounds.iter().map(|row| {
        vec![
            Field::new("name", text(row.name)),
            Field::new("source", text(row.source)),
            Field::new("relation", text(row.relation)),
            number("value", &row.value),
            number("bound", &row.bound),
            Field::new("holds", truth(row.holds)),
        ]
    });
    [list_field("quantities", quantities), list_field("bounds", bounds)]
}
