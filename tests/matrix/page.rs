//! The recorded table, and the page that is made of it.

use super::members::{self, Asked, FORMS, MEMBERS};
use super::{Outcome, Row};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The numbers of the reasons.
pub struct Reasons(BTreeMap<String, usize>);

impl Reasons {
    /// The numbers of all reasons in some rows: a reason keeps the number that it has in a recorded
    /// table, so that a new one changes no other line.
    pub fn of(rows: &[Row], recorded: &str) -> Reasons {
        let known = recorded.lines().filter_map(|line| {
            let (number, reason) = line.split_once('\t')?;
            Some((reason, number.parse::<usize>().ok()?))
        });
        let known: BTreeMap<&str, usize> = known.collect();
        let mut numbers = BTreeMap::new();
        let mut new = Vec::new();
        for reason in rows.iter().flat_map(|row| &row.outcomes).filter_map(reason) {
            match known.get(reason) {
                Some(number) => drop(numbers.insert(reason.to_owned(), *number)),
                None if !new.contains(&reason) => new.push(reason),
                None => {}
            }
        }
        let used: Vec<usize> = numbers.values().copied().collect();
        let free = (1..).filter(|number| !used.contains(number));
        numbers.extend(new.into_iter().map(str::to_owned).zip(free));
        Reasons(numbers)
    }

    /// The reasons by their numbers.
    fn listed(&self) -> BTreeMap<usize, &str> {
        self.0.iter().map(|(reason, number)| (*number, reason.as_str())).collect()
    }

    /// An outcome in one word: a letter, or the number of a reason.
    fn word(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Refused(reason) => self.0[reason].to_string(),
            other => LETTERS.iter().find(|(known, ..)| known == other).unwrap().1.to_owned(),
        }
    }
}

fn reason(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Refused(reason) => Some(reason),
        _ => None,
    }
}

/// The outcomes that are no refusals with a reason: their letters, and what they mean.
const LETTERS: [(Outcome, &str, &str); 6] = [
    (Outcome::Exact, "e", "every number is exact, or the order is decided"),
    (Outcome::Enclosed, "m", "the number is enclosed as narrowly as asked"),
    (Outcome::Wide, "w", "the number is enclosed, less narrowly"),
    (Outcome::Bounded, "b", "two bounds, of which one need not be attained"),
    (Outcome::Undecided, "u", "the order is undecided"),
    (Outcome::TooCostly, "$", "an answer would need more work than this test may do"),
];

/// The table that is recorded.
pub fn table(rows: &[Row], reasons: &Reasons) -> String {
    let names: Vec<&str> = members::questions().iter().map(Asked::name).collect();
    let mut text = format!("form\tmember\t{}\n", names.join("\t"));
    for row in rows {
        let words: Vec<String> = row.outcomes.iter().map(|outcome| reasons.word(outcome)).collect();
        writeln!(text, "{}\t{}\t{}", row.form.name, row.member.name, words.join("\t")).unwrap();
    }
    text.push('\n');
    for (number, reason) in reasons.listed() {
        writeln!(text, "{number}\t{reason}").unwrap();
    }
    text
}

/// The page: counts, a table for each form, and the reasons.
pub fn page(rows: &[Row], reasons: &Reasons) -> String {
    let cells: Vec<&Outcome> = rows.iter().flat_map(|row| &row.outcomes).collect();
    let count = |wanted: &Outcome| cells.iter().filter(|cell| **cell == wanted).count();
    let refused = cells.iter().filter(|cell| reason(cell).is_some()).count();
    let mut text = INTRODUCTION.to_owned();
    writeln!(text, "| in the tables | what it means | cells |\n|---|---|---|").unwrap();
    for (outcome, letter, meaning) in &LETTERS {
        writeln!(text, "| {letter} | {meaning} | {} |", count(outcome)).unwrap();
    }
    writeln!(
        text,
        "| a number | no answer, for [the reason with this number](#reasons) | {refused} |"
    )
    .unwrap();
    writeln!(text, "| | all | {} |", cells.len()).unwrap();
    text.push_str(PARAMETERS);
    for asked in members::questions() {
        writeln!(text, "| {} | {} | {} |", short(asked.name()), asked.name(), asked.shown())
            .unwrap();
    }
    for form in &FORMS {
        writeln!(text, "\n## {}\n\n`{}`\n", form.name, form.of("M")).unwrap();
        let columns: Vec<&str> =
            members::questions().iter().map(|asked| short(asked.name())).collect();
        writeln!(text, "|M|{}|\n|---|{}", columns.join("|"), "---|".repeat(columns.len())).unwrap();
        for row in rows.iter().filter(|row| row.form.name == form.name) {
            let words: Vec<String> =
                row.outcomes.iter().map(|outcome| reasons.word(outcome)).collect();
            match words.iter().all(|word| *word == words[0]) {
                true => writeln!(
                    text,
                    "|{}|{}|{}",
                    row.member.name,
                    words[0],
                    "|".repeat(words.len() - 1)
                )
                .unwrap(),
                false => writeln!(text, "|{}|{}|", row.member.name, words.join("|")).unwrap(),
            }
        }
    }
    text.push_str("\n## Reasons\n\nA refusal names the part of the mechanism that is the reason. Here it is M.\n\n");
    for (number, reason) in reasons.listed() {
        let count = cells.iter().filter(|cell| super::page::reason(cell) == Some(reason)).count();
        let cells = if count == 1 { "cell" } else { "cells" };
        text.push_str(&wrapped(&format!("{number}. {reason} ({count} {cells})")));
    }
    text.push_str("\n## Mechanisms\n\n");
    for member in &MEMBERS {
        text.push_str(&wrapped(&format!("- {}: `{}`", member.name, member.text)));
    }
    text
}

const INTRODUCTION: &str = "\
# Which mechanisms answer which questions

Every kind of mechanism, by small members, with every question: alone, in compositions, on samples, for groups and under
random allocation. A test makes this page: it asks all of it with small limits. `scripts/record matrix` writes it anew.

";

const PARAMETERS: &str = "
A row with one entry has it in all its cells. The questions, with the names of the columns:

| column | question | at |
|---|---|---|
";

/// The name of a column.
fn short(name: &str) -> &str {
    match name {
        "gdp-regret" => "regret",
        "chi-squared" => "chi2",
        "functionals" => "funct.",
        "bayes-error" => "bayes",
        "likelihood-ratios" => "ratios",
        "polygon" => "poly.",
        "dominates" => "dom.",
        name => name,
    }
}

/// The most characters of a line.
const WIDTH: usize = 125;

/// An item of a list in lines.
fn wrapped(item: &str) -> String {
    let indent = item.find(' ').map_or(0, |at| at + 1);
    let (mut text, mut line) = (String::new(), String::new());
    for word in item.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(text, "{line}").unwrap();
            line = " ".repeat(indent) + word;
        } else {
            line = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        }
    }
    writeln!(text, "{line}").unwrap();
    text
}
