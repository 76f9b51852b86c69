//! The words of messages and help texts: habits that are hard to read do not come back.

use crate::house::files;

/// Folders whose texts users read. What papers state is in their own words, and is not here.
const FOLDERS: [&str; 7] = [
    "src",
    "checker/src",
    "crates/bulk/src",
    "crates/certify/src",
    "crates/cli/src",
    "crates/crosscheck/src",
    "crates/picture/src",
];

/// Words that no text has, and what to write.
const HABITS: [(&str, &str); 13] = [
    ("behind", "after"),
    ("how often", "the count, or a probability"),
    ("is asked", "name the parameter that is needed"),
    ("is no", "is not a"),
    ("are no", "are not"),
    ("is said", "is given, or state it"),
    ("nobody", "name what is missing"),
    ("so many", "the number"),
    ("stand", "are, or is written"),
    ("stands", "is, or is written"),
    ("was asked for", "requested"),
    ("what is said", "what is claimed"),
    ("whoever", "name the reader, or leave it out"),
];

/// Phrases that contain such words and are plain all the same, each with its reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("there is no", "nothing of that name or kind exists"),
    ("there are no", "the same of several"),
];

/// The string literals of some code, and the documentation comments if these are help texts.
fn texts(code: &str, has_help: bool) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            let line = comment.split('\n').next().unwrap_or_default();
            if let Some(help) = line.strip_prefix('/').filter(|_| has_help) {
                found.push(help.to_owned());
            }
            rest = &comment[line.len()..];
        } else if let Some((text, after)) = raw(rest) {
            found.push(text.to_owned());
            rest = after;
        } else if first == '"' {
            let end = end_of_text(rest);
            // A line that is continued ends with a backslash, and the next one begins with its
            // first word.
            found.push(rest[1..end].split("\\\n").map(str::trim_start).collect());
            rest = &rest[end + 1..];
        } else if first == '\'' {
            rest = after_quote(rest);
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// A raw string at the start of some code, and the code after it.
fn raw(code: &str) -> Option<(&str, &str)> {
    let after = code.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].strip_prefix('"')?.split_once(&format!("\"{}", "#".repeat(hashes)))
}

/// The place of the quote that ends a string.
fn end_of_text(code: &str) -> usize {
    let mut is_escaped = false;
    let ends = |(_, c): &(usize, char)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    };
    code.char_indices().skip(1).find(ends).expect("the string ends").0
}

/// The code after a character literal, or after the quote of a lifetime.
fn after_quote(code: &str) -> &str {
    let mut chars = code.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) => code[3..].split_once('\'').expect("the character ends").1,
        (Some(c), Some('\'')) => &code[2 + c.len_utf8()..],
        _ => &code[1..],
    }
}

/// The words of a text, each after a space, and a space at the end.
fn words(text: &str) -> String {
    let text = text.replace("\\n", " ");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + &word.to_lowercase() + " ")
}

#[test]
fn messages_are_plain() {
    let (mut read, mut found) = (0, Vec::new());
    for file in FOLDERS.iter().flat_map(|folder| files(&crate::root().join(folder))) {
        let source = std::fs::read_to_string(&file).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        let has_help = ["Args", "Parser", "Subcommand", "ValueEnum"].iter().any(|derived| {
            code.lines()
                .any(|line| line.trim_start().starts_with("#[derive(") && line.contains(derived))
        });
        for text in texts(code, has_help) {
            read += 1;
            let mut said = words(&text);
            for (phrase, _) in EXCEPTIONS {
                said = said.replace(&format!(" {phrase} "), " ");
            }
            for (habit, better) in HABITS {
                if said.contains(&format!(" {habit} ")) {
                    found.push(format!("{}: \"{habit}\": write {better}: {text}", file.display()));
                }
            }
        }
    }
    assert!(read > 3000, "{read}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn texts_are_found_in_code() {
    let code = "/// Help.\nfn f<'a>() -> &'a str { let (c, d) = ('\"', '\\''); // \"comment\"\n\
                g(\"one \\\"two\\\" \\\n    three\", r#\"four \"five\"\"#) }";
    assert_eq!(texts(code, true), [" Help.", "one \\\"two\\\" three", "four \"five\""]);
    assert_eq!(texts(code, false).len(), 2);
    assert_eq!(words("There is no\n line: it stands."), " there is no line it stands ");
}
