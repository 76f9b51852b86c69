//! An answer of the line protocol as one line of JSON, its fields always in the same order.

use super::reply::{Outcome, Reply};
use crate::report::decimal_text;
use dpcert::channel::{InputsReport, Row};
use dpcert::exact::Real;
use dpcert::quantity::{Answer, Bounds, Content, Printed};
use dpcert::theorem::Guarantee;
use dpcert_picture::Scene;
use malachite::rational::Rational;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::io::{self, Write};

/// Writes a reply and a line break, all at once: a run that is stopped leaves no half a line.
///
/// # Errors
/// What the output says.
pub fn write(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    let line = Line { id: reply.id.as_deref(), body: Body::of(&reply.outcome, &reply.notes) };
    let mut bytes = serde_json::to_vec(&line)?;
    bytes.push(b'\n');
    output.write_all(&bytes)
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "one line at a time is written")]
enum Body<'a> {
    Ok {
        #[serde(flatten)]
        numbers: Numbers<'a>,
        tight: bool,
        met: bool,
        method: &'a str,
        engine: &'a str,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        notes: &'a [String],
    },
    #[serde(rename = "ok")]
    Drawn {
        scene: &'a Scene,
        #[serde(skip_serializing_if = "Option::is_none")]
        svg: Option<&'a str>,
    },
    Error {
        field: Option<&'a str>,
        reason: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<&'a str>,
    },
    Unsupported {
        missing: &'a str,
        reason: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        field: Option<&'a str>,
    },
}

impl<'a> Body<'a> {
    fn of(outcome: &'a Outcome, notes: &'a [String]) -> Body<'a> {
        match outcome {
            Outcome::Answered(answer) => Body::answered(answer, notes),
            Outcome::Error { field, reason, column, help } => {
                Body::Error { field: field.as_deref(), reason, column: *column, help: help.as_deref() }
            }
            Outcome::Drawn { scene, svg } => Body::Drawn { scene, svg: svg.as_deref() },
            Outcome::Unsupported { missing, reason, field } => {
                Body::Unsupported { missing, reason, field: field.as_deref() }
            }
            Outcome::Fault { reason } => Body::Error { field: None, reason, column: None, help: None },
        }
    }

    fn answered(answer: &'a Answer, notes: &'a [String]) -> Body<'a> {
        let Answer { content, tight, met, method, engine } = answer;
        Body::Ok { numbers: Numbers::of(content), tight: *tight, met: *met, method: method.name(), engine, notes }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "one line at a time is written")]
enum Numbers<'a> {
    One(Number),
    Sweep {
        points: Vec<Point<'a>>,
    },
    Named(Named<'a>),
    Deltas {
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<String>,
        deltas: Vec<Delta>,
    },
    Region {
        vertices: Vec<Vertex>,
    },
    LikelihoodRatios {
        #[serde(rename = "likelihood-ratios")]
        rows: Vec<Ratio>,
    },
    Test {
        threshold: Number,
        randomisation: Number,
        alpha: Number,
        power: Number,
    },
    Polygons {
        inner: Vec<Corner>,
        outer: Vec<Corner>,
        gap: String,
    },
    Calibrated {
        parameter: &'a str,
        meets: Option<Trial>,
        fails: Option<Trial>,
        monotone: bool,
    },
    Dominance {
        dominates: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        witness: Option<Disorder>,
        #[serde(skip_serializing_if = "Option::is_none")]
        kernel: Option<Option<Vec<Vec<String>>>>,
    },
    Conclusions {
        theorem: &'a str,
        source: &'a str,
        conclusions: Vec<Conclusion<'a>>,
    },
    Channel {
        eps: Number,
        tv: Number,
        leakage: Number,
        #[serde(skip_serializing_if = "Option::is_none")]
        ldp: Option<Option<bool>>,
        #[serde(flatten)]
        inputs: Option<Inputs<'a>>,
    },
}

#[derive(Serialize)]
struct Point<'a> {
    at: &'a str,
    #[serde(flatten)]
    value: Number,
    met: bool,
}

#[derive(Serialize)]
struct Disorder {
    alpha: Number,
    beta: Number,
    other: Number,
    ratio: Number,
    delta: Number,
    #[serde(rename = "other-delta")]
    other_delta: Number,
}

#[derive(Serialize)]
struct Corner {
    alpha: String,
    beta: String,
}

#[derive(Serialize)]
struct Inputs<'a> {
    quantities: Vec<Quantity<'a>>,
    bounds: Vec<Comparison<'a>>,
}

#[derive(Serialize)]
struct Quantity<'a> {
    name: &'a str,
    #[serde(flatten)]
    value: Number,
}

#[derive(Serialize)]
struct Comparison<'a> {
    name: &'a str,
    source: &'a str,
    relation: &'a str,
    value: Number,
    bound: Number,
    holds: Option<bool>,
}

#[derive(Serialize)]
struct Conclusion<'a> {
    name: &'a str,
    guarantee: &'a str,
    #[serde(flatten)]
    value: Number,
}

#[derive(Serialize)]
struct Trial {
    value: String,
    delta: Number,
}

#[derive(Serialize)]
struct Number {
    lo: String,
    hi: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// Numbers under their names, in order.
struct Named<'a>(&'a [(&'static str, Bounds)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, bounds)| (name, Number::of(bounds))))
    }
}

#[derive(Serialize)]
struct Delta {
    j: u64,
    eps: String,
    #[serde(flatten)]
    delta: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_delta_j: Option<Number>,
}

#[derive(Serialize)]
struct Vertex {
    alpha: Number,
    beta: Number,
}

#[derive(Serialize)]
struct Ratio {
    ratio: Number,
    p: Number,
    q: Number,
}

impl Number {
    fn of(bounds: &Bounds) -> Number {
        let Printed { lo, hi, exact } = Printed::of(bounds);
        Number { lo, hi, exact, reason: bounds.reason }
    }
}

impl<'a> Inputs<'a> {
    fn of(report: &'a InputsReport) -> Inputs<'a> {
        let quantity = |(name, bounds): &'a (&'static str, Bounds)| Quantity { name, value: Number::of(bounds) };
        let comparison = |row: &'a Row| Comparison {
            name: row.name,
            source: row.source,
            relation: row.relation,
            value: Number::of(&row.value),
            bound: Number::of(&row.bound),
            holds: row.holds,
        };
        Inputs {
            quantities: report.quantities.iter().map(quantity).collect(),
            bounds: report.bounds.iter().map(comparison).collect(),
        }
    }
}

impl<'a> Numbers<'a> {
    fn of(content: &'a Content) -> Numbers<'a> {
        match content {
            Content::Number(bounds) => Numbers::One(Number::of(bounds)),
            Content::Named(rows) => Numbers::Named(Named(rows)),
            Content::Sweep { rows, .. } => {
                let point =
                    |(at, bounds): &'a (String, Bounds)| Point { at, value: Number::of(bounds), met: bounds.met };
                Numbers::Sweep { points: rows.par_iter().map(point).collect() }
            }
            Content::Deltas { step, rows, inner } => {
                // Long lists are written in parallel: decimals take time.
                let row = |(i, (j, eps, delta)): (usize, &(u64, Real, Bounds))| Delta {
                    j: *j,
                    eps: eps.to_string(),
                    delta: Number::of(delta),
                    inner_delta_j: inner.get(i).map(Number::of),
                };
                Numbers::Deltas {
                    step: step.as_ref().map(Real::to_string),
                    deltas: rows.par_iter().enumerate().map(row).collect(),
                }
            }
            Content::Region(vertices) => {
                let vertex =
                    |(alpha, beta): &(Bounds, Bounds)| Vertex { alpha: Number::of(alpha), beta: Number::of(beta) };
                Numbers::Region { vertices: vertices.par_iter().map(vertex).collect() }
            }
            Content::LikelihoodRatios(rows) => {
                let row = |(ratio, p, q): &(Bounds, Bounds, Bounds)| Ratio {
                    ratio: Number::of(ratio),
                    p: Number::of(p),
                    q: Number::of(q),
                };
                Numbers::LikelihoodRatios { rows: rows.par_iter().map(row).collect() }
            }
            Content::Test { threshold, randomisation, alpha, power } => Numbers::Test {
                threshold: Number::of(threshold),
                randomisation: Number::of(randomisation),
                alpha: Number::of(alpha),
                power: Number::of(power),
            },
            Content::Polygons { inner, outer, gap, .. } => {
                let corner = |(alpha, beta): &(Rational, Rational)| Corner {
                    alpha: decimal_text(alpha),
                    beta: decimal_text(beta),
                };
                let corners = |vertices: &[(Rational, Rational)]| vertices.iter().map(corner).collect();
                Numbers::Polygons { inner: corners(inner), outer: corners(outer), gap: decimal_text(gap) }
            }
            Content::Dominance(found) => {
                let witness = found.witness.as_ref().map(|witness| Disorder {
                    alpha: Number::of(&witness.alpha),
                    beta: Number::of(&witness.beta),
                    other: Number::of(&witness.other_beta),
                    ratio: Number::of(&witness.ratio),
                    delta: Number::of(&witness.delta),
                    other_delta: Number::of(&witness.other_delta),
                });
                let row = |row: Vec<Rational>| row.iter().map(Rational::to_string).collect();
                let rows = || found.kernel.as_ref().map(|kernel| kernel.to_rows().into_iter().map(row).collect());
                Numbers::Dominance { dominates: found.dominates, witness, kernel: found.shown.then(rows) }
            }
            Content::Calibrated(found) => {
                let trial = |(value, delta): &(Rational, Bounds)| Trial {
                    value: decimal_text(value),
                    delta: Number::of(delta),
                };
                Numbers::Calibrated {
                    parameter: found.parameter.name,
                    meets: found.meets.as_ref().map(trial),
                    fails: found.fails.as_ref().map(trial),
                    monotone: found.parameter.is_monotone,
                }
            }
            Content::Channel(report) => Numbers::Channel {
                eps: Number::of(&report.eps),
                tv: Number::of(&report.tv),
                leakage: Number::of(&report.leakage),
                ldp: report.ldp,
                inputs: report.inputs.as_ref().map(Inputs::of),
            },
            Content::Conclusions { theorem, source, conclusions } => {
                let conclusion = |(name, guarantee, bounds): &(&'static str, Guarantee, Bounds)| Conclusion {
                    name,
                    guarantee: guarantee.name(),
                    value: Number::of(bounds),
                };
                Numbers::Conclusions { theorem, source, conclusions: conclusions.iter().map(conclusion).collect() }
            }
        }
    }
}
