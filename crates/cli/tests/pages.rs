//! The pages for users: they name all that there is, their examples are read, and their links lead
//! somewhere. What their ```console blocks show is run by `scripts/record documents`.

use crate::check::command::{Folder, dpcert};
use clap::CommandFactory;
use dpcert::claim::Finding;
use serde_json::{Deserializer, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest line of prose. Tables and what programs print have the length that they need.
const LONGEST: usize = 125;

fn page(name: &str) -> String {
    fs::read_to_string(crate::root().join("docs").join(name)).unwrap()
}

/// The pages of a folder.
fn pages_of(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(crate::root().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect()
}

/// The first page, those of `docs`, and the evidence.
fn pages() -> Vec<PathBuf> {
    let first = crate::root().join("README.md");
    [vec![first], pages_of("docs"), pages_of("docs/evidence")].concat()
}

/// The lines of a page outside of its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        !is_code && !line.starts_with("```")
    })
}

/// The blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let parts = text.split("```");
    let code = parts.skip(1).step_by(2);
    code.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n')).collect()
}

/// The names that links to the headings of a page have.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        words
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    headings.map(name).collect()
}

#[test]
fn links_lead_somewhere() {
    let others = [
        "CONTRIBUTING.md",
        "python/README.md",
        "python/library-authors.md",
        "fixtures/pictures/README.md",
    ];
    let mut found = 0;
    for path in pages().into_iter().chain(others.map(|other| crate::root().join(other))) {
        let text = fs::read_to_string(&path).unwrap();
        let prose: Vec<&str> = prose(&text).collect();
        for target in
            prose.join("\n").split("](").skip(1).map(|rest| rest.split(')').next().unwrap())
        {
            if target.starts_with("https://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {target}", path.display());
            if !anchor.is_empty() {
                let headings = anchors(&fs::read_to_string(&file).unwrap());
                assert!(
                    headings.iter().any(|heading| heading == anchor),
                    "{}: {target}",
                    path.display()
                );
            }
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

/// The list of pages has all of them, and the first page leads to the list.
#[test]
fn every_page_is_listed() {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    for (list, pages) in [
        (page("README.md"), pages_of("docs")),
        (page("evidence/README.md"), pages_of("docs/evidence")),
    ] {
        for page in pages.iter().map(|path| name(path)).filter(|name| name != "README.md") {
            assert!(list.contains(&format!("({page})")), "{page}");
        }
    }
    assert!(
        fs::read_to_string(crate::root().join("README.md")).unwrap().contains("(docs/README.md)")
    );
}

#[test]
fn lines_are_short() {
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for line in prose(&text).filter(|line| !line.starts_with('|')) {
            assert!(line.chars().count() <= LONGEST, "{}: {line}", path.display());
        }
    }
}

#[test]
fn findings_and_commands_are_named() {
    let claims = page("claim-files.md");
    for (finding, _) in Finding::ALL {
        assert!(claims.contains(&format!("| `{finding}`")), "{finding}");
    }
    let questions = page("questions.md");
    for name in dpcert_cli::Cli::command()
        .get_subcommands()
        .map(clap::Command::get_name)
        .filter(|name| *name != "help")
    {
        assert!(questions.contains(&format!("`{name}`")), "{name}");
    }
}

/// The page on other programs names every option of its command, and the action has the inputs that
/// the page for authors lists.
#[test]
fn options_of_crosscheck_are_named() {
    let crosscheck = page("crosscheck.md");
    let command = dpcert_cli::Cli::command();
    let command = command.find_subcommand("crosscheck").unwrap();
    let options = command.get_arguments().filter(|it| !it.is_global_set());
    let options: Vec<&str> = options.filter_map(clap::Arg::get_long).collect();
    assert!(options.len() > 15, "{options:?}");
    for option in options.iter().filter(|option| **option != "help") {
        let named = [format!("`--{option}`"), format!("`--{option} ")];
        assert!(named.iter().any(|name| crosscheck.contains(name)), "{option}");
    }
    let text = |path: &str| fs::read_to_string(crate::root().join(path)).unwrap();
    let (action, authors) = (text("action.yml"), text("python/library-authors.md"));
    let (_, inputs) = action.split_once("\ninputs:\n").unwrap();
    let inputs = inputs.split("\n\n").next().unwrap().lines();
    let inputs = inputs.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let inputs: Vec<&str> = inputs.map(|line| line.trim().trim_end_matches(':')).collect();
    assert!(inputs.contains(&"min-judged"), "{inputs:?}");
    for input in inputs {
        assert!(authors.contains(&format!("| `{input}` ")), "{input}");
    }
}

/// Examples are in languages that something reads or runs. Of Rust that is the first page alone,
/// which tests of the library run; of Python also the page on other programs, whose program a test
/// runs, and the evidence, which `scripts/vectors` runs.
#[test]
fn examples_are_tested() {
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        let known = match path.parent() == Some(crate::root().as_path()) {
            true => ["console", "sh", "python", "rust"],
            false => ["console", "sh", "toml", "json"],
        };
        let has_program = path.ends_with("crosscheck.md");
        let is_evidence = path.parent().unwrap().ends_with("evidence");
        for fence in text.lines().filter_map(|line| line.strip_prefix("```")).step_by(2) {
            let is_tested = known.contains(&fence)
                || (has_program && fence == "python")
                || (is_evidence && ["python", "text"].contains(&fence));
            assert!(is_tested, "{}: {fence}", path.display());
        }
    }
}

/// Parts of claim files are read, each with what it leaves out.
#[test]
fn parts_of_claim_files_are_valid() {
    let head = "format = \"dpcert/1\"\nscope = { unit = \"person\", adjacency = \"add-remove\" }\n";
    let row = "[[ledger]]\nid = \"row\"\nmechanism = \"gdp\"\nmu = 1\n";
    let claim = "[[claim]]\nid = \"claim\"\nover = [\"*\"]\ntv = {}\nat-most = 1\n";
    let claims = page("claim-files.md");
    let parts = blocks(&claims, "toml");
    for part in &parts {
        let row = if part.contains("[[ledger]]") { "" } else { row };
        let found = dpcert::claim::parse(&format!("{head}{row}{part}{claim}"));
        assert!(found.is_ok(), "{part}: {found:?}");
    }
    assert_eq!(parts.len(), 6);
}

/// The table of the words of papers names kinds that there are.
#[test]
fn kinds_in_the_words_of_papers_exist() {
    let claims = page("claim-files.md");
    let kinds: Vec<&str> = dpcert::mechanism::catalogue().map(|kind| kind.name).collect();
    let named = claims.split("`mechanism = \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    // That of an error is written as on the command line.
    let named: Vec<&str> = named.filter(|name| !name.contains('(')).collect();
    assert!(named.len() > 12, "{named:?}");
    for name in named {
        assert!(kinds.contains(&name), "{name}");
    }
}

/// Answers that another program may give are read: those below a question.
#[test]
fn answers_are_valid() {
    let page = page("crosscheck.md");
    let blocks = blocks(&page, "json");
    let [question, answers @ ..] = blocks.as_slice() else { panic!("{blocks:?}") };
    assert!(dpcert_crosscheck::Suite::default().add("the page", question).is_ok());
    assert_eq!(answers.len(), 2);
    for line in answers.iter().flat_map(|answers| answers.lines()) {
        assert!(
            dpcert_crosscheck::Answer::read(line).is_ok_and(|answer| answer.id == "q1"),
            "{line}"
        );
    }
    assert_eq!(answers.iter().flat_map(|answers| answers.lines()).count(), 7);
}

/// Mechanisms and queries of the protocol are read.
#[test]
fn requests_are_valid() {
    let protocol = page("protocol.md");
    let mechanisms = blocks(&protocol, "json");
    let mechanisms =
        mechanisms.iter().flat_map(|block| Deserializer::from_str(block).into_iter::<Value>());
    let mut requests: Vec<Value> = mechanisms
        .map(|mechanism| json!({"mechanism": mechanism.unwrap(), "query": {"tv": {}}}))
        .collect();
    assert_eq!(requests.len(), 4);
    let rows: Vec<&str> = prose(&protocol).filter(|line| line.starts_with("| `{")).collect();
    let spans: Vec<&str> = rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let queries = spans.into_iter().filter(|span| span.starts_with('{'));
    for query in queries.map(|query| query.replace(":M,", ":\"gdp(mu=1)\",")) {
        let query: Value =
            serde_json::from_str(&query).unwrap_or_else(|error| panic!("{query}: {error}"));
        let sought =
            if query.get("calibrate").is_some() { "gaussian(sigma=?)" } else { "gdp(mu=1)" };
        requests.push(json!({"mechanism": sought, "query": query}));
    }
    assert!(requests.len() > 15, "{requests:?}");
    let folder = Folder::new("pages-requests", &[("a.txt", "")]);
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let (_, stdout, _) = dpcert(&folder, &["query"], &(lines.join("\n") + "\n"));
    assert_eq!(stdout.lines().count(), lines.len());
    for (request, answer) in lines.iter().zip(stdout.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_ne!(answer["status"], "error", "{request}: {answer}");
    }
}
