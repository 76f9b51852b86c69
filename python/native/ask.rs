//! One function for all questions: a mechanism, a question about it, and the options of the answer.

use super::answer::content;
use super::options::Wanted;
use super::refused::Refused;
use super::run::run;
use dpcert::input::{Field, InputError, Node, from_json, from_notation};
use dpcert::mechanism::Family;
use dpcert::{Control, Mechanism, Question, Refusal, channel, question, sensitivity, theorem};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// `("ok", content, (tight, met, method, engine, notes))`, or what a refusal is made of.
///
/// `mechanism` is in the compact notation. `query` is JSON: with a mechanism the query of the line
/// protocol, without one `{"theorem": ...}`, `{"channel": ...}` or `{"sensitivity": ...}`.
#[pyfunction]
pub fn ask<'py>(
    py: Python<'py>,
    mechanism: Option<String>,
    query: String,
    wanted: Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let timeout = wanted.timeout();
    let compute = move |control: &Control| {
        let nodes = Nodes::read(mechanism.as_deref(), &query)?;
        let refused = |refusal| nodes.refused(refusal, mechanism.as_deref(), &query);
        let question = nodes.question().map_err(refused)?;
        let options = wanted
            .options(&question, control)
            .map_err(|refusal| Refused::Question(refusal, String::new()))?;
        let answer = dpcert::ask(&question, &options).map_err(refused)?;
        Ok((answer, question::notes([&nodes.query].into_iter().chain(&nodes.mechanism))))
    };
    let result = run(py, timeout, compute)?.map_err(Refused::Ended).and_then(|result| result);
    match result {
        Err(refused) => Ok(refused.to_python(py)?.into_pyobject(py)?.into_any()),
        Ok((answer, notes)) => {
            let content = content(py, &answer.content)?;
            let origin = (
                answer.tight,
                answer.met,
                answer.method.name(),
                answer.engine,
                PyTuple::new(py, notes)?,
            );
            Ok(("ok", content, origin).into_pyobject(py)?.into_any())
        }
    }
}

/// What is wrong with a mechanism in the compact notation; nothing if it is one, or one with a
/// parameter left open.
///
/// Some kinds are computed from others when they are read, so that this is a computation like any
/// other.
#[pyfunction]
pub fn check<'py>(py: Python<'py>, mechanism: String) -> PyResult<Option<Bound<'py, PyAny>>> {
    let read = move |_: &Control| {
        let open = || Family::parse(&mechanism).map(|_| ());
        // Whether it is a mechanism is tested first; an error is then one about the mechanism.
        let found =
            Mechanism::parse(&mechanism).map(|_| ()).or_else(|refusal| open().map_err(|_| refusal));
        found.map_err(|refusal| Refused::Question(refusal, mechanism))
    };
    match run(py, None, read)?.map_err(Refused::Ended).and_then(|result| result) {
        Ok(()) => Ok(None),
        Err(refused) => Ok(Some(refused.to_python(py)?.into_pyobject(py)?.into_any())),
    }
}

/// What a mechanism in the compact notation leaves open, and an answer assumes.
#[pyfunction]
pub fn notes(mechanism: &str) -> Vec<String> {
    from_notation(mechanism).map(|node| question::notes([&node].into_iter())).unwrap_or_default()
}

/// The texts that were passed.
struct Nodes {
    mechanism: Option<Node>,
    query: Node,
}

impl Nodes {
    fn read(mechanism: Option<&str>, query: &str) -> Result<Nodes, Refused> {
        let at = |error: InputError, text: &str| Refused::Question(error.into(), text.to_owned());
        let query = from_json(query).map_err(|error| at(error, query))?;
        let mechanism = match mechanism {
            Some(text) => Some(from_notation(text).map_err(|error| at(error, text))?),
            None => None,
        };
        Ok(Nodes { mechanism, query })
    }

    fn question(&self) -> Result<Question, Refusal> {
        if let Some(node) = &self.mechanism {
            let field = |node, path: &str| Ok(Field { node, path: path.to_owned() });
            return Question::read(field(node, MECHANISM), field(&self.query, ""));
        }
        let mut fields = self.query.fields("")?;
        fields.expect(&["theorem", "channel", "sensitivity"]);
        if let Some(channel) = fields.optional("channel") {
            return Ok(Question::Channel(channel::Question::read(&channel)?));
        }
        if let Some(sensitivity) = fields.optional("sensitivity") {
            return Ok(Question::Sensitivity(sensitivity::Question::read(&sensitivity)?));
        }
        let field = fields.required("theorem")?;
        let mut parameters = field.fields()?;
        let found = theorem::find(&parameters.required("name")?)?;
        Ok(Question::Conclusions(found, found.apply(parameters)?))
    }

    /// A refusal with the text that it is about.
    fn refused(&self, refusal: Refusal, mechanism: Option<&str>, query: &str) -> Refused {
        let is_about_mechanism = |error: &InputError| error.field.starts_with(MECHANISM);
        let text = match (&refusal, mechanism) {
            (Refusal::Input(error), Some(text)) if is_about_mechanism(error) => text,
            _ => query,
        };
        Refused::Question(refusal, text.to_owned())
    }
}

/// The path of a mechanism in messages.
const MECHANISM: &str = "mechanism";
