//! The questions of a run, and recorded answers.

use super::answer::{Answer, Said};
use super::lines::{Lines, numbered_lines};
use super::question::{Flag, Question, pairs, table};
use super::relation::Relation;
use dpcert::claim::Quantity;
use dpcert::input::{
    Fields, InputError, Item, Node, Report, from_json, quoted, raw_field, shorten, to_json,
};
use dpcert::mechanism::RenyiOrder;
use dpcert::{Mechanism, Query, Refusal, question};
use std::collections::{HashMap, HashSet};

/// A question about one number.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its name, unique in a suite.
    pub id: String,
    /// The quantity: delta, eps, tv, beta, rho, renyi or gdp.
    pub quantity: Quantity,
    /// The mechanism, or what is missing to support it.
    pub mechanism: Result<Mechanism, String>,
    /// The mechanism as it was written.
    pub written: Node,
    /// The line that a program reads, without its line break. Mechanisms are objects in it, also
    /// where the question has a text, so that programs need not read the compact notation.
    pub line: String,
    /// The position of the question.
    pub place: Place,
    /// The classes of bugs that a test vector is meant to catch.
    pub flags: Vec<String>,
}

/// A line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named; `None` for what this program asks by itself.
    pub file: Option<String>,
    /// The line number, from 1.
    pub line: usize,
}

/// The questions of a run.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The questions about one number, in order.
    pub requests: Vec<Request>,
    /// The ids of the others: their answers cannot be judged, so they are not asked.
    pub others: Vec<String>,
    /// Pairs of further questions about one number.
    pub relations: Vec<Relation>,
    ids: HashSet<String>,
}

impl Suite {
    /// The questions of [`question`](super::question) with such ids, and such pairs of them.
    ///
    /// # Errors
    /// None, unless that table is wrong.
    pub fn standard(is_wanted: impl Fn(&str) -> bool) -> Result<Suite, Box<Report>> {
        let line = |question: &Question| {
            let Question { id, mechanism, query, .. } = question;
            format!("{{\"id\":{},\"mechanism\":{mechanism},\"query\":{query}}}\n", quoted(id))
        };
        let mut suite = Suite::default();
        let chosen: Vec<Question> =
            table().into_iter().filter(|question| is_wanted(&question.id)).collect();
        let text: String = chosen.iter().map(line).collect();
        suite.add_lines(&Lines { name: "the questions of dpcert", text: &text }, None)?;
        let flags: HashMap<&str, &[Flag]> =
            chosen.iter().map(|it| (it.id.as_str(), it.flags.as_slice())).collect();
        for request in &mut suite.requests {
            let flags = flags.get(request.id.as_str()).copied().unwrap_or_default();
            request.flags = flags.iter().map(|flag| flag.slug().to_owned()).collect();
        }
        for (pair, line) in pairs().into_iter().zip(1..).filter(|(it, _)| is_wanted(&it.id)) {
            let side = |text: &str| {
                let lines = Lines { name: "the relations of dpcert", text };
                side(text, Place { file: None, line }).map_err(|error| lines.report(0, error))
            };
            let (first, second) = (side(&pair.first)?, side(&pair.second)?);
            suite.relations.push(Relation {
                id: pair.id,
                law: pair.law,
                order: pair.order,
                first,
                second,
            });
        }
        Ok(suite)
    }

    /// Adds the questions of a file: requests of the line protocol, one a line; or, if the whole
    /// text is one JSON object with `groups`, the tests of a file of vectors.
    ///
    /// # Errors
    /// For lines that are not requests, and ids that are duplicate in the suite.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Box<Report>> {
        let lines = Lines { name, text };
        if let Some(root) = whole(text) {
            let (mut start, mut line) = (0, 1);
            for test in
                groups(&root).iter().flat_map(|group| member(group, "tests")).flat_map(elements)
            {
                line += text.get(start..test.span.start).unwrap_or_default().matches('\n').count();
                start = test.span.start;
                let mut fields = test.fields("").map_err(|error| lines.report(0, error))?;
                let place = Place { file: Some(name.to_owned()), line };
                let flags = flags(test);
                let asked = self.requests.len();
                self.push(&mut fields, place).map_err(|error| lines.report(0, error))?;
                self.requests.iter_mut().skip(asked).for_each(|it| it.flags.clone_from(&flags));
            }
            return Ok(());
        }
        self.add_lines(&lines, Some(name))
    }

    /// Adds requests, one a line, of a file or of this program.
    fn add_lines(&mut self, lines: &Lines<'_>, file: Option<&str>) -> Result<(), Box<Report>> {
        for (line, offset, text) in numbered_lines(lines.text) {
            let place = Place { file: file.map(str::to_owned), line };
            self.push_line(text, place).map_err(|error| lines.report(offset, error))?;
        }
        Ok(())
    }

    /// Leaves out the questions and relations whose ids do not match.
    pub fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.requests.retain(|request| is_wanted(&request.id));
        self.others.retain(|id| is_wanted(id));
        self.relations.retain(|relation| is_wanted(&relation.id));
    }

    /// Did a file have a question with this id, whether it was left out or not?
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    fn push_line(&mut self, text: &str, place: Place) -> Result<(), InputError> {
        let node = from_json(text)?;
        let mut fields = node.fields("")?;
        fields.expect(&["id", "mechanism", "query"]);
        self.push(&mut fields, place)?;
        // Options of dpcert's answers, which are ignored here.
        for name in ["digits", "rel-gap", "exact"] {
            fields.optional(name);
        }
        fields.finish()
    }

    fn push(&mut self, fields: &mut Fields<'_>, place: Place) -> Result<(), InputError> {
        let id = fields.required("id")?;
        let name = id.text()?.to_owned();
        let request = request(&name, fields, place)?;
        if !self.ids.insert(name.clone()) {
            let message = format!("the id \"{}\" is given twice", shorten(&name));
            return Err(id.error(message, "ids are unique in a suite"));
        }
        match request {
            Some(request) => self.requests.push(request),
            None => self.others.push(name),
        }
        Ok(())
    }
}

/// The ids of all questions and relations of this program.
pub fn standard_ids() -> HashSet<String> {
    let questions = table().into_iter().map(|question| question.id);
    questions.chain(pairs().into_iter().map(|pair| pair.id)).collect()
}

/// A request of the line protocol whose id was read, if it is about one number.
fn request(id: &str, fields: &mut Fields<'_>, place: Place) -> Result<Option<Request>, InputError> {
    let (written, query) = (fields.required("mechanism")?, fields.required("query")?);
    // Every valid question is read, including those that are not put to programs.
    known(question::Question::read(Ok(written.clone()), Ok(query.clone())))?.ok();
    if let Ok(
        Query::Renyi { reverse: true, .. } | Query::Renyi { order: RenyiOrder::Infinite, .. },
    ) = Query::read(&query)
    {
        return Ok(None);
    }
    let Some(quantity) = Quantity::read(&mut query.fields()?)? else {
        return Ok(None);
    };
    let mechanism = known(Mechanism::read(&written))?;
    let unfolded = written.unfolded()?;
    let object = unfolded.as_ref().unwrap_or(written.node).with_mechanisms_unfolded();
    let (name, mechanism_text, query) = (quoted(id), to_json(&object), to_json(query.node));
    let line = format!("{{\"id\":{name},\"mechanism\":{mechanism_text},\"query\":{query}}}");
    let written = written.node.clone();
    let (id, flags) = (id.to_owned(), Vec::new());
    Ok(Some(Request { id, quantity, mechanism, written, line, place, flags }))
}

/// The flags of a test vector, as far as they are texts: what else it says is of no matter here.
fn flags(test: &Node) -> Vec<String> {
    let text = |node: &Node| match &node.item {
        Item::Text(text) => Some(text.clone()),
        _ => None,
    };
    member(test, "flags").map_or(&[][..], elements).iter().filter_map(text).collect()
}

/// A side of a relation.
fn side(line: &str, place: Place) -> Result<Request, InputError> {
    let node = from_json(line)?;
    let mut fields = node.fields("")?;
    let id = fields.required("id")?;
    let name = id.text()?.to_owned();
    request(&name, &mut fields, place)?
        .ok_or_else(|| id.error("the answer is not one number", "ask for delta"))
}

/// Returns errors of the input; an unsupported question becomes a text.
fn known<T>(result: Result<T, Refusal>) -> Result<Result<T, String>, InputError> {
    match result {
        Err(Refusal::Input(error)) => Err(error),
        other => Ok(other.map_err(|refusal| refusal.to_string())),
    }
}

/// The text as one JSON object with `groups`.
fn whole(text: &str) -> Option<Node> {
    from_json(text).ok().filter(|root| member(root, "groups").is_some())
}

fn groups(root: &Node) -> &[Node] {
    member(root, "groups").map_or(&[], elements)
}

fn member<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    match &node.item {
        Item::Table(table) => table.iter().find(|(key, _)| key.name == name).map(|(_, node)| node),
        _ => None,
    }
}

fn elements(node: &Node) -> &[Node] {
    match &node.item {
        Item::List(nodes) => nodes,
        _ => &[],
    }
}

/// Reads recorded answers, one a line, in any order. A line that is not an answer but has the id of
/// a question is an invalid answer to that question.
///
/// # Errors
/// For a line without an id, and a duplicate id.
pub fn read_answers(name: &str, text: &str) -> Result<HashMap<String, Answer>, Box<Report>> {
    let lines = Lines { name, text };
    let mut answers = HashMap::new();
    for (_, offset, line) in numbered_lines(text) {
        let answer = match Answer::read(line) {
            Ok(answer) => answer,
            Err(error) => {
                let id: Option<String> =
                    raw_field(line, "id").and_then(|id| serde_json::from_str(id).ok());
                let Some(id) = id else {
                    return Err(lines.report(offset, error));
                };
                Answer::missing(&id, Said::Invalid { reason: error.to_string() })
            }
        };
        if answers.contains_key(&answer.id) {
            let error = InputError {
                message: format!("there is another answer to \"{}\"", shorten(&answer.id)),
                field: "id".to_owned(),
                span: 0..line.len(),
                help: "an answer to each question, once".to_owned(),
            };
            return Err(lines.report(offset, error));
        }
        answers.insert(answer.id.clone(), answer);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::Suite;

    #[test]
    fn the_standard_questions_are_a_suite() {
        let suite = Suite::standard(|_| true).expect("ids are unique");
        assert!(
            suite.requests.len() >= 600 && !suite.others.is_empty(),
            "{}",
            suite.requests.len()
        );
        assert!(
            suite.requests.iter().any(|request| request.id == "approx-dp-0.1-0-k1000-delta-at-25")
        );
    }
}
