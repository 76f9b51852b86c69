//! The meaning of the marks in a table of numbers, written below the first table that has them.

/// A mark: how it is recognised in a line, and its meaning.
type Mark = (fn(&str) -> bool, &'static str);

const MARKS: [Mark; 3] = [
    (|line| line.contains('~'), "~ marks a rounded number"),
    (has_common_digits, "1.2[3,4] is [1.23, 1.24]"),
    (
        |line| line.contains(" (above)") || line.contains(" (below)"),
        "(above) and (below) say on which side of the certified value it is, where they differ only after the \
         digits shown",
    ),
];

/// Two ends with their common digits written once: a comma between digits in brackets.
fn has_common_digits(line: &str) -> bool {
    line.split('[').skip(1).any(|rest| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        rest.split_once(']')
            .and_then(|(ends, _)| ends.split_once(','))
            .is_some_and(|(lo, hi)| digits(lo) && digits(hi))
    })
}

/// The marks that were already explained.
#[derive(Default)]
pub struct Legend {
    explained: [bool; MARKS.len()],
}

impl Legend {
    /// Explains the marks of a table that were not yet explained.
    pub fn of(&mut self, lines: &[String]) -> Option<String> {
        let mut meanings = Vec::new();
        for ((is_in, meaning), explained) in MARKS.iter().zip(&mut self.explained) {
            if !*explained && lines.iter().any(|line| is_in(line)) {
                *explained = true;
                meanings.push(*meaning);
            }
        }
        (!meanings.is_empty()).then(|| format!("{}.", meanings.join("; ")))
    }
}
