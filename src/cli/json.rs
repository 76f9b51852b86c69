//! An answer of the line protocol as one line of JSON, its fields always in the same order.

use super::reply::{Outcome, Reply};
use crate::channel::{InputsReport, Row};
use crate::quantity::{Answer, Bounds, Content};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};

/// Writes a reply and a line break.
///
/// # Errors
/// What the output says.
pub fn write(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    let line = Line { id: reply.id.as_deref(), body: Body::of(&reply.outcome) };
    serde_json::to_writer(&mut *output, &line)?;
    output.write_all(b"\n")
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Body<'a> {
    Ok {
        #[serde(flatten)]
        numbers: Numbers<'a>,
        tight: bool,
        met: bool,
        method: &'a str,
        engine: &'a str,
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
    },
}

impl<'a> Body<'a> {
    fn of(outcome: &'a Outcome) -> Body<'a> {
        match outcome {
            Outcome::Answered(answer) => Body::answered(answer),
            Outcome::Error { field, reason, column, help } => {
                Body::Error { field: field.as_deref(), reason, column: *column, help: help.as_deref() }
            }
            Outcome::Unsupported { missing, reason } => Body::Unsupported { missing, reason },
            Outcome::Fault { reason } => Body::Error { field: None, reason, column: None, help: None },
        }
    }

    fn answered(answer: &'a Answer) -> Body<'a> {
        let Answer { content, tight, met, method, engine } = answer;
        Body::Ok { numbers: Numbers::of(content), tight: *tight, met: *met, method, engine }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Numbers<'a> {
    One(Number<'a>),
    Deltas {
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<&'a str>,
        deltas: Vec<Delta<'a>>,
    },
    Region {
        vertices: Vec<Vertex<'a>>,
    },
    LikelihoodRatios {
        #[serde(rename = "likelihood-ratios")]
        rows: Vec<Ratio<'a>>,
    },
    Test {
        threshold: Number<'a>,
        randomisation: Number<'a>,
        alpha: Number<'a>,
        power: Number<'a>,
    },
    Calibrated {
        parameter: &'a str,
        meets: Option<Trial<'a>>,
        fails: Option<Trial<'a>>,
        monotone: bool,
    },
    Conclusions {
        theorem: &'a str,
        source: &'a str,
        conclusions: Vec<Conclusion<'a>>,
    },
    Channel {
        eps: Number<'a>,
        tv: Number<'a>,
        leakage: Number<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ldp: Option<Option<bool>>,
        #[serde(flatten)]
        inputs: Option<Inputs<'a>>,
    },
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
    value: Number<'a>,
}

#[derive(Serialize)]
struct Comparison<'a> {
    name: &'a str,
    source: &'a str,
    relation: &'a str,
    value: Number<'a>,
    bound: Number<'a>,
    holds: Option<bool>,
}

#[derive(Serialize)]
struct Conclusion<'a> {
    name: &'a str,
    guarantee: &'a str,
    #[serde(flatten)]
    value: Number<'a>,
}

#[derive(Serialize)]
struct Trial<'a> {
    value: &'a str,
    delta: Number<'a>,
}

#[derive(Serialize)]
struct Number<'a> {
    lo: &'a str,
    hi: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<&'a str>,
}

#[derive(Serialize)]
struct Delta<'a> {
    j: u64,
    eps: &'a str,
    #[serde(flatten)]
    delta: Number<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_delta_j: Option<Number<'a>>,
}

#[derive(Serialize)]
struct Vertex<'a> {
    alpha: Number<'a>,
    beta: Number<'a>,
}

#[derive(Serialize)]
struct Ratio<'a> {
    ratio: Number<'a>,
    p: Number<'a>,
    q: Number<'a>,
}

impl<'a> Number<'a> {
    fn of(bounds: &'a Bounds) -> Number<'a> {
        Number { lo: &bounds.lo, hi: &bounds.hi, exact: bounds.exact.as_deref() }
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
            Content::Deltas { step, rows, inner } => {
                let inner = inner.iter().map(|bounds| Some(Number::of(bounds))).chain(std::iter::repeat_with(|| None));
                let row = |((j, eps, delta), inner_delta_j): (&'a (u64, String, Bounds), _)| Delta {
                    j: *j,
                    eps,
                    delta: Number::of(delta),
                    inner_delta_j,
                };
                Numbers::Deltas { step: step.as_deref(), deltas: rows.iter().zip(inner).map(row).collect() }
            }
            Content::Region(vertices) => {
                let vertex = |(alpha, beta)| Vertex { alpha: Number::of(alpha), beta: Number::of(beta) };
                Numbers::Region { vertices: vertices.iter().map(|(alpha, beta)| vertex((alpha, beta))).collect() }
            }
            Content::LikelihoodRatios(rows) => {
                let row = |(ratio, p, q): &'a (Bounds, Bounds, Bounds)| Ratio {
                    ratio: Number::of(ratio),
                    p: Number::of(p),
                    q: Number::of(q),
                };
                Numbers::LikelihoodRatios { rows: rows.iter().map(row).collect() }
            }
            Content::Test { threshold, randomisation, alpha, power } => Numbers::Test {
                threshold: Number::of(threshold),
                randomisation: Number::of(randomisation),
                alpha: Number::of(alpha),
                power: Number::of(power),
            },
            Content::Calibrated(found) => {
                let trial = |(value, delta): &'a (String, Bounds)| Trial { value, delta: Number::of(delta) };
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
                let conclusion = |(name, guarantee, bounds): &'a (&'static str, &'static str, Bounds)| Conclusion {
                    name,
                    guarantee,
                    value: Number::of(bounds),
                };
                Numbers::Conclusions { theorem, source, conclusions: conclusions.iter().map(conclusion).collect() }
            }
        }
    }
}
