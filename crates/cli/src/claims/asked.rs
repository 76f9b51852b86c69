//! `check --ask`: the privacy of a ledger, without a claim about it.

use crate::Settings;
use crate::spinner::during;
use dpcert::claim::{ClaimFile, Quantity};
use dpcert::input::{ALSO, Field};
use dpcert::quantity::Entry;
use dpcert::quantity::table::CLAIMED;
use dpcert::{Options, Query, Question, Refusal, ask};
use dpcert_answers::claims::{Answered, Unanswered};
use dpcert_answers::render_refusal;

/// A quantity of the whole ledger.
#[derive(Clone, Debug)]
pub struct Asked {
    quantity: Quantity,
    query: Query,
}

impl Asked {
    /// Reads `rho`, or `eps=1e-5,1e-6`: a quantity at each of some values.
    ///
    /// # Errors
    /// See [`Asked::read`].
    pub fn read_all(text: &str) -> Result<Vec<Asked>, String> {
        match text.split_once('=') {
            Some((name, values)) => {
                values.split(',').map(|value| Asked::read(&format!("{name}={value}"))).collect()
            }
            None => Asked::read(text).map(|asked| vec![asked]),
        }
    }

    /// Reads `rho`, `eps=1e-6`: a quantity of the claim file, with the value of its parameter if it
    /// has one.
    ///
    /// # Errors
    /// A sentence that says what is expected.
    fn read(text: &str) -> Result<Asked, String> {
        let (name, value) =
            text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let forms = || {
            let form = |entry: &Entry| match entry.parameter {
                Some(parameter) if entry.usual.is_some() => {
                    format!("{0} or {0}=VALUE, at {parameter} = VALUE", entry.name)
                }
                Some(parameter) => format!("{}=VALUE, at {parameter} = VALUE", entry.name),
                None => entry.name.to_owned(),
            };
            let forms: Vec<String> = CLAIMED.map(form).to_vec();
            format!("ask for one of: {}", forms.join("; "))
        };
        let own = ALSO
            .into_iter()
            .find(|(other, _)| *other == name.trim())
            .map_or(name.trim(), |(_, own)| own);
        let entry = CLAIMED.into_iter().find(|entry| entry.name == own);
        let entry = entry.ok_or_else(|| format!("there is no quantity \"{name}\": {}", forms()))?;
        let (name, parameter) = (entry.name, entry.parameter);
        match (parameter, value) {
            (Some(parameter), None) if entry.usual.is_none() => {
                return Err(format!("{name} needs a value of {parameter}: {}", forms()));
            }
            (None, Some(_)) => return Err(format!("{name} takes no value: {}", forms())),
            _ => {}
        }
        let node = entry.node(value.map(str::trim));
        let field = Field { node: &node, path: String::new() };
        let quantity = field.fields().and_then(|mut fields| Quantity::read(&mut fields));
        let quantity =
            quantity.map_err(|error| format!("{error}: {}", error.help))?.ok_or_else(forms)?;
        let query = Query::read(&field).map_err(|refusal| refusal.to_string())?;
        Ok(Asked { quantity, query })
    }
}

/// Answers the questions about a ledger.
pub fn answers(
    file: &ClaimFile,
    asked: &[Asked],
    digits: u64,
    settings: &Settings,
) -> Vec<Answered> {
    let mechanism = file.whole();
    let answer = |asked: &Asked| {
        let answer = match &mechanism {
            Err(missing) => Err(Unanswered { reason: missing.clone(), is_contradiction: false }),
            Ok(mechanism) => {
                let question = Question::Quantity(mechanism.clone(), asked.query.clone());
                // Each has a control of its own, for its progress.
                let options = Options { digits, ..settings.options() };
                during(&options.control, || ask(&question, &options)).map_err(|refusal| {
                    match refusal {
                        Refusal::Contradiction(reason) => {
                            Unanswered { reason, is_contradiction: true }
                        }
                        refusal => {
                            Unanswered { reason: render_refusal(&refusal), is_contradiction: false }
                        }
                    }
                })
            }
        };
        Answered { quantity: asked.quantity.clone(), answer }
    };
    asked.iter().map(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_or_refused() {
        for text in [
            "eps=1e-6",
            "epsilon = 1e-6",
            "delta = ln(2)",
            "beta=1/10",
            "tv",
            "rho",
            "gdp",
            "gdp=1e-3",
        ] {
            assert!(Asked::read_all(text).is_ok_and(|all| all.len() == 1), "{text}");
        }
        assert_eq!(Asked::read_all("eps=1e-5, 1e-6,0").map_or(0, |all| all.len()), 3);
        for (text, reason) in [
            (
                "mu=1",
                "there is no quantity \"mu\": ask for one of: delta=VALUE, at eps = VALUE; eps=VALUE",
            ),
            ("epsilon=2", "delta = 2 is not in [0, 1]"),
            ("eps", "eps needs a value of delta"),
            ("rho=1", "rho takes no value"),
            ("eps=2", "delta = 2 is not in [0, 1]"),
            ("delta=-1", "eps = -1 is not in [0, inf)"),
            ("delta=", "delta"),
            ("", "there is no quantity \"\""),
            ("eps=1e-6,2", "delta = 2 is not in [0, 1]"),
        ] {
            let message = Asked::read_all(text).expect_err(text);
            assert!(message.contains(reason), "{text}: {message}");
        }
    }
}
