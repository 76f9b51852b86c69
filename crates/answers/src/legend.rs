//! The meaning of the marks in a table of numbers, written below the first table that has them.

/// A mark: how it is recognised in a line, and its meaning.
type Mark = (fn(&str) -> bool, &'static str);

const MARKS: [Mark; 3] = [
    (has_rounded, "~ marks a rounded number"),
    (has_common_digits, "1.2[3,4] is [1.23, 1.24]"),
    (
        |line| line.contains(" (above)") || line.contains(" (below)"),
        "(above) and (below) say on which side of the certified value it is, where they differ only after the \
         digits shown",
    ),
];

/// A number after the mark of a rounded one, which is not the end of a name.
fn has_rounded(line: &str) -> bool {
    line.match_indices('~').any(|(at, mark)| {
        let (before, after) = (&line[..at], &line[at + mark.len()..]);
        !before.ends_with(|c: char| c.is_alphanumeric())
            && after.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_rounded_numbers() {
        for (line, has) in [
            ("| a | <= ~1.5 |", true),
            ("| a | <= ~-0.3e-5 | in [~1, 2] |", true),
            ("delta(eps=~0.1)", true),
            ("| about ~ten | 3 |", false),
            ("| run~1 | 3 |", false),
            ("| ~ | 3 |", false),
        ] {
            let legend = Legend::default().of(&[line.to_owned()]);
            assert_eq!(legend.is_some_and(|legend| legend.contains('~')), has, "{line}");
        }
    }
}
