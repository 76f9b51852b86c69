//! The tables of kinds, in the documents and in the help.

use dpcert::mechanism::{Description, FieldValue, Row, Rule, catalogue};

/// The longest line of the help.
const LONGEST: usize = 80;
/// The column at which the help says what a kind is.
const COLUMN: usize = 33;
/// The places of the table in a document.
const MARKS: [&str; 2] = ["<!-- kinds -->\n", "<!-- end -->"];

/// The page of mechanisms, with its table made anew.
pub fn page(text: &str) -> String {
    let [first, last] = MARKS;
    let (before, rest) = text.split_once(first).expect(first);
    let (_, after) = rest.split_once(last).expect(last);
    let rows = catalogue().flat_map(|kind| kind.rows);
    let rows: String =
        rows.map(|Row { notation, about, .. }| format!("| `{notation}` | {about} |\n")).collect();
    format!("{before}{first}\n| kind | what it is |\n|---|---|\n{rows}\n{last}{after}")
}

/// The page of the help, with its list made anew: all that is indented.
pub fn help(text: &str) -> String {
    let list = catalogue().flat_map(|kind| {
        (0..kind.rows.len()).flat_map(move |at| of_help(&kind, at)).collect::<Vec<_>>()
    });
    let (before, rest) = text.split_once("\n  ").expect("a list");
    let after = rest.lines().skip(1).skip_while(|line| line.starts_with("  ")).map(str::to_owned);
    let lines: Vec<String> = std::iter::once(before.to_owned()).chain(list).chain(after).collect();
    lines.join("\n") + "\n"
}

/// A row: what it is is beside the notation where that is short, and below it elsewhere.
fn of_help(kind: &Description, at: usize) -> Vec<String> {
    let Row { notation, about, more } = kind.rows[at];
    let mut text = about.replace('`', "");
    for added in
        words(kind, at).iter().map(String::as_str).chain((!more.is_empty()).then_some(more))
    {
        text += &format!("; {added}");
    }
    let beside = filled(&text);
    let has_space = notation.len() + 4 <= COLUMN;
    let first = if has_space { &beside[0][notation.len() + 2..] } else { "" };
    let rest = beside.iter().skip(usize::from(has_space)).cloned();
    std::iter::once(format!("  {notation}{first}")).chain(rest).collect()
}

/// The words of the fields that this row is the first to name, and what is given beside them.
fn words(kind: &Description, at: usize) -> Vec<String> {
    let names = |row: &Row, name: &str| {
        let (_, inside) = row.notation.split_once('(').expect("a notation has fields");
        inside.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    };
    let is_named = |name: &str| kind.rows.iter().position(|row| names(row, name)) == Some(at);
    let with = |field: &str, word: &str| {
        let cases = kind.rules.iter().find_map(|rule| match rule {
            Rule::Cases(name, cases) if *name == field => Some(*cases),
            _ => None,
        });
        let needs = cases
            .into_iter()
            .flatten()
            .find(|case| case.word == Some(word))
            .map_or(&[][..], |case| case.needs);
        if needs.is_empty() { word.to_owned() } else { format!("{word} ({})", needs.join(", ")) }
    };
    let fields = kind.fields.iter().filter(|field| is_named(field.name));
    let listed = fields.filter_map(|field| match field.value {
        FieldValue::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| with(field.name, word)).collect();
            Some(format!("{} is {}", field.name, words.join(", ")))
        }
        _ => None,
    });
    listed.collect()
}

/// A text in lines that begin at the column.
fn filled(text: &str) -> Vec<String> {
    let mut lines = vec![" ".repeat(COLUMN)];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.len() == COLUMN {
            *line += word;
        } else if line.len() + 1 + word.len() > LONGEST {
            lines.push(" ".repeat(COLUMN) + word);
        } else {
            *line += &format!(" {word}");
        }
    }
    lines
}
