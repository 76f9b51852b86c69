//! What a file says: rows, claims, and what is not in it.

use crate::Given;
use dpcert::input::quoted;
use dpcert::mechanism::Adjacency;
use std::fmt::Write;

/// A ledger, and what is claimed about it.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// What wrote it, in words.
    pub(crate) program: String,
    /// The neighbours that are said by the file or were given.
    pub(crate) adjacency: Option<Adjacency>,
    pub(crate) rows: Vec<Row>,
    pub(crate) claims: Vec<Claim>,
    /// What the file does not say, and what a reader of the claim file has to know.
    pub(crate) notes: Vec<String>,
    /// The names of columns of a table that were not read.
    pub(crate) unread: Vec<String>,
    /// Is the noise counted in the bound of one record, whose privacy it then is?
    pub(crate) is_per_record: bool,
}

/// A row: one mechanism, several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// In the compact notation.
    pub(crate) mechanism: String,
    /// The rate of a Poisson sample.
    pub(crate) rate: Option<String>,
    /// A whole number.
    pub(crate) count: u64,
    /// The day by which it was released.
    pub(crate) date: Option<String>,
    /// The part of the data that it is about.
    pub(crate) part: Option<String>,
}

impl Row {
    pub(crate) fn once(id: impl Into<String>, mechanism: impl Into<String>) -> Row {
        let (id, mechanism) = (id.into(), mechanism.into());
        Row { id, mechanism, rate: None, count: 1, date: None, part: None }
    }

    fn is_like(&self, other: &Row) -> bool {
        self.mechanism == other.mechanism
            && self.rate == other.rate
            && self.date == other.date
            && self.part == other.part
    }
}

/// A claim that eps at a delta is at most a number.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) id: String,
    pub(crate) over: String,
    pub(crate) delta: String,
    pub(crate) eps: String,
    pub(crate) source: Option<String>,
}

impl Ledger {
    /// Rows that follow one another and are alike become one, with the name of the first.
    pub(crate) fn merged(mut self) -> Ledger {
        self.rows.dedup_by(|next, row| {
            let count = row.count.checked_add(next.count).filter(|_| next.is_like(row));
            count.inspect(|count| row.count = *count).is_some()
        });
        self
    }

    /// The claim file.
    pub(crate) fn written(&self, name: &str, given: &Given) -> String {
        let mut text = format!("# From {}: {}.\n", one_line(name), self.program);
        text.push_str("# Numbers have the digits that they have there.\n");
        for note in &self.notes {
            comment(note, &mut text);
        }
        if !self.unread.is_empty() {
            comment(&format!("Columns that were not read: {}.", self.unread.join(", ")), &mut text);
        }
        text.push_str("format = \"dpcert/1\"\n\n[scope]\n");
        let unit = given.unit.as_deref().unwrap_or_else(|| {
            comment("The file does not say whose records these are.", &mut text);
            "record"
        });
        let _ = writeln!(text, "unit = {}", quoted(unit));
        if self.is_per_record && !RECORDS.contains(&unit.to_lowercase().as_str()) {
            let _ = writeln!(text, "exclusions = [{}]", quoted(MORE_RECORDS));
        }
        if given.adjacency.is_some() {
            comment("As given: the file does not say which data sets are neighbours.", &mut text);
        }
        if let Some(adjacency) = self.adjacency {
            let _ = writeln!(text, "adjacency = \"{}\"", adjacency.name());
        }
        for row in &self.rows {
            row.write(&mut text);
        }
        let asked = given.claim.iter().map(|(delta, eps)| Claim {
            id: "given".to_owned(),
            over: "*".to_owned(),
            delta: delta.clone(),
            eps: eps.clone(),
            source: None,
        });
        let claims: Vec<Claim> = asked.collect();
        for claim in self.claims.iter().chain(&claims) {
            claim.write(&mut text);
        }
        if self.claims.is_empty() && claims.is_empty() {
            text.push('\n');
            comment(
                "No claim is in the file. dpcert check --ask eps=1e-5 says what the ledger costs. A claim that can be judged:",
                &mut text,
            );
            text.push_str(NO_CLAIM);
        }
        text
    }
}

/// Names of a unit that is one record.
const RECORDS: [&str; 3] = ["record", "example", "sample"];

/// What the noise of one record does not cover.
const MORE_RECORDS: &str = "units with more than one record: the noise is in the bound of one record, as its program counts it";

/// A claim to fill in.
const NO_CLAIM: &str = "# [[claim]]\n# id = \"budget\"\n# over = [\"*\"]\n# eps = { delta = \"1e-5\" }\n# at-most = \"1\"\n";

impl Row {
    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "\n[[ledger]]\nid = {}", quoted(&self.id));
        let _ = writeln!(text, "mechanism = {}", quoted(&self.mechanism));
        if let Some(rate) = &self.rate {
            let _ =
                writeln!(text, "sampling = {{ method = \"poisson\", rate = {} }}", quoted(rate));
        }
        if self.count != 1 {
            let _ = writeln!(text, "count = \"{}\"", self.count);
        }
        for (name, value) in [("date", &self.date), ("part", &self.part)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} = {}", quoted(value));
            }
        }
    }
}

impl Claim {
    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "\n[[claim]]\nid = {}", quoted(&self.id));
        let _ = writeln!(text, "over = [{}]", quoted(&self.over));
        let _ = writeln!(text, "eps = {{ delta = {} }}", quoted(&self.delta));
        let _ = writeln!(text, "at-most = {}", quoted(&self.eps));
        if let Some(source) = &self.source {
            let _ = writeln!(text, "source = {}", quoted(source));
        }
    }
}

/// A comment of TOML has no line breaks, and no other control characters.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The width of comments.
const WIDTH: usize = 98;

fn comment(note: &str, text: &mut String) {
    let mut line = String::from("#");
    for word in one_line(note).split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH && line.len() > 1 {
            let _ = writeln!(text, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}
