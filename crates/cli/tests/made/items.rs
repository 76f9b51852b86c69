//! The papers, item by item: the rows of `fixtures/papers-items.tsv`, the page that is made of
//! them, and their commands.

#[cfg(feature = "full")]
use crate::check::command::{Folder, dpcert};
use std::fs;

/// The columns of the table.
const COLUMNS: &str = "paper\tplace\titem\tcommand\tshows\treason";
/// The papers in the order of the table, each with the number of its items.
const PAPERS: [(&str, usize); 4] = [
    ("Ghazi and Issa", 108),
    ("Najib", 131),
    ("Dong, Roth and Su", 117),
    ("Balle, Barthe and Gaboardi", 71),
];
/// The places of the tables in the page.
const MARKS: [&str; 2] = ["<!-- items -->\n", "<!-- end -->"];

/// An item of a paper: a command with a text that it prints, or the reason why there is none.
struct Item {
    paper: String,
    place: String,
    what: String,
    command: String,
    shows: String,
    reason: String,
}

fn items() -> Vec<Item> {
    let text = fs::read_to_string(crate::root().join("fixtures/papers-items.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let item = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let [paper, place, what, command, shows, reason] =
            fields.try_into().unwrap_or_else(|fields| panic!("{fields:?}"));
        Item { paper, place, what, command, shows, reason }
    };
    lines.map(item).collect()
}

/// The page, with its tables made anew.
pub fn page(text: &str) -> String {
    let [first, last] = MARKS;
    let (before, rest) = text.split_once(first).expect(first);
    let (_, after) = rest.split_once(last).expect(last);
    let items = items();
    let has_command = items.iter().filter(|item| !item.command.is_empty()).count();
    let tables: String = PAPERS.iter().map(|(paper, _)| table(paper, &items)).collect();
    let counts = format!(
        "{} items: {has_command} with a command, {} without.",
        items.len(),
        items.len() - has_command
    );
    format!("{before}{first}\n{counts}\n{tables}\n{last}{after}")
}

fn table(paper: &str, items: &[Item]) -> String {
    let row = |item: &Item| {
        let last = if item.command.is_empty() {
            format!("none: {}", item.reason)
        } else {
            format!("`{}`", item.command)
        };
        format!("| {} | {} | {last} |\n", item.place, item.what)
    };
    let rows: String = items.iter().filter(|item| item.paper == paper).map(row).collect();
    format!("\n## {paper}\n\n| place | item | command |\n|---|---|---|\n{rows}")
}

/// Every item has its place in the table, and a command or a reason.
#[test]
fn items_are_complete() {
    let items = items();
    assert_eq!(items.len(), 427);
    let order: Vec<&str> = PAPERS.iter().flat_map(|(paper, count)| vec![*paper; *count]).collect();
    assert_eq!(items.iter().map(|item| item.paper.as_str()).collect::<Vec<_>>(), order);
    let has_command = items.iter().filter(|item| !item.command.is_empty()).count();
    let readme = fs::read_to_string(crate::root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("[{has_command} have a command](docs/papers-items.md)")));
    for Item { place, what, command, shows, reason, .. } in &items {
        assert!(!place.is_empty() && !what.is_empty(), "{place}: {what}");
        let is_answered = command.starts_with("dpcert ") && !shows.is_empty() && reason.is_empty();
        let has_reason = command.is_empty() && shows.is_empty() && !reason.is_empty();
        assert!(is_answered || has_reason, "{place}: {what}");
        // A cell of a table ends at such a bar.
        assert!(
            [place, what, command, reason].iter().all(|cell| !cell.contains('|')),
            "{place}: {what}"
        );
    }
}

/// A text in what a program prints, with one space for any white space. A number is a whole one, or
/// the first decimals of one.
fn is_in(printed: &str, text: &str) -> bool {
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    printed.match_indices(text).any(|(at, _)| {
        let (before, after) =
            (printed[..at].chars().next_back(), printed[at + text.len()..].chars().next());
        let starts_inside = is_digit(text.chars().next())
            && (is_digit(before) || before.is_some_and(|c| "./".contains(c)));
        let ends_inside =
            is_digit(text.chars().next_back()) && is_digit(after) && !text.contains('.');
        !starts_inside && !ends_inside
    })
}

#[test]
fn numbers_are_found_whole() {
    assert!(is_in("delta  = 0.25\n  exact 1/4", "delta = 0.25 exact 1/4"));
    assert!(is_in("tv in [0.393469, 0.393470]", "0.3934") && !is_in("tv = 10.3934", "0.3934"));
    assert!(!is_in("exact 81/100", "1/100") && !is_in("exact 1/1000", "exact 1/100"));
}

/// What a command prints, and what it writes into its output file. That of `serve` is the page that
/// it opens, with the script of its list of mechanisms.
#[cfg(feature = "full")]
fn output(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    if arguments == ["serve", "--open"] {
        let parts = ["/", "/layers.js"].map(crate::serve::part_of_page);
        return (0, parts.concat(), String::new());
    }
    let (code, mut printed, stderr) = dpcert(folder, arguments, "");
    if let Some(at) = arguments.iter().position(|word| *word == "-o") {
        printed += &fs::read_to_string(folder.0.join(arguments[at + 1])).unwrap_or_default();
    }
    (code, printed, stderr)
}

/// The commands of a paper, each of which answers, and prints or writes what the table says.
#[cfg(feature = "full")]
fn run_all(paper: &str) {
    let folder = Folder::new("items", &[("a.txt", "")]);
    let fixtures = crate::root().join("fixtures");
    let absolute = |word: String| match word.strip_prefix("fixtures/") {
        Some(name) => fixtures.join(name).into_os_string().into_string().unwrap(),
        None => word,
    };
    let mut failures = Vec::new();
    for item in items().iter().filter(|item| item.paper == paper && !item.command.is_empty()) {
        let words: Vec<String> =
            shlex::split(&item.command).unwrap().into_iter().map(absolute).collect();
        let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let (code, printed, stderr) = output(&folder, &arguments);
        if code != 0 || !is_in(&printed, &item.shows) {
            let start: String = printed.chars().take(2000).collect();
            failures.push(format!(
                "{}: {}\n{} is not in:\n{start}{stderr}",
                item.place, item.command, item.shows
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[cfg(feature = "full")]
#[test]
fn commands_of_ghazi_and_issa() {
    run_all(PAPERS[0].0);
}

#[cfg(feature = "full")]
#[test]
fn commands_of_najib() {
    run_all(PAPERS[1].0);
}

#[cfg(feature = "full")]
#[test]
fn commands_of_dong_roth_and_su() {
    run_all(PAPERS[2].0);
}

#[cfg(feature = "full")]
#[test]
fn commands_of_balle_barthe_and_gaboardi() {
    run_all(PAPERS[3].0);
}
