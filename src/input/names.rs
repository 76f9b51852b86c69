//! Names in error messages: the name that was probably meant, and how foreign text is shown.

use std::fmt::Write;

/// The one of `candidates` that `name` was probably meant to be.
///
/// It has few typing errors (a third of its letters), or `name` abbreviates or spells it out
/// (`epsilon` for `eps`). `sigma_sq` does not spell out `sigma`: it is another quantity.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer than any name of a field or kind, and the distance takes the square of the length.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let score = |candidate: &str| {
        let distance = strsim::osa_distance(&name, candidate);
        let length = name.chars().count().max(candidate.chars().count());
        if distance <= length / 3 {
            Some(distance)
        } else if spells_out(&name, candidate) || spells_out(candidate, &name) {
            Some(length)
        } else {
            None
        }
    };
    let scored =
        candidates.into_iter().filter(|c| c.len() <= LONGEST).filter_map(|c| Some((score(c)?, c)));
    scored.min_by_key(|(score, _)| *score).map(|(_, candidate)| candidate)
}

fn spells_out(long: &str, short: &str) -> bool {
    let rest = long.strip_prefix(short).filter(|_| short.len() >= 3);
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Is it invisible, or does it change how other characters are displayed? Text that this program
/// did not write is displayed without such characters: control characters, those that reverse the
/// direction of writing (Unicode TR 36), separators of lines, tags, and those without a width. The
/// two joiners stay, because words and emoji need them.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Appends a character as an escape of JSON: within a string of JSON it is the same character.
pub fn push_escape(text: &mut String, c: char) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        c => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // A `String` can always be written.
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
}

/// `text` in one line, with every hidden character as its escape.
pub fn escape(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { push_escape(&mut shown, c) } else { shown.push(c) }
    }
    shown
}

/// `text` for a message: hidden characters escaped, and at most about 60 characters of it.
pub fn shorten(text: &str) -> String {
    /// Most of a line.
    const LONGEST: usize = 60;
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == LONGEST {
            shown.push_str("...");
            break;
        }
        if is_hidden(c) { push_escape(&mut shown, c) } else { shown.push(c) }
    }
    shown
}

/// `a, b, c`, for a list of names in a message.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// `a, b, c and 4 more`, for names of which any number may be meant: three show a reader which they
/// are, and a line stays a line.
pub fn named(names: &[&str]) -> String {
    const NAMED: usize = 3;
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| shorten(name)).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// `did you mean "b"? the ids are a, b, c`, with the first twenty of all, for a `name` that is not
/// among them.
pub fn known_names<'a>(what: &str, name: &str, all: impl IntoIterator<Item = &'a str>) -> String {
    /// Some lines: with more, the advice would scroll away.
    const SHOWN: usize = 20;
    let mut all: Vec<&str> = all.into_iter().collect();
    let mut seen = std::collections::HashSet::new();
    all.retain(|name| seen.insert(*name));
    if all.is_empty() {
        return format!("the list of {what} is empty");
    }
    let shown: Vec<String> = all.iter().take(SHOWN).map(|name| shorten(name)).collect();
    let more = match all.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let known = format!("the {what} are {}{more}", shown.join(", "));
    match nearest(name, all) {
        Some(similar) => format!("did you mean \"{}\"? {known}", shorten(similar)),
        None => known,
    }
}

/// The last character boundary of `text` at or before `position`.
pub(super) fn floor_boundary(text: &str, position: usize) -> usize {
    let position = position.min(text.len());
    (0..=position).rev().find(|p| text.is_char_boundary(*p)).unwrap_or(0)
}

/// The first character boundary of `text` at or after `position`.
pub(super) fn ceil_boundary(text: &str, position: usize) -> usize {
    (position..text.len()).find(|p| text.is_char_boundary(*p)).unwrap_or(text.len())
}
