//! Claim files.

use super::check_input_error;
use super::query_line::check_bounds;
use dpcert::claim::{self, Judgement, Level, Verdict};
use dpcert::{Limits, Options};

/// A claim file is an error that can be shown, or every claim gets a verdict that says what it
/// rests on.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let file = match claim::parse(text) {
        Ok(file) => file,
        Err(error) => return check_input_error(text, &error),
    };
    assert!(!file.ledger.is_empty() && !file.claims.is_empty());
    // Few digits and a hundredth of a second, so that the next input has its turn.
    let limits = Limits { work: 10_000_000, memory: 64 << 20, precision: 1024 };
    for claim in file.claims.iter().take(20) {
        let Judgement { verdict, evidence, note, contradiction, remarks, with_fewest_steps } =
            claim::judge(&file, claim, &Options { digits: 5, limits, ..Options::for_claims() });
        assert_eq!(contradiction, None);
        assert!(
            remarks.iter().all(|remark| remark.level != Level::Allow && !remark.message.is_empty())
        );
        match verdict {
            Verdict::Holds | Verdict::Refuted => {
                assert!(evidence.is_some(), "a verdict that rests on nothing")
            }
            Verdict::Undecided | Verdict::Unsupported => {
                assert!(
                    note.is_some_and(|note| !note.to_string().is_empty()),
                    "{verdict}, and no word about why"
                );
            }
        }
        let is_open = |row: &usize| file.ledger.get(*row).is_some_and(|row| row.fewest.is_some());
        assert!(!with_fewest_steps || claim.rows.iter().any(is_open), "fewer steps than were run");
        if let Some(evidence) = evidence {
            for number in [&evidence.witness, &evidence.shown] {
                check_bounds(
                    &number.printed_lower().to_string(),
                    &number.printed_upper().to_string(),
                );
            }
        }
    }
}
