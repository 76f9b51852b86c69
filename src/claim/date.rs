//! Calendar days of ledger rows.

use crate::input::{Field, InputError};
use std::fmt;

/// A day of the Gregorian calendar; earlier days are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The days of the months of a year that is not a leap year.
const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

impl Date {
    /// The day of a year from 1 to 9999; `None` where the calendar does not have it.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let is_day = (1..=9999).contains(&year) && (1..=days_of(year, month)).contains(&day);
        is_day.then_some(Date { year, month, day })
    }

    /// Reads `2026-03-01`.
    pub(super) fn read(field: &Field<'_>) -> Result<Date, InputError> {
        let text = field.text()?;
        Date::parse(text).ok_or_else(|| {
            let message = format!("\"{text}\" is not a day of the calendar, as year-month-day");
            field.error(message, "write the year, the month and the day: date = \"2026-03-01\"")
        })
    }

    /// Reads `2026-03-01`; `None` for any other text, and for a day that the calendar does not have.
    pub fn parse(text: &str) -> Option<Date> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else { return None };
        let is_written = [(year, 4), (month, 2), (day, 2)].iter().all(|(part, length)| {
            part.len() == *length && part.bytes().all(|digit| digit.is_ascii_digit())
        });
        if !is_written {
            return None;
        }
        Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    /// The days from an earlier day to this one; negative from a later one.
    pub fn days_since(self, earlier: Date) -> i64 {
        self.number() - earlier.number()
    }

    /// The day so many days later; `None` beyond the year 9999 and before the year 1.
    pub fn after(self, days: i64) -> Option<Date> {
        let number = self.number().checked_add(days)?;
        // 400 years of the calendar have 146,097 days: this is the year before, or one beside it.
        let about = u16::try_from((number.checked_mul(400)? / 146_097).max(0)).ok()?;
        let years = about..=about.saturating_add(2);
        let first = |year: u16| Date::new(year, 1, 1).filter(|first| first.number() <= number);
        let first = years.filter_map(first).next_back()?;
        let mut rest = number - first.number();
        for month in 1..=12 {
            let days = i64::from(days_of(first.year, month));
            if rest < days {
                return Date::new(first.year, month, u8::try_from(rest + 1).ok()?);
            }
            rest -= days;
        }
        None
    }

    /// The year, from 1 to 9999.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1 to 12.
    pub fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    pub fn day(self) -> u8 {
        self.day
    }

    /// The days from the last one of the year 0 to this one.
    fn number(self) -> i64 {
        let before = i64::from(self.year) - 1;
        let leap_days = before / 4 - before / 100 + before / 400;
        let months = DAYS.iter().take(usize::from(self.month) - 1).map(|days| i64::from(*days));
        let leap_day = i64::from(self.month > 2 && is_leap(self.year));
        before * 365 + leap_days + months.sum::<i64>() + leap_day + i64::from(self.day)
    }
}

/// The days of a month; 0 for a number that is none.
fn days_of(year: u16, month: u8) -> u8 {
    let usual = month.checked_sub(1).and_then(|before| DAYS.get(usize::from(before)));
    usual.map_or(0, |days| days + u8::from(month == 2 && is_leap(year)))
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each day of four centuries follows the one before, and no other is read.
    #[test]
    fn days_are_counted() {
        let mut last: Option<Date> = None;
        for year in 1800..=2200 {
            for month in 0..=13 {
                for day in 0..=32 {
                    let text = format!("{year:04}-{month:02}-{day:02}");
                    let Some(date) = Date::parse(&text) else { continue };
                    assert_eq!(date.to_string(), text);
                    assert!(last.is_none_or(|last| date > last && date.days_since(last) == 1));
                    assert!(last.is_none_or(|last| last.after(1) == Some(date)), "{text}");
                    last = Some(date);
                }
            }
        }
        let date = |text| Date::parse(text).expect(text);
        // Known numbers of days: of a common year, a leap year, and 400 years.
        assert_eq!(date("2026-01-01").days_since(date("2025-01-01")), 365);
        assert_eq!(date("2025-01-01").days_since(date("2024-01-01")), 366);
        assert_eq!(date("2200-01-01").days_since(date("1800-01-01")), 146_097);
        assert_eq!(date("0001-01-01").days_since(date("9999-12-31")), -3_652_058);
        for (since, days, expected) in [
            ("2026-02-26", 0, Some("2026-02-26")),
            ("2026-02-26", -57, Some("2025-12-31")),
            ("0001-01-01", 3_652_058, Some("9999-12-31")),
            ("9999-12-31", -3_652_058, Some("0001-01-01")),
            ("0001-01-01", -1, None),
            ("9999-12-31", 1, None),
            ("2026-02-26", i64::MAX, None),
            ("2026-02-26", i64::MIN, None),
        ] {
            let found = date(since).after(days).map(|date| date.to_string());
            assert_eq!(found.as_deref(), expected, "{days} days after {since}");
        }
        for other in [
            "2026-02-29",
            "2100-02-29",
            "2026-3-1",
            "26-03-01",
            "2026-03-01T00:00",
            "0000-01-01",
            "",
        ] {
            assert_eq!(Date::parse(other), None, "{other}");
        }
    }
}
