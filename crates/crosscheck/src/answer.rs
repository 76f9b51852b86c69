//! Answers of a program: one line of the protocol, read and written.
//!
//! An answer declares its kind. `{"value": v, "bound": "upper"}` states that the quantity is at
//! most v, `lower` that it is at least v, `estimate` with `rel-tol` r and `abs-tol` a that v is
//! within r times the quantity, plus a, of the quantity; `lo` and `hi` state that it is in between.
//! With the same two, a bound may be so far on the other side: one that is rounded to nearest.
//! So the answers of `dpcert query` are also answers here.
//!
//! With `"consistent": t` it also promises something about all answers of the program: where one
//! quantity is at most another by logic alone, its number is at most 1 + t times the other's
//! ([`crate::relation`]).

use dpcert::Real;
use dpcert::claim::Literal;
use dpcert::input::{Field, Fields, InputError, Item, from_json};
use serde::Serialize;
use std::cmp::Ordering;

/// An answer, or what happened instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the question.
    pub id: String,
    /// The content of the answer.
    pub said: Said,
    /// The promised relative difference between answers that are equal or ordered by logic alone.
    pub consistent: Option<Literal>,
    /// The program and its version, where it states them.
    pub program: Option<String>,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A number, and its relation to the quantity.
    Value {
        /// The number.
        value: Number,
        /// The declared relation.
        bound: Bound,
    },
    /// The quantity is between two numbers.
    Interval {
        /// The lower end.
        lo: Number,
        /// The upper end.
        hi: Number,
    },
    /// The program cannot answer this kind of question.
    Unsupported {
        /// The reason.
        reason: String,
    },
    /// The program reports that it failed at this question.
    Error {
        /// The error.
        reason: String,
    },
    /// The program died.
    Crashed {
        /// How it died.
        reason: String,
    },
    /// There was no answer in time.
    TimedOut {
        /// How long it was given.
        reason: String,
    },
    /// The line was not an answer to this question.
    Invalid {
        /// The error in it.
        reason: String,
    },
}

/// The declared relation of a value to the quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is not below the quantity, or by this tolerance at most.
    Upper(Tolerance),
    /// The value is not above the quantity, or by this tolerance at most.
    Lower(Tolerance),
    /// The value is within this tolerance of the quantity.
    Estimate(Tolerance),
}

/// How far a value may be from the quantity x, or on its other side: r x + a. Of an estimate at least
/// one of them is stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tolerance {
    /// `rel-tol`, r; 0 where it is missing.
    pub relative: Option<Literal>,
    /// `abs-tol`, a; 0 where it is missing.
    pub absolute: Option<Literal>,
}

impl Tolerance {
    /// What the quantity x >= 0 may be where `|value - x| <= r x + a`: at least the first number,
    /// and at most the second, where there is a largest one.
    pub(super) fn range(&self, value: &Real) -> (Real, Option<Real>) {
        let or_zero = |tolerance: &Option<Literal>| {
            tolerance.as_ref().map_or_else(Real::zero, |tolerance| tolerance.value.clone())
        };
        let (relative, absolute) = (or_zero(&self.relative), or_zero(&self.absolute));
        let low = value.sub(&absolute).div(&Real::one().add(&relative));
        let rest = Real::one().sub(&relative);
        let is_bounded = rest.sign() == Some(Ordering::Greater);
        (low, is_bounded.then(|| value.add(&absolute).div(&rest)))
    }
}

impl Bound {
    /// How far the value may be on the other side.
    pub fn tolerance(&self) -> &Tolerance {
        match self {
            Bound::Upper(tolerance) | Bound::Lower(tolerance) | Bound::Estimate(tolerance) => {
                tolerance
            }
        }
    }

    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Bound::Upper(_) => "upper",
            Bound::Lower(_) => "lower",
            Bound::Estimate(_) => "estimate",
        }
    }
}

/// A number of an answer, or the text in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A number.
    Finite(Literal),
    /// `inf`, as written.
    Infinite(String),
    /// `nan` or `-inf`, as written: never the value of a quantity.
    None(String),
}

impl Number {
    fn read(field: &Field<'_>) -> Result<Number, InputError> {
        if let Item::Text(text) = &field.node.item {
            let word = text.trim().to_ascii_lowercase();
            match word.trim_start_matches(['+', '-']) {
                "nan" => return Ok(Number::None(text.clone())),
                "inf" | "infinity" if word.starts_with('-') => {
                    return Ok(Number::None(text.clone()));
                }
                "inf" | "infinity" => return Ok(Number::Infinite(text.clone())),
                _ => {}
            }
        }
        Literal::claimed(field).map(Number::Finite)
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        match self {
            Number::Finite(literal) => &literal.text,
            Number::Infinite(text) | Number::None(text) => text,
        }
    }

    /// The number, if it is one.
    pub fn finite(&self) -> Option<&Real> {
        match self {
            Number::Finite(literal) => Some(&literal.value),
            Number::Infinite(_) | Number::None(_) => None,
        }
    }
}

/// Further fields of `dpcert query`, which are ignored here.
const IGNORED: [&str; 9] =
    ["exact", "tight", "met", "method", "engine", "notes", "missing", "field", "column"];

#[derive(Clone, Copy)]
enum Status {
    Ok,
    Unsupported,
    Error,
    Crashed,
    TimedOut,
    Invalid,
}

const STATUSES: [(&str, Status); 6] = [
    ("ok", Status::Ok),
    ("unsupported", Status::Unsupported),
    ("error", Status::Error),
    ("crashed", Status::Crashed),
    ("timed-out", Status::TimedOut),
    ("invalid", Status::Invalid),
];

#[derive(Clone, Copy)]
enum Kind {
    Upper,
    Lower,
    Estimate,
}

const BOUNDS: [(&str, Kind); 3] =
    [("upper", Kind::Upper), ("lower", Kind::Lower), ("estimate", Kind::Estimate)];

impl Answer {
    /// What happened in place of an answer.
    pub(crate) fn missing(id: &str, said: Said) -> Answer {
        Answer { id: id.to_owned(), said, consistent: None, program: None }
    }

    /// Reads a line. The statuses `crashed`, `timed-out` and `invalid` are those of a recorded run.
    ///
    /// # Errors
    /// For text that is not JSON, fields missing or unknown, and invalid numbers.
    pub fn read(line: &str) -> Result<Answer, InputError> {
        let node = from_json(line)?;
        let mut fields = node.fields("")?;
        fields.expect(&[
            "id",
            "status",
            "value",
            "bound",
            "rel-tol",
            "abs-tol",
            "lo",
            "hi",
            "consistent",
            "reason",
            "program",
        ]);
        let id = fields.required("id")?.text()?.to_owned();
        let status = fields.required_choice("status", &STATUSES)?;
        let program =
            fields.optional("program").map(|field| field.text().map(str::to_owned)).transpose()?;
        let mut consistent = None;
        let said = match status {
            Status::Ok => {
                consistent =
                    fields.optional("consistent").map(|field| tolerance(&field)).transpose()?;
                Said::read(&mut fields)?
            }
            Status::Unsupported => Said::Unsupported { reason: reason(&mut fields)? },
            Status::Error => Said::Error { reason: reason(&mut fields)? },
            Status::Crashed => Said::Crashed { reason: reason(&mut fields)? },
            Status::TimedOut => Said::TimedOut { reason: reason(&mut fields)? },
            Status::Invalid => Said::Invalid { reason: reason(&mut fields)? },
        };
        for name in IGNORED {
            fields.optional(name);
        }
        if !matches!(status, Status::Ok) {
            fields.optional("help");
        }
        fields.finish()?;
        Ok(Answer { id, said, consistent, program })
    }

    /// The line, in the one form in which answers are recorded: no spaces, the fields in a fixed
    /// order, numbers as they were written. Reading it gives the same answer.
    pub fn line(&self) -> String {
        let (status, reason) = match &self.said {
            Said::Value { .. } | Said::Interval { .. } => ("ok", None),
            Said::Unsupported { reason } => ("unsupported", Some(reason)),
            Said::Error { reason } => ("error", Some(reason)),
            Said::Crashed { reason } => ("crashed", Some(reason)),
            Said::TimedOut { reason } => ("timed-out", Some(reason)),
            Said::Invalid { reason } => ("invalid", Some(reason)),
        };
        let mut line =
            Line { id: &self.id, status, program: self.program.as_deref(), ..Line::default() };
        line.reason = reason.map(String::as_str);
        line.consistent = self.consistent.as_ref().map(|promised| promised.text.as_str());
        match &self.said {
            Said::Value { value, bound } => {
                line.value = Some(value.text());
                line.bound = Some(bound.name());
                let Tolerance { relative, absolute } = bound.tolerance();
                line.rel_tol = relative.as_ref().map(|it| it.text.as_str());
                line.abs_tol = absolute.as_ref().map(|it| it.text.as_str());
            }
            Said::Interval { lo, hi } => {
                line.lo = Some(lo.text());
                line.hi = Some(hi.text());
            }
            _ => {}
        }
        // It has only strings: this cannot fail.
        serde_json::to_string(&line).unwrap_or_default()
    }
}

#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Line<'a> {
    id: &'a str,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rel_tol: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abs_tol: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lo: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hi: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consistent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
}

fn tolerance(field: &Field<'_>) -> Result<Literal, InputError> {
    let is_infinite = match Number::read(field) {
        Ok(Number::Infinite(_)) => true,
        Ok(Number::None(text)) => text.to_ascii_lowercase().contains("inf"),
        _ => false,
    };
    let not_rational =
        || field.error("the tolerance is not a rational number >= 0", "write \"1e-9\"");
    if is_infinite {
        return Err(not_rational());
    }
    let tolerance = Literal::claimed(field)?;
    if tolerance.value.as_rational().is_none_or(|tolerance| *tolerance < 0) {
        return Err(not_rational());
    }
    Ok(tolerance)
}

/// The reason why a program did not answer; an empty reason is allowed.
fn reason(fields: &mut Fields<'_>) -> Result<String, InputError> {
    Ok(fields.required("reason")?.text()?.to_owned())
}

impl Said {
    /// The numbers of an answer with the status `ok`.
    fn read(fields: &mut Fields<'_>) -> Result<Said, InputError> {
        let Some(value) = fields.optional("value") else {
            if fields.optional("bound").is_some() {
                return Err(fields.missing("value"));
            }
            let mut end = |name| {
                let help = "add \"lo\" and \"hi\", or \"value\" and \"bound\"";
                fields.optional(name).ok_or_else(|| fields.missing_or(name, help))
            };
            let (lo, hi) = (end("lo")?, end("hi")?);
            if let Some(tolerance) =
                ["rel-tol", "abs-tol"].into_iter().find_map(|name| fields.optional(name))
            {
                return Err(tolerance.error(
                    "an interval has no tolerance",
                    "widen lo and hi by it; or answer with value, \"bound\":\"estimate\" and the tolerance",
                ));
            }
            return Ok(Said::Interval { lo: Number::read(&lo)?, hi: Number::read(&hi)? });
        };
        for end in ["lo", "hi"] {
            let help = "write value and bound, or lo and hi without them";
            fields.forbid(end, "an answer is one value or an interval, not both", help)?;
        }
        let help = "add \"bound\":\"upper\", or \"lower\" or \"estimate\"";
        let bound = fields.optional("bound").ok_or_else(|| fields.missing_or("bound", help))?;
        let kind = bound.choice(&BOUNDS)?;
        let mut read = |name| fields.optional(name).map(|it| tolerance(&it)).transpose();
        let (relative, absolute) = (read("rel-tol")?, read("abs-tol")?);
        let bound = match kind {
            Kind::Upper => Bound::Upper(Tolerance { relative, absolute }),
            Kind::Lower => Bound::Lower(Tolerance { relative, absolute }),
            Kind::Estimate => {
                if relative.is_none() && absolute.is_none() {
                    return Err(InputError {
                        message: "an estimate has a tolerance: rel-tol, abs-tol, or both"
                            .to_owned(),
                        help: "add \"rel-tol\":\"1e-9\" for a share of the truth, or \"abs-tol\" for a difference"
                            .to_owned(),
                        ..fields.missing("rel-tol")
                    });
                }
                Bound::Estimate(Tolerance { relative, absolute })
            }
        };
        Ok(Said::Value { value: Number::read(&value)?, bound })
    }

    /// The numbers, as they were written.
    pub fn numbers(&self) -> Option<String> {
        match self {
            Said::Value { value, .. } => Some(value.text().to_owned()),
            Said::Interval { lo, hi } => Some(format!("[{}, {}]", lo.text(), hi.text())),
            _ => None,
        }
    }

    /// The reason why there is no number.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Said::Value { .. } | Said::Interval { .. } => None,
            Said::Unsupported { reason }
            | Said::Error { reason }
            | Said::Crashed { reason }
            | Said::TimedOut { reason }
            | Said::Invalid { reason } => Some(reason),
        }
    }
}
