//! Every kind of mechanism and every question: which have an answer, and why the others have none.
//!
//! The outcomes are recorded in `fixtures/matrix.tsv`, and `docs/matrix.md` is made of them.
//! `scripts/record matrix` writes both anew.

mod members;
mod page;
mod same;

use dpcert::{Content, Limits, Mechanism, Options, Question, Refusal};
use members::{Asked, FORMS, Form, MEMBERS, Member};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every number is exact.
    Exact,
    /// The numbers are enclosed as narrowly as asked.
    Enclosed,
    /// They are attained, and enclosed less narrowly.
    Wide,
    /// At least one end need not be attained.
    Bounded,
    /// The order of two mechanisms is not decided.
    Undecided,
    /// It is beyond the limits of this test.
    TooCostly,
    /// It is refused for this reason.
    Refused(String),
}

/// A mechanism in a form, with what came of each question.
pub struct Row {
    pub member: &'static Member,
    pub form: &'static Form,
    pub outcomes: Vec<Outcome>,
}

/// Few digits within small limits: that there is an answer is the subject, not how narrow it is.
/// What takes most of the time, and is refused least, has the smallest ones.
fn options(asked: &Asked) -> Options {
    let work = match asked.name() {
        "gdp" | "gdp-regret" => 2_000_000,
        "rho" => 24_000_000,
        _ => 6_000_000,
    };
    let limits = Limits { work, memory: 1 << 28, ..Limits::default() };
    Options { digits: 2, gap_bits: 3, limits, ..Options::default() }
}

fn outcome(mechanism: &Mechanism, asked: &Asked) -> Outcome {
    let question = match asked {
        Asked::Quantity(entry, parameter) => {
            Question::of(mechanism, &entry.query(*parameter).unwrap())
        }
        Asked::Dominates(other) => Question::Dominance {
            a: mechanism.clone(),
            b: Mechanism::parse(other).unwrap(),
            kernel: false,
        },
    };
    let answer = match dpcert::ask(&question, &options(asked)) {
        Ok(answer) => answer,
        Err(Refusal::TooCostly(_)) => return Outcome::TooCostly,
        // What is not supported is the question of the column.
        Err(Refusal::Unsupported { what, missing })
            if what.ends_with(" of this mechanism") || what == "the order of these mechanisms" =>
        {
            return Outcome::Refused(short(&missing.to_string()));
        }
        Err(refusal) => return Outcome::Refused(refusal.to_string()),
    };
    if let Content::Dominance(found) = &answer.content {
        return if found.dominates.is_some() { Outcome::Exact } else { Outcome::Undecided };
    }
    let numbers = answer.content.numbers();
    match (answer.tight, answer.met) {
        (false, _) => Outcome::Bounded,
        (true, _)
            if !numbers.is_empty()
                && numbers.iter().all(|x| x.exact().is_some() || x.is_infinite()) =>
        {
            Outcome::Exact
        }
        (true, true) => Outcome::Enclosed,
        (true, false) => Outcome::Wide,
    }
}

/// What stands before and after the part of the mechanism that a sentence names.
const AROUND_PART: [[&str; 2]; 16] = [
    ["rho is not known for ", "; ask for"],
    ["it is not known for ", "; ask for"],
    ["they are not known for ", "; ask for"],
    ["the power of a test of a composition with ", " is enclosed"],
    ["the power of a test of ", " is enclosed"],
    ["of a composition with ", " only"],
    ["of ", " no closed form"],
    ["", " has infinitely many"],
    ["", " has infinite losses"],
    ["", " has masses that"],
    ["", " has a pair that"],
    ["", " has a pair for each"],
    ["", " has a table for each"],
    ["", " is known between"],
    ["", " is a class for which no dominating pair"],
    ["", " is a class for which no trade-off function"],
];

/// A sentence with M for the part of the mechanism that it names: the table shows which mechanism
/// it is about.
fn short(sentence: &str) -> String {
    let part = |[before, after]: [&str; 2]| {
        let rest = sentence.strip_prefix(before)?;
        Some(format!("{before}M{}", &rest[rest.find(after)?..]))
    };
    AROUND_PART.into_iter().find_map(part).unwrap_or_else(|| sentence.to_owned())
}

/// What came of all questions about a mechanism.
fn outcomes(text: &str) -> Vec<Outcome> {
    let questions = members::questions();
    match Mechanism::parse(text) {
        Ok(mechanism) => questions.iter().map(|asked| outcome(&mechanism, asked)).collect(),
        Err(refusal) => vec![Outcome::Refused(refusal.to_string()); questions.len()],
    }
}

/// All rows, on the threads that there are.
fn rows() -> Vec<Row> {
    let all: Vec<_> =
        FORMS.iter().flat_map(|form| MEMBERS.iter().map(move |member| (member, form))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((member, form)) = all.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            found.push((
                (form.name, member.name),
                Row { member, form, outcomes: outcomes(&form.of(member.text)) },
            ));
        }
        found
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: BTreeMap<_, _> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    all.iter().map(|(member, form)| found.remove(&(form.name, member.name)).unwrap()).collect()
}

/// Where the outcomes are recorded, and the page that is made of them.
const TABLE: &str = "fixtures/matrix.tsv";
const PAGE: &str = "docs/matrix.md";

/// With `DPCERT_MATRIX=FOLDER` both are written into a folder.
#[test]
fn answers_and_refusals_are_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recorded = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_default();
    let rows = rows();
    let reasons = page::Reasons::of(&rows, &recorded(TABLE));
    let (table, page) = (page::table(&rows, &reasons), page::page(&rows, &reasons));
    if let Some(folder) = std::env::var_os("DPCERT_MATRIX") {
        for (path, text) in [(TABLE, &table), (PAGE, &page)] {
            std::fs::write(Path::new(&folder).join(Path::new(path).file_name().unwrap()), text)
                .unwrap();
        }
        return;
    }
    for (path, text) in [(TABLE, table), (PAGE, page)] {
        let mut differences = String::new();
        let recorded = recorded(path);
        for (new, old) in
            text.lines().zip(recorded.lines()).filter(|(new, old)| new != old).take(20)
        {
            write!(differences, "\n- {old}\n+ {new}").unwrap();
        }
        assert!(
            text == recorded,
            "{path} is another; scripts/record matrix writes it anew:{differences}"
        );
    }
}
